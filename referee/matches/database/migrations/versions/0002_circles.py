"""Circles of friends, and their events."""

import sqlalchemy as sa

from referee.matches.database.migrations import create_heads, create_log

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_heads("circle", sa.Column("name", sa.String, nullable=False))
    create_log("circle_event", "circle")
