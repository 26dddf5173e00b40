"""The open event streams of a process, all on the event loop of its gateway: none holds a thread.

For each match that is watched there is one wish at the store, and one callback of the loop tells
all its phones. What waits, for the database, does so in a thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from itertools import chain
from typing import Final

from referee.matches.database.faults import fault_of
from referee.matches.database.notifier import Subscription
from referee.matches.store import Closed, Link, Store
from referee.web.http.gateway import Wire
from referee.web.http.places import HeldPlace, Places

PATIENCE = 20.0
"""Seconds between two signs of life: proxies cut what is silent for a minute."""
LIFETIME = 3600.0
"""So long a stream lasts before its phone asks anew. A phone that takes nothing and is not gone
either costs memory, and its place, only so long."""
AT_ONCE: Final = 32
"""So many phones that share a link fetch the page as soon as they are told."""
FETCH_SECONDS: Final = 0.01
"""Each one more has so much more time for it: a thousand would keep the table from its own page."""
HERE: Final = b": here\n\n"
STILL_HERE: Final = b": still here\n\n"

logger = logging.getLogger("referee")


def told(number: int, phones: int = 1) -> bytes:
    """The event that tells of a number; its id also says how many milliseconds the page has."""
    spread = round(max(0, phones - AT_ONCE) * FETCH_SECONDS * 1000)
    id = f"{number}/{spread}" if spread else str(number)
    return f"event: number\nid: {id}\ndata: {number}\n\n".encode()


class Stream:
    """What one phone knows of a match, and where it is told more."""

    def __init__(self, streams: Streams, place: HeldPlace, store: Store, link: Link, after: int):
        self.match_id, self.after = link.match_id, after
        self.key = link.score_key if link.role == "score" else link.watch_key
        self.store = store
        self.place = place
        self.wire = Wire(None)
        self.until = 0.0
        self._streams = streams

    async def open(self, wire: Wire) -> None:
        """Tell what the phone does not know yet, and from now on what is new."""
        loop = asyncio.get_running_loop()
        self.wire, self.until = wire, loop.time() + LIFETIME
        self.place.when_lost = lambda: loop.call_soon_threadsafe(wire.end)
        if not self.place.is_held:  # lost before that was said
            wire.end()
        wire.send(HERE)
        await self._streams.join(self)

    def close(self) -> None:
        """Tell no more, and give the place back."""
        self._streams.leave(self)
        self._streams.places.give_back(self.place)

    def tell(self, number: int, chunk: bytes) -> None:
        """Tell of this number, unless it is known."""
        if number > self.after:
            self.after = number
            self.wire.send(chunk)


class Streams:
    """All streams of a process."""

    def __init__(self, most: int) -> None:
        self.places = Places(most)
        self._channels: dict[int, _Channel] = {}
        self._turns: deque[tuple[float, Stream]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    async def join(self, stream: Stream) -> None:
        """Have this one told from now on."""
        loop = asyncio.get_running_loop()
        self._turns.append((loop.time() + PATIENCE, stream))
        self._timer = self._timer or loop.call_later(PATIENCE, self._show_signs_of_life)
        channel = self._channels.get(stream.match_id)
        if channel is None:
            channel = self._channels[stream.match_id] = _Channel(stream.store, stream.match_id)
        channel.add(stream)
        await channel.is_listening
        if channel.is_over:
            stream.wire.end()
        stream.tell(channel.last, told(channel.last))

    def leave(self, stream: Stream) -> None:
        """Tell this one no more; it may never have joined."""
        channel = self._channels.get(stream.match_id)
        if channel is not None and not channel.remove(stream):
            del self._channels[stream.match_id]

    def _show_signs_of_life(self) -> None:
        """To all whose turn it is: a timer for each of them would wake the process more often."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._turns and self._turns[0][0] <= now:
            _, stream = self._turns.popleft()
            if now >= stream.until:
                stream.wire.end()
            if stream.wire.is_open:
                stream.wire.send(STILL_HERE)
                self._turns.append((now + PATIENCE, stream))
        self._timer = None
        if self._turns:
            at = max(self._turns[0][0], now + PATIENCE / 20)
            self._timer = loop.call_at(at, self._show_signs_of_life)


class _Channel:
    """The phones that watch one match, by the key of their link; there is always one."""

    def __init__(self, store: Store, match_id: int) -> None:
        self._store, self._match_id = store, match_id
        self._loop = asyncio.get_running_loop()
        self._by_key: dict[str, set[Stream]] = {}
        self._subscription: Subscription | None = None
        self._is_checking = False
        self.last = 0
        self.is_over = False
        self.is_listening = self._loop.create_task(self._listen())

    def add(self, stream: Stream) -> None:
        self._by_key.setdefault(stream.key, set()).add(stream)

    def remove(self, stream: Stream) -> bool:
        """Whether others are left; where none are, the store is listened to no more."""
        phones = self._by_key.get(stream.key, set())
        phones.discard(stream)
        if not phones:
            self._by_key.pop(stream.key, None)
        if not self._by_key:
            self.is_listening.add_done_callback(self._stop_listening)
        return bool(self._by_key)

    async def _listen(self) -> None:
        """Have the store tell of this match; where it does not, the phones ask again."""
        try:
            self._subscription, last = await self._loop.run_in_executor(
                None, self._store.subscribe, self._match_id, self._hear
            )
        except Exception as failure:
            if not isinstance(failure, Closed):
                logger.error("no stream: %s", fault_of(failure) or repr(failure))
            self.is_over = True
        else:
            self.last = max(self.last, last)

    def _stop_listening(self, _done: object) -> None:
        if self._subscription is not None:  # others may just hold what it has to hold
            self._loop.run_in_executor(None, self._subscription.close)

    def _hear(self, number: int | None) -> None:
        """Called by the store, in any thread."""
        with suppress(RuntimeError):  # the loop is gone, and with it all who listen
            self._loop.call_soon_threadsafe(self._tell, number)

    def _tell(self, number: int | None) -> None:
        """Tell all phones: first those with the link that fewest have, which are the table's."""
        if number is None:
            self.is_over = True
            for stream in chain.from_iterable(self._by_key.values()):
                stream.wire.end()
            return
        self.last = max(self.last, number)
        for phones in sorted(self._by_key.values(), key=len):
            chunk = told(number, len(phones))
            for stream in phones:
                stream.tell(number, chunk)
        if not self._is_checking:
            self._is_checking = True
            self._loop.run_in_executor(None, self._replaced).add_done_callback(self._cut)

    def _replaced(self) -> list[str]:
        """The keys, of those that are listened with, that open nothing any more."""
        return [key for key in tuple(self._by_key) if self._store.find(key) is None]

    def _cut(self, replaced: asyncio.Future[list[str]]) -> None:
        """End the streams of these: their pages have just been told to look, and find it out."""
        self._is_checking = False
        if replaced.exception() is None:
            for key in replaced.result():
                for stream in self._by_key.get(key, ()):
                    stream.wire.end()
