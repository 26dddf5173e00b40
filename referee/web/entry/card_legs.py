"""C and D legs of Card Triathlon by cards: melds and hands in fields of the picker."""

from __future__ import annotations

from typing import Any, Final

from referee.cards import read_cards, sentence
from referee.games.card_triathlon.arrange import arrange
from referee.games.card_triathlon.d_questions import rules_of
from referee.games.card_triathlon.layout import Group
from referee.games.card_triathlon.melds import read_meld
from referee.games.card_triathlon.values import full_pack, worth
from referee.log import Book
from referee.web.entry import Typed
from referee.web.entry.cards import texts, written
from referee.web.entry.counts import number

MELDS: Final = 6
"""So many melds of a player have a field."""


def is_by_cards(book: Book, typed: Typed, leg: str | None) -> bool:
    """Whether any card is entered."""
    seats = range(len(book.players))
    names = [f"cards{seat}" for seat in seats]
    if leg == "C":
        names += [f"meld{seat}_{place}" for seat in seats for place in range(MELDS)]
    return leg in ("C", "D") and any(typed.get(name, "").strip() for name in names)


def read_c(book: Book, typed: Typed) -> dict[str, Any]:
    """The melds, the red threes and the hands."""
    seats = range(len(book.players))
    melds = [
        [meld for place in range(MELDS) if (meld := texts(typed, f"meld{seat}_{place}"))]
        for seat in seats
    ]
    threes = [number(typed, f"threes{seat}") or 0 for seat in seats]
    hands = [texts(typed, f"cards{seat}") for seat in seats]
    return {"melds": melds, "red_threes": threes, "hands": hands}


def read_d(book: Book, typed: Typed) -> dict[str, Any]:
    """The hands; what was laid out is found by the app."""
    return {"hands": [texts(typed, f"cards{seat}") for seat in range(len(book.players))]}


def filled(data: dict[str, Any]) -> Typed:
    """The fields of a C or D leg that is in the record with its cards."""
    typed = {f"cards{seat}": written(hand) for seat, hand in enumerate(data.get("hands") or ())}
    for seat, melds in enumerate(data.get("melds") or ()):
        typed |= {f"meld{seat}_{place}": written(meld) for place, meld in enumerate(melds)}
    for seat, threes in enumerate(data.get("red_threes") or ()):
        typed[f"threes{seat}"] = str(threes)
    return typed


def hints(book: Book, typed: Typed, leg: str | None) -> dict[str, str]:
    """What each meld and each hand is worth, or why it is no meld."""
    pack, found = full_pack(len(book.players)), {}
    out = number(typed, "out")
    for seat in range(len(book.players)):
        hand, _ = read_cards(texts(typed, f"cards{seat}"), pack)
        found[f"cards{seat}"] = ""
        if hand and leg == "C":
            found[f"cards{seat}"] = f"{worth(hand)} in hand"
        elif hand and leg == "D":
            best = arrange(hand, rules_of(book.table.options))
            found[f"cards{seat}"] = f"{best.score}: {'; '.join(map(_told, best.groups))}".rstrip(
                ": "
            )
        for place in range(MELDS if leg == "C" else 0):
            cards, _ = read_cards(texts(typed, f"meld{seat}_{place}"), pack)
            meld = read_meld(cards, going_out=seat == out)
            told = sentence(meld.fault) or f"{meld.natural} natural, {meld.wild} wild: {meld.value}"
            found[f"meld{seat}_{place}"] = told if cards else ""
    return found


def _told(group: Group) -> str:
    return f"{group.first} to {group.last} of {group.suit}"
