"""Correcting, striking, restoring, undoing, renaming, and the effect of edits on later entries."""

from __future__ import annotations

from uuid import uuid4

import pytest

from referee.web.match.match_page import GONE
from tests.games.records import deal, tribello
from tests.games.test_cases import record_of
from tests.web.phones import Page, Phone, PlayedMatch

EVEN = ["0", "0", "0"]
UP = ["+1", "−1", "0"]


def receipt(phone: Phone, match: PlayedMatch, row: int) -> Page:
    return phone.open(f"{match.to_score}e/{match.ids[row]}")


def test_undo_and_redo_go_step_by_step(ann: Phone, friday: PlayedMatch) -> None:
    for tricks in ((6, 4, 3), (4, 6, 3), (7, 3, 3)):
        page = friday.deal(*tricks)
    rows = [EVEN, ["+1", "0", "−1"], ["+3", "0", "−3"]]
    for left in (2, 1, 0):
        page = ann.press(page, "Undo")
        assert page.rows == rows[:left]
    assert "Undo" not in [button.text for button in page.tree.all("button")]
    for there in (1, 2, 3):
        page = ann.press(page, "Redo")
        assert page.rows == rows[:there]
    assert "Redo" not in [button.text for button in page.tree.all("button")]
    assert friday.number == 10
    assert ann.press(page, "Undo").rows == rows[:2]


