"""What players ask about a D leg: the best arrangement, a group on the table, Buck, offices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from referee.core.cards import Card, one_too_many, read_cards, with_article
from referee.core.findings import Ruling
from referee.core.options import choices
from referee.core.question import Answer, Question, asked
from referee.core.text import counted, ended, listed, said, sentence
from referee.core.validation import Seat, refuse
from referee.games.card_triathlon.flushes.buck import (
    OFFICES,
    ROUNDS,
    buck_of,
    deciding_card,
    offices,
)
from referee.games.card_triathlon.flushes.explain import (
    ENTITLED,
    fives_text,
    group_text,
    half_text,
    low_ace_text,
    why_nothing,
)
from referee.games.card_triathlon.flushes.group import (
    ACE,
    EXTRA,
    FIVES,
    FLUSH,
    HALF,
    FlushRules,
    Group,
    is_entitled,
    read_group,
)
from referee.games.card_triathlon.flushes.solver.search import HAND, Arrangement, arranged
from referee.games.card_triathlon.leg import LegSeating
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import full_pack

BUCK: Final = "card-triathlon.d.buck"
SILENT: Final = ("d_jokers", "d_flush_duplicates", "d_half")
"""The options for what the source leaves open about straight flushes."""


class ArrangeQuestion(Question):
    """What is this hand worth, laid out best?"""

    question: Literal["arrange"] = "arrange"
    cards: list[str] = asked("The hand", "cards", most=HAND, any_order="all")


class LayoutQuestion(Question):
    """Is this a straight flush, and what does it score?"""

    question: Literal["layout"] = "layout"
    cards: list[str] = asked("The cards, the lowest place first", "cards", most=HAND)


class BuckQuestion(Question):
    """Who is Buck?"""

    question: Literal["buck"] = "buck"
    hands: list[list[str]] = asked("The hands, seat by seat", "hands", any_order="within")


class OfficesQuestion(Question):
    """Who gathers, shuffles, cuts and deals in this round?"""

    question: Literal["offices"] = "offices"
    buck: Seat = asked("Who is Buck in round 1", "seat")
    round: int = asked("Round", "number", most=ROUNDS, ge=1, le=ROUNDS)


def rules_of(options: CardTriathlonOptions) -> FlushRules:
    """How straight flushes are read under these options."""
    is_capped = options.plan.is_capped
    return FlushRules(options.d_jokers, options.d_flush_duplicates, options.d_half, is_capped)


def ask_arrange(seating: LegSeating, question: ArrangeQuestion) -> Answer:
    """The arrangement that scores most, group by group, and what is left over."""
    cards = _cards(seating, question.cards)
    if len(cards) > HAND:
        message = one_too_many(with_article(cards[HAND]), "hand", HAND)
        raise refuse(message, "cards", rule="card-triathlon.d.start")
    rules = rules_of(seating.options)
    found = arranged(cards, rules)
    rulings = [ruling for group in found.groups for ruling in _of_group(group, rules, "info")]
    if not rulings:
        fault = why_nothing(cards, rules)
        text = said("These cards score nothing: {because}.", because=fault.because)
        rulings.append(Ruling(fault.rule, "info", text))
    values = _arrangement(found, is_entitled(found.groups, rules))
    if values["extra_hand"]:
        rulings.append(Ruling(EXTRA, "info", ended(sentence(ENTITLED))))
    silent = _silent(seating.options, found.groups, lambda rules: arranged(cards, rules).score)
    return Answer(values, (*rulings, *silent), counted(found.score, "point"))


def ask_layout(seating: LegSeating, question: LayoutQuestion) -> Answer:
    """Whether these cards, from the lowest place up, are a straight flush."""
    cards, rules = _cards(seating, question.cards), rules_of(seating.options)
    reading = read_group(cards, rules)
    if reading.breach is not None:
        rulings = [Ruling(reading.breach.rule, "illegal", reading.breach.text)]
    else:
        rulings = _of_group(reading.shown, rules, "legal")
    shown = () if reading.group is None else (reading.group,)

    def score(rules: FlushRules) -> int:
        group = read_group(cards, rules).group
        return 0 if group is None else group.score

    silent = _silent(seating.options, shown, score)
    verdict = said("No straight flush")
    if reading.group is not None:
        verdict = said("Yes: {points}", points=counted(reading.group.score, "point"))
    return Answer(_reading(reading.group), (*rulings, *silent), verdict)


def _cards(seating: LegSeating, texts: list[str], place: str = "cards") -> tuple[Card, ...]:
    cards, faults = read_cards(texts, full_pack(seating.seats))
    if faults:
        raise refuse(" ".join(faults), place, rule="card-triathlon.pack")
    return cards


def _arrangement(found: Arrangement, has_extra_hand: bool) -> dict[str, Any]:
    return {
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
        "extra_hand": has_extra_hand,
    }


def _reading(group: Group | None) -> dict[str, Any]:
    if group is None:
        return {"legal": False, "score": 0, "suit": None, "from": None, "to": None}
    return {
        "legal": True,
        "score": group.score,
        "suit": group.suit,
        "from": group.first,
        "to": group.last,
    }


def _of_group(group: Group, rules: FlushRules, verdict: Literal["info", "legal"]) -> list[Ruling]:
    """What a legal group scores, and where it has helpers or Jokers why they may be there."""
    found = [Ruling(FLUSH, verdict, group_text(group))]
    if group.wrong:
        found.append(Ruling(FIVES, verdict, ended(sentence(fives_text(group, rules)))))
        found.append(Ruling(HALF, verdict, half_text(group)))
    if group.low_ace:
        text = said("{ace}.", ace=low_ace_text(group.low_ace))
        found.append(Ruling(ACE, "info", text))
    return found


def _silent(
    options: CardTriathlonOptions, shown: Sequence[Group], score: Callable[[FlushRules], int]
) -> list[Ruling]:
    """The options under whose other values what is shown would not be legal, or not the best.

    `score` is what the cards score at best under some rules.
    """
    found, own = [], score(rules_of(options))
    for choice in choices(CardTriathlonOptions, ()):
        if choice.name not in SILENT or (choice.name == "d_jokers" and options.format == "3000"):
            continue
        played = getattr(options, choice.name)
        for value, label in choice.values:
            rules = rules_of(options.model_copy(update={choice.name: value}))
            other = score(rules)
            if other == own and not any(group.breach(rules) for group in shown):
                continue
            template = (
                "{title}: {source}. Your table plays “{own}”; with “{label}” these cards would"
                " score as much, but in another layout."
                if other == own
                else "{title}: {source}. Your table plays “{own}”; with “{label}” these cards would"
                " score {points}."
            )
            text = said(
                template,
                title=choice.title,
                source=choice.source_says,
                own=choice.label(played),
                label=label,
                points=other,
            )
            found.append(Ruling(choice.rule, "silent", text))
    return found


# Who does what -----------------------------------------------------------------------------------


def ask_buck(seating: LegSeating, question: BuckQuestion) -> Answer:
    """`card-triathlon.d.buck`: who has the highest card that is no Joker."""
    if len(question.hands) != seating.seats:
        message = said("must be the hands of the {seats} players", seats=seating.seats)
        raise refuse(message, "hands")
    pack = full_pack(seating.seats)
    _cards(seating, [text for hand in question.hands for text in hand], "hands")
    hands = [read_cards(hand, pack)[0] for hand in question.hands]
    seat, card = buck_of(hands), deciding_card(hands)
    name = seating.players[seat]
    verdict = text = said("{name} is Buck", name=name)
    if card is not None:
        verdict = said("{name} is Buck · {card}", name=name, card=with_article(card))
        text = said("{name} is Buck: {card} decides", name=name, card=with_article(card))
    rulings = [Ruling(BUCK, "info", ended(text))]
    if card is None:
        text = said(
            "The source is silent on hands that are equal to the last card; Referee rules so: the"
            " first in the order of seats is Buck."
        )
        rulings.append(Ruling(BUCK, "silent", text))
    return Answer({"seat": seat}, tuple(rulings), verdict)


OFFICE_TEXTS: Final = dict(
    zip(
        OFFICES,
        ("{name} gathers", "{name} shuffles", "{name} cuts", "{name} deals"),
        strict=True,
    )
)


def ask_offices(seating: LegSeating, question: OfficesQuestion) -> Answer:
    """`card-triathlon.d.rounds`: each office moves one seat to the left after each round."""
    found = offices(question.buck, question.round, seating.seats)
    each = [said(OFFICE_TEXTS[name], name=seating.players[seat]) for name, seat in found.items()]
    text = said("Round {round}: {offices}.", round=question.round, offices=listed(each))
    verdict = said("{name} deals", name=seating.players[found["deals"]])
    return Answer(dict(found), (Ruling("card-triathlon.d.rounds", "info", text),), verdict)
