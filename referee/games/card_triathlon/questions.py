"""What players of Card Triathlon ask, leg by leg."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.core.cards import Pack
from referee.core.irregularity import irregularity_kind
from referee.core.question import Answer, Question, QuestionKind
from referee.core.seating import Seating
from referee.games.card_triathlon.bridge.questions import (
    AuctionQuestion,
    BridgeTrickQuestion,
    ShortBridge,
    ask_auction,
    ask_trick,
)
from referee.games.card_triathlon.canasta.questions import (
    GoOutQuestion,
    MeldQuestion,
    PileQuestion,
    ask_go_out,
    ask_meld,
    ask_pile,
)
from referee.games.card_triathlon.flushes.questions import (
    SILENT,
    ArrangeQuestion,
    BuckQuestion,
    LayoutQuestion,
    OfficesQuestion,
    ask_arrange,
    ask_buck,
    ask_layout,
    ask_offices,
)
from referee.games.card_triathlon.state import LegSeating
from referee.games.card_triathlon.values import b_pack, full_pack


def _hands_shown(question: dict[str, Any]) -> int | None:
    hands = question.get("hands")
    return len(hands) if isinstance(hands, list) else None


def _full(seating: LegSeating) -> Pack:
    return full_pack(seating.seats)


def _bridge(seating: LegSeating) -> Pack:
    return b_pack(seating.seats, with_jokers=seating.seats != 6)


def _kind(
    model: type[Question],
    answer: Callable[[Seating[Any], Any], Answer],
    title: str,
    about: str,
    *rests_on: str,
    **more: Any,
) -> QuestionKind:
    return QuestionKind(
        model, answer, title, about, **{"pack": _full, "rests_on": rests_on, **more}
    )


QUESTION_KINDS: Final = (
    _kind(
        AuctionQuestion,
        ask_auction,
        "Is the auction legal?",
        "Contract, declarer, dummy.",
        "teams",
        at_one_table=True,
    ),
    _kind(
        BridgeTrickQuestion,
        ask_trick,
        "Who wins this trick?",
        "Also with Jokers, in a B leg.",
        at_one_table=True,
        pack=_bridge,
        short=ShortBridge(),
    ),
    _kind(
        MeldQuestion, ask_meld, "Is this a meld?", "And what is it worth?",
        "c_most_wild", "c_sevens",
    ),
    _kind(PileQuestion, ask_pile, "May I take the pile?", "Frozen, stopped, or free."),
    _kind(
        GoOutQuestion, ask_go_out, "May I go out?", "With a seven of a kind.",
        "c_most_wild", "c_sevens",
    ),
    _kind(
        ArrangeQuestion, ask_arrange, "What is my D hand worth?", "The best arrangement.",
        *SILENT, "format",
    ),
    _kind(
        LayoutQuestion, ask_layout, "Is this a straight flush?", "And what does it score?",
        *SILENT, "format",
    ),
    _kind(BuckQuestion, ask_buck, "Who is Buck?", "The highest card.", seats=_hands_shown),
    _kind(OfficesQuestion, ask_offices, "Who deals now?", "The offices of a D leg."),
    irregularity_kind(
        {
            "revoke": "card-triathlon.b.follow",
            "misdeal": "card-triathlon.b.deal",
            "lead-out-of-turn": "card-triathlon.b.lead",
            "exposed-card": "card-triathlon.b.lead",
            "insufficient-bid": "card-triathlon.b.auction",
        }
    ),
)  # fmt: skip
