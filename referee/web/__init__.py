"""The pages: thin views that read the request, call the core and render."""

from __future__ import annotations

from flask import Flask

from referee.core.registry import GAMES
from referee.matches.store import Store
from referee.web import (
    ask,
    assets,
    circle_acts,
    circle_page,
    circle_share,
    device,
    entries,
    evenings_page,
    health,
    home,
    import_record,
    jinja,
    kept_rulings,
    limits,
    live,
    log,
    match_circles,
    match_page,
    may_i_play,
    new_match,
    outbox,
    play,
    print_page,
    resume_card,
    rules,
    security,
    share,
    story_page,
    story_picture,
    table_law,
)
from referee.web.game_pages import pages_of
from referee.web.htmx import htmx
from referee.web.match_cache import MatchCache

PAGES = (
    home, health, new_match, import_record, match_page, entries, play, live, print_page, share, log,
    rules, ask, may_i_play, kept_rulings, table_law, story_page, story_picture, evenings_page,
    resume_card, circle_acts, circle_page, circle_share, match_circles,
)  # fmt: skip


def register(app: Flask, store: Store) -> None:
    """Make `app` serve every page over this store."""
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
