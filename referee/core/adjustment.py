"""Adjustments: points that a table gives or takes outside a deal (`GAME.table`), in any game.

An adjustment changes the totals and nothing else in a game's state, so it moves no dealer and takes
no number. A game may limit it further, as `Game.adjustment_problems` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from referee.core.findings import Line, Points, Problem, error
from referee.core.game import AnyGame, Column, Explanation, Heading, Scored
from referee.core.record import Adjustment, Entry, HalvesAdjustment
from referee.core.setup import Setup
from referee.core.text import Text, _, _p, listed, points, without_fraction

ADJUSTED: Final = _p("row", "Adjustment")
AGREED: Final = _("agreed at the table")
NOTHING_GIVEN: Final = _("Enter a figure other than 0 for at least one player.")


def label_kind(game: AnyGame, entry: Entry) -> Text:
    """Name of an entry's kind, such as `deal`, `B leg` or `adjustment`."""
    if isinstance(entry, Adjustment):
        return _p("entry", "adjustment")
    return game.kind_label(entry.kind)


def adjustment_heading(game: AnyGame, state: Any) -> Heading:
    return Heading(ADJUSTED, _p("row", "adj."), group=game.group(state))


def adjustment_problems(
    game: AnyGame, setup: Setup[Any], state: Any, entry: Adjustment
) -> list[Problem]:
    """Check that some figure isn't 0, and that each is within the game's bounds."""
    rule, found = f"{game.name}.table", game.adjustment_problems(setup, state, entry.points)
    if not any(entry.points):
        found.append(error(rule, NOTHING_GIVEN, field="points"))
    has_halves, most = isinstance(entry, HalvesAdjustment), game.largest_adjustment
    wrong = [
        seat
        for seat, figure in enumerate(entry.points)
        if figure is not None and (abs(figure) > most or 2 * figure % 1)
    ]
    if wrong:
        message = _("{names}: enter a whole number from −{most} to {most}.")
        if has_halves:
            message = _("{names}: enter a whole or half number from −{most} to {most}.")
        names = listed([setup.players[seat] for seat in wrong])
        message = message.format(names=names, most=points(most))
        found.append(error(rule, message, field="points", seats=wrong))
    return found


def score_adjustment(
    game: AnyGame, setup: Setup[Any], state: Any, entry: Adjustment
) -> Scored[Any]:
    """Add the figures to the totals of the players and the sums to those of their teams."""
    own = [None if figure is None else without_fraction(figure) for figure in entry.points]
    columns, cells = game.columns(setup), list[Points | None]()
    for column in columns:
        given = [figure for seat in column.seats if (figure := own[seat]) is not None]
        cells.append(without_fraction(sum(given)) if given else None)
    after = game.adjusted(setup, state, cells)
    return Scored(after, tuple(cells), partial(_explain, f"{game.name}.table", columns, own))


def _explain(rule: str, columns: Sequence[Column], own: Sequence[Points | None]) -> Explanation:
    why = []
    for column in columns:
        texts = [AGREED]
        if column.kind == "team":
            texts = [_("from {name}", name=columns[seat].name) for seat in column.seats]
        pairs = zip((own[seat] for seat in column.seats), texts, strict=False)
        why.append(tuple(Line(rule, n, text) for n, text in pairs if n is not None))
    return Explanation(tuple(why))
