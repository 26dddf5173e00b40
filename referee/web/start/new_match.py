"""A new match, and a rematch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from referee.core.findings import Problem, error
from referee.core.game import AnyGame
from referee.core.options import Choice, cases, choices, chosen, clocks, option_faults
from referee.core.registry import GAMES
from referee.core.text import said, whole_number
from referee.matches.database.write_lock import Busy
from referee.matches.event_log import now
from referee.matches.store import Link
from referee.web.circles.circles import (
    Company,
    chosen_circle,
    circles_to_score,
    circles_with,
    company_of,
    open_circle,
    put_in,
)
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.match_cache import match_cache, open_match, store
from referee.web.http.names import name as in_text
from referee.web.match import clock
from referee.web.match.match_opening import (
    LONGEST_NAME,
    LONGEST_TITLE,
    plain_name,
    rematch_payload,
    start_match,
)

pages = Blueprint("new_match", __name__)

SEATS_OFFERED = 6
"""How many names a form asks for at first, where a game takes so many."""
PLAYERS: Final = "players"
"""The part of the form that names them, beside those of the options."""
TABLES: Final = 2
"""So many tables of before are offered again, of the last so many matches of this device."""
MATCHES_LOOKED_AT: Final = 8
NAMES_SHOWN: Final = 6
"""Of a larger table a key says fewer names."""


@dataclass
class NewMatch:
    """What was typed for a new match, and what is still wrong with it."""

    game: AnyGame
    names: list[str]
    title: str
    options: Mapping[str, str]
    faults: list[Problem]

    @property
    def players(self) -> list[str]:
        """The names that are there, in seat order."""
        return [name for name in self.names if name]

    @property
    def payload(self) -> dict[str, Any]:
        """What the log opens with."""
        return {
            "game": self.game.name,
            "title": self.title,
            "players": self.players,
            "options": self._chosen | clock.finish(self.game.spec.options, self.options, now()),
        }

    @property
    def dealer_field(self) -> int:
        """The field of the name that was chosen to deal first."""
        return whole_number(self.options.get("first_dealer", ""), digits=2) or 0

    @property
    def dealer_is_named(self) -> bool:
        """Whether a player sits there; the first one deals if nobody was chosen."""
        field = self.dealer_field
        return field == 0 or (field < len(self.names) and bool(self.names[field]))

    @property
    def wrong_fields(self) -> frozenset[int]:
        """The fields of the names with which something is wrong."""
        return frozenset(seat for fault in self.faults for seat in fault.seats)

    @property
    def first_field(self) -> int | None:
        """The field to write in next, where that is what comes next."""
        if self.faults:
            wrong = min(self.wrong_fields, default=None)
            is_open = wrong is None and PLAYERS in self.blamed
            return self._first_empty if is_open else wrong
        if self.players or self.is_asked_again:
            return None
        return None if any(each.is_asked_first for each in self.choices) else 0

    @property
    def is_asked_again(self) -> bool:
        """Whether the form goes on with another game, more fields, or a table of before."""
        return bool({"again", "table"} & self.options.keys())

    @property
    def _first_empty(self) -> int | None:
        empty = (field for field, name in enumerate(self.names) if not name)
        return next(empty, None)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every option with all its values, for whatever number of players they are."""
        return choices(self.game.spec.options, ())

    def may_be(self, choice: Choice, value: Any) -> bool:
        """Whether a value is for as many as are named, or for more than can play yet."""
        numbers = choice.only_for.get(str(value))
        return numbers is None or numbers.may_come(len(self.players), self.game.spec.numbers)

    @property
    def _chosen(self) -> dict[str, Any]:
        """The options but the end by the clock.

        The dealer is a seat: fields of names that were left empty are none.
        """
        seat = sum(bool(name) for name in self.names[: self.dealer_field])
        every = choices(self.game.spec.options, self.players)
        return chosen(every, {**self.options, "first_dealer": str(seat)})

    @property
    def blamed(self) -> list[str]:
        """The parts with which something is wrong: `players`, or the names of options."""
        return list(dict.fromkeys(fault.field for fault in self.faults if fault.field))

    @property
    def blamed_titles(self) -> list[str]:
        """What the form calls them."""
        titles = {choice.name: choice.title for choice in self.choices}
        return [titles.get(name, PLAYERS.title()) for name in self.blamed]

    @property
    def first_option(self) -> str | None:
        """The option to choose anew, where nothing comes before it."""
        return None if PLAYERS in self.blamed else next(iter(self.blamed), None)


