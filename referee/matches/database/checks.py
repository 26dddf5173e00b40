"""Integrity checks of a database, and of the log of each match and circle.

A database file is copied into memory, and the copy is migrated to this version and checked. The
file itself isn't changed, and others can go on writing to it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Final

from sqlalchemy import ColumnElement, StaticPool, create_engine, func
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from referee.core.registry import GAMES
from referee.core.text import Text, _, joined, ngettext
from referee.matches.circle import CircleCreated, CircleEvent, MatchPutIn, circle_of
from referee.matches.database import migrations
from referee.matches.database.address import DatabaseAddress, UnusableDatabase, open_matches
from referee.matches.database.opening import snapshot
from referee.matches.database.tables import CircleEventRow, CircleRow, EventRow, MatchRow
from referee.matches.events.base import Event, StateRestored
from referee.matches.events.entries import MatchOpened
from referee.matches.match import Match, replay

MOST: Final = 20
"""Maximum number of problems that SQLite's integrity check reports."""
UNREADABLE: Final = (ValueError, TypeError, RecursionError, DBAPIError)
"""Errors that the database layer raises for a bad row, such as one with invalid JSON."""


@dataclass(frozen=True)
class LogFault:
    """A problem in a log. It contains no link keys or event ids, because those grant access."""

    what: Text
    match_id: int | None = None
    number: int | None = None

    @property
    def text(self) -> Text:
        if self.match_id is None:
            return self.what
        if self.number is None:
            return _("match {match}: {fault}", match=self.match_id, fault=self.what)
        template = _("match {match}, event {event}: {fault}")
        return template.format(match=self.match_id, event=self.number, fault=self.what)

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True)
class Checked:
    matches: int
    events: int
    faults: Sequence[LogFault]


def check_server(address: DatabaseAddress) -> Checked:
    """Check a database on a server. Raises UnusableDatabase."""
    with snapshot(address) as connection:
        if not migrations.is_current(connection):
            raise UnusableDatabase(
                _(
                    "{database} is from an earlier version: start Referee with it once to"
                    " update it",
                    database=address.name,
                )
            )
        with Session(connection) as session:
            reading = _Reading(session)
            faults = [*reading.faults()]
    return Checked(reading.matches, reading.events, faults)


def check(file: Path) -> Checked:
    """Check an in-memory copy of a database file. Raises UnusableDatabase."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        with open_matches(file) as database:
            database.backup(memory)
        faults: list[LogFault] = []
        try:
            for (line,) in memory.execute(f"PRAGMA integrity_check({MOST})"):
                if line != "ok":
                    damage = joined(line.split())
                    faults.append(LogFault(_("the file is damaged: {reason}", reason=damage)))
        except sqlite3.Error as error:
            faults.append(LogFault(_("the file is damaged: {reason}", reason=str(error))))
        engine = create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
        with engine.connect() as connection:
            try:
                if not migrations.is_current(connection):
                    migrations.upgrade(connection)
            except Exception as error:  # whatever a migration fails on
                raise UnusableDatabase(
                    _("{file} can’t be updated to this version", file=file)
                ) from error
            with Session(connection) as session:
                reading = _Reading(session)
                faults += reading.faults()
        engine.dispose()
    return Checked(reading.matches, reading.events, faults)


class _Reading:
    """Checks all matches and circles, and counts matches and events."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.matches = self.events = 0

    def faults(self) -> Iterator[LogFault]:
        for part in (self._of_matches, self._of_stray_events, self._of_circles):
            try:
                yield from part()
            except DBAPIError as error:
                yield LogFault(
                    _("the rest of the file can’t be read: {reason}", reason=str(error.orig))
                )

    def _of_matches(self) -> Iterator[LogFault]:
        matches = select(MatchRow.id, MatchRow.game, MatchRow.title).order_by(col(MatchRow.id))
        for match_id, game, title in self._session.exec(matches).all():
            self.matches += 1
            try:
                log = self._log(EventRow, col(EventRow.match_id) == match_id, Event)
            except DBAPIError as error:
                what = _("the events can’t be read: {reason}", reason=str(error.orig))
                yield LogFault(what, match_id)
                continue
            self.events += len(log)
            for number, what in _faults_of_match(log, game, title):
                yield LogFault(what, match_id, number)

    def _of_stray_events(self) -> Iterator[LogFault]:
        twice = select(EventRow.id).group_by(col(EventRow.id)).having(func.count() > 1)
        repeated = select(EventRow.match_id, EventRow.number).where(col(EventRow.id).in_(twice))
        for match_id, number in self._session.exec(repeated).all():
            yield LogFault(_("another event has the same id"), match_id, number)
        owner = col(EventRow.match_id)
        stray = select(owner, func.count()).where(owner.not_in(select(MatchRow.id)))
        for match_id, count in self._session.exec(stray.group_by(owner)).all():
            what = ngettext(
                "the match is missing, but {n} event belongs to it",
                "the match is missing, but {n} events belong to it",
                count,
            )
            yield LogFault(what, match_id)

    def _of_circles(self) -> Iterator[LogFault]:
        matches = {*self._session.exec(select(MatchRow.id))}
        circles = select(CircleRow.id, CircleRow.name).order_by(col(CircleRow.id))
        for circle_id, name in self._session.exec(circles).all():
            is_own = col(CircleEventRow.circle_id) == circle_id
            log = self._log(CircleEventRow, is_own, CircleEvent)
            for number, what in _faults_of_circle(log, name, matches):
                template = (
                    _("circle {circle}: {fault}")
                    if number is None
                    else _("circle {circle}, event {event}: {fault}")
                )
                yield LogFault(template.format(circle=circle_id, event=number, fault=what))

    def _log(
        self, rows: type[EventRow | CircleEventRow], is_own: ColumnElement[bool], kind: type[Event]
    ) -> dict[int, Event | None]:
        """Events of a match or circle, by number; None for those that can't be read."""
        number, names = col(rows.number), {each.name for each in fields(Event)}

        def read(*which: ColumnElement[bool]) -> dict[int, Event | None]:
            found = self._session.exec(select(rows).where(is_own, *which).order_by(number)).all()
            self._session.expunge_all()
            values = (each.model_dump(include=names) for each in found)
            return {each["number"]: kind(**each) for each in values}

        try:
            return read()
        except UNREADABLE:  # row by row, to find the bad ones
            log: dict[int, Event | None] = {}
            numbers = select(rows.number).where(is_own).order_by(number)
            for each in self._session.exec(numbers).all():
                try:
                    log.update(read(number == each))
                except UNREADABLE:
                    log[each] = None
            return log


