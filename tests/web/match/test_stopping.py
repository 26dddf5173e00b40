"""*Stop here*: the page that ends a match, names the winner of a tie, and what follows from it."""

from __future__ import annotations

from uuid import uuid4

import pytest

from referee.matches.circle import result_of
from tests.games.records import Json, deal, record, tribello
from tests.web.match.test_finished import ways
from tests.web.phones import Page, Phone

LEVEL, LED = tribello(deal(6, 4, 3)), tribello(deal(7, 4, 2))


def heading(page: Page) -> str:
    return page.tree.one("div", class_="finished").one("h2").text


def stop_link(page: Page) -> list[str]:
    return [each["href"] for each in page.tree.all("a") if each.text == "Stop the match here"]


def test_a_table_stops_and_goes_on_playing(ann: Phone) -> None:
    match = ann.load(LED)
    page = ann.open(match.to_score + "evenings")
    assert stop_link(page) == [match.to_score + "stop"]
    assert stop_link(ann.open(match.to_watch + "evenings")) == []
    page = ann.open(stop_link(page)[0])
    assert heading(page) == "Ann leads"
    assert not page.tree.all("input", type="radio")

    page = ann.press(page, "Stop here")
    assert heading(page) == "Ann won"
    assert ways(page)[:3] == ["What the table decides", "Rematch", "Go on playing"]
    assert stop_link(ann.open(match.to_score + "evenings")) == []
    assert "Go on playing" not in ways(ann.open(match.to_watch))
    assert "Ann won by 1 point." in ann.open(match.to_score + "share/").tree.one(id="result").text
    assert ann.open(match.to_score + "stop").tree.all("button", class_="button") == []

    page = ann.press(page, "Go on playing")
    assert not match.match.sheet().finished
    assert len(match.deal(6, 4, 3).rows) == 2


@pytest.mark.parametrize(
    ("pick", "won"), [("", "Ann, Ben and Cleo share the win"), ("Ben", "Ben won")]
)
def test_the_winner_of_a_tie_can_be_named(ann: Phone, pick: str, won: str) -> None:
    match = ann.load(LEVEL)
    page = ann.open(match.to_score + "stop")
    assert heading(page) == "Ann, Ben and Cleo share the lead"
    keys = [each["value"] for each in page.tree.all("input", type="radio")]
    assert keys == ["", "Ann", "Ben", "Cleo"]
    page = ann.send(page, "/stop", winner=pick)
    assert heading(page) == won
    assert page.tree.one("ul", class_="strip").text.count("won") == (1 if pick else 3)
    assert ("Name the winner" in ways(page)) is (not pick)


def test_figures_typed_while_the_table_stopped_are_refused_and_stay_in_the_form(ann: Phone) -> None:
    match = ann.load(LED)
    form = ann.open(match.to_score).form("/entries")
    typed = form.fields() | {"tricks0": "6", "tricks1": "4", "tricks2": "3"}
    ann.press(ann.open(match.to_score + "stop"), "Stop here")
    later = {"number": str(match.number), "id": str(uuid4())}
    for fields in (typed, typed | {"recorded": "1740859200000"}, typed | later):
        page = ann.post(form["action"], fields)
        assert page.status == 409
        assert "The table stopped here" in page.text
        kept = page.form("/entries")
        assert [kept.fields()[f"tricks{seat}"] for seat in range(3)] == ["6", "4", "3"]
        assert len(match.entries) == 1
    page = ann.press(page, "Go on playing")
    assert ann.post(form["action"], typed | {"number": str(match.number)}).status == 303
    assert len(match.entries) == 2


def test_a_stop_sent_twice_counts_once_and_one_that_knew_less_is_refused(ann: Phone) -> None:
    match = ann.load(LED)
    form = ann.open(match.to_score + "stop").form("/stop")
    assert [ann.post(form["action"], form.fields()).status for _ in "12"] == [303, 303]
    assert [event.kind for event in match.events] == ["opened", "closed"]

    match = ann.load(LED)
    form = ann.open(match.to_score + "stop").form("/stop")
    match.deal(3, 7, 3)
    page = ann.post(form["action"], form.fields())
    assert (page.status, match.events[-1].kind) == (409, "added")
    assert "Someone else changed the match" in page.text


