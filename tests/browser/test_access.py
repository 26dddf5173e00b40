"""Every page for everyone: axe finds nothing, in the light, in the dark and with large letters;
and no page is wider than a small phone or than large letters leave room for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from referee.game import question_name
from referee.games import GAMES
from tests.browser.conftest import Lay
from tests.browser.table import ROOT, Match, Phone, open_picker, pick, start

THREE = ("Ann", "Ben", "Cornelia-Magdalena")
FIVE = (*THREE, "Dee", "Maximiliane Schwarzenberger")
ALL_RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
SIZES = {"resultTypes": ["violations"], "runOnly": ["target-size", "scrollable-region-focusable"]}
SMALL = {"width": 360, "height": 740}
ZOOMED = {"width": 195, "height": 422}  # a screen of 390 pixels, zoomed to 200 %

SCENES: dict[str, Callable[[Phone], None]] = {}


def scene(set_up: Callable[[Phone], None]) -> Callable[[Phone], None]:
    """A state of a page worth looking at."""
    SCENES[set_up.__name__] = set_up
    return set_up


def tribello(phone: Phone, deals: int = 5) -> Match:
    match = start(phone, "tribello", THREE)
    for deal in range(deals):
        tricks = [(8, 4, 1), (3, 6, 4), (0, 13, 0), (5, 5, 3)][deal % 4]
        match.record(
            tricks0=tricks[0], tricks1=tricks[1], trump="H" if deal < 6 else "", note="Fine."
        )
    return match


def thirty_one(phone: Phone) -> Match:
    match = start(phone, "thirty-one", FIVE, fire=True, lives=1)
    match.round(20, 30.5, 25, 31, 27)
    match.round(10, 21, 21, 24, 25)
    return match


@scene
def home_without_matches(phone: Phone) -> None:
    phone.open("/")


@scene
def home_with_matches(phone: Phone) -> None:
    tribello(phone)
    thirty_one(phone)
    phone.open("/")
    expect(phone.page.get_by_role("main").get_by_role("listitem")).to_have_count(2)


@scene
def new_tribello_with_options(phone: Phone) -> None:
    phone.open("/new")
    phone.unfold("Options")


@scene
def new_thirty_one_with_options(phone: Phone) -> None:
    phone.open("/new?game=thirty-one")
    phone.unfold("Options")
    phone.unfold("Where the rules are silent")


@scene
def new_match_with_faults(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/new")
    for seat in (1, 2):
        phone.seat(seat).fill("Ann")
    phone.tap_button("Start Tribello")
    expect(phone.page.get_by_role("alert")).to_contain_text("needs 3 players")


@scene
def tribello_fresh(phone: Phone) -> None:
    phone.open(tribello(phone, 0))


@scene
def tribello_running_and_typing(phone: Phone) -> None:
    phone.open(tribello(phone))
    phone.unfold("Trumps and pickup")
    phone.choose(THREE[0], 6)
    phone.choose(THREE[1], 4)
    phone.tap(phone.key(THREE[1], 9), force=True)
    phone.shows_in_place("too many")


@scene
def tribello_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(tribello(phone))
    phone.tap(phone.group(THREE[2]).locator("summary"))
    phone.choose(THREE[2], 3)
    phone.choose(THREE[0], 1)
    phone.choose(THREE[1], 0)
    phone.record()
    phone.shows_in_place("tribello.tricks-total")


@scene
def tribello_finished(phone: Phone) -> None:
    phone.open(tribello(phone, 12))
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@scene
def tribello_with_impossible_deals(phone: Phone) -> None:
    record = (ROOT / "tests/cases/tribello-slips.json").read_text(encoding="utf-8")
    answer = phone.context.request.post("/import", form={"text": record, "anyway": "1"})
    phone.open(answer.url)
    expect(phone.page.get_by_role("link", name=re.compile("^To "))).to_be_visible()


@scene
def after_undo(phone: Phone) -> None:
    match = tribello(phone)
    match.post(f"e/{match.entries[0]}/strike", number=match.number)
    phone.open(match)
    expect(phone.page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()


@scene
def thirty_one_fresh(phone: Phone) -> None:
    phone.open(start(phone, "thirty-one", FIVE))


@scene
def thirty_one_running(phone: Phone) -> None:
    phone.open(thirty_one(phone))
    phone.unfold("Who closed")
    expect(phone.rows).to_have_count(2)


@scene
def thirty_one_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(thirty_one(phone))
    phone.record()
    phone.shows_in_place("thirty-one.")


@scene
def thirty_one_finished(phone: Phone) -> None:
    match = start(phone, "thirty-one", FIVE, fire=True, lives=0)
    match.round(33, 20, 21, 20, 21)
    phone.open(match)
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@scene
def thirty_one_with_sixteen_players(phone: Phone) -> None:
    match = start(phone, "thirty-one", [f"Name {letter}" for letter in "ABCDEFGHIJKLMNOP"], deck=52)
    match.round(*range(10, 26))
    phone.open(match)


@scene
def picker_open(phone: Phone) -> None:
    phone.open(thirty_one(phone))
    open_picker(phone, "Dee")
    pick(phone, "AH", "KH", "7S")


@scene
def receipt_open(phone: Phone) -> None:
    phone.open(thirty_one(phone))
    phone.tap(phone.row("Round 2").get_by_role("cell").first)
    expect(phone.page.get_by_role("dialog", name="Receipt")).to_contain_text("Round 2")


@scene
def watching(phone: Phone) -> None:
    phone.open(tribello(phone).watch_url)


@scene
def another_phone_has_written(phone: Phone) -> None:
    match = tribello(phone)
    phone.open(match)
    phone.choose(THREE[0], 3)
    match.deal(8, 4, 1)
    phone.shows_in_place("Another phone has just written")


@scene
def edit_tribello(phone: Phone) -> None:
    match = tribello(phone)
    phone.open(f"{match.url}e/{match.entries[0]}/edit")


@scene
def edit_thirty_one(phone: Phone) -> None:
    match = thirty_one(phone)
    phone.open(f"{match.url}e/{match.entries[0]}/edit")


@scene
def row_page(phone: Phone) -> None:
    match = tribello(phone)
    phone.open(f"{match.url}e/{match.entries[0]}")


@scene
def struck_row_page(phone: Phone) -> None:
    match = tribello(phone)
    entry = match.entries[0]
    match.post(f"e/{entry}/strike", number=match.number)
    phone.open(f"{match.url}e/{entry}")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Struck entry")


@scene
def log(phone: Phone) -> None:
    match = tribello(phone)
    match.post(f"e/{match.entries[0]}/strike", number=match.number)
    phone.open(match.url + "log/")


@scene
def share(phone: Phone) -> None:
    phone.open(tribello(phone).url + "share/")
    for fold in phone.page.locator("summary").all():
        phone.tap(fold)


@scene
def board_fresh(phone: Phone) -> None:
    phone.open(tribello(phone, 0).url + "board")


@scene
def board_running(phone: Phone) -> None:
    phone.open(thirty_one(phone).url + "board")


@scene
def board_finished(phone: Phone) -> None:
    phone.open(tribello(phone, 12).url + "board")


@scene
def rules_of_a_match(phone: Phone) -> None:
    phone.open(thirty_one(phone).url + "rules")


@scene
def rules_searched(phone: Phone) -> None:
    phone.open("/rules?q=card")
    expect(phone.page.get_by_role("link", name=re.compile("tribello.")).first).to_be_visible()


@scene
def rules_searched_in_vain(phone: Phone) -> None:
    phone.open("/rules?q=zebra")


@scene
def import_without_a_record(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/import")
    phone.unfold("Or put")
    record = {"format": "referee-record/1", "game": "tribello", "players": ["Ann"], "entries": [1]}
    phone.page.get_by_label("The text of the record").fill(json.dumps(record))
    phone.tap_button("Open the record")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@scene
def import_of_impossible_deals(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/import")
    phone.unfold("Or put")
    record = (ROOT / "tests/cases/tribello-slips.json").read_text(encoding="utf-8")
    phone.page.get_by_label("The text of the record").fill(record)
    phone.tap_button("Open the record")
    expect(phone.page.get_by_role("alert")).to_contain_text("tribello.tricks-total")


@scene
def nothing_there(phone: Phone) -> None:
    phone.expects(404)
    phone.open("/m/nothing/")
    expect(phone.page.get_by_role("alert")).to_be_visible()


def plainly(address: str) -> Callable[[Phone], None]:
    return lambda phone: phone.open(address)


SCENES["rules_index"] = plainly("/rules")
SCENES["ask_index"] = plainly("/ask")
SCENES |= {f"rulebook_{name}": plainly(f"/rules/{name}") for name in GAMES}

ASKED = {
    "tribello/trick": "cards=AS+2S&trump=H&hand=KS+3D+4H",
    "tribello/quota": "deal=11",
    "tribello/pickup": "deal=2&taken0=5",
    "thirty-one/hand": "cards=AH+KD+7S",
    "thirty-one/close": "turns0=1&turns1=1&turns2=0&turns3=1&seat=0",
}


def answered(question: str) -> Callable[[Phone], None]:
    def set_up(phone: Phone) -> None:
        phone.open(f"/ask/{question}?asked=1&{ASKED[question]}")
        expect(phone.page.get_by_role("status")).to_contain_text(question.split("/")[0] + ".")
        for fold in phone.page.locator("summary").all():
            phone.tap(fold)

    return set_up


QUESTIONS = [f"{game.name}/{question_name(i)}" for game in GAMES.values() for i in game.inquiries]
SCENES |= {f"answer_{question}": answered(question) for question in QUESTIONS}


@scene
def question_that_cannot_be(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/ask/thirty-one/hand?asked=1&cards=AH+AH")
    expect(phone.page.get_by_role("status")).to_contain_text("The hand")


def violations(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe finds on a screen so long that the bar at the bottom hides nothing."""
    height: int = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 390, "height": height})
    found = page.evaluate("options => axe.run(options)", options)["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("name", SCENES)
def test_a_page_is_for_everyone(name: str, lay: Lay) -> None:
    phone = lay(reduced_motion="reduce")
    page = phone.page
    SCENES[name](phone)

    page.evaluate(Axe().axe_script)
    found = {"light": violations(page, ALL_RULES)}
    page.emulate_media(color_scheme="dark")
    found["dark"] = violations(page, COLOURS)
    page.emulate_media(color_scheme="light")
    too_wide = {}
    for width in (SMALL, ZOOMED):
        page.set_viewport_size({"width": width["width"], "height": width["height"]})
        too_wide[f"{width['width']} px"] = phone.overflow()

    page.set_viewport_size({"width": 390, "height": 844})
    devtools = phone.context.new_cdp_session(page)
    devtools.send("Page.enable")
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    found["large letters"] = violations(page, SIZES)
    too_wide["large letters"] = phone.overflow()

    assert {how: what for how, what in found.items() if what} == {}
    assert {how: pixels for how, pixels in too_wide.items() if pixels > 0} == {}
