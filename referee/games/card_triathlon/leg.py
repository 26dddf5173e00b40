"""Base class for legs, the state between legs, and the packs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

from referee.core.cards import RANKS, Card, Pack, pack, read_cards
from referee.core.course import Coming
from referee.core.findings import Line, Points, Problem, error, warning
from referee.core.game import Column, Due, Explanation, Heading, Office, Scored, player_columns
from referee.core.record import Entry
from referee.core.setup import Setup
from referee.core.slips import Countable, CrossCheck, EntryFigure, Path, player_figures
from referee.core.text import Text, _, _p, joined, listed, ngettext, points, shares, team_name
from referee.core.validation import Strict, refuse
from referee.games.card_triathlon.options import TEAMS, CardTriathlonOptions, LegName, Teams

CLOCK: Final = "card-triathlon.clock"
CROSSCHECK: Final = "card-triathlon.crosscheck"
PACK: Final = "card-triathlon.pack"
PLAY: Final = "card-triathlon.play"
SEQUENCE: Final = "card-triathlon.sequence"
VALUES: Final = "card-triathlon.values"
HAND: Final = 13

LegSetup = Setup[CardTriathlonOptions]
HandSizes = tuple[tuple[int, int], ...]
"""Per seat, the fewest and the most cards that the player takes into the next leg."""

# The cards ----------------------------------------------------------------------------------------

AT_TABLE: Final = 4  # eight players sit at two tables in a B leg
UNIT: Final = 5  # every figure on the pad is a multiple of this
WORTH: Final = {
    **dict.fromkeys(("2", "3", "4", "5", "6", "7"), 5),
    **dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10),
    "A": 20,
    "JK": 30,
}
"""Points per card, by rank (`card-triathlon.values`)."""


def worth(cards: Iterable[Card]) -> int:
    return sum(WORTH[card.rank] for card in cards)


def count_tables(seats: int) -> int:
    return 2 if seats == 2 * AT_TABLE else 1


@lru_cache
def b_pack(seats: int, with_jokers: bool) -> Pack:
    """Return the pack for one table in a B leg.

    Six players choose six whole suits out of three packs; for them, this returns all three packs.
    """
    if seats == 6:
        return pack(_("six suits"), RANKS, copies=3)
    if with_jokers:
        return pack(_("54 cards"), RANKS, extra=["JK", "JK"])
    return pack(_("52 cards"), RANKS)


def b_values(seats: int, with_jokers: bool) -> Counter[int]:
    """Return the number of cards of each worth at one table in a B leg."""
    found = Counter(WORTH[rank] for rank in RANKS * (6 if seats == 6 else 4))
    return found + Counter({WORTH["JK"]: 2 * with_jokers})


def b_worth(seats: int, with_jokers: bool) -> int:
    return sum(each * number for each, number in b_values(seats, with_jokers).items())


@lru_cache
def full_pack(seats: int) -> Pack:
    """Return the cards for a C or D leg: a pack with two Jokers for every two players."""
    packs = seats // 2
    number = packs * (len(RANKS) * 4 + 2)
    return pack(_("{number} cards", number=number), RANKS, copies=packs, extra=["JK"] * (2 * packs))


@lru_cache
def full_worth(seats: int) -> int:
    """Return the worth of all cards in a C or D leg: 250 points per player."""
    return worth(full_pack(seats).cards)


@lru_cache
def possible_sums(seats: int, with_jokers: bool, cards: int) -> frozenset[int]:
    """Return the possible point totals of this many cards at one table in a B leg."""
    sums = {(0, 0)}
    for value, copies in b_values(seats, with_jokers).items():
        sums = {
            (number + more, total + more * value)
            for number, total in sums
            for more in range(min(copies, cards - number) + 1)
        }
    return frozenset(total for number, total in sums if number == cards)


def team_names(players: Sequence[str], teams: Teams) -> tuple[str, ...]:
    """Return each team's name, such as `Ann+Cleo`, in team order."""
    return tuple(
        team_name([name for name, team in zip(players, teams, strict=True) if team == number])
        for number in range(max(teams) + 1)
    )


