"""Two phones with the same deal, and what Referee does not take: nothing that was typed is lost."""

from __future__ import annotations

from pathlib import Path
from secrets import token_urlsafe

from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.far import (
    FIRST,
    WAITS,
    behind,
    entries,
    first_deal_waits,
    is_locked,
    is_open,
    kept,
    line,
    network_is_back,
    on_the_table,
    refused,
)
from tests.browser.followed import tap_card
from tests.browser.table import THREE, Phone, count_tricks, open_tribello, start
from tests.browser.way import Way, good


def test_of_two_phones_with_the_same_deal_one_gets_it_in_and_the_other_is_asked(
    far: Phone, way: Way, lay_far: Lay
) -> None:
    other = lay_far()
    match = start(far, "tribello", THREE)
    for each in (far, other):
        on_the_table(each, match)
        each.expects(409)
        count_tricks(each, 8, 4)
    way.all("lost")
    for each in (far, other):
        each.record()
        expect(line(each)).to_have_text(WAITS)
    way.fate = good
    for each in (far, other):
        network_is_back(each)
        each.shows_row(FIRST, ["+2", 0, "−2"])
    # Each tries again by itself too, so either may be the first.
    same = "That is what you typed here"
    late, first = (far, other) if far.page.get_by_text(same).count() else (other, far)
    expect(line(first)).to_contain_text("has it now")
    late.shows_in_place(same)
    is_open(late)
    for name, number in (("Ann", 8), ("Ben", 4)):
        expect(late.cell(name)).to_have_value(str(number))
    assert len(entries(match)) == 1
    assert [kept(each, state) for each in (far, other) for state in ("outbox", "refused")] == [
        []
    ] * 4


def test_what_was_impossible_is_shown_as_it_was_typed_also_after_a_reload(
    far: Phone, way: Way
) -> None:
    match = open_tribello(far)
    far.expects(422)
    far.count("Ann", 5)
    way.posts("lost")
    far.record()
    expect(line(far)).to_have_text(WAITS)
    far.page.reload()
    way.fate = good
    network_is_back(far)
    far.shows_in_place("Still missing")
    is_open(far)
    expect(far.cell("Ann")).to_have_value("5")
    expect(refused(far)).to_have_count(0)
    far.count("Ben", 7)
    far.record()
    expect(far.rows).to_have_count(1)
    assert [entry["tricks"] for entry in entries(match)] == [[5, 7, 1]]


def test_what_comes_to_a_link_that_was_replaced_stays_in_a_list(
    far: Phone, way: Way, tmp_path: Path
) -> None:
    far.expects(404)
    match = first_deal_waits(far, way)
    behind(match, way).post("share/renew", role="score", form=token_urlsafe(16))
    way.fate = good
    network_is_back(far)
    expect(refused(far)).to_contain_text("Record deal 1")
    expect(refused(far)).to_contain_text("This link doesn’t open a match.")
    assert kept(far) == []

    far.page.evaluate("window.dispatchEvent(new Event('pageshow'))")
    far.tap(refused(far).get_by_text("Show as text"))
    text = refused(far).locator("pre")
    expect(text).to_contain_text("Ann, tricks: 8")
    expect(text).to_contain_text("Ben, tricks: 4")
    with far.page.expect_download() as download:
        far.tap(refused(far).get_by_role("button", name="Save as a file"))
    download.value.save_as(tmp_path / "saved.txt")
    assert "Ann, tricks: 8" in (tmp_path / "saved.txt").read_text(encoding="utf-8")
    is_open(far)
    far.tap(refused(far).get_by_role("button", name="Drop it"))
    expect(refused(far)).to_have_count(0)
    assert kept(far, "refused") == []


def test_what_another_match_has_left_and_is_impossible_stays_in_the_list(
    far: Phone, way: Way
) -> None:
    match, other = (start(far, "tribello", THREE, title=title) for title in ("One", "Two"))
    on_the_table(far, match)
    far.expects(422)
    far.count("Ann", 5)
    way.posts("lost")
    far.record()
    expect(line(far)).to_have_text(WAITS)
    far.open(other)
    far.count("Ann", 6)
    way.fate = good
    network_is_back(far)
    expect(refused(far)).to_contain_text("One: Record deal 1")
    expect(refused(far).locator("small")).not_to_be_empty()
    far.tap(refused(far).get_by_text("Show as text"))
    expect(refused(far).locator("pre")).to_contain_text("Ann, tricks: 5")
    assert kept(far) == []
    # What is typed here is another match's, and stays.
    is_open(far)
    expect(far.cell("Ann")).to_have_value("6")


def test_a_card_that_comes_too_late_after_a_reload_stays_in_the_list(far: Phone, way: Way) -> None:
    match = start(far, "tribello", THREE)
    match.begin(trump="H")
    far.open(match)
    far.expects(409)
    way.posts("lost")
    tap_card(far, "9H")
    expect(line(far)).to_have_text(WAITS)
    behind(match, way).fall("KH")
    far.page.reload()
    way.fate = good
    network_is_back(far)
    expect(refused(far)).to_contain_text("9 of hearts")
    expect(line(far)).to_have_count(0)
    far.page.reload()
    expect(refused(far)).to_contain_text("9 of hearts")


def test_what_has_waited_long_can_be_taken_out_by_hand(far: Phone, way: Way) -> None:
    first_deal_waits(far, way, "bad gateway")
    far.page.evaluate(
        """() => { const [key] = Object.keys(localStorage).filter((each) => /^outbox /.test(each));
                   const kept = JSON.parse(localStorage.getItem(key));
                   localStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - 61000 })); }"""
    )
    network_is_back(far)
    stuck = far.page.get_by_role("listitem").filter(has_text="This waits for Referee:")
    expect(stuck).to_contain_text("Record deal 1")
    is_locked(far)
    far.tap(stuck.get_by_role("button", name="Drop it"))
    expect(stuck).to_have_count(0)
    is_open(far)
    expect(far.cell("Ann")).to_have_value("8")
