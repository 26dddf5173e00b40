"""Two questions that are asked with a hand in sight: the best arrangement, and one group."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import request

from referee.core.game import AnyGame
from referee.games.card_triathlon.flushes.hand_editor import (
    FIELDS,
    EditedHand,
    is_tapped,
    read_hand,
    tapped,
)
from referee.games.card_triathlon.flushes.hand_page import HandView
from referee.games.card_triathlon.flushes.questions import rules_of
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import full_pack
from referee.web.forms.game_pages import QuestionPage, QuestionState
from referee.web.http.app import own_path


@dataclass(frozen=True)
class HandQuestionPage(QuestionPage):
    """A question with the keys of a pack, and the cards as they lie."""

    template = "card_triathlon/hand_question.html"
    part = "card_triathlon/arranged.html"
    owner: str
    """Whose cards they are."""
    is_one_group: bool = False

    def state(self, _game: AnyGame, options: CardTriathlonOptions, players: int) -> QuestionState:
        """The hand after what was tapped."""
        empty = EditedHand(
            self.owner, full_pack(players), rules_of(options), is_one_group=self.is_one_group
        )
        hand = tapped(read_hand(empty, request.args), request.args)
        cards = {} if hand.faults else {"cards": hand.text}
        return QuestionState(
            typed={**request.args, **cards},
            address=_address_of(hand),
            is_changed=is_tapped(request.args),
            is_refused=hand.said is not None,
            view=HandView(hand),
        )


def _address_of(hand: EditedHand) -> str:
    others = {name: value for name, value in request.args.items() if name not in FIELDS}
    return f"{own_path()}?{urlencode({**others, 'asked': '1', **hand.query})}"
