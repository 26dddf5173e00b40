"""Records: which are valid, which are rejected and why, and that a round trip changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given

from referee.core.options import choices
from referee.core.record import plain_json, read_json
from referee.core.registry import GAMES, record_schema
from referee.core.rulings import ask, question_kind
from referee.core.sheet import read_record, score
from referee.core.validation import NotARecord
from tests.games.records import (
    NAMES,
    Json,
    deal,
    figures,
    is_refused,
    record,
    records,
    shown,
    thirty_one,
    tribello,
)

TIME = "2025-03-01T20:15:00+01:00"
RULING = {"at": TIME, "question": {"game": "tribello"}, "decision": "Ann's trick."}
FULL = tribello(
    deal(6, 4, 3, trump="S", pickup=[5, 2, 0], id="a", at=TIME, by="Ann", note="", accepted=[]),
    deal(3, 6, 4, id="b"),
    first_dealer=0,
) | {
    "sessions": [
        {"start": TIME, "end": TIME, "pauses": [{"start": TIME, "end": TIME}, {"start": TIME}],
         "place": "At Ann's", "players": ["Ann", "Ben", "Dora"], "note": "Dora for Cleo"},
        {"start": "2025-03-08T20:15:00+01:00"},
    ],
    "rulings": [RULING],
    "house": [{"rule": "tribello.deal", "text": "Left first.", "at": TIME},
              {"rule": "tribello.trump", "text": "Cut once."}],
}  # fmt: skip
ROUNDS = thirty_one(3, figures(21, 30.5, 10, closer=1), shown("AH KH 7S", "9C 9D 9H", "7S 8D QC"))
NEITHER = object()


def changed(base: Json, path: str, value: Any) -> Json:
    """Return the record with this value at this path; if it is NEITHER, without the field."""
    copy = deepcopy(base)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inner: Any = copy
    for step in way:
        inner = inner[step]
    if value is NEITHER:
        del inner[last]
    else:
        inner[last] = value
    return copy


Said = tuple[Any, ...]
"""A record, a path in it, and values to put there."""

LAWFUL: list[Said] = [
    (FULL, "title", "", NEITHER), (FULL, "players", ["Ann", "ann", "Ann "]),
    (FULL, "options", NEITHER, {}), (FULL, "options.first_dealer", 2), (FULL, "entries", []),
    (FULL, "entries.0.at", "2025-03-01T19:15Z"),
    (FULL, "entries.0.accepted", ["tribello.follow", "no.such.rule"]),
    (FULL, "entries.0.tricks", [0, 0, 0], [10**9, 0, 0]),
    (FULL, "entries.0.play", []), (FULL, "entries.1.id", "A"), (FULL, "sessions", []),
    (FULL, "rulings", NEITHER), (ROUNDS, "players", ["A", "B", "C"]),
    (ROUNDS, "options", {"deck": 52, "lives": 0, "valuation": "suit", "passing": False},
     {"lives": 5, "fire": True, "tied_lowest": "none", "first_dealer": 2}),
    (ROUNDS, "entries.0.values", [None, None, None], [-1, 0.25, 10**9], [-(10**9), 0, 0]),
    (ROUNDS, "entries.0.closer", 2), (ROUNDS, "entries.1.hands", [[], ["?"], None]),
    (ROUNDS, "option_changes", [], [{"from": 1, "options": {"fire": True, "passing": False}}],
     [{"from": 1, "options": {}}, {"from": 2, "options": {"valuation": "suit"}}]),
]  # fmt: skip

LEFT_OUT: list[tuple[Json, str]] = [
    (FULL, "title"), (FULL, "options"), (FULL, "options.first_dealer"), (FULL, "sessions"),
    (FULL, "sessions.0.pauses"), (FULL, "rulings"), (FULL, "house"), (FULL, "entries.0.accepted"),
    *((FULL, f"entries.0.{name}") for name in ("id", "at", "by", "note", "trump", "play")),
    *((ROUNDS, f"options.{name}") for name in GAMES["thirty-one"].spec.options.model_fields),
    (ROUNDS, "entries.0.closer"), (ROUNDS, "entries.0.hands"),
]  # fmt: skip

NO_RECORDS: list[Said] = [
    # The head of a record.
    (FULL, "format", NEITHER, "referee-record/2", None),
    (FULL, "game", NEITHER, "whist", "Tribello", ["tribello"]),
    (FULL, "title", 7), (FULL, "extra", 1), (FULL, "unknown", None),
    (FULL, "entries", NEITHER, {}, None),
    # Players.
    (FULL, "players", NEITHER, "Ann", [], ["Ann", "Ben"], ["Ann", "Ben", "Cleo", "Dora"],
     ["Ann", "Ben", "Ann"], ["Ann", "Ben", 3], ["Ann", "Ben", None]),
    (ROUNDS, "players", ["Ann"]),
    # Options.
    (FULL, "options", []), (FULL, "options.rounds", 12), (FULL, "options.lives", 3),
    (FULL, "options.unknown", None),
    (FULL, "options.first_dealer", 3, True, "0"), (ROUNDS, "options.lives", 6, True),
    (ROUNDS, "options.deck", 31, "32"), (ROUNDS, "options.fire", 1, "yes"),
    # Entries.
    (FULL, "entries.0", None, []), (FULL, "entries.0.kind", NEITHER, "round", 1),
    (FULL, "entries.0.trick", [6, 4, 3]), (FULL, "entries.0.values", [6, 4, 3]),
    (FULL, "entries.0.unknown", None), (FULL, "entries.0.id", 1, "b"),
    (FULL, "entries.0.at", "yesterday", "2025-03-01T20:15:00", "2025-02-30T20:15:00Z", 1740856500,
     "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:00-01:00"),
    (FULL, "entries.0.accepted", "tribello.follow", [1]),
    (FULL, "entries.0.tricks", [6, 7], [6, 4, 3, 0], [], "643", [6, 8, -1], [6, 4, 3.5],
     [6, 4, "3"], [6, 4, True], [6, 4, None], {"0": 6, "1": 4, "2": 3}, [9 * 10**4299] * 3,
     [10**9 + 1, 0, 0]),
    (FULL, "entries.0.trump", "X", "s", "", ["S"]), (FULL, "entries.0.pickup", [5, 2], [5, 2, -1]),
    (FULL, "entries.0.play", "AS", ["AS 2S KS"], [["AS", "2S", 3]]),
    (ROUNDS, "entries.0.values", [21, 30.5], [21, 30.5, 10, 7], [21, 30.5, "10"],
     [21, 30.5, True], [21, 30.5, [10]], [21, 30.5, 10**30], [21, 30.5, -1e10]),
    (ROUNDS, "entries.0.closer", 3, -1, "Ann"),
    (ROUNDS, "entries.1.hands", [["AH", "KH", "7S"], ["9C", "9D", "9H"]],
     [["AH", "KH", "7S"], ["9C", "9D", "9H"], "7S 8D QC"],
     [["AH", "KH", "7S"], ["9C", "9D", "9H"], [7, 8, 9]]),
    # Fields that don't affect the score have a fixed shape, too.
    (FULL, "sessions", {}),
    (FULL, "sessions.0.start", NEITHER, "2025-03-01"),
    (FULL, "sessions.0.stop", TIME),
    (FULL, "sessions.0.pauses", [{}], [{"start": TIME, "end": "later"}],
     [{"start": TIME, "why": "tea"}]),
    (FULL, "sessions.0.place", 7),
    (FULL, "sessions.0.players", ["Ann", "Ben"], ["Ann", "Ben", " "], ["Ann", "Ben", None]),
    (FULL, "sessions.0.note", ["x"]), (FULL, "house", {}), (FULL, "house.0.rule", NEITHER),
    (FULL, "house.0.text", None), (FULL, "house.0.at", "once"), (FULL, "house.0.by", "Ann"),
    (FULL, "rulings.0.at", NEITHER), (FULL, "rulings.0.question", "who?"),
    (FULL, "rulings.0.decision", None), (FULL, "rulings.0.by", "Ann"),
    # Options that change during the match.
    (ROUNDS, "option_changes", {}, [{"from": 1}], [{"options": {"fire": True}}],
     [{"from": 0, "options": {}}], [{"from": 3, "options": {}}], [{"from": "1", "options": {}}],
     [{"from": 1, "options": None}], [{"from": 1, "options": {}, "why": "tea"}],
     [{"from": 1, "options": {"lives": 2}}], [{"from": 1, "options": {"unknown": True}}],
     [{"from": 1, "options": {"fire": 1}}],
     [{"from": 1, "options": {}}, {"from": 1, "options": {}}],
     [{"from": 2, "options": {}}, {"from": 1, "options": {}}]),
    (FULL, "option_changes", [{"from": 1, "options": {"first_dealer": 1}}]),
    # Values that no JSON file can hold.
    (FULL, "title", "\ud800"), (FULL, "players", ["Ann", "Ben", "\udfff"]),
    (FULL, "entries.0.note", "half \ud83d a smile"),
    (FULL, "entries.0.tricks", (6, 4, 3)),
    (ROUNDS, "entries.0.values", [float("nan"), 21, 21], [float("inf"), 21, 21]),
    (FULL, "rulings.0.question", {"bytes": b"?"}), (FULL, "options", {0: 1}),
]  # fmt: skip


def one_by_one(table: list[Said]) -> list[tuple[Json, str, Any]]:
    return [(base, path, value) for base, path, *values in table for value in values]


def test_the_records_that_the_tables_start_from_are_records() -> None:
    for base in (FULL, ROUNDS):
        assert read_record(base).as_json() == base


def test_a_record_may_say_this() -> None:
    for base, path, value in one_by_one(LAWFUL):
        said = changed(base, path, value)
        assert read_record(said).as_json() == said, path


def test_null_is_the_same_as_leaving_it_out() -> None:
    """Null is dropped from fields whose default isn't null, and kept in all others."""
    for base, path in LEFT_OUT:
        null = changed(base, path, None)
        without = changed(null, path, NEITHER)
        assert score(null) == score(without), path
        assert read_record(null) == read_record(without)
        assert read_record(null).as_json() in (without, null)


