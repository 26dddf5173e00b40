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
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from types import SimpleNamespace

import pytest

from tests.games.card_triathlon.marathon import PLAYERS, legs
from tests.games.card_triathlon.two_tables import four
from tests.games.records import Json
from tests.servers import ROOT
from tests.web.at_tables import contract_typed
from tests.web.evenings.test_evenings import said
from tests.web.followed import tap_all
from tests.web.phones import Phone, PlayedMatch, at_match, opened, start

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
        phone.send(at_match(phone, match), "/entries", **typed(leg))
        assert len(match.entries) == leg + 1


def write_offline(phone: Phone, match: PlayedMatch, clock: Clock, of: Sequence[int]) -> None:
    """Play legs that wait on the phone until two minutes into the next one."""
    recorded = []
    for leg in of:
        clock.move(minutes_of(leg))
        recorded.append(str(round(clock.at.timestamp() * 1000)))
    clock.move(2)
    for leg, at in zip(of, recorded, strict=True):
        form = at_match(phone, match).form("/entries")
        phone.post(form["action"], form.fields() | typed(leg) | {"recorded": at})
    clock.move(-2)
    assert len(match.entries) == of[-1] + 1


def card(phone: Phone, match: PlayedMatch) -> str:
    """Text of the resume card with which the match opens after a long break."""
    return phone.open(match.to_score).tree.one("article", aria_label="Where we stopped").text


def test_a_half_marathon_over_four_evenings(
    ann: Phone, ben: Phone, clock: Clock, tmp_path: Path
) -> None:
    first, second, third, fourth = EVENINGS
    match = start(ann, "card-triathlon", *PLAYERS, format="half-marathon", title="The half")
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
    assert "Leg 16, B is next" in card(ann, match)
    at_match(ann, match)
    write(ann, match, clock, second[:9])
    clock.move(75)
    write(ann, match, clock, second[9:10])
    gap = at_match(ann, match).tree.one("form", id="gap")
    hours, minutes = divmod(75 + minutes_of(second[9]), 60)
    assert f"Yes, {hours} h {minutes} min" in gap.text
    said(ann, match, "break")
    write(ann, match, clock, second[10:])

    # The next leg is stopped halfway. Records leave out a half-played leg.
    page = ann.send(ann.open(match.to_score + "play/"), "/play/", **contract_typed(0, HALF))
    tap_all(ann, page, HALF.cards[:FALLEN])
    clock.at = BEGAN[2]
    turn = PLAYERS[HALF.turns[FALLEN]]
    assert f"Leg 34, B, trick 6: {turn} to play" in card(ann, match)
    saved = ann.client.get(match.to_score + "record.json").get_json()
    match = opened(ben, saved)
    assert "Leg 34, B is next" in card(ben, match)

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
    assert "Leg 49, B is next" in card(ben, match)
    said(ben, match, "met")
    write(ben, match, clock, fourth[:-1])
    assert max(gained(range(len(LEGS) - 1))) < MARK
    assert "is next" in ben.open("/").tree.one("ul", class_="continue").text
    write(ben, match, clock, fourth[-1:])
    totals = gained(range(len(LEGS)))
    assert max(totals) >= MARK
    winner = ("Ann+Cleo", "Ben+Dora")[totals.index(max(totals))]
    assert f"{winner} won the match" in ben.open(match.to_score + "midnight").text
    story = ben.open(match.to_score + "story").tree.one("main").text.replace("\u00a0", " ")
    for sentence in charts_expected():
        assert sentence in story
    told = told_by_command(match, tmp_path)
    evenings_are_right(told)
    said_of_it = [fact["text"].replace("\u00a0", " ") for fact in told["facts"]]
    assert said_of_it == facts_expected()


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


# The sentences, calculated a second time ----------------------------------------------------------

TEAMS = ("Ann and Cleo", "Ben and Dora")
GAINS = [gains(leg) for leg in range(len(LEGS))]
LEADS = [one - other for one, other in (gained(range(leg + 1)) for leg in range(len(LEGS)))]
"""Lead of Ann and Cleo after each leg; negative if Ben and Dora lead."""
AFTER_A_BREAK = 7  # three minutes passed before it
ACROSS_A_BREAK = 24  # its minutes are part of the break


def named(leg: int) -> str:
    return f"Leg {leg + 1}, {LEGS[leg]['kind'][0].upper()}"


def sitting(leg: int, seat: int) -> str:
    return "Emil" if seat == 3 and leg in EVENINGS[2] else PLAYERS[seat]


def minutes_between() -> dict[int, int]:
    """Minutes that each leg takes, without breaks that were announced."""
    return {leg: minutes_of(leg) + 3 * (leg == AFTER_A_BREAK) for leg in range(len(LEGS))}


