"""The resume card: what strangers need to know to go on with a match where it stopped.

It is shown when an evening is over and when a match is opened again after a while, and printed on a
quarter of a sheet of paper it lies in the box of cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

from flask import Blueprint

from referee.core.findings import Problem
from referee.core.game import Due, can_play
from referee.core.options import options_played
from referee.core.rulings import decision_sentences
from referee.core.seating import Seating
from referee.core.text import Said, counted, joined, listed, said
from referee.matches.match import Match
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match, tonight_of
from referee.web.http.names import labels
from referee.web.match.match_page import SHOWN_FIRST
from referee.web.match.play_panel import PlayPanel, panels_of

pages = Blueprint("resume_card", __name__, url_prefix="/m/<key>")

LONG_AGO: Final = timedelta(hours=2)  # after so long without an event a match opens with its card
LETTERS_IN_PLAN: Final = 40  # the letters of names that have room in a row of the plan


@dataclass(frozen=True)
class PlannedSeat:
    """A player in the plan of a table, with what is to be done first."""

    name: str
    label: str
    duties: Said | None


@dataclass(frozen=True)
class TablePlan:
    """Who sits where at one table, seen from above: clockwise from the first seat."""

    rows: Sequence[Sequence[PlannedSeat]]
    description: Said


class ResumeCard:
    """What the card says."""

    def __init__(self, opened: OpenMatch) -> None:
        self.opened = opened
        self.match: Match = opened.match
        self.sheet = self.match.sheet()
        self.tonight = tonight_of(self.match)

    @cached_property
    def plans(self) -> list[TablePlan]:
        """Who sits where: at the tables of what is due."""
        match, due = self.match, self.sheet.due
        at_tables = can_play(match.game, due) or bool(match.deals)
        tables = match.tables if at_tables else (match.seating,)
        starts = [sum(each.seats for each in tables[:number]) for number in range(len(tables))]
        return [
            _plan(table, starts[number], None if number in match.deals or match.hands else due)
            for number, table in enumerate(tables)
        ]

    @cached_property
    def on_table(self) -> list[tuple[int, PlayPanel]]:
        """The deals that are half played, each with the number of its table from 1."""
        panels = enumerate(panels_of(self.match), start=1)
        return [(number, panel) for number, panel in panels if panel is not None]

    @cached_property
    def not_begun(self) -> Sequence[int]:
        """The tables, from 1, at which what is due is still to be dealt."""
        if self.match.hands:
            return []
        begun = {number for number, _ in self.on_table}
        return [number for number in range(1, len(self.plans) + 1) if number not in begun]

    @property
    def heading(self) -> Said:
        """What is due, or how far it is."""
        assert self.sheet.due is not None
        label, hands = self.sheet.due.label, self.match.hands
        if self.sheet.due.entry is not None:
            return said("{label} is to be corrected", label=label)
        if hands:
            template = "{label}: {number} of {seats} hands are laid out"
            seats = len(self.match.players)
            return said(template, label=label, number=len(hands), seats=seats)
        if not self.on_table:
            return said("{label} is next", label=label)
        if len(self.plans) > 1:
            return said("{label} is half played", label=label)
        panel = self.on_table[0][1]
        template = "{label} is half played: {where}"
        if panel.play is None or panel.is_over:
            template = "{label}: {where}"
        return said(template, label=label, where=describe_progress(panel))

    @property
    def laid_out(self) -> Said | None:
        """Whose hands are laid out for the leg that is due."""
        names = [self.match.players[seat] for seat in sorted(self.match.hands)]
        return listed(names) if names else None

    @cached_property
    def odd_rows(self) -> list[tuple[str, list[Problem]]]:
        """The labels of rows that are wrong, have an open warning or do not add up, and why."""
        crosscheck = f"{self.match.game.name}.crosscheck"
        odd = [
            (
                row.heading.label,
                [
                    each
                    for each in row.problems
                    if each.severity == "error" or not each.accepted or each.rule == crosscheck
                ],
            )
            for row in self.sheet.rows
        ]
        return [(label, problems) for label, problems in odd if problems]

    @cached_property
    def agreed(self) -> list[tuple[str, str]]:
        """The options that are not as usual, in words."""
        options = self.match.seating.options
        return [
            (choice.title, words)
            for choice, words in options_played(options, self.match.players)
            if getattr(options, choice.name) != choice.default
        ]

    @cached_property
    def rulings(self) -> list[str]:
        """The words of the rulings, the last one first."""
        decisions = (str(each.get("decision", "")) for each in self.match.rulings[::-1])
        return [
            " ".join(text for text, _ in decision_sentences(decision) if text)
            for decision in decisions
        ]

    @cached_property
    def notes(self) -> list[str]:
        """The last words: of the last evening of which there are any, and of the last entry."""
        of_evenings = [each.note for each in self.match.sessions.said if each.note]
        entries = self.match.row_entries(max(0, len(self.match.row_indexes) - 1))
        of_entry = [each.entry.note for each in entries if each.entry.note]
        return [*of_evenings[-1:], *of_entry]

    @property
    def go_on(self) -> str:
        """The label of the button that leads to the match."""
        if self.sheet.due is None:
            return said("To the match")
        if self.sheet.due.entry is not None:
            return said("Go on: {label}", label=self.sheet.due.label)
        return said("Go on with {name}", name=self.sheet.due.name)


def describe_progress(panel: PlayPanel) -> Said:
    """How far a deal is that has begun: `trick 6, Cleo to play`."""
    if panel.play is None:
        return said("what makes the trumps is not known")
    if panel.is_over:
        return said("every card is played, and nothing is recorded yet")
    name, is_lead = panel.at.players[panel.trick.turn], not panel.trick.cards
    template = "trick {number}, {name} to lead" if is_lead else "trick {number}, {name} to play"
    return said(template, number=panel.number, name=name)


def describe_hands(panel: PlayPanel) -> Said | None:
    """What lies in each hand: `Ann 7 cards, Ben 7, Cleo 6`; None where no hand has any left."""
    if panel.play is None or panel.is_over:
        return None
    left = [panel.game.hand_size - len(hand) for hand in panel.play.hands]
    first, *others = zip(panel.at.players, left, strict=True)
    texts = [said("{name} {cards}", name=first[0], cards=counted(first[1], "card"))]
    texts += [said("{name} {number}", name=name, number=number) for name, number in others]
    return joined(texts, ", ")


def _plan(table: Seating[Any], first: int, due: Due | None) -> TablePlan:
    """Who sits at a table whose first seat has this number: beyond, at both sides, near."""
    seats, names = table.seats, table.players
    far = -(-(seats - 2) // 2)
    if seats < 4:
        order = [[*range(seats - 1)], [seats - 1]]
    else:
        order = [[*range(far)], [seats - 1, far], [*range(seats - 2, far, -1)]]
    short = labels(names, LETTERS_IN_PLAN // max(map(len, order)))
    planned = []
    for seat, (name, label) in enumerate(zip(names, short, strict=True)):
        offices = [each.deed for each in (due.offices if due else ()) if each.seat == first + seat]
        planned.append(PlannedSeat(name, label, listed(offices) if offices else None))
    description = said("Clockwise: {names}", names=listed(names))
    return TablePlan([[planned[seat] for seat in row] for row in order], description)


@pages.get("/resume")
def show(key: str) -> str:
    """The card."""
    with open_match(key) as opened:
        return _render(opened)


def _render(opened: OpenMatch) -> str:
    return render(
        "evenings/resume.html",
        card=ResumeCard(opened),
        describe_progress=describe_progress,
        describe_hands=describe_hands,
    )


def _show_after_break(opened: OpenMatch) -> str | None:
    """The card, if nothing has happened for long and this phone has not gone on since."""
    match = opened.match
    last = match.log[-1]
    # An imported match was left when it was last played, elsewhere.
    left = last.at if last.number > 1 else match.sessions.played or last.at
    if opened.at - left <= LONG_AGO or match.sheet().finished:
        return None
    return None if device.gone_on(opened.key) == last.number else _render(opened)


SHOWN_FIRST.append(_show_after_break)
