"""What does this deal score? Every game answers it by its own scoring; nothing is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from pydantic import Field, create_model

from referee.core.findings import Line, Points, Problem, Ruling
from referee.core.game import AnyGame
from referee.core.persistent import PersistentList
from referee.core.question import (
    Answer,
    Question,
    QuestionKind,
    asked,
    question_name,
    silent_rulings,
)
from referee.core.record import Entry
from referee.core.seating import Seating
from referee.core.sheet import Row, Tally, problem_json
from referee.core.text import Said, by_player, ended, joined, points, said, signed

LONGEST: Final = 48
"""Letters of a verdict that names all players; a longer one has the figures alone."""


class DealQuestion(Question):
    """What does this entry score, were it due in a fresh match, and what is wrong with it?"""

    question: Literal["deal"] = "deal"
    entry: dict[str, Any] = Field(json_schema_extra={"x-any-order": ""})


_DEAL_KINDS: Final[dict[str, QuestionKind]] = {}
"""By the names of the games: to make the model of one takes a while."""


def question_kinds(game: AnyGame) -> tuple[QuestionKind, ...]:
    """All questions that a game answers: its own, and what a deal of it scores."""
    if game.name not in _DEAL_KINDS:
        _DEAL_KINDS[game.name] = deal_kind(game)
    return (*game.question_kinds, _DEAL_KINDS[game.name])


def question_kind(game: AnyGame, name: str) -> QuestionKind | None:
    """The kind of question of this name, if the game answers it."""
    return next((kind for kind in question_kinds(game) if question_name(kind) == name), None)


def deal_kind(game: AnyGame) -> QuestionKind:
    """The question of this game; with the number of the deal where scores depend on it."""

    def seats(question: dict[str, Any]) -> int | None:
        entry = question.get("entry")
        return game.seats_shown(entry) if isinstance(entry, dict) else None

    def answer(seating: Seating[Any], question: DealQuestion) -> Answer:
        entry = game.spec.read_entry(question.entry, seating.seats, "entry")
        return _answer(game, seating, entry, getattr(question, "number", 1))

    fields: dict[str, Any] = {}
    if most := game.numbered_deals:
        title = said("Number of the {entry}", entry=game.entry_name)
        fields["number"] = (
            int,
            asked(title, "number", 1, most=most, comes_first=True, ge=1, le=most),
        )
    return QuestionKind(
        create_model("DealQuestionHere", __base__=DealQuestion, **fields),
        answer,
        said("What does this {entry} score?", entry=game.entry_name),
        said("Points of each player; nothing is recorded."),
        seats,
    )


def fresh_tally(game: AnyGame, seating: Seating[Any], kind: str, number: int) -> Tally:
    """A fresh match in which an entry of this kind is due."""
    state = game.fresh_state(seating, kind, number)
    return Tally(game, seating, PersistentList(), PersistentList([state]))


def _answer(game: AnyGame, seating: Seating[Any], entry: Entry, number: int) -> Answer:
    def values(options: Any) -> dict[str, Any]:
        tally = fresh_tally(game, Seating(seating.players, options), entry.kind, number)
        return _values(tally, tally.judge(entry))

    tally = fresh_tally(game, seating, entry.kind, number)
    row, found = tally.judge(entry), values(seating.options)
    rulings = [
        *map(_on_problem, row.problems),
        *_receipt(tally, row),
        *silent_rulings(seating.options, values),
        *(() if row.has_error else game.remarks(seating, entry)),
    ]
    return Answer(found, tuple(rulings), _verdict(tally, row, found))


def _values(tally: Tally, row: Row) -> dict[str, Any]:
    seats = tally.seating.seats
    return {
        "points": list(row.cells[:seats]),
        "teams": [row.cells[at] for at in _team_columns(tally)] or None,
        "problems": [problem_json(0, problem) for problem in row.problems],
    }


def _team_columns(tally: Tally) -> list[int]:
    return [index for index, column in enumerate(tally.columns) if column.kind == "team"]


def _on_problem(problem: Problem) -> Ruling:
    verdict: Literal["illegal", "info"] = "illegal" if problem.severity == "error" else "info"
    return Ruling(problem.rule, verdict, problem.message)


def _receipt(tally: Tally, row: Row) -> list[Ruling]:
    """The lines of the receipt, each with whose it is and what it gives."""
    written = _written(tally)
    return [
        _on_line(column.name, line, written(line.points))
        for column, lines in zip(tally.columns, row.why, strict=True)
        for line in lines
    ]


def _written(tally: Tally) -> Callable[[Points | None], str]:
    return signed if tally.game.cells_have_signs else points


def _on_line(column: str, line: Line, given: str) -> Ruling:
    template = "{name}, {points}: {text}" if line.points else "{name}: {text}"
    text = said(template, name=column, points=given, text=line.text)
    return Ruling(line.rule, "silent" if line.is_silent else "info", ended(text))


def _verdict(tally: Tally, row: Row, found: dict[str, Any]) -> Said:
    game, written = tally.game, _written(tally)
    if row.has_error:
        return said("No: this {entry} can’t be scored", entry=game.entry_name)
    names, cells = tally.seating.players, found["points"]
    if found["teams"]:
        names = tuple(tally.columns[index].name for index in _team_columns(tally))
        cells = found["teams"]
    figures = ["–" if cell is None else written(cell) for cell in cells]
    verdict = by_player(names, figures)
    return verdict if len(verdict) <= LONGEST else joined(figures, " · ")
