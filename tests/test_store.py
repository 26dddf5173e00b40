"""The log: what it keeps, whom it refuses, whom it wakes."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from uuid import uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect
from sqlmodel import SQLModel

from referee import migrations
from referee.locks import Queue, Turn
from referee.log import Event
from referee.store import Closed, Link, NewerDatabase, Role, Stale, Store, WrongMatch

WRITER = """
import itertools, sys, uuid
from referee.store import Stale, Store

url, match, acts = sys.argv[1:]
store = Store(url)
number = store.last_number(int(match)) + 1
for _ in range(int(acts)) if int(acts) else itertools.count():
    event = str(uuid.uuid4())
    while isinstance(
        answer := store.append(
            int(match), number=number, id=event, kind="added", payload={}, by=None
        ),
        Stale,
    ):
        number = answer.last + 1
    print(number, event, flush=True)
    number += 1
store.close()
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/referee.db"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(Store(url)) as store:
        yield store


@pytest.fixture
def match(store: Store) -> Link:
    return open_match(store)


def open_match(store: Store, id: str | None = None, title: str = "Friday") -> Link:
    payload = {"players": ["Ann", "Bob"]}
    return store.open_match(
        id=id or str(uuid4()), game="tribello", title=title, payload=payload, by="Ann"
    )


def add(
    store: Store, match_id: int, number: int, id: str | None = None, points: int = 1
) -> Event | Stale:
    return store.append(
        match_id,
        number=number,
        id=id or str(uuid4()),
        kind="added",
        payload={"points": points},
        by=None,
    )


def add_next(store: Store, match_id: int) -> Event:
    """Add an event as a phone does: when somebody else was first, once more behind that."""
    number, id = store.last_number(match_id) + 1, str(uuid4())
    while isinstance(answer := add(store, match_id, number, id), Stale):
        number = answer.last + 1
    return answer