# The state between two legs -----------------------------------------------------------------------


@dataclass(frozen=True)
class LegState:
    legs: int
    b_deals: int  # deals in B legs, passed-out ones included
    totals: tuple[int, ...]
    was_cut: bool = False
    is_ended: bool = False
    is_dealt_again: bool = False  # the last deal was passed out
    held: HandSizes | None = None  # None if unknown
    fixed_leg: LegName | None = None
    """Leg to use instead of the next in the sequence; set for a question about a single leg."""


def teams_of(setup: LegSetup) -> Teams:
    teams = setup.options.teams
    return TEAMS[setup.seats][0] if teams is None else tuple(teams)


def table_setups(setup: LegSetup) -> tuple[LegSetup, ...]:
    """Return a setup for each table of a B leg; eight players play as two tables of four."""
    if count_tables(setup.seats) == 1:
        return (setup,)
    # Partners sit opposite at both tables, whatever teams the eight players form.
    options = setup.options.model_copy(update={"teams": None})
    names = setup.players
    return Setup(names[:AT_TABLE], options), Setup(names[AT_TABLE:], options)


def columns(setup: LegSetup) -> tuple[Column, ...]:
    """Return the pad's columns: players, teams, Unscored and Total (`card-triathlon.pad`)."""
    teams = teams_of(setup)
    names = team_names(setup.players, teams)
    return (
        *player_columns(setup.players),
        *(
            Column(name, name, "team", tuple(seat for seat, own in enumerate(teams) if own == team))
            for team, name in enumerate(names)
        ),
        Column(_p("column", "Unscored"), _p("column", "Uns"), "unscored"),
        Column(_p("column", "Total"), _p("column", "Tot"), "total"),
    )


def team_totals(setup: LegSetup, state: LegState) -> tuple[int, ...]:
    teams = max(teams_of(setup)) + 1
    return state.totals[setup.seats : setup.seats + teams]


def is_over(setup: LegSetup, state: LegState) -> bool:
    plan = setup.options.plan
    if plan.is_timed:
        return state.is_ended
    if plan.legs is not None:
        return state.legs >= plan.legs
    totals = team_totals(setup, state)
    return plan.mark is not None and max(totals) >= plan.mark and totals.count(max(totals)) == 1


def due_leg(setup: LegSetup, state: LegState) -> LegName | None:
    """Return the leg to play next; None if the game is over or only `TimeIsUp` can follow."""
    if is_over(setup, state) or state.was_cut:
        return None
    return state.fixed_leg or setup.options.plan.leg(state.legs)


def dealer_of(setup: LegSetup, state: LegState) -> int:
    """Return the seat that deals the next B leg, counted from 0 at each table."""
    seats = setup.seats // count_tables(setup.seats)
    return (setup.options.first_dealer + state.b_deals) % seats


# The kinds of legs --------------------------------------------------------------------------------


class LegEntry(Entry):
    """Base class for the entries of all legs."""

    partial: bool | None = None
    """Whether the leg was cut short because time ran out."""


class Time(Entry):
    """Entry that ends a game against the clock once the agreed time is up."""

    kind: Literal["time"]


P = TypeVar("P", bound=LegEntry)


