"""Score of a La Krap deal, line by line, and checks on its marriages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.core.cards import Card, symbol
from referee.core.findings import Line, Problem, error
from referee.core.options import choices
from referee.core.setup import Setup
from referee.core.text import MINUS, SILENT, Text, _, joined, listed, ngettext, points
from referee.core.tricks import Play, breaches
from referee.games.la_krap.trick import TRICKS, LaKrapOptions, rules_of
from referee.games.la_krap.turned import TEAM_NAMES, KrapGame, Teams

MARRIAGE: Final = 5  # points for the team
MOST_OF_ONE: Final = 3  # marriages per player and deal
MOST: Final = TRICKS - 1  # marriages per deal: one after each trick but the last
PARTNER: Final = {"K": "Q", "Q": "K"}
MARRIAGE_RULE: Final = "la-krap.marriage"

Announced = Sequence[tuple[int, int]]
"""Announced marriages: for each, the number of the trick it followed, from 1, and the seat."""
Table = Setup[LaKrapOptions]


@dataclass(frozen=True)
class TeamSum:
    """A team's score: (squares + marriages) × opponents × multiplier."""

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
    def text(self) -> Text:
        """The sum as text: `(9 + 5) × 2 opponents × 4`; in null with a minus sign."""
        return self._multiply([str(self.squares)])

    @property
    def in_full(self) -> Text:
        """The sum and its result: `(9 + 5) × 2 opponents = 28`; null adds `, so −28 in null`."""
        product = replace(self, is_null=False).text
        result = joined([product, points(abs(self.points))], " = ")
        if not self.is_null:
            return result
        return _("{sum}, so {points} in null", sum=result, points=points(self.points))

    def written(self, tricks: Sequence[int]) -> Text:
        """The sum with each square written out: `(3² + 2² + 5) × 2 opponents`, or `no tricks`."""
        if not self.base:
            return _("no tricks")
        return self._multiply([f"{tricks[mate]}²" for mate in self.team])

    def _multiply(self, squares: list[str]) -> Text:
        addends = squares
        if self.marriages:
            addends = [*squares, str(self.marriages * MARRIAGE)]
        base = joined(addends, " + ")
        factors: list[str] = [
            joined(["(", base, ")"], "") if len(addends) > 1 else base,
            ngettext("{n} opponent", "{n} opponents", self.opponents),
        ]
        if self.multiplier > 1:
            factors.append(str(self.multiplier))
        product = joined(factors, " × ")
        return joined([MINUS, product], "") if self.is_null and self.base else product


@dataclass(frozen=True)
class DealResult:
    players: Sequence[str]
    teams: Teams
    are_alone: bool  # whether everyone plays alone (`la-krap.no-teams`)
    colours: Sequence[Text]  # each upcard's colour; empty if upcards aren't recorded
    game: KrapGame
    tricks: Sequence[int]
    marriages: Sequence[int]

    @property
    def sums(self) -> list[TeamSum]:
        """For each seat, the score of its team (`la-krap.trick-points`, `la-krap.opponents`)."""
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


_TEAM_LINES: Final = (_("red team: {names}"), _("black team: {names}"), _("jokers’ team: {names}"))


def receipt(deal: DealResult, total: TeamSum) -> tuple[Line, ...]:
    """Return a receipt's lines; one carries all the points, and the others explain them."""
    names, game = [deal.players[mate] for mate in total.team], deal.game
    counts = [deal.tricks[mate] for mate in total.team]
    if len(names) == 1:
        text = ngettext(
            "{n} trick, squared: {points}",
            "{n} tricks, squared: {points}",
            counts[0],
            points=total.squares,
        )
    else:
        parts = [
            joined([f"{tricks}² (", name, ")"], "")
            for tricks, name in zip(counts, names, strict=True)
        ]
        text = joined([joined(parts, " + "), str(total.squares)], " = ")
    lines = [Line("la-krap.trick-points", 0, text)]
    if total.marriages:
        text = ngettext(
            "{n} marriage: {points}",
            "{n} marriages: {points}",
            total.marriages,
            points=total.marriages * MARRIAGE,
        )
        lines.append(Line(MARRIAGE_RULE, 0, text))
    if total.base:
        lines.append(Line("la-krap.opponents", total.points, total.in_full))
    if total.base and total.multiplier > 1:
        template = _("multiplied by {times} for the jokers")
        if game.has_several_jokers:
            template = _("multiplied by {times}, the product of the jokers ({silent})")
        text = template.format(times=total.multiplier, silent=SILENT)
        lines.append(Line("la-krap.multiplier", 0, text, game.has_several_jokers))
    if total.base and total.is_null:
        lines.append(Line("la-krap.null", 0, _("null: all points are negative")))
    if game.suit or game.jokers_are_sheets:
        lines.append(Line(game.rule, 0, game.text))
    if deal.are_alone:
        return (*lines, Line("la-krap.no-teams", 0, _("everyone plays alone")))
    template = _("team: {names}")
    if deal.colours:
        template = _TEAM_LINES[TEAM_NAMES.index(deal.colours[total.team[0]])]
    lines.append(Line("la-krap.teams", 0, template.format(names=listed(names))))
    if names[1:]:
        lines.append(Line("la-krap.same-score", 0, _("everyone on the team scores the same")))
    return tuple(lines)


