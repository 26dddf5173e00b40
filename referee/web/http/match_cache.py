"""The matches as the pages open them: a key gives the match and what the holder may do.

A process keeps the recent matches and goes on from their last event, so that a long log is not
folded anew for every page. A match is frozen: pages read it while others are written to.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import RLock

from flask import abort, current_app, g

from referee.core.registry import GAMES
from referee.matches.circle_table import MatchResult, result_of
from referee.matches.database.write_lock import Busy
from referee.matches.event_log import now
from referee.matches.events import Event
from referee.matches.match import Match, replay
from referee.matches.store import Link, Store
from referee.matches.tonight import Tonight
from referee.web.http import device

KEPT = 64
"""How many matches a process keeps."""
KEPT_ENTRIES = 20_000
"""How many entries and events these have together, but for the one that is open."""
KEPT_RESULTS = 5_000
"""Of how many matches a process keeps how they stand: about a kilobyte each."""
PATIENCE = 3.0
"""So many seconds a request waits until others have brought its match up to date."""


@dataclass
class _Kept:
    """The place of one match: whoever brings it up to date holds the lock."""

    lock: RLock = field(default_factory=RLock)
    match: Match | None = None
    size: int = 0
    """How many entries are kept here, and events."""

    def keep(self, match: Match) -> None:
        """Put the match here as it is now."""
        self.match, self.size = match, match.number + len(match.tally.rows)


@contextmanager
def _held(lock: RLock) -> Iterator[None]:
    if not lock.acquire(timeout=PATIENCE):
        raise Busy
    try:
        yield
    finally:
        lock.release()


class MatchCache:
    """The matches that this process has lately opened."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = RLock()
        self._places: OrderedDict[int, _Kept] = OrderedDict()
        self._results: OrderedDict[int, tuple[int, MatchResult]] = OrderedDict()

    @contextmanager
    def open(
        self, match_id: int, last: int | None = None, written: Event | None = None
    ) -> Iterator[Match]:
        """A match up to date. Raises Busy.

        `last` is the number of its last event, if that was just looked up, `written` an event that
        was just written: the log is asked for no more than these do not say.
        """
        kept = self._place(match_id)
        with _held(kept.lock):
            known = kept.match
            match = self._brought_up(match_id, known, last, written)
            kept.keep(match)
        if match is not known:
            self._make_room(kept)
        yield match

    def results(self, numbers: Mapping[int, int]) -> dict[int, MatchResult]:
        """How these matches stand, of which these are the numbers of their last events.

        What has not gone on since is not folded anew, however many they are.
        """
        found = {each: self._result(each, number) for each, number in numbers.items()}
        with self._lock:
            while len(self._results) > KEPT_RESULTS:
                self._results.popitem(last=False)
        return found

    def _result(self, match_id: int, number: int) -> MatchResult:
        known, result = self._results.get(match_id, (0, None))
        if result is None:  # most are over and opened by nobody: none of those is kept whole
            match = self._brought_up(match_id, None)
        elif known < number:
            try:
                with self.open(match_id) as match:
                    pass
            except Busy:  # as it was a moment ago
                return result
        else:
            return result
        result = result_of(match)
        self._results[match_id] = (match.number, result)
        return result

    def _place(self, match_id: int) -> _Kept:
        with self._lock:
            kept = self._places.setdefault(match_id, _Kept())
            self._places.move_to_end(match_id)
            return kept

    def _make_room(self, own: _Kept) -> None:
        """Forget the matches that were opened longest ago, where there are too many or too long."""
        with self._lock:
            places = list(self._places.items())
            entries = sum(kept.size for _, kept in places)
            for number, (match_id, kept) in enumerate(places):
                if len(places) - number <= KEPT and entries <= KEPT_ENTRIES:
                    return
                if kept is not own:
                    entries -= kept.size
                    del self._places[match_id]

    def _brought_up(
        self,
        match_id: int,
        match: Match | None,
        last: int | None = None,
        written: Event | None = None,
    ) -> Match:
        if match is None:
            return replay(self.store.events(match_id))
        if last is not None and last <= match.number:
            return match
        if written is not None and written.number == match.number + 1:
            return match.with_event(_as_read(written))
        for event in self.store.events(match_id, after=match.number):
            match = match.with_event(event)
        return match


def _as_read(event: Event) -> Event:
    """An event that was just written, as the log gives it: in JSON all lists are alike."""
    return replace(event, payload=json.loads(json.dumps(event.payload)))


@dataclass(frozen=True)
class OpenMatch:
    """A match that a request has opened, by one of its links."""

    link: Link
    match: Match
    at: datetime = field(default_factory=now)
    """When the request came; for a form that comes again, when it came first."""

    @property
    def key(self) -> str:
        """The key in the address of the request."""
        return self.link.score_key if self.may_write else self.link.watch_key

    @property
    def may_write(self) -> bool:
        """Whether the link is one to score, not one to watch."""
        return self.link.role == "score"


def match_cache() -> MatchCache:
    """The matches of this app."""
    known: MatchCache = current_app.extensions["matches"]
    return known


def store() -> Store:
    """The store of this app."""
    return match_cache().store


def link_of(key: str) -> Link:
    """The match behind a key; a page that says so where there is none."""
    return _link_and_last(key)[0]


def _link_and_last(key: str) -> tuple[Link, int]:
    found = store().find_with_last(key)
    if found is None:
        device.forget(key)
        abort(
            404,
            "This link doesn’t open a match. If it was replaced, ask for the new one.",
        )
    g.key = key
    return found


@contextmanager
def open_match(key: str, *, to_write: bool = False) -> Iterator[OpenMatch]:
    """The match behind a key, up to date."""
    link, last = _link_and_last(key)
    if to_write and link.role != "score":
        abort(403, "This link only watches. To write, open the match by its link to score.")
    if link.game not in GAMES:
        unknown = f"This version of Referee does not know the game “{link.game}”."
        abort(501, f"{unknown} The match is kept: update Referee to open it.")
    with match_cache().open(link.match_id, last) as match:
        g.opened = OpenMatch(link, match)
        yield g.opened


def as_it_is_now(opened: OpenMatch, written: Event | None = None) -> OpenMatch:
    """A match that this request has opened, with what was written since; by the same link.

    `written` is what it has just written itself: where that comes next, nothing is read.
    """
    with match_cache().open(opened.link.match_id, written=written) as match:
        current = g.opened = replace(opened, match=match)
    return current


def tonight_of(match: Match) -> Tonight:
    """The evening of a match that goes on now."""
    return Tonight(match, now())


def opened_here() -> OpenMatch | None:
    """The match that this request has opened, if any: rules are cited as its table has them."""
    opened: OpenMatch | None = g.get("opened")
    return opened
