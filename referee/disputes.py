"""Questions that several games answer alike: the trick on the table.

A game passes its own pack, and its name for the ids of the rules that are cited.
"""

from __future__ import annotations

from typing import Any, Literal

from referee.cards import SUIT_NAMES, Card, Pack, Suit, named, read_cards
from referee.game import Answer, Table
from referee.law import Ruling
from referee.question import Question, asked
from referee.record import Seat, refuse
from referee.tricks import Trick, may_play, playable, suit_to_follow, winning_place


class TrickQuestion(Question):
    """Who wins this trick, and what may the next player play?"""

    question: Literal["trick"] = "trick"
    cards: list[str] = asked("The cards, in the order they fell", "cards", [])
    leader: Seat = asked("Who led", "seat", 0)
    trump: Suit | None = asked("Trumps", "suit", None)
    hand: list[str] | None = asked("The hand of the next player", "cards", None, most=13)


def answer_plain_trick(
    game: str, pack: Pack, hand_size: int, table: Table[Any], question: TrickQuestion
) -> Answer:
    """Who wins under plain trumps, and which cards of the hand may be played.

    Raises:
        NotARecord: where the cards are impossible.
    """
    cards, hand = cards_asked(
        game, pack, hand_size, table.seats, question.cards, question.hand or []
    )
    trick = Trick(cards, question.leader, table.seats)
    place = winning_place(cards, question.trump)
    suit = suit_to_follow(cards)
    open_cards = () if trick.is_complete else playable(hand, suit)
    rulings = [_winner_ruling(game, table, trick, question.trump)]
    if not trick.is_complete:
        rulings += [_follow_ruling(game, card, hand, suit) for card in hand]
    values = {
        "winner": None if place is None else trick.seat(place),
        "winning_card": None if place is None else str(cards[place]),
        "complete": trick.is_complete,
        "suit_to_follow": suit,
        "neutralised": [],
        "playable": [str(card) for card in open_cards],
    }
    return Answer(values, tuple(rulings))


def cards_asked(
    game: str, pack: Pack, hand_size: int, seats: int, played: list[str], held: list[str]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards of the trick and of the hand, together possible with this pack.

    Raises:
        NotARecord: naming the card that cannot be.
    """
    cards, faults = read_cards([*played, *held], pack)
    if faults:
        raise refuse(" ".join(faults), "cards", rule=f"{game}.pack")
    if len(played) > seats:
        raise refuse(
            f"{cards[seats]} is one card too many: a trick has {seats}.",
            "cards",
            rule=f"{game}.play",
        )
    if len(held) > hand_size:
        extra = cards[len(played) + hand_size]
        raise refuse(
            f"{extra} is one card too many: a hand has {hand_size}.", "hand", rule=f"{game}.play"
        )
    return cards[: len(played)], cards[len(played) :]


def _winner_ruling(game: str, table: Table[Any], trick: Trick, trump: Suit | None) -> Ruling:
    place = winning_place(trick.cards, trump)
    if place is None:
        text = f"{table.players[trick.leader]} leads and may play any card."
        return Ruling(f"{game}.lead", "info", text)
    card, led = trick.cards[place], trick.cards[0].suit
    kind = "trump" if card.suit == trump else f"card of the suit led, {SUIT_NAMES[led or 'S']}"
    verb = "wins" if trick.is_complete else "is winning"
    text = f"{table.players[trick.seat(place)]} {verb} with {named(card)}, the highest {kind}."
    return Ruling(f"{game}.trick", "info", text)


def _follow_ruling(game: str, card: Card, hand: tuple[Card, ...], suit: Suit | None) -> Ruling:
    rule = f"{game}.follow"
    if may_play(card, hand, suit):
        return Ruling(rule, "legal", f"{named(card)}: {_why_playable(card, suit)}")
    text = f"{named(card)}: {SUIT_NAMES[suit or 'S']} were led, and you hold one."
    return Ruling(rule, "illegal", text)


def _why_playable(card: Card, suit: Suit | None) -> str:
    if suit is None:
        return "you lead, any card will do."
    if card.suit == suit:
        return "it follows suit."
    return f"you hold no {SUIT_NAMES[suit].removesuffix('s')}, any card will do."
