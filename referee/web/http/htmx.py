"""A page, or the part of it that htmx asks for: all that the program knows of requests by htmx."""

from __future__ import annotations

from typing import Any, Final

from flask import Response, render_template
from flask_htmx import HTMX, make_response

REQUEST_HEADER: Final = "HX-Request"
"""On what the answer to an address depends: caches are told."""
htmx: Final = HTMX()


def wants_part() -> bool:
    """Whether htmx asks for a part: it also calls when it boosts links or restores history."""
    return bool(htmx) and not (htmx.boosted or htmx.history_restore_request)


def targets(id: str) -> bool:
    """Whether htmx asks for the part with this id, to put it in its place."""
    return wants_part() and htmx.target == id


def render(template: str, part: str | None = None, **values: Any) -> str:
    """The page; for a request of htmx just its part, which is a template of its own."""
    return render_template(part if part and wants_part() else template, **values)


def found_at(address: str, page: str, status: int) -> Response:
    """The page, which htmx shows under this address."""
    response: Response = make_response(page, status, replace_url=address if wants_part() else None)
    return response


def sent_on(address: str) -> Response:
    """The way to a page, for a form that htmx has sent."""
    response: Response = make_response("", 204, redirect=address)
    return response


def beside(part: str) -> Response:
    """What is new elsewhere on a page whose own part stays as it is."""
    response: Response = make_response(part, reswap="none")
    return response
