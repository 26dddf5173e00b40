"""How a finished match or an evening ended: its winner, margin and length, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from referee.core.course import Fact, TurningPoint, duration
from referee.core.entry_name import DECIDED_LAST, count_entries
from referee.core.findings import Points
from referee.core.setup import count_people
from referee.core.sheet import Tally
from referee.core.story.story import Evening, Story
from referee.core.text import Text, _, by_points, joined, listed, ngettext, points, unbroken

STOPPED: Final = _("The match was stopped early.")
FEWEST_TO_CHEER: Final = 4  # entries from which a match has a course worth a remark
LONG: Final = 600  # minutes from which only whole hours are shown
MOST_NAMES: Final = 3  # most names in the headline; more are counted
CLOSE: Final = 0.02  # a margin up to this share of the winner's score


class Ending(NamedTuple):
    figures: Text  # `by 1,455 points · 120 legs · 9 evenings · 33 h`
    cheer: Text | None  # a word about how it was won, if it was won in a special way
    turning_point: Fact | None


def describe_ending(story: Story) -> Ending:
    tally, turn = story.tally, story.turn()
    margin = describe_margin(tally, [each.score for each in tally.outcome().standings])
    figures = joined(filter(None, [margin, *describe_length(story)]), " · ")
    return Ending(figures, _cheer(story, turn), turn and turn.fact)


def _cheer(story: Story, turn: TurningPoint | None) -> Text | None:
    tally, outcome, course = story.tally, story.tally.outcome(), story.course
    if not outcome.winners:
        return None
    has_end = not tally.game.is_endless(tally.setup.options)
    if tally.closed and has_end and tally.game.outcome(tally.setup, tally.state()).due:
        return STOPPED
    if [each.rank for each in outcome.standings].count(1) > 1:
        return _("Level to the very end!")
    if tally.game.unit == "lives" and not outcome.standings[0].score:
        return _("With no lives to spare!")
    if turn is None or len(course) < FEWEST_TO_CHEER:
        return _("Well played!")
    if turn.before:
        return DECIDED_LAST[tally.game.entry_name]
    if turn.most_behind > 0 and 2 * course.index(turn.entry) >= len(course):
        return comeback(turn.most_behind)
    first, second = (each.score for each in outcome.standings[:2])
    return _("What a close finish!") if abs(first - second) <= CLOSE * abs(first) else None


def comeback(n: Points) -> Text:
    return ngettext("What a comeback from {n} point behind!",
                    "What a comeback from {n} points behind!", n)  # fmt: skip


def describe_margin(tally: Tally, scores: Sequence[Points]) -> Text | None:
    """Return the winning margin, such as `by 1,455 points`.

    `scores` is sorted, best first. Return None for a tie, and for games with lives.
    """
    if tally.game.unit != "points" or scores[0] == scores[1]:
        return None
    return by_points(abs(scores[0] - scores[1]))


def describe_length(story: Story, evening: Evening | None = None) -> list[Text]:
    """Return figures such as `5 of 12 deals`, `9 evenings`, `33 h`; leave out what isn't known."""
    unit, ahead = story.tally.game.entry_name, None if evening else story.forecast.ahead
    n = len(evening.played) if evening else story.tally.played
    figures = [count_entries(unit, n)]
    if ahead and ahead.entries:
        figures = [_("{n} of {entries}", n=n, entries=count_entries(unit, n + ahead.entries))]
    elif ahead and ahead.mark:
        figures.append(_("target: {aim}", aim=points(ahead.mark)))
    played = [each for each in ([evening] if evening else story.evenings) if each.rows]
    if len(played) > 1:
        figures.append(ngettext("{n} evening", "{n} evenings", len(played)))
    lengths = ((each.estimated_minutes, each.is_timed) for each in played)
    return [*map(unbroken, figures), *describe_minutes(*lengths)]


