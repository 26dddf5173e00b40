"""One table of a B leg: its entry, problems and result, and the rules for tricks with Jokers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import starmap
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from referee.core.cards import (
    ANY_JOKER,
    SUITS,
    Card,
    Suit,
    plain_text,
    read_cards,
    read_led_card,
    symbol,
)
from referee.core.findings import Fault, Problem, error, warning
from referee.core.played_deal import breach_problem, trick_problems
from referee.core.setup import Setup
from referee.core.slips import Path
from referee.core.text import Text, _, joined, listed, ngettext
from referee.core.tricks import (
    FOLLOW_SUIT,
    MUST_FOLLOW,
    Objection,
    Play,
    Trick,
    TrickReading,
    TrickRules,
    breaches,
    follow_play,
)
from referee.core.validation import Count, PerSeat, Strict
from referee.games.card_triathlon.bridge.auction import (
    DECLARER,
    PASS,
    RULE,
    Auction,
    Contract,
    describe_illegal_call,
    dummy_of,
    follow_auction,
    leader_of,
)
from referee.games.card_triathlon.leg import (
    AT_TABLE,
    CROSSCHECK,
    PACK,
    PLAY,
    UNIT,
    LegEntry,
    LegSetup,
    LegState,
    b_pack,
    b_worth,
    card_figure_problems,
    count_rest,
    crosscheck_problems,
    dealer_of,
    possible_sums,
    teams_of,
    unit_problems,
    worth,
)

TRICKS = 13
ASIDE = 2  # the face-down cards of a leg with Jokers
RANGE: Final = "card-triathlon.b.range"
DEALS_AGAIN: Final = _(
    "If everyone at a table passes, that table deals again before the leg is recorded."
)

# The record ---------------------------------------------------------------------------------------

Four = Annotated[list[Count], Field(min_length=AT_TABLE, max_length=AT_TABLE)]


class BTable(Strict):
    """One table's part of an entry with two tables."""

    contract: Contract | None = None
    auction: list[str] | None = None
    tricks: Four | None = None
    points: Four | None = None
    unscored: Count | None = None
    play: list[list[str]] | None = None
    aside: list[str] | None = None


FIELDS = tuple(BTable.model_fields)


class BLeg(LegEntry):
    """Entry for a B leg.

    With eight players, each table is recorded in `tables`; with fewer, the entry itself holds the
    single table's fields.
    """

    # All code works with tables, one or two: see `records`, `table_paths` and `write_tables`.
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
    slow_fields: ClassVar = {"contract": 5, "play": 50, "tables": 110}

    @property
    def records(self) -> list[BTable]:
        """Each table's part of the entry; its fields are already validated."""
        return self.tables or [BTable.model_construct(**{n: getattr(self, n) for n in FIELDS})]

    @property
    def is_passed_out(self) -> bool:
        """Whether the leg is recorded as passed out: by a flag, or by an auction of passes only."""
        first, *others = self.records
        only_passes = not others and bool(first.auction) and set(first.auction or ()) == {PASS}
        return bool(self.passed_out) or (only_passes and first.contract is None)

    def shape_fault(self, tables: int) -> Text | None:
        """Return why the entry isn't recorded as a leg of so many tables is."""
        if tables == 1:
            return _("You need eight players for two tables.") if self.tables else None
        if self.passed_out:
            return DEALS_AGAIN
        if self.tables is None or any(getattr(self, name) is not None for name in FIELDS):
            return _("With eight players, enter the figures for both tables.")
        return None


Part = dict[str, Any]  # a table's part of an entry, as JSON


def table_paths(data: Mapping[str, Any]) -> list[tuple[Path, Mapping[str, Any]]]:
    """Return each table's part of a recorded entry, and its path in the entry."""
    if tables := data.get("tables"):
        return [(("tables", number), part) for number, part in enumerate(tables)]
    return [((), data)]


