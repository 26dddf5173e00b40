"""The story of matches: of many legs, of many players, of long names, of one evening, by method."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from tests.browser.scenes import SIXTEEN, Scene, Scenes, page_of
from tests.browser.table import Phone, imported
from tests.games.card_triathlon.legs import c_leg, d_leg
from tests.games.card_triathlon.marathon import BEGAN, marathon
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

ALIKE = [f"{name} {'von Hohenlohe zu ' * 2}"[:40] for name in (
    "Maximiliane", "Maximilian", "Bo", "Zoë", "Max", "Donaudampfschifffahrtskapitän", "Li", "Ö",
)]  # fmt: skip
"""Eight names of up to forty letters, of which three begin alike."""


def by_evenings(made: Json, evening: int = 8) -> Json:
    """The record with a time for each entry: so many an evening, and a long gap in each."""
    chance, at = Random(1), BEGAN
    for number, entry in enumerate(made["entries"]):
        if number % evening == 0:
            at = BEGAN + timedelta(weeks=number // evening)
        at += timedelta(minutes=chance.randint(8, 25) + (70 if number % evening == 5 else 0))
        entry["at"] = at.isoformat(timespec="seconds")
    return made


def up_to(legs: int, evenings: int) -> Json:
    """A marathon that goes on."""
    whole = marathon()
    return whole | {"entries": whole["entries"][:legs], "sessions": whole["sessions"][:evenings]}


def of_teams(legs: int, *teams: int) -> Json:
    """Three or four teams of long names, in C and D legs."""
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
    """So many rounds of Thirty-One."""
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
    """The story of this record, with the figures of every chart."""

    def set_up(phone: Phone) -> None:
        page_of(imported, "story", record=made, shows="To share")(phone)
        for fold in phone.page.locator("main summary").all():
            phone.tap(fold)

    return set_up


SCENES = Scenes({
    "story_before_there_is_one": page_of(imported, "story", record=tribello(), shows="nothing to"),
    **{
        f"story_of_{name.replace(' ', '_')}": unfolded(made)
        for name, made in STORIES.items()
    },
    "story_of_an_evening": page_of(
        imported, "story/evening/2", record=STORIES["a marathon"], shows="Evening 2, "
    ),
    "how_a_story_is_reckoned": page_of(
        imported, "story/method", record=STORIES["a marathon"], shows="After 10 legs"
    ),
})  # fmt: skip
