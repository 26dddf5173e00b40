"""Irregularities, such as a revoke, a misdeal or a lead out of turn.

A game declares which can happen, and the nearest rule to each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import create_model

from referee.core.findings import Ruling
from referee.core.question import Answer, Question, QuestionKind, asked
from referee.core.seating import Seating
from referee.core.text import Said, joined, listed, said

Happening = Literal[
    "revoke", "misdeal", "lead-out-of-turn", "exposed-card", "wrong-count", "insufficient-bid",
    "wrong-meld", "drew-twice", "no-discard",
]  # fmt: skip
Act = Literal["correct", "keep", "strike"]
"""Remedies: correct it, let the deal stand, or strike it and deal again."""


@dataclass(frozen=True)
class Irregularity:
    label: str
    deed: str  # what somebody did: `misdealt`
    what: Said  # a clause: `The cards were dealt wrongly, which is a misdeal`
    acts: Mapping[Act, Said]  # the remedies, each as a clause


IN_SHORT: Final[Mapping[Act, Said]] = {
    "correct": said("put it right"),
    "keep": said("play on"),
    "strike": said("deal again"),
}
MOST_NAMED: Final = 4  # examples shown in the list of questions


def _acts(correct: str = "", *, can_stand: bool = True) -> dict[Act, Said]:
    acts: dict[Act, Said] = {"correct": said(correct)} if correct else {}
    if can_stand:
        acts["keep"] = said("let the deal stand as it was played, with a note")
    return acts | {"strike": said("strike the deal and deal again")}


IRREGULARITIES: Final[Mapping[Happening, Irregularity]] = {
    "revoke": Irregularity(
        "Suit not followed (revoke)", "revoked",
        said("A suit was not followed although it could have been, which is a revoke"),
        _acts("correct the card, if that can still be done"),
    ),
    "misdeal": Irregularity(
        "Wrongly dealt (misdeal)", "misdealt",
        said("The cards were dealt wrongly, which is a misdeal"), _acts(can_stand=False),
    ),
    "lead-out-of-turn": Irregularity(
        "Led out of turn", "led out of turn", said("Somebody led, or played, out of turn"),
        _acts("take the card back and let the right player lead"),
    ),
    "exposed-card": Irregularity(
        "A card was shown", "showed a card", said("A card was seen that should not have been"),
        _acts(),
    ),
    "wrong-count": Irregularity(
        "Too many or too few cards", "had the wrong number of cards",
        said("Somebody has too many or too few cards"),
        _acts("make the number of cards right, if all agree how", can_stand=False),
    ),
    "insufficient-bid": Irregularity(
        "Bid too low", "bid too low", said("A bid was not higher than the one before"),
        _acts("let the bid be made high enough, or pass", can_stand=False),
    ),
    "wrong-meld": Irregularity(
        "A meld that isn’t one", "put down a wrong meld",
        said("Cards were melded that don’t form a meld"),
        _acts("take the cards back into the hand"),
    ),
    "drew-twice": Irregularity(
        "Drew too often", "drew twice", said("Somebody drew twice in one turn"),
        _acts("put the second card back on the stock"),
    ),
    "no-discard": Irregularity(
        "Forgot to discard", "forgot to discard", said("Somebody ended a turn without a discard"),
        _acts("discard now, before the next card is drawn"),
    ),
}  # fmt: skip


class IrregularityQuestion(Question):
    """Something went wrong: what does the source say, and what can the table do?"""

    question: Literal["irregularity"] = "irregularity"
    kind: Happening


WITH_TRICKS: Final[Mapping[Happening, str]] = {
    "revoke": "follow",
    "misdeal": "deal",
    "lead-out-of-turn": "lead",
    "exposed-card": "lead",
    "wrong-count": "deal",
}
"""Irregularities in a game with tricks, each with the nearest rule."""


def irregularity_kind(game: str, rules: Mapping[Happening, str] = WITH_TRICKS) -> QuestionKind:
    return make_irregularity_kind(
        rules,
        lambda _seating, question: answer_irregularity(
            question.kind, f"{game}.{rules[question.kind]}"
        ),
    )


def make_irregularity_kind(
    kinds: Collection[Happening],
    answer: Callable[[Seating[Any], Any], Answer],
    base: type[IrregularityQuestion] = IrregularityQuestion,
) -> QuestionKind:
    happened: Any = Literal[tuple(kinds)]
    labels: dict[str, str] = {kind: IRREGULARITIES[kind].label for kind in kinds}
    field = (happened, asked("What happened", "choice", labels=labels))
    model = create_model("IrregularityQuestionHere", __base__=base, kind=field)
    deeds = [IRREGULARITIES[kind].deed for kind in kinds][:MOST_NAMED]
    return QuestionKind(
        model,
        answer,
        "Something went wrong: what now?",
        said("Somebody {deeds}.", deeds=listed(deeds, "or")),
        rests_on=(),
    )


def answer_irregularity(
    kind: Happening, rule: str, remark: Said | None = None, *, entry_kind: str | None = None
) -> Answer:
    """The remedies, citing the nearest rule; `remark` adds what else the source says."""
    irregularity = IRREGULARITIES[kind]
    text = said(
        "{what}. The source sets no penalty, and Referee takes no points away. You may {acts}.",
        what=irregularity.what,
        acts=joined(irregularity.acts.values(), "; or "),
    )
    ruling = Ruling(rule, "silent", joined([text, remark]) if remark else text)
    values = {"penalty": None, "acts": list(irregularity.acts)}
    acts = listed([IN_SHORT[act] for act in irregularity.acts], "or")
    verdict = said("No penalty: {acts}", acts=acts)
    return Answer(values, (ruling,), verdict, entry_kind=entry_kind)
