"""What the form of every game promises: it reads what it fills, and says what it refuses."""

from __future__ import annotations

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
from referee.core.rulings import question_kinds
from referee.core.validation import NotARecord
from referee.matches.events import Event
from referee.matches.match import Match, replay
from referee.web.forms.entry_form import Draft, draft_of, form_of, playable_form_of
from referee.web.forms.game_pages import fields_of
from tests.games.dealt import Dealt
from tests.games.records import NAMES, Json, deal, la_krap, record, records, triathlon, tribello
from tests.games.whole_games import games
from tests.web import leg_forms, markup
from tests.web.followed import facts_typed, points
from tests.web.leg_forms import (
    HOSTILE,
    Typed,
    b_typed,
    by_seat,
    cells,
    check_untouched,
    edited,
    kept,
    send,
)
from tests.web.phones import Phone, opened, start
from tests.web.refused import ATHLETES, EVEN, REFUSALS, TRICKS, TRUMPS, UP, UPCARDS, Refusals

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
SEEMING = (
    "AH", "AH KH 7S", "3 of clubs", "0", "7", "12", "<b>", "JK", "-1", "½", "²", "٣", "9" * 50,
)  # fmt: skip


@pytest.fixture
def phone(shared_app: Flask) -> Phone:
    return Phone(shared_app)


def every_hand_is_known(data: Json) -> bool:
    """Whether none is left open: those have to be said before such a leg can be corrected."""
    known = [data.get(name) or [] for name in ("hands", "layouts")]
    return data["kind"] != "d-leg" or all(map(any, zip_longest(*known)))


def check_that_it_reads_what_it_fills(record: Json) -> None:
    payload = {name: value for name, value in record.items() if name != "format"}
    match = replay([Event(1, "opened", "opened", payload, NOW, None)])
    form = form_of(match.game)
    for written in match.row_entries():
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
def test_refusals_cite_a_rule_and_hints_never_fail(
    asked_for: dict[int, tuple[Match, list[str]]], number: int, data: st.DataObject
) -> None:
    match, names = asked_for[number]
    texts = st.one_of(st.sampled_from([*SEEMING, "cards", "calls", "1"]), st.text(max_size=20))
    typed = data.draw(st.dictionaries(st.sampled_from(names), texts, max_size=len(names)))
    form, laws = form_of(match.game), {law.id for law in match.game.rulebook.laws}
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


@pytest.mark.parametrize("refusals", REFUSALS, ids=lambda each: each.game)
def test_wrong_entries_are_refused_by_rule_and_kept(phone: Phone, refusals: Refusals) -> None:
    for name, typed, rules in refusals.cases:
        check_refusal(phone, refusals, name, typed, rules)


def check_refusal(
    phone: Phone, refusals: Refusals, name: str, typed: Typed, rules: list[str]
) -> None:
    entries = [] if refusals.entry is None else [refusals.entry]
    match = opened(phone, record(refusals.game, refusals.seats, entries, **refusals.options))
    page = leg_forms.form_of(phone, match) if entries else phone.open(match.to_score)
    ending = match.ids[0] if entries else "/entries"
    form = page.form(ending)
    typed = {**refusals.typed, **typed, "note": "kept & <b>"}
    page = phone.follow(phone.post(form["action"], form.fields() | typed))
    assert (page.status, match.number) == (422, 1), name
    assert sorted({rule.removeprefix(f"{refusals.game}.") for rule in page.rules}) == rules, name
    assert kept(page, typed, ending), name
    assert markup.faults(page.html) == [], name
    if entries:  # what is put right again is as it was
        right = {name: form.fields()[name] for name in typed}
        assert phone.send(page, ending, **right).status == 200, name
        assert match.entries == entries, name


