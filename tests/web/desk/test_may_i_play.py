"""“May I play this card?”: three groups of keys, and the ruling that comes of them."""

from __future__ import annotations

from tests.games.records import tribello
from tests.web.followed import sent
from tests.web.phones import Page, Phone, start
from tests.web.site import opened


def groups(page: Page) -> list[str]:
    return [each.one("legend").text for each in page.tree.one("form", class_="ask").all("fieldset")]


def verdict(page: Page) -> str:
    return page.tree.one(class_="verdict").text


ASKED = "/ask/tribello/may?led=H&mine=S"


def test_what_the_hand_holds_is_asked_where_it_matters(ann: Phone) -> None:
    assert groups(ann.open("/ask/tribello/may")) == ["Led", "My card"]
    page = ann.open(ASKED)
    assert groups(page) == ["Led", "My card", "And in my hand"]
    assert page.tree.all(class_="verdict") == []
    assert verdict(ann.open(ASKED + "&holding=yes")) == "No: hearts have to be followed"
    assert verdict(ann.open("/ask/tribello/may?led=H&mine=H")) == "Yes: it follows suit"

    for typed, is_red in ((ASKED + "&holding=yes", True), (ASKED + "&holding=no", False)):
        verdict_drawn = ann.open(typed).tree.one(class_="verdict")
        assert ("illegal" in verdict_drawn["class"]) == is_red


def test_what_is_no_key_is_not_pressed_and_without_tricks_there_is_no_question(ann: Phone) -> None:
    cases: list[str] = [
        "led=X&mine=S",
        "led=H&mine=JK",
        "led=H&mine=S&holding=joker",
        "holding=yes",
    ]
    for typed in cases:
        page = ann.open(f"/ask/tribello/may?{typed}")
        assert page.status == 200
        assert page.tree.all(class_="verdict") == []

    for address in ["/ask/thirty-one/may", "/ask/chess/may"]:
        assert ann.open(address).status == 404


def test_a_kept_answer_that_nobody_can_ask_again_is_shown_in_its_words(ann: Phone) -> None:
    decision = "May I play this card? Hearts led; my card: spades. It may. [tribello.follow]"
    questions = [
        {"game": "tribello", "question": "trick", "players": 3},
        {"game": "tribello", "question": "trick", "players": 3, "cards": ["AH"]},
        {"game": "tribello", "question": "quota", "players": 3, "deal": 1},
        {"game": "tribello", "question": "trick", "players": 3, "cards": ["XX"], "hand": ["KS"]},
    ]
    at = "2026-11-12T20:15:00+00:00"
    rulings = [{"at": at, "question": each, "decision": decision} for each in questions]
    match = opened(ann, tribello() | {"rulings": rulings})
    page = ann.open(match.to_score + "rulings")
    for place in range(1, 5):
        listed = page.tree.one(id=f"ruling-{place}")
        assert "May I play this card? Hearts led; my card: spades. It may." in listed.text
        assert listed.all(class_="trick") == listed.all(class_="verdict") == []


def test_the_options_of_the_match_decide_and_the_ruling_is_kept_with_what_was_asked(
    ann: Phone,
) -> None:
    names = ("Ann", "Ben", "Cleo")
    match = start(ann, "triathlon", *names, athlete_discard="never")
    asked = "ask/may?led=H&mine=JK&holding=no"
    page = ann.open(match.to_score + asked)
    assert verdict(page).startswith("No: your table throws an Athlete only when")
    assert verdict(ann.open("/" + asked.replace("ask/", "ask/triathlon/"))).startswith("Yes: ")

    form = page.tree.one("form", class_="keep")
    assert ann.post(form["action"], form.fields()).status == 303
    (ruling,) = match.match.rulings
    assert ruling["question"]["question"] == "trick"
    assert "Hearts led; my card: athlete; I hold other suits only." in ruling["decision"]
    listed = ann.open(match.to_score + "rulings").tree.one(id="ruling-1")
    assert listed.one("h2").text.startswith("May I play this card?")
    assert listed.one(class_="verdict").text == verdict(page)
    drawn = [each.text for each in listed.one(class_="trick").all(class_="card")]
    assert drawn == ["♥H hearts", "Athlete"]  # what was tapped: the cards of the trick were made up
    assert "my card: athlete" in listed.text
    assert "A♥" not in listed.text
    assert sent(ann, match, "ask/may?led=H").status == 422
