"""Matches against the clock, what is chosen for them, and pads to be printed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.scenes import Scenes, page_of
from tests.browser.table import Match, Phone, imported
from tests.games.card_triathlon.legs import d_leg
from tests.games.records import Json, deal, tribello
from tests.web.timed import LEG, against_the_clock, marathon

LONG = ["Maximiliane zu Schwarzenberger", "Bo", "Donaudampfschifffahrtskapitän", "Zoë"]


def timed(phone: Phone, *entries: Json, ends: float = 60, seconds: int = 20) -> Match:
    """A match that ends so many minutes from now, with seconds for a decision."""
    return imported(phone, against_the_clock(*entries, ends=ends, decision_seconds=seconds))


def of_one_leg(phone: Phone, ends: float = 60) -> Match:
    return timed(phone, LEG, ends=ends)


def to_print(phone: Phone, made: Json) -> None:
    """The page on which a pad is printed, on a screen."""
    phone.open(imported(phone, made).url + "print")
    expect(phone.page.get_by_role("button", name="Print")).to_be_visible()


PRINTED = {
    "to_print_a_marathon": marathon(8, 60, missing=5, times=True),
    "to_print_long_names": against_the_clock(LEG, d_leg(0, 0, 0, 0)) | {"players": LONG},
    "to_print_tribello": tribello(*[deal(6, 4, 3, trump="H")] * 12),
}
SCENES = Scenes({
    "board_against_the_clock": page_of(of_one_leg, "board", shows="20 seconds: start"),
    **{
        name: page_of(imported, "print", record=record, shows="Print")
        for name, record in PRINTED.items()
    },
})  # fmt: skip


@SCENES.scene
def against_the_clock_running(phone: Phone) -> None:
    phone.open(of_one_leg(phone))
    expect(phone.page.get_by_role("button", name="20 seconds: start")).to_be_visible()


@SCENES.scene
def the_time_is_up(phone: Phone) -> None:
    phone.open(of_one_leg(phone, ends=-1))
    expect(phone.page.get_by_text("Time is up.", exact=True)).to_be_visible()


@SCENES.scene
def new_match_against_the_clock(phone: Phone) -> None:
    phone.open("/new?game=card-triathlon")
    phone.unfold("Options")
    phone.choose("Format", re.compile("^Against the clock"))
    phone.unfold("What the rules leave open")
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
def the_time_is_up_for_watchers(phone: Phone) -> None:
    phone.open(timed(phone, LEG, ends=-1).watch_url)
    expect(phone.page.get_by_text("Time is up.", exact=True)).to_be_visible()
