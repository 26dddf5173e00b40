"""A crowd that is slow, silent or gone, and an ordinary phone that plays on meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from tests.faults.conftest import IS_LONG, Tell, amount
from tests.faults.crowd import HABITS, Crowd
from tests.faults.phones import EndlessMatch
from tests.servers import Server, children, running

CROWD = amount(60, 1500)
SECONDS = amount(1, 20)
"""So long the ordinary phone is watched."""
PATIENCE = 30.0
"""Seconds that no answer may take, on a busy machine either; the figures say how it was."""
SHORT = "gateway.BODY_SECONDS = 1; serve.HEAD_SECONDS = 1"
"""The server's patience with a head and a body, where there is little time."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data"), "" if IS_LONG else SHORT) as server:
        yield server


@pytest.mark.parametrize("name", [*HABITS] if IS_LONG else ["slow heads"])
def test_an_ordinary_phone_plays_on_beside_a_crowd(server: Server, name: str, tell: Tell) -> None:
    match, pages, rounds = EndlessMatch(server), list[float](), list[float]()
    before = memory(server)
    crowd = Crowd(server, HABITS[name], CROWD)
    with crowd.present():
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            page, written = server.get(match.address), match.record()
            assert (page.status, written.status) == (200, 303)
            pages.append(page.seconds)
            rounds.append(written.seconds)
            time.sleep(0.02)
        most = memory(server)
    assert max(*pages, *rounds) < PATIENCE
    assert server.get(match.address).status == 200
    tell(
        crowd=CROWD, came=crowd.came, pages=len(pages), page_ms=1000 * median(pages),
        slowest_page_ms=1000 * max(pages), recorded_ms=1000 * median(rounds),
        slowest_recorded_ms=1000 * max(rounds), memory_mb=f"{before:.0f} to {most:.0f}",
    )  # fmt: skip


def memory(server: Server) -> float:
    """What the process that answers holds, in MB."""
    (worker,) = children(server.process.pid)
    lines = Path(f"/proc/{worker}/status").read_text().splitlines()
    (size,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return int(size) / 1024
