"""Two questions that are asked with a hand in sight: the best arrangement, and one group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from flask import request

from referee.game import Game
from referee.games.card_triathlon.d_questions import rules_of
from referee.games.card_triathlon.values import full_pack
from referee.web.hands import FIELDS, Hand, read_hand, tapped

GAME: Final = "card-triathlon"
QUESTIONS: Final = {"arrange": "The hand", "layout": "The group"}
"""By its name, whose cards they are."""


def hand_asked(game: Game, question: str, options: Mapping[str, Any], players: int) -> Hand | None:
    """The hand of a question that has one, after what was tapped; None for any other question."""
    if game.name != GAME or question not in QUESTIONS:
        return None
    empty = Hand(
        QUESTIONS[question],
        full_pack(players),
        rules_of(game.shape.read_options(dict(options), players)),
        is_one_group=question == "layout",
    )
    return tapped(read_hand(empty, request.args), request.args)


def address_of(hand: Hand) -> str:
    """The address of the question with this hand."""
    others = {name: value for name, value in request.args.items() if name not in FIELDS}
    return f"{request.path}?{urlencode({**others, 'asked': '1', **hand.query})}"


def with_cards(hand: Hand, typed: Mapping[str, str]) -> dict[str, str]:
    """The fields of the question with the cards of the hand, where it is one."""
    return {**typed, **({} if hand.faults else {"cards": hand.text})}
