"""Each question that a desk lists, asked by thumb: what it costs in taps, and what is told then.

A new kind of question needs a row here, or the test of its game fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from referee.core.deal_question import question_kinds
from referee.core.question import question_name
from referee.core.registry import GAMES
from tests.browser.hands import HANDS, tap_keys, total
from tests.browser.legs import call
from tests.browser.table import (
    Phone,
    choose_a_card,
    close_picker,
    pick,
    picker,
    picks_for,
    start,
)
from tests.browser.test_desk import CARDS, TURNED
from tests.browser.test_disputes import MAY_I, from_home, from_match, to

UPCARDS, MELD = "The upcards, seat by seat", "The cards of the meld"
COMPANY = ("Ann", "Ben", "Cora", "Dora")
PLAYERS = tuple(f"Player {seat}" for seat in range(1, 5))
LARGE = 32
"""Pixels that are read across a table."""
WRONG, DEAL = "irregularity", "deal"
ON_KEYS = ("arrange", "layout")
"""What is asked on the keys of a whole pack, and answered card by card."""
SHORT = "may"
"""What a desk offers beside a kind of question that can be asked without its cards."""

Tapped = Callable[[Phone, Sequence[str]], None]
"""What is tapped on a phone, at a table where these people sit."""


# What is tapped -----------------------------------------------------------------------------------


def key(group: str, value: str) -> Tapped:
    """A key of the form; `{1}` is who sits next to the first player."""
    return lambda phone, seated: phone.choose(group, value.format(*seated))


def went_wrong(what: str) -> Tapped:
    """What has gone wrong, by one of its words."""
    return lambda phone, _seated: phone.choose("What happened", re.compile(what))


def at_home(tapped: Tapped) -> Tapped:
    """What a match spares: it knows this already, or the page opens it by itself there."""

    def only_there(phone: Phone, seated: Sequence[str]) -> None:
        if seated is PLAYERS:
            tapped(phone, seated)

    return only_there


def opens(field: str) -> Tapped:
    """The picker, where it waits for a tap."""
    return lambda phone, seated: choose_a_card(phone, field.format(*seated))


def cards(field: str, picked: str) -> Tapped:
    """Cards of a field for which the picker is open, mostly by itself."""

    def tapped(phone: Phone, seated: Sequence[str]) -> None:
        picks_for(phone, field.format(*seated))
        pick(phone, *picked.split())

    return tapped


def next_hand(field: str) -> Tapped:
    """By its tab: a hand that is shown in part is never full."""

    def tapped(phone: Phone, seated: Sequence[str]) -> None:
        tabs = picker(phone).get_by_role("group", name="Whose cards")
        phone.tap(tabs.get_by_role("button", name=field.format(*seated), exact=True))
        picks_for(phone, field.format(*seated))

    return tapped


def done(phone: Phone, _seated: Sequence[str]) -> None:
    """There are no more cards."""
    close_picker(phone)


def ask_now(phone: Phone, _seated: Sequence[str]) -> None:
    """By the button: the desk cannot know that this is all."""
    phone.tap_button("Ask")


def types(label: str, digit: str) -> Tapped:
    """A digit on the keyboard of the phone itself, which comes with a tap on the field."""

    def tapped(phone: Phone, _seated: Sequence[str]) -> None:
        phone.tap(phone.page.get_by_label(label, exact=True))
        phone.page.keyboard.type(digit)
        phone.taps += 1

    return tapped


def counts(*tricks: int) -> Tapped:
    """The tricks of the first players, on the keypad."""

    def tapped(phone: Phone, seated: Sequence[str]) -> None:
        for name, count in zip(seated, tricks, strict=False):
            phone.count(name, count)

    return tapped


def figures(things: str, *values: int) -> Tapped:
    """The figures of the players, digit by digit on the keypad."""

    def tapped(phone: Phone, seated: Sequence[str]) -> None:
        expect(phone.cell(seated[0], things)).to_be_visible()  # the keys for it come by themselves
        for name, value in zip(seated, values, strict=False):
            phone.type_figure(name, value, things)

    return tapped


def all_worth(value: str) -> Tapped:
    """The same figure for each hand, on the keyboard of the phone."""

    def tapped(phone: Phone, seated: Sequence[str]) -> None:
        for name in seated:
            phone.tap(phone.worth(name))
            phone.page.keyboard.type(value)
            phone.taps += len(value)

    return tapped


def everyone_alone(phone: Phone, _seated: Sequence[str]) -> None:
    phone.unfold("Without cards")
    phone.tap(phone.page.get_by_role("checkbox", name="Everyone plays alone"))


def calls(*said: str) -> Tapped:
    return lambda phone, _seated: call(phone, *said, group="The calls")


def whole_hand(held: str) -> Tapped:
    """Cards by the keys of a whole pack, which stand on the page."""
    return lambda phone, _seated: tap_keys(phone, held)


# The questions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A question: what is tapped and told, the first rule of it in its words, and the taps."""

    game: str
    kind: str
    tapped: tuple[Tapped, ...]
    told: str
    rule: str
    quote: str
    home: int
    """Taps from the first page of the app."""
    match: int
    """Taps from the page of a match."""

    def taps(self, way: str) -> int:
        return self.home if way == "home" else self.match


