"""The first page: what a device lists, folds and hides, and what it says at the first visit."""

from __future__ import annotations

from flask import Flask

from referee.core.registry import GAMES
from referee.web.http.device import MATCHES
from tests.web.phones import Page, Phone, PlayedMatch, record_round, start


def listed(page: Page, fold: str = "") -> list[str]:
    """The addresses of the matches that run, or of those under a fold."""
    found: dict[str, list[str]] = {}
    for each in page.tree.all("details", class_="fold"):
        found[each.all("summary")[0].text] = [a["href"] for a in each.all("a", class_="go-on")]
    if fold:
        return next((links for words, links in found.items() if words.startswith(fold)), [])
    every = [link["href"] for link in page.tree.all("a", class_="go-on")]
    return every[: len(every) - sum(map(len, found.values()))]


def test_a_first_visit_names_the_games_and_leads_to_each(app: Flask) -> None:
    page = Phone(app).open("/")
    begun = [link["href"] for link in page.tree.all("a", class_="begin")]
    assert (begun, listed(page)) == ([f"/new?game={name}" for name in GAMES], [])
    assert all(game.about in page.text for game in GAMES.values())
    assert page.tree.all("details") == []
    assert {"/new", "/ask", "/rules", "/import"} <= {a["href"] for a in page.tree.all("a")}


def test_a_hidden_match_is_one_tap_from_being_back(ann: Phone, friday: PlayedMatch) -> None:
    other = start(ann, "tribello", "Ann", "Ben", "Cleo", title="Sunday")
    page = ann.send(ann.open("/"), f"/hide/{friday.score_key}")
    assert "Friday is hidden." in page.text
    assert (listed(page), listed(page, "Hidden")) == ([other.to_score], [friday.to_score])
    assert "is hidden" not in ann.open("/").text
    page = ann.send(ann.open("/"), f"/unhide/{friday.score_key}")
    assert listed(page) == [other.to_score, friday.to_score]
    assert listed(page, "Hidden") == []
    ann.send(page, f"/hide/{friday.score_key}")
    ann.open(friday.to_score)
    assert listed(ann.open("/")) == [other.to_score, friday.to_score]


def test_either_link_of_a_match_is_hidden_with_it(ann: Phone, friday: PlayedMatch) -> None:
    ann.open(friday.to_watch)
    page = ann.send(ann.open("/"), f"/hide/{friday.score_key}")
    assert (listed(page, "Hidden"), friday.watch_key in page.html) == ([friday.to_score], False)
    ann.open(friday.to_watch)
    page = ann.open("/")
    assert (listed(page), listed(page, "Hidden")) == ([friday.to_watch], [])


def test_what_is_hidden_goes_before_what_is_listed(ann: Phone, friday: PlayedMatch) -> None:
    ann.send(ann.open("/"), f"/hide/{friday.score_key}")
    for number in range(MATCHES - 1):
        start(ann, "tribello", "Ann", "Ben", "Cleo", title=f"Evening {number}")
    assert listed(ann.open("/"), "Hidden") == [friday.to_score]
    start(ann, "tribello", "Ann", "Ben", "Cleo", title="The last")
    page = ann.open("/")
    assert (len(listed(page)), listed(page, "Hidden")) == (MATCHES, [])


def test_a_match_that_is_over_is_folded_away(
    ann: Phone, friday: PlayedMatch, swim: PlayedMatch
) -> None:
    record_round(ann, swim, "21", "20", "19")
    record_round(ann, swim, "21", "20", "")
    page = ann.open("/")
    assert listed(page) == [friday.to_score]
    assert listed(page, "Finished") == [swim.to_score]
    assert "Ann won." in page.text


def test_to_hide_what_is_not_there_changes_nothing_and_what_is_hidden_says_what_it_is(
    ann: Phone, friday: PlayedMatch
) -> None:
    before = listed(ann.open("/"))
    for act in ("hide", "unhide"):
        assert ann.post(f"/{act}/nothing", {}).status == 303
    assert listed(ann.open("/?hidden=1")) == before == [friday.to_score]

    (line,) = lines(ann.send(ann.open("/"), f"/hide/{friday.score_key}"))
    assert line.startswith("Friday Tribello, ")


def lines(page: Page) -> list[str]:
    return [" ".join(each.text.split()) for each in page.tree.all("a", class_="go-on")]


def test_matches_of_one_day_are_told_apart_by_game_time_and_score(ann: Phone) -> None:
    names = ("Ann", "Ben", "Cleo")
    for game, players in (("tribello", names), ("triathlon", names), ("thirty-one", names[:2])):
        start(ann, game, *players)
    shown = lines(ann.open("/"))
    assert len({line.split()[0] for line in shown}) == 1  # all have the day for a title
    assert [game in line for game, line in zip(("Thirty-One", "Triathlon", "Tribello"), shown,
                                               strict=True)] == [True] * 3  # fmt: skip
    assert all("is next" in line for line in shown)
