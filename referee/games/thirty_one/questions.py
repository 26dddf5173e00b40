"""What players of Thirty-One ask: what a hand is worth, and whether they may close."""

from __future__ import annotations

from typing import Any, Final, Literal

from referee.cards import read_cards
from referee.game import Answer, Inquiry, Table
from referee.games.thirty_one.hand import BEST_SUIT, FIRE, HAND_SIZE, PACKS, shown
from referee.games.thirty_one.options import ThirtyOneOptions
from referee.law import Ruling
from referee.question import Question, asked
from referee.record import Count, Seat
from referee.refusal import refuse


class HandQuestion(Question):
    """What is this hand worth?"""

    question: Literal["hand"] = "hand"
    cards: list[str] = asked("The hand", "cards", most=HAND_SIZE)


class CloseQuestion(Question):
    """May this player close the round now?"""

    question: Literal["close"] = "close"
    turns: list[Count | None] = asked("Turns taken", "turns", min_length=2, max_length=16)
    seat: Seat = asked("Who wants to close", "seat")
    closed_by: Seat | None = asked("Who has closed already", "seat", None)


def answer_hand(table: Table[ThirtyOneOptions], question: HandQuestion) -> Answer:
    """The value of a hand, the cards that count, and whether it ends the round."""
    cards, faults = read_cards(question.cards, PACKS[table.options.deck])
    if faults:
        raise refuse(" ".join(faults), "cards", rule="thirty-one.pack")
    if len(cards) != HAND_SIZE:
        raise refuse(
            f"a hand has {HAND_SIZE} cards, not {len(cards)}", "cards", rule="thirty-one.pack"
        )
    reading = table.options.worth(cards)
    ends = reading.value in (BEST_SUIT, FIRE)
    verdict: Literal["info", "silent"] = "silent" if reading.rule == "thirty-one.single" else "info"
    text = f"Worth {shown(reading.value)}: {reading.text}."
    rulings = [Ruling(reading.rule, verdict, text)]
    if ends:
        rule = "thirty-one.blitz" if reading.value == BEST_SUIT else "thirty-one.fire"
        rulings.append(Ruling(rule, "info", "The round ends at once; nobody has another turn."))
    values = {
        "value": reading.value,
        "counted": [str(card) for card in reading.counted],
        "ends_round": ends,
    }
    return Answer(values, tuple(rulings))


def answer_close(table: Table[ThirtyOneOptions], question: CloseQuestion) -> Answer:
    """`thirty-one.close`: once, and after everybody has had a turn."""
    for seat, role in ((question.seat, "seat"), (question.closed_by, "closed_by")):
        if seat is not None and question.turns[seat] is None:
            raise refuse(f"{table.players[seat]} is out", role, rule="thirty-one.swimming")
    waiting = [
        name for name, turns in zip(table.players, question.turns, strict=True) if turns == 0
    ]
    if question.closed_by is not None:
        text = f"{table.players[question.closed_by]} has closed already."
    elif waiting:
        text = f"Not yet: {', '.join(waiting)} had no turn in this round."
    else:
        text = f"Everybody has had a turn: {table.players[question.seat]} may close."
    legal = question.closed_by is None and not waiting
    ruling = Ruling("thirty-one.close", "legal" if legal else "illegal", text)
    return Answer({"legal": legal}, (ruling,))


def _seats_shown(question: dict[str, Any]) -> int | None:
    turns = question.get("turns")
    return len(turns) if isinstance(turns, list) else None


INQUIRIES: Final = (
    Inquiry(HandQuestion, answer_hand, "What is a hand worth?", "And does it end the round?"),
    Inquiry(
        CloseQuestion,
        answer_close,
        "May I close?",
        "It depends on who has had a turn.",
        _seats_shown,
    ),
)
