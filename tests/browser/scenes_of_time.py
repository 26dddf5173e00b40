"""Scenes of matches against the clock, evenings, resume cards, stories and printed pads."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from random import Random

from playwright.sync_api import expect

from tests.browser.scenes import SCENES, SIXTEEN, UNFOLD, Scene, page_of
from tests.browser.table import Match, Phone
from tests.games.card_triathlon.legs import all_to, b_leg, c_leg, d_leg
from tests.games.card_triathlon.marathon import BEGAN, marathon
from tests.games.card_triathlon.two_tables import EIGHT
from tests.games.records import (
    Json,
    deal,
    figures,
    la_krap,
    record,
    thirty_one,
    triathlon,
    tribello,
)
from tests.web.timed import LEG, against_the_clock

LONG = ["Maximiliane zu Schwarzenberger", "Bo", "Donaudampfschifffahrtskapitän", "Zoë"]


def timed(phone: Phone, *entries: Json, ends: float = 60, seconds: int = 20) -> Match:
    return phone.load(against_the_clock(*entries, ends=ends, decision_seconds=seconds))


def of_one_leg(phone: Phone, ends: float = 60) -> Match:
    return timed(phone, LEG, ends=ends)


def to_print(phone: Phone, made: Json) -> None:
    phone.open(phone.load(made).to_score + "print")
    expect(phone.page.get_by_role("button", name="Print")).to_be_visible()


PRINTED = against_the_clock(LEG, d_leg(0, 0, 0, 0)) | {"players": LONG}
SCENES |= {
    "board_against_the_clock": page_of(of_one_leg, "board", shows="Start 20-second timer"),
    "board_finished": page_of(Phone.load, "board", record=marathon(), shows="Ann+Cleo won"),
    "to_print_long_names": page_of(Phone.load, "print", record=PRINTED, shows="Print"),
}


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
def a_decision_is_over(phone: Phone) -> None:
    phone.page.clock.install()
    phone.open(timed(phone, LEG))
    phone.tap_button("Start 20-second timer")
    phone.page.clock.fast_forward(21_000)
    expect(phone.page.get_by_text("Time is up for this decision.")).to_be_visible()


# Evenings -----------------------------------------------------------------------------------------

WORDS = "No tea at the table; whoever spills it deals the next three legs, and pays for the cloth. "


def ago(minutes: float) -> str:
    """The time this many minutes ago, in the format of a record."""
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    return at.isoformat(timespec="seconds")


def with_a_gap() -> Json:
    return tribello(*[deal(6, 4, 3, at=ago(minutes)) for minutes in (100, 90, 80, 1)])


def told(entries: int = 3, rules: int = 2) -> Json:
    """A record whose legs don't add up, with house rules and notes to fill the resume card."""
    off = b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 30)
    ruling = {"at": ago(9000), "question": {}, "decision": WORDS * 2}
    session = {
        "start": ago(9999), "end": ago(9700), "place": "At Ben’s, under the lamp",
        "players": ["Maximiliane", *LONG[1:]], "note": WORDS * 2,
    }  # fmt: skip
    made = record("card-triathlon", 4, [off, *[off] * (entries - 1)], format="half-marathon")
    return made | {
        "players": LONG,
        "house": [{"rule": "card-triathlon.b.deal", "text": WORDS * 4}] * rules,
        "rulings": [ruling] * rules,
        "sessions": [session],
    }


CARDS: dict[str, Json] = {
    "a leg": told(),
    "a table of many words": told(30, 12),
    "eight players": record("card-triathlon", 8, [all_to(0, "B", 8)], format="marathon")
    | {"players": [f"{name} {'von Hohenlohe' * 2}"[:40] for name in EIGHT]},
    "sixteen": thirty_one(16, figures(*range(10, 26)), deck=52)
    | {"players": [f"{name} {'von Hohenlohe zu ' * 2}"[:40] for name in SIXTEEN]},
    "tribello": tribello(deal(6, 4, 3)),
}
SWUM = CARDS["sixteen"] | {"entries": [figures(*range(10, 26), at=ago(60))]}
SCENES |= {
    "evenings_with_a_question": page_of(Phone.load, "evenings", record=with_a_gap(), shows="was"),
    "evenings_with_words": page_of(Phone.load, "evenings", record=told(), shows="sat in for"),
    "asked_about_a_break": page_of(Phone.load, record=with_a_gap(), shows="Was that a break?"),
    "resume_a_leg": page_of(Phone.load, "resume", record=CARDS["a leg"], shows="Continue"),
    "midnight_a_marathon": page_of(Phone.load, "midnight", record=marathon(), shows="took the"),
    "midnight_a_leg": page_of(Phone.load, "midnight", record=CARDS["a leg"], shows="Next time"),
    "midnight_sixteen": page_of(Phone.load, "midnight", record=SWUM, shows="Lives left"),
    "resume_sixteen": page_of(Phone.load, "resume", record=CARDS["sixteen"], shows="Continue"),
}  # fmt: skip


