"""The auction of Card Triathlon at the table: what may be called, and what it comes to."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import TEAMS, asked, contract, rulings
from tests.games.records import Json

SEEDS = st.integers(0, 2**32)
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
    ("1C P P P", 0, FOUR, ended("1C", 0, leader=1, dummy=2)),
    ("1C P P P", 3, FOUR, ended("1C", 3, leader=0, dummy=1)),
    ("1C P P P", 0, EIGHT, ended("1C", 0, leader=1, dummy=2)),
    ("P P P 7NT P P P", 0, FOUR, ended("7NT", 3, leader=0, dummy=1)),
    ("1C 1D 1H 1S 1NT P P P", 0, FOUR, ended("1NT", 0, leader=1, dummy=2)),
    # The first of the team to have bid the strain.
    ("1S P 4S P P P", 0, FOUR, ended("4S", 0, leader=1, dummy=2)),
    ("1S P 2H P 4H P P P", 0, FOUR, ended("4H", 2, leader=3, dummy=0)),
    ("1S P 2H P 4H P P P", 0, EIGHT, ended("4H", 2, leader=3, dummy=0)),
    ("1S 2S 3S P P P", 0, FOUR, ended("3S", 0, leader=1, dummy=2)),
    ("P 1S 2S 3S P P P", 0, FOUR, ended("3S", 1, leader=2, dummy=3)),
    ("1C 1H P 2H P P P", 2, FOUR, ended("2H", 3, leader=0, dummy=1)),
    # Doubles.
    ("1C X P P P", 0, FOUR, ended("1C", 0, leader=1, dummy=2)),
    ("1C X XX P P P", 0, FOUR, ended("1C", 0, leader=1, dummy=2)),
    ("1C P P X P P XX P P P", 0, FOUR, ended("1C", 0, leader=1, dummy=2)),
    ("1C X 1D X P P P", 0, FOUR, ended("1D", 2, leader=3, dummy=0)),
    # Two teams of three: dummy is the next of the team to the left.
    ("1C P P P P P", 0, SIX, ended("1C", 0, leader=1, dummy=2)),
    ("P 1C P P P P P", 4, SIX, ended("1C", 5, leader=0, dummy=1)),
    ("1S P P P 2S P P P P P", 0, SIX, ended("2S", 0, leader=1, dummy=2)),
    ("P P 1S P 2S P P P P P", 0, SIX, ended("2S", 2, leader=3, dummy=4)),
    # Three teams of two.
    ("1C P P P P P", 0, THREE, ended("1C", 0, leader=1, dummy=3)),
    ("1C 1D 1H P P P P P", 4, THREE, ended("1H", 0, leader=1, dummy=3)),
    ("1S P P 2S P P P P P", 0, THREE, ended("2S", 0, leader=1, dummy=3)),
    ("1S P P P 2S P P P P P", 0, THREE, ended("2S", 4, leader=5, dummy=1)),
    ("1C P X P P P P P", 0, THREE, ended("1C", 0, leader=1, dummy=3)),
    ("1C X P XX P P P P P", 0, THREE, ended("1C", 0, leader=1, dummy=3)),
    # It goes on.
    ("", 0, FOUR, {"next_seat": 0}), ("", 2, FOUR, {"next_seat": 2}),
    ("P P P", 0, FOUR, {"next_seat": 3}), ("P P P 1C P P", 1, FOUR, {"next_seat": 3}),
    ("1C P P X P P", 0, FOUR, {"next_seat": 2}), ("1C P P P P", 0, SIX, {"next_seat": 5}),
    ("P P P P P", 0, SIX, {"next_seat": 5}), ("P P P P", 3, SIX, {"next_seat": 1}),
    ("1C P P", 2, EIGHT, {"next_seat": 1}),
    # Everybody passed.
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
    # Double another team's last bid.
    ("X", {}, 0), ("P X", {}, 1), ("1C X", {}, None), ("1C P X", {}, 2), ("1C P P X", {}, None),
    ("1C X X", {}, 2), ("1C X P X", {}, 3), ("1C X XX X", {}, 3), ("1C 1D X", {}, None),
    ("1C 1D P X", {}, 3),
    # Redouble a double of your own team's bid.
    ("XX", {}, 0), ("1C XX", {}, 1), ("1C P XX", {}, 2), ("1C X XX", {}, None),
    ("1C X P XX", {}, 3), ("1C X P P XX", {}, None), ("1C X XX P XX", {}, 4), ("1C X 1D XX", {}, 3),
    # Three teams.
    ("1C X", THREE, None), ("1C P X", THREE, None), ("1C P P X", THREE, 3), ("1C X XX", THREE, 2),
    ("1C X P XX", THREE, None), ("1C X P P XX", THREE, 4), ("1C X P P P P XX", THREE, None),
    ("1C P X", SIX, 2), ("1C P P X", SIX, None),
    # Nothing after the end, and no call that does not exist.
    ("1C P P P P", {}, 4), ("1C P P P 2C", {}, 4), ("P P P P 1C", {}, 4), ("P P P P P", SIX, None),
    ("8C", {}, 0), ("0C", {}, 0), ("1C 1Z", {}, 1), ("1C XXX", {}, 1),
    # Only the first counts.
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
