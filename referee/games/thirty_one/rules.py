"""Thirty-One (Schwimmen): hands of three cards, rounds until one player is left.

The value of a hand is in `hand.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from statistics import fmean
from typing import Any, Final, Literal

from referee.core.cards import SUITS, Pack, find_faulty_hands, read_cards
from referee.core.findings import Line, Points, Problem, error
from referee.core.game import BaseGame, Due, Explanation, Heading, Office, Outcome, Scored, Standing
from referee.core.record import Entry, RecordSpec
from referee.core.seating import Seating
from referee.core.story.course import Course, Fact, count_by_person, people, tallied
from referee.core.text import SILENT, Said, counted, joined, listed, points, said
from referee.core.validation import PerSeat, PointsGiven, Seat
from referee.games.thirty_one.hand import (
    BEST_SUIT,
    FIRE,
    HAND_SIZE,
    PACKS,
    Hand,
    Worth,
    possible_values,
    show_value,
    without_fraction,
)
from referee.games.thirty_one.options import NUMBERS, ThirtyOneOptions
from referee.games.thirty_one.questions import QUESTION_KINDS

OUT: Final = -1
"""The lives of a player who is out."""
Table = Seating[ThirtyOneOptions]


class Round(Entry):
    """A round: the hands as they were shown, or their values, or both; None for who is out."""

    kind: Literal["round"]
    hands: PerSeat[list[str] | None] | None = None
    values: PerSeat[PointsGiven | None] | None = None
    closer: Seat | None = None


@dataclass(frozen=True)
class ThirtyOneState:
    rounds: int
    """Rounds that are over."""
    dealer: int
    lives: tuple[int, ...]
    out_in: tuple[int | None, ...]
    """The round in which each seat went out."""

    @property
    def totals(self) -> tuple[int, ...]:
        return self.lives

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """Seats that are still in."""
        return tuple([seat for seat, lives in enumerate(self.lives) if lives != OUT])

    @property
    def is_over(self) -> bool:
        """`thirty-one.end`: one player is left."""
        return len(self.playing) == 1


class ThirtyOne(BaseGame[ThirtyOneOptions, ThirtyOneState, Round]):
    """The lowest hand of a round loses a life, until one player is left."""

    spec = RecordSpec("thirty-one", NUMBERS, ThirtyOneOptions, (Round,))
    title = "Thirty-One"
    about = "Two players and more, hands of three cards, lives."
    place = 2
    usual_players = 4
    tie = "thirty-one.tie"
    entry_name = "round"
    question_kinds = QUESTION_KINDS
    unit = "lives"
    totals_heading = "Lives left"

    def seats_shown(self, entry: dict[str, Any]) -> int | None:
        shown = (entry.get("hands"), entry.get("values"))
        return next((len(each) for each in shown if isinstance(each, list)), None)

    def pack(self, options: ThirtyOneOptions) -> Pack:
        return PACKS[options.deck]

    def total_label(self, total: Points | None) -> str:
        if total == OUT:
            return "out"
        return "swims" if total == 0 else str(total)

    def start(self, seating: Table) -> ThirtyOneState:
        options, seats = seating.options, seating.seats
        lives = (options.lives,) * seats
        return ThirtyOneState(0, options.first_dealer, lives, (None,) * seats)

    def heading(self, _seating: Table, state: ThirtyOneState, _entry: Round) -> Heading:
        if state.is_over:
            return Heading("After the end", "–")
        return Heading(_label(state), str(state.rounds + 1))

    def problems(self, seating: Table, state: ThirtyOneState, entry: Round) -> list[Problem]:
        found = _seat_problems(seating, state, entry)
        if state.is_over:
            template = "The game is over: {winner} alone is left. No round follows."
            message = said(template, winner=seating.players[state.playing[0]])
            found.insert(0, error("thirty-one.end", message))
        found += _hand_problems(seating, entry) + _value_problems(seating, entry)
        if entry.closer is not None and entry.closer not in state.playing:
            template = "{name} is out and cannot have closed the round."
            message = said(template, name=seating.players[entry.closer])
            seats = [entry.closer]
            found.append(error("thirty-one.close", message, field="closer", seats=seats))
        return found

    def score(self, seating: Table, state: ThirtyOneState, entry: Round) -> Scored[ThirtyOneState]:
        hands = _readable_hands(seating.options, entry)
        worths = {seat: seating.options.worth(hand) for seat, hand in hands.items()}
        if not hands:
            given = enumerate(entry.values or ())
            worths = {seat: _worth_of(value) for seat, value in given if value is not None}
        values = {seat: reading.value for seat, reading in worths.items()}
        loss = lives_lost(state, values, seating.options)
        lives = tuple([left - (seat in loss.seats) for seat, left in enumerate(state.lives)])
        return Scored(
            _after_round(state, lives),
            cells=tuple(map(values.get, range(seating.seats))),
            explain=partial(_explain, worths, loss, lives),
        )

    def after_error(self, _seating: Table, state: ThirtyOneState, _entry: Round) -> ThirtyOneState:
        """A round with an error was dealt; one after the end never was."""
        return state if state.is_over else _after_round(state, state.lives)

    def outcome(self, seating: Table, state: ThirtyOneState) -> Outcome:
        """By lives; of those who are out, the last to go out comes first."""
        places = [
            (lives, out_in or 0) for lives, out_in in zip(state.lives, state.out_in, strict=True)
        ]
        falling = sorted(places, reverse=True)
        standings = tuple(
            Standing(seating.players[seat], state.lives[seat], 1 + falling.index(places[seat]))
            for seat in sorted(range(seating.seats), key=places.__getitem__, reverse=True)
        )
        if state.is_over:
            return Outcome(standings, (standings[0].name,), None)
        return Outcome(standings, (), _due(seating, state))

    def facts(self, seating: Table, course: Course) -> list[Fact]:
        """The average hand of each, the best one, and how often each closed a round."""
        names = people(seating.players, course)
        hands: dict[str, list[Points]] = {name: [] for name in names}
        for played in course:
            for name, value in zip(played.players, played.cells, strict=True):
                hands[name] += [] if value is None else [value]
        found: list[Fact] = []
        if hands and all(hands.values()):
            average = [f"{fmean(own):.1f}" for own in hands.values()]
            found += tallied("The average hand: {figures}.", names, average)
            found.append(_best_hand(course))
        closed = count_by_person(
            seating.players, course, lambda each, seat: getattr(each.entry, "closer", None) == seat
        )
        if any(closed.values()):
            found += tallied("Rounds closed: {figures}.", closed, closed.values())
        return found


GAME: Final = ThirtyOne()


def _best_hand(course: Course) -> Fact:
    """The best hand, and the first round in which it was shown."""

    def best_of(cells: tuple[Points | None, ...]) -> Points:
        return max(value for value in cells if value is not None)

    best = max(course, key=lambda played: best_of(played.cells))
    value = best_of(best.cells)
    template = "The best hand: {name} {value} in {label}{fire}."
    fire = said(", fire") if value == FIRE else said("")
    name = best.players[best.cells.index(value)]
    text = said(template, name=name, value=points(value), label=best.label, fire=fire)
    return Fact(text, best.number)


# Problems -----------------------------------------------------------------------------------------


def _seat_problems(seating: Table, state: ThirtyOneState, entry: Round) -> list[Problem]:
    """`thirty-one.swimming`: players who are in have a hand, others have none."""
    if entry.hands is None and entry.values is None:
        message = said("A round needs the hands of the players, or their values.")
        return [error("thirty-one.play", message, field="values")]
    found = []
    for field, given in (("hands", entry.hands), ("values", entry.values)):
        seats = {seat for seat, value in enumerate(given or ()) if value is not None}
        if seats == set(state.playing):  # as nearly always
            continue
        missing = [seat for seat in state.playing if seat not in seats]
        extra = sorted(seats.difference(state.playing))
        if given is not None and missing:
            names = listed([seating.players[seat] for seat in missing])
            message = said("Still missing: the hand of {names}.", names=names)
            found.append(error("thirty-one.swimming", message, field=field, seats=missing))
        if extra:
            one = "{names} is out and cannot have a hand."
            more = "{names} are out and cannot have hands."
            names = listed([seating.players[seat] for seat in extra])
            message = said(one if len(extra) == 1 else more, names=names)
            found.append(error("thirty-one.swimming", message, field=field, seats=extra))
    return found


def _hand_problems(seating: Table, entry: Round) -> list[Problem]:
    """`thirty-one.pack`: three cards a hand, all of this pack, no card twice."""
    found: list[Problem] = []
    if entry.hands is None:
        return found
    for seat, hand in enumerate(entry.hands):
        if hand is not None and len(hand) != HAND_SIZE:
            message = said(
                "The hand of {name} has {given} cards and must have {size}.",
                name=seating.players[seat],
                given=len(hand),
                size=HAND_SIZE,
            )
            found.append(error("thirty-one.pack", message, field="hands", seats=[seat]))
    hands = {seat: hand or () for seat, hand in enumerate(entry.hands)}
    return found + pack_problems(hands, PACKS[seating.options.deck])


def pack_problems(hands: Mapping[int, Sequence[str]], pack: Pack) -> list[Problem]:
    """Cards that are not in this pack, or appear twice."""
    _, faults = read_cards([text for hand in hands.values() for text in hand], pack)
    seats = find_faulty_hands(hands, pack)
    return [error("thirty-one.pack", fault, field="hands", seats=seats) for fault in faults]


def _value_problems(seating: Table, entry: Round) -> list[Problem]:
    """`thirty-one.values`: possible values, and those of the hands where cards are recorded."""
    values, hands = entry.values or [], _readable_hands(seating.options, entry)
    found = [
        error("thirty-one.values", message, field="values", seats=[seat])
        for seat, value in enumerate(values)
        if value is not None and (message := _value_fault(seating, seat, value, hands.get(seat)))
    ]
    return found + _ace_problems(values)


def _ace_problems(values: Sequence[Points | None]) -> list[Problem]:
    """A hand of 31 has the ace of its suit, and one of 33 three aces."""
    aces: dict[Points | None, int] = {BEST_SUIT: 1, FIRE: 3}
    needed = sum(aces.get(value, 0) for value in values)
    if needed <= len(SUITS):
        return []
    hands = [
        said("{hands} of {value}", hands=counted(number, "hand"), value=value)
        for value in aces
        if (number := values.count(value))
    ]
    message = said(
        "{hands} would need {needed} aces, and there are {aces}. Check these hands.",
        hands=listed(hands),
        needed=needed,
        aces=len(SUITS),
    )
    seats = [seat for seat, value in enumerate(values) if value in aces]
    return [error("thirty-one.values", message, field="values", seats=seats)]


def _value_fault(seating: Table, seat: int, value: Points, hand: Hand | None) -> Said | None:
    options, name = seating.options, seating.players[seat]
    if value not in possible_values(options.deck, options.valuation, options.fire):
        return said(
            "{name}: no three cards of your {deck} are worth {value} at this table.",
            name=name,
            deck=options.deck,
            value=show_value(value),
        )
    right = value if hand is None else options.worth(hand).value
    if right == value:
        return None
    template = "{name}: the hand is worth {right}, not {value}."
    return said(template, name=name, right=show_value(right), value=show_value(value))


def _readable_hands(options: ThirtyOneOptions, entry: Round) -> dict[int, Hand]:
    """Hands of three cards of the pack, by seat."""
    hands: dict[int, Hand] = {}
    for seat, texts in enumerate(entry.hands or ()):
        cards, faults = read_cards(texts or (), PACKS[options.deck])
        if len(cards) == HAND_SIZE and not faults:
            hands[seat] = cards
    return hands


# Lives --------------------------------------------------------------------------------------------

IN_ANOTHER_HAND: Final = said("three aces in another hand")
LOWEST: Final = said("lowest hand")
SPARED: Final = said("several lowest hands; the source is silent, this table spares them")
EACH_PAYS: Final = said(
    "one of several lowest hands; the source is silent, at this table each pays"
)
NOBODY_LEFT: Final = said(
    "nobody would be left; the source is silent, Referee rules so: the round counts for nothing"
)


@dataclass(frozen=True)
class Loss:
    seats: frozenset[int]
    """Seats that lose a life in a round."""
    rule: str
    reason: Said
    spared: frozenset[int] = frozenset()
    """Seats that share the lowest hand and lose nothing."""


def lives_lost(state: ThirtyOneState, values: dict[int, Points], options: ThirtyOneOptions) -> Loss:
    """Decide who pays for a round, from the values of the seats that are in."""
    if options.fire and FIRE in values.values():
        others = frozenset(seat for seat, value in values.items() if value != FIRE)
        return Loss(others, "thirty-one.fire", IN_ANOTHER_HAND)
    lowest = min(values.values())
    losers = frozenset([seat for seat, value in values.items() if value == lowest])
    if len(losers) == 1:
        return Loss(losers, "thirty-one.lowest", LOWEST)
    if options.tied_lowest == "none":
        return Loss(frozenset(), "thirty-one.tied", SPARED, spared=losers)
    if losers == values.keys() and all(state.lives[seat] == 0 for seat in losers):
        return Loss(frozenset(), "thirty-one.all-out", NOBODY_LEFT, spared=losers)
    return Loss(losers, "thirty-one.tied", EACH_PAYS)


def _after_round(state: ThirtyOneState, lives: tuple[int, ...]) -> ThirtyOneState:
    """The deal passes to the next player on the left who is in."""
    number, out_in = state.rounds + 1, state.out_in
    if lives != state.lives:
        out_in = tuple(
            [
                number if left == OUT and earlier is None else earlier
                for left, earlier in zip(lives, out_in, strict=True)
            ]
        )
    dealer = (state.dealer + 1) % len(lives)
    while lives[dealer] == OUT:
        dealer = (dealer + 1) % len(lives)
    return ThirtyOneState(number, dealer, lives, out_in)


# Sentences ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _worth_of(value: Points) -> Worth:
    """The reading of a hand recorded by its value."""
    text = said("a hand of {value}", value=show_value(value))
    return Worth(without_fraction(value), (), "thirty-one.values", text)


def _explain(worths: Mapping[int, Worth], loss: Loss, lives: tuple[int, ...]) -> Explanation:
    why, marks = [], []
    for seat, left in enumerate(lives):
        lines = worths[seat].lines if seat in worths else ()
        why.append(lines + _life_lines(loss, seat, left))
        if seat in loss.seats:
            marks.append("out" if left == OUT else "−1")
        else:
            marks.append("fire" if loss.rule == "thirty-one.fire" and seat in worths else "")
    return Explanation(tuple(why), tuple(marks))


_LIFE_LOST: Final = {
    OUT: "{reason}: loses a life, and is out",
    0: "{reason}: loses a life, and swims",
    1: "{reason}: loses a life, 1 is left",
}


def _life_lines(loss: Loss, seat: int, left: int) -> tuple[Line, ...]:
    is_silent = loss.rule in ("thirty-one.lowest", "thirty-one.all-out")
    if seat in loss.spared:
        return (Line(loss.rule, 0, loss.reason, is_silent),)
    if seat not in loss.seats:
        return ()
    template = _LIFE_LOST.get(left, "{reason}: loses a life, {left} are left")
    text = said(template, reason=loss.reason, left=left)
    if loss.rule == "thirty-one.lowest":
        text = said("{text} ({silent})", text=text, silent=SILENT)
    return (Line(loss.rule, 0, text, is_silent),)


def _label(state: ThirtyOneState) -> Said:
    return said("Round {number}", number=state.rounds + 1)


def _due(seating: Table, state: ThirtyOneState) -> Due:
    number, playing = state.rounds + 1, len(state.playing)
    details = [said("Round {number}, {playing} players in.", number=number, playing=playing)]
    short = [
        said("{name} deals", name=seating.players[state.dealer]),
        said("{playing} in", playing=playing),
    ]
    swimming = [seating.players[seat] for seat in state.playing if state.lives[seat] == 0]
    if swimming:
        is_one = len(swimming) == 1
        details.append(
            said("{names} swims." if is_one else "{names} swim.", names=listed(swimming))
        )
        short.append(said("{number} swims" if is_one else "{number} swim", number=len(swimming)))
    return Due(
        kind="round",
        label=_label(state),
        name=said("round {number}", number=number),
        dealer=state.dealer,
        headline=said("{name} deals three cards each", name=seating.players[state.dealer]),
        details=joined(details),
        rules=("thirty-one.deal", "thirty-one.starter", "thirty-one.lowest"),
        short=joined(short, " · "),
        cards=said("one pack of {deck} cards, without jokers", deck=seating.options.deck),
        offices=(Office(said("deals"), state.dealer),),
    )
