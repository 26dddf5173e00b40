"""Streams that the gateway's event loop keeps open: what they cost and when they end."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import referee
from referee import serve
from referee.matches.store import Link, Store, sqlite_url
from referee.web.http import streams
from referee.web.http.gateway import HAND_OVER, Gateway, Wire
from referee.web.http.limits import THIS_MACHINE
from referee.web.http.streams import HEARTBEAT, Stream, Streams, number_event
from tests.loops import run
from tests.matches.writers import add_next, open_match
from tests.servers import START_SECONDS, Server, read, running, starting, wait_for

PHONES = 20
LIFETIME = 3.0
ROUND = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(sqlite_url(tmp_path / "referee.db"))
    yield store
    store.close()


class Sent(Wire):
    who = "crowd"

    def __init__(self) -> None:
        self.chunks: list[bytes] = []
        self.order: list[str] = []
        super().__init__(SimpleNamespace(send_bytes=self._keep))

    def _keep(self, chunk: bytes) -> None:
        self.chunks.append(chunk)
        self.order.append(self.who)


class Room:
    def __init__(self, store: Store, most: int = 100) -> None:
        self.store, self.streams = store, Streams(most)

    async def enter(
        self, link: Link, after: int = 1, address: str = THIS_MACHINE
    ) -> tuple[Stream, Sent]:
        assert self.streams.quota.take(address)
        stream, line = Stream(self.streams, address, self.store, link, after), Sent()
        await stream.open(line)
        return stream, line

    async def write(self, link: Link) -> None:
        await asyncio.to_thread(add_next, self.store, link.match_id)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(START_SECONDS):
        while not condition():
            await asyncio.sleep(0.005)


def test_all_phones_of_a_match_are_told_by_one_wish_at_the_store(store: Store) -> None:
    async def act() -> None:
        room, match, other = Room(store), open_match(store), open_match(store)
        phones = [await room.enter(match) for _ in range(PHONES)]
        stream, untold = await room.enter(other)
        assert store.watchers == 2
        await room.write(match)
        await until(lambda: all(line.chunks == [HEARTBEAT, number_event(2)] for _, line in phones))
        assert untold.chunks == [HEARTBEAT]
        for each, _ in phones:
            each.close()
        await until(lambda: store.watchers == 1)
        stream.close()
        await until(lambda: store.watchers == 0)
        assert room.streams.quota.held == 0

    run(act())


def test_who_comes_back_learns_what_it_missed_and_nothing_twice(store: Store) -> None:
    async def act() -> None:
        room, match = Room(store), open_match(store)
        await room.write(match)
        _, behind = await room.enter(match, after=1)
        _, there = await room.enter(match, after=2)
        await room.write(match)
        await until(lambda: there.chunks == [HEARTBEAT, number_event(3)])
        assert behind.chunks == [HEARTBEAT, number_event(2), number_event(3)]

    run(act())


def test_the_table_is_told_before_the_crowd(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "AT_ONCE", PHONES - 10)

    async def act() -> None:
        room, match = Room(store), open_match(store)
        watch = store.find(match.watch_key)
        assert watch is not None
        order: list[str] = []
        crowd = [await room.enter(watch) for _ in range(PHONES)]
        (_, table) = await room.enter(match)
        for line in (table, *(line for _, line in crowd)):
            line.order = order
        table.who = "table"
        await room.write(match)
        await until(lambda: len(order) == PHONES + 1)
        assert order[0] == "table"
        assert table.chunks[-1] == number_event(2)
        assert {line.chunks[-1] for _, line in crowd} == {number_event(2, PHONES)}
        assert number_event(2, PHONES) != number_event(2)

    run(act())


def test_a_replaced_link_ends_its_streams_alone(store: Store) -> None:
    async def act() -> None:
        room, match = Room(store), open_match(store)
        watch = store.find(match.watch_key)
        assert watch is not None
        (_, scorer), (_, watcher) = [await room.enter(each) for each in (match, watch)]
        store.renew(match.match_id, "watch")
        await room.write(match)
        await until(lambda: not watcher.is_open)
        assert watcher.chunks == scorer.chunks == [HEARTBEAT, number_event(2)]
        assert scorer.is_open

    run(act())


def test_heartbeats_come_and_old_streams_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PATIENCE", 0.05)

    async def act() -> None:
        room, match = Room(store), open_match(store)
        (_, one), (gone, other) = [await room.enter(match) for _ in range(2)]
        gone.close()
        other.end()
        await until(lambda: one.chunks[:3] == [HEARTBEAT, HEARTBEAT, HEARTBEAT])
        monkeypatch.setattr(streams, "LIFETIME", 0.0)
        _, old = await room.enter(match)
        await until(lambda: not old.is_open)
        assert old.chunks == other.chunks == [HEARTBEAT]
        assert one.is_open

    run(act())


def test_the_streams_end_when_the_store_closes(store: Store) -> None:
    async def act() -> None:
        room, match = Room(store), open_match(store)
        _, line = await room.enter(match)
        await asyncio.to_thread(store.close)
        await until(lambda: not line.is_open)
        _, late = await room.enter(match)
        assert not late.is_open

    run(act())


def test_a_failing_store_ends_the_streams(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    async def act() -> None:
        room, match = Room(store), open_match(store)
        monkeypatch.setattr(store, "subscribe", fail)
        stream, line = await room.enter(match)
        assert not line.is_open
        stream.close()
        monkeypatch.undo()
        _, line = await room.enter(match)
        assert line.is_open

    run(act())
    assert "the disk is gone" in caplog.text


def test_the_phones_that_have_a_match_open_are_told_apart_by_address(store: Store) -> None:
    async def act() -> None:
        room, match = Room(store), open_match(store)
        assert room.streams.addresses(match.match_id) == set()
        phones = [await room.enter(match, address=each) for each in ("pub", "home", "home")]
        assert room.streams.addresses(match.match_id) == {"pub", "home"}
        phones[0][0].close()
        assert room.streams.addresses(match.match_id) == {"home"}

    run(act())


def test_one_address_gets_half_of_the_streams_at_most(store: Store) -> None:
    async def act() -> None:
        room, match = Room(store, most=4), open_match(store)
        phones = [await room.enter(match, address="club") for _ in range(2)]
        quota = room.streams.quota
        assert not quota.take("club")
        assert [quota.take("home"), quota.take("pub"), quota.take("school")] == [True, True, False]
        for _ in range(2):
            phones[0][0].close()
        assert quota.held == 3
        assert quota.take("club")

    run(act())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = "from referee.web.http import streams; streams.PATIENCE = 0.1"
    settings += f"; streams.LIFETIME = {LIFETIME}"
    with running(tmp_path_factory.mktemp("data"), settings) as server:
        yield server


def listening(server: Server, key: str, after: int = 1) -> socket.socket:
    stream = server.connect(f"GET /m/{key}/stream?after={after} HTTP/1.1\r\nHost: here\r\n\r\n")
    assert HEARTBEAT in heard(stream, HEARTBEAT)
    return stream


def heard(stream: socket.socket, what: bytes) -> bytes:
    """Read until these bytes arrive or the stream ends; return everything read."""
    text = b""
    while what not in text and (chunk := stream.recv(65536)):
        text += chunk
    return text


def test_phones_are_told_also_beside_one_that_reads_nothing(server: Server) -> None:
    key = server.start_match()
    with ExitStack() as held:
        phones = [held.enter_context(listening(server, key)) for _ in range(3)]
        held.enter_context(listening(server, key))
        for number in (2, 3):
            assert server.post(f"/m/{key}/entries", number=str(number - 1), **ROUND).status == 303
            for phone in phones:
                assert number_event(number) in heard(phone, number_event(number))


def test_the_head_of_a_stream_takes_no_place(server: Server) -> None:
    key = server.start_match()
    for _ in range(2):
        head = f"HEAD /m/{key}/stream HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
        assert read(server.connect(head)).status == 200
    wait_for(lambda: '"open":0' in server.get("/health").text.replace(" ", ""))


def test_a_stream_ends_whole_after_its_time(server: Server) -> None:
    key = server.start_match()
    begun = time.monotonic()
    with listening(server, key) as phone:
        assert heard(phone, b"\r\n0\r\n\r\n").endswith(b"\r\n0\r\n\r\n")
    assert time.monotonic() - begun > LIFETIME / 2


def test_the_access_log_names_routes_and_holds_no_link(tmp_path: Path) -> None:
    told, output = list[bytes](), -1

    def has(*texts: str) -> bool:
        with suppress(BlockingIOError):
            told.append(os.read(output, 65536))
        return all(re.search(text, b"".join(told).decode()) for text in texts)

    settings = "import os; os.environ[serve.ACCESS_LOG] = 'on'"
    with starting(tmp_path, settings) as server:
        assert server.process.stdout is not None
        output = server.process.stdout.fileno()
        os.set_blocking(output, False)
        wait_for(lambda: has("Open http"))
        key = server.start_match()
        with listening(server, key):
            server.post(f"/m/{key}/entries?secret=1", number="1", **ROUND)
        server.get(f"/m/{key}x/")
        server.get("/nothing-here")
        figures = r"\d+\.\d ms \d+ B\n"
        wait_for(
            lambda: has(
                rf"\n\d+-\d+-\d+T\S+ POST /m/<key>/entries 303 {figures}",
                rf" GET /m/<key>/stream 200 {figures}",
                rf" GET /m/<key>/ 404 {figures}",
                rf" GET - 404 {figures}",
            )
        )
    text = b"".join(told).decode().partition("Open http")[2].partition("\n")[2]
    for secret in (key, "secret", "nothing-here", "127.0.0.1"):
        assert secret not in text


def test_the_access_log_is_set_by_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def app(environ: Any, start: Any) -> list[bytes]:
        start("204 NO CONTENT", [])
        return []

    monkeypatch.setattr(referee, "create_app", lambda: app)
    for said, lines in [("on", 1), ("off", 0), ("", 0)]:
        monkeypatch.setenv(serve.ACCESS_LOG, said)
        answered(serve._load_app())
        assert capsys.readouterr().out.count("GET - 204") == lines


def test_what_is_handed_over_and_then_refused_is_closed() -> None:
    """If a request fails after its view has handed over a stream, the stream is closed."""
    seen: list[str] = []

    class Streamed:
        async def open(self, wire: Wire) -> None:
            seen.append("opened")

        def close(self) -> None:
            seen.append("closed")

    def app(environ: Any, start: Any) -> list[bytes]:
        environ[HAND_OVER](Streamed())
        raise ValueError("behind the view")

    seen += answered(Gateway(app, threads=1))
    assert seen == ["closed", "500"]


def answered(gateway: Gateway) -> list[str]:
    seen: list[str] = []
    scope = SimpleNamespace(
        server="127.0.0.1:80", method="GET", path="/", query_string="", http_version="1.1",
        client="127.0.0.1:1", headers={}, scheme="http",
    )  # fmt: skip
    protocol = SimpleNamespace(response_bytes=lambda status, *_: seen.append(str(status)))
    run(gateway.__rsgi__(cast("Any", scope), cast("Any", protocol)))
    return seen
