"""The word that a game uses for an entry: deal, round or leg."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from referee.core.text import Text, _, ngettext

EntryName = Literal["deal", "round", "leg"]
"""A game's word for an entry.

A sentence that uses it needs a template for each word: `{"deal": _("…"), …}[name]`.
"""
IN_ENTRY: Final[Mapping[EntryName, Text]] = {
    "deal": _("in deal {number}"),
    "round": _("in round {number}"),
    "leg": _("in leg {number}"),
}
"""How a sentence says when something happened."""
BEFORE_LAST: Final[Mapping[EntryName, tuple[Text, Text]]] = {
    "deal": (_("before the last deal"), _("before the last deal of the evening")),
    "round": (_("before the last round"), _("before the last round of the evening")),
    "leg": (_("before the last leg"), _("before the last leg of the evening")),
}
"""The same of the end of a match and of an evening."""
DECIDED_LAST: Final[Mapping[EntryName, Text]] = {
    "deal": _("Decided in the very last deal!"),
    "round": _("Decided in the very last round!"),
    "leg": _("Decided in the very last leg!"),
}


def count_entries(name: EntryName, n: int) -> Text:
    match name:
        case "leg":
            return ngettext("{n} leg", "{n} legs", n)
        case "round":
            return ngettext("{n} round", "{n} rounds", n)
    return ngettext("{n} deal", "{n} deals", n)
