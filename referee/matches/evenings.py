"""Evenings: what is written without a long break belongs together, also after midnight."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

BREAK: Final = timedelta(hours=6)
"""After so long without an event the next one begins another evening."""


def evenings(times: Iterable[datetime]) -> list[datetime]:
    """When the evening of each of these times began, in their order.

    The times of a record need not rise: a long way back is a break too.
    """
    began: list[datetime] = []
    last: datetime | None = None
    for at in times:
        began.append(at if last is None or abs(at - last) >= BREAK else began[-1])
        last = at
    return began
