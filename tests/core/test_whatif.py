"""What if: the same entries under other options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.core.options import choices
from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.validation import NotARecord
from referee.core.whatif import compare, whatif
from tests.games.records import Json, figures, is_refused, record, records, shown, tribello

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*[!t].json"))
RECORDS = {case.stem: json.loads(case.read_text()) for case in CASES if ".sheet" not in case.name}
SWAPPED = {"before": "after", "after": "before"}
every_case = pytest.mark.parametrize("data", RECORDS.values(), ids=list(RECORDS))
ROUNDS = record("thirty-one", 3, [figures(30.5, 31, 20), figures(17, 17, 20)])
FIRE = record("thirty-one", 2, [shown("AH AS AD", "7H 8S KD")], fire=True)


def others(game: str) -> st.SearchStrategy[Json]:
    """Some options of a game, each by itself a value that it may have."""
    values = {
        choice.name: st.sampled_from([value for value, _ in choice.values])
        for choice in choices(GAMES[game].spec.options, ("Ann", "Ben"))
        if choice.values
    }
    return st.fixed_dictionaries({}, optional=values)


def possible(data: Json, options: Json) -> Json | None:
    """The record under these options; None where it cannot be read so."""
    changed = data | {"options": data["options"] | options}
    try:
        score(changed)
    except NotARecord:
        return None
    return changed


def the_same(data: Json) -> Json:
    totals = score(data)["totals"]
    return {
        "totals": {"before": totals, "after": totals},
        "rows": [],
        "problems": {"new": [], "gone": []},
    }


def test_it_tells_the_totals_and_the_rows_that_differ() -> None:
    found = referee.whatif(ROUNDS, {"tied_lowest": "none"})
    assert found["totals"] == {"before": [2, 2, 2], "after": [3, 3, 2]}
    assert found["rows"] == []  # the hands are worth the same
    found = whatif(FIRE, {"fire": False})
    assert [row["entry"] for row in found["rows"]] == [0]
    assert found["rows"][0]["label"] == score(FIRE)["rows"][0]["label"]
    assert (found["rows"][0]["before"][0], found["rows"][0]["after"][0]) == (33, 30.5)


def test_it_tells_what_would_be_wrong_and_what_would_be_no_more() -> None:
    found = whatif(ROUNDS, {"valuation": "suit"})
    assert [(p["entry"], p["rule"]) for p in found["problems"]["new"]] == [(0, "thirty-one.values")]
    assert found["rows"][0]["after"] == [None, None, None]
    back = whatif(ROUNDS | {"options": {"valuation": "suit"}}, {"valuation": "suit-and-triples"})
    assert back["problems"] == {"new": [], "gone": found["problems"]["new"]}


@every_case
def test_the_options_of_the_record_change_nothing(data: Json) -> None:
    assert whatif(data, data.get("options") or {}) == the_same(data)
    assert whatif(data, {}) == the_same(data)


@given(st.data())
def test_it_is_what_the_record_comes_to_under_these_options(given: st.DataObject) -> None:
    data = given.draw(st.sampled_from(list(RECORDS.values())) | records())
    options = given.draw(others(data["game"]))
    changed = possible(data, options)
    if changed is None:
        assert is_refused(whatif, data, options)
        return
    found, before, after = whatif(data, options), score(data), score(changed)
    assert found["totals"] == {"before": before["totals"], "after": after["totals"]}
    rows = zip(before["rows"], after["rows"], strict=True)
    assert {row["entry"]: (row["before"], row["after"]) for row in found["rows"]} == {
        old["entry"]: (old["cells"], new["cells"])
        for old, new in rows
        if old["cells"] != new["cells"]
    }
    gone, new = found["problems"]["gone"], found["problems"]["new"]
    assert [each for each in before["problems"] if each not in gone] == [
        each for each in after["problems"] if each not in new
    ]


@given(st.data())
def test_options_changed_and_back_again_give_the_same_sheet(given: st.DataObject) -> None:
    data = given.draw(st.sampled_from(list(RECORDS.values())) | records())
    options = given.draw(others(data["game"]))
    changed = possible(data, options)
    if changed is not None:
        there, back = whatif(data, options), whatif(changed, data["options"] | {
            name: None for name in options if name not in data["options"]
        })  # fmt: skip
        assert back["totals"] == {name: there["totals"][other] for name, other in SWAPPED.items()}
        assert back["problems"] == {
            "new": there["problems"]["gone"],
            "gone": there["problems"]["new"],
        }


def test_an_option_that_is_null_has_its_default() -> None:
    changed = ROUNDS | {"options": {"tied_lowest": "none"}}
    assert whatif(changed, {"tied_lowest": None})["totals"]["after"] == [2, 2, 2]


def test_what_are_no_options_of_the_game_is_refused_with_its_place() -> None:
    rows: list[tuple[Any, str]] = [
        ({"passing": 3}, "options.passing"), ({"jokers": True}, "options.jokers"),
        ({"first_dealer": 3}, "options.first_dealer"),
        ({"tied_lowest": "some"}, "options.tied_lowest"),
        ([], "options"), (None, "options"), ({"fire": float("nan")}, "JSON"),
    ]  # fmt: skip
    for options, place in rows:
        with pytest.raises(NotARecord, match=place):
            whatif(ROUNDS, options)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(NotARecord, match="format"):
        whatif({"game": "tribello"}, {})
    with pytest.raises(NotARecord):
        compare([], {})  # type: ignore[arg-type]  # what a file may hold


def test_other_teams_stand_in_columns_of_their_own() -> None:
    data = record("card-triathlon", 6, [], format="sprint")
    compared = compare(data, {"teams": [0, 1, 2, 0, 1, 2]})
    columns = {name: (was, will) for name, was, will in compared.totals}
    assert columns["Ann"] == (0, 0)
    assert columns["Ann+Dora"] == (None, 0)
    assert columns["Ann+Cleo+Emil"] == (0, None)


def test_what_differs_is_said_in_the_words_of_the_table() -> None:
    [(choice, was, will)] = compare(ROUNDS, {"tied_lowest": "none"}).options
    assert (choice.rule, was, will) == (
        "thirty-one.tied", "each of them loses a life", "nobody does",
    )  # fmt: skip
    assert compare(tribello(), {"first_dealer": 2}).options[0][1:] == ("Ann", "Cleo")
