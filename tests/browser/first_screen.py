"""What the first screen of a match asks a reader to take in: its words and its controls."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import expect

from tests.browser.layout import NEXT_FRAME
from tests.browser.table import Phone

COUNT = r"""() => {
    const isInView = (holder, { x, y, width, height }) => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        const around = holder.closest("label, a, summary, button") ?? holder;
        return width > 0 && hit && (around.contains(hit) || hit.contains(holder));
    };
    const isCounted = (each) => !each.closest("table.pad, .unseen")
        && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    let words = 0;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!isCounted(text.parentElement)) continue;
        for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const [line] = range.getClientRects();
            if (line && isInView(text.parentElement, line)) words += 1;
        }
    }
    const controls = [...document.querySelectorAll("a, button, summary, select, label:has(input)")]
        .filter((each) => isCounted(each) && isInView(each, each.getBoundingClientRect()));
    return [words, controls.length];
}"""
"""Counts what is in the window and not covered; signs such as `+` count as words.

The scorepad isn't counted.
"""


class FirstScreen(NamedTuple):
    words: int
    controls: int


def first_screen(phone: Phone) -> FirstScreen:
    expect(phone.record_button).to_be_visible()
    phone.page.evaluate(NEXT_FRAME)
    return FirstScreen(*phone.page.evaluate(COUNT))
