"""Who may write from where, security headers, cookies and gzip."""

from __future__ import annotations

import gzip
import time
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from referee.web.http.assets import current_version
from tests.web.http.test_kept import KEPT, restore
from tests.web.phones import Page, Phone, PlayedMatch, app_over, routes, store_of

STATIC = f"/static/{current_version()}/"
FOREIGN = [
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Origin": "http://evil.example"}, {"Origin": "https://localhost"},
    {"Origin": "http://localhost:8000"}, {"Origin": "http://localhost.evil.example"},
    {"Origin": "null"}, {"Referer": "http://evil.example/page"},
    {"Referer": "http://localhost.evil.example/"}, {"Referer": "https://localhost/m/x/"},
    {"Referer": "nonsense"}, {"Referer": "http://[::1"},
]  # fmt: skip
OWN = [
    {}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
    {"Referer": "http://localhost/m/x/"}, {"Referer": ""},
]  # fmt: skip
NAMED = "&".join(
    f"{name}=//x.example/"
    for name in (
        "key", "endpoint", "question", "query", "values", "self", "template", "part", "_root",
        "_method", "_anchor", "_scheme", "_external",
    )
)  # fmt: skip
"""A query whose fields are named like parameters in the code."""


def written(phone: Phone, match: PlayedMatch, headers: dict[str, str]) -> Page:
    form = phone.open(match.to_score).form("/entries")
    phone.headers = headers
    return phone.post(form["action"], form.fields() | {"tricks0": "6", "tricks1": "4"})


def test_another_site_cannot_write(ann: Phone, friday: PlayedMatch) -> None:
    for headers in FOREIGN:
        page = written(ann, friday, headers)
        assert page.status == 403, headers
        assert "another site" in page.alert, headers
        assert friday.number == 1, headers


def test_a_page_of_this_app_can_write(ann: Phone, friday: PlayedMatch) -> None:
    for number, headers in enumerate(OWN, start=2):
        assert written(ann, friday, headers).status == 303, headers
        assert friday.number == number, headers


def test_another_site_can_do_nothing_by_any_address(app: Flask, busy: PlayedMatch) -> None:
    phone = Phone(app)
    phone.take_seat(busy.to_score, 1)
    phone.headers = {"Sec-Fetch-Site": "cross-site"}
    form = {"number": str(busy.number), "role": "score", "seat": "2", "card": "9D", "hand": "9D"}
    before, link, cookie = busy.events, busy.link, phone.client.get_cookie("referee")
    addresses = [at for _, at in routes(app, "POST", key=busy.score_key, id=busy.ids[0])]
    assert len(addresses) >= 20
    for address in addresses:
        assert phone.post(address, form).status == 403, address
    assert (busy.events, busy.link) == (before, link)
    assert phone.client.get_cookie("referee") == cookie
    assert busy.score_key in phone.open("/").html
    assert phone.open(busy.to_watch).status == 200  # but it may link to a match


def test_there_are_no_other_ways_to_write(ann: Phone, friday: PlayedMatch) -> None:
    for method in ["PUT", "DELETE", "PATCH"]:
        response = ann.client.open(friday.to_score, method=method)
        assert response.status_code == 405
        foreign = ann.client.open(friday.to_score, method=method, headers={"Origin": "http://x"})
        assert foreign.status_code == 403


def test_a_field_named_like_a_part_of_a_url_or_of_the_code_is_only_a_field(
    app: Flask, friday: PlayedMatch, busy: PlayedMatch
) -> None:
    """`busy` is played by cards and `idle` by figures, so the desk presets other fields."""
    phone = Phone(app)
    idle = phone.start("thirty-one", "Ann", "Ben")
    for match in (busy, idle):
        for endpoint, address in routes(app, "GET", is_keyed=True, key=match.score_key):
            page = phone.open(f"{address}?{NAMED}&asked=1&trump=S")
            assert page.status < 500, endpoint
            assert not page.response.headers.get("Location", "/").startswith("//"), endpoint
    decide = f"{busy.to_score}ask/quota/decide?{NAMED}"
    form = {"number": str(busy.number), "decision": "none"}
    assert phone.post(decide, form).status < 500


