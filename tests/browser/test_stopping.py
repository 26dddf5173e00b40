"""A table that stops while a phone has no connection: its rounds are refused, and none is lost."""

from __future__ import annotations

from uuid import uuid4

from playwright.sync_api import expect

from tests.browser.far import behind, deal_meets, entries, has_forms, is_back, kept
from tests.browser.table import Phone, count_tricks, open_tribello, until
from tests.browser.way import Way


def test_deals_that_waited_when_the_table_stopped_are_recorded_after_it_goes_on(
    far: Phone, way: Way
) -> None:
    far.expects(409)
    match = open_tribello(far, listens=True)
    near = behind(match, way)
    near.deal(6, 4, 3)
    expect(far.rows).to_have_count(1)
    has_forms(far)
    deal_meets(far, way, "lost")
    count_tricks(far, 3, 6)
    far.record()
    until(far, lambda: len(kept(far)) == 2)
    assert near.post("stop", number=near.number, id=uuid4()).status == 303

    is_back(far, way)
    expect(far.page.get_by_text("The table stopped here, so these figures")).to_be_visible()
    assert (len(entries(match)), len(kept(far))) == (1, 1), "the first is in the form again"
    far.tap_button("Go on playing")
    expect(far.comes_to("Ann")).to_have_text("+5")
    far.record()
    expect(far.rows).to_have_count(3)
    assert [each["tricks"] for each in entries(match)] == [[6, 4, 3], [8, 4, 1], [3, 6, 4]]
    assert kept(far) == []