Found = tuple[int | None, Text]
"""An event's number (None if the problem concerns the whole log), and the problem."""


def _faults_of_events(log: dict[int, Event | None]) -> list[tuple[int, Text]]:
    """Problems such as missing or unreadable events, sorted by event number."""
    faults = []
    for before, number in pairwise([0, *log]):
        if number < 1:
            faults.append((number, _("event numbers must start at 1")))
        elif number == max(before, 0) + 2:
            faults.append((number - 1, _("the event is missing")))
        elif number > max(before, 0) + 2:
            what = _("this and all other events before {event} are missing", event=number)
            faults.append((max(before, 0) + 1, what))
    for number, event in log.items():
        if event is None:
            faults.append((number, _("the event can’t be read")))
        elif event.kind not in event.kinds:
            what = _("this version doesn’t know events of kind “{kind}”", kind=event.kind)
            faults.append((number, what))
        else:
            try:
                opens = isinstance(event.data, MatchOpened | CircleCreated)
            except UNREADABLE:
                what = _("the payload isn’t valid for an event of kind “{kind}”", kind=event.kind)
                faults.append((number, what))
                continue
            if opens != (number == 1):
                what = (
                    _("the first event must start the match or circle")
                    if number == 1
                    else _("only the first event can start a match or circle")
                )
                faults.append((number, what))
    return sorted(faults, key=lambda found: found[0])


def _faults_of_match(log: dict[int, Event | None], game: str, title: str) -> Iterator[Found]:
    if not log:
        yield None, _("the match has no events")
    if game not in GAMES:
        yield None, _("this version doesn’t know the game “{game}”", game=game)
        return
    faults = _faults_of_events(log)
    yield from faults
    match: Match | None = None
    for number, event in log.items():
        if event is None or (faults and number >= faults[0][0]):
            return
        try:
            match = replay([event]) if match is None else match.with_event(event)
        except Exception as error:  # whatever the fold raises
            name = type(error).__name__
            yield number, _("the event is inconsistent with earlier events ({error})", error=name)
            return
    if match is None or faults:
        return
    if match.game.name != game:
        template = _("the match is listed under {listed}, but its game is {game}")
        yield None, template.format(listed=game, game=match.game.name)
    if match.title != title:
        template = _("the match is listed as “{listed}”, but its title is “{title}”")
        yield None, template.format(listed=title, title=match.title)


def _faults_of_circle(
    log: dict[int, Event | None], name: str, matches: Container[int]
) -> Iterator[Found]:
    if not log:
        yield None, _("the circle has no events")
        return
    faults = _faults_of_events(log)
    faulty = {number for number, _what in faults}
    for number, event in log.items():
        if event is None or number in faulty:
            continue
        data = event.data
        if isinstance(data, MatchPutIn) and data.match not in matches:
            faults.append((number, _("there is no match {match}", match=data.match)))
        if isinstance(data, StateRestored) and not 0 < data.to < number:
            faults.append((number, _("the event goes back to one that didn’t come before it")))
    yield from sorted(faults, key=lambda found: found[0])
    if not faults:
        circle = circle_of([event for event in log.values() if isinstance(event, CircleEvent)])
        if circle.name != name:
            template = _("the circle is listed as “{listed}”, but its name is “{name}”")
            yield None, template.format(listed=name, name=circle.name)
