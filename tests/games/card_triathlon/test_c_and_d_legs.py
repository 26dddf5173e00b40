"""Figures of all legs and their cross-check, C and D legs by cards, and the cap at 500."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import score
from tests.games.card_triathlon import oracle_canasta as canasta
from tests.games.card_triathlon.legs import (
    C_FIRST,
    CROSSCHECK,
    D_FIRST,
    DOWN,
    JOKERS,
    LAWS,
    MADE,
    SEVEN,
    TEAMS,
    all_to,
    asked,
    at_tables,
    c_leg,
    cells_of,
    cited,
    d_leg,
    found,
    four,
    is_explained,
    laid,
    of_severity,
    rulings,
    sheet_of,
)
from tests.games.card_triathlon.whole_legs import PlayedB, Still
from tests.games.records import Json
from tests.games.whole_games import Game, games

B: Json = {"kind": "b-leg", **MADE}
C = c_leg(310, 150, 205, 180, held=[0, 25, 10, 40], unscored=80)
D = d_leg(110, 35, 60, 0, unscored=795)
FIRST: dict[str, Json] = {"b-leg": {}, "c-leg": C_FIRST, "d-leg": D_FIRST}
"""For each kind of leg, options with which it comes first."""
METRES: Json = {"format": "3000"}
BEFORE = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]


def test_each_player_scores_and_the_rest_is_unscored() -> None:
    rows: list[tuple[Json, list[int]]] = [
        # In a C leg, players score their melds minus their hands.
        (C | {"out": 0}, [310, 125, 195, 140, 505, 265, 80, 1000]),
        (C | {"out": None}, [310, 125, 195, 140, 505, 265, 80, 1000]),
        (c_leg(0, 0, 0, 0), [0, 0, 0, 0, 0, 0, 1000, 1000]),
        (c_leg(0, 1000, 0, 0), [0, 1000, 0, 0, 0, 1000, 0, 1000]),
        (c_leg(0, 0, 0, 0, held=[500, 0, 0, 500]), [-500, 0, 0, -500, -500, -500, 0, 1000]),
        (D, [110, 35, 60, 0, 170, 35, 795, 1000]),
    ]
    for entry, row in rows:
        for unscored in (row[-2], None):
            sheet = four(entry | {"unscored": unscored}, **FIRST[entry["kind"]])
            assert (sheet["problems"], cells_of(sheet), sheet["totals"]) == ([], row, row)
            assert is_explained(sheet)
        if entry["kind"] == "c-leg":
            assert canasta.row(TEAMS["4"], entry["melded"], entry["in_hand"], row[-2]) == row


SUMS: list[tuple[Json, Json, int, bool]] = [
    (B, {}, 440, False), (B | {"unscored": 20}, {}, 435, True),
    (B | {"unscored": 30}, {}, 445, True),
    (B | {"points": [185, 40, 155, 35]}, {}, 440, False),
    # Jokers add 60 points.
    (B | {"unscored": 85}, JOKERS, 500, False), (B | {"unscored": 85}, {}, 500, True),
    (B, JOKERS, 440, True),
    # Each table of eight adds up.
    (at_tables(MADE, MADE), {}, 880, False),
    (at_tables(MADE | {"unscored": 20}, MADE), {}, 875, True),
    (at_tables(MADE, MADE | {"unscored": 30}), {}, 885, True),
    (at_tables(MADE | {"unscored": 20}, MADE | {"unscored": 30}), {}, 880, True),
    # A C leg has melds, hands and unscored cards.
    (C, C_FIRST, 1000, False), (C | {"unscored": 75}, C_FIRST, 995, True),
    (C | {"unscored": 85}, C_FIRST, 1005, True),
    (C | {"in_hand": [0, 20, 10, 45]}, C_FIRST, 1000, False),
    (C | {"melded": [300, 160, 205, 180]}, C_FIRST, 1000, False),
    (D, D_FIRST, 1000, False), (D | {"unscored": 790}, D_FIRST, 995, True),
    (D | {"unscored": 800}, D_FIRST, 1005, True),
    (D | {"scored": [100, 35, 60, 10]}, D_FIRST, 1000, False),
    # A D leg is checked before the cap at 500.
    (D, METRES, 500, False), (D | {"unscored": 790}, METRES, 500, True),
]  # fmt: skip


def test_what_is_entered_adds_up() -> None:
    for entry, options, total, warned in SUMS:
        seats, before = 8 if "tables" in entry else 4, BEFORE if options == METRES else []
        sheet = sheet_of(seats, *before, entry, **options)
        assert found(sheet) == ([CROSSCHECK] if warned else [])
        assert of_severity("error", sheet) == []
        assert cells_of(sheet)[-1] == total
        assert is_explained(sheet)
        accepted = entry | {"accepted": [f"card-triathlon.{CROSSCHECK}"]}
        kept = sheet_of(seats, *before, accepted, **options)
        assert [problem["accepted"] for problem in kept["problems"]] == [True] * warned
        assert cells_of(kept) == cells_of(sheet)


NOT_BY_FIVE: list[tuple[Json, list[str]]] = [
    (B | {"points": [190, 38, 152, 35]}, ["b.range", "values"]),
    (B | {"unscored": 24}, ["values"]),
    (C | {"melded": [312, 150, 205, 180], "unscored": 78}, ["values"]),
    (C | {"in_hand": [0, 24, 11, 40]}, ["values"]),
    (C | {"unscored": 81, "out": 3}, ["c.out", "values"]),
    (D | {"scored": [111, 34, 60, 0]}, ["values"]), (D | {"unscored": 796}, ["values"]),
]  # fmt: skip


def test_every_figure_is_a_multiple_of_five() -> None:
    for entry, wrong in NOT_BY_FIVE:
        sheet = four(entry, **FIRST[entry["kind"]])
        assert of_severity("error", sheet) == wrong
        assert cells_of(sheet) == [None] * 8


def test_a_b_leg_by_figures_needs_contract_tricks_and_points() -> None:
    for lacking in ("tricks", "points", "contract", "tricks points", "contract tricks points"):
        table = {key: value for key, value in MADE.items() if key not in lacking.split()}
        assert "play" in of_severity("error", four({"kind": "b-leg", **table})), lacking
        assert "play" in of_severity("error", sheet_of(8, at_tables(DOWN, table)))


def test_a_c_or_d_leg_by_figures_needs_what_each_player_has() -> None:
    rows: list[Json] = [
        {"kind": "c-leg"}, {"kind": "c-leg", "melded": C["melded"]},
        {"kind": "c-leg", "in_hand": C["in_hand"]}, {"kind": "d-leg"},
        {"kind": "d-leg", "unscored": 1000},
    ]  # fmt: skip
    for entry in rows:
        assert "play" in of_severity("error", four(entry, **FIRST[entry["kind"]])), entry


# One wrong figure ---------------------------------------------------------------------------------


FIGURES = ("tricks", "points", "unscored", "melded", "in_hand", "scored")
WARNING = "card-triathlon.crosscheck"


class Place(NamedTuple):
    """Location of a figure in an entry: table, field name and seat."""

    table: int
    name: str
    seat: int | None


def holders(entry: Json) -> list[Json]:
    tables: list[Json] = entry.get("tables") or [entry]
    return tables


def places(entry: Json) -> Iterator[Place]:
    for number, holder in enumerate(holders(entry)):
        for name in FIGURES:
            found = holder.get(name)
            if isinstance(found, list):
                yield from (Place(number, name, seat) for seat in range(len(found)))
            elif found is not None:
                yield Place(number, name, None)


def with_figure(entry: Json, place: Place, amount: int) -> Json:
    """Copy the entry and add `amount` to a figure, or subtract it if the sum would be negative."""
    copy = deepcopy(entry)
    holder: Any = holders(copy)[place.table]
    key: Any = place.name
    if place.seat is not None:
        holder, key = holder[key], place.seat
    holder[key] += amount if holder[key] + amount >= 0 else -amount
    return copy


FEW = st.integers(1, 14)
FIVES = st.integers(1, 30).map(lambda number: 5 * number)
AMOUNTS = st.one_of(FIVES, FIVES, FEW, st.integers(1, 10**6))
CHANGES = st.tuples(AMOUNTS, st.sampled_from([1, -1])).map(lambda pair: pair[0] * pair[1])


def legs_of(game: Game) -> list[int]:
    return [at for at, entry in enumerate(game.entries) if not isinstance(entry, Still)]


def problems(game: Game, before: list[Json], wrong: Json) -> dict[str, str]:
    """Return the severity of a wrong entry's problems by rule; check that the rules exist."""
    sheet = score(game.record([*before, wrong]))
    found = {problem["rule"]: problem["severity"] for problem in sheet["rows"][-1]["problems"]}
    assert set(found) <= LAWS
    return found


