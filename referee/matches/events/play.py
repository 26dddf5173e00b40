"""Deals in progress, card by card or not, and hands laid out at the end of a leg."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from referee.core.cards import plain_text, read_card, with_article
from referee.core.game import is_playable
from referee.core.text import Text, _, ended, joined
from referee.matches.events.base import FIGURES, Event, EventData, Parts, Subject
from referee.matches.match_state import (
    DealInProgress,
    HandInProgress,
    Json,
    MatchState,
    StateBuilder,
    Turn,
)

A_JOKER: Final = {"Athlete": _("an Athlete")}
"""Games' own names for a Joker, each with the article it needs in a sentence."""
Deal = DealInProgress | None


def table_part(table: int) -> str:
    return f"table {table}"


def facts_part(table: int) -> str:
    return f"facts {table}"


def hand_part(seat: int) -> str:
    return f"hand {seat}"


def card_named(card: str, joker: str) -> str:
    plain = plain_text(card)
    is_joker = plain == "JK" and joker in A_JOKER
    return A_JOKER[joker] if is_joker else with_article(read_card(plain))


class PlayEvent(EventData):
    """An event in a deal in progress."""

    table: int | None = None

    @property
    def table_number(self) -> int:
        return self.table or 0

    @property
    def touches(self) -> Parts:
        return frozenset({"tables", table_part(self.table_number)})

    def apply(self, builder: StateBuilder, event: Event) -> None:
        table, seats = self.table_number, builder.state.tables[0].seats
        if deal := self.next_deal(builder.deals.get(table), event.number, seats):
            builder.deals[table] = deal
        else:
            builder.deals.pop(table, None)
        builder.sessions = builder.sessions.with_play(event.at)

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        """The deal at this table after the event with this number."""
        raise NotImplementedError

    def label(self, before: MatchState, now: MatchState) -> str:
        due = before.tally.outcome().due
        return due.label if due else ""

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        return self.at_table(super().describe(about, is_undone=is_undone))

    def at_table(self, event: Text) -> Text:
        if self.table is None:
            return event
        return _("Table {number}: {event}", number=self.table + 1, event=event)

    def turn_at_table(self, match: MatchState) -> Turn | None:
        deal = match.deals.get(self.table_number)
        if deal is None or not is_playable(match.game):
            return None
        return Turn(match.game, match.tables[self.table_number], match.state_at(None), deal)


class PlayStarted(PlayEvent):
    """The table began to follow a deal card by card; `entry` holds the facts known so far."""

    kind = "begun"
    done = _("{label} is being played card by card.")
    undone = _("{label} is no longer recorded card by card.")
    entry: Json

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return DealInProgress(number, self.entry, _cards_kept(deal))


class FactsKnown(PlayEvent):
    """Facts of the deal, such as trumps, became known; its figures will be recorded later.

    Figures don't depend on it: whoever records the deal has the last word about its facts.
    """

    kind = "known"
    done = _("{label}.")
    undone = _("Undone: {label}.")
    entry: Json

    @property
    def touches(self) -> Parts:
        return frozenset({"facts", facts_part(self.table_number)})

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return DealInProgress(number, self.entry, _cards_kept(deal), is_followed=False)

    def label(self, before: MatchState, now: MatchState) -> str:
        label, facts = super().label(before, now), now.describe_facts(self.table_number)
        return joined(filter(None, [label, facts]), ": ")


def _cards_kept(deal: Deal) -> tuple[tuple[str, ...], ...]:
    """The cards played before the table went on with figures."""
    return deal.play if deal and not deal.is_followed else ()


class CardEvent(PlayEvent):
    """A card was played or taken back, such as `10D`, or `JK=D` for a joker led as a diamond."""

    done_by: ClassVar[Text]
    undone_by: ClassVar[Text]
    """Sentences for when it is known who played the card."""
    card: str

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        card = card_named(self.card, about.joker)
        template = self.undone if is_undone else self.done
        if about.player:
            template = self.undone_by if is_undone else self.done_by
        return self.at_table(template.format(card=card, name=about.player))


class CardPlayed(CardEvent):
    """The next card was played."""

    kind = "fell"
    shares_line = True
    done = _("{card} was played.")
    undone = _("{card} was taken back.")
    done_by = _("{name} played {card}.")
    undone_by = _("{card}, played by {name}, was taken back.")

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return deal and deal.with_card(self.card, seats)

    def turn(self, before: MatchState, now: MatchState) -> Turn | None:
        return self.turn_at_table(before)


