"""The state of a match after an event, and the builder with which events change it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, Final, Self

from referee.core.game import (
    NOTHING,
    AnyGame,
    AnyPlayableGame,
    Due,
    can_play,
    find_sides,
    tables_of,
)
from referee.core.options import choices
from referee.core.record import FORMAT, Closing, Entry, Session
from referee.core.setup import Setup
from referee.core.sheet import Row, Sheet, Tally, side_names
from referee.core.story.story import (
    EVENING_GAP,
    Evening,
    Story,
    correct_clock,
    find_evenings,
    story_of,
)
from referee.core.text import Text, _, joined
from referee.core.validation import in_utc

Json = dict[str, Any]


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

    raw: tuple[Json, ...] = ()  # in the record format
    played: datetime | None = None  # when the last entry or card was written

    @cached_property
    def parsed(self) -> tuple[Session, ...]:
        return tuple(map(_read_session, self.raw))

    @property
    def last_entry(self) -> datetime | None:
        """When the last entry or card was written, or the last evening began if that is later."""
        begun = _moment(self.raw[-1]["start"]) if self.raw else None
        return max((at for at in (self.played, begun) if at is not None), default=None)

    @cached_property
    def last(self) -> datetime | None:
        """The latest recorded moment."""
        moments = [self.played]
        for session in self.raw[-1:]:
            pauses = session.get("pauses", ())
            texts = [session["start"], session.get(END), *(p["start"] for p in pauses)]
            moments += [_moment(t) for t in (*texts, *(p.get(END) for p in pauses)) if t]
        return max((at for at in moments if at is not None), default=None)

    def with_play(self, at: datetime) -> Sessions:
        """The sessions after an entry or a card, which may begin an evening or end a break."""
        raw = self.raw
        if not self.goes_on(at):
            raw = (*raw, {"start": moment_text(at)})
        elif raw and any(END not in pause for pause in raw[-1].get("pauses", ())):
            raw = (*raw[:-1], end_pauses(raw[-1], moment_text(at)))
        return Sessions(raw, at if self.played is None else correct_clock(at, self.played))

    def with_names(self, names: Mapping[str, str]) -> Sessions:
        """The sessions after players were renamed; `names` maps old to new."""
        raw = [
            session | {"players": [names.get(each, each) for each in session["players"]]}
            if session.get("players")
            else session
            for session in self.raw
        ]
        return replace(self, raw=tuple(raw))

    def as_json(self) -> list[Json]:
        """The sessions in the record format, where no two begin at one instant: the last counts."""
        return [*{_moment(each["start"]) or each["start"]: each for each in self.raw}.values()]

    def goes_on(self, at: datetime) -> bool:
        """Whether `at` is within EVENING_GAP of the last recorded moment."""
        return (
            self.last is not None and abs(correct_clock(at, self.last) - self.last) <= EVENING_GAP
        )

    def tonight(self, at: datetime) -> Session | None:
        """The session in progress at this time; None if there is none."""
        if not self.raw or not self.goes_on(at):
            return None
        last = _read_session(self.raw[-1])
        end = in_utc(last.end) if last.end else None
        # Recorded ends have no fraction of a second.
        played = self.last and self.last.replace(microsecond=0)
        return None if end and played and end >= played else last


NOBODY_MET: Final = Sessions()


def moment_text(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


_moment: Final = lru_cache(maxsize=256)(in_utc)  # every entry parses it again


def _read_session(session: Json) -> Session:
    return Session.model_validate(session, context={"is_kept": True})


def read_closed(closed: Json) -> Closing:
    return Closing.model_validate(closed, context={"is_kept": True})


def rename_closed(tally: Tally, setup: Setup[Any]) -> Tally:
    """Give the winners who were named the names that they have in another setup."""
    if tally.closed is None or tally.closed.winners is None:
        return tally
    old, new = (side_names(tally.game, each) for each in (tally.setup, setup))
    names = [new[old.index(name)] for name in tally.closed.winners]
    return replace(tally, closed=tally.closed.model_copy(update={"winners": names}))


def check_closed(tally: Tally) -> Tally:
    """Forget which winners were named if new options have replaced players by teams, say."""
    closed = tally.closed
    if closed is None or {*(closed.winners or ())} <= {*side_names(tally.game, tally.setup)}:
        return tally
    kept = closed.model_dump(exclude={"winners"}, exclude_unset=True)
    return replace(tally, closed=read_closed(kept))


def end_pauses(session: Json, now: str) -> Json:
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


# Deals and hands in progress ----------------------------------------------------------------------
# They are neither on the sheet nor in the record, and recording the entry clears them. Each table
# can follow one deal card by card; for a leg, each seat can lay out one hand.


@dataclass(frozen=True)
class DealInProgress:
    """A deal in progress: known facts, such as trumps, and the cards played so far.

    `begun` is the number of the event that started it. Unless it `is_followed` card by card, its
    facts are in the form in which its figures will be recorded.
    """

    begun: int
    facts: Mapping[str, Any]
    play: tuple[tuple[str, ...], ...] = ()
    is_followed: bool = True

    @property
    def data(self) -> dict[str, Any]:
        return {**self.facts, "play": [list(trick) for trick in self.play]}

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(card for trick in self.play for card in trick)

    def with_cards(self, cards: Sequence[str], seats: int) -> DealInProgress:
        """The deal with these cards instead, in order of play."""
        tricks = range(0, len(cards), seats)
        return replace(self, play=tuple(tuple(cards[at : at + seats]) for at in tricks))

    def with_card(self, card: str, seats: int) -> DealInProgress:
        """Add a card to the current trick or, if that is complete, start a new one with it."""
        return self.with_cards((*self.cards, card), seats)

    def without_card(self) -> DealInProgress:
        """Take back the last card."""
        *before, last = self.play or ((),)
        return replace(self, play=(*before, last[:-1]) if len(last) > 1 else tuple(before))

    def with_facts(self, facts: Mapping[str, Any], unknown: Sequence[str]) -> DealInProgress:
        """Add or replace these facts; remove those named in `unknown`."""
        kept = {name: value for name, value in self.facts.items() if name not in unknown}
        return replace(self, facts={**kept, **facts})


@dataclass(frozen=True)
class Turn:
    """A deal just before a card was played.

    Replaying the deal is slow, so that happens only when `player` is read.
    """

    game: AnyPlayableGame
    setup: Setup[Any]
    state: Any
    deal: DealInProgress

    @cached_property
    def player(self) -> str | None:
        entry = self.game.spec.read_entry(self.deal.data, self.setup.seats)
        play = self.game.follow(self.setup, self.state, entry)
        return self.setup.players[play.table.turn] if play else None


@dataclass(frozen=True)
class HandInProgress:
    """A player's laid-out cards, in the record format."""

    hand: tuple[str, ...]
    layout: tuple[tuple[str, ...], ...] | None = None
    """The groups that the player chose; None to use the best arrangement."""
    extra: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "hand": list(self.hand),
            "layout": None if self.layout is None else list(map(list, self.layout)),
            "extra": None if self.extra is None else list(self.extra),
        }


