"""What a deal of La Krap comes to, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.game import counted, listed
from referee.games.la_krap.marriages import MARRIAGE
from referee.games.la_krap.turned import Teams, Turned
from referee.law import Line


@dataclass(frozen=True)
class Sum:
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
    def text(self) -> str:
        """The sum as one would write it down, `(9 + 5) × 2 opponents × 4`."""
        base = f"({self.squares} + {self.marriages * MARRIAGE})" if self.marriages else self.squares
        times = f" × {self.multiplier}" if self.multiplier > 1 else ""
        sign = "−" if self.is_null and self.base else ""
        return f"{sign}{base} × {counted(self.opponents, 'opponent')}{times}"


def sum_of(
    teams: Teams, game: Turned, tricks: Sequence[int], marriages: Sequence[int], seat: int
) -> Sum:
    """The sum of the team of this seat (`la-krap.trick-points`, `la-krap.opponents`)."""
    team = tuple(other for other in range(len(teams)) if teams[other] == teams[seat])
    return Sum(
        team,
        squares=sum(tricks[mate] ** 2 for mate in team),
        marriages=sum(marriages[mate] for mate in team),
        opponents=len(teams) - len(team),
        multiplier=game.multiplier,
        is_null=game.is_null,
    )


def receipt(
    players: Sequence[str],
    total: Sum,
    are_alone: bool,
    game: Turned,
    tricks: Sequence[int],
) -> tuple[Line, ...]:
    """The lines of a sum. Each has what it adds to those above it, so that they add up."""
    opponents = total.base * total.opponents
    multiplied = opponents * total.multiplier
    factors = {
        "la-krap.marriage": (total.base - total.squares, counted(total.marriages, "marriage")),
        "la-krap.opponents": (
            opponents - total.base,
            f"times {counted(total.opponents, 'opponent')}",
        ),
        "la-krap.multiplier": (
            multiplied - opponents,
            f"times {total.multiplier} for the jokers",
        ),
        "la-krap.null": (
            -2 * multiplied if total.is_null else 0,
            "null: all points are negative",
        ),
    }
    return (
        Line("la-krap.trick-points", total.squares, _squares_text(players, total.team, tricks)),
        *(Line(rule, points, text) for rule, (points, text) in factors.items() if points),
        *_circumstances(players, total.team, are_alone, game),
    )


def _squares_text(players: Sequence[str], team: Sequence[int], tricks: Sequence[int]) -> str:
    if len(team) == 1:
        return f"{counted(tricks[team[0]], 'trick')}, squared"
    return " + ".join(f"{tricks[mate]}² ({players[mate]})" for mate in team)


def _circumstances(
    players: Sequence[str], team: Sequence[int], are_alone: bool, game: Turned
) -> list[Line]:
    """Why the points are these, in lines that give none."""
    lines = [Line(game.rule, 0, game.text)] if game.suit or game.jokers_are_sheets else []
    if are_alone:
        return [*lines, Line("la-krap.no-teams", 0, "everyone plays alone")]
    if len(team) == 1:
        return [*lines, Line("la-krap.teams", 0, "a team of one")]
    names = listed([players[mate] for mate in team])
    return [
        *lines,
        Line("la-krap.teams", 0, f"{names} are a team"),
        Line("la-krap.same-score", 0, "each of them scores the same"),
    ]
