"""A new match by tapping: first questions, rematches, and formats that don't suit the players."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, ViewportSize, expect

from referee.core.registry import GAMES
from tests.browser.conftest import Lay
from tests.browser.layout import box
from tests.browser.table import THREE, Phone
from tests.faults.conftest import amount

GAME = "Card Triathlon"
FOUR = ("Ann", "Ben", "Cora", "Dan")
SIX = (*FOUR, "Eva", "Finn")
FORMATS = (
    "Sprint", "3,000 metres", "5,000 metres", "Against the clock", "Half-marathon", "Marathon",
)  # fmt: skip
PLACES = """() => [...document.querySelectorAll("#new :is(.key, input, button)")]
    .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
    .map(({x, y}) => [x, y].map(Math.round).join())"""
"""Finds the positions of everything that can be tapped."""


def choose_format(phone: Phone, words: str) -> None:
    """Choose the game, its format and, where asked, the length."""
    phone.tap_link("New match")
    phone.choose("Game", GAME)
    phone.choose("Format", re.compile(f"^{words}"))
    if words == "Against the clock":
        phone.choose("Finish", "45 min")


@pytest.mark.parametrize("words", amount(["Against the clock"], ["Sprint", "Against the clock"]))
def test_any_format_starts_with_six_taps_by_typed_names_or_by_the_last_table(
    phone: Phone, words: str
) -> None:
    phone.open("/")
    choose_format(phone, words)
    nameless = phone.page.get_by_role("button", name="Start without names")
    expect(nameless).to_be_visible()
    phone.tap(phone.seat(1))
    for number, name in enumerate(FOUR, start=1):
        expect(phone.seat(number)).to_be_focused()
        phone.page.keyboard.type(name)
        if number < len(FOUR):
            phone.page.keyboard.press("Enter")
    expect(nameless).to_be_hidden()
    phone.tap_button(f"Start {GAME}")
    expect(phone.record_button).to_be_visible()
    assert phone.taps <= 6

    phone.open("/")
    phone.taps = 0
    choose_format(phone, words)
    phone.tap_button("Same again: Ann, Ben, Cora and Dan")
    expect(phone.seat(4)).to_have_value("Dan")
    phone.tap_button(f"Start {GAME}")
    expect(phone.record_button).to_be_visible()
    assert phone.taps <= 6


def test_a_game_that_is_tapped_before_the_scripts_have_come_is_chosen(phone: Phone) -> None:
    waiting: list[Route] = []
    phone.page.route("**/htmx.min.js", lambda route: waiting.append(route))
    phone.page.goto("/new", wait_until="commit")
    phone.key("Game", GAME).click()
    waiting[0].continue_()
    expect(phone.group("Format")).to_be_visible()


def test_what_is_typed_or_tapped_while_the_form_changes_is_kept(phone: Phone) -> None:
    phone.start("tribello", "Zoe", "Yves", "Xenia")
    phone.open("/new")
    held: list[Route] = []
    phone.page.route("**/new", lambda route: held.append(route))
    phone.choose("Game", "Triathlon")
    phone.until(lambda: len(held) == 1)
    phone.seat(1).fill("Ann")
    held[0].continue_()
    phone.until(lambda: len(held) == 2)
    held[1].continue_()
    expect(phone.page.get_by_role("button", name="Start Triathlon")).to_be_visible()
    expect(phone.seat(1)).to_have_value("Ann")
    phone.choose("Game", "Tribello")
    phone.until(lambda: len(held) == 3)
    phone.tap(phone.page.get_by_role("button", name="Same again: Zoe, Yves and Xenia"))
    phone.until(lambda: len(held) == 4)
    held[3].continue_()
    expect(phone.seat(1)).to_have_value("Zoe")
    expect(phone.page.get_by_role("button", name="Start Tribello")).to_be_visible()


def test_what_so_many_cannot_play_is_dashed_as_names_are_typed_and_says_why(phone: Phone) -> None:
    phone.open("/new?game=card-triathlon")
    run = phone.radio("Format", re.compile("^3,000"))
    reason = phone.page.get_by_role("status")
    phone.name_all(FOUR)
    expect(run).to_be_enabled()
    phone.seat(5).fill(SIX[4])
    expect(run).to_be_disabled()
    phone.seat(6).fill(SIX[5])
    places = phone.page.evaluate(PLACES)
    phone.tap(phone.key("Format", re.compile("^3,000")), force=True)
    expect(run).not_to_be_checked()
    expect(reason).to_contain_text("Enter 4 players or choose a different option.")
    phone.cites("card-triathlon.3000")
    assert phone.page.evaluate(PLACES)[: len(places) - 1] == places[:-1]

    # With two players fewer it is possible; with them back, it says at once that it isn't.
    for number in (5, 6):
        phone.seat(number).fill(" ")
    expect(run).to_be_enabled()
    expect(reason).to_have_count(0)
    phone.choose("Format", re.compile("^3,000"))
    expect(run).to_be_checked()
    phone.seat(5).fill(SIX[4])
    expect(reason).to_contain_text("The 3,000 metres is for four players.")
    phone.choose("Format", re.compile("^Sprint"))
    expect(reason).to_have_count(0)
    expect(run).to_be_disabled()


def test_what_is_refused_is_said_in_place_until_it_is_changed_and_nothing_moves(
    phone: Phone,
) -> None:
    phone.expects(422)
    phone.open("/new?game=card-triathlon")
    phone.choose("Format", re.compile("^3,000"))
    phone.name_all(SIX)
    phone.tap_button(f"Start {GAME}")
    alert = phone.group("Format").get_by_role("alert")
    expect(alert).to_contain_text("You entered 6 players.")
    expect(phone.radio("Format", re.compile("^3,000"))).to_be_focused()
    expect(phone.radio("Format", re.compile("^3,000"))).to_be_in_viewport()
    expect(phone.page.get_by_text("Still to fix: Format")).to_be_visible()
    places = phone.page.evaluate(PLACES)
    phone.choose("Format", re.compile("^5,000"))
    expect(alert).to_have_count(0)
    assert phone.page.evaluate(PLACES) == places
    phone.tap_button(f"Start {GAME}")
    expect(phone.record_button).to_be_visible()


def test_sixteen_long_names_are_for_the_largest_pack(phone: Phone) -> None:
    phone.expects(422)
    names = tuple(
        f"Maximiliane-Alexandrine von und zu Baum{letter}" for letter in "ABCDEFGHIJKLMNOP"
    )
    assert {len(name) for name in names} == {40}
    phone.open("/new?game=thirty-one")
    phone.name_all(names)
    phone.tap_button("Start Thirty-One")
    expect(phone.group("Pack").get_by_role("alert")).to_contain_text("You entered 16 players.")
    expect(phone.radio("Pack", re.compile("^36"))).to_be_disabled()
    assert phone.overflow() == 0
    phone.choose("Pack", re.compile("^52"))
    phone.tap_button("Start Thirty-One")
    expect(phone.record_button).to_be_visible()


def test_a_keyboard_goes_through_the_games_and_keeps_its_place(phone: Phone) -> None:
    phone.start("tribello", *FOUR[:3])
    phone.open("/new")
    game = phone.radio("Game", "Tribello")
    game.focus()
    for name in ("Thirty-One", "Triathlon"):
        phone.page.keyboard.press("ArrowRight")
        expect(phone.page.get_by_role("button", name=f"Start {name}")).to_be_visible()
        expect(phone.radio("Game", name)).to_be_focused()
        expect(phone.page.locator(".htmx-added, .htmx-settling")).to_have_count(0)
    again = phone.page.get_by_role("button", name="Same again: Ann, Ben and Cora")
    again.press("Enter")
    expect(phone.seat(3)).to_have_value("Cora")
    expect(again).to_be_focused()


ABOVE_KEYBOARD: ViewportSize = {"width": 390, "height": 500}
"""What a keyboard leaves of a phone's screen."""


