"""Whatever is typed counts: two inputs that disagree are refused, and both are named."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon.legs import B, C
from tests.games.records import Json, deal, la_krap, record, thirty_one, triathlon, tribello
from tests.web.hands import HANDS, SCORES, sprint
from tests.web.leg_forms import MADE, Typed, bid, by_seat, c_typed, calls, counted, refusal
from tests.web.phones import Phone

FIGURES = by_seat("value", [21, 25, 17])
THREE = {"cards0": "AH KH 7S", "cards1": "9C 9D 9H", "cards2": "7H 8D QC"}
TRICKS = by_seat("tricks", [4, 2, 1])
UP = TRICKS | {"upcard0": "AH", "upcard1": "7S", "upcard2": "SHEET"}
C_FIGURES = c_typed([310, 150, 205, 180], [0, 25, 10, 40])
D_FIGURES = by_seat("scored", [110, 35, 60, 10])
CLOCKED = record("card-triathlon", 4, [], format="clock")


def legs(*entries: Json) -> Json:
    return record("card-triathlon", 4, [*entries])


TWICE: list[tuple[Json, Typed, str, str]] = [
    # A record, what is typed for its next entry, the rule that refuses it, and what is named.
    (thirty_one(3), FIGURES | {"cards0": "AH KH 7S", "value0": "20"}, "values", "(21) 20"),
    (thirty_one(3), THREE | {"value1": "30"}, "values", "(30½) 30"),
    (thirty_one(3), FIGURES | {"closer": "3"}, "play", "3"),
    (thirty_one(3), FIGURES | {"closer": "Ann"}, "play", "Ann"),
    (tribello(), by_seat("tricks", [6, 4, 3]) | {"trump": "Z"}, "trump", "Z"),
    (tribello(*[deal(6, 4, 3)] * 6), by_seat("tricks", [6, 4, 3]) | {"trump": "S"}, "trump", ""),
    (triathlon(), by_seat("tricks", [4, 2, 7]) | {"last_trick": "3"}, "last", "3"),
    (triathlon(), by_seat("tricks", [4, 2, 7]) | {"last_trick": "2", "rejected0": "S",
         "rejected1": "Y", "trump": "C"}, "rejection", "Y"),
    (la_krap(3), TRICKS | {"alone": "1", "team1": "0"}, "play", "Everyone plays alone (red)"),
    (la_krap(3), UP | {"team1": "0"}, "play", "upcards (red)"),
    (la_krap(3), UP | {"alone": "1"}, "play", "upcards alone"),
    (la_krap(3), UP | {"alone": "yes"}, "play", "yes"),
    (la_krap(3), TRICKS | {"team0": "0", "team1": "1", "team2": "3"}, "play", "3"),
    (la_krap(3), UP | {"multiplier": "3"}, "play", "3"),
    (legs(), MADE | {"bid_0": "passed"}, "play", "all passed 6"),
    (legs(), {"bid_0": "passed", "auction_0": "1C P P P"}, "b.auction", ""),
    (legs(), MADE | calls("3C P P P") | {"bid_0": ""}, "b.auction", "3♣ 4♣"),
    (legs(), MADE | calls("4C P") | {"bid_0": ""}, "b.auction", "4♣"),
    (legs(), MADE | {"bid_0": "some"}, "play", "some"),
    (legs(), MADE | {"level_0": "four"}, "play", "four"),
    (legs(), MADE | counted("points0", 1), "values", "190 (5)"),
    (CLOCKED, MADE | {"clock": "time"}, "play", "6"),
    (CLOCKED, MADE | {"clock": "soon"}, "play", "soon"),
    (legs(B), C_FIGURES | {"cards1": "KS 4D"}, "play", "(15) 25"),
    (legs(B), C_FIGURES | {"by": "cards", "meld0_0": "7H 7D 7S"}, "play", "(15) 310"),
    (legs(B), C_FIGURES | {"red_threes2": "1"}, "play", "(5) 205"),
    (legs(B), C_FIGURES | {"by": "card"}, "play", "card"),
    (legs(B), C_FIGURES | {"out": "4"}, "play", "4"),
    (legs(B, C), D_FIGURES | counted("scored3", 1), "values", "10 (5)"),
]  # fmt: skip
COUNTED: list[tuple[Json, Typed, str]] = [
    # More cards than there are, or than were won.
    (legs(), MADE | {"points0": ""} | counted("points0", 4, 6, 5), "pack"),
    (legs(), MADE | {"points0": ""} | counted("points0", 38), "b.range pack"),
    (legs(), MADE | {"points1": ""} | counted("points1", 6, 1), "b.range"),
    (legs(), MADE | counted("points0", 10, 10, 2) | {"points0": ""}
     | {"points2": ""} | counted("points2", 10, 4, 3), "pack"),
    (legs(B), C_FIGURES | {"melded0": ""} | counted("melded0", 0, 2, 0, 5), "pack"),
    (legs(B, C), D_FIGURES | {"scored0": ""} | counted("scored0", 0, 0, 9), "pack"),
]  # fmt: skip
ONCE: list[tuple[Json, Typed]] = [
    (thirty_one(3), FIGURES | {"cards0": "AH KH 7S"}),
    (thirty_one(3), THREE | {"value1": "30,5"}),
    (la_krap(3), UP | {"team1": "1"}),
    (la_krap(3), TRICKS | {"alone": "1"}),
    (legs(), bid("4C", 0) | {"bid_0": "passed", "tricks0": "0"}),  # left chosen
    (legs(), MADE | calls("P P 4C P P P") | {"declarer_0": "0"}),
    (legs(), MADE | calls("4C P P P") | {"bid_0": ""}),
    (legs(), MADE | counted("points0", 8, 9, 3)),
    (CLOCKED, bid("4C", 0) | {"clock": "time"}),
    (legs(B), C_FIGURES | {"cards1": "KS KD 4D", "red_threes0": "0"}),
]  # fmt: skip


@pytest.mark.parametrize(("data", "typed", "rule", "named"), TWICE)
def test_what_disagrees_or_is_no_choice_is_refused_by_its_name(
    ann: Phone, data: Json, typed: Typed, rule: str, named: str
) -> None:
    rules, message = refusal(ann.load(data), typed)
    assert rules == rule, message
    assert all(each in message for each in named.split()), message


@pytest.mark.parametrize(("data", "typed", "rules"), COUNTED)
def test_no_more_cards_are_counted_than_there_are(
    ann: Phone, data: Json, typed: Typed, rules: str
) -> None:
    assert refusal(ann.load(data), typed)[0] == rules


@pytest.mark.parametrize(("data", "typed"), ONCE)
def test_what_says_the_same_or_is_only_left_chosen_is_recorded(
    ann: Phone, data: Json, typed: Typed
) -> None:
    assert refusal(ann.load(data), typed)[0] == ""


def test_a_saved_hand_is_refused_only_where_a_typed_figure_disagrees(ann: Phone) -> None:
    for by in ("", "cards"):
        match = sprint(ann)
        match.write("laid", seat=1, hand=HANDS[1].split(), layout=None, extra=None)
        figures = by_seat("scored", SCORES) | {"by": by}
        rules, message = refusal(match, figures | {"scored1": "105"})
        assert rules == "play"
        assert "(110)" in message
        assert "105" in message
        if not by:
            assert match.send(figures).status == 200
            assert match.entries[-1]["scored"] == [*SCORES]


def test_a_correction_by_figures_takes_the_place_of_the_recorded_cards(ann: Phone) -> None:
    match = ann.load(legs(B))
    cards = {"by": "cards", "meld0_0": "7H 7D 7S", "cards1": "KS 4D"}
    assert match.send(cards).status == 200
    assert match.edit(1, **C_FIGURES, by="").status == 200
    assert match.entries[1]["melded"] == [310, 150, 205, 180]
