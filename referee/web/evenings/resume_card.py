"""The resume card: what strangers need to know to go on with a match where it stopped.

It is shown when an evening is over and when a match is opened again after a while, and printed on a
quarter of a sheet of paper it lies in the box of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

from flask import Blueprint

from referee.core.findings import Problem
from referee.core.game import Due, Standing, can_play
from referee.core.options import options_played
from referee.core.seating import Seating
from referee.core.sheet import Row, Sheet
from referee.core.text import Said, counted, joined, listed, said
from referee.matches.event_log import now
from referee.matches.match import Match
from referee.matches.tonight import Tonight
from referee.web.desk.kept_rulings import sentences
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match, tonight_of
from referee.web.http.names import labels
from referee.web.match.paper_size import PaperSize, paper_size
from referee.web.match.play_panel import PlayPanel, panels_of

pages = Blueprint("resume_card", __name__, url_prefix="/m/<key>")

LONG_AGO: Final = timedelta(hours=2)
"""A match that is opened again so long after its last event says first where it was."""
LONGEST_TIME: Final = "30 September 2000, 10:00 PM"
"""As long as a device may write the time in the head."""
LETTERS_IN_PLAN: Final = 40
"""So many letters of names have room in a row of the plan."""


@dataclass(frozen=True)
class PlannedSeat:
    """A player in the plan of a table, with what is to be done first."""

    name: str
    label: str
    deeds: Said | None


@dataclass(frozen=True)
class TablePlan:
    """Who sits where at one table, seen from above: clockwise from the first seat."""

    rows: Sequence[Sequence[PlannedSeat]]
    told: Said
    """The same in words."""


@dataclass(frozen=True)
class OddRow:
    """A row that is wrong, or of which a warning is open, or that does not add up."""

    row: Row
    problems: Sequence[Problem]


@dataclass(frozen=True)
class ResumeCard:
    """What the card says."""

    opened: OpenMatch

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.opened.match

    @cached_property
    def sheet(self) -> Sheet:
        """Its sheet."""
        return self.match.sheet()

    @property
    def due(self) -> Due | None:
        """What is due; None once the match is over."""
        return self.sheet.due

    @cached_property
    def tonight(self) -> Tonight:
        """The evening that goes on, if one does."""
        return tonight_of(self.match)

    @cached_property
    def plans(self) -> list[TablePlan]:
        """Who sits where: at the tables of what is due."""
        match, due = self.match, self.due
        at_tables = can_play(match.game, due) or bool(match.deals)
        tables = match.tables if at_tables else (match.seating,)
        starts = [sum(each.seats for each in tables[:place]) for place in range(len(tables))]
        return [
            _plan(table, starts[place], None if place in match.deals or match.hands else due)
            for place, table in enumerate(tables)
        ]

    @cached_property
    def on_table(self) -> list[tuple[int, PlayPanel]]:
        """The deals that are half played, each with the number of its table from 1."""
        panels = enumerate(panels_of(self.match), start=1)
        return [(place, panel) for place, panel in panels if panel is not None]

    @cached_property
    def not_begun(self) -> Sequence[int]:
        """The tables, from 1, at which what is due is still to be dealt."""
        if self.match.hands:
            return []
        begun = {place for place, _ in self.on_table}
        return [place for place in range(1, len(self.plans) + 1) if place not in begun]

    @property
    def heading(self) -> Said:
        """What is due, or how far it is."""
        assert self.due is not None
        label, hands = self.due.label, self.match.hands
        if self.due.entry is not None:
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
        return said(template, label=label, where=where_it_is(panel))

    @property
    def laid_out(self) -> Said | None:
        """Whose hands are laid out for the leg that is due."""
        names = [self.match.players[seat] for seat in sorted(self.match.hands)]
        return listed(names) if names else None

    @property
    def standings(self) -> Sequence[Standing]:
        """The totals to be read aloud, the leader first."""
        return self.sheet.standings

    @property
    def own_totals(self) -> list[tuple[str, Any]]:
        """What the players of teams have themselves."""
        players, totals = self.match.players, self.sheet.totals
        has_teams = len(self.sheet.columns) > len(players)
        return list(zip(players, totals, strict=False)) if has_teams else []

    @cached_property
    def odd_rows(self) -> list[OddRow]:
        """What is still to be settled of the sheet."""
        found = ((row, [*_odd(self.match, row)]) for row in self.sheet.rows)
        return [OddRow(row, problems) for row, problems in found if problems]

    @cached_property
    def agreed(self) -> list[tuple[str, str]]:
        """The options that are others than usual, in words."""
        played = options_played(self.match.seating.options, self.match.players)
        options = self.match.seating.options
        return [
            (choice.title, words)
            for choice, words in played
            if getattr(options, choice.name) != choice.default
        ]

    @cached_property
    def house(self) -> list[tuple[str, str]]:
        """What this table plays beside its rules: the title of each rule, and the words."""
        title_of = self.match.game.rulebook.title_of
        return [(title_of(each["rule"]), each["text"]) for each in self.match.house]

    @cached_property
    def rulings(self) -> list[str]:
        """What was ruled, the last one first."""
        return [_decision(each) for each in self.match.rulings[::-1]]

    @cached_property
    def notes(self) -> list[str]:
        """The last words: of the last evening of which there are any, and of the last entry."""
        of_evenings = [each.note for each in self.match.sessions.said if each.note]
        entries = self.match.standing(max(0, len(self.match.places) - 1))
        of_entry = [each.entry.note for each in entries if each.entry.note]
        return [*of_evenings[-1:], *of_entry]

    @property
    def go_on(self) -> str:
        """What the button says that leads to the match."""
        if self.due is None:
            return said("To the match")
        if self.due.entry is not None:
            return said("Go on: {label}", label=self.due.label)
        return said("Go on with {name}", name=self.due.name)

    @property
    def paper(self) -> PaperSize:
        """How it fits a quarter of a sheet."""
        return paper_size([*self._texts()], [[*self._odd_texts()], [*self._law_texts()]])

    def _texts(self) -> Iterator[str]:
        """What stands on the card in any case, a paragraph each."""
        due = self.due
        yield f"{self.match.title}, {self.match.game.title}, {LONGEST_TIME}"
        if due:
            yield self.heading
        if due and self.not_begun:
            yield from (f"{due.headline}. {due.details}", f"{due.cards}.")
        for plan in self.plans:
            yield from ("  ".join(f"{each.label} {each.deeds or ''}" for each in row)
                        for row in plan.rows for _ in ("name", "deeds"))  # fmt: skip
        for _, panel in self.on_table:
            names = " ".join(panel.at.players)
            yield from (names, f"{names} {' ' * 40}", " " * 60, f"{names} {' ' * 60}")
        yield f"Laid out: {self.laid_out or ''}"
        yield "; ".join(f"{each.name} {each.score:,} " for each in self.standings)
        yield "; ".join(f"{name} {total} " for name, total in self.own_totals)
        yield "; ".join(f"{title}: {words}" for title, words in self.agreed)
        yield from self.notes

    def _odd_texts(self) -> Iterator[str]:
        for each in self.odd_rows:
            yield f"{each.row.heading.label}: {' '.join(p.message for p in each.problems)}"

    def _law_texts(self) -> Iterator[str]:
        yield from (f"{title}: {text}" for title, text in self.house)
        yield from self.rulings


def where_it_is(panel: PlayPanel) -> Said:
    """How far a deal is that has begun: `trick 6, Cleo to play`."""
    if panel.play is None:
        return said("what makes the trumps is not known")
    if panel.is_over:
        return said("every card is played, and nothing is recorded yet")
    name, is_lead = panel.at.players[panel.trick.turn], not panel.trick.cards
    template = "trick {number}, {name} to lead" if is_lead else "trick {number}, {name} to play"
    return said(template, number=panel.number, name=name)


def cards_left(panel: PlayPanel) -> Said | None:
    """What lies in each hand: `Ann 7 cards, Ben 7, Cleo 6`; None where no hand has any left."""
    if panel.play is None or panel.is_over:
        return None
    left = [panel.game.hand_size - len(hand) for hand in panel.play.hands]
    first, *others = zip(panel.at.players, left, strict=True)
    texts = [said("{name} {cards}", name=first[0], cards=counted(first[1], "card"))]
    texts += [said("{name} {number}", name=name, number=number) for name, number in others]
    return joined(texts, ", ")


def _plan(table: Seating[Any], first: int, due: Due | None) -> TablePlan:
    """Who sits at a table whose first seat has this number."""
    names = table.players
    order = _around(table.seats)
    most = max(map(len, order))
    short = labels(names, LETTERS_IN_PLAN // most)
    offices = due.offices if due else ()
    deeds = [
        [office.deed for office in offices if office.seat == first + seat]
        for seat in range(table.seats)
    ]
    seats = [
        PlannedSeat(name, label, listed(done) if done else None)
        for name, label, done in zip(names, short, deeds, strict=True)
    ]
    told = said("Clockwise: {names}", names=listed(names))
    return TablePlan([[seats[seat] for seat in row] for row in order], told)


def _around(seats: int) -> list[list[int]]:
    """The seats as they stand in the plan, row by row: beyond, at both sides, near."""
    if seats < 4:
        return [[*range(seats - 1)], [seats - 1]]
    far = -(-(seats - 2) // 2)
    return [[*range(far)], [seats - 1, far], [*range(seats - 2, far, -1)]]


def _odd(match: Match, row: Row) -> Iterator[Problem]:
    crosscheck = f"{match.game.name}.crosscheck"
    for problem in row.problems:
        if problem.severity == "error" or not problem.accepted or problem.rule == crosscheck:
            yield problem


def _decision(ruling: Mapping[str, Any]) -> str:
    """A ruling in its words alone."""
    return " ".join(text for text, _ in sentences(str(ruling.get("decision", ""))) if text)


# The pages ----------------------------------------------------------------------------------------


@pages.get("/resume")
def show(key: str) -> str:
    """The card."""
    with open_match(key) as opened:
        return page(opened)


def page(opened: OpenMatch) -> str:
    """The page of the card."""
    card = ResumeCard(opened)
    return render("evenings/resume.html", card=card, where_it_is=where_it_is, cards_left=cards_left)


def comes_first(opened: OpenMatch) -> bool:
    """Whether a match that is opened says first where it was: not once this phone has gone on."""
    match = opened.match
    last = match.steps[-1].event
    # What was opened from a record was left when it was last played, elsewhere.
    left = last.at if last.number > 1 else match.sessions.played or last.at
    is_long_ago = now() - left > LONG_AGO and not match.sheet().finished
    return is_long_ago and device.gone_on(opened.key) != last.number
