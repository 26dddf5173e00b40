"""A record opened as a new match; or all that is wrong with it, with the places."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, redirect, request, url_for
from werkzeug.wrappers import Response

from referee.record import read_json
from referee.refusal import NotARecord
from referee.sheet import read_record, tally_of
from referee.web.new import open_match
from referee.web.page import render

pages = Blueprint("records", __name__)


@pages.get("/import")
def choose_record() -> str:
    """The form for a record."""
    return render("import.html", faults=[], problems=[])


@pages.post("/import")
def import_record() -> tuple[str, int] | Response:
    """A record as a new match; or all that is wrong with it, with the places."""
    request.max_form_memory_size = current_app.config["MAX_CONTENT_LENGTH"]  # a text may be long
    file = request.files.get("record")
    text = request.form.get("text", "").strip()
    raw = file.read() if file and file.filename else text.encode()
    if not raw:
        return render("import.html", faults=[], problems=[], text=text, nothing=True), 422
    try:
        data = read_json(raw)
        record = read_record(data)
    except NotARecord as refused:
        faults = [str(fault) for fault in refused.faults]
        return render("import.html", faults=faults, problems=[], text=text), 422
    sheet = tally_of(record).sheet()
    wrong = [row for row in sheet.rows if row.has_error]
    if wrong and "anyway" not in request.form:
        page = render("import.html", faults=[], problems=wrong, text=raw.decode("utf-8-sig"))
        return page, 422
    link = open_match(_payload_of(data))
    return redirect(url_for("match.show", key=link.score_key), 303)


def _payload_of(data: dict[str, Any]) -> dict[str, Any]:
    kept = ("game", "players", "entries", "sessions", "rulings")
    payload = {name: data[name] for name in kept if name in data}
    return payload | {"title": data.get("title", ""), "options": data.get("options", {})}
