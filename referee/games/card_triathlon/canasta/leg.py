"""The C leg: melds, the discard pile, and scoring from figures or cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final, Literal

from referee.core.cards import RANKS, Card, Ranked, find_faulty_hands, read_cards, symbol
from referee.core.course import Coming
from referee.core.findings import Fault, Line, Problem, Ruling, error
from referee.core.game import Due, Explanation, Scored
from referee.core.question import Answer, Assumed, Question, prompt
from referee.core.slips import CrossCheck
from referee.core.text import _, _p, joined, ngettext
from referee.core.validation import Count, PerSeat, Seat, refuse
from referee.games.card_triathlon.leg import (
    CROSSCHECK,
    PLAY,
    WORTH,
    FullPackLeg,
    HandSizes,
    LegEntry,
    LegSetup,
    LegState,
    card_figure_problems,
    count_rest,
    count_tables,
    crosscheck_problems,
    dealer_of,
    full_pack,
    full_worth,
    read_question_cards,
    team_lines,
    team_points,
    teams_of,
    unit_problems,
    worth,
)
from referee.games.card_triathlon.options import MostWild

FROZEN: Final = "card-triathlon.c.frozen"
MELD: Final = "card-triathlon.c.meld"
OUT: Final = "card-triathlon.c.out"
PILE: Final = "card-triathlon.c.pile"
RED_THREES: Final = "card-triathlon.c.red-threes"
SCORE: Final = "card-triathlon.c.score"
SEVENS: Final = "card-triathlon.c.seven"
STOP: Final = "card-triathlon.c.stop"
FEWEST: Final = 3
SEVEN: Final = 7
CHEAPEST_SEVEN: Final = SEVEN * min(WORTH.values())
FOR_PILE: Final = 2  # natural cards of the top card's rank that are needed to take the pile
RED_THREE_WORTH: Final = 5
TURN_UP: Final = _("Turn one card up.")


# Melds and the pile -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Meld:
    cards: tuple[Card, ...]
    rank: str | None  # the one rank of its natural cards; None if they have none or several
    natural: int
    wild: int
    faults: tuple[Fault, ...]

    @property
    def is_legal(self) -> bool:
        return not self.faults

    @property
    def value(self) -> int:
        """Total points of the cards; a wild card scores its own value."""
        return worth(self.cards)

    @property
    def is_seven(self) -> bool:
        """Whether this is a legal meld of seven or more cards, which a team needs to go out."""
        return self.is_legal and len(self.cards) >= SEVEN


def is_wild(card: Card) -> bool:
    return card.rank in ("2", "JK")


def is_red_three(card: Card) -> bool:
    return card.rank == "3" and card.suit in ("H", "D")


def is_stop(card: Card) -> bool:
    """Whether this is a black three, which stops the pile."""
    return card.rank == "3" and card.suit in ("S", "C")


def read_meld(cards: Sequence[Card], most_wild: MostWild, *, going_out: bool) -> Meld:
    natural = [card for card in cards if not is_wild(card)]
    ranks = {card.rank for card in natural}
    wild, faults = len(cards) - len(natural), []
    if any(map(is_red_three, cards)):
        faults.append(Fault(RED_THREES, _("red threes are put aside, not melded")))
    if len(ranks) > 1:
        because = _("apart from 2s and Jokers, all cards of a meld must have the same rank")
        faults.append(Fault(MELD, because))
    if len(cards) < FEWEST:
        template = _("a meld needs at least {fewest} cards, but this has {given}")
        faults.append(Fault(MELD, template.format(fewest=FEWEST, given=len(cards))))
    if most_wild != "half" and wild > most_wild:
        because = ngettext(
            "at your table a meld has at most {n} wild card, but this has {given}",
            "at your table a meld has at most {n} wild cards, but this has {given}",
            most_wild,
            given=wild,
        )
        faults.append(Fault(MELD, because))
    if wild > len(natural):
        template = _(
            "at least half of a meld must be natural, but this has {natural} natural and {wild}"
            " wild"
        )
        faults.append(Fault(MELD, template.format(natural=len(natural), wild=wild)))
    if any(map(is_stop, cards)) and not going_out:
        faults.append(Fault(STOP, _("black threes can only be melded when going out")))
    rank = next(iter(ranks)) if len(ranks) == 1 else None
    return Meld(tuple(cards), rank, len(natural), wild, tuple(faults))


def pile_fault(
    top: Card, hand: Sequence[Card], melded: Sequence[str], *, frozen: bool
) -> Fault | None:
    held = sum(card.rank == top.rank and not is_wild(card) for card in hand)
    if is_stop(top):
        return Fault(STOP, _("nobody may take the pile while a black three is on top"))
    if is_wild(top):
        return Fault(PILE, _("the top card is wild and has no rank to match"))
    if is_red_three(top):
        return Fault(RED_THREES, _("a red three is put aside and can’t be melded"))
    if held >= FOR_PILE or (top.rank in melded and not frozen):
        return None
    if frozen:
        template = _(
            "the pile is frozen, so you need two natural cards of rank {rank} in your hand"
        )
        return Fault(FROZEN, template.format(rank=Ranked(top.rank)))
    template = _("you need two natural cards of rank {rank}, in your hand or in a meld")
    return Fault(PILE, template.format(rank=Ranked(top.rank)))


# The leg ------------------------------------------------------------------------------------------


class CLeg(LegEntry):
    """Entry for a C leg: either figures, or each seat's melds, red threes and hand."""

    kind: Literal["c-leg"]
    melded: PerSeat[Count] | None = None
    in_hand: PerSeat[Count] | None = None
    unscored: Count | None = None
    out: Seat | None = None
    melds: PerSeat[list[list[str]]] | None = None
    red_threes: PerSeat[Count] | None = None
    hands: PerSeat[list[str]] | None = None
    slow_fields: ClassVar = {"melds": 15}

    @property
    def is_by_cards(self) -> bool:
        return any(part is not None for part in (self.melds, self.hands, self.red_threes))


