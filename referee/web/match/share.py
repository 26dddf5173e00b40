"""A match's two links and their QR codes."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from referee.core.text import _
from referee.matches.store import Role, new_key
from referee.web.http import device
from referee.web.http.app import is_loopback, proxy_settings, render
from referee.web.http.limits import client_of
from referee.web.http.match_cache import OpenMatch, find_link, open_match, store
from referee.web.http.streams import Streams
from referee.web.match.result import bg_stats_link, fits_bg_stats, result_text

pages = Blueprint("share", __name__, url_prefix="/m/<key>/share")

SVG = 'xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges"'
ROLES: tuple[Role, ...] = ("watch", "score")
ONLY_TO_SCORE: Final = _("This is a viewing link. To replace links, open the match’s scoring link.")
SENT_BEFORE: Final = _("This form was already sent for another link. Open the Share page again.")


@pages.get("/")
def show(key: str) -> str:
    opened = open_match(key)
    roles = ROLES if opened.may_write else ("watch",)
    sheet = opened.match.sheet()
    return render(
        "match/share.html",
        opened=opened,
        match=opened.match,
        links={role: address(opened, role) for role in roles},
        only_here=is_only_here(),
        shown_first="watch" if _has_other_phones(opened) else "score",
        renewed=request.args.get("renewed"),
        new_form=new_key(),
        result=result_text(opened.match, sheet) if sheet.rows else "",
        bg_stats=bg_stats_link(opened.match, sheet),
        fits_bg_stats=fits_bg_stats(each.score for each in sheet.standings),
    )


def _has_other_phones(opened: OpenMatch) -> bool:
    """Whether the match is open on another phone now; phones are told apart by their addresses."""
    streams: Streams = current_app.extensions["streams"]
    return bool(streams.addresses(opened.link.match_id) - {client_of(request.environ)})


@pages.get("/<role>.svg")
def code(key: str, role: Role) -> Response:
    """Serve a link's QR code. Only someone with the scoring link gets the scoring link's code."""
    opened = open_match(key)
    if role not in ROLES or (role == "score" and not opened.may_write):
        abort(404)
    return qr_code(address(opened, role))


def qr_code(text: str) -> Response:
    import segno  # takes a megabyte

    drawn = segno.make(text, error="m", micro=False)
    svg = drawn.svg_inline(border=3, scale=1, dark="#000", light="#fff", omitsize=True)
    return Response(svg.replace("<svg ", f"<svg {SVG} ", 1),
                    mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})  # fmt: skip


@pages.post("/renew")
def renew(key: str) -> Answer:
    """Replace a link; the old one no longer works.

    Idempotent: the new key is an HMAC of the form's id under a server secret. If the form is sent
    again, for example after a lost response, the link is the same. Nobody else can compute it.
    """
    role: Role = "watch" if request.form.get("role") == "watch" else "score"
    link = store().find(key)
    if link is not None and link.role != "score":
        abort(403, ONLY_TO_SCORE)
    made = derived_key(role)
    done = store().find(made)
    if done is None:
        opened = open_match(key, to_write=True)
        done = store().renew(opened.link.match_id, role, made)
    elif (link or (role == "watch" and find_link(key)[0]) or done).match_id != done.match_id:
        abort(409, SENT_BEFORE)
    if role == "score":
        device.replace(key, done.score_key)
        key = done.score_key
    return redirect(url_for("share.show", key=key, renewed=role), 303)


def derived_key(role: str) -> str:
    """Return the link key that is derived from the posted form's id and the server's secret."""
    form = request.form.get("form", "")
    if not re.fullmatch(r"[\w-]{22}", form):
        abort(422, _("This form is incomplete. Open the Share page again."))
    made = hmac.digest(store().secret("links"), f"{role}/{form}".encode(), "sha256")
    return urlsafe_b64encode(made[:16]).decode().rstrip("=")


def address(opened: OpenMatch, role: Role) -> str:
    """Return the absolute URL of a link, to be opened on other phones."""
    key = opened.link.score_key if role == "score" else opened.link.watch_key
    return base() + url_for("match_page.show", key=key)


def base() -> str:
    """Return the origin for links to open on other phones; avoid loopback addresses if possible."""
    if proxy_settings().origin:
        return proxy_settings().origin
    here = request.host_url.rstrip("/")
    if is_loopback(urlsplit(here).hostname) and current_app.config["PHONE_ADDRESS"]:
        return str(current_app.config["PHONE_ADDRESS"])
    return here


def is_only_here() -> bool:
    return is_loopback(urlsplit(base()).hostname)
