"""English, built here and nowhere else: lists, counts, points, sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction

# Sentences that know what they are made of --------------------------------------------------------


class Said(str):
    """A finished English sentence (or a part of one) that knows its template and values.

    Whoever shows it in another language looks up the template and fills it anew; the values may be
    such sentences themselves.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]


def said(template: str, **values: object) -> Said:
    """The template with its values filled in: `said("{name} has {n} lives", name="Ann", n=2)`."""
    text = Said(template.format_map(values) if values else template)
    text.template, text.values = template, values
    return text


def with_values(text: str, others: Mapping[str, str]) -> str:
    """The same sentence with others of these values, such as a short name for a long one."""
    if not isinstance(text, Said):
        return others.get(text, text)
    values = {
        name: with_values(value, others) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return said(text.template, **values)


def joined(parts: Iterable[str], by: str = " ") -> Said:
    """Parts one after the other; as they come, whole sentences: `One. Two.`"""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return said(by.join(f"{{{name}}}" for name in values), **values)


def sentence(text: str) -> Said:
    """The text with its first letter capital, also where its template begins with a value."""
    if not isinstance(text, Said):
        return said("{text}", text=text[:1].upper() + text[1:])
    if not text.template.startswith("{"):
        return said(text.template[:1].upper() + text.template[1:], **text.values)
    first = text.template[1 : text.template.index("}")]
    value = str(text.values[first])
    begun = sentence(value) if isinstance(value, Said) else value[:1].upper() + value[1:]
    return said(text.template, **{**text.values, first: begun})


def ended(text: str) -> Said:
    """The text with a full stop at its end, one only: names may have one."""
    return said("{text}" if text.endswith(".") else "{text}.", text=text)


SILENT = said("the source is silent, Referee rules so")
"""Behind what is so without a source, and without an option of the table."""

# Lists and counts ---------------------------------------------------------------------------------


def listed(names: Sequence[str], last: str = "and") -> Said:
    if len(names) < 2:
        return joined(names)
    return said(f"{{others}} {last} {{name}}", others=joined(names[:-1], ", "), name=names[-1])


def span(numbers: Sequence[int]) -> Said:
    """Which numbers may be, in rising order: `4`, `2 to 9`, `4, 6 or 8`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return said("{first} to {last}", first=numbers[0], last=numbers[-1])
    return listed([str(number) for number in numbers], "or")


def counted(number: int, thing: str) -> Said:
    """A number of things: `1 trick`, `2 tricks`."""
    return said(f"{{number}} {thing}" if number == 1 else f"{{number}} {thing}s", number=number)


def shares(names: Sequence[str], numbers: Sequence[object]) -> Said:
    """What each has of something: `6 for Ann, 4 for Ben, 3 for Cleo`."""
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
    """A figure as English writes it; whoever shows it may part the thousands in another way."""

    __slots__ = ()


class Moment(str):
    """A time in English, in the zone in which it was said; it may be shown in another way."""

    __slots__ = ("at",)

    at: datetime


def moment(at: datetime) -> Moment:
    """A day and the time of day: `22 Nov 2026, 20:00 CET`."""
    text = Moment(f"{at.day} {at:%b %Y, %H:%M %Z}")
    text.at = at
    return text


def points(value: float | None) -> str:
    """A figure as it stands on a pad: a true minus, halves, nothing for None."""
    if value is None:
        return ""
    whole = int(value)
    half = HALF if value != whole else ""
    return Figure(f"{MINUS if value < 0 else ''}{abs(whole):,}{half}")


def wins(value: Fraction) -> str:
    """How many wins, shared ones as parts: `2⅓`; what has no sign of its own in tenths."""
    whole, rest = divmod(value, 1)
    if rest and rest not in PARTS:
        return Figure(f"{float(value):,.1f}")
    return Figure((f"{whole:,}" if whole or not rest else "") + PARTS.get(rest, ""))


def average(value: float) -> str:
    """A figure in tenths: `−12.5`."""
    return Figure(f"{MINUS if round(value, 1) < 0 else ''}{abs(value):,.1f}")


def plain(value: float | None) -> str:
    return points(value).replace(",", "")


def signed(value: float | None) -> str:
    """A figure with its sign, 0 without."""
    return Figure(f"+{points(value)}") if value is not None and value > 0 else points(value)


def whole_number(text: str, digits: int = 3) -> int | None:
    """The number that was typed; None for any other text, or with more digits."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= digits else None
