"""A proxy between phone and server that can lose requests and responses."""

from __future__ import annotations

import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal

from referee.web.http.app import SIGN

Fault = Literal["", "lost", "unanswered", "landing", "bad gateway", "too many"]
"""What goes wrong with a request.

In this order: nothing; the request is lost; its response is lost; a landing page responds instead
(200); a gateway does (502); Referee refuses it for now, as after too many requests (429).
"""
Fate = Callable[[str, str], Fault]
"""Decides what happens to a request, given its method and path."""
LANDING = b"<!doctype html><title>Cafe Wi-Fi</title><h1>Welcome! Accept our terms.</h1>"
CERTIFICATE = Path(__file__).parent / "data" / "only_for_tests.pem"
KEPT = ("connection", "keep-alive", "transfer-encoding")
"""Headers for a single connection, which aren't passed on."""


def good(_method: str, _path: str) -> Fault:
    """Let the request through."""
    return ""


def nothing(_method: str, _path: str) -> None:
    """Do nothing while a request is at the server."""


class Way(ThreadingHTTPServer):
    """The proxy: accepts the phone's requests and passes them on to the server."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int, *, is_secure: bool = False, below: str = "") -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.to = port
        self.below = below
        """Path below which the app is served; stripped from requests, as by a host's proxy."""
        self.begin()
        self.scheme = "https" if is_secure else "http"
        if is_secure:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
            self.socket = context.wrap_socket(self.socket, server_side=True)

    def begin(self) -> None:
        """Let everything through from now on, and forget past faults."""
        self.outside: list[str] = []
        """Requested paths outside `below`."""
        self.fate: Fate = good
        self.meanwhile: Callable[[str, str], None] = nothing
        """Called with method and path while a request is at the server."""
        self.faults: Counter[Fault] = Counter()
        """How often each fault occurred."""
        self.pieces = -1, 0.0
        """Most bytes of a piece of an answer, and seconds between two pieces."""

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.server_port}"

    def posts(self, fault: Fault, *, on: str = "") -> None:
        """From now on, apply this fault to forms sent to paths that end in `on`."""
        self.fate = lambda method, path: fault if method == "POST" and path.endswith(on) else ""

    def all(self, fault: Fault) -> None:
        """From now on, apply this fault to every request."""
        self.fate = lambda _method, _path: fault

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that have gone away."""


@contextmanager
def way_to(port: int, *, is_secure: bool = False, below: str = "") -> Iterator[Way]:
    """Run a `Way` to the server at this port."""
    with Way(port, is_secure=is_secure, below=below) as way:
        thread = Thread(target=way.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield way
        finally:
            way.shutdown()


class _Request(BaseHTTPRequestHandler):
    server: Way

    def do_GET(self) -> None:
        self._pass(b"")

    def do_HEAD(self) -> None:
        self._pass(b"")

    def do_POST(self) -> None:
        self._pass(self.rfile.read(int(self.headers["Content-Length"])))

    def _pass(self, body: bytes) -> None:
        self.close_connection = True
        path = self.path.partition("?")[0]
        fault = self.server.fate(self.command, path)
        if fault:
            self.server.faults[fault] += 1
        if fault == "landing":
            self._answer_instead(200)
        elif fault == "bad gateway":
            self._answer_instead(502)
        elif fault == "too many":
            self._answer_instead(429, **{SIGN: "1", "Retry-After": "1"})
        elif not path.startswith(self.server.below):
            self.server.outside.append(self.path)
            self._answer_instead(404)
        elif fault != "lost":
            with suppress(ConnectionError, HTTPException):
                self._send_on(body, is_answered=not fault)

    def _answer_instead(self, status: int, **heads: str) -> None:
        self.send_response(status)
        for name, value in heads.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(LANDING)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(LANDING)

    def _send_on(self, body: bytes, *, is_answered: bool) -> None:
        heads = {name: self.headers[name] for name in self.headers if name.lower() not in KEPT}
        if self.server.below:
            heads |= self._forwarded()
        connection = HTTPConnection("127.0.0.1", self.server.to, timeout=60)
        try:
            path = self.path.removeprefix(self.server.below)
            connection.request(self.command, path, body or None, heads)
            self.server.meanwhile(self.command, self.path.partition("?")[0])
            answer = connection.getresponse()
            if is_answered:
                self._give_back(answer)
            else:
                answer.read()  # by now the event is written
        finally:
            connection.close()

    def _forwarded(self) -> dict[str, str]:
        """Headers that tell the app how the proxy was reached; `Host` itself has another value."""
        return {
            "X-Forwarded-For": "198.51.100.7",
            "X-Forwarded-Proto": self.server.scheme,
            "X-Forwarded-Host": self.headers["Host"],
            "X-Forwarded-Prefix": self.server.below,
            "Host": "referee",
        }

    def _give_back(self, answer: HTTPResponse) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in KEPT:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        size, pause = self.server.pieces
        while part := answer.read1(size):  # a stream arrives part by part
            self.wfile.write(part)
            self.wfile.flush()
            time.sleep(pause)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
