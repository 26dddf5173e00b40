"""Sizes: keys for a finger while cards are played, and columns of the score alike."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.followed import begun, followed, places_of_keys, table
from tests.browser.table import Phone, start
from tests.browser.test_match_page import LONG, at

KEY = 44


@pytest.mark.parametrize("game", ["tribello", "triathlon", "la-krap"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390)])
def test_every_card_in_play_is_a_key_for_a_finger(
    lay: Lay, game: str, width: int, height: int
) -> None:
    phone = lay(viewport={"width": width, "height": height})
    phone.open(begun(phone, followed(game, 4 if game == "la-krap" else 3, lambda _deal: True), 2))
    expect(table(phone).get_by_role("button").first).to_be_visible()
    boxes = places_of_keys(phone)
    assert len(boxes) >= 32
    for card, box in boxes.items():
        assert min(box["width"], box["height"]) >= KEY, (card, box)
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width, (card, box)


@pytest.mark.parametrize(
    "players", ["triathlon", "la-krap of six", "thirty-one of eight", "card-triathlon of eight"]
)
def test_the_columns_of_the_score_are_alike_whatever_the_names(phone: Phone, players: str) -> None:
    at(phone, players, ["Wolfgang Amadeus", "Bo", *LONG[2:]])
    widths = [each.bounding_box() for each in phone.page.get_by_label("Score").locator("li").all()]
    assert len({round(box["width"], 1) for box in widths if box}) == 1


def test_the_columns_stay_alike_with_totals_of_any_length(phone: Phone) -> None:
    match = start(phone, "tribello", ("Ann", "Ben", "Maximiliane"))
    for tricks in ((13, 0, 0), (0, 13, 0)):
        match.deal(*tricks)
    phone.open(match)
    widths = [each.bounding_box() for each in phone.page.get_by_label("Score").locator("li").all()]
    assert len({round(box["width"], 1) for box in widths if box}) == 1
