"""Partial, empty and oversized requests block nobody, tested against the real server."""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path
from threading import Event, Lock
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from referee import create_app
from referee.core.proxies import read_proxy_settings
from referee.matches.database.lock import WHILE_WAITING
from referee.web.http.gateway import REFUSED, THREADS, Gateway, environ_of
from referee.web.http.limits import MOST_RUNNING, MOST_THREADS
from tests.loops import run
from tests.servers import START_SECONDS, Answer, Server, read, running, slowness, wait_for
from tests.web.phones import routes

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BODY_SECONDS = 1.0
AT_ONCE = 0.9
SILENT = 1100
VIEWERS = 96
LENGTH = 1000
LARGE = 100_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = f"gateway.BODY_SECONDS = {BODY_SECONDS}; serve.HEAD_SECONDS = 1"
    settings += f"; serve.STREAMS = {VIEWERS / 4096}"
    settings += "; from referee.web.http import streams; streams.PATIENCE = 0.2"
    with running(tmp_path_factory.mktemp("data"), settings) as server:
        yield server


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    app = create_app(tmp_path_factory.mktemp("app"))
    app.extensions["matches"].store.close()
    return [address for _, address in routes(app, "POST", key="KEY")]


def recorded(server: Server, key: str, number: int = 1) -> Answer:
    figures = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}
    return server.post(f"/m/{key}/entries", number=str(number), **figures)


def test_half_forms_on_every_route_block_nobody(server: Server, addresses: list[str]) -> None:
    key = server.start_match()
    assert len(addresses) >= 20
    stalled = [server.sender(at.replace("KEY", key), LENGTH) for at in addresses]
    page, entry = server.get(f"/m/{key}/"), recorded(server, key)
    assert [page.status, entry.status] == [200, 303]
    assert max(page.seconds, entry.seconds) < AT_ONCE * slowness()
    assert {read(each).status for each in stalled} == {408}
    assert recorded(server, key, 2).status == 303


def test_senders_that_vanish_block_nobody(server: Server, addresses: list[str]) -> None:
    key = server.start_match()
    for address in addresses:
        server.sender(address.replace("KEY", key), LENGTH).close()
    entry = recorded(server, key)
    assert entry.status == 303
    assert entry.seconds < AT_ONCE * slowness()


def all_places_are_free(server: Server, key: str) -> bool:
    """Whether all streams can be opened, because the server has noticed that old ones are gone."""
    head = f"GET /m/{key}/stream?after=9 HTTP/1.1\r\nHost: here\r\n\r\n"
    with ExitStack() as held:
        streams = [held.enter_context(server.connect(head)) for _ in range(VIEWERS)]
        return all(each.recv(12).endswith(b"200") for each in streams)


def test_pages_are_answered_beside_bodies_that_never_come_and_all_streams(server: Server) -> None:
    key = server.start_match()
    with ExitStack() as held:
        for _ in range(VIEWERS):
            head = f"GET /m/{key}/stream?after=9 HTTP/1.1\r\nHost: here\r\n\r\n"
            held.enter_context(server.connect(head))
        for _ in range(128):
            held.enter_context(server.sender("/import", LENGTH))
        page, entry = server.get("/new"), recorded(server, key)
    assert [page.status, entry.status] == [200, 303]
    assert max(page.seconds, entry.seconds) < AT_ONCE * slowness()


def test_of_many_streams_at_once_exactly_so_many_are_taken(server: Server) -> None:
    key = server.start_match()
    wait_for(lambda: all_places_are_free(server, key))
    time.sleep(0.5)
    head = f"GET /m/{key}/stream?after=9 HTTP/1.1\r\nHost: here\r\n\r\n"
    with ExitStack() as held:
        streams = [held.enter_context(server.connect(head)) for _ in range(VIEWERS + 30)]
        statuses = [int(each.recv(12)[9:]) for each in streams]
    assert Counter(statuses) == {200: VIEWERS, 503: 30}


