"""The interface of a game: pure functions of its options, state and entries.

`Game` is the protocol, with defaults that most games share; `DealsGame` is for games that end after
a set number of deals or at a target score, `TrickGame` (in `played_deal.py`) for those with tricks,
`PlayableGame` for those whose deals can be followed card by card, and `TablesGame` for those whose
players may sit at several tables. A game's state is frozen. An entry is judged against the state
before it: each rule it breaks is a problem, and an entry without an error is scored and yields the
next state.

A game's modules are in `referee/games/<folder>/`: rules in `rules.py`, entry forms in `form.py`,
questions in `questions.py`, highlights in `facts.py`, extra pages in `pages.py`. Its rulebook,
`rulebook.md`, is in the same folder. Its templates and static files are in
`referee/templates/<folder>/` and `referee/static/<folder>/`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any, Final, Generic, Literal, Protocol, TypeGuard, TypeVar

from referee.core.cards import ORDINARY_PACK, Pack, Suit
from referee.core.course import Ahead, Course, Fact
from referee.core.entry_name import EntryName as EntryName
from referee.core.entry_name import count_entries as count_entries
from referee.core.findings import Line, Points, Problem, Ruling, add_cells
from referee.core.question import QuestionKind
from referee.core.record import Entry, RecordSpec
from referee.core.rulebook import Rulebook, read_rulebook, read_translation
from referee.core.setup import O, Setup
from referee.core.slips import CrossCheck
from referee.core.text import (
    Text,
    Translator,
    _,
    _p,
    composed,
    ended,
    joined,
    points,
    replace_values,
    without_fraction,
)
from referee.core.tricks import Play

NOTHING: Final = joined([])
KINDS: Final[Mapping[EntryName, Text]] = {
    "deal": _p("entry", "deal"),
    "round": _p("entry", "round"),
    "leg": _p("entry", "leg"),
}
EXTRA: Final[Mapping[EntryName, Text]] = {
    "deal": _("Extra deal"),
    "round": _("Extra round"),
    "leg": _("Extra leg"),
}
"""Headings for entries recorded after the end of the game."""


class State(Protocol):
    """A game's state between two entries; frozen."""

    @property
    def totals(self) -> tuple[Points, ...]:
        """Each column's total so far."""


S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Entry)


# Values that a game returns -----------------------------------------------------------------------


@dataclass(frozen=True)
class Heading:
    label: str
    short: str
    group: str = ""
    suit: Suit | None = None
    number: int | None = None  # of the entry, as in its label


ColumnKind = Literal["player", "team", "unscored", "total"]


@dataclass(frozen=True)
class Column:
    name: str
    short: str
    """Heading for a narrow column; unused for players and teams, whose names are shortened."""
    kind: ColumnKind
    seats: tuple[int, ...] = ()


def player_columns(players: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(name, name, "player", (seat,)) for seat, name in enumerate(players))


def find_sides(columns: Sequence[Column]) -> tuple[int, ...]:
    """Indexes of the competing columns: the teams or, without teams, the players."""
    kind = "team" if any(column.kind == "team" for column in columns) else "player"
    return tuple(index for index, column in enumerate(columns) if column.kind == kind)


@dataclass(frozen=True)
class Explanation:
    why: tuple[tuple[Line, ...], ...]
    marks: tuple[str, ...] = ()
    """A word for each cell, shown under it in small print; empty if no cell needs one."""
    sums: tuple[str, ...] = ()
    """How each cell is calculated: `9 tricks − quota 3`; empty if the receipts are short anyway."""
    note: Text = NOTHING  # distinguishes the row from others of its kind, `4♥ Ann +1`

    def with_names(self, names: Mapping[str, str]) -> Explanation:
        """Return the same explanation with other names; `names` maps old to new."""
        why = [
            [replace(line, text=line.text.replace_values(names)) for line in lines]
            for lines in self.why
        ]
        return Explanation(
            tuple(map(tuple, why)),
            self.marks,
            tuple(replace_values(each, names) for each in self.sums),
            self.note.replace_values(names),
        )


