"""A D leg by its hands: those that players have laid out, and those of an old leg as fields.

Of an old leg each seat has three fields: `hand0` the cards, `layout0` the groups, `extra0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from referee.cards import Card, read_cards
from referee.game import listed
from referee.games.card_triathlon.arrange import arrange
from referee.games.card_triathlon.d_leg import is_entitled
from referee.games.card_triathlon.d_questions import rules_of
from referee.games.card_triathlon.layout import Group, Rules, read_group
from referee.games.card_triathlon.reasons import heading
from referee.games.card_triathlon.values import full_pack
from referee.laid import Hands, Laid, entry_of
from referee.law import Problem, error
from referee.log import Book
from referee.web.entry import Hint, Typed
from referee.web.entry.cards import texts, written

APART: Final = "|"
"""What stands between two groups."""


@dataclass(frozen=True)
class Shown:
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


def shown(book: Book, hands: Hands) -> list[Shown]:
    """Every player, with the hand that is laid out."""
    return [
        _shown(book, seat, hands[seat]) if seat in hands else Shown(seat, name)
        for seat, name in enumerate(book.players)
    ]


def _shown(book: Book, seat: int, laid: Laid) -> Shown:
    groups = _groups_of(book, laid)
    extra = None if laid.extra is None else sum(g.score for g in _best(book, laid.extra))
    return Shown(
        seat,
        book.players[seat],
        is_laid=True,
        score=sum(group.score for group in groups),
        groups=listed(list(map(heading, groups))),
        is_own=laid.layout is not None,
        is_entitled=is_entitled(book.table, groups),
        extra=extra,
    )


def _groups_of(book: Book, laid: Laid) -> Sequence[Group]:
    if laid.layout is None:
        return _best(book, laid.hand)
    rules, pack = rules_of(book.table.options), full_pack(len(book.players))
    read = (read_group(read_cards(group, pack)[0], rules).group for group in laid.layout)
    return [group for group in read if group is not None]


def _best(book: Book, cards: Sequence[str]) -> Sequence[Group]:
    known, _ = read_cards(cards, full_pack(len(book.players)))
    return _arranged(known[:13], rules_of(book.table.options))


@lru_cache(maxsize=256)
def _arranged(hand: tuple[Card, ...], rules: Rules) -> tuple[Group, ...]:
    """The best arrangement: the page of a match asks for the same four again and again."""
    return arrange(hand, rules).groups


# A new leg ----------------------------------------------------------------------------------------


def read_laid(book: Book) -> tuple[dict[str, Any], list[Problem]]:
    """The leg with the hands that are laid out."""
    missing = [name for seat, name in enumerate(book.players) if seat not in book.laid]
    if missing:
        return {}, [_missing(missing)]
    return entry_of(book.laid, len(book.players)), []


def _missing(names: list[str]) -> Problem:
    what = "hand" if len(names) == 1 else "hands"
    message = f"Still missing: the {what} of {listed(names)}."
    return error("card-triathlon.play", message, field="hands")


def conflicts(book: Book) -> list[Problem]:
    """Cards that are laid out more often than the packs hold them."""
    laid = [card for each in book.laid.values() for card in (*each.hand, *(each.extra or ()))]
    _, faults = read_cards(laid, full_pack(len(book.players)))
    return [error("card-triathlon.pack", fault, field="hands") for fault in faults]


# An old leg ---------------------------------------------------------------------------------------


def typed_hands(book: Book, typed: Typed) -> Hands:
    """The hands that are typed, by the seat; of a layout without a hand those that are laid out."""
    found = {}
    for seat in range(len(book.players)):
        layout = _typed_groups(typed, seat)
        hand = texts(typed, f"hand{seat}") or [card for group in layout or () for card in group]
        if hand:
            extra = tuple(texts(typed, f"extra{seat}")) or None
            found[seat] = Laid(tuple(hand), layout, extra)
    return found


def _typed_groups(typed: Typed, seat: int) -> tuple[tuple[str, ...], ...] | None:
    """The groups of a layout; None where none is typed, and none of them for a bare `|`."""
    text = typed.get(f"layout{seat}", "")
    if not text.strip():
        return None
    groups = (tuple(group.replace(",", " ").split()) for group in text.split(APART))
    return tuple(filter(None, groups))


def read_typed(book: Book, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The leg with the hands that are typed."""
    hands = typed_hands(book, typed)
    missing = [name for seat, name in enumerate(book.players) if seat not in hands]
    if missing:
        return {}, [_missing(missing)]
    data = entry_of(hands, len(book.players))
    for seat in range(len(book.players)):
        if not texts(typed, f"hand{seat}"):
            data["hands"][seat] = None  # only what was laid out is known of it
    return data, []


def fields_of(seat: int, laid: Laid) -> dict[str, str]:
    """The fields of one hand."""
    layout = laid.layout
    groups = "" if layout is None else f" {APART} ".join(map(written, layout)) or APART
    return {
        f"hand{seat}": written(laid.hand),
        f"layout{seat}": groups,
        f"extra{seat}": written(laid.extra),
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a leg that is in the record with its cards."""
    every = [data.get(name) or [] for name in ("hands", "layouts", "extra")]
    typed: dict[str, str] = {}
    for seat in range(max(map(len, every))):
        hand, layout, extra = (values[seat] if seat < len(values) else None for values in every)
        groups = None if layout is None else tuple(map(tuple, layout))
        typed |= fields_of(seat, Laid(tuple(hand or ()), groups, tuple(extra) if extra else None))
    return typed


def hints(book: Book, typed: Typed) -> dict[str, Hint]:
    """What each of the typed hands scores."""
    found: dict[str, Hint] = {}
    for seat, each in enumerate(shown(book, typed_hands(book, typed))):
        extra = f" and {each.extra}" if each.extra is not None else ""
        told = f"{each.score}{extra}" + (f": {each.groups}" if each.groups else "")
        if f"hand{seat}" in typed:
            found[f"hand{seat}"] = told if each.is_laid else ""
    return found
