"""The form for a deal of Triathlon: recording it by figures, and correcting one made by cards."""

from __future__ import annotations

import pytest

from tests.games.records import deal, triathlon
from tests.games.triathlon import oracle_triathlon
from tests.web.followed import dealt, irregular
from tests.web.leg_forms import HUGE, Refused, Typed, check_refused
from tests.web.phones import Phone, PlayedMatch

EVEN = {"tricks0": "4", "tricks1": "2", "tricks2": "7", "last_trick": "2"}
SOME = dealt("triathlon", 3)
REFUSED: Refused = [
    ("nothing", dict.fromkeys(EVEN, ""), ["tricks-total"]),
    ("a word", {"tricks0": "four"}, ["tricks-total"]),
    ("no last trick", {"last_trick": ""}, ["last"]),
    ("one rejected suit", {"rejected0": "S"}, ["rejection"]),
    ("only the second one", {"rejected1": "S"}, ["rejection"]),
    ("two things", {"tricks0": "13", "tricks1": "1", "tricks2": "0"}, ["last", "tricks-total"]),
]
REFUSED_CARDS: Refused = [
    ("a card missing", {"trick0": " ".join(SOME.play[0][:2])}, ["play"]),
    ("the first trick missing", {"trick0": ""}, ["play"]),
    ("no cards", {"trick0": "<b> \" '"}, ["pack"]),
    ("an endless card", {"trick0": HUGE}, ["pack", "play"]),
    ("no trumps", {"trump": ""}, ["rejection"]),
    ("no trick at all", {f"trick{number}": "" for number in range(13)}, ["tricks-total"]),
]


def test_wrong_deals_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, triathlon(), REFUSED, EVEN)
    check_refused(ann, triathlon(SOME.entry), REFUSED_CARDS)


@pytest.fixture
def table(ann: Phone) -> PlayedMatch:
    return ann.start("triathlon", "Ann", "Ben", "Cleo", title="Friday")


def test_all_that_can_be_said_of_a_deal_is_kept(ann: Phone, table: PlayedMatch) -> None:
    typed = EVEN | {"trump": "C", "rejected0": "S", "rejected1": "H", "note": "a & <b>"}
    entry = deal(4, 2, 7, last_trick=2, trump="C", rejected=["S", "H"], note="a & <b>")
    table.check_recorded(typed, entry, [24, 2, 17])
    fields = table.open_edit().form(table.ids[0]).fields()
    assert typed.items() - {("tricks2", "7")} <= fields.items()
    assert fields["tricks2"] == ""  # it follows, also after a correction


def test_hints_while_figures_are_typed(ann: Phone, table: PlayedMatch) -> None:
    cases: list[tuple[Typed, list[str]]] = [
        (EVEN, ["24", "2", "17"]),
        ({"tricks0": "5", "tricks1": "5", "last_trick": "2"}, ["5", "5", "triathlon 133"]),
        ({"tricks0": "4", "tricks1": "2"}, ["", "", ""]),
        ({"tricks0": "4", "last_trick": "2"}, ["", "", ""]),
        ({"tricks0": "13", "tricks1": "0", "last_trick": "2"}, ["", "", ""]),
        ({"tricks0": "<b>", "tricks1": "0", "last_trick": "2"}, ["", "", ""]),
        (EVEN | {"rejected0": "S"}, ["", "", ""]),
    ]
    for typed, row in cases:
        said = table.hints(typed)
        assert [said[f"tricks{seat}"] for seat in range(3)] == row
        assert table.number == 1


@pytest.fixture
def by_cards(ann: Phone) -> PlayedMatch:
    return ann.load(triathlon(SOME.entry))


def points(play: list[list[str]], trump: str) -> list[int]:
    tricks, last = oracle_triathlon.taken(play, SOME.leader, trump)
    return oracle_triathlon.scores(tricks, last)


def test_a_deal_with_its_cards_is_corrected_by_them(ann: Phone, by_cards: PlayedMatch) -> None:
    play = [trick.copy() for trick in SOME.play]
    play[12][0], play[12][1] = play[12][1], play[12][0]
    page = by_cards.edit(trick12=" ".join(play[12]).lower())
    if page.status == 422:  # the two now break a rule, which is kept
        page = ann.send(page, by_cards.ids[0])
    assert page.status == 200
    (entry,) = by_cards.entries
    assert [[*map(str.upper, trick)] for trick in entry["play"]] == play
    assert by_cards.cells() == points(play, SOME.facts["trump"])


def test_a_revoke_by_correction_needs_confirmation(ann: Phone, by_cards: PlayedMatch) -> None:
    made = irregular(SOME, "triathlon.follow")
    typed = {f"trick{n}": " ".join(trick) for n, trick in enumerate(SOME.tricks(made.cards))}
    page = by_cards.edit(**typed)
    assert (page.status, page.rules) == (422, ["triathlon.follow"])
    page = ann.send(page, by_cards.ids[0])
    assert page.status == 200
    assert by_cards.entries[0]["accepted"] == ["triathlon.follow"]
    assert by_cards.match.sheet().rows[0].open_warnings == ()
