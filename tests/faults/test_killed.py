"""A server is killed repeatedly while phones write: acknowledged events are stored exactly once."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import psycopg

from referee.matches.database.address import NAME, DatabaseAddress
from referee.matches.database.checks import check, check_server
from tests import postgresql
from tests.faults.conftest import IS_LONG, Tell, amount
from tests.servers import ROOT, START_SECONDS, Answer, Server, children, wait_for

KILLS = amount(2, 300)
MINUTES = 6
"""Time limit in minutes for killing the server again and again."""
PHONES = 4
MATCHES = 2
ROUNDS = 120
"""Last event number in a match before the phones start the next one."""
SEED = 9
SECONDS = (0.0, 0.7)
"""Shortest and longest life of a server once it responds, in seconds."""
AWAY = (502, 503)
NUMBER = re.compile(r'data-number="(\d+)"')
ACKNOWLEDGED = re.compile(rb"(?i)referee-event: ([0-9a-f-]{36})/(\d+)")


@dataclass
class Table:
    server: Server
    lock: threading.Lock = field(default_factory=threading.Lock)
    key: str = ""
    started: list[str] = field(default_factory=list)
    """Ids of the forms that started this table's matches."""

    def match(self, number: int, ends: threading.Event) -> str:
        """Return the key of the match to write to; after `ROUNDS` events, start another match."""
        with self.lock:
            if not self.key or number > ROUNDS:
                self.started.append(str(uuid4()))
                form = {"game": "thirty-one", "tied_lowest": "none", "id": self.started[-1]}
                names = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
                answer, _ = sent(self.server, "/new", {**form, **names}, ends)
                self.key = answer.location.split("/")[2] if answer else ""
            return self.key


