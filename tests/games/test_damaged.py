"""Fuzz tests: damaged records and questions are accepted or refused, but nothing crashes."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulings import ask, question_kinds
from referee.core.sheet import score
from referee.core.validation import NotARecord
from tests.faults.conftest import amount
from tests.games.expected import find_expected
from tests.games.records import Json, records, rules

FIELDS = (
    "values", "hands", "tricks", "play", "trump", "last_trick", "rejected", "upcards", "teams",
    "turned", "null", "multiplier", "marriages", "marriages_at", "exchanged", "id", "x", "",
)  # fmt: skip
"""Field names that are inserted where they may not belong."""
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
    """Return the path to every value inside a JSON value."""
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    return [way, *(deeper for key, held in inner for deeper in places(held, (*way, key)))]


def mutated(draw: st.DrawFn, data: Json) -> Json:
    """Return a copy of a JSON value with a few parts deleted, replaced, duplicated or inserted."""
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


QUESTIONS = {name: each.questions for name, each in find_expected().items()}


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


@settings(max_examples=amount(100, 400), suppress_health_check=[HealthCheck.too_slow])
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


@settings(max_examples=amount(100, 300))
@given(mutated_questions())
def test_a_damaged_question_is_answered_or_refused_and_never_breaks(data: Json) -> None:
    try:
        answer = ask(data)
    except NotARecord:
        return
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert {ruling["rule"] for ruling in answer["rulings"]} <= KNOWN
    assert answer["rulings"]
