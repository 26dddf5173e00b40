"""Answers to questions about the rules; a pure function of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Literal

from pydantic import Field, create_model

from referee.core.cards import read_card
from referee.core.findings import Ruling
from referee.core.game import AnyGame
from referee.core.question import (
    Answer,
    Question,
    QuestionKind,
    asked,
    essence,
    question_name,
    silent_rulings,
)
from referee.core.record import Entry, plain_json
from referee.core.registry import read_game
from referee.core.seating import Seating
from referee.core.sheet import Row, Tally, problem_json
from referee.core.text import by_player, ended, joined, points, said, sentence, signed
from referee.core.validation import NotARecord, refuse, validate

_CITATION: Final = re.compile(r"\s*\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]\s*")


def ask(question: dict[str, Any], players: Sequence[str] = ()) -> dict[str, Any]:
    """Answer a question; takes and returns plain JSON values. Raises NotARecord."""
    answer = answer_question(question, players)
    return {"answer": answer.answer, "rulings": [vars(ruling).copy() for ruling in answer.rulings]}


def answer_question(question: dict[str, Any], players: Sequence[str] = ()) -> Answer:
    """Answer a question; without `players` the sentences use seat numbers. Raises NotARecord."""
    kind, seating, asked = _read(question, tuple(players))
    return kind.answer(seating, asked)


def may_i_play(question: dict[str, Any], players: Sequence[str] = ()) -> Answer:
    """Rule whether the first card of the hand may be played. Raises NotARecord."""
    asked = answer_question(question, players)
    trick, hand = asked.trick, [read_card(text) for text in question.get("hand") or ()]
    if trick is None or trick.is_complete or not hand:
        raise refuse("must hold the card that is asked about", "hand")
    rules, reading = trick.rules, trick.reading
    if objection := rules.objection(hand[0], hand, reading):
        ruling = Ruling(objection.rule, "illegal", ended(sentence(objection.because)))
        verdict = said("No: {reason}", reason=objection.because)
    else:
        rule, reason = rules.why_allowed(hand[0], reading)
        ruling = Ruling(rule, "legal", ended(sentence(reason)))
        verdict = said("Yes: {reason}", reason=reason)
    silent = (each for each in asked.rulings if each.verdict == "silent")
    return Answer({"legal": objection is None}, (ruling, *silent), verdict)


def decision_sentences(decision: str) -> list[tuple[str, str]]:
    """Split a saved decision into sentences, each with the rule cited after it, or ""."""
    parts = _CITATION.split(decision)
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=True)
    return [(text.strip(), rule) for text, rule in pairs if text.strip() or rule]


def revoke_rulings(game: AnyGame) -> tuple[Ruling, ...]:
    if question_kind(game, "irregularity") is None:
        return ()
    return answer_question(
        {"game": game.name, "question": "irregularity", "kind": "revoke"}
    ).rulings


def is_same(question: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two questions are equivalent and have the same answer under either's options."""
    try:
        kind, here, asked = _read(question, ())
        other_kind, there, asked_there = _read(other, ())
        if (kind, here.seats, essence(asked)) != (other_kind, there.seats, essence(asked_there)):
            return False
        if here.options == there.options:
            return True
        answers = (kind.answer(seating, asked) for seating in (here, there))
        first, second = ((answer.answer, answer.rulings) for answer in answers)
        return first == second
    except NotARecord:  # one was saved by a version with other questions
        return False


def _read(
    question: dict[str, Any], names: tuple[str, ...]
) -> tuple[QuestionKind, Seating[Any], Question]:
    """Parse a question into its kind, seating and fields. Raises NotARecord."""
    plain_json(question)
    if not isinstance(question, dict):
        raise refuse("a question is a JSON object")
    game = read_game(question)
    name = question.get("question")
    kind = question_kind(game, name) if isinstance(name, str) else None
    if kind is None:
        kinds = ", ".join(map(question_name, question_kinds(game)))
        raise refuse(f"must be one of {kinds}, not {name!r}", "question")
    spec, seats, shown = game.spec, question.get("players"), kind.seats(question)
    if seats is None:
        seats = shown or len(names) or game.usual_players
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise refuse("must be a whole number", "players")
    if shown is not None and shown != seats:
        raise refuse(f"must be {shown}, as many as the question shows", "players")
    given = question.get("options")
    options = spec.read_options({} if given is None else given, seats)
    spec.check_number(seats)
    spec.check_options(options, seats)
    named = names if len(names) == seats else tuple(f"Seat {seat}" for seat in range(seats))
    return kind, Seating(named, options), validate(kind.adapter, question, seats)


# “What does this deal score?” ---------------------------------------------------------------------


LONGEST: Final = 48


class DealQuestion(Question):
    """What does this entry score in a fresh match in which it is due, and what is wrong with it?"""

    question: Literal["deal"] = "deal"
    entry: dict[str, Any] = Field(json_schema_extra={"x-any-order": ""})


_DEAL_KINDS: Final[dict[str, QuestionKind]] = {}
"""Cache by game name: pydantic takes a while to create a model."""


def question_kinds(game: AnyGame) -> tuple[QuestionKind, ...]:
    if game.name not in _DEAL_KINDS:
        _DEAL_KINDS[game.name] = deal_kind(game)
    return (*game.question_kinds, _DEAL_KINDS[game.name])


def question_kind(game: AnyGame, name: str) -> QuestionKind | None:
    return next((kind for kind in question_kinds(game) if question_name(kind) == name), None)


def deal_kind(game: AnyGame) -> QuestionKind:
    """Make the question for a game, with the deal's number if scores depend on it."""

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


def _answer(game: AnyGame, seating: Seating[Any], entry: Entry, number: int) -> Answer:
    def judge(options: Any) -> tuple[Tally, Row, dict[str, Any]]:
        here = Seating(seating.players, options)
        tally = Tally(game, here, (), (game.fresh_state(here, entry.kind, number),))
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
    for column, lines in zip(tally.columns, row.explanation.why, strict=True):
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
