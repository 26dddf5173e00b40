"""The forms of B, C and D legs: figures and cards, what is refused, and corrections."""

from __future__ import annotations

from referee.games.card_triathlon.form import FORM
from tests.games.card_triathlon.legs import (
    C_FIRST,
    CLOCK,
    D_FIRST,
    JOKERS,
    MARATHON,
    PASSED,
    SEVEN,
    C,
    all_to,
    at_tables,
    b_leg,
    c_leg,
    contract,
    d_leg,
    laid,
)
from tests.games.card_triathlon.two_tables import four
from tests.games.card_triathlon.whole_legs import Row
from tests.games.records import Json, record
from tests.web.leg_forms import (
    HUGE,
    MADE,
    OTHER,
    Typed,
    b_typed,
    bid,
    broken,
    by_seat,
    c_typed,
    calls,
    check_refused,
    cited,
    counted,
    game,
    refusal,
)
from tests.web.phones import Page, Phone

# Figures ------------------------------------------------------------------------------------------

B_LEG = b_leg("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35])
SOME, WITH_JOKERS = four(4), four(7, jokers=True)
BY_CARDS: Json = {"kind": "b-leg", **SOME.part}
ROW: Row = [190, 40, 150, 35, 340, 75, 25, 440]
BID = ["1C", "P", "2C", "X", "4C", "P", "P", "P"]
SIX_FIGURES = [3, 2, 3, 1, 4, 0], [160, 110, 150, 55, 185, 0]
SIX = b_typed("5NT", 0, *SIX_FIGURES)
MELDED = c_typed([310, 150, 205, 180], [0, 25, 10, 40])
C_LEG = C | {"unscored": None}
C_ROW: Row = [310, 125, 195, 140, 505, 265, 80, 1000]
CUT: Typed = {"clock": "partial"}
AFTER_B = [all_to(0, "B", 4)]

SEVENS = "7H 7D 7S 7C 7H 7D 2C"
CARDS: Typed = {"by": "cards", "meld0_0": SEVENS, "meld1_0": "AS AH JK", "cards1": "KS 4D",
                "meld2_0": "3S 3C 3S", "out": "2", "red_threes3": "1"}  # fmt: skip

RECORDED: list[tuple[int, Json, list[Json], Typed, Json, Row]] = [
    (4, {}, [], MADE | {"unscored_0": "25"}, B_LEG | {"unscored": 25}, ROW),
    # Call by call, in small letters.
    (4, {}, [], MADE | calls(" 1c p 2c x  4c p p p "),
     B_LEG | {"contract": None, "auction": BID}, ROW),
    # With blanks and zeros, and counted as well as typed.
    (4, {}, [], MADE | {"tricks0": " 06 ", "points0": " 0190 "} | counted("points0", 8, 9, 3),
     B_LEG, ROW),
    (4, JOKERS, [], MADE | {"unscored_0": "", "points0": ""}
     | counted("points0", 6, 10, 3) | counted("unscored_0", 3, 1, 0, 2),
     B_LEG | {"unscored": 85}, [*ROW[:6], 85, 500]),
    (6, {}, [], SIX, b_leg("5NT", 0, *SIX_FIGURES), [*[None] * 6, 165, 495, 0, 660]),
    (8, {}, [], MADE | OTHER | calls(" ".join(BID), 1),
     at_tables({"contract": contract("4C", 0), "tricks": [6, 1, 5, 1], "points": ROW[:4]},
               {"auction": BID, "tricks": [5, 2, 4, 2], "points": [160, 80, 140, 60]}),
     [*ROW[:4], *[None] * 4, 340 + 300, 75 + 140, 25, 880]),
    # Cut short by the clock.
    (4, CLOCK, [], CUT | bid("4C", 0),
     B_LEG | {"partial": True, "tricks": [0] * 4, "points": [0] * 4}, [*[0] * 6, 440, 440]),
    (4, CLOCK, [], CUT | by_seat("tricks", [2, None, 0, 1]) | by_seat("points", [70, None, 0, 25]),
     {"kind": "b-leg", "partial": True, "tricks": [2, 0, 0, 1], "points": [70, 0, 0, 25]},
     [70, 0, 0, 25, 70, 25, 345, 440]),
    (4, CLOCK, AFTER_B, CUT | MELDED, C_LEG | {"partial": True}, C_ROW),
    # C legs.
    (4, C_FIRST, [], MELDED | {"unscored_0": "80", "out": "0"},
     C_LEG | {"unscored": 80, "out": 0}, C_ROW),
    (4, C_FIRST, [], MELDED | {"melded0": "", "in_hand1": ""} | counted("melded0", 12, 13, 3, 2)
     | counted("in_hand1", 1, 2) | counted("unscored_0", 0, 0, 4, 0),
     C_LEG | {"unscored": 80}, C_ROW),
    (6, C_FIRST, [], c_typed([310, 150, 205, 180, 0, 5], [0, 25, 10, 40, 60, 0]),
     c_leg(310, 150, 205, 180, 0, 5, held=[0, 25, 10, 40, 60, 0]),
     [310, 125, 195, 140, -60, 5, 445, 270, 515, 1500]),
    (8, C_FIRST, [], c_typed([100] * 8, [None] * 8, unscored_0="1200", out="7"),
     c_leg(*[100] * 8, unscored=1200, out=7), [*[100] * 8, 400, 400, 1200, 2000]),
    (4, C_FIRST, [], CARDS,
     laid(SEVENS, "AS AH JK", "3S 3C 3S", hands=["", "KS 4D"], out=2, red_threes=[0, 0, 0, 1]),
     [35, 55, 15, 5, 50, 60, 860, 1000]),
    # D legs.
    (4, D_FIRST, [], by_seat("scored", [110, 35, None, 0]) | counted("scored2", 4, 4),
     d_leg(110, 35, 60, 0), [110, 35, 60, 0, 170, 35, 795, 1000]),
]  # fmt: skip


def test_a_leg_is_recorded_as_typed_and_saved_untouched_it_stays(ann: Phone) -> None:
    for seats, options, before, typed, entry, row in RECORDED:
        match = game(ann, seats, *before, **options)
        told = {name: value for name, value in entry.items() if value is not None}
        page = match.check_recorded(typed, told, row)
        shown = ["–" if each is None else f"{each:,}".replace("-", "−") for each in row]
        assert page.rows[-1] == shown


LED = SOME.leg.play[0]
REFUSED: list[tuple[Json, Json | None, Typed, str]] = [
    # Options, the leg to correct, if any, what is typed, and the rules that refuse it.
    ({}, None, by_seat("tricks", [None] * 4), "b.tricks-total values"),
    ({}, None, MADE | {"level_0": "", "strain_0": ""}, "play"),
    ({}, None, MADE | {"declarer_0": "4"}, "play"), ({}, None, MADE | {"strain_0": "Z"}, "play"),
    ({}, None, MADE | calls(""), "play"),
    ({}, None, MADE | calls("1C P 2C P P"), "b.auction"),
    ({}, None, MADE | calls("<B> P P P"), "b.auction"),
    ({}, None, MADE | {"auction_0": "1C P P P"}, "b.auction"),
    ({}, None, MADE | {"tricks3": "one"}, "b.tricks-total"),
    ({}, None, MADE | {"points3": HUGE}, "values"), ({}, None, MADE | {"points3": ""}, "values"),
    ({}, None, MADE | {"points3": ""} | counted("points3", 3, 2) | {"points3_20": "x"}, "values"),
    ({}, None, MADE | {"points0": ""} | counted("points0", 0, 0, 5), "pack"),
    ({}, None, MADE | {"unscored_0": "some"}, "values"), ({}, None, MADE | CUT, "clock"),
    (CLOCK, None, CUT | by_seat("tricks", [2, 0, 0, 1]), "b.range"),
    (CLOCK, None, CUT | {"tricks0": "2", "tricks1": "x"}, "b.tricks-total"),
    (CLOCK, None, CUT | calls("1C P"), "b.auction"),
    # By cards.
    (MARATHON, BY_CARDS, {"trick0": " ".join(LED[:3])}, "play"),
    (MARATHON, BY_CARDS, {f"trick{at}": "" for at in range(13)}, "play"),
    (MARATHON, BY_CARDS, {"trick0": HUGE}, "pack play"),
    (MARATHON, BY_CARDS, {"trick0": " ".join(["JK", *LED[1:]])}, "pack"),
    (MARATHON, BY_CARDS, {"level_0": ""}, "play"),
    (MARATHON, BY_CARDS, calls("1C P P"), "b.auction"),
    (JOKERS, {"kind": "b-leg", **WITH_JOKERS.part}, {"aside_0": ""}, "play"),
    (JOKERS, {"kind": "b-leg", **WITH_JOKERS.part},
     {"aside_0": f"{WITH_JOKERS.leg.aside[0]} <b>"}, "pack"),
    # C legs.
    (C_FIRST, None, by_seat("in_hand", [0, 25, 10, 40]), "values"),
    (C_FIRST, None, MELDED | {"melded2": "<b>"}, "values"),
    (C_FIRST, None, MELDED | {"in_hand1": "x"}, "values"),
    (C_FIRST, None, MELDED | {"in_hand1": ""} | counted("in_hand1", 2) | {"in_hand1_10": "x"},
     "values"),
    (C_FIRST, None, CARDS | {"cards2": "KS"}, "c.out"),
    (C_FIRST, None, CARDS | {"red_threes0": "4"}, "pack"),
    (C_FIRST, None, CARDS | {"cards3": "<b>"}, "pack"),
    (C_FIRST, None, CARDS | {"out": "9"}, "play"),
    (C_FIRST, None, CARDS | {"meld3_0": "4S 5S 6S", "meld3_9": "9S 9H"}, "c.meld"),
]  # fmt: skip


def test_wrong_legs_are_refused_by_rule(ann: Phone) -> None:
    for options, old, changed, rules in REFUSED:
        match = game(ann, 4, *[old] if old else [], **options)
        typed = FORM.fill(old, match.match.setup.options) if old else {}
        assert refusal(match, {**typed, **changed}, *match.ids)[0] == rules, (options, changed)


def test_what_is_refused_is_kept(ann: Phone) -> None:
    check_refused(ann, record("card-triathlon", 4, []),
                  [("points", MADE | {"points3": HUGE}, ["values"])])  # fmt: skip
    check_refused(ann, record("card-triathlon", 4, [BY_CARDS], **MARATHON),
                  [("a trick", {"trick0": HUGE}, ["pack", "play"])])  # fmt: skip
    check_refused(ann, record("card-triathlon", 4, [], **C_FIRST),
                  [("a meld", CARDS | {"meld3_0": "4S 5S 6S"}, ["c.meld"])])  # fmt: skip


def test_players_whose_figures_are_missing_are_named(ann: Phone) -> None:
    for seats, options, typed, names in (
        (4, {}, b_typed("1NT", 0, [7, 6, 0, 0], [None] * 4), "points for Ann and Ben."),
        (8, {}, MADE | OTHER | {"tricks4": "", "tricks7": ""}, "for Emil and P8: 7 of 13"),
        (4, C_FIRST, MELDED | {"melded1": "", "melded3": ""}, "what Ben and Dora melded"),
    ):
        assert names in refusal(game(ann, seats, **options), typed)[1]
    assert refusal(game(ann, 8), MADE | OTHER | {"tricks0": "", "tricks5": ""}) == ("", "")


def test_a_deal_that_is_passed_out_is_recorded_and_the_leg_is_still_due(ann: Phone) -> None:
    cases: list[tuple[int, Typed, Json, Typed]] = [
        (4, bid("4C", 0) | {"bid_0": "passed", "points0": "0"}, PASSED, MADE),
        (6, calls("P P P P P P"), {"kind": "b-leg", "auction": ["P"] * 6}, SIX),
    ]
    for seats, typed, entry, instead in cases:
        match = game(ann, seats)
        page = match.send(typed)
        assert (page.status, match.entries, set(match.cells())) == (200, [entry], {None})
        assert "deal again" in page.tree.one(class_="due").text
        match.check_untouched()
        assert match.edit(**instead, bid_0="").status == 200
        assert match.entries[0]["tricks"][0] == int(instead["tricks0"])
    match = game(ann, 8)  # a table of eight just deals again
    assert refusal(match, MADE | OTHER | calls("P P P P", 1))[0] == "b.auction"
    assert refusal(match, MADE | OTHER | {"bid_0": "passed"})[0] == "play"
    for seats in (4, 6, 8):
        keys = ann.open(game(ann, seats).to_score).tree.all("input", name="bid_0")
        assert ("passed" in [key["value"] for key in keys]) == (seats != 8)


def test_time_ends_a_game_between_legs_or_after_a_leg_cut_short(ann: Phone) -> None:
    match = game(ann, 4, **CLOCK)
    page = match.send(CUT)
    assert "Time is up" in page.tree.one(class_="due").text
    assert match.edit(clock="", **MADE).status == 200
    assert (match.entries, match.cells()) == ([B_LEG], ROW)
    page = match.open_edit()
    assert [key["value"] for key in page.tree.all("input", name="clock")] == ["", "partial"]
    form = page.form(match.ids[0])
    ann.post(form["action"], form.fields() | {"clock": "time"})
    assert match.entries == [B_LEG]
    assert refusal(match, {"clock": "time", "melded0": "35"})[0] == "play"
    assert match.send({"clock": "time"}).tree.all(class_="finished") != []
    assert match.edit(1, note="at ten").status == 200
    assert match.entries[1:] == [{"kind": "time", "note": "at ten"}]
    fields = match.open_edit(1).form(match.ids[1]).fields()
    assert fields.keys() == {"number", "id", "entry", "note"}
    match = game(ann, 4)
    assert refusal(match, {"clock": "time"})[0] == "clock"
    assert ann.open(match.to_score).tree.all("input", name="clock") == []


def marked(page: Page) -> list[str]:
    """Names of the fields marked as wrong; for a marked part without fields, the part's name."""
    found: set[str] = set()
    for each in page.tree.one(id="entry").all(class_="blamed"):
        fields = [field["name"] for field in each.all("input") if each.tag == "label"]
        found |= set(fields or [each["data-field"].partition(".")[0]])
    return sorted(found)


def test_only_what_is_wrong_is_marked_at_each_table(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], list[str]]] = [
        ({"points6": "7x"}, ["points6"]), ({"tricks5": "x"}, ["tricks5"]),
        ({"points6": "", "points4": ""}, ["points4", "points6"]),
        ({"tricks4": "6"}, ["tricks4", "tricks5", "tricks6", "tricks7"]),
        ({"unscored_0": "y"}, ["unscored_0"]),
        ({"unscored_0": "35"}, ["points0", "points1", "points2", "points3"]),
        ({"level_1": ""}, ["contract"]),
    ]  # fmt: skip
    for typed, expected in cases:
        page = game(ann, 8).send(MADE | OTHER | {"unscored_0": "25"} | typed)
        assert (page.status, marked(page)) == (422, expected)
        assert "blamed" not in page.tree.all(class_="contract")[0]["class"].split()
    page = game(ann, 4).send(MADE | {"points1": "75", "points2": "115"})
    assert marked(page) == ["points1"]