SUIT_LED = "The first card of a trick sets its suit."
QUESTIONS = (
    Asked("tribello", "trick", (key("Trumps", "hearts"), cards(CARDS, "AS 2H KS")),
          "{1} wins · 2♥", "tribello.trick", "the highest trump takes it", 7, 6),
    Asked("tribello", SHORT,
          (key("Led", "hearts"), key("My card", "spades"), key("And in my hand", "I hold a heart")),
          "No: hearts have to be followed", "tribello.follow", SUIT_LED, 6, 5),
    Asked("tribello", "quota", (at_home(key("Deal", "1")),),
          "{0}: 6 · {1}: 4 · {2}: 3", "tribello.quota", "Left of the dealer", 4, 2),
    Asked("tribello", "pickup", (at_home(key("Deal", "1")), types("dealer", "5"), ask_now),
          "{1} draws up to 8", "tribello.pickup", "you may improve your hand", 7, 5),
    Asked("tribello", WRONG, (went_wrong("revoke"),),
          "No penalty: put it right, play on or deal again", "tribello.follow", SUIT_LED, 4, 3),
    Asked("tribello", DEAL, (counts(8, 4), ask_now),
          "{0}: +2 · {1}: 0 · {2}: −2", "tribello.score", "subtract your quota", 6, 5),
    Asked("thirty-one", "hand", (cards("The hand", "AH KH QH"),),
          "Worth 31: the round ends", "thirty-one.suit", "Cards of the same suit add up.", 6, 5),
    Asked("thirty-one", "turn", (key("Whose turn it is", "{1}"),),
          "{1} may swap one, swap all three, pass or close", "thirty-one.turn",
          "On your turn do exactly one of these", 4, 3),
    Asked("thirty-one", "close", (key("Who wants to close", "{1}"),),
          "Yes: {1} may close", "thirty-one.close", "only if everybody still in the game", 4, 3),
    Asked("thirty-one", WRONG, (went_wrong("shown"),),
          "No penalty: play on or deal again", "thirty-one.turn", "On your turn", 4, 3),
    Asked("thirty-one", DEAL, (all_worth("20"), ask_now),
          "20", "thirty-one.values", "", 16, 15),
    Asked("triathlon", "trick", (key("Trumps", "none"), cards(CARDS, "JK AS KS")),
          " wins · an Athlete", "triathlon.athlete-lead", "You then take the trick", 7, 6),
    Asked("triathlon", SHORT,
          (key("Led", "hearts"), key("My card", "Athlete"),
           key("And in my hand", "I hold a heart")),
          "No: an Athlete may be thrown only without hearts", "triathlon.athlete-discard",
          "If you can follow suit, you may not play an Athlete.", 6, 5),
    Asked("triathlon", "rejection", (at_home(key("Who dealt", "{0}")),),
          "{1} rejects a suit", "triathlon.rejection",
          "names a suit that shall not be trumps", 4, 2),
    Asked("triathlon", "feats", (counts(5, 5), key("Who took the last trick", "{2}")),
          "{0}: 5 · {1}: 5 · {2}: 133", "triathlon.trick-point",
          "Every trick that you win is worth 1 point.", 6, 5),
    Asked("triathlon", WRONG, (went_wrong("revoke"),),
          "No penalty: put it right, play on or deal again", "triathlon.follow", SUIT_LED, 4, 3),
    Asked("triathlon", DEAL, (counts(5, 5), key("The last trick", "{2}"), ask_now),
          "{0}: 5 · {1}: 5 · {2}: 133", "triathlon.trick-point", "", 7, 6),
    Asked("la-krap", "trick", (cards(TURNED, "8H"), cards(CARDS, "KH 10S KH JS")),
          " wins · 10♠", "la-krap.neutralise", "as if they had never been played", 8, 7),
    Asked("la-krap", SHORT,
          (key("Led", "hearts"), key("My card", "Joker"),
           key("And in my hand", "The jokers belong to hearts")),
          "Yes: it follows suit", "la-krap.follow",
          "the first card in the trick that still counts", 6, 5),
    Asked("la-krap", "teams", (at_home(opens(UPCARDS)), cards(UPCARDS, "AH 7S 9D KC"),
                               cards(TURNED, "8H")),
          "Red: {0} and {2}. Black: {1} and {3}", "la-krap.teams", "play together", 9, 7),
    Asked("la-krap", "marriage",
          (key("King and queen of", "hearts"), key("Have you just taken a trick?", "yes"),
           cards("Your hand", "QH KH"), done),
          "Yes: +5 points, then lead K♥ or Q♥", "la-krap.marriage", "announce this marriage", 8, 7),
    Asked("la-krap", DEAL, (counts(3, 2, 2), everyone_alone, ask_now),
          "27", "la-krap.trick-points", "", 9, 8),
    Asked("la-krap", WRONG, (went_wrong("out of turn"),),
          "No penalty: put it right, play on or deal again", "la-krap.lead",
          "The source does not say who plays the first card", 4, 3),
    Asked("card-triathlon", "auction",
          (key("Who dealt", "{0}"), calls("1S", "P", "P", "P"), ask_now),
          "Legal: 1♠ by {0}", "card-triathlon.b.auction",
          "You bid as at Contract Bridge.", 9, 8),
    Asked("card-triathlon", "trick", (key("Trumps", "none"), cards(CARDS, "9C KC 10C AD")),
          "{1} wins · K♣", "card-triathlon.b.trick",
          "the highest card of the suit that was led", 8, 7),
    Asked("card-triathlon", SHORT,
          (key("Led", "hearts"), key("My card", "spades"), key("And in my hand", "I hold a heart")),
          "No: hearts have to be followed", "card-triathlon.b.follow", SUIT_LED, 6, 5),
    Asked("card-triathlon", "meld", (opens(MELD), cards(MELD, "KS KH 2D"), done),
          "Yes: 25 points", "card-triathlon.c.meld",
          "A meld is three or more cards of the same rank.", 8, 7),
    Asked("card-triathlon", "pile",
          (opens("The card on top"), cards("The card on top", "9D"), cards("Your hand", "9S 9C"),
           done),
          "Yes: take the pile", "card-triathlon.c.pile", "at least two natural cards", 8, 7),
    Asked("card-triathlon", "go-out", (cards("Meld 1", "KS KS KH KH KD KD KC"), done),
          "Yes: go out", "card-triathlon.c.out", "you have gone out, and the leg ends", 11, 10),
    Asked("card-triathlon", "arrange", (whole_hand(HANDS[0]),),
          "35 points", "card-triathlon.d.straight-flush",
          "five to thirteen cards of one suit in unbroken order", 16, 15),
    Asked("card-triathlon", "layout", (whole_hand("6H 7H 8H 9H 10H"),),
          "Yes: 40 points", "card-triathlon.d.straight-flush",
          "five to thirteen cards of one suit in unbroken order", 8, 7),
    Asked("card-triathlon", "buck",
          (at_home(opens("{0}’s hand")), cards("{0}’s hand", "KS"),
           next_hand("{1}’s hand"), cards("{1}’s hand", "AH"),
           next_hand("{2}’s hand"), cards("{2}’s hand", "QS"),
           next_hand("{3}’s hand"), cards("{3}’s hand", "9C"), done),
          "{1} is Buck · A♥", "card-triathlon.d.buck", "the player with the highest card", 12, 10),
    Asked("card-triathlon", "offices",
          (key("Who is Buck in round 1", "{1}"), key("Round", "3")),
          "{2} deals", "card-triathlon.d.rounds", "Buck gathers all cards", 5, 4),
    Asked("card-triathlon", DEAL,
          (key("Which leg", "D leg"), figures("scored", 100, 5, 50, 0), ask_now),
          "{0}+{2}: 150 · {1}+{3}: 5", "card-triathlon.d.straight-flush", "five to thirteen cards",
          15, 14),
    Asked("card-triathlon", WRONG, (went_wrong("too low"),),
          "No penalty: put it right or deal again", "card-triathlon.b.auction",
          "You bid as at Contract Bridge.", 4, 3),
)  # fmt: skip


