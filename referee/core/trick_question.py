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


def trick_asked(
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
    rulings = [*surprises, *_winner_rulings(seating, trick), *more]
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
    return Answer(values, tuple(rulings), _verdict(seating, trick), trick)


def _verdict(seating: Seating[Any], trick: Trick) -> Said:
    place = trick.reading.winning
    if not trick.cards:
        return said("{leader} leads: any card", leader=seating.players[trick.leader])
    if place is None:
        return said("Nobody takes it" if trick.is_complete else "Nobody is winning yet")
    return said(
        "{winner} wins · {card}" if trick.is_complete else "{winner} is winning · {card}",
        winner=seating.players[trick.seat(place)],
        card=trick.rules.with_article(trick.cards[place]),
    )


def _winner_rulings(seating: Seating[Any], trick: Trick) -> list[Ruling]:
    place, prefix = trick.reading.winning, trick.rules.prefix
    if not trick.cards:
        leader = seating.players[trick.leader]
        text = said("{leader} leads and may play any card.", leader=leader)
        return [Ruling(f"{prefix}.lead", "info", text)]
    if place is None:
        if trick.is_complete:
            return []  # the game says who takes a trick in which nothing counts
        return [Ruling(f"{prefix}.trick", "info", said("No card counts in this trick so far."))]
    card = trick.cards[place]
    rule, reason = trick.rules.why(card, trick.reading)
    text = said(
        "{winner} wins with {card}, {reason}."
        if trick.is_complete
        else "{winner} is winning with {card}, {reason}.",
        winner=seating.players[trick.seat(place)],
        card=trick.rules.with_article(card),
        reason=reason,
    )
    return [Ruling(rule, "info", text)]


def _card_ruling(trick: Trick, card: Card, hand: tuple[Card, ...]) -> Ruling:
    rules, reading = trick.rules, trick.reading
    objection, name = rules.objection(card, hand, reading), sentence(rules.with_article(card))
    if objection is None:
        rule, reason = rules.why_allowed(card, reading)
        return Ruling(rule, "legal", said("{card}: {reason}.", card=name, reason=reason))
    text = said(
        "{card}: {because}, and you hold {instead}.",
        card=name,
        because=objection.because,
        instead=rules.with_article(objection.instead),
    )
    return Ruling(objection.rule, "illegal", text)