SHORT: list[tuple[int, Json, Typed, str]] = [
    (4, {}, MADE | {"points1": ""}, "190 – 150 35"),
    (4, {}, MADE | {"points1": ""} | counted("points1", 3, 2), "190 35 150 35"),
    (4, {}, MADE | {"points1": HUGE, "points2": "<b>"}, "190 – – 35"),
    (4, {}, {"bid_0": "passed"}, "all passed"), (4, {}, calls("P P P P"), "all passed"),
    (4, {}, {"trick3": "AS KS QS JS"}, "cards entered"),
    (8, {}, MADE | {"trick13": "AS KS QS JS"}, "190 40 150 35 cards entered"),
    (4, C_FIRST, c_typed([310, 0, None, 5], [0, 1, 2, 3]), "310 0 – 5"),
    (4, C_FIRST, {"by": "cards"}, "cards entered"),
    (4, D_FIRST, by_seat("scored", [110, None]) | counted("scored1", None, 4), "110 40 – –"),
    (4, D_FIRST, {"by": "cards"}, "cards entered"),
]  # fmt: skip


def test_a_leg_is_its_main_figures_or_a_word(ann: Phone) -> None:
    for seats, options, typed, short in SHORT:
        assert FORM.in_short(game(ann, seats, **options).match, None, typed) == short
    played = game(ann, 4, laid(SEVEN), **C_FIRST)
    entry = played.match.entry(played.ids[0])
    assert entry is not None
    assert FORM.in_short(played.match, entry.id, FORM.fill(entry.data)) == "cards entered"


