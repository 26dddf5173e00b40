"""The whole site: matches in every state, and every page a phone can reach from home."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from flask import Flask

from tests.faults.conftest import amount
from tests.games.records import deal, figures, thirty_one, tribello
from tests.games.test_cases import CASES, record_of
from tests.web.at_tables import TABLES, begin_at
from tests.web.followed import dealt, facts_typed, irregular
from tests.web.hands import EXTRA, HANDS, OWN, hand, lay, pressed, saved
from tests.web.leg_forms import game
from tests.web.markup import Element
from tests.web.phones import HTMX, Friends, Page, Phone, PlayedMatch
from tests.web.timed import LEG, against_the_clock

HOSTILE = ["<b>x</b>Ann", "&\"'Ben", "</td>{{C}}"]
LONG = [f"{start}{'W' * (40 - len(start))}" for start in (*HOSTILE, "Dora", "Emil", "</script>")]
TITLE = '<i>"It\'s" & more</i>'
NOTE = "</p><script>alert('&')</script>"
ADDRESSES = (
    "href", "src", "action", "formaction", "hx-get", "hx-post", "data-stream", "data-page",
    "data-worker",
)  # fmt: skip
ROWS = 2
"""Number of rows, and of rules, whose own pages are opened in each match."""
QUERIES = amount(4, 24)
"""Number of pages opened that differ only in their query: a deal’s tricks, and changes to some."""
NO_PAGES = ("hx-post", "data-stream")
WATCHED = ("hostile", "card-triathlon-clock", "followed", "tables", "laid")
CRAWLED = (
    *WATCHED, "free-pad-hearts", "triathlon-to-the-third", "empty", "many", "timed", "waiting",
    *amount((), ("card-triathlon-eight-players", "la-krap-twelve-deals", "up", "long")),
    *amount((), ("card-triathlon-slips", "thirty-one-slips", "irregular")),
)  # fmt: skip
"""Matches whose pages are opened by their viewing link, and by their scoring link."""
BELOW = "/cards"
"""The app's path behind a proxy that may serve other things too."""
LEADING = ("Location", "HX-Redirect", "HX-Replace-Url", "HX-Push-Url", "HX-Location")


class PhoneOutside(Phone):
    """A phone that reaches the app below a path and checks that no answer leaves it."""

    def open(self, address: str, **headers: str) -> Page:
        return _kept_below(super().open(_below(address), **headers))

    def post(self, address: str, data: Mapping[str, Any], **headers: str) -> Page:
        return _kept_below(super().post(_below(address), data, **headers))


def _below(address: str) -> str:
    return address if address.startswith((f"{BELOW}/", "http:")) else BELOW + address


def _kept_below(page: Page) -> Page:
    for name in LEADING:
        address = page.response.headers.get(name, "")
        path = urlsplit(urljoin(page.response.request.url, address)).path
        assert path.startswith(f"{BELOW}/"), f"{name} of {page.address} is {address}"
    return page


@dataclass
class Site:
    app: Flask
    matches: dict[str, PlayedMatch]
    pages: dict[str, Page]
    """Pages by address if fetched with GET, otherwise by a description of what was done."""
    parts: dict[str, Page]


def build(app: Flask) -> Site:
    phone = PhoneOutside(app)
    matches, friends = played_by(phone)
    watched = [matches[name].to_watch for name in WATCHED]
    unseen = {match.to_watch for match in matches.values()} - {*watched}
    unseen |= {match.to_score for name, match in matches.items() if name not in CRAWLED}
    starts = ["/", friends.to_watch, *watched]
    pages = {_place(page): page for page in _crawl(phone, starts, tuple(map(_below, unseen)))}
    pages |= dict(_done(app, matches))
    pages |= dict(_done_in_a_circle(phone, friends))
    return Site(app, matches, pages, dict(_parts(app, matches)))


