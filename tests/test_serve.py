"""The server: its addresses, its greeting, and how it starts, runs and stops."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee import network
from referee.network import Listener, NetworkCard, rank_addresses
from referee.serve import _make_server, _stop_by_signals, greet, serve
from tests.faults.conftest import amount
from tests.servers import (
    ROOT,
    START_SECONDS,
    free_port,
    run_python,
    running,
    slowness,
    starting,
    wait_for,
)

STOP_SECONDS = 3.0

SMALL_APP = """
import signal
import referee

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup make test` ignores it

class Endless:
    async def open(self, wire):
        wire.send(b": still here")

    def close(self):
        pass

def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/event-stream")])
    if environ["PATH_INFO"] == "/stream":
        environ["referee.hand_over"](Endless())
    return [b"well"]

referee.create_app = lambda: app
"""

BROKEN_APP = """
import referee

def create_app():
    raise RuntimeError("no such thing")

referee.create_app = create_app
"""


def refusal(
    capsys: pytest.CaptureFixture[str], host: str, port: int, data: Path, **settings: Any
) -> str:
    """Assert that the server refuses to start; return its line on standard error."""
    assert serve(host=host, port=port, data=data, **settings) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("referee: ")
    assert said.err.count("\n") == 1
    return said.err


def test_an_impossible_place_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for host, port in (("127.0.0.1", 0), ("127.0.0.1", 65536)):
        assert str(port) in refusal(capsys, host, port, tmp_path)
    for host in ("203.0.113.7", "a..b"):
        assert host in refusal(capsys, host, 8000, tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for host in ("127.0.0.1", "localhost", "0.0.0.0"):
            assert str(port) in refusal(capsys, host, port, tmp_path)


@pytest.mark.parametrize(
    ("host", "nearest", "lan", "phones"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000", ["192.168.1.9"], []),
        ("localhost", "http://localhost:8000", ["192.168.1.9"], []),
        ("::1", "http://[::1]:8000", ["192.168.1.9"], []),
        ("192.168.1.5", "http://192.168.1.5:8000", ["192.168.1.9"], ["http://192.168.1.5:8000"]),
        ("0.0.0.0", "http://127.0.0.1:8000", ["192.168.1.9"], ["http://192.168.1.9:8000"]),
        ("::", "http://[::1]:8000", ["192.168.1.9"], ["http://192.168.1.9:8000"]),
        ("0.0.0.0", "http://127.0.0.1:8000", [], []),  # without a network
    ],
)
def test_addresses_for_this_machine_and_for_phones(
    host: str, nearest: str, lan: list[str], phones: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "lan_addresses", lambda: lan)
    place = Listener(host, 8000)
    assert (place.url(place.nearest), place.for_phones()) == (nearest, phones)


def greeting(
    phones: list[str], url: str = "", charset: str = "ascii", host: str = "0.0.0.0", **how: Any
) -> str:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=charset)
    greet(Listener(host, 8000), phones, "/home/jörg", out, url, **how)
    return raw.getvalue().decode(charset)


def test_the_qr_code_is_printed_in_any_character_set() -> None:
    for charset, has_blocks in (("utf-8", True), ("ascii", False)):
        said = greeting(["http://192.168.1.9:8000"], charset=charset)
        assert "http://192.168.1.9:8000" in said
        assert ("█" in said) == has_blocks
        assert len(said.splitlines()) > 15


def test_other_addresses_are_named_below_the_likely_one() -> None:
    one, two, three = "http://192.168.1.9:8000", "http://10.0.0.2:8000", "http://172.17.0.1:8000"
    said = greeting([one, two, three])
    assert f"open {one} or scan" in said
    assert f"try {two} or {three}" in said.splitlines()[-2]
    assert "plugged in" in said.splitlines()[-1]
    assert "try http" not in greeting([one])
    assert "seem to be on a network. Join your Wi-Fi" in greeting([])


@pytest.mark.parametrize(
    ("host", "url", "is_proxied", "is_warned"),
    [
        ("127.0.0.1", "", False, True), ("::1", "", False, True), ("0.0.0.0", "", False, False),
        ("127.0.0.1", "", True, False), ("127.0.0.1", "https://example.org", False, False),
    ],
)  # fmt: skip
def test_an_address_for_this_computer_only_says_so(
    host: str, url: str, is_proxied: bool, is_warned: bool
) -> None:
    said = greeting([], url, host=host, is_proxied=is_proxied)
    assert ("add --host 0.0.0.0" in said) is is_warned


def test_the_address_that_was_given_is_the_one_that_is_told() -> None:
    said = greeting(["http://192.168.1.9:8000"], "https://example.org/cards")
    assert "On other devices, open https://example.org/cards or scan:" in said
    assert "192.168.1.9" not in said
    assert "Open http://127.0.0.1:8000 on this computer." in said


def test_a_wrong_address_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for settings, named in (
        ({"url": "example.org"}, "“example.org” isn’t a web address such as https://example.org"),
        ({"url": "https://example.org?x"}, "https://example.org?x"),
        ({"proxies": "caddy"}, "“caddy” isn’t a proxy address"),
    ):
        assert named in refusal(capsys, "127.0.0.1", free_port(), tmp_path, **settings)


WAITRESS = """
import time
import referee
sys.modules["granian"] = None
serve.STOP_SECONDS = 0.2

def with_endless_page(app):
    def ask(environ, start):
        time.sleep(60 * (environ["PATH_INFO"] == "/never"))
        return app(environ, start)
    return ask

referee.create_app, make = lambda: with_endless_page(make()), referee.create_app
"""
START = """
import sys
from pathlib import Path
from referee import serve

serve.PORTS = [int(port) for port in sys.argv[2:4]]
sys.exit(serve.start("127.0.0.1", Path(sys.argv[1]), None, https="https" in sys.argv))
"""


@pytest.mark.parametrize("scheme", amount(["https"], ["http", "https"]))
def test_started_twice_it_opens_the_browser_at_the_same_place(tmp_path: Path, scheme: str) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = [str(taken.getsockname()[1]), str(free_port())]
        command = [sys.executable, "-c", START, str(tmp_path), *ports]
        environment = os.environ | {"BROWSER": str(browser)}
        with subprocess.Popen(
            [*command, scheme], cwd=ROOT, env=environment, stdout=subprocess.PIPE
        ) as first:
            wait_for(opened.exists)
            second = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True)
            first.terminate()
            assert first.wait(START_SECONDS) == 0
    url = f"{scheme}://127.0.0.1:{ports[1]}"
    assert second.stdout.decode() == f"Referee is already running at {url}.\n"
    assert (second.returncode, opened.read_text().split()) == (0, [url, url])


def test_https_is_refused_where_it_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "https.pem").mkdir()
    said = refusal(capsys, "127.0.0.1", free_port(), tmp_path, https=True)
    assert f"a certificate in {tmp_path}: " in said
    monkeypatch.setattr("referee.serve.find_spec", lambda name: None if name == "granian" else name)
    assert "referee[https]" in refusal(capsys, "127.0.0.1", free_port(), tmp_path, https=True)


def test_of_three_started_at_once_one_serves(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, str(tmp_path), str(free_port()), str(free_port())]
    environment = os.environ | {"BROWSER": "true"}
    begun = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    wait_for(lambda: sum(each.poll() == 0 for each in begun) == 2)
    (server,) = (each for each in begun if each.poll() is None)
    server.terminate()
    assert server.wait(START_SECONDS) == 0
    printed = [each.communicate()[0] for each in begun]
    assert sorted("already running at" in text for text in printed) == [False, True, True]


def test_without_granian_waitress_serves(tmp_path: Path) -> None:
    with running(tmp_path, WAITRESS, modules="") as server:
        key = server.start_match()
        never = server.ask("/never")
        news = server.get(f"/m/{key}/stream?after=0")
        assert "retry: 2000" in news.text
        assert "data: 1" in news.text
        begin = time.monotonic()
        os.killpg(server.process.pid, signal.SIGTERM)
        assert server.process.wait(START_SECONDS) == 0
        never.close()
        assert time.monotonic() - begin < 5, "the grace period of waitress itself"


ETH = NetworkCard("192.168.1.9", "eth0", is_real=True)
WLAN = NetworkCard("192.168.1.12", "wlan0", is_real=True)
TEN = NetworkCard("10.0.0.4", "enp3s0", is_real=True)
BRIDGE = NetworkCard("192.168.1.20", "br0", is_real=True)
PUBLIC = NetworkCard("203.0.113.5", "eth0", is_real=True)
MODEM = NetworkCard("100.70.1.2", "wwan0", is_real=True)
DOCKER = NetworkCard("172.17.0.1", "docker0", is_real=False)
VPN = NetworkCard("10.8.0.2", "tun0", is_real=False)
TAILSCALE = NetworkCard("100.100.1.1", "tailscale0", is_real=False)
LOOPBACK = NetworkCard("127.0.0.1", "lo", is_real=False)
LINK_LOCAL = NetworkCard("169.254.7.7", "eth1", is_real=True)
EN0 = NetworkCard("192.168.1.9", "en0")
UTUN = NetworkCard("10.8.0.2", "utun3")
BRIDGE100 = NetworkCard("192.168.64.1", "bridge100")


@pytest.mark.parametrize(
    ("cards", "way_out", "first"),
    [
        ([LOOPBACK, ETH], ETH, ETH),
        ([DOCKER, VPN, ETH, TAILSCALE], VPN, ETH),
        ([DOCKER, WLAN, ETH], ETH, ETH),
        ([DOCKER, ETH, WLAN], WLAN, WLAN),
        ([ETH, TEN], TEN, TEN),
        ([VPN, BRIDGE], VPN, BRIDGE),
        ([DOCKER, PUBLIC], PUBLIC, PUBLIC),
        ([MODEM, WLAN], MODEM, WLAN),
        ([LINK_LOCAL, ETH], ETH, ETH),
        ([LOOPBACK, DOCKER], None, DOCKER),  # the only one, and may be right in a container
        # macOS doesn't say which cards are hardware; their names do.
        ([UTUN, BRIDGE100, EN0], UTUN, EN0),
        # Windows gives no names; the default route may go through a VPN or a virtual machine.
        ([NetworkCard("10.8.0.2"), NetworkCard("192.168.1.9")], VPN, ETH),
        ([NetworkCard("192.168.56.1"), NetworkCard("10.0.0.4")], TEN, TEN),
        ([NetworkCard("172.17.0.1"), NetworkCard("172.20.1.1")], None, NetworkCard("172.20.1.1")),
        ([], ETH, ETH),
    ],
)
def test_the_address_of_the_card_comes_first_and_the_others_are_named(
    cards: list[NetworkCard], way_out: NetworkCard | None, first: NetworkCard
) -> None:
    found = rank_addresses(cards, way_out.address if way_out else "")
    assert found[0] == first.address
    usable = {each.address for each in (*cards, *([way_out] if way_out else []))}
    assert set(found) == usable - {"127.0.0.1", "169.254.7.7"}
    assert rank_addresses([LOOPBACK, LINK_LOCAL], "") == []


def test_linux_says_which_cards_are_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bridges and bonds over a real network card count as real, because home servers have them."""
    for folder in ("eth0/device", "br0/lower_eth0", "docker0/lower_veth1", "veth1", "tun0"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "eth0/operstate").write_text("down\n")
    monkeypatch.setattr(network, "CARDS", tmp_path)
    names = ("eth0", "br0", "docker0", "tun0", "en0")
    found = [network._is_hardware(name) for name in names]
    assert found == [True, True, False, False, None]
    assert [name for name in names if network._is_off(name)] == ["eth0"]


def test_this_machine_tells_its_addresses() -> None:
    """The server can listen on every address found."""
    for address in network.lan_addresses():
        with socket.create_server((address, 0)):
            pass


def test_the_process_that_stays_beside_the_worker_is_small() -> None:
    code = (
        "import sys, granian, referee.serve; from referee.matches.database.address import *;"
        "DatabaseAddress.of('postgresql://host/referee'); print(*sys.modules)"
    )
    loaded = run_python(code).stdout.split()
    assert {"granian", "referee.serve"} <= {*loaded}
    heavy = {"flask", "sqlalchemy", "sqlmodel", "psycopg", "pydantic", "alembic", "jinja2", "segno"}
    assert heavy & {*loaded} == set()


def test_it_stops_in_time_with_an_open_stream(tmp_path: Path) -> None:
    light = running(tmp_path, SMALL_APP, modules="")  # as light as it really is: see the test above
    with light as server, server.ask("/stream") as stream:
        assert stream.recv(1)
        begin = time.monotonic()
        os.killpg(server.process.pid, signal.SIGTERM)
        assert server.process.wait(START_SECONDS) == 0
        assert time.monotonic() - begin < STOP_SECONDS * slowness()
        assert server.process.stderr
        assert server.process.stderr.read() == ""


STOPPED_AS_A_WORKER_DIES = """
import signal, threading
from types import SimpleNamespace
from referee.serve import _stop_by_signals

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup make test` ignores it
hooks, event = [], threading.Event()
server = SimpleNamespace(on_startup=hooks.append, main_loop_interrupt=event, interrupt_signal=False)
_stop_by_signals(server)
hooks[0]()
signal.raise_signal(signal.{name})
event.clear()  # as granian does when the signal kills a worker
print(event.wait(5), server.interrupt_signal)
"""


def test_a_signal_is_not_lost_when_a_worker_dies_of_it() -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        code = STOPPED_AS_A_WORKER_DIES.format(name=name)
        assert run_python(code).stdout.split() == ["True", "True"], name


def test_granian_does_what_the_server_relies_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the undocumented behaviour listed in serve.py in the installed version of granian."""
    server = _make_server(Listener("127.0.0.1", free_port()), workers=1)
    assert server.respawn_failed_workers is False
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    before = {name: signal.getsignal(signal.Signals[name]) for name in names}
    seen: list[bool] = []

    def hook() -> None:
        seen.extend(signal.getsignal(signal.Signals[name]) != before[name] for name in names)
        server.interrupt_signal = True
        server.main_loop_interrupt.set()

    server.on_startup(hook)
    monkeypatch.setattr(type(server), "_spawn_workers", lambda *_: None)
    try:
        server.serve(target_loader=lambda: print, wrap_loader=False)  # ends
        assert seen == [True, True, True]
        server.interrupt_signal = False
        server.interrupt_children.append(0)  # a worker has died
        server.hooks_startup.clear()
        with pytest.raises(SystemExit):
            server.serve(target_loader=lambda: print, wrap_loader=False)
    finally:
        for name, handler in before.items():
            signal.signal(signal.Signals[name], handler)


