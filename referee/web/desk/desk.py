"""What is asked at the desk: a question of a game, its answer, and how a page shows both.

A desk stands by itself, for any game; or beside a match, with the match's options and players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final, Protocol, runtime_checkable

from flask import url_for
from markupsafe import Markup

from referee.core.cards import SUITS, Pack
from referee.core.game import AnyGame, Due, tables_of
from referee.core.irregularity import IRREGULARITIES
from referee.core.options import Choice, Options, choices, options_played
from referee.core.question import Answer, QuestionKind, question_name
from referee.core.rulings import is_same, ruled
from referee.core.seating import Seating
from referee.core.text import Said, ended, whole_number
from referee.core.validation import NotARecord, RecordFault
from referee.matches.events import RulingKept
from referee.web.forms.fields import (
    CardField,
    CardsField,
    ChoiceField,
    HandsField,
    NumberField,
    SeatField,
    SuitField,
    SuitsField,
    TricksField,
    YesField,
)
from referee.web.forms.game_pages import pages_of
from referee.web.forms.question_fields import (
    AskedField,
    LedField,
    RanksField,
    SoFarField,
    TurnsField,
    fields_of,
)
from referee.web.http.formats import card, suit_mark
from referee.web.http.match_cache import OpenMatch
from referee.web.match.play_panel import PlayPanel, play_panel

MAY_I: Final = "may"
"""In addresses: “May I play this card?”, which comes to a question about a trick."""
LETTERS: Final = (8, 16, 28, 48, 80)
"""Verdicts of so many letters have a size of their own, where they fill the screen."""


@dataclass(frozen=True)
class Desk:
    """Where a question is asked: of which game, by whom, under which options."""

    game: AnyGame
    question_kind: QuestionKind
    players: list[str]
    options: dict[str, Any]
    opened: OpenMatch | None = None
    place: int = 0
    """The table of the match, where players sit at several."""

    @cached_property
    def fields(self) -> list[AskedField]:
        """The fields that are the question's own."""
        return fields_of(self.game, self.question_kind, len(self.players))

    @cached_property
    def rules(self) -> Options:
        """The options in the game's own type."""
        options: Options = self.game.spec.read_options(self.options, len(self.players))
        return options

    @cached_property
    def seating(self) -> Seating[Any]:
        """Who plays."""
        return Seating(tuple(self.players), self.rules)

    @property
    def form(self) -> object | None:
        """What the form of the game's entries is given, where the question is asked with that."""
        return None

    @property
    def depends_on_players(self) -> bool:
        """Whether it is asked otherwise with another number of players."""
        return any(each.depends_on_players for each in self.fields)

    def in_short(self, typed: Mapping[str, str]) -> Sequence[str | Markup]:
        """What is asked, in short."""
        found: list[str | Markup] = []
        for asked in self.fields:
            found += _in_short(asked, typed, self)
        return found

    @property
    def seated(self) -> list[str]:
        """Who is asked about: where players sit at several tables, perhaps only those of one."""
        if self.question_kind.at_one_table:
            return list(tables_of(self.game, self.seating)[self.place].players)
        return self.players

    @property
    def names(self) -> list[str]:
        """All who play, those who are asked about first."""
        return [*self.seated, *(name for name in self.players if name not in self.seated)]

    @property
    def pack(self) -> Pack:
        """The cards that the question can be about."""
        of_question = self.question_kind.pack
        return of_question(self.seating) if of_question else self.game.pack(self.rules)

    @property
    def book_styles(self) -> list[str]:
        """What the texts of the rules need to be drawn."""
        return list(pages_of(self.game).styles)

    @property
    def back(self) -> str:
        """Where one comes from."""
        if self.opened:
            return url_for("ask.of_match", key=self.opened.key)
        return url_for("ask.index", game=self.game.name)

    def question(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The question with these fields of its own, in its public shape."""
        return {
            "game": self.game.name,
            "question": question_name(self.question_kind),
            "players": len(self.players),
            "options": self.options,
            **{name: value for name, value in values.items() if value is not None},
        }

    def put(self, typed: Mapping[str, str]) -> dict[str, Any]:
        """The question that is typed."""
        return self.question(
            {asked.field.name: asked.value(typed, self.seated) for asked in self.fields}
        )

    def answered(self, typed: Mapping[str, str]) -> tuple[Answer | None, list[AskedFault]]:
        """The answer, or what is wrong with the question; neither before it is asked."""
        if typed.get("asked") != "1":
            return None, []
        try:
            return ruled(self.put(typed), self.names), []
        except NotARecord as refused:
            return None, [self._fault(fault) for fault in refused.faults]

    def _fault(self, fault: RecordFault) -> AskedFault:
        """What is wrong, at its field; what there is one of for each player says their number."""
        place = fault.place.partition(".")[0]
        asked = next((each for each in self.fields if each.field.name == place), None)
        if asked is None:
            asked = next(each for each in self.fields if each.depends_on_players)
            message = f"one for each of the {len(self.players)} players."
            return AskedFault(asked.field.name, asked.title, message)
        message, _, rule = fault.message.partition(" [")
        return AskedFault(place, asked.title, _plainly(message), rule.removesuffix("]"))

    @property
    def played(self) -> Sequence[tuple[Choice, str]]:
        """What is chosen here and now, where no match has chosen it."""
        return () if self.opened else options_played(self.rules, self.players)

    @property
    def choices(self) -> list[Choice]:
        """The options that an answer may rest on, where no match has chosen them."""
        if self.opened:
            return []
        every = choices(self.game.spec.options, self.players)
        found = [each.for_players(len(self.players)) for each in every]
        return [each for each in found if each.values and self.question_kind.may_rest_on(each)]

    @property
    def plays(self) -> list[tuple[Choice, str]]:
        """What the table of a match plays where the source is silent, if it matters here."""
        return [
            (choice, words)
            for choice, words in options_played(self.rules, self.players)
            if self.opened and choice.is_silent and self.question_kind.may_rest_on(choice)
        ]


@dataclass(frozen=True)
class Otherwise:
    """An option by which the verdict would be another one."""

    title: str
    own: str
    """What is played."""
    other: str
    verdict: str


@runtime_checkable
class ToldField(Protocol):
    """A field of a game's own that says in short what was typed in it."""

    def told(self, value: Any) -> str:
        """It in a few words."""


@dataclass(frozen=True)
class AskedFault:
    """What is wrong with a field of a question, and the rule that it breaks, if it breaks one."""

    field: str
    title: str
    message: str
    rule: str = ""


def _plainly(message: str) -> str:
    return "choose it first." if message == "is missing" else ended(message)


@dataclass(frozen=True)
class AskedQuestion:
    """A question as its page shows it: what was typed, and the answer once it has been asked."""

    desk: Desk
    typed: Mapping[str, str]
    answer: Answer | None
    faults: list[AskedFault]
    """What is wrong with the question."""
    keep_at: str
    """Where the ruling is kept in the log."""
    put: dict[str, Any] | None = None
    """The question in its public shape, once it is answered."""
    has_own_page: bool = False
    """Whether the game asks it on a page of its own."""
    told: tuple[str, ...] = ()
    """What was asked in words, where its cards are made up."""

    @property
    def title(self) -> str:
        """What a person calls the question."""
        return self.desk.question_kind.title

    @property
    def tapped(self) -> Sequence[tuple[str, str, str]]:
        """What was tapped in the place of cards, to be drawn: its title, its suit, and in words."""
        return ()

    def blames(self, asked: AskedField) -> bool:
        """Whether something is wrong with this field."""
        return any(fault.field == asked.field.name for fault in self.faults)

    @property
    def numbers(self) -> list[int]:
        """The numbers of players to choose from, where the question depends on it."""
        if self.desk.opened or not (self.has_own_page or self.desk.depends_on_players):
            return []
        return list(self.desk.game.spec.numbers)

    def is_known(self, asked: AskedField) -> bool:
        """Whether something was typed in this field, or came along."""
        name = asked.field.name
        return any(typed and key.rstrip("0123456789") == name for key, typed in self.typed.items())

    @property
    def summary(self) -> Sequence[str | Markup]:
        """What was asked, in short: what stands on the folded form."""
        return self.desk.in_short(self.typed)

    # The answer ----------------------------------------------------------------------------------

    @property
    def trumps(self) -> list[tuple[str, str]]:
        """The trumps of a trick, where they were asked for: the title, and a suit if it has one."""
        fields = self.desk.fields if self.answer and self.answer.trick and not self.tapped else ()
        return [
            (asked.title, asked.value(self.typed, self.desk.seated) or "")
            for asked in fields
            if isinstance(asked.field, SuitField)
        ]

    @property
    def shown(self) -> list[tuple[str, list[str]]]:
        """The cards that it is about, under their titles; those of a trick are drawn as one."""
        found = []
        for asked in self.desk.fields:
            is_drawn = asked.field.name == "cards" and self.answer and self.answer.trick
            if is_drawn or not isinstance(
                asked.field, CardField | CardsField | HandsField | LedField
            ):
                continue
            value = asked.value(self.typed, self.desk.seated)
            for title, cards in _drawn(asked, value, self.desk.seated):
                found.append((title, cards))
        return found

    @property
    def letters(self) -> int:
        """The size of the verdict where it fills the screen, by the letters that it has at most."""
        assert self.answer is not None
        verdict = self.answer.verdict
        return next((most for most in LETTERS if len(verdict) <= most), LETTERS[-1])

    @property
    def otherwise(self) -> list[Otherwise]:
        """What other options would make of the verdict, except where the source is silent.

        Where it is, a ruling says so.
        """
        if self.answer is None or self.put is None or self.has_own_page or self.tapped:
            return []
        desk, found = self.desk, []
        for choice, own in options_played(desk.rules, desk.players):
            if choice.is_silent or not desk.question_kind.may_rest_on(choice):
                continue
            for value, words in choice.values:
                verdict = self._verdict_with(choice.name, value)
                if verdict not in (None, self.answer.verdict):
                    found.append(Otherwise(choice.title, own, words, str(verdict)))
        return found

    def _verdict_with(self, name: str, value: Any) -> Said | None:
        assert self.put is not None
        options = {**self.desk.options, name: value}
        try:
            return ruled({**self.put, "options": options}, self.desk.names).verdict
        except NotARecord:  # it cannot be asked then
            return None

    @property
    def reason(self) -> str:
        """The sentence on which the verdict rests; empty where the verdict says as much itself."""
        assert self.answer is not None
        said_first = self.answer.rulings[0].text
        in_verdict = said_first.removesuffix(".").casefold() in self.answer.verdict.casefold()
        return "" if in_verdict else said_first

    @property
    def colour(self) -> str:
        """Whether the verdict says no: then it stands in red."""
        assert self.answer is not None
        said_no = self.answer.answer.get("legal") is False
        return "illegal" if said_no else ""

    @cached_property
    def ruled_before(self) -> tuple[int, datetime | None] | None:
        """The last ruling that the table of a match has kept on this very question.

        Its place, counted from 1, and when that was.
        """
        if self.desk.opened is None or self.put is None:
            return None
        kept = self.desk.opened.match.rulings
        for place in range(len(kept), 0, -1):
            question = kept[place - 1].get("question")
            if isinstance(question, dict) and is_same(question, self.put):
                return place, time_of(kept[place - 1])
        return None

    def ruling(self) -> RulingKept:
        """What is kept of it in the log."""
        assert self.answer is not None
        assert self.put is not None
        ruling = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "question": self.put,
            "decision": " ".join(f"{each.text} [{each.rule}]" for each in self.answer.rulings),
        }
        return RulingKept(ruling=ruling)

    # What the table may do -----------------------------------------------------------------------

    @property
    def acts(self) -> list[str]:
        """What helps now, where something went wrong."""
        return self.answer.answer.get("acts", []) if self.answer else []

    @property
    def note(self) -> Said:
        """What a note with the deal says of what went wrong."""
        assert self.put is not None
        return IRREGULARITIES[self.put["kind"]].note

    @property
    def panel(self) -> PlayPanel | None:
        """The deal on the table of the match, where it is followed card by card."""
        return play_panel(self.desk.opened) if self.desk.opened and self.on_the_table else None

    @property
    def on_the_table(self) -> Due | None:
        """The deal that the match has on the table, if it can have gone wrong in it."""
        due = self.desk.opened.match.due_at(None) if self.desk.opened else None
        return due if due and due.kind != "correct" and self._can_be_in(due.kind) else None

    @property
    def last_row(self) -> tuple[str, str] | None:
        """The id of the entry recorded last, and what its row is called, if it can be in that."""
        if self.desk.opened is None or not self.desk.opened.match.places:
            return None
        match = self.desk.opened.match
        written = match.written_in_row(-1)
        if not self._can_be_in(written.entry.kind):
            return None
        return written.id, match.tally.rows[-1].heading.label

    def _can_be_in(self, entry_kind: str) -> bool:
        assert self.answer is not None
        return self.answer.entry_kind in (None, entry_kind)


