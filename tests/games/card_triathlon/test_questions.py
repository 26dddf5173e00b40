"""Questions about all legs: verdicts, rules cited, refusals, and where the rules are silent."""

from __future__ import annotations

import time
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_arrange, oracle_bridge, oracle_canasta
from tests.games.card_triathlon.d_hands import KINDS
from tests.games.card_triathlon.legs import (
    C_FIRST,
    D_FIRST,
    SEVEN,
    TEAMS,
    all_to,
    asked,
    cited,
    contract,
    found,
    four,
    is_explained,
    laid,
    of_severity,
    rulings,
    sheet_of,
)
from tests.games.oracle import ORDER
from tests.games.records import Json, is_refused

SEEDS = st.integers(0, 2**32)


# Melds --------------------------------------------------------------------------------------------


def test_a_meld_has_one_rank_and_not_too_many_wild_cards() -> None:
    rows: list[tuple[str, bool, str | None, int, int, int, bool]] = [
        ("th Td 10♠", True, "10", 3, 0, 30, False), ("7H 7D", False, "7", 2, 0, 10, False),
        ("7H 7D 7S 2S JK JK", True, "7", 3, 3, 80, False),
        ("7H 2D JK", False, "7", 1, 2, 40, False), ("KH KD JK RJ", True, "K", 2, 2, 80, False),
        ("KH KD KS KC JK JK 2C 2S", False, "K", 4, 4, 110, False),
        ("7H 7H 7D 7D 7S 2C", True, "7", 5, 1, 30, False), (SEVEN, True, "7", 5, 2, 60, True),
        ("7H 7D 7S 8S", False, None, 4, 0, 25, False), ("JK JK JK", False, None, 0, 3, 90, False),
    ]  # fmt: skip
    for cards, legal, rank, natural, wild, value, seven in rows:
        for fields in ({}, {"going_out": False}, {"going_out": True}):
            reply = asked("meld", cards=cards.split(), **fields)
            assert reply["answer"] == {
                "legal": legal, "rank": rank, "natural": natural, "wild": wild,
                "value": value, "seven": seven,
            }  # fmt: skip
            verdicts = {ruling["verdict"] for ruling in reply["rulings"]}
            assert reply["rulings"]
            assert ("illegal" in verdicts) == (not legal)
        assert of_severity("error", four(laid(cards), **C_FIRST)) == ([] if legal else ["c.meld"])


@given(SEEDS)
def test_any_cards_are_judged_as_the_rules_say(seed: int) -> None:
    random = Random(seed)
    ranks = random.sample(ORDER[1:], random.choice((1, 1, 1, 2)))
    deck = [card for card in oracle_canasta.pack_of(4) if oracle_canasta.is_wild(card)]
    deck += [rank + suit for rank in ranks for suit in ("SC" if rank == "3" else "SHDC")] * 2
    cards = random.sample(deck, random.randint(1, min(11, len(deck))))
    going_out = random.random() < 0.5
    reply = asked("meld", cards=cards, going_out=going_out)
    assert reply["answer"] == oracle_canasta.meld(cards, going_out)._asdict()


# The pile and going out ---------------------------------------------------------------------------


def test_who_may_take_the_pile() -> None:
    rows: list[tuple[str, str, str, bool, bool]] = [
        ("7H", "7D 7S AS", "", True, True), ("7H", "7D AS", "", False, False),
        ("7H", "7D 2S", "", False, False), ("7H", "AS", "7", True, False),
        ("7H", "7D 7S", "7 K", True, True), ("7H", "8D 8S", "8 K", False, False),
        ("10H", "ts T♦", "", True, True),
        # Stop cards and wild cards.
        ("3S", "3C 3C", "", False, False), ("3C", "3S 3S 3C", "3", False, False),
        ("2H", "2S 2D 7S 7D", "7", False, False), ("RJ", "7S 7D", "7", False, False),
    ]  # fmt: skip
    for top, hand, melded, open_pile, frozen in rows:
        for is_frozen, legal in ((False, open_pile), (True, frozen)):
            fields = {"hand": hand.split(), "melded": melded.split(), "frozen": is_frozen}
            reply = asked("pile", top=top, **fields)
            assert reply["answer"] == {"legal": legal}, top
            verdicts = {ruling["verdict"] for ruling in reply["rulings"]}
            assert ("illegal" in verdicts) == (not legal)
            if top in ("3S", "3C"):
                assert "c.stop" in rulings(reply)
            elif open_pile and not legal:
                assert "c.frozen" in rulings(reply)


