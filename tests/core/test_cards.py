"""Cards and packs: all spellings, and how many copies of a card a pack has."""

from __future__ import annotations

import pytest

from referee.core.cards import (
    JOKERS,
    RANKS,
    SHEET,
    Card,
    NotACard,
    Pack,
    find_faulty_hands,
    in_english,
    pack,
    read_card,
    read_cards,
    symbol,
    with_article,
)
from referee.core.registry import GAMES

PLAIN = pack("52 cards", RANKS)
DOUBLE = pack("two packs", RANKS, copies=2, extra=["JK", "JK"])
COLOURED = pack("coloured jokers", RANKS, extra=["RJ", "BJ", "BJ", "SHEET"])
SUITLESS = [Card(rank) for rank in (*JOKERS, SHEET)]


def test_a_card_is_read_in_every_accepted_spelling() -> None:
    rows: list[tuple[list[str], str]] = [
        (["10H", "TH", "th", "10♥", "10♥\ufe0f", "t♡"], "10H"),
        ([" as ", "A♠"], "AS"), (["q♦"], "QD"), (["2♣"], "2C"), (["jk"], "JK"), (["RJ"], "RJ"),
        (["bj"], "BJ"), (["Sheet"], "SHEET"),
    ]  # fmt: skip
    for texts, card in rows:
        assert {text: str(read_card(text)) for text in texts} == dict.fromkeys(texts, card), texts


def test_cards_typed_in_german_letters_become_english() -> None:
    for typed, card in (
        ("DH", "QH"), ("b♥", "JH"), ("OS", "QS"), ("uc", "JC"),  # Dame, Bube, Ober, Unter
        ("10E", "10C"), ("AL", "AS"), ("DSch", "QD"), ("KSCH", "KD"), ("7L", "7S"),
        # The rest is left as it was typed.
        ("10s", "10s"), ("QH", "QH"), ("BJ", "BJ"), ("KS", "KS"), ("SHEET", "SHEET"),
        ("D", "D"), ("DX", "DX"), ("11E", "11E"), ("SCH", "SCH"), ("JK=H", "JK=H"), ("", ""),
    ):  # fmt: skip
        assert in_english(typed) == card, typed


def test_what_is_no_card_is_named_in_the_refusal() -> None:
    rows: list[str] = [
        "", " ", "S", "10", "1S", "11S", "0S", "AX", "SA", "♠A", "10HH", "TTH", "XJ", "J", "-2C",
        "½S",
    ]  # fmt: skip
    for text in rows:
        with pytest.raises(NotACard) as refused:
            read_card(text)
        assert refused.value.text == text, text


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


def test_a_pack_holds_every_card_as_often_as_it_says() -> None:
    assert (len(PLAIN), len(set(PLAIN.cards))) == (52, 52)
    assert (len(DOUBLE), len(set(DOUBLE.cards))) == (106, 53)
    assert (len(COLOURED), len(set(COLOURED.cards))) == (56, 55)
    assert (DOUBLE.copies[Card("JK")], COLOURED.copies[Card("BJ")]) == (2, 2)


def test_a_pack_holds_so_many_of_a_card_and_no_more() -> None:
    rows: list[tuple[Pack, str, str, int]] = [
        (DOUBLE, "AS AS", "AS AS", 0), (DOUBLE, "AS AS AS", "AS AS AS", 1),
        # In a pack whose jokers have no colour, any spelling of a joker is one of them.
        (DOUBLE, "JK JK", "JK JK", 0), (DOUBLE, "RJ BJ", "JK JK", 0),
        (DOUBLE, "rj JK AS", "JK JK AS", 0), (DOUBLE, "BJ JK RJ", "JK JK JK", 1),
        (DOUBLE, "RJ RJ RJ AS AS AS", "JK JK JK AS AS AS", 2),
        (DOUBLE, "SHEET", "SHEET", 1),
        # In a pack with coloured jokers, each colour is its own card.
        (COLOURED, "RJ", "RJ", 0),
        (COLOURED, "BJ BJ RJ SHEET", "BJ BJ RJ SHEET", 0),
        (COLOURED, "RJ RJ", "RJ RJ", 1), (COLOURED, "BJ BJ BJ", "BJ BJ BJ", 1),
        (COLOURED, "JK", "JK", 1), (COLOURED, "JK RJ", "JK RJ", 1),
        (COLOURED, "SHEET SHEET", "SHEET SHEET", 1),
        (PLAIN, "", "", 0), (PLAIN, "AS as", "AS AS", 1),
        (PLAIN, "AS AS AS 2C 2C", "AS AS AS 2C 2C", 2),
        (PLAIN, "AS ? !", "AS", 2), (PLAIN, "AS AS ?", "AS AS", 2),
        # A pack without jokers has none of any colour.
        (PLAIN, "JK JK", "JK JK", 1),
        (PLAIN, "JK", "JK", 1), (PLAIN, "RJ", "RJ", 1), (PLAIN, "BJ", "BJ", 1),
    ]  # fmt: skip
    for held, texts, cards, faults in rows:
        found, told = read_cards(texts.split(), held)
        assert (" ".join(map(str, found)), len(told)) == (cards, faults), texts


def test_the_jokers_of_a_game_are_those_of_its_pack() -> None:
    rows: list[tuple[str, dict[str, int]]] = [
        ("tribello", {"JK": 0, "RJ": 0, "BJ": 0}), ("triathlon", {"JK": 3, "RJ": 0, "BJ": 0}),
        ("la-krap", {"JK": 0, "RJ": 1, "BJ": 2}), ("thirty-one", {"JK": 0, "RJ": 0, "BJ": 0}),
    ]  # fmt: skip
    for game, jokers in rows:
        held = GAMES[game].pack(GAMES[game].spec.options()).copies
        assert {joker: held[Card(joker)] for joker in JOKERS} == jokers, game


def test_the_seats_whose_cards_cannot_all_be_there() -> None:
    rows: list[tuple[dict[int, str], list[int]]] = [
        ({0: "AS KS", 1: "AH", 2: ""}, []), ({0: "AS KS", 2: "AH x"}, [2]),
        ({0: "AS KS", 1: "QH AS", 3: "2C"}, [0, 1]), ({0: "AS AS", 1: "AH"}, [0]),
        ({0: "AS", 1: "RJ"}, [1]),
    ]  # fmt: skip
    for hands, seats in rows:
        held = {seat: text.split() for seat, text in hands.items()}
        assert find_faulty_hands(held, PLAIN) == seats, hands
