"""Random taps on the keypad count for the player it names, or are refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.browser.legs import EIGHT, Company
from tests.browser.table import Match, Phone
from tests.browser.test_match_page import TABLES
from tests.faults.conftest import amount
from tests.games.dealt import PLAYED
from tests.games.expected import find_expected
from tests.games.records import Json

TYPED = """() => {
    window.entry = () => document.getElementById("entry");
    window.rows = () => [...entry().querySelectorAll(".cells[data-total]")];
    window.cells = () => rows().flatMap((row) => [...row.querySelectorAll("input")]);
    window.values = () => cells().map((cell) => new FormData(entry()).get(cell.name));
    window.tap = (number) => document.querySelector(`#keypad [data-count="${number}"]`).click();
    window.empty = () => {
        for (const cell of cells()) cell.value = "";
        entry().dispatchEvent(new Event("change", { bubbles: true }));
    };
}"""
IN_ORDER = """(deals) => deals.map((deal) => {
    empty();
    const counts = [...deal];
    for (const row of rows()) {
        const inputs = [...row.querySelectorAll("input")];
        inputs[0].click(); // figures come before a second table, and before another leg
        for (const input of inputs) tap(counts.shift());
    }
    return values().map(Number);
})"""
ONE_BY_ONE = """(deals) => deals.flatMap((deal) => {
    empty();
    cells()[0].click();
    return deal.filter((number) => {
        const named = document.querySelector("#whose bdi")?.textContent;
        const before = values();
        const isNamed = (cell) => cell.dataset.player === named;
        const expected = cells().map((cell) => isNamed(cell) ? String(number) : cell.value);
        document.getElementById("reason").hidden = true;
        tap(number);
        const isRefused = !document.getElementById("reason").hidden;
        return String(values()) !== String(isRefused ? before : expected);
    });
})"""
RECORDED = """async (deals) => {
    for (const deal of deals) {
        const live = () => document.getElementById("live").dataset.number;
        const before = live();
        document.querySelector("#entry [name=alone]")?.click();
        document.querySelector("#entry .cell input").click();
        for (const number of deal) tap(number);
        const taker = deal.findIndex(Boolean);
        document.querySelector(`#entry [name=last_trick][value="${taker}"]`)?.click();
        document.getElementById("record").click();
        const isSwapped = () => live() !== before
            && !document.querySelector(".htmx-swapping, .htmx-settling, .htmx-added");
        while (!isSwapped()) await new Promise(requestAnimationFrame);
    }
}"""


def deal_out(random: Random, seats: int, total: int) -> list[int]:
    """Share this total of tricks among the players at random, favouring one of them."""
    lucky = random.randrange(seats)
    takers = [random.choice([lucky, random.randrange(seats)]) for _ in range(total)]
    return [takers.count(seat) for seat in range(seats)]


def is_counted(game: str) -> bool:
    return "tricks" in find_expected()[game].entry


COUNTED = {
    name: table for name, table in TABLES.items() if is_counted(table[0]) and table[0] in PLAYED
}
"""Tables at which a deal is entered as each player's number of tricks."""


def table_of(name: str) -> Callable[[Phone], Match]:
    game, seats, options = COUNTED[name]
    return lambda phone: phone.start(game, *EIGHT[:seats], **options)


def b_leg_of(way: str) -> Callable[[Phone], Match]:
    return lambda phone: Company(way).open(phone, format="half-marathon")


FORMS: dict[str, tuple[Callable[[Phone], Match], int]] = {
    **{name: (table_of(name), 50) for name in COUNTED},
    "la-krap with tricks of nobody": (
        lambda phone: phone.start("la-krap", *EIGHT[:3], empty_trick="nobody"),
        50,
    ),
    "B of 4": (b_leg_of("4"), 50),
    "B of 6": (b_leg_of("6 in three"), 25),
    "B of 8": (b_leg_of("8"), 25),
}
"""How to open each form, and how many deals to try."""


CONTRACT = """for (const keys of document.querySelectorAll(".contract .one .keys")) {
    keys.querySelector("input").click();
}"""
"""Chooses a contract at each table of a B leg, before whose figures it is asked for."""


def rows_of(phone: Phone) -> list[tuple[int, int]]:
    """For each row of trick counts on the page, the number of cells and the total."""
    phone.page.evaluate(TYPED)
    found: list[tuple[int, int]] = phone.page.evaluate(
        """rows().map((row) => [row.querySelectorAll("input").length, Number(row.dataset.total)])"""
    )
    return found


@pytest.mark.parametrize("form", amount(["la-krap with tricks of nobody", "B of 8"], [*FORMS]))
def test_every_tap_counts_for_whom_it_is_said_to_or_is_refused(phone: Phone, form: str) -> None:
    open_form, deals = FORMS[form]
    phone.open(open_form(phone))
    phone.page.evaluate(CONTRACT)
    rows = rows_of(phone)
    seats, total = rows[0]
    random = Random(total * seats)
    dealt = [[count for row in rows for count in deal_out(random, *row)] for _ in range(deals)]
    assert phone.page.evaluate(IN_ORDER, dealt) == dealt
    taps = [[random.randrange(total + 1) for _ in range(seats)] for _ in range(25)]
    assert phone.page.evaluate(ONE_BY_ONE, taps) == []


@pytest.mark.parametrize("table", amount([*COUNTED][-1:], [*COUNTED]))
def test_what_is_tapped_in_order_is_what_is_recorded(phone: Phone, table: str) -> None:
    match = table_of(table)(phone)
    phone.open(match)
    ((seats, total),) = rows_of(phone)
    random = Random(total)
    deals = [deal_out(random, seats, total) for _ in range(5)]
    phone.page.evaluate(RECORDED, deals)
    entries: list[Json] = match.entries
    assert [entry["tricks"] for entry in entries] == deals
