"""Card Triathlon in all its formats, from the first leg to the winner, on a small phone."""

from __future__ import annotations

import json
import re
from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.legs import (
    EIGHT,
    FOUR,
    Cells,
    Company,
    call,
    fill,
    fill_unscored,
    put,
    says,
    set_contract,
    shows_leg,
    shows_pad,
    shows_receipt,
    sums,
)
from tests.browser.table import Phone, start
from tests.games.card_triathlon.legs import b_leg, c_leg, d_leg
from tests.games.records import Json, record

ANN_AND_CLEO, BEN_AND_DORA = FOUR.teams
B_4C: Cells = (190, 40, 150, 35, 340, 75, 25, 440)
"""Ann's four clubs with one overtrick, as the rulebook has it."""
C_LEG: Cells = (310, 125, 195, 140, 505, 265, 80, 1000)
D_LEG: Cells = (110, 35, 60, 0, 170, 35, 795, 1000)


@pytest.fixture
def phone(lay: Lay) -> Phone:
    """A small phone beside the cards."""
    return lay(viewport={"width": 360, "height": 740})


def has_card(phone: Phone, title: str, card: str) -> None:
    expect(phone.page.get_by_role("button", name=f"{title}, {card}").first).to_be_visible()


def won(phone: Phone, *teams: str) -> None:
    """The game is over, and nothing more can be recorded."""
    words = f"{teams[0]} won" if len(teams) == 1 else f"{' and '.join(teams)} share the win"
    expect(phone.due).to_have_text(words)
    expect(phone.record_button).to_have_count(0)


def type_b(phone: Phone, unscored: int | None = 25) -> None:
    """The tricks and the points of Ann's four clubs."""
    fill(phone, EIGHT[:4], tricks=(6, 1, 5, 1), points=(190, 40, 150, 35))
    if unscored is not None:
        fill_unscored(phone, unscored)


# The sprint ---------------------------------------------------------------------------------------


def test_a_sprint_of_four_is_played_by_calls_by_melds_and_by_figures(phone: Phone) -> None:
    page = phone.page
    phone.open("/new")
    phone.choose("Game", re.compile("^Card Triathlon"))
    expect(page.get_by_role("button", name="Start Card Triathlon")).to_be_visible()
    for seat, name in enumerate(EIGHT[:4], start=1):
        phone.seat(seat).fill(name)
    phone.tap_button("Start Card Triathlon")

    expect(phone.due).to_have_text("B leg: Ann deals and calls first")
    phone.choose("Contract", "call by call")
    call(phone, "1C", "1H")
    phone.tap(phone.group("Auction").get_by_role("button", name="1♣", exact=True), force=True)
    phone.shows_in_place("a bid has to be higher than 1♥")
    phone.shows_in_place("card-triathlon.b.auction")
    page.reload()
    call(phone, "4C", "P", "P", "P")
    expect(phone.group("Auction")).to_contain_text("4♣ by Ann: 10 tricks. Cleo is dummy")
    type_b(phone, None)
    says(phone, "415 of 440: 25 left")
    fill_unscored(phone, 25)
    says(phone, "440 of 440: it adds up")
    phone.record()
    shows_leg(phone, "Leg 1, B", B_4C)

    expect(phone.due).to_have_text("C leg: melds")
    phone.choose("How to enter it", "cards")
    phone.choose("Who went out", "Ann")
    put(phone, "Ann’s meld 1", "7H", "7H", "7S", "7S", "7D", "7D", "2D")
    says(phone, "6 natural, 1 wild: 35, the seven of a kind")
    put(phone, "Ben’s meld 1", "9S", "9S")
    says(phone, "card-triathlon.c.meld")
    page.reload()
    for card in ("7 of hearts", "7 of spades", "2 of diamonds"):
        has_card(phone, "Ann’s meld 1", card)
    has_card(phone, "Ben’s meld 1", "9 of spades")
    expect(phone.radio("Who went out", "Ann")).to_be_checked()
    put(phone, "Ben’s meld 1", "9D")
    says(phone, "3 natural, 0 wild: 30")
    put(phone, "Ben’s hand", "AD", "4D")
    put(phone, "Dora’s hand", "10D", "JK")
    phone.choose("Ann’s red threes", 1)
    says(phone, "135 of 1000 laid down or in hand; 865 unscored")
    phone.record()
    shows_leg(phone, "Leg 2, C", (40, 5, 0, -40, 40, -35, 865, 1000))

    expect(phone.due).to_have_text("D leg: straight flushes")
    fill(phone, EIGHT[:4], scored=(110, 35, 60, 0))
    says(phone, "205 of 1000: 795 left")
    phone.record()
    won(phone, ANN_AND_CLEO)
    page.reload()
    won(phone, ANN_AND_CLEO)
    rows = {
        "Leg 1, B": B_4C,
        "Leg 2, C": (40, 5, 0, -40, 40, -35, 865, 1000),
        "Leg 3, D": D_LEG,
    }
    shows_pad(phone, rows)
    for label, rules in {
        "Leg 1, B": ("b.made", "b.overtricks"),
        "Leg 2, C": ("c.score", "crosscheck"),
        "Leg 3, D": ("d.straight-flush", "d.unscored"),
    }.items():
        cells = dict(zip(FOUR.columns, rows[label], strict=True))
        shows_receipt(phone, label, {n: c for n, c in cells.items() if c is not None}, *rules)


