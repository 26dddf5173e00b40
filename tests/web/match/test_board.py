"""The board: what stands on it of each player or team."""

from __future__ import annotations

from tests.games.records import deal, tribello
from tests.web.phones import Page, Phone, PlayedMatch, record_deal
from tests.web.timed import marathon, opened


def told(page: Page) -> list[str]:
    """Each figure in one line: the name, the total, and what stands below."""
    return [" ".join(each.text.split()) for each in page.tree.one("ul", class_="figures").all("li")]


def test_who_deals_who_leads_and_what_the_last_deal_gave(ann: Phone, friday: PlayedMatch) -> None:
    assert told(ann.open(friday.to_score + "board")) == ["Ann 0 deals", "Ben 0", "Cleo 0"]
    record_deal(ann, friday, 8, 4, 1)
    page = ann.open(friday.to_score + "board")
    assert told(page) == ["Ann 2 leads last +2", "Ben 0 deals last 0", "Cleo −2 last −2"]
    assert [each.text.split()[0] for each in page.tree.all("li", class_="leads")] == ["Ann"]


def test_equals_do_not_lead_and_at_the_end_nobody_does(ann: Phone) -> None:
    for deals, word in ((1, "leads"), (12, "deals")):
        match = opened(ann, tribello(*[deal(6, 4, 3)] * deals))
        assert word not in " ".join(told(ann.open(match.to_score + "board")))

    match = opened(ann, tribello(*[deal(8, 4, 1)] * 12))
    board = " ".join(told(ann.open(match.to_score + "board")))
    assert "won" in board
    assert "leads" not in board


def test_teams_are_told_how_far_the_mark_is(ann: Phone) -> None:
    page = ann.open(opened(ann, marathon(4, 3)).to_score + "board")
    assert all("of 42,200" in each for each in told(page))
    assert len(page.tree.all("progress")) == 2
    assert page.tree.one("p", class_="own").text.count("deals") == 1
