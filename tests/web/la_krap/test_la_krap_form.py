"""The form of a deal of La Krap: by what lies face up or as chosen, by figures or by its cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from tests.games.records import deal, la_krap
from tests.web import markup
from tests.web.followed import dealt, facts_typed, married, points
from tests.web.phones import Page, Phone, PlayedMatch, import_text, key_in, start, store_of
from tests.web.refused import CHOSEN, LA_KRAP, TRICKS, UP

Typed = dict[str, str]
HUGE = "9" * 5000
LONG = ["&\"'" + "W" * 37, "<b>" + "M" * 37, "</td>" + "Q" * 35, *(c * 40 for c in "XYZ")]
SIX = ("AH", "KS", "9D", "7C", "BJ", "SHEET")

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


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


@pytest.fixture
def table(ann: Phone) -> PlayedMatch:
    return start(ann, "la-krap", "Ann", "Ben", "Cleo", title="Friday")


def send(phone: Phone, match: PlayedMatch, typed: Typed) -> Page:
    """What any program may send to where the form goes."""
    form = phone.open(match.to_score).form("/entries")
    return phone.follow(phone.post(form["action"], form.fields() | typed))


def hints(phone: Phone, match: PlayedMatch, typed: Typed) -> dict[str, str]:
    page = phone.post(match.to_score + "check", typed)
    assert page.status == 200
    return {each["id"].removeprefix("hint-"): each.text for each in page.tree.all("output")}


def last_cells(match: PlayedMatch) -> list[Any]:
    return list(match.match.sheet().rows[-1].cells)


# By figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "entry", "cells"), [g[1:] for g in GOOD], ids=[g[0] for g in GOOD]
)
def test_a_deal_is_recorded_by_its_figures(
    ann: Phone, table: PlayedMatch, typed: Typed, entry: dict[str, Any], cells: list[int]
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
    ann: Phone, table: PlayedMatch, typed: Typed, entry: dict[str, Any], cells: list[int]
) -> None:
    send(ann, table, TRICKS | typed)
    page = ann.open(f"{table.to_score}e/{table.ids[0]}/edit")
    assert ann.send(page, table.ids[0]).status == 200
    assert last_cells(table) == cells
    (kept,) = table.entries
    for name in entry.keys() - {"turned"}:
        assert kept[name] == entry[name]


def test_where_nobody_may_take_a_trick_a_deal_is_saved_untouched_too(ann: Phone) -> None:
    match = imported(ann, deal(0, 0, 7, teams=None), empty_trick="nobody")
    page = ann.open(f"{match.to_score}e/{match.ids[0]}/edit")
    number = match.number
    assert (ann.send(page, match.ids[0]).status, match.number) == (200, number)


@pytest.mark.parametrize("left_out", [0, 1, 2])
def test_the_tricks_of_one_player_follow_from_the_others(
    ann: Phone, table: PlayedMatch, left_out: int
) -> None:
    send(ann, table, UP | TRICKS | {f"tricks{left_out}": ""})
    assert table.entries[0]["tricks"] == [4, 2, 1]


def test_a_refused_deal_can_be_mended(ann: Phone, table: PlayedMatch) -> None:
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


def test_teams_game_and_points_are_said_while_they_are_typed(
    ann: Phone, table: PlayedMatch
) -> None:
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


@pytest.mark.parametrize(("typed", "rules"), [b[1:] for b in LA_KRAP], ids=[b[0] for b in LA_KRAP])
def test_no_points_are_said_of_a_deal_that_cannot_be(
    ann: Phone, table: PlayedMatch, typed: Typed, rules: list[str]
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


def imported(phone: Phone, entry: dict[str, Any], **options: Any) -> PlayedMatch:
    """A match of this one entry, impossible or not."""
    seats = len(entry.get("tricks") or entry["play"][0])
    page = import_text(phone, json.dumps(la_krap(seats, entry, **options)))
    if page.status == 422:
        form = page.form("/import")
        page = phone.post(form["action"], form.fields() | {"anyway": "1"})
    return PlayedMatch(store_of(phone.app), key_in(page.response.headers["Location"]))


def edited(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    page = phone.open(f"{match.to_score}e/{match.ids[0]}/edit")
    return phone.send(page, f"/e/{match.ids[0]}", **typed)


@pytest.fixture
def by_cards(ann: Phone) -> PlayedMatch:
    """A match of one deal that is recorded with its cards."""
    return imported(ann, SOME.entry)


def test_a_deal_with_its_cards_is_corrected_by_them(ann: Phone, by_cards: PlayedMatch) -> None:
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
    ann: Phone, by_cards: PlayedMatch, typed: Typed, rule: str
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
    assert not match.match.sheet().rows[0].has_error
    assert last_cells(match) == points(SOME)