@dataclass(frozen=True)
class CanastaFigures:
    melded: list[int]
    in_hand: list[int]
    unscored: int
    is_counted: bool = True  # the unscored cards were counted rather than computed

    @property
    def points(self) -> list[int]:
        return [melded - left for melded, left in zip(self.melded, self.in_hand, strict=True)]

    @property
    def total(self) -> int:
        return sum(self.melded) + sum(self.in_hand) + self.unscored


class CanastaLeg(FullPackLeg[CLeg]):
    kind = "c-leg"
    name = "C"

    def entry_problems(self, setup: LegSetup, _state: LegState, entry: CLeg) -> list[Problem]:
        needed = (entry.melds, entry.hands) if entry.is_by_cards else (entry.melded, entry.in_hand)
        found: list[Problem] = []
        if None in needed:
            message = _("Enter what each player melded and has in hand.")
            found.append(error(PLAY, message, field="melded"))
        figures = [*(entry.melded or ()), *(entry.in_hand or ()), entry.unscored or 0]
        found += unit_problems(figures, "melded")
        if entry.is_by_cards:
            return found + _card_problems(setup, entry)
        found += _out_problems(setup, entry, entry.in_hand)
        if entry.melded is not None:
            found += _sevens_problems(setup, entry)
        if None not in needed:
            total, whole = figures_of(setup, entry).total, full_worth(setup.seats)
            found += crosscheck_problems(total, whole, "melded")
        return found

    def score(self, setup: LegSetup, state: LegState, entry: CLeg) -> Scored[LegState]:
        figures = figures_of(setup, entry)
        points = figures.points
        cells = [*points, *team_points(setup, points), figures.unscored, figures.total]
        held: HandSizes | None = None
        if entry.melds is not None and entry.hands is not None:
            threes = entry.red_threes or [0] * setup.seats
            sizes = [
                sum(map(len, melds)) + len(hand)
                for melds, hand in zip(entry.melds, entry.hands, strict=True)
            ]
            held = tuple((size, size + own) for size, own in zip(sizes, threes, strict=True))
        explain = partial(_explain, setup, entry, figures)
        return self.make_row(state, entry, cells, explain, held)

    def cross_checks(self, setup: LegSetup, entry: dict[str, Any]) -> list[CrossCheck]:
        fields = {"melded": _p("things", "melded"), "in_hand": _("in hand")}
        return self.make_cross_check(setup.players, entry, fields, full_worth(setup.seats))

    def coming(self, setup: LegSetup) -> Coming:
        """Return bounds on a team's score: all cards melded, or all left in hand (`c.score`).

        No card scores twice (`card-triathlon.crosscheck`), and no option changes what a card is
        worth.
        """
        whole = full_worth(setup.seats)
        return Coming(self.kind, most=whole, least=-whole)

    def due(self, setup: LegSetup, state: LegState) -> Due:
        before, number = self.leg_before(setup, state), len(full_pack(setup.seats))
        if before is None:
            details = [self.take_all_packs(setup), TURN_UP]
        elif before == "B":
            details = [
                self.take_up_tricks(setup),
                self.describe_hand_sizes(setup, state.held),
                TURN_UP,
            ]
            template = _("{name}, left of the dealer, has the first turn.")
            if count_tables(setup.seats) > 1:  # two tables have two dealers
                template = _("{name}, left of the dealer at table 1, has the first turn.")
            first = setup.players[dealer_of(setup, state)]  # who would deal next
            details.append(template.format(name=first))
        else:
            shuffle = _(
                "Nobody keeps any cards. Shuffle all {number} cards and deal 13 each.",
                number=number,
            )
            details = [shuffle, TURN_UP]
        rules = ("card-triathlon.c.start", "card-triathlon.c.draw", "card-triathlon.c.meld")
        headline, cards = _("C leg: melds"), self.describe_packs(setup)
        return self.make_due(
            setup, state, headline, _p("duty", "Melds"), joined(details), rules, cards
        )


