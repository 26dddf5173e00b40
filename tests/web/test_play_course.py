"""What may happen while a deal is followed: revokes, marriages, other starts, other phones."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from referee.core.cards import read_card, with_article
from referee.core.sheet import read_record
from tests.games import oracle
from tests.games.dealt import Dealt
from tests.games.la_krap import oracle_la_krap
from tests.games.records import deal as by_figures
from tests.games.records import tribello
from tests.web.followed import (
    PLAYERS,
    begin,
    begun,
    dealt,
    facts_typed,
    irregular,
    keys,
    married,
    played,
    points,
    sent,
    start_for,
    tap,
    tap_all,
    trick_asked,
    trick_shown,
    undo,
)
from tests.web.phones import (
    Page,
    Phone,
    PlayedMatch,
    import_text,
    key_in,
    record_deal,
    store_of,
    strike,
)

REVOKES = [
    (dealt("tribello", 1), "tribello.follow"),
    (dealt("triathlon", 1), "triathlon.follow"),
    (dealt("triathlon", 4), "triathlon.athlete-discard"),
    (dealt("la-krap", 2, seats=4), "la-krap.follow"),
]


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


def messages(page: Page) -> list[str]:
    """What the problems on a page say."""
    return [li.text for box in page.tree.all(class_="problems") for li in box.all("li")]


# Revokes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deal", "rule"), REVOKES, ids=[rule for _, rule in REVOKES])
def test_a_card_that_later_ones_prove_wrong_is_named_and_kept_with_the_deal(
    ann: Phone, ben: Phone, deal: Dealt, rule: str
) -> None:
    made = irregular(deal, rule)
    match, page = begun(ann, deal)
    page = tap_all(ann, page, made.cards[: made.proven - 1])
    assert page.rules == []
    page = tap(ann, page, made.cards[made.proven - 1])
    for shown in (page, ben.open(match.to_score), ben.open(match.to_watch)):
        assert shown.rules == [rule]
        (said,) = messages(shown)
        assert str(made.trick) in said.split("(")[0]
        assert PLAYERS[made.seat] in said
        card = made.cards[made.at]
        assert ("Athlete" if card == "JK" else with_article(read_card(card))) in said

    page = tap_all(ann, page, made.cards[made.proven :])
    assert page.rules == [rule]
    unseen = sent(ann, match, "play/record")
    assert (unseen.status, unseen.rules, match.entries) == (422, [rule], [])
    page = ann.send(page, "/play/record")
    assert page.status == 200
    play = deal.tricks(made.cards)
    assert match.entries == [{**deal.facts, "play": play, "accepted": [rule]}]
    assert match.match.sheet().rows[0].open_warnings == ()
    assert not match.match.sheet().rows[0].has_error
    assert read_record(match.match.record())


def test_a_card_of_a_revoke_that_is_taken_back_proves_nothing_any_more(ann: Phone) -> None:
    deal, rule = REVOKES[0]
    made = irregular(deal, rule)
    match, page = begun(ann, deal)
    assert tap_all(ann, page, made.cards[: made.proven]).rules == [rule]
    assert undo(ann, match).rules == []


def test_a_remark_is_kept_with_the_deal(ann: Phone) -> None:
    deal = dealt("tribello", 5)
    match, page = played(ann, deal)
    ann.send(page, "/play/record", note=" a & <b> ")
    assert match.entries == [deal.entry | {"note": "a & <b>"}]


# Marriages ----------------------------------------------------------------------------------------


def unmarried(deal: Dealt, *, led: bool) -> tuple[int, int]:
    """A trick and who took it; the next is led with king or queen without partner, or neither."""
    followed = oracle_la_krap.followed(deal.play, deal.leader, deal.facts["turned"], {})
    return next(
        (number, taker)
        for number, taker in enumerate(followed.takers[:6], start=1)
        if taker is not None
        and (deal.play[number][0][:-1] in ("K", "Q")) is led
        and not oracle_la_krap.may_announce(followed, [(number, taker)])
    )


def said_in(match: PlayedMatch) -> object:
    return match.facts().get("marriages_at")


@pytest.mark.parametrize("by_htmx", [True, False])
def test_a_marriage_is_announced_after_a_trick_and_counts(
    ann: Phone, quick: Phone, by_htmx: bool
) -> None:
    phone = quick if by_htmx else ann
    deal, (trick, seat) = married()
    match, page = begun(ann, deal)
    assert page.tree.all("button", name="act") == []
    page = tap_all(phone, page, deal.cards[: trick * deal.seats - 1])
    assert page.tree.all("button", name="act") == []
    page = tap(phone, page, deal.cards[trick * deal.seats - 1])
    assert len(page.tree.all("button", name="act")) == 1
    page = phone.send(page, "/play/say", act="0")
    assert (page.status, page.is_whole) == (200, not by_htmx)
    assert said_in(match) == [[trick, seat]]
    page = tap_all(phone, page, deal.cards[trick * deal.seats :])
    assert page.rules == []
    page = phone.send(page, "/play/record")
    assert match.entries == [deal.entry | {"marriages_at": [[trick, seat]]}]
    marriages = tuple(int(each == seat) for each in range(deal.seats))
    assert list(match.match.sheet().rows[0].cells) == points(deal, marriages) != points(deal)


def test_a_marriage_can_be_withdrawn_at_any_time_and_announced_again(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match, page = begun(ann, deal)
    page = tap_all(ann, page, deal.cards[: trick * deal.seats])
    for _ in range(2):
        page = ann.send(page, "/play/say", act="0")
        assert said_in(match) == [[trick, seat]]
        (withdraw,) = page.tree.all("button", name="act")
        assert PLAYERS[seat] in withdraw.text
        page = ann.send(page, "/play/say", act="0")
        assert not said_in(match)
    undo(ann, match)
    assert said_in(match) == [[trick, seat]]
    page = tap_all(ann, ann.open(match.to_score), deal.cards[trick * deal.seats :])
    last = len(page.tree.all("button", name="act")) - 1
    page = ann.send(page, "/play/say", act=str(last))
    assert not said_in(match)
    ann.send(page, "/play/record")
    assert match.entries in ([deal.entry], [deal.entry | {"marriages_at": []}])


@pytest.mark.parametrize("led", [True, False], ids=["without the partner", "another card led"])
def test_a_marriage_that_the_cards_do_not_bear_out_keeps_the_deal_from_the_record(
    ann: Phone, led: bool
) -> None:
    deal = dealt("la-krap", 2, seats=4)
    trick, seat = unmarried(deal, led=led)
    match, page = begun(ann, deal)
    page = tap_all(ann, page, deal.cards[: trick * deal.seats])
    page = ann.send(page, "/play/say", act="0")
    assert (said_in(match), page.rules) == ([[trick, seat]], [])
    page = tap(ann, page, deal.cards[trick * deal.seats])
    assert page.rules == ([] if led else ["la-krap.marriage"])
    page = tap_all(ann, page, deal.cards[trick * deal.seats + 1 :])
    assert page.rules == ["la-krap.marriage"]
    assert page.tree.one(id="play").all("button", name="accepted") == []
    refused = sent(ann, match, "play/record", accepted="la-krap.marriage")
    assert (refused.status, refused.rules, match.entries) == (422, ["la-krap.marriage"], [])
    page = ann.send(page, "/play/say", act="0")
    assert page.rules == []
    assert ann.send(page, "/play/record").status == 200
    assert match.entries in ([deal.entry], [deal.entry | {"marriages_at": []}])


def test_a_marriage_outlives_a_correction_of_the_start(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match, page = begun(ann, deal)
    page = tap_all(ann, page, deal.cards[: trick * deal.seats])
    ann.send(page, "/play/say", act="0")
    begin(ann, match, exposed0="1")
    assert said_in(match) == [[trick, seat]]
    assert match.facts()["exposed"] == [1, 0, 0, 0]


def test_who_plays_alone_does_so_after_a_marriage_too(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match = start_for(ann, deal)
    begin(ann, match, turned=" ".join(deal.facts["turned"]), alone="1")
    page = tap_all(ann, ann.open(match.to_score), deal.cards[: trick * deal.seats])
    page = ann.send(page, "/play/say", act="0")
    page = ann.send(tap_all(ann, page, deal.cards[trick * deal.seats :]), "/play/record")
    assert page.status == 200
    (entry,) = match.entries
    assert (entry["teams"], entry["marriages_at"]) == (None, [[trick, seat]])


# Another start ------------------------------------------------------------------------------------


def test_other_trumps_in_the_middle_read_all_tricks_anew(ann: Phone) -> None:
    deal = dealt("tribello", 1)
    for trump in "SHDC":
        _, leaders, takers = oracle.by_seat(deal.play, deal.leader, trump)
        if leaders[6] != deal.oracle.followed(deal.play)[1][6]:
            break
    match, _ = played(ann, deal, 18)
    assert trick_asked(ann, match) == ([], deal.oracle.followed(deal.play)[1][6])
    page = begin(ann, match, trump=trump)
    assert match.events[-1].kind == "noted"
    assert trick_asked(ann, match) == ([], leaders[6])
    page = tap_all(ann, page, deal.cards[18:])
    ann.send(page, "/play/record")
    (entry,) = match.entries
    assert (entry["trump"], entry["play"]) == (trump, deal.play)
    tricks = [takers.count(seat) for seat in range(3)]
    assert list(match.match.sheet().rows[0].cells) == [
        taken - quota for taken, quota in zip(tricks, (6, 4, 3), strict=True)
    ]


def test_another_game_card_in_the_middle_reads_the_trick_anew(ann: Phone) -> None:
    match, _ = begun(ann, dealt("la-krap", 1))
    begin(ann, match, turned="AC")
    tap_all(ann, ann.open(match.to_score), ["7S", "AS", "7C"])
    assert trick_asked(ann, match) == ([], 0)  # Ben led, Ann has the only trump
    begin(ann, match, turned="9D")
    assert trick_asked(ann, match) == ([], 2)
    undo(ann, match)
    assert trick_asked(ann, match) == ([], 0)


def test_a_start_without_a_change_is_as_it_was(ann: Phone) -> None:
    deal = dealt("la-krap", 5, seats=4)
    match, _ = played(ann, deal, 6)
    form = ann.open(match.to_score + "play/").form("/play/").fields()
    assert facts_typed(deal.facts).items() <= form.items()
    begin(ann, match)
    assert match.facts() == deal.facts
    assert match.fallen() == deal.cards[:6]


# Figures instead ----------------------------------------------------------------------------------


def test_a_deal_that_is_left_can_be_recorded_by_figures_and_brought_back(ann: Phone) -> None:
    deal = dealt("tribello", 3)
    match, page = played(ann, deal, 10)
    page = ann.send(page, "/play/leave")
    assert match.fallen() is None
    assert page.tree.all(id="play") == []
    page = undo(ann, match)
    assert trick_shown(page) == deal.cards[9:10]
    ann.send(page, "/play/leave")
    assert record_deal(ann, match, 6, 4, 3).rows == [["0", "0", "0"]]
    assert match.entries == [by_figures(6, 4, 3)]


def test_figures_from_another_phone_end_the_deal_and_undo_goes_on_with_it(
    ann: Phone, ben: Phone
) -> None:
    deal = dealt("tribello", 3)
    match, page = begun(ann, deal)
    undo(ann, match)
    early = ben.open(match.to_score)
    page = tap_all(ann, begin(ann, match, **facts_typed(deal.facts)), deal.cards[:10])
    late = ben.answer(early, "/entries", tricks0="6", tricks1="4", note="mine")
    assert late.status == 409
    assert {("tricks0", "6"), ("note", "mine")} <= set(late.form("/entries").fields().items())
    assert match.fallen() == deal.cards[:10]
    assert ben.send(late, "/entries").rows == [["0", "0", "0"]]
    assert match.fallen() is None
    assert ann.answer(page, "/play/card", card=deal.cards[10]).status == 409
    assert trick_shown(undo(ann, match)) == deal.cards[9:10]
    assert match.entries == []


# Other deals --------------------------------------------------------------------------------------


def test_a_deal_struck_before_it_gives_the_lead_to_another_and_reads_all_anew(ann: Phone) -> None:
    deal = dealt("tribello", 1, number=1)
    match = PlayedMatch(store_of(ann.app), key_in(_imported(ann, 1).address))
    page = tap_all(ann, begin(ann, match, **facts_typed(deal.facts)), deal.cards[:7])
    assert trick_asked(ann, match) == (deal.cards[6:7], deal.oracle.followed(deal.play)[1][2])
    page = strike(ann, match, 0)
    _, leaders, takers = oracle.by_seat(deal.play, 0, deal.facts["trump"])
    assert trick_asked(ann, match) == (deal.cards[6:7], leaders[2])
    page = tap_all(ann, page, deal.cards[7:])
    page = ann.send(page, "/play/record")
    tricks = [takers.count(seat) for seat in range(3)]
    (row,) = match.match.sheet().rows
    assert list(row.cells) == [n - quota for n, quota in zip(tricks, (6, 4, 3), strict=True)]


def _imported(phone: Phone, deals: int) -> Page:
    page = import_text(phone, json.dumps(tribello(*[by_figures(6, 4, 3)] * deals)))
    return phone.follow(page)


def test_a_deal_that_comes_to_need_trumps_waits_for_them(ann: Phone) -> None:
    deal = dealt("tribello", 1, number=6)
    match = PlayedMatch(store_of(ann.app), key_in(_imported(ann, 6).address))
    begin(ann, match)
    page = tap_all(ann, ann.open(match.to_score), deal.cards[:4])
    page = strike(ann, match, 0)
    number, id = match.number, match.events[-1].payload["id"]
    assert keys(page) == {}
    refused = [sent(ann, match, "play/card", card="2C"), sent(ann, match, "play/record")]
    assert [each.status for each in refused] == [422, 422]
    assert match.number == number
    assert sent(ann, match, "play/").status == 422  # still without trumps

    page = begin(ann, match, trump="H")
    assert trick_shown(page) == deal.cards[3:4]
    _, leaders, _ = oracle.by_seat(deal.play, 2, "H")
    assert trick_asked(ann, match) == (deal.cards[3:4], leaders[1])

    page = ann.send(ann.open(f"{match.to_score}e/{id}"), "/restore")
    page = tap_all(ann, page, deal.cards[4:])  # the seventh deal again, which has none
    assert page.rules == ["tribello.trump"]
    assert sent(ann, match, "play/record").rules == ["tribello.trump"]
    page = begin(ann, match)
    assert page.rules == []
    assert ann.send(page, "/play/record").status == 200
    assert match.entries[-1] == deal.entry


def test_a_card_that_cannot_be_read_without_trumps_is_refused_by_the_rule_of_trumps(
    ann: Phone,
) -> None:
    match = PlayedMatch(store_of(ann.app), key_in(_imported(ann, 6).address))
    begin(ann, match)
    strike(ann, match, 0)
    assert sent(ann, match, "play/card", card="2C").rules == ["tribello.trump"]
