"""A B leg as it is recorded: contract, tricks and points of each player, or every card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from referee.games.card_triathlon.auction import Strain
from referee.games.card_triathlon.values import AT_TABLE
from referee.record import Count, Entry, PerSeat, Strict


def _at_the_table(seat: int, info: ValidationInfo) -> int:
    seats = (info.context or {}).get("seats")
    most = AT_TABLE if seats == 2 * AT_TABLE else seats
    if most is not None and seat >= most:
        raise ValueError(f"must be a seat from 0 to {most - 1}")
    return seat


AtTable = Annotated[int, Field(ge=0), AfterValidator(_at_the_table)]
"""A seat; of eight players from 0 to 3 at the own table."""
Four = Annotated[list[Count], Field(min_length=AT_TABLE, max_length=AT_TABLE)]


class Contract(Strict):
    """What the winner of the auction has to make."""

    level: Annotated[int, Field(ge=1, le=7)]
    strain: Strain
    declarer: AtTable


class BTable(Strict):
    """One of the two tables of eight players."""

    contract: Contract | None = None
    auction: list[str] | None = None
    tricks: Four | None = None
    points: Four | None = None
    unscored: Count | None = None
    play: list[list[str]] | None = None
    aside: list[str] | None = None


class BLeg(Entry):
    """A B leg. Eight players record two `tables`, all others the same fields directly."""

    kind: Literal["b-leg"]
    contract: Contract | None = None
    auction: list[str] | None = None
    tricks: PerSeat[Count] | None = None
    points: PerSeat[Count] | None = None
    unscored: Count | None = None
    play: list[list[str]] | None = None
    aside: list[str] | None = None
    passed_out: bool | None = None
    partial: bool | None = None
    tables: Annotated[list[BTable], Field(min_length=2, max_length=2)] | None = None


FIELDS = tuple(BTable.model_fields)


@dataclass(frozen=True)
class Sitting:
    """One table of a B leg: what was recorded of it, who sits there, and how it is played."""

    record: BTable
    names: tuple[str, ...]
    teams: tuple[int, ...]
    dealer: int
    jokers: bool
    partial: bool
    seats_in_all: int

    @property
    def seats(self) -> int:
        """How many sit here."""
        return len(self.names)


def sittings(
    entry: BLeg,
    names: Sequence[str],
    teams: Sequence[int],
    dealer: int,
    jokers: bool,
) -> tuple[Sitting, ...]:
    """The tables of an entry, whose form fits the number of players."""
    # The fields of the entry are checked already, for as many seats as there are.
    own = {name: getattr(entry, name) for name in FIELDS}
    records = entry.tables or [BTable.model_construct(**own)]
    size = len(names) // len(records)
    return tuple(
        Sitting(
            record,
            tuple(names[number * size : (number + 1) * size]),
            tuple(teams[number * size : (number + 1) * size]),
            dealer,
            jokers,
            bool(entry.partial),
            len(names),
        )
        for number, record in enumerate(records)
    )


def joined(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One leg of those that each table comes to by itself."""
    first, *others = parts
    if not others:
        return first
    about = {name: value for name, value in first.items() if name not in FIELDS}
    own = [{name: part[name] for name in FIELDS if name in part} for part in parts]
    return {**about, "tables": own}
