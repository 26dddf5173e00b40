"""Base class for trick-taking games, whose deals can be recorded card by card."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Literal, TypeVar

from referee.core.cards import read_cards
from referee.core.findings import Line, Problem, error, warning
from referee.core.game import NOTHING, DealsGame, DealState, Heading, PlayableGame
from referee.core.record import Entry
from referee.core.setup import O, Setup
from referee.core.slips import TRICK, CrossCheck, player_figures
from referee.core.text import Text, _, joined, ngettext, shares
from referee.core.tricks import Breach, Play, TrickRules, breaches, follow_play
from referee.core.validation import Count, PerSeat, Seat

Cards = Sequence[Sequence[str]]  # the cards of each trick, in order of play
TRUMP_MISSING: Final = _("The trump suit is missing. Choose it so that tricks can be tracked.")


class TrickDeal(Entry):
    """A deal, recorded as each seat's number of tricks, as the cards of each trick, or as both."""

    kind: Literal["deal"]
    tricks: PerSeat[Count] | None = None
    play: list[list[str]] | None = None
    slow_fields: ClassVar = {"play": 25}

    @property
    def gets_rest(self) -> int | None:
        """The seat that gets all tricks after those in `play`."""
        return None


class RestDeal(TrickDeal):
    """A deal whose last tricks may go to the seat `rest` without being played."""

    rest: Seat | None = None

    @property
    def gets_rest(self) -> int | None:
        return self.rest


D = TypeVar("D", bound=DealState)
E = TypeVar("E", bound=TrickDeal)


class TrickGame(DealsGame[O, D, E], PlayableGame[O, D, E]):
    """A trick-taking game, whose deals are recorded as numbers of tricks, as cards, or as both."""

    @abstractmethod
    def first_leader(self, setup: Setup[O], state: D) -> int:
        """Return the seat that leads to the first trick."""

    @abstractmethod
    def trick_rules(self, setup: Setup[O], state: D, deal: E) -> TrickRules | None:
        """Return the trick rules for a deal; None while its trumps are unknown."""

    def heading(self, setup: Setup[O], state: D, deal: E) -> Heading:
        found, rules = super().heading(setup, state, deal), self.trick_rules(setup, state, deal)
        return replace(found, suit=rules.trump) if rules else found

    def follow(self, setup: Setup[O], state: D, deal: E) -> Play | None:
        rules = self.trick_rules(setup, state, deal)
        if deal.play is None or rules is None:
            return None
        pack = self.play_pack(setup)
        tricks = [read_cards(trick, pack)[0] for trick in deal.play]
        play = follow_play(tricks, self.first_leader(setup, state), setup.seats, rules)
        if deal.gets_rest is None or play.table.cards:
            return play
        return play.with_rest(deal.gets_rest, self.hand_size)

    def describe_facts(self, setup: Setup[O], state: D, deal: E) -> Text:
        rules = self.trick_rules(setup, state, deal)
        return rules.label if rules else NOTHING

    def tricks_taken(self, setup: Setup[O], state: D, deal: E) -> Sequence[int]:
        """Return the tricks per seat, counted from the cards if those are recorded."""
        play = self.follow(setup, state, deal)
        return deal.tricks or () if play is None else play.counts

    def irregularities(self, setup: Setup[O], _state: D, _deal: E, play: Play) -> list[Problem]:
        found = breaches(play)
        return [breach_problem(setup, play, each, seats=[each.seat]) for each in found]

    def cross_checks(self, setup: Setup[O], entry: dict[str, Any]) -> Sequence[CrossCheck]:
        tricks = entry.get("tricks")
        if tricks is None or sum(tricks) == self.hand_size or entry.get("play") is not None:
            return []
        figures = player_figures(("tricks",), setup.players, tricks)
        return [CrossCheck(figures, self.hand_size, TRICK)]

    def total_problems(self, deal: E) -> list[Problem]:
        """Check that tricks are entered (rule `GAME.play`) and add up (`GAME.tricks-total`)."""
        if deal.tricks is None:
            if deal.play is not None:
                return []
            message = _("Enter each player’s tricks.")
            return [error(f"{self.name}.play", message, field="tricks")]
        found, total = sum(deal.tricks), self.hand_size
        if found == total:
            return []
        message = describe_total(found, total)
        return [error(f"{self.name}.tricks-total", message, field="tricks")]

    def play_problems(
        self, setup: Setup[O], state: D, deal: E, beside: Sequence[str] = ()
    ) -> list[Problem]:
        """Check a deal's cards; `beside` lists cards that can't be among them."""
        rule, found = f"{self.name}.play", []
        rest = None if deal.gets_rest is None else setup.players[deal.gets_rest]
        if deal.play is None:
            message = _("To give the rest to {name}, record the cards played before.", name=rest)
            return [] if rest is None else [error(rule, message, field="rest")]
        if rest is not None and len(deal.play) >= self.hand_size:
            template = _("All {most} tricks are recorded, so there’s no rest for {name}. Clear it.")
            message = template.format(most=self.hand_size, name=rest)
            found.append(error(rule, message, field="rest"))
        elif rest is None and len(deal.play) != self.hand_size:
            message = ngettext(
                "{n} trick is recorded, but a deal has {tricks}.",
                "{n} tricks are recorded, but a deal has {tricks}.",
                len(deal.play),
                tricks=self.hand_size,
            )
            found.append(error(rule, message, field="play"))
        found += trick_problems(rule, deal.play, setup.seats)
        cards = [*(card for trick in deal.play for card in trick), *beside]
        _unused, faults = read_cards(cards, self.play_pack(setup))
        found += [error(f"{self.name}.pack", fault, field="play") for fault in faults]
        play = None if found else self.follow(setup, state, deal)
        if play is None:
            return found
        if deal.tricks is not None and tuple(deal.tricks) != play.counts:
            message = _(
                "According to the cards, the tricks are {shown}, but you recorded {given}."
                " Correct one or the other.",
                shown=shares(setup.players, play.counts),
                given=shares(setup.players, deal.tricks),
            )
            found.append(error(rule, message, field="tricks"))
        return found + self.irregularities(setup, state, deal, play)

    def rest_line(self, deal: RestDeal) -> Line:
        """Return a line for the seat that got the tricks that weren't played (`GAME.table`)."""
        text = ngettext(
            "the last trick, not played out",
            "the last {n} tricks, not played out",
            self.hand_size - len(deal.play or ()),
        )
        return Line(f"{self.name}.table", 0, text)


