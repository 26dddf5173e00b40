"""A circle of friends: its matches, tables of results, people and links."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import NAMESPACE_OID, uuid4, uuid5

import pytest
from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.event import listen, remove

from referee.matches.circle import MatchPutIn
from referee.matches.database.checks import check
from referee.matches.events.base import Event
from referee.web.circles import circle_page
from referee.web.http.device import CIRCLES
from referee.web.http.match_cache import MatchCache
from tests.games.free_pad.expected import hearts, pad
from tests.games.records import SHARED, WON, Json, tribello
from tests.games.test_cases import record_of
from tests.web.friends import cells
from tests.web.phones import Friends, Page, Phone, PlayedMatch

NAMES = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}


@pytest.fixture
def friends(ann: Phone) -> Friends:
    return ann.start_circle()


def test_an_empty_circle_says_what_it_is_for(ann: Phone, friends: Friends) -> None:
    page = ann.open(friends.to_score)
    assert (page.status, "No matches yet" in page.text) == (200, True)
    assert ann.send(ann.open("/c/new"), "/c/new", name=" ").status == 422
    assert page.tree.all("table") == []
    assert ann.open(friends.to_score + "table.csv").status == 200
    assert ann.open(friends.to_score + "log").status == 200


def test_only_finished_matches_count(ann: Phone, friends: Friends, friday: PlayedMatch) -> None:
    friends.put(friday)
    friday.deal(6, 4, 3)
    page = ann.open(friends.to_score)
    assert cells(page, "Tribello") == []
    assert [each.text for each in page.tree.all("h2")][:1] == ["In progress"]
    friends.play()
    friends.play(made=SHARED)
    page = ann.open(friends.to_score)
    assert cells(page, "Tribello") == [
        ["Ann", "1⅓", "2", "0.1"], ["Ben", "⅓", "2", "0.1"], ["Cleo", "⅓", "2", "−0.2"],
    ]  # fmt: skip
    assert cells(page, "All games") == []  # there is only one game


def test_tables_of_each_game_and_of_all_games(ann: Phone, friends: Friends) -> None:
    friends.play()
    friends.play(*["Ann", "Ben", "Cleo", "Dora"], made=record_of("card-triathlon-sprint"))
    page = ann.open(friends.to_score)
    assert cells(page, "All games") == [
        ["Ann", "2", "2"], ["Cleo", "1", "2"], ["Dora", "0", "1"], ["Ben", "0", "2"],
    ]  # fmt: skip
    assert [row[:3] for row in cells(page, "Card Triathlon")] == [
        ["Ann", "1", "1"], ["Cleo", "1", "1"], ["Ben", "0", "1"], ["Dora", "0", "1"],
    ]  # fmt: skip
    person = ann.open(friends.to_score + "person?name=ann")
    assert cells(person, "Head to head") == [  # Cleo was her partner once
        ["Ben", "2", "0", "0"], ["Cleo", "1", "0", "0"], ["Dora", "1", "0", "0"],
    ]  # fmt: skip
    games = ["Tribello per deal", "Card Triathlon per leg"]
    assert [row[0] for row in cells(person, "By game")] == games


def test_pads_are_counted_by_their_titles(ann: Phone, friends: Friends) -> None:
    rounds = pad(1, 9, 20, 0), pad(3, 3, 5, 30)
    for title in ("Hearts", "Skat", "hearts "):
        friends.play(made=hearts(*rounds, mark=30) | {"title": title})
    page = ann.open(friends.to_score)
    assert cells(page, "All games")[0] == ["Ann", "3", "3"]
    assert cells(page, "hearts", places=True)[1] == ["Ben Places 0–2–0–0", "0", "2", "6.0"]
    assert cells(page, "Skat")[0] == ["Ann", "1", "1", "2.0"]
    person = ann.open(friends.to_score + "person?name=ann")
    assert [row[0] for row in cells(person, "By game")] == ["hearts per round", "Skat per round"]
    assert "\r\nSkat,Ann,1,1,4,2,2.0" in ann.open(friends.to_score + "table.csv").html
    following = [button.text for button in page.tree.all("button") if "Next: " in button.text]
    assert following == [
        "Next: hearts Ann, Ben, Cleo and Dora",
        "Next: Skat Ann, Ben, Cleo and Dora",
    ]


def test_names_are_in_the_order_of_the_language(ann: Phone, friends: Friends) -> None:
    friends.play("Zoe", "Åke", "Änne", made=SHARED)
    for language, names in (("de", ["Åke", "Änne", "Zoe"]), ("fi", ["Zoe", "Åke", "Änne"])):
        page = ann.open(friends.to_score, **{"Accept-Language": language})
        assert [row[0] for row in cells(page, "Tribello")] == names
        people = [each.text for each in page.tree.all("label") if each.all("input", name="into")]
        assert people == names


def with_substitute(*seated: str) -> Json:
    """The won match, with these people in its seats."""
    at = "2026-01-16T20:00:00+00:00"
    entries = [entry | {"at": at} for entry in WON["entries"]]
    return WON | {"entries": entries, "sessions": [{"start": at, "players": list(seated)}]}


def test_a_substitute_is_listed_without_the_match(ann: Phone, friends: Friends) -> None:
    friends.play()
    assert "With a substitute" not in ann.open(friends.to_score).text
    friends.play(made=with_substitute("Emil", "Ben", "Cleo"))
    page = ann.open(friends.to_score)
    assert "With a substitute, the match counts for the player whose seat it is" in page.text
    assert cells(page, "Tribello") == [
        ["Ann", "2", "2", "0.2"], ["Ben", "0", "2", "0.2"], ["Cleo", "0", "2", "−0.4"],
        ["Emil", "–", "–", "0.2"],
    ]  # fmt: skip
    person = ann.open(friends.to_score + "person?name=Emil")
    assert cells(person, "By game") == [["Tribello per deal", "–", "–", "0.2"]]
    assert cells(person, "By year") == cells(person, "Head to head") == []
    friends.play(*["Ann", "Ben", "Cleo", "Dora"], made=record_of("card-triathlon-sprint"))
    names = [row[0] for row in cells(ann.open(friends.to_score), "All games")]
    assert sorted(names) == ["Ann", "Ben", "Cleo", "Dora"]


def test_names_can_be_merged_unless_both_sat_at_the_table(ann: Phone, friends: Friends) -> None:
    friends.play(made=with_substitute("Emil", "Benn", "Cleo"))
    assert "Benn and Emil both played" in friends.act("/merge", name="benn", into="emil").text
    friends.act("/merge", name="benn", into="ben")
    assert [row[0] for row in cells(ann.open(friends.to_score), "Tribello")] == [
        "Ann", "Ben", "Cleo", "Emil",
    ]  # fmt: skip


def test_the_table_is_of_all_years_or_of_one(ann: Phone, friends: Friends) -> None:
    friends.play(at="2025-03-01T20:00:00+01:00")
    friends.play(at="2026-01-01T00:30:00+00:00", made=SHARED)
    page = ann.open(friends.to_score)
    years = page.tree.all("nav", class_="years")[0].all("a")
    assert [each.text for each in years] == ["All years", "2026", "2025"]
    assert cells(page, "Tribello")[0][:3] == ["Ann", "1⅓", "2"]
    assert cells(ann.open(years[1]["href"]), "Tribello")[0][:3] == ["Ann", "⅓", "1"]
    assert cells(ann.open(years[2]["href"]), "Tribello")[0][:3] == ["Ann", "1", "1"]
    person = ann.open(friends.to_score + "person?name=ann")
    assert cells(person, "By year") == [["2026", "⅓", "1"], ["2025", "1", "1"]]
    assert cells(ann.open(friends.to_score + "?year=1999"), "Tribello") == []
    ann.client.set_cookie("zone", "America/New_York")  # where both were played in 2025
    assert cells(ann.open(friends.to_score + "?year=2026"), "Tribello") == []
    assert cells(ann.open(friends.to_score + "?year=2025"), "Tribello")[0][:3] == ["Ann", "1⅓", "2"]
    person = ann.open(friends.to_score + "person?name=ann")
    assert cells(person, "By year") == [["2025", "1⅓", "2"]]


def test_the_csv_table_has_no_formulas(ann: Phone, friends: Friends) -> None:
    friends.play("=1+1", "Ben", "Cleo", made=SHARED)
    page = ann.open(friends.to_score + "table.csv")
    assert "attachment" in page.response.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(page.html.removeprefix("\ufeff"))))
    assert rows[0] == ["game", "name", "matches", "won", "points", "entries", "points each"]
    assert sorted(rows[1:])[0] == ["Tribello", "'=1+1", "1", "0.3333", "0", "12", "0.0"]
    friends.play(*["Ann", "Ben", "Cleo", "Dora"], made=record_of("card-triathlon-sprint"))
    text = ann.open(friends.to_score + "table.csv").html
    assert "all,Ben,2,0.3333,,," in text
    german = ann.open(friends.to_score + "table.csv", **{"Accept-Language": "de"}).html
    assert "alle;Ben;2;0,3333;;;" in german


def test_results_are_cached(ann: Phone, friends: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [friends.play() for _ in range(3)]
    ann.open(friends.to_score)
    asked: list[int] = []
    cache: MatchCache = ann.app.extensions["matches"]
    really = cache.store.events

    def read(match_id: int, **after: int) -> list[Event]:
        asked.append(match_id)
        return really(match_id, **after)

    monkeypatch.setattr(cache.store, "events", read)
    ann.open(friends.to_score)
    assert asked == []
    (matches[0]).strike()
    assert cells(ann.open(friends.to_score), "Tribello")[0][:3] == ["Ann", "2", "2"]
    assert set(asked) == {matches[0].link.match_id}


def test_a_match_of_an_unknown_game_counts_for_nothing(ann: Phone, friends: Friends) -> None:
    store = ann.store
    payload = {"game": "whist", "title": "Old", "players": ["Ann"], "options": {}}
    link = store.open_match(id=str(uuid4()), game="whist", title="Old", payload=payload, by=None)
    friends.play()
    form = {"id": str(uuid4()), "circle": friends.score_key}
    assert ann.post(f"/m/{link.score_key}/circles", form).status == 501
    friends.store.append(friends.link.circle_id, str(uuid4()), MatchPutIn(match=link.match_id))
    page = ann.open(friends.to_score)
    assert "Unknown game “whist”: update Referee" in page.text
    assert cells(page, "Tribello")[0][:3] == ["Ann", "1", "1"]


def test_the_next_match_has_the_same_people_in_the_circle(ann: Phone, friends: Friends) -> None:
    first = friends.play()
    page = ann.open(friends.to_score)
    form = page.form("/next")
    answers = [ann.post(form["action"], form.fields()) for _ in range(2)]
    to = {page.location for page in answers}
    assert len(to) == 1, "a double tap opens one match"
    match = ann.match_at(to.pop())
    assert match.match.players == first.match.players
    assert match.match.setup.options.first_dealer == 1
    assert friends.circle.matches == (first.link.match_id, match.link.match_id)
    assert friends.circle.number == 3


def test_the_next_match_calls_people_as_the_circle_does(ann: Phone, friends: Friends) -> None:
    friends.play("Ann", "Ben", "Cleo")
    friends.play("Anne", "BEN", "Cleo")
    friends.act("/merge", name="anne", into="ann")
    page = friends.act("/next")
    assert ann.match_at(page.address).match.players == (
        "Ann", "Ben", "Cleo",
    )  # fmt: skip


def test_no_other_circle_can_take_the_id_of_an_event(ann: Phone, friends: Friends) -> None:
    """Another circle must not be able to block an id, although a form can send any id."""
    first = friends.play()
    others, match, circle = Phone(ann.app), first.link.match_id + 1, friends.link.circle_id
    own = others.start_circle("Others")
    id = str(uuid5(NAMESPACE_OID, f"match {match} opened in circle {circle}"))
    assert others.post(own.to_score + "rename", {"id": id, "name": "Taken"}).status == 303
    page = ann.send(ann.open(first.to_score), "/rematch")
    again = ann.match_at(page.address)
    assert again.link.match_id == match
    assert friends.circle.matches == (first.link.match_id, match)


def test_a_match_is_not_put_in_again_by_a_later_version(ann: Phone, friends: Friends) -> None:
    form = ann.open(friends.to_score + "new").form("/new")
    link = ann.store.open_match(
        id=form.fields()["id"], game="tribello", title="", by=None,
        payload=tribello() | {"players": [*NAMES.values()]},
    )  # fmt: skip
    friends.store.append(friends.link.circle_id, "earlier", MatchPutIn(match=link.match_id))
    assert ann.post(form["action"], form.fields() | NAMES).status == 303
    assert [each.kind for each in friends.circle.events].count(MatchPutIn.kind) == 1


def test_a_new_match_is_put_into_the_circle_that_is_chosen(ann: Phone, friends: Friends) -> None:
    friends.play("Zoe", "Yves", "Xenia")
    other = ann.start_circle("Other")
    page = ann.open(friends.to_score + "new")
    form = page.form("/new")
    assert form.fields()["circle"] == friends.score_key
    assert page.tree.one(id="table-1").text == "Same again: Zoe, Yves and Xenia"
    page = ann.post("/new", form.fields() | NAMES)
    assert page.status == 303
    assert len(friends.circle.matches) == 2
    assert other.circle.matches == ()


def test_a_new_match_may_be_played_by_the_house_rules_of_the_circle(
    ann: Phone, friends: Friends
) -> None:
    address = friends.to_score + "new"
    assert ann.open(address).tree.all("input", name="law") == []
    house = [{"rule": "tribello.follow", "text": "A round of drinks."}]
    friends.play(made=WON | {"house": house})
    cases: list[tuple[dict[str, str], list[str]]] = [({}, []), ({"law": "1"}, [house[0]["text"]])]
    for typed, expected in cases:
        form = ann.open(address).form("/new")
        assert "Play by the same house rules" in form.text
        sent = ann.post("/new", form.fields() | NAMES | typed)
        match = ann.match_at(sent.location)
        assert [each["text"] for each in match.match.house] == expected
    another_game = {**ann.open(address).form("/new").fields(), "game": "triathlon", "again": "1"}
    assert ann.post("/new", another_game).tree.all("input", name="law") == []


def test_the_form_of_a_new_match_names_no_circle_where_none_is_known(app: Flask) -> None:
    assert "Circle" not in Phone(app).open("/new").text
    form = {"game": "tribello", "circle": "A" * 22, "player0": "A", "player1": "B", "player2": "C"}
    assert Phone(app).post("/new", form).status == 303


def test_a_match_is_put_in_and_taken_out(ann: Phone, friends: Friends, friday: PlayedMatch) -> None:
    page = friends.put(friday)
    assert "includes this match" in page.text
    friends.put(friday)
    assert friends.circle.matches == ()
    friends.put(friday)
    friends.act("/take")
    assert friends.circle.matches == ()
    assert friends.circle.number == 5


def test_a_circle_is_begun_with_a_match(ann: Phone, friday: PlayedMatch) -> None:
    page = ann.open(friday.to_score + "circles")
    form = page.form("/circles")
    assert ann.post(form["action"], form.fields() | {"name": " \u200b "}).status == 422
    page = ann.follow(ann.post(form["action"], form.fields() | {"name": "Mine"}))
    assert "Mine includes this match" in page.text
    again = ann.follow(ann.post(form["action"], form.fields() | {"name": "Mine"}))
    assert len(again.tree.all("a", class_="go-on")) == 1


def test_leaving_all_circles(ann: Phone, ben: Phone, friends: Friends, friday: PlayedMatch) -> None:
    friends.put(friday)
    page = ben.open(friday.to_score + "circles")
    assert "is in 1 circle that this phone has no link for" in page.text
    assert friends.link.name not in page.text
    form = next(each for each in page.tree.all("form") if "Remove from that circle" in each.text)
    page = ben.follow(ben.post(form["action"], form.fields() | {"everywhere": "1"}))
    assert "no link for" not in page.text
    assert friends.circle.matches == ()


def test_a_copy_of_a_match_counts_once(ann: Phone, friends: Friends) -> None:
    at = "2026-01-16T20:00:00+00:00"
    entries = [entry | {"id": f"e{n}", "at": at} for n, entry in enumerate(WON["entries"])]
    made = WON | {"entries": entries}
    one, other = ann.load(made), ann.load(made)
    friends.put(one)
    page = friends.put(other)
    assert (page.status, "has the same entries" in page.alert) == (409, True)
    friends.put(ann.load(WON | {"entries": entries[:-1]}))
    friends.play(made=made)  # as earlier versions did
    page = ann.open(friends.to_score)
    assert [row[:3] for row in cells(page, "Tribello")] == [
        ["Ann", "1", "1"], ["Ben", "0", "1"], ["Cleo", "0", "1"],
    ]  # fmt: skip
    person = ann.open(friends.to_score + "person?name=ann")
    assert [row[:3] for row in cells(person, "By game")] == [["Tribello per deal", "1", "1"]]


def test_names_are_merged_parted_and_undone(ann: Phone, friends: Friends) -> None:
    friends.play("Ann", "Ben", "Cleo")
    friends.play("Anne", "ben ", "Cleo")
    page = ann.open(friends.to_score)
    assert [row[0] for row in cells(page, "Tribello")] == ["Ann", "Anne", "Ben", "Cleo"]
    page = friends.act("/merge", name="anne", into="ann")
    assert cells(page, "Tribello")[0][:3] == ["Ann", "2", "2"]
    assert "Anne was merged into Ann." in page.text
    page = ann.send(ann.open(friends.to_score + "person?name=anne"), "/part")
    assert [row[0] for row in cells(page, "Tribello")] == ["Ann", "Anne", "Ben", "Cleo"]
    page = friends.act("/return", "Undo")
    assert cells(page, "Tribello")[0][:3] == ["Ann", "2", "2"]
    page = friends.act("/return", "Undo")
    assert [row[0] for row in cells(page, "Tribello")] == ["Ann", "Anne", "Ben", "Cleo"]
    page = friends.act("/return", "Redo")
    assert cells(page, "Tribello")[0][:3] == ["Ann", "2", "2"]
    assert len(ann.open(friends.to_score + "log").tree.all("ol")[0].all("li")) == 8


def test_a_name_of_one_match_that_looks_like_another_is_asked_about(
    ann: Phone, friends: Friends
) -> None:
    rows: list[tuple[list[str], str]] = [
        (["Clara", "Ben", "Dora"], ""),
        (["Sara", "Ben", "Ina"], ""),  # three of four letters
        (["Claar", "Benn", "Dora"], "Benn looks like Ben"),  # the latest name first
    ]
    for names, says in rows:
        friends.play(*names)
        page = ann.open(friends.to_score)
        assert ("looks like" in page.text, says in page.text) == (bool(says), True)
    page = friends.act("/merge", "Merge names")
    assert "Claar looks like Clara. One person?" in page.text
    assert "looks like" not in ann.open(friends.to_watch).text
    for name in ("Claar", "Clara"):
        friends.play(name, "Eva", "Ina")
    assert "looks like" not in ann.open(friends.to_score).text  # not a slip, but somebody else


def test_names_that_cannot_be_one_are_refused(ann: Phone, friends: Friends) -> None:
    cases: list[tuple[str, str, str]] = [
        ("", "", "both names"), ("ann", "", "both names"), ("ann", "ann", "different"),
        ("nobody", "ann", "both names"), ("ann", "ben", "both played in “Friday”"),
    ]  # fmt: skip
    friends.play()
    for name, into, says in cases:
        page = friends.act("/merge", name=name, into=into)
        assert (page.status, says in page.alert) == (422, True)
        assert friends.circle.number == 2


def test_a_circle_gets_another_name_and_keeps_one(ann: Phone, friends: Friends) -> None:
    assert friends.act("/rename", name=" ").status == 422
    page = friends.act("/rename", name="Sunday " + "x" * 99)
    assert page.tree.one("h1").text.startswith("Sun")
    assert len(friends.link.name) <= 60
    friends.act("/return", "Undo")
    assert friends.link.name == "Friday friends"
    assert "Friday friends" in ann.open("/").text


def test_long_lists_and_logs(ann: Phone, friends: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circle_page, "MATCHES_SHOWN", 1)
    monkeypatch.setattr(circle_page, "LINES_SHOWN", 2)
    for _ in range(2):
        friends.play()
    page = ann.open(friends.to_score)
    assert len(page.tree.all("a", class_="go-on")) == 1
    (link,) = [each for each in page.tree.all("a") if each.text == "Show all 2"]
    assert len(ann.open(link["href"]).tree.all("a", class_="go-on")) == 2

    newest, *_, earlier = ann.open(friends.to_score + "log").tree.all("ol")[0].all("li")
    assert "“Friday” was added." in newest.text
    assert earlier.text == "Show 1 earlier line"
    page = ann.open(earlier.one("a")["href"])
    assert "The circle was started." in page.tree.all("ol")[0].all("li")[-1].text
    (back,) = [each for each in page.tree.all("form") if each.fields()["to"] == "1"]
    ann.follow(ann.post(back["action"], back.fields()))
    assert friends.circle.matches == ()
    friends.act("/return", "Redo")
    assert len(friends.circle.matches) == 2


def test_two_phones_undo_only_what_they_saw(ann: Phone, ben: Phone, friends: Friends) -> None:
    friends.play("Ann", "Ben", "Cleo")
    early = ben.open(friends.to_score)
    other = friends.play("Antonia", "Ben", "Cleo")
    undo = next(each for each in early.tree.all("form") if "Undo" in each.text)
    page = ben.post(undo["action"], undo.fields())
    assert (page.status, "nothing was undone" in page.alert) == (409, True)
    taken = next(each for each in early.tree.all("form") if each["action"].endswith("/take"))
    merge = ann.open(friends.to_score).form("/merge")
    assert (
        ann.post(merge["action"], merge.fields() | {"name": "antonia", "into": "ann"}).status == 303
    )
    assert ben.post(taken["action"], taken.fields()).status == 303  # Ben's page predates the merge
    assert friends.circle.matches == (other.link.match_id,)
    assert friends.circle.people.person("Antonia") == "ann"


def test_a_form_that_is_sent_twice_is_written_once(ann: Phone, friends: Friends) -> None:
    friends.play()
    friends.play("Anne", "Ben", "Cleo")
    for ending, typed in (
        ("/merge", {"name": "anne", "into": "ann"}), ("/rename", {"name": "Sunday"}), ("/take", {}),
    ):  # fmt: skip
        page = ann.open(friends.to_score)
        form = next(each for each in page.tree.all("form") if each["action"].endswith(ending))
        before = friends.circle.number
        for _ in range(2):
            assert ann.post(form["action"], form.fields() | typed).status == 303
        assert friends.circle.number == before + 1
    fields = ann.open(friends.to_score).form("/rename").fields()
    ann.post(friends.to_score + "rename", fields | {"name": "One"})
    page = ann.post(friends.to_score + "rename", fields | {"name": "Two"})
    assert (page.status, friends.link.name) == (409, "One")
    page = ann.post(ann.start_circle("Other").to_score + "rename", fields | {"name": "One"})
    assert page.status == 409


@contextmanager
def commits() -> Iterator[list[object]]:
    found: list[object] = []

    def note(connection: object) -> None:
        found.append(connection)

    listen(Engine, "commit", note)
    try:
        yield found
    finally:
        remove(Engine, "commit", note)


def test_each_act_is_one_transaction(ann: Phone, ben: Phone, friday: PlayedMatch) -> None:
    friends, others = ann.start_circle("Friends"), ann.start_circle("Others")
    for each in (friends, others):
        each.put(friday)
    names, form = friday.to_score + "players/", ann.open(friday.to_score + "circles")
    new = next(each for each in form.tree.all("form") if each.all("input", name="name"))
    elsewhere = next(
        each
        for each in ben.open(friday.to_score + "circles").tree.all("form")
        if "everywhere" in each.fields() or each.all("button", name="everywhere")
    )
    rematch = {"id": str(uuid4())}
    acts: list[tuple[str, Callable[[], Page]]] = [
        ("rename", lambda: ann.answer(ann.open(names), "/names", title="Sunday")),
        ("undo", lambda: ann.press(ann.open(names.removesuffix("players/")), "Undo")),
        ("rename", lambda: ann.answer(ann.open(friends.to_score), "/rename", name="Sunday")),
        ("undo", lambda: friends.act("/return", "Undo")),
        (
            "start",
            lambda: ann.post("/new", NAMES | {"game": "tribello", "circle": friends.score_key}),
        ),
        ("rematch", lambda: ann.post(friday.to_score + "rematch", rematch)),
        ("next", lambda: ann.send(ann.open(friends.to_score), "/next")),
        ("found", lambda: ann.post(new["action"], new.fields() | {"name": "Third"})),
        ("leave", lambda: ben.post(elsewhere["action"], elsewhere.fields() | {"everywhere": "1"})),
    ]
    for name, do in acts:
        with commits() as written:
            assert do().status in (200, 303), name
        assert len(written) == 1, name
    assert [len(each.circle.matches) for each in (friends, others)] == [3, 1]
    file = Path(str(friday.store.engine.url.database))
    assert [*check(file).faults] == []


GETS = ("", "?all=1", "log", "person?name=ann", "table.csv", "share/", "share/watch.svg")
POSTS = ("rename", "merge", "part", "take", "return", "next", "share/renew")


def test_a_link_to_watch_reads_and_writes_nothing(app: Flask, ann: Phone, friends: Friends) -> None:
    match = friends.play()
    watcher = Phone(app)
    for address in GETS:
        page = watcher.open(friends.to_watch + address)
        assert page.status == 200, address
        told = page.html + str(page.response.headers)
        assert friends.score_key not in told, address
        assert match.score_key not in told, address
        if page.is_whole:
            assert page.tree.all("form") == [], address
    form = {"id": str(uuid4()), "name": "ann", "into": "ben", "to": "1", "number": "2",
            "match": str(match.link.match_id), "form": "B" * 22, "role": "score"}  # fmt: skip
    for address in POSTS:
        page = watcher.post(friends.to_watch + address, form)
        assert (page.status, "viewing link" in page.alert) == (403, True), address
    assert watcher.open(friends.to_watch + "new").status == 403
    assert watcher.open(friends.to_watch + "share/score.svg").status == 404
    assert friends.circle.number == 2


def test_a_circle_gives_no_link_to_score_matches(app: Flask, ann: Phone, friends: Friends) -> None:
    match = friends.play()
    friend = Phone(app)
    for address in (*GETS, "new"):
        assert match.score_key not in friend.open(friends.to_score + address).html, address
    assert f"/m/{match.watch_key}/" in friend.open(friends.to_score).html
    assert match.score_key in ann.open(friends.to_score).html  # Ann has that link anyway
    page = friend.follow(friend.answer(friend.open(friends.to_score), "/next"))
    assert page.form("/entries")


def test_unknown_links_lead_nowhere(ann: Phone) -> None:
    for address in (*GETS, "new"):
        page = ann.open(f"/c/{'A' * 22}/{address}")
        assert (page.status, "doesn’t open a circle" in page.alert) == (404, True), address
        assert page.response.headers["Cache-Control"] == "no-store"
    for address in POSTS:
        form = {"form": "B" * 22, "id": str(uuid4()), "role": "watch"}
        assert ann.post(f"/c/{'A' * 22}/{address}", form).status == 404, address


@pytest.mark.parametrize("role", ["score", "watch"])
def test_a_link_is_replaced_once(ann: Phone, ben: Phone, friends: Friends, role: str) -> None:
    friends.play()
    old, key = friends.link, {"score": friends.score_key, "watch": friends.link.watch_key}[role]
    page = ann.open(friends.to_score + "share/")
    form = next(each for each in page.tree.all("form") if each.fields()["role"] == role)
    pages = [ann.post(form["action"], form.fields()) for _ in range(2)]
    to = {page.location for page in pages}
    assert ({page.status for page in pages}, len(to)) == ({303}, 1)
    assert "This is the new link" in ann.open(to.pop()).text
    assert ben.open(f"/c/{key}/").status == 404
    kept = old.watch_key if role == "score" else old.score_key
    assert ben.open(f"/c/{kept}/").status == 200
    home = ann.open("/")
    (link,) = [each["href"] for each in home.tree.all("a", class_="go-on") if "/c/" in each["href"]]
    assert ann.open(link).form("/rename")


def listed(page: Page) -> list[str]:
    return [each["href"] for each in page.tree.all("a", class_="go-on") if "/c/" in each["href"]]


def test_a_phone_remembers_so_many_circles_and_the_better_of_two_links(ann: Phone) -> None:
    many = [ann.start_circle(f"Circle {number}") for number in range(CIRCLES + 1)]
    assert listed(ann.open("/")) == [each.to_score for each in many[:0:-1]]
    ann.open(many[3].to_watch)
    assert many[3].to_score in listed(ann.open("/"))
    stranger = Phone(ann.app)
    stranger.open(many[3].to_watch)
    assert listed(stranger.open("/")) == [many[3].to_watch]
    stranger.open(many[3].to_score)
    assert listed(stranger.open("/")) == [many[3].to_score]


def test_matches_seen_in_a_circle_are_not_listed(app: Flask, ann: Phone, friends: Friends) -> None:
    friends.play()
    friend = Phone(app)
    page = friend.open(friends.to_watch)
    (link,) = [each["href"] for each in page.tree.all("a", class_="go-on")]
    assert friend.open(link).status == 200
    assert friend.open("/").tree.all("h2")[0].text == "Circles of friends"
