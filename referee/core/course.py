"""A match's played and remaining entries, and the facts that stand out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple

from referee.core.entry_name import EntryName, count_entries
from referee.core.findings import Line, Points
from referee.core.record import Entry
from referee.core.setup import count_people
from referee.core.text import Text, _, _p, joined, listed, ngettext, points, without_fraction

Figures = tuple[Points, ...]


class Span(NamedTuple):
    low: float
    high: float | None


FAR: Final = 1_024  # the most entries ahead that are counted

# Remaining entries --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Coming:
    """A remaining entry: its kind, and the most and least that a side can gain in it."""

    kind: str  # as entries of this kind are recorded, `b-leg`
    most: int
    least: int = 0  # below 0 if a side can lose points


@dataclass(frozen=True)
class Ahead:
    """The rest of a game that ends at a target score or after a set number of entries.

    If both are set, whichever is reached first ends it.
    """

    sides: tuple[str, ...]  # competing teams or players, in column order, not by rank
    totals: Figures
    cycle: tuple[Coming, ...]
    """The remaining entries, starting with the next one; this sequence repeats."""
    mark: int | None = None
    """The total (above 0) that ends the game once a side reaches it, whether to win or to lose."""
    entries: int | None = None  # entries left, if the rules fix their number
    away: frozenset[int] = frozenset()  # sides that can't win, nor end the game at the mark
    lowest_wins: bool = False

    @property
    def needs(self) -> Figures | None:
        if self.mark is None:
            return None
        return tuple(max(self.mark - total, 0) for total in self.totals)

    def coming(self, number: int) -> Coming:
        return self.cycle[number % len(self.cycle)]

    @property
    def least(self) -> int:
        """How many entries are left at least; their exact number if the rules fix it."""
        least, gained = self.entries or 1, self.coming(0).most
        if self.needs is not None and self.entries is None:
            needs = min(need for side, need in enumerate(self.needs) if side not in self.away)
            while gained < needs and least < FAR:
                gained += self.coming(least).most
                least += 1
        return least

    @property
    def leader(self) -> int | None:
        return find_leader(self.totals, lowest_wins=self.lowest_wins, away=self.away)

    def able_to_win(self) -> list[int]:
        """Return the indexes of the sides that can still win.

        In a game to a mark, every side can, because the others may gain nothing. In a game of fixed
        length, a side must be able to catch up with the leader.
        """
        able = [side for side in range(len(self.totals)) if side not in self.away]
        if self.entries is None:
            return able
        reach = sum(each.most - each.least for each in map(self.coming, range(self.entries)))
        best = (min if self.lowest_wins else max)(self.totals[side] for side in able)
        return [side for side in able if abs(best - self.totals[side]) <= reach]


# Played entries -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    number: int  # its index in the record
    entry: Entry
    label: str
    nth: str  # `65` or, without a number, its label
    when: Text  # for sentences: `in leg 65`
    before: Any  # the game's own state before it
    cells: tuple[Points | None, ...]  # its figures on the sheet, one per column
    why: tuple[tuple[Line, ...], ...]  # the receipts of the cells
    gains: Figures
    totals: Figures  # totals of the sides after it
    minutes: float | None  # how long it took, if known
    players: tuple[str, ...]
    """The person in each seat: its usual player, or that evening's substitute."""
    sides: tuple[str, ...]  # names of the sides, from those who sat there: `Ann and Cleo`
    away: frozenset[int] = frozenset()  # sides that weren't there

    @property
    def has_figures(self) -> bool:
        """Whether the entry has any figures; a passed-out deal has none."""
        return any(cell is not None for cell in self.cells)

    @property
    def gains_here(self) -> Figures:
        return tuple([gain for side, gain in enumerate(self.gains) if side not in self.away])

    def side_with(self, gain: Points) -> int:
        """Return the index of the first side of those who were there with this gain."""
        found = enumerate(self.gains)
        return next(side for side, own in found if own == gain and side not in self.away)

    def behind(self, side: int, *, lowest_wins: bool) -> Points:
        """Return how far this side was behind the best of those who were there."""
        best = min if lowest_wins else max
        here = [total for n, total in enumerate(self.totals) if n == side or n not in self.away]
        return abs(best(here) - self.totals[side])


