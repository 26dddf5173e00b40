"""The form of a D leg: the score of each player's straight flushes, or the hands.

The hands of a new leg are laid out on pages of their own (`hand_page`). In the form of an old leg
each seat has three fields: `hand0` for the cards, `layout0` the groups, `extra0` the extra hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.core.cards import Pack, read_cards
from referee.core.findings import Problem, error
from referee.core.text import listed, said
from referee.games.card_triathlon import figures
from referee.games.card_triathlon.figures import (
    BY_CARDS,
    UNSCORED,
    FiguresField,
    FiguresView,
    LegFormView,
    figures_view,
    seats_view,
)
from referee.games.card_triathlon.flushes.groups import FlushRules, heading, is_entitled
from referee.games.card_triathlon.flushes.leg import OFFICES, ROUNDS, groups_of, offices
from referee.games.card_triathlon.leg import full_pack, full_worth
from referee.matches.in_progress import HandInProgress, HandsInProgress, entry_of
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, Hint, figures_in_short
from referee.web.forms.fields import SeatField, Typed, join_cards, split_cards
from referee.web.forms.views import KeysView

SCORED: Final = FiguresField("scored")
BUCK: Final = SeatField("buck")
"""Shows the offices of the rounds; not recorded."""
SEPARATOR: Final = "|"
"""Between two groups in a field."""


# The hands ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HandRow:
    seat: int
    name: str
    is_laid: bool = False
    score: int = 0
    groups: str = ""
    is_own: bool = False
    """The player's own layout instead of the best."""
    is_entitled: bool = False
    """The hand brings an extra hand."""
    extra: int | None = None


def hand_row(match: Match, seat: int, hands: HandsInProgress) -> HandRow:
    laid, name = hands.get(seat), match.players[seat]
    if laid is None:
        return HandRow(seat, name)
    groups, extra = groups_of(match.seating, laid.hand, laid.layout), None
    if laid.extra is not None:
        extra = sum(group.score for group in groups_of(match.seating, laid.extra))
    return HandRow(
        seat,
        name,
        is_laid=True,
        score=sum(group.score for group in groups),
        groups=listed(list(map(heading, groups))),
        is_own=laid.layout is not None,
        is_entitled=is_entitled(groups, FlushRules.from_options(match.seating.options)),
        extra=extra,
    )


def hand_fields(seat: int, laid: HandInProgress) -> dict[str, str]:
    groups = ""
    if laid.layout is not None:
        groups = f" {SEPARATOR} ".join(map(join_cards, laid.layout)) or SEPARATOR
    return {
        f"hand{seat}": join_cards(laid.hand),
        f"layout{seat}": groups,
        f"extra{seat}": join_cards(laid.extra),
    }


def typed_hands(match: Match, typed: Typed) -> HandsInProgress:
    """Typed hands by seat; where only a layout is typed, its cards are the hand."""
    found = {}
    for seat in range(len(match.players)):
        text = typed.get(f"layout{seat}", "")
        layout: tuple[tuple[str, ...], ...] | None = None
        if text.strip():  # a bare separator is a layout without groups
            groups = (tuple(split_cards(group)) for group in text.split(SEPARATOR))
            layout = tuple(filter(None, groups))
        hand = split_cards(typed.get(f"hand{seat}", "")) or [
            card for group in layout or () for card in group
        ]
        if hand or layout is not None:  # a layout without groups needs no cards
            extra = tuple(split_cards(typed.get(f"extra{seat}", ""))) or None
            found[seat] = HandInProgress(tuple(hand), layout, extra)
    return found


def _read_hands(match: Match, hands: HandsInProgress) -> EntryRead:
    missing = [seat for seat in range(len(match.players)) if seat not in hands]
    if not missing:
        return entry_of(hands, len(match.players)), []
    message = said(
        "Still missing: the {what} of {names}.",
        what="hand" if len(missing) == 1 else "hands",
        names=listed([match.players[seat] for seat in missing]),
    )
    return {}, [error("card-triathlon.play", message, field="hands", seats=missing)]


# The form -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FlushFormView(LegFormView):
    pack: Pack
    figures: FiguresView
    buck: KeysView
    rounds: int
    by: str
    laid: tuple[HandRow, ...]
    conflicts: tuple[Problem, ...]
    """Cards that are laid out more often than the packs have them."""


