"""A match after one of its events: what it says, and what the next event makes of it.

States are frozen. What two of them have in common, such as the rows before a corrected one, they
share, so that there can be one for each event of a long log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from referee.core.findings import Points
from referee.core.game import AnyGame, Due, tables_of
from referee.core.persistent import PersistentList
from referee.core.record import FORMAT, Entry
from referee.core.registry import GAMES
from referee.core.seating import Seating
from referee.core.sheet import Row, Sheet, Tally
from referee.core.story.story import (
    SHORTEST_BREAK,
    Evening,
    Story,
    TimeSpan,
    find_evenings,
    likely_breaks,
    story_of,
)
from referee.core.validation import in_utc
from referee.matches.events import (
    ChancesShown,
    EntryAdded,
    EntryChanged,
    EntryEvent,
    EntryRestored,
    EntryStruck,
    Event,
    HouseRuleSaid,
    MatchOpened,
    NamesChanged,
    OptionsChanged,
    RulingKept,
    WarningsAccepted,
)
from referee.matches.in_progress import NOTHING, DealsInProgress, HandsInProgress, InProgress
from referee.matches.sessions import NOBODY_MET, Sessions, moment_text


@dataclass(frozen=True)
class WrittenEntry:
    """An entry as the log has it: it keeps its place when it is struck."""

    id: str
    data: dict[str, Any]
    entry: Entry
    at: datetime | None
    """When it was first written, in UTC: what a record says of that holds, if it can be. None where
    an entry came with a record that does not say."""
    is_struck: bool = False


@dataclass(frozen=True, eq=False)
class MatchState:
    """A match as its log tells it up to one of its events."""

    opened: Event
    title: str
    tally: Tally
    options: dict[str, Any]
    """The options that were chosen, as a record has them."""
    rulings: tuple[dict[str, Any], ...] = ()
    house: tuple[dict[str, Any], ...] = ()
    """What this table plays beside the rules, as a record has it."""
    written: PersistentList[WrittenEntry] = field(default_factory=PersistentList)
    """The entries in the order in which they were added; struck ones too."""
    places: PersistentList[int] = field(default_factory=PersistentList)
    """Of each row of the sheet, the place of its entry in `written`."""
    in_progress: InProgress = NOTHING
    own_ids: frozenset[str] = frozenset()
    """The ids that entries have brought along; the others have those of their events."""
    sessions: Sessions = NOBODY_MET
    """What is known of its evenings."""
    shows_chances: bool = True
    """Whether the table wants to read who is likely to win."""

    # Who plays what ------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.tally.game

    @property
    def seating(self) -> Seating[Any]:
        """Who plays, and under which options."""
        return self.tally.seating

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in seat order."""
        return self.tally.seating.players

    @property
    def tables(self) -> tuple[Seating[Any], ...]:
        """Who sits together while deals are followed card by card: mostly everybody."""
        return tables_of(self.game, self.seating)

    @property
    def deals(self) -> DealsInProgress:
        """The deals that are followed card by card, by the number of their table."""
        return self.in_progress.deals

    @property
    def hands(self) -> HandsInProgress:
        """The hands that are laid out for the leg that is due, by the seat."""
        return self.in_progress.hands

    def house_rules(self, rule: str) -> list[str]:
        """What this table plays beside a rule, in its own words; mostly nothing."""
        return [each["text"] for each in self.house if each["rule"] == rule]

    # Its entries and their rows ------------------------------------------------------------------

    def sheet(self) -> Sheet:
        """The sheet of all entries that are not struck."""
        return self.tally.sheet()

    def standing(self, first: int = 0, end: int | None = None) -> list[WrittenEntry]:
        """The entries that are not struck, in the order of the rows: of the rows from `first` on,
        and before `end`."""
        places = self.places[first:end]
        if not places:
            return []
        written = self.written[places[0] : places[-1] + 1]
        return [written[place - places[0]] for place in places]

    def entry(self, id: str) -> WrittenEntry | None:
        """The entry of this id, struck or not."""
        place = self._place(id)
        return None if place is None else self.written[place]

    def row(self, id: str) -> Row | None:
        """The row of this entry on the sheet; None if there is no such entry, or it is struck."""
        number = self.row_number(id)
        return None if number is None else self.tally.rows[number]

    def row_number(self, id: str) -> int | None:
        """The row of this entry, from 0; None if there is no such entry, or it is struck."""
        place = self._place(id)
        if place is None or self.written[place].is_struck:
            return None
        return self._rows_before(place)

    def totals_after(self, number: int) -> tuple[Points, ...]:
        """What the columns had come to after this row of the sheet."""
        totals: tuple[Points, ...] = self.tally.state(number + 1).totals
        return totals

    def written_in_row(self, number: int) -> WrittenEntry:
        """The entry of a row of the sheet."""
        return self.written[self.places[number]]

    def rows_untouched_by(self, event: Event) -> int:
        """So many rows stay as they are when this event is written."""
        match event.data:
            case EntryEvent(id=id):
                return self._rows_before(self._known_place(id))
            case NamesChanged() | OptionsChanged():
                return 0
        return len(self.tally.rows)

    # Its evenings --------------------------------------------------------------------------------

    def evenings(self) -> list[Evening]:
        """The evenings so far, the first first."""
        return find_evenings(self.sessions.said, [written.at for written in self.standing()])

    def story(self) -> Story:
        entries = [written.entry for written in self.standing()]
        return story_of(self.tally, entries, self.sessions.said)

    def last_gap(self) -> TimeSpan | None:
        """The time before the last entry, if it may have been a break of which nobody spoke."""
        rows = len(self.places)
        last = [self.written_in_row(row).at for row in range(max(0, rows - 2), rows)]
        times = [at for at in last if at is not None]
        # Nearly always there is none: then the entries before need not be looked at.
        if len(times) < 2 or times[1] - times[0] <= SHORTEST_BREAK:
            return None
        breaks = likely_breaks(self.evenings())
        return next((gap for row, gap in breaks if row == rows - 1), None)

    # At the moment when an old entry was added ---------------------------------------------------

    def due_at(self, id: str | None) -> Due | None:
        """What was due when this old entry was written; without an id, what is due now."""
        return self.tally.outcome(self._row_at(id)).due

    def state_at(self, id: str | None) -> Any:
        """The game's own state at the same moment."""
        return self.tally.state(self._row_at(id))

    def judge(self, data: dict[str, Any], id: str | None = None) -> tuple[Entry, Row]:
        """The entry that `data` is, and the row it would get: as a new one, or as this old one.

        Raises:
            NotARecord: where it is no entry of this game.
        """
        spec, is_kept = self.game.spec, id is not None
        entry: Entry = spec.read_entry(data, len(self.players), "entry", is_kept=is_kept)
        return entry, self.tally.judge(entry, self._row_at(id))

    def record(self) -> dict[str, Any]:
        """The record that the log comes to; what is struck is as never written."""
        record = {
            "format": FORMAT,
            "game": self.game.name,
            "title": self.title,
            "players": list(self.players),
            "options": self.options,
            "entries": [written.data for written in self.standing()],
        }
        came_with = self.opened.payload
        kept = {
            "sessions": list(self.sessions.kept) or came_with.get("sessions"),
            "rulings": list(self.rulings) or came_with.get("rulings"),
            "house": list(self.house) or ([] if "house" in came_with else None),
        }
        return record | {name: value for name, value in kept.items() if value is not None}

    def _row_at(self, id: str | None) -> int | None:
        return None if id is None else self._rows_before(self._known_place(id))

    def _rows_before(self, place: int) -> int:
        """How many entries before this place are not struck: the row of the entry there."""
        return bisect_left(self.places, place)

    def _place(self, id: str) -> int | None:
        # From the end: of the entries of a record with one id twice, the last one counts.
        for back, written in enumerate(reversed(self.written), start=1):
            if written.id == id:
                return len(self.written) - back
        return None

    def _known_place(self, id: str) -> int:
        place = self._place(id)
        if place is None:
            raise KeyError(id)
        return place


