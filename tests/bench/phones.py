"""Benchmark of many phones that watch one match: `python -m tests.bench.phones [PHONES]`.

The server runs in separate processes, as started by `referee serve`; the phones are sockets in this
process. The kernel records when bytes arrive, so lag in this process is not measured. The figures
are affected, however, by server, phones and other programs sharing one machine.
"""

from __future__ import annotations

import os
import random
import re
import resource
import select
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import uuid4

from tests.bench.acts import ROUND
from tests.bench.start import memory
from tests.servers import Server, running

TAPS: Final = 40
QUIET_SECONDS: Final = 20.0
STAMPED: Final = 35  # SO_TIMESTAMPNS of Linux, which Python does not name
SETTLED: Final = 30.0
"""Timeout in seconds for anything awaited here."""


@dataclass
class Phone:
    """An open stream, and when each event number arrived on it."""

    socket: socket.socket
    text: bytes = b""
    told: dict[int, float] = field(default_factory=dict)

    def read(self) -> None:
        """Read what has arrived."""
        chunk, notes, _, _ = self.socket.recvmsg(65536, 64)
        assert chunk, "a stream has ended"
        stamps = [struct.unpack("ll", data[:16]) for _, kind, data in notes if kind == STAMPED]
        at = stamps[0][0] + stamps[0][1] / 1e9 if stamps else time.time()
        *events, self.text = (self.text + chunk).split(b"\n\n")
        for event in events:
            if found := re.search(rb"\nid: (\d+)", event):
                self.told[int(found[1])] = at


class Crowd:
    """Phones that watch a match through its scoring link, and what they have received."""

    def __init__(self, server: Server, key: str, phones: int) -> None:
        self.server, self.key, self.number = server, key, 1
        self.phones: dict[int, Phone] = {}
        self.refused = 0
        self._poll = select.epoll()
        for _ in range(phones):
            self._open()

    def _open(self) -> None:
        head = f"GET /m/{self.key}/stream?after=1 HTTP/1.1\r\nHost: here\r\n\r\n"
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, STAMPED, 1)
        connection.settimeout(SETTLED)
        connection.connect(("127.0.0.1", self.server.port))
        connection.sendall(head.encode())
        if not connection.recv(12).endswith(b" 200"):
            self.refused += 1
            connection.close()
            return
        self.phones[connection.fileno()] = Phone(connection)
        self._poll.register(connection, select.EPOLLIN)

    def close(self) -> None:
        """Close all phones' streams."""
        for phone in self.phones.values():
            phone.socket.close()
        self._poll.close()

    def tap(self) -> float:
        """Record a round; return the time at which it was sent."""
        sent = time.time()
        answer = self.server.post(f"/m/{self.key}/entries", number=str(self.number), **ROUND)
        assert answer.status == 303, answer.text
        self.number += 1
        return sent

    def wait(self) -> None:
        """Wait until all phones have received the latest event number."""
        end = time.monotonic() + SETTLED
        while any(self.number not in each.told for each in self.phones.values()):
            assert time.monotonic() < end, "a phone was not told"
            self.take(0.1)

    def take(self, seconds: float = 0) -> None:
        """Read what has arrived; if nothing has, wait for it up to this many seconds."""
        for file, _ in self._poll.poll(seconds):
            self.phones[file].read()

    def wakes(self, taps: int) -> list[float]:
        """Record this many rounds; return the milliseconds until each reached the last phone."""
        found = []
        for _ in range(taps):
            time.sleep(random.uniform(0.05, 0.15))
            self.take()
            sent = self.tap()
            self.wait()
            last = max(phone.told[self.number] for phone in self.phones.values())
            found.append((last - sent) * 1000)
        return found


def cpu_seconds(server: Server) -> float:
    """CPU time of the server and its workers so far, in seconds."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(stat[2]) == server.process.pid:
                ticks += int(stat[11]) + int(stat[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Measured:
    p99: float
    """99th percentile of the milliseconds from a tap until the last phone is notified."""
    quiet: float
    """CPU load while nothing happens, in per cent of a core."""


def be_many(phones: int = 3_000) -> None:
    """Raise this process's limit on open sockets, up to the maximum, to what the phones need."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(phones + 1_000, most)), most))


@contextmanager
def home(settings: str = "") -> Iterator[Server]:
    """Run a server as it is used at home: one process, one file."""
    with TemporaryDirectory() as folder, running(Path(folder), settings) as server:
        yield server


@contextmanager
def crowd(server: Server, phones: int) -> Iterator[Crowd]:
    """Open a new match on this many phones."""
    form = {"game": "thirty-one", "tied_lowest": "none", "id": str(uuid4())}
    form |= {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
    key = server.post("/new", **form).location.split("/")[2]
    with closing(Crowd(server, key, phones)) as crowd:
        assert crowd.refused == 0
        yield crowd


def measure(
    server: Server, phones: int, taps: int = TAPS, quiet: float = QUIET_SECONDS
) -> Measured:
    """Measure this many phones that watch a new match."""
    with crowd(server, phones) as watching:
        wakes = watching.wakes(taps)
        busy = cpu_seconds(server)
        time.sleep(quiet)
        share = (cpu_seconds(server) - busy) / quiet * 100
    return Measured(percentile(99, wakes), share)


def percentile(share: int, values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, share * len(values) // 100)]


def main(phones: int = 5_000) -> None:
    """Measure more phones than the server accepts by default, and the memory that each takes."""
    be_many(phones)
    settings = f"serve.CONNECTIONS = {2 * phones}"
    with home(settings) as server:
        before = memory(server.process.pid)
        with crowd(server, phones) as watching:
            watching.wakes(1)
            each = (memory(server.process.pid) - before) * 1000 / phones
            wakes = watching.wakes(TAPS)
    print(f"{phones} streams open, {TAPS} taps, milliseconds until the last phone is notified:")
    print(f"median {percentile(50, wakes):.0f}, p95 {percentile(95, wakes):.0f} (aim: 120)")
    print(f"memory: {each:.0f} kB a phone (aim: 60)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
