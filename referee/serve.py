"""`referee serve`: check the settings, then run granian.

Unusable settings are rejected with a one-line message. The main process lives as long as
the server, so it imports little: Flask and the database layer are loaded only in the workers.
"""

from __future__ import annotations

import ctypes
import gc
import io
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from multiprocessing import parent_process
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import urlsplit

from referee import __version__
from referee.core.os_errors import reason_of
from referee.core.proxies import InvalidAddress, read_proxy_settings
from referee.core.text import ENGLISH, Text, Translator, _, listed
from referee.matches.database.address import (
    FOLDER,
    SETTING,
    DatabaseAddress,
    bring_up_to_date,
    can_be_read,
    fold_in,
    problem_of_database,
)
from referee.network import PORT_IN_USE, Listener

if TYPE_CHECKING:
    from granian.server.mp import MPServer

PORTS = range(8000, 8010)
"""Ports that `referee` tries in turn if no port is given."""
CONNECTIONS = 4096
"""Maximum connections per worker. Phones keep many idle connections open. Each uses a file
descriptor, and the system's default limit on open files is lower than this."""
OTHER_FILES = 256
"""Number of open files to allow for the database, in addition to client connections."""
STREAMS = 0.75
"""Fraction of the connections that may be event streams; the rest are for page requests."""
ACCESS_LOG = "REFEREE_ACCESS_LOG"
CERTIFICATE = "https.pem"
"""File in the data folder with this computer's key and certificate."""
HEAD = b"HEAD %s HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n"
HEAD_SECONDS = 10
"""Timeout for reading the head of a request."""
SEND_SECONDS = 10
"""Timeout for a client that doesn't read its response."""
START_SECONDS = 20.0
"""Time for another Referee that has just taken a port to answer on it."""
STOP_SECONDS = 2
"""Grace period for responses on shutdown; after it, open streams are closed."""
SWITCH_SECONDS = 0.0005
"""Thread switch interval, shorter than Python's default of 5 ms, so that quick pages wait less for
slow ones."""
MOST_CRASHES = 3
CRASH_SECONDS = 60.0
"""If granian gives up MOST_CRASHES times within this period, the server is in a crash loop
and stops."""


def serve(
    *,
    host: str,
    port: int,
    data: Path,
    workers: int = 1,
    url: str = "",
    proxies: str = "",
    database: DatabaseAddress | None = None,
    translator: Translator = ENGLISH,
    opens_browser: bool = False,
    reserved: socket.socket | None = None,
    https: bool = False,
) -> int:
    """Serve the matches in the folder or the database until stopped; return the exit status.

    `reserved` is what `Listener.reserve` has returned, if it was called before.
    """
    address = database or DatabaseAddress.in_folder(data)
    listener = Listener(host, port, "https" if https else "http")
    try:
        settings = read_proxy_settings(url, proxies)
        url, problem = settings.origin + settings.prefix, listener.problem()
    except InvalidAddress as wrong:
        problem = wrong.text
    is_unwritable = None if problem else problem_of_database(address)
    if is_unwritable and not can_be_read(address):
        problem, is_unwritable = is_unwritable, None
    found = problem or bring_up_to_date(address)
    if not found:
        reserved = reserved or listener.reserve()
        found = None if reserved else PORT_IN_USE.format(port=port)
    certificate = None
    if https and not found:
        certificate, found = _certificate(listener, url, data)
    if found:
        print(f"referee: {translator.render(found)}", file=sys.stderr)
        if reserved:
            reserved.close()
        return 2
    if is_unwritable:
        text = _("matches are shown, but not saved: {problem}", problem=is_unwritable)
        print(f"referee: {translator.render(text)}", file=sys.stderr)
    phones = listener.for_phones()
    # For `create_app`, in processes that may not share this one's memory.
    os.environ |= {
        FOLDER: str(data.resolve()),
        SETTING: str(database.file or database.server) if database else "",
        "REFEREE_STREAMS": str(int(_connections() * STREAMS)),
        "REFEREE_LAN": phones[0] if phones else "",
        "REFEREE_URL": url,
        "REFEREE_BEHIND_PROXY": proxies,
    }
    # With one malloc arena per thread, the workers would hold far more memory than they use.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    try:
        matches = database.name if database else str(data)

        def ready() -> None:
            greet(listener, phones, matches, sys.stdout, url, translator, bool(proxies))
            if opens_browser:
                open_browser(listener)

        if find_spec("granian"):
            return run_granian(listener, workers, ready, translator, certificate)
        return run_waitress(listener, ready)
    except KeyboardInterrupt:  # before granian has set its signal handlers
        return 0
    finally:
        fold_in(address)
        if reserved:
            reserved.close()