def played_by(phone: Phone) -> tuple[dict[str, PlayedMatch], Friends]:
    """Create matches in every state, and a circle with some of them."""
    matches = {
        "hostile": _hostile(phone),
        **{case: phone.load(record_of(case)) for case in CASES},
        "empty": phone.start("tribello", "Ann", "Ben", "Cleo", title="Empty"),
        "shared": phone.load(tribello(*[deal(6, 4, 3)] * 12)),
        "many": phone.load(thirty_one(5, figures(31, 30.5, 9, 21, 20), lives=0)),
        "timed": phone.load(against_the_clock(LEG, ends=60, decision_seconds=20)),
        "up": phone.load(against_the_clock(LEG, ends=-1)),
        "followed": _followed(phone),
        "tables": _at_two_tables(phone),
        "laid": _laid(phone),
        "irregular": _irregular(phone),
        "waiting": _waiting(phone),
        "long": phone.load(thirty_one(2, *[figures(21, 21)] * 70, tied_lowest="none")),
    }
    phone.post(matches["hostile"].to_score + "phone", {"seat": "1"})
    return matches, _friends(phone, matches)


def links(page: Page) -> Iterator[tuple[Element, str, str]]:
    for element in page.parsed[0].walk():
        for name, value in element.attrs.items():
            if name in ADDRESSES:
                yield element, name, value


def _place(page: Page) -> str:
    address = urlsplit(page.response.request.url)
    return address.path.removeprefix(BELOW) + f"?{address.query}" * bool(address.query)


def _hostile(phone: Phone) -> PlayedMatch:
    match = phone.start("tribello", *HOSTILE, title=TITLE)
    match.deal(6, 4, 3, note=NOTE, trump="H", pickup0="2")
    match.deal(4, 6, 3)
    match.deal(4, 3, 6)
    match.strike()
    match.edit(0, tricks0="7", tricks1="3")
    return match


def _friends(phone: Phone, matches: dict[str, PlayedMatch]) -> Friends:
    friends = phone.start_circle(TITLE)
    for name in ("hostile", "shared", *CASES, "long"):
        friends.put(matches[name])
    friends.act("/merge", name="ann", into=HOSTILE[0].casefold())
    return friends


def _done_in_a_circle(phone: Phone, friends: Friends) -> Iterator[tuple[str, Page]]:
    early = phone.open(friends.to_score)
    yield "two people refused", friends.act("/merge", name="ben", into="cleo")
    yield "a circle without a name", phone.post("/c/new", {"name": " "})
    yield "no name for a circle", friends.act("/rename", name=" ")
    friends.act("/take")
    undo = next(each for each in early.tree.all("form") if each["action"].endswith("/return"))
    yield "undone too late", phone.post(undo["action"], undo.fields())


UPCARDS = "AH KS 9D 7C BJ SHEET"
FALLEN = "KS QS 2S KS AS 9S KH QH KH JH 7H SHEET KD"


def _followed(phone: Phone) -> PlayedMatch:
    """Create a match for six with long names, a deal played card by card, and one player's hand."""
    match = phone.start("la-krap", *LONG, title=TITLE, twos="suit")
    up = {f"upcard{seat}": card for seat, card in enumerate(UPCARDS.split())}
    typed = up | {"turned": "RJ 10H", "tricks0": "7", "marriages0": "2", "note": NOTE}
    page = phone.open(match.to_score)
    phone.send(page, "/entries", **typed, **{f"tricks{seat}": "0" for seat in range(1, 5)})
    phone.tap_all(match.begin(**up, turned="RJ 10H"), FALLEN.split())
    phone.send(phone.take_seat(match.to_score, 1), "/play/hand", hand="AD QD 2D BJ")
    match.post(f"ask/teams?asked=1&upcards={quote(UPCARDS)}&turned=RJ+10H")
    return match