def test_a_sprint_of_six_in_three_teams_ends_with_one_winner(phone: Phone) -> None:
    six = Company("6 in three")
    six.open(phone, format="sprint")
    set_contract(phone, "3H", "Ben")
    fill(phone, six.players, tricks=(2, 5, 1, 1, 3, 1), points=(100, 255, 50, 50, 155, 50))
    says(phone, "660 of 660: it adds up")
    phone.record()
    # The declaring team gets the lowest of the three sums, the others keep their order.
    rows: dict[str, Cells] = {"Leg 1, B": (*[None] * 6, 410, 100, 150, 0, 660)}
    shows_leg(phone, "Leg 1, B", rows["Leg 1, B"], six)
    shows_receipt(
        phone,
        "Leg 1, B",
        dict(zip(six.columns[6:], (410, 100, 150, 0, 660), strict=True)),
        "b.defeated",
    )

    phone.choose("Who went out", "Ann")
    fill(phone, six.players, melded=(300, 150, 205, 180, 100, 65), held=(0, 25, 10, 40, 5, 20))
    fill_unscored(phone, 400)
    says(phone, "1500 of 1500: it adds up")
    phone.record()
    rows["Leg 2, C"] = (300, 125, 195, 140, 95, 45, 440, 220, 240, 400, 1500)
    shows_leg(phone, "Leg 2, C", rows["Leg 2, C"], six)

    fill(phone, six.players, scored=(110, 35, 60, 0, 80, 30))
    phone.record()
    won(phone, "Ann+Dora")
    rows["Leg 3, D"] = (110, 35, 60, 0, 80, 30, 110, 115, 90, 1185, 1500)
    shows_pad(phone, rows, six)


def test_a_sprint_of_eight_has_two_tables(phone: Phone) -> None:
    eight = Company("8")
    eight.open(phone, format="sprint")
    expect(phone.due).to_have_text("B leg: Ann and Emil deal and call first")
    set_contract(phone, "4C", "Ann", table=1)
    type_b(phone, None)
    fill_unscored(phone, 25, table=1)
    says(phone, "440 of 440: it adds up", table=1)
    set_contract(phone, "3NT", "Finn", table=2)
    fill(phone, eight.players[4:], tricks=(2, 6, 2, 3), points=(70, 200, 60, 110))
    says(phone, "440 of 440: it adds up", table=2)
    phone.record()
    rows: dict[str, Cells] = {
        "Leg 1, B": (190, 40, 150, 35, 70, 200, 60, 110, 650, 205, 25, 880),
    }
    shows_leg(phone, "Leg 1, B", rows["Leg 1, B"], eight)

    phone.choose("Who went out", "nobody")
    melded, held = (310, 150, 205, 180, 75, 240, 30, 115), (0, 25, 10, 40, 0, 0, 0, 0)
    fill(phone, eight.players, melded=melded, held=held)
    phone.record()
    rows["Leg 2, C"] = (310, 125, 195, 140, 75, 240, 30, 115, 860, 370, 620, 2000)
    shows_leg(phone, "Leg 2, C", rows["Leg 2, C"], eight)

    fill(phone, eight.players, scored=(110, 35, 60, 0, 80, 20, 30, 50))
    fill_unscored(phone, 1615)
    says(phone, "2000 of 2000: it adds up")
    phone.record()
    won(phone, eight.teams[0])
    rows["Leg 3, D"] = (110, 35, 60, 0, 80, 20, 30, 50, 240, 145, 1615, 2000)
    shows_pad(phone, rows, eight)


# Longer ways --------------------------------------------------------------------------------------


