"""One wrong figure in a leg of Card Triathlon: the row of that leg tells."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from referee.core.sheet import score
from tests.games.card_triathlon import oracle_bridge as bridge
from tests.games.card_triathlon.legs import LAWS
from tests.games.card_triathlon.whole_legs import AtTable, PlayedB, Still
from tests.games.records import Json
from tests.games.whole_games import Game, games

FIGURES = ("tricks", "points", "unscored", "melded", "in_hand", "scored")
WARNING = "card-triathlon.crosscheck"


class Place(NamedTuple):
    """Where a figure stands in an entry: at which table, under which name, of which seat."""

    table: int
    name: str
    seat: int | None


def holders(entry: Json) -> list[Json]:
    """What holds the figures: the entry, or its two tables."""
    tables: list[Json] = entry.get("tables") or [entry]
    return tables


def places(entry: Json) -> Iterator[Place]:
    """Every figure of an entry."""
    for number, holder in enumerate(holders(entry)):
        for name in FIGURES:
            found = holder.get(name)
            if isinstance(found, list):
                yield from (Place(number, name, seat) for seat in range(len(found)))
            elif found is not None:
                yield Place(number, name, None)


def with_figure(entry: Json, place: Place, amount: int) -> Json:
    """The entry with this figure changed by so much: lessened by a negative one, if it can be."""
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
    """The places of its legs."""
    return [at for at, entry in enumerate(game.entries) if not isinstance(entry, Still)]


def problems(game: Game, before: list[Json], wrong: Json) -> dict[str, str]:
    """The rules that the wrong entry breaks after these, and how; all stand in the rulebook."""
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
            continue  # card-triathlon.clock: there may be any number of tricks up to 13
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


def able(table: AtTable, seat: int) -> frozenset[int]:
    """The points that are possible for the tricks of a seat, with some of them aside or none."""
    tricks, contract, teams = table.figures.tricks, table.leg.contract, table.teams
    size, side = len(teams), teams[contract.declarer]
    won = sum(number for number, team in zip(tricks, teams, strict=True) if team == side)
    aside = 0 if table.partial or teams[seat] != side else max(won - 6 - contract.level, 0)
    fewest = max(tricks[seat] - aside, 0)
    kept = range(fewest, tricks[seat] + 1)
    return frozenset().union(*(bridge.possible(number, size, table.jokers) for number in kept))


def edges(table: AtTable, seat: int) -> list[int]:
    """Points about the least and the most that as many tricks, or one or two fewer, can hold."""
    tricks, size = table.figures.tricks[seat], len(table.teams)
    sums = [bridge.possible(max(tricks - less, 0), size, table.jokers) for less in range(3)]
    near = {edge + step for held in sums for edge in (min(held), max(held)) for step in (-5, 0, 5)}
    return sorted(points for points in near if points >= 0)


@given(games(["sprint", "3000", "clock", "5000"], least=1), st.data())
def test_points_that_so_many_tricks_cannot_hold_are_an_error(
    game: Game, data: st.DataObject
) -> None:
    at = next(at for at, entry in enumerate(game.entries) if isinstance(entry, PlayedB))
    leg, before = game.entries[at], game.first(at).by_figures
    assert isinstance(leg, PlayedB)
    for number, table in enumerate(leg.at_tables):
        for seat, right in enumerate(table.figures.points):
            points = data.draw(st.sampled_from(edges(table, seat)))
            wrong = with_figure(leg.figures, Place(number, "points", seat), points - right)
            found = problems(game, before, wrong)
            assert ("card-triathlon.b.range" in found) == (points not in able(table, seat))
            assert (WARNING in found) == (points != right)