# What events make of it ---------------------------------------------------------------------------


def opening(event: Event) -> MatchState:
    """The match as its first event opens it, perhaps with the entries of a record."""
    data = event.data
    assert isinstance(data, MatchOpened)
    game = GAMES[data.game]
    options = game.spec.read_options(data.options, len(data.players), is_kept=True)
    tally = Tally.start(game, Seating(tuple(data.players), options))
    house, rulings = tuple(data.house), tuple(data.rulings)
    state = MatchState(event, data.title, tally, data.options, rulings, house)
    came = [
        _came_with(state, entry, f"{event.id}/{number}")
        for number, entry in enumerate(data.entries)
    ]
    played = [written.at for written in came if written.at is not None]
    sessions = Sessions(tuple(data.sessions), played[-1] if played else None)
    return replace(_with_entries(state, came, sessions), own_ids=_own_ids(data.entries))


def _came_with(state: MatchState, entry: dict[str, Any], place: str) -> WrittenEntry:
    """An entry of the record as which the match was opened; it began no evening here."""
    own = entry.get("id")
    # The id of the opening is a secret of its writer; what is derived from it is not.
    id = str(uuid5(NAMESPACE_OID, place)) if own is None else own
    return _written_entry(state, {**entry, "id": id}, None)


def after(state: MatchState, event: Event) -> MatchState:
    """The match once this event is written, which is no `StateRestored`."""
    written = _written(state, event)
    in_progress = state.in_progress.after(event, state.tables[0].seats)
    sessions = written.sessions.after(event, lambda: _last_start(written))
    if in_progress is state.in_progress and sessions is written.sessions:
        return written
    return replace(written, in_progress=in_progress, sessions=sessions)


