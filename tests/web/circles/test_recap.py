"""A circle's evening and year: their winners, pictures and texts."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from tests.games.card_triathlon.marathon import marathon
from tests.games.free_pad.expected import hearts, pad
from tests.games.records import SHARED, WON, Json
from tests.games.test_cases import record_of
from tests.web.friends import cells
from tests.web.phones import Friends, Phone

SKAT = hearts(pad(4, 1, 10), pad(5, 0, 20), mark=30) | {
    "title": "Skat", "players": ["Ann", "Ben", "Cleo"],
}  # fmt: skip


@pytest.fixture
def friends(ann: Phone) -> Friends:
    return ann.start_circle()


def timed(made: Json, start: str, minutes: int = 10) -> Json:
    at = datetime.fromisoformat(start)
    entries = [
        entry | {"at": (at + n * timedelta(minutes=minutes)).isoformat()}
        for n, entry in enumerate(made["entries"])
    ]
    return made | {"entries": entries}


def text_of(phone: Phone, address: str) -> list[str]:
    (text,) = re.findall(r"<textarea[^>]*>([^<]*)<", phone.open(address).html)
    return str(text).replace("\xa0", " ").split("\n")


def test_an_evening_goes_to_whoever_won_most_of_its_matches(ann: Phone, friends: Friends) -> None:
    friends.play(made=timed(WON, "2026-11-27T19:00:00+00:00"))
    friends.play(made=timed(SKAT, "2026-11-28T00:50:00+00:00"))  # still the same night
    friends.play(made=timed(WON | {"entries": WON["entries"][:11]},
                                    "2026-11-27T21:00:00+00:00"))  # fmt: skip
    friends.play(made=timed(SHARED, "2026-11-28T19:00:00+00:00"))
    assert 'recap/2026"' not in ann.open(friends.to_score + "?year=1999").html
    address = friends.to_watch + "recap/2026-11-27"
    assert text_of(ann, address) == [
        "Friday friends · 27 Nov 2026", "The evening goes to Ann · 2 wins in 3 matches",
        "3 matches · about 4 h 10 min", "",
        "1. Ann: 2 wins", "2. Ben: 1 win", "3. Cleo: 0 wins", "",
        "Tribello · Ann won by 1 point", "Tribello · Best of the evening: Ann by 16 points",
        "Skat · Ben won by 8 points", "",
        "A match that ended that evening counts for its winners, any other for whoever did best"
        " in it.",
    ]  # fmt: skip
    (way, _other) = [
        each["href"]
        for each in ann.open(friends.to_score).tree.all("a")
        if "/2026-" in each["href"]
    ]
    assert way.endswith("recap/2026-11-28")
    page = ann.open(address)
    assert cells(page, "The evening goes to")[0] == ["Ann", "2", "3"]
    assert "any other for whoever did best in it" in page.text
    assert "whoever did best" not in ann.open(friends.to_watch + "recap/2026-11-28").text
    picture = ann.open(address + "/picture")
    assert (picture.status, picture.response.mimetype) == (200, "image/png")
    ann.client.set_cookie("zone", "Pacific/Auckland")  # where it was morning
    assert ann.open(friends.to_score + "recap/2026-11-27").status == 404


def test_a_year_has_its_streak_and_its_closest_match(ann: Phone, friends: Friends) -> None:
    for made, start in (
        (SHARED, "2026-01-02T19:00:00+00:00"), (SKAT, "2026-01-02T22:00:00+00:00"),
        (WON, "2026-01-09T19:00:00+00:00"), (WON, "2027-01-01T01:00:00+00:00"),
        (record_of("card-triathlon-sprint"), "2026-03-01T20:00:00+00:00"),
    ):  # fmt: skip
        friends.play(made=timed(made, start))
    assert text_of(ann, friends.to_score + "recap/2026") == [
        "Friday friends · 2026", "Most wins: Ann · 2⅓ wins in 4 matches",
        "3 evenings · about 4 h 50 min · 4 matches", "",
        "1. Ann: 2⅓ wins", "2. Ben: 1⅓ wins", "2. Cleo: 1⅓ wins", "4. Dora: 0 wins", "",
        "Longest winning streak: Ann, 2 wins in a row",
        "Closest win: Ann by 1 point (Tribello, 9 Jan 2026)", "",
        "A tie is split: three get ⅓ each.", "A tie ends a winning streak.",
        "In a team, each partner gets a whole win.",
    ]  # fmt: skip
    assert ann.open(friends.to_score + "recap/2026/picture").status == 200


def test_a_year_names_its_longest_match_and_the_one_that_goes_on(
    ann: Phone, friends: Friends
) -> None:
    made = marathon()
    friends.play(made=made)
    friends.play(made=made | {"entries": made["entries"][:30], "title": "Second marathon"})
    assert text_of(ann, friends.to_score + "recap/2026") == [
        "Friday friends · 2026", "Most wins: Ann and Cleo",
        "9 evenings · 46 h · 1 match finished · 1 still going", "",
        "1. Ann: 1 win", "1. Cleo: 1 win", "3. Ben: 0 wins", "3. Dora: 0 wins", "",
        "Longest match: “A winter marathon” · 33 h · Ann and Cleo won by 5,785 points",
        "Not over yet: “Second marathon”, 13 h so far", "",
        "In a team, each partner gets a whole win.",
    ]  # fmt: skip


def test_nothing_was_played_at_other_times(ann: Phone, friends: Friends) -> None:
    friends.play(made=timed(WON, "0001-01-01T01:00:00+00:00"))
    assert ann.open(friends.to_score + "recap/0001-01-01").status == 200
    for when in ("2026", "2026-01-01", "2026-13-01", "99999", "x", "٢٠٢٦"):
        for ending in ("", "/picture"):
            assert ann.open(f"{friends.to_score}recap/{when}{ending}").status == 404, when
