"""Scoring and viewing links: what each one opens, and that no secret leaves its own pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from referee.web.http.limits import THIS_MACHINE
from tests.phones import key_in
from tests.web.phones import Page, Phone, PlayedMatch, routes

COOKIE_ONLY = {"home.hide", "home.unhide", "players.sit", "play.hand"}
"""Endpoints that accept forms from a viewing link, because they change only that phone's cookie."""


def watched(match: PlayedMatch) -> list[str]:
    """Addresses of the pages behind a viewing link."""
    pages = ["", "board", "share/", "log/", "rules", "print", "record.json", "sheet.csv",
             "share/watch.svg", f"e/{match.ids[0]}", "?all=1", "log/?all=1", "ask/", "ask/trick",
             "ask/trick?asked=1&cards=7S+9S", "ask/quota?asked=1&deal=3"]  # fmt: skip
    return [match.to_watch + page for page in pages]


def acts(app: Flask, key: str, id: str) -> Iterator[tuple[str, str]]:
    return routes(app, "POST", is_keyed=True, key=key, id=id)


def gets(app: Flask, key: str, id: str) -> list[str]:
    return [address for _, address in routes(app, "GET", is_keyed=True, key=key, id=id)]


def test_a_link_to_watch_does_not_open_what_is_for_writing(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(6, 4, 3)
    stranger = Phone(ann.app)
    assert stranger.open(f"{friday.to_watch}e/{friday.ids[0]}/edit").status == 403
    assert stranger.open(f"{friday.to_watch}play/").status == 403
    assert stranger.open(f"{friday.to_watch}share/score.svg").status == 404
    assert stranger.open(f"{friday.to_score}share/nobody.svg").status == 404


def test_an_unknown_key_leads_nowhere_by_any_address(ann: Phone, busy: PlayedMatch) -> None:
    unknown = "A" * 22
    for address in gets(ann.app, unknown, busy.ids[0]):
        page = ann.open(address)
        assert page.status == 404, address
        assert page.is_whole
        assert "doesn’t open a match" in page.alert
    for _, address in acts(ann.app, unknown, busy.ids[0]):
        if not address.startswith(("/hide/", "/unhide/")):
            form = FORM | {"number": str(busy.number), "id": "x"}
            assert ann.post(address, form).status == 404, address


FORM = {
    "tricks0": "13", "tricks1": "0", "to": "1", "role": "score", "title": "Mine", "player0": "X",
    "player1": "Y", "player2": "Z", "form": "B" * 22, "trump": "C", "card": "9D", "act": "0",
    "hand": "9D 10D", "asked": "1", "cards": "7S", "seat": "1",
}  # fmt: skip
"""Fields of various forms, all sent at once."""


def test_a_link_to_watch_writes_nothing_by_any_address(app: Flask, busy: PlayedMatch) -> None:
    before, link = busy.events, busy.link
    tried = set()
    for endpoint, address in acts(app, busy.watch_key, busy.ids[0]):
        phone = Phone(app)
        phone.take_seat(busy.to_watch, 1)
        form = FORM | {"number": str(busy.number), "id": f"by a watcher, {endpoint}"}
        for page in (phone.post(address, form), phone.post(f"{address}?asked=1&cards=7S", form)):
            if endpoint in COOKIE_ONLY:
                assert page.status == 303, address
                continue
            tried.add(endpoint)
            assert page.status == 403, address
            assert "viewing link" in page.alert
    assert len(tried) >= 15
    assert {"play.begin", "play.card", "play.say", "play.leave", "play.record"} < tried
    assert "ask.keep" in tried
    assert busy.events == before
    assert busy.link == link


def test_a_page_to_watch_has_no_form_that_writes(app: Flask, busy: PlayedMatch) -> None:
    watcher = Phone(app)
    watcher.take_seat(busy.to_watch, 1)
    watcher.send(watcher.open(busy.to_watch), "/play/hand", hand="9D 10D")
    for address in watched(busy):
        page = watcher.open(address)
        assert page.status == 200, address
        if page.response.mimetype != "text/html":
            continue
        for form in page.tree.all("form"):
            if form.get("method") == "post":
                assert form["action"].endswith(("/phone", "/play/hand")), address
        for each in page.tree.walk():
            assert "hx-post" not in each.attrs, address
            assert "formaction" not in each.attrs, address
        assert "/edit" not in page.html
        assert f'{busy.to_watch}play/"' not in page.html
        assert 'name="number"' not in page.html


def test_the_key_to_score_is_on_no_page_for_watchers(app: Flask, busy: PlayedMatch) -> None:
    watcher = Phone(app)
    secrets = [busy.score_key, busy.events[0].id]
    for _ in range(2):  # first as anyone, then with a seat and a hand
        pages = [watcher.open(address) for address in watched(busy)]
        ways = [a for a in gets(app, busy.watch_key, busy.ids[0]) if not a.endswith("/stream")]
        pages += [watcher.open(a) for a in ways]
        pages += [watcher.open(a, HX_Request="true", HX_Target="live") for a in ways]
        pages += [watcher.open(a) for a in ("/", "/new", "/import", "/ask")]
        pages += [watcher.post(a, FORM) for _, a in acts(app, busy.watch_key, busy.ids[0])]
        pages.append(watcher.open(busy.to_watch + "no-such-page"))
        assert len(pages) > 50
        for page in pages:
            for secret in secrets:
                assert secret not in (page.html + str(page.response.headers)), page.address
        watcher.take_seat(busy.to_watch, 1)
        watcher.send(watcher.open(busy.to_watch), "/play/hand", hand="9D 10D")


@pytest.mark.parametrize(
    ("addresses", "shown"),
    [(set(), "score"), ({THIS_MACHINE}, "score"), ({THIS_MACHINE, "192.0.2.1"}, "watch")],
)
def test_the_scoring_link_is_shown_first_until_another_phone_has_the_match(
    ann: Phone,
    friday: PlayedMatch,
    monkeypatch: pytest.MonkeyPatch,
    addresses: set[str],
    shown: str,
) -> None:
    streams = ann.app.extensions["streams"]
    monkeypatch.setattr(streams, "addresses", {friday.link.match_id: addresses}.get)
    keys = ann.open(friday.to_score + "share/").tree.all("input", name="link")
    assert [key["value"] for key in keys if "checked" in key.attrs] == [shown]


def test_a_phone_that_watches_says_so_and_whose_phone_records(
    ann: Phone, ben: Phone, friday: PlayedMatch
) -> None:
    assert "on the phone that keeps score" in ben.open(friday.to_watch).text
    ann.take_seat(friday.to_score, 0)
    friday.deal(6, 4, 3)
    page = ben.open(friday.to_watch)
    assert "You’re watching. To record, scan the scoring code on Ann’s phone." in page.text
    assert page.tree.one(id="live")["class"] == "watched"
    assert "You’re watching" not in ann.open(friday.to_score).text


@pytest.mark.parametrize("role", ["score", "watch"])
def test_a_renewed_link_replaces_it(ann: Phone, ben: Phone, busy: PlayedMatch, role: str) -> None:
    before, old, number = busy.events, busy.link, str(busy.number)
    old_key = old.score_key if role == "score" else old.watch_key
    kept_key = old.watch_key if role == "score" else old.score_key
    assert ben.open(f"/m/{old_key}/").status == 200
    ann.post(busy.to_score + "phone", {"seat": "1"})

    button = "New scoring link" if role == "score" else "New viewing link"
    renewed = ann.press(ann.open(busy.to_score + "share/"), button)

    assert renewed.status == 200
    new_score = key_in(renewed.address)
    new = busy.store.find(new_score)
    assert new is not None
    new_key = new.score_key if role == "score" else new.watch_key
    assert new_key != old_key
    assert new_key in renewed.html
    assert old_key not in renewed.html
    assert ben.open(f"/m/{new_key}/").status == 200
    assert ben.open(f"/m/{kept_key}/").status == 200
    assert busy.store.events(new.match_id) == before
    assert ben.open(f"/m/{old_key}/").status == 404
    form = FORM | {"number": number, "role": role}
    assert ben.post(f"/m/{old_key}/share/renew", form).status == 404
    assert old_key not in ben.open("/").html
    assert new_score in ann.open("/").html
    ann.tap(ann.open(f"/m/{new_score}/"), "6D")
    assert busy.store.events(new.match_id)[-1].by == "Ben", "the phone has kept its seat"


def test_a_form_renews_a_link_once(ann: Phone, ben: Phone) -> None:
    for role in ("score", "watch"):
        match = ann.start("tribello", "Ann", "Ben", "Cleo")
        form = {"role": role, "form": role * 4 + "B" * (22 - 4 * len(role))}
        first = ann.post(match.to_score + "share/renew", form)
        made = match.store.find(key_in(first.location))
        assert made is not None
        assert form["form"] not in (made.score_key, made.watch_key)
        again = ben.post(match.to_score + "share/renew", form)
        assert again.location == first.location
        other = ben.post(match.to_score + "share/renew", {"role": role, "form": "C" * 22})
        assert other.status == (404 if role == "score" else 303)


def test_only_its_form_renews_a_link(ann: Phone, friday: PlayedMatch, swim: PlayedMatch) -> None:
    for form in ["", "short", "A" * 21 + "/", "<b>" + "A" * 19, "A" * 23]:
        link = friday.link
        page = ann.post(friday.to_score + "share/renew", {"role": "watch", "form": form})
        assert page.status == 422
        assert friday.link == link

    typed = {"role": "score", "form": "B" * 22}
    assert ann.post(friday.to_score + "share/renew", typed).status == 303
    assert ann.post(swim.to_score + "share/renew", typed).status == 409
    assert ann.open(swim.to_score).status == 200


def test_home_lists_each_match_once(ann: Phone, friday: PlayedMatch, ben: Phone) -> None:
    other = ann.start("thirty-one", "Ann", "Ben", title="Swim")
    ann.open(friday.to_watch)
    friday.deal(6, 4, 3)
    links = [a["href"] for a in ann.open("/").tree.all("a", class_="go-on")]
    assert links == [friday.to_score, other.to_score]

    ben.open(friday.to_watch)
    (link,) = ben.open("/").tree.all("a", class_="go-on")
    assert link["href"] == friday.to_watch
    assert "view only" in link.text


def test_phone_links(ann: Phone, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    score, watch = (ann.open(f"{friday.to_score}share/{role}.svg") for role in ("score", "watch"))
    for page in (score, watch):
        assert page.response.mimetype == "image/svg+xml"
        assert page.response.headers["Cache-Control"] == "no-store"
        assert page.html.startswith('<svg xmlns="http://www.w3.org/2000/svg" ')
        assert "style=" not in page.html
    assert score.html != watch.html
    assert ann.open(f"{friday.to_watch}share/watch.svg").html == watch.html

    def shown(base: str) -> list[str]:
        response = ann.client.get(friday.to_score + "share/", base_url=base)
        return [
            each["value"] for each in Page(response).tree.all("input") if "readonly" in each.attrs
        ]

    here = [friday.to_watch, friday.to_score]
    assert shown("http://table.local:8000") == [f"http://table.local:8000{a}" for a in here]
    monkeypatch.setitem(ann.app.config, "PHONE_ADDRESS", "http://192.168.1.7:8000")
    assert shown("http://127.0.0.1:8000") == [f"http://192.168.1.7:8000{a}" for a in here]
    assert shown("http://table.local:8000") == [f"http://table.local:8000{a}" for a in here]


@pytest.mark.parametrize(
    ("base", "lacks"),
    [
        ("http://192.168.1.7:8000", True),
        ("https://192.168.1.7:8000", False),
        ("http://127.0.0.1:8000", False),  # the computer itself
        ("http://localhost:8000", False),
    ],
)
def test_where_https_is_missing_the_page_says_how_to_get_it(
    ann: Phone, friday: PlayedMatch, base: str, lacks: bool
) -> None:
    match, share = (
        Page(ann.client.get(friday.to_watch + path, base_url=base)) for path in ("", "share/")
    )
    wake = match.tree.one(id="wake")
    assert wake.tag == ("a" if lacks else "button")
    assert ("https: start Referee with --https" in share.text) is lacks
    if lacks:
        path, id = wake["href"].split("#")
        assert path == friday.to_watch + "share/"
        assert share.tree.one(id=id)


def test_no_key_in_logs(app: Flask, friday: PlayedMatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    keys = [friday.score_key, friday.watch_key]
    phone = Phone(app)
    friday.by(phone).deal(6, 4, 3)
    phone.open(friday.to_watch)
    phone.post(friday.to_score + "entries", {"tricks0": "99"})
    phone.open(friday.to_score + "no-such-page")
    for key in keys:
        assert key not in caplog.text


def test_a_crash_is_logged(
    app: Flask,
    friday: PlayedMatch,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setitem(app.config, "TESTING", False)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    monkeypatch.setattr("referee.web.match.match_page.page_of", lambda *_: 1 / 0)
    page = Phone(app).open(friday.to_score)
    assert page.status == 500
    assert page.is_whole
    (mark,) = re.findall(r"error ([0-9a-f]{8})", page.alert)
    assert f"error {mark} at match_page.show" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "ZeroDivisionError" not in page.html
    assert "division" not in page.html
    assert friday.score_key not in caplog.text
    assert "Content-Security-Policy" in page.response.headers
