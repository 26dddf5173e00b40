"""Phones on their side show cells and keys of every form together; heads of matches are whole."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.layout import resized
from tests.browser.legs import Company
from tests.browser.table import Match, Phone
from tests.browser.test_screens import ALIKE, PHONE, SHOWN, SMALL, matches
from tests.faults.conftest import amount

LOW = [(568, 320), (640, 360), (667, 375), (720, 400)]
LANGUAGES = amount(["de"], ["en", "de", "fi"])

OUT_OF_VIEW = r"""(keys) => {
    scrollTo(0, 0);
    const isHidden = (each) => {
        const { x, y, width, height, bottom } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return y < 0 || bottom > innerHeight + 1 || !each.contains(hit);
    };
    return [...document.querySelectorAll(keys)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .filter((each) => !each.closest(".unseen, #why"))
        .filter(isHidden)
        .map((each) => each.textContent.trim() || each.querySelector("input").name);
}"""
"""Finds keys and cells that are off the screen or covered."""

KEYPAD = "#keypad button, .dock button, .bar > *"
CELLS = f"{KEYPAD}, #entry .cell"
KEYS = f"{CELLS}, #entry .key"
WAYS = ("4", "6 in three", "8 in four")
FIRST_TABLE = f"{KEYPAD}, .table-of:first-of-type :is(.cell, .key)"
CALLS = "#keypad button, .bar > *, .table-of:first-of-type :is(.key, .called-by > *)"
ROOM = {
    "B of 8 in four": (FIRST_TABLE, FIRST_TABLE),
    "contract of 8 in four": (FIRST_TABLE, FIRST_TABLE),
    **{f"auction of {way}": (CALLS, f"{CALLS}, .dock button") for way in WAYS},
}
"""What the lowest screen and the others have room for, if that isn't everything.

Below the score and above the bar are 243 of 320 pixels, or 283 of 360. A table's contract takes
144, so that of two tables only one is in view. An auction's bids take 240; on the lowest screen the
dock follows them.
"""


def contract(phone: Phone, way: str) -> Callable[[], Match]:
    return lambda: Company(way, ALIKE).open(phone, format="half-marathon")


def auction(phone: Phone, way: str) -> Callable[[], Match]:
    def show() -> Match:
        match = contract(phone, way)()
        phone.page.locator("label:has([value=calls])").first.click()
        return match

    return show


CUT = """each =>
    each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight"""


def read_in(phone: Phone, language: str) -> None:
    """Show the page in another language, with what is typed."""
    phone.is_worn = True
    phone.page.set_extra_http_headers({"Accept-Language": language})
    phone.page.reload()


def test_cells_and_keys_are_in_view_on_a_phone_on_its_side_and_heads_are_whole(lay: Lay) -> None:
    phone = lay()
    found: dict[str, object] = {}
    forms = matches(phone, ALIKE) | {f"contract of {way}": contract(phone, way) for way in WAYS}
    forms |= {f"auction of {way}": auction(phone, way) for way in WAYS}
    lowest = [*SHOWN, "contract of 8 in four", "auction of 8 in four"]
    for name in amount(lowest, [*forms]):
        phone.page.set_extra_http_headers({})
        resized(phone, PHONE)
        forms[name]()
        for language in LANGUAGES:
            read_in(phone, language)
            if name.startswith("auction"):
                expect(phone.page.locator(".bids:visible")).to_have_count(5)
            for screen in (PHONE, SMALL):
                resized(phone, screen)
                head = phone.page.get_by_role("heading", level=1)
                found[f"head of {name} in {language} on {screen}"] = head.evaluate(CUT)
            # The hands of eight have no room.
            for way in ("losers", "values") if "thirty-one" in name else ("any",):
                phone.enter_by(way)
                for screen in amount(LOW[:2], LOW):
                    resized(phone, screen)
                    where = f"{name} by {way} in {language} on {screen}"
                    keys = ROOM.get(name, (KEYS, KEYS))[screen != LOW[0]]
                    found[where] = phone.page.evaluate(OUT_OF_VIEW, keys) or phone.overflow()
    assert {where: faults for where, faults in found.items() if faults} == {}
