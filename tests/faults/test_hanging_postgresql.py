"""A PostgreSQL server hangs under load: all phones get a message in time; nothing is lost."""

from __future__ import annotations

import html
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.matches.database import faults
from tests import postgresql, proxy
from tests.faults.conftest import IS_LONG, Tell, amount
from tests.faults.phones import EndlessMatch
from tests.servers import Answer, Server, children, running, wait_for

PHONES = amount(4, 30)
"""Number of phones that write at once, each in its own match."""
HANGS = amount(1, 5)
AT_MOST = 20.0
"""Seconds within which any waiting page must have given up."""
SENTENCES = {faults.AWAY, faults.SLOW, faults.CROWDED, faults.BUSY}

SETTINGS = """
from referee.matches.database import postgresql
from referee.matches.database.address import DatabaseAddress
postgresql.SECONDS_TO_ANSWER = {seconds}
chosen, start = DatabaseAddress.of({url!r}), serve.serve
serve.serve = lambda **given: start(**given, database=chosen, workers=2)
"""

Hang = Callable[[], AbstractContextManager[None]]


@contextmanager
def over_server(fault: str) -> Iterator[tuple[Server, Hang]]:
    """Yield Referee with its own database server, and a function to make that server hang."""
    with TemporaryDirectory(prefix="referee-") as folder:
        Path(folder).chmod(0o711)  # the server runs as another user
        cluster = postgresql.Cluster(Path(folder) / "pg")
        cluster.make()
        process = cluster.start()
        try:
            with proxy.before(cluster.socket) as between:
                url = f"{between.url(cluster.url('postgres'))}?connect_timeout=2"
                settings = SETTINGS.format(seconds=amount(1, 6), url=url)
                with running(Path(folder) / "data", settings) as server:
                    stops = {
                        "halted": lambda: postgresql.hanging(process),
                        "cut off": between.hanging,
                    }
                    yield server, stops[fault]
        finally:
            postgresql.stop(process, signal.SIGQUIT)


@pytest.mark.parametrize("fault", ["halted", "cut off"] if IS_LONG else ["halted"])
def test_while_the_database_hangs_everybody_is_told_and_it_goes_on(fault: str, tell: Tell) -> None:
    answers: list[Answer] = []
    with over_server(fault) as (server, hang), ThreadPoolExecutor(PHONES + 2) as phones:
        matches = [EndlessMatch(server) for _ in range(PHONES)]
        for number in range(HANGS):
            with hang():
                asked = [phones.submit(each.record) for each in matches]
                asked += [phones.submit(server.get, matches[0].address)]
                asked += [phones.submit(server.get, "/health")]
                answers += [each.result() for each in asked]
                if number % 2:
                    kill_workers(server)
            wait_for(lambda: is_well(server), fault="it does not go on")
            assert {match.record().status for match in matches} == {303}
        server.process.send_signal(signal.SIGTERM)
        _, err = server.process.communicate(timeout=AT_MOST)
    assert {each.status for each in answers} == {503}
    told = [html.unescape(each.text) for each in answers if '"answers":false' not in each.text]
    assert all(any(sentence in text for sentence in SENTENCES) for text in told)
    assert "Traceback" not in err
    longest = max(each.seconds for each in answers)
    assert longest < AT_MOST
    tell(hangs=HANGS, writers=PHONES, told_after_s=longest, lost=0)


def kill_workers(server: Server) -> None:
    killed = {*children(server.process.pid)}
    for worker in killed:
        os.kill(worker, signal.SIGKILL)
    wait_for(lambda: len({*children(server.process.pid)} - killed) == len(killed))
    time.sleep(5)  # while they wait


def is_well(server: Server) -> bool:
    with suppress(ConnectionRefusedError):
        return server.get("/health").status == 200
    return False
