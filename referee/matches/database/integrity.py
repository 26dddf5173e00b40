"""Whether a database is sound, and each match and circle in it can be told from its log.

What is looked at is a copy in memory, brought to this version there: the file stays as it is, also
while others write to it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Connection, Select, StaticPool, create_engine, func, select
from sqlalchemy.exc import DBAPIError

from referee.core.registry import GAMES
from referee.matches.circle import CircleEvent, CircleFounded, MatchPutIn, circle_of
from referee.matches.database import migrations
from referee.matches.database.database_address import DatabaseAddress
from referee.matches.database.snapshot import snapshot
from referee.matches.database.sqlite_file import UnusableDatabase, kept_in
from referee.matches.database.tables import (
    CIRCLE,
    CIRCLE_EVENT,
    EVENT,
    MATCH,
)
from referee.matches.events import Event, MatchOpened, StateRestored
from referee.matches.match import Match, replay

MOST: Final = 20
"""So many faults of the file itself are named: after these there is nothing to be learnt."""
UNREADABLE: Final = (ValueError, TypeError, RecursionError, DBAPIError)
"""What the database layer raises for a row: a payload that is no JSON, a time that is none."""


@dataclass(frozen=True)
class LogFault:
    """What is wrong with the file, with a match in it, or with one of its events.

    It never has the key of a link, nor the id of an event, which may be as good as one.
    """

    what: str
    match_id: int | None = None
    number: int | None = None

    def __str__(self) -> str:
        if self.match_id is None:
            return self.what
        event = "" if self.number is None else f", event {self.number}"
        return f"match {self.match_id}{event}: {self.what}"


@dataclass(frozen=True)
class Checked:
    """What was found in a database."""

    matches: int
    events: int
    faults: Sequence[LogFault]


def check_server(address: DatabaseAddress) -> Checked:
    """Look at all that is in a database on a server. Raises UnusableDatabase."""
    with snapshot(address) as connection:
        if not migrations.is_current(connection):
            raise UnusableDatabase(f"{address} is from an earlier version: start Referee over it")
        reading = _Reading(connection)
        faults = [*reading.faults()]
    return Checked(reading.matches, reading.events, faults)


def check(file: Path) -> Checked:
    """Look at all that is in a database that is a file. Raises UnusableDatabase."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        with kept_in(file) as database:
            database.backup(memory)
        faults = [*_faults_of_pages(memory)]
        engine = create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
        with engine.connect() as connection:
            _bring_up_to_date(connection, file)
            reading = _Reading(connection)
            faults += reading.faults()
        engine.dispose()
    return Checked(reading.matches, reading.events, faults)


def _faults_of_pages(database: sqlite3.Connection) -> Iterator[LogFault]:
    try:
        for (line,) in database.execute(f"PRAGMA integrity_check({MOST})"):
            if line != "ok":
                yield LogFault(f"the file is damaged: {' '.join(line.split())}")
    except sqlite3.Error as error:
        yield LogFault(f"the file is damaged: {error}")


def _bring_up_to_date(connection: Connection, file: Path) -> None:
    try:
        if not migrations.is_current(connection):
            migrations.upgrade(connection)
    except Exception as error:  # whatever a migration does not find as it should be
        raise UnusableDatabase(f"{file} cannot be brought up to this version") from error