# Marriages ----------------------------------------------------------------------------------------


def marriage_problems(
    setup: Table, marriages: Sequence[int], tricks: Sequence[int] | None
) -> list[Problem]:
    """Check marriages entered without cards: at most one a trick, three a player, six in all."""
    for seat, number in enumerate(marriages):
        if number > MOST_OF_ONE:
            template = _("{name} has {marriages}, but a hand of seven holds at most {most}.")
        elif tricks is not None and number > tricks[seat]:
            template = _("{name} has {marriages} but only {tricks}. Each marriage needs a trick.")
        else:
            continue
        message = template.format(
            name=setup.players[seat],
            marriages=ngettext("{n} marriage", "{n} marriages", number),
            tricks=ngettext("{n} trick", "{n} tricks", tricks[seat] if tricks else 0),
            most=MOST_OF_ONE,
        )
        return [error(MARRIAGE_RULE, message, field="marriages", seats=[seat])]
    if (total := sum(marriages)) > MOST:
        message = ngettext(
            "{n} marriage is too many. At most {most} are possible, because none can follow the"
            " last trick.",
            "{n} marriages are too many. At most {most} are possible, because none can follow the"
            " last trick.",
            total,
            most=MOST,
        )
        return [error(MARRIAGE_RULE, message, field="marriages")]
    return []


def room_problems(setup: Table, play: Play, marriages: Sequence[int]) -> list[Problem]:
    """Check the number of marriages against the cards of a complete deal."""
    for seat, number in enumerate(marriages if len(play.takers) == TRICKS else ()):
        if number > (most := most_marriages(play, seat)):
            message = ngettext(
                "{name} has {n} marriage, but the cards allow only {most}. After announcing one,"
                " you must lead the king or queen and keep the other.",
                "{name} has {n} marriages, but the cards allow only {most}. After announcing one,"
                " you must lead the king or queen and keep the other.",
                number,
                name=setup.players[seat],
                most=most,
            )
            return [error(MARRIAGE_RULE, message, field="marriages", seats=[seat])]
    return []


def most_marriages(play: Play, seat: int) -> int:
    """Return the most marriages a seat can have announced, given the cards of a complete deal.

    For each marriage, the player takes a trick, leads a king or queen to the next one and plays
    its partner later. No card is used twice.

    Pairing greedily from the last lead backwards is optimal. Each pair made in this way can deprive
    at most two earlier leads of their partners. If it deprives one, the pair makes up for the lost
    marriage. If it deprives two, those two leads can marry each other.
    """
    hand, married = play.hands[seat], set[int]()
    for number in range(MOST, 0, -1):
        if play.takers[number - 1] == seat and number not in married:
            partner = _find_partner(hand, number, married)
            married |= set() if partner is None else {number, partner}
    return len(married) // 2


def _find_partner(hand: Sequence[Card], place: int, married: set[int]) -> int | None:
    """Return the index of a partner played later and not yet married; None if there is none."""
    led = hand[place]
    if led.rank not in PARTNER:
        return None
    partner = Card(PARTNER[led.rank], led.suit)
    later = range(place + 1, TRICKS)
    return next((each for each in later if hand[each] == partner and each not in married), None)