@dataclass
class Phones:
    """Phones that write, each in a thread, and resend whatever was not acknowledged."""

    server: Server
    acknowledged: list[tuple[str, int]] = field(default_factory=list)
    """Id of each event, and the number in its response, which is its own or a later event's."""
    seconds: list[float] = field(default_factory=list)
    """Seconds from each event's first attempt to its acknowledgement, including restarts."""
    started: int = 0
    again: int = 0
    """Number of forms that were resent because there was no response."""
    faults: list[str] = field(default_factory=list)

    @contextmanager
    def writing(self) -> Iterator[None]:
        ends = threading.Event()
        tables = [Table(self.server) for _ in range(MATCHES)]
        threads = [
            threading.Thread(target=self._write, args=(tables[each % MATCHES], each, ends))
            for each in range(PHONES)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            ends.set()
            for thread in threads:
                thread.join()
            self.started = sum(len(table.started) for table in tables)

    def _write(self, table: Table, phone: int, ends: threading.Event) -> None:
        number, rounds, at = 1, 0, ""
        while not ends.is_set():
            key = table.match(number if at == table.key else 0, ends)
            number, at = number if key == at else 1, key
            rounds += 1
            form = {f"value{seat}": "21" for seat in range(3)}
            form |= {"id": str(uuid4()), "note": f"{phone}-{rounds}"}
            begin = time.monotonic()
            while not ends.is_set():
                numbered = form | {"number": str(number)}
                answer, times = sent(self.server, f"/m/{key}/entries", numbered, ends)
                self.again += times > 0
                if answer is None:
                    return
                done, fresh = ACKNOWLEDGED.search(answer.raw), NUMBER.search(answer.text)
                if done:
                    number = int(done[2])
                    self.acknowledged.append((form["id"], number))
                    self.seconds.append(time.monotonic() - begin)
                    break
                if answer.status == 409 and fresh:
                    number = int(fresh[1])
                else:
                    self.faults.append(f"{answer.status}: {answer.text[-500:]}")
                    return


def sent(
    server: Server, path: str, form: dict[str, str], ends: threading.Event
) -> tuple[Answer | None, int]:
    """Send a form until there is a response; return it and the number of failed attempts.

    The response is None if the test ends first.
    """
    for times in count():
        if ends.is_set():
            return None, times
        with suppress(OSError):
            answer = server.post(path, **form)
            if b"\r\n\r\n" in answer.raw and answer.status not in AWAY:
                return answer, times
        time.sleep(0.01)
    raise AssertionError


@dataclass(frozen=True)
class KeptInFile:
    file: Path
    address: str = ""
    """The database's URL; empty if the database is in the data folder."""

    def strike(self, chance: random.Random) -> bool:
        """Kill one of the database's processes; return whether there was one."""
        return False

    def revive(self) -> None:
        """A file needs no server."""

    def events(self) -> list[tuple[int, int, str, str]]:
        """Match, number, id and payload of every event."""
        asked = "SELECT match_id, number, id, payload FROM event ORDER BY match_id, number"
        with closing(sqlite3.connect(f"{self.file.as_uri()}?mode=ro", uri=True)) as database:
            return database.execute(asked).fetchall()

    def faults(self) -> list[str]:
        return [str(fault) for fault in check(self.file).faults]


def look(kept: KeptInFile | KeptOnServer, phones: Phones) -> int:
    """Assert that every acknowledged event is stored once; return the number of events."""
    acknowledged = [*phones.acknowledged]  # before the database is read, as more arrive meanwhile
    events = kept.events()
    numbers: dict[int, list[int]] = {}
    for match, number, _, _ in events:
        numbers.setdefault(match, []).append(number)
    assert all(each == [*range(1, len(each) + 1)] for each in numbers.values())
    written = {id: number for _, number, id, _ in events}
    never = sys.maxsize  # a response may name a later event, just written by another phone
    lost = [(id, number) for id, number in acknowledged if written.get(id, never) > number]
    assert lost == []
    notes = re.findall(r'"note": ?"(\d+-\d+)"', " ".join(text for *_, text in events))
    assert len(notes) == len({*notes}), "a form was written twice"
    assert phones.faults == []
    return len(events)


@contextmanager
def living(data: Path, address: str) -> Iterator[tuple[Server, subprocess.Popen[str]]]:
    """A server that is restarted whenever it is killed, and the process that restarts it."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "tests.browser.mortal", str(port), str(data)]
    command += [address] if address else []
    with (
        data.with_suffix(".stderr").open("w") as said,
        subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said, text=True) as process,
    ):
        server = Server(port, data, process)
        try:
            wait_for(lambda: answers(server))
            yield server, process
        finally:
            process.terminate()


def answers(server: Server) -> bool:
    with suppress(OSError):
        return server.get("/").status == 200
    return False


def killed_again_and_again(kept: KeptInFile | KeptOnServer, data: Path, tell: Tell) -> None:
    """Kill processes at random while phones write; check the database after each."""
    chance, ends = random.Random(SEED), time.monotonic() + 60 * MINUTES
    kills, struck, starts = 0, 0, []
    with living(data, kept.address) as (server, process):
        phones = Phones(server)
        with phones.writing():
            while kills < KILLS and time.monotonic() < ends:
                time.sleep(chance.uniform(*SECONDS))
                if chance.random() < 0.5 and kept.strike(chance):
                    struck += 1
                else:
                    for life in children(process.pid):
                        kill(life, chance)
                kills += 1
                begin = time.monotonic()
                wait_for(lambda: kept.revive() or answers(server))
                starts.append(time.monotonic() - begin)
                look(kept, phones)
        wait_for(lambda: kept.revive() or answers(server))
        events = look(kept, phones)
    assert kept.faults() == []
    assert phones.acknowledged
    tell(
        kills=kills, of_them_the_database=struck, acknowledged=len(phones.acknowledged),
        events=events, lost=0, doubled=0, sent_again=phones.again,
        slowest_start_s=max(starts), slowest_answer_s=max(phones.seconds),
    )  # fmt: skip


def kill(life: int, chance: random.Random) -> None:
    """Kill a whole server, or only one of its workers."""
    workers = children(life)
    with suppress(ProcessLookupError):
        if workers and chance.random() < 0.3:
            os.kill(chance.choice(workers), signal.SIGKILL)
        else:
            os.killpg(life, signal.SIGKILL)


def test_of_a_server_killed_at_any_moment_nothing_acknowledged_is_lost_or_doubled(
    tmp_path: Path, tell: Tell
) -> None:
    killed_again_and_again(KeptInFile(tmp_path / "data" / NAME), tmp_path / "data", tell)


# PostgreSQL ---------------------------------------------------------------------------------------

DATABASE = "referee"
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
"""Durability settings, as on any server outside the tests."""


@dataclass
class KeptOnServer:
    """A database on a separate PostgreSQL server, with durable commits."""

    cluster: postgresql.Cluster
    process: subprocess.Popen[bytes]
    address: str

    @classmethod
    def begun(cls, folder: Path) -> KeptOnServer:
        cluster = postgresql.Cluster(folder)
        cluster.make()
        made = cls(cluster, cluster.start(**DURABLE), cluster.url(DATABASE))
        cluster.run(f"CREATE DATABASE {DATABASE}")
        return made

    def strike(self, chance: random.Random) -> bool:
        self.revive()
        backends = children(self.process.pid)
        if backends and chance.random() < 0.6:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(backends), signal.SIGKILL)
        else:
            self.end()
        return True

    def revive(self) -> None:
        """Start the server again if it ended: killed while it recovers, it gives up."""
        if self.process.poll() is not None:
            self.process = self.cluster.start(**DURABLE)

    def end(self) -> None:
        self.process.send_signal(signal.SIGSTOP)  # it begins no more backends
        backends = children(self.process.pid)
        self.process.kill()
        for each in backends:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.wait()
        # One that waits for the disk dies later, and no server starts beside its memory.
        wait_for(lambda: not any(Path(f"/proc/{each}/exe").exists() for each in backends))

    def events(self) -> list[tuple[int, int, str, str]]:
        asked = "SELECT match_id, number, id, payload::text FROM event ORDER BY match_id, number"
        end = time.monotonic() + START_SECONDS
        while True:  # after a backend is killed, the server ends all connections
            self.revive()
            try:
                return self.cluster.run(asked, DATABASE)
            except psycopg.OperationalError:
                assert time.monotonic() < end
                time.sleep(0.05)

    def faults(self) -> list[str]:
        found = check_server(DatabaseAddress.of(self.address))
        return [str(fault) for fault in found.faults]


if IS_LONG:

    def test_of_one_killed_with_or_beside_its_postgresql_nothing_is_lost_either(
        tmp_path: Path, tell: Tell
    ) -> None:
        with TemporaryDirectory() as short:  # a short path for the socket
            Path(short).chmod(0o755)
            kept = KeptOnServer.begun(Path(short) / "server")
            try:
                killed_again_and_again(kept, tmp_path / "data", tell)
            finally:
                kept.end()
