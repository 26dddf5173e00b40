"""Evenings: begun, in a break, asked about, ended, corrected; and the card to go on with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.scenes import SIXTEEN, Scenes, page_of
from tests.browser.scenes_of_time import LONG
from tests.browser.table import Match, Phone, imported
from tests.games.card_triathlon.legs import all_to, b_leg
from tests.games.card_triathlon.two_tables import EIGHT
from tests.games.records import Json, deal, figures, record, thirty_one, tribello

WORDS = "No tea at the table; whoever spills it deals the next three legs, and pays for the cloth. "


def ago(minutes: float) -> str:
    """So many minutes ago, as a record has it."""
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    return at.isoformat(timespec="seconds")


def with_a_gap() -> Json:
    """Four deals, the last an hour and more after the one before."""
    return tribello(*[deal(6, 4, 3, at=ago(minutes)) for minutes in (100, 90, 80, 1)])


def told(entries: int = 3, rules: int = 2) -> Json:
    """Legs that do not add up, house rules, rulings and notes; everything that a card can say."""
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
SCENES = Scenes({
    "evenings_before_the_first": page_of(
        imported, "evenings", "Where", record=tribello(), shows="Begin"
    ),
    "evenings_with_a_question": page_of(imported, "evenings", record=with_a_gap(), shows="was"),
    "evenings_with_words": page_of(imported, "evenings", record=told(), shows="Sat in"),
    "an_evening_to_be_corrected": page_of(imported, "evenings/1", record=told(), shows="Save"),
    "asked_about_a_break": page_of(imported, record=with_a_gap(), shows="Was that a break?"),
    **{
        f"resume_{name.replace(' ', '_')}": page_of(imported, "resume", record=made, shows="Go on")
        for name, made in CARDS.items()
    },
})  # fmt: skip


def playing(phone: Phone) -> Match:
    """A match whose evening goes on."""
    return imported(phone, tribello(*[deal(6, 4, 3, at=ago(minutes)) for minutes in (20, 10)]))


@SCENES.scene
def in_a_break(phone: Phone) -> None:
    phone.open(playing(phone))
    phone.tap(phone.page.get_by_text("More", exact=True))
    phone.tap_button("Break")
    expect(phone.page.get_by_text("Break since")).to_be_visible()


@SCENES.scene
def an_evening_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(playing(phone).url + "evenings/1")
    phone.page.get_by_label("Began").fill("2025-03-01T10:00")
    phone.tap_button("Save evening 1")
    expect(phone.page.get_by_role("alert")).to_be_visible()
