"""What Card Triathlon brings to the web: auctions, hands that are laid out, drawn examples."""

from __future__ import annotations

from typing import Final

from referee.games.card_triathlon.bridge import auction_page
from referee.games.card_triathlon.flushes import example_html, hand_page
from referee.games.card_triathlon.flushes.examples import KIND
from referee.games.card_triathlon.flushes.hand_question import HandQuestionPage
from referee.web.game_pages import GamePages

PAGES: Final = GamePages(
    blueprints=(auction_page.pages, hand_page.pages),
    question_pages={
        "arrange": HandQuestionPage("The hand"),
        "layout": HandQuestionPage("The group", is_one_group=True),
    },
    field_kinds={"calls": auction_page.CallsField.declared},
    blocks={KIND: example_html.drawn_example},
    styles=("card_triathlon/hand",),
)
