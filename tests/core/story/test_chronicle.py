"""Chronicles, whose every sentence is written again from the figures, without the story."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from referee.core.language import find_language, languages
from referee.core.story.chronicle import chronicle
from referee.core.story.ending import describe_ending
from referee.core.story.story import Story, read_story
from tests.faults.conftest import amount
from tests.games.card_triathlon.marathon import marathon
from tests.games.free_pad.expected import pad
from tests.games.records import NAMES, Json, deal, figures, record, thirty_one, tribello

START: Final = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


@dataclass
class Table:
    """A match as its table remembers it: what each side gained, entry by entry."""

    sides: list[str]
    sign: int = 1  # -1 if the lowest wins
    is_over: bool = False
    is_early: bool = False  # stopped
    gains: list[list[int]] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)  # the entries that aren't adjustments
    labels: list[str] = field(default_factory=list)  # of the rounds
    away: list[int | None] = field(default_factory=list)  # which side wasn't there, by entry
    evenings: list[range] = field(default_factory=list)  # the entries of each
    places: dict[int, str] = field(default_factory=dict)  # by evening, from 0
    substitutes: dict[int, tuple[str, str]] = field(default_factory=dict)  # own name, other

    def sums(self, *parts: range) -> list[int]:
        """What each side gained in these entries; more is better."""
        rows = [row for part in parts for row in part]
        return [self.sign * sum(self.gains[row][n] for row in rows) for n in range(len(self.sides))]

    def ahead(self, sums: Sequence[int], row: int) -> tuple[list[int], int]:
        """Which of the sides that were there have most, and how much more than the next."""
        here = [n for n in range(len(sums)) if n != self.away[row]]
        first, second, *_rest = sorted((sums[n] for n in here), reverse=True)
        return [n for n in here if sums[n] == first], first - second

    def win(self, evening: int) -> tuple[list[int], int | None]:
        rows = self.evenings[evening]
        return self.ahead(self.sums(rows), rows[-1])[0], self.away[rows[-1]]

    def chapters(self) -> list[list[int]]:
        """Evenings on which something was played; three or more that one side won are one."""
        found = list[list[int]]()
        for evening in (n for n, rows in enumerate(self.evenings) if {*rows} & {*self.rounds}):
            last = found[-1][-1] if found else evening
            is_usual = not {last, evening} & {*self.substitutes} and len(self.win(evening)[0]) == 1
            if found and is_usual and self.win(evening) == self.win(last):
                found[-1].append(evening)
            else:
                found.append([evening])
        split = ([each] if len(each) > 2 else [[n] for n in each] for each in found)
        return [chapter for part in split for chapter in part]

    def story(self, cheer: str | None) -> Iterator[str]:
        """Return each line; `cheer` is the word about how it was won."""
        chapters, last = self.chapters(), len(self.gains) - 1
        is_told = not self.is_over or [len(each) for each in chapters] != [1]
        if self.is_over:
            yield self.end(cheer)
        form, before = 1, list[int]()
        for each in chapters:
            is_new = before and self.winner(before[0]) != self.winner(each[0])
            form = 1 if len(each) > 1 and is_new else 1 - form
            texts = [self.substitute(each[0])] if each[0] in self.substitutes else []
            if is_told:
                text = self.evening(each, form, is_last=each is chapters[-1])
                texts.insert(0, text)
            before = each
            if texts:
                yield " ".join(texts)
        leaders, lead = self.ahead(self.sums(range(last + 1)), last)
        won, _away = self.win(chapters[-1][0])
        is_known = self.evenings[chapters[-1][-1]][-1] == last and won == leaders and lead
        if not (self.is_over or is_known):
            names = and_(self.sides[n] for n in leaders)
            verb = "lead" if " and " in names else "leads"
            more = f"{names} {verb} {by(lead)}" if lead else f"{names} are level"
            more = f"{len(leaders)} players are level" if len(leaders) > 3 else more
            yield f"So far: {more}."

    def end(self, cheer: str | None) -> str:
        last = len(self.gains) - 1
        leaders, lead = self.ahead(self.sums(range(last + 1)), last)
        names, turn, texts = and_(self.sides[n] for n in leaders), self.turn(), list[str]()
        gap, worst = self.worst(leaders[0])
        if turn is None:
            names = f"{len(leaders)} players" if len(leaders) > 3 else names
            texts.append(f"{names} share the win." if lead == 0 else f"{names} won {by(lead)}.")
        elif turn[1] == "gain":
            texts.append(f"{names} led from start to finish and won {by(lead)}.")
        elif turn[0] == self.rounds[-1]:
            gap, cheer, won = 0, None, f"{names} won {by(lead)}"
            last_but_one = self.sums(range(self.rounds[-2] + 1))
            others = [n for n in range(len(self.sides)) if n != self.away[self.rounds[-2]]]
            short = max(last_but_one[n] for n in others) - last_but_one[leaders[0]]
            before = f"before the last {self.labels[-1].split()[0]}"
            here = {*others, leaders[0]}
            level = [n for n in sorted(here) if last_but_one[n] == last_but_one[leaders[0]]]
            it_was = f"{and_(self.sides[n] for n in level)} were"
            it_was = it_was if len(level) < len(here) else "It was"
            texts.append(
                f"{won} after being {short:,} behind {before}." if short > 0
                else f"{won}. {it_was} level {before}; then {names} pulled clear."
            )  # fmt: skip
        else:
            when = self.labels[self.rounds.index(turn[0])]
            texts.append(f"{names} took the lead for good in {when} and won {by(lead)}.")
        if turn and len(self.sides) > 2:
            led = list[int]()
            for each in (each for each in self.rounds if each < turn[0]):
                (first, *others), _by = self.ahead(self.sums(range(each + 1)), each)
                led += [] if others or first in led or first in leaders else [first]
            if led:
                texts.append(f"Earlier, {and_(self.sides[n] for n in led)} had led.")
        if turn and gap > lead and f"{gap:,}" not in (cheer or ""):
            texts.append(f"{names} had been {gap:,} points behind in {worst}.")
        cheer = "The match was stopped early." if self.is_early else cheer
        texts += [cheer] if cheer else []
        return " ".join(texts)

    def evening(self, chapter: list[int], form: int, *, is_last: bool) -> str:
        parts = [self.evenings[n] for n in chapter]
        row, gains = parts[-1][-1], self.sums(*parts)
        after = self.sums(range(row + 1))
        before = [total - own for total, own in zip(after, gains, strict=True)]
        (winner, *others), margin = self.ahead(gains, row)
        (old, _lead), (new, lead) = self.ahead(before, row), self.ahead(after, row)
        first, place = chapter[0] + 1, self.places.get(chapter[0])
        number = f"{first}"
        if place and len(chapter) == 1:
            place = place.replace("At ", "at ")
            number = f"{first} ({place})" if form else f"{first}, {place}"
        front = f" In front overall: {self.sides[new[0]]}." if lead else (
            " Overall, it’s level at the top."
        )  # fmt: skip
        front = "" if is_last or new in (old, [] if others else [winner]) else front
        if is_last and self.is_over and lead:
            front = f" The match went to {self.sides[new[0]]}."
            if not others and new == [winner]:
                front = ""
        if others:
            return (f"Evening {number}: a draw.", f"Nobody won evening {number}.")[form] + front
        effect = " and took an overall lead of {}"
        if is_last and self.is_over:
            effect = " and with it the match" if lead and new == [winner] else ""
            effect = f", and the match by {lead:,}" if effect and lead != margin else effect
        elif first == 1 and (new, lead) == ([winner], margin):
            effect = ""
        elif winner not in new:
            effect = " and cut the overall gap to {}"
            lead = after[new[0]] - after[winner]
        elif len(new) > 1:
            effect = ""
        elif old == new:
            effect = " and stretched the overall lead to {}"
        evening, won, more = f"Evening {number}", f"evening {number}", by(margin)
        here = [n for n in range(len(gains)) if n not in (winner, self.away[row])]
        seconds = [n for n in here if gains[n] == gains[winner] - margin]
        if len(gains) > 2 and len(seconds) == 1:
            more += f" over {self.sides[seconds[0]]}"
        if len(chapter) > 1:
            evening = f"Evenings {first} to {chapter[-1] + 1}"
            more = f"{more} in all" if form else f"all of them, {more} in total"
            won = f"{len(chapter)} evenings in a row"
        names = self.winner(chapter[0])
        texts = (f"{evening}: {names} won {more}", f"{names} won {won} {more}")
        return f"{texts[form]}{effect.format(f'{lead:,}')}.{front}"

    def winner(self, evening: int) -> str:
        (side, *others), _away = self.win(evening)
        return "" if others else self.sides[side]

    def substitute(self, evening: int) -> str:
        own, other = self.substitutes[evening]
        return f"{other} sat in for {own}."

    def turn(self) -> tuple[int, str, int] | None:
        """Return the entry that decided a finished match, why, and by how many points."""
        rows, last = self.rounds, len(self.gains) - 1
        sums = [self.sums(range(row + 1 if row != rows[-1] else last + 1)) for row in rows]
        (winner, *others), _lead = self.ahead(sums[-1], last)
        if others or len(rows) < 2 or not self.is_over:
            return None
        leads = [0]
        for row, each in zip([*rows[:-1], last], sums, strict=True):
            rivals = {*range(len(each))} - {winner, self.away[row]}
            leads.append(each[winner] - max(each[n] for n in rivals))
        behind = [n for n, lead in enumerate(leads[1:-1]) if lead <= 0]
        if behind:
            return rows[behind[-1] + 1], "lead", leads[behind[-1] + 2]
        steps = [after - before for before, after in pairwise(leads)]
        return rows[steps.index(max(steps))], "gain", max(steps)

    def worst(self, side: int) -> tuple[int, str]:
        """By how much a side was furthest behind, and after which round, the last if several."""
        behind = []
        for row in self.rounds:
            sums = self.sums(range(len(self.gains) if row == self.rounds[-1] else row + 1))
            here = [each for n, each in enumerate(sums) if n in {side} or n != self.away[row]]
            behind.append(max(here) - sums[side])
        last = max(n for n, gap in enumerate(behind) if gap == max(behind))
        return behind[last], self.labels[last]


def by(points: int) -> str:
    return f"by {points:,} point{'s' * (points != 1)}"


def and_(names: Iterable[str]) -> str:
    return re.sub(", (?=[^,]+$)", " and ", ", ".join(names))


def free_pad(random: Random) -> tuple[Story, Table]:
    """Play some evenings of any game, with much of what can happen at a table."""
    seats, players = random.choice((2, 3, 4, 5)), [*NAMES]
    table = Table(["Ann and Cleo", "Ben and Dora"] if seats == 4 else [*NAMES[:seats]])
    table.sign = random.choice((1, 1, -1))
    size, strong = random.choice((1, 9, 400)), random.randrange(seats)
    entries, sessions, attendance = list[Json](), list[Json](), list[Json]()
    for evening in range(random.choice((1, 2, 4, 6, 9))):
        at = START + timedelta(weeks=evening)
        session: Json = {"start": at.isoformat(), "end": (at + timedelta(hours=5)).isoformat()}
        if random.random() < 0.5:
            session["place"] = table.places[evening] = random.choice(("At Ann’s", "the attic"))
        if not attendance and random.random() < 0.2:
            seat = random.randrange(seats)
            table.substitutes[evening] = players[seat], "Zoe"
            session["players"] = [*players[:seat], "Zoe", *players[seat + 1 : seats]]
        elif seats in (3, 5) and entries and not attendance and random.random() < 0.2:
            attendance = [{"from": len(entries), "player": players[seats - 1], "here": False}]
        first = len(entries)
        for number in range(random.choice((0, 1, 2, 4, 8)) if evening else random.randint(1, 8)):
            own = [random.randint(-size, size) + (n == strong) * size // 3 for n in range(seats)]
            kind = "adjustment" if number and random.random() < 0.1 else "round"
            if kind == "round":
                table.rounds.append(len(entries))
                table.labels.append(f"round {len(table.rounds)}")
            else:
                own = [random.choice((-5, 5)), *[0] * (seats - 1)]
            if attendance:
                own[-1] = 0
            shown = [*own[:-1], None] if attendance else own
            minutes = timedelta(minutes=20 * number)
            entries.append({"kind": kind, "points": shown, "at": (at + minutes).isoformat()})
            table.gains.append([own[0] + own[2], own[1] + own[3]] if seats == 4 else own)
            table.away.append(seats - 1 if attendance else None)
        table.evenings.append(range(first, len(entries)))
        sessions.append(session)
    made = record("free-pad", seats, entries, lowest_wins=table.sign < 0, teams=seats == 4)
    made |= {"sessions": sessions, "attendance": attendance if any(table.away) else []}
    table.is_over = random.random() < 0.6
    is_closed = table.is_over and random.random() < 0.3
    table.is_early = is_closed and random.random() < 0.5  # of a pad without an end, nothing is
    if is_closed:
        made["closed"] = {}
    if table.is_early or (table.is_over and not is_closed):
        made["options"]["rounds"] = len(table.rounds) + table.is_early
    return read_story(made), table


def triathlon(seed: int) -> tuple[Story, Table]:
    """Return a marathon, with the gains and labels from its sheet."""
    made = marathon(seed)
    made["sessions"][3]["players"] = ["Ann", "Ben", "Cleo", "Zoe"]
    story = read_story(made)
    sheet = story.tally.sheet()
    table = Table(["Ann and Cleo", "Ben and Dora"], is_over=sheet.finished)
    table.substitutes = {3: ("Dora", "Zoe")}
    for number, row in enumerate(sheet.rows):
        table.gains.append([int(cell or 0) for cell in row.cells[4:6]])
        table.away.append(None)
        if row.cells[4] is not None:
            table.rounds.append(number)
            table.labels.append(f"leg {row.heading.number}")
    starts = [session["start"] for session in made["sessions"]]
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else "9999"
        times = enumerate(entry.get("at", "") for entry in made["entries"])
        own = [row for row, at in times if start <= at < end]
        table.evenings.append(range(own[0], own[-1] + 1))
        table.places[number] = made["sessions"][number]["place"]
    return story, table


def played() -> Iterator[tuple[Story, Table]]:
    """Play evenings of any game, and marathons."""
    random, evenings = Random(41), 0
    while evenings < amount(60, 500):
        story, table = free_pad(random)
        evenings += sum(map(len, table.chapters()))
        yield story, table
    yield from map(triathlon, range(amount(12, 100)))


def test_every_sentence_is_that_of_the_figures_and_begins_unlike_the_one_before() -> None:
    for story, table in played():
        lines = [fact.text for fact in chronicle(story)]
        cheer = describe_ending(story).cheer if table.is_over else None
        assert lines == [*table.story(cheer)]
        turn = story.turn()
        assert (turn and (turn.entry.number, turn.by, turn.points)) == table.turn()
        for language in map(find_language, languages()):
            starts = [language.render(text).split()[0] for text in lines]
            assert all(one != other for one, other in pairwise(starts)), starts


LOST: Final = [figures(10, 20, 30)] * 3 + [figures(None, 30, 20)] * 3
EVEN: Final = record("free-pad", 2, [
    {"kind": "round", "points": points, "at": f"2026-01-{day}T20:00:00Z"}
    for day, points in ((10, [2, 0]), (17, [0, 2]))
]) | {"sessions": [
    {"start": f"2026-01-{day}T19:00:00Z", "end": f"2026-01-{day}T21:00:00Z"} for day in (10, 17)
]}  # fmt: skip
LEVEL: Final = [deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)]


@pytest.mark.parametrize(
    ("made", "texts"),
    [
        (tribello(), []),
        (tribello(deal(9, 9, 9)), []),
        (tribello(*LEVEL), ["So far: Ann, Ben and Cleo are level."]),
        (tribello(*LEVEL * 4), ["Ann, Ben and Cleo share the win. Level to the very end!"]),
        (tribello(*LEVEL) | {"closed": {"winners": ["Ben"]}},
         ["Ben won. The match was stopped early."]),
        (EVEN, ["Evening 1: Ann won by 2 points.", "Ben won evening 2 by 2 points.",
                "So far: Ann and Ben are level."]),
        (thirty_one(3, *LOST, lives=2),
         ["Ben won. Well played!", "Knocked out: Ann in round 3 and Cleo in round 6."]),
        (thirty_one(3, *LOST[:4], lives=2),
         ["Knocked out: Ann in round 3.", "So far: Ben leads."]),
        (thirty_one(3, LOST[0], lives=2), ["So far: Ben and Cleo are level."]),
    ],
)  # fmt: skip
def test_ties_lives_and_matches_without_times_are_told_too(made: Json, texts: list[str]) -> None:
    assert [fact.text for fact in chronicle(read_story(made))] == texts


def test_below_a_headline_the_result_is_not_told_again() -> None:
    assert chronicle(read_story(tribello(deal(8, 4, 1))), with_result=False) == []
    rounds = [(9, 0), (0, 4), (0, 8), (5, 0)]
    for made, text in (
        (tribello(*LEVEL * 4), "Level to the very end!"),
        (record("free-pad", 2, [pad(*each) for each in rounds], rounds=4),
         "Ann was 3 behind before the last round and still won."),
        (record("free-pad", 2, [pad(*each) for each in rounds[:3]], rounds=3),
         "Ben was 5 behind before the last round and still won."),
    ):  # fmt: skip
        assert [fact.text for fact in chronicle(read_story(made), with_result=False)] == [text]
