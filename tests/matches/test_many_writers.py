"""Many writers at once lose nothing, whatever happens to them."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from referee.matches.database.lock import FairLock, WriteLock
from referee.matches.events import Event
from referee.matches.store import Link, Store
from tests.matches.conftest import ON_A_FILE
from tests.matches.writers import add_next, all_at_once, file_of, writer
from tests.servers import wait_for

ACTS = 300
"""So many events each of four processes writes into one match."""


def test_eight_threads_lose_nothing(store: Store, match: Link) -> None:
    kept: list[Event] = []

    def act() -> None:
        for _ in range(50):
            kept.append(add_next(store, match.match_id))

    all_at_once([act] * 8)
    events = store.events(match.match_id)
    assert [event.number for event in events] == list(range(1, 402))
    assert events[1:] == sorted(kept, key=lambda event: event.number)


def test_four_processes_lose_nothing(url: str, store: Store, match: Link) -> None:
    writers = [writer(url, match.match_id, acts=ACTS) for _ in range(4)]
    printed = [line for each in writers for line in each.communicate()[0].splitlines()]
    assert [each.returncode for each in writers] == [0] * 4
    events = store.events(match.match_id)
    assert [event.number for event in events] == list(range(1, 4 * ACTS + 2))
    assert {f"{event.number} {event.id}" for event in events[1:]} == set(printed)


def test_processes_that_start_at_once_make_one_schema(url: str) -> None:
    code = "import sys; from referee.matches.store import Store; s = Store(sys.argv[1])"
    code += "; print(s.secret('cookie')); s.close()"
    command = [sys.executable, "-W", "error", "-c", code, url]
    root = Path(__file__).parents[2]
    started = [
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    assert len({each.communicate()[0] for each in started}) == 1
    assert [each.returncode for each in started] == [0] * 4


def test_a_killed_writer_loses_nothing_that_it_acknowledged(
    url: str, store: Store, match: Link
) -> None:
    with writer(url, match.match_id) as killed:
        assert killed.stdout
        printed = [killed.stdout.readline() for _ in range(40)]
        os.kill(killed.pid, signal.SIGKILL)
        printed += killed.stdout.readlines()
    acknowledged = [line.strip() for line in printed if line.endswith("\n")]
    kept = [f"{event.number} {event.id}" for event in store.events(match.match_id)]
    assert kept[1 : len(acknowledged) + 1] == acknowledged
    assert len(kept) - len(acknowledged) <= 2  # the opening, and one that was not yet printed
    assert add_next(store, match.match_id).number == len(kept) + 1


@ON_A_FILE
def test_a_writer_shuts_the_others_out_before_it_reads(store: Store, url: str) -> None:
    with (
        closing(sqlite3.connect(file_of(url), timeout=0)) as other,
        store.writing(),
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")


def test_the_turn_is_one_over_all_processes(tmp_path: Path) -> None:
    ours, theirs = (WriteLock(tmp_path / "lock") for _ in range(2))
    entered = threading.Event()

    def act() -> None:
        with theirs:
            entered.set()

    with ours:
        thread = threading.Thread(target=act)
        thread.start()
        assert not entered.wait(0.1)
    thread.join()
    assert entered.is_set()


def test_who_came_first_writes_first() -> None:
    queue = FairLock()
    order: list[int] = []

    def act(place: int) -> None:
        queue.acquire()
        order.append(place)
        queue.release()

    queue.acquire()
    threads = [threading.Thread(target=act, args=(place,)) for place in range(20)]
    for place, thread in enumerate(threads):
        thread.start()
        wait_for(lambda place=place: len(queue._waiting) > place)  # type: ignore[misc]
    queue.release()
    for thread in threads:
        thread.join()
    assert order == list(range(20))
