"""Tests of deals by cards in every game with tricks: scores, revokes and invalid cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.validation import NotARecord
from tests.games.dealt import DEALINGS, PLAYED, Dealt, dealt, tables
from tests.games.records import NAMES, REVOKED, Json, broken, record

every_game = pytest.mark.parametrize("game", PLAYED)
Tricks = list[list[str]]


def sheet_of(one: Dealt, entry: Json) -> Json:
    entries = [*[DEALINGS[one.game].earlier(one.seats)] * one.number, entry]
    return score(record(one.game, one.seats, entries, **one.options))


def figures_of(one: Dealt, play: Tricks) -> Json:
    return DEALINGS[one.game].figures(one.oracle.followed(play))


def cells(sheet: Json) -> list[int | None]:
    found: list[int | None] = sheet["rows"][-1]["cells"]
    return found


# At random ----------------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_a_lawful_deal_comes_to_what_its_figures_come_to(game: str, data: st.DataObject) -> None:
    one = data.draw(dealt(game))
    figures = figures_of(one, one.play)
    sheet = sheet_of(one, one.entry)
    assert sheet["problems"] == []
    assert sheet_of(one, one.entry | figures)["rows"] == sheet["rows"]
    assert cells(sheet_of(one, one.facts | figures)) == cells(sheet)
    other = [*figures["tricks"][1:], figures["tricks"][0]]
    found = [] if other == figures["tricks"] else [f"{game}.play"]
    assert broken(sheet_of(one, one.entry | {"tricks": other})) == found


def misplaced(play: Tricks, seats: int, number: int, random: Random) -> Tricks:
    """Return the play with `number` random pairs of cards swapped, often ones without a suit."""
    cards = [card for trick in play for card in trick]
    every = range(len(cards))
    suitless = [place for place in every if cards[place][-1] not in "SHDC"]
    for _ in range(number):
        one = random.choice(random.choice([every, suitless or every]))
        other = random.choice(every)
        cards[one], cards[other] = cards[other], cards[one]
    return [cards[start : start + seats] for start in range(0, len(cards), seats)]


@every_game
@given(st.data(), st.integers(0, 2**32), st.integers(0, 11), st.sampled_from([0, 1, 1, 2, 39]))
def test_what_was_not_allowed_is_warned_of_and_scores_all_the_same(
    game: str, data: st.DataObject, seed: int, number: int, exchanges: int
) -> None:
    seats, options = data.draw(tables(game))
    one = PLAYED[game](Random(seed), number, seats, options)
    # Play under other options, which allow other cards.
    others = data.draw(tables(game))[1] | {"first_dealer": options["first_dealer"]}
    lawful = PLAYED[game](Random(seed), number, seats, others).play
    play = misplaced(lawful, seats, exchanges, Random(seed))

    expected = one.oracle.breaches(play)
    found = sorted({rule for _, _, rule in expected})
    entry = one.entry | {"play": play}
    sheet = sheet_of(one, entry)
    assert broken(sheet) == found
    assert {problem["severity"] for problem in sheet["problems"]} <= {"warning"}
    messages = {problem["rule"]: problem["message"] for problem in sheet["problems"]}
    for trick, seat, rule in expected:
        assert NAMES[seat] in messages[rule]
        assert re.search(rf"\b{trick}\b", messages[rule])

    figures = figures_of(one, play)
    assert cells(sheet) == cells(sheet_of(one, one.facts | figures))
    accepted = sheet_of(one, entry | {"accepted": found[:1]})
    assert [p["rule"] for p in accepted["problems"] if p.get("accepted")] == found[:1]
    assert cells(accepted) == cells(sheet)
    other = [*figures["tricks"][1:], figures["tricks"][0]]
    if other != figures["tricks"]:
        assert broken(sheet_of(one, entry | {"tricks": other})) == sorted([*found, f"{game}.play"])


# Complete tricks from one pack --------------------------------------------------------------------

SHAPES: list[tuple[str, Callable[[Tricks], Tricks], list[str]]] = [
    ("as it was played", lambda play: play, []),
    ("in small letters", lambda play: [[*map(str.lower, trick)] for trick in play], []),
    ("no trick at all", lambda _: [], ["play"]),
    ("a trick short", lambda play: play[:-1], ["play"]),
    ("an empty trick too many", lambda play: [*play, []], ["play"]),
    ("an empty trick", lambda play: [*play[:-1], []], ["play"]),
    ("a card short", lambda play: [*play[:-1], play[-1][:-1]], ["play"]),
    ("a card that is none", lambda play: [*play[:-1], [*play[-1][:-1], "XX"]], ["pack"]),
    ("an empty card", lambda play: [*play[:-1], [*play[-1][:-1], ""]], ["pack"]),
    ("a card too often", lambda play: [*play[:-1], ["AS"] * 3], ["pack"]),
    ("both", lambda play: [*play[:-1], ["XX"]], ["pack", "play"]),
]


def deal_of(game: str) -> Dealt:
    return PLAYED[game](Random(5), 0, GAMES[game].spec.fewest, {})


@every_game
def test_a_deal_by_cards_is_whole_and_of_one_pack(game: str) -> None:
    one = deal_of(game)
    for name, changed, found in SHAPES:
        sheet = sheet_of(one, one.entry | {"play": changed(one.play)})
        assert broken(sheet) == [f"{game}.{rule}" for rule in found], name
        assert {p["severity"] for p in sheet["problems"]} == ({"error"} if found else set())
        assert cells(sheet).count(None) == (one.seats if found else 0)


@every_game
def test_no_trick_and_no_card_is_too_many(game: str) -> None:
    one = deal_of(game)
    left = [*(Counter(one.pack) - Counter(one.cards)).elements()]
    if left:
        for play in ([*one.play, left[: one.seats]], [*one.play[:-1], [*one.play[-1], left[0]]]):
            assert broken(sheet_of(one, one.entry | {"play": play})) == [f"{game}.play"]


@every_game
def test_a_deal_needs_its_tricks_and_they_add_up_beside_the_cards_too(game: str) -> None:
    one = deal_of(game)
    assert f"{game}.play" in broken(sheet_of(one, one.facts))
    tricks = figures_of(one, one.play)["tricks"]
    one_less = [tricks[0] - 1, *tricks[1:]]
    found = broken(sheet_of(one, one.entry | {"tricks": one_less}))
    assert found == [f"{game}.play", f"{game}.tricks-total"]


# Tricks that aren't played out --------------------------------------------------------------------

with_rest = pytest.mark.parametrize("game", ["tribello", "triathlon"])


@with_rest
def test_who_gets_the_rest_has_taken_all_further_tricks_the_last_too(game: str) -> None:
    one = deal_of(game)
    for number, seat in product((0, 1, len(one.play) - 1), range(one.seats)):
        takers = [*one.oracle.followed(one.play[:number]).takers, *[seat] * len(one.play[number:])]
        figures: Json = {"tricks": [takers.count(each) for each in range(one.seats)]}
        figures |= {"last_trick": seat} if game == "triathlon" else {}
        entry = one.facts | {"play": one.play[:number], "rest": seat}
        sheet = sheet_of(one, entry)
        assert sheet["problems"] == []
        assert cells(sheet) == cells(sheet_of(one, one.facts | figures))
        assert sheet_of(one, entry | figures)["rows"] == sheet["rows"]
        (why,) = (each["why"] for each in sheet["rows"])
        cited = [[line["points"] for line in of if line["rule"] == f"{game}.table"] for of in why]
        assert cited == [[0] if each == seat else [] for each in range(one.seats)]
        other = [*figures["tricks"][1:], figures["tricks"][0]]
        assert broken(sheet_of(one, entry | {"tricks": other})) == [f"{game}.play"]


@with_rest
def test_the_rest_needs_whole_tricks_before_it_and_one_after(game: str) -> None:
    one = deal_of(game)
    short = [*one.play[:8], one.play[8][:-1]]
    figures = figures_of(one, one.play)
    every: list[Json] = [{}, figures, {"play": one.play}, {"play": short}, {"play": [[]]}]
    for fields in every:
        found = broken(sheet_of(one, one.facts | fields | {"rest": 1}))
        assert found == [f"{game}.play"], fields
    assert broken(sheet_of(one, one.facts | {"play": one.play[:8], "rest": None})) == found
    with pytest.raises(NotARecord, match="rest"):
        sheet_of(one, one.entry | {"rest": 3})


def test_only_cards_that_were_played_prove_a_revoke_and_some_games_have_no_rest() -> None:
    play = REVOKED["play"]
    for number, found in ((12, []), (13, ["tribello.follow"])):
        part = REVOKED | {"play": play[:number]} | ({} if number == 13 else {"rest": 0})
        assert broken(score(record("tribello", 3, [part]))) == found
    last = deal_of("triathlon")
    wrong = last.facts | {"play": last.play[:12], "rest": 0, "last_trick": 1}
    assert broken(sheet_of(last, wrong)) == ["triathlon.play"]
    with pytest.raises(NotARecord, match="rest"):
        sheet_of(deal_of("la-krap"), deal_of("la-krap").entry | {"rest": 0})
