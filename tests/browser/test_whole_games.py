"""Whole games, played by tapping from the first page to the rematch."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.table import MINUS, THREE, Phone, face

FOUR = (*THREE, "Dee")
DEALS = [
    (8, 4, 1), (3, 6, 4), (0, 13, 0), (5, 5, 3), (2, 9, 2), (6, 4, 3),
    (13, 0, 0), (1, 7, 5), (4, 4, 5), (2, 5, 6), (0, 0, 13), (3, 3, 7),
]  # fmt: skip
FIVE = ("Ann", "Bob", "Cid", "Dee", "Eve")


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


def quotas(deal: int) -> list[int]:
    """Each seat's quota in this deal (counted from 0), if seat 0 deals first."""
    dealer, left, right = (3, 4, 6) if deal >= 9 else (6, 4, 3)
    shares = {deal % 3: dealer, (deal + 1) % 3: left, (deal + 2) % 3: right}
    return [shares[seat] for seat in range(3)]


def test_a_whole_tribello_is_played_with_three_taps_a_deal(phone: Phone) -> None:
    page = phone.page
    phone.open("/")
    phone.tap_link("New match")
    expect(phone.seat(1)).to_be_focused()
    for seat, name in enumerate(THREE):
        if seat:
            phone.tap(phone.seat(seat + 1))
        page.keyboard.type(name)
    phone.tap_button("Start Tribello")
    expect(phone.record_button).to_be_visible()
    assert phone.taps <= 6

    totals = [0, 0, 0]
    match = phone.match
    for deal, tricks in enumerate(DEALS):
        sign = -1 if deal >= 9 else 1
        cells = [sign * (taken - quota) for taken, quota in zip(tricks, quotas(deal), strict=True)]
        totals = [total + cell for total, cell in zip(totals, cells, strict=True)]
        if 2 <= deal < 9:
            match.deal(*tricks)  # as another phone would
            continue
        expect(phone.rows).to_have_count(deal)
        expect(phone.due).to_contain_text(THREE[deal % 3])
        for name, quota in zip(THREE, quotas(deal), strict=True):
            expect(phone.comes_to(name)).to_have_text(f"quota {quota}")

        phone.taps = 0
        phone.count("Ann", tricks[0])
        if tricks[0] < 13:  # 13 leaves none for the others
            phone.count("Ben", tricks[1])
        expect(phone.cell("Cora")).to_have_attribute("placeholder", str(tricks[2]))
        for name, cell in zip(THREE, cells, strict=True):
            expect(phone.comes_to(name)).to_have_text(signed(cell))
        phone.record()
        assert phone.taps <= 3
        phone.shows_row(f"Round {deal // 3 + 1}, deal {deal + 1}", [signed(c) for c in cells])
        phone.shows_totals({
            name: str(total).replace("-", MINUS)
            for name, total in zip(THREE, totals, strict=True)
        })  # fmt: skip
        assert sum(totals) == 0

    best = max(totals)
    assert totals.count(best) == 1
    expect(phone.due).to_have_text(f"{THREE[totals.index(best)]} won")
    expect(phone.rows).to_have_count(12)
    expect(phone.record_button).to_have_count(0)
    finished = page.url

    phone.taps = 0
    phone.tap_button("Rematch")
    expect(phone.record_button).to_be_visible()
    assert phone.taps == 1
    assert page.url != finished
    expect(phone.due).to_contain_text("Ben")
    expect(phone.comes_to("Ben")).to_have_text("quota 6")
    expect(phone.rows).to_have_count(0)