CANASTA: Final = CanastaLeg()


# Problems -----------------------------------------------------------------------------------------


def _out_problems(
    setup: LegSetup, entry: CLeg, in_hand: Sequence[int | list[str]] | None
) -> list[Problem]:
    """Check that the player who went out has no cards in hand (`c.out`).

    `in_hand` holds each seat's points in hand, or its cards if these are recorded.
    """
    if entry.out is None or not in_hand or not in_hand[entry.out]:
        return []
    template = _("{name} went out but has cards in hand. Check who went out.")
    message = template.format(name=setup.players[entry.out])
    return [error(OUT, message, field="out", seats=[entry.out])]


def _card_problems(setup: LegSetup, entry: CLeg) -> list[Problem]:
    pack = full_pack(setup.seats)
    melds, hands = entry.melds or [], entry.hands or []
    held = {seat: list(hand) for seat, hand in enumerate(hands)}
    for seat, of_seat in enumerate(melds):
        held.setdefault(seat, []).extend(text for meld in of_seat for text in meld)
    texts = [text for of_seat in held.values() for text in of_seat]
    cards, faults = read_cards(texts, pack)
    wrong = find_faulty_hands(held, pack)
    found = [error("card-triathlon.pack", fault, field="melds", seats=wrong) for fault in faults]
    if len(cards) == len(texts):  # all are readable, though there may be too many of one
        put, there = sum(entry.red_threes or ()), setup.seats  # two in each pack
        if any(map(is_red_three, cards)):
            message = _("Red threes are put aside. Take them out of the melds and hands.")
            found.append(error(RED_THREES, message, field="red_threes"))
        elif put > there:
            message = ngettext(
                "{n} red three is entered, but the packs have only {there}.",
                "{n} red threes are entered, but the packs have only {there}.",
                put,
                there=there,
            )
            found.append(error("card-triathlon.pack", message, field="red_threes"))
        for seat, name in enumerate(setup.players):
            for number, meld in enumerate(melds_of(setup, entry, seat), start=1):
                for fault in meld.faults:
                    if fault.rule == RED_THREES:  # reported once for all cards
                        continue
                    values = {"name": name, "number": number, "because": fault.because}
                    message = _("{name}, meld {number}: {because}.", **values)
                    found.append(error(fault.rule, message, field="melds", seats=[seat]))
        found += _sevens_problems(setup, entry)
    found += _out_problems(setup, entry, hands)
    if found or entry.melds is None or entry.hands is None:
        return found
    shown = figures_of(setup, entry)
    return card_figure_problems(
        setup.players,
        entry,
        {"melded": shown.melded, "in_hand": shown.in_hand, "unscored": shown.unscored},
    )


def _sevens_problems(setup: LegSetup, entry: CLeg) -> list[Problem]:
    """Check that the team that went out has enough melds of seven or more (`c.seven`).

    If only figures are recorded, check that the team melded enough points for the cheapest ones.
    """
    out, needed = entry.out, setup.options.c_sevens
    if out is None:
        return []
    teams = teams_of(setup)
    seats = [seat for seat, team in enumerate(teams) if team == teams[out]]
    name = setup.players[out]
    if entry.is_by_cards:
        sevens = sum(meld.is_seven for seat in seats for meld in melds_of(setup, entry, seat))
        if sevens >= needed:
            return []
        message = ngettext(
            "{name} can’t go out: the team needs {n} meld of seven or more but has {sevens}.",
            "{name} can’t go out: the team needs {n} melds of seven or more but has {sevens}.",
            needed,
            name=name,
            sevens=sevens,
        )
    else:
        melded, least = sum((entry.melded or [])[seat] for seat in seats), needed * CHEAPEST_SEVEN
        if melded >= least:
            return []
        message = ngettext(
            "{name} can’t go out: {n} meld of seven or more is worth at least {least}, but the team"
            " melded {melded}.",
            "{name} can’t go out: {n} melds of seven or more are worth at least {least}, but the"
            " team melded {melded}.",
            needed,
            name=name,
            least=least,
            melded=melded,
        )
    return [error(SEVENS, message, field="out", seats=[out])]


