"""Behind a proxy and below a path, links, cookies and write checks use the outside address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from referee.core.proxies import ProxySettings, read_proxy_settings
from referee.matches.database.faults import Gone
from tests.games.records import deal, tribello
from tests.web.phones import Phone, PlayedMatch

BEHIND = {
    "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "example.org", "X-Forwarded-Prefix": "/cards",
}  # fmt: skip


NEW = {"game": "tribello", "player0": "Ann", "player1": "Ben", "player2": "Cleo"}


def at(app: Flask, outside: ProxySettings) -> None:
    app.extensions["proxies"] = outside


@pytest.fixture
def outer(app: Flask) -> Phone:
    at(app, read_proxy_settings("", "loopback"))
    return Phone(app, headers=BEHIND)


def test_links_have_the_outer_address(app: Flask, friday: PlayedMatch) -> None:
    club = "https://club.example:8443/whist"
    for address, headers, home in (
        ("", BEHIND, "https://example.org/cards"),
        (club, {}, club), (club, BEHIND, club), (club, {"Host": "evil.example"}, club),
    ):  # fmt: skip
        at(app, read_proxy_settings(address, "loopback"))
        page = Phone(app, headers=headers).open(friday.to_score + "share/")
        shown = {each["value"] for each in page.tree.all("input") if "/m/" in each.get("value")}
        assert shown == {home + friday.to_score, home + friday.to_watch}


def test_the_code_of_a_link_has_the_outer_address(app: Flask, friday: PlayedMatch) -> None:
    code = f"{friday.to_score}share/watch.svg"
    at(app, read_proxy_settings("https://example.org/cards", ""))
    one = Phone(app).open(code).html
    at(app, read_proxy_settings("", "loopback"))
    assert Phone(app, headers=BEHIND).open(code).html == one
    assert Phone(app).open(code).html != one


def cookie_of(phone: Phone) -> str:
    (cookie,) = phone.post("/new", NEW).response.headers.getlist("Set-Cookie")
    return str(cookie)


def test_the_cookie_is_secure_and_for_this_path(outer: Phone, ann: Phone) -> None:
    cookie = cookie_of(outer)
    assert "Secure" in cookie
    assert "Path=/cards" in cookie

    cookie = cookie_of(ann)
    assert "Secure" not in cookie
    assert "Path=/;" in cookie


def test_a_proxy_that_is_not_believed_changes_nothing(app: Flask, friday: PlayedMatch) -> None:
    at(app, read_proxy_settings("", "10.0.0.1"))
    liar = Phone(app, headers=BEHIND)
    assert "Secure" not in cookie_of(liar)
    page = liar.open(friday.to_score + "share/").html
    assert "example.org" not in page
    assert "/cards" not in page


def test_a_form_has_to_come_from_the_host_outside(outer: Phone) -> None:
    for origin, status in (
        ("https://example.org", 303),
        ("http://example.org", 403),
        ("http://localhost", 403),  # the host as the app sees it
        ("https://evil.example", 403),
        ("https://example.org:8443", 403),
        ("https://example.org/cards", 403),
    ):
        assert outer.post("/new", NEW, Origin=origin).status == status


def test_a_proxy_that_does_not_pass_the_host_on_needs_the_address_to_be_given(app: Flask) -> None:
    at(app, read_proxy_settings("https://example.org", ""))
    phone = Phone(app, headers={"Host": "127.0.0.1:8000"})
    assert phone.post("/new", NEW, Origin="https://example.org").status == 303
    assert phone.post("/new", NEW, Origin="https://evil.example").status == 403


def test_all_that_leads_on_stays_below_the_path(outer: Phone, friday: PlayedMatch) -> None:
    """Covers answers to forms and other responses besides pages, which `test_site.py` covers."""
    made = outer.post("/new", NEW)
    assert made.location.startswith("/cards/m/")
    slash = outer.open(friday.to_score.rstrip("/"))
    assert slash.location == "/cards" + friday.to_score
    page = outer.open(friday.to_score).html
    assert 'data-worker="/cards/worker.js"' in page
    assert f'data-stream="/cards{friday.to_score}stream"' in page
    assert f'hx-post="/cards{friday.to_score}entries"' in page
    assert set(re.findall(r'(?:src|href)="(/[^/"]*)', page)) == {"/cards"}
    board = outer.open(friday.to_watch + "board").html
    assert "/cards/static/" in board
    assert not re.findall(r'"/(?!cards/)[^"]', board)


def test_a_failed_form_keeps_the_path(
    outer: Phone, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise Gone

    page = outer.open(friday.to_score)
    monkeypatch.setattr(type(friday.store), "append", gone)
    typed = page.form("/entries").fields() | {"tricks0": "6", "tricks1": "4"}
    kept = outer.post(friday.to_score + "entries", typed)
    assert kept.status == 503
    assert kept.form("/entries")["action"] == f"/cards{friday.to_score}entries"


def test_a_rows_answer_knows_its_page_below_the_path(outer: Phone) -> None:
    """A row's links are relative to the match, so they work below a path too."""
    match = outer.load(tribello(deal(6, 4, 3)))
    page = outer.open(match.to_score)
    rows = [link["href"] for link in page.tree.one(id="pad").all("a")]
    assert [row for row in rows if re.fullmatch(r"e/[\w-]+", row)], rows
    assert not [row for row in rows if "/e/" in row]


def test_health_says_what_runs_no_secret(ann: Phone, friday: PlayedMatch, tmp_path: Path) -> None:
    response = ann.client.get("/health")
    said = response.get_json()
    assert response.status_code == 200
    assert set(said) == {"version", "database", "streams"}
    assert said["database"] == {"kind": "sqlite", "answers": True}
    assert said["streams"]["open"] == 0
    assert said["streams"]["places"] > 0
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in response.headers
    for secret in (friday.score_key, friday.watch_key, "referee.db"):
        assert secret not in response.get_data(as_text=True)

    (tmp_path / "referee.db").rename(tmp_path / "elsewhere.db")
    response = ann.client.get("/health")
    assert response.status_code == 503
    assert response.get_json()["database"] == {"kind": "sqlite", "answers": False}
    assert response.headers["Cache-Control"] == "no-store"
