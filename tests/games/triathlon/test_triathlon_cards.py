"""Triathlon by cards: a deal as it was played."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.core.sheet import score
from tests.games.dealt import PLAYED
from tests.games.records import Json, broken, played, record
from tests.games.triathlon import oracle_triathlon as oracle
from tests.games.triathlon.oracle_triathlon import DISCARD, FOLLOW, NEVER, WHEN_VOID

PACK, PLAY, REJECTION = "triathlon.pack", "triathlon.play", "triathlon.rejection"
TOTAL, LAST, END = "triathlon.tricks-total", "triathlon.last", "triathlon.end"
ANN_TRIATHLON: Json = {"kind": "deal", "tricks": [3, 5, 5], "last_trick": 0}
EVEN: Json = {"kind": "deal", "tricks": [4, 2, 7], "last_trick": 2}

# Ann deals and Ben leads. Everybody follows, and Ben's ace, king, queen and Athlete take all.
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
    """The deal with other cards at some places: the trick from 1, the place in it from 1."""
    copy = [trick.copy() for trick in play]
    for trick, place, card in changes:
        copy[trick - 1][place - 1] = card
    return copy


def at(number: int, entry: Json, **options: Any) -> Json:
    return score(record("triathlon", 3, [*[EVEN] * (number - 1), entry], **options))


# Whole, and of one pack ---------------------------------------------------------------------------


def test_a_deal_by_cards_has_its_trumps_last_trick_and_athletes() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (played(CLEAN, trump="S"), []), (played(CLEAN, trump="S", rejected=["H", "C"]), []),
        (played(CLEAN), [REJECTION]), (played(CLEAN, rejected=["H", "C"]), [REJECTION]),
        (played(CLEAN, **ALL_BEN), [REJECTION]),
        (played(CLEAN, trump="S", rejected=["S", "H"]), [REJECTION]),
        (played(CLEAN, trump="S", rejected=["H"]), [REJECTION]),
        # Figures beside the cards.
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


def test_a_deal_by_cards_may_be_the_third_triathlon_and_none_comes_after_it() -> None:
    # Cleo deals, so Ann leads.
    deals = (PLAYED["triathlon"](Random(seed), 2, 3, {}) for seed in range(10_000))
    results = ((one, oracle.taken(one.play, 0, one.facts["trump"])) for one in deals)
    third, taken = next(each for each in results if len(oracle.feats(*each[1])[0]) == 3)
    sheet = score(record("triathlon", 3, [*[ANN_TRIATHLON] * 2, third.entry]))
    points = oracle.scores(*taken)
    assert sheet["problems"] == []
    assert sheet["rows"][-1]["cells"] == [points[0] + 100, *points[1:]]
    assert (sheet["finished"], sheet["winners"]) == (True, ["Ann"])
    late = score(record("triathlon", 3, [*[ANN_TRIATHLON] * 3, played(CLEAN, trump="S")]))
    assert broken(late) == [END]


# Cards that were not allowed ----------------------------------------------------------------------

# Cleo throws a heart on the ace of spades, and a spade on the ace of hearts.
REVOKED = changed((1, 2, "7H"), (4, 2, "7S"))
# Cleo throws an Athlete on the ace of spades, and holds three more spades.
THROWN = changed((1, 2, "JK"), (13, 2, "7S"))
# Cleo throws an Athlete on the queen of clubs, without a club, but keeps a diamond.
VOID = changed((9, 3, "JC"), (12, 2, "JK"), (13, 2, "10D"))
# Cleo throws an Athlete on the queen of clubs and has nothing but another Athlete.
BARE = changed((12, 2, "JK"), (13, 1, "JC"))
# Ben leads an Athlete, and Cleo throws hers on it.
LED = changed((1, 1, "JK"), (1, 2, "JK"), (13, 1, "AS"), (13, 2, "7S"))
# Ben leads an Athlete, and Cleo throws a heart, though she has spades and Athletes.
FREE = changed((1, 1, "JK"), (1, 2, "JH"), (6, 2, "7S"), (13, 1, "AS"))


def test_what_was_not_allowed_is_warned_of() -> None:
    rows: list[
        tuple[list[list[str]], str, set[tuple[int, int, str]], set[tuple[int, int, str]]]
    ] = [
        (CLEAN, "S", set(), set()),
        (REVOKED, "C", {(1, 2, FOLLOW), (4, 2, FOLLOW)}, {(1, 2, FOLLOW), (4, 2, FOLLOW)}),
        (THROWN, "C", {(1, 2, DISCARD)}, {(1, 2, DISCARD)}),
        (THROWN, "S", {(1, 2, DISCARD)}, {(1, 2, DISCARD)}),
        (VOID, "S", set(), {(12, 2, DISCARD)}), (BARE, "S", set(), set()), (LED, "H", set(), set()),
        (FREE, "C", set(), set()),
        (
            changed((1, 2, "7H"), (4, 2, "7S"), (2, 3, "JK"), (13, 3, "8S")), "C",
            {(1, 2, FOLLOW), (4, 2, FOLLOW), (2, 0, DISCARD)},
            {(1, 2, FOLLOW), (4, 2, FOLLOW), (2, 0, DISCARD)},
        ),
    ]  # fmt: skip
    for play, trump, when_void, never in rows:
        for option, expected in ((WHEN_VOID, when_void), (NEVER, never)):
            assert oracle.tricks(1, trump, option).breaches(play) == expected
            sheet = at(1, played(play, trump=trump), athlete_discard=option)
            assert broken(sheet) == sorted({rule for _, _, rule in expected})
            assert {p["severity"] for p in sheet["problems"]} <= {"warning"}
            assert sheet["rows"][0]["cells"] == oracle.scores(*oracle.taken(play, 1, trump))
