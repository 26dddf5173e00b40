"""Cards, their notation and the packs: the vocabulary that all games share.

A card is written rank then suit letter, ``AH 10S 7C``; ``TH``, lower case and the suit symbols
are read too. Jokers are ``JK`` (any), ``RJ`` (red), ``BJ`` (black); La Krap's blank is ``SHEET``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from referee.core.text import Said, said, sentence, times

Suit = Literal["S", "H", "D", "C"]
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)  # high to low, where the order of the suits matters

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""High to low, as in most games; a game that ranks otherwise says so itself."""

JOKERS: Final = ("JK", "RJ", "BJ")
SHEET: Final = "SHEET"
NAMES: Final = {"JK": "Joker", "RJ": "red joker", "BJ": "black joker", SHEET: "sheet"}
WITH_ARTICLE: Final = {
    "JK": "a Joker", "RJ": "the red joker", "BJ": "a black joker", SHEET: "the sheet",
}  # fmt: skip
"""What cards without a suit are called, on their own and within a sentence."""
SUIT_NAMES: Final[dict[Suit, str]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
ONE_OF_SUIT: Final[dict[Suit, str]] = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
SUIT_SYMBOLS: Final[dict[Suit, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_SYMBOL_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")


class Card(NamedTuple):
    rank: str
    suit: Suit | None = None

    def __str__(self) -> str:
        """The canonical notation, ``10H``; of a joker that was led for a suit ``JK=H``."""
        joint = "=" if self.suit and self.rank in JOKERS else ""
        return self.rank + joint + (self.suit or "")


ANY_JOKER: Final = Card("JK")


class NotACard(ValueError):
    """The text names no card. ``text`` is what was found."""

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
        """Sentences on cards that the pack lacks, or has less often than they turn up here."""
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
    """The readable cards, and all faults. `JK` in the pack stands for any joker."""
    cards: list[Card] = []
    faults: list[Said] = []
    for text in texts:
        try:
            card = read_card(text)
            is_any_joker = card.rank in JOKERS and pack.copies[ANY_JOKER] > 0
            cards.append(ANY_JOKER if is_any_joker else card)
        except NotACard as unreadable:
            faults.append(said("“{text}” is not a card.", text=unreadable.text))
    if cards:  # of most entries that are recorded by figures there is none
        faults.extend(pack.faults(cards))
    return tuple(cards), tuple(faults)


def find_faulty_hands(hands: Mapping[int, Sequence[str]], pack: Pack) -> list[int]:
    """The seats in whose hands is a card that cannot be read, or not be there so often."""
    found = {seat: read_cards(texts, pack) for seat, texts in hands.items()}
    held = Counter(card for cards, _ in found.values() for card in cards)
    return [
        seat
        for seat, (cards, faults) in found.items()
        if faults or any(held[card] > pack.copies[card] for card in cards)
    ]


def plain_text(text: str) -> str:
    """A joker that was led for a suit, ``JK=H``, without that suit; any other text as it is."""
    plain, _, suit = text.partition("=")
    is_led = plain.strip().upper() in JOKERS and suit.strip().upper() in SUITS
    return plain if is_led else text


def read_led_card(text: str, pack: Pack) -> Card:
    """A readable card of a trick: a joker may carry the suit for which it was led."""
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
