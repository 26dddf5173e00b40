"""Places for what may stay open for long, shared fairly among the addresses that ask for them.

Nobody has a limit as long as there is room. When there is none, who has fewer places than somebody
else takes the latest one of who has most: a whole club behind one address keeps its places until
others need them, and nobody can keep others out.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock


class HeldPlace:
    """A place that is held, until it is given back or somebody else needs it more."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_held = True
        self.when_lost: Callable[[], object] | None = None
        """Called in the thread of who takes it."""


class Places:
    """So many places; for any thread, and for the event loop: nobody waits here."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self._lock = Lock()
        self._held: dict[str, dict[HeldPlace, None]] = {}

    def take(self, address: str) -> HeldPlace | None:
        """A place; None where there is none and nobody has more than this address."""
        lost = None
        with self._lock:
            if self.taken >= self.most:
                lost = self._latest_of_most(address)
                if lost is None:
                    return None
                self._remove(lost)
            place = HeldPlace(address)
            self._held.setdefault(address, {})[place] = None
            self.taken += 1
        if lost is not None and lost.when_lost is not None:
            lost.when_lost()
        return place

    def give_back(self, place: HeldPlace) -> None:
        """Let others have it; may be said twice."""
        with self._lock:
            self._remove(place)

    def of(self, address: str) -> int:
        """How many places this address holds."""
        with self._lock:
            return len(self._held.get(address, ()))

    def _latest_of_most(self, address: str) -> HeldPlace | None:
        own = len(self._held.get(address, ()))
        most = max(self._held.values(), key=len, default={})
        return next(reversed(most)) if len(most) > own + 1 else None

    def _remove(self, place: HeldPlace) -> None:
        if place.is_held:
            place.is_held = False
            self.taken -= 1
            held = self._held[place.address]
            del held[place]
            if not held:
                del self._held[place.address]
