"""Cards, their notation, and packs.

A card is written as rank and suit letter, ``AH 10S 7C``; ``TH``, lower case and suit symbols are
accepted, too. Jokers are ``JK`` (any), ``RJ`` (red), ``BJ`` (black); La Krap's blank is ``SHEET``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from referee.core.text import Said, said, sentence, times

Suit = Literal["S", "H", "D", "C"]
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)  # high to low, in games that rank suits

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""High to low, as in most games; a game with another ranking defines its own."""

JOKERS: Final = ("JK", "RJ", "BJ")
SHEET: Final = "SHEET"
NAMES: Final = {"JK": "Joker", "RJ": "red joker", "BJ": "black joker", SHEET: "sheet"}
WITH_ARTICLE: Final = {
    "JK": "a Joker", "RJ": "the red joker", "BJ": "a black joker", SHEET: "the sheet",
}  # fmt: skip
"""Names of cards without a suit, alone and within a sentence."""
SUIT_NAMES: Final[dict[Suit, str]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
ONE_OF_SUIT: Final[dict[Suit, str]] = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
SUIT_SYMBOLS: Final[dict[Suit, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_SYMBOL_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")


class Card(NamedTuple):
    rank: str
    suit: Suit | None = None

    def __str__(self) -> str:
        """The canonical notation: ``10H``, or ``JK=H`` for a joker led for a suit."""
        joint = "=" if self.suit and self.rank in JOKERS else ""
        return self.rank + joint + (self.suit or "")


ANY_JOKER: Final = Card("JK")


class NotACard(ValueError):
    """Raised for text that isn't a card; ``text`` is that text."""

    def __init__(self, text: str) -> None:
        super().__init__(said("“{text}” is not a card", text=text))
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


@dataclass(frozen=True)
class Pack:
    name: str
    copies: Counter[Card]
    joker: str = "Joker"

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(self.copies.elements())

    def __len__(self) -> int:
        return self.copies.total()

    def faults(self, cards: Iterable[Card]) -> tuple[Said, ...]:
        """A sentence for each card that the pack lacks or has too few copies of."""
        faults = []
        for card, count in Counter(cards).items():
            held, name = self.copies[card], sentence(with_article(card))
            if held == 0:
                faults.append(
                    said("{card} is not in the pack of {pack}.", card=name, pack=self.name)
                )
            elif count > held:
                many = "one" if held == 1 else held
                template = "{card} turns up {often}; the pack holds {many}."
                faults.append(said(template, card=name, often=times(count), many=many))
        return tuple(faults)


def pack(
    name: str,
    ranks: Sequence[str],
    *,
    copies: int = 1,
    extra: Iterable[str] = (),
    joker: str = "Joker",
) -> Pack:
    cards = Counter({Card(rank, suit): copies for suit in SUITS for rank in ranks})
    cards.update(read_card(text) for text in extra)
    return Pack(name, cards, joker)


ORDINARY_PACK: Final = pack("52 cards", RANKS)


def read_cards(texts: Iterable[str], pack: Pack) -> tuple[tuple[Card, ...], tuple[Said, ...]]:
    """Parse cards; return valid ones and all faults. `JK` in the pack is any joker."""
    cards: list[Card] = []
    faults: list[Said] = []
    for text in texts:
        try:
            card = read_card(text)
            is_any_joker = card.rank in JOKERS and pack.copies[ANY_JOKER] > 0
            cards.append(ANY_JOKER if is_any_joker else card)
        except NotACard as unreadable:
            faults.append(said("“{text}” is not a card.", text=unreadable.text))
    if cards:  # most entries recorded as figures have none
        faults.extend(pack.faults(cards))
    return tuple(cards), tuple(faults)


def find_faulty_hands(hands: Mapping[int, Sequence[str]], pack: Pack) -> list[int]:
    """Seats whose hand has an unreadable card or more copies of one than the pack."""
    found = {seat: read_cards(texts, pack) for seat, texts in hands.items()}
    held = Counter(card for cards, _ in found.values() for card in cards)
    return [
        seat
        for seat, (cards, faults) in found.items()
        if faults or any(held[card] > pack.copies[card] for card in cards)
    ]


def plain_text(text: str) -> str:
    """Remove the named suit from a led joker, ``JK=H``; leave other text unchanged."""
    plain, _, suit = text.partition("=")
    is_led = plain.strip().upper() in JOKERS and suit.strip().upper() in SUITS
    return plain if is_led else text


def read_led_card(text: str, pack: Pack) -> Card:
    """Parse a valid card of a trick; a joker keeps the suit it was led for."""
    (card,), _ = read_cards([plain_text(text)], pack)
    suit = text.partition("=")[2].strip().upper()
    return card._replace(suit=next((known for known in SUITS if known == suit), card.suit))


def with_article(card: Card) -> str:
    return symbol(card, WITH_ARTICLE)


def symbol(card: Card, names: Mapping[str, str] = NAMES) -> str:
    if card.rank not in names:
        return card.rank + SUIT_SYMBOLS[card.suit or "S"]
    name = names[card.rank]
    return said("{name} for {suit}", name=name, suit=SUIT_NAMES[card.suit]) if card.suit else name


def one_too_many(card: str, holder: str, most: int) -> Said:
    template = "{card} is one card too many: a {holder} has {most}."
    return said(template, card=sentence(card), holder=holder, most=most)
