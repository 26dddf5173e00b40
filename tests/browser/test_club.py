"""A club's server in a host's usual setup, with phones around the table.

PostgreSQL stores the matches, two processes answer, and a proxy with a certificate is in front.
Each entry comes from a different phone; all others receive it before the next one is recorded.
"""

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

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Lay, phones_in
from tests.browser.table import THREE, House
from tests.browser.test_whole_games import DEALS
from tests.faults.conftest import amount
from tests.postgresql import shared
from tests.servers import ROOT, START_SECONDS, wait_for

CADDY = shutil.which("caddy") or ""
CADDYFILE = ROOT / "deploy" / "Caddyfile"
STOP_SECONDS = 60.0


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
        """Run Caddy in front, with the Caddyfile for hosts but with a certificate of its own."""
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
        """Settings from the Caddyfile, changed to touch nothing outside the tests' folder."""
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


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with shared().database() as database:
        options = ("--workers", "2", "--behind-proxy", "--access-log")
        folder = tmp_path_factory.mktemp("club") / "data"
        club = Club(folder, options=options, database=database)
        club.start()
        with club.proxy():
            yield club
        club.stop()
        assert "fault" not in club.stderr.read_text()


@pytest.fixture
def lay(club: Club, browser: Browser) -> Iterator[Lay]:
    with contextmanager(phones_in)(browser, club) as lay:
        yield lambda **options: lay(ignore_https_errors=True, **options)


def test_phones_play_a_match_over_two_processes_and_a_proxy(lay: Lay) -> None:
    phones = [lay() for _ in range(amount(4, 8))]
    match = phones[0].start("tribello", *THREE)
    match.deals(*DEALS[:8])
    for phone in phones:
        phone.open(match)
    for number, (phone, tricks) in enumerate(zip(phones, DEALS[8:], strict=False), start=9):
        phone.count_tricks(*tricks[: 2 if tricks[0] < 13 else 1])  # 13 leaves none for the others
        phone.record()
        for each in phones:
            expect(each.page.locator("#live")).to_have_attribute("data-number", str(number + 1))
    for phone in phones:
        expect(phone.due).to_have_text("Ben won")
        expect(phone.record_button).to_have_count(0)


def test_a_link_that_is_shown_leads_here_from_outside_and_is_in_no_log(
    club: Club, lay: Lay
) -> None:
    phone, other = lay(), lay()
    for each in (phone, other):
        each.may_lose_server = True
        each.expects(502)
    match = phone.start("tribello", *THREE)
    phone.open(f"{match.to_score}share/")
    address = phone.page.get_by_label("Viewing link").input_value()
    assert address.startswith(f"{club.address}/m/")
    other.open(address)
    expect(other.due).to_contain_text(THREE[0])
    other.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    with club.away():  # the proxy's log of failed requests contains no links
        assert other.fetch(address).status == 502
    asked, refused = club.stderr.read_text(), club.proxy_log.read_text()
    assert "GET /m/" in asked
    assert "502" in refused
    for key in (address.split("/")[-2], match.to_score.split("/")[-2]):
        assert key not in asked + refused
