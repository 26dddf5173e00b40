"""The menu behind *More*: what is in it on each page, and its icons."""

from __future__ import annotations

import re

import pytest

from referee.web.http.assets import FOLDER
from tests.web.phones import Phone, PlayedMatch

LOOK = ["Board for a big screen", "Story and charts", "Log of all entries", "Your rules on paper"]
WRITING = ["Points outside a deal", "Stop or end the evening", "Circles of friends"]
KEEP = ["Save or print a copy"]
ON_THIS_PHONE = ["Read aloud", "Keep screen on"]
LANGUAGE = ["Language and cards"]


@pytest.mark.parametrize(
    ("key", "leaf", "lines", "below"),
    [
        ("score_key", "", LOOK + WRITING + KEEP, ON_THIS_PHONE + LANGUAGE),
        ("watch_key", "", LOOK + KEEP, ON_THIS_PHONE + LANGUAGE),
        ("score_key", "log/", LOOK + WRITING + KEEP, LANGUAGE),
    ],
)
def test_more_has_eight_lines_and_what_concerns_the_device_below(
    ann: Phone, friday: PlayedMatch, key: str, leaf: str, lines: list[str], below: list[str]
) -> None:
    menu = ann.open(f"/m/{getattr(friday, key)}/{leaf}").tree.one(id="more")
    assert [[each.text for each in group.all("li")] for group in menu.all("ul")] == [lines, below]


@pytest.mark.parametrize(
    ("way", "leaf"),
    [
        (["Story and charts", "Evenings"], "evenings"),
        (["Stop or end the evening", "Stop the match here"], "stop"),
        (["Save or print a copy", "Save this match"], "record.json"),
        (["Save or print a copy", "Save as CSV"], "sheet.csv"),
        (["Ann", "All players"], "players/"),
    ],
)
def test_what_has_no_line_of_its_own_is_reached_from_a_line_or_a_name(
    ann: Phone, friday: PlayedMatch, way: list[str], leaf: str
) -> None:
    address = friday.to_score
    for words in way:
        links = ann.open(address).tree.all("a")
        address = next(each["href"] for each in links if each.text == words)
        address = address if address.startswith("/") else friday.to_score + address
    assert address == friday.to_score + leaf


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
