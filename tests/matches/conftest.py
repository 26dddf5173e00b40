"""A store over an empty folder, and a match in it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.matches.store import Link, Store
from tests.matches.writers import open_match


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/referee.db"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with closing(Store(url)) as store:
        yield store


@pytest.fixture
def match(store: Store) -> Link:
    return open_match(store)
