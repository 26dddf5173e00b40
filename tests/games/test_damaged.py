"""Whatever is done to a record or a question: it is read or refused, and nothing breaks."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.core.deal_question import question_kinds
from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.sheet import score
from referee.core.validation import NotARecord
from tests.games.records import Json, records, rules

FIELDS = (
    "values",
    "hands",
    "tricks",
    "play",
    "trump",
    "last_trick",
    "rejected",
    "upcards",
    "teams",
    "turned",
    "null",
    "multiplier",
    "marriages",
    "marriages_at",
    "exchanged",
    "id",
    "x",
    "",
)
"""What is put in where it need not belong."""  # fmt: skip
KNOWN = {law.id for game in GAMES.values() for law in game.rulebook.laws}

ODDITIES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([10**30, -(10**30), 10**4299, 9 * 10**4299, 0.5, 21.0, 30.5, 33, 1e308]),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["AS", "10h", "JK", "RJ", "bj", "SHEET", "2C", "♠", "S", "deal", "round"]),
    st.sampled_from([*GAMES, "never", "nobody", "plain"]),
    st.lists(st.sampled_from(["AS", "KS", "RJ", "SHEET", "2S", 3, 0, None]), max_size=4),
    st.lists(st.lists(st.integers(-1, 8), max_size=3), max_size=3),
    st.just({}),
    st.just([[], ["AS", "KS", "QS", "JS", "10S", "9S"]]),
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside a JSON value."""
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    return [way, *(deeper for key, held in inner for deeper in places(held, (*way, key)))]


def mutated(draw: st.DrawFn, data: Json) -> Json:
    """The JSON value with a few parts of it deleted, replaced, doubled or put in."""
    copy = deepcopy(data)
    oddities = ODDITIES.map(deepcopy)
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(places(copy)[1:] or [("x",)]))
        inner: Any = copy
        for step in way:
            inner = inner[step]
        action = draw(st.sampled_from(["delete", "replace", "double", "insert"]))
        if action == "replace" or last not in (inner if isinstance(inner, dict) else [last]):
            inner[last] = draw(oddities)
        elif action == "delete":
            del inner[last]
        elif isinstance(inner, list):
            value = deepcopy(inner[last]) if action == "double" else draw(oddities)
            inner.insert(last, value)
        else:
            inner[draw(st.sampled_from(FIELDS))] = draw(oddities)
    return copy


@st.composite
def mutated_records(draw: st.DrawFn) -> Json:
    return mutated(draw, draw(records()))


