"""Triathlon, by David Parlett: three players, three feats a deal, three Athletes in the pack.

Its Athletes, feats, rejection of suits, options and questions have modules of their own beside this
one; here are the deal as it is recorded, its problems and its score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from referee.core.cards import Pack, Suit, read_cards
from referee.core.findings import Problem, Ruling, added, error
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
from referee.core.story.course import Course, Fact, Played, count_by_person, tallied
from referee.core.text import Said, counted, listed, said
from referee.core.tricks import Play, follow_play
from referee.core.validation import Seat
from referee.games.triathlon.athletes import PACK, TRICKS, AthleteRules
from referee.games.triathlon.deal import (
    BONUS,
    SEATS,
    Gain,
    gains,
    receipts,
    recorded_fault,
    written_sum,
)
from referee.games.triathlon.options import TriathlonOptions
from referee.games.triathlon.questions import QUESTION_KINDS, all_tricks

TRIATHLONS: Final = 3
"""`triathlon.end`: so many of one player end the game."""
Table = Seating[TriathlonOptions]


class TriathlonDeal(TrickDeal):
    """A deal with who took the last trick, the two suits that were rejected, and the trumps."""

    last_trick: Seat | None = None
    rejected: list[Suit] | None = None
    trump: Suit | None = None


@dataclass(frozen=True)
class TriathlonState:
    """How many deals are over, what each seat has, and how many triathlons."""

    deals: int
    totals: tuple[int, ...]
    triathlons: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether somebody has a third triathlon (`triathlon.end`)."""
        return max(self.triathlons) >= TRIATHLONS


class Triathlon(BasePlayableGame[TriathlonOptions, TriathlonState, TriathlonDeal]):
    """Points for tricks and feats, until somebody has done all three feats in three deals."""

    spec = RecordSpec("triathlon", (SEATS,), TriathlonOptions, (TriathlonDeal,))
    title = "Triathlon"
    about = "Three players, three feats a deal; the third triathlon ends it."
    place = 3
    usual_players = SEATS
    tie = "triathlon.tie"
    question_kinds = QUESTION_KINDS
    hand_size = TRICKS

    def pack(self, _options: TriathlonOptions) -> Pack:
        return PACK

    def start(self, _seating: Table) -> TriathlonState:
        return TriathlonState(0, (0,) * SEATS, (0,) * SEATS)

    def heading(self, _seating: Table, state: TriathlonState, entry: TriathlonDeal) -> Heading:
        if state.is_over:
            return Heading("After the end", "–", suit=entry.trump)
        return Heading(_label(state), str(state.deals + 1), suit=entry.trump)

    def problems(
        self, seating: Table, state: TriathlonState, entry: TriathlonDeal
    ) -> list[Problem]:
        found = _trump_problems(entry) + _trick_problems(seating, entry)
        if state.is_over:
            message = said("The game is over: somebody has a third triathlon.")
            found.insert(0, error("triathlon.end", message))
        return found + play_problems(self, seating, state, entry)

    def follow(self, seating: Table, state: TriathlonState, entry: TriathlonDeal) -> Play | None:
        """`triathlon.lead`: left of the dealer leads."""
        if entry.play is None or entry.trump is None:
            return None
        tricks = [read_cards(trick, PACK)[0] for trick in entry.play]
        leader = seating.left_of(_dealer(seating, state))
        rules = AthleteRules(trump=entry.trump, discard=seating.options.athlete_discard)
        return follow_play(tricks, leader, SEATS, rules)

    def irregularities(
        self, seating: Table, _state: TriathlonState, entry: TriathlonDeal, play: Play
    ) -> list[Problem]:
        """A wrong last trick (`triathlon.play`), revokes, and wrongly thrown Athletes."""
        found = breach_problems(seating, play)
        last = play.takers[-1] if len(play.takers) == TRICKS else None
        if last is not None and entry.last_trick not in (None, last):
            message = said("By the cards {name} took the last trick.", name=seating.players[last])
            found.insert(0, error("triathlon.play", message, field="last_trick"))
        return found

    def score(
        self, seating: Table, state: TriathlonState, entry: TriathlonDeal
    ) -> Scored[TriathlonState]:
        tricks, last = self._result(seating, state, entry)
        gained = gains(tricks, last)
        won = [("triathlon.game-bonus", BONUS) in of_seat for of_seat in gained]
        triathlons = added(state.triathlons, won)
        for seat in range(SEATS):
            if won[seat] and triathlons[seat] == TRIATHLONS:
                gained[seat].append(("triathlon.end", BONUS))
        cells = tuple(sum(points for _, points in of_seat) for of_seat in gained)
        after = TriathlonState(state.deals + 1, added(state.totals, cells), triathlons)
        return Scored(after, cells, partial(_explain, tricks, gained, won))

    def after_error(
        self, _seating: Table, state: TriathlonState, _entry: TriathlonDeal
    ) -> TriathlonState:
        """A deal with an error was dealt; one after the end never was."""
        return state if state.is_over else replace(state, deals=state.deals + 1)

    def outcome(self, seating: Table, state: TriathlonState) -> Outcome:
        """`triathlon.win`: the most points once somebody has three triathlons."""
        standings = ranked(seating.players, state.totals)
        return Outcome(
            standings,
            winners(standings) if state.is_over else (),
            None if state.is_over else _due(seating, state),
            notes=tuple(counted(n, "triathlon") if n else "" for n in state.triathlons),
        )

    def _result(
        self, seating: Table, state: TriathlonState, entry: TriathlonDeal
    ) -> tuple[list[int], int]:
        """The tricks of each seat and who took the last one; the deal has no error."""
        play = self.follow(seating, state, entry)
        if play is not None and play.takers[-1] is not None:
            return list(play.counts), play.takers[-1]
        assert entry.tricks is not None
        assert entry.last_trick is not None
        return entry.tricks, entry.last_trick

    def remarks(self, seating: Table, entry: TriathlonDeal) -> list[Ruling]:
        return all_tricks(self._result(seating, self.start(seating), entry)[0])

    def facts(self, seating: Table, course: Course) -> list[Fact]:
        """How often each did each of the feats, and all three in one deal."""
        found: list[Fact] = []
        for rule, template in _FACTS.items():

            def is_done(played: Played, seat: int, rule: str = rule) -> bool:
                return any(line.rule == rule for line in played.why[seat])

            done = count_by_person(seating.players, course, is_done)
            found += tallied(template, done, done.values()) if any(done.values()) else []
        return found


