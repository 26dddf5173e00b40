"""A deal followed card by card, to its record; what is stored of it, and what does not fall."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask

from referee.core.sheet import read_record, score
from tests.games.dealt import Dealt
from tests.web.followed import (
    begin,
    begun,
    dealt,
    facts_typed,
    keys,
    played,
    points,
    redo,
    sent,
    start_for,
    tap,
    tap_all,
    trick_asked,
    trick_shown,
    undo,
)
from tests.web.phones import HTMX, Page, Phone, PlayedMatch, app_over, start, store_of

DEALS = [
    dealt("tribello", 2, first_dealer=2),
    dealt("triathlon", 2, first_dealer=1, athlete_discard="never"),
    dealt("la-krap", 3, seats=6, twos="suit", sheet="plain", special_anytime=False),
    dealt("la-krap", 16, seats=5, empty_trick="nobody", twos="suit"),  # nobody takes the first
]
ONE_OF_EACH = [dealt("tribello", 3), dealt("triathlon", 3), dealt("la-krap", 5, seats=4)]


BY_TURNS = list(zip(DEALS, cycle((True, False)), strict=False))
"""Each game with htmx and without."""


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


def named(deal: object) -> str:
    return f"{deal.game} {deal.seats}" if isinstance(deal, Dealt) else f"by htmx: {deal}"


def figures(page: Page) -> list[str]:
    """The cells of the only row of the pad, as a pad without signs would have them."""
    (row,) = page.rows
    return [cell.split()[0].removeprefix("+") for cell in row]


# A whole deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deal", "by_htmx"), BY_TURNS, ids=named)
def test_a_whole_deal_is_followed_and_recorded_with_the_tricks_of_the_rules(
    ann: Phone, quick: Phone, deal: Dealt, by_htmx: bool
) -> None:
    phone = quick if by_htmx else ann
    match, page = begun(ann, deal)
    _, leaders, takers = deal.oracle.followed(deal.play)
    tricks = [takers.count(seat) for seat in range(deal.seats)]
    for number, trick in enumerate(deal.play):
        assert trick_asked(ann, match) == ([], leaders[number])
        for card in trick[:-1]:
            page = tap(phone, page, card)
            assert (page.status, page.is_whole) == (200, not by_htmx)
        assert trick_shown(page) == trick[:-1]
        page = tap(phone, page, trick[-1])
        assert match.fallen() == deal.cards[: (number + 1) * deal.seats]
        assert match.entries == []
    assert keys(page) == {}

    page = phone.send(page, "/play/record")

    assert (page.status, page.is_whole) == (200, not by_htmx)
    assert page.rules == []
    assert match.entries == [deal.entry]
    assert match.fallen() is None
    shown = [str(cell).replace("-", "−") for cell in points(deal)]
    assert figures(page) == shown
    record = match.match.record()
    record["entries"][0] |= {"tricks": tricks}  # which must be those that the cards show
    assert score(record)["problems"] == []


def test_what_has_fallen_cannot_be_tapped_again_and_the_rest_can(ann: Phone) -> None:
    deal = dealt("triathlon", 3)
    _, page = played(ann, deal, 7)
    used = set(deal.cards[:7]) - {"JK"}
    assert {card for card, may_fall in keys(page).items() if not may_fall} == used
    assert set(keys(page)) == set(deal.pack)


def test_a_card_of_two_copies_can_be_tapped_twice(ann: Phone) -> None:
    match = start(ann, "la-krap", "Ann", "Ben", "Cleo")
    page = begin(ann, match, upcard0="AH", upcard1="KS", upcard2="9D", turned="QC")
    for copies in (1, 2):
        assert keys(page)["AS"]
        page = tap(ann, page, "AS")
        assert len(trick_shown(page)) == copies
    assert not keys(page)["AS"]
    assert keys(page)["QC"]  # one of the two lies turned beside
    page = tap(ann, page, "QC")
    assert not keys(page)["QC"]


# In the middle of it ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "fallen"), list(zip(ONE_OF_EACH, (0, 6, 5), strict=True)), ids=named
)
def test_any_phone_at_any_time_goes_on_with_the_same_trick(
    tmp_path: Path, deal: Dealt, fallen: int
) -> None:
    app = app_over(tmp_path)
    ann = Phone(app)
    match, before = played(ann, deal, fallen)
    tricks = deal.tricks(deal.cards[:fallen])
    trick = tricks[-1] if tricks and len(tricks[-1]) < deal.seats else []
    assert trick_shown(before) == trick
    for phone in (ann, Phone(app), Phone(app, headers=HTMX)):
        page = phone.open(match.to_score)
        assert trick_shown(page) == trick
        assert keys(page) == keys(before)
    assert trick_shown(Phone(app).open(match.to_watch)) == trick
    store_of(app).close()

    later = app_over(tmp_path)
    ben, again = Phone(later), PlayedMatch(store_of(later), match.score_key)
    page = ben.open(match.to_score)
    assert trick_shown(page) == trick
    assert keys(page) == keys(before)
    page = tap_all(ben, page, deal.cards[fallen:])
    assert ben.send(page, "/play/record").status == 200
    assert again.entries == [deal.entry]
    store_of(later).close()


@pytest.mark.parametrize("deal", ONE_OF_EACH, ids=named)
def test_undo_takes_back_card_by_card_and_redo_brings_them_again(ann: Phone, deal: Dealt) -> None:
    fallen = deal.seats + 2
    match, page = played(ann, deal, fallen)
    for left in reversed(range(fallen)):
        page = undo(ann, match)
        assert match.fallen() == deal.cards[:left]
        assert trick_shown(page) == deal.cards[left - left % deal.seats : left]
    page = undo(ann, match)
    assert match.fallen() is None
    assert page.form("/entries")
    for there in range(fallen + 1):
        page = redo(ann, match)
        assert trick_shown(page) == deal.cards[there - there % deal.seats : there]
    assert tap(ann, page, deal.cards[fallen]).status == 200


def test_the_log_leads_back_to_every_card(ann: Phone, ben: Phone) -> None:
    deal = dealt("la-krap", 5, seats=4)
    match, _ = played(ann, deal, 9)
    log = ann.open(match.to_score + "log/")
    forms = [form for form in log.tree.all("form") if form["action"].endswith("/back")]
    ways = {form.fields()["to"]: form for form in forms}
    assert ways.keys() == {str(number) for number in range(1, match.number)}
    for to, left in ((7, 5), (2, 0), (10, 8)):
        form = ways[str(to)].fields() | {"number": str(match.number), "id": str(uuid4())}
        page = ann.follow(ann.post(match.to_score + "back", form))
        assert match.fallen() == deal.cards[:left]
        assert trick_shown(page) == deal.cards[left - left % 4 : left]
    assert ben.open(match.to_watch + "log/").tree.all("form") == []
    assert tap(ben, page, deal.cards[8]).status == 200
    assert ben.open(match.to_watch + "log/").status == 200


def test_a_record_taken_back_leaves_the_deal_where_it_was(ann: Phone) -> None:
    deal = dealt("la-krap", 6)
    match, page = played(ann, deal)
    ann.send(page, "/play/record")
    page = undo(ann, match)
    assert match.entries == []
    assert page.form("/play/record")
    assert ann.send(page, "/play/record").status == 200
    assert match.entries == [deal.entry]


def test_nothing_of_a_deal_that_is_followed_is_in_the_record_yet(ann: Phone) -> None:
    match, page = played(ann, dealt("tribello", 3), 20)
    record = ann.open(match.to_score + "record.json").response.get_json()
    assert read_record(record).entries == []
    assert page.rows == []
    assert page.totals == ["0", "0", "0"]


# Once, and not too late ---------------------------------------------------------------------------


@pytest.mark.parametrize("by_htmx", [True, False])
def test_a_card_that_is_sent_twice_falls_once(ann: Phone, quick: Phone, by_htmx: bool) -> None:
    phone = quick if by_htmx else ann
    match, page = played(ann, dealt("triathlon", 3), 2)
    number = match.number
    answers = [phone.answer(page, "/play/card", card="AS") for _ in range(2)]
    assert {answer.status for answer in answers} == {200 if by_htmx else 303}
    assert match.number == number + 1
    sent(ann, match, "play/card", card="AH")  # somebody goes on meanwhile
    assert phone.answer(page, "/play/card", card="AS").status == answers[0].status
    assert (match.fallen() or []).count("AS") == 1
    assert match.number == number + 2


@pytest.mark.parametrize("act", ["/play/", "/play/say", "/play/leave", "/play/record"])
def test_every_other_act_sent_twice_is_done_once_too(ann: Phone, act: str) -> None:
    deal = dealt("la-krap", 5)
    match = start_for(ann, deal)
    page, typed = ann.open(match.to_score + "play/"), facts_typed(deal.facts)
    if act != "/play/":
        page, typed = ann.send(page, "/play/", **typed), {}
        page = tap_all(ann, page, deal.cards if act == "/play/record" else deal.cards[: deal.seats])
    if act == "/play/say":
        typed = {"act": "0"}
    number = match.number
    first, second = (ann.answer(page, act, **typed) for _ in range(2))
    assert first.status == second.status == 303
    assert first.response.headers["Location"] == second.response.headers["Location"]
    assert match.number == number + 1


@pytest.mark.parametrize("by_htmx", [True, False])
def test_a_card_that_comes_too_late_does_not_fall_and_the_fresh_trick_is_shown(
    ann: Phone, ben: Phone, quick: Phone, by_htmx: bool
) -> None:
    phone = quick if by_htmx else ben
    deal = dealt("tribello", 3)
    match, _ = played(ann, deal, 3)
    early = ben.open(match.to_score)
    tap(ann, ben.open(match.to_score), deal.cards[3])
    late = phone.answer(early, "/play/card", card=deal.cards[4])
    assert (late.status, late.is_whole) == (409, not by_htmx)
    assert late.alert
    assert trick_shown(late) == deal.cards[3:4]
    assert tap(phone, late, deal.cards[4]).status == 200
    assert match.fallen() == deal.cards[:5]


@pytest.mark.parametrize("act", ["/play/say", "/play/leave", "/play/record"])
def test_no_act_that_comes_too_late_is_done(ann: Phone, ben: Phone, act: str) -> None:
    deal = dealt("la-krap", 5)
    match, _ = played(ann, deal, None if act == "/play/record" else deal.seats)
    early = ben.open(match.to_score)
    ann.send(ann.open(match.to_score + "share/"), "/names", title="Saturday")
    number, typed = match.number, {"act": "0"} if act == "/play/say" else {}
    late = ben.answer(early, act, **typed)
    assert late.status == 409
    assert late.alert
    assert match.number == number
    assert ben.answer(late, act, **typed).status == 303


def test_the_id_of_an_event_of_another_kind_writes_no_card(ann: Phone) -> None:
    match, _ = played(ann, dealt("tribello", 3), 3)
    opening = {"id": match.events[1].id, "number": str(match.number), "card": "2C"}
    page = ann.post(match.to_score + "play/card", opening)
    assert (page.status, match.number) == (409, 5)


# What does not fall -------------------------------------------------------------------------------

REFUSED = [
    ("tribello", "KS", "tribello.pack"),  # has fallen
    ("tribello", "JK", "tribello.pack"),
    ("tribello", "SHEET", "tribello.pack"),
    ("tribello", "", "tribello.pack"),
    ("tribello", "<b>", "tribello.pack"),
    ("tribello", "11S", "tribello.pack"),
    ("tribello", "KS" * 4000, "tribello.pack"),
    ("triathlon", "KS", "triathlon.pack"),
    ("triathlon", "2S", "triathlon.pack"),
    ("la-krap", "KS", "la-krap.pack"),  # one has fallen, the other lies turned
    ("la-krap", "3S", "la-krap.pack"),
    ("la-krap", "JK", "la-krap.pack"),
]


@pytest.mark.parametrize("by_htmx", [True, False])
@pytest.mark.parametrize(("game", "card", "rule"), REFUSED, ids=lambda value: value[:8])
def test_a_card_that_cannot_fall_is_refused_by_its_rule_and_nothing_is_written(
    ann: Phone, quick: Phone, game: str, card: str, rule: str, by_htmx: bool
) -> None:
    match = start(ann, game, "Ann", "Ben", "Cleo")
    facts = {"trump": "S"} if game != "la-krap" else {"turned": "KS", "alone": "1"}
    page = tap(ann, begin(ann, match, **facts), "KS")
    number = match.number
    refused = tap(quick if by_htmx else ann, page, card)
    assert (refused.status, refused.is_whole) == (422, not by_htmx)
    assert refused.rules == [rule]
    assert trick_shown(refused) == ["KS"]
    assert match.number == number
    insisting = ann.post(
        match.to_score + "play/card",
        refused.form("/play/card").fields() | {"card": card, "anyway": "1"},
    )
    assert (insisting.status, match.number) == (422, number)


@pytest.mark.parametrize("deal", ONE_OF_EACH, ids=named)
def test_after_the_last_card_none_falls_and_the_page_says_why(ann: Phone, deal: Dealt) -> None:
    match, _ = played(ann, deal)
    number = match.number
    for card, rule in ((deal.cards[0], "play"), (deal.pack[0], "play"), ("xx", "pack")):
        page = sent(ann, match, "play/card", card=card)
        assert page.status == 422
        assert page.form("/play/record")
        assert page.rules == [f"{deal.game}.{rule}"]
    assert match.number == number


@pytest.mark.parametrize("act", ["card", "say", "leave", "record", "hand"])
def test_where_no_deal_is_followed_nothing_can_be_done_with_one(
    ann: Phone, friday: PlayedMatch, act: str
) -> None:
    page = sent(ann, friday, f"play/{act}", card="AS", act="0", hand="AS")
    assert (page.status, friday.number) == (404, 1)
    assert page.alert


def test_only_games_with_tricks_are_followed_and_only_until_their_end(
    ann: Phone, swim: PlayedMatch
) -> None:
    assert ann.open(swim.to_score + "play/").status == 404
    assert sent(ann, swim, "play/").status == 404
    assert swim.number == 1


@pytest.mark.parametrize("act", ["-1", "1", "x", "", "9" * 5000])
def test_what_cannot_be_said_is_not_written(ann: Phone, act: str) -> None:
    deal = dealt("la-krap", 5)
    match, _ = played(ann, deal, deal.seats)  # where one marriage could be announced
    number = match.number
    assert sent(ann, match, "play/say", act=act).status == 422
    assert match.number == number