def test_where_no_terminal_hangs_up_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no SIGHUP, and the server must start there too."""
    monkeypatch.delattr(signal, "SIGHUP")
    hooks: list[object] = []
    _stop_by_signals(cast("Any", SimpleNamespace(on_startup=hooks.append)))
    assert len(hooks) == 1


def test_no_link_is_ever_logged(tmp_path: Path) -> None:
    with running(tmp_path, SMALL_APP) as server:
        assert server.get("/m/secret-of-the-table?key=secret-of-the-table").status == 200
        server.process.terminate()
        said = server.process.communicate(timeout=START_SECONDS)
        assert "secret-of-the-table" not in "".join(said)


def test_a_killed_server_frees_its_port(tmp_path: Path) -> None:
    with running(tmp_path, SMALL_APP) as server, server.ask("/stream") as stream:
        assert stream.recv(1)
        server.process.kill()
        wait_for(lambda: Listener("127.0.0.1", server.port).problem() is None)


def test_an_app_that_cannot_start_ends_the_command(tmp_path: Path) -> None:
    with starting(tmp_path, BROKEN_APP) as server:
        out, err = server.process.communicate(timeout=START_SECONDS)
    assert (server.process.returncode, out) == (1, "")
    assert "no such thing" in err
    assert err.splitlines()[-1].startswith("referee: ")
