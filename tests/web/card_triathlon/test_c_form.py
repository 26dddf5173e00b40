"""The form for a C leg: figures, or melds, red threes and hands, and the messages about them."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.card_triathlon.legs import TEAMS, all_to, c_leg
from tests.games.card_triathlon.oracle_canasta import meld
from tests.games.card_triathlon.whole_legs import Company, PlayedC, Row, c_leg_at_random
from tests.games.records import Json, record
from tests.web import markup
from tests.web.leg_forms import (
    Refused,
    Typed,
    broken,
    by_seat,
    c_typed,
    cells,
    check_recorded,
    check_refused,
    check_untouched,
    cited,
    counted,
    edited,
    form_of,
    game,
    hints,
    kept,
    send,
    told,
)
from tests.web.phones import Phone, PlayedMatch

OPTIONS: Json = {"format": "marathon", "sequence": ["C"]}
TYPED = c_typed([310, 150, 205, 180], [0, 25, 10, 40])
LEG: Json = {"kind": "c-leg", "melded": [310, 150, 205, 180], "in_hand": [0, 25, 10, 40]}
ROW: Row = [310, 125, 195, 140, 505, 265, 80, 1000]

GOOD: list[tuple[str, int, Typed, Json, Row]] = [
    ("nothing counted", 4, TYPED, LEG, ROW),
    ("the rest counted", 4, TYPED | {"unscored_0": "80"}, LEG | {"unscored": 80}, ROW),
    ("somebody went out", 4, TYPED | {"out": "0"}, LEG | {"out": 0}, ROW),
    ("by worth", 4, TYPED | {"melded0": "", "in_hand1": ""} | counted("melded0", 12, 13, 3, 2)
     | counted("in_hand1", 1, 2) | counted("unscored_0", 0, 0, 4, 0),
     LEG | {"unscored": 80}, ROW),
    ("six", 6, c_typed([310, 150, 205, 180, 0, 5], [0, 25, 10, 40, 60, 0]),
     c_leg(310, 150, 205, 180, 0, 5, held=[0, 25, 10, 40, 60, 0]),
     [310, 125, 195, 140, -60, 5, 445, 270, 515, 1500]),
    ("eight", 8, c_typed([100] * 8, [None] * 8, unscored_0="1200", out="7"),
     c_leg(*[100] * 8, unscored=1200, out=7), [*[100] * 8, 400, 400, 1200, 2000]),
]  # fmt: skip


@pytest.fixture
def table(ann: Phone) -> PlayedMatch:
    return game(ann, 4, **OPTIONS)


def test_a_leg_is_recorded_by_its_figures_and_saved_untouched_it_stays(ann: Phone) -> None:
    for _, seats, typed, entry, row in GOOD:
        check_recorded(ann, game(ann, seats, **OPTIONS), typed, entry, row)


REFUSED: Refused = [
    ("nothing at all", by_seat("melded", [None] * 4), ["values"]),
    ("one missing", {"melded2": ""}, ["values"]),
    ("a word", {"melded2": "<b>"}, ["values"]),
    ("a word in hand", {"in_hand1": "x"}, ["values"]),
    ("cards in words", {"in_hand1": ""} | counted("in_hand1", 2) | {"in_hand1_10": "x"},
     ["values"]),
    ("the rest in words", {"unscored_0": "x"}, ["values"]),
    ("a stranger went out", {"out": "4"}, ["play"]),
    ("cut short without a clock", {"clock": "partial"}, ["clock"]),
]  # fmt: skip


def test_wrong_legs_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, record("card-triathlon", 4, [], **OPTIONS), REFUSED, TYPED)


def test_whose_melds_are_missing_is_named(ann: Phone, table: PlayedMatch) -> None:
    page = send(ann, table, TYPED | {"melded1": "", "melded3": "", "in_hand0": ""})
    assert "Ben and Dora" in page.alert
    assert "Ann" not in page.alert


def test_beside_each_name_stands_what_the_player_comes_to(ann: Phone, table: PlayedMatch) -> None:
    said = hints(ann, table, TYPED | {"in_hand3": ""} | counted("in_hand3", 1, 1))
    assert [said[f"player{seat}"] for seat in range(4)] == ["310", "125", "195", "165"]
    assert (said["in_hand3"], said["in_hand2"]) == ("= 15", "")
    said = hints(ann, table, {"melded0": "x", "in_hand1": "5", "melded2": "5", "in_hand2": "30"})
    assert [said[f"player{seat}"] for seat in range(4)] == ["", "", "−25", ""]


def test_a_leg_that_the_clock_cut_short_is_melds_less_hand(ann: Phone) -> None:
    match = game(ann, 4, all_to(0, "B", 4), format="clock")
    assert send(ann, match, TYPED | {"clock": "partial"}).status == 200
    assert (match.entries[1], cells(match)) == (LEG | {"partial": True}, ROW)
    check_untouched(ann, match, 1)


def cards_typed(leg: PlayedC) -> Typed:
    melds, red_threes, hands, out = leg.leg
    typed = {"by": "cards", "out": "" if out is None else str(out)}
    typed |= by_seat("red_threes", red_threes)
    typed |= {f"cards{seat}": " ".join(hand) for seat, hand in enumerate(hands)}
    for seat, of_seat in enumerate(melds):
        typed |= {f"meld{seat}_{place}": ", ".join(cards) for place, cards in enumerate(of_seat)}
    return typed


def test_a_leg_is_recorded_by_its_cards_which_are_in_its_form_then(ann: Phone) -> None:
    for way in TEAMS:
        options = OPTIONS | {"teams": list(TEAMS[way])}
        leg = c_leg_at_random(Random(1), Company(way, options), cut=False)
        match = game(ann, int(way[0]), **options)
        typed = cards_typed(leg)
        page = send(ann, match, typed)
        assert page.status == 200, page.rules
        (entry,) = match.entries
        assert entry.get("out") == leg.leg.out
        names = ("melds", "red_threes", "hands")
        assert [entry[name] for name in names] == [leg.cards[name] for name in names]
        assert cells(match) == leg.row
        page = form_of(ann, match)
        assert markup.faults(page.html) == []
        shown = {name: text.replace(",", "") for name, text in typed.items()}
        assert shown.items() <= page.form(match.ids[0]).fields().items()
        check_untouched(ann, match)


SEVEN = "7H 7D 7S 7C 7H 7D 2C"
ACES = "AS AH JK"
CARDS: Typed = {"by": "cards", "meld0_0": SEVEN, "meld1_0": ACES, "cards1": "KS 4D", "out": "2",
                "meld2_0": "3S 3C 3S", "red_threes3": "1"}  # fmt: skip
CARDS_ROW: Row = [35, 55, 15, 5, 50, 60, 1000 - 35 - 70 - 15 - 15 - 5, 1000]


def test_cards_come_to_what_they_are_worth(ann: Phone, table: PlayedMatch) -> None:
    said = hints(ann, table, CARDS)
    assert [said[f"sum{seat}"] for seat in range(4)] == ["35", "55", "15", "5"]
    assert (said["cards1"], said["cards0"], said["doubts0"]) == ("15 in hand", "", "")
    assert said["bar0"] == "140 of 1,000 melded or in hand, 860 unscored"
    assert send(ann, table, CARDS).status == 200
    assert cells(table) == CARDS_ROW


MELDS: list[tuple[str, str]] = [
    ("7h, 7d, jk", ""), (SEVEN, ""), ("7H 7D", "c.meld"), ("3H 3D 3H", "c.red-threes"),
    ("3S 3C 3S", "c.stop"), ("7H 7D <b>", "pack"),
]  # fmt: skip


def test_each_meld_is_judged(ann: Phone) -> None:
    for cards, rule in MELDS:
        match, typed = game(ann, 4, **OPTIONS), {"by": "cards", "meld1_0": ACES, "meld1_2": cards}
        said = told(ann, match, typed)
        assert (cited(said["meld1_2"]), said["meld1_0"].text) == (
            rule,
            "2 natural, 1 wild: 70 points",
        )
        assert (said["meld1_2"].all(class_="bad") != []) == (rule != "")
        if not rule:
            known = meld(cards.upper().replace(",", " ").split())
            words = f"{known.natural} natural, {known.wild} wild: {known.value} points"
            assert said["meld1_2"].text == words + ", seven of a kind" * known.seven
        assert cited(said["doubts0"]) == rule
        assert (said["sum1"].text == "") == (rule != "")
        page = send(ann, match, typed)
        assert (page.status, rule in broken(page)) == ((422, True) if rule else (200, False))


def test_black_threes_are_melded_only_by_going_out(ann: Phone, table: PlayedMatch) -> None:
    for out in ["", "0", "1", "2"]:
        said = told(
            ann, table, CARDS | {"cards1": "", "out": out, "meld1_1": SEVEN.replace("7", "9")}
        )
        assert cited(said["meld2_0"]) == ("" if out == "2" else "c.stop")
        assert said["meld0_0"].text.endswith(", seven of a kind")


BAD_CARDS: list[tuple[str, Typed, list[str]]] = [
    ("out with cards in hand", {"cards2": "KS"}, ["c.out"]),
    ("too many red threes", {"red_threes0": "4"}, ["pack"]),
    ("no card", {"cards3": "<b>\"'"}, ["pack"]),
    ("a stranger went out", {"out": "9"}, ["play"]),
    ("two melds that are none", {"meld3_0": "4S 5S 6S", "meld3_9": "9S 9H"}, ["c.meld"]),
]


def test_impossible_cards_are_refused_and_kept(ann: Phone, table: PlayedMatch) -> None:
    for _, typed, rules in BAD_CARDS:
        typed = {**CARDS, **typed, "note": "kept & <b>"}
        said = told(ann, table, typed)
        assert cited(said["doubts0"]) == (rules[0] if rules != ["play"] else "")
        assert said["doubts0"].text != ""
        assert {said[f"sum{seat}"].text for seat in range(4)} == {""}
        page = send(ann, table, typed)
        assert (page.status, broken(page), table.number) == (422, rules, 1)
        assert kept(page, typed)
        fields = page.form("/entries").fields()
        assert all(
            fields[name] == typed[name] for name in typed if name.startswith(("meld", "cards"))
        )
        assert markup.faults(page.html) == []


def test_a_refused_form_keeps_figures_and_cards(ann: Phone, table: PlayedMatch) -> None:
    typed = TYPED | CARDS | {"cards1": "KS 4D 3H"}
    page = send(ann, table, typed)
    assert (broken(page), kept(page, typed)) == (["play"], True)
    page = ann.send(page, "/entries", **dict.fromkeys(TYPED, ""), by="cards", out="2")
    assert (page.status, broken(page)) == (422, ["c.red-threes"])
    assert ann.send(page, "/entries", cards1="KS 4D").status == 200
    assert cells(table) == CARDS_ROW
    assert not {"melded", "in_hand", "unscored"} & table.entries[0].keys()


def test_cards_of_an_old_leg_are_corrected(ann: Phone, table: PlayedMatch) -> None:
    send(ann, table, CARDS)
    page = edited(ann, table, cards2="KH", meld1_0="AS AH AD")
    assert (page.status, broken(page)) == (422, ["c.out"])
    page = ann.send(page, table.ids[0], cards2="", red_threes1="2")
    assert page.status == 200
    assert cells(table) == [35, 55, 15, 5, 50, 60, 860, 1000]
    assert table.entries[0]["red_threes"] == [0, 2, 0, 1]
    assert edited(ann, table, by="", **TYPED, out="").status == 200
    assert (table.entries, cells(table)) == ([LEG], ROW)


def test_more_melds_than_there_are_ranks_outlive_a_correction(ann: Phone) -> None:
    ranks = ("4", "5", "6", "7", "8", "9", "10")
    melds = [[f"{rank}{suit}" for suit in suits] for rank in ranks for suits in ("SHD", "CSH")]
    melds += [[f"K{suit}" for suit in "SHD"], ["QS", "QH", "2C"]]
    entry = {
        "kind": "c-leg", "melds": [melds, [], [], []], "red_threes": [4, 0, 0, 0],
        "hands": [[], ["AS"], [], []],
    }  # fmt: skip
    match = game(ann, 4, entry, **OPTIONS)
    before = cells(match)
    assert edited(ann, match, note="seen").status == 200
    assert (match.entries, cells(match)) == ([entry | {"note": "seen"}], before)
    said = hints(ann, match, {"by": "cards", "meld0_20": "AS AH 2C AD AC JK"})
    assert said["meld0_20"] == "4 natural, 2 wild: 115 points"


def test_all_red_threes_of_a_large_table_may_be_one_players(ann: Phone) -> None:
    match = game(ann, 8, **OPTIONS)
    assert send(ann, match, {"by": "cards", "red_threes4": "8"}).status == 200
    assert edited(ann, match, note="seen").status == 200
    assert match.entries[0]["red_threes"] == [0, 0, 0, 0, 8, 0, 0, 0]
    page = send(ann, match, {"by": "cards", "red_threes4": "8", "red_threes0": "1"})
    assert broken(page) == ["pack"]
