"""A match as a table for spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

from referee.core.adjustment import label_kind
from referee.core.sheet import Cell
from referee.core.story.story import Story
from referee.core.text import _, _p, joined

HeadedColumn = tuple[str, Sequence[Cell]]


def spreadsheet(story: Story, zone: tzinfo | None = None) -> list[Sequence[Cell]]:
    """Return the headings, then a line per entry; leave out empty columns.

    Without a zone, times have the UTC offset of their entries, or are in UTC if there are several.
    """
    tally, game = story.tally, story.tally.game
    own, rows = tally.setup.players, [*map(story.row_as_played, range(len(tally.rows)))]
    evening_of = {row: n for n, each in enumerate(story.evenings, 1) for row in each.rows}
    told = [
        datetime.fromisoformat(each.at) if each.at and at else None
        for each, at in zip(story.entries, story.times, strict=True)
    ]
    offsets = {at.tzname(): at.tzinfo for at in told if at}
    zone = zone or (offsets.popitem()[1] if len(offsets) == 1 else UTC)
    times, named = [at and _local(at, zone) for at in told], str(zone)
    seated = [story.seated.get(number, own) for number in range(len(rows))]
    minutes = [story.minutes.get(number) for number in range(len(rows))]
    optional: list[HeadedColumn] = [
        (_p("CSV", "contract"), [row.explanation.note for row in rows]),
        (_("date ({zone})", zone=named), [at.date().isoformat() if at else None for at in times]),
        (_("time ({zone})", zone=named), [f"{at:%H:%M}" if at else None for at in times]),
        (_p("CSV", "minutes"), [None if each is None else round(each) for each in minutes]),
        (_p("CSV", "evening"), [evening_of.get(number) for number in range(len(rows))]),
        *(
            (_("{name}’s seat", name=name), [names[seat] for names in seated])
            for seat, name in enumerate(own)
            if any(names[seat] != name for names in seated)
        ),
    ]
    running = _("{name} (total so far)") if game.unit == "points" else _("{name} (lives left)")
    notes: list[HeadedColumn] = [
        (_p("CSV", "note"), [each.note for each in story.entries]),
        (_p("CSV", "problems"), [joined([p.in_full for p in row.problems], "; ") for row in rows]),
    ]
    columns: list[HeadedColumn] = [
        (_p("CSV", "label"), [row.heading.label for row in rows]),
        (_p("CSV", "kind"), [label_kind(game, each) for each in story.entries]),
        *(each for each in optional if any(each[1])),
        *((each.name, [row.cells[n] for row in rows]) for n, each in enumerate(tally.columns)),
        *(
            (running.format(name=each.name), [state.totals[n] for state in tally.states[1:]])
            for n, each in enumerate(tally.columns)
            if each.kind in ("player", "team")
        ),
        *(each for each in notes if any(each[1])),
    ]
    return [
        [head for head, _cells in columns],
        *zip(*(cells for _head, cells in columns), strict=True),
    ]


def _local(at: datetime, zone: tzinfo | None) -> datetime:
    try:
        return at.astimezone(zone)
    except OverflowError:  # in the first or last hours of the calendar
        return at
