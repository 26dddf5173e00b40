"""“What does this deal score?” at the rules desk, asked with the game's entry form.

The deal isn't recorded; it is judged in a made-up match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from markupsafe import Markup

from referee.core.findings import Problem, Ruling, error
from referee.core.question import Answer, Assumed
from referee.core.sheet import Tally
from referee.core.text import Text, ended, whole_number
from referee.core.validation import RecordFault
from referee.matches.events.base import Event
from referee.matches.events.entries import MatchOpened
from referee.matches.match import Match, replay
from referee.web.desk.questions import DeskQuestion
from referee.web.forms.entry_form import Draft, EntryRead, form_of, read_entry
from referee.web.match.pad import ColumnSum, column_sums

LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


class DealScoreQuestion(DeskQuestion):
    """“What does this deal score?”, asked with the game's entry form for a made-up match."""

    @cached_property
    def entry_kinds(self) -> list[tuple[str, Text]]:
        """Kinds of entry that can be due, with their labels; empty if there is only one."""
        found: list[tuple[str, Text]] = [
            (kind, self.game.kind_label(kind))
            for kind in self.game.spec.kinds
            if (due := self._match_with(kind).due_at(None)) and due.kind == kind
        ]
        return found if len(found) > 1 else []

    @cached_property
    def entry_kind(self) -> str:
        """The chosen kind of entry; by default, the one due in the match or else the first."""
        due = self.opened.match.due_at(None) if self.opened else None
        known = [kind for kind, _label in self.entry_kinds] or list(self.game.spec.kinds)
        wanted = (self.typed.get("kind"), due.kind if due else None)
        return next((kind for kind in wanted if kind in known), known[0])

    @cached_property
    def match(self) -> Match:
        return self._match_with(self.entry_kind)

    def _match_with(self, kind: str) -> Match:
        opened = MatchOpened(
            game=self.game.name, title="", players=self.players, options=self.options
        )
        made_up = replay([Event(1, "", opened.kind, opened.payload, LONG_AGO, None)])
        number = whole_number(self.typed.get("number", ""), digits=5) or 1
        number = min(number, self.game.numbered_deals or number)
        state = self.game.fresh_state(self.setup, kind, number)
        return replace(made_up, tally=Tally(self.game, ((0, self.setup),), (), (state,)))

    @cached_property
    def entry(self) -> EntryRead:
        data, problems = read_entry(self.match, None, self.typed)
        return {name: value for name, value in data.items() if name != "note"}, problems

    @property
    def deal_form(self) -> dict[str, Any]:
        problems = self.entry[1] if self.is_asked else []
        draft = Draft(self.match, None, self.typed, tuple(problems))
        return {
            "match": self.match,
            "draft": draft,
            "opened": self.opened,
            "clock_key": "",
            "is_question": True,
        }

    def _left_open(self) -> list[tuple[Assumed, list[str]]]:
        assumed = form_of(self.game).assumed.items()
        return [(each, [name]) for name, each in assumed if not self.typed.get(name)]

    @property
    def reasons(self) -> list[Ruling]:
        """What is wrong with the deal; everything else is in its receipt."""
        assert self.answer is not None
        return [*self.answer.rulings[: len(self.answer.answer["problems"])]]

    @property
    def sums(self) -> Sequence[ColumnSum]:
        """The receipt that the deal, once answered, would have in a match."""
        tally = self.match.tally
        entry = self.game.spec.read_entry(self.entry[0], len(self.players), "entry")
        return column_sums(tally, tally.judge(entry))

    def own_values(self) -> dict[str, Any]:
        return {**super().own_values(), "entry": self.entry[0]}

    @cached_property
    def _answered(self) -> tuple[Answer | None, list[Problem]]:
        if self.is_asked and self.entry[1]:
            return None, [error(each.rule, each.message, field="entry") for each in self.entry[1]]
        return super()._answered

    def fault_of(self, fault: RecordFault) -> Problem:
        if fault.place.partition(".")[0] == "entry":
            return error("", ended(fault.message), field="entry")
        return super().fault_of(fault)

    @property
    def summary(self) -> Sequence[str | Markup]:
        kinds = [label for kind, label in self.entry_kinds if kind == self.entry_kind]
        figures = form_of(self.game).in_short(self.match, None, self.typed)
        return [*kinds, *super().summary, figures]
