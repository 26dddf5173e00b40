"""Recording: what is refused and why, what is stored once, and what two phones do at once."""

from __future__ import annotations

import json

import pytest

from tests.games.records import tribello
from tests.web.phones import (
    Match,
    Page,
    Phone,
    import_text,
    key_in,
    record_deal,
    record_round,
    store_of,
)

Typed = dict[str, str]
HUGE = "9" * 5000

BAD_DEALS: list[tuple[str, Typed, str]] = [
    ("nothing", {}, "tribello.tricks-total"),
    ("one of three", {"tricks0": "6"}, "tribello.tricks-total"),
    ("one too many", {"tricks0": "6", "tricks1": "4", "tricks2": "4"}, "tribello.tricks-total"),
    ("one too few", {"tricks0": "6", "tricks1": "4", "tricks2": "2"}, "tribello.tricks-total"),
    ("more than there are", {"tricks0": "9", "tricks1": "5"}, "tribello.tricks-total"),
    ("a word", {"tricks0": "six", "tricks1": "4", "tricks2": "3"}, "tribello.tricks-total"),
    ("a word last", {"tricks0": "6", "tricks1": "4", "tricks2": "x"}, "tribello.tricks-total"),
    ("a sign", {"tricks0": "-6", "tricks1": "4", "tricks2": "3"}, "tribello.tricks-total"),
    ("a half", {"tricks0": "6.5", "tricks1": "4", "tricks2": "3"}, "tribello.tricks-total"),
    ("far too much", {"tricks0": HUGE, "tricks1": "4", "tricks2": "3"}, "tribello.tricks-total"),
    ("14 at once", {"tricks0": "14", "tricks1": "0"}, "tribello.tricks-total"),
    ("the pickup twice", {"tricks0": "6", "tricks1": "4", "pickup0": "8", "pickup1": "6"},
     "tribello.pickup"),
    ("a pickup in words", {"tricks0": "6", "tricks1": "4", "pickup0": "two"}, "tribello.pickup"),
    ("a pickup below 0", {"tricks0": "6", "tricks1": "4", "pickup0": "-2"}, "tribello.pickup"),
    ("an endless pickup", {"tricks0": "6", "tricks1": "4", "pickup0": HUGE}, "tribello.pickup"),
]  # fmt: skip

BAD_ROUNDS: list[tuple[str, Typed, str]] = [
    ("nothing", {}, "thirty-one.play"),
    ("one missing", {"value0": "21", "value1": "20"}, "thirty-one.swimming"),
    ("a word", {"value0": "21", "value1": "20", "value2": "ten"}, "thirty-one.values"),
    ("a sign", {"value0": "21", "value1": "20", "value2": "-10"}, "thirty-one.values"),
    ("far too much", {"value0": "21", "value1": "20", "value2": HUGE}, "thirty-one.values"),
    ("no such value", {"value0": "21", "value1": "20", "value2": "32"}, "thirty-one.values"),
    ("a quarter", {"value0": "21", "value1": "20", "value2": "30.25"}, "thirty-one.values"),
    ("fire without fire", {"value0": "33", "value1": "20", "value2": "10"}, "thirty-one.values"),
    ("two cards", {"cards0": "AH KH", "cards1": "9C 9D 9H", "cards2": "7S 8D QC"},
     "thirty-one.pack"),
    ("a card twice", {"cards0": "AH KH 7S", "cards1": "AH 9D 9H", "cards2": "7C 8D QC"},
     "thirty-one.pack"),
    ("no card", {"cards0": "AH KH XX", "cards1": "9C 9D 9H", "cards2": "7S 8D QC"},
     "thirty-one.pack"),
    ("a card of another pack", {"cards0": "AH KH 2S", "cards1": "9C 9D 9H", "cards2": "7S 8D QC"},
     "thirty-one.pack"),
    ("cards and another figure", {"cards0": "AH KH 7S", "value0": "20", "cards1": "9C 9D 9H",
     "cards2": "7C 8D QC"}, "thirty-one.values"),
    ("a stranger closed", {"value0": "21", "value1": "20", "value2": "10", "closer": "7"},
     "thirty-one.play"),
    ("nobody can have closed", {"value0": "21", "value1": "20", "value2": "10", "closer": HUGE},
     "thirty-one.play"),
]  # fmt: skip


def sent_raw(phone: Phone, match: Match, typed: Typed) -> Page:
    """What any program may send to where the form goes."""
    page = phone.open(match.to_score)
    return phone.post(page.form("/entries")["action"], page.form("/entries").fields() | typed)


def values_on(page: Page) -> set[tuple[str, str]]:
    return set(page.form("/entries").fields().items())


@pytest.mark.parametrize(
    ("typed", "rule"), [case[1:] for case in BAD_DEALS], ids=[case[0] for case in BAD_DEALS]
)
def test_a_deal_that_cannot_be_is_refused_by_its_rule(
    ann: Phone, friday: Match, typed: Typed, rule: str
) -> None:
    page = sent_raw(ann, friday, typed)
    assert page.status == 422
    assert rule in page.rules
    assert friday.number == 1


