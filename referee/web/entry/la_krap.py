"""The form of a deal of La Krap: what lies face up, then tricks and marriages."""

from __future__ import annotations

from typing import Any

from referee.cards import ended, read_cards, sentence
from referee.game import listed
from referee.games.la_krap import KrapDeal, State, first_leader, known_game, teams_at
from referee.games.la_krap.marriages import MOST, MOST_OF_ONE
from referee.games.la_krap.score import sum_of
from referee.games.la_krap.trick import TRICKS
from referee.games.la_krap.turned import MULTIPLIERS, PACK, turned, turned_fault
from referee.law import Problem, error
from referee.log import Book
from referee.record import NotARecord
from referee.tricks import Play
from referee.web.entry import Act, Typed
from referee.web.entry.cards import filled_play, play_typed, texts, written
from referee.web.entry.counts import completed, counts, filled, filled_tricks, given, unreadable
from referee.web.page import points

TEAMS = ("0", "1", "2")
FIGURES = {
    "tricks": ("la-krap.tricks-total", "tricks"),
    "marriages": ("la-krap.marriage", "marriages"),
    "exchanged": ("la-krap.exchange", "cards"),
    "exposed": ("la-krap.expose", "cards"),
}


def shown(book: Book, id: str | None) -> dict[str, Any]:
    """The pack, and what the keys offer."""
    state: State = book.state_at(id)
    return {
        "pack": PACK,
        "total": TRICKS,
        "may_lack": book.table.options.empty_trick == "nobody",
        "marriages": [(count, count) for count in range(MOST_OF_ONE + 1)],
        "teams": [(team, f"team {int(team) + 1}") for team in TEAMS],
        "multipliers": [(times, f"× {times}") for times in MULTIPLIERS],
        "leader": first_leader(book.table, state),
    }


def fill(data: dict[str, Any]) -> Typed:
    """The fields of a deal that is in the record."""
    typed = {"note": data.get("note") or "", "turned": written(data.get("turned"))}
    for seat, card in enumerate(data.get("upcards") or ()):
        typed[f"upcard{seat}"] = written([card])
    if "teams" in data and data["teams"] is None:
        typed["alone"] = "1"
    if "null" in data:
        typed["null"] = str(int(bool(data["null"])))
    if "multiplier" in data:
        typed["multiplier"] = str(data["multiplier"])
    for number, (trick, seat) in enumerate(data.get("marriages_at") or ()):
        typed[f"marriage{number}"] = f"{trick}:{seat}"
    figures = {} if "marriages_at" in data else dict(filled(data, "marriages"))
    for name, field in (("teams", "team"), ("exchanged", "exchanged"), ("exposed", "exposed")):
        figures |= {f"{field}{seat}": str(n) for seat, n in enumerate(data.get(name) or ())}
    return {**typed, **figures, **filled_tricks(data, TRICKS), **filled_play(data)}


