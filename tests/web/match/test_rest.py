"""Deals that aren't played out: the rest of the tricks go to one player."""

from __future__ import annotations

import pytest

from tests.web.followed import begun, dealt, keys, played, redo, sent, tap, undo
from tests.web.phones import Page, Phone, PlayedMatch


def given(phone: Phone, game: str, tricks: int, seat: int) -> tuple[PlayedMatch, Page]:
    """A deal whose rest has gone to a seat after this many tricks."""
    match, page = played(phone, dealt(game, 3), 3 * tricks)
    return match, phone.send(page, "/play/rest", seat=str(seat))


def log_lines(phone: Phone, match: PlayedMatch) -> str:
    return phone.open(match.to_score + "log/").tree.one("main").text


@pytest.mark.parametrize("game", ["tribello", "triathlon"])
def test_one_tap_ends_the_deal_and_undo_takes_it_back(quick: Phone, ann: Phone, game: str) -> None:
    deal = dealt(game, 3)
    match, page = given(quick, game, 9, 2)

    assert keys(page) == {}
    assert f"{game}.table" in page.html
    refused = sent(ann, match, "play/card", card=deal.cards[27])
    assert (refused.status, refused.rules) == (422, [f"{game}.play"])
    assert sent(ann, match, "play/rest", seat="1").status == 422
    assert "The rest go to Cleo." in log_lines(ann, match)

    assert keys(undo(ann, match))
    assert "The rest no longer go to Cleo." in log_lines(ann, match)
    page = redo(ann, match)
    page = ann.send(page, "/play/record")
    entry = deal.entry | {"play": deal.play[:9], "rest": 2}
    assert match.entries == [entry]
    receipt = ann.open(match.to_score + f"e/{match.ids[0]}").tree
    rest = receipt.one("table", class_="played").one("tbody").all("tr")[9]
    shown = [cell.text for cell in (rest.one("th"), *rest.all("td"))]
    assert shown == ["Trick 10–13", "", "", "the rest"]


def test_a_rest_is_given_only_between_two_tricks_of_a_game_that_has_one(ann: Phone) -> None:
    match, page = begun(ann, dealt("tribello", 3))
    for number, card in enumerate(dealt("tribello", 3).cards):
        assert bool(page.tree.all(action=f"{match.to_score}play/rest")) == (number % 3 == 0)
        page = tap(ann, page, card)
    match, page = begun(ann, dealt("la-krap", 3))
    assert sent(ann, match, "play/rest", seat="0").status == 422
    match, page = begun(ann, dealt("triathlon", 3))
    for seat in ("3", "", "x"):
        assert sent(ann, match, "play/rest", seat=seat).status == 422


def test_changing_the_start_leaves_who_gets_the_rest(ann: Phone) -> None:
    match, _ = given(ann, "tribello", 0, 1)
    page = ann.open(match.to_score + "play/")
    ann.send(page, "/play/", trump="S" if match.facts()["trump"] != "S" else "H")
    ann.send(ann.open(match.to_score), "/play/record")
    (entry,) = match.entries
    assert (entry["play"], entry["rest"]) == ([], 1)


@pytest.mark.parametrize("tricks", [0, 9])
@pytest.mark.parametrize("game", ["tribello", "triathlon"])
def test_a_correction_shows_keeps_and_changes_who_gets_the_rest(
    ann: Phone, game: str, tricks: int
) -> None:
    match, page = given(ann, game, tricks, 2)
    ann.send(page, "/play/record")
    before = match.entries
    edit = f"{match.to_score}e/{match.ids[0]}/edit"
    page = ann.open(edit)
    assert page.form(f"/e/{match.ids[0]}").fields()["rest"] == "2"
    ann.send(page, f"/e/{match.ids[0]}", note="Seen at once.")
    assert match.entries == [before[0] | {"note": "Seen at once."}]
    ann.send(ann.open(edit), f"/e/{match.ids[0]}", rest="0")
    assert match.entries[0]["rest"] == 0
    if tricks:
        page = ann.send(ann.open(edit), f"/e/{match.ids[0]}", rest="")
        assert (page.status, page.rules) == (422, [f"{game}.play"])