def _certificate(listener: Listener, url: str, data: Path) -> tuple[Path | None, Text | None]:
    """Return the file of this computer's certificate, or why it can't have one."""
    if not (find_spec("granian") and find_spec("cryptography")):
        return None, _("--https needs granian and cryptography: install referee[https]")
    named = urlsplit(url).hostname
    hosts = [*listener.hosts(), *([named] if named else [])]
    # In a process of its own: nothing else needs the 20 MB of its library.
    file = data / CERTIFICATE
    command = [sys.executable, "-m", "referee.certificate", str(file), *hosts]
    if status := subprocess.run(command, check=False).returncode:
        text = _("can’t keep a certificate in {folder}: {reason}")
        reason = reason_of(OSError(status, os.strerror(status)))
        return None, text.format(folder=str(data), reason=reason)
    return file, None


def start(
    host: str,
    data: Path,
    database: DatabaseAddress | None,
    translator: Translator = ENGLISH,
    https: bool = False,
) -> int:
    """Serve on a free port and open the browser; if Referee is already running, just open it."""
    for port in PORTS:
        listener = Listener(host, port, "https" if https else "http")
        reserved = listener.reserve()
        if running := _find_referee(listener, 0 if reserved else START_SECONDS):
            text = _("Referee is already running at {url}.", url=running.url(running.nearest))
            print(translator.render(text), flush=True)
            open_browser(running)
            return 0
        if reserved and listener.problem() is None:
            break
    return serve(
        host=host,
        port=port,
        data=data,
        database=database,
        translator=translator,
        opens_browser=True,
        reserved=reserved,
        https=https,
    )


def _find_referee(listener: Listener, seconds: float) -> Listener | None:
    """Return the Referee that answers there, by whichever scheme; None if there is none.

    If it is just starting, wait for so many seconds.
    """
    end = time.monotonic() + seconds
    other = replace(listener, scheme="http" if listener.scheme == "https" else "https")
    while True:
        for each in (listener, other):
            with suppress(OSError), each.connect(timeout=1) as connection:
                connection.sendall(HEAD % b"/health")
                if b"\r\nreferee:" in connection.recv(4096).lower():
                    return each
        if time.monotonic() > end:
            return None
        time.sleep(0.1)


