"""A real server that runs in separate processes on an empty folder, and raw connections to it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

ROOT = Path(__file__).parents[1]
START_SECONDS = 120.0  # for a busy machine; the budget is 2
FORM = "application/x-www-form-urlencoded"
MODULES = "from referee.web.http import gateway"
PROGRAM = """
import sys
from pathlib import Path

from referee import serve
{modules}
{settings}
sys.exit(serve.serve(host="127.0.0.1", port=int(sys.argv[1]), data=Path(sys.argv[2])))
"""


def run_python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class Answer:
    raw: bytes
    seconds: float

    @property
    def status(self) -> int:
        return int(self.raw.split(b" ", 2)[1]) if self.raw else 0

    @property
    def location(self) -> str:
        (line,) = (x for x in self.raw.split(b"\r\n") if x.lower().startswith(b"location:"))
        return line.partition(b":")[2].strip().decode()

    @property
    def text(self) -> str:
        return self.raw.partition(b"\r\n\r\n")[2].decode()


@dataclass(frozen=True)
class Server:
    port: int
    data: Path
    process: subprocess.Popen[str]

    def connect(self, head: str = "", body: bytes = b"") -> socket.socket:
        """Open a connection, send this head and body, and return it."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=START_SECONDS)
        connection.sendall(head.encode() + body)
        return connection

    def ask(self, path: str, client: str = "") -> socket.socket:
        """Request a page, and return the connection before reading the answer.

        A `client` is the address that a proxy would name.
        """
        heads = f"X-Forwarded-For: {client}\r\n" if client else ""
        heads += "Host: here\r\nConnection: close\r\n"
        return self.connect(f"GET {path} HTTP/1.1\r\n{heads}\r\n")

    def get(self, path: str) -> Answer:
        return read(self.ask(path))

    def post(self, path: str, **form: str) -> Answer:
        body = urlencode(form).encode()
        return read(self.sender(path, len(body), body))

    def sender(
        self, path: str, length: int, body: bytes = b"number=1&", kind: str = FORM
    ) -> socket.socket:
        """Announce a form of `length` bytes, send only `body`, and return the open connection."""
        return self.connect(
            f"POST {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
            f"Content-Length: {length}\r\nContent-Type: {kind}\r\n\r\n",
            body,
        )

    def start_match(self) -> str:
        """Start a match of Tribello; return the key of its scoring link."""
        names = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
        return self.post("/new", game="tribello", id=str(uuid4()), **names).location.split("/")[2]


def read(connection: socket.socket) -> Answer:
    """Read until the server closes the connection; return the answer and how long it took."""
    begin = time.monotonic()
    raw = b""
    with connection, suppress(ConnectionResetError):
        while part := connection.recv(65536):
            raw += part
    return Answer(raw, time.monotonic() - begin)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def running(
    data: Path, settings: str = "", modules: str = MODULES, through: Sequence[str] = ()
) -> Iterator[Server]:
    with starting(data, settings, modules, through) as server:
        assert server.process.stdout is not None
        assert "Referee" in server.process.stdout.readline(), server.process.communicate()
        yield server


@contextmanager
def starting(
    data: Path, settings: str, modules: str = "", through: Sequence[str] = ()
) -> Iterator[Server]:
    """Start a server with changed settings, which may exit before it is ready.

    `modules` and `settings` are lines of code that run first. If the command `through` is given, it
    starts the server.
    """
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    program = PROGRAM.format(modules=modules, settings=settings)
    process = subprocess.Popen(
        [*through, sys.executable, "-c", program, str(port), str(data)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches all its processes, but not the tests
    )
    with process:
        try:
            yield Server(port, data, process)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def wait_for(
    condition: Callable[[], object], seconds: float = START_SECONDS, *, fault: str = ""
) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, fault
        time.sleep(0.02)


def slowness() -> float:
    """How many times slower this machine is now than an idle one, for assertions about seconds."""
    average, _, _, now, _ = Path("/proc/loadavg").read_text().split()
    return max(1.0, max(float(average), int(now.partition("/")[0])) / (os.cpu_count() or 1))


def children(pid: int) -> list[int]:
    with suppress(FileNotFoundError):  # it has ended
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return []
