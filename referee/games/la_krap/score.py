"""The score of a La Krap deal, line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.core.findings import Line
from referee.core.options import choices
from referee.core.text import Said, counted, joined, listed, points, said
from referee.core.tricks import Play, breaches
from referee.games.la_krap.marriages import MARRIAGE
from referee.games.la_krap.options import LaKrapOptions
from referee.games.la_krap.trick import rules_of
from referee.games.la_krap.turned import Teams, Turned


@dataclass(frozen=True)
class TeamSum:
    """The score of a team: squares and marriages, times opponents, times jokers."""

    team: tuple[int, ...]
    squares: int
    marriages: int
    opponents: int
    multiplier: int
    is_null: bool

    @property
    def base(self) -> int:
        return self.squares + self.marriages * MARRIAGE

    @property
    def points(self) -> int:
        """Points of each player of the team."""
        product = self.base * self.opponents * self.multiplier
        return -product if self.is_null else product

    @property
    def text(self) -> Said:
        """The sum with its squares added up: `(9 + 5) × 2 opponents × 4`; in null after a minus."""
        return self._with_sign(self._product)

    @property
    def in_full(self) -> Said:
        """The same with its result: `(9 + 5) × 2 opponents = 28`, in null `…; null: −28`."""
        result = said(
            "{product} = {points}", product=self._product, points=points(abs(self.points))
        )
        if not self.is_null:
            return result
        return said("{result}; null: {points}", result=result, points=points(self.points))

    def written(self, tricks: Sequence[int]) -> Said:
        """The sum from the tricks on: `(3² + 2² + 5) × 2 opponents`, or `no tricks`."""
        if not self.base:
            return said("no tricks")
        squares = [said("{tricks}²", tricks=tricks[mate]) for mate in self.team]
        return self._with_sign(self._multiply(squares))

    @property
    def _product(self) -> Said:
        return self._multiply([said("{squares}", squares=self.squares)])

    def _with_sign(self, product: Said) -> Said:
        return said("−{product}", product=product) if self.is_null and self.base else product

    def _multiply(self, squares: list[Said]) -> Said:
        addends = squares
        if self.marriages:
            addends = [*squares, said("{marriages}", marriages=self.marriages * MARRIAGE)]
        base = joined(addends, " + ")
        factors = [
            said("({sum})", sum=base) if len(addends) > 1 else base,
            counted(self.opponents, "opponent"),
            *([said("{times}", times=self.multiplier)] if self.multiplier > 1 else []),
        ]
        return joined(factors, " × ")


@dataclass(frozen=True)
class DealResult:
    players: Sequence[str]
    teams: Teams
    are_alone: bool
    """Whether `la-krap.no-teams` leaves everyone alone."""
    colours: Sequence[str]
    """The colour of each upcard; empty if they are not recorded."""
    game: Turned
    tricks: Sequence[int]
    marriages: Sequence[int]

    @property
    def sums(self) -> list[TeamSum]:
        """The sum of each seat's team (`la-krap.trick-points`, `la-krap.opponents`)."""
        sums = {}
        for number in set(self.teams):
            team = tuple(seat for seat, of_seat in enumerate(self.teams) if of_seat == number)
            sums[number] = TeamSum(
                team,
                squares=sum(self.tricks[mate] ** 2 for mate in team),
                marriages=sum(self.marriages[mate] for mate in team),
                opponents=len(self.teams) - len(team),
                multiplier=self.game.multiplier,
                is_null=self.game.is_null,
            )
        return [sums[number] for number in self.teams]


def receipt(deal: DealResult, total: TeamSum) -> tuple[Line, ...]:
    """The lines of a sum: one carries all points, the others explain it."""
    lines = [Line("la-krap.trick-points", 0, _squares_text(deal, total))]
    if total.marriages:
        template = "{marriages}: {points}"
        marriages, worth = counted(total.marriages, "marriage"), total.marriages * MARRIAGE
        lines.append(Line("la-krap.marriage", 0, said(template, marriages=marriages, points=worth)))
    if total.base:
        lines.append(Line("la-krap.opponents", total.points, total.in_full))
    if total.base and total.multiplier > 1:
        is_silent = deal.game.has_several_jokers
        template = "times {times} for the jokers"
        if is_silent:
            template = (
                "times {times} for the jokers, which multiply each other (the source is silent;"
                " Referee rules so)"
            )
        text = said(template, times=total.multiplier)
        lines.append(Line("la-krap.multiplier", 0, text, is_silent))
    if total.base and total.is_null:
        lines.append(Line("la-krap.null", 0, said("null: all points are negative")))
    return (*lines, *_circumstances(deal, total.team))


