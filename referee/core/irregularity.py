"""Irregularities, such as a revoke, a misdeal or a lead out of turn.

Each game declares which irregularities can happen in it, and the most relevant rule for each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import create_model

from referee.core.findings import Ruling
from referee.core.question import Answer, Question, QuestionKind, prompt
from referee.core.setup import Setup
from referee.core.text import Text, _, joined, listed

Happening = Literal[
    "revoke", "misdeal", "lead-out-of-turn", "exposed-card", "wrong-count", "insufficient-bid",
    "wrong-meld", "drew-twice", "no-discard",
]  # fmt: skip
Act = Literal["correct", "keep", "strike"]
"""Remedies: correct the mistake, let the deal stand, or strike the deal and deal again."""


@dataclass(frozen=True)
class Irregularity:
    label: Text
    what: Text  # `The cards were dealt wrongly (a misdeal).`
    acts: Mapping[Act, Text]  # the remedies, each as a clause


IN_SHORT: Final[Mapping[Act, Text]] = {
    "correct": _("correct it"),
    "keep": _("play on"),
    "strike": _("deal again"),
}


def _acts(correct: Text | None = None, *, can_stand: bool = True) -> dict[Act, Text]:
    acts: dict[Act, Text] = {"correct": correct} if correct else {}
    if not can_stand:
        return acts | {"strike": _("deal the cards again")}
    keep, strike = _("let it stand and add a note"), _("cross it out and deal again")
    return acts | {"keep": keep, "strike": strike}


IRREGULARITIES: Final[Mapping[Happening, Irregularity]] = {
    "revoke": Irregularity(
        _("Didn’t follow suit (revoke)"),
        _("Someone could have followed suit and didn’t (a revoke)."),
        _acts(_("correct the card if there’s still time")),
    ),
    "misdeal": Irregularity(
        _("Dealt wrongly (misdeal)"),
        _("The cards were dealt wrongly (a misdeal)."),
        _acts(can_stand=False),
    ),
    "lead-out-of-turn": Irregularity(
        _("Led out of turn"), _("Someone led or played out of turn."),
        _acts(_("take the card back and let the player whose turn it is lead")),
    ),
    "exposed-card": Irregularity(
        _("Showed a card"), _("Someone saw a card that should have stayed hidden."),
        _acts(),
    ),
    "wrong-count": Irregularity(
        _("Too many or too few cards"), _("Someone has too many or too few cards."),
        _acts(_("correct the number of cards if you all agree how"), can_stand=False),
    ),
    "insufficient-bid": Irregularity(
        _("Bid too low"), _("A bid wasn’t higher than the one before."),
        _acts(_("replace the bid with a higher one or a pass"), can_stand=False),
    ),
    "wrong-meld": Irregularity(
        _("Invalid meld"), _("Someone melded cards that don’t form a meld."),
        _acts(_("return the cards to the player’s hand")),
    ),
    "drew-twice": Irregularity(
        _("Drew too often"), _("Someone drew twice in one turn."),
        _acts(_("put the second card back on the stock")),
    ),
    "no-discard": Irregularity(
        _("Forgot to discard"), _("Someone ended a turn without discarding."),
        _acts(_("discard now, before the next card is drawn")),
    ),
}  # fmt: skip


class IrregularityQuestion(Question):
    """A question about an irregularity: what the rules say, and what the table can do."""

    question: Literal["irregularity"] = "irregularity"
    kind: Happening


WITH_TRICKS: Final[Mapping[Happening, str]] = {
    "revoke": "follow",
    "misdeal": "deal",
    "lead-out-of-turn": "lead",
    "exposed-card": "lead",
    "wrong-count": "deal",
}
"""The most relevant rule for each irregularity in a trick-taking game.

The ids lack their prefix, which is the name of the game.
"""


def irregularity_kind(game: str, rules: Mapping[Happening, str] = WITH_TRICKS) -> QuestionKind:
    return make_irregularity_kind(
        rules,
        lambda _setup, question: answer_irregularity(
            question.kind, f"{game}.{rules[question.kind]}"
        ),
    )


def make_irregularity_kind(
    kinds: Collection[Happening],
    answer: Callable[[Setup[Any], Any], Answer],
    base: type[IrregularityQuestion] = IrregularityQuestion,
) -> QuestionKind:
    happened: Any = Literal[tuple(kinds)]
    labels: dict[str, Text] = {kind: IRREGULARITIES[kind].label for kind in kinds}
    field = (happened, prompt(_("What happened"), "choice", labels=labels))
    model = create_model("IrregularityQuestionHere", __base__=base, kind=field)
    return QuestionKind(
        model,
        answer,
        _("Something went wrong: what now?"),
        _("A misdeal, a card out of turn and other slips."),
        rests_on=(),
    )


def answer_irregularity(
    kind: Happening, rule: str, remark: Text | None = None, *, entry_kind: str | None = None
) -> Answer:
    """Answer with the remedies and the most relevant rule; append `remark` to the ruling."""
    irregularity = IRREGULARITIES[kind]
    sentences = [
        irregularity.what,
        _("The rules set no penalty, so no points are lost."),
        _("Your options: {acts}.", acts=listed(irregularity.acts.values(), "or")),
    ]
    ruling = Ruling(rule, "silent", joined([*sentences, remark] if remark else sentences))
    values = {"penalty": None, "acts": list(irregularity.acts)}
    acts = listed([IN_SHORT[act] for act in irregularity.acts], "or")
    verdict = _("No penalty: {acts}", acts=acts)
    return Answer(values, (ruling,), verdict, entry_kind=entry_kind)
