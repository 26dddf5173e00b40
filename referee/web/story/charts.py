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
LEFT, RIGHT, TOP, BOTTOM = 76, 12, 10, 30
"""The margins of the field: figures on the left and below; on the right room for labels more."""
LETTER: Final = 13
"""So wide is a letter of a label at most, as a rule."""
LINE: Final = 18
"""So much room takes a line of text."""
MOST_POINTS: Final = 200
"""A line has no more points than these."""
STYLES: Final = 4
"""So many colours and patterns there are, and a last one for all others."""
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
class Word:
    """A text within a chart."""

    x: float
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
    rules: Sequence[float] = ()
    """Where lines lie across the field, at figures that mean something."""
    words: Sequence[Word] = ()
    dots: Sequence[Dot] = ()
    medians: Sequence[Bar] = ()
    fan: str = ""
    """The corners of what is likely to come."""
    unit: str = ""
    """What is counted below the field."""
    right: float = WIDTH - RIGHT
    """Where the field ends."""
    key_height: float = 0
    """So much room below it has the key to its signs."""

    width: ClassVar = WIDTH
    left: ClassVar = LEFT

    @property
    def foot(self) -> float:
        """Where the line stands that is below the field."""
        return self.height - self.key_height - 6


def across(low: float, high: float, right: float = WIDTH - RIGHT) -> Scale:
    """The axis of what comes one after the other, from left to right."""
    return Scale(low, max(high, low + 1), LEFT, right)


def beside(labels: Iterable[str]) -> float:
    """Where a field ends that leaves room for these labels on its right."""
    return WIDTH - RIGHT - max(len(label) for label in labels) * LETTER


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
    series: Sequence[Sequence[float]],
    labels: Sequence[str],
    styles: Sequence[int],
    x: Scale,
    y: Scale,
) -> list[Stroke]:
    """A line a series, from the first place of the axis on; labels that would meet lie apart.

    Those of the last style lie below the others.
    """
    told = [place for place, label in enumerate(labels) if label]
    ends = dict(zip(told, apart([y(series[n][-1]) for n in told], y.end, y.start), strict=True))
    drawn = [
        Stroke(path(figures, x, y), styles[number], labels[number],
               x(x.low + len(figures) - 1) + 5, ends.get(number, 0.0))
        for number, figures in enumerate(series)
    ]  # fmt: skip
    return sorted(drawn, key=lambda stroke: stroke.style < STYLES)


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