def read_tables(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [part for _path, part in table_paths(data)]


def write_tables(parts: Sequence[Part]) -> Part:
    """Return the fields of an entry with these tables; the inverse of `table_paths`."""
    return {"tables": list(parts)} if len(parts) > 1 else parts[0]


def prefix_table(number: int | None, text: Text) -> Text:
    """Put the table number before a text if there are two tables."""
    return text if number is None else _("Table {number}: {text}", number=number, text=text)


# The table ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableResult:
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    unscored: int
    is_counted: bool


@dataclass(frozen=True, eq=False)
class BridgeTable:
    record: BTable
    names: tuple[str, ...]
    teams: tuple[int, ...]  # the team of each seat; at the second table they may be 2 and 3
    dealer: int
    has_jokers: bool
    is_partial: bool
    seats_in_all: int
    number: int | None = None  # 1 or 2; None if all sit at one table

    @property
    def seats(self) -> int:
        return len(self.names)

    # The auction ----------------------------------------------------------------------------------

    @cached_property
    def auction(self) -> tuple[Auction, Fault | None] | None:
        """The auction up to the first illegal call, if any, and what is wrong with that call."""
        if self.record.auction is None:
            return None
        return follow_auction(self.record.auction, self.dealer, self.teams)

    @property
    def is_passed_out(self) -> bool:
        """Whether everyone passed in the auction and no contract is recorded."""
        if self.auction is None or self.record.contract is not None:
            return False
        return self.auction[1] is None and self.auction[0].is_passed_out

    @cached_property
    def contract(self) -> Contract | None:
        """The contract as recorded, or derived from the auction; None if these disagree."""
        given = self.record.contract
        if self.auction is None:
            return given
        auction, illegal = self.auction
        called = auction.contract if illegal is None else None
        if given is None:
            return called
        is_settled = illegal is None and auction.is_finished
        return None if is_settled and given != called else given

    @property
    def contract_name(self) -> str:
        """A text such as `4♣ by Ann`; empty if the contract is unknown."""
        contract = self.contract
        if contract is None:
            return ""
        return _("{bid} by {name}", bid=contract.bid, name=self.names[contract.declarer])

    def auction_problems(self) -> list[Problem]:
        """Check that the calls are legal and lead to the recorded contract (`b.auction`)."""
        if self.auction is None:
            return []
        auction, illegal = self.auction
        given, called = self.record.contract, auction.contract
        rule, field, message = RULE, "auction", None
        if illegal is not None:
            call, name = (self.record.auction or ())[len(auction.calls)], self.names[auction.turn]
            message = describe_illegal_call(auction, call, illegal, name)
        elif not auction.is_finished:
            message = _("The auction isn’t over yet. Add the remaining calls.")
            if given is not None:
                message = _(
                    "The auction isn’t over yet, but you entered {contract}. Add the remaining"
                    " calls, or take them back.",
                    contract=given.bid,
                )
        elif called is None:
            others = [getattr(self.record, name) for name in FIELDS if name != "auction"]
            if any(value is not None for value in others):
                message = _("Everyone passed, so leave contract, tricks and points empty.")
        elif given is not None and given.bid != called.bid:
            field = "contract"
            message = _(
                "The auction ends in {bid}, but you entered {contract}. Check both.",
                bid=called.bid,
                contract=given.bid,
            )
        elif given is not None and given.declarer != called.declarer:
            rule, field = DECLARER, "contract"
            template = (
                _("{name} was the first on the team to bid no trumps, so {name} is declarer.")
                if called.strain == "NT"
                else _("{name} was the first on the team to bid that suit, so {name} is declarer.")
            )
            message = template.format(name=self.names[called.declarer])
        return [] if message is None else [error(rule, message, field=field)]

    # The play -------------------------------------------------------------------------------------

    @cached_property
    def play(self) -> Play | None:
        """The tricks as played; None if no cards or no contract are recorded.

        The cards must be valid.
        """
        if self.record.play is None or self.contract is None:
            return None
        strain = self.contract.strain
        rules = BridgeRules(trump=None if strain == "NT" else strain)
        pack = b_pack(self.seats_in_all, self.has_jokers)
        tricks = [[read_led_card(text, pack) for text in trick] for trick in self.record.play]
        leader = leader_of(self.contract.declarer, self.seats)
        return follow_play(tricks, leader, self.seats, rules)

    @property
    def trick_number(self) -> int:
        """Number of the trick now being played, from 1; 14 after the last one."""
        return len(self.play.takers) + 1 if self.play else 1

    def play_problems(self) -> list[Problem]:
        record, found = self.record, []
        aside = record.aside or []
        if record.play is None:
            message = _("Enter the cards played, too, not only those left over.")
            return [error(PLAY, message, field="aside")] if record.aside is not None else []

        given = len(record.play)
        if given != TRICKS and not (self.is_partial and given < TRICKS):
            message = ngettext(
                "{n} trick is recorded, but a B leg has {tricks}.",
                "{n} tricks are recorded, but a B leg has {tricks}.",
                given,
                tricks=TRICKS,
            )
            found.append(error(PLAY, message, field="play"))
        found += trick_problems(PLAY, record.play, self.seats)
        wanted = ASIDE if self.has_jokers else 0
        if len(aside) != wanted and not (self.is_partial and record.aside is None):
            message = (
                _("Enter the two cards left over.")
                if wanted
                else _("Without Jokers, no cards are left over. Clear these.")
            )
            found.append(error(PLAY, message, field="aside"))

        texts = [plain_text(text) for trick in record.play for text in trick] + aside
        cards, faults = read_cards(texts, b_pack(self.seats_in_all, self.has_jokers))
        found += [error(PACK, fault, field="play") for fault in faults]
        if not faults and self.seats_in_all == 6 and not self.is_partial:
            # Six whole suits: all ranks of a suit appear equally often.
            template = _(
                "With six players, every suit in play must be complete, but the suit of {card}"
                " isn’t."
            )
            for suit in SUITS:
                copies = Counter(card.rank for card in cards if card.suit == suit)
                if copies and (len(set(copies.values())) > 1 or len(copies) < TRICKS):
                    message = template.format(card=symbol(Card(next(iter(copies)), suit)))
                    found.append(error(PACK, message, field="play"))
                    break

        if self.contract is None and not self.auction_problems():
            message = _("Enter the contract or the auction, too.")
            found.append(error(PLAY, message, field="contract"))
        if found or self.play is None:
            return found
        if jokers := self.joker_problems():
            return jokers
        result = self.result
        figures: dict[str, list[int] | int] = {
            "tricks": list(result.tricks),
            "points": list(result.points),
            "unscored": result.unscored,
        }
        return card_figure_problems(self.names, record, figures) + self.breach_problems()

    def joker_problems(self) -> list[Problem]:
        assert self.play is not None
        found = []
        for number, trick in enumerate(self.play.tricks, start=1):
            assert isinstance(trick.rules, BridgeRules)
            for fault in trick.rules.suit_faults(trick.cards):
                message = _("Trick {number}: {because}.", number=number, because=fault.because)
                found.append(error(fault.rule, message, field="play"))
        return found

    def breach_problems(self) -> list[Problem]:
        """Return the revokes that later cards prove.

        In a leg with Jokers, declarer and dummy are exempt in trick 1, because they may take up the
        two face-down cards after it.
        """
        assert self.play is not None
        assert self.contract is not None
        setup: Setup[Any] = Setup(self.names, None)
        declarer = self.contract.declarer
        free = {declarer, dummy_of(declarer, self.teams)} if self.has_jokers else set()
        return [
            breach_problem(setup, self.play, breach)
            for breach in breaches(self.play)
            if breach.trick > 1 or breach.seat not in free
        ]

    # The figures ----------------------------------------------------------------------------------

    @property
    def declaring(self) -> set[int]:
        if self.contract is None:
            return set()
        team = self.teams[self.contract.declarer]
        return {seat for seat in range(self.seats) if self.teams[seat] == team}

    def overtricks(self, tricks: Sequence[int]) -> int:
        """Return the number of tricks above the contract; negative if the contract was defeated."""
        if self.contract is None or self.is_partial:
            return 0
        won = sum(tricks[seat] for seat in self.declaring)
        return won - self.contract.needed

    def figure_problems(self) -> list[Problem]:
        record, found = self.record, []
        tricks, points = record.tricks, record.points
        if record.play is None and (tricks is None or points is None):
            message = _("Enter each player’s tricks and points.")
            field = "tricks" if tricks is None else "points"
            found.append(error(PLAY, message, field=field))
        has_contract = self.contract is not None or self.auction_problems()
        if record.play is None and not has_contract and not self.is_partial:
            message = _("Enter the contract and its declarer.")
            found.append(error(PLAY, message, field="contract"))
        found += unit_problems([*(points or ()), record.unscored or 0], "points")
        total = sum(tricks or ())
        if tricks is not None and total != TRICKS and not (self.is_partial and total < TRICKS):
            message = (
                ngettext(
                    "{n} trick is missing: there are {total}, but you entered {found}.",
                    "{n} tricks are missing: there are {total}, but you entered {found}.",
                    TRICKS - total,
                    total=TRICKS,
                    found=total,
                )
                if total < TRICKS
                else ngettext(
                    "{n} trick too many: there are {total}, but you entered {found}.",
                    "{n} tricks too many: there are {total}, but you entered {found}.",
                    total - TRICKS,
                    total=TRICKS,
                    found=total,
                )
            )
            found.append(error("card-triathlon.b.tricks-total", message, field="tricks"))
        for seat, (won, scored) in enumerate(zip(tricks or (), points or (), strict=False)):
            if won <= TRICKS and not self.kept_tricks(seat, tricks or (), scored):
                message = range_text(self.names[seat], scored, won)
                found.append(error(RANGE, message, field="points", seats=[seat]))
        return found

    def kept_tricks(self, seat: int, tricks: Sequence[int], points: int) -> list[int]:
        """Return how many of a seat's tricks may score, given its points; the rest were put aside.

        Only the declaring team puts tricks aside; while the contract is unknown, any team may.
        """
        won, aside = tricks[seat], max(self.overtricks(tricks), 0)
        if self.contract is None and not self.is_partial:
            aside = won
        elif seat not in self.declaring:
            aside = 0
        least = max(won - aside, 0)
        return [kept for kept in range(least, won + 1) if points in self.sums(kept)]

    def sums(self, tricks: int, cards: int = 0) -> frozenset[int]:
        """Return the possible point totals of this many tricks plus `cards` single cards."""
        return possible_sums(self.seats_in_all, self.has_jokers, tricks * self.seats + cards)

    @property
    def whole(self) -> int:
        return b_worth(self.seats_in_all, self.has_jokers)

    def crosscheck(self) -> list[Problem]:
        record = self.record
        if record.play is not None or record.tricks is None or record.points is None:
            return []
        total = sum(self.result.points) + self.result.unscored
        return crosscheck_problems(total, self.whole, "points") + self.unscored_problems()

    def unscored_problems(self) -> list[Problem]:
        """Warn if the figure for Unscored is impossible in a leg recorded as figures.

        A leg that was cut short isn't checked, because cards that were never played are unscored
        too. Nor is a leg whose tricks don't add up, because the number put aside is unknown.
        """
        if self.is_partial or self.contract is None:
            return []
        result = self.result
        is_over_full = sum(result.points) > self.whole and not result.is_counted
        if is_over_full or sum(result.tricks) != TRICKS:
            return []
        aside = max(self.overtricks(result.tricks), 0)
        possible = self.sums(aside, ASIDE if self.has_jokers else 0)
        if result.unscored in possible:
            return []
        values = {"figure": result.unscored, "sums": describe_sums(possible)}
        if not aside and not self.has_jokers:
            message = _("No trick was put aside, so Unscored must be 0, not {figure}.", **values)
        elif not aside:
            message = _("The two cards left over are worth {sums}, not {figure}.", **values)
        elif not self.has_jokers:
            message = ngettext(
                "{n} trick was put aside, so Unscored must be {sums}, not {figure}.",
                "{n} tricks were put aside, so Unscored must be {sums}, not {figure}.",
                aside,
                **values,
            )
        else:
            message = ngettext(
                "{n} trick and two cards were put aside, so Unscored must be {sums}, not {figure}.",
                "{n} tricks and two cards were put aside, so Unscored must be {sums}, not"
                " {figure}.",
                aside,
                **values,
            )
        field = "unscored" if result.is_counted else "points"
        return [warning(CROSSCHECK, message, field=field)]

    # Results --------------------------------------------------------------------------------------

    @cached_property
    def result(self) -> TableResult:
        """The result from the cards or, if there are none, from the figures.

        The cards or figures used must be valid.
        """
        if self.play is not None:
            scores = [0] * self.seats
            won = zip(self.play.tricks, self.play.takers, strict=True)
            for number, (trick, taker) in enumerate(won):
                if taker is not None and number not in self.put_aside:
                    scores[taker] += worth(trick.cards)
            return TableResult(self.play.counts, tuple(scores), self.whole - sum(scores), True)
        tricks, points = tuple(self.record.tricks or ()), tuple(self.record.points or ())
        rest = count_rest(self.whole, sum(points), self.record.unscored)
        return TableResult(tricks, points, *rest)

    @cached_property
    def put_aside(self) -> set[int]:
        """Indexes of the overtricks, which are the last tricks that the declaring team took."""
        assert self.play is not None
        over = max(self.overtricks(self.play.counts), 0)
        own = [n for n, taker in enumerate(self.play.takers) if taker in self.declaring]
        return set(own[len(own) - over :])


def bridge_tables(setup: LegSetup, state: LegState, entry: BLeg) -> tuple[BridgeTable, ...]:
    """Return an entry's tables; the entry must have as many as its players need (one or two)."""
    records = entry.records
    size = setup.seats // len(records)
    parts = [slice(number * size, (number + 1) * size) for number in range(len(records))]
    return tuple(
        BridgeTable(
            record,
            names=setup.players[part],
            teams=teams_of(setup)[part],
            dealer=dealer_of(setup, state),
            has_jokers=setup.options.has_b_jokers(setup.seats),
            is_partial=bool(entry.partial),
            seats_in_all=setup.seats,
            number=number if len(records) > 1 else None,
        )
        for number, (record, part) in enumerate(zip(records, parts, strict=True), start=1)
    )


def describe_sums(sums: Iterable[int]) -> Text:
    """List possible figures (multiples of 5) as ranges: `20 to 70 or 80`."""
    spans: list[list[int]] = []
    for each in sorted(sums):
        if spans and spans[-1][-1] == each - UNIT:
            spans[-1].append(each)
        else:
            spans.append([each])
    template = _("{first} to {last}")
    texts = [
        template.format(first=span[0], last=span[-1]) if len(span) > 1 else str(span[0])
        for span in spans
    ]
    return listed(texts, "or")


def range_text(name: str, points: int, tricks: int) -> Text:
    points_text, tricks_text = (
        ngettext("{n} point", "{n} points", points),
        ngettext("{n} trick", "{n} tricks", tricks),
    )
    template = _("{name} can’t have {points} from {tricks}.")
    return template.format(name=name, points=points_text, tricks=tricks_text)


# Tricks with two Jokers: the first is the highest trump, the second is not ------------------------

NAME: Final = "card-triathlon"
PREFIX: Final = f"{NAME}.b"
FIRST, SECOND = "card-triathlon.b.first-joker", "card-triathlon.b.second-joker"


@dataclass(frozen=True)
class JokerReading(TrickReading):
    """Reading of a trick, plus the number of Jokers played in the leg so far."""

    jokers: int = 0


def is_joker(card: Card) -> bool:
    """Whether a card is a Joker, with or without a named suit."""
    return card.rank == ANY_JOKER.rank


@dataclass(frozen=True)
class BridgeRules(TrickRules):
    prefix: str = PREFIX
    trump: Suit | None = None
    jokers: int = 0

    def read(self, cards: Sequence[Card]) -> JokerReading:
        if not cards:
            return JokerReading(jokers=self.jokers)
        # A led Joker leads the named suit; the first Joker of the leg leads trumps.
        is_trump_led = is_joker(cards[0]) and not self.jokers and self.trump is not None
        led = self.trump if is_trump_led else cards[0].suit

        def power(index: int, card: Card) -> tuple[int, int]:
            if is_joker(card):
                if self.is_first_joker(cards, index):
                    return 3, 0
                return (0, 0) if led == self.trump is not None else (1, 1)
            rank = -self.ranks.index(card.rank)
            if card.suit == self.trump is not None:
                return 2, rank
            return int(card.suit == led), rank

        powers = list(starmap(power, enumerate(cards)))
        jokers = self.jokers + sum(map(is_joker, cards))
        return JokerReading(led, powers.index(max(powers)), jokers=jokers)

    def is_first_joker(self, cards: Sequence[Card], index: int) -> bool:
        return not self.jokers and not any(map(is_joker, cards[:index]))

    def objection(
        self, card: Card, hand: Sequence[Card], reading: TrickReading
    ) -> Objection | None:
        assert isinstance(reading, JokerReading)
        suit = reading.suit
        if suit is None or self.follows(card, suit, reading.jokers):
            return None
        if is_joker(card) and reading.jokers and suit != self.trump:
            return None
        instead = next((held for held in hand if self.follows(held, suit, reading.jokers)), None)
        if instead is None:
            return None
        said = _("you hold a Joker, which counts as a trump")
        if not is_joker(instead):
            said = FOLLOW_SUIT[suit]
        return Objection(f"{PREFIX}.follow", MUST_FOLLOW[suit], instead, said)

    def next_play(self, name: str, reading: TrickReading) -> Text:
        assert isinstance(reading, JokerReading)
        text = super().next_play(name, reading)
        if reading.suit in (None, self.trump) or reading.jokers != 1:
            return text
        return joined([text, _("The second Joker may be played at any time.")])

    def follows(self, card: Card, suit: Suit, jokers: int) -> bool:
        """Whether a card follows suit. A Joker is a trump until one has been played in the leg."""
        if is_joker(card):
            return jokers == 0 and suit == self.trump
        return card.suit == suit

    def why(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        if not is_joker(card):
            return super().why(card, reading)
        if self.jokers:
            return SECOND, _("this is the second Joker, which beats the ace of a plain suit")
        if self.trump is None:
            return FIRST, _(
                "this is the first Joker of the leg, which takes any trick in no trumps"
            )
        return FIRST, _("this is the first Joker of the leg, the highest trump")

    def why_allowed(self, card: Card, reading: TrickReading) -> tuple[str, Text]:
        assert isinstance(reading, JokerReading)
        if not is_joker(card) or reading.suit is None:
            return super().why_allowed(card, reading)
        if self.follows(card, reading.suit, reading.jokers):
            return FIRST, _(
                "no Joker has been played yet, so it counts as a trump and follows suit"
            )
        if not reading.jokers:
            return FIRST, _("you can’t follow suit, so you may play it as a trump")
        if reading.suit == self.trump:
            return SECOND, _("you hold no trumps, so you may throw it away; it loses")
        return SECOND, _("you may play the second Joker to any plain suit")

    def ways_to_play(self, card: Card, is_lead: bool) -> tuple[str, ...]:
        if not is_lead or not is_joker(card) or self.lead_fault(card) is None:
            return (str(card),)
        return tuple(f"{card}={suit}" for suit in SUITS if suit != self.trump)

    def after(self, trick: Trick) -> BridgeRules:
        return replace(self, jokers=self.jokers + sum(map(is_joker, trick.cards)))

    def lead_fault(self, card: Card) -> Fault | None:
        """Return why a Joker may not be led: the suit that it must name is missing or wrong."""
        if not is_joker(card):
            return None
        if self.jokers:
            if card.suit is not None and card.suit != self.trump:
                return None
            because = _("whoever leads the second Joker must name a suit other than trumps")
            return Fault(SECOND, because)
        if self.trump is None and card.suit is None:
            because = _("in no trumps, whoever leads the first Joker must name the suit to follow")
            return Fault(FIRST, because)
        if self.trump is not None and card.suit is not None:
            return Fault(
                FIRST, _("the first Joker is a trump, so whoever leads it can’t name a suit")
            )
        return None

    def suit_faults(self, cards: Sequence[Card]) -> tuple[Fault, ...]:
        lead = self.lead_fault(cards[0]) if cards else None
        because = _("a Joker names a suit only when it is led")
        others = [
            Fault(FIRST if self.is_first_joker(cards, index) else SECOND, because)
            for index, card in enumerate(cards)
            if index and is_joker(card) and card.suit is not None
        ]
        return (*([lead] if lead else []), *others)
