"""A dispute of each kind, played through with its taps counted: from home, and from a match."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.table import THREE, Match, Phone, imported, pick, picker, start
from tests.browser.test_desk import answered, rules, verdict

FOUR = (*THREE, "Dora")
WHO_WINS = "Who wins this trick?"
MAY_I = "May I play this card?"
WHAT_NOW = "Something went wrong: what now?"
WINNER_IN, MAY_I_IN = 8, 6
"""As many taps are enough from home."""


def from_home(phone: Phone, game: str, question: str) -> None:
    """From the first page to a question of a game, which no question was about before."""
    phone.open("/")
    phone.taps = 0
    phone.tap_link("Ask the referee")
    phone.choose("Game", game)
    to(phone, question)


def to(phone: Phone, question: str) -> None:
    phone.tap(phone.page.get_by_role("link", name=re.compile(f"^{re.escape(question)}")))


def from_match(phone: Phone, match: Match) -> None:
    phone.open(match)
    phone.taps = 0
    bar = phone.page.get_by_role("navigation", name="This match")
    phone.tap(bar.get_by_role("link", name="Ask", exact=True))
    phone.page.wait_for_url("**/ask/**")  # once its scripts are there


# From home ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "first", "cards", "told"),
    [
        ("Tribello", "hearts", "AS 2H KS", "Player 2 wins · 2♥"),
        ("Triathlon", "none", "JK AS KS", "Player 1 wins · an Athlete"),
        ("La Krap", "8H", "KH 10S KH JS", "Player 2 wins · 10♠"),
        ("Card Triathlon", "none", "9C KC 10C AD", "Player 2 wins · K♣"),
    ],
)
def test_a_winner_is_found_from_home(
    phone: Phone, game: str, first: str, cards: str, told: str
) -> None:
    from_home(phone, game, WHO_WINS)
    if first[0].isdigit():
        expect(picker(phone)).to_be_visible()  # it has opened by itself
        pick(phone, first)
    else:
        phone.choose("Trumps", first)
    pick(phone, *cards.split())
    expect(verdict(phone)).to_have_text(told)
    assert phone.taps <= WINNER_IN


@pytest.mark.parametrize(
    ("game", "led", "mine", "holding", "told", "rule"),
    [
        ("Tribello", "hearts", "spades", "I hold a heart", "No: hearts have to be followed",
         "tribello.follow"),
        ("Tribello", "hearts", "spades", "I hold no heart",
         "Yes: you hold no heart, any card will do", "tribello.follow"),
        ("Tribello", "clubs", "clubs", "", "Yes: it follows suit", "tribello.follow"),
        ("Triathlon", "hearts", "Athlete", "I hold a heart",
         "No: an Athlete may be thrown only without hearts", "triathlon.athlete-discard"),
        ("Triathlon", "Athlete", "spades", "",
         "Yes: no suit has to be followed, any card will do", "triathlon.follow"),
        ("La Krap", "hearts", "Joker", "The jokers belong to hearts", "Yes: it follows suit",
         "la-krap.follow"),
        ("La Krap", "Joker", "clubs", "They do not, and I hold a joker or a card of their suit",
         "No: spades have to be followed", "la-krap.follow"),
        ("Card Triathlon", "hearts", "spades", "I hold a heart",
         "No: hearts have to be followed", "card-triathlon.b.follow"),
        ("Card Triathlon", "hearts", "Joker", "The second Joker, hearts are no trumps",
         "Yes: the second Joker may be played to any plain suit", "card-triathlon.b.second-joker"),
    ],
)  # fmt: skip
def test_whether_a_card_may_be_played_is_found_from_home(
    phone: Phone, game: str, led: str, mine: str, holding: str, told: str, rule: str
) -> None:
    from_home(phone, game, MAY_I)
    phone.choose("Led", led)
    expect(phone.radio("Led", led)).to_be_checked()
    phone.choose("My card", mine)
    if holding:
        phone.choose("And in my hand", holding)
    expect(verdict(phone)).to_have_text(told)
    assert phone.taps <= MAY_I_IN
    assert rules(answered(phone))[0] == rule


def test_what_is_tapped_before_the_page_has_answered_counts_too(phone: Phone) -> None:
    held: list[Route] = []
    phone.open("/ask/tribello/may")
    phone.page.route(
        "**/may?*", lambda route: held.append(route) if not held else route.continue_()
    )
    phone.choose("Led", "clubs")
    phone.choose("My card", "clubs")
    expect(verdict(phone)).to_have_text("Yes: it follows suit")
    assert len(held) == 1


@pytest.mark.parametrize(
    ("game", "happened"),
    [("Tribello", "misdeal"), ("Thirty-One", "shown"), ("Triathlon", "revoke"),
     ("La Krap", "out of turn"), ("Card Triathlon", "too low")],
)  # fmt: skip
def test_what_goes_wrong_has_an_answer_from_home(phone: Phone, game: str, happened: str) -> None:
    from_home(phone, game, WHAT_NOW)
    phone.choose("What happened", re.compile(happened))
    expect(verdict(phone)).to_contain_text("No penalty: ")
    assert phone.taps == 4
    expect(phone.page.get_by_role("region", name="What you can do")).to_contain_text("Deal again")


def test_the_last_game_is_offered_first(phone: Phone) -> None:
    from_home(phone, "La Krap", MAY_I)
    expect(phone.page.get_by_role("heading", name=MAY_I)).to_be_visible()
    phone.open("/ask")
    expect(phone.radio("Game", "La Krap")).to_be_checked()
    phone.open("/ask?game=triathlon")
    expect(phone.radio("Game", "Triathlon")).to_be_checked()


def test_a_hand_of_thirty_one_is_judged_by_itself(phone: Phone) -> None:
    from_home(phone, "Thirty-One", "What is a hand worth?")
    pick(phone, "AH", "KH", "QH")
    expect(verdict(phone)).to_have_text("Worth 31: the round ends")
    assert phone.taps == 6


# From a match -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "names", "facts", "cards", "told"),
    [
        ("tribello", THREE, {"trump": "S"}, "7D KD", "is winning · K♦"),
        ("triathlon", THREE, {"trump": "S", "rejected0": "H", "rejected1": "C"}, "7D 6S 9D",
         "wins · 6♠"),
        ("la-krap", FOUR, {"turned": "8C", "alone": "1"}, "KH KH", "Nobody is winning yet"),
    ],
)  # fmt: skip
def test_the_trick_on_the_table_is_ruled_on_in_one_tap(
    phone: Phone, game: str, names: tuple[str, ...], facts: dict[str, str], cards: str, told: str
) -> None:
    match = start(phone, game, names)
    match.begin(**facts)
    match.fall(*cards.split())
    from_match(phone, match)
    expect(verdict(phone)).to_contain_text(told)
    assert phone.taps == 1
    for card in cards.split():
        expect(answered(phone).get_by_role("list").first).to_contain_text(card[:-1])


def test_who_revoked_takes_the_card_back_or_deals_again(phone: Phone) -> None:
    match = start(phone, "tribello", THREE)
    match.deal(6, 4, 3)
    match.begin(trump="S")
    match.fall("AS", "2S", "5D")
    from_match(phone, match)
    to(phone, WHAT_NOW)
    phone.choose("What happened", re.compile("revoke"))
    acts = phone.page.get_by_role("region", name="What you can do")
    assert phone.taps == 3
    phone.tap(acts.get_by_role("button", name="Take 5 of diamonds back"))
    expect(phone.page.get_by_role("group", name="Ann’s card")).to_be_visible()

    from_match(phone, match)
    to(phone, WHAT_NOW)
    phone.choose("What happened", re.compile("misdeal"))
    phone.tap(acts.get_by_role("button", name="Leave this deal and deal again"))
    expect(phone.record_button).to_be_visible()

    from_match(phone, match)
    to(phone, WHAT_NOW)
    phone.choose("What happened", re.compile("misdeal"))
    phone.tap(acts.get_by_role("button", name="Strike Round 1, deal 1 and deal again"))
    expect(phone.rows).to_have_count(0)


def test_what_was_typed_stays_when_the_desk_fills_in_the_note(phone: Phone) -> None:
    match = start(phone, "tribello", THREE)
    phone.open(match)
    phone.count(THREE[0], 6)
    from_match(phone, match)
    to(phone, WHAT_NOW)
    phone.choose("What happened", re.compile("shown"))
    phone.tap_link("Note it and play on")
    note = phone.page.get_by_label("Note", exact=True)
    expect(note).to_have_value("Somebody showed a card; no penalty")
    expect(phone.cell(THREE[0])).to_have_value("6")
    phone.count(THREE[1], 4)
    phone.page.reload()
    expect(note).to_have_value("Somebody showed a card; no penalty")
    phone.tap(phone.record_button)
    expect(phone.rows).to_have_count(1)
    phone.page.reload()
    expect(note).to_have_value("")  # of the next deal
    [entry] = json.loads(match.read("record.json"))["entries"]
    assert (entry["tricks"], entry["note"]) == ([6, 4, 3], "Somebody showed a card; no penalty")


def test_a_bid_too_low_leads_to_the_last_leg(phone: Phone) -> None:
    match = start(phone, "card-triathlon", FOUR)
    from_match(phone, match)
    to(phone, WHAT_NOW)
    phone.choose("What happened", re.compile("too low"))
    expect(verdict(phone)).to_contain_text("No penalty: ")
    assert phone.taps == 3


def test_what_is_missing_is_brought_into_view_beside_the_button(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/ask/thirty-one/turn")
    phone.tap_button("Ask")
    told = phone.page.get_by_role("alert").filter(has_text="Whose turn it is")
    expect(told).to_be_in_viewport(ratio=1)
    expect(phone.group("Whose turn it is")).to_be_in_viewport(ratio=1)


def test_the_auction_begins_with_who_dealt(phone: Phone) -> None:
    match = start(phone, "card-triathlon", FOUR)
    phone.open(match.url + "ask/auction")
    columns = phone.page.locator(".called-by bdi")
    expect(columns).to_have_text(list(FOUR))
    phone.choose("Who dealt", "Cora")
    expect(columns).to_have_text(["Cora", "Dora", "Ann", "Ben"])


def test_a_search_in_the_rules_leads_to_a_rule_of_the_same_page(phone: Phone) -> None:
    match = start(phone, "thirty-one", THREE)
    phone.open(match.url + "rules")
    phone.page.get_by_role("searchbox").fill("Schwimt")
    phone.tap(phone.page.get_by_role("link", name=re.compile("^Swimming")).first)
    rule = phone.page.get_by_role("heading", name=re.compile("^Swimming"))
    expect(rule).to_be_in_viewport()


def test_the_verdict_is_shown_to_the_other_side_and_closed_by_a_tap(phone: Phone) -> None:
    phone.open("/ask/tribello/quota?asked=1&deal=5")
    phone.tap_link("Show the table")
    across = phone.page.get_by_role("link", name=re.compile("Tap to close"))
    expect(across).to_be_in_viewport(ratio=1)
    box, screen = across.bounding_box(), phone.page.viewport_size
    assert box
    assert screen
    assert (box["width"], box["height"]) == (screen["width"], screen["height"])
    turned = across.locator("> span").evaluate("each => getComputedStyle(each).transform")
    assert turned.startswith("matrix(-1")
    phone.tap(across)
    expect(across).to_be_hidden()
    expect(verdict(phone)).to_be_in_viewport()


def test_a_form_that_is_opened_to_be_changed_stays_open(phone: Phone) -> None:
    phone.open("/ask/tribello/quota?asked=1&deal=5")
    phone.unfold("Change")
    phone.choose("Deal", 10)
    expect(phone.page.get_by_role("status")).to_contain_text("Deal 10")
    phone.choose("Deal", 11)
    expect(phone.page.get_by_role("status")).to_contain_text("Deal 11")
    phone.tap_button("Ask")
    expect(verdict(phone)).to_be_in_viewport()
    expect(phone.radio("Deal", 11)).to_be_hidden()


def test_words_lead_to_the_question_and_to_where_the_source_is_silent(phone: Phone) -> None:
    match = start(phone, "la-krap", FOUR)
    from_match(phone, match)
    phone.page.get_by_role("searchbox").fill("misdeal")
    found = phone.page.get_by_role("status")
    expect(found.get_by_role("link", name=re.compile(WHAT_NOW))).to_be_visible()
    phone.tap(found.get_by_role("link", name=re.compile(r"la-krap\.deal")))
    expect(phone.page).to_have_url(re.compile(r"/m/[^/]+/rules#la-krap\.deal$"))


# What stays ---------------------------------------------------------------------------------------


def of_match(phone: Phone, match: Match) -> Locator:
    """The rulings of a match."""
    phone.open(match.url + "rulings")
    return phone.page.get_by_role("main")


def test_rulings_house_rules_and_options_survive_saving_opening_a_rematch_and_a_reload(
    phone: Phone,
) -> None:
    match = start(phone, "triathlon", THREE, athlete_discard="when-void")
    match.begin(trump="S", rejected0="H", rejected1="C")
    match.fall("7D", "6S", "9D")
    from_match(phone, match)
    phone.tap_button("Keep this ruling")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was kept")
    match.post("play/leave", number=match.number, id="a" * 32)
    house = {"text": "Who misdeals pours the tea."}
    match.post("law/triathlon.deal", number=match.number, id="b" * 32, **house)
    match.post("law/", number=match.number, id="c" * 32, athlete_discard="never")
    for _ in range(3):
        match.record(tricks0=5, tricks1=5, tricks2=3, last_trick=0)

    record: dict[str, Any] = json.loads(match.read("record.json"))
    assert record["options"]["athlete_discard"] == "never"
    opened = imported(phone, record)
    again = json.loads(opened.read("record.json"))
    for name in ("rulings", "house", "options"):
        assert again[name] == record[name]

    again_at = match.post("rematch", id="d" * 32).headers["location"]
    rematch = Match(phone.context, urljoin(match.url, again_at))

    for each in (match, opened, rematch):
        kept = of_match(phone, each)
        expect(kept).to_contain_text("wins · 6♠")
        phone.page.reload()
        expect(kept.get_by_role("link", name="triathlon.trick")).to_be_visible()
        phone.open(each.url + "ask/irregularity?asked=1&kind=misdeal")
        expect(answered(phone)).to_contain_text("Who misdeals pours the tea.")
        phone.open(each.url + "ask/trick?cards=7D&leader=0&trump=S&hand=JK+9C&asked=1")
        expect(answered(phone)).to_contain_text("option athlete_discard: never")


def test_a_dispute_that_was_ruled_on_says_when(phone: Phone) -> None:
    match = start(phone, "la-krap", FOUR)
    phone.open(match.url + "ask/trick?cards=KH+7H&leader=0&turned=8C&hand=AS+9H&asked=1")
    phone.tap_button("Keep this ruling")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was kept")
    phone.open(match.url + "ask/trick?cards=KH+7H&leader=0&turned=8C&hand=9H+AS&asked=1")
    phone.tap(phone.page.get_by_role("link", name=re.compile("^You ruled this on")))
    expect(phone.page).to_have_url(re.compile("/rulings#ruling-1$"))
    expect(phone.page.get_by_role("main")).to_contain_text("Ann is winning · K♥")
