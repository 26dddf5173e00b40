"""A fair write lock: one writer at a time, first come, first served.

SQLite's busy handler has no queue: chance decides which waiting writer goes next, and the unlucky
ones fail with "database is locked". Here, the threads of a process queue in order of arrival, and
the first in line competes with other processes for a lock file.
"""

import os
import sys
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

PATIENCE = 3.0  # seconds that a writer waits for its turn
SECONDS_TO_MIGRATE = 600  # while a phone waits seconds, a starting server waits for a new schema
LOOK_AGAIN = 0.002  # seconds between attempts to lock the file
Waiting = Callable[[], AbstractContextManager[object]]
WHILE_WAITING: ContextVar[Waiting] = ContextVar("while_waiting", default=nullcontext)
"""Entered for as long as a thread waits for the database, so that a server can let others run."""


class Busy(Exception):
    """Other writers did not finish in time; nothing was written."""


if sys.platform == "win32":

    def lock(descriptor: int, patience: float | None = None) -> None:
        """Do nothing: on Windows, only SQLite's busy timeout applies between processes."""

else:
    import fcntl

    def lock(descriptor: int, patience: float | None = None) -> None:
        """Lock the file until it is closed. Raises Busy."""
        end = monotonic() + (patience or PATIENCE)
        while True:
            try:
                return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > end:
                    raise Busy from None
                with WHILE_WAITING.get()():
                    sleep(LOOK_AGAIN)


class FairLock:
    """A lock that serves its waiters in order of arrival."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._held = False
        self._waiting: deque[Lock] = deque()

    def acquire(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        with WHILE_WAITING.get()():
            has_turn = turn.acquire(timeout=PATIENCE)
        if not has_turn:
            with self._guard:
                if turn in self._waiting:  # else the lock was just handed over
                    self._waiting.remove(turn)
                    raise Busy

    def release(self) -> None:
        """Hand the lock straight to the first waiter, so that no newcomer can take it."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


class Turns:
    """Fair locks by key; each is discarded once nobody holds or awaits it."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: dict[Hashable, FairLock] = {}
        self._wanted: Counter[Hashable] = Counter()

    @contextmanager
    def of(self, thing: Hashable) -> Iterator[None]:
        with self._guard:
            lock = self._locks.setdefault(thing, FairLock())
            self._wanted[thing] += 1
        try:
            lock.acquire()
            try:
                yield
            finally:
                lock.release()
        finally:
            with self._guard:
                self._wanted[thing] -= 1
                if not self._wanted[thing]:
                    del self._wanted[thing], self._locks[thing]


class WriteLock:
    """An exclusive lock for writing, across threads and processes; not reentrant."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._queue = FairLock()

    @contextmanager
    def hold(self, patience: float | None = None) -> Iterator[None]:
        """Hold the lock until the block ends. Raises Busy.

        `patience` is for other processes, in seconds.
        """
        self._queue.acquire()
        try:
            # Reopened each time: a descriptor inherited by a fork would share the lock.
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                lock(file, patience)
                yield
            finally:
                os.close(file)
        finally:
            self._queue.release()
