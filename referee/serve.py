"""The server of `referee serve`: what could go wrong is said before it starts, in one line.

The process that starts the server lives as long as it does, so it imports little: no Flask, no
database layer. Those belong to the worker.
"""

from __future__ import annotations

import errno
import io
import ipaddress
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from referee import __version__
from referee.matches.database_address import FOLDER, SETTING, DatabaseAddress
from referee.matches.readiness import bring_up_to_date, fold_in, problem_of_database

if TYPE_CHECKING:
    from granian.server.mp import MPServer

# Sockets that phones leave open count against this limit, also those that ask for nothing. Each is
# an open file, of which the system grants fewer unless it is asked; some are for the database.
CONNECTIONS = 4096
OTHER_FILES = 256

# Time for the head of a request, also of the first and of the next one on an open connection.
HEAD_SECONDS = 10

# Time for answers under way, after which open streams are cut.
STOP_SECONDS = 2


def serve(
    *,
    host: str,
    port: int,
    data: Path,
    workers: int = 1,
    database: DatabaseAddress | None = None,
) -> int:
    """Serve until told to stop; the exit status of the command.

    The matches are in the data folder, unless another database is given.
    """
    problem = problem_of(host, port, data, database)
    if problem:
        print(f"referee: {problem}", file=sys.stderr)
        return 2
    place = Place(host, port)
    phones = place.for_phones()
    kept = database or DatabaseAddress.in_folder(data)
    os.environ[FOLDER] = str(data.resolve())
    os.environ[SETTING] = str(database.file or database.server) if database else ""
    os.environ["REFEREE_LAN"] = phones
    # Many threads that each get a heap of their own would hold much more than they use.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    problem = bring_up_to_date(kept)
    if problem:
        print(f"referee: {problem}", file=sys.stderr)
        return 2
    try:
        return _run(place, workers, lambda: greet(place, phones, database or data, sys.stdout))
    except KeyboardInterrupt:  # before the server listens to Ctrl-C itself
        return 0
    finally:
        fold_in(kept)


@dataclass(frozen=True)
class Place:
    """Where the server listens, and how it is reached there."""

    host: str
    port: int

    @property
    def address(self) -> str:
        """The host as a number: the server resolves no names."""
        return _resolve(self.host)

    @property
    def is_everywhere(self) -> bool:
        return ipaddress.ip_address(self.address).is_unspecified

    @property
    def nearest(self) -> str:
        """The host for a browser on this machine."""
        if not self.is_everywhere:
            return self.host
        return "::1" if ":" in self.address else "127.0.0.1"

    def url(self, host: str) -> str:
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def for_phones(self) -> str:
        """The URL for others in the same network, empty if there is none."""
        if ipaddress.ip_address(self.address).is_loopback:
            return ""
        host = lan_address() if self.is_everywhere else self.host
        return self.url(host) if host else ""


