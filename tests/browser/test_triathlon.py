"""A whole game of Triathlon by figures, to the third triathlon."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.games.triathlon.oracle_triathlon import Points

THREE = ("Ann", "Ben", "Cora")
DEALS = (
    ((4, 2, 7), 2),  # nobody has a multiple of three
    ((0, 6, 7), 1),
    ((13, 0, 0), 0),  # 13 is no multiple of three
    ((5, 5, 3), 2),
    ((1, 0, 12), 0),
    ((1, 9, 3), 0),
    ((2, 3, 8), 1),
    ((5, 5, 3), 2),
    ((0, 9, 4), 1),
    ((7, 3, 3), 0),
    ((1, 3, 9), 1),
)


def points_of(deals: int) -> Points:
    """The game after so many deals."""
    game = Points()
    for tricks, last in DEALS[:deals]:
        game.play(tricks, last)
    return game


def shows_score(phone: Phone, game: Points) -> None:
    """The totals, and under them how many triathlons everybody has."""
    words = {0: "", 1: "1 triathlon", 2: "2 triathlons", 3: "3 triathlons"}
    notes = [words[number] for number in game.triathlons]
    phone.shows_totals(dict(zip(THREE, game.totals, strict=True)), notes)


def shows_receipt(phone: Phone, deal: int) -> None:
    """What the receipt of a deal says, rule by rule: all that the oracle gives, and no more."""
    phone.tap(phone.row(f"Deal {deal}").get_by_role("cell").first)
    receipt = phone.page.get_by_role("dialog", name="Receipt")
    lines = []
    for given in points_of(deal - 1).play(*DEALS[deal - 1]):
        by_rule = {"triathlon.trick-point": 0} | given
        for rule, points in by_rule.items():
            figure = points if points and len(by_rule) > 1 else ""
            lines.append(re.compile(rf"{re.escape(rule)}\s*{figure}\s*$"))
    expect(receipt.get_by_role("definition")).to_have_text(lines)
    phone.tap(receipt.get_by_role("button", name="Close"))
    expect(receipt).to_be_hidden()


def test_a_whole_triathlon_is_played_with_four_taps_a_deal(phone: Phone) -> None:
    page = phone.page
    phone.open("/new")
    phone.choose("Game", re.compile("^Triathlon"))
    expect(page.get_by_role("button", name="Start Triathlon")).to_be_visible()
    for seat, name in enumerate(THREE, start=1):
        phone.seat(seat).fill(name)
    phone.tap_button("Start Triathlon")

    game = Points()
    for number, (tricks, last) in enumerate(DEALS, start=1):
        dealer, left, right = (THREE[(number - 1 + step) % 3] for step in range(3))
        expect(phone.due).to_have_text(f"{dealer} deals, {left} rejects first")
        expect(page.get_by_text(f"Then {right} rejects a suit")).to_be_visible()

        phone.taps = 0
        phone.choose("Ann", tricks[0])
        phone.choose("Ben", tricks[1])
        follows = phone.group("Cora").locator("summary")
        expect(follows).to_have_text(re.compile(rf"^\s*{tricks[2]}\b"))
        phone.choose("The last trick", THREE[last])
        if number == 6:  # nothing of what was tapped is lost
            page.reload()
            shows_score(phone, game)
            for name, value in (("Ann", 1), ("Ben", 9), ("The last trick", "Ann")):
                expect(phone.radio(name, value)).to_be_checked()
        receipts = game.play(tricks, last)
        cells = [sum(given.values()) for given in receipts]
        for seat, name in enumerate(THREE):
            expect(phone.group(name).get_by_role("status").first).to_have_text(str(cells[seat]))
        phone.record()
        assert phone.taps == 4

        won = ["triathlon" if "triathlon.game-bonus" in given else "" for given in receipts]
        phone.shows_row(
            f"Deal {number}",
            [re.compile(rf"^\s*{c}\s*{w}\s*$") for c, w in zip(cells, won, strict=True)],
        )
        shows_score(phone, game)

    assert game.triathlons[1] == 3
    winner = THREE[game.winners[0]]
    expect(phone.due).to_have_text(f"{winner} won")
    expect(phone.record_button).to_have_count(0)
    for deal in range(1, len(DEALS) + 1):
        shows_receipt(phone, deal)

    page.reload()
    expect(phone.due).to_have_text(f"{winner} won")
    expect(phone.rows).to_have_count(len(DEALS))
    shows_score(phone, game)
