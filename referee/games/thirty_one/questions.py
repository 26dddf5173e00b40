"""Questions about Thirty-One: the value of a hand, what a player may do, closing."""

from __future__ import annotations

from typing import Any, Final, Literal

from referee.core.cards import read_cards
from referee.core.findings import Fault, Ruling
from referee.core.irregularity import irregularity_kind
from referee.core.question import Answer, Assumed, Question, QuestionKind, length_of, prompt
from referee.core.setup import Setup
from referee.core.text import Text, _, _p, joined, listed, ngettext, sentence
from referee.core.validation import Count, Seat, refuse
from referee.games.thirty_one.rules import (
    BEST_SUIT,
    FIRE,
    HAND_SIZE,
    PACKS,
    SINGLE,
    ThirtyOneOptions,
    show_value,
)

Table = Setup[ThirtyOneOptions]
Turns = list[Count | None]  # turns that each seat has taken in this round; None if it is out
Act = Literal["keep", "lay-down", "swap-one", "swap-all", "pass", "close"]

ACTS: Final[dict[Act, Text]] = {
    "keep": _("keep the hand"),
    "lay-down": _("lay it down"),
    "swap-one": _("swap one"),
    "swap-all": _("swap all three"),
    "pass": _("pass this turn"),
    "close": _p("key", "close"),
}


def turns_taken() -> Any:
    return prompt(
        _("Has everyone had a turn?"),
        "turns",
        comes_first=True,
        assumed=Assumed(_("if everyone has had a turn"), {"0": ""}),
        min_length=2,
        max_length=16,
    )


class HandQuestion(Question):
    """What is this hand worth?"""

    question: Literal["hand"] = "hand"
    cards: list[str] = prompt(_p("field", "Hand"), "cards", most=HAND_SIZE, any_order="all")


class TurnQuestion(Question):
    """What may this player do now?"""

    question: Literal["turn"] = "turn"
    turns: Turns = turns_taken()
    starter: bool = prompt(
        _("Is this the starting player’s first decision?"),
        "yes",
        False,
        comes_first=True,
        assumed=Assumed(_("if it isn’t the first decision"), {"1": _("If it is:")}),
    )
    closed_by: Seat | None = prompt(_("Who has closed"), "seat", None, comes_first=True)
    seat: Seat = prompt(_("Whose turn it is"), "seat")


class CloseQuestion(Question):
    """May this player close the round now?"""

    question: Literal["close"] = "close"
    turns: Turns = turns_taken()
    closed_by: Seat | None = prompt(_("Who has closed"), "seat", None, comes_first=True)
    seat: Seat = prompt(_("Who wants to close"), "seat")


def answer_hand(setup: Table, question: HandQuestion) -> Answer:
    cards, faults = read_cards(question.cards, PACKS[setup.options.deck])
    if faults:
        raise refuse(joined(faults), "cards", rule="thirty-one.pack")
    if len(cards) != HAND_SIZE:
        message = _("A hand has {size} cards, not {given}.", size=HAND_SIZE, given=len(cards))
        raise refuse(message, "cards", rule="thirty-one.pack")
    reading = setup.options.worth(cards)
    value, ends = show_value(reading.value), reading.value in (BEST_SUIT, FIRE)
    text = _("Worth {value}: {text}.", value=value, text=reading.text)
    is_silent = reading.rule == SINGLE
    rulings = [Ruling(reading.rule, "silent" if is_silent else "info", text)]
    verdict = _("Worth {value}", value=value)
    if ends:
        rule = "thirty-one.blitz" if reading.value == BEST_SUIT else "thirty-one.fire"
        message = _("The round ends at once; nobody gets another turn.")
        rulings.append(Ruling(rule, "info", message))
        verdict = _("Worth {value} and ends the round", value=value)
    counted = [str(card) for card in reading.counted]
    values = {"value": reading.value, "counted": counted, "ends_round": ends}
    return Answer(values, tuple(rulings), verdict)


