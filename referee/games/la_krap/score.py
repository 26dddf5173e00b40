"""What a deal of La Krap comes to, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.findings import Line
from referee.core.text import Said, counted, joined, listed, said
from referee.games.la_krap.marriages import MARRIAGE
from referee.games.la_krap.turned import Teams, Turned


@dataclass(frozen=True)
class TeamSum:
    """What a team comes to: its squares and marriages, times opponents, times jokers."""

    team: tuple[int, ...]
    squares: int
    marriages: int
    """How many the team has."""
    opponents: int
    multiplier: int
    is_null: bool

    @property
    def base(self) -> int:
        """Squares and marriages together."""
        return self.squares + self.marriages * MARRIAGE

    @property
    def points(self) -> int:
        """What each player of the team scores."""
        product = self.base * self.opponents * self.multiplier
        return -product if self.is_null else product

    @property
    def text(self) -> Said:
        """The sum as one would write it down, `(9 + 5) × 2 opponents × 4`."""
        base = said("{squares}", squares=self.squares)
        if self.marriages:
            marriages = self.marriages * MARRIAGE
            base = said("({squares} + {marriages})", squares=base, marriages=marriages)
        factors = [base, counted(self.opponents, "opponent")]
        if self.multiplier > 1:
            factors.append(said("{multiplier}", multiplier=self.multiplier))
        product = joined(factors, " × ")
        return said("−{product}", product=product) if self.is_null and self.base else product


def sum_of(
    teams: Teams, game: Turned, tricks: Sequence[int], marriages: Sequence[int], seat: int
) -> TeamSum:
    """The sum of the team of this seat (`la-krap.trick-points`, `la-krap.opponents`)."""
    team = tuple(other for other in range(len(teams)) if teams[other] == teams[seat])
    return TeamSum(
        team,
        squares=sum(tricks[mate] ** 2 for mate in team),
        marriages=sum(marriages[mate] for mate in team),
        opponents=len(teams) - len(team),
        multiplier=game.multiplier,
        is_null=game.is_null,
    )


def written_sum(total: TeamSum, tricks: Sequence[int]) -> Said:
    """The sum from the tricks on, `(3² + 2² + 5) × 2 opponents`; for a team with no points none."""
    if not total.base:
        return said("no tricks")
    addends = [said("{tricks}²", tricks=tricks[mate]) for mate in total.team]
    if total.marriages:
        addends.append(said("{marriages}", marriages=total.marriages * MARRIAGE))
    base = joined(addends, " + ")
    factors = [
        said("({sum})", sum=base) if len(addends) > 1 else base,
        counted(total.opponents, "opponent"),
        *([said("{times}", times=total.multiplier)] if total.multiplier > 1 else []),
    ]
    product = joined(factors, " × ")
    return said("−{product}", product=product) if total.is_null else product


def receipt(
    players: Sequence[str],
    total: TeamSum,
    are_alone: bool,
    game: Turned,
    tricks: Sequence[int],
    colours: Sequence[str],
) -> tuple[Line, ...]:
    """The lines of a sum. Each has what it adds to those above it, so that they add up.

    `colours` are those of the upcards, one for each seat; nothing where they are not recorded.
    """
    opponents = total.base * total.opponents
    multiplied = opponents * total.multiplier
    lines = [Line("la-krap.trick-points", total.squares, _squares_text(players, total, tricks))]
    if total.marriages:
        text = counted(total.marriages, "marriage")
        lines.append(Line("la-krap.marriage", total.base - total.squares, text))
    if total.base:
        text = said("times {opponents}", opponents=counted(total.opponents, "opponent"))
        lines.append(Line("la-krap.opponents", opponents - total.base, text))
    if total.base and total.multiplier > 1:
        lines.append(Line("la-krap.multiplier", multiplied - opponents, _times_text(game)))
    if total.base and total.is_null:
        lines.append(Line("la-krap.null", -2 * multiplied, said("null: all points are negative")))
    return (*lines, *_circumstances(players, total.team, are_alone, game, colours))


def _squares_text(players: Sequence[str], total: TeamSum, tricks: Sequence[int]) -> Said:
    if len(total.team) == 1:
        return said("{tricks}, squared", tricks=counted(tricks[total.team[0]], "trick"))
    parts = [said("{tricks}² ({name})", tricks=tricks[s], name=players[s]) for s in total.team]
    return joined(parts, " + ")


def _times_text(game: Turned) -> Said:
    if game.has_several_jokers:
        template = (
            "times {times} for the jokers, which multiply each other (the source is silent;"
            " Referee rules so)"
        )
        return said(template, times=game.multiplier)
    return said("times {times} for the jokers", times=game.multiplier)


def _circumstances(
    players: Sequence[str],
    team: Sequence[int],
    are_alone: bool,
    game: Turned,
    colours: Sequence[str],
) -> list[Line]:
    """Why the points are these, in lines that give none."""
    lines = [Line(game.rule, 0, game.text)] if game.suit or game.jokers_are_sheets else []
    if are_alone:
        return [*lines, Line("la-krap.no-teams", 0, said("everyone plays alone"))]
    is_one = len(team) == 1
    template = "{names} is a team of one" if is_one else "{names} are a team"
    text = said(template, names=listed([players[mate] for mate in team]))
    if colours:
        text = said("{colour}: {team}", colour=colours[team[0]], team=text)
    lines.append(Line("la-krap.teams", 0, text))
    if not is_one:
        lines.append(Line("la-krap.same-score", 0, said("each of them scores the same")))
    return lines
