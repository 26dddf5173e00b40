"""Tests of questions about auctions, melds, the pile, going out, and offices in a D leg."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_bridge, oracle_canasta
from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    C_FIRST,
    SEVEN,
    TEAMS,
    asked,
    contract,
    four,
    laid,
    of_severity,
    rulings,
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
    teams = oracle.FOUR if players == 8 else TEAMS[way]
    seats = len(teams)
    dealer = random.randrange(seats)
    calls = oracle.lawful_auction(random, dealer, teams)
    calls = calls[: random.randint(0, len(calls))] if random.random() < 0.5 else calls
    if calls and random.random() < 0.5:
        calls[random.randrange(len(calls))] = random.choice((*oracle.BIDS, "X", "XX", "P", "P"))
    options = {"teams": list(TEAMS[way])}
    answer = auction(" ".join(calls), dealer, options=options, players=players)["answer"]
    wrong = oracle.illegal_at(calls, dealer, teams)
    assert (answer["legal"], answer["illegal_at"]) == (wrong is None, wrong)
    if wrong is not None:
        return
    over, made = oracle.is_over(calls, seats), oracle.contract_of(calls, dealer, teams)
    assert answer == GOES_ON | {
        "finished": over, "passed_out": over and made is None, "contract": made and made._asdict(),
        "leader": made and (made.declarer + 1) % seats,
        "dummy": made and oracle.dummy_of(made.declarer, teams),
        "next_seat": None if over else (dealer + len(calls)) % seats,
    }  # fmt: skip
