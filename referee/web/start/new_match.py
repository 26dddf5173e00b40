"""The form for a new match, and a rematch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from flask import Blueprint, request
from werkzeug.wrappers import Response

from referee.core.findings import Problem, error
from referee.core.game import AnyGame
from referee.core.options import Choice, choices, chosen, clocks, option_faults, typing_faults
from referee.core.registry import GAMES
from referee.core.text import Text, _, _p, listed, ngettext, whole_number
from referee.matches.circle import spelling
from referee.matches.store import now
from referee.web.circles.circle_page import (
    chosen_circle,
    circles_to_score,
    has_match,
    open_circle,
    opened_by,
    start_in_circles,
)
from referee.web.http import device
from referee.web.http.app import render
from referee.web.http.language import current_language
from referee.web.http.match_cache import open_match, store
from referee.web.http.names import name as in_text
from referee.web.match import clock
from referee.web.match.write import (
    LONGEST_NAME,
    LONGEST_TITLE,
    plain_name,
    rematch_payload,
    table_law,
)
from referee.web.start.home import read_match

pages = Blueprint("new_match", __name__)

PLAYERS: Final = "players"
"""Name of the part of the form with the players' names. Other parts are named after options."""
TABLES: Final = 2  # most earlier tables offered
MATCHES_LOOKED_AT: Final = 8  # most recent matches, searched for earlier tables
PEOPLE: Final = 10  # most people offered with a key each
NAMES_SHOWN: Final = 6  # most names on the key of an earlier table; one fewer if some are left out


@dataclass
class NewMatch:
    game: AnyGame
    names: list[str]  # "" for an empty field
    title: str
    options: Mapping[str, str]
    faults: Sequence[Problem] = ()

    @property
    def players(self) -> list[str]:
        return [name for name in self.names if name]

    @property
    def payload(self) -> dict[str, Any]:
        # The dealer's seat is counted without empty name fields.
        seat = sum(bool(name) for name in self.names[: self.dealer_field])
        every, spec = choices(self.game.spec.options, self.players), self.game.spec
        options = chosen(every, {**self.options, "first_dealer": str(seat)})
        return {
            "game": self.game.name,
            "title": self.title,
            "players": self.players,
            "options": options | clock.finish_option(spec.options, self.options, now()),
        }

    @property
    def dealer_field(self) -> int | None:
        """Index of the name field of the player chosen to deal first; None if there is none."""
        return whole_number(self.options.get("first_dealer") or "0", digits=2)

    @property
    def is_asked_again(self) -> bool:
        """Whether to show the form again, with another game, an earlier group or a person."""
        return bool({"again", "table", "person"} & self.options.keys())

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All options with all their values, whatever the number of players."""
        return choices(self.game.spec.options, ())

    def may_be(self, choice: Choice, value: str) -> bool:
        """Whether this value fits the number of names so far, or would if more were added."""
        numbers = choice.only_for.get(value)
        return numbers is None or numbers.may_come(len(self.players), self.game.spec.numbers)

    @property
    def wrong_fields(self) -> frozenset[int]:
        return frozenset(seat for fault in self.faults for seat in fault.seats)

    @property
    def blamed(self) -> list[str]:
        """The parts of the form that have problems: `players`, or the names of options."""
        return list(dict.fromkeys(fault.field for fault in self.faults if fault.field))

    @property
    def first_option(self) -> str | None:
        """The first option with a problem, to focus; None if the players have a problem."""
        return None if PLAYERS in self.blamed else next(iter(self.blamed), None)

    @property
    def first_field(self) -> int | None:
        if self.faults:
            if self.wrong_fields:
                return min(self.wrong_fields)
            empty = (field for field, name in enumerate(self.names) if not name)
            return next(empty, None) if PLAYERS in self.blamed else None
        if self.players or self.is_asked_again:
            return None
        return None if any(each.is_asked_first for each in self.choices) else 0


@pages.get("/new")
def new() -> str:
    game = request.args.get("game", "")
    return _form(read_new_match({"game": game}), is_game_chosen=game in GAMES)


@pages.get("/c/<circle>/new")
def new_in_circle(circle: str) -> str:
    opened = open_circle(circle, to_write=True)
    device.remember_circle(opened.link.score_key, opened.link.watch_key)
    last = next((match.link.game for match in opened.matches if match.result), "")
    return _form(read_new_match({"game": last, "circle": opened.key}))


@pages.post("/new")
def start() -> tuple[str, int] | Response:
    typed = read_new_match(request.form)
    if typed.is_asked_again:
        return _form(typed), 200
    if "nameless" in request.form and not typed.players:
        typed.names[: typed.game.usual_players] = _seat_names(typed.game.usual_players)
    typed.faults = [*find_faults(typed)]
    if typed.faults:
        return _form(typed), 422
    circle = chosen_circle(request.form)
    law = opened_by(circle).match_with_law(typed.game) if circle and "law" in request.form else None
    payload = typed.payload | (table_law(law) if law else {})
    return start_in_circles(payload, [circle] if circle else [])


@pages.post("/m/<key>/rematch")
def rematch(key: str) -> Response:
    opened = open_match(key, to_write=True)
    its_circles = [each for each in circles_to_score() if has_match(each, opened.link.match_id)]
    return start_in_circles(rematch_payload(opened.match), its_circles)


def _seat_names(number: int) -> list[str]:
    """Name the seats in the page's language: by the compass or, for more than four, by number."""
    seats = [_p("seat", "North"), _p("seat", "East"), _p("seat", "South"), _p("seat", "West")][
        :number
    ]
    if number > len(seats):
        seats = [_("Player {number}", number=seat) for seat in range(1, number + 1)]
    return [current_language().render(seat) for seat in seats]