@dataclass(frozen=True)
class KnownTable:
    """People who have played on this device, in the order in which they sat."""

    players: tuple[str, ...]

    @property
    def text(self) -> str:
        """As the form sends it: no name has an end of a line."""
        return "\n".join(self.players)

    @property
    def shown(self) -> tuple[str, ...]:
        """The names on its key; of a large table the first ones."""
        is_large = len(self.players) > NAMES_SHOWN
        return self.players[: NAMES_SHOWN - 1] if is_large else self.players


@dataclass(frozen=True)
class NewMatchPage:
    """What the form shows."""

    typed: NewMatch
    seats: int
    tables: tuple[KnownTable, ...]
    company: Company
    """Who plays in the circle that is chosen."""

    @property
    def choices(self) -> Mapping[str, list[Choice]]:
        """The options that are asked first, the agreed ones, and those that no source settles."""
        every = self.typed.choices
        rest = [each for each in every if not each.is_asked_first]
        return {
            "leading": [each for each in every if each.is_asked_first],
            "agreed": [each for each in rest if not each.is_silent],
            "silent": [each for each in rest if each.is_silent],
        }

    @property
    def cases(self) -> Mapping[tuple[str, str], int]:
        """The values on which other options depend."""
        return cases(self.typed.choices)

    @property
    def circle(self) -> str:
        """The key of the circle that is chosen, if one is."""
        return self.company.key

    @cached_property
    def circles(self) -> list[tuple[str, Markup]]:
        """The circles of this device into which the match can be put."""
        return [(link.key, in_text(link.name)) for link in circles_to_score()]

    @property
    def known_names(self) -> Sequence[str]:
        """The names of the circle, and those that this device knows."""
        return list(dict.fromkeys([*self.company.names, *device.names()]))


@pages.get("/new")
def new() -> str:
    """The form for a new match."""
    return _form(typed_in({"game": request.args.get("game", "")}))


@pages.get("/c/<circle>/new")
def new_in_circle(circle: str) -> str:
    """The form for a match of this circle."""
    opened = open_circle(circle, to_write=True)
    device.remember_circle(opened.link.score_key, opened.link.watch_key)
    last = next((match.link.game for match in opened.matches if match.result), "")
    return _form(typed_in({"game": last, "circle": opened.key}))


@pages.post("/new")
def start() -> tuple[str, int] | Response:
    """Start the match, or say what is missing and keep what was typed."""
    typed = typed_in(request.form)
    if typed.is_asked_again:
        return _form(typed), 200
    typed.faults = faults_in(typed)
    if typed.faults:
        return _form(typed), 422
    link = start_match(typed.payload)
    circle = chosen_circle(request.form)
    if circle is not None:
        put_in(circle, link)
    return redirect(url_for("match_page.show", key=link.score_key), 303)


def typed_in(form: Mapping[str, str]) -> NewMatch:
    """What a form says, with nothing judged yet."""
    game = GAMES.get(form.get("game", "")) or next(iter(GAMES.values()))
    seats = range(game.spec.most)
    fields = [form.get(f"player{seat}", "") for seat in seats]
    if "table" in form:
        known = form["table"].splitlines()[: len(seats)]
        fields = known + [""] * (len(seats) - len(known))
    names = [plain_name(name, LONGEST_NAME + 1) for name in fields]
    return NewMatch(game, names, plain_name(form.get("title", ""), LONGEST_TITLE), form, [])


