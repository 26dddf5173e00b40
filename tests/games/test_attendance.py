"""Who is here: players who leave, come back and join, in the games that allow it."""

from __future__ import annotations

from typing import Any

from referee.core.sheet import read_record, score, tally_of, whatif
from referee.core.story.ending import describe_ending
from referee.core.story.story import read_story, story
from tests.games.free_pad.expected import pad
from tests.games.records import Json, broken, figures, is_refused, record, tribello

Said = tuple[int, str, bool]


def here(data: Json, *events: Said) -> Json:
    named = [{"from": first, "player": name, "here": is_here} for first, name, is_here in events]
    return data | {"attendance": named}


def pads(*rounds: Json, seats: int = 4, **options: Any) -> Json:
    return record("free-pad", seats, rounds, **options)


def lives(*rounds: Json, seats: int = 4, **options: Any) -> Json:
    return record("thirty-one", seats, rounds, **options)


def ranks(sheet: Json) -> list[tuple[str, int | None]]:
    return [(each["name"], each["rank"]) for each in sheet["standings"]]


ROUND, HAND = pad(1, 2, 3, None), figures(25, 20, 15, None)
AWAY = {"from": 0, "player": "Dora", "here": False}
LOSING = (figures(10, 20, 21, 24), figures(None, 10, 21, 24))
"""With no lives, Ann and then Ben go out."""


def test_what_is_a_record() -> None:
    left = (0, "Dora", False)
    rows: list[tuple[Json, list[Said], bool]] = [
        (pads(), [left], True), (pads(ROUND), [(1, "Dora", False)], True),
        (pads(ROUND), [(2, "Dora", False)], False), (pads(ROUND), [(-1, "Dora", False)], False),
        (pads(ROUND), [left, (1, "Dora", True)], True), (pads(ROUND), [left, left], False),
        (pads(ROUND), [left, (0, "Dora", True)], False), (pads(), [(0, "Dora", True)], False),
        (pads(), [(0, "Emil", False)], False), (pads(), [(0, "dora", False)], False),
        (pads(ROUND), [(1, "Dora", False), (0, "Ann", False)], False),
        # Two stay, at any time; the events at one index count together.
        (pads(), [left, (0, "Ann", False)], True), (pads(seats=2), [(0, "Ann", False)], False),
        (pads(), [left, (0, "Ann", False), (0, "Ben", False)], False),
        (pads(ROUND), [left, (0, "Ann", False), (1, "Ben", False), (1, "Ann", True)], True),
        (pads(ROUND), [left, (0, "Ann", False), (0, "Ben", False), (1, "Ann", True)], False),
        # Teams and the other games are for as many as have begun.
        (pads(teams=True), [left], False), (pads(teams=True), [], True),
        (tribello(), [(0, "Ann", False)], False), (tribello(), [], True),
        # In Thirty-One, nobody comes back, and nobody leaves after the end.
        (lives(), [left], True), (lives(HAND), [left, (1, "Dora", True)], False),
        (lives(*LOSING, seats=4, lives=0), [(2, "Ann", False)], True),
        (lives(*LOSING, seats=4, lives=0), [(2, "Ann", False), (2, "Dora", False)], True),
        (lives(*LOSING, seats=4, lives=0), [(2, "Cleo", False), (2, "Dora", False)], False),
        (lives(LOSING[0], figures(None, 10, 21, None), lives=0),
         [(1, "Dora", False), (2, "Ann", False)], False),
        (lives(figures(10, 20, 21), seats=3, lives=0), [(1, "Cleo", False)], True),
        (lives(figures(10, 20), seats=2, lives=0), [(1, "Ann", False)], False),
    ]  # fmt: skip
    for data, events, is_record in rows:
        said = here(data, *events)
        assert is_refused(read_record, said) is not is_record, (data["game"], events)
        if is_record:
            assert read_record(said).as_json() == said
    shapes: list[Any] = [
        {}, [{}], [AWAY | {"here": 1}], [AWAY | {"from": "0"}], [AWAY | {"why": "bus"}],
        [AWAY | {"player": None}], ["Dora"],
    ]  # fmt: skip
    for shape in shapes:
        assert is_refused(read_record, pads() | {"attendance": shape}), shape
    assert score(pads() | {"attendance": None}) == score(pads())


