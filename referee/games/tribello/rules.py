"""Tribello: three players, twelve deals of thirteen tricks, each with a quota.

What the twelve deals are is in `rounds.py`, what players ask in `questions.py`; here are the deal
as it is recorded, its problems and its score. The text of the rules is `rulebook.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from referee.core.cards import SUIT_NAMES, Pack, Suit, read_cards
from referee.core.findings import Line, Problem, added, error
from referee.core.game import (
    BasePlayableGame,
    Due,
    Explanation,
    Heading,
    Office,
    Outcome,
    Scored,
    ranked,
    winners,
)
from referee.core.played_deal import TrickDeal, breach_problems, play_problems, total_problems
from referee.core.record import RecordSpec
from referee.core.seating import Seating
from referee.core.story.course import Ahead, Coming, Course, Fact
from referee.core.text import Said, counted, joined, said, shares
from referee.core.tricks import Play, TrickRules, follow_play
from referee.core.validation import Count, PerSeat
from referee.games.tribello.facts import quotas_met
from referee.games.tribello.options import TribelloOptions
from referee.games.tribello.questions import PACK, QUESTION_KINDS
from referee.games.tribello.rounds import (
    DEALS,
    NULLO,
    ROUND_NAMES,
    SEATS,
    TRICKS,
    dealer_of,
    has_trumps,
    quotas,
    round_of,
)

Table = Seating[TribelloOptions]


class TribelloDeal(TrickDeal):
    """A deal with its trumps, and how many cards of the pickup each seat drew."""

    trump: Suit | None = None
    pickup: PerSeat[Count] | None = None


@dataclass(frozen=True)
class TribelloState:
    """How many deals are over, and what each seat has."""

    deals: int
    totals: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether all twelve deals are over (`tribello.rounds`)."""
        return self.deals >= DEALS


class Tribello(BasePlayableGame[TribelloOptions, TribelloState, TribelloDeal]):
    """Tricks above the quota are points; in the fourth round those below it."""

    spec = RecordSpec("tribello", (SEATS,), TribelloOptions, (TribelloDeal,))
    title = "Tribello"
    about = "Three players, twelve deals, a quota of tricks each."
    place = 1
    usual_players = SEATS
    tie = "tribello.tie"
    question_kinds = QUESTION_KINDS
    cells_have_signs = True
    hand_size = TRICKS
    numbered_deals = DEALS

    def pack(self, _options: TribelloOptions) -> Pack:
        return PACK

    def start(self, _seating: Table) -> TribelloState:
        return TribelloState(0, (0,) * SEATS)

    def fresh_state(self, _seating: Table, _kind: str, number: int) -> TribelloState:
        return TribelloState(number - 1, (0,) * SEATS)

    def heading(self, _seating: Table, state: TribelloState, entry: TribelloDeal) -> Heading:
        if state.is_over:
            return Heading("After the end", "–", "After the end")
        number, current = state.deals + 1, round_of(state.deals)
        label = _label(state.deals)
        return Heading(label, str(number), ROUND_NAMES[current], entry.trump)

    def problems(self, seating: Table, state: TribelloState, entry: TribelloDeal) -> list[Problem]:
        return [
            *(_end_problems() if state.is_over else _trump_problems(state.deals, entry)),
            *_trick_problems(entry),
            *_pickup_problems(seating, state, entry),
            *play_problems(self, seating, state, entry),
        ]

    def follow(self, seating: Table, state: TribelloState, entry: TribelloDeal) -> Play | None:
        """The dealer leads (`tribello.lead`)."""
        if entry.play is None or state.is_over:
            return None
        if has_trumps(state.deals) and entry.trump is None:
            return None
        tricks = [read_cards(trick, PACK)[0] for trick in entry.play]
        rules = TrickRules("tribello", entry.trump if has_trumps(state.deals) else None)
        return follow_play(tricks, _dealer(seating, state), SEATS, rules)

    def irregularities(
        self, seating: Table, _state: TribelloState, _entry: TribelloDeal, play: Play
    ) -> list[Problem]:
        """The revokes that the cards prove (`tribello.follow`)."""
        return breach_problems(seating, play)

    def score(
        self, seating: Table, state: TribelloState, entry: TribelloDeal
    ) -> Scored[TribelloState]:
        """`tribello.score`: tricks above the quota, in the fourth round tricks below it."""
        play = self.follow(seating, state, entry)
        tricks = tuple(entry.tricks or ()) if play is None else play.counts
        due = quotas(state.deals, seating.options.first_dealer)
        sign = -1 if _is_nullo(state) else 1
        cells = tuple(sign * (took - owed) for took, owed in zip(tricks, due, strict=True))
        after = TribelloState(state.deals + 1, added(state.totals, cells))
        return Scored(after, cells, partial(_explanation, seating, state, entry, tricks, cells))

    def after_error(
        self, _seating: Table, state: TribelloState, _entry: TribelloDeal
    ) -> TribelloState:
        """A deal with an error has been dealt; one after the end never was."""
        return TribelloState(min(state.deals + 1, DEALS), state.totals)

    def outcome(self, seating: Table, state: TribelloState) -> Outcome:
        """`tribello.win`: the most points after the fourth round."""
        standings = ranked(seating.players, state.totals)
        return Outcome(
            standings,
            winners(standings) if state.is_over else (),
            None if state.is_over else _due(seating, state),
            Line("tribello.zero-sum", sum(state.totals), said(_ZERO_SUM)),
        )

    def facts(self, seating: Table, course: Course) -> list[Fact]:
        return quotas_met(seating.players, course)

    def ahead(self, seating: Table, state: TribelloState) -> Ahead | None:
        """`tribello.rounds`: the rest of the twelve deals."""
        if state.is_over:
            return None
        left = tuple(map(_coming, range(state.deals, DEALS)))
        return Ahead(seating.players, state.totals, left, entries=len(left))


