"""The sheets behind the names: players leave and come back, guests join, and every page follows."""

from __future__ import annotations

import json
from urllib.parse import unquote
from uuid import uuid4

import pytest

from referee.matches.circle import result_of
from referee.web.match.write import rematch_payload
from tests.games.free_pad.expected import pad
from tests.games.records import Json, deal, figures, record, tribello
from tests.web.phones import Page, Phone, PlayedMatch

HEARTS = record(
    "free-pad", 4, [pad(13, 5, 8, 0), pad(20, 3, 3, 0)], lowest_wins=True, mark=50
)  # fmt: skip


def move(phone: Phone, match: PlayedMatch, seat: int, here: str = "no") -> Page:
    known = {"number": str(match.number), "id": str(uuid4())}
    return phone.post(match.to_score + "here", known | {"seat": str(seat), "here": here})


def seat_guest(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    return phone.answer(phone.open(match.to_score + "players/"), "/guest", **typed)


def seats_with(phone: Phone, match: PlayedMatch, action: str) -> list[int]:
    """The seats whose sheets have a form that posts to this address."""
    seats = range(len(match.match.players))
    sheets = [phone.open(f"{match.to_score}players/{seat}") for seat in seats]
    actions = [[form["action"] for form in sheet.tree.all("form")] for sheet in sheets]
    return [seat for seat in seats if match.to_score + action.lstrip("/") in actions[seat]]


def sessions(match: PlayedMatch) -> list[Json]:
    found: list[Json] = match.match.record()["sessions"]
    return found


def cells(page: Page) -> list[str]:
    return [each["name"] for each in page.form("/entries").all("input") if each.get("data-player")]


def test_who_has_left_has_no_cell_and_does_not_deal(ann: Phone) -> None:
    match = ann.load(HEARTS)
    assert move(ann, match, 3).status == 303
    page = ann.open(match.to_score)
    assert cells(page) == ["points0", "points1", "points2"]
    assert "Dora has left." in page.text
    away = page.tree.one(id="strip").all("li", class_="away")
    assert [each.one("a").text for each in away] == ["Dora"]
    page = ann.send(page, "/entries", points0="10", points1="6", points2="10")
    assert match.entries[-1]["points"] == [10, 6, 10, None]
    page = ann.send(page, "/entries", points0="7", points1="12", points2="7")
    assert (match.match.sheet().winners, page.status) == (("Ben",), 200)
    for leaf in ("board", "print", "story", "resume", "midnight", "log/?all=1", "players/"):
        assert ann.open(match.to_score + leaf).status == 200, leaf
    shared = ann.open(match.to_score + "share/")
    assert "Dora 0 (away)" in shared.tree.one(id="result").text
    link = next(each["href"] for each in shared.tree.all("a") if "bgstats" in each["href"])
    players = json.loads(unquote(link.partition("data=")[2]))["players"]
    assert ["rank" in each for each in players] == [True, True, True, False]
    result = result_of(match.match)
    assert [each.name for each in result.seats] == ["Ben", "Cleo", "Ann"]
    assert [each.name for each in result.substitutes] == ["Dora"]
    # Nothing about who is here changes once the game is over.
    assert seats_with(ann, match, "/here") == []
    assert move(ann, match, 3, "yes").status == 422


def test_an_old_round_has_a_cell_for_who_was_there(ann: Phone) -> None:
    match = ann.load(HEARTS)
    move(ann, match, 3)
    page = match.open_edit()
    assert "points3" in page.html
    assert ann.send(page, f"/e/{match.ids[0]}", points3="1").status == 200
    assert match.entries[0]["points"] == [13, 5, 8, 1]


def test_who_left_comes_back_and_both_can_be_undone(ann: Phone) -> None:
    match = ann.load(HEARTS)
    move(ann, match, 0)
    assert move(ann, match, 0).status == 303  # the same again changes nothing
    page = ann.follow(move(ann, match, 0, "yes"))
    assert [event.kind for event in match.events] == ["opened", "attendance", "attendance"]
    assert "Ann is back." in page.text
    page = ann.press(page, "Undo")
    assert "Ann isn’t back after all." in page.text
    assert match.match.tally.away == {0}


def test_only_who_may_leave_is_offered(ann: Phone) -> None:
    rows = [
        (HEARTS, 4), (record("free-pad", 2, []), 0), (record("free-pad", 3, []), 3),
        (record("free-pad", 4, [], teams=True), 0), (tribello(), 0),
        (record("thirty-one", 3, [figures(10, 20, 21)], lives=0), 2),
    ]  # fmt: skip
    for data, number in rows:
        match = ann.load(data)
        assert len(seats_with(ann, match, "/here")) == number, data
        if not number:
            known = {"number": str(match.number), "id": "1", "seat": "0", "here": "no"}
            assert ann.post(match.to_score + "here", known).status == 422


def test_who_leaves_thirty_one_is_out(ann: Phone) -> None:
    match = ann.load(record("thirty-one", 3, [figures(10, 20, 21)]))
    page = ann.follow(move(ann, match, 0))
    assert "Ann has left." in page.text
    assert match.match.sheet().totals == (-1, 3, 3)
    assert move(ann, match, 0, "yes").status == 422
    assert ann.open(match.to_score + "story").status == 200


@pytest.mark.parametrize(("start", "given"), [("zero", None), ("lowest", 3), ("average", 13)])
def test_a_guest_joins(ann: Phone, start: str, given: float | None) -> None:
    match = ann.load(record("free-pad", 3, [pad(13, 5, None), pad(18, None, 3)]))
    assert seat_guest(ann, match, name=" Zoe ", seat="1", start=start).status == 303
    now = match.match
    assert now.players == ("Ann", "Zoe", "Ben", "Cleo")
    expected = [] if given is None else [[None, given, None, None]]
    assert [each["points"] for each in match.entries[2:]] == expected
    assert now.sheet().totals == (31, given or 0, 5, 3)
    page = ann.open(match.to_score)
    assert cells(page) == ["points0", "points1", "points2", "points3"]
    for leaf in ("board", "print", "story", "log/?all=1", "record.json", "sheet.csv", "evenings"):
        assert ann.open(match.to_score + leaf).status == 200, leaf
    again = ann.load(json.loads(ann.open(match.to_score + "record.json").html))
    assert again.match.sheet() == now.sheet()
    page = ann.press(page, "Undo")
    assert match.match.players == ("Ann", "Ben", "Cleo")
    assert len(match.entries) == 2


@pytest.mark.parametrize(
    "typed",
    [{"name": ""}, {"name": "ann"}, {"name": "Zoe", "seat": "5"}, {"name": "Zoe", "seat": ""}],
)
def test_a_guest_needs_a_name_of_their_own_and_a_seat(ann: Phone, typed: dict[str, str]) -> None:
    match = ann.load(HEARTS)
    page = seat_guest(ann, match, **{"seat": "4", **typed})
    assert (page.status, match.number) == (422, 1)
    assert page.tree.one(role="alert").one("a")["href"].endswith("#free-pad.players")
    assert page.form("/guest").fields()["name"] == typed["name"]


def test_what_was_typed_before_a_guest_joined_stays_with_its_players(ann: Phone) -> None:
    match = ann.load(record("free-pad", 3, [pad(1, 2, 3)]))
    form = ann.open(match.to_score).form("/entries")
    typed = form.fields() | {"points0": "10", "points1": "20", "points2": "30"}
    seat_guest(ann, match, name="Zoe", seat="1")
    page = ann.post(form["action"], typed)
    assert (page.status, len(match.entries)) == (409, 1)
    kept = page.form("/entries").fields()
    assert [kept[f"points{seat}"] for seat in range(4)] == ["10", "", "20", "30"]
    # A half-typed form follows as well, and after that it is up to date.
    part = ann.open(match.to_score + "?" + "&".join(f"{k}={v}" for k, v in typed.items()),
                    HX_Request="true", HX_Target="live")  # fmt: skip
    fields = part.form("/entries").fields()
    assert [fields[f"points{seat}"] for seat in range(4)] == ["10", "", "20", "30"]
    assert fields["seating"] == "2"
    assert ann.post(form["action"], fields | {"points1": "-"}).status in (200, 303)
    assert match.entries[-1]["points"] == [10, None, 20, 30]


def test_a_round_typed_before_somebody_left_keeps_its_figure_until_it_is_cleared(
    ann: Phone,
) -> None:
    match = ann.load(record("free-pad", 3, [pad(1, 2, 3)]))
    form = ann.open(match.to_score).form("/entries")
    typed = form.fields() | {"points0": "10", "points1": "20", "points2": "30"}
    move(ann, match, 2)
    page = ann.post(form["action"], typed)
    assert (page.status, page.rules) == (422, ["free-pad.table"])
    assert page.form("/entries").fields()["points2"] == "30"
    assert ann.post(form["action"], typed | {"points2": "-"}).status in (200, 303)
    assert match.entries[-1]["points"] == [10, 20, None]


def test_a_phone_stays_its_owner_s(ann: Phone) -> None:
    match = ann.load(record("free-pad", 3, [pad(1, 2, 3)]))
    ann.post(match.to_score + "phone", {"seat": "1"})
    seat_guest(ann, match, name="Zoe", seat="0")
    move(ann, match, 0)
    assert match.events[-1].by == "Ben"
    assert "Ben deals, your phone" in ann.open(match.to_score + "players/").text
    ann.press(ann.open(match.to_score + "players/2"), "Not my phone")
    assert "your phone" not in ann.open(match.to_score + "players/").text


def test_two_dashes_running_ask_whether_somebody_has_left(ann: Phone) -> None:
    one, gone = pad(1, 2, 3), pad(1, 2, None)
    rows: list[tuple[list[Json], bool]] = [
        ([one, gone], False), ([gone], False), ([gone, gone], True), ([one, gone, gone], True),
        ([gone, gone, gone], False), ([gone, gone, one], False),
        ([gone, {"kind": "adjustment", "points": [1, None, None]}, gone], True),
    ]  # fmt: skip
    for rounds, is_asked in rows:
        match = ann.load(record("free-pad", 3, rounds))
        assert ("Has Cleo left?" in ann.open(match.to_score).text) is is_asked, rounds
        assert "Has Cleo left?" not in ann.open(match.to_watch).text
    match = ann.load(record("free-pad", 3, [gone, gone]))
    page = ann.send(ann.open(match.to_score), "/here", here="sat-out")
    assert ("Has Cleo left?" in page.text, match.number) == (False, 1)
    match = ann.load(record("free-pad", 3, [gone, gone]))
    page = ann.send(ann.open(match.to_score), "/here", here="no")
    assert (match.match.tally.away, cells(page)) == (frozenset({2}), ["points0", "points1"])


def test_a_rematch_is_of_those_who_are_here(ann: Phone) -> None:
    over = record("free-pad", 4, [pad(1, 2, 3, 4), pad(1, None, 3, 4)], rounds=2)
    over["attendance"] = [{"from": 1, "player": "Ben", "here": False}]
    match = ann.load(over)
    payload = rematch_payload(match.match)
    assert (payload["players"], payload["options"]["first_dealer"]) == (["Ann", "Cleo", "Dora"], 1)


def test_a_tap_on_a_name_opens_its_sheet_and_on_a_team_its_players(ann: Phone) -> None:
    match = ann.load(tribello())
    strip = ann.open(match.to_score).tree.one(id="strip")
    assert [each["href"] for each in strip.all("a")] == ["players/0", "players/1", "players/2"]
    assert ann.open(match.to_score + "players/3").status == 404
    teams = ann.load(record("free-pad", 4, [], teams=True))
    href = ann.open(teams.to_score).tree.one(id="strip").all("a")[1]["href"]
    names = ann.open(teams.to_score + href).tree.one("ul", class_="list").all("b")
    assert [each.text for each in names] == ["Ben", "Dora"]


def test_who_only_watches_can_only_say_whose_phone_it_is(ann: Phone) -> None:
    match = ann.load(HEARTS)
    forms = ann.open(match.to_watch + "players/1").tree.all("form")
    assert [form["action"] for form in forms] == [match.to_watch + "phone"]
    assert ann.open(match.to_watch + "players/").tree.all("form") == []


def test_a_player_is_renamed_alone(ann: Phone) -> None:
    match = ann.load(HEARTS)
    ann.answer(ann.open(match.to_score + "players/1"), "/names", player1="Benno")
    assert (match.match.players, match.match.title) == (
        ("Ann", "Benno", "Cleo", "Dora"), HEARTS["title"],
    )  # fmt: skip
    page = ann.answer(ann.open(match.to_score + "players/1"), "/names", player1="Cleo")
    assert (page.status, page.form("/names").fields()["player1"]) == (422, "Cleo")


@pytest.mark.parametrize(
    ("data", "dealers"),
    [
        (tribello(), [1, 2]),
        (tribello(deal(6, 4, 3)), []),  # quotas depend on who dealt
        (record("free-pad", 4, [pad(1, 2, 3, 4)] * 3), [0, 1, 2]),
        (record("free-pad", 4, [], dealer=False), []),
        (record("thirty-one", 3, [figures(10, 20, 21)]), [0, 2]),
    ],
)
def test_who_deals_now_can_be_said_where_nothing_recorded_changes(
    ann: Phone, data: Json, dealers: list[int]
) -> None:
    match = ann.load(data)
    assert seats_with(ann, match, "/deals") == dealers
    before = match.match.sheet()
    for seat in dealers[:1]:
        page = ann.press(ann.open(f"{match.to_score}players/{seat}"), "Deals now")
        now = match.match.sheet()
        assert (now.due and now.due.dealer, now.totals) == (seat, before.totals)
        ann.press(page, "Undo")
        assert match.match.sheet().due == before.due
    if not dealers:
        known = {"number": str(match.number), "id": str(uuid4()), "seat": "2"}
        page = ann.post(match.to_score + "deals", known)
        assert (page.status, match.number) == (422, 1)


def test_the_deal_goes_on_from_who_deals_now_although_somebody_is_away(ann: Phone) -> None:
    match = ann.load(HEARTS)
    move(ann, match, 3)
    ann.press(ann.open(f"{match.to_score}players/1"), "Deals now")
    ann.send(ann.open(match.to_score), "/entries", points0="10", points1="6", points2="10")
    due = match.match.due_at(None)
    assert due
    assert due.dealer == 2
    assert match.match.attendance == [{"from": 2, "player": "Dora", "here": False}]


def test_somebody_sits_in_tonight_beside_others_who_do(ann: Phone) -> None:
    match = ann.load(tribello())

    def sits_in(seat: int, name: str) -> Page:
        return ann.answer(ann.open(f"{match.to_score}players/{seat}"), "/sits-in", name=name)

    sits_in(1, "Emil")
    ann.send(ann.open(match.to_score), "/entries", tricks0="6", tricks1="4", tricks2="3")
    sits_in(0, "Fay")
    assert [each.get("players") for each in sessions(match)] == [["Fay", "Emil", "Cleo"]]
    assert "Ann Fay sits in" in ann.open(match.to_score + "players/").text
    number = match.number
    sits_in(0, "Fay")
    assert match.number == number  # nothing changed
    sits_in(0, "")
    sits_in(1, "Ben")
    assert [each.get("players") for each in sessions(match)] == [None]
    assert match.match.players == ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("whose", "left_of", "order"),
    [
        (3, "Ann", "Ann Dora Ben Cleo"),
        (0, "Ben", "Ben Ann Cleo Dora"),
        (1, "Dora", "Ann Cleo Dora Ben"),
    ],
)
def test_who_sits_elsewhere_is_moved_to_the_left_of_somebody(
    ann: Phone, whose: int, left_of: str, order: str
) -> None:
    match = ann.load(HEARTS)
    sheet = ann.open(f"{match.to_score}players/{whose}")
    [to] = [key["value"] for key in sheet.tree.all("button", name="to") if key.text == left_of]
    ann.answer(sheet, "/seat", to=to)
    assert " ".join(match.match.players) == order
    totals = dict(zip(match.match.players, match.match.sheet().totals, strict=True))
    assert totals == {"Ann": 33, "Ben": 8, "Cleo": 11, "Dora": 0}


def test_only_who_could_sit_elsewhere_is_offered_another_seat(ann: Phone) -> None:
    over = record("free-pad", 3, [pad(1, 2, 3)], rounds=1)
    for data, number in [(HEARTS, 4), (record("free-pad", 2, []), 0), (over, 0),
                         (tribello(), 3), (tribello(deal(6, 4, 3)), 0)]:  # fmt: skip
        match = ann.load(data)
        assert len(seats_with(ann, match, "/seat")) == number, data
        keys = ann.open(match.to_score + "players/0").tree.all("button", name="to")
        assert len(keys) == max(0, number - 2)
