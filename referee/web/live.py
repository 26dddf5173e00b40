"""Telling every open page that a match has gone on: server-sent events that say only a number."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request

from referee.serve import THREADS
from referee.store import Closed, Store
from referee.web.books import link_of, store

pages = Blueprint("live", __name__, url_prefix="/m/<key>")

VIEWERS = THREADS - 32
"""Each stream holds a thread; some are kept for pages. Who comes later polls, slowly."""
PATIENCE = 15.0
"""Seconds between two signs of life, by which a phone that is gone is noticed."""


@pages.get("/stream")
def stream(key: str) -> Response:
    """A stream of the numbers of new events, from the one that the page knows on."""
    link = link_of(key)
    if store().watchers >= VIEWERS:
        return Response(status=503, headers={"Retry-After": "20"})
    known = request.headers.get("Last-Event-ID") or request.args.get("after", "0")
    after = int(known) if known.isdecimal() and len(known) < 10 else 0
    numbers = _numbers(store(), key, link.match_id, after)
    response = Response(numbers, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    return response


def _numbers(store: Store, key: str, match_id: int, after: int) -> Iterator[str]:
    yield ": here\n\n"
    while True:
        try:
            number = store.wait(match_id, after, PATIENCE)
        except Closed:
            return
        if number > after:
            after = number
            yield f"event: number\nid: {number}\ndata: {number}\n\n"
            if store.find(key) is None:
                return  # the link was replaced; the page has just been told to look, and finds that
        else:
            yield ": still here\n\n"