DealsInProgress = Mapping[int, DealInProgress]
HandsInProgress = Mapping[int, HandInProgress]


def entry_of(hands: HandsInProgress, seats: int) -> dict[str, Any]:
    """The hands as entry fields of a leg; every seat must have laid one out."""
    every = [hands[seat].as_json() for seat in range(seats)]
    fields = {"hands": "hand", "layouts": "layout", "extra": "extra"}
    found = {field: [each[name] for each in every] for field, name in fields.items()}
    return {
        field: values
        for field, values in found.items()
        if field == "hands" or any(value is not None for value in values)
    }


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
    """A part of a match during which the options stay the same, and so do those who are here."""

    first: int  # index among all entries, including struck ones
    changed: Json  # the options that changed; in the first phase, all chosen options
    setup: Setup[Any]
    moved: tuple[int, ...] = ()  # seats of those who left or came, in this order


@dataclass(frozen=True, eq=False)
class MatchState:
    opened_at: datetime
    given: frozenset[str]
    """Names of the fields with which the match was opened, such as `sessions`."""
    title: str
    tally: Tally
    phases: tuple[Phase, ...]
    rulings: tuple[dict[str, Any], ...] = ()
    house: tuple[dict[str, Any], ...] = ()
    entries: tuple[WrittenEntry, ...] = ()  # in the order in which they were added; struck ones too
    row_indexes: tuple[int, ...] = ()
    deals: DealsInProgress = field(default_factory=dict)  # by table
    hands: HandsInProgress = field(default_factory=dict)  # by seat
    set_aside: tuple[DealsInProgress, HandsInProgress] | None = None
    """The deals and hands that were in progress when the table stopped."""
    own_ids: frozenset[str] = frozenset()
    """Ids given in the entries themselves; an entry without one gets an id from its event."""
    sessions: Sessions = NOBODY_MET
    shows_chances: bool = True  # whether the table wants to see who is likely to win

    @property
    def game(self) -> AnyGame:
        return self.tally.game

    @property
    def setup(self) -> Setup[Any]:
        """The players, and the options now in effect."""
        return self.phases[-1].setup

    @property
    def options(self) -> Json:
        """The chosen options now in effect."""
        return {name: value for phase in self.phases for name, value in phase.changed.items()}

    @property
    def attendance(self) -> list[Json]:
        """Who left or came, as in a record, except that `from` counts struck entries, too."""
        return [
            arrival(phase.first, phase.setup, seat) for phase in self.phases for seat in phase.moved
        ]

    @property
    def is_deserted(self) -> bool:
        """Whether nobody could have left before the next entry."""
        return self.tally.is_deserted(len(self.tally.rows))

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def game_name(self) -> str:
        """The game or, if one of its options names matches, that one’s value: `Half-marathon`."""
        if self.game.is_named_by_title:
            return self.own_title or self.game.title
        options = self.setup.options
        for choice in choices(type(options), ()):
            if choice.names_match:
                return choice.label(getattr(options, choice.name))
        return self.game.title

    @property
    def own_title(self) -> str:
        """The title, or "" if that is only the day."""
        return "" if is_day_title(self.title, self.opened_at) else self.title

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
    def tables(self) -> tuple[Setup[Any], ...]:
        return tables_of(self.game, self.setup)

    def house_rules(self, rule: str) -> list[str]:
        return [each["text"] for each in self.house if each["rule"] == rule]

    def sheet(self) -> Sheet:
        return self.tally.sheet()

    def describe_facts(self, table: int) -> Text:
        """What is known about this table's deal in progress: `hearts are trumps`."""
        game, deal = self.game, self.deals.get(table)
        if deal is None or not can_play(game, self.due_at(None)):
            return NOTHING
        setup = self.tables[table]
        entry = game.spec.read_entry(deal.data, setup.seats)
        return game.describe_facts(setup, self.state_at(None), entry)

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
        return None if entry is None or entry.is_struck else self.row_at(id)

    def evenings(self) -> list[Evening]:
        written = self.row_entries()
        times, kinds = [each.at for each in written], [each.entry.kind for each in written]
        adjustments = self.tally.adjustments
        return find_evenings(self.sessions.parsed, times, kinds=kinds, adjustments=adjustments)

    def story(self) -> Story:
        entries = [written.entry for written in self.row_entries()]
        return story_of(self.tally, entries, self.sessions.parsed)

    def due_at(self, id: str | None) -> Due | None:
        """The entry that was due when this one was recorded; without an id, the one due now."""
        return self.tally.outcome(None if id is None else self.row_at(id)).due

    def state_at(self, id: str | None) -> Any:
        return self.tally.state(None if id is None else self.row_at(id))

    def judge(self, data: dict[str, Any], id: str | None = None) -> tuple[Entry, Row]:
        """Judge data as a new entry or, with an id, as a correction of one. Raises NotARecord."""
        spec, is_kept = self.game.spec, id is not None
        entry: Entry = spec.read_entry(data, len(self.players), "entry", is_kept=is_kept)
        return entry, self.tally.judge(entry, None if id is None else self.row_at(id))

    def away_at(self, id: str | None) -> frozenset[int]:
        """Seats of those who are away for this entry or, without an id, for the next one."""
        row = len(self.tally.rows) if id is None else self.row_at(id)
        return self.tally.setup_at(row).away

    def record(self) -> dict[str, Any]:
        """The match as a record, without struck entries."""
        options, by_row = dict(self.phases[0].changed), dict[int, Json]()
        for phase in self.phases[1:]:
            if phase.moved and not phase.changed:
                continue
            row = bisect_left(self.row_indexes, phase.first)
            target = by_row.setdefault(row, {}) if row else options
            target |= phase.changed
        record = {
            "format": FORMAT,
            "game": self.game.name,
            "title": self.title,
            "players": list(self.players),
            "options": options,
            "entries": [entry.data for entry in self.row_entries()],
        }
        others = {
            "option_changes": [{"from": row, "options": each} for row, each in by_row.items()],
            "attendance": self._attendance_by_row(),
            "sessions": self.sessions.as_json(),
            "rulings": list(self.rulings),
            "house": list(self.house),
        }
        if self.tally.closed is not None:
            record["closed"] = self.tally.closed.model_dump(exclude_unset=True)
        return record | {name: each for name, each in others.items() if each or name in self.given}

    def _attendance_by_row(self) -> list[Json]:
        """Who left or came, as in a record; without what struck or later entries made void."""
        moved: dict[int, list[int]] = {}
        for phase in self.phases:
            moved.setdefault(bisect_left(self.row_indexes, phase.first), []).extend(phase.moved)
        found, away = list[Json](), frozenset[int]()
        for row, setup in self.tally.setups:
            seats = [seat for seat in dict.fromkeys(moved[row]) if seat in away ^ setup.away]
            if seats and not self.tally.is_deserted(row):
                found += [arrival(row, setup, seat) for seat in seats]
            away = setup.away
        return found

    def with_players(self, players: Sequence[str]) -> Self:
        """This match with other people in its seats; its rows keep the names of the columns."""
        if tuple(players) == self.players:
            return self
        setups = tuple(
            (row, replace(setup, players=tuple(players))) for row, setup in self.tally.setups
        )
        tally = replace(rename_closed(self.tally, setups[-1][1]), setups=setups)
        return replace(self, phases=self.phases_of(players), tally=tally)

    def with_options_of(self, id: str | None) -> Self:
        """Return this match as if the options that apply to entry `id` were still in effect."""
        if id is None or len(self.phases) == 1:
            return self
        index = _find_entry(self.entries, id) or 0
        return replace(self, phases=tuple(each for each in self.phases if each.first <= index))

    def phases_of(self, players: Sequence[str]) -> tuple[Phase, ...]:
        """The phases with other players, or the same ones under other names."""
        return tuple(
            replace(phase, setup=replace(phase.setup, players=tuple(players)))
            for phase in self.phases
        )

    def with_phase(
        self, first: int, changed: Json, moved: tuple[int, ...] = ()
    ) -> tuple[Phase, ...]:
        """The phases after these options, or who is here, change with effect from entry `first`.

        If a phase already starts there, the changes are added to it.
        """
        read = self.game.spec.read_options(self.options | changed, len(self.players), is_kept=True)
        earlier, setup = self.phases, Setup(self.players, read, self.setup.away ^ {*moved})
        if earlier[-1].first == first:
            both = earlier[-1].moved + moved
            moved = tuple(seat for seat in both if both.count(seat) == 1)
            changed, earlier = earlier[-1].changed | changed, earlier[:-1]
        if earlier and not changed and not moved:  # who left is back already
            return earlier
        return (*earlier, Phase(first, changed, setup, moved))

    def row_at(self, id: str) -> int:
        """Row index of this entry; for a struck entry, the index it would have if restored."""
        index = _find_entry(self.entries, id)
        if index is None:
            raise KeyError(id)
        return bisect_left(self.row_indexes, index)