def test_names_are_typed_and_the_match_is_started_above_the_keyboard(phone: Phone) -> None:
    phone.page.set_viewport_size(ABOVE_KEYBOARD)
    for name in amount(["la-krap", "card-triathlon"], [*GAMES]):
        phone.open(f"/new?game={name}")
        go = phone.page.get_by_role("button", name=re.compile("^Start(?! without)"))
        phone.seat(1).focus()
        fewest = GAMES[name].spec.fewest
        for number in range(1, fewest + 1):
            expect(phone.seat(number)).to_be_focused()
            expect(phone.seat(number)).to_be_in_viewport(ratio=1)
            expect(go).to_be_in_viewport(ratio=1)
            assert box(phone.seat(number))["bottom"] <= box(go)["y"], name
            expect(phone.seat(number + 1)).to_be_hidden()
            phone.page.keyboard.type("ABCD"[number - 1])
            phone.page.keyboard.press("Enter" if number < fewest else "Shift")
        phone.tap(go)
        expect(phone.record_button).to_be_visible()
        phone.has_come()  # its script forgets the names that were typed


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_people_are_seated_by_one_tap_each_and_the_dealer_by_another(
    lay: Lay, scripts: bool
) -> None:
    phone = lay(java_script_enabled=scripts)
    phone.start("tribello", *FOUR[:3])
    phone.open("/new?game=tribello")
    ann, ben, cora = (phone.page.get_by_role("button", name=name, exact=True) for name in FOUR[:3])
    phone.taps = 0
    before = box(ben)
    for seat, key in enumerate((cora, ann, ben), start=1):
        phone.tap(key)
        expect(phone.seat(seat)).to_have_value(re.compile("."))
        expect(key).to_have_attribute("aria-pressed", "true")
    assert box(ben) == before or not scripts
    phone.tap(ann)
    expect(ann).to_have_attribute("aria-pressed", "false")
    expect(phone.seat(2)).to_have_value("")
    phone.tap(ann)
    expect(phone.seat(2)).to_have_value("Ann")
    phone.tap(phone.page.locator("label:has([name=first_dealer][value='2'])"))
    phone.tap_button("Start Tribello")
    assert phone.taps == 7
    expect(phone.due).to_contain_text("Ben deals")


def test_who_deals_is_asked_only_about_people_who_are_there(phone: Phone) -> None:
    phone.open("/new?game=thirty-one")
    dealers = phone.page.locator("label:has([name=first_dealer])").locator("visible=true")
    for number, name in enumerate(THREE, start=1):
        phone.seat(number).fill(name)
        expect(dealers).to_have_count(number)


@pytest.mark.parametrize("height", amount([740], [844, 740]))
def test_the_formats_are_in_view(phone: Phone, height: int) -> None:
    phone.page.set_viewport_size({"width": 390 if height == 844 else 360, "height": height})
    phone.open("/new?game=card-triathlon")
    for words in FORMATS[: 6 if height == 844 else 5]:
        expect(phone.key("Format", re.compile(f"^{words}"))).to_be_in_viewport(ratio=1)
