"""The word that a game uses for an entry: deal, round or leg."""

from __future__ import annotations

from typing import Literal

from referee.core.text import Text, ngettext

EntryName = Literal["deal", "round", "leg"]
"""A game's word for an entry.

A sentence that uses it needs a template for each word: `{"deal": _("…"), …}[name]`.
"""


def count_entries(name: EntryName, n: int) -> Text:
    match name:
        case "leg":
            return ngettext("{n} leg", "{n} legs", n)
        case "round":
            return ngettext("{n} round", "{n} rounds", n)
    return ngettext("{n} deal", "{n} deals", n)
