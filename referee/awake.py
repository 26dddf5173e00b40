"""Keep the computer awake while phones are connected."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

CHECK_SECONDS = 30.0
LINGER_SECONDS = 3600.0
"""Time after the last phone has left, whose screen may just be off between two deals."""
COMMANDS: Final = {
    "darwin": ["caffeinate", "-i"],
    "linux": [
        "systemd-inhibit",
        "--what=sleep:idle",
        "--who=Referee",
        "--why=Phones are connected",
    ],
}
"""By platform, what holds off sleep for as long as the command after it runs."""
SYSTEM_REQUIRED: Final = 0x1
CONTINUOUS: Final = 0x80000000


def keep_awake(has_phones: Callable[[], bool]) -> None:
    """Hold off sleep from the first phone until an hour after the last; never return."""
    while True:
        time.sleep(CHECK_SECONDS)
        if has_phones():
            with no_sleep():
                idle = 0.0
                while idle < LINGER_SECONDS:
                    time.sleep(CHECK_SECONDS)
                    idle = 0.0 if has_phones() else idle + CHECK_SECONDS


@contextmanager
def no_sleep() -> Iterator[None]:
    """Hold off sleep where the system has a way; a closed lid or a person still gets through."""
    if sys.platform == "win32":
        import ctypes

        set_state = ctypes.windll.kernel32.SetThreadExecutionState  # holds for this thread
        set_state(CONTINUOUS | SYSTEM_REQUIRED)
        yield
        set_state(CONTINUOUS)
        return
    # `cat` ends with its input: when the server is killed, its end of the pipe is closed too.
    command = [*COMMANDS.get(sys.platform, []), "cat"]
    quiet = subprocess.DEVNULL
    try:
        held = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
    except OSError:  # this system has no such command
        yield
        return
    with held:
        yield
