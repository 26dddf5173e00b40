"""Of a pad of two lines each cell belongs to one head above it, and to its row."""

from __future__ import annotations

from tests.web.phones import Phone
from tests.web.timed import marathon, opened


def test_each_cell_belongs_to_the_head_in_its_own_line(ann: Phone) -> None:
    page = ann.open(opened(ann, marathon(8, 3)).to_score)
    pad = page.tree.one("table")
    heads = [[each["id"] for each in line.all("th")] for line in pad.one("thead").all("tr")]
    assert [len(line) for line in heads] == [8, 4]
    rows = [line for body in pad.all("tbody") for line in body.all("tr")]
    row = ""
    for number, line in enumerate(rows):
        row = next((each["id"] for each in line.all("th")), row)
        named = [each["headers"].split() for each in line.all("td")]
        assert named == [[head, row] for head in heads[number % 2]]
