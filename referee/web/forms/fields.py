"""The fields of forms: each kind knows how it is read from what was typed, filled again and shown.

What is read is the value that a record or a question has; or what is wrong with the text, with the
rule that it breaks. A field is declared once and knows no match: whoever reads it says who plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from referee.core.cards import SUITS, NotACard, Suit, read_card
from referee.core.findings import Problem, error
from referee.core.text import listed, said
from referee.web.forms.views import (
    BoxesView,
    Cell,
    CellsView,
    FieldView,
    KeysView,
    LinesView,
    PickerView,
    SuitKeysView,
)
from referee.web.http.labels import on_keys

Typed = Mapping[str, str]
"""The fields of a form, as they were typed."""
Players = Sequence[str]
"""The names of those who play, by their seats."""
T = TypeVar("T")
LETTERS_ON_KEYS = 27
"""So many letters have room on the keys of a row."""
LETTERS_ABOVE_A_BOX = 10
"""So many of a name have room above a small box on a small phone."""


def whole_number(text: str, digits: int = 3) -> int | None:
    """The number that is written there; None for any other text, and beyond so many digits."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= digits else None


def card_texts(text: str) -> list[str]:
    """The cards in a text, as they are written there: `AH, 10s` is `["AH", "10s"]`."""
    return text.replace(",", " ").split()


def cards_written(cards: Iterable[str] | None) -> str:
    """Cards of the record as the text of a field, each as the picker of cards knows it."""
    return " ".join(map(_as_picked, cards or ()))


def _as_picked(text: str) -> str:
    try:
        return str(read_card(text))
    except NotACard:
        return text


@dataclass(frozen=True)
class Reading(Generic[T]):
    """What was typed in a field: its value, None if there is none; and what is wrong with it."""

    value: T | None = None
    problems: tuple[Problem, ...] = ()


class Field(Protocol[T]):
    """One value of an entry or a question; it may take several fields of HTML."""

    @property
    def name(self) -> str:
        """Its name in the record or the question."""

    def read(self, typed: Typed, players: Players) -> Reading[T]:
        """What was typed."""

    def fill(self, value: T) -> dict[str, str]:
        """The fields of HTML with this value in them."""

    def show(self, typed: Typed, players: Players) -> FieldView:
        """How a page asks for it, with what was typed."""


AnyField = Field[Any]


def fill_all(fields: Iterable[AnyField], data: Mapping[str, Any]) -> dict[str, str]:
    """The fields of HTML of an entry; none for what it does not say."""
    found: dict[str, str] = {}
    for each in fields:
        if (value := data.get(each.name)) is not None:
            found |= each.fill(value)
    return found


def read_all(
    fields: Iterable[AnyField], typed: Typed, players: Players
) -> tuple[dict[str, Any], list[Problem]]:
    """The values that are there, by the names of their fields, and what is wrong."""
    data: dict[str, Any] = {}
    problems: list[Problem] = []
    for each in fields:
        reading = each.read(typed, players)
        problems += reading.problems
        if reading.value is not None:
            data[each.name] = reading.value
    return data, problems


# One value ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NumberField:
    """A whole number, of those between the bounds."""

    name: str
    least: int
    most: int
    look: str = ""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[int]:
        return Reading(whole_number(typed.get(self.name, ""), digits=5))

    def fill(self, value: int) -> dict[str, str]:
        return {self.name: str(value)}

    def show(self, typed: Typed, _players: Players = ()) -> KeysView:
        numbers = [(str(number), str(number)) for number in range(self.least, self.most + 1)]
        return KeysView(self.name, numbers, typed.get(self.name, ""), self.look)


