"""PostgreSQL: servers that stop and restart, hang or drop connections, and several writers."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import DBAPIError

from referee.matches.circle import CircleRenamed
from referee.matches.database import postgresql as server
from referee.matches.database.address import DatabaseAddress, UnusableDatabase
from referee.matches.database.faults import AWAY, SLOW, fault_of, why_unusable
from referee.matches.database.lock import Busy
from referee.matches.database.opening import open_database
from referee.matches.database.tables import MATCH
from referee.matches.events.base import Event
from referee.matches.store import CircleStore, Link, Store
from tests import postgresql
from tests.matches.test_store import found, waiting
from tests.matches.writers import add, add_next, behind, open_match, writer
from tests.servers import ROOT, START_SECONDS, slowness, wait_for


@pytest.fixture
def url() -> Iterator[str]:
    with postgresql.shared().database() as url:
        yield url


def backends(url: str, where: str = "true") -> list[Any]:
    """Ids of the server's processes for this database, except the one that runs this query."""
    name = url.partition("?")[0].rpartition("/")[2]
    asked = f"SELECT pid FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    return [pid for (pid,) in postgresql.shared().run(f"{asked} AND {where}")]


LISTENS = "query LIKE 'LISTEN%'"


def cut(url: str, where: str = "true") -> None:
    for pid in backends(url, where):
        postgresql.shared().run(f"SELECT pg_terminate_backend({pid})")


# Writing