def facts(book: Book, _id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The teams and the game, by cards or as chosen; exchanged and exposed cards."""
    data: dict[str, Any] = {"kind": "deal", **_teams(book, typed), **_game(typed)}
    problems = []
    for name in ("exchanged", "exposed"):
        problems += unreadable(book, typed, name, *FIGURES[name])
        if figures := given(book, typed, name):
            data[name] = figures
    if missing := _upcards_missing(book, typed):
        message = f"Still missing: the upcard of {listed(missing)}."
        problems.append(error("la-krap.play", message, field="upcards"))
    elif "upcards" not in data and "teams" not in data:
        message = "Enter the card that each player got face up, or choose the teams."
        problems.append(error("la-krap.play", message, field="upcards"))
    if "turned" not in data:
        message = "Which card was turned? Without it nobody can say who takes a trick."
        problems.append(error("la-krap.play", message, field="turned"))
    return data, problems


def _teams(book: Book, typed: Typed) -> dict[str, Any]:
    data: dict[str, Any] = {}
    seats = range(len(book.players))
    upcards = [texts(typed, f"upcard{seat}") for seat in seats]
    if all(upcards):
        data["upcards"] = [" ".join(cards) for cards in upcards]
    teams = [typed.get(f"team{seat}", "") for seat in seats]
    if typed.get("alone") == "1":
        data["teams"] = None
    elif all(team in TEAMS for team in teams):
        data["teams"] = [int(team) for team in teams]
    return data


def _upcards_missing(book: Book, typed: Typed) -> list[str]:
    """Whose upcard is not entered, while others are."""
    missing = [name for seat, name in enumerate(book.players) if not texts(typed, f"upcard{seat}")]
    return missing if len(missing) < len(book.players) else []


def _game(typed: Typed) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if cards := texts(typed, "turned"):
        data["turned"] = cards
    if typed.get("null") in ("0", "1"):
        data["null"] = typed["null"] == "1"
    if typed.get("multiplier", "") in map(str, MULTIPLIERS):
        data["multiplier"] = int(typed["multiplier"])
    return data


def finished(_book: Book, data: dict[str, Any]) -> dict[str, Any]:
    """The entry as it is."""
    return data


def acts(book: Book, play: Play) -> list[Act]:
    """Who took a trick may announce a marriage before the next lead; it can be withdrawn too."""
    announced = _announced(book)
    offered = []
    number = len(play.takers)
    seat = play.takers[-1] if play.takers else None
    is_between = not play.table.cards and 1 <= number <= MOST
    if seat is not None and is_between and all(trick != number for trick, _ in announced):
        words = f"{book.players[seat]} announces a marriage"
        offered.append(Act(words, {"marriages_at": [*announced, (number, seat)]}))
    for trick, mate in announced:
        words = f"Withdraw {book.players[mate]}’s marriage after trick {trick}"
        others = [pair for pair in announced if pair != (trick, mate)]
        facts = {"marriages_at": others} if others else {}
        offered.append(Act(words, facts, () if others else ("marriages_at",)))
    return offered


def _announced(book: Book) -> list[tuple[int, int]]:
    facts = book.underway.facts if book.underway else {}
    return [(trick, seat) for trick, seat in facts.get("marriages_at") or ()]


def read(book: Book, id: str | None, typed: Typed) -> tuple[dict[str, Any], list[Problem]]:
    """The deal that was typed. One player's tricks may be left out: they follow."""
    data, problems = facts(book, id, typed)
    problems = [problem for problem in problems if problem.field != "turned"]
    if play := play_typed(book, id, typed):
        announced = _announced_typed(book, typed)
        if not announced and (marriages := given(book, typed, "marriages")):
            data["marriages"] = marriages
        return {
            **data,
            "play": play,
            **({"marriages_at": announced} if announced else {}),
        }, problems
    for name in ("tricks", "marriages"):
        problems += unreadable(book, typed, name, *FIGURES[name])
    data["tricks"], missing = _tricks(book, typed)
    if marriages := given(book, typed, "marriages"):
        data["marriages"] = marriages
    return data, problems + missing


def _tricks(book: Book, typed: Typed) -> tuple[list[int], list[Problem]]:
    found = counts(book, typed, "tricks")
    if book.table.options.empty_trick == "nobody" and None in found and found.count(None) == 1:
        message = "Still missing: the tricks of one player. Nobody takes a trick without cards"
        message += " that count, so they do not follow from the others."
        return [], [error("la-krap.empty-trick", message, field="tricks")]
    return completed(book, found, TRICKS, "la-krap.tricks-total")


def _announced_typed(book: Book, typed: Typed) -> list[list[int]]:
    seats = range(len(book.players))
    pairs = [typed.get(f"marriage{number}", "").partition(":") for number in range(MOST)]
    return [
        [int(trick), int(seat)]
        for trick, _, seat in pairs
        if trick.isdecimal() and seat.isdecimal() and int(seat) in seats
    ]


def fact_hints(book: Book, typed: Typed) -> dict[str, str]:
    """Who plays with whom, and which game it is, as far as it is known."""
    data, _ = facts(book, None, typed)
    return {"teams": _teams_told(book, data), "game": _game_told(data)}


def hints(book: Book, id: str | None, typed: Typed) -> dict[str, str]:
    """The teams, the game, and once all is known the points of each player with their sum."""
    data, problems = read(book, id, typed)
    seats = range(len(book.players))
    found = fact_hints(book, typed)
    found |= {f"tricks{seat}": "" for seat in seats} | {f"sum{seat}": "" for seat in seats}
    try:
        entry, row = book.judge(data, id)
    except NotARecord:
        return found
    if problems or row.has_error or not isinstance(entry, KrapDeal) or entry.tricks is None:
        return found
    teams, _ = teams_at(book.table, entry)
    marriages = entry.marriages or [0] * len(seats)
    for seat in seats:
        found[f"tricks{seat}"] = points(row.cells[seat])
        found[f"sum{seat}"] = sum_of(teams, known_game(entry), entry.tricks, marriages, seat).text
    return found


def _teams_told(book: Book, data: dict[str, Any]) -> str:
    """Who plays with whom, as soon as it is known."""
    known = {name: data[name] for name in ("kind", "upcards", "teams", "turned") if name in data}
    upcards = known.get("upcards", ())
    _, faults = read_cards(upcards, PACK)
    if ("upcards" not in known and "teams" not in known) or faults:
        return ""
    teams, are_alone = teams_at(book.table, KrapDeal.model_validate(known))
    if are_alone:
        return "Everyone plays alone."
    sides = [
        listed([name for name, team in zip(book.players, teams, strict=True) if team == number])
        for number in range(max(teams) + 1)
    ]
    return ended(" against ".join(sides))


def _game_told(data: dict[str, Any]) -> str:
    cards, faults = read_cards(data.get("turned", ()), PACK)
    if not cards or faults:
        return " ".join(faults)
    text = turned_fault(cards) or turned(cards).text
    return ended(sentence(text))


def known(book: Book, typed: Typed) -> dict[str, str]:
    """Who leads, and what lies face up."""
    upcards = " ".join(typed.get(f"upcard{seat}", "") for seat in range(len(book.players)))
    face_up = {
        "upcards": typed.get("upcards", "" if _upcards_missing(book, typed) else upcards).strip(),
        "turned": typed.get("turned", "").strip(),
    }
    leader = first_leader(book.table, book.state_at(None))
    return {"leader": str(leader)} | {name: text for name, text in face_up.items() if text}
