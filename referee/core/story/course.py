"""A match's played and remaining entries, and the facts that stand out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from referee.core.entry_name import EntryName, count_entries
from referee.core.findings import Line, Points
from referee.core.record import Entry
from referee.core.text import Text, _, by_player, ngettext, points

Figures = tuple[Points, ...]


# Remaining entries --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Coming:
    """A remaining entry: its kind, and the most and least that a side can gain in it."""

    kind: str  # as entries of this kind are recorded, `b-leg`
    most: int
    least: int = 0  # below 0 if a side can lose points


@dataclass(frozen=True)
class Ahead:
    """The rest of a game that ends at a mark or after a set number of entries.

    If both are set, whichever is reached first ends it.
    """

    sides: tuple[str, ...]  # competing teams or players, in column order, not by rank
    totals: Figures
    cycle: tuple[Coming, ...]
    """The remaining entries, starting with the next one; this sequence repeats."""
    mark: int | None = None
    """The total (above 0) that ends the game once a side reaches it, whether to win or to lose."""
    entries: int | None = None  # entries left, if the rules fix their number

    @property
    def needs(self) -> Figures | None:
        if self.mark is None:
            return None
        return tuple(max(self.mark - total, 0) for total in self.totals)

    def coming(self, number: int) -> Coming:
        return self.cycle[number % len(self.cycle)]


# Played entries -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    number: int  # its index in the record
    entry: Entry
    label: str
    before: Any  # the game's own state before it
    cells: tuple[Points | None, ...]  # its figures on the sheet, one per column
    why: tuple[tuple[Line, ...], ...]  # the receipts of the cells
    gains: Figures
    totals: Figures  # totals of the sides after it
    minutes: float | None  # how long it took, if known
    players: tuple[str, ...]
    """The people in each seat: its usual player, or that evening's substitute."""
    sides: tuple[str, ...]  # names of the sides, from those who sat there: `Ann and Cleo`

    @property
    def has_figures(self) -> bool:
        """Whether the entry has any figures; a passed-out deal has none."""
        return any(cell is not None for cell in self.cells)


Course = Sequence[Played]


def group_by_kind(course: Course) -> Mapping[str, list[Played]]:
    groups: dict[str, list[Played]] = {}
    for each in course:
        groups.setdefault(each.entry.kind, []).append(each)
    return groups


def find_leader(figures: Sequence[Points], *, lowest_wins: bool) -> int | None:
    """Return the index of the side with the best figure; None if several share it."""
    best = min(figures) if lowest_wins else max(figures)
    return figures.index(best) if figures.count(best) == 1 else None


def seated_players(players: Sequence[str], course: Course) -> list[str]:
    """Return everyone who played: the players in seat order, then their substitutes."""
    seated = dict.fromkeys(name for each in course for name in each.players)
    own = [name for name in players if name in seated]
    return [*own, *(name for name in seated if name not in own)]


def count_by_person(
    players: Sequence[str], course: Course, is_so: Callable[[Played, int], bool]
) -> dict[str, int]:
    """Count, for each person, the entries in which `is_so` holds for their seat."""
    counts = Counter(
        name for each in course for seat, name in enumerate(each.players) if is_so(each, seat)
    )
    return {name: counts[name] for name in seated_players(players, course)}


# Facts --------------------------------------------------------------------------------------------

FEWEST: Final = 3  # entries needed for a fact, or timed entries for one about time

BIGGEST: Final[Mapping[EntryName, Text]] = {
    "deal": _("The biggest deal: {label}, with {gain} for {side}."),
    "round": _("The biggest round: {label}, with {gain} for {side}."),
    "leg": _("The biggest leg: {label}, with {gain} for {side}."),
}
LONGEST: Final[Mapping[EntryName, Text]] = {
    "deal": _("The longest deal: {label}, {time}."),
    "round": _("The longest round: {label}, {time}."),
    "leg": _("The longest leg: {label}, {time}."),
}


@dataclass(frozen=True)
class Fact:
    text: Text
    entry: int | None = None


