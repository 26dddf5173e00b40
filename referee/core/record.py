"""The record of a match, and its parser, which rejects invalid records and lists every problem.

Each game declares a `RecordSpec`: how many players, which options, which kinds of entries.
Parsing, forms, the JSON Schema and the rulebook all use that one declaration.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import GenericAlias
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeVar, Union, get_args

from pydantic import Discriminator, Field, TypeAdapter, create_model, field_validator
from pydantic_core import to_json

from referee.core.options import Options, choices, option_faults
from referee.core.setup import Setup, Setups
from referee.core.text import Text, _, span
from referee.core.validation import (
    DistinctNames,
    Moment,
    Name,
    NotARecord,  # public import path
    PerSeat,
    Players,
    PointsGiven,
    RecordFault,
    Strict,
    WholePoints,
    check_values,
    in_utc,
    refuse,
    shown,
    validate,
)

FORMAT: Final = "referee-record/1"
ADJUSTMENT: Final = "adjustment"
MOST_PARTS: Final = 60_000
"""Lists and objects in JSON: one takes two letters there, and a hundred times as much in memory."""


FEWEST_HERE: Final = 2


class Entry(Strict):
    """Fields common to all entries; a game adds its `kind` and its own fields."""

    kind: str
    id: str | None = None
    at: Moment | None = None
    by: str | None = None
    note: str | None = None
    accepted: list[str] = Field(default_factory=list)

    slow_fields: ClassVar[Mapping[str, int]] = {}
    """Fields that take long to judge: as long as so many entries of plain figures, 0.04 ms each."""

    @property
    def weight(self) -> int:
        return 1 + sum(self.slow_fields.get(name, 0) for name in self.model_fields_set)


class Adjustment(Entry):
    """Points that a table gives or takes outside a deal (`GAME.table`); None for no change."""

    kind: Literal["adjustment"]
    points: PerSeat[WholePoints | None] = Field(default_factory=list)


class HalvesAdjustment(Adjustment):
    """An adjustment in a game whose totals may have halves."""

    points: PerSeat[PointsGiven | None] = Field(default_factory=list)


class Pause(Strict):
    """A break within a session; it is still going on if it has no end."""

    start: Moment
    end: Moment | None = None


class Session(Strict):
    """An evening: its start and end, the place, and who sat in which seat."""

    start: Moment
    end: Moment | None = None
    pauses: list[Pause] = Field(default_factory=list)
    place: str | None = None
    players: PerSeat[Name] | None = None
    note: str | None = None


class KeptRuling(Strict):
    """A settled dispute: the question and the decision."""

    at: Moment
    question: dict[str, Any]
    decision: str


class HouseRule(Strict):
    """A table’s own addition to a rule. It is displayed but never affects the score."""

    rule: str
    text: str
    at: Moment | None = None


class OptionChange(Strict):
    """Options that changed during the match; entry `first` and all later ones follow them."""

    first: Annotated[int, Field(alias="from", ge=1)]
    options: dict[str, Any]

    @field_validator("options")
    @classmethod
    def _drop_null_options(cls, options: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in options.items() if value is not None}


class Closing(Strict):
    """The table stopped here; of those who lead, `winners` were named the winners."""

    at: Moment | None = None
    winners: DistinctNames | None = None


class Arrival(Strict):
    """A player left, or came, before entry `first`."""

    first: Annotated[int, Field(alias="from", ge=0)]
    player: Name
    here: bool


class Record(Strict):
    """A whole match: the players, the options, and the entries in order of play."""

    format: Literal["referee-record/1"]
    game: str
    title: str = ""
    players: Players
    options: Any
    entries: list[Any]
    sessions: list[Session] = Field(default_factory=list)
    rulings: list[KeptRuling] = Field(default_factory=list)
    house: list[HouseRule] = Field(default_factory=list)
    option_changes: list[OptionChange] = Field(default_factory=list)
    closed: Closing | None = None
    attendance: list[Arrival] = Field(default_factory=list)

    @property
    def setups(self) -> Setups:
        """The first row of each part of the match, with its options and who is away."""
        players, setup = tuple(self.players), Setup(tuple(self.players), self.options)
        changes = {each.first: each.options for each in self.option_changes}
        moved: dict[int, set[int]] = {}
        for each in self.attendance:
            moved.setdefault(each.first, set()).add(players.index(each.player))
        setups = []
        for first in sorted({0, *changes, *moved}):
            options = setup.options.model_copy(update=changes.get(first, {}))
            setup = Setup(players, options, setup.away ^ moved.get(first, set()))
            setups.append((first, setup))
        return tuple(setups)

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_unset=True, by_alias=True)


O = TypeVar("O", bound=Options)  # noqa: E741  # one letter, as type variables have
E = TypeVar("E", bound=Entry)


@dataclass(frozen=True)
class RecordSpec(Generic[O, E]):
    game: str
    numbers: tuple[int, ...]
    options: type[O]
    entries: tuple[type[E], ...]
    adjustment: type[Adjustment] = Adjustment

    @property
    def fewest(self) -> int:
        return self.numbers[0]

    @property
    def most(self) -> int:
        return self.numbers[-1]

    @property
    def numbers_in_words(self) -> Text:
        return span(self.numbers)

    def check_number(self, seats: int) -> None:
        if seats not in self.numbers:
            numbers = self.numbers_in_words
            message = _("must be {numbers}, not {given}", numbers=numbers, given=seats)
            raise refuse(message, "players", rule=self.players_rule)

    def check_options(self, options: O, seats: int) -> None:
        found = option_faults(options, seats)
        if found:
            raise NotARecord(
                *(RecordFault(f"options.{each.option}", each.message, each.rule) for each in found)
            )

    def check_changes(self, record: Record, seats: int) -> None:
        """Check that changes are in order, affect only `midway` options, and give valid values."""
        last, options = 0, record.options.model_dump(exclude_unset=True)
        midway = {choice.name for choice in choices(self.options, ()) if choice.is_midway}
        for number, change in enumerate(record.option_changes):
            place = f"option_changes[{number}]"
            if not last < change.first <= len(record.entries):
                message = _(
                    "must be after the previous change and at most {most}",
                    most=len(record.entries),
                )
                raise refuse(message, f"{place}.from")
            fixed = {*change.options} & {*self.options.model_fields} - midway
            if fixed:
                message = _("can’t change during a match")
                raise refuse(message, f"{place}.options.{min(fixed)}")
            last, options = change.first, options | change.options
            self.check_options(self.read_options(options, seats, f"{place}.options"), seats)

    def check_attendance(self, record: Record) -> None:
        """Check who leaves and comes; the events before one entry count together."""
        here, last, moved = {*record.players}, 0, set[str]()
        for number, event in enumerate(record.attendance):
            place, most = f"attendance[{number}]", len(record.entries)
            if record.options.attendance == "fixed":
                raise refuse(_("everyone stays until the end of this game"), place)
            if not last <= event.first <= most:
                message = _("must not be before the previous event, and at most {most}", most=most)
                raise refuse(message, f"{place}.from")
            if event.first > last:
                last, moved = event.first, set()
            if event.player not in record.players:
                raise refuse(_("must be one of the players"), f"{place}.player")
            if event.player in moved or (event.player in here) == event.here:
                message = _("changes nothing for {name}", name=event.player)
                raise refuse(message, f"{place}.here")
            if event.here and record.options.attendance == "leaving":
                raise refuse(_("nobody can come back in this game"), f"{place}.here")
            moved.add(event.player)
            here ^= {event.player}
            is_last = all(each.first > last for each in record.attendance[number + 1 : number + 2])
            if is_last and len(here) < FEWEST_HERE:
                raise refuse(_("leaves fewer than two players"), place)

    @property
    def players_rule(self) -> str:
        return f"{self.game}.players"

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of deals, rounds or legs."""
        kinds = (get_args(entry.model_fields["kind"].annotation) for entry in self.entries)
        return tuple(kind for each in kinds for kind in each)

    @cached_property
    def any_entry(self) -> Any:
        every = (*self.entries, self.adjustment)
        union: Any = Union[every]  # noqa: UP007  # the types are known only at run time
        return Annotated[union, Discriminator("kind")]

    @cached_property
    def entry(self) -> TypeAdapter[E]:
        return TypeAdapter(self.any_entry)

    @cached_property
    def record(self) -> type[Record]:
        entries: Any = GenericAlias(list, (self.any_entry,))
        this_game: Any = Literal[self.game]
        return create_model(
            f"{self.game.title().replace('-', '')}Record",
            __base__=Record,
            game=(this_game, ...),
            options=(self.options, self.options()),
            players=(Annotated[Players, Field(min_length=self.fewest, max_length=self.most)], ...),
            entries=(entries, ...),
        )

    def read_options(
        self, data: Any, seats: int, place: str = "options", *, is_kept: bool = False
    ) -> O:
        try:
            return validate(TypeAdapter(self.options), data, seats, place, is_kept=is_kept)
        except NotARecord as refused:
            raise self._citing(refused, place) from None

    def _citing(self, refused: NotARecord, place: str = "options") -> NotARecord:
        """Add each option's rule to the problems with that option."""
        rules = {f"{place}.{choice.name}": choice.rule for choice in choices(self.options, ())}
        return NotARecord(
            *(
                RecordFault(fault.place, fault.message, fault.rule or rules.get(option, ""))
                for fault in refused.faults
                for option in [fault.place.partition("[")[0]]
            )
        )

    def read_entry(self, data: Any, seats: int, place: str = "", *, is_kept: bool = False) -> E:
        kinds = (*self.kinds, ADJUSTMENT)
        return validate(self.entry, data, seats, place, kinds=kinds, is_kept=is_kept)

    def reseat_entry(self, data: Any, order: Sequence[int | None]) -> E:
        """Return a stored entry whose players sit in another order: the old seat of each new one.

        A guest, whose old seat is None, has no figures in it.
        """
        seats = len([old for old in order if old is not None])
        return validate(self.entry, data, seats, is_kept=True, order=order)

    def empty_entry(self, kind: str) -> E:
        """Return an entry without figures, not even those that every entry of this kind has."""
        models = (
            each for each in self.entries if kind in get_args(each.model_fields["kind"].annotation)
        )
        return next(models).model_construct(kind=kind)

    def read(self, data: Mapping[str, Any]) -> Record:
        """Validate a record. Raises NotARecord, which lists every problem with its location."""
        players = data.get("players")
        seats = len(players) if isinstance(players, list) else 0
        if isinstance(players, list):
            self.check_number(seats)
        try:
            kinds = (*self.kinds, ADJUSTMENT)
            record: Record = validate(TypeAdapter(self.record), data, seats, kinds=kinds)
        except NotARecord as refused:
            raise self._citing(refused) from None
        self.check_options(record.options, seats)
        self.check_changes(record, seats)
        self.check_attendance(record)
        seen: set[str] = set()
        for number, entry in enumerate(record.entries):
            if entry.id is not None and entry.id in seen:
                message = _("the id {id} appears twice", id=shown(entry.id))
                raise refuse(message, f"entries[{number}].id")
            seen.add(entry.id)
        starts = [in_utc(session.start) for session in record.sessions]
        for number, start in enumerate(starts):
            if start in starts[:number]:
                raise refuse(_("another evening begins then"), f"sessions[{number}].start")
        return record


def read_json(raw: bytes) -> Any:
    """Parse JSON bytes. If they are invalid, raises NotARecord with the line number."""
    if raw.count(b"[") + raw.count(b"{") > MOST_PARTS:
        raise refuse(_("has more lists and objects than any saved match"))
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise refuse(_("isn’t UTF-8 text")) from None
    except json.JSONDecodeError as broken:
        raise refuse(
            _("isn’t JSON from character {column} on", column=broken.colno),
            _("line {number}", number=broken.lineno),
        ) from None
    except (ValueError, RecursionError):
        raise refuse(
            _("isn’t usable JSON: a number is too long or the nesting is too deep")
        ) from None


def plain_json(data: Any) -> None:
    """Reject data that JSON can't represent: other types, NaN, lone surrogates, deep nesting.

    Data with more values than any record or question could have is rejected, too.
    """
    check_values(data)
    try:
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        to_json(data)
    except (TypeError, ValueError, RecursionError):
        raise refuse(_("contains something that JSON can’t represent")) from None
