"""Likely slips in figures that don't add up: which are found, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.slips import (
    TRICK,
    Countable,
    CrossCheck,
    EntryFigure,
    likely_slips,
    player_figures,
)
from referee.core.text import _

NAMES = ("Ann", "Ben", "Cleo", "Dora")
text = "{0.whose} {0.change}".format
CARDS: Mapping[int, Countable] = {
    10: Countable(_("a ten missing"), _("a ten too many"), 0.9),
    20: Countable(_("one ace missing"), _("one ace too many"), 0.1),
}


def check(figures: Sequence[int], total: int, **more: Any) -> CrossCheck:
    return CrossCheck(player_figures(("points",), NAMES, figures), total, **more)


def found(entry: dict[str, Any], cross_check: CrossCheck, most: int = 20) -> list[str]:
    """Describe all slips without which the points add up."""

    def adds_up(changed: dict[str, Any]) -> bool:
        return bool(sum(changed["points"]) == cross_check.total)

    return [
        f"{text(each)}: {each.reason}" for each in likely_slips(entry, [cross_check], adds_up, most)
    ]


CASES: list[tuple[str, list[int], int, list[str]]] = [
    ("a wrong digit", [35, 61], 126,
     ["Ann 35 → 65: one digit wrong", "Ben 61 → 91: one digit wrong"]),
    ("two digits swapped", [150, 42], 147, ["Ann 150 → 105: digits swapped"]),
    ("digits apart are not swapped", [401, 207], 311, []),
    ("a digit missing", [5, 60], 110, ["Ann 5 → 50: one digit missing"]),
    ("a digit too many", [355, 60], 95, ["Ann 355 → 35: one digit too many"]),
    ("the first digit missing", [15, 60], 175,
     ["Ann 15 → 115: one digit missing", "Ben 60 → 160: one digit missing"]),
    ("no figure below 0", [0, 5], 2, ["Ben 5 → 2: one digit wrong"]),
    ("no slip explains it", [35, 61], 211, []),
]  # fmt: skip


def test_which_slips_explain_a_sum() -> None:
    for name, figures, total, slips in CASES:
        assert found({"points": figures}, check(figures, total)) == slips, name


def test_a_card_is_likelier_miscounted_by_someone_with_many() -> None:
    for figures, total, first in [
        ([90, 190, 310], 600, "Cleo 310 → 320: a ten missing"),
        ([190, 90, 310], 570, "Cleo 310 → 290: one ace too many"),
        ([310, 190, 90], 600, "Ann 310 → 320: a ten missing"),
    ]:
        assert found({"points": figures}, check(figures, total, counted=CARDS))[0] == first


def test_swapped_digits_are_likelier_than_wrong_ones() -> None:
    # 10 → 100 and 100 → 10 have one digit more or fewer; 54 → 45 has two swapped.
    figures = [54, 66, 29]
    slips = found({"points": figures}, check(figures, 140))
    assert slips[0] == "Ann 54 → 45: digits swapped"


def test_all_figures_are_multiples_of_the_unit() -> None:
    figures = [36, 65]
    assert found({"points": figures}, check(figures, 100, unit=5)) == [
        "Ann 36 → 35: one digit wrong"
    ]
    assert len(found({"points": figures}, check(figures, 100))) == 2


def test_players_are_swapped_only_if_the_sum_is_right() -> None:
    def is_right(changed: dict[str, Any]) -> bool:
        return bool(changed["points"][0] == 40)

    for total, slips in [(225, ["Ann and Ben swapped"]), (230, []), (220, [])]:
        cross_check = check([150, 40, 35], total)
        entry = {"points": [150, 40, 35]}
        offered = [
            each
            for each in likely_slips(entry, [cross_check], is_right)
            if len(
                [1 for a, b in zip(each.entry["points"], entry["points"], strict=True) if a != b]
            )
            == 2
        ]
        assert [text(each) for each in offered] == slips
        assert [each.entry["points"] for each in offered] == [[40, 150, 35]] * len(slips)


def test_a_sum_that_may_be_less_is_best_reached_exactly() -> None:
    cross_check = check([150, 40], 195, unit=5, has_rest=True)

    def is_right(changed: dict[str, Any]) -> bool:
        return changed["points"] in ([105, 40], [155, 40], [120, 40], [150, 45], [170, 40])

    offered = likely_slips({"points": [150, 40]}, [cross_check], is_right)
    assert [*map(text, offered)] == ["Ben 40 → 45", "Ann 150 → 155", "Ann 150 → 105"]


def test_three_are_offered_and_no_more_are_judged() -> None:
    judged = []

    def is_right(changed: dict[str, Any]) -> bool:
        judged.append(changed["tricks"])
        return bool(changed["tricks"][1] != 4)

    entry = {"tricks": [3, 3, 3, 3], "note": "kept"}
    tricks = player_figures(("tricks",), NAMES, [3, 3, 3, 3], _("tricks"))
    slips = likely_slips(entry, [CrossCheck(tricks, 13, TRICK)], is_right)
    assert [str(each.whose) for each in slips] == ["Ann tricks", "Cleo tricks", "Dora tricks"]
    assert slips[0].reason == "one trick missing"
    assert slips[0].entry == {"tricks": [4, 3, 3, 3], "note": "kept"}
    assert entry["tricks"] == [3, 3, 3, 3]
    assert len(judged) == 4


def test_a_figure_may_be_anywhere_in_an_entry() -> None:
    entry = {"tables": [{"unscored": 25}, {"unscored": 52}]}
    figure = EntryFigure(("tables", 1, "unscored"), "Unscored", 52)
    (slip,) = likely_slips(entry, [CrossCheck([figure], 25)], lambda _entry: True)
    assert slip.entry == {"tables": [{"unscored": 25}, {"unscored": 25}]}
    assert (text(slip), slip.reason) == ("Unscored 52 → 25", "digits swapped")
