"""The referee’s rulings: the answer, a pure function of the question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from referee.core.cards import read_card
from referee.core.deal_question import question_kind, question_kinds
from referee.core.findings import Ruling
from referee.core.game import AnyGame
from referee.core.question import Answer, Question, QuestionKind, essence, question_name
from referee.core.record import plain_json, spec_named
from referee.core.registry import GAMES
from referee.core.seating import Seating
from referee.core.sheet import SPECS
from referee.core.text import ended, said, sentence
from referee.core.validation import NotARecord, refuse, validate

_CITATION: Final = re.compile(r"\s*\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]\s*")


def ask(question: dict[str, Any], players: Sequence[str] = ()) -> dict[str, Any]:
    """The answer to a question, both as plain JSON values.

    Raises:
        NotARecord: where it is no question, or asks about impossible cards.
    """
    answer = answer_question(question, players)
    return {"answer": answer.answer, "rulings": [vars(ruling).copy() for ruling in answer.rulings]}


def answer_question(question: dict[str, Any], players: Sequence[str] = ()) -> Answer:
    """The answer to a question in plain JSON values.

    `players` are the names to speak of; without them seats are named by their number.

    Raises:
        NotARecord: where it is no question, or asks about impossible cards.
    """
    kind, seating, asked = _read(question, tuple(players))
    return kind.answer(seating, asked)


def may_i_play(question: dict[str, Any], players: Sequence[str] = ()) -> Answer:
    """Whether the first card of the hand may be played on the trick of this question.

    The cards may be made up, so what they come to is left out.

    Raises:
        NotARecord: if it is not a question about an open trick with a hand.
    """
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
    """The sentences of a kept decision with the rule in brackets after each; "" without one."""
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
    """Whether two questions ask the same and are answered alike under the options of either."""
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
    except NotARecord:  # one of them was kept by a version that knew other questions
        return False


def _read(
    question: dict[str, Any], names: tuple[str, ...]
) -> tuple[QuestionKind, Seating[Any], Question]:
    """What is asked, at which table, and the question in the game's own type.

    The table has as many seats as the question says or shows, or as there are names, or the usual
    number.
    """
    plain_json(question)
    if not isinstance(question, dict):
        raise refuse("a question is a JSON object")
    game = GAMES[spec_named(question, SPECS).game]
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