Course = Sequence[Played]


def group_by_kind(course: Course) -> Mapping[str, list[Played]]:
    groups: dict[str, list[Played]] = {}
    for each in course:
        groups.setdefault(each.entry.kind, []).append(each)
    return groups


def find_leader(
    figures: Sequence[Points], *, lowest_wins: bool, away: Collection[int] = ()
) -> int | None:
    """Return the index of the side with the best figure; None if several share it."""
    here = {side: figure for side, figure in enumerate(figures) if side not in away}
    best = min(here.values()) if lowest_wins else max(here.values())
    leaders = [side for side, figure in here.items() if figure == best]
    return leaders[0] if len(leaders) == 1 else None


def seated_players(players: Sequence[str], course: Course) -> list[str]:
    """Return everyone who played: the players in seat order, then their substitutes."""
    seated = dict.fromkeys(name for each in course for name in each.players)
    own = [name for name in players if name in seated]
    return [*own, *(name for name in seated if name not in own)]


def count_by_person(
    players: Sequence[str], course: Course, is_so: Callable[[Played, int], bool]
) -> dict[str, int]:
    """Count, for each person, the entries in which `is_so` holds for their seat."""
    counts = Counter(
        name for each in course for seat, name in enumerate(each.players) if is_so(each, seat)
    )
    return {name: counts[name] for name in seated_players(players, course)}


class TurningPoint(NamedTuple):
    """The entry that decided a match or an evening.

    The winner took the lead in it and kept it or, if they led from start to finish, made the
    largest step; `points` is the lead after it or that step.
    """

    entry: Played
    side: int  # the winner
    by: Literal["lead", "gain"]
    points: Points
    most_behind: Points = 0  # how far the winner had been behind at most
    behind: Points = 0  # and just before
    level: Sequence[int] = ()  # the sides that shared the lead just before, if others didn't
    sides: Sequence[str] = ()  # their names
    is_of_evening: bool = False
    before: Text | None = None  # `before the last round`, if they took the lead in it

    @property
    def fact(self) -> Fact:
        side, when = self.sides[self.side], self.entry.when
        lead = _p("taken", "the lead")
        if self.is_of_evening:
            lead = _p("taken", "the lead of the evening")
        n, values = count_people(side), {"side": side, "lead": lead, "when": when}
        if self.before and self.behind:
            text = ngettext("{side} was {gap} behind {before} and still won.",
                            "{side} were {gap} behind {before} and still won.",
                            n, gap=points(self.behind), before=self.before, **values)  # fmt: skip
        elif self.before and self.level:
            text = ngettext("{names} were level {before}; then {side} pulled clear.",
                            "{names} were level {before}; then {side} pulled clear.",
                            n, names=listed([self.sides[each] for each in self.level]),
                            before=self.before, **values)  # fmt: skip
        elif self.before:
            text = ngettext("It was level {before}; then {side} pulled clear.",
                            "It was level {before}; then {side} pulled clear.",
                            n, before=self.before, **values)  # fmt: skip
        elif self.by == "gain" and self.is_of_evening:
            text = ngettext(
                "{side} led the evening from start to finish; the lead grew most {when}, by {gap}.",
                "{side} led the evening from start to finish; the lead grew most {when}, by {gap}.",
                n, gap=points(self.points), **values,
            )  # fmt: skip
        elif self.by == "gain":
            text = ngettext("{side} led from start to finish; the lead grew most {when}, by {gap}.",
                            "{side} led from start to finish; the lead grew most {when}, by {gap}.",
                            n, gap=points(self.points), **values)  # fmt: skip
        else:
            text = ngettext("{side} took {lead} {when} and kept it.",
                            "{side} took {lead} {when} and kept it.", n, **values)  # fmt: skip
        return Fact(text, self.entry.number, side=self.side)

    def as_json(self) -> dict[str, Any]:
        entry = self.entry.number
        return {"entry": entry, "by": self.by, "points": without_fraction(self.points)}