class PlayedLeg(ABC, Generic[P]):
    """Base class for B, C and D legs.

    A leg can be recorded only when it is due, and cut short only in a game against the clock.
    """

    kind: ClassVar[str]
    name: ClassVar[LegName]

    @abstractmethod
    def cross_checks(self, setup: LegSetup, entry: dict[str, Any]) -> list[CrossCheck]: ...

    @abstractmethod
    def coming(self, setup: LegSetup) -> Coming:
        """Return the most and the least that a team can score in this leg."""

    @abstractmethod
    def due(self, setup: LegSetup, state: LegState) -> Due: ...

    @abstractmethod
    def entry_problems(self, setup: LegSetup, state: LegState, entry: P) -> list[Problem]:
        """Return the entry's problems, assuming that the leg is due."""

    @abstractmethod
    def score(self, setup: LegSetup, state: LegState, entry: P) -> Scored[LegState]: ...

    def make_due(
        self,
        setup: LegSetup,
        state: LegState,
        headline: Text,
        short: Text,
        details: Text,
        rules: tuple[str, ...],
        cards: Text,
        dealer: int | None = None,
        offices: tuple[Office, ...] = (),
    ) -> Due:
        """Build the `Due` for this leg; `short` is a brief headline."""
        values = {"number": state.legs + 1, "leg": self.name}
        return Due(
            kind=self.kind,
            label=_("Leg {number}, {leg}", **values),
            name=_("leg {number},\u00a0{leg}", **values),
            dealer=dealer,
            headline=headline,
            short=short,
            details=details,
            rules=(*rules, setup.options.plan.rule),
            cards=cards,
            offices=offices,
            ends_with_kind=True,
        )

    def leg_before(self, setup: LegSetup, state: LegState) -> LegName | None:
        return setup.options.plan.leg(state.legs - 1) if state.legs else None

    def make_row(
        self,
        state: LegState,
        entry: P,
        cells: Sequence[Points | None],
        explain: Callable[[], Explanation],
        held: HandSizes | None = None,
    ) -> Scored[LegState]:
        totals = tuple(map(sum, zip(state.totals, (int(cell or 0) for cell in cells), strict=True)))
        was_cut, legs = bool(entry.partial), state.legs + 1
        after = replace(state, legs=legs, totals=totals, was_cut=was_cut, held=held)
        return Scored(after, tuple(cells), explain)

    def make_cross_check(
        self,
        names: Sequence[str],
        part: Mapping[str, Any],
        fields: Mapping[str, Text | None],
        whole: int,
        *,
        at: Path = (),
    ) -> list[CrossCheck]:
        """Return a check that the points in these fields and Unscored add up to `whole`.

        `part` is an entry or, if `at` is given, the table at that path. `fields` maps fields to
        labels. Return no check if a field is missing.
        """
        if any(part.get(field) is None for field in fields):
            return []
        figures = [
            figure
            for field, things in fields.items()
            for figure in player_figures((*at, field), names, part[field], things)
        ]
        unscored = part.get("unscored")
        if unscored is not None:
            figures.append(EntryFigure((*at, "unscored"), _p("things", "Unscored"), unscored))
        return [CrossCheck(figures, whole, CARDS, UNIT, has_rest=unscored is None)]

    def heading(self, setup: LegSetup, state: LegState, _entry: P) -> Heading:
        if is_over(setup, state):
            return Heading(_("{leg} leg played after the end of the game", leg=self.name), "–")
        number = state.legs + 1
        label = _("Leg {number}, {leg}", number=number, leg=self.name)
        return Heading(label, self.name, number=number)

    def problems(self, setup: LegSetup, state: LegState, entry: P) -> list[Problem]:
        found = self.sequence_problems(setup, state)
        if entry.partial and not setup.options.plan.is_timed:
            message = _("A leg can only be cut short when you play against the clock.")
            found.append(error(CLOCK, message, field="partial"))
        return found + self.entry_problems(setup, state, entry)

    def sequence_problems(self, setup: LegSetup, state: LegState) -> list[Problem]:
        due = due_leg(setup, state)
        if due == self.name:
            return []
        if is_over(setup, state):
            message = _("The game is over. No more legs can be recorded.")
        elif due is None:
            message = _("Time ran out during the last leg. Record the end of the game.")
        else:
            message = _("A {due} leg is next, not a {leg} leg.", due=due, leg=self.name)
        return [error(SEQUENCE, message)]

    def after_error(self, setup: LegSetup, state: LegState, entry: P) -> LegState:
        """Count the leg as played if it was due."""
        if self.sequence_problems(setup, state):
            return state
        was_cut = bool(entry.partial) and setup.options.plan.is_timed
        return replace(state, legs=state.legs + 1, held=None, was_cut=was_cut)


