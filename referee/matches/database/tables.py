"""What is kept, table by table: matches, circles, their events, and a few settings."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel


class MatchRow(SQLModel, table=True):
    """A match and the secrets of its two links."""

    __tablename__ = "match"

    id: int | None = Field(default=None, primary_key=True)
    game: str
    title: str
    created: datetime
    score_key: str = Field(unique=True, index=True)
    watch_key: str = Field(unique=True, index=True)


class EventRow(SQLModel, table=True):
    """An event of a match, as it lies in the log."""

    __tablename__ = "event"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    id: str = Field(unique=True, index=True)
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    at: datetime
    by: str | None = None


class CircleRow(SQLModel, table=True):
    """A circle of friends and the secrets of its two links."""

    __tablename__ = "circle"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    created: datetime
    score_key: str = Field(unique=True, index=True)
    watch_key: str = Field(unique=True, index=True)


class CircleEventRow(SQLModel, table=True):
    """An event of a circle, as it lies in the circle's own log."""

    __tablename__ = "circle_event"

    circle_id: int = Field(primary_key=True, foreign_key="circle.id")
    number: int = Field(primary_key=True)
    id: str = Field(unique=True, index=True)
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    at: datetime
    by: str | None = None


class SettingRow(SQLModel, table=True):
    """What all processes share, such as the secret that signs cookies."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str


# Every page reads a few rows and builds no objects from them but its own, so the queries are
# SQLAlchemy's Core over these tables: half the cost of the ORM.
MATCH, EVENT, CIRCLE, CIRCLE_EVENT, SETTING = (
    SQLModel.metadata.tables[name]
    for name in ("match", "event", "circle", "circle_event", "setting")
)
