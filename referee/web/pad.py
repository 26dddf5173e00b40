"""The pad of the match page: short names, and the columns that a phone has room for."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

ONE_LINE = 8
"""So many columns have room beside each other."""


def short_names(columns: Sequence[str], players: int) -> list[str]:
    """The heads of narrow columns: a few letters a player, `A+C` or `ACE` a team, `Uns`, `Tot`."""
    names = list(columns[:players])
    short = [_shortest(name, names) for name in names]
    initials = [[short[names.index(name)][:1] for name in _members(team, names)]
                for team in columns[players:-2]]  # fmt: skip
    teams = [("+" if len(team) == 2 else "").join(team) for team in initials]
    if len(set(teams)) < len(teams):
        teams = [f"T{number}" for number in range(1, len(teams) + 1)]
    return [*short, *teams, *(column[:3] for column in columns[-2:])]


def team_lines(players: int, columns: int) -> list[list[tuple[int, Markup]]]:
    """The columns of a pad of teams as a phone has room for them, each with its attributes.

    More than eight are two lines, the players above the teams. Of a shorter line the last cells are
    the wider ones.
    """
    cells = [[*range(columns)]]
    if columns > ONE_LINE:
        cells = [[*range(players)], [*range(players, columns)]]
    width = max(map(len, cells))
    return [
        [
            (at, _cell(at, span, players, columns))
            for at, span in zip(line, _spans(line, width), strict=True)
        ]
        for line in cells
    ]


def _spans(line: Sequence[int], width: int) -> list[int]:
    each, rest = divmod(width, len(line))
    return [each + (place >= len(line) - rest) for place in range(len(line))]


def _cell(at: int, span: int, players: int, columns: int) -> Markup:
    kind = "rest" if at >= columns - 2 else "team" if at == players and columns <= ONE_LINE else ""
    name = Markup(' class="{}"').format(kind) if kind else Markup()
    return name + (Markup(' colspan="{}"').format(span) if span > 1 else "")


def breakable(name: str) -> Markup:
    """A name that may go on in the next line after a plus, as those of teams do."""
    return Markup("+<wbr>").join(name.split("+"))


def _shortest(name: str, names: Sequence[str]) -> str:
    """As many letters as tell a name from the others, at least two and at most four."""
    for length in range(2, 4):
        if sum(other[:length].casefold() == name[:length].casefold() for other in names) == 1:
            return name[:length]
    return name[:4]


def _members(team: str, names: Sequence[str]) -> list[str]:
    """The players of a team by its name, whatever signs their own names have."""
    found: list[str] = []
    rest = team
    while rest:
        fits = [name for name in names if rest == name or rest.startswith(f"{name}+")]
        if not fits:
            return found
        name = max(fits, key=len)
        found.append(name)
        rest = rest[len(name) + 1 :]
    return found
