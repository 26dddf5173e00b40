"""Plain-text output for the command line: scorepad, story, answers and rules."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final
from unicodedata import category, east_asian_width

from referee.core.cards import read_card, with_article
from referee.core.course import duration
from referee.core.entry_name import EntryName
from referee.core.findings import Points
from referee.core.rulebook import Law, Rulebook
from referee.core.sheet import Sheet, SideBySide, WhatIf
from referee.core.story.chronicle import chronicle
from referee.core.story.forecast import describe_forecast
from referee.core.story.story import Story
from referee.core.text import (
    ENGLISH,
    Figure,
    Last,
    Text,
    Translator,
    _,
    _p,
    joined,
    listed,
    moment,
    ngettext,
    points,
    sentence,
    shares,
)

WIDTH = 88

Table = Sequence[Sequence[str]]
"""Rows of cells, not yet translated."""


def scorepad(sheet: Sheet, translator: Translator = ENGLISH) -> str:
    header = ["", *(column.name for column in sheet.columns)]
    rows = [[row.heading.label, *map(_cell, row.cells)] for row in sheet.rows]
    totals = [_p("column", "Total"), *map(_cell, sheet.totals)]
    lines = _columns([header, *rows, totals], translator)
    rule = "-" * max(map(_width, lines))
    notes = [
        joined([row.heading.label, problem.in_full], ", ")
        for row in sheet.rows
        for problem in row.problems
    ]
    notes += [problem.in_full for problem in sheet.problems]
    if not sheet.winners and sheet.is_closed:
        notes.append(_("The table stopped here. Nobody has won."))
    elif sheet.is_closed:
        notes.append(_("The table stopped here. {winners} won.", winners=listed(sheet.winners)))
    elif sheet.due is None:
        notes.append(_("The game is over. {winners} won.", winners=listed(sheet.winners)))
        if len(sheet.winners) > 1:
            text = _("Tied winners share the win.")
            if "silent" in sheet.game.rulebook.law(sheet.game.tie).uses:
                text = _("The rules don’t say who wins a tie, so the win is shared.")
            notes.append(joined([text, f"[{sheet.game.tie}]"]))
    else:
        notes.append(_("Next: {due}", due=sheet.due.text))
    pad = [lines[0], rule, *lines[1:-1], rule, lines[-1]]
    return "\n".join([*pad, "", *_paragraphs(notes, translator)])


ENTRIES: Final[Mapping[EntryName, Text]] = {
    "deal": _p("column", "Deals"),
    "round": _p("column", "Rounds"),
    "leg": _p("column", "Legs"),
}


def story(told: Story, translator: Translator = ENGLISH) -> str:
    game = told.tally.game
    table = [
        [
            _p("column", "Evening"),
            _p("evening", "Began"),
            _p("evening", "Played"),
            ENTRIES[game.entry_name],
            *told.sides,
        ]
    ]
    table += [
        [
            str(number),
            moment(evening.start),
            duration(evening.minutes),
            str(len(evening.played)),
            *map(_cell, told.points_of(evening)),
        ]
        for number, evening in enumerate(told.evenings, start=1)
    ]
    notes = [
        ngettext(
            "{kind}: usually about {median} ({low} to {high}); {n} was timed.",
            "{kind}: usually about {median} ({low} to {high}); {n} were timed.",
            each.entries,
            kind=sentence(game.kind_label(each.kind)),
            median=duration(each.median),
            low=duration(each.low),
            high=duration(each.high),
        )
        for each in told.pace()
    ]
    notes += [*describe_forecast(told.forecast, told.side_names, game.entry_name)]
    notes += [fact.text for fact in told.facts]
    in_short = [fact.text for fact in chronicle(told)]
    lines = [*_paragraphs(in_short, translator), ""] if in_short else []
    lines += (
        _columns(table, translator)
        if told.evenings
        else _paragraphs([_("No times are recorded.")], translator)
    )
    return "\n".join([*lines, *_paragraphs(notes, translator)])


def whatif(compared: WhatIf, translator: Translator = ENGLISH) -> str:
    table = [["", *(name for name, _before, _after in compared.totals)]]
    table += _before_and_after(_p("column", "Total"), compared.totals)
    for row in compared.rows:
        table += _before_and_after(row.label, row.cells)
    notes: list[Text] = []
    for choice, old, new in compared.options:
        change = _("{title}: “{old}” becomes “{new}”", title=choice.title, old=old, new=new)
        notes.append(joined([change, f"[{choice.rule}]"]))
    for template, problems in (
        (_("New problem: {problem}"), compared.new_problems),
        (_("No longer a problem: {problem}"), compared.gone_problems),
    ):
        for number, problem in problems:
            label = [] if number is None else [compared.before.rows[number].heading.label]
            notes.append(template.format(problem=joined([*label, problem.in_full], ", ")))
    return "\n".join([*_columns(table, translator), *_paragraphs(notes, translator)])


def _before_and_after(label: str, cells: SideBySide) -> list[list[str]]:
    return [
        [_("{label}, before", label=label), *(_cell(old) for _name, old, _new in cells)],
        [_("{label}, after", label=label), *(_cell(new) for _name, _old, new in cells)],
    ]


def answer(answered: dict[str, Any], translator: Translator = ENGLISH) -> str:
    """Format an answer: its rulings, then the main values that they don't mention."""
    notes = []
    for ruling in answered["rulings"]:
        template = _VERDICTS.get(ruling["verdict"])
        text = template.format(text=ruling["text"]) if template else ruling["text"]
        notes.append(joined([text, f"[{ruling['rule']}]"]))
    values = answered["answer"]
    notes += [
        describe(value)
        for name, describe in _REMAINING.items()
        if (value := values.get(name)) is not None
        if not isinstance(value, list) or any(each is not None for each in value)
    ]
    return "\n".join(_paragraphs(notes, translator))


