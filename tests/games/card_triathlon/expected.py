"""What the tests shared by all games need to know about Card Triathlon."""

from __future__ import annotations

from tests.games.card_triathlon.legs import B
from tests.games.expected import CARDS, MAY, SUIT_LED, WITH_TRICKS, Asked, Expected
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
    {"question": "deal", "entry": B},
    {"question": "deal", "entry": {"kind": "d-leg", "scored": [110, 35, 60, 0]}},
]  # fmt: skip

OF_LEGS = {"insufficient-bid", "wrong-meld", "drew-twice", "no-discard"}

MELD, FLUSH = "Cards in the meld", "five to thirteen cards of one suit in unbroken order"
ASKED = (
    Asked("auction", (("key", "Who dealt", "{0}"), ("calls", "1S", "P", "P", "P"), ("ask",)),
          "Legal. 1♠ by {0}", "b.auction", "You bid as at Contract Bridge.", 8),
    Asked("trick", (("key", "Who led", "{0}"), ("key", "Trumps", "none"),
                    ("cards", CARDS, "9C KC 10C AD")),
          "{1} wins · K♣", "b.trick", "the highest card of the suit that was led", 8),
    Asked(MAY, (("key", "Led", "hearts"), ("key", "My card", "spades"),
                ("key", "And in my hand", "I hold a heart")),
          "No. You hold a heart, so you must follow suit", "b.follow", SUIT_LED, 5),
    Asked("meld", (("opens", MELD), ("cards", MELD, "KS KH 2D"), ("done",)),
          "Yes. 25 points", "c.meld", "A meld is three or more cards of the same rank.", 7),
    Asked("pile", (("opens", "Top card"), ("cards", "Top card", "9D"),
                   ("cards", "Your hand", "9S 9C"), ("done",)),
          "Yes. Take the pile", "c.pile", "at least two natural cards", 7),
    Asked("go-out", (("cards", "Meld 1", "KS KS KH KH KD KD KC"), ("done",)),
          "Yes. Go out", "c.out", "you have gone out, and the leg ends", 10),
    Asked("arrange", (("hand", "KS 5S 10H 8H 7H 6H 6H 2H KD 3D QC JC 4C"),),
          "35 points", "d.straight-flush", FLUSH, 15),
    Asked("layout", (("hand", "6H 7H 8H 9H 10H"),),
          "Yes. 40 points", "d.straight-flush", FLUSH, 7),
    Asked("buck", (("home", "opens", "{0}’s hand"), ("cards", "{0}’s hand", "KS"),
                   ("cards", "{1}’s hand", "AH"), ("cards", "{2}’s hand", "QS"),
                   ("cards", "{3}’s hand", "9C")),
          "{1} is Buck · A♥", "d.buck", "the player with the highest card", 6),
    Asked("offices", (("key", "Who is Buck in round 1", "{1}"), ("key", "Which round", "3")),
          "{2} deals", "d.rounds", "Buck gathers all cards", 4),
    Asked("deal", (("key", "Which leg", "D leg"), ("figures", "points", 100, 0, 50, 0), ("ask",)),
          "{0}+{2}: 150 · {1}+{3}: 0", "d.straight-flush", "five to thirteen cards", 14),
    Asked("irregularity", (("wrong", "too low"),),
          "No penalty: correct it or deal again", "b.auction",
          "You bid as at Contract Bridge.", 3),
)  # fmt: skip
ANSWERS = {
    "auction": "dealer=1&calls=1C+P+1H+X+P+1S+P+P+2H",
    "trick": "cards=JK+KH&cards_for=H&trump=S&jokers_played=1&hand=2H+AC",
    "meld": "cards=KS+KH+2D+2C+JK",
    "pile": "top=9D&hand=9S+4C&melded9=1&frozen=1",
    "go-out": "melds0=8S+8S+8H&melds1=KS+KH+2D&hand=3C",
    "arrange": "cards=4C+5S+6H+7H+8H+2H+10H+AS+KD",
    "layout": "cards=4C+5S+6H+7H+8H+2H+10H",
    "buck": "hands0=AH+KD&hands1=AH+QS&hands2=JK+KS&hands3=9C",
    "offices": "buck=1&round=3",
    "irregularity": "kind=misdeal",
    "deal": "kind=d-leg&scored0=110&scored1=35&scored2=60&scored3=0",
}

UNUSUAL: Json = {"format": "5000", "d_jokers": False, "first_dealer": 1}
EXPECTED = Expected(
    QUESTIONS,
    WITH_TRICKS | OF_LEGS,
    UNUSUAL,
    ASKED,
    ANSWERS,
    tables={
        "card-triathlon of four": (4, {"format": "sprint"}),
        "card-triathlon of six": (6, {"format": "sprint"}),
        "card-triathlon of eight": (8, {"format": "sprint"}),
        "card-triathlon against the clock": (4, {"format": "clock", "finish_at": "60"}),
    },
    entry=B,
    start_refusals=frozenset(
        {
            ("format", "card-triathlon.3000"),
            ("teams", "card-triathlon.teams"),
            ("b_jokers", "card-triathlon.b.two-cards"),
            ("finish_at", "card-triathlon.clock"),
        }
    ),
    has_own_dealing=True,
    knows_the_rest=lambda options: options.format != "clock",
    silent=frozenset({"d_jokers", "d_flush_duplicates", "d_half"}),
    takes_figures=frozenset({"teams", "finish_at"}),
)
