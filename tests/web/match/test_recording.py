"""Recording an entry: only once, not too late, with few queries, and with news for the outbox."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.event import listen, remove

from referee.matches.events.base import Event
from referee.web.http.app import IN_LOG, REFUSED, SIGN
from referee.web.http.match_cache import MatchCache
from tests.bench.acts import ROUND, call, match
from tests.games.records import NAMES, deal, tribello
from tests.web.leg_forms import Typed, b_typed
from tests.web.markup import read
from tests.web.phones import HTMX, Page, Phone, PlayedMatch, store_of


def values_on(page: Page) -> set[tuple[str, str]]:
    return set(page.form("/entries").fields().items())


def test_a_refusal_keeps_what_was_typed(ann: Phone, either: Phone, friday: PlayedMatch) -> None:
    typed = {
        "tricks0": "6", "tricks1": "4", "tricks2": "4", "trump": "D", "pickup0": "5",
        "note": "a & <b>",
    }  # fmt: skip
    page = either.send(ann.open(friday.to_score), "/entries", **typed)
    assert (page.status, page.is_whole) == (422, not either.by_htmx)
    assert set(typed.items()) <= values_on(page)
    again = either.send(page, "/entries", tricks2="3")
    assert again.status == 200
    assert friday.entries == [
        {"kind": "deal", "tricks": [6, 4, 3], "trump": "D", "pickup": [5, 0, 0], "note": "a & <b>"}
    ]


def test_fields_that_the_form_does_not_have_change_nothing(ann: Phone, friday: PlayedMatch) -> None:
    friday.send({"tricks0": "6", "tricks1": "4", "tricks3": "9", "kind": "x", "play": "y"})
    assert friday.entries == [{"kind": "deal", "tricks": [6, 4, 3]}]


def test_a_form_sent_twice_is_stored_once(ann: Phone, either: Phone, friday: PlayedMatch) -> None:
    page = ann.open(friday.to_score)
    first, second = (
        either.answer(page, "/entries", tricks0="6", tricks1="4", note="once") for _ in range(2)
    )
    id = page.form("/entries").fields()["id"]
    for page in (first, second):
        assert page.status == (200 if either.by_htmx else 303)
        assert signs(page) == (f"{id}/2", None)
        if either.by_htmx:
            assert not page.is_whole
            assert page.rows == [["0", "0", "0"]]
            assert page.tree.one(id="live")["data-number"] == "2"
        else:
            assert page.location == friday.to_score
    assert friday.number == 2


def test_a_form_resent_with_other_figures_is_refused(ann: Phone, friday: PlayedMatch) -> None:
    page = ann.open(friday.to_score)
    ann.answer(page, "/entries", tricks0="6", tricks1="4")
    other = ann.answer(page, "/entries", tricks0="7", tricks1="3")
    assert (other.status, signs(other)) == (409, (None, page.form("/entries").fields()["id"]))
    assert other.rows == [["0", "0", "0"]]
    assert {("tricks0", "7"), ("tricks1", "3")} <= values_on(other)
    assert "already sent" in other.alert
    assert friday.number == 2
    assert ann.send(other, "/entries").rows[1] == ["+4", "−3", "−1"]
    assert friday.number == 3


def test_the_id_of_another_match(ann: Phone, friday: PlayedMatch, swim: PlayedMatch) -> None:
    friday.deal(6, 4, 3)
    theirs = friday.events[-1].id
    form = {"id": theirs, "number": "1", "value0": "21", "value1": "20", "value2": "10"}
    page = ann.post(swim.to_score + "entries", form)
    assert page.status == 409
    assert page.is_whole
    assert (swim.number, friday.number) == (1, 2)


def test_a_late_entry_is_kept(ann: Phone, ben: Phone, either: Phone, friday: PlayedMatch) -> None:
    early = ben.open(friday.to_score)
    friday.deal(8, 4, 1)
    typed = {"tricks0": "3", "tricks1": "7", "tricks2": "3", "trump": "C", "note": "late"}
    late = either.answer(early, "/entries", **typed)
    assert (late.status, late.is_whole) == (409, not either.by_htmx)
    assert late.rows == [["+2", "0", "−2"]]
    assert "phone: 8 4 1" in late.alert
    assert late.tree.one(id="live")["data-number"] == "2"
    assert set(typed.items()) <= values_on(late)
    assert "Yours isn’t saved yet: 3 7 3" in late.alert
    assert friday.number == 2

    insisted = either.send(late, "/entries")  # without saying what to do with it
    assert (insisted.status, friday.number) == (409, 2)
    assert "Yours isn’t saved yet: 3 7 3" in insisted.alert

    keep = insisted.tree.one("button", name="keep")["value"]
    form = insisted.form("/entries")
    again = either.follow(either.post(form["action"], form.fields() | {"keep": keep}))
    assert again.status == 200
    assert again.rows == [["+2", "0", "−2"], ["0", "+1", "−1"]]
    assert friday.number == 3


def test_a_number_that_is_not_the_last_writes_nothing(ann: Phone, friday: PlayedMatch) -> None:
    for number in ["", "x", "0", "-1", "99", "9" * 5000, "2.0"]:
        page = friday.send({"tricks0": "6", "tricks1": "4", "number": number})
        assert page.status == 409
        assert friday.number == 1


def test_who_wrote_an_imported_entry_and_when_outlives_its_correction(ann: Phone) -> None:
    entry = deal(6, 4, 3, id="first", by="Zoë", at="2025-03-01T20:15:00+01:00")
    match = ann.load(tribello(entry))
    match.edit(tricks0="7", tricks1="3")
    (kept,) = match.match.record()["entries"]
    assert kept == entry | {"tricks": [7, 3, 3]}


DEAL = {"tricks0": "6", "tricks1": "4"}


def signs(page: Page) -> tuple[str | None, str | None]:
    """The headers for the outbox: one names the event now in the log, the other a refused form."""
    return page.response.headers.get(IN_LOG), page.response.headers.get(REFUSED)


def posted(phone: Phone, match: PlayedMatch, where: str, **fields: object) -> tuple[str, Page]:
    id = str(uuid4())
    form = {"id": id, "number": str(match.number), **{name: str(v) for name, v in fields.items()}}
    return form["id"], phone.post(match.to_score + where, form)


def test_every_answer_says_that_it_is_from_referee(ann: Phone, friday: PlayedMatch) -> None:
    for address in [
        "/", "/ask", "/no-such-page", "/m/unknown/", "/m/{key}/", "/m/{key}", "/worker.js",
    ]:  # fmt: skip
        with ann.client.get(address.format(key=friday.score_key)) as response:
            assert response.headers[SIGN]


WRITING_FORMS: list[tuple[str, dict[str, object]]] = [
    ("back", {"to": 1}),
    ("e/{entry}/strike", {}),
    ("e/{entry}/restore", {}),  # it isn't struck
    ("e/{entry}/accept", {}),  # it has no warning
    ("e/{entry}", {"tricks0": 7, "tricks1": 3}),
    ("e/{entry}", {"tricks0": 6, "tricks1": 4}),  # nothing is changed
    ("names", {"title": "Sunday", "player0": "A", "player1": "B", "player2": "C"}),
    ("play/", {"facts": 1, "trump": "S"}),
    ("play/card", {"card": "AS"}),
]  # fmt: skip


def test_every_form_that_writes_is_answered_with_its_id(ann: Phone, either: Phone) -> None:
    for where, fields in WRITING_FORMS:
        match = ann.start("tribello", "Ann", "Ben", "Cleo")
        match.deal(6, 4, 3)
        if where == "play/card":
            match.begin(trump="S")
        id, page = posted(either, match, where.format(entry=match.ids[0]), **fields)
        named, refused = signs(page)
        assert (named or "").startswith(f"{id}/")
        assert refused is None


REFUSED_FORMS: list[tuple[str, dict[str, object], int]] = [
    ("entries", {"tricks0": 6}, 422),
    ("entries", {**DEAL, "number": 0}, 409),
    ("e/none", {**DEAL}, 404),
    ("back", {"to": 7}, 422),
    ("back", {"to": 1}, 422),
    ("back", {"to": 0}, 422),
    ("back", {"to": "x"}, 422),
    ("play/card", {"card": "AS"}, 404),
]  # fmt: skip


def test_what_is_refused_is_named_as_that(either: Phone, friday: PlayedMatch) -> None:
    for where, fields, status in REFUSED_FORMS:
        id, page = posted(either, friday, where, **fields)
        assert page.status == status
        assert signs(page) == (None, id)


def test_an_id_that_no_page_has_made_is_not_repeated(quick: Phone, friday: PlayedMatch) -> None:
    for id in ["", "x", "a\r\nSet-Cookie: b", "9" * 36]:
        for tricks in (DEAL, {}):
            page = quick.post(friday.to_score + "entries", {"id": id, "number": "1", **tricks})
            assert signs(page) == (None, None)


def test_checks_and_unknown_links_name_no_event(quick: Phone, friday: PlayedMatch) -> None:
    _, page = posted(quick, friday, "check", **DEAL)
    assert (page.status, signs(page)) == (200, (None, None))

    id = str(uuid4())
    page = quick.post("/m/unknown/entries", {"id": id, "number": "1", **DEAL})
    assert (page.status, signs(page)) == (404, (None, id))


def test_a_busy_server(app: Flask, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy server neither confirms nor refuses the form, so the phone can send it again."""
    monkeypatch.setattr("referee.web.http.match_cache.PATIENCE", 0.01)
    cache = app.extensions["matches"]
    cache.open(friday.link.match_id)
    cache._slots[friday.link.match_id].lock = SimpleNamespace(acquire=lambda **_: False)
    _, page = posted(Phone(app, headers=HTMX), friday, "entries", **DEAL)
    assert (page.status, signs(page)) == (503, (None, None))


