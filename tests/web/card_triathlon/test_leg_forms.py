"""The forms of B, C and D legs: figures and cards, what is refused, and corrections."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from referee.games.card_triathlon.form import FORM
from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    C_FIRST,
    D_FIRST,
    JOKERS,
    PASSED,
    SEVEN,
    TEAMS,
    all_to,
    at_tables,
    c_leg,
    contract,
    d_leg,
    laid,
)
from tests.games.card_triathlon.oracle_canasta import meld
from tests.games.card_triathlon.two_tables import four
from tests.games.card_triathlon.whole_legs import (
    Company,
    PlayedB,
    PlayedC,
    Row,
    b_leg_at_random,
    c_leg_at_random,
)
from tests.games.records import Json, record
from tests.web import markup
from tests.web.at_tables import REVOKED, TABLES
from tests.web.leg_forms import (
    HOSTILE,
    HUGE,
    MADE,
    OTHER,
    Refused,
    Typed,
    b_typed,
    bid,
    broken,
    by_seat,
    c_typed,
    calls,
    cells,
    check_refused,
    check_untouched,
    cited,
    counted,
    edited,
    form_of,
    game,
    hints,
    kept,
    send,
    told,
)
from tests.web.phones import Page, Phone, PlayedMatch

# Figures ------------------------------------------------------------------------------------------

CLUBS = contract("4C", 0)
FIGURES: Json = {"tricks": [6, 1, 5, 1], "points": [190, 40, 150, 35]}
B_LEG: Json = {"kind": "b-leg", "contract": CLUBS, **FIGURES}
ROW: Row = [190, 40, 150, 35, 340, 75, 25, 440]
BID = ["1C", "P", "2C", "X", "4C", "P", "P", "P"]
SIX = b_typed("5NT", 0, [3, 2, 3, 1, 4, 0], [160, 110, 150, 55, 185, 0])
SIX_FIGURES: Json = {"tricks": [3, 2, 3, 1, 4, 0], "points": [160, 110, 150, 55, 185, 0]}
OTHER_FIGURES: Json = {"tricks": [5, 2, 4, 2], "points": [160, 80, 140, 60]}
BOTH_ROW = [190, 40, 150, 35, None, None, None, None, 340 + 300, 75 + 140, 25, 880]
MELDED = c_typed([310, 150, 205, 180], [0, 25, 10, 40])
C_LEG = c_leg(310, 150, 205, 180, held=[0, 25, 10, 40])
C_ROW: Row = [310, 125, 195, 140, 505, 265, 80, 1000]
CLOCK: Json = {"format": "clock"}
CUT: Typed = {"clock": "partial"}
AFTER_B = [all_to(0, "B", 4)]

RECORDED: list[tuple[int, Json, list[Json], Typed, Json, Row]] = [
    (4, {}, [], MADE | {"unscored_0": "25"}, B_LEG | {"unscored": 25}, ROW),
    # Call by call, in small letters.
    (4, {}, [], MADE | calls(" 1c p 2c x  4c p p p "),
     {"kind": "b-leg", "auction": BID, **FIGURES}, ROW),
    # With blanks and zeros, and counted as well as typed.
    (4, {}, [], MADE | {"tricks0": " 06 ", "points0": " 0190 "} | counted("points0", 8, 9, 3),
     B_LEG, ROW),
    (4, JOKERS, [], MADE | {"unscored_0": "", "points0": ""}
     | counted("points0", 6, 10, 3) | counted("unscored_0", 3, 1, 0, 2),
     B_LEG | {"unscored": 85}, [*ROW[:6], 85, 500]),
    (6, {}, [], SIX, {"kind": "b-leg", "contract": contract("5NT", 0), **SIX_FIGURES},
     [*[None] * 6, 165, 495, 0, 660]),
    (8, {}, [], MADE | OTHER | calls(" ".join(BID), 1),
     at_tables({"contract": CLUBS, **FIGURES}, {"auction": BID, **OTHER_FIGURES}), BOTH_ROW),
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
    # D legs.
    (4, D_FIRST, [], by_seat("scored", [110, 35, None, 0]) | counted("scored2", 4, 4),
     d_leg(110, 35, 60, 0), [110, 35, 60, 0, 170, 35, 795, 1000]),
]  # fmt: skip


def test_a_leg_is_recorded_by_its_figures_and_saved_untouched_it_stays(ann: Phone) -> None:
    for seats, options, before, typed, entry, row in RECORDED:
        match = game(ann, seats, *before, **options)
        page = send(ann, match, typed)
        assert page.status == 200, page.rules
        assert (match.entries[-1], cells(match)) == (entry, list(row))
        assert page.rows[-1] == ["–" if each is None else plain(each) for each in row]
        check_untouched(ann, match, -1)


def plain(figure: int) -> str:
    return f"{figure:,}".replace("-", "−")


REFUSED: Refused = [
    ("nothing at all", by_seat("tricks", [None] * 4) | by_seat("points", [None] * 4),
     ["b.tricks-total", "values"]),
    ("no contract", {"level_0": "", "strain_0": ""}, ["play"]),
    ("a stranger declared", {"declarer_0": "4"}, ["play"]),
    ("no such strain", {"strain_0": "Z"}, ["play"]),
    ("no calls", calls(""), ["play"]),
    ("calls without an end", calls("1C P 2C P P"), ["b.auction"]),
    ("hostile calls", calls("<B> P P P"), ["b.auction"]),
    ("tricks in words", {"tricks3": "one"}, ["b.tricks-total"]),
    ("endless points", {"points3": HUGE}, ["values"]),
    ("points missing", {"points3": ""}, ["values"]),
    ("cards in words", {"points3": ""} | counted("points3", 3, 2) | {"points3_20": "x"},
     ["values"]),
    ("more cards than were won", {"points3": ""} | counted("points3", 5, 0, 1),
     ["b.range"]),
    ("more aces than there are", {"points0": ""} | counted("points0", 0, 0, 5), ["pack"]),
    ("counted and typed otherwise", counted("points0", 8, 9, 2), ["values"]),
    ("the rest in words", {"unscored_0": "some"}, ["values"]),
    ("all passed, and figures", {"bid_0": "passed"}, ["play"]),
    ("a contract beside other calls", {"auction_0": "1C P P P"}, ["b.auction"]),
    ("cut short without a clock", CUT, ["clock"]),
]  # fmt: skip
REFUSED_PARTIAL: Refused = [
    ("tricks without points", by_seat("tricks", [2, 0, 0, 1]), ["b.range"]),
    ("tricks in words", by_seat("tricks", [2, 0, 0, 0]) | {"tricks1": "x"}, ["b.tricks-total"]),
    ("an auction that is not over", calls("1C P"), ["b.auction"]),
]
REFUSED_C: Refused = [
    ("nothing at all", by_seat("melded", [None] * 4), ["values"]),
    ("a word", {"melded2": "<b>"}, ["values"]),
    ("a word in hand", {"in_hand1": "x"}, ["values"]),
    ("cards in words", {"in_hand1": ""} | counted("in_hand1", 2) | {"in_hand1_10": "x"},
     ["values"]),
    ("a stranger went out", {"out": "4"}, ["play"]),
    ("figures and other cards", {"cards1": "KS"}, ["play"]),
]  # fmt: skip


def test_wrong_legs_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, record("card-triathlon", 4, []), REFUSED, MADE)
    check_refused(ann, record("card-triathlon", 4, [], **CLOCK), REFUSED_PARTIAL, CUT)
    check_refused(ann, record("card-triathlon", 4, [], **C_FIRST), REFUSED_C, MELDED)


def test_players_whose_figures_are_missing_are_named(ann: Phone) -> None:
    cases: list[tuple[int, Json, Typed, str]] = [
        (4, {}, b_typed("1NT", 0, [7, 6, 0, 0], [None] * 4), "points for Ann and Ben."),
        (8, {}, MADE | OTHER | {"tricks4": "", "tricks7": ""}, "for Emil and P8: 7 of 13"),
        (4, C_FIRST, MELDED | {"melded1": "", "melded3": "", "in_hand0": ""},
         "what Ben and Dora melded"),
    ]  # fmt: skip
    for seats, options, typed, names in cases:
        page = send(ann, game(ann, seats, **options), typed)
        assert (page.status, names in page.alert) == (422, True), page.alert
    match = game(ann, 8)
    assert send(ann, match, MADE | OTHER | {"tricks0": "", "tricks5": ""}).status == 200
    assert [part["tricks"] for part in match.entries[0]["tables"]] == [[6, 1, 5, 1], [5, 2, 4, 2]]


def test_a_deal_that_is_passed_out_is_recorded_and_the_leg_is_still_due(ann: Phone) -> None:
    cases: list[tuple[int, Typed, Json]] = [
        (4, {"bid_0": "passed"}, PASSED),
        (4, bid("4C", 0) | {"bid_0": "passed", "points0": "0"}, PASSED),
        (6, calls("P P P P P P"), {"kind": "b-leg", "auction": ["P"] * 6}),
    ]
    for seats, typed, entry in cases:
        match = game(ann, seats)
        page = send(ann, match, typed)
        assert (page.status, match.entries, set(cells(match))) == (200, [entry], {None})
        assert "deal again" in page.tree.one(class_="due").text
        check_untouched(ann, match)
        assert edited(ann, match, **(MADE if seats == 4 else SIX), bid_0="").status == 200
        assert match.entries[0]["tricks"] == (FIGURES if seats == 4 else SIX_FIGURES)["tricks"]
    for typed, rule in ((calls("P P P P", 1), "b.auction"), ({"bid_0": "passed"}, "play")):
        match = game(ann, 8)  # a table of eight just deals again
        page = send(ann, match, MADE | OTHER | typed)
        assert (page.status, match.number, rule in broken(page)) == (422, 1, True)
    for seats in (4, 6, 8):
        keys = ann.open(game(ann, seats).to_score).tree.all("input", name="bid_0")
        assert ("passed" in [key["value"] for key in keys]) == (seats != 8)


def test_time_ends_a_game_between_legs_or_after_a_leg_cut_short(ann: Phone) -> None:
    match = game(ann, 4, **CLOCK)
    page = send(ann, match, CUT)
    assert "Time is up" in page.tree.one(class_="due").text
    assert edited(ann, match, clock="", **MADE).status == 200
    assert (match.entries, cells(match)) == ([B_LEG], ROW)
    keys = form_of(ann, match).tree.all("input", name="clock")
    assert [key["value"] for key in keys] == ["", "partial"]
    form = form_of(ann, match).form(match.ids[0])
    ann.post(form["action"], form.fields() | {"clock": "time"})
    assert [entry["kind"] for entry in match.entries] == ["b-leg"]
    page = send(ann, match, {"clock": "time", "melded0": "35"})
    assert (page.status, broken(page)) == (422, ["play"])
    assert send(ann, match, {"clock": "time"}).tree.all(class_="finished") != []
    assert match.entries[1:] == [{"kind": "time"}]
    fields = form_of(ann, match, 1).form(match.ids[1]).fields()
    assert fields.keys() == {"number", "id", "entry", "note"}
    assert edited(ann, match, 1, note="at ten").status == 200
    assert match.entries[1] == {"kind": "time", "note": "at ten"}

    match = game(ann, 4)
    page = send(ann, match, {"clock": "time"})
    assert (page.status, broken(page), match.number) == (422, ["clock"], 1)
    assert page.tree.all("input", name="clock") == []


def marked(page: Page) -> list[str]:
    """Names of the fields marked as wrong; for a marked part without fields, the part's name."""
    found: set[str] = set()
    for each in page.tree.one(id="entry").all(class_="blamed"):
        fields = [field["name"] for field in each.all("input") if each.tag == "label"]
        found |= set(fields or [each["data-field"].partition(".")[0]])
    return sorted(found)


