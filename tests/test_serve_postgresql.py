"""`referee serve` and other commands with PostgreSQL."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy.exc import DBAPIError

from referee.__main__ import main
from referee.matches.database.address import DatabaseAddress, UnusableDatabase
from referee.matches.store import Store
from referee.serve import _load_app
from referee.web.http.gateway import Gateway
from tests import postgresql, proxy
from tests.faults.conftest import IS_LONG
from tests.matches.writers import open_match
from tests.servers import START_SECONDS, Server, children, running, starting, wait_for

FIGURES = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}
CHOSEN = """
from referee.matches.database.address import DatabaseAddress
chosen, start = DatabaseAddress.of({url!r}), serve.serve
serve.serve = lambda **given: start(**given, database=chosen, workers=2)
"""


@pytest.fixture
def url() -> Iterator[str]:
    """URL of an empty database, with a password that isn't needed and must never be shown."""
    with postgresql.shared().database(None) as url:
        yield url.replace("referee@", "referee:geheim@")


def test_a_match_is_played_over_two_processes_and_is_kept(url: str, tmp_path: Path) -> None:
    with running(tmp_path / "data", CHOSEN.format(url=url)) as server:
        key = server.start_match()
        for number in (1, 2, 3):
            answer = server.post(f"/m/{key}/entries", number=str(number), **FIGURES)
            assert answer.status == 303
        os.killpg(server.process.pid, signal.SIGTERM)
        _, err = server.process.communicate(timeout=START_SECONDS)
        assert (server.process.returncode, err) == (0, "")
    assert not (tmp_path / "data").exists(), "there is no data folder"
    with closing(Store(url)) as store:
        link = store.find(key)
        assert link is not None
        assert store.last_number(link.match_id) == 4


@contextmanager
def refusing(url: str) -> Iterator[None]:
    """Refuse new connections to this database, and end existing ones, while the context lasts."""
    name = url.partition("?")[0].rpartition("/")[2]
    cluster = postgresql.shared()
    cluster.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    cluster.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    yield
    cluster.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


if IS_LONG:

    @pytest.mark.parametrize("fault", ["refuses", "hangs"])
    def test_a_worker_waits_for_a_database_that_is_away(
        url: str, tmp_path: Path, fault: str
    ) -> None:
        with (
            proxy.before(postgresql.shared().socket) as between,
            running(tmp_path / "data", CHOSEN.format(url=between.url(url))) as server,
        ):
            key = server.start_match()
            with refusing(url) if fault == "refuses" else between.hanging():
                killed = {*children(server.process.pid)}
                for worker in killed:
                    os.kill(worker, signal.SIGKILL)
                wait_for(lambda: len({*children(server.process.pid)} - killed) == 2)
                time.sleep(4.5)  # otherwise they would be dead by now
                began = {*children(server.process.pid)}
            wait_for(lambda: is_shown(server, key))
            assert {*children(server.process.pid)} == began


@pytest.mark.parametrize("words", ["timeout expired", "sorry, too many clients already"])
def test_a_worker_waits_for_what_passes(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [psycopg.OperationalError(words)] * 2

    def create_app() -> Flask:
        if failures:
            raise DBAPIError(None, None, failures.pop())
        return Flask("app")

    waits: list[float] = []
    monkeypatch.setattr("referee.create_app", create_app)
    monkeypatch.setattr("referee.serve.time.sleep", waits.append)
    assert isinstance(_load_app(), Gateway)
    assert len(waits) == 2


def is_shown(server: Server, key: str) -> bool:
    with suppress(ConnectionRefusedError):
        return server.get(f"/m/{key}/").status == 200
    return False


def test_a_server_that_is_away_is_told_in_one_line_and_a_status(tmp_path: Path) -> None:
    url = "postgresql://ann:geheim@127.0.0.1:9/referee"
    with starting(tmp_path / "data", CHOSEN.format(url=url)) as server:
        out, err = server.process.communicate(timeout=START_SECONDS)
    assert (server.process.returncode, out) == (2, "")
    assert err == "referee: the database at 127.0.0.1:9 can’t be reached: Connection refused\n"


def test_the_command_takes_it_from_an_argument_or_the_environment(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(url)) as store:
        open_match(store)
    monkeypatch.setenv("REFEREE_DATABASE", url)
    file = str(tmp_path / "referee.db")
    assert main(["copy", url, file]) == 0
    assert "Copied 1 match with 1 event and all links from the database at /" in (
        capsys.readouterr().out
    )
    assert main(["check"]) == main(["check", "--database", url]) == 1, "it has no game"
    assert main(["check", "--data", str(tmp_path)]) == main(["check", file]) == 1
    found = {line for line in capsys.readouterr().out.splitlines() if "in 1 match with" in line}
    assert len(found) == 1
    for refused in (
        ["backup", f"{tmp_path}/copy.db"],
        ["restore", file],
        ["copy", file, url],
        ["copy", url, "mysql://ann:geheim@host/referee"],
        ["serve", "--database", "mysql://ann:geheim@host/referee"],
        ["check", "--database", "postgresql://ann:geheim@127.0.0.1:9/referee"],
    ):
        assert main(refused) == 2
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n")) == ("", 1)
        assert "geheim" not in printed.err


@pytest.mark.parametrize(
    ("given", "file", "shown"),
    [
        ("postgresql://ann:geheim@db.example/referee", None, "the database at db.example"),
        ("postgres://db.example:5433/referee", None, "the database at db.example:5433"),
        ("postgresql:///referee", None, "the database on this computer"),
        ("postgresql:///referee?host=/run/pg", None, "the database at /run/pg"),
        ("postgresql://ann:ge/hei?m@@db.example/referee", None, "the database at db.example"),
        ("/a/folder/my.db", "/a/folder/my.db", "/a/folder/my.db"),
        ("sqlite:////a/folder/my%20own.db", "/a/folder/my own.db", "/a/folder/my own.db"),
        ("/tmp", "/tmp/referee.db", "/tmp/referee.db"),
    ],
)
def test_an_address_is_a_file_or_a_server(given: str, file: str | None, shown: str) -> None:
    address = DatabaseAddress.of(given)
    assert (address.file and str(address.file), str(address)) == (file, shown)
    assert "geheim" not in repr(address)


@pytest.mark.parametrize(
    ("given", "begins"),
    [
        ("postgresql:/ann:geheim@db.example/referee", "postgresql"),
        ("postgresql//ann:geheim@db.example/referee", "postgresql"),
        ("Postgres:ann@db.example/referee", "Postgres"),
        ("ann:geheim@db.example/referee", "ann"),
        ("host=db.example dbname=referee password=geheim", "host"),
        ("mysql://ann:geheim@db.example/referee", "mysql"),
    ],
)
def test_what_was_to_be_a_server_is_no_file(given: str, begins: str) -> None:
    """A file with such a name would hide the matches and reveal the password."""
    with pytest.raises(UnusableDatabase) as refused:
        DatabaseAddress.of(given)
    assert f"“{begins}”" in str(refused.value)
    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize("given", ["postgres/my.db", "postgresql.db", "C:/ann@home/my.db"])
def test_a_file_may_be_called_nearly_anything(given: str) -> None:
    assert str(DatabaseAddress.of(given)) == given