@dataclass(frozen=True)
class Scored(Generic[S]):
    """The result of a valid entry: the next state, and one cell per column."""

    state: S
    cells: tuple[Points | None, ...]
    explain: Callable[[], Explanation]
    """Explains the cells; called on demand, because a long game shows only its last rows."""


@dataclass(frozen=True)
class Standing:
    name: str
    score: Points
    rank: int | None  # None: away at the end


@dataclass(frozen=True)
class Office:
    deed: Text
    seat: int


@dataclass(frozen=True)
class Due:
    kind: str
    label: str
    name: str  # as in “Record deal 5”
    dealer: int | None
    headline: Text
    details: Text = NOTHING
    rules: tuple[str, ...] = ()
    entry: int | None = None  # the entry to correct, if a correction is due
    short: Text = NOTHING
    """A shorter headline: `Dora deals · no trumps · quotas 6 4 3`; empty if the full one fits."""
    cards: Text = NOTHING  # the cards to use: `one pack without Jokers (52 cards)`
    kept: Text = NOTHING  # what is on the table until then, if that isn't shuffled
    offices: tuple[Office, ...] = ()
    button: Text = NOTHING  # instead of “Record …”
    ends_with_kind: bool = False  # as in `leg 2, C`, where the number of entries can’t follow

    @property
    def text(self) -> Text:
        return joined([ended(self.headline), *([self.details] if self.details else [])])


@dataclass(frozen=True)
class Outcome:
    """A game's standings. `winners` is empty until the game is over; `due` is None from then on."""

    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    due: Due | None
    notes: tuple[str, ...] = ()
    aim: int | None = None


UNKNOWN_NUMBER: Final = -1  # of players, as in `Game.seats_shown`


# The game protocols -------------------------------------------------------------------------------