# Results ------------------------------------------------------------------------------------------


def melds_of(setup: LegSetup, entry: CLeg, seat: int) -> list[Meld]:
    pack, most_wild = full_pack(setup.seats), setup.options.c_most_wild
    return [
        read_meld(read_cards(meld, pack)[0], most_wild, going_out=seat == entry.out)
        for meld in (entry.melds[seat] if entry.melds else ())
    ]


def figures_of(setup: LegSetup, entry: CLeg) -> CanastaFigures:
    whole = full_worth(setup.seats)
    if entry.is_by_cards:
        pack, threes = full_pack(setup.seats), entry.red_threes or [0] * setup.seats
        melded = [
            sum(meld.value for meld in melds_of(setup, entry, seat))
            + RED_THREE_WORTH * threes[seat]
            for seat in range(setup.seats)
        ]
        in_hand = [worth(read_cards(hand, pack)[0]) for hand in entry.hands or ()]
        return CanastaFigures(melded, in_hand, whole - sum(melded) - sum(in_hand))
    melded, in_hand = entry.melded or [], entry.in_hand or []
    rest = count_rest(whole, sum(melded) + sum(in_hand), entry.unscored)
    return CanastaFigures(melded, in_hand, *rest)


def _explain(setup: LegSetup, entry: CLeg, figures: CanastaFigures) -> Explanation:
    counted, calculated = _("stock and discards"), _("stock and discards (calculated)")
    rest = counted if figures.is_counted else calculated
    why = []
    for seat in range(setup.seats):
        lines = []
        if not entry.is_by_cards:
            lines.append(Line(SCORE, figures.melded[seat], _("melds and red threes")))
        for meld in melds_of(setup, entry, seat):
            text = ngettext(
                "meld of {n} card, rank {rank}",
                "meld of {n} cards, rank {rank}",
                len(meld.cards),
                rank=meld.rank and Ranked(meld.rank),
            )
            lines.append(Line(SCORE, meld.value, text))
        if threes := entry.red_threes[seat] if entry.red_threes else 0:
            text = ngettext(
                "{n} red three", "{n} red threes, {worth} each", threes, worth=RED_THREE_WORTH
            )
            lines.append(Line(RED_THREES, RED_THREE_WORTH * threes, text))
        if not lines:
            lines.append(Line(SCORE, 0, _("nothing melded")))
        if figures.in_hand[seat]:
            lines.append(Line(SCORE, -figures.in_hand[seat], _("minus the cards in hand")))
        why.append(lines)
    why += team_lines(setup, SCORE, figures.points)
    why.append([Line(CROSSCHECK, figures.unscored, rest)])
    why.append([Line(CROSSCHECK, figures.total, _("melded, in hand and unscored"))])
    return Explanation(tuple(map(tuple, why)))


# Questions ----------------------------------------------------------------------------------------


class MeldQuestion(Question):
    """May these cards be melded, and what are they worth?"""

    question: Literal["meld"] = "meld"
    cards: list[str] = prompt(_("Cards in the meld"), "cards", most=24, any_order="all")
    going_out: bool = prompt(
        _("Are you going out with this meld?"),
        "yes",
        False,
        comes_first=True,
        assumed=Assumed(_("if you aren’t going out"), {"1": _("If you go out with it:")}),
    )


class PileQuestion(Question):
    """May I take the discard pile?"""

    question: Literal["pile"] = "pile"
    top: str = prompt(_("Top card"), "card", most=1)
    hand: list[str] = prompt(_("Your hand"), "cards", most=40, any_order="all")
    melded: list[str] = prompt(
        _("Ranks your team has melded"), "ranks", [], any_order="all", comes_first=True
    )
    frozen: bool = prompt(
        _("Is there a wild card in the pile?"),
        "yes",
        False,
        comes_first=True,
        assumed=Assumed(
            _("if there is no wild card in the pile"), {"1": _("With a wild card in it:")}
        ),
    )


class GoOutQuestion(Question):
    """May I go out?"""

    question: Literal["go-out"] = "go-out"
    melds: list[list[str]] = prompt(_("Your team’s melds"), "melds", most=8, any_order="all")
    hand: list[str] = prompt(_("Cards left in your hand"), "cards", [], most=13, any_order="all")


