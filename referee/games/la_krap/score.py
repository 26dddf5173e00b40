"""What a deal of La Krap comes to, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.core.findings import Line
from referee.core.text import Said, counted, joined, listed, points, said
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
        """The sum with its squares added up, `(9 + 5) × 2 opponents × 4`; in null after a minus."""
        return self._signed(self._product)

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
        """The same from the tricks on, `(3² + 2² + 5) × 2 opponents`; or `no tricks`."""
        if not self.base:
            return said("no tricks")
        squares = [said("{tricks}²", tricks=tricks[mate]) for mate in self.team]
        return self._signed(self._times(squares))

    @property
    def _product(self) -> Said:
        return self._times([said("{squares}", squares=self.squares)])

    def _signed(self, product: Said) -> Said:
        return said("−{product}", product=product) if self.is_null and self.base else product

    def _times(self, squares: list[Said]) -> Said:
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
    """What a deal came to: who played with whom, in which game, and what each seat has."""

    players: Sequence[str]
    teams: Teams
    are_alone: bool
    """Whether a rule leaves everyone alone."""
    colours: Sequence[str]
    """Of the upcards, one for each seat; nothing where they are not recorded."""
    game: Turned
    tricks: Sequence[int]
    marriages: Sequence[int]

    @property
    def sums(self) -> list[TeamSum]:
        """Of each seat the sum of its team (`la-krap.trick-points`, `la-krap.opponents`)."""
        of_teams = {number: self._sum(number) for number in set(self.teams)}
        return [of_teams[number] for number in self.teams]

    def _sum(self, number: int) -> TeamSum:
        team = tuple(seat for seat, of_seat in enumerate(self.teams) if of_seat == number)
        return TeamSum(
            team,
            squares=sum(self.tricks[mate] ** 2 for mate in team),
            marriages=sum(self.marriages[mate] for mate in team),
            opponents=len(self.teams) - len(team),
            multiplier=self.game.multiplier,
            is_null=self.game.is_null,
        )


def receipt(deal: DealResult, total: TeamSum) -> tuple[Line, ...]:
    """The lines of a sum: one has all its points, the others say what it is made of."""
    lines = [Line("la-krap.trick-points", 0, _squares_text(deal, total))]
    if total.marriages:
        template = "{marriages}: {points}"
        marriages, worth = counted(total.marriages, "marriage"), total.marriages * MARRIAGE
        lines.append(Line("la-krap.marriage", 0, said(template, marriages=marriages, points=worth)))
    if total.base:
        lines.append(Line("la-krap.opponents", total.points, total.in_full))
    if total.base and total.multiplier > 1:
        is_silent = deal.game.has_several_jokers
        lines.append(Line("la-krap.multiplier", 0, _times_text(deal.game), is_silent))
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


def _times_text(game: Turned) -> Said:
    if game.has_several_jokers:
        template = (
            "times {times} for the jokers, which multiply each other (the source is silent;"
            " Referee rules so)"
        )
        return said(template, times=game.multiplier)
    return said("times {times} for the jokers", times=game.multiplier)


def _circumstances(deal: DealResult, team: Sequence[int]) -> list[Line]:
    """Why the points are these, in lines that give none."""
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
