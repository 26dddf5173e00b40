"""The cross-check while typing and after: sums, likely mistakes, and slips to tap."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from referee.games.card_triathlon import figures as leg_figures
from tests.games.card_triathlon.legs import C_FIRST, D_FIRST, JOKERS
from tests.games.records import Json
from tests.web.leg_forms import (
    HOSTILE,
    MADE,
    OTHER,
    Typed,
    b_typed,
    broken,
    by_seat,
    c_typed,
    counted,
    game,
    gist,
    kept,
)
from tests.web.markup import Element, faults
from tests.web.phones import Page, Phone, PlayedMatch

SWAPPED = MADE | {"points1": "150", "points2": "40"}
JUST_MADE = b_typed("5C", 0, [6, 1, 5, 1], [215, 40, 150, 35])
MELDED = c_typed([310, 150, 205, 180], [0, 25, 10, 40])
SCORED = by_seat("scored", [110, 35, 60, 0])


A, B = "Ann", "Ben"
DOUBTS: list[tuple[dict[str, int], int, bool, list[str]]] = [
    ({A: 340, B: 70}, 440, False, []),  # something may be to come
    ({A: 341, B: 70}, 440, False, ["Ann 341 5"]),
    ({A: 341, B: 99}, 440, True, ["Ann 341 5", "Ben 99 5"]),
    ({A: 300, B: 135}, 440, True, ["2 7 5"]),
    ({A: 300, B: 145}, 440, False, ["2 7 5"]),
    ({A: 300, B: 130}, 440, True, ["8 10"]),
    ({A: 300, B: 160}, 440, True, ["ace 20"]),
    ({A: 300, B: 110}, 440, True, ["Joker 30"]),
    ({A: 300, B: 125}, 440, True, []),
    ({A: 65, B: 384}, 440, True, ["Ben 384 5"]),
    ({A: 95, B: 381}, 440, True, ["Ben 381 5"]),  # 59 instead of 95 would fit
]  # fmt: skip


def test_where_the_mistake_can_be() -> None:
    for figures, whole, is_complete, said in DOUBTS:
        found = leg_figures.sum_doubts(figures, whole, is_complete=is_complete)
        assert list(map(gist, found)) == said

    for missing, is_doubted in [(30, False), (20, True), (-30, False), (-5, True)]:
        figures = {A: 400, B: 40 - missing}
        found = leg_figures.sum_doubts(figures, 440, is_complete=True, has_jokers=False)
        assert bool(found) == is_doubted


BARS: list[tuple[int, Json, Typed, list[str]]] = [
    (4, {}, {}, ["440"]),
    (4, {}, {"points1": "40"}, ["400 left 40 440"]),
    (4, {}, counted("points1", 2, 1, 1), ["400 left 40 440"]),
    (4, {}, {"points1": "x"}, ["440"]),
    (4, {}, MADE | {"unscored_0": "25"}, ["440 440 adds up"]),
    (4, {}, SWAPPED | {"unscored_0": "25"}, ["440 440 but"]),
    (4, {}, MADE | {"unscored_0": "20"}, ["5 missing 435 440"]),
    (4, {}, MADE | {"unscored_0": "30"}, ["5 too many 445 440"]),
    (4, {}, JUST_MADE, ["440 440 adds up"]),
    (4, {}, JUST_MADE | {"points3": "30", "tricks3": "", "tricks2": ""}, ["5 left 435 440"]),
    (4, {"format": "3000"}, MADE | {"unscored_0": "85"}, ["500 500 adds up"]),
    (6, {}, by_seat("points", [110] * 6), ["660 660 adds up"]),
    (8, {}, MADE, ["415 25 440", "440"]),
    (8, {}, MADE | OTHER | {"unscored_0": "20"},
     ["5 missing 435 440", "440 440 adds up"]),
    (8, JOKERS, OTHER, ["500", "440 60 500"]),
    (4, C_FIRST, MELDED, ["920 80 1,000"]),
    (4, C_FIRST, {"unscored_0": "80"}, ["920 left 80 1,000"]),
    (4, C_FIRST, MELDED | {"in_hand2": "95"}, ["5 too many 1,005 1,000"]),
    (6, C_FIRST, MELDED, ["580 left 920 1,500"]),
    (8, C_FIRST, MELDED | {"unscored_0": "1080"}, ["2,000 2,000 adds up"]),
    (4, D_FIRST, {}, ["1,000"]),
    (4, D_FIRST, SCORED, ["205 795 1,000"]),
    (4, D_FIRST, SCORED | {"unscored_0": "800"}, ["5 too many 1,005 1,000"]),
]  # fmt: skip


def test_the_bar_of_a_form(ann: Phone) -> None:
    for seats, options, typed, bars in BARS:
        match = game(ann, seats, **options)
        said = match.hints(typed)
        assert [gist(said[name]) for name in sorted(said) if name.startswith("bar")] == bars
        for table in range(len(bars)):
            assert said[f"doubts{table}"] == "" or re.search("missing|many|but", bars[table])
        assert match.number == 1


def test_what_is_left_stands_in_unscored_once_all_other_figures_are_there(ann: Phone) -> None:
    for seats, options, typed, left in (
        (4, C_FIRST, MELDED, "= 80"), (4, C_FIRST, MELDED | {"unscored_0": "80"}, ""),
        (4, C_FIRST, {}, "= rest"), (4, C_FIRST, MELDED | {"melded3": ""}, "= rest"),
        (4, C_FIRST, MELDED | {"melded0": "1100"}, ""), (4, {}, JUST_MADE, ""),
        (4, D_FIRST, SCORED, "= 795"), (8, {}, MADE, "= 25"),
    ):  # fmt: skip
        assert game(ann, seats, **options).hints(typed)["unscored_0"] == left, typed


SAID: list[tuple[str, Json, Typed, list[str]]] = [
    ("75 for one trick, at once", {}, {"tricks3": "1", "points3": "75"},
     ["Dora 75 1"]),
    ("too much for six tricks, by worth", {}, {"tricks0": "6"} | counted("points0", 0, 24, 4),
     ["Ann 320 6"]),
    ("more than the overtrick is worth", {}, MADE | {"points0": "110"},
     ["1 Unscored 20 70 80 105"]),
    ("another Unscored than the overtrick can have", {},
     MADE | {"points0": "115", "unscored_0": "100"}, ["1 Unscored 20 70 80 100"]),
    ("no overtrick and something left", {}, JUST_MADE | {"points0": "215", "points3": "25"},
     ["Unscored 0 10"]),
    ("two players swapped", {}, SWAPPED, ["Ben 150 1"]),
    ("a Joker in a pack without", {}, MADE | {"unscored_0": "55"}, []),
    ("a Joker", JOKERS, MADE | {"unscored_0": "55"}, ["Joker 30"]),
    ("no contract", {}, MADE | {"level_0": ""}, ["contract"]),
    ("turned in a hand", C_FIRST, MELDED | {"in_hand1": "52"},
     ["Ben held 52 5"]),
]  # fmt: skip


def test_it_is_said_where_the_mistake_can_be(ann: Phone) -> None:
    for name, options, typed, said in SAID:
        doubts = game(ann, 4, **options).hints(typed)["doubts0"]
        assert gist(doubts) == " ".join(said), name
        assert not re.search(r"\b1 points", doubts)


def test_each_of_two_tables_is_doubted_by_itself(ann: Phone) -> None:
    match = game(ann, 8, names=HOSTILE)
    said = match.hints(OTHER | {"points4": "80", "points5": "160", "tricks0": "1"})
    assert said["doubts0"] == ""
    assert gist(said["doubts1"]) == "80 5"
    assert HOSTILE[4] in said["doubts1"]
    said = match.hints(MADE | {"unscored_0": "30"} | {"points4": "36"})
    assert [gist(said["doubts0"]), gist(said["doubts1"])] == ["2 7 5", "36 5"]
    assert HOSTILE[4] in said["doubts1"]


def test_tricks_and_cards_are_counted_while_they_are_typed(ann: Phone, table: PlayedMatch) -> None:
    for tricks, said in (
        ([6, 1], "7 13"), ([6, 3, 5], "14 1 too many"), ([6, 1, 5, 1], ""),
        ([6, 2, 5], ""),  # what is left for the last player stands in the cell itself
        ([6, 1, 5, 0], "12 13"), ([6, 1, 5, 3], "15 2 too many"),
    ):  # fmt: skip
        assert gist(table.hints(by_seat("tricks", tricks))["tricks_0"]) == said
    counts = counted("points0", 3, 2, 1) | counted("unscored_0", None, None, 0)
    shown = table.hints(counts)
    assert (shown["points0"], shown["unscored_0"], shown["points1"]) == ("= 55", "= 0", "")
    assert table.hints(counts | {"points0": "50"})["points0"] == ""


def test_a_wrong_sum_can_be_kept_and_mended(ann: Phone) -> None:
    for options, typed, right, difference, total in (
        ({}, MADE | {"unscored_0": "20"}, "25", "5 points are missing", 435),
        (C_FIRST, MELDED | {"unscored_0": "50"}, "80", "30 points are missing", 970),
        (D_FIRST, SCORED | {"unscored_0": "805"}, "795", "10 points too many", 1010),
    ):
        match = game(ann, 4, **options)
        page = match.send(typed)
        assert (page.status, broken(page), match.number) == (422, ["crosscheck"], 1)
        assert (difference in page.alert, kept(page, typed)) == (True, True)
        assert page.tree.one(id="record").text == "Record anyway"
        page = ann.send(page, "/entries")
        assert match.entries[0]["accepted"] == ["card-triathlon.crosscheck"]
        (row,) = page.tree.all("tbody")[-1].all("tr")
        assert row["class"].split()[:2] == ["warn", "differs"]
        assert row.one("th").one("span", aria_hidden="true").text[-1] == "!"
        assert match.cells()[-1] == total
        receipt = ann.open(f"{match.to_score}e/{match.ids[0]}")
        assert difference in receipt.tree.one(class_="problems").text
        page = match.edit(unscored_0=right)
        assert (page.status, page.tree.all("tr", class_="differs")) == (200, [])
        assert match.match.sheet().rows[0].problems == ()


def test_record_stays_open_while_a_sum_is_wrong_or_no_card_is_there(ann: Phone) -> None:
    match, cards = game(ann, 4, **C_FIRST), {"by": "cards"}
    for typed in (MELDED, MELDED | {"unscored_0": "50"}, cards | {"cards0": "AS"}, cards):
        page = ann.post(match.to_score + "check", typed)
        assert ("data-ready" in page.html) == (typed in (MELDED, cards | {"cards0": "AS"}))
    assert broken(match.send(cards)) == ["play"]


def test_what_was_confirmed_does_not_let_an_error_pass(ann: Phone, table: PlayedMatch) -> None:
    page = table.send(MADE | {"unscored_0": "20"})
    again = ann.send(page, "/entries", points3="75")
    assert (again.status, broken(again), table.number) == (422, ["b.range", "crosscheck"], 1)
    assert again.tree.one(id="record").text == "Record leg 1, B"


WHOLE = MADE | {"unscored_0": "25"}


def slips(page: Page) -> list[Element]:
    return page.tree.one(id="slips").all("button", name="slip")


def checked(phone: Phone, match: PlayedMatch, typed: Typed) -> list[Element]:
    return slips(phone.post(match.to_score + "check", typed))


def tap(typed: Typed, key: Element) -> Typed:
    return typed | dict(parse_qsl(key["value"], keep_blank_values=True))


OFFERED: list[tuple[str, Json, Typed, list[str]]] = [
    ("all is right", {}, WHOLE, []),
    ("figures are missing", {}, WHOLE | {"points3": ""}, []),
    ("no contract", {}, WHOLE | {"level_0": "", "points0": "180"}, []),
    ("nothing explains it", {}, WHOLE | {"unscored_0": "900"}, []),
    ("digits swapped in Unscored", {}, MADE | {"unscored_0": "52"},
     ["Unscored 52 → 25 digits swapped"]),
    ("a player’s digits swapped", {}, WHOLE | {"points2": "105"},
     ["Cleo points 105 → 150 digits swapped"]),
    ("two players swapped", {}, SWAPPED | {"unscored_0": "25"}, ["Ben and Cleo swapped points"]),
    ("too many points for one trick", {}, WHOLE | {"points3": "75"},
     ["Dora points 75 → 35 one digit wrong"]),
    ("digits swapped in a meld", C_FIRST, MELDED | {"melded1": "105", "unscored_0": "80"},
     ["Ben melded 105 → 150 digits swapped"]),
    ("cards counted by value", {},
     WHOLE | {"points0": ""} | counted("points0", 0, 14, 2),
     ["Ann points 180 → 190 a card worth 10 missing"]),
]  # fmt: skip


def test_what_is_offered_makes_everything_add_up(ann: Phone) -> None:
    for name, options, typed, said in OFFERED:
        match = game(ann, 4, **options)
        keys = checked(ann, match, typed)
        assert [each.text for each in keys][: len(said) or None] == said, name
        assert len(keys) <= 3
        for key in keys:
            page = game(ann, 4, **options).send(tap(typed, key))
            assert page.status == 200, (name, key.text)


def test_a_second_tap_takes_it_back(ann: Phone) -> None:
    match, typed = game(ann, 4, **D_FIRST), SCORED | {"unscored_0": "775"}  # 795 would be right
    first = checked(ann, match, typed)
    assert [each.text for each in first] == [
        "Unscored 775 → 795 one ace missing", "Dora 0 → 20 one digit missing",
        "Ann 110 → 130 one ace missing",
    ]  # fmt: skip
    tried = tap(typed, first[1])
    again = checked(ann, match, tried)
    assert [each.text for each in again] == [each.text for each in first]
    assert [each["aria-pressed"] for each in again] == ["false", "true", "false"]
    other = checked(ann, match, tap(tried, again[0]))  # another instead
    assert [each["aria-pressed"] for each in other] == ["true", "false", "false"]
    assert tap(tap(tried, again[0]), other[0]) == typed | {"tried": ""}
    assert tap(tried, again[1]) == typed | {"tried": ""}
    # Once something else is typed, there is nothing to take back.
    later = checked(ann, match, tried | {"scored2": "50"})
    assert [each["aria-pressed"] for each in later] == ["false"] * 3


def test_without_scripts_each_key_submits_the_form(ann: Phone) -> None:
    match = game(ann, 4, names=HOSTILE, **D_FIRST)
    page = match.send(SCORED | {"unscored_0": "775", "note": "kept"})
    assert (page.status, broken(page)) == (422, ["crosscheck"])
    for figures, pressed in ((("110", "795"), "true"), (("110", "775"), "false")):
        key = slips(page)[0]
        form = page.form("/entries").fields()
        page = ann.post(key["formaction"], form | {"slip": key["value"]})
        fields = page.form("/entries").fields()
        assert (page.status, faults(page.html), match.number) == (200, [], 1)
        assert (fields["scored0"], fields["unscored_0"]) == figures
        assert (fields["note"], slips(page)[0]["aria-pressed"]) == ("kept", pressed)
    ann.send(ann.send(page, "/entries"), "/entries")
    assert match.entries[0]["unscored"] == 775

    page = match.open_edit()  # it can still be put right
    key = slips(page)[0]
    fields = page.form(match.ids[0]).fields()
    page = ann.post(key["formaction"], fields | {"slip": key["value"]})
    assert ann.send(page, match.ids[0]).status == 200
    assert match.entries[0]["unscored"] == 795


def test_at_two_tables_both_must_be_entered(ann: Phone) -> None:
    match = game(ann, 8)
    typed = MADE | OTHER | {"unscored_0": "52"}
    assert [each.text for each in checked(ann, match, typed)] == ["Unscored 52 → 25 digits swapped"]
    assert checked(ann, match, MADE | {"unscored_0": "52"}) == []


def test_tricks_are_checked_in_every_game(ann: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    form = ann.open(match.to_score).form("/entries")
    page = ann.post(form["action"], form.fields() | by_seat("tricks", [5, 5, 4]))
    assert page.rules == ["tribello.tricks-total"]
    key = slips(page)[1]
    assert key.text == "Ben 5 → 4 one trick too many"
    page = ann.post(key["formaction"], page.form("/entries").fields() | {"slip": key["value"]})
    # Every key leaves the last cell to be worked out, and Cleo's changes no other.
    assert [each["aria-pressed"] for each in slips(page)] == ["false", "true", "false"]
    assert ann.send(page, "/entries").status == 200
    assert match.entries[0]["tricks"] == [5, 4, 4]
