"""Tests of questions about what a deal would score, asked without a match."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import given

from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.sheet import score
from tests.games.records import Json, is_refused, records

DEAL: Final = {"kind": "deal"}
KRAP: Final = DEAL | {"tricks": [4, 2, 1], "upcards": ["AH", "7S", "SHEET"]}
HANDS: Final = DEAL | {"kind": "round"}
CONTRACT: Final = {"level": 4, "strain": "C", "declarer": 0}
MADE: Final = {"kind": "b-leg", "contract": CONTRACT, "tricks": [6, 1, 5, 1], "unscored": 25,
               "points": [190, 40, 150, 35]}  # fmt: skip
DOWN: Final = MADE | {"tricks": [5, 2, 4, 2], "points": [150, 80, 150, 60], "unscored": 0}
FLUSHES: Final = {"kind": "d-leg", "scored": [110, 35, 60, 0], "unscored": 795}
MELDS: Final = {"kind": "c-leg", "melded": [200, 100, 150, 50], "in_hand": [0, 20, 10, 30],
                "out": 0}  # fmt: skip
NOTHING: Final = [None, None, None]
WHOLE: Final = [None] * 4


def asked(game: str, entry: object, **fields: Any) -> Json:
    return ask({"game": game, "question": "deal", "entry": entry, **fields})


def problems(reply: Json) -> list[str]:
    """Return the ids of the rules that the entry breaks; assert that each also has a ruling."""
    found = reply["answer"]["problems"]
    assert all(each["entry"] == 0 for each in found)
    assert {each["rule"] for each in found} <= {each["rule"] for each in reply["rulings"]}
    return [each["rule"] for each in found]


@given(records(least=1))
def test_a_deal_scores_as_on_the_sheet(data: Json) -> None:
    """Only first deals are compared, because players may be out and quotas may differ later."""
    first = data["entries"][:1]
    fields = {"options": data["options"], "players": len(data["players"])}
    answer = asked(data["game"], *first, **fields)["answer"]
    assert answer["points"] == score(data | {"entries": first})["rows"][0]["cells"]
    assert (answer["teams"], answer["problems"]) == (None, [])


ROWS: list[tuple[str, Json, Json, Any, Any, list[str]]] = [
    ("tribello", {"number": None}, DEAL | {"tricks": [8, 4, 1]}, [2, 0, -2], None, []),
    ("tribello", {"number": 9}, DEAL | {"tricks": [8, 4, 1]}, [4, 1, -5], None, []),
    ("tribello", {"number": 10}, DEAL | {"tricks": [2, 5, 6]}, [1, -1, 0], None, []),
    ("tribello", {"number": 6}, DEAL | {"tricks": [3, 6, 4], "trump": "S"}, [-1, 3, -2], None, []),
    ("tribello", {"number": 7}, DEAL | {"tricks": [3, 6, 4], "trump": "S"}, NOTHING, None,
     ["tribello.trump"]),
    ("tribello", {}, DEAL, NOTHING, None, ["tribello.play"]),
    ("triathlon", {}, DEAL | {"tricks": [13, 0, 0], "last_trick": 2}, NOTHING, None,
     ["triathlon.last"]),
    ("la-krap", {"players": 3}, KRAP | {"turned": ["BJ"]}, NOTHING, None, ["la-krap.game-card"]),
    # The number of values is the number of players, unless the question gives another.
    ("thirty-one", {}, HANDS | {"values": [21, 30.5]}, [21, 30.5], None, []),
    ("thirty-one", {}, HANDS | {"values": [21, 10, None]}, NOTHING, None, ["thirty-one.swimming"]),
    # Any leg of Card Triathlon is scored as if it were due.
    ("card-triathlon", {}, MADE, [190, 40, 150, 35], [340, 75], []),
    ("card-triathlon", {}, DOWN, WHOLE, [140, 300], []),
    ("card-triathlon", {}, MADE | {"points": [190, 40, 150, 30]}, [190, 40, 150, 30], [340, 70],
     ["card-triathlon.crosscheck"]),
    ("card-triathlon", {}, MADE | {"tricks": [6, 1, 5, 2]}, WHOLE, [None, None],
     ["card-triathlon.b.tricks-total", "card-triathlon.b.range"]),
    ("card-triathlon", {}, {"kind": "b-leg", "passed_out": True}, WHOLE, [None, None], []),
    ("card-triathlon", {}, MELDS, [200, 80, 140, 20], [340, 100], []),
    *(("card-triathlon", {"options": options}, FLUSHES, [110, 35, 60, 0], [170, 35], [])
      for options in ({}, {"format": "3000"}, {"format": "marathon", "sequence": ["B"]})),
    ("card-triathlon", {"options": {"format": "marathon", "sequence": ["D", "D"]}}, MADE,
     [190, 40, 150, 35], [340, 75], []),
    ("card-triathlon", {"players": 6, "options": {"teams": [0, 1, 2, 0, 1, 2]}},
     {"kind": "d-leg", "scored": [110, 35, 60, 0, 0, 50]}, [110, 35, 60, 0, 0, 50],
     [110, 35, 110], []),
    ("card-triathlon", {}, {"kind": "time"}, WHOLE, [None, None], ["card-triathlon.clock"]),
    ("card-triathlon", {"options": {"format": "clock"}}, {"kind": "time"}, WHOLE, [None, None], []),
]  # fmt: skip


def test_a_deal_is_scored_as_if_it_were_due() -> None:
    for game, fields, entry, points, teams, broken in ROWS:
        reply = asked(game, entry, **fields)
        answer = reply["answer"]
        assert (answer["points"], answer["teams"], problems(reply)) == (points, teams, broken)
        assert reply["rulings"] != []
        known = {law.id for law in GAMES[game].rulebook.laws}
        assert {each["rule"] for each in reply["rulings"]} <= known


def test_a_warning_that_is_accepted_stays_with_the_figures() -> None:
    wrong = MADE | {"points": [190, 40, 150, 30]}
    [open_warning] = asked("card-triathlon", wrong)["answer"]["problems"]
    accepted = wrong | {"accepted": ["card-triathlon.crosscheck"]}
    [problem] = asked("card-triathlon", accepted)["answer"]["problems"]
    assert problem == open_warning | {"accepted": True}


FLUSH: Final = {"kind": "d-leg", "layouts": [[["6H", "7H", "8H", "9H", "9H"]], [], [], []]}
EMPTY: Final = KRAP | {"tricks": [3, 2, 1], "turned": ["QC"]}


def test_it_says_on_which_silent_points_the_figures_rest() -> None:
    rows: list[tuple[str, Json, Json, list[str]]] = [
        ("thirty-one", {}, HANDS | {"hands": [["AH", "KH", "7S"], ["7D", "8S", "QC"]]},
         ["thirty-one.single", "thirty-one.lowest"]),
        ("thirty-one", {}, HANDS | {"values": [21, 21]}, []),
        ("triathlon", {}, DEAL | {"tricks": [12, 1, 0], "last_trick": 0}, ["triathlon.multiple"]),
        ("triathlon", {}, DEAL | {"tricks": [11, 1, 1], "last_trick": 0}, []),
        ("la-krap", {"players": 3}, KRAP | {"turned": ["BJ", "10H"]}, []),
        ("la-krap", {"players": 3}, KRAP | {"turned": ["BJ", "RJ", "10H"]},
         ["la-krap.multiplier"] * 3),
        ("la-krap", {"players": 3}, EMPTY, ["la-krap.empty-trick"]),
        ("la-krap", {"players": 3, "options": {"empty_trick": "nobody"}}, EMPTY,
         ["la-krap.empty-trick"]),
        ("card-triathlon", {}, FLUSHES, []),
        ("card-triathlon", {}, FLUSH, ["card-triathlon.d.fives"]),
        ("card-triathlon", {"options": {"format": "3000"}}, FLUSHES, []),
    ]  # fmt: skip
    for game, fields, entry, silent in rows:
        rulings = asked(game, entry, **fields)["rulings"]
        assert [each["rule"] for each in rulings if each["verdict"] == "silent"] == silent, game


def test_what_is_no_entry_of_the_game_is_no_question() -> None:
    rows: list[tuple[str, Any, Json]] = [
        ("tribello", DEAL | {"tricks": [8, 4, 1]}, {"number": 0}),
        ("tribello", DEAL | {"tricks": [8, 4, 1]}, {"number": 13}),
        ("tribello", DEAL | {"tricks": [8, 4, 1]}, {"number": "1"}),
        ("tribello", DEAL | {"tricks": [8, 5]}, {}),
        ("tribello", DEAL | {"tricks": [8, 4, 1], "columns": []}, {}),
        ("tribello", DEAL | {"tricks": [8, 4, 1]}, {"columns": []}),
        ("tribello", {"kind": "round", "values": [21, 10]}, {}),
        ("tribello", [], {}), ("tribello", None, {}),
        ("triathlon", DEAL | {"tricks": [4, 2, 7], "last_trick": 2}, {"number": 1}),
        ("thirty-one", HANDS | {"values": [21, 10]}, {"players": 3}),
        ("thirty-one", HANDS | {"values": [21]}, {}), ("la-krap", KRAP | {"turned": ["QC"]}, {}),
        ("card-triathlon", FLUSHES, {"players": 6}),
        ("card-triathlon", FLUSHES, {"players": 6, "options": {"format": "3000"}}),
        ("card-triathlon", {"scored": [0, 0, 0, 0]}, {}),
    ]  # fmt: skip
    for game, entry, fields in rows:
        assert is_refused(asked, game, entry, **fields)
