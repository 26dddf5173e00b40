"""Run coroutines in an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(act: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end in a new thread, and return its result.

    The thread of the tests may already be running the browser's event loop.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, act).result()
