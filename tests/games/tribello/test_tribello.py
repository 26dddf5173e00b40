"""Tribello: every rule, and both sides of every limit."""

from __future__ import annotations

from itertools import product
from random import Random

from referee.core.rulings import ask
from referee.core.sheet import score
from tests.games.dealt import PLAYED
from tests.games.records import Json, broken, deal, is_refused, played, tribello

EVEN = deal(6, 4, 3)


def at(number: int, entry: Json, **options: int) -> Json:
    return score(tribello(*[EVEN] * (number - 1), entry, **options))


# Rounds, dealers, quotas --------------------------------------------------------------------------


def test_each_deal_has_its_round_dealer_quotas_and_trumps() -> None:
    for first, number in product((0, 1, 2), range(1, 13)):
        dealer = (first + number - 1) % 3
        by_place = (3, 4, 6) if number > 9 else (6, 4, 3)
        quotas = [0, 0, 0]
        for place, quota in enumerate(by_place):
            quotas[(dealer + place) % 3] = quota
        round_ = (number + 2) // 3
        trump = {1: "cut", 2: "dealer", 3: "none", 4: "none"}[round_]
        question = {"game": "tribello", "question": "quota", "deal": number}
        answer = {"round": round_, "dealer": dealer, "quotas": quotas, "trump": trump}
        assert ask(question | {"first_dealer": first})["answer"] == answer, (first, number)
        assert ask(question | {"options": {"first_dealer": first}})["answer"] == answer
        other = {"options": {"first_dealer": (first + 1) % 3}, "first_dealer": first}
        assert ask(question | other)["answer"] == answer

        due = score(tribello(*[EVEN] * (number - 1), first_dealer=first))["next"]
        assert (due["label"], due["dealer"]) == (f"Round {round_}, deal {number}", dealer)

        on_target = at(number, deal(*quotas), first_dealer=first)["rows"][-1]
        assert (on_target["label"], on_target["cells"]) == (due["label"], [0, 0, 0])
        sign = -1 if number > 9 else 1
        above = at(number, deal(13, 0, 0), first_dealer=first)["rows"][-1]
        assert above["cells"] == [
            sign * (took - quota) for took, quota in zip((13, 0, 0), quotas, strict=True)
        ]
        cited = ["tribello.score", "tribello.quota"]
        assert [[line["rule"] for line in why] for why in above["why"]] == [cited] * 3


def test_a_quota_without_a_first_dealer_is_that_of_seat_0() -> None:
    answer = ask({"game": "tribello", "question": "quota", "deal": 2})
    assert answer["answer"] == {"round": 1, "dealer": 1, "quotas": [3, 6, 4], "trump": "cut"}
    assert {ruling["verdict"] for ruling in answer["rulings"]} == {"info"}
    assert "tribello.quota" in [ruling["rule"] for ruling in answer["rulings"]]


def test_a_quota_is_asked_of_deals_1_to_12() -> None:
    rows: list[tuple[Json, bool]] = [
        ({"deal": 0}, False), ({"deal": 1}, True), ({"deal": 12}, True), ({"deal": 13}, False),
        ({"deal": 1.5}, False), ({"deal": None}, False), ({"first_dealer": 2}, True),
        ({"first_dealer": 3}, False),
    ]  # fmt: skip
    for change, is_question in rows:
        question = {"game": "tribello", "question": "quota", "deal": 4} | change
        if is_question:
            assert sum(ask(question)["answer"]["quotas"]) == 13
        else:
            assert is_refused(ask, question)


def test_a_game_has_twelve_deals_and_no_thirteenth() -> None:
    rows: list[tuple[int, list[str]]] = [(11, []), (12, []), (13, ["tribello.rounds"])]
    for deals, found in rows:
        sheet = score(tribello(*[EVEN] * deals))
        assert broken(sheet) == found, deals
        assert sheet["finished"] == (deals == 12)
        assert (sheet["next"] is None) == (deals == 12)


def test_the_most_points_win_and_equals_share_the_win() -> None:
    rows: list[tuple[tuple[int, ...], list[int], list[str]]] = [
        # In the twelfth deal, nullo, Cleo deals, so the quotas are 4, 6 and 3.
        ((4, 6, 3), [0, 0, 0], ["Ann", "Ben", "Cleo"]), ((3, 5, 5), [1, 1, -2], ["Ann", "Ben"]),
        ((5, 5, 3), [-1, 1, 0], ["Ben"]), ((4, 7, 2), [0, -1, 1], ["Cleo"]),
        ((13, 0, 0), [-9, 6, 3], ["Ben"]),
    ]  # fmt: skip
    for last, totals, winners in rows:
        on_target = [(6, 4, 3), (3, 6, 4), (4, 3, 6)] * 3 + [(3, 4, 6), (6, 3, 4)]
        sheet = score(tribello(*(deal(*tricks) for tricks in on_target), deal(*last)))
        assert (sheet["totals"], sheet["winners"]) == (totals, winners), last
        assert [s["name"] for s in sheet["standings"] if s["rank"] == 1] == winners