# The builder --------------------------------------------------------------------------------------


class StateBuilder:
    """A state that events change; `build` judges the rows from the first changed one.

    Until then, `state` has the old rows, entries and sessions, and the old deals and hands.
    """

    def __init__(self, state: MatchState) -> None:
        self.state = state
        self.entries = [*state.entries]
        self.sessions, self.deals, self.hands = state.sessions, {**state.deals}, {**state.hands}
        self.first = len(state.entries)
        """Index of the first entry whose row must be judged."""

    def change(self, **values: Any) -> None:
        self.state = replace(self.state, **values)

    def judge_all(self, phases: tuple[Phase, ...]) -> None:
        """Put these phases into effect, with which all rows are judged again."""
        self.change(phases=phases)
        self.first = 0

    def add_entry(self, data: Json, at: datetime) -> None:
        entry = self.state.game.spec.read_entry(data, len(self.state.players), is_kept=True)
        self.entries.append(WrittenEntry(data["id"], data, entry, at))
        self.sessions = self.sessions.with_play(at)

    def reseat(self, move: Move, guest: str = "") -> None:
        """Move a player to another seat, or give a guest one from the next entry on.

        All figures and the first deal follow their players. Earlier entries have no figure for the
        guest, who wasn't here.
        """
        state, game, entries = self.state, self.state.game, self.entries
        players, order = moved(state.players, move, guest), moved(range(len(state.players)), move)
        options, *changes = [(each.first, dict(each.changed)) for each in state.phases]
        old_dealer = state.phases[0].setup.options.first_dealer
        if (dealer := order.index(old_dealer)) != old_dealer:
            options[1]["first_dealer"] = dealer
        attendance = state.attendance
        if guest and entries:
            left = {"from": 0, "player": guest, "here": False}
            attendance = [left, *attendance, {"from": len(entries), "player": guest, "here": True}]
        changed = [{"from": first, "options": each} for first, each in changes if each]
        self.judge_all(read_phases(game, tuple(players), options[1], changed, attendance))
        # Later events are read for so many players, perhaps before `build`.
        start = Tally.start(game, (0, self.state.phases[0].setup))
        self.change(tally=check_closed(replace(start, closed=state.tally.closed)))
        for number, written in enumerate(entries):
            entry = game.spec.reseat_entry(written.data, order)
            data = entry.model_dump(exclude_unset=True)
            entries[number] = replace(written, data=data, entry=entry)
        raw = [
            each | {"players": moved(each["players"], move, guest)} if each.get("players") else each
            for each in self.sessions.raw
        ]
        self.sessions = replace(self.sessions, raw=tuple(raw))

    def change_entry(self, id: str, edit: Callable[[WrittenEntry, Tally], WrittenEntry]) -> None:
        index = _find_entry(self.entries, id)
        if index is None:
            raise KeyError(id)
        self.entries[index] = edit(self.entries[index], self.state.tally)
        self.first = min(self.first, index)

    def change_evening(self, now: datetime, change: Callable[[Json], Json]) -> None:
        """Change the session of the last evening, or begin one.

        An evening without a session began with its first entry. So if the last entries are of a
        later evening than the last session, they get a session of their own.
        """
        earlier, raw = self.sessions.raw, self.sessions.raw
        times = [entry.at for entry in self.entries if not entry.is_struck]
        evenings = find_evenings(self.sessions.parsed, times)
        begun = evenings[-1].start if evenings else None
        if raw and not (begun and (in_utc(raw[-1]["start"]) or begun) < begun):
            earlier, session = raw[:-1], raw[-1]
        else:
            session = {"start": moment_text(begun or now)}
        self.sessions = replace(self.sessions, raw=(*earlier, change(session)))

    def build(self) -> MatchState:
        entries, first = self.entries, self.first
        self.change(sessions=self.sessions, deals=self.deals, hands=self.hands)
        state = self.state
        rows = bisect_left(state.row_indexes, first)
        later = [index for index in range(first, len(entries)) if not entries[index].is_struck]
        row_indexes = (*state.row_indexes[:rows], *later)
        setups = {bisect_left(row_indexes, phase.first): phase.setup for phase in state.phases}
        is_as_before = state.tally.setups == tuple(setups.items())
        if is_as_before and first == len(entries) == len(state.entries):
            return state
        tally = state.tally if rows == len(state.tally.rows) else state.tally.first(rows)
        if not is_as_before:
            tally = tally.with_setups(*setups.items())
            tally = check_closed(tally)
        return replace(
            state,
            entries=tuple(entries),
            row_indexes=row_indexes,
            tally=tally.with_entries(entries[index].entry for index in later),
        )


