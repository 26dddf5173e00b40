"""Tests of the facts that each game adds to a match's story."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee import story

CASES = Path(__file__).parents[1] / "cases"


def facts(case: str) -> dict[str, int | None]:
    record = json.loads((CASES / f"{case}.json").read_text(encoding="utf-8"))
    return {
        fact["text"].replace("\N{NO-BREAK SPACE}", " "): fact["entry"]
        for fact in story(record)["facts"]
    }


def test_a_game_tells_what_only_it_knows() -> None:
    rows: list[tuple[str, dict[str, int | None]]] = [
        ("tribello-friday", {"Quotas met in 12 deals: Ann 7 · Ben 6 · Cleo 10.": None}),
        ("triathlon-to-the-third", {
            "Times with a multiple of three tricks: Ann 1 · Ben 5 · Cleo 3.": None,
            "Last tricks won: Ann 2 · Ben 4 · Cleo 2.": None,
            "Times in the middle: Ann 3 · Ben 3 · Cleo 2.": None,
            "Triathlons won: Ann 0 · Ben 3 · Cleo 1.": None,
        }),
        ("la-krap-twelve-deals", {
            "Null deals: 4 of 12; the last in deal 10.": 9,
            "Jokers were turned up in 3 deals; the highest multiplier was 8, in deal 7.": 6,
        }),
        ("thirty-one-fire", {
            "Average hand: Ann 20.5 · Ben 23.9 · Cleo 17.5 · Dora 24.0 · Emil 24.6.": None,
            "Best hand: Ben, three aces (33) in round 4; everyone else lost a life.": 3,
            "Rounds closed: Ann 0 · Ben 2 · Cleo 0 · Dora 1 · Emil 0.": None,
        }),
        ("card-triathlon-3000-metre", {
            "Contracts made: Ben 1 of 1 · Cleo 0 of 1.": None,
            "Best straight flushes: Ann, 300 in leg 5.": 5,
        }),
        ("card-triathlon-eight-players", {"Contracts made: Ann 1 of 1 · Emil 0 of 1.": None}),
    ]  # fmt: skip
    for case, expected in rows:
        assert facts(case).items() >= expected.items(), case


def test_a_substitute_is_credited_and_not_the_player_of_the_column() -> None:
    rows: list[tuple[str, int, str]] = [
        ("card-triathlon-3000-metre", 1, "Contracts made: Cleo\u00a00 of 1 · Zoe\u00a01 of 1."),
        ("card-triathlon-3000-metre", 0, "Best straight flushes: Zoe, 300 in leg 5."),
        ("triathlon-to-the-third", 1, "Triathlons won: Ann\u00a00 · Cleo\u00a01 · Zoe\u00a03."),
        ("thirty-one-fire", 1,
         "Best hand: Zoe, three aces (33) in round 4; everyone else lost a life."),
        ("thirty-one-fire", 1, "Rounds closed: Ann\u00a00 · Cleo\u00a00 · Dora\u00a01"
         " · Emil\u00a00 · Zoe\u00a02."),
    ]  # fmt: skip
    for case, seat, expected in rows:
        record = json.loads((CASES / f"{case}.json").read_text(encoding="utf-8"))
        at = "2026-01-09T20:00:00+00:00"
        record["entries"] = [entry | {"at": at} for entry in record["entries"]]
        seated = ["Zoe" if place == seat else name for place, name in enumerate(record["players"])]
        record["sessions"] = [{"start": at, "players": seated}]
        assert expected in [fact["text"] for fact in story(record)["facts"]], case


@pytest.mark.parametrize("case", sorted(CASES.glob("*[!t].json")), ids=lambda path: str(path.stem))
def test_every_case_has_a_story_and_its_facts_name_its_entries(case: Path) -> None:
    record = json.loads(case.read_text(encoding="utf-8"))
    told = story(record)
    for fact in told["facts"]:
        assert fact["entry"] is None or 0 <= fact["entry"] < len(record["entries"])
        assert fact["text"].endswith(".")
        assert "{" not in fact["text"]
