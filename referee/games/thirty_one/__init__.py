"""Thirty-One (Schwimmen): hands of three cards, rounds until one player is left.

The rules are in `thirty_one.md`, read from the game's page of rules; ids as there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from referee.cards import read_cards
from referee.game import Due, Game, Heading, Outcome, Scored, Standing, Table, listed
from referee.games.thirty_one.hand import (
    FIRE,
    HAND_SIZE,
    PACKS,
    TRIPLE,
    Hand,
    Worth,
    possible_values,
    shown,
    whole,
)
from referee.games.thirty_one.options import ThirtyOneOptions
from referee.games.thirty_one.questions import INQUIRIES
from referee.law import Line, Points, Problem, error
from referee.record import Entry, Figure, PerSeat, Seat, Shape

OUT: Final = -1
"""The lives of a player who is out."""


class Round(Entry):
    """A round: the hands as they were shown, or their values, or both; None for who is out."""

    kind: Literal["round"]
    hands: PerSeat[list[str] | None] | None = None
    values: PerSeat[Figure | None] | None = None
    closer: Seat | None = None


@dataclass(frozen=True)
class State:
    """How many rounds are over, who deals, the lives of each seat, and when it went out."""

    rounds: int
    dealer: int
    lives: tuple[int, ...]
    out_in: tuple[int | None, ...]

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are in."""
        return tuple(seat for seat, lives in enumerate(self.lives) if lives != OUT)

    @property
    def is_over(self) -> bool:
        """Whether one player alone is left (`thirty-one.end`)."""
        return len(self.playing) == 1