def test_silent_connections_hold_up_nobody_and_are_closed(server: Server) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4096), most))
    with ExitStack() as held:
        silent = [held.enter_context(server.connect()) for _ in range(SILENT)]
        assert server.get("/new").seconds < AT_ONCE * slowness()
        half = server.connect("GET / HTT")
        assert read(half).seconds < 2 * slowness()
        assert silent[0].recv(1) == b""


def test_what_is_too_large_is_refused(server: Server) -> None:
    cases: list[tuple[int, int]] = [
        (3 * 1024 * 1024, 422), (3 * 1024 * 1024 + 1, 413), (10**12, 413),
    ]  # fmt: skip
    for length, status in cases:
        before, end = (
            b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n',
            b"\r\n--b--\r\n",
        )
        body = b"" if status == 413 else before + b"x" * (length - len(before + end)) + end
        kind = "multipart/form-data; boundary=b"
        assert read(server.sender("/import", length, body, kind)).status == status


def test_a_form_whose_letters_have_to_be_decoded_is_smaller(server: Server) -> None:
    """Decoding three megabytes of percent signs takes half a gigabyte of memory."""
    for more, status in [(0, 422), (1, 413)]:
        body = b"text=".ljust(192 * 1024 + more, b"%")
        answer = read(server.sender("/import", len(body), body))
        assert answer.status == status
        assert (status == 413) is ("What you sent is too large" in answer.text)


def test_what_is_too_large_and_does_not_say_so_is_refused(server: Server) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    head = "POST /import HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
    head += "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert read(server.connect(head, chunk * 49)).status == 413
    head = head.replace("/import", "/new")
    form = b"game=tribello&player0=Ann&player1=Ben&player2=Cleo"
    assert read(server.connect(head, b"%x\r\n%s\r\n0\r\n\r\n" % (len(form), form))).status == 303


def test_addresses_arrive_as_they_were_sent(server: Server) -> None:
    for path, status in (
        ("/%3Cb%3E%C3%A4", 404), ("/ask?q=%C3%A4&q=b", 200), ("/m/x", 308),
    ):  # fmt: skip
        assert server.get(path).status == status

    assert 'value="ä"' in server.get("/ask?q=%C3%A4").text

    for letter in ["ä", "€", "🃏"]:
        assert f'value="{letter}"' in server.get(f"/ask?q={letter}").text


def test_large_records_that_stall_hold_up_no_other(server: Server) -> None:
    with ExitStack() as held:
        for _ in range(12):
            held.enter_context(server.sender("/import", LARGE * 2, b"text=".ljust(LARGE, b"x")))
        time.sleep(0.05)
        begin = time.monotonic()
        answer = read(server.sender("/import", LARGE, b"text=".ljust(LARGE, b"x")))
        assert answer.status == 422
        assert time.monotonic() - begin < 0.6 * BODY_SECONDS * slowness()


def test_several_cookies_are_all_read(server: Server) -> None:
    names = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
    raw = server.post("/new", game="tribello", title="Friday", **names).raw
    (cookie,) = (x for x in raw.split(b"\r\n") if x.lower().startswith(b"set-cookie: "))
    own = cookie.partition(b": ")[2].partition(b";")[0].decode()
    head = "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
    page = read(server.connect(f"{head}Cookie: a=b\r\nCookie: {own}\r\n\r\n"))
    assert "Friday" in page.text


BROKEN_APP = """
import referee

def app(environ, start_response):
    if environ["PATH_INFO"] == "/early":
        raise ValueError("before it has begun")
    start_response("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] == "/late":
        return late()
    return [b"well"]

def late():
    yield b"so far"
    raise ValueError("in the middle")

referee.create_app = lambda: app
"""