def find_turning_point(
    course: Course, totals: Sequence[Figures], *, lowest_wins: bool, away: frozenset[int]
) -> TurningPoint | None:
    """Find the turn of these entries, given the totals after each; None if nobody has won alone.

    Those who are away at the end can't win, but while they were there, they were to be beaten.
    """
    if len(course) < FEWEST_WITH_TURN:
        return None
    winner = find_leader(totals[-1], lowest_wins=lowest_wins, away=away)
    if winner is None:
        return None
    sign = -1 if lowest_wins else 1
    absent = [*(each.away for each in course[:-1]), away]
    leads = [
        sign * each[winner]
        - max(
            [sign * figure for side, figure in enumerate(each) if side not in {winner, *gone}],
            default=0,
        )
        for each, gone in zip(totals, absent, strict=True)
    ]
    not_ahead = [number for number, lead in enumerate(leads[:-1]) if lead <= 0]
    if not_ahead:
        first = not_ahead[-1] + 1
        gaps, before = (-min(leads), -leads[first - 1]), totals[first - 1]
        here = [side for side in range(len(before)) if side not in {*absent[first - 1]} - {winner}]
        level = [side for side in here if before[side] == before[winner]]
        level = level if len(level) < len(here) else []
        return TurningPoint(course[first], winner, "lead", leads[first], *gaps, level=level)
    steps = [now - before for before, now in pairwise([0, *leads])]
    largest = steps.index(max(steps))
    return TurningPoint(course[largest], winner, "gain", steps[largest])


# Facts --------------------------------------------------------------------------------------------

FEWEST_WITH_TURN: Final = 2
FEWEST: Final = 3  # entries needed for a fact, or timed entries for one about time

MOST_TIES: Final = 3  # with more, they are counted instead of named


@dataclass(frozen=True)
class Fact:
    text: Text
    entry: int | None = None
    evening: int | None = None  # its number, counted from 1, if the fact is about an evening
    is_turn: bool = True  # whether it may have changed the course, rather than its length
    side: int | None = None  # the index of the side that it is about, if it is about one


def fact_by_player(
    template: Text, names: Collection[str], figures: Collection[object], **values: object
) -> Fact:
    """Create a fact with a figure for each player: `Quotas met: Ann 8 · Ben 6`."""
    return Fact(template.format(figures=name_figures(names, figures), **values))


def name_figures(names: Collection[str], figures: Collection[object]) -> Text:
    """List each name with its figure: `Ann 8 · Ben 6`."""
    template, pairs = _("{name}\u00a0{figure}"), zip(names, figures, strict=True)
    return joined([template.format(name=name, figure=own) for name, own in pairs], " · ")


def with_ties(text: Text, others: Sequence[tuple[str, Played]]) -> Text:
    """Add who else reached the same figure, and in which entry."""
    if not others:
        return text
    if len(others) > MOST_TIES:
        names = listed(dict.fromkeys(name for name, _played in others))
        again = _("Equalled {n} times, by {names}.", n=len(others), names=names)
        return joined([text, again])
    matches = [_("{name} {when}", name=name, when=played.when) for name, played in others]
    return joined([text, _("Also {matches}.", matches=listed(matches))])


def find_facts(
    course: Course,
    sides: Sequence[str],
    unit: EntryName,
    *,
    is_over: bool,
    is_evening: bool = False,
    turn: Fact | None = None,
    has_lives: bool = False,
    lowest_wins: bool = False,
    away: Collection[int] = (),
) -> Iterator[Fact]:
    """Find facts in any game, crediting whoever sat in the seat at the time.

    Of lives, nobody leads by some.
    """
    if turn:
        yield turn
    if len(course) >= FEWEST:
        if not has_lives:
            yield from _find_leads(
                course, sides, is_over=is_over, is_evening=is_evening,
                has_turn=turn is not None, lowest_wins=lowest_wins, away=away,
            )  # fmt: skip
        yield from _find_records(course, unit, lowest_wins=lowest_wins)


