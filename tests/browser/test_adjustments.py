"""Points outside a deal by thumb, undone on another phone, and kept while Referee is away."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.table import Phone
from tests.browser.way import Way


def take_five_from_ann(phone: Phone) -> None:
    phone.tap_more("Points outside a deal")
    for key in ("Minus", "5"):
        phone.tap(phone.pad_key(key))
    expect(phone.cell("Ann", "points")).to_have_value("-5")
    phone.record()


def test_a_penalty_is_recorded_by_thumb_and_undone_on_another_phone(lay: Lay) -> None:
    ann, ben = lay(), lay()
    match = ann.open_tribello((8, 3, 2), listens=True)
    ben.open(match)
    ben.count_tricks(6)
    take_five_from_ann(ann)
    ann.shows_row("Adjustment", ["−5", "–", "–"])
    ann.shows_totals({"Ann": "−3", "Ben": "−1", "Cora": "−1"})
    ben.shows_row("Adjustment", ["−5", "–", "–"])
    expect(ben.cell("Ann")).to_have_value("6")  # what is typed for the next deal stays
    ben.tap_button("Undo")
    ann.shows_totals({"Ann": 2, "Ben": "−1", "Cora": "−1"})


def test_a_penalty_waits_on_the_phone_until_referee_is_back(far: Phone, way: Way) -> None:
    match = far.open_tribello((8, 3, 2)).behind(way)
    way.posts("lost")
    take_five_from_ann(far)
    expect(far.line).to_contain_text("is saved on this phone")
    far.is_back(way)
    far.until(lambda: [each["kind"] for each in match.entries] == ["deal", "adjustment"])
    far.shows_row("Adjustment", ["−5", "–", "–"])


def test_without_a_connection_no_deal_is_asked_for_twice_after_a_penalty(
    far: Phone, way: Way
) -> None:
    match = far.open_tribello((8, 3, 2), listens=True)
    near = match.behind(way)
    far.has_forms()
    way.fate = lambda _method, path: "lost" if path.endswith("/ahead") else ""
    near.record(kind="adjustment", points0=-5)
    far.shows_row("Adjustment", ["−5", "–", "–"])
    way.all("lost")  # before the phone has new forms
    far.record_tricks(3, 6)
    expect(far.line).to_contain_text("1 deal is saved on this phone")
    far.is_locked()
    far.is_back(way)
    far.is_due("deal 3")
    assert [each.get("tricks") for each in match.entries] == [[8, 3, 2], None, [3, 6, 4]]