Move = tuple[int | None, int | None]
"""The old and new seat of a player. A guest had none, and has none if that was undone."""


def moved(values: Iterable[Any], move: Move, own: Any = None) -> list[Any]:
    """Return values per seat after this move; a guest who takes a seat has the value `own`."""
    (old, new), found = move, [*values]
    if old is not None:
        own = found.pop(old)
    if new is not None:
        found.insert(new, own)
    return found


def arrival(first: int, setup: Setup[Any], seat: int) -> Json:
    return {"from": first, "player": setup.players[seat], "here": seat not in setup.away}


def read_phases(
    game: AnyGame,
    players: tuple[str, ...],
    options: Json,
    changes: Sequence[Json],
    attendance: Sequence[Json] = (),
) -> tuple[Phase, ...]:
    phases: list[Phase] = []
    chosen, away = Json(), frozenset[int]()
    changed_at = {0: options} | {each["from"]: each["options"] for each in changes}
    moved_at: dict[int, list[int]] = {}
    for each in attendance:
        moved_at.setdefault(each["from"], []).append(players.index(each["player"]))
    for first in sorted({*changed_at, *moved_at}):
        changed, moved = changed_at.get(first, {}), tuple(moved_at.get(first, ()))
        chosen = chosen | {name: value for name, value in changed.items() if value is not None}
        read = game.spec.read_options(chosen, len(players), is_kept=True)
        away ^= {*moved}
        phases.append(Phase(first, changed, Setup(players, read, away), moved))
    return tuple(phases)


def read_entry(tally: Tally, data: dict[str, Any], at: datetime | None) -> WrittenEntry:
    """Parse a stored entry; its own time, if it has one, overrides `at`."""
    entry: Entry = tally.game.spec.read_entry(data, len(tally.setup.players), is_kept=True)
    own = None if entry.at is None else in_utc(entry.at)
    return WrittenEntry(data["id"], data, entry, own or at)


def _find_entry(entries: Sequence[WrittenEntry], id: str) -> int | None:
    # From the end: if a record has an id twice, its last entry counts.
    return next((i for i in range(len(entries) - 1, -1, -1) if entries[i].id == id), None)