def test_a_whole_thirty_one_with_fire_is_played_by_figures_and_by_cards(phone: Phone) -> None:
    page = phone.page
    phone.seat_players("Thirty-One", FIVE)
    phone.unfold("Options")
    phone.choose("Lives", 1)
    phone.choose("Fire", "with fire")
    phone.tap_button("Start Thirty-One")

    # In figures, with a half written with a comma.
    expect(phone.due).to_contain_text("Ann")
    for name, value in zip(FIVE, ("20", "30,5", "25", "31", "27"), strict=True):
        phone.worth(name).fill(value)
    phone.record()
    phone.shows_row("Round 1", [re.compile("20.*−1"), "30½", "25", "31", "27"])
    phone.shows_totals({"Ann": "swims", "Bob": 1, "Cid": 1, "Dee": 1, "Eve": 1})

    # In cards; no card can be in two hands.
    expect(phone.due).to_contain_text("Bob")
    phone.open_picker("Ann")
    phone.pick("AH", "KH", "7S")
    phone.picks_for("Bob’s cards")
    ace = phone.picker.get_by_role("button", name="A of hearts", exact=True)
    expect(ace).to_be_disabled()
    phone.tap(ace, force=True)
    expect(phone.picker.get_by_role("status")).to_contain_text("A♥ is already taken: Ann’s cards")
    phone.pick("7H", "8D", "9C")
    phone.picks_for("Cid’s cards")
    page.keyboard.press("Escape")
    expect(phone.picker).to_be_hidden()
    expect(phone.group("Ann")).to_contain_text("21")
    phone.pick_all({"Cid": "9D 9H 9S", "Dee": "QC KC 7C", "Eve": "AD KD QD"})
    phone.record()
    phone.shows_row("Round 2", ["21", re.compile("9.*−1"), "30½", "27", "31"])

    # Ann is out, then Eve holds three aces.
    expect(phone.due).to_contain_text("Cid")
    for name, value in zip(FIVE, ("10", "21", "21", "24", "25"), strict=True):
        phone.worth(name).fill(value)
    phone.record()
    phone.shows_totals({"Ann": "out", "Bob": "swims", "Cid": 1, "Dee": 1, "Eve": 1})
    expect(phone.due).to_contain_text("Dee")
    expect(phone.worth("Ann")).to_have_count(0)
    phone.pick_all({"Bob": "KH QH JH", "Cid": "7H 7D 7C", "Dee": "AH 8H 8D", "Eve": "AS AD AC"})
    phone.record()
    others = ("30.*out", "30½.*−1", "19.*−1", "33.*fire")
    phone.shows_row("Round 4", ["–", *[re.compile(cell) for cell in others]])
    phone.shows_totals({"Ann": "out", "Bob": "out", "Cid": "swims", "Dee": "swims", "Eve": 1})

    # The receipt says why.
    phone.tap(phone.row("Round 4").get_by_role("cell").nth(1))
    receipt = page.get_by_role("dialog", name="Receipt")
    for reason in ("three aces (fire)", "and is out", ": someone else has three aces"):
        expect(receipt).to_contain_text(reason)
    for rule in ("fire", "triple", "suit"):
        expect(receipt.locator(f"a[href$='#thirty-one.{rule}']")).to_be_attached()
    phone.tap(receipt.get_by_role("button", name="Close"))


TRIATHLON = (
    ((4, 2, 7), 2, (24, 2, 17), ""),  # nobody has a multiple of three
    ((0, 6, 7), 1, (10, 136, 7), "1/3 triathlons"),
    ((2, 3, 8), 1, (2, 133, 8), "2/3 triathlons"),
    ((1, 3, 9), 1, (1, 233, 19), "3/3 triathlons"),
)
"""For each deal: the tricks, who took the last one, the points, and Ben's triathlons so far."""


def test_a_whole_triathlon_is_played_with_four_taps_a_deal(phone: Phone) -> None:
    page = phone.page
    phone.seat_players("Triathlon", THREE)
    phone.tap_button("Start Triathlon")

    totals = [0, 0, 0]
    for number, (tricks, last, cells, triathlons) in enumerate(TRIATHLON, start=1):
        dealer, left, right = (THREE[(number - 1 + step) % 3] for step in range(3))
        expect(phone.due).to_have_text(f"{dealer} deals · {left} rejects first")
        expect(page.get_by_text(f"Then {right} rejects a suit")).to_be_hidden()

        phone.taps = 0
        phone.count("Ann", tricks[0])
        phone.count("Ben", tricks[1])
        expect(phone.cell("Cora")).to_have_attribute("placeholder", str(tricks[2]))
        phone.choose("Who took the last trick?", THREE[last])
        for name, cell in zip(THREE, cells, strict=True):
            expect(phone.comes_to(name)).to_have_text(re.compile(rf"^(triathlon )?{cell}$"))
        phone.record()
        assert phone.taps == 4

        mark = "triathlon" if triathlons else ""
        ben = re.compile(rf"^\s*{cells[1]}\s*{mark}\s*total [\d,]+\s*$")
        phone.shows_row(f"Deal {number}", [cells[0], ben, cells[2]])
        totals = [total + cell for total, cell in zip(totals, cells, strict=True)]
        phone.shows_totals(dict(zip(THREE, totals, strict=True)), ["", triathlons, ""])

    expect(phone.due).to_have_text("Ben won")
    expect(phone.record_button).to_have_count(0)


@dataclass(frozen=True)
class LaKrapDeal:
    """A La Krap deal as it is entered, and the teams, game and points that the page should show."""

    upcards: str
    turned: str
    tricks: tuple[int, ...]
    marriages: dict[str, int]
    teams: tuple[str, ...]
    game: str
    points: tuple[int, ...]
    sums: tuple[str, ...]


