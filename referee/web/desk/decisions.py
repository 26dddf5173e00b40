"""Decisions that a table makes where the rules don't say, and how they become rules.

A decision is part of a saved ruling. It can set an option, from the next entry on or for the whole
match, or become the text of a house rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.core.irregularity import IN_SHORT
from referee.core.options import Choice, value_id
from referee.core.question import Answer
from referee.core.text import _

OWN_WORDS = 200  # most characters of a decision in the table's own words
LONGEST_HOUSE_RULE = 500


@dataclass(frozen=True)
class Decision:
    """Something that a table can decide, or has decided."""

    id: str  # in forms; empty for the table's own words
    words: str
    rule: str
    choice: Choice | None = None  # the option that would settle the point
    value: Any = None
    number: int = 0  # of the ruling that holds it, from 1
    at: datetime | None = None

    @property
    def value_id(self) -> str:
        return value_id(self.value)


def possible_decisions(answer: Answer, silent: Sequence[Choice]) -> list[Decision]:
    """Return the decisions to choose from; empty if the rules settle the answer.

    They are an irregularity's remedies or, for other questions, the values of each option in
    `silent` that would settle a point.
    """
    rules = [ruling.rule for ruling in answer.rulings if ruling.verdict == "silent"]
    if not rules:
        return []
    if acts := answer.answer.get("acts"):
        return [Decision(act, IN_SHORT[act], rules[0]) for act in acts]
    return [
        Decision(
            f"{choice.name}={value_id(value)}",
            _("{title}: {value}", title=choice.title, value=choice.label(value)),
            choice.rule,
            choice,
            value,
        )
        for choice in silent
        if choice.rule in rules
        for value, _label in choice.values
    ]


def time_of_ruling(ruling: Mapping[str, Any]) -> datetime | None:
    """The time of a ruling; None if the record has no valid time."""
    try:
        return datetime.fromisoformat(str(ruling.get("at")))
    except ValueError:
        return None
