"""`referee serve` by a clock that a test sets: it stands still until it is set again.

Run as `python -m tests.browser.moved PORT DATA`.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final, Self

from granian.server import mp  # noqa: F401  # what a worker would import

from referee import serve
from referee.matches import store
from referee.web.http import device
from referee.web.match import clock
from tests.browser.table import House
from tests.servers import ROOT

ASKING: Final = (store, clock, device)
"""The modules that ask what time it is; all others ask the first of these."""


def clock_of(data: Path) -> Path:
    return data.with_suffix(".clock")


def main(port: int, data: Path) -> int:
    """Serve until told to stop; its worker is forked from here."""

    class Moved(datetime):
        @classmethod
        def now(cls, _zone: tzinfo | None = None) -> Self:
            return cls.fromisoformat(clock_of(data).read_text())

    for module in ASKING:
        assert module.datetime is datetime
        module.datetime = Moved  # type: ignore[attr-defined]
    return serve.serve(host="127.0.0.1", port=port, data=data)


@dataclass
class MovedHouse(House):
    at: datetime = datetime(2026, 1, 9, 19, 30, tzinfo=UTC)

    def run(self) -> None:
        self.move()
        command = [sys.executable, "-m", "tests.browser.moved", str(self.port), str(self.data)]
        with self.stderr.open("ab") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors
            )

    def move(self, minutes: float = 0, to: datetime | None = None) -> None:
        """So many minutes go by; or it becomes that moment."""
        self.at = to or self.at + timedelta(minutes=minutes)
        new = clock_of(self.data).with_suffix(".next")
        new.write_text(self.at.isoformat())
        new.replace(clock_of(self.data))  # nobody reads half a moment


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Path(sys.argv[2])))
