"""A phone gets the rows that it has not, and then has what a fresh page has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.matches.match import replay
from referee.matches.store import Link
from referee.web.match.rows_sent import (
    BEARING,
    HEADER,
    IN_PLACE,
    LENGTH,
    NEW,
    ROWS,
    START,
)
from tests.games.card_triathlon.legs import c_leg
from tests.games.records import figures, thirty_one, tribello
from tests.matches.logs import Act, added, changed, opened, renamed, returned, struck
from tests.web.phones import HTMX, app_over, store_of
from tests.web.test_rendered import MADE_ANEW, any_act, any_start, started
from tests.web.timed import marathon

OLDEST_GO = re.compile(r'<tbody hx-swap-oob="delete:#rows > tr:nth-child\(n\+(\d+)\)"></tbody>')
ROUND = figures(21, 21, 21)
SPARED = {"tied_lowest": "none"}


class Screen:
    """The page of a match on a phone, as htmx makes it of the answers that it gets."""

    def __init__(self, app: Flask, link: Link, address: str = "") -> None:
        self.client, self.address = app.test_client(), f"/m/{link.score_key}/{address}"
        self.rows: list[str] = []
        """The rows of the open table, the newest first: each the text of one `tr`."""
        self.answer = ""

    def fetch(self) -> str:
        """What the part of the page comes to, its rows as they stand on the screen then."""
        known = [row[len(BEARING) :][:LENGTH] for row in self.rows if row.startswith(BEARING)]
        heads = HTMX | ({HEADER: " ".join(known)} if known else {})
        answer = self.client.get(self.address, headers=heads)
        assert answer.status_code == 200
        self.answer = answer.get_data(as_text=True)
        text = MADE_ANEW.sub("-", self.answer)
        if ROWS in text:
            before, rows, after = parted(text, ROWS, "</tbody>")
            self.rows = each_of(rows)
            return before + ROWS + rows + "</tbody>" + after
        if NEW not in text:
            self.rows = []
            return text
        before, rows, after = parted(text, NEW, IN_PLACE)
        self.rows = each_of(rows) + self.rows
        if found := OLDEST_GO.match(after):
            assert int(found[1]) - 1 < len(self.rows)
            self.rows, after = self.rows[: int(found[1]) - 1], after[found.end() :]
        return f"{before}{ROWS}{''.join(self.rows)}</tbody>{after}"


def parted(text: str, start: str, end: str) -> tuple[str, str, str]:
    before, _, rest = text.partition(start)
    between, _, after = rest.partition(end)
    return before, between, after


def each_of(rows: str) -> list[str]:
    return [START + row for row in rows.split(START)[1:]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = app_over(tmp_path_factory.mktemp("rows"))
    yield app
    store_of(app).close()


def write(app: Flask, link: Link, *acts: Act) -> None:
    store = store_of(app)
    for kind, payload in acts:
        number, id = store.last_number(link.match_id) + 1, str(uuid4())
        store.append(link.match_id, number=number, id=id, kind=kind, payload=payload, by=None)


def fresh(app: Flask, link: Link, address: str = "") -> str:
    return Screen(app, link, address).fetch()


@settings(max_examples=15)
@given(st.data())
def test_whatever_is_written_a_phone_that_has_rows_comes_to_the_fresh_page(
    app: Flask, data: st.DataObject
) -> None:
    may = any_start(data.draw)
    link = started(store_of(app), opened(may.start).payload)
    screens = {address: Screen(app, link, address) for address in ("?on=1", "?on=1&all=1")}
    for _ in range(data.draw(st.integers(1, 6))):
        for address, screen in screens.items():
            if data.draw(st.integers(0, 2)):  # or the phone is asleep
                assert screen.fetch() == fresh(app, link, address)
        write(app, link, any_act(data.draw, replay(store_of(app).events(link.match_id)), may))
    for address, screen in screens.items():
        assert screen.fetch() == fresh(app, link, address)


MANY: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    "thirty-one": (thirty_one(3, *[ROUND] * 11, **SPARED), ROUND, 12),
    "two lines a row": (marathon(8, 7), c_leg(*[100] * 8), 16),
}
"""A match that has one row less than lie open, what is recorded next, and the lines of them all."""


@pytest.mark.parametrize("which", MANY)
def test_a_row_that_is_there_is_not_sent_again_and_the_oldest_goes_into_its_fold(
    app: Flask, which: str
) -> None:
    start, entry, lines = MANY[which]
    link = started(store_of(app), opened(start).payload)
    screen = Screen(app, link)
    screen.fetch()
    for _ in range(4):
        write(app, link, added(entry))
        assert screen.fetch() == fresh(app, link)
        assert ROWS not in screen.answer
        assert screen.answer.count(BEARING) == 1
        assert len(screen.rows) <= lines
    assert len(screen.rows) == lines


def test_a_phone_that_slept_gets_all_that_it_has_not(app: Flask) -> None:
    link = started(store_of(app), opened(tribello()).payload)
    screen = Screen(app, link)
    for number in (1, 3, 2):
        write(app, link, *[added({"kind": "deal", "tricks": [6, 4, 3]})] * number)
        assert screen.fetch() == fresh(app, link)
    assert screen.answer.count(BEARING) == 2
    assert screen.fetch() == fresh(app, link)  # nothing is new: all rows stay in place
    assert BEARING not in screen.answer


@pytest.mark.parametrize(
    "deed",
    [
        lambda id, _last: changed(id, figures(20, 20, 20)),
        lambda id, _last: struck(id),
        lambda _id, last: returned(last - 1),
        lambda _id, _last: renamed("Ann", "Ben", "<i>Cleo</i>", title="Another"),
    ],
    ids=["corrected", "struck", "undone", "renamed"],
)
def test_where_the_rows_are_others_now_all_are_sent(app: Flask, deed: Any) -> None:
    link = started(store_of(app), opened(thirty_one(3, ROUND, **SPARED)).payload)
    write(app, link, *[added(ROUND)] * 3)
    screen = Screen(app, link)
    screen.fetch()
    match = replay(store_of(app).events(link.match_id))
    write(app, link, deed(match.entries[2].id, match.number))
    assert screen.fetch() == fresh(app, link)


@pytest.mark.parametrize("known", ["", "00000000", "x y z", "é" * 9, "0 " * 4000])
def test_whatever_a_phone_says_that_it_has_it_gets_a_page(app: Flask, known: str) -> None:
    link = started(store_of(app), opened(thirty_one(3, ROUND, **SPARED)).payload)
    page = app.test_client().get(f"/m/{link.score_key}/", headers=HTMX | {HEADER: known})
    assert MADE_ANEW.sub("-", page.get_data(as_text=True)) == fresh(app, link)


def test_what_was_recorded_is_answered_with_its_row_alone(app: Flask) -> None:
    link = started(store_of(app), opened(thirty_one(3, *[ROUND] * 5, **SPARED)).payload)
    screen = Screen(app, link)
    screen.fetch()
    known = " ".join(row[len(BEARING) :][:LENGTH] for row in screen.rows)
    form = {f"value{seat}": "21" for seat in range(3)} | {"number": "1", "id": str(uuid4())}
    answer = screen.client.post(
        f"/m/{link.score_key}/entries", data=form, headers=HTMX | {HEADER: known}
    ).get_data(as_text=True)
    assert answer.count(BEARING) == 1
    assert IN_PLACE in answer
