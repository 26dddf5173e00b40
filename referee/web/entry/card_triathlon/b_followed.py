"""A table of a B leg that is followed card by card while the figures of the other are typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.cards import SUIT_SYMBOLS
from referee.games.card_triathlon import judged_tables
from referee.games.card_triathlon.b_judge import TRICKS, Judged, Result
from referee.log import Book


@dataclass(frozen=True)
class Followed:
    """What the cards of a table have come to so far."""

    data: dict[str, Any]
    """Its deal as an entry."""
    judged: Judged

    @property
    def trick(self) -> int:
        """The number of the trick on the table; after the end one too many."""
        return len(self.judged.play.takers) + 1 if self.judged.play else 1

    @property
    def is_over(self) -> bool:
        """Whether every card has fallen."""
        return self.trick > TRICKS

    @property
    def told(self) -> str:
        """What was played, and by whom."""
        contract = self.judged.contract
        if contract is None:
            return ""
        strain = "NT" if contract.strain == "NT" else SUIT_SYMBOLS[contract.strain]
        return f"{contract.level}{strain} by {self.judged.sitting.names[contract.declarer]}"

    @property
    def result(self) -> Result:
        """The figures of a table that is over."""
        return self.judged.by_cards()


def followed(book: Book, id: str | None) -> dict[int, Followed]:
    """The tables that are followed, by their number; none where all sit at one."""
    if id is not None or len(book.tables) == 1:
        return {}
    return {place: _followed(book, place) for place in book.deals}


def _followed(book: Book, place: int) -> Followed:
    table, data = book.tables[place], book.deals[place].data
    entry: Any = book.game.shape.read_entry(data, table.seats)
    (judged,) = judged_tables(table, book.state_at(None), entry)
    return Followed(data, judged)
