"""Memory doesn't grow if responses aren't read or many matches are opened."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import pytest
from werkzeug.test import encode_multipart

from tests.faults.conftest import IS_LONG, Tell, amount
from tests.faults.phones import EndlessMatch
from tests.faults.test_slow_phones import memory
from tests.games.records import record
from tests.servers import Server, read, running, wait_for

ENTRIES = amount(3000, 9000)
CONNECTIONS = 60
SECONDS = amount(3, 15)
SEND_SECONDS = amount(2, 10)
MOST_MB = 100
SLOWEST = 0.5 if IS_LONG else 2.0
"""Seconds that other pages may take meanwhile; more in the quick run, when cores are busy."""
PAGES = amount(["?all=1"], ["?all=1", "print", "story", "record.json", "sheet.csv"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    with running(folder, f"serve.SEND_SECONDS = {SEND_SECONDS}") as server:
        yield server


@pytest.fixture(scope="module")
def long_match(server: Server) -> str:
    """Return the path of a match with thousands of rounds."""
    entries = [{"kind": "round", "values": [21] * 6}] * ENTRIES
    text = json.dumps(record("thirty-one", 6, entries, tied_lowest="none"))
    boundary, body = encode_multipart({"text": text})
    kind = f"multipart/form-data; boundary={boundary}"
    return read(server.sender("/import", len(body), body, kind)).location


@pytest.mark.parametrize("page", PAGES)
def test_pages_that_nobody_reads_take_little_memory_and_none_for_long(
    server: Server, long_match: str, page: str, tell: Tell
) -> None:
    server.get(long_match + page)  # from here on, the match is cached
    before, pages, match = memory(server), [], EndlessMatch(server)
    with ExitStack() as held:
        unread = [held.enter_context(asked_and_not_read(server, long_match + page))
                  for _ in range(CONNECTIONS)]  # fmt: skip
        for each in unread:  # all at once, this machine has no limits; see tests.bench.crowding
            assert each.recv(12) in {b"HTTP/1.1 200", b"HTTP/1.1 503"}
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            pages.append(server.get("/").seconds)
            assert match.record().status == 303
            time.sleep(0.1)
        most = memory(server)
        assert len(unread) == CONNECTIONS
    assert most - before <= MOST_MB
    assert max(pages) < SLOWEST
    wait_for(lambda: memory(server) - before <= MOST_MB / 2, 30)
    wait_for(lambda: server.get(long_match + page).status == 200, 30)
    tell(slowest_page_ms=1000 * max(pages), memory_mb=f"{before:.0f} to {most:.0f}")


@pytest.mark.parametrize(("pauses", "pause", "gets_all"), [(3, 0.3, True), (1, 2.0, False)])
def test_who_takes_nothing_for_too_long_is_given_up(
    server: Server, long_match: str, pauses: int, pause: float, gets_all: bool
) -> None:
    whole = len(server.get(long_match + "print").raw)
    got = 0
    with asked_and_not_read(server, long_match + "print", 65536) as slow, suppress(ConnectionError):
        for number, part in enumerate(iter(partial(slow.recv, 65536), b"")):
            if number < pauses:
                time.sleep(SEND_SECONDS * pause)
            got += len(part)
    assert (got > whole - 200) is gets_all


def asked_and_not_read(server: Server, path: str, room: int = 4096) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.settimeout(60)
    connection.connect(("127.0.0.1", server.port))
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    return connection


if IS_LONG:

    def test_matches_that_are_opened_one_after_another_leave_nothing(
        tmp_path: Path, tell: Tell
    ) -> None:
        with running(tmp_path) as server:
            for opened in range(3300):
                assert server.get(f"/m/{server.start_match()}/").status == 200
                if opened == 300:
                    before = memory(server)
            after = memory(server)
        assert after - before <= 5
        tell(matches=3000, memory_mb=f"{before:.1f} to {after:.1f}")