def test_only_what_is_wrong_is_marked_where_two_tables_play(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], list[str]]] = [
        ({"points6": "7x"}, ["points6"]), ({"tricks5": "x"}, ["tricks5"]),
        ({"points6": "", "points4": ""}, ["points4", "points6"]),
        ({"tricks4": "6"}, ["tricks4", "tricks5", "tricks6", "tricks7"]),
        ({"unscored_0": "y"}, ["unscored_0"]),
        ({"unscored_0": "35"}, ["points0", "points1", "points2", "points3"]),
        ({"level_1": ""}, ["contract"]),
    ]  # fmt: skip
    for typed, expected in cases:
        page = send(ann, game(ann, 8), MADE | OTHER | {"unscored_0": "25"} | typed)
        assert (page.status, marked(page)) == (422, expected)
        assert "blamed" not in page.tree.all(class_="contract")[0]["class"].split()


def test_beside_each_name_stands_what_the_player_comes_to(ann: Phone) -> None:
    match = game(ann, 4, **C_FIRST)
    said = hints(ann, match, MELDED | {"in_hand3": ""} | counted("in_hand3", 1, 1))
    assert [said[f"player{seat}"] for seat in range(4)] == ["310", "125", "195", "165"]
    assert (said["in_hand3"], said["in_hand2"]) == ("= 15", "")
    said = hints(ann, match, {"melded0": "x", "in_hand1": "5", "melded2": "5", "in_hand2": "30"})
    assert [said[f"player{seat}"] for seat in range(4)] == ["", "", "−25", ""]


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

