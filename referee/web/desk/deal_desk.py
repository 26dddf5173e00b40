"""The desk at which a deal is scored without being recorded: it has the form of the game's entries.

The form is that of a match which is made up for it, in which such a deal is due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, ClassVar, Final

from markupsafe import Markup

from referee.core.deal_question import fresh_tally
from referee.core.findings import Problem
from referee.core.game import AnyGame
from referee.core.question import Answer, QuestionKind
from referee.core.text import sentence, whole_number
from referee.core.validation import RecordFault
from referee.matches.events import Event, MatchOpened
from referee.matches.match import Match, replay
from referee.web.desk.desk import AskedFault, Desk
from referee.web.forms.entry_form import Draft, EntryRead, Hint, form_of, read_entry
from referee.web.http.match_cache import OpenMatch

DEAL: Final = "deal"
"""The question that is asked here."""
LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class DealForm:
    """What the template of a game's form finds as its page."""

    match: Match
    draft: Draft
    opened: OpenMatch | None
    clock_key: ClassVar = ""
    is_question: ClassVar = True


@dataclass(frozen=True)
class DealDesk(Desk):
    """A question about an entry, which is typed in the form of the game."""

    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def depends_on_players(self) -> bool:
        return True

    @cached_property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of entries that can be due, each with its name; none where there is but one."""
        found = [
            (kind, self.game.kind_label(kind))
            for kind in self.game.spec.kinds
            if self._match_with(kind).due_at(None).kind == kind  # type: ignore[union-attr]
        ]
        return found if len(found) > 1 else []

    @cached_property
    def kind(self) -> str:
        """The kind of entry that is asked about: as chosen, or as is due in the match."""
        due = self.opened.match.due_at(None) if self.opened else None
        known = [kind for kind, _ in self.kinds] or list(self.game.spec.kinds)
        asked = (self.typed.get("kind"), due.kind if due else None)
        return next((kind for kind in asked if kind in known), known[0])

    @cached_property
    def match(self) -> Match:
        """A match in which it is due."""
        return self._match_with(self.kind)

    def _match_with(self, kind: str) -> Match:
        opened = MatchOpened(
            game=self.game.name, title="", players=self.players, options=self.options
        )
        made_up = replay([Event(1, "", opened.kind, opened.payload, LONG_AGO, None)])
        number = whole_number(self.typed.get("number", ""), digits=5) or 1
        number = min(number, self.game.numbered_deals or number)
        return replace(made_up, tally=fresh_tally(self.game, self.seating, kind, number))

    @cached_property
    def entry(self) -> EntryRead:
        """The entry that is typed, and what cannot be read of it."""
        data, problems = read_entry(self.match, None, self.typed)
        return {name: value for name, value in data.items() if name != "note"}, problems

    @property
    def form(self) -> DealForm:
        """The form with what is typed in it."""
        problems = self.entry[1] if self.typed.get("asked") == "1" else []
        return DealForm(
            self.match, Draft(self.match, None, self.typed, tuple(problems)), self.opened
        )

    @property
    def hints(self) -> Mapping[str, Hint]:
        """What stands beside the fields while they are typed."""
        return form_of(self.game).hints(self.match, None, self.typed)

    def put(self, _typed: Mapping[str, str]) -> dict[str, Any]:
        """The question, with the entry."""
        return {**super().put(self.typed), "entry": self.entry[0]}

    def answered(self, typed: Mapping[str, str]) -> tuple[Answer | None, list[AskedFault]]:
        """The answer; or what cannot be read of the entry, as the form says it."""
        if typed.get("asked") == "1" and self.entry[1]:
            return None, [self._unreadable(problem) for problem in self.entry[1]]
        return super().answered(typed)

    def in_short(self, typed: Mapping[str, str]) -> Sequence[str | Markup]:
        """Its kind and figures."""
        kinds = [label for kind, label in self.kinds if kind == self.kind]
        figures = form_of(self.game).in_short(self.match, None, typed)
        return [*kinds, *super().in_short(typed), figures]

    def _fault(self, fault: RecordFault) -> AskedFault:
        if fault.place.partition(".")[0] == "entry":
            return AskedFault("entry", self._title, f"{fault.message}.")
        return super()._fault(fault)

    def _unreadable(self, problem: Problem) -> AskedFault:
        return AskedFault("entry", self._title, problem.message, problem.rule)

    @property
    def _title(self) -> str:
        return sentence(self.game.entry_name)


def deal_desk(
    game: AnyGame,
    question_kind: QuestionKind,
    players: list[str],
    options: dict[str, Any],
    typed: Mapping[str, str],
    opened: OpenMatch | None = None,
) -> DealDesk:
    """The desk with what is typed; where deals have numbers, at first with that of the next one."""
    if game.numbered_deals and "number" not in typed:
        due = len(opened.match.places) + 1 if opened else 1
        typed = {**typed, "number": str(min(due, game.numbered_deals))}
    return DealDesk(game, question_kind, players, options, opened, typed=typed)
