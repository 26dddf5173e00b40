"""The events of a log in sentences, for the line under the title and for the log."""

from __future__ import annotations

from typing import Final

from referee.log import Change

DONE: Final = {
    "opened": "The match was opened.",
    "added": "{} was recorded.",
    "changed": "{} was corrected.",
    "struck": "{} was struck; what follows moves up.",
    "restored": "{} was put back.",
    "accepted": "{} was kept in spite of a warning.",
    "renamed": "The names were changed.",
    "ruled": "A ruling was kept.",
}
UNDONE: Final = {
    "added": "{} was taken back.",
    "changed": "The correction of {} was undone.",
    "struck": "{} is on the sheet again.",
    "restored": "{} is struck again.",
    "accepted": "The warning of {} is open again.",
    "renamed": "The names are as they were.",
    "ruled": "The ruling was taken back.",
}


def told(change: Change) -> str:
    """What an event did, in a sentence."""
    if change.undone:
        return UNDONE[change.undone.kind].format(change.label)
    if change.redone:
        return f"Done again: {DONE[change.redone.kind].format(change.label)}"
    if change.event.kind == "returned":
        return f"The state after line {change.event.payload['to']} was restored."
    return DONE[change.event.kind].format(change.label)
