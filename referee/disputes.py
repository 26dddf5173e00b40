"""The trick on the table, a question that several games answer alike.

A game passes its own pack, the size of its hands and its rules of tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from referee.cards import Card, Pack, Suit, read_cards, sentence
from referee.game import Answer, Table
from referee.law import Ruling
from referee.question import Question, asked
from referee.record import Seat
from referee.refusal import refuse
from referee.tricks import Trick, TrickRules


class CardsOnTable(Question):
    """What every question about a trick holds; a game adds what makes its trumps."""

    question: Literal["trick"] = "trick"
    cards: list[str] = asked("The cards, in the order they fell", "cards", [])
    leader: Seat = asked("Who led", "seat", 0)


class TrickQuestion(CardsOnTable):
    """Who wins this trick, and what may the next player play?"""

    trump: Suit | None = asked("Trumps", "suit", None)
    hand: list[str] | None = asked("The hand of the next player", "cards", None, most=13)


def trick_asked(
    game: str,
    pack: Pack,
    table: Table[Any],
    question: CardsOnTable,
    rules: TrickRules,
    *,
    hand: tuple[Sequence[str], int] = ((), 0),
    beside: Sequence[str] = (),
) -> tuple[Trick, tuple[Card, ...]]:
    """The trick of a question, and the hand, together possible with this pack.

    `hand` comes with the number of cards that a hand may have; `beside` are other cards that are
    known to be elsewhere.

    Raises:
        NotARecord: naming the card that cannot be.
    """
    held, most = hand
    played, seats = question.cards, table.seats
    cards, faults = read_cards([*played, *held, *beside], pack)
    if faults:
        raise refuse(" ".join(faults), "cards", rule=f"{game}.pack")
    if len(played) > seats:
        message = f"{cards[seats]} is one card too many: a trick has {seats}."
        raise refuse(message, "cards", rule=f"{game}.play")
    if len(held) > most:
        message = f"{cards[len(played) + most]} is one card too many: a hand has {most}."
        raise refuse(message, "hand", rule=f"{game}.play")
    trick = Trick(cards[: len(played)], question.leader, seats, rules)
    return trick, cards[len(played) : len(played) + len(held)]


def answer_trick(
    table: Table[Any], trick: Trick, hand: tuple[Card, ...], *more: Ruling | None
) -> Answer:
    """Who wins, what has to be followed, and which cards of the hand may be played.

    `more` are rulings that the game adds; None stands for one that does not apply.
    """
    rules, reading = trick.rules, trick.reading
    rulings = [_winner_ruling(table, trick), *filter(None, more)]
    if not trick.is_complete:
        rulings += [_card_ruling(trick, card, hand) for card in hand]
    place = reading.winning
    values = {
        "winner": trick.winner,
        "winning_card": None if place is None else str(trick.cards[place]),
        "complete": trick.is_complete,
        "suit_to_follow": reading.suit,
        "neutralised": list(reading.neutralised),
        "playable": [str(card) for card in rules.playable(hand, reading) if not trick.is_complete],
    }
    return Answer(values, tuple(rulings))


def _winner_ruling(table: Table[Any], trick: Trick) -> Ruling:
    place, prefix = trick.reading.winning, trick.rules.prefix
    if not trick.cards:
        text = f"{table.players[trick.leader]} leads and may play any card."
        return Ruling(f"{prefix}.lead", "info", text)
    if place is None or trick.winner is None:
        return Ruling(f"{prefix}.trick", "info", "No card counts in this trick so far.")
    card = trick.cards[place]
    rule, reason = trick.rules.why(card, trick.reading)
    verb = "wins" if trick.is_complete else "is winning"
    text = f"{table.players[trick.winner]} {verb} with {trick.rules.called(card)}, {reason}."
    return Ruling(rule, "info", text)


def _card_ruling(trick: Trick, card: Card, hand: tuple[Card, ...]) -> Ruling:
    rules, reading = trick.rules, trick.reading
    objection, name = rules.objection(card, hand, reading), sentence(rules.called(card))
    if objection is not None:
        text = f"{name}: {objection.because}, and you hold {rules.called(objection.instead)}."
        return Ruling(objection.rule, "illegal", text)
    rule, reason = rules.why_allowed(card, reading)
    return Ruling(rule, "legal", f"{name}: {reason}.")
