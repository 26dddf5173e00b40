"""What an answer says to the outbox of a page, which keeps what was sent until it is in the log.

A status says too little: the landing page of a guest network answers 200 to everything. So every
answer of the app says whose it is, and one to a form names the event or the form that it is about.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, g, request

from referee.web.http.event_ids import page_id

SIGN: Final = "Referee"
"""On every answer: by it a page knows who answers."""
IN_LOG: Final = "Referee-Event"
"""`<id>/<number>`: what the form with this id is for stands in the log, from this event on."""
REFUSED: Final = "Referee-Refused"
"""`<id>`: the form with this id is not taken, and would not be if it were sent again."""
PASSING: Final = (408, 429)
"""Refusals that say nothing about the form itself."""


def register(app: Flask) -> None:
    """Have every answer say it."""
    app.before_request(read_id)
    app.after_request(add_signs)


def read_id() -> None:
    """Note which form this is; those before have seen that all of it is there."""
    if request.method == "POST":
        g.form_id = page_id()


def is_in_log(number: int) -> None:
    """Have the answer say that what its form is for stands in the log, from this event on."""
    g.setdefault("in_log", number)


def add_signs(response: Response) -> Response:
    """Say who answers, and what has become of the form."""
    response.headers[SIGN] = "here"
    id, status = g.get("form_id"), response.status_code
    if id is not None and status < 400 and "in_log" in g:
        response.headers[IN_LOG] = f"{id}/{g.in_log}"
    elif id is not None and 400 <= status < 500 and status not in PASSING:
        response.headers[REFUSED] = id
    return response
