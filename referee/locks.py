"""The right to write: one writer at a time, first come, first served.

SQLite's busy handler has no queue: of many waiting writers whoever happens to look at the right
moment goes next, and the unlucky give up with "database is locked". Here threads of a process queue
by their arrival, and the one in front queues for a lock file with the other processes.
"""

import os
import sys
from collections import deque
from pathlib import Path
from threading import Lock

if sys.platform == "win32":

    def lock(descriptor: int) -> None:
        """There is no queue between processes here: SQLite's busy timeout has to do."""

else:
    import fcntl

    def lock(descriptor: int) -> None:
        """Block until no other process holds the file; closing it gives it back."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)


class Queue:
    """A lock that its waiters get in the order in which they came."""

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
        turn.acquire()

    def release(self) -> None:
        """Hand over to the first in the queue; a newcomer cannot slip in between."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


class Turn:
    """`with turn:` holds the right to write among all threads and processes; not reentrant."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._queue = Queue()
        self._file = -1

    def __enter__(self) -> None:
        self._queue.acquire()
        try:
            # Opened afresh each time: a descriptor kept over a fork would share the lock.
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            lock(self._file)
        except BaseException:
            self._leave()
            raise

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)
        self._queue.release()
