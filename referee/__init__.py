"""Referee keeps score of card games, settles disputes about the rules, and handles marathons.

Python programs can call `referee.score(record)`, `referee.story(record)`,
`referee.whatif(record, options)` and `referee.ask(question)`. These take and return plain JSON
values, and raise `referee.NotARecord` (a `ValueError`) for an invalid record or question.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from referee.core import sheet as sheet
    from referee.core.rulings import ask
    from referee.core.sheet import score, whatif
    from referee.core.story.story import story
    from referee.core.validation import NotARecord

__all__ = ["NotARecord", "ask", "create_app", "score", "story", "whatif"]
__version__ = "1.1.0"

_MODULES = {
    "score": "referee.core.sheet",
    "ask": "referee.core.rulings",
    "story": "referee.core.story.story",
    "whatif": "referee.core.sheet",
    "NotARecord": "referee.core.validation",
}
"""The module of each public name, imported when the name is first used."""

if not TYPE_CHECKING:  # so that the type checker finds misspelt names

    def __getattr__(name: str) -> Any:
        if name == "sheet":  # its import path in earlier versions
            return import_module("referee.core.sheet")
        if name in _MODULES:
            return getattr(import_module(_MODULES[name]), name)
        raise AttributeError(f"module 'referee' has no attribute {name!r}")


def create_app(data: Path | None = None) -> Flask:
    """Create the app. Its database is in the folder `data` (default: as set in the environment)."""
    # Imported here so that commands without pages start quickly.
    import os

    from referee import web
    from referee.core.proxies import read_proxy_settings
    from referee.matches.database.address import DatabaseAddress
    from referee.matches.store import Store
    from referee.web.http.app import App
    from referee.web.http.gateway import MOST

    address = DatabaseAddress.in_folder(data) if data else DatabaseAddress.of_environment()
    store = Store.at(address)
    app = App(__name__, static_folder=None)  # web/assets.py serves it
    url, proxies = (os.environ.get(f"REFEREE_{name}", "") for name in ("URL", "BEHIND_PROXY"))
    app.extensions["proxies"] = read_proxy_settings(url, proxies)
    app.config.update(
        SECRET_KEY=store.secret("cookies"),
        SESSION_COOKIE_NAME="referee",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # a late response must not restore an old cookie
        MAX_CONTENT_LENGTH=MOST,
        MAX_FORM_MEMORY_SIZE=MOST,  # a record may be pasted as text
        PHONE_ADDRESS=os.environ.get("REFEREE_LAN", ""),
    )
    web.register(app, store)
    return app
