"""Telling every open page that a match has gone on: server-sent events that say only a number.

The gateway's event loop goes on with a stream when the view is done. Under another server, which
takes none over, a stream holds its thread, and says the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from flask import Blueprint, Response, current_app, request
from flask.blueprints import BlueprintSetupState

from referee.matches.store import Closed
from referee.web.forms.fields import whole_number
from referee.web.http import streams
from referee.web.http.gateway import HAND_OVER
from referee.web.http.limits import client_of
from referee.web.http.match_cache import link_of, store
from referee.web.http.streams import HERE, STILL_HERE, Stream, Streams, told

pages = Blueprint("live", __name__, url_prefix="/m/<key>")

VIEWERS: Final = 1024
"""So many streams at once, where the server does not say how many it can hold."""
POLL_SECONDS: Final = 20
EVENTS: Final = "text/event-stream"


@pages.record
def make_places(state: BlueprintSetupState) -> None:
    """Each app has so many places for streams."""
    most = int(os.environ.get("REFEREE_STREAMS", VIEWERS))
    state.app.extensions["streams"] = Streams(most)


@pages.get("/stream")
def stream(key: str) -> Response:
    """A stream of the numbers of new events, from the one that the page knows on."""
    link = link_of(key)
    if request.method == "HEAD":
        return Response(mimetype=EVENTS)
    # Where a crowd watches, an id is `<number>/<milliseconds>`.
    known = request.headers.get("Last-Event-ID") or request.args.get("after", "0")
    after = whole_number(known.partition("/")[0], digits=9) or 0
    open_streams: Streams = current_app.extensions["streams"]
    address = client_of(request.environ)
    place = open_streams.places.take(address)
    if place is None:
        status = 429 if open_streams.places.of(address) else 503
        return Response(status=status, headers={"Retry-After": str(POLL_SECONDS)})
    one = Stream(open_streams, place, store(), link, after)
    response = Response(mimetype=EVENTS, headers={"Cache-Control": "no-store"})
    if HAND_OVER in request.environ:
        request.environ[HAND_OVER](one)
    else:
        response.response = _numbers(one)
        response.call_on_close(lambda: open_streams.places.give_back(place))
    return response


def taken() -> tuple[int, int]:
    places = current_app.extensions["streams"].places
    return places.taken, places.most


def _numbers(one: Stream) -> Iterator[bytes]:
    """The same, by a thread that waits."""
    yield HERE
    while one.place.is_held:
        try:
            number = one.store.wait(one.match_id, one.after, streams.PATIENCE)
        except Closed:
            return
        if number > one.after:
            one.after = number
            yield told(number)
            if one.store.find(one.key) is None:
                return
        else:
            yield STILL_HERE
