"""English text, built only here: sentences, lists, counts, points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction

# Translatable sentences ---------------------------------------------------------------------------


class Said(str):
    """A finished English sentence, or a part of one, that keeps its template and values.

    To translate it, look up the template and fill it in again; the values may be `Said`
    themselves.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]


def said(template: str, **values: object) -> Said:
    """Fill in a template: `said("{name} has {n} lives", name="Ann", n=2)`."""
    text = Said(template.format_map(values) if values else template)
    text.template, text.values = template, values
    return text


def with_values(text: str, others: Mapping[str, str]) -> str:
    """Replace values of a sentence by `others`, such as a long name by a short one."""
    if not isinstance(text, Said):
        return others.get(text, text)
    values = {
        name: with_values(value, others) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return said(text.template, **values)


def joined(parts: Iterable[str], by: str = " ") -> Said:
    """Join parts, by default whole sentences: `One. Two.`"""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return said(by.join(f"{{{name}}}" for name in values), **values)


def sentence(text: str) -> Said:
    """Capitalise the first letter, even if the template begins with a value."""
    if not isinstance(text, Said):
        return said("{text}", text=text[:1].upper() + text[1:])
    if not text.template.startswith("{"):
        return said(text.template[:1].upper() + text.template[1:], **text.values)
    first = text.template[1 : text.template.index("}")]
    value = str(text.values[first])
    begun = sentence(value) if isinstance(value, Said) else value[:1].upper() + value[1:]
    return said(text.template, **{**text.values, first: begun})


def ended(text: str) -> Said:
    """Add a full stop, unless there is one: names may end with it."""
    return said("{text}" if text.endswith(".") else "{text}.", text=text)


SILENT = said("the source is silent, Referee rules so")
"""Appended where neither the source nor an option settles a point."""

# Lists and counts ---------------------------------------------------------------------------------


def listed(names: Sequence[str], last: str = "and") -> Said:
    if len(names) < 2:
        return joined(names)
    return said(f"{{others}} {last} {{name}}", others=joined(names[:-1], ", "), name=names[-1])


def span(numbers: Sequence[int]) -> Said:
    """Possible numbers, ascending, as a range or a list: `4`, `2 to 9`, `4, 6 or 8`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return said("{first} to {last}", first=numbers[0], last=numbers[-1])
    return listed([str(number) for number in numbers], "or")


def counted(number: int, thing: str) -> Said:
    """A number and its noun: `1 trick`, `2 tricks`."""
    return said(f"{{number}} {thing}" if number == 1 else f"{{number}} {thing}s", number=number)


def shares(names: Sequence[str], numbers: Sequence[object]) -> Said:
    """List each one's share: `6 for Ann, 4 for Ben, 3 for Cleo`."""
    pairs = zip(names, numbers, strict=True)
    template = "{number} for {name}"
    return joined([said(template, number=number, name=name) for name, number in pairs], ", ")


def by_player(names: Sequence[str], figures: Sequence[object]) -> Said:
    pairs = zip(names, figures, strict=True)
    return joined(
        [said("{name}:\u00a0{figure}", name=name, figure=each) for name, each in pairs], " · "
    )


def times(number: int) -> Said:
    """How often: `once`, `twice`, `4 times`."""
    word = {1: "once", 2: "twice", 3: "three times"}.get(number)
    return said(word) if word else said("{number} times", number=number)


# Figures and times --------------------------------------------------------------------------------

MINUS = "−"
HALF = "½"
PARTS = {
    Fraction(text): sign
    for text, sign in (("1/2", HALF), ("1/3", "⅓"), ("2/3", "⅔"), ("1/4", "¼"), ("3/4", "¾"))
}


class Figure(str):
    """A number formatted for English; pages may replace its thousands separator."""

    __slots__ = ()


class Moment(str):
    """A time formatted in English and in its own time zone; pages may reformat it."""

    __slots__ = ("at",)

    at: datetime


def moment(at: datetime) -> Moment:
    """A date and time: `22 Nov 2026, 20:00 CET`."""
    text = Moment(f"{at.day} {at:%b %Y, %H:%M %Z}")
    text.at = at
    return text


def points(value: float | None) -> str:
    """A score as on the pad: with a true minus sign and `½`; empty for None."""
    if value is None:
        return ""
    whole = int(value)
    half = HALF if value != whole else ""
    return Figure(f"{MINUS if value < 0 else ''}{abs(whole):,}{half}")


def wins(value: Fraction) -> str:
    """A number of wins with a fraction, `2⅓`, or in tenths if that fraction has no sign."""
    whole, rest = divmod(value, 1)
    if rest and rest not in PARTS:
        return Figure(f"{float(value):,.1f}")
    return Figure((f"{whole:,}" if whole or not rest else "") + PARTS.get(rest, ""))


def average(value: float) -> str:
    """A number to one decimal place: `−12.5`."""
    return Figure(f"{MINUS if round(value, 1) < 0 else ''}{abs(value):,.1f}")


def plain(value: float | None) -> str:
    return points(value).replace(",", "")


def signed(value: float | None) -> str:
    """A score with its sign; 0 has none."""
    return Figure(f"+{points(value)}") if value is not None and value > 0 else points(value)


def whole_number(text: str, digits: int = 3) -> int | None:
    """Parse a typed number; None if it isn't one or has more digits."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= digits else None