def test_a_free_pad_without_who_has_left() -> None:
    rounds = [pad(13, 5, 8, 0), pad(20, 3, 3, 0), pad(10, 6, 10, None), pad(7, 12, 7, None)]
    hearts = pads(*rounds, lowest_wins=True, mark=50)
    left = here(hearts, (2, "Dora", False))
    sheet = score(left)
    assert (sheet["winners"], sheet["totals"]) == (["Ben"], [50, 26, 28, 0])
    assert ranks(sheet) == [("Ben", 1), ("Cleo", 2), ("Ann", 3), ("Dora", None)]
    assert whatif(left, {"lowest_wins": False})["totals"]["after"] == [50, 26, 28, 0]
    # Several are listed in seat order, and are back in the standings once they are here.
    both = here(pads(ROUND), (1, "Dora", False), (1, "Ann", False))
    assert ranks(score(both)) == [("Cleo", 1), ("Ben", 2), ("Ann", None), ("Dora", None)]
    again = here(pads(ROUND, pad(1, 1, 1, 0)), (0, "Dora", False), (1, "Dora", True))
    assert ranks(score(again))[-1] == ("Dora", 4)


def test_a_figure_for_who_is_away_is_an_error() -> None:
    rows: list[tuple[Json, list[Said], list[str]]] = [
        (pad(1, 2, 3, None), [(0, "Dora", False)], []),
        (pad(1, 2, 3, 0), [(0, "Dora", False)], ["free-pad.table"]),
        (pad(1, 2, 3, 0), [(1, "Dora", False)], []),
        (pad(1, 2, None, None), [(0, "Dora", False)], []),
        (pad(1, None, None, None), [(0, "Dora", False)], []),
        (pad(None, None, None, None), [(0, "Dora", False)], ["free-pad.round"]),
        (pad(None, None, None, 3), [(0, "Dora", False)], ["free-pad.table"]),
        (pad(0.25, 2, 3, 4), [(0, "Dora", False)], ["free-pad.round", "free-pad.table"]),
    ]  # fmt: skip
    for entry, events, rules in rows:
        assert broken(score(here(pads(entry), *events))) == rules, (entry, events)


def test_only_a_total_of_somebody_who_is_here_ends_the_game() -> None:
    nine, ten = pad(0, 0, 0, 9), pad(0, 0, 0, 10)
    rows: list[tuple[list[Json], list[Said], bool]] = [
        ([nine], [], False), ([ten], [], True), ([nine, pad(1, 0, 0, None)], [], False),
        # She left with 10 before the game could end, by a correction, say.
        ([nine, pad(10, 0, 0, None)], [(1, "Dora", False)], True),
        ([nine, pad(9, 0, 0, None)], [(1, "Dora", False)], False),
        # Those who are here during the last entry count; a later event changes nothing.
        ([ten], [(1, "Dora", False)], True), ([ten], [(0, "Dora", False)], False),
    ]  # fmt: skip
    for rounds, events, is_over in rows:
        assert score(here(pads(*rounds, mark=10), *events))["finished"] is is_over, (rounds, events)
    over = here(pads(ten, mark=10), (1, "Dora", False))
    assert (score(over)["winners"], ranks(score(over))[0]) == (["Dora"], ("Dora", 1))


def test_the_deal_passes_to_who_is_here() -> None:
    some = pad(1, None, 1, None)
    rows: list[tuple[int, list[Said], list[int]]] = [
        (0, [], [0, 1, 2, 3, 0]), (0, [(0, "Ann", False)], [1, 2, 3, 1, 2]),
        (3, [(0, "Dora", False)], [0, 1, 2, 0, 1]), (0, [(1, "Ben", False)], [0, 2, 3, 0, 2]),
        (0, [(1, "Ben", False), (2, "Ben", True)], [0, 2, 3, 0, 1]),
        (0, [(0, "Ann", False), (1, "Ann", True)], [1, 2, 3, 0, 1]),
        (0, [(4, "Ann", False)], [0, 1, 2, 3, 1]), (0, [(3, "Dora", False)], [0, 1, 2, 0, 1]),
    ]  # fmt: skip
    for first, events, dealers in rows:
        found = []
        for played in range(5):
            known = [each for each in events if each[0] <= played]
            data = here(pads(*[pad(None, None, 1, None)] * played, first_dealer=first), *known)
            found.append(score(data)["next"]["dealer"])
        assert found == dealers, (first, events)
    wrong = here(pads(pad(1, 2, 3, 4), some), (0, "Dora", False), (1, "Ben", False))
    assert score(wrong)["problems"][0]["rule"] == "free-pad.table"
    assert tally_of(read_record(wrong)).outcome(2).due.dealer == 0  # type: ignore[union-attr]


