"""A ruling says that the source is silent just where another setting would not leave the answer."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.card_triathlon import oracle_arrange as oracle
from tests.games.card_triathlon.d_hands import KINDS
from tests.games.card_triathlon.legs import asked
from tests.games.records import Json

SETTINGS: dict[str, tuple[object, object]] = {
    "d_jokers": (True, False), "d_flush_duplicates": (True, False), "d_half": ("group", "five"),
}  # fmt: skip
RULES = {"d_jokers": "d.joker", "d_flush_duplicates": "d.fives", "d_half": "d.half"}


def silent(reply: Json) -> set[str]:
    """The rules on which the source is said to be silent."""
    rules = [r["rule"] for r in reply["rulings"] if r["verdict"] == "silent"]
    assert len(rules) == len(set(rules))
    return {rule.removeprefix("card-triathlon.") for rule in rules}


def mattering(question: str, cards: list[str], options: Json) -> set[str]:
    """The rules of the options under which the layout shown is not legal, or not the best."""
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
    """Whether a group may lie as it does under these options."""
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


def test_it_says_how_the_source_leaves_a_point_open() -> None:
    rows: list[tuple[list[str], str]] = [
        (["6H", "7H", "8H", "JK", "JK"], "the source leaves it to the table"),
        (["6H", "7H", "8H", "9H", "9H"], "the source contradicts itself"),
        (["4H", "JK", "JK", "JK", "8H", "9H"], "the source is silent"),
    ]
    for cards, words in rows:
        for question in ("arrange", "layout"):
            reply = asked(question, cards=cards)
            assert words in [r["text"] for r in reply["rulings"] if r["verdict"] == "silent"][-1]


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
