"""The form for a round of Thirty-One, and what the pad shows for it."""

from __future__ import annotations

from tests.games.records import Json, thirty_one
from tests.web.leg_forms import HUGE, Refused, check_refused
from tests.web.phones import Page, Phone, PlayedMatch

FIGURES = {"value0": "21", "value1": "20", "value2": "10"}
REFUSED: Refused = [
    ("nothing", dict.fromkeys(FIGURES, ""), ["play"]),
    ("one missing", {"value2": ""}, ["swimming"]),
    ("a word", {"value2": "ten"}, ["values"]),
    ("far too much", {"value2": HUGE}, ["values"]),
    ("a quarter", {"value2": "30.25"}, ["values"]),
    ("two cards", {"cards0": "AH KH", "cards1": "9C 9D 9H", "cards2": "7S 8D QC"}
     | dict.fromkeys(FIGURES, ""), ["pack"]),
]  # fmt: skip


def test_wrong_rounds_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, thirty_one(3, lives=0), REFUSED, FIGURES)


def due(page: Page) -> str:
    return " ".join(
        each.text for each in page.tree.one("details", class_="due").one("h2").all("span")
    )


def blamed(page: Page) -> list[str]:
    rows = page.tree.one(class_="by-hands").all(class_="blamed")
    return [each.one("bdi").text for each in rows]


def test_who_goes_out_and_a_fire_are_told_in_the_row(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", lives="0")
    page = match.round("20", "30.5", "10")
    cells = page.tree.one("table", class_="pad").one("tbody").all("td")
    assert [cell.text.split() for cell in cells] == [
        ["20", "total", "swims"], ["30½", "total", "swims"], ["10", "out"],
    ]  # fmt: skip

    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", fire="True")
    page = match.round("20", "33", "10")
    cells = page.tree.one("table", class_="pad").one("tbody").all("td")
    assert [cell.one("em").text for cell in cells] == ["−1", "fire", "−1"]


def test_a_value_for_somebody_who_is_out_is_refused_and_then_gone(ann: Phone) -> None:
    """A phone that was offline may not know yet who is out."""
    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", lives="0")
    match.round("20", "30.5", "10")
    form = ann.open(match.to_score).form("/entries")
    typed = form.fields() | {"value0": "20", "value1": "30", "value2": "25"}
    refused = ann.post(form["action"], typed)
    assert (refused.status, refused.rules) == (422, ["thirty-one.swimming"])
    ann.send(refused, "/entries")
    assert match.entries[-1]["values"] == [20, 30, None]


def test_hints_while_cards_are_typed(ann: Phone, swim: PlayedMatch) -> None:
    typed = {"cards0": "AH KH 7S", "cards1": "9C 9D", "cards2": "9s 8d 9h"}
    said = swim.hints(typed)
    assert {name: text for name, text in said.items() if text and name != "outcome"} == {
        "cards0": "21", "cards2": "9",
    }  # fmt: skip
    assert "Ben has 2 cards" in said["outcome"]


def test_the_line_of_what_is_due_has_room_for_all_who_swim(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", lives="1")
    assert due(ann.open(match.to_score)) == "Ann deals · 3 still in"
    assert due(match.round("20", "30.5", "10")) == "Ben deals · 3 still in · 1 swims"
    page = match.round("10", "10", "20")
    assert due(page) == "Cleo deals · 3 still in · 3 swim"
    assert "Ann, Ben and Cleo swim." in page.tree.one("details", class_="due").text


def test_only_the_hands_that_are_wrong_are_marked(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], list[str]]] = [
        ({"value0": "20"}, ["Ben", "Cleo"]),
        ({"value0": "20", "value1": "x", "value2": "99"}, ["Ben"]),
        ({"value0": "33", "value1": "20", "value2": "33"}, ["Ann", "Cleo"]),
        ({"cards0": "AH KH 7S", "cards1": "9C 9D 9H", "cards2": "AH 8D QC"}, ["Ann", "Cleo"]),
        ({"cards0": "AH KH 7S", "cards1": "9C 9D", "cards2": "AS 8D QC"}, ["Ben"]),
        ({"cards0": "AH KH 7S", "cards1": "9C 9D 2H", "cards2": "AS 8D X"}, ["Ben", "Cleo"]),
    ]
    for typed, expected in cases:
        match = ann.start("thirty-one", "Ann", "Ben", "Cleo", fire="True")
        page = ann.send(ann.open(match.to_score), "/entries", **typed)
        assert page.status == 422
        assert blamed(page) == expected


