"""A B leg as it is recorded: contract, tricks and points of each player, or every card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from referee.core.text import Said, said
from referee.core.validation import Count, PerSeat, Strict
from referee.games.card_triathlon.bridge.auction import PASS, Strain
from referee.games.card_triathlon.leg import LegEntry
from referee.games.card_triathlon.values import AT_TABLE


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


class BLeg(LegEntry):
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
    tables: Annotated[list[BTable], Field(min_length=2, max_length=2)] | None = None

    @property
    def is_passed_out(self) -> bool:
        """Whether the deal is recorded as passed out: said so, or nothing but passes called."""
        only_passes = bool(self.auction) and set(self.auction or ()) == {PASS}
        return bool(self.passed_out) or (only_passes and self.contract is None)


FIELDS = tuple(BTable.model_fields)
"""What is recorded of one table."""


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
    number: int | None = None
    """Which of two tables it is, counted from 1; None where all sit at one."""

    @property
    def seats(self) -> int:
        """How many sit here."""
        return len(self.names)

    @property
    def first_seat(self) -> int:
        """The first seat of this table among all players."""
        return AT_TABLE * ((self.number or 1) - 1)


def at_table(number: int | None, text: Said) -> Said:
    """The sentence with the number of the table, where there are two."""
    return text if number is None else said("Table {number}: {text}", number=number, text=text)


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
            number + 1 if len(records) > 1 else None,
        )
        for number, record in enumerate(records)
    )


def apart(leg: BLeg) -> list[BLeg]:
    """The leg of each table: of those that are followed card by card the fields of its own."""
    if leg.tables is None:
        return [leg]
    # The fields of the entry are checked already.
    own = [{name: getattr(table, name) for name in FIELDS} for table in leg.tables]
    return [leg.model_copy(update={**each, "tables": None}) for each in own]


def joined(parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One leg of those that each table comes to by itself."""
    first, *others = parts
    if not others:
        return first
    about = {name: value for name, value in first.items() if name not in FIELDS}
    own = [{name: part[name] for name in FIELDS if name in part} for part in parts]
    return {**about, "tables": own}