def test_an_edit_judges_later_rows_and_can_be_undone(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(6, 4, 3)
    friday.deal(3, 6, 4)
    page = friday.edit(0, tricks0="8", tricks1="2", trump="H")
    assert page.rows == [["+2", "−2", "0"], EVEN]
    assert page.totals == ["2", "−2", "0"]
    assert friday.entries[0] == {"kind": "deal", "tricks": [8, 2, 3], "trump": "H"}
    last = page.tree.one(class_="deed").text  # a phone may cut off its end
    assert last.startswith("Ann 0 → 2")
    assert "was corrected" in last
    assert ann.press(page, "Undo").rows == [EVEN, EVEN]
    assert friday.events[-1].payload == {"to": 3}


def test_an_edit_that_makes_a_later_round_impossible_says_so(ann: Phone, swim: PlayedMatch) -> None:
    swim.round("21", "20", "10")
    swim.round("20", "21")
    assert swim.match.sheet().winners == ("Ben",)
    number = swim.number
    page = swim.edit(0, value1="9", value2="20")
    assert page.status == 422
    assert "Round 2" in page.alert
    assert swim.number == number
    page = ann.send(page, f"/e/{swim.ids[0]}")
    assert page.status == 200
    assert page.marks == ["", "bad"]
    assert page.rows == [["21", "9 out", "20"], ["–", "–", "–"]]
    assert "thirty-one.swimming" in page.rules
    assert "Ben" in page.tree.one(id="pad").one(class_="problems").text
    assert page.totals == ["swims", "out", "swims"]
    assert page.tree.all(class_="finished") == []


def test_a_round_after_the_end_has_to_be_corrected(ann: Phone, swim: PlayedMatch) -> None:
    swim.round("21", "20", "10")
    swim.round("21", "20")
    page = ann.send(swim.edit(0, value1="10"), f"/e/{swim.ids[0]}")
    assert page.marks == ["", "bad"]
    assert "thirty-one.end" in page.rules
    assert "or cross it out" in page.tree.one(class_="due").text
    assert page.tree.all(class_="finished") == []
    edit = swim.open_edit(1)
    assert edit.tree.one("h1").text == "Correct an entry"
    way = page.tree.one(class_="dock").one("a", class_="button")["href"]
    struck = ann.send(ann.open(way), "/strike")
    assert "Ann won" in struck.tree.one(class_="finished").text


def test_an_impossible_entry_can_be_corrected_from_what_is_due(ann: Phone) -> None:
    match = ann.load(tribello(deal(6, 4, 2), *[deal(6, 4, 3)] * 11))
    page = ann.open(match.to_score)
    assert page.marks == ["bad", *[""] * 11]
    assert "or cross it out" in page.tree.one(class_="due").text
    row = ann.open(page.tree.one(class_="dock").one("a", class_="button")["href"])
    edit = ann.open(row.tree.one(class_="acts").one("a")["href"])
    page = ann.send(edit, f"/e/{match.ids[0]}", tricks2="3")
    assert page.status == 200
    assert page.marks == [""] * 12
    assert page.tree.one(class_="finished")


def test_a_struck_entry_comes_back_in_its_place(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(7, 3, 3)
    friday.deal(3, 6, 4)
    home = f"{friday.to_score}e/{friday.ids[0]}"
    assert ann.send(receipt(ann, friday, 0), "/strike").rows == [["−3", "+2", "+1"]]
    page = ann.open(home)
    assert "Crossed-out entry" in page.text
    assert "Round 1, deal 1 : Ann +1, Ben −1, Cleo 0" in page.text
    assert ann.open(f"{home}/edit").status == 404
    late = {"number": str(friday.number), "id": "late", "tricks0": "6", "tricks1": "4"}
    for act in ("", "/strike", "/accept"):
        assert ann.post(home + act, late).status == 404
    assert friday.number == 4
    assert ann.send(page, "/restore").rows == [UP, EVEN]
    assert [event.kind for event in friday.events[1:]] == ["added", "added", "struck", "restored"]


def page_with(phone: Phone, match: PlayedMatch, act: str) -> Page:
    if act == "/back":
        return match.by(phone).edit(0, note="x")
    page = receipt(phone, match, 0)
    if act == "/restore":
        phone.send(page, "/strike")
        return phone.open(page.address)
    return page if act == "/strike" else phone.open(match.to_score + "players/")


def test_an_act_is_done_once_and_not_late(ann: Phone, ben: Phone) -> None:
    for act in ("/strike", "/restore", "/back", "/names"):
        match = ann.start("tribello", "Ann", "Ben", "Cleo")
        for tricks in ((6, 4, 3), (7, 3, 3)):
            match.deal(*tricks)
        page, number = page_with(ann, match, act), match.number
        assert [ann.answer(page, act).status for _ in range(2)] == [303, 303]
        assert match.number == number + 1
        early = page_with(ben, match, act)
        if act == "/names":
            ann.send(ann.open(match.to_score + "players/"), "/names", title="Saturday")
        match.deal(3, 6, 4)
        number = match.number
        late = ben.answer(early, act)
        assert (late.status, match.number) == (409, number)
        assert late.alert
        assert act == "/names" or late.rows == ann.open(match.to_score).rows


def test_any_earlier_state_can_be_restored_from_the_log(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(6, 4, 3)
    friday.deal(4, 6, 3)
    friday.edit(0, tricks0="7", tricks1="3")
    log = ann.open(friday.to_score + "log/")
    forms = {each.fields()["to"]: each for each in log.tree.all("form")}
    assert sorted(forms) == ["1", "2", "3"]
    form = forms["2"]
    page = ann.follow(ann.post(form["action"], form.fields()))
    assert page.rows == [EVEN]
    # An undo is an event like any other, so it can be undone.
    assert ann.press(page, "Redo").rows == [UP, ["+1", "0", "−1"]]
    assert friday.number == 6


def test_the_log_tells_everything_the_last_first(ann: Phone, friday: PlayedMatch) -> None:
    ann.post(friday.to_score + "phone", {"seat": "0"})
    friday.deal(6, 4, 3, note="all even")
    friday.edit(0, tricks0="7", tricks1="3", note="")
    row = receipt(ann, friday, 0)
    ann.send(row, "/strike")
    ann.send(ann.open(row.address), "/restore")
    ann.send(ann.open(friday.to_score + "players/"), "/names", player1="Bob", title="Later")
    friday.undo()
    lines = [line.text for line in ann.open(friday.to_score + "log/").tree.one("ol").all("li")]
    said = ["7 The names were changed back", "6 The names were changed",
            "5 Round 1, deal 1 was put", "4 Round 1, deal 1 was crossed out",
            "3 Round 1, deal 1 was corrected", "2 Round 1, deal 1 was recorded",
            "1 The match was started"]  # fmt: skip
    assert [line[: len(words)] for line, words in zip(lines, said, strict=True)] == said
    for line in lines[:-1]:
        assert "Ann’s phone" in line
    assert "Ann 1 → 0 Ben −1 → 0" in lines[3]
    assert "Ann 0 → 1" in lines[4]
    assert "“all even”" in lines[5]
    assert "Round 1, deal 1" in lines[5]


def test_the_log_of_a_long_match_is_shown_in_parts(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", tied_lowest="none")
    for _ in range(105):
        match.write("added", entry={"kind": "round", "values": [21, 21]})
    short, full = (ann.open(match.to_score + a) for a in ("log/", "log/?all=1"))
    assert sum(len(each.all("li")) for each in short.tree.all("ol")) == 102
    assert "Show 5 earlier lines" in short.text
    (earlier,) = (each for each in short.tree.all("a") if "earlier lines" in each.text)
    lines = [each.all("small")[0].text
             for each in ann.open(earlier["href"]).tree.one("ol").all("li")]  # fmt: skip
    assert lines == ["6", "5", "4", "3", "2", "1"]
    assert len(short.tree.one("main").all("h2")) == 1  # all from one evening
    assert len(full.tree.one("ol").all("li")) == 106
    page, whole = (ann.open(match.to_score + a) for a in ("", "?all=1"))
    assert (len(page.rows), len(whole.rows)) == (12, 105)
    assert "105 rounds, 93 of them here" in page.text  # all from one evening
    assert page.labels[-1] == whole.labels[-1] == "Round 105"


def test_new_names_stand_everywhere_and_the_figures_stay(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(8, 4, 1)
    typed = {"title": "Saturday", "player2": "Dora"}
    page = ann.send(ann.open(friday.to_score + "players/"), "/names", **typed)
    heads = [cell.text for cell in page.tree.one("thead").all("th")]
    assert heads == ["Ann", "Ben", "Dora"]
    assert page.totals == ["2", "0", "−2"]
    assert page.tree.one("title").text == "Saturday"
    assert "Cleo" not in page.text
    assert ("Saturday" in ann.open("/").text, friday.link.title) == (True, "Saturday")
    ann.press(page, "Undo")
    assert ("Saturday" in ann.open("/").text, friday.link.title) == (False, "Friday")


def test_names_that_cannot_be_told_apart_are_refused(ann: Phone, friday: PlayedMatch) -> None:
    for name in ("ann", " "):
        page = ann.send(ann.open(friday.to_score + "players/"), "/names", player1=name)
        assert (page.status, friday.number) == (422, 1)


def test_the_log_knows_whose_phone_wrote(ann: Phone, ben: Phone, friday: PlayedMatch) -> None:
    ben.post(friday.to_score + "phone", {"seat": "1"})
    assert "Ben your phone" in ben.open(friday.to_score + "players/").text
    for phone in (ben, ann):
        friday.by(phone).deal(6, 4, 3)
    for no_seat in ("", "3", "-1", "x", "9" * 5000, "²"):
        assert ben.post(friday.to_score + "phone", {"seat": no_seat}).status == 303
        friday.by(ben).deal(6, 4, 3)
    assert [event.by for event in friday.events[1:]] == ["Ben", *[None] * 7]


def test_no_form_corrects_an_unknown_entry(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(6, 4, 3)
    friday.edit(0, tricks0="8", tricks1="2", tricks2="3")
    _, added, changed = friday.events
    typed = {"tricks0": "8", "tricks1": "2", "tricks2": "3"}
    for act in ("/strike", "/restore", "/accept"):
        page = ann.post(f"{friday.to_score}e/none{act}", {"number": "3", "id": "x"})
        assert (page.status, friday.number) == (404, 3)
    for head in (
        {"id": added.id, "number": "1"}, {"id": changed.id, "number": "2"},
        {"id": str(uuid4()), "number": "2", "keep": "3"},
    ):  # fmt: skip
        page = ann.post(f"{friday.to_score}e/none", head | typed)
        assert (page.status, GONE in page.text, friday.number) == (404, True, 3)


@pytest.mark.parametrize("case", ["tribello-slips", "la-krap-slips", "triathlon-slips"])
def test_an_entry_after_the_end_has_a_form_too(ann: Phone, case: str) -> None:
    match = ann.load(record_of(case))
    after = [id for id in match.ids if match.match.due_at(id) is None]
    assert after
    for id in match.ids:
        page = ann.open(f"{match.to_score}e/{id}/edit")
        assert page.status == 200
        assert page.tree.one(id="entry")["action"].endswith(id)
        assert (page.tree.one("h1").text == "Correct an entry") == (id in after)
