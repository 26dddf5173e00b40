"""What templates may use, and the addresses of entries and assets."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, MutableMapping
from threading import Lock
from typing import Any, Final

from flask import Flask, current_app, g, request
from flask.templating import Environment
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup
from werkzeug.routing import UnicodeConverter, ValidationError

from referee.core.cards import SUIT_NAMES, SUIT_SYMBOLS
from referee.core.game import can_play
from referee.core.played_deal import is_breach
from referee.core.registry import GAMES
from referee.core.rulings import revoke_rulings
from referee.core.story.course import duration
from referee.core.text import average, plain, points, signed, wins
from referee.web.desk.rule_text import house_rules, law_text, quote, rule_link
from referee.web.http import device
from referee.web.http.app import own_address, own_path, url_for
from referee.web.http.assets import package_folder
from referee.web.http.formats import (
    card,
    day,
    face,
    in_device_language,
    moment,
    spoken,
    suit_mark,
    thousands_separator,
    time_of_day,
)
from referee.web.http.names import name, names, naming, seen_as
from referee.web.http.outbox import new_id
from referee.web.match.log import describe, describe_in_short
from referee.web.match.pad import short_names, team_lines


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


MOST_CHARACTERS: Final = 4_000_000
"""Together in all cached blocks of a process: the newest rows of a few hundred matches."""
LARGEST_BLOCK: Final = 40_000
"""All rows of a very long match would push out everything else."""


class BlockCache:
    """Rendered blocks of match pages, each with the value it shows; those used last stay longest.

    A block is rendered again when it is to show another value, so nothing needs to be invalidated:
    a block may use nothing but its value, its place, the link and what `cached` adds to these.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._blocks: OrderedDict[Hashable, tuple[object, Markup]] = OrderedDict()
        self.size = 0
        """In characters."""

    def find_or_render(
        self, place: Hashable, value: object, render: Callable[[], Markup]
    ) -> Markup:
        shown, text = self._blocks.get(place, (None, Markup()))
        if shown is None or shown != value:
            text = render()
            if len(text) > LARGEST_BLOCK:
                return text
        with self._lock:
            _, old = self._blocks.pop(place, (None, ""))
            self._blocks[place] = (value, text)
            self.size += len(text) - len(old)
            while self.size > MOST_CHARACTERS:
                _, (_, oldest) = self._blocks.popitem(last=False)
                self.size -= len(oldest)
        return text


def cached(name: str, value: object, *place: Hashable, caller: Callable[[], Markup]) -> Markup:
    """Cache a block of a match page: `{% call cached("row", each, each.written.id) %}`.

    Without a value, and outside of a match, it is rendered every time.
    """
    if value is None or "key" not in g:
        return caller()
    place = (name, g.key, request.script_root, thousands_separator(), *place)
    blocks: BlockCache = current_app.extensions["blocks"]
    return blocks.find_or_render(place, value, caller)


def register(app: Flask) -> None:
    """Give the templates their filters and functions, and the addresses their kind of id."""
    app.extensions["blocks"] = BlockCache()
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
        cached=cached,
        can_play=can_play,
        new_id=new_id,
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
