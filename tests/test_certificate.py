"""The certificate for https at home: for which hosts, and when a new one is made."""

from __future__ import annotations

import socket
import ssl
import stat
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from referee import certificate
from referee.certificate import keep_certificate
from referee.network import Listener

HOSTS = ["localhost", "127.0.0.1", "::1", "192.168.1.9"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "https.pem"


@pytest.mark.parametrize("host", [*HOSTS, "192.168.1.10"])
def test_it_is_for_the_addresses_that_the_server_prints(host: str, file: Path) -> None:
    keep_certificate(file, HOSTS)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(file)
    ours, theirs = socket.socketpair()

    def answer() -> None:
        try:
            server.wrap_socket(theirs, server_side=True).close()
        except OSError:
            theirs.close()

    thread = Thread(target=answer)
    thread.start()
    phone = ssl.create_default_context(cafile=file)
    try:
        if host in HOSTS:
            phone.wrap_socket(ours, server_hostname=host).close()
        else:
            with pytest.raises(ssl.SSLCertVerificationError):
                phone.wrap_socket(ours, server_hostname=host)
    finally:
        thread.join()


@pytest.mark.parametrize(
    ("hosts", "days", "is_kept"),
    [
        (HOSTS, 0, True),
        (HOSTS[:2], 0, True),
        ([*HOSTS, "192.168.2.3"], 0, False),
        ([*HOSTS, "cards.example"], 0, False),
        (HOSTS, certificate.DAYS - certificate.RENEWAL_DAYS - 2, True),
        (HOSTS, certificate.DAYS - certificate.RENEWAL_DAYS - 1, False),
    ],
)
def test_it_is_kept_while_it_serves(
    hosts: list[str], days: int, is_kept: bool, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_certificate(file, HOSTS)
    before = file.read_bytes()

    later = SimpleNamespace(now=lambda zone: datetime.now(zone) + timedelta(days=days))
    monkeypatch.setattr(certificate, "datetime", later)
    keep_certificate(file, hosts)
    assert (file.read_bytes() == before) is is_kept


def test_a_broken_one_is_replaced_and_nobody_else_can_read_it(file: Path) -> None:
    file.parent.mkdir()
    for broken in (b"", b"-----BEGIN CERTIFICATE-----\nabc"):
        file.write_bytes(broken)
        keep_certificate(file, HOSTS)
        assert b"END CERTIFICATE" in file.read_bytes()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("host", "more"), [("127.0.0.1", set()), ("cards", {"cards"}), ("0.0.0.0", {"192.168.1.9"})]
)
def test_the_server_names_every_address_of_its_own(
    host: str, more: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.network.lan_addresses", lambda: ["192.168.1.9"])
    resolved = [(0, 0, 0, "", ("192.168.1.7" if host == "cards" else host, 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: resolved)
    assert set(Listener(host, 8000, "https").hosts()) == {"localhost", "127.0.0.1", "::1"} | more
