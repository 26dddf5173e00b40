"""Questions about Tribello: tricks, quotas and the pickup."""

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
from referee.core.text import _, by_player, ended, ngettext, shares
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
    """What is each player's quota in this deal?"""

    question: Literal["quota"] = "quota"
    deal: int = asked(_("Deal"), "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = asked(_("Who dealt first"), "seat", None)


class PickupQuestion(Question):
    """Who may draw from the pickup now, and how many cards?"""

    question: Literal["pickup"] = "pickup"
    deal: int = asked(_("Deal"), "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = asked(_("Who dealt first"), "seat", None)
    taken: list[Count] = asked(
        _("Cards drawn so far, dealer first"), "counts", most=SEATS, max_length=SEATS
    )


def answer_trump_trick(seating: Seating[TribelloOptions], question: TrumpTrickQuestion) -> Answer:
    rules, hand = TrickRules("tribello", question.trump), (question.hand or (), TRICKS)
    trick, held = read_trick("tribello", ORDINARY_PACK, seating, question, rules, hand=hand)
    return answer_trick(seating, trick, held)


def answer_quota(seating: Seating[TribelloOptions], question: QuotaQuestion) -> Answer:
    deal, first = question.deal - 1, _first_dealer(seating, question.first_dealer)
    due, number, dealer = quotas(deal, first), round_of(deal), dealer_of(deal, first)
    texts = {
        "tribello.quota": _(
            "Quotas in deal {deal}: {quotas}.",
            deal=question.deal,
            quotas=shares(seating.players, due),
        ),
        "tribello.rounds": _("{name} deals.", name=seating.players[dealer]),
        "tribello.trump": ended(ROUND_NAMES[number]),
    }
    trump = {1: "cut", 2: "dealer"}.get(number, "none")
    values = {"round": number, "dealer": dealer, "quotas": list(due), "trump": trump}
    rulings = tuple(Ruling(rule, "info", text) for rule, text in texts.items())
    return Answer(values, rulings, by_player(seating.players, due))


def answer_pickup(seating: Seating[TribelloOptions], question: PickupQuestion) -> Answer:
    """Say who may draw next, and how many cards at most (`tribello.pickup`).

    The dealer draws first, then the player to the left, then the player to the right, until the
    13 cards are gone.
    """
    left, drawn = TRICKS - sum(question.taken), len(question.taken)
    if left < 0:
        message = _("The pickup has only {most} cards. Check the figures.", most=TRICKS)
        raise refuse(message, "taken", rule="tribello.pickup")
    if drawn == SEATS or left == 0:
        text = (
            _("Nobody else draws: everyone has had a turn.")
            if drawn == SEATS
            else _("Nobody else draws: the pickup is empty.")
        )
        values = {"next_seat": None, "at_most": 0}
        return Answer(values, (Ruling("tribello.pickup", "info", text),), _("Nobody else draws"))
    dealer = dealer_of(question.deal - 1, _first_dealer(seating, question.first_dealer))
    seat = seating.left_of(dealer, drawn)
    name = seating.players[seat]
    text = ngettext(
        "{name} may discard {n} card and draw another.",
        "{name} may discard up to {n} cards and draw as many.",
        left,
        name=name,
    )
    ruling = Ruling("tribello.pickup", "legal", text)
    verdict = ngettext(
        "{name} may draw {n} card", "{name} may draw up to {n} cards", left, name=name
    )
    return Answer({"next_seat": seat, "at_most": left}, (ruling,), verdict)


def _first_dealer(seating: Seating[TribelloOptions], given: int | None) -> int:
    return seating.options.first_dealer if given is None else given


QUESTION_KINDS: Final = (
    QuestionKind(
        TrumpTrickQuestion,
        answer_trump_trick,
        _("Who wins this trick?"),
        _("And which cards may you play?"),
        short=ShortTrick(),
    ),
    QuestionKind(
        QuotaQuestion,
        answer_quota,
        _("What are the quotas?"),
        _("Dealer, trumps and quotas of a deal."),
    ),
    QuestionKind(
        PickupQuestion, answer_pickup, _("Who draws from the pickup?"), _("And how many cards?")
    ),
    irregularity_kind("tribello"),
)
