"""How many attempts the fault tests make, and the figures that `make faults` prints at the end."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, TypeVar

import pytest

IS_LONG: Final = os.environ.get("FAULTS") == "longer"

Tell = Callable[..., None]
"""Records figures of a test, as in `tell(kills=300, lost=0)`."""
NAME = "figures"


T = TypeVar("T")


def amount(usually: T, longer: T) -> T:
    """What `make test` tries, or all that `make faults` tries."""
    return longer if IS_LONG else usually


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    def note(**figures: object) -> None:
        words = (f"{name.replace('_', ' ')} {_shown(value)}" for name, value in figures.items())
        record_property(NAME, ", ".join(words))

    return note


def _shown(value: object) -> str:
    match value:
        case float():
            return f"{value:,.2f}"
        case int():
            return f"{value:,}"
    return str(value)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures under the tests that recorded them."""
    reports = [
        report for each in ("passed", "failed") for report in terminalreporter.getreports(each)
    ]
    told = [
        (report, text)
        for report in reports
        for name, text in report.user_properties
        if name == NAME
    ]
    if told:
        terminalreporter.section("figures")
    for report, text in told:
        name = report.nodeid.rpartition("::")[2].removeprefix("test_").replace("_", " ")
        terminalreporter.line(f"{name}: {text}")
