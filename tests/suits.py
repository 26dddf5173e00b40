"""Draw the font with the suits of German packs: `python -m tests.suits`.

The font has leaves for ♠, hearts for ♥, bells for ♦ and acorns for ♣, so a page needs no other
markup to show them.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

from referee.web.http.assets import FOLDER

FONT: Final = FOLDER / "suits.woff"
DRAWINGS: Final = {
    "♠": (
        "M50 1 C60 20 95 32 93 58 C91 77 66 80 54 68 C54 80 57 90 66 96 L60 99 C50 92 46 82 46 68"
        " C34 80 9 77 7 58 C5 32 40 20 50 1 Z"
        " M52 62 L77 48 L75 45 L52 57 L52 43 L68 33 L66 30 L52 38 L52 20 L48 20 L48 38 L34 30"
        " L32 33 L48 43 L48 57 L25 45 L23 48 L48 62 L48 68 L52 68 Z"
    ),
    "♥": (
        "M50 94 C20 68 5 51 5 32 C5 16 17 7 29 7 C39 7 46 13 50 22 C54 13 61 7 71 7"
        " C83 7 95 16 95 32 C95 51 80 68 50 94 Z"
    ),
    "♦": (
        "M50 1 C58 1 63 6 62 14 C80 19 92 34 92 52 L8 52 C8 34 20 19 38 14 C37 6 42 1 50 1 Z"
        " M50 6 C46 6 43 9 44 13 L56 13 C57 9 54 6 50 6 Z"
        " M8 58 L92 58 C90 81 73 97 50 97 C27 97 10 81 8 58 Z"
        " M50 68 C44 68 40 72 40 77 C40 81 43 84 47 85 L47 97 L53 97 L53 85 C57 84 60 81 60 77"
        " C60 72 56 68 50 68 Z"
    ),
    "♣": (
        "M12 44 C12 24 28 14 45 12 L44 2 L54 0 L55 12 C72 14 88 24 88 44 C88 48 85 50 81 50 L19 50"
        " C15 50 12 48 12 44 Z"
        " M21 56 L79 56 C79 76 66 86 55 92 L50 100 L45 92 C34 86 21 76 21 56 Z"
    ),
}
"""Outlines in a square of 100 units, y downwards. Holes run against the outlines around them."""
UNITS, SCALE, BASE = 1000, 7.4, 690
"""Units of the em, units for one of a drawing, and the height of a drawing's upper edge."""


def draw_font() -> bytes:
    glyphs, metrics = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": (UNITS, 0)}
    for suit, outline in DRAWINGS.items():
        pen = TTGlyphPen(None)
        parse_path(outline, TransformPen(Cu2QuPen(pen, 1.0), (SCALE, 0, 0, -SCALE, 60, BASE)))
        glyphs[f"u{ord(suit):04X}"] = pen.glyph()
        metrics[f"u{ord(suit):04X}"] = (round(100 * SCALE) + 80, 60)
    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder([*glyphs])
    font.setupCharacterMap({ord(suit): f"u{ord(suit):04X}" for suit in DRAWINGS})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics(metrics)
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "German suits", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.setupHead(unitsPerEm=UNITS, created=0, modified=0)
    font.font.recalcTimestamp = False
    font.font.flavor = "woff"
    file = BytesIO()
    font.save(file)
    return file.getvalue()


if __name__ == "__main__":
    FONT.write_bytes(draw_font())