@pytest.mark.parametrize(
    ("typed", "rule"), [case[1:] for case in BAD_ROUNDS], ids=[case[0] for case in BAD_ROUNDS]
)
def test_a_round_that_cannot_be_is_refused_by_its_rule_and_kept_in_the_form(
    ann: Phone, swim: Match, typed: Typed, rule: str
) -> None:
    page = sent_raw(ann, swim, typed)
    assert page.status == 422
    assert rule in page.rules
    assert swim.number == 1
    known = {item for item in typed.items() if item[0] != "closer"}
    assert known <= values_on(page)


def test_what_was_typed_is_still_there_after_a_refusal(ann: Phone, friday: Match) -> None:
    typed = {
        "tricks0": "6", "tricks1": "4", "tricks2": "4", "trump": "D", "pickup0": "5",
        "note": "a & <b>",
    }  # fmt: skip
    page = ann.send(ann.open(friday.to_score), "/entries", **typed)
    assert page.status == 422
    assert set(typed.items()) <= values_on(page)
    again = ann.send(page, "/entries", tricks2="3")
    assert again.status == 200
    assert friday.entries == [
        {"kind": "deal", "tricks": [6, 4, 3], "trump": "D", "pickup": [5, 0, 0], "note": "a & <b>"}
    ]


def test_fields_that_the_form_does_not_have_change_nothing(ann: Phone, friday: Match) -> None:
    sent_raw(
        ann, friday, {"tricks0": "6", "tricks1": "4", "tricks3": "9", "kind": "x", "play": "y"}
    )
    assert friday.entries == [{"kind": "deal", "tricks": [6, 4, 3]}]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_tricks_of_one_player_follow_from_the_others(
    ann: Phone, friday: Match, seat: int
) -> None:
    typed = {f"tricks{other}": str(n) for other, n in enumerate([6, 4, 3]) if other != seat}
    assert ann.send(ann.open(friday.to_score), "/entries", **typed).status == 200
    assert friday.entries == [{"kind": "deal", "tricks": [6, 4, 3]}]


def test_twelve_deals_are_a_game_and_a_thirteenth_is_none(ann: Phone, friday: Match) -> None:
    for number in range(12):
        page = record_deal(ann, friday, 6, 4, 3)
        assert (page.status, len(page.rows)) == (200, number + 1)
    assert "won" in page.tree.one(class_="finished").text
    assert page.tree.all("form", id="entry") == []
    late = {"number": str(friday.number), "id": "thirteenth", "tricks0": "6", "tricks1": "4"}
    refused = ann.post(friday.to_score + "entries", late)
    assert refused.status == 422
    assert friday.number == 13


@pytest.mark.parametrize("typed", ["30.5", "30,5", "30½"])
def test_a_half_can_be_typed_in_three_ways(ann: Phone, swim: Match, typed: str) -> None:
    page = record_round(ann, swim, "21", typed, "10")
    assert page.rows == [["21", "30½", "10 out"]]
    assert swim.entries == [{"kind": "round", "values": [21, 30.5, 10]}]


def test_cards_and_figures_may_stand_side_by_side(ann: Phone, swim: Match) -> None:
    typed = {"cards0": "ah kh 7s", "cards1": "9C,9D,9H", "value2": "10", "closer": "1"}
    page = ann.send(ann.open(swim.to_score), "/entries", **typed)
    assert page.status == 200
    (entry,) = swim.entries
    note = entry.pop("note")
    assert entry == {"kind": "round", "values": [21, 30.5, 10], "closer": 1}
    assert "ah kh 7s" in note  # a record of figures has no other place for cards


def test_hands_that_are_all_there_are_kept_as_cards(ann: Phone, swim: Match) -> None:
    typed = {"cards0": "AH KH 7S", "cards1": "9C 9D 9H", "cards2": "7C 8D QS"}
    assert ann.send(ann.open(swim.to_score), "/entries", **typed).rows == [["21", "30½", "10 out"]]
    assert [len(hand) for hand in swim.entries[0]["hands"]] == [3, 3, 3]


def test_who_is_out_is_not_asked_for_any_more(ann: Phone, swim: Match) -> None:
    page = record_round(ann, swim, "21", "20", "10")
    names = page.form("/entries").fields().keys()
    assert {"value0", "value1"} <= names
    assert "value2" not in names
    page = record_round(ann, swim, "21", "20")
    assert "Ann won" in page.tree.one(class_="finished").text


# Once ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_htmx", [True, False])
def test_a_form_sent_twice_is_stored_once_and_answered_the_same(
    ann: Phone, quick: Phone, friday: Match, by_htmx: bool
) -> None:
    phone = quick if by_htmx else ann
    page = ann.open(friday.to_score)
    first, second = (
        phone.answer(page, "/entries", tricks0="6", tricks1="4", note="once") for _ in range(2)
    )
    assert first.status == second.status == (200 if by_htmx else 303)
    assert first.response.headers.get("Location") == second.response.headers.get("Location")
    if by_htmx:
        assert first.rows == second.rows == [["0", "0", "0"]]
    assert friday.number == 2


