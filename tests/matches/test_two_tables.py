"""Two deals that are followed at once, at two tables: neither disturbs the other."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import has_tables, is_playable
from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.matches.events import Event, PlayEvent
from referee.matches.in_progress import NOTHING, DealInProgress, DealsInProgress, at_table, table_of
from referee.matches.match import Match, history, replay
from tests.games.card_triathlon.legs import all_to
from tests.games.card_triathlon.two_tables import EIGHT, Four, four, leg_of, mixed, ordered
from tests.games.records import Json, record
from tests.matches.logs import added, event, log, opened

Act = tuple[str, Json]
SPADES = {"kind": "b-leg", "contract": {"level": 1, "strain": "S", "declarer": 0}}
HEARTS = {"kind": "b-leg", "contract": {"level": 2, "strain": "H", "declarer": 3}}
LEG = all_to(0, "B", 8)


def begun(table: int, facts: Json = SPADES) -> Act:
    return "begun", {"entry": facts, "table": table}


def fell(table: int, cards: str) -> list[Act]:
    return [("fell", {"card": card, "table": table}) for card in cards.split()]


def lifted(table: int, card: str) -> Act:
    return "lifted", {"card": card, "table": table}


def noted(table: int, **facts: Any) -> Act:
    return "noted", {"entry": facts, "table": table}


def left(table: int) -> Act:
    return "left", {"table": table}


def eight(*entries: Json, **options: Any) -> Json:
    """A game of eight that begins with these entries."""
    data = record("card-triathlon", 8, entries, format="half-marathon", **options)
    return data | {"players": list(EIGHT)}


def shown(deals: DealsInProgress) -> dict[int, tuple[Any, str]]:
    """The strain and the cards at each table."""
    return {
        table: (deal.facts["contract"]["strain"], " ".join(deal.cards))
        for table, deal in deals.items()
    }


# The fold -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ([begun(0)], {0: ("S", "")}),
        ([begun(1)], {1: ("S", "")}),
        ([begun(0), begun(1, HEARTS)], {0: ("S", ""), 1: ("H", "")}),
        ([begun(1, HEARTS), begun(0), *fell(1, "AS"), *fell(0, "2D"), *fell(1, "3S")],
         {0: ("S", "2D"), 1: ("H", "AS 3S")}),
        # The packs are two: the same card falls at both.
        ([begun(0), begun(1), *fell(0, "AS"), *fell(1, "AS")], {0: ("S", "AS"), 1: ("S", "AS")}),
        ([begun(0), begun(1), *fell(0, "AS"), begun(0, HEARTS)], {0: ("H", ""), 1: ("S", "")}),
        ([begun(0), begun(1), noted(1, contract=HEARTS["contract"])], {0: ("S", ""), 1: ("H", "")}),
        ([begun(0), begun(1), *fell(1, "AS"), left(0)], {1: ("S", "AS")}),
        ([begun(0), begun(1), left(1), left(0)], {}),
        ([begun(0), begun(1), *fell(0, "AS"), added(LEG)], {}),
        # A card is taken up again at its own table.
        ([begun(0), begun(1), *fell(0, "AS 2S"), *fell(1, "KD"), lifted(0, "2S")],
         {0: ("S", "AS"), 1: ("S", "KD")}),
        ([begun(0), *fell(0, "AS"), lifted(0, "AS"), *fell(0, "KS")], {0: ("S", "KS")}),
        ([begun(0), *fell(0, "AS 2S 3S 4S 5S"), lifted(0, "5S"), lifted(0, "4S"), *fell(0, "6S")],
         {0: ("S", "AS 2S 3S 6S")}),
        ([begun(0), lifted(0, "AS")], {0: ("S", "")}),
        # Nothing happens at a table that follows no deal.
        ([begun(0), *fell(1, "AS"), lifted(1, "AS"), noted(1, note="x"), left(1)], {0: ("S", "")}),
        # Without a table it is the first one, as in every log of one table.
        ([("begun", {"entry": SPADES}), ("fell", {"card": "AS"}), begun(1), *fell(0, "2S")],
         {0: ("S", "AS 2S"), 1: ("S", "")}),
        # What else is written lets both be.
        ([begun(0), begun(1), ("ruled", {"ruling": {}}), *fell(1, "AS")],
         {0: ("S", ""), 1: ("S", "AS")}),
    ],
)  # fmt: skip
def test_each_table_has_its_own_deal(acts: list[Act], expected: dict[int, tuple[str, str]]) -> None:
    book = replay(log(eight(), *acts))
    assert shown(book.deals) == expected


def test_a_card_that_is_taken_up_is_as_if_it_had_not_fallen() -> None:
    deal = DealInProgress(2, SPADES)
    for number in range(9):
        more = deal.with_card(f"{number}", 4)
        assert more.without_card() == deal
        deal = more
    assert [len(trick) for trick in deal.play] == [4, 4, 1]


@given(st.data())
def test_a_table_is_what_happened_there_whatever_happens_at_the_other(data: st.DataObject) -> None:
    events = [event(number, kind, **payload) for number, (kind, payload) in acts_of(data)]
    together, alone = NOTHING, [NOTHING, NOTHING]
    for act in events:
        together = together.after(act, 4)
        for table in range(2):
            if not isinstance(act.data, PlayEvent) or table_of(act.data) == table:
                alone[table] = alone[table].after(act, 4)
        assert together.deals == {**alone[0].deals, **alone[1].deals}


def acts_of(data: st.DataObject) -> list[tuple[int, Act]]:
    """Anything that may be written, at any table."""
    table = st.integers(0, 1)
    act = st.one_of(
        st.builds(begun, table, st.sampled_from((SPADES, HEARTS))),
        st.builds(lambda at, card: fell(at, card)[0], table, st.sampled_from("ABCDEFGH")),
        st.builds(lambda at, card: fell(at, card)[0], table, st.sampled_from("ABCDEFGH")),
        st.builds(lifted, table, st.just("A")),
        st.builds(lambda at: noted(at, note="x"), table),
        st.builds(left, table),
        st.sampled_from([added(LEG), ("ruled", {"ruling": {}})]),
    )
    return list(enumerate(data.draw(st.lists(act, max_size=20)), start=2))


# What a writer knows ------------------------------------------------------------------------------

BOTH = [begun(0), begun(1)]  # events 2 and 3


@pytest.mark.parametrize(
    ("acts", "known", "is_known"),
    [
        (BOTH, 3, {0, 1}),
        ([*BOTH, *fell(0, "AS")], 3, {1}),
        ([*BOTH, *fell(0, "AS")], 4, {0, 1}),
        ([*BOTH, *fell(1, "AS KS QS")], 3, {0}),
        ([*BOTH, *fell(1, "AS KS"), lifted(1, "KS"), noted(1, note="x"), left(1)], 3, {0}),
        ([*BOTH, *fell(1, "AS"), *fell(0, "AS"), *fell(1, "KS")], 3, set()),
        ([*BOTH, *fell(1, "AS"), *fell(0, "AS"), *fell(1, "KS")], 5, {0}),
        ([*BOTH, *fell(1, "AS"), added(LEG)], 3, set()),
        ([*BOTH, ("struck", {"id": "b"})], 3, set()),
        ([*BOTH, ("renamed", {"title": "", "players": list(EIGHT[::-1])})], 3, set()),
        ([*BOTH, ("ruled", {"ruling": {}})], 3, set()),
        ([begun(0)], 1, {1}),
        # What was taken back since disturbs nobody; but what was known and is taken back does.
        ([*BOTH, *fell(1, "AS"), ("returned", {"to": 3})], 3, {0, 1}),
        ([*BOTH, *fell(1, "AS"), ("returned", {"to": 3})], 4, set()),
        ([*BOTH, *fell(1, "AS KS"), ("returned", {"to": 4})], 3, {0}),
        ([*BOTH, *fell(1, "AS"), ("returned", {"to": 3}), *fell(1, "KS")], 3, {0}),
        ([*BOTH, *fell(1, "AS"), ("returned", {"to": 3}), *fell(1, "KS")], 5, set()),
        ([*BOTH, *fell(0, "AS"), ("returned", {"to": 2}), *fell(0, "KS")], 3, set()),
        (BOTH, 0, set()),
        (BOTH, 4, set()),
        (BOTH, 99, set()),
    ],
)
def test_who_knows_all_but_the_deals_of_other_tables_may_write(
    acts: list[Act], known: int, is_known: set[int]
) -> None:
    book = replay(log(eight({**LEG, "id": "b"}), *acts))
    found = {table for table in range(2) if book.is_as_known(known, at_table(table))}
    # A number that is still to come is nothing that anybody can know.
    assert (found if known <= book.number else set()) == is_known


# Undo and Redo ------------------------------------------------------------------------------------

COURSE = [begun(0), begun(1, HEARTS), *fell(0, "AS 2S"), *fell(1, "KD"), *fell(0, "3S"),
          lifted(1, "KD"), *fell(1, "QD"), left(0), begun(0), added(LEG), begun(1)]  # fmt: skip


def turned(book: Match, events: list[Event], to: int | None) -> Match:
    """The book, and its log, once somebody has gone back to a state."""
    assert to is not None
    events.append(event(len(events) + 1, "returned", to=to))
    return book.with_event(events[-1])


def test_undo_takes_back_the_last_of_the_match_at_whichever_table_and_redo_brings_it_again() -> (
    None
):
    events = log(eight(), *COURSE)
    snapshots = [replay(events[:number]) for number in range(1, len(events) + 1)]
    written, book = list(events), replay(events)
    for before, undone in zip(snapshots[-2::-1], written[:0:-1], strict=True):
        book = turned(book, events, book.undo_to)
        assert (book.deals, book.record()) == (before.deals, before.record())
        assert book.turned_back is not None
        assert book.turned_back.undone == undone
    for now, redone in zip(snapshots[1:], written[1:], strict=True):
        book = turned(book, events, book.redo_to)
        assert (book.deals, book.record()) == (now.deals, now.record())
        assert book.turned_back is not None
        assert book.turned_back.redone == redone


@given(st.data())
def test_a_book_kept_open_is_the_replay_of_its_log(data: st.DataObject) -> None:
    events = [opened(eight())]
    book = replay(events)
    changes = []
    for number, (kind, payload) in acts_of(data):
        if data.draw(st.integers(0, 3)) == 0 and number > 2:
            to = {0: book.undo_to, 1: book.redo_to}.get(data.draw(st.integers(0, 2)))
            kind, payload = "returned", {"to": to or data.draw(st.integers(1, number - 1))}
        events.append(event(number, kind, **payload))
        book = book.with_event(events[-1])
        again = replay(events)
        assert (book.deals, book.record()) == (again.deals, again.record())
        assert (book.events, book.redo) == (again.events, again.redo)
        assert (book.change, book.turned_back) == (again.change, again.turned_back)
        changes.append(book.turned_back or book.change)
    assert history(book, len(events)) == changes


# A whole leg --------------------------------------------------------------------------------------


def by_cards_of(book: Match, table: int) -> tuple[int, list[str]]:
    """Whose turn it is at a table, and what is wrong with its cards so far."""
    game = book.game
    assert is_playable(game)
    at, deal = book.tables[table], book.deals[table]
    entry = book.game.spec.read_entry(deal.data, at.seats)
    play = game.follow(at, book.state_at(None), entry)
    assert play is not None
    assert at.seats == play.seats == 4
    found = game.irregularities(at, book.state_at(None), entry, play)
    return play.table.turn, [problem.rule for problem in found]


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.booleans(), st.integers(0, 7))
def test_two_tables_are_followed_by_their_rules_and_become_one_leg(
    seed: int, jokers: bool, dealer: int
) -> None:
    tables = [four(seed + number, jokers, dealer % 4) for number in range(2)]
    start = eight(first_dealer=dealer, b_jokers=jokers)
    book = replay([opened(start)])
    sheet, acts = book.sheet(), [begun(0, facts(tables[0])), begun(1, facts(tables[1]))]
    order = mixed(Random(seed), tables[0].cards, tables[1].cards)
    acts += [fell(table, card)[0] for table, card in order]
    for act in log(start, *acts)[1:]:
        book = book.with_event(act)
        for table, deal in book.deals.items():
            expected = tables[table].turns[len(deal.cards)]
            assert by_cards_of(book, table) == (expected, [])
    assert book.sheet() == sheet
    whole = joined(book, tables)
    assert whole == leg_of(tables[0].part | calls(tables[0]), tables[1].part | calls(tables[1]))

    book = book.with_event(event(book.number + 1, "added", entry=whole))
    assert book.deals == {}
    assert book.tally.rows[0].problems == ()
    by_figures = leg_of(*(table.by_figures for table in tables))
    (row,) = score(start | {"entries": [by_figures]})["rows"]
    assert list(book.tally.rows[0].cells) == row["cells"]


def facts(table: Four) -> Json:
    """The contract, and the auction that made it."""
    return table.facts | calls(table)


def calls(table: Four) -> Json:
    return {"auction": table.calls}


def joined(book: Match, tables: Sequence[Four]) -> Json:
    """The entry, once the cards that are left over are known."""
    game = book.game
    assert has_tables(game)
    parts = [
        ordered(book.deals[number].data | ({"aside": table.leg.aside} if table.leg.aside else {}))
        for number, table in enumerate(tables)
    ]
    return game.joined(parts)


def test_each_table_of_eight_has_its_own_four_and_all_others_one() -> None:
    game = GAMES["card-triathlon"]
    assert is_playable(game)
    for teams in (None, [0, 1, 0, 1, 2, 3, 2, 3]):
        book = replay([opened(eight(**({"teams": teams} if teams else {}), b_jokers=True))])
        assert [table.players for table in book.tables] == [EIGHT[:4], EIGHT[4:]]
        assert [len(game.play_pack(table).cards) for table in book.tables] == [54, 54]
    for seats in (4, 6):
        book = replay([opened(record("card-triathlon", seats, [], teams=None))])
        assert book.tables == (book.seating,)
    for name, known in GAMES.items():
        book = replay([opened(record(name, max(3, known.spec.fewest), []))])
        assert book.tables == (book.seating,)


@pytest.mark.parametrize(
    ("entry", "rules"),
    [
        (SPADES | {"play": []}, ["play"]),
        ({"kind": "b-leg", "auction": ["1C", "1C"], "play": []}, ["b.auction", "play"]),
        ({"kind": "b-leg", "auction": ["1C", "P", "P"], "play": []}, ["b.auction", "play"]),
        ({"kind": "b-leg", "contract": {"level": 1, "strain": "C", "declarer": 1},
          "auction": ["1C", "P", "P", "P"], "play": []}, ["b.declarer", "play"]),
        ({"kind": "b-leg", **four(1).by_figures}, []),
        ({"kind": "c-leg", "melded": [0] * 4, "in_hand": [0] * 4}, ["sequence"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("table", [0, 1])
def test_what_is_wrong_at_one_table_is_told_of_it(
    entry: Json, rules: list[str], table: int
) -> None:
    book = replay([opened(eight())])
    game = book.game
    assert has_tables(game)
    read = book.game.spec.read_entry(entry, 4)
    problems = game.table_problems(book.seating, book.state_at(None), read, table)
    found = [problem.rule.removeprefix("card-triathlon.") for problem in problems]
    assert sorted(set(found)) == rules
    told = " ".join(problem.message for problem in problems)
    assert not any(name in told for name in EIGHT[4 * (1 - table) :][:4])
