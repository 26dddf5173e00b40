"""What all tests share: how Hypothesis searches."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# That a machine is busy is no fault of what is tested.
AT_LEISURE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("table", AT_LEISURE)
settings.register_profile("ci", AT_LEISURE, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")
