"""The home page: what a device lists, folds and hides, and the example for first-time visitors."""

from __future__ import annotations

import json

from flask import Flask

from referee import score, story
from referee.core.registry import GAMES
from referee.web.http.device import MATCHES
from tests.games.card_triathlon.marathon import EVENINGS, FILE, LEGS, as_file, marathon
from tests.games.records import figures, thirty_one
from tests.web.phones import Page, Phone, PlayedMatch


def listed(page: Page, fold: str = "") -> list[str]:
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
    assert {"/new", "/ask", "/import"} <= {a["href"] for a in page.tree.all("a")}


def test_a_hidden_match_is_one_tap_from_being_back(ann: Phone, friday: PlayedMatch) -> None:
    other = ann.start("tribello", "Ann", "Ben", "Cleo", title="Sunday")
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


def test_a_match_just_hidden_has_the_name_it_had_in_the_list(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben")
    form = ann.open("/").form(f"/hide/{match.score_key}")
    page = ann.follow(ann.post(form["action"], form.fields()))
    assert "Thirty-One · Ann, Ben is hidden." in page.text


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
        ann.start("tribello", "Ann", "Ben", "Cleo", title=f"Evening {number}")
    assert listed(ann.open("/"), "Hidden") == [friday.to_score]
    ann.start("tribello", "Ann", "Ben", "Cleo", title="The last")
    page = ann.open("/")
    assert (len(listed(page)), listed(page, "Hidden")) == (MATCHES, [])


def totals(page: Page) -> list[list[str]]:
    found = page.tree.all("span", class_="totals")
    return [[each.text for each in one.all("span")] for one in found]


def test_the_last_result_is_shown_and_earlier_ones_are_folded(
    ann: Phone, friday: PlayedMatch, swim: PlayedMatch
) -> None:
    swim.round("21", "20", "19")
    swim.round("21", "20", "")
    page = ann.open("/")
    assert listed(page) == [friday.to_score, swim.to_score]
    assert listed(page, "Finished") == []
    assert "Last result" in page.tree.all("ul", class_="list")[1].text
    assert "Ann won" in page.text
    ann.load(thirty_one(2, figures(21, 20), lives=0))
    assert listed(ann.open("/"), "Finished") == [swim.to_score]


def test_totals_are_shown_of_the_match_to_go_on_with_and_of_the_last_result(ann: Phone) -> None:
    assert totals(ann.open("/")) == []
    ann.load(thirty_one(2, figures(21, 20), lives=0))
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    assert totals(ann.open("/")) == [["Ann swims", "Ben out"]], "nothing is recorded yet"
    match.deal(8, 3, 2)
    assert totals(ann.open("/"))[0] == ["Ann 2", "Ben −1", "Cleo −1"]


def test_hiding_an_unknown_match_changes_nothing(ann: Phone, friday: PlayedMatch) -> None:
    before = listed(ann.open("/"))
    for act in ("hide", "unhide"):
        assert ann.post(f"/{act}/nothing", {}).status == 303
    assert listed(ann.open("/?hidden=1")) == before == [friday.to_score]

    (line,) = lines(ann.send(ann.open("/"), f"/hide/{friday.score_key}"))
    assert line.startswith("Friday Tribello ")


def lines(page: Page) -> list[str]:
    return [" ".join(each.text.split()) for each in page.tree.all("a", class_="go-on")]


def test_a_match_is_called_by_its_title_or_by_game_and_people(ann: Phone) -> None:
    names = ("Ann", "Ben", "Cleo", "Dora")
    tables: list[tuple[str, int, dict[str, str], str]] = [
        ("tribello", 3, {}, "Tribello · Ann, Ben, Cleo"),
        ("tribello", 3, {"title": "Friday"}, "Friday"),
        ("thirty-one", 2, {}, "Thirty-One · Ann, Ben"),
        ("card-triathlon", 4, {"format": "marathon"}, "Marathon · Ann+Cleo v Ben+Dora"),
    ]
    for game, seats, typed, _name in tables:
        ann.start(game, *names[:seats], **typed)
    shown = lines(ann.open("/"))
    for line, (_game, _seats, _typed, name) in zip(shown, tables[::-1], strict=True):
        assert line.removeprefix("Continue ").startswith(name)
        assert "is next " in line


def test_the_latest_match_goes_on_with_one_tap_and_says_who_leads(ann: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    for counts, lead in (((6, 4, 3), "3-way tie"), ((8, 3, 2), "leads by")):
        match.deal(*counts)
        card = ann.open("/").tree.one("ul", class_="continue")
        assert card.one("a")["href"] == match.to_score
        assert lead in card.text
        assert "is next" in card.text
    swim = ann.start("thirty-one", "Ann", "Ben")
    swim.round("21", "20")
    assert "Ann leads by 1 life" in ann.open("/").tree.one("ul", class_="continue").text


def test_the_example_is_a_whole_marathon_that_its_generator_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == as_file(marathon())

    made = marathon()
    sheet = score(made)
    assert (sheet["finished"], len(sheet["rows"]), sheet["problems"]) == (True, LEGS, [])
    assert sheet["standings"][0]["score"] >= 42_200

    told = story(marathon())
    assert len(told["sessions"]) == len(EVENINGS)
    assert [each["ended"] for each in told["sessions"]].count("itself") == 1
    assert sum(each["entries"] for each in told["sessions"]) == LEGS
    assert {each["kind"] for each in told["pace"]} == {"b-leg", "c-leg", "d-leg"}
    assert any(each["players"] for each in told["sessions"])


def test_it_is_offered_to_who_has_no_match_and_opens_by_one_tap(ann: Phone) -> None:
    home = ann.open("/")
    form = home.form("/example")
    first, again = (ann.post(form["action"], form.fields()) for _ in range(2))
    assert first.location == again.location
    page = ann.follow(first)
    assert "won" in page.tree.one(class_="finished").text
    story_page = ann.open(first.location + "story")
    assert len(story_page.tree.all("figure")) == 4
    assert "Dora" not in ann.open("/new?game=tribello").html

    out = json.loads(ann.client.get(first.location + "record.json").data)
    for entry in out["entries"]:
        del entry["id"]
    assert out == marathon()

    other = Phone(ann.app)
    other.start("tribello", "Ann", "Ben", "Cleo")
    (fold,) = other.open("/").tree.all("details", class_="fold")
    assert len(fold.all("a", class_="begin")) == len(GAMES)
    assert "Look at an example" in fold.text
