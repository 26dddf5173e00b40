"""Server-sent events for open match pages: each carries an event number, and the page fetches the
rest.

All streams of a process run on its gateway's event loop, so none holds a thread. Each match that is
being watched has one subscription to the store, and one callback on the loop notifies all its
phones. Database calls, which may have to wait, run in threads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from itertools import chain
from typing import Final

from flask import Blueprint, Response, current_app, request

from referee.core.text import whole_number
from referee.matches.database.faults import fault_of
from referee.matches.database.notifier import Subscription
from referee.matches.store import Closed, Link, Store
from referee.web.http.gateway import HAND_OVER, Wire
from referee.web.http.limits import MOST_STREAMS, Quota, client_of
from referee.web.http.match_cache import find_link, store

pages = Blueprint("live", __name__, url_prefix="/m/<key>")

SETTING: Final = "REFEREE_STREAMS"
VIEWERS: Final = 1024  # most streams at once, unless SETTING gives another number
POLL_SECONDS: Final = 20
EVENTS: Final = "text/event-stream"
PATIENCE = 20.0
"""Seconds between heartbeats. Proxies close connections that are idle for a minute."""
LIFETIME = 3600.0
"""Seconds until a phone must reconnect, which frees the streams of phones that vanished."""
AT_ONCE: Final = 32  # phones with the same link that may fetch the page at once
FETCH_SECONDS: Final = 0.01
"""Seconds that each phone beyond `AT_ONCE` adds to the time over which fetches are spread. A
thousand fetches at once would block the table's own page."""
HEARTBEAT: Final = b"data: here\n\n"
"""An event, because scripts don't see comments. A phone that hears none for 50 s opens the stream
again."""
RETRY: Final = b"retry: 2000\n\n"  # milliseconds

logger = logging.getLogger("referee")


def number_event(number: int, phones: int = 1) -> bytes:
    """Format an event number as a server-sent event.

    With many phones, the id also contains the milliseconds over which to spread their fetches.
    """
    spread = round(max(0, phones - AT_ONCE) * FETCH_SECONDS * 1000)
    id = f"{number}/{spread}" if spread else str(number)
    return f"event: number\nid: {id}\ndata: {number}\n\n".encode()


# The route ----------------------------------------------------------------------------------------


@pages.get("/stream")
def stream(key: str) -> Response:
    link, _ = find_link(key)
    if request.method == "HEAD":
        return Response(mimetype=EVENTS)
    known = request.headers.get("Last-Event-ID") or request.args.get("after", "0")
    after = whole_number(known.partition("/")[0], digits=9) or 0
    headers = {"Cache-Control": "no-store"}
    streams: Streams = current_app.extensions["streams"]
    if HAND_OVER not in request.environ:
        streams.polled = time.monotonic()
        return Response(_news(store().last_number(link.match_id), after), 200, headers, EVENTS)
    address = client_of(request.environ)
    if not streams.quota.take(address):
        return Response(status=503, headers={"Retry-After": str(POLL_SECONDS)})
    request.environ[HAND_OVER](Stream(streams, address, store(), link, after))
    return Response(headers=headers, mimetype=EVENTS)


def _news(number: int, after: int) -> bytes:
    """Return a whole stream, for servers on which each open one would hold a thread.

    The phone asks again after `RETRY`.
    """
    return RETRY + (number_event(number) if number > after else HEARTBEAT)


# On the event loop --------------------------------------------------------------------------------