class Game(Protocol[O, S, E]):
    spec: RecordSpec[O, E]  # the shape of its records: players, options, entries
    title: str
    about: Text
    place: int  # its position in the list of games
    usual_players: int
    tie: str  # the rule under which tied winners share the win
    numbered_deals: int = 0
    """Number of deals in a match, if a deal's score depends on its number; else 0."""
    deal_rests_on: tuple[str, ...] | None = None
    """The options that may change a deal's score, as in `QuestionKind.rests_on`."""
    has_german_cards: bool = False  # whether it is also played with acorns, leaves, hearts, bells
    cells_have_signs: bool = False  # whether cells are gains and losses, shown with a sign
    unit: Literal["points", "lives"] = "points"  # what the totals count
    is_named_by_title: bool = False  # whether a match's title says what is played, such as `Hearts`
    figures_field: str = ""
    """The field of an entry that is one figure per player and can be read from a CSV file."""
    entry_name: EntryName = "deal"
    largest_adjustment: int = 9_999  # points outside a deal, given to or taken from one player
    due_depends_on_figures: bool = False  # whether earlier figures decide, say, who deals next
    totals_heading: Text = _p("heading", "Totals")  # heading of the totals, such as `Lives left`

    @abstractmethod
    def start(self, setup: Setup[O]) -> S:
        """Return the state before the first entry."""

    @abstractmethod
    def heading(self, setup: Setup[O], state: S, entry: E) -> Heading:
        """Return the heading of this entry's row."""

    @abstractmethod
    def problems(self, setup: Setup[O], state: S, entry: E) -> list[Problem]:
        """Return a problem for each rule that this entry breaks."""

    @abstractmethod
    def score(self, setup: Setup[O], state: S, entry: E) -> Scored[S]:
        """Score an entry, which must have no errors."""

    @abstractmethod
    def after_error(self, setup: Setup[O], state: S, entry: E) -> S:
        """Return the state after an entry that keeps its row but isn’t scored.

        It is invalid, or still unknown: then it lacks even required fields.
        """

    @abstractmethod
    def outcome(self, setup: Setup[O], state: S) -> Outcome:
        """Return the standings, the winners, and the entry to be recorded next."""

    def seated(self, _setup: Setup[O], state: S) -> S:
        """Return the state once those who are away have left."""
        return state

    def is_deserted(self, _setup: Setup[O], _state: S) -> bool:
        """Whether the game is over or would have nobody left, so that nobody can leave any more."""
        return False

    def away(self, setup: Setup[O], _state: S) -> frozenset[int]:
        """Return who is away as far as the standings are concerned."""
        return setup.away

    def fresh_state(self, setup: Setup[O], _kind: str, _number: int) -> S:
        """Return the state of a new match whose next entry is of this kind and has this number."""
        return self.start(setup)

    def group(self, _state: S) -> Text:
        """Return the heading above the next entries of the pad; empty without groups."""
        return NOTHING

    def adjusted(self, _setup: Setup[O], state: S, cells: Sequence[Points | None]) -> S:
        """Return the state with these figures added to its totals, and otherwise unchanged."""
        totals = add_cells(state.totals, [cell or 0 for cell in cells])
        return replace(state, totals=tuple(map(without_fraction, totals)))  # type: ignore[type-var]

    def adjustment_problems(
        self, _setup: Setup[O], _state: S, _points: Sequence[Points | None]
    ) -> list[Problem]:
        """Return why these points can't be given outside a deal, apart from their bounds."""
        return []

    def ahead(self, _setup: Setup[O], _state: S) -> Ahead | None:
        """Return how much of the game is left to play.

        Return None if the game is over, or has neither a target score nor a fixed length.
        """
        return None

    def is_endless(self, _options: O) -> bool:
        """Return whether a match goes on until it is stopped."""
        return False

    def pack(self, _options: O) -> Pack:
        """Return the pack for these options, as shown in the card picker."""
        return ORDINARY_PACK

    def lowest_wins(self, _options: O) -> bool:
        return False

    def columns(self, setup: Setup[O]) -> tuple[Column, ...]:
        """Return the players' columns in seat order, then any other columns that have totals."""
        return player_columns(setup.players)

    def total_label(self, total: Points | None) -> str:
        return points(total)

    def kind_label(self, _kind: str) -> Text:
        """Name of a kind of entry, such as `deal` or `B leg`."""
        return KINDS[self.entry_name]

    def source_label(self, kind: str) -> Text:
        """Entries of a kind, as what points were scored in, such as `B legs`."""
        return self.kind_label(kind)

    def facts(self, _setup: Setup[O], _course: Course) -> list[Fact]:
        """Highlights specific to this game, from the scored entries."""
        return []

    def seats_shown(self, _entry: dict[str, Any]) -> int | None:
        """Infer the number of players from an entry's raw fields, if possible.

        Return UNKNOWN_NUMBER if a question about this entry must give it.
        """
        return None

    def cross_checks(self, _setup: Setup[O], _entry: dict[str, Any]) -> Sequence[CrossCheck]:
        """Return checks that figures in an entry's raw fields add up to a known total."""
        return []

    def remarks(self, _setup: Setup[O], _entry: E) -> list[Ruling]:
        """Rulings on an entry's score that its receipt doesn't show."""
        return []

    @property
    def name(self) -> str:
        """Name in records and URLs, such as `crazy-eights`."""
        return self.spec.game

    @property
    def folder(self) -> str:
        """Folder of its templates and static files, such as `crazy_eights`."""
        return self.name.replace("-", "_")

    @property
    def package(self) -> str:
        """The package that holds its modules and rulebook, such as `referee.games.crazy_eights`."""
        return type(self).__module__.rpartition(".")[0]

    @cached_property
    def question_kinds(self) -> tuple[QuestionKind, ...]:
        """Questions specific to this game; every game also has “What does this deal score?”."""
        if find_spec(f"{self.package}.questions") is None:
            return ()
        kinds: tuple[QuestionKind, ...] = import_module(f"{self.package}.questions").QUESTION_KINDS
        return kinds

    @cached_property
    def rulebook(self) -> Rulebook:
        folder = resources.files(self.package)
        text, words = folder.joinpath("rulebook.md"), folder.joinpath("words.toml")
        elsewhere = resources.files("referee.core").joinpath("words.toml").read_text("utf-8")
        elsewhere = elsewhere.replace("GAME", self.name)
        if words.is_file():
            elsewhere += words.read_text(encoding="utf-8")
        return read_rulebook(text.read_text(encoding="utf-8"), elsewhere)

    def rulebook_in(self, language: str) -> Rulebook:
        """Return the rulebook in this language, as far as it has been translated."""
        return _translated_rulebook(self, language)  # type: ignore[arg-type]  # a game is hashable


