"""The form for a deal of Quillet: trumps, and tricks per player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, PlayableForm
from referee.web.forms.fields import PlayField, SuitField, TricksField, Typed, play_typed, read_all
from referee.web.forms.views import CellsView, SuitKeysView

from .rules import TRICKS

TRUMP: Final = SuitField("trump", "no trumps")
TAKEN: Final = TricksField("tricks", "quillet.tricks-total", "tricks", total=TRICKS)


@dataclass(frozen=True)
class QuilletFormView:
    tricks: CellsView
    trump: SuitKeysView


class QuilletForm(PlayableForm[QuilletFormView]):
    fields = (TRUMP, TAKEN, PlayField(TRICKS))
    main = TAKEN

    def context(self, draft: Draft) -> QuilletFormView:
        names = draft.match.players
        return QuilletFormView(TAKEN.show(draft.typed, names), TRUMP.show(draft.typed))

    def before_play(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        found, problems = read_all([TRUMP], typed, match.players)
        return {"kind": "deal", **found}, problems

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        data, problems = self.before_play(match, id, typed)
        if play := play_typed(match, id, typed):
            return {**data, "play": play}, problems
        found, missing = read_all([TAKEN], typed, match.players)
        return data | found, problems + missing


FORM: Final = QuilletForm()
