"""The table stops before its game is over, names the winner of a tie, or goes on playing."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from referee.core.text import Text, _, listed
from referee.matches.events.base import FIGURES, Event, EventData, Subject
from referee.matches.match_state import Json, MatchState, StateBuilder, moment_text, read_closed


class ClosingEvent(EventData):
    # It changes what figures mean that are typed on other phones, and depends on who leads.
    depends_on = FIGURES | {"names"}


class MatchClosed(ClosingEvent):
    """The table stopped here; of those who lead, `winners` were named the winners."""

    kind = "closed"
    done = _("The table stopped here.")
    undone = _("The table goes on playing.")
    named: ClassVar = _("The table stopped here. The win goes to {label}.")
    winners: list[str] | None = None

    def apply(self, builder: StateBuilder, event: Event) -> None:
        before = builder.state.tally.closed
        closed: Json = {"at": (before and before.at) or moment_text(event.at)}
        if self.winners is not None:
            closed["winners"] = self.winners
        if before is None:
            builder.change(set_aside=(builder.deals, builder.hands))
            builder.deals, builder.hands = {}, {}
        builder.change(tally=replace(builder.state.tally, closed=read_closed(closed)))

    def label(self, before: MatchState, now: MatchState) -> str:
        return listed(self.winners or ())

    def describe(self, about: Subject, *, is_undone: bool = False) -> Text:
        if about.label and not is_undone:
            return self.named.format(label=about.label)
        return super().describe(about, is_undone=is_undone)


class MatchReopened(ClosingEvent):
    """The table goes on playing, or takes back which winner of a tie it named."""

    kind = "reopened"
    done = MatchClosed.undone
    undone = MatchClosed.done

    def apply(self, builder: StateBuilder, event: Event) -> None:
        if builder.state.set_aside:
            deals, hands = builder.state.set_aside
            builder.deals, builder.hands = {**deals}, {**hands}
        builder.change(tally=replace(builder.state.tally, closed=None), set_aside=None)
