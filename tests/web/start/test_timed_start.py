"""A new match: how long is played against the clock, and options that others leave no room for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import referee
from referee.core.options import cases, choices
from referee.core.registry import GAMES
from referee.web.match import clock
from tests.games.card_triathlon.legs import TIME
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch, key_in, start, store_of
from tests.web.timed import LEG, against_the_clock, opened

GAME = "card-triathlon"
SPEC = GAMES[GAME].spec
STATIC = Path(referee.__file__).parent / "static"
NAMES = ("Ann", "Ben", "Cleo", "Dora")
FOUR = {f"player{seat}": name for seat, name in enumerate(NAMES)}
RULE = "card-triathlon.clock"


# How long is agreed -------------------------------------------------------------------------------

EIGHT = datetime(2025, 3, 1, 20, 0, 0, tzinfo=UTC)
EAST = timezone(timedelta(hours=2))


def test_a_match_ends_so_many_minutes_from_now() -> None:
    cases: list[tuple[dict[str, str], datetime, str]] = [
        ({"finish_at": "45"}, EIGHT, "2025-03-01T20:45:00+00:00"),
        ({"finish_at": "240"}, EIGHT, "2025-03-02T00:00:00+00:00"),
        ({"finish_at": "45"}, EIGHT + timedelta(microseconds=1), "2025-03-01T20:46:00+00:00"),
        ({"finish_at": "45"}, EIGHT + timedelta(seconds=59), "2025-03-01T20:46:00+00:00"),
        ({"finish_at_minutes": " 75 "}, EIGHT, "2025-03-01T21:15:00+00:00"),
        ({"finish_at_minutes": "1"}, EIGHT, "2025-03-01T20:01:00+00:00"),
        ({"finish_at_minutes": "1440"}, EIGHT, "2025-03-02T20:00:00+00:00"),
        ({"finish_at": "45", "finish_at_minutes": "45"}, EIGHT, "2025-03-01T20:45:00+00:00"),
        ({"finish_at": "60"}, datetime(2025, 3, 1, 22, tzinfo=EAST), "2025-03-01T21:00:00+00:00"),
    ]
    for form, now, finish in cases:
        assert clock.finish(SPEC.options, form, now) == {"finish_at": finish}

    for form in [{}, {"finish_at": ""}, {"finish_at": "44"}]:
        assert clock.finish(SPEC.options, form, EIGHT) == {}
        assert clock.finish(GAMES["tribello"].spec.options, {"finish_at": "45"}, EIGHT) == {}


def test_minutes_are_said_as_people_say_them() -> None:
    cases: list[tuple[int, str]] = [
        (45, "45 min"),
        (60, "1 hour"),
        (90, "1½ hours"),
        (100, "100 min"),
        (120, "2 hours"),
    ]
    for minutes, words in cases:
        assert clock.label(minutes) == words


WRONG = [{"finish_at_minutes": text} for text in ("0", "1441", "-5", "1.5", "soon", "9" * 5000)] + [
    {"finish_at": "45", "finish_at_minutes": "46"}
]


def test_minutes_that_are_none_are_refused_by_the_rule_and_kept(ann: Phone) -> None:
    for typed in WRONG:
        page = ann.post("/new", {"game": GAME, "format": "clock", **FOUR, **typed})
        assert page.status == 422
        assert page.rules == [RULE]
        fields = page.form("/new").fields()
        assert typed.items() <= fields.items()
        assert fields["format"] == "clock"
        assert ann.open("/").tree.all("a", class_="go-on") == []


def assert_it_ends_after(minutes: int, finish: str, before: datetime) -> None:
    length = datetime.fromisoformat(finish) - before
    assert timedelta(minutes=minutes) <= length < timedelta(minutes=minutes + 1, seconds=30)


def test_the_form_starts_a_match_that_ends_in_time(ann: Phone) -> None:
    typed = {"format": "clock", "finish_at": "90", "decision_seconds": "20"}
    before = datetime.now(UTC)
    page = ann.send(ann.open(f"/new?game={GAME}"), "/new", **FOUR, **typed)
    options = PlayedMatch(store_of(ann.app), key_in(page.address)).match.options
    assert options["finish_at"].endswith(":00+00:00")
    assert_it_ends_after(90, options.pop("finish_at"), before)
    assert options == {"format": "clock", "decision_seconds": 20}


def test_only_a_game_against_the_clock_asks_how_long(ann: Phone) -> None:
    for game in GAMES:
        fields = ann.open(f"/new?game={game}").form("/new").fields()
        assert ("finish_at_minutes" in fields) is (game == GAME)


def test_a_rematch_gets_as_many_minutes_again_unless_it_had_ended_before(ann: Phone) -> None:
    made = against_the_clock(LEG, TIME, ends=0)
    made["options"] |= clock.finish(SPEC.options, {"finish_at_minutes": "75"}, datetime.now(UTC))
    first = opened(ann, made)
    before = datetime.now(UTC)
    options = options_of_a_rematch(ann, first)
    assert_it_ends_after(75, options.pop("finish_at"), before)
    assert options == {"format": "clock", "first_dealer": 1}

    first = opened(ann, against_the_clock(LEG, TIME, ends=-600, decision_seconds=15))
    options = {"format": "clock", "decision_seconds": 15, "first_dealer": 1}
    assert options_of_a_rematch(ann, first) == options


def options_of_a_rematch(phone: Phone, match: PlayedMatch) -> dict[str, Any]:
    page = phone.answer(phone.open(match.to_score), "/rematch")
    return PlayedMatch(match.store, key_in(page.response.headers["Location"])).match.options


# What other options leave no room for -------------------------------------------------------------


def test_what_an_option_leaves_no_room_for_is_not_written_down(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], dict[str, object]]] = [
        ({"format": "sprint", "b_jokers": "true"}, {}),
        ({"format": "3000", "b_jokers": "true", "d_jokers": "false"}, {"format": "3000"}),
        ({"clock_base": "3000", "decision_seconds": "20"}, {}),
        ({"format": "5000", "sequence": '["B", "B", "C", "D", "D"]'}, {"format": "5000"}),
        ({"format": "5000", "b_jokers": "true"}, {"format": "5000", "b_jokers": True}),
        ({"format": "sprint", "d_jokers": "false"}, {"d_jokers": False}),
        (
            {"format": "marathon", "sequence": '["B", "B", "C", "D", "D"]'},
            {"format": "marathon", "sequence": ["B", "B", "C", "D", "D"]},
        ),
        ({"format": "clock", "clock_base": "3000"}, {"format": "clock", "clock_base": "3000"}),
    ]
    for form, options in cases:
        assert start(ann, GAME, *NAMES, **form).match.options == options


def test_minutes_under_another_format_are_refused_and_shown(ann: Phone) -> None:
    typed = {"finish_at": "90", "format": "5000"}
    page = ann.post("/new", {"game": GAME, **FOUR, **typed})
    assert page.status == 422
    assert page.rules == [RULE]
    assert typed.items() <= page.form("/new").fields().items()
    (field,) = _fields(page, "finish_at")
    assert field.get("class").split() == ["blamed"]
    assert "details" not in [each.tag for each in field.ancestors()]
    untouched = ann.open(f"/new?game={GAME}")
    assert not [each for each in untouched.tree.all("details") if "open" in each.attrs]


def _fields(page: Page, name: str) -> list[Element]:
    return [each for each in page.tree.all("fieldset") if each.all("input", name=name)]


def test_the_style_sheet_knows_every_case_on_which_options_depend(ann: Phone) -> None:
    for game in GAMES:
        every = choices(GAMES[game].spec.options, ())
        page = ann.open(f"/new?game={game}")
        pressed = {
            (each["name"], each["value"]): each["data-case"]
            for each in page.tree.all("input")
            if "data-case" in each.attrs
        }
        assert pressed == {pair: str(number) for pair, number in cases(every).items()}
        css = (STATIC / "referee.css").read_text(encoding="utf-8")
        for number in pressed.values():
            assert f'form:has([data-case="{number}"]:checked) .in-{number}' in css
        for choice in every:
            needed = {f"in-{pressed[choice.governor, value]}" for value in choice.under}
            for field in _fields(page, choice.name):
                assert set(field.get("class").split()) == ({"only"} | needed if needed else set())


def test_teams_are_for_a_number_of_players(ann: Phone) -> None:
    three, four = "[0, 1, 2, 0, 1, 2]", "[0, 1, 0, 1, 2, 3, 2, 3]"
    for number, teams, is_for_them in (
        (6, three, True), (4, three, False), (8, four, True), (6, four, False), (6, "null", True),
    ):  # fmt: skip
        names = {f"player{seat}": f"P{seat}" for seat in range(number)}
        page = ann.post("/new", {"game": GAME, "teams": teams, **names})
        assert page.status == (303 if is_for_them else 422)
        assert is_for_them or page.rules == ["card-triathlon.teams"]


def test_the_rulebook_of_a_match_says_when_it_ends(ann: Phone) -> None:
    made = against_the_clock()
    made["options"]["finish_at"] = "2025-03-01T21:30:00+01:00"
    timed, free = opened(ann, made), opened(ann, against_the_clock())
    assert "1 Mar 2025, 21:30 UTC+01:00" in ann.open(timed.to_score + "rules").text
    assert "finish: not agreed" in ann.open(free.to_score + "rules").text