def describe_total(found: int, total: int) -> Text:
    """Describe a number of tricks that isn't the total."""
    if found < total:
        return ngettext(
            "{n} trick is missing: there are {total}, but you entered {found}.",
            "{n} tricks are missing: there are {total}, but you entered {found}.",
            total - found,
            found=found,
            total=total,
        )
    return ngettext(
        "{n} trick too many: there are {total}, but you entered {found}.",
        "{n} tricks too many: there are {total}, but you entered {found}.",
        found - total,
        found=found,
        total=total,
    )


def trick_problems(rule: str, play: Cards, seats: int) -> list[Problem]:
    return [
        error(
            rule,
            ngettext(
                "Trick {number} has {n} card; it needs {seats}, one from each player.",
                "Trick {number} has {n} cards; it needs {seats}, one from each player.",
                len(trick),
                number=number,
                seats=seats,
            ),
            field="play",
        )
        for number, trick in enumerate(play, start=1)
        if len(trick) != seats
    ]


def is_breach(problem: Problem) -> bool:
    return problem.severity == "warning" and problem.breach is not None


def breach_problem(
    setup: Setup[Any], play: Play, breach: Breach, seats: Sequence[int] = ()
) -> Problem:
    """Return a warning with the trick, the card played, the rule, and the proof."""
    objection, called = breach.objection, play.table.rules.with_article
    player = setup.players[breach.seat]
    played = _(
        "Trick {trick}: {player} played {card}.",
        trick=breach.trick,
        player=player,
        card=called(breach.card),
    )
    proof = _(
        "{player} held {card} and played it in trick {trick}.",
        player=player,
        card=called(objection.instead),
        trick=breach.shown_in,
    )
    message = joined([played, objection.sentence, proof])
    found = warning(objection.rule, message, field="play", seats=seats)
    return replace(found, breach=(breach.trick, breach.seat))
