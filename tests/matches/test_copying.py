"""`copy_all`: everything or nothing, from either kind of database into either."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Text, cast, inspect, select

from referee.matches.circle import MatchPutIn
from referee.matches.circle_store import CircleStore
from referee.matches.database import copy
from referee.matches.database.address import DatabaseAddress, UnusableDatabase
from referee.matches.database.checks import check, check_server
from referee.matches.database.copy import ALL, CopiedRows, copy_all
from referee.matches.database.opening import snapshot
from referee.matches.store import Store
from tests import postgresql
from tests.matches.test_circle_store import found
from tests.matches.writers import add, add_next, open_match
from tests.servers import ROOT

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
    with pytest.raises(UnusableDatabase, match="is both: name another database"):
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
    with pytest.raises(UnusableDatabase, match=r"cannot keep.*NUL"):
        copy_all(old, new, silent)
    with closing(Store.at(new)) as store:
        assert store.listed([1, 2]) == {}


def test_a_source_that_is_none_is_refused_and_makes_no_target(places: Any) -> None:
    old, new, empty = places("sqlite", "old"), places("sqlite"), places("postgresql")
    for source in (old, empty):
        with pytest.raises(UnusableDatabase):
            copy_all(source, new, silent)
    assert not new.file.exists()
