"""What the forms of all legs have alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from referee.games.card_triathlon.figures import beside
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft, EntryRead, Hint
from referee.web.forms.fields import Typed
from referee.web.forms.views import KeysView
from referee.web.http.names import letters_in, on_keys

MOST_KEYS: Final = 5
"""So many keys with names have room beside each other."""
FEWEST_LETTERS: Final = 5
BY_CARDS: Final = "by cards"
"""A leg in short that has no figures."""


@dataclass(frozen=True)
class LegFormView:
    """What the template of every leg shows; a leg adds its own."""

    leg: str | None
    """None where the time is up and no leg is due."""
    is_timed: bool
    most: int | None
    """The largest number that has a key of its own on the keypad; None where all are figures."""


def seats_view(
    name: str, players: Sequence[str], typed: Typed, nobody: str | None = None
) -> KeysView:
    """A key for each player, side by side, and one for nobody where that has a name."""
    number = len(players) + (nobody is not None)
    columns = beside(number, MOST_KEYS)
    keys = enumerate(on_keys(players, max(letters_in(columns), FEWEST_LETTERS)))
    values: list[tuple[str, str]] = [(str(seat), words) for seat, words in keys]
    if nobody is not None:
        values.append(("", nobody))
    return KeysView(name, values, typed.get(name, ""), f"seats of{columns}")


class LegForm(Protocol):
    """The form of one kind of leg. An `id` names an old leg that is corrected."""

    @abstractmethod
    def context(self, draft: Draft) -> LegFormView:
        """What its template shows."""

    @abstractmethod
    def fill(self, data: Mapping[str, Any]) -> Typed:
        """The fields of a leg as it is in the record."""

    @abstractmethod
    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """The leg that was typed."""

    @abstractmethod
    def in_short(self, match: Match, typed: Typed) -> str:
        """The figures that tell most, in the order of the seats; or a word where there are none."""

    @abstractmethod
    def hints(self, match: Match, id: str | None, typed: Typed) -> dict[str, Hint]:
        """What the page says beside the fields."""
