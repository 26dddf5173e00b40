"""Questions about all legs: verdicts, rules cited, refusals, and where the rules are silent."""

from __future__ import annotations

import time
from itertools import product
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_bridge
from tests.games.card_triathlon.legs import (
    D_FIRST,
    OF_SIX,
    TEAMS,
    all_to,
    asked,
    cited,
    found,
    four,
    is_explained,
    of_severity,
    rulings,
    sheet_of,
)
from tests.games.records import Json, is_refused
from tests.games.whole_games import SEEDS

# The pile -----------------------------------------------------------------------------------------


Ruled = tuple[bool, str]
PILES: list[tuple[str, str, str, Ruled, Ruled]] = [
    # Top card, hand and ranks melded; whether an open pile may be taken, then a frozen one, by
    # which rule, and `?` where the rules say nothing about it.
    ("7H", "7D 7S AS", "", (True, "c.pile"), (True, "c.frozen")),
    ("7H", "7D AS", "", (False, "c.pile"), (False, "c.frozen")),
    ("7H", "7D 2S", "", (False, "c.pile"), (False, "c.frozen")),
    ("7H", "AS", "7", (True, "c.pile?"), (False, "c.frozen")),
    ("7H", "7D", "7", (True, "c.pile?"), (False, "c.frozen")),
    ("7H", "7D 7S", "7 K", (True, "c.pile"), (True, "c.frozen")),
    ("7H", "8D 8S", "8 K", (False, "c.pile"), (False, "c.frozen")),
    ("10H", "ts T♦", "", (True, "c.pile"), (True, "c.frozen")),
    # Stop cards and wild cards.
    ("3S", "3C 3C", "", (False, "c.stop?"), (False, "c.stop?")),
    ("3C", "3S 3S 3C", "3", (False, "c.stop?"), (False, "c.stop?")),
    ("2H", "2S 2D 7S 7D", "7", (False, "c.pile?"), (False, "c.pile?")),
    ("RJ", "7S 7D", "7", (False, "c.pile?"), (False, "c.pile?")),
]  # fmt: skip


def test_who_may_take_the_pile() -> None:
    for top, hand, melded, *answers in PILES:
        for is_frozen, (legal, rule) in enumerate(answers):
            fields = {"hand": hand.split(), "melded": melded.split(), "frozen": bool(is_frozen)}
            reply = asked("pile", top=top, **fields)
            assert reply["answer"] == {"legal": legal}, (top, hand)
            told = [(each["verdict"], each["rule"]) for each in reply["rulings"]]
            named = f"card-triathlon.{rule}".rstrip("?")
            first = ("legal" if legal else "illegal", named)
            assert told == [first, *[("silent", named)] * rule.endswith("?")], (top, hand)


