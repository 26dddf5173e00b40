"""A half-marathon over four evenings, stopped mid-leg, continued elsewhere and played to the end.

One evening has a substitute and a while without a connection, and nobody ends two of them.

Every minute is known, because the clock moves only when the test says so. The legs' points are
calculated here independently.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from tests.games.card_triathlon.marathon import PLAYERS, legs
from tests.games.card_triathlon.two_tables import four
from tests.games.records import Json
from tests.servers import ROOT
from tests.web.at_tables import contract_typed
from tests.web.evenings.test_evenings import said
from tests.web.phones import Phone, PlayedMatch

MARK = 21_100
LEGS = legs(Random(0), MARK)
EVENINGS = (range(15), range(15, 33), range(33, 48), range(48, len(LEGS)))
"""Leg indexes per evening. The 34th leg is begun on the second evening and ends on the third."""
BEGAN = [
    datetime(2026, 1, 9, 19, 30, tzinfo=UTC),
    datetime(2026, 1, 16, 20, 0, tzinfo=UTC),
    datetime(2026, 2, 6, 19, 0, tzinfo=UTC),
    datetime(2026, 2, 20, 22, 30, tzinfo=UTC),
]
"""Start of each evening. The fourth lasts past midnight."""
MINUTES = {"b-leg": 12, "c-leg": 18, "d-leg": 10}
HALF = four(5, dealer=3)
"""The leg that is half played, card by card, on the second evening."""
FALLEN = 22
"""Number of `HALF`'s cards played that evening: five tricks, and two cards of the sixth."""


class Clock:
    at = BEGAN[0]

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        stopped = SimpleNamespace(now=lambda _zone: self.at)
        patch.setattr("referee.matches.store.datetime", stopped)

    def move(self, minutes: float) -> None:
        self.at += timedelta(minutes=minutes)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def minutes_of(leg: int) -> int:
    """Minutes that a leg takes; consecutive legs of a kind never take the same time."""
    return MINUTES[LEGS[leg]["kind"]] + leg * 7 % 5 - 2


def gains(leg: int) -> list[int]:
    """Points that a leg gives each team."""
    entry = LEGS[leg]
    own = entry.get("points") or entry.get("scored")
    if own is None:
        own = [one - other for one, other in zip(entry["melded"], entry["in_hand"], strict=True)]
    sums = [own[0] + own[2], own[1] + own[3]]
    bid = entry.get("contract")
    if bid and sum(entry["tricks"][bid["declarer"] % 2 :: 2]) < bid["level"] + 6:
        sums.sort(reverse=bid["declarer"] % 2 == 1)
    return sums


def gained(of: Sequence[int]) -> list[int]:
    return [sum(each) for each in zip(*(gains(leg) for leg in of), strict=True)]


def typed(leg: int) -> dict[str, str]:
    entry = LEGS[leg]
    figures = {
        f"{name}{seat}": str(figure)
        for name in ("tricks", "points", "melded", "in_hand", "scored")
        for seat, figure in enumerate(entry.get(name, ()))
    }
    bid = {f"{name}_0": str(value) for name, value in entry.get("contract", {}).items()}
    out = {"out": str(entry["out"])} if "out" in entry else {}
    return figures | bid | out | {"unscored_0": str(entry["unscored"])}


def write(phone: Phone, match: PlayedMatch, clock: Clock, of: Sequence[int]) -> None:
    for leg in of:
        clock.move(minutes_of(leg))
        phone.send(match.by(phone).open_form(), "/entries", **typed(leg))
        assert len(match.entries) == leg + 1


def write_offline(phone: Phone, match: PlayedMatch, clock: Clock, of: Sequence[int]) -> None:
    """Play legs that wait on the phone until two minutes into the next one."""
    recorded = []
    for leg in of:
        clock.move(minutes_of(leg))
        recorded.append(str(round(clock.at.timestamp() * 1000)))
    clock.move(2)
    for leg, at in zip(of, recorded, strict=True):
        form = match.by(phone).open_form().form("/entries")
        phone.post(form["action"], form.fields() | typed(leg) | {"recorded": at})
    clock.move(-2)
    assert len(match.entries) == of[-1] + 1


def card(phone: Phone, match: PlayedMatch) -> str:
    """Text of the resume card with which the match opens after a long break.

    Before it comes the card of an evening that nobody ended.
    """
    page = phone.open(match.to_score)
    for way in page.tree.all("a", id="go-on"):
        assert "Ended automatically" in page.text
        page = phone.open(way["href"])
    return page.tree.one("article", aria_label="Where we stopped").text


