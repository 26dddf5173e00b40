"""A match of a game that this version does not know leaves all others alone."""

from __future__ import annotations

import pytest

from tests.web.phones import Phone, PlayedMatch, store_of


@pytest.fixture
def unknown(ann: Phone, friday: PlayedMatch) -> PlayedMatch:
    """A match that a later version has written, on the list of the phone."""
    store = store_of(ann.app)
    payload = {"game": "skat", "title": "Later", "players": ["Ann", "Ben"], "options": {}}
    link = store.open_match(id="skat", game="skat", title="Later", payload=payload, by=None)
    with ann.client.session_transaction() as session:
        session["matches"] = [link.score_key, *session["matches"]]
    return PlayedMatch(store, link.score_key)


def test_it_is_listed_as_such_beside_the_others(
    ann: Phone, friday: PlayedMatch, unknown: PlayedMatch
) -> None:
    page = ann.open("/")
    links = {a["href"]: a.text for a in page.tree.all("a", class_="go-on")}
    assert set(links) == {friday.to_score, unknown.to_score}
    assert "skat" in links[unknown.to_score]
    assert ann.open(friday.to_score).status == 200


def test_its_pages_say_so(ann: Phone, unknown: PlayedMatch) -> None:
    for leaf in ("", "log/", "share/", "board", "record.json", "sheet.csv", "print"):
        page = ann.open(unknown.to_score + leaf)
        assert (page.status, "skat" in page.alert) == (501, True), leaf
