"""Cards and suits as HTML."""

from __future__ import annotations

from markupsafe import Markup, escape

from referee.core.cards import (
    ANY_JOKER,
    JOKERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    Card,
    NotACard,
    Pack,
    Suit,
    read_card,
    symbol,
)
from referee.core.text import sentence


def suit_mark(suit: Suit) -> Markup:
    """A suit by its symbol and its letter, in its colour."""
    return Markup(
        '<span class="suit {0}"><span aria-hidden="true">{1}{0}</span>'
        '<span class="unseen">{2}</span></span>'
    ).format(suit, SUIT_SYMBOLS[suit], SUIT_NAMES[suit])


def card(text: str | Card, pack: Pack | None = None) -> Markup:
    """A card, drawn, and named as this pack does; of what is no card its text."""
    try:
        known = read_card(text) if isinstance(text, str) else text
    except NotACard:
        return escape(text)
    if known.rank in JOKERS and known.suit:
        return Markup('<span class="card">{} {}</span>').format(
            pack.joker if pack else "Joker", suit_mark(known.suit)
        )
    if known.suit is None:
        name = face(known, pack) if pack else sentence(symbol(known))
        return Markup('<span class="card">{}</span>').format(name)
    return Markup(
        '<span class="card {0}">{1}<span aria-hidden="true">{2}</span>'
        '<span class="unseen"> of {3}</span></span>'
    ).format(known.suit, known.rank, SUIT_SYMBOLS[known.suit], SUIT_NAMES[known.suit])


def face(known: Card, pack: Pack) -> str:
    """What stands on the key of a card."""
    return pack.joker if known == ANY_JOKER else sentence(symbol(known))


def spoken(known: Card, pack: Pack) -> str:
    """A card as it is read out."""
    return f"{known.rank} of {SUIT_NAMES[known.suit]}" if known.suit else face(known, pack)