@given(games(least=1), st.data())
def test_any_single_wrong_figure_is_an_error_or_does_not_add_up(
    game: Game, data: st.DataObject
) -> None:
    at = data.draw(st.sampled_from(legs_of(game)))
    leg, before = game.entries[at], game.first(at).by_figures
    for place in places(leg.figures):
        wrong = with_figure(leg.figures, place, data.draw(CHANGES))
        found = problems(game, before, wrong)
        if place.name == "tricks" and isinstance(leg, PlayedB) and leg.partial:
            continue  # any number of tricks up to 13 is possible (`card-triathlon.clock`)
        assert "error" in found.values() or found.get(WARNING) == "warning", place


@given(games(least=1), st.data())
def test_beside_the_cards_any_wrong_figure_is_an_error(game: Game, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(legs_of(game)))
    leg = game.entries[at]
    place = data.draw(st.sampled_from([*places(leg.figures)]))
    false = with_figure(leg.figures, place, data.draw(CHANGES))
    entry = deepcopy(leg.cards)
    holders(entry)[place.table][place.name] = holders(false)[place.table][place.name]
    assert "error" in problems(game, game.first(at).by_cards, entry).values()


def sheet(entry: Json, seats: int = 4, **options: Any) -> Json:
    return sheet_of(seats, entry, **C_FIRST | options)


