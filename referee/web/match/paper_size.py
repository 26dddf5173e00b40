"""How large the letters of a card may be, so that it fits a quarter of a sheet of paper.

No font is measured: the style sheet makes a figure as wide in every font.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Final

WIDTH: Final = 262
HEIGHT: Final = 352
"""The points that a quarter of A4 and one of US letter both have inside margins of 9 mm."""
SIZES: Final = (140, 120, 100, 90, 80, 75, 70, 65, 60)
"""The sizes of letters, in tenths of a point."""
CHARACTER: Final = 0.58
"""The room for a letter in units of the size, with what is left over at the ends of lines."""
LINE: Final = 1.28
AROUND: Final = 2.5
"""The points around a paragraph."""
SHORTENED: Final = ((None, None), (2, 6), (1, 6), (1, 3), (1, 1))
"""Into how many lines a long paragraph is cut, and how many of a list are left."""


@dataclass(frozen=True)
class PaperSize:
    """How a card is printed."""

    size: int
    """Of its letters, in tenths of a point."""
    lines: int | None
    """The most lines of what is told in lists."""
    items: int | None
    """So much of each list is printed; None is all."""


def paper_size(texts: Sequence[str], lists: Sequence[Sequence[str]]) -> PaperSize:
    """The largest letters, and as little cut as can be, for these paragraphs and lists."""
    for (lines, items), size in product(SHORTENED, SIZES):
        if lines is not None and size > 80:
            continue
        height = sum(_height(text, size, None) for text in texts)
        for each in lists:
            height += sum(_height(text, size, lines) for text in each[:items])
            height += _height("", size, 1) * (len(each) > (items or len(each)))
        if height <= HEIGHT:
            return PaperSize(size, lines, items)
    return PaperSize(SIZES[-1], *SHORTENED[-1])


def _height(text: str, size: int, most: int | None) -> float:
    points = size / 10
    letters = int(WIDTH / (CHARACTER * points))
    lines = max(1, ceil(len(text) / letters))
    return min(lines, most or lines) * LINE * points + AROUND
