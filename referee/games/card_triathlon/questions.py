"""Question kinds for Card Triathlon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core.irregularity import (
    Happening,
    IrregularityQuestion,
    answer_irregularity,
    make_irregularity_kind,
)
from referee.core.question import Answer, Question, QuestionKind, prompt
from referee.core.setup import Setup
from referee.core.text import Text, _, _p
from referee.core.validation import refuse
from referee.games.card_triathlon.bridge.leg import (
    BRIDGE_BY_SUITS,
    AuctionQuestion,
    BridgeTrickQuestion,
    ask_auction,
    ask_trick,
)
from referee.games.card_triathlon.canasta.leg import (
    GoOutQuestion,
    MeldQuestion,
    PileQuestion,
    ask_go_out,
    ask_meld,
    ask_pile,
)
from referee.games.card_triathlon.flushes.leg import (
    SILENT_OPTIONS,
    ArrangeQuestion,
    BuckQuestion,
    LayoutQuestion,
    OfficesQuestion,
    ask_arrange,
    ask_buck,
    ask_layout,
    ask_offices,
)
from referee.games.card_triathlon.leg import LegSetup, b_pack, full_pack
from referee.games.card_triathlon.options import LegName

# Something went wrong -----------------------------------------------------------------------------

_STARTS: Final[Mapping[LegName, str]] = {
    "B": "card-triathlon.b.deal",
    "C": "card-triathlon.c.start",
    "D": "card-triathlon.d.start",
}
LEGS_OF: Final[Mapping[Happening, Mapping[LegName, str]]] = {
    "revoke": {"B": "card-triathlon.b.follow"},
    "misdeal": _STARTS,
    "lead-out-of-turn": {"B": "card-triathlon.b.lead"},
    "exposed-card": {
        "B": "card-triathlon.b.lead",
        "C": "card-triathlon.c.draw",
        "D": "card-triathlon.d.rounds",
    },
    "wrong-count": _STARTS,
    "insufficient-bid": {"B": "card-triathlon.b.auction"},
    "wrong-meld": {"C": "card-triathlon.c.meld"},
    "drew-twice": {"C": "card-triathlon.c.draw"},
    "no-discard": {"C": "card-triathlon.c.draw"},
}
"""For each irregularity, the legs in which it can happen, each with the most relevant rule.

The usual leg comes first.
"""
AS_IN_BRIDGE: Final = _(
    "The rules say only that you play the B leg “as per Contract Bridge”. Your table may adopt"
    " the laws of Bridge as a house rule."
)


class LegIrregularityQuestion(IrregularityQuestion):
    """Something went wrong in a leg: what do the rules say, and what can the table do?"""

    leg: LegName | None = prompt(_p("entry", "Leg"), "leg", None, comes_first=True)


def answer_irregularity_of_leg(_setup: LegSetup, question: LegIrregularityQuestion) -> Answer:
    rules = LEGS_OF[question.kind]
    leg = next(iter(rules)) if question.leg is None else question.leg
    if leg not in rules:
        template = _("“{kind}” can’t happen in a {leg} leg, only in a {only} leg")
        raise refuse(template.format(kind=question.kind, leg=leg, only=next(iter(rules))), "leg")
    happens_in_b_only = list(rules) == ["B"]
    return answer_irregularity(
        question.kind,
        rules[leg],
        AS_IN_BRIDGE if happens_in_b_only else None,
        entry_kind=f"{leg.lower()}-leg" if len(rules) == 1 else None,
    )


# The questions ------------------------------------------------------------------------------------


def _kind(
    leg: LegName,
    model: type[Question],
    answer: Callable[[Setup[Any], Any], Answer],
    title: Text,
    about: Text,
    *rests_on: str,
    **more: Any,
) -> QuestionKind:
    """Return a question kind that uses the pack of a C or D leg, unless `more` has a `pack`."""
    more = {"pack": lambda setup: full_pack(setup.seats), "rests_on": rests_on, **more}
    return QuestionKind(model, answer, title, about, entry_kind=f"{leg.lower()}-leg", **more)


_MELDS, _GROUPS = ("c_most_wild", "c_sevens"), (*SILENT_OPTIONS, "format")
QUESTION_KINDS: Final = (
    _kind("B", AuctionQuestion, ask_auction, _("Is the auction legal?"),
          _("And what is the contract?"), "teams", at_one_table=True, is_before_play=True),
    _kind("B", BridgeTrickQuestion, ask_trick, _("Who wins this trick?"),
          _("In a B leg, with or without Jokers."),
          at_one_table=True, by_suits=BRIDGE_BY_SUITS,
          pack=lambda setup: b_pack(setup.seats, with_jokers=setup.seats != 6)),
    _kind("C", MeldQuestion, ask_meld, _("Is this a meld?"), _("And what is it worth?"), *_MELDS),
    _kind("C", PileQuestion, ask_pile, _("May I take the pile?"),
          _("Is it frozen, stopped or free?")),
    _kind("C", GoOutQuestion, ask_go_out, _("May I go out?"),
          _("Do you have enough sevens of a kind?"), *_MELDS),
    _kind("D", BuckQuestion, ask_buck, _("Who is Buck?"), _("The player with the highest card."),
          is_before_play=True,
          seats=lambda question: (
              len(hands) if isinstance(hands := question.get("hands"), list) else None
          )),
    _kind("D", OfficesQuestion, ask_offices, _("Who deals now?"),
          _("And who gathers, shuffles and cuts?"), is_before_play=True),
    _kind("D", ArrangeQuestion, ask_arrange, _("What is my D hand worth?"),
          _("And what is the best arrangement?"), *_GROUPS),
    _kind("D", LayoutQuestion, ask_layout, _("Is this a straight flush?"),
          _("And what does it score?"), *_GROUPS),
    make_irregularity_kind(LEGS_OF, answer_irregularity_of_leg, LegIrregularityQuestion),
)  # fmt: skip
