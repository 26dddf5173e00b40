"""Texts as values: English strings that remember their parts and can be translated when shown.

A text is a `str` in English, ready to print. It keeps its template and values, so that
a `Translator` can render it in another language, with names marked up, or with numbers in the
device's format. Operations such as joining a list act on the translated parts.

    _("{name} deals", name="Ann")
    _p("button", "Record")
    ngettext("{n} trick", "{n} tricks", 2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Final, Literal

Last = Literal["and", "or"]
"""The conjunction before the last item of a list."""


class Translator:
    """Renders texts in English; subclasses translate them or mark them up."""

    tag = "en"

    def gettext(self, template: str, context: str = "") -> str:  # noqa: ARG002
        return template

    def ngettext(self, one: str, many: str, n: float) -> str:
        return one if n == 1 else many

    def figure(self, figure: Figure) -> str:
        return str(figure)

    def moment(self, moment: Moment) -> str:
        return str(moment)

    def ranked(self, text: str) -> str:
        """Render a rank, or a card such as `Q♥`, in the letters of one's own pack."""
        return text

    def list_of(self, items: Sequence[str], last: Last) -> str:
        """Join items as a list: `Ann, Ben and Cleo`."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {last} {items[-1]}"

    def value(self, text: str) -> str:
        """Render a value that isn't translated, such as a name."""
        return text

    def plain(self, text: str) -> str:
        """Render a template's own words; subclasses for HTML escape them."""
        return text

    def render(self, text: str) -> str:
        return text.rendered_by(self) if isinstance(text, Text) else self.value(text)


ENGLISH: Final = Translator()


class Text(str):
    """English text that can be rendered in other languages."""

    __slots__ = ()

    def rendered_by(self, translator: Translator) -> str:
        raise NotImplementedError

    def replace_values(self, others: Mapping[str, str]) -> Text:  # noqa: ARG002
        """Return the same text with other values, such as short names instead of long ones."""
        return self

    def format(self, **values: object) -> Text:  # type: ignore[override]
        """Fill in a template that was chosen earlier: `TEMPLATES[round].format(…)`."""
        raise NotImplementedError


class Message(Text):
    """A translatable template, filled in with its values."""

    __slots__ = ("context", "many", "n", "one", "values")

    context: str
    one: str
    many: str | None
    n: float
    values: Mapping[str, object]

    def rendered_by(self, translator: Translator) -> str:
        if self.many is None:
            template = translator.gettext(self.one, self.context)
        else:
            template = translator.ngettext(self.one, self.many, self.n)
        template = translator.plain(template)
        if not self.values:
            return template
        return template.format_map(
            {name: _put_value(value, translator) for name, value in self.values.items()}
        )

    def replace_values(self, others: Mapping[str, str]) -> Text:
        values = {
            name: replace_values(value, others) if isinstance(value, str) else value
            for name, value in self.values.items()
        }
        return _message(self.one, self.many, self.n, values, self.context)

    def format(self, **values: object) -> Text:  # type: ignore[override]
        return _message(self.one, self.many, self.n, {**self.values, **values}, self.context)


def _put_value(value: object, translator: Translator) -> object:
    if isinstance(value, float):
        value = Figure(str(value))
    return translator.render(value) if isinstance(value, str) else value


def _message(
    one: str, many: str | None, n: float, values: Mapping[str, object], context: str = ""
) -> Text:
    template = one if many is None or n == 1 else many
    text = Message(template.format_map(values) if values else template)
    text.one, text.many, text.n, text.values, text.context = one, many, n, values, context
    return text


def _(template: str, **values: object) -> Text:
    """Create a translatable text: `_("{name} has {lives} lives", name="Ann", lives=2)`.

    Without values, it is a template to fill in later with `format`.
    """
    return _message(template, None, 0, values)


def _p(context: str, template: str, /, **values: object) -> Text:
    """Create a translatable text of one word, whose meaning depends on its context."""
    return _message(template, None, 0, values, context)


def ngettext(one: str, many: str, n: float, **values: object) -> Text:
    """Create a text with singular and plural: `ngettext("{n} trick", "{n} tricks", 2)`."""
    return _message(one, many, n, {"n": points(n), **values})


# Operations on texts, which act on the translated words -------------------------------------------


class Composed(Text):
    """Texts combined by an operation, such as joining a list."""

    __slots__ = ("compose", "parts")

    parts: Sequence[str]
    compose: Callable[[Translator, list[str]], str]

    def rendered_by(self, translator: Translator) -> str:
        return self.compose(translator, [translator.render(part) for part in self.parts])

    def replace_values(self, others: Mapping[str, str]) -> Text:
        return composed([replace_values(part, others) for part in self.parts], self.compose)


def composed(parts: Sequence[str], compose: Callable[[Translator, list[str]], str]) -> Text:
    text = Composed(compose(ENGLISH, [str(part) for part in parts]))
    text.parts, text.compose = parts, compose
    return text


def replace_values(text: str, others: Mapping[str, str]) -> str:
    """Replace values in a text, such as long names with short ones; `others` maps old to new."""
    return text.replace_values(others) if isinstance(text, Text) else others.get(text, text)


def joined(parts: Iterable[str], by: str = " ") -> Text:
    """Join parts, by default whole sentences: `One. Two.`"""
    return composed([*parts], partial(_join, by))


def _join(by: str, translator: Translator, texts: list[str]) -> str:
    return translator.plain(by).join(texts)


def listed(items: Iterable[str], last: Last = "and") -> Text:
    return composed([*items], partial(_list, last))


def _list(last: Last, translator: Translator, texts: list[str]) -> str:
    return translator.list_of(texts, last)


def sentence(text: str) -> Text:
    """Capitalise the first letter."""
    return composed([text], _capitalise)


