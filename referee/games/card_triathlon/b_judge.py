"""What is wrong with one table of a B leg, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from referee.by_cards import told
from referee.cards import SUITS, Card, Suit, named, plain_text, read_cards, read_led
from referee.game import Table, counted
from referee.games.card_triathlon.auction import (
    Auction,
    dummy_of,
    follow_auction,
    leader_of,
)
from referee.games.card_triathlon.b_leg import Contract, Sitting
from referee.games.card_triathlon.joker_tricks import FIRST, SECOND, BridgeRules, is_joker
from referee.games.card_triathlon.values import (
    UNIT,
    b_pack,
    b_worth,
    by_worth,
    possible_sums,
    worth,
)
from referee.law import Problem, error, warning
from referee.tricks import Play, breaches, follow_play

TRICKS = 13
BOOK = 6
ASIDE = 2
"""The face-down cards of a leg with Jokers."""


@dataclass(frozen=True)
class Result:
    """What a table comes to before any exchange: points of each seat, what is put aside."""

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    unscored: int
    is_counted: bool
    """Whether the unscored cards were counted, and not computed."""


class Judged:
    """One table of a B leg, judged. Properties that need a sound record say so."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.record = sitting.record
        self.teams = sitting.teams

    # The auction ---------------------------------------------------------------------------------

    @cached_property
    def auction(self) -> tuple[Auction, int | None] | None:
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

    def auction_problems(self) -> list[Problem]:
        """`b.auction` and `b.declarer`: calls that are illegal, or come to another contract."""
        given, rule = self.record.contract, "card-triathlon.b.auction"
        if self.auction is None:
            return []
        auction, illegal = self.auction
        if illegal is not None:
            call = (self.record.auction or [])[illegal]
            why = auction.why_not(call)
            name = self.sitting.names[auction.turn]
            message = f"Call {illegal + 1}, “{call[:12]}” by {name}: {why}."
            return [error(rule, message, field="auction")]
        if not auction.is_finished:
            return [error(rule, "The auction is not over yet.", field="auction")]
        bid = auction.last_bid
        if bid is None:
            message = "Everybody passed, so there is no contract."
            return [error(rule, message, field="auction")] if self._claims_more else []
        if given is None:
            return []
        if (given.level, given.strain) != (bid.level, bid.strain):
            message = f"The auction ends with {bid}, the contract says otherwise."
            return [error(rule, message, field="contract")]
        if given.declarer != auction.declarer:
            name = self.sitting.names[auction.declarer or 0]
            message = f"{name} was the first of the team to bid the strain, and so is declarer."
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
            message = "With the cards, the contract or the auction has to be recorded."
            found.append(error("card-triathlon.play", message, field="contract"))
        if found or self.play is None:
            return found
        return self._lead_problems() or (self._figure_problems() + self._breach_problems())

    def proven(self) -> list[Problem]:
        """What the cards prove that have fallen so far."""
        return self._lead_problems() + self._breach_problems()

    def _aside_alone(self) -> list[Problem]:
        if self.record.aside is None:
            return []
        message = "The cards left over are told only together with those that were played."
        return [error("card-triathlon.play", message, field="aside")]

    def _shape_problems(self) -> list[Problem]:
        play, seats = self.record.play or [], self.sitting.seats
        found = []
        if len(play) != TRICKS and not (self.sitting.partial and len(play) < TRICKS):
            message = f"A B leg has {TRICKS} tricks; {len(play)} are recorded."
            found.append(error("card-triathlon.play", message, field="play"))
        for number, trick in enumerate(play, start=1):
            if len(trick) != seats:
                message = f"Trick {number} has {len(trick)} cards; each of {seats} plays 1."
                found.append(error("card-triathlon.play", message, field="play"))
        aside, wanted = self.record.aside, ASIDE if self.sitting.jokers else 0
        if self.sitting.partial and aside is None:
            return found
        if len(aside or ()) != wanted:
            message = f"{wanted} cards are left over in a B leg like this, not {len(aside or ())}."
            found.append(error("card-triathlon.play", message, field="aside"))
        return found

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

    def _lead_problems(self) -> list[Problem]:
        assert self.play is not None
        found = []
        for number, trick in enumerate(self.play.tricks, start=1):
            assert isinstance(trick.rules, BridgeRules)
            rule, fault = trick.rules.lead_fault(trick.cards[0])
            if fault:
                found.append(error(rule, f"Trick {number}: {fault}.", field="play"))
            for place, card in enumerate(trick.cards):
                if place and is_joker(card) and card.suit is not None:
                    fallen = trick.rules.jokers + sum(map(is_joker, trick.cards[:place]))
                    rule = SECOND if fallen else FIRST
                    message = f"Trick {number}: only a Joker that leads names a suit."
                    found.append(error(rule, message, field="play"))
        return found

    def _figure_problems(self) -> list[Problem]:
        result = self.by_cards()
        given = {
            "tricks": (self.record.tricks, list(result.tricks)),
            "points": (self.record.points, list(result.points)),
            "unscored": (self.record.unscored, result.unscored),
        }
        return [
            error("card-triathlon.play", f"By the cards the {name} are {shown}.", field=name)
            for name, (typed, shown) in given.items()
            if typed is not None and typed != shown
        ]

    def _breach_problems(self) -> list[Problem]:
        """Declarer and dummy may take up the two cards after trick 1, so it proves nothing."""
        assert self.play is not None
        table: Table[Any] = Table(self.sitting.names, None)
        declarer = self.contract.declarer if self.contract else 0
        free = {declarer, dummy_of(declarer, self.teams)} if self.sitting.jokers else set()
        return [
            warning(breach.objection.rule, told(table, self.play, breach), field="play")
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
        record, found = self.record, []
        if record.play is None and (record.tricks is None or record.points is None):
            message = "A B leg needs the tricks and the points of each player."
            field = "tricks" if record.tricks is None else "points"
            found.append(error("card-triathlon.play", message, field=field))
        is_unknown = self.contract is None and not self.auction_problems()
        if record.play is None and is_unknown and not self.sitting.partial:
            message = "Which contract was played, and who was declarer?"
            found.append(error("card-triathlon.play", message, field="contract"))
        figures = [*(record.points or ()), record.unscored or 0]
        if wrong := [figure for figure in figures if figure % UNIT]:
            message = f"{wrong[0]} is no multiple of {UNIT}, as all values of cards are."
            found.append(error("card-triathlon.values", message, field="points"))
        if record.tricks is not None:
            found += self._total_problems(record.tricks)
        if record.tricks is not None and record.points is not None and not found:
            found += self._range_problems(record.tricks, record.points)
        return found

    def _total_problems(self, tricks: Sequence[int]) -> list[Problem]:
        total = sum(tricks)
        if total == TRICKS or (self.sitting.partial and total < TRICKS):
            return []
        message = f"The tricks add up to {total} and must be {TRICKS}."
        return [error("card-triathlon.b.tricks-total", message, field="tricks")]

    def _range_problems(self, tricks: Sequence[int], points: Sequence[int]) -> list[Problem]:
        aside = max(self.overtricks(tricks), 0)
        found = []
        for seat, (won, scored) in enumerate(zip(tricks, points, strict=True)):
            least = max(won - aside, 0) if seat in self.declaring else won
            if any(scored in self.sums(kept) for kept in range(least, won + 1)):
                continue
            name = self.sitting.names[seat]
            message = f"{name}: {scored} points are not possible for {counted(won, 'trick')}."
            found.append(error("card-triathlon.b.range", message, seat=seat, field="points"))
        return found

    def swaps(self) -> list[tuple[int, int]]:
        """Pairs of seats: if their points were swapped, all would be possible, and are not so."""
        tricks, points = self.record.tricks or [], self.record.points or []
        wrong = {problem.seat for problem in self._range_problems(tricks, points)}
        pairs = []
        for one, other in combinations(range(len(points)), 2):
            swapped = list(points)
            swapped[one], swapped[other] = points[other], points[one]
            if wrong & {one, other} and not self._range_problems(tricks, swapped):
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

    def crosscheck(self, result: Result) -> list[Problem]:
        """`card-triathlon.crosscheck`: everything adds up to what the cards are worth."""
        whole, total = self.whole, sum(result.points) + result.unscored
        rule = "card-triathlon.crosscheck"
        if total != whole:
            difference = (
                f"{whole - total} missing" if total < whole else f"{total - whole} too much"
            )
            message = f"Scored and unscored cards add up to {total}, not {whole}: {difference}."
            return [warning(rule, message, field="points")]
        if result.is_counted or self.sitting.partial or self.contract is None:
            return []
        aside = max(self.overtricks(result.tricks), 0)
        if result.unscored in self.sums(aside, ASIDE if self.sitting.jokers else 0):
            return []
        message = (
            f"{result.unscored} would be unscored, which {counted(aside, 'trick')} put aside"
            " cannot be worth: one of the figures is wrong."
        )
        return [warning(rule, message, field="points")]

    # What it comes to ----------------------------------------------------------------------------

    def result(self) -> Result:
        """The figures of a table without an error."""
        if self.play is not None:
            return self.by_cards()
        record = self.record
        points, unscored = record.points or [], record.unscored
        computed = max(self.whole - sum(points), 0)
        return Result(
            tuple(record.tricks or ()),
            tuple(points),
            computed if unscored is None else unscored,
            unscored is not None,
        )

    def held(self) -> list[tuple[int, int]]:
        """How many cards each player has won, at least and at most: tricks put aside are gone."""
        tricks, seats = self.result().tricks, self.sitting.seats
        if self.play is not None:
            kept = [taker for at, taker in enumerate(self.play.takers) if at not in self._put_aside]
            return [(seats * kept.count(seat), seats * kept.count(seat)) for seat in range(seats)]
        aside, own = max(self.overtricks(tricks), 0), sum(tricks[seat] for seat in self.declaring)
        found = []
        for seat, won in enumerate(tricks):
            most = min(aside, won) if seat in self.declaring else 0
            least = max(aside - (own - won), 0) if seat in self.declaring else 0
            found.append((seats * (won - most), seats * (won - least)))
        return found

    def by_cards(self) -> Result:
        """The figures that the cards show; the last tricks above the contract are put aside."""
        assert self.play is not None
        play, points = self.play, [0] * self.sitting.seats
        for number, (trick, taker) in enumerate(zip(play.tricks, play.takers, strict=True)):
            if taker is not None and number not in self._put_aside:
                points[taker] += worth(trick.cards)
        return Result(play.counts, tuple(points), self.whole - sum(points), True)

    @cached_property
    def _put_aside(self) -> set[int]:
        """The numbers of the tricks above the contract, by the cards: the team's last ones."""
        assert self.play is not None
        over = max(self.overtricks(self.play.counts), 0)
        own = [n for n, taker in enumerate(self.play.takers) if taker in self.declaring]
        return set(own[len(own) - over :])


def _suit_problems(cards: Sequence[Card]) -> list[Problem]:
    """Six players: six suits, each whole, none more than three times."""
    for suit in SUITS:
        copies = [cards.count(Card(card.rank, suit)) for card in cards if card.suit == suit]
        ranks = {card.rank for card in cards if card.suit == suit}
        if copies and (len(set(copies)) > 1 or len(ranks) < TRICKS):
            odd = next(card for card in cards if card.suit == suit)
            message = f"The suit of {named(odd)} is not whole: all thirteen cards, equally often."
            return [error("card-triathlon.pack", message, field="play")]
    return []
