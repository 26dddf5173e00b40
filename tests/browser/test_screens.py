"""Every page of every game on every screen: nothing is cut off, too small or covered."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.all_scenes import SCENES
from tests.browser.conftest import Lay
from tests.browser.followed import TABLES as FOLLOWED
from tests.browser.followed import followed
from tests.browser.layout import KEYS, box, positions, resized, stays
from tests.browser.legs import B_FOUR, C_FOUR, SPRINT_OF_EIGHT, SPRINT_OF_SIX, Company, set_contract
from tests.browser.table import Match, Phone
from tests.browser.test_match_page import LONG, TABLES, at
from tests.faults.conftest import amount
from tests.games.records import Json

LOW, *SCREENS = [(360, 640), (360, 740), (844, 390), (820, 1180), (1440, 900)]
SMALL, LANDSCAPE, _TABLET, DESK = SCREENS
FEW = [SMALL, LANDSCAPE, DESK]
PHONE = (390, 844)
"""The screen of all tests that choose no other."""
ALIKE = (LONG[0], LONG[1], f"Maximus {'W' * 30}", *LONG[3:])
"""Names of forty letters, three of which begin alike."""
SHORT = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina", "Hugo")

LEGS: dict[str, tuple[Json, ...]] = {
    "4": (B_FOUR, C_FOUR),
    "6 in three": SPRINT_OF_SIX[:2],
    "8 in four": SPRINT_OF_EIGHT[:2],
}
LEG_OF = {
    f"{letter} of {way}": (way, legs[:number])
    for way, legs in LEGS.items()
    for number, letter in enumerate("BCD")
}
FEW_LEGS = ["B of 8 in four", "C of 6 in three", "D of 4"]
FEW_GAMES = ["thirty-one of eight", "triathlon", "la-krap of six", "free pad of sixteen"]
GAMES = [table for table, (_game, _seats, options) in TABLES.items() if not options]
SHOWN = amount([*FEW_GAMES, *FEW_LEGS], [*GAMES, *LEG_OF])

FAULTS = r"""() => {
    const found = new Set();
    const add = (fault, each) => {
        const words = each.getAttribute("aria-label") || each.textContent;
        found.add(`${fault}: ${each.tagName} ${words.trim().replace(/\s+/g, " ").slice(0, 40)}`);
    };
    const isShown = (each) => each.checkVisibility({ visibilityProperty: true })
        && !each.closest(".unseen, dialog:not([open])");
    const all = [...document.querySelectorAll("body *")].filter(isShown);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth - clientWidth} too wide`);

    // Nothing is cut, unless it is said in full to who hears it, or stands elsewhere.
    const isTold = (each) =>
        each.matches("input, .deed, .deed *, #whose *, h1, h1 *, .due h2 *, .game")
        || each.closest("[aria-hidden], [title]") || each.querySelector(".unseen");
    const isText = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim();
    for (const each of all) {
        const { overflowX, fontSize } = getComputedStyle(each);
        const isCut = overflowX === "hidden" && each.scrollWidth > each.clientWidth;
        if (isCut && !isTold(each)) add("cut", each);
        if ([...each.childNodes].some(isText) && parseFloat(fontSize) < 16) add(fontSize, each);
    }

    // Keys are large enough, eight in a row as large as can be, and none lies upon another one.
    const keys = all.filter((each) =>
        each.matches("button, .button, .key > span, .cell, .bar > a, summary:not(.due > summary)"));
    const boxes = keys.map((each) => each.getBoundingClientRect());
    keys.forEach((each, at) => {
        const { width, height } = boxes[at];
        const isSmall = height < 43.9 || width < (each.closest(".of8") ? 38 : 43.9);
        if (isSmall) add(`${Math.round(width)} x ${Math.round(height)}`, each);
    });
    const layer = (each) => each.closest(".dock, .bar, .go, .keypad, .strip, dialog");
    const isUpon = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
    keys.forEach((one, at) => keys.slice(0, at).forEach((other, place) => {
        const isApart = layer(one) === layer(other) && !one.contains(other) && !other.contains(one);
        if (isApart && isUpon(boxes[at], boxes[place])) add("upon another key", one);
    }));

    // No key is alone in the last of several rows, unless it is as wide as a row.
    for (const group of all.filter((each) => each.matches(".keys"))) {
        const shown = [...group.children].filter(isShown);
        const places = shown.map((each) => each.getBoundingClientRect());
        const last = places.filter(({ top }) => top === places.at(-1)?.top);
        const isAlone = last.length === 1 && places.length > 2 && last[0].top > places[0].top;
        const hasRows = isAlone && places[0].top === places[1].top;
        if (hasRows && last[0].width < group.clientWidth * 0.9) add("a key alone", group);
    }
    return [...found];
}"""

COVERED = r"""() => {
    const fields = [...document.querySelectorAll("#entry :is(input, button, summary)")];
    const isCovered = (each) => {
        each.focus();
        const { x, y, width, height } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return !each.contains(hit) && !each.closest("label")?.contains(hit);
    };
    const isShown = (each) => each.checkVisibility({ visibilityProperty: true });
    return fields.filter((each) => each.tabIndex >= 0 && isShown(each) && isCovered(each))
        .map((each) => each.ariaLabel || each.name || each.textContent.trim());
}"""
"""Finds elements that can have the focus but are covered by something else."""

UNFOLD = "for (const fold of document.querySelectorAll('main details:not(.due)')) fold.open = true"


def on(lay: Lay, screen: tuple[int, int]) -> Phone:
    return lay(viewport={"width": screen[0], "height": screen[1]})


def matches(phone: Phone, names: tuple[str, ...]) -> dict[str, Callable[[], Match]]:
    def table(name: str) -> Callable[[], Match]:
        return lambda: at(phone, name, names)

    def leg(name: str) -> Callable[[], Match]:
        way, legs = LEG_OF[name]

        def show() -> Match:
            match = Company(way, names).open(phone, *legs, format="half-marathon")
            if name.startswith("B"):  # its figures follow the contract
                set_contract(phone, "4C", names[0], table=int(way.startswith("8")))
            return match

        return show

    return {name: table(name) for name in GAMES} | {name: leg(name) for name in LEG_OF}


def faults(phone: Phone, screens: Sequence[tuple[int, int]] = SCREENS) -> dict[str, list[str]]:
    """Problems with this page on each of these screens, with everything unfolded."""
    phone.page.evaluate(UNFOLD)
    found = {}
    for screen in screens:
        resized(phone, screen)
        found[str(screen)] = phone.page.evaluate(FAULTS)
    return {screen: faults for screen, faults in found.items() if faults}


@pytest.mark.parametrize(
    ("screens", "names"), amount([(FEW, ALIKE)], [([SMALL], SHORT), (SCREENS, ALIKE)])
)
def test_all_forms_fit_all_screens(
    lay: Lay, screens: Sequence[tuple[int, int]], names: tuple[str, ...]
) -> None:
    phone = on(lay, SMALL)
    found: dict[str, object] = {}
    show = matches(phone, names)
    for name in SHOWN:
        show[name]()
        says_who_deals(phone, name, names[0])
        for screen in amount((SMALL, LANDSCAPE), screens):
            resized(phone, screen)
            found[f"{name}, covered on {screen}"] = phone.page.evaluate(COVERED)
        found[name] = faults(phone, screens)
    assert {name: faults for name, faults in found.items() if faults} == {}


def says_who_deals(phone: Phone, name: str, dealer: str) -> None:
    """Check that the page says who deals, and that this is never cut off."""
    first = phone.due.locator("span:not(.unseen)").first
    assert box(first)["bottom"] <= box(phone.due)["bottom"] + 1, name
    if "deal" in phone.due.inner_text():
        expect(first, name).to_have_text(re.compile(r"\bdeals?$"))
        expect(phone.due, name).to_contain_text(dealer)  # for screen readers


# What must be in view -----------------------------------------------------------------------------

OUT_OF_VIEW = r"""() => {
    const box = (each) => each.getBoundingClientRect();
    const of = (selector) => box(document.querySelector(selector));
    const isBeside = of("#keypad").left > 100;
    const [high, low] = [of("#strip").bottom, isBeside ? of(".bar").top : of("#keypad").top];
    const table = document.querySelector(".as-played") ?? document;
    return [...table.querySelectorAll(".figures .cell, .adds-up")]
        .filter((each) => each.checkVisibility())
        .filter((each) => box(each).top < high - 1 || box(each).bottom > low + 1)
        .map((each) => each.querySelector("input").ariaLabel);
}"""
"""Finds cells covered by the strip or keypad; of two tables, it checks only the first."""


def shows_all_cells(phone: Phone, leg: str) -> None:
    """Enter a leg's first figure, and check that all its cells are in view then."""
    expect(phone.keypad).to_be_in_viewport(ratio=1)
    assert phone.chosen_cell().startswith("Ann: ")
    phone.tap(phone.pad_key(5))  # possible in every leg, because a warning would take up a line
    if not leg.startswith("B"):
        phone.tap(phone.pad_key("Next cell"))
    assert phone.page.evaluate(OUT_OF_VIEW) + phone.page.evaluate(FAULTS) == [], leg


def test_on_a_landscape_phone_the_entry_is_left_and_its_keypad_says_whose_number_it_is(
    lay: Lay,
) -> None:
    phone = on(lay, LANDSCAPE)
    show = matches(phone, SHORT)
    for name in amount(["triathlon", "B of 8 in four", "C of 6 in three"], SHOWN):
        show[name]()
        phone.enter_by("values")
        if phone.page.locator("#entry .cell").count():
            phone.tap(phone.page.locator(".cell:visible").first)
            whose = phone.keypad.get_by_role("status")
            expect(whose).to_contain_text("Ann: ")
            expect(whose).to_be_in_viewport(ratio=1)
            expect(phone.record_button).to_be_in_viewport(ratio=1)
        if name in GAMES:
            entry, pad, dock = (
                box(phone.page.locator(each)) for each in ("#entry", "#pad", ".dock")
            )
            assert entry["x"] + entry["width"] <= min(pad["x"], dock["x"]) + 1, name
        if phone.group("Who took the last trick?").count():
            for player in SHORT[:3]:
                expect(phone.key("Who took the last trick?", player)).to_be_in_viewport(ratio=1)
        if name in LEG_OF:
            shows_all_cells(phone, name)
            for screen in (SMALL, *[LOW] * (name in ("B of 6 in three", "C of 6 in three"))):
                resized(phone, screen)
                show[name]()
                shows_all_cells(phone, name)
            resized(phone, LANDSCAPE)


def test_who_leads_is_marked_by_a_sign_that_is_no_tab(lay: Lay) -> None:
    phone = on(lay, SMALL)
    match = phone.start("tribello", *ALIKE[:3])
    match.deal(8, 4, 1)
    phone.open(match)
    columns = phone.scores
    signs = columns.evaluate_all(
        """all => all.map((each) => [
            getComputedStyle(each.querySelector("b"), "::before").content[1] ?? "",
            getComputedStyle(each).borderTopWidth])"""
    )
    assert signs == [["★", "0px"], ["o", "0px"], ["o", "0px"]]


SEEN = """(all) => all.map((name) => {
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    const seen = [];
    while (texts.nextNode()) {
        [...texts.currentNode.data].forEach((letter, at) => {
            const range = document.createRange();
            range.setStart(texts.currentNode, at);
            range.setEnd(texts.currentNode, at + 1);
            const { top, right } = range.getBoundingClientRect();
            for (let each = texts.currentNode.parentElement; ; each = each.parentElement) {
                const area = each.getBoundingClientRect();
                const dots = each.scrollWidth > each.clientWidth ? 14 : -1;
                if (top >= area.bottom - 4 || right > area.right - dots) return;
                if (each === name) break;
            }
            seen.push(letter);
        });
    }
    return seen.join("").trim();
})"""
"""The letters of each name that aren't cut off or covered by dots."""

FITTING = (
    "Christopher A", "Christopher B", "Bartholomew", "Bo", "Maximilian-Alexander von Hohenstein",
    "Christophe", "Anna Lee", "Jo",
)  # fmt: skip


def test_names_are_whole_where_they_fit_and_else_told_apart(lay: Lay) -> None:
    phone = on(lay, SMALL)
    at(phone, "thirty-one of eight", FITTING)
    phone.enter_by("hands")
    expect(phone.page.locator(".hand-row .slots")).to_have_count(len(FITTING))
    in_strip, in_entry = (phone.page.locator(f"{each} .fit") for each in ("#strip", ".who"))
    for screen, letters in ((SMALL, 16), (PHONE, 32), (LANDSCAPE, 16), (DESK, 16)):
        resized(phone, screen)
        phone.set_letters(letters)
        for place in (in_strip, in_entry):
            seen = place.evaluate_all(SEEN)
            assert len(set(seen)) == len(FITTING), (screen, seen)
            assert all(len(each) > 1 for each in seen), (screen, seen)
            assert [seen[3], seen[6][:3], seen[7]] == ["Bo", "Ann", "Jo"], (screen, seen)
    assert in_strip.evaluate_all(SEEN) == [*FITTING[:4], "Maximilian-", *FITTING[5:]]
    assert in_entry.evaluate_all(SEEN)[:3] == [*FITTING[:3]]


def test_totals_of_a_marathon_stand_beside_each_other(lay: Lay) -> None:
    """Unscored and Total are left out on a phone, where they have no room."""
    phone = on(lay, SMALL)
    Company("4", FITTING).open(phone, *[B_FOUR] * 100, format="marathon")
    sums = phone.page.locator(".sums td")
    for screen, shown in ((SMALL, 6), (PHONE, 6), (DESK, 8)):
        resized(phone, screen)
        places = positions(sums.locator("visible=true"))
        assert len(places) == shown, screen
        assert len({y for _, y, _, _ in places}) == 1, screen
        assert sums.evaluate_all(
            "all => all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)"
        ), screen
        assert all(0 <= x <= x + width <= screen[0] for x, _, width, _ in places), screen
        assert phone.overflow() == 0, screen


def test_all_words_of_a_match_page_begin_at_one_edge(lay: Lay) -> None:
    phone = on(lay, SMALL)
    match = at(phone, "triathlon", SHORT)
    match.record(tricks0=8, tricks1=4, tricks2=1, last_trick=0)
    phone.open(match)
    edges = phone.page.locator(
        "header a, .due h2, .cell, .key > span, .whose, main legend, .fold > summary, #pad .cite"
    ).evaluate_all(
        """all => all.filter((each) => each.checkVisibility()).map((each) => {
            const padding = parseFloat(getComputedStyle(each).paddingLeft);
            const isBox = parseFloat(getComputedStyle(each).borderLeftWidth);
            return each.getBoundingClientRect().x + (isBox ? 0 : padding);
        })"""
    )
    first = box(phone.page.locator(".cell").first)["x"]
    wrong = {edge for edge in edges if edge < 24} - {first}
    assert wrong == set()


def test_a_note_in_the_strip_is_whole_or_left_out(lay: Lay) -> None:
    """A third triathlon ends the game, so their number matters more than the last deal's points."""
    phone = on(lay, SMALL)
    match = phone.start("triathlon", *SHORT[:3])
    match.record_all([{"tricks0": 5, "tricks1": 5, "tricks2": 3, "last_trick": 2}] * 2)
    phone.open(match)
    note = phone.page.locator("#strip").get_by_text(re.compile("triathlon"))
    outer, inner = box(note.locator("xpath=..")), box(note)
    assert inner["x"] >= outer["x"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert inner["bottom"] <= outer["bottom"] + 1


def test_a_long_name_stands_in_two_lines_on_a_receipt(lay: Lay) -> None:
    phone = on(lay, SMALL)
    match = phone.start("tribello", "Ann", "Ben", "Cornelia-Magdalena")
    match.deal(8, 4, 1)
    phone.open(f"{match.to_score}e/{match.ids[0]}")
    short, long = (box(phone.page.get_by_role("term").filter(has_text=n)) for n in ("Ann", "Corn"))
    assert long["height"] == 2 * short["height"]


def test_on_a_pad_to_be_printed_each_total_stands_beside_its_figure(lay: Lay) -> None:
    phone = on(lay, SMALL)
    match = phone.start("tribello", "Ann", "Ben", "Cornelia-Magdalena")
    match.deal(8, 4, 1)
    phone.open(f"{match.to_score}print")
    totals = phone.page.locator(".run")
    widths = [box(each)["width"] for each in totals.all()]
    assert len(widths) == 3
    assert max(widths) < 40


def test_from_960_pixels_a_chart_and_what_follows_are_side_by_side(lay: Lay) -> None:
    phone = on(lay, (959, 800))
    SCENES["story_of_an_evening"](phone)
    first, second = phone.page.locator(".chart").first, phone.page.locator(".chart + *").first
    assert box(first)["bottom"] <= box(second)["y"]
    resized(phone, (960, 800))
    assert box(first)["x"] + box(first)["width"] <= box(second)["x"]
    assert phone.overflow() == 0


def test_with_large_letters_no_word_of_the_bar_runs_into_the_next(lay: Lay) -> None:
    phone = on(lay, (195, 422))  # a phone, zoomed to 200 %
    match = phone.start("tribello", *SHORT[:3])
    match.deal(8, 4, 1)
    for leaf in ("", f"e/{match.ids[0]}", "log/", "share/"):
        phone.open(match.to_score + leaf)
        words = phone.page.locator(".bar > a, .bar summary")
        expect(words).to_have_count(4)
        for each in words.all():
            assert each.evaluate("each => each.scrollWidth <= each.clientWidth"), leaf


def test_a_new_match_begins_at_its_beginning_on_a_low_screen(lay: Lay) -> None:
    phone = on(lay, LANDSCAPE)
    phone.open("/new")
    expect(phone.seat(1)).to_be_focused()
    assert phone.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("game", ["la-krap of six", *amount(["tribello"], [*FOLLOWED])])
def test_every_card_of_the_pack_is_one_tap_away(phone: Phone, game: str) -> None:
    if game in FOLLOWED:
        phone.open(phone.begun(followed(game, FOLLOWED[game]), 2))
    else:
        SCENES["cards_of_la_krap_with_six"](phone)
    for screen in (SMALL, PHONE, LANDSCAPE, *[LOW] * (game in FOLLOWED)):
        resized(phone, screen)
        assert phone.page.evaluate("scrollY") == 0
        ends = positions(phone.page.locator(".pack button"))
        assert len(ends) > 30
        assert all(min(width, height) >= 43.9 for _, _, width, height in ends), screen
        assert all(0 <= x <= x + width <= screen[0] for x, _, width, _ in ends), screen
        if screen != LANDSCAPE:
            assert max(y + high for _, y, _, high in ends) <= box(phone.page.locator(".dock"))["y"]
            assert phone.page.evaluate(FAULTS) == [], screen


def test_on_a_low_screen_each_suit_has_a_row_of_eight_in_play(lay: Lay) -> None:
    """Names that begin alike can be told apart above the trick, too."""
    phone = on(lay, SMALL)
    SCENES["cards_of_la_krap_with_six"](phone)
    shown = phone.page.locator(".trick").first.locator("span > [aria-hidden]")
    assert len(set(shown.all_inner_texts())) == len(shown.all()) > 1
    for name in shown.all():
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth"), name.inner_text()
    pack = phone.page.locator(".pack")
    for screen in (SMALL, PHONE):
        resized(phone, screen)
        places = [y for _, y, *_ in positions(pack.get_by_role("button"))]
        suits = [places[first : first + 8] for first in range(0, 36, 9)]
        assert [len({*each}) for each in suits] == [1, 1, 1, 1]
        assert min(places[8], *places[36:]) > max(map(max, suits))


def test_on_a_landscape_phone_each_suit_has_one_row(lay: Lay) -> None:
    phone = on(lay, LANDSCAPE)
    SCENES["cards_of_tribello_before_the_first"](phone)
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        keys = phone.page.get_by_role("group", name=suit, exact=True).get_by_role("button")
        assert len({y for _, y, *_ in positions(keys)}) == 1


def test_on_a_landscape_phone_what_is_wrong_covers_no_key(lay: Lay) -> None:
    phone = on(lay, LANDSCAPE)
    SCENES["b_leg_of_six_refused"](phone)
    phone.page.evaluate("scrollTo(0, 0)")
    assert box(phone.pad_key(13))["bottom"] <= box(phone.page.locator("#why"))["y"]
    Company().open(phone, B_FOUR, format="marathon")
    phone.choose("Figures or cards", "each card")  # without a keypad, the cards get all the room
    assert box(phone.page.locator(".either").first)["width"] > LANDSCAPE[0] * 0.45


# No key moves under a finger ----------------------------------------------------------------------


def test_no_key_moves_when_one_is_impossible_or_the_entry_refused(lay: Lay) -> None:
    phone = on(lay, SMALL)
    phone.expects(422)
    every = ("B of 6 in three", "la-krap of six", "triathlon", "tribello", "B of 4")
    for name in every[: amount(2, 5)]:
        matches(phone, ALIKE)[name]()
        phone.tap(phone.page.locator(".cell:visible").first)
        counts = phone.page.locator("#keypad [data-count]:visible")
        key = phone.pad_key(counts.count() // 2)
        stays(phone, key, KEYS)
        stays(phone, key, asks=False)
        phone.shows_in_place(re.compile(r"\d is too many"))
        stays(phone, phone.record_button)
        expect(phone.page.get_by_role("alert").first).to_be_visible()
        stays(phone, phone.pad_key(1), KEYS)


@pytest.mark.parametrize(
    "leg", ["C of 8 in four", *amount([], ["C of 4", "D of 4", "C of 6 in three"])]
)
def test_no_key_moves_when_a_figure_of_a_leg_is_typed_or_refused(lay: Lay, leg: str) -> None:
    phone = on(lay, SMALL)
    phone.expects(422)
    matches(phone, ALIKE)[leg]()
    expect(phone.keypad.get_by_role("status")).not_to_be_empty()
    stays(phone, phone.pad_key(4), KEYS)
    stays(phone, phone.record_button, KEYS)
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    stays(phone, phone.pad_key(5), KEYS)
