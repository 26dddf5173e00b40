"""The JSON Schema of the record, made from the declarations that read it."""

from __future__ import annotations

from typing import Annotated, Any, Union

from pydantic import Discriminator, TypeAdapter

from referee.core.sheet import SPECS


def record_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of every game's record.

    What a schema cannot say is left to the reader: that lists have one value a player, that seats
    are those of the table, that names and ids differ.
    """
    models: Any = Union[tuple(spec.record for spec in SPECS.values())]  # noqa: UP007
    schema = TypeAdapter(Annotated[models, Discriminator("game")]).json_schema()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Referee record, format 1",
        "description": "Who plays, under which options, and what happened, in order of play.",
    }
    return head | schema
