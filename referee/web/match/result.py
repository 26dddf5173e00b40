"""A match's result to take along: as plain text, and as a link that opens BG Stats."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from referee.core.setup import members
from referee.core.sheet import Sheet
from referee.core.story.chronicle import chronicle
from referee.core.story.ending import describe_evening, describe_length, find_result
from referee.core.text import Text, _, joined
from referee.matches.match import Match
from referee.web.http.language import current_language
from referee.web.http.limits import long_match_turn

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
"""Documented under “Push plays to BG Stats from other apps or websites” on bgstatsapp.com."""
BG_STATS_MOST: Final = 2**31 - 1
"""Largest total that BG Stats surely takes: its documentation gives no range."""


def result_text(match: Match, sheet: Sheet) -> Text:
    """Return the standings as lines (`Skat · 25 Nov 2026`, `1. Ann 12`), and the chronicle."""
    head = _("{game} · {day}") if sheet.finished else _("{game} · {day}, not over yet")
    ranked, away = _("{rank}. {name} {score}"), _("{name} {score} (away)")
    if match.game.unit == "lives":
        ranked = _("{rank}. {name} ({score})")
    with long_match_turn(len(sheet.rows)):
        story, lines = match.story(), list[str]()
        for each in sheet.standings:
            side, template = story.sides.index(each.name), away if each.rank is None else ranked
            name, score = story.side_names[side], story.total_label(side)
            if each.name in sheet.winners and not each.score and match.game.unit == "lives":
                template = _("{rank}. {name}")  # the first line says that they won
            lines.append(template.format(rank=each.rank, name=name, score=score))
        lines.append(joined(describe_length(story), " · "))
        told = [fact.text for fact in chronicle(story, with_result=False)]
        if sheet.finished:
            won = _("{result}.", result=find_result(story).text)
            if match.game.unit == "lives":  # all that is told is how it was won
                won, told = joined([won, *told]), []
            lines.insert(0, won)
        for last in () if sheet.finished else story.evenings[1:][-1:]:
            result = describe_evening(story, last, is_midway=last.ended is None).result
            lead = _("So far: {result}.", result=find_result(story).text)
            tonight = [_("{result}.", result=result)] if result and not last.ended else []
            lines[:0] = [*tonight, lead]
    lines += ["", *told] if told else []
    game = joined(name_match(match), " · ")
    starts = [each.start for each in match.evenings() if each.rows] or [match.opened.at]
    days = current_language().days(starts[0], starts[-1])
    return joined([head.format(game=game, day=days), *lines], "\n")


def name_match(match: Match) -> list[str]:
    """Return a title of its own, and of format and game the first that it doesn't name."""
    if match.name != match.title:
        return [match.game_name]
    names = [match.game_name, *([] if match.game.is_named_by_title else [match.game.title])]
    words = ((name, current_language().render(name).casefold()) for name in names)
    others = [name for name, own in words if own not in match.title.casefold()]
    return [match.title, *others[:1]]


def bg_stats_link(match: Match, sheet: Sheet) -> str:
    """Return a link that opens BG Stats to add this match as a play; "" if the match isn't over."""
    if not sheet.finished:
        return ""
    game = match.game
    with long_match_turn(len(sheet.rows)):
        minutes = sum(evening.minutes for evening in match.story().evenings)
    name, id = str(game.title), game.name
    if game.is_named_by_title:
        name, id = match.game_name, f"{game.name}/{match.game_name.casefold()}"
    play = {
        "sourceName": "Referee",
        "sourcePlayId": match.opened.at.isoformat(),
        "playDate": f"{_last_time(match).astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": round(minutes),
        "game": {
            "name": name,
            "sourceGameId": id,
            "highestWins": not match.tally.lowest_wins,
            "noPoints": game.unit != "points",
        },
        "players": _players(match, sheet),
    }
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False), safe="")


def fits_bg_stats(totals: Iterable[float]) -> bool:
    """Whether these are whole numbers of a size that BG Stats surely takes."""
    return all(total == int(total) and abs(total) <= BG_STATS_MOST for total in totals)


def _players(match: Match, sheet: Sheet) -> list[dict[str, Any]]:
    """Return all players; those of a team have its rank and score."""
    has_points = match.game.unit == "points"
    found = []
    for each in sheet.standings:
        for name in members(each.name, match.players) if sheet.has_teams else [each.name]:
            player: dict[str, Any] = {"name": name, "sourcePlayerId": name}
            player |= {} if each.rank is None else {"rank": each.rank}
            # Its Android app refuses players without both; who began isn't known in every game.
            player |= {"winner": each.name in sheet.winners, "startPlayer": False}
            found.append(player | ({"score": each.score} if has_points else {}))
    return found


def _last_time(match: Match) -> datetime:
    """Return when the last entry was recorded."""
    written = match.row_entries(len(match.tally.rows) - 1)
    return (written[-1].at if written else None) or match.opened.at
