"""The log: what it keeps, and whom it refuses."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from referee.matches.circle_store import CircleStore
from referee.matches.database import migrations
from referee.matches.database.migrations import NewerDatabase
from referee.matches.events import Event
from referee.matches.store import Link, Role, Stale, Store, WrongMatch
from tests.matches.conftest import ON_A_FILE
from tests.matches.writers import add, add_next, all_at_once, behind, file_of, open_match

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


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://host/referee"])
def test_no_other_database_will_do(url: str) -> None:
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
    with store.reading() as first, store.writing() as second:
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


def test_what_is_hard_to_keep_is_kept(store: Store, match: Link) -> None:
    payload = {"z": 10**40, "a": ["\0", "\ud800", "\u2028", 1e-300], "b": {"y": True, "x": "🂡"}}
    add(store, match.match_id, 2)
    written = store.append(
        match.match_id, number=3, id="hard", kind="added", payload=payload, by="‮Zoë"
    )
    assert store.events(match.match_id, after=2) == [written]
    assert list(store.events(match.match_id, after=2)[0].payload) == ["z", "a", "b"]
    assert store.events(match.match_id, after=999_999_999) == []  # as far as phones count


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
    with behind(url) as database:
        if database.dialect.name == "sqlite":
            database.exec_driver_sql("PRAGMA foreign_keys = ON")
        with pytest.raises(IntegrityError):
            database.exec_driver_sql(statement)
    assert store.last_number(match.match_id) == 1