def test_what_is_no_page_is_as_safe_as_pages_are(ann: Phone, friday: PlayedMatch) -> None:
    for address, status in (
        ("/m/unknown", 308), (STATIC + "no-such-file", 404), (STATIC + "../__init__.py", 404),
        ("/schema/record.json", 200), ("/m/{key}/record.json", 200), ("/m/{key}/sheet.csv", 200),
        ("/m/{key}/share/watch.svg", 200), ("/m/{key}/entries", 405),
    ):  # fmt: skip
        with ann.client.get(address.format(key=friday.score_key)) as response:
            response.get_data()
        assert response.status_code == status
        assert_safe(response.headers)

    page = written(ann, friday, {})
    assert page.status == 303
    assert_safe(page.response.headers)

    for file in ["referee.css", "match/live.js", "icon.svg"]:
        with ann.client.get(STATIC + file) as response:
            response.get_data()
        assert response.status_code == 200
        assert response.headers["Content-Security-Policy"] == "default-src 'none'"
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def assert_safe(headers: object) -> None:
    said = dict(headers)  # type: ignore[call-overload]
    policy = dict(
        part.strip().partition(" ")[::2] for part in said["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert set(policy.values()) == {"'none'", "'self'"}
    assert said["Referrer-Policy"] == "same-origin"
    assert said["X-Content-Type-Options"] == "nosniff"
    assert said["Cross-Origin-Opener-Policy"] == "same-origin"


def test_the_cookie_is_http_only_and_signed(ann: Phone, friday: PlayedMatch) -> None:
    names = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
    page = ann.post("/new", {"game": "tribello", **names})
    (cookie,) = page.response.headers.getlist("Set-Cookie")
    assert cookie.startswith("referee=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie

    own = ann.client.get_cookie("referee")
    assert own is not None
    body, _, signature = own.value.partition(".")
    stranger = Phone(ann.app)
    stranger.client.set_cookie("referee", f"{body}.{signature[:-2]}xx")
    assert friday.score_key not in stranger.open("/").html


def test_a_form_with_a_field_that_has_no_name_is_refused(ann: Phone, friday: PlayedMatch) -> None:
    form = b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    response = ann.client.post(friday.to_score + "entries", data=form, content_type=kind)
    assert response.status_code == 400
    assert "Go back, reload the page" in response.text


GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_what_is_large_goes_over_the_wire_in_gzip(ann: Phone, friday: PlayedMatch) -> None:
    for address in ["/m/{key}/", STATIC + "referee.css", "/schema/record.json"]:
        address = address.format(key=friday.score_key)
        with ann.client.get(address) as response:
            plain = response.get_data()
            assert "Content-Encoding" not in response.headers
        for _ in range(2):
            with ann.client.get(address, headers=GZIP) as packed:
                body = packed.get_data()
            assert packed.headers["Content-Encoding"] == "gzip"
            assert "Accept-Encoding" in packed.headers["Vary"]
            assert int(packed.headers["Content-Length"]) == len(body) < len(plain) / 2
            if "/m/" not in address:  # pages contain new ids each time
                assert gzip.decompress(body) == plain
        assert gzip.decompress(body).startswith(plain[:200])

    response = ann.client.get("/no-such-page", headers=GZIP)
    assert response.status_code == 404
    assert gzip.decompress(response.get_data()).startswith(b"<!doctype html>")


def test_small_answers_and_other_clients_get_no_gzip(ann: Phone, friday: PlayedMatch) -> None:
    for accepted in ("", "identity", "br", "gzip;q=0"):
        response = ann.client.get(friday.to_score, headers={"Accept-Encoding": accepted})
        assert "Content-Encoding" not in response.headers, accepted
        assert response.get_data(as_text=True).startswith("<!doctype html>"), accepted

    response = ann.client.get(friday.to_score.removesuffix("/"), headers=GZIP)  # it moves on
    assert "Content-Encoding" not in response.headers


def test_pages_with_a_link_are_not_cached(ann: Phone, friday: PlayedMatch) -> None:
    leaves = ("/", "/share/", "/record.json", "/nothing", "")
    linked = {"/m/unknown/", *(f"/m/{friday.score_key}{leaf}" for leaf in leaves)}
    for address in ("/", "/ask", *linked):
        headers = ann.client.get(address).headers
        assert (headers["Cache-Control"] == "no-store") is (address in linked), address
        assert headers["X-Robots-Tag"] == "noindex"


def test_a_redirect_to_an_address_with_a_slash_names_no_host(app: Flask) -> None:
    """The Host header can be forged, and caches may keep such a redirect."""
    for path in ["/m/KEY", "/m/KEY?all=1"]:
        answer = app.test_client().get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 308
        assert answer.headers["Location"].startswith("/m/")
        assert "//" not in answer.headers["Location"]
    assert app.test_client().get("//evil.example/m/KEY").status_code in (308, 404)


YEARS = 365 * 24 * 3600
REAL = time.time


def test_a_cookie_needs_no_right_clock(
    app: Flask, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for years in [-50, -1, 0, 2, 50]:
        phone = Phone(app)
        phone.open(friday.to_score)
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda years=years: REAL() + years * YEARS)
            assert friday.score_key in phone.open("/").html

    page = Phone(app).open(friday.to_score)
    (cookie,) = page.response.headers.getlist("Set-Cookie")
    assert "Expires=Fri, 31 Dec 9999" in cookie


def test_a_cookie_that_version_1_has_given_counts(tmp_path: Path) -> None:
    restore(tmp_path / "referee.db")
    app = app_over(tmp_path)
    phone = Phone(app)
    phone.client.set_cookie("referee", KEPT["cookie"])
    home = phone.open("/").html
    store_of(app).close()
    for kept in KEPT["matches"].values():
        assert kept["score_key"] in home


def test_a_cookie_fits_a_browser_with_any_names(app: Flask, friday: PlayedMatch) -> None:
    phone = Phone(app)
    phone.open(friday.to_score)
    dice = Random(1)
    for game in range(39):
        letters = ["".join(chr(dice.randrange(0x20000, 0x2A000)) for _ in range(40)) for _ in "abc"]
        names = {f"player{seat}": name for seat, name in enumerate(letters)}
        page = phone.post("/new", {"game": "tribello", "id": f"{game:08}-0000", **names})
        assert page.status == 303, page.text
        for cookie in page.response.headers.getlist("Set-Cookie"):
            assert len(cookie) <= 4096
    assert friday.score_key in phone.open("/").html
