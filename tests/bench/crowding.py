"""How long a deal takes at one table while a guest's heavy requests are being answered."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from string import ascii_lowercase
from typing import Final

from tests.bench.acts import DEAL
from tests.bench.phones import home
from tests.servers import Server, read

GUEST: Final = "192.0.2.7"
PROXY: Final = "import functools; serve.serve = functools.partial(serve.serve, proxies='127.0.0.1')"
"""Requests of this machine itself have no limits, so the guest's come through a proxy."""
PATIENCE: Final = 300.0  # seconds
DEALS: Final = 5  # with the first one, a whole match
WORDS: Final = 66


def measure(searches: int = 0, pictures: int = 0) -> float:
    """Return the seconds of the slowest deal beside so many searches and pictures of one guest."""
    chance = Random(1)

    def search() -> str:
        words = ("".join(chance.choices(ascii_lowercase, k=4)) for _ in range(WORDS))
        return f"/ask?q={'+'.join(words)}"

    with home(PROXY) as server, ExitStack() as held:
        table, other = server.start_match(), server.start_match()
        for key in (table, other):
            record(server, key, 1)
        paths = [search() for _ in range(searches)]
        paths += [f"/m/{other}/story/picture"] * pictures
        sent = [held.enter_context(server.ask(path, GUEST)) for path in paths]
        seconds = [record(server, table, 2 + number) for number in range(DEALS)]
        for connection in sent:
            connection.settimeout(PATIENCE)
            assert read(connection).status in (200, 503)  # too many pictures not yet read
    return max(seconds)


def record(server: Server, key: str, number: int) -> float:
    answer = server.post(f"/m/{key}/entries", number=str(number), **DEAL)
    assert answer.status == 303
    return answer.seconds
