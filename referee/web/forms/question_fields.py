"""The fields of questions, of the kinds that `asked` may name; a game may bring more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, cast

from annotated_types import Ge

from referee.core.cards import RANKS
from referee.core.game import AnyGame
from referee.core.question import QuestionKind
from referee.core.text import whole_number
from referee.web.forms.fields import (
    AnyField,
    CardField,
    CardsField,
    ChoiceField,
    HandsField,
    NumberField,
    Players,
    Reading,
    SeatField,
    SuitField,
    SuitsField,
    TricksField,
    Typed,
    YesField,
    split_cards,
)
from referee.web.forms.game_pages import Declared, FieldKind, pages_of
from referee.web.forms.views import (
    BoxesView,
    KeysView,
    LedView,
    LinesView,
    PickerView,
    TicksView,
)

HAND: Final = 13
"""As many cards as any hand has in a question about all hands."""
MELD: Final = 24


@dataclass(frozen=True)
class AskedField:
    """A field of a question as a page asks for it."""

    title: str
    is_needed: bool
    is_awaited: bool
    """Whether the answer waits for it, even if it may be left out."""
    comes_first: bool
    depends_on_players: bool
    field: AnyField

    def value(self, typed: Typed, players: Players) -> Any:
        """None for nothing; text that cannot be read goes to the core, which refuses it."""
        value = self.field.read(typed, players).value
        return typed.get(self.field.name, "").strip() or None if value is None else value


def fields_of(game: AnyGame, question_kind: QuestionKind, players: int) -> list[AskedField]:
    """The fields of its own, in the order in which they are asked."""
    kinds = {**KINDS, **pages_of(game).field_kinds}
    fields = []
    for name, field in question_kind.model.model_fields.items():
        extra = field.json_schema_extra
        if not isinstance(extra, dict) or "x-field" not in extra:  # has a form of its own
            continue
        declared = Declared(
            game=game.name,
            name=name,
            title=field.title or name,
            kind=cast(str, extra["x-field"]),
            is_needed=field.is_required(),
            is_awaited=field.is_required() or cast(bool, extra["x-awaited"]),
            comes_first=cast(bool, extra["x-first"]),
            most=cast(int, extra["x-most"]),
            least=cast(int, next((each.ge for each in field.metadata if isinstance(each, Ge)), 1)),
            players=players,
            labels=cast(Mapping[str, str], extra["x-labels"]),
        )
        fields.append(
            AskedField(
                declared.title,
                declared.is_needed,
                declared.is_awaited,
                declared.comes_first,
                declared.kind == "seat" or (declared.most == 0 and declared.kind in A_PLAYER_EACH),
                kinds[declared.kind](declared),
            )
        )
    return sorted(fields, key=lambda asked: not asked.comes_first)


A_PLAYER_EACH: Final = ("cards", "hands", "turns")
"""Kinds that ask for a thing for each player, where no number of things is declared."""


# Kinds that only questions have -------------------------------------------------------------------


@dataclass(frozen=True)
class LedField:
    """The cards of a trick; a Joker that is led for a suit is `JK=S`."""

    name: str
    title: str

    @property
    def suit(self) -> SuitField:
        return SuitField(f"{self.name}_for", "no Joker led")

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

    def show(self, typed: Typed, players: Players) -> LedView:
        text = typed.get(self.name, "")
        picker = PickerView(self.name, text, len(players), self.title)
        return LedView(picker, self.suit.show(typed))


@dataclass(frozen=True)
class RanksField:
    """Ranks, of which any number may be ticked."""

    name: str

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        return Reading([rank for rank in RANKS if typed.get(f"{self.name}{rank}") == "1"])

    def fill(self, value: Sequence[str]) -> dict[str, str]:
        return {f"{self.name}{rank}": "1" for rank in value}

    def show(self, typed: Typed, _players: Players = ()) -> TicksView:
        ranks = [rank for rank in RANKS if rank not in ("2", "3")]
        names = {rank: f"{self.name}{rank}" for rank in ranks}
        return TicksView([(rank, name, bool(typed.get(name))) for rank, name in names.items()])


@dataclass(frozen=True)
class SoFarField:
    """Counts of the dealer and those to the left, as far as they are known."""

    name: str
    most: int

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[int]]:
        texts = (typed.get(f"{self.name}{place}", "") for place in range(self.most))
        numbers = (whole_number(text, digits=5) for text in texts)
        return Reading([number for number in numbers if number is not None])

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{place}": str(count) for place, count in enumerate(value)}

    def show(self, typed: Typed, _players: Players = ()) -> BoxesView:
        labels = ("dealer", "left", "right")
        names = [f"{self.name}{place}" for place in range(self.most)]
        return BoxesView(
            [(label, name, typed.get(name, "")) for label, name in zip(labels, names, strict=False)]
        )


@dataclass(frozen=True)
class TurnsField:
    """How many turns each player has had; None for who is out."""

    name: str
    usual: ClassVar = "1"

    def read(self, typed: Typed, players: Players) -> Reading[list[int | None]]:
        texts = (typed.get(name, self.usual) for name in self._names(players))
        return Reading([whole_number(text, digits=5) for text in texts])

    def fill(self, value: Sequence[int | None]) -> dict[str, str]:
        return {
            f"{self.name}{seat}": "out" if turns is None else str(turns)
            for seat, turns in enumerate(value)
        }

    def show(self, typed: Typed, players: Players) -> LinesView:
        values = [(text, text) for text in ("0", "1", "2", "out")]
        views = [
            KeysView(name, values, typed.get(name, self.usual), "four")
            for name in self._names(players)
        ]
        return LinesView(list(zip(players, views, strict=True)), "turns", labelled=self.name)

    def _names(self, players: Players) -> list[str]:
        return [f"{self.name}{seat}" for seat in range(len(players))]


KINDS: Final[Mapping[str, FieldKind]] = {
    "card": lambda declared: CardField(declared.name, declared.title),
    "cards": lambda declared: CardsField(
        declared.name,
        declared.title,
        declared.most or declared.players,
        is_needed=declared.is_needed,
    ),
    "choice": lambda declared: ChoiceField(
        declared.name, [(value, value, words) for value, words in declared.labels.items()], "wide"
    ),
    "counts": lambda declared: SoFarField(declared.name, declared.most or declared.players),
    "hands": lambda declared: HandsField(declared.name, HAND),
    "led": lambda declared: LedField(declared.name, declared.title),
    "melds": lambda declared: HandsField(
        declared.name,
        MELD,
        "{}",
        [f"meld {number + 1}" for number in range(declared.most)],
        skips_empty=True,
        look="meld melded",
    ),
    "number": lambda declared: NumberField(declared.name, declared.least, declared.most),
    "ranks": lambda declared: RanksField(declared.name),
    "seat": lambda declared: SeatField(declared.name),
    "suit": lambda declared: SuitField(declared.name, "" if declared.is_needed else "none"),
    "suits": lambda declared: SuitsField(declared.name, declared.most),
    "tricks": lambda declared: TricksField(
        declared.name, f"{declared.game}.tricks-total", "tricks", total=declared.most
    ),
    "turns": lambda declared: TurnsField(declared.name),
    "yes": lambda declared: YesField(declared.name, declared.is_needed),
}
"""Every kind of field that any game may ask for, by its name."""
