"""The board fills a screen in the middle of the table and is legible from three metres."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.core.registry import GAMES
from tests.browser import test_two_tables as two_tables
from tests.browser.conftest import Lay
from tests.browser.followed import TABLES as FOLLOWED
from tests.browser.followed import followed
from tests.browser.layout import resized
from tests.browser.table import Match, Phone
from tests.faults.conftest import amount
from tests.games.card_triathlon.marathon import marathon as example
from tests.games.expected import find_expected
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.web.timed import marathon

LONG = (
    "Maximiliane Donaudampfschifffahrtskapitä", "Bo", "Jean-Baptiste de La Fontaine-Montgomery",
    "Ann", "Zoë", "Wolfeschlegelsteinhausenbergerdorff Jr.", "Maria", "Christopher", "Emil", "Dora",
    "Guinevere", "Alexander", "Li", "Konstantinopel", "Bartholomew", "Annemarie",
)  # fmt: skip
BOARDS: dict[str, Json] = {
    **{
        name: record(name, GAMES[name].usual_players, [expected.entry])
        for name, expected in find_expected().items()
    },
    **{
        f"thirty-one for {seats}": thirty_one(
            seats, figures(*[21] * (seats - 1), 20), deck=52, first_dealer=0
        )
        for seats in amount((6, 16), (*range(2, 17),))
    },
    **{f"teams of {seats}": marathon(seats, 20) for seats in amount((8,), (4, 6, 8))},
    "a finished marathon": example(),
    "a win shared by three": tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4),
}
CROWDED = {f"thirty-one for {seats}" for seats in (3, 4, 5, *range(7, 16))}
"""Boards checked only with long names."""
SCREENS = [(360, 740), (844, 390), (820, 1180), (1440, 900), (1920, 1080)]
CAPITALS = 0.65
"""Minimum height of a serif capital as a share of the font size."""
MILLIONS = "−123,456"
"""The widest possible total."""

LOOKED_AT = """() => {
    const cutIn = (tile) => {
        return [...tile.querySelectorAll(".name, b, small > *, progress")].filter((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect();
            const holder = each.matches("strong") ? each.parentElement : tile;
            const room = holder.getBoundingClientRect();
            return left < room.left - 1 || right > room.right + 1
                || top < room.top - 3 || bottom > room.bottom + 3
                || (each.matches(".name, b") && each.scrollWidth > each.clientWidth + 1);
        }).map((each) => `${each.textContent} (${each.localName})`);
    };
    const tiles = [...document.querySelectorAll(".figures > li")];
    const boxes = tiles.map((each) => each.getBoundingClientRect());
    const tops = boxes.map(({ top }) => Math.round(top));
    const names = tiles.map((each) => getComputedStyle(each.querySelector(".name")));
    return {
        sizes: names.map((each) => parseFloat(each.fontSize)),
        widths: boxes.map(({ width }) => width),
        heights: boxes.map(({ height }) => height),
        rows: [...new Set(tops)].map((row) => tops.filter((top) => top === row).length),
        cut: tiles.flatMap(cutIn),
        wide: document.documentElement.scrollWidth - innerWidth,
        high: document.documentElement.scrollHeight - innerHeight,
        end: document.querySelector("#live").getBoundingClientRect().bottom,
    };
}"""
WRITE_MILLIONS = """(total) => document.querySelectorAll(".figures b").forEach((each) => {
    each.textContent = total;
    each.className = "";
})"""


def holds(phone: Phone, *, what: str, scripts: bool = True) -> None:
    """Check that the board fills each screen, with equal tiles and nothing too small or cut off."""
    for screen in SCREENS:
        resized(phone, screen, scripts=scripts)
        on_screen(phone, screen, f"{what} on {screen}")


def on_screen(phone: Phone, screen: tuple[int, int], what: str) -> None:
    seen: dict[str, Any] = phone.page.evaluate(LOOKED_AT)
    width, height = screen
    assert min(seen["sizes"]) * CAPITALS >= height / 60, what
    assert min(width, height) < 700 or min(seen["sizes"]) >= 40, what
    assert max(seen["widths"]) - min(seen["widths"]) < 1, what
    assert max(seen["heights"]) - min(seen["heights"]) < 1, what
    assert seen["cut"] == [], what
    assert seen["rows"][-1] > 1 or max(seen["rows"]) == 1, (what, seen["rows"])
    assert (seen["wide"], seen["high"]) == (0, 0), what
    assert seen["end"] >= height - 1, what


@pytest.mark.parametrize("names", amount([LONG], [None, LONG]))
def test_names_are_read_from_afar_and_the_screen_is_filled(
    lay: Lay, names: tuple[str, ...] | None
) -> None:
    phone = lay(java_script_enabled=False)
    for game, made in BOARDS.items():
        if not names and game in CROWDED:
            continue
        players = list(names or made["players"])[: len(made["players"])]
        phone.open(phone.load(made | {"players": players}).to_score + "board")
        if names and not game.startswith("thirty-one"):
            phone.page.evaluate(WRITE_MILLIONS, MILLIONS)
        holds(phone, what=game, scripts=False)


def test_a_trick_leaves_room_for_the_score(phone: Phone) -> None:
    for game, seats in [*amount({}, FOLLOWED).items(), ("la-krap", 6)]:
        phone.open(phone.begun(followed(game, seats, names=LONG), seats + 2).to_score + "board")
        holds(phone, what=f"{game} for {seats}")


def test_two_tables_leave_room_for_the_teams(phone: Phone) -> None:
    match = two_tables.begun(phone, LONG[:8])
    for number, four in enumerate((two_tables.ONE, two_tables.TWO)):
        match.fall(*four.cards[:3], table=number)
    phone.open(match.to_score + "board")
    holds(phone, what="two tables")


def on_the_table(phone: Phone) -> list[str]:
    """Text of each place in the trick, from left to right: name, card and note."""
    places = phone.page.get_by_role("list", name="The trick").get_by_role("listitem")
    return [" ".join(text.split()) for text in places.all_inner_texts()]


def test_while_cards_are_played_it_says_who_led_what_and_whose_turn_it_is(phone: Phone) -> None:
    deal = followed("tribello", 3)
    match = phone.begun(deal, 0)
    phone.open(match.to_score + "board")
    first, second, third = (deal.names[seat] for seat in deal.turns[:3])
    expect(phone.due).to_have_text(re.compile(rf"^\s*Trick 1 of 13, {first}\s+to lead\s*$"))
    match.fall(*deal.cards[:2])
    expect(phone.due).to_have_text(re.compile(rf"^\s*Trick 1 of 13, {third}\s+to play\s*$"))
    led = next(card for sign, _, card, _ in deal.on_table(2) if sign)
    expect(phone.page.get_by_text(f"{first} led")).to_contain_text(led)
    texts = on_the_table(phone)
    assert [text.split()[0] for text in texts] == list(deal.names)
    said = dict(zip(deal.names, texts, strict=True))
    assert "led" in said[first]
    assert "to play" in said[third]
    assert "winning" in said[first] + said[second]


def test_the_score_stands_in_the_order_of_the_trick(phone: Phone) -> None:
    match: Match = phone.begun(followed("la-krap", 4), 6)
    phone.open(match.to_score + "board")
    tiles = phone.scores.all_inner_texts()
    assert [text.split()[0] for text in tiles] == [text.split()[0] for text in on_the_table(phone)]


def test_it_is_black_in_the_dark(lay: Lay) -> None:
    phone = lay(color_scheme="dark")
    phone.open(phone.load(BOARDS["tribello"]).to_score + "board")
    expect(phone.page.locator("body")).to_have_css("background-color", "rgb(0, 0, 0)")
