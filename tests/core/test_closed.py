"""A table that stops before its game is over: the winners are those who lead, or who was named."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

import pytest

from referee.core.registry import GAMES
from referee.core.sheet import compare, read_record, score, sheet_as_csv, tally_of, whatif
from referee.core.story.story import story
from referee.terminal import scorepad
from referee.terminal import whatif as printed_whatif
from tests.games.records import (
    Json,
    deal,
    figures,
    is_refused,
    record,
    thirty_one,
    triathlon,
    tribello,
)

AT: Final = "2026-11-28T23:10:00+01:00"
KRAP: Final[Json] = {"kind": "deal", "upcards": ["AH", "7S", "8D", "9C"], "turned": ["10H"]}
C_LEG: Final[Json] = {
    "kind": "c-leg", "melded": [310, 150, 205, 180], "in_hand": [0, 25, 10, 40], "unscored": 80,
    "out": 0,
}  # fmt: skip
ORDER: Final[Json] = {"format": "marathon", "sequence": ["C", "B", "D"]}
PAD: Final[Json] = {"kind": "round", "points": [1, 5, 5, 0]}

LED: Final[list[tuple[Json, list[str]]]] = [
    (tribello(deal(7, 4, 2)), ["Ann"]),
    (tribello(deal(6, 4, 3)), ["Ann", "Ben", "Cleo"]),
    (tribello(deal(7, 4, 2), deal(6, 4, 2)), ["Ann"]),  # an open error
    (triathlon(deal(4, 2, 7, last_trick=2)), ["Ann"]),
    (triathlon(deal(4, 2, 6)), ["Ann", "Ben", "Cleo"]),
    (record("la-krap", 4, [KRAP | {"tricks": [4, 1, 1, 1]}]), ["Ann", "Cleo"]),
    (record("la-krap", 4, [KRAP | {"tricks": [4, 1, 1, 2]}]), ["Ann", "Ben", "Cleo", "Dora"]),
    (thirty_one(3, figures(21, 25, 10)), ["Ann", "Ben"]),
    (thirty_one(3, figures(21, 25, 10), figures(21, 10, 20)), ["Ann"]),
    (record("card-triathlon", 4, [C_LEG], **ORDER), ["Ann+Cleo"]),
    (record("card-triathlon", 4, [{"kind": "b-leg", "passed_out": True}]),
     ["Ann+Cleo", "Ben+Dora"]),
    (record("free-pad", 4, [PAD]), ["Ben", "Cleo"]),
    (record("free-pad", 4, [PAD], lowest_wins=True), ["Dora"]),
    (record("free-pad", 4, [PAD], teams=True), ["Ann+Cleo"]),
]  # fmt: skip


def closed(data: Json, *winners: str, **fields: Any) -> Json:
    return data | {"closed": fields | ({"winners": [*winners]} if winners else {})}


def warned(sheet: Json) -> list[tuple[int | None, str, str]]:
    found = [(each["entry"], each["rule"], each["severity"]) for each in sheet["problems"]]
    return [each for each in found if each[0] is None]


@pytest.mark.parametrize(("data", "leaders"), LED)
def test_those_who_lead_have_won_when_the_table_stops(data: Json, leaders: list[str]) -> None:
    open_sheet, warning = score(data), (None, f"{data['game']}.table", "warning")
    assert "closed" not in open_sheet
    sheet = score(closed(data, at=AT))
    news = {"finished": True, "next": None, "winners": leaders, "closed": True}
    assert sheet == open_sheet | news

    named = score(closed(data, leaders[-1]))
    assert named == sheet | {"winners": leaders[-1:]}
    assert score(closed(data, *reversed(leaders))) == sheet, "in the order of the standings"
    others = [each["name"] for each in sheet["standings"] if each["name"] not in leaders]
    for wrong in ([others[0]], [leaders[0], others[0]]) if others else ():
        refused = score(closed(data, *wrong))
        assert refused["winners"] == leaders
        assert warned(refused) == [warning]
        assert [row["problems"] for row in refused["rows"]] == [
            row["problems"] for row in open_sheet["rows"]
        ]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_wins_what_nobody_has_played_and_only_sides_are_named(game: str) -> None:
    data = record(game, GAMES[game].usual_players, [])
    side = score(data)["standings"][0]["name"]
    wrong: list[Json] = [
        {"winners": []}, {"winners": [side, side]}, {"winners": ["Zoe"]}, {"winners": [side, 1]},
        {"winners": side}, {"at": "midnight"}, {"by": "Ann"},
        *([{"winners": ["Ann"]}] if side != "Ann" else []),
    ]  # fmt: skip
    for fields in wrong:
        assert is_refused(score, data | {"closed": fields}), fields
    assert "closed" not in score(data | {"closed": None})
    values: list[Json] = [{}, {"at": AT}, {"winners": [side]}, {"at": AT, "winners": [side]}]
    for value in values:
        said = data | {"closed": value}
        assert read_record(said).as_json() == said
        sheet = score(said)
        assert (sheet["finished"], sheet["winners"], sheet["next"]) == (True, [], None)
        assert warned(sheet) == [(None, f"{game}.table", "warning")] * ("winners" in value)
        assert "Nobody has won" in scorepad(tally_of(read_record(said)).sheet())
    assert is_refused(score, closed(LED[-1][0], "Ann")), "who is in a team"


def test_a_stop_after_the_end_changes_nothing_but_the_winner_of_a_tie() -> None:
    for rounds, leaders in (([[3, 1]], ["Ann"]), ([[2, 2]], ["Ann", "Ben"])):
        entries = [{"kind": "round", "points": each} for each in rounds]
        data = record("free-pad", 2, entries, rounds=1)
        over = score(data)
        assert (over["finished"], over["winners"]) == (True, leaders)
        assert score(closed(data)) == over | {"closed": True}
        assert score(closed(data, "Ann"))["winners"] == ["Ann"]
        ben = score(closed(data, "Ben"))
        assert ben["winners"] == leaders[-1:]
        assert bool(warned(ben)) is ("Ben" not in leaders)


def test_the_warning_is_printed_and_stands_in_the_line_of_the_totals() -> None:
    sheet = tally_of(read_record(closed(LED[0][0], "Ben"))).sheet()
    *rows, totals = csv.reader(io.StringIO(sheet_as_csv(sheet)))
    assert [row[-1] for row in rows] == ["problems", ""]
    assert "[tribello.table]" in totals[-1]
    printed = scorepad(sheet)
    assert "[tribello.table]" in printed
    assert "The table stopped here. Ann won." in printed


def test_what_if_tells_of_the_warning_that_other_options_bring_or_end() -> None:
    data = closed(record("free-pad", 4, [PAD]), "Ben")
    for record_of, options, at in (
        (data, {"lowest_wins": True}, "new"),
        (data | {"options": {"lowest_wins": True}}, {"lowest_wins": False}, "gone"),
    ):
        problems = whatif(record_of, options)["problems"]
        assert [(p["entry"], p["rule"]) for p in problems[at]] == [(None, "free-pad.table")]
        assert not problems[{"new": "gone", "gone": "new"}[at]]
        assert "free-pad.table" in printed_whatif(compare(record_of, options))


def test_a_long_match_that_stops_has_no_forecast() -> None:
    data = tribello(*[deal(6, 4, 3)] * 10, deal(7, 4, 2))
    assert None not in (story(data)["certain"], story(data)["likely"])
    assert (story(closed(data))["certain"], story(closed(data))["likely"]) == (None, None)
