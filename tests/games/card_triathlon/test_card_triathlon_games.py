"""Property tests on whole games: the pad and its receipts."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.sheet import score
from tests.games.card_triathlon.legs import LAWS, all_to, cells_of, d_leg, four, is_explained
from tests.games.card_triathlon.whole_draws import capped
from tests.games.card_triathlon.whole_legs import Company, PlayedB
from tests.games.records import Json
from tests.games.whole_games import SEEDS, Entry, Game, companies, games, played

JUDGED = {f"card-triathlon.b.{rule}" for rule in ("made", "defeated", "overtricks")}


def shown(sheet: Json) -> Json:
    due = sheet["next"] and {key: sheet["next"][key] for key in ("kind", "label", "dealer")}
    same = ("columns", "totals", "standings", "finished", "winners")
    cells = [row["cells"] for row in sheet["rows"]]
    return {**{key: sheet[key] for key in same}, "cells": cells, "next": due}


def has_receipts(sheet: Json) -> bool:
    """Whether every cell has a receipt that adds up to it and cites rules in the rulebook."""
    lines = [line for row in sheet["rows"] for why in row["why"] for line in why]
    return (
        is_explained(sheet)
        and {line["rule"] for line in lines} <= LAWS
        and all(
            (cell is None) == (not why)
            for row in sheet["rows"]
            for cell, why in zip(row["cells"], row["why"], strict=True)
        )
    )


def merged(one: Any, other: Any) -> Any:
    if isinstance(one, dict):
        return one | {key: merged(one.get(key, value), value) for key, value in other.items()}
    if isinstance(one, list) and one and isinstance(one[0], dict):
        return [merged(mine, yours) for mine, yours in zip(one, other, strict=True)]
    return one


def uncounted(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {key: uncounted(value) for key, value in entry.items() if key != "unscored"}
    return list(map(uncounted, entry)) if isinstance(entry, list) else entry


def wrong(sheet: Json) -> list[Json]:
    """Return the problems, except warnings that figures of a D leg require an extra hand."""
    extra = ("card-triathlon.d.range", "warning")
    return [each for each in sheet["problems"] if (each["rule"], each["severity"]) != extra]


def recorded(entry: Entry) -> list[Json]:
    """Return all ways to record the entry: cards, figures or both, with or without Unscored."""
    both = merged(entry.cards, entry.figures)
    return [entry.cards, entry.figures, uncounted(entry.figures), both, uncounted(both)]


@settings(max_examples=40)
@given(games(), st.data())
def test_by_cards_and_by_figures_a_game_comes_to_the_same_pad(
    game: Game, data: st.DataObject
) -> None:
    mixed = [data.draw(st.sampled_from(recorded(entry))) for entry in game.entries]
    pad = game.pad
    for entries in (game.by_cards, game.by_figures, mixed):
        sheet = score(game.record(entries))
        assert (wrong(sheet), shown(sheet)) == ([], pad)
        assert has_receipts(sheet)
        for entry, row in zip(game.entries, sheet["rows"], strict=True):
            if isinstance(entry, PlayedB) and entry.partial:  # the contract doesn't matter
                assert not {line["rule"] for why in row["why"] for line in why} & JUDGED


@settings(max_examples=3)
@given(companies(["5000"]), SEEDS)
def test_a_game_to_a_mark_ends_where_one_team_is_past_it(company: Company, seed: int) -> None:
    game = played(Random(seed), company, most=200)
    assert game.is_over
    for so_far in (game, game.first(len(game.entries) - 1)):
        for entries in (so_far.by_cards, so_far.by_figures):
            sheet = score(game.record(entries))
            assert (wrong(sheet), shown(sheet)) == ([], so_far.pad)


SCORED = st.lists(st.sampled_from([0, *range(2, 77)]), min_size=4, max_size=4)


@given(SCORED.filter(lambda fives: sum(fives) <= 200))
def test_the_cap_of_3000_metres_leaves_500_of_any_leg(fives: list[int]) -> None:
    scored = [5 * number for number in fives]
    ann, ben, cleo, dora = scored
    rest = 1000 - sum(scored)
    before = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
    for entry in (d_leg(*scored, unscored=rest), d_leg(*scored)):
        sheet = four(*before, entry, entry, format="3000")
        sums, unscored = capped([ann + cleo, ben + dora], rest)
        assert (wrong(sheet), cells_of(sheet)) == ([], [*scored, *sums, unscored, 500])
        assert has_receipts(sheet)


@settings(max_examples=25)
@given(games())
def test_what_comes_later_changes_no_row_before_it(game: Game) -> None:
    for entries in (game.by_cards, game.by_figures):
        whole = score(game.record(entries))
        for number in range(len(entries)):
            sheet, so_far = score(game.record(entries[:number])), game.first(number)
            assert sheet["rows"] == whole["rows"][:number]
            assert (sheet["finished"], shown(sheet)["next"]) == (False, so_far.due)