@dataclass(frozen=True, eq=False)
class EntryRun:
    """Entries that were added one after the other, and the match before and after them all.

    The match between two of them is made once somebody asks: of a long log hardly anybody does.
    """

    events: Sequence[Event]
    before: MatchState
    now: MatchState
    sessions: Sequence[Sessions]
    """What was known of the evenings after each of them."""

    def state(self, number: int) -> MatchState:
        """The match once so many of them were added."""
        if not number:
            return self.before
        now, missing = self.now, len(self.events) - number
        return replace(
            now,
            tally=now.tally.first(len(now.tally.rows) - missing),
            written=now.written.first(len(now.written) - missing),
            places=now.places.first(len(now.places) - missing),
            sessions=self.sessions[number - 1],
        )


def is_in_run(event: Event) -> bool:
    """Whether an event adds an entry and nothing else: no id that the entry has brought along."""
    # As `data` would say it, which takes a quarter of the time to read an event.
    if event.kind != EntryAdded.kind or event.payload.keys() != {"entry"}:
        return False
    entry = event.payload["entry"]
    return isinstance(entry, dict) and "id" not in entry


def run_of(before: MatchState, events: Sequence[Event]) -> EntryRun:
    """What these events, all of which are in a run, make of a match."""
    added = [_new_entry(before, event) for event in events]
    known, sessions = before.sessions, []
    for event, written in zip(events, added, strict=True):
        known = known.with_play(written.at or event.at)
        sessions.append(known)
    now = replace(_with_entries(before, added, known), in_progress=NOTHING)
    return EntryRun(events, before, now, sessions)


def _last_start(state: MatchState) -> datetime | None:
    found = state.evenings()
    return found[-1].start if found else None


def _written(state: MatchState, event: Event) -> MatchState:
    match event.data:
        case EntryAdded(entry=data):
            written = _new_entry(state, event)
            sessions = state.sessions.with_play(written.at or event.at)
            added = _with_entries(state, [written], sessions)
            if "id" not in data:
                return added
            return replace(added, own_ids=state.own_ids | _own_ids([data]))
        case EntryChanged(id=id, entry=data):
            return _changed(state, id, data)
        case EntryStruck(id=id):
            return _struck(state, id, is_struck=True)
        case EntryRestored(id=id, entry=data):
            state = state if data is None else _changed(state, id, data)
            return _struck(state, id, is_struck=False)
        case WarningsAccepted(id=id, rules=rules):
            return _accepted(state, id, rules)
        case NamesChanged(title=title, players=players):
            return _renamed(state, title, players)
        case RulingKept(ruling=ruling):
            return replace(state, rulings=(*state.rulings, ruling))
        case OptionsChanged(options=options):
            return _under(state, options)
        case ChancesShown(shown=shown):
            return replace(state, shows_chances=shown)
        case HouseRuleSaid() as said:
            return replace(state, house=_house(state.house, said, event.at))
    return state


