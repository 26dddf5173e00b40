"""Whoever taps the tricks of all players in order records these, or is told why not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.browser.legs import EIGHT, Company
from tests.browser.table import Match, Phone, start

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
        for (const number of deal) tap(number);
        const taker = deal.findIndex(Boolean);
        document.querySelector(`#entry [name=last_trick][value="${taker}"]`)?.click();
        document.getElementById("record").click();
        const isSwapped = () => live() !== before
            && !document.querySelector(".htmx-swapping, .htmx-settling, .htmx-added");
        while (!isSwapped()) await new Promise(requestAnimationFrame);
    }
}"""


def tribello(phone: Phone) -> Match:
    return start(phone, "tribello", EIGHT[:3])


def triathlon(phone: Phone) -> Match:
    return start(phone, "triathlon", EIGHT[:3])


def la_krap(phone: Phone) -> Match:
    return start(phone, "la-krap", EIGHT[:6])


def la_krap_with_tricks_of_nobody(phone: Phone) -> Match:
    return start(phone, "la-krap", EIGHT[:3], empty_trick="nobody")


def b_leg_of(way: str) -> Callable[[Phone], Match]:
    return lambda phone: Company(way).open(phone, format="half-marathon")


def deal_out(random: Random, seats: int, total: int) -> list[int]:
    """So many tricks, each to any player; now and then many to one of them."""
    lucky = random.randrange(seats)
    takers = [random.choice([lucky, random.randrange(seats)]) for _ in range(total)]
    return [takers.count(seat) for seat in range(seats)]


@pytest.mark.parametrize(
    ("game", "deals", "tables", "seats", "total"),
    [
        (tribello, 200, 1, 3, 13),
        (triathlon, 200, 1, 3, 13),
        (la_krap, 200, 1, 6, 7),
        (la_krap_with_tricks_of_nobody, 50, 1, 3, 7),
        (b_leg_of("4"), 200, 1, 4, 13),
        (b_leg_of("6 in three"), 50, 1, 6, 13),
        (b_leg_of("8"), 25, 2, 4, 13),
    ],
    ids=["tribello", "triathlon", "la krap", "la krap, nobody", "B of 4", "B of 6", "B of 8"],
)
def test_every_tap_counts_for_whom_it_is_said_to_or_is_refused(
    phone: Phone, game: Callable[[Phone], Match], deals: int, tables: int, seats: int, total: int
) -> None:
    random = Random(total * seats)
    phone.open(game(phone))
    phone.page.evaluate(TYPED)
    dealt = [
        [count for _ in range(tables) for count in deal_out(random, seats, total)]
        for _ in range(deals)
    ]
    assert phone.page.evaluate(IN_ORDER, dealt) == dealt
    taps = [[random.randrange(total + 1) for _ in range(seats)] for _ in range(25)]
    assert phone.page.evaluate(ONE_BY_ONE, taps) == []


@pytest.mark.parametrize(
    ("game", "seats", "total"),
    [(tribello, 3, 13), (triathlon, 3, 13), (la_krap, 6, 7)],
)
def test_what_is_tapped_in_order_is_what_is_recorded(
    phone: Phone, game: Callable[[Phone], Match], seats: int, total: int
) -> None:
    random = Random(total)
    match = game(phone)
    phone.open(match)
    phone.page.evaluate(TYPED)
    deals = [deal_out(random, seats, total) for _ in range(12)]
    phone.page.evaluate(RECORDED, deals)
    answer = phone.context.request.get(f"{match.url}record.json")
    entries: list[dict[str, Any]] = answer.json()["entries"]
    assert [entry["tricks"] for entry in entries] == deals
