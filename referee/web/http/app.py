"""The Flask app: URLs, responses (pages, htmx parts, files), and ids of posted forms."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import lru_cache
from ipaddress import ip_address
from threading import Lock
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode, urlsplit
from uuid import UUID, uuid4

from flask import Flask, Response, current_app, g, render_template, request
from flask import url_for as build_url
from flask.templating import Environment
from flask_htmx import HTMX, make_response
from jinja2 import Template
from werkzeug.routing import UnicodeConverter, ValidationError

from referee.core.proxies import ProxySettings
from referee.core.sheet import Cell, as_csv
from referee.web.http.device import TimelessCookie
from referee.web.http.language import current_language

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

HTMX_HEADER: Final = "HX-Request"
htmx: Final = HTMX()


class SharedTemplates(Environment):
    """Template environment with one set of globals for all templates.

    For every macro imported into a page, Jinja searches its template's globals; a shared set is
    searched only once. The lock makes sure that each template is compiled only once: after a
    restart, all phones of a match request the same page.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._lock = Lock()

    def get_template(self, *args: Any, **options: Any) -> Template:
        with self._lock:
            return super().get_template(*args, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class App(Flask):
    """Flask app that sees requests as the first trusted proxy received them."""

    jinja_environment = SharedTemplates
    session_interface = TimelessCookie()

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        self.extensions["proxies"].apply(environ)
        return super().wsgi_app(environ, start_response)


def proxy_settings() -> ProxySettings:
    settings: ProxySettings = current_app.extensions["proxies"]
    return settings


# Addresses ----------------------------------------------------------------------------------------


def url_for(endpoint: str, query: Mapping[str, object] | None = None, /, **values: object) -> str:
    """Return a URL as Flask's `url_for` does, but cached: pages repeat URLs dozens of times.

    Names that visitors choose go into `query`: as keywords, some would change the URL itself.
    """
    url = _cached_url(request.script_root, endpoint, **values)
    return f"{url}?{urlencode(query)}" if query else url


@lru_cache(maxsize=4096, typed=True)
def _cached_url(_root: str, endpoint: str, /, **values: Any) -> str:
    return build_url(endpoint, **values)


def own_path() -> str:
    """Return the path of this request as the browser sees it."""
    return request.script_root + request.path


def own_address() -> str:
    return request.script_root + request.full_path


def is_loopback(host: str | None) -> bool:
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return host == "localhost"


def lacks_https() -> bool:
    """Whether browsers withhold what they allow only over https, or on the computer itself."""
    return not (request.is_secure or _is_this_computer(request.host))


@lru_cache(maxsize=256)
def _is_this_computer(host: str) -> bool:
    return is_loopback(urlsplit(f"//{host}").hostname)


_PLAIN_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")


def entry_address(id: str) -> str:
    """Escape an entry id for a URL, because an imported id may be any text."""
    return id if _PLAIN_ID.fullmatch(id) else f"~{id.encode().hex()}"


class EntryId(UnicodeConverter):
    def to_python(self, value: str) -> str:
        try:
            return bytes.fromhex(value[1:]).decode() if value.startswith("~") else value
        except ValueError:
            raise ValidationError from None

    def to_url(self, value: str) -> str:
        return entry_address(value)


# Pages and their parts ----------------------------------------------------------------------------


def wants_part() -> bool:
    """Whether htmx wants only a part; boosted links and restored history need the whole page."""
    return bool(htmx) and not (htmx.boosted or htmx.history_restore_request)


def render(template: str, part: str | None = None, **values: Any) -> str:
    return render_template(part if part and wants_part() else template, **values)


def htmx_response(body: str = "", status: int = 200, **headers: Any) -> Response:
    """Return a response; headers such as `redirect` are added only if htmx requested a part."""
    response: Response = make_response(body, status, **(headers if wants_part() else {}))
    return response


# Files --------------------------------------------------------------------------------------------


def as_file(
    response: Response, title: str, ending: str, disposition: str = "attachment"
) -> Response:
    """Give a response a file name; the browser saves the file or, if `inline`, displays it."""
    name = "".join(c if c.isalnum() else "-" for c in title).strip("-") or "match"
    filename = {"filename*": f"UTF-8''{quote(name)}.{ending}"}  # a header itself is ASCII only
    response.headers.set("Content-Disposition", disposition, **filename)
    return response


def as_csv_file(lines: Iterable[Sequence[Cell]], title: str) -> Response:
    """Return a CSV file in the page's language.

    It has the byte order mark that Excel needs to recognize UTF-8.
    """
    language = current_language()
    text = as_csv(lines, language, language.decimal_sign)
    return as_file(Response(f"\ufeff{text}", mimetype="text/csv"), title, "csv")


# Posted forms -------------------------------------------------------------------------------------
#
# A form carries the id of the event that it writes, so resending it is idempotent. A page's outbox
# keeps a form until its event is in the log. A status code doesn't prove that: a guest network's
# captive portal answers 200 to everything. So every response has a header that only Referee sends,
# and the response to a form names its event or the refused form.

SIGN: Final = "Referee"  # on every response, so that a page knows that Referee answered
IN_LOG: Final = "Referee-Event"
"""Header with the value `<id>/<number>`. It says that the form with this id is in the log, at or
before event `number`."""
REFUSED: Final = "Referee-Refused"  # `<id>`: the form with this id is refused, and would be again
PASSING: Final = (408, 429)  # refusals that are not about the form itself


def new_id() -> str:
    return str(uuid4())


def form_id() -> str | None:
    """Return the posted form's id; None if the form isn't from one of our pages."""
    id = request.form.get("id", "")
    return id if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id) else None


def posted_id() -> str:
    return form_id() or new_id()


def derived_id(*parts: object) -> str:
    """Return a deterministic id for a follow-up event, so that a resent form writes it only once.

    Ids are unique across all logs, and anyone can send a form with any id. So this one must not
    be guessable; otherwise, someone else could use it first.
    """
    secret = current_app.config["SECRET_KEY"]
    digest = hmac.digest(secret, " ".join(map(str, parts)).encode(), "sha256")
    return str(UUID(bytes=digest[:16], version=4))


def mark_in_log(number: int) -> None:
    """Make the response headers say that the posted form is in the log, at or before this event."""
    g.setdefault("in_log", number)


def add_outbox_headers(response: Response) -> None:
    """Add headers that identify Referee and say whether the posted form was written or refused."""
    response.headers[SIGN] = "1"
    id, status = g.get("form_id"), response.status_code
    if id is not None and status < 400 and "in_log" in g:
        response.headers[IN_LOG] = f"{id}/{g.in_log}"
    elif id is not None and 400 <= status < 500 and status not in PASSING:
        response.headers[REFUSED] = id
