"""The Flask app; addresses in it; answers as pages, as parts for htmx, and as files."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from flask import Flask, Response, current_app, render_template, request
from flask import url_for as build_url
from flask_htmx import HTMX, make_response

from referee.core.proxies import ProxySettings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

HTMX_HEADER: Final = "HX-Request"
"""Answers depend on it: caches are told."""
htmx: Final = HTMX()


class App(Flask):
    """Flask, with requests as they were before any proxy passed them on."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        self.extensions["proxies"].apply(environ)
        return super().wsgi_app(environ, start_response)


def proxy_settings() -> ProxySettings:
    settings: ProxySettings = current_app.extensions["proxies"]
    return settings


# Addresses ----------------------------------------------------------------------------------------


def url_for(endpoint: str, **values: Any) -> str:
    """Flask's `url_for`, cached: a page has dozens of the same address."""
    return _cached_url(request.script_root, endpoint, **values)


@lru_cache(maxsize=4096, typed=True)
def _cached_url(_root: str, endpoint: str, **values: Any) -> str:
    return build_url(endpoint, **values)


def own_path() -> str:
    """The path of this request, as a browser asks for it."""
    return request.script_root + request.path


def own_address() -> str:
    """The same with its query."""
    return request.script_root + request.full_path


# Pages and their parts ----------------------------------------------------------------------------


def wants_part() -> bool:
    """Whether htmx asks for a part: it also calls when it boosts links or restores history."""
    return bool(htmx) and not (htmx.boosted or htmx.history_restore_request)


def targets(id: str) -> bool:
    """Whether htmx asks for the part with this id, to put it in its place."""
    return wants_part() and htmx.target == id


def render(template: str, part: str | None = None, **values: Any) -> str:
    """The page; for a request of htmx just its part, which is a template of its own."""
    return render_template(part if part and wants_part() else template, **values)


def show_at(address: str, page: str, status: int) -> Response:
    """The page, which htmx shows under this address."""
    response: Response = make_response(page, status, replace_url=address if wants_part() else None)
    return response


def redirect_htmx(address: str) -> Response:
    response: Response = make_response("", 204, redirect=address)
    return response


def swap_nothing(part: str) -> Response:
    """Parts that find their own places, beside a target that stays as it is."""
    response: Response = make_response(part, reswap="none")
    return response


# Files --------------------------------------------------------------------------------------------


def as_file(
    response: Response, title: str, ending: str, disposition: str = "attachment"
) -> Response:
    """The response as a file named by this title, to keep or (`inline`) to look at."""
    name = "".join(c if c.isalnum() else "-" for c in title).strip("-") or "match"
    filename = {"filename*": f"UTF-8''{quote(name)}.{ending}"}  # a header itself is ASCII only
    response.headers.set("Content-Disposition", disposition, **filename)
    return response


def as_csv_file(text: str, title: str) -> Response:
    """A table for a spreadsheet, with the byte order mark by which Excel knows UTF-8."""
    return as_file(Response(f"\ufeff{text}", mimetype="text/csv"), title, "csv")
