"""Every page is accessible: axe finds no violation in any template, in light, dark and large text.

No page is wider than a small phone, and nothing is cut off in large text or in longer words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from referee.core.language import PSEUDO
from referee.core.registry import GAMES
from tests.browser.all_scenes import SCENES
from tests.browser.conftest import Lay
from tests.browser.scenes import answers_of, with_matches
from tests.browser.scenes_of_time import ago
from tests.browser.table import Phone
from tests.browser.test_large_text import FAULTS as OF_WORDS
from tests.browser.test_screens import ALIKE, DESK, FAULTS, PHONE, SMALL, UNFOLD, faults
from tests.faults.conftest import IS_LONG, amount
from tests.games.dealt import PLAYED
from tests.games.expected import find_expected
from tests.games.records import record

QUICK = {"resultTypes": ["violations"], "preload": False}  # there is no media to load
ALL_RULES = QUICK | {"rules": {"target-size": {"enabled": True}}}
COLOURS = QUICK | {"runOnly": ["color-contrast"]}
SIZES = QUICK | {"runOnly": ["target-size", "scrollable-region-focusable"]}
LONGEST = 30_000
"""Maximum height of a screen in pixels; a higher one would take minutes to render.

Pages that are even longer have no bottom bar that could cover anything.
"""
CONTRAST = "axe.configure({ rules: [{ id: 'color-contrast', selector: ':not([data-alike])' }] })"
ALIKE_IN_COLOUR = """() => {
    const kinds = new Map(), numbers = new Map(), count = [];
    for (const each of document.querySelectorAll("body, body *")) {
        const { color, backgroundColor, backgroundImage, opacity, textShadow, fontSize, fontWeight }
            = getComputedStyle(each);
        const texts = [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const letters = texts.map(({ data }) => data.trim()).join("").length;
        const kind = JSON.stringify([numbers.get(each.parentElement), each.tagName, each.className,
            color, backgroundColor, backgroundImage, opacity, textShadow, fontSize, fontWeight,
            Math.min(letters, 2), Boolean(each.value), each.checkVisibility(),
            each.matches(":disabled, [aria-disabled=true]")]);
        if (!kinds.has(kind)) kinds.set(kind, kinds.size);
        const number = kinds.get(kind);
        numbers.set(each, number);
        count[number] = (count[number] ?? 0) + 1;
        each.toggleAttribute("data-alike", count[number] > 2);
    }
}"""
"""Marks all but two of the elements with the same colours, font and class, as are those around
them: axe needs milliseconds for the contrast of each."""
HIDDEN = """[...document.querySelectorAll("[hidden]")]
    .filter((each) => each.checkVisibility()).map((each) => each.outerHTML)"""
ZOOMED = (195, 422)  # a screen of 390 pixels, zoomed to 200 %
ONE_OF_EACH_TEMPLATE = {
    "home_with_matches", "new_match_with_faults", "new_match_of_six_refused",
    "import_of_impossible_deals", "tribello_refused", "tribello_with_impossible_deals",
    "thirty_one_finished", "another_phone_has_written", "la_krap_with_six_typing", "picker_open",
    "receipt_open", "struck_row_page", "share", "board_running", "cards_on_the_board",
    "nothing_there", "rules_searched", "rulebook", "law_changed", "house_rule", "ask_index",
    "question_that_cannot_be",
    "answer_about_trick", "answer_about_arrange", "desk_of_a_match", "rulings",
    "may_i_play", "what_now_beside_a_match", "verdict_for_the_other_side", "log_with_a_ruling",
    "facts_of_la_krap_refused", "cards_with_a_card_refused_and_a_revoke", "cards_all_fallen",
    "cards_of_la_krap_with_six", "melds_by_cards_corrected", "own_hand_of_la_krap_refused",
    "a_decision_is_over", "the_time_is_up", "to_print_long_names", "c_leg_by_cards",
    "b_leg_of_eight_at_two_tables", "c_leg_by_figures_after_a_marked_leg", "marathon_running",
    "hand_with_a_card_to_be_moved", "hand_that_is_refused", "leg_of_hands_half_laid_out",
    "evenings_with_words", "an_evening_refused", "resume_a_leg", "in_a_break",
    "midnight_a_marathon", "story_that_goes_on", "story_of_three_teams", "how_a_story_is_reckoned",
    "pictures_to_share",
    "circle_with_matches", "circle_person", "circle_recap", "circle_share", "circles_of_a_match",
}  # fmt: skip
"""The fullest scene of each template, with refused, chosen, disabled and marked items."""
SHOWN_ELSEWHERE = {
    "an_evening_refused", "another_phone_has_written", "ask_index", "board_running",
    "c_leg_by_cards", "c_leg_by_figures_after_a_marked_leg", "cards_all_fallen",
    "cards_with_a_card_refused_and_a_revoke", "circle_person", "circle_recap", "circle_share",
    "circles_of_a_match", "evenings_with_words", "facts_of_la_krap_refused", "hand_that_is_refused",
    "home_with_matches", "house_rule", "how_a_story_is_reckoned", "import_of_impossible_deals",
    "in_a_break", "law_changed", "leg_of_hands_half_laid_out", "midnight_a_marathon",
    "new_match_with_faults", "nothing_there", "own_hand_of_la_krap_refused", "pictures_to_share",
    "question_that_cannot_be", "rules_searched", "rulings", "story_that_goes_on", "struck_row_page",
    "the_time_is_up", "tribello_with_impossible_deals", "what_now_beside_a_match",
}  # fmt: skip
"""Scenes with at most five kinds of element that no other of these has: class, state and role."""

FOLD_MENUS = "for (const menu of document.querySelectorAll('.menu')) menu.open = false"
CUT_OFF = """() => {
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, words = text.data.trim(), holder = text.parentElement;
        if (!words || !holder.checkVisibility() || holder.closest(".unseen")) continue;
        const range = document.createRange();
        const lines = () => new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        range.selectNodeContents(text);
        const hasLines = /[0-9]/.test(text.data) && lines().size > 1;
        const numbers = hasLines ? text.data.matchAll(/[+−]?[0-9]+½?/g) : [];
        for (const number of numbers) {
            range.setStart(text, number.index);
            range.setEnd(text, number.index + number[0].length);
            if (lines().size > 1) found.add(`${number[0]} broken`);
        }
        const box = holder.closest("button, label, td, th, li, dt, dd, summary, legend, h2");
        if (!box) continue;
        let isShortened = false;
        for (let each = holder; each !== box.parentElement; each = each.parentElement) {
            const style = getComputedStyle(each);
            isShortened ||= style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        }
        range.selectNodeContents(text);
        const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
        const isOut = inner.left < outer.left - 1 || inner.right > outer.right + 1;
        if (isOut && !isShortened) found.add(words);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth - clientWidth} too wide`);
    return [...found];
}"""
"""Finds texts wider than their key, cell or item, numbers broken across two lines, and a page that
is wider than its screen.

Texts with an ellipsis are meant to be cut off.
"""

BROKEN = re.compile("^broken: ")
WIDER = """async () => {
    const faces = ["DejaVu Sans", "DejaVu Sans Bold"].map((name, isBold) => new FontFace(
        "Wider", `local("${name}")`, { weight: isBold ? "600 900" : "400", sizeAdjust: "105%" },
    ));
    for (const face of faces) document.fonts.add(await face.load());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("body, button, .button { font-family: Wider !important }");
    document.adoptedStyleSheets = [sheet];
}"""
"""Changes the font to one that is wider than those of phones; headings have another one."""
BOTH = f"[...({FAULTS})(), ...({CUT_OFF})()]"
IN_WORDS = f"""async () => {{
    {FOLD_MENUS};
    const names = [...document.querySelectorAll("bdi")].map((each) => each.textContent).join(" ");
    const found = ({OF_WORDS})();
    await ({WIDER})();
    return [names, found, ({OF_WORDS})()];
}}"""
"""Returns all names, and faults of words in the usual and in the wider font."""


def violations(page: Page, options: dict[str, Any]) -> list[str]:
    """Return what axe finds on a screen so high that the bottom bar covers nothing."""
    height: int = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": 390, "height": min(height, LONGEST)})
    page.evaluate(ALIKE_IN_COLOUR)
    found = page.evaluate("async options => (await axe.run(options)).violations", options)
    return [
        f"{each['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.fixture
def phone(lay: Lay) -> Phone:
    return lay(reduced_motion="reduce")


def test_one_of_each_template_is_a_scene() -> None:
    assert SCENES.keys() >= ONE_OF_EACH_TEMPLATE


NARROW = ((SMALL, 16), *amount((), ((ZOOMED, 16),)), (PHONE, 32))
"""Screens with the size of their letters, in pixels."""


def narrow(
    phone: Phone, sizes: Sequence[tuple[tuple[int, int], int]] = NARROW
) -> dict[str, object]:
    """Return what is cut off or too wide on a small screen, on a zoomed one and in large text."""
    found: dict[str, object] = {}
    for screen, letters in sizes:
        phone.page.set_viewport_size({"width": screen[0], "height": screen[1]})
        phone.set_letters(letters)
        where = f"{screen[0]} px, letters of {letters} px"
        found[where] = phone.page.evaluate(CUT_OFF)
    return {where: faults for where, faults in found.items() if faults}


def in_other_languages(phone: Phone, languages: Sequence[str]) -> dict[str, set[str]]:
    """Return texts and keys that fit in English, but not in these languages.

    In the pseudo-locale, all texts are 40 % longer.
    """
    phone.set_letters(16)
    phone.page.set_viewport_size({"width": 360, "height": 740})

    def found_now() -> set[str]:
        return set(phone.page.evaluate(f"() => {{ {UNFOLD}; return {BOTH} }}"))

    def of_words_now() -> set[str]:
        names, found, of_wider = phone.page.evaluate(IN_WORDS)
        found += filter(BROKEN.match, of_wider)
        return {each for each in found if BROKEN.sub("", each) not in names}

    english, english_words = found_now(), of_words_now()
    faults = {}
    for language in languages:
        phone.context.set_extra_http_headers({"Accept-Language": language})
        phone.page.reload()  # to an address with a fragment, `open` would only scroll
        faults[language] = found_now() - english
        if language != PSEUDO:
            faults[language] |= of_words_now() - english_words
    phone.context.set_extra_http_headers({})
    return faults


@pytest.mark.parametrize("name", amount(sorted(ONE_OF_EACH_TEMPLATE - SHOWN_ELSEWHERE), [*SCENES]))
def test_a_page_is_for_everyone(name: str, phone: Phone) -> None:
    SCENES[name](phone)
    found: dict[str, object] = {"hidden, but shown": phone.page.evaluate(HIDDEN)}
    is_examined = name in ONE_OF_EACH_TEMPLATE
    if is_examined:
        phone.page.evaluate("scrollTo(0, 0)")  # nothing is behind the names of the strip
        phone.page.evaluate(Axe().axe_script)
        phone.page.evaluate(CONTRAST)
        found["light"] = violations(phone.page, ALL_RULES)
        if IS_LONG or len(name) % 2:
            phone.page.emulate_media(color_scheme="dark")
            found["dark"] = violations(phone.page, COLOURS)
            phone.page.emulate_media(color_scheme="light")
    found |= narrow(phone)
    if is_examined and IS_LONG:
        found["large letters"] = violations(phone.page, SIZES)
        found |= in_other_languages(phone, LANGUAGES)
    elif is_examined and len(name) % 4 == 0:
        found |= in_other_languages(phone, [LANGUAGES[len(name) % 3]])
    assert {how: what for how, what in found.items() if what} == {}


LANGUAGES = (PSEUDO, "de", "fi")
"""One of them for half of the scenes that aren’t dark; `make faults` shows all in each."""
LEAVES = (
    *("e/{row}", "e/{row}/edit", "board", "ask/", "rules", "law/", "resume", "midnight", "story"),
)
ALIKE_IN_ALL_GAMES = (
    *("log/", "share/", "circles", "evenings", "evenings/1", "story/method", "story/share"),
)
OF_CIRCLES = ("", "person?name=ann", "recap/2026", "recap/2026-01-05", "log", "share/", "new")


@pytest.mark.parametrize("game", amount(["card-triathlon"], [*find_expected()]))
def test_all_pages_of_a_game_fit_all_screens(game: str, phone: Phone) -> None:
    seats = GAMES[game].usual_players
    entry = find_expected()[game].entry | {"at": ago(20)}
    match = phone.load(record(game, seats, [entry]) | {"players": ALIKE[:seats]})
    leaves = [*LEAVES, "play/"] if game in PLAYED else [*LEAVES, *ALIKE_IN_ALL_GAMES]
    fit(phone, [match.to_score + leaf.format(row=match.ids[0]) for leaf in leaves])
    fit(phone, [f"/new?game={game}", f"/rules/{game}"])
    found = {}
    for name, show in amount({}, answers_of(game)).items():
        phone.set_letters(16)
        show(phone)
        found[name] = narrow(phone)
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_all_pages_of_a_circle_and_of_no_match_fit_all_screens(phone: Phone) -> None:
    circle = with_matches(phone, ("Ann", *ALIKE[:3])).to_score
    fit(phone, ["/", "/ask", "/c/new", *(circle + leaf for leaf in OF_CIRCLES)])


def fit(phone: Phone, addresses: Sequence[str]) -> None:
    found = {}
    for address in addresses:
        phone.set_letters(16)
        phone.open(address)
        found[address] = [faults(phone, (DESK, SMALL)), narrow(phone, ((SMALL, 16), (PHONE, 32)))]
    assert {address: faults for address, faults in found.items() if any(faults)} == {}
