"""Tests of B legs by cards, and of questions about tricks."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    JOKERS,
    TEAMS,
    asked,
    b_cards,
    cells_of,
    contract,
    found,
    four,
    is_explained,
    of_severity,
    rulings,
    sheet_of,
)
from tests.games.oracle import ORDER
from tests.games.records import Json, is_refused

HIGH_TO_LOW = ORDER[::-1]
SPADES = [[rank + suit for suit in "SHDC"] for rank in HIGH_TO_LOW]
"""The first player leads all the spades and takes every trick unless another suit is trumps."""
HEARTS = [SPADES[0], *([rank + suit for suit in "HDCS"] for rank in HIGH_TO_LOW[1:])]
"""Hearts are trumps. The second player takes the first spade with a heart, then leads hearts."""
DISCARDED = [
    ["AS", "2D", "AD", "AC"], ["KS", "AH", "KD", "KC"], ["KH", "2H", "QC", "QS"],
    *(
        [heart + "H", diamond + "D", black + "C", black + "S"]
        for heart, diamond, black in zip(
            HIGH_TO_LOW[2:12], HIGH_TO_LOW[2:12], HIGH_TO_LOW[3:], strict=True
        )
    ),
]  # fmt: skip
"""Hearts are trumps. The second player gives the first trick away and takes the rest."""
NT_0: Json = {"contract": contract("1NT", 0)}


def but(play: list[list[str]], *changes: tuple[int, int, str]) -> list[list[str]]:
    """Return the play with cards replaced; a change is (trick from 1, place from 0, card)."""
    copy = [trick.copy() for trick in play]
    for number, place, card in changes:
        copy[number - 1][place] = card
    return copy


def test_tricks_points_and_what_is_aside_follow_from_the_cards() -> None:
    rows: list[tuple[list[list[str]], str, int, list[int | None]]] = [
        (SPADES, "2S", 3, [440, 0, 0, 0, 440, 0, 0, 440]),
        (HEARTS, "7H", 0, [0, 0, 440, 0, 440, 0, 0, 440]),
        # The team's last tricks are put aside; each trick of 7s or lower cards is worth 20.
        (HEARTS, "6H", 0, [0, 0, 420, 0, 420, 0, 20, 440]),
        (HEARTS, "1H", 3, [0, 320, 0, 0, 0, 320, 120, 440]),
        # One trick short: the teams exchange their totals.
        (DISCARDED, "7H", 0, [None, None, None, None, 65, 375, 0, 440]),
        (DISCARDED, "5H", 0, [0, 65, 355, 0, 355, 65, 20, 440]),
    ]
    for play, bid, declarer, row in rows:
        made = oracle.Contract(int(bid[0]), bid[1:], declarer)
        derived = oracle.figures(oracle.Leg(made, play, []), oracle.FOUR)
        assert oracle.row(made, oracle.FOUR, derived) == row, play
        for told in ({"contract": contract(bid, declarer)}, {"auction": [bid, "P", "P", "P"]}):
            sheet = four(b_cards(play, **told), first_dealer=declarer)
            assert (of_severity("error", sheet), cells_of(sheet)) == ([], row)
            assert is_explained(sheet)


# The cards ----------------------------------------------------------------------------------------


def test_every_card_of_the_pack_falls_once() -> None:
    rows: list[tuple[list[list[str]], list[str]]] = [
        (SPADES, []), (SPADES[:12], ["play"]),
        ([*SPADES, ["2S", "2H", "2D", "2C"]], ["pack", "play"]),
        ([*SPADES[:12], ["2S", "2H", "2D"]], ["play"]), ([*SPADES[:12], []], ["play"]),
        ([], ["play"]), (but(SPADES, (13, 3, "3C")), ["pack"]),
        (but(SPADES, (13, 3, "AS")), ["pack"]),
        *((but(SPADES, (13, 3, card)), ["pack"]) for card in ("JK", "RJ", "XX", "1C", "", "SHEET")),
        (but(SPADES, (4, 0, "10s"), (5, 0, "ts"), (13, 3, "2♣")), ["pack"]),
        (but(SPADES, (5, 0, "ts"), (13, 3, "2♣"), (1, 0, "as")), []),
    ]  # fmt: skip
    for play, wrong in rows:
        sheet = four(b_cards(play, **NT_0))
        assert of_severity("error", sheet) == wrong, play
        assert cells_of(sheet) == ([None] * 8 if wrong else [0, 440, 0, 0, 0, 440, 0, 440])


def test_cards_alone_do_not_tell_the_contract() -> None:
    assert "play" in of_severity("error", four(b_cards(SPADES)))


def test_six_play_with_six_whole_suits_of_three_packs() -> None:
    rows: list[tuple[str, bool]] = [
        ("SSSHHH", True), ("SSSHHD", True), ("SSHHDC", True), ("SHDCSH", True), ("SSSSHH", False),
        ("SSHHHH", False),
    ]  # fmt: skip
    for suits, fits in rows:
        suits = "".join(sorted(suits, key="SHDC".index))
        play = [[rank + suit for suit in suits] for rank in HIGH_TO_LOW]
        sheet = sheet_of(6, b_cards(play, **NT_0))
        assert of_severity("error", sheet) == ([] if fits else ["pack"]), suits
        if fits:
            assert cells_of(sheet) == [0, 660, 0, 0, 0, 0, 0, 660, 0, 660]
            assert "pack" in of_severity(
                "error", sheet_of(6, b_cards(but(play, (13, 0, "3S")), **NT_0))
            )
            assert "pack" in of_severity(
                "error", sheet_of(6, b_cards(but(play, (13, 5, "JK")), **NT_0))
            )


@given(
    st.integers(0, 2**32),
    st.sampled_from([("4", False), ("4", True), ("6", False), ("6 in three", False)]),
)
def test_where_two_cards_are_exchanged_revokes_are_found(seed: int, way: tuple[str, bool]) -> None:
    random, teams, jokers = Random(seed), TEAMS[way[0]], way[1]
    made = oracle.random_contract(random, len(teams))
    leg = oracle.lawful_leg(random, made, teams, jokers)
    places = [
        (number, place)
        for number, trick in enumerate(leg.play)
        for place, card in enumerate(trick)
        if not oracle.is_joker(card)
    ]
    (first, here), (second, there) = random.sample(places, 2)
    one, other = leg.play[first][here], leg.play[second][there]
    leg.play[first][here], leg.play[second][there] = other, one
    entry = b_cards(leg.play, contract=made._asdict(), **({"aside": leg.aside} if jokers else {}))
    options: Json = {"format": "half-marathon", "b_jokers": jokers, "teams": list(teams)}
    sheet = sheet_of(len(teams), entry, **options)
    assert found(sheet) == (["b.follow"] if oracle.revokes(leg.play, made, teams) else [])
    assert cells_of(sheet) == oracle.row(made, teams, oracle.figures(leg, teams))


NAMED_SUITS: list[tuple[str, list[tuple[int, int, str]], str, list[str]]] = [
    # In the last trick, Jokers are played to a spade.
    ("1NT", [(13, 2, "JK"), (13, 3, "JK")], "2D 2C", []),
    ("1NT", [(13, 2, "RJ"), (13, 3, "bj")], "2D 2C", []),
    ("1NT", [(13, 2, "JK=H"), (13, 3, "JK")], "2D 2C", ["b.first-joker"]),
    ("1NT", [(13, 2, "JK"), (13, 3, "JK=H")], "2D 2C", ["b.second-joker"]),
    ("1NT", [(13, 1, "JK=H"), (13, 3, "JK=H")], "2H 2C", ["b.first-joker", "b.second-joker"]),
    # The first Joker is led: it names a suit in no trumps, and only then.
    *(("1NT", [(13, 0, f"JK={suit}"), (13, 3, "JK")], "2S 2C", []) for suit in "SHDC"),
    ("1NT", [(13, 0, "JK"), (13, 3, "JK")], "2S 2C", ["b.first-joker"]),
    ("1S", [(13, 0, "JK"), (13, 3, "JK")], "2S 2C", []),
    *(("1S", [(13, 0, f"JK={suit}"), (13, 3, "JK")], "2S 2C", ["b.first-joker"]) for suit in "SH"),
    # The second Joker is led: it names a suit other than trumps.
    *(("1NT", [(12, 0, "JK=D"), (13, 0, f"JK={suit}")], "2S 3S", []) for suit in "SHDC"),
    ("1NT", [(12, 0, "JK=D"), (13, 0, "JK")], "2S 3S", ["b.second-joker"]),
    *(("1S", [(12, 0, "JK"), (13, 0, f"JK={suit}")], "2S 3S", []) for suit in "HDC"),
    ("1S", [(12, 0, "JK"), (13, 0, "JK=S")], "2S 3S", ["b.second-joker"]),
    ("1S", [(12, 0, "JK"), (13, 0, "JK")], "2S 3S", ["b.second-joker"]),
    ("1NT", [(12, 0, "JK"), (13, 0, "JK")], "2S 3S", ["b.first-joker", "b.second-joker"]),
    # There are two Jokers, one copy of each other card, and two cards left over.
    ("1NT", [(12, 3, "JK"), (13, 2, "JK"), (13, 3, "JK")], "2D 2C", ["pack"]),
    ("1NT", [(13, 2, "JK"), (13, 3, "JK")], "2D 2D", ["pack"]),
    ("1NT", [(13, 2, "JK"), (13, 3, "JK")], "2D 3D", ["pack"]),
    ("1NT", [(13, 2, "JK"), (13, 3, "JK")], "2D JK", ["pack"]),
    ("1NT", [(13, 2, "JK"), (13, 3, "JK")], "2D XX", ["pack"]),
    *(("1NT", [(13, 2, "JK"), (13, 3, "JK")], aside, ["play"]) for aside in ("", "2D")),
    ("1NT", [], "JK JK", []), ("1NT", [(13, 2, "JK")], "2D jk", []),
    ("1NT", [(13, 2, "JK")], "2D RJ", []),
]  # fmt: skip


def test_a_joker_names_a_suit_where_it_must_and_nowhere_else() -> None:
    for bid, changes, aside, wrong in NAMED_SUITS:
        play = but(SPADES, *changes)
        entry = b_cards(play, contract=contract(bid, 0), aside=aside.split())
        sheet = four(entry, **JOKERS)
        assert of_severity("error", sheet) == wrong
        if not wrong:
            assert cells_of(sheet)[-1] == 500
            jokers = {"RJ": "JK", "bj": "JK"}
            cards = [[jokers.get(card, card) for card in trick] for trick in play]
            made = oracle.Contract(int(bid[0]), bid[1:], 0)
            derived = oracle.figures(oracle.Leg(made, cards, []), oracle.FOUR)
            assert cells_of(sheet)[:4] == derived.points


SEEDS = st.integers(0, 2**32)
WITH_JOKERS: Json = {"format": "5000", "b_jokers": True}


def trick(cards: str, trump: str | None, hand: str | None = None, **fields: Any) -> Json:
    held = {} if hand is None else {"hand": hand.split()}
    return asked("trick", cards=cards.split(), trump=trump, **held, **fields)


def test_a_table_of_eight_plays_tricks_of_four_and_one_of_six_tricks_of_six() -> None:
    for players, size in ((4, 4), (6, 6), (8, 4)):
        cards = ["2H", "3H", "4H", "5H", "6H", "7H"]
        for number in range(1, size + 1):
            reply = trick(" ".join(cards[:number]), None, "8H AS", players=players)
            assert reply["answer"]["complete"] == (number == size)
            assert reply["answer"]["playable"] == ([] if number == size else ["8H"])
        assert is_refused(trick, " ".join([*cards, "9H"][: size + 1]), None, players=players)
        assert trick("AS", None, players=players, leader=size - 1)["answer"]["winner"] == size - 1
        assert is_refused(trick, "AS", None, players=players, leader=size)


# Jokers -------------------------------------------------------------------------------------------


JOKER_TRICKS: list[tuple[str, str | None, int, int, str]] = [
    # The first Joker is the highest trump.
    ("AH AS JK", "S", 0, 2, "H"), ("JK AS", "S", 0, 0, "S"),
    # In no trumps, it takes any trick.
    ("AH JK", None, 0, 1, "H"), ("JK=H AH AS", None, 0, 0, "H"),
    # The second Joker beats the ace of the suit led, but not of trumps.
    ("AH JK", "S", 1, 1, "H"), ("AH JK 2S", "S", 1, 2, "H"), ("2S JK AH", "S", 1, 0, "S"),
    ("JK=S AS 2H", None, 1, 0, "S"),
    # Both Jokers in one trick.
    ("JK=H JK AH", None, 0, 0, "H"), ("AH rj BJ 2S", "S", 0, 1, "H"),
]  # fmt: skip


def test_who_wins_with_jokers() -> None:
    for cards, trump, before, winner, suit in JOKER_TRICKS:
        for options in (WITH_JOKERS, {"format": "3000"}):
            answer = trick(cards, trump, options=options, jokers_played=before)["answer"]
            assert (answer["winner"], answer["suit_to_follow"]) == (winner, suit)
            card = cards.upper().split()[winner]
            assert answer["winning_card"][:2] == ("JK" if card in ("RJ", "BJ") else card[:2])
            assert (answer["complete"], answer["playable"]) == (len(cards.split()) == 4, [])


PLAYABLE: list[tuple[str, str | None, int, str, str]] = [
    ("", "S", 0, "JK 7H", "JK 7H"),
    # Until a Joker has been played, a Joker follows suit as a trump.
    ("9S", "S", 0, "JK RJ AH", "JK JK"), ("9H", "S", 0, "JK 7H AS", "7H"),
    ("9H", None, 0, "JK AS AD", "JK AS AD"), ("JK", "S", 0, "7S AH", "7S"),
    # The second Joker may be played to any plain suit, but never has to be.
    ("9H", "S", 1, "JK 7H AS", "JK 7H"), ("9H", "S", 1, "JK AS AD", "JK AS AD"),
    ("9H JK", "S", 0, "JK 7H AS", "JK 7H"), ("JK=D", "S", 1, "7S 7D", "7D"),
    # It may be played on trumps only by a player without trumps.
    ("9S", "S", 1, "JK 7S AH", "7S"), ("9S", "S", 1, "JK AH", "JK AH"),
    ("9S JK", "S", 0, "JK 7S", "7S"),
]  # fmt: skip


def test_what_may_be_played_with_jokers() -> None:
    for cards, trump, before, hand, playable in PLAYABLE:
        reply = trick(cards, trump, hand, options=WITH_JOKERS, jokers_played=before)
        assert reply["answer"]["playable"] == playable.split()
        allowed = {"b.follow", "b.trick", "b.lead", "b.first-joker", "b.second-joker"}
        assert set(rulings(reply)) <= allowed


IMPOSSIBLE: list[tuple[str, str | None, int, str, bool]] = [
    ("AH JK", "S", 0, "JK", True), ("AH JK", "S", 0, "JK JK", False),
    ("AH JK", "S", 1, "JK", False), ("AH JK", "S", 1, "", True), ("AH JK", "S", 2, "", False),
    ("AH", "S", 2, "JK", False), ("AH", "S", 2, "7H", True), ("AH", "S", 3, "7H", False),
    ("AH", "S", -1, "7H", False),
    # A Joker that is led names a suit only if it has to.
    ("JK", "S", 0, "", True), ("JK=H", "S", 0, "", False), ("JK=S", "S", 0, "", False),
    ("JK", None, 0, "", False), ("JK=H", None, 0, "", True), ("JK", "S", 1, "", False),
    ("JK=S", "S", 1, "", False), ("JK=H", "S", 1, "", True), ("JK", None, 1, "", False),
    ("JK=S", None, 1, "", True), ("JK=X", None, 1, "", False),
    # The pack has one copy of each card.
    ("AH AH", "S", 0, "", False), ("AH", "S", 0, "AH", False), ("AH XX", "S", 0, "", False),
    ("AH KH", "X", 0, "", False),
]  # fmt: skip


def test_impossible_cards_are_no_question() -> None:
    for cards, trump, before, hand, is_question in IMPOSSIBLE:
        fields: Json = {"options": WITH_JOKERS, "jokers_played": before}
        if is_question:
            assert trick(cards, trump, hand, **fields)["answer"]["suit_to_follow"]
        else:
            assert is_refused(trick, cards, trump, hand, **fields)


def test_six_may_play_a_card_three_times_and_without_jokers() -> None:
    assert trick("AH AH AH", None, players=6)["answer"]["winner"] == 0
    for cards in ("AH AH AH AH", "AH JK"):
        assert is_refused(trick, cards, None, players=6)


@given(SEEDS, st.sampled_from([("4", False), ("4", True), ("6", False)]))
def test_every_trick_is_answered_as_the_rules_say(seed: int, way: tuple[str, bool]) -> None:
    random, teams, jokers = Random(seed), TEAMS[way[0]], way[1]
    seats = len(teams)
    made = oracle.random_contract(random, seats)
    leg = oracle.lawful_leg(random, made, teams, jokers)
    with_jokers = [at for at, trick in enumerate(leg.play) if any(map(oracle.is_joker, trick))]
    number = random.choice(random.choice((range(13), with_jokers or range(13))))
    follows = oracle.followed(leg.play, made)
    before, leader = follows.before[number], follows.leaders[number]
    cards = leg.play[number][: random.randint(0, seats)]
    seat = (leader + len(cards)) % seats
    hand = [] if len(cards) == seats else follows.seats[seat][number:]
    answer = trick(
        " ".join(cards), made.trump, " ".join(hand), leader=leader, players=seats,
        options=WITH_JOKERS if jokers else {}, **({"jokers_played": before} if jokers else {}),
    )["answer"]  # fmt: skip
    playable = oracle.playable(hand, cards, made.trump, before)
    assert answer["playable"] == playable
    assert answer["complete"] == (len(cards) == seats)
    assert answer["suit_to_follow"] == oracle.suit_to_follow(cards, made.trump)
    if cards:
        place = oracle.winner(cards, made.trump, before)
        assert answer["winner"] == (leader + place) % seats
        assert answer["winning_card"][:2] == cards[place][:2]
