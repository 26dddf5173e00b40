"""What a table decides where the rules are silent, and how that becomes its law."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from tests.games.records import la_krap, record, tribello
from tests.web.phones import Page, Phone, PlayedMatch

REVOKE = {"kind": "revoke", "asked": "1"}


def ask(phone: Phone, home: str, question: str, **typed: str) -> Page:
    return phone.open(f"{home}ask/{question}?{urlencode(typed)}")


def decide(phone: Phone, page: Page, **chosen: str) -> Page:
    forms = page.tree.one("section", class_="decide").all("form")
    form = forms[-1 if "words" in chosen else 0]
    sent = phone.post(form["action"], form.fields() | chosen)
    assert sent.status == 303, sent.text
    return phone.open(sent.location)


def keys(page: Page) -> list[str]:
    section = page.tree.one("section", class_="decide")
    return [each.text for each in section.all("button") if each.get("name") == "decision"]


def headline(page: Page) -> str:
    return page.tree.one("p", class_="decided").text


def rulings(match: PlayedMatch) -> list[str]:
    return [each["decision"] for each in match.match.rulings]


def test_a_verdict_that_rests_on_silence_asks_what_the_table_decided(ann: Phone) -> None:
    match = ann.load(tribello())
    page = ask(ann, match.to_score, "irregularity", **REVOKE)
    assert keys(page) == ["Correct it", "Play on", "Deal again"]
    page = decide(ann, page, decision="keep")
    acts = page.tree.one(class_="what-now").all(class_="button")
    assert [each.text for each in acts if "second" not in each["class"]] == ["Note and play on"]
    assert headline(page).startswith("Your table: play on decided")
    assert "What did your table decide?" not in page.text
    (decision,) = rulings(match)
    assert decision.endswith("Decided: play on. [tribello.follow]")
    # It opens with that the next time, on every phone, and for those who watch.
    again = ask(Phone(ann.app), match.to_watch, "irregularity", **REVOKE)
    assert headline(again).startswith("Your table: play on")
    turned = again.tree.one(id="across").all("b")
    assert [each.text for each in turned] == ["Your table: play on"] * 2
    assert again.tree.all("section", class_="decide") == []
    assert "suit (revoke): play on" in ann.open(match.to_score + "law/").text
    match.undo()
    assert keys(ask(ann, match.to_score, "irregularity", **REVOKE)) != []


def test_a_verdict_that_rests_on_a_rule_asks_nothing(ann: Phone) -> None:
    match = ann.load(tribello())
    page = ask(ann, match.to_score, "quota", deal="2", first_dealer="0", asked="1")
    assert page.tree.all("section", class_="decide") == []
    form = {"id": "f" * 32, "number": "1", "words": "Six each."}
    address = match.to_score + "ask/quota/decide?deal=2&first_dealer=0&asked=1"
    assert (ann.post(address, form).status, match.number) == (422, 1)


def test_own_words_become_a_house_rule_in_one_tap(ann: Phone) -> None:
    match = ann.load(tribello())
    page = ask(ann, match.to_score, "irregularity", **REVOKE)
    page = decide(ann, page, words=" He pays [a round]\nof <drinks>. ", then="law")
    assert "Your table: He pays (a round) of <drinks>" in headline(page)
    assert "It’s now one of your house rules." in page.text
    assert "From now on" not in page.text
    law = "Didn’t follow suit (revoke): He pays (a round) of <drinks>"
    assert match.match.house[0]["text"] == law
    match.undo()
    assert (match.match.house, match.match.rulings) == ((), ())


def test_a_decision_for_once_can_still_become_a_house_rule(ann: Phone) -> None:
    match = ann.load(tribello())
    ann.post(match.to_score + "law/tribello.follow",
             {"id": "a" * 32, "number": "1", "text": "Look twice."})  # fmt: skip
    page = decide(ann, ask(ann, match.to_score, "irregularity", **REVOKE), decision="keep")
    ann.press(page, "From now on")
    [house] = match.match.house
    assert house["text"].splitlines() == ["Look twice.", "Didn’t follow suit (revoke): play on"]
    page = ask(ann, match.to_score, "irregularity", **REVOKE)
    assert "It’s now one of your house rules." in page.text


def test_a_decision_that_costs_something_leads_to_points_outside_a_deal(ann: Phone) -> None:
    match = ann.load(tribello())
    *_, form = ask(ann, match.to_score, "irregularity", **REVOKE).tree.all(class_="fold")
    sent = ann.post(form.one("form")["action"],
                    form.one("form").fields() | {"words": "2 to us", "then": "points"})  # fmt: skip
    assert sent.location == f"{match.to_score}adjust?note=2+to+us"
    assert rulings(match)[0].endswith("Decided: 2 to us. [tribello.follow]")


LAST_TRICK = "May I look at the last trick?"
CLOSE_TO_RULES = "if I win more tricks than my quota do I lose points for the extra ones"


def test_what_no_rule_answers_is_decided_where_it_was_searched(ann: Phone) -> None:
    match = ann.load(tribello())
    desk = match.to_score + "ask/?q=" + quote(LAST_TRICK)
    page = ann.open(desk)
    silent = "The rules say nothing about this. What does your table decide?"
    assert silent in page.text
    close = ann.open(f"{match.to_score}ask/?q={quote(CLOSE_TO_RULES)}")
    assert silent not in close.text
    assert "Closest results" in close.text
    assert close.tree.one(id="found").all("a")[-1].text.startswith("None of these?")
    page = decide(ann, page, words="Only the very last one", then="law")
    assert headline(page).startswith("Your table: Only the very last one")
    assert [(each["rule"], each["text"]) for each in match.match.house] == [
        ("tribello.table", f"{LAST_TRICK} Only the very last one")
    ]
    asked = match.match.rulings[0]["question"]
    assert (asked["question"], asked["text"]) == ("other", LAST_TRICK)
    # It is found again by its own words, there, in the next match, and on paper.
    for way in (desk, match.to_score + "ask/?q=very+last"):
        assert (
            ann.open(way)
            .tree.one(id="found")
            .all("a")[0]
            .text.startswith("What the table decides Your")
        )
    assert f"{LAST_TRICK} Only the very last one" in ann.open(match.to_score + "law/").text


def test_the_paper_says_what_changed_and_leaves_out_what_does_not_apply(ann: Phone) -> None:
    match = krap(ann)
    ann.post(match.to_score + "law/", {"id": "b" * 32, "number": "1", "midway": "1",
                                       "twos": "plain"})  # fmt: skip
    page = ann.open(match.to_score + "law/")
    [changed] = page.tree.all("div", class_="on-paper")[-1].all("p", class_="cite")
    assert "What a 2 does" in changed.text
    sprint = ann.load(record("card-triathlon", 4, [], format="sprint"))
    marathon = ann.load(record("card-triathlon", 4, [], format="marathon"))
    papers = (ann.open(each.to_score + "law/") for each in (sprint, marathon))
    few, many = (each.tree.all("li") for each in papers)
    assert len(few) < len(many)


def test_a_decision_that_was_offered_is_in_the_language_of_the_page(ann: Phone) -> None:
    match = ann.load(tribello())
    decide(ann, ask(ann, match.to_score, "irregularity", **REVOKE), decision="keep")
    page = ann.open(match.to_score + "ask/", Accept_Language="de")
    assert "weiterspielen" in page.tree.one(id="questions").text


def test_what_was_decided_is_not_lost_if_another_phone_was_faster(ann: Phone, ben: Phone) -> None:
    match = ann.load(tribello())
    page = ask(ann, match.to_score, "irregularity", **REVOKE)
    form = page.tree.one("section", class_="decide").all("form")[-1]
    match.by(ben).deal(6, 4, 3)
    sent = ann.post(form["action"], form.fields() | {"words": "He deals twice", "then": ""})
    assert (sent.status, rulings(match)) == (409, [])
    again = sent.tree.one("section", class_="decide").all("form")[-1]
    assert again.fields()["words"] == "He deals twice"
    ann.post(again["action"], again.fields() | {"then": ""})
    assert len(rulings(match)) == 1
    # Nothing else matters for a question in the table's own words.
    page = ann.open(match.to_score + "ask/?q=" + quote(LAST_TRICK))
    form = page.tree.one("section", class_="decide").one("form")
    match.by(ben).deal(6, 4, 3)
    assert ann.post(form["action"], form.fields() | {"words": "No", "then": ""}).status == 303


def test_who_watches_decides_nothing(ann: Phone) -> None:
    match = ann.load(tribello())
    page = ann.open(match.to_watch + "ask/?q=" + quote(LAST_TRICK))
    assert page.tree.all("section", class_="decide") == []
    assert "Nothing found" in page.text


def test_nothing_is_decided_without_words(ann: Phone) -> None:
    match = ann.load(tribello())
    page = ask(ann, match.to_score, "irregularity", **REVOKE)
    [form, _own_words] = page.tree.one("section", class_="decide").all("form")
    for typed in ({}, {"decision": "flog"}, {"words": "  "}):
        sent = ann.post(form["action"], form.fields() | typed)
        assert (sent.status, match.number) == (422, 1)
        assert "Choose what your table decided" in sent.text


TWO = {"cards": "8D 2C", "turned": "9D", "leader": "0", "asked": "1"}
KRAP = {
    "kind": "deal",
    "tricks": [4, 2, 1, 0],
    "upcards": ["AH", "7S", "SHEET", "KD"],
    "turned": ["9D"],
}


def krap(phone: Phone) -> PlayedMatch:
    return phone.load(la_krap(4, KRAP))


def test_a_decision_on_an_option_holds_from_now_on(ann: Phone) -> None:
    match = krap(ann)
    page = ask(ann, match.to_score, "trick", **TWO)
    assert len(keys(page)) == 3
    assert all(key.startswith("What a 2 does: ") for key in keys(page))
    page = decide(ann, page, decision="twos=plain")
    assert headline(page).startswith("Your table: What a 2 does: ")
    section = page.tree.one("section", class_="decide")
    (way,) = [each for each in page.tree.all("a") if each.text == "The whole match"]
    assert ann.open(way["href"]).tree.all(id="whatif") != []
    form = section.one("form")
    assert ann.post(form["action"], form.fields()).status == 303
    assert [event.kind for event in match.events] == ["opened", "ruled", "agreed-midway"]
    assert match.match.options == {"twos": "plain"}
    assert match.match.record()["option_changes"] == [{"from": 1, "options": {"twos": "plain"}}]


def test_a_decision_for_what_is_played_already_changes_nothing(ann: Phone) -> None:
    match = krap(ann)
    page = decide(ann, ask(ann, match.to_score, "trick", **TWO), decision="twos=previous")
    assert "Your table plays by this option." in page.text
    assert page.tree.one("section", class_="decide").all("form") == []


def test_all_that_a_table_plays_by_is_on_one_page_to_print(ann: Phone) -> None:
    match = krap(ann)
    decide(ann, ask(ann, match.to_score, "irregularity", **REVOKE), words="a round of <drinks>")
    ann.post(match.to_score + "law/la-krap.deal",
             {"id": "a" * 32, "number": "2", "text": "Cut twice."})  # fmt: skip
    text = ann.open(match.to_score + "law/").text
    for expected in ("Cut twice.", "a round of <drinks>", "What a 2 does:", "Didn’t follow suit"):
        assert expected in text
    assert Phone(ann.app).open(match.to_watch + "law/").status == 200
    assert "Nothing yet." in ann.open(ann.load(tribello()).to_score + "law/").text