# A B leg by cards ---------------------------------------------------------------------------------


def test_two_tables_keep_their_cards_and_figures_apart(ann: Phone) -> None:
    other = four(9)
    leg = at_tables(SOME.by_figures, other.part)
    match = game(ann, 8, leg)
    fields = match.open_edit().form(match.ids[0]).fields()
    assert {"tricks0", "points3", "unscored_0", "trick13", "trick25", "bid_1"} <= fields.keys()
    assert not {"tricks4", "points4", "unscored_1", "trick0", "trick12"} & fields.keys()
    match.check_untouched()
    page = match.edit(trick13="")
    assert (page.status, broken(page)) == (422, ["play"])
    page = ann.send(page, match.ids[0], trick13=" ".join(other.leg.play[0]), level_1="7")
    part = other.part | {"contract": other.contract | {"level": 7}}
    assert (page.status, match.entries) == (200, [at_tables(SOME.by_figures, part)])


# A C leg by cards ---------------------------------------------------------------------------------


def test_each_meld_is_judged_and_cards_come_to_what_they_are_worth(ann: Phone) -> None:
    match = game(ann, 4, **C_FIRST)
    for cards, rule in (("9H 9D", "c.meld"), ("3H 3D 3H", "c.red-threes"), ("9H 9D <b>", "pack")):
        said = match.told(CARDS | {"meld1_2": cards})
        assert (cited(said["meld1_2"]), cited(said["doubts0"])) == (rule, rule)
        assert (said["meld1_2"].all(class_="bad") != [], said["sum1"].text) == (True, "")
        assert said["meld1_0"].text == "2 natural, 1 wild: 70 points"
    shown = match.hints(CARDS)
    assert shown["meld0_0"] == "6 natural, 1 wild: 35 points, seven of a kind"
    assert [shown[f"sum{seat}"] for seat in range(4)] == ["35", "55", "15", "5"]
    assert (shown["cards1"], shown["cards0"], shown["doubts0"]) == ("15 in hand", "", "")
    assert shown["bar0"] == "140 of 1,000 melded or in hand, 860 unscored"
    for out, rule in (("", "c.stop"), ("1", "c.stop"), ("2", "")):  # only by going out
        assert cited(match.told(CARDS | {"out": out})["meld2_0"]) == rule