@dataclass(frozen=True)
class SeatField:
    """One of those who play. With a rule it says that there is no such player."""

    name: str
    rule: str = ""
    look: str = "wide"

    def read(self, typed: Typed, players: Players) -> Reading[int]:
        text = typed.get(self.name, "").strip()
        seat = whole_number(text)
        if self.rule and text and not (seat is not None and seat < len(players)):
            message = said("“{text}” is none of the players.", text=text[:12])
            return Reading(None, (error(self.rule, message, field=self.name),))
        return Reading(seat)

    def fill(self, value: int) -> dict[str, str]:
        return {self.name: str(value)}

    def show(self, typed: Typed, players: Players) -> KeysView:
        names = (
            on_keys(players, LETTERS_ON_KEYS // len(players)) if self.look == "three" else players
        )
        seats = [(str(seat), name) for seat, name in enumerate(names)]
        return KeysView(self.name, seats, typed.get(self.name, ""), self.look)


@dataclass(frozen=True)
class ChoiceField(Generic[T]):
    """One of some values: of each the text that its key sends, the value and its words."""

    name: str
    choices: Sequence[tuple[str, T, str]]
    look: str = ""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[T]:
        text = typed.get(self.name, "").strip()
        return Reading(next((value for sent, value, _ in self.choices if sent == text), None))

    def fill(self, value: T) -> dict[str, str]:
        sent = next((sent for sent, known, _ in self.choices if known == value), None)
        return {} if sent is None else {self.name: sent}

    def show(self, typed: Typed, _players: Players = ()) -> KeysView:
        keys = [(sent, words) for sent, _, words in self.choices]
        return KeysView(self.name, keys, typed.get(self.name, ""), self.look)


@dataclass(frozen=True)
class YesField:
    """Yes or no; what is not said is no, unless it is needed."""

    name: str
    is_needed: bool = False

    @property
    def no(self) -> str:
        """What the key for no sends."""
        return "0" if self.is_needed else ""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[bool]:
        text = typed.get(self.name, "").strip()
        return Reading(None if self.is_needed and not text else text == "1")

    def fill(self, value: bool) -> dict[str, str]:
        return {self.name: "1" if value else self.no}

    def show(self, typed: Typed, _players: Players = ()) -> KeysView:
        return KeysView(
            self.name, [("1", "yes"), (self.no, "no")], typed.get(self.name, ""), "wide"
        )


@dataclass(frozen=True)
class SuitField:
    """A suit; the key for none has a name, or is left out."""

    name: str
    nothing: str = "none"

    def read(self, typed: Typed, _players: Players = ()) -> Reading[Suit]:
        text = typed.get(self.name, "").strip()
        return Reading(next((suit for suit in SUITS if suit == text), None))

    def fill(self, value: Suit) -> dict[str, str]:
        return {self.name: value}

    def show(self, typed: Typed, _players: Players = ()) -> SuitKeysView:
        return SuitKeysView(self.name, SUITS, typed.get(self.name, ""), self.nothing)


@dataclass(frozen=True)
class CardField:
    """One card, as it is written."""

    name: str
    title: str
    label: str = ""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[str]:
        return Reading(typed.get(self.name, "").strip() or None)

    def fill(self, value: str) -> dict[str, str]:
        return {self.name: cards_written([value])}

    def show(self, typed: Typed, _players: Players = ()) -> PickerView:
        text = typed.get(self.name, "")
        return PickerView(self.name, text, 1, self.title, "AH", slots=1, label=self.label)


@dataclass(frozen=True)
class CardsField:
    """Cards, in the order in which they are written."""

    name: str
    title: str
    most: int
    placeholder: str = "cards"
    slots: int = 3
    is_needed: bool = False
    """Whether no cards are a value too."""
    label: str = ""
    goes_on: Sequence[str] = ()
    """The cards after which another one comes, where any other is the last; mostly nothing."""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        cards = card_texts(typed.get(self.name, ""))
        return Reading(cards if cards or self.is_needed else None)

    def fill(self, value: Iterable[str]) -> dict[str, str]:
        return {self.name: cards_written(value)}

    def show(self, typed: Typed, _players: Players = ()) -> PickerView:
        return PickerView(
            self.name,
            typed.get(self.name, ""),
            self.most,
            self.title,
            self.placeholder,
            self.slots,
            self.label,
            " ".join(self.goes_on),
        )


# Several values, one for each player or place -----------------------------------------------------


@dataclass(frozen=True)
class SuitsField:
    """Suits in an order, in the fields `name0`, `name1` and so on."""

    name: str
    most: int
    nothing: str = "none yet"

    @property
    def places(self) -> list[SuitField]:
        """The field of each place."""
        return [SuitField(f"{self.name}{place}", self.nothing) for place in range(self.most)]

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[Suit]]:
        found = (place.read(typed).value for place in self.places)
        return Reading([suit for suit in found if suit is not None] or None)

    def fill(self, value: Sequence[Suit]) -> dict[str, str]:
        return dict(zip((place.name for place in self.places), value, strict=False))

    def show(self, typed: Typed, _players: Players = ()) -> LinesView:
        numbers = ("first", "second", "third", "fourth")
        views = [place.show(typed) for place in self.places]
        return LinesView(list(zip(numbers, views, strict=False)), "turns", labelled=self.name)


@dataclass(frozen=True)
class HandsField:
    """Cards of each player, or of each of several places, such as melds.

    In the fields `name0`, `name1` and so on.
    """

    name: str
    most: int
    """How many cards a hand has at most."""
    title: str = "{}’s hand"
    """What the picker of one is called, with the label of its line."""
    labels: Sequence[str] | None = None
    """The labels of the lines; without them the names of the players."""
    skips_empty: bool = False
    look: str = "group"

    def read(self, typed: Typed, players: Players) -> Reading[list[list[str]]]:
        lines = range(len(self.labels or players))
        hands = [card_texts(typed.get(f"{self.name}{line}", "")) for line in lines]
        return Reading([hand for hand in hands if hand] if self.skips_empty else hands)

    def fill(self, value: Sequence[Iterable[str] | None]) -> dict[str, str]:
        return {f"{self.name}{line}": cards_written(hand) for line, hand in enumerate(value)}

    def show(self, typed: Typed, players: Players) -> LinesView:
        lines = [
            (label, self._picker(f"{self.name}{line}", typed, label))
            for line, label in enumerate(self.labels or players)
        ]
        return LinesView(lines, self.look)

    def _picker(self, name: str, typed: Typed, label: str) -> PickerView:
        title = self.title.format(label)
        title = title[:1].upper() + title[1:]
        text = typed.get(name, "")
        return PickerView(name, text, self.most, title, slots=1, label=label)


