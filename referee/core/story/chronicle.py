"""The chronicle of a match: how it ended or stands, and a line for each evening.

It reads like a message to somebody who wasn't there. Evenings that one side won in a row share a
sentence. A sentence about an evening has two forms, one that begins with the evening and one that
doesn't; they alternate, so that no two sentences in a row begin alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from referee.core.course import FEWEST, Fact, Played
from referee.core.findings import Points
from referee.core.game import NOTHING
from referee.core.setup import count_people
from referee.core.story.ending import STOPPED, comeback, describe_ending, find_result
from referee.core.story.story import Story
from referee.core.text import Text, _, by_points, joined, listed, ngettext, points

PREPOSITION: Final = re.compile(r"^(At|Bei|Beim|Im|In)\b")  # in lower case within a sentence


class Chapter(NamedTuple):
    """One evening, or several in a row that the same side won."""

    numbers: Sequence[int]
    rows: Sequence[int]
    last: Played
    place: str | None
    winner: int | None = None  # None if it was a draw, or if the game counts lives
    names: str = ""  # of the winners


class Lead(NamedTuple):
    leaders: Sequence[int]
    by: Points  # over the next best; 0 if several lead
    seconds: Sequence[int]  # the next best


def chronicle(story: Story, *, with_result: bool = True) -> list[Fact]:
    """Return its lines: how the match ended, its evenings, or how it stands.

    Where they are known from a list, leave out the result, how it stands and who is out.

    Those about an evening have its number and last entry. They leave out an evening that still goes
    on, and the only one of a match that is over. Where lives are counted, nobody wins an evening.
    """
    if not story.course:
        return []
    chapters = [*_find_chapters(story)]
    facts = [Fact(joined(_tell_end(story, with_result=with_result)))] if story.is_over else []
    is_single = story.is_over and [len(each.numbers) for each in chapters] == [1]
    is_told = chapters and story.tally.game.unit == "points" and not is_single
    form = 1
    for before, each in zip([None, *chapters][:-1], chapters, strict=True):
        # Several evenings begin with the names, which reads better, if others won before.
        is_new = before is not None and before.names != each.names
        form = 1 if is_new and len(each.numbers) > 1 else 1 - form
        own = [_tell_chapter(story, each, form, is_last=each is chapters[-1])] if is_told else []
        if texts := [*own, *_tell_substitutes(story, each)]:
            facts.append(Fact(joined(texts), each.last.number, each.numbers[-1]))
    if story.tally.game.unit == "lives" and with_result:
        facts += map(Fact, _tell_out(story))
    if story.is_over or not with_result:
        return facts
    leaders = _find_lead(story, story.totals[-1], story.tally.away).leaders
    is_known = is_told and chapters[-1].rows[-1] == len(story.entries) - 1
    if not (is_known and leaders == [chapters[-1].winner]):
        facts.append(Fact(_("So far: {result}.", result=find_result(story).text)))
    return facts


def _find_chapters(story: Story) -> Iterator[Chapter]:
    """Group the evenings that have ended; one with a substitute is always by itself."""
    ended = []
    for number, evening in enumerate(story.evenings, start=1):
        played = story.played_in(evening)
        if evening.ended and played:
            place = evening.session.place if evening.session else None
            each = Chapter([number], evening.rows, played[-1], place)
            top = _find_lead(story, story.points_of(evening), each.last.away)
            if top.by and story.tally.game.unit == "points":
                each = each._replace(winner=top.leaders[0], names=story.side_names[top.leaders[0]])
            ended.append(each)
    own = story.tally.setup.players
    for (winner, players, _away), group in groupby(
        ended, lambda each: (each.winner, each.last.players, each.last.away)
    ):
        several = [*group]
        if winner is None or players != own or len(several) < FEWEST:
            yield from several
        else:
            numbers = [number for each in several for number in each.numbers]
            rows = [row for each in several for row in each.rows]
            yield several[-1]._replace(numbers=numbers, rows=rows, place=None)


def _find_lead(story: Story, totals: Sequence[Points], away: frozenset[int]) -> Lead:
    here = {side: total for side, total in enumerate(totals) if side not in away}
    best, *others = sorted(here.values(), reverse=not story.tally.lowest_wins)
    leaders = [side for side, total in here.items() if total == best]
    seconds = [side for side, total in here.items() if others and total == others[0]]
    return Lead(leaders, abs(best - others[0]) if others else 0, seconds)


def _tell_chapter(story: Story, chapter: Chapter, form: int, *, is_last: bool) -> Text:
    """Say who won these evenings, and what that did to the lead or, in the end, to the match."""
    winner, away, n = chapter.winner, chapter.last.away, count_people(chapter.names)
    gains = [sum(own) for own in zip(*map(story.gains, chapter.rows), strict=True)]
    totals = story.totals[chapter.rows[-1] + 1]
    before = [total - gain for total, gain in zip(totals, gains, strict=True)]
    own, old, new = (_find_lead(story, each, away) for each in (gains, before, totals))
    champions = [*map(story.sides.index, story.tally.outcome().winners)] if is_last else []
    margin = by_points(own.by)
    if len(story.sides) > 2 and len(own.seconds) == 1:  # the lead may be over somebody else
        margin = _("{margin} over {rival}", margin=margin, rival=story.side_names[own.seconds[0]])
    won, after = _describe_win(chapter, margin, form), NOTHING
    text, values = _("{won}.", won=won), {"won": won, "lead": points(new.by)}
    if champions == [winner]:
        text = _("{won} and with it the match.", won=won)
        if new.by not in (0, own.by):
            text = _("{won}, and the match by {lead}.", **values)
    elif len(champions) == 1:
        after = _("The match went to {names}.", names=story.side_names[champions[0]])
    elif winner is None or champions or (chapter.numbers[0] == 1 and own == new):
        pass
    elif winner not in new.leaders:
        gap = points(abs(totals[new.leaders[0]] - totals[winner]))
        text = ngettext("{won} and cut the overall gap to {gap}.",
                        "{won} and cut the overall gap to {gap}.", n, won=won, gap=gap)  # fmt: skip
    elif old.leaders == new.leaders == [winner]:
        text = ngettext("{won} and stretched the overall lead to {lead}.",
                        "{won} and stretched the overall lead to {lead}.",
                        n, **values)  # fmt: skip
    elif new.leaders == [winner]:
        text = ngettext("{won} and took an overall lead of {lead}.",
                        "{won} and took an overall lead of {lead}.", n, **values)  # fmt: skip
    if not is_last and new.leaders not in ([winner], old.leaders):
        after = _("In front overall: {names}.", names=story.side_names[new.leaders[0]])
        after = after if new.by else _("Overall, it’s level at the top.")
    return joined([text, after]) if after else text


def _describe_win(chapter: Chapter, margin: Text, form: int) -> Text:
    (first, *others), number = chapter.numbers, points(chapter.numbers[0])
    if chapter.place:
        place = PREPOSITION.sub(lambda found: found[0].lower(), chapter.place)
        template = _("{number} ({place})") if form else _("{number}, {place}")
        number = template.format(number=number, place=place)
    evening = _("Evening {number}", number=number)
    if others:
        evening = _("Evenings {first} to {last}", first=first, last=others[-1])
        template = _("{margin} in all") if form else _("all of them, {margin} in total")
        margin = template.format(margin=margin)
    if chapter.winner is None:
        draw = _("{evening}: a draw", evening=evening)
        return _("Nobody won evening {number}", number=number) if form else draw
    n, values = count_people(chapter.names), {"names": chapter.names, "margin": margin}
    if not form:
        return ngettext("{evening}: {names} won {margin}", "{evening}: {names} won {margin}",
                        n, evening=evening, **values)  # fmt: skip
    if others:
        return ngettext("{names} won {evenings} evenings in a row {margin}",
                        "{names} won {evenings} evenings in a row {margin}",
                        n, evenings=1 + len(others), **values)  # fmt: skip
    return ngettext("{names} won evening {number} {margin}",
                    "{names} won evening {number} {margin}",
                    n, number=number, **values)  # fmt: skip


def _tell_substitutes(story: Story, chapter: Chapter) -> Iterator[Text]:
    own, seated = story.tally.setup.players, chapter.last.players
    seats = [n for n, name in enumerate(seated) if name not in own and own[n] not in seated]
    if seats:
        names, players = (listed([names[n] for n in seats]) for names in (seated, own))
        yield ngettext("{names} sat in for {players}.", "{names} sat in for {players}.",
                       len(seats), names=names, players=players)  # fmt: skip


def _tell_out(story: Story) -> Iterator[Text]:
    """Say who has lost all lives, and when."""
    firsts = [(story.went_out(side), name) for side, name in enumerate(story.side_names)]
    out = sorted((first.number, name, first.when) for first, name in firsts if first)
    if out:
        names = listed([_("{name} {when}", name=name, when=when) for _n, name, when in out])
        yield _("Knocked out: {names}.", names=names)


def _tell_end(story: Story, *, with_result: bool) -> Iterator[Text]:
    """Say who won by how much, since when they led and, if it was further, how far they trailed."""
    tally, turn, cheer = story.tally, story.turn(), describe_ending(story).cheer
    winner = story.sides.index(tally.outcome().winners[0])
    behind = [each.behind(winner, lowest_wins=tally.lowest_wins) for each in story.course]
    gap, low = max((own, number) for number, own in enumerate(behind))
    names, lead = story.side_names[winner], _find_lead(story, story.totals[-1], tally.away).by
    n, values = count_people(names), {"names": names, "margin": by_points(lead)}
    result = _("{result}.", result=find_result(story).text)
    if turn is None or not with_result:
        yield from [turn.fact.text] if turn else [result] * with_result
    elif turn.before and turn.behind:
        yield ngettext("{names} won {margin} after being {gap} behind {before}.",
                       "{names} won {margin} after being {gap} behind {before}.",
                       n, gap=points(turn.behind), before=turn.before, **values)  # fmt: skip
    elif turn.before:
        yield joined([result, turn.fact.text])
    elif turn.by == "gain":
        yield ngettext("{names} led from start to finish and won {margin}.",
                       "{names} led from start to finish and won {margin}.",
                       n, **values)  # fmt: skip
    else:
        yield ngettext("{names} took the lead for good {when} and won {margin}.",
                       "{names} took the lead for good {when} and won {margin}.",
                       n, when=turn.entry.when, **values)  # fmt: skip
    if turn and (led := _list_leaders(story, winner, turn.entry.number)):
        yield ngettext("Earlier, {names} had led.", "Earlier, {names} had led.",
                       len(led), names=listed(led))  # fmt: skip
    if turn and not turn.before and gap > lead and cheer != comeback(gap):
        yield ngettext("{names} had been {gap} points behind {when}.",
                       "{names} had been {gap} points behind {when}.",
                       n, names=names, gap=points(gap), when=story.course[low].when)  # fmt: skip
    if cheer and (cheer == STOPPED or not (turn and turn.before)):
        yield cheer


def _list_leaders(story: Story, winner: int, before: int) -> list[str]:
    """Return who else led alone before this entry, in order, if there are several rivals."""
    leads = (_find_lead(story, e.totals, e.away) for e in story.course if e.number < before)
    led = dict.fromkeys(each.leaders[0] for each in leads if each.by)
    return [story.side_names[n] for n in led if n != winner and len(story.sides) > 2]
