"""Triathlon deals recorded in figures: every rule, and both sides of every limit."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.core.rulings import ask
from referee.core.sheet import score
from tests.games.records import NAMES, Json, broken, is_refused, record, rules
from tests.games.triathlon import oracle_triathlon as oracle

POINT, MULTIPLE, LAST = "triathlon.trick-point", "triathlon.multiple", "triathlon.last"
MIDDLING, NO_MULTIPLE = "triathlon.middling", "triathlon.no-multiple"
BONUS, END = "triathlon.game-bonus", "triathlon.end"
TRIATHLON = [(BONUS, 100), (LAST, 10), (MIDDLING, 10), (MULTIPLE, 10)]
REJECTION, TOTAL, PLAY = "triathlon.rejection", "triathlon.tricks-total", "triathlon.play"


def deal(*tricks: int, last: int, **fields: Any) -> Json:
    return {"kind": "deal", "tricks": list(tricks), "last_trick": last, **fields}


PLAIN = deal(4, 2, 7, last=2)
ANN_TRIATHLON = deal(3, 5, 5, last=0)


def sheet_of(*entries: Json, **options: Any) -> Json:
    return score(record("triathlon", 3, entries, **options))


def receipt(row: Json) -> list[list[tuple[str, int]]]:
    """The receipt lines that score points, for each cell: (rule, points), sorted by rule."""
    return [
        sorted((line["rule"], line["points"]) for line in why if line["points"])
        for why in row["why"]
    ]


def asked_feats(tricks: list[int], last: int) -> Json:
    question = {"game": "triathlon", "question": "feats"}
    return ask(question | {"tricks": tricks, "last_trick": last})


def test_a_deal_scores_tricks_and_feats_and_a_receipt_cites_the_rule_of_every_point() -> None:
    rows: list[tuple[tuple[int, ...], int, list[Any]]] = [
        # The worked examples in the rulebook.
        ((4, 2, 7), 2, [
            [(MIDDLING, 10), (NO_MULTIPLE, 10), (POINT, 4)], [(POINT, 2)], [(LAST, 10), (POINT, 7)],
        ]),
        ((5, 5, 3), 2, [[(POINT, 5)], [(POINT, 5)], [*TRIATHLON, (POINT, 3)]]),
        ((0, 6, 7), 1, [[(MULTIPLE, 10)], [*TRIATHLON, (POINT, 6)], [(POINT, 7)]]),
        # Thirteen is not a multiple of three; twelve and zero are.
        ((12, 1, 0), 1, [
            [(MULTIPLE, 10), (POINT, 12)], [(LAST, 10), (MIDDLING, 10), (POINT, 1)],
            [(MULTIPLE, 10)],
        ]),
        ((13, 0, 0), 0, [
            [(LAST, 10), (MIDDLING, 10), (POINT, 13)], [(MULTIPLE, 10)], [(MULTIPLE, 10)],
        ]),
    ]  # fmt: skip
    for tricks, last, receipts in rows:
        assert receipt(sheet_of(deal(*tricks, last=last))["rows"][0]) == receipts, tricks


def test_every_deal_there_can_be_comes_out_as_the_rules_say() -> None:
    for tricks, last in oracle.deals():
        sheet = sheet_of(deal(*tricks, last=last))
        (row,) = sheet["rows"]
        assert row["cells"] == oracle.scores(tricks, last)
        assert receipt(row) == [sorted(lines.items()) for lines in oracle.receipt(tricks, last)]
        assert sheet["problems"] == []
        feats = oracle.feats(tricks, last)
        reply = asked_feats(list(tricks), last)
        assert reply["answer"] == {"points": row["cells"], "feats": feats}
        cited = {ruling["rule"] for ruling in reply["rulings"]}
        assert {feat for seat in feats for feat in seat} <= cited


def test_the_figures_of_a_deal_can_be() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (deal(4, 2, 6, last=2), [TOTAL]), (deal(4, 2, 7, last=2), []),
        (deal(4, 2, 8, last=2), [TOTAL]), (deal(13, 0, 0, last=0), []),
        (deal(14, 0, 0, last=0), [TOTAL]), (deal(10**9, 0, 0, last=0), [TOTAL]),
        # The last trick's taker has at least one trick.
        (deal(0, 6, 7, last=0), [LAST]), (deal(1, 6, 6, last=0), []),
        (deal(13, 0, 0, last=1), [LAST]), (deal(0, 0, 0, last=0), [LAST, TOTAL]),
        (deal(0, 6, 6, last=0), [LAST, TOTAL]),
        # A deal in figures needs both tricks and the last trick.
        ({"kind": "deal"}, [PLAY]),
        ({"kind": "deal", "tricks": [4, 2, 7]}, [PLAY]),
        ({"kind": "deal", "last_trick": 2}, [PLAY]),
        ({"kind": "deal", "tricks": [4, 2, 6]}, [PLAY, TOTAL]),
        ({"kind": "deal", "last_trick": 2, "trump": "S", "rejected": ["S", "H"]},
         [PLAY, REJECTION]),
    ]  # fmt: skip
    for entry, found in rows:
        sheet = sheet_of(entry)
        assert broken(sheet) == found, entry
        assert {problem["severity"] for problem in sheet["problems"]} == (
            {"error"} if found else set()
        )
        assert sheet["rows"][0]["cells"].count(None) == (3 if found else 0)
        if found and PLAY not in found:
            assert is_refused(asked_feats, entry["tricks"], entry["last_trick"])


def test_two_different_suits_are_rejected_and_neither_is_trump() -> None:
    rows: list[tuple[Json, list[str]]] = [
        ({}, []), ({"trump": "C"}, []), ({"rejected": ["S", "H"]}, []),
        ({"rejected": ["S", "H"], "trump": "C"}, []), ({"rejected": ["H", "S"], "trump": "D"}, []),
        ({"rejected": ["S", "S"]}, [REJECTION]),
        ({"rejected": ["S", "S"], "trump": "C"}, [REJECTION]),
        ({"rejected": ["S", "H"], "trump": "S"}, [REJECTION]),
        ({"rejected": ["S", "H"], "trump": "H"}, [REJECTION]),
        ({"rejected": ["S", "S"], "trump": "S"}, [REJECTION]),
        ({"rejected": ["S"]}, [REJECTION]),
        ({"rejected": ["S"], "trump": "C"}, [REJECTION]),
        ({"rejected": ["S", "H", "D"]}, [REJECTION]),
        ({"rejected": ["S", "H", "D"], "trump": "C"}, [REJECTION]),
        ({"rejected": ["S", "H", "D", "C"]}, [REJECTION]),
    ]  # fmt: skip
    for fields, found in rows:
        sheet = sheet_of(PLAIN | fields)
        assert broken(sheet) == found, fields
        assert sheet["rows"][0]["cells"] == ([None] * 3 if found else [24, 2, 17])
        wrong = broken(sheet_of(deal(0, 6, 6, last=0) | fields))
        assert wrong == sorted([*found, LAST, TOTAL])


# The course of the game ---------------------------------------------------------------------------


def test_the_deal_passes_to_the_left_even_after_an_error() -> None:
    for first, number in product(range(3), range(1, 8)):
        wrong = deal(0, 6, 6, last=0)
        for entries in (
            [PLAIN] * (number - 1),
            [PLAIN, wrong, wrong, PLAIN, wrong, PLAIN][: number - 1],
        ):
            due = sheet_of(*entries, first_dealer=first)["next"]
            assert (due["kind"], due["dealer"]) == ("deal", (first + number - 1) % 3)
            assert (
                sheet_of(*entries, PLAIN, first_dealer=first)["rows"][-1]["label"] == due["label"]
            )


def test_a_deal_after_the_end_is_refused_and_takes_no_place() -> None:
    rows: list[tuple[Json, list[str]]] = [
        (PLAIN, [END]), (deal(4, 2, 6, last=2), [END, TOTAL]), (deal(0, 6, 7, last=0), [END, LAST]),
        (PLAIN | {"rejected": ["S", "S"]}, [END, REJECTION]),
        ({"kind": "deal"}, [END, PLAY]),
    ]  # fmt: skip
    for later, found in rows:
        sheet = sheet_of(*[ANN_TRIATHLON] * 3, later, PLAIN)
        assert (broken(sheet, 3), broken(sheet, 4)) == (found, [END]), later
        assert sheet["rows"][3]["cells"] == sheet["rows"][4]["cells"] == [None] * 3
        assert sheet["totals"] == [499, 15, 15]
        assert (sheet["finished"], sheet["winners"]) == (False, [])
        assert (sheet["next"]["kind"], sheet["next"]["entry"]) == ("correct", 3)


def test_a_game_with_an_error_has_no_winner_after_the_third_triathlon() -> None:
    sheet = sheet_of(ANN_TRIATHLON, deal(3, 5, 4, last=0), *[ANN_TRIATHLON] * 2)
    assert sheet["rows"][-1]["cells"] == [233, 5, 5]
    assert (sheet["finished"], sheet["winners"]) == (False, [])
    assert (sheet["next"]["kind"], sheet["next"]["entry"]) == ("correct", 1)


def test_a_triathlon_with_an_error_does_not_count() -> None:
    wrong = ANN_TRIATHLON | {"rejected": ["S"]}
    sheet = sheet_of(*[ANN_TRIATHLON] * 2, wrong, ANN_TRIATHLON)
    assert broken(sheet) == []
    assert sheet["rows"][-1]["cells"] == [233, 5, 5]
    usual = [*TRIATHLON, (POINT, 3)]
    receipts = [receipt(row)[0] for row in sheet["rows"]]
    assert receipts == [usual, usual, [], sorted([*usual, (END, 100)])]


TRIATHLONS = [
    (tricks, last) for tricks, last in oracle.deals() if max(oracle.scores(tricks, last)) > 99
]


@given(st.lists(st.sampled_from(oracle.deals()) | st.sampled_from(TRIATHLONS), max_size=14))
def test_a_whole_game_goes_as_the_rules_say(played: list[tuple[tuple[int, ...], int]]) -> None:
    sheet = sheet_of(*(deal(*tricks, last=last) for tricks, last in played))
    points = oracle.Points()
    late = 0
    for (tricks, last), row in zip(played, sheet["rows"], strict=True):
        if points.is_over:
            late += 1
            assert (rules(row["problems"]), row["cells"]) == ([END], [None] * 3)
            continue
        assert receipt(row) == [sorted(lines.items()) for lines in points.play(tricks, last)]
        assert row["cells"] == [sum(line["points"] for line in why) for why in row["why"]]
    assert sheet["totals"] == points.totals
    assert sheet["finished"] == (points.is_over and not late)
    assert sheet["winners"] == [NAMES[seat] for seat in points.winners if not late]
