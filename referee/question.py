"""What a question to the referee looks like; a game adds its own fields and the answer."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field
from pydantic.config import JsonDict

from referee.record import Strict

Widget = Literal[
    "card", "cards", "calls", "counts", "hands", "led", "melds", "number", "ranks", "seat",
    "suit", "suits", "tricks", "turns", "yes",
]  # fmt: skip
"""How a page asks for a field."""


class Question(Strict):
    """What every question to the referee carries; a game adds its fields and the answer."""

    game: str
    question: str
    options: dict[str, Any] = Field(default_factory=dict)
    players: int | None = None


def asked(title: str, widget: Widget, default: Any = ..., *, most: int = 0, **bounds: Any) -> Any:
    """Declare a field of a question: what a person calls it, and how it is asked for.

    `most` is how many things a person picks; without it one for each player.
    """
    extra: JsonDict = {"x-widget": widget, "x-most": most}
    return Field(default, title=title, json_schema_extra=extra, **bounds)
