"""What shared tests need to know about a game, defined as `EXPECTED` in its tests.

It is in `tests/games/<game>/expected.py`, so that a new game needs no change to shared tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.tricks import TrickRules
from tests.games import oracle

Fields = dict[str, Any]


@dataclass(frozen=True)
class Dealt:
    """A deal in which every card was legal."""

    game: str
    number: int
    """Number of deals before this one."""
    options: Fields
    facts: Fields
    """Fields of the entry that are known before the first card."""
    play: list[list[str]]
    pack: tuple[str, ...]
    """Every card that can be in a hand."""
    rules: TrickRules
    oracle: oracle.Oracle

    @property
    def seats(self) -> int:
        return self.oracle.seats

    @property
    def leader(self) -> int:
        return self.oracle.leader

    @property
    def entry(self) -> Fields:
        return {**self.facts, "play": [trick.copy() for trick in self.play]}

    @property
    def cards(self) -> list[str]:
        return [card for trick in self.play for card in trick]

    @property
    def turns(self) -> list[int]:
        """The seat whose turn it is before the first card and after each, by the oracle."""
        _, leaders, takers = self.oracle.followed(self.play)
        order = [(leader + place) % self.seats for leader in leaders for place in range(self.seats)]
        last = takers[-1]
        return [*order, leaders[-1] if last is None else last]

    def tricks(self, cards: Sequence[str]) -> list[list[str]]:
        starts = range(0, len(cards), self.seats)
        return [list(cards[start : start + self.seats]) for start in starts]


@dataclass(frozen=True)
class Dealing:
    """How the tests play a game with tricks card by card."""

    play: Callable[[Random, int, int, Fields], Dealt]
    """Function that makes a random legal deal.

    It takes a random source, the number of earlier deals, the number of players, and the options.
    The same seed gives the same trumps or turned-up cards, whatever the options are.
    """
    tricks: Callable[[int, int, Fields, Fields], oracle.Oracle]
    """Function of the number of earlier deals, the number of players, facts and options."""
    earlier: Callable[[int], Fields]
    """Function that makes a deal by figures without problems, for a number of players."""
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """The options that affect tricks, with their values."""
    silent: Mapping[str, str] = field(default_factory=dict)
    """The options of `choices` on which the source is silent, with the ids of their rules."""
    has_last_trick: bool = False
    """Whether figures include who took the last trick."""

    def figures(self, followed: oracle.Followed) -> Fields:
        last = {"last_trick": followed.takers[-1]} if self.has_last_trick else {}
        return {"tricks": followed.tricks(), **last}


@dataclass(frozen=True)
class Asked:
    """A kind of question asked on a phone: the steps to its answer, and how many taps they take.

    A step is the name of an action in `tests.browser.test_every_question` and its arguments. Steps
    after `home` are needed only if no match supplies the facts. `{1}` is the second player.
    """

    kind: str
    steps: tuple[tuple[str | int, ...], ...]
    verdict: str
    """The verdict that is shown in large type."""
    rule: str
    """Id, without the game, of the first rule that the answer quotes."""
    quote: str
    taps: int
    """Number of taps from a match page; from the start page it takes one more."""


CARDS, TURNED = (
    "Cards, in the order played",
    "Turned-up cards, game card last",
)
MAY = "may"
"""The key on a desk that asks a question about a trick without its cards."""
SUIT_LED = "The first card of a trick sets its suit."


@dataclass(frozen=True)
class Expected:
    questions: Sequence[Fields]
    """Questions as JSON without the game, at least one of each kind."""
    irregularities: frozenset[str]
    """The kinds of irregularities that can happen in the game."""
    unusual: Fields
    """Options of a table that doesn't use the defaults."""
    asked: Sequence[Asked]
    """One example for each kind of question, as asked on a phone."""
    answers: Mapping[str, str]
    """For each kind of question, the query of one with a long answer."""
    tables: Mapping[str, tuple[int, Fields]]
    """Number of players and options of tables whose match pages look different."""
    entry: Fields
    """An entry without problems, for the usual number of players."""
    start_refusals: frozenset[tuple[str, str]] = frozenset()
    """Reasons other than players why a match can't start: (part of the form, rule)."""
    records: Callable[[int], st.SearchStrategy[Fields]] | None = None
    """Function from the minimum number of entries (0 or 1) to a strategy for valid records."""
    dealing: Dealing | None = None
    has_own_dealing: bool = False
    """Whether the game's own tests play random deals instead."""
    knows_the_rest: Callable[[Any], bool] = lambda _options: False
    """Whether the game ends at a mark or after a number of entries, under given options."""
    silent: frozenset[str] = frozenset()
    """The options on which the source is silent."""
    takes_figures: frozenset[str] = frozenset()
    """The options that are typed, or that the fewest possible players can't choose."""


IN_EVERY_GAME = frozenset({"misdeal", "exposed-card", "wrong-count"})
WITH_TRICKS = IN_EVERY_GAME | {"revoke", "lead-out-of-turn"}


@cache
def find_expected() -> dict[str, Expected]:
    """Return each game's `EXPECTED`, by name; made-up games have none."""
    return {
        name: import_module(f"tests.games.{game.folder}.expected").EXPECTED
        for name, game in GAMES.items()
        if (Path(__file__).parent / game.folder / "expected.py").is_file()
    }
