"""Questions about Tribello: tricks, quotas and the pickup."""

from __future__ import annotations

from typing import Final, Literal

from referee.core.cards import ORDINARY_PACK
from referee.core.findings import Ruling
from referee.core.irregularity import irregularity_kind
from referee.core.question import (
    Answer,
    BySuits,
    Question,
    QuestionKind,
    TrumpTrickQuestion,
    answer_trick,
    prompt,
    read_trick,
)
from referee.core.setup import Setup
from referee.core.text import Text, _, _p, by_player, ended, joined, ngettext, sentence, shares
from referee.core.tricks import TrickRules
from referee.core.validation import Count, Seat, refuse
from referee.games.tribello.rules import (
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
    deal: int = prompt(_p("entry", "Deal"), "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = prompt(_("Who dealt first"), "seat", None)


class PickupQuestion(Question):
    """Who may draw from the pickup now, and how many cards?"""

    question: Literal["pickup"] = "pickup"
    deal: int = prompt(_p("entry", "Deal"), "number", most=DEALS, ge=1, le=DEALS)
    first_dealer: Seat | None = prompt(_("Who dealt first"), "seat", None)
    taken: list[Count] = prompt(
        _("Cards drawn so far, dealer first"), "counts", most=SEATS, max_length=SEATS
    )


def answer_trump_trick(setup: Setup[TribelloOptions], question: TrumpTrickQuestion) -> Answer:
    rules, hand = TrickRules("tribello", question.trump), (question.hand or (), TRICKS)
    trick, held = read_trick("tribello", ORDINARY_PACK, setup, question, rules, hand=hand)
    return answer_trick(setup, trick, held)


def answer_quota(setup: Setup[TribelloOptions], question: QuotaQuestion) -> Answer:
    deal, (first, assumed) = question.deal - 1, _first_dealer(setup, question.first_dealer)
    due, number, dealer = quotas(deal, first), round_of(deal), dealer_of(deal, first)
    shared = _(
        "Quotas in deal {deal}: {quotas}.",
        deal=question.deal,
        quotas=shares(setup.players, due),
    )
    texts = {
        "tribello.quota": joined([shared, *assumed]),
        "tribello.rounds": _("{name} deals.", name=setup.players[dealer]),
        "tribello.trump": ended(ROUND_NAMES[number]),
    }
    trump = {1: "cut", 2: "dealer"}.get(number, "none")
    values = {"round": number, "dealer": dealer, "quotas": list(due), "trump": trump}
    rulings = tuple(Ruling(rule, "info", text) for rule, text in texts.items())
    verdict = by_player(setup.players, due)
    if assumed:
        verdict = _(
            "Quotas: dealer {dealer}, to the left {left}, to the right {right}",
            dealer=due[dealer],
            left=due[setup.left_of(dealer)],
            right=due[setup.left_of(dealer, 2)],
        )
    return Answer(values, rulings, verdict)


def answer_pickup(setup: Setup[TribelloOptions], question: PickupQuestion) -> Answer:
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
    first, assumed = _first_dealer(setup, question.first_dealer)
    seat = setup.left_of(dealer_of(question.deal - 1, first), drawn)
    name = setup.players[seat]
    text = ngettext(
        "{name} may discard {n} card and draw another.",
        "{name} may discard up to {n} cards and draw the same number.",
        left,
        name=name,
    )
    ruling = Ruling("tribello.pickup", "legal", joined([text, *assumed]))
    name = sentence(FROM_DEALER[drawn]) if assumed else name
    verdict = ngettext(
        "{name} may draw {n} card", "{name} may draw up to {n} cards", left, name=name
    )
    if drawn == 0:
        verdict = _("{name} draws first, up to {n} cards", name=name, n=left)
    return Answer({"next_seat": seat, "at_most": left}, (ruling,), verdict)


FROM_DEALER: Final = (
    _("the dealer"),
    _("the player to the left"),
    _("the player to the right"),
)
"""The players in the order in which they draw, used if the question doesn't say who dealt first."""


def _first_dealer(setup: Setup[TribelloOptions], given: int | None) -> tuple[int, list[Text]]:
    """Return the first dealer and, if that is only an assumption, a sentence that says so."""
    first = setup.options.first_dealer if given is None else given
    if given is not None or "first_dealer" in setup.options.model_fields_set:
        return first, []
    return first, [_("This assumes that {name} dealt first.", name=setup.players[first])]


QUESTION_KINDS: Final = (
    QuestionKind(
        TrumpTrickQuestion,
        answer_trump_trick,
        _("Who wins this trick?"),
        _("And which cards may you play?"),
        by_suits=BySuits(),
    ),
    QuestionKind(
        QuotaQuestion,
        answer_quota,
        _("What are the quotas?"),
        _("The dealer, trumps and quotas for any deal."),
        is_before_play=True,
    ),
    QuestionKind(
        PickupQuestion,
        answer_pickup,
        _("Who draws from the pickup?"),
        _("And how many cards may they draw?"),
        is_before_play=True,
    ),
    irregularity_kind("tribello"),
)
