"""The form of a B leg that the clock has cut short, and of the end of the time."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon.legs import contract
from tests.games.card_triathlon.whole_legs import Row
from tests.games.records import Json
from tests.web.leg_forms import (
    Typed,
    b_typed,
    bid,
    broken,
    by_seat,
    cells,
    check_recorded,
    edited,
    form_of,
    game,
    hints,
    send,
)
from tests.web.phones import Phone, PlayedMatch

CUT: Typed = {"clock": "partial"}
CLUBS = contract("4C", 0)
MADE = b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])
FIGURES: Json = {"tricks": [6, 1, 5, 1], "points": [190, 40, 150, 35]}
ROW: Row = [190, 40, 150, 35, 340, 75, 25, 440]
NOTHING: Row = [*[0] * 6, 440, 440]
SOME = by_seat("tricks", [2, None, 0, 1]) | by_seat("points", [70, None, 0, 25])

CUTS: list[tuple[str, Typed, Json, Row]] = [
    ("no card yet", {}, {"tricks": [0] * 4, "points": [0] * 4}, NOTHING),
    ("a contract and no card", bid("4C", 0),
     {"contract": CLUBS, "tricks": [0] * 4, "points": [0] * 4}, NOTHING),
    ("some tricks, no contract", SOME,
     {"tricks": [2, 0, 0, 1], "points": [70, 0, 0, 25]}, [70, 0, 0, 25, 70, 25, 345, 440]),
    ("all tricks, defeated or not", b_typed("7C", 0, [6, 1, 5, 1], [190, 40, 150, 35], 25),
     {"contract": contract("7C", 0), **FIGURES, "unscored": 25}, ROW),
]  # fmt: skip


@pytest.fixture
def clock(ann: Phone) -> PlayedMatch:
    return game(ann, 4, format="clock")


@pytest.mark.parametrize(("typed", "entry", "row"), [c[1:] for c in CUTS], ids=[c[0] for c in CUTS])
def test_a_leg_that_the_clock_cut_short_has_what_was_won_so_far(
    ann: Phone, clock: PlayedMatch, typed: Typed, entry: Json, row: Row
) -> None:
    assert hints(ann, clock, CUT | typed)["doubts0"] == ""
    entry = {"kind": "b-leg", "partial": True, **entry}
    page = check_recorded(ann, clock, CUT | typed, entry, row)
    assert "time is up" in page.tree.one(class_="due").text
    page = send(ann, clock, {})
    assert (page.status, clock.entries[1:]) == (200, [{"kind": "time"}])
    assert page.tree.all(class_="finished") != []


def test_a_leg_that_was_played_out_after_all_is_corrected(ann: Phone, clock: PlayedMatch) -> None:
    send(ann, clock, CUT)
    assert edited(ann, clock, clock="", **MADE).status == 200
    assert (clock.entries, cells(clock)) == ([{"kind": "b-leg", "contract": CLUBS, **FIGURES}], ROW)


def test_the_time_ends_a_game_between_two_legs(
    ann: Phone, clock: PlayedMatch, table: PlayedMatch
) -> None:
    assert send(ann, clock, MADE).status == 200
    page = send(ann, clock, {"clock": "time"})
    assert (page.status, clock.entries[1:]) == (200, [{"kind": "time"}])
    assert page.tree.all(class_="finished") != []
    assert table.match.seating.options.format == "sprint"
    page = send(ann, table, {"clock": "time"})
    assert (page.status, broken(page), table.number) == (422, ["clock"], 1)
    assert page.tree.all("input", name="clock") == []


def test_a_leg_is_corrected_as_a_leg_and_the_time_as_the_time(
    ann: Phone, clock: PlayedMatch
) -> None:
    send(ann, clock, MADE)
    page = form_of(ann, clock)
    ways = [way["value"] for way in page.tree.all("input", name="clock")]
    assert ways == ["", "partial"]
    form = page.form(clock.ids[0])
    ann.post(form["action"], form.fields() | {"clock": "time"})
    assert [entry["kind"] for entry in clock.entries] == ["b-leg"]
    send(ann, clock, {"clock": "time"})
    page = form_of(ann, clock, 1)
    assert page.form(clock.ids[1]).fields().keys() == {"number", "id", "entry", "note"}
    assert edited(ann, clock, 1, note="at ten").status == 200
    assert clock.entries[1] == {"kind": "time", "note": "at ten"}
