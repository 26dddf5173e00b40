"""Format cards, times and figures for pages, the last two as usual on the device."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from flask import has_request_context, request
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
from referee.core.text import Figure, Moment, Said, said, sentence

# Cards --------------------------------------------------------------------------------------------


def suit_mark(suit: Suit) -> Markup:
    return Markup(
        '<span class="suit {0}"><span aria-hidden="true">{1}{0}</span>'
        '<span class="unseen">{2}</span></span>'
    ).format(suit, SUIT_SYMBOLS[suit], SUIT_NAMES[suit])


def card(text: str | Card, pack: Pack | None = None) -> Markup:
    """A card as this pack names it; any other text unchanged."""
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


def face(card: Card, pack: Pack) -> str:
    return pack.joker if card == ANY_JOKER else sentence(symbol(card))


def spoken(card: Card, pack: Pack) -> str:
    """A card for screen readers."""
    return f"{card.rank} of {SUIT_NAMES[card.suit]}" if card.suit else face(card, pack)


# Times: in UTC, until the page's script converts them to the device's zone ------------------------


def moment(at: datetime) -> Markup:
    in_utc = at.astimezone(UTC)
    return _time(at, "", f"{in_utc.day} {in_utc:%b %Y, %H:%M} UTC")


def day(at: datetime) -> Markup:
    in_utc = at.astimezone(UTC)
    return _time(at, "day", f"{in_utc.day} {in_utc:%b %Y}")


def time_of_day(at: datetime) -> Markup:
    return _time(at, "time", f"{at.astimezone(UTC):%H:%M} UTC")


def _time(at: datetime, shows: str, text: str) -> Markup:
    mark = Markup(' data-shows="{}"').format(shows) if shows else Markup()
    stamp = at.isoformat(timespec="seconds")
    return Markup('<time datetime="{}"{}>{}</time>').format(stamp, mark, text)


# Figures and times in sentences -------------------------------------------------------------------

COMMA, POINT, SPACE, APOSTROPHE = ",", ".", "\u202f", "’"
LANGUAGES: Final = {
    POINT: ("da", "de", "el", "es", "hr", "id", "is", "it", "nl", "pt", "ro", "sl", "sr", "tr"),
    SPACE: ("bg", "cs", "et", "fi", "fr", "hu", "lt", "lv", "nb", "no", "pl", "ru", "sk", "sv"),
}
"""Thousands separators by language; others use a comma."""
COUNTRIES: Final = {
    APOSTROPHE: ("de-ch", "de-li", "it-ch"),
    SPACE: ("de-at",),
    COMMA: ("es-419", "es-mx", "es-us"),
}
UNCHANGED: Final = frozenset({str, Markup, int})
"""Types of nearly everything on a page: a quick exit."""


def in_device_language(value: object) -> object:
    """Jinja's `finalize`: format figures and times in the value for the device."""
    if type(value) in UNCHANGED:
        return value
    if isinstance(value, Moment):
        return _time(value.at, "", value)
    if not isinstance(value, Figure | Said) or COMMA not in value or not has_request_context():
        return value
    return _with_separator(value, thousands_separator())


def thousands_separator() -> str:
    language = (request.accept_languages.best or "").lower()
    for table, wanted in ((COUNTRIES, language), (LANGUAGES, language.partition("-")[0])):
        for separator, languages in table.items():
            if wanted in languages:
                return separator
    return COMMA


def _with_separator(value: object, separator: str) -> object:
    if isinstance(value, Figure):
        return value.replace(COMMA, separator)
    if not isinstance(value, Said) or not value.values:
        return value
    values = {name: _with_separator(each, separator) for name, each in value.values.items()}
    return said(value.template, **values)
