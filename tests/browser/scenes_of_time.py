"""Matches against the clock, what is chosen for them, and pads to be printed."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.browser.scenes import Scenes
from tests.browser.table import Match, Phone
from tests.games.card_triathlon.legs import d_leg
from tests.games.records import Json, deal, tribello
from tests.web.timed import LEG, against_the_clock, marathon

SCENES = Scenes()
LONG = ["Maximiliane zu Schwarzenberger", "Bo", "Donaudampfschifffahrtskapitän", "Zoë"]


def opened(phone: Phone, made: Json) -> Match:
    """A record as a match of this phone."""
    form: dict[str, str | float | bool] = {"text": json.dumps(made), "anyway": "1"}
    answer = phone.context.request.post("/import", form=form)
    assert answer.ok, answer.text()
    return Match(phone.context, answer.url)


def timed(phone: Phone, *entries: Json, ends: float = 60, seconds: int = 20) -> Match:
    """A match that ends so many minutes from now, with seconds for a decision."""
    return opened(phone, against_the_clock(*entries, ends=ends, decision_seconds=seconds))


@SCENES.scene
def new_match_against_the_clock(phone: Phone) -> None:
    phone.open("/new?game=card-triathlon")
    phone.unfold("Options")
    phone.choose("Format", "Against the clock")
    phone.unfold("Where the rules are silent")
    expect(phone.group("Finish")).to_be_visible()


@SCENES.scene
def new_match_with_wrong_minutes(phone: Phone) -> None:
    phone.expects(422)
    new_match_against_the_clock(phone)
    for seat, name in enumerate(LONG, start=1):
        phone.seat(seat).fill(name)
    phone.page.get_by_label("or minutes").fill("soon")
    phone.tap_button("Start Card Triathlon")
    expect(phone.page.get_by_role("alert")).to_contain_text("card-triathlon.clock")


@SCENES.scene
def against_the_clock_running(phone: Phone) -> None:
    phone.open(timed(phone, LEG))
    expect(phone.page.get_by_role("timer", name="Time left")).to_be_visible()


@SCENES.scene
def against_the_clock_in_the_last_minutes(phone: Phone) -> None:
    phone.open(timed(phone, LEG, ends=4))
    phone.tap_button("20 seconds: start")
    expect(phone.page.get_by_role("timer", name="Left for this decision")).to_be_visible()


@SCENES.scene
def a_decision_is_over(phone: Phone) -> None:
    phone.page.clock.install()
    phone.open(timed(phone, LEG))
    phone.tap_button("20 seconds: start")
    phone.page.clock.fast_forward(21_000)
    expect(phone.page.get_by_text("Time for this decision is over")).to_be_visible()


@SCENES.scene
def the_time_is_up(phone: Phone) -> None:
    phone.open(timed(phone, LEG, ends=-1))
    expect(phone.page.get_by_text("Time is up.", exact=True)).to_be_visible()


@SCENES.scene
def the_time_is_up_for_watchers(phone: Phone) -> None:
    phone.open(timed(phone, LEG, ends=-1).watch_url)
    expect(phone.page.get_by_text("Time is up.", exact=True)).to_be_visible()


@SCENES.scene
def board_against_the_clock(phone: Phone) -> None:
    phone.open(timed(phone, LEG).url + "board")
    expect(phone.page.get_by_role("timer", name="Time left")).to_be_visible()


def to_print(phone: Phone, made: Json) -> None:
    """The page on which a pad is printed, on a screen."""
    phone.open(opened(phone, made).url + "print")
    expect(phone.page.get_by_role("button", name="Print")).to_be_visible()


@SCENES.scene
def to_print_a_marathon(phone: Phone) -> None:
    to_print(phone, marathon(8, 60, missing=5, times=True))
    expect(phone.page.get_by_text(re.compile("missing")).first).to_be_visible()


@SCENES.scene
def to_print_long_names(phone: Phone) -> None:
    to_print(phone, against_the_clock(LEG, d_leg(0, 0, 0, 0)) | {"players": LONG})


@SCENES.scene
def to_print_tribello(phone: Phone) -> None:
    to_print(phone, tribello(*[deal(6, 4, 3, trump="H")] * 12))
