"""Tribello: three players, twelve deals of thirteen tricks, each with a quota.

The twelve deals are in `rounds.py`, questions in `questions.py`, the text of the rules in
`rulebook.md`.
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
from referee.core.story.course import Ahead, Coming, Course, Fact, count_by_person, tallied
from referee.core.text import Said, counted, joined, said, shares
from referee.core.tricks import Play, TrickRules, follow_play
from referee.core.validation import Count, PerSeat
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
    deals: int
    """Deals that are over."""
    totals: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """`tribello.rounds`: after twelve deals."""
        return self.deals >= DEALS

    @property
    def is_nullo(self) -> bool:
        return round_of(self.deals) == NULLO


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
        group = ROUND_NAMES[round_of(state.deals)]
        return Heading(_label(state), str(state.deals + 1), group, entry.trump)

    def problems(self, seating: Table, state: TribelloState, entry: TribelloDeal) -> list[Problem]:
        if state.is_over:
            over = "The game is over after {deals} deals; nothing is left to play."
            found = [error("tribello.rounds", said(over, deals=DEALS))]
        else:
            found = _trump_problems(state.deals, entry)
        if entry.tricks is not None:
            found += total_problems("tribello", entry.tricks, TRICKS)
        elif entry.play is None:
            message = said("A deal needs the tricks of each player.")
            found.append(error("tribello.play", message, field="tricks"))
        found += _pickup_problems(seating, state, entry)
        return found + play_problems(self, seating, state, entry)

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
        """`tribello.follow`: the revokes that the cards prove."""
        return breach_problems(seating, play)

    def score(
        self, seating: Table, state: TribelloState, entry: TribelloDeal
    ) -> Scored[TribelloState]:
        """`tribello.score`: tricks above the quota, in the fourth round tricks below it."""
        play = self.follow(seating, state, entry)
        tricks = tuple(entry.tricks or ()) if play is None else play.counts
        due = _quotas(seating, state)
        sign = -1 if state.is_nullo else 1
        cells = tuple(sign * (took - owed) for took, owed in zip(tricks, due, strict=True))
        after = TribelloState(state.deals + 1, added(state.totals, cells))
        return Scored(after, cells, partial(_explain, seating, state, entry, tricks, cells))

    def after_error(
        self, _seating: Table, state: TribelloState, _entry: TribelloDeal
    ) -> TribelloState:
        """A deal with an error was dealt; one after the end never was."""
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
        """How often each met the quota: at least that many tricks, in nullo at most."""
        met = count_by_person(seating.players, course, lambda each, seat: each.gains[seat] >= 0)
        template = "Quotas met in {deals} deals: {figures}."
        return tallied(template, met, met.values(), deals=len(course)) if course else []

    def ahead(self, seating: Table, state: TribelloState) -> Ahead | None:
        """`tribello.rounds`: the rest of the twelve deals."""
        if state.is_over:
            return None
        left = tuple(map(_gains_of_deal, range(state.deals, DEALS)))
        return Ahead(seating.players, state.totals, left, entries=len(left))


GAME: Final = Tribello()


def _gains_of_deal(deal: int) -> Coming:
    """The most and the least a seat can gain: all tricks or none, less the lowest or highest quota.

    By `tribello.score`, `tribello.tricks-total` and `tribello.quota`; in nullo the quota less the
    tricks.
    """
    owed = quotas(deal, first_dealer=0)
    if round_of(deal) == NULLO:
        return Coming("deal", most=max(owed), least=min(owed) - TRICKS)
    return Coming("deal", most=TRICKS - min(owed), least=-max(owed))


# Problems -----------------------------------------------------------------------------------------


def _trump_problems(deal: int, entry: TribelloDeal) -> list[Problem]:
    """`tribello.trump`: needed with the cards in rounds 1 and 2, refused in rounds 3 and 4."""
    if entry.trump is not None and not has_trumps(deal):
        template = "Round {round} is played without trumps, and {suit} are recorded."
        message = said(template, round=round_of(deal), suit=SUIT_NAMES[entry.trump])
    elif entry.trump is None and entry.play is not None and has_trumps(deal):
        template = "Round {round} has a trump suit; with the cards played, it must be recorded."
        message = said(template, round=round_of(deal))
    else:
        return []
    return [error("tribello.trump", message, field="trump")]


def _pickup_problems(seating: Table, state: TribelloState, entry: TribelloDeal) -> list[Problem]:
    """`tribello.pickup`: the dealer draws first, nobody more than is left."""
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


# Sentences ----------------------------------------------------------------------------------------

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
_QUOTA_TEXTS: Final = (
    "the quota of the dealer is {quota}",
    "left of the dealer the quota is {quota}",
    "right of the dealer the quota is {quota}",
)


def _label(state: TribelloState) -> Said:
    template = "Round {round}, deal {number}"
    return said(template, round=round_of(state.deals), number=state.deals + 1)


def _dealer(seating: Table, state: TribelloState) -> int:
    return dealer_of(state.deals, seating.options.first_dealer)


def _quotas(seating: Table, state: TribelloState) -> tuple[int, ...]:
    return quotas(state.deals, seating.options.first_dealer)


def _explain(
    seating: Table,
    state: TribelloState,
    entry: TribelloDeal,
    tricks: Sequence[int],
    cells: Sequence[int],
) -> Explanation:
    """Tricks, quota and cards from the pickup of each seat."""
    text = "{tricks}, quota {quota}, nullo" if state.is_nullo else "{tricks}, quota {quota}"
    sum_text = "quota {quota} − {tricks}" if state.is_nullo else "{tricks} − quota {quota}"
    dealer, why, sums = _dealer(seating, state), [], []
    for seat, quota in enumerate(_quotas(seating, state)):
        took = counted(tricks[seat], "trick")
        quota_text = said(_QUOTA_TEXTS[(seat - dealer) % SEATS], quota=quota)
        lines = [
            Line("tribello.score", cells[seat], said(text, tricks=took, quota=quota)),
            Line("tribello.quota", 0, quota_text),
        ]
        if entry.pickup and entry.pickup[seat]:
            drawn = said("{cards} from the pickup", cards=counted(entry.pickup[seat], "card"))
            lines.append(Line("tribello.pickup", 0, drawn))
        why.append(tuple(lines))
        sums.append(said(sum_text, tricks=took, quota=quota))
    return Explanation(tuple(why), sums=tuple(sums))


def _due(seating: Table, state: TribelloState) -> Due:
    number, dealer, due = state.deals + 1, _dealer(seating, state), _quotas(seating, state)
    current, name = round_of(state.deals), seating.players[dealer]
    return Due(
        kind="deal",
        label=_label(state),
        name=said("deal {number}", number=number),
        dealer=dealer,
        headline=said(_HEADLINES[current], name=name),
        details=said(
            "Deal {number} of {deals}, round {round}. Quotas: {quotas}. {name} leads.",
            number=number,
            deals=DEALS,
            round=current,
            quotas=shares(seating.players, due),
            name=name,
        ),
        rules=("tribello.deal", "tribello.trump", "tribello.pickup", "tribello.quota"),
        short=said(_LINES[current], name=name, quotas=joined(map(str, due))),
        cards=said("one pack, 52 cards, without jokers"),
        offices=tuple(Office(deed, dealer) for deed in _DEEDS[current]),
    )
