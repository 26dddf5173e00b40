"""The rulings that are kept: each with its question, in the log and in the record."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from referee.core.rulings import ask
from referee.core.sheet import read_record
from tests.web.followed import (
    begin,
    dealt,
    facts_typed,
    in_question,
    played,
    sent,
    start_for,
    take_seat,
    tap_all,
    undo,
)
from tests.web.phones import HTMX, Page, Phone, PlayedMatch, record_deal
from tests.web.test_desk import (
    OPTIONS,
    QUESTIONS,
    QUOTA,
    Typed,
    asked,
    players_of,
    table,
)


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


def keep(phone: Phone, page: Page) -> Page:
    """The answer of a ruling kept by the button under it, not followed."""
    form = page.tree.one("form", class_="keep")
    return phone.post(form["action"], form.fields())


def kept(match: PlayedMatch) -> list[dict[str, Any]]:
    return list(match.match.rulings)


@pytest.mark.parametrize("by_htmx", [True, False])
@pytest.mark.parametrize(("game", "question", "typed", "put"), QUESTIONS)
def test_a_ruling_is_kept_with_its_question_in_log_and_record(
    ann: Phone, game: str, question: str, typed: Typed, put: dict[str, Any], by_htmx: bool
) -> None:
    match, names = table(ann, game), players_of(game)
    take_seat(ann, match.to_score, 1)
    ann.headers = HTMX | {"HX-Target": "desk"} if by_htmx else {}
    answer = keep(ann, asked(ann, match.to_score + "ask", question, typed))
    assert answer.status == (204 if by_htmx else 303)
    ann.headers = {}

    event = match.events[-1]
    assert (event.kind, event.by) == ("ruled", "Ben")
    whole = {"game": game, "question": question, "players": len(names), "options": OPTIONS[game]}
    (ruling,) = ann.open(match.to_score + "record.json").response.get_json()["rulings"]
    assert {**ruling["question"], **whole} == ruling["question"]
    assert put.items() <= ruling["question"].items()
    told = ask(ruling["question"], names)
    for each in told["rulings"]:
        assert each["rule"] in ruling["decision"]
        assert each["text"] in ruling["decision"]
    assert read_record(match.match.record()).rulings[0].decision == ruling["decision"]

    decision = " ".join(ruling["decision"].split())
    for phone, home in ((ann, match.to_score), (Phone(ann.app), match.to_watch)):
        assert decision in phone.open(home + "log/").text
        assert decision in phone.open(home + "ask/").text


def test_a_ruling_is_kept_once_and_undo_takes_it_back(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = asked(ann, match.to_score + "ask", "quota", QUOTA)
    first, second = keep(ann, page), keep(ann, page)
    assert first.status == second.status == 303
    assert first.response.headers["Location"] == second.response.headers["Location"]
    assert (match.number, len(kept(match))) == (2, 1)
    again = keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA))
    assert (again.status, len(kept(match))) == (303, 2)
    undo(ann, match)
    assert len(kept(match)) == 1
    undo(ann, match)
    assert kept(match) == []
    assert "rulings" not in match.match.record()


def test_the_log_leads_to_a_ruling_that_is_kept(ann: Phone) -> None:
    match = table(ann, "tribello")
    for deal in ("10", "11"):
        keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA | {"deal": deal}))
    log = ann.open(match.to_score + "log/")
    ways = [link["href"] for link in log.tree.all("a") if link.text == "The ruling"]
    desk, _, _ = ways[0].partition("#")
    listed = ann.open(desk).tree
    texts = [listed.one(id=way.partition("#")[2]).text for way in ways]
    assert texts == [each["decision"] for each in reversed(kept(match))]
    undo(ann, match)
    log = ann.open(match.to_score + "log/")
    assert [link["href"] for link in log.tree.all("a") if link.text == "The ruling"] == ways[1:]


def test_a_ruling_that_comes_too_late_is_not_kept(ann: Phone, ben: Phone) -> None:
    match = table(ann, "tribello")
    page = asked(ben, match.to_score + "ask", "quota", QUOTA)
    ann.send(ann.open(match.to_score + "share/"), "/names", title="Saturday")
    late = keep(ben, page)
    assert (late.status, kept(match)) == (409, [])
    assert late.alert


def test_without_an_answer_there_is_nothing_to_keep(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = ann.open(match.to_score + "ask/quota?deal=10")
    assert page.tree.all("form", class_="keep") == []
    for address in ("ask/quota?deal=10", "ask/quota", "ask/quota?asked=0&deal=10"):
        assert sent(ann, match, address).status == 422
    body = sent(ann, match, "ask/quota", asked="1", deal="10")  # not where the page puts it
    assert (body.status, match.number) == (422, 1)


def test_a_deal_that_is_followed_goes_on_after_a_ruling(ann: Phone) -> None:
    some = dealt("triathlon", 3)
    match, _ = played(ann, some, 4)
    found = in_question(ann, match.to_score, "trick")
    page = ann.follow(keep(ann, asked(ann, match.to_score + "ask", "trick", found)))
    assert match.fallen() == some.cards[:4]
    assert kept(match)[0]["question"]["cards"] == some.cards[3:4]
    tap_all(ann, page, some.cards[4:7])
    undo(ann, match)
    assert match.fallen() == some.cards[:6]
    for _ in range(3):
        undo(ann, match)
    assert (match.fallen(), kept(match)) == (some.cards[:4], [])


def test_a_ruling_leaves_every_figure_as_it_is(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = record_deal(ann, match, 6, 4, 3)
    before = match.match.sheet()
    keep(ann, asked(ann, match.to_score + "ask", "quota", QUOTA))
    assert match.match.sheet() == before
    assert ann.open(match.to_score).rows == page.rows


def test_the_desk_knows_what_a_corrected_start_says(ann: Phone) -> None:
    some = dealt("la-krap", 1)
    match = start_for(ann, some)
    begin(ann, match, **facts_typed(some.facts))
    begin(ann, match, turned="9C")
    assert in_question(ann, match.to_score, "trick")["turned"] == "9C"
