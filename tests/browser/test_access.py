"""Every page for everyone: axe finds nothing in any template, in light, dark and large letters; and
no page is wider than a small phone, and nothing is cut off in large letters.
"""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.all_scenes import SCENES
from tests.browser.conftest import Lay
from tests.browser.table import Phone

QUICK = {"resultTypes": ["violations"], "preload": False}  # there are no films to be fetched
ALL_RULES = QUICK | {"rules": {"target-size": {"enabled": True}}}
COLOURS = QUICK | {"runOnly": ["color-contrast"]}
SIZES = QUICK | {"runOnly": ["target-size", "scrollable-region-focusable"]}
LONGEST = 30_000
"""A longer screen takes a browser minutes to draw, and no page so long has a bar at the bottom."""
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 740}
ZOOMED = {"width": 195, "height": 422}  # a screen of 390 pixels, zoomed to 200 %
ONE_OF_EACH_TEMPLATE = {
    "home_with_matches", "new_match_with_faults", "new_match_of_six_refused",
    "import_without_a_record", "tribello_refused", "tribello_with_impossible_deals",
    "thirty_one_finished", "another_phone_has_written", "la_krap_with_six_typing", "picker_open",
    "receipt_open", "struck_row_page", "share", "board_running", "cards_on_the_board",
    "nothing_there", "rules_searched", "rulebook_tribello", "ask_index", "question_that_cannot_be",
    "answer_card-triathlon/trick", "answer_card-triathlon/arrange", "desk_of_a_match", "rulings",
    "may_i_play", "what_now_beside_a_match", "verdict_for_the_other_side", "log_with_a_ruling",
    "facts_of_la_krap_refused", "cards_with_a_card_refused_and_a_revoke", "cards_all_fallen",
    "cards_of_la_krap_with_six", "melds_by_cards_corrected", "own_hand_of_la_krap_refused",
    "a_decision_is_over", "the_time_is_up", "to_print_long_names", "c_leg_by_cards",
    "b_leg_of_eight_at_two_tables", "c_leg_by_figures_after_a_marked_leg", "marathon_running",
    "hand_with_a_card_to_be_moved", "hand_that_is_refused", "leg_of_hands_half_laid_out",
    "evenings_with_words", "an_evening_refused", "resume_a_leg", "in_a_break",
    "story_of_a_marathon_that_goes_on", "story_of_three_teams", "how_a_story_is_reckoned",
    "circle_with_matches", "circle_person", "circle_share", "circles_of_a_match",
}  # fmt: skip
"""Those with most on them: what is refused, chosen, greyed and marked has its colours there."""

CUT_OFF = """() => {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, words = text.data.trim(), holder = text.parentElement;
        if (!words || !holder.checkVisibility() || holder.closest(".unseen")) continue;
        const range = document.createRange();
        for (const number of text.data.matchAll(/[+−]?[0-9]+½?/g)) {
            range.setStart(text, number.index);
            range.setEnd(text, number.index + number[0].length);
            const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
            if (lines.size > 1) found.add(`${number[0]} broken`);
        }
        const box = holder.closest("button, label, td, th, li, dt, dd, summary, legend, h2");
        if (!box) continue;
        let isShortened = false;
        for (let each = holder; each !== box.parentElement; each = each.parentElement) {
            const style = getComputedStyle(each);
            isShortened ||= style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        }
        range.selectNodeContents(text);
        const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
        const isOut = inner.left < outer.left - 1 || inner.right > outer.right + 1;
        if (isOut && !isShortened && !holder.closest(".staggered")) found.add(words);
    }
    return [...found];
}"""
"""The texts that are wider than their key, cell or item, so that they end there or run into the
next one, and the numbers that are broken into two lines. What ends in dots is meant to, and long
totals stand above and below each other, so that each may use some of its neighbour's column."""


def violations(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe finds on a screen so long that the bar at the bottom hides nothing."""
    height: int = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 390, "height": min(height, LONGEST)})
    found = page.evaluate("async options => (await axe.run(options)).violations", options)
    return [
        f"{each['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.fixture
def phone(lay: Lay) -> Phone:
    return lay(reduced_motion="reduce")


def test_one_of_each_template_is_a_scene() -> None:
    assert SCENES.keys() >= ONE_OF_EACH_TEMPLATE


@pytest.mark.parametrize("name", SCENES)
def test_a_page_is_for_everyone(name: str, phone: Phone) -> None:
    page = phone.page
    SCENES[name](phone)

    found = {}
    if name in ONE_OF_EACH_TEMPLATE:
        page.evaluate(Axe().axe_script)
        found["light"] = violations(page, ALL_RULES)
        page.emulate_media(color_scheme="dark")
        found["dark"] = violations(page, COLOURS)
        page.emulate_media(color_scheme="light")
    too_wide, cut_off = {}, {}
    for width in (SMALL, ZOOMED):
        page.set_viewport_size({"width": width["width"], "height": width["height"]})
        too_wide[f"{width['width']} px"] = phone.overflow()
        cut_off[f"{width['width']} px"] = page.evaluate(CUT_OFF)

    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    phone.set_letters(32)
    if name in ONE_OF_EACH_TEMPLATE:
        found["large letters"] = violations(page, SIZES)
    too_wide["large letters"] = phone.overflow()
    cut_off["large letters"] = page.evaluate(CUT_OFF)

    assert {how: what for how, what in found.items() if what} == {}
    assert {how: texts for how, texts in cut_off.items() if texts} == {}
    assert {how: pixels for how, pixels in too_wide.items() if pixels > 0} == {}
