"""Tests of verdicts, which must be readable across the table, and of the wording of rulings."""

from __future__ import annotations

from referee.core.registry import GAMES
from referee.core.rulings import answer_question, ask
from referee.core.text import Text
from tests.games.records import NAMES, Json
from tests.games.test_damaged import QUESTIONS

LONGEST = 48
"""Number of characters that fit on three lines of a phone screen at 36 px."""
EVERY = [{"game": game, **each} for game, asked in QUESTIONS.items() for each in asked]


def test_every_answer_has_a_verdict_that_fits_a_phone() -> None:
    for question in EVERY:
        answer = answer_question(question)
        assert isinstance(answer.verdict, Text), question
        assert 0 < len(answer.verdict) <= LONGEST
        assert not answer.verdict.endswith(".")


def test_it_says_who_or_what() -> None:
    rows: list[tuple[Json, str]] = [
        ({"game": "tribello", "question": "trick", "cards": ["9H", "2S", "AH"], "trump": "S"},
         "Ben wins · 2♠"),
        ({"game": "tribello", "question": "trick", "cards": ["9H"]}, "Ann is winning · 9♥"),
        ({"game": "tribello", "question": "trick", "leader": 2}, "Cleo may lead any card"),
        ({"game": "tribello", "question": "quota", "deal": 1, "first_dealer": 0},
         "Ann:\u00a06 · Ben:\u00a04 · Cleo:\u00a03"),
        ({"game": "tribello", "question": "quota", "deal": 1, "options": {"first_dealer": 1}},
         "Ann:\u00a03 · Ben:\u00a06 · Cleo:\u00a04"),
        ({"game": "tribello", "question": "quota", "deal": 10},
         "Quotas: dealer 3, to the left 4, to the right 6"),
        ({"game": "tribello", "question": "pickup", "deal": 1, "taken": [2, 0], "first_dealer": 1},
         "Ann may draw up to 11 cards"),
        ({"game": "tribello", "question": "pickup", "deal": 1, "taken": [2, 0]},
         "The player to the right may draw up to 11 cards"),
        ({"game": "tribello", "question": "pickup", "deal": 1, "taken": [13]}, "Nobody else draws"),
        ({"game": "thirty-one", "question": "hand", "cards": ["AH", "KH", "QH"]},
         "Worth 31 and ends the round"),
        ({"game": "thirty-one", "question": "close", "turns": [1, 1, 0], "seat": 0},
         "No. Cleo hasn’t had a turn yet"),
        ({"game": "thirty-one", "question": "turn", "turns": [1, 1, 1], "seat": 1},
         "Ben may swap one, swap all three, pass this turn or close"),
        ({"game": "thirty-one", "question": "turn", "turns": [1, 1, 1], "seat": 1, "closed_by": 1},
         "Ben gets no further turn"),
        ({"game": "triathlon", "question": "feats", "tricks": [4, 2, 7], "last_trick": 2},
         "Ann:\u00a024 · Ben:\u00a02 · Cleo:\u00a017"),
        ({"game": "la-krap", "question": "trick", "turned": ["8C"], "players": 3,
          "cards": ["KH", "KH", "2S"], "leader": 1}, "Ben takes this trick"),
        ({"game": "la-krap", "question": "teams", "upcards": ["AH", "KS", "9C"], "turned": ["10S"]},
         "Red: Ann. Black: Ben and Cleo"),
        ({"game": "card-triathlon", "question": "auction", "calls": ["1C", "P", "P", "P"]},
         "Legal. 1♣ by Ann"),
        ({"game": "card-triathlon", "question": "auction", "calls": ["1C", "1C"]},
         "No. Ben can’t call 1♣"),
        ({"game": "card-triathlon", "question": "meld", "cards": ["7H", "7S", "8D"]},
         "No. This isn’t a meld"),
        ({"game": "card-triathlon", "question": "layout",
          "cards": ["6H", "7H", "8H", "9H", "10H"]}, "Yes. 40 points"),
        ({"game": "card-triathlon", "question": "irregularity", "kind": "revoke"},
         "No penalty: correct it, play on or deal again"),
        ({"game": "tribello", "question": "irregularity", "kind": "misdeal"},
         "No penalty: deal again"),
        ({"game": "card-triathlon", "question": "auction", "calls": ["P"] * 4},
         "Legal. Passed out: deal again"),
        ({"game": "triathlon", "question": "rejection", "dealer": 0, "rejected": ["D", "S"],
          "trump": "D"}, "No. Diamonds were rejected, so they can’t be trumps"),
        ({"game": "triathlon", "question": "rejection", "dealer": 0, "rejected": ["D"],
          "trump": "S"}, "No. Two suits must be rejected first"),
        ({"game": "thirty-one", "question": "close", "turns": [1, 0, 0], "seat": 0},
         "No. Ben and Cleo haven’t had a turn yet"),
        ({"game": "thirty-one", "question": "close", "turns": [1, 1, 1], "seat": 0, "closed_by": 2},
         "No. Cleo has already closed"),
        ({"game": "card-triathlon", "question": "buck", "hands": [["AS", "KD"], ["AS", "KS"],
          ["2H"], ["3C", "JK"]]}, "Ben is Buck · K♠"),
        ({"game": "card-triathlon", "question": "buck", "hands": [["2S"], ["AS", "KS"],
          ["AS", "KS"], []]}, "Ben is Buck"),
    ]  # fmt: skip
    for question, verdict in rows:
        seats = question.get("players", GAMES[question["game"]].usual_players)
        for key in ("turns", "upcards"):
            seats = len(question.get(key, [None] * seats))
        assert answer_question(question, NAMES[:seats]).verdict == verdict, question


