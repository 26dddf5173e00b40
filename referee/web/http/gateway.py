"""Between the server and the app: a request gets a thread once all of it has come.

The app is plain WSGI, and granian could call it as such. But then the app reads the body from the
socket, for as long as the sender likes: a phone that leaves the network while it sends would hold
a thread, and whatever that thread holds, for good. Here the event loop waits for bodies, which
costs nothing, and only so long.

An event stream goes the other way: the app hands it over, its thread is free again, and the loop
goes on with it; any other answer is sent when all of it is there. That is why the bridge is our own
and none of those for ASGI, such as a2wsgi: they hold a thread for each open answer, and leave the
waiting for bodies to it.

The server keeps what it is to send until that is taken, so large answers go in pieces, and are
counted until they have gone.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import unquote_to_bytes

from granian._granian import RSGIProtocolClosed, RSGIProtocolError

from referee.web.http.limits import (
    MOST_IN_FLIGHT,
    MOST_OF_ADDRESS,
    MOST_OPEN,
    Quota,
    client_of,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from granian._granian import RSGIHTTPProtocol
    from granian.rsgi import Scope

THREADS: Final = 64
"""They start when needed, so a generous number costs nothing at a quiet table. Whoever finds none
waits for the next, and some wait for the database."""
BODY_SECONDS = 10.0
"""So long a body may take: as long as the pages wait for an answer."""
SMALL: Final = 64 * 1024
"""Bytes. No form of a match is larger, only records; few pages are."""
LARGE_AT_ONCE: Final = 4
MOST: Final = 3 * 1024 * 1024
"""The largest record, with the form around it."""
REFUSED: Final = "referee.refused"
"""Where the environment says with which status a request is refused whose body did not come."""
HAND_OVER: Final = "referee.hand_over"
"""Where the environment has what takes a stream over; under another server there is no such."""
ROUTE: Final = "referee.route"
"""Where the app says which of its addresses was asked for, without what made it this one."""
TRY_AGAIN: Final = 10
TOO_MUCH_UNREAD: Final = (
    "Too many large pages are being sent right now. Wait a few seconds, then reload this page."
)
TOO_MANY_OPEN: Final = (
    "Too many pages are open on your network. Close some that nobody looks at, then reload this."
)

logger = logging.getLogger("referee")


class _TooLarge(Exception):
    """The body has more bytes than any that is taken."""


class _NotInFull(Exception):
    """The body has fewer bytes than were announced: what is missing may be what matters."""


class _Busy(Exception):
    """Too many large uploads at once."""


class Wire:
    """Where the parts of a stream go, one phone. All of it is the event loop's."""

    def __init__(self, transport: Any) -> None:
        self.sent = 0
        self._transport = transport

    @property
    def is_open(self) -> bool:
        return self._transport is not None

    def send(self, chunk: bytes) -> None:
        """Send this, if the phone is there; without waiting, also for one that takes nothing."""
        if self._transport is not None:
            self._transport.send_bytes(chunk)
            self.sent += len(chunk)

    def end(self) -> None:
        """Send no more."""
        self._transport = None  # that it is forgotten is what ends an answer of granian


class Streamed(Protocol):
    """An answer that goes on for as long as it and the phone like."""

    async def open(self, wire: Wire) -> None:
        """Begin, on the event loop."""

    def close(self) -> None:
        """The phone is gone, or there was none; on the event loop."""


@dataclass
class _Answer:
    """What the app says to a request."""

    environ: WSGIEnvironment
    status: int = 500
    heads: list[tuple[str, str]] = field(default_factory=lambda: [("content-length", "0")])
    streamed: Streamed | None = None
    large: bytes = b""
    """The body, where it is to be sent in pieces."""
    begun: float = field(default_factory=time.perf_counter)

    def start(self, line: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
        """What WSGI calls `start_response`."""
        self.status, self.heads = int(line.partition(" ")[0]), headers

    def hand_over(self, streamed: Streamed) -> None:
        """Have this go on when the view is done."""
        self.streamed = streamed

    def note(self, sent: int) -> None:
        """A line for the access log, which holds neither a link nor who has asked."""
        what = f"{self.environ['REQUEST_METHOD']} {self.environ.get(ROUTE, '-')}"
        took = (time.perf_counter() - self.begun) * 1000
        now = datetime.now().astimezone().isoformat(timespec="milliseconds")
        sys.stdout.write(f"{now} {what} {self.status} {took:.1f} ms {sent} B\n")
        sys.stdout.flush()


def _refusal(text: str) -> tuple[list[tuple[str, str]], bytes]:
    """What is answered outside the app, when there is no room for a page."""
    body = text.encode()
    heads = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": str(len(body)),
        "retry-after": str(TRY_AGAIN),
    }
    return [*heads.items()], body


