"""Each bug in `planted.py` can still be planted."""

from __future__ import annotations

from tests.planted import FAULTS


def test_every_fault_can_be_planted_in_one_place() -> None:
    for fault in FAULTS:
        assert fault.path.read_text(encoding="utf-8").count(fault.text) == 1, fault.name