def test_an_address_has_a_limit_of_open_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.web.http.gateway.MOST_OPEN", 2)

    def app(_environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        start("204 NO CONTENT", [])
        return []

    def forwarded(environ: WSGIEnvironment) -> None:
        environ["REMOTE_ADDR"] = environ["HTTP_X_FORWARDED_FOR"]

    async def ask() -> None:
        gateway = Gateway(app, threads=1, apply_proxies=forwarded)

        async def one(end: int) -> int:
            heads = {"content-length": "8", "x-forwarded-for": f"192.0.2.{end}"}
            return await post(gateway, heads, seconds=0.05)

        assert Counter(await asyncio.gather(*map(one, [7, 7, 7, 8]))) == {204: 3, 503: 1}
        assert await one(7) == 204

    run(ask())


def test_an_address_has_turns_and_what_waits_for_the_database_needs_none() -> None:
    """Of 20 requests of one address, so many run at a time; another address has its own turns."""
    ends, begun, guard = Event(), Counter[str](), Lock()

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        with guard:
            begun[environ["REMOTE_ADDR"]] += 1
        with WHILE_WAITING.get()() if environ["HTTP_WAITS"] else nullcontext():
            assert environ["REMOTE_ADDR"] == "192.0.2.8" or ends.wait(START_SECONDS)
        start("204 NO CONTENT", [])
        return []

    def forwarded(environ: WSGIEnvironment) -> None:
        environ["REMOTE_ADDR"] = environ["HTTP_X_FORWARDED_FOR"]

    async def ask(waits: str, most: int) -> None:
        gateway = Gateway(app, threads=THREADS, apply_proxies=forwarded)

        def one(end: int) -> asyncio.Task[int]:
            heads = {"content-length": "8", "x-forwarded-for": f"192.0.2.{end}", "waits": waits}
            return asyncio.create_task(post(gateway, heads))

        many = [one(7) for _ in range(20)]
        while begun["192.0.2.7"] < most:
            await asyncio.sleep(0.01)
        assert [await one(8) for _ in range(9)] == [204] * 9
        assert begun["192.0.2.7"] == most
        ends.set()
        assert await asyncio.gather(*many) == [204] * 20

    for waits, most in (("", MOST_RUNNING), ("yes", MOST_THREADS)):
        ends.clear()
        begun.clear()
        run(ask(waits, most))


def test_an_app_that_fails_outside_of_any_page_is_answered_for(tmp_path: Path) -> None:
    with running(tmp_path / "data", BROKEN_APP) as server:
        assert server.get("/early").status == 500
        assert server.get("/late").status == 500
        assert server.get("/").text.endswith("well")


def test_a_body_that_ends_before_its_length_is_no_form() -> None:
    """A phone may lose its network halfway; a partial body must not pass for the whole."""
    seen: list[tuple[bytes, int | None]] = []

    def app(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        seen.append((environ["wsgi.input"].read(), environ.get(REFUSED)))
        start("204 NO CONTENT", [])
        return []

    for announced, body, refused in ((8, b"number=1", None), (9, b"", 408), (1000, b"", 408)):
        run(post(Gateway(app, threads=1), {"content-length": str(announced)}))
        assert seen.pop() == (body, refused)


async def post(gateway: Gateway, heads: dict[str, str], seconds: float = 0) -> int:
    """Send a form whose body arrives after this many seconds, and return the status."""
    found: list[int] = []

    class Protocol:
        async def __aiter__(self) -> AsyncIterator[bytes]:
            await asyncio.sleep(seconds)
            yield b"number=1"

        def response_bytes(self, status: int, *_: object) -> None:
            found.append(status)

    heads = {"content-type": "application/x-www-form-urlencoded", **heads}
    await gateway.__rsgi__(scope_with(heads), cast("Any", Protocol()))
    return found[0]


def scope_with(heads: dict[str, str]) -> Any:
    return SimpleNamespace(
        server="127.0.0.1:80", method="POST", path="/new", query_string="", http_version="1.1",
        client="127.0.0.1:1", headers=heads, scheme="http",
    )  # fmt: skip


def test_a_head_of_a_phone_does_not_pass_for_that_of_the_proxy() -> None:
    """A proxy replaces `X-Forwarded-For` but passes on a header spelt slightly differently."""
    heads = {"x-forwarded-for": "198.51.100.7", "x_forwarded_for": "127.0.0.1"}
    for each in (heads, dict(reversed(heads.items()))):
        environ = environ_of(scope_with(each))
        read_proxy_settings("", "loopback").apply(environ)
        assert environ["REMOTE_ADDR"] == "198.51.100.7"
