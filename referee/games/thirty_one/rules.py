"""Thirty-One (Schwimmen): three-card hands, played in rounds until one player is left.

First its options and the value of a hand (`thirty-one.values`), then the rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import combinations_with_replacement, product
from statistics import fmean
from typing import Any, ClassVar, Final, Literal

from referee.core.cards import (
    RANKS,
    SUITS,
    Card,
    Pack,
    Suit,
    find_faulty_hands,
    pack,
    read_cards,
    symbol,
)
from referee.core.course import (
    Course,
    Fact,
    Played,
    count_by_person,
    fact_by_player,
    seated_players,
    with_ties,
)
from referee.core.findings import Line, Points, Problem, error
from referee.core.game import (
    UNKNOWN_NUMBER,
    DealsGame,
    DealState,
    Due,
    Explanation,
    Office,
    Outcome,
    Scored,
    Standing,
)
from referee.core.options import Attendance, Options, PlayerNumbers, first_dealer_option, option
from referee.core.record import Entry, RecordSpec
from referee.core.setup import Setup
from referee.core.text import (
    SILENT,
    Text,
    _,
    _p,
    average,
    joined,
    listed,
    ngettext,
    points,
    without_fraction,
)
from referee.core.validation import DistinctSeats, PerSeat, PointsGiven, Seat

HAND_SIZE: Final = 3
BEST_SUIT: Final = 31
TRIPLE: Final = 30.5
FIRE: Final = 33
ACES: Final = 30  # `thirty-one.rank`: three aces are worth 30, not 33
SINGLE: Final = "thirty-one.single"
VALUES: Final = {"A": 11, "K": 10, "Q": 10, "J": 10} | {str(n): n for n in range(2, 11)}
PACKS: Final[dict[int, Pack]] = {
    size: pack(ngettext("{n} card", "{n} cards", size), RANKS[: size // len(SUITS)])
    for size in (32, 36, 52)
}

Valuation = Literal["suit", "suit-and-triples", "suit-or-rank"]
Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Worth:
    value: Points
    counted: Hand
    rule: str
    text: Text


def worth(hand: Hand, valuation: Valuation, fire: bool) -> Worth:
    """Return the best way to count a hand; ties go to the first."""
    readings = []
    has_three_suits = len({card.suit for card in hand}) == HAND_SIZE
    for suit in dict.fromkeys(card.suit for card in hand if card.suit):
        cards = tuple(card for card in hand if card.suit == suit)
        value, rule = sum(VALUES[card.rank] for card in cards), "thirty-one.suit"
        text = _sum_of(cards)
        if has_three_suits:
            rule = SINGLE
            text = _(
                "{card}, the best single card ({silent})", card=symbol(cards[0]), silent=SILENT
            )
        readings.append(Worth(value, cards, rule, text))
    ranks = dict.fromkeys(card.rank for card in hand)
    is_triple = len(ranks) == 1
    if is_triple and valuation == "suit-and-triples":
        text = _("three of a kind, {cards}", cards=joined(map(symbol, hand)))
        readings.append(Worth(TRIPLE, hand, "thirty-one.triple", text))
    for rank in ranks if valuation == "suit-or-rank" else ():
        cards = tuple(card for card in hand if card.rank == rank)
        value, text = VALUES[rank] * len(cards), _sum_of(cards)
        if value == FIRE:
            value, text = ACES, _("three aces")
        if len(cards) > 1:
            readings.append(Worth(value, cards, "thirty-one.rank", text))
    if is_triple and fire and hand[0].rank == "A":
        readings.append(Worth(FIRE, hand, "thirty-one.fire", _("three aces (fire)")))
    return max(readings, key=lambda reading: reading.value)


def _sum_of(cards: Hand) -> Text:
    return joined(map(symbol, cards), " + ")


_SUITS_OF_THREE: Final[tuple[tuple[Suit, Suit, Suit], ...]] = (
    ("S", "S", "S"), ("S", "S", "H"), ("S", "H", "S"), ("H", "S", "S"), ("S", "H", "D"),
)  # fmt: skip
"""Suit patterns that three cards can have; the actual suits don't affect the value."""


