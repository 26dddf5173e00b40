"""Cards: every spelling, every pack."""

from __future__ import annotations

import pytest

from referee.core.cards import (
    JOKERS,
    RANKS,
    SHEET,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    NotACard,
    pack,
    read_card,
    read_cards,
    symbol,
    with_article,
)
from referee.core.registry import GAMES
from referee.core.text import sentence

PLAIN = pack("52 cards", RANKS)
DOUBLE = pack("two packs", RANKS, copies=2, extra=["JK", "JK"])
COLOURED = pack("coloured jokers", RANKS, extra=["RJ", "BJ", "BJ", "SHEET"])
SUITLESS = [Card(rank) for rank in (*JOKERS, SHEET)]


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
    for card in (*DOUBLE.cards, *COLOURED.cards):
        assert read_card(str(card)) == card
        assert read_card(str(card).lower()) == card
        if card.suit is not None:
            assert read_card(symbol(card)) == read_card(with_article(card)) == card


def test_a_card_without_a_suit_has_a_name_instead_of_a_notation() -> None:
    names = [symbol(card) for card in SUITLESS]
    assert len(set(names)) == len(SUITLESS)
    for card, name in zip(SUITLESS, names, strict=True):
        assert name not in (*JOKERS, SHEET)
        article, _, bare = with_article(card).partition(" ")
        assert article in ("a", "the")
        assert bare == name


@pytest.mark.parametrize(
    ("text", "begun"),
    [("", ""), ("a", "A"), ("10♥", "10♥"), ("the 9♦ JK", "The 9♦ JK"), ("A bC", "A bC")],
)
def test_a_sentence_begins_with_a_capital_and_goes_on_as_it_was(text: str, begun: str) -> None:
    assert sentence(text) == begun


def test_every_card_can_begin_a_sentence() -> None:
    for card in (*COLOURED.cards, *SUITLESS):
        text = sentence(with_article(card))
        assert text[:1] == text[:1].upper()
        assert text[1:] == with_article(card)[1:]


def test_the_suits_and_ranks_stand_from_high_to_low() -> None:
    assert "".join(SUITS) == "SHDC"
    assert " ".join(RANKS) == "A K Q J 10 9 8 7 6 5 4 3 2"
    assert "".join(SUIT_SYMBOLS.values()) == "♠♥♦♣"
    assert (*JOKERS, SHEET) == ("JK", "RJ", "BJ", "SHEET")


def test_a_pack_holds_every_card_as_often_as_it_says() -> None:
    assert (len(PLAIN), len(set(PLAIN.cards))) == (52, 52)
    assert (len(DOUBLE), len(set(DOUBLE.cards))) == (106, 53)
    assert (len(COLOURED), len(set(COLOURED.cards))) == (56, 55)
    assert (DOUBLE.copies[Card("JK")], COLOURED.copies[Card("BJ")]) == (2, 2)


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
    [
        (["AS"] * 2, 0),
        (["AS"] * 3, 1),
        (["JK"] * 2, 0),
        (["JK"] * 3, 1),
        (["RJ", "BJ"], 0),
        (["RJ", "bj", "JK"], 1),
        (["RJ", "RJ", "RJ", "AS", "AS", "AS"], 2),
        (["SHEET"], 1),
    ],
)
def test_a_pack_of_copies_holds_so_many_and_no_more(texts: list[str], faults: int) -> None:
    assert len(read_cards(texts, DOUBLE)[1]) == faults


@pytest.mark.parametrize(
    ("texts", "cards", "faults"),
    [
        ("JK JK", "JK JK", 0),
        ("RJ BJ", "JK JK", 0),
        ("rj JK AS", "JK JK AS", 0),
        ("BJ JK RJ", "JK JK JK", 1),
        ("SHEET", "SHEET", 1),
    ],
)
def test_where_a_pack_has_jokers_of_no_colour_every_joker_is_one(
    texts: str, cards: str, faults: int
) -> None:
    found, told = read_cards(texts.split(), DOUBLE)
    assert (" ".join(map(str, found)), len(told)) == (cards, faults)


@pytest.mark.parametrize(
    ("texts", "faults"),
    [("RJ", 0), ("BJ BJ RJ SHEET", 0), ("RJ RJ", 1), ("BJ BJ BJ", 1), ("JK", 1), ("JK RJ", 1),
     ("SHEET SHEET", 1)],
)  # fmt: skip
def test_where_a_pack_has_coloured_jokers_each_is_itself(texts: str, faults: int) -> None:
    found, told = read_cards(texts.split(), COLOURED)
    assert (" ".join(map(str, found)), len(told)) == (texts, faults)


def test_a_pack_without_jokers_has_none_of_any_colour() -> None:
    for joker in JOKERS:
        found, told = read_cards([joker], PLAIN)
        assert ([str(card) for card in found], len(told)) == ([joker], 1)


@pytest.mark.parametrize(
    ("game", "jokers"),
    [
        ("tribello", {"JK": 0, "RJ": 0, "BJ": 0}),
        ("triathlon", {"JK": 3, "RJ": 0, "BJ": 0}),
        ("la-krap", {"JK": 0, "RJ": 1, "BJ": 2}),
        ("thirty-one", {"JK": 0, "RJ": 0, "BJ": 0}),
    ],
)
def test_the_jokers_of_a_game_are_those_of_its_pack(game: str, jokers: dict[str, int]) -> None:
    held = GAMES[game].pack(GAMES[game].spec.options()).copies
    assert {joker: held[Card(joker)] for joker in JOKERS} == jokers
