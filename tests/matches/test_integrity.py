"""Integrity checks list every problem by match and event, and report nothing else."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.core.text import _
from referee.matches.database.address import UnusableDatabase
from referee.matches.database.checks import LogFault, check
from referee.matches.store import Store, sqlite_url

DATA = Path(__file__).parents[1] / "web" / "data"
UNLOCKED = "DROP TRIGGER event_refuses_update; DROP TRIGGER event_refuses_delete;"
PAGE = 4096


def made(folder: Path, name: str) -> Path:
    file = folder / "referee.db"
    if name.endswith(".db"):
        shutil.copy(DATA / name, file)
    else:
        with closing(sqlite3.connect(file)) as database:
            database.executescript((DATA / name).read_text())
    return file


def altered(file: Path, statements: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(UNLOCKED + statements)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return made(tmp_path, "kept.sql")


def said(file: Path) -> list[str]:
    return [str(fault) for fault in check(file).faults]


@pytest.mark.parametrize(
    ("name", "matches", "events"),
    [("kept.sql", 12, 144), ("law.sql", 3, 17), ("version-1.db", 2, 18), ("circle.sql", 4, 4)],
)
def test_databases_of_earlier_versions_are_right_before_and_after_they_are_opened(
    tmp_path: Path, name: str, matches: int, events: int
) -> None:
    file = made(tmp_path, name)
    raw = file.read_bytes()
    found = check(file)
    assert (found.matches, found.events, found.faults) == (matches, events, [])
    assert (file.read_bytes(), [*tmp_path.iterdir()]) == (raw, [file])
    with closing(Store(sqlite_url(file))):
        assert check(file) == found
    assert check(file) == found


SPOILT = [
    ("UPDATE event SET payload = '{\"entry\":' WHERE match_id = 1 AND number = 3",
     ["match 1, event 3: the event can’t be read"]),
    ("UPDATE event SET payload = x'ff' WHERE match_id = 1 AND number = 3",
     ["match 1, event 3: the event can’t be read"]),
    ("UPDATE event SET at = 'yesterday' WHERE match_id = 1 AND number = 3",
     ["match 1, event 3: the event can’t be read"]),
    ("UPDATE event SET payload = '{\"entry\": 3}' WHERE match_id = 1 AND number = 2",
     ["match 1, event 2: the payload isn’t valid for an event of kind “added”"]),
    ("UPDATE event SET payload = 'null' WHERE match_id = 1 AND number = 2",
     ["match 1, event 2: the payload isn’t valid for an event of kind “added”"]),
    ("UPDATE event SET payload = '{\"entry\": {\"kind\": \"leg\"}}'"
     " WHERE match_id = 1 AND number = 2",
     ["match 1, event 2: the event is inconsistent with earlier events (NotARecord)"]),
    ("DELETE FROM event WHERE match_id = 1 AND number = 2",
     ["match 1, event 2: the event is missing"]),
    ("DELETE FROM event WHERE match_id = 1 AND number IN (1, 2)",
     ["match 1, event 1: this and all other events before 3 are missing"]),
    ("UPDATE event SET number = -7 WHERE match_id = 1 AND number = 2",
     ["match 1, event -7: event numbers must start at 1",
      "match 1, event 2: the event is missing"]),
    ("DELETE FROM event WHERE match_id = 1", ["match 1: the match has no events"]),
    ("UPDATE event SET kind = 'shuffled' WHERE match_id = 1 AND number = 2",
     ["match 1, event 2: this version doesn’t know events of kind “shuffled”"]),
    ("UPDATE event SET kind = 'opened', payload = (SELECT payload FROM event WHERE match_id = 1"
     " AND number = 1) WHERE match_id = 1 AND number = 2",
     ["match 1, event 2: only the first event can start a match or circle"]),
    ("UPDATE match SET title = 'Sunday' WHERE id = 1",
     ["match 1: the match is listed as “Sunday”, but its title is “{title}”"]),
    ("UPDATE match SET game = 'skat' WHERE id = 1",
     ["match 1: this version doesn’t know the game “skat”"]),
    ("UPDATE match SET game = 'thirty-one' WHERE id = 1",
     ["match 1: the match is listed under thirty-one, but its game is tribello"]),
    ("DROP INDEX ix_event_id; UPDATE event SET id = 'x' WHERE match_id < 3 AND number = 1",
     ["match 1, event 1: another event has the same id",
      "match 2, event 1: another event has the same id"]),
    ("UPDATE event SET match_id = 99 WHERE match_id = 1",
     ["match 1: the match has no events",
      "match 99: the match is missing, but {count} events belong to it"]),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "faults"), SPOILT)
def test_what_is_wrong_is_named_by_match_and_event(
    kept: Path, statements: str, faults: list[str]
) -> None:
    with closing(sqlite3.connect(kept)) as database:
        (title,) = database.execute("SELECT title FROM match WHERE id = 1").fetchone()
        (count,) = database.execute("SELECT count(*) FROM event WHERE match_id = 1").fetchone()
    altered(kept, statements)
    assert said(kept) == [fault.format(title=title, count=count) for fault in faults]


def test_all_faults_are_named_also_behind_the_first(kept: Path) -> None:
    altered(
        kept,
        "UPDATE event SET kind = 'later' WHERE number = 2 AND match_id IN (1, 3);"
        "UPDATE event SET payload = '' WHERE match_id = 1 AND number = 4;"
        "DELETE FROM event WHERE match_id = 1 AND number = 3;",
    )
    places = [(fault.match_id, fault.number) for fault in check(kept).faults]
    assert places == [(1, 2), (1, 3), (1, 4), (3, 2)]


def secrets_in(file: Path) -> Iterator[str]:
    with closing(sqlite3.connect(file)) as database:
        for row in database.execute("SELECT score_key, watch_key FROM match"):
            yield from row
        for (id,) in database.execute("SELECT id FROM event"):
            yield id


def first_pages(file: Path) -> set[int]:
    """Numbers (from 0) of the database pages that identify the file by its schema and version."""
    with closing(sqlite3.connect(file)) as database:
        roots = "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'alembic_version'"
        return {0, *(root - 1 for (root,) in database.execute(roots) if root)}


def test_a_page_that_was_overwritten_is_named_whichever_it_is(kept: Path, tmp_path: Path) -> None:
    secrets, first = {*secrets_in(kept)}, first_pages(kept)
    for page in range(kept.stat().st_size // PAGE):
        spoilt = tmp_path / f"{page}.db"
        shutil.copy(kept, spoilt)
        with spoilt.open("r+b") as raw:
            raw.seek(page * PAGE)
            raw.write(b"\xa5" * PAGE)
        try:
            faults = said(spoilt)
        except UnusableDatabase as refused:
            assert page in first
            faults = [str(refused)]
        assert faults, page
        assert [fault for fault in faults for secret in secrets if secret in fault] == []


def test_an_index_that_lacks_a_row_is_a_fault_of_the_file(kept: Path) -> None:
    altered(
        kept,
        "PRAGMA writable_schema = 1;"
        "UPDATE sqlite_master SET sql = sql || ' WHERE number > 1' WHERE name = 'ix_event_id';",
    )
    assert {fault.match_id for fault in check(kept).faults} == {None}


def test_no_secret_is_named(kept: Path) -> None:
    secrets = {*secrets_in(kept)}
    altered(kept, "UPDATE event SET payload = '{' WHERE number > 1")
    faults = said(kept)
    assert len(faults) > 100
    assert [fault for fault in faults for secret in secrets if secret in fault] == []


def test_a_fault_says_where() -> None:
    rows: list[tuple[LogFault, str]] = [
        (LogFault(_("it is.")), "it is."),
        (LogFault(_("it is."), 3), "match 3: it is."),
        (LogFault(_("it is."), 3, 4), "match 3, event 4: it is."),
    ]
    for fault, text in rows:
        assert str(fault) == text, fault


@pytest.mark.parametrize(
    ("statements", "faults"),
    [
        ("UPDATE circle SET name = 'X'",
         ["circle 1: the circle is listed as “X”, but its name is “Saturday friends”"]),
        ("DELETE FROM circle_event", ["circle 1: the circle has no events"]),
        ("DELETE FROM circle_event WHERE number = 3", ["circle 1, event 3: the event is missing"]),
        ("UPDATE circle_event SET payload = '{' WHERE number = 2",
         ["circle 1, event 2: the event can’t be read"]),
        ("UPDATE circle_event SET payload = '{}' WHERE number = 6",
         ["circle 1, event 6: the payload isn’t valid for an event of kind “merged”"]),
        ("UPDATE circle_event SET kind = 'rated' WHERE number = 6",
         ["circle 1, event 6: this version doesn’t know events of kind “rated”"]),
        ("UPDATE circle_event SET kind = 'renamed' WHERE number = 1",
         ["circle 1, event 1: the first event must start the match or circle"]),
        ("UPDATE circle_event SET payload = '{\"match\": 9}' WHERE number = 2",
         ["circle 1, event 2: there is no match 9"]),
        ("UPDATE circle_event SET payload = '{\"to\": 11}' WHERE number = 11",
         ["circle 1, event 11: the event goes back to one that didn’t come before it"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_circle_is_named(
    tmp_path: Path, statements: str, faults: list[str]
) -> None:
    file = made(tmp_path, "circle.sql")
    locks = "".join(f"DROP TRIGGER circle_event_refuses_{act};" for act in ("update", "delete"))
    altered(file, locks + statements)
    assert said(file) == faults
