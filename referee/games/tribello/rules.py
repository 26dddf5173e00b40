"""Tribello: three players, twelve deals, and a quota of tricks for each player.

The questions are in `questions.py` and the rulebook in `rulebook.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from referee.core.cards import SUIT_NAMES, Suit
from referee.core.course import Ahead, Coming, Course, Fact, count_by_person, name_figures
from referee.core.findings import Line, Problem, add_cells, error
from referee.core.game import DealState, Due, Explanation, Heading, Office, Scored
from referee.core.options import Options, first_dealer_option
from referee.core.played_deal import TRUMP_MISSING, RestDeal, TrickGame
from referee.core.record import RecordSpec
from referee.core.setup import Setup
from referee.core.text import Text, _, _p, joined, ngettext, shares
from referee.core.tricks import TrickRules
from referee.core.validation import Count, PerSeat, Seat


class TribelloOptions(Options):
    first_dealer: Seat = first_dealer_option("tribello.rounds")


SEATS: Final = 3  # `tribello.players`: exactly three
DEALS: Final = 12
TRICKS: Final = 13  # in a deal (`tribello.tricks-total`)
QUOTAS: Final = (6, 4, 3)
"""Quotas of the dealer, the player to the left and the player to the right (`tribello.quota`)."""
NULLO_QUOTAS: Final = (3, 4, 6)
NULLO: Final = 4  # the round in which tricks are avoided
ROUND_NAMES: Final = {
    1: _("Round 1: cut for trumps"),
    2: _("Round 2: the dealer names trumps"),
    3: _("Round 3: no trumps"),
    NULLO: _("Round 4: nullo"),
}


def round_of(deal: int) -> int:
    """Round number of this deal, from 1 to 4 (`tribello.rounds`)."""
    return deal // SEATS + 1


def dealer_of(deal: int, first_dealer: int) -> int:
    return (first_dealer + deal) % SEATS


def quotas(deal: int, first_dealer: int) -> tuple[int, ...]:
    """Each seat's quota in this deal (`tribello.quota`)."""
    by_place = NULLO_QUOTAS if round_of(deal) == NULLO else QUOTAS
    dealer = dealer_of(deal, first_dealer)
    return tuple(by_place[(seat - dealer) % SEATS] for seat in range(SEATS))


def has_trumps(deal: int) -> bool:
    """Whether this deal is in one of the first two rounds, which have trumps (`tribello.trump`)."""
    return round_of(deal) <= 2


def count_towards_quota(tricks: int, quota: int) -> Text:
    return ngettext("{n} trick, quota {quota}", "{n} tricks, quota {quota}", tricks, quota=quota)


class TribelloDeal(RestDeal):
    """A deal with its trump suit and the number of cards that each seat drew from the pickup."""

    trump: Suit | None = None
    pickup: PerSeat[Count] | None = None


Table = Setup[TribelloOptions]


