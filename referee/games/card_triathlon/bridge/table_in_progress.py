"""A table of a B leg that is followed card by card: how far it is, and what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.core.text import counted, said
from referee.games.card_triathlon.bridge.auction import bid_name
from referee.games.card_triathlon.bridge.leg import judged_tables
from referee.games.card_triathlon.bridge.table import BOOK, TRICKS, JudgedTable, TableResult
from referee.games.card_triathlon.values import team_names
from referee.matches.match import Match
from referee.web.forms.entry_form import DealStanding, SideOfDeal
from referee.web.http.names import labels, team_labels


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
    return {place: table_in_progress(match, place) for place in match.deals}


def table_in_progress(match: Match, place: int) -> TableInProgress:
    """The table of this number, which is followed."""
    seating, data = match.tables[place], match.deals[place].data
    entry: Any = match.game.spec.read_entry(data, seating.seats)
    (judged,) = judged_tables(seating, match.state_at(None), entry)
    return TableInProgress(data, judged)


# While cards are played ---------------------------------------------------------------------------


def standing(match: Match, place: int) -> DealStanding:
    """The contract, what it needs, and the tricks of each team at this table."""
    judged = table_in_progress(match, place).judged
    names, teams = judged.sitting.names, judged.teams
    of_teams = team_names(names, teams)
    return DealStanding(
        _contract_in_short(judged),
        [
            _side(judged, number, of_teams[number], label)
            for number, label in enumerate(team_labels(of_teams, names))
        ],
        are_named=True,
        details=_contract_in_full(judged),
    )


def _contract_in_short(judged: JudgedTable) -> str:
    contract = judged.contract
    if contract is None:
        return ""
    return said(
        "{bid} {name} · needs {needed}",
        bid=bid_name(contract.level, contract.strain),
        name=labels(judged.sitting.names)[contract.declarer],
        needed=BOOK + contract.level,
    )


def _contract_in_full(judged: JudgedTable) -> str:
    contract = judged.contract
    if contract is None:
        return ""
    needed = counted(BOOK + contract.level, "trick")
    return said("{contract} needs {tricks}.", contract=judged.contract_name, tricks=needed)


def _side(judged: JudgedTable, number: int, name: str, label: str) -> SideOfDeal:
    taken = judged.play.takers if judged.play else ()
    tricks = sum(seat is not None and judged.teams[seat] == number for seat in taken)
    return SideOfDeal(name, label, str(tricks), counted(tricks, "trick"))
