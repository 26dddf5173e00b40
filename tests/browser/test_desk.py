"""The question desk: beside a match, where what is known is in place, and by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.followed import begun, followed
from tests.browser.table import Match, Phone, choose_a_card, face, pick, picker, start

THREE = ("Ann", "Ben", "Cora")
CARDS, LED = "The cards, in the order they fell", "Who led"
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
    phone.tap(picker(phone).get_by_role("button", name="Done"))


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


def keep(phone: Phone) -> None:
    phone.tap_button("Keep this ruling in the log")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was kept.")


def shows_in_log(phone: Phone, match: Match, *texts: str) -> None:
    """The ruling is the last line of the log, also after a reload, and on the desk's own page."""
    for page in ("log/", "ask/"):
        phone.open(match.url + page)
        kept = phone.page.get_by_role("listitem").filter(has_text=texts[0])
        phone.page.reload()
        for text in texts:
            expect(kept).to_contain_text(text)


# Beside a match -----------------------------------------------------------------------------------


def test_the_trumps_that_were_typed_are_in_place_at_the_desk(phone: Phone) -> None:
    match = start(phone, "triathlon", THREE, athlete_discard="never")
    phone.open(match)
    phone.choose("Ann", 5)
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
    keep(phone)
    shows_in_log(phone, match, "Ben is winning with A♠", "[triathlon.athlete-discard]")


def test_what_was_turned_is_in_place_at_the_desk(phone: Phone) -> None:
    match = start(phone, "la-krap", ("Ann", "Ben", "Cora", "Dee"), twos="suit")
    phone.open(match)
    put(phone, "The turned cards", "RJ", "8H")
    put(phone, "Ann’s upcard", "AH")
    to_question(phone, WHO_WINS)
    shows_cards(phone, TURNED, ["RJ", "8H"])
    expect(phone.radio(LED, "Ben")).to_be_checked()
    put(phone, CARDS, "9H", "JS", "9H")
    put(phone, HAND, "AS", "2S", "KD")
    answer = ask(phone)
    says(answer, "Cora is winning with J♠", "Neutralised, as if never played: 9♥ and 9♥", "2♠")
    assert {"la-krap.trick", "la-krap.neutralise", "la-krap.follow"} <= set(rules(answer))
    keep(phone)
    shows_in_log(phone, match, "Cora is winning with J♠", "[la-krap.neutralise]")


@pytest.mark.parametrize("is_kept", [False, True], ids=["asked", "kept"])
def test_what_was_typed_is_still_there_after_the_desk(is_kept: bool, phone: Phone) -> None:
    phone.open(start(phone, "triathlon", THREE))
    phone.choose("Ann", 5)
    phone.choose("The last trick", "Cora")
    to_question(phone, WHO_WINS)
    ask(phone)
    if is_kept:
        keep(phone)
    else:
        phone.tap_link("Back")
        phone.tap_link("Back")
    expect(phone.radio("Ann", 5)).to_be_checked()
    expect(phone.radio("The last trick", "Cora")).to_be_checked()


@pytest.mark.parametrize(("game", "seats"), [("tribello", 3), ("triathlon", 3), ("la-krap", 4)])
def test_the_trick_on_the_table_is_in_place_at_the_desk(
    game: str, seats: int, phone: Phone
) -> None:
    fallen = 4 * seats - 1
    deal = followed(
        game, seats, lambda deal: deal.dealt.oracle.winner(deal.dealt.play[3][:-1]) == 1
    )
    match = begun(phone, deal, fallen)
    phone.open(match)
    to_question(phone, WHO_WINS)
    trick, leader = deal.cards[fallen - seats + 1 : fallen], deal.turns[fallen - seats + 1]
    shows_cards(phone, CARDS, trick)
    expect(phone.radio(LED, deal.names[leader])).to_be_checked()
    answer = ask(phone)
    winner = deal.names[(leader + 1) % seats]
    says(answer, f"{winner} is winning with {face(trick[1])}")
    assert rules(answer)[0] == f"{game}.trick"
    keep(phone)
    expect(phone.page.get_by_role("heading", name="Trick 4 of")).to_be_visible()
    phone.tap_button(re.compile("^Undo"))
    expect(phone.page.get_by_role("main")).to_contain_text("The ruling was taken back.")
    phone.tap_button(re.compile("^Redo"))
    shows_in_log(phone, match, f"{winner} is winning with {face(trick[1])}", f"[{game}.trick]")


# By itself ----------------------------------------------------------------------------------------

