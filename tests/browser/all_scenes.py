"""All scenes: each module imported here adds its own to one registry."""

from __future__ import annotations

from tests.browser import scenes_of_legs, scenes_of_time, scenes_of_tricks
from tests.browser.scenes import SCENES

__all__ = ["SCENES", "scenes_of_legs", "scenes_of_time", "scenes_of_tricks"]
