"""The match page, the board, rows with their receipts, corrections, and downloads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, render_template, request

from referee.core.game import NOTHING, Due
from referee.core.record import ADJUSTMENT, FEWEST_HERE
from referee.core.sheet import Row, Sheet
from referee.core.story.ending import Ending, describe_ending
from referee.core.story.spreadsheet import spreadsheet
from referee.core.text import Text, _, joined, points, signed, whole_number
from referee.matches.events.entries import EntryRestored
from referee.matches.match import Change, Match, Tonight, last_evening, sitting_in
from referee.matches.store import now
from referee.web.forms.entry_form import Draft, append_remark, draft_of, read_cells, reseated
from referee.web.forms.fields import Typed
from referee.web.http import device
from referee.web.http.app import (
    as_csv_file,
    as_file,
    htmx_response,
    own_path,
    render,
    url_for,
    wants_part,
)
from referee.web.http.language import current_language
from referee.web.http.limits import long_match_turn
from referee.web.http.match_cache import OpenMatch, open_match
from referee.web.http.names import fitting, labels, seen_as
from referee.web.match.clock import Clock, clock_of, key_pressed
from referee.web.match.conflicts import find_conflict
from referee.web.match.deal_view import (
    DealView,
    RefusedCard,
    TableLink,
    WayToPlay,
    deal_view,
    deal_views,
    depends_on_table,
    describe_known,
    known_fields,
    shown_table,
    table_links,
    way_to_play,
)
from referee.web.match.pad import (
    ONE_LINE,
    Fold,
    PlayedTable,
    StripColumn,
    column_sums,
    fold_rows,
    in_own_words,
    played_tables,
    receipt_of,
    strip_of,
)

pages = Blueprint("match_page", __name__, url_prefix="/m/<key>")

SHOWN_FIRST: Final[list[Callable[[OpenMatch], str | None]]] = []
"""Hooks that may show another page when a match is opened, such as the resume card."""
WITH_WORDS: Final = 6  # totals that fit side by side when one of them is a word
ROOM_FOR_DIGITS: Final = 36  # of all totals side by side, if each is as long as the longest

LETTERS_ON_TILE: Final = 11  # letters of a name that fit on a tile of the board
LETTERS_ON_SMALL_TILE: Final = 9
MANY_TILES: Final = 9  # with more players the board has five tiles in a row

GONE: Final = _(
    "This entry was undone, so it’s no longer in the match. Open the log to see what happened or"
    " to put it back."
)
STRUCK: Final = _("This entry was crossed out. Put it back from the log first.")
IN_PLACE: Final = _("Your figures are filled in but not saved yet. Check them, then save.")


@dataclass(frozen=True)
class MatchPage:
    opened: OpenMatch
    sheet: Sheet
    draft: Draft  # the entry that is being typed, or an empty one for the next entry
    panel: DealView | None  # the deal in progress on this phone
    place: int  # index of the table that this phone shows
    table_links: Sequence[TableLink]  # empty where all players sit at one table
    clock: Clock | None
    rows_until: int | None  # the last row of earlier evenings to show, if the request asks for one
    clock_key: str  # how time ran out, as preselected in a new form
    rows_at: str  # what the URLs of rows start with; empty where relative ones will do
    is_question: ClassVar = False  # whether the form asks for a score without recording it
    is_beside: bool = False  # whether its parts are swapped in beside a form that stays

    @property
    def match(self) -> Match:
        return self.opened.match

    @cached_property
    def progress(self) -> Text:
        """The game and its progress, such as `… · deal 7 of 12`."""
        match, due = self.match, self.sheet.due
        if due is None:
            return _("{game} · over", game=match.game_name)
        if due.kind == "correct":
            return _("{game} · {entry}", game=match.game_name, entry=due.name)
        ahead = match.game.ahead(match.setup, match.state_at(None))
        if ahead is None or ahead.entries is None or due.ends_with_kind:
            return _("{game} · {entry}", game=match.game_name, entry=due.name)
        most = match.tally.played + ahead.entries
        return _("{game} · {entry} of {most}", game=match.game_name, entry=due.name, most=most)

    @property
    def deal_number(self) -> int:
        """Value of the `number` field in forms for a deal in progress."""
        match = self.match
        return match.number if len(match.tables) == 1 else match.step.event.number

    @property
    def is_entering(self) -> bool:
        is_wanted = not self.sheet.finished or bool(self.draft.typed)
        return self.opened.may_write and is_wanted and self.panel is None

    @property
    def fields_shown(self) -> object | None:
        """Cache key for the fields of an empty form; None if something was typed."""
        draft = self.draft
        if draft.id is not None or draft.typed or draft.problems or draft.conflict:
            return None
        seat = self.opened.seat
        # A context that has its match says what else it shows: the match isn't kept in the cache.
        context = getattr(draft.context, "cache_key", draft.context)
        return context, draft.match.setup, self.match.house, self.clock_key, seat

    @property
    def may_have_left(self) -> int | None:
        """The seat of a player who was here but sat out the last two rounds, and none before.

        None once somebody has said on this phone that they just sat out.
        """
        match, opened, is_new = self.match, self.opened, self.draft.id is None
        tally, field, away = match.tally, match.game.figures_field, match.setup.away
        here = [seat for seat in range(len(match.players)) if seat not in away]
        may_leave = match.setup.options.attendance == "open" and len(here) > FEWEST_HERE
        is_asked = may_leave and is_new and opened.may_write and not self.sheet.finished
        if not is_asked or device.number("sat_out", opened.key) == match.number:
            return None
        rows = [row for row, each in enumerate(tally.rows) if not each.is_adjustment][-3:]
        for seat in here:
            dashes = [
                seat not in tally.setup_at(row).away
                and match.row_entry(row).data.get(field, ())[seat : seat + 1] == [None]
                for row in rows
            ]
            if dashes in ([True, True], [False, True, True]):
                return seat
        return None

    @property
    def must_correct_first(self) -> bool:
        """Whether an old entry must be corrected before a new one can be recorded."""
        draft = self.draft
        is_due = draft.due is not None and draft.due.kind == "correct"
        return is_due and draft.id is None and not draft.typed

    @property
    def typed_for(self) -> int:
        """Index of the entry being typed, counting struck entries."""
        found, written = self.draft.conflict, self.match.entries
        return [each.id for each in written].index(found.id) if found else len(written)

    def played_table(self, place: int) -> PlayedTable | None:
        """The cards of the entry that is corrected, as recorded; None if others were typed."""
        row = None if self.draft.id is None else self.match.row_number(self.draft.id)
        if row is None or self.draft.is_typed:
            return None
        tables = played_tables(self.match, row)
        return next((each for each in tables if max(each.number - 1, 0) == place), None)

    @property
    def folds(self) -> list[Fold]:
        return fold_rows(self.match, self.sheet, until=self.rows_until)

    @cached_property
    def tonight(self) -> Tonight:
        return Tonight(self.match, now())

    @cached_property
    def ending(self) -> Ending:
        """How the match ended; only for a finished one."""
        return describe_ending(self.match.story())

    @cached_property
    def strip(self) -> list[StripColumn]:
        return strip_of(self.sheet, self.match.players, self.draft.match.players)

    @property
    def strip_looks(self) -> list[str]:
        """CSS classes that make the strip fit the screen."""
        totals = [in_own_words(each.total) for each in self.strip]
        number, longest = len(totals), max(map(len, totals))
        has_words = any(len(each) > 3 and not any(map(str.isdigit, each)) for each in totals)
        is_huge = number * longest > ROOM_FOR_DIGITS and not has_words
        looks = {
            "many": is_huge or number > (WITH_WORDS if has_words else ONE_LINE),
            "huge": is_huge,
            "narrow": number > 5,
            "long": longest > 5 or has_words,
            "paired": self.sheet.has_teams and number > 2,
        }
        return ["strip", *(look for look, is_so in looks.items() if is_so)]

    @cached_property
    def due(self) -> Due | None:
        """What is due and known about it, with a substitute as in `Emil (for Dora)`."""
        if self.draft.is_adjustment:
            return None
        id = self.draft.id
        due = self.draft.as_known(self.opened.seated(id, in_full=True).due_at(id))
        facts = NOTHING if id is not None else describe_known(self.draft.match)
        if due is None or not facts:
            return due
        if len(self.match.deals) < len(self.match.tables):  # the others have yet to deal
            facts = joined([facts, due.short or due.headline], " · ")
        return replace(due, headline=facts, short=NOTHING)

    @cached_property
    def known_fields(self) -> str:
        """Fields filled in because their facts are known, as a query string."""
        draft = self.draft
        if draft.id is not None or draft.is_adjustment:
            return ""
        return urlencode(known_fields(draft.match))

    @property
    def way_to_play(self) -> WayToPlay | None:
        draft = self.draft
        return (
            None
            if draft.id or draft.is_adjustment
            else way_to_play(self.opened, draft.match, draft.typed)
        )

    @property
    def has_followed(self) -> bool:
        return any(deal.is_followed for deal in self.match.deals.values())

    @property
    def names(self) -> list[str]:
        """Every name that a text may mention: the players and their substitutes."""
        return [*dict.fromkeys((*self.match.players, *self.draft.match.players))]

    @cached_property
    def heads(self) -> list[str]:
        """Name of each column, for the browser to shorten."""
        players, columns = self.match.players, self.sheet.columns
        teams = [column.name for column in columns if column.kind == "team"]
        found: list[str] = [*fitting(players), *fitting(teams, players)]
        return found + [column.name for column in columns[len(found) :]]

    @cached_property
    def change(self) -> Change:
        return self.match.by_person(self.match.change)

    @cached_property
    def turned_back(self) -> Change | None:
        return self.match.turned_back and self.match.by_person(self.match.turned_back)

    @property
    def last(self) -> Row | None:
        return self.sheet.rows[-1] if self.sheet.rows else None

    @property
    def last_figures(self) -> list[tuple[str, str, str]]:
        """Name, figure and one-word mark of each column with one of these in the last row."""
        row = self.last
        if row is None:
            return []
        write = signed if self.match.game.cells_have_signs or row.is_adjustment else points
        players = self.match.players
        seated = self.match.seated.get(len(self.sheet.rows) - 1, players)
        names = [*fitting(seated), *self.heads[len(players) :]]
        marks = row.explanation.marks or [""] * len(row.cells)
        return [
            (name, write(cell), mark)
            for name, cell, mark in zip(names, row.cells, marks, strict=True)
            if cell is not None or mark
        ]


def page_of(
    opened: OpenMatch, draft: Draft | None = None, refused: RefusedCard | None = None
) -> MatchPage:
    """Build the page, with the input so far or a card that was tapped and refused."""
    match, sheet = opened.match, opened.match.sheet()
    draft = draft or Draft(match, None, {})
    draft = replace(draft, match=opened.seated(draft.id))
    if draft.typed and draft.is_typed:
        draft = replace(draft, typed=reseated(match, draft.typed))
    panel = None if draft.typed else deal_view(opened, refused)
    if draft.id is None and not draft.is_adjustment and not (draft.typed and draft.is_typed):
        typed = {**known_fields(draft.match), **draft.typed}
        draft = replace(draft, typed=typed, is_typed=False)
    clock = clock_of(match)
    rows_until = min(_asked_number("until") or len(sheet.rows), len(sheet.rows))
    home = url_for("match_page.show", key=opened.key)
    is_beside = wants_part() or own_path().rpartition("/")[0] == home.rstrip("/")
    return MatchPage(
        opened,
        sheet,
        draft=draft,
        panel=panel,
        place=shown_table(opened),
        table_links=table_links(opened),
        clock=clock,
        rows_until=rows_until if "all" in request.args else None,
        clock_key=key_pressed(clock, match, draft),
        rows_at="" if is_beside else home,
    )


@pages.get("/")
def show(key: str) -> str | Response:
    has_all_rows, is_half_typed = "all" in request.args, wants_part() and "number" in request.args
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows) if has_all_rows else 0):
        match = opened.match
        if "guest" not in request.args:  # matches opened from a circle stay off the list
            device.remember(key)
        if "on" in request.args:
            device.put_number("gone_on", key, match.number)
        elif not {*request.args} - {"guest"} and not wants_part():
            for show_first in SHOWN_FIRST:
                if (page := show_first(opened)) is not None:
                    return page
        if "table" in request.args and device.seat(key) is None:
            device.put_number("table", key, shown_table(opened))
        known = _asked_number("known")
        if wants_part() and len(match.tables) > 1 and known is not None:
            table = deal_view(opened)
            facts = {"facts"} if is_half_typed else set()
            is_elsewhere = match.is_as_known(known, depends_on_table(opened) | facts)
            if is_elsewhere and (is_half_typed or (table is not None and not table.is_over)):
                # Keep this table's keys in place when a card is played at another table.
                other = replace(page_of(opened), is_beside=True)
                part = render_template("match/parts/beside.html", page=other)
                return htmx_response(part, reswap="none")
        draft, note, due = None, request.args.get("note", ""), match.due_at(None)
        if is_half_typed:  # show what others have recorded, but keep the form
            found = find_conflict(match, _asked_number("number"), request.args)
            news = NOTHING if found else _news(match)
            typed = request.args if found else _with_news(opened.seated())
            draft = Draft(match, None, typed, message=news, conflict=found)
            if found and found.is_same:
                draft = Draft(match, None, {}, message=found.said)
        elif note and opened.may_write and due is not None and due.kind != "correct":
            # An empty form with a remark from the rules desk.
            draft = Draft(match, None, {"note": append_remark("", note)}, is_typed=False)
        return render("match/match.html", "match/parts/live.html", page=page_of(opened, draft))


def _with_news(match: Match) -> Typed:
    """Return what is typed with the facts that have become known since its form was shown.

    A fact of which anything was typed here stays as it is, so that no two contracts are mixed.
    """
    typed, now = request.args, known_fields(match)
    before = read_cells(typed.get("noted", ""))
    names = {*before, *now}
    own = {_fact_of(name) for name in names if typed.get(name, "") != before.get(name, "")}
    return {**typed, **{name: now.get(name, "") for name in names if _fact_of(name) not in own}}


def _fact_of(field: str) -> str:
    """What a field belongs to: `trump`, all `upcard`s, or `_0`, the contract at the first table."""
    name, mark, place = field.partition("_")
    return mark + place or name.rstrip("0123456789")


def _asked_number(name: str) -> int | None:
    """Read a query parameter as a number: `known`, `number` or `until`."""
    return whole_number(request.args.get(name, ""), digits=9)


def _news(match: Match) -> Text:
    if _asked_number("known") == match.number:
        return NOTHING
    change = match.by_person(match.turned_back or match.change)
    joker = match.game.pack(match.setup.options).joker
    by = change.event.by
    phone = _("{name}’s phone: {event}") if by else _("Another phone: {event}")
    event = phone.format(name=by, event=change.describe(joker))
    return joined([event, _("What you typed is still here.")])


@pages.get("/board")
def board(key: str) -> str:
    opened = open_match(key)
    match, page = opened.match, page_of(opened)
    room = LETTERS_ON_TILE if len(match.players) <= MANY_TILES else LETTERS_ON_SMALL_TILE
    seated = page.draft.match.players
    panels = [] if page.sheet.finished else deal_views(page.draft.match)
    return render(
        "match/board.html",
        "match/parts/board.html",
        page=page,
        tiles=strip_of(page.sheet, match.players, seated, room),
        players=labels(match.players, room),
        seated=dict(zip(seated, labels(seated, room), strict=True)),
        tables=[
            {
                "panel": panel,
                "names": [*map(seen_as, panel.setup.players, labels(panel.setup.players, room))],
            }
            for panel in panels
            if panel and panel.deal.is_followed and panel.play
        ],
        evening=last_evening(match),
    )


@pages.get("/e/<entry:id>")
def row(key: str, id: str) -> str:
    opened = open_match(key)
    match = opened.match
    written, number = match.entry(id), match.row_number(id)
    if written is None:
        abort(404, _("This entry isn’t in the match. Open the match again."))
    players = match.players_of(id)
    restored = match.would_be(EntryRestored(id=id)).tally if number is None else match.tally
    shown = restored.rows[match.row_at(id)]
    return render(
        "match/row.html",
        "match/parts/row.html",
        opened=opened,
        match=match,
        written=written,
        row=None if number is None else match.row_as_played(number),
        sitting_in=sitting_in(players, match.players),
        names=[*match.players, *players],
        receipt=receipt_of(match, id),
        label=shown.heading.label,
        figures=column_sums(restored, shown),
    )


@pages.get("/adjust")
def adjust(key: str) -> str:
    opened = open_match(key, to_write=True)
    is_half_typed = "number" in request.args  # then others have changed the match meanwhile
    draft = Draft(
        opened.match,
        None,
        {**request.args, "kind": ADJUSTMENT},
        message=_news(opened.match) if is_half_typed else NOTHING,
        is_typed=is_half_typed,
    )
    return render("match/edit.html", "match/parts/correcting.html", page=page_of(opened, draft))


@pages.get("/e/<entry:id>/edit")
def edit(key: str, id: str) -> str:
    opened = open_match(key, to_write=True)
    match, typed = opened.match, request.args
    written = match.entry(id)
    if written is None:
        abort(404, GONE)
    if {"by", "number"} & typed.keys():  # typed elsewhere, or while others wrote
        found = find_conflict(match, _asked_number("number"), typed, id)
        if found and found.is_same:
            draft = replace(draft_of(match, id), message=found.said)
        elif found and found.deed == "corrected" and not found.is_typed:
            draft = replace(draft_of(match, id), message=_news(match))
        else:
            message = NOTHING if found else _news(match) if wants_part() else IN_PLACE
            draft = Draft(match.with_options_of(id), id, typed, message=message, conflict=found)
    elif written.is_struck:
        abort(404, STRUCK)
    else:
        draft = draft_of(match, id)
        if remark := typed.get("note", ""):
            note = append_remark(draft.typed.get("note", ""), remark)
            draft = replace(draft, typed={**draft.typed, "note": note})
    return render("match/edit.html", "match/parts/correcting.html", page=page_of(opened, draft))


@pages.get("/record.json")
def record(key: str) -> Response:
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows)):
        return as_file(jsonify(opened.match.record()), opened.match.title, "json")


@pages.get("/sheet.csv")
def table(key: str) -> Response:
    opened = open_match(key)
    with long_match_turn(len(opened.match.tally.rows)):
        return as_csv_file(
            spreadsheet(opened.match.story(), current_language().zone), opened.match.title
        )
