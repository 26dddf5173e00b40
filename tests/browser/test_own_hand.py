"""The own hand on the own phone: it says what may be played, and no other phone learns of it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.followed import (
    Followed,
    begun,
    card_key,
    followed,
    shows_trick,
    table,
    tap_card,
)
from tests.browser.table import Phone, face, pick, picker


def is_mixed(deal: Followed) -> bool:
    """The second player follows suit and could not play all cards, such as an Athlete."""
    forbidden, hand = deal.forbidden(1), deal.hands[deal.turns[1]]
    is_lawful = deal.cards[1] not in forbidden
    return "JK" in forbidden and is_lawful and 1 < len(set(forbidden)) < len(hand) - 1


def own_keys(phone: Phone) -> Locator:
    return phone.page.get_by_role("group", name=re.compile("^Your card")).get_by_role("button")


def shows_own_keys(phone: Phone, deal: Followed, fallen: int) -> None:
    """Every card left in the hand has its key; those that may not fall now are off."""
    hand = deal.hand_after(deal.turns[fallen], fallen)
    expect(phone.page.get_by_text(f"Your hand: {len(hand)} cards left")).to_be_visible()
    expect(own_keys(phone)).to_have_count(len(hand))
    off = own_keys(phone).and_(phone.page.get_by_role("button", disabled=True)).all_inner_texts()
    assert sorted(off) == sorted(map(face, deal.forbidden(fallen)))
    on = own_keys(phone).and_(phone.page.get_by_role("button", disabled=False)).all_inner_texts()
    assert sorted([*on, *off]) == sorted(map(face, hand))


def test_the_own_hand_says_what_may_be_played_and_why_not_the_rest(phone: Phone, lay: Lay) -> None:
    deal = followed("triathlon", 3, is_mixed)
    match = begun(phone, deal)
    seat = deal.turns[1]
    hand, forbidden = deal.hands[seat], deal.forbidden(1)
    phone.open(match)
    phone.tap_link("Share")
    phone.tap_button(deal.names[seat])
    mine = phone.page.get_by_role("button", name=deal.names[seat])
    expect(mine).to_have_attribute("aria-pressed", "true")
    phone.tap_link("Back")
    other, viewer = lay(), lay()
    other.open(match)
    viewer.open(match.watch_url)
    phone.taps = 0
    phone.unfold("Enter your own hand")
    pick(phone, *sorted(hand, key=lambda card: card[-1]))
    expect(picker(phone)).to_be_hidden()
    phone.tap_button("Keep it on this phone")
    assert phone.taps == 15
    expect(phone.page.get_by_text(f"Your hand: {len(hand)} cards left")).to_be_visible()
    expect(own_keys(phone)).to_have_count(0)  # it is another player's turn

    tap_card(phone, deal.cards[0])
    shows_trick(phone, deal, 1)
    shows_own_keys(phone, deal, 1)
    why_not = table(phone).get_by_role("paragraph").filter(has_text="not now")
    expect(why_not).to_have_count(2)
    for rule in ("follow", "athlete-discard"):
        its_links = phone.page.locator(f"a[href$='#triathlon.{rule}']")
        expect(why_not.get_by_role("link").and_(its_links)).to_be_visible()
    told = why_not.all_text_contents()
    for card in set(forbidden):
        assert any(face(card) in text for text in told)
    phone.page.reload()
    shows_own_keys(phone, deal, 1)

    # A card that may not fall says why, and falls only if it is meant.
    phone.expects(422)
    wrong = forbidden[0]
    phone.tap(card_key(phone, wrong), force=True)
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text(f"{face(wrong)}: ")
    expect(alert).to_contain_text(re.compile(r"triathlon\.(follow|athlete-discard)"))
    for each in (phone, other, viewer):
        shows_trick(each, deal, 1)
    phone.tap_button(f"{face(wrong)} was played all the same")
    expect(phone.page.get_by_text(f"Your hand: {len(hand) - 1} cards left")).to_be_visible()
    expect(other.page.get_by_text(f"played {face(wrong)}")).to_be_visible()
    phone.tap_button(re.compile("^Undo"))
    shows_own_keys(phone, deal, 1)

    phone.tap(card_key(phone, deal.cards[1]))
    for each in (phone, other, viewer):
        shows_trick(each, deal, 2)
    expect(phone.page.get_by_text(f"Your hand: {len(hand) - 1} cards left")).to_be_visible()
    for each in (other, viewer):
        expect(each.page.get_by_text("Your hand")).to_have_count(0)
        expect(own_keys(each)).to_have_count(0)

    phone.unfold("Your hand")
    phone.tap_button("Forget it")
    expect(phone.page.get_by_text("Enter your own hand")).to_be_visible()
