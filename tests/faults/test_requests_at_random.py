"""Requests that no page would send are rejected with a message and reveal nothing.

A failure shows the request as a `curl` command, and the number of its world:
`python -m tests.faults.test_requests_at_random WORLD` resends all requests of that world.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from referee.core.registry import GAMES
from referee.matches.database.address import NAME
from referee.matches.database.checks import check
from tests.faults.conftest import IS_LONG, Tell, amount
from tests.faults.visitors import Visitor, World
from tests.web.phones import Phone, app_over, store_of
from tests.web.site import played_by

pytestmark = pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
"""The warning is raised for a form that breaks off in the middle of a large file."""

WORLDS = amount(1, 25)
REQUESTS = amount(400, 2000)
"""Number of requests in each world."""
SEED = 14
MINUTES = 30
"""Time limit for each world in minutes; a worker that dies never answers."""


class Outcome(NamedTuple):
    world: int
    requests: int
    faults: list[str]
    statuses: Counter[int]
    reached: set[str]
    slowest: tuple[float, str]


def test_no_request_whatever_breaks_a_page_or_gives_away_a_link(tell: Tell) -> None:
    made = [*_outcomes()]
    statuses = sum((each.statuses for each in made), Counter[int]())
    slowest = max(each.slowest for each in made)
    faults = [(each.world, fault) for each in made for fault in each.faults]
    tell(
        requests=sum(each.requests for each in made), faults=len(faults), worlds=len(made),
        endpoints_reached=len(set[str]().union(*(each.reached for each in made))),
        slowest_ms=1000 * slowest[0], slowest=slowest[1], answers=dict(sorted(statuses.items())),
    )  # fmt: skip
    assert not faults, "\n\n".join(f"world {world}, {fault}" for world, fault in faults[:5])
    assert {200, 303, 404, 422} <= statuses.keys()


def _outcomes() -> Iterator[Outcome]:
    if not IS_LONG:
        yield outcome_of(0)
        return
    with get_context("spawn").Pool(maxtasksperchild=5) as pool:
        made = pool.imap_unordered(outcome_of, range(WORLDS))
        for _ in range(WORLDS):
            yield made.next(timeout=60 * MINUTES)


def outcome_of(number: int) -> Outcome:
    """Send random requests to matches in every state; the world's number determines them."""
    chance = Random(SEED + number)
    with fixed_secrets(chance), TemporaryDirectory() as folder:
        app = app_over(Path(folder))
        app.testing = False  # failures are handled as in production
        with closing(store_of(app)):
            matches, _ = played_by(Phone(app))
            assert {match.match.game.name for match in matches.values()} == {*GAMES}
            world, sent = World(app), 0
            # Who has most scoring links (and comes more often), viewing links, or no links.
            scores = {*sorted(world.matches)[3:]}
            scorer = Visitor("scorer", world, chance, scores, keeps={*world.circles})
            watcher = Visitor("watcher", world, chance)
            stranger = Visitor("stranger", world, chance, is_public=False)
            with world.listening():
                while sent < REQUESTS:
                    sent += chance.choice([scorer, scorer, scorer, watcher, stranger]).visit()
            world.faults += [f"the database: {each}" for each in check(Path(folder) / NAME).faults]
    return Outcome(number, sent, world.faults, world.statuses, world.reached, world.slowest)


@contextmanager
def fixed_secrets(chance: Random) -> Iterator[None]:
    """Make keys and ids depend only on the seed."""
    real = os.urandom
    fixed = Random(chance.random())
    os.urandom = random._urandom = fixed.randbytes  # type: ignore[attr-defined]
    try:
        yield
    finally:
        os.urandom = random._urandom = real  # type: ignore[attr-defined]


if __name__ == "__main__":
    outcome = outcome_of(int(sys.argv[1]))
    print(*outcome.faults, outcome.statuses, sep="\n\n")
