"""Disputes about the cards on the table: the trick, “May I play this card?”, a proven revoke."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.games.dealt import PLAYED
from tests.games.records import NAMES, tribello
from tests.web.desk.test_desk import verdict
from tests.web.desk.test_rulings import keep, kept
from tests.web.followed import dealt, irregular
from tests.web.phones import Page, Phone, PlayedMatch

Taps = dict[str, str]


def card_keys(page: Page) -> dict[str, list[Taps]]:
    """The taps that each key stands for, by what it says about the rest of the hand."""
    boxes = page.tree.all("section", class_="may")
    if not boxes:
        return {}
    labels = [each.text for each in boxes[0].all("p")]
    groups = [
        [
            {name: values[0] for name, values in parse_qs(urlsplit(key["href"]).query).items()}
            for key in group.all("a")
        ]
        for group in boxes[0].all("div")
    ]
    return dict(zip(labels, groups, strict=True))


def test_the_reason_is_between_the_verdict_and_the_buttons(ann: Phone) -> None:
    match = ann.start("tribello", *NAMES[:3])
    ann.tap_all(match.begin(trump="H"), ["AS", "2H"])
    answer = ann.open(match.to_score + "ask/").tree.one(id="answer")
    boxes = [each for each in answer.children if not isinstance(each, str)]
    classes = [each["class"].partition(" ")[0] for each in boxes]
    assert classes == ["verdict", "because", "because", "trick", "shown", "acts", "may", "rulings"]
    assert [each.text for each in answer.all(class_="because")] == [
        "Ben is winning with 2♥. This is the highest trump. A♠ isn’t a trump.",
        "Cleo must play a spade if possible, otherwise any card.",
    ]
    quoted = [each["href"].partition("#")[2] for each in answer.all("a", class_="rule")]
    assert quoted == ["tribello.trick", "tribello.follow"]


@pytest.mark.parametrize("game", PLAYED)
def test_the_keys_answer_as_the_rules_do_for_real_hands(ann: Phone, game: str) -> None:
    judged = set()
    for seed in range(4):
        some = dealt(game, seed)
        match, _ = ann.play(some, 0)
        seats = some.oracle.followed(some.play).seats
        for place, card in enumerate(some.play[0]):
            on_table, hand = some.play[0][:place], seats[(some.leader + place) % some.seats]
            suit = some.oracle.read(on_table)[0]
            page = ann.open(match.to_score + "ask/")
            assert bool(card_keys(page)) == (suit is not None)
            [way] = [a["href"] for a in page.tree.all("a", class_="go-on") if "/may" in a["href"]]
            assert way.partition("?")[2] == (f"led={suit}" if suit else "")
            if game == "tribello" and suit == "H":
                labels = ["Whatever I hold", "I hold a heart", "I have no hearts"]
                assert [*card_keys(page)] == labels
            plain = [each for each in hand if each[-1] in "SHDC" and each[0] != "2"]
            has_suit = any(each[-1] == suit for each in plain)
            has_joker = game == "la-krap" and {"RJ", "BJ"} & {*hand}
            for mine in {each[-1] for each in plain if suit}:
                keys = [each for group in card_keys(page).values() for each in group]
                by_holding = {
                    each.get("holding", ""): each for each in keys if each["mine"] == mine
                }
                holding = "" if mine == suit else "yes" if has_suit else "no"
                if holding == "no" and has_joker and "jokers" in by_holding:
                    holding = "jokers"
                asked = f"{match.to_score}ask/may?{urlencode(by_holding[holding])}"
                [first, *_others] = [each for each in plain if each[-1] == mine]
                is_legal = first in some.oracle.playable(hand, on_table)
                assert verdict(ann.open(asked)).startswith("Yes" if is_legal else "No")
                judged.add(is_legal)
            match.fall(*[card])
    assert judged == {True, False}


def test_special_cards_have_keys_for_what_the_table_knows(ann: Phone) -> None:
    rows: list[tuple[str, dict[str, Any], str, str, list[str]]] = [
        ("triathlon", {"trump": "S"}, "9H", "JK", ["yes", "no", "left"]),
        ("triathlon", {"trump": "S"}, "JK", "JK", []),
        ("la-krap", {"turned": ["10H"]}, "9H", "BJ", ["jokers"]),
        ("la-krap", {"turned": ["10S"]}, "9H", "BJ", ["yes", "no"]),
        ("la-krap", {"turned": ["8H"]}, "9H", "BJ", ["jokers"]),
        ("la-krap", {"turned": ["SHEET"]}, "9H", "BJ", ["sheets", "sheets-none"]),
        ("la-krap", {"turned": ["10H"]}, "9H", "S", ["yes", "no", "jokers"]),
        ("la-krap", {"turned": ["10S"]}, "9H", "S", ["yes", "no"]),
        ("la-krap", {"turned": ["10S"]}, "9H", "SHEET", ["yes", "no"]),
        ("la-krap", {"turned": ["10S"]}, "9H 9H", "S", []),
    ]  # fmt: skip
    for game, facts, cards, mine, holdings in rows:
        match = ann.start(game, *NAMES[:3])
        match.write("begun", entry={"kind": "deal", **facts})
        match.fall(*cards.split())
        assert holdings_of(ann, match, mine) == holdings, (game, facts, cards, mine)
        if (mine, holdings) == ("BJ", ["yes", "no"]):  # the table knows where jokers belong
            said = card_keys(ann.open(match.to_score + "ask/"))
            assert {"I hold a heart", "I have no hearts"} <= said.keys()
            assert not [label for label in said if "jokers belong" in label]


def holdings_of(phone: Phone, match: PlayedMatch, mine: str) -> list[str]:
    found = card_keys(phone.open(match.to_score + "ask/"))
    keys = [each for group in found.values() for each in group if each["mine"] == mine]
    return [each.get("holding", "") for each in keys]


def test_a_joker_has_the_keys_that_fit_trumps_and_the_jokers_played(ann: Phone) -> None:
    first = ["JK", "2S", "3S", "4S"]
    rows: list[tuple[str, list[str], str, list[str]]] = [
        ("True", ["9S"], "JK", ["trumps"]), ("True", ["9S"], "H", ["yes", "no", "joker"]),
        ("True", ["9H"], "JK", ["yes", "no"]), ("True", ["9H"], "S", ["yes", "no"]),
        ("True", [*first, "9S"], "JK", ["second-held", "second-none"]),
        ("True", [*first, "9S"], "H", ["yes", "no"]), ("True", [*first, "9H"], "JK", ["second"]),
        ("True", [*first, "JK=H"], "H", [""]), ("False", ["9S"], "JK", []),
        ("False", ["9S"], "H", ["yes", "no"]),
    ]  # fmt: skip
    for has_jokers, cards, mine, holdings in rows:
        options = {"format": "half-marathon", "b_jokers": has_jokers}
        match = ann.start("card-triathlon", *NAMES[:4], **options)
        contract = {"level": 1, "strain": "S", "declarer": 0}
        match.write("begun", entry={"kind": "b-leg", "contract": contract})
        for card in cards:
            match.write("fell", card=card)
        assert holdings_of(ann, match, mine) == holdings, (has_jokers, cards, mine)


# A proven revoke ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED)
def test_a_proven_revoke_is_ruled_on_first_until_it_is_noted(ann: Phone, game: str) -> None:
    some = dealt(game)
    made = irregular(some, f"{game}.follow")
    match, _ = ann.play(some, 0)
    match.fall(*made.cards[: made.proven - 1])
    before = ann.open(match.to_score + "ask/")
    assert before.tree.all(class_="what-now") == []
    match.fall(*made.cards[made.proven - 1 : made.proven])
    page = ann.open(match.to_score + "ask/")
    assert verdict(page) == "No penalty: correct it, play on or deal again"
    proof = page.tree.one(id="answer").all(class_="because")[0].text
    name = match.match.players[made.seat]
    assert proof.startswith(f"Trick {made.trick}: {name} played ")
    keep(ann, page)
    assert kept(match)[0]["decision"].startswith(proof)
    assert kept(match)[0]["question"]["kind"] == "revoke"

    ann.send(ann.open(match.to_score + "ask/"), "/play/note")
    page = ann.open(match.to_score + "ask/")
    assert page.tree.all(class_="what-now") == []
    assert page.tree.one(id="answer").all(class_="trick") != []


def test_a_revoke_in_the_last_deal_is_ruled_on_until_the_next_begins(ann: Phone) -> None:
    some = dealt("tribello")
    made = irregular(some, "tribello.follow")
    entry = {**some.facts, "play": some.tricks(made.cards), "accepted": ["tribello.follow"]}
    match = ann.load(tribello(entry))
    assert "No penalty" in verdict(ann.open(match.to_score + "ask/"))
    match.write("begun", entry={"kind": "deal", "trump": "S"})
    assert ann.open(match.to_score + "ask/").tree.all(class_="verdict") == []
    noted = ann.load(tribello({**entry, "note": "Didn’t follow suit (revoke); no penalty"}))
    assert ann.open(noted.to_score + "ask/").tree.all(class_="verdict") == []


# What an answer assumes ---------------------------------------------------------------------------


def test_an_answer_says_what_it_assumes_only_if_that_matters(ann: Phone) -> None:
    turns, jokers = "If everyone has had a turn:", "If no Joker was played before this trick:"
    rows = [
        ("thirty-one/close?players=3&seat=0", turns),
        ("thirty-one/close?players=3&seat=0&turns0=1&turns1=out", turns),
        ("thirty-one/close?players=3&seat=0&turns0=1&turns1=1&turns2=2", ""),
        ("thirty-one/close?players=3&seat=0&turns1=0", ""),
        ("thirty-one/close?players=3&seat=0&closed_by=1", ""),
        ("thirty-one/turn?players=3&seat=0", turns),
        ("thirty-one/turn?players=3&seat=0&closed_by=0", ""),
        ("card-triathlon/trick?leader=0&trump=S&cards=AS+JK", jokers),
        ("card-triathlon/trick?leader=0&trump=S&cards=AS+JK&jokers_played=0", ""),
        ("card-triathlon/trick?leader=0&trump=S&cards=AS+JK&jokers_played=1", ""),
        ("card-triathlon/trick?leader=0&trump=S&cards=AS+KS", ""),
    ]
    for address, text in rows:
        answer = ann.open(f"/ask/{address}&asked=1").tree
        shown = answer.one(class_="verdict").all("small")
        assert [each.text for each in shown] == ([text] if text else []), address
        assert text in answer.one(id="across").text


def test_quotas_name_players_only_if_the_first_dealer_is_known(ann: Phone) -> None:
    match = ann.start("tribello", *NAMES[:3])
    rows = [
        ("/ask/tribello/quota?deal=10", "Quotas: dealer 3, to the left 4, to the right 6"),
        ("/ask/tribello/quota?deal=10&first_dealer=0", "Player 1: 3 · Player 2: 4 · Player 3: 6"),
        (f"{match.to_score}ask/quota?deal=10", "Ann: 3 · Ben: 4 · Cleo: 6"),
        (f"{match.to_score}ask/quota?deal=10&first_dealer=1", "Ann: 6 · Ben: 3 · Cleo: 4"),
        (f"{match.to_score}ask/pickup?deal=1", "Ann draws first, up to 13 cards"),
        (f"{match.to_score}ask/pickup?deal=1&taken0=0", "Ben may draw up to 13 cards"),
        (f"{match.to_score}ask/pickup?deal=1&taken0=3", "Ben may draw up to 10 cards"),
        ("/ask/tribello/pickup?deal=1&taken0=3", "The player to the left may draw up to 10 cards"),
    ]
    for address, words in rows:
        assert verdict(ann.open(f"{address}&asked=1")).replace("\u00a0", " ") == words, address