ASKED = {
    "tribello": (["AS", "2S"], [], "Player 1 is winning with A♠", ["tribello.trick"]),
    "triathlon": (
        ["JK", "AH", "JK"], [], "Player 1 wins with an Athlete", ["triathlon.athlete-lead"]
    ),
    "la-krap": (
        ["KH", "2S", "KH"], ["10C"], "Player 3 is winning with K♥",
        ["la-krap.trick", "la-krap.neutralise", "la-krap.twos"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", ASKED)
def test_a_trick_is_answered_with_its_rules(game: str, phone: Phone) -> None:
    cards, turned, words, cited = ASKED[game]
    phone.open("/ask")
    section = phone.page.get_by_role("link", name=WHO_WINS)
    phone.tap(section.and_(phone.page.locator(f"[href*='/{game}/']")))
    put(phone, CARDS, *cards)
    if turned:
        put(phone, TURNED, *turned)
    phone.choose(LED, "Player 1")
    answer = ask(phone)
    says(answer, words)
    assert rules(answer) == cited
    expect(phone.page.get_by_role("button", name=re.compile("^Keep"))).to_have_count(0)
    phone.page.reload()
    says(answer, words)
    shows_cards(phone, CARDS, cards)


def test_a_rejection_is_answered_step_by_step(phone: Phone) -> None:
    phone.open("/ask/triathlon/rejection")
    phone.choose("Who dealt", "Player 2")
    for place, suit, words in (
        ("", "", "Player 3 rejects one of spades, hearts, diamonds, clubs."),
        ("first", "spades", "Player 1 rejects one of hearts, diamonds, clubs."),
        ("second", "hearts", "Player 2 names trumps: diamonds or clubs."),
        ("Trumps", "spades", "Spades were rejected, so they cannot be trumps."),
        ("Trumps", "clubs", "Clubs are trumps."),
    ):
        if place:
            phone.choose(place, suit)
        answer = ask(phone)
        says(answer, words)
        expect(answer.get_by_role("listitem")).to_contain_text("No" if "cannot" in words else "Yes")
        assert rules(answer) == ["triathlon.rejection"]


def test_the_feats_of_a_deal_are_answered_one_by_one(phone: Phone) -> None:
    phone.open("/ask/triathlon/feats")
    phone.choose("Player 1", 5)
    phone.choose("Player 2", 5)
    phone.choose("Who took the last trick", "Player 3")
    answer = ask(phone)
    told = [
        ("Player 1: 5 tricks, +5.", "trick-point"),
        ("Player 2: 5 tricks, +5.", "trick-point"),
        ("Player 3: 3 tricks, +3.", "trick-point"),
        ("Player 3: .*, +10.", "multiple"),
        ("Player 3: .*, +10.", "last"),
        ("Player 3: .*, +10.", "middling"),
        ("Player 3: .*, +100.", "game-bonus"),
    ]
    expect(answer.get_by_role("listitem")).to_have_text(
        [re.compile(rf"{words.replace('+', '[+]')}.*triathlon\.{rule}$") for words, rule in told]
    )


@pytest.mark.parametrize(
    ("upcards", "turned", "told", "cited"),
    [
        (
            ["AH", "7S", "SHEET", "KD", "BJ"],
            ["BJ", "10H"],
            [
                "Player 1 and Player 4 against Player 2 against Player 3 and Player 5.",
                "Hearts are trumps, everything times 2.",
            ],
            ["teams", "teams", "game-card", "multiplier"],
        ),
        (
            ["AH", "7S", "KD"],
            ["SHEET"],
            ["Everyone plays alone.", "Null without teams, and all jokers count as sheets."],
            ["no-teams", "sheet-turned"],
        ),
        (
            ["AH", "AH", "QD", "7D", "8H", "9H"],
            ["2D"],
            ["Everyone plays alone.", "Diamonds are trumps, nobody exchanges."],
            ["no-teams", "two-turned"],
        ),
    ],
)
def test_teams_and_game_are_answered_with_their_rules(
    upcards: list[str], turned: list[str], told: list[str], cited: list[str], phone: Phone
) -> None:
    phone.open("/ask/la-krap/teams")
    phone.choose("Players", len(upcards))
    # The page asks anew: as many cards can be picked then.
    field = phone.page.locator("[name=upcards]")
    expect(field).to_have_attribute("data-picker", str(len(upcards)))
    put(phone, "The upcards, seat by seat", *upcards)
    put(phone, TURNED, *turned)
    answer = ask(phone)
    says(answer, *told)
    assert rules(answer) == [f"la-krap.{rule}" for rule in cited]
