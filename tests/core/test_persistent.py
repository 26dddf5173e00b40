"""The list that never changes: what is added to one shows in no other."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.persistent import PersistentList


@given(st.data())
def test_every_list_stays_what_it_was_whatever_grows_out_of_it(data: st.DataObject) -> None:
    known: list[tuple[PersistentList[int], list[int]]] = [(PersistentList(), [])]
    for item in range(data.draw(st.integers(0, 30))):
        grown, expected = data.draw(st.sampled_from(known))
        part = data.draw(st.integers(0, len(expected) + 1))
        more = data.draw(st.sampled_from([[item], [item, item], []]))
        known.append((grown.first(part).with_items(more), expected[:part] + more))
    for grown, expected in known:
        assert list(grown) == expected
        assert len(grown) == len(expected)
        assert grown == PersistentList(expected)
        assert grown[:] == tuple(expected)
        assert grown[-2:] == tuple(expected[-2:])
        assert grown[::-2] == tuple(expected[::-2])
        assert list(reversed(grown)) == expected[::-1]


@pytest.mark.parametrize("place", [3, -4, 99])
def test_what_others_have_added_is_out_of_reach(place: int) -> None:
    short = PersistentList([1, 2, 3])
    assert short.with_item(4)[3] == 4
    with pytest.raises(IndexError):
        short[place]


def test_one_more_item_is_no_copy() -> None:
    size = [sys.getsizeof(PersistentList(range(many)).with_item(0)) for many in (10, 10_000)]
    assert size[0] == size[1]
    base = PersistentList(range(1000))
    assert base.with_item(1)._items is base._items
    assert base.with_item(2)._items is not base._items


def test_threads_that_add_at_once_each_see_their_own() -> None:
    for _ in range(200):
        base = PersistentList(range(3))
        with ThreadPoolExecutor(4) as pool:
            grown = list(pool.map(lambda name, base=base: base.with_item(name), range(10, 14)))
        assert [list(each) for each in grown] == [[0, 1, 2, name] for name in range(10, 14)]


def test_threads_that_add_several_at_once_each_see_their_own() -> None:
    for _ in range(200):
        base = PersistentList(range(3))
        more = [[10, 11, name, name + 1] for name in range(10, 14)]
        with ThreadPoolExecutor(4) as pool:
            grown = list(pool.map(base.with_items, more))
        assert [list(each) for each in grown] == [[0, 1, 2, *each] for each in more]
