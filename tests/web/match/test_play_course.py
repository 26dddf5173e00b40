"""What may happen while a deal is followed: revokes, marriages, other starts, other phones."""

from __future__ import annotations

import pytest

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
from tests.web.phones import Phone, PlayedMatch, record_deal, strike
from tests.web.timed import opened

REVOKES = [
    (dealt("tribello", 1), "tribello.follow"),
    (dealt("triathlon", 4), "triathlon.athlete-discard"),
    (dealt("la-krap", 2, seats=4), "la-krap.follow"),
]


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
        (said,) = [li.text for box in shown.tree.all(class_="problems") for li in box.all("li")]
        assert str(made.trick) in said.split("(")[0]
        assert PLAYERS[made.seat] in said
        card = made.cards[made.at]
        assert ("Athlete" if card == "JK" else with_article(read_card(card))) in said

    assert undo(ann, match).rules == []
    page = tap_all(ann, ann.open(match.to_score), made.cards[made.proven - 1 :])
    assert page.rules == [rule]
    unseen = sent(ann, match, "play/record")
    assert (unseen.status, unseen.rules, match.entries) == (422, [rule], [])
    page = ann.send(page, "/play/record", note=" a & <b> ")
    assert page.status == 200
    play = deal.tricks(made.cards)
    kept = {**deal.facts, "play": play, "accepted": [rule], "note": "a & <b>"}
    assert match.entries == [kept]
    assert match.match.sheet().rows[0].open_warnings == ()
    assert not match.match.sheet().rows[0].has_error
    assert read_record(match.match.record())


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


def test_a_marriage_is_announced_after_a_trick_can_be_withdrawn_and_counts(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match, page = begun(ann, deal)
    assert page.tree.all("button", name="act") == []
    page = tap_all(ann, page, deal.cards[: trick * deal.seats - 1])
    assert page.tree.all("button", name="act") == []
    page = tap(ann, page, deal.cards[trick * deal.seats - 1])
    for _ in range(2):
        assert len(page.tree.all("button", name="act")) == 1
        page = ann.send(page, "/play/say", act="0")
        assert said_in(match) == [[trick, seat]]
        (withdraw,) = page.tree.all("button", name="act")
        assert PLAYERS[seat] in withdraw.text
        page = ann.send(page, "/play/say", act="0")
        assert not said_in(match)
    page = undo(ann, match)
    assert said_in(match) == [[trick, seat]]
    page = tap_all(ann, page, deal.cards[trick * deal.seats :])
    assert page.rules == []
    ann.send(page, "/play/record")
    assert match.entries == [deal.entry | {"marriages_at": [[trick, seat]]}]
    marriages = tuple(int(each == seat) for each in range(deal.seats))
    assert list(match.match.sheet().rows[0].cells) == points(deal, marriages) != points(deal)


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


def test_a_marriage_of_who_plays_alone_outlives_a_correction_of_the_start(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match = start_for(ann, deal)
    begin(ann, match, turned=" ".join(deal.facts["turned"]), alone="1")
    page = tap_all(ann, ann.open(match.to_score), deal.cards[: trick * deal.seats])
    ann.send(page, "/play/say", act="0")
    begin(ann, match, exposed0="1")
    assert said_in(match) == [[trick, seat]]
    page = tap_all(ann, ann.open(match.to_score), deal.cards[trick * deal.seats :])
    assert ann.send(page, "/play/record").status == 200
    (entry,) = match.entries
    assert (entry["teams"], entry["exposed"]) == (None, [1, 0, 0, 0])
    assert entry["marriages_at"] == [[trick, seat]]


# Another start ------------------------------------------------------------------------------------


def test_other_trumps_in_the_middle_read_all_tricks_anew(ann: Phone) -> None:
    deal = dealt("tribello", 1)
    for trump in "SHDC":
        _, leaders, _ = oracle.by_seat(deal.play, deal.leader, trump)
        if leaders[6] != deal.oracle.followed(deal.play)[1][6]:
            break
    match, _ = played(ann, deal, 18)
    assert trick_asked(ann, match) == ([], deal.oracle.followed(deal.play)[1][6])
    begin(ann, match, trump=trump)
    assert match.events[-1].kind == "noted"
    assert trick_asked(ann, match) == ([], leaders[6])
    assert (match.facts()["trump"], match.fallen()) == (trump, deal.cards[:18])


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
    match = opened(ann, tribello(by_figures(6, 4, 3)))
    tap_all(ann, begin(ann, match, **facts_typed(deal.facts)), deal.cards[:7])
    assert trick_asked(ann, match) == (deal.cards[6:7], deal.oracle.followed(deal.play)[1][2])
    strike(ann, match, 0)
    _, leaders, _ = oracle.by_seat(deal.play, 0, deal.facts["trump"])
    assert trick_asked(ann, match) == (deal.cards[6:7], leaders[2])


def test_a_deal_that_comes_to_need_trumps_waits_for_them(ann: Phone) -> None:
    deal = dealt("tribello", 1, number=6)
    match = opened(ann, tribello(*[by_figures(6, 4, 3)] * 6))
    begin(ann, match)
    page = tap_all(ann, ann.open(match.to_score), deal.cards[:4])
    page = strike(ann, match, 0)
    number, id = match.number, match.events[-1].payload["id"]
    assert keys(page) == {}
    refused = [sent(ann, match, "play/card", card="2C"), sent(ann, match, "play/record")]
    assert [each.status for each in refused] == [422, 422]
    assert refused[0].rules == ["tribello.trump"]
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
