"""Copy everything from one database to another, in SQLite or PostgreSQL.

Matches, circles, events, links and settings are all copied, so phones' links and cookies keep
working. Payloads are copied as text, byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Connection,
    Row,
    Table,
    Text,
    cast,
    column,
    delete,
    func,
    insert,
    inspect,
    select,
    table,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import NullType

from referee.core.text import _
from referee.matches.database.address import DatabaseAddress, UnusableDatabase
from referee.matches.database.backup import OWN_FILES
from referee.matches.database.faults import fault_of
from referee.matches.database.opening import open_database, snapshot
from referee.matches.database.tables import CIRCLE, CIRCLE_EVENT, EVENT, MATCH, SETTING

BATCH: Final = 200  # rows in memory at a time; one may be a whole record
ALL: Final = (SETTING, MATCH, EVENT, CIRCLE, CIRCLE_EVENT)
"""All tables, in the order in which foreign keys require them to be filled."""

Say = Callable[[int, int], None]  # called with the rows done and their total


@dataclass(frozen=True)
class CopiedRows:
    matches: int
    events: int
    circles: int


def copy_all(source: DatabaseAddress, target: DatabaseAddress, say: Say) -> CopiedRows:
    """Copy everything or, if anything fails, nothing. Raises UnusableDatabase."""
    if source == target:  # would wait for its own lock
        raise UnusableDatabase(
            _("{database} can’t be copied into itself: name another database", database=source.name)
        )
    with snapshot(source) as old, _filling(target) as new:
        if any(_count(new, each) for each in (MATCH, CIRCLE)):
            raise UnusableDatabase(
                _(
                    "{database} has matches already: copy into an empty database",
                    database=target.name,
                )
            )
        tables = [each for each in ALL if inspect(old).has_table(each.name)]
        counts = {each: _count(old, each) for each in tables}
        done, steps = 0, 2 * sum(counts.values())
        try:
            for act in (_fill, _compare):
                for each in tables:
                    for rows in act(old, new, each):
                        done += rows
                        say(done, steps)
            if new.dialect.name == "postgresql":  # SQLite does so by itself
                for each in (MATCH, CIRCLE):
                    counter = func.pg_get_serial_sequence(each.name, "id")
                    last = select(func.coalesce(func.max(each.c.id), 1), func.count() > 0)
                    values = last.subquery().columns
                    new.execute(select(func.setval(counter, *values)))
        except (DBAPIError, ValueError) as error:
            reason = error.args[0]
            if isinstance(error, DBAPIError):
                reason = str(error.orig).strip().splitlines()[0]
            if fault_of(error) is not None:
                template = _("nothing was copied because {source} can’t be read: {reason}")
            else:
                template = _(
                    "nothing was copied because {target} can’t store all of {source}: {reason}"
                    " (`referee check` shows what is wrong)"
                )
            problem = template.format(source=source.name, target=target.name, reason=reason)
            raise UnusableDatabase(problem) from error
    return CopiedRows(counts[MATCH], counts[EVENT], counts.get(CIRCLE, 0))


@contextmanager
def _filling(target: DatabaseAddress) -> Iterator[Connection]:
    """Open a transaction in the target. If the copy fails, delete a newly created target file."""
    is_new = target.file is not None and not os.path.lexists(target.file)
    try:
        with open_database(target) as database, database.writing() as connection:
            if connection.dialect.name == "postgresql":
                from referee.matches.database.postgresql import without_limits

                without_limits(connection)
            yield connection
    except BaseException as error:
        if target.file and is_new:
            for end in OWN_FILES:
                Path(f"{target.file}{end}").unlink(missing_ok=True)
        if isinstance(error, DBAPIError):  # raised by the commit
            raise UnusableDatabase(
                _("can’t write {database}: {reason}", database=target.name, reason=str(error.orig))
            ) from error
        raise


def _count(connection: Connection, rows: Table) -> int:
    return connection.scalar(select(func.count()).select_from(rows)) or 0


def _fill(old: Connection, new: Connection, rows: Table) -> Iterator[int]:
    if rows is SETTING:  # a server started on the empty database has added its own
        new.execute(delete(SETTING))
    # A column without a type takes text unchanged, even for JSON.
    columns = [
        column(each.name, NullType() if isinstance(each.type, JSON) else each.type)
        for each in rows.columns
    ]
    into = insert(table(rows.name, *columns))
    for batch in _batches(old, rows):
        new.execute(into, [row._asdict() for row in batch])
        yield len(batch)


def _compare(old: Connection, new: Connection, rows: Table) -> Iterator[int]:
    for ours, theirs in zip_longest(_batches(old, rows), _batches(new, rows), fillvalue=()):
        if [*map(tuple, ours)] != [*map(tuple, theirs)]:
            raise ValueError(_("the copy differs from the original"))
        yield len(ours)


def _batches(connection: Connection, rows: Table) -> Iterator[Sequence[Row[Any]]]:
    columns = [
        cast(each, Text).label(each.name) if isinstance(each.type, JSON) else each
        for each in rows.columns
    ]
    asked = select(*columns).order_by(*rows.primary_key.columns)
    result = connection.execute(asked, execution_options={"yield_per": BATCH})
    return result.partitions()
