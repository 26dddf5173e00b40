"""The C leg: what was melded and what was left in the hands, by figures or by cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from referee.core.cards import Card, read_cards, with_faults
from referee.core.findings import Line, Problem, error
from referee.core.game import Explanation, Scored
from referee.core.story.course import Coming
from referee.core.text import Said, counted, joined, said
from referee.core.validation import Count, PerSeat, Seat
from referee.games.card_triathlon.canasta.melds import (
    RED_THREES,
    SEVEN,
    Meld,
    is_red_three,
    read_meld,
)
from referee.games.card_triathlon.due import NextLeg, all_packs, made_up, pack_size, whole_pack
from referee.games.card_triathlon.leg import (
    CROSSCHECK,
    PLAY,
    LegEntry,
    PlayedLeg,
    card_figure_problems,
    crosscheck_problems,
    team_lines,
    team_points,
    unit_problems,
)
from referee.games.card_triathlon.state import (
    CardTriathlonState,
    HandSizes,
    LegSeating,
    dealer_of,
    leg_before,
    scored,
    teams_of,
)
from referee.games.card_triathlon.values import WORTH, full_pack, full_worth, tables, worth

RED_THREE: Final = 5
OUT: Final = "card-triathlon.c.out"
SCORE: Final = "card-triathlon.c.score"
SEVENS: Final = "card-triathlon.c.seven"
CHEAPEST: Final = SEVEN * min(WORTH.values())
"""What a meld of seven is worth at least."""


class CLeg(LegEntry):
    """A C leg: figures, or the melds, red threes and hands of each seat."""

    kind: Literal["c-leg"]
    melded: PerSeat[Count] | None = None
    in_hand: PerSeat[Count] | None = None
    unscored: Count | None = None
    out: Seat | None = None
    melds: PerSeat[list[list[str]]] | None = None
    red_threes: PerSeat[Count] | None = None
    hands: PerSeat[list[str]] | None = None

    @property
    def is_by_cards(self) -> bool:
        """Whether the cards are recorded."""
        return any(part is not None for part in (self.melds, self.hands, self.red_threes))


@dataclass(frozen=True)
class CanastaFigures:
    """What a C leg comes to: melded and in hand of each seat, and the rest."""

    melded: list[int]
    in_hand: list[int]
    unscored: int
    is_counted: bool = True
    """Whether the unscored cards were counted, and not computed."""

    @property
    def points(self) -> list[int]:
        """What each seat scores (`c.score`)."""
        return [melded - left for melded, left in zip(self.melded, self.in_hand, strict=True)]

    @property
    def total(self) -> int:
        """What all these cards are worth."""
        return sum(self.melded) + sum(self.in_hand) + self.unscored


class CanastaLeg(PlayedLeg[CLeg]):
    """The legs of kind `c-leg`."""

    kind = "c-leg"
    name = "C"

    def entry_problems(
        self,
        seating: LegSeating,
        _state: CardTriathlonState,
        entry: CLeg,
    ) -> list[Problem]:
        """By cards, or else by figures."""
        found = _missing(entry)
        figures = [*(entry.melded or ()), *(entry.in_hand or ()), entry.unscored or 0]
        found += unit_problems(figures, "melded")
        if entry.is_by_cards:
            return found + _card_problems(seating, entry)
        if entry.out is not None and entry.in_hand and entry.in_hand[entry.out]:
            found.append(_out_with_cards(seating, entry.out))
        found += _figure_seven_problems(seating, entry)
        if entry.melded is not None and entry.in_hand is not None:
            total, whole = figures_of(seating, entry).total, full_worth(seating.seats)
            found += crosscheck_problems(total, whole, "melded", "Melds, hands and the rest")
        return found

    def score(
        self, seating: LegSeating, state: CardTriathlonState, entry: CLeg
    ) -> Scored[CardTriathlonState]:
        """`c.score`: melds and red threes, less the cards in hand."""
        figures = figures_of(seating, entry)
        points = figures.points
        cells = [*points, *team_points(seating, points), figures.unscored, figures.total]
        explain = partial(_explanation, seating, entry, figures)
        return scored(state, cells, explain, was_cut=bool(entry.partial), held=held(entry))

    def coming(self, seating: LegSeating) -> Coming:
        """All cards melded, or all of them left in the hands (`c.score`).

        No card scores twice (`card-triathlon.crosscheck`); how tables vary the play bears on no
        card's worth.
        """
        whole = full_worth(seating.seats)
        return Coming(self.kind, most=whole, least=-whole)

    def next_leg(self, seating: LegSeating, state: CardTriathlonState) -> NextLeg:
        """Which cards to take, after a B leg and without one."""
        before, number = leg_before(seating, state), pack_size(seating)
        if before is None:
            details = said("{whole}; turn one card up.", whole=whole_pack(seating))
        elif before == "B":
            details = said(
                "Everyone takes up the tricks that they won, also those put aside. The other cards"
                " come in, Jokers too: {number} in all. {made_up}; turn one card up.",
                number=number,
                made_up=made_up(seating, state.held),
            )
            if tables(seating.seats) == 1:  # two tables have two dealers
                first = seating.players[dealer_of(seating, state)]  # who would deal next
                turn = said("{name}, left of the dealer, has the first turn.", name=first)
                details = joined((details, turn))
        else:
            details = said(
                "No cards are kept: all {number} are shuffled. Thirteen cards each; turn one card"
                " up.",
                number=number,
            )
        rules = ("card-triathlon.c.start", "card-triathlon.c.draw", "card-triathlon.c.meld")
        cards = all_packs(seating)
        return NextLeg(said("C leg: melds"), said("melds"), details, rules, cards)


CANASTA: Final = CanastaLeg()


# What is wrong with it ----------------------------------------------------------------------------


def _missing(entry: CLeg) -> list[Problem]:
    needed = (entry.melds, entry.hands) if entry.is_by_cards else (entry.melded, entry.in_hand)
    if None not in needed:
        return []
    message = said("A C leg needs what each player melded, and what each has in hand.")
    return [error(PLAY, message, field="melded")]


def _out_with_cards(seating: LegSeating, seat: int) -> Problem:
    name = seating.players[seat]
    message = said("{name} went out, and so has no cards in hand.", name=name)
    return error(OUT, message, field="out", seats=[seat])


def _card_problems(seating: LegSeating, entry: CLeg) -> list[Problem]:
    pack = full_pack(seating.seats)
    melds, hands = entry.melds or [], entry.hands or []
    held = {seat: list(hand) for seat, hand in enumerate(hands)}
    for seat, of_seat in enumerate(melds):
        held.setdefault(seat, []).extend(text for meld in of_seat for text in meld)
    texts = [text for of_seat in held.values() for text in of_seat]
    cards, faults = read_cards(texts, pack)
    wrong = with_faults(held, pack)
    found = [error("card-triathlon.pack", fault, field="melds", seats=wrong) for fault in faults]
    if len(cards) == len(texts):  # all can be read, if perhaps not all can be there
        found += _red_three_problems(seating, entry, cards)
        found += _meld_problems(seating, entry) + _seven_problems(seating, entry)
    if entry.out is not None and hands and hands[entry.out]:
        found.append(_out_with_cards(seating, entry.out))
    return found or _figure_problems(seating, entry)


def _red_three_problems(seating: LegSeating, entry: CLeg, cards: Sequence[Card]) -> list[Problem]:
    if any(map(is_red_three, cards)):
        message = said("Red threes are put aside: they are neither melded nor kept in hand.")
        return [error(RED_THREES, message, field="red_threes")]
    put, there = sum(entry.red_threes or ()), red_threes(seating.seats)
    if put <= there:
        return []
    message = said("{put} red threes are recorded; the packs hold {there}.", put=put, there=there)
    return [error("card-triathlon.pack", message, field="red_threes")]


def red_threes(seats: int) -> int:
    """How many red threes the packs hold."""
    return sum(map(is_red_three, full_pack(seats).cards))


def melds_of(seating: LegSeating, entry: CLeg, seat: int) -> list[Meld]:
    """The melds of a seat, of the player who went out or of another one."""
    pack, most_wild = full_pack(seating.seats), seating.options.c_most_wild
    of_seat = entry.melds[seat] if entry.melds else []
    going_out = seat == entry.out
    return [
        read_meld(read_cards(meld, pack)[0], most_wild, going_out=going_out) for meld in of_seat
    ]


def _meld_problems(seating: LegSeating, entry: CLeg) -> list[Problem]:
    """Every fault of every meld; red threes are said of all cards at once."""
    found = []
    for seat, name in enumerate(seating.players):
        for number, meld in enumerate(melds_of(seating, entry, seat), start=1):
            for fault in meld.faults:
                if fault.rule == RED_THREES:
                    continue
                message = said(
                    "{name}, meld {number}: {because}.",
                    name=name,
                    number=number,
                    because=fault.because,
                )
                found.append(error(fault.rule, message, field="melds", seats=[seat]))
    return found


def _seven_problems(seating: LegSeating, entry: CLeg) -> list[Problem]:
    """`c.seven`: the team of the one who went out has its sevens of a kind."""
    out, needed = entry.out, seating.options.c_sevens
    if out is None:
        return []
    own = _teammates(seating, out)
    sevens = sum(meld.is_seven for seat in own for meld in melds_of(seating, entry, seat))
    if sevens >= needed:
        return []
    message = said(
        "{name} went out, and the team needs {needed} of seven or more cards for that; it has"
        " {sevens}.",
        name=seating.players[out],
        needed=counted(needed, "meld"),
        sevens=sevens or "none",
    )
    return [error(SEVENS, message, field="out", seats=[out])]


def _figure_seven_problems(seating: LegSeating, entry: CLeg) -> list[Problem]:
    """`c.seven` by figures: the team has melded at least as much as its sevens are worth."""
    out, needed = entry.out, seating.options.c_sevens
    if out is None or entry.melded is None:
        return []
    melded, least = sum(entry.melded[seat] for seat in _teammates(seating, out)), needed * CHEAPEST
    if melded >= least:
        return []
    message = said(
        "{name} went out, and the team needs {sevens} of seven or more cards for that, which is"
        " worth {least} at least; it has melded {melded}."
        if needed == 1
        else "{name} went out, and the team needs {sevens} of seven or more cards for that, which"
        " are worth {least} at least; it has melded {melded}.",
        name=seating.players[out],
        sevens=counted(needed, "meld"),
        least=least,
        melded=melded,
    )
    return [error(SEVENS, message, field="out", seats=[out])]


def _teammates(seating: LegSeating, seat: int) -> list[int]:
    """The seats of a player's team, the player's own too."""
    teams = teams_of(seating)
    return [each for each, team in enumerate(teams) if team == teams[seat]]


def _figure_problems(seating: LegSeating, entry: CLeg) -> list[Problem]:
    if entry.melds is None or entry.hands is None:
        return []
    shown = figures_by_cards(seating, entry)
    return card_figure_problems(
        seating.players,
        [
            ("melded", entry.melded, shown.melded),
            ("in_hand", entry.in_hand, shown.in_hand),
            ("unscored", entry.unscored, shown.unscored),
        ],
    )


# What it comes to ---------------------------------------------------------------------------------


def figures_by_cards(seating: LegSeating, entry: CLeg) -> CanastaFigures:
    """What the cards come to."""
    pack = full_pack(seating.seats)
    threes = entry.red_threes or [0] * seating.seats
    melded = [
        sum(meld.value for meld in melds_of(seating, entry, seat)) + RED_THREE * threes[seat]
        for seat in range(seating.seats)
    ]
    in_hand = [worth(read_cards(hand, pack)[0]) for hand in entry.hands or ()]
    rest = full_worth(seating.seats) - sum(melded) - sum(in_hand)
    return CanastaFigures(melded, in_hand, rest)


def figures_of(seating: LegSeating, entry: CLeg) -> CanastaFigures:
    """The figures of a leg whose form is right."""
    if entry.is_by_cards:
        return figures_by_cards(seating, entry)
    melded, in_hand = entry.melded or [], entry.in_hand or []
    if entry.unscored is not None:
        return CanastaFigures(melded, in_hand, entry.unscored)
    rest = max(full_worth(seating.seats) - sum(melded) - sum(in_hand), 0)
    return CanastaFigures(melded, in_hand, rest, is_counted=False)


def held(entry: CLeg) -> HandSizes | None:
    """The cards that each player takes up for the next leg, known by the cards alone."""
    if entry.melds is None or entry.hands is None:
        return None
    found = []
    for seat, hand in enumerate(entry.hands):
        cards = sum(map(len, entry.melds[seat])) + len(hand)
        threes = entry.red_threes[seat] if entry.red_threes else 0
        found.append((cards, cards + threes))
    return tuple(found)


def _explanation(seating: LegSeating, entry: CLeg, figures: CanastaFigures) -> Explanation:
    """What each player and each team scored, and what is nobody's."""
    rest = said(
        "stock and discards"
        if figures.is_counted
        else "stock and discards, computed and not counted"
    )
    why = [
        *(_lines(seating, entry, seat, figures) for seat in range(seating.seats)),
        *team_lines(seating, SCORE, figures.points),
        [Line(CROSSCHECK, figures.unscored, rest)],
        [Line(CROSSCHECK, figures.total, said("melded, in hand and the rest"))],
    ]
    return Explanation(tuple(map(tuple, why)))


