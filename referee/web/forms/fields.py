"""Form fields: each kind parses input, fills in values, and has a view that renders it.

A field parses input into a value for a record or a question, or into problems that name the broken
rules. It is declared once and doesn't depend on a match: the players are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from referee.core.cards import SUITS, NotACard, Suit, in_english, read_card
from referee.core.findings import Points, Problem, error
from referee.core.game import is_playable
from referee.core.played_deal import describe_total
from referee.core.text import (
    MINUS,
    Text,
    _,
    _p,
    listed,
    ngettext,
    plain,
    read_figure,
    sentence,
    whole_number,
)
from referee.matches.match import Match
from referee.web.forms import views
from referee.web.http.names import fitting

Typed = Mapping[str, str]  # the fields of a posted form
Players = Sequence[str]  # names by seat
T = TypeVar("T")
OF_PLAYER: Final = _("{name}’s hand")
NO_SUIT: Final = "none"
"""What a question’s form sends for no suit, such as no trumps; nothing if nobody has said so."""
DASHES = ("-", MINUS, "–")  # typed for a player who sat out


def split_cards(text: str) -> list[str]:
    """Split typed cards: `AH, 10s` becomes `["AH", "10s"]`, `DH` becomes `QH`."""
    return [in_english(each) for each in text.replace(",", " ").split()]


def join_cards(cards: Iterable[str] | None) -> str:
    """Format recorded cards as input for a field, in the card picker's spelling."""
    texts = list(cards or ())
    for index, text in enumerate(texts):
        with suppress(NotACard):
            texts[index] = str(read_card(text))
    return " ".join(texts)


@dataclass(frozen=True)
class Reading(Generic[T]):
    """The result of reading a field: its value, if it has one, and its problems."""

    value: T | None = None
    problems: tuple[Problem, ...] = ()


class Field(Protocol[T]):
    """A field for one value of an entry or a question; it may have several HTML inputs."""

    @property
    def name(self) -> str:
        """The field's name in the record or the question."""

    def read(self, typed: Typed, players: Players) -> Reading[T]: ...

    def fill(self, value: T) -> dict[str, str]:
        """Return what to fill into the HTML inputs for this value, by input name."""

    def show(self, typed: Typed, players: Players) -> views.FieldView: ...


AnyField = Field[Any]


def read_all(
    fields: Iterable[AnyField], typed: Typed, players: Players
) -> tuple[dict[str, Any], list[Problem]]:
    """Parse all fields; return the values that were found, by name, and the problems."""
    data: dict[str, Any] = {}
    problems: list[Problem] = []
    for each in fields:
        reading = each.read(typed, players)
        problems += reading.problems
        if reading.value is not None:
            data[each.name] = reading.value
    return data, problems


def either(one: Text, other: Text) -> Text:
    """Return the message that two inputs say different things; neither may be dropped."""
    return _("Either {one} or {other} is wrong. Correct or clear one.", one=one, other=other)


def read_choice(text: str, found: T | None, field: str, rule: str = "") -> Reading[T]:
    """Return a reading with a problem if something else than the choices was sent.

    Without a `rule`, the entry form cites the game’s rule on what an entry needs.
    """
    if found is not None or not text:
        return Reading(found)
    message = _("“{text}” isn’t one of the choices. Choose one.", text=text[:20])
    return Reading(None, (error(rule, message, field=field),))


# One value ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TextField:
    """A field with a single HTML input."""

    name: str

    def fill(self, value: Any) -> dict[str, str]:
        return {self.name: str(value)}


@dataclass(frozen=True)
class WordsField(TextField):
    """A field for a sentence."""

    title: str

    def read(self, typed: Typed, _players: Players = ()) -> Reading[str]:
        return Reading(" ".join(typed.get(self.name, "").split()))

    def show(self, typed: Typed, _players: Players = ()) -> views.WordsView:
        return views.WordsView(self.name, typed.get(self.name, ""), self.title)

    def describe(self, value: Any) -> str:
        return str(value)


