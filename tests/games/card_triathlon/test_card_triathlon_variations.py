"""What a table may vary in a C leg: how many wild cards a meld has, how many sevens it takes."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon.legs import C_FIRST, SEVEN, asked, laid, of_severity, sheet_of

MOST_WILD = (2, 3, 4, 5, "half")
EIGHT = "9H 9H 9D 9D 9S 9S 2H 2D"


def meld(natural: int, wild: int) -> list[str]:
    """A meld of sixes with so many natural and so many wild cards."""
    return [*["6H", "6S", "6D", "6C"] * 2][:natural] + ["2H", "2S", "2D", "2C", "JK", "JK"][:wild]


@pytest.mark.parametrize(
    ("natural", "wild", "legal_under"),
    [
        (2, 1, MOST_WILD),
        (1, 2, ()),
        (2, 2, MOST_WILD),
        (2, 3, ()),
        (6, 2, MOST_WILD),
        (3, 3, (3, 4, 5, "half")),
        (6, 3, (3, 4, 5, "half")),
        (4, 4, (4, 5, "half")),
        (3, 4, ()),
        (6, 4, (4, 5, "half")),
        (5, 5, (5, "half")),
        (4, 5, ()),
        (6, 6, ("half",)),
        (5, 6, ()),
    ],
)
def test_a_meld_has_as_many_wild_cards_as_the_table_allows(
    natural: int, wild: int, legal_under: tuple[object, ...]
) -> None:
    cards = meld(natural, wild)
    for most in MOST_WILD:
        options = {"c_most_wild": most}
        sheet = sheet_of(4, laid(" ".join(cards)), **C_FIRST, **options)
        errors = of_severity("error", sheet)
        reply = asked("meld", cards=cards, options=options)
        is_legal = most in legal_under
        assert errors == ([] if is_legal else ["c.meld"])
        assert reply["answer"]["legal"] == is_legal
        assert reply["answer"]["seven"] == (is_legal and natural + wild >= 7)


@pytest.mark.parametrize(
    ("melds", "wrong_with_one", "wrong_with_two"),
    [
        ([], True, True),
        (["7H 7H 7D 7D 7S 2C"], True, True),
        ([SEVEN], False, True),
        ([SEVEN, "9H 9H 9D 9D 9S 9S"], False, True),
        ([SEVEN, EIGHT], False, False),
        ([SEVEN, EIGHT, "5H 5S 5D"], False, False),
    ],
)
def test_a_team_needs_one_seven_of_a_kind_or_two(
    melds: list[str], wrong_with_one: bool, wrong_with_two: bool
) -> None:
    for sevens, is_wrong in ((1, wrong_with_one), (2, wrong_with_two)):
        options = {"c_sevens": sevens}
        for out in (0, 2):
            entry = laid(" / ".join(melds), out=out)
            sheet = sheet_of(4, entry, **C_FIRST, **options)
            assert of_severity("error", sheet) == (["c.seven"] if is_wrong else [])
        cards = [text.split() for text in melds]
        reply = asked("go-out", melds=cards, options=options)
        assert reply["answer"]["legal"] != is_wrong
        rules = {ruling["rule"] for ruling in reply["rulings"]}
        assert ("card-triathlon.c.seven" in rules) == is_wrong


def test_a_seven_obeys_the_table_too() -> None:
    four_wild = "8H 8H 8S 8D 2H 2S 2D JK"
    for most, is_legal in ((3, False), (4, True), ("half", True)):
        reply = asked("go-out", melds=[four_wild.split()], options={"c_most_wild": most})
        assert reply["answer"]["legal"] == is_legal


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        ("7H 7D 7S", []),
        ("7H 7D", ["c.meld"]),
        ("3S 3C", ["c.meld", "c.stop"]),
        ("3S 3C 3C", ["c.stop"]),
        ("3H 3S 3S", ["c.red-threes", "c.stop"]),
        ("3H 3D", ["c.meld", "c.red-threes"]),
        ("3H 8S 8D", ["c.meld", "c.red-threes"]),
        ("3S 2H 2D", ["c.meld", "c.stop"]),
    ],
)
def test_a_meld_with_two_faults_names_both_rules(cards: str, rules: list[str]) -> None:
    sheet = sheet_of(4, laid(cards), **C_FIRST)
    reply = asked("meld", cards=cards.split())
    illegal = {r["rule"] for r in reply["rulings"] if r["verdict"] == "illegal"}
    assert of_severity("error", sheet) == rules
    assert illegal == {f"card-triathlon.{rule}" for rule in rules}
