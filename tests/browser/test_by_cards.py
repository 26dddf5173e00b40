"""Deals followed card by card, to the sheet, through all that may happen to a phone."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.far import behind, network_is_back
from tests.browser.followed import (
    CALLED,
    TABLES,
    Followed,
    begin,
    fall,
    followed,
    shows_trick,
    table,
    tap_card,
)
from tests.browser.table import MINUS, Phone, face, start
from tests.browser.way import Way, good
from tests.games.la_krap import oracle_la_krap
from tests.web.followed import points

SMALL = {"width": 360, "height": 740}
ROW = re.compile(r"[Dd]eal 1\b")


@cache
def deal_of(game: str) -> Followed:
    """The deal that is followed here: it has whatever the game knows."""
    wanted = {"triathlon": has_athletes, "la-krap": has_all}.get(game, lambda _deal: True)
    return followed(game, TABLES[game], wanted)


def has_athletes(deal: Followed) -> bool:
    """An Athlete is led, and one is thrown on another card."""
    play = deal.dealt.play
    is_thrown = any("JK" in trick[1:] and trick[0] != "JK" for trick in play)
    return is_thrown and any(trick[0] == "JK" for trick in play)


def has_all(deal: Followed) -> bool:
    """There are trumps and jokers, and cards are neutralised."""
    has_trumps = not oracle_la_krap.made(deal.dealt.facts["turned"]).null
    marks = [mark for fallen in range(27) for _, _, mark in deal.on_table(fallen)]
    return has_trumps and "BJ" in deal.cards and "neutralised" in marks


def figures(deal: Followed) -> list[str]:
    plus = "+" if deal.dealt.game == "tribello" else ""
    return [f"{plus if cell > 0 else ''}{cell}".replace("-", MINUS) for cell in points(deal.dealt)]


def record(phone: Phone, deal: Followed) -> None:
    """The deal is over: what it comes to, and its revoke, before and after it is recorded."""
    expect(table(phone).get_by_role("term")).to_have_text(list(deal.names))
    expect(table(phone).get_by_role("definition")).to_have_text(figures(deal))
    expect(phone.record_button).to_have_text("Record deal 1 and keep it anyway")
    phone.record()
    phone.shows_row(ROW, figures(deal))
    phone.tap(phone.row(ROW).get_by_role("cell").first)
    receipt = phone.page.get_by_role("dialog", name="Receipt")
    expect(receipt.get_by_role("listitem")).to_have_text(deal.revoke_told)
    expect(receipt.get_by_role("listitem")).to_contain_text("Kept:")
    expect(receipt.get_by_role("term")).to_have_text(list(deal.names))
    shown = [re.compile(rf"= {re.escape(cell)}\s*$") for cell in figures(deal)]
    expect(receipt.get_by_role("definition")).to_have_text(shown)
    tricks = len(deal.cards) // len(deal.names)
    expect(receipt.get_by_role("table").get_by_role("rowheader")).to_have_count(tricks)
    rules = {"tribello": "score", "triathlon": "trick-point", "la-krap": "trick-points"}
    expect(receipt).to_contain_text(f"{deal.dealt.game}.{rules[deal.dealt.game]}")
    phone.tap(receipt.get_by_role("button", name="Close"))


@pytest.mark.parametrize("game", TABLES)
def test_a_deal_is_followed_to_the_sheet_whatever_happens(
    game: str, far: Phone, way: Way, lay: Lay
) -> None:
    phone, deal = far, deal_of(game)
    seats, proof, whole = deal.dealt.seats, deal.proof, len(deal.cards)
    match = start(phone, game, deal.names)
    phone.open(match)
    begin(phone, deal)
    fall(phone, deal, 0, seats + 1)
    phone.page.reload()
    shows_trick(phone, deal, seats + 1)

    # Others tap until the card that proves the revoke; it gets lost on its way.
    match.fall(*deal.cards[seats + 1 : proof - 1])
    shows_trick(phone, deal, proof - 1)
    other = lay(viewport=SMALL)
    other.open(behind(match, way))
    way.all("lost")
    tap_card(phone, deal.cards[proof - 1])
    expect(phone.page.get_by_text("1 entry waits here")).to_be_visible()
    shows_trick(phone, deal, proof - 1)
    way.fate = good
    network_is_back(phone)
    shows_trick(phone, deal, proof)  # the card that was tapped goes by itself

    # The phone is handed on, and a card taken back.
    shows_trick(other, deal, proof)
    match.fall(*deal.cards[proof : whole - 2])
    shows_trick(other, deal, whole - 2)
    fall(other, deal, whole - 2, whole)
    shows_trick(phone, deal, whole)
    last = CALLED.get(deal.cards[-1]) or face(deal.cards[-1])
    phone.tap_button(re.compile(f"^Undo: .* played (the )?{last}", re.IGNORECASE))
    for each in (phone, other):
        shows_trick(each, deal, whole - 1)
    fall(other, deal, whole - 1, whole)

    record(other, deal)
    expect(phone.rows).to_have_count(1)
    (kept,) = json.loads(match.read("record.json"))["entries"]
    assert (kept["play"], kept["accepted"]) == (deal.dealt.play, [deal.breach[2]])
