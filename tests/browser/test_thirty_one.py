"""Thirty-One by who loses a life, played by thumb, with and without a connection."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.table import Phone
from tests.browser.way import Way
from tests.games.free_pad.expected import pad
from tests.games.records import record

THREE = ("Ann", "Bertrand", "Cleopatra")


def says(phone: Phone, words: str) -> None:
    expect(phone.page.locator("#hint-outcome")).to_have_text(words)


def test_a_game_by_who_loses_takes_two_taps_a_round(phone: Phone) -> None:
    phone.open(phone.start("thirty-one", *THREE, lives=1, fire="True"))
    expect(phone.loser_key("Ann")).to_contain_text("●")
    expect(phone.page.locator("#strip b").first).to_contain_text("•")
    phone.taps = 0
    phone.tap(phone.loser_key("Bertrand"))
    says(phone, "Bertrand loses a life.")
    phone.record()
    phone.shows_totals({"Ann": 1, "Bertrand": "swims", "Cleopatra": 1})
    assert phone.taps == 2

    # Fire: the keys ask who has it.
    phone.tap(phone.loser_key("Fire"))
    expect(phone.page.get_by_role("group", name="Who has three aces?")).to_be_visible()
    phone.tap(phone.loser_key("Cleopatra"))
    says(phone, "Fire: Cleopatra has three aces. Ann and Bertrand lose a life. Bertrand is out.")
    phone.record()
    expect(phone.loser_key("Bertrand")).to_have_count(0)
    phone.tap_button("Undo")
    phone.shows_totals({"Ann": 1, "Bertrand": "swims", "Cleopatra": 1})
    says(phone, "Fire: Cleopatra has three aces. Ann and Bertrand lose a life. Bertrand is out.")
    phone.tap(phone.loser_key("Fire"))
    says(phone, "Cleopatra loses a life.")

    # By values, on the keypad: a tie, and fire, after which no other hand is asked for.
    phone.enter_by("values")
    for sign in ("1", "7", "Next cell", "3", "0", "Half", "Next cell", "1", "7", "Next cell"):
        phone.tap(phone.pad_key(sign))
    says(phone, "Lowest: Ann and Cleopatra, 17. Both lose a life, as your table plays.")
    phone.record()
    phone.shows_row("Round 2", [re.compile("17.*−1"), "30½", re.compile("17.*−1")])
    for sign in ("3", "3", "Next cell"):
        phone.tap(phone.pad_key(sign))
    expect(phone.keypad.get_by_role("status")).to_have_text("All filled in.")
    phone.record()
    expect(phone.due).to_have_text("Ann won")


def test_who_loses_is_recorded_without_a_connection(far: Phone, way: Way) -> None:
    match = far.start("thirty-one", *THREE, fire="True")
    far.open_to_record(match)
    far.has_forms()
    way.all("lost")
    far.is_due("round 1")
    far.tap(far.loser_key("Fire"))
    far.tap(far.loser_key("Ann"))
    far.record()
    far.is_due("round 2")
    far.tap(far.loser_key("Fire"))
    far.record()  # nobody is named
    far.shows_in_place("Enter all figures first.")
    far.tap(far.loser_key("Fire"))
    far.tap(far.loser_key("Bertrand"))
    far.record()
    far.is_due("round 3")
    far.enter_by("values")
    for number in (3, 4):
        far.is_due(f"round {number}")
        for name, value in zip(THREE, ("20", "25", "31"), strict=True):
            far.worth(name).fill(value)
        far.record()
    far.is_due("round 5")
    far.is_back(way)
    far.until(lambda: far.kept() == [])
    assert [entry.get("losers") or entry["values"] for entry in match.entries] == [
        [33, None, None], [1], [20, 25, 31], [20, 25, 31],
    ]  # fmt: skip


CUT = """all => all.filter((each) => {
    const [inner, outer] = [each, each.closest("small")].map((one) => one.getBoundingClientRect());
    return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom + 1;
}).map(({ textContent }) => textContent)"""


def test_eight_players_see_who_has_left(lay: Lay) -> None:
    phone = lay(viewport={"width": 360, "height": 740}, locale="de-DE")
    left = [{"from": 1, "player": "P8", "here": False}]
    phone.open(phone.load(record("free-pad", 8, [pad(*range(8))]) | {"attendance": left}))
    marks = phone.page.locator("#strip em")
    expect(marks).to_have_text(["nicht da"])
    assert marks.evaluate_all(CUT) == []
