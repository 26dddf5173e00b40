"""Which points that the source leaves open decided a trick of a deal by cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from referee.core.findings import Line
from referee.core.options import Choice, choices
from referee.core.text import Said, said
from referee.core.tricks import Play, breaches
from referee.games.la_krap.options import LaKrapOptions
from referee.games.la_krap.trick import rules_of
from referee.games.la_krap.turned import Turned

TEXTS: Final = {
    "twos": "a 2 {label}",
    "sheet": "the sheet {label}",
    "special_anytime": "a 2 or the sheet may be played {label}",
}
EMPTY: Final = {
    "leader": said("nothing counts; the leader takes it"),
    "nobody": said("nothing counts; nobody takes it"),
}
RULES: Final = {"special_anytime": "la-krap.follow"}
"""Cited instead of the rule under which the option is chosen."""


def silent_lines(options: LaKrapOptions, game: Turned, play: Play) -> Mapping[int, list[Line]]:
    """Lines of 0 points by the seat that took the trick, or led it where nobody did.

    A point decides a trick if under another setting somebody else would take it, or another card
    of it would have been a revoke.
    """
    given = _outcomes(options, game, play)
    others = [
        (choice, _outcomes(options.model_copy(update={choice.name: value}), game, play))
        for choice in choices(LaKrapOptions, ())
        if choice.name in (*TEXTS, "empty_trick")
        for value, _ in choice.values
        if value != getattr(options, choice.name)
    ]
    found: dict[int, list[Line]] = {}
    for place, (trick, taker) in enumerate(zip(play.tricks, play.takers, strict=True)):
        deciding = {each.name: each for each, outcome in others if outcome[place] != given[place]}
        for choice in deciding.values():
            line = _line(place + 1, choice, getattr(options, choice.name))
            found.setdefault(trick.leader if taker is None else taker, []).append(line)
    return found


def _outcomes(
    options: LaKrapOptions, game: Turned, play: Play
) -> list[tuple[int | None, list[int]]]:
    """Per trick: who would take it, and whose cards would be revokes."""
    rules = rules_of(game, options)
    tricks = tuple(replace(trick, rules=rules) for trick in play.tricks)
    revokes = breaches(replace(play, tricks=tricks))
    return [
        (rules.taker(trick), [each.seat for each in revokes if each.trick == number])
        for number, trick in enumerate(tricks, start=1)
    ]


def _line(number: int, choice: Choice, value: object) -> Line:
    template = "trick {number}: {point} (the source is silent; this table plays so)"
    text = said(template, number=number, point=_point(choice, value))
    return Line(RULES.get(choice.name, choice.rule), 0, text)


def _point(choice: Choice, value: object) -> Said:
    if choice.name in TEXTS:
        return said(TEXTS[choice.name], label=choice.label(value))
    return EMPTY[str(value)]