@pytest.mark.parametrize("name", GAMES)
def test_null_leaves_out_every_option_of_every_game(name: str) -> None:
    game = GAMES[name]
    base = record(name, game.usual_players, [])
    for option in game.spec.options.model_fields:
        assert score(changed(base, "options", {option: None})) == score(base)


def test_null_leaves_out_what_a_question_may_leave_out() -> None:
    rows: list[Json] = [
        {"game": "tribello", "question": "quota", "deal": 2},
        {"game": "tribello", "question": "trick", "cards": ["AS"]},
        {"game": "thirty-one", "question": "turn", "turns": [0, 0], "seat": 1},
        {"game": "triathlon", "question": "rejection", "dealer": 1},
        {"game": "la-krap", "question": "trick", "cards": ["AS"], "turned": ["QC"]},
    ]
    for question in rows:
        kind = question_kind(GAMES[question["game"]], question["question"])
        assert kind is not None, question
        for name, field in kind.model.model_fields.items():
            if not field.is_required() and name != "question":
                without = {key: value for key, value in question.items() if key != name}
                assert ask(question | {name: None}) == ask(without)


def test_no_record_says_this() -> None:
    for base, path, value in one_by_one(NO_RECORDS):
        assert is_refused(score, changed(base, path, value)), (path, value)


