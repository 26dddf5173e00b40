"""What a game adds to the web besides its form: pages, kinds of fields, drawings in its rulebook.

It is `PAGES` of the module `pages` in the folder of the game; a game needs no such module.
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
    address: str
    """Of the page as it is now."""
    is_changed: bool
    """Whether the request had a tap in it that the address leaves out."""
    is_refused: bool
    """Whether what was tapped is not possible."""
    view: object
    """For its templates, besides what every question shows."""


class QuestionPage(Protocol):
    """A page for one kind of question, such as with cards to be moved."""

    template: ClassVar[str]
    part: ClassVar[str]
    """The part of it for htmx."""

    def state(self, game: AnyGame, options: Any, players: int) -> QuestionState:
        """The question of this request."""


@dataclass(frozen=True)
class Declared:
    """A field as its question declares it."""

    game: str
    name: str
    title: str
    kind: str
    is_needed: bool
    is_awaited: bool
    comes_first: bool
    most: int
    """Things to pick, or the sum of counts; 0 for one thing for each player."""
    least: int
    """The lowest of the numbers to choose from."""
    players: int
    labels: Mapping[str, str]
    """The values to choose from, in words."""


FieldKind = Callable[[Declared], AnyField]


@dataclass(frozen=True)
class GamePages:
    blueprints: Sequence[Blueprint] = ()
    """Pages at addresses of their own."""
    question_pages: Mapping[str, QuestionPage] = field(default_factory=dict)
    """By the names of kinds of questions."""
    field_kinds: Mapping[str, FieldKind] = field(default_factory=dict)
    """Kinds of fields that its questions name in `asked`."""
    blocks: Mapping[str, Callable[[str], Markup]] = field(default_factory=dict)
    """Drawing functions for fenced blocks of its rulebook, by the word after the fence."""
    styles: Sequence[str] = ()
    """Style sheets for these drawings, as assets without their ending."""


def pages_of(game: AnyGame) -> GamePages:
    return _pages_in(game.package)


@cache
def _pages_in(folder: str) -> GamePages:
    if find_spec(f"{folder}.pages") is None:
        return GamePages()
    pages: GamePages = import_module(f"{folder}.pages").PAGES
    return pages
