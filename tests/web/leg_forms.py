"""Helpers for tests of entry forms: matches to open them in, input, and checks of the answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.web.forms.entry_form import read_entry
from tests.games.records import Json, record
from tests.web.markup import Element, faults
from tests.web.phones import Page, Phone, PlayedMatch

Typed = dict[str, str]
HUGE = "9" * 5000
HOSTILE = (
    "<b>x</b>Ann", "&\"'Ben", "</td>{{C}}", "{% D %}", "</script>", "\\n'F", "a+b", "<!-- H",
)  # fmt: skip


def game(
    phone: Phone, seats: int, *entries: Json, names: Sequence[str] = (), **options: Any
) -> PlayedMatch:
    """Open a Card Triathlon match for this many seats with these entries, even invalid ones."""
    data = record("card-triathlon", seats, entries, **options)
    if names:
        data["players"] = list(names[:seats])
    return phone.load(data)


def refusal(match: PlayedMatch, typed: Typed, id: str | None = None) -> tuple[str, str]:
    """Return the rules that refuse what is typed for an entry (default: the next), and why."""
    entry, problems = read_entry(match.match, id, typed)
    if not problems:
        problems = [*match.match.judge(entry, id)[1].problems]
    wrong = [each for each in problems if each.severity == "error"]
    rules = {each.rule.removeprefix(f"{match.match.game.name}.") for each in wrong}
    return " ".join(sorted(rules)), " ".join(str(each.message) for each in wrong)


Refused = Sequence[tuple[str, Typed, list[str]]]
"""Test cases, each with its name, its input, and the rules that it breaks without their prefix."""


def check_refused(phone: Phone, made: Json, cases: Refused, typed: Typed | None = None) -> None:
    """Check that each case breaks its rules, writes nothing, and leaves the input in the form.

    If the match has rows, the form corrects the first one. `typed` is further input for every case.
    """
    match, name = phone.load(made), made["game"]
    before = match.number, match.entries
    for case, changed, rules in cases:
        page = match.open_edit() if match.ids else phone.open(match.to_score)
        ending = match.ids[0] if match.ids else "/entries"
        form = page.form(ending)
        changed = {**(typed or {}), **changed, "note": "kept & <b>"}
        page = phone.follow(phone.post(form["action"], form.fields() | changed))
        assert (page.status, match.number) == (422, before[0]), case
        assert sorted({rule.removeprefix(f"{name}.") for rule in page.rules}) == rules, case
        assert kept(page, changed, ending), case
        assert faults(page.html) == [], case
        if match.ids:  # corrected input gives the original entry
            right = {name: form.fields()[name] for name in changed}
            assert phone.send(page, ending, **right).status == 200, case
            assert (match.number, match.entries) == before, case


def cited(hint: Element) -> str:
    """The rule that a hint cites, without the game's prefix; empty if it cites none."""
    links = hint.all("a", class_="rule")
    return links[0]["href"].partition("#")[2].removeprefix("card-triathlon.") if links else ""


def broken(page: Page) -> list[str]:
    return sorted({rule.removeprefix("card-triathlon.") for rule in page.rules})


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
    r"|\b(?:Ann|Ben|Cleo|Dora|Unscored|melded|held|ace|Joker|contract|swap|left|missing"
    r"|too many|adds up|but)\b"
)


def gist(text: str) -> str:
    """The figures, names and key words of a text, whatever its wording."""
    return " ".join(GIST.findall(text))


def bid(text: str, declarer: int, place: int = 0) -> Typed:
    """Input for a contract such as `4C`; `declarer` is a seat, `place` the table number."""
    fields = {"level": text[0], "strain": text[1:], "declarer": str(declarer)}
    return {f"{name}_{place}": text for name, text in fields.items()}


def calls(text: str, place: int = 0) -> Typed:
    return {f"bid_{place}": "calls", f"auction_{place}": text}


def by_seat(name: str, figures: Sequence[int | None], first: int = 0) -> Typed:
    """Input with one field per seat, from seat `first` on; None leaves a field empty."""
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
    """Input for one table of a B leg in figures; Unscored is optional."""
    first = place * len(tricks)
    rest = {f"unscored_{place}": str(unscored[0])} if unscored else {}
    figures = by_seat("tricks", tricks, first) | by_seat("points", points, first)
    return bid(contract, declarer, place) | figures | rest


MADE = b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])
"""Input for a contract made with one overtrick; 25 points are unscored."""
OTHER = b_typed("4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], place=1)
"""Input for the other table: declarer takes nine tricks and fails, so the totals are exchanged."""


def counted(field: str, *numbers: int | None) -> Typed:
    return {
        f"{field}_{worth}": str(number)
        for worth, number in zip((5, 10, 20, 30), numbers, strict=False)
        if number is not None
    }


def c_typed(melded: Sequence[int | None], held: Sequence[int | None], **fields: str) -> Typed:
    return by_seat("melded", melded) | by_seat("in_hand", held) | fields