def _lines(seating: LegSeating, entry: CLeg, seat: int, figures: CanastaFigures) -> list[Line]:
    """The receipt of a player: what is melded, less what is in hand."""
    lines = _melded_lines(seating, entry, seat, figures.melded[seat])
    if figures.in_hand[seat]:
        lines.append(Line(SCORE, -figures.in_hand[seat], said("less the cards in hand")))
    return lines


def _melded_lines(seating: LegSeating, entry: CLeg, seat: int, melded: int) -> list[Line]:
    """What a player has melded: by cards each meld and the red threes, else one figure."""
    if not entry.is_by_cards:
        return [Line(SCORE, melded, said("melds and red threes"))]
    lines = [Line(SCORE, meld.value, _meld_text(meld)) for meld in melds_of(seating, entry, seat)]
    threes = entry.red_threes[seat] if entry.red_threes else 0
    if threes:
        text = said("{threes}, {worth} each", threes=counted(threes, "red three"), worth=RED_THREE)
        lines.append(Line(RED_THREES, RED_THREE * threes, text))
    return lines or [Line(SCORE, 0, said("nothing is melded"))]


def _meld_text(meld: Meld) -> Said:
    cards = counted(len(meld.cards), "card")
    return said("meld of {cards}, rank {rank}", cards=cards, rank=meld.rank)
