"""Timed matches: the length of a match, when it ends, and whether its time is up.

No other module compares a match's end with the current time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from flask import request

from referee.core.findings import Problem, error
from referee.core.options import Choice, Options, clocks
from referee.core.text import Text, _, moment, ngettext, points, whole_number
from referee.matches.events.entries import EntryAdded
from referee.matches.match import Match
from referee.web.forms.entry_form import Draft
from referee.web.forms.fields import Reading
from referee.web.http.language import current_language

MINUTES: Final = (45, 60, 90, 120, 150, 180, 240)
"""Match lengths, in minutes, offered in the form for a new match."""
LONGEST: Final = 24 * 60  # minutes
MINUTE: Final = timedelta(minutes=1)


# Length of a match --------------------------------------------------------------------------------


def keys() -> list[tuple[str, Text]]:
    return [*((str(minutes), label(minutes)) for minutes in MINUTES), ("", _("another length"))]


def label(minutes: int) -> Text:
    """Format minutes: `45 min`, `1½ hours`."""
    hours, rest = divmod(minutes, 60)
    if not hours or rest not in (0, 30):
        return _("{minutes} min", minutes=minutes)
    return ngettext("{n} hour", "{n} hours", minutes / 60)


def field(choice: Choice) -> str:
    """Return the name of the field for typing a length that isn't in MINUTES."""
    return f"{choice.name}_minutes"


def minutes(form: Mapping[str, str], choice: Choice) -> Reading[int]:
    key, text = form.get(choice.name, ""), form.get(field(choice), "").strip()
    offered = int(key) if key in map(str, MINUTES) else None
    typed = whole_number(text, digits=5)
    if key and offered is None:
        message = _("“{text}” isn’t one of the choices. Choose one.", text=key[:20])
    elif not text:
        return Reading(offered)
    elif typed is None or not 0 < typed <= LONGEST:
        template = _("{title}: enter a whole number of minutes from 1 to {most}.")
        message = template.format(title=choice.title, most=points(LONGEST))
    elif offered not in (None, typed):
        message = _(
            "{title}: you chose {offered} minutes but typed {typed}. To use {offered}, clear the"
            " field; to use {typed}, choose “another length”.",
            title=choice.title,
            offered=offered,
            typed=typed,
        )
    else:
        return Reading(typed)
    return Reading(None, (error(choice.rule, message, field=choice.name),))


def faults(form: Mapping[str, str], choice: Choice, every: Sequence[Choice]) -> Sequence[Problem]:
    """Return what is wrong with the length of a match, which one against the clock needs."""
    length = minutes(form, choice)
    if length.problems or length.value is not None or not choice.has_room(every, form):
        return length.problems
    message = _("How long will you play? Choose a length, or enter the minutes.")
    return [error(choice.rule, message, field=choice.name)]


def finish_option(options: type[Options], form: Mapping[str, str], now: datetime) -> dict[str, Any]:
    """Return the `finish` option for a match that starts now; {} if the form gives no length."""
    choice = clocks(options).get("finish")
    length = minutes(form, choice).value if choice else None
    return {} if choice is None or length is None else {choice.name: _after(length, now)}


def rematch_options(match: Match, now: datetime) -> dict[str, Any]:
    """Return the options for a rematch that starts now and lasts as long as this match."""
    choice = clocks(match.game.spec.options).get("finish")
    if choice is None or choice.name not in match.options:
        return match.options
    options = {name: value for name, value in match.options.items() if name != choice.name}
    length = (datetime.fromisoformat(match.options[choice.name]) - match.opened.at) // MINUTE
    return options | {choice.name: _after(length, now)} if length > 0 else options


def _after(length: int, now: datetime) -> str:
    """Return the time `length` minutes after `now`, rounded up to the minute."""
    at = now.astimezone(UTC) + length * MINUTE
    whole = at.replace(second=0, microsecond=0)
    return (whole if whole == at else whole + MINUTE).isoformat()


# When it ends -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clock:
    rule: str
    now: datetime
    ends: datetime | None
    seconds: int | None  # time for a decision

    @property
    def is_up(self) -> bool:
        return self.ends is not None and self.ends <= self.now

    @property
    def ends_soon(self) -> bool:
        """Whether the end is less than twelve hours away, so that its time needs no date."""
        assert self.ends is not None
        return abs(self.ends - self.now) < timedelta(hours=12)

    @property
    def end_in_words(self) -> str:
        """The end time or, if it isn't soon, the date and time."""
        assert self.ends is not None
        if not self.ends_soon:
            return moment(self.ends)
        language = current_language()
        return f"{language.time_of_day(self.ends)} {language.local(self.ends):%Z}"


def clock_of(match: Match) -> Clock | None:
    known = clocks(match.game.spec.options)
    options = match.setup.options
    said = {what: getattr(options, choice.name) for what, choice in known.items()}
    ends, seconds = said.get("finish"), said.get("decision")
    if ends is None and seconds is None:
        return None
    rule = next(iter(known.values())).rule
    at = None if ends is None else datetime.fromisoformat(ends)
    return Clock(rule, datetime.now(UTC), at, seconds)


def key_pressed(clock: Clock | None, match: Match, draft: Draft | None) -> str:
    """Return how time ran out, as preselected in the form for a new entry; empty before the end.

    `partial` means that time ran out during a leg. `time` means that no leg was under way: the last
    one was recorded after the end. The query string can override this.
    """
    if clock is None or not clock.is_up or (draft is not None and draft.id is not None):
        return ""
    events = reversed(match.events)
    added = next((event for event in events if isinstance(event.data, EntryAdded)), None)
    is_recorded = added is not None and clock.ends is not None and added.at >= clock.ends
    asked = request.args.get("clock")
    return asked if asked in ("partial", "time") else "time" if is_recorded else "partial"
