"""Recording: what is refused and why, what is stored once, and what two phones do at once."""

from __future__ import annotations

import pytest

from tests.games.records import tribello
from tests.web.leg_forms import send
from tests.web.phones import Page, Phone, PlayedMatch, record_deal, record_round
from tests.web.timed import opened


def values_on(page: Page) -> set[tuple[str, str]]:
    return set(page.form("/entries").fields().items())


def test_what_was_typed_is_still_there_after_a_refusal(
    ann: Phone, either: Phone, friday: PlayedMatch
) -> None:
    typed = {
        "tricks0": "6", "tricks1": "4", "tricks2": "4", "trump": "D", "pickup0": "5",
        "note": "a & <b>",
    }  # fmt: skip
    page = either.send(ann.open(friday.to_score), "/entries", **typed)
    assert (page.status, page.is_whole) == (422, not either.by_htmx)
    assert set(typed.items()) <= values_on(page)
    again = either.send(page, "/entries", tricks2="3")
    assert again.status == 200
    assert friday.entries == [
        {"kind": "deal", "tricks": [6, 4, 3], "trump": "D", "pickup": [5, 0, 0], "note": "a & <b>"}
    ]


def test_fields_that_the_form_does_not_have_change_nothing(ann: Phone, friday: PlayedMatch) -> None:
    send(ann, friday, {"tricks0": "6", "tricks1": "4", "tricks3": "9", "kind": "x", "play": "y"})
    assert friday.entries == [{"kind": "deal", "tricks": [6, 4, 3]}]


def test_twelve_deals_are_a_game_and_a_thirteenth_is_none(ann: Phone, friday: PlayedMatch) -> None:
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
def test_a_half_can_be_typed_in_three_ways(ann: Phone, swim: PlayedMatch, typed: str) -> None:
    page = record_round(ann, swim, "21", typed, "10")
    assert page.rows == [["21", "30½", "10 out"]]
    assert swim.entries == [{"kind": "round", "values": [21, 30.5, 10]}]


def test_cards_and_figures_may_stand_side_by_side(ann: Phone, swim: PlayedMatch) -> None:
    typed = {"cards0": "ah kh 7s", "cards1": "9C,9D,9H", "value2": "10", "closer": "1"}
    page = ann.send(ann.open(swim.to_score), "/entries", **typed)
    assert page.status == 200
    (entry,) = swim.entries
    note = entry.pop("note")
    assert entry == {"kind": "round", "values": [21, 30.5, 10], "closer": 1}
    assert "ah kh 7s" in note  # a record of figures has no other place for cards


def test_hands_that_are_all_there_are_kept_as_cards(ann: Phone, swim: PlayedMatch) -> None:
    typed = {"cards0": "AH KH 7S", "cards1": "9C 9D 9H", "cards2": "7C 8D QS"}
    assert ann.send(ann.open(swim.to_score), "/entries", **typed).rows == [["21", "30½", "10 out"]]
    assert [len(hand) for hand in swim.entries[0]["hands"]] == [3, 3, 3]


def test_who_is_out_is_not_asked_for_any_more(ann: Phone, swim: PlayedMatch) -> None:
    page = record_round(ann, swim, "21", "20", "10")
    names = page.form("/entries").fields().keys()
    assert {"value0", "value1"} <= names
    assert "value2" not in names
    page = record_round(ann, swim, "21", "20")
    assert "Ann won" in page.tree.one(class_="finished").text


# Once ---------------------------------------------------------------------------------------------


def test_a_form_sent_twice_is_stored_once_and_answered_the_same(
    ann: Phone, either: Phone, friday: PlayedMatch
) -> None:
    page = ann.open(friday.to_score)
    first, second = (
        either.answer(page, "/entries", tricks0="6", tricks1="4", note="once") for _ in range(2)
    )
    for page in (first, second):
        assert page.status == (200 if either.by_htmx else 303)
        if either.by_htmx:
            assert not page.is_whole
            assert page.rows == [["0", "0", "0"]]
            assert page.tree.one(id="live")["data-number"] == "2"
        else:
            assert page.response.headers["Location"] == friday.to_score
    assert friday.number == 2


