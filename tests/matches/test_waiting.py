"""Whom a write wakes, and whom it leaves asleep."""

import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from itertools import count

import pytest

from referee.matches.database.notifier import Closed, Heard, Notifier
from referee.matches.store import Link, Store
from tests.matches.writers import add_next, open_match, writer
from tests.servers import wait_for


def waiting(store: Store, match_id: int, after: int) -> tuple[threading.Thread, list[int]]:
    """A thread that waits, and what it will be told and when."""
    told: list[int] = []
    thread = threading.Thread(target=lambda: told.append(store.wait(match_id, after, 10)))
    before = store.watchers
    thread.start()
    wait_for(lambda: store.watchers > before)
    return thread, told


def deaf(rest: Callable[[float], None]) -> Generator[Heard, None, None]:
    while True:
        yield []
        rest(0.1)


def test_a_wait_is_over_at_once_for_who_is_behind(store: Store, match: Link) -> None:
    assert store.wait(match.match_id, 0, timeout=10) == 1


def test_a_wait_runs_out(store: Store, match: Link) -> None:
    begun = time.monotonic()
    assert store.wait(match.match_id, 1, timeout=0.15) == 1
    assert 0.15 <= time.monotonic() - begun < 0.5
    assert store.watchers == 0


def test_a_write_of_this_process_wakes_its_matchs_waiters_alone(
    store: Store, match: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store._wakes, "_news", deaf)  # so that it is not noticed the other way
    other = open_match(store)
    threads = [waiting(store, match.match_id, 1) for _ in range(3)]
    quiet, untold = waiting(store, other.match_id, 1)
    add_next(store, match.match_id)
    for thread, told in threads:
        thread.join(0.5)
        assert told == [2]
    assert store.watchers == 1
    assert untold == []
    add_next(store, other.match_id)
    quiet.join(0.5)
    assert untold == [2]


def test_a_write_of_another_process_wakes_too(url: str, store: Store, match: Link) -> None:
    for number in count(2):
        thread, told = waiting(store, match.match_id, number - 1)
        with writer(url, match.match_id, acts=1) as other:
            assert other.stdout
            other.stdout.readline()
            thread.join(0.5)
            assert told == [number]
        if number == 3:  # the second time the thread that looks had been asleep
            break


def test_a_write_while_nobody_waited_is_not_missed(url: str, store: Store, match: Link) -> None:
    assert store.wait(match.match_id, 1, timeout=0.05) == 1
    with closing(Store(url)) as other:
        add_next(other, match.match_id)
    assert store.wait(match.match_id, 1, timeout=10) == 2


def test_closing_ends_all_waiting(url: str) -> None:
    store = Store(url)
    match = open_match(store)
    ended: list[bool] = []

    def act() -> None:
        with pytest.raises(Closed):
            store.wait(match.match_id, 1, timeout=10)
        ended.append(True)

    thread = threading.Thread(target=act)
    thread.start()
    wait_for(lambda: store.watchers == 1)
    store.close()
    thread.join(0.5)
    assert ended == [True]
    with pytest.raises(Closed):
        store.wait(match.match_id, 0, timeout=10)


def test_a_database_that_is_slow_for_one_keeps_no_other_from_being_told() -> None:
    asked, answered = threading.Event(), threading.Event()

    def last_numbers(match_ids: Iterable[int]) -> dict[int, int]:
        if 1 in match_ids:
            asked.set()
            answered.wait(10)
        return dict.fromkeys(match_ids, 5)

    notifier = Notifier(deaf, last_numbers)
    slow: list[int] = []
    thread = threading.Thread(target=lambda: slow.append(notifier.wait(1, 6, 10)))
    thread.start()
    asked.wait(10)
    numbers: list[int | None] = []
    _, last = notifier.subscribe(2, numbers.append)
    notifier.tell(2, 6)
    assert (last, numbers) == (5, [6])
    notifier.tell(1, 7)
    answered.set()
    thread.join(10)
    assert slow == [7], "what was told meanwhile is newer than what was read"
    notifier.close()


def test_who_comes_while_another_reads_is_told_what_both_have_not_read() -> None:
    numbers = iter([5, 6])
    notifier = Notifier(deaf, lambda ids: dict.fromkeys(ids, next(numbers)))
    told: list[int | None] = []
    _, first = notifier.subscribe(1, told.append)
    _, second = notifier.subscribe(1, told.append)
    notifier.tell(1, 6)
    notifier.tell(1, 6)
    assert (first, second, told) == (5, 5, [6, 6])
    notifier.close()
