"""A finished match on its page: how it ended, and the ways on, a rematch first."""

from __future__ import annotations

from tests.games.card_triathlon.marathon import marathon
from tests.games.records import deal, tribello
from tests.web.phones import Page, Phone
from tests.web.story.test_story import timed


def ways(page: Page) -> list[str]:
    finished = page.tree.one("div", class_="finished")
    return [each.text for each in finished.all() if each.tag in ("button", "a")]


def test_it_says_by_how_much_and_offers_a_rematch_first(ann: Phone) -> None:
    match = ann.load(marathon())
    page = ann.open(match.to_score)
    finished = page.tree.one("div", class_="finished")
    assert finished.one("h2").text == "Ann+Cleo won"
    assert [each.text for each in finished.all("p")] == [
        "by 5,785 points · 120 legs · 9 evenings · 33 h",
        "Ann and Cleo took the lead in leg 41 and kept it.",
    ]
    assert ways(page) == ["Rematch", "The story", "Evening summary", "New match"]
    assert ways(ann.open(match.to_watch)) == ["The story", "Evening summary"]


def test_of_one_evening_the_story_says_it_all(ann: Phone) -> None:
    match = ann.load(timed(tribello(*[deal(6, 4, 3)] * 12), evening=12))
    assert ways(ann.open(match.to_score)) == ["Rematch", "The story", "New match"]
    assert "Evening summary" not in ann.open(match.to_score + "evenings").text


def test_a_shared_win_has_no_margin(ann: Phone) -> None:
    level = tribello(*[deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4)
    finished = ann.open(ann.load(level).to_score).tree.one("div", class_="finished")
    assert finished.one("h2").text == "Ann, Ben and Cleo share the win"
    assert finished.all("p")[0].text == "12 deals"
