"""The D leg: what the straight flushes of each hand scored, by figures or by cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from referee.core.cards import find_faulty_hands, read_cards, symbol
from referee.core.findings import Line, Problem, error, warning
from referee.core.game import Explanation, Scored
from referee.core.story.course import Coming
from referee.core.text import SILENT, counted, said
from referee.core.validation import Count, PerSeat
from referee.games.card_triathlon.flushes.groups import (
    EXTRA,
    FLUSH,
    FlushRules,
    Group,
    group_lines,
    is_entitled,
    read_group,
)
from referee.games.card_triathlon.flushes.questions import ENTITLED, explain_nothing
from referee.games.card_triathlon.flushes.solver import HAND, arrange
from referee.games.card_triathlon.leg import (
    CROSSCHECK,
    PLAY,
    LegEntry,
    LegSeating,
    LegState,
    NextLeg,
    PlayedLeg,
    all_packs,
    card_figure_problems,
    crosscheck_problems,
    leg_before,
    made_up,
    pack_size,
    scored,
    team_lines,
    team_points,
    teams_of,
    unit_problems,
    whole_pack,
)
from referee.games.card_triathlon.options import CAP
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
        return self.hands is not None or self.layouts is not None

    def hand_of(self, seat: int) -> list[str] | None:
        return self.hands[seat] if self.hands else None

    def layout_of(self, seat: int) -> list[list[str]] | None:
        return self.layouts[seat] if self.layouts else None

    def extra_of(self, seat: int) -> list[str] | None:
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
        return sum(self.points) + self.unscored


class FlushLeg(PlayedLeg[DLeg]):
    kind = "d-leg"
    name = "D"

    def entry_problems(self, seating: LegSeating, _state: LegState, entry: DLeg) -> list[Problem]:
        found = unit_problems([*(entry.scored or ()), entry.unscored or 0], "scored")
        found += _range_problems(seating, entry)
        if entry.is_by_cards or entry.extra is not None:
            return found + _card_problems(seating, entry)
        if entry.scored is None:
            message = said("A D leg needs what each player scored.")
            return [*found, error(PLAY, message, field="scored")]
        total = figures_of(seating, entry).total
        return found + crosscheck_problems(total, full_worth(seating.seats), "scored")

    def score(self, seating: LegSeating, state: LegState, entry: DLeg) -> Scored[LegState]:
        """What each player, each team and nobody scored; in the 3,000 metre capped at 500."""
        figures = figures_of(seating, entry)
        own = [
            _seat_lines(seating, entry, seat, points) for seat, points in enumerate(figures.points)
        ]
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

    def next_leg(self, seating: LegSeating, state: LegState) -> NextLeg:
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
        packs = said(
            "{packs}; Jokers are {used}. Left of Buck one shuffles, the next cuts, the next deals",
            packs=all_packs(seating),
            used=said("wild") if seating.options.d_jokers else said("not used"),
        )
        return NextLeg(headline, short, details, rules, packs)


FLUSHES: Final = FlushLeg()


# What is wrong with it ----------------------------------------------------------------------------


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


def _card_problems(seating: LegSeating, entry: DLeg) -> list[Problem]:
    """The hands, what is laid out of them, and extra hands; then the figures beside them."""
    pack, seats = full_pack(seating.seats), range(seating.seats)
    hands = {}
    for seat in seats:
        hand = entry.hand_of(seat)
        if hand is None:
            hand = [text for group in entry.layout_of(seat) or () for text in group]
        hands[seat] = [*hand, *(entry.extra_of(seat) or ())]
    texts = [text for hand in hands.values() for text in hand]
    cards, faults = read_cards(texts, pack)
    found: list[Problem] = []
    missing = [s for s in seats if entry.hand_of(s) is None and entry.layout_of(s) is None]
    if missing:
        message = said("Each player has a hand, or straight flushes that are laid out.")
        found.append(error(PLAY, message, field="hands", seats=missing))
    wrong = find_faulty_hands(hands, pack)
    found += [error("card-triathlon.pack", fault, field="hands", seats=wrong) for fault in faults]
    can_be_read = len(cards) == len(texts)  # if perhaps not all can be there
    for seat in seats:
        found += _size_problems(seating, entry, seat)
        if can_be_read:
            found += _layout_problems(seating, entry, seat) + _extra_problems(seating, entry, seat)
    if found:
        return found
    shown = figures_of(seating, entry)
    return card_figure_problems(
        seating.players,
        [
            ("scored", entry.scored, shown.points),
            ("unscored", entry.unscored, shown.unscored),
        ],
    )


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
    hand, groups = entry.hand_of(seat), entry.layout_of(seat) or []
    name, pack, found = seating.players[seat], full_pack(seating.seats), []
    texts = [text for group in groups for text in group]
    if len(texts) > HAND:
        message = said(
            "{name} laid out {cards}, and a hand has {hand}.",
            name=name,
            cards=counted(len(texts), "card"),
            hand=HAND,
        )
        found.append(error(START, message, field="layouts", seats=[seat]))
    if hand is not None:
        left = list(read_cards(hand, pack)[0])
        for card in read_cards(texts, pack)[0]:
            if card not in left:
                message = said(
                    "{name} laid out {card}, which the hand does not hold.",
                    name=name,
                    card=symbol(card),
                )
                found.append(error(PLAY, message, field="layouts", seats=[seat]))
                break
            left.remove(card)
    rules = FlushRules.from_options(seating.options)
    for number, group in enumerate(groups, start=1):
        breach = read_group(read_cards(group, pack)[0], rules).breach
        if breach is not None:
            message = said(
                "{name}, group {number}: {text}", name=name, number=number, text=breach.text
            )
            found.append(error(FLUSH, message, field="layouts", seats=[seat]))
    return found


def _extra_problems(seating: LegSeating, entry: DLeg, seat: int) -> list[Problem]:
    is_too_large = entry.layout_of(seat) is None and len(entry.hand_of(seat) or ()) > HAND
    if entry.extra_of(seat) is None or is_too_large:  # a problem of its own (`d.start`)
        return []
    rules = FlushRules.from_options(seating.options)
    if is_entitled(groups_of(seating, entry, seat), rules):
        return []
    template = (
        "{name} has no right to an extra hand: that takes one straight flush from the 2 to the ace."
        if rules.is_capped
        else "{name} has no right to an extra hand: not all 13 cards score."
    )
    message = said(template, name=seating.players[seat])
    return [error(EXTRA, message, field="extra", seats=[seat])]


# What it comes to ---------------------------------------------------------------------------------


def groups_of(seating: LegSeating, entry: DLeg, seat: int) -> tuple[Group, ...]:
    """The straight flushes of a seat: what was laid out, else the best arrangement."""
    layout = entry.layout_of(seat)
    if layout is None:
        return _best_groups(seating, entry.hand_of(seat))
    pack, rules = full_pack(seating.seats), FlushRules.from_options(seating.options)
    read = (read_group(read_cards(group, pack)[0], rules).group for group in layout)
    return tuple(group for group in read if group is not None)


def _best_groups(seating: LegSeating, hand: Sequence[str] | None) -> tuple[Group, ...]:
    cards, _ = read_cards(hand or (), full_pack(seating.seats))
    return arrange(cards, FlushRules.from_options(seating.options)).groups


def figures_of(seating: LegSeating, entry: DLeg) -> FlushFigures:
    whole = full_worth(seating.seats)
    if entry.is_by_cards:
        scored = []
        for seat in range(seating.seats):
            extra = _best_groups(seating, entry.extra_of(seat))
            scored.append(sum(group.score for group in groups_of(seating, entry, seat) + extra))
        return FlushFigures(scored, whole - sum(scored))
    points = entry.scored or []
    if entry.unscored is not None:
        return FlushFigures(points, entry.unscored)
    return FlushFigures(points, max(whole - sum(points), 0), is_counted=False)


def _seat_lines(seating: LegSeating, entry: DLeg, seat: int, points: int) -> list[Line]:
    """The receipt of a seat: by cards each straight flush, the extra hand's behind the others."""
    if not entry.is_by_cards:
        return [Line(FLUSH, points, said("straight flushes"))]
    rules = FlushRules.from_options(seating.options)
    own, hand = groups_of(seating, entry, seat), entry.hand_of(seat)
    lines = [line for group in own for line in group_lines(group)]
    if not lines and (entry.layout_of(seat) is not None or hand is None):
        lines = [Line(FLUSH, 0, said("nothing is laid out"))]
    elif not lines:
        fault = explain_nothing(read_cards(hand or (), full_pack(seating.seats))[0], rules)
        text = said("no straight flush: {because}", because=fault.because)
        lines = [Line(fault.rule, 0, text)]
    if is_entitled(own, rules):
        lines.append(Line(EXTRA, 0, ENTITLED))
    extra = _best_groups(seating, entry.extra_of(seat))
    return lines + [line for group in extra for line in group_lines(group, is_extra=True)]


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
        if taken:
            rest_lines.append(Line(CAPPED, -taken, said("first step: off Unscored")))
        is_tied = totals[0] == totals[1]
        for number, less in enumerate(given):
            if is_tied:
                step = said("second step: both teams give half; {silent}", silent=SILENT)
            elif totals[number] == min(totals):
                step = said("second step: off the losing team")
            else:
                step = said("third step: off the winning team")
            if less:
                teams[number].append(Line(CAPPED, -less, step, is_silent=is_tied))
        if less := taken + sum(given):
            total_lines.append(Line(CAPPED, -less, said("the leg counts {cap}", cap=CAP)))
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
