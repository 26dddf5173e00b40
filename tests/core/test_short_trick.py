"""“May I play this card?” by suits: the keys offered, and answers by each game's rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from referee.core.cards import SUITS
from referee.core.question import QuestionKind, made_up_trick
from referee.core.registry import GAMES
from referee.core.rulings import may_i_play, question_kind, question_kinds
from referee.core.validation import NotARecord

KINDS: Final = {
    game.name: kind for game in GAMES.values() for kind in question_kinds(game) if kind.by_suits
}
Tapped = tuple[str, str, str]
"""The suit led, the card in doubt, and what else is in the hand."""


def put(game: str, tapped: Tapped, **more: Any) -> dict[str, Any]:
    short, (led, mine, key) = KINDS[game].by_suits, tapped
    assert short is not None
    holding = short.holdings(led, mine, more.get("players", 4))[key]
    return {"game": game, "question": "trick", **made_up_trick(led, mine, holding), **more}


def every(kind: QuestionKind, seats: int) -> Iterator[Tapped]:
    short = kind.by_suits
    assert short is not None
    for led in (*SUITS, *short.led):
        for mine in (*SUITS, *short.mine):
            for holding in short.holdings(led, mine, seats):
                yield led, mine, holding


TABLES: Final = sorted(
    (name, seats) for name in KINDS for seats in {GAMES[name].spec.fewest, GAMES[name].spec.most}
)


def test_every_game_with_tricks_is_asked_so() -> None:
    with_tricks = {game.name for game in GAMES.values() if question_kind(game, "trick") is not None}
    assert KINDS.keys() == with_tricks


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_whatever_is_tapped_has_an_answer_and_is_found_again(game: str, seats: int) -> None:
    short = KINDS[game].by_suits
    assert short is not None
    for tapped in every(KINDS[game], seats):
        answer = may_i_play(put(game, tapped, players=seats))
        legal = answer.answer["legal"]
        assert answer.rulings[0].verdict == ("legal" if legal else "illegal"), tapped
        assert answer.verdict.startswith("Yes. " if legal else "No. "), tapped
        led, mine, holding = tapped
        if led in SUITS and mine in SUITS:
            assert legal == (led == mine or holding == "no"), tapped
        again = short.taps(
            made_up_trick(led, mine, short.holdings(led, mine, seats)[holding]), seats
        )
        assert again == {"led": led, "mine": mine, "holding": holding}


def test_cards_that_no_keys_lead_to_were_not_tapped() -> None:
    short = KINDS["tribello"].by_suits
    assert short is not None
    assert short.taps({"cards": ["9H"], "hand": ["KS"]}, 3) is None
    assert short.taps({"cards": ["AH"], "hand": ["KS"], "leader": 1}, 3) is None
    assert short.taps({}, 3) is None


def test_special_cards_are_judged_by_the_rules_of_the_game() -> None:
    rows: list[tuple[str, Tapped, dict[str, Any], bool, str]] = [
        ("triathlon", ("H", "JK", "yes"), {}, False, "triathlon.athlete-discard"),
        ("triathlon", ("H", "JK", "no"), {}, True, "triathlon.athlete-discard"),
        ("triathlon", ("H", "JK", "no"), {"athlete_discard": "never"}, False,
         "triathlon.athlete-discard"),
        ("triathlon", ("H", "JK", "left"), {"athlete_discard": "never"}, True,
         "triathlon.athlete-discard"),
        ("triathlon", ("JK", "S", ""), {}, True, "triathlon.follow"),
        ("la-krap", ("H", "BJ", "jokers"), {}, True, "la-krap.follow"),
        ("la-krap", ("H", "BJ", "yes"), {}, False, "la-krap.follow"),
        ("la-krap", ("H", "BJ", "no"), {}, True, "la-krap.follow"),
        ("la-krap", ("H", "S", "jokers"), {}, False, "la-krap.follow"),
        ("la-krap", ("BJ", "S", "jokers"), {}, True, "la-krap.follow"),
        ("la-krap", ("BJ", "S", "yes"), {}, False, "la-krap.follow"),
        ("la-krap", ("H", "SHEET", "yes"), {"special_anytime": True}, True, "la-krap.special"),
        ("la-krap", ("H", "SHEET", "yes"), {"special_anytime": False}, False, "la-krap.follow"),
        ("la-krap", ("H", "BJ", "sheets"), {}, True, "la-krap.special"),
        ("la-krap", ("H", "BJ", "sheets"), {"special_anytime": False}, False, "la-krap.follow"),
        ("la-krap", ("BJ", "S", "sheets"), {}, True, "la-krap.follow"),
        ("la-krap", ("2S", "S", ""), {}, True, "la-krap.follow"),
        ("card-triathlon", ("H", "S", "joker"), {}, False, "card-triathlon.b.follow"),
        ("card-triathlon", ("H", "JK", "trumps"), {}, True, "card-triathlon.b.first-joker"),
        ("card-triathlon", ("H", "JK", "yes"), {}, False, "card-triathlon.b.follow"),
        ("card-triathlon", ("H", "JK", "no"), {}, True, "card-triathlon.b.first-joker"),
        ("card-triathlon", ("H", "JK", "second"), {}, True, "card-triathlon.b.second-joker"),
        ("card-triathlon", ("H", "JK", "second-held"), {}, False, "card-triathlon.b.follow"),
        ("card-triathlon", ("H", "JK", "second-none"), {}, True, "card-triathlon.b.second-joker"),
    ]  # fmt: skip
    for game, tapped, options, legal, rule in rows:
        answer = may_i_play(put(game, tapped, options=options))
        assert (answer.answer["legal"], answer.rulings[0].rule) == (legal, rule), game


def test_a_silent_point_is_told_where_the_answer_rests_on_it() -> None:
    answer = may_i_play(put("triathlon", ("H", "JK", "no")))
    assert [each.verdict for each in answer.rulings] == ["legal", "silent"]


def test_without_a_card_in_doubt_for_an_open_trick_there_is_nothing_to_judge() -> None:
    rows: list[dict[str, Any]] = [
        put("tribello", ("H", "S", "no")) | {"hand": []},
        put("tribello", ("H", "S", "no")) | {"hand": None},
        {"question": "trick", "cards": ["AH"]},
        {"question": "trick", "cards": ["AH", "KH", "QH"], "hand": ["2H"]},
        {"question": "quota", "deal": 1},
    ]
    for question in rows:
        with pytest.raises(NotARecord, match="hand"):
            may_i_play({"game": "tribello", **question})


def test_the_first_card_of_the_hand_is_the_one_in_doubt() -> None:
    question = {"game": "tribello", "question": "trick", "cards": ["AH"]}
    assert may_i_play(question | {"hand": ["KH", "2S"]}).answer == {"legal": True}
    assert may_i_play(question | {"hand": ["2S", "KH"]}).answer == {"legal": False}