@given(SEEDS)
def test_any_pile_is_judged_as_the_rules_say(seed: int) -> None:
    random = Random(seed)
    deck = [card for card in oracle_canasta.pack_of(4) if card not in oracle_canasta.RED_THREES]
    few = [card for card in deck if card[:-1] in random.sample(ORDER, 4)]
    top, *hand = random.sample(few, random.randint(1, min(9, len(few))))
    melded = random.sample(ORDER[2:], random.randint(0, 4))
    frozen = random.random() < 0.5
    reply = asked("pile", top=top, hand=hand, melded=melded, frozen=frozen)
    assert reply["answer"]["legal"] == oracle_canasta.may_take_pile(top, hand, melded, frozen)


def test_who_may_go_out() -> None:
    rows: list[tuple[list[str], str, bool]] = [
        ([SEVEN], "", True), ([SEVEN], "4S", False), ([SEVEN], "JK", False), ([], "", False),
        (["7H 7H 7D 7D 7S 2C"], "", False),
        (["7H 7H 7D 7D 7S 2C", "8H 8H 8D 8D 8S JK"], "", False),
        (["7H 7H 7D 7D 7S 2C", "8H 8H 8D 8D 8S 8S JK"], "", True),
        # Two partners' melds of one rank remain two melds.
        (["7H 7H 7D 7D", "7S 7S 7C 7C"], "", False),
        # Seven or more cards that aren't a legal meld.
        (["KH KD KS JK JK JK 2C"], "", False), (["KH KD KS KC JK JK 2C 2S"], "", False),
        (["KH KD KS KC KH KD QS"], "", False), (["KH KD KS KC JK JK 2C"], "", True),
        (["KH KH KD KD KS KS KC KC JK JK JK"], "", True),
        # Cards of an illegal meld are still in the hand.
        ([SEVEN, "8H 8D 9S"], "", False), ([SEVEN, "8H 8D"], "", False),
        ([SEVEN, "3H 3D 2C"], "", False), ([SEVEN, "3S 3C 3C"], "", True),
    ]  # fmt: skip
    for melds, hand, legal in rows:
        reply = asked("go-out", melds=[meld.split() for meld in melds], hand=hand.split())
        assert reply["answer"] == {"legal": legal}, melds
        assert oracle_canasta.may_go_out([meld.split() for meld in melds], hand.split()) == legal
        assert set(rulings(reply)) & {"c.out", "c.seven", "c.meld"}
        are_melds = all(oracle_canasta.meld(meld.split(), going_out=True).legal for meld in melds)
        assert ("c.meld" in rulings(reply)) == (not are_melds)


IMPOSSIBLE: list[tuple[str, Json, int, bool]] = [
    ("meld", {"cards": ["7H", "7H", "7D"]}, 4, True),
    ("meld", {"cards": ["7H", "7H", "7H"]}, 4, False),
    ("meld", {"cards": ["7H", "7H", "7H"]}, 6, True),
    ("meld", {"cards": ["7H", "7H", "7H", "7H"]}, 6, False),
    ("meld", {"cards": ["7H", "7H", "7H", "7H"]}, 8, True),
    ("meld", {"cards": ["7H", *["JK"] * 4]}, 4, True),
    ("meld", {"cards": ["7H", *["JK"] * 5]}, 4, False),
    ("meld", {"cards": ["7H", *["JK"] * 6]}, 6, True),
    ("meld", {"cards": ["XX"]}, 4, False), ("meld", {"cards": ["1H"]}, 4, False),
    ("meld", {"cards": ["7H"]}, 5, False), ("meld", {"cards": "7H"}, 4, False),
    ("meld", {"cards": ["7H"], "hand": []}, 4, False),
    ("meld", {}, 4, False),
    ("pile", {"top": "7H", "hand": ["7H"], "melded": [], "frozen": False}, 4, True),
    ("pile", {"top": "7H", "hand": ["7H", "7H"], "melded": [], "frozen": False}, 4, False),
    ("pile", {"top": "7H", "hand": ["7H", "7H"], "melded": [], "frozen": False}, 6, True),
    ("pile", {"top": "XX", "hand": ["7H"], "melded": [], "frozen": False}, 4, False),
    ("pile", {"top": "7H", "hand": ["7H"], "melded": ["1"], "frozen": False}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "7D"]], "hand": []}, 4, True),
    ("go-out", {"melds": [["7H", "7H", "7D"]], "hand": ["7H"]}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "7D"], ["7H", "7D", "7S"]], "hand": []}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "XX"]], "hand": []}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "7D"], []], "hand": []}, 4, False),
    ("go-out", {"melds": [], "hand": []}, 4, True),
    ("buck", {"hands": [["AS"], ["AS"], ["KS"], ["QS"]]}, 4, True),
    ("buck", {"hands": [["AS"], ["AS"], ["AS"], ["QS"]]}, 4, False),
    ("buck", {"hands": [["AS"], ["KS"], ["QS"]]}, 4, False),
    ("buck", {"hands": [["AS"], ["KS"], ["QS"], ["XX"]]}, 4, False),
    ("offices", {"buck": 3, "round": 4}, 4, True), ("offices", {"buck": 4, "round": 4}, 4, False),
    ("offices", {"buck": 4, "round": 4}, 6, True), ("offices", {"buck": 0, "round": 0}, 4, False),
    ("offices", {"buck": 0, "round": 5}, 4, False), ("offices", {"buck": 0}, 4, False),
    ("draw", {}, 4, False),
]  # fmt: skip


