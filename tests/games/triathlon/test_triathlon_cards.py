"""Triathlon deals recorded card by card."""

from __future__ import annotations

from typing import Any

from referee.core.sheet import score
from tests.games.records import Json, broken, played, record

TOTAL, LAST = "triathlon.tricks-total", "triathlon.last"
PACK, PLAY, REJECTION = "triathlon.pack", "triathlon.play", "triathlon.rejection"
EVEN: Json = {"kind": "deal", "tricks": [4, 2, 7], "last_trick": 2}

# Ann deals and Ben leads. Everyone follows suit, and Ben's high cards and Athlete take it all.
CLEAN = [
    ["AS", "7S", "6S"], ["KS", "9S", "8S"], ["QS", "JS", "10S"],
    ["AH", "7H", "6H"], ["KH", "9H", "8H"], ["QH", "JH", "10H"],
    ["AD", "7D", "6D"], ["KD", "9D", "8D"], ["QD", "JD", "10D"],
    ["AC", "7C", "6C"], ["KC", "9C", "8C"], ["QC", "JC", "10C"],
    ["JK", "JK", "JK"],
]  # fmt: skip
ALL_BEN: Json = {"tricks": [0, 13, 0], "last_trick": 1}
# Here Ann takes the eleventh trick and Cleo the last two.
MIXED = [*CLEAN[:10], ["8C", "9C", "KC"], ["10C", "JC", "QC"], ["JK", "JK", "JK"]]


def changed(*changes: tuple[int, int, str], play: list[list[str]] = CLEAN) -> list[list[str]]:
    """Return the play with some cards replaced; a change is (trick, position in it, new card).

    Tricks and positions are numbered from 1.
    """
    copy = [trick.copy() for trick in play]
    for trick, place, card in changes:
        copy[trick - 1][place - 1] = card
    return copy


def at(number: int, entry: Json, **options: Any) -> Json:
    return score(record("triathlon", 3, [*[EVEN] * (number - 1), entry], **options))


def test_a_deal_by_cards_has_its_trumps_last_trick_and_athletes() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (played(CLEAN, trump="S"), []), (played(CLEAN, trump="S", rejected=["H", "C"]), []),
        (played(CLEAN), [REJECTION]), (played(CLEAN, rejected=["H", "C"]), [REJECTION]),
        (played(CLEAN, **ALL_BEN), [REJECTION]),
        (played(CLEAN, trump="S", rejected=["S", "H"]), [REJECTION]),
        (played(CLEAN, trump="S", rejected=["H"]), [REJECTION]),
        # Figures recorded beside the cards.
        (played(CLEAN, trump="S", **ALL_BEN), []),
        (played(CLEAN, trump="S", tricks=[0, 13, 0]), []),
        (played(CLEAN, trump="S", last_trick=1), []),
        (played(CLEAN, trump="S", tricks=[0, 13, 0], last_trick=2), [LAST, PLAY]),
        (played(MIXED, trump="S", tricks=[1, 10, 2], last_trick=1), [PLAY]),
        (played(MIXED, trump="S", last_trick=2), []),
        (played(MIXED, trump="S", last_trick=1), [PLAY]),
        (played(MIXED, trump="S", last_trick=0), [PLAY]), (played(CLEAN[:12]), [PLAY, REJECTION]),
        # The pack.
        (played(changed((1, 3, "6s"), (12, 3, "tc")), trump="S"), []),
        (played(changed((1, 3, "6♠"), (13, 1, "jk")), trump="S"), []),
        (played(changed((13, 1, "RJ"), (13, 2, "BJ")), trump="S"), []),
        (played(changed((1, 3, "7S")), trump="S"), [PACK]),
        (played(changed((1, 3, "JK")), trump="S"), [PACK]),
        (played(changed((1, 3, "RJ")), trump="S"), [PACK]),
        (played(changed((1, 3, "5H")), trump="S"), [PACK]),
        (played(changed((1, 3, "2S")), trump="S"), [PACK]),
        (played(changed((1, 3, "SHEET")), trump="S"), [PACK]),
        (played(changed((1, 3, "5S"))), [PACK, REJECTION]),
        (played(changed((1, 3, "5S")), trump="S", tricks=[0, 6, 6]), [PACK, TOTAL]),
    ]  # fmt: skip
    for entry, found in rows:
        sheet = at(1, entry)
        assert broken(sheet) == found, entry
        assert {p["severity"] for p in sheet["problems"]} == ({"error"} if found else set())
        assert sheet["rows"][0]["cells"].count(None) == (3 if found else 0)
