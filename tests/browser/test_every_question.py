"""Every question, asked by tapping: the number of taps and the answer.

Each game's folder says how its questions are asked, in `Expected.asked`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulings import ruled_kinds
from tests.browser.hands import tap_keys, total
from tests.browser.legs import call
from tests.browser.table import Match, Phone
from tests.browser.test_desk import MAY_I, from_home, from_match, to
from tests.faults.conftest import amount
from tests.games.expected import MAY, Asked, find_expected

COMPANY = ("Ann", "Ben", "Cora", "Dora")
PLAYERS = tuple(f"Player {seat}" for seat in range(1, 5))
LARGE = 32
"""Font size that can be read across a table, in pixels."""
FOLDED = ("irregularity", "deal")
"""Kinds of question whose rule is folded, so that the advice or receipt stays in view."""
ON_KEYS = ("arrange", "layout")
"""Kinds of question that show a key for each card of a pack and answer after each tap."""


def tap(phone: Phone, seated: Sequence[str], act: str | int, *given: str | int) -> None:
    """Do one step of a question, at a table where the people in `seated` play."""
    words = [each.format(*seated) for each in given if isinstance(each, str)]
    numbers = [each for each in given if isinstance(each, int)]
    match act:
        case "home":  # a match knows this, or opens it by itself
            if seated is PLAYERS:
                tap(phone, seated, *given)
        case "key":
            phone.choose(*words)
        case "wrong":
            phone.choose("What happened", re.compile(words[0]))
        case "opens":  # the picker waits for a tap
            phone.choose_a_card(words[0])
        case "cards":  # the picker is open, usually by itself
            phone.picks_for(words[0])
            phone.pick(*words[1].split())
        case "next":  # by its tab, since a partly entered hand is never full
            tabs = phone.picker.get_by_role("group", name="Whose cards")
            phone.tap(tabs.get_by_role("button", name=words[0], exact=True))
        case "done":
            phone.close_picker()
        case "ask":  # the form can't know that this is everything
            phone.tap_button("Ask")
        case "types":  # on the phone's keyboard, which opens with a tap on the field
            phone.tap(phone.page.get_by_label(words[0], exact=True))
            phone.page.keyboard.type(words[1])
            phone.taps += 1
        case "counts":
            for name, count in zip(seated, numbers, strict=False):
                phone.count(name, count)
        case "figures":
            expect(phone.cell(seated[0], words[0])).to_be_visible()  # its keys appear by themselves
            for name, value in zip(seated, numbers, strict=False):
                phone.type_figure(name, value, words[0])
        case "all worth":
            for name in seated:
                tap(phone, seated, "types", f"{name}, value", words[0])
                phone.taps += len(words[0]) - 1
        case "alone":
            phone.unfold("By hand: teams, trumps, exchange")
            phone.tap(phone.page.get_by_role("checkbox", name="Everyone plays alone"))
        case "calls":
            call(phone, *words, group="Calls, starting with the dealer")
        case "hand":  # with a full pack of keys on the page
            tap_keys(phone, words[0])
        case _:
            raise AssertionError(act)


def to_desk(phone: Phone, game: str, match: Match, way: str) -> None:
    """Open the list of questions directly, but count the taps that it would take."""
    phone.open(f"/ask?game={game}" if way == "home" else f"{match.to_score}ask/")
    phone.taps = 2 if way == "home" else 1


EVERY = [(game, way) for game in find_expected() for way in ("match", "home")]


@pytest.mark.parametrize(("game", "way"), amount([("la-krap", "match")], EVERY))
def test_every_question_is_asked_in_these_taps(phone: Phone, game: str, way: str) -> None:
    desk = GAMES[game]
    titles: dict[str, str] = {question_name(kind): kind.title for kind in ruled_kinds(desk)}
    if any(kind.by_suits for kind in ruled_kinds(desk)):
        titles[MAY] = MAY_I
    questions = find_expected()[game].asked
    assert {each.kind for each in questions} == titles.keys()
    match = phone.start(game, *COMPANY[: min(desk.spec.most, len(COMPANY))])
    seated = PLAYERS if way == "home" else COMPANY
    taps = {}
    expected = {}
    for number, asked in enumerate(questions):
        only_at_home = sum(step[0] == "home" for step in asked.steps)
        if way == "home" and number and not only_at_home:
            continue  # the form is the same as in a match
        if number:
            to_desk(phone, game, match, way)
        elif way == "match":
            from_match(phone, match)
        if number or way == "match":
            to(phone, titles[asked.kind])
        else:
            from_home(phone, desk.title, titles[asked.kind])
        for step in asked.steps:
            tap(phone, seated, *step)
        is_ruled(phone, game, asked, seated, asked.at_home if way == "home" else "")
        taps[asked.kind] = phone.taps
        expected[asked.kind] = asked.taps + (1 + only_at_home if way == "home" else 0)
    assert taps == expected


def is_ruled(
    phone: Phone, game: str, asked: Asked, seated: Sequence[str], at_home: str = ""
) -> None:
    """Check that the verdict is large and that its first rule is quoted below it."""
    shown = phone.page.get_by_role("link", name="Show the others")
    answer = phone.page.get_by_role("status").filter(has=shown)
    verdict = answer.locator(".verdict")
    expect(verdict).to_contain_text((at_home or asked.verdict).format(*seated))
    # With a full pack of keys, the bottom bar shows the answer, which is below the cards.
    in_sight = total(phone) if asked.kind in ON_KEYS else verdict
    expect(in_sight).to_have_text(verdict.inner_text())
    expect(in_sight).to_be_in_viewport(ratio=1)
    assert verdict.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= LARGE
    link = phone.page.locator(f"a[href$='#{game}.{asked.rule}']")
    quote = (
        answer.get_by_role("listitem", include_hidden=True)
        .filter(has=link)
        .locator("blockquote")
        .first
    )
    expect(quote).to_contain_text(asked.quote)
    expect(quote).to_be_visible(visible=asked.kind not in FOLDED)
    if asked.kind == "irregularity":
        acts = phone.page.get_by_role("region", name="What you can do")
        expect(acts).to_contain_text("Deal again")