def test_impossible_cards_and_seats_are_no_question() -> None:
    for question, fields, players, is_question in IMPOSSIBLE:
        if is_question:
            assert asked(question, players=players, **fields)["rulings"]
        else:
            assert is_refused(asked, question, players=players, **fields)


# Offices in a D leg -------------------------------------------------------------------------------


def test_buck_has_the_highest_card() -> None:
    rows: list[tuple[list[str], int]] = [
        # The rank decides first, then the suit: spades, hearts, diamonds, clubs.
        (["AC", "AS", "AH", "AD"], 1), (["AC", "KS", "QH", "AD"], 3),
        # Jokers do not count.
        (["JK JK 2S", "3C", "2H JK", "RJ 2D"], 1),
        # If cards are equal, the next highest decides; a hand without one is lower.
        (["QH KS AS", "AS QD KS", "AH AH", "KD"], 0), (["AS JK", "AS 2C", "AH", "AD"], 1),
        # If all are equal, the lower seat is Buck.
        (["KS", "AS 2C", "AS 2C", "AD"], 1),
    ]  # fmt: skip
    for hands, seat in rows:
        reply = asked("buck", hands=[hand.split() for hand in hands])
        assert reply["answer"] == {"seat": seat}, hands
        assert set(rulings(reply)) == {"d.buck"}


@given(SEEDS, st.sampled_from([4, 6, 8]))
def test_buck_is_found_among_any_hands(seed: int, players: int) -> None:
    random = Random(seed)
    deck = [card for card in oracle_canasta.pack_of(players) if card[:-1] in ("A", "K", "2")]
    cards = random.sample(deck, min(len(deck), players * random.choice((1, 2, 3))))
    hands = [cards[seat::players] + ["JK"] * random.randint(0, 1) for seat in range(players)]

    def height(hand: list[str]) -> list[tuple[int, int]]:
        plain = [card for card in hand if not oracle_bridge.is_joker(card)]
        return sorted(
            ((ORDER.index(card[:-1]), "CDHS".index(card[-1])) for card in plain), reverse=True
        )

    if sum(hand.count("JK") for hand in hands) > players:
        return
    best = max(range(players), key=lambda seat: (height(hands[seat]), -seat))
    assert asked("buck", hands=hands, players=players)["answer"] == {"seat": best}


def test_the_offices_pass_to_the_left_after_each_round() -> None:
    for players in (4, 6, 8):
        for buck, number in product(range(players), (1, 2, 3, 4)):
            reply = asked("offices", buck=buck, round=number, players=players)
            seats = [(buck + number - 1 + step) % players for step in range(4)]
            offices = ("buck", "shuffles", "cuts", "deals")
            assert reply["answer"] == dict(zip(offices, seats, strict=True))
            assert set(rulings(reply)) == {"d.rounds"}
    assert asked("offices", buck=2, round=2)["answer"] == {
        "buck": 3, "shuffles": 0, "cuts": 1, "deals": 2
    }  # fmt: skip


# The auction --------------------------------------------------------------------------------------


FOUR, SIX, EIGHT = ({"players": players} for players in (4, 6, 8))
THREE: Json = {"options": {"teams": list(TEAMS["6 in three"])}, "players": 6}


def auction(calls: str, dealer: int = 0, **fields: Any) -> Json:
    return asked("auction", calls=calls.split(), dealer=dealer, **fields)


def ended(bid: str, declarer: int, leader: int, dummy: int) -> Json:
    return {
        "finished": True, "contract": contract(bid, declarer), "leader": leader, "dummy": dummy,
    }  # fmt: skip


GOES_ON: Json = {
    "legal": True, "illegal_at": None, "finished": False, "passed_out": False, "contract": None,
    "leader": None, "dummy": None, "next_seat": None,
}  # fmt: skip
PASSED_OUT: Json = {"finished": True, "passed_out": True}


