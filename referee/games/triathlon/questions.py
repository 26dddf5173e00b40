"""What players of Triathlon ask: the trick, the rejection of suits, the feats of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from referee.cards import SUIT_NAMES, SUITS, Suit
from referee.disputes import TrickQuestion, answer_trick, trick_asked
from referee.game import Answer, Inquiry, Table, listed
from referee.games.triathlon.athletes import ATHLETE, PACK, TRICKS, AthleteRules
from referee.games.triathlon.feats import SEATS, feats, receipt
from referee.games.triathlon.options import TriathlonOptions
from referee.law import Problem, Ruling, error
from referee.question import Question, asked
from referee.record import Count, PerSeat, Seat
from referee.refusal import refuse


class RejectionQuestion(Question):
    """Whose turn is it to reject a suit, and which are left?"""

    question: Literal["rejection"] = "rejection"
    dealer: Seat = asked("Who dealt", "seat")
    rejected: list[Suit] = asked("Suits rejected so far, in order", "suits", [], most=2)
    trump: Suit | None = asked("Trumps, once named", "suit", None)


class FeatsQuestion(Question):
    """Which feats did each player do, and what are they worth?"""

    question: Literal["feats"] = "feats"
    tricks: PerSeat[Count] = asked("Tricks", "tricks", most=TRICKS)
    last_trick: Seat = asked("Who took the last trick", "seat")


def ask_trick(table: Table[TriathlonOptions], question: TrickQuestion) -> Answer:
    """The trick, the cards that may be played, and what rests on the silent point."""
    discard = table.options.athlete_discard
    rules, hand = AthleteRules(trump=question.trump, discard=discard), question.hand or ()
    trick, held = trick_asked("triathlon", PACK, table, question, rules, hand=(hand, TRICKS))
    suit = None if trick.is_complete else trick.reading.suit
    is_void = suit is not None and rules.follower(held, suit) is None
    # With Athletes alone in the hand both ways come to the same.
    rests = is_void and ATHLETE in held and any(card != ATHLETE for card in held)
    choice = {
        "when-void": "may be thrown when you cannot follow",
        "never": "may be thrown only when no other card is left",
    }[discard]
    text = f"The source contradicts itself here; this table plays “{discard}”: an Athlete {choice}."
    return answer_trick(
        table, trick, held, Ruling("triathlon.athlete-discard", "silent", text) if rests else None
    )


def ask_rejection(table: Table[TriathlonOptions], question: RejectionQuestion) -> Answer:
    """`triathlon.rejection`: left of the dealer, the next, then the dealer names trumps."""
    rejected, trump, dealer = question.rejected, question.trump, question.dealer
    found = rejection_problems(rejected if len(rejected) != 1 else None, trump)
    if trump is not None and len(rejected) < 2:
        message = "Trumps are named only after two suits have been rejected."
        found = [error("triathlon.rejection", message)]
    left = [suit for suit in SUITS if suit not in rejected and trump in (None, suit)]
    seat = None if trump or found else table.left_of(dealer, min(len(rejected), 2) + 1)
    text = found[0].message if found else _rejection_text(table, question, seat, left)
    ruling = Ruling("triathlon.rejection", "illegal" if found else "legal", text)
    return Answer({"legal": not found, "next_seat": seat, "open": left}, (ruling,))


def _rejection_text(
    table: Table[TriathlonOptions],
    question: RejectionQuestion,
    seat: int | None,
    left: Sequence[Suit],
) -> str:
    names = [SUIT_NAMES[suit] for suit in left]
    if seat is None:
        return f"{names[0].capitalize()} are trumps."
    if seat == question.dealer:
        return f"{table.players[seat]} names trumps: {' or '.join(names)}."
    return f"{table.players[seat]} rejects one of {', '.join(names)}."


def ask_feats(table: Table[TriathlonOptions], question: FeatsQuestion) -> Answer:
    """The feats of a deal and its points, without the bonus for a third triathlon."""
    tricks, last = question.tricks, question.last_trick
    if sum(tricks) != TRICKS:
        message = f"the tricks add up to {sum(tricks)} and must be {TRICKS}"
        raise refuse(message, "tricks", rule="triathlon.tricks-total")
    if tricks[last] == 0:
        message = "who took the last trick has at least one"
        raise refuse(message, "last_trick", rule="triathlon.last")
    lines = [receipt(tricks, last, seat) for seat in range(SEATS)]
    values = {
        "points": [sum(int(line.points) for line in of_seat) for of_seat in lines],
        "feats": [list(done) for done in feats(tricks, last)],
    }
    rulings = tuple(
        Ruling(line.rule, "info", f"{name}: {line.text}, {line.points:+}.")
        for name, of_seat in zip(table.players, lines, strict=True)
        for line in of_seat
    )
    return Answer(values, rulings)


def rejection_problems(rejected: Sequence[Suit] | None, trump: Suit | None) -> list[Problem]:
    """`triathlon.rejection`: two different suits are rejected, and trumps are neither of them."""
    suits = list(rejected or ())
    names = listed([SUIT_NAMES[suit] for suit in suits])
    if len(set(suits)) < len(suits):
        message = f"No suit is rejected twice, and you have {names}."
    elif len(suits) not in (0, 2):
        message = f"Two suits are rejected, and you have {names}."
    elif trump in suits:
        message = f"{SUIT_NAMES[trump].capitalize()} were rejected, so they cannot be trumps."
    else:
        return []
    return [error("triathlon.rejection", message, field="rejected")]


INQUIRIES: Final = (
    Inquiry(TrickQuestion, ask_trick, "Who wins the trick?", "And which cards may be played."),
    Inquiry(RejectionQuestion, ask_rejection, "Who rejects now?", "And which suits are left."),
    Inquiry(FeatsQuestion, ask_feats, "What did the deal give?", "Tricks, feats and bonuses."),
)
