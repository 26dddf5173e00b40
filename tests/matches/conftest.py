"""Fixtures: a store on an empty SQLite or PostgreSQL database, and a match in it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.matches.store import Link, Store
from tests import postgresql
from tests.matches.writers import open_match

ON_A_FILE = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
"""Mark for tests that need a database file; all other tests run on both kinds of database."""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """URL of an empty database; on PostgreSQL, the tables are there already."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/referee.db"
    else:
        with postgresql.shared().database() as url:
            yield url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(Store(url)) as store:
        yield store


@pytest.fixture
def match(store: Store) -> Link:
    return open_match(store)
