"""Random logs of any game: adding events one by one gives the same match as replaying them all.

Undoing each event gives the match before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import assume, example, given
from hypothesis import strategies as st

from referee.core.sheet import read_record, score
from referee.matches.events.base import Event, redo_numbers
from referee.matches.events.play import HandLaidOut, PlayEvent
from referee.matches.match import Match, fold, history, replay
from tests.games.card_triathlon.legs import PASSED, all_to
from tests.games.dealt import PLAYED, dealt
from tests.games.records import Json, deal, records, tribello
from tests.matches.logs import (
    Act,
    added,
    amended,
    begun,
    changed,
    facts_known,
    fell,
    gone_on,
    laid,
    left,
    lifted,
    log,
    noted,
    opened,
    plus,
    renamed,
    restored,
    returned,
    ruled,
    seen,
    struck,
)
from tests.matches.played import EVEN, HEARTS, SPADES, eight, started

AMENDED: Sequence[Json] = (
    {"put": "A"}, {"out": "A"}, {"put": "B", "out": "A"}, {"put": "A", "source": 2},
)  # fmt: skip
Drawn = TypeVar("Drawn")


@dataclass(frozen=True)
class Beginning:
    start: Json
    entries: Sequence[Json]
    facts: Sequence[Json]
    """Facts that may be known before the first card of a deal."""
    tables: Sequence[int | None]


@st.composite
def beginnings(draw: st.DrawFn) -> Beginning:
    """Draw a match of eight at two tables, or one in which a random deal can be recorded."""
    if draw(st.integers(0, 2)) == 0:
        legs = (all_to(0, "B", 8), all_to(5, "B", 8), all_to(1, "C", 8), PASSED)
        return Beginning(eight(legs[0]), legs, (SPADES, HEARTS), (None, 0, 1))
    played = draw(st.sampled_from(list(PLAYED)).flatmap(dealt))
    start = started(played)
    before = start["entries"][:2]
    return Beginning(
        start | {"entries": before}, [*before, played.entry, played.facts], [played.facts], [None]
    )


def act(draw: st.DrawFn, match: Match, may: Beginning) -> Act:
    """Draw any event that may be written next.

    Numbers are drawn to choose it, as building strategies for every step would be too slow.
    """

    def any_of(those: Sequence[Drawn]) -> Drawn:
        return those[draw(st.integers(0, len(those) - 1))]

    def table() -> int | None:
        return any_of(may.tables)

    def id() -> str:
        return any_of([written.id for written in match.entries])

    back = [to for to in (match.undo_to, match.undo_to, match.redo_to) if to is not None]
    kinds: list[Callable[[], Act]] = [
        *[lambda: begun(any_of(may.facts), table())] * 3,
        lambda: facts_known(any_of(may.facts), table()),
        *[lambda: fell(any_of("ABCDEFGH"), table())[0]] * 5,
        lambda: lifted("A", table()),
        lambda: amended(any_of(range(9)), **any_of(AMENDED), table=table()),
        lambda: noted(table=table(), note="x"),
        lambda: noted(any_of(["note", "turned"]), table=table()),
        lambda: ("given", {"seat": any_of(range(3))}),
        lambda: left(table()),
        lambda: laid(any_of(range(len(match.players))), any_of(["2S", "KD"])),
        *[lambda: added(any_of(may.entries))] * 2,
        lambda: renamed(*(f"{match.number}{name}" for name in match.players), title="x"),
        lambda: ruled(at="2025-03-01T20:15Z", question={}, decision=f"{match.number}"),
        *[lambda: returned(any_of(back))] * 4 * bool(back),
        lambda: returned(any_of(range(1, match.number + 1))),
    ]
    if match.entries:
        kinds += [
            lambda: changed(id(), any_of(may.entries)),
            *[lambda: struck(id()), lambda: restored(id())] * 2,
            lambda: ("accepted", {"id": id(), "rules": [f"{match.game.name}.follow"]}),
        ]
    return any_of(kinds)()


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    may = draw(beginnings())
    match = replay([opened(may.start)])
    events = [opened(may.start)]
    for _ in range(draw(st.integers(0, 14))):
        next = act(draw, match, may)
        match, events = gone_on(match, next), plus(events, next)
    return events


def state(match: Match) -> tuple[Any, ...]:
    return (match.record(), match.sheet(), list(match.entries), match.deals, match.hands,
            match.events, match.change, match.undo_to)  # fmt: skip


@given(logs())
def test_a_match_that_goes_on_is_the_replay_of_its_log_at_every_step(events: list[Event]) -> None:
    match, changes = replay(events[:1]), []
    for number, each in enumerate(events[1:], start=2):
        match = match.with_event(each)
        assert seen(match) == seen(replay(events[:number]))
        changes.append(match.turned_back or match.change)
    assert history(match, 1, len(events)) == changes
    assert history(match, max(1, len(events) - 3), len(events)) == changes[-3:]


S = begun({"kind": "deal", "trump": "S"})
CARDS = [S, *fell("AS 2S"), noted(trump="H"), *fell("3S"), noted("trump"), S, *fell("QS"), left()]
BOTH = [begun(SPADES, 0), begun(HEARTS, 1), *fell("AS 2S", 0), *fell("KD", 1), *fell("3S", 0),
        lifted("KD", 1), *fell("QD", 1), left(0), begun(SPADES, 0), added(PASSED)]  # fmt: skip


@given(logs())
@example(log(tribello(), added(EVEN), *CARDS, S, *fell("KS"), added(deal(5, 5, 3)), S, *fell("QH")))
@example(log(eight(), *BOTH, begun(SPADES, 1)))
def test_undo_again_and_again_takes_back_one_by_one_to_the_opening_and_redo_brings_all_again(
    events: list[Event],
) -> None:
    match, undone = replay(events), []
    redo = redo_numbers(match.log)
    while match.undo_to is not None:
        undone.append((state(match), match.step.event))
        last, expected = match.change, replay(events[: match.undo_to])
        match = gone_on(match, returned(match.undo_to))
        assert state(match) == state(expected)
        assert match.turned_back is not None
        assert (match.turned_back.undone, match.turned_back.label) == (last.event, last.label)
        assert not (isinstance(last.event.data, PlayEvent) and match.turned_back.totals)
    assert state(match) == state(replay(events[:1]))
    for before, event in reversed(undone):
        match = gone_on(match, returned(match.redo_to))
        assert state(match) == before
        assert match.turned_back is not None
        assert (match.turned_back.redone, match.turned_back.undone) == (event, None)
    assert redo_numbers(match.log) == redo


@given(logs(), st.data())
def test_a_return_is_the_replay_of_what_came_before(
    events: list[Event], data: st.DataObject
) -> None:
    to, end = data.draw(st.integers(1, len(events))), len(events)
    back = plus(events, returned(to))
    assert state(replay(back)) == state(replay(events[:to]))
    assert state(replay(plus(back, returned(end)))) == state(replay(events))


@given(logs())
def test_a_log_comes_to_a_record_in_which_nothing_is_in_progress(events: list[Event]) -> None:
    match = replay(events)
    record = match.record()
    assert read_record(record).as_json() == record
    assert len(record["entries"]) == len(match.row_entries())
    assert match.sheet().as_json() == score(record)
    assert replay([opened(record)]).record() == record
    entered = [each for each in match.events if not isinstance(each.data, PlayEvent | HandLaidOut)]
    without = fold(replay(entered[:1]).step.state, entered[1:])
    assert (without.deals, without.hands) == ({}, {})
    # A deal's first card may start the evening; nothing else of it is in the record.
    assert without.record() | {"sessions": record.get("sessions")} == {"sessions": None} | record
    assert without.sheet() == match.sheet()


@given(logs(), st.data())
def test_what_is_struck_is_as_never_written_and_what_is_changed_as_always_so(
    events: list[Event], data: st.DataObject
) -> None:
    match = replay(events)
    record, standing = match.record(), match.row_entries()
    assume(standing)
    place = data.draw(st.integers(0, len(standing) - 1))
    id, entry = standing[place].id, data.draw(st.sampled_from(standing)).data | {"note": "x"}
    others = record["entries"][:place], record["entries"][place + 1 :]

    without = gone_on(match, struck(id))
    assert without.record() == record | {"entries": [*others[0], *others[1]]}
    assert without.sheet().as_json() == score(without.record())
    again = gone_on(without, restored(id))
    assert (again.record(), again.sheet()) == (record, match.sheet())
    other = gone_on(match, changed(id, entry))
    kept = {name: value for name, value in standing[place].data.items() if name in ("at", "by")}
    now = kept | entry | {"id": id}
    assert other.record() == record | {"entries": [*others[0], now, *others[1]]}
    assert other.sheet().as_json() == score(other.record())


@given(records())
def test_a_log_of_any_game_comes_to_its_record(data: Json) -> None:
    match = replay(log(data | {"entries": []}, *map(added, data["entries"])))
    assert match.sheet().as_json() == score(data)
    added_to = {"id": None, "at": None, "by": None}
    assert [each | added_to for each in match.record()["entries"]] == [
        each | added_to for each in data["entries"]
    ]
