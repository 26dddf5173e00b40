"""Changes of names, options and house rules, and everything else that a table agrees on."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game import title_of_rule
from referee.core.record import ADJUSTMENT
from referee.core.sheet import WhatIf
from referee.core.text import Text, _, _p, joined
from referee.matches.events.base import FIGURES, Event, EventData, Parts, Subject
from referee.matches.match_state import (
    Json,
    MatchState,
    Move,
    StateBuilder,
    moment_text,
    moved,
    read_phases,
    rename_closed,
)


class NamesChanged(EventData):
    """The title or the players' names changed; the names are in seat order."""

    kind = "renamed"
    judges_all = True
    depends_on = frozenset({"names"})
    done = _("The names were changed.")
    undone = _("The names were changed back.")
    title: str
    players: list[str]

    @property
    def touches(self) -> Parts:
        return frozenset({"names", "seats"})

    def apply(self, builder: StateBuilder, event: Event) -> None:
        names = dict(zip(builder.state.players, self.players, strict=True))
        builder.sessions = builder.sessions.with_names(names)
        phases = builder.state.phases_of(self.players)
        tally = rename_closed(builder.state.tally, phases[-1].setup)
        builder.change(title=self.title, tally=tally)
        builder.judge_all(phases)


class PlayerMoved(EventData):
    """A player left the table or, with `here`, came back, before the next entry."""

    kind = "attendance"
    part = "here"
    depends_on = FIGURES | {"here"}
    done = _("{label} has left.")
    undone = _("{label} hasn’t left after all.")
    seat: int
    here: bool

    def apply(self, builder: StateBuilder, event: Event) -> None:
        now = builder.state
        builder.change(phases=now.with_phase(len(builder.entries), {}, (self.seat,)))

    def label(self, before: MatchState, now: MatchState) -> str:
        return now.players[self.seat]

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        if not self.here:
            return super().describe(about, is_undone=is_undone)
        if is_undone:
            return _("{label} isn’t back after all.", label=about.label)
        return _("{label} is back.", label=about.label)


class SeatingEvent(EventData):
    """Players have other seats from now on, and so have their figures."""

    depends_on = FIGURES | {"here", "names", "adjustments"}
    judges_all = True

    @property
    def move(self) -> Move:
        raise NotImplementedError

    @property
    def touches(self) -> Parts:
        return frozenset({"names", "seats", "entries", "here"})


class SeatChanged(SeatingEvent):
    """The player in `seat` moved to the seat `to`, and those between moved up or down."""

    kind = "reseated"
    depends_on = SeatingEvent.depends_on | {"tables", "facts", "hands"}
    done = _("{label}.")
    undone = _("Undone: {label}.")
    seat: int
    to: int

    @property
    def move(self) -> Move:
        return self.seat, self.to

    def apply(self, builder: StateBuilder, event: Event) -> None:
        builder.reseat(self.move)

    def label(self, before: MatchState, now: MatchState) -> str:
        name, other = now.players[self.to], now.players[self.to - 1]
        return _("{name} now sits to the left of {other}", name=name, other=other)


class GuestJoined(SeatingEvent):
    """A guest took a seat before the next entry, and the seats from there on moved up.

    Earlier entries have no figure for the guest, who may start with `points`.
    """

    kind = "joined"
    done = _("{label} has joined.")
    undone = _("{label} hasn’t joined after all.")
    name: str
    seat: int
    points: float | int = 0

    @property
    def move(self) -> Move:
        return None, self.seat

    def entry_id(self, event_id: str) -> str | None:
        return event_id if self.points else None

    def apply(self, builder: StateBuilder, event: Event) -> None:
        builder.reseat(self.move, self.name)
        if self.points:
            figures = moved([None] * (len(builder.state.players) - 1), self.move, self.points)
            data = {"kind": ADJUSTMENT, "id": event.id, "points": figures}
            data |= {"at": moment_text(event.at), **({"by": event.by} if event.by else {})}
            builder.add_entry(data, event.at)

    def label(self, before: MatchState, now: MatchState) -> str:
        return now.players[self.seat]


