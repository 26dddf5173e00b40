"""The log: matches, their events, and a few settings."""

import sqlalchemy as sa
from alembic import op

from referee.matches.database.migrations import make_append_only

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("score_key", sa.String, nullable=False),
        sa.Column("watch_key", sa.String, nullable=False),
    )
    op.create_index("ix_match_score_key", "match", ["score_key"], unique=True)
    op.create_index("ix_match_watch_key", "match", ["watch_key"], unique=True)
    op.create_table(
        "event",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String),
    )
    op.create_index("ix_event_id", "event", ["id"], unique=True)
    op.create_table(
        "setting",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    make_append_only("event")
