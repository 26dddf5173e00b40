"""The cards of a deal in a form: a field a trick, in the order in which they were played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.game import is_playable
from referee.matches.match import Match
from referee.web.forms.fields import (
    Players,
    Reading,
    Typed,
    card_texts,
    cards_written,
    whole_number,
)
from referee.web.forms.views import LinesView, PickerView

TRICK = "trick"


def tricks_typed(typed: Typed) -> list[int]:
    """The numbers of the tricks that have a field, from 0."""
    texts = (name.removeprefix(TRICK) for name in typed if name.startswith(TRICK))
    return [number for text in texts if (number := whole_number(text)) is not None]


@dataclass(frozen=True)
class PlayField:
    """Every card as it was played, trick by trick, in the fields `trick0`, `trick1` and so on."""

    tricks: int
    """How many a deal has."""
    name: str = "play"

    def fields(self, typed: Typed) -> list[str]:
        """The field of each trick; of an old entry more than a deal has, if it has them."""
        longest = max((self.tricks, *(number + 1 for number in tricks_typed(typed))))
        return [f"{TRICK}{number}" for number in range(longest)]

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[list[str]]]:
        if not tricks_typed(typed):
            return Reading()
        play = [card_texts(typed.get(field, "")) for field in self.fields(typed)]
        while play and not play[-1]:
            play.pop()
        return Reading(play)

    def fill(self, value: Sequence[Sequence[str]]) -> dict[str, str]:
        return {f"{TRICK}{number}": cards_written(trick) for number, trick in enumerate(value)}

    def show(self, typed: Typed, players: Players) -> LinesView:
        return LinesView(
            [
                (str(number), _trick(number, name, typed.get(name, ""), len(players)))
                for number, name in enumerate(self.fields(typed), start=1)
            ],
            "trick-line",
        )


def _trick(number: int, name: str, text: str, seats: int) -> PickerView:
    return PickerView(name, text, seats, f"Trick {number}", label=str(number))


def play_typed(match: Match, id: str | None, typed: Typed) -> list[list[str]] | None:
    """The cards of an old deal as they are corrected; None for a deal without cards."""
    old = None if id is None else match.entry(id)
    if old is None or "play" not in old.data or not is_playable(match.game):
        return None
    kept: list[list[str]] = old.data["play"]
    typed_anew = PlayField(match.game.hand_size).read(typed).value
    return kept if typed_anew is None else typed_anew
