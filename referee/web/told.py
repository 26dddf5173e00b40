"""The events of a log in sentences, for the line under the title and for the log."""

from __future__ import annotations

from typing import Final

from referee.cards import called, plain_text, read_card, sentence
from referee.events import Event
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
    "begun": "{} is followed card by card.",
    "fell": "{card} fell.",
    "lifted": "{card} was taken back.",
    "noted": "What is known of {} was changed.",
    "left": "The cards of {} were put aside.",
    "laid": "{} was laid out.",
}
UNDONE: Final = {
    "added": "{} was taken back.",
    "changed": "The correction of {} was undone.",
    "struck": "{} is on the sheet again.",
    "restored": "{} is struck again.",
    "accepted": "The warning of {} is open again.",
    "renamed": "The names are as they were.",
    "ruled": "The ruling was taken back.",
    "begun": "{} is not followed card by card any more.",
    "fell": "{card} was taken back.",
    "lifted": "{card} has fallen again.",
    "noted": "What was noted of {} was taken back.",
    "left": "{} is followed card by card again.",
    "laid": "{} was taken back.",
}


def told(change: Change, joker: str = "Joker") -> str:
    """What an event did, in a sentence; `joker` is what the game calls one."""
    if change.undone:
        return _sentence(UNDONE, change, change.undone, joker)
    if change.redone:
        return f"Done again: {_sentence(DONE, change, change.redone, joker)}"
    if change.event.kind == "returned":
        return f"The state after line {change.event.payload['to']} was restored."
    return _sentence(DONE, change, change.event, joker)


def _sentence(sentences: dict[str, str], change: Change, event: Event, joker: str) -> str:
    told = sentences[event.kind].format(change.label, card=_card(event, joker))
    if "table" in event.payload:
        return f"Table {event.payload['table'] + 1}: {told}"
    return sentence(told) if event.kind in ("fell", "lifted") else told


def _card(event: Event, joker: str) -> str:
    """The card that an event is about, within a sentence."""
    text = plain_text(event.payload.get("card", ""))
    if text == "JK":
        return f"{'an' if joker[0] in 'AEIOU' else 'a'} {joker}"
    return called(read_card(text)) if text else ""