def test_figures_that_cannot_be_are_refused() -> None:
    rows: list[tuple[Json, list[str]]] = [
        ({}, []), ({"out": 0}, []), ({"out": None}, []), ({"out": 1}, ["c.out"]),
        ({"out": 2}, ["c.out"]), ({"out": 2, "in_hand": [10, 25, 0, 40]}, []),
    ]  # fmt: skip
    for change, wrong in rows:
        scored = sheet(c_leg(310, 150, 205, 180, held=[0, 25, 10, 40], unscored=80) | change)
        assert of_severity("error", scored) == wrong, change
        assert (cells_of(scored) == [None] * 8) == bool(wrong)


def test_by_figures_the_team_of_who_went_out_melded_what_its_sevens_are_worth() -> None:
    rows: list[tuple[int, list[int], int]] = [
        (4, [35, 500, 0, 0], 1), (4, [30, 500, 0, 0], 0), (4, [0, 0, 35, 0], 1),
        (4, [20, 0, 15, 500], 1), (4, [20, 0, 10, 500], 0), (4, [65, 0, 0, 0], 1),
        (4, [70, 0, 0, 0], 2), (4, [35, 0, 35, 0], 2), (6, [20, 500, 0, 15, 500, 0], 1),
        (6, [20, 500, 15, 0, 500, 15], 0),
    ]  # fmt: skip
    for seats, melded, enough_for in rows:
        teams = {"teams": [0, 1, 2, 0, 1, 2]} if seats == 6 else {}
        for sevens in (1, 2):
            scored = sheet(c_leg(*melded, out=0), seats, c_sevens=sevens, **teams)
            assert of_severity("error", scored) == ["c.seven"] * (enough_for < sevens)
            assert found(sheet(c_leg(*melded), seats, c_sevens=sevens, **teams)) == []


# By cards -----------------------------------------------------------------------------------------


