"""Tricks with plain trumps: winners, playable cards, breaches, and the trick on the table."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.cards import Card, Suit, read_card
from referee.core.tricks import Play, Trick, TrickReading, TrickRules, breaches, follow_play


def read(texts: str | Sequence[str]) -> list[Card]:
    return [read_card(text) for text in (texts.split() if isinstance(texts, str) else texts)]


def plain(trump: Suit | None = None) -> TrickRules:
    return TrickRules("tribello", trump)


def follow(
    tricks: Sequence[str], leader: int = 0, rules: TrickRules | None = None, seats: int = 3
) -> Play:
    return follow_play([read(trick) for trick in tricks], leader, seats, rules or plain())


def test_an_objection_names_its_rule_and_a_card_to_play_instead() -> None:
    rows: list[tuple[str, str, Suit | None, str | None]] = [
        ("AS", "AS KC", None, None), ("AS", "AS 2H", None, None), ("AS", "AS KC", "H", None),
        ("2H", "AS 2H KH", "H", None), ("AS", "AS 2H KH", "H", "2H"), ("AS", "KH AS 2H", "H", "KH"),
        # A trump doesn't follow suit either.
        ("AC", "AC 2H", "H", "2H"),
    ]  # fmt: skip
    for card, hand, suit, instead in rows:
        for rules in (plain("C"), TrickRules("whist", "C")):
            found = rules.objection(read_card(card), read(hand), TrickReading(suit))
            assert (found and str(found.instead)) == instead
            assert (found and found.rule) == (instead and f"{rules.prefix}.follow")


def test_a_trick_is_complete_when_everybody_has_played() -> None:
    rows: list[tuple[str, bool, int | None]] = [
        ("", False, None), ("2S", False, 1), ("2S 3S", False, 2), ("2S 3S 4S", True, 0),
    ]  # fmt: skip
    for trick, complete, winner in rows:
        found = Trick(tuple(read(trick)), 1, 3, plain())
        assert (found.is_complete, found.winner) == (complete, winner), trick
        assert found.reading == plain().read(read(trick))
        assert found.rules.taker(found) == winner


def test_a_play_is_followed_as_far_as_it_has_come() -> None:
    rows: list[tuple[list[str], Suit | None, tuple[int, ...], str, int, int, tuple[int, ...]]] = [
        ([], None, (), "", 1, 1, (0, 0, 0)),
        ([""], None, (), "", 1, 1, (0, 0, 0)),
        (["2H 3H"], None, (), "2H 3H", 1, 0, (0, 0, 0)),
        (["2H 3H 4H", ""], None, (0,), "", 0, 0, (1, 0, 0)),
        (["2H 3S 4H"], "S", (2,), "", 2, 2, (0, 0, 1)),
        (["2H 3H 4H", "5D 6D"], None, (0,), "5D 6D", 0, 2, (1, 0, 0)),
        (["2H 3H 4H", "5D 6D 2S", "AC"], "S", (0, 2), "AC", 2, 0, (1, 0, 1)),
    ]
    for tricks, trump, takers, table, leader, turn, counts in rows:
        play = follow(tricks, 1, plain(trump))
        assert (play.takers, play.counts, play.seats) == (takers, counts, 3), tricks
        assert (list(play.table.cards), play.table.leader) == (read(table), leader)
        assert (play.table.turn, play.table.is_complete) == (turn, False)
        assert [list(trick.cards) for trick in play.tricks] == [read(trick) for trick in tricks]
        assert [trick.is_complete for trick in play.tricks[: len(takers)]] == [True] * len(takers)


def test_the_trick_on_the_table_is_the_last_one_while_it_is_open() -> None:
    play = follow(["2H 3H 4H", "5D"])
    assert play.tricks[-1] == play.table
    assert play.table not in follow(["2H 3H 4H"]).tricks


def test_a_breach_is_proven_by_a_card_that_shows_later() -> None:
    rows: list[tuple[list[str], Suit | None, list[tuple[int, int, str, str, int]]]] = [
        ([], None, []), (["2H 3H 4H", "5S 6S 7S"], None, []), (["2H 3S 4H", "5D 6D 7D"], None, []),
        # Cleo wins with the 4, so the third card of trick 2 is Ben's.
        (["2H 3S 4H", "5D 6D 7H"], None, [(1, 1, "3S", "7H", 2)]),
        # Ben wins with the trump and leads, so the 7 is Ann's, who led hearts herself.
        (["2H 3S 4H", "5D 6D 7H"], "S", []),
        # A leader never revokes; the suit appears two tricks later.
        (["AH 3S 4H", "KD 2D 3D", "QC 9H 2C"], None, [(1, 1, "3S", "9H", 3)]),
        # Two breaches at once, and two by the same hand.
        (["AH 3S 4C", "KH 2D 3D", "QH 9H 2H"], None,
         [(1, 1, "3S", "9H", 3), (1, 2, "4C", "2H", 3),
          (2, 1, "2D", "9H", 3), (2, 2, "3D", "2H", 3)]),
        # The earliest card that proves it.
        (["AH 3S 4H", "KD 8H 3D", "QC 9H 2C"], None, [(1, 1, "3S", "8H", 2)]),
        # Nothing can be proved about the last trick.
        (["AH 3H 4H", "KD 2S 3C"], None, []),
        # An unfinished deal proves as much as its cards do.
        (["AH 3S"], None, []), (["AH 3S 4H"], None, []), (["AH 3S 4H", "KD"], None, []),
        (["AH 3S 4H", "KD 9H"], None, [(1, 1, "3S", "9H", 2)]),
        (["AH 3H 4S", "KD 2D", "9H"], None, []),
        (["AH 3H 4S", "KD 2D 9H"], None, [(1, 2, "4S", "9H", 2)]),
    ]  # fmt: skip
    for play, trump, found in rows:
        assert [
            (b.trick, b.seat, str(b.card), str(b.objection.instead), b.shown_in)
            for b in breaches(follow(play, 0, plain(trump)))
        ] == found
        assert {b.objection.rule for b in breaches(follow(play, 0, plain(trump)))} <= {
            "tribello.follow"
        }
