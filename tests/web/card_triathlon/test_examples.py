"""The hands that the rulebook draws, on its page."""

from __future__ import annotations

import re

import pytest

from referee.core.registry import GAMES
from tests.web.phones import Page, Phone, start


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
        "Scores 115 ; with “Jokers in D legs: not used” 0"
        " ; with “At least half right: in each five too” 0 ."
    )

    ace = book.tree.one(id="card-triathlon.d.ace")
    (wrong,) = [each for each in ace.all("section") if "bad" in each["class"].split()]
    assert wrong.one(class_="title").text == "No straight flush 0"
    assert re.search(r"No: An ace lies above the king or below the 2", wrong.text)


def test_the_book_of_a_match_and_other_books_are_as_ever(ann: Phone) -> None:
    match = start(ann, "card-triathlon", "Ann", "Ben", "Cleo", "Dora")
    page = ann.open(match.to_score + "rules")
    assert len(page.tree.all(class_="example")) >= 18
    assert ann.open("/rules/tribello").tree.all(class_="example") == []
