"""The resume card: everything needed to continue a match where it stopped.

It is shown when an evening is over and when a match is opened again after a while. It can be
printed on a quarter of a sheet of paper, to keep with the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, NamedTuple

from flask import Blueprint

from referee.core.findings import Problem
from referee.core.game import Due, can_play
from referee.core.options import options_played
from referee.core.setup import Setup, count_people, members, name_side
from referee.core.story.ending import Result, describe_evening, find_result
from referee.core.story.story import Evening, seat_players
from referee.core.text import Text, _, joined, listed, ngettext, points, sentence
from referee.matches.match import Match, Tonight, name_in_full, sitting_in
from referee.matches.store import now
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.limits import long_match_turn
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.http.names import labels
from referee.web.match.deal_view import DealView, deal_views
from referee.web.match.match_page import SHOWN_FIRST

pages = Blueprint("resume_card", __name__, url_prefix="/m/<key>")

LONG_AGO: Final = timedelta(hours=2)  # idle time after which a match opens with its card
LETTERS_IN_PLAN: Final = 40  # most letters for the names in a row


@pages.get("/resume")
def show(key: str) -> str:
    return _render(open_match(key))


@dataclass(frozen=True)
class Adjournment:
    """Where a match has stopped: what is due, and the deals in progress."""

    match: Match
    seated: Match  # with those who sit there when it goes on
    due: Due | None

    @cached_property
    def on_table(self) -> list[tuple[int, DealView]]:
        """The deals in progress, each with its table number from 1."""
        panels = enumerate(deal_views(self.seated), start=1)
        return [(number, panel) for number, panel in panels if panel is not None]

    @cached_property
    def plans(self) -> list[dict[str, Any]]:
        return _plans(self.match, self.seated, self.due)

    @property
    def is_midway(self) -> bool:
        return self.due is not None and bool(self.match.hands or self.on_table)

    @property
    def heading(self) -> Text | None:
        if self.due is None:
            return None
        return _describe_due(self.match, self.due, self.on_table, len(self.plans))

    @property
    def labels(self) -> list[tuple[str, int | None]]:
        return _label_hands(self.seated, [panel for _unused, panel in self.on_table])


def find_adjournment(opened: OpenMatch, tonight: Tonight) -> Adjournment:
    # Going on begins an evening, so that its first entry has a time, and ends all substitution.
    if not tonight.is_going_on:
        return Adjournment(opened.match, opened.match, opened.match.due_at(None))
    return Adjournment(opened.match, opened.seated(), opened.seated(in_full=True).due_at(None))


def _render(opened: OpenMatch) -> str:
    match, sheet = opened.match, opened.match.sheet()
    tonight = Tonight(match, now())
    adjourned, options = find_adjournment(opened, tonight), match.setup.options
    seated, due = adjourned.seated, adjourned.due
    on_table, plans = adjourned.on_table, adjourned.plans
    begun = {number for number, _unused in on_table}
    tables = [] if match.hands else range(1, len(plans) + 1)
    last = _last_played(match, tonight, is_midway=adjourned.is_midway)
    card = {
        "opened": opened,
        "match": match,
        "sheet": sheet,
        "due": due,
        "names": [*match.players, *seated.players],
        "seated": seated.players,
        "sitting_in": sitting_in(seated.players, match.players),
        "heading": adjourned.heading,
        "last": last,
        "plans": plans,
        "totals": [
            (name_side(members(each.name, match.players)), match.tally.score_label(each))
            for each in sheet.standings
        ],
        "on_table": on_table,
        "not_begun": [number for number in tables if number not in begun],
        "labels": adjourned.labels,
        "laid_out": listed([seated.players[seat] for seat in sorted(match.hands)]),
        "odd_rows": _odd_rows(match),
        # Options other than the default, in words.
        "agreed": [
            (choice.title, words)
            for choice, words in options_played(options, match.players)
            if getattr(options, choice.name) != choice.default and not choice.names_match
        ],
        "rulings": match.rulings[::-1],
        "notes": _notes(match, last.evening if last else None),
        "go_on": describe_go_on(due),
        "begins": opened.may_write and due and due.entry is None and not tonight.is_going_on,
    }
    return render(
        "evenings/resume.html",
        card=card,
        describe_table=describe_table,
        cards_left=cards_left,
        list_figures=list_figures,
    )


def describe_go_on(due: Due | None) -> Text:
    """Return the words of the button that leads to the match."""
    if due is None:
        return _("Open the match")
    if due.entry is not None:
        return _("Correct {label}", label=due.label)
    return _("Continue with {name}", name=due.name)


class LastPlayed(NamedTuple):
    evening: Evening
    facts: list[Text]  # who won it and by how much, and who leads
    names: list[str]  # those that the facts may mention


def _last_played(match: Match, tonight: Tonight, *, is_midway: bool) -> LastPlayed | None:
    """Describe the last evening with entries or, without any, the last one."""
    with long_match_turn(len(match.tally.rows)):
        story = match.story()
        evenings = [each for each in story.evenings if each.rows] or [*story.evenings]
        if not evenings:
            return None
        evening = evenings[-1]
        is_over = not tonight.is_going_on or evening is not story.evenings[-1]
        won = None
        if is_over:
            won = describe_evening(story, evening, is_midway=is_midway).result
        has_leader = story.course and not story.is_over and story.tally.game.unit == "points"
        # A substitute's seat counts for its owner again once the evening is over.
        sides = story.side_names if is_over or not story.course else story.course[-1].sides
        lead = describe_lead(find_result(story, names=sides))
        facts = [won, lead if has_leader else None]
        names = [*match.players, *seat_players(evening.session, match.players)]
        return LastPlayed(evening, [each for each in facts if each], names)


def describe_lead(result: Result) -> Text:
    """Say who leads a match, beside how its evening went."""
    if len(result.leaders) > 1:
        return _("{names} are level in the match", names=result.who)
    lead = ngettext("{names} leads the match", "{names} lead the match",
                    count_people(result.who), names=result.who)  # fmt: skip
    return joined(filter(None, [lead, result.margin]))


def _notes(match: Match, evening: Evening | None) -> list[tuple[str, datetime | None]]:
    """Return the evening's note and the last entry's, each with its time if known."""
    entries = match.row_entries(max(0, len(match.row_indexes) - 1))
    notes = [(each.entry.note, each.at) for each in entries]
    if evening and evening.session:
        notes.insert(0, (evening.session.note, evening.start))
    return [(note, at) for note, at in notes if note]


def _odd_rows(match: Match) -> list[tuple[str, list[Problem]]]:
    """Rows with an error, a warning not yet accepted, or a failed crosscheck."""
    found, crosscheck = [], f"{match.game.name}.crosscheck"
    for number, row in enumerate(match.tally.rows):
        problems = match.row_as_played(number).problems if row.problems else ()
        odd = [
            p for p in problems if p.severity == "error" or not p.accepted or p.rule == crosscheck
        ]
        if odd:
            found.append((row.heading.label, odd))
    return found


def _describe_due(
    match: Match, due: Due, on_table: Sequence[tuple[int, DealView]], tables: int
) -> Text:
    label = sentence(due.name)
    if due.entry is not None:
        return _("{label} needs correcting", label=label)
    if match.hands:
        template = _("{label}: {number} of {seats} hands laid out")
        return template.format(label=label, number=len(match.hands), seats=len(match.players))
    if not on_table:
        return _("Next: {name}", name=due.name)
    if tables > 1:
        return _("{label} is under way", label=label)
    return _describe_progress(label, on_table[0][1])


def describe_table(number: int, panel: DealView) -> Text:
    return _describe_progress(_("Table {number}", number=number), panel)


def _describe_progress(where: str, panel: DealView) -> Text:
    """Describe a deal in progress: `Deal 3, trick 6: Cleo to play`."""
    if not panel.deal.is_followed:
        return joined([where, panel.facts], ": ")
    if panel.play is None:
        return _("{where}: trumps not known yet", where=where)
    if panel.is_over:
        return _("{where}: played, but not recorded", where=where)
    template = _("{where}, trick {number}: {name} to play")
    if not panel.trick.cards:
        template = _("{where}, trick {number}: {name} to lead")
    name = panel.setup.players[panel.trick.turn]
    return template.format(where=where, number=panel.number, name=name)


def cards_left(panel: DealView) -> list[int]:
    assert panel.play is not None
    return [panel.game.hand_size - len(hand) for hand in panel.play.hands]


def _label_hands(match: Match, panels: Sequence[DealView]) -> list[tuple[str, int | None]]:
    """Return the owner and the number of cards, if known, of each hand to be kept separate."""
    labels: list[tuple[str, int | None]] = [
        (match.players[seat], len(laid.hand) + len(laid.extra or ()))
        for seat, laid in sorted(match.hands.items())
    ]
    for panel in panels:
        if not panel.is_over:
            is_known = panel.deal.is_followed and panel.play is not None
            left = cards_left(panel) if is_known else [None] * panel.setup.seats
            labels += zip(panel.setup.players, left, strict=True)
    return labels


def list_figures(names: Sequence[str], figures: Sequence[int]) -> Text:
    """List each name with its figure: `Ann 7, Ben 7 and Cleo 6`."""
    pairs = zip(names, figures, strict=True)
    return listed([joined([name, points(figure)]) for name, figure in pairs])


def _plans(match: Match, seated: Match, due: Due | None) -> list[dict[str, Any]]:
    """Lay out each table, or all seats if the next entry isn't played at tables.

    Duties are shown only where a deal has yet to begin.
    """
    at_tables = can_play(match.game, due) or bool(match.deals)
    setups = seated.tables if at_tables else (seated.setup,)
    plans: list[dict[str, Any]] = []
    first = 0
    for index, table in enumerate(setups):
        deal = match.deals.get(index)
        is_due = not (deal and deal.is_followed) and not match.hands
        number = index + 1 if len(setups) > 1 else None
        owners = match.players[first : first + table.seats]
        plans.append(_plan(table, owners, first, due if is_due else None, number))
        first += table.seats
    return plans


def _plan(
    table: Setup[Any],
    owners: Sequence[str],
    first: int,
    due: Due | None,
    number: int | None,
) -> dict[str, Any]:
    """Lay out a table's seats in rows, as seen from above, and describe the seating order.

    `owners` are the players of the columns; `first` is the index of the table's first seat in the
    match; `due` says who deals or leads; `number` is the table number, or None if there is only one
    table.
    """
    seats, names = table.seats, table.players
    far = -(-(seats - 2) // 2)
    if seats < 4:
        order = [[*range(seats - 1)], [seats - 1]]
    else:
        order = [[*range(far)], [seats - 1, far], [*range(seats - 2, far, -1)]]
    short = labels(names, LETTERS_IN_PLAN // max(map(len, order)))
    planned = []
    for seat, (name, label, owner) in enumerate(zip(names, short, owners, strict=True)):
        offices = [each.deed for each in (due.offices if due else ()) if each.seat == first + seat]
        planned.append(
            {
                "name": name,
                "label": label,
                "owner": owner if owner != name else "",  # of a substitute's seat
                "duties": offices and listed(offices),
            }
        )
    template = (
        _("Clockwise: {names}") if number is None else _("Table {number}, clockwise: {names}")
    )
    return {
        "rows": [[planned[seat] for seat in row] for row in order],
        "description": template.format(number=number, names=listed(name_in_full(names, owners))),
    }


def _show_after_break(opened: OpenMatch) -> str | None:
    """Return the resume card if an unfinished match has been idle for a long time, else None.

    Also return None if this phone has dismissed the card since the last event.
    """
    match = opened.match
    last = match.log[-1]
    # For an imported match, the time it was last played elsewhere.
    left = last.at if last.number > 1 else match.sessions.played or last.at
    if opened.at - left <= LONG_AGO or match.sheet().finished:
        return None
    return None if device.number("gone_on", opened.key) == last.number else _render(opened)


SHOWN_FIRST.append(_show_after_break)