GAME: Final = Tribello()


def _coming(deal: int) -> Coming:
    """All tricks or none of them, against the lowest and the highest quota.

    By `tribello.score` and `tribello.tricks-total` a seat has its tricks, 0 to 13, less its quota
    of `tribello.quota`; in nullo the quota less the tricks.
    """
    owed = quotas(deal, first_dealer=0)
    if round_of(deal) == NULLO:
        return Coming("deal", most=max(owed), least=min(owed) - TRICKS)
    return Coming("deal", most=TRICKS - min(owed), least=-max(owed))


# What is wrong with a deal ------------------------------------------------------------------------


def _end_problems() -> list[Problem]:
    message = said("The game is over after {deals} deals; nothing is left to play.", deals=DEALS)
    return [error("tribello.rounds", message)]


def _trump_problems(deal: int, entry: TribelloDeal) -> list[Problem]:
    """`tribello.trump`: recorded in no other round, and needed with the cards."""
    if entry.trump is not None and not has_trumps(deal):
        template = "Round {round} is played without trumps, and {suit} are recorded."
        message = said(template, round=round_of(deal), suit=SUIT_NAMES[entry.trump])
    elif entry.trump is None and entry.play is not None and has_trumps(deal):
        template = "Round {round} has a trump suit; with the cards played, it must be recorded."
        message = said(template, round=round_of(deal))
    else:
        return []
    return [error("tribello.trump", message, field="trump")]


def _trick_problems(entry: TribelloDeal) -> list[Problem]:
    if entry.tricks is not None:
        return total_problems("tribello", entry.tricks, TRICKS)
    if entry.play is not None:
        return []
    message = said("A deal needs the tricks of each player.")
    return [error("tribello.play", message, field="tricks")]


def _pickup_problems(seating: Table, state: TribelloState, entry: TribelloDeal) -> list[Problem]:
    """`tribello.pickup`: the dealer draws first, and nobody more than is left."""
    if entry.pickup is None:
        return []
    left, dealer = TRICKS, _dealer(seating, state)
    for seat in (seating.left_of(dealer, place) for place in range(SEATS)):
        taken = entry.pickup[seat]
        if taken > left:
            message = said(
                "{name} took {taken} of the pickup, which had {left} left.",
                name=seating.players[seat],
                taken=taken,
                left=left,
            )
            return [error("tribello.pickup", message, field="pickup", seats=[seat])]
        left -= taken
    return []


# What is said of it -------------------------------------------------------------------------------

