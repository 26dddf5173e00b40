"""Circles of friends, and what was done in them."""

import sqlalchemy as sa
from alembic import op

from referee.matches.database.migrations import make_append_only

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "circle",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("score_key", sa.String, nullable=False),
        sa.Column("watch_key", sa.String, nullable=False),
    )
    op.create_index("ix_circle_score_key", "circle", ["score_key"], unique=True)
    op.create_index("ix_circle_watch_key", "circle", ["watch_key"], unique=True)
    op.create_table(
        "circle_event",
        sa.Column("circle_id", sa.Integer, sa.ForeignKey("circle.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String),
    )
    op.create_index("ix_circle_event_id", "circle_event", ["id"], unique=True)
    make_append_only("circle_event")
