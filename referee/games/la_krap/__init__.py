"""La Krap, by Paavo Suhonen: teams by the upcards, a game by the turned card, tricks squared.

What lies face up, the trick, marriages, options and questions have modules of their own beside this
one; here are the deal, its problems and its score. Seats and deals are counted from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator

from referee.by_cards import breach_problems, count_problems, shape_problems
from referee.cards import read_cards
from referee.game import (
    ByCards,
    Due,
    Game,
    Heading,
    Outcome,
    Scored,
    Table,
    counted,
    ranked,
)
from referee.games.la_krap.marriages import by_seat, card_problems, figure_problems
from referee.games.la_krap.options import LaKrapOptions
from referee.games.la_krap.questions import INQUIRIES
from referee.games.la_krap.score import receipt, sum_of
from referee.games.la_krap.trick import TRICKS, rules_of
from referee.games.la_krap.turned import (
    MULTIPLIERS,
    PACK,
    Teams,
    Turned,
    all_alone,
    numbered,
    playing,
    teams_of,
    turned,
    turned_fault,
)
from referee.law import Problem, error
from referee.record import Count, Entry, PerSeat, Seat, Shape
from referee.tricks import Play, follow_play

FEWEST, MOST = 3, 6
"""`la-krap.players`."""
MOST_EXCHANGED: Final = 6
MOST_EXPOSED: Final = 3
MOST_TEAMS: Final = 3
TURNED_AT_LEAST: Final = {1: 1, 2: 2, 4: 2, 8: 3, 16: 4}
"""The fewest cards that can have been turned for a multiplier: the jokers and the game card."""

Announcement = Annotated[
    tuple[Count, Seat],
    BeforeValidator(lambda pair: tuple(pair) if isinstance(pair, list) else pair),
]
"""After which trick, counted from 1, and by whom."""


class KrapDeal(Entry):
    """A deal: what lay face up, and the tricks and marriages of each seat, or every card."""

    kind: Literal["deal"]
    upcards: PerSeat[str] | None = None
    teams: PerSeat[Count] | None = None
    """Given as null, it says that there are no teams."""
    turned: list[str] | None = None
    null: bool | None = None
    multiplier: Count | None = None
    tricks: PerSeat[Count] | None = None
    marriages: PerSeat[Count] | None = None
    exchanged: PerSeat[Count] | None = None
    exposed: PerSeat[Count] | None = None
    play: list[list[str]] | None = None
    marriages_at: list[Announcement] | None = None

    @property
    def says_teams(self) -> bool:
        """Whether the teams are given directly."""
        return "teams" in self.model_fields_set


@dataclass(frozen=True)
class State:
    """How many deals are over, and what each player has."""

    deals: int
    totals: tuple[int, ...]


# The deal as it was recorded ----------------------------------------------------------------------


def problems(table: Table[LaKrapOptions], state: State, entry: KrapDeal) -> list[Problem]:
    """Every rule that this deal breaks."""
    found = []
    if state.deals >= table.options.rounds:
        message = f"The game is over after {counted(table.options.rounds, 'deal')}."
        found.append(error("la-krap.rounds", message))
    found += _team_problems(entry)
    found += _game_problems(entry)
    found += _face_up_problems(entry)
    found += _exchange_problems(table, entry)
    found += _trick_problems(table, entry)
    return found + _play_problems(table, state, entry)


def _team_problems(entry: KrapDeal) -> list[Problem]:
    if (entry.upcards is None) != entry.says_teams:
        both = "not both" if entry.says_teams else "and both are missing"
        message = f"A deal needs either the upcards of all players or the teams, {both}."
        return [error("la-krap.play", message, field="upcards")]
    if len(set(entry.teams or ())) > MOST_TEAMS:
        message = f"There are {MOST_TEAMS} teams at most: red, black, and the jokers."
        return [error("la-krap.teams", message, field="teams")]
    return []


def _game_problems(entry: KrapDeal) -> list[Problem]:
    if entry.turned is None:
        if entry.multiplier in (None, *MULTIPLIERS):
            return []
        message = f"Jokers multiply by 1, 2, 4, 8 or 16, not by {entry.multiplier}."
        return [error("la-krap.multiplier", message, field="multiplier")]
    rule = "la-krap.game-card"
    cards, faults = read_cards(entry.turned, PACK)
    if fault := "" if faults else turned_fault(cards):
        return [error(rule, fault, field="turned")]
    game = None if faults else turned(cards)
    if game and entry.null not in (None, game.is_null):
        message = f"By the turned cards {game.text}; recorded is the contrary."
        return [error(rule, message, field="null")]
    if game and entry.multiplier not in (None, game.multiplier):
        message = f"The turned cards multiply by {game.multiplier}, not by {entry.multiplier}."
        return [error(rule, message, field="multiplier")]
    return []


def _face_up_problems(entry: KrapDeal) -> list[Problem]:
    """`la-krap.pack`: the upcards and the turned cards lie on the table at the same time."""
    _, faults = read_cards([*(entry.upcards or ()), *(entry.turned or ())], PACK)
    field = "upcards" if entry.upcards else "turned"
    return [error("la-krap.pack", fault, field=field) for fault in faults]


def _exchange_problems(table: Table[LaKrapOptions], entry: KrapDeal) -> list[Problem]:
    found = []
    exchanged, game = entry.exchanged or [], game_of(entry)
    stock = len(PACK) - TRICKS * table.seats - _cards_turned(entry)
    if game and not game.may_exchange and any(exchanged):
        message = "A 2 was turned, so nobody may exchange cards."
        found.append(error("la-krap.two-turned", message, field="exchanged"))
    if (most := max(exchanged, default=0)) > MOST_EXCHANGED:
        name = table.players[exchanged.index(most)]
        message = f"{name} exchanged {most} cards; {MOST_EXCHANGED} are the most."
        found.append(error("la-krap.exchange", message, field="exchanged"))
    elif sum(exchanged) > stock:
        message = f"{sum(exchanged)} cards were exchanged, and the stock has {stock}."
        found.append(error("la-krap.exchange", message, field="exchanged"))
    if (most := max(entry.exposed or (), default=0)) > MOST_EXPOSED:
        message = f"Nobody exposes more than {MOST_EXPOSED} cards, and {most} are recorded."
        found.append(error("la-krap.expose", message, field="exposed"))
    return found


def _cards_turned(entry: KrapDeal) -> int:
    if entry.turned is not None:
        return len(entry.turned)
    return TURNED_AT_LEAST.get(entry.multiplier or 1, 1)


def _trick_problems(table: Table[LaKrapOptions], entry: KrapDeal) -> list[Problem]:
    found = []
    if entry.tricks is None and entry.play is None:
        message = "A deal needs the tricks of each player."
        found.append(error("la-krap.play", message, field="tricks"))
    if entry.tricks is not None:
        total, may_lack = sum(entry.tricks), table.options.empty_trick == "nobody"
        if total > TRICKS or (total < TRICKS and not may_lack):
            left = TRICKS - total
            difference = f"{left} missing" if left > 0 else f"{-left} too many"
            message = f"The tricks add up to {total} and must be {TRICKS}: {difference}."
            found.append(error("la-krap.tricks-total", message, field="tricks"))
    if entry.marriages is not None:
        found += figure_problems(table, entry.marriages, entry.tricks)
    if entry.marriages_at is not None and entry.play is None:
        message = "When marriages were announced is told only together with the cards."
        found.append(error("la-krap.play", message, field="marriages_at"))
    return found


def _play_problems(table: Table[LaKrapOptions], state: State, entry: KrapDeal) -> list[Problem]:
    if entry.play is None:
        return []
    found = []
    if entry.turned is None:
        message = "With the cards played, the turned cards must be recorded."
        found.append(error("la-krap.play", message, field="turned"))
    turned_cards = entry.turned or ()
    found += shape_problems("la-krap", PACK, entry.play, table.seats, TRICKS, turned_cards)
    play = None if found else followed(table, state, entry)
    if play is None:
        return found
    found = count_problems("la-krap", play, entry.tricks, table.players)
    if entry.marriages is not None and entry.tricks is None:
        found += figure_problems(table, entry.marriages, play.counts)
    if entry.marriages is not None and entry.marriages_at is not None:
        shown = by_seat(entry.marriages_at, table.seats)
        if shown != entry.marriages:
            message = f"By their tricks the marriages are {shown}, not {entry.marriages}."
            found.append(error("la-krap.play", message, field="marriages"))
    return found + watch(table, state, entry, play)


def game_of(entry: KrapDeal) -> Turned | None:
    """The game of the turned cards; None where they are not recorded, or make none."""
    cards, faults = read_cards(entry.turned or (), PACK)
    return None if faults or turned_fault(cards) else turned(cards)


def followed(table: Table[LaKrapOptions], state: State, entry: KrapDeal) -> Play | None:
    """The play of the deal as far as it is recorded; None where the game is not known."""
    game = game_of(entry)
    if entry.play is None or game is None:
        return None
    tricks = [read_cards(trick, PACK)[0] for trick in entry.play]
    leader = first_leader(table, state)
    return follow_play(tricks, leader, table.seats, rules_of(game, table.options))


def first_leader(table: Table[LaKrapOptions], state: State) -> int:
    """`la-krap.lead`: left of the dealer, or the dealer."""
    steps = 1 if table.options.first_lead == "left" else 0
    return table.left_of(table.options.first_dealer, state.deals + steps)


def watch(table: Table[LaKrapOptions], _state: State, entry: KrapDeal, play: Play) -> list[Problem]:
    """Revokes (`la-krap.follow`), and marriages that the cards do not bear out."""
    announced = entry.marriages_at or ()
    return card_problems(table, play, announced) + breach_problems(table, play)


# What it comes to ---------------------------------------------------------------------------------


def start(table: Table[LaKrapOptions]) -> State:
    """The state before the first deal."""
    return State(0, (0,) * table.seats)


def heading(table: Table[LaKrapOptions], state: State, entry: KrapDeal) -> Heading:
    """What the row of this deal is called."""
    if state.deals >= table.options.rounds:
        return Heading("After the end", "–")
    game, number = game_of(entry), state.deals + 1
    return Heading(f"Deal {number}", str(number), suit=game.trump if game else None)


def score(table: Table[LaKrapOptions], state: State, entry: KrapDeal) -> Scored:
    """`la-krap.same-score`: what a team comes to, every player of it scores."""
    teams, are_alone = teams_at(table, entry)
    game = known_game(entry)
    tricks, marriages = _result(table, state, entry)
    why = tuple(
        receipt(
            table.players,
            sum_of(teams, game, tricks, marriages, seat),
            are_alone,
            game,
            tricks,
        )
        for seat in range(table.seats)
    )
    cells = tuple(sum(int(line.points) for line in lines) for lines in why)
    totals = tuple(total + cell for total, cell in zip(state.totals, cells, strict=True))
    marks = ("null",) * table.seats if game.is_null else ()
    return Scored(State(state.deals + 1, totals), cells, why, marks)


def teams_at(table: Table[LaKrapOptions], entry: KrapDeal) -> tuple[Teams, bool]:
    """The teams of a deal as they play, and whether a rule leaves everyone alone."""
    if entry.upcards is not None:
        teams = teams_of(read_cards(entry.upcards, PACK)[0])
    elif entry.teams is not None:
        teams = numbered(entry.teams)
    else:
        return all_alone(table.seats), True
    return playing(teams, game_of(entry))


def known_game(entry: KrapDeal) -> Turned:
    """The game as the turned cards make it, or as it was chosen without them."""
    chosen = Turned(None, bool(entry.null), 1 if entry.multiplier is None else entry.multiplier)
    return game_of(entry) or chosen


def _result(
    table: Table[LaKrapOptions], state: State, entry: KrapDeal
) -> tuple[Sequence[int], Sequence[int]]:
    """The tricks and the marriages of each seat, of a deal without an error."""
    play = followed(table, state, entry)
    tricks = entry.tricks or () if play is None else play.counts
    if entry.marriages_at is not None:
        return tricks, by_seat(entry.marriages_at, table.seats)
    return tricks, entry.marriages or (0,) * table.seats


def skip(table: Table[LaKrapOptions], state: State, _entry: KrapDeal) -> State:
    """A deal with an error has been dealt; one after the end never was."""
    return State(min(state.deals + 1, table.options.rounds), state.totals)


def outcome(table: Table[LaKrapOptions], state: State) -> Outcome:
    """How the game stands (`la-krap.rounds`: the most points after the last deal)."""
    standings = ranked(table.players, state.totals)
    if state.deals < table.options.rounds:
        return Outcome(state.totals, standings, (), _due(table, state))
    winners = tuple(standing.name for standing in standings if standing.rank == 1)
    return Outcome(state.totals, standings, winners, None)


def _due(table: Table[LaKrapOptions], state: State) -> Due:
    dealer = table.left_of(table.options.first_dealer, state.deals)
    name, leader = table.players[dealer], table.players[first_leader(table, state)]
    number = state.deals + 1
    return Due(
        kind="deal",
        label=f"Deal {number}",
        name=f"deal {number}",
        dealer=dealer,
        headline=f"{name} deals",
        details=f"Deal {number} of {table.options.rounds}. Six cards face down, one face up; then a"
        f" card is turned. {leader} leads.",
        rules=("la-krap.deal", "la-krap.teams", "la-krap.game-card", "la-krap.exchange"),
    )


GAME: Final = Game(
    shape=Shape("la-krap", FEWEST, MOST, LaKrapOptions, (KrapDeal,)),
    title="La Krap",
    about="Three to six players, teams by the cards, tricks squared.",
    rulebook_file="la_krap.md",
    place=4,
    usual_players=4,
    start=start,
    heading=heading,
    problems=problems,
    score=score,
    skip=skip,
    outcome=outcome,
    tie="la-krap.tie",
    pack=lambda _options: PACK,
    by_cards=ByCards(TRICKS, followed, watch, lambda _table: PACK),
    inquiries=INQUIRIES,
)
