"""The two links of a circle of friends and their QR codes."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from referee.matches.circle_store import CircleLink
from referee.matches.store import Role, new_key
from referee.web.circles.circles import circles, open_circle
from referee.web.http import device
from referee.web.http.app import render
from referee.web.match.share import (
    ONLY_TO_SCORE,
    ROLES,
    SENT_BEFORE,
    base,
    is_only_here,
    made_key,
    qr_code,
)

pages = Blueprint("circle_share", __name__, url_prefix="/c/<circle>/share")


@pages.get("/")
def show(circle: str) -> str:
    """The links of the circle as far as this one goes, and its name."""
    opened = open_circle(circle)
    roles = ROLES if opened.may_write else ("watch",)
    return render(
        "circles/circle_share.html",
        opened=opened,
        links={role: _address(opened.link, role) for role in roles},
        only_here=is_only_here(),
        renewed=request.args.get("renewed"),
        new_form=new_key(),
    )


def _address(link: CircleLink, role: Role) -> str:
    key = link.score_key if role == "score" else link.watch_key
    return base() + url_for("circle_page.show", circle=key)


@pages.get("/<role>.svg")
def code(circle: str, role: Role) -> Response:
    """A link as a QR code; a link to watch shows no code to score."""
    opened = open_circle(circle)
    if role not in ROLES or (role == "score" and not opened.may_write):
        abort(404)
    return qr_code(_address(opened.link, role))


@pages.post("/renew")
def renew(circle: str) -> Answer:
    """Replace a link, as those of matches: the same form leads to the same link."""
    role: Role = "watch" if request.form.get("role") == "watch" else "score"
    link = circles().find(circle)
    if link is not None and not link.may_write:
        abort(403, ONLY_TO_SCORE)
    made = made_key(f"circle/{role}")
    done = circles().find(made)
    if done is None:
        opened = open_circle(circle, to_write=True)
        done = circles().renew(opened.link.circle_id, role, made)
    elif (
        link or (role == "watch" and open_circle(circle).link) or done
    ).circle_id != done.circle_id:
        abort(409, SENT_BEFORE)
    if role == "score":
        device.remember_circle(done.score_key, circle)
        circle = done.score_key
    return redirect(url_for("circle_share.show", circle=circle, renewed=role), 303)
