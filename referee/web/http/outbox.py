"""Ids of posted forms, and headers that tell the outbox of a page what became of each form.

A form carries the id of the event that it writes, so the same page writes it only once. The outbox
keeps a form until its event is in the log. A status says too little for that: the landing page of a
guest network answers 200 to everything. So every answer of the app says whose it is, and one to a
form names the event or the form that it is about.
"""

from __future__ import annotations

import hmac
import re
from typing import Final
from uuid import UUID, uuid4

from flask import Flask, Response, current_app, g, request

SIGN: Final = "Referee"
"""On every answer: by it a page knows who answers."""
IN_LOG: Final = "Referee-Event"
"""`<id>/<number>`: what the form with this id is for is in the log, from this event on."""
REFUSED: Final = "Referee-Refused"
"""`<id>`: the form with this id is not taken, and would not be if it were sent again."""
PASSING: Final = (408, 429)
"""Refusals that say nothing about the form itself."""


def new_id() -> str:
    return str(uuid4())


def form_id() -> str | None:
    """The id that the posted form carries; None if no page of ours has made it."""
    id = request.form.get("id", "")
    return id if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id) else None


def posted_id() -> str:
    """The id that the posted form carries, or a new one."""
    return form_id() or new_id()


def derived_id(*parts: object) -> str:
    """The id of an event that another one brings about: the same however often that one is sent.

    Ids are unique across all logs and a form may carry any id, so nobody may be able to guess it.
    """
    secret = current_app.config["SECRET_KEY"]
    digest = hmac.digest(secret, " ".join(map(str, parts)).encode(), "sha256")
    return str(UUID(bytes=digest[:16], version=4))


def register(app: Flask) -> None:
    app.before_request(_note_form_id)
    app.after_request(_add_headers)


def mark_in_log(number: int) -> None:
    """Have the answer say that what its form is for is in the log, from this event on."""
    g.setdefault("in_log", number)


def _note_form_id() -> None:
    # Runs behind `security.read_form`, which has seen that all of the form is there.
    if request.method == "POST":
        g.form_id = form_id()


def _add_headers(response: Response) -> Response:
    response.headers[SIGN] = "here"
    id, status = g.get("form_id"), response.status_code
    if id is not None and status < 400 and "in_log" in g:
        response.headers[IN_LOG] = f"{id}/{g.in_log}"
    elif id is not None and 400 <= status < 500 and status not in PASSING:
        response.headers[REFUSED] = id
    return response
