"""Charts as geometry: what a template draws as SVG, in the units of its view box.

A unit is a pixel of the narrowest phone, so that the figures are as large there as other text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import ClassVar, Final

from referee.core.text import Said, points

WIDTH: Final = 328
HEIGHT: Final = 240
LEFT, RIGHT, TOP, BOTTOM = 62, 34, 10, 26
"""The margins of the field: figures on the left and below, labels on the right."""
LINE: Final = 18
"""So much room takes a line of text."""
LETTER: Final = 13
"""So wide is a letter of a label, or a sign between two, at most."""
GAP: Final = 8
MOST_POINTS: Final = 200
"""A line has no more points than these."""
STYLES: Final = 4
"""So many colours and patterns there are; a fifth side looks like the first, its label tells."""
TICKS: Final = 4
"""About so many figures stand beside a field."""


@dataclass(frozen=True)
class Scale:
    """Where figures lie on an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, figure: float) -> float:
        """The place of a figure."""
        share = (figure - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> list[Tick]:
        """Round figures within the axis."""
        step = round_step(self.high - self.low)
        first, last = ceil(self.low / step), floor(self.high / step)
        return [Tick(self(n * step), points(n * step)) for n in range(first, last + 1)]


@dataclass(frozen=True)
class Tick:
    """A figure beside an axis, at its place."""

    at: float
    text: str


@dataclass(frozen=True)
class Stroke:
    """A line, and the label at its end."""

    path: str
    """`x,y x,y`, as SVG has it."""
    style: int
    label: str
    x: float
    y: float


@dataclass(frozen=True)
class Bar:
    """A box, perhaps with a figure at its end."""

    x: float
    y: float
    width: float
    height: float
    style: int = 0
    label: str = ""
    is_hatched: bool = False


@dataclass(frozen=True)
class Rule:
    """A line across the field at a figure that means something, and what it says."""

    y: float
    text: str


@dataclass(frozen=True)
class Dot:
    """A figure of a column of figures."""

    x: float
    y: float
    style: int


@dataclass(frozen=True)
class ChartTable:
    """The figures of a chart once more as a table: its heads, and its rows."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Chart:
    """A chart: the question that it answers, what is to be seen in it, and what is drawn."""

    id: str
    question: Said
    answer: Said
    figures: ChartTable
    height: float = HEIGHT
    ticks: Sequence[Tick] = ()
    below: Sequence[Tick] = ()
    groups: Sequence[Tick] = ()
    """What stands above each group of bars."""
    bands: Sequence[Bar] = ()
    bars: Sequence[Bar] = ()
    strokes: Sequence[Stroke] = ()
    rules: Sequence[Rule] = ()
    dots: Sequence[Dot] = ()
    medians: Sequence[Bar] = ()
    fan: str = ""
    """The corners of what is likely to come."""
    right: float = WIDTH - RIGHT
    """Where the field ends; behind it stand the labels of the lines."""

    width: ClassVar = WIDTH
    left: ClassVar = LEFT

    @property
    def bottom(self) -> float:
        """Where the field ends."""
        return self.height - BOTTOM


def across(low: float, high: float, labels: Sequence[str] = ()) -> Scale:
    """The axis of what comes one after the other, with room for labels at the ends of lines."""
    room = max((LETTER * len(label) for label in labels), default=0)
    return Scale(low, max(high, low + 1), LEFT, WIDTH - max(RIGHT, room + GAP))


def upwards(figures: Iterable[float], height: float = HEIGHT) -> Scale:
    """The axis of figures, with 0 among them."""
    low, high = min(0.0, *figures), max(0.0, *figures)
    step = round_step(max(high - low, 1))
    return Scale(
        floor(low / step) * step,
        max(ceil(high / step) * step, floor(low / step) * step + step),
        height - BOTTOM,
        TOP,
    )


def round_step(span: float) -> float:
    """The step between round figures of which some lie within the span: 1, 2 or 5 times ten."""
    rough = span / TICKS
    power = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
    return max(1.0, step)


def strokes(
    series: Sequence[Sequence[float]], labels: Sequence[str], x: Scale, y: Scale
) -> list[Stroke]:
    """A line a series, from the first place of the axis on; labels that would meet lie apart."""
    ends = apart([y(figures[-1]) for figures in series], y.end, y.start)
    return [
        Stroke(
            path(figures, x, y),
            number % STYLES,
            labels[number],
            x(x.low + len(figures) - 1) + GAP - 1,
            ends[number],
        )
        for number, figures in enumerate(series)
    ]


def path(figures: Sequence[float], x: Scale, y: Scale) -> str:
    """A line through these figures; of very many only some, the last always."""
    step = ceil(len(figures) / MOST_POINTS)
    places = sorted({*range(0, len(figures), step), len(figures) - 1})
    return " ".join(f"{x(x.low + place)},{y(figures[place])}" for place in places)


def apart(places: Sequence[float], top: float, bottom: float) -> list[float]:
    """The places of labels moved so that each has its line, in the same order, within the field."""
    order = sorted(range(len(places)), key=places.__getitem__)
    room = min(LINE, (bottom - top) / max(len(places) - 1, 1))
    moved, least, most = list(places), top, bottom
    for each in order:
        moved[each] = max(moved[each], least)
        least = moved[each] + room
    for each in reversed(order):
        moved[each] = round(min(moved[each], most), 1)
        most = moved[each] - room
    return moved
