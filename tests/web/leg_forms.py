"""Forms of a deal or a leg: matches to fill them in, what is typed, and what is told of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.games.records import Json, record
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch, opened

Typed = dict[str, str]
HUGE = "9" * 5000
HOSTILE = (
    "<b>x</b>Ann", "&\"'Ben", "</td>{{C}}", "{% D %}", "</script>", "\\n'F", "a+b", "<!-- H",
)  # fmt: skip


def game(
    phone: Phone, seats: int, *entries: Json, names: Sequence[str] = (), **options: Any
) -> PlayedMatch:
    """A match of Card Triathlon of so many with these entries, possible or not."""
    data = record("card-triathlon", seats, entries, **options)
    if names:
        data["players"] = list(names[:seats])
    return opened(phone, data)


def send(phone: Phone, match: PlayedMatch, typed: Typed) -> Page:
    form = phone.open(match.to_score).form("/entries")
    return phone.follow(phone.post(form["action"], form.fields() | typed))


def edited(phone: Phone, match: PlayedMatch, row: int = 0, /, **typed: str) -> Page:
    id = match.ids[row]
    return phone.send(form_of(phone, match, row), f"/e/{id}", **typed)


def check_untouched(phone: Phone, match: PlayedMatch, row: int = 0) -> None:
    """A row whose form is saved without a change stays as it is, and nothing is written."""
    before = match.number, match.entries
    assert edited(phone, match, row).status == 200
    assert (match.number, match.entries) == before


def check_recorded(
    phone: Phone, match: PlayedMatch, typed: Typed, entry: Json, row: Sequence[int | None]
) -> Page:
    """What is typed becomes this entry and this row of the pad, which stay when saved untouched."""
    page = send(phone, match, typed)
    assert page.status == 200, page.rules
    assert (match.entries, cells(match)) == ([entry], list(row))
    check_untouched(phone, match)
    return page


def form_of(phone: Phone, match: PlayedMatch, row: int = 0) -> Page:
    return phone.open(f"{match.to_score}e/{match.ids[row]}/edit")


def told(phone: Phone, match: PlayedMatch, typed: Typed) -> dict[str, Element]:
    """What stands beside the fields while this is typed, by the name of the hint."""
    page = phone.post(match.to_score + "check", typed)
    assert page.status == 200
    return {each["id"].removeprefix("hint-"): each for each in page.tree.all("output")}


def hints(phone: Phone, match: PlayedMatch, typed: Typed) -> dict[str, str]:
    return {name: each.text for name, each in told(phone, match, typed).items()}


def cited(hint: Element) -> str:
    """The rule that a hint names; empty if it names none."""
    links = hint.all("a", class_="rule")
    return links[0]["href"].partition("#")[2].removeprefix("card-triathlon.") if links else ""


def broken(page: Page) -> list[str]:
    return sorted({rule.removeprefix("card-triathlon.") for rule in page.rules})


def cells(match: PlayedMatch, row: int = -1) -> list[Any]:
    return list(match.match.sheet().rows[row].cells)


def kept(page: Page, typed: Typed, ending: str = "/entries") -> bool:
    fields = page.form(ending).fields()
    texts = {each["name"] for each in page.tree.all("input") if each.get("type") in ("", "text")}
    wanted = {
        name: text
        for name, text in typed.items()
        if name in texts or page.tree.all("input", name=name, value=text)
    }
    assert wanted
    return wanted.items() <= fields.items()


GIST = re.compile(
    r"\d[\d,]*(?<!,)"
    r"|\b(?:Ann|Ben|Cleo|Dora|Unscored|melded|in hand|ace|Joker|contract|swapped|left|missing"
    r"|too many|too much|adds up|but)\b"
)


def gist(text: str) -> str:
    """The figures, names and words that matter in what is said, however it is worded."""
    return " ".join(GIST.findall(text))


def bid(text: str, declarer: int, place: int = 0) -> Typed:
    """`4C` by a seat of a table."""
    fields = {"level": text[0], "strain": text[1:], "declarer": str(declarer)}
    return {f"{name}_{place}": text for name, text in fields.items()}


def calls(text: str, place: int = 0) -> Typed:
    return {f"bid_{place}": "calls", f"auction_{place}": text}


def by_seat(name: str, figures: Sequence[int | None], first: int = 0) -> Typed:
    """A field for every seat; None leaves it out."""
    return {
        f"{name}{seat}": "" if figure is None else str(figure)
        for seat, figure in enumerate(figures, start=first)
    }


def b_typed(
    contract: str,
    declarer: int,
    tricks: Sequence[int | None],
    points: Sequence[int | None],
    *unscored: int,
    place: int = 0,
) -> Typed:
    """One table of a B leg by figures; Unscored may be left out."""
    first = place * len(tricks)
    rest = {f"unscored_{place}": str(unscored[0])} if unscored else {}
    figures = by_seat("tricks", tricks, first) | by_seat("points", points, first)
    return bid(contract, declarer, place) | figures | rest


def counted(field: str, *numbers: int | None) -> Typed:
    return {
        f"{field}_{worth}": str(number)
        for worth, number in zip((5, 10, 20, 30), numbers, strict=False)
        if number is not None
    }


def c_typed(melded: Sequence[int | None], held: Sequence[int | None], **fields: str) -> Typed:
    return by_seat("melded", melded) | by_seat("in_hand", held) | fields
