"""A thousand phones at one server, as `python -m tests.bench.phones` prints it.

The server runs in processes of its own, as `referee serve` starts it; all phones are sockets of
this process. Their lag is not in the figures: the kernel notes when bytes arrive, however late this
process gets to read them. What is in them is that both share one machine, and that other programs
do, whose load is printed. First as at home, one process and a file; then as in a club, several
processes and a PostgreSQL server that waits for the disk.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import select
import socket
import struct
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import uuid4

from tests import loops
from tests.bench.acts import ROUND
from tests.bench.report import Report
from tests.postgresql import Cluster, stop
from tests.servers import Server, running

PHONES: Final = 1000
TABLES: Final = 250
TAPS: Final = 40
FETCHED_TAPS: Final = 3
QUIET_SECONDS: Final = 20.0
CLUB: Final = 4
"""So many processes has a club."""
AS_IN_A_CLUB: Final = """
from functools import partial
from referee.matches.database.address import DatabaseAddress
serve.serve = partial(serve.serve, database=DatabaseAddress.of({url!r}), workers={processes})
"""
DURABLE: Final = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}

LAST_PHONE: Final = 250.0
QUIET: Final = 1.0
MEMORY: Final = 250.0

STAMPED: Final = 35  # SO_TIMESTAMPNS of Linux, which Python does not name
SETTLED: Final = 30.0
"""So many seconds whatever is waited for may take."""


@dataclass
class Phone:
    """An open stream, and when each number came over it."""

    key: str
    socket: socket.socket
    text: bytes = b""
    told: dict[int, float] = field(default_factory=dict)
    spread: float = 0.0

    def read(self) -> None:
        """Take what has come."""
        chunk, notes, _, _ = self.socket.recvmsg(65536, 64)
        assert chunk, "a stream has ended"
        stamps = [struct.unpack("ll", data[:16]) for _, kind, data in notes if kind == STAMPED]
        at = stamps[0][0] + stamps[0][1] / 1e9 if stamps else time.time()
        *events, self.text = (self.text + chunk).split(b"\n\n")
        for event in events:
            if found := re.search(rb"\nid: (\d+)/?(\d*)\n", event):
                self.told[int(found[1])] = at
                self.spread = int(found[2] or 0) / 1000


class Crowd:
    """Phones that watch matches, and what comes to them."""

    def __init__(self, server: Server, keys: list[str], phones: int) -> None:
        """They watch the matches of these keys to score, by these keys or one to watch."""
        self.server, self.keys = server, keys
        self.numbers = dict.fromkeys(keys, 1)
        self.phones: dict[int, Phone] = {}
        self.refused = 0
        self._poll = select.epoll()
        for place in range(phones):
            self._open(keys[place % len(keys)])

    def _open(self, key: str) -> None:
        head = f"GET /m/{key}/stream?after=1 HTTP/1.1\r\nHost: here\r\n\r\n"
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, STAMPED, 1)
        connection.settimeout(SETTLED)
        connection.connect(("127.0.0.1", self.server.port))
        connection.sendall(head.encode())
        if not connection.recv(12).endswith(b" 200"):
            self.refused += 1
            connection.close()
            return
        self.phones[connection.fileno()] = Phone(key, connection)
        self._poll.register(connection, select.EPOLLIN)

    def close(self) -> None:
        """All phones leave."""
        for phone in self.phones.values():
            phone.socket.close()
        self._poll.close()

    def tap(self, key: str) -> tuple[float, int]:
        """Record a round; when it was sent, and its number."""
        number = self.numbers[key]
        self.numbers[key] += 1
        sent = time.time()
        answer = self.server.post(f"/m/{key}/entries", number=str(number), **ROUND)
        assert answer.status == 303, answer.text
        return sent, number + 1

    def wait(self, key: str, number: int) -> list[Phone]:
        """The phones of this match, when all have been told of this number."""
        phones = [each for each in self.phones.values() if each.key == key]
        end = time.monotonic() + SETTLED
        while any(number not in each.told for each in phones):
            assert time.monotonic() < end, "a phone was not told"
            self.take(0.1)
        return phones

    def take(self, seconds: float = 0) -> None:
        """Read what has come, or comes in this time."""
        for file, _ in self._poll.poll(seconds):
            self.phones[file].read()

    def wakes(self, taps: int) -> list[float]:
        """For each tap how many milliseconds later the last phone was told."""
        found = []
        for _ in range(taps):
            time.sleep(random.uniform(0.05, 0.15))
            self.take()
            key = random.choice(self.keys)
            sent, number = self.tap(key)
            last = max(phone.told[number] for phone in self.wait(key, number))
            found.append((last - sent) * 1000)
        return found

    def fetches(self, taps: int) -> Iterator[tuple[float, float]]:
        """The same until the last phone has its page; and how long the table waits meanwhile.

        The phones fetch when the scripts of their pages would: at once, or spread out.
        """
        for _ in range(taps):
            (key,) = self.keys
            sent, number = self.tap(key)
            done, longest = loops.run(self._fetch_all(self.wait(key, number)))
            yield (done - sent) * 1000, longest * 1000
            self.wait(key, self.numbers[key])

    async def _fetch_all(self, phones: Iterable[Phone]) -> tuple[float, float]:
        fetching = asyncio.gather(*(self._fetch(each) for each in phones))
        longest = 0.0
        while not fetching.done():
            begun = time.monotonic()
            await asyncio.to_thread(self.tap, self.keys[0])
            longest = max(longest, time.monotonic() - begun)
            await asyncio.sleep(0.3)
        return max(await fetching), longest

    async def _fetch(self, phone: Phone) -> float:
        await asyncio.sleep(random.random() * phone.spread)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        writer.write(
            f"GET /m/{phone.key}/ HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
            "HX-Request: true\r\nHX-Target: live\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )
        page = await reader.read()
        assert page.startswith(b"HTTP/1.1 200"), page[:80]
        writer.close()
        return time.time()


# What the server takes ----------------------------------------------------------------------------


def processes(server: Server) -> list[Path]:
    """Of the server: itself and its workers, which have the place in `/proc` that is given."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            group = (folder / "stat").read_text().rpartition(")")[2].split()[2]
            if int(group) == server.process.pid:
                found.append(folder)
    return found


