"""Receipts: each column adds up, the deal's cards are listed, and each rule appears once."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon.legs import c_leg
from tests.games.records import (
    REVOKED,
    Json,
    deal,
    figures,
    la_krap,
    record,
    thirty_one,
    triathlon,
    tribello,
)
from tests.games.test_cases import CASES, record_of
from tests.web.at_tables import TABLES
from tests.web.phones import Page, Phone, PlayedMatch
from tests.web.timed import LEG


def receipt(phone: Phone, made: Json, row: int = 0) -> Page:
    match = phone.load(made)
    return phone.open(f"{match.to_score}e/{match.ids[row]}")


def sums(page: Page) -> list[str]:
    return [each.text for each in page.tree.one("dl", class_="sums").all("dd")]


def cited(page: Page) -> list[str]:
    """The ids of the rules cited at the foot, each with a link to the rulebook."""
    folds = page.tree.all("details", class_="cited")
    return [fold.all("a", class_="rule")[-1]["href"].partition("#")[2] for fold in folds]


NULLO = tribello(*[deal(6, 4, 3)] * 9, deal(2, 5, 6), first_dealer=0)


RECEIPTS: list[tuple[Json, int, list[str]]] = [
    (tribello(deal(9, 4, 0), first_dealer=0), 0,
     ["9 tricks − quota 6 = +3", "4 tricks − quota 4 = 0", "0 tricks − quota 3 = −3"]),
    (NULLO, 9,
     ["quota 3 − 2 tricks = +1", "quota 4 − 5 tricks = −1", "quota 6 − 6 tricks = 0"]),
    (triathlon(deal(4, 2, 7, last_trick=2)), 0,
     ["4 tricks + 10 for the middle + 10 because nobody has a multiple of three = 24",
      "2 tricks = 2", "7 tricks + 10 for the last trick = 17"]),
    (la_krap(3, deal(4, 2, 1, teams=[0, 1, 0], marriages=[1, 0, 0], multiplier=2)), 0,
     ["(4² + 1² + 5) × 1 opponent × 2 = 44", "2² × 2 opponents × 2 = 16",
      "(4² + 1² + 5) × 1 opponent × 2 = 44"]),
    (thirty_one(3, figures(21, 20, 10), lives=0), 0,
     ["a hand of 21 21", "a hand of 20 20",
      "a hand of 10; this player loses a life and is out: lowest hand"
      " (the rules don’t say, so this is Referee’s ruling) 10"]),
    (record("card-triathlon", 4, [LEG, c_leg(310, 150, 205, 180)]), 1,
     ["melds and red threes 310", "melds and red threes 150", "melds and red threes 205",
      "melds and red threes 180", "310 (Ann) + 205 (Cleo) = 515",
      "150 (Ben) + 180 (Dora) = 330", "stock and discards (calculated) 155",
      "melded, in hand and unscored 1,000"]),
]  # fmt: skip


def test_a_receipt_has_one_line_a_column(ann: Phone) -> None:
    for made, row, lines in RECEIPTS:
        assert sums(receipt(ann, made, row)) == lines

    page = receipt(ann, record("card-triathlon", 4, [LEG, c_leg(310, 150, 0, 180)]), 1)
    assert sums(page)[4] == "310 (Ann) + 0 (Cleo) = 310"


def test_each_rule_stands_once_at_the_foot(ann: Phone) -> None:
    page = receipt(ann, tribello(deal(6, 4, 3), first_dealer=0))
    assert cited(page) == ["tribello.score", "tribello.quota"]
    score, quota = page.tree.all("details", class_="cited")
    assert "take your tricks and subtract your quota" in score.text
    assert "Ann: the dealer’s quota is 6." in quota.text
    (way,) = quota.all("a")
    assert way["href"].endswith("/rules#tribello.quota")


def test_what_has_many_addends_names_them_under_a_fold(ann: Phone) -> None:
    melds = [[["5S", "5H", "5D"], ["AS", "AH", "AD"]], [], [], []]
    hands = [["10S", "9C"], ["KD"], [], ["2C"]]
    entry = {"kind": "c-leg", "melds": melds, "hands": hands, "red_threes": [1, 0, 0, 0]}
    page = receipt(ann, record("card-triathlon", 4, [LEG, entry]), 1)
    first, *others = page.tree.one("dl", class_="sums").all("dd")
    fold = first.one("details")
    assert [each.text for each in fold.all("li")][:2] == [
        "meld of 3 cards, rank 5 15", "meld of 3 cards, rank A 60",
    ]  # fmt: skip
    assert "melds" not in first.text.partition("=")[0]
    assert [each.all("details") for each in others] == [[]] * len(others)


def test_a_deal_by_cards_shows_its_tricks_who_took_them_and_the_revoke(ann: Phone) -> None:
    page = receipt(ann, tribello(REVOKED))
    shown = page.tree.one("table", class_="played")
    assert [head.text for head in shown.one("thead").all("th")] == ["Ann", "Ben", "Cleo"]
    rows = shown.one("tbody").all("tr")
    assert len(rows) == 13
    assert all(len(row.all("td", class_="takes")) == 1 for row in rows)
    (wrong,) = shown.all("td", class_="wrong")
    assert "against the rules" in wrong.text
    assert wrong is rows[0].all("td")[1]  # Ben, in the first trick
    by_figures = receipt(ann, tribello(deal(6, 4, 3))).tree
    assert by_figures.all("table", class_="played") == by_figures.all(class_="remedies") == []

    tables = [{"contract": each.contract, "play": each.leg.play} for each in TABLES]
    page = receipt(ann, record("card-triathlon", 8, [{"kind": "b-leg", "tables": tables}]))
    both = page.tree.all("table", class_="played")
    heads = [[head.text for head in each.one("thead").all("th")] for each in both]
    assert [len(each) for each in heads] == [4, 4]
    assert set(heads[0]).isdisjoint(heads[1])


def test_every_row_of_every_case_has_its_receipt(ann: Phone) -> None:
    for case in CASES:
        match = ann.load(record_of(case))
        for id, row in zip(match.ids, match.match.sheet().rows, strict=True):
            page = ann.open(f"{match.to_score}e/{id}")
            shown = [cell for cell in row.cells if cell is not None]
            assert len(page.tree.all("dl", class_="sums")) == bool(shown)
            assert not shown or len(sums(page)) == len(shown)
            why = row.explanation.why
            assert set(cited(page)) == {line.rule for lines in why for line in lines}, case


def test_titles_stand_once_and_the_id_of_a_rule_is_a_tap_away(ann: Phone) -> None:
    match = ann.load(tribello(deal(6, 4, 3)))
    address = f"{match.to_score}e/{match.ids[0]}"
    page, panel = ann.open(address), ann.open(address, HX_Request="true")
    assert page.tree.one("h1").text == "Round 1, deal 1"
    assert [head.text for head in page.tree.all("h2")] == ["Rules applied"]
    assert [head.text for head in panel.tree.all("h2")] == ["Round 1, deal 1", "Rules applied"]

    page = receipt(ann, tribello(deal(6, 4, 3)))
    (score, _) = page.tree.all("details", class_="cited")
    assert score.one("summary").text == "Points for each deal"


def test_before_a_strike_it_is_said_that_the_dealers_of_later_entries_change(ann: Phone) -> None:
    cases: list[tuple[Json, int, bool]] = [
        (tribello(deal(8, 4, 1), deal(6, 4, 3)), 0, True),
        (tribello(deal(8, 4, 1), deal(6, 4, 3)), 1, False),  # no entry follows it
        (thirty_one(3, figures(20, 21, 10), figures(20, 21, 10)), 0, True),
    ]
    for made, row, is_told in cases:
        assert ("dealers change" in receipt(ann, made, row).text) == is_told


@pytest.fixture
def revoked(ann: Phone) -> PlayedMatch:
    return ann.load(tribello(REVOKED))


def test_a_proven_revoke_marks_the_row_and_can_be_kept(ann: Phone, revoked: PlayedMatch) -> None:
    page = revoked.deal(6, 4, 3)
    assert page.marks == ["warn", ""]
    receipt = ann.open(f"{revoked.to_score}e/{revoked.ids[0]}")
    assert receipt.rules == ["tribello.follow"]
    assert "Warning:" in receipt.tree.one(class_="problems").text
    remedies = receipt.tree.one("details", class_="remedies").text
    assert all(act in remedies for act in ("Correct", "Let it stand", "Cross out"))
    watched = ann.open(f"{revoked.to_watch}e/{revoked.ids[0]}")
    assert "Cross out" not in watched.tree.one("details", class_="remedies").text

    number = revoked.number
    answers = [ann.answer(receipt, "/accept") for _ in range(2)]  # only the first one writes
    assert [answer.status for answer in answers] == [303, 303]
    assert (revoked.number, revoked.events[-1].kind) == (number + 1, "accepted")
    assert revoked.entries[0]["accepted"] == ["tribello.follow"]
    receipt = ann.open(f"{revoked.to_score}e/{revoked.ids[0]}")
    assert "Accepted:" in receipt.tree.one(class_="problems").text
    assert not receipt.html.count("/accept")
    assert revoked.match.sheet().rows[0].open_warnings == ()


@pytest.mark.parametrize("is_accepted", [True, False])
def test_a_corrected_revoke_stays(ann: Phone, revoked: PlayedMatch, is_accepted: bool) -> None:
    id = revoked.ids[0]
    if is_accepted:
        ann.send(ann.open(f"{revoked.to_score}e/{id}"), "/accept")
    page = ann.send(ann.open(f"{revoked.to_score}e/{id}/edit"), id, note="seen at once")
    assert page.status == 200
    assert page.rows != []
    entry = revoked.entries[0]
    assert entry["play"] == REVOKED["play"]
    assert entry["note"] == "seen at once"
    assert entry["accepted"] == ["tribello.follow"]
    assert not revoked.match.sheet().rows[0].has_error
