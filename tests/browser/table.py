"""A server, phones with a page open, and the matches played on them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.browser.far import Offline
from tests.browser.followed import ByCards
from tests.browser.screen import FIREFOX, MINUS, PATIENCE, SUITS, THREE, Match, face, literal
from tests.servers import ROOT, START_SECONDS, wait_for

__all__ = ["FIREFOX", "MINUS", "PATIENCE", "SUITS", "THREE", "Match", "face", "literal"]

STOP_SECONDS = 60.0


@dataclass
class House:
    """`referee serve` in its own process, which can be killed and restarted."""

    data: Path
    port: int = 0
    options: Sequence[str] = ()
    program: Sequence[str] = ("-m", "referee")
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def stderr(self) -> Path:
        return self.data.with_suffix(".stderr")

    @property
    def place(self) -> tuple[str, str]:
        """Command-line options that say where matches are stored."""
        return "--data", str(self.data)

    def start(self) -> None:
        """Start on the same port and data as before, and wait until it serves pages."""
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as probe:
                self.port = int(probe.getsockname()[1])
        self.run()
        wait_for(self._answers, fault="the server does not start")

    def run(self) -> None:
        command = [sys.executable, *self.program, "serve", "--port", str(self.port)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REFEREE_")}
        with self.stderr.open("ab") as errors:
            self.process = subprocess.Popen(
                [*command, *self.place, *self.options],
                cwd=ROOT,
                env=environment,
                stdout=errors if "--access-log" in self.options else subprocess.DEVNULL,
                stderr=errors,
            )

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.stderr.read_text()
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), timeout=START_SECONDS) as connection,
        ):
            connection.sendall(b"HEAD / HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n")
            return bool(connection.recv(1))
        return False

    def kill(self) -> None:
        """Kill the process, as if the plug were pulled."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(STOP_SECONDS)
        self.is_gone()

    def is_gone(self) -> None:
        """Wait until nothing answers any more."""
        wait_for(lambda: not self._is_held(), STOP_SECONDS, fault="a worker outlives the server")

    @contextmanager
    def away(self) -> Iterator[None]:
        self.kill()
        try:
            yield
        finally:
            self.start()

    def _is_held(self) -> bool:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Serve until the end of the context; fail if a worker reported a fault."""
        self.start()
        yield self
        self.stop()
        assert "fault" not in self.stderr.read_text()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        finally:
            self.process.kill()


class Phone(Offline, ByCards):
    """A phone at the table."""
