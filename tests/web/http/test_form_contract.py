"""What every game's form promises: it can read what it fills in, and reports what it refuses."""

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
from referee.core.sheet import score
from referee.core.validation import NotARecord
from referee.matches.events.base import Event
from referee.matches.match import Match, replay
from referee.web.forms.entry_form import Draft, draft_of, form_of, playable_form_of
from referee.web.forms.game_pages import fields_of
from tests.faults.conftest import amount
from tests.games.dealt import PLAYED, Dealt
from tests.games.expected import find_expected
from tests.games.records import NAMES, Json, record, records
from tests.games.test_cases import CASES, record_of
from tests.games.whole_games import games
from tests.web import markup
from tests.web.followed import dealt, facts_typed, points
from tests.web.leg_forms import HOSTILE, by_seat
from tests.web.phones import Phone

EXPECTED = find_expected()
DEALT = [dealt(game, 3) for game in PLAYED]
NOW = datetime(2025, 3, 1, 20, 15, tzinfo=UTC)
CARRIED = ("id", "at", "by", "note", "accepted")
"""Fields of an entry that its form doesn't ask for."""
SEEMING = (
    "AH", "AH KH 7S", "3 of clubs", "0", "7", "12", "<b>", "JK", "-1", "½", "²", "٣", "9" * 50,
)  # fmt: skip


def _starts() -> dict[str, Json]:
    """Records of matches whose forms differ, by game, number of players and kind of entry due."""
    found: dict[str, Json] = {}
    for case in map(record_of, CASES):
        for number in range(len(case["entries"])):
            start = case | {"entries": case["entries"][:number]}
            sheet = score(start)
            if sheet["next"] and not sheet["problems"]:
                name = f"{case['game']}-{len(case['players'])}-{sheet['next']['kind']}"
                found.setdefault(name, start)
    return found


STARTS = _starts()


@pytest.fixture
def phone(shared_app: Flask) -> Phone:
    return Phone(shared_app)


def every_hand_is_known(data: Json) -> bool:
    """False for a D leg with an unknown hand, because it can't be corrected."""
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
        again = form.fill(data, match.setup.options)
        assert form.read(match, written.id, again) == (data, [])


@settings(max_examples=amount(25, 150), deadline=None, suppress_health_check=list(HealthCheck))
@given(records(least=1))
def test_every_form_reads_what_it_fills(record: Json) -> None:
    check_that_it_reads_what_it_fills(record)


@settings(max_examples=amount(15, 40), deadline=None, suppress_health_check=list(HealthCheck))
@given(games(least=1), st.booleans())
def test_every_form_of_a_leg_reads_what_it_fills(game: Any, by_cards: bool) -> None:
    check_that_it_reads_what_it_fills(game.record(game.by_cards if by_cards else game.by_figures))


@pytest.fixture(scope="module")
def asked_for(shared_app: Flask) -> dict[str, tuple[Match, list[str]]]:
    """For each match in `STARTS`, the match and the names of all fields in its form."""
    phone = Phone(shared_app)
    found = {}
    for name, made in STARTS.items():
        played = phone.load(made)
        pages = [phone.open(played.to_score)]
        if can_play(played.match.game, played.match.due_at(None)):
            pages.append(phone.open(played.to_score + "play/"))
        inputs = [each for page in pages for each in page.tree.all("input") if each.get("name")]
        names = {each["name"] for each in inputs}
        found[name] = (played.match, sorted(names | {"trick0", "trick7", "marriage0"}))
    return found


@pytest.mark.parametrize("start", STARTS)
@settings(max_examples=amount(10, 60), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_refusals_cite_a_rule_and_hints_never_fail(
    asked_for: dict[str, tuple[Match, list[str]]], start: str, data: st.DataObject
) -> None:
    match, names = asked_for[start]
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
    repr(Draft(match, None, typed, tuple(problems)).context)  # None where nothing is asked
    if not problems:
        with suppress(NotARecord):  # the error names the field at fault
            match.judge(entry)


def test_after_the_end_nothing_is_recorded(phone: Phone) -> None:
    ended = set()
    for case in map(record_of, CASES):
        match = phone.load(case)
        if match.match.sheet().finished and case["entries"]:
            ended.add(case["game"])
            page = phone.open(match.to_score)
            assert page.tree.all(class_="finished") != []
            assert page.tree.all("form", id="entry") == []
            last = draft_of(match.match, match.ids[-1]).typed
            page = phone.post(match.to_score + "entries", {"number": "1", "id": "late", **last})
            assert (page.status, match.number) == (422, 1)
            assert page.rules != []
    assert ended == GAMES.keys()


def test_the_tricks_of_one_player_follow_from_the_others(phone: Phone) -> None:
    for game, expected in EXPECTED.items():
        tricks = expected.entry.get("tricks", ())
        for left_out in range(len(tricks)):
            match = phone.start(game, *NAMES[: len(tricks)])
            typed = form_of(match.match.game).fill(expected.entry)
            typed = {**typed, **by_seat("tricks", tricks), f"tricks{left_out}": ""}
            assert match.send(typed).status == 200
            assert match.entries[0]["tricks"] == tricks


def test_names_are_shown_as_they_are(phone: Phone) -> None:
    for made in STARTS.values():
        if "finish_at" in made["options"]:  # an empty form would end a match whose time is up
            continue
        names = HOSTILE[: len(made["players"])]
        match = phone.load(made | {"players": [*names]})
        untouched, empty = phone.open(match.to_score), match.send({})
        for page in (untouched, empty, match.send({"by": "cards"})):
            assert markup.faults(page.html) == []
            form = page.form("/entries")
            shown = [form.text, *(each.get("data-player", "") for each in form.all("input"))]
            assert all(name in " ".join(shown) for name in names)


def test_a_deal_with_its_cards_is_corrected_by_them_and_not_by_figures(phone: Phone) -> None:
    for deal in DEALT:
        match = phone.load(record(deal.game, deal.seats, [deal.entry]))
        form = match.open_edit().form(match.ids[0])
        fields = form.fields()
        assert [fields[f"trick{at}"].split() for at in range(len(deal.play))] == deal.play
        assert facts_typed(deal.facts).items() <= fields.items()
        assert not {"tricks0", "last_trick"} & fields.keys()
        assert not fields.get("marriages0")  # cards don't show who announced a marriage
        match.check_untouched()
        phone.post(form["action"], fields | by_seat("tricks", all_to_one(deal)))
        assert match.entries == [deal.entry]


def all_to_one(deal: Dealt) -> list[int]:
    return [0] * (deal.seats - 1) + [len(deal.play)]


def test_figures_that_the_cards_contradict_are_gone_once_the_cards_are_saved(phone: Phone) -> None:
    for deal in DEALT:
        wrong = deal.entry | {"tricks": all_to_one(deal)}
        match = phone.load(record(deal.game, deal.seats, [wrong]))
        assert set(match.open_edit().rules) == {f"{deal.game}.play"}
        assert match.edit().status == 200
        assert match.entries == [deal.entry]
        assert match.cells() == points(deal)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=amount(10, 30), deadline=None, suppress_health_check=list(HealthCheck))
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