def playing(phone: Phone) -> Match:
    return phone.load(tribello(*[deal(6, 4, 3, at=ago(minutes)) for minutes in (20, 10)]))


@SCENES.scene
def in_a_break(phone: Phone) -> None:
    phone.open(playing(phone))
    phone.tap_more("Stop or end the evening")
    phone.tap_button("Take a break")
    phone.tap_link("Score")
    expect(phone.page.get_by_text("Break since")).to_be_visible()


@SCENES.scene
def an_evening_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(playing(phone).to_score + "evenings/1")
    phone.page.get_by_label("Began").fill("2025-03-01T10:00")
    phone.tap_button("Save evening 1")
    expect(phone.page.get_by_role("alert")).to_be_visible()


# Stories ------------------------------------------------------------------------------------------

ALIKE = [f"{name} {'von Hohenlohe zu ' * 2}"[:40] for name in (
    "Maximiliane", "Maximilian", "Bo", "Zoë", "Max", "Donaudampfschifffahrtskapitän", "Li", "Ö",
)]  # fmt: skip
"""Eight names of up to forty letters, three of which begin alike."""


def by_evenings(made: Json, evening: int = 8) -> Json:
    """Add times to the record: `evening` entries per evening, with one long break in each."""
    chance, at = Random(1), BEGAN
    for number, entry in enumerate(made["entries"]):
        if number % evening == 0:
            at = BEGAN + timedelta(weeks=number // evening)
        at += timedelta(minutes=chance.randint(8, 25) + (70 if number % evening == 5 else 0))
        entry["at"] = at.isoformat(timespec="seconds")
    return made


def up_to(legs: int, evenings: int) -> Json:
    whole = marathon()
    return whole | {"entries": whole["entries"][:legs], "sessions": whole["sessions"][:evenings]}


def of_teams(legs: int, *teams: int) -> Json:
    """A record of C and D legs for three or four teams with long names."""
    chance, entries = Random(2), []
    for leg in range(legs):
        own = [5 * chance.randint(6, 30) for _ in teams]
        rest = 250 * len(teams) - sum(own)
        entries.append((c_leg if leg % 2 == 0 else d_leg)(*own, unscored=rest))
    options = {"format": "half-marathon", "sequence": ["C", "D"], "teams": list(teams)}
    return record("card-triathlon", len(teams), entries, **options) | {
        "players": ALIKE[: len(teams)]
    }


def rounds(seats: int, number: int, **options: object) -> Json:
    chance = Random(seats)
    played = [figures(*[chance.randint(12, 30) for _ in range(seats)]) for _ in range(number)]
    return thirty_one(seats, *played, **options)


STORIES: dict[str, Json] = {
    "a marathon": marathon(),
    "a marathon that goes on": up_to(36, 3),
    "three teams": by_evenings(of_teams(24, 0, 1, 2, 0, 1, 2)),
    "four teams": by_evenings(of_teams(24, 0, 1, 0, 1, 2, 3, 2, 3)),
    "sixteen": by_evenings(rounds(16, 7, lives=5, deck=52), 4)
    | {"players": [f"{name} {'von Hohenlohe zu ' * 2}"[:40] for name in SIXTEEN]},
    "eight": by_evenings(rounds(8, 12, lives=5, deck=52), 4) | {"players": ALIKE},
    "tribello": by_evenings(tribello(*[deal(6, 4, 3), deal(9, 1, 3), deal(2, 8, 3)] * 4), 6)
    | {"players": ALIKE[:3]},
    "triathlon": by_evenings(triathlon(*[deal(7, 4, 2, last_trick=1)] * 5), 3),
    "la krap": by_evenings(la_krap(6, *[deal(3, 1, 1, 2, 0, 0, teams=None)] * 12, rounds=5), 6),
}  # fmt: skip


def unfolded(made: Json) -> Scene:
    """Scene of this record's story, with the figures of every chart unfolded."""

    def set_up(phone: Phone) -> None:
        page_of(Phone.load, "story", record=made, shows="Send a picture")(phone)
        phone.page.evaluate(UNFOLD)

    return set_up


SCENES |= {
    "a_pad_of_two_evenings": page_of(Phone.load, "?on=1", record=up_to(30, 3), shows="15 legs"),
    "story_before_there_is_one": page_of(Phone.load, "story", record=tribello(), shows="No story"),
    "story_that_goes_on": unfolded(STORIES["a marathon that goes on"]),
    "story_of_three_teams": unfolded(STORIES["three teams"]),
    "story_of_an_evening": page_of(
        Phone.load, "story/evening/2", record=STORIES["a marathon"], shows="Evening 2, "
    ),
    "pictures_to_share": page_of(
        Phone.load, "story/evening/2/share", record=STORIES["a marathon"], shows="touch and hold"
    ),
    "how_a_story_is_reckoned": page_of(
        Phone.load, "story/method", "All forecasts", record=STORIES["a marathon"],
        shows="came true",
    ),
}  # fmt: skip
