"""Backups and copies are complete even while others write, and never overwrite other files."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Text, cast, inspect, select

from referee.matches.circle import MatchPutIn
from referee.matches.database import copy
from referee.matches.database.address import NAME, DatabaseAddress, UnusableDatabase
from referee.matches.database.backup import Copied, backup, restore
from referee.matches.database.checks import check, check_server
from referee.matches.database.copy import ALL, CopiedRows, copy_all
from referee.matches.database.opening import snapshot
from referee.matches.events.base import Event
from referee.matches.store import CircleStore, Link, Stale, Store, sqlite_url
from tests import postgresql
from tests.matches.test_store import found
from tests.matches.writers import add, add_next, file_of, open_match, writer
from tests.servers import ROOT, wait_for

PLAYERS = {"players": ["Ann", "Ben", "Cleo"], "options": {}}
DEAL = {"entry": {"kind": "deal", "tricks": [6, 4, 3]}}


def opened_match(store: Store, title: str) -> Link:
    payload = {"game": "tribello", "title": title, **PLAYERS}
    return store.open_match(id=title, game="tribello", title=title, payload=payload, by=None)


def add_deal(store: Store, match_id: int, id: str) -> Event:
    """Record a deal as a phone does: whenever another writer was faster, try the next number."""
    answer: Event | Stale = Stale(store.last_number(match_id))
    while isinstance(answer, Stale):
        answer = store.append(
            match_id, number=answer.last + 1, id=id, kind="added", payload=DEAL, by=None
        )
    return answer


@pytest.fixture
def url(tmp_path: Path) -> str:
    """URL of a database file, because these tests make no backups on a server."""
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
        with pytest.raises(UnusableDatabase, match="already exists"):
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
    with pytest.raises(UnusableDatabase, match="isn’t empty"):
        restore(source, data)
    assert [each.read_text() for each in data.iterdir()] == ["mine"]


# Copying into another database --------------------------------------------------------------------


DATA = ROOT / "tests" / "web" / "data"
KEPT = sorted(DATA.glob("*.sql"))
BOTH = ["sqlite", "postgresql"]


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Any]:
    with ExitStack() as stack:

        def place(kind: str, name: str = "new") -> DatabaseAddress:
            if kind == "sqlite":
                return DatabaseAddress.of(str(tmp_path / f"{name}.db"))
            return DatabaseAddress.of(stack.enter_context(postgresql.shared().database(None)))

        yield place


def silent(_done: int, _steps: int) -> None:
    pass


def rows_of(address: DatabaseAddress) -> dict[str, list[tuple[Any, ...]]]:
    with snapshot(address) as connection:
        tables = [each for each in ALL if inspect(connection).has_table(each.name)]
        return {
            each.name: [
                tuple(row)
                for row in connection.execute(
                    select(
                        *(cast(c, Text) if c.name == "payload" else c for c in each.columns)
                    ).order_by(*each.primary_key.columns)
                )
            ]
            for each in tables
        }


def filled(address: DatabaseAddress) -> None:
    odd = {"z": 1, "a": [1.0, 1e30, 10**40, "\0", "\ud800", "♠", None], "é": {"b": 1, "a": 2}}
    with closing(Store.at(address)) as store:
        store.secret("cookies")
        for title in ("Friday", "♠ “Zoë”"):
            match = open_match(store, title=title)
            store.append(
                match.match_id, number=2, id=f"odd {title}", kind="x", payload=odd, by="Zoë"
            )
            for number in range(3, 20):
                add(store, match.match_id, number)
        circles = CircleStore(store)
        circle = found(circles)
        circles.append(circle.circle_id, "put", MatchPutIn(match=match.match_id))


@pytest.mark.parametrize("target", BOTH)
@pytest.mark.parametrize("source", BOTH)
def test_everything_is_the_same_afterwards_and_goes_on(
    places: Any, source: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copy, "BATCH", 7)
    old, new = places(source, "old"), places(target)
    filled(old)
    before = rows_of(old)
    assert copy_all(old, new, silent) == CopiedRows(matches=2, events=38, circles=1)
    assert rows_of(old) == before == rows_of(new)
    with closing(Store.at(new)) as store, closing(Store.at(old)) as kept:
        assert store.secret("cookies") == kept.secret("cookies")
        assert add_next(store, 1).number == 20
        assert open_match(store).match_id == 3
        assert found(CircleStore(store)).circle_id == 2


@pytest.mark.parametrize("sql", KEPT, ids=lambda path: path.stem)
def test_what_earlier_versions_kept_goes_to_a_server_and_back(
    places: Any, tmp_path: Path, sql: Path
) -> None:
    old, between, new = places("sqlite", "old"), places("postgresql"), places("sqlite")
    with closing(sqlite3.connect(old.file)) as database:
        database.executescript(sql.read_text())
    bytes_before = sha256(old.file.read_bytes()).digest()
    copy_all(old, between, silent)
    copy_all(between, new, silent)
    assert sha256(old.file.read_bytes()).digest() == bytes_before, "of its version"
    after = rows_of(new)
    assert after == rows_of(between)
    assert {name: after[name] for name in rows_of(old)} == rows_of(old)
    assert check_server(between) == check(new.file)
    assert check(new.file).faults == []


@pytest.mark.parametrize("kind", BOTH)
def test_a_database_is_not_copied_onto_itself(places: Any, kind: str) -> None:
    one = places(kind)
    with pytest.raises(UnusableDatabase, match="into itself: name another database"):
        copy_all(one, one, silent)


@pytest.mark.parametrize("target", BOTH)
def test_a_database_with_matches_is_left_alone(places: Any, target: str) -> None:
    old, new = places("sqlite", "old"), places(target)
    filled(old)
    filled(new)
    before = rows_of(new)
    with pytest.raises(UnusableDatabase, match="has matches already"):
        copy_all(old, new, silent)
    assert rows_of(new) == before


@pytest.mark.parametrize("target", BOTH)
def test_half_a_copy_is_none(places: Any, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = places("sqlite", "old"), places(target)
    filled(old)

    def broken(_old: object, _new: object, _rows: object) -> Iterator[int]:
        yield 1
        raise ValueError("it broke")

    with monkeypatch.context() as patched:
        patched.setattr(copy, "_compare", broken)
        with pytest.raises(UnusableDatabase, match="it broke"):
            copy_all(old, new, silent)
    if new.file:
        assert [path.name for path in new.file.parent.iterdir()] == ["old.db", "old.db.lock"]
    copy_all(old, new, silent)
    assert rows_of(new) == rows_of(old)


def test_an_empty_server_that_was_started_once_is_filled(places: Any) -> None:
    old, new = places("sqlite", "old"), places("postgresql")
    filled(old)
    with closing(Store.at(new)) as store:
        store.secret("cookies")
    copy_all(old, new, silent)
    assert rows_of(new) == rows_of(old)


def test_what_is_written_meanwhile_is_not_in_the_copy(places: Any) -> None:
    old, new = places("postgresql"), places("sqlite")
    filled(old)
    before = rows_of(old)
    written: list[object] = []

    def write(_done: int, _steps: int) -> None:
        if not written:
            with closing(Store(old.server)) as store:
                written.append(add_next(store, 1))

    copy_all(old, new, write)
    assert written
    assert rows_of(new) == before


def test_what_a_server_cannot_keep_is_said_and_nothing_is_copied(places: Any) -> None:
    old, new = places("sqlite", "old"), places("postgresql")
    filled(old)
    with closing(sqlite3.connect(old.file)) as database, database:
        database.execute("UPDATE match SET title = 'a' || char(0) || 'b' WHERE id = 1")
    with pytest.raises(UnusableDatabase, match=r"can’t store.*NUL"):
        copy_all(old, new, silent)
    with closing(Store.at(new)) as store:
        assert store.listed([1, 2]) == {}


def test_a_source_that_is_none_is_refused_and_makes_no_target(places: Any) -> None:
    old, new, empty = places("sqlite", "old"), places("sqlite"), places("postgresql")
    for source in (old, empty):
        with pytest.raises(UnusableDatabase):
            copy_all(source, new, silent)
    assert not new.file.exists()