def facts_expected() -> list[str]:
    every = range(len(LEGS))
    winner = LEADS[-1] < 0  # the index of the team
    behind = [lead if winner else -lead for lead in LEADS]
    low = max(every, key=behind.__getitem__)
    sides = [(leg, LEADS[leg] < 0) for leg in every if LEADS[leg]]
    turns = [leg for (_, before), (leg, after) in pairwise(sides)
             if before != after]  # fmt: skip
    big, team = max(((leg, team) for leg in every for team in (0, 1)),
                    key=lambda each: GAINS[each[0]][each[1]])  # fmt: skip
    swings = [one - other for one, other in GAINS]
    swing = max(every, key=lambda leg: abs(swings[leg]))
    gainer = swings[swing] < 0
    minutes = minutes_between()
    del minutes[ACROSS_A_BREAK]
    long = max(minutes, key=minutes.__getitem__)
    streak, best_of, end = longest_streak(swings)
    evenings = [(one - other, number) for number, (one, other) in enumerate(map(gained, EVENINGS))]
    close, clear = (pick(evenings, key=lambda each: abs(each[0])) for pick in (min, max))

    def won(evening: tuple[int, int]) -> str:
        margin, number = evening
        day = f"{BEGAN[number].day} {BEGAN[number]:%b %Y}"
        return f"Evening {number + 1}, {day}; {TEAMS[margin < 0]} won it by {abs(margin):,}."

    return [
        f"The best comeback: {TEAMS[winner]} came from {behind[low]:,} behind after {named(low)}"
        " to win.",
        f"The lead changed {len(turns)} times; {TEAMS[winner]} took it for good in"
        f" {named(turns[-1])}.",
        f"The biggest leg: {named(big)}, with {GAINS[big][team]} for {TEAMS[team]}.",
        f"The biggest swing: {TEAMS[gainer]} gained {abs(swings[swing])} on {TEAMS[not gainer]} in"
        f" {named(swing)}.",
        f"The longest leg: {named(long)}, {minutes[long]} min.",
        f"The longest streak: {TEAMS[best_of]} did best in {streak} legs in a row, ending with"
        f" {named(end)}.",
        f"The closest evening: {won(close)}",
        f"The most one-sided evening: {won(clear)}",
        contracts_expected(),
        flushes_expected(),
    ]


def longest_streak(swings: Sequence[int]) -> tuple[int, bool, int]:
    """The most legs in a row in which a team scored more; whether it is the second; the last."""
    best, length = (0, False, 0), 0
    for leg, swing in enumerate(swings):
        goes_on = leg and length and (swing < 0) == (swings[leg - 1] < 0)
        length = (length + 1 if goes_on else 1) if swing else 0
        best = max(best, (length, swing < 0, leg), key=lambda each: each[0])
    return best


def contracts_expected() -> str:
    made: dict[str, list[bool]] = {name: [] for name in (*PLAYERS, "Emil")}
    for leg, entry in enumerate(LEGS):
        if bid := entry.get("contract"):
            took = sum(entry["tricks"][bid["declarer"] % 2 :: 2])
            made[sitting(leg, bid["declarer"])].append(took >= bid["level"] + 6)
    counts = [f"{name}: {sum(own)} of {len(own)}" for name, own in made.items() if own]
    return f"Contracts made: {' · '.join(counts)}."


def flushes_expected() -> str:
    scores = [
        (figure, leg, sitting(leg, seat))
        for leg, entry in enumerate(LEGS)
        for seat, figure in enumerate(entry.get("scored", ()))
    ]
    best = max(figure for figure, _, _ in scores)
    (_, first, name), *others = [each for each in scores if each[0] == best]
    text = f"Best straight flushes: {name}, {best} in {named(first)}."
    tied = [f"{name} in {named(leg)}" for _, leg, name in others]
    return f"{text} Matched by {' and '.join(tied)}." if tied else text


def charts_expected() -> list[str]:
    """The sentences and figures of the story's charts."""
    totals = gained(range(len(LEGS)))
    by_kind = {
        kind[0].upper(): gained([leg for leg, entry in enumerate(LEGS) if entry["kind"] == kind])
        for kind in MINUTES
    }
    most = [max(by_kind, key=lambda kind: by_kind[kind][team]) for team in (0, 1)]
    shares = [round(100 * by_kind[kind][team] / totals[team]) for team, kind in enumerate(most)]
    wins = [sum(one > other for one, other in map(gained, EVENINGS))]
    wins.append(len(EVENINGS) - wins[0])
    tally = " · ".join(f"{team.replace(' and ', '+')} {won}" for team, won in
                       zip(TEAMS, wins, strict=True) if won)  # fmt: skip
    known = [minutes for leg, minutes in minutes_between().items() if leg != ACROSS_A_BREAK]
    winner = TEAMS[LEADS[-1] < 0]
    return [
        f"{len(LEGS)} legs played. {winner} won. {TEAMS[0]}’s biggest lead was {max(LEADS):,}, and"
        f" {TEAMS[1]}’s was {-min(LEADS):,}.",
        f"{TEAMS[0]}: {totals[0]:,} · {TEAMS[1]}: {totals[1]:,}.",
        f"Evenings won: {tally}.",
        f"Biggest source of points for each side: {TEAMS[0]}: {most[0]} leg, {shares[0]}% ·"
        f" {TEAMS[1]}: {most[1]} leg, {shares[1]}%.",
        f"A leg usually takes about {median(known):.0f} min.",
        *(f"{named(leg)} {abs(lead):,} {TEAMS[lead < 0].replace(' and ', '+')}"
          for leg, lead in enumerate(LEADS)),
        *(f"{named(leg)} {one:,} {other:,}"
          for leg in range(len(LEGS)) for one, other in [gained(range(leg + 1))]),
    ]  # fmt: skip
