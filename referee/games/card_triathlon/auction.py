"""The auction of a B leg: which calls are legal, and the contract that it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from referee.cards import SUIT_SYMBOLS

Strain = Literal["C", "D", "H", "S", "NT"]
STRAINS: Final[tuple[Strain, ...]] = get_args(Strain)
"""Low to high."""
PASS, DOUBLE, REDOUBLE = "P", "X", "XX"
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
        strain = "NT" if self.strain == "NT" else SUIT_SYMBOLS[self.strain]
        return f"{self.level}{strain}"


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

    def why_not(self, call: str) -> str:
        """Why this call is illegal now; empty if it is legal."""
        if self.is_finished:
            return "the auction is over"
        if call == PASS:
            return ""
        if call in BIDS:
            return self._why_no_bid(call)
        if call == DOUBLE:
            return self._why_no_double()
        if call == REDOUBLE:
            return self._why_no_redouble()
        return f"there is no call “{call[:12]}”"

    def _why_no_bid(self, call: str) -> str:
        last = self.last_bid
        if last is None or BIDS.index(call) > last.rank:
            return ""
        return f"a bid has to be higher than {last}"

    def _why_no_double(self) -> str:
        last = self.last_bid
        if last is None:
            return "there is no bid to double yet"
        if self.last_word in (DOUBLE, REDOUBLE):
            return "the bid is doubled already"
        if self.teams[last.seat] == self.teams[self.turn]:
            return "only another team's bid can be doubled"
        return ""

    def _why_no_redouble(self) -> str:
        last = self.last_bid
        if last is None or self.last_word != DOUBLE:
            return "there is no double to redouble"
        if self.teams[last.seat] != self.teams[self.turn]:
            return "only a double of your own team's bid can be redoubled"
        return ""

    def with_call(self, call: str) -> Auction:
        """One more call, which is legal."""
        return Auction(self.dealer, self.teams, (*self.calls, call))


def _strain(call: str) -> Strain:
    return next(strain for strain in STRAINS if call[1:] == strain)


def follow_auction(
    calls: Sequence[str], dealer: int, teams: tuple[int, ...]
) -> tuple[Auction, int | None]:
    """The auction as far as its calls are legal, and the place of the first that is not."""
    auction = Auction(dealer, teams)
    for place, call in enumerate(calls):
        if auction.why_not(call):
            return auction, place
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
