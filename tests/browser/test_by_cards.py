"""Deals played card by card until they are on the pad, with interruptions, and own hands."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.followed import CALLED, TABLES, Followed, followed
from tests.browser.table import MINUS, Phone, face
from tests.browser.way import Way
from tests.faults.conftest import amount
from tests.games.la_krap import oracle_la_krap
from tests.web.followed import points

SMALL = {"width": 360, "height": 740}
ROW = re.compile(r"[Dd]eal 1\b")


@cache
def deal_of(game: str) -> Followed:
    """Return the deal to play, which has every special feature of its game."""
    return followed(game, TABLES[game], HAS_ALL.get(game, lambda _deal: True))


def has_athletes(deal: Followed) -> bool:
    """Whether an Athlete is led and another is thrown."""
    play = deal.dealt.play
    is_thrown = any("JK" in trick[1:] and trick[0] != "JK" for trick in play)
    return is_thrown and any(trick[0] == "JK" for trick in play)


def has_jokers_and_trumps(deal: Followed) -> bool:
    """Whether there are trumps, a joker and neutralised cards."""
    has_trumps = not oracle_la_krap.made(deal.dealt.facts["turned"]).null
    marks = [mark for fallen in range(27) for *_, mark in deal.on_table(fallen)]
    return has_trumps and "BJ" in deal.cards and "neutralised" in marks


HAS_ALL = {"triathlon": has_athletes, "la-krap": has_jokers_and_trumps}
"""Condition for the deal of a game; for games not listed, any deal will do."""


def figures(deal: Followed) -> list[re.Pattern[str]]:
    """Patterns for the deal's points as shown; some games put a plus sign before them."""
    shown = [str(cell).replace("-", MINUS) for cell in points(deal.dealt)]
    return [re.compile(rf"^(?s:.*=)?\s*\+?{cell}(?:\s+total .*)?\s*$") for cell in shown]


def record(phone: Phone, deal: Followed) -> None:
    """Check the finished deal's points and revoke, record it, and check them again."""
    expect(phone.table.get_by_role("term")).to_have_text(list(deal.names))
    expect(phone.table.get_by_role("definition")).to_have_text(figures(deal))
    expect(phone.record_button).to_have_text("Record anyway")
    phone.record()
    phone.shows_row(ROW, figures(deal))
    receipt = phone.open_receipt(ROW)
    expect(receipt.get_by_role("listitem")).to_have_text(deal.revoke_told)
    expect(receipt.get_by_role("listitem")).to_contain_text("Accepted:")
    expect(receipt.get_by_role("term")).to_have_text(list(deal.names))
    expect(receipt.get_by_role("definition")).to_have_text(figures(deal))
    tricks = len(deal.cards) // len(deal.names)
    expect(receipt.get_by_role("table").get_by_role("rowheader")).to_have_count(tricks)
    cited = re.compile(rf"/rules#{deal.dealt.game}\.")
    expect(receipt.locator("a.rule").first).to_have_attribute("href", cited)
    phone.tap(receipt.get_by_role("button", name="Close"))


@pytest.mark.parametrize("game", amount(["tribello"], [*TABLES]))
def test_a_deal_is_followed_to_the_sheet_whatever_happens(
    game: str, far: Phone, way: Way, lay: Lay
) -> None:
    phone, deal = far, deal_of(game)
    seats, proof, whole = deal.dealt.seats, deal.proof, len(deal.cards)
    match = phone.start(game, *deal.names)
    phone.open(match)
    phone.begin_cards(deal)
    phone.fall(deal, 0, seats + 1)
    phone.page.reload()
    phone.shows_trick(deal, seats + 1)

    # Others play up to the card that proves the revoke, which gets lost on its way.
    match.fall(*deal.cards[seats + 1 : proof - 1])
    phone.shows_trick(deal, proof - 1)
    other = lay(viewport=SMALL)
    other.open(match.behind(way))
    way.all("lost")
    phone.tap_card(deal.cards[proof - 1])
    expect(phone.page.get_by_text("1 card is saved on this phone")).to_be_visible()
    phone.is_back(way)
    phone.shows_trick(deal, proof)  # the tapped card is sent by itself

    # The phone is handed on, and a card is taken back.
    other.shows_trick(deal, proof)
    match.fall(*deal.cards[proof : whole - 2])
    other.shows_trick(deal, whole - 2)
    other.fall(deal, whole - 2, whole)
    phone.shows_trick(deal, whole)
    last = CALLED.get(deal.cards[-1]) or face(deal.cards[-1])
    phone.tap_button(re.compile(f"^Undo: .* played (the )?{last}", re.IGNORECASE))
    for each in (phone, other):
        each.shows_trick(deal, whole - 1)
    other.fall(deal, whole - 1, whole)

    record(other, deal)
    expect(phone.rows).to_have_count(1)
    (kept,) = match.entries
    assert (kept["play"], kept["accepted"]) == (deal.dealt.play, [deal.breach[2]])


