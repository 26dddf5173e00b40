"""Records that are made to hurt are refused in a sentence, and neither fill nor stop the server."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.bombs import BOMBS, QUICK, Bomb
from tests.faults.conftest import IS_LONG, Tell
from tests.servers import Answer, Server, children, read, running

REFUSED = {400, 413, 422}
MEMORY = 700.0
"""So many MB more may be held for a moment: a body of nothing but percent signs needs most."""
SECONDS = 300.0
"""So long none may take: thousands of hands to arrange take longest."""
PATIENCE = 30.0
"""Seconds that nobody may wait for a page meanwhile, on a busy machine either."""
SAID = re.compile(
    r'<(?:p|li|div)[^>]*(?:role="alert"|class="[^"]*(?:reason|problems|lead))[^>]*>(.*?)</',
    re.DOTALL,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as server:
        server.get("/import")
        yield server


@pytest.mark.parametrize("name", BOMBS if IS_LONG else QUICK)
def test_a_record_that_is_made_to_hurt_does_not(server: Server, name: str, tell: Tell) -> None:
    bomb = BOMBS[name]()
    (worker,) = children(server.process.pid)
    Path(f"/proc/{worker}/clear_refs").write_text("5")  # the peak is measured from here on
    before = peak_of(worker)
    with others(server) as waited:
        answer = sent(server, bomb)
    (still,) = children(server.process.pid)
    peak = peak_of(worker) - before
    tell(
        status=answer.status, seconds=answer.seconds, more_mb=peak, bytes=len(bomb.body),
        bytes_back=len(answer.raw), slowest_page_meanwhile_ms=1000 * max(waited, default=0.0),
    )  # fmt: skip
    assert still == worker
    assert answer.status in REFUSED | {303}
    if answer.status != 303:
        assert any(said.strip() for said in SAID.findall(html.unescape(answer.text)))
    assert "Traceback" not in answer.text
    assert peak < MEMORY
    assert answer.seconds < SECONDS
    assert max(waited, default=0.0) < PATIENCE
    if answer.status == 303:
        opened(server, answer.location)


def sent(server: Server, bomb: Bomb) -> Answer:
    packed = f"Content-Encoding: {bomb.packed}\r\n" if bomb.packed else ""
    head = (
        "POST /import HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
        f"Content-Type: {bomb.kind}\r\n{packed}Content-Length: {len(bomb.body)}\r\n\r\n"
    )
    connection = server.connect()
    connection.settimeout(2 * SECONDS)
    connection.sendall(head.encode() + bomb.body)
    return read(connection)


def opened(server: Server, address: str) -> None:
    """Every page of the match that has become of it, in time."""
    for page in ("", "story", "evenings", "resume", "log/", "print", "record.json", "sheet.csv"):
        connection = server.ask(address + page)
        connection.settimeout(2 * SECONDS)
        got = read(connection)
        assert got.status in (200, 302), page
        assert got.seconds < SECONDS, page


@contextmanager
def others(server: Server) -> Iterator[list[float]]:
    waited: list[float] = []
    ends = threading.Event()

    def look() -> None:
        while not ends.wait(0.05):
            waited.append(server.get("/new").seconds)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield waited
    finally:
        ends.set()
        thread.join()


def peak_of(worker: int) -> float:
    """What the process held at most, in MB."""
    lines = Path(f"/proc/{worker}/status").read_text().splitlines()
    (size,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(size) / 1024


def test_the_quick_ones_are_among_them() -> None:
    assert {*QUICK} <= BOMBS.keys()
