"""The forms in which entries are typed, one module a game: its fields as texts, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol

from referee.game import Due, Game
from referee.games import GAMES
from referee.law import Problem
from referee.log import Book
from referee.tricks import Play

Typed = Mapping[str, str]
"""The fields of a form, as they were typed."""
Hint = str | Problem
"""What a page says beside a field: a sentence, or what is wrong, with its rule."""


class EntryForm(Protocol):
    """What a game's module says of its form; its template has the module's name."""

    def shown(self, book: Book, id: str | None) -> dict[str, Any]:
        """What the template needs besides what was typed; `id` names an old entry to correct."""

    def fill(self, data: dict[str, Any]) -> Typed:
        """The fields of an entry as it is in the record."""

    def read(
        self, book: Book, id: str | None, typed: Typed
    ) -> tuple[dict[str, Any], list[Problem]]:
        """The entry that was typed, and what cannot be read of it."""

    def hints(self, book: Book, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        """What the page says beside the fields while they are being typed, by the field's name."""

    def known(self, book: Book, typed: Typed) -> dict[str, str]:
        """What is known of the deal now, as the fields of questions have it."""


@dataclass(frozen=True)
class Act:
    """Something that can be said of a deal between two cards, and the facts that it makes."""

    words: str
    facts: Mapping[str, Any]
    unknown: Sequence[str] = ()
    """Facts that are not known any more."""


class CardForm(EntryForm, Protocol):
    """What a module says besides, where deals can be followed card by card.

    The template of the facts has the module's name in the folder `facts`.
    """

    def facts(
        self, book: Book, id: str | None, typed: Typed
    ) -> tuple[dict[str, Any], list[Problem]]:
        """What is known of the deal before the first card, and what has to be said still."""

    def fact_hints(self, book: Book, typed: Typed) -> Mapping[str, Hint]:
        """What the page of the facts says beside its fields, by the field's name."""

    def finished(self, book: Book, data: dict[str, Any]) -> dict[str, Any]:
        """The entry once every card has fallen, with what follows from that."""

    def acts(self, book: Book, play: Play) -> list[Act]:
        """What can be said now."""


@dataclass(frozen=True)
class Draft:
    """An entry that is being typed: a new one, or an old one to correct."""

    book: Book
    id: str | None
    typed: Typed
    problems: tuple[Problem, ...] = ()
    message: str = ""
    """What else stands in the way, such as another phone that was quicker."""
    broken: tuple[str, ...] = ()
    """The rows that would be impossible once this correction is saved."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.book.game

    @property
    def due(self) -> Due | None:
        """What is due in this place."""
        return self.book.due_at(self.id)

    @property
    def shown(self) -> dict[str, Any]:
        """What the game's template needs."""
        return form_of(self.game).shown(self.book, self.id)

    @property
    def template(self) -> str:
        """The game's template."""
        return f"entry/{_module(self.game)}.html"

    @property
    def facts_template(self) -> str:
        """The game's template of what is known before the first card."""
        return f"entry/facts/{_module(self.game)}.html"

    @property
    def tricks(self) -> list[str]:
        """The fields of the cards, where the old entry has them: at least one for each trick."""
        found = [name for name in self.typed if name.startswith("trick") and name[5:].isdecimal()]
        by_cards = self.game.by_cards
        if not found or by_cards is None:
            return []
        most = max(by_cards.hand_size, *(int(name[5:]) + 1 for name in found if len(name) < 8))
        return [f"trick{number}" for number in range(most)]

    @property
    def warnings(self) -> list[str]:
        """The rules whose warnings may be accepted, if nothing else is wrong."""
        if any(problem.severity == "error" for problem in self.problems):
            return []
        return [problem.rule for problem in self.problems if not problem.accepted]

    def blames(self, field: str) -> bool:
        """Whether a problem lies in this field of the entry."""
        return any(problem.field == field for problem in self.problems)


def new_draft(book: Book) -> Draft:
    """The empty form for the next entry."""
    return Draft(book, None, {})


def draft_of(book: Book, id: str) -> Draft:
    """The form with an old entry in it."""
    written = book.entry(id)
    data = written.data if written else {}
    row = book.row(id)
    return Draft(book, id, form_of(book.game).fill(data), row.problems if row else ())


def form_of(game: Game) -> EntryForm:
    """The form of a game."""
    form: EntryForm = FORMS[game.name]
    return form


def card_form_of(game: Game) -> CardForm:
    """The form of a game whose deals can be followed card by card."""
    form: CardForm = FORMS[game.name]
    return form


def _module(game: Game) -> str:
    return game.name.replace("-", "_")


FORMS: Final[dict[str, Any]] = {
    game.name: import_module(f"{__name__}.{_module(game)}") for game in GAMES.values()
}