def announcement_problems(setup: Table, play: Play, announced: Announced) -> list[Problem]:
    """Check announced marriages against the cards played so far."""
    found = []
    for number, seat in announced:
        if not 1 <= number <= MOST:
            template = _(
                "{name} can announce a marriage after tricks 1 to {most}, not after trick {number}."
            )
        elif announced.count((number, seat)) > 1:
            template = _("{name} can announce only one marriage after trick {number}.")
        elif number > len(play.takers) or play.takers[number - 1] != seat:
            template = _(
                "{name} announced a marriage after trick {number} but didn’t take that trick."
            )
        elif number < len(play.tricks) and play.tricks[number].cards[0].rank not in PARTNER:
            template = _(
                "{name} announced a marriage after trick {number} but didn’t lead a king or queen"
                " next."
            )
        else:
            continue
        message = template.format(name=setup.players[seat], number=number, most=MOST)
        found.append(error(MARRIAGE_RULE, message, field="marriages_at", seats=[seat]))
    return found or _partner_problems(setup, play, announced)


def _partner_problems(setup: Table, play: Play, announced: Announced) -> list[Problem]:
    """Return a problem if an announced marriage lacks its partner card; no card is used twice.

    Partners are assigned from the last announcement backwards, because a later announcement has
    fewer cards to choose from.
    """
    if len(play.takers) < TRICKS:
        return []  # the partner may still be in the hand
    for seat in {seat for _unused, seat in announced}:
        numbers = sorted((number for number, who in announced if who == seat), reverse=True)
        hand, married = play.hands[seat], set(numbers)  # cards that were led can't be partners
        for number in numbers:
            partner = _find_partner(hand, number, married)
            if partner is None:
                led = hand[number]
                message = _(
                    "{name} announced a marriage after trick {number} and led {led} but didn’t"
                    " hold {partner}.",
                    name=setup.players[seat],
                    number=number,
                    led=symbol(led),
                    partner=symbol(Card(PARTNER[led.rank], led.suit)),
                )
                return [error(MARRIAGE_RULE, message, field="marriages_at", seats=[seat])]
            married.add(partner)
    return []


def count_by_seat(announced: Announced, seats: int) -> list[int]:
    return [sum(seat == each for _trick, each in announced) for seat in range(seats)]


# Cases that the rules leave open ------------------------------------------------------------------

_OPEN_POINTS: Final = ("twos", "sheet", "special_anytime", "empty_trick")
_RULES: Final = {"special_anytime": "la-krap.follow"}
"""Rule to cite for an option instead of the option's own rule."""


def silent_lines(options: LaKrapOptions, game: KrapGame, play: Play) -> Mapping[int, list[Line]]:
    """Return zero-point lines, by seat, about options that decided a trick.

    Only options for cases that the rules leave open are considered. A line goes to whoever took
    the trick or, if nobody did, to whoever led it. An option decided a trick if, with another
    setting, someone else would have taken it or other players would have revoked.
    """
    given = _outcomes(options, game, play)
    others = [
        (choice, _outcomes(options.model_copy(update={choice.name: value}), game, play))
        for choice in choices(LaKrapOptions, ())
        if choice.name in _OPEN_POINTS
        for value, _unused in choice.values
        if value != getattr(options, choice.name)
    ]
    found: dict[int, list[Line]] = {}
    for place, (trick, taker) in enumerate(zip(play.tricks, play.takers, strict=True)):
        deciding = {each.name: each for each, outcome in others if outcome[place] != given[place]}
        for choice in deciding.values():
            text = _(
                "trick {number}: the rules don’t say, and your table plays “{title}: {label}”",
                number=place + 1,
                title=choice.title,
                label=choice.label(getattr(options, choice.name)),
            )
            line = Line(_RULES.get(choice.name, choice.rule), 0, text)
            found.setdefault(trick.leader if taker is None else taker, []).append(line)
    return found


def _outcomes(
    options: LaKrapOptions, game: KrapGame, play: Play
) -> list[tuple[int | None, list[int]]]:
    """Return each trick's taker and the seats that revoked in it, under these options."""
    rules = rules_of(game, options)
    tricks = tuple(replace(trick, rules=rules) for trick in play.tricks)
    revokes = breaches(replace(play, tricks=tricks))
    return [
        (rules.taker(trick), [each.seat for each in revokes if each.trick == number])
        for number, trick in enumerate(tricks, start=1)
    ]
