"""Evenings by thumb: people leave and join, take penalties, stop, and lose the connection."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from referee.core.sheet import score
from tests.browser.conftest import Lay
from tests.browser.table import MINUS, THREE, Match, Phone
from tests.browser.test_whole_games import DEALS, quotas
from tests.browser.way import Way
from tests.faults.conftest import amount

NULLO = 9  # the deal, from 0, with which it begins
FOUR = ("Ann", "Ben", "Cora", "Dora")


def totals(deals: int) -> dict[str, int]:
    """The points in Tribello after so many deals."""
    points = dict.fromkeys(THREE, 0)
    for deal in range(deals):
        for name, tricks, quota in zip(THREE, DEALS[deal], quotas(deal), strict=True):
            points[name] += quota - tricks if deal >= NULLO else tricks - quota
    return points


def shows(phone: Phone, points: dict[str, int]) -> None:
    phone.shows_totals({name: f"{n}".replace("-", MINUS) for name, n in points.items()})


def has_left(phone: Phone, name: str) -> None:
    strip = phone.page.get_by_role("list", name="Score")
    phone.tap(strip.get_by_role("link", name=name, exact=True))
    phone.tap_button("Has left")


def joins(phone: Phone, name: str, *, after: str, starts: str) -> None:
    phone.tap(phone.page.get_by_role("list", name="Score").get_by_role("link").first)
    phone.tap_link("All players")
    phone.unfold("Make room for a guest")
    phone.tap(phone.page.get_by_label("Name", exact=True))
    phone.page.keyboard.type(name)
    phone.choose("To the left of", after)
    phone.choose("Starts with", re.compile(starts))
    phone.tap_button("Join")


def begin(phone: Phone, button: str, way: Way) -> Match:
    """Start the match that has been set up on the phone."""
    phone.tap(phone.page.get_by_role("button", name=button, exact=True))
    expect(phone.record_button).to_be_visible()
    return phone.match.behind(way)


ASKS = """() => {
  const { html } = JSON.parse(localStorage.getItem("ahead")) ?? { html: "" };
  const forms = new DOMParser().parseFromString(html, "text/html").getElementById("ahead");
  const entry = document.getElementById("entry");
  const place = /\\d+$/.exec(entry.dataset.draft)[0];
  const part = forms?.querySelectorAll("section")[place - forms.dataset.first];
  const fields = part && forms.querySelectorAll("template")[part.dataset.fields].content;
  const count = (form) => form.querySelectorAll("[data-player]").length;
  return part?.dataset.name === entry.dataset.words && count(fields) === count(entry);
}"""


def loses_connection(phone: Phone, way: Way) -> None:
    """Wait until the phone can go on without a connection, then take it away."""
    phone.until(lambda: bool(phone.page.evaluate(ASKS)))
    way.all("lost")


def all_sent(phone: Phone, way: Way, match: Match, count: int) -> None:
    phone.is_back(way)
    phone.until(lambda: phone.kept() == [] and len(match.entries) == count)


def tells(phone: Phone, match: Match, *, story: str, board: str, log: Sequence[str]) -> None:
    for leaf, words in ("story", [story]), ("board", [board]), ("log/", log):
        phone.open(match.to_score + leaf)
        for each in words:
            expect(phone.page.get_by_role("main")).to_contain_text(each)


def hearts(phone: Phone, figures: dict[str, str], dealer: str, number: int) -> None:
    expect(phone.due).to_contain_text(f"{dealer} deals")
    phone.is_due(f"round {number}")
    for name, figure in figures.items():
        expect(phone.keypad.get_by_role("status")).to_have_text(f"{name}: points")
        for sign in figure:
            phone.tap(phone.pad_key(sign))
        phone.tap(phone.pad_key("Next cell"))
    phone.record()


def one_leaves_hearts_one_joins_and_it_stops_at_midnight(far: Phone, way: Way, _lay: Lay) -> None:
    page = far.page
    far.open("/new?game=free-pad")
    for seat, name in enumerate(FOUR, 1):
        far.tap(far.seat(seat))
        page.keyboard.type(name)
    far.unfold("Options")
    far.choose("Who wins", "lowest total")
    far.tap(page.get_by_label("Sum of a round", exact=True))
    page.keyboard.type("26")
    match = begin(far, "Start", way)

    hearts(far, dict(zip(FOUR, ("5", "8", "13", ""), strict=True)), "Ann", 1)
    hearts(far, dict(zip(FOUR, ("10", "3", "12", "1"), strict=True)), "Ben", 2)
    far.shows_totals(dict(zip(FOUR, (15, 11, 25, 1), strict=True)))
    has_left(far, "Dora")
    expect(far.cell("Dora", "points")).to_have_count(0)

    loses_connection(far, way)
    hearts(far, {"Ann": "7", "Ben": "9", "Cora": "10"}, "Cora", 3)
    hearts(far, {"Ann": "", "Ben": "20", "Cora": "6"}, "Ann", 4)
    far.is_due("round 5")
    all_sent(far, way, match, 4)

    joins(far, "Emil", after="Cora", starts="average 34½")
    five = (*FOUR[:3], "Emil")
    hearts(far, dict(zip(five, ("3", "13", "10", ""), strict=True)), "Ben", 5)
    hearts(far, dict(zip(five, ("13", "", "", "13"), strict=True)), "Cora", 6)
    expect(far.due).to_contain_text("Emil deals")
    far.tap_more("Stop or end the evening")
    far.tap_link("Stop the match here")
    expect(page.get_by_role("heading", name="Ann leads")).to_be_visible()
    far.tap_button("Stop here")
    expect(far.due).to_have_text("Ann won")
    far.shows_totals({"Ann": 38, "Ben": 53, "Cora": 51, "Emil": "47½", "Dora": 1})

    record = match.record_file
    sheet = score(record)
    assert record["players"] == [*five, "Dora"]
    assert (sheet["totals"], sheet["winners"]) == ([38, 53, 51, 47.5, 1], ["Ann"])
    tells(far, match, story="6 rounds played. Ann won by 9½ points.", board="by 9½ points", log=(
        "Emil has joined.", "Dora has left.", "The table stopped here."
    ))  # fmt: skip


def lose(phone: Phone, number: int, *names: str, taps: int) -> None:
    phone.is_due(f"round {number}")
    phone.taps = 0
    for name in names:
        phone.tap(phone.loser_key(name))
    phone.record()
    assert phone.taps == taps


def thirty_one_goes_on_by_who_loses_when_one_leaves(far: Phone, way: Way, _lay: Lay) -> None:
    far.seat_players("Thirty-One", FOUR)
    far.unfold("Options")
    far.choose("Lives", 2)
    far.choose("Fire", "with fire")
    match = begin(far, "Start Thirty-One", way)

    lose(far, 1, "Ben", taps=2)
    lose(far, 2, "Ann", "Cora", taps=3)
    far.shows_totals({"Ann": 1, "Ben": 1, "Cora": 1, "Dora": 2})
    has_left(far, "Dora")
    expect(far.loser_key("Dora")).to_have_count(0)
    far.shows_totals({"Ann": 1, "Ben": 1, "Cora": 1, "Dora": "out"})

    loses_connection(far, way)
    lose(far, 3, "Ben", taps=2)
    far.is_due("round 4")
    expect(far.loser_key("Dora")).to_have_count(0)
    lose(far, 4, "Fire", "Ann", taps=3)
    far.is_due("round 5")
    all_sent(far, way, match, 4)
    far.shows_totals({"Ann": 1, "Ben": "out", "Cora": "swims", "Dora": "out"})
    lose(far, 5, "Cora", taps=2)
    expect(far.due).to_have_text("Ann won")
    far.open_more()
    expect(far.page.get_by_role("link", name="Points outside a deal")).to_be_hidden()

    record = match.record_file
    sheet = score(record)
    assert [each.get("losers") or each["values"] for each in record["entries"]] == [
        [1], [0, 2], [1], [33, None, None, None], [2],
    ]  # fmt: skip
    assert (sheet["totals"], sheet["winners"]) == ([1, -1, -1, -1], ["Ann"])
    assert sheet["problems"] == []
    tells(far, match, story="Ann won.", board="Ann won", log=("Dora has left.",))


def take_ten(phone: Phone, name: str) -> None:
    phone.tap_more("Points outside a deal")
    phone.tap(phone.cell(name, "points"))
    for key in ("Minus", "1", "0"):
        phone.tap(phone.pad_key(key))
    phone.record()


def deals(phone: Phone, first: int, last: int) -> None:
    for number in range(first, last + 1):
        phone.is_due(f"deal {number}")
        for name, tricks in zip(THREE[:2], DEALS[number - 1], strict=False):
            if f"{tricks}" != "0" or name == "Ann" or DEALS[number - 1][0] < 13:
                phone.count(name, tricks)
        phone.record()


def a_penalty_in_tribello_is_undone_on_another_phone(far: Phone, way: Way, lay: Lay) -> None:
    other = lay()
    far.seat_players("Tribello", THREE)
    match = begin(far, "Start Tribello", way)
    other.open(match)
    deals(far, 1, 3)
    shows(other, totals(3))
    take_ten(far, "Ann")
    other.shows_row("Adjustment", [f"{MINUS}10", "–", "–"])
    other.tap_button("Undo")
    shows(far, totals(3))
    expect(far.row("Adjustment")).to_have_count(0)

    loses_connection(far, way)
    deals(far, 4, 6)
    far.is_due("deal 7")
    take_ten(other, "Ben")
    other.shows_row("Adjustment", ["–", f"{MINUS}10", "–"])
    all_sent(far, way, match, 7)
    deals(far, 7, 7)
    far.until(lambda: len(match.entries) == 8)
    match.deals(*DEALS[7:11])
    deals(far, 12, 12)
    points = totals(12) | {"Ben": totals(12)["Ben"] - 10}
    shows(far, points)
    expect(far.due).to_have_text("Ann won")  # Ben would have

    sheet = score(match.record_file)
    assert (sheet["totals"], sheet["winners"]) == ([*points.values()], ["Ann"])
    assert [row["label"] for row in sheet["rows"]].index("Adjustment") == 3
    assert [problem for row in sheet["rows"] for problem in row["problems"]] == []
    tells(far, match, story="12 deals played. Ann won by 3 points.", board="by 3 points",
          log=("Round 4, deal 12 was recorded.", "Adjustment was undone."))  # fmt: skip


EVENINGS = [
    one_leaves_hearts_one_joins_and_it_stops_at_midnight,
    thirty_one_goes_on_by_who_loses_when_one_leaves,
    a_penalty_in_tribello_is_undone_on_another_phone,
]


@pytest.mark.parametrize("evening", amount(EVENINGS[1:2], EVENINGS))
def test_people_come_and_go(
    far: Phone, way: Way, lay: Lay, evening: Callable[[Phone, Way, Lay], None]
) -> None:
    evening(far, way, lay)
