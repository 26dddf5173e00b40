"""Points outside a deal by thumb, undone on another phone, and kept while Referee is away."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.far import behind, entries, has_forms, is_back, is_due, is_locked, line
from tests.browser.table import Phone, count_tricks, open_tribello, until
from tests.browser.way import Way


def take_five_from_ann(phone: Phone) -> None:
    phone.tap_more("Points outside a deal")
    for key in ("Minus", "5"):
        phone.tap(phone.pad_key(key))
    expect(phone.cell("Ann", "points")).to_have_value("-5")
    phone.record()


def test_a_penalty_is_recorded_by_thumb_and_undone_on_another_phone(lay: Lay) -> None:
    ann, ben = lay(), lay()
    match = open_tribello(ann, (8, 3, 2), listens=True)
    ben.open(match)
    count_tricks(ben, 6)
    take_five_from_ann(ann)
    ann.shows_row("Adjustment", ["−5", "–", "–"])
    ann.shows_totals({"Ann": "−3", "Ben": "−1", "Cora": "−1"})
    ben.shows_row("Adjustment", ["−5", "–", "–"])
    expect(ben.cell("Ann")).to_have_value("6")  # what is typed for the next deal stays
    ben.tap_button("Undo")
    ann.shows_totals({"Ann": 2, "Ben": "−1", "Cora": "−1"})


def test_a_penalty_waits_on_the_phone_until_referee_is_back(far: Phone, way: Way) -> None:
    match = behind(open_tribello(far, (8, 3, 2)), way)
    way.posts("lost")
    take_five_from_ann(far)
    expect(line(far)).to_contain_text("is saved on this phone")
    is_back(far, way)
    until(far, lambda: [each["kind"] for each in entries(match)] == ["deal", "adjustment"])
    far.shows_row("Adjustment", ["−5", "–", "–"])


def test_without_a_connection_no_deal_is_asked_for_twice_after_a_penalty(
    far: Phone, way: Way
) -> None:
    match = open_tribello(far, (8, 3, 2), listens=True)
    near = behind(match, way)
    has_forms(far)
    way.fate = lambda _method, path: "lost" if path.endswith("/ahead") else ""
    near.record(kind="adjustment", points0=-5)
    far.shows_row("Adjustment", ["−5", "–", "–"])
    way.all("lost")  # before the phone has new forms
    count_tricks(far, 3, 6)
    far.record()
    expect(line(far)).to_contain_text("1 deal is saved on this phone")
    is_locked(far)
    is_back(far, way)
    is_due(far, "deal 3")
    assert [each.get("tricks") for each in entries(match)] == [[8, 3, 2], None, [3, 6, 4]]
