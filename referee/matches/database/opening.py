"""Making a database ready before a server starts, in a process of its own.

`python -m referee.matches.opening` takes it from the environment, where no other user sees the
password, and says on standard error in one line why it cannot be used.
"""

from __future__ import annotations

import re
import sys

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from referee.matches.database.database_address import DatabaseAddress
from referee.matches.database.sqlite_file import UnusableDatabase, newer
from referee.matches.database.storage import AWAY, CROWDED, fault_of
from referee.matches.store import NewerDatabase, Store

REFUSED = 2


def opened(address: DatabaseAddress) -> Store:
    """The store over a database, which is made ready if need be. Raises UnusableDatabase."""
    try:
        store = Store.at(address)
        try:
            with store.reading() as connection:
                _refuse_without_rights(connection, address)
        except BaseException:
            store.close()
            raise
    except NewerDatabase as error:
        raise newer(address) from error
    except DBAPIError as error:
        raise UnusableDatabase(why_not(address, error)) from error
    return store


def _refuse_without_rights(connection: Connection, address: DatabaseAddress) -> None:
    if connection.dialect.name != "postgresql":
        return
    is_fixed = connection.exec_driver_sql("SHOW transaction_read_only").scalar_one() == "on"
    may_write = "SELECT has_table_privilege('event', 'INSERT')"
    if is_fixed or not connection.exec_driver_sql(may_write).scalar_one():
        raise UnusableDatabase(f"{address} can only be read: Referee needs the right to write")


def why_not(address: DatabaseAddress, failure: DBAPIError) -> str:
    """One line for what a database said to the first question."""
    if address.file:
        return f"{address} cannot be made ready: {failure.orig}"
    first = str(failure.orig).strip().splitlines()[0]
    reason = re.sub(r"^(.* failed: |FATAL: |ERROR: )*\s*", "", first)
    is_away = fault_of(failure) in (AWAY, CROWDED) and "authentication failed" not in reason
    return f"{address} {'is away' if is_away else 'cannot be made ready'}: {reason}"


if __name__ == "__main__":
    try:
        opened(DatabaseAddress.of_environment()).close()
    except UnusableDatabase as refused:
        print(refused, file=sys.stderr)
        sys.exit(REFUSED)