@pytest.mark.parametrize("way", ["home", "match"])
@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_asked_in_these_taps(phone: Phone, game: str, way: str) -> None:
    desk = GAMES[game]
    titles = {question_name(kind): kind.title for kind in question_kinds(desk)}
    if any(kind.short for kind in question_kinds(desk)):
        titles[SHORT] = MAY_I
    rows = {each.kind: each for each in QUESTIONS if each.game == game}
    assert rows.keys() == titles.keys()
    match = start(phone, game, COMPANY[: min(desk.spec.most, len(COMPANY))])
    taps = {}
    for kind, asked in rows.items():
        if way == "home":
            from_home(phone, desk.title, titles[kind])
        else:
            from_match(phone, match)
            to(phone, titles[kind])
        seated = PLAYERS if way == "home" else COMPANY
        for each in asked.tapped:
            each(phone, seated)
        is_ruled(phone, asked, seated)
        taps[kind] = phone.taps
    assert taps == {kind: asked.taps(way) for kind, asked in rows.items()}


def is_ruled(phone: Phone, asked: Asked, seated: Sequence[str]) -> None:
    """The verdict stands large, and the first rule under it in its own words."""
    shown = phone.page.get_by_role("link", name="Show the table")
    answer = phone.page.get_by_role("status").filter(has=shown)
    verdict = answer.locator(".verdict")
    expect(verdict).to_contain_text(asked.told.format(*seated))
    # On the keys of a whole pack the bar at the bottom says it; the answer is below the cards.
    in_sight = total(phone) if asked.kind in ON_KEYS else verdict
    expect(in_sight).to_have_text(verdict.inner_text())
    expect(in_sight).to_be_in_viewport(ratio=1)
    assert verdict.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= LARGE
    law = answer.get_by_role("listitem").filter(has=phone.page.locator(f"a[href$='#{asked.rule}']"))
    quote = law.locator("blockquote").first
    expect(quote).to_contain_text(asked.quote)
    # What can be done now, or the rest of a receipt, is not pushed down by the rule: it is folded.
    expect(quote).to_be_visible(visible=asked.kind not in (WRONG, DEAL))