def _at_two_tables(phone: Phone) -> PlayedMatch:
    """Create a match for eight with long names: one table finished, one in its second trick."""
    names = [*LONG, "Gina", "Hugo"]
    match = phone.start("card-triathlon", *names, title=TITLE, format="half-marathon")
    for table, four in enumerate(TABLES):
        begin_at(phone, match, table, four)
        match.fall(*four.cards[: 52 if table == 0 else 6], table=table)
    return match


def _laid(phone: Phone) -> PlayedMatch:
    """Create a match for four with long names: two laid out their hands, one also an extra hand."""
    match = game(phone, 4, format="half-marathon", sequence=["D"], names=LONG)
    lay(phone, match, 0, HANDS[0], groups=OWN)
    lay(phone, match, 1, HANDS[1])
    lay(phone, match, 1, EXTRA, "/extra")
    return match


def _irregular(phone: Phone) -> PlayedMatch:
    """Create a match with a deal in which every card has been played, one against a rule."""
    match = phone.start("triathlon", *HOSTILE, title=TITLE)
    some = dealt("triathlon", 3)
    page = match.begin(**facts_typed(some.facts))
    phone.tap_all(page, irregular(some, "triathlon.follow").cards)
    return match


def _waiting(phone: Phone) -> PlayedMatch:
    by_cards = dealt("tribello", number=5).entry
    match = phone.load(tribello(*[deal(6, 4, 3)] * 5, by_cards))
    phone.tap_all(match.begin(), ["AS", "2S", "3S", "4S"])
    match.strike(0)
    return match


def _crawl(phone: Phone, waiting: list[str], unseen: tuple[str, ...]) -> Iterator[Page]:
    seen = set(waiting)
    rows: dict[str, set[str]] = {}
    queries: Counter[str] = Counter()
    while waiting:
        page = phone.open(waiting.pop())
        if page.status == 302:  # a part redirects to the page it belongs to
            page = phone.follow(page)
        if page.response.mimetype != "text/html":
            page.response.close()
            continue
        yield page
        for element, name, link in links(page):
            is_posted = element.tag == "form" or element.get("formmethod") == "post"
            if is_posted or name in NO_PAGES:
                continue
            address = urljoin(page.response.request.url, link).partition("#")[0]
            path = urlsplit(address).path
            is_page = path.startswith(f"{BELOW}/") and address.startswith("http://localhost/")
            if not is_page or address in seen or path.startswith((*unseen, f"{BELOW}/static/")):
                continue
            if path.endswith(("/picture", ".svg", ".csv", ".json")) or not _is_new(path, rows):
                continue
            queries[path] += 1
            if queries[path] <= QUERIES:
                seen.add(address)
                waiting.append(address)


def _is_new(path: str, rows: dict[str, set[str]]) -> bool:
    """Whether this page doesn't belong to a row or rule beyond the first few of its match."""
    home, part, row = path.partition("/law/" if "/law/" in path else "/e/")
    known, id = rows.setdefault(home + part, set()), row.partition("/")[0]
    if id and len(known) < ROWS:
        known.add(id)
    return id in {"", *known}


