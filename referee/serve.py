"""The server of `referee serve`: what could go wrong is said before it starts, in one line.

The process that starts the server lives as long as it does, so it imports little: no Flask, no
database layer. Those belong to the worker.
"""

from __future__ import annotations

import io
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import parent_process
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TextIO

from referee import __version__
from referee.core.outside import NoAddress, outside_of
from referee.matches.database.database_address import FOLDER, SETTING, DatabaseAddress
from referee.matches.database.readiness import bring_up_to_date, fold_in, problem_of_database
from referee.network import Place

if TYPE_CHECKING:
    from granian.server.mp import MPServer

# Sockets that phones leave open count against this limit, also those that ask for nothing. Each is
# an open file, of which the system grants fewer unless it is asked; some are for the database.
CONNECTIONS = 4096
OTHER_FILES = 256

# The share of them that may be event streams: whoever has one asks for pages too.
STREAMS = 0.75

# Where a worker sees whether it is to write down what it is asked for.
ACCESS_LOG = "REFEREE_ACCESS_LOG"

# Time for the head of a request, also of the first and of the next one on an open connection.
HEAD_SECONDS = 10

# Time in which a phone has to take something of what it is sent.
SEND_SECONDS = 10

# Time for answers under way, after which open streams are cut.
STOP_SECONDS = 2

# Between threads: a short page waits for a turn of each that makes a long one (Python takes 5 ms).
SWITCH_SECONDS = 0.0005


def serve(
    *,
    host: str,
    port: int,
    data: Path,
    workers: int = 1,
    url: str = "",
    proxies: str = "",
    database: DatabaseAddress | None = None,
) -> int:
    """Serve until told to stop; the exit status of the command.

    The matches are in the data folder, unless another database is given.
    """
    try:
        url, problem = outside_of(url, proxies).url, problem_of(host, port, data, database)
    except NoAddress as wrong:
        problem = str(wrong)
    if problem:
        print(f"referee: {problem}", file=sys.stderr)
        return 2
    place = Place(host, port)
    phones = place.for_phones()
    kept = database or DatabaseAddress.in_folder(data)
    os.environ[FOLDER] = str(data.resolve())
    os.environ[SETTING] = str(database.file or database.server) if database else ""
    os.environ["REFEREE_STREAMS"] = str(int(_connections() * STREAMS))
    os.environ["REFEREE_LAN"] = phones[0] if phones else ""
    os.environ["REFEREE_URL"] = url
    os.environ["REFEREE_BEHIND_PROXY"] = proxies
    # Many threads that each get a heap of their own would hold much more than they use.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    problem = bring_up_to_date(kept)
    if problem:
        print(f"referee: {problem}", file=sys.stderr)
        return 2
    try:
        return _run(place, workers, lambda: greet(place, phones, database or data, sys.stdout, url))
    except KeyboardInterrupt:  # before the server listens to Ctrl-C itself
        return 0
    finally:
        fold_in(kept)


# What could go wrong


def problem_of(
    host: str, port: int, data: Path, database: DatabaseAddress | None = None
) -> str | None:
    """Why the server cannot start here, or None."""
    return Place(host, port).problem() or problem_of_database(
        database or DatabaseAddress.in_folder(data)
    )


# The server


def _run(place: Place, workers: int, ready: Callable[[], None]) -> int:
    server = _server(place, workers)
    _stop_by_signals(server)

    def watch() -> None:
        threading.Thread(target=_when_it_answers, args=(server, place, ready), daemon=True).start()

    server.on_startup(watch)
    with suppress(SystemExit):  # granian's own status: 1 also for a worker that Ctrl-C has reached
        server.serve(target_loader=_load_app, wrap_loader=False)
    if server.interrupt_signal:
        return 0
    print("referee: the server has stopped by itself, the reason stands above", file=sys.stderr)
    return 1


def _stop_by_signals(server: MPServer) -> None:
    """Stop on Ctrl-C, SIGTERM and a closing terminal, whatever else happens in that moment.

    granian's own handler sets an event in the thread that waits for it, which may hold its lock
    just then; and it clears the event when a worker dies of the same signal. So a thread sets the
    event, again and again.
    """
    signals: SimpleQueue[int] = SimpleQueue()  # `put` is safe in a handler

    def interrupt(number: int, _frame: object) -> None:
        server.interrupt_signal = True
        signals.put(number)

    def wake() -> None:
        signals.get()
        while True:
            server.main_loop_interrupt.set()
            time.sleep(0.1)

    handlers: dict[str, Any] = {"SIGINT": interrupt, "SIGTERM": interrupt}
    if hasattr(signal, "SIGHUP"):  # not on Windows; `nohup` has it ignored, granian would reload
        is_ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        handlers["SIGHUP"] = signal.SIG_IGN if is_ignored else interrupt

    def listen() -> None:
        for name, handler in handlers.items():
            signal.signal(signal.Signals[name], handler)
        threading.Thread(target=wake, daemon=True).start()

    server.on_startup(listen)


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
    sys.setswitchinterval(SWITCH_SECONDS)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    threading.Thread(target=_limit_sending, daemon=True).start()
    from referee import create_app
    from referee.matches.database.storage import (
        AWAY,
        CROWDED,
        SLOW,
        fault_of,
    )
    from referee.web.http.gateway import THREADS, Gateway

    while True:
        try:
            url, proxies = (
                os.environ.get(f"REFEREE_{name}", "") for name in ("URL", "BEHIND_PROXY")
            )
            return Gateway(
                create_app(),
                THREADS,
                keeps_log=os.environ.get(ACCESS_LOG) == "on",
                enter=outside_of(url, proxies).enter,
            )
        except Exception as failure:  # of a worker that is started anew while its database is away
            if fault_of(failure) not in (AWAY, CROWDED, SLOW):
                raise
            time.sleep(1)


def _limit_sending() -> None:
    """End connections on which nothing is taken for long; granian itself would wait for ever.

    A connection inherits this from the socket that listens, which granian opens by itself after the
    app is loaded. Only Linux has it: elsewhere what waits is bounded by its size alone.
    """
    if sys.platform != "linux":
        return
    while not threading.Event().wait(0.1):
        for link in Path("/proc/self/fd").iterdir():
            with suppress(OSError):  # closed meanwhile
                if not str(link.readlink()).startswith("socket:"):
                    continue
                one = socket.socket(fileno=int(link.name))
                try:
                    if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                        timeout = SEND_SECONDS * 1000
                        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, timeout)
                        return
                finally:
                    one.detach()  # it is granian's


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


def greet(
    place: Place, phones: list[str], kept: Path | DatabaseAddress, out: TextIO, url: str = ""
) -> None:
    """How to reach the server, for people."""
    lines = [
        f"Referee {__version__} keeps its matches in {kept}. Ctrl-C stops it.",
        "",
        f"Open {place.url(place.nearest)} on this machine.",
    ]
    if url:
        lines += [f"Everybody else opens {url} or scans:\n", _qr_code(url, out)]
    elif place.is_everywhere:
        lines.append("It listens on all interfaces: everyone in the same network can reach it.")
    if phones and not url:
        first, *others = phones
        lines += [f"On phones in the same network open {first} or scan:\n", _qr_code(first, out)]
        if others:
            lines.append(f"If that one does not answer, try {' or '.join(others)}.")
    elif place.is_everywhere and not url:
        lines.append("This computer seems to be on no network: join your Wi-Fi and start again.")
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
