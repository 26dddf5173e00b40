"""The first screen of every form has few words and controls, empty and with ten rows or more."""

from __future__ import annotations

import pytest

from tests.browser.first_screen import FirstScreen, first_screen
from tests.browser.legs import B_FOUR, C_FOUR, D_FOUR, FOUR
from tests.browser.table import Phone
from tests.browser.test_screens import SHORT
from tests.faults.conftest import amount
from tests.games.free_pad.expected import pad
from tests.games.records import Json, deal, figures, record

ENTRIES: dict[str, tuple[str, int, Json]] = {
    "tribello": ("tribello", 3, deal(8, 4, 1)),
    "triathlon": ("triathlon", 3, deal(8, 4, 1, last_trick=0)),
    "thirty-one": ("thirty-one", 4, figures(31, 31, 31, 31)),
    "free pad": ("free-pad", 4, pad(12, 0, 14, 0)),
    "la-krap of six": ("la-krap", 6, deal(3, 4, 0, 0, 0, 0, teams=None)),
}
ENTRIES["la-krap of six, tricks"] = ENTRIES["la-krap of six"]
HAVE_A_LAST_NUMBER = {"tribello", "triathlon", "la-krap of six, tricks"}
"""The first form of a match fills in the last number itself."""
LEGS = {"B": 12, "C": 10, "D": 11}
"""The number of recorded legs after which each kind of leg is due."""
MOST = {
    "tribello": FirstScreen(62, 30),
    "triathlon": FirstScreen(63, 33),
    "thirty-one": FirstScreen(58, 33),
    "free pad": FirstScreen(43, 30),
    "la-krap of six": FirstScreen(50, 24),
    "la-krap of six, tricks": FirstScreen(66, 32),
    "B": FirstScreen(53, 30),
    "C": FirstScreen(62, 35),
    "D": FirstScreen(57, 30),
}


def opened(phone: Phone, form: str, rows: int) -> None:
    if form in LEGS:
        legs = ([B_FOUR, C_FOUR, D_FOUR] * 4)[: LEGS[form]] if rows else []
        sequence = [*"BCD"] if rows else [form]
        FOUR.open(phone, *legs, format="marathon", sequence=sequence)
        return
    game, seats, entry = ENTRIES[form]
    made = record(game, seats, [entry] * rows)
    phone.open(phone.load(made | {"players": list(SHORT[:seats])}))
    if form.endswith("tricks"):  # until a card is face up, the keypad comes with a tap on a cell
        phone.tap(phone.cell("Ann"))


@pytest.mark.parametrize("rows", [0, 10])
def test_the_first_screen_is_calm(phone: Phone, rows: int) -> None:
    found = {}
    for form in MOST if not rows else amount(["tribello", "la-krap of six", "C"], [*MOST]):
        most = MOST[form]
        opened(phone, form, rows)
        seen = first_screen(phone)
        if seen.words > most.words or seen.controls > most.controls:
            found[form] = seen
        is_said = phone.page.get_by_text("; the last fills itself").is_visible()
        assert is_said == (not rows and form in HAVE_A_LAST_NUMBER), form
    assert found == {}
