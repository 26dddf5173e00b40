"""Answers to questions about the rules; a pure function of the question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import Field, create_model, field_validator

from referee.core.cards import read_card
from referee.core.findings import Ruling
from referee.core.game import UNKNOWN_NUMBER, AnyGame, EntryName
from referee.core.question import (
    Answer,
    Question,
    QuestionKind,
    essence,
    prompt,
    question_name,
    silent_rulings,
)
from referee.core.record import ADJUSTMENT, Adjustment, Entry, plain_json
from referee.core.registry import read_game
from referee.core.setup import Setup
from referee.core.sheet import Row, Tally, problem_json
from referee.core.text import Text, _, _p, by_player, ended, joined, points, sentence, signed
from referee.core.validation import NotARecord, refuse, shown, validate
from referee.core.word_search import find_rules

_CITATION: Final = re.compile(r"\s*\[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]\s*")


def ask(question: dict[str, Any], players: Sequence[str] = ()) -> dict[str, Any]:
    """Answer a question; takes and returns plain JSON values. Raises NotARecord."""
    answer = answer_question(question, players)
    return {"answer": answer.answer, "rulings": [vars(ruling).copy() for ruling in answer.rulings]}


def answer_question(question: dict[str, Any], players: Sequence[str] = ()) -> Answer:
    """Answer a question; without `players`, sentences use seat numbers. Raises NotARecord."""
    kind, setup, read = _read(question, tuple(players))
    return kind.answer(setup, read)


def may_i_play(
    question: dict[str, Any], players: Sequence[str] = (), about_suit: Text | None = None
) -> Answer:
    """Rule on whether the first card of the hand may be played. Raises NotARecord.

    `about_suit` is the reason to give for having to follow suit, or not.
    """
    answered = answer_question(question, players)
    trick, hand = answered.trick, [read_card(text) for text in question.get("hand") or ()]
    if trick is None or trick.is_complete or not hand:
        raise refuse(_("must contain the card in question"), "hand")
    rules, reading = trick.rules, trick.reading
    if objection := rules.objection(hand[0], hand, reading):
        rule, reason = objection.rule, objection.said_to_player or objection.because
    else:
        rule, reason = rules.why_allowed(hand[0], reading)
    if about_suit and rule == f"{rules.prefix}.follow":
        reason = about_suit
    ruling = Ruling(rule, "illegal" if objection else "legal", ended(sentence(reason)))
    yes_or_no = _p("verdict", "No.") if objection else _p("verdict", "Yes.")
    verdict = joined([yes_or_no, sentence(reason)])
    silent = (each for each in answered.rulings if each.verdict == "silent")
    return Answer({"legal": objection is None}, (ruling, *silent), verdict)


def decision_sentences(decision: str) -> list[tuple[str, str]]:
    """Split a saved decision into pairs: a text, and the rule cited after it ("" if none)."""
    parts = _CITATION.split(decision)
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=True)
    return [(text.strip(), rule) for text, rule in pairs if text.strip() or rule]


_DECIDED: Final = re.compile(r"Decided: ([^\[]+?)\. \[([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]\s*")


_TAPS: Final = "May I play this card? "
"""Stored mark of a decision on “May I play this card?”; the taps, in words and ended, follow it."""


def with_taps(decision: str, taps: str) -> str:
    return f"{_TAPS}{taps}. {decision}"


def is_by_taps(decision: str) -> bool:
    return decision.startswith(_TAPS)


def without_taps(decision: str) -> str:
    return decision.removeprefix(_TAPS).partition(". ")[2] if is_by_taps(decision) else decision


def with_decision(decision: str, words: str, rule: str) -> str:
    """Append the table's own decision, and the rule that left it open, to a saved decision."""
    return f"{decision} Decided: {plain_decision(words)}. [{rule}]".lstrip()


def plain_decision(words: str) -> str:
    """Return a decision as it is saved: without brackets, which hold rules there."""
    return " ".join(words.replace("[", "(").replace("]", ")").split()).rstrip(". ")


def table_decision(decision: str) -> tuple[str, str] | None:
    """Find the table's own decision and its rule in a saved decision; None if it has none."""
    found = _DECIDED.search(decision)
    return (found[1], found[2]) if found else None


def without_decision(decision: str) -> str:
    return _DECIDED.sub("", decision).strip()


