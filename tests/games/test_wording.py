"""What the referee answers, word for word, where the words were once unclear."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.rulings import ask

ANSWERS: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "the highest of a suit in a complete trick",
        {"game": "triathlon", "question": "trick", "leader": 0, "trump": "C",
         "cards": ["7H", "AH", "JK"]},
        [
            "Seat 2’s Athlete was thrown, not led, so it loses.",
            "Seat 1 wins with A♥, the highest heart; hearts were led.",
        ],
    ),
    (
        "a suit rejected twice",
        {"game": "triathlon", "question": "rejection", "dealer": 1, "rejected": ["S", "S"]},
        ["Spades cannot be rejected twice."],
    ),
    (
        "the last who could draw",
        {"game": "tribello", "question": "pickup", "deal": 2, "taken": [5, 5, 0]},
        ["Nobody draws any more: everybody has had the chance."],
    ),
    (
        "one who has not had a turn",
        {"game": "thirty-one", "question": "close", "turns": [1, 0, 1], "seat": 0},
        ["Seat 0 may not close: Seat 1 has had no turn yet."],
    ),
    (
        "the first Joker of a leg",
        {"game": "card-triathlon", "question": "trick", "leader": 0, "trump": "H",
         "cards": ["KD", "JK", "2D", "3D"]},
        ["Seat 1 wins with a Joker, the first Joker of the leg, which is the highest trump."],
    ),
    (
        "the second Joker of a leg, on a trump",
        {"game": "card-triathlon", "question": "trick", "leader": 0, "trump": "H",
         "jokers_played": 1, "cards": ["KH", "JK", "2H", "3H"]},
        [
            "Seat 1’s Joker is the second. It is no trump: on a trump lead it loses.",
            "Seat 0 wins with K♥, the highest trump.",
        ],
    ),
    (
        "a pile with a wild card on top, where the source is silent",
        {"game": "card-triathlon", "question": "pile", "top": "JK", "hand": ["9S", "4C"]},
        [
            "A wild card is on top, and it has no rank to match.",
            "The source is silent on a wild card on top; Referee rules so.",
        ],
    ),
    (
        "a joker in null",
        {"game": "la-krap", "question": "trick", "turned": ["7H"], "leader": 0,
         "cards": ["BJ", "9H", "QH"]},
        [
            "Seat 0 is winning with a black joker, the highest heart: in null the jokers head"
            " the suit of the turned card."
        ],
    ),
    (
        "a joker that counts as a sheet",
        {"game": "la-krap", "question": "trick", "turned": ["SHEET"], "leader": 0, "players": 4,
         "cards": ["BJ", "9H"]},
        [
            "The sheet was turned, so the jokers count as sheets: they belong to no suit and win"
            " nothing.",
            "Seat 1 is winning with 9♥, the highest heart; the first card that counts is a heart.",
        ],
    ),
    (
        "a trick in which nothing counts",
        {"game": "la-krap", "question": "trick", "turned": ["8H"], "leader": 0, "players": 3,
         "cards": ["2S", "2C", "2D"]},
        [
            "No card counts, so Seat 0, who led, takes the trick: the source is silent; this table"
            " plays “whoever led it” (option empty_trick: leader)."
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "texts"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS]
)
def test_an_answer_is_said_in_these_words(question: dict[str, Any], texts: list[str]) -> None:
    assert [ruling["text"] for ruling in ask(question)["rulings"]] == texts
