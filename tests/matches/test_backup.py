"""Copies of the database: whole while others write, never half, and never in the way of a file."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.matches.database.address import NAME, UnusableDatabase
from referee.matches.database.backup import Copied, backup, restore
from referee.matches.database.checks import check
from referee.matches.events import Event
from referee.matches.store import Link, Stale, Store, sqlite_url
from tests.matches.writers import file_of, writer
from tests.servers import wait_for

PLAYERS = {"players": ["Ann", "Ben", "Cleo"], "options": {}}
DEAL = {"entry": {"kind": "deal", "tricks": [6, 4, 3]}}


def opened_match(store: Store, title: str) -> Link:
    payload = {"game": "tribello", "title": title, **PLAYERS}
    return store.open_match(id=title, game="tribello", title=title, payload=payload, by=None)


def add_deal(store: Store, match_id: int, id: str) -> Event:
    """A deal as a phone records it: when somebody else was first, once more behind that."""
    answer: Event | Stale = Stale(store.last_number(match_id))
    while isinstance(answer, Stale):
        answer = store.append(
            match_id, number=answer.last + 1, id=id, kind="added", payload=DEAL, by=None
        )
    return answer


@pytest.fixture
def url(tmp_path: Path) -> str:
    """That of a file: of others no copies are made here."""
    return f"sqlite:///{tmp_path}/referee.db"


@pytest.fixture
def kept(store: Store) -> Link:
    match = opened_match(store, "Friday")
    for number in range(30):
        add_deal(store, match.match_id, f"event {number}")
    return match


@pytest.fixture
def source(url: str, kept: Link) -> Path:
    return file_of(url)


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_copy_made_while_eight_write_is_whole(store: Store, url: str, tmp_path: Path) -> None:
    matches = [opened_match(store, f"match {number}").match_id for number in range(4)]
    acknowledged: list[tuple[int, Event]] = []
    is_over = threading.Event()

    def write(place: int) -> None:
        match_id, count = matches[place % len(matches)], 0
        while not is_over.is_set():
            count += 1
            event = add_deal(store, match_id, f"event {count} of writer {place}")
            acknowledged.append((match_id, event))

    threads = [threading.Thread(target=write, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    try:
        for number in range(3):
            wait_for(lambda enough=20 * (number + 1): len(acknowledged) > enough)  # type: ignore[misc]
            before = list(acknowledged)
            copy = tmp_path / f"copy {number}.db"
            copied = backup(file_of(url), copy)
            assert_whole(copy, copied, before)
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    all_at_the_end = check(file_of(url))
    assert (all_at_the_end.events, all_at_the_end.faults) == (len(acknowledged) + 4, [])


def assert_whole(copy: Path, copied: Copied, before: list[tuple[int, Event]]) -> None:
    found = check(copy)
    assert (found.matches, found.faults) == (4, [])
    assert (copied.matches, copied.events) == (found.matches, found.events)
    assert copied.bytes == copy.stat().st_size
    wanted = defaultdict(set)
    for match_id, event in before:
        wanted[match_id].add((event.number, event.id))
    with closing(sqlite3.connect(copy)) as database:
        for match_id, events in wanted.items():
            query = "SELECT number, id FROM event WHERE match_id = ? ORDER BY number"
            rows = database.execute(query, (match_id,)).fetchall()
            assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
            assert events <= set(rows)


def test_a_copy_made_while_other_processes_write_is_whole(
    url: str, store: Store, match: Link, tmp_path: Path
) -> None:
    writers = [writer(url, match.match_id) for _ in range(3)]
    printed: list[str] = []
    try:
        for each in writers:
            assert each.stdout
            printed += [each.stdout.readline().strip() for _ in range(20)]
        backup(file_of(url), tmp_path / "copy.db")
    finally:
        for each in writers:
            each.kill()
            each.communicate()
    with closing(Store(sqlite_url(tmp_path / "copy.db"))) as copy:
        events = copy.events(match.match_id)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert set(printed) <= {f"{event.number} {event.id}" for event in events}


def test_a_copy_is_one_file_that_nobody_else_may_read(source: Path, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    copy = tmp_path / "copies" / "ä b#?.db"
    copied = backup(source, copy)
    assert copied == Copied(copy, 1, 31, copy.stat().st_size)
    assert names(copy.parent) == [copy.name]
    assert copy.stat().st_mode & 0o777 == 0o600
    check(copy)
    assert names(copy.parent) == [copy.name]


def test_a_restored_copy_has_the_same_log_links_and_secrets(
    source: Path, store: Store, kept: Link, tmp_path: Path
) -> None:
    secret = store.secret("cookies")
    backup(source, tmp_path / "copy.db")
    data = tmp_path / "new" / "folder"
    assert restore(tmp_path / "copy.db", data).events == 31
    assert names(data) == [NAME]
    assert [each.stat().st_mode & 0o077 for each in (data, data / NAME)] == [0, 0]
    with closing(Store(sqlite_url(data / NAME))) as restored:
        assert restored.events(kept.match_id) == store.events(kept.match_id)
        assert restored.find(kept.score_key) == store.find(kept.score_key)
        assert restored.secret("cookies") == secret
        with pytest.raises(sqlite3.IntegrityError), closing(sqlite3.connect(data / NAME)) as other:
            other.execute("DELETE FROM event")
        add_deal(restored, kept.match_id, "after that")


HALF_WAY = """
import sys, time
from pathlib import Path
from referee.matches.database import backup

