"""A club's server as hosts run it, behind a proxy with a certificate."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.browser.table import House
from tests.servers import ROOT, START_SECONDS, wait_for

CADDY = shutil.which("caddy") or ""
CADDYFILE = ROOT / "deploy" / "Caddyfile"
STOP_SECONDS = 10.0


@dataclass
class Club(House):
    database: str = ""
    secure_port: int = 0

    @property
    def place(self) -> tuple[str, str]:
        return "--database", self.database

    @property
    def address(self) -> str:
        return f"https://localhost:{self.secure_port}"

    @property
    def proxy_log(self) -> Path:
        return self.data.with_name("proxy.log")

    @contextmanager
    def proxy(self) -> Iterator[None]:
        """Caddy in front, by the file that hosts get; its certificate is its own."""
        assert CADDY, "The tests need a proxy: install Caddy (Debian: apt-get install caddy)"
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.secure_port = int(probe.getsockname()[1])
        settings = self.data.with_name("caddy.json")
        settings.write_text(json.dumps(self._settings()))
        with self.proxy_log.open("wb") as log:
            process = subprocess.Popen(
                [CADDY, "run", "--config", settings], stdout=log, stderr=log, env=self._places()
            )
        try:
            wait_for(self._is_certified, fault="Caddy does not answer")
            yield
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)

    def _places(self) -> dict[str, str]:
        own = {"REFEREE_SITE": self.address, "REFEREE_UPSTREAM": f"127.0.0.1:{self.port}"}
        folder = str(self.data.with_name("caddy"))
        return {**os.environ, **own, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}

    def _settings(self) -> dict[str, Any]:
        """Those of the file, but that nothing outside of the tests' folder is touched."""
        adapted = subprocess.run(
            [CADDY, "adapt", "--adapter", "caddyfile", "--config", CADDYFILE],
            env=self._places(), capture_output=True, text=True, check=True,
        )  # fmt: skip
        settings: dict[str, Any] = json.loads(adapted.stdout)
        settings["admin"] = {"disabled": True}
        (server,) = settings["apps"]["http"]["servers"].values()
        server["listen"] = [f"127.0.0.1:{self.secure_port}"]
        server["automatic_https"] = {"disable_redirects": True}
        own = {"install_trust": False}
        settings["apps"]["pki"] = {"certificate_authorities": {"local": own}}
        return settings

    def _is_certified(self) -> bool:
        trusting = ssl.create_default_context()
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.secure_port), START_SECONDS) as plain,
            trusting.wrap_socket(plain, server_hostname="localhost"),
        ):
            return True
        return False
