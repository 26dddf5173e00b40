"""The match page: score in view, first key near it, nothing moves under a finger.

The focus goes to what comes next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.layout import box, in_view, positions, resized, stays
from tests.browser.scenes_of_time import ago
from tests.browser.table import THREE, Match, Phone
from tests.faults.conftest import amount
from tests.games.expected import find_expected
from tests.games.records import deal, figures, thirty_one, tribello

LONG = [f"{name} {'W' * 30}"[:40] for name in (
    "Maximilian Schwarzenberger", "Maximiliane Schwarzenberger", "Ann", "Ben", "Cornelia-Magdalena",
    "Dora", "Emil", "Friederike",
)]  # fmt: skip
FIRST_KEY = 200
"""Maximum number of pixels from the top of a phone's screen to the first key of a form."""

TABLES = {
    table: (game, *seats_and_options)
    for game, expected in find_expected().items()
    for table, seats_and_options in expected.tables.items()
}

FEW = ["thirty-one of eight", "la-krap of six", "free pad of sixteen", "card-triathlon of eight"]


def at(phone: Phone, table: str, names: Sequence[str] = LONG) -> Match:
    game, players, options = TABLES[table]
    match = phone.start(game, *names[:players], **options)
    phone.open(match)
    return match


def test_the_first_key_and_all_totals_are_in_view_in_columns_that_are_alike(phone: Phone) -> None:
    keys = phone.page.locator("#entry").locator(".cell, .key, .slots button")
    columns = phone.scores
    for name in amount(FEW, [*TABLES]):
        at(phone, name, ["Wolfgang Amadeus", "Bo", *LONG[2:]])
        assert len({width for _, _, width, _ in positions(columns)}) == 1, name
        first = keys.locator("visible=true").first
        expect(first).to_be_visible()
        assert box(first)["y"] <= FIRST_KEY, name
        assert in_view(columns) == 1, name
        expect(phone.record_button, name).to_be_in_viewport(ratio=1)
        phone.page.mouse.wheel(0, 600)
        assert in_view(columns) >= 0.9, name


@pytest.mark.parametrize(
    ("table", "rows"), [("tribello", [range(7), range(7, 14)]), ("la-krap of three", [range(8)])]
)
def test_the_keypad_has_as_few_rows_as_can_be(phone: Phone, table: str, rows: list[range]) -> None:
    at(phone, table)
    phone.tap(phone.page.locator(".cell").first)
    lines = [{box(phone.pad_key(number))["y"] for number in row} for row in rows]
    assert [len(line) for line in lines] == [1] * len(rows)
    assert len(set.union(*lines)) == len(rows)


LOOKS = """(all) => all.map((each) => {
    const { backgroundColor, boxShadow, borderTopColor } = getComputedStyle(each);
    const isInside = boxShadow.includes("inset");
    return [backgroundColor, isInside ? /rgb[^)]*[)]/.exec(boxShadow)[0] : borderTopColor];
})"""


def test_what_is_chosen_has_a_tint_and_an_edge_and_only_what_records_is_solid(phone: Phone) -> None:
    phone.expects(422)
    at(phone, "triathlon", THREE)
    colours = phone.page.evaluate(
        """() => {
            const probe = document.body.appendChild(document.createElement("i"));
            return Object.fromEntries(["tint", "baize", "bad"].map((name) => {
                probe.style.color = `var(--${name})`;
                return [name, getComputedStyle(probe).color];
            }));
        }"""
    )
    expect(phone.page.locator("#ready[data-ready]")).to_have_count(0)
    assert phone.record_button.evaluate_all(LOOKS)[0][0] != colours["baize"]
    phone.count_tricks(8, 4)
    phone.choose("Who took the last trick?", "Ben")
    expect(phone.page.locator("#ready[data-ready]")).to_have_count(1)
    phone.tap(phone.cell("Ann"))
    phone.unfold("Trumps")
    chosen = phone.page.locator("#entry .key :checked + span, #keypad .on, .cell.on")
    looks = chosen.locator("visible=true").evaluate_all(LOOKS)
    assert len(looks) > 2  # “skip” for trumps is chosen too
    assert looks == [[colours["tint"], colours["baize"]]] * len(looks)
    solid = phone.page.locator("button:not(.unseen), .button, .key > span").locator("visible=true")
    others = [each for each, _ in solid.evaluate_all(LOOKS) if each == colours["baize"]]
    assert len(others) == 1
    assert phone.record_button.evaluate_all(LOOKS)[0][0] == colours["baize"]

    phone.tap(phone.pad_key(8))
    phone.tap(phone.cell("Ben"))
    phone.tap(phone.pad_key(4))
    phone.record()
    expect(phone.page.get_by_role("alert")).to_be_visible()
    wrong = phone.page.locator(".cell.blamed:not(.on)")
    assert {edge for _, edge in wrong.evaluate_all(LOOKS)} == {colours["bad"]}
    sign = "each => getComputedStyle(each, '::before').content"
    assert wrong.first.evaluate(sign).startswith('"!"')


