"""A table of a B leg that is followed card by card while the figures of the other are typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.games.card_triathlon.bridge.leg import judged_tables
from referee.games.card_triathlon.bridge.table import TRICKS, JudgedTable, TableResult
from referee.matches.match import Match


@dataclass(frozen=True)
class TableInProgress:
    """What the cards of a table have come to so far."""

    data: dict[str, Any]
    """Its deal as an entry."""
    judged: JudgedTable

    @property
    def trick(self) -> int:
        """The number of the trick on the table; after the end one too many."""
        return len(self.judged.play.takers) + 1 if self.judged.play else 1

    @property
    def is_over(self) -> bool:
        """Whether every card was played."""
        return self.trick > TRICKS

    @property
    def description(self) -> str:
        """What is played, and by whom."""
        return self.judged.contract_name

    @property
    def result(self) -> TableResult:
        """The figures of a table that is over."""
        return self.judged.by_cards()


def tables_in_progress(match: Match, id: str | None) -> dict[int, TableInProgress]:
    """The tables that are followed, by their number; none where all sit at one."""
    if id is not None or len(match.tables) == 1:
        return {}
    return {place: _followed(match, place) for place in match.deals}


def _followed(match: Match, place: int) -> TableInProgress:
    seating, data = match.tables[place], match.deals[place].data
    entry: Any = match.game.spec.read_entry(data, seating.seats)
    (judged,) = judged_tables(seating, match.state_at(None), entry)
    return TableInProgress(data, judged)
