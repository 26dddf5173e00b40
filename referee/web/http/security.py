"""Protect the links and the log: security headers, origin checks, error pages."""

from __future__ import annotations

import gzip
import logging
from functools import lru_cache, partial
from hashlib import sha256
from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, abort, current_app, g, render_template, request
from werkzeug import formparser
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException, InternalServerError, RequestEntityTooLarge
from werkzeug.sansio.multipart import MultipartDecoder
from werkzeug.wrappers import Response as Answer

from referee.core.text import _
from referee.core.validation import NotARecord
from referee.matches.database.faults import fault_of
from referee.matches.database.lock import Busy
from referee.web.http.app import HTMX_HEADER, add_outbox_headers, form_id, proxy_settings
from referee.web.http.gateway import REFUSED as BODY_REFUSED
from referee.web.http.gateway import ROUTE

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; manifest-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
POLICY_OF_ASSETS = "default-src 'none'"
"""Security policy for assets, which load nothing. It is short because a page has many assets."""
SMALLEST_TO_COMPRESS = 300  # bytes
MOST_ENCODED = 192 * 1024
"""Maximum size of a URL-encoded form, in bytes. Parsing a form full of percent signs takes 150
times its size in memory. A record may be larger, but isn't sent in this encoding."""
MOST_OF_HEAD = 16 * 1024  # bytes before the content of a form's part
COMPRESSED_TYPES = ("text/", "application/json", "application/javascript", "image/svg+xml")

logger = logging.getLogger("referee")


def register(app: Flask) -> None:
    app.before_request(_check_request)
    app.after_request(_add_headers)
    app.register_error_handler(HTTPException, _show_refusal)
    app.register_error_handler(Exception, _show_failure)


class _Decoder(MultipartDecoder):
    """Refuses a part whose head is so long that its lines would need a lot of memory."""

    def _parse_headers(self, data: bytes | bytearray) -> Headers:
        if len(data) > MOST_OF_HEAD:
            raise RequestEntityTooLarge
        return super()._parse_headers(data)


formparser.MultipartDecoder = _Decoder  # type: ignore[attr-defined]  # no setting for it


def _check_request() -> None:
    """Refuse forms from other sites, and parse the whole form before a match is opened.

    That way, a slow sender doesn't hold a match's lock. The route is stored for the access log,
    because the URL itself contains the link.
    """
    if request.url_rule is not None:
        request.environ[ROUTE] = request.url_rule.rule
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        site = request.headers.get("Sec-Fetch-Site")
        if site is not None:
            allowed = site in ("same-origin", "none")
        else:
            origin = request.headers.get("Origin") or _origin_of(request.headers.get("Referer", ""))
            allowed = origin in ("", request.host_url.rstrip("/"), proxy_settings().origin)
        if not allowed:
            abort(403, OTHER_SITE)
    refused = request.environ.get(BODY_REFUSED)
    if refused is not None:
        abort(refused)
    if request.mimetype == "application/x-www-form-urlencoded":
        request.max_content_length = MOST_ENCODED
    if None in request.form:  # a part without a name, which no browser sends
        abort(400)
    if request.method == "POST":
        g.form_id = form_id()


def _origin_of(address: str) -> str:
    """Return a URL's origin: empty for an empty URL, `null` for a malformed one."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "null"
    return f"{parts.scheme}://{parts.netloc}" if address else ""


def _add_headers(response: Response) -> Response:
    """Add headers that protect the link and block foreign or inline content; compress responses."""
    add_outbox_headers(response)
    response.headers["X-Content-Type-Options"] = "nosniff"
    if response.status_code == 308:  # adds a slash to the URL; the client may have forged the host
        to = urlsplit(response.location or "")
        response.location = "/" + urlunsplit(("", "", to.path, to.query, "")).lstrip("/")
    if request.endpoint == "static" and response.mimetype != "text/html":
        response.headers.setdefault("Content-Security-Policy", POLICY_OF_ASSETS)
        return _compress(response)
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["X-Robots-Tag"] = "noindex"
    has_link = request.path.startswith(("/m/", "/c/")) or "key" in (request.view_args or {})
    if has_link:  # even if there is no such page, nothing is cached
        response.headers["Cache-Control"] = "no-store"
    response.headers.setdefault("Cache-Control", "no-cache, private")
    response.vary.update((HTMX_HEADER, "Cookie", "Accept-Language"))
    return _compress(response)


def _compress(response: Response) -> Response:
    wanted = request.accept_encodings["gzip"] > 0
    fitting = (response.mimetype or "").startswith(COMPRESSED_TYPES)
    if response.mimetype == "text/event-stream" or not (wanted and fitting):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= SMALLEST_TO_COMPRESS and "Content-Encoding" not in response.headers:
        is_asset = request.endpoint == "static"
        response.set_data(_gzip_asset(body) if is_asset else gzip.compress(body, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
    return response


_gzip_asset = lru_cache(maxsize=128)(partial(gzip.compress, compresslevel=9, mtime=0))

OTHER_SITE = _(
    "This form came from another site, so nothing was saved. Open Referee and try again."
)
UNREADABLE = _("Referee can’t read this request. Go back, reload the page and try again.")
SENTENCES = {
    404: _("This page doesn’t exist. Check the address, or go to your matches."),
    405: _("That doesn’t work here. Go to your matches and try from there."),
    408: _("Only part of the form arrived, so nothing was saved. Send it again."),
    413: _("What you sent is too large. The limit is 2 MB."),
    503: _("Too many large records are being sent. Wait a few seconds, then send yours again."),
}


def _show_refusal(refused: HTTPException) -> tuple[str, int, dict[str, str]] | Answer:
    code, text = refused.code or 500, refused.description
    if code < 400:
        return refused.get_response()
    if not text or text == type(refused).description:  # werkzeug's own text
        text = SENTENCES.get(code, UNREADABLE)
    seconds = getattr(refused, "retry_after", None)
    page = render_template("error.html", code=refused.code, text=text)
    return page, code, {"Retry-After": str(seconds)} if seconds else {}


def _show_failure(failure: Exception) -> tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Log an error without the URL, which contains the link, and show a short page."""
    if isinstance(failure, NotARecord):
        return render_template("error.html", code=422, text=str(failure)), 422
    if (text := fault_of(failure)) is not None:
        if not isinstance(failure, Busy):
            logger.error("storage at %s: %s", request.endpoint, text)
        return render_template("error.html", code=503, text=text), 503, {"Retry-After": "3"}
    if current_app.testing:
        raise failure
    mark = sha256(repr(failure).encode()).hexdigest()[:8]
    logger.error("error %s at %s", mark, request.endpoint, exc_info=failure)
    text = _("Something went wrong (error {mark}). Everything saved before is safe.", mark=mark)
    return render_template("error.html", code=500, text=text), InternalServerError.code