def rules(laws: Iterable[tuple[Rulebook, Law]], translator: Translator = ENGLISH) -> str:
    outdated = _("This rule has changed since it was translated, so it is shown in English.")
    parts = []
    for book, law in laws:
        lines = law.text.replace("**", "").splitlines()
        if law.language != book.language:
            lines = [translator.render(outdated), "", *lines]
        parts.append(f"{law.title} [{law.id}]")
        parts += [
            _wrapped(line, "  ") if line else "" for line in lines if not line.startswith("```")
        ]
        parts.append("")
    return "\n".join(parts[:-1])


def translate_json(value: Any, translator: Translator) -> Any:
    """Translate all texts in a plain JSON value, recursively."""
    match value:
        case str():
            return translator.render(value)
        case dict():
            return {name: translate_json(each, translator) for name, each in value.items()}
        case list() | tuple():
            return [translate_json(each, translator) for each in value]
    return value


def printable(text: str) -> str:
    """Put the text on one line: replace line breaks and control characters with spaces."""
    return "".join(" " if category(char) in ("Cc", "Cf", "Zl", "Zp") else char for char in text)


def _columns(rows: Table, translator: Translator) -> list[str]:
    clean = [[printable(translator.render(cell)) for cell in row] for row in rows]
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
    return "." if value is None else Figure(str(value))


def _describe_points(values: Sequence[Points] | int) -> Text:
    if isinstance(values, int):
        return _("Points: {points}.", points=values)
    scored = {seat: points(value) for seat, value in enumerate(values) if value is not None}
    seats = [_("Seat {seat}", seat=seat) for seat in scored]
    return _("Points: {points}.", points=shares(seats, [*scored.values()]))


def _cards(texts: Sequence[str], last: Last = "and") -> Text:
    return listed([with_article(read_card(text)) for text in texts], last)


_VERDICTS: Final[Mapping[str, Text]] = {
    "legal": _("Legal: {text}"),
    "illegal": _("Illegal: {text}"),
    "silent": _("Not settled: {text}"),
}
_REMAINING: Final[Mapping[str, Callable[[Any], Text]]] = {
    "playable": lambda cards: _("Playable: {cards}.", cards=_cards(cards, "or")),
    "points": _describe_points,
    "score": lambda score: ngettext("{n} point in all.", "{n} points in all.", score),
    "unused": lambda cards: _("Not used: {cards}.", cards=_cards(cards)),
}


def _paragraphs(notes: Iterable[str], translator: Translator) -> list[str]:
    return [_wrapped(translator.render(note)) for note in notes]


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(
        printable(text),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,  # keep rule ids whole
    )