WAYS = [("4", False), ("4", True), ("6", False), ("6 in three", False), ("8", False), ("8", True)]
SOME, WITH_JOKERS = four(4), four(7, jokers=True)
BY_CARDS: Json = {"kind": "b-leg", **SOME.part}


def options_of(way: str, jokers: bool) -> Json:
    return {"format": "5000", "teams": list(TEAMS[way]), "b_jokers": jokers, "first_dealer": 0}


def leg_of(way: str, jokers: bool) -> PlayedB:
    company = Company(way, options_of(way, jokers))
    legs = (b_leg_at_random(Random(seed), company, 0, cut=False) for seed in count())
    return next(leg for leg in legs if leg is not None)


@pytest.fixture
def match(ann: Phone) -> PlayedMatch:
    return game(ann, 4, BY_CARDS, format="5000")


def test_the_form_has_every_card_and_saved_untouched_the_leg_stays(ann: Phone) -> None:
    for way, jokers in WAYS:
        leg = leg_of(way, jokers)
        match = game(ann, int(way[0]), leg.cards, **options_of(way, jokers))
        page = form_of(ann, match)
        assert (cells(match), markup.faults(page.html)) == (leg.row, [])
        fields = page.form(match.ids[0]).fields()
        parts = leg.cards.get("tables") or [leg.cards]
        for place, part in enumerate(parts):
            tricks = [fields[f"trick{13 * place + at}"] for at in range(13)]
            assert [trick.split() for trick in tricks] == part["play"]
            assert fields.get(f"aside_{place}", "").split() == part.get("aside", [])
            assert (part.get("auction") is not None) == (fields.get(f"bid_{place}") == "calls")
        assert not any(name.startswith(("tricks", "points", "unscored")) for name in fields)
        assert [key["value"] for key in page.tree.all("input", name="bid_0")] == ["", "calls"]
        assert edited(ann, match, note="seen").status == 200
        assert cells(match) == leg.row
        (entry,) = match.entries
        for saved, part in zip(entry.get("tables") or [entry], parts, strict=True):
            for name in ("play", "aside", "auction"):
                assert saved.get(name) == part.get(name)