@pytest.mark.parametrize("name", GAMES)
def test_no_field_and_no_option_of_any_game_takes_what_is_not_of_its_kind(name: str) -> None:
    game = GAMES[name]
    seats, spec = game.usual_players, game.spec
    for entry in spec.entries:
        kind = get_args(entry.model_fields["kind"].annotation)[0]
        for field in [*entry.model_fields.keys() - {"kind"}, "no_such_field"]:
            for value in ({"x": 1}, -1, [0] * (seats + 1)):
                data = record(name, seats, [{"kind": kind, field: value}])
                assert is_refused(read_record, data), (field, value)
    for option in [*spec.options.model_fields, "no_such_option"]:
        for wrong in ({"x": 1}, "x", -1, 1.5):
            if not is_typed(name, option, wrong):
                assert is_refused(read_record, record(name, seats, [], **{option: wrong})), option


def is_typed(game: str, option: str, number: Any) -> bool:
    """Whether an option is a number that is typed and may be this one."""
    typed = {each.name: each.typed for each in choices(GAMES[game].spec.options, ())}.get(option)
    return typed is not None and not typed.refusal(str(number))


def test_what_is_no_object_with_a_format_is_no_record() -> None:
    rows: list[Any] = [None, 7, "record", [], [FULL], {}, True]
    for value in rows:
        assert is_refused(score, value)


