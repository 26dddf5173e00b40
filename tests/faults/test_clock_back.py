"""The server's clock jumps back by years and forward again, and no page fails."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from flask import Flask

from referee.core.sheet import read_record
from referee.web.story import story_page
from tests.faults.conftest import Tell, amount
from tests.faults.visitors import Visitor, World
from tests.web.conftest import app as app
from tests.web.phones import Phone, PlayedMatch
from tests.web.site import played_by

pytestmark = pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
"""The warning is raised for a form that breaks off in the middle of a large file."""

JUMPS = amount(2, 150)
VISITS = 8
"""Number of visits between two jumps."""
YEARS = 60
"""How many years the clock is wrong at most."""
SEED = 3
PAGES = (
    "", "board", "story", "story?from=1", "evenings", "evenings/1", "resume", "midnight", "log/",
    "print", "share/", "law/", "circles", "story/method", "story/evening/1",
    "story/picture", "sheet.csv", "record.json",
)  # fmt: skip

MAY_BE = {
    "": (200, 302),
    "evenings/1": (200, 403, 404),
    "story/evening/1": (200, 404),
    "circles": (200, 403),
}
"""Expected statuses by path: watchers may not change evenings, and some matches have none."""


class AnyTime(type):
    """Metaclass that makes every `datetime` an instance of `WrongClock`."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


class WrongClock(datetime, metaclass=AnyTime):
    off = timedelta()

    @classmethod
    def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + cls.off


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WrongClock, "off", timedelta())
    monkeypatch.setattr(story_page, "find_renderer", lambda: None)  # no PNG, which takes long
    found = [(name, module) for name, module in sys.modules.items() if name.startswith("referee.")]
    for _, module in found:
        if getattr(module, "datetime", None) is datetime:
            monkeypatch.setattr(module, "datetime", WrongClock)


def test_a_match_goes_on_after_the_clock_went_back_by_years(app: Flask, tell: Tell) -> None:
    ann = Phone(app)
    match = ann.start("tribello", "Ann", "Ben", "Cleo", title="Friday")
    others = [*played_by(ann)[0].values()][: amount(0, 99)]
    for years in (0, -3, -30, 2, -3):
        WrongClock.off = timedelta(days=365 * years)
        assert match.deal(6, 4, 3).status == 200
        say_evening(ann, match)
    events = match.events
    assert [event.number for event in events] == [*range(1, len(events) + 1)]
    assert any(later.at < event.at - timedelta(days=900) for event, later in pairwise(events))
    shown = 0
    for each in [match, *others]:
        for page in PAGES:
            for home in (each.to_score, each.to_watch):
                status = Phone(app).open(home + page).status
                assert status in MAY_BE.get(page, (200,)), (home, page)
                shown += 1
    assert match.score_key in ann.open("/").html  # the cookie is as good as before
    told = ann.client.get(f"{match.to_score}record.json").get_json()
    assert ann.client.get(ann.load(told).to_score + "record.json").get_json() == told
    assert [entry.at for entry in read_record(told).entries]
    tell(events=len(events), pages=shown, failed=0)


def say_evening(phone: Phone, match: PlayedMatch) -> None:
    """Press every button on the evenings page, such as those to start, pause or end."""
    page = phone.open(match.to_score + "evenings")
    for form in page.tree.all("form"):
        for button in form.all("button", name="say"):
            fields = form.fields() | {"say": button["value"], "number": str(match.number)}
            assert phone.post(form["action"], fields).status in (200, 303, 422)


def test_whatever_is_sent_while_the_clock_jumps_nothing_fails(app: Flask, tell: Tell) -> None:
    app.testing = False
    chance = Random(SEED)
    played_by(Phone(app))
    world = World(app)
    visitor = Visitor("scorer", world, chance, {*world.matches}, keeps={*world.circles})
    sent = 0
    with world.listening():
        for _ in range(JUMPS):
            WrongClock.off = timedelta(
                days=chance.uniform(-365, 365) * chance.choice((0.003, 1, YEARS))
            )
            sent += sum(visitor.visit() for _ in range(VISITS))
    assert world.faults == [], "\n\n".join(world.faults[:5])
    tell(jumps=JUMPS, requests=sent, faults=0, slowest_ms=1000 * world.slowest[0])
