"""Questions asked in a match and outside of one, and a dispute of each kind."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Route, expect

from referee.core.irregularity import IRREGULARITIES
from tests.browser.desk import answered, pick_here, put
from tests.browser.table import THREE, Match, Phone
from tests.games.expected import CARDS

LED, HAND = "Who led", "Next player’s hand"
WHO_WINS = re.compile("^Who wins this trick")


def verdict(phone: Phone) -> Locator:
    return answered(phone).get_by_role("heading").first


def to_question(phone: Phone, question: re.Pattern[str]) -> None:
    """Go from the match page to a question about the match."""
    foot = phone.page.get_by_role("navigation", name="This match")
    phone.tap(foot.get_by_text("Rules", exact=True))
    with phone.page.expect_navigation():  # until its scripts have come
        phone.tap(phone.page.get_by_role("link", name=question))


# In a match ---------------------------------------------------------------------------------------


def test_what_was_typed_is_in_place_at_the_desk_and_stays_when_a_ruling_is_kept(
    phone: Phone,
) -> None:
    phone.open(phone.start("triathlon", *THREE, athlete_discard="never"))
    phone.count("Ann", 5)
    phone.unfold("Trumps, rejected suits")
    phone.choose("Trumps", "hearts")
    phone.choose("Rejected by Ben", "spades")
    to_question(phone, WHO_WINS)
    expect(phone.radio("Trumps", "hearts")).to_be_checked()
    expect(phone.page.get_by_text("Throwing an Athlete")).to_be_visible()

    phone.choose(LED, "Ben")
    pick_here(phone, CARDS, "AS")
    expect(verdict(phone)).to_have_text("Ben is winning · A♠")
    phone.unfold("Change")
    put(phone, HAND, "JK", "9D", "6C")
    phone.tap_button("Ask")
    expect(answered(phone)).to_contain_text("You have no spades")
    phone.tap_button("Save this ruling")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was saved.")
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.radio("Trumps", "hearts")).to_be_checked()


def test_what_was_typed_is_still_there_on_the_way_back_from_the_desk(phone: Phone) -> None:
    phone.open(phone.start("triathlon", *THREE))
    phone.count("Ann", 5)
    phone.choose("Who took the last trick?", "Cora")
    to_question(phone, re.compile("^Which feats count"))
    phone.tap_link("Back")
    phone.tap_link("Back")
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.radio("Who took the last trick?", "Cora")).to_be_checked()


# On their own -------------------------------------------------------------------------------------


def test_tricks_that_cannot_be_say_why_at_the_desk_too(phone: Phone) -> None:
    phone.open("/ask/triathlon/feats")
    phone.count("Player 1", 6)
    phone.count("Player 2", 8, force=True)
    phone.shows_in_place("8 is too many. A deal has 13 tricks. Entered so far: Player 1 6")
    phone.tap_button("Set Player 2 to 8 and re-enter the others")
    expect(phone.cell("Player 2")).to_have_value("8")
    expect(phone.cell("Player 1")).not_to_have_value("6")


MAY_I = "May I play this card?"
WHAT_NOW = "Something went wrong: what now?"


def from_home(phone: Phone, game: str, question: str) -> None:
    """Go from the home page to a question about a game, which has to be chosen first."""
    phone.open("/")
    phone.taps = 0
    phone.tap(phone.page.get_by_role("navigation", name="Start").get_by_role("link", name="Rules"))
    phone.choose("Game", game)
    to(phone, question)


def to(phone: Phone, question: str) -> None:
    phone.tap(phone.page.get_by_role("link", name=re.compile(f"^{re.escape(question)}")))


def from_match(phone: Phone, match: Match) -> None:
    phone.open(match)
    phone.taps = 0
    bar = phone.page.get_by_role("navigation", name="This match")
    phone.tap(bar.get_by_role("link", name="Rules", exact=True))
    phone.page.wait_for_url("**/ask/**")  # once its scripts run


# From home ----------------------------------------------------------------------------------------


def test_what_is_tapped_before_the_page_has_answered_counts_too(phone: Phone) -> None:
    held: list[Route] = []
    phone.open("/ask/tribello/may")
    phone.page.route(
        "**/may?*", lambda route: held.append(route) if not held else route.continue_()
    )
    phone.choose("Led", "clubs")
    phone.choose("My card", "clubs")
    expect(verdict(phone)).to_have_text("Yes. It follows suit")
    assert len(held) == 1


def test_the_last_game_is_offered_first(phone: Phone) -> None:
    from_home(phone, "La Krap", MAY_I)
    expect(phone.page.get_by_role("heading", name=MAY_I)).to_be_visible()
    phone.open("/ask")
    expect(phone.radio("Game", "La Krap")).to_be_checked()
    phone.open("/ask?game=triathlon")
    expect(phone.radio("Game", "Triathlon")).to_be_checked()


# From a match -------------------------------------------------------------------------------------


def test_the_cards_on_the_table_are_ruled_on_in_these_taps(phone: Phone) -> None:
    match = phone.start("tribello", *THREE)
    match.begin(trump="S")
    match.fall("AH")
    from_match(phone, match)
    expect(verdict(phone)).to_have_text(f"{THREE[0]} is winning · A♥")
    expect(answered(phone)).to_contain_text(f"{THREE[1]} must play a heart if possible")
    assert phone.taps == 1
    may = phone.page.get_by_role("region", name=MAY_I)
    phone.tap(may.get_by_role("link", name="clubs").first)
    expect(verdict(phone)).to_have_text("No. You hold a heart, so you must follow suit")
    assert phone.taps == 2

    match.fall("2C", "3H", "KH", "4H")  # which proves a revoke
    phone.open(match)
    phone.taps = 0
    phone.tap_link("Dispute?")
    expect(answered(phone)).to_contain_text(f"Trick 1: {THREE[1]} played 2♣.")
    phone.tap_button("Note and play on")
    expect(phone.page.get_by_role("button", name="Undo")).to_be_visible()
    assert phone.taps == 2


def test_what_was_typed_stays_when_the_desk_fills_in_the_note(phone: Phone) -> None:
    match = phone.open_tribello()
    phone.count(THREE[0], 6)
    from_match(phone, match)
    to(phone, WHAT_NOW)
    shown = IRREGULARITIES["exposed-card"].label
    phone.choose("What happened", shown)
    phone.tap_link("Note and play on")
    note = phone.page.get_by_label("Note", exact=True)
    expect(note).to_have_value(f"{shown}; no penalty")
    expect(phone.cell(THREE[0])).to_have_value("6")
    phone.count(THREE[1], 4)
    phone.page.reload()
    expect(note).to_have_value(f"{shown}; no penalty")
    phone.tap(phone.record_button)
    expect(phone.rows).to_have_count(1)
    phone.page.reload()
    expect(note).to_have_value("")  # the note for the next deal
    [entry] = match.entries
    assert (entry["tricks"], entry["note"]) == ([6, 4, 3], f"{shown}; no penalty")


def test_what_is_missing_is_brought_into_view_beside_the_button(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/ask/thirty-one/turn")
    phone.tap_button("Ask")
    told = phone.page.get_by_role("alert").filter(has_text="Whose turn it is")
    expect(told).to_be_in_viewport(ratio=1)
    expect(phone.group("Whose turn it is")).to_be_in_viewport(ratio=1)


def test_the_verdict_is_shown_to_the_other_side_and_closed_by_a_tap(phone: Phone) -> None:
    phone.open("/ask/tribello/quota?asked=1&deal=5")
    phone.tap_link("Show the others")
    across = phone.page.get_by_role("link", name=re.compile("Tap to close"))
    expect(across).to_be_in_viewport(ratio=1)
    box, screen = across.bounding_box(), phone.page.viewport_size
    assert box
    assert screen
    assert (box["width"], box["height"]) == (screen["width"], screen["height"])
    turned = across.locator("> div").evaluate_all(
        "each => each.map((half) => getComputedStyle(half).transform)"
    )
    assert turned == ["matrix(-1, 0, 0, -1, 0, 0)", "none"]
    phone.tap(across)
    expect(across).to_be_hidden()
    expect(verdict(phone)).to_be_in_viewport()


def test_a_form_that_is_opened_to_be_changed_stays_open(phone: Phone) -> None:
    phone.open("/ask/tribello/quota?asked=1&deal=5")
    phone.unfold("Change")
    phone.choose("Deal", 10)
    expect(phone.page.get_by_role("status")).to_contain_text("Quotas in deal 10")
    phone.choose("Deal", 11)
    expect(phone.page.get_by_role("status")).to_contain_text("Quotas in deal 11")
    phone.tap_button("Ask")
    expect(verdict(phone)).to_be_in_viewport()
    expect(phone.radio("Deal", 11)).to_be_hidden()


def test_a_table_ends_a_quarrel_in_four_taps_and_makes_it_law_in_three(phone: Phone) -> None:
    match = phone.start("tribello", "Ann", "Ben", "Cora")
    from_match(phone, match)
    to(phone, "Something went wrong: what now?")
    phone.choose("What happened", re.compile("revoke"))
    phone.tap_button("Play on")
    assert phone.taps == 4
    expect(phone.page.locator(".decided")).to_contain_text("Your table: play on")

    phone.tap_button("From now on")
    expect(phone.page.locator("#last")).to_contain_text("house rule")
    assert phone.taps == 5


def test_what_typed_figures_score_takes_two_taps(phone: Phone) -> None:
    match = phone.start("tribello", "Ann", "Ben", "Cora")
    phone.open(match)
    phone.count_tricks(8, 3, 2)
    phone.taps = 0
    phone.tap_link("Rules")
    to(phone, "What does this deal score?")
    assert phone.taps == 2
    expect(phone.page.locator(".verdict").first).to_contain_text("Ann: +2")


def test_what_if_and_a_tie_take_three_taps_each(phone: Phone) -> None:
    match = phone.start("thirty-one", "Ann", "Ben")
    match.record(value0="20", value1="20")
    phone.open(match)
    phone.taps = 0
    phone.tap_link("Rules")
    with phone.page.expect_navigation():  # with its scripts
        phone.tap(phone.page.get_by_role("link", name=re.compile("^Your rules")))
    phone.choose("Tied lowest hands", "nobody")
    assert phone.taps == 3
    expect(phone.page.locator("#preview")).to_contain_text("Ann 2 → 3, Ben 2 → 3")

    from_match(phone, match)
    phone.tap(phone.page.get_by_label("Search questions and rules"))
    phone.page.keyboard.type("tie")
    found = phone.page.get_by_role("link", name=re.compile("^Tied lowest hands")).first
    expect(found).to_contain_text("tie")
    phone.tap(found)
    phone.page.wait_for_url("**/rules#thirty-one.tied")
    assert phone.taps == 3
