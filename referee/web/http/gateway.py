"""Adapter from granian to the WSGI app: a request gets a thread only when its body has arrived.

If granian called the app directly, the app would read the body from the socket for as long as the
sender takes: a phone that loses its network while sending would hold a thread, and everything that
the thread holds, forever. Here the event loop waits for bodies, at no cost and with a timeout.

The app hands event streams over to the loop, which frees their threads. ASGI bridges such as a2wsgi
hold a thread for each open response, even while it waits for the body.

The server buffers a response until it is read, so large ones are sent in chunks and count against a
quota until then.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from asyncio import get_running_loop
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import unquote_to_bytes
from weakref import WeakValueDictionary

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.core.language import find_language
from referee.core.text import Text, _
from referee.matches.database.lock import WHILE_WAITING, Waiting
from referee.web.http.limits import (
    MOST_IN_FLIGHT,
    MOST_OF_ADDRESS,
    MOST_OPEN,
    AddressTurns,
    Quota,
    client_of,
    has_limits,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from granian._granian import RSGIHTTPProtocol
    from granian.rsgi import Scope

THREADS: Final = 64  # they start on demand, so a generous number costs nothing
BODY_SECONDS = 10.0  # timeout for a request body, the same as a page's for a response
SMALL: Final = 64 * 1024  # bytes; only records and a few pages are larger
LARGE_AT_ONCE: Final = 4  # requests with a large body
MOST: Final = 3 * 1024 * 1024  # bytes of the largest record, with the form around it
REFUSED: Final = "referee.refused"
"""WSGI key for the status code with which to refuse a request whose body wasn't accepted."""
HAND_OVER: Final = "referee.hand_over"
"""WSGI key for the function that takes over a stream; other servers don't set it."""
ROUTE: Final = "referee.route"  # WSGI key for the route: the URL without the link
TRY_AGAIN: Final = 10  # seconds
TOO_MUCH_UNREAD: Final = _(
    "Too many large pages are being sent. Wait a few seconds, then reload this page."
)
TOO_MANY_OPEN: Final = _(
    "Too many pages are open on your network. Close some of them, then reload this page."
)

logger = logging.getLogger("referee")


class _Refused(Exception):
    """Raised to refuse a request body; the argument is the HTTP status code."""


class Wire:
    def __init__(self, transport: Any) -> None:
        self.sent = 0
        self._transport = transport

    @property
    def is_open(self) -> bool:
        return self._transport is not None

    def send(self, chunk: bytes) -> None:
        """Send without waiting, even if the client isn't reading."""
        if self._transport is not None:
            self._transport.send_bytes(chunk)
            self.sent += len(chunk)

    def end(self) -> None:
        self._transport = None  # granian ends a response when its transport is freed


class Streamed(Protocol):
    """A response of unknown length; both methods run on the event loop."""

    async def open(self, wire: Wire) -> None: ...

    def close(self) -> None: ...