def lan_address() -> str:
    """This machine's address as its network knows it, empty without a network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Connecting a datagram socket sends nothing, it only picks the way out. The address
        # is one reserved for documentation.
        probe.connect(("203.0.113.1", 9))
        found = str(probe.getsockname()[0])
        return "" if ipaddress.ip_address(found).is_loopback else found
    return ""


# What could go wrong


def problem_of(
    host: str, port: int, data: Path, database: DatabaseAddress | None = None
) -> str | None:
    """Why the server cannot start here, or None."""
    return _problem_of_place(host, port) or problem_of_database(
        database or DatabaseAddress.in_folder(data)
    )


def _problem_of_place(host: str, port: int) -> str | None:
    if not 0 < port < 65536:
        return f"{port} is no port: choose one from 1 to 65535"
    try:
        address = _resolve(host)
    except (OSError, UnicodeError):
        return f"{host} is not the address of any machine"
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        # As the server itself will do: a port that has just become free may be taken again.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            return _why_not_bound(error, host, port)
    return None


def _resolve(host: str) -> str:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return str(socket.getaddrinfo(host, None, family, socket.SOCK_STREAM)[0][4][0])


def _why_not_bound(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} is in use: choose another one with --port"
        case errno.EADDRNOTAVAIL:
            return f"{host} is not an address of this machine"
        case errno.EACCES:
            return f"port {port} is reserved: choose one from 1024 with --port"
        case _:
            return f"cannot listen on {host}, port {port}: {error.strerror}"


# The server


def _run(place: Place, workers: int, ready: Callable[[], None]) -> int:
    server = _server(place, workers)
    hangup = signal.getsignal(signal.SIGHUP)

    def stop_with_the_terminal() -> None:
        # granian would start its workers anew; `nohup` still keeps the server running.
        ignored = hangup == signal.SIG_IGN
        signal.signal(signal.SIGHUP, hangup if ignored else server.signal_handler_interrupt)

    def watch() -> None:
        threading.Thread(target=_when_it_answers, args=(server, place, ready), daemon=True).start()

    server.on_startup(stop_with_the_terminal)
    server.on_startup(watch)
    with suppress(SystemExit):  # granian's own status: 1 also for a worker that Ctrl-C has reached
        server.serve(target_loader=_load_app, wrap_loader=False)
    if server.interrupt_signal:
        return 0
    print("referee: the server has stopped by itself, the reason stands above", file=sys.stderr)
    return 1


def _server(place: Place, workers: int) -> MPServer:
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels
    from granian.server.mp import MPServer

    server = MPServer(
        "referee:create_app",
        address=place.address,
        port=place.port,
        interface=Interfaces.RSGI,
        factory=True,
        workers=workers,
        http=HTTPModes.http1,  # of others granian waits for a first byte for ever
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000),
        websockets=False,
        backpressure=_connections(),
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.error,
        log_dictconfig=_log_to_stderr(),
        log_access=False,  # a link is the permission: it is never written down
    )
    server.respawned_wrks = Deaths()
    return server


class Deaths(dict[int, float]):
    """When granian started each worker anew, as it asks for it to notice a crash loop.

    It would end the server when a worker dies twice within seconds. A table goes on playing after
    two bad moments: only so many within a minute are a loop.
    """

    MOST = 6
    WITHIN = 60.0

    def __init__(self) -> None:
        super().__init__()
        self._times: list[float] = []

    def __setitem__(self, worker: int, at: float) -> None:
        self._times = [*(time for time in self._times if at - time < self.WITHIN), at]
        super().__setitem__(worker, at)

    def get(self, worker: int, default: Any = None) -> Any:
        """The time of the last start, once there were too many; long ago until then."""
        is_loop = len(self._times) >= self.MOST
        return super().get(worker, default) if is_loop else float("-inf")

    def clear(self) -> None:
        """Remember them all the same."""


def _connections() -> int:
    """How many connections a worker may hold; asks the system for as many open files."""
    if sys.platform == "win32":
        return CONNECTIONS
    import resource

    granted, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    wanted = CONNECTIONS + OTHER_FILES if most == endless else min(CONNECTIONS + OTHER_FILES, most)
    if granted != endless and granted < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(wanted - OTHER_FILES, OTHER_FILES)


def _log_to_stderr() -> dict[str, Any]:
    handler = {"formatter": "generic", "class": "logging.StreamHandler"}
    return {"handlers": {"console": handler, "access": handler}}


def _load_app() -> Any:
    """The app, in the worker."""
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    from referee import create_app
    from referee.matches.storage import AWAY, fault_of
    from referee.web.gateway import THREADS, Gateway

    while True:
        try:
            return Gateway(create_app(), THREADS)
        except Exception as failure:  # of a worker that is started anew while its database is away
            if fault_of(failure) != AWAY:
                raise
            time.sleep(1)


def _end_with_the_parent() -> None:
    """A worker whose parent was killed would keep the port for ever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)


def _when_it_answers(server: MPServer, place: Place, ready: Callable[[], None]) -> None:
    while not server.main_loop_interrupt.wait(0.03):
        if _answers(place):
            # From here on a worker that dies is replaced; one that never started is not.
            server.respawn_failed_workers = True
            ready()
            return


def _answers(place: Place) -> bool:
    """Ask for the first page, which also makes it ready for the first visitor."""
    with (
        suppress(OSError),
        socket.create_connection((place.nearest, place.port), timeout=10) as connection,
    ):
        connection.sendall(b"HEAD / HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n")
        return bool(connection.recv(1))
    return False


# What it says


def greet(place: Place, phones: str, kept: Path | DatabaseAddress, out: TextIO) -> None:
    """How to reach the server, for people."""
    lines = [
        f"Referee {__version__} keeps its matches in {kept}. Ctrl-C stops it.",
        "",
        f"Open {place.url(place.nearest)} on this machine.",
    ]
    if place.is_everywhere:
        lines.append("It listens on all interfaces: everyone in the same network can reach it.")
    if phones:
        lines.append(f"On phones in the same network open {phones} or scan:\n")
        lines.append(_qr_code(phones, out))
    elif place.is_everywhere:
        lines.append("This machine seems to be in no network, so there is no address for phones.")
    # The name of a folder may hold what the character set of the terminal lacks.
    text = "\n".join(lines).encode(out.encoding, "replace").decode(out.encoding)
    print(text, file=out, flush=True)


def _qr_code(url: str, out: TextIO) -> str:
    import segno

    blocks = _has_blocks(out)
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=blocks)
    if not (blocks and out.isatty()):
        return drawn.getvalue()
    # White on black by name, or a light terminal would show it inverted.
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in drawn.getvalue().splitlines())


def _has_blocks(out: TextIO) -> bool:
    try:
        "▀▄█".encode(out.encoding)
    except UnicodeEncodeError:
        return False
    return True
