"""The form of a leg of Card Triathlon: what is due decides what it asks for.

Each kind of leg has a form of its own in its folder; here they make one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.tricks import Play
from referee.games.card_triathlon.bridge import form as bridge
from referee.games.card_triathlon.canasta import form as canasta
from referee.games.card_triathlon.figures import LegFormView
from referee.games.card_triathlon.flushes import form as flushes
from referee.games.card_triathlon.leg import due_leg
from referee.matches.match import Match
from referee.web.forms.entry_form import DealStanding, Draft, EntryRead, Hint, PlayableForm
from referee.web.forms.fields import Typed

FORMS: Final[Mapping[str, bridge.BridgeForm | canasta.CanastaForm | flushes.FlushForm]] = {
    "b-leg": bridge.FORM,
    "c-leg": canasta.FORM,
    "d-leg": flushes.FORM,
}
TIME: Final = "time"


class CardTriathlonForm(PlayableForm[LegFormView]):
    """The form of whichever leg is due; of an old entry of the leg that it records."""

    def context(self, draft: Draft) -> LegFormView:
        form = FORMS.get(kind_of(draft.match, draft.id))
        is_timed = draft.match.seating.options.plan.is_timed
        return LegFormView(None, is_timed, None) if form is None else form.context(draft)

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        typed = {"note": data.get("note") or ""}
        if data.get("partial"):
            typed["clock"] = "partial"
        form = FORMS.get(data["kind"])
        return typed if form is None else {**typed, **form.fill(data)}

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        kind = kind_of(match, id)
        form = FORMS.get(kind)
        if form is None or (id is None and typed.get("clock") == TIME):
            return {"kind": TIME}, []
        data: dict[str, Any] = {"kind": kind}
        if typed.get("clock") == "partial":
            data["partial"] = True
        of_leg, problems = form.read(match, id, typed)
        return data | of_leg, problems

    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        form = FORMS.get(kind_of(match, id))
        return {} if form is None else form.hints(match, id, typed)

    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        form = FORMS.get(kind_of(match, id))
        return "" if form is None else form.in_short(match, typed)

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        leg = due_leg(match.seating, match.state_at(None))
        if leg != "B":
            return {"leg": leg} if leg else {}
        return {"leg": leg, **bridge.FORM.question_defaults(match, typed, _table(match, typed))}

    # A B leg card by card ------------------------------------------------------------------------

    def before_play(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        """The contract, or the auction that makes it; of eight players that of one table."""
        part, problems = bridge.FORM.before_play(match, typed, _table(match, typed))
        return {"kind": "b-leg", **part}, problems

    def before_play_hints(self, match: Match, typed: Typed) -> Mapping[str, Hint]:
        """What the contract asks for; while the cards of an old leg are corrected, all of it."""
        if "facts" not in typed:
            return self.hints(match, typed.get("entry"), typed)
        table = _table(match, typed)
        return {f"contract{table}": bridge.contract_hint(match, typed, table)}

    def standing(self, match: Match, place: int, _play: Play) -> DealStanding:
        return bridge.standing(match, place)

    def finished(self, match: Match, data: dict[str, Any]) -> dict[str, Any]:
        return bridge.finished(match, data)


def kind_of(match: Match, id: str | None) -> str:
    old = None if id is None else match.entry(id)
    if old is not None:
        return str(old.data["kind"])
    leg = due_leg(match.seating, match.state_at(id))
    return f"{leg.lower()}-leg" if leg else TIME


def _table(match: Match, typed: Typed) -> int:
    """The number of the table whose contract is typed, from 0."""
    return 1 if typed.get("table") == "1" and len(match.tables) > 1 else 0


FORM: Final = CardTriathlonForm()