@cache
def _translated_rulebook(game: AnyGame, language: str) -> Rulebook:
    file = resources.files(game.package).joinpath(f"rulebook.{language}.md")
    if not file.is_file():
        return game.rulebook
    return read_translation(game.rulebook, file.read_text(encoding="utf-8"), language)


def title_of_rule(game: AnyGame, rule: str) -> Text:
    """Return a rule's title, from the rulebook of the language into which the text is put."""

    def find_title(translator: Translator, _parts: list[str]) -> str:
        return translator.plain(game.rulebook_in(translator.tag).cite(rule).title)

    return composed([], find_title)


class PlayableGame(Game[O, S, E], Protocol[O, S, E]):
    """A game whose deals can be followed card by card; an entry's `play` lists the cards played."""

    hand_size: int
    """Number of cards in a hand before the first trick, and therefore of tricks in a deal."""
    play_kind: str = "deal"  # the kind of entry that has a `play`

    @abstractmethod
    def follow(self, setup: Setup[O], state: S, entry: E) -> Play | None:
        """Replay an entry's cards from the state before it; None while trumps are unknown."""

    @abstractmethod
    def irregularities(self, setup: Setup[O], state: S, entry: E, play: Play) -> list[Problem]:
        """Return the problems proved by the cards played: breaches and impossible claims."""

    @abstractmethod
    def describe_facts(self, setup: Setup[O], state: S, entry: E) -> Text:
        """Describe what is known before the first card, as in `hearts are trumps`."""

    def play_pack(self, setup: Setup[O]) -> Pack:
        return self.pack(setup.options)


