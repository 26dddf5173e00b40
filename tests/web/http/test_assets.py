"""Static files that pages load: their addresses, their versions and their size."""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from urllib.parse import urljoin

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from referee.core.registry import GAMES
from referee.web.forms.entry_form import form_of
from referee.web.http import assets
from tests.games.expected import find_expected
from tests.games.records import Json, figures, record, thirty_one
from tests.web import loaded
from tests.web.leg_forms import c_typed
from tests.web.phones import HTMX, Phone, PlayedMatch
from tests.web.timed import marathon

SCRIPTS = {
    path.relative_to(assets.FOLDER).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(assets.FOLDER.rglob("*.js"))
    if "vendor" not in path.parts
}
TEMPLATES = assets.FOLDER.parent / "templates"
STATIC = f"/static/{assets.current_version()}/"
WORKER = "worker.js"
"""The service worker, which has its own address and is registered by a script."""
FIRST_VISIT = 60_000
RECORDING = 6_000
PACKED = {"Accept-Encoding": "gzip"}


def test_every_script_imports_what_is_there_and_has_the_version_in_its_address() -> None:
    assert len(SCRIPTS) > 10

    for script, text in SCRIPTS.items():
        found = loaded.imports(text) + loaded.imports_later(text)
        assert [each for each in found if not each.startswith(("./", "../"))] == [], script
        assert {urljoin(script, each) for each in found} <= SCRIPTS.keys(), script
        assert len(re.findall(r"\bimport\b(?!\.meta)", text)) == len(found), script


IMPORTS = {
    script: {urljoin(script, each) for each in loaded.imports(text) + loaded.imports_later(text)}
    for script, text in SCRIPTS.items()
}


def test_scripts_import_each_other_in_no_circle() -> None:
    TopologicalSorter(IMPORTS).prepare()  # raises CycleError


def test_every_script_is_loaded_by_a_page_or_a_script() -> None:
    imported = set().union(*IMPORTS.values())
    pages = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    named = {script for script in SCRIPTS if f"'{script.removesuffix('.js')}'" in pages}
    assert imported | named | {WORKER} == SCRIPTS.keys()


def needed(phone: Phone, address: str) -> list[str]:
    def fetch(asset: str) -> bytes:
        with phone.client.get(asset) as response:
            assert response.status_code == 200
            return response.get_data()

    return [each.removeprefix(STATIC) for each in loaded.assets(phone.open(address).tree, fetch)]


def test_a_page_loads_only_what_it_needs(ann: Phone, friday: PlayedMatch) -> None:
    cases: list[tuple[str, set[str]]] = [
        ("/", {"times"}),  # once there is a match
        ("/new", {"vendor/htmx.min", "drafts", "start/new_match", "page", "connection"}),
        ("/ask", {"vendor/htmx.min", "page", "connection", "times"}),
        ("/rules/tribello", {"vendor/htmx.min", "page", "connection"}),
        ("/ask", {"vendor/htmx.min", "times", "connection", "page"}),
        ("/m/{key}/log/", {"times"}),
        ("/m/{key}/board",
         {"vendor/htmx.min", "match/live", "page", "connection", "match/over_https"}),
    ]  # fmt: skip
    for address, scripts in cases:
        found = needed(ann, address.format(key=friday.score_key))
        assert {each.removesuffix(".js") for each in found if each.endswith(".js")} == scripts


FORTY = [f"Maximilian Alexander von Hohenzollern {seat:02d}" for seat in range(9)]


@pytest.mark.parametrize("language", ["en", "de", "fi"])
def test_a_first_visit_is_light(app: Flask, language: str) -> None:
    for name, game in GAMES.items():
        visitor, phone = Phone(app), Phone(app)
        for each in (visitor, phone):
            each.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        pages = {"/": visitor, "/new": visitor}
        pages[phone.start(name, *FORTY[: min(game.spec.most, 9)]).to_score] = phone
        found = {asset for page, own in pages.items() for asset in needed(own, page)}
        assert len(found) <= 22, "each request has its price"
        of_pages = sum(bytes_of(own, page) for page, own in pages.items())
        of_assets = sum(bytes_of(visitor, STATIC + each) for each in found)
        assert of_pages + of_assets <= FIRST_VISIT, name


def test_every_script_is_sent_without_its_comments_and_with_all_else(ann: Phone) -> None:
    comment, blanks = re.compile(r"^//.*|\s// .*|^\s+//.*", re.MULTILINE), re.compile(r"\s")
    for script, text in SCRIPTS.items():
        with ann.client.get(STATIC + script) as response:
            sent = response.get_data(as_text=True)
        assert blanks.sub("", sent) == blanks.sub("", comment.sub("", text)), script
        assert len(sent) < len(text) * 0.97, script


def test_what_is_recorded_is_answered_in_few_bytes_however_many_rows_there_are(ann: Phone) -> None:
    tables: list[tuple[Json, Mapping[str, str]]] = [
        (thirty_one(8, *[figures(*[21] * 8)] * 60, tied_lowest="none"),
         {f"value{seat}": "21" for seat in range(8)}),
        (marathon(4, 58), c_typed([100] * 4, [0] * 4, unscored_0="600")),
    ]  # fmt: skip
    for name, expected in find_expected().items():
        typed = form_of(GAMES[name]).fill(expected.entry)
        tables.append((record(name, GAMES[name].usual_players, []), typed))
    for made, typed in tables:
        match = ann.load({**made, "players": FORTY[: len(made["players"])]})
        form = ann.open(match.to_score).form("/entries").fields() | {**typed}
        with ann.client.post(
            match.to_score + "entries", data=form, headers={**HTMX, **PACKED}
        ) as response:
            assert response.status_code == 200
            assert weight(response) <= RECORDING
        assert len(match.entries) == len(made["entries"]) + 1


def bytes_of(phone: Phone, address: str) -> int:
    with phone.client.get(address, headers=PACKED) as response:
        return weight(response)


def weight(response: Response) -> int:
    """Size in bytes of the full HTTP/1.1 response."""
    head = [f"HTTP/1.1 {response.status}", *(f"{a}: {b}" for a, b in response.headers)]
    return len("\r\n".join(head).encode()) + 4 + len(response.get_data())


def test_only_the_version_of_today_is_kept_for_ever(ann: Phone) -> None:
    for version, age in ((assets.current_version(), assets.FOR_EVER), ("00000000", 0), ("0", 0)):
        with ann.client.get(f"/static/{version}/referee.css") as response:
            assert response.status_code == 200
            assert response.cache_control.max_age == age


def test_the_worker_is_asked_for_anew_and_may_see_to_the_whole_app(ann: Phone) -> None:
    """A worker cached for ever could never be fixed, and its address sets its scope."""
    with ann.client.get("/worker.js") as response:
        assert response.get_data(as_text=True) == SCRIPTS[WORKER]
        assert response.mimetype == "text/javascript"
        assert response.cache_control.max_age == 0
        assert "connect-src 'self'" in response.headers["Content-Security-Policy"]
