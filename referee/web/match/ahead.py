"""Forms for entries that aren't due yet.

A phone fetches them while it's connected, so that its table can go on recording without.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from flask import Blueprint, render_template

from referee.matches.match import Match
from referee.web.forms.entry_form import Draft
from referee.web.http.match_cache import open_match
from referee.web.match.match_page import page_of

pages = Blueprint("ahead", __name__, url_prefix="/m/<key>")
MOST: Final = 60  # entries, which is more than an evening's


@pages.get("/ahead")
def show(key: str) -> str:
    """Show the forms of the entry that is due and of those after it; equal fields only once."""
    opened = open_match(key, to_write=True)
    kinds: list[object] = []  # rendering the fields takes time, and most are the same
    fields: dict[str, int] = {}
    places, coming = [], []
    for number, match in enumerate(islice(_ahead(opened.match), MOST)):
        draft = Draft(match, None, {}, is_ahead=number > 0)
        page = page_of(replace(opened, match=match), draft)
        kind = (page.fields_shown, draft.due.dealer if draft.due else None, draft.is_ahead)
        if kind not in kinds:
            kinds.append(kind)
            form = render_template("match/ahead/fields.html", page=page)
            places.append(fields.setdefault(form, len(fields)))
        coming.append((page, places[kinds.index(kind)]))
    return render_template("match/ahead/ahead.html", opened=opened, coming=coming, fields=[*fields])


def _ahead(match: Match) -> Iterator[Match]:
    """Yield this match, then the match as it will be after each of the next entries."""
    while (due := match.due_at(None)) is not None and due.kind != "correct":
        yield match
        tally = match.tally.with_unknown(due.kind)
        match = replace(match, tally=tally, deals={}, hands={})