def writer(url: str, match_id: int, acts: int = 0) -> subprocess.Popen[str]:
    """A process that adds so many events, or goes on until it is killed, and prints each."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, url, str(match_id), str(acts)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent.parent,
    )


def all_at_once(acts: list[Callable[[], object]]) -> None:
    threads = [threading.Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


# The schema


def test_an_empty_folder_gets_the_whole_schema_and_opens_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/deeper/still/referee.db"
    with closing(Store(url)) as store:
        match = open_match(store)
    with closing(Store(url)) as store:
        assert store.find(match.score_key) == match
        assert store.last_number(match.match_id) == 1


def test_the_migrations_make_what_the_tables_say(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, SQLModel.metadata) == []
        assert migrations.revision(connection) == migrations.HEAD
        assert set(inspect(connection).get_table_names()) > set(SQLModel.metadata.tables)
    engine.dispose()


def test_opening_an_up_to_date_database_leaves_alembic_out(url: str) -> None:
    Store(url).close()
    code = "import sys; from referee.store import Store; Store(sys.argv[1]).close()"
    code += "; sys.exit('alembic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code, url], check=True, cwd=Path(__file__).parent.parent)


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    Store(url).close()
    with closing(sqlite3.connect(file_of(url))) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabase, match="9999"):
        Store(url)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "postgresql://host/referee"])
def test_only_a_file_will_do(url: str) -> None:
    with pytest.raises(ValueError, match="file"):
        Store(url)


@pytest.mark.skipif(os.name == "nt", reason="files have no modes there")
def test_no_other_user_can_read_the_secrets(store: Store, match: Link, url: str) -> None:
    folder = file_of(url).parent
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}
    assert match.score_key not in repr(match)


def test_a_restored_copy_gets_its_write_ahead_log_back(url: str) -> None:
    Store(url).close()
    with closing(sqlite3.connect(file_of(url))) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    Store(url).close()
    with closing(sqlite3.connect(file_of(url))) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 5000), ("foreign_keys", 1)],
)
def test_every_connection_is_as_safe_as_promised(store: Store, pragma: str, value: object) -> None:
    with store._engine.connect() as first, store._writer.connect() as second:
        for connection in (first, second):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value


# Matches and links


def test_a_match_is_found_by_both_of_its_keys(store: Store, match: Link) -> None:
    open_match(store)
    assert store.find(match.score_key) == match
    assert store.find(match.watch_key) == replace(match, role="watch")
    assert match.role == "score"
    assert len({match.score_key, match.watch_key}) == 2
    assert store.find("no such key") is None


def test_a_match_opened_twice_by_a_double_tap_is_one(store: Store) -> None:
    id = str(uuid4())
    links: list[Link] = []
    all_at_once([lambda: links.append(open_match(store, id))] * 4)
    assert len(links) == 4
    assert len(set(links)) == 1
    assert store.last_number(links[0].match_id) == 1


def test_the_id_of_a_later_event_opens_nothing(store: Store, match: Link) -> None:
    add(store, match.match_id, 2, "later")
    with pytest.raises(WrongMatch):
        open_match(store, "later")


@pytest.mark.parametrize("role", ["score", "watch"])
def test_a_renewed_key_opens_the_match_and_the_old_one_nothing(
    store: Store, match: Link, role: Role
) -> None:
    renewed = store.renew(match.match_id, role)
    old, new = (getattr(link, f"{role}_key") for link in (match, renewed))
    assert store.find(old) is None
    assert store.find(new) == renewed
    assert renewed.role == role
    kept = "watch_key" if role == "score" else "score_key"
    assert getattr(renewed, kept) == getattr(match, kept)


def test_the_list_of_matches_has_the_last_played_first(store: Store) -> None:
    first, second, third = (open_match(store, title=title) for title in ("1", "2", "3"))
    played = add_next(store, first.match_id)
    watched = replace(second, role="watch")
    listed = store.links([first.watch_key, second.watch_key, first.score_key, "no such key"])
    assert [link for link, _ in listed] == [first, watched]
    assert listed[0][1] == played.at
    assert third not in [link for link, _ in listed]
    assert store.links([]) == []


def test_a_new_title_is_in_the_list(store: Store, match: Link) -> None:
    store.retitle(match.match_id, "Saturday")
    assert store.find(match.score_key) == replace(match, title="Saturday")


def test_a_secret_is_the_same_for_all_and_for_ever(url: str, store: Store) -> None:
    made = store.secret("cookie")
    assert len(made) >= 32
    assert store.secret("cookie") == made != store.secret("other")
    with closing(Store(url)) as again:
        assert again.secret("cookie") == made


# The log


def test_what_was_written_is_read_as_it_was(store: Store, match: Link) -> None:
    payload = {"deal": [1, None, {"♠": "Zoë", "bid": -2.5}], "kept": True}
    written = store.append(
        match.match_id, number=2, id="two", kind="added", payload=payload, by="Zoë"
    )
    assert written == Event(2, "two", "added", payload, written.at, "Zoë")  # type: ignore[union-attr]
    opened, second = store.events(match.match_id)
    assert (opened.number, opened.kind, opened.by) == (1, "opened", "Ann")
    assert second == written
    assert store.events(match.match_id, after=1) == [written]
    assert store.events(match.match_id, after=2) == []
    assert store.event("two") == (match.match_id, written)
    assert store.event("three") is None
    assert store.last_number(match.match_id) == 2
    assert store.last_number(match.match_id + 1) == 0


def test_times_come_back_in_utc_and_know_it(store: Store, match: Link) -> None:
    (opened,) = store.events(match.match_id)
    assert opened.at == match.created
    for at in (opened.at, match.created, store.links([match.score_key])[0][1]):
        assert at.tzinfo is UTC
        assert timedelta(0) <= datetime.now(UTC) - at < timedelta(seconds=5)


def test_an_event_sent_twice_is_kept_once_and_answered_the_same(store: Store, match: Link) -> None:
    first = add(store, match.match_id, 2, "same", points=1)
    add_next(store, match.match_id)
    assert add(store, match.match_id, 2, "same", points=1) == first
    assert add(store, match.match_id, 4, "same", points=9) == first
    assert store.last_number(match.match_id) == 3


def test_the_id_of_another_matchs_event_is_refused(store: Store, match: Link) -> None:
    add(store, match.match_id, 2, "theirs")
    other = open_match(store)
    with pytest.raises(WrongMatch):
        add(store, other.match_id, 2, "theirs")
    assert store.last_number(other.match_id) == 1


@pytest.mark.parametrize("number", [-1, 0, 1, 2, 4])
def test_a_writer_who_does_not_know_the_last_event_is_stale(
    store: Store, match: Link, number: int
) -> None:
    add(store, match.match_id, 2)
    assert add(store, match.match_id, number) == Stale(2)
    assert store.last_number(match.match_id) == 2


@pytest.mark.parametrize(
    "statement",
    ["UPDATE event SET payload = '{}'", "DELETE FROM event", "DELETE FROM match"],
)
def test_nothing_is_ever_changed_in_the_log(
    store: Store, match: Link, url: str, statement: str
) -> None:
    with closing(sqlite3.connect(file_of(url))) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            database.execute(statement)
    assert store.last_number(match.match_id) == 1


# Many at once


def test_eight_threads_lose_nothing(store: Store, match: Link) -> None:
    kept: list[Event] = []

    def act() -> None:
        for _ in range(50):
            kept.append(add_next(store, match.match_id))

    all_at_once([act] * 8)
    events = store.events(match.match_id)
    assert [event.number for event in events] == list(range(1, 402))
    assert events[1:] == sorted(kept, key=lambda event: event.number)


def test_three_processes_lose_nothing(url: str, store: Store, match: Link) -> None:
    writers = [writer(url, match.match_id, acts=50) for _ in range(3)]
    printed = [line for each in writers for line in each.communicate()[0].splitlines()]
    assert [each.returncode for each in writers] == [0, 0, 0]
    events = store.events(match.match_id)
    assert [event.number for event in events] == list(range(1, 152))
    assert {f"{event.number} {event.id}" for event in events[1:]} == set(printed)


def test_processes_that_start_at_once_make_one_schema(url: str) -> None:
    code = "import sys; from referee.store import Store; s = Store(sys.argv[1])"
    code += "; print(s.secret('cookie')); s.close()"
    command = [sys.executable, "-W", "error", "-c", code, url]
    root = Path(__file__).parent.parent
    started = [
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    assert len({each.communicate()[0] for each in started}) == 1
    assert [each.returncode for each in started] == [0] * 4


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
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


def test_a_writer_shuts_the_others_out_before_it_reads(store: Store, url: str) -> None:
    with (
        closing(sqlite3.connect(file_of(url), timeout=0)) as other,
        store._writer.begin(),
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")


@pytest.mark.skipif(os.name == "nt", reason="no queue between processes there")
def test_the_turn_is_one_over_all_processes(tmp_path: Path) -> None:
    ours, theirs = (Turn(tmp_path / "lock") for _ in range(2))
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
    queue = Queue()
    order: list[int] = []

    def act(place: int) -> None:
        queue.acquire()
        order.append(place)
        queue.release()

    queue.acquire()
    threads = [threading.Thread(target=act, args=(place,)) for place in range(20)]
    for place, thread in enumerate(threads):
        thread.start()
        until(lambda place=place: len(queue._waiting) > place)  # type: ignore[misc]
    queue.release()
    for thread in threads:
        thread.join()
    assert order == list(range(20))


# Waiting


def waiting(store: Store, match_id: int, after: int) -> tuple[threading.Thread, list[int]]:
    """A thread that waits, and what it will be told and when."""
    told: list[int] = []
    thread = threading.Thread(target=lambda: told.append(store.wait(match_id, after, 10)))
    before = store.watchers
    thread.start()
    until(lambda: store.watchers > before)
    return thread, told


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
    monkeypatch.setattr("referee.wake.TICK", 60)  # so that it is not noticed the other way
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
    until(lambda: store.watchers == 1)
    store.close()
    thread.join(0.5)
    assert ended == [True]
    with pytest.raises(Closed):
        store.wait(match.match_id, 0, timeout=10)
