"""Every form with text at 150 and 200 per cent: no text is cut off or overlaps another.

The score and the record button stay in view.
"""

from __future__ import annotations

from referee.core.registry import GAMES as GAMES_BY_NAME
from tests.browser.all_scenes import SCENES
from tests.browser.conftest import Lay
from tests.browser.followed import TABLES as FOLLOWED
from tests.browser.followed import followed
from tests.browser.layout import resized
from tests.browser.legs import B_FOUR, C_FOUR, SPRINT_OF_EIGHT, Company, call, fill, set_contract
from tests.browser.scenes import Scene
from tests.browser.scenes_of_legs import MARATHON
from tests.browser.scenes_of_time import of_one_leg
from tests.browser.table import Phone
from tests.browser.test_on_its_side import LOW, read_in
from tests.browser.test_screens import SHORT, SHOWN, matches
from tests.faults.conftest import amount
from tests.games.expected import find_expected
from tests.games.records import Json, record

SIZES = amount(
    [((360, 740), 32)],
    [((390, 844), 24), *((screen, 32) for screen in ((390, 844), (360, 740), *LOW[1:3]))],
)
"""Screens with the size of their letters, in pixels."""

FAULTS = r"""() => {
    const found = new Set();
    const layers = "header, .strip, .play-head, .keypad, .dock, .go, .bar, thead, .adds-up,.across";
    const isScrolled = (overflow) => ["auto", "scroll"].includes(overflow);
    const known = new Map();
    const cutting = (each) => {  // the elements around it that may cut it off, nearest first
        if (each === document.body) return [];
        if (known.has(each)) return known.get(each);
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(each);
        const around = cutting(each.parentElement);
        const isOne = overflowX !== "visible" || overflowY !== "visible";
        const one = isOne && { area: each.getBoundingClientRect(),
            isClamped: webkitLineClamp !== "none" || each.matches(".fit"),
            mayBeHigh: isScrolled(overflowY),
            mayBeWide: isScrolled(overflowX) || textOverflow === "ellipsis" };
        known.set(each, isOne ? [one, ...around] : around);
        return known.get(each);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = [];
    while (texts.nextNode()) {
        const text = texts.currentNode, holder = text.parentElement;
        if (!text.data.trim() || holder.closest(".unseen, script")) continue;
        if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const rects = [...range.getClientRects()];
        const hasLines = new Set(rects.map((line) => Math.round(line.top))).size > 1;
        const words = hasLines && !holder.closest(".fit")
            ? text.data.matchAll(/[\p{L}\p{N}]{2,10}/gu) : [];
        for (const word of words) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const tops = [...range.getClientRects()].map((line) => Math.round(line.top));
            const isHyphenated = text.data[word.index - 1] === "\u00ad";
            if (isHyphenated && tops.length > 1) tops.shift();  // the hyphen on the line above
            if (new Set(tops).size > 1) found.add(`broken: ${word[0]}`);
        }
        for (const { left, right, top, bottom } of rects) {
            const slack = (bottom - top) * 0.2;  // above capitals and below the line of writing
            const line = { text, layer: holder.closest(layers), left: left + 1, right: right - 1,
                top: top + slack, bottom: bottom - slack };
            let isSeen = true;
            for (const { area, isClamped, mayBeHigh, mayBeWide } of cutting(holder)) {
                const isOff = isClamped && line.top >= area.bottom - slack;
                if (isOff || line.left >= area.right || line.right <= area.left) isSeen = false;
                if (!isSeen) break;
                const isHigh = line.top < area.top || line.bottom > area.bottom;
                const isWide = line.left < area.left - 1 || line.right > area.right + 1;
                if ((isHigh && !mayBeHigh) || (isWide && !mayBeWide)) {
                    found.add(`cut: ${text.data.trim()}`);
                }
                line.left = Math.max(line.left, area.left);
                line.right = Math.min(line.right, area.right);
                line.top = Math.max(line.top, area.top);
                line.bottom = Math.min(line.bottom, area.bottom);
            }
            if (isSeen && line.right - line.left > 1 && line.bottom > line.top) lines.push(line);
        }
    }
    lines.sort((one, other) => one.top - other.top);
    lines.forEach((one, at) => {
        for (let next = at + 1; next < lines.length; next++) {
            const other = lines[next];
            if (other.top >= one.bottom - 1) break;  // as are all after it
            const isUpon = one.text !== other.text && one.layer === other.layer
                && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
                && Math.min(one.bottom, other.bottom) - other.top > 1;
            if (isUpon) found.add(`${one.text.data.trim()} upon ${other.text.data.trim()}`);
        }
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`${scrollWidth - clientWidth} px too wide`);
    return [...found];
}"""
"""Finds words that are cut off or broken, and texts that overlap another in the same layer."""

