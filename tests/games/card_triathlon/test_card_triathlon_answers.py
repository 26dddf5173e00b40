"""Tests of rules cited in answers and receipts, of refusals, and of `silent` verdicts."""

from __future__ import annotations

import time
from random import Random

import pytest

from tests.games.card_triathlon import oracle_arrange as oracle
from tests.games.card_triathlon.d_hands import KINDS
from tests.games.card_triathlon.legs import (
    D_FIRST,
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
from tests.games.records import Json

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
        (of_ann(PERFECT, extra=STRANGE) | {"scored": [130, 0, 0, 0]}, [], []),
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
    for laid, wrong in ((JOKER_LAST, []), (["JK", *JOKER_LAST[:-1]], ["d.extra-hand"])):
        entry = {"kind": "d-leg", "layouts": [[laid], [], [], []], "extra": [STRANGE, *[None] * 3]}
        assert found(four(*legs, entry, format="3000")) == wrong


# Rules cited in answers ---------------------------------------------------------------------------


def test_nought_points_name_their_reason() -> None:
    rows: list[tuple[str, Json, str]] = [
        ("2H 6H 7H 8H 9C", {}, "d.fives"), ("6H 7H 8H 9S KH", {}, "d.fives"),
        ("6H 7H JK 9S JK", {}, "d.half"),
        ("6H 7H 8H JK JK", {"d_jokers": False}, "d.joker"),
        ("4H JK JK JK 8H 9H", {"d_half": "five"}, "d.half"),
        ("6H 7H 8H 9H 9H", {"d_flush_duplicates": False}, "d.fives"),
        ("2S 4D 6H 8C 10S QD", {}, "d.half"), ("6H 7H 8H 9H", {}, "d.straight-flush"),
        ("6H 7H 8H 9H 2S", {}, "d.straight-flush"),
    ]  # fmt: skip
    for cards, options, rule in rows:
        reply = asked("arrange", cards=cards.split(), options=options)
        assert reply["answer"]["score"] == 0, cards
        assert rulings(reply)[0] == rule
        entry = {"kind": "d-leg", "hands": [cards.split(), [], [], []], "partial": True}
        before = [all_to(0, leg, 4) for leg in "BC"]
        sheet = four(*before, entry, format="clock", **options)
        assert sheet["problems"] == []
        assert sheet["rows"][-1]["why"][0][0]["rule"] == f"card-triathlon.{rule}"


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


def test_where_a_group_has_helpers_the_answer_says_why_it_is_legal() -> None:
    rows: list[tuple[str, list[str]]] = [
        ("4C 5S 6H 7H 8H 2H 10H",
         ["4 to 8 is a straight and 6 to 10 is a flush", "4 of the 7 cards"]),
        ("6H 7H 8H 9H KH", ["6 to 10 is a flush", "4 of the 5 cards"]),
        ("6H 7H 8H JK JK", ["6 to 10 is a straight and a flush", "3 of the 5 cards"]),
        ("6H 7H 8H 9H 10H", []),
        ("AH 2H 3H 4H 5H", []),
    ]  # fmt: skip
    for cards, words in rows:
        rules = ["card-triathlon.d.fives", "card-triathlon.d.half"]
        for question in ("layout", "arrange"):
            reply = asked(question, cards=cards.split())
            settled = [ruling for ruling in reply["rulings"] if ruling["verdict"] != "silent"]
            why = [ruling for ruling in settled if ruling["rule"] in rules]
            assert [ruling["rule"] for ruling in why] == (rules if words else [])
            if question == "layout":
                texts = [ruling["text"] for ruling in why]
                assert all(word in text for word, text in zip(words, texts, strict=True))


def test_the_ace_low_is_a_right_card_that_scores_nothing() -> None:
    cards = ["AH", "2H", "3H", "4H", "5H"]
    for question in ("arrange", "layout"):
        reply = asked(question, cards=cards)
        assert (reply["answer"]["score"], rulings(reply)) == (20, ["d.straight-flush", "d.ace"])
    high = asked("arrange", cards=["10H", "JH", "QH", "KH", "AH"])
    assert rulings(high) == ["d.straight-flush"]


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


def test_a_joker_in_a_trick_is_said_to_be_the_first_or_the_second() -> None:
    rows: list[tuple[str, Json, list[str]]] = [
        # Who wins, and which Joker it is.
        ("KS AS JK 4S", {"trump": "H", "jokers_played": 0}, ["b.first-joker"]),
        ("KS AS JK 4S", {"trump": "H", "jokers_played": 1}, ["b.second-joker"]),
        ("KS AS JK 4S", {"jokers_played": 0}, ["b.first-joker", "b.first-joker"]),
        ("KS AS JK 2H", {"trump": "H", "jokers_played": 1}, ["b.second-joker", "b.trick"]),
        ("9H JK 2H 4H", {"trump": "H", "jokers_played": 1}, ["b.second-joker", "b.trick"]),
        ("KS JK JK 4S", {"trump": "H", "jokers_played": 0}, ["b.second-joker", "b.first-joker"]),
        # How a Joker in hand may be played.
        ("9H", {"trump": "H", "hand": ["JK"]}, ["b.trick", "b.first-joker", "b.first-joker"]),
        ("9H", {"trump": "H", "hand": ["JK", "AS"]},
         ["b.trick", "b.first-joker", "b.first-joker", "b.follow"]),
        ("9H", {"trump": "H", "hand": ["JK"], "jokers_played": 1},
         ["b.trick", "b.second-joker", "b.second-joker"]),
        ("9S", {"trump": "H", "hand": ["JK"], "jokers_played": 1},
         ["b.trick", "b.second-joker", "b.second-joker"]),
        ("9S", {"trump": "H", "hand": ["JK"]}, ["b.trick", "b.first-joker"]),
    ]  # fmt: skip
    for cards, fields, rules in rows:
        assert rulings(asked("trick", cards=cards.split(), **fields)) == rules


def test_why_an_identical_card_loses_is_said_first() -> None:
    reply = asked("trick", cards=["QD", "AD", "5D", "AD", "7D", "2D"], trump="S", players=6)
    told = [(ruling["rule"], ruling["verdict"]) for ruling in reply["rulings"]]
    rule = "card-triathlon.b.trick"
    assert (reply["answer"]["winner"], told) == (1, [(rule, "silent"), (rule, "info")])
    assert "Seat 3 played A♦ too" in reply["rulings"][0]["text"]


# Where the rulebook is silent ---------------------------------------------------------------------


SETTINGS: dict[str, tuple[object, object]] = {
    "d_jokers": (True, False), "d_flush_duplicates": (True, False), "d_half": ("group", "five"),
}  # fmt: skip
RULES = {"d_jokers": "d.joker", "d_flush_duplicates": "d.fives", "d_half": "d.half"}


def silent(reply: Json) -> set[str]:
    rules = [r["rule"] for r in reply["rulings"] if r["verdict"] == "silent"]
    assert len(rules) == len(set(rules))
    return {rule.removeprefix("card-triathlon.") for rule in rules}


def mattering(question: str, cards: list[str], options: Json) -> set[str]:
    """Return the rules of options that, if changed, make the layout illegal or not the best."""
    own = asked(question, cards=cards, options=options)["answer"]
    groups = [own | {"cards": cards}] if own.get("legal") else own.get("groups", [])
    found = set()
    for name, (one, other) in SETTINGS.items():
        others = options | {name: other if options[name] == one else one}
        score = asked(question, cards=cards, options=others)["answer"]["score"]
        if score != own["score"] or not all(stays_legal(group, others) for group in groups):
            found.add(RULES[name])
    return found


def stays_legal(group: Json, options: Json) -> bool:
    first, cards = oracle.ORDER.index(group["from"]), group["cards"]
    chosen = oracle.Options(options["d_jokers"], options["d_flush_duplicates"], options["d_half"])
    ranks = oracle.ORDER[first : first + len(cards)]
    return oracle.is_legal(group["suit"], ranks, cards, chosen)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_and_a_group(kind: str) -> None:
    for seed in range(8):
        random = Random(f"{kind} {seed}")
        hand = KINDS[kind](random, 2)
        options = {name: random.choice(values) for name, values in SETTINGS.items()}
        reply = asked("arrange", cards=hand, options=options)
        assert silent(reply) == mattering("arrange", hand, options)
        laid_out = asked("arrange", cards=hand)["answer"]["groups"]
        cards = laid_out[0]["cards"] if laid_out else hand[: random.randint(5, 13)]
        reply = asked("layout", cards=cards, options=options)
        assert silent(reply) == mattering("layout", cards, options)


def test_where_the_format_leaves_no_choice_nothing_is_said_of_it() -> None:
    cards = ["6H", "7H", "8H", "JK", "JK"]
    for format, rules in (("sprint", {"d.joker"}), ("3000", set())):
        for question in ("arrange", "layout"):
            reply = asked(question, cards=cards, options={"format": format})
            assert (reply["answer"]["score"], silent(reply)) == (80, rules)


def test_what_is_silent_about_the_pile() -> None:
    rows: list[tuple[Json, str, bool]] = [
        ({"top": "3S", "hand": ["3S", "3C"]}, "c.stop", True),
        ({"top": "2S", "hand": ["3S", "3C"]}, "c.pile", True),
        ({"top": "9C", "hand": ["9S"], "melded": ["9"]}, "c.pile", True),
        ({"top": "9C", "hand": ["9S", "9H"], "melded": ["9"]}, "c.pile", False),
        ({"top": "9C", "hand": ["9S"], "melded": []}, "c.pile", False),
        ({"top": "9C", "hand": ["9S"], "melded": ["9"], "frozen": True}, "c.frozen", False),
    ]
    for question, rule, is_silent in rows:
        fields = {"melded": [], "frozen": False, **question}
        reply = asked("pile", **fields)
        assert reply["rulings"][0]["rule"] == f"card-triathlon.{rule}", question
        assert silent(reply) == ({rule} if is_silent else set())