def test_nothing_moves_while_a_deal_is_typed(phone: Phone) -> None:
    at(phone, "tribello")
    stays(phone, phone.pad_key(8))
    stays(phone, phone.pad_key(9), asks=False)  # it says why not
    stays(phone, phone.pad_key(4))
    stays(phone, phone.cell(LONG[0]), asks=False)
    stays(phone, phone.pad_key(8))  # the number is cleared
    expect(phone.cell(LONG[0])).to_have_value("")
    stays(phone, phone.pad_key(5))
    stays(phone, phone.record_button)


def test_what_is_refused_is_judged_again_while_it_is_corrected_and_stays_over_a_reload(
    phone: Phone,
) -> None:
    at(phone, "tribello", THREE)
    phone.expects(422)
    for name, count in (("Cora", 3), ("Ann", 6), ("Ben", 4), ("Ben", 2)):
        phone.count(name, count)
    phone.record()
    phone.cites("tribello.tricks-total")
    phone.shows_in_place("2 tricks are missing: there are 13, but you entered 11.")
    wrong = phone.page.locator(".blamed")
    expect(wrong).to_have_count(3)  # any of the counts
    phone.count("Ben", 3)
    phone.shows_in_place("you entered 12")
    expect(wrong).to_have_count(3)
    phone.count("Ben", 4)
    expect(phone.page.get_by_text("add up to")).to_have_count(0)
    expect(wrong).to_have_count(0)
    phone.page.reload()
    for name, count in (("Cora", 3), ("Ann", 6), ("Ben", 4)):
        expect(phone.cell(name)).to_have_value(str(count))
    expect(phone.rows).to_have_count(0)
    phone.record()
    phone.shows_row("Round 1, deal 1", [0, 0, 0])


def test_a_wide_screen_has_the_entry_left_and_the_pad_right(phone: Phone) -> None:
    phone.open_tribello((8, 4, 1), (3, 6, 4))
    for screen in ((820, 1180), (844, 390), (1440, 900)):
        resized(phone, screen)
        entry, pad = (box(phone.page.locator(each)) for each in ("#entry", "#pad"))
        assert entry["x"] + entry["width"] <= pad["x"] + 1, screen
        for key in (0, 6, 7, 13):
            expect(phone.pad_key(key)).to_be_in_viewport(ratio=0.95)
        expect(phone.record_button).to_be_in_viewport(ratio=1)
        assert phone.overflow() == 0, screen


def test_a_long_match_is_three_screens_high_and_its_evenings_unfold(phone: Phone) -> None:
    phone.open(phone.load(thirty_one(2, *[figures(21, 21, at=ago(9))] * 60, tied_lowest="none")))
    height: int = phone.page.evaluate("document.documentElement.scrollHeight")
    assert height <= 3 * 844
    expect(phone.rows.first).to_contain_text("Round 60")
    first = phone.row(re.compile(r"^Round 1\b"))
    expect(first).to_be_hidden()
    evening = phone.page.locator("#pad summary")
    expect(evening.locator("time")).to_have_text(re.compile("^[0-9]+ [A-Z][a-z]+ 20[0-9]+$"))
    phone.tap(evening)
    expect(first).to_be_visible()  # after being fetched
    expect(phone.rows).to_have_count(60)


def test_more_players_than_have_room_scroll_sideways_and_show_that_they_do(phone: Phone) -> None:
    names = [f"Name {letter}" for letter in "ABCDEFGHIJKLMNOP"]
    phone.open(phone.start("thirty-one", *names, deck=52, lives=3))
    strip = phone.page.get_by_role("list", name="Score")
    assert strip.evaluate("each => each.scrollWidth > each.clientWidth")
    assert strip.evaluate("each => getComputedStyle(each).maskImage") != "none"
    last = strip.get_by_role("listitem").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    assert phone.overflow() == 0


