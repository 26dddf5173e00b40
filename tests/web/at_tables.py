"""Helpers for tests in which eight players play a B leg card by card at two tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from uuid import uuid4

from tests.games.card_triathlon.two_tables import EIGHT, Four, four, ordered
from tests.games.records import Json
from tests.web.phones import HTMX, Page, Phone, PlayedMatch

TABLES: Final = (four(3), four(8))


def _revoked(deal: Four) -> Four:
    play = [list(trick) for trick in deal.leg.play]
    play[2][1], play[9][2] = play[9][2], play[2][1]
    return Four(deal.dealer, deal.calls, deal.leg._replace(play=play))


REVOKED: Final = _revoked(TABLES[0])
"""The first table's deal with two cards swapped so that someone revokes."""


def start_eight(phone: Phone, **options: Any) -> PlayedMatch:
    options = {"format": "half-marathon", **options}
    return phone.start("card-triathlon", *EIGHT, title="Friday", **options)


def contract_typed(table: int, deal: Four) -> dict[str, str]:
    return {f"{name}_{table}": str(value) for name, value in deal.contract.items()}


def begin_at(phone: Phone, match: PlayedMatch, table: int, deal: Four) -> Page:
    page = phone.open(f"{match.to_score}play/?table={table}")
    page = phone.send(page, "/play/", **contract_typed(table, deal))
    assert page.status == 200, page.rules
    return page


def begun_at_both(phone: Phone, tables: Sequence[Four] = TABLES, **options: Any) -> PlayedMatch:
    match = start_eight(phone, **options)
    for table, deal in enumerate(tables):
        match.write("begun", entry={"kind": "b-leg", "contract": deal.contract}, table=table)
    return match


def stale(number: int, table: int, **data: str) -> dict[str, str]:
    """Data for a form from a page that is up to date only to this event number."""
    return {"number": str(number), "id": str(uuid4()), "table": str(table), **data}


def fallen_at(match: PlayedMatch, table: int) -> list[str] | None:
    """The cards played so far at a table; None if no deal is played card by card there."""
    deal = match.match.deals.get(table)
    return None if deal is None else list(deal.cards)


def entry_of(match: PlayedMatch) -> Json:
    """The match's only entry, with each table's leftover cards sorted."""
    (entry,) = match.entries
    return {**entry, "tables": [ordered(part) for part in entry["tables"]]}


def ways(page: Page) -> list[tuple[str, str]]:
    """Each table's name and progress, as listed on the page."""
    links = page.tree.one(id="ways").all("a")
    return [(link.one("b").text, link.one("small").text) for link in links]


def here(page: Page) -> int:
    links = page.tree.one(id="ways").all("a")
    (place,) = (at for at, link in enumerate(links) if link.get("aria-current") == "true")
    return place


def to_table(phone: Phone, page: Page, table: int) -> Page:
    return phone.open(page.tree.one(id="ways").all("a")[table]["href"])


def last_line(page: Page) -> str:
    return page.tree.one(id="last").one(class_="deed").text


def quick_phone(phone: Phone) -> Phone:
    return Phone(phone.app, headers=HTMX)
