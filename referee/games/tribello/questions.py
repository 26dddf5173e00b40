"""Questions of Tribello: the trick on the table, the quotas of a deal, the pickup."""

from __future__ import annotations

from typing import Final, Literal

from referee.core.cards import ORDINARY_PACK
from referee.core.findings import Ruling
from referee.core.irregularity import irregularity_kind
from referee.core.question import (
    Answer,
    Question,
    QuestionKind,
    ShortTrick,
    TrumpTrickQuestion,
    answer_trick,
    asked,
    read_trick,
)
from referee.core.seating import Seating
from referee.core.text import by_player, counted, said, shares
from referee.core.tricks import TrickRules
from referee.core.validation import Count, Seat, refuse
from referee.games.tribello.rounds import (
    DEALS,
    ROUND_NAMES,
    SEATS,
    TRICKS,
    TribelloOptions,
    dealer_of,
    quotas,
    round_of,
)


class QuotaQuestion(Question):
    """How many tricks does each player owe in this deal?"""

    question: Literal["quota"] = "quota"
    deal: int = asked("Deal", "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = asked("Who dealt first", "seat", None)


class PickupQuestion(Question):
    """Who may draw from the pickup now, and how many cards?"""

    question: Literal["pickup"] = "pickup"
    deal: int = asked("Deal", "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = asked("Who dealt first", "seat", None)
    taken: list[Count] = asked(
        "Cards drawn so far, dealer first", "counts", most=SEATS, max_length=SEATS
    )


def answer_trump_trick(seating: Seating[TribelloOptions], question: TrumpTrickQuestion) -> Answer:
    rules, hand = TrickRules("tribello", question.trump), (question.hand or (), TRICKS)
    trick, held = read_trick("tribello", ORDINARY_PACK, seating, question, rules, hand=hand)
    return answer_trick(seating, trick, held)


def answer_quota(seating: Seating[TribelloOptions], question: QuotaQuestion) -> Answer:
    deal, first = question.deal - 1, _first_dealer(seating, question.first_dealer)
    due, number, dealer = quotas(deal, first), round_of(deal), dealer_of(deal, first)
    texts = {
        "tribello.quota": said(
            "Deal {deal}: {quotas}.", deal=question.deal, quotas=shares(seating.players, due)
        ),
        "tribello.rounds": said(
            "Round {number}; {dealer} deals.", number=number, dealer=seating.players[dealer]
        ),
        "tribello.trump": said("{round}.", round=ROUND_NAMES[number]),
    }
    trump = {1: "cut", 2: "dealer"}.get(number, "none")
    values = {"round": number, "dealer": dealer, "quotas": list(due), "trump": trump}
    rulings = tuple(Ruling(rule, "info", text) for rule, text in texts.items())
    return Answer(values, rulings, by_player(seating.players, due))


def answer_pickup(seating: Seating[TribelloOptions], question: PickupQuestion) -> Answer:
    """`tribello.pickup`: dealer, left, right draw in turn from what is left of 13 cards."""
    left, drawn = TRICKS - sum(question.taken), len(question.taken)
    if left < 0:
        message = said("more cards are taken than the {most} of the pickup", most=TRICKS)
        raise refuse(message, "taken", rule="tribello.pickup")
    if drawn == SEATS or left == 0:
        text = said(
            "Nobody draws any more: everybody has had the chance."
            if drawn == SEATS
            else "Nobody draws any more: the pickup is empty."
        )
        values = {"next_seat": None, "at_most": 0}
        return Answer(values, (Ruling("tribello.pickup", "info", text),), said("Nobody draws"))
    dealer = dealer_of(question.deal - 1, _first_dealer(seating, question.first_dealer))
    seat = seating.left_of(dealer, drawn)
    name, cards = seating.players[seat], counted(left, "card")
    text = said("{name} may discard and draw up to {cards}.", name=name, cards=cards)
    ruling = Ruling("tribello.pickup", "legal", text)
    verdict = said("{name} draws up to {most}", name=name, most=left)
    return Answer({"next_seat": seat, "at_most": left}, (ruling,), verdict)


def _first_dealer(seating: Seating[TribelloOptions], given: int | None) -> int:
    return seating.options.first_dealer if given is None else given


QUESTION_KINDS: Final = (
    QuestionKind(
        TrumpTrickQuestion,
        answer_trump_trick,
        "Who wins this trick?",
        "And which cards may be played.",
        short=ShortTrick(),
    ),
    QuestionKind(
        QuotaQuestion, answer_quota, "What are the quotas?", "Dealer, round, trumps, quotas."
    ),
    QuestionKind(
        PickupQuestion, answer_pickup, "Who draws from the pickup?", "And how many cards."
    ),
    irregularity_kind("tribello"),
)
