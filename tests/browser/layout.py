"""Positions on a page: what moves under a finger, and what is covered by something else."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen

TAPPED = "#live :is(button, .cell, .key, summary), .bar > *"
KEYS = "#keypad button, #record, .bar > *"
NEXT_FRAME = "() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))"


def box(what: Locator) -> dict[str, float]:
    found = what.bounding_box()
    assert found is not None
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "bottom": y + height}


def positions(what: Locator) -> list[list[float]]:
    """Positions and sizes on the page, regardless of scrolling."""
    found: list[list[float]] = what.evaluate_all(
        """all => all.map(each => each.getBoundingClientRect())
            .map(({ x, y, width, height }) => [x, y + scrollY, width, height].map(Math.round))"""
    )
    return found


def in_view(what: Locator) -> float:
    """The smallest share of any of these elements that is in the window, from 0 to 1."""
    share: float = what.evaluate_all(
        """all => new Promise((done) => {
            const seen = new IntersectionObserver((entries) => {
                done(Math.min(...entries.map(({ intersectionRatio }) => intersectionRatio)));
            });
            for (const each of all) seen.observe(each);
            if (!all.length) done(0);
        })"""
    )
    return round(share, 3)


def boxes(keys: Locator) -> dict[str, dict[str, float]]:
    """Positions and sizes on the screen by label; fetched at once for a whole pack of keys."""
    found: dict[str, dict[str, float]] = keys.evaluate_all(
        """all => Object.fromEntries(all.map((each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return [each.ariaLabel, { x, y, width, height }];
        }))"""
    )
    return found


def resized(phone: Screen, screen: tuple[int, int], *, scripts: bool = True) -> None:
    """Resize the screen and wait until scripts have laid out the page again."""
    phone.page.set_viewport_size({"width": screen[0], "height": screen[1]})
    if scripts:
        phone.page.evaluate(NEXT_FRAME)


def places(phone: Screen, of: str = TAPPED) -> dict[str, list[int]]:
    """Screen positions of the elements that match the selector `of`, by field, key or text."""
    found: dict[str, list[int]] = phone.page.evaluate(
        """(of) => Object.fromEntries([...document.querySelectorAll(of)]
            .filter((each) => each.checkVisibility() && !each.closest("#why, #pad, .unseen"))
            .map((each) => {
                const { x, y } = each.getBoundingClientRect();
                const { name = "", value = "" } = each.querySelector("input") ?? {};
                const { count, digit } = each.dataset;
                const words = each.matches("summary, #record") ? "" : each.textContent.trim();
                const key = count ?? digit ?? words;
                const field = `${name} ${each.matches(".cell") ? "" : value}`;
                return [`${each.tagName} ${field} ${name ? "" : key}`, [x, y].map(Math.round)];
            }))""",
        of,
    )
    return found


def moved(phone: Screen, before: dict[str, list[int]], of: str) -> dict[str, object]:
    after = places(phone, of)
    return {each: (at, after.get(each)) for each, at in before.items() if after.get(each) != at}


def touch(phone: Screen, what: Locator) -> None:
    """Tap the element where it is; unlike `Phone.tap`, this doesn't scroll."""
    at = box(what)
    phone.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def stays(phone: Screen, what: Locator, of: str = TAPPED, *, asks: bool = True) -> None:
    """Tap an element and check that in the end nothing has moved or vanished.

    If the tap sends a form (`asks`), no key may move before the response arrives either.
    """
    before, keys = places(phone, of), places(phone, KEYS)
    if asks:
        with phone.page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            touch(phone, what)
            at_once = moved(phone, keys, KEYS)
            assert not at_once, at_once
        answer.value.finished()
        expect(phone.page.locator(".htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)
    else:
        touch(phone, what)
    phone.page.evaluate(NEXT_FRAME)
    for _ in range(50):  # the response may be drawn later than the driver has it
        if not (in_the_end := moved(phone, before, of)):
            return
        phone.page.wait_for_timeout(100)
    raise AssertionError(in_the_end, phone.page.locator(".dock").inner_text())
