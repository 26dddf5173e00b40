"""The JSON Schema of the record: it says what the reader accepts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.core.registry import GAMES
from referee.core.schema import record_schema

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


@pytest.mark.parametrize(
    ("part", "option", "keys"),
    [
        ("ThirtyOneOptions", "fire", {"False", "True"}),
        ("CardTriathlonOptions", "sequence", {"['B', 'C', 'D']", "['B', 'B', 'C', 'D', 'D']"}),
        ("CardTriathlonOptions", "finish_at", {"None"}),
    ],
)
def test_the_schema_keys_labels_as_ever(part: str, option: str, keys: set[str]) -> None:
    known = SCHEMA["$defs"][part]["properties"][option]
    assert set((known | known["anyOf"][0])["x-option"]["labels"]) == keys


def allows_null(part: dict[str, Any]) -> bool:
    return part.get("default", 0) is None or {"type": "null"} in part.get("anyOf", ())


def test_what_may_be_left_out_may_be_null_and_nothing_else() -> None:
    for part in SCHEMA["$defs"].values():
        required = part.get("required", ())
        for name, field in part.get("properties", {}).items():
            assert allows_null(field) is (name not in required), (part["title"], name)