IMPOSSIBLE: list[tuple[str, Json, int, bool]] = [
    ("meld", {"cards": ["7H", "7H", "7D"]}, 4, True),
    ("meld", {"cards": ["7H", "7H", "7H"]}, 4, False),
    ("meld", {"cards": ["7H", "7H", "7H"]}, 6, True),
    ("meld", {"cards": ["7H", "7H", "7H", "7H"]}, 6, False),
    ("meld", {"cards": ["7H", "7H", "7H", "7H"]}, 8, True),
    ("meld", {"cards": ["7H", *["JK"] * 4]}, 4, True),
    ("meld", {"cards": ["7H", *["JK"] * 5]}, 4, False),
    ("meld", {"cards": ["7H", *["JK"] * 6]}, 6, True),
    ("meld", {"cards": ["XX"]}, 4, False), ("meld", {"cards": ["1H"]}, 4, False),
    ("meld", {"cards": ["7H"]}, 5, False), ("meld", {"cards": "7H"}, 4, False),
    ("meld", {"cards": ["7H"], "hand": []}, 4, False),
    ("meld", {}, 4, False),
    ("pile", {"top": "7H", "hand": ["7H"], "melded": [], "frozen": False}, 4, True),
    ("pile", {"top": "7H", "hand": ["7H", "7H"], "melded": [], "frozen": False}, 4, False),
    ("pile", {"top": "7H", "hand": ["7H", "7H"], "melded": [], "frozen": False}, 6, True),
    ("pile", {"top": "XX", "hand": ["7H"], "melded": [], "frozen": False}, 4, False),
    ("pile", {"top": "7H", "hand": ["7H"], "melded": ["1"], "frozen": False}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "7D"]], "hand": []}, 4, True),
    ("go-out", {"melds": [["7H", "7H", "7D"]], "hand": ["7H"]}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "7D"], ["7H", "7D", "7S"]], "hand": []}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "XX"]], "hand": []}, 4, False),
    ("go-out", {"melds": [["7H", "7H", "7D"], []], "hand": []}, 4, False),
    ("go-out", {"melds": [], "hand": []}, 4, True),
    ("buck", {"hands": [["AS"], ["AS"], ["KS"], ["QS"]]}, 4, True),
    ("buck", {"hands": [["AS"], ["AS"], ["AS"], ["QS"]]}, 4, False),
    ("buck", {"hands": [["AS"], ["KS"], ["QS"]]}, 4, False),
    ("buck", {"hands": [["AS"], ["KS"], ["QS"], ["XX"]]}, 4, False),
    ("offices", {"buck": 3, "round": 4}, 4, True), ("offices", {"buck": 4, "round": 4}, 4, False),
    ("offices", {"buck": 4, "round": 4}, 6, True), ("offices", {"buck": 0, "round": 0}, 4, False),
    ("offices", {"buck": 0, "round": 5}, 4, False), ("offices", {"buck": 0}, 4, False),
    ("draw", {}, 4, False),
]  # fmt: skip


def test_impossible_cards_and_seats_are_no_question() -> None:
    for question, fields, players, is_question in IMPOSSIBLE:
        if is_question:
            assert asked(question, players=players, **fields)["rulings"]
        else:
            assert is_refused(asked, question, players=players, **fields)


# Offices in a D leg -------------------------------------------------------------------------------


def test_buck_has_the_highest_card() -> None:
    rows: list[tuple[list[str], int]] = [
        # The rank decides first, then the suit: spades, hearts, diamonds, clubs.
        (["AC", "AS", "AH", "AD"], 1), (["AC", "KS", "QH", "AD"], 3),
        # Jokers do not count.
        (["JK JK 2S", "3C", "2H JK", "RJ 2D"], 1),
        # If cards are equal, the next highest decides; a hand without one is lower.
        (["QH KS AS", "AS QD KS", "AH AH", "KD"], 0), (["AS JK", "AS 2C", "AH", "AD"], 1),
        # If all are equal, the lower seat is Buck.
        (["KS", "AS 2C", "AS 2C", "AD"], 1),
    ]  # fmt: skip
    for hands, seat in rows:
        reply = asked("buck", hands=[hand.split() for hand in hands])
        assert reply["answer"] == {"seat": seat}, hands
        assert set(rulings(reply)) == {"d.buck"}


def test_the_offices_pass_to_the_left_after_each_round() -> None:
    for players in (4, 6, 8):
        for buck, number in product(range(players), (1, 2, 3, 4)):
            reply = asked("offices", buck=buck, round=number, players=players)
            seats = [(buck + number - 1 + step) % players for step in range(4)]
            offices = ("buck", "shuffles", "cuts", "deals")
            assert reply["answer"] == dict(zip(offices, seats, strict=True))
            assert set(rulings(reply)) == {"d.rounds"}


# The auction --------------------------------------------------------------------------------------


SIX: Json = {"players": 6}
THREE: Json = {"options": OF_SIX, "players": 6}