class FullPackLeg(PlayedLeg[P]):
    """Base class for C and D legs, which are played with all packs and their Jokers."""

    def describe_packs(self, setup: LegSetup) -> Text:
        template = {
            4: _("two packs with four Jokers ({number} cards)"),
            6: _("three packs with six Jokers ({number} cards)"),
            8: _("four packs with eight Jokers ({number} cards)"),
        }[setup.seats]
        return template.format(number=len(full_pack(setup.seats)))

    def take_all_packs(self, setup: LegSetup) -> Text:
        return _(
            "Take all the packs with their Jokers ({number} cards in all) and deal 13 each.",
            number=len(full_pack(setup.seats)),
        )

    def take_up_tricks(self, setup: LegSetup) -> Text:
        """Say what is added to the tricks of a B leg."""
        one_pack = _(
            "Take up the tricks you won, including those put aside. Add the second pack and all"
            " Jokers, {number} cards in all."
        )
        more = _(
            "Take up the tricks you won, including those put aside. Add the other cards and all"
            " Jokers, {number} cards in all."
        )
        template = one_pack if setup.seats == AT_TABLE else more
        return template.format(number=len(full_pack(setup.seats)))

    def describe_hand_sizes(self, setup: LegSetup, held: HandSizes | None) -> Text:
        """Say who discards down to 13 cards and who draws up to 13, by name if that is known."""
        if held is None:
            return _(
                "Anyone with more than 13 cards discards down to 13; the others draw up to 13."
            )
        down, up = [], []
        for name, (least, most) in zip(setup.players, held, strict=True):
            if least == most:
                text = ngettext("{name} ({n} card)", "{name} ({n} cards)", most, name=name)
            else:  # figures give only a range
                text = _("{name} ({least} to {most} cards)", name=name, least=least, most=most)
            if least > HAND:
                down.append(text)
            if most < HAND:
                up.append(text)
        if not down and not up:
            return _("Everyone needs 13 cards.")
        sentences = []
        if down:
            text = ngettext(
                "{names} discards down to 13.",
                "{names} discard down to 13.",
                len(down),
                names=listed(down),
            )
            sentences.append(text)
        if up:
            text = ngettext(
                "{names} draws up to 13.", "{names} draw up to 13.", len(up), names=listed(up)
            )
            sentences.append(text)
        if len(down) + len(up) < setup.seats:
            sentences.append(_("Everyone else needs 13 cards too."))
        return joined(sentences)


class TimeIsUp:
    """The end of a game against the clock; it has the same interface as a leg."""

    kind: Final = "time"
    name: Final = None

    def due(self, _setup: LegSetup, _state: LegState) -> Due:
        """Return the end of the game, which is due only after a leg that was cut short."""
        return Due(
            kind=self.kind,
            label=_("Time is up"),
            name=_("the end"),
            button=_("End the match"),
            dealer=None,
            headline=_("Time ran out during the last leg"),
            details=_("Record the end of the game."),
            rules=(CLOCK,),
        )

    def heading(self, _setup: LegSetup, _state: LegState, _entry: Entry) -> Heading:
        return Heading(_("Time is up"), _p("row", "end"))

    def problems(self, setup: LegSetup, state: LegState, _entry: Entry) -> list[Problem]:
        if not setup.options.plan.is_timed:
            return [error(CLOCK, _("Only a game against the clock ends when time is up."))]
        return (
            [error(SEQUENCE, _("The end of this game is already recorded."))]
            if state.is_ended
            else []
        )

    def score(self, setup: LegSetup, state: LegState, _entry: Entry) -> Scored[LegState]:
        return empty_row(setup, replace(state, is_ended=True))

    def after_error(self, _setup: LegSetup, state: LegState, _entry: Entry) -> LegState:
        return state


# Rows ---------------------------------------------------------------------------------------------


def empty_row(setup: LegSetup, after: LegState) -> Scored[LegState]:
    count = len(columns(setup))
    return Scored(after, (None,) * count, partial(Explanation, ((),) * count))


