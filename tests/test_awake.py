"""The computer stays awake while phones are connected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee import awake
from tests.servers import running, wait_for

DIRECT = """
from referee import awake
from referee.network import Listener
Listener.for_phones = lambda _listener: ["http://192.168.1.9:8000"]
awake.CHECK_SECONDS = awake.LINGER_SECONDS = 0.05
"""


@pytest.mark.parametrize(
    ("phones", "held"),
    [
        ("000", "---"),
        ("0100", "-xx-"),  # two checks without phones are long enough
        ("01010100", "-xxxxxx-"),
        ("10010", "xx-xx"),
    ],
)
def test_sleep_is_held_off_until_some_time_after_the_last_phone(
    phones: str, held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, is_held = "", False

    @contextmanager
    def hold() -> Iterator[None]:
        nonlocal is_held
        is_held = True
        yield
        is_held = False

    def check(_seconds: float) -> None:
        nonlocal seen
        seen += "x" if is_held else "-"

    monkeypatch.setattr(awake, "no_sleep", hold)
    monkeypatch.setattr(awake, "LINGER_SECONDS", 2 * awake.CHECK_SECONDS)
    monkeypatch.setattr("time.sleep", check)
    answers = iter(phones)
    with pytest.raises(StopIteration):
        awake.keep_awake(lambda: next(answers) == "1")
    assert seen[1:] == held


def test_a_server_for_phones_holds_off_sleep_and_lets_go_however_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools, mark = tmp_path / "tools", tmp_path / "held"
    tools.mkdir()
    (tools / "systemd-inhibit").write_text(f'#!/bin/sh\necho "$*" >"{mark}"\ncat\nrm "{mark}"\n')
    (tools / "systemd-inhibit").chmod(0o755)
    monkeypatch.setenv("PATH", str(tools), prepend=":")
    with running(tmp_path / "data", DIRECT) as server:
        stream = f"/m/{server.start_match()}/stream"
        with server.ask(stream):
            wait_for(mark.exists)
            assert mark.read_text().startswith("--what=sleep:idle ")
        wait_for(lambda: not mark.exists())
        with server.ask(stream):
            wait_for(mark.exists)
            server.process.kill()
            wait_for(lambda: not mark.exists())
