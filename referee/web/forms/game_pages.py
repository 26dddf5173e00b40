"""What a game brings to the web besides its form: pages, kinds of fields, drawings in its rulebook.

All of it stands in `PAGES` of a module `pages` in the game's folder, and a game without that module
is a game all the same. The web asks for it by the game, and never knows which one it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Protocol

from flask import Blueprint
from markupsafe import Markup

from referee.core.game import AnyGame
from referee.web.forms.fields import AnyField


@dataclass(frozen=True)
class QuestionState:
    """A question on a page of its own, after what was tapped there."""

    typed: Mapping[str, str]
    """The fields of the question."""
    address: str
    """Where the page is to be found again as it is now."""
    is_changed: bool
    """Whether the request had a tap in it that its address shall not keep."""
    is_refused: bool
    """Whether what was tapped is not possible."""
    view: object
    """What its templates show besides what every question shows."""


class QuestionPage(Protocol):
    """How a game asks a kind of question on a page of its own, such as with cards to be moved."""

    template: ClassVar[str]
    """The whole page."""
    part: ClassVar[str]
    """What htmx gets of it."""

    def state(self, game: AnyGame, options: Any, players: int) -> QuestionState:
        """The question as the request has it, under these options of the game."""


@dataclass(frozen=True)
class Declared:
    """What a question declares of a field."""

    game: str
    name: str
    title: str
    kind: str
    is_needed: bool
    is_awaited: bool
    comes_first: bool
    most: int
    """How many things are picked, or what counts add up to; 0 for one thing for each player."""
    least: int
    """The lowest of the numbers to choose from."""
    players: int
    labels: Mapping[str, str]
    """The values to choose from, in words."""


FieldKind = Callable[[Declared], AnyField]
"""A kind of field: it makes the field that is declared."""


@dataclass(frozen=True)
class GamePages:
    """What a game brings; nothing of it is needed."""

    blueprints: Sequence[Blueprint] = ()
    """Pages at addresses of their own."""
    question_pages: Mapping[str, QuestionPage] = field(default_factory=dict)
    """Pages for kinds of questions, by the names of these."""
    field_kinds: Mapping[str, FieldKind] = field(default_factory=dict)
    """Kinds of fields that its questions name in `asked`."""
    blocks: Mapping[str, Callable[[str], Markup]] = field(default_factory=dict)
    """How a fenced block of its rulebook is drawn from its text, by the word after the fence."""
    styles: Sequence[str] = ()
    """The style sheets that these drawings need, as addresses of assets without their ending."""


def pages_of(game: AnyGame) -> GamePages:
    """What this game brings."""
    return _pages_in(game.package)


@cache
def _pages_in(folder: str) -> GamePages:
    if find_spec(f"{folder}.pages") is None:
        return GamePages()
    pages: GamePages = import_module(f"{folder}.pages").PAGES
    return pages
