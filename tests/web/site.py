"""The whole site: matches in every state, and every page that a phone can come to from home."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from flask import Flask

from tests.games.records import deal, figures, shown, thirty_one, tribello
from tests.web.markup import Element, parsed
from tests.web.phones import (
    HTMX,
    Match,
    Page,
    Phone,
    import_text,
    key_in,
    record_deal,
    record_round,
    start,
    store_of,
    strike,
)
from tests.web.test_recording import REVOKED

HOSTILE = ["<b>x</b>Ann", "&\"'Ben", "</td>{{C}}"]
TITLE = '<i>"It\'s" & more</i>'
NOTE = "</p><script>alert('&')</script>"
ADDRESSES = (
    "href", "src", "action", "hx-get", "hx-post", "data-stream", "data-page", "data-pad",
)  # fmt: skip
NO_PAGES = ("hx-post", "data-stream", "data-pad")


@dataclass
class Site:
    """The app, its matches, and all that was seen of it."""

    app: Flask
    matches: dict[str, Match]
    pages: dict[str, Page]
    """By address, those that a GET gives; the others by what was done."""
    parts: dict[str, Page]


def build(app: Flask) -> Site:
    """Matches in every state, and what a phone that knows them all sees."""
    phone = Phone(app)
    matches = {
        "hostile": _hostile(phone),
        "empty": start(phone, "tribello", "Ann", "Ben", "Cleo", title="Empty"),
        "won": _imported(phone, tribello(*[deal(6, 4, 3)] * 11, deal(13, 0, 0))),
        "shared": _imported(phone, tribello(*[deal(6, 4, 3)] * 12)),
        "revoked": _imported(phone, tribello(REVOKED, deal(6, 4, 3, note="x"))),
        "accepted": _imported(phone, tribello(REVOKED | {"accepted": ["tribello.follow"]})),
        "wrong": _imported(phone, tribello(deal(1, 1, 1), *[deal(6, 4, 3)] * 12)),
        "hands": _imported(phone, thirty_one(2, shown("AH KH 7S", "9C 9D 9H"), lives=2, fire=True)),
        "many": _imported(phone, thirty_one(5, figures(31, 30.5, 9, 21, 20), lives=0)),
        "over": _imported(phone, thirty_one(2, *[figures(21, 20)] * 5)),
        "long": _imported(phone, thirty_one(2, *[figures(21, 21)] * 70, tied_lowest="none")),
    }
    phone.post(matches["hostile"].to_score + "share/seat", {"seat": "1"})
    watched = [match.to_watch for match in matches.values()]
    pages = {_place(page): page for page in _crawl(phone, ["/", *watched])}
    pages |= dict(_done(app, matches))
    return Site(app, matches, pages, dict(_parts(app, matches)))


def links(page: Page) -> Iterator[tuple[Element, str, str]]:
    """Every address in a page, with its element and attribute."""
    for element in parsed(page.html)[0].walk():
        for name in ADDRESSES:
            if name in element.attrs:
                yield element, name, element[name]


def _place(page: Page) -> str:
    address = urlsplit(page.response.request.url)
    return address.path + f"?{address.query}" * bool(address.query)


def _hostile(phone: Phone) -> Match:
    match = start(phone, "tribello", *HOSTILE, title=TITLE)
    record_deal(phone, match, 6, 4, 3, note=NOTE, trump="H", pickup0="2")
    record_deal(phone, match, 4, 6, 3)
    record_deal(phone, match, 4, 3, 6)
    strike(phone, match)
    edit = phone.open(f"{match.to_score}e/{match.ids[0]}/edit")
    phone.send(edit, f"/e/{match.ids[0]}", tricks0="7", tricks1="3")
    return match


def _imported(phone: Phone, record: dict[str, object]) -> Match:
    page = import_text(phone, json.dumps(record))
    if page.status == 422:
        form = page.form("/import")
        page = phone.post(form["action"], form.fields() | {"anyway": "1"})
    return Match(store_of(phone.app), key_in(page.response.headers["Location"]))


def _crawl(phone: Phone, waiting: list[str]) -> Iterator[Page]:
    """Every page that links lead to, as HTML."""
    seen = set(waiting)
    while waiting:
        page = phone.open(waiting.pop())
        if page.response.mimetype != "text/html":
            page.response.close()
            continue
        yield page
        for element, name, link in links(page):
            if element.tag == "form" or name in NO_PAGES:
                continue
            address = urljoin(page.response.request.url, link).partition("#")[0]
            path = urlsplit(address).path
            if address.startswith("http://localhost/") and address not in seen:
                seen.add(address)
                if not path.startswith("/static/"):
                    waiting.append(address)


def _done(app: Flask, matches: dict[str, Match]) -> Iterator[tuple[str, Page]]:
    """The pages that are answers to forms, and the refusals."""
    phone, late = Phone(app), Phone(app)
    hostile, swim = matches["hostile"], matches["many"]
    early = late.open(hostile.to_score)
    early_edit = late.open(f"{hostile.to_score}e/{hostile.ids[0]}/edit")
    early_row = late.open(f"{hostile.to_score}e/{hostile.ids[0]}")
    yield "a deal refused", record_deal(phone, hostile, 9, 9, note=NOTE)
    yield "a pickup refused", record_deal(phone, hostile, 6, 4, pickup0=NOTE)
    yield "a round refused", record_round(phone, swim, "x", "'<b>", "", cards0="<i>", closer="1")
    edit = phone.open(f"{hostile.to_score}e/{hostile.ids[0]}/edit")
    yield "a correction refused", phone.send(edit, f"/e/{hostile.ids[0]}", tricks0="9")
    record_deal(phone, hostile, 4, 3, 6)
    yield "too late", late.answer(early, "/entries", tricks0="6", tricks1="4", note=NOTE)
    yield "a correction too late", late.answer(early_edit, f"/e/{hostile.ids[0]}", tricks0="6")
    yield "a strike too late", late.answer(early_row, "/strike")
    yield "undone", phone.press(phone.open(hostile.to_score), "Undo")
    yield "struck", strike(phone, hostile)
    record_round(phone, swim, "21", "20", "", "31", "30.5")
    breaking = {"value0": "9", "value1": "31", "value2": "9"}
    edit = phone.open(f"{swim.to_score}e/{swim.ids[0]}/edit")
    breaks = phone.answer(edit, f"/e/{swim.ids[0]}", **breaking)
    yield "a correction that breaks what follows", breaks
    yield "broken", phone.send(breaks, f"/e/{swim.ids[0]}")
    yield (
        "no table",
        phone.send(phone.open("/new"), "/new", player0=NOTE, player1="<b>", title=NOTE),
    )
    yield "no record", import_text(phone, NOTE)
    yield "no record either", import_text(phone, json.dumps(tribello() | {"game": NOTE}))
    yield "a wrong record", import_text(phone, json.dumps(tribello(deal(1, 1, 1, note=NOTE))))
    yield "no state", phone.post(hostile.to_score + "back", {"to": NOTE, "number": "1"})
    yield "for watchers", phone.post(hostile.to_watch + "entries", {})
    yield "no match", phone.open("/m/%3Cb%3E/")
    yield "no page", phone.open("/%3Cb%3E")
    yield "no game", phone.open("/rules/%3Cb%3E")
    yield "no question", phone.open("/ask/tribello/%3Cb%3E")
    yield "not that way", phone.post("/rules", {})
    yield "another site", phone.post("/new", {}, Sec_Fetch_Site="cross-site")
    yield "nothing found", phone.open("/rules?q=%3Cb%3E%22")
    yield "found", phone.open("/rules?q=trump")
    yield "an answer", phone.open("/ask/tribello/quota?asked=1&deal=5&first_dealer=1")
    yield "no answer", phone.open("/ask/thirty-one/hand?asked=1&cards=%3Cb%3E")


def _parts(app: Flask, matches: dict[str, Match]) -> Iterator[tuple[str, Page]]:
    """What htmx gets."""
    phone = Phone(app, headers=HTMX)
    for name, match in matches.items():
        for role, home in (("score", match.to_score), ("watch", match.to_watch)):
            for leaf in ("", "pad", "board", f"e/{match.ids[0]}" if match.ids else ""):
                yield f"{name}, to {role}, {leaf}", phone.open(home + leaf)
    yield "hints", phone.post(matches["empty"].to_score + "check", {"tricks0": "6", "tricks1": "4"})
    yield "found", phone.open("/rules?q=trump")
    yield "answered", phone.open("/ask/tribello/quota?asked=1&deal=5")
    form = {"game": "thirty-one", "again": "10", "player0": NOTE}
    yield "the form for another game", phone.post("/new", form)
