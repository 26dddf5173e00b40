"""Tests that play Quillet; `test_made_up_games` runs them in a copy of the program that has it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.__main__ import main
from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulings import question_kinds
from tests.web.phones import Page, Phone, PlayedMatch, app_over, store_of

CARDS = ["AS", "7S", "KH", "AH", "10D", "9D"]
"""A deal's cards in the order played. Ben leads and takes the first trick, Ann the other two."""
FAN = {"game": "quillet", "question": "fan", "players": 2, "options": {}, "feathers": 3}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = app_over(tmp_path)
    yield app
    store_of(app).close()


@pytest.fixture
def ann(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def match(ann: Phone) -> PlayedMatch:
    return ann.start("quillet", "Ann", "Ben", title="Feathers", sweep="2")


def totals(match: PlayedMatch) -> tuple[object, ...]:
    return match.match.sheet().totals


def play_all(match: PlayedMatch) -> Page:
    """Play all five deals; Ann scores 9 and Ben 10, each with one sweep."""
    for taken in ((1, 2), (3, 0), (0, 3), (2, 1)):
        assert match.deal(*taken).status == 200
    return match.deal(1, 2)


def test_it_is_offered_and_started(ann: Phone) -> None:
    assert "Quillet" in ann.open("/new").text
    form = ann.open("/new?game=quillet")
    assert [each["value"] for each in form.tree.all("input", name="sweep")] == ["0", "2"]
    titles = [each.one(class_="who").text for each in form.tree.all("fieldset")[1:3]]
    assert titles == ["A sweep", "Players"]
    (plain, sweep) = form.tree.all("fieldset")[1].all("label")
    assert (plain.one("small").text, "data-numbers" in plain.one("input").attrs) == (
        "a plain game",
        False,
    )
    assert sweep.one("input")["data-numbers"] == "2"
    refused = ann.post("/new", {"game": "quillet", "player0": "Ann", "id": "x"})
    assert (refused.status, refused.rules) == (422, ["quillet.players"])


def test_deals_are_recorded_by_figures_with_receipts(ann: Phone, match: PlayedMatch) -> None:
    page = match.deal(3, trump="H")
    assert (page.status, page.totals) == (200, ["5", "0"])
    assert match.entries == [{"kind": "deal", "trump": "H", "tricks": [3, 0]}]
    assert match.match.game_name == "Quillet"  # not the value of the option that is asked first
    receipt = ann.open(f"{match.to_score}e/{match.ids[0]}")
    rules = [link["href"].partition("#")[2] for link in receipt.tree.all("a", class_="rule")]
    assert {"quillet.tricks-total", "quillet.sweep"} <= set(rules)


@pytest.mark.parametrize("tricks", [(2, 2), (1, 1), ("x", 3), ("4", "")])
def test_a_deal_that_cannot_be_is_refused_by_its_rule(
    ann: Phone, match: PlayedMatch, tricks: tuple[str, ...]
) -> None:
    form = ann.open(match.to_score).form("/entries")
    typed = {f"tricks{seat}": str(taken) for seat, taken in enumerate(tricks)}
    page = ann.post(form["action"], form.fields() | typed)
    assert (page.status, page.rules) == (422, ["quillet.tricks-total"])


def test_a_deal_is_followed_card_by_card_recorded_and_corrected(
    ann: Phone, match: PlayedMatch
) -> None:
    page = ann.tap_all(match.begin(trump="D"), CARDS)
    assert ann.send(page, "/play/record").status == 200
    assert totals(match) == (2, 1)
    assert match.edit(0, trick2="9D 10D").status == 200
    assert totals(match) == (1, 2)


def test_questions_are_asked_with_a_field_of_its_own_and_kept(
    ann: Phone, match: PlayedMatch
) -> None:
    kinds = [question_name(kind) for kind in question_kinds(GAMES["quillet"])]
    assert kinds == ["fan", "sweep", "deal", "other"]
    desk = ann.open("/ask/quillet/fan")
    assert desk.tree.one("label", class_="fan").one("input")["name"] == "feathers"
    for typed in ("3", "|||"):
        page = ann.open(f"{match.to_score}ask/fan?asked=1&feathers={typed}")
        assert "A fan of 3 is worth 5." in page.tree.one(id="answer").text
    form = page.tree.one("form", class_="keep")
    assert ann.follow(ann.post(form["action"], form.fields())).status == 200
    (ruling,) = match.match.rulings
    assert ruling["question"] == FAN | {"options": {"sweep": 2}}  # what was asked first
    refused = ann.open("/ask/quillet/fan?asked=1&feathers=x")
    assert refused.status == 422


def test_a_question_is_asked_on_a_page_of_its_own(ann: Phone, match: PlayedMatch) -> None:
    for home in ("/ask/quillet/", match.to_score + "ask/"):
        page = ann.follow(ann.open(f"{home}sweep?taken=2&more=1"))
        assert page.tree.one(id="sweep").one("input", name="taken")["value"] == "3"
        assert page.tree.one(class_="rulings").all("li", class_="legal") != []
        part = ann.open(f"{home}sweep?taken=1&more=1&asked=1", HX_Request="true")
        assert not part.is_whole
        assert part.response.headers["HX-Replace-Url"] == f"{home}sweep?asked=1&taken=2"
        assert part.tree.one(class_="rulings").all("li", class_="illegal") != []
        assert ann.open(f"{home}sweep?taken=3&more=1").status == 422


def test_its_rules_stand_in_the_book_with_its_own_drawing(ann: Phone, match: PlayedMatch) -> None:
    for address in ("/rules/quillet", match.to_score + "rules"):
        page = ann.open(address)
        assert page.tree.one(class_="fan").text == "| | |"
        assert [each for each in page.tree.all("link") if "fan.css" in each.get("href")]
        assert "quillet.tie" in page.html
    assert "quillet.sweep" in ann.open("/ask?q=sweep").html


def test_its_own_page_has_its_own_style(ann: Phone) -> None:
    page = ann.open("/quillet/feathers")
    assert "A fan has 3 feathers." in page.text
    (style,) = (each["href"] for each in page.tree.all("link") if "fan.css" in each.get("href"))
    sheet = ann.open(style)
    assert "letter-spacing" in sheet.html
    sheet.response.close()


def test_a_whole_game_ends_and_its_record_goes_round(
    ann: Phone, match: PlayedMatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(ann.open(match.to_score + "ahead").tree.all("section")) == 5
    page = play_all(match)
    assert page.tree.all(class_="finished") != []
    for address in ("", "board", "log/", "print", "share/"):
        page = ann.open(match.to_score + address)
        assert page.status == 200
        assert "Ann" in page.text
    assert totals(match) == (9, 10)
    text = ann.open(match.to_score + "record.json").html
    again = ann.load(json.loads(text))
    assert totals(again) == totals(match)
    assert again.entries == match.entries
    record = tmp_path / "record.json"
    record.write_text(text, encoding="utf-8")
    assert main(["score", str(record), "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert (sheet["totals"], sheet["winners"]) == ([9, 10], ["Ben"])
    assert main(["score", str(record)]) == 0
    assert "Ann" in capsys.readouterr().out


def test_the_command_answers_its_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = tmp_path / "question.json"
    question.write_text(json.dumps(FAN), encoding="utf-8")
    assert main(["ask", str(question), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == {"worth": 5}
    assert main(["rules", "quillet", "sweep"]) == 0
    assert "quillet.sweep" in capsys.readouterr().out
