"""The answer to “May I play this card?”: what was tapped is drawn, for its cards are made up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.core.cards import SUITS
from referee.core.rulings import may_i_play
from referee.core.short_trick import LED, MINE, label
from referee.core.text import Said
from referee.core.validation import NotARecord
from referee.matches.events import RulingKept
from referee.web.desk.desk import AskedQuestion, Desk

TITLE: Final = "May I play this card?"


@dataclass(frozen=True)
class AskedInShort(AskedQuestion):
    """The answer, with what was tapped."""

    @property
    def title(self) -> str:
        """What was asked, for it comes to another question."""
        return TITLE

    @property
    def summary(self) -> list[str | Markup]:
        """What was tapped."""
        return list(self.told)

    @property
    def tapped(self) -> list[tuple[str, str, Said]]:
        """What was led and the card in doubt, each with its suit, if it has one, and in words."""
        short = self.desk.question_kind.short
        assert self.put is not None
        assert short is not None
        return [
            ("Led", *_drawn(self.put["cards"][0], LED, short.led)),
            ("My card", *_drawn(self.put["hand"][0], MINE, short.mine)),
        ]

    def ruling(self) -> RulingKept:
        """With what was asked in words."""
        kept = super().ruling().ruling
        asked = f"{TITLE} {'; '.join(self.told)}."
        return RulingKept(ruling={**kept, "decision": f"{asked} {kept['decision']}"})


def _drawn(text: str, rank: str, others: Mapping[str, str]) -> tuple[str, Said]:
    suit = next((suit for suit in SUITS if text == rank + suit and text not in others), "")
    return suit, label(suit or text, {text: text, **others})


def told_in_short(decision: str) -> tuple[tuple[str, ...], str]:
    """What was tapped, and the decision without it; nothing of another question."""
    if not decision.startswith(TITLE):
        return (), decision
    told, _, rest = decision.removeprefix(TITLE).strip().partition(". ")
    return tuple(told.split("; ")), rest


def asked_again(desk: Desk, put: dict[str, object], told: tuple[str, ...]) -> AskedInShort | None:
    """A kept ruling, answered as it would be today; None if that cannot be asked any more."""
    if desk.question_kind.short is None or not put.get("cards"):
        return None
    try:
        answer = may_i_play(put, desk.names)
    except NotARecord:
        return None
    return AskedInShort(desk, {}, answer, [], "", put, told=told)
