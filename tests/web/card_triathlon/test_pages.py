"""Examples in Card Triathlon's rulebook, and headings of two-line pads."""

from __future__ import annotations

import re

import pytest

from referee.core.registry import GAMES
from tests.web.phones import Page, Phone
from tests.web.timed import marathon


@pytest.fixture
def book(ann: Phone) -> Page:
    return ann.open("/rules/card-triathlon")


def test_the_book_draws_its_examples_with_scores_options_and_faults(book: Page) -> None:
    texts = [law.text for law in GAMES["card-triathlon"].rulebook.laws]
    assert len(book.tree.all(class_="example")) == sum(text.count("```cards") for text in texts)
    assert "scores:" not in book.text
    assert "```" not in book.text

    law = book.tree.one(id="card-triathlon.d.fives")
    (drawn,) = [each for each in law.all("section") if "Hearts 4 to 10" in each.text]
    assert drawn.one(class_="title").text == "Hearts 4 to 10 30"
    gaps = [each.all("span")[0]["class"] == "gap" for each in drawn.all(class_="place")]
    assert gaps == [True, True, False, False, False, True, False]
    assert drawn.all("button") == []

    half = book.tree.one(id="card-triathlon.d.half")
    (told,) = [each.text for each in half.all(class_="example") if "Scores 115" in each.text]
    assert told.endswith(
        "Scores 115 ; with “Jokers in D legs: not used”, it scores 0"
        " ; with “At least half right: in every five too”, it scores 0 ."
    )

    ace = book.tree.one(id="card-triathlon.d.ace")
    (wrong,) = [each for each in ace.all("section") if "bad" in each["class"].split()]
    assert wrong.one(class_="title").text == "No straight flush 0"
    assert re.search(r"No. A run can’t go round the corner", wrong.text)


def test_each_cell_belongs_to_the_head_in_its_own_line(ann: Phone) -> None:
    page = ann.open(ann.load(marathon(8, 3)).to_score)
    pad = page.tree.one("table")
    heads = [[each["id"] for each in line.all("th")] for line in pad.one("thead").all("tr")]
    assert [len(line) for line in heads] == [8, 4]
    rows = [line for body in pad.all("tbody") for line in body.all("tr")]
    row = ""
    for number, line in enumerate(rows):
        row = next((each["id"] for each in line.all("th")), row)
        named = [each["headers"].split() for each in line.all("td")]
        assert named == [[head, row] for head in heads[number % 2]]
