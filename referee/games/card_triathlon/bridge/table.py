"""What is wrong with one table of a B leg, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from referee.core.cards import SUITS, Card, Suit, plain_text, read_cards, read_led, symbol
from referee.core.findings import Problem, error, warning
from referee.core.played_deal import describe_breach, trick_problems
from referee.core.seating import Seating
from referee.core.text import Said, counted, either, said
from referee.core.tricks import Play, breaches, follow_play
from referee.games.card_triathlon.bridge.auction import (
    RULE,
    Auction,
    IllegalCall,
    bid_name,
    dummy_of,
    follow_auction,
    leader_of,
)
from referee.games.card_triathlon.bridge.entry import Contract, Sitting
from referee.games.card_triathlon.bridge.tricks import BridgeRules
from referee.games.card_triathlon.leg import (
    CROSSCHECK,
    PLAY,
    card_figure_problems,
    crosscheck_problems,
    unit_problems,
)
from referee.games.card_triathlon.state import HandSizes
from referee.games.card_triathlon.values import (
    UNIT,
    b_pack,
    b_worth,
    by_worth,
    possible_sums,
    worth,
)

TRICKS = 13
BOOK = 6
ASIDE = 2
"""The face-down cards of a leg with Jokers."""


@dataclass(frozen=True)
class TableResult:
    """What a table comes to before any exchange: points of each seat, what is put aside."""

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    unscored: int
    is_counted: bool
    """Whether the unscored cards were counted, and not computed."""


class JudgedTable:
    """One table of a B leg, judged. Properties that need a sound record say so."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.record = sitting.record
        self.teams = sitting.teams

    # The auction ---------------------------------------------------------------------------------

    @cached_property
    def auction(self) -> tuple[Auction, IllegalCall | None] | None:
        """The auction as far as it is legal, and its first illegal call."""
        if self.record.auction is None:
            return None
        return follow_auction(self.record.auction, self.sitting.dealer, self.teams)

    @property
    def is_passed_out(self) -> bool:
        """Whether everybody passed and no contract is claimed."""
        if self.auction is None or self.record.contract is not None:
            return False
        return self.auction[1] is None and self.auction[0].is_passed_out

    @cached_property
    def contract(self) -> Contract | None:
        """The contract as given, or as the auction makes it."""
        if self.record.contract is not None or self.auction is None:
            return self.record.contract
        auction, illegal = self.auction
        bid, declarer = auction.last_bid, auction.declarer
        if illegal is not None or bid is None or declarer is None:
            return None
        return Contract(level=bid.level, strain=bid.strain, declarer=declarer)

    @property
    def contract_name(self) -> str:
        """`4♣ by Ann`; empty while it is not known."""
        contract = self.contract
        if contract is None:
            return ""
        bid = bid_name(contract.level, contract.strain)
        return said("{bid} by {name}", bid=bid, name=self.sitting.names[contract.declarer])

    def auction_problems(self) -> list[Problem]:
        """`b.auction` and `b.declarer`: calls that are illegal, or come to another contract."""
        if self.auction is None:
            return []
        auction, illegal = self.auction
        if illegal is not None:
            message = illegal.describe(self.sitting.names[auction.turn])
            return [error(RULE, message, field="auction")]
        if not auction.is_finished:
            return [error(RULE, said("The auction is not over yet."), field="auction")]
        if auction.last_bid is None:
            message = said("Everybody passed, so there is no contract.")
            return [error(RULE, message, field="auction")] if self._claims_more else []
        return self._contract_problems(auction)

    def _contract_problems(self, auction: Auction) -> list[Problem]:
        """What the contract that is given has against it in a finished auction."""
        given, bid = self.record.contract, auction.last_bid
        if given is None or bid is None:
            return []
        if (given.level, given.strain) != (bid.level, bid.strain):
            message = said("The auction ends with {bid}, the contract says otherwise.", bid=bid)
            return [error(RULE, message, field="contract")]
        if given.declarer != auction.declarer:
            message = said(
                "{name} was the first of the team to bid the strain, and so is declarer.",
                name=self.sitting.names[auction.declarer or 0],
            )
            return [error("card-triathlon.b.declarer", message, field="contract")]
        return []

    @property
    def _claims_more(self) -> bool:
        fields = ("contract", "tricks", "points", "play", "aside", "unscored")
        return any(getattr(self.record, name) is not None for name in fields)

    # The play ------------------------------------------------------------------------------------

    @cached_property
    def trump(self) -> Suit | None:
        """The suit of trumps; None in no trumps, and where the contract is not known."""
        strain = self.contract.strain if self.contract else "NT"
        return None if strain == "NT" else strain

    @cached_property
    def play(self) -> Play | None:
        """The play, of cards that are known to be right."""
        if self.record.play is None or self.contract is None:
            return None
        rules = BridgeRules(trump=self.trump)
        pack = b_pack(self.sitting.seats_in_all, self.sitting.jokers)
        tricks = [[read_led(text, pack) for text in trick] for trick in self.record.play]
        leader = leader_of(self.contract.declarer, self.sitting.seats)
        return follow_play(tricks, leader, self.sitting.seats, rules)

    def play_problems(self) -> list[Problem]:
        """What is wrong with the cards, and what they prove."""
        if self.record.play is None:
            return self._aside_alone()
        found = self._shape_problems() + self._pack_problems()
        if self.contract is None and not self.auction_problems():
            message = said("With the cards, the contract or the auction has to be recorded.")
            found.append(error(PLAY, message, field="contract"))
        if found or self.play is None:
            return found
        return self._joker_problems() or (self._figure_problems() + self._breach_problems())

    def proven(self) -> list[Problem]:
        """What the cards prove that were played so far."""
        return self._joker_problems() + self._breach_problems()

    def _aside_alone(self) -> list[Problem]:
        if self.record.aside is None:
            return []
        message = said("The cards left over are recorded only together with those played.")
        return [error(PLAY, message, field="aside")]

    def _shape_problems(self) -> list[Problem]:
        play, seats = self.record.play or [], self.sitting.seats
        found = []
        if len(play) != TRICKS and not (self.sitting.partial and len(play) < TRICKS):
            message = said(
                "A B leg has {tricks} tricks; {given} are recorded.", tricks=TRICKS, given=len(play)
            )
            found.append(error(PLAY, message, field="play"))
        return [*found, *trick_problems(PLAY, play, seats), *self._aside_problems()]

    def _aside_problems(self) -> list[Problem]:
        """The two cards left over are recorded where there are some, and only there."""
        aside, wanted = self.record.aside, ASIDE if self.sitting.jokers else 0
        if (self.sitting.partial and aside is None) or len(aside or ()) == wanted:
            return []
        message = said(
            "{wanted} cards are left over in a B leg like this, not {given}.",
            wanted=wanted,
            given=len(aside or ()),
        )
        return [error(PLAY, message, field="aside")]

    def _pack_problems(self) -> list[Problem]:
        sitting = self.sitting
        texts = [text for trick in self.record.play or [] for text in trick]
        texts = [plain_text(text) for text in texts] + (self.record.aside or [])
        pack = b_pack(sitting.seats_in_all, sitting.jokers)
        cards, faults = read_cards(texts, pack)
        found = [error("card-triathlon.pack", fault, field="play") for fault in faults]
        if not found and sitting.seats_in_all == 6 and not sitting.partial:
            found += _suit_problems(cards)
        return found

    def _joker_problems(self) -> list[Problem]:
        """`b.first-joker` and `b.second-joker`: suits that Jokers name, or lack."""
        assert self.play is not None
        found = []
        for number, trick in enumerate(self.play.tricks, start=1):
            assert isinstance(trick.rules, BridgeRules)
            for fault in trick.rules.suit_faults(trick.cards):
                message = said("Trick {number}: {because}.", number=number, because=fault.because)
                found.append(error(fault.rule, message, field="play"))
        return found

    def _figure_problems(self) -> list[Problem]:
        record, result = self.record, self.by_cards()
        return card_figure_problems(
            self.sitting.names,
            [
                ("tricks", record.tricks, list(result.tricks)),
                ("points", record.points, list(result.points)),
                ("unscored", record.unscored, result.unscored),
            ],
        )

    def _breach_problems(self) -> list[Problem]:
        """Declarer and dummy may take up the two cards after trick 1, so it proves nothing."""
        assert self.play is not None
        seating: Seating[Any] = Seating(self.sitting.names, None)
        declarer = self.contract.declarer if self.contract else 0
        free = {declarer, dummy_of(declarer, self.teams)} if self.sitting.jokers else set()
        return [
            warning(
                breach.objection.rule, describe_breach(seating, self.play, breach), field="play"
            )
            for breach in breaches(self.play)
            if breach.trick > 1 or breach.seat not in free
        ]

    # The figures ---------------------------------------------------------------------------------

    @property
    def declaring(self) -> set[int]:
        """The seats of the declaring team."""
        if self.contract is None:
            return set()
        team = self.teams[self.contract.declarer]
        return {seat for seat in range(self.sitting.seats) if self.teams[seat] == team}

    def overtricks(self, tricks: Sequence[int]) -> int:
        """How many tricks are put aside; below 0, how many the contract lacks."""
        if self.contract is None or self.sitting.partial:
            return 0
        won = sum(tricks[seat] for seat in self.declaring)
        return won - BOOK - self.contract.level

    def figure_problems(self) -> list[Problem]:
        """What is wrong with the figures, whatever the cards say."""
        record, found = self.record, self._missing()
        found += unit_problems([*(record.points or ()), record.unscored or 0], "points")
        if record.tricks is not None:
            found += self._total_problems(record.tricks)
        if record.tricks is not None and record.points is not None:
            found += self._range_problems(record.tricks, record.points)
        return found

    def _missing(self) -> list[Problem]:
        record, found = self.record, []
        if record.play is not None:
            return []
        if record.tricks is None or record.points is None:
            message = said("A B leg needs the tricks and the points of each player.")
            field = "tricks" if record.tricks is None else "points"
            found.append(error(PLAY, message, field=field))
        if self.contract is None and not self.auction_problems() and not self.sitting.partial:
            message = said("Which contract was played, and who was declarer?")
            found.append(error(PLAY, message, field="contract"))
        return found

    def _total_problems(self, tricks: Sequence[int]) -> list[Problem]:
        total = sum(tricks)
        if total == TRICKS or (self.sitting.partial and total < TRICKS):
            return []
        message = said(
            "The tricks add up to {total} and must be {tricks}.", total=total, tricks=TRICKS
        )
        return [error("card-triathlon.b.tricks-total", message, field="tricks")]

    def _range_problems(self, tricks: Sequence[int], points: Sequence[int]) -> list[Problem]:
        found = []
        for seat in self._wrong_seats(tricks, points):
            message = said(
                "{name} can’t have {points} from {tricks}.",
                name=self.sitting.names[seat],
                points=counted(points[seat], "point"),
                tricks=counted(tricks[seat], "trick"),
            )
            found.append(error("card-triathlon.b.range", message, field="points", seats=[seat]))
        return found

    def _wrong_seats(self, tricks: Sequence[int], points: Sequence[int]) -> list[int]:
        """Those whose points are not possible for so many tricks."""
        return [
            seat
            for seat, (won, scored) in enumerate(zip(tricks, points, strict=True))
            if won <= TRICKS and not self.kept_tricks(seat, tricks, scored)
        ]

    def kept_tricks(self, seat: int, tricks: Sequence[int], points: int) -> list[int]:
        """How many of the tricks of a seat can be worth so many points: the others are put aside.

        Those put aside are of the declaring team; without a contract it may be any team.
        """
        won, aside = tricks[seat], max(self.overtricks(tricks), 0)
        if self.contract is None and not self.sitting.partial:
            aside = won
        elif seat not in self.declaring:
            aside = 0
        least = max(won - aside, 0)
        return [kept for kept in range(least, won + 1) if points in self.sums(kept)]

    def swaps(self) -> list[tuple[int, int]]:
        """Pairs of seats: if their points were swapped, all would be possible, and are not so."""
        tricks, points = self.record.tricks or [], self.record.points or []
        wrong = set(self._wrong_seats(tricks, points))
        pairs = []
        for one, other in combinations(range(len(points)), 2):
            swapped = list(points)
            swapped[one], swapped[other] = points[other], points[one]
            if wrong & {one, other} and not self._wrong_seats(tricks, swapped):
                pairs.append((one, other))
        return pairs

    def sums(self, tricks: int, more: int = 0) -> frozenset[int]:
        """What so many tricks, and so many cards more, can be worth."""
        sitting = self.sitting
        held = by_worth(sitting.seats_in_all, sitting.jokers)
        return possible_sums(held, tricks * sitting.seats + more)

    @property
    def adds_up(self) -> bool:
        """Whether there are figures that can be added up."""
        record = self.record
        return record.play is None and record.tricks is not None and record.points is not None

    @property
    def whole(self) -> int:
        """What all cards of the table are worth."""
        return b_worth(self.sitting.seats_in_all, self.sitting.jokers)

    def crosscheck(self, result: TableResult) -> list[Problem]:
        """`card-triathlon.crosscheck`: all cards are accounted for, and the rest is possible."""
        total = sum(result.points) + result.unscored
        found = crosscheck_problems(total, self.whole, "points")
        return found + self.unscored_problems(result)

    def unscored_problems(self, result: TableResult) -> list[Problem]:
        """An Unscored that the tricks put aside, and with Jokers the two cards, cannot be worth.

        In a leg that is cut short the rest was never played, and where the tricks do not add up
        nobody knows how many were put aside.
        """
        is_over_full = sum(result.points) > self.whole and not result.is_counted
        is_known = self.contract is not None and sum(result.tricks) == TRICKS
        if self.sitting.partial or is_over_full or not is_known:
            return []
        aside = max(self.overtricks(result.tricks), 0)
        possible = self.sums(aside, ASIDE if self.sitting.jokers else 0)
        if result.unscored in possible:
            return []
        if not aside and not self.sitting.jokers:
            template = "{figure} unscored is not possible: no trick is put aside, so it must be 0."
        elif not aside:
            template = (
                "{figure} unscored is not possible: the two cards left over are worth {sums}."
            )
        elif not self.sitting.jokers:
            template = "{figure} unscored is not possible: {tricks} put aside can be worth {sums}."
        else:
            template = (
                "{figure} unscored is not possible: {tricks} put aside and the two cards left over"
                " can be worth {sums}."
            )
        message = said(
            template,
            figure=result.unscored,
            tricks=counted(aside, "trick"),
            sums=_spans(possible),
        )
        field = "unscored" if result.is_counted else "points"
        return [warning(CROSSCHECK, message, field=field)]

    # What it comes to ----------------------------------------------------------------------------

    def result(self) -> TableResult:
        """The figures of a table without an error."""
        if self.play is not None:
            return self.by_cards()
        record = self.record
        points, unscored = record.points or [], record.unscored
        computed = max(self.whole - sum(points), 0)
        return TableResult(
            tuple(record.tricks or ()),
            tuple(points),
            computed if unscored is None else unscored,
            unscored is not None,
        )

    def held(self) -> HandSizes:
        """How many cards each player has won: those of tricks put aside are taken up, too."""
        sizes = (self.sitting.seats * won for won in self.result().tricks)
        return tuple((size, size) for size in sizes)

    def by_cards(self) -> TableResult:
        """The figures that the cards show; the last tricks above the contract are put aside."""
        assert self.play is not None
        play, points = self.play, [0] * self.sitting.seats
        for number, (trick, taker) in enumerate(zip(play.tricks, play.takers, strict=True)):
            if taker is not None and number not in self.put_aside:
                points[taker] += worth(trick.cards)
        return TableResult(play.counts, tuple(points), self.whole - sum(points), True)

    def kept_by_cards(self, seat: int) -> int:
        """How many tricks of a seat are not put aside, by the cards."""
        assert self.play is not None
        takers = enumerate(self.play.takers)
        return sum(taker == seat and at not in self.put_aside for at, taker in takers)

    @cached_property
    def put_aside(self) -> set[int]:
        """The places of the tricks above the contract, by the cards: the team's last ones."""
        assert self.play is not None
        over = max(self.overtricks(self.play.counts), 0)
        own = [n for n, taker in enumerate(self.play.takers) if taker in self.declaring]
        return set(own[len(own) - over :])


def _spans(sums: Iterable[int]) -> Said:
    """Which figures may be, in multiples of 5: `20 to 70 or 80`."""
    spans: list[tuple[int, int]] = []
    for each in sorted(sums):
        if spans and spans[-1][1] == each - UNIT:
            spans[-1] = spans[-1][0], each
        else:
            spans.append((each, each))
    return either(
        [
            str(least) if least == most else said("{least} to {most}", least=least, most=most)
            for least, most in spans
        ]
    )


def _suit_problems(cards: Sequence[Card]) -> list[Problem]:
    """Six players: six suits, each whole, none more than three times."""
    for suit in SUITS:
        copies = [cards.count(Card(card.rank, suit)) for card in cards if card.suit == suit]
        ranks = {card.rank for card in cards if card.suit == suit}
        if copies and (len(set(copies)) > 1 or len(ranks) < TRICKS):
            odd = next(card for card in cards if card.suit == suit)
            message = said(
                "The suit of {card} is not whole: all thirteen cards, equally often.",
                card=symbol(odd),
            )
            return [error("card-triathlon.pack", message, field="play")]
    return []