LED = SOME.leg.play[0]
WRONG_CARDS: Refused = [
    ("a card missing", {"trick0": " ".join(LED[:3])}, ["play"]),
    ("no trick at all", {f"trick{at}": "" for at in range(13)}, ["play"]),
    ("an endless card", {"trick0": HUGE}, ["pack", "play"]),
    ("a Joker that is not in the pack", {"trick0": " ".join(["JK", *LED[1:]])}, ["pack"]),
    ("no contract", {"level_0": ""}, ["play"]),
    ("calls and a contract that differ", calls("1C P P"), ["b.auction"]),
]
LEFT_OVER: Refused = [
    ("nothing left over", {"aside_0": ""}, ["play"]),
    ("no card left over", {"aside_0": f"{WITH_JOKERS.leg.aside[0]} <b>"}, ["pack"]),
]


def test_wrong_cards_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, record("card-triathlon", 4, [BY_CARDS], format="5000"), WRONG_CARDS)
    leg = {"kind": "b-leg", **WITH_JOKERS.part}
    check_refused(ann, record("card-triathlon", 4, [leg], **JOKERS), LEFT_OVER)


def test_another_contract_is_judged_with_the_same_cards(ann: Phone, match: PlayedMatch) -> None:
    form = form_of(ann, match).form(match.ids[0])
    ann.post(form["action"], form.fields() | {"bid_0": "passed"})
    assert match.entries == [BY_CARDS]  # old cards can't be passed out
    level = 7 if SOME.contract["level"] != 7 else 1
    assert edited(ann, match, level_0=str(level)).status == 200
    assert match.entries == [BY_CARDS | {"contract": SOME.contract | {"level": level}}]
    made = SOME.leg._replace(contract=SOME.leg.contract._replace(level=level))
    figures = oracle.figures(made, oracle.FOUR)
    assert cells(match) == oracle.row(made.contract, oracle.FOUR, figures)


