"""The score of a La Krap deal, line by line, and which marriages are possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.core.cards import Card, symbol
from referee.core.findings import Line, Problem, error
from referee.core.options import choices
from referee.core.seating import Seating
from referee.core.text import Said, counted, joined, listed, points, said
from referee.core.tricks import Play, breaches
from referee.games.la_krap.trick import TRICKS, LaKrapOptions, rules_of
from referee.games.la_krap.turned import KrapGame, Teams

MARRIAGE: Final = 5  # points for the team
MOST_OF_ONE: Final = 3
MOST: Final = TRICKS - 1  # one after each trick but the last
PARTNER: Final = {"K": "Q", "Q": "K"}
MARRIAGE_RULE: Final = "la-krap.marriage"

Announced = Sequence[tuple[int, int]]
"""Pairs of a trick, counted from 1, and the seat that announced a marriage after it."""
Table = Seating[LaKrapOptions]


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
        product = self.base * self.opponents * self.multiplier
        return -product if self.is_null else product

    @property
    def text(self) -> Said:
        """The sum as text: `(9 + 5) × 2 opponents × 4`; in null with a minus sign."""
        return self._multiply([said("{squares}", squares=self.squares)])

    @property
    def in_full(self) -> Said:
        """The sum and its result: `(9 + 5) × 2 opponents = 28`; in null `…; null: −28`."""
        product = replace(self, is_null=False).text
        result = said("{product} = {points}", product=product, points=points(abs(self.points)))
        if not self.is_null:
            return result
        return said("{result}; null: {points}", result=result, points=points(self.points))

    def written(self, tricks: Sequence[int]) -> Said:
        """The sum with its squares: `(3² + 2² + 5) × 2 opponents`, or `no tricks`."""
        if not self.base:
            return said("no tricks")
        return self._multiply([said("{tricks}²", tricks=tricks[mate]) for mate in self.team])

    def _multiply(self, squares: list[Said]) -> Said:
        addends = squares
        if self.marriages:
            addends = [*squares, said("{marriages}", marriages=self.marriages * MARRIAGE)]
        base = joined(addends, " + ")
        factors = [
            said("({sum})", sum=base) if len(addends) > 1 else base,
            counted(self.opponents, "opponent"),
        ]
        if self.multiplier > 1:
            factors.append(said("{times}", times=self.multiplier))
        product = joined(factors, " × ")
        return said("−{product}", product=product) if self.is_null and self.base else product


@dataclass(frozen=True)
class DealResult:
    players: Sequence[str]
    teams: Teams
    are_alone: bool  # whether everyone plays alone (`la-krap.no-teams`)
    colours: Sequence[str]  # the colour of each upcard; empty if they are not recorded
    game: KrapGame
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
    names, game = [deal.players[mate] for mate in total.team], deal.game
    counts = [deal.tricks[mate] for mate in total.team]
    if len(names) == 1:
        took, template = counted(counts[0], "trick"), "{tricks}, squared: {squares}"
        text = said(template, tricks=took, squares=total.squares)
    else:
        parts = [
            said("{tricks}² ({name})", tricks=tricks, name=name)
            for tricks, name in zip(counts, names, strict=True)
        ]
        text = said("{sum} = {squares}", sum=joined(parts, " + "), squares=total.squares)
    lines = [Line("la-krap.trick-points", 0, text)]
    if total.marriages:
        template = "{marriages}: {points}"
        marriages, worth = counted(total.marriages, "marriage"), total.marriages * MARRIAGE
        lines.append(Line(MARRIAGE_RULE, 0, said(template, marriages=marriages, points=worth)))
    if total.base:
        lines.append(Line("la-krap.opponents", total.points, total.in_full))
    if total.base and total.multiplier > 1:
        template = "times {times} for the jokers"
        if game.has_several_jokers:
            template = (
                "times {times} for the jokers, which multiply each other (the source is silent;"
                " Referee rules so)"
            )
        text = said(template, times=total.multiplier)
        lines.append(Line("la-krap.multiplier", 0, text, game.has_several_jokers))
    if total.base and total.is_null:
        lines.append(Line("la-krap.null", 0, said("null: all points are negative")))
    if game.suit or game.jokers_are_sheets:
        lines.append(Line(game.rule, 0, game.text))
    if deal.are_alone:
        return (*lines, Line("la-krap.no-teams", 0, said("everyone plays alone")))
    template = "{names} are a team" if names[1:] else "{names} is a team of one"
    text = said(template, names=listed(names))
    if deal.colours:
        text = said("{colour}: {team}", colour=deal.colours[total.team[0]], team=text)
    lines.append(Line("la-krap.teams", 0, text))
    if names[1:]:
        lines.append(Line("la-krap.same-score", 0, said("each of them scores the same")))
    return tuple(lines)


# Marriages ----------------------------------------------------------------------------------------


def marriage_problems(
    seating: Table, marriages: Sequence[int], tricks: Sequence[int] | None
) -> list[Problem]:
    """Marriages without cards: at most one per trick, three a player, six in all."""
    for seat, number in enumerate(marriages):
        if number > MOST_OF_ONE:
            template = "{name} has {marriages}; seven cards hold {most} at most."
        elif tricks is not None and number > tricks[seat]:
            template = (
                "{name} has {marriages} and {tricks}: one can be announced after each trick taken."
            )
        else:
            continue
        message = said(
            template,
            name=seating.players[seat],
            marriages=counted(number, "marriage"),
            tricks=counted(tricks[seat] if tricks else 0, "trick"),
            most=MOST_OF_ONE,
        )
        return [error(MARRIAGE_RULE, message, field="marriages", seats=[seat])]
    if sum(marriages) > MOST:
        template = "{number} marriages are too many: after the last trick there is none."
        message = said(template, number=sum(marriages))
        return [error(MARRIAGE_RULE, message, field="marriages")]
    return []


def room_problems(seating: Table, play: Play, marriages: Sequence[int]) -> list[Problem]:
    """Check the number of marriages against the cards of a whole deal."""
    for seat, number in enumerate(marriages if len(play.takers) == TRICKS else ()):
        if number > (most := most_marriages(play, seat)):
            message = said(
                "{name} has {marriages}, and by the cards there is room for {most}: each is led"
                " with the king or queen after a trick taken, while the other is still held.",
                name=seating.players[seat],
                marriages=counted(number, "marriage"),
                most=most,
            )
            return [error(MARRIAGE_RULE, message, field="marriages", seats=[seat])]
    return []


def most_marriages(play: Play, seat: int) -> int:
    """The most marriages that a seat can have announced, by the cards of a whole deal.

    Each needs a trick taken, a king or queen led to the next one, and its partner played later;
    no card counts twice. Greedy from the last lead, which is optimal: a partner it leaves is open
    to earlier leads, and two earlier leads that want both of its cards can marry each other.
    """
    hand, married = play.hands[seat], set[int]()
    for number in range(MOST, 0, -1):
        if play.takers[number - 1] == seat and number not in married:
            partner = _find_partner(hand, number, married)
            married |= set() if partner is None else {number, partner}
    return len(married) // 2


def _find_partner(hand: Sequence[Card], place: int, married: set[int]) -> int | None:
    """Index of a later unmarried partner for this king or queen."""
    led = hand[place]
    if led.rank not in PARTNER:
        return None
    partner = Card(PARTNER[led.rank], led.suit)
    later = range(place + 1, TRICKS)
    return next((each for each in later if hand[each] == partner and each not in married), None)


def announcement_problems(seating: Table, play: Play, announced: Announced) -> list[Problem]:
    """Check announced marriages against the cards played so far."""
    found = []
    for number, seat in announced:
        if not 1 <= number <= MOST:
            template = "{name}: a marriage is announced after one of the tricks 1 to {most}."
        elif announced.count((number, seat)) > 1:
            template = "{name} can announce one marriage after trick {number}, not two."
        elif number > len(play.takers) or play.takers[number - 1] != seat:
            template = "{name} announced a marriage after trick {number}, but did not take it."
        elif number < len(play.tricks) and play.tricks[number].cards[0].rank not in PARTNER:
            template = (
                "{name} announced a marriage after trick {number}, but led no king or queen to the"
                " next one."
            )
        else:
            continue
        message = said(template, name=seating.players[seat], number=number, most=MOST)
        found.append(error(MARRIAGE_RULE, message, field="marriages_at", seats=[seat]))
    return found or _partner_problems(seating, play, announced)


def _partner_problems(seating: Table, play: Play, announced: Announced) -> list[Problem]:
    """Announced marriages without a partner card; no card counts twice.

    Greedy from the last announcement: whatever it can use, earlier ones can use too.
    """
    if len(play.takers) < TRICKS:
        return []  # the partner may still be in the hand
    for seat in {seat for _, seat in announced}:
        numbers = sorted((number for number, who in announced if who == seat), reverse=True)
        hand, married = play.hands[seat], set(numbers)  # the led cards are taken too
        for number in numbers:
            partner = _find_partner(hand, number, married)
            if partner is None:
                led = hand[number]
                message = said(
                    "{name} announced a marriage after trick {number} and led {led}, but held no"
                    " {partner} for it.",
                    name=seating.players[seat],
                    number=number,
                    led=symbol(led),
                    partner=symbol(Card(PARTNER[led.rank], led.suit)),
                )
                return [error(MARRIAGE_RULE, message, field="marriages_at", seats=[seat])]
            married.add(partner)
    return []


def count_by_seat(announced: Announced, seats: int) -> list[int]:
    return [sum(seat == each for _, each in announced) for seat in range(seats)]


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


def silent_lines(options: LaKrapOptions, game: KrapGame, play: Play) -> Mapping[int, list[Line]]:
    """Lines (0 points) about silent options that decided a trick, by seat.

    Listed at the seat that took the trick, or led it if nobody did. An option decides a trick if
    under another setting somebody else would take it, or another card would be a revoke.
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
    options: LaKrapOptions, game: KrapGame, play: Play
) -> list[tuple[int | None, list[int]]]:
    """Who would take each trick, and whose cards would be revokes."""
    rules = rules_of(game, options)
    tricks = tuple(replace(trick, rules=rules) for trick in play.tricks)
    revokes = breaches(replace(play, tricks=tricks))
    return [
        (rules.taker(trick), [each.seat for each in revokes if each.trick == number])
        for number, trick in enumerate(tricks, start=1)
    ]
