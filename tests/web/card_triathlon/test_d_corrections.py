"""A D leg by its hands that is corrected: each hand has its page, and goes back into the form."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from tests.games.card_triathlon.legs import d_leg
from tests.games.records import Json
from tests.web.hands import EXTRA, HANDS, OWN, fields, pressed, saved, sprint
from tests.web.leg_forms import edited, form_of, hints
from tests.web.phones import Page, Phone

BY_CARDS: Json = {"kind": "d-leg", "hands": [cards.split() for cards in HANDS]}


def to_hand(phone: Phone, page: Page, seat: int, more: str = "", **typed: str) -> Page:
    """From the form of the correction to the page of a hand, with all that is typed."""
    form = page.tree.one("form", id="entry")
    (way,) = [b for b in form.all("button") if b.get("formaction").endswith(f"/hand/{seat}{more}")]
    assert way["formmethod"] == "get"
    return phone.follow(phone.open(f"{way['formaction']}?{urlencode(form.fields() | typed)}"))


def corrected(phone: Phone, page: Page, **typed: str) -> Page:
    form = page.tree.one("form", id="entry")
    return phone.follow(phone.post(form["action"], form.fields() | typed))


def test_layouts_and_extra_hands_of_an_old_leg_stay_or_are_changed(ann: Phone) -> None:
    old = BY_CARDS | {
        "layouts": [[OWN.split()], None, None, None],
        "extra": [None, EXTRA.split(), None, None],
    }
    match = sprint(ann, old)
    page = form_of(ann, match, -1)
    form = page.tree.one("form", id="entry").fields()
    assert (form["layout0"], form["extra1"]) == (OWN, EXTRA)
    corrected(ann, page, note="x")
    assert match.entries[-1] == old | {"note": "x"}
    extra = to_hand(ann, form_of(ann, match, -1), 1, "/extra")
    assert fields(extra)["cards"] == EXTRA
    page = saved(ann, pressed(ann, pressed(ann, extra, "take", "last"), "add", "KC"))
    corrected(ann, page)
    assert match.entries[-1]["extra"][1] == [*EXTRA.split()[:-1], "KC"]
    best = pressed(ann, to_hand(ann, form_of(ann, match, -1), 0), "tap", "best")
    corrected(ann, saved(ann, best))
    assert "layouts" not in match.entries[-1]


def test_a_layout_without_a_hand_can_be_corrected_as_it_is(ann: Phone) -> None:
    groups = [["6H", "7H", "8H", "9H", "10S"]]
    old: dict[str, Any] = {
        "kind": "d-leg",
        "hands": [None, *BY_CARDS["hands"][1:3], None],
        "layouts": [groups, None, None, []],  # the last player has laid out nothing
    }
    match = sprint(ann, old)
    edited(ann, match, -1, note="x")
    assert match.entries[-1] == old | {"note": "x"}
    assert fields(to_hand(ann, form_of(ann, match, -1), 0))["cards"] == "6H 7H 8H 9H 10S"


def test_an_old_leg_by_figures_gets_its_hands(ann: Phone) -> None:
    match = sprint(ann, d_leg(10, 10, 10, 10))
    page = form_of(ann, match, -1)
    for seat, cards in enumerate(HANDS):
        page = saved(ann, to_hand(ann, page, seat, by="cards"), cards=cards)
    corrected(ann, page)
    assert match.entries[-1] == BY_CARDS
    assert edited(ann, match, -1, hand2="").status == 422


def test_a_hand_of_an_old_leg_goes_back_into_the_form_of_its_correction(ann: Phone) -> None:
    match = sprint(ann, BY_CARDS)
    typed = form_of(ann, match, -1).tree.one("form", id="entry").fields()
    told = hints(ann, match, typed | {"entry": match.ids[-1]})
    assert told["hand0"].startswith("35: Hearts")
    assert told["hand1"] == "110: Spades 2 to 6 and Diamonds 7 to ace. An extra hand is due."

    page = to_hand(ann, form_of(ann, match, -1), 0, note="Looked again", clock="")
    assert fields(page)["cards"] == HANDS[0]
    page = pressed(ann, page, "take", "last")
    page = pressed(ann, page, "add", "9H")
    number = match.number
    page = saved(ann, page)
    assert page.tree.one("h1").text.startswith("Correct")
    assert match.number == number
    form = page.tree.one("form", id="entry").fields()
    assert form["hand0"] == f"{HANDS[0][:-3]} 9H"
    assert form["note"] == "Looked again"
    assert "not saved yet" in page.alert
    corrected(ann, page)
    entry = match.entries[-1]
    assert entry["hands"] == [form["hand0"].split(), *BY_CARDS["hands"][1:]]
    assert entry["note"] == "Looked again"
    assert match.match.sheet().rows[-1].cells[0] == 45
