"""Tests of figures in all legs: their cross-check, and the effect of one wrong figure."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

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
    TEAMS,
    all_to,
    at_tables,
    c_leg,
    cells_of,
    d_leg,
    found,
    four,
    is_explained,
    of_severity,
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
