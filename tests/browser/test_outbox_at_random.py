"""Many rounds on a bad way and with a server that dies: each is in the log exactly once."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Literal

import pytest

from tests.browser.conftest import Lay
from tests.browser.far import THREE, entries, kept
from tests.browser.table import House, Match, Phone, start
from tests.browser.way import Fault, Way, good, way_to
from tests.servers import ROOT, wait_for

SEED = 21
FAULTS: tuple[Fault, ...] = ("lost", "unanswered", "landing", "bad gateway")
EACH = 50
"""So often each of them befalls a form."""
WELL: tuple[Fault, ...] = ("",) * 100
"""So many forms have a good way, in between."""

Moment = Literal["before the write", "after the write", "whenever"]
MOMENTS: tuple[Moment, ...] = ("before the write", "after the write", "whenever")
KILLS = 7
"""So often the server is killed at each of these moments."""
AT_ONCE = 0.02
"""Seconds in which a form is mostly answered."""

WRITE_ROUND = """async ([number, often]) => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, often));
    const form = document.getElementById("entry");
    while (!form["htmx-internal-data"]?.listenerInfos?.length) await pause();  // it is new
    for (const seat of [0, 1, 2]) form.elements[`value${seat}`].value = 21;
    form.elements.note.value = number;
    form.requestSubmit();
    const isIn = () => document.getElementById("live").dataset.number === String(number)
        && !Object.keys(localStorage).some((key) => key.startsWith("outbox "));
    const end = Date.now() + 40000;
    while (!isIn()) {
        if (Date.now() > end) throw new Error(`${number} does not get through`);
        await pause();
        window.dispatchEvent(new Event("online"));  // the phone has found its network again
    }
}"""


def write_round(phone: Phone, number: int, *, often: int = 5) -> None:
    """Record a round and wait until it is in; so often, in ms, it is tried again."""
    phone.page.evaluate(WRITE_ROUND, [number, often])


def play(phone: Phone) -> Match:
    """A match that never ends, on the phone."""
    match = start(phone, "thirty-one", THREE, tied_lowest="none")
    phone.open(match)
    return match


def is_in_once(match: Match, rounds: int) -> None:
    """Each round has the number of the event that it was to become as its note."""
    written = [entry["note"] for entry in entries(match)]
    assert written == [str(number) for number in range(2, rounds + 2)]


def test_of_rounds_that_get_lost_two_hundred_times_each_is_in_the_log_exactly_once(
    far: Phone, way: Way
) -> None:
    """Whatever happens on the way: a form is lost, its answer is, or somebody else answers.

    The server itself is well here; the test below shows that it may die.
    """
    match = play(far)
    chance = random.Random(SEED)
    fates = [*FAULTS * EACH, *WELL]
    chance.shuffle(fates)

    def fate(method: str, _path: str) -> Fault:
        if method == "POST":
            return fates.pop() if fates else ""
        return chance.choice(FAULTS) if chance.random() < 0.2 else ""

    way.fate = fate
    rounds = 0
    while fates:
        rounds += 1
        write_round(far, rounds + 1)
    way.fate = good
    is_in_once(match, rounds)
    assert kept(far) == kept(far, "refused") == []


# The server dies ----------------------------------------------------------------------------------

FORKS = """
import os, sys
from pathlib import Path
from granian.server import mp
from referee import serve, web
from referee.web import gateway

port, data = sys.argv[1:]
while sys.stdin.readline():
    child = os.fork()
    if not child:
        os.setsid()
        os.dup2(2, 1)
        os._exit(serve.serve(host="127.0.0.1", port=int(port), data=Path(data)))
    print(child, flush=True)
    os.waitpid(child, 0)
"""
"""`referee serve`, by a process that has all its modules already, so that it starts at once."""


@dataclass
class Fragile(House):
    """A server all of whose processes die at once, again and again."""

    child: int = 0

    def run(self) -> None:
        if self.process is None:
            command = [sys.executable, "-c", FORKS, str(self.port), str(self.data)]
            pipe = subprocess.PIPE
            with self.stderr.open("ab") as errors:
                self.process = subprocess.Popen(
                    command, bufsize=0, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=errors
                )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"\n")
        self.child = int(self.process.stdout.readline())

    def kill(self) -> None:
        os.killpg(self.child, signal.SIGKILL)
        self.is_gone()

    def stop(self) -> None:
        self.kill()
        assert self.process is not None
        self.process.communicate()  # there is nothing more to start

    def events(self) -> int:
        """How many events are written on the disk."""
        place = f"{(self.data / 'referee.db').as_uri()}?mode=ro"
        with closing(sqlite3.connect(place, uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM event").fetchone()[0])


@dataclass
class Killer:
    """Kills the server while it has a form, and starts it again."""

    house: Fragile
    chance: random.Random
    next: Moment | None = None
    """The moment of the next form at which it strikes."""
    events: int = 0
    """How many there were before that form."""
    lock: int | None = None
    seen: Counter[tuple[Moment, bool]] = field(default_factory=Counter)
    """How often it struck at each moment, and whether the form was written by then."""
    start: Thread | None = None

    def fate(self, method: str, _path: str) -> Fault:
        """What becomes of a request; nobody writes while the lock of the writers is held."""
        if method != "POST" or self.next is None:
            return ""
        self.events = self.house.events()
        if self.next == "before the write":
            self.lock = os.open(self.house.data / "referee.db.lock", os.O_RDWR)
            fcntl.flock(self.lock, fcntl.LOCK_EX)
        return "" if self.next == "whenever" else "unanswered"

    def meanwhile(self, method: str, _path: str) -> None:
        """The server has the request."""
        moment = self.next
        if method != "POST" or moment is None:
            return
        self.next = None
        if moment == "after the write":
            wait_for(lambda: self.house.events() > self.events)
        else:
            time.sleep(self.chance.uniform(0, AT_ONCE))
        self.house.kill()
        self.seen[moment, self.house.events() > self.events] += 1
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None
        self.start = Thread(target=self.house.start)
        self.start.start()


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Fragile]:
    fragile = Fragile(tmp_path / "data")
    fragile.start()
    yield fragile
    fragile.stop()
    assert "fault" not in fragile.stderr.read_text()


def test_a_server_that_is_killed_in_the_middle_of_a_form_loses_nothing_and_doubles_nothing(
    fragile: Fragile, lay: Lay
) -> None:
    """Each round kills it once: while the form waits to be written, when it is on the disk and not
    answered, or at any moment. That 200 forms may be lost or unanswered shows the test above.
    """
    with way_to(fragile.port) as way:
        phone = lay(base_url=way.address)
        phone.may_lose_server = True
        match = play(phone)
        killer = Killer(fragile, random.Random(SEED))
        way.fate, way.meanwhile = killer.fate, killer.meanwhile
        for number, moment in enumerate(MOMENTS * KILLS, start=1):
            killer.next = moment
            write_round(phone, number + 1, often=40)
            assert killer.start is not None
            killer.start.join()
        is_in_once(match, len(MOMENTS) * KILLS)
        assert kept(phone) == kept(phone, "refused") == []
    assert killer.seen["before the write", False] == killer.seen["after the write", True] == KILLS
    assert killer.seen.total() == len(MOMENTS) * KILLS
