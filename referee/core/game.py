"""What a game is to the rest of the program: pure functions over its options, state and entry.

`Game` is the protocol, with what most games say alike; `DealsGame` is for games that are over after
some deals or at some total, and `TrickGame` (in `played_deal.py`) for those with tricks. A game
whose deals can be followed card by card is a `PlayableGame`, and one whose players may sit at
several tables a `TablesGame`. A game keeps a frozen state of its own. An entry is judged against
the state before it; what it breaks are problems, and an entry without an error scores and gives the
state after it.

Where things of a game live: its rules in `rules.py` of its folder (`referee/games/<folder>/`), what
a form asks for in `form.py`, what players ask in `questions.py`, what there is to tell of it in
`facts.py`, the text of its rules in `rulebook.md`, pages of its own in `pages.py`, templates and
static files in folders of its name.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from typing import Any, Final, Generic, Literal, Protocol, TypeGuard, TypeVar

from referee.core.cards import ORDINARY_PACK, Pack, Suit
from referee.core.findings import Line, Points, Problem, Ruling
from referee.core.question import QuestionKind
from referee.core.record import Entry, RecordSpec
from referee.core.rulebook import Rulebook, read_rulebook
from referee.core.seating import O, Seating
from referee.core.story.course import Ahead, Course, Fact
from referee.core.text import Said, points, said
from referee.core.tricks import Play

NOTHING: Final = said("")


class State(Protocol):
    """How a game stands between two entries: frozen."""

    @property
    def totals(self) -> tuple[Points, ...]:
        """What each column has so far."""


S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Entry)


# What a game says ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heading:
    label: str
    short: str
    group: str = ""
    suit: Suit | None = None


ColumnKind = Literal["player", "team", "unscored", "total"]


@dataclass(frozen=True)
class Column:
    name: str
    short: str
    """What stands above a narrow column; of players and teams their labels are cut to fit."""
    kind: ColumnKind
    seats: tuple[int, ...] = ()


def player_columns(players: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(name, name, "player", (seat,)) for seat, name in enumerate(players))


def find_sides(columns: Sequence[Column]) -> tuple[int, ...]:
    """The indexes of the columns that compete: the teams, or without teams the players."""
    kind = "team" if any(column.kind == "team" for column in columns) else "player"
    return tuple(index for index, column in enumerate(columns) if column.kind == kind)


@dataclass(frozen=True)
class Explanation:
    why: tuple[tuple[Line, ...], ...]
    marks: tuple[str, ...] = ()
    """What to write small under each cell, in a word; none of them if there is nothing to say."""
    sums: tuple[str, ...] = ()
    """Each cell as one would write it down, `9 tricks − quota 3`; none of a short receipt."""
    note: Said = NOTHING  # what tells the row from others of its kind, `4♥ Ann +1`


@dataclass(frozen=True)
class Scored(Generic[S]):
    """What an entry without an error comes to: the next state, and a cell a column."""

    state: S
    cells: tuple[Points | None, ...]
    explain: Callable[[], Explanation]
    """How they came about, once somebody asks: of a long game only the last rows are looked at."""


@dataclass(frozen=True)
class Standing:
    name: str
    score: Points
    rank: int


@dataclass(frozen=True)
class Office:
    deed: Said
    seat: int


@dataclass(frozen=True)
class Due:
    kind: str
    label: str
    name: str  # what a button calls it, `deal 5`
    dealer: int | None
    headline: Said
    details: Said = NOTHING
    rules: tuple[str, ...] = ()
    entry: int | None = None  # the entry to correct, where that is what is due
    short: Said = NOTHING
    """`Dora deals · no trumps · quotas 6 4 3`; empty if the headline fits one line of a phone."""
    cards: Said = NOTHING  # which cards are taken for it: `one pack, 52 cards, without Jokers`
    offices: tuple[Office, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.headline}. {self.details}".strip()


@dataclass(frozen=True)
class Outcome:
    """How a game stands. `due` is None when it is over; only then there are winners."""

    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    due: Due | None
    check: Line | None = None
    notes: tuple[str, ...] = ()
    aim: int | None = None


# What a game is -----------------------------------------------------------------------------------


class Game(Protocol[O, S, E]):
    spec: RecordSpec[O, E]  # what its records look like: players, options, entries
    title: str
    about: str
    place: int  # its place among the games that are offered
    usual_players: int
    tie: str  # the rule under which tied winners share the win
    question_kinds: tuple[QuestionKind, ...] = ()
    """The questions that are this game's alone; what a deal scores can be asked of any game."""
    numbered_deals: int = 0
    """How many deals there are, where what a deal scores depends on its number; else 0."""
    cells_have_signs: bool = False  # whether a cell is a gain or a loss, to be shown with its sign
    unit: str = "points"  # what the totals count
    entry_name: str = "deal"
    totals_heading: str = "The totals"  # what stands above the totals, such as `Lives left`

    @abstractmethod
    def start(self, seating: Seating[O]) -> S:
        """The state before the first entry."""

    @abstractmethod
    def heading(self, seating: Seating[O], state: S, entry: E) -> Heading:
        """What the row of this entry is called."""

    @abstractmethod
    def problems(self, seating: Seating[O], state: S, entry: E) -> list[Problem]:
        """Every rule that this entry breaks."""

    @abstractmethod
    def score(self, seating: Seating[O], state: S, entry: E) -> Scored[S]:
        """The cells of an entry without an error, and the next state."""

    @abstractmethod
    def after_error(self, seating: Seating[O], state: S, entry: E) -> S:
        """The state after an entry with an error: it keeps its place and scores nothing."""

    @abstractmethod
    def outcome(self, seating: Seating[O], state: S) -> Outcome:
        """How the game stands, and what is due."""

    def fresh_state(self, seating: Seating[O], _kind: str, _number: int) -> S:
        """The state of a fresh match in which an entry of this kind is due, as deal `number`."""
        return self.start(seating)

    def ahead(self, _seating: Seating[O], _state: S) -> Ahead | None:
        """Remaining entries; None when it is over, or has no mark and no number of entries."""
        return None

    def pack(self, _options: O) -> Pack:
        """The cards that these options play with: what the picker of cards shows."""
        return ORDINARY_PACK

    def lowest_wins(self, _options: O) -> bool:
        return False

    def columns(self, seating: Seating[O]) -> tuple[Column, ...]:
        """The players in the order of their seats, then whatever else has a total."""
        return player_columns(seating.players)

    def total_label(self, total: Points | None) -> str:
        return points(total)

    def kind_label(self, _kind: str) -> str:
        """What entries of a kind are called, such as `deal` or `B leg`."""
        return self.entry_name

    def facts(self, _seating: Seating[O], _course: Course) -> list[Fact]:
        """Highlights of this game's own, from the entries that were scored."""
        return []

    def seats_shown(self, _entry: dict[str, Any]) -> int | None:
        """The number of players that the raw fields of an entry show, if they do."""
        return None

    def remarks(self, _seating: Seating[O], _entry: E) -> list[Ruling]:
        """Rulings on what an entry scores that are not in its receipt."""
        return []

    @property
    def name(self) -> str:
        """Its name in records and addresses, such as `crazy-eights`."""
        return self.spec.game

    @property
    def folder(self) -> str:
        """What addresses of its templates and static files begin with, such as `crazy_eights`."""
        return self.name.replace("-", "_")

    @property
    def package(self) -> str:
        """The package with its modules and its rulebook, such as `referee.games.crazy_eights`."""
        return type(self).__module__.rpartition(".")[0]

    @cached_property
    def rulebook(self) -> Rulebook:
        folder = resources.files(self.package)
        text, words = folder.joinpath("rulebook.md"), folder.joinpath("words.toml")
        elsewhere = words.read_text(encoding="utf-8") if words.is_file() else ""
        return read_rulebook(text.read_text(encoding="utf-8"), elsewhere)


