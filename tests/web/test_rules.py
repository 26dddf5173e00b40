"""The rulebooks, the search over them, and the question desk."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest
from flask import Flask

from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.schema import record_schema
from tests.web.phones import Page, Phone, start

ANSWERS: list[tuple[str, str, dict[str, str], list[tuple[str, str]]]] = [
    ("tribello", "trick",
     {"cards": "7S 9S 2H", "leader": "0", "trump": "H"}, [("info", "tribello.trick")]),
    ("tribello", "trick",
     {"cards": "7S", "leader": "1", "trump": "", "hand": "AS KH"},
     [("info", "tribello.trick"), ("legal", "tribello.follow"), ("illegal", "tribello.follow")]),
    ("tribello", "quota", {"deal": "10", "first_dealer": "1"},
     [("info", "tribello.quota"), ("info", "tribello.rounds"), ("info", "tribello.trump")]),
    ("tribello", "pickup", {"deal": "1", "taken0": "5"}, [("legal", "tribello.pickup")]),
    ("thirty-one", "hand", {"cards": "AH KH 7S"}, [("info", "thirty-one.suit")]),
    ("thirty-one", "hand", {"cards": "7H 7S 7D", "valuation": "suit-or-rank"},
     [("info", "thirty-one.rank")]),
    ("thirty-one", "hand", {"cards": "AH AS AD", "fire": "True"},
     [("info", "thirty-one.fire")] * 2),
    ("thirty-one", "turn",
     {"players": "3", "seat": "1", "turns0": "1", "turns1": "1", "turns2": "1", "passing": "False"},
     [("legal", "thirty-one.turn"), ("illegal", "thirty-one.turn"), ("legal", "thirty-one.close")]),
    ("thirty-one", "turn",
     {"players": "2", "seat": "1", "turns0": "0", "turns1": "0", "starter": "1"},
     [("legal", "thirty-one.starter")]),
    ("thirty-one", "close",
     {"players": "3", "seat": "1", "turns0": "1", "turns1": "1", "turns2": "1"},
     [("legal", "thirty-one.close")]),
    ("thirty-one", "close",
     {"players": "3", "seat": "1", "turns0": "1", "turns1": "1", "turns2": "0"},
     [("illegal", "thirty-one.close")]),
    ("triathlon", "trick",
     {"cards": "7S JK 9S", "leader": "1", "trump": "H"}, [("info", "triathlon.trick")]),
    ("triathlon", "trick", {"cards": "JK", "leader": "0", "hand": "AS"},
     [("info", "triathlon.athlete-lead"), ("legal", "triathlon.follow")]),
    ("triathlon", "trick",
     {"cards": "7S", "leader": "0", "hand": "JK AH", "athlete_discard": "never"},
     [("info", "triathlon.trick"), ("silent", "triathlon.athlete-discard"),
      ("illegal", "triathlon.athlete-discard"), ("legal", "triathlon.follow")]),
    ("triathlon", "rejection", {"dealer": "0", "rejected0": "S"},
     [("legal", "triathlon.rejection")]),
    ("triathlon", "rejection", {"dealer": "0", "rejected0": "S", "rejected1": "S"},
     [("illegal", "triathlon.rejection")]),
    ("triathlon", "rejection", {"dealer": "2", "rejected0": "S", "rejected1": "H", "trump": "C"},
     [("legal", "triathlon.rejection")]),
    ("triathlon", "feats", {"tricks0": "4", "tricks1": "2", "last_trick": "2"},
     [("info", "triathlon.trick-point"), ("info", "triathlon.middling"),
      ("info", "triathlon.no-multiple"), ("info", "triathlon.trick-point"),
      ("info", "triathlon.trick-point"), ("info", "triathlon.last")]),
    ("la-krap", "trick", {"players": "3", "cards": "9H JS 9H", "leader": "0", "turned": "QC"},
     [("info", "la-krap.trick"), ("info", "la-krap.neutralise")]),
    ("la-krap", "trick",
     {"players": "3", "cards": "KH QH 2H", "turned": "QC", "twos": "suit", "empty_trick": "nobody"},
     [("silent", "la-krap.empty-trick"), ("info", "la-krap.neutralise"),
      ("silent", "la-krap.twos")]),
    ("la-krap", "trick",
     {"players": "6", "cards": "KH", "turned": "BJ QC", "hand": "7H SHEET 2S 7D"},
     [("info", "la-krap.trick"), ("silent", "la-krap.special"), ("legal", "la-krap.follow"),
      ("legal", "la-krap.special"), ("legal", "la-krap.special"), ("illegal", "la-krap.follow")]),
    ("la-krap", "teams", {"players": "3", "upcards": "AH 7S SHEET", "turned": "BJ 10H"},
     [("info", "la-krap.teams"), ("info", "la-krap.teams"), ("info", "la-krap.game-card"),
      ("info", "la-krap.multiplier")]),
    ("la-krap", "teams", {"players": "3", "upcards": "AH KH 9D", "turned": "9H"},
     [("info", "la-krap.no-teams"), ("info", "la-krap.game-card")]),
    ("card-triathlon", "auction", {"calls": "1C P P P", "dealer": "0"},
     [("legal", "card-triathlon.b.auction"), ("info", "card-triathlon.b.declarer"),
      ("info", "card-triathlon.b.lead")]),
    ("card-triathlon", "auction", {"calls": "1C P 1C"}, [("illegal", "card-triathlon.b.auction")]),
    ("card-triathlon", "trick", {"cards": "7S AH", "leader": "0", "trump": "H"},
     [("info", "card-triathlon.b.trick")]),
    ("card-triathlon", "meld", {"cards": "7H 7D 2C"}, [("legal", "card-triathlon.c.meld")]),
    ("card-triathlon", "pile", {"top": "7H", "hand": "7D 7S"},
     [("legal", "card-triathlon.c.pile")]),
    ("card-triathlon", "go-out", {"melds0": "7H 7D 7S 7C 7H 7D 2C"},
     [("legal", "card-triathlon.c.out")]),
    ("card-triathlon", "arrange", {"cards": "6H 7H 8H JK JK"},
     [("info", "card-triathlon.d.straight-flush"), ("silent", "card-triathlon.d.joker")]),
    ("card-triathlon", "layout", {"cards": "6H 7H 8H JK JK"},
     [("legal", "card-triathlon.d.straight-flush"), ("silent", "card-triathlon.d.joker")]),
    ("card-triathlon", "buck", {"hands0": "AH", "hands1": "KH", "hands2": "QH", "hands3": "JH"},
     [("info", "card-triathlon.d.buck")]),
    ("card-triathlon", "offices", {"buck": "1", "round": "2"},
     [("info", "card-triathlon.d.rounds")]),
]  # fmt: skip

BAD: list[tuple[str, str, dict[str, str]]] = [
    ("tribello", "trick", {"cards": "7S 7S", "leader": "0"}),
    ("tribello", "trick", {"cards": "7S 8S 9S 10S", "leader": "0"}),
    ("tribello", "trick", {"cards": "<b>", "leader": "0"}),
    ("tribello", "trick", {"cards": "JK", "leader": "0"}),
    ("tribello", "quota", {}),
    ("tribello", "quota", {"deal": "13"}),
    ("tribello", "quota", {"deal": "0"}),
    ("tribello", "quota", {"deal": "x"}),
    ("tribello", "quota", {"deal": "9" * 5000}),
    ("tribello", "quota", {"deal": "1", "first_dealer": "3"}),
    ("tribello", "pickup", {"deal": "1", "taken0": "9", "taken1": "9"}),
    ("thirty-one", "hand", {}),
    ("thirty-one", "hand", {"cards": "AH KH"}),
    ("thirty-one", "hand", {"cards": "AH AH 7S"}),
    ("thirty-one", "hand", {"cards": "AH KH 2S"}),
    ("thirty-one", "turn", {"players": "3", "seat": "1", "turns1": "out"}),
    ("thirty-one", "turn", {"players": "3"}),
    ("thirty-one", "close", {"players": "3", "seat": "1", "turns1": "out"}),
    ("thirty-one", "close", {"players": "3", "seat": "7"}),
    ("thirty-one", "close", {"players": "3"}),
    ("triathlon", "trick", {"cards": "5S"}),
    ("triathlon", "trick", {"cards": "JK JK JK", "hand": "JK"}),
    ("triathlon", "trick", {"cards": "7S 8S 9S 10S"}),
    ("triathlon", "rejection", {}),
    ("triathlon", "rejection", {"dealer": "3"}),
    ("triathlon", "feats", {"tricks0": "4"}),
    ("triathlon", "feats", {"tricks0": "9", "tricks1": "5", "last_trick": "0"}),
    ("triathlon", "feats", {"tricks0": "13", "tricks1": "0", "last_trick": "1"}),
    ("triathlon", "feats", {"tricks0": "5", "tricks1": "5"}),
    ("la-krap", "trick", {"cards": "AS"}),
    ("la-krap", "trick", {"cards": "AS AS AS", "turned": "KS"}),
    ("la-krap", "trick", {"cards": "AS", "turned": "RJ"}),
    ("la-krap", "trick", {"cards": "RJ", "turned": "RJ 9S"}),
    ("la-krap", "trick", {"players": "3", "cards": "AS KS QS JS", "turned": "9S"}),
    ("la-krap", "trick", {"cards": "AS", "turned": "9S", "hand": "7S 7H 7D 7C 8S 8H 8D 8C"}),
    ("la-krap", "teams", {"players": "3", "upcards": "AH KS", "turned": "9S"}),
    ("la-krap", "teams", {"players": "3", "upcards": "AH KS 3S", "turned": "9S"}),
    ("la-krap", "teams", {"players": "3", "upcards": "AH KS <b>", "turned": "9S"}),
    ("la-krap", "teams", {"players": "3", "upcards": "AH KS 9D"}),
    ("card-triathlon", "auction", {"calls": "1C", "dealer": "9"}),
    ("card-triathlon", "trick", {"cards": "7S 7S", "leader": "0"}),
    ("card-triathlon", "meld", {"cards": "<b>"}),
    ("card-triathlon", "pile", {"hand": "7H"}),
    ("card-triathlon", "go-out", {"melds0": "1H"}),
    ("card-triathlon", "arrange", {"cards": "1H"}),
    ("card-triathlon", "layout", {"cards": "1H"}),
    ("card-triathlon", "buck", {"hands0": "1H"}),
    ("card-triathlon", "offices", {"buck": "1"}),
]


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


def desk(phone: Phone, game: str, question: str, asked: dict[str, str], **headers: str) -> Page:
    return phone.open(f"/ask/{game}/{question}?{urlencode({'asked': '1', **asked})}", **headers)


def told(page: Page) -> list[str]:
    """The sentences that say what is wrong."""
    return [line.text for line in page.tree.one(id="answer").all("li", class_="bad")]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_its_place_in_the_book(ann: Phone, game: str) -> None:
    page = ann.open(f"/rules/{game}")
    assert page.status == 200
    ids = {each["id"] for each in page.tree.all(class_="law")}
    assert ids == {law.id for law in GAMES[game].rulebook.laws}
    for law in GAMES[game].rulebook.laws:
        assert law.title in page.tree.one(id=law.id).text


def test_the_book_of_a_match_says_what_this_table_plays(ann: Phone) -> None:
    match = start(ann, "thirty-one", "Ann", "Ben", deck="52", tied_lowest="none")
    usual, own = ann.open("/rules/thirty-one"), ann.open(match.to_score + "rules")
    for rule, words in (("thirty-one.pack", "52, from the 2"), ("thirty-one.tied", "nobody does")):
        assert "(usual)" in usual.tree.one(id=rule).one(class_="plays").text
        assert own.tree.one(id=rule).one(class_="plays").one("b").text == words
    assert "Your table" not in usual.text
    assert own.tree.one("header").all("a")[0]["href"] == match.to_score


def test_a_search_finds_rules_by_their_words_and_ids(ann: Phone) -> None:
    def found(words: str) -> list[str]:
        page = ann.open("/rules?" + urlencode({"q": words}))
        assert page.tree.one("input", name="q")["value"] == words
        return [a["href"] for a in page.tree.one(id="found").all("a")]

    assert found("tribello.quota")[0] == "/rules/tribello#tribello.quota"
    assert "/rules/thirty-one#thirty-one.swimming" in found("swim life")
    assert {link.split("/")[2].split("#")[0] for link in found("deal")} == set(GAMES)
    assert found("QUOTA") == found("quota") != []
    assert found("zeppelin") == found("quota zeppelin") == []
    assert found("") == []


def test_a_search_without_result_says_so_and_one_without_words_says_nothing(ann: Phone) -> None:
    assert "“zeppelin”" in ann.open("/rules?q=zeppelin").tree.one(id="found").text
    assert ann.open("/rules?q=+").tree.one(id="found").text == ""


def test_the_rules_of_no_game_are_not_there(ann: Phone) -> None:
    assert ann.open("/rules/chess").status == 404


def test_the_schema_of_the_record_is_public(ann: Phone) -> None:
    page = ann.open("/schema/record.json")
    assert page.response.mimetype == "application/json"
    assert json.loads(page.html) == record_schema()


# The desk -----------------------------------------------------------------------------------------


def test_every_question_has_its_desk_and_is_offered(ann: Phone) -> None:
    index = {a["href"] for a in ann.open("/ask").tree.one("main").all("a")}
    desks = {f"/ask/{g.name}/{question_name(i)}" for g in GAMES.values() for i in g.question_kinds}
    assert index == desks
    for address in desks:
        page = ann.open(address)
        assert page.status == 200
        assert page.tree.one(id="answer").text == ""


def test_every_question_is_tried_below() -> None:
    desks = {(g.name, question_name(i)) for g in GAMES.values() for i in g.question_kinds}
    assert desks == {(game, question) for game, question, *_ in ANSWERS}
    assert desks == {(game, question) for game, question, _ in BAD}


@pytest.mark.parametrize("by_htmx", [True, False])
@pytest.mark.parametrize(("game", "question", "asked", "rulings"), ANSWERS)
def test_a_question_is_answered_with_its_rules(
    ann: Phone,
    game: str,
    question: str,
    asked: dict[str, str],
    rulings: list[tuple[str, str]],
    by_htmx: bool,
) -> None:
    page = desk(ann, game, question, asked, **({"HX_Request": "true"} if by_htmx else {}))
    assert page.status == 200
    assert page.is_whole is not by_htmx
    lines = page.tree.one(class_="rulings").all("li")
    cited = [(li["class"], li.one("a", class_="rule")["href"].partition("#")[2]) for li in lines]
    assert cited == rulings
    if not by_htmx:
        fields = page.tree.one("form", class_="ask").fields()
        typed = {name: value for name, value in asked.items() if name in fields}
        assert typed.items() <= fields.items()
        assert len(typed) >= len(asked) - 1


@pytest.mark.parametrize("by_htmx", [True, False])
@pytest.mark.parametrize(("game", "question", "asked"), BAD)
def test_a_question_that_is_none_is_refused_in_a_sentence(
    ann: Phone, game: str, question: str, asked: dict[str, str], by_htmx: bool
) -> None:
    page = desk(ann, game, question, asked, **({"HX_Request": "true"} if by_htmx else {}))
    assert page.status == 422
    assert page.is_whole is not by_htmx
    assert len(told(page)) >= 1
    assert page.tree.all(class_="rulings") == []
    for sentence in told(page):
        name, _, fault = sentence.partition(": ")
        assert name
        assert fault


def test_a_card_that_cannot_be_is_named(ann: Phone) -> None:
    (sentence,) = told(desk(ann, "thirty-one", "hand", {"cards": "AH AH 7S"}))
    assert "AH" in sentence
    assert told(desk(ann, "tribello", "trick", {"cards": "7S ZZ"}))[0].count("ZZ")


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


@pytest.mark.parametrize(
    "address",
    ["/ask/chess/trick", "/ask/tribello/hand", "/ask/tribello/x", "/ask/triathlon/teams"],
)
def test_what_the_referee_cannot_answer_is_not_there(ann: Phone, address: str) -> None:
    assert ann.open(address).status == 404
