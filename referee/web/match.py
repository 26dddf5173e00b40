"""The match: what is due, the entry form, the last entry, the sheet; a row with its receipts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    render_template,
    request,
    url_for,
)

from referee.log import Book, Written
from referee.sheet import Row, Sheet
from referee.underway import is_as_known
from referee.web import device
from referee.web.books import Opened, opened
from referee.web.clock import clock_of, key_pressed
from referee.web.entry import Draft, draft_of, new_draft
from referee.web.on_table import Refused, on_table, place_of, tables_of, ways_of
from referee.web.page import ONE_LINE, render, wants_part

pages = Blueprint("match", __name__, url_prefix="/m/<key>")

IN_PLACE: Final = "What you have entered is in place here, and not saved yet: save it to keep it."
ROWS_SHOWN = 60
"""How many of the last rows a page shows, unless all are asked for."""
ROWS_OF_TWO_LINES = 36
"""The same where a row has two lines."""


def view(
    match: Opened, draft: Draft | None = None, refused: Refused | None = None
) -> dict[str, Any]:
    """All that the page of a match shows.

    `draft` is what was typed so far, `refused` a card that was tapped and did not fall.
    """
    book, sheet = match.book, match.book.sheet()
    clock = clock_of(book)
    most = ROWS_SHOWN if len(sheet.columns) <= ONE_LINE else ROWS_OF_TWO_LINES
    skipped = 0 if "all" in request.args else max(0, len(sheet.rows) - most)
    return {
        "match": match,
        "book": book,
        "sheet": sheet,
        "skipped": skipped,
        "rows": _numbered(book, sheet, skipped),
        "draft": draft or new_draft(book),
        "table": None if draft and draft.typed else on_table(match, refused),
        "place": place_of(match),
        "ways": ways_of(match),
        "deal_number": book.number if len(book.tables) == 1 else book.events[-1].number,
        "clock": clock,
        "clock_key": key_pressed(clock, book, draft),
        "last": _last_standing(book),
        "rows_at": _rows_at(match),
    }


def _rows_at(match: Opened) -> str:
    """What the addresses of rows begin with: nothing, where the page stands beside them."""
    home = url_for("match.show", key=match.key)
    is_beside = wants_part() or request.path.rpartition("/")[0] == home.rstrip("/")
    return "" if is_beside else home


def _numbered(book: Book, sheet: Sheet, skipped: int) -> list[tuple[Written, Row]]:
    """The rows of the sheet from the first that is shown, each with its entry."""
    return [
        (book.written_in_row(number), sheet.rows[number])
        for number in range(skipped, len(sheet.rows))
    ]


def _last_standing(book: Book) -> tuple[Written, Row] | None:
    number = len(book.tally.rows) - 1
    return (book.written_in_row(number), book.tally.rows[number]) if number >= 0 else None


@pages.get("/")
def show(key: str) -> str | Response:
    """The page of the match."""
    with opened(key) as match:
        device.remember(key)
        if "table" in request.args and device.seat(key) is None:
            device.choose_table(key, place_of(match))
        if wants_part() and _has_gone_on_elsewhere(match):
            table = on_table(match)
            if table is not None and not table.is_over:
                # No key of this table moves under a finger because of a card at another.
                beside = make_response(render_template("parts/beside.html", **view(match)))
                beside.headers["HX-Reswap"] = "none"
                return beside
        return render("match.html", "parts/live.html", **view(match))


def _has_gone_on_elsewhere(match: Opened) -> bool:
    """Whether only deals of other tables have gone on since what this page knows."""
    book, known = match.book, request.args.get("known", "")
    if len(book.tables) == 1 or not known.isdecimal() or len(known) > 9:
        return False
    return is_as_known(book.events, int(known), place_of(match))


@pages.get("/pad")
def pad(key: str) -> str:
    """The sheet alone, for a page on which somebody is typing."""
    with opened(key) as match:
        known = request.args.get("known")
        is_known = known == str(match.book.number) or _has_gone_on_elsewhere(match)
        return render_template("parts/pad.html", **view(match), beside_form=True, is_known=is_known)


@pages.get("/board")
def board(key: str) -> str:
    """Large figures for a screen in the middle of the table."""
    with opened(key) as match:
        tables = tables_of(match.book)
        return render("board.html", "parts/board.html", **view(match), tables=tables)


@pages.get("/e/<entry:id>")
def row(key: str, id: str) -> str:
    """One row: the receipt of each cell, what is wrong, and what can be done."""
    with opened(key) as match:
        written = match.book.entry(id)
        if written is None:
            abort(404, "There is no such entry in this match.")
        return render(
            "row.html",
            "parts/row.html",
            match=match,
            book=match.book,
            written=written,
            row=match.book.row(id),
        )


@pages.get("/e/<entry:id>/edit")
def edit(key: str, id: str) -> str:
    """The form with an old entry in it."""
    with opened(key, to_write=True) as match:
        written = match.book.entry(id)
        if written is None or written.is_struck:
            abort(404, "There is no such entry on the sheet. Put it back first, from the log.")
        draft = draft_of(match.book, id)
        if "by" in request.args:  # one comes back from another page with what was typed
            draft = replace(draft, typed=request.args, problems=(), message=IN_PLACE)
        return render("edit.html", **view(match, draft))


@pages.get("/record.json")
def record(key: str) -> Response:
    """The match as a record, to keep or to import elsewhere."""
    with opened(key) as match:
        response: Response = jsonify(match.book.record())
        name = "".join(c if c.isalnum() else "-" for c in match.book.title).strip("-") or "match"
    address = {"filename*": f"UTF-8''{quote(name)}.json"}  # a header itself is ASCII only
    response.headers.set("Content-Disposition", "attachment", **address)
    return response
