"""The pad for any other game, played by thumb from a new match to the story and the circle."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.table import Phone
from tests.games.free_pad.expected import pad
from tests.games.records import record

FOUR = ("Ann", "Ben", "Cora", "Dee")


def enter(phone: Phone, *figures: str) -> None:
    """Type each player's figure on the keypad and go on to the next."""
    for name, figure in zip(FOUR, figures, strict=True):
        expect(phone.keypad.get_by_role("status")).to_have_text(f"{name}: points")
        for sign in figure if figure != "0" else "":  # an empty cell is 0
            phone.tap(phone.pad_key({"-": "Minus", "½": "Half"}.get(sign, sign)))
        phone.tap(phone.pad_key("Next cell"))


def test_hearts_is_played_by_thumb_and_the_lowest_total_wins(phone: Phone) -> None:
    page = phone.page
    phone.open("/new?game=free-pad")
    phone.name_all(FOUR)
    phone.unfold("Options")
    page.get_by_label("What is it called?").fill("Hearts")
    phone.choose("Who wins", "lowest total")
    page.get_by_label("Target", exact=True).fill("50")
    page.get_by_label("Sum of a round", exact=True).fill("26")
    phone.tap(page.get_by_role("button", name="Start", exact=True))

    expect(page.get_by_role("heading", level=1)).to_have_text("Hearts · round 1")
    expect(phone.due).to_contain_text("Ann deals")
    enter(phone, "26", "0", "0", "-")
    phone.taps = 0
    phone.record()
    assert phone.taps == 1
    phone.shows_row("Round 1", ["26", "0", "0", "–"])
    enter(phone, "-3½", "13", "10", "0")
    phone.expects(422)
    phone.record()
    phone.shows_in_place("6½ missing: the round adds up to 19½, not 26.")
    phone.type_figure("Ann", 3, "points")
    phone.record()
    phone.shows_row("Round 2", ["3", "13", "10", "0"])
    phone.shows_totals(dict(zip(FOUR, (29, 13, 10, 0), strict=True)))

    phone.tap_button("Undo")
    expect(phone.cell("Ben", "points")).to_have_value("13")
    phone.record()
    enter(phone, "21", "5", "0", "0")
    phone.record()
    expect(phone.due).to_have_text("Dee won")
    expect(phone.record_button).to_have_count(0)

    friends = phone.start_circle()
    friends.put(phone.match)
    phone.tap_link("The story")
    expect(page.get_by_role("main")).to_contain_text("Dee")
    expect(page.get_by_role("main")).not_to_contain_text("most points")
    phone.open(friends.to_score)
    row = page.get_by_role("row").filter(has_text="Dee")
    expect(row.first).to_contain_text("1")
    expect(page.get_by_role("main")).to_contain_text("Hearts")


def test_six_digits_of_eight_players_are_told_apart(lay: Lay) -> None:
    phone = lay(viewport={"width": 360, "height": 740})
    names = [f"Player {seat}" for seat in range(1, 9)]
    phone.open(phone.start("free-pad", *names))
    for name in names:
        phone.cell(name, "points").fill("-999998.5")
        fits = phone.cell(name, "points").evaluate("e => e.scrollWidth <= e.clientWidth")
        assert fits
    phone.record()
    expect(phone.rows).to_have_count(1)
    for figures in ("#strip b", ".pad td a"):
        phone.until(lambda: are_told_apart(phone, figures))  # noqa: B023


def are_told_apart(phone: Phone, figures: str) -> bool:
    """Whether each of these figures ends before the next one begins."""
    places = phone.page.locator(figures).evaluate_all(
        """all => all.map((each) => {
             const range = document.createRange();
             range.selectNodeContents(each);
             return range.getBoundingClientRect();
           }).map(({ left, right }) => [left, right])"""
    )
    return len(places) > 1 and all(right <= left for (_, right), (left, _) in pairwise(places))


def test_a_guest_joins_while_a_round_is_typed_and_a_player_leaves(phone: Phone) -> None:
    page = phone.page
    phone.open(phone.load(record("free-pad", 3, [pad(1, 2, 3)])))
    phone.type_figure("Ben", 8, "points")
    phone.tap(page.locator("#strip").get_by_role("link").first)
    phone.tap_link("All players")
    phone.unfold("Make room for a guest")
    page.get_by_label("Name", exact=True).fill("Zoe")
    phone.choose("To the left of", "Ann")
    phone.tap_button("Join")
    phone.tap(page.locator("#strip").get_by_role("link", name="Cleo"))
    phone.tap_button("Has left")
    expect(phone.cell("Ben", "points")).to_have_value("8")
    expect(phone.cell("Zoe", "points")).to_have_value("")
    expect(phone.cell("Cleo", "points")).to_have_count(0)
    expect(page.locator("#strip .away")).to_contain_text("Cleo")


def test_a_draft_follows_players_who_change_seats_and_back(phone: Phone) -> None:
    match = phone.load(record("free-pad", 3, [pad(1, 2, 3)]))
    phone.open(match.to_score)
    phone.type_figure("Ben", 8, "points")
    moves = (("seat", {"seat": 0, "to": 2}), ("back", {"to": 1}), ("seat", {"seat": 1, "to": 0}))
    for place, (where, move) in zip(("0", "1", "0"), moves, strict=True):
        phone.page.goto("about:blank")
        assert match.post(where, **move).status == 303
        phone.open(match.to_score)
        expect(phone.cell("Ben", "points")).to_have_value("8")
        expect(phone.cell("Ben", "points")).to_have_attribute("name", f"points{place}")
        for name in ("Ann", "Cleo"):
            expect(phone.cell(name, "points")).to_have_value("")
