"""Triathlon, by David Parlett: three players, three feats a deal, three Athletes in the pack.

Pack, options and tricks are in `athletes.py`, feats and rejected suits in `deal.py`, questions in
`questions.py`; a deal's record, problems and score are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.core.cards import Pack, Suit
from referee.core.findings import Problem, Ruling, add_cells, error
from referee.core.game import DealState, Due, Explanation, Office, Outcome, Scored
from referee.core.played_deal import TrickDeal, TrickGame
from referee.core.record import RecordSpec
from referee.core.seating import Seating
from referee.core.story.course import Course, Fact, Played, count_by_person, fact_by_player
from referee.core.text import _, _p, joined, ngettext, shares
from referee.core.tricks import Play
from referee.core.validation import Seat
from referee.games.triathlon.athletes import PACK, TRICKS, AthleteRules, TriathlonOptions
from referee.games.triathlon.deal import (
    BONUS,
    LAST_WITHOUT_TRICKS,
    SEATS,
    TRUMP_MISSING,
    gains,
    receipts,
    rejection_fault,
    written_sum,
)
from referee.games.triathlon.questions import QUESTION_KINDS, all_tricks

TRIATHLONS: Final = 3  # `triathlon.end`: one player's third ends the game
Table = Seating[TriathlonOptions]


class TriathlonDeal(TrickDeal):
    """A deal with the player who took the last trick, the two rejected suits, and trumps."""

    last_trick: Seat | None = None
    rejected: list[Suit] | None = None
    trump: Suit | None = None


@dataclass(frozen=True)
class TriathlonState(DealState):
    triathlons: tuple[int, ...]  # won so far, by seat


class Triathlon(TrickGame[TriathlonOptions, TriathlonState, TriathlonDeal]):
    spec = RecordSpec("triathlon", (SEATS,), TriathlonOptions, (TriathlonDeal,))
    title = _p("game", "Triathlon")
    about = _("Three players. Each deal has three feats; a player’s third triathlon ends the game.")
    place = 3
    usual_players = SEATS
    tie = "triathlon.tie"
    question_kinds = QUESTION_KINDS
    hand_size = TRICKS

    def pack(self, _options: TriathlonOptions) -> Pack:
        return PACK

    def start(self, _seating: Table) -> TriathlonState:
        return TriathlonState(0, (0,) * SEATS, (0,) * SEATS)

    def is_over(self, _seating: Table, state: TriathlonState) -> bool:
        """Whether someone has won a third triathlon (`triathlon.end`)."""
        return max(state.triathlons) >= TRIATHLONS

    def first_leader(self, seating: Table, state: TriathlonState) -> int:
        """Return the player to the dealer's left (`triathlon.lead`)."""
        return seating.left_of(seating.options.first_dealer, state.deals + 1)

    def trick_rules(
        self, seating: Table, _state: TriathlonState, deal: TriathlonDeal
    ) -> AthleteRules | None:
        if deal.trump is None:
            return None
        return AthleteRules(trump=deal.trump, discard=seating.options.athlete_discard)

    def problems(self, seating: Table, state: TriathlonState, deal: TriathlonDeal) -> list[Problem]:
        found = []
        if self.is_over(seating, state):
            message = _("The game ended with a third triathlon. Strike this deal.")
            found.append(error("triathlon.end", message))
        fault = rejection_fault(deal.rejected or (), deal.trump, is_recorded=True)
        if fault:
            found.append(error(fault.rule, fault.sentence, field="rejected"))
        if deal.play is not None and deal.trump is None:
            found.append(error("triathlon.rejection", TRUMP_MISSING, field="trump"))
        last = deal.last_trick
        if deal.play is None and (deal.tricks is None or last is None):
            message = _("Enter each player’s tricks and who took the last one.")
            field = "tricks" if deal.tricks is None else "last_trick"
            found.append(error("triathlon.play", message, field=field))
        if deal.tricks is not None:
            found += self.total_problems(deal)
            if last is not None and deal.tricks[last] == 0:
                message = LAST_WITHOUT_TRICKS.format(name=seating.players[last])
                found.append(error("triathlon.last", message, field="last_trick", seats=[last]))
        return found + self.play_problems(seating, state, deal)

    def irregularities(
        self, seating: Table, state: TriathlonState, deal: TriathlonDeal, play: Play
    ) -> list[Problem]:
        """Return problems with the last trick (`triathlon.play`), revokes and thrown Athletes."""
        found = super().irregularities(seating, state, deal, play)
        last = play.takers[-1] if len(play.takers) == TRICKS else None
        if last is not None and deal.last_trick not in (None, last):
            name = seating.players[last]
            message = _("The cards show that {name} took the last trick. Choose {name}.", name=name)
            found.insert(0, error("triathlon.play", message, field="last_trick"))
        return found

    def score(
        self, seating: Table, state: TriathlonState, deal: TriathlonDeal
    ) -> Scored[TriathlonState]:
        play = self.follow(seating, state, deal)
        tricks: Sequence[int] = deal.tricks or ()
        last = deal.last_trick
        if play is not None:
            tricks, last = play.counts, play.takers[-1]
        assert last is not None  # the deal has no error
        gained = gains(tricks, last)
        won = [("triathlon.game-bonus", BONUS) in of_seat for of_seat in gained]
        triathlons = add_cells(state.triathlons, won)
        for seat in range(SEATS):
            if won[seat] and triathlons[seat] == TRIATHLONS:
                gained[seat].append(("triathlon.end", BONUS))
        cells = tuple(sum(points for _rule, points in of_seat) for of_seat in gained)

        def explain() -> Explanation:
            why = receipts(tricks, gained)
            mark = _p("row", "triathlon")
            marks = tuple(mark if seat_won else "" for seat_won in won) if any(won) else ()
            return Explanation(why, marks, tuple(map(written_sum, why)))

        after = TriathlonState(state.deals + 1, add_cells(state.totals, cells), triathlons)
        return Scored(after, cells, explain)

    def outcome(self, seating: Table, state: TriathlonState) -> Outcome:
        """Rank players by points (`triathlon.win`), with their triathlons as notes."""
        notes = tuple(
            ngettext("{n} triathlon", "{n} triathlons", n) if n else "" for n in state.triathlons
        )
        return replace(super().outcome(seating, state), notes=notes)

    def due(self, seating: Table, state: TriathlonState) -> Due:
        leader = self.first_leader(seating, state)
        seats = [seating.left_of(leader, steps) for steps in (-1, 0, 1)]
        name, left, right = (seating.players[seat] for seat in seats)
        so_far = _("A player’s third triathlon ends the game.")
        if any(state.triathlons):
            so_far = _(
                "Triathlons so far: {shares}. A player’s third ends the game.",
                shares=shares(seating.players, state.triathlons),
            )
        rejection = _(
            "Then {right} rejects a suit and {name} names trumps. {left} leads.",
            right=right,
            name=name,
            left=left,
        )
        return Due(
            kind="deal",
            label=self.label(state),
            name=_("deal {number}", number=state.deals + 1),
            dealer=seats[0],
            headline=_("{name} deals, {left} rejects first", name=name, left=left),
            details=joined([rejection, so_far]),
            rules=("triathlon.deal", "triathlon.rejection", "triathlon.end"),
            short=_("{name} deals · {left} rejects first", name=name, left=left),
            cards=_("36 cards (6s and up) and three Athletes"),
            offices=tuple(map(Office, _OFFICES, (*seats, seats[0], leader))),
        )

    def remarks(self, seating: Table, deal: TriathlonDeal) -> list[Ruling]:
        return all_tricks(self.tricks_taken(seating, self.start(seating), deal))

    def facts(self, seating: Table, course: Course) -> list[Fact]:
        found: list[Fact] = []
        for rule, template in _FACTS.items():

            def is_done(played: Played, seat: int, rule: str = rule) -> bool:
                return any(line.rule == rule for line in played.why[seat])

            done = count_by_person(seating.players, course, is_done)
            if any(done.values()):
                found.append(fact_by_player(template, done, done.values()))
        return found


_FACTS: Final = {
    "triathlon.multiple": _("Times with a multiple of three tricks: {figures}."),
    "triathlon.last": _("Last tricks won: {figures}."),
    "triathlon.middling": _("Times in the middle: {figures}."),
    "triathlon.game-bonus": _("Triathlons won: {figures}."),
}
_OFFICES: Final = (
    _p("duty", "deals"),
    _("rejects the first suit"),
    _("rejects the second suit"),
    _("names trumps"),
    _p("duty", "leads"),
)
"""What the dealer and the opponents do, in order of play."""

GAME: Final = Triathlon()
