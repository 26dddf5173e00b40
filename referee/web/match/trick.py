"""Open a trick of a deal: change a card, put one in or take one out, and see what follows.

Each step is a page: the trick, a place in it, a card for that place. Its form saves the change: as
an event of the deal in progress, or as a correction of the recorded entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.core.cards import Card, plain_text, read_cards, read_led_card
from referee.core.findings import Problem
from referee.core.game import NOTHING, has_tables, is_playable
from referee.core.text import Text, _, ended, joined, listed, sentence, span, whole_number
from referee.core.tricks import Play, Trick
from referee.matches.events.base import Subject
from referee.matches.events.play import CardsAmended
from referee.matches.match import Match
from referee.matches.match_state import DealInProgress
from referee.web.forms.entry_form import form_of, playable_form_of
from referee.web.forms.fields import Typed
from referee.web.http.app import render
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.match.deal_view import DealView, deal_view, depends_on_table
from referee.web.match.match_page import GONE, STRUCK
from referee.web.match.write import EventOrReply, Refusal, Reply, event_view

pages = Blueprint("trick", __name__, url_prefix="/m/<key>")


@dataclass(frozen=True, kw_only=True)
class TrickPage(DealView):
    """A deal with an open trick, perhaps with a place for a card, and then with the change.

    As a view of the deal, it has the keys for that place.
    """

    opened: OpenMatch
    trick_number: int  # from 1
    at: int | None = None  # the place, as an index in order of play
    out: str | None = None  # the card there to be replaced; None to put one in before it
    edit: CardsAmended | None = None
    source: int | None = None  # where the refused card was played, so that it can be moved
    message: Text = NOTHING

    @property
    def trick(self) -> Trick:
        """The trick before this place's card."""
        assert self.play is not None
        assert self.at is not None
        whole = trick_of(self.play, self.trick_number)
        return replace(whole, cards=whole.cards[: self.at % self.setup.seats])

    @property
    def is_over(self) -> bool:
        return self.out is None and super().is_over

    @cached_property
    def used(self) -> Counter[Card]:
        replaced = [] if self.out is None else [plain_text(self.out)]
        return super().used - Counter(read_cards(replaced, self.pack)[0])

    def address(self, **step: Any) -> str:
        table = self.place if len(self.match.tables) > 1 else None
        endpoint = "trick.in_play" if self.id is None else "trick.recorded"
        return url_for(endpoint, key=self.opened.key, id=self.id, table=table, **step)

    # What follows ---------------------------------------------------------------------------------

    @cached_property
    def after(self) -> DealView:
        """The deal with the change."""
        assert self.edit
        changed = self.edit.next_deal(self.deal, 0, self.setup.seats)
        assert changed
        return DealView(self.match, self.place, changed, self.game, id=self.id)

    @property
    def shown(self) -> Trick:
        play = (self.after if self.edit else self).play
        assert play is not None
        return trick_of(play, self.trick_number)

    @cached_property
    def corrected(self) -> dict[str, Any]:
        """The recorded entry with the change, without figures that followed from its cards."""
        form, parts = playable_form_of(self.game), _parts(self.match, self.id or "")
        part = parts[self.place] | {"play": self.after.deal.data["play"]}
        finished = form.finished(self.match, part)
        known = part.keys() - {*form.counted}
        parts[self.place] = {name: finished[name] for name in finished if name in known}
        return self.game.merge_tables(parts) if has_tables(self.game) else parts[0]

    @property
    def fields(self) -> Typed:
        """The fields of the form that saves the change."""
        if self.id is not None:
            return form_of(self.game).fill(self.corrected, self.setup.options)
        names = ("put", "at", "card", "move", "table")
        return {name: request.values[name] for name in names if name in request.values}

    @cached_property
    def problems(self) -> Sequence[Problem]:
        if self.id is not None:
            return self.match.judge(self.corrected, self.id)[1].problems
        state, after = self.match.state_at(None), self.after
        assert after.play
        return self.game.irregularities(self.setup, state, after.entry, after.play)

    @property
    def effect(self) -> Text:
        """What the change is, which tricks change, and who wins them instead."""
        before, after, edit, names = self.play, self.after.play, self.edit, self.setup.players
        assert before
        assert after
        assert edit
        player = names[(self if edit.put is None else self.after).seat_of(edit.at)]
        label = edit.label(self.match, self.match)
        parts = [sentence(edit.change(Subject(label, player, self.pack.joker)))]
        tricks = enumerate(zip_longest(before.tricks, after.tricks), start=1)
        changed = [number for number, (old, new) in tricks if old != new]
        if len(changed) > 1:
            is_run = len(changed) > 2 and changed[-1] - changed[0] == len(changed) - 1
            numbers = span(changed) if is_run else listed(map(str, changed))
            parts.append(_("tricks {numbers} change", numbers=numbers))
        winners = [[None if seat is None else names[seat] for seat in play.takers]
                   for play in (before, after)]  # fmt: skip
        pairs = enumerate(zip_longest(winners[0][: len(winners[1])], winners[1]), start=1)
        found = [_describe_winner(number, *pair) for number, pair in pairs if pair[0] != pair[1]]
        follows = [joined(found, ", ")] * bool(found)
        if len(changed) > 1:
            return ended(joined([joined(parts, "; "), *follows], ": "))
        return ended(joined([*parts, *follows], "; "))


