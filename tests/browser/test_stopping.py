"""A table that stops while a phone has no connection: its rounds are refused, and none is lost."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.browser.way import Way


def test_deals_that_waited_when_the_table_stopped_are_recorded_after_it_goes_on(
    far: Phone, way: Way
) -> None:
    far.expects(409)
    match = far.open_tribello(listens=True)
    near = match.behind(way)
    near.deal(6, 4, 3)
    expect(far.rows).to_have_count(1)
    far.has_forms()
    far.deal_meets(way, "lost")
    far.record_tricks(3, 6)
    far.until(lambda: len(far.kept()) == 2)
    assert near.post("stop").status == 303

    far.is_back(way)
    expect(far.page.get_by_text("The table stopped here, so these figures")).to_be_visible()
    assert (len(match.entries), len(far.kept())) == (1, 1), "the first is in the form again"
    far.tap_button("Go on playing")
    expect(far.comes_to("Ann")).to_have_text("+5")
    far.record()
    expect(far.rows).to_have_count(3)
    assert [each["tricks"] for each in match.entries] == [[6, 4, 3], [8, 4, 1], [3, 6, 4]]
    assert far.kept() == []