def test_after_the_end_nothing_is_recorded(phone: Phone) -> None:
    cases: list[tuple[Json, Typed, str]] = [
        (la_krap(3, deal(4, 2, 1, teams=None), rounds=1), TRICKS | {"alone": "1"},
         "la-krap.rounds"),
        (triathlon(*[deal(5, 5, 3, last_trick=2)] * 3), EVEN, "triathlon.end"),
        (tribello(*[deal(6, 4, 3)] * 12), {"tricks0": "6", "tricks1": "4"}, "tribello.rounds"),
    ]  # fmt: skip
    for ended, typed, rule in cases:
        match = opened(phone, ended)
        page = phone.open(match.to_score)
        assert page.tree.all(class_="finished") != []
        assert page.tree.all("form", id="entry") == []
        page = phone.post(match.to_score + "entries", {"number": "1", "id": "late", **typed})
        assert (page.status, page.rules, match.number) == (422, [rule], 1)


def test_the_tricks_of_one_player_follow_from_the_others(phone: Phone) -> None:
    cases: list[tuple[str, Typed, list[int]]] = [
        ("tribello", by_seat("tricks", [6, 4, 3]), [6, 4, 3]),
        ("triathlon", EVEN, [4, 2, 7]),
        ("la-krap", UP | TRICKS, [4, 2, 1]),
        ("card-triathlon", b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35]), [6, 1, 5, 1]),
    ]
    for game, typed, tricks in cases:
        for left_out in range(len(tricks)):
            match = start(phone, game, *NAMES[: len(tricks)])
            assert send(phone, match, typed | {f"tricks{left_out}": ""}).status == 200
            assert match.entries[0]["tricks"] == tricks


def test_names_are_shown_as_they_are(phone: Phone) -> None:
    for game, seats, options in STARTS:
        names = HOSTILE[:seats]
        match = start(phone, game, *names, **options)
        untouched, empty = phone.open(match.to_score), send(phone, match, {})
        for page in (untouched, empty, send(phone, match, {"by": "cards"})):
            assert markup.faults(page.html) == []
            assert all(name in page.form("/entries").text for name in names)


def test_a_deal_with_its_cards_is_corrected_by_them_and_not_by_figures(phone: Phone) -> None:
    for dealt in (ATHLETES, UPCARDS, TRUMPS):
        match = opened(phone, record(dealt.game, dealt.seats, [dealt.entry]))
        fields = leg_forms.form_of(phone, match).form(match.ids[0]).fields()
        assert [fields[f"trick{at}"].split() for at in range(len(dealt.play))] == dealt.play
        assert facts_typed(dealt.facts).items() <= fields.items()
        assert not {"tricks0", "last_trick"} & fields.keys()
        assert not fields.get("marriages0")  # no card says who announced one
        check_untouched(phone, match)
    form = leg_forms.form_of(phone, match).form(match.ids[0])
    refused = phone.post(form["action"], form.fields() | by_seat("tricks", [0, 0, 13]))
    assert (refused.status, refused.rules) == (422, ["tribello.play"])


LAST = ATHLETES.oracle.followed(ATHLETES.play)[2][-1]


def test_figures_that_the_cards_contradict_are_gone_once_the_cards_are_saved(phone: Phone) -> None:
    cases: list[tuple[Dealt, Json]] = [
        (ATHLETES, {"tricks": [13, 0, 0]}), (ATHLETES, {"last_trick": 1 if LAST == 0 else 0}),
        (UPCARDS, {"tricks": [7, 0, 0, 0]}), (TRUMPS, {"tricks": [13, 0, 0]}),
    ]  # fmt: skip
    for dealt, figures in cases:
        match = opened(phone, record(dealt.game, dealt.seats, [dealt.entry | figures]))
        assert set(leg_forms.form_of(phone, match).rules) == {f"{dealt.game}.play"}
        assert edited(phone, match).status == 200
        assert match.entries == [dealt.entry]
        assert cells(match) == points(dealt)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_field_of_a_question_reads_what_it_fills(game: AnyGame, data: st.DataObject) -> None:
    names, texts = NAMES[: game.usual_players], st.sampled_from([*SEEMING, "S", "H", "1"])
    for kind in question_kinds(game):
        for field in (asked.field for asked in fields_of(game, kind, game.usual_players)):
            ends = ("", *range(8), "A", "7", "_for")
            numbered = st.sampled_from([f"{field.name}{end}" for end in ends])
            typed = data.draw(st.dictionaries(numbered, texts))
            value = field.read(typed, names).value
            if value is not None:
                assert field.read(field.fill(value), names).value == value, field.name
