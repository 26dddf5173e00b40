"""Questions about Triathlon: tricks, rejecting suits, the feats in a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from referee.core.cards import SUIT_NAMES, SUITS, Suit
from referee.core.findings import Fault, Ruling
from referee.core.irregularity import irregularity_kind
from referee.core.question import (
    MINE,
    NO,
    Answer,
    BySuits,
    Question,
    QuestionKind,
    RestOfHand,
    TrumpTrickQuestion,
    answer_trick,
    card_of,
    other_suit,
    plain_holdings,
    prompt,
    read_trick,
    silent_rulings,
    trumps,
)
from referee.core.setup import Setup
from referee.core.text import _, _p, by_player, ended, joined, listed, sentence, signed
from referee.core.validation import Count, PerSeat, Seat, refuse
from referee.games.triathlon.rules import (
    ATHLETE,
    DISCARD,
    LAST_WITHOUT_TRICKS,
    LEAD,
    PACK,
    REJECTED,
    TRICKS,
    AthleteRules,
    TriathlonOptions,
    feats,
    gains,
    receipts,
    rejection_fault,
    remark_on_all_tricks,
)

Table = Setup[TriathlonOptions]


class AthleteTrickQuestion(TrumpTrickQuestion):
    """Who wins this trick and what the next player may play; there are always trumps."""

    trump: Suit | None = trumps(can_be_none=False)


class RejectionQuestion(Question):
    """Whose turn is it to reject a suit, and which are left?"""

    question: Literal["rejection"] = "rejection"
    dealer: Seat = prompt(_("Who dealt"), "seat")
    rejected: list[Suit] = prompt(
        _("Suits rejected so far, in order"), "suits", [], most=REJECTED, comes_first=True
    )
    trump: Suit | None = prompt(
        _("Trumps, once named"),
        "suit",
        None,
        labels={"": _p("key", "none")},
        comes_first=True,
    )


class FeatsQuestion(Question):
    """Which feats did each player manage, and what are they worth?"""

    question: Literal["feats"] = "feats"
    tricks: PerSeat[Count] = prompt(_p("field", "Tricks"), "tricks", most=TRICKS)
    last_trick: Seat = prompt(_("Who took the last trick"), "seat")


def answer_athlete_trick(setup: Table, question: AthleteTrickQuestion) -> Answer:
    def rules_of(options: TriathlonOptions) -> AthleteRules:
        return AthleteRules(trump=question.trump, discard=options.athlete_discard)

    def playable(options: TriathlonOptions) -> object:
        return trick.is_complete or rules_of(options).playable(held, trick.reading)

    hand, rules = (question.hand or (), TRICKS), rules_of(setup.options)
    trick, held = read_trick("triathlon", PACK, setup, question, rules, hand=hand)
    rule, template = DISCARD, _("{name}’s Athlete was thrown, not led, so it loses.")
    if trick.cards[:1] == (ATHLETE,):
        rule, template = LEAD, _("{name}’s Athlete loses: the one that was led takes the trick.")
    losing = [
        Ruling(rule, "info", template.format(name=setup.players[trick.seat(place)]))
        for place, card in enumerate(trick.cards)
        if place and card == ATHLETE
    ]
    silent = silent_rulings(setup.options, playable)
    return answer_trick(setup, trick, held, *silent, surprises=losing)


def athlete_holdings(led: str, mine: str, seats: int) -> Mapping[str, RestOfHand]:
    found = plain_holdings(led, mine, seats)
    if mine != ATHLETE_KEY or NO not in found:
        return found
    return {
        **found,
        NO: RestOfHand(_("I hold only other suits"), (card_of(other_suit(led), MINE),)),
        "left": RestOfHand(_("I hold only Athletes")),
    }


ATHLETE_KEY: Final = str(ATHLETE)
ATHLETES: Final = {ATHLETE_KEY: _p("card", "Athlete")}

# The rejection ------------------------------------------------------------------------------------


def answer_rejection(setup: Table, question: RejectionQuestion) -> Answer:
    """Say whose turn it is to reject a suit or name trumps (`triathlon.rejection`).

    Each of the dealer's opponents rejects a suit; then the dealer names trumps.
    """
    rejected, trump = question.rejected, question.trump
    fault = rejection_fault(rejected, trump)
    if trump is not None and len(rejected) < REJECTED:
        fault = Fault("triathlon.rejection", _("two suits must be rejected first"))
    left = [suit for suit in SUITS if suit not in rejected and trump in (None, suit)]
    steps = min(len(rejected), REJECTED) + 1
    seat = None if trump or fault else setup.left_of(question.dealer, steps)
    suits = listed([SUIT_NAMES[suit] for suit in left], "or")
    if fault:
        text, verdict = fault.sentence, joined([_p("verdict", "No."), sentence(fault.because)])
    elif seat is None:
        verdict = sentence(_("{suit} are trumps", suit=suits))
        text = ended(verdict)
    elif seat == question.dealer:
        name = setup.players[seat]
        verdict = _("{name} names trumps", name=name)
        text = _("{name} names trumps: {suits}.", name=name, suits=suits)
    else:
        name = setup.players[seat]
        verdict = _("{name} rejects a suit", name=name)
        text = _("{name} rejects a suit: {suits}.", name=name, suits=suits)
    ruling = Ruling("triathlon.rejection", "illegal" if fault else "legal", text)
    values = {"legal": fault is None, "next_seat": seat, "open": left}
    return Answer(values, (ruling,), verdict)


# The feats ----------------------------------------------------------------------------------------


def answer_feats(setup: Table, question: FeatsQuestion) -> Answer:
    """Return a deal's feats and points, without the bonus for a third triathlon."""
    tricks, last = question.tricks, question.last_trick
    if sum(tricks) != TRICKS:
        message = _(
            "The tricks add up to {total}, not {tricks}. Check the figures.",
            total=sum(tricks),
            tricks=TRICKS,
        )
        raise refuse(message, "tricks", rule="triathlon.tricks-total")
    if tricks[last] == 0:
        message = LAST_WITHOUT_TRICKS.format(name=setup.players[last])
        raise refuse(message, "last_trick", rule="triathlon.last")
    lines = receipts(tricks, gains(tricks, last))
    points = [sum(int(line.points) for line in of_seat) for of_seat in lines]
    values = {"points": points, "feats": [list(done) for done in feats(tricks, last)]}
    rulings = [
        Ruling(
            line.rule,
            "info",
            _("{name}: {text}, {points}.", name=name, text=line.text, points=signed(line.points)),
        )
        for name, of_seat in zip(setup.players, lines, strict=True)
        for line in of_seat
    ]
    verdict = by_player(setup.players, points)
    return Answer(values, (*rulings, *remark_on_all_tricks(tricks)), verdict)


QUESTION_KINDS: Final = (
    QuestionKind(
        AthleteTrickQuestion,
        answer_athlete_trick,
        _("Who wins this trick?"),
        _("And which cards may you play?"),
        by_suits=BySuits(ATHLETES, ATHLETES, athlete_holdings),
    ),
    QuestionKind(
        RejectionQuestion,
        answer_rejection,
        _("Who rejects a suit next?"),
        _("And which suits are left?"),
        is_before_play=True,
    ),
    QuestionKind(
        FeatsQuestion, answer_feats, _("Which feats count?"), _("And what are they worth?")
    ),
    irregularity_kind("triathlon"),
)
