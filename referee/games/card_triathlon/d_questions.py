"""What players ask about their straight flushes: the best arrangement, and a group on the table."""

from __future__ import annotations

from typing import Any, Literal

from referee.cards import read_cards
from referee.game import Answer, Table
from referee.games.card_triathlon.arrange import arrange
from referee.games.card_triathlon.layout import Group, Rules, read_group
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import full_pack
from referee.law import Ruling
from referee.question import Question, asked
from referee.refusal import refuse

HAND = 13
FLUSH = "card-triathlon.d.straight-flush"
Options = CardTriathlonOptions


class ArrangeQuestion(Question):
    """What is this hand worth, laid out best?"""

    question: Literal["arrange"] = "arrange"
    cards: list[str] = asked("The hand", "cards", most=HAND)


class LayoutQuestion(Question):
    """Is this a straight flush, and what does it score?"""

    question: Literal["layout"] = "layout"
    cards: list[str] = asked("The cards, the lowest place first", "cards", most=HAND)


def rules_of(options: Options) -> Rules:
    """How straight flushes are read under these options."""
    return Rules(options.d_jokers, options.d_flush_duplicates, options.d_half)


def ask_arrange(table: Table[Options], question: ArrangeQuestion) -> Answer:
    """The arrangement that scores most, group by group, and what is left over."""
    cards, faults = read_cards(question.cards, full_pack(table.seats))
    if faults:
        raise refuse(" ".join(faults), "cards", rule="card-triathlon.pack")
    if len(cards) > HAND:
        message = f"{cards[HAND]} is one card too many: a hand has {HAND}."
        raise refuse(message, "cards", rule="card-triathlon.d.start")
    found = arrange(cards, rules_of(table.options))
    rulings = [Ruling(FLUSH, "info", _group_text(group)) for group in found.groups]
    if not rulings:
        text = "No straight flush can be laid out of these cards, so they score nothing."
        rulings.append(Ruling(FLUSH, "info", text))
    values = {
        "score": found.score,
        "groups": [
            {
                "suit": group.suit,
                "from": group.first,
                "to": group.last,
                "cards": list(map(str, group.cards)),
                "scoring": list(map(str, group.scoring)),
                "non_scoring": list(map(str, group.non_scoring)),
            }
            for group in found.groups
        ],
        "unused": list(map(str, found.unused)),
    }
    return Answer(values, (*rulings, *_silent(table.options, found.groups)))


def ask_layout(table: Table[Options], question: LayoutQuestion) -> Answer:
    """Whether these cards, from the lowest place up, are a straight flush."""
    cards, faults = read_cards(question.cards, full_pack(table.seats))
    if faults:
        raise refuse(" ".join(faults), "cards", rule="card-triathlon.pack")
    reading = read_group(cards, rules_of(table.options))
    if reading.group is None:
        breach = reading.breach
        rule = FLUSH if breach is None else breach.rule
        text = "This is no straight flush." if breach is None else breach.text
        values: dict[str, Any] = {
            "legal": False,
            "score": 0,
            "suit": None,
            "from": None,
            "to": None,
        }
        return Answer(values, (Ruling(rule, "illegal", text),))
    group = reading.group
    values = {
        "legal": True,
        "score": group.score,
        "suit": group.suit,
        "from": group.first,
        "to": group.last,
    }
    legal = Ruling(FLUSH, "legal", _group_text(group))
    return Answer(values, (legal, *_silent(table.options, (group,))))


def _group_text(group: Group) -> str:
    scoring = " ".join(map(str, group.scoring)) or "nothing"
    beside = " ".join(map(str, group.non_scoring))
    more = f"; {beside} helps and scores nothing" if beside else ""
    return f"{group.first} to {group.last} of {group.suit}: {scoring}, {group.score} points{more}."


def _silent(options: Options, groups: tuple[Group, ...]) -> list[Ruling]:
    """The options on which these groups rest."""
    rests = {
        "d_jokers": any("joker" in group.roles for group in groups),
        "d_flush_duplicates": any("flush" in group.roles for group in groups),
        "d_half": any(set(group.roles) - {"right"} for group in groups),
    }
    found = []
    for name, does_rest in rests.items():
        field = Options.model_fields[name]
        extra = field.json_schema_extra
        assert isinstance(extra, dict)
        declared = extra["x-option"]
        assert isinstance(declared, dict)
        if does_rest:
            labels = declared["labels"]
            assert isinstance(labels, dict)
            words = labels[str(getattr(options, name))]
            text = f"{field.title}: the source does not settle it. Your table plays “{words}”."
            found.append(Ruling(str(declared["rule"]), "silent", text))
    return found