class FlushForm:
    def context(self, draft: Draft) -> FlushFormView:
        match, typed, seats = draft.match, draft.typed, len(draft.match.players)
        laid = [card for each in match.hands.values() for card in (*each.hand, *(each.extra or ()))]
        _, faults = read_cards(laid, full_pack(seats))
        return FlushFormView(
            leg="D",
            is_timed=match.seating.options.plan.is_timed,
            most=None,
            pack=full_pack(seats),
            figures=figures_view(
                typed,
                [SCORED.show(typed, match.players)],
                full_worth(seats),
                rest="all other cards",
                of_player="the scoring cards of {name}",
            ),
            buck=seats_view(BUCK.name, match.players, typed),
            rounds=ROUNDS,
            by="cards" if match.hands else "",
            laid=tuple(hand_row(match, seat, match.hands) for seat in range(seats)),
            conflicts=tuple(error("card-triathlon.pack", each, field="hands") for each in faults),
        )

    def fill(self, data: Mapping[str, Any]) -> Typed:
        typed = SCORED.fill(data.get("scored") or ())
        if data.get("unscored") is not None:
            typed |= UNSCORED.fill(data["unscored"])
        if "hands" in data or "layouts" in data:
            typed["by"] = "cards"
        every = [data.get(name) or [] for name in ("hands", "layouts", "extra")]
        for seat in range(max(map(len, every))):
            hand, layout, extra = (values[seat] if seat < len(values) else None for values in every)
            groups = None if layout is None else tuple(map(tuple, layout))
            laid = HandInProgress(tuple(hand or ()), groups, tuple(extra) if extra else None)
            typed |= hand_fields(seat, laid)
        return typed

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        if typed.get("by") == "cards":
            if id is None and match.hands:
                return _read_hands(match, match.hands)
            data, problems = _read_hands(match, typed_hands(match, typed))
            for seat in range(len(data.get("hands", ()))):
                if not split_cards(typed.get(f"hand{seat}", "")):
                    data["hands"][seat] = None  # only the layout is known
            return data, problems
        scored, rest = SCORED.read(typed, match.players), UNSCORED.read(typed)
        data = {"scored": scored.value}
        if rest.value is not None:
            data["unscored"] = rest.value
        return data, [*scored.problems, *rest.problems]

    def in_short(self, match: Match, typed: Typed) -> str:
        if typed.get("by") == "cards":
            return BY_CARDS
        return figures_in_short(SCORED.each(typed, match.players))

    def hints(self, match: Match, _id: str | None, typed: Typed) -> dict[str, Hint]:
        found: dict[str, Hint] = {}
        if typed.get("by") == "cards":
            hands = typed_hands(match, typed)
            for seat in range(len(match.players)):
                if f"hand{seat}" in typed:
                    found[f"hand{seat}"] = _hand_hint(hand_row(match, seat, hands))
        else:
            fields = {SCORED.of(seat): name for seat, name in enumerate(match.players)}
            fields[UNSCORED] = "Unscored"
            is_complete = all(field.read(typed).value is not None for field in fields)
            whole = full_worth(len(match.players))
            found = figures.hints(typed, fields, 0, whole, is_complete=is_complete)
        buck, seats = BUCK.read(typed, match.players).value, len(match.players)
        if buck is None or buck >= seats:
            return found
        template = "{buck} is Buck and gathers, {shuffles} shuffles, {cuts} cuts, {deals} deals"
        for number in range(1, ROUNDS + 1):
            held = offices(buck, number, seats)
            names = {office: match.players[held[office]] for office in OFFICES}
            found[f"round{number}"] = said(template, **names)
        return found


def _hand_hint(row: HandRow) -> Hint:
    if not row.is_laid:
        return ""
    if row.is_entitled and row.extra is None:
        template = "{score}: {groups}. An extra hand is due."
        return said(template, score=row.score, groups=row.groups)
    extra = f" and {row.extra}" if row.extra is not None else ""
    return f"{row.score}{extra}" + (f": {row.groups}" if row.groups else "")


FORM: Final = FlushForm()
