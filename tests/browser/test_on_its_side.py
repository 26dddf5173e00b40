"""Phones on their side show all keys of every form, and the heads of matches are whole."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Lay
from tests.browser.layout import resized
from tests.browser.legs import Company
from tests.browser.table import Match, Phone
from tests.browser.test_screens import ALIKE, LEG_OF, PHONE, SMALL, matches
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
KEYS = f"{KEYPAD}, #entry :is(.key, .cells:not(.n8) > .cell)"
"""All keys, and the cells of up to six."""


def keys_in_view(form: str, screen: tuple[int, int]) -> str:
    """The keys that this screen has room for: figures of six scroll, and so does a second table."""
    if form == "B of 8 in four":
        return KEYPAD
    has_room = form not in LEG_OF or (form.endswith("of 4") and screen != LOW[0])
    return KEYS if has_room else f"{KEYPAD}, #entry .key"


WAYS = ("4", "6 in three")


def contract(phone: Phone, way: str) -> Callable[[], Match]:
    return lambda: Company(way, ALIKE).open(phone, format="half-marathon")


CUT = """each =>
    each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight"""


def read_in(phone: Phone, language: str) -> None:
    """Show the page in another language, with what is typed."""
    phone.is_worn = True
    phone.page.set_extra_http_headers({"Accept-Language": language})
    phone.page.reload()


def test_all_keys_are_in_view_on_a_phone_on_its_side_and_heads_are_whole(lay: Lay) -> None:
    phone = lay()
    found: dict[str, object] = {}
    forms = matches(phone, ALIKE) | {f"contract of {way}": contract(phone, way) for way in WAYS}
    for name, show in forms.items():
        phone.page.set_extra_http_headers({})
        resized(phone, PHONE)
        show()
        for language in LANGUAGES:
            read_in(phone, language)
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
                    keys = keys_in_view(name, screen)
                    found[where] = phone.page.evaluate(OUT_OF_VIEW, keys) or phone.overflow()
    assert {where: faults for where, faults in found.items() if faults} == {}
