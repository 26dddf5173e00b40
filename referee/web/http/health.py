"""Whether all is well, for what watches over a server; nothing in it is secret."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from referee import __version__
from referee.matches.database.faults import fault_of
from referee.web.http.match_cache import store
from referee.web.match import live

pages = Blueprint("health", __name__)


@pages.get("/health")
def show() -> tuple[Response, int]:
    """What this process knows of itself; 503 where its database does not answer."""
    answers = _database_answers()
    open_streams, places = live.taken()
    response = jsonify(
        version=__version__,
        database={"kind": store().kind, "answers": answers},
        streams={"open": open_streams, "places": places},
    )
    response.headers["Cache-Control"] = "no-store"
    return response, 200 if answers else 503


def _database_answers() -> bool:
    try:
        store().probe()
    except Exception as failure:
        if fault_of(failure) is None:
            raise
        return False
    return True
