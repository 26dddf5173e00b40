"""Between the server and the app: a request gets a thread once all of it has come.

The app is plain WSGI, and granian could call it as such. But then the app reads the body from the
socket, for as long as the sender likes: a phone that leaves the network while it sends would hold
a thread, and whatever that thread holds, for good. Here the event loop waits for bodies, which
costs nothing, and only so long.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_to_bytes

from granian._granian import RSGIProtocolClosed, RSGIProtocolError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from granian._granian import RSGIHTTPProtocol
    from granian.rsgi import Scope

THREADS: Final = 128
"""Every open event stream holds one. They start when needed, so a generous number costs nothing at
a quiet table; some of them are kept for pages."""
BODY_SECONDS = 10.0
"""So long a body may take: as long as the pages wait for an answer."""
SMALL: Final = 64 * 1024
"""Any form of a match; only records are larger."""
LARGE_AT_ONCE: Final = 4
MOST: Final = 3 * 1024 * 1024
"""The largest record, with the form around it."""
STREAM_SECONDS: Final = 30.0
"""So long a part of a stream may wait for a phone that takes nothing any more."""
REFUSED: Final = "referee.refused"
"""Where the environment says with which status a request is refused whose body did not come."""
WITHOUT_BODY: Final = (204, 304)
"""Answers with these have no length, and are no streams."""

logger = logging.getLogger("referee")


class _TooLarge(Exception):
    """The body has more bytes than any that is taken."""


class _NotInFull(Exception):
    """The body has fewer bytes than were announced: what is missing may be what matters."""


class Gateway:
    """A WSGI app as granian's interface RSGI calls it."""

    def __init__(self, app: WSGIApplication, threads: int) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(threads, "request")
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __rsgi__(self, scope: Scope, protocol: RSGIHTTPProtocol) -> None:
        """Answer one request."""
        loop = asyncio.get_running_loop()
        environ = environ_of(scope)
        async with self._body(protocol, environ) as body:
            environ["wsgi.input"] = BytesIO(body)
            await loop.run_in_executor(self._threads, self._answer, environ, protocol, loop)

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
                    body = await self._read(protocol, held)
                if announced and len(body) < int(announced):  # whoever sent it has gone
                    raise _NotInFull
            except (TimeoutError, _NotInFull):
                body, environ[REFUSED] = b"", 408
            except _TooLarge:
                body, environ[REFUSED] = b"", 413
            environ["CONTENT_LENGTH"] = str(len(body))
            environ.pop("HTTP_TRANSFER_ENCODING", None)
            yield body

    async def _read(self, protocol: Any, held: AsyncExitStack) -> bytes:
        """All of the body; a large one holds its place until it is answered."""
        body, is_large = bytearray(), False
        async for chunk in protocol:
            body += chunk
            if len(body) > MOST:
                raise _TooLarge
            if len(body) > SMALL and not is_large:
                is_large = True
                await held.enter_async_context(self._large)
        return bytes(body)

    def _answer(
        self, environ: WSGIEnvironment, protocol: Any, loop: asyncio.AbstractEventLoop
    ) -> None:
        """Call the app, in a thread of its own, and send what it says."""
        status, heads = 500, [("content-length", "0")]

        def start(line: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
            nonlocal status, heads
            status, heads = int(line.partition(" ")[0]), headers

        try:
            chunks = self._app(environ, start)
        except Exception as failure:
            logger.error("fault outside of any page", exc_info=failure)
            chunks = []
        if REFUSED in environ:
            heads = [*heads, ("connection", "close")]  # what is left of the body is not awaited
        has_length = any(name.lower() == "content-length" for name, _ in heads)
        try:
            if has_length or isinstance(chunks, list) or status in WITHOUT_BODY:
                protocol.response_bytes(status, heads, b"".join(chunks))
            else:
                _stream(protocol.response_stream(status, heads), chunks, loop)
        except (RSGIProtocolClosed, RSGIProtocolError, TimeoutError):
            pass  # whoever asked is gone
        finally:
            if hasattr(chunks, "close"):
                chunks.close()


def _stream(transport: Any, chunks: Iterable[bytes], loop: asyncio.AbstractEventLoop) -> None:
    async def send(chunk: bytes) -> None:
        await transport.send_bytes(chunk)

    for chunk in chunks:
        asyncio.run_coroutine_threadsafe(send(chunk), loop).result(STREAM_SECONDS)


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
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        both = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{both}{value}" if key in environ else value
    return environ