def test_halves_cards_and_figures_are_read(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], Json]] = [
        *(
            ({"value0": "21", "value1": half, "value2": "10"}, {"values": [21, 30.5, 10]})
            for half in ("30.5", "30,5", "30½")
        ),
        # A record of figures has no other place for cards than its note.
        (
            {"cards0": "ah kh 7s", "cards1": "9C,9D,9H", "value2": "10", "closer": "1"},
            {"values": [21, 30.5, 10], "closer": 1, "note": "Ann: ah kh 7s; Ben: 9C 9D 9H"},
        ),
        (
            {"cards0": "AH KH 7S", "cards1": "9C 9D 9H", "cards2": "7C 8D QS"},
            {"hands": [["AH", "KH", "7S"], ["9C", "9D", "9H"], ["7C", "8D", "QS"]]},
        ),
    ]
    for typed, entry in cases:
        swim = ann.start("thirty-one", "Ann", "Ben", "Cleo", lives="0")
        page = ann.send(ann.open(swim.to_score), "/entries", **typed)
        assert page.rows == [["21", "30½", "10 out"]]
        assert swim.entries == [{"kind": "round", **entry}]
    names = page.form("/entries").fields().keys()
    assert {"value0", "value1"} <= names
    assert "value2" not in names  # who is out is not asked for any more
    assert "Ann won" in swim.round("21", "20").tree.one(class_="finished").text


# Who loses a life ---------------------------------------------------------------------------------


def pressed(page: Page) -> str | None:
    """The way to enter a round that the form shows."""
    return page.form("/entries").fields().get("way")


def test_a_round_is_entered_by_who_loses_and_corrected_unchanged(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], Json]] = [
        ({"loser1": "1"}, {"losers": [1]}),
        ({"loser2": "1", "loser0": "1", "closer": "1"}, {"losers": [0, 2], "closer": 1}),
        ({"loser1": "1", "blitz": "1"}, {"losers": [1], "note": "31"}),
        ({"loser1": "1", "aces": "1"}, {"values": [None, 33, None]}),
        # What was typed before isn't lost; without a name, it counts.
        ({"loser1": "1", "value0": "21", "cards2": "AH KH"},
         {"losers": [1], "note": "Ann: 21; Cleo: AH KH"}),
        ({"way": "values", "loser1": "1"}, {"losers": [1]}),
        ({"way": "values", "loser1": "1", "value0": "21", "value1": "20", "value2": "9"},
         {"values": [21, 20, 9]}),
        # After fire, the other hands aren't asked for.
        ({"value2": "33"}, {"values": [None, None, 33]}),
        ({"cards0": "AH AS AD"}, {"hands": [["AH", "AS", "AD"], None, None]}),
        ({"cards0": "AH AS AD", "value1": "20"},
         {"values": [33, 20, None], "note": "Ann: AH AS AD"}),
    ]  # fmt: skip
    for typed, entry in cases:
        match = ann.start("thirty-one", "Ann", "Ben", "Cleo", fire="True")
        ann.send(ann.open(match.to_score), "/entries", **typed)
        assert match.entries == [{"kind": "round", **entry}], typed
        assert match.edit().status == 200
        assert match.entries == [{"kind": "round", **entry}], typed


