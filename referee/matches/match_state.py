"""The state of a match after an event, and the fold that computes it from the log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, Final, Self
from uuid import NAMESPACE_OID, uuid5

from referee.core.game import AnyGame, Due, find_sides, tables_of
from referee.core.options import choices
from referee.core.record import FORMAT, Entry, Session
from referee.core.registry import GAMES
from referee.core.seating import Seating
from referee.core.sheet import Row, Sheet, Tally
from referee.core.story.story import (
    EVENING_GAP,
    Evening,
    Story,
    correct_clock,
    find_evenings,
    story_of,
)
from referee.core.text import _, joined
from referee.core.validation import in_utc
from referee.matches import events as kinds
from referee.matches.events import Event, Json
from referee.matches.in_progress import NOTHING, DealsInProgress, HandsInProgress, InProgress


def day_title(day: datetime) -> str:
    """The default title of a match that started on this day."""
    return f"{day.day} {day:%b}"


def is_day_title(title: str, opened: datetime) -> bool:
    """Whether the title is only the day on which the match was opened, in any time zone."""
    return title in {day_title(opened + timedelta(days)) for days in (-1, 0, 1)}


# The evenings -------------------------------------------------------------------------------------


END: Final = "end"
EARLIEST: Final = datetime.min.replace(tzinfo=UTC)
"""Stands for a time that isn't valid in UTC."""


@dataclass(frozen=True)
class Sessions:
    """What is recorded about evenings, such as the place, besides the times of the entries."""

    kept: tuple[Json, ...] = ()  # in the record format
    played: datetime | None = None  # when the last entry or card was written

    @cached_property
    def said(self) -> tuple[Session, ...]:
        return tuple(map(_read_session, self.kept))

    @property
    def last_entry(self) -> datetime | None:
        """When the last entry or card was written, or the last evening began if that is later."""
        begun = _moment(self.kept[-1]["start"]) if self.kept else None
        return max((at for at in (self.played, begun) if at is not None), default=None)

    @cached_property
    def last(self) -> datetime | None:
        """The latest recorded moment."""
        moments = [self.played]
        for session in self.kept[-1:]:
            pauses = session.get("pauses", ())
            texts = [session["start"], session.get(END), *(p["start"] for p in pauses)]
            moments += [_moment(t) for t in (*texts, *(p.get(END) for p in pauses)) if t]
        return max((at for at in moments if at is not None), default=None)

    def with_play(self, at: datetime) -> Sessions:
        """The sessions after an entry or a card, which may begin an evening or end a break."""
        kept = self.kept
        if not self.goes_on(at):
            kept = (*kept, {"start": moment_text(at)})
        elif kept and any(END not in pause for pause in kept[-1].get("pauses", ())):
            kept = (*kept[:-1], _end_pauses(kept[-1], moment_text(at)))
        return Sessions(kept, at if self.played is None else correct_clock(at, self.played))

    def after(self, event: Event, start: Callable[[], datetime | None]) -> Sessions:
        """The sessions after this event; `start` looks up when the last evening began."""
        kept, now = self.kept, moment_text(event.at)
        match event.data:
            case kinds.PlayEvent() | kinds.HandLaidOut():
                return self.with_play(event.at)
            case kinds.EveningBegun() as begun:
                values = {"place": begun.place, "players": begun.players, "note": begun.note}
                known = {name: value for name, value in values.items() if value is not None}
                kept = (*kept, {"start": begun.at or now} | known)
            case kinds.EveningChanged(start=changed, session=session):
                left = [each for each in kept if each["start"] != changed]
                left += [session] if session else []
                kept = tuple(sorted(left, key=lambda each: in_utc(each["start"]) or EARLIEST))
            case kinds.EveningEvent() as data:
                others, last = kept[:-1], kept[-1] if kept else None
                began = start()
                # The last session may be of an earlier evening than the last entries.
                if last is None or (began and (in_utc(last["start"]) or began) < began):
                    others, last = kept, {"start": moment_text(began or event.at)}
                match data:
                    case kinds.PauseBegun():
                        pause = {"start": data.at or now}
                        if data.until:
                            pause[END] = data.until
                        last = last | {"pauses": [*last.get("pauses", ()), pause]}
                    case kinds.PauseEnded():
                        last = _end_pauses(last, data.at or now)
                    case kinds.EveningEnded():
                        note = {} if data.note is None else {"note": data.note}
                        last = last | {END: data.at or now} | note
                kept = (*others, last)
            case _:
                return self
        return replace(self, kept=kept)

    def with_names(self, names: Mapping[str, str]) -> Sessions:
        """The sessions after players were renamed; `names` maps old to new."""
        kept = [
            session | {"players": [names.get(each, each) for each in session["players"]]}
            if session.get("players")
            else session
            for session in self.kept
        ]
        return replace(self, kept=tuple(kept))

    def as_json(self) -> list[Json]:
        """The sessions in the record format, where no two begin at one instant: the last counts."""
        return [*{_moment(each["start"]) or each["start"]: each for each in self.kept}.values()]

    def goes_on(self, at: datetime) -> bool:
        """Whether `at` is within EVENING_GAP of the last recorded moment."""
        return (
            self.last is not None and abs(correct_clock(at, self.last) - self.last) <= EVENING_GAP
        )

    def tonight(self, at: datetime) -> Session | None:
        """The session in progress at this time; None if there is none."""
        if not self.kept or not self.goes_on(at):
            return None
        last = _read_session(self.kept[-1])
        end = in_utc(last.end) if last.end else None
        return None if end is not None and end == self.last else last


