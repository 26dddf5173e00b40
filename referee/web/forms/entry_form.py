"""What a game's form is: which fields an entry has, how they are read, and what a page says beside.

A game has its form as `FORM` in the module `form` of its folder; the template of it is `form.html`
in the folder of the game's templates. Where deals can be followed card by card, what has to be
known before the first card stands in `before_play.html` there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol

from referee.core.cards import SUIT_SYMBOLS
from referee.core.findings import Problem, error
from referee.core.game import AnyGame, AnyPlayableGame
from referee.core.text import counted, listed, said
from referee.core.tricks import Play
from referee.matches.match import Match
from referee.web.forms.draft import Draft, DraftForm, V_co
from referee.web.forms.fields import AnyField, CountsField, Typed, fill_all, read_all
from referee.web.forms.views import Cell, CellsView
from referee.web.http.labels import labels

LONGEST_NOTE: Final = 500
Hint = str | Problem
"""What a page says beside a field: a sentence, or what is wrong, with its rule."""
EntryRead = tuple[dict[str, Any], list[Problem]]
"""An entry as a record has it, as far as it can be read, and what is wrong with what was typed."""


class EntryForm(DraftForm[V_co], Protocol[V_co]):
    """The form of a game's entries. An `id` names an old entry that is corrected."""

    @abstractmethod
    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """The entry that was typed."""

    @abstractmethod
    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        """What the page says beside the fields while they are being typed, by the field's name."""

    @abstractmethod
    def in_short(self, match: Match, id: str | None, typed: Typed) -> str:
        """The main figures in the order of the seats, a dash for what is missing: `5 4 –`."""

    @abstractmethod
    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        """What is known of the deal now, as the fields of questions have it."""


@dataclass(frozen=True)
class Announcement:
    """Something that can be said of a deal between two cards, and the facts that it makes."""

    words: str
    facts: Mapping[str, Any]
    unknown: Sequence[str] = ()
    """Facts that are not known any more."""


@dataclass(frozen=True)
class SideOfDeal:
    """A player, or a team, while a deal is followed card by card."""

    name: str
    label: str
    """The name as it fits."""
    text: str
    """What is to be known of it: `red 2`."""
    words: str
    """The same for those who hear it: `red, 2 tricks`."""


@dataclass(frozen=True)
class DealStanding:
    """What stands while cards are played, always in view."""

    game: str
    """What is played, in few letters: `♥ trumps · × 2`."""
    sides: Sequence[SideOfDeal]
    are_named: bool = False
    """Whether the sides are others than the columns of the score strip, and so need their names."""
    details: str = ""
    """What there was no room for, in sentences."""


