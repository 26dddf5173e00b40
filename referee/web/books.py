"""The matches as the pages open them: a key gives the match, its book and what the holder may do.

A process keeps the books of recent matches and goes on from their last number, so that a long
match is not folded anew for every page.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock

from flask import abort, current_app

from referee.history import replay
from referee.log import Book
from referee.store import Link, Store
from referee.web import device

KEPT = 64
"""How many books a process keeps."""


@dataclass
class _Shelf:
    """The place of one match: whoever reads or writes its book holds the lock."""

    lock: RLock = field(default_factory=RLock)
    book: Book | None = None


class Books:
    """The books of the matches that this process has lately opened."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = RLock()
        self._shelves: OrderedDict[int, _Shelf] = OrderedDict()

    @contextmanager
    def open(self, match_id: int) -> Iterator[Book]:
        """The book of a match, up to date, for as long as the context lasts."""
        shelf = self._shelf(match_id)
        with shelf.lock:
            # Should bringing it up fail half-way, the next request begins with the whole log.
            book, shelf.book = shelf.book, None
            shelf.book = self._brought_up(match_id, book)
            yield shelf.book

    def _shelf(self, match_id: int) -> _Shelf:
        with self._lock:
            shelf = self._shelves.setdefault(match_id, _Shelf())
            self._shelves.move_to_end(match_id)
            if len(self._shelves) > KEPT:
                self._shelves.popitem(last=False)
            return shelf

    def _brought_up(self, match_id: int, book: Book | None) -> Book:
        if book is None:
            return replay(self.store.events(match_id))
        for event in self.store.events(match_id, after=book.number):
            if not book.takes(event):
                return replay(self.store.events(match_id))
            book.apply(event)
        return book


@dataclass(frozen=True)
class Opened:
    """A match that a request has opened: its link, and its book."""

    link: Link
    book: Book

    @property
    def key(self) -> str:
        """The key in the address of the request."""
        return self.link.score_key if self.may_write else self.link.watch_key

    @property
    def may_write(self) -> bool:
        """Whether the link is one to score, not one to watch."""
        return self.link.role == "score"


def books() -> Books:
    """The books of this app."""
    known: Books = current_app.extensions["books"]
    return known


def store() -> Store:
    """The store of this app."""
    return books().store


def link_of(key: str) -> Link:
    """The match behind a key; a page that says so where there is none."""
    link = store().find(key)
    if link is None:
        device.forget(key)
        abort(404, "This link does not lead to a match. It may have been replaced by a new one.")
    return link


@contextmanager
def opened(key: str, *, to_write: bool = False) -> Iterator[Opened]:
    """The match behind a key, up to date, for as long as the context lasts."""
    link = link_of(key)
    if to_write and link.role != "score":
        abort(403, "This is a link to watch. To write, open the match by its link to score.")
    with books().open(link.match_id) as book:
        yield Opened(link, book)
