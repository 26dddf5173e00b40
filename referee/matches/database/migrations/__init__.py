"""The schema's history: one file in `versions` for each change, applied when the store opens.

There is no way back: a log that is never deleted from has nothing to gain from one.
"""

import logging
from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

FOLDER = Path(__file__).parent
REVISIONS = sorted(path.name.split("_")[0] for path in FOLDER.glob("versions/[0-9]*.py"))
HEAD = REVISIONS[-1]


class NewerDatabase(Exception):
    """The database was written by a newer Referee than this one."""


def is_current(connection: Connection) -> bool:
    """Whether the schema is the newest; raises NewerDatabase if it is newer than that."""
    found = revision(connection)
    if found is not None and found not in REVISIONS:
        raise NewerDatabase(
            f"This database was written by a newer version of Referee (its schema is {found}, "
            f"the newest known here is {HEAD}): please update Referee."
        )
    return found == HEAD


def revision(connection: Connection) -> str | None:
    """What Alembic noted, read without Alembic, whose import costs more than all the rest."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(select(column("version_num")).select_from(table("alembic_version")))


def upgrade(connection: Connection) -> None:
    """Bring the schema to HEAD within the connection's transaction."""
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of every step
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")