class _Reading:
    """Going through all matches; it counts what it has seen."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.matches = self.events = 0

    def faults(self) -> Iterator[LogFault]:
        for part in (self._of_matches, self._of_ids, self._of_no_match, self._of_circles):
            try:
                yield from part()
            except DBAPIError as error:
                yield LogFault(f"the file cannot be read any further: {error.orig}")

    def _of_matches(self) -> Iterator[LogFault]:
        listed = select(MATCH.c.id, MATCH.c.game, MATCH.c.title).order_by(MATCH.c.id)
        for match_id, game, title in self._connection.execute(listed).all():
            self.matches += 1
            try:
                log = self._log(match_id)
            except DBAPIError as error:
                yield LogFault(f"its events cannot be read: {error.orig}", match_id)
                continue
            self.events += len(log)
            for number, what in _faults_of_log(log, game, title):
                yield LogFault(what, match_id, number)

    def _of_circles(self) -> Iterator[LogFault]:
        listed = select(CIRCLE.c.id, CIRCLE.c.name).order_by(CIRCLE.c.id)
        matches = {*self._connection.scalars(select(MATCH.c.id))}
        for circle_id, name in self._connection.execute(listed).all():
            log = self._log(circle_id, CIRCLE_EVENT.c.circle_id, CircleEvent)
            for number, what in _faults_of_circle(log, name, matches):
                event = "" if number is None else f", event {number}"
                yield LogFault(f"circle {circle_id}{event}: {what}")

    def _log(
        self, id: int, owner: Column[int] = EVENT.c.match_id, row: type[Event] = Event
    ) -> dict[int, Event | None]:
        """The events of a match, or of a circle, by their numbers; None for what is unreadable."""
        table = owner.table
        whole = select(*(table.c[each.name] for each in fields(Event))).where(owner == id)
        try:
            rows = self._connection.execute(whole.order_by(table.c.number)).all()
            return {each.number: row(*each) for each in rows}
        except UNREADABLE:  # one by one, to tell which it is
            numbers = select(table.c.number).where(owner == id).order_by(table.c.number)
            found = self._connection.scalars(numbers).all()
            return {each: self._event(whole.where(table.c.number == each), row) for each in found}

    def _event(self, this: Select[Any], row: type[Event]) -> Event | None:
        try:
            return row(*self._connection.execute(this).one())
        except UNREADABLE:
            return None

    def _of_ids(self) -> Iterator[LogFault]:
        twice = select(EVENT.c.id).group_by(EVENT.c.id).having(func.count() > 1)
        found = select(EVENT.c.match_id, EVENT.c.number).where(EVENT.c.id.in_(twice))
        for match_id, number in self._connection.execute(found).all():
            yield LogFault("another event has the same id", match_id, number)

    def _of_no_match(self) -> Iterator[LogFault]:
        known = select(MATCH.c.id)
        found = select(EVENT.c.match_id, func.count()).where(EVENT.c.match_id.not_in(known))
        for match_id, count in self._connection.execute(found.group_by(EVENT.c.match_id)).all():
            yield LogFault(f"there is no such match, and it has events ({count})", match_id)


Found = tuple[int | None, str]
"""The number of an event, and what is wrong with it; without one, with the whole match."""


def _faults_of_log(log: dict[int, Event | None], game: str, title: str) -> Iterator[Found]:
    if not log:
        yield None, "it has no events"
    if game not in GAMES:
        yield None, f"this version does not know its game “{game}”"
        return
    faults = [*_gaps([*log]), *_faults_of_events(log)]
    yield from sorted(faults, key=lambda found: found[0])
    end = min((number for number, _ in faults), default=None)
    sound = [event for number, event in log.items() if event and (end is None or number < end)]
    yield from _faults_of_fold(sound, (game, title) if end is None else None)


def _gaps(numbers: Sequence[int]) -> Iterator[tuple[int, str]]:
    for before, number in pairwise([0, *numbers]):
        if number < 1:
            yield number, "a log begins with event 1"
        elif number == max(before, 0) + 2:
            yield number - 1, "it is missing"
        elif number > max(before, 0) + 2:
            yield max(before, 0) + 1, f"it is missing, and all others before event {number}"


def _faults_of_events(log: dict[int, Event | None]) -> Iterator[tuple[int, str]]:
    for number, event in log.items():
        what = "it cannot be read" if event is None else _fault_of_event(event)
        if what:
            yield number, what


def _fault_of_event(event: Event) -> str | None:
    if event.kind not in event.kinds:
        return f"this version does not know events of the kind “{event.kind}”"
    try:
        event.data  # noqa: B018  # it is read when it is asked for
    except UNREADABLE:
        return f"its payload is none of the kind “{event.kind}”"
    if isinstance(event.data, MatchOpened | CircleFounded) != (event.number == 1):
        return "a log is opened by its first event, and by no other"
    return None


def _faults_of_circle(
    log: dict[int, Event | None], name: str, matches: Container[int]
) -> Iterator[Found]:
    if not log:
        yield None, "it has no events"
        return
    faults = [*_gaps([*log]), *_faults_of_events(log), *_faults_in_circle(log, matches)]
    yield from sorted(faults, key=lambda found: found[0])
    if not faults:
        circle = circle_of([event for event in log.values() if isinstance(event, CircleEvent)])
        if circle.name != name:
            yield None, f"it is listed as “{name}”, and its name is “{circle.name}”"


def _faults_in_circle(
    log: dict[int, Event | None], matches: Container[int]
) -> Iterator[tuple[int, str]]:
    for number, event in log.items():
        if event is None or _fault_of_event(event):
            continue
        data = event.data
        if isinstance(data, MatchPutIn) and data.match not in matches:
            yield number, f"there is no match {data.match}"
        if isinstance(data, StateRestored) and not 0 < data.to < number:
            yield number, "it leads back to an event that is not before it"


def _faults_of_fold(events: Sequence[Event], listed: tuple[str, str] | None) -> Iterator[Found]:
    """What does not fit what stands before it; at the end, whether it is `listed` as it is."""
    match: Match | None = None
    for event in events:
        try:
            match = replay([event]) if match is None else match.with_event(event)
        except Exception as error:  # whatever a fold stumbles over
            what = f"it does not fit the events before it ({type(error).__name__})"
            yield event.number, what
            return
    if match is not None and listed is not None:
        yield from _faults_of_listing(match, *listed)


def _faults_of_listing(match: Match, game: str, title: str) -> Iterator[Found]:
    if match.game.name != game:
        yield None, f"it is listed as a match of {game}, and is one of {match.game.name}"
    if match.title != title:
        yield None, f"it is listed as “{title}”, and its title is “{match.title}”"