class TablesGame(PlayableGame[O, S, E], Protocol[O, S, E]):
    """A playable game for several tables, each with its own deal.

    `follow`, `irregularities` and `play_pack` are passed one table's setup, as if nobody else
    played. The deals of all tables form one entry.
    """

    @abstractmethod
    def tables(self, setup: Setup[O]) -> tuple[Setup[O], ...]:
        """Return each table's setup; the first table has the lowest seats, and so on."""

    @abstractmethod
    def table_problems(self, setup: Setup[O], state: S, entry: E, table: int) -> list[Problem]:
        """Return the problems with one table's deal."""

    @abstractmethod
    def merge_tables(self, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Merge the deals of all tables, in table order, into one entry."""

    @abstractmethod
    def split_tables(self, entry: E) -> Sequence[E]:
        """Split an entry into the deals of its tables; the inverse of `merge_tables`."""

    @abstractmethod
    def cut_short(self, setup: Setup[O], part: dict[str, Any]) -> dict[str, Any] | None:
        """Return a table's deal as it would count if time ran out now; None without a clock."""

    @abstractmethod
    def role(self, setup: Setup[O], state: S, entry: E, seat: int) -> str:
        """Return a remark about the seat whose turn it is, such as who plays its cards."""


AnyGame = Game[Any, Any, Any]
"""Any game; the type to use where a game is looked up by name."""
AnyPlayableGame = PlayableGame[Any, Any, Any]
AnyTablesGame = TablesGame[Any, Any, Any]


def is_playable(game: AnyGame) -> TypeGuard[AnyPlayableGame]:
    return hasattr(game, "follow")


def can_play(game: AnyGame, due: Due | None) -> TypeGuard[AnyPlayableGame]:
    return is_playable(game) and due is not None and due.kind == game.play_kind


def has_tables(game: AnyGame) -> TypeGuard[AnyTablesGame]:
    return hasattr(game, "tables")


def tables_of(game: AnyGame, setup: Setup[Any]) -> tuple[Setup[Any], ...]:
    return game.tables(setup) if has_tables(game) else (setup,)


@dataclass(frozen=True)
class DealState:
    """State of a game that needs only a deal count and totals; subclasses may add fields."""

    deals: int  # completed deals or rounds
    totals: tuple[Points, ...]


D = TypeVar("D", bound=DealState)


class DealsGame(Game[O, D, E]):
    """A game played in successive deals.

    A deal with an error keeps its number. A deal recorded after the end of the game gets none.
    """

    @abstractmethod
    def is_over(self, setup: Setup[O], state: D) -> bool: ...

    @abstractmethod
    def due(self, setup: Setup[O], state: D) -> Due: ...

    def fresh_state(self, setup: Setup[O], _kind: str, number: int) -> D:
        return replace(self.start(setup), deals=number - 1 if self.numbered_deals else 0)

    def label(self, state: D) -> Text:
        template = _("Round {number}") if self.entry_name == "round" else _("Deal {number}")
        return template.format(number=state.deals + 1)

    def next_due(self, state: D, **details: Any) -> Due:
        """Return the next deal or round with its number and these details."""
        template = _("round {number}") if self.entry_name == "round" else _("deal {number}")
        name = template.format(number=state.deals + 1)
        return Due(kind=self.entry_name, label=self.label(state), name=name, **details)

    def heading(self, setup: Setup[O], state: D, _entry: E) -> Heading:
        if self.is_over(setup, state):
            return Heading(EXTRA[self.entry_name], "–")
        number = state.deals + 1
        return Heading(self.label(state), str(number), number=number)

    def after_error(self, setup: Setup[O], state: D, _entry: E) -> D:
        return state if self.is_over(setup, state) else replace(state, deals=state.deals + 1)

    def side_totals(self, setup: Setup[O], state: D) -> tuple[Points, ...]:
        """Return the totals of the teams or, without teams, of the players."""
        return tuple(state.totals[side] for side in find_sides(self.columns(setup)))

    def side_names(self, setup: Setup[O]) -> tuple[str, ...]:
        columns = self.columns(setup)
        return tuple(columns[side].name for side in find_sides(columns))

    def outcome(self, setup: Setup[O], state: D) -> Outcome:
        lowest_wins = self.lowest_wins(setup.options)
        names, totals = self.side_names(setup), self.side_totals(setup, state)
        standings = ranked(names, totals, lowest_wins=lowest_wins)
        if self.is_over(setup, state):
            return Outcome(standings, winners(standings), None)
        return Outcome(standings, (), self.due(setup, state))


def ranked(
    names: tuple[str, ...], scores: tuple[Points, ...], *, lowest_wins: bool = False
) -> tuple[Standing, ...]:
    """Return the standings, best first; equal scores share a rank, as in 1, 2, 2, 4."""
    best_first = sorted(scores, reverse=not lowest_wins)
    order = sorted(range(len(names)), key=scores.__getitem__, reverse=not lowest_wins)
    return tuple(
        Standing(names[seat], scores[seat], 1 + best_first.index(scores[seat])) for seat in order
    )


def winners(standings: tuple[Standing, ...]) -> tuple[str, ...]:
    return tuple(standing.name for standing in standings if standing.rank == 1)
