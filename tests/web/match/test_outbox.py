"""What every answer says to the outbox of a page: who answers, and what has become of its form."""

from __future__ import annotations

from uuid import uuid4

import pytest
from flask import Flask

from referee.web.http.app import IN_LOG, REFUSED, SIGN
from tests.web.followed import begin
from tests.web.leg_forms import b_typed
from tests.web.phones import HTMX, Page, Phone, PlayedMatch, record_deal, start

DEAL = {"tricks0": "6", "tricks1": "4"}


def signs(page: Page) -> tuple[str | None, str | None]:
    """The event that an answer names, and the form that it refuses."""
    return page.response.headers.get(IN_LOG), page.response.headers.get(REFUSED)


def posted(phone: Phone, match: PlayedMatch, where: str, **fields: object) -> tuple[str, Page]:
    """Send a form as a page would; its id, and the answer."""
    id = str(uuid4())
    form = {"id": id, "number": str(match.number), **{name: str(v) for name, v in fields.items()}}
    return form["id"], phone.post(match.to_score + where, form)


def test_every_answer_says_that_it_is_from_referee(ann: Phone, friday: PlayedMatch) -> None:
    for address in [
        "/",
        "/rules",
        "/no-such-page",
        "/m/unknown/",
        "/m/{key}/",
        "/m/{key}",
        "/worker.js",
    ]:
        with ann.client.get(address.format(key=friday.score_key)) as response:
            assert response.headers[SIGN]


def test_what_was_written_is_named_also_when_it_is_sent_again(
    either: Phone, friday: PlayedMatch
) -> None:
    number = str(friday.number)
    id, page = posted(either, friday, "entries", **DEAL)
    assert signs(page) == (f"{id}/2", None)
    record_deal(Phone(either.app), friday, 3, 6, 4)
    page = either.post(friday.to_score + "entries", {"id": id, "number": number, **DEAL})
    assert signs(page) == (f"{id}/2", None)
    assert friday.number == 3


WRITING_FORMS: list[tuple[str, dict[str, object]]] = [
    ("back", {"to": 1}),
    ("e/{entry}/strike", {}),
    ("e/{entry}/restore", {}),  # it stands there already
    ("e/{entry}/accept", {}),  # nothing stands against it
    ("e/{entry}", {"tricks0": 7, "tricks1": 3}),
    ("e/{entry}", {"tricks0": 6, "tricks1": 4}),  # nothing is altered
    ("names", {"title": "Sunday", "player0": "A", "player1": "B", "player2": "C"}),
    ("play/", {"facts": 1, "trump": "S"}),
]  # fmt: skip


def test_every_form_that_writes_is_answered_with_its_id(ann: Phone, either: Phone) -> None:
    for where, fields in WRITING_FORMS:
        match = start(ann, "tribello", "Ann", "Ben", "Cleo")
        record_deal(ann, match, 6, 4, 3)
        id, page = posted(either, match, where.format(entry=match.ids[0]), **fields)
        named, refused = signs(page)
        assert (named or "").startswith(f"{id}/")
        assert refused is None


def test_a_card_is_named_too(either: Phone, friday: PlayedMatch) -> None:
    begin(Phone(either.app), friday, trump="S")
    id, page = posted(either, friday, "play/card", card="AS")
    assert signs(page) == (f"{id}/3", None)


REFUSED_FORMS: list[tuple[str, dict[str, object], int]] = [
    ("entries", {"tricks0": 6}, 422),
    ("entries", {**DEAL, "number": 0}, 409),
    ("e/none", {**DEAL}, 404),
    ("back", {"to": 7}, 422),
    ("play/card", {"card": "AS"}, 404),
]  # fmt: skip


def test_what_is_refused_is_named_as_that(either: Phone, friday: PlayedMatch) -> None:
    for where, fields, status in REFUSED_FORMS:
        id, page = posted(either, friday, where, **fields)
        assert page.status == status
        assert signs(page) == (None, id)


def test_other_figures_in_a_form_that_was_recorded_are_refused(
    quick: Phone, friday: PlayedMatch
) -> None:
    id, _ = posted(quick, friday, "entries", **DEAL)
    form = {"id": id, "number": "1", "tricks0": "7", "tricks1": "3"}
    assert signs(quick.post(friday.to_score + "entries", form)) == (None, id)


def test_an_id_that_no_page_has_made_is_not_repeated(quick: Phone, friday: PlayedMatch) -> None:
    for id in ["", "x", "a\r\nSet-Cookie: b", "9" * 36]:
        for tricks in (DEAL, {}):
            page = quick.post(friday.to_score + "entries", {"id": id, "number": "1", **tricks})
            assert signs(page) == (None, None)


def test_what_is_not_written_names_nothing_and_a_link_that_leads_nowhere_refuses(
    quick: Phone, friday: PlayedMatch
) -> None:
    _, page = posted(quick, friday, "check", **DEAL)
    assert (page.status, signs(page)) == (200, (None, None))

    id = str(uuid4())
    page = quick.post("/m/unknown/entries", {"id": id, "number": "1", **DEAL})
    assert (page.status, signs(page)) == (404, (None, id))


def test_what_passes_is_no_refusal(
    app: Flask, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is busy for a moment may take the same form a moment later."""
    monkeypatch.setattr("referee.web.http.match_cache.PATIENCE", 0.01)
    cache = app.extensions["matches"]
    with cache.open(friday.link.match_id):
        cache._slots[friday.link.match_id].lock = _Taken()
    _, page = posted(Phone(app, headers=HTMX), friday, "entries", **DEAL)
    assert (page.status, signs(page)) == (503, (None, None))


class _Taken:
    """A lock that somebody else holds."""

    def acquire(self, timeout: float) -> bool:
        return False


FOUR = ("Ann", "Ben", "Cleo", "Dora")


@pytest.mark.parametrize(
    ("game", "names", "options", "typed"),
    [
        # The next leg is of another kind, and what was typed for this one is nothing to it.
        ("card-triathlon", FOUR, {}, b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])),
        # Who is out has no field any more.
        ("thirty-one", FOUR[:3], {"lives": "0"}, {"value0": "21", "value1": "20", "value2": "15"}),
    ],
)
def test_a_form_that_comes_again_is_read_as_the_match_was_then(
    ann: Phone,
    game: str,
    names: tuple[str, ...],
    options: dict[str, str],
    typed: dict[str, str],
) -> None:
    match = start(ann, game, *names, **options)
    id, page = posted(ann, match, "entries", **typed)
    assert signs(page) == (f"{id}/2", None)
    page = ann.post(match.to_score + "entries", {"id": id, "number": "1", **typed})
    assert (page.status, signs(page)) == (303, (f"{id}/2", None))
    assert match.number == 2
