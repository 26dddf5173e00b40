"""Correcting a B leg recorded by cards: its tricks, and its two leftover cards."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import JOKERS, TEAMS, at_tables
from tests.games.card_triathlon.two_tables import Four, four
from tests.games.card_triathlon.whole_legs import Company, PlayedB, b_leg_at_random
from tests.games.records import Json, record
from tests.web import markup
from tests.web.at_tables import REVOKED, TABLES
from tests.web.leg_forms import (
    HOSTILE,
    HUGE,
    MADE,
    OTHER,
    Refused,
    Typed,
    broken,
    calls,
    cells,
    check_refused,
    check_untouched,
    edited,
    form_of,
    game,
    hints,
    kept,
    send,
)
from tests.web.phones import Page, Phone, PlayedMatch

WAYS = [("4", False), ("4", True), ("6", False), ("6 in three", False), ("8", False), ("8", True)]


def options_of(way: str, jokers: bool) -> Json:
    return {"format": "5000", "teams": list(TEAMS[way]), "b_jokers": jokers, "first_dealer": 0}


def leg_of(way: str, jokers: bool) -> PlayedB:
    company = Company(way, options_of(way, jokers))
    legs = (b_leg_at_random(Random(seed), company, 0, cut=False) for seed in count())
    return next(leg for leg in legs if leg is not None)


SOME = four(4)
WITH_JOKERS = four(7, jokers=True)


def one(leg: Four) -> Json:
    return {"kind": "b-leg", **leg.part}


def row_of(leg: Four) -> list[int | None]:
    return oracle.row(leg.leg.contract, oracle.FOUR, leg.figures)


def fields_of(page: Page, match: PlayedMatch) -> Typed:
    return page.form(match.ids[0]).fields()


@pytest.fixture
def match(ann: Phone) -> PlayedMatch:
    return game(ann, 4, one(SOME), format="5000")


def test_the_form_has_every_card_and_saved_untouched_the_leg_stays(ann: Phone) -> None:
    for way, jokers in WAYS:
        leg = leg_of(way, jokers)
        match = game(ann, int(way[0]), leg.cards, **options_of(way, jokers))
        assert cells(match) == leg.row
        page = form_of(ann, match)
        assert markup.faults(page.html) == []
        fields = fields_of(page, match)
        parts = leg.cards.get("tables") or [leg.cards]
        for place, part in enumerate(parts):
            tricks = [fields[f"trick{13 * place + at}"] for at in range(13)]
            assert [trick.split() for trick in tricks] == part["play"]
            assert fields.get(f"aside_{place}", "").split() == part.get("aside", [])
            assert (part.get("auction") is not None) == (fields.get(f"bid_{place}") == "calls")
        assert not any(name.startswith(("tricks", "points", "unscored")) for name in fields)
        assert [way["value"] for way in page.tree.all("input", name="bid_0")] == ["", "calls"]
        assert edited(ann, match, note="seen").status == 200
        assert cells(match) == leg.row
        (entry,) = match.entries
        for saved, part in zip(entry.get("tables") or [entry], parts, strict=True):
            for name in ("play", "aside", "auction"):
                assert saved.get(name) == part.get(name)


LED = SOME.leg.play[0]
REFUSED: Refused = [
    ("a card missing", {"trick0": " ".join(LED[:3])}, ["play"]),
    ("no trick at all", {f"trick{at}": "" for at in range(13)}, ["play"]),
    ("an endless card", {"trick0": HUGE}, ["pack", "play"]),
    ("a Joker that is not in the pack", {"trick0": " ".join(["JK", *LED[1:]])}, ["pack"]),
    ("no contract", {"level_0": ""}, ["play"]),
    ("calls and a contract that differ", calls("1C P P"), ["b.auction"]),
]
LEFT_OVER: Refused = [
    ("nothing left over", {"aside_0": ""}, ["play"]),
    ("no card left over", {"aside_0": f"{WITH_JOKERS.leg.aside[0]} <b>"}, ["pack"]),
]


def test_wrong_cards_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, record("card-triathlon", 4, [one(SOME)], format="5000"), REFUSED)
    check_refused(ann, record("card-triathlon", 4, [one(WITH_JOKERS)], **JOKERS), LEFT_OVER)


def test_another_contract_is_judged_with_the_same_cards(ann: Phone, match: PlayedMatch) -> None:
    check_untouched(ann, match)
    level = 7 if SOME.contract["level"] != 7 else 1
    assert edited(ann, match, level_0=str(level)).status == 200
    contract = SOME.contract | {"level": level}
    assert match.entries == [one(SOME) | {"contract": contract}]
    made = SOME.leg._replace(contract=SOME.leg.contract._replace(level=level))
    figures = oracle.figures(made, oracle.FOUR)
    assert cells(match) == oracle.row(made.contract, oracle.FOUR, figures)


def test_a_revoke_that_the_cards_prove_is_kept_once_it_is_confirmed(ann: Phone) -> None:
    match = game(ann, 4, one(TABLES[0]), format="5000")
    play = REVOKED.leg.play
    typed = {f"trick{at}": " ".join(trick) for at, trick in enumerate(play)}
    page = edited(ann, match, **typed)
    assert (page.status, broken(page)) == (422, ["b.follow"])
    assert kept(page, typed, match.ids[0])
    assert match.entries == [one(TABLES[0])]
    assert ann.send(page, match.ids[0]).status == 200
    assert match.entries[0]["play"] == play
    assert match.entries[0]["accepted"] == ["card-triathlon.b.follow"]


def test_old_cards_cannot_be_passed_out(ann: Phone, match: PlayedMatch) -> None:
    form = form_of(ann, match).form(match.ids[0])
    ann.post(form["action"], form.fields() | {"bid_0": "passed"})
    assert match.entries == [one(SOME)]


def test_the_two_cards_left_over_are_corrected(ann: Phone) -> None:
    aside = WITH_JOKERS.leg.aside
    wrong = one(WITH_JOKERS) | {"aside": [aside[0], WITH_JOKERS.leg.play[0][0].partition("=")[0]]}
    match = game(ann, 4, wrong, **JOKERS)
    (row,) = match.match.sheet().rows
    assert "card-triathlon.pack" in [problem.rule for problem in row.problems]
    page = edited(ann, match, aside_0=" ".join(aside))
    assert page.status == 200
    assert match.entries[0]["aside"] == aside
    assert cells(match) == row_of(WITH_JOKERS)


def test_two_tables_keep_their_cards_and_figures_apart(ann: Phone) -> None:
    other = four(9)
    leg = at_tables(SOME.by_figures, other.part)
    match = game(ann, 8, leg)
    fields = fields_of(form_of(ann, match), match)
    assert {"tricks0", "points3", "unscored_0", "trick13", "trick25", "bid_1"} <= fields.keys()
    assert not {"tricks4", "points4", "unscored_1", "trick0", "trick12"} & fields.keys()
    check_untouched(ann, match)
    page = edited(ann, match, trick13="")
    assert (page.status, broken(page)) == (422, ["play"])
    page = ann.send(page, match.ids[0], trick13=" ".join(other.leg.play[0]), note="both")
    assert (page.status, match.entries) == (200, [leg | {"note": "both"}])

    match = game(ann, 8, at_tables(SOME.part, other.part))
    assert edited(ann, match, level_1="7").status == 200
    first, second = match.entries[0]["tables"]
    assert (first, second["play"]) == (SOME.part, other.part["play"])
    assert second["contract"] == other.contract | {"level": 7}


def test_names_are_shown_as_they_are_on_every_page_of_a_leg(ann: Phone) -> None:
    typed = MADE | OTHER
    match = game(ann, 8, names=HOSTILE)
    said = hints(ann, match, typed)
    assert f"{HOSTILE[2]} is dummy, {HOSTILE[1]} leads" in said["contract0"]
    assert f"{HOSTILE[6]} is dummy, {HOSTILE[5]} leads" in said["contract1"]
    assert f"{HOSTILE[3]} can’t have 75" in hints(ann, match, typed | {"points3": "75"})["doubts0"]
    pages = [send(ann, match, typed), form_of(ann, match), edited(ann, match, points0="75")]
    match = game(ann, 8, at_tables(SOME.part, four(9).part), names=HOSTILE)
    pages += [form_of(ann, match), edited(ann, match, trick0="", trick20="")]
    for page in pages:
        assert markup.faults(page.html) == []
        assert all(name in page.text for name in HOSTILE)