def _done(app: Flask, matches: dict[str, PlayedMatch]) -> Iterator[tuple[str, Page]]:
    phone, late = PhoneOutside(app), PhoneOutside(app)
    hostile, swim = (matches[name].by(phone) for name in ("hostile", "many"))
    early = late.open(hostile.to_score)
    early_edit = late.open(f"{hostile.to_score}e/{hostile.ids[0]}/edit")
    early_row = late.open(f"{hostile.to_score}e/{hostile.ids[0]}")
    yield "a deal refused", hostile.deal(9, 9, note=NOTE)
    yield "a pickup refused", hostile.deal(6, 4, pickup0=NOTE)
    yield "a round refused", swim.round("x", "'<b>", "", cards0="<i>", closer="1")
    yield "a correction refused", hostile.edit(0, tricks0="9")
    hostile.deal(4, 3, 6)
    yield "too late", late.answer(early, "/entries", tricks0="6", tricks1="4", note=NOTE)
    yield "a correction too late", late.answer(early_edit, f"/e/{hostile.ids[0]}", tricks0="6")
    yield "a strike too late", late.answer(early_row, "/strike")
    yield "undone", phone.press(phone.open(hostile.to_score), "Undo")
    yield "struck", hostile.strike()
    swim.round("21", "20", "", "31", "30.5")
    breaking = {"value0": "9", "value1": "31", "value2": "9"}
    edit = swim.open_edit()
    breaks = phone.answer(edit, f"/e/{swim.ids[0]}", **breaking)
    yield "a correction that breaks what follows", breaks
    yield "broken", phone.send(breaks, f"/e/{swim.ids[0]}", note=NOTE)
    yield (
        "no table",
        phone.send(phone.open("/new"), "/new", player0=NOTE, player1="<b>", title=NOTE),
    )
    yield "no record", phone.import_text(NOTE)
    yield "no record either", phone.import_text(json.dumps(tribello() | {"game": NOTE}))
    yield "a wrong record", phone.import_text(json.dumps(tribello(deal(1, 1, 1, note=NOTE))))
    yield "no state", phone.post(hostile.to_score + "back", {"to": NOTE, "number": "1"})
    yield from _at_the_table(PhoneOutside(app), matches)
    yield "for watchers", phone.post(hostile.to_watch + "entries", {})
    yield "no match", phone.open("/m/%3Cb%3E/")
    yield "no page", phone.open("/%3Cb%3E")
    yield "no game", phone.open("/rules/%3Cb%3E")
    yield "no question", phone.open("/ask/tribello/%3Cb%3E")
    yield "not that way", phone.post("/ask", {})
    yield "another site", phone.post("/new", {}, Sec_Fetch_Site="cross-site")
    yield "nothing found", phone.open("/ask?q=%3Cb%3E%22")
    yield "found", phone.open("/ask?q=trump")
    yield "an answer", phone.open("/ask/tribello/quota?asked=1&deal=5&first_dealer=1")
    yield "no answer", phone.open("/ask/thirty-one/hand?asked=1&cards=%3Cb%3E")
    yield from _of_hands(PhoneOutside(app), matches["laid"], matches["card-triathlon-sprint"])


def _of_hands(phone: Phone, match: PlayedMatch, old: PlayedMatch) -> Iterator[tuple[str, Page]]:
    """Yield pages of hands: being laid out, refused, too late, and in a correction form."""
    page = hand(phone, match, 2, cards=HANDS[2])
    yield "a hand laid out", page
    yield "a card tapped", pressed(phone, page, "tap", "0.0")
    yield "a card tapped that is elsewhere", pressed(phone, hand(phone, match, 2), "add", "JD")
    yield "a layout that is not legal", hand(phone, match, 2, cards=HANDS[2], groups="AS QS | 9S")
    yield "a hand that is none", hand(phone, match, 2, cards=NOTE)
    yield "a hand not saved", saved(phone, hand(phone, match, 2, cards="6H"))
    late = hand(phone, match, 0, cards=HANDS[2])
    lay(phone, match, 0, HANDS[0])
    yield "a hand too late", saved(phone, late)
    yield "no extra hand", lay(phone, match, 0, EXTRA, "/extra")
    address = f"{old.to_score}e/{old.ids[-1]}/hand/1"
    fields = "by=cards&note=%3Cb%3E&layout1=2S+3S+4S+5S+6S&extra1=AS&hand1=" + quote(HANDS[1])
    yield "a hand of an old leg", phone.open(f"{address}?{fields}")
    yield "an extra hand of an old leg", phone.open(f"{address}/extra?{fields}")
    yield "back in the form", phone.open(f"{old.to_score}e/{old.ids[-1]}/edit?{fields}")
    for question in ("arrange", "layout"):
        asked = f"/ask/card-triathlon/{question}?asked=1&cards="
        yield f"{question} asked", phone.open(f"{asked}6H+7H+8H+JK+JK")
        yield f"{question} asked in vain", phone.open(f"{asked}%3Cb%3E")