def _new_entry(state: MatchState, event: Event) -> WrittenEntry:
    """An entry with its id, when and by whom it was written; what it says of that holds."""
    data = event.payload["entry"]
    own = data.get("id")
    told = {
        "id": event.id if own is None else own,
        "at": data.get("at") or moment_text(event.at),
        "by": data.get("by") or event.by,
    }
    data = data | {name: value for name, value in told.items() if value is not None}
    return _written_entry(state, data, event.at)


def _written_entry(state: MatchState, data: dict[str, Any], at: datetime | None) -> WrittenEntry:
    """An entry that was written at this moment, if it does not say another one."""
    entry = _read(state, data)
    said = None if entry.at is None else in_utc(entry.at)
    return WrittenEntry(data["id"], data, entry, said or at)


def _with_entries(
    state: MatchState, added: Sequence[WrittenEntry], sessions: Sessions
) -> MatchState:
    """These entries more, and what is known of the evenings then."""
    first = len(state.written)
    return MatchState(  # in full: `replace` takes as long as judging an entry
        state.opened,
        state.title,
        state.tally.with_entries(written.entry for written in added),
        state.options,
        state.rulings,
        state.house,
        state.written.with_items(added),
        state.places.with_items(range(first, first + len(added))),
        state.in_progress,
        state.own_ids,
        sessions,
        state.shows_chances,
    )


def _own_ids(entries: Iterable[dict[str, Any]]) -> frozenset[str]:
    return frozenset(entry["id"] for entry in entries if entry.get("id") is not None)


def _changed(state: MatchState, id: str, data: dict[str, Any]) -> MatchState:
    place = state._known_place(id)
    old = state.written[place]
    data = {name: old.data[name] for name in ("at", "by") if name in old.data} | data | {"id": id}
    entry = _read(state, data)
    at = None if entry.at is None else in_utc(entry.at)
    return _with_other(state, place, replace(old, data=data, entry=entry, at=at or old.at))


def _struck(state: MatchState, id: str, *, is_struck: bool) -> MatchState:
    place = state._known_place(id)
    return _with_other(state, place, replace(state.written[place], is_struck=is_struck))


def _accepted(state: MatchState, id: str, rules: Sequence[str]) -> MatchState:
    data = state.written[state._known_place(id)].data
    return _changed(state, id, data | {"accepted": sorted({*data.get("accepted", ()), *rules})})


def _renamed(state: MatchState, title: str, players: Sequence[str]) -> MatchState:
    tally = Tally.start(state.game, Seating(tuple(players), state.seating.options))
    return _judged_from(replace(state, title=title, tally=tally), 0)


def _under(state: MatchState, options: dict[str, Any]) -> MatchState:
    """The same entries under these options."""
    read = state.game.spec.read_options(options, len(state.players), is_kept=True)
    tally = Tally.start(state.game, Seating(state.players, read))
    return _judged_from(replace(state, options=options, tally=tally), 0)


def _house(
    house: Sequence[dict[str, Any]], said: HouseRuleSaid, at: datetime
) -> tuple[dict[str, Any], ...]:
    """The house rules with another one for this rule, or with none for it."""
    others = tuple(each for each in house if each["rule"] != said.rule)
    if not said.text:
        return others
    return (*others, {"rule": said.rule, "text": said.text, "at": at.isoformat(timespec="seconds")})


def _with_other(state: MatchState, place: int, other: WrittenEntry) -> MatchState:
    """Another entry in this place; all that follows is judged anew."""
    later = state.written[place + 1 :]
    written = state.written.first(place).with_item(other).with_items(later)
    return _judged_from(replace(state, written=written), place)


def _judged_from(state: MatchState, place: int) -> MatchState:
    rows = state._rows_before(place)
    later = [at for at in range(place, len(state.written)) if not state.written[at].is_struck]
    places = state.places.first(rows).with_items(later)
    tally = state.tally.first(rows).with_entries(state.written[at].entry for at in later)
    return replace(state, places=places, tally=tally)


def _read(state: MatchState, data: dict[str, Any]) -> Entry:
    entry: Entry = state.game.spec.read_entry(data, len(state.players), is_kept=True)
    return entry