class Tribello(TrickGame[TribelloOptions, DealState, TribelloDeal]):
    spec = RecordSpec("tribello", (SEATS,), TribelloOptions, (TribelloDeal,))
    title = _p("game", "Tribello")
    about = _("Three players. Twelve deals, with a quota of tricks for each of you.")
    place = 1
    usual_players = SEATS
    tie = "tribello.tie"
    cells_have_signs = True
    hand_size = TRICKS
    numbered_deals = DEALS

    def start(self, _setup: Table) -> DealState:
        return DealState(0, (0,) * SEATS)

    def is_over(self, _setup: Table, state: DealState) -> bool:
        """Whether all twelve deals have been played (`tribello.rounds`).

        Then whoever has the most points wins (`tribello.win`).
        """
        return state.deals >= DEALS

    def label(self, state: DealState) -> Text:
        number = state.deals + 1
        return _("Round {round}, deal {number}", round=round_of(state.deals), number=number)

    def heading(self, setup: Table, state: DealState, deal: TribelloDeal) -> Heading:
        found = super().heading(setup, state, deal)
        return replace(found, group=self.group(state), suit=deal.trump)

    def group(self, state: DealState) -> Text:
        return ROUND_NAMES.get(round_of(state.deals), _("After the last deal"))

    def first_leader(self, setup: Table, state: DealState) -> int:
        """Return the dealer, who leads the first trick (`tribello.lead`)."""
        return dealer_of(state.deals, setup.options.first_dealer)

    def trick_rules(self, _setup: Table, state: DealState, deal: TribelloDeal) -> TrickRules | None:
        if has_trumps(state.deals) and deal.trump is None:
            return None
        return TrickRules("tribello", deal.trump if has_trumps(state.deals) else None)

    def describe_facts(self, setup: Table, state: DealState, deal: TribelloDeal) -> Text:
        found = [super().describe_facts(setup, state, deal)] if has_trumps(state.deals) else []
        drawn = [
            joined([name, str(cards)])
            for name, cards in zip(setup.players, deal.pickup or (), strict=False)
            if cards
        ]
        found += [_("drawn: {figures}", figures=joined(drawn, ", "))] if drawn else []
        return joined(filter(None, found), " · ")

    def problems(self, setup: Table, state: DealState, deal: TribelloDeal) -> list[Problem]:
        found, current = [], round_of(state.deals)
        if self.is_over(setup, state):
            message = ngettext(
                "The game ends after {n} deal. Cross this one out.",
                "The game ends after {n} deals. Cross this one out.",
                DEALS,
            )
            found.append(error("tribello.rounds", message))
        elif deal.trump is not None and not has_trumps(state.deals):
            suit = SUIT_NAMES[deal.trump]
            message = _(
                "There are no trumps in round {round}. Clear {suit}.", round=current, suit=suit
            )
            found.append(error("tribello.trump", message, field="trump"))
        elif deal.trump is None and deal.play is not None and has_trumps(state.deals):
            found.append(error("tribello.trump", TRUMP_MISSING, field="trump"))
        return [
            *found,
            *self.total_problems(deal),
            *_pickup_problems(setup, self.first_leader(setup, state), deal.pickup or ()),
            *self.play_problems(setup, state, deal),
        ]

    def score(self, setup: Table, state: DealState, deal: TribelloDeal) -> Scored[DealState]:
        """Score tricks minus quota; in the fourth round, quota minus tricks (`tribello.score`)."""
        tricks = self.tricks_taken(setup, state, deal)
        due = quotas(state.deals, setup.options.first_dealer)
        sign = -1 if round_of(state.deals) == NULLO else 1
        cells = tuple(sign * (took - owed) for took, owed in zip(tricks, due, strict=True))
        after = DealState(state.deals + 1, add_cells(state.totals, cells))
        return Scored(after, cells, partial(_explain, setup, state, deal, tricks, cells))

    def due(self, setup: Table, state: DealState) -> Due:
        number, current = state.deals + 1, round_of(state.deals)
        dealer = self.first_leader(setup, state)
        owed, name = quotas(state.deals, setup.options.first_dealer), setup.players[dealer]
        return self.next_due(
            state,
            dealer=dealer,
            headline=_HEADLINES[current].format(name=name),
            details=_(
                "Deal {number} of {deals}, round {round}. Quotas: {quotas}. {name} leads.",
                number=number,
                deals=DEALS,
                round=current,
                quotas=shares(setup.players, owed),
                name=name,
            ),
            rules=("tribello.deal", "tribello.trump", "tribello.pickup", "tribello.quota"),
            short=_LINES[current].format(name=name),
            cards=_("one pack of 52, no jokers"),
            offices=tuple(Office(deed, dealer) for deed in _DEEDS[current]),
        )

    def facts(self, setup: Table, course: Course) -> list[Fact]:
        """Count how often each player met the quota.

        That means reaching it or, in nullo, not exceeding it.
        """
        if not course:
            return []
        met = count_by_person(setup.players, course, lambda each, seat: each.gains[seat] >= 0)
        text = ngettext(
            "Quotas met in {n} deal: {figures}.",
            "Quotas met in {n} deals: {figures}.",
            len(course),
            figures=name_figures(met, met.values()),
        )
        return [Fact(text)]

    def ahead(self, setup: Table, state: DealState) -> Ahead | None:
        """The remaining deals, out of twelve (`tribello.rounds`).

        A player scores most by taking all tricks with the lowest quota, and least by taking none
        with the highest quota. In nullo it is the other way round (`tribello.score`,
        `tribello.quota`).
        """
        left = []
        for deal in range(state.deals, DEALS):
            owed = quotas(deal, first_dealer=0)
            most, least = TRICKS - min(owed), -max(owed)
            if round_of(deal) == NULLO:
                most, least = max(owed), min(owed) - TRICKS
            left.append(Coming("deal", most, least))
        if not left:
            return None
        return Ahead(setup.players, state.totals, tuple(left), entries=len(left))