def revoke_rulings(game: AnyGame) -> tuple[Ruling, ...]:
    if question_kind(game, "irregularity") is None:
        return ()
    return answer_question(
        {"game": game.name, "question": "irregularity", "kind": "revoke"}
    ).rulings


def is_same(question: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two questions are equivalent and, if their options differ, have the same answer."""
    try:
        kind, here, one = _read(question, ())
        other_kind, there, another = _read(other, ())
        if (kind, here.seats, essence(one)) != (other_kind, there.seats, essence(another)):
            return False
        if here.options == there.options:
            return True
        answers = (kind.answer(setup, one) for setup in (here, there))
        first, second = ((answer.answer, answer.rulings) for answer in answers)
        return first == second
    except NotARecord:  # one was saved by a version with other questions
        return False


def _read(
    question: dict[str, Any], names: tuple[str, ...]
) -> tuple[QuestionKind, Setup[Any], Question]:
    """Parse a question into its kind, setup and fields. Raises NotARecord."""
    plain_json(question)
    if not isinstance(question, dict):
        raise refuse(_("a question must be a JSON object"))
    game = read_game(question)
    name = question.get("question")
    kind = question_kind(game, name) if isinstance(name, str) else None
    if kind is None:
        kinds = joined(map(question_name, question_kinds(game)), ", ")
        message = _("must be one of {kinds}, not {given}", kinds=kinds, given=shown(name))
        raise refuse(message, "question")
    spec, seats, inferred = game.spec, question.get("players"), kind.seats(question)
    if inferred == UNKNOWN_NUMBER:
        inferred = None
        if seats is None and not names:
            raise refuse(_("is missing"), "players")
    if seats is None:
        seats = inferred or len(names) or game.usual_players
    if isinstance(seats, bool) or not isinstance(seats, int):
        raise refuse(_("must be a whole number"), "players")
    if inferred is not None and inferred != seats:
        raise refuse(_("must be {n} to match the other fields", n=inferred), "players")
    given = question.get("options")
    options = spec.read_options({} if given is None else given, seats)
    spec.check_number(seats)
    spec.check_options(options, seats)
    if len(names) != seats:
        names = tuple(_("Seat {seat}", seat=seat) for seat in range(seats))
    return kind, Setup(names, options), validate(kind.adapter, question, seats)


# Questions in a table's own words -----------------------------------------------------------------


OTHER: Final = "other"
MOST_RULES: Final = 3
LONGEST_OTHER: Final = 200
NO_RULE: Final = _("The rules say nothing about this. What does your table decide?")


class OtherQuestion(Question):
    """Any sentence, such as `May I look at the last trick?`, which the table decides itself."""

    question: Literal["other"] = "other"
    text: str = prompt(_("Your question"), "text")

    @field_validator("text")
    @classmethod
    def _check_length(cls, text: str) -> str:
        if not text.strip() or len(text) > LONGEST_OTHER:
            raise ValueError(_("must have 1 to {most} characters", most=LONGEST_OTHER))
        return text


def _answer_other(_setup: Setup[Any], question: OtherQuestion) -> Answer:
    game = read_game({"game": question.game})
    found = [each.law.id for each in find_rules(game, question.text)[:MOST_RULES]]
    said = NO_RULE
    if found:
        said = _("If no rule that mentions this answers it, your table decides.")
    ruling = Ruling(f"{game.name}.table", "silent", said)
    return Answer({"rules": found}, (ruling,), _("Your table decides"))


OTHER_QUESTION: Final = QuestionKind(
    OtherQuestion,
    _answer_other,
    _("Anything else"),
    _("Ask in your own words, and keep what your table decides."),
    rests_on=(),
)


# “What does this deal score?” ---------------------------------------------------------------------


LONGEST: Final = 48
"""Maximum length of a verdict, in characters; if it is longer, names are left out."""


DEAL_QUESTIONS: Final[Mapping[EntryName, Text]] = {
    "deal": _("What does this deal score?"),
    "round": _("What does this round score?"),
    "leg": _("What does this leg score?"),
}
NUMBERS: Final[Mapping[EntryName, Text]] = {
    "deal": _("Deal number"),
    "round": _("Round number"),
    "leg": _("Leg number"),
}
UNSCORABLE: Final[Mapping[EntryName, Text]] = {
    "deal": _("This deal can’t be scored"),
    "round": _("This round can’t be scored"),
    "leg": _("This leg can’t be scored"),
}


class DealQuestion(Question):
    """A question about the score and problems that an entry would have in a new match."""

    question: Literal["deal"] = "deal"
    entry: dict[str, Any] = Field(json_schema_extra={"x-any-order": ""})


_DEAL_KINDS: Final[dict[str, QuestionKind]] = {}
"""Cached deal questions by game name, since pydantic takes a while to create a model."""


def ruled_kinds(game: AnyGame) -> tuple[QuestionKind, ...]:
    """Return the questions that the rules answer."""
    if game.name not in _DEAL_KINDS:
        _DEAL_KINDS[game.name] = deal_kind(game)
    return (*game.question_kinds, _DEAL_KINDS[game.name])


def question_kinds(game: AnyGame) -> tuple[QuestionKind, ...]:
    return (*ruled_kinds(game), OTHER_QUESTION)


def question_kind(game: AnyGame, name: str) -> QuestionKind | None:
    return next((kind for kind in question_kinds(game) if question_name(kind) == name), None)


def deal_kind(game: AnyGame) -> QuestionKind:
    """Create a game's deal question, which asks for the deal number if scores depend on it."""

    def seats(question: dict[str, Any]) -> int | None:
        entry = question.get("entry")
        if not isinstance(entry, dict):
            return None
        figures = entry.get("points")
        if entry.get("kind") == ADJUSTMENT and isinstance(figures, list):
            return len(figures)
        return game.seats_shown(entry)

    def answer(setup: Setup[Any], question: DealQuestion) -> Answer:
        entry = game.spec.read_entry(question.entry, setup.seats, "entry")
        return _answer(game, setup, entry, getattr(question, "number", 1))

    fields: dict[str, Any] = {}
    if most := game.numbered_deals:
        title = NUMBERS[game.entry_name]
        fields["number"] = (
            int,
            prompt(title, "number", 1, most=most, comes_first=True, ge=1, le=most),
        )
    return QuestionKind(
        create_model("DealQuestionHere", __base__=DealQuestion, **fields),
        answer,
        DEAL_QUESTIONS[game.entry_name],
        _("See everyone’s points without recording anything."),
        seats,
        rests_on=game.deal_rests_on,
    )


def _answer(game: AnyGame, setup: Setup[Any], entry: Entry, number: int) -> Answer:
    is_adjustment = isinstance(entry, Adjustment)

    def judge(options: Any) -> tuple[Tally, Row, dict[str, Any]]:
        here = Setup(setup.players, options)
        state = game.start(here) if is_adjustment else game.fresh_state(here, entry.kind, number)
        tally = Tally(game, ((0, here),), (), (state,))
        row = tally.judge(entry)
        pairs = zip(tally.columns, row.cells, strict=True)
        values = {
            "points": list(row.cells[: setup.seats]),
            "teams": [cell for column, cell in pairs if column.kind == "team"] or None,
            "problems": [problem_json(0, problem) for problem in row.problems],
        }
        return tally, row, values

    tally, row, values = judge(setup.options)
    rulings = [
        Ruling(problem.rule, "illegal" if problem.severity == "error" else "info", problem.message)
        for problem in row.problems
    ]
    written = signed if game.cells_have_signs else points
    for column, lines in zip(tally.columns, row.explanation.why, strict=True):
        for line in lines:
            who = [column.name, *([written(line.points)] if line.points else [])]
            text = joined([joined(who, ", "), line.text], ": ")
            rulings.append(Ruling(line.rule, "silent" if line.is_silent else "info", ended(text)))
    rulings += silent_rulings(setup.options, lambda options: judge(options)[2])
    if row.has_error:
        verdict = UNSCORABLE[game.entry_name]
    else:
        rulings += [] if is_adjustment else game.remarks(setup, entry)
        kind = "team" if values["teams"] else "player"
        names = [column.name for column in tally.columns if column.kind == kind]
        cells = values["teams"] or values["points"]
        figures = ["–" if cell is None else written(cell) for cell in cells]
        verdict = by_player(names, figures)
        if len(verdict) > LONGEST:
            verdict = joined(figures, " · ")
    return Answer(values, tuple(rulings), verdict)
