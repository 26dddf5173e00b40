"""The form for a deal of La Krap: teams by face-up cards or as chosen, play in figures or cards."""

from __future__ import annotations

import pytest

from tests.games.records import Json, deal, la_krap
from tests.web.followed import dealt, married, points
from tests.web.leg_forms import Refused, Typed, check_refused
from tests.web.phones import Phone, PlayedMatch

UP = {"upcard0": "AH", "upcard1": "7S", "upcard2": "SHEET", "turned": "BJ 10H"}
CHOSEN = {"team0": "0", "team1": "1", "team2": "2"}
TRICKS = {"tricks0": "4", "tricks1": "2", "tricks2": "1"}
REFUSED: Refused = [
    ("nothing at all", dict.fromkeys(TRICKS, ""), ["play", "tricks-total"]),
    ("no teams", {}, ["play"]),
    ("a team missing", {"team0": "0", "team1": "1"}, ["play"]),
    ("upcards and teams", UP | CHOSEN, ["play"]),
    ("an upcard missing", UP | {"upcard1": ""}, ["play"]),
    ("two upcards of one", UP | {"upcard1": "7S 8S"}, ["pack"]),
    ("an upcard that is none", UP | {"upcard1": '<b>"\''}, ["pack"]),
    ("a joker without colour", UP | {"upcard1": "JK"}, ["pack"]),
    ("another game than turned", UP | {"null": "1"}, ["game-card"]),
    ("two left out", UP | {"tricks1": "", "tricks2": ""}, ["tricks-total"]),
    ("tricks in words", UP | {"tricks0": "<b>"}, ["tricks-total"]),
    ("marriages in words", UP | {"marriages0": "one"}, ["marriage"]),
    ("three things", UP | {"turned": "BJ", "exposed1": "4", "tricks0": "5"},
     ["expose", "game-card", "tricks-total"]),
]  # fmt: skip
SOME = dealt("la-krap", 5, seats=4)
REFUSED_CARDS: Refused = [
    ("nothing turned", {"turned": ""}, ["play"]),
    ("an upcard missing", {"upcard0": ""}, ["play"]),
]

GOOD: list[tuple[str, Typed, Json, list[int]]] = [
    ("three teams of one", UP | {"marriages0": "1"},
     {"upcards": ["AH", "7S", "SHEET"], "turned": ["BJ", "10H"], "marriages": [1, 0, 0]},
     [84, 16, 4]),
    ("chosen teams", CHOSEN | {"null": "0", "multiplier": "2", "marriages0": "1"},
     {"teams": [0, 1, 2], "null": False, "multiplier": 2, "marriages": [1, 0, 0]}, [84, 16, 4]),
    ("all alone", {"alone": "1"}, {"teams": None}, [32, 8, 2]),
    ("null", {"alone": "1", "null": "1"}, {"teams": None, "null": True}, [-32, -8, -2]),
    ("two against one", {"team0": "1", "team1": "1", "team2": "0"}, {"teams": [1, 1, 0]},
     [20, 20, 2]),
    ("chosen teams, turned", CHOSEN | {"turned": "RJ 9C"},
     {"teams": [0, 1, 2], "turned": ["RJ", "9C"]}, [-128, -32, -8]),
    ("turned and said again", UP | {"null": "0", "multiplier": "2"},
     {"upcards": ["AH", "7S", "SHEET"], "turned": ["BJ", "10H"], "null": False, "multiplier": 2},
     [64, 16, 4]),
    ("upcards only", {name: UP[name] for name in ("upcard0", "upcard1", "upcard2")},
     {"upcards": ["AH", "7S", "SHEET"]}, [32, 8, 2]),
    ("exchanged and exposed", UP | {"exchanged0": "6", "exposed2": "3", "exposed0": "0"},
     {"upcards": ["AH", "7S", "SHEET"], "turned": ["BJ", "10H"], "exchanged": [6, 0, 0],
      "exposed": [0, 0, 3]}, [64, 16, 4]),
]  # fmt: skip


@pytest.fixture
def table(ann: Phone) -> PlayedMatch:
    return ann.start("la-krap", "Ann", "Ben", "Cleo", title="Friday")


def test_a_deal_is_recorded_by_its_figures(ann: Phone) -> None:
    for _, typed, entry, row in GOOD:
        table = ann.start("la-krap", "Ann", "Ben", "Cleo", title="Friday")
        page = table.check_recorded(TRICKS | typed, deal(4, 2, 1, **entry), row)
        shown = [cell.replace("−", "-").replace("+", "").split()[0] for cell in page.rows[0]]
        assert shown == [str(cell) for cell in row]


