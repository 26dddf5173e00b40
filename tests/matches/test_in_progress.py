"""Deals followed card by card, at one table or two: the fold of their events, and how they end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.cards import read_card
from referee.core.game import has_tables, is_playable
from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.tricks import Play
from referee.matches.events.base import FIGURES, EventData, Parts
from referee.matches.events.play import PlayEvent, table_part
from referee.matches.match import Change, Match, fold, replay
from referee.matches.match_state import DealInProgress
from tests.games.card_triathlon.legs import all_to
from tests.games.card_triathlon.two_tables import EIGHT, Four, four, leg_of, mixed, ordered
from tests.games.dealt import PLAYED, dealt
from tests.games.records import Json, deal, record, tribello
from tests.matches.logs import (
    Act,
    added,
    agreed,
    agreed_midway,
    amended,
    begun,
    changed,
    event,
    facts_known,
    fell,
    figures,
    gone_on,
    housed,
    laid,
    left,
    lifted,
    log,
    noted,
    opened,
    renamed,
    returned,
    ruled,
    struck,
)
from tests.matches.played import EVEN, HEARTS, SHORT, SPADES, eight, started

LEG = all_to(0, "B", 8)
BEGUN = begun(SPADES)
BOTH = [begun(SPADES, 0), begun(SPADES, 1)]  # events 2 and 3
OF_HEARTS: Json = {"contract": HEARTS["contract"]}


def only_known(begun: int, facts: Json, *tricks: str) -> DealInProgress:
    return DealInProgress(begun, facts, tuple(tuple(trick.split()) for trick in tricks), False)


def followed(begun: int, *tricks: str, facts: Json = SPADES, **more: Any) -> DealInProgress:
    return DealInProgress(begun, facts | more, tuple(tuple(trick.split()) for trick in tricks))


# The fold -----------------------------------------------------------------------------------------


def test_a_deal_is_what_was_said_of_it_and_the_cards_that_fell() -> None:
    rows: list[tuple[list[Act], dict[int, DealInProgress]]] = [
        ([], {}),
        ([added(LEG)], {}),
        ([BEGUN], {0: followed(2)}),
        ([BEGUN, *fell("AS 2S 3S KS 4S 5S")], {0: followed(2, "AS 2S 3S KS", "4S 5S")}),
        # Facts change or become unknown again; the cards stay.
        ([BEGUN, *fell("AS"), noted(**OF_HEARTS), *fell("2S")],
         {0: followed(2, "AS 2S", facts=HEARTS)}),
        ([BEGUN, noted(note="x"), noted(note="y")], {0: followed(2, note="y")}),
        ([BEGUN, noted(note="")], {0: followed(2, note="")}),
        ([BEGUN, noted(pickup=[0, 0, 0])], {0: followed(2, pickup=[0, 0, 0])}),
        ([BEGUN, noted()], {0: followed(2)}),
        ([BEGUN, noted("contract")], {0: followed(2, facts={"kind": "b-leg"})}),
        ([BEGUN, noted("contract", note="x")],
         {0: followed(2, facts={"kind": "b-leg", "note": "x"})}),
        ([BEGUN, noted("contract"), noted(**OF_HEARTS)], {0: followed(2, facts=HEARTS)}),
        ([BEGUN, noted("note")], {0: followed(2)}),
        ([begun({"teams": [0, 0, 1]}), noted(teams=None)],
         {0: followed(2, facts={"teams": None})}),
        # A card is taken back.
        ([BEGUN, *fell("AS 2S 3S 4S 5S"), lifted("5S"), lifted("4S"), *fell("6S")],
         {0: followed(2, "AS 2S 3S 6S")}),
        ([BEGUN, *fell("AS"), lifted("AS")], {0: followed(2)}),
        ([BEGUN, lifted("AS")], {0: followed(2)}),
        # A card is put in, taken out, replaced, moved or swapped; the others move along.
        ([BEGUN, *fell("AS 2S 3S 4S 5S"), amended(1, put="6S")],
         {0: followed(2, "AS 6S 2S 3S", "4S 5S")}),
        ([BEGUN, *fell("AS 2S 3S 4S 5S"), amended(0, out="AS")], {0: followed(2, "2S 3S 4S 5S")}),
        ([BEGUN, *fell("AS 2S"), amended(1, out="2S", put="3S")], {0: followed(2, "AS 3S")}),
        ([BEGUN, *fell("AS 2S 3S 4S 5S"), amended(0, put="5S", source=4)],
         {0: followed(2, "5S AS 2S 3S", "4S")}),
        ([BEGUN, *fell("AS 2S 3S 4S 5S"), amended(3, put="AS", source=0)],
         {0: followed(2, "2S 3S 4S AS", "5S")}),
        ([BEGUN, *fell("AS 2S 3S"), amended(0, out="AS", put="3S", source=2)],
         {0: followed(2, "3S 2S AS")}),
        # A joker that no longer leads names no suit.
        ([BEGUN, *fell("AS 2S 3S 4S JK=D"), amended(4, put="5S")],
         {0: followed(2, "AS 2S 3S 4S", "5S JK")}),
        ([BEGUN, amended(0, out="AS"), left(), amended(0, put="AS")], {}),
        # The deal begins again.
        ([BEGUN, *fell("AS"), begun(HEARTS)], {0: followed(4, facts=HEARTS)}),
        ([BEGUN, *fell("AS"), left(), BEGUN, *fell("2S")], {0: followed(5, "2S")}),
        ([BEGUN, *fell("AS"), added(LEG), BEGUN], {0: followed(5)}),
        # Facts are known before anyone follows the cards.
        ([facts_known(SPADES)], {0: only_known(2, SPADES)}),
        ([facts_known(SPADES), facts_known(HEARTS)], {0: only_known(3, HEARTS)}),
        ([facts_known(SPADES), begun(HEARTS), *fell("AS")], {0: followed(3, "AS", facts=HEARTS)}),
        ([facts_known(SPADES), added(LEG)], {}),
        ([facts_known(SPADES, 1), begun(HEARTS, 0)],
         {0: followed(3, facts=HEARTS), 1: only_known(2, SPADES)}),
        # The table goes on with figures, then with the same cards again.
        ([BEGUN, *fell("AS"), figures()], {0: only_known(2, SPADES, "AS")}),
        ([BEGUN, *fell("AS"), figures(), begun(HEARTS), *fell("2S")],
         {0: followed(5, "AS 2S", facts=HEARTS)}),
        ([figures()], {}),
        # The deal is left; cards of a deal that nobody follows are ignored.
        ([BEGUN, *fell("AS"), left()], {}),
        ([BEGUN, *fell("AS"), added(LEG)], {}),
        ([BEGUN, *fell("AS"), added({"kind": "b-leg", **HEARTS})], {}),
        ([*fell("AS"), lifted("AS"), noted(trump="S"), left()], {}),
        ([BEGUN, left(), *fell("AS 2S"), noted(trump="S"), left()], {}),
        ([BEGUN, added(LEG), *fell("AS")], {}),
        # Other events don't affect it.
        ([added(LEG), BEGUN, *fell("AS"), struck("e2"), *fell("2S")], {0: followed(3, "AS 2S")}),
        ([added(LEG), BEGUN, changed("e2", LEG | {"note": "x"})], {0: followed(3)}),
        ([BEGUN, renamed(*EIGHT[::-1]), ruled()], {0: followed(2)}),
        # Each of two tables has its own deal and pack, so both may play the same card.
        ([begun(SPADES, 1)], {1: followed(2)}),
        ([*BOTH, *fell("AS", 1), *fell("2D", 0), *fell("3S", 1)],
         {0: followed(2, "2D"), 1: followed(3, "AS 3S")}),
        ([*BOTH, *fell("AS", 0), *fell("AS", 1)], {0: followed(2, "AS"), 1: followed(3, "AS")}),
        ([*BOTH, *fell("AS", 0), begun(HEARTS, 0)], {0: followed(5, facts=HEARTS), 1: followed(3)}),
        ([*BOTH, noted(table=1, **OF_HEARTS)], {0: followed(2), 1: followed(3, facts=HEARTS)}),
        ([*BOTH, *fell("AS 2S", 0), *fell("KD", 1), lifted("2S", 0)],
         {0: followed(2, "AS"), 1: followed(3, "KD")}),
        ([*BOTH, *fell("AS", 1), left(0)], {1: followed(3, "AS")}),
        ([*BOTH, left(1), left(0)], {}),
        ([*BOTH, *fell("AS", 0), added(LEG)], {}),
        ([*BOTH, ruled(), *fell("AS", 1)], {0: followed(2), 1: followed(3, "AS")}),
        ([begun(SPADES, 0), *fell("AS", 1), lifted("AS", 1), noted(table=1, note="x"), left(1)],
         {0: followed(2)}),
        # Without a table number it is the first, as in all logs of one table.
        ([BEGUN, *fell("AS"), begun(SPADES, 1), *fell("2S", 0)],
         {0: followed(2, "AS 2S"), 1: followed(4)}),
    ]  # fmt: skip
    for acts, expected in rows:
        assert replay(log(eight(), *acts)).deals == expected


def test_what_was_before_stays_as_it_was() -> None:
    first = followed(2)
    second = first.with_card("AS", 3).with_facts({}, ["contract"])
    assert first == followed(2)
    second.data["play"][0].append("2S")
    second.data["trump"] = "H"
    assert second.data == {"kind": "b-leg", "play": [["AS"]]}


@given(st.data())
def test_a_table_is_what_happened_there_whatever_happens_at_the_other(data: st.DataObject) -> None:
    tables = st.integers(0, 1)
    act = st.one_of(
        st.builds(begun, st.sampled_from((SPADES, HEARTS)), tables),
        *[st.builds(lambda card, at: fell(card, at)[0], st.sampled_from("ABCDEFGH"), tables)] * 2,
        st.builds(lifted, st.just("A"), tables),
        st.builds(lambda at: noted(table=at, note="x"), tables),
        st.builds(left, tables),
        st.sampled_from([added(LEG), ruled()]),
    )
    opening, *events = log(eight(), *data.draw(st.lists(act, max_size=20)))
    start, alone = replay([opening]).step.state, dict[int, DealInProgress]()
    for table in range(2):
        there = [
            each
            for each in events
            if not isinstance(each.data, PlayEvent) or each.data.table_number == table
        ]
        alone |= fold(start, there).deals
    assert fold(start, events).deals == alone


def test_who_knows_all_but_the_deals_of_other_tables_may_write() -> None:
    rows: list[tuple[list[Act], int, set[int]]] = [
        (BOTH, 3, {0, 1}),
        ([*BOTH, *fell("AS", 0)], 3, {1}),
        ([*BOTH, *fell("AS", 0)], 4, {0, 1}),
        ([*BOTH, *fell("AS KS", 1), lifted("KS", 1), noted(table=1, note="x"), left(1)], 3, {0}),
        ([*BOTH, *fell("AS", 1), *fell("AS", 0), *fell("KS", 1)], 3, set()),
        ([*BOTH, *fell("AS", 1), *fell("AS", 0), *fell("KS", 1)], 5, {0}),
        ([*BOTH, *fell("AS", 1), added(LEG)], 3, set()),
        ([*BOTH, struck("b")], 3, set()),
        ([*BOTH, renamed(*EIGHT[::-1])], 3, set()),
        ([*BOTH, ruled()], 3, {0, 1}),
        ([*BOTH, renamed(*EIGHT)], 3, {0, 1}),  # only the title
        ([*BOTH, renamed(*EIGHT[::-1]), renamed(*EIGHT)], 3, {0, 1}),
        ([begun(SPADES, 0)], 1, {1}),
        # Undoing an event that the writer hasn't seen doesn't matter; undoing one they know does.
        ([*BOTH, *fell("AS", 1), returned(3)], 3, {0, 1}),
        ([*BOTH, *fell("AS", 1), returned(3)], 4, {0}),
        ([*BOTH, ruled(), returned(3)], 4, {0, 1}),
        ([*BOTH, struck("b"), returned(3)], 4, set()),
        ([*BOTH, *fell("AS KS", 1), returned(4)], 3, {0}),
        ([*BOTH, *fell("AS", 1), returned(3), *fell("KS", 1)], 3, {0}),
        ([*BOTH, *fell("AS", 1), returned(3), *fell("KS", 1)], 5, {0}),
        ([*BOTH, *fell("AS", 0), returned(2), *fell("KS", 0)], 3, set()),
        *((BOTH, known, set()) for known in (0, 4, 99)),
    ]
    for acts, known, is_known in rows:
        match = replay(log(eight({**LEG, "id": "b"}), *acts))
        assert {
            table for table in range(2) if match.is_as_known(known, FIGURES | {table_part(table)})
        } == is_known, acts


def test_events_of_a_deal_are_of_the_one_that_is_due_and_change_no_total() -> None:
    rows: list[tuple[Json, str]] = [
        (tribello(), "Round 1, deal 1"),
        (tribello(*[EVEN] * 3), "Round 2, deal 4"),
        (tribello(*[EVEN] * 11), "Round 4, deal 12"),
        (tribello(*[EVEN] * 2, SHORT), "Round 2, deal 4"),
        # In a finished game no deal is due; after an error, a correction is.
        (tribello(*[EVEN] * 12), ""),
        (tribello(*[EVEN] * 3, SHORT, *[EVEN] * 8), "Round 2, deal 4"),
        (record("triathlon", 3, [deal(4, 2, 7, last_trick=2)]), "Deal 2"),
        (record("la-krap", 4, [], rounds=3), "Deal 1"),
        (record("la-krap", 4, [deal(7, 0, 0, 0, teams=None)] * 3, rounds=3), ""),
    ]
    for start, label in rows:
        match = replay([opened(start)])
        sheet = match.sheet()
        acts = [begun({"kind": "deal"}), *fell("AS"), noted(trump="H"), noted("trump"), left()]
        for number, (kind, payload) in enumerate(acts, start=2):
            match = gone_on(match, (kind, payload))
            assert match.change == Change(event(number, kind, **payload), label)
            assert match.sheet() == sheet


# A whole deal, and a whole leg --------------------------------------------------------------------


def play_of(match: Match, table: int = 0) -> Play:
    """The play at a table, which is asserted to break no rule."""
    game = match.game
    assert is_playable(game)
    at, state = match.tables[table], match.state_at(None)
    entry = match.game.spec.read_entry(match.deals[table].data, at.seats)
    play = game.follow(at, state, entry)
    assert play is not None
    assert game.irregularities(at, state, entry, play) == []
    return play


@pytest.mark.parametrize("game", PLAYED)
@settings(max_examples=20)
@given(data=st.data())
def test_a_whole_deal_is_followed_by_its_rules_and_becomes_its_entry(
    game: str, data: st.DataObject
) -> None:
    played = data.draw(dealt(game))
    start, known = started(played), GAMES[game]
    assert is_playable(known)
    match = replay(log(start, begun(played.facts)))
    for number, card in enumerate(played.cards):
        assert play_of(match).table.turn == played.turns[number]
        match = gone_on(match, *fell(card))
    play = play_of(match)
    assert play.table.turn == played.turns[-1]
    assert [*map(read_card, played.cards)] == [card for each in play.tricks for card in each.cards]
    assert match.deals[0].data == played.entry
    assert len(played.play) == known.hand_size

    match = gone_on(match, added(played.entry))
    assert match.deals == {}
    assert match.sheet().as_json() == score(start | {"entries": [*start["entries"], played.entry]})
    assert match.tally.rows[-1].problems == ()


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.booleans(), st.integers(0, 7))
def test_two_tables_are_followed_by_their_rules_and_become_one_leg(
    seed: int, jokers: bool, dealer: int
) -> None:
    tables = [four(seed + number, jokers, dealer % 4) for number in range(2)]
    start = eight(first_dealer=dealer, b_jokers=jokers)
    facts = [table.facts | {"auction": table.calls} for table in tables]
    match = replay(log(start, begun(facts[0], 0), begun(facts[1], 1)))
    for table, card in mixed(Random(seed), tables[0].cards, tables[1].cards):
        match = gone_on(match, *fell(card, table))
        play, fallen = play_of(match, table), len(match.deals[table].cards)
        assert (play.seats, play.table.turn) == (4, tables[table].turns[fallen])
    whole = joined(match, tables)
    assert whole == leg_of(*(table.part | {"auction": table.calls} for table in tables))

    match = gone_on(match, added(whole))
    assert match.deals == {}
    assert match.tally.rows[0].problems == ()
    by_figures = leg_of(*(table.by_figures for table in tables))
    (row,) = score(start | {"entries": [by_figures]})["rows"]
    assert list(match.tally.rows[0].cells) == row["cells"]


def joined(match: Match, tables: list[Four]) -> Json:
    game = match.game
    assert has_tables(game)
    asides = [{"aside": table.leg.aside} if table.leg.aside else {} for table in tables]
    return game.merge_tables(
        [ordered(match.deals[table].data | aside) for table, aside in enumerate(asides)]
    )


def test_each_table_of_eight_has_its_own_four_and_all_others_one() -> None:
    game = GAMES["card-triathlon"]
    assert is_playable(game)
    for options in ({}, {"teams": [0, 1, 0, 1, 2, 3, 2, 3]}):
        match = replay([opened(eight(**options, b_jokers=True))])
        assert [table.players for table in match.tables] == [EIGHT[:4], EIGHT[4:]]
        assert [len(game.play_pack(table).cards) for table in match.tables] == [54, 54]
    fewest = [(name, max(3, known.spec.fewest)) for name, known in GAMES.items()]
    for name, seats in [*fewest, ("card-triathlon", 6)]:
        match = replay([opened(record(name, seats, []))])
        assert match.tables == (match.setup,)


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
    match = replay([opened(eight())])
    game = match.game
    assert has_tables(game)
    read = match.game.spec.read_entry(entry, 4)
    problems = game.table_problems(match.setup, match.state_at(None), read, table)
    found = [problem.rule.removeprefix("card-triathlon.") for problem in problems]
    assert sorted(set(found)) == rules
    told = " ".join(problem.message for problem in problems)
    assert not any(name in told for name in EIGHT[4 * (1 - table) :][:4])


def test_what_another_phone_wrote_refuses_only_what_depends_on_it() -> None:
    def needs(kind: str) -> Parts:
        return EventData.kinds[kind].depends_on

    forms = {
        "entry": needs("added") | {"table 0"}, "card": needs("fell") | {"table 0"},
        "start": needs("begun") | {"table 0", "facts 0"},
        "whole": needs("added") | {"tables"}, "hand": needs("laid") | {"hand 2"},
        "options": needs("agreed"), "correction": needs("changed"), "names": needs("renamed"),
        "ruling": needs("ruled"), "house": needs("house"), "evening": needs("met"),
        "chances": needs("chances"),
    }  # fmt: skip
    of_figures = {"entry", "card", "start", "whole", "hand", "options", "correction", "ruling"}
    of_table = {"entry", "card", "start", "whole", "options"}
    rows: list[tuple[Act, set[str]]] = [
        (added({}), of_figures | {"evening"}),
        (changed("a", {}), of_figures | {"evening"}),
        (struck("a"), of_figures | {"evening"}),
        (agreed(), of_figures),
        (agreed_midway(), of_figures),
        (renamed(), of_figures - {"hand"} | {"evening", "names"}),
        (ruled(), set()),
        (housed("", ""), {"house"}),
        (("chances", {"shown": True}), {"chances"}),
        (("met", {}), {"evening"}),
        (("paused", {}), {"evening"}),
        (("evening", {"start": ""}), {"evening"}),
        *((act, of_table) for act in (*fell("AS"), *fell("AS", 0))),
        (begun({}, 1), {"whole", "options"}),
        (facts_known({}), {"start"}),
        (facts_known({}, 1), set()),
        (laid(2), {"hand", "options"}),
        (laid(1), {"options"}),
    ]
    for (kind, payload), refused in rows:
        touched = event(2, kind, **payload).data.touches
        assert {form for form, parts in forms.items() if parts & touched} == refused, kind
        assert needs("returned") & touched, "undo must know everything"