def most_players(options: ThirtyOneOptions) -> int:
    """`thirty-one.players`: three cards each and three for the table, 16 at most."""
    return min(options.deck // HAND_SIZE - 1, 16)


# The round as it was recorded ---------------------------------------------------------------------


def problems(table: Table[ThirtyOneOptions], state: State, entry: Round) -> list[Problem]:
    """Every rule that this round breaks."""
    found = []
    if state.is_over:
        winner = table.players[state.playing[0]]
        message = f"The game is over: {winner} alone is left. No round follows."
        found.append(error("thirty-one.end", message))
    if entry.hands is None and entry.values is None:
        message = "A round needs the hands of the players, or their values."
        found.append(error("thirty-one.play", message, field="values"))
    found += _seat_problems(table, state, entry)
    found += _hand_problems(table, entry)
    found += _value_problems(table, entry)
    if entry.closer is not None and entry.closer not in state.playing:
        message = f"{table.players[entry.closer]} is out and cannot have closed the round."
        found.append(error("thirty-one.close", message, seat=entry.closer, field="closer"))
    return found


def _seat_problems(table: Table[ThirtyOneOptions], state: State, entry: Round) -> list[Problem]:
    """`thirty-one.swimming`: who is in has a hand, who is out has none."""
    found = []
    for field, given in (("hands", entry.hands), ("values", entry.values)):
        if given is None:
            continue
        shown = {seat for seat, value in enumerate(given) if value is not None}
        missing = [table.players[seat] for seat in state.playing if seat not in shown]
        extra = [table.players[seat] for seat in sorted(shown.difference(state.playing))]
        if missing:
            rest = "is in, and the hand is" if len(missing) == 1 else "are in, and their hands are"
            message = f"{listed(missing)} {rest} missing."
            found.append(error("thirty-one.swimming", message, field=field))
        if extra:
            verb = "is" if len(extra) == 1 else "are"
            message = f"{listed(extra)} {verb} out and cannot have a hand."
            found.append(error("thirty-one.swimming", message, field=field))
    return found


def _hand_problems(table: Table[ThirtyOneOptions], entry: Round) -> list[Problem]:
    """`thirty-one.pack`: three cards a hand, of this pack, and none in two places."""
    if entry.hands is None:
        return []
    found = [
        error(
            "thirty-one.pack",
            f"The hand of {table.players[seat]} has {len(hand)} cards and must have {HAND_SIZE}.",
            seat=seat,
            field="hands",
        )
        for seat, hand in enumerate(entry.hands)
        if hand is not None and len(hand) != HAND_SIZE
    ]
    every = [text for hand in entry.hands for text in hand or ()]
    _, faults = read_cards(every, PACKS[table.options.deck])
    return found + [error("thirty-one.pack", fault, field="hands") for fault in faults]


def _value_problems(table: Table[ThirtyOneOptions], entry: Round) -> list[Problem]:
    """`thirty-one.values`: each is the value of some hand, of the hand that is there if one is."""
    if entry.values is None:
        return []
    options, found = table.options, []
    possible = possible_values(options.deck, options.valuation, options.fire)
    hands = _readable_hands(options, entry)
    for seat, value in enumerate(entry.values):
        name, hand = table.players[seat], hands.get(seat)
        if value is not None and value not in possible:
            message = f"{name}: no hand of {options.deck} cards is worth {shown(value)} here."
        elif hand is not None and value != options.worth(hand).value:
            right = shown(options.worth(hand).value)
            message = f"{name}: the hand is worth {right}, not {shown(value)}."
        else:
            continue
        found.append(error("thirty-one.values", message, seat=seat, field="values"))
    if entry.values.count(FIRE) > 1:
        message = f"Two hands of {FIRE} need six aces, and there are four."
        found.append(error("thirty-one.values", message, field="values"))
    return found


def _readable_hands(options: ThirtyOneOptions, entry: Round) -> dict[int, Hand]:
    """The hands by seat, of those that are three cards of the pack."""
    hands: dict[int, Hand] = {}
    for seat, texts in enumerate(entry.hands or ()):
        cards, faults = read_cards(texts or (), PACKS[options.deck])
        if len(cards) == HAND_SIZE and not faults:
            hands[seat] = cards
    return hands


# What it comes to ---------------------------------------------------------------------------------


def start(table: Table[ThirtyOneOptions]) -> State:
    """The state before the first round."""
    options = table.options
    return State(0, options.first_dealer, (options.lives,) * table.seats, (None,) * table.seats)


def heading(_table: Table[ThirtyOneOptions], state: State, _entry: Round) -> Heading:
    """What the row of this round is called."""
    if state.is_over:
        return Heading("After the end", "–")
    return Heading(f"Round {state.rounds + 1}", str(state.rounds + 1))


def score(table: Table[ThirtyOneOptions], state: State, entry: Round) -> Scored:
    """The values of the hands, and the lives that they cost."""
    worths = _worths(table.options, entry)
    values = {seat: reading.value for seat, reading in worths.items()}
    loss = lives_lost(state, values, table.options)
    lives = tuple(left - (seat in loss.seats) for seat, left in enumerate(state.lives))
    number = state.rounds + 1
    out_in = tuple(
        number if left == OUT and earlier is None else earlier
        for left, earlier in zip(lives, state.out_in, strict=True)
    )
    why = tuple(
        (*_worth_lines(worths.get(seat)), *_life_lines(loss, seat, lives[seat]))
        for seat in range(table.seats)
    )
    cells = tuple(values.get(seat) for seat in range(table.seats))
    marks = tuple(_mark(left, seat in loss.seats) for seat, left in enumerate(lives))
    return Scored(_deal_on(State(number, state.dealer, lives, out_in)), cells, why, marks)


@dataclass(frozen=True)
class Loss:
    """The seats that lose a life in a round, by which rule, and why in words."""

    seats: frozenset[int]
    rule: str
    reason: str
    spared: frozenset[int] = frozenset()
    """The seats that share the lowest hand and lose nothing."""


def lives_lost(state: State, values: dict[int, Points], options: ThirtyOneOptions) -> Loss:
    """Who pays for a round in which the seats that are in showed these values."""
    if options.fire and FIRE in values.values():
        others = frozenset(seat for seat, value in values.items() if value != FIRE)
        return Loss(others, "thirty-one.fire", "three aces in another hand")
    lowest = min(values.values())
    losers = frozenset(seat for seat, value in values.items() if value == lowest)
    if len(losers) == 1:
        return Loss(losers, "thirty-one.lowest", "lowest hand")
    if options.tied_lowest == "none":
        reason = "several lowest hands; the source is silent, this table spares them"
        return Loss(frozenset(), "thirty-one.tied", reason, spared=losers)
    if losers == values.keys() and all(state.lives[seat] == 0 for seat in losers):
        reason = "nobody would be left; the source is silent, the round counts for nothing"
        return Loss(frozenset(), "thirty-one.all-out", reason, spared=losers)
    reason = "one of several lowest hands; the source is silent, at this table each pays"
    return Loss(losers, "thirty-one.tied", reason)


VALUE_RULES: Final = {FIRE: "thirty-one.fire", TRIPLE: "thirty-one.triple"}
"""The rule of a recorded value that only one kind of hand has."""


def _worths(options: ThirtyOneOptions, entry: Round) -> dict[int, Worth]:
    """What each seat that is in showed."""
    hands = _readable_hands(options, entry)
    if hands:
        return {seat: options.worth(hand) for seat, hand in hands.items()}
    values = {seat: value for seat, value in enumerate(entry.values or ()) if value is not None}
    return {
        seat: Worth(whole(value), (), "thirty-one.values", f"a hand of {shown(value)}")
        for seat, value in values.items()
    }


def _worth_lines(reading: Worth | None) -> tuple[Line, ...]:
    return () if reading is None else (Line(reading.rule, reading.value, reading.text),)


def _life_lines(loss: Loss, seat: int, left: int) -> tuple[Line, ...]:
    if seat in loss.spared:
        return (Line(loss.rule, 0, loss.reason),)
    if seat not in loss.seats:
        return ()
    after = {OUT: "and is out", 0: "and swims", 1: "1 is left"}.get(left, f"{left} are left")
    return (Line(loss.rule, 0, f"{loss.reason}: loses a life, {after}"),)


def _mark(left: int, loses: bool) -> str:
    return ("out" if left == OUT else "−1") if loses else ""


def lives_in_words(lives: Points | None) -> str:
    """The lives of a player at the top of the pad."""
    return "out" if lives == OUT else str(lives)


def skip(_table: Table[ThirtyOneOptions], state: State, _entry: Round) -> State:
    """A round with an error has been dealt; one after the end never was."""
    return state if state.is_over else _deal_on(replace(state, rounds=state.rounds + 1))


def _deal_on(state: State) -> State:
    """The deal passes to the next player on the left who is in."""
    seats = len(state.lives)
    to_the_left = ((state.dealer + step) % seats for step in range(1, seats + 1))
    return replace(state, dealer=next(seat for seat in to_the_left if seat in state.playing))


def outcome(table: Table[ThirtyOneOptions], state: State) -> Outcome:
    """How the game stands: by lives, then those who are out, the last to go out first."""

    def place(seat: int) -> tuple[int, int]:
        return state.lives[seat], state.out_in[seat] or 0

    standings = tuple(
        Standing(
            table.players[seat],
            state.lives[seat],
            1 + sum(place(other) > place(seat) for other in range(table.seats)),
        )
        for seat in sorted(range(table.seats), key=place, reverse=True)
    )
    if state.is_over:
        return Outcome(state.lives, standings, (standings[0].name,), None)
    return Outcome(state.lives, standings, (), _due(table, state))


def _due(table: Table[ThirtyOneOptions], state: State) -> Due:
    name, swimming = table.players[state.dealer], [s for s in state.playing if state.lives[s] == 0]
    details = f"Round {state.rounds + 1}, {len(state.playing)} players in."
    if swimming:
        verb = "swims" if len(swimming) == 1 else "swim"
        details += f" {listed([table.players[seat] for seat in swimming])} {verb}."
    return Due(
        kind="round",
        label=f"Round {state.rounds + 1}",
        name=f"round {state.rounds + 1}",
        dealer=state.dealer,
        headline=f"{name} deals three cards each",
        details=details,
        rules=("thirty-one.deal", "thirty-one.starter", "thirty-one.lowest"),
    )


GAME: Final = Game(
    shape=Shape("thirty-one", 2, 16, ThirtyOneOptions, (Round,), most_players),
    title="Thirty-One",
    about="Two players and more, hands of three cards, lives.",
    rulebook_file="thirty_one.md",
    place=2,
    usual_players=4,
    start=start,
    heading=heading,
    problems=problems,
    score=score,
    skip=skip,
    outcome=outcome,
    tie="thirty-one.tie",
    pack=lambda options: PACKS[options.deck],
    total_in_words=lives_in_words,
    unit="lives",
    inquiries=INQUIRIES,
)
