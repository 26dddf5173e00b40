"""Home, a new match, and a rematch."""

from __future__ import annotations

import json
import re
from uuid import uuid4

from flask import Flask

from tests.games.records import deal, figures, la_krap, thirty_one, triathlon, tribello
from tests.web.followed import begin
from tests.web.phones import Phone, PlayedMatch, import_text, key_in, start, store_of


def test_a_match_starts_with_what_was_chosen(ann: Phone) -> None:
    match = start(
        ann, "thirty-one", "Ann", "Ben", title="Swim", lives="0", fire="true", first_dealer="1"
    )
    assert match.match.record() == {
        "format": "referee-record/1", "game": "thirty-one", "title": "Swim",
        "players": ["Ann", "Ben"], "options": {"lives": 0, "fire": True, "first_dealer": 1},
        "entries": [],
    }  # fmt: skip
    assert "Ben deals" in ann.open(match.to_score).text

    page = ann.open("/new?game=thirty-one")
    page = ann.send(page, "/new", player0="Ann", player1="Ben")
    match = PlayedMatch(store_of(ann.app), key_in(page.address))
    assert match.match.options == {}

    match = start(ann, "thirty-one", "Ann", "", "Ben")
    assert match.match.players == ("Ann", "Ben")


def test_the_form_itself_starts_a_match(ann: Phone) -> None:
    page = ann.open("/new?game=tribello")
    page = ann.send(page, "/new", player0="Ann", player1=" Ben ", player2="Cleo")
    assert page.status == 200
    assert [cell.text for cell in page.tree.one("ul", class_="strip").all(class_="name")] == [
        "Ann", "Ben", "Cleo",
    ]  # fmt: skip
    assert re.fullmatch(r"\d{1,2} [A-Z][a-z]{2}", page.tree.one("h1").text)


def test_a_table_that_cannot_play_is_told_why_and_keeps_its_names(ann: Phone) -> None:
    cases: list[tuple[list[str], str]] = [
        ([], "needs 3 players"),
        (["Ann", "Ben"], "2 are named"),
        (["Ann", "Ben", "ANN"], "same name"),
        (["Ann", "Ben", "C" * 41], "40 letters"),
    ]
    for names, said in cases:
        typed = {f"player{seat}": name for seat, name in enumerate(names)}
        page = ann.send(ann.open("/new?game=tribello"), "/new", title="Fri", **typed)
        assert page.status == 422
        assert said in page.alert
        assert "tribello.players" in page.alert
        fields = page.form("/new").fields()
        assert typed.items() <= fields.items()
        assert fields["title"] == "Fri"
        assert ann.open("/").tree.all("a", class_="go-on") == []


def test_too_many_players_for_the_pack_are_refused(ann: Phone) -> None:
    names = {f"player{seat}": f"P{seat}" for seat in range(10)}
    page = ann.post("/new", {"game": "thirty-one", "deck": "32", **names})
    assert page.status == 422
    assert page.tree.one(role="alert").all("li")
    assert ann.post("/new", {"game": "thirty-one", "deck": "36", **names}).status == 303


def test_more_players_or_another_game_can_be_asked_for_without_losing_a_name(ann: Phone) -> None:
    page = ann.open("/new?game=thirty-one")
    form = page.form("/new")
    more = ann.post("/new", form.fields() | {"player0": "Ann", "again": "10"})
    assert more.status == 200
    fields = more.form("/new").fields()
    assert fields["player0"] == "Ann"
    assert "player9" in fields
    assert "player9" not in form.fields()

    page = ann.post(
        "/new", {"game": "thirty-one", "player0": "Ann", "again": "1"}, HX_Request="true"
    )
    assert page.status == 200
    assert not page.is_whole
    fields = page.form("/new").fields()
    assert (fields["game"], fields["player0"]) == ("thirty-one", "Ann")
    assert "lives" in fields


def test_the_names_of_this_phone_are_offered(ann: Phone, ben: Phone, friday: PlayedMatch) -> None:
    def offered(phone: Phone) -> list[str]:
        return [each["value"] for each in phone.open("/new").tree.one("datalist").all("option")]

    assert offered(ann) == ["Ann", "Ben", "Cleo"]
    assert offered(ben) == []


def tables_offered(phone: Phone, game: str) -> list[list[str]]:
    keys = phone.open(f"/new?game={game}").tree.all("button", name="table")
    return [key["value"].splitlines() for key in keys]


def test_the_last_tables_that_can_play_are_a_tap_away(ann: Phone, ben: Phone) -> None:
    start(ann, "thirty-one", "Dan", "Eva")
    first = start(ann, "tribello", "Ann", "Ben", "Cleo")
    start(ann, "triathlon", "Ben", "Cleo", "Ann")  # the same people, as they sit now
    assert tables_offered(ann, "tribello") == [["Ben", "Cleo", "Ann"]]
    assert tables_offered(ann, "thirty-one") == [["Ben", "Cleo", "Ann"], ["Dan", "Eva"]]
    assert tables_offered(ann, "card-triathlon") == []
    ben.open(first.to_watch)  # whom one watches one does not seat
    assert tables_offered(ben, "tribello") == []