def auction(calls: str, dealer: int = 0, **fields: Any) -> Json:
    return asked("auction", calls=calls.split(), dealer=dealer, **fields)


ILLEGAL: list[tuple[str, Json, int | None]] = [
    # A bid outranks the last one: level first, then clubs to no trumps.
    ("1C 1C", {}, 1), ("1C P P 1C", {}, 3), ("1D 1C", {}, 1), ("1H 1D", {}, 1), ("1S 1H", {}, 1),
    ("1NT 1S", {}, 1), ("2C 1NT", {}, 1), ("7NT 7S", {}, 1), ("1C 1D 1H 1S 1NT 2C 2D", {}, None),
    # Only another team's last bid can be doubled.
    ("X", {}, 0), ("P X", {}, 1), ("1C X", {}, None), ("1C P X", {}, 2), ("1C P P X", {}, None),
    ("1C X X", {}, 2), ("1C X P X", {}, 3), ("1C X XX X", {}, 3), ("1C 1D X", {}, None),
    ("1C 1D P X", {}, 3),
    # Only a double of your own team's bid can be redoubled.
    ("XX", {}, 0), ("1C XX", {}, 1), ("1C P XX", {}, 2), ("1C X XX", {}, None),
    ("1C X P XX", {}, 3), ("1C X P P XX", {}, None), ("1C X XX P XX", {}, 4), ("1C X 1D XX", {}, 3),
    # Three teams.
    ("1C X", THREE, None), ("1C P X", THREE, None), ("1C P P X", THREE, 3), ("1C X XX", THREE, 2),
    ("1C X P XX", THREE, None), ("1C X P P XX", THREE, 4), ("1C X P P P P XX", THREE, None),
    ("1C P X", SIX, 2), ("1C P P X", SIX, None),
    # Calls after the end, and calls that don't exist.
    ("1C P P P P", {}, 4), ("1C P P P 2C", {}, 4), ("P P P P 1C", {}, 4), ("P P P P P", SIX, None),
    ("8C", {}, 0), ("0C", {}, 0), ("1C 1Z", {}, 1), ("1C XXX", {}, 1),
    # The first illegal call is reported.
    ("1C 1C 1C X", {}, 1),
]  # fmt: skip


def test_a_call_that_is_not_allowed_is_pointed_at() -> None:
    for calls, fields, illegal_at in ILLEGAL:
        for dealer in (0, 3):
            reply = auction(calls, dealer, **fields)
            assert reply["answer"]["legal"] == (illegal_at is None)
            assert reply["answer"]["illegal_at"] == illegal_at
            verdicts = {(ruling["rule"], ruling["verdict"]) for ruling in reply["rulings"]}
            illegal = ("card-triathlon.b.auction", "illegal")
            assert (illegal in verdicts) == (illegal_at is not None)


@given(SEEDS, st.sampled_from([*TEAMS]))
def test_every_auction_is_answered_as_the_rules_say(seed: int, way: str) -> None:
    random, players = Random(seed), int(way[0])
    teams = oracle_bridge.FOUR if players == 8 else TEAMS[way]
    seats = len(teams)
    dealer = random.randrange(seats)
    calls = oracle_bridge.lawful_auction(random, dealer, teams)
    calls = calls[: random.randint(0, len(calls))] if random.random() < 0.5 else calls
    if calls and random.random() < 0.5:
        calls[random.randrange(len(calls))] = random.choice(
            (*oracle_bridge.BIDS, "X", "XX", "P", "P")
        )
    options = {"teams": list(TEAMS[way])}
    reply = auction(" ".join(calls), dealer, options=options, players=players)
    answer = reply["answer"]
    wrong = oracle_bridge.illegal_at(calls, dealer, teams)
    assert (answer["legal"], answer["illegal_at"]) == (wrong is None, wrong)
    if wrong is not None:
        return
    over = oracle_bridge.is_over(calls, seats)
    made = oracle_bridge.contract_of(calls, dealer, teams)
    assert answer == {
        "legal": True, "illegal_at": None, "finished": over, "passed_out": over and made is None,
        "contract": made and made._asdict(), "leader": made and (made.declarer + 1) % seats,
        "dummy": made and oracle_bridge.dummy_of(made.declarer, teams),
        "next_seat": None if over else (dealer + len(calls)) % seats,
    }  # fmt: skip
    assert ("b.passed-out" in rulings(reply)) == answer["passed_out"]