@dataclass(frozen=True)
class NumberField(TextField):
    least: int
    most: int
    look: str = ""
    rule: str = ""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[int]:
        text = typed.get(self.name, "").strip()
        return read_choice(text, whole_number(text, digits=5), self.name, self.rule)

    def show(self, typed: Typed, _players: Players = ()) -> views.KeysView:
        numbers = [(str(number), str(number)) for number in range(self.least, self.most + 1)]
        return views.KeysView(self.name, numbers, typed.get(self.name, ""), self.look)


@dataclass(frozen=True)
class SeatField(TextField):
    """A field for a player's seat number."""

    rule: str = ""
    look: str = "wide"

    def read(self, typed: Typed, players: Players) -> Reading[int]:
        text = typed.get(self.name, "").strip()
        seat = whole_number(text)
        known = None if seat is None or seat >= len(players) else seat
        return read_choice(text, known, self.name, self.rule)

    def show(self, typed: Typed, players: Players) -> views.KeysView:
        names = fitting(players) if self.look == "three" else players
        seats = [(str(seat), name) for seat, name in enumerate(names)]
        return views.KeysView(self.name, seats, typed.get(self.name, ""), self.look)


@dataclass(frozen=True)
class RestField(SeatField):
    """A field for the seat that got all tricks after those recorded, if any did."""

    name: str = "rest"

    def show(self, typed: Typed, players: Players) -> views.KeysView:
        view = super().show(typed, players)
        return replace(view, values=[*view.values, ("", _p("key", "nobody"))])


@dataclass(frozen=True)
class ChoiceField(Generic[T]):
    name: str
    choices: Sequence[tuple[str, T, str]]  # the text that each key sends, its value, and its words
    look: str = ""
    rule: str = ""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[T]:
        text = typed.get(self.name, "").strip()
        choices = ((sent, value) for sent, value, _words in self.choices)
        found = next((value for sent, value in choices if sent == text), None)
        return read_choice(text, found, self.name, self.rule)

    def fill(self, value: T) -> dict[str, str]:
        sent = next((sent for sent, known, _words in self.choices if known == value), None)
        return {} if sent is None else {self.name: sent}

    def show(self, typed: Typed, _players: Players = ()) -> views.KeysView:
        keys = [(sent, words) for sent, _value, words in self.choices]
        return views.KeysView(self.name, keys, typed.get(self.name, ""), self.look)


def yes_field(name: str, *, is_needed: bool = False) -> ChoiceField[bool]:
    """Return a yes-or-no field; empty means no, unless an answer is needed."""
    no = "0" if is_needed else ""
    return ChoiceField(name, [("1", True, _p("key", "yes")), (no, False, _p("key", "no"))], "wide")


@dataclass(frozen=True)
class SuitField(TextField):
    nothing: str = _p("key", "none")  # label of the key for no suit; "" if there is none
    rule: str = ""
    none: str = ""
    """What that key sends; if empty, it is pressed until a suit is chosen."""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[Suit]:
        text = typed.get(self.name, "").strip()
        found = next((suit for suit in SUITS if suit == text), None)
        return read_choice("" if text == self.none else text, found, self.name, self.rule)

    def fill(self, value: Suit | None) -> dict[str, str]:
        return {self.name: value or self.none}

    def show(self, typed: Typed, _players: Players = ()) -> views.SuitKeysView:
        chosen = typed.get(self.name, "")
        return views.SuitKeysView(self.name, SUITS, chosen, self.nothing, self.none)


@dataclass(frozen=True)
class CardField:
    name: str
    title: str
    label: str = ""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[str]:
        return Reading(typed.get(self.name, "").strip() or None)

    def fill(self, value: str) -> dict[str, str]:
        return {self.name: join_cards([value])}

    def show(self, typed: Typed, _players: Players = ()) -> views.PickerView:
        text = typed.get(self.name, "")
        return views.PickerView(self.name, text, 1, self.title, "AH", slots=1, label=self.label)


