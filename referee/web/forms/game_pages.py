"""A game's web extensions besides its form, and the fields of questions.

A game that adds pages, kinds of fields or rulebook drawings defines them as `PAGES` in its module
`pages`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Final, Protocol, cast

from annotated_types import Ge
from flask import Blueprint
from markupsafe import Markup

from referee.core.cards import RANKS, Ranked
from referee.core.findings import error
from referee.core.game import AnyGame
from referee.core.question import Assumed, QuestionKind
from referee.core.text import _, _p, whole_number
from referee.web.forms import fields, views
from referee.web.forms.fields import AnyField, Players, Reading, Typed, split_cards
from referee.web.http.script_texts import ScriptTexts

MELD: Final = 24  # most cards in a meld


@dataclass(frozen=True)
class QuestionState:
    """The state of a question that has its own page, including the taps made on that page."""

    typed: Mapping[str, str]
    address: str
    is_changed: bool  # whether the request has a tap that `address` leaves out
    is_refused: bool
    view: object


class QuestionPage(Protocol):
    """A special page for one kind of question, such as one where cards can be moved."""

    template: ClassVar[str]
    part: ClassVar[str]

    def state(self, game: AnyGame, options: Any, players: int) -> QuestionState:
        """Return the state of the question in the current request."""


@dataclass(frozen=True)
class Declared:
    game: str
    name: str
    title: str
    is_needed: bool
    most: int  # things to pick, or the sum of counts; 0 for one per player
    least: int
    players: int
    labels: Mapping[str, str]


FieldKind = Callable[[Declared], AnyField]


@dataclass(frozen=True)
class GamePages:
    blueprints: Sequence[Blueprint] = ()
    question_pages: Mapping[str, QuestionPage] = field(default_factory=dict)
    field_kinds: Mapping[str, FieldKind] = field(default_factory=dict)
    """The game's own kinds of fields, by the `kind` that its questions pass to `prompt`."""
    blocks: Mapping[str, Callable[[str], Markup]] = field(default_factory=dict)
    """Functions that render fenced blocks in the game's rulebook, by the word after the fence."""
    styles: Sequence[str] = ()  # style sheets for these drawings, as assets without their ending
    script_texts: ScriptTexts = field(default_factory=dict)


def pages_of(game: AnyGame) -> GamePages:
    return _pages_in(game.package)


@cache
def _pages_in(package: str) -> GamePages:
    if find_spec(f"{package}.pages") is None:
        return GamePages()
    pages: GamePages = import_module(f"{package}.pages").PAGES
    return pages


# The fields of questions --------------------------------------------------------------------------


@dataclass(frozen=True)
class QuestionField:
    title: str
    field: AnyField
    is_awaited: bool = True  # whether the answer waits for it, even if it is optional
    comes_first: bool = False
    depends_on_players: bool = False
    assumed: Assumed | None = None

    def empty(self, typed: Typed, players: Players) -> list[str]:
        """Return the HTML inputs without a value."""
        field = self.field
        if typed.get(field.name):
            return []
        each = field.names(players) if isinstance(field, TurnsField) else ()
        return [name for name in (field.name, *each) if not typed.get(name)]

    def value(self, typed: Typed, players: Players) -> Any:
        return self.field.read(typed, players).value


def fields_of(game: AnyGame, question_kind: QuestionKind, players: int) -> list[QuestionField]:
    """Return a question kind's fields, in the order in which they are asked."""
    kinds = {**KINDS, **pages_of(game).field_kinds}
    found = []
    for name, info in question_kind.model.model_fields.items():
        if not isinstance(info.json_schema_extra, dict) or "x-field" not in info.json_schema_extra:
            continue  # it has a form of its own
        extra: dict[str, Any] = info.json_schema_extra
        kind, most, is_needed = extra["x-field"], extra["x-most"], info.is_required()
        declared = Declared(
            game=game.name,
            name=name,
            title=info.title or name,
            is_needed=is_needed,
            most=most,
            least=cast(int, next((each.ge for each in info.metadata if isinstance(each, Ge)), 1)),
            players=players,
            labels=extra["x-labels"],
        )
        found.append(
            QuestionField(
                declared.title,
                kinds[kind](declared),
                is_awaited=(is_needed and not extra["x-assumed"]) or extra["x-awaited"],
                comes_first=extra["x-first"],
                depends_on_players=kind == "seat" or (most == 0 and kind in A_PLAYER_EACH),
                assumed=extra["x-assumed"],
            )
        )
    return sorted(found, key=lambda asked: not asked.comes_first)


A_PLAYER_EACH: Final = ("cards", "hands", "turns")
"""Kinds of fields that have one value per player unless `most` is declared."""


# Kinds of fields that only questions have ---------------------------------------------------------


@dataclass(frozen=True)
class LedField:
    """The cards of a trick. If a Joker was led, its suit is added: `JK=S` for spades."""

    name: str
    title: str

    @property
    def suit(self) -> fields.SuitField:
        return fields.SuitField(f"{self.name}_for", _("no Joker led"))

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        cards = split_cards(typed.get(self.name, "").upper())
        suit = self.suit.read(typed).value
        if cards[:1] == ["JK"] and suit is not None:
            return Reading([f"JK={suit}", *cards[1:]])
        return Reading(cards)

    def fill(self, value: Sequence[str]) -> dict[str, str]:
        card, _, suit = value[0].partition("=") if value else ("", "", "")
        cards = [card, *value[1:]] if value else []
        return {self.name: " ".join(cards)} | ({self.suit.name: suit} if suit else {})

    def show(self, typed: Typed, players: Players) -> views.LedView:
        text = typed.get(self.name, "")
        picker = views.PickerView(self.name, text, len(players), self.title)
        return views.LedView(picker, self.suit.show(typed))