def open_browser(listener: Listener) -> None:
    """Open the app in the user's browser, unless only a text browser could show it."""
    import webbrowser

    has_screen = sys.platform != "linux" or {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & {
        *os.environ
    }
    if has_screen:
        webbrowser.open(listener.url(listener.nearest))


# Granian ------------------------------------------------------------------------------------------
#
# Mostly this uses granian's documented options. Beyond them this section relies on the following,
# which `test_granian_does_what_the_server_relies_on` checks against the installed version:
# - `serve` raises SystemExit when it gives up because of workers that died;
# - startup hooks run in the main thread, once granian has set its signal handlers;
# - `serve` ends once `interrupt_signal` is true and `main_loop_interrupt` is set;
# - `respawn_failed_workers` is read whenever a worker dies, so it can be switched on later;
# - the listening socket is opened after the app is loaded, in the worker process.


def run_granian(
    listener: Listener,
    workers: int,
    ready: Callable[[], None],
    translator: Translator = ENGLISH,
    certificate: Path | None = None,
) -> int:
    """Serve until stopped; call `ready` once the first page has been answered."""
    has_answered = False
    ends: deque[float] = deque(maxlen=MOST_CRASHES)

    def watch(server: MPServer, has_ended: threading.Event) -> None:
        nonlocal has_answered
        answer = b""
        while not answer and not has_ended.wait(0.03):
            with suppress(OSError), listener.connect(timeout=10) as connection:
                # Requesting the home page also compiles its template for the first visitor.
                connection.sendall(HEAD % b"/")
                answer = connection.recv(1)
        if answer:
            # From here on, a worker that dies is replaced; one that never started is not.
            server.respawn_failed_workers = True
            if not has_answered:
                has_answered = True
                ready()

    while True:
        server, has_ended = _make_server(listener, workers, certificate), threading.Event()
        # Forked workers share this memory; their garbage collections would copy it otherwise.
        gc.freeze()
        _stop_by_signals(server)
        watcher = threading.Thread(target=watch, args=(server, has_ended), daemon=True)
        server.on_startup(watcher.start)
        with suppress(SystemExit):  # granian exits with 1 even if Ctrl-C ended a worker
            server.serve(target_loader=_load_app, wrap_loader=False)
        has_ended.set()
        if server.interrupt_signal:
            return 0
        # Granian gives up when a worker dies twice within seconds. Start it again: only several
        # such failures within a minute are a crash loop.
        ends.append(time.monotonic())
        is_loop = len(ends) == MOST_CRASHES and ends[-1] - ends[0] < CRASH_SECONDS
        if is_loop or not has_answered:
            break
    text = _("the server stopped unexpectedly; the reason is above")
    print(f"referee: {translator.render(text)}", file=sys.stderr)
    return 1


def _stop_by_signals(server: MPServer) -> None:
    """Stop on Ctrl-C, SIGTERM or a closed terminal, without granian's race conditions.

    Granian's own handler sets an event in the very thread that waits for it, and that thread may be
    holding the event's lock. Granian also clears the event when the same signal kills a worker. So
    another thread sets the event repeatedly.
    """
    signals: SimpleQueue[int] = SimpleQueue()  # `put` is safe in a handler

    def interrupt(number: int, _frame: object) -> None:
        server.interrupt_signal = True
        logging.disable()  # a worker ended by the same signal is not an error
        signals.put(number)

    def wake() -> None:
        signals.get()
        while True:
            server.main_loop_interrupt.set()
            time.sleep(0.1)

    handlers: dict[str, Any] = {"SIGINT": interrupt, "SIGTERM": interrupt}
    if hasattr(signal, "SIGHUP"):  # not on Windows; `nohup` ignores it, granian would reload
        is_ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        handlers["SIGHUP"] = signal.SIG_IGN if is_ignored else interrupt

    def listen() -> None:
        for name, handler in handlers.items():
            signal.signal(signal.Signals[name], handler)
        threading.Thread(target=wake, daemon=True).start()

    server.on_startup(listen)


def _make_server(listener: Listener, workers: int, certificate: Path | None = None) -> MPServer:
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels
    from granian.server.mp import MPServer

    handler = {"formatter": "generic", "class": "logging.StreamHandler"}  # standard error
    return MPServer(
        "referee:create_app",
        address=listener.address,
        port=listener.port,
        interface=Interfaces.RSGI,
        factory=True,
        workers=workers,
        http=HTTPModes.http1,  # in others granian waits forever for a first byte
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000),
        websockets=False,
        backpressure=_connections(),
        ssl_cert=certificate,
        ssl_key=certificate,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.error,
        log_dictconfig={"handlers": {"console": handler, "access": handler}},
        log_access=False,  # links grant access, so they must not be logged
    )


def _connections() -> int:
    """Raise the limit on open files; return how many connections a worker may hold."""
    if sys.platform == "win32":
        return CONNECTIONS
    import resource

    granted, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    wanted = CONNECTIONS + OTHER_FILES if most == endless else min(CONNECTIONS + OTHER_FILES, most)
    if granted != endless and granted < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return max(wanted - OTHER_FILES, OTHER_FILES)


def _load_app() -> Any:
    def end_with_parent() -> None:  # an orphaned worker would keep the port forever
        if parent := parent_process():
            parent.join()
            os._exit(1)

    sys.setswitchinterval(SWITCH_SECONDS)
    for watch in (end_with_parent, _limit_sending):
        threading.Thread(target=watch, daemon=True).start()
    from referee import create_app
    from referee.matches.database.faults import AWAY, CROWDED, SLOW, fault_of
    from referee.web.http.gateway import THREADS, Gateway

    url, proxies = (os.environ.get(f"REFEREE_{name}", "") for name in ("URL", "BEHIND_PROXY"))
    while True:
        try:
            app = create_app()
            _keep_awake(app)
            _return_unused_memory()
            # Everything loaded so far stays in memory: scanning it in each full collection would
            # block all requests for an eighth of a second.
            gc.freeze()
            gc.set_threshold(20_000, 10, 10)  # a quarter of a large import was looking for cycles
            return Gateway(
                app,
                THREADS,
                keeps_log=os.environ.get(ACCESS_LOG) == "on",
                apply_proxies=read_proxy_settings(url, proxies).apply,
            )
        except Exception as failure:  # a worker is being replaced while its database is down
            if fault_of(failure) not in (AWAY, CROWDED, SLOW):
                raise
            time.sleep(1)


