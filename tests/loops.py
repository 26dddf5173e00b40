"""An event loop for what has to run on one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run(act: Coroutine[Any, Any, None]) -> None:
    """Until it is done, in a thread of its own: that of the tests may have the browser's loop."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, act).result()