def test_a_refusal_names_the_place() -> None:
    rows: list[tuple[str, Any, str]] = [
        ("options.first_dealer", 3, "options.first_dealer"),
        ("entries.1.tricks", [6, 4, -1], "entries[1].tricks[2]"),
        ("entries.1.tricks", [6, 4], "entries[1].tricks"),
        ("entries.1.trik", 0, "entries[1].trik"), ("entries.1.id", "a", "entries[1].id"),
        ("sessions.1.start", "x", "sessions[1].start"), ("format", "x", "format"),
        ("sessions.1.start", TIME, "sessions[1].start"),
        ("sessions.1.start", "2025-03-01T19:15:00Z", "sessions[1].start"),
        ("game", "x", "game"),
    ]  # fmt: skip
    for path, value, place in rows:
        with pytest.raises(NotARecord) as refused:
            read_record(changed(FULL, path, value))
        assert [fault.place for fault in refused.value.faults] == [place], path


def test_a_refusal_names_every_place() -> None:
    wrong = changed(changed(FULL, "title", 1), "entries.0.tricks", [1.5, -1, "x"])
    with pytest.raises(NotARecord) as refused:
        read_record(wrong)
    assert [fault.place for fault in refused.value.faults] == [
        "title", "entries[0].tricks[0]", "entries[0].tricks[1]", "entries[0].tricks[2]",
    ]  # fmt: skip


def test_so_many_may_play_and_no_more_and_no_fewer() -> None:
    rows: list[tuple[str, Json, int, int, str]] = [
        ("tribello", {}, 3, 3, "players"), ("triathlon", {}, 3, 3, "players"),
        ("la-krap", {}, 3, 6, "players"), ("thirty-one", {}, 2, 9, "options.deck"),
        ("thirty-one", {"deck": 36}, 2, 11, "options.deck"),
        ("thirty-one", {"deck": 52}, 2, 16, "players"),
    ]  # fmt: skip
    for game, options, fewest, most, blamed in rows:
        for seats in (fewest, most):
            sheet = score(record(game, seats, [], **options))
            assert sheet["columns"] == list(NAMES[:seats])
        for seats, place in ((fewest - 1, "players"), (most + 1, blamed)):
            with pytest.raises(NotARecord) as refused:
                read_record(record(game, seats, [], **options))
            assert [fault.place for fault in refused.value.faults] == [place]
            assert f"[{game}.players]" in str(refused.value)


# JSON ---------------------------------------------------------------------------------------------


