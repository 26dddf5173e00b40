"""What did not change is not rendered again: parts of pages are kept beside their match.

A template marks such a part with `{% call kept("row", each, each.written.id) %}`: the name of the
part, what it shows, and its place. In each place the last text stands with what it showed then. If
the same is to be shown, by its value, that text is given again; if anything differs, a row that was
corrected or a player with another name, it is rendered, and stands there from now on. So nothing
has to be told when something changes, and nothing old can be shown: a part shows nothing but what
it names there, and of its request what `PageParts` has of it.

What is made anew for each page has a mark in its place in what is kept, and is put in when the part
is given: the id of an event that it may write, what the page has under a name, as in `{{
anew('typed_for') }}`, or another template, as in `{{ anew('match/parts/strip.html') }}`. So a part
can be nearly all of a page: what stays is one text, and the same for all phones.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from secrets import token_hex
from threading import Lock
from typing import Final

from flask import g, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from referee.web.http.device_language import thousands_sign
from referee.web.http.event_ids import new_id

MOST: Final = 160_000
"""So many characters are kept of a match: the rows of its page in several languages."""
LARGEST: Final = 40_000
"""So many a part has at most that is kept: all rows of a long match would leave no other."""
MARK: Final = f"mark-{token_hex(16)}"
"""Stands on both sides of what is made anew. No page ever shows it, so nobody can type it."""
ID: Final = "id"
TEMPLATE: Final = ".html"


class Rendered:
    """The parts that were rendered lately for the pages of one match."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._parts: OrderedDict[Hashable, tuple[object, Markup]] = OrderedDict()
        self.size = 0
        """How many characters they have together."""

    def part(self, place: Hashable, shows: object, make: Callable[[], Markup]) -> Markup:
        """The part in this place, which shows this."""
        shown, text = self._parts.get(place, (None, Markup()))
        if shown is not None and (shown is shows or shown == shows):
            self._is_wanted(place)
            return text
        text = make()
        if len(text) <= LARGEST:
            self._keep(place, shows, text)
        return text

    def _is_wanted(self, place: Hashable) -> None:
        with self._lock:
            if place in self._parts:
                self._parts.move_to_end(place)

    def _keep(self, place: Hashable, shows: object, text: Markup) -> None:
        with self._lock:
            _, old = self._parts.pop(place, (None, ""))
            self._parts[place] = (shows, text)
            self.size += len(text) - len(old)
            while self.size > MOST:
                _, (_, oldest) = self._parts.popitem(last=False)
                self.size -= len(oldest)


class PageParts:
    """The parts of the page that a request is answered with."""

    def __init__(self, rendered: Rendered, key: str) -> None:
        self._rendered = rendered
        self._asked_by = (key, request.script_root, thousands_sign())
        """What parts show of the request: its link, where Referee is, how the device counts."""
        self.is_within = False
        """Whether one of them is just being rendered."""

    def part(
        self, name: str, place: tuple[Hashable, ...], shows: object, make: Callable[[], Markup]
    ) -> Markup:
        """One of them, with marks for what is made anew."""
        is_within, self.is_within = self.is_within, True
        try:
            return self._rendered.part((name, *self._asked_by, *place), shows, make)
        finally:
            self.is_within = is_within


@pass_context
def kept(
    context: Context, name: str, shows: object, *place: Hashable, caller: Callable[[], Markup]
) -> Markup:
    """A part of a page: as it was rendered before, if it shows the same; see above.

    What shows None is rendered each time, and so is what stands on no page of a match.
    """
    parts: PageParts | None = g.get("parts")
    if parts is None or shows is None:
        return caller()
    text = parts.part(name, place, shows, caller)
    return text if parts.is_within else _filled(text, context)


def id_of_event() -> Markup | str:
    """The id of an event that may be written from the page that is being rendered."""
    return _marked(ID) if _is_within() else new_id()


@pass_context
def anew(context: Context, what: str) -> Markup | str:
    """What the page has under this name, or this template: no part of what is kept."""
    return _marked(what) if _is_within() else _made(context, what)


def _is_within() -> bool:
    parts: PageParts | None = g.get("parts")
    return parts is not None and parts.is_within


def _marked(what: str) -> Markup:
    return Markup(f"{MARK}{what}{MARK}")


def _filled(text: str, context: Context) -> Markup:
    """The part with what is made anew in the places of its marks."""
    pieces = str(text).split(MARK)
    pieces[1::2] = [_made(context, what) for what in pieces[1::2]]
    return Markup("".join(pieces))


def _made(context: Context, what: str) -> str:
    if what == ID:
        return new_id()
    if what.endswith(TEMPLATE):
        template = context.environment.get_template(what)
        shown = template.new_context(context.get_all(), shared=True)
        return Markup("".join(template.root_render_func(shown)))
    return escape(getattr(context["page"], what))
