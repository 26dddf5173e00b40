"""Settings for all tests: Hypothesis and garbage collection."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

from tests.faults.conftest import amount

# On a busy machine, slowness isn't a failure.
AT_LEISURE = settings(
    deadline=None, max_examples=amount(40, 200), suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("table", AT_LEISURE)
settings.register_profile("ci", AT_LEISURE, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")


LONG = {"test_site", "test_large_text", "test_unread", "test_made_up_games", "test_clock_back"}
"""Modules with tests of many seconds, which run first: at the end, other workers would wait."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in LONG)


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection: there are thousands, and they stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
