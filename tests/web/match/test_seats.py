"""Players change seats while other phones have older pages."""

from __future__ import annotations

import json
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from referee.web.match.players import may_reseat
from tests.games.free_pad.expected import pad
from tests.games.records import Json, figures, la_krap, record, triathlon, tribello
from tests.web.phones import HTMX, Page, Phone, PlayedMatch

PAD = record("free-pad", 3, [pad(1, 2, 3)])
SWIM = record("thirty-one", 3, [figures(10, 20, 21)])
DEAL: Json = {"kind": "deal", "tricks": [6, 4, 3]}
LEG = record("card-triathlon", 4, [])


def reseat(phone: Phone, match: PlayedMatch, seat: object, to: object, **known: str) -> Page:
    known = {"number": str(match.number), "id": str(uuid4())} | known
    return phone.post(match.to_score + "seat", known | {"seat": str(seat), "to": str(to)})


def typed_of(phone: Phone, match: PlayedMatch, **typed: str) -> tuple[str, Json]:
    form = phone.open(match.to_score).form("/entries")
    return form["action"], form.fields() | typed


def kept(page: Page, *names: str) -> list[str]:
    """What the page's form for an entry has in these fields, as their seats are now."""
    fields = page.form("/entries").fields()
    return [fields.get(name, "") for name in names]


@pytest.mark.parametrize(
    ("data", "is_allowed"),
    [
        (PAD, True), (SWIM, True), (record("free-pad", 4, [pad(1, 2, 3, 4)], teams=True), False),
        (record("free-pad", 4, [], teams=True), True), (tribello(), True),
        (tribello(DEAL), False), (triathlon(), True), (la_krap(3), True), (LEG, True),
        (tribello({"kind": "adjustment", "points": [1, 0, 0]}), False),
    ],
)  # fmt: skip
def test_seats_change_where_people_come_and_go_or_before_the_first_entry(
    ann: Phone, data: Json, is_allowed: bool
) -> None:
    match = ann.load(data)
    before = match.match.players
    assert may_reseat(match.match) is is_allowed
    page = reseat(ann, match, 0, 1)
    if not is_allowed:
        assert (page.status, match.number) == (422, 1)
        assert f"#{data['game']}.players" in page.tree.one(class_="reason").one("a")["href"]
        return
    assert (page.status, match.match.players[:2]) == (303, before[1::-1])
    page = ann.follow(page)
    assert "Ann now sits to the left of Ben." in page.text
    for leaf in (
        "board",
        "print",
        "story",
        "log/?all=1",
        "players/",
        "sheet.csv",
        "evenings",
        "law/",
    ):
        assert ann.open(match.to_score + leaf).status == 200, leaf
    assert ann.load(json.loads(ann.open(match.to_score + "record.json").html)).match.players == (
        match.match.players
    )
    page = ann.press(page, "Undo")
    assert "Undone: Ann now sits to the left of Ben." in page.text
    assert match.match.players == before


def test_struck_entries_and_deals_in_progress_keep_the_seats(ann: Phone) -> None:
    match = ann.load(tribello({**DEAL, "id": "a"}))
    match.write("struck", id="a")
    assert reseat(ann, match, 0, 1).status == 422
    begun: list[tuple[Json, str, Json]] = [
        (tribello(), "begun", {"entry": {"kind": "deal", "trump": "S"}}),
        (tribello(), "known", {"entry": {"kind": "deal", "trump": "S"}}),
        (LEG, "laid", {"seat": 0, "hand": ["AS"], "layout": None, "extra": None}),
    ]
    for data, kind, payload in begun:
        for also in ([], ["closed"]):
            match = ann.load(data)
            match.write(kind, **payload)
            for each in also:
                match.write(each)
            page = reseat(ann, match, 0, 1)
            assert (page.status, "A deal has begun." in page.text) == (422, True), (kind, also)
            # Another phone, which doesn't know it yet.
            assert reseat(ann, match, 0, 1, number="1").status == 409


