"""An event loop for coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(act: Coroutine[Any, Any, T]) -> T:
    """Run to its end in a thread of its own: that of the tests may have the browser's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, act).result()
