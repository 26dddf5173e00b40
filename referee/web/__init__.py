"""The pages: thin views that read the request, call the core and render."""

from __future__ import annotations

from flask import Flask
from flask_htmx import HTMX

from referee.store import Store
from referee.web import (
    ask,
    auction,
    hand,
    home,
    live,
    log,
    match,
    new,
    page,
    play,
    printing,
    records,
    rules,
    safety,
    share,
    write,
)
from referee.web.books import Books


def register(app: Flask, store: Store) -> None:
    """Make `app` serve every page over this store."""
    app.extensions["books"] = Books(store)
    HTMX(app)
    safety.register(app)
    page.register(app)
    modules = (
        home, new, records, match, write, play, hand, live, printing, share, log, rules, auction,
        ask,
    )  # fmt: skip
    for module in modules:
        app.register_blueprint(module.pages)
