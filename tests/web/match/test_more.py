"""The menu behind *More*: what is in it on each page, and its icons."""

from __future__ import annotations

import re

import pytest

from referee.web.http.assets import FOLDER
from tests.web.phones import Phone, PlayedMatch

LOOK = ["Board", "Story", "Log"]
ON_THIS_PHONE = ["Read aloud", "Keep screen on"]
LANGUAGE = ["Language and cards"]
TABLE = ["Players", "Evenings", "Your rules on paper", "Circles"]
WRITING = ["Take a break", "End the evening", "Points outside a deal", "Stop here"]
TO_TAKE = ["Print", "Save this match", "Save as CSV"]


@pytest.mark.parametrize(
    ("key", "leaf", "look", "table"),
    [
        ("score_key", "", LOOK + ON_THIS_PHONE + LANGUAGE, WRITING + TABLE),
        ("watch_key", "", LOOK + ON_THIS_PHONE + LANGUAGE, TABLE),
        ("score_key", "log/", LOOK + LANGUAGE, TABLE),
    ],
)
def test_more_has_three_groups(
    ann: Phone, friday: PlayedMatch, key: str, leaf: str, look: list[str], table: list[str]
) -> None:
    menu = ann.open(f"/m/{getattr(friday, key)}/{leaf}").tree.one(id="more")
    groups = [
        (group.one("p").text, [each.text for each in group.all("li")])
        for group in menu.all("section")
    ]
    assert groups == [("Look", look), ("Table", table), ("Take along", TO_TAKE)]


def test_each_item_has_its_row_of_the_icons(ann: Phone, friday: PlayedMatch) -> None:
    style = (FOLDER / "referee.css").read_text(encoding="utf-8")
    rows = dict(re.findall(r"([.#][\w-]+) { --row: (\d+);", style))
    icons = (FOLDER / "vendor/lucide.svg").read_text(encoding="utf-8")
    drawn = [int(y) for y in re.findall(r'<g id="[\w-]+" transform="translate\(0 (\d+)\)">', icons)]
    assert sorted(map(int, rows.values())) == list(range(len(drawn)))
    assert drawn == [24 * row for row in range(len(drawn))]
    assert f'height="{24 * len(drawn)}"' in icons

    items = ann.open(friday.to_score).tree.one(id="more").all("li")
    named = [
        [f"#{each.get('id')}", *(f".{name}" for name in each.get("class").split())]
        for item in items
        for each in item.all()
        if each.tag in ("a", "button")
    ]
    assert [len(rows.keys() & names) for names in named] == [1] * len(items)
