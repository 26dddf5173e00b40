"""The auction of a B leg: which calls are legal, and the contract that it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from referee.core.cards import SUIT_SYMBOLS
from referee.core.findings import Fault
from referee.core.text import Said, said

Strain = Literal["C", "D", "H", "S", "NT"]
STRAINS: Final[tuple[Strain, ...]] = get_args(Strain)
"""Low to high."""
PASS, DOUBLE, REDOUBLE = "P", "X", "XX"
WORDS: Final = {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}
BIDS: Final = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
"""Low to high: each outranks those before it."""
RULE: Final = "card-triathlon.b.auction"


@dataclass(frozen=True)
class Bid:
    """A level and a strain, and the seat that bid them."""

    level: int
    strain: Strain
    seat: int

    @property
    def rank(self) -> int:
        """Its place among all bids, low to high."""
        return BIDS.index(f"{self.level}{self.strain}")

    def __str__(self) -> str:
        return bid_name(self.level, self.strain)


def bid_name(level: int, strain: Strain) -> str:
    """A bid as a sentence shows it, `4♣` or `3NT`."""
    return f"{level}{strain if strain == 'NT' else SUIT_SYMBOLS[strain]}"


def call_symbol(call: str) -> str:
    """A call as its key and a sentence show it; what is no call as it was written."""
    return bid_name(int(call[0]), _strain(call)) if call in BIDS else WORDS.get(call, call)


@dataclass(frozen=True)
class Auction:
    """The calls so far, all of them legal, at a table with these teams."""

    dealer: int
    teams: tuple[int, ...]
    calls: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.teams)

    @property
    def turn(self) -> int:
        """Whose call comes next."""
        return (self.dealer + len(self.calls)) % self.seats

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The bids, in order."""
        return tuple(
            Bid(int(call[0]), _strain(call), (self.dealer + place) % self.seats)
            for place, call in enumerate(self.calls)
            if call in BIDS
        )

    @property
    def last_bid(self) -> Bid | None:
        """The highest bid so far."""
        return self.bids[-1] if self.bids else None

    @property
    def last_word(self) -> str:
        """The last call that is no pass; empty before the first."""
        return next((call for call in reversed(self.calls) if call != PASS), "")

    @property
    def passes(self) -> int:
        """How many have passed in a row."""
        count = 0
        for call in reversed(self.calls):
            if call != PASS:
                break
            count += 1
        return count

    @property
    def is_passed_out(self) -> bool:
        """Whether everybody passed at the start (`card-triathlon.b.passed-out`)."""
        return not self.bids and self.passes == self.seats

    @property
    def is_finished(self) -> bool:
        """Whether all the others have passed the last bid, or everybody passed."""
        return self.is_passed_out or (bool(self.bids) and self.passes >= self.seats - 1)

    @property
    def declarer(self) -> int | None:
        """The first of the winning team to have bid the strain (`card-triathlon.b.declarer`)."""
        last = self.last_bid
        if last is None or not self.is_finished:
            return None
        team = self.teams[last.seat]
        own = (bid for bid in self.bids if self.teams[bid.seat] == team)
        return next(bid.seat for bid in own if bid.strain == last.strain)

    def fault(self, call: str) -> Fault | None:
        """Why this call is illegal now; None if it is legal."""
        because = None if call == PASS and not self.is_finished else self._why_not(call)
        return None if because is None else Fault(RULE, because)

    def _why_not(self, call: str) -> Said | None:
        if self.is_finished:
            return said("the auction is over")
        if call in BIDS:
            return self._why_no_bid(call)
        if call == DOUBLE:
            return self._why_no_double()
        if call == REDOUBLE:
            return self._why_no_redouble()
        return said("there is no call “{call}”", call=call[:12])

    def _why_no_bid(self, call: str) -> Said | None:
        last = self.last_bid
        if last is None or BIDS.index(call) > last.rank:
            return None
        return said("a bid has to be higher than {last}", last=last)

    def _why_no_double(self) -> Said | None:
        last = self.last_bid
        if last is None:
            return said("there is no bid to double yet")
        if self.last_word in (DOUBLE, REDOUBLE):
            return said("the bid is doubled already")
        if self.teams[last.seat] == self.teams[self.turn]:
            return said("only another team's bid can be doubled")
        return None

    def _why_no_redouble(self) -> Said | None:
        last = self.last_bid
        if last is None or self.last_word != DOUBLE:
            return said("there is no double to redouble")
        if self.teams[last.seat] != self.teams[self.turn]:
            return said("only a double of your own team's bid can be redoubled")
        return None

    def with_call(self, call: str) -> Auction:
        """One more call, which is legal."""
        return Auction(self.dealer, self.teams, (*self.calls, call))


def _strain(call: str) -> Strain:
    return next(strain for strain in STRAINS if call[1:] == strain)


@dataclass(frozen=True)
class IllegalCall:
    """The first illegal call of an auction: its place, counted from 0, and why it is illegal."""

    place: int
    call: str
    fault: Fault

    @property
    def symbol(self) -> str:
        """The call as a person reads it."""
        return call_symbol(self.call)[:12]

    def describe(self, name: str) -> Said:
        """A sentence; `name` is whose turn it was."""
        return said(
            "Call {number}, “{call}” by {name}: {because}.",
            number=self.place + 1,
            call=self.symbol,
            name=name,
            because=self.fault.because,
        )


def follow_auction(
    calls: Sequence[str], dealer: int, teams: tuple[int, ...]
) -> tuple[Auction, IllegalCall | None]:
    """The auction as far as its calls are legal, and the first that is not."""
    auction = Auction(dealer, teams)
    for place, call in enumerate(calls):
        if fault := auction.fault(call):
            return auction, IllegalCall(place, call, fault)
        auction = auction.with_call(call)
    return auction, None


def dummy_of(declarer: int, teams: tuple[int, ...]) -> int:
    """The partner; in a team of three the next of the team to the left."""
    seats = len(teams)
    left = ((declarer + step) % seats for step in range(1, seats))
    return next(seat for seat in left if teams[seat] == teams[declarer])


def leader_of(declarer: int, seats: int) -> int:
    """`card-triathlon.b.lead`: left of the declarer."""
    return (declarer + 1) % seats
