"""A crowd of slow, silent or vanished clients, and an ordinary phone that plays on."""

from __future__ import annotations

import resource
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from tests.faults.conftest import IS_LONG, Tell, amount
from tests.faults.phones import EndlessMatch
from tests.servers import START_SECONDS, Server, children, running

OFTEN: Final = 1.0
"""Seconds between two bytes from a slow client."""
LENGTH: Final = 100_000
ABRUPT: Final = struct.pack("ii", 1, 0)
"""SO_LINGER value to close abruptly, as if a phone lost its network."""


@dataclass(frozen=True)
class Habit:
    """How a crowd's clients behave: what each sends first, and what it does then."""

    first: bytes = b""
    drips: bytes = b""
    """What a client sends every `OFTEN` seconds."""
    vanishes: bool = False
    """Whether each client disconnects at once and is replaced by another."""


HALF_A_FORM: Final = (
    b"POST /new HTTP/1.1\r\nHost: here\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: %d\r\n\r\ngame=tribello&player0=" % LENGTH
)
HABITS: Final = {
    "silent": Habit(),
    "slow heads": Habit(b"GET /rules HTTP/1.1\r\nHost: here\r\nX-Slow: ", drips=b"x"),
    "slow forms": Habit(HALF_A_FORM, drips=b"x"),
    "half a form": Habit(HALF_A_FORM),
    "half a form and gone": Habit(HALF_A_FORM, vanishes=True),
    "a question and gone": Habit(b"GET /rules HTTP/1.1\r\nHost: here\r\n\r\n", vanishes=True),
}


@dataclass
class Crowd:
    """Clients that share a habit; any that are disconnected connect again."""

    server: Server
    habit: Habit
    size: int
    came: int = 0
    """Number of connections made so far."""
    members: list[socket.socket] = field(default_factory=list)

    @contextmanager
    def present(self) -> Iterator[None]:
        allow_files(self.size + 256)
        self.members = [self._enter() for _ in range(self.size)]
        ends = threading.Event()
        thread = threading.Thread(target=self._go_on, args=(ends,))
        thread.start()
        try:
            yield
        finally:
            ends.set()
            thread.join()
            for member in self.members:
                member.close()

    def _enter(self) -> socket.socket:
        member = socket.socket()
        if self.habit.vanishes:
            member.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABRUPT)
        member.settimeout(START_SECONDS)
        with suppress(OSError):  # it will be tried again
            member.connect(("127.0.0.1", self.server.port))
            member.sendall(self.habit.first)
        member.setblocking(False)
        self.came += 1
        return member

    def _go_on(self, ends: threading.Event) -> None:
        pause = 0.05 if self.habit.vanishes else OFTEN
        while not ends.wait(pause):
            for place, member in enumerate(self.members):
                if ends.is_set():
                    return
                if self.habit.vanishes or self._is_out(member):
                    member.close()
                    self.members[place] = self._enter()
                    time.sleep(0.001)  # they don't all come back at the same moment

    def _is_out(self, member: socket.socket) -> bool:
        """Send the next bytes; return whether the server has closed the connection."""
        try:
            if self.habit.drips:
                member.send(self.habit.drips)
            return member.recv(65536) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True


def allow_files(number: int) -> None:
    granted, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if granted < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(number, most), most))


CROWD = amount(60, 1500)
SECONDS = amount(1, 20)
"""How many seconds the ordinary phone is observed."""
PATIENCE = 30.0
"""Time limit in seconds for each response on a busy machine; the figures show actual times."""
SHORT = "gateway.BODY_SECONDS = 1; serve.HEAD_SECONDS = 1"
"""Settings for the quick run, with short timeouts for headers and bodies."""


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
    """Memory of the server's worker, in MB."""
    (worker,) = children(server.process.pid)
    lines = Path(f"/proc/{worker}/status").read_text().splitlines()
    (size,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return int(size) / 1024