def test_who_loses_and_who_has_fire_is_refused_by_rule(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", fire="True", lives="0")
    match.round("21", "20", "10")
    form = ann.open(match.to_score).form("/entries")
    rows: list[tuple[dict[str, str], str]] = [
        ({}, "play"), ({"loser2": "1"}, "swimming"), ({"aces": "1"}, "fire"),
        ({"aces": "1", "loser0": "1", "loser1": "1"}, "fire"),
    ]  # fmt: skip
    for typed, rule in rows:
        refused = ann.post(form["action"], form.fields() | {"way": "losers"} | typed)
        assert (refused.status, refused.rules) == (422, [f"thirty-one.{rule}"]), typed
        assert pressed(refused) == "losers"


def test_the_way_is_that_of_the_last_round(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", fire="True", lives="5")
    assert pressed(ann.open(match.to_score)) == "losers"
    rows: list[tuple[dict[str, str], str]] = [
        ({"value0": "21", "value1": "20", "value2": "9"}, "values"),
        ({"cards0": "AH KH 7S", "cards1": "9C 9D 9H", "cards2": "7C 8D QS"}, "hands"),
        ({"loser0": "1"}, "losers"), ({"value0": "33"}, "losers"),
        ({"cards0": "AH AS AD"}, "hands"),
    ]  # fmt: skip
    for typed, way in rows:
        ann.send(ann.open(match.to_score), "/entries", **typed)
        assert pressed(ann.open(match.to_score)) == way, typed


def test_the_form_says_what_a_round_comes_to(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", fire="True", lives="1")
    match.round("10", "21", "30")
    rows: list[tuple[dict[str, str], str]] = [
        ({}, ""), ({"value0": "21"}, ""),
        ({"value0": "21", "value1": "20", "value2": "17"},
         "Lowest: Cleo, 17. Cleo loses a life."),
        ({"value0": "17", "value1": "30.5", "value2": "18"}, "Lowest: Ann, 17. Ann is out."),
        ({"value0": "17", "value1": "17", "value2": "18"},
         "Lowest: Ann and Ben, 17. Both lose a life, as your table plays. Ann is out."),
        ({"value0": "17", "value1": "17", "value2": "17"},
         "Lowest: Ann, Ben and Cleo, 17. Each of them loses a life, as your table plays."
         " Ann is out."),
        ({"loser1": "1"}, "Ben loses a life."), ({"loser0": "1"}, "Ann is out."),
        ({"loser1": "1", "loser2": "1"}, "Ben and Cleo lose a life."),
        ({"loser0": "1", "loser1": "1", "loser2": "1"},
         "Nobody would be left, so the round doesn’t count."),
        ({"loser2": "1", "aces": "1"},
         "Fire: Cleo has three aces. Ann and Ben lose a life. Ann is out."),
        ({"value0": "99"}, "Ann: 99 is not a possible hand value under your rules."),
    ]  # fmt: skip
    for typed, said in rows:
        assert match.hints(typed)["outcome"].startswith(said), typed
        assert bool(match.hints(typed)["outcome"]) == bool(said)
    spared = ann.start("thirty-one", "Ann", "Ben", tied_lowest="none")
    said = spared.hints({"value0": "20", "value1": "20"})["outcome"]
    assert said == "Lowest: Ann and Ben, 20. Nobody loses a life, as your table plays."


def test_a_life_without_a_value_is_told_in_pad_and_receipt(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", "Cleo", lives="1")
    page = ann.send(ann.open(match.to_score), "/entries", loser1="1")
    cells = page.tree.one("table", class_="pad").one("tbody").all("td")
    assert [cell.text.split() for cell in cells] == [["–"], ["−1", "total", "swims"], ["–"]]
    assert "Ben −1" in page.tree.one(id="last").text
    receipt = ann.open(f"{match.to_score}e/{match.ids[0]}")
    assert "as your table recorded it" in receipt.text
