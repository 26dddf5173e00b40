"""The rulings that a table has kept: each with its cards, the rules that it cites, and the date."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint

from referee.core.deal_question import question_kind
from referee.core.rulings import decision_sentences, ruled
from referee.core.validation import NotARecord
from referee.matches.match import Match
from referee.web.desk.asked_in_short import asked_again, told_in_short
from referee.web.desk.desk import (
    AskedQuestion,
    Desk,
    players_typed,
    time_of,
)
from referee.web.forms.game_pages import pages_of
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match

pages = Blueprint("kept_rulings", __name__)


@dataclass(frozen=True)
class KeptRulingView:
    """A ruling as its page shows it; of a question that nobody can read any more, its words."""

    place: int
    """Counted from 1."""
    at: datetime | None
    sentences: list[tuple[str, str]]
    """What was decided, each sentence with the rule that it rests on; perhaps with none."""
    asked: AskedQuestion | None
    """Its question, answered as it would be today; None if that cannot be asked any more."""

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """The same, each with the verdict of today’s answer, where that is the same."""
        verdicts = [""] * len(self.sentences)
        if self.is_as_today and self.asked and self.asked.answer:
            verdicts = [each.verdict for each in self.asked.answer.rulings]
        pairs = zip(verdicts, self.sentences, strict=False)
        return [(verdict, text, rule) for verdict, (text, rule) in pairs]

    @property
    def is_as_today(self) -> bool:
        """Whether today’s answer rests on the same rules, so that its verdict is the same."""
        cited = [rule for _, rule in self.sentences if rule]
        answer = self.asked.answer if self.asked else None
        return answer is not None and [each.rule for each in answer.rulings] == cited


@pages.get("/m/<key>/rulings")
def show(key: str) -> str:
    """The rulings of a match, the last one first."""
    with open_match(key) as opened:
        return render(
            "desk/rulings.html",
            opened=opened,
            rulings=kept_rulings(opened)[::-1],
            book_styles=pages_of(opened.match.game).styles,
        )


def kept_rulings(opened: OpenMatch) -> list[KeptRulingView]:
    """All that were kept, in the order in which they were."""
    return [
        _view(opened, place, ruling) for place, ruling in enumerate(opened.match.rulings, start=1)
    ]


def _view(opened: OpenMatch, place: int, ruling: Mapping[str, Any]) -> KeptRulingView:
    decision = str(ruling.get("decision", ""))
    told, rest = told_in_short(decision)
    asked = _asked(opened, ruling.get("question"), told)
    sentences = decision_sentences(rest if asked else decision)
    return KeptRulingView(place, time_of(ruling), sentences, asked)


def _asked(opened: OpenMatch, question: Any, told: tuple[str, ...]) -> AskedQuestion | None:
    match = opened.match
    if not isinstance(question, dict) or question.get("game") != match.game.name:
        return None
    names = _names(match, question)
    try:
        answer = ruled(question, names)
    except NotARecord:
        return None
    kind = question_kind(match.game, question["question"])
    assert kind is not None
    desk = Desk(match.game, kind, names, question.get("options") or {}, opened)
    if told:
        return asked_again(desk, question, told)
    return AskedQuestion(desk, _typed(desk, question), answer, [], "", question)


def _names(match: Match, question: Mapping[str, Any]) -> list[str]:
    """Who was asked about: the players of the match, unless so many do not play it."""
    seats = question.get("players")
    if seats in (None, len(match.players)):
        return list(match.players)
    return players_typed(match.game, {"players": str(seats)})


def _typed(desk: Desk, question: Mapping[str, Any]) -> dict[str, str]:
    """What a form would have in it that asks the same."""
    typed: dict[str, str] = {}
    for asked in desk.fields:
        if (value := question.get(asked.field.name)) is not None:
            typed |= asked.field.fill(value)
    return typed
