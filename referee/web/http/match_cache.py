"""Caches for matches, results and rendered blocks; functions that open a match by its link's key.

Each process caches matches and applies only new events to them, so that a long log isn't replayed
for every page. A match is frozen, so pages can read it while others write.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from threading import Lock, RLock
from typing import Final

from flask import abort, current_app, g, request
from markupsafe import Markup

from referee.core.registry import GAMES
from referee.core.text import _
from referee.matches.circle import MatchResult, result_of
from referee.matches.database.lock import Busy
from referee.matches.events.base import Event
from referee.matches.match import Match, Tonight, name_in_full, replay
from referee.matches.store import Link, Store, now
from referee.web.http import device
from referee.web.http.language import current_language

MOST_MATCHES = 64
MOST_ENTRIES = 20_000
"""Maximum number of entries and events in all cached matches together. The match being opened is
exempt."""
MOST_RESULTS = 5_000  # about a kilobyte each, and a third of one for each evening
PATIENCE = 3.0  # seconds that a request waits while another one updates its match


@dataclass
class _Slot:
    """A cached match, with a lock for the thread that updates it."""

    lock: RLock = field(default_factory=RLock)
    match: Match | None = None
    size: int = 0  # number of entries and events


class MatchCache:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = RLock()
        self._slots: OrderedDict[int, _Slot] = OrderedDict()
        self._results: OrderedDict[int, tuple[int, MatchResult]] = OrderedDict()

    def open(self, match_id: int, last: int | None = None, written: Event | None = None) -> Match:
        """Return the up-to-date match; raise Busy if another request takes too long to update it.

        `last` (the number of its last event, just looked up) or `written` (an event that was just
        written) can save a query.
        """
        with self._lock:
            slot = self._slots.setdefault(match_id, _Slot())
            self._slots.move_to_end(match_id)
        if not slot.lock.acquire(timeout=PATIENCE):
            raise Busy
        try:
            cached = match = slot.match
            if match is None:
                match = replay(self.store.events(match_id))
            elif written is not None and written.number == match.number + 1:
                payload = json.loads(json.dumps(written.payload))  # as in the log: no tuples
                match = match.with_event(replace(written, payload=payload))
            elif last is None or last > match.number:
                for event in self.store.events(match_id, after=match.number):
                    match = match.with_event(event)
            slot.match = match
            slot.size = match.number + len(match.tally.rows)
        finally:
            slot.lock.release()
        if match is not cached:
            with self._lock:
                slots = list(self._slots.items())
                entries = sum(each.size for _, each in slots)
                for number, (oldest, each) in enumerate(slots):
                    if len(slots) - number <= MOST_MATCHES and entries <= MOST_ENTRIES:
                        break
                    if each is not slot:
                        entries -= each.size
                        del self._slots[oldest]
        return match

    def results(self, numbers: Mapping[int, int]) -> dict[int, MatchResult]:
        """Return results by match id; `numbers` maps each id to the match's last event number."""
        found = {}
        for match_id, number in numbers.items():
            known, result = self._results.get(match_id, (0, None))
            if result is None:  # replay, but don't cache the match: most are over
                match = replay(self.store.events(match_id))
                known, result = match.number, result_of(match)
            elif known < number:
                with suppress(Busy):  # if busy, use the cached result
                    match = self.open(match_id)
                    known, result = match.number, result_of(match)
            self._results[match_id], found[match_id] = (known, result), result
        with self._lock:
            while len(self._results) > MOST_RESULTS:
                self._results.popitem(last=False)
        return found


