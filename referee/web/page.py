"""What all pages share: a page or its part, ids for new events, cards, points and rules as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask import Flask, render_template, request, url_for
from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from werkzeug.routing import UnicodeConverter, ValidationError

from referee.cards import (
    ANY_JOKER,
    JOKERS,
    RANKS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    NotACard,
    Pack,
    Suit,
    named,
    read_card,
    sentence,
)
from referee.game import listed
from referee.games import GAMES
from referee.law import Points
from referee.web import device
from referee.web.examples import draws_examples
from referee.web.told import told

MINUS = "−"
HALF = "½"


def register(app: Flask) -> None:
    """Give the templates their filters and functions, and the addresses their kind of id."""
    app.url_map.converters["entry"] = EntryId
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        points=points, plain=plain, signed=signed, short_names=short_names, listed=listed,
        law_text=law_text, moment=moment, suit=suit_mark, card=card, face=face, spoken=spoken,
        entry_address=entry_address, pair=lambda value: (value, value), breakable=breakable,
    )  # fmt: skip
    app.jinja_env.globals.update(
        asset=asset,
        new_id=new_id,
        told=told,
        rule_link=rule_link,
        team_lines=team_lines,
        seat_at=device.seat,
        GAMES=GAMES,
        SUITS=SUITS,
        RANKS=RANKS,
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


def wants_part() -> bool:
    """Whether htmx asks for a part: it also calls when it boosts links or restores history."""
    headers = request.headers
    return (
        headers.get("HX-Request") == "true"
        and headers.get("HX-Boosted") != "true"
        and headers.get("HX-History-Restore-Request") != "true"
    )


def render(template: str, part: str | None = None, **values: Any) -> str:
    """The page; for a request of htmx just its part, which is a template of its own."""
    return render_template(part if part and wants_part() else template, **values)


def new_id() -> str:
    """The id of an event that may be written from a page: the same page writes it only once."""
    return str(uuid4())


def posted_id() -> str:
    """The id that the posted form carries; a new one if it is none that a page has made."""
    id = request.form.get("id", "")
    return id if re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id) else new_id()


@lru_cache(maxsize=64)
def _version(file: str) -> str:
    return sha256((Path(__file__).parent.parent / "static" / file).read_bytes()).hexdigest()[:8]


def asset(file: str) -> str:
    """The address of an asset, with its version: it may be kept for ever."""
    return url_for("static", filename=file, v=_version(file))


def points(value: Points | None) -> str:
    """A figure as it stands on a pad: a true minus, halves, nothing for None."""
    if value is None:
        return ""
    whole = int(value)
    half = HALF if value != whole else ""
    return f"{MINUS if value < 0 else ''}{abs(whole):,}{half}"


def plain(value: Points | None) -> str:
    """A figure without separators, for narrow columns."""
    return points(value).replace(",", "")


ONE_LINE = 8
"""So many columns have room beside each other."""


def short_names(columns: Sequence[str], players: int) -> list[str]:
    """The heads of narrow columns: a few letters a player, `A+C` or `ACE` a team, `Uns`, `Tot`."""
    names = list(columns[:players])
    short = [_shortest(name, names) for name in names]
    initials = [[short[names.index(name)][:1] for name in _members(team, names)]
                for team in columns[players:-2]]  # fmt: skip
    teams = [("+" if len(team) == 2 else "").join(team) for team in initials]
    if len(set(teams)) < len(teams):
        teams = [f"T{number}" for number in range(1, len(teams) + 1)]
    return [*short, *teams, *(column[:3] for column in columns[-2:])]


def team_lines(players: int, columns: int) -> list[list[tuple[int, Markup]]]:
    """The columns of a pad of teams as a phone has room for them, each with its attributes.

    More than eight are two lines, the players above the teams. Of a shorter line the last cells are
    the wider ones.
    """
    cells = [[*range(columns)]]
    if columns > ONE_LINE:
        cells = [[*range(players)], [*range(players, columns)]]
    width = max(map(len, cells))
    return [
        [
            (at, _cell(at, span, players, columns))
            for at, span in zip(line, _spans(line, width), strict=True)
        ]
        for line in cells
    ]


def _spans(line: Sequence[int], width: int) -> list[int]:
    each, rest = divmod(width, len(line))
    return [each + (place >= len(line) - rest) for place in range(len(line))]


def _cell(at: int, span: int, players: int, columns: int) -> Markup:
    kind = "rest" if at >= columns - 2 else "team" if at == players and columns <= ONE_LINE else ""
    name = Markup(' class="{}"').format(kind) if kind else Markup()
    return name + (Markup(' colspan="{}"').format(span) if span > 1 else "")


def breakable(name: str) -> Markup:
    """A name that may go on in the next line after a plus, as those of teams do."""
    return Markup("+<wbr>").join(name.split("+"))


def _shortest(name: str, names: Sequence[str]) -> str:
    """As many letters as tell a name from the others, at least two and at most four."""
    for length in range(2, 4):
        if sum(other[:length].casefold() == name[:length].casefold() for other in names) == 1:
            return name[:length]
    return name[:4]


def _members(team: str, names: Sequence[str]) -> list[str]:
    """The players of a team by its name, whatever signs their own names have."""
    found: list[str] = []
    rest = team
    while rest:
        fits = [name for name in names if rest == name or rest.startswith(f"{name}+")]
        if not fits:
            return found
        name = max(fits, key=len)
        found.append(name)
        rest = rest[len(name) + 1 :]
    return found


def signed(value: Points | None) -> str:
    """A figure with its sign, 0 without."""
    return f"+{points(value)}" if value is not None and value > 0 else points(value)


def moment(at: datetime) -> Markup:
    """A time, which the page's script turns into that of the device."""
    text = f"{at.day} {at:%b %Y, %H:%M} UTC"
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="seconds"), text)


