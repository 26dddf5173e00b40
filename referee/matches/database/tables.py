"""The tables: matches, circles, their events, and a few settings. The row classes have no logic."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field, SQLModel


class Head(SQLModel):
    """Columns common to matches and circles, including the keys of their two links."""

    id: int | None = Field(default=None, primary_key=True)
    created: datetime
    score_key: str = Field(unique=True, index=True)
    watch_key: str = Field(unique=True, index=True)


class MatchRow(Head, table=True):
    __tablename__ = "match"

    game: str
    title: str


class CircleRow(Head, table=True):
    __tablename__ = "circle"

    name: str


class EventRow(SQLModel, table=True):
    __tablename__ = "event"

    match_id: int = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    id: str = Field(unique=True, index=True)
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    at: datetime
    by: str | None = None


class CircleEventRow(SQLModel, table=True):
    __tablename__ = "circle_event"

    circle_id: int = Field(primary_key=True, foreign_key="circle.id")
    number: int = Field(primary_key=True)
    id: str = Field(unique=True, index=True)
    kind: str
    payload: dict[str, Any] = Field(sa_type=JSON)
    at: datetime
    by: str | None = None


class SettingRow(SQLModel, table=True):
    """A setting shared by all processes, such as the secret that signs cookies."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str


MATCH, EVENT, CIRCLE, CIRCLE_EVENT, SETTING = (
    SQLModel.metadata.tables[name]
    for name in ("match", "event", "circle", "circle_event", "setting")
)
