"""A list that never changes and yet grows at no cost: what is kept after each of many events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import is_
from typing import TypeVar, overload

T = TypeVar("T")


class PersistentList(Sequence[T]):
    """A sequence that never changes; one with one more item shares all that came before it.

    Each sees only its own part of a Python list that it shares with the others. Whoever adds to one
    that has been added to before gets a copy. Threads may add to the same one.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def with_item(self, item: T) -> PersistentList[T]:
        """These items and one more."""
        items, length = self._items, self._length
        if len(items) == length:
            items.append(item)
        if items[length] is not item:  # another one has grown here, perhaps in this moment
            items = [*items[:length], item]
        part: PersistentList[T] = PersistentList.__new__(PersistentList)
        part._items, part._length = items, length + 1
        return part

    def with_items(self, items: Iterable[T]) -> PersistentList[T]:
        """These items and several more."""
        shared, length, more = self._items, self._length, list(items)
        if len(shared) == length:
            shared.extend(more)
        end = length + len(more)
        added = shared[length:end]
        # As in `with_item`. One look at the first would not do: small numbers are all the same.
        if len(added) < len(more) or not all(map(is_, added, more)):
            shared = [*shared[:length], *more]
        part: PersistentList[T] = PersistentList.__new__(PersistentList)
        part._items, part._length = shared, end
        return part

    def first(self, length: int) -> PersistentList[T]:
        """The first so many items."""
        part: PersistentList[T] = PersistentList.__new__(PersistentList)
        part._items, part._length = self._items, min(length, self._length)
        return part

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            start, stop, step = place.indices(self._length)
            if step == 1:
                return tuple(self._items[start:stop])
            return tuple(self._items[at] for at in range(start, stop, step))
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._items[place if place >= 0 else place + self._length]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[T]:
        return reversed(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PersistentList) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # like a list

    def __repr__(self) -> str:
        return f"PersistentList({list(self)!r})"
