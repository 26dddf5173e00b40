"""Rate limits and quotas per client: far above what any table needs, far below a flood.

A client is an IP address, which may be a whole club behind one router. Token buckets limit how many
requests, new matches and circles, and bytes of opened files a client may send; a refusal says how
many seconds to wait. Quotas limit what clients hold at the same time: open requests, event streams,
and the bytes of large responses, which stay in memory until they are read. Turns limit how many
requests of a client run at the same time.

Each process counts separately, so a server with four processes allows up to four times as much.
There is no limit for this machine's own addresses, because all clients behind an undeclared proxy
seem to have such an address. `REFEREE_LIMITS=off` (`referee serve --no-limits`) removes all limits
per address, for a host whose proxy sets its own.
"""

from __future__ import annotations

import ipaddress
import os
from asyncio import Future, get_running_loop
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, inf
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any, Final

from flask import Flask, current_app, request
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from referee.core.text import _, joined, ngettext

SETTING: Final = "REFEREE_LIMITS"
ADDRESSES: Final = 4096
"""Maximum number of buckets, one per address and limit. Beyond that, the least recently used bucket
is dropped, so its client starts again with a full one."""
THIS_MACHINE: Final = "this machine"
FREE: Final = ("static",)
"""Endpoints without a rate limit: files cost next to nothing and are requested by the dozen."""


@dataclass(frozen=True)
class Limit:
    """Size of a token bucket, and the tokens it regains per second."""

    most: float
    a_second: float


REQUESTS: Final = Limit(3000, 100)
"""Limit for requests per address. It is enough for a hundred phones in a club, all recording cards
at full speed."""
MADE: Final = Limit(200, 200 / 3600)
"""Limit for new matches and circles per address. It is enough for thirty tables that each start
over several times an hour."""
BYTES: Final = Limit(20_000_000, 10_000_000 / 3600)
"""Limit for bytes of opened files per address; an evening has some ten thousand."""
REFUSALS: Final = {
    REQUESTS: _("Too many requests are coming from your network, so nothing was saved."),
    MADE: _("Too many new matches and circles are coming from your network. Nothing was saved."),
    BYTES: _("Too many large files are coming from your network, so nothing was opened."),
}
MEGABYTE: Final = 1024 * 1024
MOST_IN_FLIGHT: Final = 64 * MEGABYTE  # large bodies of all clients together
MOST_OF_ADDRESS: Final = 16 * MEGABYTE  # large bodies of one address
MOST_OPEN: Final = 500
"""Maximum number of open requests and streams per address. It is enough for two hundred phones
behind one router, each with a stream and a page."""
MOST_STREAMS: Final = 400
"""Maximum number of streams per address. It is below `MOST_OPEN`, so that a client that has reached
it can still load pages."""
MOST_RUNNING: Final = 4
"""Maximum number of requests of one address that run at a time; others of it wait for their turn,
so that nobody keeps other tables waiting. Those that wait for the database don't count."""
MOST_THREADS: Final = 16
"""Maximum number of threads of one address, with those that wait for the database."""
LONG: Final = 1000  # entries of a very long match: showing all of them takes seconds and megabytes
WHOLE_AT_ONCE: Final = BoundedSemaphore(1)
SECONDS_FOR_TURN: Final = 0.5


class Buckets:
    """Token buckets by address and limit; thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._left: OrderedDict[tuple[str, Limit], tuple[float, float]] = OrderedDict()

    def take(self, address: str, limit: Limit, tokens: float = 1) -> float:
        """Take tokens and return 0; if there are too few, return the seconds until there are."""
        now = monotonic()
        with self._lock:
            left, at = self._left.pop((address, limit), (limit.most, now))
            left = min(limit.most, left + (now - at) * limit.a_second)
            is_left = left >= tokens
            self._left[address, limit] = (left - tokens * is_left, now)
            if len(self._left) > ADDRESSES:
                self._left.popitem(last=False)
        return 0 if is_left else (tokens - left) / limit.a_second


class Quota:
    """Limits what clients hold at the same time, per address and in total; thread-safe."""

    def __init__(self, of_address: int, in_all: float = inf) -> None:
        self._lock = Lock()
        self._held: Counter[str] = Counter()
        self.of_address, self.in_all = of_address, in_all

    @property
    def held(self) -> int:
        with self._lock:
            return self._held.total()

    def take(self, address: str, size: int = 1) -> bool:
        """Take `size` unless that would exceed a limit; return whether it was taken.

        The limit per address doesn't apply to a client that holds nothing, and the total limit
        doesn't apply while nobody holds anything.
        """
        with self._lock:
            own, every = self._held[address], self._held.total()
            if (every and every + size > self.in_all) or (
                own and has_limits(address) and own + size > self.of_address
            ):
                return False
            self._held[address] += size
            return True

    def give_back(self, address: str, size: int = 1) -> None:
        with self._lock:
            self._held[address] -= size
            self._held += Counter()  # forgets addresses that hold nothing


class AddressTurns:
    """The turns of one address, first come, first served. All methods run on the event loop."""

    def __init__(self) -> None:
        self._running = self._threads = 0
        self._queue: deque[Future[None]] = deque()

    async def take(self) -> None:
        self._queue.append(turn := get_running_loop().create_future())
        self.count()
        await turn

    def count(self, running: int = 0, threads: int = 0) -> None:
        """Note that so many requests more (or fewer) run and have threads; start the next ones."""
        self._running += running
        self._threads += threads
        while self._queue and self._running < MOST_RUNNING and self._threads < MOST_THREADS:
            turn = self._queue.popleft()
            if not turn.done():  # cancelled
                self._running, self._threads = self._running + 1, self._threads + 1
                turn.set_result(None)


@contextmanager
def long_match_turn(entries: int) -> Iterator[None]:
    """Context manager for rendering a whole match; very long ones are rendered one at a time.

    A request waits only briefly for its turn, so that it doesn't hold a thread for long.
    """
    if entries <= LONG:
        yield
    elif WHOLE_AT_ONCE.acquire(timeout=SECONDS_FOR_TURN):
        try:
            yield
        finally:
            WHOLE_AT_ONCE.release()
    else:
        text = _("Referee is busy with other very long matches. Try again in a few seconds.")
        raise ServiceUnavailable(text, retry_after=5)


def has_limits(address: str) -> bool:
    return address != THIS_MACHINE and os.environ.get(SETTING) != "off"


def register(app: Flask) -> None:
    app.extensions["limits"] = None if os.environ.get(SETTING) == "off" else Buckets()
    # After `security`, when a form has arrived completely and can be sent back for another try.
    app.before_request(lambda: None if request.endpoint in FREE else charge(REQUESTS))


def charge(limit: Limit, tokens: float = 1) -> None:
    """Take tokens from the client's bucket; abort with 429 if it has too few."""
    buckets: Buckets | None = current_app.extensions["limits"]
    address = client_of(request.environ)
    if buckets is None or address == THIS_MACHINE:
        return
    wait = buckets.take(address, limit, tokens)
    if wait:
        seconds = ceil(wait)
        retry = ngettext("Try again in {n} second.", "Try again in {n} seconds.", seconds)
        raise TooManyRequests(joined([REFUSALS[limit], retry]), retry_after=seconds)


def client_of(environ: Mapping[str, Any]) -> str:
    """Return the client's address; for IPv6, its /64 network, which is usually one household."""
    text: str = environ.get("REMOTE_ADDR", "")
    try:
        address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:  # a Unix socket has no address
        return THIS_MACHINE
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return THIS_MACHINE
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))