RESENT: list[tuple[str, int, dict[str, str], Typed]] = [
    # The next leg is of another kind, so this input isn't carried over.
    ("card-triathlon", 4, {}, b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])),
    # A player who is out has no field any more.
    ("thirty-one", 3, {"lives": "0"}, {"value0": "21", "value1": "20", "value2": "15"}),
]


def test_a_resent_form(ann: Phone) -> None:
    for game, seats, options, typed in RESENT:
        match = ann.start(game, *NAMES[:seats], **options)
        id, page = posted(ann, match, "entries", **typed)
        assert signs(page) == (f"{id}/2", None)
        page = ann.post(match.to_score + "entries", {"id": id, "number": "1", **typed})
        assert (page.status, signs(page)) == (303, (f"{id}/2", None))
        assert match.number == 2


@contextmanager
def asked() -> Iterator[list[str]]:
    """Collect the first word of each SQL statement sent while the context lasts."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement.split()[0])

    listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        remove(Engine, "before_cursor_execute", note)


def test_a_page_that_nothing_has_altered_asks_for_its_link_alone(app: Flask) -> None:
    address = f"/m/{match(store_of(app), 3).score_key}/"
    call(app, address)
    with asked() as found:
        call(app, address)
    assert found == ["SELECT"]


def test_recording_asks_for_its_link_and_for_what_its_transaction_needs(app: Flask) -> None:
    home = f"/m/{match(store_of(app), 3).score_key}/"
    form = read(call(app, home).body.decode()).one("form", id="entry").fields() | ROUND
    with asked() as found:
        call(app, f"{home}entries", form, HTMX)
    assert found == ["SELECT", "BEGIN", "SELECT", "SELECT", "INSERT"]


def test_what_was_just_written_is_folded_as_it_will_be_read(app: Flask) -> None:
    store, link = store_of(app), match(store_of(app), 1)
    cache = MatchCache(store)
    cache.open(link.match_id)
    payload = {"entry": {"kind": "round", "values": (21, 20.0, None)}}
    written = store.append(
        link.match_id, number=3, id="third", kind="added", payload=payload, by="Ann"
    )
    assert isinstance(written, Event)
    known = cache.open(link.match_id, written=written)
    assert known.log[-1] == store.events(link.match_id)[-1]


def test_what_others_wrote_in_between_is_read_too(app: Flask) -> None:
    store, link = store_of(app), match(store_of(app), 1)
    cache, entry = MatchCache(store), {"entry": {"kind": "round", "values": [21, 20, 19]}}
    cache.open(link.match_id)
    for number in (3, 4):
        written = store.append(
            link.match_id, number=number, id=str(number), kind="added", payload=entry, by=None
        )
    assert isinstance(written, Event)
    assert [*cache.open(link.match_id, written=written).log] == store.events(link.match_id)
    assert cache.open(link.match_id, last=3).number == 4  # it already had later events


def test_too_many_tricks_are_told_before_any_is_asked_for(ann: Phone) -> None:
    match = ann.load(tribello())
    for tricks, told in (
        (("9", "7", ""), "3 tricks too many: there are 13, but you entered 16."),
        (("9", "", ""), "Enter the tricks for Ben and Cleo: 4 of 13 are left."),
        (("9", "4", ""), ""),
    ):
        page = match.deal(*tricks)  # type: ignore[arg-type]
        assert told in page.alert
        assert (page.rules == ["tribello.tricks-total"]) == bool(told)
