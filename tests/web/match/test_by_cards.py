"""A deal that is recorded with its cards: the revoke that they prove, and its correction."""

from __future__ import annotations

import json

import pytest

from tests.games.records import REVOKED, tribello
from tests.web.phones import Phone, PlayedMatch, import_text, record_deal
from tests.web.timed import opened


@pytest.fixture
def revoked(ann: Phone) -> PlayedMatch:
    """A match of one deal, in which the cards prove a revoke."""
    return opened(ann, tribello(REVOKED))


def test_a_proven_revoke_marks_the_row_and_can_be_kept(ann: Phone, revoked: PlayedMatch) -> None:
    page = record_deal(ann, revoked, 6, 4, 3)
    assert page.marks == ["warn", ""]
    receipt = ann.open(f"{revoked.to_score}e/{revoked.ids[0]}")
    assert receipt.rules == ["tribello.follow"]
    assert "Irregular" in receipt.tree.one(class_="problems").text

    number = revoked.number
    answers = [ann.answer(receipt, "/accept") for _ in range(2)]  # which write once
    assert [answer.status for answer in answers] == [303, 303]
    assert (revoked.number, revoked.events[-1].kind) == (number + 1, "accepted")
    assert revoked.entries[0]["accepted"] == ["tribello.follow"]
    receipt = ann.open(f"{revoked.to_score}e/{revoked.ids[0]}")
    assert "Kept" in receipt.tree.one(class_="problems").text
    assert not receipt.html.count("/accept")
    assert revoked.match.sheet().rows[0].open_warnings == ()


@pytest.mark.parametrize("is_accepted", [True, False])
def test_a_deal_with_a_revoke_can_be_corrected_and_keeps_its_cards(
    ann: Phone, revoked: PlayedMatch, is_accepted: bool
) -> None:
    id = revoked.ids[0]
    if is_accepted:
        ann.send(ann.open(f"{revoked.to_score}e/{id}"), "/accept")
    page = ann.send(ann.open(f"{revoked.to_score}e/{id}/edit"), id, note="seen at once")
    assert page.status == 200
    assert page.rows != []
    entry = revoked.entries[0]
    assert entry["play"] == REVOKED["play"]
    assert entry["note"] == "seen at once"
    assert entry["accepted"] == ["tribello.follow"]
    assert not revoked.match.sheet().rows[0].has_error


def test_a_deal_by_cards_is_corrected_by_its_cards_and_not_by_figures(
    ann: Phone, revoked: PlayedMatch
) -> None:
    id = revoked.ids[0]
    edit = ann.open(f"{revoked.to_score}e/{id}/edit")
    fields = edit.form(id).fields()
    assert [fields[f"trick{n}"].split() for n in range(13)] == REVOKED["play"]
    assert fields["trump"] == "S"
    assert not {"tricks0", "tricks1", "tricks2"} & fields.keys()
    figures = {"tricks0": "0", "tricks1": "0", "tricks2": "13"}
    refused = ann.post(edit.form(id)["action"], fields | figures)
    assert (refused.status, revoked.number) == (422, 1)
    assert "tribello.play" in refused.rules

    page = ann.send(edit, id, trick0="KH 2H 3H", trick12="AH 2C 4H")
    assert page.status == 200
    assert revoked.entries[0]["play"][0] == ["KH", "2H", "3H"]
    assert revoked.match.sheet().rows[0].problems == ()


def test_figures_that_the_cards_contradict_come_only_by_import_and_are_an_error(
    ann: Phone,
) -> None:
    made = tribello(REVOKED | {"tricks": [0, 0, 13]})
    page = import_text(ann, json.dumps(made))
    assert page.status == 422
    assert "tribello.play" in page.rules
    match = opened(ann, made)
    assert match.match.sheet().rows[0].has_error
    edit = ann.open(f"{match.to_score}e/{match.ids[0]}/edit")
    assert "tribello.play" in edit.rules
    page = ann.send(edit, match.ids[0], trick0="KH 2H 3H", trick12="AH 2C 4H")
    assert page.status == 200
    assert match.match.sheet().rows[0].problems == ()
    assert "tricks" not in match.entries[0]