def test_cards_are_worth_their_own_values() -> None:
    rows: list[tuple[Json, list[int]]] = [
        (laid(), [0, 0, 0, 0, 0, 0, 1000, 1000]),
        (laid(SEVEN, hands=["", "AS KD", "JK 2C"], out=0), [60, -30, -35, 0, 25, -30, 875, 1000]),
        (laid("", "AS AS AH JK / KS KS KD", "", "4S 4S 2C"), [0, 120, 0, 15, 0, 135, 865, 1000]),
        (laid("", "AS AS AH RJ / kS K♠ KD"), [0, 120, 0, 0, 0, 120, 880, 1000]),
        (laid(red_threes=[1, 0, 0, 2]), [5, 0, 0, 10, 5, 10, 985, 1000]),
        # The player who goes out may meld black threes, even if a partner has the seven of a kind.
        (laid("3S 3C 3C", "", SEVEN, out=0), [15, 0, 60, 0, 75, 0, 925, 1000]),
    ]  # fmt: skip
    for entry, row in rows:
        for counted in ({}, {"unscored": row[-2]}):
            scored = sheet(entry | counted)
            assert (of_severity("error", scored), cells_of(scored)) == ([], row)
            assert scored["problems"] == []
            assert is_explained(scored)


def test_cards_that_cannot_be_are_refused_by_their_rule() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (laid("7H 7D 7S"), []), (laid("2S 2S JK", "7H 7D 7S"), ["c.meld"]),
        # Black threes.
        (laid("3S 3C 3C"), ["c.stop"]), (laid("3S 3C 3C", SEVEN, out=1), ["c.stop"]),
        (laid("3S 3C 3C", "", SEVEN, out=2), ["c.stop"]),
        (laid("3S 3C 3C", "", SEVEN, out=0), []),
        # Red threes are put aside; even the player who goes out can't meld them.
        (laid("3H 3D 3D"), ["c.red-threes"]),
        (laid(f"{SEVEN} / 3H 3D 2C", out=0), ["c.red-threes"]),
        (laid(f"{SEVEN} / 3H 3S 3S", out=0), ["c.red-threes"]),
        (laid(f"{SEVEN} / 8H 8D 8S 3H", out=0), ["c.meld", "c.red-threes"]),
        (laid(hands=["3H"]), ["c.red-threes"]),
        (laid(hands=["", "", "3D 4S"]), ["c.red-threes"]),
        (laid(hands=["3S"], red_threes=[0, 0, 2, 2]), []),
        # The player who goes out has no cards left, and the team has a seven of a kind.
        (laid(SEVEN, out=0), []), (laid(SEVEN, out=2), []), (laid(SEVEN, out=1), ["c.seven"]),
        (laid("7H 7H 7D 7D 2S JK", out=0), ["c.seven"]),
        (laid("7H 7H 7D / 7D 7S 7S 2C JK", out=0), ["c.seven"]),
        (laid("7H 7H 7D 7S", "", "7D 7S 7C", out=0), ["c.seven"]),
        (laid("7H 7H 7D 7D 7S 7S 7C 7C", out=2), []), (laid(out=0), ["c.seven"]),
        (laid(SEVEN, hands=["4S"], out=0), ["c.out"]), (laid(SEVEN, hands=["4S"], out=2), []),
        (laid(SEVEN, hands=["", "", "4S"], out=2), ["c.out"]),
        (laid(SEVEN, hands=["", "4S"], out=1), ["c.out", "c.seven"]),
        (laid("7H 7H 7D 8S", "3S 3C 3C", hands=["3D"]), ["c.meld", "c.red-threes", "c.stop"]),
        # The packs limit the copies of each card.
        (laid("7H 7H 7D"), []), (laid("7H 7H 7H"), ["pack"]),
        (laid("7H 7H 7D", hands=["", "7h"]), ["pack"]), (laid(hands=["JK JK", "JK", "RJ"]), []),
        (laid(hands=["JK JK", "JK", "RJ BJ"]), ["pack"]),
        (laid(hands=["XX"]), ["pack"]),
        (laid("7H 7H 7H", "7D 8S 9S", "3S 3C 3C", hands=["", "", "", "3D"]),
         ["c.meld", "c.red-threes", "c.stop", "pack"]),
        (laid(hands=["1S"]), ["pack"]),
        # Figures must match the cards.
        (laid(SEVEN, unscored=940), []), (laid(SEVEN, unscored=935), ["play"]),
        (laid(SEVEN, unscored=945), ["play"]), (laid(SEVEN, unscored=0), ["play"]),
        (laid(SEVEN, melded=[60, 0, 0, 0], in_hand=[0, 0, 0, 0]), []),
        (laid(SEVEN, melded=[65, 0, 0, 0], in_hand=[0, 0, 0, 0]), ["play"]),
        (laid(SEVEN, melded=[60, 0, 0, 0], in_hand=[0, 5, 0, 0]), ["play"]),
    ]  # fmt: skip
    for entry, wrong in rows:
        scored = sheet(entry)
        errors = of_severity("error", scored)
        assert errors == wrong, entry
        assert (cells_of(scored) == [None] * 8) == bool(wrong)


