"""Many rounds over a bad connection or to a dying server: each gets into the log exactly once."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from tests.browser.conftest import Lay
from tests.browser.far import WAITS
from tests.browser.mortal import HEAD, Moment, deaths_in
from tests.browser.table import THREE, House, Match, Phone
from tests.browser.way import Fault, Way, good
from tests.faults.conftest import amount
from tests.servers import ROOT

SEED = 21
FAULTS: tuple[Fault, ...] = ("lost", "unanswered", "landing", "bad gateway", "too many")
EACH = amount(2, 50)
"""How many forms meet each fault."""
NOTHING: Fault = ""
WELL = (NOTHING,) * amount(5, 100)
"""Fates of the forms in between, which meet no fault."""

WRITE_ROUND = """async ([number, often, heads]) => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, often));
    const form = document.getElementById("entry");
    while (!form["htmx-internal-data"]?.listenerInfos?.length) await pause();  // it is new
    for (const seat of [0, 1, 2]) form.elements[`value${seat}`].value = 21;
    form.elements.note.value = number;
    const box = document.getElementById("outbox");
    const said = [];
    const hears = new MutationObserver(() => said.push(box.textContent));
    hears.observe(box, { childList: true });
    const fails = () => said.push("no answer");
    document.addEventListener("htmx:sendError", fails);
    const sends = ({ detail, target }) => target === form && Object.assign(detail.headers, heads);
    document.addEventListener("htmx:configRequest", sends);
    form.requestSubmit();
    const isIn = () => document.getElementById("live").dataset.number === String(number)
        && !Object.keys(localStorage).some((key) => key.startsWith("outbox "));
    const end = Date.now() + 40000;
    while (!isIn()) {
        if (Date.now() > end) throw new Error(`${number} does not get through`);
        await pause();
        window.dispatchEvent(new Event("online"));  // the phone has found its network again
    }
    hears.disconnect();
    document.removeEventListener("htmx:sendError", fails);
    document.removeEventListener("htmx:configRequest", sends);
    return said;
}"""


def write_round(
    phone: Phone, number: int, *, often: int = 5, heads: Mapping[str, str] | None = None
) -> list[str]:
    """Record a round and wait until it is saved, retrying every `often` ms.

    `heads` are sent with the first attempt only. Return the messages shown meanwhile.
    """
    said: list[str] = phone.page.evaluate(WRITE_ROUND, [number, often, heads or {}])
    return said


def play(phone: Phone) -> Match:
    match = phone.start("thirty-one", *THREE, tied_lowest="none")
    phone.open(match)
    phone.has_forms()  # and so can say what is waiting
    return match


def is_in_once(match: Match, rounds: int) -> None:
    """Check that each round is recorded once; its note is the event number it was to get."""
    written = [entry["note"] for entry in match.entries]
    assert written == [str(number) for number in range(2, rounds + 2)]


def test_of_rounds_that_get_lost_again_and_again_each_is_in_the_log_exactly_once(
    far: Phone, way: Way
) -> None:
    """Forms or responses get lost on the way, or something other than Referee responds.

    The server itself keeps running here; the test below also kills it.
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
    assert far.kept() == far.kept("refused") == []


# The server dies ----------------------------------------------------------------------------------

KILLS = amount(1, 50)
"""How often the server is killed at each moment."""
MOMENTS: dict[Moment, set[int]] = {
    "before the write": {0},
    "before the commit": {0},
    "before the answer": {1},
    "anywhere": {0, 1},
}
"""For each moment of death, how many of the form's events may be on disk (none or one)."""
CALLS = 9000
"""Rough number of function calls while a form is handled."""


class Mortal(House):
    """A server that a form can kill, and that is then restarted."""

    def run(self) -> None:
        command = [sys.executable, "-m", "tests.browser.mortal", str(self.port), str(self.data)]
        with self.stderr.open("ab") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors
            )

    def deaths(self) -> list[list[int]]:
        """For each life that ended: its number and how many events were on disk."""
        lines = deaths_in(self.data).read_text().splitlines()
        return [[int(number) for number in line.split()] for line in lines]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    with Mortal(tmp_path / "data").running() as mortal:
        yield mortal


def test_a_server_that_is_killed_in_the_middle_of_a_form_loses_nothing_and_doubles_nothing(
    mortal: Mortal, lay: Lay
) -> None:
    """Each round kills the server once; until it is saved, the phone says that it is waiting."""
    phone = lay(base_url=mortal.address)
    phone.may_lose_server = True
    chance, lives = random.Random(SEED), count(1)
    for before, (moment, written) in enumerate(MOMENTS.items()):
        match = play(phone)
        for number in range(2, KILLS + 2):
            dies = f"{next(lives)},{moment},{chance.randrange(CALLS)}"
            said = write_round(phone, number, often=40, heads={HEAD: dies})
            if any(said):  # or else the browser has repeated the request by itself
                assert any(WAITS.match(words) and " 1 round " in words for words in said), said
        is_in_once(match, KILLS)
        assert phone.kept() == phone.kept("refused") == []
        deaths = mortal.deaths()[-KILLS:]
        assert [life for life, _ in deaths] == [before * KILLS + n for n in range(1, KILLS + 1)]
        # Each earlier match has one event more than it has rounds.
        assert {events - life - before for life, events in deaths} <= written
