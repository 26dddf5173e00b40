"""SVG elements, axes and lines, from which charts and pictures are made.

Python knows the geometry; `story/chart.html` renders the elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final, NamedTuple

from referee.core.setup import members
from referee.core.text import points
from referee.web.http.names import beginnings

WIDTH: Final = 328  # of a chart: one unit is one pixel on the narrowest phone
HEIGHT: Final = 240
LEFT, RIGHT, TOP, BOTTOM = 76, 20, 10, 30  # margins of the plot area, with room for its labels
BESIDE: Final = 13  # from a line's end to its label, beyond the dot of a turning point
LETTER: Final = 13  # width of a wide letter in a label
LINE: Final = 18  # line height of text
CLOSE: Final = 15  # least distance of capital letters
MOST_POINTS: Final = 200  # most points in a line
STYLES: Final = 4  # number of line styles; all further sides share the next index
TICKS: Final = 4  # approximate number of ticks on an axis
HEART: Final = "M11 19C-8 9 2-5 11 4 20-5 30 9 11 19Z"


class Mark(NamedTuple):
    """An SVG element, with its text or the elements inside it."""

    tag: str
    attributes: Mapping[str, object]
    text: str = ""
    inside: Sequence[Mark] = ()


def rect(style: str, x: float, y: float, width: float, height: float) -> Mark:
    return Mark("rect", {"class": style, "x": x, "y": y, "width": width, "height": height})


def label(style: str, x: float, y: float, text: str, size: float | None = None) -> Mark:
    return Mark("text", {"class": style, "x": x, "y": y, "font-size": size}, text)


def circle(style: str, x: float, y: float, radius: float) -> Mark:
    return Mark("circle", {"class": style, "cx": x, "cy": y, "r": radius})


def across(style: str, left: float, right: float, y: float) -> Mark:
    return Mark("path", {"class": style, "d": f"M{left} {y}H{right}"})


def polygon(style: str, corners: Iterable[tuple[float, float]], tag: str = "polygon") -> Mark:
    return Mark(tag, {"class": style, "points": " ".join(f"{x},{y}" for x, y in corners)})


class Scale(NamedTuple):
    """An axis, which maps figures from `low` to `high` to coordinates from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    before: int = 0  # entries before the first, which its ticks count, too

    def __call__(self, figure: float) -> float:
        share = (figure - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> Iterator[tuple[float, float]]:
        """Yield coordinates and figures."""
        step, before = round_step(self.high - self.low), self.before
        for n in range(ceil((self.low + before) / step), floor((self.high + before) / step) + 1):
            yield self(n * step - before), n * step


def round_step(span: float) -> float:
    """Return the tick interval for a span: 1, 2 or 5 times a power of ten, and at least 1."""
    rough = span / TICKS
    power = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
    return max(1.0, step)


def scale_along(last: float, width: float, ends: Sequence[str], before: int) -> Scale:
    """Return a horizontal axis up to entry `last`, with room for labels on the right."""
    return Scale(0, last, LEFT, width - RIGHT - max(map(len, ends)) * LETTER, before)


def scale_up(figures: Iterable[float], height: float = HEIGHT) -> Scale:
    """Return a vertical axis that includes 0 and all figures."""
    figures = [0.0, *figures]
    low, high = min(figures), max(figures)
    step = round_step(max(high - low, 1))
    bottom, top = floor(low / step) * step, ceil(high / step) * step
    return Scale(bottom, max(top, bottom + step), height - BOTTOM, TOP)


def draw_axes(x: Scale, y: Scale, unit: str, show: Callable[[float], str] = points) -> list[Mark]:
    """Draw a grid with the figures beside it, and below it the numbers of the entries."""
    marks, foot = list[Mark](), y.start + BOTTOM - 6
    for at, figure in y.ticks():
        marks.append(across("grid", x.start, x.end, at))
        marks.append(label("figure", x.start - 6, at + 5, show(figure)))
    marks += [label("below", at, foot, points(figure)) for at, figure in x.ticks() if at > x.start]
    return [*marks, label("figure", x.start - 6, foot, unit)]


def draw_lines(
    series: Sequence[Sequence[float]],
    ends: Sequence[str],
    styles: Sequence[int],
    x: Scale,
    y: Scale,
    starts: Sequence[int] = (),
) -> list[Mark]:
    """Draw each series from the start of the axis, or from its own, with a label at its end.

    Overlapping labels are moved apart, and joined to their lines. Lines in the style that several
    sides share are drawn first, so that they lie below the others.
    """
    labelled = [side for side, end in enumerate(ends) if end]
    places = spread([y(series[side][-1]) for side in labelled], y.end - TOP, y.start, CLOSE)
    heights = dict(zip(labelled, places, strict=True))
    marks = []
    for side in sorted(range(len(series)), key=lambda side: styles[side] < STYLES):
        line = thin(series[side], starts[side] if starts else 0)
        corners = [(x(n), y(figure)) for n, figure in line]
        marks.append(polygon(f"line s{styles[side]}", corners, "polyline"))
        if ends[side]:
            (end, level), at = corners[-1], heights[side]
            marks.append(polygon("leader", [(end, level), (end + BESIDE - 2, at)], "polyline"))
            marks.append(label(f"at s{styles[side]}", end + BESIDE, at + 5, ends[side]))
    return marks


def thin(figures: Sequence[float], start: int = 0) -> list[tuple[int, float]]:
    """Return at most about MOST_POINTS figures, with their indexes; the last is one of them."""
    step = ceil(len(figures) / MOST_POINTS)
    shown = sorted({*range(start, len(figures), step), len(figures) - 1})
    return [(n, figures[n]) for n in shown]


def draw_lead(
    line: Sequence[tuple[int, float]], upper: int, ends: Sequence[str], x: Scale, y: Scale
) -> list[Mark]:
    """Draw a lead of side `upper` as a line; the areas above and below 0 are in sides' colours."""
    crossed, zero, marks = list[tuple[float, float]](), y(0), list[Mark]()
    for (n, lead), (after, other) in pairwise(line):
        crossed.append((n, lead))
        if lead * other < 0:
            crossed.append((n + (after - n) * lead / (lead - other), 0))
    crossed.append(line[-1])
    last = y(line[-1][1])  # where the label of the side in front is
    at = spread([last if last < zero else y.end, last if last > zero else y.start], y.end, y.start)
    for side, pick, place in zip((upper, 1 - upper), (max, min), at, strict=True):
        curve = [(x(n), y(pick(lead, 0))) for n, lead in crossed]
        marks.append(polygon(f"area s{side}", [(curve[0][0], zero), *curve, (curve[-1][0], zero)]))
        if any(pick(lead, 0) for _n, lead in line):
            marks.append(label(f"at s{side}", x.end + BESIDE, place + 5, ends[side]))
    marks.append(across("rule", x.start, x.end, zero))
    return [*marks, polygon("line lead", [(x(n), y(by)) for n, by in line], "polyline")]


def spread(places: Sequence[float], top: float, bottom: float, room: float = LINE) -> list[float]:
    """Move labels just far enough apart; keep them in order and within the bounds."""
    order, number = sorted(range(len(places)), key=places.__getitem__), len(places)
    room = min(room, (bottom - top) / max(number - 1, 1))
    free, moved = [places[each] - n * room for n, each in enumerate(order)], list(places)
    for n, each in enumerate(order):
        # Isotonic regression: labels that would overlap are spread around their mean.
        ends = range(n + 1, number + 1)
        level = max(min(sum(free[i:end]) / (end - i) for end in ends) for i in range(n + 1))
        moved[each] = round(min(max(level, top), bottom - (number - 1) * room) + n * room, 1)
    return moved


def initials(sides: Sequence[str], players: Sequence[str]) -> list[str]:
    """Return unique short labels for the sides: `A`, `A+C`, `ACE`, `Ben`, `M…n`."""
    short = dict(zip(players, beginnings(players, range(1, 2)), strict=True))
    teams = ([short[name] for name in members(side, players)] for side in sides)
    return [("+" if len(own) == 2 else "").join(own) for own in teams]