def answer_close(setup: Table, question: CloseQuestion) -> Answer:
    fault, ruling = _rule_on_closing(setup, question)
    verdict = _("Yes. {name} may close", name=setup.players[question.seat])
    if fault:
        verdict = joined([_p("verdict", "No."), sentence(fault.because)])
    return Answer({"legal": fault is None}, (ruling,), verdict)


def answer_turn(setup: Table, question: TurnQuestion) -> Answer:
    """Say what a player may do, under `thirty-one.starter` or, later, `thirty-one.turn`."""
    fault, closing = _rule_on_closing(setup, question)
    name, has_passing = setup.players[question.seat], setup.options.passing
    may: list[Act] = []
    if question.closed_by == question.seat:
        text = _("{name} has closed and gets no further turn.", name=name)
        rulings = [Ruling("thirty-one.close", "illegal", text)]
    elif question.starter and not any(question.turns):
        may = ["keep", "lay-down"]
        text = _(
            "{name} may keep the hand; then three cards from the pack go on the table. Or {name}"
            " may lay the hand on the table and draw three new cards.",
            name=name,
        )
        rulings = [Ruling("thirty-one.starter", "legal", text)]
    else:
        may = ["swap-one", "swap-all"]
        may += ["pass"] if has_passing else []
        may += [] if fault else ["close"]
        swap = _("{name} may swap one card or all three.", name=name)
        passing = _("{name} may not pass: you play without passing.", name=name)
        if has_passing:
            passing = _("{name} may pass.", name=name)
        rulings = [
            Ruling("thirty-one.turn", "legal", swap),
            Ruling("thirty-one.turn", "legal" if has_passing else "illegal", passing),
            closing,
        ]
    verdict = _("{name} gets no further turn", name=name)
    if may:
        acts = listed([ACTS[act] for act in may], "or")
        verdict = _("{name} may {acts}", name=name, acts=acts)
    return Answer({"may": may}, tuple(rulings), verdict)


def _rule_on_closing(
    setup: Table, question: TurnQuestion | CloseQuestion
) -> tuple[Fault | None, Ruling]:
    """Rule on whether a player may close the round (`thirty-one.close`).

    A round can be closed once, after everyone has had a turn.

    Raises:
        NotARecord: if the player, or whoever has closed, is out.
    """
    for seat, field in ((question.seat, "seat"), (question.closed_by, "closed_by")):
        if seat is not None and question.turns[seat] is None:
            message = _("{name} is out. Choose someone else.", name=setup.players[seat])
            raise refuse(message, field, rule="thirty-one.swimming")
    rule, name = "thirty-one.close", setup.players[question.seat]
    waiting = [
        player for player, taken in zip(setup.players, question.turns, strict=True) if taken == 0
    ]
    if question.closed_by is not None:
        closer = setup.players[question.closed_by]
        because = _("{name} has already closed", name=closer)
    elif waiting:
        because = ngettext(
            "{names} hasn’t had a turn yet",
            "{names} haven’t had a turn yet",
            len(waiting),
            names=listed(waiting),
        )
    else:
        text = _("Everyone has had a turn and nobody has closed, so {name} may close.", name=name)
        return None, Ruling(rule, "legal", text)
    fault, text = Fault(rule, because), _("{name} may not close.", name=name)
    return fault, Ruling(rule, "illegal", joined([text, fault.sentence]))


QUESTION_KINDS: Final = (
    QuestionKind(
        HandQuestion, answer_hand, _("What is a hand worth?"), _("And does it end the round?")
    ),
    QuestionKind(
        TurnQuestion,
        answer_turn,
        _("What may I do now?"),
        _("Keep, swap, pass or close."),
        length_of("turns"),
    ),
    QuestionKind(
        CloseQuestion,
        answer_close,
        _("May I close?"),
        _("Only after everyone has had a turn."),
        length_of("turns"),
    ),
    irregularity_kind(
        "thirty-one", {"misdeal": "deal", "exposed-card": "turn", "wrong-count": "deal"}
    ),
)
