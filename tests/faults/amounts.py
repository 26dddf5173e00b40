"""How much is tried: a little in `make test`, much where FAULTS=longer, as `make faults` sets."""

from __future__ import annotations

import os
from typing import Final

IS_LONG: Final = os.environ.get("FAULTS") == "longer"


def amount(usually: int, longer: int) -> int:
    return longer if IS_LONG else usually