def _form(typed: NewMatch, *, is_game_chosen: bool = False) -> str:
    circle = chosen_circle(typed.options)
    companies: list[tuple[str, ...]] = []
    if circle:
        opened = opened_by(circle)
        companies = [tuple(map(opened.name, each.players)) for each in opened.results[::-1]]
    names = [*dict.fromkeys(chain(*companies, device.names()))]
    rest = [each for each in typed.choices if not each.is_asked_first]
    titles = {choice.name: choice.title for choice in typed.choices}
    agreed = [_("Name of the game")] if typed.game.is_named_by_title else []
    agreed_choices = [each for each in rest if each.is_offered and not each.is_silent]
    agreed += [each.title for each in agreed_choices if not each.governor]
    # Option values on which other options depend, as (option name, value).
    governing = ((choice.governor, value) for choice in typed.choices for value in choice.under)
    return render(
        "start/new_match.html",
        "start/parts/new_match.html",
        typed=typed,
        games=[(game.name, game.title) for game in GAMES.values()],
        is_game_chosen=is_game_chosen,
        blamed_titles=listed([titles.get(name, _p("heading", "Players")) for name in typed.blamed]),
        tables=_known_tables(typed.game, companies),
        leading=[each for each in typed.choices if each.is_asked_first],
        agreed=agreed_choices,
        agreed_titles=listed(agreed),
        silent=[each for each in rest if each.is_silent],
        cases={pair: number for number, pair in enumerate(dict.fromkeys(governing))},
        circle=circle.key if circle else "",
        law=opened_by(circle).match_with_law(typed.game) if circle else None,
        circles=[(link.key, in_text(link.name)) for link in circles_to_score()],
        known_names=names,
        people=names[:PEOPLE],
        clock=clock,
    )


def _known_tables(game: AnyGame, companies: Sequence[tuple[str, ...]]) -> list[dict[str, Any]]:
    """Return recent groups of players that this game can seat, the circle's groups first.

    In each result, `text` has one name per line, because names never contain line breaks. `shown`
    leaves out some names of a large group.
    """
    lately = (link for link, _last in store().links(device.keys()[:MATCHES_LOOKED_AT]))
    matches = (read_match(link) for link in lately if link.role == "score")
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for players in chain(companies, (match.players for match in matches if match)):
        # Two players of a match may be one person in its circle.
        if len(players) in game.spec.numbers and len({*players}) == len(players):
            found.setdefault(frozenset(players), players)
    tables = []
    for players in list(found.values())[:TABLES]:
        names, others = [*players], len(players) - NAMES_SHOWN + 1
        if len(players) > NAMES_SHOWN:
            names[NAMES_SHOWN - 1 :] = [ngettext("{n} other", "{n} others", others)]
        tables.append({"players": players, "text": "\n".join(players), "shown": listed(names)})
    return tables


def read_new_match(form: Mapping[str, str]) -> NewMatch:
    game = GAMES.get(form.get("game", "")) or next(iter(GAMES.values()))
    fields = [form.get(f"player{seat}", "") for seat in range(game.spec.most)]
    if "table" in form:
        fields = (form["table"].splitlines() + [""] * len(fields))[: len(fields)]
    names = [plain_name(name, LONGEST_NAME + 1) for name in fields]
    # A person's key takes the next field, or frees it again.
    if (person := form.get("person")) and {person, ""} & {*names}:
        names[names.index(person if person in names else "")] = "" if person in names else person
    return NewMatch(game, names, plain_name(form.get("title", ""), LONGEST_TITLE), form)


def find_faults(typed: NewMatch) -> Iterator[Problem]:
    """Yield the problems with the players, then those with the options."""
    spec, number = typed.game.spec, len(typed.players)
    rule = spec.players_rule
    if number not in spec.numbers:
        yield error(rule, _describe_number(typed.game, number), field=PLAYERS)
    folded = [spelling(name) for name in typed.names]
    twice = (field for field, name in enumerate(folded) if name and name in folded[:field])
    for field in list(twice)[:1]:
        message = _("Two players have the same name. Change one of them.")
        yield error(rule, message, field=PLAYERS, seats=[field])
    too_long = (field for field, name in enumerate(typed.names) if len(name) > LONGEST_NAME)
    for field in list(too_long)[:1]:
        message = _("That name is too long. Use at most {most} letters.", most=LONGEST_NAME)
        yield error(rule, message, field=PLAYERS, seats=[field])
    dealer = typed.dealer_field
    if dealer is None:
        message = _("Choose who deals first.")
        yield error(rule, message, field=PLAYERS)
    elif dealer and not any(typed.names[dealer : dealer + 1]):
        message = _("Player {number} deals first but has no name. Enter one.", number=dealer + 1)
        yield error(rule, message, field=PLAYERS, seats=[dealer])
    finish = clocks(spec.options).get("finish")
    if finish is not None:
        yield from clock.faults(typed.options, finish, typed.choices)
    faults = typing_faults(typed.choices, typed.options)
    if not faults and number in spec.numbers:
        options = spec.read_options(typed.payload["options"], number)
        faults = option_faults(options, number)
    for fault in faults:
        yield error(fault.rule, fault.message, field=fault.option)


def _describe_number(game: AnyGame, number: int) -> Text:
    """Return a message saying that the game isn't for this number of players."""
    wanted = game.spec.numbers_in_words
    if number:
        return ngettext(
            "{game} is for {wanted} players; you entered {n} name.",
            "{game} is for {wanted} players; you entered {n} names.",
            number,
            game=game.title,
            wanted=wanted,
        )
    if tuple(game.spec.numbers) == (3,):
        return _("Enter three names.")
    return _("Enter {wanted} names.", wanted=wanted)