def suit_mark(suit: Suit) -> Markup:
    """A suit by its symbol and its letter, in its colour."""
    return Markup(
        '<span class="suit {0}"><span aria-hidden="true">{1}{0}</span>'
        '<span class="unseen">{2}</span></span>'
    ).format(suit, SUIT_SYMBOLS[suit], SUIT_NAMES[suit])


def card(text: str | Card, pack: Pack | None = None) -> Markup:
    """A card, drawn, and named as this pack does; of what is no card its text."""
    try:
        known = read_card(text) if isinstance(text, str) else text
    except NotACard:
        return escape(text)
    if known.rank in JOKERS and known.suit:
        return Markup('<span class="card">{} {}</span>').format(
            pack.joker if pack else "Joker", suit_mark(known.suit)
        )
    if known.suit is None:
        name = face(known, pack) if pack else sentence(named(known))
        return Markup('<span class="card">{}</span>').format(name)
    return Markup(
        '<span class="card {0}">{1}<span aria-hidden="true">{2}</span>'
        '<span class="unseen"> of {3}</span></span>'
    ).format(known.suit, known.rank, SUIT_SYMBOLS[known.suit], SUIT_NAMES[known.suit])


def face(known: Card, pack: Pack) -> str:
    """What stands on the key of a card."""
    return pack.joker if known == ANY_JOKER else sentence(named(known))


def spoken(known: Card, pack: Pack) -> str:
    """A card as it is read out."""
    return f"{known.rank} of {SUIT_NAMES[known.suit]}" if known.suit else face(known, pack)


_MARKDOWN = draws_examples(MarkdownIt("commonmark", {"html": False}).enable("table"))
_CARD = re.compile(r"\[([0-9AKQJT]{1,2}[SHDC]|JK|RJ|BJ|SHEET)\]")


@lru_cache(maxsize=512)
def law_text(markdown: str) -> Markup:
    """The text of a rule, its cards drawn."""
    html = _MARKDOWN.render(markdown).replace("<table>", '<div class="wide" tabindex="0"><table>')
    return Markup(_CARD.sub(_drawn, html.replace("</table>", "</table></div>")))


def _drawn(match: re.Match[str]) -> str:
    try:
        read_card(match[1])
    except NotACard:
        return str(escape(match[0]))
    return str(card(match[1]))


def rule_link(rule: str) -> Markup:
    """A link to a rule, by its title; its id beside it for those who look it up."""
    game = GAMES.get(rule.split(".")[0])
    if game is None:
        return escape(rule)
    address = url_for("rules.of_game", game=game.name, _anchor=rule)
    title = game.rulebook.law(rule).title
    return Markup('<a class="rule" href="{}">{} <small>{}</small></a>').format(address, title, rule)
