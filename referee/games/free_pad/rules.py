"""The pad for any other game, which knows only the rules that the table agrees on at the start.

This is a complete game in a small space: copy it to add one of your own. Its options and entries
come first, then the game, then its sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from referee.core.course import Ahead, Coming
from referee.core.findings import Line, Points, Problem, add_cells, error, warning
from referee.core.game import (
    Column,
    DealsGame,
    DealState,
    Due,
    Explanation,
    Office,
    Outcome,
    Scored,
    Standing,
    player_columns,
    ranked,
    winners,
)
from referee.core.options import (
    Attendance,
    OptionFault,
    Options,
    PlayerNumbers,
    first_dealer_option,
    option,
)
from referee.core.record import Entry, HalvesAdjustment, RecordSpec
from referee.core.setup import Setup
from referee.core.text import _, _p, joined, listed, points, team_name, without_fraction
from referee.core.validation import PerSeat, PointsGiven, Seat

PLAYERS: Final = tuple(range(2, 17))
TEAMS: Final = 2
HIGHEST: Final = 999_999  # figure in a round; the lowest is −999,999
HIGHEST_MARK: Final = 9_999_999
TWO_TEAMS: Final = _("Two teams are for four, six or eight players")


class FreePadOptions(Options):
    lowest_wins: bool = option(
        False, _("Who wins"), _("Whose total is best at the end?"), rule="free-pad.win",
        labels={True: _("lowest total"), False: _("highest total")},
    )  # fmt: skip
    mark: int | None = option(
        None, _p("option", "Target"), _("The total that ends the game, such as 100 or −100."),
        rule="free-pad.end", labels={None: _("no target")},
        ge=-HIGHEST_MARK, le=HIGHEST_MARK,
    )  # fmt: skip
    rounds: int | None = option(
        None, _p("option", "Rounds"), _("How many you play."), rule="free-pad.end",
        labels={None: _p("option", "open")}, ge=1, le=9_999,
    )  # fmt: skip
    sum: PointsGiven | None = option(
        None, _("Sum of a round"), _("What every round adds up to, such as 26 in Hearts."),
        rule="free-pad.sum", labels={None: _p("option", "any")},
        ge=-HIGHEST * PLAYERS[-1], le=HIGHEST * PLAYERS[-1],
    )  # fmt: skip
    teams: bool = option(
        False, _p("option", "Teams"), _("Every other player is on your team."), rule="free-pad.win",
        labels={True: _("two teams"), False: _("no teams")},
        only_for={True: PlayerNumbers("free-pad.players", (4, 6, 8), TWO_TEAMS)},
    )  # fmt: skip
    dealer: bool = option(
        True, _p("option", "Dealer"), _("Does somebody deal each round?"), rule="free-pad.dealer",
        labels={True: _("the deal passes to the left"), False: _("nobody deals")},
    )  # fmt: skip
    first_dealer: Seat = first_dealer_option("free-pad.dealer")

    @field_validator("teams", mode="before")
    @classmethod
    def _read_teams(cls, teams: Any, info: ValidationInfo) -> Any:
        """Accept what earlier versions kept, too: the number of teams, or a team for each seat."""
        context = info.context or {}
        earlier = (TEAMS, [0, 1] * ((context.get("seats") or 0) // TEAMS))
        return True if context.get("is_kept") and teams in earlier else teams

    @field_validator("sum")
    @classmethod
    def _refuse_quarters(cls, agreed: Points | None, info: ValidationInfo) -> Points | None:
        if agreed is not None and not _is_half(agreed) and not (info.context or {}).get("is_kept"):
            raise ValueError(_("must be a whole or half number"))
        return agreed

    @property
    def attendance(self) -> Attendance:
        return "fixed" if self.teams else "open"

    def contradictions(self, _seats: int) -> Iterator[OptionFault]:
        if self.mark == 0:
            message = _("Everyone starts at 0. Choose another target, or none.")
            yield OptionFault("mark", "free-pad.end", message)


class PadRound(Entry):
    kind: Literal["round"]
    points: PerSeat[PointsGiven | None] = Field(default_factory=list)  # None: sat out

    @model_validator(mode="before")
    @classmethod
    def _refuse_cards(cls, entry: Any) -> Any:
        for field, rule in {"play": "free-pad.play", "cards": "free-pad.pack"}.items():
            if isinstance(entry, dict) and field in entry:
                raise ValueError(_("can’t have cards [{rule}]", rule=rule))
        return entry


Table = Setup[FreePadOptions]


@dataclass(frozen=True)
class PadState(DealState):
    next_seat: int  # who deals next if they are here; otherwise, the next who is
    away: frozenset[int]  # during the last entry


class FreePad(DealsGame[FreePadOptions, PadState, PadRound]):
    spec = RecordSpec("free-pad", PLAYERS, FreePadOptions, (PadRound,), HalvesAdjustment)
    title = _("Any other game")
    about = _("Two or more players. Referee adds up your figures.")
    place = 1_000
    usual_players = 4
    tie = "free-pad.tie"
    entry_name = "round"
    is_named_by_title = True
    figures_field = "points"
    deal_rests_on = ("sum", "teams")

    def seats_shown(self, entry: dict[str, Any]) -> int | None:
        figures = entry.get("points")
        return len(figures) if isinstance(figures, list) else None

    def lowest_wins(self, options: FreePadOptions) -> bool:
        return options.lowest_wins

    def columns(self, setup: Table) -> tuple[Column, ...]:
        columns = player_columns(setup.players)
        for team in range(TEAMS if setup.options.teams else 0):
            name = team_name(setup.players[team::TEAMS])
            columns += (Column(name, name, "team", tuple(range(team, setup.seats, TEAMS))),)
        return columns

    def start(self, setup: Table) -> PadState:
        totals = (0,) * len(self.columns(setup))
        return PadState(0, totals, setup.options.first_dealer, setup.away)

    def is_over(self, setup: Table, state: PadState) -> bool:
        """Whether a total has reached the mark, or all rounds are played (`free-pad.end`)."""
        mark, rounds = setup.options.mark, setup.options.rounds
        every = enumerate(self.side_totals(setup, state))
        totals = [total for side, total in every if side not in state.away]
        if mark is not None and (max(totals) >= mark if mark > 0 else min(totals) <= mark):
            return True
        return rounds is not None and state.deals >= rounds

    def away(self, setup: Table, state: PadState) -> frozenset[int]:
        return state.away if self.is_over(setup, state) else setup.away

    def problems(self, setup: Table, state: PadState, entry: PadRound) -> list[Problem]:
        found, agreed = [], setup.options.sum
        if self.is_over(setup, state):
            found.append(error("free-pad.end", _("The game is over. Cross out this round.")))
        wrong = [seat for seat, figure in enumerate(entry.points) if not _is_figure(figure)]
        if wrong:
            message = OUT_OF_BOUNDS.format(names=listed([setup.players[seat] for seat in wrong]))
            found.append(error("free-pad.round", message, field="points", seats=wrong))
        figures = dict(enumerate(entry.points))
        gone = [seat for seat in sorted(setup.away) if figures.get(seat) is not None]
        if gone:
            message = GONE.format(names=listed([setup.players[seat] for seat in gone]))
            found.append(error("free-pad.table", message, field="points", seats=gone))
        if all(figure is None for figure in entry.points):
            found.append(error("free-pad.round", NOBODY_PLAYED, field="points"))
        if found or agreed is None:
            return found
        total = sum(figure or 0 for figure in entry.points)
        if total != agreed:
            message = (MISSING if total < agreed else TOO_MANY).format(
                apart=points(abs(total - agreed)), total=points(total), agreed=points(agreed)
            )
            found.append(warning("free-pad.sum", message, field="points"))
        return found

    def score(self, setup: Table, state: PadState, entry: PadRound) -> Scored[PadState]:
        """Add up the figures of each player and each team (`free-pad.round`)."""
        own = [None if figure is None else without_fraction(figure) for figure in entry.points]
        columns = self.columns(setup)
        gains = [without_fraction(sum(own[seat] or 0 for seat in each.seats)) for each in columns]
        totals = tuple(map(without_fraction, add_cells(state.totals, gains)))
        cells = (*own, *gains[setup.seats :])
        after = replace(_pass_deal(setup, state), totals=totals)
        return Scored(after, cells, partial(_explain, columns, cells))

    def after_error(self, setup: Table, state: PadState, _entry: PadRound) -> PadState:
        return state if self.is_over(setup, state) else _pass_deal(setup, state)

    def adjusted(self, setup: Table, state: PadState, cells: Sequence[Points | None]) -> PadState:
        away = self.away(setup, state)
        return replace(super().adjusted(setup, state, cells), away=away)

    def outcome(self, setup: Table, state: PadState) -> Outcome:
        """Rank the totals of those who are here (`free-pad.win`, `free-pad.tie`)."""
        lowest_wins, away = self.lowest_wins(setup.options), self.away(setup, state)
        every = [*zip(self.side_names(setup), self.side_totals(setup, state), strict=True)]
        names, totals = zip(*(each for n, each in enumerate(every) if n not in away), strict=True)
        gone = (Standing(*every[seat], rank=None) for seat in sorted(away))
        standings = (*ranked(names, totals, lowest_wins=lowest_wins), *gone)
        won, due = winners(standings), None
        if not self.is_over(setup, state):
            won, due = (), self.due(setup, state)
        return Outcome(standings, won, due, aim=setup.options.mark)

    def due(self, setup: Table, state: PadState) -> Due:
        number, options = state.deals + 1, setup.options
        details = [_("Round {number}.", number=number)]
        if options.rounds is not None:
            details = [_("Round {number} of {rounds}.", number=number, rounds=options.rounds)]
        if (mark := options.mark) is not None:
            details.append(_("The game ends when a total reaches {mark}.", mark=points(mark)))
        if options.sum is not None:
            details.append(_("Every round adds up to {sum}.", sum=points(options.sum)))
        due = self.next_due(
            state,
            dealer=None,
            headline=_("Play and enter your figures"),
            details=joined(details),
            rules=("free-pad.dealer", "free-pad.end"),
        )
        if not options.dealer:
            return due
        dealer = setup.first_here(state.next_seat)
        headline = _("{name} deals", name=setup.players[dealer])
        offices = (Office(_p("duty", "deals"), dealer),)
        return replace(due, dealer=dealer, headline=headline, offices=offices)

    def is_endless(self, options: FreePadOptions) -> bool:
        return options.mark is None and options.rounds is None

    def ahead(self, setup: Table, state: PadState) -> Ahead | None:
        """Return the rest of a game to a mark above 0 or of a number of rounds."""
        mark, rounds = setup.options.mark, setup.options.rounds
        names, totals = self.side_names(setup), self.side_totals(setup, state)
        if self.is_over(setup, state) or (mark or 0) < 0 or self.is_endless(setup.options):
            return None
        most = HIGHEST * (setup.seats // TEAMS if setup.options.teams else 1)
        left = None if rounds is None else rounds - state.deals
        cycle, away = (Coming("round", most, -most),), self.away(setup, state)
        return Ahead(names, totals, cycle, mark, left, away, lowest_wins=setup.options.lowest_wins)


GAME: Final = FreePad()

# Sentences ----------------------------------------------------------------------------------------

GONE: Final = _("{names}: clear the figure of anyone who isn’t here.")
OUT_OF_BOUNDS: Final = _("{names}: enter a whole or half number from −999,999 to 999,999.")
NOBODY_PLAYED: Final = _("Nobody has a figure. Enter one for everyone who played.")
MISSING: Final = _("{apart} missing: the round adds up to {total}, not {agreed}.")
TOO_MANY: Final = _("{apart} too many: the round adds up to {total}, not {agreed}.")


def _pass_deal(setup: Table, state: PadState) -> PadState:
    """Return the state after a round, with the same totals."""
    after = setup.left_of(setup.first_here(state.next_seat))
    return replace(state, deals=state.deals + 1, next_seat=after, away=setup.away)


def _is_half(figure: Points) -> bool:
    return (2 * figure) % 1 == 0


def _is_figure(figure: Points | None) -> bool:
    return figure is None or (abs(figure) <= HIGHEST and _is_half(figure))


def _explain(columns: Sequence[Column], cells: Sequence[Points | None]) -> Explanation:
    """Explain a player's figure, and a team's by those of its players."""
    why = []
    for column in columns:
        texts = [_("points this round")]
        if column.kind == "team":
            texts = [_("from {name}", name=columns[seat].name) for seat in column.seats]
        own = [cells[seat] for seat in column.seats]
        lines = zip(own, texts, strict=True)
        why.append(tuple(Line("free-pad.round", n, text) for n, text in lines if n is not None))
    return Explanation(tuple(why))