def ask_meld(setup: LegSetup, question: MeldQuestion) -> Answer:
    cards = read_question_cards(setup, question.cards, "cards")
    meld = read_meld(cards, setup.options.c_most_wild, going_out=question.going_out)
    rulings = [Ruling(fault.rule, "illegal", fault.sentence) for fault in meld.faults]
    if meld.is_legal:
        text = _(
            "A legal meld, worth {value}: {natural} natural and {wild} wild.",
            natural=meld.natural,
            wild=meld.wild,
            value=meld.value,
        )
        rulings.append(Ruling(MELD, "legal", text))
    if meld.is_seven:
        text = ngettext(
            "It lets your team go out.",
            "It is one of the {n} sevens of a kind your team needs to go out.",
            setup.options.c_sevens,
        )
        rulings.append(Ruling(SEVENS, "info", text))
    if question.going_out and any(map(is_stop, cards)):
        text = _("You’re going out, so you may meld black threes.")
        rulings.append(Ruling(STOP, "info", text))
    values = {
        "legal": meld.is_legal,
        "rank": meld.rank,
        "natural": meld.natural,
        "wild": meld.wild,
        "value": meld.value,
        "seven": meld.is_seven,
    }
    verdict = _("No. This isn’t a meld")
    if meld.is_legal:
        verdict = ngettext("Yes. {n} point", "Yes. {n} points", meld.value)
    return Answer(values, tuple(rulings), verdict)


def ask_pile(setup: LegSetup, question: PileQuestion) -> Answer:
    if strange := [rank for rank in question.melded if rank not in RANKS]:
        message = _("“{rank}” isn’t a rank", rank=strange[0][:9])
        raise refuse(message, "melded", rule="card-triathlon.pack")
    top, *hand = read_question_cards(setup, [question.top, *question.hand], "hand")
    fault = pile_fault(top, hand, question.melded, frozen=question.frozen)
    if fault is not None:
        rulings = [Ruling(fault.rule, "illegal", fault.sentence)]
    else:
        text = _("You may take the pile. Meld its top card at once.")
        rulings = [Ruling(FROZEN if question.frozen else PILE, "legal", text)]
    held = sum(card.rank == top.rank and not is_wild(card) for card in hand)
    silent = None
    if is_stop(top):
        silent = _(
            "The rules don’t say exactly what a stop card does, so this is Referee’s ruling."
        )
    elif is_wild(top):
        silent = _("The rules don’t mention a wild card on top, so this is Referee’s ruling.")
    elif held < FOR_PILE and top.rank in question.melded and not question.frozen:
        silent = _("The rules don’t say whose melds count; Referee counts your partner’s too.")
    if silent:
        rulings.append(Ruling(STOP if is_stop(top) else PILE, "silent", silent))
    verdict = _("No. Leave the pile") if fault else _("Yes. Take the pile")
    return Answer({"legal": fault is None}, tuple(rulings), verdict)


def ask_go_out(setup: LegSetup, question: GoOutQuestion) -> Answer:
    pack, options = full_pack(setup.seats), setup.options
    if not all(question.melds):
        raise refuse(_("one meld has no cards; leave it out"), "melds", rule=MELD)
    texts = [text for meld in question.melds for text in meld] + question.hand
    read_question_cards(setup, texts, "melds")
    melds = [
        read_meld(read_cards(meld, pack)[0], options.c_most_wild, going_out=True)
        for meld in question.melds
    ]
    sevens = sum(meld.is_seven for meld in melds)
    rulings = []
    for meld in (meld for meld in melds if not meld.is_legal):
        text = _(
            "{cards} isn’t a meld: {because}. Its cards are still in your hand.",
            cards=joined(map(symbol, meld.cards)),
            because=joined([fault.because for fault in meld.faults], "; "),
        )
        rulings.append(Ruling(MELD, "illegal", text))
    if question.hand:
        text = ngettext(
            "You still have {n} card. To go out, you must have none.",
            "You still have {n} cards. To go out, you must have none.",
            len(question.hand),
        )
        rulings.append(Ruling(OUT, "illegal", text))
    if sevens < options.c_sevens:
        text = ngettext(
            "Your team needs {n} legal meld of seven or more cards of one rank but has {sevens}.",
            "Your team needs {n} legal melds of seven or more cards of one rank but has {sevens}.",
            options.c_sevens,
            sevens=sevens,
        )
        rulings.append(Ruling(SEVENS, "illegal", text))
    if not rulings:
        ruling = Ruling(OUT, "legal", _("You may go out."))
        return Answer({"legal": True}, (ruling,), _("Yes. Go out"))
    return Answer({"legal": False}, tuple(rulings), _("No. Not yet"))
