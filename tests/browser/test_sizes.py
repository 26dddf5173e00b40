"""Sizes: keys for a finger while cards are played, and columns of the score alike."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.followed import TABLES, begun, followed, places_of_keys, table
from tests.browser.layout import positions, resized
from tests.browser.table import Phone, start
from tests.browser.test_match_page import LONG, at
from tests.browser.test_match_page import TABLES as MATCH_PAGES

KEY = 44


@pytest.mark.parametrize("game", TABLES)
def test_every_card_in_play_is_a_key_for_a_finger(phone: Phone, game: str) -> None:
    phone.open(begun(phone, followed(game, TABLES[game]), 2))
    expect(table(phone).get_by_role("button").first).to_be_visible()
    for width, height in ((360, 740), (844, 390)):
        resized(phone, (width, height))
        boxes = places_of_keys(phone)
        assert len(boxes) >= 32
        for card, box in boxes.items():
            assert min(box["width"], box["height"]) >= KEY, (card, box)
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width, (card, box)


def test_the_columns_of_the_score_are_alike_whatever_the_names_and_totals(phone: Phone) -> None:
    columns = phone.page.get_by_role("list", name="Score").get_by_role("listitem")
    for players in MATCH_PAGES:
        at(phone, players, ["Wolfgang Amadeus", "Bo", *LONG[2:]])
        assert len({width for _, _, width, _ in positions(columns)}) == 1, players
    match = start(phone, "tribello", ("Ann", "Ben", "Maximiliane"))
    for tricks in ((13, 0, 0), (0, 13, 0)):
        match.deal(*tricks)
    phone.open(match)
    assert len({width for _, _, width, _ in positions(columns)}) == 1
