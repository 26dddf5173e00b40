"""La Krap, by Paavo Suhonen: upcards decide the teams, and each player's tricks are squared.

Face-up cards are in `turned.py`, tricks in `trick.py`, points in `score.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, cast

from pydantic import BeforeValidator

from referee.core.cards import Pack, read_cards
from referee.core.course import Ahead, Coming, Course, Fact
from referee.core.findings import Problem, add_cells, error
from referee.core.game import DealState, Due, Explanation, Office, Scored
from referee.core.played_deal import TrickDeal, TrickGame
from referee.core.record import RecordSpec
from referee.core.setup import Setup
from referee.core.text import Text, _, _p, joined, ngettext, shares, span
from referee.core.tricks import Play
from referee.core.validation import Count, PerSeat, Seat
from referee.games.la_krap.score import (
    MARRIAGE,
    MOST_OF_ONE,
    DealResult,
    announcement_problems,
    count_by_seat,
    marriage_problems,
    receipt,
    room_problems,
    silent_lines,
)
from referee.games.la_krap.trick import TRICKS, KrapRules, LaKrapOptions, rules_of
from referee.games.la_krap.turned import (
    JOKERS,
    MULTIPLIERS,
    PACK,
    TEAM_NAMES,
    KrapGame,
    Teams,
    colours_of,
    describe_teams,
    make_game,
    number_teams,
    teams_in_play,
    turned_fault,
)

NUMBERS = (3, 4, 5, 6)  # of players (`la-krap.players`)
MOST_EXCHANGED: Final = 6
MOST_EXPOSED: Final = 3
MOST_TEAMS: Final = 3
TURNED_AT_LEAST: Final = {1: 1, 2: 2, 4: 2, 8: 3, 16: 4}
"""Fewest turned-up cards for each multiplier: the jokers it requires, plus the game card."""
Table = Setup[LaKrapOptions]

Announcement = Annotated[
    tuple[Count, Seat],
    BeforeValidator(lambda pair: tuple(pair) if isinstance(pair, list) else pair),
]
"""An announced marriage: the number of the trick it followed, from 1, and the seat."""


class KrapDeal(TrickDeal):
    """A deal with its marriages and its face-up cards (or just its teams and game)."""

    upcards: PerSeat[str] | None = None
    teams: PerSeat[Count] | None = None
    """An explicit null means that there are no teams."""
    turned: list[str] | None = None
    null: bool | None = None
    multiplier: Count | None = None
    marriages: PerSeat[Count] | None = None
    exchanged: PerSeat[Count] | None = None
    exposed: PerSeat[Count] | None = None
    marriages_at: list[Announcement] | None = None
    slow_fields: ClassVar = {"tricks": 3, "play": 25}


class LaKrap(TrickGame[LaKrapOptions, DealState, KrapDeal]):
    spec = RecordSpec("la-krap", NUMBERS, LaKrapOptions, (KrapDeal,))
    title = _("La Krap")
    about = _("Three to six players. The cards decide the teams; your tricks are squared.")
    place = 4
    usual_players = 4
    tie = "la-krap.tie"
    hand_size = TRICKS

    def pack(self, _options: LaKrapOptions) -> Pack:
        return PACK

    def start(self, setup: Table) -> DealState:
        return DealState(0, (0,) * setup.seats)

    def is_over(self, setup: Table, state: DealState) -> bool:
        """Whether the agreed number of deals has been played (`la-krap.rounds`)."""
        return state.deals >= setup.options.rounds

    def first_leader(self, setup: Table, state: DealState) -> int:
        """Return the player to the dealer's left or, by option, the dealer (`la-krap.lead`)."""
        steps = 1 if setup.options.first_lead == "left" else 0
        return setup.left_of(setup.options.first_dealer, state.deals + steps)

    def trick_rules(self, setup: Table, _state: DealState, deal: KrapDeal) -> KrapRules | None:
        game = game_of(deal)
        return None if game is None else rules_of(game, setup.options)

    def describe_facts(self, setup: Table, _state: DealState, deal: KrapDeal) -> Text:
        teams = name_teams(setup, deal)
        who = _("everyone plays alone") if ALONE in teams else describe_teams(setup.players, teams)
        return joined([recorded_game(deal).brief, who], " · ")

    def problems(self, setup: Table, state: DealState, deal: KrapDeal) -> list[Problem]:
        found = []
        if self.is_over(setup, state):
            message = ngettext(
                "The game ends after {n} deal. Cross this one out.",
                "The game ends after {n} deals. Cross this one out.",
                setup.options.rounds,
            )
            found.append(error("la-krap.rounds", message))
        found += [*_face_up_problems(deal), *_exchange_problems(setup, deal)]
        may_lack = setup.options.empty_trick == "nobody"
        if not (may_lack and deal.tricks is not None and sum(deal.tricks) < TRICKS):
            found += self.total_problems(deal)
        if deal.marriages is not None:
            found += marriage_problems(setup, deal.marriages, deal.tricks)
        if deal.marriages_at is not None and deal.play is None:
            message = _("To record marriages by trick, record the cards played as well.")
            found.append(error("la-krap.play", message, field="marriages_at"))
        if deal.play is not None and deal.turned is None:
            found.append(error("la-krap.play", TURNED_MISSING, field="turned"))
        return found + self.play_problems(setup, state, deal, beside=deal.turned or ())

    def irregularities(
        self, setup: Table, state: DealState, deal: KrapDeal, play: Play
    ) -> list[Problem]:
        """Return marriages that the cards disprove, and revokes (`la-krap.follow`)."""
        revokes = super().irregularities(setup, state, deal, play)
        if deal.marriages_at is None:
            return room_problems(setup, play, deal.marriages or ()) + revokes
        found = announcement_problems(setup, play, deal.marriages_at)
        by_tricks = count_by_seat(deal.marriages_at, setup.seats)
        if deal.marriages not in (None, by_tricks):
            message = _(
                "The marriages after each trick add up to {by_tricks}, but you recorded {given}.",
                by_tricks=shares(setup.players, by_tricks),
                given=shares(setup.players, deal.marriages or ()),
            )
            found.append(error("la-krap.play", message, field="marriages"))
        return found + revokes

    def score(self, setup: Table, state: DealState, deal: KrapDeal) -> Scored[DealState]:
        """Give each player on a team the team's full score (`la-krap.same-score`)."""
        marriages = deal.marriages or [0] * setup.seats
        if deal.marriages_at is not None:
            marriages = count_by_seat(deal.marriages_at, setup.seats)
        tricks = self.tricks_taken(setup, state, deal)
        result = result_of(setup, deal, tricks, marriages)
        sums = result.sums

        def explain() -> Explanation:
            play = self.follow(setup, state, deal)
            silent = silent_lines(setup.options, result.game, play) if play else {}
            return Explanation(
                tuple(
                    (*receipt(result, each), *silent.get(seat, ()))
                    for seat, each in enumerate(sums)
                ),
                marks=(_p("deal", "null"),) * len(sums) if result.game.is_null else (),
                sums=tuple(each.written(tricks) for each in sums),
            )

        cells = tuple(each.points for each in sums)
        return Scored(DealState(state.deals + 1, add_cells(state.totals, cells)), cells, explain)

    def due(self, setup: Table, state: DealState) -> Due:
        dealer = setup.left_of(setup.options.first_dealer, state.deals)
        leader = self.first_leader(setup, state)
        values = {
            "name": setup.players[dealer],
            "leader": setup.players[leader],
            "number": state.deals + 1,
            "deals": setup.options.rounds,
        }
        return self.next_due(
            state,
            dealer=dealer,
            headline=_("{name} deals", name=setup.players[dealer]),
            details=_(
                "Deal {number} of {deals}. Give everyone six cards face down and one face up; then"
                " turn up a card. {leader} leads.",
                **values,
            ),
            rules=("la-krap.deal", "la-krap.teams", "la-krap.game-card", "la-krap.exchange"),
            short=_("{name} deals · {leader} leads", **values),
            cards=_("72 cards: two packs of 7s and up, four 2s, three jokers and the sheet"),
            offices=(Office(_p("duty", "deals"), dealer), Office(_p("duty", "leads"), leader)),
        )

    def ahead(self, setup: Table, state: DealState) -> Ahead | None:
        """Return how many of the agreed deals remain (`la-krap.rounds`), and a deal's bounds.

        The maximum is for a player without a partner who takes all seven tricks and has three
        marriages, with all three jokers turned up. That makes 49 for the tricks
        (`la-krap.trick-points`) and 15 for the marriages (`la-krap.marriage`), 64 in all, before
        multiplying. A team of two gets at most 37 for its tricks and 20 for four marriages, 57 in
        all, and has fewer opponents (`la-krap.opponents`). In null, all points are negative
        (`la-krap.null`), so the minimum is minus the maximum.
        """
        left = setup.options.rounds - state.deals
        if left <= 0:
            return None
        alone = TRICKS**2 + MOST_OF_ONE * MARRIAGE
        most = alone * (setup.seats - 1) * max(MULTIPLIERS)
        coming = (Coming("deal", most, least=-most),)
        return Ahead(setup.players, state.totals, coming, entries=left)

    def facts(self, _setup: Table, course: Course) -> list[Fact]:
        games = [(each, recorded_game(cast(KrapDeal, each.entry))) for each in course]
        found = []
        if nulls := [each for each, game in games if game.is_null]:
            text = _(
                "Null deals: {nulls} of {deals}; the last {when}.",
                nulls=len(nulls),
                deals=len(games),
                when=nulls[-1].when,
            )
            found.append(Fact(text, nulls[-1].number))
        if jokers := [(game.multiplier, each) for each, game in games if game.multiplier > 1]:
            most, deal = max(jokers, key=lambda pair: pair[0])
            text = ngettext(
                "Jokers were turned up in {n} deal; the highest multiplier was {most}, {when}.",
                "Jokers were turned up in {n} deals; the highest multiplier was {most}, {when}.",
                len(jokers),
                most=most,
                when=deal.when,
            )
            found.append(Fact(text, deal.number))
        return found


