"""Likely slips in an entry whose figures don't add up, such as two digits in the wrong order.

A slip is offered only if the game finds no problem in the corrected entry. Slips are ranked by
their likelihood: how often their kind occurs, divided among the figures that could have come from
such a slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, Final

from referee.core.text import Text, _, _p, joined, listed, points

OFFERED: Final = 3
JUDGED: Final = 50  # candidates at most, because judging one takes up to a millisecond
FREQUENCIES: Final = {
    "counted": 0.5,
    "digit": 0.35,
    "length": 0.07,
    "turned": 0.05,
    "swapped": 0.03,
}
"""How often each kind of slip occurs, as a share of all.

The shares of typing errors follow Verhoeff (“Error Detecting Decimal Codes”, 1969). He is quoted
as finding one wrong digit in 60 to 95 % of them, a digit too many or too few in 10 to 20 %, and two
digits swapped in 10 to 20 %. There are no figures for miscounted cards; half of all slips is a
guess.
"""
DIGITS: Final = 10
WITH_REST: Final = 0.01
"""Factor for slips that leave a remainder once corrected, to rank them after those that don't."""

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class EntryFigure:
    path: Path
    """Where the figure is in the entry: `("points", 2)` or `("tables", 0, "unscored")`."""
    name: str  # the player, or `Unscored`
    value: int
    things: Text | None = None  # `points` or `tricks`, if the entry has both


def player_figures(
    path: Path, names: Sequence[str], values: Sequence[int], things: Text | None = None
) -> list[EntryFigure]:
    """Return the figures in a list that holds one value per player."""
    figures = enumerate(zip(names, values, strict=False))
    return [EntryFigure((*path, seat), name, value, things) for seat, (name, value) in figures]


@dataclass(frozen=True)
class Countable:
    """A thing that is easily left out or counted twice, such as an ace."""

    missing: Text
    extra: Text
    share: float = 1  # of all things that are counted


TRICK: Final = {1: Countable(_("one trick missing"), _("one trick too many"))}


@dataclass(frozen=True)
class CrossCheck:
    """Figures of an entry that should add up to a total."""

    figures: Sequence[EntryFigure]
    total: int
    counted: Mapping[int, Countable] = field(default_factory=dict)  # by what each adds to a figure
    unit: int = 1  # all figures are multiples of this
    has_rest: bool = False  # whether the figures may add up to less


@dataclass(frozen=True)
class Slip:
    entry: dict[str, Any]  # the entry without the slip
    whose: Text  # `Dora` or, if the entry has points twice, `Dora melded`
    change: Text  # `35 → 25`
    reason: Text  # `one digit wrong`


@dataclass(frozen=True)
class _Candidate:
    likelihood: float
    right: Mapping[Path, int]  # the right figures
    whose: Text
    change: Text
    reason: Text


def likely_slips(
    entry: dict[str, Any],
    checks: Sequence[CrossCheck],
    is_consistent: Callable[[dict[str, Any]], bool],
    most: int = OFFERED,
) -> list[Slip]:
    """Return the likeliest slips, best first; `is_consistent` judges each corrected entry."""
    candidates = [each for check in checks for each in (*_wrong(check), *_swapped(check))]
    candidates.sort(key=lambda each: -each.likelihood)
    found = (
        Slip(_changed(entry, each.right), each.whose, each.change, each.reason)
        for each in candidates[:JUDGED]
    )
    return [*islice((each for each in found if is_consistent(each.entry)), most)]


def _wrong(check: CrossCheck) -> Iterator[_Candidate]:
    """Find single figures that a slip could have changed."""
    missing = check.total - sum(each.value for each in check.figures)
    template = _("{figure} → {right}")
    impossible = [each for each in check.figures if each.value % check.unit]
    for figure in impossible or check.figures:
        most = figure.value + missing
        possible: Sequence[int] = range(0, most + 1, check.unit) if check.has_rest else [most]
        for right in possible:
            ways = _ways(right, figure.value, check) if 0 <= right != figure.value else []
            if not ways or right % check.unit:
                continue
            whose = joined((figure.name, *filter(None, [figure.things])))
            change = template.format(figure=points(figure.value), right=points(right))
            reason = max(ways, key=lambda way: way[0])[1]
            likelihood = sum(share for share, _reason in ways) / len(check.figures)
            if right != most:
                likelihood *= WITH_REST
            yield _Candidate(likelihood, {figure.path: right}, whose, change, reason)


def _ways(right: int, typed: int, check: CrossCheck) -> list[tuple[float, Text]]:
    """Return the slips that turn the right figure into the typed one, with their frequencies.

    The more a player has to count, the more likely a miscount is.
    """
    found = []
    if (item := check.counted.get(abs(right - typed))) is not None:
        effort = len(check.figures) * max(right, typed) / check.total
        share = FREQUENCIES["counted"] * item.share * effort
        found.append((share, item.missing if typed < right else item.extra))
    one, other = str(right), str(typed)
    differing = [at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]
    if len(one) != len(other):
        longer, shorter = sorted((one, other), key=len, reverse=True)
        if any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))):
            words = _("one digit missing") if other == shorter else _("one digit too many")
            found.append((FREQUENCIES["length"] / len(one), words))
    elif len(differing) == 1:
        share = FREQUENCIES["digit"] / len(one) / (DIGITS - 1)
        found.append((share, _("one digit wrong")))
    elif len(differing) == 2:
        at, after = differing
        if after == at + 1 and one[at] == other[after] and one[after] == other[at]:
            found.append((FREQUENCIES["turned"] / (len(one) - 1), _("digits swapped")))
    return found


def _swapped(check: CrossCheck) -> Iterator[_Candidate]:
    """Find pairs of players whose figures may have been swapped.

    A swap doesn't change the sum, so there are none if the sum is wrong.
    """
    if sum(each.value for each in check.figures) != check.total and not check.has_rest:
        return
    pairs = [
        (one, other)
        for one, other in combinations(check.figures, 2)
        if one.path[:-1] == other.path[:-1] and one.value != other.value
    ]
    for one, other in pairs:
        whose = listed((one.name, other.name))
        right = {one.path: other.value, other.path: one.value}
        likelihood = FREQUENCIES["swapped"] / len(pairs)
        things = one.things or _p("things", "figures")
        yield _Candidate(likelihood, right, whose, _p("figures", "swapped"), things)


def _changed(entry: dict[str, Any], figures: Mapping[Path, int]) -> dict[str, Any]:
    for path, value in figures.items():
        entry = _put(entry, path, value)
    return entry


def _put(part: Any, path: Path, value: int) -> Any:
    """Return a copy of part of an entry, with the figure at this path replaced by `value`."""
    first, *others = path
    copy: Any = [*part] if isinstance(part, list) else {**part}
    copy[first] = _put(part[first], tuple(others), value) if others else value
    return copy
