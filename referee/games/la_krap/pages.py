"""Form field for La Krap's turned-up cards."""

from __future__ import annotations

from typing import Final

from referee.games.la_krap.turned import JOKERS
from referee.web.forms.fields import CardsField
from referee.web.forms.game_pages import GamePages

PAGES: Final = GamePages(
    field_kinds={
        # No card is turned up after the first one that isn't a joker; that one decides the game.
        "turned": lambda declared: CardsField(
            declared.name,
            declared.title,
            declared.most,
            is_needed=declared.is_needed,
            slots=1,
            goes_on=tuple(JOKERS),
        )
    }
)
