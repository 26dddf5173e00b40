"""Connections to PostgreSQL that give up on a server that does not answer.

A server that hangs does not enforce its own time limits, and its kernel, or a proxy, goes on
acknowledging what is sent: nothing but a limit of our own notices.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.rows import TupleRow

T = TypeVar("T")
LOOK_AGAIN = 0.1
"""Seconds between two looks at the clock."""


class BoundedConnection(psycopg.Connection[TupleRow]):
    """A connection that is closed when the server leaves a question unanswered."""

    patience = inf
    """Seconds that the server may take to answer."""

    def wait(self, gen: PQGen[T], interval: float = LOOK_AGAIN, timeout: float | None = None) -> T:
        # Only `notifies` gives a time-out, and waits for nothing that was asked.
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        return super().wait(self._bounded(gen), interval)

    def _bounded(self, gen: PQGen[T]) -> PQGen[T]:
        end = monotonic() + self.patience
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and monotonic() > end:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server does not answer")
                wanted = gen.send(ready)
        except StopIteration as done:
            result: T = done.value
            return result