@dataclass(frozen=True)
class CardsField:
    name: str
    title: str
    most: int
    placeholder: str = _p("placeholder", "cards")
    slots: int = 3
    is_needed: bool = False  # then [] is a value, too
    label: str = ""
    goes_on: Sequence[str] = ()
    """Cards that another card must follow, such as turned-up Jokers. Any other card is the last."""

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[str]]:
        cards = split_cards(typed.get(self.name, ""))
        return Reading(cards if cards or self.is_needed else None)

    def fill(self, value: Iterable[str]) -> dict[str, str]:
        return {self.name: join_cards(value)}

    def show(self, typed: Typed, _players: Players = ()) -> views.PickerView:
        text, goes_on = typed.get(self.name, ""), " ".join(self.goes_on)
        return views.PickerView(
            self.name,
            text,
            self.most,
            self.title,
            self.placeholder,
            self.slots,
            self.label,
            goes_on,
        )


# Several values, one for each player or place -----------------------------------------------------


@dataclass(frozen=True)
class SuitsField:
    """Suits in order; a field called `suits` has the HTML inputs `suits0`, `suits1` and so on."""

    name: str
    most: int
    nothing: str = _("none yet")
    rule: str = ""

    @property
    def places(self) -> list[SuitField]:
        return [SuitField(f"{self.name}{place}", self.nothing) for place in range(self.most)]

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[Suit]]:
        texts: list[Any] = [typed.get(place.name, "").strip() for place in self.places]
        unknown = next((text for text in texts if text not in ("", *SUITS)), "")
        problems = read_choice(unknown, None, self.name, self.rule).problems
        return Reading([text for text in texts if text] or None, problems)

    def fill(self, value: Sequence[Suit]) -> dict[str, str]:
        return dict(zip((place.name for place in self.places), value, strict=False))

    def show(self, typed: Typed, _players: Players = ()) -> views.LinesView:
        numbers = (
            _p("field", "first"),
            _p("field", "second"),
            _p("field", "third"),
            _p("field", "fourth"),
        )
        keys = [place.show(typed) for place in self.places]
        return views.LinesView(list(zip(numbers, keys, strict=False)), "turns", labelled=self.name)


@dataclass(frozen=True)
class HandsField:
    """The cards of each player or each meld, in HTML inputs such as `hands0` and `hands1`."""

    name: str
    most: int
    title: Text | None = OF_PLAYER  # None if the labels are the titles
    labels: Sequence[str] | None = None
    """A label for each line; if None, the labels are the players' names."""
    skips_empty: bool = False
    look: str = "group"
    enough: int = 0  # cards after which the picker goes on to the next line; 0 for `most`

    def read(self, typed: Typed, players: Players) -> Reading[list[list[str]]]:
        lines = range(len(self.labels or players))
        hands = [split_cards(typed.get(f"{self.name}{line}", "")) for line in lines]
        return Reading([hand for hand in hands if hand] if self.skips_empty else hands)

    def fill(self, value: Sequence[Iterable[str] | None]) -> dict[str, str]:
        return {f"{self.name}{line}": join_cards(hand) for line, hand in enumerate(value)}

    def show(self, typed: Typed, players: Players) -> views.LinesView:
        lines = []
        for line, label in enumerate(self.labels or players):
            name = f"{self.name}{line}"
            title = sentence(label if self.title is None else self.title.format(name=label))
            text = typed.get(name, "")
            picker = views.PickerView(
                name, text, self.most, title, slots=1, label=label, enough=self.enough
            )
            lines.append((label, picker))
        return views.LinesView(lines, self.look)


