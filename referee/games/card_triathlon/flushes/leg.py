"""The D leg: what the straight flushes of each hand scored, by figures or by cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from referee.core.cards import Card, read_cards, symbol, with_faults
from referee.core.findings import Line, Problem, error, warning
from referee.core.game import Explanation, Scored
from referee.core.story.course import Coming
from referee.core.text import SILENT, Said, counted, said
from referee.core.validation import Count, PerSeat
from referee.games.card_triathlon.due import NextLeg, all_packs, made_up, pack_size, whole_pack
from referee.games.card_triathlon.flushes.explain import ENTITLED, group_lines, why_nothing
from referee.games.card_triathlon.flushes.group import (
    EXTRA,
    FLUSH,
    Group,
    is_entitled,
    read_group,
)
from referee.games.card_triathlon.flushes.questions import rules_of
from referee.games.card_triathlon.flushes.solver.search import HAND, arranged
from referee.games.card_triathlon.formats import CAP
from referee.games.card_triathlon.leg import (
    CROSSCHECK,
    PLAY,
    LegEntry,
    PlayedLeg,
    card_figure_problems,
    crosscheck_problems,
    team_lines,
    team_points,
    unit_problems,
)
from referee.games.card_triathlon.state import (
    CardTriathlonState,
    LegSeating,
    leg_before,
    scored,
    teams_of,
)
from referee.games.card_triathlon.values import NUMBERS, WORTH, full_pack, full_worth

CAPPED: Final = "card-triathlon.d.cap"
RANGE: Final = "card-triathlon.d.range"
START: Final = "card-triathlon.d.start"
UNSCORED: Final = "card-triathlon.d.unscored"
BEST_HAND: Final = 2 * WORTH["A"] + (HAND - 2) * WORTH["K"]
"""What a hand without Jokers scores at most, as 8 to A of one suit and 9 to A of another do."""
MOST_OF_HAND: Final = 230
"""`d.range`: two groups from the ace down, with two Jokers in each."""
MOST_WITH_EXTRA: Final = 380
"""The same with an extra hand."""


class DLeg(LegEntry):
    """A D leg: figures, or the hand or the laid-out groups of each seat."""

    kind: Literal["d-leg"]
    scored: PerSeat[Count] | None = None
    unscored: Count | None = None
    hands: PerSeat[list[str] | None] | None = None
    layouts: PerSeat[list[list[str]] | None] | None = None
    extra: PerSeat[list[str] | None] | None = None

    @property
    def is_by_cards(self) -> bool:
        """Whether hands or layouts are recorded."""
        return self.hands is not None or self.layouts is not None

    def hand_of(self, seat: int) -> list[str] | None:
        """The hand of a seat, if it is known."""
        return self.hands[seat] if self.hands else None

    def layout_of(self, seat: int) -> list[list[str]] | None:
        """What a seat has laid out, if that is recorded."""
        return self.layouts[seat] if self.layouts else None

    def extra_of(self, seat: int) -> list[str] | None:
        """The extra hand of a seat, if there is one."""
        return self.extra[seat] if self.extra else None


@dataclass(frozen=True)
class FlushFigures:
    """What a D leg comes to: the points of each seat, and the rest."""

    points: list[int]
    unscored: int
    is_counted: bool = True
    """Whether the unscored cards were counted, and not computed."""

    @property
    def total(self) -> int:
        """What all cards are worth."""
        return sum(self.points) + self.unscored


class FlushLeg(PlayedLeg[DLeg]):
    """The legs of kind `d-leg`."""

    kind = "d-leg"
    name = "D"

    def entry_problems(
        self,
        seating: LegSeating,
        _state: CardTriathlonState,
        entry: DLeg,
    ) -> list[Problem]:
        """By cards, or else by figures."""
        found = unit_problems([*(entry.scored or ()), entry.unscored or 0], "scored")
        found += _range_problems(seating, entry)
        if entry.is_by_cards or entry.extra is not None:
            return found + _card_problems(seating, entry)
        if entry.scored is None:
            message = said("A D leg needs what each player scored.")
            return [*found, error(PLAY, message, field="scored")]
        total = figures_of(seating, entry).total
        return found + crosscheck_problems(total, full_worth(seating.seats), "scored")

    def score(
        self, seating: LegSeating, state: CardTriathlonState, entry: DLeg
    ) -> Scored[CardTriathlonState]:
        """What each player, each team and nobody scored; in the 3,000 metre capped at 500."""
        figures = figures_of(seating, entry)
        own = [_lines(seating, entry, seat, points) for seat, points in enumerate(figures.points)]
        why = [*own, *_capped_lines(seating, figures)]
        cells = [sum(int(line.points) for line in lines) for lines in why]
        explain = partial(Explanation, tuple(map(tuple, why)))
        return scored(state, cells, explain, was_cut=bool(entry.partial))

    def coming(self, seating: LegSeating) -> Coming:
        """The best hands of all players of a team, each with the best extra hand.

        A hand has 13 cards (`d.start`) and so at most two straight flushes, of five cards or more
        (`d.straight-flush`). Each of them has one ace that scores (`d.ace`), all other right cards
        are worth 10 at most (`card-triathlon.values`): 2 × 20 + 11 × 10 = 150. A Joker in the
        place of one of these is worth 30 (`d.joker`), 20 more, and there are as many Jokers as
        players. Who scores all of a hand has one more (`d.extra-hand`). `d.cap` leaves what is
        counted in all.
        """
        plan, teams = seating.options.plan, teams_of(seating)
        jokers = seating.seats if seating.options.d_jokers else 0
        hands = 2 * teams.count(0)
        best = hands * BEST_HAND + jokers * (WORTH["JK"] - WORTH["K"])
        return Coming(self.kind, most=min(best, CAP) if plan.is_capped else best)

    def next_leg(self, seating: LegSeating, state: CardTriathlonState) -> NextLeg:
        """Which cards to take, after each of the legs and without one."""
        template = {
            None: "{whole}.",
            "D": "All cards go back: shuffle the {number}, thirteen cards each.",
            "C": "Everyone takes up their own melds and hand. {made_up}.",
            "B": "Everyone takes up their own tricks; all Jokers come in. {made_up}.",
        }[leg_before(seating, state)]
        cards = said(
            template,
            whole=whole_pack(seating),
            number=pack_size(seating),
            made_up=made_up(seating, state.held),
        )
        buck = said("Buck has the highest card; four rounds of discarding.")
        rules = (START, "card-triathlon.d.buck", "card-triathlon.d.rounds")
        details = said("{cards} {buck}", cards=cards, buck=buck)
        headline, short = said("D leg: straight flushes"), said("straight flushes")
        return NextLeg(headline, short, details, rules, _packs(seating))


FLUSHES: Final = FlushLeg()


def _packs(seating: LegSeating) -> Said:
    """The cards, and what is done with them in each round: who is Buck is seen in the hands."""
    return said(
        "{packs}; Jokers are {used}. Left of Buck one shuffles, the next cuts, the next deals",
        packs=all_packs(seating),
        used=said("wild") if seating.options.d_jokers else said("not used"),
    )


def _range_problems(seating: LegSeating, entry: DLeg) -> list[Problem]:
    """`d.range`: more than a hand scores, or than a hand and an extra hand; four players only."""
    if seating.seats != NUMBERS[0]:
        return []
    found = []
    for seat, points in enumerate(entry.scored or ()):
        if points > MOST_WITH_EXTRA:
            template = (
                "{name} cannot have scored {points}: a hand and an extra hand score {most} at most."
            )
            make, most = error, MOST_WITH_EXTRA
        elif points > MOST_OF_HAND and entry.extra_of(seat) is None:
            template = (
                "{name} scored {points}: that takes an extra hand, as one hand scores {most} at"
                " most."
            )
            make, most = warning, MOST_OF_HAND
        else:
            continue
        message = said(template, name=seating.players[seat], points=points, most=most)
        found.append(make(RANGE, message, field="scored", seats=[seat]))
    return found


# What is wrong with the cards ---------------------------------------------------------------------


def _card_problems(seating: LegSeating, entry: DLeg) -> list[Problem]:
    """The hands, what is laid out of them, and extra hands; then the figures beside them."""
    hands = {seat: _texts_of(entry, seat) for seat in range(seating.seats)}
    pack, texts = full_pack(seating.seats), [text for hand in hands.values() for text in hand]
    cards, faults = read_cards(texts, pack)
    wrong = with_faults(hands, pack)
    found = _missing(seating, entry)
    found += [error("card-triathlon.pack", fault, field="hands", seats=wrong) for fault in faults]
    can_be_read = len(cards) == len(texts)  # if perhaps not all can be there
    for seat in range(seating.seats):
        found += _size_problems(seating, entry, seat)
        if can_be_read:
            found += _layout_problems(seating, entry, seat) + _extra_problems(seating, entry, seat)
    return found or _figure_problems(seating, entry)


def _missing(seating: LegSeating, entry: DLeg) -> list[Problem]:
    seats = range(seating.seats)
    missing = [s for s in seats if entry.hand_of(s) is None and entry.layout_of(s) is None]
    if not missing:
        return []
    message = said("Each player has a hand, or straight flushes that are laid out.")
    return [error(PLAY, message, field="hands", seats=missing)]


def _texts_of(entry: DLeg, seat: int) -> list[str]:
    """The cards of a seat: the hand if it is known, else those laid out; and the extra hand."""
    hand, groups = entry.hand_of(seat), entry.layout_of(seat)
    laid_out = [text for group in groups or () for text in group]
    return [*(laid_out if hand is None else hand), *(entry.extra_of(seat) or ())]


def _size_problems(seating: LegSeating, entry: DLeg, seat: int) -> list[Problem]:
    name = seating.players[seat]
    hands = [
        (entry.hand_of(seat), "hands", name),
        (entry.extra_of(seat), "extra", said("{name}’s extra hand", name=name)),
    ]
    found = []
    for hand, field, owner in hands:
        if hand is None or len(hand) == HAND or (entry.partial and len(hand) < HAND):
            continue
        cards = counted(len(hand), "card")
        message = said("{owner} has {cards}, not {hand}.", owner=owner, cards=cards, hand=HAND)
        found.append(error(START, message, field=field, seats=[seat]))
    return found


def _layout_problems(seating: LegSeating, entry: DLeg, seat: int) -> list[Problem]:
    groups, name = entry.layout_of(seat) or [], seating.players[seat]
    pack, found = full_pack(seating.seats), []
    laid_out = [text for group in groups for text in group]
    if len(laid_out) > HAND:
        message = said(
            "{name} laid out {cards}, and a hand has {hand}.",
            name=name,
            cards=counted(len(laid_out), "card"),
            hand=HAND,
        )
        found.append(error(START, message, field="layouts", seats=[seat]))
    if strange := _not_held(seating, entry, seat):
        message = said(
            "{name} laid out {card}, which the hand does not hold.",
            name=name,
            card=symbol(strange),
        )
        found.append(error(PLAY, message, field="layouts", seats=[seat]))
    for number, group in enumerate(groups, start=1):
        breach = read_group(read_cards(group, pack)[0], rules_of(seating.options)).breach
        if breach is not None:
            message = said(
                "{name}, group {number}: {text}", name=name, number=number, text=breach.text
            )
            found.append(error(FLUSH, message, field="layouts", seats=[seat]))
    return found


def _not_held(seating: LegSeating, entry: DLeg, seat: int) -> Card | None:
    """The first card that is laid out and not in the hand, where both are recorded."""
    hand, groups = entry.hand_of(seat), entry.layout_of(seat)
    if hand is None or groups is None:
        return None
    pack = full_pack(seating.seats)
    left = list(read_cards(hand, pack)[0])
    for card in read_cards([text for group in groups for text in group], pack)[0]:
        if card not in left:
            return card
        left.remove(card)
    return None


def _extra_problems(seating: LegSeating, entry: DLeg, seat: int) -> list[Problem]:
    """`d.extra-hand`: an extra hand without the right to it."""
    hand = entry.hand_of(seat)
    is_too_large = entry.layout_of(seat) is None and len(hand or ()) > HAND  # that is said of it
    if entry.extra_of(seat) is None or is_too_large:
        return []
    if is_entitled(groups_of(seating, entry, seat), rules_of(seating.options)):
        return []
    template = (
        "{name} has no right to an extra hand: that takes one straight flush from the 2 to the ace."
        if seating.options.plan.is_capped
        else "{name} has no right to an extra hand: not all 13 cards score."
    )
    message = said(template, name=seating.players[seat])
    return [error(EXTRA, message, field="extra", seats=[seat])]


def _figure_problems(seating: LegSeating, entry: DLeg) -> list[Problem]:
    shown = figures_by_cards(seating, entry)
    return card_figure_problems(
        seating.players,
        [
            ("scored", entry.scored, shown.points),
            ("unscored", entry.unscored, shown.unscored),
        ],
    )


def groups_of(seating: LegSeating, entry: DLeg, seat: int) -> tuple[Group, ...]:
    """The straight flushes of a seat: what was laid out, else the best arrangement."""
    pack, rules = full_pack(seating.seats), rules_of(seating.options)
    layout = entry.layout_of(seat)
    if layout is None:
        return arranged(read_cards(entry.hand_of(seat) or (), pack)[0], rules).groups
    read = (read_group(read_cards(group, pack)[0], rules).group for group in layout)
    return tuple(group for group in read if group is not None)


def extra_groups(seating: LegSeating, entry: DLeg, seat: int) -> tuple[Group, ...]:
    """The straight flushes of the extra hand of a seat."""
    cards, _ = read_cards(entry.extra_of(seat) or (), full_pack(seating.seats))
    return arranged(cards, rules_of(seating.options)).groups


# What it comes to ---------------------------------------------------------------------------------


def figures_by_cards(seating: LegSeating, entry: DLeg) -> FlushFigures:
    """What the cards of each seat score, and what is unscored."""
    points = [
        sum(group.score for group in groups_of(seating, entry, seat))
        + sum(group.score for group in extra_groups(seating, entry, seat))
        for seat in range(seating.seats)
    ]
    return FlushFigures(points, full_worth(seating.seats) - sum(points))


def figures_of(seating: LegSeating, entry: DLeg) -> FlushFigures:
    """The figures of a leg whose form is right."""
    if entry.is_by_cards:
        return figures_by_cards(seating, entry)
    points = entry.scored or []
    if entry.unscored is not None:
        return FlushFigures(points, entry.unscored)
    rest = max(full_worth(seating.seats) - sum(points), 0)
    return FlushFigures(points, rest, is_counted=False)


def _lines(seating: LegSeating, entry: DLeg, seat: int, points: int) -> list[Line]:
    """The receipt of a seat: by cards each straight flush, the extra hand's behind the others."""
    if not entry.is_by_cards:
        return [Line(FLUSH, points, said("straight flushes"))]
    own = groups_of(seating, entry, seat)
    lines = [line for group in own for line in group_lines(group)]
    lines = lines or [_nothing_line(seating, entry, seat)]
    if is_entitled(own, rules_of(seating.options)):
        lines.append(Line(EXTRA, 0, ENTITLED))
    extra = extra_groups(seating, entry, seat)
    return lines + [line for group in extra for line in group_lines(group, is_extra=True)]