class CardTakenBack(CardEvent):
    """The last card was taken back into its player's hand."""

    kind = "lifted"
    done = CardPlayed.undone
    undone = _("{card} was played again.")
    done_by = CardPlayed.undone_by
    undone_by = _("{name} played {card} again.")

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return deal and deal.without_card()

    def turn(self, before: MatchState, now: MatchState) -> Turn | None:
        return self.turn_at_table(now)


class CardsAmended(PlayEvent):
    """A card was put in, taken out or replaced; later cards moved along.

    `at` is its index in order of play. If `put` was played at index `source` before, it was moved
    from there or, with `out`, the two were swapped.
    """

    kind = "amended"
    done = _("{trick}: {card} added for {name}")
    moved: ClassVar = _("{trick}: {card} moved here, played by {name}")
    undone = _("{trick}: {other}, played by {name}, taken out")
    replaced: ClassVar = _("{trick}: {name} played {card}, not {other}")
    at: int
    put: str | None = None
    out: str | None = None
    source: int | None = None

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        cards = [*deal.cards] if deal else []
        if self.source is not None:
            cards[self.source : self.source + 1] = [] if self.out is None else [self.out]
        cards[self.at : self.at + (self.out is not None)] = [] if self.put is None else [self.put]
        # A joker names a suit only where it leads.
        named = [plain_text(card) if at % seats else card for at, card in enumerate(cards)]
        return deal and deal.with_cards(named, seats)

    def label(self, before: MatchState, now: MatchState) -> str:
        return _("trick {number}", number=self.at // before.tables[0].seats + 1)

    def turn(self, before: MatchState, now: MatchState) -> Turn | None:
        turn = self.turn_at_table(now)
        cards = turn.deal.cards[: self.at] if turn else ()
        return turn and replace(turn, deal=turn.deal.with_cards(cards, turn.setup.seats))

    def change(self, about: Subject, *, is_undone: bool = False) -> Text:
        """Describe the change without a full stop. Undoing it is the opposite change."""
        card, other = (self.out, self.put) if is_undone else (self.put, self.out)
        template = self.done if self.source is None or is_undone else self.moved
        template = self.undone if card is None else self.replaced if other is not None else template
        names = {"trick": about.label, "name": about.player or "–"}
        cards = {"card": card, "other": other}
        named = {role: card_named(each, about.joker) for role, each in cards.items() if each}
        return template.format(**names, **named)

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        return self.at_table(ended(self.change(about, is_undone=is_undone)))


class FactsChanged(PlayEvent):
    """Known facts about a deal changed: `entry` adds or replaces some, `unknown` removes some."""

    kind = "noted"
    done = _("The details of {label} were changed.")
    undone = _("The details of {label} were changed back.")
    entry: Json
    unknown: Sequence[str] = ()

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return deal and deal.with_facts(self.entry, self.unknown)


class RestGiven(PlayEvent):
    """The table gave a seat all tricks that weren't played, which ends the deal."""

    kind = "given"
    done = _("The rest go to {label}.")
    undone = _("The rest no longer go to {label}.")
    seat: int

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return deal and deal.with_facts({"rest": self.seat}, ())

    def label(self, before: MatchState, now: MatchState) -> str:
        return now.tables[self.table_number].players[self.seat]


class PlayLeft(PlayEvent):
    """The table stopped following the deal card by card; its figures can be recorded instead."""

    kind = "left"
    done = PlayStarted.undone
    undone = _("{label} is being played card by card again.")

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return None


class FiguresChosen(PlayLeft):
    """The table goes on with figures; what is known is kept, and so are the cards played."""

    kind = "figures"

    def next_deal(self, deal: Deal, number: int, seats: int) -> Deal:
        return deal and replace(deal, is_followed=False)


class HandLaidOut(EventData):
    """A player laid out a hand, such as `["2S", "3S"]`, at the end of a leg."""

    kind = "laid"
    depends_on = FIGURES - {"seats"}
    done = _("{label} was laid out.")
    undone = _("{label} was taken back.")
    seat: int
    hand: list[str]
    layout: list[list[str]] | None  # the groups, if they aren't the best arrangement
    extra: list[str] | None  # the extra hand, if there is one

    @property
    def touches(self) -> Parts:
        return frozenset({"hands", hand_part(self.seat)})

    def apply(self, builder: StateBuilder, event: Event) -> None:
        builder.hands[self.seat] = HandInProgress(
            tuple(self.hand),
            None if self.layout is None else tuple(map(tuple, self.layout)),
            None if self.extra is None else tuple(self.extra),
        )
        builder.sessions = builder.sessions.with_play(event.at)

    def label(self, before: MatchState, now: MatchState) -> str:
        return _("{name}’s hand", name=now.players[self.seat])
