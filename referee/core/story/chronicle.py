"""The chronicle of a match: a sentence for each evening, and for how it ended or stands.

It reads like a message to somebody who wasn't there. Evenings that one side won in a row share a
sentence. A sentence about an evening has two forms, one that begins with the evening and one that
doesn't; they alternate, so that no two sentences in a row begin alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from referee.core.course import FEWEST, Fact, Played
from referee.core.findings import Points
from referee.core.game import find_sides
from referee.core.setup import count_people
from referee.core.story.ending import describe_ending
from referee.core.story.story import Story
from referee.core.text import Text, _, _p, joined, listed, ngettext, points

FEWEST_WITH_HALFWAY: Final = 6  # entries


class Chapter(NamedTuple):
    """One evening, or several in a row that the same side won."""

    numbers: Sequence[int]
    rows: Sequence[int]
    last: Played
    place: str | None
    winner: int | None = None  # None if it was a draw, or if the game counts lives

    @property
    def span(self) -> tuple[int, int]:
        return self.numbers[0], self.numbers[-1]

    @property
    def names(self) -> str:
        """The winners, as they sat there; empty without any."""
        return "" if self.winner is None else self.last.sides[self.winner]


class Lead(NamedTuple):
    leaders: Sequence[int]
    by: Points  # over the next best; 0 if several lead


def chronicle(story: Story) -> list[Fact]:
    """Return the sentences in order; those about an evening have its number and last entry.

    They leave out an evening that still goes on, and the only one of a match that is over. Where
    lives are counted, nobody wins an evening.
    """
    if not story.course:
        return []
    chapters, facts = [*_find_chapters(story)], list[Fact]()
    is_told = chapters and story.tally.game.unit == "points"
    if story.is_over and [len(each.numbers) for each in chapters] == [1]:
        is_told = False
    form = 1
    for before, each in zip([None, *chapters][:-1], chapters, strict=True):
        # Several evenings begin with the names, which reads better, if others won before.
        is_new = before is not None and before.names != each.names
        form = 1 if is_new and len(each.numbers) > 1 else 1 - form
        if is_told:
            is_again, is_last = before is not None and not is_new, each is chapters[-1]
            facts.append(_tell_chapter(story, each, form, is_again=is_again, is_last=is_last))
        facts += map(Fact, _tell_substitutes(story, each))
    if not is_told:
        facts += map(Fact, _tell_course(story))
    if story.is_over:
        return [*facts, *map(Fact, _tell_end(story))]
    leaders, lead = _find_lead(story, story.totals[-1], story.tally.away)
    is_known = is_told and chapters[-1].rows[-1] == len(story.entries) - 1
    if not (is_known and leaders == [chapters[-1].winner]):
        facts.append(Fact(_tell_standing(story.side_names[leaders[0]], lead)))
    return facts


def best_evenings(story: Story, most: int) -> list[Fact]:
    """Return at most this many sentences about evenings, the latest of those that mattered."""
    facts = [each for each in chronicle(story) if each.evening]
    best = sorted(facts, key=lambda each: each.is_turn)[-most:]
    return sorted(best, key=facts.index)


def _find_chapters(story: Story) -> Iterator[Chapter]:
    """Group the evenings that have ended; one with a substitute is always by itself."""
    ended = []
    for number, evening in enumerate(story.evenings, start=1):
        played = story.played_in(evening)
        if evening.ended and played:
            place = evening.session.place if evening.session else None
            each = Chapter([number], evening.rows, played[-1], place)
            leaders, lead = _find_lead(story, story.points_of(evening), each.last.away)
            if lead and story.tally.game.unit == "points":
                each = each._replace(winner=leaders[0])
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
    return Lead(leaders, abs(best - others[0]) if others else 0)


def _tell_chapter(
    story: Story, chapter: Chapter, form: int, *, is_again: bool, is_last: bool
) -> Fact:
    """Say who won these evenings and, unless the end follows, what that did to the lead."""
    first, end, winner, away = *chapter.span, chapter.winner, chapter.last.away
    gains = [sum(own) for own in zip(*map(story.gains, chapter.rows), strict=True)]
    totals = story.totals[chapter.rows[-1] + 1]
    before = [total - gain for total, gain in zip(totals, gains, strict=True)]
    won, old, new = (_find_lead(story, each, away) for each in (gains, before, totals))
    effect = "behind"
    if (story.is_over and is_last) or (first == 1 and won == new):
        effect = "none"
    elif new.leaders == [winner]:
        effect = "ahead" if old.leaders == new.leaders else "lead"

    number: str = points(first)
    if chapter.place:
        number = _("{number} ({place})", number=number, place=chapter.place)
    if winner is None:
        draw = _("{evening}: a draw.", evening=_("Evening {number}", number=number))
        text = (draw, _("Nobody won evening {number}.", number=number))[form]
    else:
        gap = abs(totals[new.leaders[0]] - totals[winner])
        if effect == "behind" and not gap:
            effect = "none"
        values = {"margin": points(won.by), "lead": points(new.by), "gap": points(gap)}
        text = _describe_win(chapter, number, effect, values, is_again=is_again)[form]
    if not is_last and new.leaders not in ([winner], old.leaders):
        front = _("In front now: {names}.", names=story.side_names[new.leaders[0]])
        text = joined([text, front if new.by else _("Now it’s level at the top.")])
    return Fact(text, chapter.last.number, end, is_turn=end > first or effect == "lead")


def _describe_win(
    chapter: Chapter, number: str, effect: str, values: dict[str, Any], *, is_again: bool
) -> tuple[Text, Text]:
    """Return both forms of the sentence."""
    evening = _("Evening {number}", number=number)
    won: Text = _p("won", "evening {number}", number=number)
    if len(chapter.numbers) > 1:
        start, end = chapter.span
        evening = _("Evenings {first} to {last}", first=start, last=end)
        won = ngettext("{n} evening in a row", "{n} evenings in a row", len(chapter.numbers))
        values["margin"] = _("{margin} in all", margin=values["margin"])
    names, people = chapter.names, count_people(chapter.names)
    again = _("{names} again,", names=names) if is_again else names
    values |= {"evening": evening, "won": won}
    one, two = values | {"names": again}, values | {"names": names}
    match effect:
        case "lead":
            first = _("{evening}: {names} by {margin}, taking a lead of {lead}.", **one)
            return first, ngettext(
                "{names} won {won} by {margin} and took a lead of {lead}.",
                "{names} won {won} by {margin} and took a lead of {lead}.",
                people, **two,
            )  # fmt: skip
        case "ahead":
            first = _("{evening}: {names} by {margin}, now {lead} ahead.", **one)
            return first, ngettext(
                "{names} won {won} by {margin} and stretched the lead to {lead}.",
                "{names} won {won} by {margin} and stretched the lead to {lead}.",
                people, **two,
            )  # fmt: skip
        case "behind":
            first = _("{evening}: {names} by {margin}, still {gap} behind.", **one)
            return first, ngettext(
                "{names} won {won} by {margin} but stayed {gap} behind.",
                "{names} won {won} by {margin} but stayed {gap} behind.",
                people, **two,
            )  # fmt: skip
    return _("{evening}: {names} by {margin}.", **one), ngettext(
        "{names} won {won} by {margin}.", "{names} won {won} by {margin}.", people, **two
    )


def _tell_substitutes(story: Story, chapter: Chapter) -> Iterator[Text]:
    """Say who sat in for whom, and whether their side won the evening."""
    own, seated, ahead = story.tally.setup.players, chapter.last.players, tuple[int, ...]()
    template = _("In for {players}: {names}.")
    if chapter.winner is not None:
        ahead = story.tally.columns[find_sides(story.tally.columns)[chapter.winner]].seats
        template = _("No luck for {names}, sitting in for {players}.")
    seats = [n for n, name in enumerate(seated) if name not in own and own[n] not in seated]
    for text, here in (
        (_("Sitting in for {players}, {names} won."), [n for n in seats if n in ahead]),
        (template, [n for n in seats if n not in ahead]),
    ):
        if here:
            names = listed([seated[n] for n in here])
            yield text.format(names=names, players=listed([own[n] for n in here]))


def _tell_course(story: Story) -> Iterator[Text]:
    """Say who went out, or who led halfway through a match that is over."""
    course = story.course
    if story.tally.game.unit == "lives":
        after = zip(story.tally.rows, story.totals[1:], strict=True)
        out = [
            _("{name} in {label}", name=name, label=row.heading.label)
            for number, (row, totals) in enumerate(after)
            for name, gain, left in zip(story.side_names, story.gains(number), totals, strict=True)
            if gain < 0 > left
        ]
        if out:
            yield _("Out went {names}.", names=listed(out))
    elif story.is_over and len(course) >= FEWEST_WITH_HALFWAY:
        middle = course[len(course) // 2 - 1]
        leaders, lead = _find_lead(story, middle.totals, middle.away)
        if lead:
            names = story.side_names[leaders[0]]
            yield _("Halfway through, {names} led by {lead}.", names=names, lead=points(lead))


def _tell_end(story: Story) -> Iterator[Text]:
    """Say who won by how much and, if they came from further behind than that, from where."""
    tally, outcome = story.tally, story.tally.outcome()
    winners = [story.sides.index(name) for name in outcome.winners]
    if tally.closed and tally.game.outcome(tally.setup, tally.state()).due:
        yield _("That’s where the table stopped.")
    names = listed([story.side_names[side] for side in winners])
    _leaders, margin = _find_lead(story, story.totals[-1], tally.away)
    behind = [each.behind(winners[0], lowest_wins=tally.lowest_wins) for each in story.course]
    label = story.course[behind.index(max(behind))].label
    template = _("In the end, {names} won by {margin}, from {gap} behind after {label}.")
    if len(winners) > 1:
        template = _("In the end, {names} shared the win.")
    elif tally.game.unit == "lives" or not margin:
        template = _("In the end, {names} won.")
    elif max(behind) <= margin:
        template = _("In the end, {names} won by {margin}.")
    yield template.format(names=names, margin=points(margin), gap=points(max(behind)), label=label)
    if cheer := describe_ending(story).cheer:
        yield cheer


def _tell_standing(names: str, lead: Points) -> Text:
    if not lead:
        return _("So far, it’s level at the top.")
    return ngettext(
        "So far, {names} leads by {lead}.",
        "So far, {names} lead by {lead}.",
        count_people(names), names=names, lead=points(lead),
    )  # fmt: skip
