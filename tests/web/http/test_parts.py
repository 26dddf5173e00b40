"""Whole pages and parts of them, and the response statuses for which htmx swaps content in."""

from __future__ import annotations

from pathlib import Path

import referee
from tests.faults.conftest import amount
from tests.games.test_cases import CASES, record_of
from tests.web.phones import Phone, PlayedMatch

PARTS = [
    ("", 'id="live"'), ("board", 'id="live"'), ("e/{id}", 'class="receipt"'),
    ("/ask?q=trump", 'id="found"'), ("/ask/tribello/quota?asked=1&deal=1", 'id="answer"'),
    ("ask/quota?asked=1&deal=1", 'id="answer"'),
]  # fmt: skip
BY_HTMX = {"HX-Request": "true"}
WHOLE = [BY_HTMX | {"HX-Boosted": "true"}, BY_HTMX | {"HX-History-Restore-Request": "true"}, {}]
PAGES = [
    "/", "/ask", "/no-such-page", "", "board", "log/", "play/", "ask/", "ask/quota",
]  # fmt: skip


def address_of(match: PlayedMatch, address: str) -> str:
    full = address if address.startswith("/") else match.to_score + address
    return full.format(id=match.ids[0])


def test_htmx_gets_the_part_alone_and_caches_are_told(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(6, 4, 3)
    for address, mark in PARTS:
        for headers in [BY_HTMX, *WHOLE]:
            page = ann.open(address_of(friday, address), **headers)
            assert page.status == 200
            is_page = headers != BY_HTMX
            assert (page.is_whole, "<head" in page.html) == (is_page, is_page)
            assert mark in page.html

    for address in PAGES:
        page = ann.open(address_of(friday, address))
        said = page.response.headers
        assert {"HX-Request", "Cookie"} <= {each.strip() for each in said["Vary"].split(",")}
        has_link = page.address.startswith("/m/")
        assert said["Cache-Control"] == ("no-store" if has_link else "no-cache, private")


def test_a_correction_by_htmx_goes_back_to_the_match(quick: Phone, friday: PlayedMatch) -> None:
    friday.by(quick).deal(6, 4, 3)
    edit = Phone(quick.app).open(f"{friday.to_score}e/{friday.ids[0]}/edit")
    quick.headers = quick.headers | {"HX-Target": "entry"}
    page = quick.answer(edit, friday.ids[0], tricks0="7", tricks1="3")
    assert page.status == 204
    assert page.response.headers["HX-Redirect"] == friday.to_score
    assert friday.match.sheet().totals == (1, -1, 0)


def test_every_hint_has_its_place_on_the_page_that_asks_for_it(ann: Phone) -> None:
    for case in amount(CASES[::18], CASES):
        match = ann.load(record_of(case))
        due = [f"e/{id}/edit" for id in match.ids if match.match.due_at(id)]
        for way in ("", "play/", *due):
            page = ann.open(match.to_score + way)
            if places := {each["id"] for each in page.tree.all("output")}:
                form = page.tree.one("form", id="entry")
                said = ann.post(match.to_score + "check", form.fields())
                assert said.status == 200
                assert {each["id"] for each in said.tree.all("output")} <= places, way
        assert match.number == 1


def test_one_module_alone_reads_and_writes_headers_of_htmx() -> None:
    modules = Path(referee.__file__).parent.rglob("*.py")
    assert [path.name for path in modules if "HX-" in path.read_text("utf-8")] == ["app.py"]