class Stream:
    """A phone's stream for a match: its connection, and the last event that the phone knows."""

    def __init__(self, streams: Streams, address: str, store: Store, link: Link, after: int):
        """The caller must have taken a place in the streams' quota for `address`."""
        self.match_id, self.after = link.match_id, after
        self.key = link.score_key if link.role == "score" else link.watch_key
        self.store = store
        self.wire = Wire(None)
        self._until = 0.0
        self._streams = streams
        self.address = address
        self._is_counted = True

    async def open(self, wire: Wire) -> None:
        loop = asyncio.get_running_loop()
        self.wire, self._until = wire, loop.time() + LIFETIME
        wire.send(HEARTBEAT)
        loop.call_later(PATIENCE, self._send_heartbeat)
        await self._streams.join(self)

    def _send_heartbeat(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self._until:
            self.wire.end()
        if self.wire.is_open:
            self.wire.send(HEARTBEAT)
            loop.call_later(PATIENCE, self._send_heartbeat)

    def close(self) -> None:
        self._streams.leave(self)
        self.give_back()

    def give_back(self) -> None:
        """Free the stream's share of the quota; idempotent, in case a response is closed twice."""
        if self._is_counted:
            self._is_counted = False
            self._streams.quota.give_back(self.address)

    def tell(self, number: int, event: bytes) -> None:
        if number > self.after:
            self.after = number
            self.wire.send(event)


class Streams:
    def __init__(self, most: int) -> None:
        # At most half per address, so that one client can't lock out all others.
        self.quota = Quota(min(MOST_STREAMS, max(most // 2, 1)), most)
        self.polled = float("-inf")
        """Monotonic time at which a phone last asked for news without a stream."""
        self._channels: dict[int, _Channel] = {}

    def has_phones(self) -> bool:
        return self.quota.held > 0 or time.monotonic() < self.polled + POLL_SECONDS

    async def join(self, stream: Stream) -> None:
        """Send the last event's number, unless the phone knows it, and then each new number."""
        channel = self._channels.get(stream.match_id)
        if channel is None:
            channel = self._channels[stream.match_id] = _Channel(stream.store, stream.match_id)
        channel.add(stream)
        await channel.is_listening
        if channel.is_over:
            stream.wire.end()
        stream.tell(channel.last, number_event(channel.last))

    def addresses(self, match_id: int) -> set[str]:
        """Return the addresses of the phones that have this match open; from any thread."""
        channel = self._channels.get(match_id)
        return channel.addresses() if channel else set()

    def leave(self, stream: Stream) -> None:
        """Remove this stream, even if it never joined."""
        channel = self._channels.get(stream.match_id)
        if channel is not None and not channel.remove(stream):
            del self._channels[stream.match_id]


class _Channel:
    """The streams of all phones that are watching a match, by link key; never empty."""

    def __init__(self, store: Store, match_id: int) -> None:
        self._store, self._match_id = store, match_id
        self._loop = asyncio.get_running_loop()
        self._by_key: dict[str, set[Stream]] = {}
        self._subscription: Subscription | None = None
        self._is_checking = False
        self.last = 0
        self.is_over = False
        self.is_listening = self._loop.create_task(self._listen())

    def addresses(self) -> set[str]:
        streams = chain.from_iterable(map(tuple, tuple(self._by_key.values())))
        return {each.address for each in streams}

    def add(self, stream: Stream) -> None:
        self._by_key.setdefault(stream.key, set()).add(stream)

    def remove(self, stream: Stream) -> bool:
        """Remove a stream and return whether any are left; if none are, end the subscription."""
        phones = self._by_key.get(stream.key, set())
        phones.discard(stream)
        if not phones:
            self._by_key.pop(stream.key, None)
        if not self._by_key:
            self.is_listening.add_done_callback(self._stop_listening)
        return bool(self._by_key)

    async def _listen(self) -> None:
        """Subscribe to the store; if that fails, the streams end and the phones reconnect."""
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
        if self._subscription is not None:  # in a thread, because its lock may be held
            self._loop.run_in_executor(None, self._subscription.close)

    def _hear(self, number: int | None) -> None:
        """Receive an event number from the store, which may call this from any thread."""
        with suppress(RuntimeError):  # the loop has ended, and with it all streams
            self._loop.call_soon_threadsafe(self._tell, number)

    def _tell(self, number: int | None) -> None:
        """Notify all phones of an event; None ends their streams.

        The link with the fewest phones comes first: it is usually the table's own.
        """
        if number is None:
            self.is_over = True
            for stream in chain.from_iterable(self._by_key.values()):
                stream.wire.end()
            return
        self.last = max(self.last, number)
        for phones in sorted(self._by_key.values(), key=len):
            event = number_event(number, len(phones))
            for stream in phones:
                stream.tell(number, event)
        if not self._is_checking:
            self._is_checking = True
            keys, find = tuple(self._by_key), self._store.find
            self._loop.run_in_executor(
                None, lambda: [key for key in keys if find(key) is None]
            ).add_done_callback(self._cut)

    def _cut(self, replaced: asyncio.Future[list[str]]) -> None:
        """End the streams of links that were replaced; their pages have just been notified."""
        self._is_checking = False
        if replaced.exception() is None:
            for key in replaced.result():
                for stream in self._by_key.get(key, ()):
                    stream.wire.end()
