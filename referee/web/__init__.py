"""The pages: thin views that read the request, call the core and render."""

from __future__ import annotations

from flask import Flask

from referee.core.registry import GAMES
from referee.matches.store import Store
from referee.web import jinja
from referee.web.circles import (
    circle_acts,
    circle_page,
    circle_share,
)
from referee.web.desk import (
    ask,
    rules,
    table_law,
)
from referee.web.evenings import evenings_page, resume_card
from referee.web.forms.game_pages import pages_of
from referee.web.http import (
    assets,
    device,
    health,
    limits,
    outbox,
    security,
    streams,
)
from referee.web.http.app import htmx
from referee.web.http.match_cache import MatchCache
from referee.web.match import (
    entries,
    log,
    match_page,
    play,
    print_page,
    share,
)
from referee.web.start import home, import_record, new_match
from referee.web.story import story_page, story_picture

PAGES = (
    home, health, new_match, import_record, match_page, entries, play, streams, print_page, share,
    log, rules, ask, table_law, story_page, story_picture, evenings_page, resume_card, circle_acts,
    circle_page, circle_share,
)  # fmt: skip


def register(app: Flask, store: Store) -> None:
    app.extensions["matches"] = MatchCache(store)
    app.session_interface = device.TimelessCookie()
    app.jinja_environment = jinja.SharedTemplates
    htmx.init_app(app)
    security.register(app)
    outbox.register(app)
    limits.register(app)
    jinja.register(app)
    assets.register(app)
    for module in PAGES:
        app.register_blueprint(module.pages)
    for game in GAMES.values():
        for pages in pages_of(game).blueprints:
            app.register_blueprint(pages)