def test_a_table_takes_its_seats_with_one_tap_and_keeps_what_else_was_chosen(ann: Phone) -> None:
    start(ann, "thirty-one", "Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")
    page = ann.open("/new?game=thirty-one")
    (key,) = page.tree.all("button", name="table")
    assert key.text == "Ann, Ben, Cleo, Dan, Eva and 2 more again"
    typed = page.form("/new").fields() | {"player0": "Zoe", "player8": "Yan", "lives": "1"}
    seated = ann.post("/new", typed | {"table": key["value"]})
    assert seated.status == 200
    fields = seated.form("/new").fields()
    names = [fields[f"player{seat}"] for seat in range(8)]
    assert names == ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", ""]
    assert fields["lives"] == "1"
    assert ann.send(seated, "/new").status == 200
    assert len(ann.open("/").tree.all("a", class_="go-on")) == 2


def test_a_double_tap_starts_one_match(ann: Phone) -> None:
    page = ann.open("/new?game=tribello")
    typed = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
    first, second = ann.answer(page, "/new", **typed), ann.answer(page, "/new", **typed)
    assert first.response.headers["Location"] == second.response.headers["Location"]
    assert len(ann.open("/").tree.all("a", class_="go-on")) == 1


def test_the_id_of_a_deal_opens_no_match(ann: Phone, ben: Phone, friday: PlayedMatch) -> None:
    id = str(uuid4())
    form = ann.open(friday.to_score).form("/entries").fields()
    ann.post(friday.to_score + "entries", form | {"id": id, "tricks0": "6", "tricks1": "4"})
    names = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
    page = ben.post("/new", {"game": "tribello", "id": id, **names})
    assert page.status == 409
    assert page.is_whole
    assert friday.score_key not in page.html


FINISHED = [
    tribello(*[deal(6, 4, 3)] * 12, first_dealer=2),
    thirty_one(3, figures(21, 20, 10), figures(21, 20, None), lives=0, first_dealer=2),
    triathlon(*[deal(5, 5, 3, last_trick=2)] * 3, first_dealer=2, athlete_discard="never"),
    la_krap(3, deal(7, 0, 0, teams=None), rounds=1, first_dealer=2, twos="suit"),
]


def test_a_rematch_has_the_same_table_and_the_next_dealer(ann: Phone) -> None:
    for record in FINISHED:
        page = ann.follow(import_text(ann, json.dumps(record)))
        match = PlayedMatch(store_of(ann.app), key_in(page.address))
        first, second = ann.answer(page, "/rematch"), ann.answer(page, "/rematch")
        assert first.response.headers["Location"] == second.response.headers["Location"]
        again = PlayedMatch(match.store, key_in(first.response.headers["Location"]))
        assert again.score_key != match.score_key
        assert again.match.players == match.match.players
        assert again.match.title == "Friday"
        assert again.match.options == record["options"] | {"first_dealer": 0}
        assert again.entries == []
        assert "Ann deals" in ann.follow(first).text


def test_forty_matches_with_seats_names_and_a_hand_still_fit_in_the_cookie(
    app: Flask, ann: Phone
) -> None:
    kinds = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章"
    for number in range(45):
        names = [kinds[(number * 7 + seat * 3) % 30 :][:10] * 4 for seat in range(3)]
        names = [name[:38] + f"{number % 5}{seat}" for seat, name in enumerate(names)]
        match = start(ann, "tribello", *names)
        ann.open(match.to_score)
        ann.post(match.to_score + "share/seat", {"seat": "1"})
    hand = "10S 10H 10D 10C AS AH AD AC KS KH KD KC QS"
    ann.send(begin(ann, match, trump="S"), "/play/hand", hand=hand)
    page = ann.open(match.to_score)
    assert page.form("/play/hand").fields()["hand"] == hand
    cookie = ann.client.get_cookie("referee")
    assert cookie is not None
    assert len(cookie.value) < 4000
    assert len(ann.open("/").tree.all("a", class_="go-on")) == 40


def test_keys_are_narrow_only_for_numbers(ann: Phone) -> None:
    for game, has_numbers in [("la-krap", True), ("card-triathlon", False)]:
        page = ann.open(f"/new?game={game}")
        found: dict[str, list[str]] = {"keys": [], "keys wide": []}
        for each in page.tree.all("div"):
            if each.get("class") in found:
                found[each["class"]] += [key.text for key in each.all("label")]
        assert bool(found["keys"]) is has_numbers
        assert all(words.isdecimal() for words in found["keys"])
        assert has_numbers or {"one", "two"} <= set(found["keys wide"])
