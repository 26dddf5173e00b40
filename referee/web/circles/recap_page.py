"""A circle's evening or year, over all its matches: as a page, a picture, and a text to paste."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Final

from flask import Blueprint, Response, abort

from referee.core.game import NOTHING
from referee.core.story.ending import MOST_NAMES, describe_minutes
from referee.core.text import (
    Text,
    _,
    _p,
    by_points,
    day,
    joined,
    listed,
    ngettext,
    quoted,
    unbroken,
    wins,
)
from referee.matches.circle import (
    EveningResult,
    MatchResult,
    PersonResult,
    longest_streak,
    table_of,
)
from referee.web.circles.circle_page import OpenCircle, open_circle, year_of
from referee.web.http.app import render
from referee.web.story.picture import SIZE, ResultRow, Summary, draw_results
from referee.web.story.story_page import picture_file

pages = Blueprint("recap_page", __name__, url_prefix="/c/<circle>")

NOTHING_PLAYED: Final = _("Nothing was played then. Open the circle again.")
COUNTED: Final = _(
    "A match that ended that evening counts for its winners, any other for whoever did best in it."
)
SHARES: Final = {2: _("two get ½ each"), 3: _("three get ⅓ each"), 4: _("four get ¼ each")}
MOST_ROWS: Final = 16  # people in a picture
MOST_LINES: Final = 6  # sentences in a picture


@dataclass(frozen=True)
class Recap:
    opened: OpenCircle
    title: str  # the day of the evening, or the year
    table: Sequence[PersonResult]
    result: Summary
    lines: Sequence[Text]

    @property
    def heading(self) -> Text:
        return joined([self.opened.circle.name, self.title], " · ")

    @property
    def text(self) -> Text:
        won = [each.won for each in self.table]
        standings = [
            ngettext(
                "{rank}. {name}: {won} win", "{rank}. {name}: {won} wins", 1 if own == 1 else 2,
                rank=1 + won.index(own), name=row.name, won=row.figures[0],
            )
            for own, row in zip(won, self.result.rows, strict=True)
        ]  # fmt: skip
        parts = ([self.heading, self.said, self.length], standings, self.lines, self.result.notes)
        return joined([joined(each, "\n") for each in parts if each], "\n\n")

    @property
    def said(self) -> Text:
        return joined(filter(None, [self.result.headline, self.result.margin]), " · ")

    @property
    def length(self) -> Text:
        return joined(self.result.length, " · ")


def recap_evening(opened: OpenCircle, night: date) -> Recap:
    """Recap an evening, to which each match counts that was played on it.

    One that ended counts for its winners, any other for whoever did best that evening.
    """
    evenings = opened.nights().get(night) or abort(404, NOTHING_PLAYED)
    results = [each.result for each in evenings]
    lines = [
        joined([each.result.label, _describe(opened, each.result, is_end=each.is_end)], " · ")
        for each in evenings
    ]
    notes = [] if all(each.is_end for each in evenings) else [COUNTED]
    table = table_of(results, opened.circle.people, opened.by_name)
    length = [_count_matches(len(results)), *_length(1, evenings)]
    n = sum(each.won == table[0].won for each in table)
    headline = ngettext(
        "The evening goes to {names}", "{names} tied for the evening", n, names=_best(opened, table)
    )
    title = day(min(each.start for each in evenings))
    notes += _explain_wins(results)
    return _recap(opened, title, table, headline, length, lines, notes)


def recap_year(opened: OpenCircle, year: int) -> Recap:
    results = [each for each in opened.results if each.is_over and year_of(each) == year]
    nights = opened.nights(year)
    if not results:
        abort(404, NOTHING_PLAYED)
    lines, people = list[Text](), opened.circle.people
    streak, persons = longest_streak(results, people)
    if streak > 1:
        names = listed(map(opened.names.__getitem__, persons))
        row = ngettext("{n} win in a row", "{n} wins in a row", streak)
        lines.append(_("Longest winning streak: {names}, {row}", names=names, row=row))
    close = [each for each in results if each.margin]  # a shared win has none
    if len(close) > 1:
        match = min(close, key=lambda each: each.margin or 0)
        template = _("Closest win: {names} {margin} ({game}, {day})")
        named = {"names": opened.winners(match), "margin": by_points(match.margin or 0)}
        lines.append(template.format(**named, game=match.label, day=day(match.at)))
    match = max(results, key=lambda each: len(each.evenings))
    if len(match.evenings) > 1:
        lasted, won = _length(1, match.evenings), _describe(opened, match, is_end=True)
        whole = joined([quoted(match.title), *lasted, won], " · ")
        lines.append(_("Longest match: {match}", match=whole))
    going = 0
    for each in opened.results:
        own = [evening for evening in each.evenings if year_of(evening.result) == year]
        going += bool(own) and not each.is_over
        if len(own) > 1 and not each.is_over:
            times = [_("{time} so far", time=time) for time in _length(1, own)]
            so_far = joined([quoted(each.title), *times], ", ")
            lines.append(_("Not over yet: {match}", match=so_far))
    table = [each for each in table_of(results, people, opened.by_name) if each.matches]
    counts = [_count_matches(len(results))]
    if going:
        over = ngettext("{n} match finished", "{n} matches finished", len(results))
        counts = [unbroken(over), unbroken(_("{n} still going", n=going))]
    length = [*_length(len(nights), [*chain(*nights.values())]), *counts]
    headline = _("Most wins: {names}", names=_best(opened, table))
    notes = _explain_wins(results, has_streak=streak > 1)
    return _recap(opened, str(year), table, headline, length, lines, notes)


def _recap(
    opened: OpenCircle,
    title: str,
    table: Sequence[PersonResult],
    headline: Text,
    length: Sequence[Text],
    lines: Sequence[Text],
    notes: Sequence[Text],
) -> Recap:
    most, margin = table[0].won, NOTHING
    if not most:
        headline = _("Nobody has won yet")
    elif len([each for each in table if each.won == most]) == 1:
        within = ngettext("in {n} match", "in {n} matches", table[0].matches)
        won = ngettext("{won} win {within}", "{won} wins {within}",
                       1 if most == 1 else 2, won=wins(most), within=within)  # fmt: skip
        margin = unbroken(won)
    rows = [
        ResultRow(opened.names[each.person], (wins(each.won), str(each.matches)), each.won == most)
        for each in table
    ]
    heads = [_p("matches", "Won"), _p("matches", "Played")]
    who = _best(opened, table)
    result = Summary(rows, headline, margin, length, who, heads, notes=notes)
    return Recap(opened, title, table, result, lines)


def _explain_wins(results: Sequence[MatchResult], *, has_streak: bool = False) -> list[Text]:
    """Explain a shared win, also beside a streak, and a team's, if there were any."""
    winners = [[seat for seat in each.seats if seat.won] for each in results]
    parts = {seat.won.denominator for each in winners for seat in each}
    shares = [share for n, share in SHARES.items() if n in parts]
    notes = [_("A tie is split: {shares}.", shares=joined(shares, ", "))] if shares else []
    if shares and has_streak:
        notes.append(_("A tie ends a winning streak."))
    if any(len({seat.side for seat in each}) < len(each) for each in winners):
        notes.append(_("In a team, each partner gets a whole win."))
    return notes