GAME: Final = Tribello()

# Problems -----------------------------------------------------------------------------------------


def _pickup_problems(setup: Table, dealer: int, pickup: Sequence[int]) -> list[Problem]:
    """Check `tribello.pickup`: the dealer draws first, and nobody draws more cards than remain."""
    left = TRICKS
    for place in range(len(pickup)):
        seat = setup.left_of(dealer, place)
        if pickup[seat] > left:
            message = ngettext(
                "{name} drew {drawn}, but only {n} card was left in the pickup. Check the figures.",
                "{name} drew {drawn}, but only {n} cards were left in the pickup. Check the"
                " figures.",
                left,
                name=setup.players[seat],
                drawn=pickup[seat],
            )
            if not left:
                template = _("{name} drew {drawn}, but the pickup was empty. Check the figures.")
                message = template.format(name=setup.players[seat], drawn=pickup[seat])
            return [error("tribello.pickup", message, field="pickup", seats=[seat])]
        left -= pickup[seat]
    return []


# Sentences ----------------------------------------------------------------------------------------

_HEADLINES: Final = {
    1: _("Cut for trumps, then {name} deals"),
    2: _("{name} deals and names trumps"),
    3: _("{name} deals, no trumps"),
    NULLO: _("{name} deals. Nullo: avoid tricks"),
}
_LINES: Final = {
    1: _("{name} deals · cut for trumps"),
    2: _("{name} deals and names trumps"),
    3: _("{name} deals · no trumps"),
    NULLO: _("{name} deals · nullo: fewer is better"),
}
_DEALS: Final = _p("duty", "deals")
_LEADS: Final = _p("duty", "leads")
_DEEDS: Final = {
    1: (_("cuts for trumps"), _DEALS, _LEADS),
    2: (_DEALS, _("names trumps"), _LEADS),
    3: (_DEALS, _LEADS),
    NULLO: (_DEALS, _LEADS),
}
"""What the dealer does in each round."""
_QUOTA_TEXTS: Final = (
    _("the dealer’s quota is {quota}"),
    _("the quota of the player to the dealer’s left is {quota}"),
    _("the quota of the player to the dealer’s right is {quota}"),
)


def _explain(
    setup: Table,
    state: DealState,
    deal: TribelloDeal,
    tricks: Sequence[int],
    cells: Sequence[int],
) -> Explanation:
    is_nullo, first = round_of(state.deals) == NULLO, setup.options.first_dealer
    why, sums = [], []
    for seat, quota in enumerate(quotas(state.deals, first)):
        taken = tricks[seat]
        if is_nullo:
            text = ngettext(
                "{n} trick, quota {quota}, nullo",
                "{n} tricks, quota {quota}, nullo",
                taken,
                quota=quota,
            )
            sum_text = ngettext(
                "quota {quota} − {n} trick", "quota {quota} − {n} tricks", taken, quota=quota
            )
        else:
            text = count_towards_quota(taken, quota)
            sum_text = ngettext(
                "{n} trick − quota {quota}", "{n} tricks − quota {quota}", taken, quota=quota
            )
        place = (seat - dealer_of(state.deals, first)) % SEATS
        lines = [
            Line("tribello.score", cells[seat], text),
            Line("tribello.quota", 0, _QUOTA_TEXTS[place].format(quota=quota)),
        ]
        if deal.pickup and deal.pickup[seat]:
            drawn = ngettext(
                "{n} card from the pickup", "{n} cards from the pickup", deal.pickup[seat]
            )
            lines.append(Line("tribello.pickup", 0, drawn))
        if deal.rest == seat:
            lines.append(GAME.rest_line(deal))
        why.append(tuple(lines))
        sums.append(sum_text)
    return Explanation(tuple(why), sums=tuple(sums))