def test_other_matches_go_on_beside_one_that_is_locked(
    store: Store, match: Link, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    other = open_match(store)
    monkeypatch.setattr(server, "ON_THE_SERVER", {"lock_timeout": "50ms"})
    with closing(Store(url)) as quick, store.writing() as connection:
        store.lock(connection, MATCH, match.match_id)
        assert add(quick, other.match_id, 2).number == 2  # type: ignore[union-attr]
        with pytest.raises(Busy):
            add(quick, match.match_id, 2)
    assert store.last_number(match.match_id) == 1


def test_a_crowd_that_waits_for_one_match_leaves_connections_to_the_others(
    store: Store, match: Link
) -> None:
    other = open_match(store)
    crowd = [threading.Thread(target=add_next, args=(store, match.match_id)) for _ in range(30)]
    with store.writing() as connection:
        store.lock(connection, MATCH, match.match_id)
        for phone in crowd:
            phone.start()
        wait_for(lambda: waiting_for_a_lock(store))
        for number in range(2, 12):
            assert isinstance(add(store, other.match_id, number), Event)
        assert len(waiting_for_a_lock(store)) == 1
    for phone in crowd:
        phone.join()
    assert store.last_number(match.match_id) == 31


def test_one_id_sent_to_two_matches_at_once_is_in_one(store: Store, match: Link) -> None:
    """Neither writer finds the id; then one waits on the other's unique key and looks again."""
    other = open_match(store)
    answers: list[object] = []

    def act() -> None:
        try:
            answers.append(add(store, other.match_id, 2, "same"))
        except Exception as refused:
            answers.append(type(refused).__name__)

    thread = threading.Thread(target=act)
    with store.writing() as connection:
        store.lock(connection, MATCH, match.match_id)
        insert_event(connection, match.match_id, "same")
        thread.start()
        wait_for(lambda: len(waiting_for_a_lock(store)) == 1)
    thread.join()
    assert answers == ["WrongMatch"]
    assert store.last_number(other.match_id) == 1


def insert_event(connection: Any, match_id: int, id: str) -> None:
    connection.exec_driver_sql(
        "INSERT INTO event (match_id, number, id, kind, payload, at)"
        f" VALUES ({match_id}, 2, '{id}', 'added', '{{}}', now())"
    )


def waiting_for_a_lock(store: Store) -> list[Any]:
    asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
    with store.engine.connect() as connection:
        return [*connection.exec_driver_sql(f"{asked} AND wait_event_type = 'Lock'")]


def test_what_was_cut_in_the_middle_is_done_once_more_and_counts_once(
    store: Store, match: Link, url: str
) -> None:
    times: list[int] = []

    def act(connection: Any) -> None:
        connection.execute(update(MATCH).values(title=f"time {len(times)}"))
        times.append(1)
        if len(times) == 1:
            cut(url)
        connection.execute(select(MATCH.c.id))

    store.write(act)
    assert len(times) == 2
    link = store.find(match.score_key)
    assert link is not None
    assert link.title == "time 1"


def test_after_all_connections_were_cut_nobody_notices(store: Store, match: Link, url: str) -> None:
    cut(url)
    assert store.find(match.score_key) == match
    cut(url)
    assert add_next(store, match.match_id).number == 2


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setattr(server, "ON_THE_SERVER", {"statement_timeout": "50ms"})
    with (
        closing(Store(url)) as store,
        store.engine.connect() as connection,
        pytest.raises(DBAPIError) as given_up,
    ):
        connection.exec_driver_sql("SELECT pg_sleep(20)")
    assert fault_of(given_up.value) == SLOW


@pytest.mark.parametrize("table", ["event", "circle_event"])
def test_no_log_is_ever_emptied(store: Store, match: Link, url: str, table: str) -> None:
    with pytest.raises(DBAPIError, match="only ever added"), behind(url) as database:
        database.exec_driver_sql(f"TRUNCATE {table} CASCADE")


def test_a_circle_is_locked_too(store: Store, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    circles = CircleStore(store)
    one, other = found(circles), found(circles)
    monkeypatch.setattr(server, "ON_THE_SERVER", {"lock_timeout": "50ms"})
    with closing(Store(url)) as quick, store.writing() as connection:
        connection.exec_driver_sql(f"SELECT 1 FROM circle WHERE id = {one.circle_id} FOR UPDATE")
        event = CircleRenamed(name="X")
        CircleStore(quick).append(other.circle_id, str(uuid4()), event)
        with pytest.raises(Busy):
            CircleStore(quick).append(one.circle_id, str(uuid4()), event)


# Waiting


def test_who_waits_holds_no_connection(store: Store, match: Link, url: str) -> None:
    before = len(backends(url))
    subscriptions = [store.subscribe(match.match_id, lambda _: None) for _ in range(200)]
    wait_for(lambda: backends(url, LISTENS))
    wait_for(lambda: len(backends(url)) <= before + 2, fault="the listener and one that reads")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1
    for subscription, _ in subscriptions:
        subscription.close()


def test_a_listener_that_was_killed_comes_back_and_has_missed_nothing(
    store: Store, match: Link, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    thread, told = waiting(store, match.match_id, 1)
    wait_for(lambda: backends(url, LISTENS))
    with closing(Store(url)) as other:
        with caplog.at_level(logging.WARNING, "referee"):
            cut(url, LISTENS)
            wait_for(lambda: caplog.records)
        add_next(other, match.match_id)
        begun = time.monotonic()
        thread.join(START_SECONDS)
        assert told == [2]
        assert time.monotonic() - begun < 5 * slowness(), "it is polled every 2 s"
        assert [record.message.partition(":")[0] for record in caplog.records] == [
            "can’t listen to the database, polling instead"
        ]
        thread, told = waiting(store, match.match_id, 2)
        wait_for(lambda: backends(url, LISTENS))
        begun = time.monotonic()
        add_next(other, match.match_id)
        thread.join(START_SECONDS)
        assert told == [3]
        assert time.monotonic() - begun < 1.5 * slowness(), "it is notified at once"


def test_where_nobody_can_listen_it_is_looked_for(
    store: Store, match: Link, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deaf(_: object) -> NoReturn:
        raise OSError("no news here")

    monkeypatch.setattr(store._wakes, "_news", deaf)
    monkeypatch.setattr("referee.matches.database.notifier.POLL", 0.1)
    thread, told = waiting(store, match.match_id, 1)
    with closing(Store(url)) as other:
        add_next(other, match.match_id)
    thread.join(START_SECONDS)
    assert told == [2]


# A server that goes away


@pytest.fixture
def mortal() -> Iterator[postgresql.Cluster]:
    with TemporaryDirectory(prefix="referee-") as folder:
        Path(folder).chmod(0o711)
        cluster = postgresql.Cluster(Path(folder) / "pg")
        cluster.make()
        yield cluster


def test_a_server_that_is_stopped_and_started_under_load_loses_nothing(
    mortal: postgresql.Cluster,
) -> None:
    process = mortal.start()
    try:
        with closing(Store(mortal.url("postgres"))) as store:
            match = open_match(store)
            kept: list[Event] = []
            faults: list[str | None] = []
            ends = threading.Event()

            def act() -> None:
                while not ends.is_set():
                    try:
                        kept.append(add_next(store, match.match_id))
                    except Exception as failure:
                        faults.append(fault_of(failure))
                        time.sleep(0.05)

            threads = [threading.Thread(target=act, daemon=True) for _ in range(4)]
            for thread in threads:
                thread.start()
            seen: list[int | None] = []
            store.subscribe(match.match_id, seen.append)
            wait_for(lambda: len(kept) > 20, fault="nothing is written")
            postgresql.stop(process)
            wait_for(lambda: faults, fault="nobody notices")
            before = len(kept)
            process = mortal.start()
            wait_for(lambda: len(kept) > before + 20, fault="it does not go on")
            ends.set()
            for thread in threads:
                thread.join()
            events = store.events(match.match_id)
            assert {*faults} == {AWAY}
            assert [event.number for event in events] == list(range(1, len(events) + 1))
            assert {event.id for event in kept} <= {event.id for event in events}
            assert len({event.id for event in kept}) == len(kept)
            thread, told = waiting(store, match.match_id, events[-1].number)
            with writer(mortal.url("postgres"), match.match_id, acts=1):
                thread.join(START_SECONDS)
            assert told == [events[-1].number + 1] == seen[-1:]
    finally:
        postgresql.stop(process)


def test_a_server_that_hangs_is_given_up_and_goes_on(
    mortal: postgresql.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SECONDS_TO_ANSWER", 0.5)
    monkeypatch.setitem(server.ON_THE_WAY, "connect_timeout", "2")
    process = mortal.start()
    try:
        with closing(Store(mortal.url("postgres"))) as store:
            match = open_match(store)
            thread, told = waiting(store, match.match_id, 1)
            begun = time.monotonic()
            with postgresql.hanging(process):
                for act in (add_next, lambda *_: store.probe()):
                    with pytest.raises(DBAPIError) as failure:
                        act(store, match.match_id)
                    assert fault_of(failure.value) == AWAY
            assert time.monotonic() - begun < 10 * slowness()
            assert store.last_number(match.match_id) == 1
            with writer(mortal.url("postgres"), match.match_id, acts=1):
                thread.join(START_SECONDS)
            assert told == [2]
    finally:
        postgresql.stop(process)


def test_who_goes_through_everything_has_time_and_nobody_after(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SECONDS_TO_ANSWER", 0.3)
    with closing(Store(url)) as store:
        with store.writing() as connection:
            server.without_limits(connection)
            connection.exec_driver_sql("SELECT pg_sleep(0.6)")
        with pytest.raises(DBAPIError), store.writing() as connection:
            connection.exec_driver_sql("SELECT pg_sleep(0.6)")


# Before the start


def refusal(url: str) -> str:
    with pytest.raises(UnusableDatabase) as refused, open_database(DatabaseAddress.of(url)):
        pass
    said = str(refused.value)
    assert "geheim" not in said
    assert "\n" not in said
    return said


def with_password(url: str) -> str:
    return url.replace("referee@", "referee:geheim@")


def test_a_database_from_a_newer_version_is_refused(url: str) -> None:
    with behind(url) as database:
        database.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert "is from a newer version" in refusal(with_password(url))


def test_a_database_that_can_only_be_read_is_refused(url: str) -> None:
    name = url.partition("?")[0].rpartition("/")[2]
    cluster = postgresql.shared()
    cluster.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "is read-only" in refusal(with_password(url))


@pytest.mark.parametrize(
    "setting",
    ["datestyle = 'German'", "timezone = 'Asia/Kathmandu'",
     "default_transaction_isolation = 'serializable'", "client_encoding = 'LATIN1'"],
)  # fmt: skip
def test_what_a_host_has_set_for_the_database_changes_nothing(url: str, setting: str) -> None:
    name = url.partition("?")[0].rpartition("/")[2]
    postgresql.shared().run(f"ALTER DATABASE {name} SET {setting}")
    with closing(Store(url)) as store:
        match = open_match(store, title="Ä€🃏")
        (event,) = store.events(match.match_id)
        assert event.at == match.created
        assert match.created.utcoffset() == timedelta(0)
        assert store.find(match.score_key) == match
        with store.writing() as connection:
            asked = "SHOW transaction_isolation"
            assert connection.exec_driver_sql(asked).scalar() == "read committed"


def test_a_database_of_another_encoding_is_refused() -> None:
    cluster, name = postgresql.shared(), f"latin_{uuid4().hex}"
    cluster.run(f"CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0")
    try:
        assert "UTF8" in refusal(with_password(cluster.url(name)))
    finally:
        cluster.run(f"DROP DATABASE {name}")


def test_a_server_that_is_away_is_told_in_one_line_without_the_password() -> None:
    rows: list[tuple[str, str]] = [
        (
            "postgresql://ann:geheim@127.0.0.1:9/referee",
            "127.0.0.1:9 can’t be reached: Connection refused",
        ),
        ("postgres://ann:geheim@127.0.0.1:9/referee", "127.0.0.1:9 can’t be reached"),
        (
            "postgresql://ann:geheim@/referee?host=/nowhere",
            "the database at /nowhere can’t be reached",
        ),
        ("postgresql://ann@/referee?host=/nowhere&password=geheim", "at /nowhere can’t be reached"),
        ("postgresql://ann:a/geheim@127.0.0.1:x/referee", "the database URL can’t be read"),
        ("postgresql://ann:geheim@127.0.0.1:9/referee?nonsense=1", "127.0.0.1:9 can’t be"),
        ("postgresql://ann:x@geheim@127.0.0.1:9/referee", "write @ as %40"),
        ("postgresql://ann@127.0.0.1:9/referee?password=x@geheim", "write @ as %40"),
        ("postgresql:///referee?password=x@geheim&host=/nowhere", "write @ as %40"),
    ]
    for url, words in rows:
        assert words in refusal(url), url


def test_a_server_that_does_not_answer_is_away() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        said = refusal(f"postgresql://ann:geheim@127.0.0.1:{port}/referee?connect_timeout=2")
    assert said.startswith(f"the database at 127.0.0.1:{port} can’t be reached: ")


def test_a_password_that_is_wrong_does_not_pass_for_a_server_that_is_away() -> None:
    said = 'connection failed: connection to server at "::1", port 5432 failed: FATAL:  password'
    refused = psycopg.OperationalError(f'{said} authentication failed for user "ann"\nmore')
    address = DatabaseAddress.of("postgresql://ann:geheim@db.example/referee")
    assert why_unusable(address, DBAPIError(None, None, refused)) == (
        'the database at db.example can’t be used: password authentication failed for user "ann"'
    )


def test_a_database_that_is_not_there_is_told(url: str) -> None:
    assert "does not exist" in refusal(with_password(url).replace("/test_", "/no_"))


def test_without_psycopg_it_is_told_what_to_install() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from referee.matches.database.opening import *\n"
        "address = DatabaseAddress.of('postgresql://ann:geheim@host/referee')\n"
        "try: open_database(address).__enter__()\n"
        "except UnusableDatabase as problem: print(problem)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "pip install" in said
    assert "geheim" not in said


def test_two_schemas_of_one_database_are_two_apps(url: str) -> None:
    with behind(url) as database:
        database.exec_driver_sql("CREATE SCHEMA other")
    apart = f"{url}&options=-csearch_path%3Dother"
    with closing(Store(url)) as one, closing(Store(apart)) as two:
        ours, theirs = open_match(one), open_match(two)
        assert ours.match_id == theirs.match_id
        numbers: list[int | None] = []
        one.subscribe(ours.match_id, numbers.append)
        wait_for(lambda: backends(url, LISTENS))
        for number in (2, 3):
            add(two, theirs.match_id, number)
        with closing(Store(url)) as three:
            add(three, ours.match_id, 2)
        wait_for(lambda: numbers)
        assert numbers == [2]
