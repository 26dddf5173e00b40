"""Two phones at one table: conflicting entries, input on only one, and simultaneous corrections."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from flask import Flask

from referee.matches.events.base import EventData
from referee.matches.store import now
from tests.games.records import Json, tribello
from tests.web.conftest import At
from tests.web.evenings.test_evenings import at_march
from tests.web.followed import dealt, facts_typed
from tests.web.hands import due, lay_all
from tests.web.leg_forms import Typed, b_typed, by_seat, c_typed, game
from tests.web.phones import HTMX, Page, Phone, PlayedMatch

SAME = "Your entry is the same."
ELSE = "but differs in other details"
WAYS = ["Discard mine", "Save mine instead"]


def told(page: Page) -> str:
    return page.tree.one(class_="conflict").text


def ways(page: Page) -> list[str]:
    acts = page.tree.one(class_="conflict").one(class_="acts")
    return [each.text for each in acts.all() if each.tag in ("a", "button")]


def half(phone: Phone, match: PlayedMatch, known: int, typed: Typed) -> Page:
    """The part that a page with this form fetches after news from another phone."""
    query = urlencode({"number": known, "known": known} | typed)
    return phone.open(f"{match.to_score}?{query}", HX_Request="true")


def both(phone: Phone, match: PlayedMatch, theirs: Typed, yours: Typed) -> Page:
    number = match.number
    form = phone.open(match.to_score).form("/entries")
    page = phone.post(form["action"], form.fields() | theirs)
    assert page.status == 303, page.rules
    return half(phone, match, number, yours)


DEAL: Typed = {"tricks0": "8", "tricks1": "4"}


def test_deals_are_compared_by_all_that_was_typed(ann: Phone) -> None:
    every = ["Discard mine", "Replace deal 1 with mine", "Use mine for deal 2"]
    for theirs, yours, said, offers in (
        ({"trump": "H"}, {"trump": "S"}, "8 4 1 · ♥ Yours isn’t saved yet: 8 4 1 · ♠ ", every),
        ({"trump": "H"}, {}, "8 4 1 · ♥ Yours isn’t saved yet: 8 4 1 ", every),
        ({}, {"note": "so"}, "8 4 1 Yours isn’t saved yet: 8 4 1 · “so” ", every),
        ({}, {"tricks0": "7", "tricks1": ""}, "8 4 1 Yours isn’t saved yet: 7 – – ", every),
        ({}, {"pickup0": "2"}, ELSE, every),
    ):
        match = ann.start("tribello", "Ann", "Ben", "Cleo")
        page = both(ann, match, DEAL | theirs, DEAL | yours)
        assert said in f"{told(page)} "
        assert ways(page) == offers


OTHER_CARD = "Another phone has already played 9♥ for Ann."


def test_a_card_that_both_phones_tap_counts_once(app: Flask, ann: Phone) -> None:
    match, ben = ann.start("tribello", "Ann", "Ben", "Cleo"), Phone(app, HTMX)
    match.begin(trump="H")
    late = ben.open(match.to_score)
    ann.tap(ann.open(match.to_score), "9H")
    for card, status, alert in (("9H", 200, ""), ("8H", 409, OTHER_CARD)):
        answer = ben.tap(late, card)
        assert (answer.status, alert in answer.alert, bool(answer.alert)) == (
            status,
            True,
            bool(alert),
        )
        assert match.fallen() == ["9H"]


def is_settled(page: Page, match: PlayedMatch) -> None:
    """Check that the page says that both entries are the same, and goes on with an empty form."""
    assert page.status == 200
    assert SAME in page.alert
    assert page.tree.all(class_="conflict") == []
    form = page.form("/entries")
    assert (form.fields()["number"], form.fields()["tricks0"]) == (str(match.number), "")
    assert "data-typed" not in form.attrs


def test_what_both_phones_have_alike_asks_nothing(app: Flask, ann: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    ben, yours = Phone(app, HTMX), DEAL | {"tricks2": "1", "trump": "H"}
    late = ben.open(match.to_score)
    is_settled(both(ann, match, DEAL | {"trump": "H"}, yours), match)
    match.deal(3, 6, 4)
    answer = ben.send(late, "/entries", **DEAL, trump="H")
    is_settled(answer, match)
    assert answer.response.headers["Referee-Event"].endswith("/2")  # what comes next follows that
    assert match.number == 3


def test_a_half_typed_form_stays_under_the_fresh_score(ann: Phone, friday: PlayedMatch) -> None:
    typed = {"tricks0": "5", "tricks1": "", "note": "half"}
    friday.deal(8, 4, 1)
    page = half(ann, friday, 1, typed)
    assert (page.is_whole, page.totals) == (False, ["2", "0", "−2"])
    fields = page.form("/entries").fields()
    assert (fields["tricks0"], fields["note"], fields["number"]) == ("5", "half", "1")
    assert page.tree.one("button", name="keep")["value"] == "2"
    edit = page.tree.one(class_="conflict").one("button", formmethod="get")["formaction"]
    assert edit.endswith(f"/e/{friday.ids[0]}/edit")
    corrected = ann.open(f"{edit}?{urlencode(fields)}")
    assert corrected.form(friday.ids[0]).fields()["tricks0"] == "5"

    friday.strike()  # not an entry, so no conflict
    page = half(ann, friday, 2, typed)
    assert page.tree.all(class_="conflict") == []
    assert "Another phone: Round" in page.alert
    assert page.form("/entries").fields()["tricks0"] == "5"

    friday.deal(8, 4, 1)
    for known in ("", "x", "99", "-1"):  # numbers that no page could know
        query = urlencode({"number": "1"} | typed | {"known": known})
        page = ann.open(f"{friday.to_score}?{query}", HX_Request="true")
        assert (page.status, page.form("/entries").fields()["tricks0"]) == (200, "5")


def test_who_closed_and_the_cards_tell_rounds_apart(ann: Phone, swim: PlayedMatch) -> None:
    figures = {"value0": "21", "value1": "27", "value2": "10"}
    page = both(ann, swim, figures | {"closer": "0"}, figures | {"closer": "1"})
    assert SAME not in told(page)
    assert ELSE in told(page)
    cards = {"cards0": "AH KH 7S", "cards1": "9C 9D 9H", "cards2": "7C 8D 9S"}
    values = {"value0": "21", "value1": "30.5", "value2": "9"}
    page = both(ann, swim, cards, values)
    assert SAME not in told(page)


def test_a_leg_by_cards_is_told_by_its_points(ann: Phone) -> None:
    cases: list[tuple[Typed, str]] = [
        (by_seat("scored", (35, 110, 40, 70)), ELSE),
        (by_seat("scored", (35, 110, 40, 60)), "Yours isn’t saved yet: 35 110 40 60"),
        (by_seat("scored", (35, None, None, None)), "Yours isn’t saved yet: 35 – – –"),
    ]
    for yours, said in cases:
        match = due(ann)
        lay_all(match)
        page = both(ann, match, {"by": "cards"}, yours)
        assert "Leg 1, D was recorded on another phone: 35 110 40 70" in told(page)
        assert said in told(page)
    match = due(ann)
    lay_all(match)
    assert SAME in both(ann, match, {"by": "cards"}, {"by": "cards"}).alert


def test_legs_with_other_melds_are_not_the_same(ann: Phone) -> None:
    match = game(ann, 4, format="half-marathon", sequence=["C", "B"])
    number = match.number
    meld = {"by": "cards", "meld0_0": "KS KH KC"}
    page = half(ann, match, number, meld)
    assert page.tree.all(class_="conflict") == []
    figures = c_typed((310, 150, 205, 180), (0, 25, 10, 40), unscored="80")
    page = both(ann, match, figures, meld)
    assert SAME not in told(page)


def test_a_deal_that_was_played_by_cards_is_told_by_what_it_came_to(ann: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    known = match.number
    some = dealt("tribello", 3)
    ann.tap_all(match.begin(**facts_typed(some.facts)), some.cards)
    match.post("play/record")
    (row,) = match.match.sheet().rows
    page = half(ann, match, known, {"trump": "H"})
    assert SAME not in told(page)
    assert str(abs(row.cells[0] or 0)) in told(page)


def test_an_entry_of_another_kind_is_not_kept_for_the_next(ann: Phone) -> None:
    match = game(ann, 4, format="half-marathon", sequence=["B", "C"])
    theirs = b_typed("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25)
    page = both(ann, match, theirs, b_typed("4C", 1, (6, 1, 5, 1), (190, 40, 150, 30)))
    fields = page.form("/entries").fields()
    assert (fields["declarer_0"], fields["points3"]) == ("1", "30")
    assert "melded0" in fields
    assert ways(page) == ["Discard mine", "Replace leg 1, B with mine"]


@pytest.fixture
def corrected(ann: Phone, friday: PlayedMatch) -> PlayedMatch:
    """A match with two deals, for tests that correct the first one."""
    friday.deal(8, 4, 1)
    friday.deal(3, 6, 4)
    return friday


def edit_of(phone: Phone, match: PlayedMatch) -> Page:
    return match.open_edit()


def learned(phone: Phone, page: Page, **typed: str) -> Page:
    """The part that a correction page fetches after news from another phone."""
    form = page.tree.one("form", id="entry")
    known = page.tree.one(id="correcting")["data-number"]
    query = urlencode(form.fields() | typed | {"known": known})
    return phone.open(f"{page.address}?{query}", **(HTMX | {"HX-Target": "correcting"}))


def correct(phone: Phone, match: PlayedMatch, **typed: str) -> None:
    page = edit_of(phone, match)
    assert phone.send(page, match.ids[0], **typed).status == 200


def test_a_correction_shows_other_events(ann: Phone, ben: Phone, corrected: PlayedMatch) -> None:
    page = edit_of(ben, corrected)
    corrected.deal(5, 5, 3)
    late = ben.answer(page, corrected.ids[0], tricks0="7", tricks1="5")
    assert (late.status, late.form(corrected.ids[0]).fields()["tricks0"]) == (409, "7")
    part = learned(ben, page, tricks0="7", tricks1="5")
    assert not part.is_whole
    assert "Another phone: Round 1, deal 3 was recorded." in part.alert
    assert part.totals == ["3", "2", "−5"]
    assert part.form(corrected.ids[0]).fields()["tricks0"] == "7"
    ben.send(part, corrected.ids[0])
    assert corrected.entries[0]["tricks"] == [7, 5, 1]


def test_two_corrections_of_one_entry(ann: Phone, ben: Phone, corrected: PlayedMatch) -> None:
    page = edit_of(ben, corrected)
    correct(ann, corrected, tricks0="6", tricks2="3")
    part = learned(ben, page, tricks0="6", tricks2="3")
    assert SAME in part.alert
    assert part.tree.all(class_="conflict") == []
    assert ben.send(page, corrected.ids[0], tricks0="6", tricks2="3").status == 200

    part = learned(ben, page)
    assert part.tree.all(class_="conflict") == []
    assert "deal 1 was corrected" in part.alert
    assert part.form(corrected.ids[0]).fields()["tricks0"] == "6"

    part = learned(ben, page, tricks0="7", tricks1="5")
    assert told(part).startswith(
        "Deal 1 was corrected on another phone: 6 4 3 Yours isn’t saved yet: 7 5 1"
    )
    assert ways(part) == WAYS
    number = corrected.number
    late = ben.send(part, corrected.ids[0])  # without saying what to do with it
    assert (late.status, corrected.number) == (409, number)
    assert ways(late) == WAYS
    kept = late.tree.one("button", name="keep")["value"]
    form = late.form(corrected.ids[0])
    assert ben.post(form["action"], form.fields() | {"keep": kept}).status == 303
    assert corrected.entries[0]["tricks"] == [7, 5, 1]


def test_an_undone_correction_is_one(ann: Phone, ben: Phone, corrected: PlayedMatch) -> None:
    correct(ann, corrected, tricks0="6", tricks2="3")
    page = edit_of(ben, corrected)
    corrected.undo()
    part = learned(ben, page, tricks0="7", tricks2="2")
    assert "corrected on another phone: 8 4 1 Yours isn’t saved yet: 7 4 2" in told(part)


def test_correcting_a_struck_entry(ann: Phone, ben: Phone, corrected: PlayedMatch) -> None:
    id, page = corrected.ids[0], edit_of(ben, corrected)
    corrected.strike(0)
    typed = {"tricks0": "7", "tricks1": "5"}
    for shown in (learned(ben, page, **typed), ben.send(page, id, **typed)):
        assert told(shown).startswith(
            "Deal 1 was crossed out on another phone. Yours isn’t saved yet: 7 5 1"
        )
        assert ways(shown) == ["Leave it crossed out", "Put it back", "Put mine back"]
        assert shown.alert.count("was crossed out") == 1
        assert "send it again" not in shown.alert
        again = ben.send(shown, id)
        assert (again.status, ways(again)) == (409, ways(shown))
        assert again.form(id).fields()["tricks0"] == "7"
    untyped = learned(ben, page)
    assert told(untyped).startswith("Deal 1 was crossed out on another phone. Leave it crossed out")
    assert ben.send(untyped, "/restore").rows[0] == ["+2", "0", "−2"]


def test_a_struck_entry_put_back_as_typed(ann: Phone, ben: Phone, corrected: PlayedMatch) -> None:
    id, page = corrected.ids[0], edit_of(ben, corrected)
    corrected.strike(0)
    shown = learned(ben, page, tricks0="7", tricks1="7")
    kept = {"keep": shown.tree.one("button", name="keep")["value"]}
    number, form = corrected.number, shown.form(id)
    wrong = ben.post(form["action"], form.fields() | kept)
    assert (wrong.status, corrected.number) == (422, number)
    assert "tribello.tricks-total" in wrong.rules
    assert "Put mine back" in ways(wrong)
    form = wrong.form(id)
    right = form.fields() | kept | {"tricks1": "5"}
    assert ben.post(form["action"], right).status == 303
    assert ben.post(form["action"], right).status == 303  # sent twice
    assert corrected.number == number + 1
    assert corrected.entries[0]["tricks"] == [7, 5, 1]
    page = ben.open(corrected.to_score)
    assert "deal 1 was put back" in page.tree.one(class_="last").text
    assert ben.press(page, "Undo").rows == [["−3", "+2", "+1"]]


def test_an_undone_entry_is_gone(ann: Phone, ben: Phone, corrected: PlayedMatch) -> None:
    id = corrected.ids[1]
    page = ben.open(f"{corrected.to_score}e/{id}/edit")
    corrected.undo()
    for gone in (learned(ben, page), ben.send(page, id), ben.open(page.address)):
        assert gone.status == 404
        assert "was undone" in gone.alert
        links = {each["href"] for each in gone.tree.one("nav", class_="ways").all("a")}
        assert {corrected.to_score, f"{corrected.to_score}log/"} <= links


def test_where_a_link_leads_to_no_match_only_home_is_offered(app: Flask) -> None:
    page = Phone(app).open("/m/nothing/")
    assert [each["href"] for each in page.tree.one("nav", class_="ways").all("a")] == ["/"]


THEIRS: Json = {"kind": "deal", "tricks": [8, 4, 1]}
RULING: Json = {"at": "2025-03-01T20:15:00+00:00", "question": {}, "decision": "No."}
NAMED = ("Ann", "Ben", "Cleo")
WRITTEN: list[tuple[str, Json, bool]] = [
    ("added", {"entry": THEIRS}, False),
    ("changed", {"id": "1", "entry": THEIRS}, False),
    ("struck", {"id": "1"}, False),
    ("restored", {"id": "2"}, False),
    ("accepted", {"id": "1", "rules": ["tribello.tricks-total"]}, False),
    ("agreed", {"options": {"first_dealer": 1}}, False),
    ("agreed-midway", {"options": {"first_dealer": 1}}, False),
    ("renamed", {"title": "Friday", "players": ["Ben", "Ann", "Cleo"]}, False),
    ("returned", {"to": 1}, False),
    ("returned", {"to": 2}, True),  # undoes only the ruling
    # Recording figures would end a deal that is played card by card.
    ("begun", {"entry": {"kind": "deal", "trump": "S"}}, False),
    ("fell", {"card": "AS"}, False),
    ("lifted", {"card": "AS"}, False),
    ("amended", {"at": 0, "put": "AS"}, False),
    ("noted", {"entry": {"note": "so"}}, False),
    ("given", {"seat": 2}, False),
    ("left", {}, False),
    ("closed", {}, False),
    ("reopened", {}, False),
    ("figures", {}, False),
    # Facts that become known meanwhile don't end anything: the entry has the last word.
    ("known", {"entry": {"kind": "deal", "trump": "S"}}, True),
    ("renamed", {"title": "Sunday", "players": [*NAMED]}, True),
    ("ruled", {"ruling": RULING}, True),
    ("house", {"rule": "tribello.lead", "text": "Cut for it."}, True),
    ("chances", {"shown": False}, True),
    ("attendance", {"seat": 0, "here": False}, True),
    ("reseated", {"seat": 0, "to": 1}, False),
    ("laid", {"seat": 0, "hand": ["AS"], "layout": None, "extra": None}, True),
    ("met", {"players": ["Ann", "Ben", "Emil"]}, True),
    ("paused", {}, True),
    ("resumed", {}, True),
    ("parted", {"note": "late"}, True),
    ("evening", {"start": "2025-03-01T20:00:00+00:00"}, True),
]  # fmt: skip


@pytest.mark.parametrize("is_queued", [False, True], ids=["online", "outbox"])
def test_only_what_changes_the_meaning_of_a_deal_refuses_it(
    ann: Phone, at: At, is_queued: bool
) -> None:
    # A guest can't join this game; what that refuses is tested with those who leave.
    assert {kind for kind, *_ in WRITTEN} == EventData.kinds.keys() - {"opened", "joined"}
    for kind, payload, may_be_beside in WRITTEN:
        at(1, 20, 0)
        match = ann.load(tribello(*({**THEIRS, "id": id, "at": at_march(1, 20, 0)} for id in "12")))
        match.write("struck", id="2")
        match.write("ruled", ruling=RULING)
        form = ann.open(match.to_score).form("/entries")
        typed = form.fields() | {"tricks0": "6", "tricks1": "4"}
        at(1, 20, 10)
        if is_queued:  # as the outbox sends it
            typed |= {"recorded": str(int(now().timestamp() * 1000)), "due": "deal"}
        at(1, 20, 15)
        match.write(kind, **payload)
        at(1, 20, 20)
        page = ann.post(form["action"], typed, **HTMX if is_queued else {})
        recorded = [entry["tricks"] for entry in match.entries].count([6, 4, 3])
        assert (page.status, recorded) == (
            ((200 if is_queued else 303), 1) if may_be_beside else (409, 0)
        ), kind
        if may_be_beside and kind not in (
            "known",
            "met",
            "laid",
        ):  # after these, a phone's time is wrong
            minute = 10 if is_queued else 20
            assert match.match.row_entries()[-1].data["at"] == at_march(1, 20, minute), kind
        for session in match.match.sessions.parsed:
            for pause in session.pauses:
                assert pause.end is None or pause.start <= pause.end, kind
