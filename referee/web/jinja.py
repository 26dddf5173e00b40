"""What templates may use, and the addresses of entries and assets."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from threading import Lock
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from werkzeug.routing import UnicodeConverter, ValidationError

from referee.core.cards import SUIT_NAMES, SUIT_SYMBOLS
from referee.core.game import can_play
from referee.core.played_deal import is_breach
from referee.core.registry import GAMES, package_folder
from referee.core.rulings import revoke_rulings
from referee.core.story.course import duration
from referee.core.text import average, plain, points, signed, wins
from referee.web.desk.cited_rules import house_rules, quote, rule_link
from referee.web.desk.markdown import law_text
from referee.web.http import device
from referee.web.http.app import own_address, own_path, url_for
from referee.web.http.cards_html import (
    card,
    face,
    spoken,
    suit_mark,
)
from referee.web.http.device_language import in_device_language
from referee.web.http.labels import seen_as
from referee.web.http.names import name, names, naming
from referee.web.http.rendered import anew, id_of_event, kept
from referee.web.http.times import day, moment, time_of_day
from referee.web.match.event_text import describe, describe_in_short
from referee.web.match.pad import short_names, team_lines
from referee.web.match.rows_sent import body_of, rows_known


class SharedTemplates(Environment):
    """Templates that all know the same names beside those that they are handed.

    Jinja looks through those of each template for every macro that is imported into a page: as
    they are the same, that is looked up where it is done once.

    One thread at a time looks for a template, so that each is compiled once: after a start all the
    phones of a match ask for the same page.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._looking = Lock()

    def get_template(self, *args: Any, **options: Any) -> Template:
        """The template of this name."""
        with self._looking:
            return super().get_template(*args, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that a template knows by itself."""
        return super().make_globals(d) if d else self.globals


def register(app: Flask) -> None:
    """Give the templates their filters and functions, and the addresses their kind of id."""
    app.url_map.converters["entry"] = EntryId
    of_games = {game.folder: FileSystemLoader(package_folder(game) / "templates")
                for game in GAMES.values()}  # fmt: skip
    own = app.jinja_loader
    app.jinja_loader = ChoiceLoader([*([own] if own else []), PrefixLoader(of_games)])
    app.jinja_env.undefined = StrictUndefined  # what a template needs is handed to it
    app.jinja_env.finalize = in_device_language
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        points=points, plain=plain, signed=signed, short_names=short_names,
        law_text=law_text, moment=moment, suit=suit_mark, card=card, face=face, spoken=spoken,
        entry_address=entry_address, pair=lambda value: (value, value),
        name=name, names=names, naming=naming, seen_as=seen_as, day=day, time_of_day=time_of_day,
        duration=duration, wins=wins, average=average,
    )  # fmt: skip
    app.jinja_env.tests["breach"] = is_breach
    app.jinja_env.globals.update(
        url_for=url_for,
        kept=kept,
        anew=anew,
        body_of=body_of,
        rows_known=rows_known,
        can_play=can_play,
        new_id=id_of_event,
        own_path=own_path,
        own_address=own_address,
        describe=describe,
        describe_in_short=describe_in_short,
        rule_link=rule_link,
        revoke_rulings=revoke_rulings,
        house_rules=house_rules,
        quote=quote,
        team_lines=team_lines,
        seat_at=device.seat,
        GAMES=GAMES,
        SUIT_NAMES=SUIT_NAMES,
        SUIT_SYMBOLS=SUIT_SYMBOLS,
    )


_PLAIN_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")


def entry_address(id: str) -> str:
    """The id of an entry as a part of an address: an imported one may be any text."""
    return id if _PLAIN_ID.fullmatch(id) else f"~{id.encode().hex()}"


class EntryId(UnicodeConverter):
    """The id of an entry in an address."""

    def to_python(self, value: str) -> str:
        """The id that stands in an address."""
        try:
            return bytes.fromhex(value[1:]).decode() if value.startswith("~") else value
        except ValueError:
            raise ValidationError from None

    def to_url(self, value: str) -> str:
        """The address of an id."""
        return entry_address(value)
