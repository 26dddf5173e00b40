"""La Krap at the table: what the seventh cards and the turned cards make of the deal."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import ask
from referee.core.validation import NotARecord
from tests.games.la_krap import oracle_la_krap as oracle
from tests.games.records import Json


def reply_to(upcards: str, turned: str, /, **fields: object) -> Json:
    """The whole reply to a question about teams and game."""
    seats = len(upcards.split())
    question = {"game": "la-krap", "question": "teams", "players": seats}
    return ask(question | {"upcards": upcards.split(), "turned": turned.split()} | fields)


@pytest.mark.parametrize(
    ("upcards", "teams"),
    [
        ("AH KD 9S 7C", [0, 0, 1, 1]),
        ("AS KD 9S 7H", [0, 1, 0, 1]),
        ("2S KD 2H 7H", [0, 1, 1, 1]),
        ("BJ KD AC RJ", [0, 1, 2, 0]),
        ("AH SHEET 9S BJ RJ 7C", [0, 1, 2, 1, 1, 2]),
        ("SHEET AC AC", [0, 1, 1]),
        ("AH KD 9H", None),
        ("AS KC 9S 8C 7C 2S", None),
        ("SHEET BJ RJ", None),
    ],
)
def test_the_upcards_make_the_teams(upcards: str, teams: list[int] | None) -> None:
    reply = reply_to(upcards, "QS")
    assert reply["answer"]["teams"] == teams == oracle.teams(upcards.split(), ["QS"])
    cited = {ruling["rule"] for ruling in reply["rulings"]}
    assert cited & {"la-krap.teams", "la-krap.no-teams"}
    assert "la-krap.no-teams" in cited or teams is not None


@pytest.mark.parametrize(
    ("turned", "null", "trump", "joker_suit", "multiplier", "may_exchange", "rule"),
    [
        *((rank + "H", False, "H", None, 1, True, "game-card") for rank in oracle.ORDER[3:]),
        *((rank + "C", True, None, "C", 1, True, "game-card") for rank in "987"),
        *(("2" + suit, False, suit, None, 1, False, "two-turned") for suit in "SHDC"),
        ("SHEET", True, None, None, 1, True, "sheet-turned"),
        ("BJ KD", False, "D", None, 2, True, "multiplier"),
        ("RJ 9D", True, None, "D", 4, True, "multiplier"),
        ("BJ BJ td", False, "D", None, 4, True, "multiplier"),
        ("BJ RJ 2S", False, "S", None, 8, False, "two-turned"),
        ("BJ BJ RJ SHEET", True, None, None, 16, True, "sheet-turned"),
    ],
)
def test_the_turned_cards_make_the_game(
    turned: str,
    null: bool,
    trump: str | None,
    joker_suit: str | None,
    multiplier: int,
    may_exchange: bool,
    rule: str,
) -> None:
    reply = reply_to("AS KD 9S 7C", turned)
    assert reply["answer"] == {
        "teams": None if "SHEET" in turned else [0, 1, 0, 0],
        "null": null,
        "trump": trump,
        "joker_suit": joker_suit,
        "multiplier": multiplier,
        "may_exchange": may_exchange,
    }
    cited = {ruling["rule"] for ruling in reply["rulings"]}
    assert f"la-krap.{rule}" in cited
    assert ("la-krap.no-teams" in cited) or "SHEET" not in turned


@given(st.integers(0, 2**32), st.sampled_from([3, 4, 5, 6]))
def test_every_deal_is_answered_as_the_rules_say(seed: int, seats: int) -> None:
    random = Random(seed)
    turned = oracle.random_turned(random)
    upcards = random.sample(oracle.without(turned), seats)
    made = oracle.made(turned)
    assert reply_to(" ".join(upcards), " ".join(turned))["answer"] == {
        "teams": oracle.teams(upcards, turned),
        "null": made.null,
        "trump": made.trump,
        "joker_suit": made.joker_suit,
        "multiplier": made.multiplier,
        "may_exchange": made.may_exchange,
    }


@pytest.mark.parametrize(
    ("upcards", "turned", "fields"),
    [
        ("AH KD 9S 7C", "", {}),
        ("AH KD 9S 7C", "BJ", {}),
        ("AH KD 9S 7C", "QS BJ", {}),
        ("AH KD 9S 7C", "QS QS", {}),
        ("AH KD 9S 7C", "JK QS", {}),
        ("AH KD 9S 7C", "6S", {}),
        ("AH KD 9S JK", "QS", {}),
        ("AH KD 9S XX", "QS", {}),
        ("AH AH 9S 7C", "AH", {}),
        ("AH AH AH 7C", "QS", {}),
        ("BJ BJ 9S 7C", "BJ QS", {}),
        ("2H KD 9S 7C", "2H", {}),
        ("SHEET KD 9S 7C", "SHEET", {}),
        ("AH KD", "QS", {}),
        ("AH KD 9S 7C AS AC AD", "QS", {}),
        ("AH KD 9S 7C", "QS", {"players": 3}),
        ("AH KD 9S 7C", "QS", {"players": 5}),
        ("AH KD 9S 7C", "QS", {"upcards": "AH"}),
        ("AH KD 9S 7C", "QS", {"hand": ["AS"]}),
    ],
)
def test_impossible_cards_are_no_question(upcards: str, turned: str, fields: Json) -> None:
    assert reply_to("AH KD 9S 7C", "QS")["answer"]["trump"] == "S"
    with pytest.raises(NotARecord):
        reply_to(upcards, turned, **fields)