class PlayableForm(EntryForm[V_co], Protocol[V_co]):
    """The form of a game whose deals can be followed card by card."""

    announced: tuple[str, ...]
    """The facts that announcements make: they are not asked for before the first card."""

    @abstractmethod
    def before_play(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """What is known of the deal before the first card, and what has to be said still."""

    @abstractmethod
    def before_play_hints(self, match: Match, typed: Typed) -> Mapping[str, Hint]:
        """What the page before the first card says beside its fields, by the field's name."""

    @abstractmethod
    def finished(self, match: Match, data: dict[str, Any]) -> dict[str, Any]:
        """The entry once every card was played, with what follows from that."""

    @abstractmethod
    def standing(self, match: Match, place: int, play: Play) -> DealStanding:
        """What stands at this table while cards are played."""

    @abstractmethod
    def announcements(self, match: Match, play: Play) -> list[Announcement]:
        """What can be said now."""


AnyForm = EntryForm[object]
AnyPlayableForm = PlayableForm[object]


def form_of(game: AnyGame) -> AnyForm:
    """The form of a game."""
    form: AnyForm = import_module(f"{game.package}.form").FORM
    return form


def entry_typed(match: Match, id: str | None, typed: Typed) -> EntryRead:
    """The entry that was typed with its note, and what cannot be read of it."""
    data, problems = form_of(match.game).read(match, id, typed)
    note = " ".join(filter(None, (typed.get("note", "").strip(), data.pop("note", ""))))
    return (data | {"note": note[:LONGEST_NOTE]} if note else data), problems


def with_remark(note: str, remark: str) -> str:
    """The note of an entry with one more remark, once."""
    remark = remark.strip()
    parts = [note] if remark in note else [note, remark]
    return ". ".join(filter(None, parts))[:LONGEST_NOTE]


def playable_form_of(game: AnyPlayableGame) -> AnyPlayableForm:
    """The form of a game whose deals can be followed card by card."""
    form: AnyPlayableForm = import_module(f"{game.package}.form").FORM
    return form


def figures_in_short(figures: Iterable[object]) -> str:
    """Figures in a row, a dash for each that is missing."""
    return " ".join("–" if figure in (None, "") else str(figure) for figure in figures)


# What stands while cards are played ---------------------------------------------------------------


def brief(play: Play) -> str:
    """What is played, in few letters."""
    trump = play.table.rules.trump
    return f"{SUIT_SYMBOLS[trump]} trumps" if trump else play.table.rules.label


def sides_of(
    names: Sequence[str],
    play: Play,
    text: Callable[[int, int], tuple[str, str]] = lambda _seat, taken: (
        counted(taken, "trick"),
        counted(taken, "trick"),
    ),
) -> list[SideOfDeal]:
    """Each player with what is said of the seat and its tricks, to be seen and to be heard."""
    return [
        SideOfDeal(name, label, *text(seat, taken))
        for seat, (name, label, taken) in enumerate(
            zip(names, labels(names), play.counts, strict=True)
        )
    ]


# What most forms do alike -------------------------------------------------------------------------


class BaseForm(EntryForm[V_co]):
    """A form that is filled by the fields that it declares."""

    fields: Sequence[AnyField]
    main: CountsField

    def in_short(self, match: Match, _id: str | None, typed: Typed) -> str:
        """The counts; also what follows from them, once it does."""
        counts = self.main.read(typed, match.players).value
        return figures_in_short(counts or self.main.each(typed, match.players))

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        """The fields, and the note."""
        return {"note": data.get("note") or "", **fill_all(self.fields, data)}

    def hints(self, _match: Match, _id: str | None, _typed: Typed) -> Mapping[str, Hint]:
        return {}

    def question_defaults(self, _match: Match, _typed: Typed) -> dict[str, str]:
        return {}


class CountsForm(BaseForm[CellsView]):
    """A form with one figure for each player, shown by `{% include "forms/counts.html" %}`."""

    def __init__(self, kind: str, main: CountsField) -> None:
        self.kind, self.main, self.fields = kind, main, (main,)

    def context(self, draft: Draft) -> CellsView:
        cells = [
            Cell(name, player, draft.typed.get(name, ""), seat=seat)
            for seat, (name, player) in enumerate(
                zip(self.main.names(draft.match.players), draft.match.players, strict=True)
            )
        ]
        return CellsView(self.main.name, self.main.things, cells, most=None)

    def read(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        found, problems = read_all(self.fields, typed, match.players)
        figures = self.main.each(typed, match.players)
        missing = [seat for seat, figure in enumerate(figures) if figure is None]
        if missing and not problems:
            names = listed([match.players[seat] for seat in missing])
            message = said(
                "Still missing: the {things} of {names}.", things=self.main.things, names=names
            )
            problems.append(error(self.main.rule, message, field=self.main.name, seats=missing))
        return {"kind": self.kind, **found}, problems


class BasePlayableForm(BaseForm[V_co], PlayableForm[V_co]):
    """The same for a game in which nothing is said between the cards."""

    announced: tuple[str, ...] = ()

    def before_play_hints(self, _match: Match, _typed: Typed) -> Mapping[str, Hint]:
        """Nothing has to be said."""
        return {}

    def finished(self, _match: Match, data: dict[str, Any]) -> dict[str, Any]:
        """The entry as it is."""
        return data

    def standing(self, match: Match, place: int, play: Play) -> DealStanding:
        """The trumps, and the tricks of each player."""
        return DealStanding(brief(play), sides_of(match.tables[place].players, play))

    def announcements(self, _match: Match, _play: Play) -> list[Announcement]:
        """None."""
        return []
