"""What now? Somebody revoked, misdealt, led out of turn: a question that every game answers alike.

A game says which of these can happen at its table, and which rule is the nearest to each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import create_model

from referee.core.findings import Ruling
from referee.core.question import Answer, Question, QuestionKind, asked
from referee.core.seating import Seating
from referee.core.text import Said, either, joined, said

Happening = Literal["revoke", "misdeal", "lead-out-of-turn", "exposed-card", "insufficient-bid"]
Act = Literal["correct", "keep", "strike"]
"""What a table can do: put it right, let the deal stand as it is, or take it off and deal again."""


@dataclass(frozen=True)
class Irregularity:
    """Something that goes wrong at a table: what a person calls it, and what helps."""

    label: str
    deed: str
    """What somebody did, in a word or two."""
    what: Said
    """How a sentence begins that speaks of it."""
    acts: Mapping[Act, Said]
    """What helps, as a part of a sentence."""


IN_SHORT: Final[Mapping[Act, Said]] = {
    "correct": said("put it right"),
    "keep": said("play on"),
    "strike": said("deal again"),
}
"""What helps, so that it can be read across the table."""


_DEAL_AGAIN: Final = said("strike the deal and deal again")
_KEEP: Final = said("let the deal stand as it was played, with a note")

IRREGULARITIES: Final[Mapping[Happening, Irregularity]] = {
    "revoke": Irregularity(
        "Suit not followed (revoke)",
        "revoked",
        said("A suit was not followed although it could have been, which is a revoke"),
        {
            "correct": said("correct the card, if that can still be done"),
            "keep": _KEEP,
            "strike": _DEAL_AGAIN,
        },
    ),
    "misdeal": Irregularity(
        "Wrongly dealt (misdeal)",
        "misdealt",
        said("The cards were dealt wrongly, which is a misdeal"),
        {"strike": _DEAL_AGAIN},
    ),
    "lead-out-of-turn": Irregularity(
        "Led out of turn",
        "led out of turn",
        said("Somebody led, or played, out of turn"),
        {
            "correct": said("take the card back and let the right player lead"),
            "keep": _KEEP,
            "strike": _DEAL_AGAIN,
        },
    ),
    "exposed-card": Irregularity(
        "A card was shown",
        "showed a card",
        said("A card was seen that should not have been"),
        {"keep": _KEEP, "strike": _DEAL_AGAIN},
    ),
    "insufficient-bid": Irregularity(
        "Bid too low",
        "bid too low",
        said("A bid was not higher than the one before"),
        {"correct": said("let the bid be made high enough, or pass"), "strike": _DEAL_AGAIN},
    ),
}


class IrregularityQuestion(Question):
    """Something went wrong: what does the source say, and what can the table do?"""

    question: Literal["irregularity"] = "irregularity"
    kind: Happening


def irregularity_kind(rules: Mapping[Happening, str]) -> QuestionKind:
    """The question of a game in which these things can go wrong, each with the rule next to it.

    The sources of all games are silent on penalties: where one is not, its rule says so here.
    """

    def answer(seating: Seating[Any], question: IrregularityQuestion) -> Answer:
        del seating  # it is the same whoever sits there
        irregularity = IRREGULARITIES[question.kind]
        text = said(
            "{what}. The source sets no penalty, and Referee takes no points away. You may {acts}.",
            what=irregularity.what,
            acts=joined(irregularity.acts.values(), "; or "),
        )
        ruling = Ruling(rules[question.kind], "silent", text)
        values = {"penalty": None, "acts": list(irregularity.acts)}
        acts = either([IN_SHORT[act] for act in irregularity.acts])
        verdict = said("No penalty: {acts}", acts=acts)
        return Answer(values, (ruling,), verdict)

    happened: Any = Literal[tuple(rules)]
    labels: dict[str, str] = {kind: IRREGULARITIES[kind].label for kind in rules}
    model = create_model(
        "IrregularityQuestionHere",
        __base__=IrregularityQuestion,
        kind=(happened, asked("What happened", "choice", labels=labels)),
    )
    return QuestionKind(
        model,
        answer,
        "Something went wrong: what now?",
        said("Somebody {deeds}.", deeds=either([IRREGULARITIES[kind].deed for kind in rules])),
        rests_on=(),
    )