def _find_leads(
    course: Course,
    sides: Sequence[str],
    *,
    is_over: bool,
    is_evening: bool,
    has_turn: bool,
    lowest_wins: bool,
    away: Collection[int],
) -> Iterator[Fact]:
    leaders = [
        (each, find_leader(each.totals, lowest_wins=lowest_wins, away=each.away)) for each in course
    ]
    leader = find_leader(course[-1].totals, lowest_wins=lowest_wins, away=away)
    leaders[-1] = (course[-1], leader)
    if leader is not None:
        behind = [each.behind(leader, lowest_wins=lowest_wins) for each in course]
        most = max(max(each.gains_here) - min(each.gains_here) for each in course)
        if (gap := max(behind)) > most:  # what one entry can bring is no comeback
            low = [each for each, own in zip(course, behind, strict=True) if own == gap][-1]
            template = _("The best comeback: {side} came from {gap} behind {when} to lead.")
            if is_evening:
                template = _(
                    "The best comeback of the evening: {side} went ahead after being {gap} behind"
                    " {when}."
                )
            elif is_over:
                template = _("The best comeback: {side} came from {gap} behind {when} to win.")
            text = template.format(side=sides[leader], gap=points(gap), when=low.when)
            yield Fact(text, low.number)
    leads = [(each, side) for each, side in leaders if side is not None]
    changes = [(now, side) for (_unused, before), (now, side) in pairwise(leads) if before != side]
    if changes and not (has_turn and len(changes) == 1):
        latest, new_leader = changes[-1]
        times = count_times(len(changes))
        text = ngettext(
            "The lead changed once: {side} took it {when}.",
            "The lead changed {times}, most recently to {side} {when}.",
            len(changes), times=times, side=latest.sides[new_leader], when=latest.when,
        )  # fmt: skip
        if is_evening:
            text = _("The evening’s lead changed hands {times}.", times=times)
        elif has_turn:
            text = _("The lead changed {times}.", times=times)
        yield Fact(text, latest.number)


def count_times(n: int) -> Text:
    named = {1: _p("times", "once"), 2: _p("times", "twice")}
    return named.get(n) or ngettext("{n} time", "{n} times", n)


def _find_records(course: Course, unit: EntryName, *, lowest_wins: bool) -> Iterator[Fact]:
    gain = max(max(each.gains) for each in course)
    if gain > 0:
        best = [
            (name, each)
            for each in course
            for name, own in zip(each.sides, each.gains, strict=True)
            if own == gain
        ]
        side, first = best[0]
        values = {"side": side, "gain": points(gain), "when": first.when}
        text = _("Most points at once: {gain} for {side}, {when}.", **values)
        if lowest_wins:
            text = ngettext("Hit hardest: {side}, {gain} point {when}.",
                            "Hit hardest: {side}, {gain} points {when}.",
                            gain, **values)  # fmt: skip
        yield Fact(with_ties(text, best[1:]), first.number, side=first.gains.index(gain))
    # The most that one side gained on another in one entry. Skipped if nobody gained, or if the
    # other side scored 0: that would be the biggest entry again.
    swings = [max(each.gains_here) - min(each.gains_here) for each in course]
    alike = [each for each, swing in zip(course, swings, strict=True) if swing == max(swings)]
    if is_among_several := len(course[0].gains) > 2:
        alike = [alike.pop(), *alike]  # the last counts
    swing, worst, most = alike[0], min(alike[0].gains_here), max(alike[0].gains_here)
    if most > 0 and worst != 0:
        ends = (min, max) if lowest_wins else (max, min)
        pairs = [
            [each.sides[each.side_with(end(each.gains_here))] for end in ends] for each in alike
        ]
        text = _(
            "The biggest swing: {side} gained {swing} on {other} {when}.",
            side=pairs[0][0],
            other=pairs[0][1],
            swing=points(most - worst),
            when=swing.when,
        )
        names = [
            _("{side} on {other}", side=side, other=other) if is_among_several else side
            for side, other in pairs
        ]
        yield Fact(with_ties(text, [*zip(names, alike, strict=True)][1:]), swing.number)
    timed = [(each.minutes, each) for each in course if each.minutes is not None]
    if len(timed) >= FEWEST:
        minutes, longest = max(timed, key=lambda pair: pair[0])
        text = {
            "deal": _("Longest deal: {time} {when}."),
            "round": _("Longest round: {time} {when}."),
            "leg": _("Longest leg: {time} {when}."),
        }[unit].format(time=duration(minutes), when=longest.when)
        yield Fact(text, longest.number, is_turn=False)
    yield from _find_streak(course, unit, lowest_wins=lowest_wins)