def test_a_revoke_that_the_cards_prove_is_kept_once_it_is_confirmed(ann: Phone) -> None:
    leg: Json = {"kind": "b-leg", **TABLES[0].part}
    match = game(ann, 4, leg, format="5000")
    play = REVOKED.leg.play
    typed = {f"trick{at}": " ".join(trick) for at, trick in enumerate(play)}
    page = edited(ann, match, **typed)
    assert (page.status, broken(page), match.entries) == (422, ["b.follow"], [leg])
    assert kept(page, typed, match.ids[0])
    assert ann.send(page, match.ids[0]).status == 200
    assert match.entries == [leg | {"play": play, "accepted": ["card-triathlon.b.follow"]}]


def test_two_tables_keep_their_cards_and_figures_apart(ann: Phone) -> None:
    other = four(9)
    leg = at_tables(SOME.by_figures, other.part)
    match = game(ann, 8, leg)
    fields = form_of(ann, match).form(match.ids[0]).fields()
    assert {"tricks0", "points3", "unscored_0", "trick13", "trick25", "bid_1"} <= fields.keys()
    assert not {"tricks4", "points4", "unscored_1", "trick0", "trick12"} & fields.keys()
    check_untouched(ann, match)
    page = edited(ann, match, trick13="")
    assert (page.status, broken(page)) == (422, ["play"])
    page = ann.send(page, match.ids[0], trick13=" ".join(other.leg.play[0]), note="both")
    assert (page.status, match.entries) == (200, [leg | {"note": "both"}])


def test_names_are_shown_as_they_are_on_every_page_of_a_leg(ann: Phone) -> None:
    typed = MADE | OTHER
    match = game(ann, 8, names=HOSTILE)
    said = hints(ann, match, typed)
    assert f"{HOSTILE[2]} is dummy, {HOSTILE[1]} leads" in said["contract0"]
    assert f"{HOSTILE[6]} is dummy, {HOSTILE[5]} leads" in said["contract1"]
    assert f"{HOSTILE[3]} can’t have 75" in hints(ann, match, typed | {"points3": "75"})["doubts0"]
    pages = [send(ann, match, typed), form_of(ann, match), edited(ann, match, points0="75")]
    match = game(ann, 8, at_tables(SOME.part, four(9).part), names=HOSTILE)
    pages += [form_of(ann, match), edited(ann, match, trick0="", trick20="")]
    for page in pages:
        assert markup.faults(page.html) == []
        assert all(name in page.text for name in HOSTILE)


