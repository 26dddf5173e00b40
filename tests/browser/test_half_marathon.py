"""A half-marathon over four evenings: stopped within a leg, gone on with elsewhere, to the winner.

The clock of the servers stands still but for what the test lets go by, so that every minute of the
story is known. The legs are those of a seed; what they come to is reckoned here once more.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import Lay, phones_in
from tests.browser.followed import table as played
from tests.browser.followed import tap_card
from tests.browser.legs import fill, fill_unscored, set_contract
from tests.browser.moved import MovedHouse
from tests.browser.table import Match, Phone, face, start
from tests.games.card_triathlon.marathon import PLAYERS, legs
from tests.games.card_triathlon.two_tables import four
from tests.games.records import Json
from tests.servers import ROOT

MARK = 21_100
LEGS = legs(Random(0), MARK)
TEAMS = ("Ann+Cleo", "Ben+Dora")
EVENINGS = (range(15), range(15, 33), range(33, 48), range(48, len(LEGS)))
"""The legs of each evening. The 34th was begun on the second and played on the third."""
BEGAN = [
    datetime(2026, 1, 9, 19, 30, tzinfo=UTC),
    datetime(2026, 1, 16, 20, 0, tzinfo=UTC),
    datetime(2026, 2, 6, 19, 0, tzinfo=UTC),
    datetime(2026, 2, 20, 22, 30, tzinfo=UTC),
]
"""On the third another computer has come; the fourth lasts beyond midnight."""
MINUTES = {"b-leg": 12, "c-leg": 18, "d-leg": 10}
HALF = four(5, dealer=3)
"""The leg that is played to its middle on the second evening: by cards, not as on the third."""
FALLEN = 22
"""So many of its cards have fallen then: five tricks, and two cards of the sixth."""


# What it comes to, reckoned once more -------------------------------------------------------------


def minutes_of(leg: int) -> int:
    """How long it takes here: no two of a kind in a row alike."""
    return MINUTES[LEGS[leg]["kind"]] + leg * 7 % 5 - 2


def gains(leg: int) -> list[int]:
    """What it brings each team."""
    entry = LEGS[leg]
    own = entry.get("points") or entry.get("scored")
    if own is None:
        own = [one - other for one, other in zip(entry["melded"], entry["in_hand"], strict=True)]
    sums = [own[0] + own[2], own[1] + own[3]]
    bid = entry.get("contract")
    if bid and sum(entry["tricks"][bid["declarer"] % 2 :: 2]) < bid["level"] + 6:
        sums.sort(reverse=bid["declarer"] % 2 == 1)
    return sums


def gained(of: Sequence[int]) -> list[int]:
    return [sum(each) for each in zip(*(gains(leg) for leg in of), strict=True)]


def in_words(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    return " ".join(f"{n} {unit}" for n, unit in ((hours, "h"), (rest, "min")) if n)


def typed(leg: int) -> dict[str, object]:
    entry = LEGS[leg]
    seats = {f"{name}{seat}": figure for name in ("tricks", "points", "melded", "in_hand", "scored")
             for seat, figure in enumerate(entry.get(name, ()))}  # fmt: skip
    bid = {f"{name}_0": value for name, value in entry.get("contract", {}).items()}
    out = {"out": entry["out"]} if "out" in entry else {}
    return seats | bid | out | {"unscored_0": entry["unscored"]}


# At the table -------------------------------------------------------------------------------------


@dataclass
class Table:
    """A server, the phone beside the cards, and another phone that writes most of the legs."""

    house: MovedHouse
    phone: Phone
    match: Match
    other: Match

    def write(self, *of: int) -> None:
        """The other phone writes these legs, each when it is over; this one shows the board."""
        self.phone.open(self.match.url + "board")
        self.other.record_all(self._played(of))
        self.phone.open(self.match)
        expect(self.row(of[-1])).to_be_visible()

    def _played(self, of: Iterable[int]) -> Iterator[dict[str, object]]:
        for leg in of:
            self.house.move(minutes_of(leg))
            yield typed(leg)

    def row(self, leg: int) -> Locator:
        return self.phone.row(re.compile(rf"^Leg {leg + 1}, "))

    def fill_in(self, leg: int) -> None:
        self.house.move(minutes_of(leg))
        entry, phone = LEGS[leg], self.phone
        match entry["kind"]:
            case "b-leg":
                bid = entry["contract"]
                set_contract(phone, f"{bid['level']}{bid['strain']}", PLAYERS[bid["declarer"]])
                fill(phone, PLAYERS, tricks=entry["tricks"], points=entry["points"])
            case "c-leg":
                fill(phone, PLAYERS, melded=entry["melded"], held=entry["in_hand"])
            case "d-leg":
                fill(phone, PLAYERS, scored=entry["scored"])
        fill_unscored(phone, entry["unscored"])
        phone.record()
        expect(self.row(leg)).to_be_visible()

    def saved(self, folder: Path) -> Path:
        self.phone.tap(self.phone.page.get_by_text("More", exact=True))
        with self.phone.page.expect_download() as download:
            self.phone.tap_link("Save this match")
        download.value.save_as(folder / "saved.json")
        return folder / "saved.json"

    def read(self) -> Json:
        found: Json = self.match.context.request.get(self.match.url + "record.json").json()
        return found

    def more(self, words: str) -> None:
        self.phone.tap(self.phone.page.get_by_text("More", exact=True))
        self.phone.tap_button(words)

    def opens_with_the_card(self, words: str) -> None:
        """After a long while the card to go on with comes first, and leads to the match."""
        page = self.phone.page
        self.phone.open(self.match)
        card = page.get_by_role("article", name="To go on")
        expect(card.get_by_role("heading").first).to_have_text(words)
        expect(self.phone.record_button).to_have_count(0)
        self.phone.tap(page.get_by_role("navigation", name="The match").get_by_role("link"))
        expect(card).to_have_count(0)


@pytest.fixture
def two_houses(tmp_path: Path) -> Iterator[list[MovedHouse]]:
    houses = [MovedHouse(tmp_path / name / "data") for name in ("one", "other")]
    for house in houses:
        house.data.parent.mkdir()
        house.start()
    yield houses
    for house in houses:
        house.stop()
        assert "fault" not in house.stderr.read_text()


@pytest.fixture
def laid(two_houses: list[MovedHouse], browser: Browser) -> Iterator[list[Lay]]:
    one, other = two_houses
    with (
        contextmanager(phones_in)(browser, one) as lay,
        contextmanager(phones_in)(browser, other) as lay_other,
    ):
        yield [lay, lay_other]


def test_a_half_marathon_over_four_evenings(
    two_houses: list[MovedHouse], laid: list[Lay], tmp_path: Path
) -> None:
    phone, other = laid[0](), laid[0]()
    options = {"format": "half-marathon", "title": "The half"}
    match = start(phone, "card-triathlon", PLAYERS, **options)
    table = Table(two_houses[0], phone, match, Match(other.context, match.url))
    first_evening(table)
    second_evening(table)
    saved = stopped_within_a_leg(table, tmp_path)

    phone, other = laid[1](), laid[1]()
    two_houses[1].move(to=BEGAN[2])
    match = opened_elsewhere(phone, saved)
    table = Table(two_houses[1], phone, match, Match(other.context, match.url))
    third_evening(table)
    fourth_evening(table)
    told = told_by_the_command(table.read(), tmp_path)
    evenings_are_right(told)


def first_evening(table: Table) -> None:
    """Begun by a word, a break by two taps, ended by two; the first leg by thumb."""
    phone, page = table.phone, table.phone.page
    phone.open(table.match.url + "evenings")
    phone.unfold("Where, who sits in")
    page.get_by_label("Where", exact=True).fill("At Ann’s")
    phone.tap_button("Begin the evening")
    expect(page.get_by_text("Where: At Ann’s")).to_be_visible()
    phone.open(table.match)
    table.fill_in(0)
    table.write(*range(1, 7))
    table.house.move(3)
    table.more("Break")
    expect(page.get_by_text("Break since")).to_be_visible()
    table.house.move(20)
    phone.tap_button("Go on")
    expect(page.get_by_text("Break since")).to_be_hidden()
    table.write(*range(7, 15))
    table.house.move(5)
    table.more("That is it for tonight")
    expect(page.get_by_role("heading", level=2)).to_have_text("Leg 16, B is next")


def second_evening(table: Table) -> None:
    """It begins by itself; a break that nobody called is asked about; nobody ends it."""
    phone, page = table.phone, table.phone.page
    table.house.move(to=BEGAN[1])
    table.opens_with_the_card("Leg 16, B is next")
    table.fill_in(15)
    table.write(*range(16, 24))
    expect(page.get_by_text("Was that a break?")).to_be_hidden()
    table.house.move(75)
    table.write(24)
    gap = in_words(75 + minutes_of(24))
    phone.tap_button(f"Yes, {gap}")
    expect(page.get_by_text("Was that a break?")).to_be_hidden()
    table.write(*range(25, 33))


def stopped_within_a_leg(table: Table, folder: Path) -> Path:
    """The leg is followed card by card; three weeks later the card says where it was."""
    phone, page = table.phone, table.phone.page
    begins = {f"{name}_0": value for name, value in HALF.contract.items()}
    table.match.begin(**begins)
    phone.open(table.match)
    for number, fallen in enumerate(HALF.cards[:6], start=1):
        tap_card(phone, fallen)
        turn = PLAYERS[HALF.turns[number]]
        expect(at_the_trick(phone, turn)).to_contain_text("leads" if number % 4 == 0 else "next")
    table.match.fall(*HALF.cards[6:FALLEN])
    table.house.move(to=BEGAN[2])
    phone.open(table.match)
    card = page.get_by_role("article", name="To go on")
    turn = PLAYERS[HALF.turns[FALLEN]]
    heading = f"Leg 34, B is half played: trick 6, {turn} to play"
    expect(card.get_by_role("heading").first).to_have_text(heading)
    expect(card).to_contain_text("Keep each hand apart")
    for fallen in HALF.cards[20:FALLEN]:
        expect(card).to_contain_text(face(fallen))
    return table.saved(folder)


def at_the_trick(phone: Phone, name: str) -> Locator:
    return played(phone).get_by_role("list").first.get_by_role("listitem").filter(has_text=name)


def opened_elsewhere(phone: Phone, saved: Path) -> Match:
    """The file opens; what is half played is in no record, so the leg is due as a whole."""
    assert len(json.loads(saved.read_text())["entries"]) == 33
    phone.open("/import")
    phone.page.get_by_label("The file of the match").set_input_files(saved)
    phone.tap_button("Open the match")
    card = phone.page.get_by_role("article", name="To go on")
    expect(card.get_by_role("heading").first).to_have_text("Leg 34, B is next")
    expect(card).not_to_contain_text("half played")
    return Match(phone.context, phone.page.url)


def third_evening(table: Table) -> None:
    """Emil sits in for Dora; a C leg by thumb; the end with a note."""
    phone, page = table.phone, table.phone.page
    phone.open(table.match.url + "evenings")
    phone.unfold("Where, who sits in")
    phone.group("Who sits in each seat tonight").get_by_label("Dora").fill("Emil")
    phone.tap_button("Begin the evening")
    expect(page.get_by_text("Sat in: Emil for Dora.")).to_be_visible()
    phone.open(table.match)
    table.write(33)
    table.fill_in(34)
    table.write(*range(35, 48))
    table.house.move(4)
    phone.open(table.match.url + "evenings")
    page.get_by_label("Note", exact=True).fill("Emil keeps the pencil.")
    phone.tap_button("That is it for tonight")
    expect(page.get_by_role("article", name="To go on")).to_contain_text("Emil keeps the pencil.")


def fourth_evening(table: Table) -> None:
    """Beyond midnight to the winner; the last leg by thumb."""
    phone, page = table.phone, table.phone.page
    table.house.move(to=BEGAN[3])
    table.opens_with_the_card("Leg 49, B is next")
    phone.open(table.match.url + "evenings")
    phone.tap_button("Begin the evening")
    expect(page.get_by_role("heading", name=re.compile("^Evening 4 "))).to_be_visible()
    phone.open(table.match)
    table.write(*range(48, len(LEGS) - 1))
    phone.tap_link("Home")
    time = in_words(sum(map(minutes_of, EVENINGS[3][:-1])))
    way = page.get_by_role("link", name="The half")
    expect(way).to_contain_text(f"Evening 4 · {time}: ")
    expect(way).to_contain_text(f"of {MARK:,}; ")
    phone.tap(way)
    table.fill_in(len(LEGS) - 1)
    expect(page.get_by_role("heading", name=f"{winner()} won")).to_be_visible()
    assert max(gained(range(len(LEGS)))) >= MARK > max(gained(range(len(LEGS) - 1)))
    table.house.move(2)
    phone.open(table.match.url + "evenings")
    phone.tap_button("That is it for tonight")
    expect(page.get_by_role("article", name="To go on")).to_contain_text(f"{winner()} won")


# In the end ---------------------------------------------------------------------------------------


def told_by_the_command(record: Json, folder: Path) -> Json:
    """What `referee story --json` says of the saved match."""
    file = folder / "record.json"
    file.write_text(json.dumps(record))
    command = [sys.executable, "-m", "referee", "story", "--json", str(file)]
    told: Json = json.loads(subprocess.check_output(command, cwd=ROOT))
    return told


def evenings_are_right(told: Json) -> None:
    """Their starts, ends, minutes, points, and who sat in."""
    sessions = told["sessions"]
    began = [BEGAN[0], BEGAN[1] + timedelta(minutes=minutes_of(15)), *BEGAN[2:]]
    assert [datetime.fromisoformat(each["start"]) for each in sessions] == began
    assert [each["ended"] for each in sessions] == ["said", "itself", "said", "said"]
    lasted = [sum(map(minutes_of, own)) for own in EVENINGS]
    lasted[0] += 3 + 5  # before the break, and until the end was said
    lasted[1] -= minutes_of(15) + minutes_of(24)  # it began with an entry, and another was a break
    lasted[2] += 4
    lasted[3] += 2
    assert [each["minutes"] for each in sessions] == lasted
    assert [each["entries"] for each in sessions] == [len(own) for own in EVENINGS]
    assert [each["points"] for each in sessions] == [gained(own) for own in EVENINGS]
    seated = [None, None, ["Ann", "Ben", "Cleo", "Emil"], None]
    assert [each["players"] for each in sessions] == seated


def winner() -> str:
    totals = gained(range(len(LEGS)))
    return TEAMS[totals.index(max(totals))]
