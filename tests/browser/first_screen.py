"""What the first screen of a match asks a reader to take in: its words and its controls."""

from __future__ import annotations

from typing import NamedTuple

from tests.browser.layout import NEXT_FRAME
from tests.browser.table import Phone


class FirstScreen(NamedTuple):
    words: int
    controls: int


SEEN = r"""() => {
    const isInView = (holder, { x, y, width, height }) => {
        const [left, top] = [x + width / 2, y + height / 2];
        const hit = document.elementFromPoint(left, top);
        const around = holder.closest("label, a, summary, button") ?? holder;
        return width > 0 && hit && (around.contains(hit) || hit.contains(holder));
    };
    const isCounted = (each) => !each.closest("table.pad, .unseen")
        && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const words = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!isCounted(text.parentElement)) continue;
        for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const [line] = range.getClientRects();
            if (line && isInView(text.parentElement, line)) words.push(word);
        }
    }
    const controls = [...document.querySelectorAll(
        "a, button, summary, label:has(input), input:not(label input), select, textarea",
    )].filter((each) => isCounted(each) && isInView(each, each.getBoundingClientRect()));
    return [words, controls.map((each) => each.ariaLabel || each.textContent.trim())];
}"""
"""The words and the controls in the window that nothing covers, except those of the scorepad."""


def first_screen(phone: Phone) -> FirstScreen:
    phone.page.evaluate(NEXT_FRAME)
    words, controls = phone.page.evaluate(SEEN)
    return FirstScreen(len(words), len(controls))