def test_the_3000_metre_adds_up_to_3000(phone: Phone) -> None:
    phone.open(start(phone, "card-triathlon", EIGHT[:4], format="3000"))
    set_contract(phone, "1S", "Cleo")
    fill(phone, EIGHT[:4], tricks=(3, 4, 4, 2), points=(110, 150, 140, 70))
    says(phone, "470 of 500: 30 left")
    fill_unscored(phone, 30)
    says(phone, "500 of 500: it adds up")
    phone.record()
    rows: dict[str, Cells] = {"Leg 1, B": (110, 150, 140, 70, 250, 220, 30, 500)}
    shows_leg(phone, "Leg 1, B", rows["Leg 1, B"])

    expect(phone.due).to_have_text("B leg: Ben deals and calls first")
    set_contract(phone, "4H", "Ben")
    fill(phone, EIGHT[:4], tricks=(2, 5, 3, 3), points=(60, 180, 110, 120))
    fill_unscored(phone, 30)
    phone.record()
    rows["Leg 2, B"] = (None, None, None, None, 300, 170, 30, 500)
    shows_leg(phone, "Leg 2, B", rows["Leg 2, B"])

    phone.choose("Who went out", "Ann")
    fill(phone, EIGHT[:4], melded=(310, 150, 205, 180), held=(0, 25, 10, 40))
    fill_unscored(phone, 80)
    phone.record()
    rows["Leg 3, C"] = C_LEG
    shows_leg(phone, "Leg 3, C", C_LEG)

    fill(phone, EIGHT[:4], scored=(110, 35, 60, 0))
    phone.record()
    rows["Leg 4, D"] = (110, 35, 60, 0, 170, 35, 295, 500)
    shows_leg(phone, "Leg 4, D", rows["Leg 4, D"])
    fill(phone, EIGHT[:4], scored=(300, 110, 110, 90))
    phone.record()
    won(phone, ANN_AND_CLEO)
    rows["Leg 5, D"] = (300, 110, 110, 90, 410, 90, 0, 500)
    shows_pad(phone, rows)
    assert sums(rows.values())[-1] == 3000
    cells = dict(zip(FOUR.columns, (300, 110, 110, 90, 410, 90, 0, 500), strict=True))
    shows_receipt(phone, "Leg 5, D", cells, "d.straight-flush", "d.cap")


def test_the_5000_metre_ends_when_a_team_has_5000(phone: Phone) -> None:
    match = start(phone, "card-triathlon", EIGHT[:4], format="5000")
    rows: dict[str, Cells] = {}
    for number in range(1, 9):
        letter = "DBC"[number % 3]
        if letter == "B":
            cells = B_4C
            match.record(
                level_0=4, strain_0="C", declarer_0=0, **each("tricks", 6, 1, 5, 1),
                **each("points", 190, 40, 150, 35),
            )  # fmt: skip
        elif letter == "C":
            cells = (450, 50, 400, 40, 850, 90, 60, 1000)
            match.record(**each("melded", 450, 50, 400, 40), **each("in_hand", 0, 0, 0, 0))
        else:
            cells = (400, 100, 300, 100, 700, 200, 100, 1000)
            match.record(**each("scored", 400, 100, 300, 100))
        rows[f"Leg {number}, {letter}"] = cells
    phone.open(match)
    totals = sums(rows.values())
    assert totals[4] == 4970
    expect(phone.page.get_by_role("progressbar", name=f"{ANN_AND_CLEO}: 4970")).to_be_visible()
    fill(phone, EIGHT[:4], scored=(20, 0, 20, 35))
    phone.record()
    won(phone, ANN_AND_CLEO)
    shows_pad(phone, rows | {"Leg 9, D": (20, 0, 20, 35, 40, 35, 925, 1000)})


def each(name: str, *figures: int) -> dict[str, int]:
    """The field of every seat."""
    return {f"{name}{seat}": points for seat, points in enumerate(figures)}


def test_the_clock_ends_the_game_within_a_leg(phone: Phone) -> None:
    phone.open(start(phone, "card-triathlon", EIGHT[:4], format="clock"))
    expect(phone.radio("The clock", "the leg was played out")).to_be_checked()
    set_contract(phone, "4C", "Ann")
    type_b(phone)
    phone.record()
    shows_leg(phone, "Leg 1, B", B_4C)

    phone.choose("The clock", "it cut the leg short")
    fill(phone, EIGHT[:4], melded=(310, 150, 205, 180), held=(0, 25, 10, 40))
    phone.record()
    shows_leg(phone, "Leg 2, C", C_LEG)
    expect(phone.due).to_have_text("The clock has cut the last leg short")
    phone.record()
    won(phone, ANN_AND_CLEO)
    shows_pad(phone, {"Leg 1, B": B_4C, "Leg 2, C": C_LEG, "Time is up": [None] * 8})