def test_what_stands_under_more_goes_by_escape_or_by_a_tap_elsewhere(phone: Phone) -> None:
    at(phone, "tribello", THREE)
    more = phone.page.get_by_text("More", exact=True)
    board = phone.page.get_by_role("link", name="Board")
    phone.tap(more)
    expect(board).to_be_visible()
    phone.page.keyboard.press("Escape")
    expect(board).to_be_hidden()
    expect(more).to_be_focused()
    phone.tap(more)
    expect(board).to_be_visible()
    phone.page.touchscreen.tap(40, 125)
    expect(board).to_be_hidden()


def test_all_that_stands_under_more_is_seen_at_once(phone: Phone) -> None:
    at(phone, "tribello", THREE)
    phone.open_more()
    links = phone.page.get_by_role("navigation", name="This match").get_by_role("listitem")
    for screen in ((844, 390), (640, 360), (360, 740), (390, 844)):
        resized(phone, screen)
        assert in_view(links) >= 0.99, screen
        heights = "all => all.map((each) => each.getBoundingClientRect().height)"
        assert min(links.evaluate_all(heights)) >= 44, screen
        assert phone.overflow() == 0, screen


def test_the_icons_of_more_are_fetched_when_it_is_opened(phone: Phone) -> None:
    fetched: list[str] = []
    phone.page.on("request", lambda request: fetched.append(request.url))
    at(phone, "tribello", THREE)
    phone.page.wait_for_load_state("networkidle")
    assert not [each for each in fetched if each.endswith("lucide.svg")]
    with phone.page.expect_response("**/lucide.svg") as answer:
        phone.open_more()
    assert answer.value.ok


def test_a_deal_that_is_folded_away_is_corrected_in_five_taps_too(phone: Phone) -> None:
    """The cell whose figure was tapped is the one being corrected."""
    played = [deal(8, 4, 1), *[deal(6, 4, 3)] * 65]
    phone.open(phone.load(tribello(*played)))
    phone.taps = 0
    phone.tap(phone.page.locator("summary").filter(has_text=f"{len(played) - 12} of them here"))
    phone.tap(phone.row("Round 1, deal 1").get_by_role("cell").nth(1))
    phone.tap(phone.page.get_by_role("dialog").get_by_role("link", name="Correct"))
    assert phone.chosen_cell().startswith("Ben: ")
    phone.tap(phone.pad_key(5))
    phone.tap_button(re.compile("^Save deal 1"))
    main = phone.page.get_by_role("main")
    expect(main).to_contain_text("Round 1, deal 1 was corrected")
    assert phone.taps == 5


def test_a_receipt_is_opened_and_closed_by_keys_and_gives_the_focus_back(phone: Phone) -> None:
    phone.open_tribello((8, 4, 1))
    row = phone.row("Round 1, deal 1").get_by_role("rowheader").get_by_role("link")
    row.focus()
    phone.page.keyboard.press("Enter")
    receipt = phone.receipt
    expect(receipt).to_contain_text("8 tricks − quota 6")
    assert receipt.evaluate("each => each.contains(document.activeElement)")
    phone.page.keyboard.press("Escape")
    expect(receipt).to_have_count(0)
    expect(row).to_be_focused()


@pytest.mark.parametrize(
    ("locale", "date", "time"),
    [
        ("de-DE", r"\d\d\.\d\d\.\d{4}", r"\d\d:\d\d"),
        *amount([], [("en-US", r"\w+ \d+, \d{4}", r"\d+:\d\d\W[AP]M")]),
    ],
)
def test_dates_and_times_are_those_of_the_phone(
    lay: Lay, locale: str, date: str, time: str
) -> None:
    phone = lay(locale=locale)
    phone.open(phone.start("tribello", *THREE).to_score + "log/")
    main = phone.page.get_by_role("main")
    expect(main.get_by_role("heading", level=2)).to_have_text(re.compile(rf"^{date}$"))
    expect(main.get_by_role("listitem").last).to_contain_text(
        re.compile(rf"(started|gestartet)\.\s{time}\s*$")
    )


# Sizes --------------------------------------------------------------------------------------------


def test_the_columns_of_the_score_are_alike_whatever_the_totals(phone: Phone) -> None:
    match = phone.start("tribello", "Ann", "Ben", "Maximiliane")
    match.deals((13, 0, 0), (0, 13, 0))
    phone.open(match)
    columns = phone.scores
    assert len({width for _, _, width, _ in positions(columns)}) == 1