# A C leg by cards ---------------------------------------------------------------------------------


def cards_typed(leg: PlayedC) -> Typed:
    melds, red_threes, hands, out = leg.leg
    typed = {"by": "cards", "out": "" if out is None else str(out)}
    typed |= by_seat("red_threes", red_threes)
    typed |= {f"cards{seat}": " ".join(hand) for seat, hand in enumerate(hands)}
    for seat, of_seat in enumerate(melds):
        typed |= {f"meld{seat}_{place}": ", ".join(cards) for place, cards in enumerate(of_seat)}
    return typed


def test_a_leg_is_recorded_by_its_cards_which_are_in_its_form_then(ann: Phone) -> None:
    for way in TEAMS:
        options = C_FIRST | {"teams": list(TEAMS[way])}
        leg = c_leg_at_random(Random(1), Company(way, options), cut=False)
        match = game(ann, int(way[0]), **options)
        typed = cards_typed(leg)
        page = send(ann, match, typed)
        assert page.status == 200, page.rules
        (entry,) = match.entries
        names = ("melds", "red_threes", "hands", "out")
        assert [entry.get(name) for name in names] == [leg.cards.get(name) for name in names]
        assert cells(match) == leg.row
        page = form_of(ann, match)
        assert markup.faults(page.html) == []
        shown = {name: text.replace(",", "") for name, text in typed.items()}
        assert shown.items() <= page.form(match.ids[0]).fields().items()
        check_untouched(ann, match)


SEVENS = "7H 7D 7S 7C 7H 7D 2C"
ACES = "AS AH JK"
CARDS: Typed = {"by": "cards", "meld0_0": SEVENS, "meld1_0": ACES, "cards1": "KS 4D", "out": "2",
                "meld2_0": "3S 3C 3S", "red_threes3": "1"}  # fmt: skip
CARDS_ROW: Row = [35, 55, 15, 5, 50, 60, 1000 - 35 - 70 - 15 - 15 - 5, 1000]
MELDS: list[tuple[str, str]] = [
    ("7h, 7d, jk", ""), (SEVENS, ""), ("7H 7D", "c.meld"), ("3H 3D 3H", "c.red-threes"),
    ("3S 3C 3S", "c.stop"), ("7H 7D <b>", "pack"),
]  # fmt: skip


def test_each_meld_is_judged_and_cards_come_to_what_they_are_worth(ann: Phone) -> None:
    for cards, rule in MELDS:
        match, typed = game(ann, 4, **C_FIRST), {"by": "cards", "meld1_0": ACES, "meld1_2": cards}
        said = told(ann, match, typed)
        assert (cited(said["meld1_2"]), cited(said["doubts0"])) == (rule, rule)
        assert said["meld1_0"].text == "2 natural, 1 wild: 70 points"
        assert (
            (said["meld1_2"].all(class_="bad") != []) == (said["sum1"].text == "") == (rule != "")
        )
        if not rule:
            known = meld(cards.upper().replace(",", " ").split())
            words = f"{known.natural} natural, {known.wild} wild: {known.value} points"
            assert said["meld1_2"].text == words + ", seven of a kind" * known.seven
        page = send(ann, match, typed)
        assert (page.status, rule in broken(page)) == ((422, True) if rule else (200, False))

    match = game(ann, 4, **C_FIRST)
    shown = hints(ann, match, CARDS)
    assert [shown[f"sum{seat}"] for seat in range(4)] == ["35", "55", "15", "5"]
    assert (shown["cards1"], shown["cards0"], shown["doubts0"]) == ("15 in hand", "", "")
    assert shown["bar0"] == "140 of 1,000 melded or in hand, 860 unscored"
    for out in ["", "0", "1", "2"]:  # black threes are melded only by going out
        seven = {"cards1": "", "out": out, "meld1_1": SEVENS.replace("7", "9")}
        assert cited(told(ann, match, CARDS | seven)["meld2_0"]) == ("" if out == "2" else "c.stop")


