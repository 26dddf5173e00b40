"""An old B leg with its cards, and how it is corrected: the tricks, and the two cards left over."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import JOKERS, TEAMS, at_tables
from tests.games.card_triathlon.two_tables import Four, four
from tests.games.card_triathlon.whole_legs import Company, PlayedB, b_leg_at_random
from tests.games.records import Json
from tests.web import markup
from tests.web.leg_forms import (
    HOSTILE,
    HUGE,
    Typed,
    b_typed,
    broken,
    cells,
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


def leg_of(way: str, jokers: bool, seed: int = 0) -> PlayedB:
    """A leg that was played by the rules, always the same for the same seed."""
    company, leg = Company(way, options_of(way, jokers)), None
    while leg is None:
        leg = b_leg_at_random(Random(seed), company, 0, cut=False)
        seed += 100
    return leg


SOME = four(4)
"""A leg of four without Jokers."""
WITH_JOKERS = four(7, jokers=True)


def one(leg: Four) -> Json:
    """A leg of four players by its cards."""
    return {"kind": "b-leg", **leg.part}


def row_of(leg: Four) -> list[int | None]:
    return oracle.row(leg.leg.contract, oracle.FOUR, leg.figures)


def fields_of(page: Page, match: PlayedMatch) -> Typed:
    return page.form(match.ids[0]).fields()


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


@pytest.fixture
def match(ann: Phone) -> PlayedMatch:
    return game(ann, 4, one(SOME), format="5000")


@pytest.fixture
def joking(ann: Phone) -> PlayedMatch:
    return game(ann, 4, one(WITH_JOKERS), **JOKERS)


# Untouched ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "jokers"), WAYS)
@pytest.mark.parametrize("seed", range(2))
def test_the_form_has_every_card_and_saved_untouched_the_leg_stays(
    ann: Phone, way: str, jokers: bool, seed: int
) -> None:
    leg = leg_of(way, jokers, seed)
    match = game(ann, int(way[0]), leg.cards, **options_of(way, jokers))
    assert cells(match) == leg.row
    page = form_of(ann, match)
    assert markup.faults(page.html) == []
    fields = fields_of(page, match)
    for place, part in enumerate(leg.cards.get("tables") or [leg.cards]):
        tricks = [fields[f"trick{13 * place + at}"] for at in range(13)]
        assert [trick.split() for trick in tricks] == part["play"]
        assert fields.get(f"aside_{place}", "").split() == part.get("aside", [])
        assert [part.get("auction") is not None] == [fields.get(f"bid_{place}") == "calls"]
    assert not any(name.startswith(("tricks", "points", "unscored")) for name in fields)
    assert [way["value"] for way in page.tree.all("input", name="bid_0")] == ["", "calls"]
    assert edited(ann, match, note="seen").status == 200
    assert cells(match) == leg.row
    (entry,) = match.entries
    tables = zip(
        entry.get("tables") or [entry], leg.cards.get("tables") or [leg.cards], strict=True
    )
    for saved, part in tables:
        assert {"play", "aside", "auction"} & saved.keys() <= part.keys()
        assert [saved.get(name) for name in ("play", "aside", "auction")] == [
            part.get(name) for name in ("play", "aside", "auction")
        ]


def test_what_is_saved_without_a_change_writes_nothing(ann: Phone, match: PlayedMatch) -> None:
    number = match.number
    assert edited(ann, match).status == 200
    assert (match.number, match.entries) == (number, [one(SOME)])


# Corrected ----------------------------------------------------------------------------------------


def test_another_contract_is_judged_with_the_same_cards(ann: Phone, match: PlayedMatch) -> None:
    level = 7 if SOME.contract["level"] != 7 else 1
    assert edited(ann, match, level_0=str(level)).status == 200
    contract = SOME.contract | {"level": level}
    assert match.entries == [one(SOME) | {"contract": contract}]
    made = SOME.leg._replace(contract=SOME.leg.contract._replace(level=level))
    figures = oracle.figures(made, oracle.FOUR)
    assert cells(match) == oracle.row(made.contract, oracle.FOUR, figures)


def test_two_cards_that_were_exchanged_are_put_right(ann: Phone) -> None:
    play = [list(trick) for trick in SOME.leg.play]
    play[0][0], play[12][0] = play[12][0], play[0][0]
    wrong = one(SOME) | {"play": play, "accepted": ["card-triathlon.b.follow"]}
    match = game(ann, 4, wrong, format="5000")
    typed = {f"trick{at}": " ".join(SOME.leg.play[at]) for at in (0, 12)}
    assert edited(ann, match, **typed).status == 200
    assert match.entries[0]["play"] == SOME.leg.play
    assert cells(match) == row_of(SOME)


def test_a_revoke_that_the_cards_prove_is_kept_once_it_is_confirmed(ann: Phone) -> None:
    play, seat = [list(trick) for trick in SOME.leg.play], 0
    contract = SOME.leg.contract
    for at in range(12):
        swapped = [list(trick) for trick in play]
        here, there = (_place(play, number, seat) for number in (at, at + 1))
        swapped[at][here], swapped[at + 1][there] = play[at + 1][there], play[at][here]
        same = oracle.followed(swapped, contract).leaders == oracle.followed(play, contract).leaders
        if same and len(oracle.revokes(swapped, contract, oracle.FOUR)) == 1:
            break
    else:
        raise AssertionError("no revoke can be made of this leg")
    match = game(ann, 4, one(SOME), format="5000")
    typed = {f"trick{number}": " ".join(swapped[number]) for number in (at, at + 1)}
    page = edited(ann, match, **typed)
    assert (page.status, broken(page)) == (422, ["b.follow"])
    assert kept(page, typed, match.ids[0])
    assert match.entries == [one(SOME)]
    assert ann.send(page, match.ids[0]).status == 200
    assert match.entries[0]["play"] == swapped
    assert match.entries[0]["accepted"] == ["card-triathlon.b.follow"]


def _place(play: list[list[str]], number: int, seat: int) -> int:
    """Where the card of a seat lies in a trick."""
    leader = oracle.followed(play, SOME.leg.contract).leaders[number]
    return (seat - leader) % 4


FIRST = SOME.leg.play[0]
BAD: list[tuple[str, Typed, list[str]]] = [
    ("a card missing", {"trick0": " ".join(FIRST[:3])}, ["play"]),
    ("a card too many", {"trick0": " ".join([*FIRST, SOME.leg.play[1][0]])}, ["pack", "play"]),
    ("a trick missing", {"trick12": ""}, ["play"]),
    ("a trick missing in the middle", {"trick5": ""}, ["play"]),
    ("no trick at all", {f"trick{at}": "" for at in range(13)}, ["play"]),
    ("a card twice", {"trick0": " ".join([FIRST[0], *FIRST[:3]])}, ["pack"]),
    ("no card", {"trick0": " ".join(["<b>", *FIRST[1:]])}, ["pack"]),
    ("an endless card", {"trick0": HUGE}, ["pack", "play"]),
    ("a Joker that is not in the pack", {"trick0": " ".join(["JK", *FIRST[1:]])}, ["pack"]),
    ("no contract", {"level_0": ""}, ["play"]),
    ("calls and a contract that differ", {"bid_0": "calls", "auction_0": "1C P P"}, ["b.auction"]),
]


@pytest.mark.parametrize(("typed", "rules"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_cards_that_cannot_be_are_refused_and_stay_in_the_form(
    ann: Phone, match: PlayedMatch, typed: Typed, rules: list[str]
) -> None:
    typed = typed | {"note": "kept"}
    form = form_of(ann, match).form(match.ids[0])
    page = ann.follow(ann.post(form["action"], form.fields() | typed))
    assert page.status == 422
    assert (broken(page), match.entries) == (rules, [one(SOME)])
    assert kept(page, typed, match.ids[0])
    assert markup.faults(page.html) == []


def test_old_cards_cannot_be_passed_out(ann: Phone, match: PlayedMatch) -> None:
    form = form_of(ann, match).form(match.ids[0])
    ann.post(form["action"], form.fields() | {"bid_0": "passed"})
    assert match.entries == [one(SOME)]


# Jokers -------------------------------------------------------------------------------------------


def test_the_two_cards_left_over_are_corrected(ann: Phone) -> None:
    aside = WITH_JOKERS.leg.aside
    wrong = one(WITH_JOKERS) | {"aside": [aside[0], WITH_JOKERS.leg.play[0][0].partition("=")[0]]}
    match = game(ann, 4, wrong, **JOKERS)
    assert "card-triathlon.pack" in broken_rows(match)
    page = edited(ann, match, aside_0=" ".join(aside))
    assert page.status == 200
    assert match.entries[0]["aside"] == aside
    assert cells(match) == row_of(WITH_JOKERS)


def broken_rows(match: PlayedMatch) -> list[str]:
    return [problem.rule for row in match.match.sheet().rows for problem in row.problems]


@pytest.mark.parametrize(
    ("typed", "rules"),
    [
        ({"aside_0": ""}, ["play"]),
        ({"aside_0": WITH_JOKERS.leg.aside[0]}, ["play"]),
        ({"aside_0": f"{WITH_JOKERS.leg.aside[0]} <b>"}, ["pack"]),
        ({"aside_0": f"{WITH_JOKERS.leg.aside[0]} {WITH_JOKERS.leg.aside[0]}"}, ["pack"]),
    ],
)
def test_two_cards_are_left_over_and_no_others(
    ann: Phone, joking: PlayedMatch, typed: Typed, rules: list[str]
) -> None:
    page = edited(ann, joking, **typed)
    assert (page.status, broken(page)) == (422, rules)
    assert kept(page, typed, joking.ids[0])


# Two tables ---------------------------------------------------------------------------------------


def test_of_two_tables_one_may_have_its_cards_and_the_other_its_figures(ann: Phone) -> None:
    other = four(9)
    leg = at_tables(SOME.by_figures, other.part)
    match = game(ann, 8, leg)
    fields = fields_of(form_of(ann, match), match)
    assert {"tricks0", "points3", "unscored_0", "trick13", "trick25", "bid_1"} <= fields.keys()
    assert not {"tricks4", "points4", "unscored_1", "trick0", "trick12"} & fields.keys()
    number = match.number
    assert edited(ann, match).status == 200
    assert (match.number, match.entries) == (number, [leg])
    page = edited(ann, match, trick13="")
    assert (page.status, broken(page)) == (422, ["play"])
    page = ann.send(page, match.ids[0], trick13=" ".join(other.leg.play[0]), note="both")
    assert (page.status, match.entries) == (200, [leg | {"note": "both"}])


def test_two_tables_by_cards_keep_their_tricks_apart(ann: Phone) -> None:
    other = four(9)
    match = game(ann, 8, at_tables(SOME.part, other.part))
    assert edited(ann, match, level_1="7").status == 200
    first, second = match.entries[0]["tables"]
    assert (first, second["play"]) == (SOME.part, other.part["play"])
    assert second["contract"] == other.contract | {"level": 7}


# Names --------------------------------------------------------------------------------------------


def test_names_are_shown_as_they_are_on_every_page_of_a_leg(ann: Phone) -> None:
    match = game(ann, 8, names=HOSTILE)
    typed = b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])
    typed |= b_typed("4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], place=1)
    pages = [send(ann, match, typed | {"tricks3": ""} | {"tricks0": ""}), send(ann, match, typed)]
    pages += [form_of(ann, match), edited(ann, match, points0="75")]
    match = game(ann, 8, at_tables(SOME.part, four(9).part), names=HOSTILE)
    pages += [form_of(ann, match), edited(ann, match, trick0="", trick20="")]
    for page in pages:
        assert markup.faults(page.html) == []
        assert all(name in page.text for name in HOSTILE)
    match = game(ann, 8, names=HOSTILE)
    said = hints(ann, match, typed)
    assert f"{HOSTILE[2]} is dummy, {HOSTILE[1]} leads" in said["contract0"]
    assert f"{HOSTILE[6]} is dummy, {HOSTILE[5]} leads" in said["contract1"]
    assert f"{HOSTILE[3]}: 75" in hints(ann, match, typed | {"points3": "75"})["doubts0"]
