"""The law of a table: its options, which can be changed after the start, and its house rules.

What other options would alter is shown before anything is written, and also to those who only ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from flask import Blueprint, abort, request

from referee.core.findings import Problem, error
from referee.core.game import can_play, is_playable
from referee.core.options import Choice, choices, chosen, clocks, option_faults
from referee.core.rulebook import Law
from referee.core.text import Said, counted, joined, plain, points, said
from referee.core.validation import is_unseen
from referee.core.whatif import WhatIf
from referee.matches.events import HouseRuleSaid, OptionsChanged
from referee.matches.in_progress import NAMES
from referee.matches.match_state import MatchState
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match import clock
from referee.web.match.write import Reply, write_event

pages = Blueprint("table_law", __name__, url_prefix="/m/<key>/law")

LONGEST_HOUSE_RULE: Final = 500


@dataclass(frozen=True)
class TypedOptions:
    """Options as a form says them, beside those that a match is played by."""

    opened: OpenMatch
    form: Mapping[str, str]

    @property
    def match(self) -> MatchState:
        """The match as it is."""
        return self.opened.match

    @cached_property
    def choices(self) -> list[Choice]:
        """The options that so many players can choose, each with what is played now."""
        players = self.match.players
        every = choices(self.match.game.spec.options, players)
        fitting = (choice.for_players(len(players)) for choice in every)
        offered = [choice for choice in fitting if choice.is_offered]
        return [choice.with_value(self.played(choice)) for choice in offered]

    def played(self, choice: Choice) -> Any:
        """The value that the match is played by."""
        return getattr(self.match.seating.options, choice.name)

    def text(self, choice: Choice) -> str:
        """The value on the key that is pressed, as the form sends it; no other value counts."""
        keys = clock.keys() if choice.clock == "finish" else choice.values
        text, known = self.form.get(choice.name), [str(value) for value, _ in keys]
        return text if text is not None and text in known else self._text_of(choice)

    def minutes(self, choice: Choice) -> str:
        """The minutes that are typed, or those that are agreed and have no key of their own."""
        return self.form.get(clock.field(choice), self._minutes_of(choice))

    def _minutes_of(self, choice: Choice) -> str:
        text = self._text_of(choice)
        return "" if text in dict(clock.keys()) else text

    @property
    def texts(self) -> dict[str, str]:
        """What the form would send."""
        return dict(self.form) | {choice.name: self.text(choice) for choice in self.choices}

    def _text_of(self, choice: Choice) -> str:
        value = self.played(choice)
        if choice.clock != "finish":
            return str(value)
        started = self.match.opened.at
        length = 0 if value is None else (datetime.fromisoformat(value) - started) // clock.MINUTE
        return str(length) if length > 0 else ""

    @cached_property
    def options(self) -> dict[str, Any]:
        """All that would be chosen, as a record has it."""
        full = self.texts
        offered = {choice.name for choice in self.choices}
        kept = {name: value for name, value in self.match.options.items() if name not in offered}
        return kept | chosen(self.choices, full) | self._finish(full)

    def _finish(self, full: Mapping[str, str]) -> dict[str, Any]:
        """The end by the clock: as it was agreed, or so many minutes from the start."""
        choice = next((choice for choice in self.choices if choice.clock == "finish"), None)
        if choice is None or not choice.has_room(self.choices, full):
            return {}
        if self._is_as_agreed(choice):
            return {choice.name: value} if (value := self.played(choice)) else {}
        return clock.finish(self.match.game.spec.options, full, self.match.opened.at)

    def _is_as_agreed(self, choice: Choice) -> bool:
        """Whether the end is what the page shows: it is not moved then, not by a second."""
        shown = self._text_of(choice), self._minutes_of(choice)
        return (self.text(choice), self.minutes(choice)) == shown

    @cached_property
    def faults(self) -> list[Problem]:
        """Why these options cannot be."""
        spec, seats = self.match.game.spec, len(self.match.players)
        if self._minutes_faults:
            return list(self._minutes_faults)
        found = option_faults(spec.read_options(self.options, seats), seats)
        if found:
            return [error(fault.rule, fault.message, field=fault.option) for fault in found]
        return [] if self.would_be is None else _of_deals(self.match, self.would_be)

    @property
    def _minutes_faults(self) -> Sequence[Problem]:
        finish = clocks(self.match.game.spec.options).get("finish")
        if finish is None or self._is_as_agreed(finish):
            return ()
        return clock.minutes(self.form, finish).problems

    @cached_property
    def would_be(self) -> MatchState | None:
        """The match under these options; None where they are those that it is played by."""
        changed = self.opened.match.would_be(OptionsChanged(options=self.options))
        same = changed.seating.options == self.match.seating.options
        return None if same else changed

    @property
    def whatif(self) -> WhatIf | None:
        """What they would alter; None where they are no others, or cannot be."""
        if self.faults or self.would_be is None:
            return None
        return WhatIf(self.match.tally, self.would_be.tally)

    @property
    def told(self) -> Said:
        """What would change, in one sentence."""
        compared = self.whatif
        assert compared is not None
        changed = [
            said("{name} {was} → {will}", name=name, was=plain(was), will=plain(will))
            for name, was, will in compared.totals
            if was != will and None not in (was, will)
        ]
        totals = joined(changed, ", ") or said("No total changes")
        if not compared.broken:
            return said("{totals}.", totals=totals)
        rows = counted(len(compared.broken), "row")
        return said("{totals}. {rows} would be impossible.", totals=totals, rows=rows)


def _of_deals(match: MatchState, would_be: MatchState) -> list[Problem]:
    """What is played or laid out and not recorded yet must be the same under other options."""
    if not all(_is_same_deal(match, would_be, table) for table in match.deals):
        message = said(
            "The cards of the deal on the table would not be the same deal under these options."
            " Finish that deal first, or leave its cards."
        )
    elif match.hands and _kind_due(match) != _kind_due(would_be):
        message = said(
            "Hands are laid out, and under these options they are not what is due. Record them"
            " first."
        )
    else:
        return []
    return [error(f"{match.game.name}.play", message)]


def _kind_due(match: MatchState) -> str | None:
    due = match.due_at(None)
    return due.kind if due else None


def _is_same_deal(match: MatchState, would_be: MatchState, table: int) -> bool:
    game, data = match.game, match.deals[table].data
    if not is_playable(game) or not can_play(game, would_be.due_at(None)):
        return False
    plays = []
    for state in (match, would_be):
        at = state.tables[table]
        entry = game.spec.read_entry(data, at.seats)
        play = game.follow(at, state.state_at(None), entry)
        plays.append(play and (play.hands, play.takers, play.table.turn))
    return plays[0] == plays[1]


@pages.get("/")
def show(key: str) -> Reply:
    """What this table plays, and what other options would alter."""
    with open_match(key) as opened:
        return _page(opened, request.args)


def _page(opened: OpenMatch, form: Mapping[str, str], message: str = "") -> Reply:
    typed = TypedOptions(opened, form)
    page = render(
        "desk/table_law.html", "desk/parts/options.html", typed=typed, clock=clock, message=message
    )
    return page, 422 if typed.faults else 409 if message else 200


@pages.post("/")
def change(key: str) -> Reply:
    """Play by other options, from the first entry on."""

    def read(opened: OpenMatch) -> OptionsChanged | Reply:
        typed = TypedOptions(opened, request.form)
        if typed.whatif is None:
            return _page(opened, request.form)
        return OptionsChanged(options=typed.options)

    def refuse(opened: OpenMatch, message: str) -> Reply:
        return _page(opened, request.form, message)

    with open_match(key, to_write=True) as opened:
        return write_event(opened, read, refuse=refuse)


# House rules --------------------------------------------------------------------------------------


@pages.get("/<rule>")
def house_rule(key: str, rule: str) -> str:
    """A rule, and what this table plays beside it."""
    with open_match(key, to_write=True) as opened:
        law = _law(opened, rule)
        return _house_page(opened, law, " ".join(opened.match.house_rules(rule)))


@pages.post("/<rule>")
def keep_house_rule(key: str, rule: str) -> Reply:
    """Write down what this table plays beside a rule; without words it plays nothing else."""

    def read(opened: OpenMatch) -> HouseRuleSaid | Reply:
        text = _words(request.form.get("text", ""))
        if len(text) > LONGEST_HOUSE_RULE:
            message = said(
                "{most} letters have room here, and these are {number}.",
                most=points(LONGEST_HOUSE_RULE),
                number=points(len(text)),
            )
            return _house_page(opened, law, text, message), 422
        return HouseRuleSaid(rule=law.id, text=text)

    def refuse(opened: OpenMatch, message: str) -> Reply:
        return _house_page(opened, law, request.form.get("text", ""), message), 409

    with open_match(key, to_write=True) as opened:
        law = _law(opened, rule)
        return write_event(opened, read, slot=NAMES, refuse=refuse)


def _words(typed: str) -> str:
    """What was typed, ends of lines as one letter each; nothing where nothing is to be seen."""
    text = "\n".join(typed.splitlines()).strip()
    return "" if all(is_unseen(sign) or sign.isspace() for sign in text) else text


def _house_page(opened: OpenMatch, law: Law, text: str, message: str = "") -> str:
    return render("desk/house_rule.html", opened=opened, law=law, text=text, message=message)


def _law(opened: OpenMatch, rule: str) -> Law:
    """The rule; also one that no book has (any more), if a record came with words beside it."""
    try:
        return opened.match.game.rulebook.law(rule)
    except KeyError:
        if not opened.match.house_rules(rule):
            abort(404, "This game has no such rule. Choose one from its rulebook.")
        return Law(rule, title=rule, section="", uses=(), options=(), text="")