def test_a_form_sent_twice_is_known_even_when_others_wrote_meanwhile(
    ann: Phone, quick: Phone, friday: Match
) -> None:
    page = ann.open(friday.to_score)
    quick.answer(page, "/entries", tricks0="6", tricks1="4")
    record_deal(ann, friday, 3, 6, 4)
    again = quick.answer(page, "/entries", tricks0="6", tricks1="4")
    assert again.status == 200
    assert len(again.rows) == 2
    assert friday.number == 3


def test_a_form_sent_again_with_other_figures_is_not_swallowed(ann: Phone, friday: Match) -> None:
    page = ann.open(friday.to_score)
    ann.answer(page, "/entries", tricks0="6", tricks1="4")
    other = ann.answer(page, "/entries", tricks0="7", tricks1="3")
    assert other.status == 409
    assert other.rows == [["0", "0", "0"]]
    assert {("tricks0", "7"), ("tricks1", "3")} <= values_on(other)
    assert "sent before" in other.alert
    assert friday.number == 2
    assert ann.send(other, "/entries").rows[1] == ["+4", "−3", "−1"]
    assert friday.number == 3


def test_the_id_of_another_matchs_event_is_refused(ann: Phone, friday: Match, swim: Match) -> None:
    record_deal(ann, friday, 6, 4, 3)
    theirs = friday.events[-1].id
    form = {"id": theirs, "number": "1", "value0": "21", "value1": "20", "value2": "10"}
    page = ann.post(swim.to_score + "entries", form)
    assert page.status == 409
    assert page.is_whole
    assert (swim.number, friday.number) == (1, 2)


# Two phones at once -------------------------------------------------------------------------------


@pytest.mark.parametrize("by_htmx", [True, False])
def test_who_comes_too_late_gets_the_fresh_sheet_and_the_form_as_it_was(
    ann: Phone, ben: Phone, quick: Phone, friday: Match, by_htmx: bool
) -> None:
    phone = quick if by_htmx else ben
    early = phone.open(friday.to_score) if not by_htmx else ben.open(friday.to_score)
    record_deal(ann, friday, 8, 4, 1)
    typed = {"tricks0": "3", "tricks1": "7", "tricks2": "3", "trump": "C", "note": "late"}
    late = phone.answer(early, "/entries", **typed)
    assert late.status == 409
    assert late.rows == [["+2", "0", "−2"]]
    assert late.tree.one(id="live")["data-number"] == "2"
    assert set(typed.items()) <= values_on(late)
    assert "not recorded yet" in late.alert
    assert friday.number == 2

    again = phone.send(late, "/entries")
    assert again.status == 200
    assert again.rows == [["+2", "0", "−2"], ["0", "+1", "−1"]]
    assert friday.number == 3


@pytest.mark.parametrize("number", ["", "x", "0", "-1", "99", HUGE, "2.0"])
def test_a_number_that_is_not_the_last_writes_nothing(
    ann: Phone, friday: Match, number: str
) -> None:
    page = sent_raw(ann, friday, {"tricks0": "6", "tricks1": "4", "number": number})
    assert page.status == 409
    assert friday.number == 1


def test_a_late_correction_keeps_its_form_too(ann: Phone, ben: Phone, friday: Match) -> None:
    record_deal(ann, friday, 6, 4, 3)
    id = friday.ids[0]
    edit = ben.open(f"{friday.to_score}e/{id}/edit")
    record_deal(ann, friday, 3, 6, 4)
    late = ben.answer(edit, id, tricks0="7", tricks1="3")
    assert late.status == 409
    assert {("tricks0", "7"), ("tricks1", "3")} <= set(late.form(id).fields().items())
    assert ben.send(late, id).rows[0] == ["+1", "−1", "0"]


def test_the_links_on_the_fresh_sheet_work_where_a_late_strike_shows_it(
    ann: Phone, ben: Phone, friday: Match
) -> None:
    record_deal(ann, friday, 6, 4, 3)
    row = ben.open(f"{friday.to_score}e/{friday.ids[0]}")
    record_deal(ann, friday, 3, 6, 4)
    late = ben.answer(row, "/strike")
    assert late.status == 409
    assert len(late.rows) == 2
    for link in late.tree.one("tbody").all("a"):
        address = late.response.request.url.rsplit("/", 1)[0] + "/" + link["href"]
        target = link["href"] if link["href"].startswith("/") else address
        assert ben.open(target).status == 200, link["href"]


def test_who_wrote_an_imported_entry_and_when_outlives_its_correction(ann: Phone) -> None:
    entry = {
        "kind": "deal", "tricks": [6, 4, 3], "id": "first", "by": "Zoë",
        "at": "2025-03-01T20:15:00+01:00",
    }  # fmt: skip
    page = import_text(ann, json.dumps(tribello(entry)))
    match = Match(store_of(ann.app), key_in(page.response.headers["Location"]))
    ann.send(ann.open(f"{match.to_score}e/first/edit"), "/e/first", tricks0="7", tricks1="3")
    (kept,) = match.book.record()["entries"]
    assert kept == entry | {"tricks": [7, 3, 3]}
