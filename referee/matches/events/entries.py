"""The start of a match, and everything that happens to its entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import NAMESPACE_OID, uuid5

from referee.core.record import ADJUSTMENT
from referee.core.registry import GAMES
from referee.core.sheet import Tally
from referee.core.text import _
from referee.matches.events.base import ADJUSTMENTS, Event, EventData, Parts
from referee.matches.match_state import (
    Json,
    MatchState,
    Sessions,
    StateBuilder,
    WrittenEntry,
    moment_text,
    read_closed,
    read_entry,
    read_phases,
)


class MatchOpened(EventData):
    """The match began. Imports may set the last six fields, and rematches two of them."""

    kind = "opened"
    done = _("The match was started.")
    is_undoable = False
    game: str
    title: str
    players: list[str]
    options: Json
    entries: Sequence[Json] = ()
    sessions: Sequence[Json] = ()
    rulings: Sequence[Json] = ()
    house: Sequence[Json] = ()
    option_changes: Sequence[Json] = ()
    closed: Json | None = None
    attendance: Sequence[Json] = ()

    def state(self, event: Event) -> MatchState:
        """The first state, which all later events change."""
        game = GAMES[self.game]
        phases = read_phases(
            game, tuple(self.players), self.options, self.option_changes, self.attendance
        )
        tally = Tally.start(game, (0, phases[0].setup))
        if self.closed is not None:
            tally = replace(tally, closed=read_closed(self.closed))
        entries = []
        for number, entry in enumerate(self.entries):
            own = entry.get("id")
            # The opening event's id is a secret of its writer; one derived from it isn't.
            id = str(uuid5(NAMESPACE_OID, f"{event.id}/{number}")) if own is None else own
            entries.append(read_entry(tally, {**entry, "id": id}, None))
        played = [entry.at for entry in entries if entry.at is not None]
        state = MatchState(
            event.at,
            frozenset(event.payload),
            self.title,
            tally,
            phases,
            tuple(self.rulings),
            tuple(self.house),
            own_ids=frozenset(each["id"] for each in self.entries if each.get("id") is not None),
            sessions=Sessions(tuple(self.sessions), played[-1] if played else None),
        )
        builder = StateBuilder(state)
        builder.entries = entries
        return builder.build()


class EntryAdded(EventData):
    """An entry was recorded. If it has no id of its own, it takes the event's."""

    kind = "added"
    done = _("{label} was recorded.")
    undone = _("{label} was undone.")
    entry: Json

    @property
    def is_adjustment(self) -> bool:
        return bool(self.entry.get("kind") == ADJUSTMENT)

    @property
    def touches(self) -> Parts:
        """Points outside a deal don't change what is due, so deals don't depend on them."""
        return ADJUSTMENTS if self.is_adjustment else super().touches

    def entry_id(self, event_id: str) -> str:
        own: str | None = self.entry.get("id")
        return event_id if own is None else own

    def apply(self, builder: StateBuilder, event: Event) -> None:
        if self.entry.get("id") is not None:
            builder.change(own_ids=builder.state.own_ids | {self.entry["id"]})
        written = {
            "id": self.entry_id(event.id),
            "at": self.entry.get("at") or moment_text(event.at),
            "by": self.entry.get("by") or event.by,
        }
        data = self.entry | {name: value for name, value in written.items() if value is not None}
        entry = read_entry(builder.state.tally, data, event.at)
        builder.entries.append(entry)
        builder.sessions = builder.sessions.with_play(entry.at or event.at)
        builder.deals.clear()
        builder.hands.clear()

    def label(self, before: MatchState, now: MatchState) -> str:
        return now.tally.rows[-1].heading.label


class EntryEvent(EventData):
    """An event about an entry recorded earlier."""

    id: str

    def entry_id(self, event_id: str) -> str:
        return self.id

    def apply(self, builder: StateBuilder, event: Event) -> None:
        builder.change_entry(self.id, self.edit)

    def edit(self, entry: WrittenEntry, tally: Tally) -> WrittenEntry:
        raise NotImplementedError

    def first_row_changed(self, before: MatchState) -> int:
        return before.row_at(self.id)

    def label(self, before: MatchState, now: MatchState) -> str:
        row = now.row(self.id) or before.row(self.id)
        return row.heading.label if row else ""


class EntryChanged(EntryEvent):
    """An entry was corrected; `entry` is the complete new version."""

    kind = "changed"
    done = _("{label} was corrected.")
    undone = _("The correction of {label} was undone.")
    entry: Json

    def edit(self, entry: WrittenEntry, tally: Tally) -> WrittenEntry:
        return _corrected(entry, self.entry, tally)


class EntryStruck(EntryEvent):
    """An entry was struck; it keeps its place in the order of play."""

    kind = "struck"
    done = _("{label} was crossed out, and later entries moved up.")
    undone = _("{label} is back on the scorepad.")

    def edit(self, entry: WrittenEntry, tally: Tally) -> WrittenEntry:
        return replace(entry, is_struck=True)


class EntryRestored(EntryEvent):
    """A struck entry was restored, either unchanged or as the new version in `entry`."""

    kind = "restored"
    done = _("{label} was put back.")
    undone = _("{label} is crossed out again.")
    entry: Json | None = None

    def edit(self, entry: WrittenEntry, tally: Tally) -> WrittenEntry:
        restored = entry if self.entry is None else _corrected(entry, self.entry, tally)
        return replace(restored, is_struck=False)


class WarningsAccepted(EntryEvent):
    """The table accepted an entry's warnings; `rules` are the ids of the rules that raise them."""

    kind = "accepted"
    done = _("{label} was kept despite a warning.")
    undone = _("The warning about {label} is open again.")
    rules: list[str]

    def edit(self, entry: WrittenEntry, tally: Tally) -> WrittenEntry:
        rules = sorted({*entry.data.get("accepted", ()), *self.rules})
        return _reread(entry, entry.data | {"accepted": rules}, tally)


def _corrected(entry: WrittenEntry, data: Json, tally: Tally) -> WrittenEntry:
    """The new version of an entry, which keeps its id and, unless given, its time and writer."""
    kept = {name: entry.data[name] for name in ("at", "by") if name in entry.data}
    return _reread(entry, kept | data | {"id": entry.id}, tally)


def _reread(entry: WrittenEntry, data: Json, tally: Tally) -> WrittenEntry:
    return replace(read_entry(tally, data, entry.at), is_struck=entry.is_struck)
