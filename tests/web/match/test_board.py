"""The board and the score strip: totals, who deals and who leads; on the board, the last entry."""

from __future__ import annotations

import re

from tests.games.card_triathlon.legs import c_leg, d_leg
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.web.phones import Page, Phone
from tests.web.timed import LEG, marathon


def told(page: Page) -> list[str]:
    """The board's lines, each with a name, a total and any notes."""
    return [" ".join(each.text.split()) for each in page.tree.one("ul", class_="figures").all("li")]


BOARDS: list[tuple[Json, list[str]]] = [
    (tribello(deal(8, 4, 1)), ["Ann 2 ahead last +2", "Ben 0 deals last 0", "Cleo −2 last −2"]),
    # Tied players don't lead, but share the win. At the end the last deal is of no interest.
    (tribello(deal(6, 4, 3)), ["Ann 0 last 0", "Ben 0 deals last 0", "Cleo 0 last 0"]),
    (tribello(*[deal(8, 4, 1)] * 12),
     ["Ann 22 won", "Ben −2", "Cleo −20"]),
    (tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4),
     ["Ann 0 won", "Ben 0 won", "Cleo 0 won"]),
]  # fmt: skip


def test_the_board_says_who_deals_who_leads_and_what_the_last_deal_gave(ann: Phone) -> None:
    for made, lines in BOARDS:
        page = ann.open(ann.load(made).to_score + "board")
        assert told(page) == lines
        leading = [each.text.split()[0] for each in page.tree.all("li", class_="leads")]
        assert leading == [line.split()[0] for line in lines if {"ahead", "won"} & {*line.split()}]


def test_teams_are_told_how_far_the_mark_is(ann: Phone) -> None:
    page = ann.open(ann.load(marathon(4, 3)).to_score + "board")
    assert all("of 42,200" in each for each in told(page))
    assert len(page.tree.all("progress")) == 2
    assert page.tree.one("p", class_="own").text.count("deals") == 1


def test_a_finished_board_says_who_won_by_how_much_and_nothing_is_due(ann: Phone) -> None:
    page = ann.open(ann.load(tribello(*[deal(8, 4, 1)] * 12)).to_score + "board")
    lines = [each.text for each in page.tree.one("div", class_="due").all("p")]
    assert lines == [
        "by 24 points · 12 deals",
        "Ann led from start to finish; the lead grew most in deal 2, by 7.",
    ]
    assert page.tree.one("h2").text == "Ann won"
    made = record(
        "card-triathlon", 4, [LEG, c_leg(310, 150, 205, 180), d_leg(0, 0, 0, 0)], format="sprint"
    )
    assert ann.open(ann.load(made).to_score + "board").tree.all("progress") == []


STRIPS: list[tuple[Json, list[str]]] = [
    (tribello(), ["Ann 0 deals", "Ben 0", "Cleo 0"]),
    (tribello(deal(8, 4, 1)), ["Ann 2 ahead", "Ben 0 deals", "Cleo −2"]),
    # Two of three tied for first don't lead, and an impossible entry gives no points.
    (tribello(deal(6, 4, 3), deal(4, 7, 2)),
     ["Ann 1", "Ben 1", "Cleo −2 deals"]),
    (tribello(deal(6, 4, 3), deal(9, 9, 9)), ["Ann 0", "Ben 0", "Cleo 0 deals"]),
    # Two of four do lead together.
    (thirty_one(4, figures(21, 20, 20, 21), tied_lowest="all"),
     ["Ann 3 ahead", "Ben 2 deals", "Cleo 2",
      "Dora 3 ahead"]),
    (thirty_one(3, figures(33, 20, 21), fire=True),
     ["Ann 3 ahead", "Ben 2 deals", "Cleo 2"]),
    # At the end nobody deals or leads any more.
    (thirty_one(2, figures(31, 20), lives=0), ["Ann 0 won", "Ben out"]),
    # If there are teams, show teams and which member deals.
    (record("card-triathlon", 4, [LEG], format="sprint"),
     ["Ann+Cleo 340 ahead", "Ben+Dora 75"]),
    (record("card-triathlon", 4, [], format="sprint"), ["Ann+Cleo 0 Ann deals", "Ben+Dora 0"]),
    (record("card-triathlon", 8, [], format="half-marathon"),
     ["Ann+Cleo+P6+P8 0 Ann deals", "Ben+Dora+Emil+P7 0 Emil deals"]),
]  # fmt: skip


def test_a_column_says_who_deals_and_who_leads(ann: Phone) -> None:
    for made, columns in STRIPS:
        for role in ["score", "watch"]:
            match = ann.load(made)
            page = ann.open(match.to_score if role == "score" else match.to_watch)
            found = page.tree.one("ul", class_="strip").all("li")
            # A team's name may break after a plus; lives are also dots.
            texts = [re.sub(r" •+", "", column.text.replace("+ ", "+")) for column in found]
            assert texts == columns
            for column in found:
                is_first = " ahead" in column.text or " won" in column.text
                assert ("leads" in column.get("class")) == is_first
                assert len(column.all(class_="deals")) == (" deals" in column.text)


def test_totals_of_a_marathon_stand_in_one_line_above_their_columns(ann: Phone) -> None:
    page = ann.open(ann.load(marathon(4, 90)).to_score)
    (line,) = page.tree.one("tbody", class_="sums").all("tr")
    figures = [each.text for each in line.all("td")]
    assert len(figures) == 8
    assert sum("," in figure for figure in figures) == 8
    assert page.tree.one("th", id="open-5").text == "Ben+Dora"
