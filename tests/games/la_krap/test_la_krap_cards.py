"""La Krap by cards: a deal as it was played, its tricks, its marriages and its revokes."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.cards import read_card
from referee.core.sheet import score
from referee.core.tricks import Play, Trick, TrickRules
from referee.core.validation import NotARecord
from referee.games.la_krap.marriages import room
from tests.games.la_krap import oracle_la_krap as oracle
from tests.games.records import Json, broken, deal, played, record

CLEAN = [
    ["AS", "9S", "7S"],
    ["KS", "8S", "9S"],
    ["QS", "JS", "7S"],
    ["AH", "9H", "7H"],
    ["KH", "8H", "9H"],
    ["QH", "JH", "7H"],
    ["AD", "9D", "7D"],
]
"""Everybody follows, and who leads takes every trick. Without clubs, jokers, twos and the sheet."""
TURNED = {"turned": ["QC"], "teams": None}


def at(number: int, entry: Json, seats: int = 3, **options: object) -> Json:
    """The sheet of a game whose deal of this number, from 0, is the entry."""
    before = deal(7, *[0] * (seats - 1), teams=None)
    return score(record("la-krap", seats, [*[before] * number, entry], **options))


def of(play: list[list[str]], **fields: object) -> Json:
    """A deal by cards, everybody alone and clubs trumps unless the fields say otherwise."""
    return played(play, **TURNED | fields)


def but(*changes: tuple[int, int, str]) -> list[list[str]]:
    """The clean play with other cards at some tricks (from 1) and places (from 0)."""
    play = [trick.copy() for trick in CLEAN]
    for number, place, card in changes:
        play[number - 1][place] = card
    return play


# The cards ----------------------------------------------------------------------------------------

REVOKED = but((1, 1, "9H"), (4, 1, "9S"))


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (of(CLEAN), []),
        (played(CLEAN, turned=["QC"]), ["play"]),
        (played(CLEAN, teams=None), ["play"]),
        (played(CLEAN, teams=None, null=False, multiplier=1), ["play"]),
        (of(CLEAN, turned=["QC", "BJ"]), ["game-card"]),
        (of(CLEAN, tricks=[0, 7, 0]), []),
        (of(CLEAN, tricks=[7, 0, 0]), ["play"]),
        (of(CLEAN, tricks=[0, 6, 1]), ["play"]),
        (of(CLEAN, tricks=[0, 6, 0]), ["play", "tricks-total"]),
        # Seven tricks of one card from each.
        (of(CLEAN[:6]), ["play"]),
        (of([*CLEAN, ["10D", "8D", "JD"]]), ["play"]),
        (of([]), ["play"]),
        (of([*CLEAN[:6], ["AD", "9D"]]), ["play"]),
        (of([*CLEAN[:6], ["AD", "9D", "7D", "8D"]]), ["play"]),
        (of([*CLEAN[:6], []]), ["play"]),
        (of([*CLEAN[:6], ["AD", "9S"]]), ["pack", "play"]),
        # The cards of the pack, none too often, those turned among them.
        *((of(but((7, 2, card))), []) for card in ("7d", "td", "A♠", "SHEET", "2D", "RJ", "BJ")),
        *((of(but((7, 2, card))), ["pack"]) for card in ("JK", "XX", "6D", "3C", "", "9S", "7H")),
        (of(but((7, 1, "BJ"), (7, 2, "BJ"))), []),
        (of(but((7, 1, "RJ"), (7, 2, "RJ"))), ["pack"]),
        (of(but((7, 1, "2C"), (7, 2, "2C"))), ["pack"]),
        (of(but((7, 2, "QC"))), []),
        (of(but((7, 1, "QC"), (7, 2, "QC"))), ["pack"]),
        (of(but((7, 2, "RJ")), turned=["RJ", "QC"]), ["pack"]),
        (of(but((7, 2, "SHEET")), turned=["SHEET"]), ["pack"]),
        (of(CLEAN, turned=["AS"]), []),
        (of(CLEAN, turned=["9S"]), ["pack"]),
        # The upcards are in the hands, or were exchanged.
        (played(CLEAN, turned=["QC"], upcards=["7S", "AS", "9S"]), []),
        (played(CLEAN, turned=["QC"], upcards=["10C", "RJ", "2H"]), []),
        (played(CLEAN, turned=["QC"], upcards=["QC", "QC", "2H"]), ["pack"]),
        (played(CLEAN, turned=["QC"], upcards=["7S", "AS", "9S"], teams=None), []),
        (played(CLEAN, turned=["QC"], upcards=["7S", "AS", "9S"], teams=[0, 0, 1]), ["play"]),
        # Who does not follow is warned.
        (of(REVOKED), ["follow"]),
        (of(REVOKED, tricks=[0, 7, 0]), ["follow"]),
        (of(REVOKED, tricks=[0, 0, 7]), ["follow", "play"]),
        (of(REVOKED, turned=["2D"], exchanged=[0, 1, 0]), ["follow", "two-turned"]),
        # By the cards as by figures.
        (of(CLEAN, exchanged=[6, 6, 6], exposed=[3, 3, 3]), []),
        (of(CLEAN, exchanged=[6, 6, 7], exposed=[3, 3, 4]), ["exchange", "expose"]),
        (of(CLEAN, multiplier=2), ["game-card"]),
    ],
)  # fmt: skip
def test_a_deal_by_cards_is_whole_and_of_one_pack(entry: Json, found: list[str]) -> None:
    sheet = at(0, entry)
    assert broken(sheet) == [f"la-krap.{rule}" for rule in found]
    for problem in sheet["problems"]:
        is_warning = problem["rule"] == "la-krap.follow"
        assert problem["severity"] == ("warning" if is_warning else "error")
    assert (sheet["rows"][0]["cells"] == [None] * 3) == bool(set(found) - {"follow"})


@pytest.mark.parametrize(
    ("number", "options", "taker"),
    [
        # Left of the dealer.
        (0, {}, 1),
        (1, {}, 2),
        (2, {}, 0),
        (0, {"first_dealer": 1}, 2),
        (2, {"first_dealer": 2, "first_lead": "left"}, 2),
        (0, {"first_lead": "dealer"}, 0),
        (1, {"first_lead": "dealer"}, 1),
        (1, {"first_lead": "dealer", "first_dealer": 2}, 0),
    ],
)
def test_who_leads_first(number: int, options: Json, taker: int) -> None:
    cells = [0, 0, 0]
    cells[taker] = 98
    assert oracle.leader_of(number, 3, options) == taker
    assert at(number, of(CLEAN), **options)["rows"][-1]["cells"] == cells


# Marriages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marriages", "found", "number"),
    [
        ([], [], 0),
        ([[1, 1]], [], 1),
        ([[4, 1]], [], 1),
        ([[4, 1], [1, 1]], [], 2),
        # The queen was led after the king had gone; an ace was led; none after the last trick.
        ([[2, 1]], ["marriage"], 0),
        ([[3, 1]], ["marriage"], 0),
        ([[5, 1]], ["marriage"], 0),
        ([[6, 1]], ["marriage"], 0),
        ([[7, 1]], ["marriage"], 0),
        ([[8, 1]], ["marriage"], 0),
        ([[0, 1]], ["marriage"], 0),
        # Others took nothing.
        ([[1, 0]], ["marriage"], 0),
        ([[1, 2]], ["marriage"], 0),
        ([[1, 1], [4, 2]], ["marriage"], 0),
        # One for each trick.
        ([[1, 1], [1, 1]], ["marriage"], 0),
    ],
)
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


@pytest.mark.parametrize(
    ("led", "marriages", "fits"),
    [
        ("AH KH KH QH QH", [[1, 1]], True),
        ("AH KH KH QH QH", [[1, 1], [2, 1]], True),
        ("AH KH KH QH AS", [[1, 1]], True),
        ("AH KH KH QH AS", [[2, 1]], True),
        ("AH KH KH QH AS", [[1, 1], [2, 1]], False),
        ("AH KH QH KH QH", [[1, 1], [2, 1]], True),
        ("AH KH QH KH QH", [[1, 1], [1, 1]], False),
        ("AH KH QH KH QH", [[1, 1], [3, 1]], True),
        ("AH KH QH KH QH", [[2, 1], [3, 1]], False),
        ("AH KH QH KH QH", [[1, 1], [2, 1], [3, 1]], False),
        ("AH KH QH KH AS", [[2, 1]], True),
        ("AH KH QH KH AS", [[1, 1], [2, 1]], False),
        ("AH QH QH KH KH", [[1, 1], [2, 1]], True),
        ("AH QH QH KH KH", [[1, 1], [3, 1]], False),
    ],
)
def test_no_card_belongs_to_two_marriages(led: str, marriages: list[list[int]], fits: bool) -> None:
    # The others have hearts for four tricks, and discard on the fifth.
    under = ["9H 7H", "8H JH", "9H 7H", "JH 8H", "9S JS", "7S 8S", "7D 8D"]
    leads = [*led.split(), "10S", "AD"]
    play = [[card, *others.split()] for card, others in zip(leads, under, strict=True)]
    assert oracle.revokes(play, 1, ["QC"], {}) == set()
    assert broken(at(0, of(play))) == []
    found = [] if fits else ["la-krap.marriage"]
    assert broken(at(0, of(play, marriages_at=marriages))) == found


def test_who_took_the_trick_leads_to_the_marriage() -> None:
    play = [["9S", "AS", "7S"], *CLEAN[1:]]
    assert at(0, of(play))["rows"][0]["cells"] == [0, 0, 98]
    assert broken(at(0, of(play, marriages_at=[[1, 2]]))) == []
    assert broken(at(0, of(play, marriages_at=[[1, 1]]))) == ["la-krap.marriage"]


@pytest.mark.parametrize(
    ("empty_trick", "cells", "tricks", "found"),
    [
        ("leader", [0, 98, 0], [0, 7, 0], []),
        ("nobody", [0, 72, 0], [0, 6, 0], ["la-krap.marriage"]),
    ],
)
def test_who_takes_a_trick_in_which_nothing_counts(
    empty_trick: str, cells: list[int], tricks: list[int], found: list[str]
) -> None:
    play = [["10S", "10S", "SHEET"], *CLEAN[1:]]
    for entry in (of(play), of(play, tricks=tricks)):
        sheet = at(0, entry, empty_trick=empty_trick)
        assert broken(sheet) == []
        assert sheet["rows"][0]["cells"] == cells
    assert broken(at(0, of(play, marriages_at=[[1, 1]]), empty_trick=empty_trick)) == found
    other = of(play, tricks=[1, 6, 0])
    assert broken(at(0, other, empty_trick=empty_trick)) == ["la-krap.play"]


# Revokes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "options", "is_revoke"),
    [
        (CLEAN, {}, False),
        (REVOKED, {}, True),
        (but((7, 1, "AC")), {}, False),
        # A trump does not follow, and a joker is one.
        (but((1, 1, "7C")), {}, True),
        (but((1, 1, "RJ")), {}, True),
        # Special cards may be played at any time, if the table plays so.
        (but((1, 1, "SHEET")), {"sheet": "plain"}, False),
        (but((1, 1, "SHEET")), {"sheet": "plain", "special_anytime": True}, False),
        (but((1, 1, "SHEET")), {"sheet": "plain", "special_anytime": False}, True),
        (but((1, 1, "2C")), {"twos": "plain", "special_anytime": False}, True),
        (but((1, 1, "2S")), {"twos": "plain", "special_anytime": False}, True),
        (but((3, 1, "2S")), {"twos": "plain", "special_anytime": False}, False),
        # Nobody follows the suit of a neutralised card.
        (but((4, 1, "2S"), (4, 2, "7D"), (7, 2, "7H")), {}, False),
        (but((4, 1, "2S"), (4, 2, "7D"), (7, 2, "7H")), {"twos": "suit"}, True),
        (but((4, 1, "2S"), (4, 2, "7D"), (7, 2, "7H")), {"twos": "plain"}, True),
        (but((4, 1, "2H"), (4, 2, "7D"), (7, 2, "7H")), {"twos": "suit"}, False),
    ],
)
def test_a_revoke_is_shown_by_a_later_card(
    play: list[list[str]], options: Json, is_revoke: bool
) -> None:
    assert bool(oracle.revokes(play, 1, ["QC"], options)) == is_revoke
    sheet = at(0, of(play), **options)
    assert broken(sheet) == (["la-krap.follow"] if is_revoke else [])
    kept = at(0, of(play, accepted=["la-krap.follow"]), **options)
    assert [problem.get("accepted") for problem in kept["problems"]] == [True] * is_revoke
    assert kept["totals"] == sheet["totals"]


# At random ----------------------------------------------------------------------------------------


class Dealt(NamedTuple):
    """A deal that somebody played."""

    random: Random
    seats: int
    number: int
    turned: list[str]
    options: Json
    play: list[list[str]]

    @property
    def leader(self) -> int:
        return oracle.leader_of(self.number, self.seats, self.options)

    def deal(self) -> oracle.Deal:
        return oracle.followed(self.play, self.leader, self.turned, self.options)

    def entry(self, **fields: object) -> Json:
        return played(self.play, **{"turned": self.turned, "teams": None} | fields)

    def sheet(self, entry: Json) -> Json:
        return at(self.number, entry, self.seats, **self.options)


@st.composite
def dealt(draw: st.DrawFn) -> Dealt:
    """A lawful play under any options, at any place of the game."""
    random = Random(draw(st.integers(0, 2**32)))
    seats, number = draw(st.integers(3, 6)), draw(st.integers(0, 11))
    options = {name: draw(st.sampled_from(values)) for name, values in oracle.CHOICES.items()}
    options["first_dealer"] = draw(st.integers(0, seats - 1))
    turned = oracle.random_turned(random)
    leader = oracle.leader_of(number, seats, options)
    play = oracle.legal_play(random, seats, leader, turned, options)
    return Dealt(random, seats, number, turned, options, play)


@given(dealt(), st.booleans())
def test_tricks_and_points_are_derived_from_the_cards(one: Dealt, by_upcards: bool) -> None:
    made, tricks = oracle.made(one.turned), one.deal().tricks()
    upcards = one.random.sample(oracle.without(one.turned), one.seats)
    sides = oracle.teams(upcards, one.turned)
    fields: Json = {"turned": one.turned}
    fields |= {"upcards": upcards} if by_upcards else {"teams": sides}
    announced: list[tuple[int, int]] = []
    for marriage in oracle.marriages(one.deal()):
        if oracle.may_announce(one.deal(), [*announced, marriage]):
            announced.append(marriage)
    marriages = [sum(seat == who for _, who in announced) for seat in range(one.seats)]

    entry = played(one.play, **fields, marriages_at=[list(marriage) for marriage in announced])
    sheet = one.sheet(entry)
    assert broken(sheet) == []
    cells = sheet["rows"][-1]["cells"]
    assert cells == oracle.scores(tricks, marriages, sides, made.null, made.multiplier)
    for cell, why in zip(cells, sheet["rows"][-1]["why"], strict=True):
        assert sum(line["points"] for line in why) == cell
    if sides:
        assert len(set(zip(sides, cells, strict=True))) == len(set(sides))
    agreed = entry | {"tricks": tricks, "marriages": marriages}
    assert one.sheet(agreed)["rows"] == sheet["rows"]
    by_figures = deal(*tricks, **fields, marriages=marriages)
    assert one.sheet(by_figures)["rows"][-1]["cells"] == cells
    other = [*tricks[1:], tricks[0]]
    found = [] if other == tricks else ["la-krap.play"]
    assert broken(one.sheet(entry | {"tricks": other})) == found


@given(dealt(), st.integers(0, 3))
def test_marriages_are_those_that_could_be_announced(one: Dealt, wild: int) -> None:
    possible = oracle.marriages(one.deal())
    announced = one.random.sample(possible, one.random.randint(0, len(possible)))
    if wild == 0:
        announced.append((one.random.randint(1, 7), one.random.randrange(one.seats)))
    found = [] if oracle.may_announce(one.deal(), announced) else ["la-krap.marriage"]
    entry = one.entry(marriages_at=[list(marriage) for marriage in announced])
    assert broken(one.sheet(entry)) == found


@given(dealt(), st.data())
def test_marriages_without_their_tricks_are_held_against_the_cards(
    one: Dealt, data: st.DataObject
) -> None:
    room = oracle.room(one.deal())
    seat = data.draw(st.integers(0, one.seats - 1))
    for number in range(5):
        marriages = [0] * one.seats
        marriages[seat] = number
        found = [] if number <= room[seat] else ["la-krap.marriage"]
        assert broken(one.sheet(one.entry(marriages=marriages))) == found
    assert broken(one.sheet(one.entry(marriages=room))) == []


@given(st.permutations(["KS", "QS", "KS", "QS", "KH", "QH", "AH"]), st.integers(0, 2**6 - 1))
def test_there_is_room_for_as_many_marriages_as_any_choice_of_tricks(
    hand: list[str], taken: int
) -> None:
    """Of one hand, whichever tricks its player took: every set of announcements is tried."""
    takers = [number for number in range(1, 7) if taken >> (number - 1) & 1]
    deal = oracle.Deal([hand], [0] * 7, [0 if n + 1 in takers else None for n in range(7)])
    cards = [Trick((read_card(card),), 0, 1, TrickRules("la-krap", None)) for card in hand]
    play = Play(1, tuple(cards), tuple(deal.takers), cards[-1])
    assert [room(play, 0)] == oracle.room(deal)


@pytest.mark.parametrize(
    ("marriages", "marriages_at", "found"),
    [
        ([0, 2, 0], None, []),
        ([0, 3, 0], None, ["marriage"]),
        ([1, 0, 0], None, ["marriage"]),
        ([0, 0, 0], None, []),
        ([0, 2, 0], [[1, 1]], ["play"]),
        ([0, 1, 0], [[1, 1]], []),
    ],
)
def test_marriages_need_a_king_or_queen_that_is_led(
    marriages: list[int], marriages_at: list[list[int]] | None, found: list[str]
) -> None:
    fields = {} if marriages_at is None else {"marriages_at": marriages_at}
    sheet = at(0, of(CLEAN, marriages=marriages, **fields))
    assert broken(sheet) == [f"la-krap.{rule}" for rule in found]


@given(dealt())
def test_where_two_cards_are_exchanged_revokes_are_found(one: Dealt) -> None:
    assert oracle.revokes(one.play, one.leader, one.turned, one.options) == set()
    places = [(number, place) for number in range(7) for place in range(one.seats)]
    (first, here), (second, there) = one.random.sample(places, 2)
    card = one.play[first][here]
    one.play[first][here] = one.play[second][there]
    one.play[second][there] = card
    revoked = oracle.revokes(one.play, one.leader, one.turned, one.options)
    sheet = one.sheet(one.entry())
    assert broken(sheet) == (["la-krap.follow"] if revoked else [])
    made = oracle.made(one.turned)
    cells = oracle.scores(one.deal().tricks(), [0] * one.seats, None, made.null, made.multiplier)
    assert sheet["rows"][-1]["cells"] == cells


# What is no record --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change"),
    [
        {"play": "AS"},
        {"play": ["AS", "9S", "7S"]},
        {"play": [["AS", "9S", 7]]},
        {"play": {"1": ["AS", "9S", "7S"]}},
        {"marriages_at": "1"},
        {"marriages_at": [1, 1]},
        {"marriages_at": [[1]]},
        {"marriages_at": [[1, 1, 1]]},
        {"marriages_at": [[1, 3]]},
        {"marriages_at": [[1, -1]]},
        {"marriages_at": [[-1, 1]]},
        {"marriages_at": [["1", 1]]},
        {"marriages_at": [[1.5, 1]]},
    ],
)
def test_a_play_of_another_shape_is_no_record(change: Json) -> None:
    with pytest.raises(NotARecord):
        at(0, of(CLEAN) | change)