_ZERO_SUM: Final = "The scores add up to 0, as they must."
_HEADLINES: Final = {
    1: "Cut for trumps, then {name} deals",
    2: "{name} deals and names trumps",
    3: "{name} deals, no trumps",
    NULLO: "{name} deals, nullo: avoid tricks",
}
_LINES: Final = {
    1: "{name} deals · cut for trumps · quotas {quotas}",
    2: "{name} deals · names trumps · quotas {quotas}",
    3: "{name} deals · no trumps · quotas {quotas}",
    NULLO: "{name} deals · nullo · quotas {quotas}",
}
_DEALS: Final = said("deals")
_LEADS: Final = said("leads")
_DEEDS: Final = {
    1: (said("cuts for trumps"), _DEALS, _LEADS),
    2: (_DEALS, said("names trumps"), _LEADS),
    3: (_DEALS, _LEADS),
    NULLO: (_DEALS, _LEADS),
}
"""What the dealer does in each round."""
_PLACES: Final = (
    "the quota of the dealer is {quota}",
    "left of the dealer the quota is {quota}",
    "right of the dealer the quota is {quota}",
)


def _label(deal: int) -> Said:
    return said("Round {round}, deal {number}", round=round_of(deal), number=deal + 1)


def _explanation(
    seating: Table,
    state: TribelloState,
    entry: TribelloDeal,
    tricks: Sequence[int],
    cells: Sequence[int],
) -> Explanation:
    """Of each seat its tricks, its quota, and what it drew of the pickup."""
    due, is_nullo = quotas(state.deals, seating.options.first_dealer), _is_nullo(state)
    why = tuple(
        (
            Line("tribello.score", cells[seat], _score_text(tricks[seat], due[seat], is_nullo)),
            Line("tribello.quota", 0, _quota_text(seating, state, seat)),
            *_pickup_lines(entry, seat),
        )
        for seat in range(SEATS)
    )
    return Explanation(
        why, sums=tuple(_sum(tricks[seat], due[seat], is_nullo) for seat in range(SEATS))
    )


def _is_nullo(state: TribelloState) -> bool:
    return round_of(state.deals) == NULLO


def _score_text(took: int, quota: int, is_nullo: bool) -> Said:
    template = "{tricks}, quota {quota}, nullo" if is_nullo else "{tricks}, quota {quota}"
    return said(template, tricks=counted(took, "trick"), quota=quota)


def _sum(took: int, quota: int, is_nullo: bool) -> Said:
    template = "quota {quota} − {tricks}" if is_nullo else "{tricks} − quota {quota}"
    return said(template, tricks=counted(took, "trick"), quota=quota)


def _quota_text(seating: Table, state: TribelloState, seat: int) -> Said:
    quota = quotas(state.deals, seating.options.first_dealer)[seat]
    return said(_PLACES[(seat - _dealer(seating, state)) % SEATS], quota=quota)


def _pickup_lines(entry: TribelloDeal, seat: int) -> tuple[Line, ...]:
    if not entry.pickup or not entry.pickup[seat]:
        return ()
    text = said("{cards} from the pickup", cards=counted(entry.pickup[seat], "card"))
    return (Line("tribello.pickup", 0, text),)


def _dealer(seating: Table, state: TribelloState) -> int:
    return dealer_of(state.deals, seating.options.first_dealer)


def _due(seating: Table, state: TribelloState) -> Due:
    number, dealer = state.deals + 1, _dealer(seating, state)
    current, name = round_of(state.deals), seating.players[dealer]
    return Due(
        kind="deal",
        label=_label(state.deals),
        name=said("deal {number}", number=number),
        dealer=dealer,
        headline=said(_HEADLINES[current], name=name),
        details=said(
            "Deal {number} of {deals}, round {round}. Quotas: {quotas}. {name} leads.",
            number=number,
            deals=DEALS,
            round=current,
            quotas=shares(seating.players, quotas(state.deals, seating.options.first_dealer)),
            name=name,
        ),
        rules=("tribello.deal", "tribello.trump", "tribello.pickup", "tribello.quota"),
        short=said(_LINES[current], name=name, quotas=_in_a_row(seating, state)),
        cards=said("one pack, 52 cards, without jokers"),
        offices=tuple(Office(deed, dealer) for deed in _DEEDS[current]),
    )


def _in_a_row(seating: Table, state: TribelloState) -> Said:
    """The quotas in the order of the seats, for who knows what they are."""
    return joined(map(str, quotas(state.deals, seating.options.first_dealer)))
