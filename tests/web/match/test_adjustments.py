"""Points outside a deal: their page in every game, corrections, undo, and a second phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.records import deal, figures, record
from tests.web.desk.test_decisions import REVOKE, ask, decide
from tests.web.phones import Page, Phone, PlayedMatch

SEATS = {
    "tribello": 3, "triathlon": 3, "la-krap": 4, "card-triathlon": 4, "thirty-one": 4,
    "free-pad": 4,
}  # fmt: skip


def match_of(phone: Phone, game: str) -> PlayedMatch:
    return phone.load(record(game, SEATS[game], []))


def add(phone: Phone, match: PlayedMatch, *typed: str, **fields: str) -> Page:
    page = phone.open(match.to_score + "adjust")
    values = {f"points{seat}": text for seat, text in enumerate(typed)}
    return phone.send(page, "/adjust", **values, **fields)


@pytest.mark.parametrize("game", SEATS)
def test_points_outside_a_deal_are_recorded_corrected_struck_and_undone(
    ann: Phone, game: str
) -> None:
    match = match_of(ann, game)
    link = next(a for a in ann.open(match.to_score).tree.all("a") if a["href"].endswith("/adjust"))
    assert link.text == "Points outside a deal"
    assert add(ann, match, "-2", "", "3", note="Talked").status == 200
    (entry,) = match.entries
    assert entry["points"] == [-2, None, 3, None][: SEATS[game]]
    assert (entry["kind"], entry["note"]) == ("adjustment", "Talked")
    receipt = ann.open(f"{match.to_score}e/{match.ids[0]}")
    assert f"#{game}.table" in receipt.tree.one("details", class_="cited").one("a")["href"]
    assert match.edit(0, points1="1").status == 200
    assert match.entries[0]["points"] == [-2, 1, 3, None][: SEATS[game]]
    assert "Adjustment was corrected" in ann.open(match.to_score + "log/").text
    for path in ("", "board", "print", "story", "sheet.csv", "record.json", "evenings", "resume",
                 "ahead", "rules", "law/"):  # fmt: skip
        assert ann.open(match.to_score + path).status == 200, path
    kept = match.match.record()
    assert ann.load(kept).match.record() == kept
    match.strike(0)
    assert match.entries == []
    match.undo()
    assert match.entries[0]["points"][0] == -2


def test_figures_that_cant_be_are_shown_again_with_their_rule(ann: Phone) -> None:
    for game, wrong in (("tribello", "½"), ("tribello", "10000"), ("free-pad", "x"),
                        ("tribello", ""), ("tribello", "0"), ("thirty-one", "6")):  # fmt: skip
        match = match_of(ann, game)
        page = add(ann, match, wrong, note="Late")
        assert (page.status, page.rules[:1]) == (422, [f"{game}.table"]), (game, wrong)
        assert page.form("/adjust").fields()["note"] == "Late"
        assert match.entries == []
        assert ann.send(page, "/adjust", points0="-5").status == 200
        assert match.entries[0]["points"][0] == -5


def test_after_the_end_points_can_still_be_given_and_corrected(ann: Phone) -> None:
    match = ann.load(record("free-pad", 2, [{"kind": "round", "points": [9, 5]}], rounds=1))
    add(ann, match, "", "6")
    page = ann.open(f"{match.to_score}e/{match.ids[1]}")
    assert any(a["href"].endswith("/edit") for a in page.tree.all("a"))
    assert match.edit(1, points1="4").status == 200
    assert match.entries[1]["points"] == [None, 4]


def test_deals_and_points_from_two_phones_are_both_recorded(ann: Phone, ben: Phone) -> None:
    match = match_of(ann, "tribello")
    typed, adjust = ben.open(match.to_score), ann.open(match.to_score + "adjust")
    late = ben.open(match.to_score + "adjust")
    ann.send(adjust, "/adjust", points0="-5")
    deal_typed = {"tricks0": "6", "tricks1": "4", "tricks2": "3"}
    assert ben.send(typed, "/entries", **deal_typed).status in (200, 303)
    assert [each["kind"] for each in match.entries] == ["adjustment", "deal"]
    other = ben.send(late, "/adjust", points0="-4")  # somebody else was faster
    assert (other.status, len(match.entries)) == (409, 2)
    assert other.form("/adjust").fields()["points0"] == "-4"
    ben.send(late, "/adjust", points0="-5")  # the same points, which count once
    assert len(match.entries) == 2
    ann.send(adjust, "/adjust", points0="-5")  # the same form again
    assert len(match.entries) == 2
    match.undo()
    match.by(ben).undo()
    assert match.entries == []


def test_only_who_may_write_gets_the_page(ann: Phone) -> None:
    match = match_of(ann, "tribello")
    watching = f"/m/{match.watch_key}/"
    assert "Points outside a deal" not in ann.open(watching).text
    assert ann.open(watching + "adjust").status in (403, 404)


def test_a_ruling_that_leaves_the_penalty_to_the_table_leads_to_the_page(ann: Phone) -> None:
    match = match_of(ann, "tribello")
    page = ask(ann, match.to_score, "irregularity", **REVOKE)
    for said in ("", "5 points to the others"):
        if said:
            page = decide(ann, page, words=said)
        (link,) = [a["href"] for a in page.tree.all("a") if "/adjust" in a["href"]]
        note = ann.open(link).form("/adjust").fields()["note"]
        assert note == said or (not said and note)
    tie = ann.load(record("thirty-one", 3, [figures(20, 20, 31)]))
    assert "/adjust?" not in ask(ann, tie.to_score, "hand", cards="AS KS QS", asked="1").text


def test_a_life_that_was_given_is_among_the_hearts(ann: Phone) -> None:
    rounds: list[Any] = [figures(17, 20, 21), figures(17, 20, 21), figures(17, 20, 21)]
    more = {"kind": "adjustment", "points": [2, -1, None]}
    for entries, drawn, lost in ((rounds, 9, 3), ([*rounds, more], 11, 4)):
        story = ann.open(ann.load(record("thirty-one", 3, entries)).to_score + "story")
        hearts = [each for each in story.tree.all("path") if each.get("class").startswith("heart")]
        assert len(hearts) == drawn
        assert sum("lost" in each["class"] for each in hearts) == lost


def test_adjustments_are_no_deals_where_deals_are_counted(ann: Phone) -> None:
    entries = [deal(6, 4, 3), {"kind": "adjustment", "points": [1, None, None]}]
    page = ann.open(ann.load(record("tribello", 3, entries)).to_score)
    assert page.tree.one("h1").text == "Tribello · deal 2 of 12"


def test_points_may_go_to_somebody_who_left_but_no_lives_to_somebody_who_is_out(ann: Phone) -> None:
    left = {"attendance": [{"from": 1, "player": "Ann", "here": False}]}
    pad = record("free-pad", 3, [{"kind": "round", "points": [1, 2, 3]}]) | left
    match = ann.load(pad)
    assert add(ann, match, "4").status == 200
    assert match.entries[1]["points"] == [4, None, None]
    out = ann.load(record("thirty-one", 3, [figures(17, 20, 21)], lives=0))
    fields = ann.open(out.to_score + "adjust").form("/adjust").fields()
    assert {"points0", "points1", "points2"} & fields.keys() == {"points1", "points2"}