def describe_minutes(*evenings: tuple[float, bool]) -> list[Text]:
    """Add up their minutes, each with whether these are exact; unless one has no known length."""
    minutes, is_exact = sum(each for each, _e in evenings), all(exact for _m, exact in evenings)
    step = 60 if minutes >= LONG else 1 if is_exact else 10
    is_known = len(evenings) == 1 or all(map(describe_minutes, evenings))
    time = duration(step * round(minutes / step))
    time = _("about {time}", time=time) if step == 10 else time
    return [unbroken(time)] if is_known and round(minutes / step) else []


class Result(NamedTuple):
    """Who won or leads a match or an evening, and by how much."""

    names: Sequence[str]  # of the sides, as used in sentences
    ranking: Sequence[int]  # the sides, best first; those who are away last
    scores: Sequence[Points]  # in this order
    leaders: Sequence[int]  # the winners or, before the end, those with the best score
    who: str  # these, for sentences
    headline: Text
    margin: Text | None

    @property
    def text(self) -> Text:
        result = _("{headline} {margin}", headline=self.headline, margin=self.margin)
        return result if self.margin else self.headline


def find_result(story: Story, evening: Evening | None = None, names: Sequence[str] = ()) -> Result:
    """Return the result of a match, with other `names` of its sides if given, or of an evening."""
    names, outcome = names or story.side_names, story.tally.outcome()
    if evening is None:
        scores = [each.score for each in outcome.standings]
        ranking = [story.sides.index(each.name) for each in outcome.standings]
        won = outcome.winners or [each.name for each in outcome.standings if each.rank == 1]
        leaders = [side for side in ranking if story.sides[side] in won]
        is_over, is_begun = story.is_over, bool(story.entries)
    else:
        gains, course = story.points_of(evening), story.played_in(evening)
        sign, away = 1 if story.tally.lowest_wins else -1, course[-1].away if course else ()
        ranking = sorted(range(len(gains)), key=lambda side: (side in away, sign * gains[side]))
        scores = [gains[side] for side in ranking]
        leaders = [side for side in ranking if gains[side] == scores[0] and side not in away]
        is_over, is_begun = evening.ended is not None, bool(evening.rows)
    n, best = len(leaders), [names[side] for side in leaders]
    who = best[0] if n == 1 else listed(best)
    if n > MOST_NAMES:
        who = ngettext("{n} player", "{n} players", n)
    if not is_begun:
        headline = _("Not started yet")
    elif is_over and evening is None:
        headline = ngettext("{names} won", "{names} share the win", n, names=who)
    elif is_over:
        headline = ngettext("{names} won the evening", "{names} tied for the evening", n, names=who)
    elif evening and n == 1:
        headline = ngettext("{names} leads the evening", "{names} lead the evening",
                            count_people(who), names=who)  # fmt: skip
    elif evening:
        headline = _("{names} are level for the evening", names=who)
    elif n == 1:
        headline = ngettext("{names} leads", "{names} lead", count_people(who), names=who)
    else:
        headline = _("{names} are level", names=who)
    margin = describe_margin(story.tally, scores)
    return Result(names, ranking, scores, leaders, who, headline, margin)


class EveningEnding(NamedTuple):
    result: Text | None  # who won it and by how much; None in games for lives
    figures: Text  # `12 legs · 3 h 10 min`
    turning_point: Fact | None


def describe_evening(story: Story, evening: Evening, *, is_midway: bool = False) -> EveningEnding:
    """Describe an evening; while it stops midway through an entry, nothing is decided yet."""
    is_midway = is_midway and evening.ended != "said"
    figures, result = describe_length(story, evening), None
    turn = None if is_midway else story.turn(evening)
    if story.played_in(evening) and story.tally.game.unit == "points":
        result = find_result(story, replace(evening, session=None, is_last=is_midway)).text
        if is_midway:
            result = _("After {entries}: {result}", entries=figures[0], result=result)
    return EveningEnding(result, joined(figures, " · "), turn.fact if turn else None)