class OptionsEvent(EventData):
    """The options changed; `options` holds those that did or, from the first entry on, all."""

    part = "options"
    depends_on = FIGURES | {"tables", "hands"}
    undone = _("The rules were changed back.")
    options: Json

    def label(self, before: MatchState, now: MatchState) -> str:
        options = WhatIf(before.tally, now.tally).options
        changed = [_("{title}: {value}", title=o.title, value=new) for o, _unused, new in options]
        return joined(changed, "; ") or _p("change", "nothing")


class OptionsChanged(OptionsEvent):
    """The options changed, with effect from the first entry.

    `options` holds the complete new set for the first entry. `option_changes` lists the changes
    during the match, as in a record, except that `from` counts struck entries, too.
    """

    kind = "agreed"
    judges_all = True
    done = _("The rules were changed: {label}.")
    in_short = _("The rules were changed.")
    option_changes: Sequence[Json] = ()

    @classmethod
    def of(cls, match: MatchState, options: Json) -> OptionsChanged:
        """The event that puts these options into effect for the whole match.

        Options that already have these values keep the changes made to them during the match.
        """
        now = match.options
        altered = {name for name in {*now, *options} if now.get(name) != options.get(name)}
        first, *later = (
            {name: value for name, value in phase.changed.items() if name not in altered}
            for phase in match.phases
        )
        first |= {name: options[name] for name in altered if name in options}
        changes = [
            {"from": phase.first, "options": changed}
            for phase, changed in zip(match.phases[1:], later, strict=True)
            if changed
        ]
        return cls(options=first, option_changes=changes) if changes else cls(options=first)

    def apply(self, builder: StateBuilder, event: Event) -> None:
        now = builder.state
        changes = (self.options, self.option_changes, now.attendance)
        builder.judge_all(read_phases(now.game, now.players, *changes))


class OptionsChangedMidway(OptionsEvent):
    """Some options changed, with effect from the next entry."""

    kind = "agreed-midway"
    done = _("From now on: {label}.")
    in_short = _("The rules were changed from now on.")

    def apply(self, builder: StateBuilder, event: Event) -> None:
        builder.change(phases=builder.state.with_phase(len(builder.entries), self.options))


class HouseRuleSaid(EventData):
    """A house rule was added, changed or, if the text is empty, removed."""

    kind = "house"
    part = "house"
    depends_on = frozenset({"house"})
    done = _("The house rule for “{label}” was changed.")
    undone = _("The house rule was changed back.")
    in_short = _("A house rule was changed.")
    rule: str
    text: str

    def apply(self, builder: StateBuilder, event: Event) -> None:
        house = [each for each in builder.state.house if each["rule"] != self.rule]
        if self.text:
            house.append({"rule": self.rule, "text": self.text, "at": moment_text(event.at)})
        builder.change(house=tuple(house))

    def label(self, before: MatchState, now: MatchState) -> str:
        return title_of_rule(now.game, self.rule)


class RulingKept(EventData):
    """A ruling was saved; `ruling` is in the record format.

    If the table plays by it from now on, `law` is the new house rule for `rule`.
    """

    kind = "ruled"
    part = "rulings"
    done = _("A ruling was saved.")
    undone = _("The ruling was removed.")
    ruling: Json
    rule: str = ""
    law: str = ""

    @property
    def touches(self) -> Parts:
        return super().touches | (HouseRuleSaid(rule="", text="").touches if self.law else set())

    def apply(self, builder: StateBuilder, event: Event) -> None:
        builder.change(rulings=(*builder.state.rulings, self.ruling))
        if self.law:
            HouseRuleSaid(rule=self.rule, text=self.law).apply(builder, event)


class ChancesShown(EventData):
    """The table chose to show or hide the chances of winning."""

    kind = "chances"
    part = "chances"
    depends_on = frozenset({"chances"})
    done = _("Winning chances are now shown.")
    undone = _("Winning chances are hidden again.")
    shown: bool

    def apply(self, builder: StateBuilder, event: Event) -> None:
        builder.change(shows_chances=self.shown)

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        if self.shown:
            return super().describe(about, is_undone=is_undone)
        if is_undone:
            return _("Winning chances are shown again.")
        return _("Winning chances are now hidden.")
