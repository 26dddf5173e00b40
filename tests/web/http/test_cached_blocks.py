"""Cached template blocks are identical, byte for byte, to freshly rendered ones."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, Final
from uuid import uuid4

import pytest
from flask import Flask
from jinja2 import FunctionLoader, Template
from jinja2.filters import FILTERS
from jinja2.tests import TESTS
from markupsafe import Markup

import referee
from referee.matches.match import replay
from referee.matches.store import Link, Store
from referee.web.http import match_cache
from referee.web.http.app import SharedTemplates
from referee.web.http.match_cache import BlockCache
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.matches.logs import (
    Act,
    added,
    agreed,
    changed,
    fell,
    housed,
    lifted,
    opened,
    renamed,
    restored,
    returned,
    struck,
)
from tests.web.phones import store_of

CHANGING: Final = re.compile(r'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|data-now="\d+"')
"""Matches what changes with each rendering: ids for new events, and the clock."""
FIGURES: Final = [figures(*values) for values in ((21, 30.5, 1234), (20, 20, 20), (31, 9, 9))]


class CheckedCache(BlockCache):
    """A cache that renders every block again to compare it with the cached one."""

    stale = False

    def find_or_render(
        self, place: Hashable, value: object, render: Callable[[], Markup]
    ) -> Markup:
        found = super().find_or_render(place, value, render)
        self.stale |= CHANGING.sub("-", found) != CHANGING.sub("-", render())
        return found


@pytest.fixture
def blocks(shared_app: Flask) -> CheckedCache:
    shared_app.extensions["blocks"] = blocks = CheckedCache()
    return blocks


def open_pages(app: Flask, link: Link) -> None:
    """Open a match as phones do: both links, several languages, with a seat, whole and in part."""
    score, watch = f"/m/{link.score_key}/", f"/m/{link.watch_key}/"
    part = {"HX-Request": "true", "HX-Target": "live"}
    phone, seated = app.test_client(), app.test_client()
    with seated.session_transaction() as session:
        session["seats"] = {link.score_key: 1}
        session["table"] = [link.score_key, 1]
    for client, address, language, heads in (
        (phone, f"{score}?on=1", "en", {}), (phone, f"{watch}?on=1", "de-CH", {}),
        (phone, f"{score}?on=1&all=1", "de", {}), (phone, score, "en", part),
        (phone, f"{score}?on=1&number=1&tricks0=3&value0=7&note=x", "en", part),
        (seated, f"{score}?on=1", "en", {}), (phone, f"{score}?on=1", "en", {}),
    ):  # fmt: skip
        page = client.get(address, headers=heads | {"Accept-Language": language})
        assert page.status_code == 200, address


def play_on(app: Flask, link: Link, acts: Iterator[Act]) -> None:
    """Write these events to a match, opening its pages before the first and after each."""
    store = store_of(app)
    open_pages(app, link)
    for kind, payload in acts:
        number, id = store.last_number(link.match_id) + 1, str(uuid4())
        store.append(link.match_id, number=number, id=id, kind=kind, payload=payload, by=None)
        open_pages(app, link)


def started(app: Flask, record: dict[str, Any]) -> Link:
    payload = opened(record).payload
    return store_of(app).open_match(
        id=str(uuid4()), game=payload["game"], title="Match", payload=payload, by=None
    )


def course(store: Store, link: Link) -> Iterator[Act]:
    match = replay(store.events(link.match_id))
    id, game, names = match.entries[0].id, match.game, ["Zoe", "s1", "s2"]
    kept = match.entries[0].data
    entry = {name: kept[name] for name in kept if name not in ("id", "at", "by")}
    yield from [*fell("AS 2S KS 5D"), lifted("5D")] if match.deals else []
    yield added(entry)
    yield changed(id, entry | {"note": "<b>"})
    yield "met", {"players": names, "place": "Köln"}
    yield housed(game.rulebook.laws[0].id, "as we like it")
    yield agreed(**match.options | {"first_dealer": 1})
    yield renamed("Ann", "Maximiliane", "Cleo", title="<i>Another & more")
    yield "chances", {"shown": False}
    yield from (struck(id), restored(id), returned(3), returned(2))


ROUNDS = [
    {**FIGURES[place % 3], "at": f"2025-03-{1 + place // 4:02}T20:{place:02}:00Z"}
    for place in range(14)
]
STARTS = [thirty_one(3, FIGURES[0], tied_lowest="none"), tribello(deal(6, 4, 3))]


def test_cached_pages_are_like_fresh_ones(shared_app: Flask, blocks: CheckedCache) -> None:
    store, rounds = store_of(shared_app), thirty_one(3, *ROUNDS, lives=5, tied_lowest="none")
    for start in (*STARTS, rounds):
        link = started(shared_app, start)
        if start["game"] == "tribello":
            payload = {"entry": {"kind": "deal", "trump": "S"}}
            store.append(
                link.match_id, number=2, id=str(uuid4()), kind="begun", payload=payload, by=None
            )
        play_on(shared_app, link, course(store, link))
    assert not blocks.stale


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("tribello", 3, {}), ("triathlon", 3, {}), ("la-krap", 4, {}), ("thirty-one", 4, {}),
        *(("card-triathlon", seats, {"format": "half-marathon", "sequence": [leg]})
          for leg in "BCD" for seats in (4, 6)),
    ],
)  # fmt: skip
def test_the_fields_of_a_form_are_rendered_once(
    shared_app: Flask, game: str, seats: int, options: Json
) -> None:
    rendered: list[object] = []

    class CountingCache(BlockCache):
        def find_or_render(
            self, place: Hashable, value: object, render: Callable[[], Markup]
        ) -> Markup:
            def counted() -> Markup:
                rendered.append(place)
                return render()

            assert isinstance(place, tuple)
            is_fields = place[0] == "fields"
            return super().find_or_render(place, value, counted if is_fields else render)

    shared_app.extensions["blocks"] = CountingCache()
    link = started(shared_app, record(game, seats, [], **options))
    for _ in range(2):
        assert shared_app.test_client().get(f"/m/{link.score_key}/").status_code == 200
    assert len(rendered) == 1


def test_each_page_has_ids_of_events_of_its_own(shared_app: Flask) -> None:
    link = started(shared_app, thirty_one(3, FIGURES[0]))
    phone, address = shared_app.test_client(), f"/m/{link.score_key}/?on=1"
    pages = [phone.get(address).get_data(as_text=True) for _ in range(3)]
    ids = [
        found[0] for page in pages for found in re.finditer(r'(?<=name="id" value=")[^"]*', page)
    ]
    assert len(ids) == len({*ids}) >= len(pages)
    assert all(CHANGING.fullmatch(id) for id in ids)


def test_a_block_is_rendered_again_only_for_another_value() -> None:
    blocks, rendered = BlockCache(), []

    def show(place: str, value: object) -> str:
        def render() -> Markup:
            rendered.append(value)
            return Markup(repr(value))

        return blocks.find_or_render(place, value, render)

    assert [show("a", (1, "x")), show("b", (2,)), show("a", (1, "x"))] == [
        "(1, 'x')", "(2,)", "(1, 'x')",
    ]  # fmt: skip
    assert rendered == [(1, "x"), (2,)]
    assert [show("a", (3,)), show("a", (1, "x"))] == ["(3,)", "(1, 'x')"]
    assert rendered == [(1, "x"), (2,), (3,), (1, "x")]


def test_the_blocks_used_longest_ago_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_cache, "MOST_CHARACTERS", 100)
    monkeypatch.setattr(match_cache, "LARGEST_BLOCK", 60)
    blocks = BlockCache()

    def is_cached(place: int, length: int) -> bool:
        rendered: list[int] = []

        def render() -> Markup:
            rendered.append(place)
            return Markup("x" * length)

        blocks.find_or_render(place, length, render)
        return not rendered

    assert [is_cached(1, 40), is_cached(2, 40), is_cached(1, 40)] == [False, False, True]
    assert not is_cached(3, 30)
    assert [is_cached(1, 40), is_cached(3, 30)] == [True, True]
    assert blocks.size == 70
    assert not is_cached(2, 40)
    assert [is_cached(9, 61), is_cached(9, 61)] == [False, False]  # too large: evicts nothing
    assert blocks.size <= 100
    assert [is_cached(2, 10), is_cached(2, 10)] == [False, True]  # one value per place
    assert blocks.size == 40


TEMPLATES = Path(referee.__file__).parent / "templates"
OF_FLASK = Flask("bare").jinja_env


def test_every_filter_test_and_function_has_a_template(app: Flask) -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    words = set(re.findall(r"\w+", texts))
    env = app.jinja_env
    filters = env.filters.keys() - FILTERS.keys() - OF_FLASK.filters.keys()
    tests = env.tests.keys() - TESTS.keys()
    of_blocks = {"gettext", "ngettext"}  # called by `{% trans %}`
    functions = env.globals.keys() - OF_FLASK.globals.keys() - of_blocks
    assert filters
    assert (filters | tests | functions) - words == set()


def test_a_template_that_many_want_at_once_is_compiled_once() -> None:
    loaded: list[str] = []

    def load(name: str) -> str:
        loaded.append(name)
        time.sleep(0.05)
        return "{{ 1 }}"

    env = SharedTemplates(Flask("bare"), loader=FunctionLoader(load))
    phones = 8
    start = Barrier(phones)

    def show(_phone: int) -> Template:
        start.wait()
        return env.get_template("page.html")

    with ThreadPoolExecutor(phones) as threads:
        found = list(threads.map(show, range(phones)))
    assert loaded == ["page.html"]
    assert len(set(map(id, found))) == 1