def _nothing_line(seating: LegSeating, entry: DLeg, seat: int) -> Line:
    """Why a seat scores nothing."""
    hand = entry.hand_of(seat)
    if entry.layout_of(seat) is not None or hand is None:
        return Line(FLUSH, 0, said("nothing is laid out"))
    cards, _ = read_cards(hand, full_pack(seating.seats))
    fault = why_nothing(cards, rules_of(seating.options))
    return Line(fault.rule, 0, said("no straight flush: {because}", because=fault.because))


def _capped_lines(seating: LegSeating, figures: FlushFigures) -> list[list[Line]]:
    """The receipts of the teams, of Unscored and of the Total; in the 3,000 metre capped."""
    teams = team_lines(seating, FLUSH, figures.points)
    rest = said(
        "all other cards" if figures.is_counted else "all other cards, computed and not counted"
    )
    rest_lines = [Line(UNSCORED, figures.unscored, rest)]
    total_lines = [Line(CROSSCHECK, figures.total, said("all cards"))]
    if seating.options.plan.is_capped:
        totals = team_points(seating, figures.points)
        taken, given = cap(totals, figures.unscored)
        rest_lines += _taken_off(taken, said("first step: off Unscored"))
        for number, less in enumerate(given):
            is_tied = totals[0] == totals[1]
            teams[number] += _taken_off(less, _step(totals, number), is_silent=is_tied)
        total_lines += _taken_off(taken + sum(given), said("the leg counts {cap}", cap=CAP))
    return [*teams, rest_lines, total_lines]


def cap(totals: Sequence[int], unscored: int) -> tuple[int, list[int]]:
    """`d.cap`: how much Unscored gives, and each of the two teams, so that the leg counts 500."""
    above = max(sum(totals) + unscored - CAP, 0)
    taken = min(above, unscored)
    above -= taken
    if totals[0] == totals[1]:
        return taken, [above // 2, above // 2]
    losing = min(range(2), key=totals.__getitem__)
    given = [0, 0]
    given[losing] = min(above, totals[losing])
    given[1 - losing] = above - given[losing]
    return taken, given


def _taken_off(less: int, text: Said, *, is_silent: bool = False) -> list[Line]:
    return [Line(CAPPED, -less, text, is_silent)] if less else []


def _step(totals: Sequence[int], number: int) -> Said:
    if totals[0] == totals[1]:
        return said("second step: both teams give half; {silent}", silent=SILENT)
    if totals[number] == min(totals):
        return said("second step: off the losing team")
    return said("third step: off the winning team")
