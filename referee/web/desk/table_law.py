"""A match's options, which can be changed after the start, and its house rules.

The effect of other options can be previewed before saving, even with a viewing link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, request

from referee.core.findings import Problem, error
from referee.core.game import can_play, is_playable
from referee.core.options import Choice, choices, chosen, clocks, form_faults, options_played
from referee.core.rulebook import Law
from referee.core.sheet import WhatIf
from referee.core.text import Text, _, ended, joined, ngettext, plain, points
from referee.core.validation import is_unseen
from referee.matches.events.names_and_rules import (
    HouseRuleSaid,
    OptionsChanged,
    OptionsChangedMidway,
)
from referee.matches.match_state import MatchState
from referee.web.desk.questions import LONGEST_HOUSE_RULE, rulings_of
from referee.web.http.app import render, wants_part
from referee.web.http.language import rulebook_of
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match import clock
from referee.web.match.write import EventOrReply, Refusal, Reply, event_view

pages = Blueprint("table_law", __name__, url_prefix="/m/<key>/law")


@dataclass(frozen=True)
class TypedOptions:
    opened: OpenMatch
    form: Mapping[str, str]

    @property
    def match(self) -> MatchState:
        return self.opened.match

    @cached_property
    def choices(self) -> list[Choice]:
        """Options to choose from; each one's values always include the current value."""
        players = self.match.players
        every = choices(self.match.game.spec.options, players)
        fitting = (choice.for_players(len(players)) for choice in every)
        return [choice.with_value(self.played(choice)) for choice in fitting if choice.is_offered]

    def played(self, choice: Choice) -> Any:
        return getattr(self.match.setup.options, choice.name)

    def pressed(self, choice: Choice) -> str:
        """Return the selected value: the form's or, if it has none, the current one."""
        if choice.clock != "finish":
            return replace(choice, usual=self.played(choice)).pressed(self.form)
        agreed, _minutes = self._agreed_length
        text = self.form.get(choice.name, agreed)
        return text if text in dict(clock.keys()) else agreed

    def minutes(self, choice: Choice) -> str:
        return self.form.get(clock.field(choice), self._agreed_length[1])

    @cached_property
    def _agreed_length(self) -> tuple[str, str]:
        """The agreed match length: its key and, if it has none, the minutes as they are typed."""
        value = self.played(clocks(self.match.game.spec.options)["finish"])
        since = datetime.fromisoformat(value) - self.match.opened_at if value else timedelta()
        text = str(max(0, since // clock.MINUTE) or "")
        return (text, "") if text in dict(clock.keys()) else ("", text)

    @property
    def sent(self) -> dict[str, str]:
        return dict(self.form) | {choice.name: self.pressed(choice) for choice in self.choices}

    @cached_property
    def options(self) -> dict[str, Any]:
        match, offered = self.match, {choice.name for choice in self.choices}
        found = {name: value for name, value in match.options.items() if name not in offered}
        found |= chosen(self.choices, self.sent)
        finish = clocks(match.game.spec.options).get("finish")
        if finish is None or not finish.has_room(self.choices, self.sent):
            return found
        if not self._is_as_agreed(finish):
            return found | clock.finish_option(match.game.spec.options, self.form, match.opened_at)
        return found | ({finish.name: value} if (value := self.played(finish)) else {})

    def _is_as_agreed(self, finish: Choice) -> bool:
        """Whether the form leaves the agreed end unchanged. If so, its exact time is kept."""
        return (self.pressed(finish), self.minutes(finish)) == self._agreed_length

    @cached_property
    def faults(self) -> Sequence[Problem]:
        """Problems with these options, which must not alter deals or hands in progress."""
        spec, seats = self.match.game.spec, len(self.match.players)
        if finish := clocks(spec.options).get("finish"):
            is_new = not finish.is_relevant(self.match.setup.options)
            problems = clock.faults(self.sent, finish, self.choices)
            if problems and (is_new or not self._is_as_agreed(finish)):
                return problems
        players, options = self.match.players, spec.read_options(self.options, seats)
        every = [each.with_value(self.played(each)) for each in choices(spec.options, players)]
        if found := form_faults(every, self.form, options, seats):
            return [error(fault.rule, fault.message, field=fault.option) for fault in found]
        if self.match.attendance and options.attendance == "fixed":
            message = _("Somebody has left or joined, which works without teams only.")
            return [error(f"{self.match.game.name}.table", message)]
        match, would_be = self.match, self.would_be
        if would_be is None:
            return []
        due, would_be_due = match.due_at(None), would_be.due_at(None)
        followed = [table for table, deal in match.deals.items() if deal.is_followed]
        if not all(_is_same_deal(match, would_be, table) for table in followed):
            message = _(
                "These options would change the deal on the table. Finish it first, or enter its"
                " figures instead."
            )
        elif match.hands and (due and due.kind) != (would_be_due and would_be_due.kind):
            message = _("The hands on the table don’t work with these options. Record them first.")
        else:
            return []
        return [error(f"{match.game.name}.play", message)]

    @cached_property
    def would_be(self) -> MatchState | None:
        """The match under these options; None if nothing would change."""
        changed = self.opened.match.would_be(OptionsChanged.of(self.match, self.options))
        same = changed.setup.options == self.match.setup.options
        return None if same else changed

    @property
    def midway(self) -> dict[str, Any] | None:
        """These options as a change from the next entry on; None if one can't change midway."""
        changed = [choice for choice, _was, _will in self.whatif.options] if self.whatif else []
        if not changed or not self.match.tally.rows or not all(each.is_midway for each in changed):
            return None
        return {each.name: self.options.get(each.name, each.default) for each in changed}

    @property
    def whatif(self) -> WhatIf | None:
        """The effect of these options; None if nothing would change or they have problems."""
        if self.faults or self.would_be is None:
            return None
        return WhatIf(self.match.tally, self.would_be.tally)

    @property
    def summary(self) -> Text:
        compared = self.whatif
        assert compared is not None
        changed = [
            _("{name} {was} → {will}", name=name, was=plain(was), will=plain(will))
            for name, was, will in compared.totals
            if was != will and None not in (was, will)
        ]
        totals = joined(changed, ", ") if changed else _("The totals stay the same.")
        if not compared.broken:
            return ended(totals)
        impossible = ngettext(
            "{n} entry would be impossible.",
            "{n} entries would be impossible.",
            len(compared.broken),
        )
        return joined([totals, impossible], "; " if changed else " ")


def _is_same_deal(match: MatchState, would_be: MatchState, table: int) -> bool:
    """Whether this table's cards lead to the same hands, tricks and turn in both states."""
    game, data = match.game, match.deals[table].data
    if not is_playable(game) or not can_play(game, would_be.due_at(None)):
        return False
    plays = []
    for state in (match, would_be):
        setup = state.tables[table]
        play = game.follow(setup, state.state_at(None), game.spec.read_entry(data, setup.seats))
        plays.append(play and (play.hands, play.takers, play.table.turn))
    return plays[0] == plays[1]


@pages.get("/")
def show(key: str) -> Reply:
    opened = open_match(key)
    return _page(opened, request.args)


def _page(opened: OpenMatch, form: Mapping[str, str], message: str = "") -> Reply:
    typed, setup = TypedOptions(opened, form), opened.match.setup
    played = options_played(setup.options, setup.players)
    page = render(
        "desk/table_law.html",
        "desk/parts/options.html",
        typed=typed,
        clock=clock,
        message=message,
        rulings=() if wants_part() else rulings_of(opened),
        plays=[each for each in played if each[0].is_relevant(setup.options)],
    )
    return page, 422 if typed.faults else 409 if message else 200


@pages.post("/")
@event_view(OptionsChanged.depends_on, refuse=lambda now, why: _page(now, request.form, why.value))
def change(opened: OpenMatch) -> EventOrReply:
    typed = TypedOptions(opened, request.form)
    if typed.whatif is None:
        return _page(opened, request.form)
    if "midway" in request.form:
        midway = typed.midway
        return OptionsChangedMidway(options=midway) if midway else _page(opened, request.form)
    return OptionsChanged.of(typed.match, typed.options)


# House rules --------------------------------------------------------------------------------------


@pages.get("/<rule>")
def house_rule(key: str, rule: str) -> str:
    opened = open_match(key, to_write=True)
    return _house_page(opened, rule, "\n".join(opened.match.house_rules(rule)))


def _refuse_house_rule(opened: OpenMatch, why: Refusal) -> Reply:
    rule = (request.view_args or {})["rule"]
    return _house_page(opened, rule, request.form.get("text", ""), why.value), 409


@pages.post("/<rule>")
@event_view(HouseRuleSaid.depends_on, refuse=_refuse_house_rule)
def keep_house_rule(opened: OpenMatch, rule: str) -> EventOrReply:
    """Save the house rule for a rule; empty input removes it."""
    law, typed = _law(opened, rule), request.form.get("text", "")
    text = "\n".join(typed.splitlines()).strip()
    if all(is_unseen(sign) or sign.isspace() for sign in text):
        text = ""
    if len(text) > LONGEST_HOUSE_RULE:
        message = _(
            "That’s {number} characters. Shorten it to {most} or fewer.",
            number=points(len(text)),
            most=points(LONGEST_HOUSE_RULE),
        )
        return _house_page(opened, rule, text, message), 422
    return HouseRuleSaid(rule=law.id, text=text)


def _house_page(opened: OpenMatch, rule: str, text: str, message: str = "") -> str:
    law = _law(opened, rule)
    return render("desk/house_rule.html", opened=opened, law=law, text=text, message=message)


def _law(opened: OpenMatch, rule: str) -> Law:
    book = rulebook_of(opened.match.game)
    if not (book.find(rule) or opened.match.house_rules(rule)):
        abort(404, _("This game doesn’t have that rule. Choose one from its rulebook."))
    return book.cite(rule)
