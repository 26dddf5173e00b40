"""An entry that is being typed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar

from referee.core.findings import Problem, is_part
from referee.core.game import AnyGame, Due, is_playable
from referee.matches.match import Match
from referee.web.forms.fields import Typed
from referee.web.forms.played_tricks import PlayField, tricks_typed
from referee.web.forms.views import LinesView

V_co = TypeVar("V_co", covariant=True)
"""What the template of a form is given: a frozen view of the game's own."""
OF_THE_PAGE: Final = frozenset(
    {"number", "known", "id", "keep", "table", "entry", "accepted", "anyway", "refused", "note"}
)
"""Fields that every form has, and what a page says of itself."""


@dataclass(frozen=True)
class Conflict:
    """What another phone has written while the same was typed on this one."""

    id: str
    name: str
    """What it is called: `deal 3`."""
    by: str | None
    known: int
    """The last event that was known when the typing began."""
    theirs: str
    yours: str
    """Both in short: `5 – –`; the same where no figures and no notes tell them apart."""
    deed: str
    """What was done there: `recorded`, or to an old entry `corrected` or `struck`."""
    is_same: bool
    """Whether both typed the same."""
    is_typed: bool
    """Whether anything was typed, and not just an old entry looked at."""
    fits: bool
    """Whether what was typed can be the next entry as well: that may be of another kind."""
    has_gone_on: bool = False
    """Whether more entries were recorded after theirs."""


@dataclass(frozen=True)
class Draft:
    """An entry that is being typed: a new one, or an old one to correct."""

    match: Match
    id: str | None
    typed: Typed
    problems: tuple[Problem, ...] = ()
    message: str = ""
    """What else stands in the way, such as another phone that was quicker."""
    broken: tuple[str, ...] = ()
    """The rows that would be impossible once this correction is saved."""
    conflict: Conflict | None = None
    """What another phone has written meanwhile."""
    is_typed: bool = True
    """Whether it holds what was typed, and not just an old entry as it stands."""

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.match.game

    @property
    def due(self) -> Due | None:
        """What is due in this place."""
        return self.match.due_at(self.id)

    @property
    def unsettled(self) -> Mapping[str, str]:
        """What was typed and may have no field here: of what another phone had too all is kept."""
        if self.conflict is None:
            return {}
        return {name: text for name, text in self.typed.items() if text and name not in OF_THE_PAGE}

    @property
    def _form(self) -> DraftForm[object]:
        return _form_of(self.game)

    @cached_property
    def context(self) -> object:
        """What the game's template shows."""
        return self._form.context(self)

    @property
    def template(self) -> str:
        """The game's template."""
        return f"{self.game.folder}/form.html"

    @property
    def template_before_play(self) -> str:
        """The game's template of what is known before the first card."""
        return f"{self.game.folder}/before_play.html"

    @property
    def tricks(self) -> LinesView | None:
        """The fields of the cards, where an old entry has them."""
        if not tricks_typed(self.typed) or not is_playable(self.game):
            return None
        return PlayField(self.game.hand_size).show(self.typed, self.match.players)

    @property
    def is_refused(self) -> bool:
        """Whether something stands against what was typed."""
        return bool(self.problems or self.broken)

    @property
    def blamed(self) -> list[str]:
        """What is wrong of the entry: fields of it, or what seats have in them."""
        return sorted({name for problem in self.problems for name in problem.blames})

    @property
    def record_label(self) -> str:
        """What the button that records says."""
        if self.conflict:
            return "Choose above first"
        name = self.due.name if self.due and self.due.kind != "correct" else ""
        if self.id is None:
            return "Keep it anyway" if self.warnings else f"Record {name}".strip()
        if self.warnings:
            return f"Save {name} and keep it anyway"
        return f"Save {name} as corrected" + (" all the same" if self.broken else "")

    @property
    def warnings(self) -> list[str]:
        """The rules whose warnings may be accepted, if nothing else is wrong."""
        if any(problem.severity == "error" for problem in self.problems):
            return []
        return [problem.rule for problem in self.problems if not problem.accepted]

    def blames(self, *names: str) -> bool:
        """Whether something is wrong with one of these fields of the entry, or parts of them."""
        return any(is_part(name, wrong) for wrong in self.blamed for name in names)


class DraftForm(Protocol[V_co]):
    """What a draft asks of the form of its game."""

    @abstractmethod
    def context(self, draft: Draft) -> V_co:
        """What the template shows, with what was typed."""

    @abstractmethod
    def fill(self, data: Mapping[str, Any], options: Any = None) -> Typed:
        """The fields of an entry as it is in the record; the options are those of its table."""


def _form_of(game: AnyGame) -> DraftForm[object]:
    form: DraftForm[object] = import_module(f"{game.package}.form").FORM
    return form


def new_draft(match: Match) -> Draft:
    """The empty form for the next entry."""
    return Draft(match, None, {})


def draft_of(match: Match, id: str) -> Draft:
    """The form with an old entry in it."""
    written = match.entry(id)
    data = written.data if written else {}
    row = match.row(id)
    return Draft(
        match,
        id,
        _form_of(match.game).fill(data, match.seating.options),
        row.problems if row else (),
        is_typed=False,
    )
