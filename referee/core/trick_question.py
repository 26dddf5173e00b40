"""The question about the trick on the table, by the pack and the rules that a game passes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from referee.core.cards import Card, Pack, Suit, one_too_many, read_cards
from referee.core.findings import Ruling
from referee.core.question import Answer, Question, asked
from referee.core.seating import Seating
from referee.core.text import Said, said, sentence
from referee.core.tricks import Trick, TrickRules
from referee.core.validation import Seat, refuse


class CardsOnTable(Question):
    """What every question about a trick has; a game adds what makes its trumps."""

    question: Literal["trick"] = "trick"
    cards: list[str] = asked(
        "The cards, in the order they were played", "cards", [], is_awaited=True
    )
    leader: Seat = asked("Who led", "seat", 0)


class TrumpTrickQuestion(CardsOnTable):
    """Who wins this trick, and what may the next player play?"""

    trump: Suit | None = asked("Trumps", "suit", None, comes_first=True)
    hand: list[str] | None = asked(
        "The hand of the next player", "cards", None, most=13, any_order="all"
    )


def read_trick(
    game: str,
    pack: Pack,
    seating: Seating[Any],
    question: CardsOnTable,
    rules: TrickRules,
    *,
    hand: tuple[Sequence[str], int] = ((), 0),
    beside: Sequence[str] = (),
) -> tuple[Trick, tuple[Card, ...]]:
    """The trick of a question and the hand, if the pack allows both.

    `hand` is the cards and how many a hand may have; `beside` are cards known to be elsewhere.

    Raises:
        NotARecord: with the impossible card.
    """
    held, most = hand
    played, seats = question.cards, seating.seats
    if question.leader >= seats:  # of eight players only those of one table take part in a trick
        raise refuse(f"must be a seat from 0 to {seats - 1}", "leader")
    cards, faults = read_cards([*played, *held, *beside], pack)
    if faults:
        raise refuse(" ".join(faults), "cards", rule=f"{game}.pack")
    if len(played) > seats:
        message = one_too_many(rules.with_article(cards[seats]), "trick", seats)
        raise refuse(message, "cards", rule=f"{game}.play")
    if len(held) > most:
        message = one_too_many(rules.with_article(cards[len(played) + most]), "hand", most)
        raise refuse(message, "hand", rule=f"{game}.play")
    trick = Trick(cards[: len(played)], question.leader, seats, rules)
    return trick, cards[len(played) : len(played) + len(held)]


def answer_trick(
    seating: Seating[Any],
    trick: Trick,
    hand: tuple[Card, ...],
    *more: Ruling,
    surprises: Sequence[Ruling] = (),
) -> Answer:
    """Who wins, which suit to follow, and which cards of the hand may be played.

    `more` are rulings that the game adds; `surprises` come first and explain cards of the trick
    that are not what they look like.
    """
    rules, reading = trick.rules, trick.reading
    verdict, winner_rulings = _describe_winner(seating, trick)
    rulings = [*surprises, *winner_rulings, *more]
    for card in () if trick.is_complete else hand:
        name = sentence(rules.with_article(card))
        if objection := rules.objection(card, hand, reading):
            text = said(
                "{card}: {because}, and you hold {instead}.",
                card=name,
                because=objection.because,
                instead=rules.with_article(objection.instead),
            )
            rulings.append(Ruling(objection.rule, "illegal", text))
        else:
            rule, reason = rules.why_allowed(card, reading)
            text = said("{card}: {reason}.", card=name, reason=reason)
            rulings.append(Ruling(rule, "legal", text))
    place = reading.winning
    values = {
        "winner": trick.winner,
        "winning_card": None if place is None else str(trick.cards[place]),
        "complete": trick.is_complete,
        "suit_to_follow": reading.suit,
        "neutralised": list(reading.neutralised),
        "playable": [str(card) for card in rules.playable(hand, reading) if not trick.is_complete],
    }
    return Answer(values, tuple(rulings), verdict, trick)


def _describe_winner(seating: Seating[Any], trick: Trick) -> tuple[Said, list[Ruling]]:
    """The verdict on a trick, and the ruling behind it."""
    place, prefix = trick.reading.winning, trick.rules.prefix
    if not trick.cards:
        leader = seating.players[trick.leader]
        text = said("{leader} leads and may play any card.", leader=leader)
        verdict = said("{leader} leads: any card", leader=leader)
        return verdict, [Ruling(f"{prefix}.lead", "info", text)]
    if place is None and trick.is_complete:
        return said("Nobody takes it"), []  # the game says who takes such a trick
    if place is None:
        text = said("No card counts in this trick so far.")
        return said("Nobody is winning yet"), [Ruling(f"{prefix}.trick", "info", text)]
    card = trick.cards[place]
    rule, reason = trick.rules.why(card, trick.reading)
    values = {
        "winner": seating.players[trick.seat(place)],
        "card": trick.rules.with_article(card),
    }
    if trick.is_complete:
        text = said("{winner} wins with {card}, {reason}.", **values, reason=reason)
        return said("{winner} wins · {card}", **values), [Ruling(rule, "info", text)]
    text = said("{winner} is winning with {card}, {reason}.", **values, reason=reason)
    return said("{winner} is winning · {card}", **values), [Ruling(rule, "info", text)]