LAST_TEAM = {"7C": "black", "SHEET": "jokers", "KH": "red"}
LA_KRAP = (
    LaKrapDeal(
        "AH KS 9D 7C", "10S", (3, 1, 2, 1), {}, ("red", "black") * 2, "♠ trumps", (26, 4) * 2,
        ("Red 13 × 2 opponents = 26", "Black 2 × 2 opponents = 4"),
    ),
    LaKrapDeal(
        "AS KH RJ SHEET", "BJ JC", (2, 1, 0, 4), {"Dee": 1}, ("black", "red", "jokers", "jokers"),
        "♣ trumps · × 2", (24, 6, 84, 84),
        (
            "Black 4 × 3 opponents × 2 = 24", "Red 1 × 3 opponents × 2 = 6",
            "Jokers (16 + 5) × 2 opponents × 2 = 84",
        ),
    ),
    LaKrapDeal(
        "QH 8D QC KH", "RJ BJ BJ SHEET", (2, 2, 2, 1), {"Ann": 1, "Dee": 1},
        ("alone",) * 4, "null, with jokers as sheets · × 16",  # the sheet abolishes all teams
        (-432, -192, -192, -288),
        (
            "Ann −(4 + 5) × 3 opponents × 16 = −432", "Ben −4 × 3 opponents × 16 = −192",
            "Cora −4 × 3 opponents × 16 = −192", "Dee −(1 + 5) × 3 opponents × 16 = −288",
        ),
    ),
)  # fmt: skip


def test_a_whole_la_krap_is_played_by_what_lies_face_up(phone: Phone) -> None:
    page = phone.page
    phone.seat_players("La Krap", FOUR)
    phone.unfold("Options")
    phone.choose("Deals", 3)
    phone.tap_button("Start La Krap")

    totals = [0, 0, 0, 0]
    for number, deal in enumerate(LA_KRAP, start=1):
        expect(phone.due).to_contain_text(f"{FOUR[number - 1]} deals")
        expect(phone.page.get_by_role("heading", level=1)).to_contain_text(f"{number} of 3")
        phone.pick_upcards(dict(zip(FOUR, deal.upcards.split(), strict=True)))
        last = LAST_TEAM[deal.upcards.split()[-1]]
        expect(phone.picker.get_by_role("status")).to_have_text(f"Dee: {last}")
        phone.pick_turned(deal.turned.split())
        for name, count in deal.marriages.items():
            phone.count(name, count, "marriages")
            expect(phone.cell(name, "marriages")).to_have_value(str(count))
        page.reload()  # nothing that was picked or tapped is lost
        for card in deal.turned.split():
            slots = page.get_by_role("button", name=re.compile("^Turned-up cards, "))
            expect(slots.filter(has_text=face(card)).first).to_be_visible()
        for name in deal.marriages:
            expect(phone.cell(name, "marriages")).to_have_value("1")
        for name, count in zip(FOUR[:3], deal.tricks, strict=False):
            phone.count(name, count)
        expect(phone.group("Upcards").get_by_role("status")).to_have_text(list(deal.teams))
        expect(page.get_by_text(deal.game, exact=True)).to_be_visible()
        cells = [str(points).replace("-", MINUS) for points in deal.points]
        for name, cell in zip(FOUR, cells, strict=True):
            expect(phone.comes_to(name)).to_have_text(cell)
        expect(page.get_by_text(" · ".join(deal.sums), exact=True)).to_be_visible()
        phone.record()

        null = "null" if "null" in deal.game else ""
        totals = [total + points for total, points in zip(totals, deal.points, strict=True)]
        shown = [str(total).replace("-", MINUS) for total in totals]
        pairs = zip(cells, shown, strict=True)
        row = [re.compile(rf"^\s*{cell}\s*{null}\s*total {total}\s*$") for cell, total in pairs]
        phone.shows_row(f"Deal {number}", row)
        phone.shows_totals(dict(zip(FOUR, shown, strict=True)))

    expect(phone.due).to_have_text("Cora won")
    expect(phone.record_button).to_have_count(0)


def test_names_are_shown_as_they_were_written(phone: Phone) -> None:
    names = ('<b>Al</b> & "Co"', "<img src=x onerror=alert(1)>", "O'Neil's {{ 7*7 }} ⁄ \\")
    phone.page.on("dialog", lambda dialog: phone.faults.append(dialog.message))
    phone.is_worn = True
    phone.open(phone.start("tribello", *names, title='<i>"Cup"</i>'))
    expect(phone.page).to_have_title('<i>"Cup"</i>')
    expect(phone.due).to_contain_text(names[0])
    phone.count(names[0], 9)
    phone.count(names[1], 8, force=True)
    phone.shows_in_place(f"Entered so far: {names[0]} 9")
    phone.count(names[1], 1)
    phone.record()
    phone.shows_totals({names[0]: 3, names[1]: f"{MINUS}3", names[2]: 0})
    receipt = phone.open_receipt("Round 1, deal 1")
    for name in names:
        expect(receipt).to_contain_text(name)
    phone.open(phone.start("thirty-one", *names))
    phone.open_picker(names[2])
    phone.picks_for(f"{names[2]}’s cards")
    phone.pick("AH", "KH")
    expect(phone.picked).to_have_text(["A♥", "K♥"])
    names_there = phone.picker.get_by_role("group", name="Whose cards").get_by_role("button")
    expect(names_there).to_have_text(list(names))