BAD_CARDS: list[tuple[Typed, list[str]]] = [
    ({"cards2": "KS"}, ["c.out"]), ({"red_threes0": "4"}, ["pack"]), ({"cards3": "<b>"}, ["pack"]),
    ({"out": "9"}, ["play"]), ({"meld3_0": "4S 5S 6S", "meld3_9": "9S 9H"}, ["c.meld"]),
]  # fmt: skip


def test_impossible_cards_are_refused_and_kept(ann: Phone) -> None:
    match = game(ann, 4, **C_FIRST)
    for typed, rules in BAD_CARDS:
        typed = {**CARDS, **typed, "note": "kept & <b>"}
        said = told(ann, match, typed)
        assert cited(said["doubts0"]) == (rules[0] if rules != ["play"] else "")
        assert said["doubts0"].text != ""
        assert {said[f"sum{seat}"].text for seat in range(4)} == {""}
        page = send(ann, match, typed)
        assert (page.status, broken(page), match.number) == (422, rules, 1)
        assert (kept(page, typed), markup.faults(page.html)) == (True, [])

    page = send(ann, match, MELDED | CARDS | {"cards1": "KS 4D 3H"})
    assert (broken(page), kept(page, MELDED | CARDS | {"cards1": "KS 4D 3H"})) == (["play"], True)
    page = ann.send(page, "/entries", **dict.fromkeys(MELDED, ""), by="cards", out="2")
    assert (page.status, broken(page)) == (422, ["c.red-threes"])
    assert ann.send(page, "/entries", cards1="KS 4D").status == 200
    assert cells(match) == CARDS_ROW
    assert not {"melded", "in_hand", "unscored"} & match.entries[0].keys()


def test_cards_of_an_old_leg_are_corrected(ann: Phone) -> None:
    match = game(ann, 4, **C_FIRST)
    send(ann, match, CARDS)
    page = edited(ann, match, cards2="KH", meld1_0="AS AH AD")
    assert (page.status, broken(page)) == (422, ["c.out"])
    page = ann.send(page, match.ids[0], cards2="", red_threes1="2")
    assert (page.status, cells(match)) == (200, [35, 55, 15, 5, 50, 60, 860, 1000])
    assert match.entries[0]["red_threes"] == [0, 2, 0, 1]
    assert edited(ann, match, by="", **MELDED, out="").status == 200
    assert (match.entries, cells(match)) == ([C_LEG], C_ROW)


def test_more_melds_than_there_are_ranks_and_all_red_threes_are_kept(ann: Phone) -> None:
    ranks = ("4", "5", "6", "7", "8", "9", "10")
    melds = [[f"{rank}{suit}" for suit in suits] for rank in ranks for suits in ("SHD", "CSH")]
    melds += [[f"K{suit}" for suit in "SHD"], ["QS", "QH", "2C"]]
    entry = {
        "kind": "c-leg", "melds": [melds, [], [], []], "red_threes": [4, 0, 0, 0],
        "hands": [[], ["AS"], [], []],
    }  # fmt: skip
    match = game(ann, 4, entry, **C_FIRST)
    before = cells(match)
    assert edited(ann, match, note="seen").status == 200
    assert (match.entries, cells(match)) == ([entry | {"note": "seen"}], before)
    said = hints(ann, match, {"by": "cards", "meld0_20": "AS AH 2C AD AC JK"})
    assert said["meld0_20"] == "4 natural, 2 wild: 115 points"

    match = game(ann, 8, **C_FIRST)
    assert send(ann, match, {"by": "cards", "red_threes4": "8"}).status == 200
    assert edited(ann, match, note="seen").status == 200
    assert match.entries[0]["red_threes"] == [0, 0, 0, 0, 8, 0, 0, 0]
    page = send(ann, match, {"by": "cards", "red_threes4": "8", "red_threes0": "1"})
    assert broken(page) == ["pack"]
