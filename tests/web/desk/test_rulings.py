"""Saved rulings: each with its question, in the log and in the record."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from referee.core.language import PSEUDO
from referee.core.rulings import ask
from referee.core.sheet import read_record
from tests.games.dealt import PLAYED
from tests.games.records import tribello
from tests.web.desk.test_desk import QUESTIONS, QUOTA, UNUSUAL, asked, table
from tests.web.followed import dealt, in_question
from tests.web.phones import HTMX, Page, Phone, PlayedMatch


def keep(phone: Phone, page: Page) -> Page:
    form = page.tree.one("form", class_="keep")
    return phone.post(form["action"], form.fields())


def kept(match: PlayedMatch) -> list[dict[str, Any]]:
    return list(match.match.rulings)


def as_on_page(text: str) -> str:
    """Leave out the ids of options, which only records and commands give."""
    return re.sub(r" \(option [^)]*\)", "", text)


def test_a_ruling_is_kept_with_its_question_in_log_and_record(ann: Phone) -> None:
    for each in QUESTIONS:
        match = table(ann, each.game, each.seats)
        ann.take_seat(match.to_score, 1)
        assert keep(ann, asked(ann, match.to_score + "ask", each.name, each.typed)).status == 303

        event = match.events[-1]
        assert (event.kind, event.by) == ("ruled", "Ben")
        (ruling,) = ann.open(match.to_score + "record.json").response.get_json()["rulings"]
        whole = each.whole | {"options": UNUSUAL[each.game]}
        assert whole.items() <= ruling["question"].items()
        told = ask(ruling["question"], match.match.players)
        for one in told["rulings"]:
            assert one["rule"] in ruling["decision"]
            assert one["text"] in ruling["decision"]
        assert read_record(match.match.record()).rulings[0].decision == ruling["decision"]

        decision = " ".join(re.sub(r" \[[\w.-]+\]", "", as_on_page(ruling["decision"])).split())
        for phone, home in ((ann, match.to_score), (Phone(ann.app), match.to_watch)):
            assert decision in phone.open(home + "log/").text
            listed = phone.open(home + "law/").tree.one(id="ruling-1")
            assert [link["href"].partition("#")[2] for link in listed.all("a", class_="rule")] == [
                one["rule"] for one in told["rulings"]
            ]
            for one in told["rulings"]:
                assert as_on_page(one["text"]) in listed.text


def test_a_ruling_is_kept_once_and_undo_takes_it_back(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = asked(ann, match.to_score + "ask", "quota", QUOTA)
    first, second = keep(ann, page), keep(ann, page)
    assert first.status == second.status == 303
    assert first.location == second.location
    assert (match.number, len(kept(match))) == (2, 1)
    again = keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA))
    assert (again.status, len(kept(match))) == (303, 2)
    match.undo()
    assert len(kept(match)) == 1
    match.undo()
    assert kept(match) == []
    assert "rulings" not in match.match.record()

    match = table(ann, "tribello")
    ann.headers = HTMX | {"HX-Target": "desk"}
    assert keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA)).status == 204
    assert len(kept(match)) == 1


def test_the_log_leads_to_a_ruling_that_is_kept(ann: Phone) -> None:
    match = table(ann, "tribello")
    for deal in ("10", "11"):
        keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA | {"deal": deal}))
    log = ann.open(match.to_score + "log/")
    ways = [link["href"] for link in log.tree.all("a") if link.text == "The ruling"]
    desk, _, _ = ways[0].partition("#")
    listed = ann.open(desk).tree
    texts = [listed.one(id=way.partition("#")[2]).text for way in ways]
    for text, each in zip(texts, reversed(kept(match)), strict=True):
        assert each["decision"].partition(" [")[0] in text
    match.undo()
    log = ann.open(match.to_score + "log/")
    assert [link["href"] for link in log.tree.all("a") if link.text == "The ruling"] == ways[1:]


def test_a_ruling_that_comes_too_late_is_not_kept(ann: Phone, ben: Phone) -> None:
    match = table(ann, "tribello")
    page = asked(ben, match.to_score + "ask", "quota", QUOTA)
    ann.send(ann.open(match.to_score + "players/"), "/names", player0="Anna")
    late = keep(ben, page)
    assert (late.status, kept(match)) == (409, [])
    assert late.alert


def test_without_an_answer_there_is_nothing_to_keep(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = ann.open(match.to_score + "ask/quota?deal=10")
    assert page.tree.all("form", class_="keep") == []
    for address in ("ask/quota?deal=10", "ask/quota", "ask/quota?asked=0&deal=10"):
        assert match.post(address).status == 422
    body = match.post("ask/quota", asked="1", deal="10")  # but it belongs in the URL
    assert (body.status, match.number) == (422, 1)


def test_a_deal_that_is_followed_goes_on_after_a_ruling(ann: Phone) -> None:
    some = dealt("triathlon", 3)
    match, _ = ann.play(some, 4)
    found = in_question(ann, match.to_score, "trick")
    page = ann.follow(keep(ann, asked(ann, match.to_score + "ask", "trick", found)))
    assert match.fallen() == some.cards[:4]
    assert kept(match)[0]["question"]["cards"] == some.cards[3:4]
    ann.tap_all(page, some.cards[4:7])
    match.undo()
    assert match.fallen() == some.cards[:6]
    for _ in range(3):
        match.undo()
    assert (match.fallen(), kept(match)) == (some.cards[:4], [])


DECISION = "Ann wins with A♠. [tribello.trick] It was raining."
GOOD = {"game": "tribello", "question": "trick", "cards": ["AS", "KS", "2S"], "leader": 0}


def test_a_ruling_that_cannot_be_asked_any_more_keeps_its_words(ann: Phone) -> None:
    cases: list[dict[str, Any]] = [
        {}, {"game": "tribello"}, {**GOOD, "question": "of another version"},
        {**GOOD, "question": ["trick"]}, {**GOOD, "cards": ["ZZ"]}, {**GOOD, "players": 9},
        {**GOOD, "options": {"no": "such"}}, {**GOOD, "options": []}, {**GOOD, "more": 1},
        {"game": "chess", "question": "mate"},
        {"game": "thirty-one", "question": "hand", "cards": ["AH", "KH", "QH"]},
    ]  # fmt: skip
    trick = {"game": "tribello", "question": "trick", "players": 3}
    short = [trick, {**trick, "cards": ["AH"]}, {**trick, "cards": ["XX"], "hand": ["KS"]}]
    for question in (*cases, *short):
        decision = f"May I play this card? {DECISION}" if question in short else DECISION
        kept = [{"at": "2026-11-12T20:00:00+00:00", "question": question, "decision": decision}]
        match = ann.load({**tribello(), "rulings": kept})
        listed = ann.open(match.to_score + "law/").tree.one(id="ruling-1")
        assert decision.partition("[")[0] in listed.text
        assert "It was raining." in listed.text
        assert "12 Nov 2026" in listed.text
        assert "tribello.trick" in [a["href"].partition("#")[2] for a in listed.all("a")]
        assert listed.all(class_="verdict") == listed.all(class_="trick") == []
        for address in ("log/", "ask/?q=raining", "ask/trick?asked=1&cards=AS"):
            assert ann.open(match.to_score + address).status == 200


def test_a_ruling_is_drawn_with_its_cards_and_verdict(ann: Phone) -> None:
    decision = "Ann wins with A♠. Spades were led, and this is the highest. [tribello.trick]"
    kept = [{"at": "2026-11-12T20:00:00+00:00", "question": GOOD, "decision": decision}]
    match = ann.load({**tribello(), "rulings": kept})
    listed = ann.open(match.to_score + "law/").tree.one(id="ruling-1")
    assert listed.one(class_="verdict").text == "Ann wins · A♠"
    assert len(listed.one(class_="trick").all("li")) == 3


def test_a_ruling_that_would_be_another_today_has_no_verdict_of_today(ann: Phone) -> None:
    question = {"game": "tribello", "question": "irregularity", "kind": "revoke"}
    at = "2026-11-12T20:00:00+00:00"
    kept = [
        {"at": at, "question": question, "decision": f"It was agreed. [{rule}]"}
        for rule in ("tribello.follow", "tribello.deal")
    ]
    page = ann.open(ann.load({**tribello(), "rulings": kept}).to_score + "law/")
    as_today, other = (page.tree.one(id=f"ruling-{place}") for place in (1, 2))
    assert "The rules leave this open" in as_today.one("li").all("b")[0].text
    assert as_today.all(class_="verdict") != []
    assert other.all("li", class_="silent") == other.all(class_="verdict") == []
    assert "It was agreed." in other.text


def test_what_was_saved_stays_english_and_todays_answer_is_translated(ann: Phone) -> None:
    answered = ask(GOOD, tribello()["players"])["rulings"]
    today = " ".join(f"{each['text']} [{each['rule']}]" for each in answered)
    earlier = "Ann takes it with the ace. [tribello.trick]"
    at = "2026-11-12T20:00:00+00:00"
    kept = [{"at": at, "question": GOOD, "decision": decision} for decision in (today, earlier)]
    match = ann.load({**tribello(), "rulings": kept})
    page = ann.open(match.to_score + "law/", Accept_Language=PSEUDO)
    new, old = (page.tree.one(id=f"ruling-{number}") for number in (1, 2))
    assert new.one(class_="verdict").text.startswith("[")
    assert new.one("li", class_="info").all("span")[0].text.startswith("[")
    assert old.one("li", class_="info").all("span", lang="en")[0].text == earlier[:26]

    keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA))
    for leaf, languages in (("log/", ["de"]), ("resume", ["de", "en", "de"])):
        main = ann.open(match.to_score + leaf, Accept_Language="de").tree.one("main")
        told = [each for each in main.walk() if each.tag in ("p", "span") and each.get("lang")]
        assert [each["lang"] for each in told] == languages
        assert told[0].text.startswith("Soll in Spiel ")


def test_the_page_of_rulings_names_rules_that_no_book_has(ann: Phone) -> None:
    match = table(ann, "tribello")
    assert "Nothing yet." in ann.open(match.to_score + "law/").text
    assert "What your table decided" not in ann.open(match.to_score + "ask/").text

    kept = [{"at": "2026-11-12T20:00:00+00:00", "question": {}, "decision": "So. [tribello.gone]"}]
    match = ann.load({**tribello(), "rulings": kept})
    assert "tribello.gone" in ann.open(match.to_score + "law/").text
    assert "What your table decided" in ann.open(match.to_score + "ask/").text


def test_a_search_beside_a_match_finds_its_rulings_and_leads_to_its_own_pages(ann: Phone) -> None:
    kept = [{"at": "2026-11-12T20:00:00+00:00", "question": GOOD, "decision": DECISION}]
    match = ann.load({**tribello(), "rulings": kept})
    for home in (match.to_score, match.to_watch):
        links = [a["href"] for a in ann.open(home + "ask/?q=raining").tree.one(id="found").all("a")]
        assert links[0] == home + "law/#ruling-1"
        assert links[1:] == [home + "ask/other?asked=1&text=raining"] * (home == match.to_score)
        found = ann.open(home + "ask/?q=misdeal").tree.one(id="found")
        links = [a["href"] for a in found.all("a")]
        assert home + "ask/irregularity?kind=misdeal&asked=1" in links
        assert home + "rules#tribello.deal" in links
        assert {each.text.casefold() for each in found.all("mark")} == {"misdeal"}
        assert all(link.startswith(home) for link in links)


def test_a_ruling_is_found_and_shown_in_the_language_of_the_page(ann: Phone) -> None:
    match = table(ann, "tribello")
    keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA))
    for language, words in (("de", "Runde"), ("fi", "tikkitavoite"), ("de", "quota")):
        page = ann.open(f"{match.to_score}ask/?{urlencode({'q': words})}", Accept_Language=language)
        hit = page.tree.one(id="found").one("a", href=match.to_score + "law/#ruling-1")
        assert [each["lang"] for each in hit.all("span") if each.get("lang")] == [language]


def test_the_trick_on_the_table_is_ruled_on_as_if_it_were_asked(ann: Phone) -> None:
    for game in PLAYED:
        some = dealt(game, 3)
        match, _ = ann.play(some, 0)
        assert ann.open(match.to_score + "ask/").tree.all(class_="verdict") == []
        for number in range(some.seats + 1):
            match.fall(*some.cards[number : number + 1])
            page = ann.open((match.to_score, match.to_watch)[number % 2] + "ask/")
            trick = page.tree.one(id="answer").one(class_="trick")
            assert len(trick.all("li")) == number % some.seats + 1
        keep(ann, ann.open(match.to_score + "ask/"))
        assert kept(match)[0]["question"]["cards"] == some.cards[some.seats : some.seats + 1]
