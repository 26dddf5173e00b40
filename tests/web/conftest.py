"""The app over a new database, phones that open it, and matches in every state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee import create_app
from tests.web.phones import HTMX, Match, Phone, start, store_of


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(tmp_path)
    app.testing = True
    yield app
    store_of(app).close()


@pytest.fixture
def ann(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def ben(app: Flask) -> Phone:
    """Another phone, which knows nothing yet."""
    return Phone(app)


@pytest.fixture
def quick(app: Flask) -> Phone:
    """A phone on which htmx sends the forms."""
    return Phone(app, headers=HTMX)


@pytest.fixture
def friday(ann: Phone) -> Match:
    """A new match of Tribello."""
    return start(ann, "tribello", "Ann", "Ben", "Cleo", title="Friday")


@pytest.fixture
def swim(ann: Phone) -> Match:
    """A new match of Thirty-One without lives: whoever is lowest is out."""
    return start(ann, "thirty-one", "Ann", "Ben", "Cleo", title="Swim", lives="0")