def time_of(ruling: Mapping[str, Any]) -> datetime | None:
    """When a ruling was kept; None where that is not written as a time."""
    try:
        return datetime.fromisoformat(str(ruling.get("at")))
    except ValueError:
        return None


def _drawn(asked: AskedField, value: Any, names: list[str]) -> list[tuple[str, list[str]]]:
    if not value:
        return []
    if isinstance(value, str):
        return [(asked.title, [value])]
    if not isinstance(value[0], list):
        return [(asked.title, value)]
    labels = getattr(asked.field, "labels", None) or names
    return [(label, cards) for label, cards in zip(labels, value, strict=False) if cards]


def _in_short(asked: AskedField, typed: Mapping[str, str], desk: Desk) -> Iterator[str | Markup]:
    field, value = asked.field, asked.value(typed, desk.seated)
    if value in (None, "", []):
        return
    match field:
        case SuitField() if value in SUITS:
            yield suit_mark(value)
        case SeatField() if isinstance(value, int) and value < len(desk.seated):
            yield f"{asked.title}: {desk.seated[value]}"
        case SuitsField():
            yield from map(suit_mark, value)
        case SoFarField() | TurnsField() | TricksField():
            yield " ".join("out" if each is None else str(each) for each in value)
        case RanksField():
            yield " ".join(value)
        case YesField() if value:
            yield asked.title
        case ToldField():
            yield field.told(value)
        case ChoiceField():
            yield from (words for sent, _, words in field.choices if sent == value)
        case NumberField():
            yield f"{asked.title} {value}"
        case CardField() | CardsField() | HandsField() | LedField():
            for _, cards in _drawn(asked, value, desk.seated):
                yield Markup(" ").join(card(text, desk.pack) for text in cards)


def asked_question(
    desk: Desk, typed: Mapping[str, str], keep_at: str, *, has_own_page: bool = False
) -> AskedQuestion:
    """A question with what was typed, answered once it is asked."""
    answer, faults = desk.answered(typed)
    put = desk.put(typed) if answer else None
    return AskedQuestion(desk, typed, answer, faults, keep_at, put, has_own_page)


def players_typed(game: AnyGame, typed: Mapping[str, str]) -> list[str]:
    """Nameless players, as many as are asked about."""
    seats = whole_number(typed.get("players", ""))
    if seats is None or not game.spec.seats_many(seats):
        seats = game.usual_players
    return [f"Player {seat + 1}" for seat in range(seats)]
