"""“What does this deal score?”: every game answers by its own scoring, and nothing is recorded."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import Field, create_model

from referee.core.findings import Ruling
from referee.core.game import AnyGame
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
from referee.core.text import by_player, ended, joined, points, said, signed

LONGEST: Final = 48
"""Letters of a verdict that names all players; a longer one has the figures alone."""


class DealQuestion(Question):
    """What does this entry score in a fresh match in which it is due, and what is wrong with it?"""

    question: Literal["deal"] = "deal"
    entry: dict[str, Any] = Field(json_schema_extra={"x-any-order": ""})


_DEAL_KINDS: Final[dict[str, QuestionKind]] = {}
"""By the names of the games: pydantic takes a while to make a model."""


def question_kinds(game: AnyGame) -> tuple[QuestionKind, ...]:
    """All questions that a game answers: its own, and what a deal scores."""
    if game.name not in _DEAL_KINDS:
        _DEAL_KINDS[game.name] = deal_kind(game)
    return (*game.question_kinds, _DEAL_KINDS[game.name])


def question_kind(game: AnyGame, name: str) -> QuestionKind | None:
    return next((kind for kind in question_kinds(game) if question_name(kind) == name), None)


def deal_kind(game: AnyGame) -> QuestionKind:
    """The question for this game; it asks for the deal's number where scores depend on it."""

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
    return Tally(game, seating, (), (game.fresh_state(seating, kind, number),))


def _answer(game: AnyGame, seating: Seating[Any], entry: Entry, number: int) -> Answer:
    def judge(options: Any) -> tuple[Tally, Row, dict[str, Any]]:
        tally = fresh_tally(game, Seating(seating.players, options), entry.kind, number)
        row = tally.judge(entry)
        pairs = zip(tally.columns, row.cells, strict=True)
        values = {
            "points": list(row.cells[: seating.seats]),
            "teams": [cell for column, cell in pairs if column.kind == "team"] or None,
            "problems": [problem_json(0, problem) for problem in row.problems],
        }
        return tally, row, values

    tally, row, values = judge(seating.options)
    rulings = [
        Ruling(problem.rule, "illegal" if problem.severity == "error" else "info", problem.message)
        for problem in row.problems
    ]
    written = signed if game.cells_have_signs else points
    for column, lines in zip(tally.columns, row.why, strict=True):
        for line in lines:
            template = "{name}, {points}: {text}" if line.points else "{name}: {text}"
            text = said(template, name=column.name, points=written(line.points), text=line.text)
            rulings.append(Ruling(line.rule, "silent" if line.is_silent else "info", ended(text)))
    rulings += silent_rulings(seating.options, lambda options: judge(options)[2])
    if row.has_error:
        verdict = said("No: this {entry} can’t be scored", entry=game.entry_name)
    else:
        rulings += game.remarks(seating, entry)
        kind = "team" if values["teams"] else "player"
        names = [column.name for column in tally.columns if column.kind == kind]
        cells = values["teams"] or values["points"]
        figures = ["–" if cell is None else written(cell) for cell in cells]
        verdict = by_player(names, figures)
        if len(verdict) > LONGEST:
            verdict = joined(figures, " · ")
    return Answer(values, tuple(rulings), verdict)
