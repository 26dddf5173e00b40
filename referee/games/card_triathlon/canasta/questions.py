"""What players ask about a C leg: melds, the discard pile, going out."""

from __future__ import annotations

from typing import Literal

from referee.core.cards import RANKS, Card, Pack, read_cards, symbol
from referee.core.findings import Ruling
from referee.core.question import Answer, Question, asked
from referee.core.text import counted, joined, said
from referee.core.validation import refuse
from referee.games.card_triathlon.canasta.leg import (
    FOR_PILE,
    FROZEN,
    MELD,
    OUT,
    PILE,
    SEVENS,
    STOP,
    is_stop,
    is_wild,
    pile_fault,
    read_meld,
)
from referee.games.card_triathlon.leg import LegSeating
from referee.games.card_triathlon.values import full_pack


class MeldQuestion(Question):
    """May these cards be melded, and what are they worth?"""

    question: Literal["meld"] = "meld"
    cards: list[str] = asked("The cards of the meld", "cards", most=24, any_order="all")
    going_out: bool = asked("Are you going out with it?", "yes", False, comes_first=True)


class PileQuestion(Question):
    """May I take the discard pile?"""

    question: Literal["pile"] = "pile"
    top: str = asked("The card on top", "card", most=1)
    hand: list[str] = asked("Your hand", "cards", most=40, any_order="all")
    melded: list[str] = asked(
        "Ranks that your team has melded", "ranks", [], any_order="all", comes_first=True
    )
    frozen: bool = asked("Is a wild card in the pile?", "yes", False, comes_first=True)


class GoOutQuestion(Question):
    """May I go out?"""

    question: Literal["go-out"] = "go-out"
    melds: list[list[str]] = asked("The melds of your team", "melds", most=8, any_order="all")
    hand: list[str] = asked("What is left in your hand", "cards", [], most=13, any_order="all")


def _read_cards(texts: list[str], pack: Pack, field: str) -> tuple[Card, ...]:
    cards, faults = read_cards(texts, pack)
    if faults:
        raise refuse(" ".join(faults), field, rule="card-triathlon.pack")
    return cards


def ask_meld(seating: LegSeating, question: MeldQuestion) -> Answer:
    cards = _read_cards(question.cards, full_pack(seating.seats), "cards")
    meld = read_meld(cards, seating.options.c_most_wild, going_out=question.going_out)
    rulings = [Ruling(fault.rule, "illegal", fault.sentence) for fault in meld.faults]
    if meld.is_legal:
        text = said(
            "A legal meld: {natural} and {wild} wild, worth {value}.",
            natural=counted(meld.natural, "natural card"),
            wild=meld.wild,
            value=meld.value,
        )
        rulings.append(Ruling(MELD, "legal", text))
    if meld.is_seven:
        needed = seating.options.c_sevens
        text = said(
            "With it one of your team may go out."
            if needed == 1
            else "It is one of the {needed} sevens of a kind that your team needs to go out.",
            needed=needed,
        )
        rulings.append(Ruling(SEVENS, "info", text))
    if question.going_out and any(map(is_stop, cards)):
        text = said("You are going out, so black threes may be melded.")
        rulings.append(Ruling(STOP, "info", text))
    values = {
        "legal": meld.is_legal,
        "rank": meld.rank,
        "natural": meld.natural,
        "wild": meld.wild,
        "value": meld.value,
        "seven": meld.is_seven,
    }
    verdict = said("No: this is no meld")
    if meld.is_legal:
        verdict = said("Yes: {points}", points=counted(meld.value, "point"))
    return Answer(values, tuple(rulings), verdict)


def ask_pile(seating: LegSeating, question: PileQuestion) -> Answer:
    pack = full_pack(seating.seats)
    if strange := [rank for rank in question.melded if rank not in RANKS]:
        message = said("“{rank}” is no rank", rank=strange[0][:9])
        raise refuse(message, "melded", rule="card-triathlon.pack")
    top, *hand = _read_cards([question.top, *question.hand], pack, "hand")
    fault = pile_fault(top, hand, question.melded, frozen=question.frozen)
    if fault is not None:
        rulings = [Ruling(fault.rule, "illegal", fault.sentence)]
    else:
        text = said("You may take it, and meld the {rank}s at once.", rank=top.rank)
        rulings = [Ruling(FROZEN if question.frozen else PILE, "legal", text)]
    held = sum(card.rank == top.rank and not is_wild(card) for card in hand)
    silent = ""
    if is_stop(top):
        silent = said("what a stop card stops")
    elif is_wild(top):
        silent = said("a wild card on top")
    elif held < FOR_PILE and top.rank in question.melded and not question.frozen:
        silent = said("whose melds count; your partner's do")
    if silent:
        text = said("The source is silent on {what}; Referee rules so.", what=silent)
        rulings.append(Ruling(STOP if is_stop(top) else PILE, "silent", text))
    verdict = said("No: leave the pile" if fault else "Yes: take the pile")
    return Answer({"legal": fault is None}, tuple(rulings), verdict)


def ask_go_out(seating: LegSeating, question: GoOutQuestion) -> Answer:
    """Whether the hand is empty, all melds are legal, and the team has its sevens of a kind.

    Raises:
        NotARecord: where a meld has no cards.
    """
    pack, options = full_pack(seating.seats), seating.options
    if not all(question.melds):
        raise refuse(said("a meld has no cards; leave it out"), "melds", rule=MELD)
    _read_cards([text for meld in question.melds for text in meld] + question.hand, pack, "melds")
    melds = [
        read_meld(read_cards(meld, pack)[0], options.c_most_wild, going_out=True)
        for meld in question.melds
    ]
    sevens = sum(meld.is_seven for meld in melds)
    rulings = []
    for meld in melds:
        if meld.is_legal:
            continue
        text = said(
            "{cards} is not a meld: {because}. Its cards are still in your hand.",
            cards=joined(map(symbol, meld.cards), " "),
            because=joined([fault.because for fault in meld.faults], "; "),
        )
        rulings.append(Ruling(MELD, "illegal", text))
    if question.hand:
        left = counted(len(question.hand), "card")
        text = said("You still have {left}; to go out none may be left.", left=left)
        rulings.append(Ruling(OUT, "illegal", text))
    if sevens < options.c_sevens:
        text = said(
            "Your team needs {needed} of seven or more cards of one rank, and has {sevens}.",
            needed=counted(options.c_sevens, "legal meld"),
            sevens=sevens or "none",
        )
        rulings.append(Ruling(SEVENS, "illegal", text))
    if not rulings:
        ruling = Ruling(OUT, "legal", said("You may go out."))
        return Answer({"legal": True}, (ruling,), said("Yes: go out"))
    return Answer({"legal": False}, tuple(rulings), said("No: not yet"))