def cpu_seconds(server: Server) -> float:
    """How long its processes have kept a core busy."""
    ticks = 0
    for folder in processes(server):
        user, system = (folder / "stat").read_text().rpartition(")")[2].split()[11:13]
        ticks += int(user) + int(system)
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(server: Server) -> float:
    """Megabytes of its processes; what they share counts once."""
    sizes = (
        re.search(r"^Pss: +(\d+) kB", (folder / "smaps_rollup").read_text(), re.MULTILINE)
        for folder in processes(server)
    )
    return sum(int(found[1]) for found in sizes if found) / 1000


# What is printed ----------------------------------------------------------------------------------


def at(share: float, values: list[float]) -> float:
    """The value below which this share of them is: with few of them, for .99, the largest."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def started(server: Server) -> str:
    """The key to score of a new match, which does not end by such rounds."""
    form = {"game": "thirty-one", "tied_lowest": "none", "id": str(uuid4())}
    form |= {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
    return server.post("/new", **form).location.split("/")[2]


@contextmanager
def crowd(server: Server, tables: int, phones: int) -> Iterator[Crowd]:
    """So many phones, at so many tables."""
    with closing(Crowd(server, [started(server) for _ in range(tables)], phones)) as opened:
        yield opened


@contextmanager
def club(processes: int = CLUB) -> Iterator[str]:
    """What a server is told that is one of a club."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the database has a user of its own
        cluster = Cluster(Path(folder) / "postgresql")
        cluster.make()
        database = cluster.start(**DURABLE)
        try:
            yield AS_IN_A_CLUB.format(url=cluster.url("postgres"), processes=processes)
        finally:
            stop(database)


def measure(
    report: Report,
    phones: int,
    tables: int,
    taps: int,
    fetched: int,
    quiet: float,
    settings: str = "",
) -> None:
    """All figures of a server; of what several processes take nothing is promised."""
    with TemporaryDirectory() as folder, running(Path(folder), settings) as server:
        print(f"{phones} phones (load of this machine before: {os.getloadavg()[0]:.1f})")
        refused = 0
        for what, matches in (("on one match", 1), (f"on {tables} matches", tables)):
            with crowd(server, matches, phones) as these:
                refused += these.refused
                wakes = these.wakes(taps)
                report.line(f"tap to last phone told, {what}: p50", f"{at(0.5, wakes):.0f} ms")
                worst = at(0.99, wakes)
                is_ok = worst <= LAST_PHONE
                report.line("  p99", f"{worst:.0f} ms", f"≤ {LAST_PHONE:.0f} ms", is_ok)
                busy = cpu_seconds(server)
                time.sleep(quiet)
                share = (cpu_seconds(server) - busy) / quiet * 100
                promised = () if settings else (f"≤ {QUIET:.0f} % core", share <= QUIET)
                report.line("  quiet", f"{share:.2f} %", *promised)
                if matches == 1:
                    fetches = list(these.fetches(fetched))
        for place, what in enumerate(
            ("tap to last phone's page, on one match", "  a tap meanwhile")
        ):
            report.line(what, f"{max(each[place] for each in fetches):.0f} ms")
        size = memory(server)
        promised = () if settings else (f"≤ {MEMORY:.0f} MB", size <= MEMORY)
        report.line("memory at the end", f"{size:.0f} MB", *promised)
        report.line("refused", str(refused), "0", refused == 0)
        print(f"(load after: {os.getloadavg()[0]:.1f})")


def main(
    phones: int = PHONES, tables: int = TABLES, taps: int = TAPS, quiet: float = QUIET_SECONDS
) -> bool:
    """Print all figures; whether they are as promised."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(3 * phones + 256, most)), most))
    report = Report()
    print("One process, a file")
    measure(report, phones, tables, taps, FETCHED_TAPS, quiet)
    with club() as settings:
        print(f"\n{CLUB} processes, PostgreSQL")
        measure(report, phones, tables, taps, FETCHED_TAPS, quiet, settings)
    return report.is_kept


if __name__ == "__main__":
    sys.exit(not main())