@lru_cache(maxsize=32)
def possible_values(deck: int, valuation: Valuation, fire: bool) -> frozenset[Points]:
    """Return all hand values that are possible with this pack under these options."""
    ranks = combinations_with_replacement(RANKS[: deck // len(SUITS)], HAND_SIZE)
    hands = (tuple(map(Card, *each)) for each in product(ranks, _SUITS_OF_THREE))
    return frozenset(
        worth(hand, valuation, fire).value for hand in hands if len(set(hand)) == HAND_SIZE
    )


def show_value(value: Points) -> str:
    """Format a value for a sentence: `30½`, `21`."""
    return "30½" if value == TRIPLE else str(without_fraction(value))


# Options ------------------------------------------------------------------------------------------

NUMBERS = tuple(range(2, 17))  # of players (`thirty-one.players`); fewer with a small pack


_ENOUGH_FOR: Final = {size: size // HAND_SIZE - 1 for size in (32, 36)}
"""Maximum number of players for each small pack: three cards each, and three on the table."""


class ThirtyOneOptions(Options):
    valuation: Valuation = option(
        "suit-and-triples",
        _("What counts"),
        _("Cards of one suit always count. Do equal ranks count as well?"),
        rule="thirty-one.suit",
        labels={
            "suit": _("suits only"),
            "suit-and-triples": _("suits, and 30½ for three of a kind"),
            "suit-or-rank": _("suits, or equal ranks added up"),
        },
        midway=True,
    )
    deck: Literal[32, 36, 52] = option(
        32,
        _p("option", "Pack"),
        _("How many cards do you play with?"),
        rule="thirty-one.pack",
        labels={32: _("32 (7s and up)"), 36: _("36 (6s and up)"), 52: _("52 (full pack)")},
        only_for={
            size: PlayerNumbers(
                "thirty-one.players",
                tuple(number for number in NUMBERS if number <= most),
                ngettext(
                    "{size} cards are enough for {n} player",
                    "{size} cards are enough for {n} players",
                    most,
                    size=size,
                ),
            )
            for size, most in _ENOUGH_FOR.items()
        },
    )
    lives: int = option(
        3, _p("option", "Lives"), _("With no lives left you swim; the next loss puts you out."),
        rule="thirty-one.swimming", ge=0, le=5,
    )  # fmt: skip
    fire: bool = option(
        False,
        _p("option", "Fire"),
        _("Three aces are worth 33, end the round and cost everyone else a life."),
        rule="thirty-one.fire",
        labels={True: _("with fire"), False: _("without fire")},
        midway=True,
    )
    passing: bool = option(
        True,
        _p("option", "Passing"),
        _("May you pass on your turn?"),
        rule="thirty-one.turn",
        labels={True: _p("option", "allowed"), False: _("not allowed")},
        midway=True,
    )
    tied_lowest: Literal["all", "none"] = option(
        "all",
        _("Tied lowest hands"),
        _("Who loses a life when players tie for the lowest hand?"),
        rule="thirty-one.tied",
        silent=True,
        labels={"all": _("each of them"), "none": _p("key", "nobody")},
        midway=True,
    )
    first_dealer: Seat = first_dealer_option("thirty-one.deal")

    @property
    def attendance(self) -> Attendance:
        return "leaving"

    def worth(self, hand: Hand) -> Worth:
        return worth(hand, self.valuation, self.fire)


OUT: Final = -1  # the lives of a player who is out
Table = Setup[ThirtyOneOptions]


class Round(Entry):
    """A round: each player's hand, its value, or both; or only who loses a life.

    Hands and values are None for players who are out and, after fire, for anyone else.
    """

    kind: Literal["round"]
    hands: PerSeat[list[str] | None] | None = None
    values: PerSeat[PointsGiven | None] | None = None
    losers: DistinctSeats | None = None
    slow_fields: ClassVar = {"hands": 5}
    closer: Seat | None = None


@dataclass(frozen=True)
class ThirtyOneState(DealState):
    """State between rounds; `totals` holds each player's lives."""

    totals: tuple[int, ...]
    dealer: int
    out_in: tuple[float | None, ...]
    """Round in which each seat went out, or a number between two rounds; None if still in."""

    def with_lives(self, lives: tuple[int, ...], at: float) -> ThirtyOneState:
        """Return this state with other lives, which put players out in this round."""
        if lives == self.totals:
            return self
        out_in = tuple(
            [
                at if left == OUT and earlier is None else earlier
                for left, earlier in zip(lives, self.out_in, strict=True)
            ]
        )
        return replace(self, totals=lives, out_in=out_in)

    @cached_property
    def playing(self) -> tuple[int, ...]:
        return tuple([seat for seat, lives in enumerate(self.totals) if lives != OUT])


class ThirtyOne(DealsGame[ThirtyOneOptions, ThirtyOneState, Round]):
    spec = RecordSpec("thirty-one", NUMBERS, ThirtyOneOptions, (Round,))
    title = _p("game", "Thirty-One")
    about = _("Two or more players. Three cards each; the lowest hand loses a life.")
    place = 2
    usual_players = 4
    has_german_cards = True
    tie = "thirty-one.tie"
    entry_name = "round"
    largest_adjustment = 5  # lives
    due_depends_on_figures = True
    unit = "lives"
    totals_heading = _("Lives left")

    def seats_shown(self, entry: dict[str, Any]) -> int | None:
        shown = (entry.get("hands"), entry.get("values"))
        unknown = None if entry.get("losers") is None else UNKNOWN_NUMBER
        return next((len(each) for each in shown if isinstance(each, list)), unknown)

    def pack(self, options: ThirtyOneOptions) -> Pack:
        return PACKS[options.deck]

    def total_label(self, total: Points | None) -> str:
        if total == OUT:
            return _p("lives", "out")
        return _p("lives", "swims") if total == 0 else str(total)

    def start(self, setup: Table) -> ThirtyOneState:
        lives, nobody = (setup.options.lives,) * setup.seats, (None,) * setup.seats
        return ThirtyOneState(0, lives, setup.options.first_dealer, nobody)

    def seated(self, setup: Table, state: ThirtyOneState) -> ThirtyOneState:
        """Whoever has left is out, as if in the round before (`thirty-one.table`)."""
        if setup.away.isdisjoint(state.playing) or self.is_deserted(setup, state):
            return state
        lives = [OUT if seat in setup.away else left for seat, left in enumerate(state.totals)]
        after = state.with_lives(tuple(lives), state.deals)
        return replace(after, dealer=next_in(lives, state.dealer))

    def is_deserted(self, setup: Table, state: ThirtyOneState) -> bool:
        return len(state.playing) == 1 or setup.away.issuperset(state.playing)

    def is_over(self, _setup: Table, state: ThirtyOneState) -> bool:
        """Whether only one player is left (`thirty-one.end`)."""
        return len(state.playing) == 1

    def problems(self, setup: Table, state: ThirtyOneState, entry: Round) -> list[Problem]:
        found = []
        if self.is_over(setup, state):
            name = setup.players[state.playing[0]]
            message = _("The game is over: only {name} is left. Cross out this round.", name=name)
            found.append(error("thirty-one.end", message))
        found += _seat_problems(setup, state, entry)
        for seat, hand in enumerate(entry.hands or ()):
            if hand is not None and len(hand) != HAND_SIZE:
                found.append(hand_size_problem(setup.players[seat], seat, len(hand)))
        hands = {seat: hand or () for seat, hand in enumerate(entry.hands or ())}
        found += pack_problems(hands, PACKS[setup.options.deck])
        found += _value_problems(setup, entry)
        if entry.closer is not None and entry.closer not in state.playing:
            name, seats = setup.players[entry.closer], [entry.closer]
            message = _("{name} is out and can’t have closed. Choose someone else.", name=name)
            found.append(error("thirty-one.close", message, field="closer", seats=seats))
        return found

    def score(self, setup: Table, state: ThirtyOneState, entry: Round) -> Scored[ThirtyOneState]:
        worths, values, loss = self.reckon(setup, state, entry)
        lives = tuple([left - (seat in loss.seats) for seat, left in enumerate(state.totals)])
        return Scored(
            _after_round(state, lives),
            cells=tuple(map(values.get, range(setup.seats))),
            explain=partial(_explain, worths, values, loss, lives),
        )

    def reckon(
        self, setup: Table, state: ThirtyOneState, entry: Round
    ) -> tuple[dict[int, Worth], dict[int, Points], Loss]:
        """Return the worth of the hands shown, all values by seat, and who loses a life."""
        hands = _readable_hands(setup.options, entry)
        worths = {seat: setup.options.worth(hand) for seat, hand in hands.items()}
        given = enumerate(entry.values or ())
        values = {seat: without_fraction(value) for seat, value in given if value is not None}
        values |= {seat: reading.value for seat, reading in worths.items()}
        if entry.losers is not None:
            return worths, values, _loss_as_seen(state, frozenset(entry.losers))
        return worths, values, lives_lost(state, values, setup.options)

    def after_error(self, setup: Table, state: ThirtyOneState, _entry: Round) -> ThirtyOneState:
        return state if self.is_over(setup, state) else _after_round(state, state.totals)

    def adjusted(
        self, _setup: Table, state: ThirtyOneState, cells: Sequence[Points | None]
    ) -> ThirtyOneState:
        """Return the state after lives were given or taken; below 0, a player is out."""
        pairs = zip(state.totals, cells, strict=True)
        lives = tuple([left if not cell else max(OUT, left + int(cell)) for left, cell in pairs])
        # Later than everybody who is out, but before the next round.
        latest = max(state.deals, *(out_in or 0 for out_in in state.out_in))
        after = state.with_lives(lives, (latest + state.deals + 1) / 2)
        return replace(after, dealer=next_in(lives, state.dealer))

    def adjustment_problems(
        self, setup: Table, state: ThirtyOneState, points: Sequence[Points | None]
    ) -> list[Problem]:
        found = []
        if self.is_over(setup, state):
            found.append(error("thirty-one.end", _("The game is over. Cross out this adjustment.")))
        given = [seat for seat, figure in enumerate(points) if figure is not None]
        if extra := [seat for seat in given if seat not in state.playing]:
            names = listed([setup.players[seat] for seat in extra])
            message = ngettext(
                "{names} is out. Clear the figure.",
                "{names} are out. Clear their figures.",
                len(extra),
                names=names,
            )
            found.append(error("thirty-one.swimming", message, field="points", seats=extra))
        elif given and all(state.totals[n] + (points[n] or 0) < 0 for n in state.playing):
            message = _("Nobody would be left. Take fewer lives.")
            found.append(error("thirty-one.table", message, field="points", seats=given))
        return found

    def outcome(self, setup: Table, state: ThirtyOneState) -> Outcome:
        """Rank players by the lives they have left, then by how late they went out."""
        places = [
            (lives, out_in or 0) for lives, out_in in zip(state.totals, state.out_in, strict=True)
        ]
        falling = sorted(places, reverse=True)
        standings = tuple(
            Standing(setup.players[seat], state.totals[seat], 1 + falling.index(places[seat]))
            for seat in sorted(range(setup.seats), key=places.__getitem__, reverse=True)
        )
        if self.is_over(setup, state):
            return Outcome(standings, (standings[0].name,), None)
        return Outcome(standings, (), self.due(setup, state))

    def due(self, setup: Table, state: ThirtyOneState) -> Due:
        number, playing = state.deals + 1, len(state.playing)
        dealer = setup.players[state.dealer]
        details = [
            ngettext(
                "Round {number}, {n} player still in.",
                "Round {number}, {n} players still in.",
                playing,
                number=number,
            )
        ]
        short = [
            _("{name} deals", name=dealer),
            ngettext("{n} still in", "{n} still in", playing),
        ]
        swimming = [setup.players[seat] for seat in state.playing if state.totals[seat] == 0]
        if swimming:
            number_swimming, names = len(swimming), listed(swimming)
            details.append(
                ngettext("{names} swims.", "{names} swim.", number_swimming, names=names)
            )
            short.append(ngettext("{n} swims", "{n} swim", number_swimming))
        return self.next_due(
            state,
            dealer=state.dealer,
            headline=_("{name} deals three cards each", name=dealer),
            details=joined(details),
            rules=("thirty-one.deal", "thirty-one.starter", "thirty-one.lowest"),
            short=joined(short, " · "),
            cards=_("one pack of {deck}, no jokers", deck=setup.options.deck),
            offices=(Office(_p("duty", "deals"), state.dealer),),
        )

    def facts(self, setup: Table, course: Course) -> list[Fact]:
        names = seated_players(setup.players, course)
        hands: dict[str, list[Points]] = {name: [] for name in names}
        values: list[tuple[Points, str, Played]] = []
        for played in course:
            for name, value in zip(played.players, played.cells, strict=True):
                if value is not None:
                    hands[name].append(value)
                    values.append((value, name, played))
        some = _("All hands tied {when}, so everyone still in lost a life.")
        everyone = _("All hands tied {when}, so everyone lost a life.")
        level = [
            (each, some if OUT in each.before.totals else everyone)
            for each in course
            if _is_lost_by_all(each)
        ]
        found = [Fact(text.format(when=each.when), each.number) for each, text in level]
        if values and all(hands.values()):
            best = max(value for value, _name, _played in values)
            (_value, name, first), *others = [each for each in values if each[0] == best]
            template = _("Best hand: {name}, {value} {when}.")
            if best == FIRE:
                template = _(
                    "Best hand: {name}, three aces (33) {when}; everyone else lost a life."
                )
            text = template.format(name=name, value=points(best), when=first.when)
            ties = [(name, played) for _value, name, played in others]
            found.append(Fact(with_ties(text, ties), first.number))
            averages = [average(fmean(own)) for own in hands.values()]
            found.append(fact_by_player(_("Average hand: {figures}."), names, averages))
        closed = count_by_person(
            setup.players, course, lambda each, seat: getattr(each.entry, "closer", None) == seat
        )
        if any(closed.values()):
            found.append(fact_by_player(_("Rounds closed: {figures}."), closed, closed.values()))
        return found


def _is_lost_by_all(played: Played) -> bool:
    pairs = zip(played.gains, played.totals, strict=True)
    return all(gain < 0 for gain, total in pairs if gain or total != OUT)


GAME: Final = ThirtyOne()

# Problems -----------------------------------------------------------------------------------------


NO_HANDS: Final = error(
    "thirty-one.play", _("Enter each player’s hand or its value."), field="values"
)
LOSERS_AND_HANDS: Final = _("Either say who loses a life or enter the hands. Clear one of the two.")


def _seat_problems(setup: Table, state: ThirtyOneState, entry: Round) -> list[Problem]:
    """Check that everyone still in has a hand and nobody else does (`thirty-one.swimming`).

    After fire, the hand of three aces is enough; who loses a life is a record of its own.
    """
    fields = {"hands": entry.hands, "values": entry.values}
    given = {
        field: {seat for seat, value in enumerate(values) if value is not None}
        for field, values in fields.items()
        if values is not None
    }
    if entry.losers is not None:
        found = [error("thirty-one.values", LOSERS_AND_HANDS, field="losers")] if given else []
        out = sorted(set(entry.losers).difference(state.playing))
        if out:
            message = ngettext(
                "{names} is out and can’t lose a life.",
                "{names} are out and can’t lose a life.",
                len(out),
                names=listed([setup.players[seat] for seat in out]),
            )
            found.append(error("thirty-one.swimming", message, field="losers", seats=out))
        return found
    if not given:
        return [NO_HANDS]
    found, may_be_missing = [], _has_fire(setup.options, state, entry)
    for field, seats in given.items():
        missing = [seat for seat in state.playing if seat not in seats]
        extra = sorted(seats.difference(state.playing))
        if missing and not may_be_missing:
            message = ngettext(
                "The hand of {names} is missing.",
                "The hands of {names} are missing.",
                len(missing),
                names=listed([setup.players[seat] for seat in missing]),
            )
            found.append(error("thirty-one.swimming", message, field=field, seats=missing))
        if extra:
            message = ngettext(
                "{names} is out. Clear the hand.",
                "{names} are out. Clear their hands.",
                len(extra),
                names=listed([setup.players[seat] for seat in extra]),
            )
            found.append(error("thirty-one.swimming", message, field=field, seats=extra))
    return found


def _has_fire(options: ThirtyOneOptions, state: ThirtyOneState, entry: Round) -> bool:
    """Whether somebody still in has three aces and these are worth 33 (`thirty-one.fire`)."""
    hands = _readable_hands(options, entry) if options.fire else {}
    values = {**dict(enumerate(entry.values or ()))}
    values |= {seat: options.worth(hand).value for seat, hand in hands.items()}
    return options.fire and any(values.get(seat) == FIRE for seat in state.playing)


def hand_size_problem(name: str, seat: int, given: int) -> Problem:
    message = ngettext(
        "{name} has {n} card but needs {size}.",
        "{name} has {n} cards but needs {size}.",
        given,
        name=name,
        size=HAND_SIZE,
    )
    return error("thirty-one.pack", message, field="hands", seats=[seat])


def pack_problems(hands: Mapping[int, Sequence[str]], pack: Pack) -> list[Problem]:
    _cards, faults = read_cards([text for hand in hands.values() for text in hand], pack)
    seats = find_faulty_hands(hands, pack) if faults else []
    return [error("thirty-one.pack", fault, field="hands", seats=seats) for fault in faults]


def _value_problems(setup: Table, entry: Round) -> list[Problem]:
    """Check that values are possible and match any recorded cards (`thirty-one.values`)."""
    options, values, found = setup.options, entry.values or [], []
    possible = possible_values(options.deck, options.valuation, options.fire)
    hands = _readable_hands(options, entry)
    for seat, value in enumerate(values):
        if value is None:
            continue
        right = options.worth(hands[seat]).value if seat in hands else value
        if value in possible and value == right:
            continue
        template = _("{name}’s hand is worth {right}, not {value}.")
        if value not in possible:
            template = _("{name}: {value} is not a possible hand value under your rules.")
        message = template.format(
            name=setup.players[seat], value=show_value(value), right=show_value(right)
        )
        found.append(error("thirty-one.values", message, field="values", seats=[seat]))
    # A hand of 31 contains the ace of its suit, and one of 33 contains three aces.
    aces: dict[Points | None, int] = {BEST_SUIT: 1, FIRE: 3}
    needed = sum(aces.get(value, 0) for value in values)
    if needed > len(SUITS):
        counts = [(values.count(value), value) for value in aces]
        texts = [
            ngettext("{n} hand of {value}", "{n} hands of {value}", number, value=value)
            for number, value in counts
            if number
        ]
        message = _(
            "{hands} need {needed} aces, but there are only {aces}. Check the values.",
            hands=listed(texts),
            needed=needed,
            aces=len(SUITS),
        )
        seats = [seat for seat, value in enumerate(values) if value in aces]
        found.append(error("thirty-one.values", message, field="values", seats=seats))
    return found


def _readable_hands(options: ThirtyOneOptions, entry: Round) -> dict[int, Hand]:
    hands: dict[int, Hand] = {}
    for seat, texts in enumerate(entry.hands or ()):
        cards, faults = read_cards(texts or (), PACKS[options.deck])
        if len(cards) == HAND_SIZE and not faults:
            hands[seat] = cards
    return hands


# Lives --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loss:
    seats: frozenset[int]  # that lose a life
    rule: str
    reason: Text
    spared: frozenset[int] = frozenset()  # that tie for the lowest hand and lose nothing


SPARED: Final = _("tied for lowest, and at your table nobody pays (the rules don’t say)")
EACH_PAYS: Final = _("tied for lowest, and at your table each pays (the rules don’t say)")
NOBODY_LEFT: Final = _("nobody would be left, so the round doesn’t count ({silent})", silent=SILENT)


def lives_lost(state: ThirtyOneState, values: dict[int, Points], options: ThirtyOneOptions) -> Loss:
    """Decide who loses a life, given the hand values of the seats still in.

    After fire, hands may be missing.
    """
    if options.fire and FIRE in values.values():
        others = frozenset(seat for seat in state.playing if values.get(seat) != FIRE)
        return Loss(others, "thirty-one.fire", _("someone else has three aces"))
    lowest = min(values.values())
    losers = frozenset([seat for seat, value in values.items() if value == lowest])
    if len(losers) == 1:
        return Loss(losers, "thirty-one.lowest", _("lowest hand"))
    if options.tied_lowest == "none":
        return Loss(frozenset(), "thirty-one.tied", SPARED, spared=losers)
    if losers == values.keys() and all(state.totals[seat] == 0 for seat in losers):
        return Loss(frozenset(), "thirty-one.all-out", NOBODY_LEFT, spared=losers)
    return Loss(losers, "thirty-one.tied", EACH_PAYS)


def _loss_as_seen(state: ThirtyOneState, losers: frozenset[int]) -> Loss:
    """Take the table's word for who loses a life; a round can't put everyone out."""
    if losers.issuperset(state.playing):
        return Loss(frozenset(), "thirty-one.all-out", NOBODY_LEFT, spared=losers)
    return Loss(losers, "thirty-one.lowest", _("as your table recorded it"))


def _after_round(state: ThirtyOneState, lives: tuple[int, ...]) -> ThirtyOneState:
    """Return the state after a round; the deal passes left, skipping players who are out."""
    number = state.deals + 1
    dealer = next_in(lives, (state.dealer + 1) % len(lives))
    return replace(state.with_lives(lives, number), deals=number, dealer=dealer)


def next_in(lives: Sequence[int], seat: int) -> int:
    """Return this seat or, if its player is out, the next one to the left who is still in."""
    while lives[seat] == OUT:
        seat = (seat + 1) % len(lives)
    return seat


# Sentences ----------------------------------------------------------------------------------------


def _describe_loss(reason: Text, left: int) -> Text:
    if left == OUT:
        return _("this player loses a life and is out: {reason}", reason=reason)
    if left == 0:
        return _("this player loses a life and swims: {reason}", reason=reason)
    return ngettext(
        "this player loses a life and has {n} left: {reason}",
        "this player loses a life and has {n} left: {reason}",
        left,
        reason=reason,
    )


def _explain(
    worths: Mapping[int, Worth], values: Mapping[int, Points], loss: Loss, lives: tuple[int, ...]
) -> Explanation:
    why, marks = [], []
    is_silent = loss.rule in ("thirty-one.lowest", "thirty-one.all-out")
    for seat, left in enumerate(lives):
        lines = []
        if seat in worths:
            worth = worths[seat]
            lines.append(Line(worth.rule, worth.value, worth.text, worth.rule == SINGLE))
        elif seat in values:
            text = _("a hand of {value}", value=show_value(values[seat]))
            lines.append(Line("thirty-one.values", values[seat], text))
        has_fire = loss.rule == "thirty-one.fire" and values.get(seat) == FIRE
        mark: str = _p("lives", "fire") if has_fire else ""
        if seat in loss.spared:
            lines.append(Line(loss.rule, 0, loss.reason, is_silent))
        if seat in loss.seats:
            mark = _p("lives", "out") if left == OUT else "−1"
            text = _describe_loss(loss.reason, left)
            if loss.rule == "thirty-one.lowest":
                text = _("{text} ({silent})", text=text, silent=SILENT)
            lines.append(Line(loss.rule, 0, text, is_silent))
        why.append(tuple(lines))
        marks.append(mark)
    return Explanation(tuple(why), tuple(marks))
