"""Import a record as a new match, or list its problems."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.core.figures_csv import FiguresSheet, is_json, read_sheet
from referee.core.record import read_json
from referee.core.registry import GAMES
from referee.core.sheet import Row, read_record, tally_of
from referee.core.text import _
from referee.core.validation import (
    DIRECTION_MARKS,
    MOST_FAULTS,
    MOST_ITEMS,
    MOST_VALUES,
    NotARecord,
    RecordFault,
    refuse,
)
from referee.matches.match_state import Json, entry_stamps
from referee.web.http import device, limits
from referee.web.http.app import posted_id, render
from referee.web.http.match_cache import OpenMatch, store
from referee.web.match.write import LONGEST_NAME, plain_name, start_match
from referee.web.start.home import read_match

pages = Blueprint("import_record", __name__)

LARGEST: Final = 2_000_000  # bytes
MOST_ENTRIES: Final = MOST_ITEMS  # of plain figures; those with cards weigh more
RUNNING: Final = "running"  # as the form names figures that are running totals
LONGEST_RECORD_TITLE: Final = 500  # letters; forms allow fewer
SHOWN: Final = MOST_FAULTS  # most problems, or entries with problems, that are listed


@pages.get("/import")
def choose_record() -> str:
    return _form()


def _form(
    text: str = "",
    *,
    faults: Sequence[RecordFault] = (),
    wrong: Sequence[Row] = (),
    copy: OpenMatch | None = None,
    sheet: FiguresSheet | None = None,
    is_empty: bool = False,
) -> str:
    return render(
        "start/import.html",
        text=text,
        faults=faults[:SHOWN],
        wrong=wrong[:SHOWN],
        is_cut=max(len(faults), len(wrong)) > SHOWN,
        copy=copy,
        sheet=sheet,
        is_empty=is_empty,
    )


@pages.post("/import")
def import_record() -> tuple[str, int] | Response:
    file, text = request.files.get("record"), request.form.get("text", "")
    raw = file.read() if file and file.filename else text.encode() if text.strip() else b""
    if not raw:
        return _form(is_empty=True), 422
    sheet, anyway = None, request.form.get("anyway", "")
    try:
        if len(raw) > LARGEST:
            raise refuse(_("This file is too large. The limit is 2 MB."))
        if not is_json(raw):
            sheet = read_sheet(raw, is_running=RUNNING in (anyway, request.form.get("figures")))
        record = read_record(_clean_names(sheet.record if sheet else read_json(raw)))
        if sum(entry.weight for entry in record.entries) > MOST_ENTRIES:
            raise refuse(_("have too many cards to check; open them in two parts"), "entries")
    except NotARecord as refused:
        return _form(text, faults=refused.faults), 422
    if sheet and sheet.differences:
        return _form(sheet.text, faults=sheet.differences, sheet=sheet), 422
    wrong = [row for row in tally_of(record).sheet().rows if row.has_error]
    payload = _payload_of(record.as_json())
    copy = _find_copy(payload["entries"])
    if (wrong or copy or sheet) and not anyway:
        text = sheet.text if sheet else raw.decode("utf-8-sig")
        status = 422 if wrong else 409 if copy else 200
        return _form(text, wrong=wrong, copy=copy, sheet=sheet), status
    limits.charge(limits.BYTES, len(raw))
    link = start_match(payload)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


def _find_copy(entries: Sequence[Json]) -> OpenMatch | None:
    """Return the match on this device that has all these entries already, if any."""
    stamps = entry_stamps(entries)
    if not stamps:
        return None
    links = [link for link, _last in store().links([*device.keys(), *device.hidden()])]
    found = store().with_entry(entries[0]["id"], [link.match_id for link in links])
    for link in links:
        match = read_match(link) if link.match_id in found else None
        if match is None or match.opened.id == posted_id():  # this form, sent again, opened it
            continue
        if stamps <= entry_stamps(entry.data for entry in match.entries):
            return OpenMatch(link, match)
    return None


@pages.post("/example")
def example() -> Response:
    folders = (resources.files(game.package) for game in GAMES.values())
    files = (folder.joinpath("example.json") for folder in folders)
    record = read_record(read_json(next(file.read_bytes() for file in files if file.is_file())))
    link = start_match(_payload_of(record.as_json()), is_own=False)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


def _clean_names(data: Any) -> Any:
    """Clean a record's title and names. Raises NotARecord if one is too long."""
    if not isinstance(data, dict):
        return data
    title, players = data.get("title"), data.get("players")
    if isinstance(title, str):
        data["title"] = plain_name(title[: 10 * LONGEST_RECORD_TITLE], LONGEST_RECORD_TITLE + 1)
        if len(data["title"]) > LONGEST_RECORD_TITLE or len(title) > 10 * LONGEST_RECORD_TITLE:
            message = _("must have at most {most} letters", most=LONGEST_RECORD_TITLE)
            raise refuse(message, "title")
    if (
        isinstance(players, list)
        and len(players) <= MOST_VALUES
        and all(isinstance(name, str) for name in players)
    ):
        shown = ["".join(c for c in name if c not in DIRECTION_MARKS) for name in players]
        for seat, name in enumerate(shown):
            if len(name) > LONGEST_NAME:
                message = _("must have at most {most} letters", most=LONGEST_NAME)
                raise refuse(message, f"players[{seat}]")
        data["players"] = shown
        for event in data["attendance"] if isinstance(data.get("attendance"), list) else ():
            if isinstance(event, dict) and event.get("player") in players:
                event["player"] = shown[players.index(event["player"])]
    return data


def _payload_of(data: dict[str, Any]) -> dict[str, Any]:
    payload = {name: value for name, value in data.items() if name != "format"}
    return payload | {"title": data.get("title", ""), "options": data.get("options", {})}
