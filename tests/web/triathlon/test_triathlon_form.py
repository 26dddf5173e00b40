"""The form of a deal of Triathlon: by figures, and corrected by its cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from tests.games.records import deal, triathlon
from tests.games.triathlon import oracle_triathlon
from tests.web import markup
from tests.web.followed import dealt, irregular
from tests.web.phones import Page, Phone, PlayedMatch, import_text, key_in, start, store_of
from tests.web.refused import EVEN

Typed = dict[str, str]
HUGE = "9" * 5000
HOSTILE = ['<b>"Ann"</b>', "&\"'Ben", "C" * 40]


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


@pytest.fixture
def table(ann: Phone) -> PlayedMatch:
    return start(ann, "triathlon", "Ann", "Ben", "Cleo", title="Friday")


def send(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    return phone.send(phone.open(match.to_score), "/entries", **typed)


def edited(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    """The match after a correction of its first row."""
    page = phone.open(f"{match.to_score}e/{match.ids[0]}/edit")
    return phone.send(page, f"/e/{match.ids[0]}", **typed)


def figures(page: Page) -> list[str]:
    return [cell.split()[0] for cell in page.rows[0]]


# By figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("left_out", [None, 0, 1, 2])
def test_the_tricks_of_one_player_follow_from_the_others(
    ann: Phone, table: PlayedMatch, left_out: int | None
) -> None:
    typed = {name: text for name, text in EVEN.items() if name != f"tricks{left_out}"}
    page = send(ann, table, **typed)
    assert page.status == 200
    assert figures(page) == ["24", "2", "17"]
    assert table.entries == [deal(4, 2, 7, last_trick=2)]


def test_all_that_can_be_said_of_a_deal_is_kept(ann: Phone, table: PlayedMatch) -> None:
    typed = {"trump": "C", "rejected0": "S", "rejected1": "H", "note": "a & <b>"}
    page = send(ann, table, **EVEN, **typed)
    entry = deal(4, 2, 7, last_trick=2, trump="C", rejected=["S", "H"], note="a & <b>")
    assert table.entries == [entry]
    fields = ann.open(f"{table.to_score}e/{table.ids[0]}/edit").form(table.ids[0]).fields()
    assert (EVEN | typed).items() - {("tricks2", "7")} <= fields.items()
    assert "tricks2" not in fields  # it follows, also after a correction
    assert page.status == 200


@pytest.mark.parametrize(
    ("typed", "cells"),
    [
        (EVEN, ["24", "2", "17"]),
        ({"tricks0": "5", "tricks1": "5", "last_trick": "2"}, ["5", "5", "133"]),
        ({"tricks0": "4", "tricks1": "2"}, ["", "", ""]),
        ({"tricks0": "4", "last_trick": "2"}, ["", "", ""]),
        ({"tricks0": "13", "tricks1": "0", "last_trick": "2"}, ["", "", ""]),
        ({"tricks0": "<b>", "tricks1": "0", "last_trick": "2"}, ["", "", ""]),
        (EVEN | {"rejected0": "S"}, ["", "", ""]),
    ],
)
def test_what_the_figures_come_to_is_said_while_they_are_typed(
    ann: Phone, table: PlayedMatch, typed: Typed, cells: list[str]
) -> None:
    page = ann.post(table.to_score + "check", typed)
    assert page.status == 200
    hints = {each["id"]: each.text for each in page.tree.all("output")}
    assert [hints[f"hint-tricks{seat}"] for seat in range(3)] == cells
    assert table.number == 1


def test_the_third_triathlon_of_a_player_ends_the_game(ann: Phone, table: PlayedMatch) -> None:
    for total in (133, 266, 499):
        page = send(ann, table, tricks0="5", tricks1="5", last_trick="2")
        assert page.totals[2] == str(total)
    assert page.tree.all(class_="finished") != []
    assert page.tree.all("form", id="entry") == []
    form = {"number": str(table.number), "id": "late", **EVEN}
    refused = ann.post(table.to_score + "entries", form)
    assert (refused.status, refused.rules, table.number) == (422, ["triathlon.end"], 4)


def test_every_name_stands_on_the_form_as_it_is(ann: Phone) -> None:
    match = start(ann, "triathlon", *HOSTILE)
    for page in (ann.open(match.to_score), send(ann, match, tricks0="14")):
        assert markup.faults(page.html) == []
        form = page.form("/entries")
        legends = [legend.text for legend in form.all("legend")]
        for seat, name in enumerate(HOSTILE):
            assert name in legends[seat]
        said = {each.text for each in form.all("label")}
        assert said >= set(HOSTILE)  # who took the last trick
    assert HOSTILE[0] in send(ann, match, tricks0="0", last_trick="0", tricks1="6").alert


# Corrected ----------------------------------------------------------------------------------------


def test_a_deal_is_corrected_by_its_figures(ann: Phone, table: PlayedMatch) -> None:
    send(ann, table, **EVEN, trump="C")
    page = edited(ann, table, tricks0="5", tricks1="5", trump="H")
    assert page.status == 200
    assert figures(page) == ["5", "5", "133"]
    assert table.entries == [deal(5, 5, 3, last_trick=2, trump="H")]


def test_a_wrong_correction_keeps_what_was_typed(ann: Phone, table: PlayedMatch) -> None:
    send(ann, table, **EVEN)
    page = edited(ann, table, tricks0="0", tricks1="6", last_trick="0")
    assert (page.status, page.rules, table.number) == (422, ["triathlon.last"], 2)
    fields = page.form(table.ids[0]).fields()
    assert {"tricks0": "0", "tricks1": "6", "last_trick": "0"}.items() <= fields.items()


SOME = dealt("triathlon", 3)


@pytest.fixture
def by_cards(ann: Phone) -> PlayedMatch:
    """A match of one deal that is recorded with its cards."""
    return imported(ann, SOME.entry)


def tricks_typed(page: Page, match: PlayedMatch) -> list[str]:
    """The fields of the tricks, in order."""
    fields = page.form(match.ids[0]).fields()
    return [fields[f"trick{number}"] for number in range(13)]


def cells(play: list[list[str]], trump: str) -> list[int]:
    tricks, last = oracle_triathlon.taken(play, SOME.leader, trump)
    return oracle_triathlon.scores(tricks, last)


def test_a_deal_with_its_cards_is_corrected_by_them(ann: Phone, by_cards: PlayedMatch) -> None:
    edit = ann.open(f"{by_cards.to_score}e/{by_cards.ids[0]}/edit")
    assert tricks_typed(edit, by_cards) == [" ".join(trick) for trick in SOME.play]
    assert {"tricks0", "last_trick"} & edit.form(by_cards.ids[0]).fields().keys() == set()
    play = [trick.copy() for trick in SOME.play]
    play[12][0], play[12][1] = play[12][1], play[12][0]
    page = ann.send(edit, by_cards.ids[0], trick12=" ".join(play[12]).lower())
    if page.status == 422:  # the two now break a rule, which is kept
        page = ann.send(page, by_cards.ids[0])
    assert page.status == 200
    (entry,) = by_cards.entries
    assert [[*map(str.upper, trick)] for trick in entry["play"]] == play
    assert by_cards.match.sheet().rows[0].cells == tuple(cells(play, SOME.facts["trump"]))


def test_other_trumps_read_the_tricks_of_an_old_deal_anew(
    ann: Phone, by_cards: PlayedMatch
) -> None:
    trump = next(suit for suit in "SHDC" if suit != SOME.facts["trump"])
    page = edited(ann, by_cards, trump=trump)
    if page.status == 422:
        page = ann.send(page, by_cards.ids[0])
    (entry,) = by_cards.entries
    assert (entry["trump"], entry["play"]) == (trump, SOME.play)
    assert by_cards.match.sheet().rows[0].cells == tuple(cells(SOME.play, trump))


def test_a_correction_that_changes_nothing_writes_nothing(
    ann: Phone, by_cards: PlayedMatch
) -> None:
    number = by_cards.number
    assert edited(ann, by_cards).status == 200
    assert by_cards.number == number


FIRST = " ".join(SOME.play[0])


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ({"trick0": f"{FIRST} {SOME.play[1][0]}"}, "triathlon.play"),
        ({"trick0": " ".join(SOME.play[0][:2])}, "triathlon.play"),
        ({"trick0": ""}, "triathlon.play"),
        ({"trick12": ""}, "triathlon.play"),
        ({"trick0": "AS AS KS"}, "triathlon.pack"),
        ({"trick5": "JK JK JK"}, "triathlon.pack"),
        ({"trick0": "2S 6S 7S"}, "triathlon.pack"),
        ({"trick0": "<b> \" '"}, "triathlon.pack"),
        ({"trick0": HUGE}, "triathlon.pack"),
        ({"trump": ""}, "triathlon.rejection"),
        ({f"trick{number}": "" for number in range(13)}, "triathlon.tricks-total"),
    ],
    ids=str,
)
def test_cards_that_cannot_be_are_refused_and_stay_in_the_form(
    ann: Phone, by_cards: PlayedMatch, typed: Typed, rule: str
) -> None:
    number = by_cards.number
    page = edited(ann, by_cards, **typed)
    assert (page.status, by_cards.number) == (422, number)
    assert rule in page.rules
    fields = page.form(by_cards.ids[0]).fields()
    assert typed.items() <= fields.items()
    rest = {name: text for name, text in typed.items() if name.startswith("trick")}
    back = {name: " ".join(SOME.play[int(name[5:])]) for name in rest}
    mended = ann.send(page, by_cards.ids[0], **back | {"trump": SOME.facts["trump"]})
    assert (mended.status, by_cards.entries) == (200, [SOME.entry])


def test_a_revoke_that_comes_in_by_a_correction_is_kept_only_when_confirmed(
    ann: Phone, by_cards: PlayedMatch
) -> None:
    made = irregular(SOME, "triathlon.follow")
    typed = {f"trick{n}": " ".join(trick) for n, trick in enumerate(SOME.tricks(made.cards))}
    page = edited(ann, by_cards, **typed)
    assert (page.status, page.rules) == (422, ["triathlon.follow"])
    page = ann.send(page, by_cards.ids[0])
    assert page.status == 200
    assert by_cards.entries[0]["accepted"] == ["triathlon.follow"]
    assert by_cards.match.sheet().rows[0].open_warnings == ()


def imported(phone: Phone, entry: dict[str, Any]) -> PlayedMatch:
    """A match of this one entry, impossible or not."""
    page = import_text(phone, json.dumps(triathlon(entry)))
    if page.status == 422:
        form = page.form("/import")
        page = phone.post(form["action"], form.fields() | {"anyway": "1"})
    return PlayedMatch(store_of(phone.app), key_in(page.response.headers["Location"]))


@pytest.mark.parametrize("figure", [{"tricks": [13, 0, 0]}, {"last_trick": 2}])
def test_figures_that_the_cards_contradict_are_gone_once_the_cards_are_saved(
    ann: Phone, figure: dict[str, Any]
) -> None:
    trump = SOME.facts["trump"]
    last = oracle_triathlon.taken(SOME.play, SOME.leader, trump)[1]
    wrong = figure if "tricks" in figure else {"last_trick": (last + 1) % 3}
    match = imported(ann, SOME.entry | wrong)
    page = ann.open(f"{match.to_score}e/{match.ids[0]}/edit")
    assert set(page.rules) == {"triathlon.play"}
    assert ann.send(page, match.ids[0]).status == 200
    assert match.entries == [SOME.entry]
    assert match.match.sheet().rows[0].cells == tuple(cells(SOME.play, trump))


def test_a_trick_that_is_missing_can_be_added(ann: Phone) -> None:
    match = imported(ann, SOME.entry | {"play": SOME.play[:12]})
    assert match.match.sheet().rows[0].has_error
    page = edited(ann, match, trick12=" ".join(SOME.play[12]))
    assert (page.status, match.entries) == (200, [SOME.entry])
