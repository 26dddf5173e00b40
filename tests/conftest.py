"""What all tests share: how Hypothesis searches, and when rubbish is looked for."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

# That a machine is busy is no fault of what is tested.
AT_LEISURE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("table", AT_LEISURE)
settings.register_profile("ci", AT_LEISURE, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")


def pytest_collection_finish() -> None:
    """Look no more through all that was collected: it stays, and there are thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
