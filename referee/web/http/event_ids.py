"""Ids of events that a page may write: the same page writes its event only once."""

from __future__ import annotations

import hmac
import re
from uuid import UUID, uuid4

from flask import current_app, request


def new_id() -> str:
    """The id of an event that may be written from a page: the same page writes it only once."""
    return str(uuid4())


def page_id() -> str | None:
    """The id that the posted form carries; None if it is none that a page has made."""
    id = request.form.get("id", "")
    return id if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id) else None


def posted_id() -> str:
    """The id that the posted form carries, or a new one."""
    return page_id() or new_id()


def derived_id(*parts: object) -> str:
    """The id of an event that another one brings about: the same however often that one is sent.

    Ids are unique across all logs and a form may carry any id, so nobody may be able to guess it.
    """
    secret = current_app.config["SECRET_KEY"]
    digest = hmac.digest(secret, " ".join(map(str, parts)).encode(), "sha256")
    return str(UUID(bytes=digest[:16], version=4))
