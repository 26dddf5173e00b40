"""A deal followed card by card, to its record; what is stored of it, and what does not fall."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.dealt import Dealt
from tests.web.followed import (
    begin,
    begun,
    dealt,
    keys,
    played,
    points,
    redo,
    sent,
    tap,
    trick_asked,
    trick_shown,
    undo,
)
from tests.web.phones import HTMX, Phone, PlayedMatch, app_over, start, store_of

DEALS = [
    (dealt("tribello", 2, first_dealer=2), True),
    (dealt("triathlon", 2, first_dealer=1, athlete_discard="never"), False),
    (dealt("la-krap", 3, seats=6, twos="suit", sheet="plain", special_anytime=False), True),
    # Nobody takes the first trick of this one.
    (dealt("la-krap", 16, seats=5, empty_trick="nobody", twos="suit"), False),
]
"""Each game with htmx and without."""
ONE_OF_EACH = [dealt("tribello", 3), dealt("triathlon", 3), dealt("la-krap", 5, seats=4)]


def named(deal: object) -> str:
    return f"{deal.game} {deal.seats}" if isinstance(deal, Dealt) else f"by htmx: {deal}"


# A whole deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deal", "by_htmx"), DEALS, ids=named)
def test_a_whole_deal_is_followed_to_its_last_card_and_recorded_as_the_rules_count_it(
    ann: Phone, quick: Phone, deal: Dealt, by_htmx: bool
) -> None:
    phone = quick if by_htmx else ann
    match, page = begun(ann, deal)
    _, leaders, _ = deal.oracle.followed(deal.play)
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
    for card, rule in ((deal.cards[0], "play"), (deal.pack[0], "play"), ("xx", "pack")):
        refused = sent(ann, match, "play/card", card=card)
        assert (refused.status, refused.rules) == (422, [f"{deal.game}.{rule}"])
        assert refused.form("/play/record")

    page = phone.send(page, "/play/record")

    assert (page.status, page.is_whole) == (200, not by_htmx)
    assert page.rules == []
    assert match.entries == [deal.entry]
    assert match.fallen() is None
    (row,) = page.rows
    shown = [cell.split()[0].removeprefix("+") for cell in row]
    assert shown == [str(cell).replace("-", "−") for cell in points(deal)]


def test_what_has_fallen_cannot_be_tapped_again_and_the_rest_can(ann: Phone) -> None:
    deal = dealt("triathlon", 3)
    _, page = played(ann, deal, 7)
    used = set(deal.cards[:7]) - {"JK"}
    assert {card for card, may_fall in keys(page).items() if not may_fall} == used
    assert set(keys(page)) == set(deal.pack)

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
    assert tap(ben, page, deal.cards[fallen]).status == 200
    assert again.fallen() == deal.cards[: fallen + 1]
    store_of(later).close()


def test_undo_takes_back_card_by_card_and_redo_brings_them_again(ann: Phone) -> None:
    deal, fallen = dealt("la-krap", 5, seats=4), 6
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


def test_the_log_leads_back_to_every_card(ann: Phone) -> None:
    deal = dealt("la-krap", 5, seats=4)
    match, _ = played(ann, deal, 9)
    forms = ann.open(match.to_score + "log/").tree.all("form")
    ways = {form.fields()["to"] for form in forms if form["action"].endswith("/back")}
    assert ways == {str(number) for number in range(1, match.number)}
    for to, left in ((7, 5), (2, 0), (10, 8)):
        page = ann.follow(sent(ann, match, "back", to=str(to)))
        assert match.fallen() == deal.cards[:left]
        assert trick_shown(page) == deal.cards[left - left % 4 : left]
    assert tap(ann, page, deal.cards[8]).status == 200
    assert ann.open(match.to_watch + "log/").status == 200


# Once, and not too late ---------------------------------------------------------------------------


def test_a_card_that_is_sent_twice_falls_once(ann: Phone, either: Phone) -> None:
    match, page = played(ann, dealt("triathlon", 3), 2)
    number = match.number
    answers = [either.answer(page, "/play/card", card="AS") for _ in range(2)]
    assert {answer.status for answer in answers} == {200 if either.by_htmx else 303}
    assert match.number == number + 1
    sent(ann, match, "play/card", card="AH")  # somebody goes on meanwhile
    assert either.answer(page, "/play/card", card="AS").status == answers[0].status
    assert (match.fallen() or []).count("AS") == 1
    assert match.number == number + 2


def test_a_card_that_comes_too_late_does_not_fall_and_the_fresh_trick_is_shown(
    ann: Phone, ben: Phone, either: Phone
) -> None:
    deal = dealt("tribello", 3)
    match, _ = played(ann, deal, 3)
    early = ben.open(match.to_score)
    tap(ann, ben.open(match.to_score), deal.cards[3])
    late = either.answer(early, "/play/card", card=deal.cards[4])
    assert (late.status, late.is_whole) == (409, not either.by_htmx)
    assert late.alert
    assert trick_shown(late) == deal.cards[3:4]
    assert tap(either, late, deal.cards[4]).status == 200
    assert match.fallen() == deal.cards[:5]


@pytest.mark.parametrize("act", ["/play/say", "/play/leave", "/play/record"])
def test_every_other_act_is_not_done_too_late_and_done_once(
    ann: Phone, ben: Phone, act: str
) -> None:
    deal = dealt("la-krap", 5)
    match, _ = played(ann, deal, None if act == "/play/record" else deal.seats)
    early = ben.open(match.to_score)
    ann.send(ann.open(match.to_score + "share/"), "/names", title="Saturday")
    number, typed = match.number, {"act": "0"} if act == "/play/say" else {}
    late = ben.answer(early, act, **typed)
    assert late.status == 409
    assert late.alert
    assert match.number == number
    answers = [ben.answer(late, act, **typed) for _ in range(2)]
    assert [each.status for each in answers] == [303, 303]
    assert {each.response.headers["Location"] for each in answers} == {match.to_score}
    assert match.number == number + 1


def test_the_id_of_an_event_of_another_kind_writes_no_card(ann: Phone) -> None:
    match, _ = played(ann, dealt("tribello", 3), 3)
    opening = {"id": match.events[1].id, "number": str(match.number), "card": "2C"}
    page = ann.post(match.to_score + "play/card", opening)
    assert (page.status, match.number) == (409, 5)


# What does not fall -------------------------------------------------------------------------------

REFUSED = [
    ("tribello", "KS", "tribello.pack"),  # has fallen
    ("tribello", "JK", "tribello.pack"),
    ("tribello", "", "tribello.pack"),
    ("tribello", "<b>", "tribello.pack"),
    ("tribello", "KS" * 4000, "tribello.pack"),
    ("triathlon", "KS", "triathlon.pack"),
    ("triathlon", "2S", "triathlon.pack"),
    ("la-krap", "KS", "la-krap.pack"),  # one has fallen, the other lies turned
    ("la-krap", "3S", "la-krap.pack"),
    ("la-krap", "JK", "la-krap.pack"),
]


def test_a_card_that_cannot_fall_is_refused_by_its_rule_and_nothing_is_written(
    ann: Phone, either: Phone
) -> None:
    for game, card, rule in REFUSED:
        match = start(ann, game, "Ann", "Ben", "Cleo")
        facts = {"trump": "S"} if game != "la-krap" else {"turned": "KS", "alone": "1"}
        page = tap(ann, begin(ann, match, **facts), "KS")
        number = match.number
        refused = tap(either, page, card)
        assert (refused.status, refused.is_whole) == (422, not either.by_htmx)
        assert refused.rules == [rule]
        assert trick_shown(refused) == ["KS"]
        assert match.number == number
        insisting = ann.post(
            match.to_score + "play/card",
            refused.form("/play/card").fields() | {"card": card, "anyway": "1"},
        )
        assert (insisting.status, match.number) == (422, number)


def test_where_no_deal_is_followed_nothing_can_be_done_with_one(
    ann: Phone, friday: PlayedMatch, swim: PlayedMatch
) -> None:
    for act in ["card", "say", "leave", "record", "hand"]:
        page = sent(ann, friday, f"play/{act}", card="AS", act="0", hand="AS")
        assert (page.status, friday.number) == (404, 1)
        assert page.alert

    assert ann.open(swim.to_score + "play/").status == 404
    assert sent(ann, swim, "play/").status == 404
    assert swim.number == 1


def test_what_cannot_be_said_is_not_written(ann: Phone) -> None:
    for act in ["-1", "1", "x", "", "9" * 5000]:
        deal = dealt("la-krap", 5)
        match, _ = played(ann, deal, deal.seats)  # where one marriage could be announced
        number = match.number
        assert sent(ann, match, "play/say", act=act).status == 422
        assert match.number == number
