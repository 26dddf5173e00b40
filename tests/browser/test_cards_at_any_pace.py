"""Cards tapped faster than Referee answers: none is lost, none lies in another player's place."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from itertools import count, product

import pytest
from playwright.sync_api import expect

from tests.browser.followed import TABLES, begun, followed, shows_trick
from tests.browser.table import House, Phone
from tests.browser.test_by_cards import record
from tests.browser.way import Fault, Way, good

LATENCIES, GAPS = (0, 100, 300, 1000), (80, 150, 250)
"""Milliseconds until an answer sets out, and between two taps."""
EVERY = [*product(LATENCIES, GAPS)]
PACES = {
    game: EVERY if os.environ.get("FAULTS") else [
        (latency, GAPS[(at + number) % len(GAPS)])
        for at, latency in enumerate(LATENCIES if number == 0 else LATENCIES[:-1])
    ]
    for number, game in enumerate(TABLES)
}  # fmt: skip
"""Together, the games go through most combinations; `make faults` tries all in each game."""
CARDS = 6
DRAWN = 100
"""Milliseconds within which a tapped card must be drawn."""
TAPPED = """async ([cards, gap, most]) => {
    const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
    const outbox = document.querySelector("script[src*='match/outbox']").src;
    await import(outbox.replace("outbox", "offline"));  // later taps are drawn at once
    const late = [];
    for (const [at, card] of cards.entries()) {
        if (card === cards[at - 1]) await pause(300);  // sooner, it would be the same touch
        const key = document.querySelector(`#play button[value="${card}"]`);
        const face = key.textContent.trim();
        const begun = performance.now();
        key.click();
        await new Promise(requestAnimationFrame);
        const spent = performance.now() - begun;
        const drawn = [...document.querySelectorAll("#play > .trick .card, #last .deed .card")];
        const isDrawn = drawn.some(({ textContent }) => textContent.trim().startsWith(face));
        if (!isDrawn || spent > most) late.push(`${card} ${isDrawn} ${spent}`);
        await pause(gap - spent);
    }
    return late;
}"""
"""Taps these keys in turn; returns those whose cards weren't drawn in time."""


def tap(phone: Phone, cards: Sequence[str], gap: int) -> None:
    late = phone.page.evaluate(TAPPED, [cards, gap, DRAWN])
    assert late == [], f"{gap} ms between two taps"


def slow(way: Way, latency: int) -> None:
    """Let each form's answer set out after so many milliseconds; lose the answer to the second."""
    forms = count()

    def wait(method: str, _path: str) -> None:
        time.sleep(latency / 1000 if method == "POST" else 0)

    def lose(method: str, _path: str) -> Fault:
        return "unanswered" if method == "POST" and next(forms) == 1 else ""

    way.meanwhile, way.fate = wait, lose


@pytest.mark.parametrize("game", TABLES)
def test_no_card_is_lost_at_any_pace(game: str, far: Phone, way: Way, house: House) -> None:
    deal = followed(game, TABLES[game])
    fallen = len(deal.cards)
    for latency, gap in PACES[game]:
        if fallen + CARDS >= len(deal.cards):
            fallen = 0
            far.open(begun(far, deal))
        slow(way, latency)
        cards = deal.cards[fallen : fallen + CARDS]
        if latency == LATENCIES[1]:
            tap(far, cards[:3], gap)
            with house.away():
                tap(far, cards[3:], gap)
        else:
            tap(far, cards, gap)
        fallen += CARDS
        shows_trick(far, deal, fallen)


def test_a_deal_is_followed_without_a_connection(far: Phone, way: Way) -> None:
    """The whole deal waits on the phone, through a reload, and is then scored as if it had one."""
    deal = followed("tribello", 3)
    match = begun(far, deal)
    far.open(match)
    tap(far, deal.cards[:4], 80)
    shows_trick(far, deal, 4)
    way.all("lost")
    tap(far, deal.cards[4:], 20)
    expect(far.page.get_by_text(f"{len(deal.cards) - 4} cards are saved")).to_be_visible()
    way.fate = good
    far.page.reload()
    shows_trick(far, deal, len(deal.cards))
    record(far, deal)
    (kept,) = json.loads(match.read("record.json"))["entries"]
    assert kept["play"] == deal.dealt.play
