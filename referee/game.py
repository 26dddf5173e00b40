"""What a game is to the rest of the program: its identity card and its few pure functions.

A game keeps a frozen state of its own. An entry is judged against the state before it; what it
breaks are problems, and an entry without an error scores and gives the state after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from referee.cards import Pack, Suit
from referee.law import Line, Points, Problem, Rulebook, Ruling, read_rulebook
from referee.question import Question
from referee.record import Shape
from referee.tricks import Play

O = TypeVar("O")  # noqa: E741  # the options of a game


@dataclass(frozen=True)
class Table(Generic[O]):
    """Who sits where, clockwise, and what they agreed."""

    players: tuple[str, ...]
    options: O

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat so many places to the left, that is clockwise."""
        return (seat + steps) % self.seats


@dataclass(frozen=True)
class Heading:
    """What a row of the sheet is called: in full, in short, under which group, with which trump."""

    label: str
    short: str
    group: str = ""
    suit: Suit | None = None


@dataclass(frozen=True)
class Scored:
    """What an entry without an error comes to: the next state, a cell and a receipt a column."""

    state: Any
    cells: tuple[Points | None, ...]
    why: tuple[tuple[Line, ...], ...]
    marks: tuple[str, ...] = ()
    """What to write small under each cell, in a word; none of them if there is nothing to say."""


def _plain(total: Points | None) -> str:
    return "" if total is None else f"{total:,}".replace("-", "−")


@dataclass(frozen=True)
class Standing:
    """One player (or team) among the others; equals share a rank."""

    name: str
    score: Points
    rank: int


@dataclass(frozen=True)
class Due:
    """What comes next: a headline, the details, and the rules that tell more."""

    kind: str
    label: str
    name: str
    """What a button calls it, `deal 5`."""
    dealer: int | None
    headline: str
    details: str = ""
    rules: tuple[str, ...] = ()
    entry: int | None = None
    """The entry to correct, where that is what is due."""

    @property
    def text(self) -> str:
        """Headline and details in one."""
        return f"{self.headline}. {self.details}".strip()


@dataclass(frozen=True)
class Outcome:
    """How a game stands. `due` is None when it is over; only then there are winners."""

    totals: tuple[Points | None, ...]
    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    due: Due | None
    check: Line | None = None
    """What the figures of the whole sheet must come to, where a rule says so."""
    notes: tuple[str, ...] = ()
    """What to write small under each total, in a word or two; none if there is nothing to say."""
    aim: int | None = None
    """The mark to which the game goes, if it goes to one."""


@dataclass(frozen=True)
class Answer:
    """What the referee answers: the values asked for, and the rulings that they rest on."""

    answer: dict[str, Any]
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True)
class Inquiry:
    """A kind of question: how it is read, how it is answered, what a person calls it."""

    model: type[Question]
    answer: Callable[[Table[Any], Any], Answer]
    title: str
    about: str
    seats: Callable[[Any], int | None] = field(default=lambda _raw: None)
    """The number of players that the question itself shows, from its raw fields, if it does."""
    at_one_table: bool = False
    """Whether it is about one table only, where players sit at several."""
    pack: Callable[[Table[Any]], Pack] | None = None
    """The cards that it can be about; without it those of the game."""
    rests_on: tuple[str, ...] | None = None
    """The options that may alter the answer; None if any may."""

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """The reader of questions of this kind."""
        return TypeAdapter(self.model)