@dataclass(frozen=True)
class CountsField:
    """A count for each player, in the fields `name0`, `name1` and so on."""

    name: str
    rule: str
    things: str
    """What is counted, such as `tricks`."""
    first: int = 0
    """The number of the first field, where they are those of a second table."""

    def names(self, players: Players) -> list[str]:
        """The names of the fields of HTML."""
        return [f"{self.name}{self.first + place}" for place in range(len(players))]

    def each(self, typed: Typed, players: Players) -> list[int | None]:
        """The counts of all players; None where there is none, or what is there is no count."""
        return [whole_number(typed.get(name, "")) for name in self.names(players)]

    def read(self, typed: Typed, players: Players) -> Reading[list[int]]:
        """The counts of all seats, 0 where nothing is typed; no value if nothing is at all."""
        found = self.each(typed, players)
        is_empty = all(count is None for count in found)
        counts = None if is_empty else [count or 0 for count in found]
        return Reading(counts, self.unreadable(typed, players))

    def unreadable(self, typed: Typed, players: Players) -> tuple[Problem, ...]:
        """What was typed and is no count."""
        texts = [typed.get(name, "").strip() for name in self.names(players)]
        return tuple(
            self._no_count(seat, player, text)
            for seat, (player, text) in enumerate(zip(players, texts, strict=True), self.first)
            if text and whole_number(text) is None
        )

    def _no_count(self, seat: int, player: str, text: str) -> Problem:
        template = "{name}: “{text}” is no number of {things}."
        message = said(template, name=player, text=text[:20], things=self.things)
        return error(self.rule, message, field=self.name, seats=[seat])

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        return {f"{self.name}{at}": str(count) for at, count in enumerate(value, self.first)}

    def show(self, typed: Typed, players: Players) -> FieldView:
        """A small box for each player."""
        return self.boxes(typed, players, range(len(players)))

    def boxes(self, typed: Typed, players: Players, order: Sequence[int]) -> BoxesView:
        """A small box for each of these seats, in their order."""
        names = self.names(players)
        shown = on_keys(players, LETTERS_ABOVE_A_BOX)
        boxes = [(shown[seat], names[seat], typed.get(names[seat], "")) for seat in order]
        return BoxesView(boxes, digits=2)


@dataclass(frozen=True)
class TricksField(CountsField):
    """The tricks of each player. What follows from the total may be left out.

    That is the last count, and as soon as the total is reached every other: it is 0 then.
    """

    total: int = field(kw_only=True)
    fills_last: bool = False
    """Whether the last one is filled in again too, where it follows."""

    def read(self, typed: Typed, players: Players) -> Reading[list[int]]:
        """The tricks of all seats; or what cannot be read, or else what is missing."""
        found = self.each(typed, players)
        problems = self.unreadable(typed, players)
        left = self.total - sum(taken or 0 for taken in found)
        is_empty = all(taken is None for taken in found)
        if is_empty or left < 0 or (left > 0 and found.count(None) > 1):
            missing = [place for place, taken in enumerate(found) if taken is None]
            if missing:
                return Reading(None, problems or (self._missing(players, missing, max(left, 0)),))
        return Reading([left if taken is None else taken for taken in found], problems)

    def _missing(self, players: Players, places: list[int], left: int) -> Problem:
        template = "Still missing: the tricks of {names}; {left} of {total} are left."
        names = listed([players[place] for place in places])
        message = said(template, names=names, left=left, total=self.total)
        seats = [self.first + place for place in places]
        return error(self.rule, message, field=self.name, seats=seats)

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        """The last left out where it follows, also after a correction."""
        typed = super().fill(value)
        if typed and sum(value) == self.total and not self.fills_last:
            typed.popitem()
        return typed

    def show(self, typed: Typed, players: Players) -> CellsView:
        """A cell for each player."""
        return self.cells(typed, players)

    def cells(
        self,
        typed: Typed,
        players: Players,
        note: Callable[[int], str] = lambda _seat: "",
        *,
        last_follows: bool = True,
    ) -> CellsView:
        """The same, with a note for each seat."""
        cells = [
            Cell(name, player, typed.get(name, ""), note(place), seat=self.first + place)
            for place, (player, name) in enumerate(zip(players, self.names(players), strict=True))
        ]
        return CellsView(
            self.name,
            self.things,
            cells,
            most=self.total,
            total=self.total,
            rule=self.rule,
            last_follows=last_follows,
        )
