"""The form for a B leg by figures, including one cut short by the clock."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon.legs import JOKERS, PASSED, contract
from tests.games.card_triathlon.whole_legs import Row
from tests.games.records import Json, record
from tests.web.leg_forms import (
    HUGE,
    MADE,
    OTHER,
    Refused,
    Typed,
    b_typed,
    bid,
    broken,
    by_seat,
    calls,
    cells,
    check_recorded,
    check_refused,
    check_untouched,
    counted,
    edited,
    form_of,
    game,
    hints,
    send,
)
from tests.web.phones import Page, Phone, PlayedMatch

CLUBS = contract("4C", 0)
ROW: Row = [190, 40, 150, 35, 340, 75, 25, 440]
FIGURES: Json = {"tricks": [6, 1, 5, 1], "points": [190, 40, 150, 35]}
BID = ["1C", "P", "2C", "X", "4C", "P", "P", "P"]
SIX = b_typed("5NT", 0, [3, 2, 3, 1, 4, 0], [160, 110, 150, 55, 185, 0])
SIX_FIGURES: Json = {"tricks": [3, 2, 3, 1, 4, 0], "points": [160, 110, 150, 55, 185, 0]}
SIX_BID = [*["P"] * 3, "1H", "P", "5NT", *["P"] * 5]
OTHER_FIGURES: Json = {"tricks": [5, 2, 4, 2], "points": [160, 80, 140, 60]}
BOTH: list[Json] = [{"contract": CLUBS, **FIGURES}, {"contract": CLUBS, **OTHER_FIGURES}]
BOTH_ROW = [190, 40, 150, 35, None, None, None, None, 340 + 300, 75 + 140, 25, 880]

GOOD: list[tuple[str, int, Json, Typed, Json, Row]] = [
    ("nothing counted", 4, {}, MADE, {"contract": CLUBS, **FIGURES}, ROW),
    ("the rest counted", 4, {}, MADE | {"unscored_0": "25"},
     {"contract": CLUBS, **FIGURES, "unscored": 25}, ROW),
    ("call by call", 4, {}, MADE | calls(" ".join(BID)), {"auction": BID, **FIGURES}, ROW),
    ("calls in small letters", 4, {}, MADE | calls(" 1c p 2c x  4c p p p "),
     {"auction": BID, **FIGURES}, ROW),
    ("blanks and zeros", 4, {}, MADE | {"tricks0": " 06 ", "points0": " 0190 "},
     {"contract": CLUBS, **FIGURES}, ROW),
    ("counted and typed", 4, {}, MADE | counted("points0", 8, 9, 3),
     {"contract": CLUBS, **FIGURES}, ROW),
    ("Jokers", 4, JOKERS, MADE | {"unscored_0": "", "points0": ""}
     | counted("points0", 6, 10, 3) | counted("unscored_0", 3, 1, 0, 2),
     {"contract": CLUBS, **FIGURES, "unscored": 85}, [*ROW[:6], 85, 500]),
    ("six in two teams", 6, {}, SIX, {"contract": contract("5NT", 0), **SIX_FIGURES},
     [None] * 6 + [165, 495, 0, 660]),
    ("six, call by call", 6, {}, SIX | calls(" ".join(SIX_BID)),
     {"auction": SIX_BID, **SIX_FIGURES},
     [*SIX_FIGURES["points"], 495, 165, 0, 660]),
    ("two tables, one call by call", 8, {}, MADE | OTHER | calls(" ".join(BID), 1),
     {"tables": [BOTH[0], {"auction": BID, **OTHER_FIGURES}]}, BOTH_ROW),
]  # fmt: skip


def test_a_leg_is_recorded_by_its_figures_and_saved_untouched_it_stays(ann: Phone) -> None:
    for _, seats, options, typed, entry, row in GOOD:
        match = game(ann, seats, **options)
        page = check_recorded(ann, match, typed, {"kind": "b-leg", **entry}, row)
        assert page.rows[0] == ["–" if cell is None else str(cell) for cell in row]


def test_players_without_tricks_or_points_are_named(ann: Phone, table: PlayedMatch) -> None:
    page = send(ann, table, b_typed("1NT", 0, [7, 6, 0, 0], [None] * 4))
    assert broken(page) == ["values"]
    assert "Ann and Ben" in page.alert
    assert {"Cleo", "Dora"} & set(page.alert.replace(".", "").split()) == set()

    match = game(ann, 8)
    page = send(ann, match, MADE | OTHER | {"tricks4": "", "tricks7": ""})
    assert (page.status, broken(page)) == (422, ["b.tricks-total"])
    assert "Emil and P8: 7 of 13" in page.alert
    assert send(ann, match, MADE | OTHER | {"tricks0": "", "tricks5": ""}).status == 200
    assert [part["tricks"] for part in match.entries[0]["tables"]] == [[6, 1, 5, 1], [5, 2, 4, 2]]


def test_a_deal_that_is_passed_out_is_recorded_and_the_leg_is_still_due(ann: Phone) -> None:
    cases: list[tuple[int, Typed, Json]] = [
        (4, {"bid_0": "passed"}, PASSED),
        (4, bid("4C", 0) | {"bid_0": "passed", "points0": "0"}, PASSED),
        (6, calls("P P P P P P"), {"kind": "b-leg", "auction": ["P"] * 6}),
    ]
    for seats, typed, entry in cases:
        match = game(ann, seats)
        page = send(ann, match, typed)
        assert (page.status, match.entries) == (200, [entry])
        assert set(cells(match)) == {None}
        assert "deal again" in page.tree.one(class_="due").text
        check_untouched(ann, match)
        assert edited(ann, match, **(MADE if seats == 4 else SIX), bid_0="").status == 200
        assert match.entries[0]["tricks"] == (FIGURES if seats == 4 else SIX_FIGURES)["tricks"]


def test_a_table_of_eight_cannot_pass_the_leg_out(ann: Phone) -> None:
    for typed, rule in ((calls("P P P P", 1), "b.auction"), ({"bid_0": "passed"}, "play")):
        match = game(ann, 8)
        page = send(ann, match, MADE | OTHER | typed)
        assert (page.status, match.number) == (422, 1)
        assert rule in broken(page)

    for seats in (4, 6, 8):
        ways = ann.open(game(ann, seats).to_score).tree.all("input", name="bid_0")
        assert ("passed" in [way["value"] for way in ways]) == (seats != 8)


REFUSED: Refused = [
    ("nothing at all", by_seat("tricks", [None] * 4) | by_seat("points", [None] * 4),
     ["b.tricks-total", "values"]),
    ("no contract", {"level_0": "", "strain_0": ""}, ["play"]),
    ("nobody declared", {"declarer_0": ""}, ["play"]),
    ("a stranger declared", {"declarer_0": "4"}, ["play"]),
    ("no such strain", {"strain_0": "Z"}, ["play"]),
    ("no calls", calls(""), ["play"]),
    ("calls without an end", calls("1C P 2C P P"), ["b.auction"]),
    ("hostile calls", calls("<B> P P P"), ["b.auction"]),
    ("tricks in words", {"tricks3": "one"}, ["b.tricks-total"]),
    ("endless points", {"points3": HUGE}, ["values"]),
    ("points in words", {"points3": "<b>"}, ["values"]),
    ("points missing", {"points3": ""}, ["values"]),
    ("cards in words", {"points3": ""} | counted("points3", 3, 2) | {"points3_20": "x"},
     ["values"]),
    ("the rest in words", {"unscored_0": "some"}, ["values"]),
    ("the rest counted in words", {"unscored_0_5": "x"}, ["values"]),
    ("a leg that the clock cut, without a clock", {"clock": "partial"}, ["clock"]),
]  # fmt: skip
REFUSED_PARTIAL: Refused = [
    ("tricks without points", by_seat("tricks", [2, 0, 0, 1]), ["b.range"]),
    ("tricks in words", by_seat("tricks", [2, 0, 0, 0]) | {"tricks1": "x"}, ["b.tricks-total"]),
    ("an auction that is not over", calls("1C P"), ["b.auction"]),
]
CUT: Typed = {"clock": "partial"}


def test_wrong_legs_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, record("card-triathlon", 4, []), REFUSED, MADE)
    check_refused(ann, record("card-triathlon", 4, [], format="clock"), REFUSED_PARTIAL, CUT)


SOME = by_seat("tricks", [2, None, 0, 1]) | by_seat("points", [70, None, 0, 25])

CUTS: list[tuple[str, Typed, Json, Row]] = [
    ("a contract and no card", bid("4C", 0),
     {"contract": CLUBS, "tricks": [0] * 4, "points": [0] * 4}, [*[0] * 6, 440, 440]),
    ("some tricks, no contract", SOME,
     {"tricks": [2, 0, 0, 1], "points": [70, 0, 0, 25]}, [70, 0, 0, 25, 70, 25, 345, 440]),
]  # fmt: skip


@pytest.fixture
def clock(ann: Phone) -> PlayedMatch:
    return game(ann, 4, format="clock")


def test_a_leg_cut_short_by_the_clock_has_what_was_won_so_far(ann: Phone) -> None:
    for _, typed, entry, row in CUTS:
        clock = game(ann, 4, format="clock")
        assert hints(ann, clock, CUT | typed)["doubts0"] == ""
        entry = {"kind": "b-leg", "partial": True, **entry}
        page = check_recorded(ann, clock, CUT | typed, entry, row)
        assert "Time is up" in page.tree.one(class_="due").text
        page = send(ann, clock, {})
        assert (page.status, clock.entries[1:]) == (200, [{"kind": "time"}])
        assert page.tree.all(class_="finished") != []


def test_a_leg_that_was_played_out_after_all_is_corrected(ann: Phone, clock: PlayedMatch) -> None:
    send(ann, clock, CUT)
    assert edited(ann, clock, clock="", **MADE).status == 200
    assert (clock.entries, cells(clock)) == ([{"kind": "b-leg", "contract": CLUBS, **FIGURES}], ROW)


def test_time_ends_a_game_between_legs(ann: Phone, clock: PlayedMatch, table: PlayedMatch) -> None:
    assert send(ann, clock, MADE).status == 200
    assert send(ann, clock, {"clock": "time"}).tree.all(class_="finished") != []
    assert clock.entries[1:] == [{"kind": "time"}]
    assert table.match.seating.options.format == "sprint"
    page = send(ann, table, {"clock": "time"})
    assert (page.status, broken(page), table.number) == (422, ["clock"], 1)
    assert page.tree.all("input", name="clock") == []


def test_legs_and_the_end_of_time_are_corrected_apart(ann: Phone, clock: PlayedMatch) -> None:
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


def marked(page: Page) -> list[str]:
    """Names of the fields marked as wrong; for a marked part without fields, the part's name."""
    found: set[str] = set()
    for each in page.tree.one(id="entry").all(class_="blamed"):
        fields = [field["name"] for field in each.all("input") if each.tag == "label"]
        found |= set(fields or [each["data-field"].partition(".")[0]])
    return sorted(found)


def test_only_what_is_wrong_is_marked_where_two_tables_play(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], list[str]]] = [
        ({"points6": "7x"}, ["points6"]),
        ({"points6": "", "points4": ""}, ["points4", "points6"]),
        ({"tricks5": "x"}, ["tricks5"]),
        ({"tricks4": "6"}, ["tricks4", "tricks5", "tricks6", "tricks7"]),
        ({"unscored_0": "y"}, ["unscored_0"]),
        ({"unscored_0": "35"}, ["points0", "points1", "points2", "points3"]),
        ({"level_1": ""}, ["contract"]),
    ]
    for typed, expected in cases:
        page = send(ann, game(ann, 8), MADE | OTHER | {"unscored_0": "25"} | typed)
        assert (page.status, marked(page)) == (422, expected)
        contracts = page.tree.all(class_="contract")
        assert "blamed" not in contracts[0]["class"].split()