def test_json_is_read() -> None:
    rows: list[tuple[bytes, Any]] = [
        (b"{}", {}), (b" [1, 2.5, null]\r\n", [1, 2.5, None]), (b"\xef\xbb\xbf{}", {}),
        ('"♠"'.encode(), "♠"), (b'"\\u2660"', "♠"), (b"1" * 4300, int("1" * 4300)),
    ]  # fmt: skip
    for raw, value in rows:
        assert read_json(raw) == value, raw


def test_what_is_no_json_is_refused() -> None:
    rows: list[bytes] = [
        b"", b" ", b"{", b"{}{}", b"{'a': 1}", b'{"a": 1,}', b"\xff\xfe{\x00}\x00", b'"\xff"',
        b'"\xed\xa0\x80"', b"\xef\xbb\xbf\xef\xbb\xbf{}", b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000, b"1" * 4301,
    ]  # fmt: skip
    for raw in rows:
        assert is_refused(read_json, raw)


def test_what_only_looks_like_json_is_refused() -> None:
    for raw in (b"NaN", b"[Infinity]", b'{"a": -Infinity}', b"1e999", b'"\\ud800"'):
        assert is_refused(plain_json, read_json(raw))


def test_a_refusal_of_json_names_the_line() -> None:
    rows: list[tuple[bytes, str]] = [(b"{\n\n]", "line 3"), (b"x", "line 1")]
    for raw, place in rows:
        with pytest.raises(NotARecord) as refused:
            read_json(raw)
        assert [fault.place for fault in refused.value.faults] == [place], raw


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def with_ruling(about: Any) -> Json:
    return FULL | {"rulings": [RULING | {"question": {"about": about}}]}


PLACES: list[Callable[[Any], Json]] = [
    lambda value: FULL | {"format": value}, lambda value: FULL | {"game": value},
    lambda value: FULL | {"options": value},
    lambda value: FULL | {"entries": [deal(6, 4, 3, note=value)]}, with_ruling,
]  # fmt: skip


def test_what_is_nested_too_deep_is_refused() -> None:
    for put, depth in product(PLACES, (300, 900, 980, 990, 2_000, 50_000)):
        assert is_refused(score, put(nested(depth)))


def test_a_value_that_an_option_does_not_have_is_refused_with_its_rule() -> None:
    rows: list[tuple[Json, str, Any, str]] = [
        (ROUNDS, "lives", 6, "thirty-one.swimming"),
        (ROUNDS, "deck", 31, "thirty-one.pack"),
        (FULL, "first_dealer", 3, "tribello.rounds"),
    ]
    for data, option, value, rule in rows:
        with pytest.raises(NotARecord) as refused:
            read_record(data | {"options": {option: value}})
        (fault,) = refused.value.faults
        assert fault.place == f"options.{option}", data
        assert fault.rule == rule
        assert str(fault).endswith(f"[{rule}]")


def test_what_can_be_read_can_be_written_again_however_deep_it_is_nested() -> None:
    kept = 0
    for depth in range(300):
        data = with_ruling(nested(depth))
        try:
            record = read_record(data)
        except NotARecord:
            break
        assert record.as_json() == data
        kept = depth
    assert 200 < kept < 299


@given(records())
def test_a_record_is_kept_as_it_was_and_scores_the_same(data: Json) -> None:
    kept = read_record(data).as_json()
    assert kept == data
    assert json.loads(json.dumps(kept)) == data
    assert score(kept) == score(data)


# The schema ---------------------------------------------------------------------------------------


SCHEMA = record_schema()


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value
    if isinstance(inner, str) or not hasattr(inner, "__iter__"):
        return
    for held in inner:
        yield from objects(held)


def test_the_schema_has_a_record_for_every_game() -> None:
    mapping = SCHEMA["discriminator"]["mapping"]
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert set(mapping) == set(GAMES)
    assert {part["$ref"] for part in SCHEMA["oneOf"]} == set(mapping.values())