GAME: Final = LaKrap()

# The deal -----------------------------------------------------------------------------------------


def game_of(entry: KrapDeal) -> KrapGame | None:
    """Return the game that the turned-up cards decide; None if they are missing or wrong."""
    if not entry.turned:
        return None
    cards, faults = read_cards(entry.turned, PACK)
    return None if faults or turned_fault(cards) else make_game(cards)


def recorded_game(entry: KrapDeal) -> KrapGame:
    """Return the game from the turned-up cards or, without them, from the other fields."""
    multiplier = 1 if entry.multiplier is None else entry.multiplier
    # A single joker multiplies by 4 at most.
    has_several_jokers = multiplier > max(JOKERS.values())
    return game_of(entry) or KrapGame(
        None, bool(entry.null), multiplier, has_several_jokers=has_several_jokers
    )


def recorded_teams(setup: Table, entry: KrapDeal) -> tuple[Teams, bool]:
    """Return a deal's teams, and whether everyone plays alone (`la-krap.no-teams`)."""
    if entry.upcards is not None:
        teams = number_teams(upcard_colours(entry))
    elif entry.teams is not None:
        teams = number_teams(entry.teams)
    else:
        return tuple(range(setup.seats)), True
    return teams_in_play(teams, game_of(entry))


def upcard_colours(entry: KrapDeal) -> tuple[Text, ...]:
    """The colour of each upcard; empty if only the teams are recorded."""
    return colours_of(read_cards(entry.upcards or (), PACK)[0])


