"""A new match: its form and options, time limits, refusals, and a rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import referee
from referee.core.findings import Problem
from referee.core.options import Choice, choices
from referee.core.registry import GAMES
from referee.web.match import clock
from referee.web.start.new_match import find_faults, read_new_match
from tests.games.card_triathlon.legs import TIME
from tests.games.expected import find_expected
from tests.games.records import deal, figures, la_krap, thirty_one, triathlon, tribello
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch
from tests.web.timed import LEG, against_the_clock


def test_a_match_starts_with_what_was_chosen(ann: Phone) -> None:
    match = ann.start(
        "thirty-one", "Ann", "Ben", title="Swim", lives="0", fire="true", first_dealer="1"
    )
    assert match.match.record() == {
        "format": "referee-record/1", "game": "thirty-one", "title": "Swim",
        "players": ["Ann", "Ben"], "options": {"lives": 0, "fire": True, "first_dealer": 1},
        "entries": [],
    }  # fmt: skip
    assert "Ben deals" in ann.open(match.to_score).text

    page = ann.open("/new?game=tribello")
    page = ann.send(page, "/new", player0="Ann", player1=" Ben ", player2="Cleo")
    match = ann.match_at(page.address)
    assert (match.match.players, match.match.options) == (("Ann", "Ben", "Cleo"), {})
    assert page.tree.one("title").text == "Tribello · Ann, Ben, Cleo"
    assert page.tree.one("h1").text == "Tribello · deal 1 of 12"

    match = ann.start("thirty-one", "Ann", "", "Ben")
    assert match.match.players == ("Ann", "Ben")


def test_another_game_can_be_asked_for_without_losing_a_name(ann: Phone) -> None:
    page = ann.post(
        "/new", {"game": "thirty-one", "player0": "Ann", "again": "1"}, HX_Request="true"
    )
    assert page.status == 200
    assert not page.is_whole
    fields = page.form("/new").fields()
    assert (fields["game"], fields["player0"]) == ("thirty-one", "Ann")
    assert "lives" in fields
    assert f"player{GAMES['thirty-one'].spec.most - 1}" in fields


def test_a_person_takes_the_next_field_by_one_tap_and_frees_it_by_another(
    ann: Phone, ben: Phone, friday: PlayedMatch
) -> None:
    assert ben.open("/new").tree.all("button", name="person") == []
    page = ann.open("/new?game=tribello")
    for person, seats, pressed in (
        ("Ben", ["Ben", "Zoe", ""], ["Ben"]),
        ("Cleo", ["Ben", "Zoe", "Cleo"], ["Ben", "Cleo"]),
        ("Ann", ["Ben", "Zoe", "Cleo"], ["Ben", "Cleo"]),  # all seats are taken
        ("Ben", ["", "Zoe", "Cleo"], ["Cleo"]),
    ):
        typed = page.form("/new").fields() | {"player1": "Zoe", "person": person}
        page = ann.post("/new", typed)
        assert page.status == 200
        fields = page.form("/new").fields()
        assert [fields[f"player{seat}"] for seat in range(3)] == seats
        keys = page.tree.all("button", name="person")
        assert [key.text for key in keys] == ["Ann", "Ben", "Cleo"]
        assert [key.text for key in keys if key["aria-pressed"] == "true"] == pressed
    (player,) = ann.post("/new", {"game": "tribello", "person": "<b>"}).tree.all(
        "input", name="player0"
    )
    assert player["value"] == "<b>"


def test_the_names_of_this_phone_are_offered(ann: Phone, ben: Phone, friday: PlayedMatch) -> None:
    def offered(phone: Phone) -> list[str]:
        return [each["value"] for each in phone.open("/new").tree.one("datalist").all("option")]

    assert offered(ann) == ["Ann", "Ben", "Cleo"]
    assert offered(ben) == []


def tables_offered(phone: Phone, game: str) -> list[list[str]]:
    keys = phone.open(f"/new?game={game}").tree.all("button", name="table")
    return [key["value"].splitlines() for key in keys]


def test_the_last_tables_that_can_play_are_a_tap_away(ann: Phone, ben: Phone) -> None:
    ann.start("thirty-one", "Dan", "Eva")
    first = ann.start("tribello", "Ann", "Ben", "Cleo")
    ann.start("triathlon", "Ben", "Cleo", "Ann")  # the same people, in another order
    assert tables_offered(ann, "tribello") == [["Ben", "Cleo", "Ann"]]
    assert tables_offered(ann, "thirty-one") == [["Ben", "Cleo", "Ann"], ["Dan", "Eva"]]
    assert tables_offered(ann, "card-triathlon") == []
    ben.open(first.to_watch)  # watched matches are not offered as tables
    assert tables_offered(ben, "tribello") == []


def test_a_table_takes_its_seats_with_one_tap_and_keeps_what_else_was_chosen(ann: Phone) -> None:
    ann.start("thirty-one", "Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")
    page = ann.open("/new?game=thirty-one")
    (key,) = page.tree.all("button", name="table")
    assert key.text == "Same again: Ann, Ben, Cleo, Dan, Eva and 2 others"
    typed = page.form("/new").fields() | {"player0": "Zoe", "player8": "Yan", "lives": "1"}
    seated = ann.post("/new", typed | {"table": key["value"]})
    assert seated.status == 200
    fields = seated.form("/new").fields()
    names = [fields[f"player{seat}"] for seat in range(8)]
    assert names == ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", ""]
    assert fields["lives"] == "1"
    assert ann.send(seated, "/new").status == 200
    assert len(ann.open("/").tree.all("a", class_="go-on")) == 2


def test_a_double_tap_opens_one_match_or_circle(ann: Phone) -> None:
    for place, ending, typed in (
        ("/new?game=tribello", "/new", names(3)), ("/c/new", "/c/new", {"name": "X"}),
        ("/import", "/import", {"text": json.dumps(tribello(deal(6, 4, 3)))}),
    ):  # fmt: skip
        page = ann.open(place)
        answers = [ann.answer(page, ending, **typed) for _ in range(2)]
        assert [answer.status for answer in answers] == [303, 303]
        assert len({answer.location for answer in answers}) == 1


FINISHED = [
    tribello(*[deal(6, 4, 3)] * 12, first_dealer=2),
    thirty_one(3, figures(21, 20, 10), figures(21, 20, None), lives=0, first_dealer=2),
    triathlon(*[deal(5, 5, 3, last_trick=2)] * 3, first_dealer=2, athlete_discard="never"),
    la_krap(3, deal(7, 0, 0, teams=None), rounds=1, first_dealer=2, twos="suit"),
]


def test_a_rematch_has_the_same_table_and_the_next_dealer(ann: Phone) -> None:
    for record in FINISHED:
        page = ann.follow(ann.import_text(json.dumps(record)))
        match = ann.match_at(page.address)
        first, second = ann.answer(page, "/rematch"), ann.answer(page, "/rematch")
        assert first.location == second.location
        again = ann.match_at(first.location)
        assert again.score_key != match.score_key
        assert again.match.players == match.match.players
        assert again.match.title == "Friday"
        assert again.match.options == record["options"] | {"first_dealer": 0}
        assert again.entries == []
        assert "Ann deals" in ann.follow(first).text


def test_forty_matches_and_a_hand_fit_in_the_cookie(app: Flask, ann: Phone) -> None:
    kinds = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章"
    for number in range(45):
        names = [kinds[(number * 7 + seat * 3) % 30 :][:10] * 4 for seat in range(3)]
        names = [name[:38] + f"{number % 5}{seat}" for seat, name in enumerate(names)]
        match = ann.start("tribello", *names)
        ann.open(match.to_score)
        ann.post(match.to_score + "phone", {"seat": "1"})
    hand = "10S 10H 10D 10C AS AH AD AC KS KH KD KC QS"
    ann.send(match.begin(trump="S"), "/play/hand", hand=hand)
    page = ann.open(match.to_score)
    assert page.form("/play/hand").fields()["hand"] == hand
    cookie = ann.client.get_cookie("referee")
    assert cookie is not None
    assert len(cookie.value) < 4000
    assert len(ann.open("/").tree.all("a", class_="go-on")) == 40


def test_keys_are_narrow_only_for_numbers(ann: Phone) -> None:
    for game, has_numbers in [("la-krap", True), ("card-triathlon", False)]:
        page = ann.open(f"/new?game={game}")
        found: dict[str, list[str]] = {"keys": [], "keys wide": []}
        for each in page.tree.all("div"):
            if each.get("class") in found:
                found[each["class"]] += [key.text for key in each.all("label")]
        assert bool(found["keys"]) is has_numbers
        assert all(words.isdecimal() for words in found["keys"])
        assert has_numbers or {"one", "two"} <= set(found["keys wide"])


def names(number: int) -> dict[str, str]:
    return {f"player{seat}": f"P{seat}" for seat in range(number)}


def forms(game: str) -> Iterator[dict[str, str]]:
    """Yield forms with every number of players and, for any two options, every pair of values."""
    spec = GAMES[game].spec
    declared = choices(spec.options, ())
    every = [[("title", "")], *([(each.name, text) for text in texts(each)] for each in declared)]
    pairs = [pair for two in combinations(every, 2) for pair in product(*two)]
    for number in range(spec.most + 1):
        for pair in pairs:
            yield {"game": game, **names(number), **dict(pair)}
    yield {"game": game, **names(spec.fewest), "player0": "p1"}
    yield {"game": game, **names(spec.fewest), "player0": "A" * 41}
    yield {"game": game, **names(spec.fewest), "first_dealer": str(spec.most)}


def texts(choice: Choice) -> list[str]:
    if choice.clock == "finish":
        return ["", "90"]
    return [key for key, _ in choice.keys] or ["0"]


def is_a_sentence(problem: Problem) -> bool:
    """Whether a message is a sentence, without field names, lists or validator phrases."""
    message = str(problem.message)
    signs = re.search(r"[_\[\]{}]|must be|options|players: ", message)
    return signs is None and re.fullmatch(r"[A-Z0-9“].*[.]", message) is not None


def test_every_refusal_of_a_start_is_a_sentence_with_the_rule_and_the_part() -> None:
    for game in find_expected():
        found: dict[tuple[str, str | None, str], Problem] = {}
        for form in forms(game):
            for problem in find_faults(read_new_match(form)):
                found.setdefault((game, problem.field, problem.rule), problem)
                assert is_a_sentence(problem), problem.message
        expected = find_expected()[game].start_refusals
        refusals = {("players", GAMES[game].spec.players_rule), *expected}
        assert found.keys() == {(game, part, rule) for part, rule in refusals}
        assert {rule for _, _, rule in found} <= {law.id for law in GAMES[game].rulebook.laws}


def part(page: Page, title: str) -> Element:
    found = [
        each for each in page.tree.all("fieldset") if each.one("legend").text.startswith(title)
    ]
    assert len(found) == 1
    return found[0]


def test_what_is_wrong_is_said_in_its_place_and_marked(ann: Phone) -> None:
    cases: list[tuple[str, int, dict[str, str], str, str]] = [
        ("card-triathlon", 6, {"format": "3000"}, "Format", "card-triathlon.3000"),
        ("card-triathlon", 8, {"format": "3000"}, "Format", "card-triathlon.3000"),
        ("card-triathlon", 5, {}, "Players", "card-triathlon.players"),
        ("card-triathlon", 4, {"finish_at": "90"}, "Finish", "card-triathlon.clock"),
        ("card-triathlon", 6, {"format": "5000", "b_jokers": "true"}, "Jokers in B",
            "card-triathlon.b.two-cards"),
        ("card-triathlon", 8, {"teams": "[0, 1, 2, 0, 1, 2]"}, "Teams",
            "card-triathlon.teams"),
        ("thirty-one", 10, {}, "Pack", "thirty-one.players"),
        ("thirty-one", 12, {"deck": "36"}, "Pack", "thirty-one.players"),
        *(("tribello", number, {"title": "Fri"}, "Players", "tribello.players")
          for number in range(3)),
    ]  # fmt: skip
    for game, number, typed, title, rule in cases:
        page = ann.post("/new", {"game": game, **names(number), **typed})
        assert (page.status, page.rules) == (422, [rule])
        assert (names(number) | typed).items() <= page.form("/new").fields().items()
        blamed = part(page, title)
        assert "blamed" in blamed.get("class").split()
        assert blamed.one(role="alert").all("a", class_="rule")[0]["href"].endswith(f"#{rule}")
        assert all("open" in each.attrs for each in blamed.ancestors() if each.tag == "details")
        assert page.tree.one(id="unready").text.endswith(blamed.one(class_="who").text)
        assert len([each for each in page.tree.all("input") if "autofocus" in each.attrs]) == 1

    for name, said in (("p0", "same name"), ("C" * 41, "40 letters")):
        page = ann.post("/new", {"game": "tribello", **names(3), "player2": name})
        assert (page.rules, said in page.alert) == (["tribello.players"], True)
        marked = [each["name"] for each in page.tree.all("input") if "aria-invalid" in each.attrs]
        focused = [each["name"] for each in page.tree.all("input") if "autofocus" in each.attrs]
        assert marked == focused == ["player2"]
    assert ann.open("/").tree.all("a", class_="go-on") == []


def dashed(page: Page, name: str) -> set[str]:
    """Values of an option that the page marks as not meant for this number of players."""
    keys = [
        key for key in page.tree.all("label") if {"off", "wrong"} & set(key.get("class").split())
    ]
    return {key.one("input")["value"] for key in keys if key.one("input")["name"] == name}


def test_formats_and_teams_that_so_many_cannot_play_are_dashed(ann: Phone) -> None:
    three, four = "[0, 1, 2, 0, 1, 2]", "[0, 1, 0, 1, 2, 3, 2, 3]"
    teams = {0: set(), 3: set(), 4: {three, four}, 5: set(), 6: {four}, 8: {three}}
    for number, off in teams.items():
        page = ann.post("/new", {"game": "card-triathlon", "again": "1", **names(number)})
        assert dashed(page, "format") == ({"3000"} if number > 4 else set())
        assert dashed(page, "teams") == off

    page = ann.open("/new?game=card-triathlon")
    keys = part(page, "Format").one(class_="keys")
    (reason,) = keys.all("template")
    assert reason.all("a", class_="rule")[0]["href"].endswith("#card-triathlon.3000")
    assert "42,200" in keys.all("small")[-1].text, "how long it is"
    numbers = [each.get("data-numbers") for each in keys.all("input")]
    assert sorted(numbers) == [""] * 5 + ["4"]
    assert page.form("/new")["data-numbers"] == "4 6 8"


def test_options_that_lead_stand_between_the_game_and_the_players(ann: Phone) -> None:
    for game in GAMES:
        page = ann.open(f"/new?game={game}")
        titles = [each.one(class_="who").text for each in page.tree.all("fieldset")[1:]]
        leading = [
            each.title for each in choices(GAMES[game].spec.options, ()) if each.is_asked_first
        ]
        assert titles[: len(leading) + 1] == [*leading, "Players"]
        if GAMES[game].is_named_by_title:
            assert titles[1:4] == ["What is it called?", "Who wins", "Target"]
        fields = [each["name"] for each in page.tree.all("input") if "autofocus" in each.attrs]
        assert fields == ([] if leading else ["player0"])
        is_timed = any(each.clock == "finish" for each in choices(GAMES[game].spec.options, ()))
        assert ("finish_at_minutes" in page.form("/new").fields()) is is_timed


GAME = "card-triathlon"
SPEC = GAMES[GAME].spec
STATIC = Path(referee.__file__).parent / "static"
FOUR = {"player0": "Ann", "player1": "Ben", "player2": "Cleo", "player3": "Dora"}
RULE = "card-triathlon.clock"


def test_a_match_ends_so_many_minutes_from_now() -> None:
    eight, east = datetime(2025, 3, 1, 20, 0, 0, tzinfo=UTC), timezone(timedelta(hours=2))
    cases: list[tuple[dict[str, str], datetime, str]] = [
        ({"finish_at": "45"}, eight, "2025-03-01T20:45:00+00:00"),
        ({"finish_at": "240"}, eight, "2025-03-02T00:00:00+00:00"),
        ({"finish_at": "45"}, eight + timedelta(microseconds=1), "2025-03-01T20:46:00+00:00"),
        ({"finish_at": "45"}, eight + timedelta(seconds=59), "2025-03-01T20:46:00+00:00"),
        ({"finish_at_minutes": " 75 "}, eight, "2025-03-01T21:15:00+00:00"),
        ({"finish_at_minutes": "1"}, eight, "2025-03-01T20:01:00+00:00"),
        ({"finish_at_minutes": "1440"}, eight, "2025-03-02T20:00:00+00:00"),
        ({"finish_at": "45", "finish_at_minutes": "45"}, eight, "2025-03-01T20:45:00+00:00"),
        ({"finish_at": "60"}, datetime(2025, 3, 1, 22, tzinfo=east), "2025-03-01T21:00:00+00:00"),
    ]
    for form, now, finish in cases:
        assert clock.finish_option(SPEC.options, form, now) == {"finish_at": finish}

    for form in [{}, {"finish_at": ""}, {"finish_at": "44"}]:
        assert clock.finish_option(SPEC.options, form, eight) == {}
        assert clock.finish_option(GAMES["tribello"].spec.options, {"finish_at": "45"}, eight) == {}


def test_minutes_are_said_as_people_say_them() -> None:
    for minutes, words in (
        (45, "45 min"), (60, "1 hour"), (90, "1½ hours"), (100, "100 min"), (120, "2 hours"),
    ):  # fmt: skip
        assert clock.label(minutes) == words


def test_minutes_that_are_none_are_refused_by_the_rule_and_kept(ann: Phone) -> None:
    minutes = ("0", "1441", "-5", "1.5", "soon", "9" * 5000)
    for typed in (*({"finish_at_minutes": text} for text in minutes),
                  {"finish_at": "45", "finish_at_minutes": "46"}):  # fmt: skip
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


@pytest.mark.parametrize(
    ("game", "typed", "options"),
    [
        ("la-krap", {"rounds": "other", "rounds_typed": "7"}, {"rounds": 7}),
        ("la-krap", {"rounds": "12", "rounds_typed": "7"}, None),
        ("la-krap", {"rounds": "0"}, None),
        ("la-krap", {"sheet": "all"}, None),
        ("la-krap", {"first_dealer": "Ann"}, None),
        (GAME, {"format": "marathon", "sequence": "other", "sequence_typed": "bcdd"},
         {"format": "marathon", "sequence": [*"BCDD"]}),
        (GAME, {"format": "marathon", "sequence": "E"}, None),
        (GAME, {"format": "clock", "finish_at": "soon"}, None),
        (GAME, {"format": "clock"}, None),
        (GAME, {"format": "clock", "finish_at": "", "finish_at_minutes": " "}, None),
    ],
)  # fmt: skip
def test_an_option_has_the_value_that_was_typed_or_is_refused_and_keeps_it(
    ann: Phone, game: str, typed: dict[str, str], options: dict[str, object] | None
) -> None:
    page = ann.post("/new", {"game": game, **FOUR, **typed})
    if options is not None:
        assert (
            page.status,
            read_new_match({"game": game, **FOUR, **typed}).payload["options"],
        ) == (303, options)
        return
    assert page.status == 422
    assert page.tree.all("fieldset", class_="blamed")[0].all("a", class_="rule") != []
    for name, text in typed.items():
        assert not name.endswith("_typed") or page.tree.one("input", name=name)["value"] == text


def test_the_form_starts_a_match_that_ends_in_time(ann: Phone) -> None:
    typed = {"format": "clock", "finish_at": "90", "decision_seconds": "20"}
    before = datetime.now(UTC)
    page = ann.send(ann.open(f"/new?game={GAME}"), "/new", **FOUR, **typed)
    options = ann.match_at(page.address).match.options
    assert options["finish_at"].endswith(":00+00:00")
    assert_it_ends_after(90, options.pop("finish_at"), before)
    assert options == {"format": "clock", "decision_seconds": 20}


def test_a_rematch_gets_as_many_minutes_again_unless_it_had_ended_before(ann: Phone) -> None:
    made = against_the_clock(LEG, TIME, ends=0)
    made["options"] |= clock.finish_option(
        SPEC.options, {"finish_at_minutes": "75"}, datetime.now(UTC)
    )
    first = ann.load(made)
    before = datetime.now(UTC)
    options = options_of_a_rematch(ann, first)
    assert_it_ends_after(75, options.pop("finish_at"), before)
    assert options == {"format": "clock", "first_dealer": 1}

    first = ann.load(against_the_clock(LEG, TIME, ends=-600, decision_seconds=15))
    options = {"format": "clock", "decision_seconds": 15, "first_dealer": 1}
    assert options_of_a_rematch(ann, first) == options


def options_of_a_rematch(phone: Phone, match: PlayedMatch) -> dict[str, Any]:
    page = phone.answer(phone.open(match.to_score), "/rematch")
    return phone.match_at(page.location).match.options


def test_what_an_option_leaves_no_room_for_is_not_written_down() -> None:
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
        assert read_new_match({"game": GAME, **FOUR, **form}).payload["options"] == options


def test_the_style_sheet_knows_every_case_on_which_options_depend(ann: Phone) -> None:
    for game in GAMES:
        every = choices(GAMES[game].spec.options, ())
        page = ann.open(f"/new?game={game}")
        pressed = {
            (each["name"], each["value"]): each["data-case"]
            for each in page.tree.all("input")
            if "data-case" in each.attrs
        }
        pairs = dict.fromkeys((each.governor, value) for each in every for value in each.under)
        assert pressed == {pair: str(number) for number, pair in enumerate(pairs)}
        css = (STATIC / "referee.css").read_text(encoding="utf-8")
        for number in pressed.values():
            assert f'main:has([data-case="{number}"]:checked) .in-{number}' in css
        for choice in every:
            needed = {f"in-{pressed[choice.governor, value]}" for value in choice.under}
            for field in page.tree.all("fieldset"):
                if not field.all("input", name=choice.name):
                    continue
                assert set(field.get("class").split()) == ({"only"} | needed if needed else set())


def test_the_rulebook_of_a_match_says_when_it_ends(ann: Phone) -> None:
    made = against_the_clock()
    made["options"]["finish_at"] = "2025-03-01T21:30:00+01:00"
    timed, free = ann.load(made), ann.load(against_the_clock())
    assert "1 Mar 2025, 21:30 UTC+01:00" in ann.open(timed.to_score + "rules").text
    assert "(your table): not agreed" in ann.open(free.to_score + "rules").text


def test_a_match_starts_without_names(ann: Phone) -> None:
    tables = {"tribello": ("North", "East", "South"),
              "card-triathlon": ("North", "East", "South", "West")}  # fmt: skip
    for game, names in tables.items():
        page = ann.open(f"/new?game={game}")
        assert page.tree.one("button", name="nameless").text == "Start without names"
        sent = ann.post("/new", page.form("/new").fields() | {"nameless": "1"})
        match = ann.match_at(sent.location)
        assert match.match.players == names
    form = ann.open("/new?game=tribello").form("/new").fields()
    assert ann.post("/new", form | {"nameless": "1", "player0": "Ann"}).status == 422
    assert ann.post("/new", form).status == 422


def test_a_game_chosen_on_the_home_page_is_not_asked_again(ann: Phone) -> None:
    for address, is_folded in (("/new?game=la-krap", True), ("/new?game=chess", False),
                               ("/new", False)):  # fmt: skip
        page = ann.open(address)
        folded = [each for each in page.tree.all("details") if each.all("input", name="game")]
        assert bool(folded) == is_folded, address
        assert len(page.tree.all("input", name="game")) == len(GAMES)
