"""Random matches of Card Triathlon, with the scorepad that the oracles expect for each.

A match has the legs that its format requires, each recorded both by cards and by figures.
Nothing here uses the core.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_arrange as straights
from tests.games.card_triathlon.legs import PASSED, TEAMS, TIME
from tests.games.card_triathlon.whole_draws import PlayedD, d_leg_at_random
from tests.games.card_triathlon.whole_legs import (
    Company,
    PlayedB,
    PlayedC,
    Still,
    b_leg_at_random,
    c_leg_at_random,
)
from tests.games.records import Json, record

Entry: TypeAlias = PlayedB | PlayedC | PlayedD | Still

LENGTHS = {"sprint": 3, "3000": 5}
"""Number of legs in each format of fixed length."""
MARKS = {"5000": 5_000, "half-marathon": 21_100, "marathon": 42_200}
"""Points that end a match in each format with a mark, once one team alone is ahead."""
SEEDS = st.integers(0, 2**32)
FORMATS = (*LENGTHS, *MARKS, "clock")


@dataclass(frozen=True, repr=False)
class Game:
    """A match of Card Triathlon, finished or not."""

    company: Company
    entries: tuple[Entry, ...]

    def __repr__(self) -> str:
        return json.dumps(self.record(self.by_cards), ensure_ascii=False)

    def record(self, entries: Sequence[Json]) -> Json:
        return record("card-triathlon", self.company.seats, entries, **self.company.options)

    @property
    def by_cards(self) -> list[Json]:
        return [entry.cards for entry in self.entries]

    @property
    def by_figures(self) -> list[Json]:
        return [entry.figures for entry in self.entries]

    @property
    def totals(self) -> list[int]:
        none = [0] * len(self.company.columns)
        columns = zip(none, *(entry.row for entry in self.entries), strict=True)
        return [sum(cell or 0 for cell in column) for column in columns]

    @property
    def points(self) -> list[int]:
        return self.totals[self.company.seats : -2]

    @property
    def legs(self) -> int:
        """Number of legs played, not counting passed-out deals."""
        return sum(not isinstance(entry, Still) for entry in self.entries)

    @property
    def is_over(self) -> bool:
        name = self.company.format
        if name == "clock":
            return bool(self.entries) and self.entries[-1].letter == ""
        if name in LENGTHS:
            return self.legs == LENGTHS[name]
        if self.legs * 250 * self.company.seats < MARKS[name]:  # too few legs for so many points
            return False
        points = self.points
        return max(points) >= MARKS[name] and points.count(max(points)) == 1

    @property
    def due(self) -> Json:
        last = self.entries[-1] if self.entries else None
        if last and not isinstance(last, Still) and last.partial:
            return {"kind": "time", "label": "Time is up", "dealer": None}
        letter = self.company.sequence[self.legs % len(self.company.sequence)]
        dealt = sum(entry.letter == "B" for entry in self.entries)
        return {
            "kind": f"{letter.lower()}-leg",
            "label": f"Leg {self.legs + 1}, {letter}",
            "dealer": self.company.dealer(dealt) if letter == "B" else None,
        }

    @property
    def pad(self) -> Json:
        points = self.points
        ranks = [1 + sum(other > own for other in points) for own in points]
        standings: list[Json] = [
            {"name": name, "score": scored, "rank": rank}
            for name, scored, rank in zip(self.company.names, points, ranks, strict=True)
        ]
        winners = [standing["name"] for standing in standings if standing["rank"] == 1]
        return {
            "columns": self.company.columns, "cells": [entry.row for entry in self.entries],
            "totals": self.totals,
            "standings": sorted(standings, key=lambda standing: standing["rank"]),
            "finished": self.is_over, "winners": winners if self.is_over else [],
            "next": None if self.is_over else self.due,
        }  # fmt: skip


# At random ----------------------------------------------------------------------------------------


def played(random: Random, company: Company, most: int, cut: bool = False) -> Game:
    """Play a random match of at most `most` legs; with `cut`, the clock cuts the last one short."""
    game = Game(company, ())
    columns = len(company.columns)
    while game.legs < most and not game.is_over:
        due = game.due
        is_cut = cut and game.legs == most - 1
        entry: Entry | None = None
        if due["kind"] == "b-leg":
            entry = b_leg_at_random(random, company, due["dealer"], is_cut)
        elif due["kind"] == "c-leg":
            entry = c_leg_at_random(random, company, is_cut)
        else:
            entry = d_leg_at_random(random, company, is_cut)
        if entry is None:
            passes = {"kind": "b-leg", "auction": ["P"] * company.seats}
            entry = Still(random.choice((passes, PASSED)), PASSED, "B", columns)
        game = Game(company, (*game.entries, entry))
    if company.format == "clock":
        game = Game(company, (*game.entries, Still(TIME, TIME, "", columns)))
    return game


@st.composite
def companies(draw: st.DrawFn, formats: Sequence[str] = FORMATS) -> Company:
    """Draw four, six or eight players in any teams, with any valid options."""
    name = draw(st.sampled_from(formats))
    way = "4" if name == "3000" else draw(st.sampled_from([*TEAMS]))
    options: Json = {
        "format": name,
        "teams": list(TEAMS[way]),
        "first_dealer": draw(st.integers(0, int(way[0]) - 1)),
        "d_jokers": name == "3000" or draw(st.booleans()),
        "d_flush_duplicates": draw(st.booleans()),
        "d_half": draw(st.sampled_from(straights.HALVES)),
    }
    if name not in LENGTHS and int(way[0]) != 6:
        options["b_jokers"] = draw(st.booleans())
    if name == "clock":
        options["clock_base"] = draw(st.sampled_from(["sprint", "3000", "5000"]))
    if name in ("half-marathon", "marathon"):
        options["sequence"] = draw(st.lists(st.sampled_from("BCD"), min_size=1, max_size=4))
    return Company(way, options)


@st.composite
def games(draw: st.DrawFn, formats: Sequence[str] = FORMATS, least: int = 0) -> Game:
    """Draw a match: complete if its format has a fixed length, otherwise its first few legs."""
    company = draw(companies(formats))
    most, cut = LENGTHS.get(company.format, 0), False
    if company.format not in LENGTHS:
        most = draw(st.integers(least, 6))
        cut = company.format == "clock" and draw(st.booleans())
    return played(Random(draw(SEEDS)), company, most, cut)