def test_wrong_deals_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, la_krap(3), REFUSED, TRICKS)
    check_refused(ann, la_krap(4, SOME.entry), REFUSED_CARDS)


def test_cards_are_kept_as_typed_in_any_spelling(ann: Phone, table: PlayedMatch) -> None:
    assert table.send(TRICKS | UP | {"turned": "bj,th"}).status == 200
    assert (table.entries[0]["turned"], table.cells()) == (["bj", "th"], [64, 16, 4])
    assert table.edit().status == 200
    assert table.cells() == [64, 16, 4]


def test_where_nobody_may_take_a_trick_a_deal_is_saved_untouched_too(ann: Phone) -> None:
    ann.load(la_krap(3, deal(0, 0, 7, teams=None), empty_trick="nobody")).check_untouched()


def test_where_nobody_may_take_a_trick_all_figures_have_to_be_said(ann: Phone) -> None:
    cases: list[tuple[str, list[str], str | None]] = [
        ("nobody", ["4", "2", "0"], None), ("nobody", ["7", "", ""], None),
        ("nobody", ["4", "2", ""], "la-krap.empty-trick"),
        ("nobody", ["", "2", "1"], "la-krap.empty-trick"),
        ("nobody", ["4", "", ""], "la-krap.tricks-total"), ("leader", ["7", "", ""], None),
    ]  # fmt: skip
    for empty_trick, tricks, rule in cases:
        match = ann.start("la-krap", "Ann", "Ben", "Cleo", empty_trick=empty_trick)
        page = match.send(UP | {f"tricks{seat}": text for seat, text in enumerate(tricks)})
        assert (page.status, page.rules) == ((200, []) if rule is None else (422, [rule]))
        assert [entry["tricks"] for entry in match.entries] == (
            [[int(text or 0) for text in tricks]] if rule is None else []
        )


def test_hints_of_teams_game_and_points(ann: Phone, table: PlayedMatch) -> None:
    said = table.hints(UP | TRICKS | {"marriages0": "1"})
    assert [said[f"tricks{seat}"] for seat in range(3)] == ["84", "16", "4"]
    assert [said[f"upcard{seat}"] for seat in range(3)] == ["red", "black", "jokers"]
    assert said["game"] != ""
    assert [team in said["sums"] for team in ("Red", "Black", "Jokers")] == [True] * 3
    assert all(figure in said["sums"] for figure in ("(16 + 5)", "= 84", "= 16", "= 4"))
    alone = table.hints({"alone": "1", "null": "1", "tricks0": "7", "tricks1": "0"})
    assert [alone[f"tricks{seat}"] for seat in range(3)] == ["−98", "0", "0"]
    assert [alone[f"upcard{seat}"] for seat in range(3)] == ["alone"] * 3
    assert "Ann" in alone["sums"]
    assert alone["game"] == ""
    assert table.number == 1


def test_no_points_are_said_of_a_deal_that_cannot_be(ann: Phone, table: PlayedMatch) -> None:
    for _, typed, _ in REFUSED:
        said = table.hints({**TRICKS, **typed})
        assert [said[f"tricks{seat}"] for seat in range(3)] == ["", "", ""]
        assert said["sums"] == ""


def test_another_game_card_is_judged_with_the_same_cards(ann: Phone) -> None:
    match = ann.load(la_krap(4, SOME.entry))
    page = match.edit(turned="SHEET")
    page = ann.send(page, match.ids[0]) if page.status == 422 else page
    assert page.status == 200
    assert match.entries[0]["turned"] == ["SHEET"]
    assert match.entries[0]["play"] == SOME.play


def test_a_marriage_of_an_old_deal_stays_and_can_be_taken_off(ann: Phone) -> None:
    some, (trick, seat) = married()
    marriages = [int(each == seat) for each in range(some.seats)]
    row = points(some, tuple(marriages))
    entry = some.entry | {"marriages_at": [[trick, seat]]}
    match = ann.load(la_krap(4, entry))
    assert match.cells() == row
    assert match.edit(note="untouched").status == 200
    assert match.entries == [entry | {"note": "untouched"}]
    assert match.edit(marriage0="", note="").status == 200
    assert match.entries == [some.entry]
    assert match.cells() != row

    match = ann.load(la_krap(4, some.entry | {"marriages": marriages}))
    assert match.cells() == row
    assert match.edit(note="untouched").status == 200
    assert match.cells() == row
