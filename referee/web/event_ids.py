"""Ids of events that a page may write: the same page writes its event only once."""

from __future__ import annotations

import re
from uuid import uuid4

from flask import request


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
