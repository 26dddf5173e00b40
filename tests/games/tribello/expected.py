"""Tribello's part in tests that cover every game: questions, answers, deals and records."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from referee.core.cards import SUITS, Suit
from referee.core.tricks import TrickRules
from tests.games import oracle
from tests.games.expected import (
    CARDS,
    MAY,
    SUIT_LED,
    WITH_TRICKS,
    Asked,
    Dealing,
    Dealt,
    Expected,
    Fields,
)
from tests.games.records import Json, deal, tribello

TRICK: Json = {"cards": ["QH", "AH"], "leader": 1, "options": {"first_dealer": 1}, "players": 3}
QUESTIONS: list[Json] = [
    {"question": "trick", "hand": ["2H", "AS"], "trump": "S", **TRICK},
    {"question": "quota", "deal": 4, "first_dealer": 1},
    {"question": "pickup", "deal": 4, "taken": [5, 2]},
    {"question": "irregularity", "kind": "revoke"},
    {"question": "deal", "entry": {"kind": "deal", "tricks": [2, 5, 6], "pickup": [5, 2, 0]},
     "number": 10},
]  # fmt: skip


def tricks_of(number: int, _seats: int, facts: Fields, options: Fields) -> oracle.Oracle:
    return oracle.plain_tricks((options.get("first_dealer", 0) + number) % 3, facts.get("trump"))


def play_deal(random: Random, number: int, seats: int, options: Fields) -> Dealt:
    trump: Suit | None = random.choice(SUITS) if number < 6 else None
    facts = {"kind": "deal", **({"trump": trump} if trump else {})}
    tricks = tricks_of(number, seats, facts, options)
    return Dealt(
        game="tribello",
        number=number,
        options=options,
        facts=facts,
        play=tricks.legal_play(random, oracle.thirteen_each(random, oracle.PACK)),
        pack=oracle.PACK,
        rules=TrickRules("tribello", trump),
        oracle=tricks,
    )


@st.composite
def deals(draw: st.DrawFn, number: int = 0, first_dealer: int = 0) -> Json:
    """Draw a possible Tribello deal, recorded in figures or sometimes card by card."""
    if draw(st.integers(0, 3)) == 0:
        random = Random(draw(st.integers(0, 2**32)))
        return play_deal(random, number, 3, {"first_dealer": first_dealer}).entry
    first = draw(st.integers(0, 13))
    second = draw(st.integers(0, 13 - first))
    entry = deal(first, second, 13 - first - second)
    if draw(st.booleans()):
        entry["note"] = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=4))
    if number < 6 and draw(st.booleans()):
        entry["trump"] = draw(st.sampled_from("SHDC"))
    return entry


@st.composite
def tribello_records(draw: st.DrawFn, least: int = 0) -> Json:
    first = draw(st.integers(0, 2))
    number = draw(st.integers(least, 12))
    entries = [draw(deals(place, first)) for place in range(number)]
    return tribello(*entries, **({"first_dealer": first} if first else {}))


ASKED = (
    Asked("trick", (("key", "Who led", "{0}"), ("key", "Trumps", "hearts"),
                    ("cards", CARDS, "AS 2H KS")),
          "{1} wins · 2♥", "trick", "the highest trump takes it", 7),
    Asked(MAY, (("key", "Led", "hearts"), ("key", "My card", "spades"),
                ("key", "And in my hand", "I hold a heart")),
          "No. You hold a heart, so you must follow suit", "follow", SUIT_LED, 5),
    Asked("quota", (("home", "key", "Deal", "1"),),
          "{0}: 6 · {1}: 4 · {2}: 3", "quota", "Left of the dealer", 2,
          "Quotas: dealer 6, to the left 4, to the right 3"),
    Asked("pickup", (("home", "key", "Deal", "1"), ("types", "dealer", "5"), ("ask",)),
          "{1} may draw up to 8 cards", "pickup", "you may improve your hand", 5,
          "The player to the left may draw up to 8 cards"),
    Asked("irregularity", (("wrong", "revoke"),),
          "No penalty: correct it, play on or deal again", "follow", SUIT_LED, 3),
    Asked("deal", (("counts", 8, 4), ("ask",)),
          "{0}: +2 · {1}: 0 · {2}: −2", "score", "subtract your quota", 5),
)  # fmt: skip
ANSWERS = {
    "trick": "cards=AS+2S&trump=H&hand=KS+3D+4H",
    "quota": "deal=11",
    "pickup": "deal=2&taken0=5",
    "irregularity": "kind=misdeal",
    "deal": "number=10&tricks0=2&tricks1=5&tricks2=6",
}

UNUSUAL: Json = {"first_dealer": 1}
EXPECTED = Expected(
    QUESTIONS,
    WITH_TRICKS,
    UNUSUAL,
    ASKED,
    ANSWERS,
    tables={"tribello": (3, {})},
    entry=deal(8, 4, 1),
    records=tribello_records,
    dealing=Dealing(play_deal, tricks_of, lambda _seats: deal(6, 4, 3)),
    knows_the_rest=lambda _options: True,
)