def test_a_forgotten_card_is_put_in_by_four_taps(phone: Phone) -> None:
    deal = followed("tribello", 3)
    match = phone.begun(deal)
    match.fall(*deal.cards[:13], *deal.cards[14:20])
    phone.open(match)
    main, name = phone.page.get_by_role("main"), deal.names[deal.turns[13]]
    row = main.get_by_role("row").filter(has=phone.page.get_by_role("link", name="Trick 5"))
    phone.tap(row.get_by_role("cell").last, force=True)  # the link is as wide as its row
    phone.tap(main.get_by_role("link", name=f"Put in a card for {name}"))
    key = re.compile(rf"^\s*{re.escape(face(deal.cards[13]))}\s*$")
    phone.tap(main.get_by_role("group").get_by_role("button").filter(has_text=key))
    expect(main.get_by_role("status")).to_contain_text(f"added for {name}; tricks 5 to 7 change")
    phone.tap_button("Save")
    phone.shows_trick(deal, 20)


def is_mixed(deal: Followed) -> bool:
    """Whether the second player's card is legal, but an Athlete and some other cards aren't."""
    forbidden, hand = deal.forbidden(1), deal.hands[deal.turns[1]]
    is_lawful = deal.cards[1] not in forbidden
    return "JK" in forbidden and is_lawful and 1 < len(set(forbidden)) < len(hand) - 1


def own_keys(phone: Phone) -> Locator:
    return phone.page.get_by_role("group", name=re.compile("^Your card")).get_by_role("button")


def shows_own_keys(phone: Phone, deal: Followed, fallen: int) -> None:
    """Check that each card left in the hand has a key, disabled if it may not be played now."""
    hand = deal.hand_after(deal.turns[fallen], fallen)
    expect(phone.page.get_by_text(f"Your hand: {len(hand)} cards left")).to_be_visible()
    expect(own_keys(phone)).to_have_count(len(hand))
    off = own_keys(phone).and_(phone.page.get_by_role("button", disabled=True)).all_inner_texts()
    assert sorted(off) == sorted(map(face, deal.forbidden(fallen)))
    on = own_keys(phone).and_(phone.page.get_by_role("button", disabled=False)).all_inner_texts()
    assert sorted([*on, *off]) == sorted(map(face, hand))


def test_the_own_hand_says_what_may_be_played_and_why_not_the_rest(phone: Phone, lay: Lay) -> None:
    deal = followed("triathlon", 3, is_mixed)
    match = phone.begun(deal)
    seat = deal.turns[1]
    hand, forbidden = deal.hands[seat], deal.forbidden(1)
    phone.open(match)
    phone.tap(phone.page.locator("#strip").get_by_role("link", name=deal.names[seat]))
    phone.tap_button("This is my phone")
    other, viewer = lay(), lay()
    other.open(match)
    viewer.open(match.to_watch)
    phone.taps = 0
    phone.unfold("Enter your own hand")
    phone.pick(*sorted(hand, key=lambda card: card[-1]))
    expect(phone.picker).to_be_hidden()
    phone.tap_button("Save on this phone")
    assert phone.taps == 15
    expect(phone.page.get_by_text(f"Your hand: {len(hand)} cards left")).to_be_visible()
    expect(own_keys(phone)).to_have_count(0)  # another player's turn

    phone.tap_card(deal.cards[0])
    phone.shows_trick(deal, 1)
    shows_own_keys(phone, deal, 1)
    phone.page.reload()
    shows_own_keys(phone, deal, 1)

    # A card that may not be played says why, and is played only if confirmed.
    phone.expects(422)
    wrong = forbidden[0]
    phone.tap(phone.card_key(wrong), force=True)
    expect(phone.page.get_by_role("alert")).to_contain_text(f"{face(wrong)} can’t be played now.")
    for each in (phone, other, viewer):
        each.shows_trick(deal, 1)
    phone.tap_button(f"{face(wrong)} was played anyway")
    expect(other.page.get_by_text(f"played {face(wrong)}")).to_be_visible()
    phone.undo()
    shows_own_keys(phone, deal, 1)

    phone.tap(phone.card_key(deal.cards[1]))
    for each in (phone, other, viewer):
        each.shows_trick(deal, 2)
    expect(phone.page.get_by_text(f"Your hand: {len(hand) - 1} cards left")).to_be_visible()
    for each in (other, viewer):
        expect(each.page.get_by_text("Your hand")).to_have_count(0)
        expect(own_keys(each)).to_have_count(0)


def test_a_page_that_comes_slowly_shows_all_keys(far: Phone, way: Way) -> None:
    """What is in a container with queries isn't shown if Chromium gets it in unlucky pieces."""
    match = far.begun(followed("tribello", 3), 4)
    far.open(match)  # from now on the browser's cache has all but the page
    for piece in range(200, 400, amount(32, 4)):
        way.pieces = piece, 0.01
        far.page.goto("about:blank")
        far.open(match)
        expect(far.table.locator("button.key").last).to_be_visible()
