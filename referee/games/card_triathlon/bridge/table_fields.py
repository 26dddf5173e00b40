"""The fields of one table in the form of a B leg: its contract or auction, tricks and points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.core.cards import SUIT_SYMBOLS
from referee.core.findings import Problem
from referee.games.card_triathlon.bridge.auction import STRAINS
from referee.games.card_triathlon.bridge.table import TRICKS
from referee.games.card_triathlon.figures import (
    CardsOfTable,
    FigureField,
    FiguresField,
    FiguresView,
    beside,
    figures_view,
    unscored_of,
)
from referee.games.card_triathlon.leg_form import seats_view
from referee.games.card_triathlon.values import AT_TABLE, tables
from referee.matches.match import Match
from referee.web.forms.fields import (
    ChoiceField,
    NumberField,
    SeatField,
    TricksField,
    Typed,
    join_cards,
    split_cards,
)
from referee.web.forms.views import KeysView
from referee.web.http.formats import suit_mark

LEVELS: Final = range(1, 8)
SET, CALLS, PASSED = "", "calls", "passed"
"""What the field `bid` says: the contract alone, the whole auction, or everybody passed."""
Part = dict[str, Any]
"""What is recorded of one table."""


@dataclass(frozen=True)
class ContractView:
    """What was bid at a table: how that is told, and the contract or the auction."""

    place: int
    told: KeysView
    level: KeysView
    strain: KeysView
    declarer: KeysView
    auction: str
    """The name of the field of the calls."""
    calls: str
    blamed: tuple[str, ...]
    """What a problem with it names."""


@dataclass(frozen=True)
class TableFields:
    """The fields of one table: its number from 0, and who sits there."""

    place: int
    names: tuple[str, ...]

    @property
    def seats(self) -> range:
        """The seats at this table."""
        start = self.place * AT_TABLE
        return range(start, start + len(self.names))

    @property
    def tricks(self) -> TricksField:
        """The tricks of each player."""
        rule = "card-triathlon.b.tricks-total"
        return TricksField(
            "tricks", rule, "tricks", self.seats.start, total=TRICKS, fills_last=True
        )

    @property
    def points(self) -> FiguresField:
        """What the cards in them are worth."""
        return FiguresField("points", first=self.seats.start)

    @property
    def unscored(self) -> FigureField:
        """What overtricks and cards left over are worth."""
        return unscored_of(self.place)

    @property
    def contract(self) -> tuple[NumberField, ChoiceField[str], SeatField]:
        """Level, strain and declarer."""
        strains = [(strain, strain, _strain_key(strain)) for strain in STRAINS]
        return (
            NumberField(f"level_{self.place}", LEVELS.start, LEVELS.stop - 1, "seven"),
            ChoiceField(f"strain_{self.place}", strains, "strains"),
            SeatField(f"declarer_{self.place}"),
        )

    def bidding(self, typed: Typed) -> Part:
        """The auction or the contract, as far as it is there."""
        if typed.get(f"bid_{self.place}") == CALLS:
            calls = typed.get(f"auction_{self.place}", "").upper().split()
            return {"auction": calls} if calls else {}
        level, strain, declarer = (each.read(typed, self.names).value for each in self.contract)
        if level in LEVELS and strain is not None and declarer is not None:
            return {"contract": {"level": level, "strain": strain, "declarer": declarer}}
        return {}

    def show(self, typed: Typed, ways: Sequence[tuple[str, str]]) -> ContractView:
        """How the page asks for what was bid, which may be told in these ways."""
        bid, auction = f"bid_{self.place}", f"auction_{self.place}"
        told = KeysView(bid, ways, typed.get(bid, ""), "switch")
        level, strain, _ = self.contract
        return ContractView(
            self.place,
            told,
            level.show(typed),
            strain.show(typed),
            seats_view(f"declarer_{self.place}", self.names, typed),
            auction,
            typed.get(auction, ""),
            tuple(f"{field}.{seat}" for field in ("contract", "auction") for seat in self.seats),
        )

    def figures_view(self, typed: Typed, whole: int, *, has_jokers: bool) -> FiguresView:
        """The tricks of each player, and what the cards in them are worth."""
        tricks = replace(self.tricks.show(typed, self.names), columns=beside(len(self.names)))
        points = self.points.show(typed, self.names, unless=self.tricks.name)
        rest = "overtricks and the two cards" if has_jokers else "overtricks"
        cards = CardsOfTable(whole, rest, place=self.place, has_jokers=has_jokers)
        return figures_view(typed, (tricks, points), cards)

    def cards(self, typed: Typed) -> Part:
        """The cards of an old leg as they are corrected."""
        first = self.place * TRICKS
        texts = (typed.get(f"trick{at}", "") for at in range(first, first + TRICKS))
        play = list(map(split_cards, texts))
        while play and not play[-1]:
            play.pop()
        part = self.bidding(typed) | {"play": play}
        aside = split_cards(typed.get(f"aside_{self.place}", ""))
        return part | ({"aside": aside} if aside else {})

    def figures(self, typed: Typed) -> tuple[Part, list[Problem]]:
        """The contract, tricks and points; what cannot be read or is missing."""
        part, is_cut = self.bidding(typed), is_partial(typed)
        if is_cut:
            problems = self.tricks.unreadable(typed, self.names)
            tricks = self.tricks.each(typed, self.names)
        else:
            reading = self.tricks.read(typed, self.names)
            tricks, problems = list(reading.value or ()), reading.problems
            tricks = tricks or self.tricks.each(typed, self.names)
        part["tricks"] = [taken or 0 for taken in tricks]
        # Who has won no trick has no points: that need not be typed.
        needed = [place for place, taken in enumerate(tricks) if taken != 0 and not is_cut]
        points = self.points.read(typed, self.names, needed)
        part["points"] = points.value
        rest = self.unscored.read(typed)
        if rest.value is not None:
            part["unscored"] = rest.value
        return part, [*problems, *points.problems, *rest.problems]

    def fill(self, part: Mapping[str, Any]) -> dict[str, str]:
        """The fields of what is in the record."""
        at, contract = self.place, part.get("contract") or {}
        typed = {f"{name}_{at}": str(value) for name, value in contract.items()}
        if part.get("auction"):
            typed |= {f"auction_{at}": " ".join(part["auction"]), f"bid_{at}": CALLS}
        if part.get("unscored") is not None:
            typed |= self.unscored.fill(part["unscored"])
        if part.get("aside"):
            typed[f"aside_{at}"] = join_cards(part["aside"])
        for number, trick in enumerate(part.get("play") or (), at * TRICKS):
            typed[f"trick{number}"] = " ".join(trick).upper()
        for each in (self.tricks, self.points):
            typed |= each.fill(part.get(each.name) or ())
        return typed


def tables_of(match: Match) -> list[TableFields]:
    """The fields of each table."""
    size = len(match.players) // tables(len(match.players))
    starts = range(0, len(match.players), size)
    return [
        TableFields(place, match.players[start : start + size])
        for place, start in enumerate(starts)
    ]


def is_partial(typed: Typed) -> bool:
    """Whether the clock has cut the leg short."""
    return typed.get("clock") == "partial"


def _strain_key(strain: str) -> str:
    return next((suit_mark(suit) for suit in SUIT_SYMBOLS if suit == strain), "NT")
