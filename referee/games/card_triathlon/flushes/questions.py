"""What players ask about a D leg: the best arrangement, a group on the table, Buck, offices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, Literal

from referee.core.cards import RANKS, SUITS, Card, one_too_many, read_cards, with_article
from referee.core.findings import Fault, Ruling
from referee.core.options import choices
from referee.core.question import Answer, Question, asked
from referee.core.text import counted, ended, listed, said, sentence
from referee.core.validation import Seat, refuse
from referee.games.card_triathlon.flushes.groups import (
    ACE,
    ACE_HIGH,
    ACE_LOW,
    EXTRA,
    FIVE,
    FIVES,
    FLUSH,
    HALF,
    JOKER,
    MOST_WRONG_OF_FIVE,
    SHORTEST,
    FlushRules,
    Group,
    fives_text,
    heading,
    helpers_text,
    is_entitled,
    low_ace_text,
    read_group,
    right_rank,
)
from referee.games.card_triathlon.flushes.solver import HAND, arrange
from referee.games.card_triathlon.leg import LegSeating
from referee.games.card_triathlon.options import CardTriathlonOptions
from referee.games.card_triathlon.values import full_pack

BUCK: Final = "card-triathlon.d.buck"
SILENT: Final = ("d_jokers", "d_flush_duplicates", "d_half")
"""The options for what the source leaves open about straight flushes."""
ENTITLED: Final = said("all 13 cards score, which gives an extra hand")
ROUNDS: Final = 4
OFFICES: Final = {
    "buck": "{name} gathers",
    "shuffles": "{name} shuffles",
    "cuts": "{name} cuts",
    "deals": "{name} deals",
}
"""Each sits one seat further to the left than the one before."""


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


def _read_cards(seating: LegSeating, texts: list[str], field: str = "cards") -> tuple[Card, ...]:
    cards, faults = read_cards(texts, full_pack(seating.seats))
    if faults:
        raise refuse(" ".join(faults), field, rule="card-triathlon.pack")
    return cards


# The best arrangement, and one group --------------------------------------------------------------


def ask_arrange(seating: LegSeating, question: ArrangeQuestion) -> Answer:
    cards = _read_cards(seating, question.cards)
    if len(cards) > HAND:
        message = one_too_many(with_article(cards[HAND]), "hand", HAND)
        raise refuse(message, "cards", rule="card-triathlon.d.start")
    rules = FlushRules.from_options(seating.options)
    best = arrange(cards, rules)
    has_extra_hand = is_entitled(best.groups, rules)
    rulings = [ruling for group in best.groups for ruling in _rule_on_group(group, rules, "info")]
    if not rulings:
        fault = explain_nothing(cards, rules)
        text = said("These cards score nothing: {because}.", because=fault.because)
        rulings.append(Ruling(fault.rule, "info", text))
    if has_extra_hand:
        rulings.append(Ruling(EXTRA, "info", ended(sentence(ENTITLED))))
    rulings += _rule_on_silence(
        seating.options, best.groups, lambda rules: arrange(cards, rules).score
    )
    groups = [
        {
            **_run_of(group),
            "cards": list(map(str, group.cards)),
            "scoring": list(map(str, group.scoring)),
            "non_scoring": list(map(str, group.non_scoring)),
        }
        for group in best.groups
    ]
    values = {
        "score": best.score,
        "groups": groups,
        "unused": list(map(str, best.unused)),
        "extra_hand": has_extra_hand,
    }
    return Answer(values, tuple(rulings), counted(best.score, "point"))


def ask_layout(seating: LegSeating, question: LayoutQuestion) -> Answer:
    cards = _read_cards(seating, question.cards)
    rules = FlushRules.from_options(seating.options)
    group, breach, _ = read_group(cards, rules)

    def score(rules: FlushRules) -> int:
        group = read_group(cards, rules).group
        return 0 if group is None else group.score

    silent = _rule_on_silence(seating.options, [group] if group else [], score)
    if group is None:
        assert breach is not None
        values: dict[str, Any] = {
            "legal": False,
            "score": 0,
            "suit": None,
            "from": None,
            "to": None,
        }
        rulings = [Ruling(breach.rule, "illegal", breach.text)]
        return Answer(values, (*rulings, *silent), said("No straight flush"))
    values = {"legal": True, "score": group.score, **_run_of(group)}
    rulings = _rule_on_group(group, rules, "legal")
    verdict = said("Yes: {points}", points=counted(group.score, "point"))
    return Answer(values, (*rulings, *silent), verdict)


def _run_of(group: Group) -> dict[str, Any]:
    """The suit and the ranks of a group; from `A` is the ace low."""
    return {"suit": group.suit, "from": right_rank(group.low), "to": right_rank(group.high)}


def _rule_on_group(
    group: Group, rules: FlushRules, verdict: Literal["info", "legal"]
) -> list[Ruling]:
    """What a legal group scores, and where it has helpers or Jokers why they may be there."""
    jokers = group.roles.count("joker")
    scoring = [with_article(card) for card in group.scoring if card.suit]
    values = {
        "group": heading(group),
        "cards": listed(scoring + ([counted(jokers, "Joker")] if jokers else [])),
        "points": counted(group.score, "point"),
    }
    if group.helpers:
        helping = helpers_text(group)
        text = said("{group}: {cards}, {points}; {helping}.", **values, helping=helping)
    else:
        text = said("{group}: {cards}, {points}.", **values)
    found = [Ruling(FLUSH, verdict, text)]
    if group.wrong:
        count = len(group.cards)
        half = said("{right} of {count} are right.", right=count - len(group.wrong), count=count)
        found.append(Ruling(FIVES, verdict, ended(sentence(fives_text(group, rules)))))
        found.append(Ruling(HALF, verdict, half))
    if group.low_ace:
        found.append(Ruling(ACE, "info", said("{ace}.", ace=low_ace_text(group.low_ace))))
    return found


def _rule_on_silence(
    options: CardTriathlonOptions, shown: Sequence[Group], score: Callable[[FlushRules], int]
) -> list[Ruling]:
    """The options under whose other values what is shown would not be legal, or not the best.

    `score` is what the cards score at best under some rules.
    """
    found, own = [], score(FlushRules.from_options(options))
    for choice in choices(CardTriathlonOptions, ()):
        if choice.name not in SILENT or (choice.name == "d_jokers" and options.format == "3000"):
            continue
        for value, label in choice.values:
            rules = FlushRules.from_options(options.model_copy(update={choice.name: value}))
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
                own=choice.label(getattr(options, choice.name)),
                label=label,
                points=other,
            )
            found.append(Ruling(choice.rule, "silent", text))
    return found


def explain_nothing(hand: Sequence[Card], rules: FlushRules) -> Fault:
    """Why no straight flush can be laid out of a hand."""
    if len(hand) < SHORTEST:
        because = said("a straight flush has {shortest} cards or more", shortest=SHORTEST)
        return Fault(FLUSH, because)
    looser = (
        (JOKER, replace(rules, jokers=True), said("Jokers are not wild at your table")),
        (
            FIVES,
            replace(rules, flush_duplicates=True),
            said("at your table a flush has five different ranks"),
        ),
        (
            HALF,
            replace(rules, half="group"),
            said("at your table each five has at least three right cards"),
        ),
    )
    for rule, others, because in looser:
        if arrange(hand, others).score:
            return Fault(rule, because)
    most_right, is_mixed = 0, False
    jokers = sum(card.suit is None for card in hand) if rules.jokers else 0
    for suit, low in product(SUITS, range(ACE_LOW, ACE_HIGH - FIVE + 2)):
        own = [card.rank for card in hand if card.suit == suit]
        ranks = {right_rank(place) for place in range(low, low + FIVE)}
        right = ranks.intersection(own)
        most_right = max(most_right, len(right))
        # Whether these five places could be filled, but only with helpers of both sorts.
        straight = (ranks - right) & {card.rank for card in hand if card.suit not in (None, suit)}
        can_fill = 2 <= FIVE - len(right) - jokers <= MOST_WRONG_OF_FIVE
        is_mixed |= can_fill and bool(straight) and len(own) > len(right)
    if most_right < FIVE - MOST_WRONG_OF_FIVE:
        because = said(
            "at least half of a straight flush are exactly the right cards, and of no five ranks in"
            " a row are there three in one suit"
        )
        return Fault(HALF, because)
    if is_mixed:
        because = said(
            "a card that helps only a straight and one that helps only a flush do not go together"
            " in one five"
        )
        return Fault(FIVES, because)
    because = said("no five cards in a row can be filled with right cards, helpers and Jokers")
    return Fault(FLUSH, because)


# Who does what ------------------------------------------------------------------------------------


def ask_buck(seating: LegSeating, question: BuckQuestion) -> Answer:
    """`card-triathlon.d.buck`: the highest card that is no Joker, then the next highest.

    A hand that runs out of cards is the lower. If all are equal, the lower seat is Buck.
    """
    if len(question.hands) != seating.seats:
        message = said("must be the hands of the {seats} players", seats=seating.seats)
        raise refuse(message, "hands")
    _read_cards(seating, [text for hand in question.hands for text in hand], "hands")
    longest = max(map(len, question.hands))
    strengths = []  # of each hand from its highest card down; the lower the better
    for texts in question.hands:
        cards, _ = read_cards(texts, full_pack(seating.seats))
        ranks = [(RANKS.index(card.rank), SUITS.index(card.suit)) for card in cards if card.suit]
        nothing = (len(RANKS), 0)
        strengths.append(sorted(ranks) + [nothing] * (longest - len(ranks)))
    best, second = sorted(strengths)[:2]
    seat = strengths.index(best)
    name = seating.players[seat]
    if best == second:
        text = said(
            "The source is silent on hands that are equal to the last card; Referee rules so: the"
            " first in the order of seats is Buck."
        )
        verdict = said("{name} is Buck", name=name)
        rulings = [Ruling(BUCK, "info", ended(verdict)), Ruling(BUCK, "silent", text)]
        return Answer({"seat": seat}, tuple(rulings), verdict)
    rank, suit = next(mine for mine, other in zip(best, second, strict=True) if mine != other)
    card = with_article(Card(RANKS[rank], SUITS[suit]))
    verdict = said("{name} is Buck · {card}", name=name, card=card)
    text = said("{name} is Buck: {card} decides", name=name, card=card)
    return Answer({"seat": seat}, (Ruling(BUCK, "info", ended(text)),), verdict)


def offices(buck: int, round: int, seats: int) -> dict[str, int]:
    """Who has which office in a round from 1 to 4, given Buck of round 1."""
    return {office: (buck + round - 1 + step) % seats for step, office in enumerate(OFFICES)}


def ask_offices(seating: LegSeating, question: OfficesQuestion) -> Answer:
    """`card-triathlon.d.rounds`: each office moves one seat to the left after each round."""
    found = offices(question.buck, question.round, seating.seats)
    each = [said(OFFICES[office], name=seating.players[seat]) for office, seat in found.items()]
    text = said("Round {round}: {offices}.", round=question.round, offices=listed(each))
    verdict = said("{name} deals", name=seating.players[found["deals"]])
    return Answer(found, (Ruling("card-triathlon.d.rounds", "info", text),), verdict)
