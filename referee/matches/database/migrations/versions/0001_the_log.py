"""The log: matches, their events, and a few settings."""

import sqlalchemy as sa
from alembic import op

from referee.matches.database.migrations import create_heads, create_log

revision = "0001"
down_revision = None


def upgrade() -> None:
    names = [sa.Column(name, sa.String, nullable=False) for name in ("game", "title")]
    create_heads("match", *names)
    create_log("event", "match")
    op.create_table(
        "setting",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
