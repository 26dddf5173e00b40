"""Set up blueprints, template filters and `/health`."""

from __future__ import annotations

import os

from flask import Flask, Response, current_app, jsonify
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.runtime import Macro

from referee import __version__
from referee.core.cards import SUIT_LETTERS, SUIT_NAMES, SUIT_SYMBOLS, Ranked
from referee.core.course import duration
from referee.core.game import count_entries
from referee.core.played_deal import is_breach
from referee.core.registry import FOLDER, GAMES, report_broken
from referee.core.rulings import revoke_rulings
from referee.core.text import average, plain, points, sentence, signed, wins
from referee.matches.database.faults import fault_of
from referee.matches.store import Store
from referee.web.circles import circle_page, recap_page
from referee.web.desk import ask, rules, table_law
from referee.web.desk.questions import SavedRuling
from referee.web.desk.rules import (
    house_rules,
    law_text,
    question_address,
    quote,
    rule_address,
    rule_link,
)
from referee.web.evenings import evenings_page, midnight_card, resume_card
from referee.web.forms.entry_form import form_of
from referee.web.forms.game_pages import pages_of
from referee.web.http import (
    assets,
    device,
    formats,
    limits,
    names,
    script_texts,
    security,
    streams,
)
from referee.web.http.app import (
    EntryId,
    entry_address,
    htmx,
    lacks_https,
    new_id,
    own_address,
    own_path,
    url_for,
)
from referee.web.http.language import all_languages, current_language, rulebook_of
from referee.web.http.match_cache import BlockCache, MatchCache, cached, store
from referee.web.match import (
    ahead,
    closing,
    entries,
    log,
    match_page,
    pad,
    play,
    players,
    print_page,
    share,
    trick,
)  # fmt: skip
from referee.web.start import home, import_record, new_match
from referee.web.story import story_page

PAGES = (
    home, new_match, import_record, match_page, entries, play, streams, print_page, share,
    log, rules, ask, table_law, story_page, evenings_page, resume_card, midnight_card, circle_page,
    recap_page, ahead, trick, closing, players,
)  # fmt: skip


def register(app: Flask, store: Store) -> None:
    most_streams = int(os.environ.get(streams.SETTING, streams.VIEWERS))
    app.extensions |= {
        "matches": MatchCache(store),
        "blocks": BlockCache(),
        "streams": streams.Streams(most_streams),
    }
    htmx.init_app(app)
    security.register(app)
    limits.register(app)
    assets.register(app)
    app.url_map.converters["entry"] = EntryId
    app.add_url_rule("/health", view_func=health)
    for module in PAGES:
        app.register_blueprint(module.pages)
    for name, game in [*GAMES.items()]:
        try:
            form_of(game)
            for pages in pages_of(game).blueprints:
                app.register_blueprint(pages)
        except (Exception, SystemExit) as failure:
            if game.package.startswith(FOLDER):
                raise
            report_broken(game.package, failure)
            del GAMES[name]

    # The templates.
    folders = {
        game.folder: FileSystemLoader(assets.package_folder(game) / "templates")
        for game in GAMES.values()
    }
    own = app.jinja_loader
    app.jinja_loader = ChoiceLoader([*([own] if own else []), PrefixLoader(folders)])
    app.jinja_env.undefined = StrictUndefined  # a missing value is an error, not ""
    app.jinja_env.finalize = formats.in_words
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.extend(newstyle_gettext=True)  # before the extension, which reads it
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.filters.update(
        points=points, plain=plain, signed=signed, sentence=sentence, law_text=law_text,
        moment=formats.moment, day=formats.day, time_of_day=formats.time_of_day,
        recent=formats.recent,
        suit=formats.suit_mark, card=formats.card, face=formats.face, spoken=formats.spoken,
        ranked=Ranked,
        name=names.name, names=names.names, naming=names.naming, seen_as=names.seen_as,
        entry_address=entry_address, pair=lambda value: (value, value),
        duration=duration, wins=wins, average=average,
    )  # fmt: skip
    app.jinja_env.tests["breach"] = is_breach
    app.jinja_env.globals.update(
        url_for=url_for, own_path=own_path, own_address=own_address, new_id=new_id,
        lacks_https=lacks_https,
        cached=cached, seat_at=device.seat, team_lines=pad.team_lines,
        rule_link=rule_link, revoke_rulings=revoke_rulings, house_rules=house_rules, quote=quote,
        read_ruling=SavedRuling, rule_address=rule_address, question_address=question_address,
        gettext=formats.gettext, ngettext=formats.ngettext, _=formats.gettext, _p=formats.pgettext,
        count_entries=count_entries, language=current_language, languages=all_languages,
        rulebook=rulebook_of, pages_of=pages_of,
        asset=assets.asset, GAMES=GAMES,
        SUIT_LETTERS=SUIT_LETTERS, SUIT_NAMES=SUIT_NAMES, SUIT_SYMBOLS=SUIT_SYMBOLS,
    )  # fmt: skip
    script_texts.register(app, *(pages_of(game).script_texts for game in GAMES.values()))
    # Make these macros available in every template without an import.
    env = app.jinja_env
    macros = vars(env.get_template("macros.html").make_module(env.globals, shared=True))
    env.globals.update({name: each for name, each in macros.items() if isinstance(each, Macro)})


def health() -> tuple[Response, int]:
    """Serve `/health` for monitoring, with status 503 if the database doesn't answer."""
    answers = True
    try:
        store().probe()
    except Exception as failure:
        if fault_of(failure) is None:
            raise
        answers = False
    open_streams = current_app.extensions["streams"].quota
    response = jsonify(
        version=__version__,
        database={"kind": store().engine.dialect.name, "answers": answers},
        streams={"open": open_streams.held, "places": open_streams.in_all},
    )
    response.headers["Cache-Control"] = "no-store"
    return response, 200 if answers else 503