def fact_by_player(
    template: Text, names: Collection[str], figures: Collection[object], **values: object
) -> Fact:
    """Create a fact with a figure for each player: `Quotas met: Ann 8 · Ben 6`."""
    return Fact(template.format(figures=by_player([*names], [*figures]), **values))


def find_facts(
    course: Course,
    sides: Sequence[str],
    unit: EntryName,
    *,
    is_over: bool,
    lowest_wins: bool = False,
) -> Iterator[Fact]:
    """Find facts in any game, crediting whoever sat in the seat at the time."""
    if len(course) < FEWEST:
        return

    best = max(course, key=lambda each: max(each.gains))
    gain = max(best.gains)
    if gain > 0:
        side = best.sides[best.gains.index(gain)]
        text = BIGGEST[unit].format(side=side, gain=points(gain), label=best.label)
        yield Fact(text, best.number)
    timed = [(each.minutes, each) for each in course if each.minutes is not None]
    if len(timed) >= FEWEST:
        minutes, longest = max(timed, key=lambda pair: pair[0])
        text = LONGEST[unit].format(label=longest.label, time=duration(minutes))
        yield Fact(text, longest.number)
    # The most that one side gained on another in one entry. Skipped if nobody gained, or if the
    # other side scored 0: that would be the biggest entry again.
    swing = max(course, key=lambda each: max(each.gains) - min(each.gains))
    least, most = min(swing.gains), max(swing.gains)
    if most > 0 and least != 0:
        first, last = (least, most) if lowest_wins else (most, least)
        text = _(
            "The biggest swing: {side} gained {swing} on {other} in {label}.",
            side=swing.sides[swing.gains.index(first)],
            other=swing.sides[swing.gains.index(last)],
            swing=points(most - least),
            label=swing.label,
        )
        yield Fact(text, swing.number)

    leaders = [(each, find_leader(each.totals, lowest_wins=lowest_wins)) for each in course]
    leads = [(each, side) for each, side in leaders if side is not None]
    changes = [(now, side) for (_unused, before), (now, side) in pairwise(leads) if before != side]
    if changes:
        latest, new_leader = changes[-1]
        text = ngettext(
            "The lead changed once: {side} took it in {label}.",
            "The lead changed {n} times, most recently to {side} in {label}.",
            len(changes),
            side=sides[new_leader],
            label=latest.label,
        )
        yield Fact(text, latest.number)
    leader = leaders[-1][1]
    if leader is not None:
        behind = [
            each.totals[leader] - min(each.totals)
            if lowest_wins
            else max(each.totals) - each.totals[leader]
            for each in course
        ]
        gap = max(behind)
        if gap > 0:
            low = course[behind.index(gap)]
            template = (
                _("The best comeback: {side} came from {gap} behind after {label} to win.")
                if is_over
                else _("The best comeback: {side} came from {gap} behind after {label} to lead.")
            )
            text = template.format(side=sides[leader], gap=points(gap), label=low.label)
            yield Fact(text, low.number)

    # The longest run of entries in which the same side did best.
    series: tuple[int, str, Played] | None = None
    length, winning = 0, None
    for each in course:
        winner = find_leader(each.gains, lowest_wins=lowest_wins)
        name = None if winner is None else each.sides[winner]
        length = length + 1 if name is not None and name == winning else int(name is not None)
        winning = name
        if name is not None and (series is None or length > series[0]):
            series = length, name, each
    if series and series[0] >= FEWEST:
        length, name, end = series
        entries = count_entries(unit, length)
        template = _(
            "The longest streak: {side} did best in {entries} in a row, ending with {label}."
        )
        text = template.format(side=name, entries=entries, label=end.label)
        yield Fact(text, end.number)


def duration(minutes: float) -> Text:
    """Format a duration: `24 min`, `1 h 10 min`."""
    hours, rest = divmod(round(minutes), 60)
    if not hours:
        return _("{minutes} min", minutes=rest)
    if not rest:
        return _("{hours} h", hours=hours)
    return _("{hours} h {minutes} min", hours=hours, minutes=rest)