@pytest.mark.parametrize(("seat", "to"), [("", 1), (0, ""), (3, 0), (0, 3), ("x", "-1")])
def test_both_seats_are_seats_of_the_match(ann: Phone, seat: object, to: object) -> None:
    match = ann.load(PAD)
    page = reseat(ann, match, seat, to)
    assert (page.status, match.number) == (422, 1)
    assert "#free-pad.players" in page.tree.one(class_="reason").one("a")["href"]


def test_the_same_seat_or_the_same_form_changes_nothing_more(ann: Phone) -> None:
    match = ann.load(PAD)
    assert (reseat(ann, match, 1, 1).status, match.number) == (303, 1)
    for _twice in range(2):
        assert reseat(ann, match, 0, 2, id="once", number="1").status == 303
    assert (match.number, match.match.players) == (2, ("Ben", "Cleo", "Ann"))
    # Another phone did the same.
    assert reseat(ann, match, 0, 2, number="1").status in (200, 303)
    assert match.number == 2
    watched = ann.post(match.to_watch + "seat", {"number": "2", "id": "x", "seat": "0", "to": "1"})
    assert watched.status == 403


def test_a_phone_stays_its_owner_s(ann: Phone) -> None:
    match = ann.load(PAD)
    ann.post(match.to_score + "phone", {"seat": "1"})
    reseat(ann, match, 0, 2)
    reseat(ann, match, 1, 0)
    assert match.match.players == ("Cleo", "Ben", "Ann")
    reseat(ann, match, 0, 2)
    match.write("returned", to=2)
    assert match.match.players == ("Ben", "Cleo", "Ann")
    ann.post(match.to_score + "here", {"number": "5", "id": "x", "seat": "1", "here": "no"})
    assert [(each.kind, each.by) for each in match.events[-1:]] == [("attendance", "Ben")]
    # Chosen on a page from before Ann moved to the end.
    ann.post(match.to_score + "phone", {"seat": "0", "number": "1"})
    ann.post(match.to_score + "here", {"number": "6", "id": "y", "seat": "1", "here": "yes"})
    assert [(each.kind, each.by) for each in match.events[-1:]] == [("attendance", "Ann")]


HANDS = ("AH KH 7H", "AS KS 7S", "AD KD 7D")