@dataclass(frozen=True)
class CountsField:
    """A count for each player, in HTML inputs such as `tricks0` and `tricks1`."""

    name: str
    rule: str
    things: str  # what is counted, such as `tricks`
    first: int = 0  # the number of the first field, for a second table
    not_a_number: ClassVar[Text] = _("{name}: “{text}” isn’t a number. Enter digits only.")
    missing: ClassVar[Text] = _("Enter a figure for {names}.")

    def names(self, players: Players) -> list[str]:
        return [f"{self.name}{self.first + place}" for place in range(len(players))]

    def parse(self, text: str) -> Points | None:
        return whole_number(text)

    def each(self, typed: Typed, players: Players) -> Sequence[Points | None]:
        return [self.parse(typed.get(name, "")) for name in self.names(players)]

    def cells(
        self,
        typed: Typed,
        players: Players,
        hint: Callable[[int], str] = lambda _place: "",
        **look: Any,
    ) -> views.CellsView:
        """Return a row of cells, for figures that are typed digit by digit unless `look` differs.

        `hint` maps a seat at the table to its cell's hint.
        """
        cells = [
            views.Cell(name, player, typed.get(name, ""), hint=hint(place), seat=self.first + place)
            for place, (player, name) in enumerate(zip(players, self.names(players), strict=True))
        ]
        return views.CellsView(self.name, self.things, cells, **{"most": None, **look})

    def read(self, typed: Typed, players: Players) -> Reading[Sequence[Any]]:
        """Return each seat's count, with 0 for an empty field; no value if all fields are empty."""
        found = self.each(typed, players)
        is_empty = all(count is None for count in found)
        counts = None if is_empty else [count or 0 for count in found]
        return Reading(counts, self.unreadable(typed, players))

    def left_empty(
        self, typed: Typed, players: Players, away: Collection[int] = ()
    ) -> list[Problem]:
        names = enumerate(self.names(players), self.first)
        empty = [s for s, name in names if s not in away and not typed.get(name, "").strip()]
        message = self.missing.format(names=listed([players[seat] for seat in empty]))
        return [error(self.rule, message, field=self.name, seats=empty)] if empty else []

    def unreadable(self, typed: Typed, players: Players) -> tuple[Problem, ...]:
        """Return a problem for each input that isn't a number."""
        texts = [typed.get(name, "").strip() for name in self.names(players)]
        return tuple(
            error(
                self.rule,
                self.not_a_number.format(name=player, text=text[:20]),
                field=self.name,
                seats=[seat],
            )
            for seat, (player, text) in enumerate(zip(players, texts, strict=True), self.first)
            if text and self.parse(text) is None
        )

    def fill(self, value: Sequence[Any]) -> dict[str, str]:
        return {
            f"{self.name}{number}": str(count) for number, count in enumerate(value, self.first)
        }

    def show(self, typed: Typed, players: Players) -> views.FieldView:
        return self.boxes(typed, players, range(len(players)))

    def boxes(self, typed: Typed, players: Players, order: Sequence[int]) -> views.BoxesView:
        """Return a small box for each of these seats, in this order."""
        names = self.names(players)
        shown = fitting(players)
        boxes = [(shown[seat], names[seat], typed.get(names[seat], "")) for seat in order]
        return views.BoxesView(boxes, digits=2)


@dataclass(frozen=True)
class ScoresField(CountsField):
    """A whole or half number for each player, or a dash for one who sat out."""

    empty: str = ""  # as in `CellsView`
    not_a_number: ClassVar[Text] = _("{name}: “{text}” isn’t a whole or half number.")
    missing: ClassVar[Text] = _("Enter a figure for {names}, or only − for anyone who sat out.")

    def parse(self, text: str) -> Points | None:
        return read_figure(text)

    def cells(self, *inputs: Any, **look: Any) -> views.CellsView:
        return super().cells(*inputs, **{"is_signed": True, "empty": self.empty, **look})

    def read(self, typed: Typed, players: Players) -> Reading[Sequence[Any]]:
        """Return each seat's figure, or None after a dash; no value if all fields are empty."""
        is_empty = not any(typed.get(name, "").strip() for name in self.names(players))
        return Reading(
            None if is_empty else self.each(typed, players), self.unreadable(typed, players)
        )

    def unreadable(self, typed: Typed, players: Players) -> tuple[Problem, ...]:
        dashes = {name: "" for name in self.names(players) if typed.get(name, "").strip() in DASHES}
        return super().unreadable({**typed, **dashes}, players)

    def fill(self, value: Sequence[Any]) -> dict[str, str]:
        return super().fill([DASHES[0] if each is None else plain(each) for each in value])


@dataclass(frozen=True)
class WholeScoresField(ScoresField):
    """A whole number for each player, which may be below 0."""

    not_a_number: ClassVar[Text] = _("{name}: “{text}” isn’t a whole number.")

    def parse(self, text: str) -> int | None:
        figure = read_figure(text)
        return figure if isinstance(figure, int) else None

    def cells(self, *inputs: Any, **look: Any) -> views.CellsView:
        return super().cells(*inputs, has_halves=False, **look)