def test_a_half_marathon_over_four_evenings(
    ann: Phone, ben: Phone, clock: Clock, tmp_path: Path
) -> None:
    first, second, third, fourth = EVENINGS
    match = ann.start("card-triathlon", *PLAYERS, format="half-marathon", title="The half")
    said(ann, match, "met", place="At Ann’s")
    write(ann, match, clock, first[:7])
    clock.move(3)
    said(ann, match, "paused")
    clock.move(20)
    said(ann, match, "resumed")
    write(ann, match, clock, first[7:])
    clock.move(5)
    said(ann, match, "parted")

    # Going on begins the evening. Nobody announces its break (the page asks about it), or ends it.
    clock.at = BEGAN[1]
    assert "Next: leg 16, B" in card(ann, match)
    match.open_form()
    write(ann, match, clock, second[:9])
    clock.move(75)
    write(ann, match, clock, second[9:10])
    gap = match.open_form().tree.one("form", id="gap")
    hours, minutes = divmod(75 + minutes_of(second[9]), 60)
    assert f"Yes, {hours} h {minutes} min" in gap.text
    said(ann, match, "break")
    write(ann, match, clock, second[10:])

    # The next leg is stopped halfway. Records leave out a half-played leg.
    page = ann.send(ann.open(match.to_score + "play/"), "/play/", **contract_typed(0, HALF))
    ann.tap_all(page, HALF.cards[:FALLEN])
    clock.at = BEGAN[2]
    turn = PLAYERS[HALF.turns[FALLEN]]
    assert f"Leg 34, B, trick 6: {turn} to play" in card(ann, match)
    saved = ann.client.get(match.to_score + "record.json").get_json()
    match = ben.load(saved)
    assert "Next: leg 34, B" in card(ben, match)

    # Emil sits in for Dora, and there is a note at the end.
    said(ben, match, "met", seat3="Emil")
    write(ben, match, clock, third[:4])
    write_offline(ben, match, clock, third[4:9])
    write(ben, match, clock, third[9:])
    clock.move(4)
    said(ben, match, "parted", note="Emil keeps the pencil.")
    assert "Emil keeps the pencil." in ben.open(match.to_score + "resume").text

    # They play past midnight, until a team wins.
    clock.at = BEGAN[3]
    assert "Next: leg 49, B" in card(ben, match)
    said(ben, match, "met")
    write(ben, match, clock, fourth[:-1])
    assert max(gained(range(len(LEGS) - 1))) < MARK
    assert "is next" in ben.open("/").tree.one("ul", class_="continue").text
    write(ben, match, clock, fourth[-1:])
    totals = gained(range(len(LEGS)))
    assert max(totals) >= MARK
    winner = ("Ann and Cleo", "Ben and Dora")[totals.index(max(totals))]
    midnight = ben.open(match.to_score + "midnight")
    result = f"{len(LEGS)} legs · 4 evenings · 13 h"
    assert f"{winner} won by " in midnight.tree.one("h2", class_="result").text
    assert result in midnight.text.replace("\xa0", " ")
    story = ben.open(match.to_score + "story").tree.one("main").text.replace("\xa0", " ")
    assert f" won by {abs(totals[0] - totals[1]):,} points." in story
    assert f"Ann+Cleo {totals[0]:,}" in story
    assert f"Ben+Dora {totals[1]:,}" in story
    told = told_by_command(match, tmp_path)
    evenings_are_right(told)
    facts = [fact["text"].replace("\xa0", " ") for fact in told["facts"]]
    assert any(fact.startswith("Contracts made: Ann") and "Emil" in fact for fact in facts)


def told_by_command(match: PlayedMatch, folder: Path) -> Json:
    file = folder / "record.json"
    file.write_text(json.dumps(match.match.record()))
    command = [sys.executable, "-m", "referee", "story", "--json", str(file)]
    told: Json = json.loads(subprocess.check_output(command, cwd=ROOT))
    return told


def evenings_are_right(told: Json) -> None:
    sessions = told["sessions"]
    assert [datetime.fromisoformat(each["start"]) for each in sessions] == [*BEGAN]
    assert [each["ended"] for each in sessions] == ["said", "itself", "said", "itself"]
    lasted = [sum(map(minutes_of, own)) for own in EVENINGS]
    lasted[0] += 3 + 5  # before the break, and before the evening was ended
    lasted[1] -= minutes_of(24)  # counted as part of the break
    lasted[2] += 4
    assert [each["minutes"] for each in sessions] == lasted
    assert [each["entries"] for each in sessions] == [len(own) for own in EVENINGS]
    assert [each["points"] for each in sessions] == [gained(own) for own in EVENINGS]
    seated = [None, None, ["Ann", "Ben", "Cleo", "Emil"], None]
    assert [each["players"] for each in sessions] == seated