def _best(opened: OpenCircle, table: Sequence[PersonResult]) -> Text:
    names = [opened.names[each.person] for each in table if each.won == table[0].won]
    n = len(names)
    return listed(names) if n <= MOST_NAMES else ngettext("{n} player", "{n} players", n)


def _count_matches(n: int) -> Text:
    return unbroken(ngettext("{n} match", "{n} matches", n))


def _length(nights: int, evenings: Sequence[EveningResult]) -> list[Text]:
    """Return the number of nights, if there were several, and how long was played."""
    count = [unbroken(ngettext("{n} evening", "{n} evenings", nights))] if nights > 1 else []
    return [*count, *describe_minutes(*((each.minutes, each.is_timed) for each in evenings))]


def _describe(opened: OpenCircle, result: MatchResult, *, is_end: bool) -> Text:
    """Say who won a match or was best on an evening of it, and by how much."""
    winners = opened.describe_winners(result, is_end=is_end)
    result_text = _("{headline} {margin}", headline=winners, margin=by_points(result.margin or 0))
    return result_text if result.margin else winners


# Its pages ----------------------------------------------------------------------------------------


def _open(circle: str, when: str) -> Recap:
    """Open the recap of a year, `2026`, or of the evening of a day, `2026-11-28`."""
    opened = open_circle(circle)
    try:
        if when.isdecimal() and len(when) == 4:
            return recap_year(opened, int(when))
        return recap_evening(opened, date.fromisoformat(when))
    except ValueError:
        abort(404, NOTHING_PLAYED)


@pages.get("/recap/<when>")
def show(circle: str, when: str) -> str:
    return render("circles/recap.html", recap=_open(circle, when), when=when, size=SIZE)


@pages.get("/recap/<when>/picture")
def picture(circle: str, when: str) -> Response:
    recap = _open(circle, when)
    result = recap.result._replace(rows=recap.result.rows[:MOST_ROWS])
    names = [*recap.opened.names.values()]
    drawn = draw_results(result, recap.heading, recap.lines[:MOST_LINES], names)
    return picture_file(drawn, recap.heading)