def test_cards_of_an_old_leg_are_corrected(ann: Phone) -> None:
    match = game(ann, 4, **C_FIRST)
    match.send(CARDS)
    page = match.edit(meld1_0="AS AH AD", red_threes1="2")
    assert (page.status, match.cells()) == (200, [35, 55, 15, 5, 50, 60, 860, 1000])
    assert match.entries[0]["red_threes"] == [0, 2, 0, 1]
    assert match.edit(by="", **MELDED, out="").status == 200
    assert match.cells() == C_ROW


def test_more_melds_than_there_are_ranks_and_all_red_threes_are_kept(ann: Phone) -> None:
    ranks = ("4", "5", "6", "7", "8", "9", "10")
    melds = [f"{rank}S {rank}H {rank}{suit}" for rank in ranks for suit in "DC"]
    entry = laid(" / ".join([*melds, "KS KH KD", "QS QH 2C"]), red_threes=[4, 0, 0, 0])
    match = game(ann, 4, entry, **C_FIRST)
    assert match.edit(note="seen").status == 200
    assert match.entries == [entry | {"note": "seen"}]
    said = match.hints({"by": "cards", "meld0_20": "AS AH 2C AD AC JK"})
    assert said["meld0_20"] == "4 natural, 2 wild: 115 points"

    match = game(ann, 8, **C_FIRST)
    threes = {"by": "cards", "red_threes4": "8"}
    assert refusal(match, threes | {"red_threes0": "1"})[0] == "pack"
    assert match.send(threes).status == 200
    match.check_untouched()
