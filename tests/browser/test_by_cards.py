"""Deals followed card by card, from the first to the sheet, through all that may happen to a phone.

After every card the table has to be as the oracle has it: who played what, what is winning, who
comes next.
"""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.followed import (
    CALLED,
    TABLES,
    Followed,
    begin,
    card_key,
    fall,
    followed,
    open_suit,
    shows_trick,
    table,
    tap_card,
)
from tests.browser.table import MINUS, House, Match, Phone, face, start
from tests.games.la_krap import oracle_la_krap
from tests.games.triathlon import oracle_triathlon

SMALL = {"width": 360, "height": 740}
ROW = re.compile(r"[Dd]eal 1\b")


@cache
def deal_of(game: str) -> Followed:
    """The deal that is followed here: it has whatever the game knows."""
    wanted = {"triathlon": has_athletes, "la-krap": has_all}.get(game, lambda _deal: True)
    return followed(game, TABLES[game], wanted)


def has_athletes(deal: Followed) -> bool:
    """An Athlete is led, and one is thrown on another card."""
    play = deal.dealt.play
    is_thrown = any("JK" in trick[1:] and trick[0] != "JK" for trick in play)
    return is_thrown and any(trick[0] == "JK" for trick in play)


def has_all(deal: Followed) -> bool:
    """There are trumps and jokers, cards are neutralised, a marriage can be announced."""
    has_trumps = not oracle_la_krap.made(deal.dealt.facts["turned"]).null
    marks = [mark for fallen in range(27) for _, _, mark in deal.on_table(fallen)]
    return has_trumps and "BJ" in deal.cards and "neutralised" in marks and bool(marriage(deal))


def marriage(deal: Followed) -> tuple[int, int] | None:
    """The trick (from 1) and the seat after which a marriage can be announced."""
    if deal.dealt.game != "la-krap":
        return None
    dealt = deal.dealt
    play = oracle_la_krap.followed(dealt.play, dealt.leader, dealt.facts["turned"], dealt.options)
    return next(iter(oracle_la_krap.marriages(play)), None)


def cells(deal: Followed) -> list[int]:
    """What the deal comes to, by the oracle."""
    dealt = deal.dealt
    seats = range(dealt.seats)
    tricks = [deal.takers.count(seat) for seat in seats]
    if dealt.game == "tribello":
        return [taken - quota for taken, quota in zip(tricks, (6, 4, 3), strict=True)]
    if dealt.game == "triathlon":
        return oracle_triathlon.scores(
            *oracle_triathlon.taken(dealt.play, dealt.leader, dealt.facts["trump"])
        )
    made = oracle_la_krap.made(dealt.facts["turned"])
    sides = oracle_la_krap.teams(dealt.facts["upcards"], dealt.facts["turned"])
    announced = marriage(deal)
    married = [int(announced is not None and announced[1] == seat) for seat in seats]
    return oracle_la_krap.scores(tricks, married, sides, made.null, made.multiplier)


def figures(deal: Followed) -> list[str]:
    """The same as they stand on the sheet."""
    plus = "+" if deal.dealt.game == "tribello" else ""
    return [f"{plus if cell > 0 else ''}{cell}".replace("-", MINUS) for cell in cells(deal)]


def follow(phone: Phone, deal: Followed, first: int, last: int) -> None:
    """These cards, and the marriage when it is time for it."""
    trick, seat = marriage(deal) or (0, 0)
    between = trick * deal.dealt.seats
    if not first < between <= last:
        fall(phone, deal, first, last)
        return
    fall(phone, deal, first, between)
    name = deal.names[seat]
    announce, withdraw = f"{name} announces a marriage", f"Withdraw {name}’s marriage"
    for words, then in ((announce, withdraw), (withdraw, announce), (announce, withdraw)):
        phone.tap_button(re.compile(f"^{words}"))
        expect(phone.page.get_by_role("button", name=re.compile(f"^{then}"))).to_be_visible()
        shows_trick(phone, deal, between)
    fall(phone, deal, between, last)


def record(phone: Phone, deal: Followed) -> None:
    """The deal is over: what it comes to, and its revoke, before and after it is recorded."""
    expect(table(phone).get_by_role("term")).to_have_text(list(deal.names))
    expect(table(phone).get_by_role("definition")).to_have_text(figures(deal))
    expect(phone.record_button).to_have_text("Record deal 1 and keep it anyway")
    phone.record()
    phone.shows_row(ROW, figures(deal))
    phone.tap(phone.row(ROW).get_by_role("cell").first)
    receipt = phone.page.get_by_role("dialog", name="Receipt")
    expect(receipt.get_by_role("listitem")).to_have_text(deal.revoke_told)
    expect(receipt.get_by_role("listitem")).to_contain_text("Kept:")
    points = zip(deal.names, figures(deal), strict=True)
    expect(receipt.get_by_role("term")).to_have_text([f"{name} {cell}" for name, cell in points])
    rules = {"tribello": "score", "triathlon": "trick-point", "la-krap": "trick-points"}
    expect(receipt).to_contain_text(f"{deal.dealt.game}.{rules[deal.dealt.game]}")
    phone.tap(receipt.get_by_role("button", name="Close"))


