"""What a game calls its entries."""

from __future__ import annotations

from typing import Literal

from referee.core.text import Text, ngettext

EntryName = Literal["deal", "round", "leg"]
"""What is scored at once. Sentences have a template for each: `{"deal": _("…"), …}[name]`."""


def count_entries(name: EntryName, n: int) -> Text:
    match name:
        case "leg":
            return ngettext("{n} leg", "{n} legs", n)
        case "round":
            return ngettext("{n} round", "{n} rounds", n)
    return ngettext("{n} deal", "{n} deals", n)
