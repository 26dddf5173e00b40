"""Telling every open page that a match has gone on: server-sent events that say only a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import BoundedSemaphore

from flask import Blueprint, Response, current_app, request
from flask.blueprints import BlueprintSetupState

from referee.matches.notifier import Closed
from referee.matches.store import Store
from referee.web.forms.fields import whole_number
from referee.web.gateway import THREADS
from referee.web.match_cache import link_of, store

pages = Blueprint("live", __name__, url_prefix="/m/<key>")

VIEWERS = THREADS - 32
"""Each stream holds a thread; some are kept for pages. Who comes later polls, slowly."""
PATIENCE = 15.0
"""Seconds between two signs of life, by which a phone that is gone is noticed."""


@pages.record
def make_places(state: BlueprintSetupState) -> None:
    """Each app has so many places for streams."""
    state.app.extensions["viewers"] = BoundedSemaphore(VIEWERS)


@pages.get("/stream")
def stream(key: str) -> Response:
    """A stream of the numbers of new events, from the one that the page knows on."""
    link = link_of(key)
    leave = _enter()
    if leave is None:
        return Response(status=503, headers={"Retry-After": "20"})
    known = request.headers.get("Last-Event-ID") or request.args.get("after", "0")
    numbers = _numbers(store(), key, link.match_id, whole_number(known, digits=9) or 0)
    response = Response(numbers, mimetype="text/event-stream")
    response.call_on_close(leave)
    response.headers["Cache-Control"] = "no-store"
    return response


def taken() -> tuple[int, int]:
    """How many streams are open in this process, and how many can be."""
    return store().watchers, VIEWERS


def _enter() -> Callable[[], None] | None:
    """Take a place; how to give it back, which may be called twice. None if all are taken."""
    places: BoundedSemaphore = current_app.extensions["viewers"]
    if not places.acquire(blocking=False):
        return None
    held = [places]

    def leave() -> None:
        if held:
            held.pop().release()

    return leave


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
