"""A leg in short, as two phones compare what they have: the main figures, or a word."""

from __future__ import annotations

from referee.games.card_triathlon.form import FORM
from tests.games.card_triathlon.legs import C_FIRST, D_FIRST, SEVEN, laid
from tests.games.records import Json
from tests.web.leg_forms import Typed, b_typed, by_seat, c_typed, calls, counted, game
from tests.web.phones import Phone

EIGHT: Json = {"format": "half-marathon"}
POINTS = b_typed("4C", 0, [6, 1, 5, 1], [190, None, 150, 35])


def test_a_leg_is_its_main_figures_or_a_word(ann: Phone) -> None:
    cases: list[tuple[int, Json, Typed, str]] = [
        (4, {}, POINTS, "190 – 150 35"),
        (4, {}, POINTS | counted("points1", 3, 2), "190 35 150 35"),
        (4, {}, POINTS | {"points1": "9" * 5000, "points2": "<b>"}, "190 – – 35"),
        (4, {}, {"bid_0": "passed"}, "all passed"),
        (4, {}, calls("P P P P"), "all passed"),
        (4, {}, {"trick3": "AS KS QS JS"}, "by cards"),
        (8, EIGHT, POINTS | {"trick13": "AS KS QS JS"}, "190 – 150 35 by cards"),
        (4, C_FIRST, c_typed([310, 0, None, 5], [0, 1, 2, 3]), "310 0 – 5"),
        (4, C_FIRST, {"by": "cards"}, "by cards"),
        (4, D_FIRST, by_seat("scored", [110, None]) | counted("scored1", None, 4), "110 40 – –"),
        (4, D_FIRST, {"by": "cards"}, "by cards"),
    ]
    for seats, options, typed, short in cases:
        match = game(ann, seats, **options).match
        assert FORM.in_short(match, None, typed) == short

    played = game(ann, 4, laid(SEVEN), **C_FIRST)
    id = played.ids[0]
    written = played.match.entry(id)
    assert written is not None
    assert FORM.in_short(played.match, id, FORM.fill(written.data)) == "by cards"