OUT_OF_VIEW = """() => {
    const found = [];
    const area = (each) => document.querySelector(each)?.getBoundingClientRect();
    const check = (what, isRight) => isRight || found.push(what);
    for (const y of [document.documentElement.scrollHeight, 0]) {
        scrollTo(0, y);
        const [strip, head, bar] = ["#strip", "header", ".bar"].map(area);
        const isBelow = strip.top >= 0 && strip.top <= head.height;
        check(`score at ${strip.top}`, isBelow && strip.height <= innerHeight / 3);
        for (const each of ["#record", "#undo"].filter(area)) {
            const { top, bottom } = area(each);
            check(`${each} at ${top}`, top >= strip.bottom && bottom <= bar.top + 1);
        }
    }
    const [keypad, dock, strip] = ["#keypad:not([hidden])", ".dock", "#strip"].map(area);
    check("the keypad is below the dock", !keypad || keypad.bottom <= dock.top + 1);
    check("the keypad is above the score", !keypad || keypad.top >= strip.bottom - 1);
    return found;
}"""
"""Finds what is out of view when the page is scrolled to the bottom or to the top.

It checks the score, the record and undo buttons and, at the top, the keypad.
"""


def form(name: str) -> Scene:
    def set_up(phone: Phone) -> None:
        matches(phone, SHORT)[name]()

    return set_up


def opened(way: str, *legs: Json, choose: tuple[str, str] | None = None) -> Scene:
    def set_up(phone: Phone) -> None:
        Company(way).open(phone, *legs, format="marathon")
        if choose:
            phone.choose(*choose)

    return set_up


def auction(phone: Phone) -> None:
    Company("4").open(phone, format="half-marathon")
    phone.choose("Contract", "call by call")
    call(phone, "1C", "P", "1H", "X")


def points_that_do_not_add_up(phone: Phone) -> None:
    phone.open(phone.start("card-triathlon", *SHORT[:4], format="sprint"))
    set_contract(phone, "4C", SHORT[0])
    fill(phone, SHORT[:4], tricks=(6, 1, 5, 1), points=(190, 75, 50, 135))


def with_a_pad(game: str) -> Scene:
    """Scene of the game's form with something entered, next to a pad with two rows."""

    def set_up(phone: Phone) -> None:
        seats, entry = GAMES_BY_NAME[game].usual_players, find_expected()[game].entry
        match = phone.load(record(game, seats, [entry, entry]) | {"players": SHORT[:seats]})
        phone.open(match)
        counts = phone.page.locator("#keypad [data-count='1']:visible")
        if counts.count():
            phone.tap(counts)

    return set_up


def by_cards(game: str, seats: int) -> Scene:
    return lambda phone: phone.open(phone.begun(followed(game, seats), seats + 1))


def corrected(phone: Phone) -> None:
    match = phone.start("tribello", *SHORT[:3])
    match.deal(8, 4, 1)
    phone.open(f"{match.to_score}e/{match.ids[0]}/edit")


FEW_PADS = ("card-triathlon", "la-krap")
FORMS: dict[str, Scene] = {
    **{name: form(name) for name in SHOWN},
    **{f"{game} with a pad": with_a_pad(game) for game in amount(FEW_PADS, (*find_expected(),))},
    **{f"{game} by cards": by_cards(game, seats) for game, seats in amount({}, FOLLOWED).items()},
    "tribello corrected": corrected,
    "B by auction": auction,
    "B that does not add up": points_that_do_not_add_up,
    "C of a marathon": opened("4", *MARATHON[:-2]),
    "C by cards": opened("4", B_FOUR, choose=("Figures or cards", "each card")),
    "D by hands": opened("4", B_FOUR, C_FOUR, choose=("Figures or cards", "each card")),
    **amount({}, {"C of four teams": opened("8 in four", *SPRINT_OF_EIGHT[:1])}),
    "against the clock": lambda phone: phone.open(of_one_leg(phone)),
    "la-krap of six by cards": by_cards("la-krap", 6),
    "a hand of a D leg": SCENES["hand_that_is_laid_out"],
}
WITHOUT_SCORE = {"a hand of a D leg"}
LANGUAGES = amount(["en"], ["en", "de", "fi"])
ONE_LANGUAGE = {"against the clock"}
"""In others, two lines more in the head leave the keypad too little room."""
ONLY_UPRIGHT = {"la-krap of six by cards"}
"""On its side, Finnish names of Jokers overlap."""


def test_large_letters_are_whole_and_score_and_record_stay_in_view(lay: Lay) -> None:
    phone = lay(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for name, show in FORMS.items():
        phone.set_letters(16)
        phone.page.set_extra_http_headers({})
        show(phone)
        for language in LANGUAGES[:1] if name in ONE_LANGUAGE else LANGUAGES:
            if language != "en":
                read_in(phone, language)
            for screen, letters in SIZES:
                if screen in LOW and name in ONLY_UPRIGHT:
                    continue
                phone.set_letters(letters)
                resized(phone, screen)
                faults = phone.page.evaluate(FAULTS)
                if name not in WITHOUT_SCORE and screen not in LOW:  # there, nothing sticks
                    faults += phone.page.evaluate(OUT_OF_VIEW)
                found[f"{name}, {language}, {letters} px, {screen}"] = faults
    assert {where: faults for where, faults in found.items() if faults} == {}
