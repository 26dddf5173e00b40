"""A deal that is followed card by card: its fold, its Undo and Redo, and that no record has it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.cards import read_card
from referee.core.game import is_playable
from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.matches.changes import Change
from referee.matches.events import Event, PlayEvent, in_force
from referee.matches.in_progress import NOTHING, DealInProgress
from referee.matches.match import Match, history, replay
from tests.games.dealt import PLAYED, Dealt, dealt
from tests.games.records import Json, deal, record, tribello
from tests.matches.logs import added, event, log, opened

Act = tuple[str, Json]
EVEN = deal(6, 4, 3)
SHORT = deal(6, 4, 2)
EARLIER: dict[str, Any] = {
    "tribello": lambda _seats: EVEN,
    "triathlon": lambda _seats: deal(4, 2, 7, last_trick=2),
    "la-krap": lambda seats: deal(7, *[0] * (seats - 1), teams=None),
}
"""A deal of each game without anything to remark."""
LEFT: Act = ("left", {})


def begun(**facts: Any) -> Act:
    return "begun", {"entry": facts}


def noted(*unknown: str, **facts: Any) -> Act:
    return "noted", {"entry": facts} | ({"unknown": list(unknown)} if unknown else {})


def fell(cards: str) -> list[Act]:
    return [("fell", {"card": card}) for card in cards.split()]


def started(deal: Dealt, **options: Any) -> Json:
    """The record of a match in which this deal comes next."""
    before = [EARLIER[deal.game](deal.seats)] * deal.number
    return record(deal.game, deal.seats, before, **deal.options, **options)


# The fold -----------------------------------------------------------------------------------------

BEGUN = begun(kind="deal", trump="S")
SPADES = {"kind": "deal", "trump": "S"}


@pytest.mark.parametrize(
    ("acts", "number", "facts", "tricks"),
    [
        ([BEGUN], 2, SPADES, []),
        ([BEGUN, *fell("AS")], 2, SPADES, ["AS"]),
        ([BEGUN, *fell("AS 2S 3S")], 2, SPADES, ["AS 2S 3S"]),
        ([BEGUN, *fell("AS 2S 3S KS")], 2, SPADES, ["AS 2S 3S", "KS"]),
        ([BEGUN, *fell("AS 2S 3S KS 4S 5S QS")], 2, SPADES, ["AS 2S 3S", "KS 4S 5S", "QS"]),
        ([begun()], 2, {}, []),
        # Facts are other now, or unknown again; the cards stay.
        ([BEGUN, noted(trump="H")], 2, SPADES | {"trump": "H"}, []),
        ([BEGUN, *fell("AS"), noted(trump="H")], 2, SPADES | {"trump": "H"}, ["AS"]),
        ([BEGUN, *fell("AS"), noted(trump="H"), *fell("2S")], 2, SPADES | {"trump": "H"},
         ["AS 2S"]),
        ([BEGUN, noted(note="x")], 2, SPADES | {"note": "x"}, []),
        ([BEGUN, noted(note="x"), noted(note="y")], 2, SPADES | {"note": "y"}, []),
        ([BEGUN, noted(note="")], 2, SPADES | {"note": ""}, []),
        ([BEGUN, noted(pickup=[0, 0, 0])], 2, SPADES | {"pickup": [0, 0, 0]}, []),
        ([BEGUN, noted()], 2, SPADES, []),
        ([BEGUN, noted("trump")], 2, {"kind": "deal"}, []),
        ([BEGUN, noted("trump", note="x")], 2, {"kind": "deal", "note": "x"}, []),
        ([BEGUN, noted("trump"), noted(trump="D")], 2, SPADES | {"trump": "D"}, []),
        ([BEGUN, noted("note")], 2, SPADES, []),
        ([begun(kind="deal", teams=None), noted(note="x")], 2,
         {"kind": "deal", "teams": None, "note": "x"}, []),
        ([begun(kind="deal", teams=[0, 0, 1]), noted(teams=None)], 2,
         {"kind": "deal", "teams": None}, []),
        # It begins anew.
        ([BEGUN, *fell("AS"), begun(kind="deal")], 4, {"kind": "deal"}, []),
        ([BEGUN, *fell("AS"), LEFT, BEGUN, *fell("2S")], 5, SPADES, ["2S"]),
        ([BEGUN, *fell("AS"), added(EVEN), BEGUN], 5, SPADES, []),
        # What else is written lets it be.
        ([added(EVEN), BEGUN, *fell("AS"), ("struck", {"id": "e2"}), *fell("2S")], 3, SPADES,
         ["AS 2S"]),
        ([added(EVEN), BEGUN, ("changed", {"id": "e2", "entry": SHORT})], 3, SPADES, []),
        ([BEGUN, ("renamed", {"title": "", "players": ["A", "B", "C"]})], 2, SPADES, []),
        ([BEGUN, ("ruled", {"ruling": {}})], 2, SPADES, []),
    ],
)  # fmt: skip
def test_a_deal_is_what_was_said_of_it_and_the_cards_that_fell(
    acts: list[Act], number: int, facts: Json, tricks: list[str]
) -> None:
    events = log(tribello(), *acts)
    found = replay(events).deals.get(0)
    assert found is not None
    assert (found.begun, found.facts) == (number, facts)
    assert [list(trick) for trick in found.play] == [trick.split() for trick in tricks]
    assert list(found.cards) == " ".join(tricks).split()
    assert found.data == {**facts, "play": [trick.split() for trick in tricks]}


@pytest.mark.parametrize(
    "acts",
    [
        [],
        [added(EVEN)],
        [BEGUN, LEFT],
        [BEGUN, *fell("AS"), LEFT],
        [BEGUN, *fell("AS"), added(EVEN)],
        [BEGUN, *fell("AS"), added(SHORT)],
        # Nothing falls into a deal that nobody follows.
        fell("AS"),
        [noted(trump="S")],
        [LEFT],
        [BEGUN, LEFT, *fell("AS 2S"), noted(trump="S")],
        [BEGUN, added(EVEN), *fell("AS")],
        [BEGUN, LEFT, LEFT],
    ],
)
def test_no_deal_is_followed_before_it_begins_and_after_it_ends(acts: list[Act]) -> None:
    assert replay(log(tribello(), *acts)).deals.get(0) is None


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_trick_has_a_card_of_everybody_and_then_the_next_one_opens(seats: int) -> None:
    known = NOTHING.after(event(7, "begun", entry={}), seats)
    for number in range(1, 3 * seats + 1):
        known = known.after(event(7 + number, "fell", card=f"{number}"), seats)
        found = known.deals[0]
        full, rest = divmod(number, seats)
        assert [len(trick) for trick in found.play] == [seats] * full + [rest] * bool(rest)
        assert list(found.cards) == [f"{card}" for card in range(1, number + 1)]


def test_what_was_before_stays_as_it_was() -> None:
    first = DealInProgress(2, {"kind": "deal", "trump": "S"})
    second = first.with_card("AS", 3).with_facts({}, ["trump"])
    assert (first.facts, first.cards) == (SPADES, ())
    assert (second.facts, second.cards) == ({"kind": "deal"}, ("AS",))
    second.data["play"][0].append("2S")
    second.data["trump"] = "H"
    assert second.data == {"kind": "deal", "play": [["AS"]]}


# Undo and Redo ------------------------------------------------------------------------------------


def turned(book: Match, events: list[Event], to: int | None) -> Match:
    """The book, and its log, once somebody has gone back to a state."""
    assert to is not None
    events.append(event(len(events) + 1, "returned", to=to))
    return book.with_event(events[-1])


@pytest.mark.parametrize(
    "acts",
    [
        [BEGUN, *fell("AS 2S 3S KS")],
        [BEGUN, *fell("AS 2S"), noted(trump="H"), *fell("3S"), noted("trump"), *fell("KS")],
        [BEGUN, *fell("AS"), BEGUN, *fell("KS QS"), LEFT, BEGUN],
        [added(EVEN), BEGUN, *fell("AS 2S 3S KS"), added(deal(5, 5, 3)), BEGUN, *fell("QH")],
    ],
)
def test_undo_takes_back_card_by_card_and_redo_brings_them_again(acts: list[Act]) -> None:
    events = log(tribello(), *acts)
    written = list(events)
    snapshots = [replay(events[:number]) for number in range(1, len(events) + 1)]
    book = replay(events)
    for before, undone in zip(snapshots[-2::-1], written[:0:-1], strict=True):
        label = book.change.label
        book = turned(book, events, book.undo_to)
        assert (book.deals.get(0), book.record()) == (before.deals.get(0), before.record())
        assert book.turned_back is not None
        assert (book.turned_back.undone, book.turned_back.label) == (undone, label)
        assert bool(book.turned_back.totals) <= (undone.kind == "added")
    assert book.undo_to is None
    for now, redone in zip(snapshots[1:], written[1:], strict=True):
        book = turned(book, events, book.redo_to)
        assert (book.deals.get(0), book.record()) == (now.deals.get(0), now.record())
        assert book.turned_back is not None
        assert (book.turned_back.redone, book.turned_back.undone) == (redone, None)
    assert book.redo_to is None


def test_a_card_after_undo_is_another_and_there_is_nothing_to_bring_back() -> None:
    events = log(tribello(), BEGUN, *fell("AS 2S"))
    book = turned(replay(events), events, 3)
    book = book.with_event(event(6, "fell", card="3S"))
    assert book.deals[0].cards == ("AS", "3S")
    assert (book.redo_to, book.undo_to) == (None, 3)


def test_a_return_over_many_cards_goes_to_where_they_were() -> None:
    events = log(tribello(), BEGUN, *fell("AS 2S 3S KS"), added(EVEN), BEGUN)
    for to, cards in ((2, ()), (4, ("AS", "2S")), (6, ("AS", "2S", "3S", "KS"))):
        book = turned(replay(events), list(events), to)
        assert book.deals[0].cards == cards
        assert (book.undo_to, book.redo_to) == (to - 1, 8)
        assert book.turned_back is not None
        assert (book.turned_back.label, book.turned_back.undone) == ("", None)


# What is written of it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "label"),
    [
        (tribello(), "Round 1, deal 1"),
        (tribello(*[EVEN] * 3), "Round 2, deal 4"),
        (tribello(*[EVEN] * 11), "Round 4, deal 12"),
        (tribello(*[EVEN] * 2, SHORT), "Round 2, deal 4"),
        # A finished game has no deal that is due, and one with an error its correction.
        (tribello(*[EVEN] * 12), ""),
        (tribello(*[EVEN] * 3, SHORT, *[EVEN] * 8), "Round 2, deal 4"),
        (record("triathlon", 3, [deal(4, 2, 7, last_trick=2)]), "Deal 2"),
        (record("la-krap", 4, [], rounds=3), "Deal 1"),
        (record("la-krap", 4, [deal(7, 0, 0, 0, teams=None)] * 3, rounds=3), ""),
    ],
)
def test_events_of_a_deal_are_of_the_one_that_is_due_and_change_no_total(
    start: Json, label: str
) -> None:
    acts = [BEGUN, *fell("AS"), noted(trump="H"), *fell("2S"), noted("trump"), LEFT]
    book = replay([opened(start)])
    sheet = book.sheet()
    for number, (kind, payload) in enumerate(acts, start=2):
        book = book.with_event(event(number, kind, **payload))
        assert book.change == Change(event(number, kind, **payload), label)
        assert book.sheet() == sheet
    assert book.record() == replay([opened(start)]).record()


def test_the_entry_that_ends_a_deal_has_the_label_and_the_totals() -> None:
    events = log(tribello(EVEN), BEGUN, *fell("AS"), added(deal(5, 5, 3)))
    change = replay(events).change
    assert change.label == "Round 1, deal 2"
    assert change.totals == (("Ann", 0, 2), ("Ben", 0, -1), ("Cleo", 0, -1))


@pytest.mark.parametrize("game", PLAYED)
@settings(max_examples=20)
@given(data=st.data())
def test_a_whole_deal_is_followed_by_its_rules_and_becomes_its_entry(
    game: str, data: st.DataObject
) -> None:
    played = data.draw(dealt(game))
    start, known = started(played), GAMES[game]
    assert is_playable(known)
    acts = [begun(**played.facts), *fell(" ".join(played.cards))]
    events = log(start, *acts)
    book = replay(events[:1])
    kept = book.record()
    for act, turn in zip(events[1:], played.turns, strict=True):
        book = book.with_event(act)
        assert book.deals.get(0) is not None
        entry, _ = book.judge(book.deals[0].data)
        play = known.follow(book.seating, book.state_at(None), entry)
        assert play is not None
        assert play.table.turn == turn
        assert known.irregularities(book.seating, book.state_at(None), entry, play) == []
        assert [*map(read_card, book.deals[0].cards)] == [
            card for trick in play.tricks for card in trick.cards
        ]
    assert book.record() == kept
    assert book.deals.get(0) is not None
    assert book.deals[0].data == played.entry
    assert len(played.play) == known.hand_size

    events.append(event(len(events) + 1, "added", entry=book.deals[0].data))
    ended = replay(events)
    assert ended.deals.get(0) is None
    assert ended.sheet().as_json() == score(start | {"entries": [*start["entries"], played.entry]})
    assert ended.tally.rows[-1].problems == ()
    undone = turned(ended, events, ended.undo_to)
    assert (undone.deals.get(0), undone.record()) == (book.deals.get(0), kept)


# Whatever is written ------------------------------------------------------------------------------


def whole(book: Match) -> tuple[Any, ...]:
    """All that two books can be compared by."""
    return (book.number, book.title, book.players, book.rulings, book.written, book.record(),
            book.deals.get(0), book.sheet(), book.change, book.turned_back, book.redo, book.redo_to,
            book.undo_to)  # fmt: skip


def one_act(draw: st.DrawFn, book: Match, played: Dealt) -> Act:
    """Anything that may be written next."""
    if book.deals.get(0) is None:
        kinds = ["begun"] * 4 + ["fell", "noted", "left"]
    else:
        kinds = ["fell"] * 8 + ["noted"] * 2 + ["left", "begun", "finished"]
    kinds += ["added", "undo", "undo", "redo", "returned", "renamed", "ruled"]
    kinds += ["changed", "struck", "restored"] * bool(book.written)
    kind = draw(st.sampled_from(kinds))
    if kind == "finished" and book.deals.get(0) is not None:
        return added(book.deals[0].data)
    if kind in ("undo", "redo", "returned"):
        to = {"undo": book.undo_to, "redo": book.redo_to}.get(kind)
        return "returned", {"to": draw(st.integers(1, book.number)) if to is None else to}
    if kind == "fell":
        number = len(book.deals[0].cards) if book.deals.get(0) else 0
        return "fell", {"card": played.cards[number % len(played.cards)]}
    entry = draw(st.sampled_from([EARLIER[played.game](played.seats), played.entry, played.facts]))
    payload: Json = draw(
        st.sampled_from(
            [
                {"entry": {"note": "x"}},
                {"entry": {}, "unknown": ["note"]},
                {"entry": {}, "unknown": ["turned"]},
                {"entry": {}},
            ]
        )
    )
    id = draw(st.sampled_from(book.written)).id if book.written else ""
    payloads: dict[str, Json] = {
        "begun": {"entry": played.facts},
        "noted": payload,
        "left": {},
        "added": {"entry": entry},
        "changed": {"id": id, "entry": entry},
        "struck": {"id": id},
        "restored": {"id": id},
        "renamed": {"title": "", "players": [f"{book.number}{name}" for name in book.players]},
        "ruled": {"ruling": {"decision": f"{book.number}"}},
    }
    return kind, payloads[kind]


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """A log of a match in which deals are followed, corrected, undone and brought back."""
    played = draw(st.sampled_from(list(PLAYED)).flatmap(dealt))
    events = [opened(started(played) | {"entries": started(played)["entries"][:2]})]
    book = replay(events[:1])
    for number in range(2, 2 + draw(st.integers(0, 16))):
        kind, payload = one_act(draw, book, played)
        if kind == "returned":
            book = turned(book, events, payload["to"])
        else:
            events.append(event(number, kind, **payload))
            book = book.with_event(events[-1])
    return events


@given(logs())
def test_a_book_kept_open_is_the_replay_of_its_log_at_every_step(events: list[Event]) -> None:
    book = replay(events[:1])
    changes = []
    for number, act in enumerate(events[1:], start=2):
        book = book.with_event(act)
        assert whole(book) == whole(replay(events[:number]))
        changes.append(book.turned_back or book.change)
    assert history(book, len(events)) == changes
    assert history(book, 4) == changes[-4:]


@given(logs())
def test_a_record_holds_nothing_of_a_deal_that_is_followed(events: list[Event]) -> None:
    book = replay(events)
    kept = [act for act in in_force(events) if not isinstance(act.data, PlayEvent)]
    without = replay(kept)
    assert without.deals.get(0) is None
    assert (book.record(), book.sheet()) == (without.record(), without.sheet())
    assert len(book.record()["entries"]) == len(book.standing())


@given(logs())
def test_undo_again_and_again_ends_at_the_opening_and_redo_at_the_last_card(
    events: list[Event],
) -> None:
    book, seen = replay(events), []
    redo = book.redo
    while book.undo_to is not None:
        seen.append((book.deals.get(0), book.record()))
        book = turned(book, events, book.undo_to)
    assert (book.deals.get(0), book.record()) == (None, replay(events[:1]).record())
    for expected in reversed(seen):
        book = turned(book, events, book.redo_to)
        assert (book.deals.get(0), book.record()) == expected
    assert book.redo == redo