ALONE: Final = _p("key", "alone")


def name_teams(setup: Table, entry: KrapDeal) -> Sequence[Text]:
    """Return each seat's team name, from upcards or chosen teams; `alone` if there are no teams."""
    if recorded_teams(setup, entry)[1]:
        return (ALONE,) * setup.seats
    return upcard_colours(entry) or [TEAM_NAMES[team] for team in key_numbers(entry.teams or ())]


def key_numbers(teams: Sequence[int]) -> Sequence[int]:
    """Renumber the teams if there is no key (red, black, jokers) for one of their numbers."""
    return teams if max(teams, default=0) < len(TEAM_NAMES) else number_teams(teams)


def result_of(
    setup: Table, entry: KrapDeal, tricks: Sequence[int], marriages: Sequence[int]
) -> DealResult:
    teams, are_alone = recorded_teams(setup, entry)
    colours, game = upcard_colours(entry), recorded_game(entry)
    return DealResult(setup.players, teams, are_alone, colours, game, tricks, marriages)


# Problems -----------------------------------------------------------------------------------------

TURNED_MISSING: Final = _(
    "The turned-up cards are missing. Enter them so that tricks can be tracked."
)
TEAMS_MISSING: Final = _("Enter everyone’s upcard or choose the teams.")


def _face_up_problems(entry: KrapDeal) -> list[Problem]:
    found = []
    is_null_given = "teams" in entry.model_fields_set  # an explicit null: there are no teams
    says_teams = is_null_given if entry.upcards is None else entry.teams is not None
    if (entry.upcards is None) != says_teams:
        both = _("Enter either the upcards or the teams, not both.")
        message = both if says_teams else TEAMS_MISSING
        found.append(error("la-krap.play", message, field="upcards"))
    elif len(set(entry.teams or ())) > MOST_TEAMS:
        message = _(
            "There are at most {most} teams: red, black and jokers. Check the teams.",
            most=MOST_TEAMS,
        )
        found.append(error("la-krap.teams", message, field="teams"))
    cards, faults = read_cards(entry.turned or (), PACK)
    if entry.turned is None:
        if entry.multiplier not in (None, *MULTIPLIERS):
            message = _(
                "{given} is not a possible multiplier. Choose {multipliers}.",
                given=entry.multiplier,
                multipliers=span(MULTIPLIERS),
            )
            found.append(error("la-krap.multiplier", message, field="multiplier"))
    elif not faults and (fault := turned_fault(cards)):
        found.append(error(fault.rule, fault.sentence, field="turned"))
    elif not faults:
        rule, game = "la-krap.game-card", make_game(cards)
        if entry.null not in (None, game.is_null):
            message = _("The turned-up cards decide a different game: {game}.", game=game.text)
            found.append(error(rule, message, field="null"))
        elif entry.multiplier not in (None, game.multiplier):
            message = _(
                "The turned-up cards make the multiplier {times}, not {given}.",
                times=game.multiplier,
                given=entry.multiplier,
            )
            found.append(error(rule, message, field="multiplier"))
    # `la-krap.pack`: upcards and turned-up cards come from one pack, so check them together.
    _unused, faults = read_cards([*(entry.upcards or ()), *(entry.turned or ())], PACK)
    field = "upcards" if read_cards(entry.upcards or (), PACK)[1] else "turned"
    return found + [error("la-krap.pack", fault, field=field) for fault in faults]


