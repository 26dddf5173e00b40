"""Thirty-One, round by round: problems, lives lost, who deals, and the winner."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given

from referee.core.rulings import ask
from referee.core.sheet import score
from tests.games.records import Json, broken, figures, is_refused, shown, thirty_one
from tests.games.thirty_one import oracle_thirty_one as oracle
from tests.games.thirty_one.expected import thirty_one_records

TWO = ("AH KH 7S", "9C 9D 9H")


def test_a_round_is_whole_and_of_one_pack() -> None:
    rows: list[tuple[Json, Json, list[str]]] = [
        (shown(*TWO), {}, []), (shown(*TWO, values=[21, 30.5]), {}, []),
        (shown(*TWO, values=[20, 30.5]), {}, ["values"]),
        (shown(*TWO, values=[20, 31]), {}, ["values"]),
        (shown(*TWO, values=[30.5, 21]), {}, ["values"]),
        ({"kind": "round"}, {}, ["play"]), ({"kind": "round", "closer": 0}, {}, ["play"]),
        # A hand is three cards of the pack, none of them twice.
        (shown("AH KH", "9C 9D 9H"), {}, ["pack"]),
        (shown("AH KH 7S 8S", "9C 9D 9H"), {}, ["pack"]),
        (shown("", "9C 9D 9H"), {}, ["pack"]), (shown("AH KH", "9C 9D 9H 10H"), {}, ["pack"]),
        (shown("", "AS KS QS JS 10S 9S"), {}, ["pack"]),
        (shown("", "AS KS QS JS 10S 9S", values=[21, 21]), {}, ["pack"]),
        (shown("AH KH XX", "9C 9D 9H"), {}, ["pack"]),
        (shown("AH KH JK", "9C 9D 9H"), {}, ["pack"]),
        (shown("AH KH KH", "9C 9D 9H"), {}, ["pack"]),
        (shown("AH KH 9H", "9C 9D 9H"), {}, ["pack"]),
        (shown("AH KH 7S", "9C 9D 7S"), {}, ["pack"]),
        (shown("AH KH 7S", "9C 9D 6S"), {}, ["pack"]),
        (shown("AH KH 7S", "9C 9D 6S"), {"deck": 36}, []),
        (shown("AH KH 7S", "9C 9D 5S"), {"deck": 36}, ["pack"]),
        (shown("AH KH 7S", "9C 9D 5S"), {"deck": 52}, []),
        (shown("AH KH 7S", "9C 9D 2S"), {"deck": 52}, []),
        # Everything that can still be checked is checked.
        (shown("AH KH 7S", "9C 9D XX", values=[21, 30.5]), {}, ["pack"]),
        (shown("AH KH 7S", "9C 9D XX", values=[20, 30.5]), {}, ["pack", "values"]),
        (shown("AH KH 7S", "9C 9D", values=[20, 30.5]), {}, ["pack", "values"]),
        (shown("AH KH 7S", "9C 9D 7S", values=[20, 18]), {}, ["pack", "values"]),
        # Every player still in has a hand.
        (shown("AH KH 7S", None), {}, ["swimming"]), (shown(None, None), {}, ["swimming"]),
        (figures(21, None), {}, ["swimming"]), (figures(None, None), {}, ["swimming"]),
        (shown("AH KH 7S", None, values=[21, 20]), {}, ["swimming"]),
        (figures(12, None), {}, ["swimming", "values"]),
        # There are four aces, so two hands of 33 are impossible.
        (figures(33, 20), {"fire": True}, []), (figures(33, 33), {"fire": True}, ["values"]),
        (figures(33.0, 33), {"fire": True}, ["values"]),
        (figures(31, 31), {"fire": True}, []), (figures(30.5, 30.5), {}, []),
        # Who closed.
        (figures(21, 20, closer=0), {}, []), (figures(21, 20, closer=1), {}, []),
    ]  # fmt: skip
    for entry, options, found in rows:
        sheet = score(thirty_one(2, entry, **options))
        assert broken(sheet) == [f"thirty-one.{rule}" for rule in found], entry
        assert sheet["totals"] == ([3, 3] if found else sheet["totals"])
        assert (sheet["rows"][0]["cells"] == [None, None]) == bool(found)


def test_there_are_four_aces_for_all_hands_of_31_and_33() -> None:
    rows: list[tuple[tuple[float, ...], bool]] = [
        ((31, 31, 31, 31, 20), True), ((31, 31, 31, 31, 31), False),
        ((31, 31, 31.0, 31, 31), False), ((33, 31, 20, 20, 20), True),
        ((33, 31, 31, 20, 20), False), ((33, 33, 20, 20, 20), False),
    ]  # fmt: skip
    valuations = ("suit", "suit-and-triples", "suit-or-rank")
    for valuation, deck, (values, is_possible) in product(valuations, (32, 36, 52), rows):
        options = {"valuation": valuation, "deck": deck, "fire": True}
        sheet = score(thirty_one(5, figures(*values), **options))
        assert broken(sheet) == ([] if is_possible else ["thirty-one.values"])


OUT_AT_ONCE = figures(21, 20, 10)
"""A round that puts Cleo out in a match played without lives."""


def test_who_is_out_has_no_hand_and_closes_no_round() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (figures(21, 20, None), []), (figures(21, 20, 10), ["swimming"]),
        (figures(21, None, None), ["swimming"]), (figures(21, None, 10), ["swimming"]),
        (shown("AH KH 7S", "9C 9D 9H", None), []),
        (shown("AH KH 7S", "9C 9D 9H", "JC JD JH"), ["swimming"]),
        (shown("AH KH 7S", "9C 9D 9H", "JC JD"), ["pack", "swimming"]),
        (shown("AH KH 7S", "9C 9D 9H", "JC JD JH", values=[21, 30.5, 30.5]), ["swimming"]),
        (shown("AH KH 7S", "9C 9D 9H", None, values=[21, 30.5, 12]), ["swimming", "values"]),
        (figures(21, 20, None, closer=0), []), (figures(21, 20, None, closer=1), []),
        (figures(21, 20, None, closer=2), ["close"]),
        (figures(21, 20, 10, closer=2), ["close", "swimming"]),
    ]  # fmt: skip
    for entry, found in rows:
        sheet = score(thirty_one(3, OUT_AT_ONCE, entry, lives=0))
        assert broken(sheet, 0) == [], entry
        assert broken(sheet) == [f"thirty-one.{rule}" for rule in found]


# Lives --------------------------------------------------------------------------------------------


def test_who_loses_a_life_and_by_which_rule() -> None:
    rows: list[tuple[tuple[float, ...], Json, list[int], str]] = [
        ((21, 30.5, 10), {}, [3, 3, 2], "lowest"),
        ((21, 10, 10), {}, [3, 2, 2], "tied"),
        ((21, 10, 10), {"tied_lowest": "none"}, [3, 3, 3], "tied"),
        ((10, 10, 10), {}, [2, 2, 2], "tied"),
        ((10, 10, 10), {"tied_lowest": "none"}, [3, 3, 3], "tied"),
        ((10, 10, 10), {"lives": 0}, [0, 0, 0], "all-out"),
        ((10, 10, 10), {"lives": 0, "tied_lowest": "none"}, [0, 0, 0], "tied"),
        ((10, 10, 10), {"lives": 1}, [0, 0, 0], "tied"),
        ((21, 10, 10), {"lives": 0}, [0, -1, -1], "tied"),
        ((21, 20, 10), {"lives": 0}, [0, 0, -1], "lowest"),
        ((21, 20, 10), {"lives": 5}, [5, 5, 4], "lowest"),
        ((33, 20, 10), {"fire": True}, [3, 2, 2], "fire"),
        ((33, 10, 10), {"fire": True}, [3, 2, 2], "fire"),
        ((33, 10, 10), {"fire": True, "tied_lowest": "none"}, [3, 2, 2], "fire"),
        ((33, 31, 20), {"fire": True, "lives": 0}, [0, -1, -1], "fire"),
        ((31, 20, 10), {"fire": True}, [3, 3, 2], "lowest"),
    ]
    for values, options, left, rule in rows:
        sheet = score(thirty_one(3, figures(*values), **options))
        assert sheet["totals"] == left, values
        assert sheet["rows"][0]["cells"] == list(values)
        lines = [why[1:] for why in sheet["rows"][0]["why"]]
        start = options.get("lives", 3)
        assert {line["rule"] for why in lines for line in why} == {f"thirty-one.{rule}"}
        assert all(line["points"] == 0 for why in lines for line in why)
        lowest = [value == min(values) for value in values]
        lost = [left[seat] < start for seat in range(3)]
        assert [bool(why) for why in lines] == (lost if any(lost) else lowest)
        is_silent = "the rules don’t say" in str(lines)
        assert is_silent == (rule != "fire")


def test_a_receipt_by_cards_names_the_reading() -> None:
    sheet = score(thirty_one(3, shown("AH KH 7S", "9C 9D 9H", "7D 8C QS")))
    assert [why[0]["rule"] for why in sheet["rows"][0]["why"]] == [
        "thirty-one.suit", "thirty-one.triple", "thirty-one.single",
    ]  # fmt: skip
    assert sheet["rows"][0]["cells"] == [21, 30.5, 10]
    assert sheet["totals"] == [3, 3, 2]


@pytest.mark.parametrize("start", range(6))
def test_a_player_swims_with_no_life_and_is_out_with_the_next_loss(start: int) -> None:
    for rounds in range(start + 2):
        sheet = score(thirty_one(2, *[figures(21, 20)] * rounds, lives=start))
        assert sheet["totals"] == [start, start - rounds]
        assert sheet["finished"] == (rounds == start + 1)
        assert sheet["winners"] == (["Ann"] if sheet["finished"] else [])
    after = score(thirty_one(2, *[figures(21, 20)] * (start + 1), figures(21, None), lives=start))
    assert broken(after) == ["thirty-one.end"]
    assert (after["totals"], after["winners"]) == ([start, -1], [])


def test_the_deal_passes_to_the_left_and_skips_who_is_out() -> None:
    rows: list[tuple[list[tuple[float | None, ...]], int, list[int]]] = [
        # Nobody is out, so the deal keeps passing to the left.
        ([(21, 20, 20, 10)] * 3, 0, [0, 1, 2, 3]),
        ([(21, 20, 20, 10)] * 2, 3, [3, 0, 1]),
        # Ben is out after the first round, so the deal skips him.
        ([(21, 10, 20, 20), (21, None, 21, 21), (21, None, 21, 21)], 0, [0, 2, 3, 0]),
        # The dealer is out; the next player to the left still deals.
        ([(10, 21, 20, 20), (None, 21, 21, 21), (None, 21, 21, 21)], 0, [0, 1, 2, 3]),
        # Two neighbours go out at once.
        ([(21, 10, 10, 20), (21, None, None, 21)], 0, [0, 3, 0]),
    ]
    for rounds, first, dealers in rows:
        start = 0 if any(None in values for values in rounds) else 5
        for number, dealer in enumerate(dealers):
            entries = [figures(*values) for values in rounds[:number]]
            sheet = score(thirty_one(4, *entries, lives=start, first_dealer=first))
            assert sheet["problems"] == []
            assert (sheet["next"]["label"], sheet["next"]["dealer"]) == (
                f"Round {number + 1}",
                dealer,
            )


def test_a_round_with_an_error_has_been_dealt() -> None:
    sheet = score(thirty_one(3, figures(21, 20, 12), figures(21, 20, 10), lives=0))
    assert sheet["rows"][0]["cells"] == [None] * 3
    assert (sheet["next"]["label"], sheet["next"]["dealer"]) == ("Round 3", 0)
    assert sheet["totals"] == [0, 0, -1]


def test_a_round_with_an_error_keeps_a_game_from_its_end() -> None:
    sheet = score(thirty_one(2, figures(21, 12), figures(21, 20), lives=0))
    assert (sheet["finished"], sheet["winners"]) == (False, [])
    assert (sheet["next"]["kind"], sheet["next"]["entry"]) == ("correct", 0)


def test_the_last_to_go_out_stands_before_the_first() -> None:
    rows: list[tuple[list[tuple[float | None, ...]], list[tuple[str, int, int]]]] = [
        ([], [("Ann", 0, 1), ("Ben", 0, 1), ("Cleo", 0, 1), ("Dora", 0, 1)]),
        ([(21, 20, 10, 20)], [("Ann", 0, 1), ("Ben", 0, 1), ("Dora", 0, 1), ("Cleo", -1, 4)]),
        # Ann goes out first, then Dora, so Dora ranks above Ann.
        ([(10, 20, 21, 21), (None, 20, 21, 10)],
         [("Ben", 0, 1), ("Cleo", 0, 1), ("Dora", -1, 3), ("Ann", -1, 4)]),
        # Players who go out in the same round share a rank.
        ([(21, 20, 20, 10), (21, 20, 20, None)],
         [("Ann", 0, 1), ("Ben", -1, 2), ("Cleo", -1, 2), ("Dora", -1, 4)]),
        ([(10, 20, 20, 10), (None, 21, 20, None)],
         [("Ben", 0, 1), ("Cleo", -1, 2), ("Ann", -1, 3), ("Dora", -1, 3)]),
    ]  # fmt: skip
    for rounds, places in rows:
        sheet = score(thirty_one(4, *(figures(*values) for values in rounds), lives=0))
        assert sheet["problems"] == [], rounds
        assert [(s["name"], s["score"], s["rank"]) for s in sheet["standings"]] == places
        assert sheet["winners"] == ([places[0][0]] if places[1][1] == -1 else [])


def test_those_who_are_in_stand_by_their_lives() -> None:
    sheet = score(thirty_one(3, figures(10, 20, 21), figures(10, 20, 21), figures(21, 10, 20)))
    assert [(s["name"], s["score"], s["rank"]) for s in sheet["standings"]] == [
        ("Cleo", 3, 1), ("Ben", 2, 2), ("Ann", 1, 3),
    ]  # fmt: skip


# Who loses, and fire ------------------------------------------------------------------------------


def lose(*losers: int, **fields: Any) -> Json:
    return {"kind": "round", "losers": list(losers), **fields}


def test_a_table_says_who_loses_a_life() -> None:
    rows: list[tuple[Json, list[int], str]] = [
        (lose(1), [3, 2, 3], "lowest"), (lose(2, 0), [2, 3, 2], "lowest"),
        (lose(1, closer=0), [3, 2, 3], "lowest"), (lose(2, 0, 1), [3, 3, 3], "all-out"),
    ]  # fmt: skip
    for entry, left, rule in rows:
        sheet = score(thirty_one(3, entry))
        assert (sheet["totals"], sheet["problems"]) == (left, []), entry
        (row,) = sheet["rows"]
        assert row["cells"] == [None] * 3
        found = [[(line["rule"], line["points"]) for line in why] for why in row["why"]]
        each = [(f"thirty-one.{rule}", 0)]
        assert found == [each if seat in entry["losers"] else [] for seat in range(3)]


def test_who_loses_is_said_once_and_of_those_who_are_in() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (lose(0), []), (lose(0, 1), []), (lose(2), ["swimming"]), (lose(0, 2), ["swimming"]),
        (lose(0, closer=1), []), (lose(0, closer=2), ["close"]),
        (lose(0, values=[20, 21, None]), ["values"]),
        (lose(0, hands=[["AH", "KH", "7S"], ["9C", "9D", "9H"], None]), ["values"]),
        (lose(2, values=[20, 21, None]), ["swimming", "values"]),
    ]  # fmt: skip
    for entry, found in rows:
        sheet = score(thirty_one(3, OUT_AT_ONCE, entry, lives=0))
        assert broken(sheet) == [f"thirty-one.{rule}" for rule in found], entry
    for losers in ([], [0, 0], [3], [-1], [None], ["0"], 0):
        assert is_refused(score, thirty_one(3, {"kind": "round", "losers": losers})), losers
    over = score(thirty_one(2, lose(0), lose(1), lives=0))
    assert (over["totals"], broken(over)) == ([-1, 0], ["thirty-one.end"])


def test_the_score_of_who_loses_depends_on_the_number_of_players() -> None:
    question: Json = {"game": "thirty-one", "question": "deal", "entry": lose(0)}
    assert is_refused(ask, question)
    assert ask(question | {"players": 2})["answer"]["points"] == [None] * 2
    assert ask(question | {"entry": figures(21, 20, 10, losers=[0])})["answer"]["problems"]


ACES = "AH AS AD"


def test_after_fire_three_aces_are_enough() -> None:
    rows: list[tuple[Json, list[float | None] | None]] = [
        (figures(33, None, None), [33, None, None]), (figures(None, 33, 20), [None, 33, 20]),
        (shown(ACES, None, None), [33, None, None]),
        (shown(ACES, None, "9C 9D 9H", values=[None, 21, 30.5]), [33, 21, 30.5]),
        (shown(None, None, None, values=[33, None, None]), [33, None, None]),
        (shown(ACES, None, "9C 9D 9H", values=[None, 21, 30]), None),
        (shown("AH AS KD", None, None), None), (figures(31, None, None), None),
    ]  # fmt: skip
    for entry, cells in rows:
        sheet = score(thirty_one(3, entry, fire=True))
        assert sheet["rows"][0]["cells"] == (cells or [None] * 3), entry
        losers = [] if cells is None else [seat for seat in range(3) if cells[seat] != 33]
        assert sheet["totals"] == [3 - (seat in losers) for seat in range(3)]
        assert broken(score(thirty_one(3, entry))) != []  # without fire
    out = score(thirty_one(3, OUT_AT_ONCE, figures(None, 33, None), fire=True, lives=0))
    assert (out["totals"], out["winners"], out["problems"]) == ([-1, 0, -1], ["Ben"], [])
    never = score(thirty_one(3, OUT_AT_ONCE, figures(None, None, 33), fire=True, lives=0))
    assert broken(never) == ["thirty-one.swimming"]


@given(thirty_one_records())
def test_a_whole_game_goes_as_the_rules_say(data: Json) -> None:
    table = oracle.Lives(len(data["players"]), data["options"])
    sheet = score(data)
    for entry, row in zip(data["entries"], sheet["rows"], strict=True):
        if losers := entry.get("losers"):
            assert row["cells"] == [None] * len(table.lives)
            table.lives = [lives - (seat in losers) for seat, lives in enumerate(table.lives)]
            continue
        hands = entry.get("hands") or [None] * len(data["players"])
        values = entry.get("values") or [
            cards and oracle.value(cards, data["options"]) for cards in hands
        ]
        assert row["cells"] == values
        table.lose(values)
    assert sheet["totals"] == table.lives
    assert sheet["finished"] == (len(table.playing) == 1)
    assert sheet["winners"] == [
        data["players"][seat] for seat in table.playing if sheet["finished"]
    ]
    if not sheet["finished"]:
        assert sheet["next"]["dealer"] in table.playing
