"""The form of a leg of Card Triathlon: what is due decides what it asks for.

Each kind of leg has a form of its own in its folder; here they make one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.tricks import Play
from referee.games.card_triathlon.bridge import form as bridge
from referee.games.card_triathlon.bridge.table_in_progress import standing
from referee.games.card_triathlon.canasta import form as canasta
from referee.games.card_triathlon.flushes import form as flushes
from referee.games.card_triathlon.leg_form import LegForm, LegFormView
from referee.games.card_triathlon.state import CardTriathlonState, due_leg
from referee.matches.match import Match
from referee.web.forms.entry_form import BasePlayableForm, DealStanding, Draft, EntryRead, Hint
from referee.web.forms.fields import Typed

FORMS: Final[Mapping[str | None, LegForm]] = {
    "B": bridge.FORM,
    "C": canasta.FORM,
    "D": flushes.FORM,
}
KINDS: Final = {"B": "b-leg", "C": "c-leg", "D": "d-leg", None: "time"}


class CardTriathlonForm(BasePlayableForm[LegFormView]):
    """The form of whichever leg is due; of an old entry of the leg that it records."""

    def context(self, draft: Draft) -> LegFormView:
        """Which leg this is, and what its keys offer."""
        form = FORMS.get(leg_of(draft.match, draft.id))
        is_timed = draft.match.seating.options.plan.is_timed
        return LegFormView(None, is_timed, None) if form is None else form.context(draft)

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        """The fields of a leg that is in the record."""
        typed = {"note": data.get("note") or ""}
        if data.get("partial"):
            typed["clock"] = "partial"
        form = FORMS.get(_leg_named(data["kind"]))
        return typed if form is None else {**typed, **form.fill(data)}

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """The leg that was typed; or that the clock ends the game without one."""
        leg = leg_of(match, id)
        form = FORMS.get(leg)
        if form is None or (id is None and typed.get("clock") == "time"):
            return {"kind": KINDS[None]}, []
        data: dict[str, Any] = {"kind": KINDS[leg]}
        if typed.get("clock") == "partial":
            data["partial"] = True
        of_leg, problems = form.read(match, id, typed)
        return data | of_leg, problems

    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        """What is recorded so far, what is missing, and where a mistake can be."""
        form = FORMS.get(leg_of(match, id))
        return {} if form is None else form.hints(match, id, typed)

    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        """The points of each player, as far as they are typed as figures."""
        form = FORMS.get(leg_of(match, id))
        return "" if form is None else form.in_short(match, typed)

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        """Which leg is due; of a B leg also what is bid."""
        leg = leg_of(match, None)
        if leg != "B":
            return {"leg": leg} if leg else {}
        return {"leg": leg, **bridge.FORM.question_defaults(match, typed, _table(match, typed))}

    # A B leg card by card ------------------------------------------------------------------------

    def before_play(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        """The contract, or the auction that makes it; of eight players that of one table."""
        part, problems = bridge.FORM.before_play(match, typed, _table(match, typed))
        return {"kind": KINDS["B"], **part}, problems

    def before_play_hints(self, match: Match, typed: Typed) -> Mapping[str, Hint]:
        """What the contract asks for; while the cards of an old leg are corrected, all of it."""
        if "facts" not in typed:
            return self.hints(match, typed.get("entry"), typed)
        place = _table(match, typed)
        return {f"contract{place}": bridge.contract_hint(match, typed, place)}

    def standing(self, match: Match, place: int, _play: Play) -> DealStanding:
        """The contract, what it needs, and the tricks of both teams."""
        return standing(match, place)

    def finished(self, match: Match, data: dict[str, Any]) -> dict[str, Any]:
        """The leg with the two cards that are left over."""
        return bridge.finished(match, data)


def leg_of(match: Match, id: str | None) -> str | None:
    """The leg that is due in this place; of an old entry the one that it records."""
    written = None if id is None else match.entry(id)
    if written is not None:
        return _leg_named(written.data["kind"])
    state: CardTriathlonState = match.state_at(id)
    return due_leg(match.seating, state)


def _leg_named(kind: str) -> str | None:
    return next(leg for leg, name in KINDS.items() if name == kind)


def _table(match: Match, typed: Typed) -> int:
    """The number of the table whose contract is typed."""
    return 1 if typed.get("table") == "1" and len(match.tables) > 1 else 0


FORM: Final = CardTriathlonForm()
