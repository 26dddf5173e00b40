"""Redraw the app's icons from `icon.svg`: `python -m tests.icons`."""

from __future__ import annotations

from resvg_py import svg_to_bytes

from referee.web.http.assets import FOLDER

MASKABLE, APPLE = "icon-maskable.png", "apple-touch-icon.png"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, MASKABLE: 512, APPLE: 180}
"""Width and height in pixels."""
SQUARE = (MASKABLE, APPLE)
"""Icons without transparent corners: the phone cuts them to its own shape."""
GREEN = "#17614a"
SVG = (FOLDER / "icon.svg").read_text(encoding="utf-8")


def draw_icon(name: str, svg: str = SVG) -> bytes:
    if name == MASKABLE:
        svg = svg.replace('"0 0 32 32"', '"-2 -2 36 36"')
    size, background = SIZES[name], GREEN if name in SQUARE else None
    return svg_to_bytes(svg_string=svg, width=size, height=size, background=background)


if __name__ == "__main__":
    for name in SIZES:
        (FOLDER / name).write_bytes(draw_icon(name))