def _find_streak(course: Course, unit: EntryName, *, lowest_wins: bool) -> Iterator[Fact]:
    """Find the longest run of entries in which the same side did best."""
    streaks: list[tuple[int, str, Played, Played]] = []
    leaders = [find_leader(each.gains, lowest_wins=lowest_wins, away=each.away) for each in course]
    names = [None if n is None else each.sides[n] for n, each in zip(leaders, course, strict=True)]
    for name, run in groupby(zip(names, course, strict=True), key=itemgetter(0)):
        won = [played for _name, played in run]
        if name is not None:
            streaks.append((len(won), name, won[0], won[-1]))
    longest = max((length for length, *_others in streaks), default=0)
    if longest >= FEWEST:
        (_length, name, first, end), *others = [each for each in streaks if each[0] == longest]
        text = _(
            "The longest streak: {side} won {entries} in a row ({first}–{last}).",
            side=name,
            entries=count_entries(unit, longest),
            first=first.nth,
            last=end.nth,
        )
        yield Fact(with_ties(text, [(name, end) for _n, name, _first, end in others]), end.number)


def duration(minutes: float) -> Text:
    """Format a duration: `24 min`, `1 h 10 min`."""
    hours, rest = divmod(round(minutes), 60)
    if not hours:
        return _("{minutes} min", minutes=rest)
    if not rest:
        return _("{hours} h", hours=hours)
    return _("{hours} h {minutes} min", hours=hours, minutes=rest)


def describe_time(minutes: Span) -> Text:
    """Describe a range of minutes, rounded: `about 40 minutes`, `1½ to 2½ hours`.

    Steps are 5 minutes up to an hour, 10 minutes up to almost two hours, half an hour up to three
    hours, and a whole hour beyond that.
    """
    most = minutes.low if minutes.high is None else minutes.high
    step = next((step for limit, step in ((60, 5), (115, 10), (180, 30)) if most < limit), 60)
    unit = 1 if step < 30 else 60
    low, top = (max(step, step * round(each / step)) / unit for each in (minutes.low, most))
    span = describe_span(Span(low, low if minutes.high is None else top))
    kind = "or more" if minutes.high is None else "about" if low == top else "range"
    return {
        (1, "or more"): _("{span} minutes or more", span=span),
        (1, "about"): _("about {span} minutes", span=span),
        (1, "range"): _("{span} minutes", span=span),
        (60, "or more"): ngettext("{span} hour or more", "{span} hours or more", low, span=span),
        (60, "about"): ngettext("about {span} hour", "about {span} hours", low, span=span),
        (60, "range"): ngettext("{span} hour", "{span} hours", top, span=span),
    }[unit, kind]


def describe_span(span: Span) -> str:
    low = points(round(2 * span.low) / 2)
    if span.high is None:
        return _("{low} or more", low=low)
    high = points(round(2 * span.high) / 2)
    return low if low == high else _("{low} to {high}", low=low, high=high)
