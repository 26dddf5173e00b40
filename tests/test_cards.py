"""Cards: every spelling, every pack."""

from __future__ import annotations

import pytest

from referee.cards import (
    JOKERS,
    RANKS,
    SHEET,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    NotACard,
    named,
    pack,
    read_card,
    read_cards,
)

PLAIN = pack("52 cards", RANKS)
DOUBLE = pack("two packs", RANKS, copies=2, extra=["JK", "JK", "RJ"])


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10H", "10H"),
        ("TH", "10H"),
        ("th", "10H"),
        ("10♥", "10H"),
        ("10♥\ufe0f", "10H"),
        ("t♡", "10H"),
        (" as ", "AS"),
        ("A♠", "AS"),
        ("q♦", "QD"),
        ("2♣", "2C"),
        ("jk", "JK"),
        ("RJ", "RJ"),
        ("bj", "BJ"),
        ("Sheet", "SHEET"),
    ],
)
def test_a_card_is_read_in_every_accepted_spelling(text: str, card: str) -> None:
    assert str(read_card(text)) == card


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        "10",
        "1S",
        "11S",
        "0S",
        "AX",
        "SA",
        "♠A",
        "10HH",
        "TTH",
        "XJ",
        "J",
        "-2C",
        "½S",
    ],
)
def test_what_is_no_card_is_named_in_the_refusal(text: str) -> None:
    with pytest.raises(NotACard) as refused:
        read_card(text)
    assert refused.value.text == text


def test_every_card_reads_back_from_its_own_notation_and_symbol() -> None:
    for card in DOUBLE.cards:
        assert read_card(str(card)) == card
        assert read_card(str(card).lower()) == card
        assert read_card(named(card)) == card


def test_the_suits_and_ranks_stand_from_high_to_low() -> None:
    assert "".join(SUITS) == "SHDC"
    assert " ".join(RANKS) == "A K Q J 10 9 8 7 6 5 4 3 2"
    assert "".join(SUIT_SYMBOLS.values()) == "♠♥♦♣"
    assert (*JOKERS, SHEET) == ("JK", "RJ", "BJ", "SHEET")


def test_a_pack_holds_every_card_as_often_as_it_says() -> None:
    assert (len(PLAIN), len(set(PLAIN.cards))) == (52, 52)
    assert (len(DOUBLE), len(set(DOUBLE.cards))) == (107, 54)
    assert DOUBLE.copies[Card("JK")] == 2


@pytest.mark.parametrize(
    ("texts", "read", "faults"),
    [
        ([], 0, 0),
        (["AS"], 1, 0),
        (["AS", "as"], 2, 1),
        (["AS", "AS", "AS", "2C", "2C"], 5, 2),
        (["AS", "JK"], 2, 1),
        (["JK", "JK"], 2, 1),
        (["SHEET", "BJ"], 2, 2),
        (["AS", "?", "!"], 1, 2),
        (["AS", "AS", "?"], 2, 2),
        (list(map(str, PLAIN.cards)), 52, 0),
    ],
)
def test_every_fault_of_some_cards_is_told(texts: list[str], read: int, faults: int) -> None:
    cards, found = read_cards(texts, PLAIN)
    assert (len(cards), len(found)) == (read, faults)


@pytest.mark.parametrize(
    ("texts", "faults"),
    [(["AS"] * 2, 0), (["AS"] * 3, 1), (["JK"] * 2, 0), (["JK"] * 3, 1), (["RJ", "BJ"], 1)],
)
def test_a_pack_of_copies_holds_so_many_and_no_more(texts: list[str], faults: int) -> None:
    assert len(read_cards(texts, DOUBLE)[1]) == faults
