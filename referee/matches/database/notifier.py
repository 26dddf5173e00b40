"""Notify subscribers of a match's new events, at almost no cost while nothing happens.

Writes by this process notify its subscribers at once. To notice writes by other processes, one
thread listens to the database or polls it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from threading import Condition, Event, Lock, Thread

POLL = 2.0  # seconds between polls of the database while listening fails

ENDING = 1.0  # seconds to wait for the thread, which may be waiting for a server

LastNumbers = Callable[[Iterable[int]], dict[int, int]]
Heard = list[tuple[int, int]] | None
"""New events as pairs of match id and event number; None if any match may have new events."""
News = Callable[[Callable[[float], None]], Generator[Heard, None, None]]

logger = logging.getLogger("referee")


class Closed(Exception):
    """The store was closed, so nobody should wait for events any longer."""


@dataclass(eq=False)
class Subscription:
    notifier: Notifier
    match_id: int
    tell: Callable[[int | None], None]

    def close(self) -> None:
        self.notifier.leave(self)


@dataclass
class WatchedMatch:
    last: int | None = None
    subscriptions: set[Subscription] = field(default_factory=set)


class Notifier:
    def __init__(self, news: News, last_numbers: LastNumbers) -> None:
        self._news = news
        self._last_numbers = last_numbers
        self._lock = Lock()
        self._watched: dict[int, WatchedMatch] = {}
        self._joined = Condition(self._lock)
        self._closing = Event()
        self._watcher: Thread | None = None
        self._is_deaf = False

    @property
    def watchers(self) -> int:
        """The number of subscriptions to matches whose last event number is known."""
        with self._lock:
            known = [each for each in self._watched.values() if each.last is not None]
        return sum(len(watched.subscriptions) for watched in known)

    def subscribe(
        self, match_id: int, tell: Callable[[int | None], None]
    ) -> tuple[Subscription, int]:
        """Call `tell` with each new event number and, when the store closes, with None.

        `tell` must not block. Return the subscription and the last event number. Raises Closed.
        """
        subscription = Subscription(self, match_id, tell)
        with self._lock:
            if self._closing.is_set():
                raise Closed
            watched = self._watched.setdefault(match_id, WatchedMatch())
            watched.subscriptions.add(subscription)
            if self._watcher is None:
                self._watcher = Thread(target=self._watch, name="wakes", daemon=True)
                self._watcher.start()
            self._joined.notify()
            last = watched.last
        if last is None:
            try:
                # Subscribe first, then read: a write in between is either read or notified.
                last = self.tell(match_id, self._last_numbers([match_id]).get(match_id, 0))
            except BaseException:
                subscription.close()
                raise
        return subscription, last

    def leave(self, subscription: Subscription) -> None:
        with self._lock:
            watched = self._watched.get(subscription.match_id)
            if watched is not None:
                watched.subscriptions.discard(subscription)
                if not watched.subscriptions:
                    del self._watched[subscription.match_id]

    def close(self) -> None:
        self._closing.set()
        with self._lock:
            self._joined.notify_all()
            for watched in self._watched.values():
                for subscription in watched.subscriptions:
                    subscription.tell(None)
        if self._watcher:
            self._watcher.join(ENDING)

    def tell(self, match_id: int, number: int) -> int:
        """Notify subscribers if this event number is new; return the last event number."""
        with self._lock:
            watched = self._watched.get(match_id)
            if watched is None:
                return number
            known, watched.last = watched.last, max(number, watched.last or 0)
            if known is not None and number > known:
                for subscription in watched.subscriptions:
                    subscription.tell(number)
            return watched.last

    def _watch(self) -> None:
        while self._is_awaited():
            for act in (self._listen, self._reread):
                try:
                    act()
                except Exception as failure:  # of any kind: polling still notifies them
                    if not self._is_deaf:
                        logger.warning(
                            "can’t listen to the database, polling instead: %s",
                            type(failure).__name__,
                        )
                    self._is_deaf = True
            self._closing.wait(POLL)

    def _listen(self) -> None:
        """Forward notifications until the listening connection fails or the store is closed."""
        with closing(self._news(self._rest)) as news:
            for heard in news:
                if self._closing.is_set():
                    return
                if heard is None:
                    self._reread()
                for match_id, number in heard or ():
                    self.tell(match_id, number)
                self._is_deaf = False

    def _rest(self, seconds: float) -> None:
        self._closing.wait(seconds)
        self._is_awaited()

    def _is_awaited(self) -> bool:
        """Wait for a subscription or for the store to close; return False if it has closed."""
        with self._lock:
            self._joined.wait_for(lambda: self._watched or self._closing.is_set())
        return not self._closing.is_set()

    def _reread(self) -> None:
        with self._lock:
            match_ids = list(self._watched)
        if match_ids and not self._closing.is_set():
            for match_id, number in self._last_numbers(match_ids).items():
                self.tell(match_id, number)
