"""Waking those who wait for a match's next event, at next to no cost while nothing happens.

A write of this process is told to its waiters at once. Writes of other processes are noticed by one
thread, which looks at a counter that SQLite keeps, and only while somebody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Condition, Event, Lock, Thread

from sqlalchemy import Connection, Engine

TICK = 0.1  # seconds between two looks at the counter

LastNumbers = Callable[[Connection, Iterable[int]], dict[int, int]]


class Closed(Exception):
    """The store was closed; whoever waits on it shall end."""


class Subscription:
    """Somebody's wish to be told of a match's events, until it is closed."""

    def __init__(self, notifier: Notifier, match_id: int, tell: Callable[[int | None], None]):
        self.match_id = match_id
        self.tell = tell
        self._notifier = notifier

    def close(self) -> None:
        """Be told no more; may be said twice."""
        self._notifier.leave(self)


class WatchedMatch:
    """A match somebody waits for: the last number known, and who waits."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.subscriptions: set[Subscription] = set()


class Notifier:
    """Who waits for which match."""

    def __init__(self, engine: Engine, last_numbers: LastNumbers) -> None:
        self._engine = engine
        self._last_numbers = last_numbers
        self._lock = Lock()
        self._watched: dict[int, WatchedMatch] = {}
        self._joined = Condition(self._lock)
        self._closing = Event()
        self._watcher: Thread | None = None

    @property
    def watchers(self) -> int:
        """How many wait at this moment."""
        with self._lock:
            return sum(len(watched.subscriptions) for watched in self._watched.values())

    def subscribe(
        self, match_id: int, tell: Callable[[int | None], None]
    ) -> tuple[Subscription, int]:
        """Have `tell` called with the number of each new event; with the last number known now.

        It is called in any thread, while others wait to be told: it must be quick and must not come
        back here. None says that the store was closed. Raises Closed.
        """
        with self._lock:
            watched = self._join(match_id)
            subscription = Subscription(self, match_id, tell)
            watched.subscriptions.add(subscription)
            return subscription, watched.last

    def leave(self, subscription: Subscription) -> None:
        """Tell this one no more."""
        with self._lock:
            watched = self._watched.get(subscription.match_id)
            if watched is not None:
                watched.subscriptions.discard(subscription)
                if not watched.subscriptions:
                    del self._watched[subscription.match_id]

    def wait(self, match_id: int, after: int, timeout: float) -> int:
        """Block until the match has an event after `after`; give its last number.

        When `timeout` seconds are over, that is the number as it was. Raises Closed.
        """
        told = Condition()
        numbers: list[int | None] = []

        def tell(number: int | None) -> None:
            with told:
                numbers.append(number)
                told.notify()

        subscription, last = self.subscribe(match_id, tell)
        try:
            if last <= after:
                with told:
                    told.wait_for(lambda: numbers, timeout)
        finally:
            subscription.close()
        if None in numbers or self._closing.is_set():
            raise Closed
        return max([last, *(number for number in numbers if number is not None)])

    def tell(self, match_id: int, number: int) -> None:
        """Say that the match has an event of this number, after it was committed."""
        with self._lock:
            watched = self._watched.get(match_id)
            if watched and number > watched.last:
                watched.last = number
                for subscription in watched.subscriptions:
                    subscription.tell(number)

    def close(self) -> None:
        """Wake everybody and end the thread."""
        self._closing.set()
        with self._lock:
            self._joined.notify_all()
            for watched in self._watched.values():
                for subscription in watched.subscriptions:
                    subscription.tell(None)
        if self._watcher:
            self._watcher.join()

    def _join(self, match_id: int) -> WatchedMatch:
        if self._closing.is_set():
            raise Closed
        if match_id not in self._watched:
            # Read while the lock is held: a write is either in what is read, or told afterwards.
            with self._engine.connect() as connection:
                last = self._last_numbers(connection, [match_id]).get(match_id, 0)
            self._watched[match_id] = WatchedMatch(last)
        if self._watcher is None or not self._watcher.is_alive():
            self._watcher = Thread(target=self._watch, name="wakes", daemon=True)
            self._watcher.start()
        self._joined.notify()
        return self._watched[match_id]

    def _watch(self) -> None:
        """Look for writes of other processes as long as somebody waits."""
        seen = None
        with self._engine.connect() as connection:
            while self._is_awaited():
                # The counter is the connection's own, and moves when any other one commits.
                version = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
                if version != seen:
                    self._reread(connection)
                seen = version
                self._closing.wait(TICK)

    def _is_awaited(self) -> bool:
        """Sleep until somebody waits; false when the store is closed."""
        with self._lock:
            self._joined.wait_for(lambda: self._watched or self._closing.is_set())
        return not self._closing.is_set()

    def _reread(self, connection: Connection) -> None:
        with self._lock:
            match_ids = list(self._watched)
        for match_id, number in self._last_numbers(connection, match_ids).items():
            self.tell(match_id, number)