@dataclass(frozen=True)
class RanksField:
    name: str

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        return Reading([rank for rank in RANKS if typed.get(f"{self.name}{rank}") == "1"])

    def fill(self, value: Sequence[str]) -> dict[str, str]:
        return {f"{self.name}{rank}": "1" for rank in value}

    def show(self, typed: Typed, _players: Players = ()) -> views.TicksView:
        ranks = [rank for rank in RANKS if rank not in ("2", "3")]
        names = {rank: f"{self.name}{rank}" for rank in ranks}
        return views.TicksView(
            [(Ranked(rank), name, bool(typed.get(name))) for rank, name in names.items()]
        )


@dataclass(frozen=True)
class SoFarField:
    """The counts known so far, starting with the dealer's and going around to the left."""

    name: str
    most: int

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[int]]:
        """Return the counts before the last that is filled in; the core refuses an empty one."""
        texts: list[Any] = [typed.get(f"{self.name}{at}", "").strip() for at in range(self.most)]
        while texts and not texts[-1]:
            texts.pop()
        numbers = [whole_number(text, digits=5) for text in texts]
        return Reading([text if n is None else n for text, n in zip(texts, numbers, strict=True)])

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{place}": str(count) for place, count in enumerate(value)}

    def show(self, typed: Typed, _players: Players = ()) -> views.BoxesView:
        labels = (_p("key", "dealer"), _p("key", "left"), _p("key", "right"))
        names = [f"{self.name}{place}" for place in range(self.most)]
        return views.BoxesView(
            [(label, name, typed.get(name, "")) for label, name in zip(labels, names, strict=False)]
        )


@dataclass(frozen=True)
class TurnsField:
    """The number of turns that each player has had, None for `out`.

    Whether everyone has had one comes first. Then an empty field is 1, but 0 if nobody may have.
    """

    name: str

    def read(self, typed: Typed, players: Players) -> Reading[list[int | None]]:
        usual = "0" if typed.get("starter") == "1" else "1"
        texts = [typed.get(name) or usual for name in self.names(players)]
        numbers = [whole_number(text, digits=5) for text in texts]
        pairs: Any = zip(texts, numbers, strict=True)
        turns = [text if n is None and text != "out" else n for text, n in pairs]
        everyone = typed.get(self.name)
        if not everyone or (everyone == "0") == (0 in turns):
            return Reading(turns)
        message = _("Choose “yes”, or “no” and a 0 for whoever hasn’t had a turn.")
        return Reading(None, (error("", message, field=self.name),))

    def fill(self, value: Sequence[int | None]) -> dict[str, str]:
        return {
            f"{self.name}{seat}": "out" if turns is None else str(turns)
            for seat, turns in enumerate(value)
        }

    def show(self, typed: Typed, players: Players) -> views.TurnsView:
        values = [("0", "0"), ("1", "1"), ("2", "2"), ("out", _p("key", "out"))]
        texts = {name: typed.get(name, "") for name in self.names(players)}
        keys = [views.KeysView(name, values, text, "four") for name, text in texts.items()]
        lines = views.LinesView(list(zip(players, keys, strict=True)), "turns", labelled=self.name)
        everyone = fields.yes_field(self.name, is_needed=True).show(typed)
        is_open = everyone.chosen == "0" or any(text not in ("", "out") for text in texts.values())
        return views.TurnsView(everyone, lines, is_open)

    def names(self, players: Players) -> list[str]:
        return [f"{self.name}{seat}" for seat in range(len(players))]


KINDS: Final[Mapping[str, FieldKind]] = {
    "card": lambda declared: fields.CardField(declared.name, declared.title),
    "cards": lambda declared: fields.CardsField(
        declared.name,
        declared.title,
        declared.most or declared.players,
        is_needed=declared.is_needed,
    ),
    "choice": lambda declared: fields.ChoiceField(
        declared.name, [(value, value, words) for value, words in declared.labels.items()], "wide"
    ),
    "counts": lambda declared: SoFarField(declared.name, declared.most or declared.players),
    "led": lambda declared: LedField(declared.name, declared.title),
    "melds": lambda declared: fields.HandsField(
        declared.name,
        MELD,
        None,
        [_("meld {number}", number=number + 1) for number in range(declared.most)],
        skips_empty=True,
        look="meld melded",
    ),
    "number": lambda declared: fields.NumberField(declared.name, declared.least, declared.most),
    "ranks": lambda declared: RanksField(declared.name),
    "seat": lambda declared: fields.SeatField(declared.name),
    "suit": lambda declared: fields.SuitField(
        declared.name, declared.labels.get("", ""), none=fields.NO_SUIT
    ),
    "suits": lambda declared: fields.SuitsField(declared.name, declared.most),
    "tricks": lambda declared: fields.TricksField(
        declared.name, f"{declared.game}.tricks-total", _p("things", "tricks"), total=declared.most
    ),
    "text": lambda declared: fields.WordsField(declared.name, declared.title),
    "turns": lambda declared: TurnsField(declared.name),
    "yes": lambda declared: fields.yes_field(declared.name, is_needed=True),
}
"""The kinds of fields available to every game, by name."""