class Gateway:
    """A WSGI app as granian's interface RSGI calls it."""

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        *,
        keeps_log: bool = False,
        enter: Callable[[WSGIEnvironment], object] = lambda _environ: None,
    ) -> None:
        """`enter` puts the client of a proxy in its place, before its body is read."""
        self._app = app
        self._enter = enter
        self._threads = ThreadPoolExecutor(threads, "request")
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)
        self._in_flight = Quota(MOST_OF_ADDRESS, MOST_IN_FLIGHT)
        self._uploads = Quota(MOST_OF_ADDRESS, MOST_IN_FLIGHT)
        self._open = Quota(MOST_OPEN)
        self._keeps_log = keeps_log

    async def __rsgi__(self, scope: Scope, protocol: RSGIHTTPProtocol) -> None:
        """Answer one request."""
        answer = _Answer(environ_of(scope))
        self._enter(answer.environ)
        address = client_of(answer.environ)
        if not self._open.take(address):
            heads, body = _refusal(TOO_MANY_OPEN)
            protocol.response_bytes(503, [*heads, ("connection", "close")], body)
            return
        try:
            await self._respond(answer, protocol)
        finally:
            self._open.give_back(address)

    async def _respond(self, answer: _Answer, protocol: Any) -> None:
        async with self._body(protocol, answer.environ) as body:
            answer.environ["wsgi.input"] = BytesIO(body)
            answer.environ[HAND_OVER] = answer.hand_over
            await self._in_thread(self._answer, answer, protocol)
        if answer.streamed is not None:
            await self._stream(answer, answer.streamed, protocol)
        elif answer.large:
            await self._send_large(answer, protocol)

    def _in_thread(self, act: Callable[..., None], *values: Any) -> asyncio.Future[None]:
        return asyncio.get_running_loop().run_in_executor(self._threads, act, *values)

    @asynccontextmanager
    async def _body(self, protocol: Any, environ: WSGIEnvironment) -> AsyncIterator[bytes]:
        """The body; empty where it is refused, which the environment then says."""
        announced = environ.get("CONTENT_LENGTH")
        if announced is None and "HTTP_TRANSFER_ENCODING" not in environ:
            yield b""
            return
        async with AsyncExitStack() as held:
            try:
                if announced and int(announced) > MOST:  # the server has seen that it is a number
                    raise _TooLarge
                async with asyncio.timeout(BODY_SECONDS):
                    body = await self._read(protocol, held, client_of(environ))
                if len(body) > SMALL:  # to be read by the app takes much more than its bytes
                    await held.enter_async_context(self._large)
                if announced and len(body) < int(announced):  # whoever sent it has gone
                    raise _NotInFull
            except (TimeoutError, _NotInFull):
                body, environ[REFUSED] = b"", 408
            except _TooLarge:
                body, environ[REFUSED] = b"", 413
            except _Busy:
                body, environ[REFUSED] = b"", 503
            environ["CONTENT_LENGTH"] = str(len(body))
            environ.pop("HTTP_TRANSFER_ENCODING", None)
            yield body

    async def _read(self, protocol: Any, held: AsyncExitStack, address: str) -> bytes:
        """Read the whole body; a large one counts against the quota until it is answered."""
        body, is_large = bytearray(), False
        async for chunk in protocol:
            body += chunk
            if len(body) > MOST:
                raise _TooLarge
            if len(body) > SMALL and not is_large:
                is_large = True
                if not self._uploads.take(address, MOST):
                    raise _Busy
                held.callback(self._uploads.give_back, address, MOST)
        return bytes(body)

    def _answer(self, answer: _Answer, protocol: Any) -> None:
        """Call the app, in a thread of its own, and send what it says."""
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
        if REFUSED in answer.environ:  # what is left of the body is not awaited
            answer.heads = [*answer.heads, ("connection", "close")]
        if len(body) > SMALL and not self._in_flight.take(client_of(answer.environ), len(body)):
            answer.status = 503
            answer.heads, body = _refusal(TOO_MUCH_UNREAD)
        if len(body) > SMALL:
            answer.large = body
        else:
            protocol.response_bytes(answer.status, answer.heads, body)
        if self._keeps_log:
            answer.note(len(body))

    async def _send_large(self, answer: _Answer, protocol: Any) -> None:
        """Send a body in pieces, each of which is freed when it is taken; wait until all are.

        The connection ends with it: only then does the server say that it was taken, or given up.
        """
        size = len(answer.large)
        try:
            with suppress(RSGIProtocolClosed, RSGIProtocolError):
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
        """Go on with a stream, until the phone is gone or the stream has ended."""
        wire = Wire(None)
        try:
            if answer.status == 200:
                # The app says the length of what it has left, which is nothing.
                heads = [each for each in answer.heads if each[0].lower() != "content-length"]
                with suppress(RSGIProtocolClosed, RSGIProtocolError):
                    wire = Wire(protocol.response_stream(answer.status, heads))
                    await streamed.open(wire)
                    await protocol.client_disconnect()
        finally:
            streamed.close()
            wire.end()
        if self._keeps_log and answer.status == 200:
            await self._in_thread(answer.note, wire.sent)


def environ_of(scope: Scope) -> WSGIEnvironment:
    """The head of a request as WSGI has it."""
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
        if "_" in name:  # it would pass for the one with a "-" that a proxy has put there itself
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        both = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{both}{value}" if key in environ else value
    return environ