def test_a_pack_is_there_for_every_two_players() -> None:
    for seats, copies in ((4, 2), (6, 3), (8, 4)):
        for card, most in (("KS", copies), ("JK", 2 * copies)):
            for number in (most, most + 1):
                entry = laid(*[""] * seats)
                entry["hands"] = [([card] * number)[seat::seats] for seat in range(seats)]
                assert found(sheet(entry, seats)) == ([] if number == most else ["pack"])


# What a table may vary ----------------------------------------------------------------------------

MOST_WILD = (2, 3, 4, 5, "half")
EIGHT = "9H 9H 9D 9D 9S 9S 2H 2D"


def meld(natural: int, wild: int) -> list[str]:
    return [*["6H", "6S", "6D", "6C"] * 2][:natural] + ["2H", "2S", "2D", "2C", "JK", "JK"][:wild]


def test_a_meld_has_as_many_wild_cards_as_the_table_allows() -> None:
    rows: list[tuple[int, int, tuple[object, ...]]] = [
        (2, 1, MOST_WILD), (1, 2, ()), (2, 2, MOST_WILD), (2, 3, ()),
        (3, 3, (3, 4, 5, "half")), (6, 3, (3, 4, 5, "half")), (4, 4, (4, 5, "half")), (3, 4, ()),
        (5, 5, (5, "half")), (4, 5, ()), (6, 6, ("half",)), (5, 6, ()),
    ]  # fmt: skip
    for (natural, wild, legal_under), most in product(rows, MOST_WILD):
        cards = meld(natural, wild)
        options: Json = {"c_most_wild": most}
        is_legal = most in legal_under
        scored = sheet(laid(" ".join(cards)), **options)
        reply = asked("meld", cards=cards, options=options)
        assert of_severity("error", scored) == ([] if is_legal else ["c.meld"])
        assert reply["answer"]["legal"] == is_legal
        assert reply["answer"]["seven"] == (is_legal and natural + wild >= 7)


def test_a_team_needs_one_seven_of_a_kind_or_two() -> None:
    rows: list[tuple[list[str], bool, bool]] = [
        ([], True, True), (["7H 7H 7D 7D 7S 2C"], True, True), ([SEVEN], False, True),
        ([SEVEN, "9H 9H 9D 9D 9S 9S"], False, True), ([SEVEN, EIGHT], False, False),
        ([SEVEN, EIGHT, "5H 5S 5D"], False, False),
    ]  # fmt: skip
    for melds, wrong_with_one, wrong_with_two in rows:
        for sevens, is_wrong in ((1, wrong_with_one), (2, wrong_with_two)):
            options = {"c_sevens": sevens}
            for out in (0, 2):
                scored = sheet(laid(" / ".join(melds), out=out), **options)
                assert of_severity("error", scored) == (["c.seven"] if is_wrong else [])
            reply = asked("go-out", melds=[text.split() for text in melds], options=options)
            assert reply["answer"]["legal"] != is_wrong
            assert ("c.seven" in rulings(reply)) == is_wrong


def test_a_seven_obeys_the_table_too() -> None:
    four_wild = "8H 8H 8S 8D 2H 2S 2D JK"
    for most, is_legal in ((3, False), (4, True), ("half", True)):
        reply = asked("go-out", melds=[four_wild.split()], options={"c_most_wild": most})
        assert reply["answer"]["legal"] == is_legal


