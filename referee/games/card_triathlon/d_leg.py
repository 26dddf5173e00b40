"""A D leg: what the straight flushes of each hand scored, by figures or by cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from referee.cards import read_cards
from referee.game import Scored
from referee.games.card_triathlon.arrange import arrange
from referee.games.card_triathlon.d_questions import rules_of
from referee.games.card_triathlon.formats import CAP
from referee.games.card_triathlon.layout import Group, read_group
from referee.games.card_triathlon.reasons import heading
from referee.games.card_triathlon.state import Card_Table, State, scored, teams_of
from referee.games.card_triathlon.values import UNIT, full_pack, full_worth
from referee.law import Line, Problem, error, warning
from referee.record import Count, Entry, PerSeat

HAND = 13
FLUSH = "card-triathlon.d.straight-flush"


class DLeg(Entry):
    """A D leg: figures, or the hand or the laid-out groups of each seat."""

    kind: Literal["d-leg"]
    scored: PerSeat[Count] | None = None
    unscored: Count | None = None
    hands: PerSeat[list[str] | None] | None = None
    layouts: PerSeat[list[list[str]] | None] | None = None
    extra: PerSeat[list[str] | None] | None = None
    partial: bool | None = None

    @property
    def is_by_cards(self) -> bool:
        """Whether hands or layouts are recorded."""
        return self.hands is not None or self.layouts is not None


def problems(table: Card_Table, entry: DLeg) -> list[Problem]:
    """Every rule that this leg breaks."""
    figures = [*(entry.scored or ()), entry.unscored or 0]
    found = []
    if wrong := [figure for figure in figures if figure % UNIT]:
        message = f"{wrong[0]} is no multiple of {UNIT}, as all values of cards are."
        found.append(error("card-triathlon.values", message, field="scored"))
    if entry.is_by_cards or entry.extra is not None:
        return found + _card_problems(table, entry)
    if entry.scored is None:
        message = "A D leg needs what each player scored."
        return [*found, error("card-triathlon.play", message, field="scored")]
    return found + _crosscheck(table, entry)


def _crosscheck(table: Card_Table, entry: DLeg) -> list[Problem]:
    points, unscored, _ = figures_of(table, entry)
    total, whole = sum(points) + unscored, full_worth(table.seats)
    if total == whole:
        return []
    difference = f"{whole - total} missing" if total < whole else f"{total - whole} too much"
    message = f"Scored and unscored cards add up to {total}, not {whole}: {difference}."
    return [warning("card-triathlon.crosscheck", message, field="scored")]


# By cards -----------------------------------------------------------------------------------------


def _card_problems(table: Card_Table, entry: DLeg) -> list[Problem]:
    found = []
    hands = entry.hands or [None] * table.seats
    layouts = entry.layouts or [None] * table.seats
    if not entry.is_by_cards or any(
        hand is None and groups is None for hand, groups in zip(hands, layouts, strict=True)
    ):
        message = "Each player has a hand, or straight flushes that are laid out."
        found.append(error("card-triathlon.play", message, field="hands"))
    found += _pack_problems(table, entry)
    if found:
        return found
    for seat, hand in enumerate(hands):
        found += _size_problems(table, seat, hand, entry)
        found += _layout_problems(table, seat, hand, layouts[seat])
    for seat, hand in enumerate(entry.extra or ()):
        found += _extra_problems(table, entry, seat, hand)
    return found or _figure_problems(table, entry)


def _pack_problems(table: Card_Table, entry: DLeg) -> list[Problem]:
    texts = [text for seat in range(table.seats) for text in _texts_of(entry, seat)]
    _, faults = read_cards(texts, full_pack(table.seats))
    return [error("card-triathlon.pack", fault, field="hands") for fault in faults]


def _texts_of(entry: DLeg, seat: int) -> list[str]:
    """The cards of a seat: the hand if it is known, else those laid out; and the extra hand."""
    hand = entry.hands[seat] if entry.hands else None
    groups = entry.layouts[seat] if entry.layouts else None
    laid = [text for group in groups or () for text in group]
    extra = entry.extra[seat] if entry.extra else None
    return [*(laid if hand is None else hand), *(extra or ())]


def _size_problems(
    table: Card_Table, seat: int, hand: Sequence[str] | None, entry: DLeg
) -> list[Problem]:
    if hand is None or len(hand) == HAND or (entry.partial and len(hand) < HAND):
        return []
    message = f"{table.players[seat]} has {len(hand)} cards, and a hand has {HAND}."
    return [error("card-triathlon.d.start", message, seat=seat, field="hands")]


def _layout_problems(
    table: Card_Table,
    seat: int,
    hand: Sequence[str] | None,
    groups: Sequence[Sequence[str]] | None,
) -> list[Problem]:
    pack, name, found = full_pack(table.seats), table.players[seat], []
    laid = [text for group in groups or () for text in group]
    if len(laid) > HAND:
        message = f"{name} laid out {len(laid)} cards, and a hand has {HAND}."
        found.append(error("card-triathlon.d.start", message, seat=seat, field="layouts"))
    if hand is not None and groups is not None:
        left = list(read_cards(hand, pack)[0])
        for card in read_cards(laid, pack)[0]:
            if card not in left:
                message = f"{name} laid out {card}, which the hand does not hold."
                found.append(error("card-triathlon.play", message, seat=seat, field="layouts"))
                break
            left.remove(card)
    for number, group in enumerate(groups or (), start=1):
        reading = read_group(read_cards(group, pack)[0], rules_of(table.options))
        if reading.group is None:
            fault = reading.breach.text if reading.breach else "it is no straight flush."
            message = f"{name}, group {number}: {fault}"
            found.append(error(FLUSH, message, seat=seat, field="layouts"))
    return found


def _extra_problems(
    table: Card_Table, entry: DLeg, seat: int, hand: Sequence[str] | None
) -> list[Problem]:
    if hand is None:
        return []
    found, name = _size_problems(table, seat, hand, entry), table.players[seat]
    if not is_entitled(table, groups_of(table, entry, seat)):
        message = f"{name} has no right to an extra hand: not all 13 cards score."
        found.append(error("card-triathlon.d.extra-hand", message, seat=seat, field="extra"))
    return found


def is_entitled(table: Card_Table, groups: Sequence[Group]) -> bool:
    """`d.extra-hand`: all 13 cards score; in the 3,000 metre, in one straight flush 2 to A."""
    if table.options.plan.is_capped and len(groups) != 1:
        return False
    return sum(len(group.scoring) for group in groups) == HAND


def _figure_problems(table: Card_Table, entry: DLeg) -> list[Problem]:
    points, unscored, _ = figures_by_cards(table, entry)
    given = {"scored": (entry.scored, points), "unscored": (entry.unscored, unscored)}
    return [
        error("card-triathlon.play", f"By the cards, {name} is {shown}.", field=name)
        for name, (typed, shown) in given.items()
        if typed is not None and typed != shown
    ]


def groups_of(table: Card_Table, entry: DLeg, seat: int) -> tuple[Group, ...]:
    """The straight flushes of a seat: what was laid out, else the best arrangement."""
    pack, rules = full_pack(table.seats), rules_of(table.options)
    laid = entry.layouts[seat] if entry.layouts else None
    if laid is not None:
        read = (read_group(read_cards(group, pack)[0], rules).group for group in laid)
        return tuple(group for group in read if group is not None)
    hand = entry.hands[seat] if entry.hands else None
    return arrange(read_cards(hand or (), pack)[0], rules).groups


# What it comes to ---------------------------------------------------------------------------------


def figures_by_cards(table: Card_Table, entry: DLeg) -> tuple[list[int], int, bool]:
    """What the cards of each seat score, and what is unscored."""
    points = []
    for seat in range(table.seats):
        own = sum(group.score for group in groups_of(table, entry, seat))
        extra = entry.extra[seat] if entry.extra else None
        more = read_cards(extra or (), full_pack(table.seats))[0]
        points.append(own + arrange(more, rules_of(table.options)).score)
    return points, full_worth(table.seats) - sum(points), True


def figures_of(table: Card_Table, entry: DLeg) -> tuple[list[int], int, bool]:
    """Points of each seat, unscored, and whether that was counted."""
    if entry.is_by_cards:
        return figures_by_cards(table, entry)
    points, unscored = entry.scored or [], entry.unscored
    computed = max(full_worth(table.seats) - sum(points), 0)
    return points, computed if unscored is None else unscored, unscored is not None


def score(table: Card_Table, state: State, entry: DLeg) -> Scored:
    """What each player, each team and nobody scored; in the 3,000 metre capped at 500."""
    points, unscored, is_counted = figures_of(table, entry)
    rule = FLUSH
    teams = teams_of(table)
    why = [_lines(table, entry, seat, scored) for seat, scored in enumerate(points)]
    totals = [
        sum(points[seat] for seat in range(table.seats) if teams[seat] == number)
        for number in range(max(teams) + 1)
    ]
    team_lines = [
        [Line(rule, points[s], table.players[s]) for s in range(table.seats) if teams[s] == number]
        for number in range(max(teams) + 1)
    ]
    rest = "all other cards" if is_counted else "all other cards, computed and not counted"
    rest_lines = [Line("card-triathlon.d.unscored", unscored, rest)]
    total_lines = [Line("card-triathlon.crosscheck", sum(points) + unscored, "all cards")]
    if table.options.plan.is_capped:
        taken, given = cap(totals, unscored)
        rest_lines += _capped(taken, "first step: off Unscored")
        for number, less in enumerate(given):
            lines = _capped(less, _step(totals, number))
            team_lines[number] += lines
        total_lines += _capped(taken + sum(given), "the leg counts 500")
    why += [*team_lines, rest_lines, total_lines]
    cells = [sum(int(line.points) for line in lines) for lines in why]
    return scored(state, cells, why, was_cut=bool(entry.partial))


def _lines(table: Card_Table, entry: DLeg, seat: int, points: int) -> list[Line]:
    """The receipt of a seat: by cards a line for each straight flush, the extra hand's behind."""
    if not entry.is_by_cards:
        return [Line(FLUSH, points, "straight flushes")]
    own = [(FLUSH, group) for group in groups_of(table, entry, seat)]
    extra = entry.extra[seat] if entry.extra else None
    more = arrange(read_cards(extra or (), full_pack(table.seats))[0], rules_of(table.options))
    own += [("card-triathlon.d.extra-hand", group) for group in more.groups]
    lines = [Line(rule, group.score, heading(group)) for rule, group in own]
    return lines or [Line(FLUSH, 0, "no straight flush")]


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


def _capped(less: int, text: str) -> list[Line]:
    return [Line("card-triathlon.d.cap", -less, text)] if less else []


def _step(totals: Sequence[int], number: int) -> str:
    if totals[0] == totals[1]:
        return "second step: both teams give half"
    losing = totals[number] == min(totals)
    return "second step: off the losing team" if losing else "third step: off the winning team"