# To a mark ----------------------------------------------------------------------------------------

USUAL: dict[str, tuple[tuple[Json, Cells], ...]] = {
    "B": (
        (b_leg("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25), B_4C),
        (
            b_leg("2H", 1, (3, 4, 2, 4), (110, 140, 60, 130), 0),
            (110, 140, 60, 130, 170, 270, 0, 440),
        ),
        (
            b_leg("5S", 3, (2, 5, 3, 3), (80, 150, 100, 110), 0),
            (None, None, None, None, 260, 180, 0, 440),
        ),
    ),
    "C": (
        (c_leg(310, 150, 205, 180, held=(0, 25, 10, 40), unscored=80, out=0), C_LEG),
        (
            c_leg(95, 230, 140, 200, held=(65, 0, 30, 20), unscored=220, out=1),
            (30, 230, 110, 180, 140, 410, 220, 1000),
        ),
    ),
    "D": (
        (d_leg(110, 35, 60, 0, unscored=795), D_LEG),
        (d_leg(0, 145, 30, 90, unscored=735), (0, 145, 30, 90, 30, 235, 735, 1000)),
    ),
}
"""Legs as they are played, each with its row."""


def way_to(mark: int) -> tuple[list[Json], list[Cells]]:
    """The legs of a game as far as possible before a team has so many points."""
    entries: list[Json] = []
    rows: list[Cells] = []
    for number in count():
        legs = USUAL["BCD"[number % 3]]
        entry, row = legs[number % len(legs)]
        if max(sums([*rows, row])[4:6]) >= mark - 5:
            return entries, rows
        entries.append(entry)
        rows.append(row)
    raise AssertionError


def record_next(phone: Phone, number: int) -> Cells:
    """A leg by taps in which everything goes to Ann; its row."""
    whole = (440, 1000, 1000)[number % 3]
    if number % 3 == 0:
        set_contract(phone, "7NT", "Ann")
        fill(phone, EIGHT[:4], tricks=(13, 0, 0, 0), points=(440, 0, 0, 0))
    elif number % 3 == 1:
        fill(phone, EIGHT[:4], melded=(1000, 0, 0, 0), held=(0, 0, 0, 0))
    else:
        fill(phone, EIGHT[:4], scored=(1000, 0, 0, 0))
    phone.record()
    return (whole, 0, 0, 0, whole, 0, 0, whole)


def test_a_long_way_goes_on_from_its_record_over_the_mark(phone: Phone) -> None:
    mark = 42_200
    entries, rows = way_to(mark)
    phone.open("/import")
    phone.unfold("Or put")
    text = json.dumps(record("card-triathlon", 4, entries, format="marathon"))
    phone.page.get_by_label("The text of the record").fill(text)
    phone.tap_button("Open the record")
    before = sums(rows)
    shows_leg(phone, "Totals", before)
    leader = max(before[4:6])
    assert leader > mark - 600
    while leader < mark:
        cells = record_next(phone, len(rows))
        label = f"Leg {len(rows) + 1}, {'BCD'[len(rows) % 3]}"
        shows_leg(phone, label, cells)
        rows.append(cells)
        leader = max(sums(rows)[4:6])
        shows_leg(phone, "Totals", sums(rows))
    won(phone, ANN_AND_CLEO)
    bars = phone.page.get_by_role("progressbar", name=f"{ANN_AND_CLEO}: {leader} of {mark}")
    expect(bars).to_be_visible()
    phone.tap_link(f"Show the {len(rows) - phone.rows.count() + 1} earlier rows")
    shows_leg(phone, "Leg 1, B", B_4C)
    expect(phone.rows).to_have_count(len(rows) + 1)


def test_two_teams_that_pass_the_mark_with_equal_totals_play_on(phone: Phone) -> None:
    even = d_leg(300, 200, 200, 300, unscored=0)
    FOUR.open(phone, *[even] * 42, format="half-marathon", sequence=["D"])
    fill(phone, EIGHT[:4], scored=(60, 100, 40, 0))
    phone.record()
    shows_leg(phone, "Leg 43, D", (60, 100, 40, 0, 100, 100, 800, 1000))
    for team in FOUR.teams:
        bar = phone.page.get_by_role("progressbar", name=f"{team}: 21100 of 21100")
        expect(bar).to_be_visible()
    expect(phone.due).to_have_text("D leg: straight flushes")
    fill(phone, EIGHT[:4], scored=(0, 30, 25, 0))
    phone.record()
    won(phone, BEN_AND_DORA)
    shows_leg(phone, "Totals", (12660, 8530, 8465, 12600, 21125, 21130, 1745, 44000))
