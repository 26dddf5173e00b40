"""The question desk: beside a match, where what is known is in place, and by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.table import (
    THREE,
    Phone,
    choose_a_card,
    close_picker,
    pick,
    picks_for,
    start,
)
from tests.games.expected import CARDS, TURNED

LED, HAND = "Who led", "The hand of the next player"
WHO_WINS = re.compile("^Who wins this trick")


def ask(phone: Phone) -> Locator:
    phone.tap_button("Ask")
    return answered(phone)


def answered(phone: Phone) -> Locator:
    """The answer: the form has folded to one line."""
    expect(phone.page.get_by_role("button", name="Ask", exact=True)).to_be_hidden()
    answer = phone.page.get_by_role("status").filter(has=phone.page.get_by_role("heading"))
    expect(answer).to_be_visible()
    return answer


def verdict(phone: Phone) -> Locator:
    return answered(phone).get_by_role("heading").first


def rules(answer: Locator) -> list[str]:
    """The ids of the rules that an answer cites, in order."""
    links = answer.locator("li[class] a.rule").all()
    return [str(link.get_attribute("href")).partition("#")[2] for link in links]


def says(answer: Locator, *texts: str) -> None:
    for text in texts:
        expect(answer).to_contain_text(text)


def pick_here(phone: Phone, field: str, *cards: str) -> None:
    """Pick the cards of a field for which the picker has opened by itself."""
    picks_for(phone, field)
    pick(phone, *cards)
    close_picker(phone)


def put(phone: Phone, field: str, *cards: str) -> None:
    choose_a_card(phone, field)
    pick(phone, *cards)
    close_picker(phone)


def to_question(phone: Phone, question: re.Pattern[str]) -> None:
    """From the page of a match to a question about it."""
    foot = phone.page.get_by_role("navigation", name="This match")
    phone.tap(foot.get_by_text("Ask", exact=True))
    phone.tap(phone.page.get_by_role("link", name=question))


# Beside a match -----------------------------------------------------------------------------------


def test_what_was_typed_is_in_place_at_the_desk_and_stays_when_a_ruling_is_kept(
    phone: Phone,
) -> None:
    match = start(phone, "triathlon", THREE, athlete_discard="never")
    phone.open(match)
    phone.count("Ann", 5)
    phone.unfold("Trumps and rejected suits")
    phone.choose("Trumps", "hearts")
    phone.choose("Rejected by Ben", "spades")
    to_question(phone, WHO_WINS)
    expect(phone.radio("Trumps", "hearts")).to_be_checked()
    expect(phone.radio(LED, "Ben")).to_be_checked()
    expect(phone.page.get_by_text("Throwing an Athlete")).to_be_visible()

    pick_here(phone, CARDS, "AS")
    expect(verdict(phone)).to_have_text("Ben is winning · A♠")
    phone.unfold("Change")
    put(phone, HAND, "JK", "9D", "6C")
    answer = ask(phone)
    says(answer, "Ben is winning with A♠", "you hold no spade", "never")
    assert "triathlon.athlete-discard" in rules(answer)
    expect(answer.get_by_text("May be played")).to_contain_text("9♦ of diamonds 6♣ of clubs")
    phone.tap_button("Keep this ruling")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was kept.")
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.radio("Trumps", "hearts")).to_be_checked()
    phone.open(match.url + "log/")
    kept = phone.page.get_by_role("listitem").filter(has_text="Ben is winning with A♠")
    expect(kept).to_contain_text("[triathlon.athlete-discard]")
    phone.tap_link("The ruling")
    main = phone.page.get_by_role("main")
    expect(main).to_contain_text("Ben is winning with A♠")
    expect(main.get_by_role("link", name="triathlon.athlete-discard").first).to_be_visible()


def test_what_was_typed_is_still_there_on_the_way_back_from_the_desk(phone: Phone) -> None:
    phone.open(start(phone, "triathlon", THREE))
    phone.count("Ann", 5)
    phone.choose("The last trick", "Cora")
    to_question(phone, re.compile("^What did the deal give"))
    phone.tap_link("Back")
    phone.tap_link("Back")
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.radio("The last trick", "Cora")).to_be_checked()


# By itself ----------------------------------------------------------------------------------------


def test_teams_and_game_are_answered_with_their_rules(phone: Phone) -> None:
    upcards = ["AH", "7S", "SHEET", "KD", "BJ"]
    phone.open("/ask/la-krap/teams")
    phone.choose("Players", len(upcards))
    # The page asks anew: as many cards can be picked then.
    field = phone.page.locator("[name=upcards]")
    expect(field).to_have_attribute("data-picker", str(len(upcards)))
    choose_a_card(phone, "The upcards, seat by seat")
    pick(phone, *upcards)
    picks_for(phone, TURNED)
    pick(phone, "BJ", "10H")
    answer = answered(phone)
    teams = "Red: Player 1 and Player 4. Black: Player 2. Jokers: Player 3 and Player 5."
    says(answer, teams, "Hearts are trumps, everything times 2.")
    cited = ["teams", "teams", "game-card", "multiplier"]
    assert rules(answer) == [f"la-krap.{rule}" for rule in cited]


def test_tricks_that_cannot_be_say_why_at_the_desk_too(phone: Phone) -> None:
    phone.open("/ask/triathlon/feats")
    phone.count("Player 1", 6)
    phone.count("Player 2", 8, force=True)
    phone.shows_in_place("8 is too many: a deal has 13 tricks, and Player 1 has 6")
    phone.tap_button("Set Player 2 to 8 and re-enter the others")
    expect(phone.cell("Player 2")).to_have_value("8")
    expect(phone.cell("Player 1")).not_to_have_value("6")