NOBODY_MET: Final = Sessions()


def moment_text(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


_moment: Final = lru_cache(maxsize=256)(in_utc)  # every entry parses it again


def _read_session(session: Json) -> Session:
    return Session.model_validate(session, context={"is_kept": True})


def _end_pauses(session: Json, now: str) -> Json:
    pauses: Sequence[Json] = session.get("pauses", ())
    until = _moment(now) or EARLIEST
    ended = [
        pause
        if END in pause or (_moment(pause["start"]) or EARLIEST) > until
        else pause | {END: now}
        for pause in pauses
    ]
    return session | {"pauses": ended} if ended else session


def entry_stamps(entries: Iterable[Json]) -> frozenset[tuple[str, str]]:
    """Ids and times of entries, the same in all copies of a match; empty if one lacks either."""
    found: list[tuple[Any, Any]] = [(entry.get("id"), entry.get("at")) for entry in entries]
    return frozenset() if any(None in each for each in found) else frozenset(found)


# The state ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WrittenEntry:
    """An entry stored in the log."""

    id: str
    data: dict[str, Any]
    entry: Entry
    at: datetime | None
    """The entry's own time or, without one, when it was recorded, in UTC; None in old records."""
    is_struck: bool = False


@dataclass(frozen=True)
class Phase:
    """A part of a match during which the options stay the same."""

    first: int  # index among all entries, including struck ones
    changed: Json  # the options that changed; in the first phase, all chosen options
    seating: Seating[Any]


@dataclass(frozen=True, eq=False)
class MatchState:
    opened: Event
    title: str
    tally: Tally
    phases: tuple[Phase, ...]
    rulings: tuple[dict[str, Any], ...] = ()
    house: tuple[dict[str, Any], ...] = ()
    entries: tuple[WrittenEntry, ...] = ()  # in the order in which they were added; struck ones too
    row_indexes: tuple[int, ...] = ()
    in_progress: InProgress = NOTHING
    own_ids: frozenset[str] = frozenset()
    """Ids given in the entries themselves; an entry without one gets an id from its event."""
    sessions: Sessions = NOBODY_MET
    shows_chances: bool = True  # whether the table wants to see who is likely to win

    @property
    def game(self) -> AnyGame:
        return self.tally.game

    @property
    def seating(self) -> Seating[Any]:
        """The players, and the options now in effect."""
        return self.phases[-1].seating

    @property
    def options(self) -> Json:
        """The chosen options now in effect."""
        return {name: value for phase in self.phases for name, value in phase.changed.items()}

    @property
    def players(self) -> tuple[str, ...]:
        return self.seating.players

    @property
    def game_name(self) -> str:
        """The game or, if it has formats, the format: `Half-marathon`."""
        if self.game.is_named_by_title:
            return self.own_title or self.game.title
        options = self.seating.options
        for choice in choices(type(options), ()):
            if choice.is_asked_first and not choice.clock:
                return choice.label(getattr(options, choice.name))
        return self.game.title

    @property
    def own_title(self) -> str:
        """The title, or "" if that is only the day."""
        return "" if is_day_title(self.title, self.opened.at) else self.title

    @property
    def name(self) -> str:
        """The title or, if that is only the day, the game and its sides.

        Two teams are shown as opponents: `Half-marathon · Ann+Cleo v Ben+Dora`.
        """
        if self.own_title:
            return self.own_title
        columns = self.tally.columns
        sides = [columns[at].name for at in find_sides(columns)]
        has_teams = len(sides) < len(self.players)
        if has_teams and len(sides) == 2:
            return _("{game} · {one} v {other}", game=self.game_name, one=sides[0], other=sides[1])
        return _("{game} · {sides}", game=self.game_name, sides=joined(sides, ", "))

    @property
    def tables(self) -> tuple[Seating[Any], ...]:
        return tables_of(self.game, self.seating)

    @property
    def deals(self) -> DealsInProgress:
        return self.in_progress.deals

    @property
    def hands(self) -> HandsInProgress:
        return self.in_progress.hands

    def house_rules(self, rule: str) -> list[str]:
        return [each["text"] for each in self.house if each["rule"] == rule]

    def sheet(self) -> Sheet:
        return self.tally.sheet()

    def row_entries(self, first: int = 0, end: int | None = None) -> list[WrittenEntry]:
        """The entries of the rows from `first` up to, but not including, `end`."""
        return [self.entries[index] for index in self.row_indexes[first:end]]

    def row_entry(self, number: int) -> WrittenEntry:
        return self.entries[self.row_indexes[number]]

    def entry(self, id: str) -> WrittenEntry | None:
        index = _find_entry(self.entries, id)
        return None if index is None else self.entries[index]

    def row(self, id: str) -> Row | None:
        number = self.row_number(id)
        return None if number is None else self.tally.rows[number]

    def label_of_row(self, number: int) -> str:
        """The label of this row, or of the entry that is due after the last row."""
        rows, due = self.tally.rows, self.tally.outcome().due
        return rows[number].heading.label if number < len(rows) else due.label if due else ""

    def row_number(self, id: str) -> int | None:
        """This entry's row number, from 0; None if the entry is struck or doesn't exist."""
        entry = self.entry(id)
        return None if entry is None or entry.is_struck else self._row_at(id)

    def first_row_changed_by(self, event: Event) -> int:
        """Index of the first row that this event may change."""
        match event.data:
            case kinds.EntryEvent(id=id):
                return self._row_at(id)
            case kinds.NamesChanged() | kinds.OptionsChanged():
                return 0
        return len(self.tally.rows)

    def evenings(self) -> list[Evening]:
        return find_evenings(self.sessions.said, [entry.at for entry in self.row_entries()])

    def story(self) -> Story:
        entries = [written.entry for written in self.row_entries()]
        return story_of(self.tally, entries, self.sessions.said)

    def due_at(self, id: str | None) -> Due | None:
        """The entry that was due when this one was recorded; without an id, the one due now."""
        return self.tally.outcome(None if id is None else self._row_at(id)).due

    def state_at(self, id: str | None) -> Any:
        return self.tally.state(None if id is None else self._row_at(id))

    def judge(self, data: dict[str, Any], id: str | None = None) -> tuple[Entry, Row]:
        """Judge data as a new entry or, with an id, as a correction of one. Raises NotARecord."""
        spec, is_kept = self.game.spec, id is not None
        entry: Entry = spec.read_entry(data, len(self.players), "entry", is_kept=is_kept)
        return entry, self.tally.judge(entry, None if id is None else self._row_at(id))

    def record(self) -> dict[str, Any]:
        """The match as a record, without struck entries."""
        options, changes = self._options_by_row()
        record = {
            "format": FORMAT,
            "game": self.game.name,
            "title": self.title,
            "players": list(self.players),
            "options": options,
            "entries": [entry.data for entry in self.row_entries()],
        }
        came_with = self.opened.payload
        kept = {
            "option_changes": changes or ([] if "option_changes" in came_with else None),
            "sessions": self.sessions.as_json() or ([] if "sessions" in came_with else None),
            "rulings": list(self.rulings) or ([] if "rulings" in came_with else None),
            "house": list(self.house) or ([] if "house" in came_with else None),
        }
        return record | {name: value for name, value in kept.items() if value is not None}

    def _options_by_row(self) -> tuple[Json, list[Json]]:
        """The options of the first row, and the later changes in the record format."""
        options, by_row = dict(self.phases[0].changed), dict[int, Json]()
        for phase in self.phases[1:]:
            row = bisect_left(self.row_indexes, phase.first)
            target = by_row.setdefault(row, {}) if row else options
            target |= phase.changed
        return options, [{"from": row, "options": each} for row, each in by_row.items()]

    def with_players(self, players: Sequence[str]) -> Self:
        """This match with other people in its seats; its rows keep the names of the columns."""
        if tuple(players) == self.players:
            return self

        def seat(seating: Seating[Any]) -> Seating[Any]:
            return replace(seating, players=tuple(players))

        seatings = tuple((row, seat(each)) for row, each in self.tally.seatings)
        phases = tuple(replace(each, seating=seat(each.seating)) for each in self.phases)
        return replace(self, phases=phases, tally=replace(self.tally, seatings=seatings))

    def with_options_of(self, id: str | None) -> Self:
        """Return this match as if the options that apply to entry `id` were still in effect."""
        if id is None or len(self.phases) == 1:
            return self
        index = _find_entry(self.entries, id) or 0
        return replace(self, phases=tuple(each for each in self.phases if each.first <= index))

    def change_of_options(self, options: Json) -> kinds.OptionsChanged:
        """The event that puts these options into effect for the whole match.

        Options that already have these values keep the changes made to them during the match.
        """
        now = self.options
        altered = {name for name in {*now, *options} if now.get(name) != options.get(name)}
        first, *later = (
            {name: value for name, value in phase.changed.items() if name not in altered}
            for phase in self.phases
        )
        first |= {name: options[name] for name in altered if name in options}
        changes = [
            {"from": phase.first, "options": changed}
            for phase, changed in zip(self.phases[1:], later, strict=True)
            if changed
        ]
        if changes:
            return kinds.OptionsChanged(options=first, option_changes=changes)
        return kinds.OptionsChanged(options=first)

    def _row_at(self, id: str) -> int:
        """Row index of this entry; for a struck entry, the index it would have if restored."""
        index = _find_entry(self.entries, id)
        if index is None:
            raise KeyError(id)
        return bisect_left(self.row_indexes, index)


# The fold -----------------------------------------------------------------------------------------


def open_state(event: Event) -> MatchState:
    data = event.data
    assert isinstance(data, kinds.MatchOpened)
    game = GAMES[data.game]
    phases = _read_phases(game, tuple(data.players), data.options, data.option_changes)
    tally = Tally.start(game, (0, phases[0].seating))
    own_ids = frozenset(each["id"] for each in data.entries if each.get("id") is not None)
    entries = []
    for number, entry in enumerate(data.entries):
        own = entry.get("id")
        # The opening event's id is a secret of its writer; one derived from it isn't.
        id = str(uuid5(NAMESPACE_OID, f"{event.id}/{number}")) if own is None else own
        entries.append(_read_entry(tally, {**entry, "id": id}, None))
    played = [entry.at for entry in entries if entry.at is not None]
    state = MatchState(
        event,
        data.title,
        tally,
        phases,
        tuple(data.rulings),
        tuple(data.house),
        own_ids=own_ids,
        sessions=Sessions(tuple(data.sessions), played[-1] if played else None),
    )
    return _judge_from(state, 0, entries)


def fold(state: MatchState, events: Iterable[Event]) -> MatchState:
    """Apply events other than `StateRestored`, then judge the rows from the first changed one."""
    entries, first = list(state.entries), len(state.entries)
    sessions, in_progress = state.sessions, state.in_progress
    seats = state.tables[0].seats

    def last_start() -> datetime | None:
        times = [entry.at for entry in entries if not entry.is_struck]
        found = find_evenings(sessions.said, times)
        return found[-1].start if found else None

    for event in events:
        match event.data:
            case kinds.EntryAdded(entry=data):
                own = data.get("id")
                if own is not None:
                    state = replace(state, own_ids=state.own_ids | {own})
                written = {
                    "id": event.id if own is None else own,
                    "at": data.get("at") or moment_text(event.at),
                    "by": data.get("by") or event.by,
                }
                data = data | {name: value for name, value in written.items() if value is not None}
                entry = _read_entry(state.tally, data, event.at)
                entries.append(entry)
                sessions = sessions.with_play(entry.at or event.at)
            case kinds.EntryEvent(id=id) as act:
                index = _find_entry(entries, id)
                if index is None:
                    raise KeyError(id)
                entries[index] = _edit(state, entries[index], act)
                first = min(first, index)
            case kinds.NamesChanged(title=title, players=players):
                phases = tuple(
                    replace(phase, seating=Seating(tuple(players), phase.seating.options))
                    for phase in state.phases
                )
                sessions = sessions.with_names(dict(zip(state.players, players, strict=True)))
                state, first = replace(state, title=title, phases=phases), 0
            case kinds.OptionsChanged(options=options, option_changes=changes):
                phases = _read_phases(state.game, state.players, options, changes)
                state, first = replace(state, phases=phases), 0
                seats = state.tables[0].seats
            case kinds.OptionsChangedMidway(options=options):
                state = replace(state, phases=_add_phase(state, len(entries), options))
            case kinds.RulingKept(ruling=ruling):
                state = replace(state, rulings=(*state.rulings, ruling))
            case kinds.ChancesShown(shown=shown):
                state = replace(state, shows_chances=shown)
            case kinds.HouseRuleSaid(rule=rule, text=text):
                house = [each for each in state.house if each["rule"] != rule]
                if text:
                    at = event.at.isoformat(timespec="seconds")
                    house.append({"rule": rule, "text": text, "at": at})
                state = replace(state, house=tuple(house))
        in_progress = in_progress.after(event, seats)
        sessions = sessions.after(event, last_start)
    state = replace(state, in_progress=in_progress, sessions=sessions)
    return _judge_from(state, first, entries)


def _judge_from(state: MatchState, first: int, entries: Sequence[WrittenEntry]) -> MatchState:
    """The match with these entries; those before index `first` have been judged already."""
    rows = bisect_left(state.row_indexes, first)
    later = [index for index in range(first, len(entries)) if not entries[index].is_struck]
    row_indexes = (*state.row_indexes[:rows], *later)
    seatings = {bisect_left(row_indexes, phase.first): phase.seating for phase in state.phases}
    is_as_before = state.tally.seatings == tuple(seatings.items())
    if is_as_before and first == len(entries) == len(state.entries):
        return state
    tally = state.tally if rows == len(state.tally.rows) else state.tally.first(rows)
    if not is_as_before:
        tally = tally.with_seatings(*seatings.items())
    return replace(
        state,
        entries=tuple(entries),
        row_indexes=row_indexes,
        tally=tally.with_entries(entries[index].entry for index in later),
    )


def _read_phases(
    game: AnyGame, players: tuple[str, ...], options: Json, changes: Sequence[Json]
) -> tuple[Phase, ...]:
    phases: list[Phase] = []
    chosen: Json = {}
    for first, changed in ((0, options), *((each["from"], each["options"]) for each in changes)):
        chosen = chosen | {name: value for name, value in changed.items() if value is not None}
        read = game.spec.read_options(chosen, len(players), is_kept=True)
        phases.append(Phase(first, changed, Seating(players, read)))
    return tuple(phases)


def _add_phase(state: MatchState, first: int, changed: Json) -> tuple[Phase, ...]:
    """Return the phases after these options change with effect from entry `first`.

    If a phase already starts there, the changes are added to it.
    """
    read = state.game.spec.read_options(state.options | changed, len(state.players), is_kept=True)
    kept = state.phases
    if kept[-1].first == first:
        changed, kept = kept[-1].changed | changed, kept[:-1]
    return (*kept, Phase(first, changed, Seating(state.players, read)))


def _edit(state: MatchState, old: WrittenEntry, act: kinds.EntryEvent) -> WrittenEntry:
    """Correct, strike or restore an entry, or accept its warnings."""
    match act:
        case kinds.EntryStruck():
            return replace(old, is_struck=True)
        case kinds.EntryRestored(entry=None):
            return replace(old, is_struck=False)
        case kinds.EntryChanged(entry=data) | kinds.EntryRestored(entry=dict() as data):
            kept = {name: old.data[name] for name in ("at", "by") if name in old.data}
            data = kept | data | {"id": old.id}
        case kinds.WarningsAccepted(rules=rules):
            data = old.data | {"accepted": sorted({*old.data.get("accepted", ()), *rules})}
        case _:
            return old
    is_struck = old.is_struck and not isinstance(act, kinds.EntryRestored)
    return replace(_read_entry(state.tally, data, old.at), is_struck=is_struck)


def _read_entry(tally: Tally, data: dict[str, Any], at: datetime | None) -> WrittenEntry:
    """Parse a stored entry; its own time, if it has one, overrides `at`."""
    entry: Entry = tally.game.spec.read_entry(data, len(tally.seating.players), is_kept=True)
    own = None if entry.at is None else in_utc(entry.at)
    return WrittenEntry(data["id"], data, entry, own or at)


def _find_entry(entries: Sequence[WrittenEntry], id: str) -> int | None:
    # From the end: if a record has an id twice, its last entry counts.
    return next((i for i in range(len(entries) - 1, -1, -1) if entries[i].id == id), None)
