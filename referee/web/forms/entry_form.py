"""The form for a game's entries: fields, parsing and drafts.

A game defines its form as `FORM` in its module `form`; the template is `form.html` in its template
folder. If deals can be followed card by card, `before_play.html` in the same folder asks for the
facts needed before the first card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar
from urllib.parse import parse_qsl, urlencode

from referee.core.cards import SUIT_SYMBOLS, SUITS
from referee.core.findings import Points, Problem, error, is_part
from referee.core.game import NOTHING, AnyGame, AnyPlayableGame, Due, is_playable
from referee.core.played_deal import TRUMP_MISSING
from referee.core.question import Assumed
from referee.core.record import ADJUSTMENT, HalvesAdjustment
from referee.core.slips import likely_slips
from referee.core.text import (
    Text,
    _,
    _p,
    ended,
    joined,
    ngettext,
    points,
    sentence,
    signed,
    whole_number,
)
from referee.core.tricks import Play
from referee.core.validation import NotARecord
from referee.matches.match import Match
from referee.web.forms.fields import (
    DASHES,
    AnyField,
    CountsField,
    Players,
    PlayField,
    ScoresField,
    SeatField,
    SuitField,
    SuitsField,
    Typed,
    WholeScoresField,
    play_typed,
    read_all,
    tricks_typed,
)
from referee.web.forms.views import CellsView, LinesView
from referee.web.http.names import fitting

V_co = TypeVar("V_co", covariant=True)  # the frozen view that a form passes to its template
OF_THE_PAGE: Final = frozenset(
    {"number", "known", "id", "keep", "table", "entry", "accepted", "anyway", "refused", "note"}
    | {"slip", "tried", "due", "noted", "seating"}
)
"""Form fields that belong to the page, not to the game."""
LONGEST_NOTE: Final = 500
Hint = str | Problem  # beside a field
EntryRead = tuple[dict[str, Any], list[Problem]]
"""An entry in the record format, as far as it could be read, and the problems found."""


class EntryForm(ABC, Generic[V_co]):
    """The form for a game's entries.

    In its methods, `id` is the id of the entry to correct, or None for a new entry.
    """

    fields: Sequence[AnyField]
    main: CountsField  # the figures that summarize an entry
    by_seat: Sequence[str] = ()
    """Inputs for each seat, such as `points` for `points0`, and inputs that hold a seat."""
    assumed: Mapping[str, Assumed] = MappingProxyType({})
    """What a question about a deal takes as given while an input is empty."""

    @abstractmethod
    def context(self, draft: Draft) -> V_co:
        """Return the view for the template, with the input so far."""

    @abstractmethod
    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead: ...

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        """Return the form data for a recorded entry of a match with these options."""
        typed = {"note": data.get("note") or ""}
        for field in self.fields:
            if (value := data.get(field.name)) is not None:
                typed |= field.fill(value)
        return typed

    def hints(self, _match: Match, _id: str | None, _typed: Typed) -> Mapping[str, Hint]:
        """Return hints to show while an entry is being typed, by field name."""
        return {}

    def in_short(self, match: Match, _id: str | None, typed: Typed) -> str:
        """Return the main figures in seat order, with a dash for each missing one: `5 4 –`.

        Missing figures that follow from the others are filled in.
        """
        counts = self.main.read(typed, match.players).value
        return figures_in_short(counts or self.main.each(typed, match.players))

    def question_defaults(self, _match: Match, _typed: Typed) -> dict[str, str]:
        """Return what is known about the current deal, to prefill the fields of questions."""
        return {}


def reseated(match: Match, typed: Typed) -> Typed:
    """Return what was typed with the figures at the seats that their players have now.

    The form has the number of the event that had seated them or, if nobody had ever moved, of the
    last event that it knew.
    """
    known = whole_number(typed.get("seating") or typed.get("number", ""), digits=9)
    if known is None or not 0 < known < match.number or not match.has_moved_since(known):
        return typed
    seats, found = match.seats_since(known), dict(typed)
    new_seats = {str(old): str(new) for new, old in enumerate(seats)}
    for name in form_of(match.game, typed).by_seat:
        if name in typed:
            found[name] = new_seats.get(typed[name], "")
        else:
            found |= {
                f"{name}{new}": typed.get(f"{name}{old}", "") for new, old in enumerate(seats)
            }
    return found


class CountsForm(EntryForm[Sequence[CellsView]]):
    """A form with a figure for each player, or several in rows, headed by what they count.

    The last row summarizes the entry. The template is `forms/counts.html`.
    """

    def __init__(self, kind: str, *rows: CountsField) -> None:
        self.kind, self.main, self.rows, self.fields = kind, rows[-1], rows, rows
        self.by_seat = [row.name for row in rows]

    def context(self, draft: Draft) -> Sequence[CellsView]:
        players, away = draft.match.players, draft.match.away_at(draft.id)
        # Who left after their figure was typed keeps the cell, so that it can be cleared.
        return [
            view.only(lambda cell: cell.seat not in away or bool(cell.text.strip("-−–")))
            for view in (row.cells(draft.typed, players) for row in self.rows)
        ]

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        players, away = match.players, match.away_at(id)
        found, problems = read_all(self.rows, typed, players)
        missing = (row.left_empty(typed, players, away) for row in self.rows)
        return {"kind": self.kind, **found}, problems or [*chain.from_iterable(missing)]


class AdjustmentForm(CountsForm):
    """The form for points outside a deal: a figure for everyone who gets or loses some."""

    def __init__(self, game: AnyGame) -> None:
        has_halves = game.spec.adjustment is HalvesAdjustment
        field = ScoresField if has_halves else WholeScoresField
        things = _p("things", "lives") if game.unit == "lives" else _p("things", "points")
        super().__init__(ADJUSTMENT, field("points", f"{game.name}.table", things))

    def context(self, draft: Draft) -> Sequence[CellsView]:
        """Show everybody's cell, away or not, except where all lives are lost."""
        match, view = draft.match, self.main.cells(draft.typed, draft.match.players)
        if match.game.unit != "lives":
            return [view]
        lives = match.state_at(draft.id).totals
        return [view.only(lambda cell: lives[cell.seat] >= 0 or bool(cell.text))]

    def read(self, match: Match, _id: str | None, typed: Typed) -> EntryRead:
        figures = [*self.main.each(typed, match.players)]
        problems = [*self.main.unreadable(typed, match.players)]
        return {"kind": self.kind, self.main.name: figures}, problems

    def fill(self, data: Mapping[str, Any], _options: Any = None) -> Typed:
        typed = {"kind": self.kind, **super().fill(data)}
        return {name: text for name, text in typed.items() if text not in DASHES}