def test_a_meld_with_two_faults_names_both_rules() -> None:
    rows: list[tuple[str, list[str]]] = [
        ("7H 7D 7S", []), ("7H 7D", ["c.meld"]), ("3S 3C", ["c.meld", "c.stop"]),
        ("3S 3C 3C", ["c.stop"]), ("3H 3S 3S", ["c.red-threes", "c.stop"]),
        ("3H 3D", ["c.meld", "c.red-threes"]), ("3H 8S 8D", ["c.meld", "c.red-threes"]),
        ("3S 2H 2D", ["c.meld", "c.stop"]),
    ]  # fmt: skip
    for cards, rules in rows:
        scored = sheet(laid(cards))
        reply = asked("meld", cards=cards.split())
        illegal = {r["rule"] for r in reply["rulings"] if r["verdict"] == "illegal"}
        assert of_severity("error", scored) == rules, cards
        assert illegal == {f"card-triathlon.{rule}" for rule in rules}


@pytest.mark.parametrize("options", [{}, {"d_jokers": False}, {"d_half": "five"}])
@pytest.mark.parametrize(
    ("scored", "severity"),
    [
        ([230, 230, 230, 230], ""), ([0, 235, 0, 0], "warning"), ([380, 0, 0, 0], "warning"),
        ([0, 0, 0, 385], "error"), ([235, 0, 385, 0], "error"), ([385, 235, 0, 0], "error"),
        ([10, 0, 0, 15], ""), ([0, 0, 5, 0], "error"),
    ],
)  # fmt: skip
def test_a_hand_scores_10_or_nothing_or_230_at_most_and_380_with_an_extra_hand(
    scored: list[int], severity: str, options: Json
) -> None:
    entry = d_leg(*scored, accepted=["card-triathlon.d.range"])
    sheet = four(entry, **D_FIRST, **options)
    told = [(problem["severity"], problem.get("accepted", False)) for problem in sheet["problems"]]
    assert found(sheet) == ["d.range"] * bool(severity)
    assert told == ([(severity, severity == "warning")] if severity else [])
    assert (cells_of(sheet) == [None] * 8) == (severity == "error")


def test_with_more_jokers_than_four_a_hand_has_no_such_bound() -> None:
    for seats in (6, 8):
        assert found(sheet_of(seats, d_leg(500, *[0] * (seats - 1)), **D_FIRST)) == []


def test_in_3000_metres_a_leg_counts_500() -> None:
    rows: list[tuple[list[int], int, list[int]]] = [
        # Points are taken from Unscored first.
        ([200, 95, 100, 100], 505, [300, 195, 5]), ([200, 100, 100, 100], 500, [300, 200, 0]),
        # Then from the team with fewer points in this leg, whatever its total.
        ([155, 125, 100, 125], 495, [255, 245, 0]), ([50, 300, 50, 200], 400, [0, 500, 0]),
        ([300, 50, 195, 0], 455, [495, 5, 0]), ([300, 50, 200, 0], 450, [500, 0, 0]),
        # Then from the other team.
        ([300, 50, 205, 0], 445, [500, 0, 0]), ([0, 380, 0, 380], 240, [0, 500, 0]),
        # Teams with equal points give half each.
        ([150, 200, 150, 100], 400, [250, 250, 0]),
    ]  # fmt: skip
    for scored, unscored, capped in rows:
        row = [*scored, *capped, 500]
        for counted in ({"unscored": unscored}, {}):
            entry = d_leg(*scored, **counted)
            made = four(*BEFORE, entry, entry, **METRES)
            takes_extra_hand = max(scored) > 230
            assert found(made, 3) == found(made, 4) == ["d.range"] * takes_extra_hand, scored
            assert of_severity("error", made) == []
            assert (cells_of(made, 3), cells_of(made, 4)) == (row, row)
            assert is_explained(made)
            assert (made["totals"][-1], made["finished"]) == (3000, True)
            own = [scored[0] + scored[2], scored[1] + scored[3], unscored]
            cut = [cell for cell in range(3) if own[cell] != capped[cell]]
            assert [cell for cell in range(3) if "d.cap" in cited(made, 4 + cell)] == cut
            assert all("d.straight-flush" in cited(made, cell) for cell in range(4) if scored[cell])
        assert cells_of(four(entry, **D_FIRST))[-1] == 1000
