"""Cards, their notation, and packs.

A card is written as its rank and a suit letter, such as ``AH``, ``10S`` or ``7C``; ``TH``, lower
case and suit symbols are accepted, too. Jokers are ``JK`` (any), ``RJ`` (red) and ``BJ`` (black);
La Krap's blank card is ``SHEET``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from referee.core.text import Text, Translator, _, _p, ngettext, sentence

Suit = Literal["S", "H", "D", "C"]
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)  # high to low, in games that rank suits

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""Ranks from high to low in most games; a game with another order defines its own."""

JOKERS: Final = ("JK", "RJ", "BJ")
SHEET: Final = "SHEET"
NAMES: Final = {
    "JK": _p("card", "Joker"), "RJ": _("red joker"), "BJ": _("black joker"),
    SHEET: _p("card", "sheet"),
}  # fmt: skip
WITH_ARTICLE: Final = {
    "JK": _("a Joker"), "RJ": _("the red joker"), "BJ": _("a black joker"), SHEET: _("the sheet"),
}  # fmt: skip
"""Names of cards without a suit, with an article for use in sentences. NAMES has the bare names."""
SUIT_NAMES: Final[dict[Suit, Text]] = {
    "S": _p("suit", "spades"), "H": _p("suit", "hearts"),
    "D": _p("suit", "diamonds"), "C": _p("suit", "clubs"),
}  # fmt: skip
SUIT_LETTERS: Final[dict[Suit, Text]] = {
    "S": _p("suit", "S"),
    "H": _p("suit", "H"),
    "D": _p("suit", "D"),
    "C": _p("suit", "C"),
}
"""Short for the names, beside symbols that are small."""
SUIT_SYMBOLS: Final[dict[Suit, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_SYMBOL_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")


class Card(NamedTuple):
    rank: str
    suit: Suit | None = None

    def __str__(self) -> str:
        """The canonical notation: ``10H``, or ``JK=H`` for a joker led as a heart."""
        joint = "=" if self.suit and self.rank in JOKERS else ""
        return self.rank + joint + (self.suit or "")


ANY_JOKER: Final = Card("JK")


class Ranked(Text):
    """A rank, or a card such as `Q♥`, which is shown in the letters of one's own pack."""

    __slots__ = ()

    def rendered_by(self, translator: Translator) -> str:
        return translator.ranked(str(self))


class NotACard(ValueError):
    """Raised for input that isn't a card; ``text`` is the input."""

    def __init__(self, text: str) -> None:
        super().__init__(_("“{text}” isn’t a card", text=text))
        self.text = text


@lru_cache(maxsize=1024)
def read_card(text: str) -> Card:
    """Read a card in any of the accepted spellings. Raises NotACard."""
    plain = text.strip().upper().translate(_SYMBOL_LETTERS)
    if plain in JOKERS or plain == SHEET:
        return Card(plain)
    rank, letter = plain[:-1].strip(), plain[-1:]
    rank = "10" if rank == "T" else rank
    for suit in SUITS:
        if letter == suit and rank in RANKS:
            return Card(rank, suit)
    raise NotACard(text)


_OTHER_RANKS: Final = {"D": "Q", "B": "J", "O": "Q", "U": "J"}  # Dame, Bube, Ober, Unter
_OTHER_SUITS: Final = {"E": "C", "L": "S", "SCH": "D"}  # Eichel, Laub, Schellen
_OTHER_CARD: Final = re.compile(r"(10|[2-9TAKQJDBOU])([SHDCEL]|SCH)")


def in_english(text: str) -> str:
    """Rewrite a card typed in the letters of a German pack; return any other text unchanged.

    `DH` and `OH` become `QH`, `10E` becomes `10C`. An `S` is for spades, so bells are `SCH`.
    """
    found = _OTHER_CARD.fullmatch(text.upper().translate(_SYMBOL_LETTERS))
    if found is None:
        return text
    rank, suit = found.groups()
    if rank not in _OTHER_RANKS and suit not in _OTHER_SUITS:
        return text
    return _OTHER_RANKS.get(rank, rank) + _OTHER_SUITS.get(suit, suit)


@dataclass(frozen=True)
class Pack:
    name: str
    copies: Counter[Card]
    joker: str = NAMES["JK"]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(self.copies.elements())

    def __len__(self) -> int:
        return self.copies.total()

    def faults(self, cards: Iterable[Card]) -> tuple[Text, ...]:
        """Return a sentence for each card that the pack lacks or has too few copies of."""
        faults = []
        for card, count in Counter(cards).items():
            held, name = self.copies[card], sentence(with_article(card))
            if held == 0:
                faults.append(_("{card} isn’t in the pack ({pack}).", card=name, pack=self.name))
            elif count > held:
                faults.append(
                    ngettext(
                        "{card} appears {n} time, but the pack has only {held}.",
                        "{card} appears {n} times, but the pack has only {held}.",
                        count,
                        card=name,
                        held=held,
                    )
                )
        return tuple(faults)


def pack(
    name: str,
    ranks: Sequence[str],
    *,
    copies: int = 1,
    extra: Iterable[str] = (),
    joker: str = NAMES["JK"],
) -> Pack:
    cards = Counter({Card(rank, suit): copies for suit in SUITS for rank in ranks})
    cards.update(read_card(text) for text in extra)
    return Pack(name, cards, joker)


ORDINARY_PACK: Final = pack(_("52 cards"), RANKS)


def read_cards(texts: Iterable[str], pack: Pack) -> tuple[tuple[Card, ...], tuple[Text, ...]]:
    """Parse cards; return the valid ones and all problems.

    If the pack contains `JK`, every joker is read as `JK`.
    """
    cards: list[Card] = []
    faults: list[Text] = []
    for text in texts:
        try:
            card = read_card(text)
            is_any_joker = card.rank in JOKERS and pack.copies[ANY_JOKER] > 0
            cards.append(ANY_JOKER if is_any_joker else card)
        except NotACard as unreadable:
            faults.append(_("“{text}” isn’t a card.", text=unreadable.text))
    if cards:  # most entries in figures have none
        faults.extend(pack.faults(cards))
    return tuple(cards), tuple(faults)


def find_faulty_hands(hands: Mapping[int, Sequence[str]], pack: Pack) -> list[int]:
    """Return seats holding an invalid card, or one that appears too often in all hands together."""
    found = {seat: read_cards(texts, pack) for seat, texts in hands.items()}
    held = Counter(card for cards, _faults in found.values() for card in cards)
    return [
        seat
        for seat, (cards, faults) in found.items()
        if faults or any(held[card] > pack.copies[card] for card in cards)
    ]


def plain_text(text: str) -> str:
    """Remove the suit named with a led joker (``JK=H``); leave other text unchanged."""
    plain, _equals, suit = text.partition("=")
    is_led = plain.strip().upper() in JOKERS and suit.strip().upper() in SUITS
    return plain if is_led else text


def read_led_card(text: str, pack: Pack) -> Card:
    """Parse a valid card of a trick; a led joker keeps the suit named with it."""
    (card,), _faults = read_cards([plain_text(text)], pack)
    return card._replace(suit=led_suit(text) or card.suit)


def led_suit(text: str) -> Suit | None:
    """Return the suit named with a led joker (``JK=H``), if any."""
    suit = text.partition("=")[2].strip().upper()
    return next((known for known in SUITS if known == suit), None)


def with_article(card: Card) -> str:
    return symbol(card, WITH_ARTICLE)


def symbol(card: Card, names: Mapping[str, Text] = NAMES) -> str:
    if card.rank not in names:
        return Ranked(card.rank + SUIT_SYMBOLS[card.suit or "S"])
    name = names[card.rank]
    return _("{card} naming {suit}", card=name, suit=SUIT_NAMES[card.suit]) if card.suit else name


def one_too_many(card: str, holder: Literal["trick", "hand"], most: int) -> Text:
    template = {
        "trick": _("{card} is one card too many. A trick has only {most} cards."),
        "hand": _("{card} is one card too many. A hand has at most {most} cards."),
    }[holder]
    return template.format(card=sentence(card), most=most)
