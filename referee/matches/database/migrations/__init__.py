"""Schema migrations, one per file in `versions`; they are applied when the store opens.

There are no downgrades: an append-only log has no use for them.
"""

import logging
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, column, inspect, select, table

from referee.core.text import _
from referee.matches.database.address import REVISIONS

FOLDER: Final = Path(__file__).parent
HEAD: Final = REVISIONS[-1]
REFUSAL: Final = "events are only ever added"


class NewerDatabase(Exception):
    """The database was written by a newer version of Referee."""


def is_current(connection: Connection) -> bool:
    """Whether the schema is up to date. Raises NewerDatabase if a newer version wrote it."""
    found = revision(connection)
    if found is not None and found not in REVISIONS:
        raise NewerDatabase(
            _(
                "This database is from a newer version of Referee (its schema is"
                " {found}; this version supports schemas up to {known}). Update Referee.",
                found=found,
                known=HEAD,
            )
        )
    return found == HEAD


def revision(connection: Connection) -> str | None:
    """The schema's revision, read without Alembic, which is slow to import."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(select(column("version_num")).select_from(table("alembic_version")))


def upgrade(connection: Connection) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs every step
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")


# For the migrations: only they import Alembic, which is slow to import. -------------------------


def create_heads(name: str, *columns: sa.Column[str]) -> None:
    """Create a table of matches or circles, with columns for the keys of their two links."""
    from alembic import op

    op.create_table(
        name,
        sa.Column("id", sa.Integer, primary_key=True),
        *columns,
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("score_key", sa.String, nullable=False),
        sa.Column("watch_key", sa.String, nullable=False),
    )
    for key in ("score_key", "watch_key"):
        op.create_index(f"ix_{name}_{key}", name, [key], unique=True)


def create_log(name: str, owner: str) -> None:
    """Create an append-only event table; triggers reject updates and deletions."""
    from alembic import op

    op.create_table(
        name,
        sa.Column(f"{owner}_id", sa.Integer, sa.ForeignKey(f"{owner}.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String),
    )
    op.create_index(f"ix_{name}_id", name, ["id"], unique=True)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = '{REFUSAL}'; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {name}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE "
            f"ON {name} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
        return
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {name}_refuses_{act.lower()} BEFORE {act} ON {name} "
            f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
        )
