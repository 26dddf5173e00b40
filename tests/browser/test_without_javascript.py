"""Everything can be done without JavaScript: forms are sent, and pages come back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.table import Phone

FIRST = "Round 1, deal 1"


@pytest.fixture
def plain(lay: Lay) -> Phone:
    return lay(java_script_enabled=False)


def test_tribello_is_started_recorded_corrected_and_struck(plain: Phone) -> None:
    page = plain.page
    plain.open("/")
    plain.tap_link("New match")
    plain.name_all(("Ann", "Ben", "Cora"))
    plain.tap_button("Start Tribello")
    expect(plain.due).to_contain_text("Ann")

    plain.cell("Ann").fill("8")
    plain.cell("Ben").fill("4")
    plain.record()
    plain.shows_row(FIRST, ["+2", 0, "−2"])
    plain.expects(422)
    for name, count in (("Ann", 3), ("Ben", 8), ("Cora", 4)):
        plain.cell(name).fill(str(count))
    plain.record()
    plain.cites("tribello.tricks-total")
    expect(plain.cell("Ann")).to_have_value("3")
    expect(plain.rows).to_have_count(1)
    plain.cell("Ben").fill("6")
    plain.record()
    plain.shows_row("Round 1, deal 2", [0, 0, 0])
    plain.shows_totals({"Ann": 2, "Ben": 0, "Cora": "−2"})
    expect(plain.due).to_contain_text("Cora")

    plain.tap(plain.row(FIRST).get_by_role("cell").first)
    expect(page.get_by_role("main")).to_contain_text("8 tricks, quota 6")
    plain.tap(page.get_by_role("link", name="Correct"))
    plain.cell("Ann").fill("6")
    plain.save()
    plain.shows_row(FIRST, [0, 0, 0])
    plain.undo()
    plain.shows_row(FIRST, ["+2", 0, "−2"])

    plain.tap(plain.row(FIRST).get_by_role("cell").first)
    plain.tap_button("Cross out")
    expect(plain.rows).to_have_count(1)
    plain.undo()
    expect(plain.rows).to_have_count(2)
    plain.tap_more("Save or print a copy")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    plain.tap_link("Back")
    plain.tap_more("Log of all entries")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(7)