def _exchange_problems(setup: Table, entry: KrapDeal) -> list[Problem]:
    found = []
    exchanged, game = entry.exchanged or [], game_of(entry)
    cards_turned = (
        TURNED_AT_LEAST.get(entry.multiplier or 1, 1) if entry.turned is None else len(entry.turned)
    )
    stock = len(PACK) - TRICKS * setup.seats - cards_turned
    if game and not game.may_exchange and any(exchanged):
        message = _("A 2 was turned up, so nobody may exchange cards. Clear the exchanged cards.")
        found.append(error("la-krap.two-turned", message, field="exchanged"))
    if (most := max(exchanged, default=0)) > MOST_EXCHANGED:
        message = ngettext(
            "{name} exchanged {n} card, but at most {most} are allowed.",
            "{name} exchanged {n} cards, but at most {most} are allowed.",
            most,
            name=setup.players[exchanged.index(most)],
            most=MOST_EXCHANGED,
        )
        found.append(error("la-krap.exchange", message, field="exchanged"))
    elif (total := sum(exchanged)) > stock:
        message = ngettext(
            "{n} card was exchanged, but the stock has only {stock}.",
            "{n} cards were exchanged, but the stock has only {stock}.",
            total,
            stock=stock,
        )
        found.append(error("la-krap.exchange", message, field="exchanged"))
    exposed = entry.exposed or []
    if (most := max(exposed, default=0)) > MOST_EXPOSED:
        message = ngettext(
            "{name} exposed {n} card, but at most {most} are allowed.",
            "{name} exposed {n} cards, but at most {most} are allowed.",
            most,
            name=setup.players[exposed.index(most)],
            most=MOST_EXPOSED,
        )
        found.append(error("la-krap.expose", message, field="exposed"))
    return found
