"""Times on pages: as of UTC, until the page's script shows them as the device writes times."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

from referee.core.text import Moment


def moment(at: datetime) -> Markup:
    """A day and the time of day."""
    return _time(at, "", f"{_date(at)}, {_utc(at):%H:%M} UTC")


def day(at: datetime) -> Markup:
    """A day."""
    return _time(at, "day", _date(at))


def time_of_day(at: datetime) -> Markup:
    """A time of day, where the day stands beside it."""
    return _time(at, "time", f"{_utc(at):%H:%M} UTC")


def agreed(at: Moment) -> Markup:
    """A day and the time of day, until then in the zone in which they were agreed."""
    return _time(at.at, "", at)


def _time(at: datetime, shows: str, text: str) -> Markup:
    mark = Markup(' data-shows="{}"').format(shows) if shows else Markup()
    known = at.isoformat(timespec="seconds")
    return Markup('<time datetime="{}"{}>{}</time>').format(known, mark, text)


def _date(at: datetime) -> str:
    return f"{_utc(at).day} {_utc(at):%b %Y}"


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC)
