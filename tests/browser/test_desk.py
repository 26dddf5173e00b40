"""The question desk: beside a match, where what is known is in place, and by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.table import Phone, choose_a_card, close_picker, face, pick, start

THREE = ("Ann", "Ben", "Cora")
CARDS, LED = "The cards, in the order they were played", "Who led"
HAND = "The hand of the next player"
TURNED = "The turned cards, the last makes the game"
WHO_WINS = re.compile("^Who wins the trick")


def ask(phone: Phone) -> Locator:
    """The answer to the question that is typed."""
    phone.tap_button("Ask")
    answer = phone.page.get_by_role("status").filter(has=phone.page.get_by_role("link"))
    expect(answer).to_be_visible()
    return answer


def rules(answer: Locator) -> list[str]:
    """The ids of the rules that an answer cites, in order."""
    links = answer.get_by_role("listitem").get_by_role("link").all()
    return [str(link.get_attribute("href")).partition("#")[2] for link in links]


def says(answer: Locator, *texts: str) -> None:
    for text in texts:
        expect(answer).to_contain_text(text)


def put(phone: Phone, field: str, *cards: str) -> None:
    """Pick the cards of a field."""
    choose_a_card(phone, field)
    pick(phone, *cards)
    close_picker(phone)


def shows_cards(phone: Phone, field: str, cards: list[str]) -> None:
    """The slots of a field, the empty ones left out."""
    slots = phone.page.get_by_role("button", name=re.compile(f"^{field}, (?!choose)"))
    expect(slots).to_have_text([face(card) for card in cards])


def to_question(phone: Phone, question: re.Pattern[str]) -> None:
    """From the page of a match to a question about it."""
    foot = phone.page.get_by_role("navigation", name="This match")
    phone.tap(foot.get_by_text("Ask", exact=True))
    expect(phone.page.get_by_text("Your options and what is known of this deal")).to_be_visible()
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

    put(phone, CARDS, "AS")
    put(phone, HAND, "JK", "9D", "6C")
    answer = ask(phone)
    says(answer, "Ben is winning with A♠", "you hold no spade", "never")
    assert "triathlon.athlete-discard" in rules(answer)
    expect(answer.get_by_text("May be played")).to_contain_text("9♦ of diamonds 6♣ of clubs")
    phone.tap_button("Keep this ruling in the log")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was kept.")
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.radio("Trumps", "hearts")).to_be_checked()
    for page in ("log/", "ask/"):
        phone.open(match.url + page)
        kept = phone.page.get_by_role("listitem").filter(has_text="Ben is winning with A♠")
        expect(kept).to_contain_text("[triathlon.athlete-discard]")


def test_what_was_typed_is_still_there_on_the_way_back_from_the_desk(phone: Phone) -> None:
    phone.open(start(phone, "triathlon", THREE))
    phone.count("Ann", 5)
    phone.choose("The last trick", "Cora")
    to_question(phone, WHO_WINS)
    ask(phone)
    phone.tap_link("Back")
    phone.tap_link("Back")
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.radio("The last trick", "Cora")).to_be_checked()


# By itself ----------------------------------------------------------------------------------------


def test_a_trick_is_answered_with_its_rules(phone: Phone) -> None:
    cards = ["KH", "2S", "KH"]
    phone.open("/ask")
    section = phone.page.get_by_role("link", name=WHO_WINS)
    phone.tap(section.and_(phone.page.locator("[href*='/la-krap/']")))
    put(phone, CARDS, *cards)
    put(phone, TURNED, "10C")
    phone.choose(LED, "Player 1")
    answer = ask(phone)
    says(answer, "Player 3 is winning with K♥")
    assert rules(answer) == ["la-krap.trick", "la-krap.neutralise", "la-krap.twos"]
    expect(phone.page.get_by_role("button", name=re.compile("^Keep"))).to_have_count(0)
    phone.page.reload()
    says(answer, "Player 3 is winning with K♥")
    shows_cards(phone, CARDS, cards)


def test_teams_and_game_are_answered_with_their_rules(phone: Phone) -> None:
    upcards = ["AH", "7S", "SHEET", "KD", "BJ"]
    phone.open("/ask/la-krap/teams")
    phone.choose("Players", len(upcards))
    # The page asks anew: as many cards can be picked then.
    field = phone.page.locator("[name=upcards]")
    expect(field).to_have_attribute("data-picker", str(len(upcards)))
    put(phone, "The upcards, seat by seat", *upcards)
    put(phone, TURNED, "BJ", "10H")
    answer = ask(phone)
    teams = "Red: Player 1 and Player 4. Black: Player 2. Jokers: Player 3 and Player 5."
    says(answer, teams, "Hearts are trumps, everything times 2.")
    cited = ["teams", "teams", "game-card", "multiplier"]
    assert rules(answer) == [f"la-krap.{rule}" for rule in cited]


def test_tricks_that_cannot_be_say_why_at_the_desk_too(phone: Phone) -> None:
    phone.open("/ask/triathlon/feats")
    phone.count("Player 1", 6)
    phone.count("Player 2", 8, force=True)
    phone.shows_in_place("8 is too many: a deal has 13 tricks, and Player 1 has 6")
    phone.tap_button("8 for Player 2, clear the others")
    expect(phone.cell("Player 2")).to_have_value("8")
    expect(phone.cell("Player 1")).not_to_have_value("6")
