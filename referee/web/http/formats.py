"""Format cards, times and texts in the page's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from flask import has_request_context
from markupsafe import Markup, escape

from referee.core.cards import (
    ANY_JOKER,
    JOKERS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    Card,
    NotACard,
    Pack,
    Ranked,
    Suit,
    led_suit,
    plain_text,
    read_card,
    symbol,
)
from referee.core.language import Language
from referee.core.text import Moment, Text, _, sentence
from referee.core.text import day as day_text
from referee.core.text import moment as moment_text
from referee.web.http.language import current_language

# Cards --------------------------------------------------------------------------------------------

CARD: Final = _("{rank} of {suit}")
ON_A_CARD: Final = {"RJ": "Red joker", "BJ": "Black joker"}  # hyphenated, as in `pack_data`


def suit_mark(suit: Suit, *, has_letter: bool = True) -> Markup:
    return _suit_mark(suit, current_language(), has_letter=has_letter)


@lru_cache(maxsize=64)
def _suit_mark(suit: Suit, language: Language, *, has_letter: bool) -> Markup:
    return Markup(
        '<span class="suit {}"><span aria-hidden="true">{}{}</span>'
        '<span class="unseen">{}</span></span>'
    ).format(
        suit,
        SUIT_SYMBOLS[suit],
        language.render(SUIT_LETTERS[suit]) if has_letter else "",
        language.render(SUIT_NAMES[suit]),
    )


def card(text: str | Card, pack: Pack | None = None) -> Markup:
    """Render a card as this pack names it; return any other text unchanged."""
    try:
        known = read_card(plain_text(text)) if isinstance(text, str) else text
    except NotACard:
        return escape(text)
    if isinstance(text, str):
        known = known._replace(suit=led_suit(text) or known.suit)
    if known.rank in JOKERS and known.suit:
        joker = pack.joker if pack else sentence(symbol(ANY_JOKER))
        return Markup('<span class="card">{} {}</span>').format(
            in_words(joker), suit_mark(known.suit)
        )
    if known.suit is None:
        name = face(known, pack) if pack else sentence(symbol(known))
        if str(known) in ON_A_CARD:
            name = pgettext("on a card", ON_A_CARD[str(known)])
        return Markup('<span class="card">{}</span>').format(in_words(name))
    return _card(known.rank, known.suit, current_language())


@lru_cache(maxsize=512)
def _card(rank: str, suit: Suit, language: Language) -> Markup:
    """Render a card as rank and symbol, with the other words of its name for screen readers."""
    words = language.render(CARD.format(rank="\0", suit=SUIT_NAMES[suit]))
    before, after = map(_unseen, words.split("\0"))
    symbol = Markup('<span aria-hidden="true">{}</span>').format(SUIT_SYMBOLS[suit])
    face = Markup("").join([before, language.ranked(rank), symbol, after])
    return Markup('<span class="card {}">{}</span>').format(suit, face)


def _unseen(text: str) -> Markup:
    return Markup('<span class="unseen">{}</span>').format(text) if text else Markup()


def face(card: Card, pack: Pack) -> str:
    return pack.joker if card == ANY_JOKER else sentence(symbol(card))


def spoken(card: Card, pack: Pack) -> str:
    """Return a card's name for screen readers."""
    if card.suit is None:
        return face(card, pack)
    return CARD.format(rank=Ranked(card.rank), suit=SUIT_NAMES[card.suit])


# Times: in UTC, or in the zone that the device has told; the page’s script converts them ---


def moment(at: datetime) -> Markup:
    return _time(at, "", current_language().moment(moment_text(at.astimezone(UTC))))


def day(at: datetime) -> Markup:
    return _time(at, "day", current_language().moment(day_text(at.astimezone(UTC))))


def recent(at: datetime) -> Markup:
    """Render a day, which a script replaces with `today` or `yesterday` and the time."""
    return _time(at, "recent", current_language().moment(day_text(at.astimezone(UTC))))


def time_of_day(at: datetime) -> Markup:
    language = current_language()
    at = language.local(at.astimezone(UTC))
    return _time(at, "time", f"{language.time_of_day(at)} {at:%Z}")


def _time(at: datetime, shows: str, text: str) -> Markup:
    mark = Markup(' data-shows="{}"').format(shows) if shows else Markup()
    stamp = at.isoformat(timespec="seconds")
    return Markup('<time datetime="{}"{}>{}</time>').format(stamp, mark, text)


# Texts in the language of the page ----------------------------------------------------------------

UNCHANGED: Final = frozenset({str, Markup, int})
"""Types that need no translation. Nearly every value on a page has one of them, so they are checked
first."""


def in_words(value: object) -> object:
    """Put a text or time into the page's language; return any other value unchanged.

    Jinja calls this for every value on a page (`finalize`).
    """
    if type(value) in UNCHANGED:
        return value
    if isinstance(value, Moment):
        shows = "day" if value.is_day else ""
        return _time(value.at, shows, current_language().moment(value))
    if isinstance(value, Text) and has_request_context():
        return current_language().render(value)
    return value


def _translate(template: str, values: Mapping[str, object]) -> Markup:
    """Fill in a `{% trans %}` block: keep its own markup, and escape its values."""
    return Markup(template) % {name: in_words(value) for name, value in values.items()}


@lru_cache(maxsize=4096)
def _translate_whole(template: str, language: Language, context: str) -> Markup:
    return _translate(language.gettext(template, context), {})


def gettext(template: str, /, **values: object) -> Markup:
    return pgettext("", template, **values)


def pgettext(context: str, template: str, /, **values: object) -> Markup:
    language = current_language()
    if not values:
        return _translate_whole(template, language, context)
    return _translate(language.gettext(template, context), values)


def ngettext(one: str, many: str, number: float, /, **values: object) -> Markup:
    template = current_language().ngettext(one, many, number)
    return _translate(template, {"num": number, **values})
