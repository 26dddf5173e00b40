"""Questions of Thirty-One: the value of a hand, what a player may do, closing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from referee.core.cards import read_cards
from referee.core.findings import Fault, Ruling
from referee.core.irregularity import irregularity_kind
from referee.core.question import Answer, Question, QuestionKind, asked
from referee.core.seating import Seating
from referee.core.text import Said, either, joined, listed, said
from referee.core.validation import Count, Seat, refuse
from referee.games.thirty_one.hand import BEST_SUIT, FIRE, HAND_SIZE, PACKS, show_value
from referee.games.thirty_one.options import ThirtyOneOptions

Table = Seating[ThirtyOneOptions]
Turns = list[Count | None]
"""Turns taken in this round by each seat, None for a player who is out."""
Act = Literal["keep", "lay-down", "swap-one", "swap-all", "pass", "close"]

ACTS: Final[dict[Act, Said]] = {
    "keep": said("keep the hand"),
    "lay-down": said("lay it down"),
    "swap-one": said("swap one"),
    "swap-all": said("swap all three"),
    "pass": said("pass"),
    "close": said("close"),
}


class HandQuestion(Question):
    """What is this hand worth?"""

    question: Literal["hand"] = "hand"
    cards: list[str] = asked("The hand", "cards", most=HAND_SIZE, any_order="all")


class TurnQuestion(Question):
    """What may this player do now?"""

    question: Literal["turn"] = "turn"
    turns: Turns = asked("Turns taken", "turns", comes_first=True, min_length=2, max_length=16)
    starter: bool = asked("The starting player’s first decision", "yes", False, comes_first=True)
    closed_by: Seat | None = asked("Who has closed already", "seat", None, comes_first=True)
    seat: Seat = asked("Whose turn it is", "seat")


class CloseQuestion(Question):
    """May this player close the round now?"""

    question: Literal["close"] = "close"
    turns: Turns = asked("Turns taken", "turns", comes_first=True, min_length=2, max_length=16)
    closed_by: Seat | None = asked("Who has closed already", "seat", None, comes_first=True)
    seat: Seat = asked("Who wants to close", "seat")


def answer_hand(seating: Table, question: HandQuestion) -> Answer:
    cards, faults = read_cards(question.cards, PACKS[seating.options.deck])
    if faults:
        raise refuse(joined(faults), "cards", rule="thirty-one.pack")
    if len(cards) != HAND_SIZE:
        message = said("a hand has {size} cards, not {given}", size=HAND_SIZE, given=len(cards))
        raise refuse(message, "cards", rule="thirty-one.pack")
    reading = seating.options.worth(cards)
    ends = reading.value in (BEST_SUIT, FIRE)
    text = said("Worth {value}: {text}.", value=show_value(reading.value), text=reading.text)
    is_silent = reading.rule == "thirty-one.single"
    rulings = [Ruling(reading.rule, "silent" if is_silent else "info", text)]
    if ends:
        rule = "thirty-one.blitz" if reading.value == BEST_SUIT else "thirty-one.fire"
        message = said("The round ends at once; nobody has another turn.")
        rulings.append(Ruling(rule, "info", message))
    values = {
        "value": reading.value,
        "counted": [str(card) for card in reading.counted],
        "ends_round": ends,
    }
    template = "Worth {value}: the round ends" if ends else "Worth {value}"
    return Answer(values, tuple(rulings), said(template, value=show_value(reading.value)))


def answer_close(seating: Table, question: CloseQuestion) -> Answer:
    """`thirty-one.close`: once, and after everybody has had a turn."""
    _refuse_seat_that_is_out(seating, question)
    fault = close_fault(seating, question.turns, question.closed_by)
    ruling = _close_ruling(seating, question.seat, fault)
    verdict = said("Yes: {name} may close", name=seating.players[question.seat])
    if fault:
        verdict = said("No: {because}", because=fault.because)
    return Answer({"legal": fault is None}, (ruling,), verdict)


def answer_turn(seating: Table, question: TurnQuestion) -> Answer:
    """`thirty-one.starter` for the first decision, then `thirty-one.turn`."""
    _refuse_seat_that_is_out(seating, question)
    name = seating.players[question.seat]
    if question.closed_by == question.seat:
        text = said("{name} has closed, and has no further turn.", name=name)
        return _list_acts(name, [], Ruling("thirty-one.close", "illegal", text))
    if question.starter and not any(question.turns):
        text = said(
            "{name} may keep the hand, and three cards from the pack go to the table; or lay it"
            " on the table and draw three new cards.",
            name=name,
        )
        return _list_acts(name, ["keep", "lay-down"], Ruling("thirty-one.starter", "legal", text))
    fault = close_fault(seating, question.turns, question.closed_by)
    may: list[Act] = ["swap-one", "swap-all"]
    may += ["pass"] if seating.options.passing else []
    may += [] if fault else ["close"]
    swap = said("{name} may swap one card or all three.", name=name)
    if seating.options.passing:
        passing = Ruling("thirty-one.turn", "legal", said("{name} may pass.", name=name))
    else:
        text = said("{name} may not pass: your table plays without passing.", name=name)
        passing = Ruling("thirty-one.turn", "illegal", text)
    closing = _close_ruling(seating, question.seat, fault)
    return _list_acts(name, may, Ruling("thirty-one.turn", "legal", swap), passing, closing)


def _list_acts(name: str, acts: list[Act], *rulings: Ruling) -> Answer:
    template = "{name} may {acts}" if acts else "{name} has no turn any more"
    listing = either([ACTS[act] for act in acts]) if acts else ""
    return Answer({"may": acts}, rulings, said(template, name=name, acts=listing))


def close_fault(seating: Table, turns: Sequence[int | None], closed_by: int | None) -> Fault | None:
    """Say why the round cannot be closed now."""
    if closed_by is not None:
        name = seating.players[closed_by]
        return Fault("thirty-one.close", said("{name} has closed already", name=name))
    waiting = [name for name, taken in zip(seating.players, turns, strict=True) if taken == 0]
    if waiting:
        one, more = "{names} has had no turn yet", "{names} have had no turn yet"
        because = said(more if waiting[1:] else one, names=listed(waiting))
        return Fault("thirty-one.close", because)
    return None


def _close_ruling(seating: Table, seat: int, fault: Fault | None) -> Ruling:
    name = seating.players[seat]
    if fault:
        text = said("{name} may not close: {because}.", name=name, because=fault.because)
        return Ruling(fault.rule, "illegal", text)
    text = said("Everybody has had a turn: {name} may close.", name=name)
    return Ruling("thirty-one.close", "legal", text)


def _refuse_seat_that_is_out(seating: Table, question: TurnQuestion | CloseQuestion) -> None:
    for seat, field in ((question.seat, "seat"), (question.closed_by, "closed_by")):
        if seat is not None and question.turns[seat] is None:
            message = said("{name} is out", name=seating.players[seat])
            raise refuse(message, field, rule="thirty-one.swimming")


def _seats_shown(question: dict[str, Any]) -> int | None:
    turns = question.get("turns")
    return len(turns) if isinstance(turns, list) else None


QUESTION_KINDS: Final = (
    QuestionKind(HandQuestion, answer_hand, "What is a hand worth?", "And does it end the round?"),
    QuestionKind(
        TurnQuestion,
        answer_turn,
        "What may I do now?",
        "Keep, swap, pass or close.",
        _seats_shown,
    ),
    QuestionKind(
        CloseQuestion,
        answer_close,
        "May I close?",
        "It depends on who has had a turn.",
        _seats_shown,
    ),
    irregularity_kind(
        {
            "misdeal": "thirty-one.deal",
            "exposed-card": "thirty-one.turn",
            "wrong-count": "thirty-one.deal",
        }
    ),
)
