"""The rulebooks, and the search that covers them and the question desk."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from referee.core.language import PSEUDO
from referee.core.question import question_name
from referee.core.registry import GAMES, record_schema
from referee.core.rulings import ruled_kinds
from tests.web.markup import Element
from tests.web.phones import Phone


def test_every_rule_has_its_place_in_the_book(ann: Phone) -> None:
    for game in GAMES:
        page = ann.open(f"/rules/{game}")
        assert page.status == 200
        ids = {each["id"] for each in page.tree.all(class_="law")}
        assert ids == {law.id for law in GAMES[game].rulebook.laws}
        for law in GAMES[game].rulebook.laws:
            assert law.title in page.tree.one(id=law.id).text


def test_the_book_of_a_match_says_what_this_table_plays(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", deck="52", tied_lowest="none")
    usual, own = ann.open("/rules/thirty-one"), ann.open(match.to_score + "rules")
    for rule, words in (("thirty-one.pack", "52 (full pack)"), ("thirty-one.tied", "nobody")):
        assert "(default)" in usual.tree.one(id=rule).one(class_="plays").text
        assert own.tree.one(id=rule).one(class_="plays").one("b").text == words
    assert all("your table" not in each.text for each in usual.tree.all(class_="plays"))
    assert own.tree.one("header").all("a")[0]["href"] == match.to_score + "ask/"


def test_rules_are_marked_as_english_in_every_language(ann: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    ann.post(match.to_score + "law/tribello.lead", {"text": "Ours.", "number": str(match.number)})
    law = GAMES["tribello"].rulebook.law("tribello.lead")
    page = ann.open(match.to_score + "rules", Accept_Language=PSEUDO)
    shown = page.tree.one(id=law.id)
    english = [each.text for each in shown.all(lang="en")]
    assert any(law.title in text for text in english)
    assert any(law.text.split()[0] in text for text in english)
    assert shown.one(class_="house").one("bdi").text == "Ours."
    assert shown.one(class_="house").one("b").text.startswith("[")
    found = ann.open("/rules/tribello?q=lead", Accept_Language=PSEUDO).tree.one(id="found")
    assert any(law.title in each.text for each in found.all(lang="en"))


def test_a_search_finds_rules_by_their_words_and_ids(ann: Phone) -> None:
    def answer(words: str) -> Element:
        page = ann.open("/ask?" + urlencode({"q": words}))
        assert page.tree.one("input", name="q")["value"] == words.strip()
        return page.tree.one(id="found")

    def found(words: str) -> list[str]:
        return [a["href"] for a in answer(words).all("a")]

    assert found("tribello.quota")[0] == "/rules/tribello#tribello.quota"
    assert "/rules/thirty-one#thirty-one.swimming" in found("swim life")
    assert {link.split("/")[2].split("#")[0] for link in found("deal")} == set(GAMES)
    assert found("zeppelin") == []
    assert "Nothing found for “quota zeppelin”. Closest results" in answer("quota zeppelin").text
    assert "“zeppelin”" in answer("zeppelin").text
    assert answer("").text == answer(" ").text == ""


def test_a_search_of_all_rulebooks_starts_with_the_game_last_asked_about(ann: Phone) -> None:
    ann.open("/ask/la-krap/teams")
    found = ann.open("/ask?q=who+starts").tree.one(id="found")
    assert next(each.text for each in found.all("h2")) == "La Krap"


def test_a_result_marks_whole_words_and_numbers_but_no_stop_words(ann: Phone) -> None:
    def marked(words: str) -> set[str]:
        found = ann.open("/rules/card-triathlon?" + urlencode({"q": words})).tree.one(id="found")
        return {each.text for each in found.all("mark")}

    assert {each.casefold() for each in marked("do I have to trump")} == {"trump", "trumps"}
    assert marked("42200") == {"42,200"}


def test_a_search_in_german_shows_german_titles_and_sentences(ann: Phone) -> None:
    for words, marked in (
        ("Darf ich den letzten Stich", {"letzten", "Stich"}),
        ("last trick", set()),
    ):
        page = ann.open("/rules/triathlon?" + urlencode({"q": words}), Accept_Language="de")
        first = page.tree.one(id="found").one("a", href="/rules/triathlon#triathlon.last")
        assert "der letzte Stich" in first.text
        assert {each["lang"] for each in first.all("span") if each.get("lang")} == {"de"}
        assert marked <= {each.text for each in first.all("mark")}
    found = ann.open("/rules/tribello?q=tunustaa", Accept_Language="fi").tree.one(id="found")
    assert "/rules/tribello#tribello.follow" in [each["href"] for each in found.all("a")]


def test_a_card_in_a_rule_has_the_name_that_the_game_gives_it(ann: Phone) -> None:
    texts = {game: ann.open(f"/rules/{game}").text for game in ("triathlon", "card-triathlon")}
    assert "Joker" not in texts["triathlon"]
    assert "Joker" in texts["card-triathlon"]


def test_the_schema_of_the_record_is_public(ann: Phone) -> None:
    page = ann.open("/schema/record.json")
    assert page.response.mimetype == "application/json"
    assert json.loads(page.html) == record_schema()


def test_every_question_has_its_desk_and_is_offered(ann: Phone) -> None:
    links = {a["href"] for a in ann.open("/ask").tree.one("main").all("a")}
    assert {link for link in links if "/rules/" in link} == {f"/rules/{name}" for name in GAMES}
    assert ann.app.test_client().get("/rules?q=lead").headers["Location"] == "/ask?q=lead"
    index = {link for link in links if "/ask/" in link}
    desks = {f"/ask/{g.name}/{question_name(i)}" for g in GAMES.values() for i in ruled_kinds(g)}
    desks |= {f"/ask/{g.name}/may" for g in GAMES.values() for i in ruled_kinds(g) if i.by_suits}
    assert index == desks
    for address in desks:
        page = ann.open(address)
        assert page.status == 200
        assert page.tree.one(id="answer").text == ""


def test_a_search_keeps_to_its_rulebook_and_finds_what_comes_near(ann: Phone) -> None:
    page = ann.open("/rules/tribello?q=Talon")
    hits = [link["href"] for link in page.tree.one(id="found").all("a")]
    assert "/rules/tribello#tribello.pickup" in hits
    assert all("tribello" in hit for hit in hits)
    assert page.tree.one("input", name="q")["value"] == "Talon"

    found = ann.open("/ask?q=Schwimt").tree.one(id="found")
    assert "Nothing found for “Schwimt”. Closest results:" in found.text
    assert "/rules/thirty-one#thirty-one.swimming" in [a["href"] for a in found.all("a")]
    nothing = ann.open("/ask?q=xyzzy").tree.one(id="found")
    assert nothing.text.strip() == "Nothing found for “xyzzy”. Try fewer or simpler words."
    assert "Closest" not in ann.open("/ask?q=Schwimmen").text


def test_the_cards_of_a_question_are_those_of_the_pack_that_is_played(ann: Phone) -> None:
    def pack(**asked: str) -> str:
        page = ann.open("/ask/thirty-one/hand?" + urlencode(asked))
        return page.tree.one("form", class_="ask")["data-pack"]

    assert len(pack().split()) == 32
    assert len(pack(deck="52").split()) == 52
    assert len(pack(deck="<b>").split()) == 32
    krap = ann.open("/ask/la-krap/trick").tree.one("form", class_="ask")["data-pack"].split()
    assert {"AS:2", "RJ:1", "BJ:2", "2S:1", "SHEET:1"} < set(krap)
    assert sum(int(card.partition(":")[2]) for card in krap) == 72


def test_what_has_no_rules_and_no_question_is_not_there(ann: Phone) -> None:
    cases: list[str] = ["/rules/chess", "/ask/chess/trick", "/ask/tribello/hand", "/ask/tribello/x"]
    for address in cases:
        assert ann.open(address).status == 404