def test_who_leaves_thirty_one_is_out() -> None:
    rounds = [figures(25, 20, 15, 21), figures(25, 20, 21, None)]
    left = here(lives(*rounds), (1, "Dora", False))
    sheet = score(left)
    assert (sheet["totals"], sheet["problems"]) == ([3, 2, 2, -1], [])
    assert (sheet["rows"][1]["cells"], sheet["next"]["dealer"]) == ([25, 20, 21, None], 2)
    assert ranks(sheet) == [("Ann", 1), ("Ben", 2), ("Cleo", 2), ("Dora", 4)]
    assert broken(score(here(lives(*rounds[:1]), (0, "Dora", False)))) == ["thirty-one.swimming"]
    assert broken(score(here(lives(rounds[0], figures(1, 1, 1, 1)), (1, "Dora", False)))) == [
        "thirty-one.swimming", "thirty-one.values"
    ]  # fmt: skip
    # The dealer may leave, and the places are those of the round before.
    assert score(here(lives(rounds[0]), (1, "Ben", False)))["next"]["dealer"] == 2
    assert score(here(lives(), (0, "Ann", False)))["next"]["dealer"] == 1
    rows: list[tuple[list[Said], list[tuple[str, int]]]] = [
        ([(1, "Dora", False)], [("Cleo", 1), ("Ben", 2), ("Ann", 3), ("Dora", 3)]),
        ([(0, "Dora", False)], [("Cleo", 1), ("Ben", 2), ("Ann", 3), ("Dora", 4)]),
        ([(2, "Dora", False)], [("Cleo", 1), ("Ben", 2), ("Dora", 2), ("Ann", 4)]),
        ([(1, "Dora", False), (2, "Ann", False)],
         [("Cleo", 1), ("Ben", 2), ("Ann", 3), ("Dora", 3)]),
    ]  # fmt: skip
    for events, places in rows:
        gone = next(first for first, name, _here in events if name == "Dora")
        played = [figures(10, 20, 21, 24 if gone > 0 else None)]
        played += [figures(None, 10, 21, 24 if gone > 1 else None)]
        if len(events) == 1:
            assert ranks(score(here(lives(*played, lives=0), *events))) == places, events
    last = score(here(lives(*LOSING[:1], seats=4, lives=0), (1, "Dora", False), (1, "Ben", False)))
    assert (last["finished"], last["winners"], last["next"]) == (True, ["Cleo"], None)
    assert last["totals"] == [-1, -1, 0, -1]


def test_who_has_left_was_to_be_beaten_before() -> None:
    """Dora led for two rounds, then left: only with the third did Ben lead."""
    rounds = [pad(0, 1, 0, 9), pad(0, 1, 0, 9), pad(0, 5, 1, None), pad(0, 1, 0, None)]
    left = here(pads(*rounds, rounds=4), (2, "Dora", False))
    assert story(left)["turn"] == {"entry": 2, "by": "lead", "points": 6}


def test_the_story_leaves_out_who_is_away() -> None:
    rounds = [pad(9, 5, 8, 0), pad(9, 3, 8, 0), pad(9, 3, 8, None), pad(9, 3, 8, None)]
    left = here(pads(*rounds, lowest_wins=True, rounds=4), (2, "Dora", False))
    ending = describe_ending(read_story(left))
    assert str(ending.figures).startswith("by 18 points")
    assert not any("Dora" in fact["text"] for fact in story(left)["facts"])
    assert story(here(lives(HAND), (0, "Dora", False)))["sessions"] == []


def given(*points: float | None) -> Json:
    return {"kind": "adjustment", "points": list(points)}


def test_points_outside_a_deal_and_who_is_away() -> None:
    rows: list[tuple[list[Json], list[Said], Json]] = [
        # A guest starts with 9, and is away before; who is away may still be given points.
        ([ROUND, given(None, None, None, 9)], [(0, "Dora", False), (1, "Dora", True)],
         {"totals": [1, 2, 3, 9], "finished": False}),
        ([ROUND, given(None, None, None, 10)], [(0, "Dora", False), (1, "Dora", True)],
         {"totals": [1, 2, 3, 10], "finished": True, "winners": ["Dora"]}),
        ([ROUND, given(None, None, None, 10)], [(0, "Dora", False)],
         {"totals": [1, 2, 3, 10], "finished": False}),
        ([ROUND, given(None, None, None, 10)], [(0, "Dora", False), (2, "Dora", True)],
         {"totals": [1, 2, 3, 10], "finished": False}),
        ([ROUND, given(9, None, None, None)], [(1, "Ann", False)], {"finished": False}),
    ]  # fmt: skip
    for entries, events, expected in rows:
        sheet = score(here(pads(*entries, mark=10), *events))
        assert {name: sheet[name] for name in expected} == expected, (entries, events)
        assert sheet["problems"] == []
    out = here(lives(HAND, given(None, None, None, 1)), (0, "Dora", False))
    assert broken(score(out)) == ["thirty-one.swimming"]
    # Out by an adjustment is later than by the round before, as which leaving counts.
    both = lives(figures(10, 20, 21, 24), given(None, -2, None, None), lives=1)
    assert ranks(score(here(both, (1, "Dora", False))))[2:] == [("Ben", 3), ("Dora", 4)]