GAME: Final = Triathlon()

# Problems -----------------------------------------------------------------------------------------


def _trump_problems(entry: TriathlonDeal) -> list[Problem]:
    found = []
    if fault := recorded_fault(entry.rejected or (), entry.trump):
        found.append(error(fault.rule, fault.sentence, field="rejected"))
    if entry.play is not None and entry.trump is None:
        message = said("With the cards played, the trump must be recorded.")
        found.append(error("triathlon.rejection", message, field="trump"))
    return found


def _trick_problems(seating: Table, entry: TriathlonDeal) -> list[Problem]:
    found = []
    if entry.play is None and (entry.tricks is None or entry.last_trick is None):
        message = said("A deal needs the tricks of each player, and who took the last one.")
        field = "tricks" if entry.tricks is None else "last_trick"
        found.append(error("triathlon.play", message, field=field))
    if entry.tricks is None:
        return found
    found += total_problems("triathlon", entry.tricks, TRICKS)
    last = entry.last_trick
    if last is not None and entry.tricks[last] == 0:
        template = "{name} took the last trick, and so has at least one, not 0."
        message = said(template, name=seating.players[last])
        found.append(error("triathlon.last", message, field="last_trick", seats=[last]))
    return found


# Sentences ----------------------------------------------------------------------------------------

_FACTS: Final = {
    "triathlon.multiple": "Multiples of three: {figures}.",
    "triathlon.last": "Last tricks: {figures}.",
    "triathlon.middling": "Middling numbers: {figures}.",
    "triathlon.game-bonus": "Triathlons: {figures}.",
}


def _explain(
    tricks: Sequence[int], gained: Sequence[Sequence[Gain]], won: Sequence[bool]
) -> Explanation:
    why = receipts(tricks, gained)
    marks = tuple("triathlon" if seat_won else "" for seat_won in won) if any(won) else ()
    return Explanation(why, marks, tuple(map(written_sum, why)))


def _label(state: TriathlonState) -> Said:
    return said("Deal {number}", number=state.deals + 1)


def _dealer(seating: Table, state: TriathlonState) -> int:
    return seating.left_of(seating.options.first_dealer, state.deals)


_OFFICES: Final = (
    said("deals"),
    said("rejects first"),
    said("rejects then"),
    said("names trumps"),
    said("leads"),
)
"""In order of play."""


def _due(seating: Table, state: TriathlonState) -> Due:
    dealer = _dealer(seating, state)
    seats = [seating.left_of(dealer, steps) for steps in range(SEATS)]
    name, left, right = (seating.players[seat] for seat in seats)
    had = [
        said("{player} has {triathlons}", player=player, triathlons=counted(n, "triathlon"))
        for player, n in zip(seating.players, state.triathlons, strict=True)
        if n
    ]
    so_far = (
        said("{had}; the third ends the game.", had=listed(had))
        if had
        else said("A third triathlon of one player ends the game.")
    )
    offices = zip(_OFFICES, (*seats, dealer, seats[1]), strict=True)
    return Due(
        kind="deal",
        label=_label(state),
        name=said("deal {number}", number=state.deals + 1),
        dealer=dealer,
        headline=said("{name} deals, {left} rejects first", name=name, left=left),
        details=said(
            "Then {right} rejects a suit, and {name} names trumps. {left} leads. {triathlons}",
            right=right,
            name=name,
            left=left,
            triathlons=so_far,
        ),
        rules=("triathlon.deal", "triathlon.rejection", "triathlon.end"),
        short=said("{name} deals · {left} rejects first", name=name, left=left),
        cards=said("36 cards, from the ace down to the 6, and the three Athletes"),
        offices=tuple(Office(deed, seat) for deed, seat in offices),
    )
