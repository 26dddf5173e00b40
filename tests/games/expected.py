"""What shared tests need to know about a game: its tests' folder says it as `EXPECTED`.

`tests/games/<game>/expected.py` has it, so that no shared test is edited for one more game.
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
    """A deal in which nobody played what was not allowed."""

    game: str
    number: int
    """How many deals came before it."""
    options: Fields
    facts: Fields
    """What is known before the first card."""
    play: list[list[str]]
    pack: tuple[str, ...]
    """Every card that may be in a hand."""
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
        """Whose turn it is before the first card and after each, by the oracle."""
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
    """A lawful deal by chance: after so many deals, with so many players, under these options.

    The same chance makes the same trumps or turned cards, whatever the options are.
    """
    tricks: Callable[[int, int, Fields, Fields], oracle.Oracle]
    """How the tricks go: of a deal after so many, with so many players, its facts and options."""
    earlier: Callable[[int], Fields]
    """A deal of so many players, by figures, with nothing to remark."""
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """The options that bear on tricks, with their values."""
    silent: Mapping[str, str] = field(default_factory=dict)
    """Those on which the source is silent, with the ids of their rules."""
    has_last_trick: bool = False
    """Whether figures say who took the last trick."""

    def figures(self, followed: oracle.Followed) -> Fields:
        last = {"last_trick": followed.takers[-1]} if self.has_last_trick else {}
        return {"tricks": followed.tricks(), **last}


@dataclass(frozen=True)
class Asked:
    """A kind of question on a phone: the steps to its answer, and how many taps they take.

    A step is the name of an act of `tests.browser.test_every_question` and what it is given; after
    `home` it is needed only where no match knows it already. `{1}` is who sits second.
    """

    kind: str
    steps: tuple[tuple[str | int, ...], ...]
    verdict: str
    """What is read across the table."""
    rule: str
    """The id, without the game, of the first rule of the answer, which is quoted."""
    quote: str
    taps: int
    """From the page of a match; from the first page of the app it is one more."""


CARDS, TURNED = (
    "Cards, in the order played",
    "Turned cards, game card last",
)
MAY = "may"
"""What a desk offers beside a kind of question that can be asked without its cards."""
SUIT_LED = "The first card of a trick sets its suit."


@dataclass(frozen=True)
class Expected:
    questions: Sequence[Fields]
    """Questions as JSON without the game, at least one of each kind."""
    irregularities: frozenset[str]
    """The kinds that can happen in it."""
    unusual: Fields
    """Options of a table that does not play as usual."""
    asked: Sequence[Asked]
    """Each kind of question on a phone."""
    answers: Mapping[str, str]
    """Of each kind of question the query of an answer that has much to say."""
    tables: Mapping[str, tuple[int, Fields]]
    """Tables whose match page looks different: how many play, and their options."""
    entry: Fields
    """An entry of as many players as usual, with nothing wrong."""
    start_refusals: frozenset[tuple[str, str]] = frozenset()
    """Why a match cannot begin, but for its players: the part of the form and the rule."""
    records: Callable[[int], st.SearchStrategy[Fields]] | None = None
    """Valid records of any length, with so many entries at least (0 or 1)."""
    dealing: Dealing | None = None
    has_own_dealing: bool = False
    """Whether tests of its own play its deals by chance instead."""
    knows_the_rest: Callable[[Any], bool] = lambda _options: False
    """Whether it ends at a mark or after a number of entries, under these options."""
    silent: frozenset[str] = frozenset()
    """The options on which the source is silent."""
    takes_figures: frozenset[str] = frozenset()
    """The options that are typed, or that so few as can play have no choice of."""


IN_EVERY_GAME = frozenset({"misdeal", "exposed-card", "wrong-count"})
WITH_TRICKS = IN_EVERY_GAME | {"revoke", "lead-out-of-turn"}


@cache
def find_expected() -> dict[str, Expected]:
    """By the names of the games, in their order; without made-up games, which have no such file."""
    return {
        name: import_module(f"tests.games.{game.folder}.expected").EXPECTED
        for name, game in GAMES.items()
        if (Path(__file__).parent / game.folder / "expected.py").is_file()
    }