def kept(match: Match) -> dict[str, object]:
    """The deal in the record that can be saved."""
    (entry,) = json.loads(match.read("record.json"))["entries"]
    return dict(entry)


@pytest.mark.parametrize("game", TABLES)
def test_a_deal_is_followed_to_the_sheet_whatever_happens(
    game: str, phone: Phone, lay: Lay, house: House
) -> None:
    deal = deal_of(game)
    seats, whole = deal.dealt.seats, len(deal.cards)
    reloaded, lost, handed_on = (whole * part // 5 for part in (1, 2, 3))
    undone = whole * 4 // 5 // seats * seats
    match = start(phone, game, deal.names)
    phone.open(match)
    begin(phone, deal)
    follow(phone, deal, 0, reloaded)
    phone.page.reload()
    shows_trick(phone, deal, reloaded)

    follow(phone, deal, reloaded, lost)
    other = lay(viewport=SMALL)
    other.open(match)
    shows_trick(other, deal, lost)
    for each in (phone, other):
        each.may_lose_server = True
    with house.away():
        tap_card(phone, deal.cards[lost])
        expect(phone.page.get_by_text("cannot be reached just now")).to_be_visible()
        shows_trick(phone, deal, lost)
    follow(phone, deal, lost, handed_on)

    other.page.reload()  # it would find its stream again by itself, but later
    follow(other, deal, handed_on, undone)
    shows_trick(phone, deal, undone)
    last = CALLED.get(deal.cards[undone - 1]) or face(deal.cards[undone - 1])
    phone.tap_button(re.compile(f"^Undo: {last} was played", re.IGNORECASE))
    for each in (phone, other):
        shows_trick(each, deal, undone - 1)
    follow(other, deal, undone - 1, whole)

    record(other, deal)
    expect(phone.rows).to_have_count(1)
    assert kept(match)["play"] == deal.dealt.play
    assert kept(match)["accepted"] == [deal.breach[2]]
    phone.page.reload()
    phone.shows_row(ROW, figures(deal))


def test_a_card_that_is_not_in_anybodys_hand_says_where_it_is(phone: Phone) -> None:
    match = start(phone, "la-krap", ("Ann", "Ben", "Cora"))
    upcards = {f"upcard{seat}": card for seat, card in enumerate(("AH", "7S", "KD"))}
    match.begin(**upcards, turned="BJ 2H")
    match.fall("9S", "9S", "KC")
    phone.open(match)
    phone.expects(422)
    told = phone.page.get_by_role("alert")
    for card, words in (
        ("9S", "9♠ {}: Ben played it in trick 1 and Cora played it in trick 1"),
        ("2H", "2♥ {}: it was turned before the deal"),
    ):
        tap_card(phone, card, force=True)
        expect(told).to_contain_text(words.format("cannot be played any more"))
        expect(told).to_contain_text("la-krap.pack")
        expect(told.get_by_role("button")).to_have_count(0)
    # Of two copies one may fall still.
    for card in ("KC", "BJ"):
        tap_card(phone, card)
        expect(phone.page.get_by_text("was played.")).to_contain_text(face(card), ignore_case=True)
        expect(told).to_have_count(0)
    open_suit(phone, "BJ")
    expect(card_key(phone, "BJ")).to_be_disabled()


def test_the_start_can_be_corrected_while_the_cards_stay(phone: Phone) -> None:
    match = start(phone, "triathlon", ("Ann", "Ben", "Cora"))
    match.begin(trump="H")
    match.fall("AS", "6H", "KS", "JK")
    phone.open(match)
    expect(table(phone)).to_contain_text("Ann 0, Ben 0, Cora 1 tricks; hearts are trumps")
    phone.tap_link("Correct the start")
    expect(phone.radio("Trumps", "hearts")).to_be_checked()
    phone.choose("Trumps", "spades")
    phone.tap_button("Save")
    expect(table(phone)).to_contain_text("Ann 0, Ben 1, Cora 0 tricks; spades are trumps")
    first = table(phone).get_by_role("list").first.get_by_role("listitem")
    seats = (r"Ben\s*Athlete\s*winning", r"Cora\s*next", "Ann")
    expect(first).to_have_text([re.compile(rf"^\s*{words}\s*$") for words in seats])
    phone.tap_button(re.compile("^Undo"))
    expect(table(phone)).to_contain_text("hearts are trumps")

    phone.tap_button("Enter figures instead")
    expect(phone.record_button).to_have_text("Record deal 1")
    phone.tap_button(re.compile("^Undo"))
    expect(table(phone)).to_contain_text("Ann 0, Ben 0, Cora 1 tricks; hearts are trumps")


def test_an_athlete_is_called_so_wherever_it_shows(phone: Phone) -> None:
    match = start(phone, "triathlon", ("Ann", "Ben", "Cora"))
    match.begin(trump="H")
    phone.open(match)
    open_suit(phone, "JK")
    phone.tap(table(phone).get_by_role("button", name="Athlete", exact=True))
    main = phone.page.get_by_role("main")
    expect(main).to_contain_text("An Athlete was played.")
    hand = "asked=1&cards=AS&hand=JK+9D"
    for page in ("", "log/", "board", f"ask/trick?{hand}"):
        phone.open(match.url + page)
        expect(main).to_contain_text("Athlete")
        expect(main).not_to_contain_text("Joker")
