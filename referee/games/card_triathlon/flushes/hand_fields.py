"""A D leg by its hands: those that players have laid out, and those of an old leg as fields.

Of an old leg each seat has three fields: `hand0` the cards, `layout0` the groups, `extra0`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from referee.core.cards import Card, read_cards
from referee.core.findings import Problem, error
from referee.core.text import listed, said
from referee.games.card_triathlon.flushes.explain import heading
from referee.games.card_triathlon.flushes.group import (
    FlushRules,
    Group,
    is_entitled,
    read_group,
)
from referee.games.card_triathlon.flushes.questions import rules_of
from referee.games.card_triathlon.flushes.solver.search import arrange
from referee.games.card_triathlon.values import full_pack
from referee.matches.in_progress import HandInProgress, HandsInProgress, entry_of
from referee.matches.match import Match
from referee.web.forms.entry_form import EntryRead, Hint
from referee.web.forms.fields import Typed, join_cards, split_cards

APART: Final = "|"
"""What stands between two groups."""


@dataclass(frozen=True)
class HandRow:
    """A hand as the form of the leg tells it."""

    seat: int
    name: str
    is_laid: bool = False
    score: int = 0
    groups: str = ""
    is_own: bool = False
    """Whether its player has laid out something else than the best."""
    is_entitled: bool = False
    """Whether there is an extra hand for it."""
    extra: int | None = None
    """What the extra hand scores, once it is there."""


def rows(match: Match, hands: HandsInProgress) -> list[HandRow]:
    """Every player, with the hand that is laid out."""
    return [
        _shown(match, seat, hands[seat]) if seat in hands else HandRow(seat, name)
        for seat, name in enumerate(match.players)
    ]


def _shown(match: Match, seat: int, laid: HandInProgress) -> HandRow:
    groups = _groups_of(match, laid)
    extra = None if laid.extra is None else sum(g.score for g in _best(match, laid.extra))
    return HandRow(
        seat,
        match.players[seat],
        is_laid=True,
        score=sum(group.score for group in groups),
        groups=listed(list(map(heading, groups))),
        is_own=laid.layout is not None,
        is_entitled=is_entitled(groups, rules_of(match.seating.options)),
        extra=extra,
    )


def _groups_of(match: Match, laid: HandInProgress) -> Sequence[Group]:
    if laid.layout is None:
        return _best(match, laid.hand)
    rules, pack = rules_of(match.seating.options), full_pack(len(match.players))
    read = (read_group(read_cards(group, pack)[0], rules).group for group in laid.layout)
    return [group for group in read if group is not None]


def _best(match: Match, cards: Sequence[str]) -> Sequence[Group]:
    known, _ = read_cards(cards, full_pack(len(match.players)))
    return _arranged(known[:13], rules_of(match.seating.options))


@lru_cache(maxsize=256)
def _arranged(hand: tuple[Card, ...], rules: FlushRules) -> tuple[Group, ...]:
    """The best arrangement: the page of a match asks for the same four again and again."""
    return arrange(hand, rules).groups


# A new leg ----------------------------------------------------------------------------------------


def read_laid(match: Match) -> EntryRead:
    """The leg with the hands that are laid out."""
    missing = [seat for seat in range(len(match.players)) if seat not in match.hands]
    if missing:
        return {}, [_missing(match, missing)]
    return entry_of(match.hands, len(match.players)), []


def _missing(match: Match, seats: list[int]) -> Problem:
    what = "hand" if len(seats) == 1 else "hands"
    names = listed([match.players[seat] for seat in seats])
    message = said("Still missing: the {what} of {names}.", what=what, names=names)
    return error("card-triathlon.play", message, field="hands", seats=seats)


def conflicts(match: Match) -> list[Problem]:
    """Cards that are laid out more often than the packs hold them."""
    laid = [card for each in match.hands.values() for card in (*each.hand, *(each.extra or ()))]
    _, faults = read_cards(laid, full_pack(len(match.players)))
    return [error("card-triathlon.pack", fault, field="hands") for fault in faults]


# An old leg ---------------------------------------------------------------------------------------


def typed_hands(match: Match, typed: Typed) -> HandsInProgress:
    """The hands that are typed, by the seat; of a layout without a hand those that are laid out."""
    found = {}
    for seat in range(len(match.players)):
        layout = _typed_groups(typed, seat)
        hand = split_cards(typed.get(f"hand{seat}", "")) or [
            card for group in layout or () for card in group
        ]
        if hand or layout is not None:  # who laid out nothing needs no cards
            extra = tuple(split_cards(typed.get(f"extra{seat}", ""))) or None
            found[seat] = HandInProgress(tuple(hand), layout, extra)
    return found


def _typed_groups(typed: Typed, seat: int) -> tuple[tuple[str, ...], ...] | None:
    """The groups of a layout; None where none is typed, and none of them for a bare `|`."""
    text = typed.get(f"layout{seat}", "")
    if not text.strip():
        return None
    groups = (tuple(split_cards(group)) for group in text.split(APART))
    return tuple(filter(None, groups))


def read_typed(match: Match, typed: Typed) -> EntryRead:
    """The leg with the hands that are typed."""
    hands = typed_hands(match, typed)
    missing = [seat for seat in range(len(match.players)) if seat not in hands]
    if missing:
        return {}, [_missing(match, missing)]
    data = entry_of(hands, len(match.players))
    for seat in range(len(match.players)):
        if not split_cards(typed.get(f"hand{seat}", "")):
            data["hands"][seat] = None  # only what was laid out is known of it
    return data, []


def fields_of(seat: int, laid: HandInProgress) -> dict[str, str]:
    """The fields of one hand."""
    layout = laid.layout
    groups = "" if layout is None else f" {APART} ".join(map(join_cards, layout)) or APART
    return {
        f"hand{seat}": join_cards(laid.hand),
        f"layout{seat}": groups,
        f"extra{seat}": join_cards(laid.extra),
    }


def fill(data: Mapping[str, Any]) -> Typed:
    """The fields of a leg that is in the record with its cards."""
    every = [data.get(name) or [] for name in ("hands", "layouts", "extra")]
    typed: dict[str, str] = {}
    for seat in range(max(map(len, every))):
        hand, layout, extra = (values[seat] if seat < len(values) else None for values in every)
        groups = None if layout is None else tuple(map(tuple, layout))
        typed |= fields_of(
            seat, HandInProgress(tuple(hand or ()), groups, tuple(extra) if extra else None)
        )
    return typed


def hints(match: Match, typed: Typed) -> dict[str, Hint]:
    """What each of the typed hands scores."""
    found: dict[str, Hint] = {}
    for seat, each in enumerate(rows(match, typed_hands(match, typed))):
        extra = f" and {each.extra}" if each.extra is not None else ""
        told = f"{each.score}{extra}" + (f": {each.groups}" if each.groups else "")
        if each.is_entitled and each.extra is None:
            template = "{score}: {groups}. An extra hand is due."
            told = said(template, score=each.score, groups=each.groups)
        if f"hand{seat}" in typed:
            found[f"hand{seat}"] = told if each.is_laid else ""
    return found
