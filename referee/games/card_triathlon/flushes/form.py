"""The form of a D leg: what the straight flushes of each player have scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.core.cards import Pack
from referee.core.findings import Problem
from referee.core.text import said
from referee.games.card_triathlon import figures
from referee.games.card_triathlon.figures import (
    UNSCORED,
    CardsOfTable,
    FiguresField,
    FiguresView,
    figures_view,
)
from referee.games.card_triathlon.flushes import hand_fields
from referee.games.card_triathlon.flushes.buck import OFFICES, ROUNDS, offices
from referee.games.card_triathlon.flushes.hand_fields import HandRow
from referee.games.card_triathlon.leg_form import BY_CARDS, LegForm, LegFormView, seats_view
from referee.games.card_triathlon.values import full_pack, full_worth
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, Hint, figures_in_short
from referee.web.forms.fields import SeatField, Typed
from referee.web.forms.views import KeysView

SCORED: Final = FiguresField("scored")
BUCK: Final = SeatField("buck")
"""Said for the offices of the rounds only; it is not recorded."""


@dataclass(frozen=True)
class FlushFormView(LegFormView):
    """The hands that are laid out, and how many rounds there are."""

    pack: Pack
    figures: FiguresView
    buck: KeysView
    rounds: int
    by: str
    laid: tuple[HandRow, ...]
    conflicts: tuple[Problem, ...]


class FlushForm(LegForm):
    """The score of each player, or the hands."""

    def context(self, draft: Draft) -> FlushFormView:
        match, typed = draft.match, draft.typed
        return FlushFormView(
            leg="D",
            is_timed=match.seating.options.plan.is_timed,
            most=None,
            pack=full_pack(len(match.players)),
            figures=figures_view(
                typed,
                [SCORED.show(typed, match.players)],
                CardsOfTable(
                    full_worth(len(match.players)),
                    rest="all other cards",
                    of_player="the scoring cards of {name}",
                ),
            ),
            buck=seats_view(BUCK.name, match.players, typed),
            rounds=ROUNDS,
            by="cards" if match.hands else "",
            laid=tuple(hand_fields.rows(match, match.hands)),
            conflicts=tuple(hand_fields.conflicts(match)),
        )

    def fill(self, data: Mapping[str, Any]) -> Typed:
        typed = SCORED.fill(data.get("scored") or ())
        if data.get("unscored") is not None:
            typed |= UNSCORED.fill(data["unscored"])
        if "hands" in data or "layouts" in data:
            typed["by"] = "cards"
        return {**typed, **hand_fields.fill(data)}

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """The leg that was typed, or with the hands that were laid out for it."""
        if is_by_cards(typed):
            if id is None and match.hands:
                return hand_fields.read_laid(match)
            return hand_fields.read_typed(match, typed)
        scored, rest = SCORED.read(typed, match.players), UNSCORED.read(typed)
        data: dict[str, Any] = {"scored": scored.value}
        if rest.value is not None:
            data["unscored"] = rest.value
        return data, [*scored.problems, *rest.problems]

    def in_short(self, match: Match, typed: Typed) -> str:
        """What each player has scored."""
        if is_by_cards(typed):
            return BY_CARDS
        return figures_in_short(SCORED.each(typed, match.players))

    def hints(self, match: Match, _id: str | None, typed: Typed) -> dict[str, Hint]:
        """The sum of the figures; or what each hand scores at best."""
        if is_by_cards(typed):
            return hand_fields.hints(match, typed) | _rounds(match, typed)
        fields = {SCORED.of(seat): name for seat, name in enumerate(match.players)}
        fields[UNSCORED] = "Unscored"
        is_complete = all(field.read(typed).value is not None for field in fields)
        whole = full_worth(len(match.players))
        found = figures.hints(typed, fields, 0, whole, is_complete=is_complete)
        return found | _rounds(match, typed)


def is_by_cards(typed: Typed) -> bool:
    """Whether the cards themselves are entered."""
    return typed.get("by") == "cards"


def _rounds(match: Match, typed: Typed) -> dict[str, Hint]:
    """Who has which office in each round, once it is said who is Buck."""
    buck, seats = BUCK.read(typed, match.players).value, len(match.players)
    if buck is None or buck >= seats:
        return {}
    template = "{buck} is Buck and gathers, {shuffles} shuffles, {cuts} cuts, {deals} deals"
    found: dict[str, Hint] = {}
    for place in range(1, ROUNDS + 1):
        held = offices(buck, place, seats)
        gathers, shuffles, cuts, deals = (match.players[held[office]] for office in OFFICES)
        names = {"buck": gathers, "shuffles": shuffles, "cuts": cuts, "deals": deals}
        found[f"round{place}"] = said(template, **names)
    return found


FORM: Final = FlushForm()
