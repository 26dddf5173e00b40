"""Tests of the question about the trick on the table, in every game with tricks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.rulings import ask
from tests.games.dealt import DEALINGS, PLAYED, tables
from tests.games.expected import Dealt, find_expected
from tests.games.oracle import Oracle
from tests.games.records import Json, is_refused

every_game = pytest.mark.parametrize("game", PLAYED)


def question_of(one: Dealt, cards: list[str], hand: list[str]) -> Json:
    made: Json = {key: one.facts[key] for key in ("trump", "turned") if key in one.facts}
    return {
        "game": one.game,
        "question": "trick",
        "cards": cards,
        "hand": hand,
        "leader": one.leader,
        "players": one.seats,
        "options": one.options,
        **made,
    }


def answer_of(tricks: Oracle, cards: list[str], hand: list[str]) -> Json:
    suit, place, neutralised = tricks.read(cards)
    complete = len(cards) == tricks.seats
    return {
        "winner": None if place is None else (tricks.leader + place) % tricks.seats,
        "winning_card": None if place is None else cards[place], "complete": complete,
        "suit_to_follow": suit, "neutralised": neutralised,
        "playable": [] if complete else tricks.playable(hand, cards),
    }  # fmt: skip


def any_cards(random: Random, pack: Sequence[str]) -> list[str]:
    """Return random cards of a few kinds, in an order that players might not be allowed to play."""
    suits = random.sample("SHDC", random.randint(1, 4))
    rare = sorted({card for card in pack if card[-1] not in "SHDC" or card[0] == "2"})
    plain = sorted({card for card in pack if card not in rare and card[-1] in suits})
    kinds = random.sample(plain, 6) + random.sample(rare, random.randint(0, min(4, len(rare))))
    cards = [card for card in pack if card in kinds or random.random() < 0.05]
    random.shuffle(cards)
    return cards


@every_game
@given(st.data(), st.integers(0, 2**32), st.booleans())
def test_every_trick_is_answered_as_the_rules_say(
    game: str, data: st.DataObject, seed: int, lawful: bool
) -> None:
    seats, options = data.draw(tables(game))
    random = Random(seed)
    one = PLAYED[game](random, random.randrange(12), seats, options)
    number = random.randrange(len(one.play))
    fallen = random.choice((seats, random.randrange(seats)))
    later = one.cards[number * seats + fallen :]
    cards = one.play[number][:fallen]
    hand = random.sample(later, random.randint(0, min(len(one.play), len(later))))
    if not lawful:
        drawn = any_cards(random, one.pack)
        cards, hand = drawn[:fallen], drawn[fallen : fallen + len(hand)]
        fallen = len(cards)

    reply = ask(question_of(one, cards, hand))
    answer = answer_of(one.oracle, cards, hand)
    assert reply["answer"] == answer
    assert bool(answer["playable"]) == (bool(hand) and fallen < seats)
    verdicts = [ruling["verdict"] for ruling in reply["rulings"]]
    assert verdicts.count("legal") == len(answer["playable"])
    assert verdicts.count("legal") + verdicts.count("illegal") == len(hand) * (fallen < seats)
    silent = {ruling["rule"] for ruling in reply["rulings"] if ruling["verdict"] == "silent"}
    for name, rule in DEALINGS[game].silent.items():
        matters = any(
            answer_of(
                DEALINGS[game].tricks(one.number, seats, one.facts, options | {name: value}),
                cards,
                hand,
            )
            != answer
            for value in DEALINGS[game].choices[name]
        )
        assert (rule in silent) == matters
    assert ("la-krap.empty-trick" in silent) == (answer["complete"] and answer["winner"] is None)


def asked_of(game: str) -> Json:
    """Return a question about a trick of this game, with its tests' trumps or turned-up cards."""
    questions = find_expected()[game].questions
    (asked, *_) = (each for each in questions if each["question"] == "trick")
    made: Json = {key: asked[key] for key in ("trump", "turned") if key in asked}
    return {"game": game, "question": "trick", **made}


def test_a_trick_is_answered_by_its_rules() -> None:
    rows: list[tuple[str, str, str, list[str]]] = [
        ("tribello", "", "", ["lead info"]),
        ("tribello", "QH AS", "", ["trick info", "follow info"]),
        ("tribello", "QH AS 2H", "", ["trick info"]),
        ("tribello", "QH", "2H AS", ["trick info", "follow legal", "follow illegal"]),
        ("tribello", "QH", "AS", ["trick info", "follow legal"]),
        ("triathlon", "", "JK", ["lead info", "athlete-lead legal"]),
        ("triathlon", "9H", "7H AS JK",
         ["trick info", "follow legal", "follow illegal", "athlete-discard illegal"]),
        ("triathlon", "JK", "7H JK", ["athlete-lead info", "follow legal", "athlete-lead legal"]),
        ("triathlon", "9H JK", "JK",
         ["athlete-discard info", "trick info", "athlete-discard legal"]),
        ("la-krap", "9H", "7H AS", ["trick info", "follow legal", "follow illegal"]),
        ("la-krap", "9H JS 9H", "", ["neutralise info", "trick info", "follow info"]),
    ]  # fmt: skip
    for game, cards, hand, rulings in rows:
        held = {"cards": cards.split(), "hand": hand.split()}
        rulings_of = ask(asked_of(game) | held)["rulings"]
        found = [(ruling["rule"], ruling["verdict"]) for ruling in rulings_of]
        assert [f"{rule} {verdict}" for rule, verdict in found] == [
            f"{game}.{each}" for each in rulings
        ]


@every_game
def test_a_trick_that_cannot_be_is_no_question(game: str) -> None:
    spec = GAMES[game].spec
    seats, hearts = spec.fewest, ["9H", "AH", "KH", "QH", "JH", "8H", "7H"]
    rows: list[tuple[Json, bool]] = [
        ({}, True), ({"cards": hearts[:seats]}, True), ({"cards": hearts[: seats + 1]}, False),
        ({"cards": ["9H"] * 3}, False), ({"cards": ["9H"] * 2, "hand": ["9H"]}, False),
        ({"cards": ["XX"]}, False), ({"cards": ["1H"]}, False), ({"hand": ["XX"]}, False),
        ({"leader": seats - 1}, True), ({"leader": seats}, False), ({"leader": -1}, False),
        ({"players": seats - 1}, False), ({"players": spec.most + 1}, False),
        ({"extra": "9H"}, False), ({"options": {"first_dealer": seats}}, False),
        ({"options": {"no_such_option": True}}, False),
    ]  # fmt: skip
    question = asked_of(game) | {"cards": ["9H"], "players": seats}
    for change, is_question in rows:
        if is_question:
            assert ask(question | change)["answer"]["suit_to_follow"] == "H", change
        else:
            assert is_refused(ask, question | change), change


@every_game
def test_a_hand_has_no_more_cards_than_are_dealt(game: str) -> None:
    one = PLAYED[game](Random(1), 0, GAMES[game].spec.fewest, {})
    hand = one.oracle.followed(one.play).seats[one.leader]
    assert ask(question_of(one, [], hand))["answer"]["playable"] == hand
    (more, *_) = (card for card in one.cards if card not in hand)
    assert is_refused(ask, question_of(one, [], [*hand, more]))