@dataclass(frozen=True)
class OpenMatch:
    """A match that a request has opened by one of its links."""

    link: Link
    match: Match
    at: datetime = field(default_factory=now)
    """When the request arrived; for a resent form, when it first arrived."""

    @property
    def key(self) -> str:
        return self.link.score_key if self.may_write else self.link.watch_key

    @property
    def may_write(self) -> bool:
        return self.link.role == "score"

    @cached_property
    def players(self) -> Sequence[str]:
        """Who sits in each seat now: the match's players, or their substitutes."""
        return Tonight(self.match, self.at).players

    @cached_property
    def seat(self) -> int | None:
        """The seat of this phone's owner, which moves up if a guest has sat down before it."""
        seat, known = device.seat(self.key), device.number("sat", self.key)
        if seat is None or not 0 < known <= self.match.number:
            return seat
        seats = self.match.seats_since(known)
        return seats.index(seat) if seat in seats else None

    def seated(self, id: str | None = None, *, in_full: bool = False) -> Match:
        """Return the match as its players see it: with substitutes in the seats they have now.

        With an id, return it as it was for this entry, with the options and players of that time.
        With `in_full`, a substitute's name says for whom: `Emil (for Dora)`. Columns, and whatever
        is written, have the names in `match`.
        """
        match = self.match
        players = match.players_of(id) if id else self.players
        players = name_in_full(players, match.players) if in_full else players
        return match.with_options_of(id).with_players(players)


def match_cache() -> MatchCache:
    cache: MatchCache = current_app.extensions["matches"]
    return cache


def store() -> Store:
    return match_cache().store


def find_link(key: str) -> tuple[Link, int]:
    """Return the link with this key and its match's last event number, or abort with 404."""
    found = store().find_with_last(key)
    if found is None:
        device.forget(key)
        abort(404, _("This link doesn’t open a match. If it was replaced, ask for the new one."))
    g.key = key
    return found


def open_match(key: str, *, to_write: bool = False) -> OpenMatch:
    """Open the match with this key, up to date; `to_write` requires a scoring link."""
    link, last = find_link(key)
    if to_write and link.role != "score":
        abort(403, _("This is a viewing link. To record, open the scoring link."))
    if link.game not in GAMES:
        template = _("This version of Referee doesn’t know “{game}”. Update it to open this match.")
        abort(501, template.format(game=link.game))
    opened = g.opened = OpenMatch(link, match_cache().open(link.match_id, last))
    g.pop("language", None)  # its game may have other cards
    return opened


def reopen(opened: OpenMatch, written: Event | None = None) -> OpenMatch:
    """Return the match, updated to its last event; `written` is the event this request wrote."""
    match = match_cache().open(opened.link.match_id, written=written)
    current = g.opened = replace(opened, match=match)
    return current


def current_match() -> OpenMatch | None:
    """Return the match that this request has opened, if any.

    Pages that cite rules use it to show the match's house rules beside them.
    """
    opened: OpenMatch | None = g.get("opened")
    return opened


# Rendered blocks of match pages ------------------------------------------------------------------

MOST_CHARACTERS: Final = 500_000
"""Maximum number of characters in a process's cached blocks, enough for the newest rows of about
thirty matches. Cached blocks fragment memory: four million characters kept 15 MB from being
freed."""
LARGEST_BLOCK: Final = 40_000  # all rows of a very long match would evict everything else


class BlockCache:
    """An LRU cache of rendered blocks of match pages, each with the value it shows.

    A block is rendered again when its value changes, so nothing needs to be invalidated. A block
    may depend only on its value and on its cache key `place`. `cached` adds the link and language
    to the key.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._blocks: OrderedDict[Hashable, tuple[object, Markup]] = OrderedDict()
        self.size = 0
        """Total number of characters."""

    def find_or_render(
        self, place: Hashable, value: object, render: Callable[[], Markup]
    ) -> Markup:
        shown, text = self._blocks.get(place, (None, Markup()))
        if shown is None or shown != value:
            text = render()
            if len(text) > LARGEST_BLOCK:
                return text
        with self._lock:
            _value, old = self._blocks.pop(place, (None, ""))
            self._blocks[place] = (value, text)
            self.size += len(text) - len(old)
            while self.size > MOST_CHARACTERS:
                _place, (_value, oldest) = self._blocks.popitem(last=False)
                self.size -= len(oldest)
        return text


def cached(name: str, value: object, *place: Hashable, caller: Callable[[], Markup]) -> Markup:
    """Cache a block of a match page: `{% call cached("row", each, each.written.id) %}`.

    Without a value, or outside a match, the block is rendered every time.
    """
    if value is None or "key" not in g:
        return caller()
    language = current_language()
    shown_in = (language.tag, language.formats, language.letters, language.zone)
    place = (name, g.key, request.script_root, *shown_in, *place)
    blocks: BlockCache = current_app.extensions["blocks"]
    return blocks.find_or_render(place, value, caller)
