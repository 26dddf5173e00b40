"""Helpers for tests of the hands of a D leg: matches in which they are due, and their pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.games.card_triathlon.legs import B, C
from tests.games.records import Json
from tests.web.leg_forms import game
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch

HANDS = (
    "5S KS 6H 7H 8H 2H 10H 6H KD 3D 4C JC QC", "2S 3S 4S 5S 6S 7D 8D 9D 10D JD QD KD AD",
    "AS QS 9S AH JH 5H 3H 8D 2D QC 7C 3C JK", "7S 10S JS 2H 9H KH AH 6D JD 5C 8C KC JK",
)  # fmt: skip
SCORES = (35, 110, 40, 70)
OWN = "6H 7H 8H 2H 10H"
EXTRA = "AS AC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C QS"
SHOWN = "6H 7H 8H 9H 10S KC KD JS AC 2C 2D 3D 3C"


def due(phone: Phone, seats: int = 4, **options: Any) -> PlayedMatch:
    return game(phone, seats, format="half-marathon", sequence=["D", "B"], **options)


def sprint(phone: Phone, *entries: Json, **options: Any) -> PlayedMatch:
    """Start a sprint for four with a B and a C leg recorded, followed by these entries."""
    return game(phone, 4, B, C, *entries, **options)


def address(match: PlayedMatch, seat: int = 0, more: str = "", **state: str) -> str:
    query = f"?{urlencode(state)}" if state else ""
    return f"{match.to_score}hand/{seat}{more}{query}"


def hand(phone: Phone, match: PlayedMatch, seat: int = 0, more: str = "", **state: str) -> Page:
    return phone.follow(phone.open(address(match, seat, more, **state)))


def pressed(phone: Phone, page: Page, name: str, value: str) -> Page:
    form = page.tree.one("form", id="cards")
    sent = fields(page) | {name: value}
    return phone.follow(phone.open(f"{form['action']}?{urlencode(sent)}"))


def fields(page: Page) -> dict[str, str]:
    """What the cards form would send, including fields placed outside it."""
    form = page.tree.one("form", id="cards")
    outside = [each for each in page.tree.all("input", form="cards") if each.get("name")]
    return form.fields() | {each["name"]: each.get("value") for each in outside}


def state(page: Page) -> dict[str, str]:
    query = parse_qs(urlsplit(page.response.request.url).query, keep_blank_values=True)
    return {name: values[0] for name, values in query.items()}


def key(page: Page, card: str) -> Element:
    return page.tree.one("button", name="add", value=card)


def titles(page: Page) -> list[str]:
    return [each.one(class_="title").text for each in page.tree.all("section", class_="flush")]


def unused(page: Page) -> list[str]:
    (box,) = page.tree.all("section", class_="unused")
    return [each["aria-label"].partition(",")[0] for each in box.all("button")]


def total(page: Page) -> str:
    return page.tree.one(class_="sum-of-hand").one("output").text


def saved(phone: Phone, page: Page, **changes: str) -> Page:
    form = page.tree.one("form", id="save")
    button = form.one("button", name="use")
    sent = form.fields() | {"use": button["value"]} | changes
    return phone.follow(phone.post(form["action"], sent))


def lay(
    phone: Phone, match: PlayedMatch, seat: int, cards: str, more: str = "", **state: str
) -> Page:
    return saved(phone, hand(phone, match, seat, more, cards=cards, **state))


def lay_all(match: PlayedMatch) -> None:
    for seat, cards in enumerate(HANDS):
        match.write("laid", seat=seat, hand=cards.split(), layout=None, extra=None)