@pytest.mark.parametrize(("data", "winner"), [(tribello(), ""), (LED, "Ben"), (LEVEL, "Zoe")])
def test_nobody_is_named_who_does_not_lead(ann: Phone, data: Json, winner: str) -> None:
    match = ann.load(data)
    known = {"number": "1", "id": str(uuid4()), "winner": winner}
    page = ann.post(match.to_score + "stop", known)
    assert (page.status, match.number) == (422, 1)
    assert page.tree.one(role="alert").one("a")["href"].endswith("#tribello.table")


def test_in_a_game_that_is_over_only_a_tie_is_decided(ann: Phone) -> None:
    rounds = [{"kind": "round", "points": [2, 2]}]
    match = ann.load(record("free-pad", 2, rounds, rounds=1))
    page = ann.open(match.to_score)
    assert "Go on playing" not in ways(page)
    name = page.tree.one("div", class_="finished").all("a", class_="button")[0]
    assert name["href"] == match.to_score + "stop"
    page = ann.send(ann.open(name["href"]), "/stop", winner="Ben")
    assert heading(page) == "Ben won"
    assert heading(ann.press(page, "Share the win")) == "Ann and Ben share the win"


@pytest.mark.parametrize("leaf", ["", "board", "resume", "print", "story", "midnight", "share/"])
def test_a_match_that_was_closed_without_a_winner_is_shown(ann: Phone, leaf: str) -> None:
    match = ann.load(tribello() | {"closed": {"winners": ["Ann"]}})
    page = ann.open(match.to_score + leaf)
    assert page.status == 200
    assert "Nobody has won" in page.text or leaf in ("story", "midnight", "share/")
    assert (" won." in ann.open("/").text, "share the win" in page.text) == (False, False)


def test_the_end_of_the_evening_offers_to_stop(ann: Phone) -> None:
    match = ann.load(LED)
    match.deal(6, 4, 3)
    page = ann.open(match.to_score + "midnight")
    link = page.tree.all("section", class_="night")[0].all("a")[-1]
    assert link["href"] == match.to_score + "stop"
    ann.press(ann.open(link["href"]), "Stop here")
    page = ann.open(match.to_score + "midnight")
    assert page.tree.one("h2", class_="result").text == "Ann won by 6 points"
    assert match.to_score + "stop" not in page.html


def test_a_match_that_stopped_counts_at_home_in_circles_and_for_bg_stats(ann: Phone) -> None:
    match = ann.load(LEVEL)
    ann.send(ann.open(match.to_score + "stop"), "/stop", winner="Cleo")
    assert "Cleo won" in ann.open("/").text
    assert "bgstats" in ann.open(match.to_score + "share/").html
    assert "deals to go" not in ann.open(match.to_score + "story").text
    assert "Cleo won." in ann.open(match.to_score + "story").text
    (cleo,) = (seat for seat in result_of(match.match).seats if seat.won)
    assert (cleo.name, int(cleo.won)) == ("Cleo", 1)


def test_other_rules_that_take_the_lead_from_the_named_winner_say_so_first(ann: Phone) -> None:
    rounds = [{"kind": "round", "points": [5, 5, 1]}]
    match = ann.load(record("free-pad", 3, rounds) | {"closed": {"winners": ["Ben"]}})
    page = ann.open(match.to_score + "law/?lowest_wins=true")
    assert (
        "Only those in the lead can be named as winners: Cleo." in page.tree.one(id="whatif").text
    )
    match.write("agreed", options={"lowest_wins": True})
    page = ann.open(match.to_score)
    assert heading(page) == "Cleo won"
    problems = page.tree.one("div", class_="finished").one("ul", class_="problems")
    assert "Only those in the lead can be named" in problems.text
