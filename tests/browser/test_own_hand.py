"""The own hand on the own phone: it says what may be played, and no other phone learns of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Lay
from tests.browser.followed import (
    TABLES,
    Followed,
    begun,
    card_key,
    followed,
    shows_trick,
    table,
    tap_card,
)
from tests.browser.table import Match, Phone, choose_a_card, face, pick, picker

RULES = {"tribello": {"follow"}, "triathlon": {"follow", "athlete-discard"}, "la-krap": {"follow"}}
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SHOWN = ("", "pad", "board", "log/", "record.json", "ask/")


def is_mixed(deal: Followed) -> bool:
    """The second player follows suit and could not play all cards, such as an Athlete."""
    forbidden, hand = deal.forbidden(1), deal.hands[deal.turns[1]]
    has_athlete = deal.dealt.game != "triathlon" or "JK" in forbidden
    is_lawful = deal.cards[1] not in forbidden
    return has_athlete and is_lawful and 1 < len(set(forbidden)) < len(hand) - 1


def sit(phone: Phone, name: str) -> None:
    """Say whose phone this is, and go back to the match."""
    phone.tap_link("Share")
    phone.tap_button(name)
    expect(phone.page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    phone.tap_link("Back")


def enter_hand(phone: Phone, cards: list[str]) -> None:
    phone.unfold("Enter your own hand")
    choose_a_card(phone, "Your hand")
    pick(phone, *sorted(cards, key=lambda card: card[-1]))
    phone.tap(picker(phone).get_by_role("button", name="Done"))
    phone.tap_button("Keep it on this phone")


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


def all_that_shows(*matches: Match) -> list[str]:
    """What other phones can read of a match."""
    return [UUID.sub("", match.read(page)) for match in matches for page in SHOWN]


@pytest.mark.parametrize("game", RULES)
def test_the_own_hand_says_what_may_be_played_and_why_not_the_rest(
    game: str, phone: Phone, lay: Lay
) -> None:
    deal = followed(game, TABLES[game], is_mixed)
    match = begun(phone, deal)
    seat = deal.turns[1]
    hand, forbidden = deal.hands[seat], deal.forbidden(1)
    phone.open(match)
    sit(phone, deal.names[seat])

    # Nobody else sees anything of the hand, nor that there is one.
    other, viewer = lay(), lay()
    other.open(match)
    viewer.open(match.watch_url)
    shown = Match(other.context, match.url), Match(viewer.context, match.watch_url)
    before = all_that_shows(*shown)
    enter_hand(phone, hand)
    expect(phone.page.get_by_text(f"Your hand: {len(hand)} cards left")).to_be_visible()
    expect(own_keys(phone)).to_have_count(0)  # it is another player's turn
    assert all_that_shows(*shown) == before

    tap_card(phone, deal.cards[0])
    shows_trick(phone, deal, 1)
    shows_own_keys(phone, deal, 1)
    why_not = table(phone).get_by_role("paragraph").filter(has_text="not now")
    expect(why_not).to_have_count(len(RULES[game]))
    for rule in RULES[game]:
        expect(why_not.get_by_role("link").and_(rule_links(phone, game, rule))).to_be_visible()
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
    expect(alert).to_contain_text(re.compile(rf"{game}\.({'|'.join(RULES[game])})"))
    for each in (phone, other, viewer):
        shows_trick(each, deal, 1)
    phone.tap_button(f"{face(wrong)} was played all the same")
    expect(phone.page.get_by_text(f"Your hand: {len(hand) - 1} cards left")).to_be_visible()
    expect(other.page.get_by_text(f"{face(wrong)} was played")).to_be_visible()
    phone.tap_button(re.compile("^Undo"))
    shows_own_keys(phone, deal, 1)

    phone.tap(card_key(phone, deal.cards[1]))
    for each in (phone, other, viewer):
        shows_trick(each, deal, 2)
    expect(phone.page.get_by_text(f"Your hand: {len(hand) - 1} cards left")).to_be_visible()
    for each in (other, viewer):
        expect(each.page.get_by_text("Your hand")).to_have_count(0)
        expect(own_keys(each)).to_have_count(0)
    for page in all_that_shows(*shown):
        assert "Your hand" not in page
        assert "hand on this phone" not in page

    phone.unfold("Your hand")
    phone.tap_button("Forget it")
    expect(phone.page.get_by_text("Enter your own hand")).to_be_visible()


def rule_links(phone: Phone, game: str, rule: str) -> Locator:
    """The links on the page that lead to this rule."""
    return phone.page.locator(f"a[href$='#{game}.{rule}']")