def faults_in(typed: NewMatch) -> list[Problem]:
    """What is wrong with the table, and then with what it chose."""
    faults = [*_table_faults(typed), *_clock_faults(typed)]
    if typed.game.spec.seats_many(len(typed.players)):
        faults += _option_faults(typed)
    return faults


def _table_faults(typed: NewMatch) -> Iterator[Problem]:
    """What is wrong with the players, by the rule `GAME.players`."""
    spec, number = typed.game.spec, len(typed.players)
    rule = spec.players_rule
    if not spec.seats_many(number):
        template = "{game} needs {wanted} players; {number} are named."
        if number < 2:
            template = "{game} needs {wanted} players; {number} is named."
        named = number or said("nobody")
        message = said(template, game=typed.game.title, wanted=spec.numbers_in_words, number=named)
        yield error(rule, message, field=PLAYERS)
    folded = [name.casefold() for name in typed.names]
    for field, name in enumerate(folded):
        if name and name in folded[:field]:
            message = said("Two players have the same name. Change one of them.")
            yield error(rule, message, field=PLAYERS, seats=[field])
            break
    for field, name in enumerate(typed.names):
        if len(name) > LONGEST_NAME:
            message = said(
                "A name has {most} letters at most, to fit the sheet.", most=LONGEST_NAME
            )
            yield error(rule, message, field=PLAYERS, seats=[field])
            break
    if not typed.dealer_is_named:
        template = "Player {number} shall deal first, and has no name."
        message = said(template, number=typed.dealer_field + 1)
        yield error(rule, message, field=PLAYERS, seats=[typed.dealer_field])


def _option_faults(typed: NewMatch) -> list[Problem]:
    """What cannot be chosen by so many, or beside what else was chosen."""
    spec, seats = typed.game.spec, len(typed.players)
    options = spec.read_options(typed.payload["options"], seats)
    return [
        error(fault.rule, fault.message, field=fault.option)
        for fault in option_faults(options, seats)
    ]


def _clock_faults(typed: NewMatch) -> Sequence[Problem]:
    """Minutes that are none."""
    finish = clocks(typed.game.spec.options).get("finish")
    return () if finish is None else clock.minutes(typed.options, finish).problems


def _form(typed: NewMatch) -> str:
    wanted = whole_number(typed.options.get("again", ""), digits=2) or 0
    seats = max(wanted, SEATS_OFFERED, _last_named(typed) + 1)
    company = company_of(chosen_circle(typed.options))
    tables = _known_tables(typed.game, company.tables)
    page = NewMatchPage(typed, min(seats, typed.game.spec.most), tables, company)
    return render("start/new_match.html", "start/parts/new_match.html", page=page, clock=clock)


def _last_named(typed: NewMatch) -> int:
    """The number of the last field with a name, from 1."""
    return max((field for field, name in enumerate(typed.names, start=1) if name), default=0)


def _known_tables(game: AnyGame, tables: Sequence[tuple[str, ...]]) -> tuple[KnownTable, ...]:
    """Those who lately played together in the circle or here, where so many can play this game."""
    found: dict[frozenset[str], KnownTable] = {}
    here = (_players_of(link) for link, _ in store().links(device.keys()[:MATCHES_LOOKED_AT]))
    for players in chain(tables, here):
        if game.spec.seats_many(len(players)):
            found.setdefault(frozenset(players), KnownTable(players))
    return tuple(found.values())[:TABLES]


def _players_of(link: Link) -> tuple[str, ...]:
    """Who plays; nobody in a match that is only watched, unknown here, or just written to."""
    if link.role != "score" or link.game not in GAMES:
        return ()
    try:
        with match_cache().open(link.match_id) as match:
            return match.players
    except Busy:
        return ()


@pages.post("/m/<key>/rematch")
def rematch(key: str) -> Response:
    """The same players, options, rulings and house rules again, the dealer moved on."""
    with open_match(key, to_write=True) as opened:
        link = start_match(rematch_payload(opened.match))
        for circle in circles_with(opened.link.match_id):
            put_in(circle, link)
    return redirect(url_for("match_page.show", key=link.score_key), 303)