AUCTIONS: list[tuple[str, int, Json, Json]] = [
    ("1C P P P", 3, FOUR, ended("1C", 3, leader=0, dummy=1)),
    ("1C P P P", 0, EIGHT, ended("1C", 0, leader=1, dummy=2)),
    # The first on the team to bid the strain is declarer.
    ("1S P 2H P 4H P P P", 0, FOUR, ended("4H", 2, leader=3, dummy=0)),
    ("P 1S 2S 3S P P P", 0, FOUR, ended("3S", 1, leader=2, dummy=3)),
    # Doubles.
    ("1C P P X P P XX P P P", 0, FOUR, ended("1C", 0, leader=1, dummy=2)),
    # Two teams of three: dummy is the next teammate to the left.
    ("P P 1S P 2S P P P P P", 0, SIX, ended("2S", 2, leader=3, dummy=4)),
    # Three teams of two.
    ("1S P P P 2S P P P P P", 0, THREE, ended("2S", 4, leader=5, dummy=1)),
    # Unfinished auctions.
    ("", 2, FOUR, {"next_seat": 2}), ("1C P P X P P", 0, FOUR, {"next_seat": 2}),
    ("P P P P", 3, SIX, {"next_seat": 1}), ("1C P P", 2, EIGHT, {"next_seat": 1}),
    # Everyone passed.
    ("P P P P", 0, FOUR, PASSED_OUT), ("P P P P P P", 0, SIX, PASSED_OUT),
    ("P P P P", 0, EIGHT, PASSED_OUT),
]  # fmt: skip


def test_what_an_auction_comes_to() -> None:
    for calls, dealer, fields, outcome in AUCTIONS:
        reply = auction(calls, dealer, **fields)
        assert reply["answer"] == GOES_ON | outcome
        if "contract" in outcome:
            assert set(rulings(reply)) & {"b.auction", "b.declarer"}
        if outcome == PASSED_OUT:
            assert "b.passed-out" in rulings(reply)


ILLEGAL: list[tuple[str, Json, int | None]] = [
    # A bid outranks the last one: level first, then clubs to no trumps.
    ("1C 1C", {}, 1), ("1C P P 1C", {}, 3), ("1D 1C", {}, 1), ("1H 1D", {}, 1), ("1S 1H", {}, 1),
    ("1NT 1S", {}, 1), ("2C 1NT", {}, 1), ("7NT 7S", {}, 1), ("1C 1D 1H 1S 1NT 2C 2D", {}, None),
    # Only another team's last bid can be doubled.
    ("X", {}, 0), ("P X", {}, 1), ("1C X", {}, None), ("1C P X", {}, 2), ("1C P P X", {}, None),
    ("1C X X", {}, 2), ("1C X P X", {}, 3), ("1C X XX X", {}, 3), ("1C 1D X", {}, None),
    ("1C 1D P X", {}, 3),
    # Only a double of your own team's bid can be redoubled.
    ("XX", {}, 0), ("1C XX", {}, 1), ("1C P XX", {}, 2), ("1C X XX", {}, None),
    ("1C X P XX", {}, 3), ("1C X P P XX", {}, None), ("1C X XX P XX", {}, 4), ("1C X 1D XX", {}, 3),
    # Three teams.
    ("1C X", THREE, None), ("1C P X", THREE, None), ("1C P P X", THREE, 3), ("1C X XX", THREE, 2),
    ("1C X P XX", THREE, None), ("1C X P P XX", THREE, 4), ("1C X P P P P XX", THREE, None),
    ("1C P X", SIX, 2), ("1C P P X", SIX, None),
    # Calls after the end, and calls that don't exist.
    ("1C P P P P", {}, 4), ("1C P P P 2C", {}, 4), ("P P P P 1C", {}, 4), ("P P P P P", SIX, None),
    ("8C", {}, 0), ("0C", {}, 0), ("1C 1Z", {}, 1), ("1C XXX", {}, 1),
    # The first illegal call is reported.
    ("1C 1C 1C X", {}, 1),
]  # fmt: skip


def test_a_call_that_is_not_allowed_is_pointed_at() -> None:
    for calls, fields, illegal_at in ILLEGAL:
        for dealer in (0, 3):
            reply = auction(calls, dealer, **fields)
            assert reply["answer"]["legal"] == (illegal_at is None)
            assert reply["answer"]["illegal_at"] == illegal_at
            verdicts = {(ruling["rule"], ruling["verdict"]) for ruling in reply["rulings"]}
            illegal = ("card-triathlon.b.auction", "illegal")
            assert (illegal in verdicts) == (illegal_at is not None)


