"""The app: what each of its requests says of the outside, and the address that it has there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app, request
from flask import url_for as built

from referee.core.outside import Outside

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class App(Flask):
    """Flask, with requests that say how they came to the outside."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        """Answer one request."""
        self.extensions["outside"].enter(environ)
        return super().wsgi_app(environ, start_response)


def outside() -> Outside:
    """Where this app is for those outside."""
    known: Outside = current_app.extensions["outside"]
    return known


def url_for(endpoint: str, **values: Any) -> str:
    """The address of a page: it is built once, and a page has dozens of the same."""
    return _address(request.script_root, endpoint, **values)


@lru_cache(maxsize=4096, typed=True)
def _address(_root: str, endpoint: str, **values: Any) -> str:
    return built(endpoint, **values)


def own_path() -> str:
    """The path of this request, as a browser asks for it."""
    return request.script_root + request.path


def own_address() -> str:
    """The same with all that it asks for."""
    return request.script_root + request.full_path