STATES = ("followed", "irregular", "empty", "waiting")


def _at_the_table(phone: Phone, matches: dict[str, PlayedMatch]) -> Iterator[tuple[str, Page]]:
    """Yield answers to taps during play and to questions about the cards."""
    match, over, empty, waiting = (matches[name].by(phone) for name in STATES)
    seated = phone.take_seat(match.to_score, 2)
    yield "a card refused", phone.tap(seated, "RJ")
    yield "a hand refused", phone.send(seated, "/play/hand", hand=f"{NOTE} AS")
    own = phone.send(phone.take_seat(match.to_score, 1), "/play/hand", hand="7D AC QC")
    yield "the own hand", own
    yield "a card of the own hand refused", phone.tap(own, "AC")
    yield "a start refused", match.begin(turned=NOTE, upcard0="<b>", exchanged0="<i>")
    yield "a start without anything", phone.send(phone.open(empty.to_score + "play/"), "/play/")
    yield "nothing followed", empty.post("play/card", card="AS")
    yield "nothing to say", match.post("play/say", act="9")
    yield "after the last card", over.post("play/card", card="AS")
    yield "not recorded", over.post("play/record", note=NOTE)
    yield "a card without trumps", waiting.post("play/card", card="AS")
    late = phone.open(match.to_score)
    match.post("play/card", card="AD")
    yield "a card too late", phone.tap(late, "7D")
    address = "ask/trick?asked=1&cards=KH+2H&turned=QC&hand=7H+2S"
    yield "an answer beside a match", phone.open(match.to_score + address)
    yield "an answer to a watcher", phone.open(match.to_watch + address)
    yield "no answer beside a match", phone.open(match.to_score + "ask/trick?asked=1&cards=%3Cb%3E")
    yield "no ruling to keep", match.post("ask/trick?cards=KH")
    yield "a ruling too late", phone.post(match.to_score + address, {"number": "1"})
    for name in CASES:
        played = matches[name]
        for id, entry in zip(played.ids, played.entries, strict=True):
            if "play" in entry:
                page = phone.open(f"{played.to_score}e/{id}/edit")
                yield f"cards of {name} refused", phone.send(page, f"/e/{id}", trick0=NOTE)
                break


def _parts(app: Flask, matches: dict[str, PlayedMatch]) -> Iterator[tuple[str, Page]]:
    phone = PhoneOutside(app, headers=HTMX)
    for name, match in matches.items():
        for role, home in (("score", match.to_score), ("watch", match.to_watch)):
            for leaf in ("", "board", f"e/{match.ids[0]}" if match.ids else ""):
                yield f"{name}, to {role}, {leaf}", phone.open(home + leaf)
    yield "hints", phone.post(matches["empty"].to_score + "check", {"tricks0": "6", "tricks1": "4"})
    yield "found", phone.open("/ask?q=trump")
    yield "answered", phone.open("/ask/tribello/quota?asked=1&deal=5")
    yield "a hand", hand(phone, matches["laid"], 3, cards=HANDS[3], picked="0.1", tap="n")
    yield "a hand asked about", phone.open("/ask/card-triathlon/arrange?asked=1&cards=6H+7H")
    followed = matches["followed"]
    for home in (followed.to_score, followed.to_watch):
        yield f"answered, {home}", phone.open(home + "ask/trick?asked=1&cards=KH&turned=QC")
    facts = {"facts": "1", "turned": "RJ 9C", "alone": "1"}
    yield "hints of a start", phone.post(followed.to_score + "check", facts)
    yield "a card refused", followed.by(phone).post("play/card", card="<b>")
    form = {"game": "thirty-one", "again": "10", "player0": NOTE}
    yield "the form for another game", phone.post("/new", form)
