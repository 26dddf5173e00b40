"""A marathon of 120 legs over nine evenings, generated from a seed: the app's example match.

It is an ordinary record, so it can be opened like any file. The figures are those of good players.
The tests let the core check that each leg is possible and that the last one ends the match.
`python -m tests.games.card_triathlon.marathon` writes it to the file from which the app reads it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final

from referee.games import card_triathlon
from tests.games.records import Json, record

FILE: Final = Path(card_triathlon.__file__).with_name("example.json")
SEED: Final = 5
LEGS: Final = 120
MARK: Final = 42_200
PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dora")
BEGAN: Final = datetime(2026, 1, 9, 19, 15, tzinfo=UTC)  # a Friday
EVENINGS: Final[Sequence[tuple[int, str, int, dict[int, int]]]] = (
    (0, "19:15", 11, {5: 25}),
    (7, "19:40", 15, {8: 20}),
    (15, "15:30", 19, {5: 15, 12: 50}),
    (28, "20:10", 8, {}),
    (36, "19:05", 16, {6: 20, 11: 15}),
    (49, "19:30", 12, {7: 35}),
    (57, "18:50", 17, {6: 45, 13: 10}),
    (70, "20:20", 7, {}),
    (77, "19:10", 15, {5: 15, 10: 20}),
)
"""For each evening: days since the first, start, number of legs, and minutes of the breaks before
its legs."""
MINUTES: Final = {"b-leg": 13.0, "c-leg": 21.0, "d-leg": 11.0}
NOTES: Final = {
    0: "We begin. Whoever leads at midnight brings the cake.",
    3: "Dora is ill; Emil sits in for her.",
    7: "Cleo had to catch the last train.",
    8: "To the end, however long it takes.",
}
PLACES: Final = ("At Ann’s", "At Ben’s", "At Cleo’s")
SUBSTITUTES: Final = {3: ["Ann", "Ben", "Cleo", "Emil"]}
FORGOTTEN: Final = 5


def legs(random: Random, mark: int = MARK) -> list[Json]:
    found: list[Json] = []
    totals = [0, 0]
    for leg in cycle((b_leg, c_leg, d_leg)):
        entry, gains = leg(random)
        found.append(entry)
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        if max(totals) >= mark and totals[0] != totals[1]:
            return found
    raise AssertionError


def b_leg(random: Random) -> tuple[Json, Sequence[int]]:
    declarer = random.choice((0, 0, 1, 1, 2, 3))
    level, strain = random.choice(((2, "S"), (3, "NT"), (4, "H"), (4, "S"), (2, "NT"), (3, "D")))
    most = level + 6 + random.choice((-1, 0, 0, 0, 0))
    tricks = [0, 0, 0, 0]
    team = declarer % 2
    for number in range(13):
        own = number < most
        tricks[(team if own else 1 - team) + 2 * random.randrange(2)] += 1
    points = _shared(random, 440, tricks)
    sums = [points[0] + points[2], points[1] + points[3]]
    if most < level + 6:
        sums[team], sums[1 - team] = min(sums), max(sums)
    contract = {"level": level, "strain": strain, "declarer": declarer}
    entry = {"kind": "b-leg", "contract": contract, "tricks": tricks, "points": points}
    return entry | {"unscored": 0}, sums


def _shared(random: Random, whole: int, tricks: Sequence[int]) -> list[int]:
    """Share out the pack's points at random, in fives and about evenly per trick."""
    points = [0, 0, 0, 0]
    owners = [seat for seat, taken in enumerate(tricks) for _ in range(taken)]
    worths = [20] * len(owners)
    for _ in range((whole - 20 * len(owners)) // 5):
        worths[random.randrange(len(owners))] += 5
    for _ in range(4):
        a, b = random.sample(range(len(owners)), 2)
        worths[a], worths[b] = worths[a] + 5, worths[b] - 5
    for seat, worth in zip(owners, worths, strict=True):
        points[seat] += worth
    return points


def c_leg(random: Random) -> tuple[Json, Sequence[int]]:
    out = random.choice((0, 1, 2, 2, 3))
    ahead = random.choice((0, 0, 1))  # the stronger team, two times out of three
    melded = [5 * random.randint(20, 36) + 125 * (seat % 2 == ahead) for seat in range(4)]
    in_hand = [0 if seat == out else 5 * random.randint(1, 7) for seat in range(4)]
    melded[out] += 40
    while sum(melded) + sum(in_hand) > 990:
        seat = random.randrange(4)
        melded[seat] -= 5
    rest = 1_000 - sum(melded) - sum(in_hand)
    entry = {"kind": "c-leg", "melded": melded, "in_hand": in_hand, "unscored": rest, "out": out}
    net = [one - other for one, other in zip(melded, in_hand, strict=True)]
    return entry, [net[0] + net[2], net[1] + net[3]]


def d_leg(random: Random) -> tuple[Json, Sequence[int]]:
    scored = [5 * random.randint(26 + 6 * (seat % 2 == 0), 46) for seat in range(4)]
    entry = {"kind": "d-leg", "scored": scored, "unscored": 1_000 - sum(scored)}
    return entry, [scored[0] + scored[2], scored[1] + scored[3]]


def marathon(seed: int = SEED) -> Json:
    random = Random(seed)
    entries = legs(random)
    sessions = _played(random, entries)
    options = {"format": "marathon", "first_dealer": 0}
    made = record("card-triathlon", len(PLAYERS), entries, **options)
    house: Json = {
        "rule": "card-triathlon.b.auction",
        "text": "Whoever thinks longer than a song plays, passes.",
    }
    return made | {"title": "A winter marathon", "sessions": sessions, "house": [house]}


def _played(random: Random, entries: list[Json]) -> list[Json]:
    """Add times to the entries, and return the evenings. The host usually keeps score."""
    sessions: list[Json] = []
    left = iter(entries)
    for number, (days, start, count, breaks) in enumerate(EVENINGS):
        at = datetime.combine(BEGAN + timedelta(days=days), time.fromisoformat(start), UTC)
        host = number % len(PLACES)
        session: Json = {"start": _text(at), "place": PLACES[host]}
        for place, entry in enumerate(islice(left, count)):
            if place in breaks:
                pause = {"start": _text(at), "end": _text(at + timedelta(minutes=breaks[place]))}
                session.setdefault("pauses", []).append(pause)
                at += timedelta(minutes=breaks[place])
            at += timedelta(minutes=round(MINUTES[entry["kind"]] * random.lognormvariate(0, 0.3)))
            by = host if random.random() < 0.8 else random.randrange(3)
            entry |= {"at": _text(at), "by": PLAYERS[by]}
        if number != FORGOTTEN:
            session["end"] = _text(at + timedelta(minutes=5))
        session |= {"players": SUBSTITUTES[number]} if number in SUBSTITUTES else {}
        session |= {"note": NOTES[number]} if number in NOTES else {}
        sessions.append(session)
    return sessions


def _text(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def as_file(made: Json) -> str:
    """Format the example file with one entry per line, so that diffs are readable."""
    return (
        json.dumps(made, ensure_ascii=False, separators=(",", ":")).replace("},{", "},\n{") + "\n"
    )


if __name__ == "__main__":
    FILE.write_text(as_file(marathon()), encoding="utf-8")
