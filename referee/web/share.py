"""The two links of a match, their QR codes, and whose phone this is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from referee.store import Role, new_key
from referee.web import device
from referee.web.books import Opened, link_of, opened, store
from referee.web.page import render

pages = Blueprint("share", __name__, url_prefix="/m/<key>/share")

SVG = 'xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges"'
ROLES: tuple[Role, ...] = ("score", "watch")


@pages.get("/")
def show(key: str) -> str:
    """The links of the match as far as this one goes, names and seats."""
    with opened(key) as match:
        return page(match, match.book.title, match.book.players)


def page(match: Opened, title: str, names: Sequence[str], fault: str = "") -> str:
    """The page, with a title and names that may still be refused."""
    roles = ROLES if match.may_write else ("watch",)
    return render(
        "share.html",
        match=match,
        book=match.book,
        links={role: address(match, role) for role in roles},
        seat=device.seat(match.key),
        only_here=_is_loopback(urlsplit(_base()).hostname),
        title=title,
        names=names,
        fault=fault,
        renewed=request.args.get("renewed"),
        new_key=new_key(),
    )


@pages.get("/<role>.svg")
def code(key: str, role: Role) -> Response:
    """A link as a QR code. A link to watch has no code to score."""
    with opened(key) as match:
        if role not in ROLES or (role == "score" and not match.may_write):
            abort(404)
        drawn = segno.make(address(match, role), error="m", micro=False)
        svg = drawn.svg_inline(border=3, scale=1, dark="#000", light="#fff", omitsize=True)
    return Response(svg.replace("<svg ", f"<svg {SVG} ", 1),
                    mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})  # fmt: skip


@pages.post("/renew")
def renew(key: str) -> Answer:
    """Make a link anew; whoever has the old one is out.

    The page has proposed the new key, so that sending this twice, or losing the answer, locks
    nobody out.
    """
    role: Role = "watch" if request.form.get("role") == "watch" else "score"
    proposed = request.form.get("key", "")
    link = store().find(key)
    if link is not None and link.role != "score":
        abort(403, "This is a link to watch. Links are replaced from the link to score.")
    if not re.fullmatch(r"[\w-]{22}", proposed):
        abort(422, "This form is incomplete. Go back to the page of the links and try again.")
    done = store().find(proposed)
    if done is None:
        with opened(key, to_write=True) as match:
            done = store().renew(match.link.match_id, role, proposed)
    elif done.role != role or (role == "watch" and link_of(key).match_id != done.match_id):
        abort(409, "This form was sent before, for another link.")
    if role == "score":
        device.replace(key, done.score_key)
        key = done.score_key
    return redirect(url_for("share.show", key=key, renewed=role), 303)


@pages.post("/seat")
def sit(key: str) -> Answer:
    """This is the phone of one of the players, or of nobody."""
    seat = request.form.get("seat", "")
    with opened(key) as match:
        seats = [str(number) for number in range(len(match.book.players))]
    taken = seats.index(seat) if seat in seats else None
    device.remember(key)
    device.sit(key, taken)
    return redirect(url_for("share.show", key=key), 303)


def address(match: Opened, role: Role) -> str:
    """The address of a link as other phones reach it."""
    key = match.link.score_key if role == "score" else match.link.watch_key
    return _base() + url_for("match.show", key=key)


def _base() -> str:
    """Where this app is for other phones: not at a loopback address, if there is another."""
    here = request.host_url.rstrip("/")
    if _is_loopback(urlsplit(here).hostname) and current_app.config["PHONE_ADDRESS"]:
        return str(current_app.config["PHONE_ADDRESS"])
    return here


def _is_loopback(host: str | None) -> bool:
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return host == "localhost"