_FIRST: Final = re.compile(r"((?:<[^>]*>)*)(.?)", re.DOTALL)
"""Matches the first letter, after any HTML tags."""


def _capitalise(_words: Translator, texts: list[str]) -> str:
    text = texts[0]
    capital = _FIRST.sub(lambda found: found[1] + found[2].upper(), text, count=1)
    return type(text)(capital)  # markup stays markup


def unbroken(text: str) -> Text:
    """Keep figures on the line of their units, except in plain English, as in commands."""
    return composed([text], _keep_together)


NO_BREAK: Final = "\u00a0"
BESIDE_FIGURE: Final = re.compile(r"(?<=[\d½⅓⅔¼¾]) |(?<=\w) (?=\d)")  # before units, after `round`


def _keep_together(words: Translator, texts: list[str]) -> str:
    text = texts[0]
    return text if words is ENGLISH else type(text)(BESIDE_FIGURE.sub(NO_BREAK, text))


def ended(text: str) -> Text:
    """Add a full stop unless the text ends with one, as some names do."""
    return composed([text], _end)


def _end(_words: Translator, texts: list[str]) -> str:
    return texts[0] if texts[0].endswith((".", ".</bdi>")) else texts[0] + "."


def quoted(text: str) -> Text:
    return _("“{text}”", text=text)


def team_name(players: Sequence[str]) -> str:
    """Join the names of a team as `Ann+Cleo`."""
    name = "+".join(players)
    return joined(players, "+") if any(isinstance(each, Text) for each in players) else name


def span(numbers: Sequence[int]) -> Text:
    """Format ascending numbers as alternatives: `4`, `2 to 9`, `4, 6 or 8`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return _("{first} to {last}", first=numbers[0], last=numbers[-1])
    return listed([str(number) for number in numbers], "or")


def shares(names: Sequence[str], numbers: Sequence[object]) -> Text:
    """List each player's share: `6 for Ann, 4 for Ben, 3 for Cleo`."""
    pairs = zip(names, numbers, strict=True)
    return joined(
        [_("{number} for {name}", number=number, name=name) for name, number in pairs], ", "
    )


def by_player(names: Sequence[str], figures: Sequence[object]) -> Text:
    pairs = zip(names, figures, strict=True)
    template = _("{name}:\u00a0{figure}")
    return joined([template.format(name=name, figure=each) for name, each in pairs], " · ")


def by_points(n: float) -> Text:
    """Format a margin: `by 60 points`."""
    return unbroken(ngettext("by {n} point", "by {n} points", n))


SILENT: Final = _("the rules don’t say, so this is Referee’s ruling")
"""Appended where neither the rules nor an option settles a point."""

# Figures and times --------------------------------------------------------------------------------

MINUS = "−"
HALF = "½"
PARTS = {
    Fraction(text): sign
    for text, sign in (("1/2", HALF), ("1/3", "⅓"), ("2/3", "⅔"), ("1/4", "¼"), ("3/4", "¾"))
}


class Figure(Text):
    """A number formatted for English, such as `−1,234½`."""

    __slots__ = ()

    def rendered_by(self, translator: Translator) -> str:
        return translator.figure(self)


class Moment(Text):
    """A time in English and in its own time zone (`22 Nov 2026, 20:00 CET`), or only its date."""

    __slots__ = ("at", "is_day")

    at: datetime
    is_day: bool

    def rendered_by(self, translator: Translator) -> str:
        return translator.moment(self)


def moment(at: datetime) -> Moment:
    return _moment(f"{at.day} {at:%b %Y, %H:%M %Z}", at, is_day=False)


def day(at: datetime) -> Moment:
    return _moment(f"{at.day} {at:%b %Y}", at, is_day=True)


def _moment(english: str, at: datetime, *, is_day: bool) -> Moment:
    text = Moment(english)
    text.at, text.is_day = at, is_day
    return text


def points(value: float | None) -> str:
    """Format a score as on the pad, with a true minus sign and `½`; empty for None."""
    if value is None:
        return ""
    whole = abs(int(value))
    figures = f"{whole:,}" if whole or not value else ""
    return Figure(f"{MINUS if value < 0 else ''}{figures}{HALF if abs(value) != whole else ''}")


def wins(value: Fraction) -> str:
    """Format a number of wins: `2⅓`, or in tenths if the fraction has no character of its own."""
    whole, rest = divmod(value, 1)
    if rest and rest not in PARTS:
        return Figure(f"{float(value):,.1f}")
    return Figure((f"{whole:,}" if whole or not rest else "") + PARTS.get(rest, ""))


def average(value: float) -> str:
    """Format a number to one decimal place: `−12.5`."""
    return Figure(f"{MINUS if round(value, 1) < 0 else ''}{abs(value):,.1f}")


def plain(value: float | None) -> str:
    return points(value).replace(",", "")


def signed(value: float | None) -> str:
    """Format a score with its sign; 0 has none."""
    return Figure(f"+{points(value)}") if value is not None and value > 0 else points(value)


def whole_number(text: str, digits: int = 3) -> int | None:
    """Parse a typed number; None if it isn't one or has more digits."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= digits else None


_FIGURE: Final = re.compile(r"-?(\d{1,7}(\.[05])?|\.5)")


def read_figure(text: str) -> int | float | None:
    """Parse a typed whole or half number: `-12`, `12-`, `−12½`, `12,5`; None if it isn't one."""
    plain = text.strip().replace(MINUS, "-").replace(",", ".").replace(HALF, ".5")
    if plain.endswith("-"):
        plain = f"-{plain[:-1]}"
    if not _FIGURE.fullmatch(plain):
        return None
    return without_fraction(float(plain))


def without_fraction(value: float) -> int | float:
    """Convert a whole number such as 21.0 to an int; keep 30.5 as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
