"""The store: its logs, keys, locks and notifications."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from uuid import uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from referee.matches.circle import CircleCreated, CircleRenamed, MatchPutIn, MatchTakenOut
from referee.matches.database import lock, migrations
from referee.matches.database.lock import FairLock, WriteLock
from referee.matches.database.migrations import NewerDatabase
from referee.matches.database.notifier import Closed, Heard, Notifier
from referee.matches.database.sqlite import sqlite_url
from referee.matches.events.base import Event
from referee.matches.store import (
    CircleLink,
    CircleStore,
    Link,
    Role,
    Stale,
    Store,
    WrongCircle,
    WrongMatch,
)
from tests.faults.conftest import amount
from tests.matches.conftest import ON_A_FILE
from tests.matches.writers import add, add_next, all_at_once, behind, file_of, open_match, writer
from tests.servers import START_SECONDS, slowness, wait_for

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
    code = "import sys; from referee.matches.store import Store; Store(sys.argv[1]).close()"
    code += "; sys.exit('alembic' in sys.modules)"
    subprocess.run([sys.executable, "-c", code, url], check=True, cwd=Path(__file__).parents[2])


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    Store(url).close()
    with behind(url) as database:
        database.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabase, match="9999"):
        Store(url)


def test_no_other_database_will_do() -> None:
    rows: list[str] = ["sqlite://", "sqlite:///:memory:", "mysql://host/referee"]
    for url in rows:
        with pytest.raises(ValueError, match="file"):
            Store(url)


@ON_A_FILE
def test_no_other_user_can_read_the_secrets(store: Store, match: Link, url: str) -> None:
    folder = file_of(url).parent
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}
    assert match.score_key not in repr(match)


@ON_A_FILE
def test_a_restored_copy_gets_its_write_ahead_log_back(url: str) -> None:
    Store(url).close()
    with closing(sqlite3.connect(file_of(url))) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    Store(url).close()
    with closing(sqlite3.connect(file_of(url))) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@ON_A_FILE
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 5000), ("foreign_keys", 1)],
)
def test_every_connection_is_as_safe_as_promised(store: Store, pragma: str, value: object) -> None:
    with store.engine.connect() as first, store.writing() as second:
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


def test_a_new_title_is_in_the_list_if_its_event_is_written(store: Store, match: Link) -> None:
    payload = {"title": "Saturday", "players": ["Ann", "Bob"]}
    id = str(uuid4())
    for number, title in ((3, match.title), (2, "Saturday"), (2, "Saturday")):
        store.append(match.match_id, number=number, id=id, kind="renamed", payload=payload, by=None,
                     title="Saturday")  # fmt: skip
        assert store.find(match.score_key) == replace(match, title=title)


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


def test_what_is_hard_to_keep_is_kept(store: Store, match: Link) -> None:
    payload = {"z": 10**40, "a": ["\0", "\ud800", "\u2028", 1e-300], "b": {"y": True, "x": "🂡"}}
    add(store, match.match_id, 2)
    written = store.append(
        match.match_id, number=3, id="hard", kind="added", payload=payload, by="‮Zoë"
    )
    assert store.events(match.match_id, after=2) == [written]
    assert list(store.events(match.match_id, after=2)[0].payload) == ["z", "a", "b"]
    assert store.events(match.match_id, after=999_999_999) == []  # a phone's highest


@pytest.mark.parametrize("key", ["\0", "a\0b", "", "x" * 100_000, "'; --", "%s"])
def test_nothing_has_a_key_that_no_database_can_hold(store: Store, match: Link, key: str) -> None:
    assert store.find(key) is None
    assert store.event(key) is None
    assert CircleStore(store).find(key) is None
    assert [link for link, _ in store.links([key, match.score_key])] == [match]


def test_moments_are_kept_to_the_microsecond(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = datetime(2025, 3, 30, 2, 30, 0, 123457, tzinfo=timezone(timedelta(hours=2)))
    clock = SimpleNamespace(now=lambda _zone: moment)
    monkeypatch.setattr("referee.matches.store.datetime", clock)
    match = open_match(store)
    (opened,) = store.events(match.match_id)
    assert opened.at == match.created == moment
    assert opened.at.tzinfo is UTC


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
    "statement", ["UPDATE event SET payload = '{}'", "DELETE FROM event", "DELETE FROM match"]
)
def test_nothing_is_ever_changed_in_the_log(
    store: Store, match: Link, url: str, statement: str
) -> None:
    with behind(url) as database:
        if database.dialect.name == "sqlite":
            database.exec_driver_sql("PRAGMA foreign_keys = ON")
        with pytest.raises(IntegrityError):
            database.exec_driver_sql(statement)
    assert store.last_number(match.match_id) == 1


# Circles ------------------------------------------------------------------------------------------


@pytest.fixture
def circles(store: Store) -> CircleStore:
    return CircleStore(store)


@pytest.fixture
def circle(circles: CircleStore) -> CircleLink:
    return found(circles)


def found(circles: CircleStore, id: str | None = None, name: str = "Friday") -> CircleLink:
    return circles.create(id or str(uuid4()), CircleCreated(name=name), name)


def test_a_circle_is_found_by_both_of_its_keys(circles: CircleStore, circle: CircleLink) -> None:
    other = found(circles)
    assert circles.find(circle.score_key) == circle
    watched = circles.find(circle.watch_key)
    assert watched is not None
    assert (watched.role, watched.circle_id, watched.key) == (
        "watch",
        circle.circle_id,
        watched.watch_key,
    )
    assert len({circle.score_key, circle.watch_key, other.score_key, other.watch_key}) == 4
    assert circles.find("no such key") is None
    assert circle.score_key not in repr(circle)


def test_circles_come_in_the_order_of_their_keys_and_once(circles: CircleStore) -> None:
    one, other = found(circles), found(circles)
    keys = [other.watch_key, one.watch_key, one.score_key]
    links = [(link.circle_id, link.role) for link in circles.links(keys)]
    assert links == [(other.circle_id, "watch"), (one.circle_id, "score")]


def test_a_circle_begun_twice_by_a_double_tap_is_one(circles: CircleStore) -> None:
    id, links = str(uuid4()), []
    all_at_once([lambda: links.append(found(circles, id))] * 4)
    assert (len(links), len(set(links))) == (4, 1)
    assert len(circles.events(links[0].circle_id)) == 1


def test_an_event_is_written_once_and_none_is_lost(
    circles: CircleStore, circle: CircleLink
) -> None:
    ids = [str(number) for number in range(12)]
    puts: list[Callable[[], object]] = [
        partial(circles.append, circle.circle_id, id, MatchPutIn(match=int(id))) for id in ids
    ]
    all_at_once(puts * 2)
    events = circles.events(circle.circle_id)
    assert [event.number for event in events] == [*range(1, 14)]
    assert {event.id for event in events[1:]} == {*ids}


def test_who_asks_for_a_number_that_is_taken_is_told_the_last(
    circles: CircleStore, circle: CircleLink
) -> None:
    event = CircleRenamed(name="X")
    assert circles.append(circle.circle_id, "a", event, 2) == circles.events(circle.circle_id)[1]
    assert circles.append(circle.circle_id, "b", event, 2) == Stale(2)
    assert circles.append(circle.circle_id, "a", event, 2) == circles.events(circle.circle_id)[1]


def test_the_id_of_an_event_of_another_circle_is_refused(
    circles: CircleStore, circle: CircleLink
) -> None:
    circles.append(circle.circle_id, "later", MatchPutIn(match=1))
    with pytest.raises(WrongCircle):
        circles.append(found(circles).circle_id, "later", MatchPutIn(match=1))
    with pytest.raises(WrongCircle):
        found(circles, "later")


@pytest.mark.parametrize("act", ["UPDATE circle_event SET kind = 'x'", "DELETE FROM circle_event"])
def test_no_event_of_a_circle_is_ever_altered(circle: CircleLink, url: str, act: str) -> None:
    with pytest.raises(IntegrityError, match="only ever added"), behind(url) as database:
        database.exec_driver_sql(act)
    assert circle.role == "score"


@pytest.mark.parametrize("role", ["score", "watch"])
def test_a_link_is_made_anew(circles: CircleStore, circle: CircleLink, role: Role) -> None:
    renewed = circles.renew(circle.circle_id, role, "the new key")
    old = circle.score_key if role == "score" else circle.watch_key
    assert (renewed.role, circles.find(old)) == (role, None)
    link = circles.find("the new key")
    assert link is not None
    assert (link.circle_id, link.role) == (circle.circle_id, role)


def test_the_circles_of_a_match_are_those_into_which_it_was_ever_put(
    circles: CircleStore, circle: CircleLink, match: Link, store: Store
) -> None:
    other = found(circles)
    for link in (circle, other):
        circles.append(link.circle_id, str(uuid4()), MatchPutIn(match=match.match_id))
    circles.append(other.circle_id, str(uuid4()), MatchTakenOut(match=match.match_id))
    found(circles)
    ids = {link.circle_id for link in circles.with_match(match.match_id)}
    assert ids == {circle.circle_id, other.circle_id}
    assert list(circles.with_match(open_match(store).match_id)) == []


def test_matches_are_listed_with_the_number_of_their_last_event(match: Link, store: Store) -> None:
    listed = store.listed([match.match_id, 99])
    ((link, last),) = listed.values()
    assert (link.match_id, link.role, last) == (match.match_id, "watch", 1)
    assert store.listed([]) == {}


def test_a_database_of_before_circles_gets_them_and_keeps_its_matches(
    match: Link, store: Store, url: str
) -> None:
    store.close()
    with behind(url) as database:
        for table in ("circle_event", "circle"):
            database.exec_driver_sql(f"DROP TABLE {table}")
        database.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with closing(Store(url)) as again:
        assert again.find(match.score_key) == match
        circle = found(CircleStore(again))
        assert CircleStore(again).find(circle.score_key) == circle
    with behind(url) as database:
        assert migrations.revision(database) == migrations.HEAD


# Many writers -------------------------------------------------------------------------------------


ACTS = amount(6, 80)
"""Number of events that each of several threads or processes writes to one match."""


def test_eight_threads_lose_nothing(store: Store, match: Link) -> None:
    kept: list[Event] = []

    def act() -> None:
        for _ in range(ACTS):
            kept.append(add_next(store, match.match_id))

    all_at_once([act] * 8)
    events = store.events(match.match_id)
    assert [event.number for event in events] == list(range(1, 8 * ACTS + 2))
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
        subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    assert len({each.communicate()[0] for each in started}) == 1
    assert [each.returncode for each in started] == [0] * 3


def test_a_process_waits_for_the_schema_that_another_one_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.05)
    file = tmp_path / "new.db"
    with ThreadPoolExecutor() as others, WriteLock(tmp_path / "new.db.lock").hold():
        store = others.submit(Store, sqlite_url(file))
        with pytest.raises(TimeoutError):
            store.result(timeout=0.3)
    store.result().close()


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
    assert len(kept) - len(acknowledged) <= 2  # the opening event, and one not printed yet
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
        with theirs.hold():
            entered.set()

    with ours.hold():
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


# Waiting ------------------------------------------------------------------------------------------


def wait_for_news(told_by: Store | Notifier, match_id: int, after: int, seconds: float) -> int:
    """Wait for an event after number `after`; return the last event number. Raises Closed."""
    numbers: SimpleQueue[int | None] = SimpleQueue()
    subscription, last = told_by.subscribe(match_id, numbers.put)
    try:
        news = numbers.get(timeout=seconds) if last <= after else last
    except Empty:
        return last
    finally:
        subscription.close()
    if news is None:
        raise Closed
    return news


def waiting(store: Store, match_id: int, after: int) -> tuple[threading.Thread, list[int]]:
    """Start a thread that waits for an event after `after`; return it and a list.

    Once the thread wakes up, it adds the number of the last event to the list.
    """
    told: list[int] = []
    thread = threading.Thread(
        target=lambda: told.append(wait_for_news(store, match_id, after, START_SECONDS))
    )
    before = store.watchers
    thread.start()
    wait_for(lambda: store.watchers > before)
    return thread, told


def deaf(rest: Callable[[float], None]) -> Generator[Heard, None, None]:
    while True:
        yield []
        rest(0.1)


def test_a_wait_is_over_at_once_for_who_is_behind(store: Store, match: Link) -> None:
    assert wait_for_news(store, match.match_id, 0, 10) == 1


def test_a_wait_runs_out(store: Store, match: Link) -> None:
    begun = time.monotonic()
    assert wait_for_news(store, match.match_id, 1, 0.15) == 1
    assert 0.15 <= time.monotonic() - begun < 0.5 * slowness()
    assert store.watchers == 0


def test_a_write_of_this_process_wakes_its_matchs_waiters_alone(
    store: Store, match: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store._wakes, "_news", deaf)  # so that only this process can notify
    other = open_match(store)
    threads = [waiting(store, match.match_id, 1) for _ in range(3)]
    quiet, untold = waiting(store, other.match_id, 1)
    add_next(store, match.match_id)
    for thread, told in threads:
        thread.join(START_SECONDS)
        assert told == [2]
    assert store.watchers == 1
    assert untold == []
    add_next(store, other.match_id)
    quiet.join(START_SECONDS)
    assert untold == [2]


def test_a_write_of_another_process_wakes_too(url: str, store: Store, match: Link) -> None:
    for number in count(2):
        thread, told = waiting(store, match.match_id, number - 1)
        with writer(url, match.match_id, acts=1) as other:
            assert other.stdout
            other.stdout.readline()
            thread.join(START_SECONDS)
            assert told == [number]
        if number == 3:  # by the second time, the polling thread was asleep
            break


def test_a_write_while_nobody_waited_is_not_missed(url: str, store: Store, match: Link) -> None:
    assert wait_for_news(store, match.match_id, 1, 0.05) == 1
    with closing(Store(url)) as other:
        add_next(other, match.match_id)
    assert wait_for_news(store, match.match_id, 1, 10) == 2


def test_closing_ends_all_waiting(url: str) -> None:
    store = Store(url)
    match = open_match(store)
    ended: list[bool] = []

    def act() -> None:
        with pytest.raises(Closed):
            wait_for_news(store, match.match_id, 1, 10)
        ended.append(True)

    thread = threading.Thread(target=act)
    thread.start()
    wait_for(lambda: store.watchers == 1)
    store.close()
    thread.join(START_SECONDS)
    assert ended == [True]
    with pytest.raises(Closed):
        wait_for_news(store, match.match_id, 0, 10)


def test_a_database_that_is_slow_for_one_keeps_no_other_from_being_told() -> None:
    asked, answered = threading.Event(), threading.Event()

    def last_numbers(match_ids: Iterable[int]) -> dict[int, int]:
        if 1 in match_ids:
            asked.set()
            answered.wait(10)
        return dict.fromkeys(match_ids, 5)

    notifier = Notifier(deaf, last_numbers)
    slow: list[int] = []
    thread = threading.Thread(target=lambda: slow.append(wait_for_news(notifier, 1, 6, 10)))
    thread.start()
    asked.wait(10)
    numbers: list[int | None] = []
    _, last = notifier.subscribe(2, numbers.append)
    notifier.tell(2, 6)
    assert (last, numbers) == (5, [6])
    notifier.tell(1, 7)
    answered.set()
    thread.join(10)
    assert slow == [7], "the number notified meanwhile is newer than the one read"
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
