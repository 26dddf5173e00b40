"""The server killed at any moment, while phones write: what was acknowledged is there, once."""

from __future__ import annotations

from pathlib import Path

from referee.matches.database.address import NAME
from tests.faults.conftest import Tell
from tests.faults.killed import KeptInFile, killed_again_and_again


def test_of_a_server_killed_at_any_moment_nothing_acknowledged_is_lost_or_doubled(
    tmp_path: Path, tell: Tell
) -> None:
    killed_again_and_again(KeptInFile(tmp_path / "data" / NAME), tmp_path / "data", tell)