STRANGE = ["2S", "3S", "4D", "5D", "7C", "8C", "9S", "JD", "QD", "KC", "AC", "2D", "3D"]
"""A hand that scores 20."""
PERFECT = ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"]
FOURTEEN = [*PERFECT, "2S"]


def of_ann(hand: list[str], **extra: list[str]) -> Json:
    """Return fields with Ann's hand and any extra hand; the others laid nothing out."""
    nobody = [None, None, None]
    fields = {name: [cards, *nobody] for name, cards in extra.items()}
    return {"hands": [hand, *nobody], "layouts": [None, [], [], []], **fields}


# Hands that are too large for the solver ----------------------------------------------------------


def test_a_hand_of_fourteen_cards_is_refused_also_beside_an_extra_hand() -> None:
    rows: list[tuple[Json, list[str]]] = [
        ({"hands": [PERFECT, [], [], []]}, ["d.start"]),
        ({"hands": [FOURTEEN, STRANGE, STRANGE, STRANGE]}, ["d.start", "pack"]),
        (of_ann(FOURTEEN, extra=STRANGE), ["d.start"]),
        (of_ann(FOURTEEN), ["d.start"]),
        (of_ann(PERFECT, extra=[*STRANGE, "2H"]), ["d.start"]),
        (of_ann(PERFECT, extra=STRANGE[1:]), ["d.start"]),
        (of_ann(PERFECT, extra=STRANGE), []),
        (of_ann(PERFECT[1:], extra=STRANGE), ["d.extra-hand", "d.start"]),
    ]
    for fields, wrong in rows:
        sheet = sheet_of(4, {"kind": "d-leg", **fields}, **D_FIRST)
        assert of_severity("error", sheet) == wrong, fields


def test_a_layout_of_any_number_of_cards_is_answered_at_once() -> None:
    for number in (1, 4, 5, 13, 14, 26, 27, 28, 60, 216):
        pack = [f"{card[:-1]}{suit}" for suit in "HSDC" for card in PERFECT] * 4 + ["JK"] * 8
        began = time.process_time()
        reply = asked("layout", cards=pack[:number], players=8)
        assert time.process_time() - began < 2, number
        assert reply["answer"]["legal"] == (5 <= number <= 13)
        if not 5 <= number <= 13:
            assert rulings(reply)[0] == "d.straight-flush"


def test_figures_beside_the_cards_have_the_bounds_of_a_hand() -> None:
    rows: list[tuple[Json, list[str], list[str]]] = [
        (of_ann(PERFECT, extra=STRANGE) | {"scored": [300, 0, 0, 0]}, ["play"], []),
        (of_ann(PERFECT) | {"scored": [300, 0, 0, 0]}, ["play"], ["d.range"]),
        (of_ann(PERFECT, extra=STRANGE) | {"scored": [385, 0, 0, 0]}, ["d.range", "play"], []),
        (of_ann(PERFECT, extra=STRANGE) | {"scored": [130, 0, 0, 0], "unscored": 870}, [], []),
        (of_ann(PERFECT, extra=STRANGE) | {"unscored": 865}, ["play"], []),
    ]
    for fields, errors, warnings in rows:
        sheet = sheet_of(4, {"kind": "d-leg", **fields}, **D_FIRST)
        assert (of_severity("error", sheet), of_severity("warning", sheet)) == (errors, warnings)


