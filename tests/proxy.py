"""A proxy in front of PostgreSQL that can silently stop forwarding bytes."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread


class Proxy:
    """Forwards TCP connections to a Unix socket."""

    def __init__(self, target: Path) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self._target = target
        self._passes = Event()
        self._passes.set()

    def url(self, url: str) -> str:
        user, _, place = url.partition("@")
        port = self.listening.getsockname()[1]
        return f"{user}@127.0.0.1:{port}{place.partition('?')[0]}"

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Hold back all bytes while the context lasts."""
        self._passes.clear()
        try:
            yield
        finally:
            self._passes.set()

    def serve(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                near, _ = self.listening.accept()
                self._passes.wait()
                far = socket.socket(socket.AF_UNIX)
                far.connect(str(self._target))
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while part := source.recv(65536):
                self._passes.wait()
                target.sendall(part)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        source.close()


@contextmanager
def before(target: Path) -> Iterator[Proxy]:
    proxy = Proxy(target)
    Thread(target=proxy.serve, daemon=True).start()
    with proxy.listening:
        yield proxy
        proxy.listening.shutdown(socket.SHUT_RDWR)