@given(SEEDS, st.sampled_from([*TEAMS]))
def test_every_auction_is_answered_as_the_rules_say(seed: int, way: str) -> None:
    random, players = Random(seed), int(way[0])
    teams = oracle_bridge.FOUR if players == 8 else TEAMS[way]
    seats = len(teams)
    dealer = random.randrange(seats)
    calls = oracle_bridge.lawful_auction(random, dealer, teams)
    calls = calls[: random.randint(0, len(calls))] if random.random() < 0.5 else calls
    if calls and random.random() < 0.5:
        calls[random.randrange(len(calls))] = random.choice(
            (*oracle_bridge.BIDS, "X", "XX", "P", "P")
        )
    options = {"teams": list(TEAMS[way])}
    answer = auction(" ".join(calls), dealer, options=options, players=players)["answer"]
    wrong = oracle_bridge.illegal_at(calls, dealer, teams)
    assert (answer["legal"], answer["illegal_at"]) == (wrong is None, wrong)
    if wrong is not None:
        return
    over, made = (
        oracle_bridge.is_over(calls, seats),
        oracle_bridge.contract_of(calls, dealer, teams),
    )
    assert answer == GOES_ON | {
        "finished": over, "passed_out": over and made is None, "contract": made and made._asdict(),
        "leader": made and (made.declarer + 1) % seats,
        "dummy": made and oracle_bridge.dummy_of(made.declarer, teams),
        "next_seat": None if over else (dealer + len(calls)) % seats,
    }  # fmt: skip


STRANGE = ["2S", "3S", "4D", "5D", "7C", "8C", "9S", "JD", "QD", "KC", "AC", "2D", "3D"]
"""A hand that scores 20."""
PERFECT = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"]
FOURTEEN = [*PERFECT, "2S"]


def of_ann(hand: list[str], **extra: list[str]) -> Json:
    """Return fields with Ann's hand and any extra hand; the others laid nothing out."""
    nobody = [None, None, None]
    fields = {name: [cards, *nobody] for name, cards in extra.items()}
    return {"hands": [hand, *nobody], "layouts": [None, [], [], []], **fields}


# Hands that are too large for the solver ----------------------------------------------------------


def test_a_hand_of_fourteen_cards_is_refused_also_beside_an_extra_hand() -> None:
    rows: list[tuple[Json, list[str]]] = [
        ({"hands": [PERFECT, [], [], []]}, ["d.start"]),
        ({"hands": [FOURTEEN, STRANGE, STRANGE, STRANGE]}, ["d.start", "pack"]),
        (of_ann(FOURTEEN, extra=STRANGE), ["d.start"]),
        (of_ann(FOURTEEN), ["d.start"]),
        (of_ann(PERFECT, extra=[*STRANGE, "2H"]), ["d.start"]),
        (of_ann(PERFECT, extra=STRANGE[1:]), ["d.start"]),
        (of_ann(PERFECT, extra=STRANGE), []),
        (of_ann(PERFECT[1:], extra=STRANGE), ["d.extra-hand", "d.start"]),
    ]
    for fields, wrong in rows:
        sheet = sheet_of(4, {"kind": "d-leg", **fields}, **D_FIRST)
        assert of_severity("error", sheet) == wrong, fields


def test_a_layout_of_any_number_of_cards_is_answered_at_once() -> None:
    for number in (1, 4, 5, 13, 14, 26, 27, 28, 60, 216):
        pack = [f"{card[:-1]}{suit}" for suit in "HSDC" for card in PERFECT] * 4 + ["JK"] * 8
        began = time.process_time()
        reply = asked("layout", cards=pack[:number], players=8)
        assert time.process_time() - began < 2, number
        assert reply["answer"]["legal"] == (5 <= number <= 13)
        if not 5 <= number <= 13:
            assert rulings(reply)[0] == "d.straight-flush"


def test_figures_beside_the_cards_have_the_bounds_of_a_hand() -> None:
    rows: list[tuple[Json, list[str], list[str]]] = [
        (of_ann(PERFECT, extra=STRANGE) | {"scored": [300, 0, 0, 0]}, ["play"], []),
        (of_ann(PERFECT) | {"scored": [300, 0, 0, 0]}, ["play"], ["d.range"]),
        (of_ann(PERFECT, extra=STRANGE) | {"scored": [385, 0, 0, 0]}, ["d.range", "play"], []),
        (of_ann(PERFECT, extra=STRANGE) | {"scored": [130, 0, 0, 0]}, [], []),
    ]
    for fields, errors, warnings in rows:
        sheet = sheet_of(4, {"kind": "d-leg", **fields}, **D_FIRST)
        assert (of_severity("error", sheet), of_severity("warning", sheet)) == (errors, warnings)