def test_a_form_sent_twice_is_known_even_when_others_wrote_meanwhile(
    ann: Phone, quick: Phone, friday: PlayedMatch
) -> None:
    page = ann.open(friday.to_score)
    quick.answer(page, "/entries", tricks0="6", tricks1="4")
    record_deal(ann, friday, 3, 6, 4)
    again = quick.answer(page, "/entries", tricks0="6", tricks1="4")
    assert again.status == 200
    assert len(again.rows) == 2
    assert friday.number == 3


def test_a_form_sent_again_with_other_figures_is_not_swallowed(
    ann: Phone, friday: PlayedMatch
) -> None:
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


def test_the_id_of_another_matchs_event_is_refused(
    ann: Phone, friday: PlayedMatch, swim: PlayedMatch
) -> None:
    record_deal(ann, friday, 6, 4, 3)
    theirs = friday.events[-1].id
    form = {"id": theirs, "number": "1", "value0": "21", "value1": "20", "value2": "10"}
    page = ann.post(swim.to_score + "entries", form)
    assert page.status == 409
    assert page.is_whole
    assert (swim.number, friday.number) == (1, 2)


# Two phones at once -------------------------------------------------------------------------------


def test_who_comes_too_late_gets_the_fresh_sheet_and_the_form_as_it_was(
    ann: Phone, ben: Phone, either: Phone, friday: PlayedMatch
) -> None:
    early = ben.open(friday.to_score)
    record_deal(ann, friday, 8, 4, 1)
    typed = {"tricks0": "3", "tricks1": "7", "tricks2": "3", "trump": "C", "note": "late"}
    late = either.answer(early, "/entries", **typed)
    assert (late.status, late.is_whole) == (409, not either.by_htmx)
    assert late.rows == [["+2", "0", "−2"]]
    assert "deal 1: 8 4 1" in late.alert
    assert late.tree.one(id="live")["data-number"] == "2"
    assert set(typed.items()) <= values_on(late)
    assert "Yours is not recorded yet: 3 7 3" in late.alert
    assert friday.number == 2

    insisted = either.send(late, "/entries")  # it is not said yet what becomes of it
    assert (insisted.status, friday.number) == (409, 2)
    assert "Yours is not recorded yet: 3 7 3" in insisted.alert

    keep = insisted.tree.one("button", name="keep")["value"]
    form = insisted.form("/entries")
    again = either.follow(either.post(form["action"], form.fields() | {"keep": keep}))
    assert again.status == 200
    assert again.rows == [["+2", "0", "−2"], ["0", "+1", "−1"]]
    assert friday.number == 3


def test_a_number_that_is_not_the_last_writes_nothing(ann: Phone, friday: PlayedMatch) -> None:
    for number in ["", "x", "0", "-1", "99", "9" * 5000, "2.0"]:
        page = send(ann, friday, {"tricks0": "6", "tricks1": "4", "number": number})
        assert page.status == 409
        assert friday.number == 1


def test_a_late_correction_keeps_its_form_too(ann: Phone, ben: Phone, friday: PlayedMatch) -> None:
    record_deal(ann, friday, 6, 4, 3)
    id = friday.ids[0]
    edit = ben.open(f"{friday.to_score}e/{id}/edit")
    record_deal(ann, friday, 3, 6, 4)
    late = ben.answer(edit, id, tricks0="7", tricks1="3")
    assert late.status == 409
    assert {("tricks0", "7"), ("tricks1", "3")} <= set(late.form(id).fields().items())
    assert ben.send(late, id).rows[0] == ["+1", "−1", "0"]


def test_the_links_on_the_fresh_sheet_work_where_a_late_strike_shows_it(
    ann: Phone, ben: Phone, friday: PlayedMatch
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
    match = opened(ann, tribello(entry))
    ann.send(ann.open(f"{match.to_score}e/first/edit"), "/e/first", tricks0="7", tricks1="3")
    (kept,) = match.match.record()["entries"]
    assert kept == entry | {"tricks": [7, 3, 3]}