def count_rest(whole: int, scored: int, unscored: int | None) -> tuple[int, bool]:
    """Return the unscored points, and whether they were counted rather than computed."""
    return (max(whole - scored, 0), False) if unscored is None else (unscored, True)


def team_points(setup: LegSetup, points: Sequence[int]) -> list[int]:
    totals = [0] * (max(teams_of(setup)) + 1)
    for team, own in zip(teams_of(setup), points, strict=True):
        totals[team] += own
    return totals


def team_lines(setup: LegSetup, rule: str, points: Sequence[int]) -> list[list[Line]]:
    teams = teams_of(setup)
    rows = list(zip(teams, points, setup.players, strict=True))
    return [
        [Line(rule, scored, joined([name])) for team, scored, name in rows if team == n]
        for n in range(max(teams) + 1)
    ]


# Problems found in several kinds of legs ----------------------------------------------------------


def unit_problems(figures: Iterable[int], field: str) -> list[Problem]:
    wrong = next((figure for figure in figures if figure % UNIT), None)
    if wrong is None:
        return []
    message = _(
        "{figure} isn’t possible, because card values are multiples of {unit}.",
        figure=wrong,
        unit=UNIT,
    )
    return [error(VALUES, message, field=field)]


def crosscheck_problems(total: int, whole: int, field: str) -> list[Problem]:
    if total == whole:
        return []
    message = (
        ngettext(
            "{n} point is missing: your figures add up to {total}, not {whole}.",
            "{n} points are missing: your figures add up to {total}, not {whole}.",
            whole - total,
            total=points(total),
            whole=points(whole),
        )
        if total < whole
        else ngettext(
            "{n} point too many: your figures add up to {total}, not {whole}.",
            "{n} points too many: your figures add up to {total}, not {whole}.",
            total - whole,
            total=points(total),
            whole=points(whole),
        )
    )
    return [warning(CROSSCHECK, message, field=field)]


def read_question_cards(setup: LegSetup, texts: Sequence[str], field: str) -> tuple[Card, ...]:
    """Read the cards in a question; raise NotARecord if a C or D leg can't have them."""
    cards, faults = read_cards(texts, full_pack(setup.seats))
    if faults:
        raise refuse(joined(faults), field, rule=PACK)
    return cards


CARDS: Final = {
    5: Countable(_("a card worth 5 missing"), _("a card worth 5 too many"), 24 / 54),
    10: Countable(_("a card worth 10 missing"), _("a card worth 10 too many"), 24 / 54),
    20: Countable(_("one ace missing"), _("one ace too many"), 4 / 54),
    30: Countable(_("one Joker missing"), _("one Joker too many"), 2 / 54),
}
"""Cards that are easily miscounted, by worth, with their shares of a pack of 54."""


Figures = list[int] | int
BY_THE_CARDS: Final = {
    "tricks": _(
        "According to the cards, the tricks are {shown}. Correct the figures or the cards."
    ),
    "points": _(
        "According to the cards, the points are {shown}. Correct the figures or the cards."
    ),
    "melded": _("According to the cards, the melds are {shown}. Correct the figures or the cards."),
    "in_hand": _(
        "According to the cards, the hands are {shown}. Correct the figures or the cards."
    ),
    "scored": _(
        "According to the cards, the scores are {shown}. Correct the figures or the cards."
    ),
    "unscored": _("According to the cards, Unscored is {shown}. Correct the figure or the cards."),
}
"""Messages for figures that contradict the recorded cards, by field."""


def card_figure_problems(
    names: Sequence[str], record: Strict, by_cards: Mapping[str, Figures]
) -> list[Problem]:
    """Return a problem for each recorded figure that contradicts the recorded cards."""
    found = []
    for field, shown in by_cards.items():
        given = getattr(record, field)
        if given is None or given == shown:
            continue
        figures: str | int = shown if isinstance(shown, int) else shares(names, shown)
        message = BY_THE_CARDS[field].format(shown=figures)
        found.append(error(PLAY, message, field=field))
    return found
