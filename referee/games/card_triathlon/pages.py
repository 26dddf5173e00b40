"""What Card Triathlon brings to the web: auctions, hands that are laid out, drawn examples."""

from __future__ import annotations

from typing import Final

from referee.games.card_triathlon.bridge import auction_page
from referee.games.card_triathlon.flushes import examples, hand_page
from referee.games.card_triathlon.questions import LEGS_OF
from referee.games.card_triathlon.values import LEG_NAMES, LegName
from referee.web.forms.fields import ChoiceField, Players, Reading, Typed
from referee.web.forms.game_pages import Declared, GamePages


class WhichLegField(ChoiceField[LegName]):
    """The leg in which something went wrong, where that can go wrong in it: the desk of a match
    knows which leg is due, and a bid may turn out to be too low in the leg before."""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[LegName]:
        found = super().read(typed)
        legs = next((legs for kind, legs in LEGS_OF.items() if kind == typed.get("kind")), None)
        if legs is None or found.value is None or found.value in legs:
            return found
        return Reading(next(iter(legs)))


def leg_field(declared: Declared) -> WhichLegField:
    """The keys of the three legs."""
    return WhichLegField(declared.name, [(leg, leg, leg) for leg in LEG_NAMES])


PAGES: Final = GamePages(
    blueprints=(auction_page.pages, hand_page.pages),
    question_pages={
        "arrange": hand_page.HandQuestionPage("The hand"),
        "layout": hand_page.HandQuestionPage("The group", is_one_group=True),
    },
    field_kinds={"calls": auction_page.CallsField.declared, "leg": leg_field},
    blocks={examples.KIND: examples.draw_example},
    styles=("card_triathlon/hand",),
)