TWO_GROUPS = ["2S", "3S", "4S", "5S", "6S", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"]
ACE_LOW = ["AH", "2H", "3H", "4H", "5H", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD"]
JOKER_LAST = [*PERFECT[:-1], "JK"]
"""A whole suit in which a Joker can be the ace below the 2 or above the king."""


def test_who_gets_an_extra_hand_is_told() -> None:
    rows: list[tuple[list[str], bool, bool]] = [
        (PERFECT, True, True), (JOKER_LAST, True, True),
        (["JK", "3H", "JK", *PERFECT[3:]], True, True), (TWO_GROUPS, True, False),
        (ACE_LOW, False, False),
        ([*PERFECT[:3], "5S", *PERFECT[4:]], False, False),
        (PERFECT[1:], False, False), ([*PERFECT[1:], "2S"], False, False),
    ]  # fmt: skip
    for cards, is_due, is_due_in_3000 in rows:
        before = {"sprint": "BC", "3000": "BBC"}
        for format, wanted in (("sprint", is_due), ("3000", is_due_in_3000)):
            reply = asked("arrange", cards=cards, options={"format": format})
            assert reply["answer"]["extra_hand"] == wanted
            assert ("d.extra-hand" in rulings(reply)) == wanted
            assert ("3000" in rulings(reply)) == (is_due and not wanted)  # which says why
            if len(cards) < 13:
                continue
            legs = [all_to(0, leg, 4, jokers=format == "3000") for leg in before[format]]
            sheet = four(*legs, {"kind": "d-leg", **of_ann(cards)}, format=format)
            assert found(sheet) == []
            assert ("d.extra-hand" in cited(sheet, 0)) == wanted
            extra = four(*legs, {"kind": "d-leg", **of_ann(cards, extra=STRANGE)}, format=format)
            assert found(extra) == ([] if wanted else ["d.extra-hand"])


def test_in_3000_metres_a_joker_is_laid_out_as_the_ace_above_the_king() -> None:
    (group,) = asked("arrange", cards=JOKER_LAST, options={"format": "3000"})["answer"]["groups"]
    assert (group["from"], group["to"], group["cards"]) == ("2", "A", JOKER_LAST)
    legs = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
    for group, wrong in ((JOKER_LAST, []), (["JK", *JOKER_LAST[:-1]], ["d.extra-hand"])):
        entry = {"kind": "d-leg", "layouts": [[group], [], [], []], "extra": [STRANGE, *[None] * 3]}
        assert found(four(*legs, entry, format="3000")) == wrong


CAPPED = {"kind": "d-leg", "scored": [300, 110, 110, 90], "unscored": 390, "accepted": ["d.range"]}


def test_the_cap_says_where_the_match_would_make_another_team_the_losing_one() -> None:
    rows = [(0, ""), (1, "in the match; then it would be Ann+Cleo: 300 · Ben+Dora: 200")]
    for leading, told in rows:
        legs = [all_to(leading, leg, 4, jokers=True) for leg in "BBC"]
        (line,) = (
            line
            for line in four(*legs, CAPPED, format="3000")["rows"][-1]["why"][5]
            if line["rule"] == "card-triathlon.d.cap"
        )
        assert line["points"] == -110
        assert line["text"].replace("\u00a0", " ").endswith(told or "(step 2 of the cap)")
    entry = CAPPED | {"accepted": None}
    reply = asked("deal", entry=entry, options={"format": "3000"}, players=4)  # nobody knows
    silent = [each["text"] for each in reply["rulings"] if each["verdict"] == "silent"]
    assert [
        "or in the match; then it would be Seat 0+Seat 2: 300" in text.replace("\u00a0", " ")
        for text in silent
    ] == [True]
    assert reply["answer"]["teams"] == [410, 90]


def test_a_sprint_has_no_jokers_in_its_b_leg() -> None:
    plain: Json = {"question": "trick", "cards": ["AS"], "trump": "S"}
    for fields in ({"cards": ["AS", "JK"]}, {"hand": ["2H", "JK"]}, {"jokers_played": 1}):
        for options, is_wrong in (
            ({"format": "sprint"}, True), ({"format": "5000"}, False), ({}, False),
        ):  # fmt: skip
            question = {**plain, **fields, "options": options}
            assert is_refused(asked, **question) == is_wrong, question
    assert not is_refused(asked, **plain, options={"format": "sprint"})


# Rules cited in answers ---------------------------------------------------------------------------


def test_nought_points_name_their_reason() -> None:
    rows: list[tuple[str, Json, str]] = [
        ("2H 6H 7H 8H 9C", {}, "d.fives"), ("6H 7H 8H 9S KH", {}, "d.fives"),
        ("6H 7H JK 9S JK", {}, "d.half"),
        ("6H 7H 8H JK JK", {"d_jokers": False}, "d.joker"),
        ("4H JK JK JK 8H 9H", {"d_half": "five"}, "d.half"),
        ("6H 7H 8H 9H 9H", {"d_flush_duplicates": False}, "d.fives"),
        ("2S 4D 6H 8C 10S QD", {}, "d.half"), ("6H 7H 8H 9H", {}, "d.straight-flush"),
        ("6H 7H 8H 9H 2S", {}, "d.straight-flush"),
    ]  # fmt: skip
    for cards, options, rule in rows:
        reply = asked("arrange", cards=cards.split(), options=options)
        assert reply["answer"]["score"] == 0, cards
        assert rulings(reply)[0] == rule
        entry = {"kind": "d-leg", "hands": [cards.split(), [], [], []], "partial": True}
        before = [all_to(0, leg, 4) for leg in "BC"]
        sheet = four(*before, entry, format="clock", **options)
        assert sheet["problems"] == []
        assert sheet["rows"][-1]["why"][0][0]["rule"] == f"card-triathlon.{rule}"


def test_a_run_from_the_top_down_is_told_to_begin_at_the_lowest_place() -> None:
    rows: list[tuple[str, int]] = [
        ("10H 9H 8H 7H 6H", 40), ("AH KH QH JH 10H", 60), ("5H 4H 3H 2H AH", 20),
        ("10H 9H JK 7H 6H", 60),
    ]  # fmt: skip
    for cards, score in rows:
        down = asked("layout", cards=cards.split())
        assert (down["answer"]["legal"], rulings(down)[0]) == (False, "d.straight-flush"), cards
        assert f"{score} points" in down["rulings"][0]["text"]
        assert asked("layout", cards=cards.split()[::-1])["answer"]["score"] == score


def test_where_a_group_has_helpers_the_answer_says_why_it_is_legal() -> None:
    for cards, is_mixed in (("4C 5S 6H 7H 8H 2H 10H", True), ("6H 7H 8H JK JK", True),
                            ("6H 7H 8H 9H 10H", False), ("AH 2H 3H 4H 5H", False)):  # fmt: skip
        for question in ("layout", "arrange"):
            rulings = asked(question, cards=cards.split())["rulings"]
            cited = [each["rule"] for each in rulings if each["verdict"] != "silent"]
            rules = ["card-triathlon.d.fives", "card-triathlon.d.half"]
            assert [rule for rule in cited if rule in rules] == rules * is_mixed, cards


def test_the_ace_low_is_a_right_card_that_scores_nothing() -> None:
    cards = ["AH", "2H", "3H", "4H", "5H"]
    for question in ("arrange", "layout"):
        reply = asked(question, cards=cards)
        assert (reply["answer"]["score"], rulings(reply)) == (20, ["d.straight-flush", "d.ace"])
    high = asked("arrange", cards=["10H", "JH", "QH", "KH", "AH"])
    assert rulings(high) == ["d.straight-flush"]


def test_a_receipt_names_jokers_helpers_and_the_ace_low() -> None:
    rows: list[tuple[str, list[tuple[str, int]]]] = [
        ("6H 7H 8H 9H 10H", [("d.straight-flush", 40)]),
        ("6H 7H 8H 9H KH", [("d.straight-flush", 30), ("d.substitutes", 0)]),
        ("6H 7H 8H JK JK", [("d.straight-flush", 20), ("d.joker", 60)]),
        ("AH 2H 3H 4H 5H", [("d.straight-flush", 20), ("d.ace", 0)]),
        ("AH 2H 3H JK 5S", [("d.straight-flush", 10), ("d.joker", 30), ("d.substitutes", 0),
                            ("d.ace", 0)]),
    ]  # fmt: skip
    for layout, lines in rows:
        entry: Json = {"kind": "d-leg", "layouts": [[layout.split()], [], [], []]}
        sheet = sheet_of(4, entry, **D_FIRST)
        assert found(sheet) == [], layout
        assert is_explained(sheet)
        why = sheet["rows"][0]["why"][0]
        assert [
            (line["rule"].removeprefix("card-triathlon."), line["points"]) for line in why
        ] == lines


def test_a_joker_in_a_trick_is_said_to_be_the_first_or_the_second() -> None:
    rows: list[tuple[str, Json, list[str]]] = [
        # Who wins, and which Joker it is.
        ("KS AS JK 4S", {"trump": "H", "jokers_played": 0}, ["b.first-joker"]),
        ("KS AS JK 4S", {"trump": "H", "jokers_played": 1}, ["b.second-joker"]),
        ("KS AS JK 4S", {"jokers_played": 0}, ["b.first-joker", "b.first-joker"]),
        ("KS AS JK 2H", {"trump": "H", "jokers_played": 1}, ["b.second-joker", "b.trick"]),
        ("9H JK 2H 4H", {"trump": "H", "jokers_played": 1}, ["b.second-joker", "b.trick"]),
        ("KS JK JK 4S", {"trump": "H", "jokers_played": 0}, ["b.second-joker", "b.first-joker"]),
        # How a Joker in hand may be played.
        ("9H", {"trump": "H", "hand": ["JK"]}, ["b.trick", "b.first-joker", "b.first-joker"]),
        ("9H", {"trump": "H", "hand": ["JK", "AS"]},
         ["b.trick", "b.first-joker", "b.first-joker", "b.follow"]),
        ("9H", {"trump": "H", "hand": ["JK"], "jokers_played": 1},
         ["b.trick", "b.second-joker", "b.second-joker"]),
        ("9S", {"trump": "H", "hand": ["JK"], "jokers_played": 1},
         ["b.trick", "b.second-joker", "b.second-joker"]),
        ("9S", {"trump": "H", "hand": ["JK"]}, ["b.trick", "b.first-joker"]),
    ]  # fmt: skip
    for cards, fields, rules in rows:
        assert rulings(asked("trick", cards=cards.split(), **fields)) == rules


def test_why_an_identical_card_loses_is_said_first() -> None:
    reply = asked("trick", cards=["QD", "AD", "5D", "AD", "7D", "2D"], trump="S", players=6)
    told = [(ruling["rule"], ruling["verdict"]) for ruling in reply["rulings"]]
    rule = "card-triathlon.b.trick"
    assert (reply["answer"]["winner"], told) == (1, [(rule, "silent"), (rule, "info")])
    assert "Seat 3 played A♦ too" in reply["rulings"][0]["text"]


# Where the rulebook is silent ---------------------------------------------------------------------


SETTINGS: dict[str, tuple[object, object]] = {
    "d_jokers": (True, False), "d_flush_duplicates": (True, False), "d_half": ("group", "five"),
}  # fmt: skip
RULES = {"d_jokers": "d.joker", "d_flush_duplicates": "d.fives", "d_half": "d.half"}


def silent(reply: Json) -> set[str]:
    rules = [r["rule"] for r in reply["rulings"] if r["verdict"] == "silent"]
    assert len(rules) == len(set(rules))
    return {rule.removeprefix("card-triathlon.") for rule in rules}


def mattering(question: str, cards: list[str], options: Json) -> set[str]:
    """Return the rules of options that, if changed, make the layout illegal or not the best."""
    own = asked(question, cards=cards, options=options)["answer"]
    groups = [own | {"cards": cards}] if own.get("legal") else own.get("groups", [])
    found = set()
    for name, (one, other) in SETTINGS.items():
        others = options | {name: other if options[name] == one else one}
        score = asked(question, cards=cards, options=others)["answer"]["score"]
        if score != own["score"] or not all(stays_legal(group, others) for group in groups):
            found.add(RULES[name])
    return found


def stays_legal(group: Json, options: Json) -> bool:
    first, cards = oracle_arrange.ORDER.index(group["from"]), group["cards"]
    chosen = oracle_arrange.Options(
        options["d_jokers"], options["d_flush_duplicates"], options["d_half"]
    )
    ranks = oracle_arrange.ORDER[first : first + len(cards)]
    return oracle_arrange.is_legal(group["suit"], ranks, cards, chosen)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_and_a_group(kind: str) -> None:
    for seed in range(8):
        random = Random(f"{kind} {seed}")
        hand = KINDS[kind](random, 2)
        options = {name: random.choice(values) for name, values in SETTINGS.items()}
        reply = asked("arrange", cards=hand, options=options)
        assert silent(reply) == mattering("arrange", hand, options)
        laid_out = asked("arrange", cards=hand)["answer"]["groups"]
        cards = laid_out[0]["cards"] if laid_out else hand[: random.randint(5, 13)]
        reply = asked("layout", cards=cards, options=options)
        assert silent(reply) == mattering("layout", cards, options)


def test_where_the_format_leaves_no_choice_nothing_is_said_of_it() -> None:
    cards = ["6H", "7H", "8H", "JK", "JK"]
    for format, rules in (("sprint", {"d.joker"}), ("3000", set())):
        for question in ("arrange", "layout"):
            reply = asked(question, cards=cards, options={"format": format})
            assert (reply["answer"]["score"], silent(reply)) == (80, rules)


def test_what_is_silent_about_the_pile() -> None:
    rows: list[tuple[Json, str, bool]] = [
        ({"top": "3S", "hand": ["3S", "3C"]}, "c.stop", True),
        ({"top": "2S", "hand": ["3S", "3C"]}, "c.pile", True),
        ({"top": "9C", "hand": ["9S"], "melded": ["9"]}, "c.pile", True),
        ({"top": "9C", "hand": ["9S", "9H"], "melded": ["9"]}, "c.pile", False),
        ({"top": "9C", "hand": ["9S"], "melded": []}, "c.pile", False),
        ({"top": "9C", "hand": ["9S"], "melded": ["9"], "frozen": True}, "c.frozen", False),
    ]
    for question, rule, is_silent in rows:
        fields = {"melded": [], "frozen": False, **question}
        reply = asked("pile", **fields)
        assert reply["rulings"][0]["rule"] == f"card-triathlon.{rule}", question
        assert silent(reply) == ({rule} if is_silent else set())