TWO_GROUPS = ["2S", "3S", "4S", "5S", "6S", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"]
ACE_LOW = ["AH", "2H", "3H", "4H", "5H", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD"]
JOKER_LAST = [*PERFECT[:-1], "JK"]
"""A whole suit in which a Joker can be the ace below the 2 or above the king."""


def test_who_gets_an_extra_hand_is_told() -> None:
    rows: list[tuple[list[str], bool, bool]] = [
        (PERFECT, True, True), (JOKER_LAST, True, True),
        (["JK", "3H", "JK", *PERFECT[3:]], True, True), (TWO_GROUPS, True, False),
        (ACE_LOW, False, False),
        ([*PERFECT[:3], "5S", *PERFECT[4:]], False, False),
        (PERFECT[1:], False, False), ([*PERFECT[1:], "2S"], False, False),
    ]  # fmt: skip
    for cards, is_due, is_due_in_3000 in rows:
        before = {"sprint": "BC", "3000": "BBC"}
        for format, wanted in (("sprint", is_due), ("3000", is_due_in_3000)):
            reply = asked("arrange", cards=cards, options={"format": format})
            assert reply["answer"]["extra_hand"] == wanted
            assert ("d.extra-hand" in rulings(reply)) == wanted
            assert ("3000" in rulings(reply)) == (is_due and not wanted)  # which says why
            if len(cards) < 13:
                continue
            legs = [all_to(0, leg, 4, jokers=format == "3000") for leg in before[format]]
            sheet = four(*legs, {"kind": "d-leg", **of_ann(cards)}, format=format)
            assert found(sheet) == []
            assert ("d.extra-hand" in cited(sheet, 0)) == wanted
            extra = four(*legs, {"kind": "d-leg", **of_ann(cards, extra=STRANGE)}, format=format)
            assert found(extra) == ([] if wanted else ["d.extra-hand"])


def test_in_3000_metres_a_joker_is_laid_out_as_the_ace_above_the_king() -> None:
    (group,) = asked("arrange", cards=JOKER_LAST, options={"format": "3000"})["answer"]["groups"]
    assert (group["from"], group["to"], group["cards"]) == ("2", "A", JOKER_LAST)
    legs = [all_to(0, leg, 4, jokers=True) for leg in "BBC"]
    for group, wrong in ((JOKER_LAST, []), (["JK", *JOKER_LAST[:-1]], ["d.extra-hand"])):
        entry = {"kind": "d-leg", "layouts": [[group], [], [], []], "extra": [STRANGE, *[None] * 3]}
        assert found(four(*legs, entry, format="3000")) == wrong


CAPPED = {"kind": "d-leg", "scored": [300, 110, 110, 90], "unscored": 390, "accepted": ["d.range"]}


def test_the_cap_says_where_the_match_would_make_another_team_the_losing_one() -> None:
    rows = [(0, ""), (1, "in the match; then it would be Ann+Cleo: 300 · Ben+Dora: 200")]
    for leading, told in rows:
        legs = [all_to(leading, leg, 4, jokers=True) for leg in "BBC"]
        lines = four(*legs, CAPPED, format="3000")["rows"][-1]["why"][5]
        (line,) = (line for line in lines if line["rule"] == "card-triathlon.d.cap")
        assert line["points"] == -110
        assert line["text"].replace("\u00a0", " ").endswith(told or "(step 2 of the cap)")
    entry = CAPPED | {"accepted": None}
    reply = asked("deal", entry=entry, options={"format": "3000"}, players=4)  # nobody knows
    (text,) = (each["text"] for each in reply["rulings"] if each["verdict"] == "silent")
    assert "or in the match; then it would be Seat 0+Seat 2: 300" in text.replace("\u00a0", " ")
    assert reply["answer"]["teams"] == [410, 90]


def test_a_sprint_has_no_jokers_in_its_b_leg() -> None:
    plain: Json = {"question": "trick", "cards": ["AS"], "trump": "S"}
    for fields in ({"cards": ["AS", "JK"]}, {"hand": ["2H", "JK"]}, {"jokers_played": 1}):
        for options, is_wrong in (
            ({"format": "sprint"}, True), ({"format": "5000"}, False), ({}, False),
        ):  # fmt: skip
            question = {**plain, **fields, "options": options}
            assert is_refused(asked, **question) == is_wrong, question
    assert not is_refused(asked, **plain, options={"format": "sprint"})


# Rules cited in answers ---------------------------------------------------------------------------

NO_JOKERS, DIFFERENT, IN_FIVES = ({"d_jokers": False}, {"d_flush_duplicates": False},
                                  {"d_half": "five"})  # fmt: skip
ARRANGED: list[tuple[str, Json, int, str]] = [
    # Cards, options, the score, and the rules cited, apart from what no rule says.
    ("6H 7H 8H 9H 10H", {}, 40, "straight-flush"), ("10H JH QH KH AH", {}, 60, "straight-flush"),
    # The ace low is a right card that scores nothing.
    ("AH 2H 3H 4H 5H", {}, 20, "straight-flush ace"),
    # With helpers, it is said why a group is legal.
    ("4C 5S 6H 7H 8H 2H 10H", {}, 30, "straight-flush fives half"),
    ("6H 7H 8H JK JK", {}, 80, "straight-flush fives half"),
    # Nothing scores for one reason, which comes first.
    ("2H 6H 7H 8H 9C", {}, 0, "fives"), ("6H 7H 8H 9S KH", {}, 0, "fives"),
    ("6H 7H JK 9S JK", {}, 0, "half"), ("6H 7H 8H JK JK", NO_JOKERS, 0, "joker"),
    ("4H JK JK JK 8H 9H", IN_FIVES, 0, "half"), ("6H 7H 8H 9H 9H", DIFFERENT, 0, "fives"),
    ("2S 4D 6H 8C 10S QD", {}, 0, "half"), ("6H 7H 8H 9H", {}, 0, "straight-flush"),
    ("6H 7H 8H 9H 2S", {}, 0, "straight-flush"),
]  # fmt: skip


def test_what_a_hand_scores_names_its_rules() -> None:
    for cards, options, score, rules in ARRANGED:
        reply = asked("arrange", cards=cards.split(), options=options)
        cited = [r["rule"].split(".d.")[1] for r in reply["rulings"] if r["verdict"] != "silent"]
        assert (reply["answer"]["score"], " ".join(cited)) == (score, rules), cards
        if score:
            of_group = asked("layout", cards=cards.split(), options=options)
            assert of_group["answer"]["score"] == score
            assert {*rulings(of_group)} >= {f"d.{rule}" for rule in rules.split()}
            continue
        entry = {"kind": "d-leg", "hands": [cards.split(), [], [], []], "partial": True}
        sheet = four(*(all_to(0, leg, 4) for leg in "BC"), entry, format="clock", **options)
        assert sheet["problems"] == []
        assert sheet["rows"][-1]["why"][0][0]["rule"] == f"card-triathlon.d.{rules}"


def test_a_run_from_the_top_down_is_told_to_begin_at_the_lowest_place() -> None:
    rows: list[tuple[str, int]] = [
        ("10H 9H 8H 7H 6H", 40), ("AH KH QH JH 10H", 60), ("5H 4H 3H 2H AH", 20),
        ("10H 9H JK 7H 6H", 60),
    ]  # fmt: skip
    for cards, score in rows:
        down = asked("layout", cards=cards.split())
        assert (down["answer"]["legal"], rulings(down)[0]) == (False, "d.straight-flush"), cards
        assert f"{score} points" in down["rulings"][0]["text"]
        assert asked("layout", cards=cards.split()[::-1])["answer"]["score"] == score


def test_a_receipt_names_jokers_helpers_and_the_ace_low() -> None:
    rows: list[tuple[str, list[tuple[str, int]]]] = [
        ("6H 7H 8H 9H 10H", [("d.straight-flush", 40)]),
        ("6H 7H 8H 9H KH", [("d.straight-flush", 30), ("d.substitutes", 0)]),
        ("6H 7H 8H JK JK", [("d.straight-flush", 20), ("d.joker", 60)]),
        ("AH 2H 3H 4H 5H", [("d.straight-flush", 20), ("d.ace", 0)]),
        ("AH 2H 3H JK 5S", [("d.straight-flush", 10), ("d.joker", 30), ("d.substitutes", 0),
                            ("d.ace", 0)]),
    ]  # fmt: skip
    for layout, lines in rows:
        entry: Json = {"kind": "d-leg", "layouts": [[layout.split()], [], [], []]}
        sheet = sheet_of(4, entry, **D_FIRST)
        assert found(sheet) == [], layout
        assert is_explained(sheet)
        why = sheet["rows"][0]["why"][0]
        assert [
            (line["rule"].removeprefix("card-triathlon."), line["points"]) for line in why
        ] == lines


def test_why_an_identical_card_loses_is_said_first() -> None:
    reply = asked("trick", cards=["QD", "AD", "5D", "AD", "7D", "2D"], trump="S", players=6)
    told = [(ruling["rule"], ruling["verdict"]) for ruling in reply["rulings"]]
    rule = "card-triathlon.b.trick"
    assert (reply["answer"]["winner"], told) == (1, [(rule, "silent"), (rule, "info")])
    assert "Seat 3 played A♦ too" in reply["rulings"][0]["text"]


# Where the rulebook is silent ---------------------------------------------------------------------


SILENT: list[tuple[str, Json, list[str], list[str]]] = [
    # Where another option would score otherwise or make a group illegal, for arrange and layout.
    ("6H 7H 8H 9H 10H", {}, [], []), ("4C 5S 6H 7H 8H 2H 10H", {}, [], []),
    *(("6H 7H 8H JK JK", options, ["joker"], ["joker"]) for options in ({}, NO_JOKERS, IN_FIVES)),
    *(("6H 7H 8H 9H 9H", options, ["fives"], ["fives"]) for options in ({}, NO_JOKERS, DIFFERENT)),
    *(("2H 3H 4S 5S 6S 7H 8H", options, ["half"], ["half"]) for options in ({}, IN_FIVES)),
    ("4H JK JK JK 8H 9H", {}, ["half", "joker"], ["half", "joker"]),
    ("4H JK JK JK 8H 9H", IN_FIVES, ["half"], ["half"]),
    ("4H JK JK JK 8H 9H", NO_JOKERS, ["joker"], ["joker"]),
    ("4H JK JK JK 8H 9H", NO_JOKERS | IN_FIVES, [], []),
    ("4H JK JK 7S 8H 9H 10H", IN_FIVES, ["half", "joker"], ["half"]),
    ("9H 6H 7H 8H 9H JK JK", {}, ["joker"], ["fives", "joker"]),
    ("9H 6H 7H 8H 9H JK JK", NO_JOKERS, ["fives", "joker"], ["joker"]),
    # In 3,000 metres, the rules leave no choice.
    ("6H 7H 8H JK JK", {"format": "3000"}, [], []),
]  # fmt: skip


def silent(reply: Json) -> list[str]:
    rules = [r["rule"] for r in reply["rulings"] if r["verdict"] == "silent"]
    return sorted(rule.removeprefix("card-triathlon.") for rule in rules)


def test_where_options_that_are_not_in_the_rules_matter_is_said() -> None:
    for cards, options, of_hand, of_group in SILENT:
        for question, rules in (("arrange", of_hand), ("layout", of_group)):
            reply = asked(question, cards=cards.split(), options=options)
            assert silent(reply) == [f"d.{rule}" for rule in rules], (cards, options, question)