def test_every_reference_leads_to_a_definition() -> None:
    references = {held["$ref"] for held in objects(SCHEMA) if isinstance(held.get("$ref"), str)}
    assert {ref.removeprefix("#/$defs/") for ref in references} == set(SCHEMA["$defs"])


def test_no_part_of_a_record_may_hold_what_is_not_named() -> None:
    parts = [part for part in SCHEMA["$defs"].values() if part.get("type") == "object"]
    assert len(parts) >= 2 + 3 * len(GAMES)
    assert {part["additionalProperties"] for part in parts} == {False}


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_the_schema_has_the_fields_of_the_reader(game: str) -> None:
    shape = GAMES[game].spec
    name = SCHEMA["discriminator"]["mapping"][game].removeprefix("#/$defs/")
    part = SCHEMA["$defs"][name]
    assert set(part["properties"]) == set(shape.record.model_fields)
    assert set(part["required"]) == {"format", "game", "players", "entries"}
    players = part["properties"]["players"]
    assert (players["minItems"], players["maxItems"]) == (shape.fewest, shape.most)
    options = SCHEMA["$defs"][shape.options.__name__]
    assert set(options["properties"]) == set(shape.options.model_fields)
    for entry in shape.entries:
        fields = SCHEMA["$defs"][entry.__name__]
        assert set(fields["properties"]) == set(entry.model_fields)
        assert fields["required"] == ["kind"]


def test_the_schema_says_the_bounds() -> None:
    rows: list[tuple[str, str, dict[str, Any]]] = [
        ("ThirtyOneOptions", "lives", {"minimum": 0, "maximum": 5, "type": "integer"}),
        ("ThirtyOneOptions", "deck", {"enum": [32, 36, 52]}),
        ("ThirtyOneOptions", "fire", {"type": "boolean", "default": False}),
        ("TribelloOptions", "first_dealer", {"minimum": 0, "type": "integer"}),
        ("TribelloDeal", "kind", {"const": "deal"}),
    ]
    for part, field, said in rows:
        known = SCHEMA["$defs"][part]["properties"][field]
        assert known.get("anyOf", [known])[0].items() >= said.items(), part


def test_only_rule_choices_may_change_during_a_match() -> None:
    midway = {
        "tribello": set(), "triathlon": {"athlete_discard"},
        "thirty-one": {"valuation", "fire", "passing", "tied_lowest"},
        "la-krap": {"twos", "sheet", "special_anytime", "empty_trick"},
        "card-triathlon": {"c_sevens", "c_most_wild", "d_flush_duplicates", "d_half"},
    }  # fmt: skip
    for game, expected in midway.items():
        options = SCHEMA["$defs"][GAMES[game].spec.options.__name__]["properties"]
        declared = {name: known | known.get("anyOf", [{}])[0] for name, known in options.items()}
        assert {name for name, each in declared.items() if each.get("x-midway")} == expected


def test_the_schema_keys_labels_as_ever() -> None:
    rows: list[tuple[str, str, set[str]]] = [
        ("ThirtyOneOptions", "fire", {"False", "True"}),
        ("CardTriathlonOptions", "sequence", {"['B', 'C', 'D']", "['B', 'B', 'C', 'D', 'D']"}),
        ("CardTriathlonOptions", "finish_at", {"None"}),
    ]
    for part, option, keys in rows:
        known = SCHEMA["$defs"][part]["properties"][option]
        assert set((known | known["anyOf"][0])["x-option"]["labels"]) == keys, part


def allows_null(part: dict[str, Any]) -> bool:
    return part.get("default", 0) is None or {"type": "null"} in part.get("anyOf", ())


def test_what_may_be_left_out_may_be_null_and_nothing_else() -> None:
    for part in SCHEMA["$defs"].values():
        required = part.get("required", ())
        for name, field in part.get("properties", {}).items():
            assert allows_null(field) is (name not in required), (part["title"], name)
