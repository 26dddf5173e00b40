"""Plain-text output of the commands: scorepad, story, answers and rules."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from unicodedata import category, east_asian_width

from referee.core.cards import read_card, with_article
from referee.core.findings import Points
from referee.core.rulebook import Law
from referee.core.sheet import Sheet, SideBySide, WhatIf
from referee.core.story.course import duration
from referee.core.story.forecast import describe_forecast
from referee.core.story.story import Story
from referee.core.text import counted, listed, points, said, shares

WIDTH = 88


def scorepad(sheet: Sheet) -> str:
    header = ["", *(column.name for column in sheet.columns)]
    rows = [[row.heading.label, *map(_cell, row.cells)] for row in sheet.rows]
    totals = ["Total", *map(_cell, sheet.totals)]
    lines = _columns([header, *rows, totals])
    rule = "-" * max(map(_width, lines))
    pad = [lines[0], rule, *lines[1:-1], rule, lines[-1]]
    notes = [""]
    notes += [
        _wrapped(printable(f"{row.heading.label}, {problem.in_full}"))
        for row in sheet.rows
        for problem in row.problems
    ]
    if sheet.due is None:
        notes.append(f"The game is over. {printable(listed(sheet.winners))} won.")
        if len(sheet.winners) > 1:
            text = "The win is shared"
            if "silent" in sheet.game.rulebook.law(sheet.game.tie).uses:
                text = "The source is silent on ties; Referee rules so: the win is shared"
            notes.append(f"{text} [{sheet.game.tie}].")
    else:
        notes.append(_wrapped(f"Next: {printable(sheet.due.text)}"))
    if sheet.check and sheet.rows:
        notes.append(f"{sheet.check.text} [{sheet.check.rule}]")
    return "\n".join([*pad, *notes])


def story(told: Story) -> str:
    heads = ["Evening", "Began", "Played", told.tally.game.entry_name + "s", *told.sides]
    table = [heads]
    table += [
        [
            str(number),
            f"{evening.start:%Y-%m-%d %H:%M} UTC",
            duration(evening.minutes),
            str(len(evening.rows)),
            *map(_cell, told.points_of(evening)),
        ]
        for number, evening in enumerate(told.evenings, start=1)
    ]
    notes = [
        said(
            "{kind}: {median} (half of them {low} to {high}), {timed} timed.",
            kind=told.tally.game.kind_label(each.kind),
            median=duration(each.median),
            low=duration(each.low),
            high=duration(each.high),
            timed=each.entries,
        )
        for each in told.pace()
    ]
    notes += [*describe_forecast(told.forecast, told.sides, told.tally.game.entry_name)]
    notes += [fact.text for fact in told.facts]
    lines = _columns(table) if told.evenings else ["Nothing says when it was played."]
    return "\n".join([*lines, *(_wrapped(printable(note)) for note in notes)])


def whatif(compared: WhatIf) -> str:
    table = [["", *(name for name, *_ in compared.totals)]]
    table += _now_and_then("Total", compared.totals)
    for row in compared.rows:
        table += _now_and_then(row.label, row.cells)
    notes = [
        f"{choice.title}: now “{was}”, then “{will}” [{choice.rule}]"
        for choice, was, will in compared.options
    ]
    for when, problems in (("then", compared.new_problems), ("no more", compared.gone_problems)):
        notes += [
            f"{compared.before.rows[number].heading.label}, {when} {problem.in_full}"
            for number, problem in problems
        ]
    return "\n".join([*_columns(table), *(_wrapped(printable(note)) for note in notes)])


def _now_and_then(label: str, cells: SideBySide) -> list[list[str]]:
    return [
        [f"{label}, now", *(_cell(now) for _, now, _ in cells)],
        [f"{label}, then", *(_cell(then) for *_, then in cells)],
    ]


def answer(answered: dict[str, Any]) -> str:
    """Format the rulings, then values they leave out; `--json` has all figures."""
    rulings = [
        _wrapped(f"{_VERDICTS[ruling['verdict']]}{ruling['text']} [{ruling['rule']}]")
        for ruling in answered["rulings"]
    ]
    values = answered["answer"]
    more = [
        _wrapped(sentence_of(values[name]))
        for name, sentence_of in _UNSAID.items()
        if values.get(name) not in (None, [])
    ]
    return "\n".join([*rulings, *more])


def rules(laws: Iterable[Law]) -> str:
    return "\n\n".join(
        "\n".join(
            [
                f"{law.title} [{law.id}]",
                *(
                    _wrapped(line, "  ") if line else ""
                    for line in law.text.replace("**", "").splitlines()
                    if not line.startswith("```")
                ),
            ]
        )
        for law in laws
    )


def printable(text: str) -> str:
    """Join the text into one line, with control characters replaced by spaces."""
    return "".join(" " if category(char) in ("Cc", "Cf", "Zl", "Zp") else char for char in text)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    clean = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*clean, strict=True)]
    lines = []
    for label, *cells in clean:
        line = label + " " * (widths[0] - _width(label))
        for cell, width in zip(cells, widths[1:], strict=True):
            line += "  " + " " * (width - _width(cell)) + cell
        lines.append(line.rstrip())
    return lines


def _width(text: str) -> int:
    """Width in terminal columns."""
    return sum(
        0 if category(char) == "Mn" else 1 + (east_asian_width(char) in "WF") for char in text
    )


def _cell(value: float | None) -> str:
    return "." if value is None else str(value)


def _cards(texts: Sequence[str]) -> str:
    return listed([with_article(read_card(text)) for text in texts])


def _points(values: Sequence[Points] | int) -> str:
    if isinstance(values, int):
        return said("Points: {points}.", points=values)
    seats = [said("Seat {seat}", seat=seat) for seat in range(len(values))]
    return said("Points: {shares}.", shares=shares(seats, [points(value) for value in values]))


_VERDICTS: Final = {"legal": "Legal: ", "illegal": "Illegal: ", "silent": "Left open: ", "info": ""}
_UNSAID: Final[Mapping[str, Callable[[Any], str]]] = {
    "playable": lambda cards: said("May be played: {cards}.", cards=_cards(cards)),
    "points": _points,
    "score": lambda score: said("In all: {points}.", points=counted(score, "point")),
    "unused": lambda cards: said("Not used: {cards}.", cards=_cards(cards)),
}


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(
        printable(text),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,  # keep rule ids whole
    )
