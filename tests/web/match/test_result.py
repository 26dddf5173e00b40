"""A match's result on its share page: as text, and as a link that opens BG Stats."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from referee.web.match.result import fits_bg_stats
from tests.games.card_triathlon.legs import all_to
from tests.games.free_pad.expected import hearts, pad
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.web.phones import Page, Phone

AT = {"at": "2025-03-01T23:40:00+01:00"}


def shared(phone: Phone, made: Json) -> Page:
    return phone.open(phone.load(made).to_watch + "share/")


def play_of(page: Page) -> Any:
    (link,) = [each["href"] for each in page.tree.all("a") if "bgstatsapp" in each["href"]]
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    return json.loads(parse_qs(urlsplit(link).query)["data"][0])


def test_the_result_is_a_few_lines_of_text(ann: Phone) -> None:
    rounds = pad(3.5, 23, None, -0.5), pad(30, 0, 0, 0, **AT)
    rows: list[tuple[Json, list[str]]] = [
        (hearts(*rounds, mark=30) | {"title": "Hearts"},
         ["Hearts · 1 Mar 2025", "Dora won by ½ points.", "1. Dora −½", "2. Cleo 0", "3. Ben 23",
          "4. Ann 33½", "2 rounds", "",
          "Dora led from start to finish; the lead grew most in round 1, by ½. Well played!"]),
        (tribello(deal(8, 4, 1, **AT)),
         ["Friday · Tribello · 1 Mar 2025, not over yet", "1. Ann 2", "2. Ben 0", "3. Cleo −2",
          "1 of 12 deals"]),
        (thirty_one(2, figures(21, 20, **AT), lives=0),
         ["Friday · Thirty-One · 1 Mar 2025", "Ann won. With no lives to spare!",
          "1. Ann", "2. Ben (out in round 1)", "1 round"]),
        (record("card-triathlon", 4, [all_to(0, "B", 4) | AT]) | {"title": "A sprint"},
         ["A sprint · Card Triathlon · 1 Mar 2025, not over yet", "1. Ann and Cleo 440",
          "2. Ben and Dora 0", "1 of 3 legs"]),
    ]  # fmt: skip
    two = pad(10, 4, at="2025-03-01T20:00:00Z"), pad(3, 7, at="2025-03-08T20:00:00Z")
    rows.append(
        (record("free-pad", 2, [*two]) | {"title": "Hearts"},
         ["Hearts · 1\u202f–\u202f8 Mar 2025, not over yet",
          "After 1 round: Ben leads the evening by 4 points.",
          "So far: Ann leads by 2 points.", "1. Ann 13", "2. Ben 11", "2 rounds · 2 evenings", "",
          "Evening 1: Ann won by 6 points."]),
    )  # fmt: skip
    for made, lines in rows:
        html = shared(ann, made).html
        (text,) = re.findall(r"<textarea[^>]*>([^<]*)<", html)
        assert text.replace("\xa0", " ").split("\n") == lines
    assert shared(ann, tribello()).tree.all("textarea") == []
    ann.client.set_cookie("zone", "Asia/Tokyo")
    assert "Friday · Tribello · 2 Mar 2025" in shared(ann, tribello(deal(8, 4, 1, **AT))).html


def test_a_zone_that_the_server_does_not_know_is_none(ann: Phone) -> None:
    for zone in ("", "Nowhere/Land", "Europe", "../../etc/passwd", "/etc/zone", "x" * 999, "é"):
        ann.client.set_cookie("zone", zone)
        assert "Tribello · 1 Mar 2025" in shared(ann, tribello(deal(8, 4, 1, **AT))).html, zone


def test_a_finished_match_opens_in_bg_stats(ann: Phone) -> None:
    made = hearts(pad(30, 5, 5, 7.5, **AT), mark=30) | {"title": "Hearts"}
    play = play_of(shared(ann, made))
    players = [list(each.values()) for each in play.pop("players")]
    assert players == [
        ["Ben", "Ben", 1, True, False, 5], ["Cleo", "Cleo", 1, True, False, 5],
        ["Dora", "Dora", 3, False, False, 7.5], ["Ann", "Ann", 4, False, False, 30],
    ]  # fmt: skip
    assert play.pop("sourcePlayId") != ""
    assert play == {
        "sourceName": "Referee", "playDate": "2025-03-01 22:40:00", "durationMin": 0,
        "game": {"name": "Hearts", "sourceGameId": "free-pad/hearts", "highestWins": False,
                 "noPoints": False},
    }  # fmt: skip


def test_teams_and_lives_are_told_as_bg_stats_knows_them(ann: Phone) -> None:
    legs = [all_to(0, "B", 4), all_to(0, "C", 4), all_to(0, "D", 4) | AT]
    play = play_of(shared(ann, record("card-triathlon", 4, legs)))
    assert play["game"]["name"] == "Card Triathlon"
    ranks = [(each["name"], each["rank"], each["winner"]) for each in play["players"]]
    assert ranks == [
        ("Ann", 1, True), ("Cleo", 1, True), ("Ben", 2, False), ("Dora", 2, False)
    ]  # fmt: skip
    assert len({each["score"] for each in play["players"]}) == 2
    play = play_of(shared(ann, thirty_one(2, figures(21, 20, **AT), lives=0)))
    assert play["game"]["noPoints"] is True
    assert not any("score" in each for each in play["players"])


@pytest.mark.parametrize(
    ("total", "fits"),
    [(0, True), (-7.5, False), (2**31 - 1, True), (2**31, False), (-(2**31), False)],
)
def test_bg_stats_takes_whole_numbers_of_32_bits(total: float, fits: bool) -> None:
    assert fits_bg_stats([5, total]) is fits


def test_totals_that_bg_stats_may_not_keep_are_pointed_out(ann: Phone) -> None:
    for total in (30, 30.5):
        page = shared(ann, hearts(pad(total, 5, 5, 7, **AT), mark=30))
        assert ("Check the totals there" in page.text) is (total == 30.5)


def test_a_match_that_goes_on_has_no_link_to_bg_stats(ann: Phone) -> None:
    page = shared(ann, tribello(deal(8, 4, 1)))
    assert "BG Stats" not in page.text