# Figures ------------------------------------------------------------------------------------------


def test_the_tricks_of_a_deal_add_up_to_thirteen() -> None:
    rows: list[tuple[tuple[int, ...], list[str]]] = [
        ((6, 4, 2), ["tribello.tricks-total"]), ((6, 4, 3), []),
        ((6, 4, 4), ["tribello.tricks-total"]), ((13, 0, 0), []),
        ((14, 0, 0), ["tribello.tricks-total"]), ((0, 0, 0), ["tribello.tricks-total"]),
        ((10**9, 0, 0), ["tribello.tricks-total"]),
    ]  # fmt: skip
    for tricks, found in rows:
        sheet = at(1, deal(*tricks))
        assert broken(sheet) == found, tricks
        assert sheet["rows"][0]["cells"].count(None) == (3 if found else 0)
        for problem in sheet["problems"]:
            assert ("missing" in problem["message"]) == (sum(tricks) < 13)


def test_a_trump_is_recorded_in_rounds_1_and_2_only_and_there_the_cards_need_it() -> None:
    for number in range(1, 14):
        play = PLAYED["tribello"](Random(1), number - 1, 3, {}).play
        wrong = ["tribello.trump"] if number <= 12 else ["tribello.rounds"]
        for trump in "SHDC":
            found = [] if number <= 6 else wrong
            assert broken(at(number, deal(6, 4, 3, trump=trump))) == found
        contrary = played(play) if number <= 6 else played(play, trump="S")
        assert broken(at(number, contrary)) == wrong, number


def test_the_pack_has_no_jokers() -> None:
    for card in ("JK", "RJ", "SHEET"):
        one = PLAYED["tribello"](Random(1), 0, 3, {})
        one.play[12][2] = card
        assert broken(at(1, one.entry)) == ["tribello.pack"], card


def test_nobody_takes_more_of_the_pickup_than_is_left() -> None:
    rows: list[tuple[int, list[int], list[str]]] = [
        (1, [0, 0, 0], []), (1, [13, 0, 0], []), (1, [14, 0, 0], ["tribello.pickup"]),
        (1, [5, 8, 0], []), (1, [5, 9, 0], ["tribello.pickup"]), (1, [5, 2, 6], []),
        (1, [5, 2, 7], ["tribello.pickup"]), (1, [0, 0, 13], []),
        (1, [13, 0, 1], ["tribello.pickup"]),
        # Ben deals the second deal, so Ann draws last.
        (2, [13, 0, 0], []), (2, [1, 13, 0], ["tribello.pickup"]), (12, [4, 4, 5], []),
        (12, [5, 4, 5], ["tribello.pickup"]),
    ]  # fmt: skip
    for number, pickup, found in rows:
        assert broken(at(number, deal(6, 4, 3, pickup=pickup))) == found
    (problem,) = at(1, deal(6, 4, 3, pickup=[13, 0, 1]))["rows"][-1]["problems"]
    assert "the pickup was empty" in problem["message"]


def test_the_pickup_goes_round_from_the_dealer() -> None:
    rows: list[tuple[Json, int | None, int]] = [
        ({"deal": 1, "taken": []}, 0, 13), ({"deal": 2, "taken": []}, 1, 13),
        ({"deal": 2, "taken": [], "first_dealer": 2}, 0, 13),
        ({"deal": 2, "taken": [], "options": {"first_dealer": 2}}, 0, 13),
        ({"deal": 1, "taken": [5]}, 1, 8), ({"deal": 3, "taken": [0]}, 0, 13),
        ({"deal": 1, "taken": [5, 2]}, 2, 6), ({"deal": 1, "taken": [5, 7]}, 2, 1),
        ({"deal": 1, "taken": [13]}, None, 0), ({"deal": 1, "taken": [5, 8]}, None, 0),
        ({"deal": 1, "taken": [5, 2, 0]}, None, 0), ({"deal": 1, "taken": [5, 2, 6]}, None, 0),
    ]  # fmt: skip
    for question, next_seat, at_most in rows:
        answer = ask({"game": "tribello", "question": "pickup"} | question)
        assert answer["answer"] == {"next_seat": next_seat, "at_most": at_most}, question
        assert [ruling["rule"] for ruling in answer["rulings"]] == ["tribello.pickup"]


def test_a_pickup_that_cannot_be_is_no_question() -> None:
    rows: list[Json] = [
        {"deal": 1, "taken": [14]}, {"deal": 1, "taken": [5, 2, 7]},
        {"deal": 1, "taken": [0, 0, 0, 0]}, {"deal": 1, "taken": [-1]}, {"deal": 1, "taken": 5},
        {"deal": 1}, {"deal": 0, "taken": []}, {"deal": 13, "taken": []}, {"taken": []},
    ]  # fmt: skip
    for question in rows:
        assert is_refused(ask, {"game": "tribello", "question": "pickup"} | question)
