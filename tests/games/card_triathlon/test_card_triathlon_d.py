"""The D leg of Card Triathlon by figures: what is scored, what is not, and the cap at 500."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon.legs import (
    D_FIRST,
    all_to,
    c_leg,
    cells_of,
    cited,
    d_leg,
    found,
    four,
    is_explained,
    of_severity,
    sheet_of,
)
from tests.games.records import Json

METRES: Json = {"format": "3000"}
BEFORE = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
"""Three legs of 3,000 metres: Ann and Cleo are far ahead."""


# What a hand can score ----------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"d_jokers": False}, {"d_half": "five"}])
@pytest.mark.parametrize(
    ("scored", "severity"),
    [
        ([230, 230, 230, 230], ""), ([0, 235, 0, 0], "warning"), ([380, 0, 0, 0], "warning"),
        ([0, 0, 0, 385], "error"), ([235, 0, 385, 0], "error"), ([385, 235, 0, 0], "error"),
    ],
)  # fmt: skip
def test_a_hand_scores_230_at_most_and_380_with_an_extra_hand(
    scored: list[int], severity: str, options: Json
) -> None:
    entry = d_leg(*scored, accepted=["card-triathlon.d.range"])
    sheet = four(entry, **D_FIRST, **options)
    told = [(problem["severity"], problem.get("accepted", False)) for problem in sheet["problems"]]
    assert found(sheet) == ["d.range"] * bool(severity)
    assert told == ([(severity, severity == "warning")] if severity else [])
    assert (cells_of(sheet) == [None] * 8) == (severity == "error")


def test_with_more_jokers_than_four_a_hand_has_no_such_bound() -> None:
    for seats in (6, 8):
        assert found(sheet_of(seats, d_leg(500, *[0] * (seats - 1)), **D_FIRST)) == []


# The cap of 3,000 metres --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scored", "unscored", "capped"),
    [
        # First what is Unscored.
        ([110, 35, 60, 0], 795, [170, 35, 295]), ([0, 0, 0, 0], 1000, [0, 0, 500]),
        ([200, 95, 100, 100], 505, [300, 195, 5]), ([200, 100, 100, 100], 500, [300, 200, 0]),
        ([150, 125, 100, 125], 500, [250, 250, 0]),
        # Then the team that has less in this leg, wherever it stands.
        ([155, 125, 100, 125], 495, [255, 245, 0]), ([125, 155, 125, 100], 495, [245, 255, 0]),
        ([300, 100, 100, 100], 400, [400, 100, 0]), ([50, 300, 50, 200], 400, [0, 500, 0]),
        ([55, 300, 50, 190], 405, [10, 490, 0]), ([300, 50, 195, 0], 455, [495, 5, 0]),
        ([300, 50, 200, 0], 450, [500, 0, 0]),
        # Then the other.
        ([300, 50, 205, 0], 445, [500, 0, 0]), ([300, 50, 300, 0], 350, [500, 0, 0]),
        ([0, 380, 0, 380], 240, [0, 500, 0]), ([380, 0, 380, 0], 240, [500, 0, 0]),
        # Equal teams give half each.
        ([150, 200, 150, 100], 400, [250, 250, 0]), ([155, 255, 100, 0], 490, [250, 250, 0]),
        ([300, 300, 200, 200], 0, [250, 250, 0]),
    ],
)  # fmt: skip
def test_in_3000_metres_a_leg_counts_500(
    scored: list[int], unscored: int, capped: list[int]
) -> None:
    row = [*scored, *capped, 500]
    for counted in ({"unscored": unscored}, {}):
        entry = d_leg(*scored, **counted)
        made = four(*BEFORE, entry, entry, **METRES)
        takes_extra_hand = max(scored) > 230
        assert found(made, 3) == found(made, 4) == ["d.range"] * takes_extra_hand
        assert of_severity("error", made) == []
        assert (cells_of(made, 3), cells_of(made, 4)) == (row, row)
        assert is_explained(made)
        assert (made["totals"][-1], made["finished"]) == (3000, True)
        own = [scored[0] + scored[2], scored[1] + scored[3], unscored]
        cut = [cell for cell in range(3) if own[cell] != capped[cell]]
        assert [cell for cell in range(3) if "d.cap" in cited(made, 4 + cell)] == cut
        assert all("d.straight-flush" in cited(made, cell) for cell in range(4) if scored[cell])
    assert cells_of(four(entry, **D_FIRST))[-1] == 1000


def test_the_cap_tells_who_wins() -> None:
    before = [all_to(seat, "B", 4, jokers=True) for seat in (0, 1)]
    before.append(c_leg(500, 500, 0, 0, unscored=0))
    made = four(*before, d_leg(200, 150, 100, 100), d_leg(200, 200, 0, 65), **METRES)
    assert made["totals"][4:] == [1490, 1455, 55, 3000]
    assert (made["problems"], made["winners"]) == ([], ["Ann+Cleo"])