@dataclass(frozen=True)
class Announcement:
    words: Text
    facts: Mapping[str, Any]
    unknown: Sequence[str] = ()  # facts that it cancels


@dataclass(frozen=True)
class SideOfDeal:
    name: str
    label: str
    text: str  # such as `red 2`
    words: str  # the same for screen readers: `red, 2 tricks`


@dataclass(frozen=True)
class StateOfPlay:
    game: str  # such as `♥ trumps · × 2`
    sides: Sequence[SideOfDeal]
    are_named: bool = False  # needed if the sides are not the columns of the score strip
    details: str = ""  # the rest, in sentences


class PlayableForm(EntryForm[V_co]):
    announced: tuple[str, ...] = ()
    """Facts that are announced during play, and so aren't asked for before the first card."""
    counted = ("tricks", "last_trick", "points", "unscored")
    """Figures that follow from the cards."""

    @abstractmethod
    def before_play(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        """Parse the facts that are needed before the first card of a deal."""

    def before_play_hints(self, _match: Match, _typed: Typed) -> Mapping[str, Hint]:
        return {}

    def finished(self, _match: Match, data: dict[str, Any]) -> dict[str, Any]:
        """Return the finished entry, including the facts that follow from the cards."""
        return data

    def so_far(self, facts: Mapping[str, Any], play: Play) -> dict[str, Any]:
        """Return what is known of a deal once figures follow, as an entry by figures."""
        kept = {name: value for name, value in facts.items() if name not in self.announced}
        return {**kept, "tricks": [*play.counts]}

    def state_of_play(self, match: Match, place: int, play: Play) -> StateOfPlay:
        trump = play.table.rules.trump
        template, label = _("{suit} trumps"), play.table.rules.label
        game = template.format(suit=SUIT_SYMBOLS[trump]) if trump else label
        return StateOfPlay(game, sides_of(match.tables[place].players, play))

    def announcements(self, _match: Match, _play: Play) -> list[Announcement]:
        return []


class TrickForm(PlayableForm[dict[str, Any]]):
    """The form for a deal of a `TrickGame`: facts known before its cards, figures, and cards."""

    before: Sequence[AnyField]
    results: Sequence[AnyField]  # what the cards show; the first are the tricks
    trump: SuitField | None = None  # without which the cards can't be followed

    def __init__(self, tricks: int) -> None:
        self.fields = (*self.before, *self.results, PlayField(tricks))
        seats = (each.name for each in self.fields if isinstance(each, CountsField | SeatField))
        self.by_seat = tuple(seats)

    def applies(self, _field: str, _match: Match, _id: str | None) -> bool:
        """Whether a deal can have this fact."""
        return True

    def hint_before_score(self, _seat: int, _match: Match, _id: str | None) -> Text:
        return NOTHING

    def context(self, draft: Draft) -> dict[str, Any]:
        """Return a view for each fact, by name; None for one that doesn't apply."""
        match, typed, names = draft.match, draft.typed, draft.match.players
        hints = [self.hint_before_score(seat, match, draft.id) for seat in range(len(names))]
        shown = {
            field.name: field.show(typed, names)
            if self.applies(field.name, match, draft.id) or typed.get(field.name)
            else None
            for field in (*self.before, *self.results)
        }
        return shown | {"tricks": self.main.cells(typed, names, hints.__getitem__)}

    def hints(self, match: Match, id: str | None, typed: Typed) -> Mapping[str, Hint]:
        """Return each player's score for a complete deal, to show beside the tricks."""
        data, problems = self.read(match, id, typed)
        nobody = [""] * len(match.players)
        cells: Sequence[Points | None] = [None] * len(nobody)
        marks: Sequence[str] = nobody
        if not problems:
            row = match.judge(data, id)[1]
            cells, marks = row.cells, row.explanation.marks or nobody
        figure = signed if match.game.cells_have_signs else points
        return {
            f"tricks{seat}": joined(filter(None, (mark, figure(cell))))
            or self.hint_before_score(seat, match, id)
            for seat, (cell, mark) in enumerate(zip(cells, marks, strict=True))
        }

    def before_play(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        found, problems = read_all(self.before, typed, match.players)
        facts = {name: found[name] for name in found if self.applies(name, match, id)}
        needed = self.trump
        if needed and self.applies(needed.name, match, id) and not typed.get(needed.name):
            problems.append(error(needed.rule, TRUMP_MISSING, field=needed.name))
        return {"kind": "deal", **facts}, problems

    def read(self, match: Match, id: str | None, typed: Typed) -> EntryRead:
        facts, problems = read_all(self.before, typed, match.players)
        data: dict[str, Any] = {"kind": "deal", **facts}
        read = read_all
        play = play_typed(match, id, typed)
        if play or (play is not None and typed.get("rest")):
            data["play"], read = play, read_typed
        figures, wrong = read(self.results, typed, match.players)
        return data | figures, problems + wrong

    def question_defaults(self, match: Match, typed: Typed) -> dict[str, str]:
        """Return the suits that were named or rejected."""
        suits = {each.name for each in self.before if isinstance(each, SuitField | SuitsField)}
        return {
            name: text
            for name, text in typed.items()
            if text in SUITS
            and (field := name.rstrip("0123456789")) in suits
            and self.applies(field, match, None)
        }


AnyForm = EntryForm[object]
AnyPlayableForm = PlayableForm[object]


def form_of(game: AnyGame, shown: Mapping[str, Any] = MappingProxyType({})) -> AnyForm:
    """Return the form for the entry `shown`, as recorded or as typed; by default, for a deal."""
    if shown.get("kind") == ADJUSTMENT:
        return AdjustmentForm(game)
    form: AnyForm = import_module(f"{game.package}.form").FORM
    return form


def playable_form_of(game: AnyPlayableGame) -> AnyPlayableForm:
    form: AnyPlayableForm = import_module(f"{game.package}.form").FORM
    return form


def cite_rules(game: AnyGame, problems: Iterable[Problem]) -> list[Problem]:
    """Cite the game's rule on what an entry needs in problems with fields that have no rule."""
    return [replace(each, rule=each.rule or f"{game.name}.play") for each in problems]


def read_typed(fields: Iterable[AnyField], typed: Typed, players: Players) -> EntryRead:
    """Parse the fields in which something is typed, such as figures beside the cards of a deal."""
    return read_all(
        [
            each
            for each in fields
            if any(text and name.rstrip("0123456789") == each.name for name, text in typed.items())
        ],
        typed,
        players,
    )


def typed_anew(match: Match, id: str | None, typed: Typed) -> Typed:
    """Leave out what a correction leaves as it is recorded."""
    old = None if id is None else match.entry(id)
    if old is None:
        return typed
    recorded = form_of(match.game, old.data).fill(old.data, match.setup.options)
    return {name: text for name, text in typed.items() if text != recorded.get(name)}


def read_entry(match: Match, id: str | None, typed: Typed) -> EntryRead:
    """Parse an entry and its note; return the entry and its problems."""
    data, problems = form_of(match.game, typed).read(match, id, typed)
    note = " ".join(filter(None, (typed.get("note", "").strip(), data.pop("note", ""))))
    problems = cite_rules(match.game, problems)
    return (data | {"note": note[:LONGEST_NOTE]} if note else data), problems


def append_remark(note: str, remark: str) -> str:
    """Append a remark to a note, unless the note already contains it."""
    remark = remark.strip()
    parts = [note] if remark in note else [note, remark]
    return ". ".join(filter(None, parts))[:LONGEST_NOTE]


def figures_in_short(figures: Iterable[Points | str | None]) -> Text:
    texts = (each if isinstance(each, str) else points(each) for each in figures)
    return joined(text or "–" for text in texts)


def sides_of(
    names: Sequence[str],
    play: Play,
    text: Callable[[int, int], tuple[str, str]] = lambda _seat, taken: (
        ngettext("{n} trick", "{n} tricks", taken),
        ngettext("{n} trick", "{n} tricks", taken),
    ),
) -> list[SideOfDeal]:
    """Return a side for each player.

    `text` is called with a seat and its number of tricks. It returns the text to show and the
    text for screen readers.
    """
    return [
        SideOfDeal(name, label, *text(seat, taken))
        for seat, (name, label, taken) in enumerate(
            zip(names, fitting(names), play.counts, strict=True)
        )
    ]


# Likely slips -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SlipKey:
    """A key that corrects a likely slip or, once pressed, restores the figures typed before.

    `sends` is a query string with the values to fill in. Its field `tried` holds the values to
    restore, as another query string.
    """

    whose: Text
    change: Text
    reason: Text
    sends: str
    is_tried: bool


def read_cells(text: str) -> dict[str, str]:
    return dict(parse_qsl(text, keep_blank_values=True))


def slip_keys(match: Match, id: str | None, typed: Typed) -> list[SlipKey]:
    """Return a key for each likely slip in figures that don't add up.

    While a correction is being tried, the keys are still the ones for the original figures.
    """
    before = read_cells(typed.get("tried", ""))
    keys = _slip_keys(match, id, typed, before)
    if before and not any(key.is_tried for key in keys):  # something else was typed since
        return _slip_keys(match, id, typed, {})
    return keys


def _slip_keys(
    match: Match, id: str | None, typed: Typed, before: Mapping[str, str]
) -> list[SlipKey]:
    def is_consistent(entry: dict[str, Any]) -> bool:
        try:
            return not match.judge(entry, id)[1].problems
        except NotARecord:
            return False

    form, options, typed_before = form_of(match.game), match.setup.options, {**typed, **before}
    entry, problems = form.read(match, id, typed_before)
    if problems or is_consistent(entry):
        return []
    keys, shown = [], form.fill(entry, options)
    checks = match.game.cross_checks(match.setup, entry)
    for slip in likely_slips(entry, checks, is_consistent):
        right = form.fill(slip.entry, options)
        names = [name for name in {**shown, **right} if right.get(name) != shown.get(name)]
        # The right figure replaces the cards from which it was counted.
        names += [each for each in typed_before if each.rpartition("_")[0] in names]
        cells = {name: right.get(name, "") for name in names}
        is_tried = before.keys() == cells.keys() and all(typed.get(n) == cells[n] for n in cells)
        old = "" if is_tried else urlencode({name: typed_before.get(name, "") for name in names})
        fields = before if is_tried else {**before, **cells}
        sends = urlencode({**fields, "tried": old})
        keys.append(SlipKey(slip.whose, slip.change, slip.reason, sends, is_tried))
    return keys


# Drafts -------------------------------------------------------------------------------------------


CHANGED: Final[Mapping[str, Text]] = {
    "recorded": _("{entry} was recorded on another phone"),
    "corrected": _("{entry} was corrected on another phone"),
    "struck": _("{entry} was crossed out on another phone"),
}
CHANGED_BY: Final[Mapping[str, Text]] = {
    "recorded": _("{entry} was recorded on {name}’s phone"),
    "corrected": _("{entry} was corrected on {name}’s phone"),
    "struck": _("{entry} was crossed out on {name}’s phone"),
}


@dataclass(frozen=True)
class Conflict:
    """A change that another phone made to an entry while it was being typed on this one."""

    id: str
    name: str  # such as `deal 3`
    by: str | None
    known: int  # the last event when typing began
    event: int  # their event
    theirs: str
    yours: str  # both in short: `5 – –`; alike if neither figures nor notes differ
    deed: str  # on the other phone: `recorded`, `corrected` or `struck`
    is_same: bool
    is_typed: bool  # False if an old entry was only looked at
    fits: bool  # whether it can be the next entry instead, which may be of another kind
    has_gone_on: bool = False  # whether more entries were recorded after theirs

    @property
    def what_happened(self) -> Text:
        template = (CHANGED_BY if self.by else CHANGED)[self.deed]
        return sentence(template.format(name=self.by, entry=self.name))

    @property
    def said(self) -> Text:
        """What happened, for an entry that is the same."""
        return joined([ended(self.what_happened), _("Your entry is the same.")])


UNKNOWN: Final = _("Who deals depends on what isn’t sent yet")
UNCHECKED: Final = _("Figures are checked once they’re sent.")


@dataclass(frozen=True)
class Draft:
    match: Match
    id: str | None
    typed: Typed
    problems: tuple[Problem, ...] = ()
    message: Text = NOTHING  # another reason to refuse it, such as a faster phone
    broken: tuple[str, ...] = ()  # rows that this correction would make invalid
    conflict: Conflict | None = None
    is_typed: bool = True  # False for an old entry as recorded
    is_ahead: bool = False  # whether an entry before it isn't recorded yet

    @property
    def is_adjustment(self) -> bool:
        return self.typed.get("kind") == ADJUSTMENT

    @property
    def due(self) -> Due | None:
        if self.is_adjustment:
            return None
        return self.as_known(self.match.due_at(self.id))

    def as_known(self, due: Due | None) -> Due | None:
        """Leave out what depends on entries that aren't recorded yet."""
        if due is None or not self.is_ahead:
            return due
        if self.match.game.due_depends_on_figures:
            due = replace(due, headline=UNKNOWN, short=joined([due.label]))
        return replace(due, details=UNCHECKED)

    @property
    def unsettled(self) -> Mapping[str, str]:
        """Input to keep until a conflict is resolved, by field; empty if there is no conflict."""
        if self.conflict is None:
            return {}
        return {name: text for name, text in self.typed.items() if text and name not in OF_THE_PAGE}

    @cached_property
    def context(self) -> object:
        return form_of(self.match.game, self.typed).context(self)

    @property
    def template(self) -> str:
        if self.is_adjustment:
            return "forms/adjustment.html"
        return f"{self.match.game.folder}/form.html"

    @cached_property
    def slips(self) -> Sequence[SlipKey]:
        form, typed = form_of(self.match.game), self.typed
        if self.is_adjustment or (self.id is None and not self.is_typed):
            return ()
        if self.id is None:
            # Figures so far, which are filled in for a new entry, are no slips.
            so_far = read_cells(typed.get("noted", ""))
            if form.in_short(self.match, None, typed) == form.in_short(self.match, None, so_far):
                return ()
        return slip_keys(self.match, self.id, typed) if typed else ()

    @property
    def tricks(self) -> LinesView | None:
        game = self.match.game
        if not tricks_typed(self.typed) or not is_playable(game):
            return None
        return PlayField(game.hand_size).show(self.typed, self.match.players)

    @property
    def is_refused(self) -> bool:
        return bool(self.problems or self.broken)

    @property
    def blamed(self) -> list[str]:
        """Fields, or parts of fields, that have problems: `hands`, `hands.2`."""
        return sorted({name for problem in self.problems for name in problem.blames})

    @property
    def record_label(self) -> Text:
        if self.conflict:
            return _("First choose above")
        is_new = self.id is None
        if self.warnings or self.broken:
            return _("Record anyway") if is_new else _("Save anyway")
        if not self.name:
            return _p("button", "Record") if is_new else _p("button", "Save")
        if self.due and self.due.button and is_new:
            return self.due.button
        template = _("Record {entry}") if is_new else _("Save {entry}")
        return template.format(entry=self.name)

    @property
    def name(self) -> str:
        """What is typed: `deal 5`; empty if no entry is due."""
        if self.is_adjustment:
            return _p("entry", "adjustment")
        return self.due.name if self.due and self.due.kind != "correct" else ""

    @property
    def outbox_name(self) -> str:
        """Name for the entry while it waits to be sent: `deal 5`; empty if no entry is due."""
        if not self.name or self.id is None:
            return self.name
        return _("correction of {entry}", entry=self.name)

    @property
    def warnings(self) -> list[str]:
        """Rules whose warnings can be accepted; none while there are errors."""
        if any(problem.severity == "error" for problem in self.problems):
            return []
        return [problem.rule for problem in self.problems if not problem.accepted]

    def blames(self, *names: str) -> bool:
        """Whether any of these fields, or a part of one, has a problem."""
        return any(is_part(name, wrong) for wrong in self.blamed for name in names)


def draft_of(match: Match, id: str) -> Draft:
    match = match.with_options_of(id)
    written, number = match.entry(id), match.row_number(id)
    data = written.data if written else {}
    typed = form_of(match.game, data).fill(data, match.setup.options)
    problems = () if number is None else match.row_as_played(number).problems
    return Draft(match, id, typed, problems, is_typed=False)
