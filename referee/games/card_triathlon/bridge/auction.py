"""The auction of a B leg: which calls are legal, and the contract that results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, get_args

from pydantic import AfterValidator, Field, ValidationInfo

from referee.core.cards import SUIT_SYMBOLS
from referee.core.findings import Fault
from referee.core.text import Text, _, _p
from referee.core.validation import Strict
from referee.games.card_triathlon.leg import AT_TABLE

Strain = Literal["C", "D", "H", "S", "NT"]
STRAINS: Final[tuple[Strain, ...]] = get_args(Strain)  # low to high
PASS, DOUBLE, REDOUBLE = "P", "X", "XX"
WORDS: Final = {
    PASS: _p("bid", "pass"),
    DOUBLE: _p("bid", "double"),
    REDOUBLE: _p("bid", "redouble"),
}
LONGEST_CALL: Final = 12  # letters shown of input that isn't a call
LEVELS: Final = range(1, 8)
BIDS: Final = {f"{level}{strain}": (level, strain) for level in LEVELS for strain in STRAINS}
"""Level and strain of each bid, from low to high: each bid outranks those before it."""
BOOK: Final = 6  # tricks that declarer's team wins before the level of a bid counts
RULE: Final = "card-triathlon.b.auction"
DECLARER: Final = "card-triathlon.b.declarer"
PASSED_OUT: Final = "card-triathlon.b.passed-out"


def read_calls(text: str) -> list[str]:
    """Split typed calls such as `1H P 2NT`. In German, no trumps is SA."""
    return re.sub(r"\b([1-7])SA\b", r"\1NT", text.upper()).split()


def _check_seat_at_table(seat: int, info: ValidationInfo) -> int:
    seats = (info.context or {}).get("seats")
    most = AT_TABLE if seats == 2 * AT_TABLE else seats
    if most is not None and seat >= most:
        raise ValueError(_("must be a seat from 0 to {last}", last=most - 1))
    return seat


AtTable = Annotated[int, Field(ge=0), AfterValidator(_check_seat_at_table)]
"""Seat number at one table, from 0; with eight players, from 0 to 3 at each of the two tables."""


class Contract(Strict):
    """The last bid of an auction, and its declarer."""

    level: Annotated[int, Field(ge=1, le=7)]
    strain: Strain
    declarer: AtTable

    @property
    def bid(self) -> str:
        return bid_name(self.level, self.strain)

    @property
    def needed(self) -> int:
        """The number of tricks that declarer's team needs."""
        return BOOK + self.level


def bid_name(level: int, strain: Strain) -> str:
    """Return a bid's name, such as `4♣` or `3NT`."""
    if strain == "NT":
        return _p("contract", "{level}NT", level=level)
    return f"{level}{SUIT_SYMBOLS[strain]}"


def call_symbol(call: str) -> str:
    """Return a call as shown on keys and in sentences; input that isn't a call is truncated."""
    return bid_name(*BIDS[call]) if call in BIDS else WORDS.get(call, call[:LONGEST_CALL])


@dataclass(frozen=True)
class Auction:
    """The calls made so far, all of them legal; `teams` holds each seat's team."""

    dealer: int
    teams: tuple[int, ...]
    calls: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        return (self.dealer + len(self.calls)) % len(self.teams)

    @property
    def bids(self) -> list[tuple[str, int]]:
        """The bids so far, each with the seat that made it."""
        seats, calls = len(self.teams), enumerate(self.calls, self.dealer)
        return [(call, number % seats) for number, call in calls if call in BIDS]

    @property
    def is_passed_out(self) -> bool:
        """Whether everyone passed without a bid (`card-triathlon.b.passed-out`)."""
        return self.calls == (PASS,) * len(self.teams)

    @property
    def is_finished(self) -> bool:
        """Whether everyone else passed after the last bid, or everyone passed without a bid."""
        passes = len(self.teams) - 1
        is_bid_passed = bool(self.bids) and self.calls[-passes:] == (PASS,) * passes
        return self.is_passed_out or is_bid_passed

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; None if everyone passed.

        Declarer is the first of the team to bid the final strain (`card-triathlon.b.declarer`).
        """
        if not self.bids or not self.is_finished:
            return None
        last, bidder = self.bids[-1]
        level, strain = BIDS[last]
        own = [each for each in self.bids if self.teams[each[1]] == self.teams[bidder]]
        declarer = next(seat for bid, seat in own if BIDS[bid][1] == strain)
        return Contract(level=level, strain=strain, declarer=declarer)

    def fault(self, call: str) -> Fault | None:
        because, order = None, [*BIDS]
        last, bidder = self.bids[-1] if self.bids else (None, None)
        last_action = next((each for each in reversed(self.calls) if each != PASS), "")
        is_own = bidder is not None and self.teams[bidder] == self.teams[self.turn]
        if self.is_finished:
            because = _("the auction is over")
        elif call in BIDS:
            if last and order.index(call) <= order.index(last):
                because = _("a bid must be higher than {last}", last=call_symbol(last))
        elif call == DOUBLE:
            if last is None:
                because = _("there is no bid to double yet")
            elif last_action in (DOUBLE, REDOUBLE):
                because = _("the bid is already doubled")
            elif is_own:
                because = _("you can only double another team’s bid")
        elif call == REDOUBLE:
            if last_action != DOUBLE:
                because = _("there is no double to redouble")
            elif not is_own:
                because = _("you can only redouble your own team’s bid")
        elif call != PASS:
            because = _("“{call}” isn’t a call", call=call_symbol(call))
        return None if because is None else Fault(RULE, because)


def follow_auction(
    calls: Sequence[str], dealer: int, teams: tuple[int, ...]
) -> tuple[Auction, Fault | None]:
    """Make the calls up to the first illegal one; also return why that one is illegal."""
    auction = Auction(dealer, teams)
    for call in calls:
        if fault := auction.fault(call):
            return auction, fault
        auction = replace(auction, calls=(*auction.calls, call))
    return auction, None


def describe_illegal_call(auction: Auction, call: str, fault: Fault, name: str) -> Text:
    return _(
        "Call {number}, “{call}” by {name}: {because}.",
        number=len(auction.calls) + 1,
        call=call_symbol(call),
        name=name,
        because=fault.because,
    )


def dummy_of(declarer: int, teams: tuple[int, ...]) -> int:
    """Return declarer's partner; in a team of three, the next teammate to the left."""
    seats = len(teams)
    left = ((declarer + step) % seats for step in range(1, seats))
    return next(seat for seat in left if teams[seat] == teams[declarer])


def leader_of(declarer: int, seats: int) -> int:
    """Return the seat to the left of declarer (`card-triathlon.b.lead`)."""
    return (declarer + 1) % seats