ABOUT: Json = {"options": {"first_dealer": 1}, "players": 3}
CARDS: Json = {"cards": ["QH", "AH"], "leader": 1}
FACE_UP: Json = {"turned": ["BJ", "10H"]}
QUESTIONS: dict[str, list[Json]] = {
    "tribello": [
        {"question": "trick", "hand": ["2H", "AS"], "trump": "S", **CARDS, **ABOUT},
        {"question": "quota", "deal": 4, "first_dealer": 1},
        {"question": "pickup", "deal": 4, "taken": [5, 2]},
        {"question": "irregularity", "kind": "revoke"},
        {"question": "deal", "entry": {"kind": "deal", "tricks": [2, 5, 6], "pickup": [5, 2, 0]},
         "number": 10},
    ],
    "triathlon": [
        {"question": "trick", "hand": ["JK", "6H", "AS"], "trump": "S", **CARDS, **ABOUT},
        {"question": "trick", "cards": ["9C", "JK"], "hand": ["AH", "RJ"], "trump": None,
         "options": {"athlete_discard": "never"}},
        {"question": "rejection", "dealer": 2, "rejected": ["S", "H"], "trump": "C"},
        {"question": "feats", "tricks": [4, 2, 7], "last_trick": 2},
        {"question": "irregularity", "kind": "misdeal"},
        {"question": "deal", "entry": {"kind": "deal", "tricks": [4, 2, 7], "last_trick": 2}},
    ],
    "la-krap": [
        {"question": "trick", "hand": ["2H", "SHEET", "RJ", "AS"], **CARDS, **FACE_UP, **ABOUT},
        {"question": "trick", "cards": ["9H", "JS", "9H", "2S", "RJ"], "turned": ["SHEET"],
         "options": {"twos": "suit", "empty_trick": "nobody"}, "players": 5},
        {"question": "teams", "upcards": ["AH", "7S", "SHEET"], **FACE_UP},
        {"question": "marriage", "hand": ["KH", "9S", "QH"], "suit": "H", "took_trick": True,
         **FACE_UP},
        {"question": "irregularity", "kind": "exposed-card", "players": 6},
        {"question": "deal", "players": 3, "entry": {"kind": "deal", "tricks": [4, 2, 1],
         "upcards": ["AH", "7S", "SHEET"], "marriages": [1, 0, 0], **FACE_UP}},
    ],
    "thirty-one": [
        {"question": "hand", "cards": ["AH", "KH", "7S"]},
        {"question": "hand", "cards": ["AH", "AS", "AD"], "options": {"fire": True, "deck": 52},
         "players": 4},
        {"question": "turn", "turns": [1, 0, None], "seat": 0, "options": {"passing": False}},
        {"question": "turn", "turns": [0, 0, 0], "seat": 1, "starter": True},
        {"question": "close", "turns": [1, 0, None], "seat": 0},
        {"question": "irregularity", "kind": "misdeal"},
        {"question": "deal", "entry": {"kind": "round", "values": [21, 30.5, 10], "closer": 1}},
    ],
    "card-triathlon": [
        {"question": "auction", "calls": ["1C", "P", "2H", "X", "P", "P", "P"], "dealer": 1},
        {"question": "trick", "cards": ["9H", "JK"], "hand": ["AH", "2C"], "trump": "S",
         "jokers_played": 1},
        {"question": "meld", "cards": ["7H", "7D", "2C"], "going_out": True},
        {"question": "pile", "top": "7H", "hand": ["7D", "7S"], "melded": ["9"], "frozen": False},
        {"question": "go-out", "melds": [["7H", "7D", "7S", "2C"]], "hand": ["AH"]},
        {"question": "arrange", "cards": ["6H", "7H", "8H", "JK", "JK"]},
        {"question": "layout", "cards": ["6H", "7H", "8H", "9H", "10C"]},
        {"question": "buck", "hands": [["AH"], ["KH"], ["QH"], ["JH"]]},
        {"question": "offices", "buck": 1, "round": 2},
        {"question": "irregularity", "kind": "insufficient-bid"},
        {"question": "irregularity", "kind": "drew-twice", "leg": "C"},
        {"question": "deal", "entry": {"kind": "b-leg", "tricks": [6, 1, 5, 1], "unscored": 25,
         "contract": {"level": 4, "strain": "C", "declarer": 0}, "points": [190, 40, 150, 35]}},
        {"question": "deal", "entry": {"kind": "d-leg", "scored": [110, 35, 60, 0]}},
    ],
}  # fmt: skip


@st.composite
def mutated_questions(draw: st.DrawFn) -> Json:
    game = draw(st.sampled_from(list(QUESTIONS)))
    return mutated(draw, {"game": game, **draw(st.sampled_from(QUESTIONS[game]))})


def test_every_kind_of_question_is_among_those_that_are_damaged() -> None:
    for name, game in GAMES.items():
        asked = [ask({"game": name, **question}) for question in QUESTIONS[name]]
        assert all(answer["rulings"] for answer in asked)
        kinds = {question["question"] for question in QUESTIONS[name]}
        assert kinds == set(map(question_name, question_kinds(game)))


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(mutated_records())
def test_a_damaged_record_is_scored_or_refused_and_never_breaks(data: Json) -> None:
    try:
        sheet = score(data)
    except NotARecord:
        return
    assert json.loads(json.dumps(sheet, allow_nan=False)) == sheet
    assert set(rules(sheet["problems"])) <= KNOWN
    for row in sheet["rows"]:
        has_error = any(problem["severity"] == "error" for problem in row["problems"])
        assert not has_error or row["cells"] == [None] * len(sheet["columns"])
        for cell, why in zip(row["cells"], row["why"], strict=True):
            assert sum(line["points"] for line in why) == (cell or 0)


@settings(max_examples=300)
@given(mutated_questions())
def test_a_damaged_question_is_answered_or_refused_and_never_breaks(data: Json) -> None:
    try:
        answer = ask(data)
    except NotARecord:
        return
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert {ruling["rule"] for ruling in answer["rulings"]} <= KNOWN
    assert answer["rulings"]
