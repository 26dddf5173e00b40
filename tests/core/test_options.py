"""Options in forms: which values are offered, and what is read from a form."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.options import Choice, choices, chosen, options_played, typing_faults
from referee.core.registry import GAMES
from referee.core.sheet import read_record
from tests.games.expected import find_expected
from tests.games.records import NAMES, Json, is_refused, la_krap, record

KRAP = GAMES["la-krap"].spec
ROUNDS = (3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 30)


def choice(game: str, name: str, seats: int = 4) -> Choice:
    (found,) = (c for c in choices(GAMES[game].spec.options, NAMES[:seats]) if c.name == name)
    return found


def test_an_option_offers_these_values() -> None:
    rows: list[tuple[str, str, tuple[Any, ...], Any]] = [
        ("la-krap", "rounds", ROUNDS, 12), ("la-krap", "first_dealer", (0, 1, 2, 3), 0),
        ("la-krap", "first_lead", ("left", "dealer"), "left"),
        ("la-krap", "twos", ("previous", "suit", "plain"), "previous"),
        ("la-krap", "special_anytime", (True, False), True),
        ("triathlon", "athlete_discard", ("when-void", "never"), "when-void"),
        ("thirty-one", "lives", (0, 1, 2, 3, 4, 5), 3), ("thirty-one", "deck", (32, 36, 52), 32),
        ("thirty-one", "fire", (True, False), False), ("tribello", "first_dealer", (0, 1, 2, 3), 0),
    ]  # fmt: skip
    for game, name, values, default in rows:
        found = choice(game, name)
        assert tuple(value for value, _ in found.values) == values, game
        assert found.default == default


@pytest.mark.parametrize("game", find_expected())
def test_every_option_offers_its_default_and_only_what_a_record_may_say(game: str) -> None:
    spec = GAMES[game].spec
    for each in choices(spec.options, NAMES[: spec.fewest]):
        found = each.for_players(spec.fewest)
        values = [value for value, _ in found.values]
        if not values:
            assert found.name in find_expected()[game].takes_figures
            continue
        assert found.default in values
        assert len({str(value) for value in values}) == len(values) > 1
        assert len({words for _, words in found.values}) == len(values)
        for value in values:
            options = {found.name: value}
            if found.governor:
                options[found.governor] = found.under[0]
            data = record(game, spec.fewest, [], **options)
            assert read_record(data).as_json() == data


def test_a_number_that_is_not_offered_is_a_lawful_one_all_the_same() -> None:
    for rounds in (1, 2, 7, 13, 31, 1000):
        assert rounds not in ROUNDS, rounds
        read = read_record(la_krap(4, rounds=rounds))
        assert read.as_json() == la_krap(4, rounds=rounds)
        words = {c.name: label for c, label in options_played(read.options, NAMES[:4])}
        assert words["rounds"] == str(rounds)


def test_a_number_beyond_the_bounds_is_none() -> None:
    rows: list[Any] = [0, -1, 12.0, "12", True]
    for rounds in rows:
        assert is_refused(read_record, la_krap(4, rounds=rounds))


def test_a_form_chooses_what_it_offers() -> None:
    rows: list[tuple[dict[str, str], Json]] = [
        ({}, {}), ({"rounds": "12"}, {}), ({"rounds": "3"}, {"rounds": 3}),
        ({"rounds": "30"}, {"rounds": 30}),
        ({"rounds": "other", "rounds_typed": " 7 "}, {"rounds": 7}),
        ({"rounds": "3", "rounds_typed": ""}, {"rounds": 3}), ({"rounds": ""}, {}),
        # Without its key, as after the game was changed.
        ({"rounds": "7"}, {"rounds": 7}), ({"rounds_typed": "7"}, {"rounds": 7}),
        ({"first_dealer": "3", "rounds": "4"}, {"first_dealer": 3, "rounds": 4}),
        ({"special_anytime": "false", "twos": "previous"}, {"special_anytime": False}),
        # As in links of earlier versions.
        ({"special_anytime": "False"}, {"special_anytime": False}),
        ({"special_anytime": "true", "sheet": "plain", "x": "y"}, {"sheet": "plain"}),
    ]  # fmt: skip
    for form, found in rows:
        every = choices(KRAP.options, NAMES[:4])
        options = chosen(every, form)
        assert (options, typing_faults(every, form)) == (found, []), form
        assert read_record(la_krap(4, **options)).as_json()["options"] == found


MARATHON = {"format": "marathon"}


@pytest.mark.parametrize(
    ("text", "value"),
    [("C", ["C"]), ("b c d d", [*"BCDD"]), ("B, C", [*"BC"]), ('["C"]', ["C"]),
     ("B" * 60, ["B"] * 60), ("BBCDD", [*"BBCDD"]),
     ("B" * 61, None), ("BX", None), ("–", None), ("1", None)],
)  # fmt: skip
def test_a_sequence_is_typed(text: str, value: list[str] | None) -> None:
    every = choices(GAMES["card-triathlon"].spec.options, ())
    form = MARATHON | {"sequence": "other", "sequence_typed": text}
    assert [each.option for each in typing_faults(every, form)] == ["sequence"] * (value is None)
    if value is not None:
        assert chosen(every, form) == MARATHON | {"sequence": value}
        assert choice("card-triathlon", "sequence").label(value) == " ".join(value)


def test_a_value_that_an_option_does_not_have_is_refused_and_so_are_two() -> None:
    rows: list[tuple[str, dict[str, str], str]] = [
        ("la-krap", {"rounds": "0"}, "rounds"), ("la-krap", {"rounds": "three"}, "rounds"),
        ("la-krap", {"rounds": "other"}, "rounds"), ("la-krap", {"rounds_typed": "1.5"}, "rounds"),
        ("la-krap", {"rounds_typed": "10000"}, "rounds"),
        ("la-krap", {"rounds": "12", "rounds_typed": "7"}, "rounds"),
        ("la-krap", {"rounds": "12", "rounds_typed": "12"}, ""),
        ("la-krap", {"first_dealer": "4"}, "first_dealer"), ("la-krap", {"twos": "all"}, "twos"),
        ("tribello", {"first_dealer": "x"}, "first_dealer"), ("la-krap", {"twos": ""}, ""),
        ("card-triathlon", {"format": "10000"}, "format"),
        ("card-triathlon", MARATHON | {"sequence": "E"}, "sequence"),
        ("card-triathlon", {"sequence": "E"}, ""),  # a sprint has its own
        ("card-triathlon", {"format": "clock", "decision_seconds": "14"}, "decision_seconds"),
        ("card-triathlon", {"format": "clock", "decision_seconds_typed": "17"}, ""),
        ("thirty-one", {"lives": "6"}, "lives"), ("free-pad", {"teams": "4"}, "teams"),
        ("triathlon", {"athlete_discard": "maybe"}, "athlete_discard"),
    ]  # fmt: skip
    for game, form, wrong in rows:
        every = choices(GAMES[game].spec.options, NAMES[:4])
        faults = typing_faults(every, form)
        assert [each.option for each in faults] == [wrong] * bool(wrong), form
        assert all(each.rule == choice(game, wrong).rule for each in faults)
    both = typing_faults(choices(KRAP.options, ()), {"rounds": "12", "rounds_typed": "7"})[0]
    assert {"12", "7"} <= {*str(both.message).replace(",", "").replace(".", "").split()}


def test_a_number_that_may_be_none_is_typed() -> None:
    rows: list[tuple[str, str, Any, bool]] = [
        ("mark", "", None, True), ("mark", "100", 100, True), ("mark", " −50 ", -50, True),
        ("mark", "9999999", 9_999_999, True), ("mark", "-9999999", -9_999_999, True),
        ("mark", "10000000", None, False), ("mark", "12.5", None, False),
        ("mark", "ten", None, False), ("rounds", "1", 1, True), ("rounds", "9999", 9_999, True),
        ("rounds", "0", None, False), ("rounds", "10000", None, False),
        ("sum", "4,5", 4.5, True), ("sum", "½", 0.5, True), ("sum", "0.25", None, False),
        ("sum", "9999999", 9_999_999, True), ("sum", "10000000", None, False),
    ]  # fmt: skip
    every = choices(GAMES["free-pad"].spec.options, ())
    for name, text, value, is_readable in rows:
        form = {name: text}
        assert choice("free-pad", name).read(text) == value, form
        faults = [(each.option, each.rule) for each in typing_faults(every, form)]
        rule = "free-pad.sum" if name == "sum" else "free-pad.end"
        assert faults == ([] if is_readable else [(name, rule)]), form
        assert chosen(every, form) == ({} if value is None else form | {name: value})
    assert choice("free-pad", "mark").label(-1_000) == "−1,000"
    assert choice("free-pad", "mark").label(None) == "no target"


def test_a_value_can_be_for_so_many() -> None:
    rows: list[tuple[str, str, int, bool]] = [
        ("format", "3000", 4, True), ("format", "3000", 6, False), ("format", "3000", 8, False),
        # While there are too few names to play, more may come, but none will go.
        ("format", "3000", 0, True), ("format", "3000", 3, True), ("format", "3000", 5, False),
        ("b_jokers", "true", 4, True), ("b_jokers", "true", 6, False),
        ("b_jokers", "true", 7, True), ("b_jokers", "true", 8, True),
        ("b_jokers", "true", 9, False),
    ]  # fmt: skip
    for name, value, number, can_be in rows:
        numbers = choice("card-triathlon", name).only_for[value]
        assert numbers.may_come(number, GAMES["card-triathlon"].spec.numbers) is can_be, name


def test_a_company_has_the_values_that_are_for_it() -> None:
    rows: list[tuple[str, str, int, list[Any]]] = [
        ("card-triathlon", "teams", 4, []),
        ("card-triathlon", "teams", 6, [None, [0, 1, 2, 0, 1, 2]]),
        ("card-triathlon", "teams", 8, [None, [0, 1, 0, 1, 2, 3, 2, 3]]),
        ("card-triathlon", "b_jokers", 6, []),
        ("card-triathlon", "b_jokers", 8, [True, False]),
        ("thirty-one", "deck", 9, [32, 36, 52]), ("thirty-one", "deck", 10, [36, 52]),
        ("thirty-one", "deck", 11, [36, 52]), ("thirty-one", "deck", 12, []),
    ]  # fmt: skip
    for game, name, number, values in rows:
        found = choice(game, name).for_players(number)
        assert [value for value, _ in found.values] == values, game
        assert found.usual in values or not values
        assert found.label(found.default) == choice(game, name).label(found.default)


def test_where_the_default_is_not_for_so_many_what_is_left_is_used() -> None:
    rows: list[tuple[int, str | None, Json]] = [
        (9, None, {}), (9, "36", {"deck": 36}), (10, None, {"deck": 36}), (10, "32", {"deck": 36}),
        (11, "52", {"deck": 52}), (12, None, {"deck": 52}), (16, "36", {"deck": 52}),
    ]  # fmt: skip
    for number, text, options in rows:
        spec = GAMES["thirty-one"].spec
        every = [each.for_players(number) for each in choices(spec.options, ())]
        assert chosen(every, {} if text is None else {"deck": text}) == options, number
        spec.check_options(spec.read_options(options, number), number)


def test_a_seat_is_called_by_its_player() -> None:
    assert choice("la-krap", "first_dealer", 6).values == tuple(enumerate(NAMES[:6]))
    assert choice("la-krap", "first_dealer", 0).values == ()