def _keep_awake(app: Any) -> None:
    """Keep this computer awake for its phones, if they connect to it directly."""
    if os.environ.get("REFEREE_LAN"):
        from referee.awake import keep_awake

        has_phones = app.extensions["streams"].has_phones
        threading.Thread(target=keep_awake, args=(has_phones,), daemon=True).start()


def _return_unused_memory() -> None:
    """Return what loading needed only for a moment; glibc would keep these 5 MB."""
    with suppress(OSError, AttributeError, TypeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


def _limit_sending() -> None:
    """Set a timeout for clients that don't read their responses; granian itself has none.

    Connections inherit the timeout from the listening socket. On systems other than Linux, only
    the quotas limit pending responses.
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
                    one.detach()  # granian owns it


# Waitress -----------------------------------------------------------------------------------------


def run_waitress(listener: Listener, ready: Callable[[], None]) -> int:
    """Serve until stopped on systems without granian, in this process; phones poll for news."""
    from waitress import create_server

    from referee import create_app
    from referee.web.http.gateway import MOST, THREADS

    app = create_app()
    _keep_awake(app)
    server = create_server(
        app,
        host=listener.address,
        port=listener.port,
        threads=THREADS,
        connection_limit=CONNECTIONS,
        max_request_body_size=MOST,
        clear_untrusted_proxy_headers=False,  # the app itself checks who sent them
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    ready()
    dispatcher = server.task_dispatcher  # whose own grace period is five seconds
    dispatcher.shutdown = partial(dispatcher.shutdown, timeout=STOP_SECONDS)
    server.run()  # returns on SystemExit and KeyboardInterrupt
    return 0


# The greeting -------------------------------------------------------------------------------------


def greet(
    listener: Listener,
    phones: list[str],
    matches: str,
    out: TextIO,
    url: str = "",
    translator: Translator = ENGLISH,
    is_proxied: bool = False,
) -> None:
    """Print where the app can be opened; `matches` names the data folder or the database."""
    here = listener.url(listener.nearest)
    lines: list[str] = [
        _("Referee {version} stores its matches in {place}.", version=__version__, place=matches),
        _("Press Ctrl-C to stop it."),
        "",
        _("Open {url} on this computer.", url=here),
    ]
    if listener.scheme == "https":
        lines.append(
            _("Browsers warn once that they don’t know its certificate: open the page anyway.")
        )
    if url:
        lines += [_("On other devices, open {url} or scan:", url=url), "", _qr_code(url, out)]
    elif listener.is_everywhere:
        lines.append(_("Everyone on the same network can reach it."))
    if phones and not url:
        first, *others = phones
        lines += [_("On phones, open {url} or scan:", url=first), "", _qr_code(first, out)]
        if others:
            lines.append(_("If that doesn’t work, try {urls}", urls=listed(others, "or")))
        lines.append(_("While you play, keep the computer plugged in and its lid open."))
    elif listener.is_everywhere and not url:
        lines.append(
            _(
                "This computer doesn’t seem to be on a network. Join your Wi-Fi and start Referee"
                " again."
            )
        )
    elif not (url or is_proxied):
        lines.append(_("Phones can’t connect to this address. For phones, add --host 0.0.0.0."))
    text = "\n".join(translator.render(line) for line in lines)
    # A folder name may have characters that the terminal's encoding lacks.
    text = text.encode(out.encoding, "replace").decode(out.encoding)
    print(text, file=out, flush=True)


def _qr_code(url: str, out: TextIO) -> str:
    import segno

    blocks = True
    try:
        "▀▄█".encode(out.encoding)
    except UnicodeEncodeError:
        blocks = False
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=blocks)
    if not (blocks and out.isatty()):
        return drawn.getvalue()
    # Explicitly white on black: a light terminal would show the code inverted.
    return "".join(f"\033[97;40m{line}\033[0m\n" for line in drawn.getvalue().splitlines())