def _describe_winner(number: int, old: str | None, new: str | None) -> Text:
    if new is None:
        return _("{name} no longer wins trick {number}", name=old, number=number)
    if old is None:
        return _("{name} wins trick {number}", name=new, number=number)
    template = _("{name} wins trick {number} instead of {other}")
    return template.format(name=new, number=number, other=old)


def trick_of(play: Play, number: int) -> Trick:
    return (*play.tricks, play.table)[number - 1]


def _parts(match: Match, id: str) -> list[dict[str, Any]]:
    """Return each table's part of a recorded entry."""
    written, game = match.entry(id), match.game
    assert written is not None
    if not has_tables(game) or len(match.tables) == 1:
        return [written.data]
    tables = game.split_tables(written.entry)
    return [each.model_dump(mode="json", exclude_none=True) for each in tables]


def _read_step(opened: OpenMatch, deal: DealView | None, message: Text = NOTHING) -> TrickPage:
    """Read the step from the request: a trick, a place in it, a card for that place."""
    if deal is None or deal.play is None or not deal.deal.cards:
        abort(404, _("No deal is being played card by card. Open the match again."))
    asked, cards, seats = request.values, deal.deal.cards, deal.setup.seats
    at, is_new = whole_number(asked.get("put", asked.get("at", ""))), "put" in asked
    number = min(whole_number(asked.get("number", "")) or 1, len(deal.play.tricks))
    page = TrickPage(
        deal.match, deal.place, deal.deal, deal.game,
        id=deal.id, opened=opened, trick_number=number, message=message,
    )  # fmt: skip
    if at is None or at >= len(cards) + is_new:
        return page
    out = None if is_new else cards[at]
    page = replace(page, trick_number=at // seats + 1, at=at, out=out)
    text = asked.get("card", out)
    if text is None or text == out:
        return page
    text = text[:12]
    change: dict[str, Any] = {"at": at} | ({} if is_new else {"out": out})
    if len(deal.match.tables) > 1:
        change["table"] = deal.place
    if text or is_new:
        refused = page.refusal(text)
        known = read_cards([plain_text(text)], deal.pack)[0]  # none if it isn't a card
        same = [read_cards([plain_text(card)], deal.pack)[0] == known for card in cards]
        places = [n for n, is_same in enumerate(same) if is_same and (is_new or n != at)]
        if refused and not refused.problem.rule.endswith((".pack", ".play")):
            places = []  # it could not be led from there either
        if refused and places and asked.get("move") == text:
            refused, change["source"] = None, places[-1]
            change["at"] = min(at, len(cards) - 1)
        if refused:
            return replace(page, refused=refused, source=places[-1] if places else None)
        change["put"] = str(read_led_card(text, deal.pack))
    edit = CardsAmended.model_validate(change)
    return replace(page, edit=edit, trick_number=edit.at // seats + 1)


def _show(page: TrickPage) -> str:
    return render("match/trick.html", page=page)


@pages.get("/play/trick")
def in_play(key: str) -> Reply:
    opened = open_match(key, to_write=True)
    return _show(_read_step(opened, deal_view(opened)))


def _refuse(opened: OpenMatch, why: Refusal) -> Reply:
    """Show the same change again, with what would follow from it now."""
    return _show(_read_step(opened, deal_view(opened), why.value)), 409


@pages.post("/play/trick")
@event_view(depends_on_table, refuse=_refuse)
def amend(opened: OpenMatch) -> EventOrReply:
    page = _read_step(opened, deal_view(opened))
    return page.edit or (_show(page), 422)


@pages.get("/e/<entry:id>/trick")
def recorded(key: str, id: str) -> Reply:
    opened = open_match(key, to_write=True)
    match, game, row = opened.seated(id), opened.match.game, opened.match.row_number(id)
    if row is None:
        abort(404, STRUCK if match.entry(id) else GONE)
    table = whole_number(request.args.get("table", "")) or 0
    parts = _parts(match, id)
    part = parts[table] if table < len(parts) else {}
    if not is_playable(game) or match.tally.rows[row].has_error or not part.get("play"):
        return redirect(url_for("match_page.edit", key=key, id=id))
    deal = DealInProgress(0, part, tuple(map(tuple, part["play"])))
    return _show(_read_step(opened, DealView(match, table, deal, game, id=id)))
