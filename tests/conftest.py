"""Settings for all tests: Hypothesis and garbage collection."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

# On a busy machine, slowness isn't a failure.
AT_LEISURE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("table", AT_LEISURE)
settings.register_profile("ci", AT_LEISURE, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection: there are thousands, and they stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
