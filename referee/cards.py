"""Cards, their notation and the packs: the vocabulary that all games share.

A card is written rank then suit letter, ``AH 10S 7C``; ``TH``, lower case and the suit symbols
are read too. Jokers are ``JK`` (any), ``RJ`` (red), ``BJ`` (black); La Krap's blank is ``SHEET``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

Suit = Literal["S", "H", "D", "C"]
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
"""High to low, where the order of the suits matters."""

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""High to low, as in most games; a game that ranks otherwise says so itself."""

JOKERS: Final = ("JK", "RJ", "BJ")
SHEET: Final = "SHEET"
NAMES: Final = {"JK": "Joker", "RJ": "red joker", "BJ": "black joker", SHEET: "sheet"}
CALLED: Final = {
    "JK": "a Joker", "RJ": "the red joker", "BJ": "a black joker", SHEET: "the sheet",
}  # fmt: skip
"""What cards without a suit are called, on their own and within a sentence."""
SUIT_NAMES: Final[dict[Suit, str]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SYMBOLS: Final[dict[Suit, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_SYMBOL_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")


class Card(NamedTuple):
    """One card; jokers and the sheet have a rank and no suit."""

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
        super().__init__(f"“{text}” is not a card")
        self.text = text


@lru_cache(maxsize=1024)
def read_card(text: str) -> Card:
    """The card that `text` names, in any of the accepted spellings.

    Raises:
        NotACard: where it names none.
    """
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
    """The cards that a game is played with, each with the number of its copies."""

    name: str
    copies: Counter[Card]
    joker: str = "Joker"
    """What the game calls its jokers."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the pack, a card of two copies twice."""
        return tuple(self.copies.elements())

    def __len__(self) -> int:
        return self.copies.total()

    def faults(self, cards: Iterable[Card]) -> tuple[str, ...]:
        """What is impossible about these cards together, one sentence a fault; none if nothing is.

        A card may lack in the pack, or turn up more often than the pack holds it.
        """
        faults = []
        for card, count in Counter(cards).items():
            held = self.copies[card]
            if held == 0:
                faults.append(f"{card} is not in the pack of {self.name}.")
            elif count > held:
                faults.append(f"{card} turns up {_times(count)}; the pack holds {_copies(held)}.")
        return tuple(faults)


def pack(
    name: str,
    ranks: Sequence[str],
    *,
    copies: int = 1,
    extra: Iterable[str] = (),
    joker: str = "Joker",
) -> Pack:
    """The pack of these ranks in all four suits, so many copies of each, and some extra cards."""
    cards = Counter({Card(rank, suit): copies for suit in SUITS for rank in ranks})
    cards.update(read_card(text) for text in extra)
    return Pack(name, cards, joker)


def read_cards(texts: Iterable[str], pack: Pack) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """The cards that can be read of `texts`, and all that is wrong with them and this pack.

    Where the pack makes nothing of a joker's colour, any joker is `JK`.
    """
    cards, faults = [], []
    for text in texts:
        try:
            card = read_card(text)
            is_any_joker = card.rank in JOKERS and pack.copies[ANY_JOKER] > 0
            cards.append(ANY_JOKER if is_any_joker else card)
        except NotACard as unreadable:
            faults.append(f"{unreadable}.")
    return tuple(cards), (*faults, *pack.faults(cards))


def plain_text(text: str) -> str:
    """A joker that was led for a suit, ``JK=H``, without that suit; any other text as it is."""
    plain, _, suit = text.partition("=")
    is_led = plain.strip().upper() in JOKERS and suit.strip().upper() in SUITS
    return plain if is_led else text


def read_led(text: str, pack: Pack) -> Card:
    """A readable card of a trick: a joker may carry the suit for which it was led."""
    (card,), _ = read_cards([plain_text(text)], pack)
    suit = text.partition("=")[2].strip().upper()
    return card._replace(suit=next((known for known in SUITS if known == suit), card.suit))


def named(card: Card) -> str:
    """The card as a sentence shows it, ``10♥`` or ``red joker``."""
    if card.rank in NAMES:
        return NAMES[card.rank] + (f" for {SUIT_NAMES[card.suit]}" if card.suit else "")
    return card.rank + SUIT_SYMBOLS[card.suit or "S"]


def called(card: Card) -> str:
    """The card within a sentence, ``10♥`` or ``the red joker``."""
    if card.rank in CALLED:
        return CALLED[card.rank] + (f" for {SUIT_NAMES[card.suit]}" if card.suit else "")
    return named(card)


def sentence(text: str) -> str:
    """The text with its first letter as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """The text with a full stop at its end, one only: names may have one."""
    return text if text.endswith(".") else f"{text}."


def _times(count: int) -> str:
    return {2: "twice", 3: "three times"}.get(count, f"{count} times")


def _copies(count: int) -> str:
    return "one" if count == 1 else str(count)