@pytest.mark.parametrize(
    ("typed", "then"),
    [
        ({"way": "losers", "loser0": "1", "closer": "1"}, {"losers": [2], "closer": 0}),
        ({"way": "losers", "loser1": "1", "aces": "1"}, {"values": [33, None, None]}),
        ({"way": "values", "value0": "10", "value1": "20", "value2": "30"},
         {"values": [20, 30, 10]}),
        ({"way": "hands", "cards0": HANDS[0], "cards1": HANDS[1], "cards2": HANDS[2],
          "closer": "0"},
         {"hands": [HANDS[1].split(), HANDS[2].split(), HANDS[0].split()], "closer": 2}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_queued", [False, True])
def test_what_is_typed_for_thirty_one_stays_with_its_players(
    ann: Phone, typed: dict[str, str], then: Json, is_queued: bool
) -> None:
    match = ann.load(SWIM | {"options": {"fire": True}})
    address, form = typed_of(ann, match, **typed)
    form |= {"due": "round", "recorded": "1"} if is_queued else {}
    reseat(ann, match, 0, 2)
    part = ann.open(match.to_score + "?" + urlencode(form), HX_Request="true", HX_Target="live")
    page = ann.post(address, form, **(HTMX if is_queued else {}))
    assert (page.status, len(match.entries)) == (409, 1)
    assert "Seats changed" in page.text
    fields, news = (each.form("/entries").fields() for each in (page, part))
    assert {**fields, "id": ""} == {**news, "id": ""}
    assert ann.post(address, fields).status == 303
    assert match.entries[-1] == {"kind": "round", **then}


@pytest.mark.parametrize(
    ("data", "typed", "then"),
    [
        (PAD, {"points0": "10", "points1": "", "points2": "30"}, ["", "30", "10"]),
        (tribello(), {"tricks0": "6", "tricks1": "4"}, ["4", "", "6"]),
        (triathlon(), {"tricks0": "6", "last_trick": "0"}, ["", "", "6", "2"]),
        (la_krap(3), {"tricks0": "6", "marriages1": "1"}, ["", "", "6"]),
    ],
)
def test_what_is_typed_for_other_games_stays_with_its_players(
    ann: Phone, data: Json, typed: dict[str, str], then: list[str]
) -> None:
    match = ann.load(data)
    address, form = typed_of(ann, match, **typed)
    reseat(ann, match, 0, 2)
    page = ann.post(address, form)
    name = "points" if data is PAD else "tricks"
    names = [f"{name}{seat}" for seat in range(3)] + ["last_trick"]
    assert (page.status, kept(page, *names[: len(then)])) == (409, then)


def test_an_adjustment_and_a_correction_stay_with_their_players(ann: Phone) -> None:
    match = ann.load(PAD)
    form = ann.open(match.to_score + "adjust").form("/adjust")
    edit = match.open_edit().form(f"/e/{match.ids[0]}")
    reseat(ann, match, 0, 2)
    page = ann.post(form["action"], form.fields() | {"points0": "-5"})
    assert page.status == 409
    assert [page.form("/adjust").fields()[f"points{seat}"] for seat in range(3)] == ["", "", "-5"]
    page = ann.post(edit["action"], edit.fields() | {"points0": "11"})
    fields = page.form(f"/e/{match.ids[0]}").fields()
    assert (page.status, [fields[f"points{n}"] for n in range(3)]) == (409, ["2", "3", "11"])
    assert "on another phone" not in page.text, "nobody else has corrected it"
    assert ann.post(edit["action"], fields).status == 303
    assert match.entries == [pad(2, 3, 11)]


def test_a_conflict_compares_what_both_phones_have_for_each_player(ann: Phone) -> None:
    match = ann.load(PAD)
    address, form = typed_of(ann, match, points0="5", points1="6", points2="7")
    reseat(ann, match, 0, 2)
    match.write("added", entry=pad(5, 6, 7))  # the same in seats, but not for the players
    page = ann.post(address, form)
    assert (page.status, kept(page, "points0", "points1", "points2")) == (409, ["6", "7", "5"])
    assert ["5 6 7" in page.text, "6 7 5" in page.text] == [True, True]
    # Sent again while the conflict is open, figures don't move twice.
    page = ann.post(address, page.form("/entries").fields())
    assert (page.status, kept(page, "points0", "points1", "points2")) == (409, ["6", "7", "5"])

    match = ann.load(PAD)
    address, form = typed_of(ann, match, points0="5", points1="6", points2="7")
    reseat(ann, match, 0, 2)
    match.write("added", entry=pad(6, 7, 5))
    page = ann.post(address, form, **HTMX)
    assert "Your entry is the same." in page.text
    assert len(match.entries) == 2


def test_a_conflict_where_somebody_is_out_is_between_those_who_play(ann: Phone) -> None:
    match = ann.load(record("thirty-one", 4, [figures(10, 20, 21, 27)], lives=0))
    address, form = typed_of(ann, match, way="values", value1="20", value2="21", value3="27")
    reseat(ann, match, 0, 3)
    match.write("added", entry=figures(20, 21, 30, None))
    page = ann.post(address, form)
    assert page.status == 409
    assert ["20 21 30" in page.text, "20 21 27" in page.text] == [True, True]


def test_a_conflict_over_a_correction_is_one_only_if_somebody_else_corrected(ann: Phone) -> None:
    match = ann.load(PAD)
    id = match.ids[0]
    edit = ann.open(f"{match.to_score}e/{id}/edit").form(f"/e/{id}")
    reseat(ann, match, 0, 2)
    match.write("changed", id=id, entry=pad(2, 3, 9))
    page = ann.post(edit["action"], edit.fields() | {"points1": "20"})
    assert (page.status, "on another phone" in page.text) == (409, True)
    fields = page.form(f"/e/{id}").fields()
    assert [fields[f"points{n}"] for n in range(3)] == ["20", "3", "1"]
