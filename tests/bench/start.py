"""Time from a clone to the first page, and memory of an idle server."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.servers import ROOT, children, wait_for

PATIENCE = 300.0
"""Timeout in seconds, long enough to install over a slow network."""


def clone_and_run(folder: str) -> tuple[float, float]:
    """Return the seconds from `git clone` to the first page, and the memory used, in megabytes."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    begun = time.monotonic()
    clone = Path(folder) / "referee"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    process = subprocess.Popen(
        ["make", "run", f"ARGS=--port {port} --data {folder}/data"],
        cwd=clone,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for(lambda: _answers(port), PATIENCE, fault="make run serves no page")
        seconds = time.monotonic() - begun
        time.sleep(1)
        return seconds, memory(process.pid)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        return connection.recv(12).endswith(b" 200")
    return False


def memory(pid: int) -> float:
    """Memory of a process and its children in megabytes, with shared memory counted once."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss: +(\d+) kB", rollup, re.MULTILINE)
    own = int(found[1]) / 1000 if found else 0.0
    return own + sum(map(memory, children(pid)))
