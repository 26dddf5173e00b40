"""The free pad's part in tests that cover every game: its question, answers, rounds and records."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.games.expected import WITH_TRICKS, Asked, Expected
from tests.games.records import Json, record

QUESTIONS: list[Json] = [
    {"question": "irregularity", "kind": "misdeal"},
    {"question": "deal", "entry": {"kind": "round", "points": [12, 0.5, -14, None]},
     "players": 4, "options": {"sum": 26, "lowest_wins": True}},
    {"question": "deal", "entry": {"kind": "round", "points": [1, 2, 3, 4]},
     "players": 4, "options": {"teams": True}},
]  # fmt: skip


def pad(*points: float | None, **fields: Any) -> Json:
    """Make a round with these figures."""
    return {"kind": "round", "points": list(points), **fields}


def hearts(*rounds: Json, **options: Any) -> Json:
    return record("free-pad", 4, rounds, lowest_wins=True, **options)


def fits(options: Any) -> bool:
    """Whether a match with these options ends at a mark above 0 or after a number of rounds."""
    if options.mark is not None and options.mark < 0:
        return False
    return options.mark is not None or options.rounds is not None


@st.composite
def free_pad_records(draw: st.DrawFn, least: int = 0) -> Json:
    """Draw a record without teams, whose last round may be the one that ends the game."""
    seats = draw(st.integers(2, 16))
    mark = draw(st.one_of(st.none(), st.sampled_from([-30, 1, 40])))
    rounds = draw(st.one_of(st.none(), st.integers(1, 12)))
    options: Json = {
        "lowest_wins": draw(st.booleans()), "mark": mark, "rounds": rounds,
        "dealer": draw(st.booleans()), "first_dealer": draw(st.integers(0, seats - 1)),
    }  # fmt: skip
    figure = st.integers(-40, 40).map(lambda halves: halves / 2)
    whole = figure.map(lambda value: int(value) if value.is_integer() else value)
    entries: list[Json] = []
    totals = [0.0] * seats
    for _ in range(draw(st.integers(least, 8))):
        if len(entries) == rounds or (mark and any(each / mark >= 1 for each in totals)):
            break
        points = draw(st.lists(st.none() | whole, min_size=seats, max_size=seats))
        points[draw(st.integers(0, seats - 1))] = draw(whole)
        totals = [total + (own or 0) for total, own in zip(totals, points, strict=True)]
        entries.append(pad(*points))
    return record("free-pad", seats, entries, **options)


ASKED = (
    Asked("irregularity", (("wrong", "revoke"),),
          "No penalty: correct it, play on or deal again", "table", "it sets no penalty", 3),
    Asked("deal", (("figures", "points", 12, 0, 14, 0), ("ask",)),
          "{0}: 12 · {1}: 0 · {2}: 14 · {3}: 0", "round", "", 12, "12 · 0 · 14 · 0"),
)  # fmt: skip
ANSWERS = {"irregularity": "kind=misdeal", "deal": "points0=12&points1=0&points2=14&points3=0"}

UNUSUAL: Json = {"lowest_wins": True, "mark": 100, "sum": 26}
EXPECTED = Expected(
    QUESTIONS,
    WITH_TRICKS,
    UNUSUAL,
    ASKED,
    ANSWERS,
    tables={
        "free pad of two": (2, {}),
        "free pad of sixteen": (16, {}),
        "free pad of two teams": (8, {"teams": True, "mark": 500}),
    },
    entry=pad(12, 0, 14, 0),
    start_refusals=frozenset(
        {("mark", "free-pad.end"), ("rounds", "free-pad.end"), ("teams", "free-pad.players")}
    ),
    records=free_pad_records,
    knows_the_rest=fits,
    takes_figures=frozenset({"mark", "rounds", "sum", "teams"}),
)
