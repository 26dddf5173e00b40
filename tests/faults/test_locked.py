"""Another program locks the database: writers get a message in time, and everyone else goes on."""

from __future__ import annotations

import fcntl
import html
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from referee.matches.database import faults
from referee.matches.database.address import NAME
from tests.faults.conftest import IS_LONG, Tell, amount
from tests.faults.phones import EndlessMatch
from tests.servers import Answer, Server, running

PHONES = amount(3, 40)
"""Number of phones that write at once, each in its own match."""
AT_MOST = 20.0
"""Seconds within which any waiting page must have given up."""

PATIENCE = amount(1, 3)
"""Seconds that Referee waits for its turn to write; SQLite always waits 5 s for other programs."""

Hold = Callable[[Path], AbstractContextManager[None]]


@contextmanager
def transaction(data: Path) -> Iterator[None]:
    with closing(sqlite3.connect(data / NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def turn(data: Path) -> Iterator[None]:
    with (data / f"{NAME}.lock").open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = f"from referee.matches.database import lock; lock.PATIENCE = {PATIENCE}"
    with running(tmp_path_factory.mktemp("data"), settings) as server:
        yield server


@pytest.mark.parametrize("hold", [turn, transaction] if IS_LONG else [turn])
def test_while_another_program_writes_pages_go_on_and_forms_are_kept(
    server: Server, hold: Hold, tell: Tell
) -> None:
    matches = [EndlessMatch(server) for _ in range(PHONES)]
    with hold(server.data), ThreadPoolExecutor(PHONES) as phones:
        sent = [phones.submit(match.record) for match in matches]
        pages: list[Answer] = []
        while not all(each.done() for each in sent):
            pages += [server.get(matches[0].address), server.get("/ask")]
            time.sleep(0.05)
        answers = [each.result() for each in sent]
    assert {each.status for each in answers} == {503}
    assert all(faults.BUSY in html.unescape(each.text) for each in answers)
    kept = zip(answers, matches, strict=True)
    assert all(f'value="{match.form["id"]}"' in answer.text for answer, match in kept)
    assert {page.status for page in pages} == {200}
    longest = max(each.seconds for each in answers)
    assert longest < AT_MOST
    assert {match.record().status for match in matches} == {303}
    tell(
        writers=PHONES, told_after_s=longest, pages_meanwhile=len(pages), lost=0,
        slowest_page_meanwhile_ms=1000 * max(page.seconds for page in pages),
    )  # fmt: skip