def _squares_text(deal: DealResult, total: TeamSum) -> Said:
    players, tricks = deal.players, deal.tricks
    if len(total.team) == 1:
        took = counted(tricks[total.team[0]], "trick")
        return said("{tricks}, squared: {squares}", tricks=took, squares=total.squares)
    parts = [said("{tricks}² ({name})", tricks=tricks[s], name=players[s]) for s in total.team]
    return said("{sum} = {squares}", sum=joined(parts, " + "), squares=total.squares)


def _circumstances(deal: DealResult, team: Sequence[int]) -> list[Line]:
    """Lines of 0 points about the game and the team."""
    game = deal.game
    lines = [Line(game.rule, 0, game.text)] if game.suit or game.jokers_are_sheets else []
    if deal.are_alone:
        return [*lines, Line("la-krap.no-teams", 0, said("everyone plays alone"))]
    is_one = len(team) == 1
    template = "{names} is a team of one" if is_one else "{names} are a team"
    text = said(template, names=listed([deal.players[mate] for mate in team]))
    if deal.colours:
        text = said("{colour}: {team}", colour=deal.colours[team[0]], team=text)
    lines.append(Line("la-krap.teams", 0, text))
    if not is_one:
        lines.append(Line("la-krap.same-score", 0, said("each of them scores the same")))
    return lines


# Points that the source leaves open ---------------------------------------------------------------

_OPEN_POINTS: Final = {
    "twos": "a 2 {label}",
    "sheet": "the sheet {label}",
    "special_anytime": "a 2 or the sheet may be played {label}",
}
_EMPTY_TRICK: Final = {
    "leader": said("nothing counts; the leader takes it"),
    "nobody": said("nothing counts; nobody takes it"),
}
_RULES: Final = {"special_anytime": "la-krap.follow"}
"""Cited instead of the rule under which the option is chosen."""


def silent_lines(options: LaKrapOptions, game: Turned, play: Play) -> Mapping[int, list[Line]]:
    """Lines of 0 points about open points that decided a trick of a deal by cards.

    They stand at the seat that took the trick, or led it if nobody did. A point decides a trick if
    under another setting somebody else would take it, or another card would have been a revoke.
    """
    given = _outcomes(options, game, play)
    others = [
        (choice, _outcomes(options.model_copy(update={choice.name: value}), game, play))
        for choice in choices(LaKrapOptions, ())
        if choice.name in (*_OPEN_POINTS, "empty_trick")
        for value, _ in choice.values
        if value != getattr(options, choice.name)
    ]
    found: dict[int, list[Line]] = {}
    for place, (trick, taker) in enumerate(zip(play.tricks, play.takers, strict=True)):
        deciding = {each.name: each for each, outcome in others if outcome[place] != given[place]}
        for choice in deciding.values():
            value = getattr(options, choice.name)
            point = (
                said(_OPEN_POINTS[choice.name], label=choice.label(value))
                if choice.name in _OPEN_POINTS
                else _EMPTY_TRICK[str(value)]
            )
            template = "trick {number}: {point} (the source is silent; this table plays so)"
            text = said(template, number=place + 1, point=point)
            line = Line(_RULES.get(choice.name, choice.rule), 0, text)
            found.setdefault(trick.leader if taker is None else taker, []).append(line)
    return found


def _outcomes(
    options: LaKrapOptions, game: Turned, play: Play
) -> list[tuple[int | None, list[int]]]:
    """Who would take each trick, and whose cards would be revokes."""
    rules = rules_of(game, options)
    tricks = tuple(replace(trick, rules=rules) for trick in play.tricks)
    revokes = breaches(replace(play, tricks=tricks))
    return [
        (rules.taker(trick), [each.seat for each in revokes if each.trick == number])
        for number, trick in enumerate(tricks, start=1)
    ]
