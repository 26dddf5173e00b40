"""`/health`, for whatever watches over a server; nothing in it is secret."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify

from referee import __version__
from referee.matches.database.faults import fault_of
from referee.web.http.match_cache import store

pages = Blueprint("health", __name__)


@pages.get("/health")
def show() -> tuple[Response, int]:
    """What this process knows of itself; 503 where its database does not answer."""
    answers = True
    try:
        store().probe()
    except Exception as failure:
        if fault_of(failure) is None:
            raise
        answers = False
    streams = current_app.extensions["streams"].quota
    response = jsonify(
        version=__version__,
        database={"kind": store().kind, "answers": answers},
        streams={"open": streams.held, "places": streams.in_all},
    )
    response.headers["Cache-Control"] = "no-store"
    return response, 200 if answers else 503