@dataclass
class _Answer:
    environ: WSGIEnvironment
    status: int = 500
    heads: list[tuple[str, str]] = field(default_factory=lambda: [("content-length", "0")])
    streamed: Streamed | None = None
    large: bytes = b""  # the body, if it is sent in pieces
    while_waiting: Waiting = nullcontext
    begun: float = field(default_factory=time.perf_counter)

    def start(self, line: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
        """WSGI's `start_response`."""
        self.status, self.heads = int(line.partition(" ")[0]), headers

    def hand_over(self, streamed: Streamed) -> None:
        self.streamed = streamed

    def log(self, sent: int) -> None:
        """Write a line to the access log, without the link or the client's address."""
        what = f"{self.environ['REQUEST_METHOD']} {self.environ.get(ROUTE, '-')}"
        took = (time.perf_counter() - self.begun) * 1000
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        sys.stdout.write(f"{now} {what} {self.status} {took:.1f} ms {sent} B\n")
        sys.stdout.flush()


def _refusal(text: Text, environ: Mapping[str, Any]) -> tuple[list[tuple[str, str]], bytes]:
    """Return the headers and body of a plain-text refusal.

    It uses the browser's language, because the cookie with the chosen language isn't read here.
    """
    wanted = parse_accept_header(environ.get("HTTP_ACCEPT_LANGUAGE"), LanguageAccept)
    body = find_language(*wanted.values()).render(text).encode()
    heads = [
        ("content-type", "text/plain; charset=utf-8"),
        ("content-length", str(len(body))),
        ("retry-after", str(TRY_AGAIN)),
    ]
    return heads, body


class Gateway:
    """Adapts a WSGI app to granian's interface, RSGI."""

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        *,
        keeps_log: bool = False,
        apply_proxies: Callable[[WSGIEnvironment], object] = lambda _environ: None,
    ) -> None:
        """`apply_proxies` makes quotas apply to a proxy's clients instead of the proxy itself."""
        self._app = app
        self._apply_proxies = apply_proxies
        self._threads = ThreadPoolExecutor(threads, "request")
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)
        self._in_flight = Quota(MOST_OF_ADDRESS, MOST_IN_FLIGHT)
        self._uploads = Quota(MOST_OF_ADDRESS, MOST_IN_FLIGHT)
        self._open = Quota(MOST_OPEN)
        self._turns = WeakValueDictionary[str, AddressTurns]()
        self._keeps_log = keeps_log

    async def __rsgi__(self, scope: Scope, protocol: RSGIHTTPProtocol) -> None:
        answer = _Answer(environ_of(scope))
        self._apply_proxies(answer.environ)
        address = client_of(answer.environ)
        if not self._open.take(address):
            heads, body = _refusal(TOO_MANY_OPEN, answer.environ)
            protocol.response_bytes(503, [*heads, ("connection", "close")], body)
            return
        try:
            async with (
                self._body(protocol, answer.environ) as body,
                self._turn(address) as answer.while_waiting,
                self._large if len(body) > SMALL else nullcontext(),  # needs memory to parse
            ):
                answer.environ["wsgi.input"] = BytesIO(body)
                answer.environ[HAND_OVER] = answer.hand_over
                await self._in_thread(self._answer, answer, protocol)
            if answer.streamed is not None:
                await self._stream(answer, answer.streamed, protocol)
            elif answer.large:
                await self._send_large(answer, protocol)
        finally:
            self._open.give_back(address)

    def _in_thread(self, act: Callable[..., None], *values: Any) -> asyncio.Future[None]:
        return get_running_loop().run_in_executor(self._threads, act, *values)

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[Waiting]:
        """Hold one of the address's turns; yield what a thread enters while it doesn't need it."""
        if not has_limits(address):
            yield nullcontext
            return
        turns = self._turns.setdefault(address, AddressTurns())
        tell = partial(get_running_loop().call_soon_threadsafe, turns.count)

        @contextmanager
        def while_waiting() -> Iterator[None]:
            tell(-1)
            try:
                yield
            finally:
                tell(1)  # at once, even if others run: it may hold a lock

        await turns.take()
        try:
            yield while_waiting
        finally:
            turns.count(-1, -1)

    @asynccontextmanager
    async def _body(self, protocol: Any, environ: WSGIEnvironment) -> AsyncIterator[bytes]:
        """Yield the body; if it is refused, yield `b""` and store the status in `environ`."""
        announced = environ.get("CONTENT_LENGTH")
        if announced is None and "HTTP_TRANSFER_ENCODING" not in environ:
            yield b""
            return
        async with AsyncExitStack() as held:
            try:
                if announced and int(announced) > MOST:  # the server has checked the number
                    raise _Refused(413)
                async with asyncio.timeout(BODY_SECONDS):
                    body = await self._read(protocol, held, client_of(environ))
                if announced and len(body) < int(announced):  # the sender has gone
                    raise _Refused(408)
            except TimeoutError:
                body, environ[REFUSED] = b"", 408
            except _Refused as refused:
                body, environ[REFUSED] = b"", refused.args[0]
            environ["CONTENT_LENGTH"] = str(len(body))
            environ.pop("HTTP_TRANSFER_ENCODING", None)
            yield body

    async def _read(self, protocol: Any, held: AsyncExitStack, address: str) -> bytes:
        """Read the whole body; a large one counts against the quota until the request is done."""
        body, is_large = bytearray(), False
        async for chunk in protocol:
            body += chunk
            if len(body) > MOST:
                raise _Refused(413)
            if len(body) > SMALL and not is_large:
                is_large = True
                if not self._uploads.take(address, MOST):
                    raise _Refused(503)
                held.callback(self._uploads.give_back, address, MOST)
        return bytes(body)

    def _answer(self, answer: _Answer, protocol: Any) -> None:
        """Call the app and send its response, unless that is large or a stream.

        This runs in a thread.
        """
        WHILE_WAITING.set(answer.while_waiting)
        try:
            chunks = self._app(answer.environ, answer.start)
            try:
                body = b"".join(chunks)
            finally:
                if hasattr(chunks, "close"):
                    chunks.close()
        except Exception as failure:
            logger.error("fault outside of any page", exc_info=failure)
            answer.status, answer.heads, body = 500, [("content-length", "0")], b""
        if answer.streamed is not None and answer.status == 200:
            return
        if REFUSED in answer.environ:  # the rest of the body is not read
            answer.heads = [*answer.heads, ("connection", "close")]
        if len(body) > SMALL and not self._in_flight.take(client_of(answer.environ), len(body)):
            answer.status = 503
            answer.heads, body = _refusal(TOO_MUCH_UNREAD, answer.environ)
        if len(body) > SMALL:
            answer.large = body
        else:
            protocol.response_bytes(answer.status, answer.heads, body)
        if self._keeps_log:
            answer.log(len(body))

    async def _send_large(self, answer: _Answer, protocol: Any) -> None:
        """Send a body in chunks, freed as the client reads them; wait until it has read them all.

        The connection is closed, because only then does the server report that the body was read.
        """
        size = len(answer.large)
        try:
            with _ignoring_hang_up():
                heads = [*answer.heads, ("connection", "close")]
                wire = Wire(protocol.response_stream(answer.status, heads))
                for start in range(0, size, SMALL):
                    wire.send(answer.large[start : start + SMALL])
                wire.end()
                answer.large = b""
                await protocol.client_disconnect()
        finally:
            self._in_flight.give_back(client_of(answer.environ), size)

    async def _stream(self, answer: _Answer, streamed: Streamed, protocol: Any) -> None:
        wire = Wire(None)
        try:
            if answer.status == 200:
                # The app set the length to 0, that of its own body.
                heads = [each for each in answer.heads if each[0].lower() != "content-length"]
                with _ignoring_hang_up():
                    wire = Wire(protocol.response_stream(answer.status, heads))
                    await streamed.open(wire)
                    await protocol.client_disconnect()
        finally:
            streamed.close()
            wire.end()
        if self._keeps_log and answer.status == 200:
            await self._in_thread(answer.log, wire.sent)


def _ignoring_hang_up() -> AbstractContextManager[None]:
    # Imported here, because pages use this module's names on systems without granian, too.
    from granian._granian import RSGIProtocolClosed, RSGIProtocolError

    return suppress(RSGIProtocolClosed, RSGIProtocolError)


def environ_of(scope: Scope) -> WSGIEnvironment:
    server, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope.path).decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name:  # it would be mistaken for a proxy's header with a "-"
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        both = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{both}{value}" if key in environ else value
    return environ
