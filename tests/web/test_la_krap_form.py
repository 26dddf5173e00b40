"""The form of a deal of La Krap: by what lies face up or as chosen, by figures or by its cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from tests.games.records import deal, la_krap
from tests.web import markup
from tests.web.followed import dealt, facts_typed, married, points
from tests.web.phones import Match, Page, Phone, import_text, key_in, start, store_of

Typed = dict[str, str]
HUGE = "9" * 5000
LONG = ["&\"'" + "W" * 37, "<b>" + "M" * 37, "</td>" + "Q" * 35, *(c * 40 for c in "XYZ")]
SIX = ("AH", "KS", "9D", "7C", "BJ", "SHEET")
UP = {"upcard0": "AH", "upcard1": "7S", "upcard2": "SHEET", "turned": "BJ 10H"}
CHOSEN = {"team0": "0", "team1": "1", "team2": "2"}
TRICKS = {"tricks0": "4", "tricks1": "2", "tricks2": "1"}

GOOD: list[tuple[str, Typed, dict[str, Any], list[int]]] = [
    ("three teams of one", UP | {"marriages0": "1"},
     {"upcards": ["AH", "7S", "SHEET"], "turned": ["BJ", "10H"], "marriages": [1, 0, 0]},
     [84, 16, 4]),
    ("chosen teams", CHOSEN | {"null": "0", "multiplier": "2", "marriages0": "1"},
     {"teams": [0, 1, 2], "null": False, "multiplier": 2, "marriages": [1, 0, 0]}, [84, 16, 4]),
    ("teams alone", CHOSEN, {"teams": [0, 1, 2]}, [32, 8, 2]),
    ("all alone", {"alone": "1"}, {"teams": None}, [32, 8, 2]),
    ("null", {"alone": "1", "null": "1"}, {"teams": None, "null": True}, [-32, -8, -2]),
    ("16 times", {"alone": "1", "multiplier": "16"}, {"teams": None, "multiplier": 16},
     [512, 128, 32]),
    ("two against one", {"team0": "1", "team1": "1", "team2": "0"}, {"teams": [1, 1, 0]},
     [20, 20, 2]),
    ("chosen teams, turned", CHOSEN | {"turned": "RJ 9C"},
     {"teams": [0, 1, 2], "turned": ["RJ", "9C"]}, [-128, -32, -8]),
    ("turned and said again", UP | {"null": "0", "multiplier": "2"},
     {"upcards": ["AH", "7S", "SHEET"], "turned": ["BJ", "10H"], "null": False, "multiplier": 2},
     [64, 16, 4]),
    ("upcards only", {name: UP[name] for name in ("upcard0", "upcard1", "upcard2")},
     {"upcards": ["AH", "7S", "SHEET"]}, [32, 8, 2]),
    ("exchanged and exposed", UP | {"exchanged0": "6", "exposed2": "3", "exposed0": "0"},
     {"upcards": ["AH", "7S", "SHEET"], "turned": ["BJ", "10H"], "exchanged": [6, 0, 0],
      "exposed": [0, 0, 3]}, [64, 16, 4]),
    ("in small letters", UP | {"turned": "bj,th", "note": "a & <b>"},
     {"upcards": ["AH", "7S", "SHEET"], "turned": ["bj", "th"], "note": "a & <b>"}, [64, 16, 4]),
]  # fmt: skip

GOOD_NAMES = [name for name, *_ in GOOD]

BAD: list[tuple[str, Typed, list[str]]] = [
    ("nothing at all", dict.fromkeys(TRICKS, ""), ["la-krap.play", "la-krap.tricks-total"]),
    ("no teams", {}, ["la-krap.play"]),
    ("a team missing", {"team0": "0", "team1": "1"}, ["la-krap.play"]),
    ("a fourth team", CHOSEN | {"team2": "3"}, ["la-krap.play"]),
    ("upcards and teams", UP | CHOSEN, ["la-krap.play"]),
    ("upcards and nobody's team", UP | {"alone": "1"}, ["la-krap.play"]),
    ("an upcard missing", UP | {"upcard1": ""}, ["la-krap.play"]),
    ("two upcards of one", UP | {"upcard1": "7S 8S"}, ["la-krap.pack"]),
    ("an upcard three times", UP | {"upcard1": "AH", "upcard2": "AH", "turned": "AH"},
     ["la-krap.pack"]),
    ("an upcard that is none", UP | {"upcard1": '<b>"\''}, ["la-krap.pack"]),
    ("an upcard of another pack", UP | {"upcard1": "6S"}, ["la-krap.pack"]),
    ("a joker without colour", UP | {"upcard1": "JK"}, ["la-krap.pack"]),
    ("an endless upcard", UP | {"upcard1": HUGE}, ["la-krap.pack"]),
    ("a joker turned last", UP | {"turned": "10H BJ"}, ["la-krap.game-card"]),
    ("nothing after the jokers", UP | {"turned": "RJ BJ BJ"}, ["la-krap.game-card"]),
    ("a card turned twice", UP | {"turned": "10H 10H"}, ["la-krap.game-card"]),
    ("the sheet turned and shown", UP | {"turned": "SHEET"}, ["la-krap.pack"]),
    ("a red joker twice", UP | {"turned": "RJ RJ 10H"}, ["la-krap.pack"]),
    ("another game than turned", UP | {"null": "1"}, ["la-krap.game-card"]),
    ("another multiplier", UP | {"multiplier": "8"}, ["la-krap.game-card"]),
    ("one too many", UP | {"tricks2": "2"}, ["la-krap.tricks-total"]),
    ("one too few", UP | {"tricks2": "0"}, ["la-krap.tricks-total"]),
    ("two left out", UP | {"tricks1": "", "tricks2": ""}, ["la-krap.tricks-total"]),
    ("too many of two", UP | {"tricks0": "5", "tricks1": "3", "tricks2": ""},
     ["la-krap.tricks-total"]),
    ("tricks in words", UP | {"tricks0": "<b>"}, ["la-krap.tricks-total"]),
    ("endless tricks", UP | {"tricks0": HUGE}, ["la-krap.tricks-total"]),
    ("more marriages than tricks", UP | {"marriages2": "2"}, ["la-krap.marriage"]),
    ("four marriages", UP | {"marriages0": "4"}, ["la-krap.marriage"]),
    ("marriages in words", UP | {"marriages0": "one"}, ["la-krap.marriage"]),
    ("seven exchanged", UP | {"exchanged0": "7"}, ["la-krap.exchange"]),
    ("exchanged in words", UP | {"exchanged0": "all"}, ["la-krap.exchange"]),
    ("exchanged after a 2", UP | {"turned": "2S", "exchanged0": "1"}, ["la-krap.two-turned"]),
    ("four exposed", UP | {"exposed1": "4"}, ["la-krap.expose"]),
    ("three things", UP | {"turned": "BJ", "exposed1": "4", "tricks0": "5"},
     ["la-krap.expose", "la-krap.game-card", "la-krap.tricks-total"]),
]  # fmt: skip


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


@pytest.fixture
def table(ann: Phone) -> Match:
    return start(ann, "la-krap", "Ann", "Ben", "Cleo", title="Friday")


def send(phone: Phone, match: Match, typed: Typed) -> Page:
    """What any program may send to where the form goes."""
    form = phone.open(match.to_score).form("/entries")
    return phone.follow(phone.post(form["action"], form.fields() | typed))


def hints(phone: Phone, match: Match, typed: Typed) -> dict[str, str]:
    page = phone.post(match.to_score + "check", typed)
    assert page.status == 200
    return {each["id"].removeprefix("hint-"): each.text for each in page.tree.all("output")}


def last_cells(match: Match) -> list[Any]:
    return list(match.book.sheet().rows[-1].cells)


# By figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "entry", "cells"), [g[1:] for g in GOOD], ids=[g[0] for g in GOOD]
)
def test_a_deal_is_recorded_by_its_figures(
    ann: Phone, table: Match, typed: Typed, entry: dict[str, Any], cells: list[int]
) -> None:
    page = send(ann, table, TRICKS | typed)
    assert page.status == 200, page.rules
    assert table.entries == [deal(4, 2, 1, **entry)]
    assert last_cells(table) == cells
    shown = [cell.replace("−", "-").replace("+", "").split()[0] for cell in page.rows[0]]
    assert shown == [str(cell) for cell in cells]


@pytest.mark.parametrize(
    ("typed", "entry", "cells"), [g[1:] for g in GOOD], ids=[g[0] for g in GOOD]
)
def test_a_deal_that_is_saved_untouched_is_as_it_was(
    ann: Phone, table: Match, typed: Typed, entry: dict[str, Any], cells: list[int]
) -> None:
    send(ann, table, TRICKS | typed)
    page = ann.open(f"{table.to_score}e/{table.ids[0]}/edit")
    assert ann.send(page, table.ids[0]).status == 200
    assert last_cells(table) == cells
    (kept,) = table.entries
    for name in entry.keys() - {"turned"}:
        assert kept[name] == entry[name]


@pytest.mark.parametrize("left_out", [0, 1, 2])
def test_the_tricks_of_one_player_follow_from_the_others(
    ann: Phone, table: Match, left_out: int
) -> None:
    send(ann, table, UP | TRICKS | {f"tricks{left_out}": ""})
    assert table.entries[0]["tricks"] == [4, 2, 1]


@pytest.mark.parametrize(("typed", "rules"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_deal_that_cannot_be_is_refused_by_its_rule_and_stays_in_the_form(
    ann: Phone, table: Match, typed: Typed, rules: list[str]
) -> None:
    typed = {**TRICKS, **typed, "note": "kept"}
    page = send(ann, table, typed)
    assert (page.status, table.number) == (422, 1)
    assert sorted(set(page.rules)) == rules
    texts = {each["name"] for each in page.tree.all("input") if each.get("type") in ("", "text")}
    offered = {
        name: text
        for name, text in typed.items()
        if name in texts or page.tree.all("input", name=name, value=text)
    }
    assert offered.items() <= page.form("/entries").fields().items()


def test_a_refused_deal_can_be_mended(ann: Phone, table: Match) -> None:
    page = send(ann, table, TRICKS | UP | {"turned": "BJ"})
    page = ann.send(page, "/entries", turned="BJ 10H")
    assert (page.status, last_cells(table)) == (200, [64, 16, 4])


def test_after_the_last_deal_none_is_recorded(ann: Phone) -> None:
    match = imported(ann, deal(4, 2, 1, teams=None), rounds=1)
    assert ann.open(match.to_score).tree.all(class_="finished") != []
    form = {"number": "1", "id": "late", "alone": "1", **TRICKS}
    refused = ann.post(match.to_score + "entries", form)
    assert (refused.status, refused.rules, match.number) == (422, ["la-krap.rounds"], 1)


# A trick that nobody takes ------------------------------------------------------------------------

EMPTY: list[tuple[list[str], str | None]] = [
    (["4", "2", "0"], None),
    (["4", "2", "1"], None),
    (["0", "0", "0"], None),
    (["4", "2", "2"], "la-krap.tricks-total"),
    (["4", "2", ""], "la-krap.empty-trick"),
    (["", "2", "1"], "la-krap.empty-trick"),
    (["4", "", ""], "la-krap.tricks-total"),
]


@pytest.mark.parametrize(("tricks", "rule"), EMPTY)
def test_where_nobody_may_take_a_trick_all_figures_have_to_be_said(
    ann: Phone, tricks: list[str], rule: str | None
) -> None:
    match = start(ann, "la-krap", "Ann", "Ben", "Cleo", empty_trick="nobody")
    typed = {f"tricks{seat}": text for seat, text in enumerate(tricks)}
    page = send(ann, match, UP | typed)
    assert (page.status, page.rules) == ((200, []) if rule is None else (422, [rule]))
    assert [entry["tricks"] for entry in match.entries] == (
        [[*map(int, tricks)]] if rule is None else []
    )


# Hints --------------------------------------------------------------------------------------------


def test_teams_game_and_points_are_said_while_they_are_typed(ann: Phone, table: Match) -> None:
    said = hints(ann, table, UP | TRICKS | {"marriages0": "1"})
    assert [said[f"tricks{seat}"] for seat in range(3)] == ["84", "16", "4"]
    assert all(name in said["teams"] for name in ("Ann", "Ben", "Cleo"))
    assert said["game"] != ""
    assert [bool(said[f"sum{seat}"]) for seat in range(3)] == [True] * 3
    alone = hints(ann, table, {"alone": "1", "null": "1", "tricks0": "7", "tricks1": "0"})
    assert [alone[f"tricks{seat}"] for seat in range(3)] == ["−98", "0", "0"]
    assert alone["teams"] != said["teams"]
    assert alone["game"] == ""
    assert table.number == 1


@pytest.mark.parametrize(("typed", "rules"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_no_points_are_said_of_a_deal_that_cannot_be(
    ann: Phone, table: Match, typed: Typed, rules: list[str]
) -> None:
    said = hints(ann, table, {**TRICKS, **typed})
    assert [said[f"tricks{seat}"] for seat in range(3)] == ["", "", ""]
    assert [said[f"sum{seat}"] for seat in range(3)] == ["", "", ""]


# Six players with long names ----------------------------------------------------------------------


def test_six_players_with_long_names_play_and_correct_a_deal(ann: Phone) -> None:
    match = start(ann, "la-krap", *LONG, title="<i>&")
    up = {f"upcard{seat}": card for seat, card in enumerate(SIX)}
    tricks = {f"tricks{seat}": str(n) for seat, n in enumerate((2, 1, 1, 1, 1, 1))}
    typed = up | tricks | {"turned": "RJ 10H", "marriages0": "2"}
    page = send(ann, match, typed)
    assert page.status == 200
    cells = [4 * 4 * n for n in (15, 2, 15, 2, 2, 2)]
    assert last_cells(match) == cells
    pages = [page, send(ann, match, typed | {"tricks0": "7"}), ann.open(match.to_score + "board")]
    pages += [ann.open(f"{match.to_score}e/{match.ids[0]}{leaf}") for leaf in ("", "/edit")]
    pages.append(ann.open(match.to_score + "play/"))
    pages.append(ann.send(pages[-1], "/play/", **up, turned="RJ 10H"))
    for each in pages:
        assert markup.faults(each.html) == []
        for name in LONG:
            assert name in each.text
    said = hints(ann, match, typed)
    assert [said[f"tricks{seat}"] for seat in range(6)] == [str(cell) for cell in cells]
    assert all(name in said["teams"] for name in LONG)
    edit = ann.open(f"{match.to_score}e/{match.ids[0]}/edit")
    assert ann.send(edit, match.ids[0], marriages0="0").status == 200
    assert last_cells(match) == [4 * 4 * n for n in (5, 2, 5, 2, 2, 2)]


# Corrected by its cards ---------------------------------------------------------------------------

SOME = dealt("la-krap", 5, seats=4)


def imported(phone: Phone, entry: dict[str, Any], **options: Any) -> Match:
    """A match of this one entry, impossible or not."""
    seats = len(entry.get("tricks") or entry["play"][0])
    page = import_text(phone, json.dumps(la_krap(seats, entry, **options)))
    if page.status == 422:
        form = page.form("/import")
        page = phone.post(form["action"], form.fields() | {"anyway": "1"})
    return Match(store_of(phone.app), key_in(page.response.headers["Location"]))


def edited(phone: Phone, match: Match, **typed: str) -> Page:
    page = phone.open(f"{match.to_score}e/{match.ids[0]}/edit")
    return phone.send(page, f"/e/{match.ids[0]}", **typed)


@pytest.fixture
def by_cards(ann: Phone) -> Match:
    """A match of one deal that is recorded with its cards."""
    return imported(ann, SOME.entry)


def test_a_deal_with_its_cards_is_corrected_by_them(ann: Phone, by_cards: Match) -> None:
    edit = ann.open(f"{by_cards.to_score}e/{by_cards.ids[0]}/edit")
    fields = edit.form(by_cards.ids[0]).fields()
    assert [fields[f"trick{number}"].split() for number in range(7)] == SOME.play
    assert facts_typed(SOME.facts).items() <= fields.items()
    assert {"tricks0", "marriages0"} & fields.keys() == set()
    number = by_cards.number
    assert ann.send(edit, by_cards.ids[0]).status == 200
    assert by_cards.number == number

    page = edited(ann, by_cards, turned="SHEET")
    page = ann.send(page, by_cards.ids[0]) if page.status == 422 else page
    assert page.status == 200
    assert by_cards.entries[0]["turned"] == ["SHEET"]
    assert by_cards.entries[0]["play"] == SOME.play


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ({"trick0": " ".join(SOME.play[0][:3])}, "la-krap.play"),
        ({"trick0": " ".join([*SOME.play[0], "AS"])}, "la-krap.play"),
        ({"trick6": ""}, "la-krap.play"),
        ({"trick0": "AS AS AS KS"}, "la-krap.pack"),
        ({"trick0": "AS AS KS 3S"}, "la-krap.pack"),
        ({"trick0": HUGE}, "la-krap.pack"),
        ({"turned": ""}, "la-krap.play"),
        ({"turned": "BJ"}, "la-krap.game-card"),
        ({"upcard0": ""}, "la-krap.play"),
    ],
)
def test_cards_that_cannot_be_are_refused_and_stay_in_the_form(
    ann: Phone, by_cards: Match, typed: Typed, rule: str
) -> None:
    number = by_cards.number
    page = edited(ann, by_cards, **typed)
    assert (page.status, by_cards.number) == (422, number)
    assert rule in page.rules
    assert typed.items() <= page.form(by_cards.ids[0]).fields().items()


def wed() -> tuple[dict[str, Any], list[int]]:
    """A deal with a marriage by its cards, and what it gives."""
    some, (trick, seat) = married()
    marriages = tuple(int(each == seat) for each in range(some.seats))
    return some.entry | {"marriages_at": [[trick, seat]]}, points(some, marriages)


def test_a_marriage_of_an_old_deal_stays_and_can_be_taken_off(ann: Phone) -> None:
    entry, cells = wed()
    match = imported(ann, entry)
    assert last_cells(match) == cells
    assert edited(ann, match, note="untouched").status == 200
    assert match.entries == [entry | {"note": "untouched"}]
    assert edited(ann, match, marriage0="", note="").status == 200
    assert match.entries == [{name: entry[name] for name in entry if name != "marriages_at"}]
    assert last_cells(match) != cells


def test_marriages_by_figures_beside_the_cards_outlive_a_correction(ann: Phone) -> None:
    entry, cells = wed()
    ((_, seat),) = entry.pop("marriages_at")
    match = imported(ann, entry | {"marriages": [int(each == seat) for each in range(4)]})
    assert last_cells(match) == cells
    assert edited(ann, match, note="untouched").status == 200
    assert last_cells(match) == cells


def test_figures_that_the_cards_contradict_are_gone_once_the_cards_are_saved(ann: Phone) -> None:
    match = imported(ann, SOME.entry | {"tricks": [7, 0, 0, 0], "marriages": [0, 0, 0, 0]})
    page = ann.open(f"{match.to_score}e/{match.ids[0]}/edit")
    assert set(page.rules) <= {"la-krap.play"}
    assert ann.send(page, match.ids[0]).status == 200
    assert not match.book.sheet().rows[0].has_error
    assert last_cells(match) == points(SOME)
