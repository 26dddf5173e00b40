"""Texts for the hand page's script."""

from __future__ import annotations

from typing import Final

from referee.core.text import _, ngettext
from referee.web.http.script_texts import PICKER, ScriptTexts

HAND_SCRIPT: Final[ScriptTexts] = {
    "card_triathlon/hand": {
        **PICKER,
        "count": _("{number} of {most} cards"),
        "held": _("{card}, {number} in the hand"),
        "takeAway": _("Remove {card}"),
        "more": ngettext("{n} more card", "{n} more cards", 2),
        "whole": _("A hand has {most} cards."),
        "missing": ngettext("{n} card is missing.", "{n} cards are missing.", 2),
        "usedUp": _("{card} is already taken: {holders}."),
        "inThisHand": ngettext("{n} in this hand", "{n} in this hand", 2),
        "cardsStillHere": _("No connection. Your cards are still here."),
    },
}
