"""What the shared tests need to know about a game, defined as `EXPECTED` by the game's own tests.

`EXPECTED` is in `tests/games/<game>/expected.py`, so a new game needs no change to shared tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    """A deal played card by card in which every card was legal."""

    game: str
    number: int
    """Number of deals before this one."""
    options: Fields
    facts: Fields
    """The entry's fields that are known before the first card."""
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
        """The seat to play before the first card and after each card, according to the oracle."""
        _, leaders, takers = self.oracle.followed(self.play)
        order = [(leader + place) % self.seats for leader in leaders for place in range(self.seats)]
        last = takers[-1]
        return [*order, leaders[-1] if last is None else last]

    def tricks(self, cards: Sequence[str]) -> list[list[str]]:
        starts = range(0, len(cards), self.seats)
        return [list(cards[start : start + self.seats]) for start in starts]

    def proof(self, cards: Sequence[str]) -> int:
        """How many of these cards have been played once it is proved that one broke a rule."""
        shown = range(1, len(cards) + 1)
        return next(n for n in shown if self.oracle.breaches(self.tricks(cards[:n])))


@dataclass(frozen=True)
class Dealing:
    """How the tests deal and play a game with tricks card by card."""

    play: Callable[[Random, int, int, Fields], Dealt]
    """Makes a random legal deal.

    It takes a random number generator, the number of earlier deals, the number of players, and the
    options. The same seed gives the same trumps or turned-up cards, whatever the options are.
    """
    tricks: Callable[[int, int, Fields, Fields], oracle.Oracle]
    """Makes the oracle for a deal.

    It takes the number of earlier deals, the number of players, the deal's facts, and the options.
    """
    earlier: Callable[[int], Fields]
    """Makes a valid deal by figures for this number of players."""
    choices: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """The options that affect tricks, each with its possible values."""
    silent: Mapping[str, str] = field(default_factory=dict)
    """Options in `choices` where the rulebook leaves the question open, each with its rule's id."""
    has_last_trick: bool = False
    """Whether a deal by figures includes who took the last trick."""

    def figures(self, followed: oracle.Followed) -> Fields:
        last = {"last_trick": followed.takers[-1]} if self.has_last_trick else {}
        return {"tricks": followed.tricks(), **last}


@dataclass(frozen=True)
class Asked:
    """An example of a question asked on a phone, with the steps that lead to its answer.

    A step is the name of an action in `tests.browser.test_every_question`, followed by the action's
    arguments; `{1}` in them is the second player. Steps that start with `home` are needed only
    outside a match, which would supply the facts.
    """

    kind: str
    steps: tuple[tuple[str | int, ...], ...]
    verdict: str
    """The verdict that is shown in large type."""
    rule: str
    """Id of the first rule that the answer quotes, without the game's prefix."""
    quote: str
    taps: int
    """Number of taps from a match page; from the home page, one more, plus one per `home` step."""
    at_home: str = ""
    """The verdict outside a match, if it differs."""


CARDS, TURNED = ("Cards, in the order played", "Turned-up cards, game card last")
MAY = "may"
"""The `kind` of the desk's short question about a trick, which is asked without its cards."""
SUIT_LED = "The first card of a trick sets its suit."


@dataclass(frozen=True)
class Expected:
    questions: Sequence[Fields]
    """Questions as JSON without `game`, at least one of each kind."""
    irregularities: frozenset[str]
    """The kinds of irregularities that can happen in the game."""
    unusual: Fields
    """Options that differ from the defaults."""
    asked: Sequence[Asked]
    """One example for each kind of question, as asked on a phone."""
    answers: Mapping[str, str]
    """For each kind of question, the query string of one that has a long answer."""
    tables: Mapping[str, tuple[int, Fields]]
    """Tables whose match pages look different, by name: number of players, and options."""
    entry: Fields
    """A valid entry for the usual number of players."""
    start_refusals: frozenset[tuple[str, str]] = frozenset()
    """Reasons other than players why a match can't start, as (part of the form, rule)."""
    records: Callable[[int], st.SearchStrategy[Fields]] | None = None
    """Makes a strategy for valid records with at least this many entries (0 or 1)."""
    dealing: Dealing | None = None
    has_own_dealing: bool = False
    """Whether the game's own tests play random deals, so that it needs no `dealing`."""
    knows_the_rest: Callable[[Any], bool] = lambda _options: False
    """Whether a match with these options ends at a mark or after a fixed number of entries."""
    silent: frozenset[str] = frozenset()
    """The options where the rulebook leaves the question open."""
    takes_figures: frozenset[str] = frozenset()
    """Options that offer the fewest players no choice: they are typed, or need more players."""


WITH_CARDS = frozenset({"misdeal", "exposed-card", "wrong-count"})
WITH_TRICKS = WITH_CARDS | {"revoke", "lead-out-of-turn"}


ANYTHING: Fields = {"question": "other", "text": "May I look at the last trick?"}


@cache
def find_expected() -> dict[str, Expected]:
    """Return each game's `EXPECTED` by the game's name; made-up games have none."""
    found: dict[str, Expected] = {
        name: import_module(f"tests.games.{game.folder}.expected").EXPECTED
        for name, game in GAMES.items()
        if (Path(__file__).parent / game.folder / "expected.py").is_file()
    }
    return {
        name: replace(each, questions=[*each.questions, ANYTHING]) for name, each in found.items()
    }