def stop_half_way(database, file):
    def stop():
        print("half", flush=True)
        time.sleep(3600)
    database.set_progress_handler(stop, 300)

backup.refuse_damaged = stop_half_way
source, target = map(Path, sys.argv[2:])
getattr(backup, sys.argv[1])(source, target)
"""


@pytest.mark.parametrize("act", ["backup", "restore"])
def test_one_that_is_killed_half_way_leaves_nothing_under_the_name(
    act: str, source: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    target = folder / NAME if act == "backup" else folder
    folder.mkdir()
    program = [sys.executable, "-c", HALF_WAY, act, str(source), str(target)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(program, cwd=root, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout
        said = killed.stdout.readline()
        os.kill(killed.pid, signal.SIGKILL)
    (half,) = folder.iterdir()
    assert (said, half.name[:9]) == ("half\n", ".referee-")
    assert NAME in names(half)
    again = backup(source, target) if act == "backup" else restore(source, target)
    assert again.events == 31


@pytest.mark.parametrize("force", [False, True])
def test_a_file_that_is_there_is_replaced_only_when_that_is_asked(
    source: Path, tmp_path: Path, force: bool
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("of last year")
    if force:
        assert backup(source, copy, force=True).events == 31
        assert check(copy).faults == []
    else:
        with pytest.raises(UnusableDatabase, match="there already"):
            backup(source, copy)
        assert copy.read_text() == "of last year"
    assert names(tmp_path) == ["copy.db", *(name for name in names(tmp_path) if NAME in name)]


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".lock"])
def test_a_copy_never_takes_the_place_of_the_database_or_what_belongs_to_it(
    source: Path, tmp_path: Path, end: str
) -> None:
    before = names(tmp_path)
    with pytest.raises(UnusableDatabase, match="the database itself"):
        backup(source, tmp_path / f"{NAME}{end}", force=True)
    (tmp_path / "link").symlink_to(source)
    with pytest.raises(UnusableDatabase, match="the database itself"):
        backup(source, tmp_path / "link", force=True)
    assert names(tmp_path) == ["link", *before]


def made_by_another(copy: Path) -> Callable[..., object]:
    def sync(_path: Path) -> None:
        copy.write_text("of another program")

    return sync


def test_a_file_that_another_program_makes_meanwhile_stays(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    monkeypatch.setattr("referee.matches.database.backup._sync", made_by_another(copy))
    with pytest.raises(UnusableDatabase, match="another program"):
        backup(source, copy)
    assert copy.read_text() == "of another program"
    assert [name for name in names(tmp_path) if name.startswith(".")] == []


@pytest.mark.parametrize("there", ["referee.db", "other", ".hidden"])
def test_a_folder_that_is_not_empty_is_left_alone(source: Path, tmp_path: Path, there: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / there).write_text("mine")
    with pytest.raises(UnusableDatabase, match="not empty"):
        restore(source, data)
    assert [each.read_text() for each in data.iterdir()] == ["mine"]