class PlayableGame(Game[O, S, E], Protocol[O, S, E]):
    """A game whose deals can be followed card by card: an entry has its `play` as far as known."""

    hand_size: int
    """How many cards a player holds before the first trick, and so how many tricks there are."""
    play_kind: str = "deal"  # the kind of entry that can be followed so

    @abstractmethod
    def follow(self, seating: Seating[O], state: S, entry: E) -> Play | None:
        """The play of an entry from the state before it; None while its trumps are not known."""

    @abstractmethod
    def irregularities(self, seating: Seating[O], state: S, entry: E, play: Play) -> list[Problem]:
        """What the cards prove that were played: breaches, and claims that cannot be."""

    def play_pack(self, seating: Seating[O]) -> Pack:
        return self.pack(seating.options)


class TablesGame(PlayableGame[O, S, E], Protocol[O, S, E]):
    """A playable game whose players may sit at several tables, each with a deal of its own.

    Each table is followed as if nobody else played: `follow`, `irregularities` and `play_pack` are
    given its seating. The deals of all tables make one entry.
    """

    @abstractmethod
    def tables(self, seating: Seating[O]) -> tuple[Seating[O], ...]:
        """Who sits together: those of the first table have the first seats, and so on."""

    @abstractmethod
    def table_problems(self, seating: Seating[O], state: S, entry: E, table: int) -> list[Problem]:
        """What is wrong with the deal of one table, by its number."""

    @abstractmethod
    def joined(self, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The entry that the deals of all tables come to, in their order."""

    @abstractmethod
    def apart(self, entry: E) -> Sequence[E]:
        """The deal of each table in one entry: the contrary of `joined`."""

    @abstractmethod
    def cut_short(self, seating: Seating[O], part: dict[str, Any]) -> dict[str, Any] | None:
        """The deal of one table if the clock ends it now; None where there is no clock."""

    @abstractmethod
    def role(self, seating: Seating[O], state: S, entry: E, seat: int) -> str:
        """What has to be said of a seat whose turn it is, such as who plays for it."""


AnyGame = Game[Any, Any, Any]
"""A game that is known by its name only: what a record, an address or the registry gives."""
AnyPlayableGame = PlayableGame[Any, Any, Any]
AnyTablesGame = TablesGame[Any, Any, Any]


def is_playable(game: AnyGame) -> TypeGuard[AnyPlayableGame]:
    return hasattr(game, "follow")


def can_play(game: AnyGame, due: Due | None) -> TypeGuard[AnyPlayableGame]:
    return is_playable(game) and due is not None and due.kind == game.play_kind


def has_tables(game: AnyGame) -> TypeGuard[AnyTablesGame]:
    return hasattr(game, "tables")


def tables_of(game: AnyGame, seating: Seating[Any]) -> tuple[Seating[Any], ...]:
    return game.tables(seating) if has_tables(game) else (seating,)


@dataclass(frozen=True)
class DealState:
    """How a game stands that goes by its deals and totals alone; a game may add more."""

    deals: int  # deals, or rounds, that are over
    totals: tuple[int, ...]


D = TypeVar("D", bound=DealState)


class DealsGame(Game[O, D, E]):
    """Deals one after the other until it is over. An error was dealt; after the end none was."""

    @abstractmethod
    def is_over(self, seating: Seating[O], state: D) -> bool: ...

    @abstractmethod
    def due(self, seating: Seating[O], state: D) -> Due: ...

    def label(self, state: D) -> Said:
        return said("Deal {number}", number=state.deals + 1)

    def heading(self, seating: Seating[O], state: D, _entry: E) -> Heading:
        if self.is_over(seating, state):
            return Heading("After the end", "–")
        return Heading(self.label(state), str(state.deals + 1))

    def after_error(self, seating: Seating[O], state: D, _entry: E) -> D:
        return state if self.is_over(seating, state) else replace(state, deals=state.deals + 1)

    def outcome(self, seating: Seating[O], state: D) -> Outcome:
        lowest_wins = self.lowest_wins(seating.options)
        standings = ranked(seating.players, state.totals, lowest_wins=lowest_wins)
        if self.is_over(seating, state):
            return Outcome(standings, winners(standings), None)
        return Outcome(standings, (), self.due(seating, state))


def ranked(
    names: tuple[str, ...], scores: tuple[Points, ...], *, lowest_wins: bool = False
) -> tuple[Standing, ...]:
    """The standings, the best first; equal scores share a rank and the next one skips."""
    best_first = sorted(scores, reverse=not lowest_wins)
    order = sorted(range(len(names)), key=scores.__getitem__, reverse=not lowest_wins)
    return tuple(
        Standing(names[seat], scores[seat], 1 + best_first.index(scores[seat])) for seat in order
    )


def winners(standings: tuple[Standing, ...]) -> tuple[str, ...]:
    return tuple(standing.name for standing in standings if standing.rank == 1)
