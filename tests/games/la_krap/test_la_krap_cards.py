"""La Krap deals recorded card by card: tricks, marriages and revokes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.cards import read_card
from referee.core.sheet import score
from referee.core.tricks import Play, Trick, TrickRules
from referee.games.la_krap.score import most_marriages
from tests.games.dealt import Dealt, dealt
from tests.games.la_krap import oracle_la_krap as oracle
from tests.games.oracle import Followed
from tests.games.records import Json, broken, deal, is_refused, played, record

CLEAN = [
    ["AS", "9S", "7S"], ["KS", "8S", "9S"], ["QS", "JS", "7S"], ["AH", "9H", "7H"],
    ["KH", "8H", "9H"], ["QH", "JH", "7H"], ["AD", "9D", "7D"],
]  # fmt: skip
"""A deal in which everyone follows suit and whoever leads takes the trick.

It has no clubs, jokers, 2s or sheet.
"""
TURNED = {"turned": ["QC"], "teams": None}


def at(number: int, entry: Json, seats: int = 3, **options: object) -> Json:
    before = deal(7, *[0] * (seats - 1), teams=None)
    return score(record("la-krap", seats, [*[before] * number, entry], **options))


def of(play: list[list[str]], **fields: object) -> Json:
    """A deal by cards; everyone plays alone and clubs are trumps unless `fields` say otherwise."""
    return played(play, **TURNED | fields)


def but(*changes: tuple[int, int, str]) -> list[list[str]]:
    """Return `CLEAN` with some cards replaced; a change is (trick from 1, index from 0, card)."""
    play = [trick.copy() for trick in CLEAN]
    for number, place, card in changes:
        play[number - 1][place] = card
    return play


REVOKED = but((1, 1, "9H"), (4, 1, "9S"))


def test_a_deal_by_cards_is_whole_and_of_one_pack() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (of(CLEAN), []), (played(CLEAN, turned=["QC"]), ["play"]),
        (played(CLEAN, teams=None), ["play"]),
        (played(CLEAN, teams=None, null=False, multiplier=1), ["play"]),
        (of(CLEAN, turned=["QC", "BJ"]), ["game-card"]),
        (of(CLEAN, tricks=[0, 7, 0]), []),
        # Cards must be in the pack, none too often, and turned-up cards count too.
        *((of(but((7, 2, card))), []) for card in ("7d", "td", "A♠", "SHEET", "2D", "RJ", "BJ")),
        *((of(but((7, 2, card))), ["pack"]) for card in ("JK", "6D", "3C", "9S", "7H")),
        (of(but((7, 1, "BJ"), (7, 2, "BJ"))), []),
        (of(but((7, 1, "RJ"), (7, 2, "RJ"))), ["pack"]),
        (of(but((7, 1, "2C"), (7, 2, "2C"))), ["pack"]),
        (of(but((7, 2, "QC"))), []),
        (of(but((7, 1, "QC"), (7, 2, "QC"))), ["pack"]),
        (of(but((7, 2, "RJ")), turned=["RJ", "QC"]), ["pack"]),
        (of(but((7, 2, "SHEET")), turned=["SHEET"]), ["pack"]),
        (of(CLEAN, turned=["AS"]), []), (of(CLEAN, turned=["9S"]), ["pack"]),
        # Upcards are in the hands or were exchanged.
        (played(CLEAN, turned=["QC"], upcards=["7S", "AS", "9S"]), []),
        (played(CLEAN, turned=["QC"], upcards=["10C", "RJ", "2H"]), []),
        (played(CLEAN, turned=["QC"], upcards=["QC", "QC", "2H"]), ["pack"]),
        (played(CLEAN, turned=["QC"], upcards=["7S", "AS", "9S"], teams=None), []),
        (played(CLEAN, turned=["QC"], upcards=["7S", "AS", "9S"], teams=[0, 0, 1]), ["play"]),
        # Failing to follow suit gives a warning.
        (of(REVOKED), ["follow"]),
        (of(REVOKED, turned=["2D"], exchanged=[0, 1, 0]), ["follow", "two-turned"]),
        # The same checks apply by cards as by figures.
        (of(CLEAN, exchanged=[6, 6, 6], exposed=[3, 3, 3]), []),
        (of(CLEAN, exchanged=[6, 6, 7], exposed=[3, 3, 4]), ["exchange", "expose"]),
        (of(CLEAN, multiplier=2), ["game-card"]),
    ]  # fmt: skip
    for entry, found in rows:
        sheet = at(0, entry)
        assert broken(sheet) == [f"la-krap.{rule}" for rule in found], entry
        for problem in sheet["problems"]:
            is_warning = problem["rule"] == "la-krap.follow"
            assert problem["severity"] == ("warning" if is_warning else "error")
        assert (sheet["rows"][0]["cells"] == [None] * 3) == bool(set(found) - {"follow"})


@pytest.mark.parametrize(
    ("marriages", "found", "number"),
    [
        ([], [], 0), ([[1, 1]], [], 1), ([[4, 1]], [], 1), ([[4, 1], [1, 1]], [], 2),
        # The queen was led after the king had gone; an ace was led; no lead follows the last trick.
        ([[2, 1]], ["marriage"], 0), ([[3, 1]], ["marriage"], 0), ([[5, 1]], ["marriage"], 0),
        ([[6, 1]], ["marriage"], 0), ([[7, 1]], ["marriage"], 0), ([[8, 1]], ["marriage"], 0),
        ([[0, 1]], ["marriage"], 0),
        # The other players took no tricks.
        ([[1, 0]], ["marriage"], 0), ([[1, 2]], ["marriage"], 0),
        ([[1, 1], [4, 2]], ["marriage"], 0),
        # Only one marriage per trick.
        ([[1, 1], [1, 1]], ["marriage"], 0),
    ],
)  # fmt: skip
def test_a_marriage_is_led_after_a_trick_that_was_taken(
    marriages: list[list[int]], found: list[str], number: int
) -> None:
    sheet = at(0, of(CLEAN, marriages_at=marriages))
    assert broken(sheet) == [f"la-krap.{rule}" for rule in found]
    if found:
        return
    assert sheet["rows"][0]["cells"] == [0, 2 * (49 + 5 * number), 0]
    null = at(0, of(CLEAN, marriages_at=marriages, turned=["7C"]))
    assert null["rows"][0]["cells"] == [0, -2 * (49 + 5 * number), 0]
    for other in range(4):
        entry = of(CLEAN, marriages_at=marriages, marriages=[0, other, 0])
        assert (broken(at(0, entry)) == []) == (other == number)


def test_no_card_belongs_to_two_marriages() -> None:
    rows: list[tuple[str, list[list[int]], bool]] = [
        ("AH KH KH QH QH", [[1, 1], [2, 1]], True), ("AH KH KH QH AS", [[2, 1]], True),
        ("AH KH KH QH AS", [[1, 1], [2, 1]], False), ("AH KH QH KH QH", [[1, 1], [3, 1]], True),
        ("AH KH QH KH QH", [[1, 1], [1, 1]], False), ("AH KH QH KH QH", [[2, 1], [3, 1]], False),
    ]  # fmt: skip
    for led, marriages, fits in rows:
        # The others have hearts for four tricks and discard on the fifth.
        under = ["9H 7H", "8H JH", "9H 7H", "JH 8H", "9S JS", "7S 8S", "7D 8D"]
        leads = [*led.split(), "10S", "AD"]
        play = [[card, *others.split()] for card, others in zip(leads, under, strict=True)]
        assert broken(at(0, of(play))) == []
        found = [] if fits else ["la-krap.marriage"]
        assert broken(at(0, of(play, marriages_at=marriages))) == found


TAKEN_BY_NOBODY = [["10S", "10S", "SHEET"], *CLEAN[1:]]
FREED = but((4, 1, "2S"), (4, 2, "7C"), (7, 2, "7H"))
"""In trick 4, a 2 neutralises the ace of hearts, so the third player may trump despite a heart."""


def test_a_receipt_says_which_silent_point_decided_a_trick() -> None:
    rows: list[tuple[list[list[str]], Json, set[tuple[int, int, str]]]] = [
        (CLEAN, {}, set()), (REVOKED, {}, set()), (TAKEN_BY_NOBODY, {}, {(1, 1, "empty-trick")}),
        (TAKEN_BY_NOBODY, {"empty_trick": "nobody"}, {(1, 1, "empty-trick")}),
        # The leader takes it whichever setting the sheet has.
        (but((1, 2, "SHEET")), {}, {(1, 1, "follow"), (1, 1, "empty-trick")}),
        (but((1, 2, "SHEET")), {"sheet": "plain"}, {(1, 1, "follow")}),
        (but((1, 1, "SHEET")), {}, {(1, 0, "sheet"), (1, 0, "follow")}),
        (but((7, 1, "SHEET")), {"sheet": "plain"}, {(7, 1, "sheet")}),
        (but((1, 1, "2C")), {"twos": "plain"}, {(1, 1, "twos"), (1, 1, "follow")}),
        # Whoever played the 2 had no card of the suit, or led it.
        (but((3, 1, "2H")), {"twos": "suit"}, {(3, 1, "twos")}),
        (but((7, 0, "2H")), {"twos": "suit"}, set()),
        # The trump takes the trick either way, but under other rules it would be a revoke.
        (FREED, {}, {(4, 0, "twos"), (4, 0, "follow")}),
    ]  # fmt: skip
    for play, options, decided in rows:
        why = at(0, of(play), **options)["rows"][0]["why"]
        lines = [(seat, line) for seat, lines in enumerate(why) for line in lines]
        silent = [(seat, line) for seat, line in lines if "the rules don’t say" in line["text"]]
        assert all(line["points"] == 0 for _, line in silent), play
        assert decided == {
            (int(line["text"].split()[1][:-1]), seat, line["rule"].removeprefix("la-krap."))
            for seat, line in silent
        }


def test_a_trick_in_which_nothing_counted_is_told_as_at_the_table() -> None:
    why = at(0, of(TAKEN_BY_NOBODY))["rows"][0]["why"]
    texts = [line["text"] for line in why[1] if line["rule"] == "la-krap.empty-trick"]
    assert any("trick 1: " in text and "the player who led" in text for text in texts)


# At random ----------------------------------------------------------------------------------------


seeds = st.integers(0, 2**32)


def sheet_of(one: Dealt, **fields: object) -> Json:
    return at(one.number, one.entry | fields, one.seats, **one.options)


@given(dealt("la-krap"))
def test_tricks_and_marriages_are_scored_as_the_rules_say(one: Dealt) -> None:
    followed, turned = one.oracle.followed(one.play), one.facts["turned"]
    announced: list[tuple[int, int]] = []
    for marriage in oracle.marriages(followed):
        if oracle.may_announce(followed, [*announced, marriage]):
            announced.append(marriage)
    marriages = [sum(seat == who for _, who in announced) for seat in range(one.seats)]

    at_tricks = [list(marriage) for marriage in announced]
    sheet = sheet_of(one, marriages_at=at_tricks)
    assert broken(sheet) == []
    cells = sheet["rows"][-1]["cells"]
    made, sides = oracle.made(turned), oracle.teams(one.facts["upcards"], turned)
    tricks = followed.tricks()
    assert cells == oracle.scores(tricks, marriages, sides, made.null, made.multiplier)
    agreed = sheet_of(one, marriages_at=at_tricks, marriages=marriages, tricks=tricks)
    assert agreed["rows"] == sheet["rows"]


@given(dealt("la-krap"), seeds, st.booleans())
def test_marriages_are_those_that_could_be_announced(one: Dealt, seed: int, wild: bool) -> None:
    random, followed = Random(seed), one.oracle.followed(one.play)
    possible = oracle.marriages(followed)
    announced = random.sample(possible, random.randint(0, len(possible)))
    if wild:
        announced.append((random.randint(1, 7), random.randrange(one.seats)))
    found = [] if oracle.may_announce(followed, announced) else ["la-krap.marriage"]
    assert broken(sheet_of(one, marriages_at=[list(each) for each in announced])) == found


@given(dealt("la-krap"), seeds)
def test_marriages_without_their_tricks_are_held_against_the_cards(one: Dealt, seed: int) -> None:
    room = oracle.room(one.oracle.followed(one.play))
    seat = seed % one.seats
    for number in range(5):
        marriages = [0] * one.seats
        marriages[seat] = number
        found = [] if number <= room[seat] else ["la-krap.marriage"]
        assert broken(sheet_of(one, marriages=marriages)) == found
    assert broken(sheet_of(one, marriages=room)) == []


@given(st.permutations(["KS", "QS", "KS", "QS", "KH", "QH", "AH"]), st.integers(0, 2**6 - 1))
def test_there_is_room_for_as_many_marriages_as_any_choice_of_tricks(
    hand: list[str], taken: int
) -> None:
    """Whichever tricks a hand takes, the core's maximum is the most marriages it can announce."""
    takers = [number for number in range(1, 7) if taken >> (number - 1) & 1]
    deal = Followed([hand], [0] * 7, [0 if n + 1 in takers else None for n in range(7)])
    cards = [Trick((read_card(card),), 0, 1, TrickRules("la-krap", None)) for card in hand]
    play = Play(1, tuple(cards), tuple(deal.takers), cards[-1])
    assert [most_marriages(play, 0)] == oracle.room(deal)


def test_a_play_of_another_shape_is_no_record() -> None:
    rows: list[Json] = [
        {"play": [["AS", "9S", 7]]}, {"marriages_at": "1"}, {"marriages_at": [[1]]},
        {"marriages_at": [[1, 1, 1]]}, {"marriages_at": [[1, 3]]}, {"marriages_at": [[-1, 1]]},
        {"marriages_at": [[1.5, 1]]},
    ]  # fmt: skip
    for change in rows:
        assert is_refused(at, 0, of(CLEAN) | change)