KRAP, CARDS = {"game": "la-krap", "question": "trick"}, "card-triathlon"
ANSWERS: list[tuple[Json, list[str]]] = [
    ({"game": "triathlon", "question": "trick", "leader": 0, "trump": "C",
      "cards": ["7H", "AH", "JK"]},
     ["Seat 2’s Athlete was thrown, not led, so it loses.",
      "Seat 1 wins with A♥. Hearts were led, and this is the highest."]),
    ({"game": "triathlon", "question": "rejection", "dealer": 1, "rejected": ["S", "S"]},
     ["Spades can’t be rejected twice."]),
    ({"game": "tribello", "question": "pickup", "deal": 2, "taken": [5, 5, 0]},
     ["Nobody else draws: everyone has had a turn."]),
    ({"game": "thirty-one", "question": "close", "turns": [1, 0, 1], "seat": 0},
     ["Seat 0 may not close. Seat 1 hasn’t had a turn yet."]),
    ({"game": CARDS, "question": "trick", "leader": 0, "trump": "H",
      "cards": ["KD", "JK", "2D", "3D"]},
     ["Seat 1 wins with a Joker. This is the first Joker of the leg, the highest trump."]),
    ({"game": CARDS, "question": "trick", "leader": 0, "trump": "H", "jokers_played": 1,
      "cards": ["KH", "JK", "2H", "3H"]},
     ["Seat 1’s Joker is the second one played. It isn’t a trump, so it loses when trumps are led.",
      "Seat 0 wins with K♥. This is the highest trump."]),
    ({"game": CARDS, "question": "pile", "top": "JK", "hand": ["9S", "4C"]},
     ["The top card is wild and has no rank to match.",
      "The rules don’t mention a wild card on top, so this is Referee’s ruling."]),
    (KRAP | {"turned": ["7H"], "leader": 0, "cards": ["BJ", "9H", "QH"]},
     ["Seat 0 is winning with a black joker. In null the jokers are the highest cards of"
      " the game card’s suit.",
      "Seat 3 must play a heart if possible, otherwise any card. The jokers belong to that suit."
      " A 2 or the sheet may be played at any time."]),
    (KRAP | {"turned": ["SHEET"], "leader": 0, "players": 4, "cards": ["BJ", "9H"]},
     ["The sheet was turned up, so the jokers count as sheets: they belong to no suit and win"
      " nothing.",
      "Seat 1 is winning with 9♥. The first card that counts is a heart, and this is the"
      " highest.",
      "Seat 2 must play a heart if possible, otherwise any card. A 2 or the sheet may be played"
      " at any time."]),
    # Why this card and not that one.
    ({"game": "tribello", "question": "trick", "trump": "H", "cards": ["AS", "2H", "KS"]},
     ["Seat 1 wins with 2♥. This is the highest trump. A♠ and K♠ aren’t trumps."]),
    ({"game": "tribello", "question": "trick", "cards": ["9S", "AH", "KS"]},
     ["Seat 2 wins with K♠. Spades were led, and this is the highest. A♥ doesn’t follow suit."]),
    ({"game": "tribello", "question": "trick", "trump": "H", "cards": ["9S"], "leader": 2},
     ["Seat 2 is winning with 9♠. Spades were led, and this is the highest.",
      "Seat 0 must play a spade if possible, otherwise any card."]),
    ({"game": "triathlon", "question": "trick", "cards": ["JK"]},
     ["Seat 0 is winning with an Athlete. An Athlete that is led takes the trick.",
      "Seat 1 may play any card."]),
    ({"game": "triathlon", "question": "trick", "cards": ["9H"],
      "options": {"athlete_discard": "never"}},
     ["Seat 0 is winning with 9♥. Hearts were led, and this is the highest.",
      "Seat 1 must play a heart if possible, otherwise any card. An Athlete may be played only if"
      " nothing else is left."]),
    ({"game": CARDS, "question": "trick", "trump": "H", "cards": ["9H"],
      "options": {"format": "half-marathon", "b_jokers": True}},
     ["Seat 0 is winning with 9♥. This is the highest trump.",
      "Seat 1 must play a heart if possible, otherwise any card.",
      "A Joker counts as a trump, so it may be played too."]),
    ({"game": CARDS, "question": "trick", "trump": "H", "cards": ["9S"], "jokers_played": 1},
     ["Seat 0 is winning with 9♠. Spades were led, and this is the highest.",
      "Seat 1 must play a spade if possible, otherwise any card. The second Joker may be played"
      " at any time."]),
    (KRAP | {"turned": ["8H"], "leader": 0, "players": 3, "cards": ["2S", "2C", "2D"]},
     ["No card counts, so Seat 0, who led, takes the trick. The rules don’t settle this; your"
      " table plays “the player who led” (option empty_trick: leader)."]),
]  # fmt: skip


def test_an_answer_is_said_in_these_words() -> None:
    for question, texts in ANSWERS:
        assert [ruling["text"] for ruling in ask(question)["rulings"]] == texts, question