@dataclass(frozen=True)
class TricksField(CountsField):
    """Each player's number of tricks.

    The last number may be left out, and so may zeros if the others add up to the total.
    """

    total: int = field(kw_only=True)
    fills_last: bool = False  # whether `fill` includes a last count that follows

    def each(self, typed: Typed, players: Players) -> Sequence[int | None]:
        return [whole_number(typed.get(name, "")) for name in self.names(players)]

    def read(self, typed: Typed, players: Players) -> Reading[Sequence[int]]:
        """Return each seat's tricks. Missing counts are reported only if all input is readable."""
        found, problems = self.each(typed, players), self.unreadable(typed, players)
        left = self.total - sum(taken or 0 for taken in found)
        missing = [place for place, taken in enumerate(found) if taken is None]
        is_empty = len(missing) == len(found)
        if not missing or (not is_empty and (left == 0 or (left > 0 and len(missing) == 1))):
            return Reading([left if taken is None else taken for taken in found], problems)
        places, message = (
            missing,
            ngettext(
                "Enter the tricks for {names}: {n} of {total} is left.",
                "Enter the tricks for {names}: {n} of {total} are left.",
                left,
                names=listed([players[place] for place in missing]),
                total=self.total,
            ),
        )
        if left < 0:
            places = [place for place, taken in enumerate(found) if taken]
            message = describe_total(self.total - left, self.total)
        seats = [self.first + place for place in places]
        wrong = error(self.rule, message, field=self.name, seats=seats)
        return Reading(None, problems or (wrong,))

    def fill(self, value: Sequence[int]) -> dict[str, str]:
        """Omit the last count if it follows from the others, so that it adapts to corrections."""
        typed = super().fill(value)
        if typed and sum(value) == self.total and not self.fills_last:
            typed.popitem()
        return typed

    def cells(self, *inputs: Any, **look: Any) -> views.CellsView:
        whole = {"most": self.total, "total": self.total, "rule": self.rule}
        return super().cells(*inputs, **{**whole, **look})

    def show(self, typed: Typed, players: Players) -> views.CellsView:
        return self.cells(typed, players)


# The cards of a deal, trick by trick --------------------------------------------------------------

TRICK = "trick"


def tricks_typed(typed: Typed) -> list[int]:
    """Return the numbers (from 0) of the tricks that have a field in the form."""
    texts = (name.removeprefix(TRICK) for name in typed if name.startswith(TRICK))
    return [number for text in texts if (number := whole_number(text)) is not None]


@dataclass(frozen=True)
class PlayField:
    """All cards in order of play, with an HTML input per trick: `trick0`, `trick1` and so on."""

    tricks: int  # number of tricks in a whole deal
    name: str = "play"

    def fields(self, typed: Typed) -> list[str]:
        """Return an input name for each trick of a whole deal and for any extra tricks entered."""
        longest = max((self.tricks, *(number + 1 for number in tricks_typed(typed))))
        return [f"{TRICK}{number}" for number in range(longest)]

    def read(self, typed: Typed, _players: Players = ()) -> Reading[list[list[str]]]:
        if not tricks_typed(typed):
            return Reading()
        play = [split_cards(typed.get(field, "")) for field in self.fields(typed)]
        while play and not play[-1]:
            play.pop()
        return Reading(play)

    def fill(self, value: Sequence[Sequence[str]]) -> dict[str, str]:
        return {f"{TRICK}{number}": join_cards(trick) for number, trick in enumerate(value)}

    def show(self, typed: Typed, players: Players) -> views.LinesView:
        lines = []
        for number, name in enumerate(self.fields(typed), start=1):
            label, text = str(number), typed.get(name, "")
            title = _("Trick {number}", number=number)
            picker = views.PickerView(name, text, len(players), title, label=label)
            lines.append((label, picker))
        return views.LinesView(lines, "group")


def play_typed(match: Match, id: str | None, typed: Typed) -> list[list[str]] | None:
    """Return a recorded deal's cards with the typed corrections; None if it has no cards."""
    old = None if id is None else match.entry(id)
    if old is None or "play" not in old.data or not is_playable(match.game):
        return None
    stored: list[list[str]] = old.data["play"]
    corrected = PlayField(match.game.hand_size).read(typed).value
    return stored if corrected is None else corrected