@dataclass(frozen=True)
class ByCards:
    """How a deal of a game is followed card by card. The entry has its `play` as far as known.

    Where players sit at several tables, each of these follows a deal of its own, as if nobody else
    played: `follow`, `watch` and `pack` are given that table. `problems` and `joined` make one
    entry of them.
    """

    hand_size: int
    """How many cards a player holds before the first trick, and so how many tricks there are."""
    follow: Callable[[Table[Any], Any, Any], Play | None]
    """The play of an entry from the state before it; None while its trumps are not known."""
    watch: Callable[[Table[Any], Any, Any, Play], list[Problem]]
    """What the cards that have fallen prove: breaches, and claims that cannot be."""
    pack: Callable[[Table[Any]], Pack]
    """The cards that can fall."""
    kind: str = "deal"
    """The kind of entry that can be followed so."""
    tables: Callable[[Table[Any]], tuple[Table[Any], ...]] = field(default=lambda table: (table,))
    """Who sits together: those of the first table have the first seats, and so on."""
    problems: Callable[[Table[Any], Any, Any, int], list[Problem]] | None = None
    """What is wrong with the deal of one of several tables, by its number."""
    joined: Callable[[Sequence[dict[str, Any]]], dict[str, Any]] = field(
        default=lambda entries: entries[0]
    )
    """The entry that those of all tables come to, in their order."""
    cut: Callable[[Table[Any], dict[str, Any]], dict[str, Any] | None] = field(
        default=lambda _table, _entry: None
    )
    """The entry of one table if the clock cuts it short now; None where there is no clock."""
    role: Callable[[Table[Any], Any, Any, int], str] = field(
        default=lambda _table, _state, _entry, _seat: ""
    )
    """What has to be said of a seat whose turn it is, such as who plays for it; mostly nothing."""

    def follows(self, due: Due | None) -> bool:
        """Whether what is due can be followed."""
        return due is not None and due.kind == self.kind


@dataclass(frozen=True)
class Game:
    """The identity card of a game."""

    shape: Shape
    title: str
    about: str
    rulebook_file: str
    start: Callable[[Table[Any]], Any]
    heading: Callable[[Table[Any], Any, Any], Heading]
    problems: Callable[[Table[Any], Any, Any], list[Problem]]
    score: Callable[[Table[Any], Any, Any], Scored]
    skip: Callable[[Table[Any], Any, Any], Any]
    """The state after an entry with an error: it keeps its place and scores nothing."""
    outcome: Callable[[Table[Any], Any], Outcome]
    inquiries: tuple[Inquiry, ...]
    usual_players: int
    place: int
    """Its place among the games that are offered."""
    columns: Callable[[Table[Any]], tuple[str, ...]] = field(default=lambda table: table.players)
    tie: str = ""
    """The rule under which tied winners share the win."""
    pack: Callable[[Any], Pack] = field(kw_only=True)
    """The pack that these options play with: what the picker of cards shows."""
    cells_have_signs: bool = False
    """Whether a cell is a gain or a loss, to be shown with its sign."""
    total_in_words: Callable[[Points | None], str] = field(default=_plain)
    """A total as it stands at the top of the pad."""
    unit: str = "points"
    """What the totals count."""
    by_cards: ByCards | None = None
    """How its deals are followed card by card, if they can be."""

    @property
    def name(self) -> str:
        """The name of the game in records and addresses, such as `thirty-one`."""
        return self.shape.game

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rules, read once from the text beside its code."""
        text = resources.files("referee.games").joinpath(self.rulebook_file)
        return read_rulebook(text.read_text(encoding="utf-8"))

    def inquiry(self, name: str) -> Inquiry | None:
        """The kind of question of this name, if the game answers it."""
        return next((i for i in self.inquiries if question_name(i) == name), None)


def question_name(inquiry: Inquiry) -> str:
    """The name that a question of this kind carries in its field `question`."""
    name: str = inquiry.model.model_fields["question"].default
    return name


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: `Ann, Ben and Cleo`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def counted(number: int, thing: str) -> str:
    """A number of things: `1 trick`, `2 tricks`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def ranked(names: tuple[str, ...], scores: tuple[Points, ...]) -> tuple[Standing, ...]:
    """The standings by score, the most first; equal scores share a rank and the next one skips."""
    order = sorted(range(len(names)), key=lambda seat: -scores[seat])
    return tuple(
        Standing(names[seat], scores[seat], 1 + sum(score > scores[seat] for score in scores))
        for seat in order
    )
