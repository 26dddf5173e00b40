"""What shared tests need to know about Card Triathlon."""

from __future__ import annotations

from tests.games.expected import WITH_TRICKS, Expected
from tests.games.records import Json

QUESTIONS: list[Json] = [
    {"question": "auction", "calls": ["1C", "P", "2H", "X", "P", "P", "P"], "dealer": 1},
    {"question": "trick", "cards": ["9H", "JK"], "hand": ["AH", "2C"], "trump": "S",
     "jokers_played": 1},
    {"question": "meld", "cards": ["7H", "7D", "2C"], "going_out": True},
    {"question": "pile", "top": "7H", "hand": ["7D", "7S"], "melded": ["9"], "frozen": False},
    {"question": "go-out", "melds": [["7H", "7D", "7S", "2C"]], "hand": ["AH"]},
    {"question": "arrange", "cards": ["6H", "7H", "8H", "JK", "JK"]},
    {"question": "layout", "cards": ["6H", "7H", "8H", "9H", "10C"]},
    {"question": "buck", "hands": [["AH"], ["KH"], ["QH"], ["JH"]]},
    {"question": "offices", "buck": 1, "round": 2},
    {"question": "irregularity", "kind": "insufficient-bid"},
    {"question": "irregularity", "kind": "drew-twice", "leg": "C"},
    {"question": "deal", "entry": {"kind": "b-leg", "tricks": [6, 1, 5, 1], "unscored": 25,
     "contract": {"level": 4, "strain": "C", "declarer": 0}, "points": [190, 40, 150, 35]}},
    {"question": "deal", "entry": {"kind": "d-leg", "scored": [110, 35, 60, 0]}},
]  # fmt: skip

OF_LEGS = {"insufficient-bid", "wrong-meld", "drew-twice", "no-discard"}

UNUSUAL: Json = {"d_jokers": False, "first_dealer": 1}
EXPECTED = Expected(QUESTIONS, WITH_TRICKS | OF_LEGS, UNUSUAL, has_own_dealing=True)
