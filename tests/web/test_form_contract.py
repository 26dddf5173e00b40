"""What the form of every game promises: it reads what it fills, and takes any text at all."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.core.findings import Problem
from referee.core.game import AnyGame, can_play
from referee.core.registry import GAMES
from referee.core.validation import NotARecord
from referee.matches.events import Event
from referee.matches.match import Match, replay
from referee.web.forms.draft import Draft, draft_of
from referee.web.forms.entry_form import form_of, playable_form_of
from referee.web.forms.question_fields import fields_of
from tests.games.records import NAMES, Json, record, records
from tests.games.whole_games import games
from tests.web import markup
from tests.web.leg_forms import kept, send
from tests.web.phones import Phone, PlayedMatch, import_text, key_in, start, store_of
from tests.web.refused import REFUSALS, Refusals

NOW = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)
CARRIED = ("id", "at", "by", "note", "accepted")
"""What an entry has beside what its form asks for."""
STARTS: list[tuple[str, int, dict[str, str]]] = [
    *((name, game.usual_players, {}) for name, game in GAMES.items()),
    ("la-krap", 6, {"empty_trick": "nobody"}),
    ("thirty-one", 7, {"fire": "True"}),
    ("card-triathlon", 8, {"format": "half-marathon"}),
    ("card-triathlon", 4, {"format": "marathon", "sequence": "['C']"}),
    ("card-triathlon", 4, {"format": "marathon", "sequence": "['D']"}),
]
"""Matches whose forms differ."""
SEEMING = [
    "AH",
    "AH KH 7S",
    "3 of clubs",
    "0",
    "7",
    "12",
    "<b>",
    "JK",
    "-1",
    "½",
    "²",
    "٣",
    "9" * 50,
]


def folded(record: Json) -> Match:
    """The match of a record, without a store."""
    payload = {name: value for name, value in record.items() if name != "format"}
    return replay([Event(1, "opened", "opened", payload, NOW, None)])


def every_hand_is_known(data: Json) -> bool:
    """Whether none is left open: those have to be said before such a leg can be corrected."""
    known = [data.get(name) or [] for name in ("hands", "layouts")]
    return data["kind"] != "d-leg" or all(map(any, zip_longest(*known)))


def check_that_it_reads_what_it_fills(record: Json) -> None:
    match = folded(record)
    form = form_of(match.game)
    for written in match.standing():
        if not every_hand_is_known(written.data):
            continue
        typed = draft_of(match, written.id).typed
        data, problems = form.read(match, written.id, typed)
        assert problems == []
        kept = {name: written.data[name] for name in CARRIED if name in written.data}
        _, row = match.judge({**data, **kept}, written.id)
        assert row == match.row(written.id)
        again = form.fill(data, match.seating.options)
        assert form.read(match, written.id, again) == (data, [])


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(records(least=1))
def test_every_form_reads_what_it_fills(record: Json) -> None:
    check_that_it_reads_what_it_fills(record)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(games(least=1), st.booleans())
def test_every_form_of_a_leg_reads_what_it_fills(game: Any, by_cards: bool) -> None:
    check_that_it_reads_what_it_fills(game.record(game.by_cards if by_cards else game.by_figures))


# Whatever is typed --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def asked_for(shared_app: Flask) -> dict[int, tuple[Match, list[str]]]:
    """Of each start the match and the names of all fields of its form."""
    phone = Phone(shared_app)
    found = {}
    for number, (game, seats, options) in enumerate(STARTS):
        played = start(phone, game, *NAMES[:seats], **options)
        pages = [phone.open(played.to_score)]
        if can_play(GAMES[game], played.match.due_at(None)):
            pages.append(phone.open(played.to_score + "play/"))
        inputs = [each for page in pages for each in page.tree.all("input") if each.get("name")]
        names = {each["name"] for each in inputs}
        found[number] = (played.match, sorted(names | {"trick0", "trick7", "marriage0"}))
    return found


@pytest.mark.parametrize("number", range(len(STARTS)), ids=[f"{n}-{s}" for n, s, _ in STARTS])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_refusal_cites_a_rule_and_hints_never_fail(
    asked_for: dict[int, tuple[Match, list[str]]], number: int, data: st.DataObject
) -> None:
    match, names = asked_for[number]
    texts = st.one_of(st.sampled_from([*SEEMING, "cards", "calls", "1"]), st.text(max_size=20))
    typed = data.draw(st.dictionaries(st.sampled_from(names), texts, max_size=len(names)))
    form, laws = form_of(match.game), rules_of(match.game)
    entry, problems = form.read(match, None, typed)
    assert {problem.rule for problem in problems} <= laws
    hints = [*form.hints(match, None, typed).values()]
    if can_play(match.game, match.due_at(None)):
        playable = playable_form_of(match.game)
        problems += playable.before_play(match, None, typed)[1]
        hints += playable.before_play_hints(match, typed).values()
    assert {hint.rule for hint in hints if isinstance(hint, Problem)} <= laws
    assert {problem.rule for problem in problems} <= laws
    assert all(isinstance(text, str) for text in form.question_defaults(match, typed).values())
    assert Draft(match, None, typed, tuple(problems)).context
    if not problems:
        with suppress(NotARecord):  # which names the place of its fault
            match.judge(entry)


def rules_of(game: AnyGame) -> set[str]:
    return {law.id for law in game.rulebook.laws}


# What cannot be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("refusals", "typed", "rules"),
    [(each, typed, rules) for each in REFUSALS for _, typed, rules in each.cases],
    ids=[f"{each.game}-{name}" for each in REFUSALS for name, *_ in each.cases],
)
def test_what_cannot_be_is_refused_by_its_rule_and_stays_in_the_form(
    shared_app: Flask, refusals: Refusals, typed: dict[str, str], rules: list[str]
) -> None:
    phone = Phone(shared_app)
    table = json.dumps(record(refusals.game, refusals.seats, [], **refusals.options))
    page = phone.follow(import_text(phone, table))
    match = PlayedMatch(store_of(shared_app), key_in(page.address))
    typed = {**refusals.typed, **typed, "note": "kept & <b>"}
    page = send(phone, match, typed)
    assert (page.status, match.number) == (422, 1)
    assert sorted({rule.removeprefix(f"{refusals.game}.") for rule in page.rules}) == rules
    assert kept(page, typed)
    assert markup.faults(page.html) == []


# Questions ----------------------------------------------------------------------------------------

FIELDS = [
    (game, kind, asked)
    for game in GAMES.values()
    for kind in game.question_kinds
    for asked in fields_of(game, kind, game.usual_players)
]


@pytest.mark.parametrize(
    ("game", "kind", "asked"),
    FIELDS,
    ids=[f"{game.name}-{kind.title}-{asked.field.name}" for game, kind, asked in FIELDS],
)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_field_of_a_question_reads_what_it_fills(
    game: AnyGame, kind: Any, asked: Any, data: st.DataObject
) -> None:
    names, field = NAMES[: game.usual_players], asked.field
    texts = st.sampled_from([*SEEMING, "S", "H", "1"])
    numbered = [field.name, *(f"{field.name}{end}" for end in (*range(8), "A", "7", "_for"))]
    typed = data.draw(st.dictionaries(st.sampled_from(numbered), texts))
    value = field.read(typed, names).value
    if value is not None:
        assert field.read(field.fill(value), names).value == value
