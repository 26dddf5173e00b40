"""What the forms of all legs have alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from referee.games.card_triathlon.figures import WORTHS
from referee.matches.match import Match
from referee.web.forms.draft import Draft
from referee.web.forms.entry_form import EntryRead, Hint
from referee.web.forms.fields import Typed


@dataclass(frozen=True)
class LegFormView:
    """What the template of every leg shows; a leg adds its own."""

    worths: ClassVar = WORTHS
    leg: str | None
    """None where the time is up and no leg is due."""
    is_timed: bool
    has_jokers: bool = field(default=True, kw_only=True)


class LegForm(Protocol):
    """The form of one kind of leg. An `id` names an old leg that is corrected."""

    @abstractmethod
    def context(self, draft: Draft) -> LegFormView:
        """What its template shows."""

    @abstractmethod
    def fill(self, data: Mapping[str, Any]) -> Typed:
        """The fields of a leg as it is in the record."""

    @abstractmethod
    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """The leg that was typed."""

    @abstractmethod
    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, Hint]:
        """What the page says beside the fields."""
