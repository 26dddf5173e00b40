"""La Krap deals recorded in figures: teams, kind of game, points, the winner and problems."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.rulings import ask
from referee.core.sheet import read_record, score, tally_of
from referee.core.validation import NotARecord
from tests.games.la_krap import oracle_la_krap as oracle
from tests.games.records import Json, broken, deal, is_refused, record, rules

PLAIN = deal(4, 2, 1, upcards=["AH", "7S", "SHEET"], turned=["10H"])
SIDES = deal(4, 2, 1, teams=[0, 0, 1])


def sheet_of(*entries: Json, **options: object) -> Json:
    """Score a match of La Krap; the first deal's trick counts give the number of players."""
    return score(record("la-krap", len(entries[0]["tricks"]), entries, **options))


def cells_of(entry: Json, **options: object) -> list[int]:
    sheet = sheet_of(entry, **options)
    assert sheet["problems"] == []
    cells: list[int] = sheet["rows"][0]["cells"]
    return cells


def reply_to(upcards: str, turned: str) -> Json:
    cards = {"upcards": upcards.split(), "turned": turned.split()}
    seats = len(cards["upcards"])
    return ask({"game": "la-krap", "question": "teams", "players": seats, **cards})


# Points -------------------------------------------------------------------------------------------


def test_the_worked_examples_of_the_rules_come_out() -> None:
    rows: list[tuple[tuple[int, ...], Json, list[int]]] = [
        ((4, 2, 1),
         {"upcards": ["AH", "7S", "SHEET"], "turned": ["BJ", "10H"], "marriages": [1, 0, 0]},
         [84, 16, 4]),
        ((3, 0, 2, 2), {"upcards": ["AH", "KD", "9S", "7C"], "turned": ["8D"]},
         [-18, -18, -16, -16]),
        ((0, 7, 0), {"upcards": ["AH", "KD", "7H"], "turned": ["QC"]}, [0, 98, 0]),
    ]  # fmt: skip
    for tricks, fields, cells in rows:
        assert cells_of(deal(*tricks, **fields)) == cells, tricks


def test_a_team_scores_its_sum_times_opponents_times_multiplier() -> None:
    rows: list[tuple[tuple[int, ...], tuple[int, ...], Json, list[int]]] = [
        # Each player's tricks are squared before the team adds them up.
        ((4, 0, 3), (0, 0, 0), {"teams": [0, 0, 1]}, [16, 16, 18]),
        # A marriage is worth 5 to the team, whoever announced it.
        ((1, 4, 2, 0), (1, 3, 0, 0), {"teams": [0, 1, 0, 1]}, [20, 62, 20, 62]),
        ((1, 4, 2, 0), (1, 3, 0, 0), {"teams": None}, [18, 93, 12, 0]),
        # Unequal teams have unequal numbers of opponents; there can be three teams.
        ((7, 0, 0, 0, 0, 0), (0,) * 6, {"teams": [0, 1, 1, 1, 1, 1]}, [245, 0, 0, 0, 0, 0]),
        ((2, 1, 1, 1, 1, 1), (0,) * 6, {"teams": [0, 1, 2, 0, 0, 0]}, [14, 5, 5, 14, 14, 14]),
        # A single team counts as no teams; any equal numbers play together.
        ((3, 2, 2), (0, 0, 0), {"teams": [0, 0, 0]}, [18, 8, 8]),
        ((2, 2, 3), (0, 0, 0), {"teams": [7, 7, 2]}, [8, 8, 18]),
        # The multiplier, in null too.
        ((2, 2, 3), (0, 1, 0), {"teams": [0, 0, 1], "multiplier": 4, "null": True},
         [-52, -52, -72]),
    ]  # fmt: skip
    for tricks, marriages, fields, cells in rows:
        assert cells_of(deal(*tricks, marriages=list(marriages), **fields)) == cells


def test_the_upcards_make_the_teams() -> None:
    rows: list[tuple[str, str, list[int] | None]] = [
        ("AH KS 9D 7C", "QC", [0, 1, 0, 1]), ("2H AS 7C", "QC", [0, 1, 1]),
        # Jokers are a team of their own, and the sheet counts as a joker.
        ("RJ KS 9D", "QC", [0, 1, 2]), ("SHEET KS BJ", "QC", [0, 1, 0]),
        # Nobody is on the other side.
        ("AH KD 9H", "QC", None), ("AS KC 9S", "QC", None), ("BJ SHEET RJ", "QC", None),
        # The sheet is the game card.
        ("AH KD 9S", "BJ SHEET", None),
    ]  # fmt: skip
    for upcards, turned, sides in rows:
        reply = reply_to(upcards, turned)
        assert reply["answer"]["teams"] == sides, upcards
        rule = "la-krap.teams" if sides else "la-krap.no-teams"
        assert rule in {ruling["rule"] for ruling in reply["rulings"]}
        assert oracle.teams(upcards.split(), turned.split()) == sides


def test_the_turned_cards_make_the_game() -> None:
    rows: list[tuple[str, bool, str | None, str | None, int, bool, str]] = [
        *((rank + "H", False, "H", None, 1, True, "game-card") for rank in oracle.ORDER[3:]),
        *((rank + "C", True, None, "C", 1, True, "game-card") for rank in "987"),
        *(("2" + suit, False, suit, None, 1, False, "two-turned") for suit in "SHDC"),
        ("SHEET", True, None, None, 1, True, "sheet-turned"),
        ("BJ KD", False, "D", None, 2, True, "multiplier"),
        ("RJ 9D", True, None, "D", 4, True, "multiplier"),
        ("BJ BJ td", False, "D", None, 4, True, "multiplier"),
        ("RJ BJ AC", False, "C", None, 8, True, "multiplier"),
        ("BJ RJ 2S", False, "S", None, 8, False, "two-turned"),
        ("BJ BJ RJ SHEET", True, None, None, 16, True, "sheet-turned"),
        ("9♥", True, None, "H", 1, True, "game-card"),
    ]
    for turned, null, trump, joker_suit, multiplier, may_exchange, rule in rows:
        reply = reply_to("AS QS 9D", turned)
        assert reply["answer"] == {
            "teams": None if "SHEET" in turned else [0, 0, 1], "null": null, "trump": trump,
            "joker_suit": joker_suit, "multiplier": multiplier, "may_exchange": may_exchange,
        }  # fmt: skip
        assert f"la-krap.{rule}" in {ruling["rule"] for ruling in reply["rulings"]}

        entry = deal(4, 2, 1, upcards=["AS", "KS", "QS"], marriages=[1, 0, 0])
        worth = (-1 if null else 1) * multiplier * 2
        by_cards, figures = {"turned": turned.split()}, {"null": null, "multiplier": multiplier}
        for fields in (by_cards, figures, by_cards | figures):
            assert cells_of(entry | fields) == [21 * worth, 4 * worth, worth]


@given(st.integers(0, 2**32), st.sampled_from([3, 4, 5, 6]), st.booleans(), st.booleans())
def test_figures_come_to_what_the_rules_say(
    seed: int, seats: int, by_upcards: bool, by_turned: bool
) -> None:
    random = Random(seed)
    taken = [random.randrange(seats) for _ in range(7)]
    tricks = [taken.count(seat) for seat in range(seats)]
    wed = [random.randint(0, min(3, took)) for took in tricks]
    while sum(wed) > 6:
        wed[wed.index(max(wed))] -= 1
    turned = oracle.random_turned(random)
    upcards = random.sample(sorted(oracle.without(turned)), seats)
    made = oracle.made(turned)
    assert reply_to(" ".join(upcards), " ".join(turned))["answer"] == {
        "teams": oracle.teams(upcards, turned), "null": made.null, "trump": made.trump,
        "joker_suit": made.joker_suit, "multiplier": made.multiplier,
        "may_exchange": made.may_exchange,
    }  # fmt: skip
    sides = oracle.teams(upcards, turned if by_turned else [])
    cells = oracle.scores(tricks, wed, sides, made.null, made.multiplier)
    figures = {"null": made.null, "multiplier": made.multiplier}
    entry = deal(*tricks, marriages=wed)
    entry |= {"upcards": upcards} if by_upcards else {"teams": sides}
    entry |= {"turned": turned} if by_turned else figures
    sheet = sheet_of(entry)
    assert sheet["problems"] == []
    assert sheet["rows"][0]["cells"] == sheet["totals"] == cells
    for cell, why in zip(cells, sheet["rows"][0]["why"], strict=True):
        assert why
        assert sum(line["points"] for line in why) == cell
        assert all(line["rule"].startswith("la-krap.") for line in why)


def test_points_are_explained_to_each_player_of_the_team() -> None:
    rows: list[tuple[Json, list[set[str]]]] = [
        ({}, [set(), set(), set(), set()]),
        ({"marriages": [0, 1, 0, 0]}, [set(), {"marriage"}, set(), {"marriage"}]),
        ({"null": True}, [{"null"}] * 4),
        ({"multiplier": 4}, [{"multiplier"}] * 4),
        (
            {"marriages": [1, 0, 1, 0], "null": True, "multiplier": 2},
            [{"marriage", "null", "multiplier"}, {"null", "multiplier"}] * 2,
        ),
    ]
    for fields, cited in rows:
        sheet = sheet_of(deal(1, 4, 2, 0, teams=[0, 1, 0, 1], **fields))
        for why, rules_cited in zip(sheet["rows"][0]["why"], cited, strict=True):
            ids = {line["rule"].removeprefix("la-krap.") for line in why}
            assert "trick-points" in ids
            assert ids & {"marriage", "null", "multiplier"} == rules_cited


def test_one_line_has_the_whole_sum_so_that_it_can_be_followed() -> None:
    rows: list[tuple[tuple[int, ...], Json, str | None]] = [
        ((7, 0, 0), {"null": True, "multiplier": 16, "marriages": [3, 0, 0]},
         "(49 + 15) × 2 opponents × 16 = 2,048, so −2,048 in null"),
        ((4, 2, 1), {"multiplier": 2, "marriages": [1, 0, 0]}, "(16 + 5) × 2 opponents × 2 = 84"),
        ((1, 4, 2), {"null": True}, "1 × 2 opponents = 2, so −2 in null"),
        ((2, 2, 3), {"teams": [0, 0, 1]}, "8 × 1 opponent = 8"),
        ((0, 4, 3), {}, None),
    ]  # fmt: skip
    for tricks, fields, formula in rows:
        row = sheet_of(deal(*tricks, **{"teams": None} | fields))["rows"][0]
        with_points = [line for line in row["why"][0] if line["points"]]
        expected = [("la-krap.opponents", row["cells"][0], formula)] if formula else []
        assert [(each["rule"], each["points"], each["text"]) for each in with_points] == expected


def test_a_receipt_names_a_colour_only_where_the_upcards_are_recorded() -> None:
    rows: list[tuple[Json, list[str]]] = [
        ({"upcards": ["7S", "AH", "KH"]}, ["black team", "red team", "red team"]),
        ({"upcards": ["AH", "RJ", "KH"]}, ["red team", "jokers’ team", "red team"]),
        # As in answers to the teams question: the first team to appear is number 0.
        ({"teams": [0, 1, 1]}, ["team", "team", "team"]),
        ({"teams": [7, 5, 5]}, ["team", "team", "team"]),
    ]
    for fields, colours in rows:
        why = sheet_of(deal(4, 2, 1, **fields))["rows"][0]["why"]
        texts = [
            next(line["text"] for line in each if line["rule"] == "la-krap.teams") for each in why
        ]
        assert [text.partition(":")[0] for text in texts] == colours, fields


# The whole game -----------------------------------------------------------------------------------


def test_a_game_has_its_number_of_deals_and_no_more() -> None:
    for rounds in (None, 1, 2, 12, 13):
        options = {} if rounds is None else {"rounds": rounds}
        last = 12 if rounds is None else rounds
        for deals in (last - 1, last, last + 1):
            sheet = score(record("la-krap", 3, [SIDES] * deals, **options))
            assert rules(sheet["problems"]) == ["la-krap.rounds"] * (deals - last)
            assert sheet["finished"] == (deals == last)
            assert (sheet["next"] is None) == (deals == last)
            assert sheet["totals"] == [cell * min(deals, last) for cell in (20, 20, 2)]


def test_the_deal_passes_to_the_left_and_an_error_keeps_its_place() -> None:
    for seats in (3, 4, 5, 6):
        right = deal(7, *[0] * (seats - 1), teams=None)
        wrong = right | {"tricks": [6, *[0] * (seats - 1)]}
        for first in range(seats):
            for number in range(8):
                entries = [wrong if place % 3 == 1 else right for place in range(number)]
                due = score(record("la-krap", seats, entries, first_dealer=first))["next"]
                assert (due["kind"], due["dealer"]) == ("deal", (first + number) % seats)


def teams_asked(**fields: object) -> Json:
    return ask({"game": "la-krap", "question": "teams", "players": 3, **fields})


# Errors -------------------------------------------------------------------------------------------


def test_a_deal_that_cannot_be_is_refused_by_its_rule() -> None:
    rows: list[tuple[Json, Json, list[str]]] = [
        (deal(4, 2, 1, teams=None), {}, []),
        (deal(4, 2, 0, teams=None), {}, ["tricks-total"]),
        (deal(4, 2, 2, teams=None), {}, ["tricks-total"]),
        (deal(7, 0, 0, teams=None), {}, []),
        (deal(8, 0, 0, teams=None), {}, ["tricks-total"]),
        (deal(0, 0, 0, teams=None), {}, ["tricks-total"]),
        (deal(10**9, 0, 0, teams=None), {}, ["tricks-total"]),
        (deal(4, 2, 0, teams=None), {"empty_trick": "leader"}, ["tricks-total"]),
        (deal(4, 2, 0, teams=None), {"empty_trick": "nobody"}, []),
        (deal(0, 0, 0, teams=None), {"empty_trick": "nobody"}, []),
        (deal(4, 2, 1, teams=None), {"empty_trick": "nobody"}, []),
        (deal(4, 2, 2, teams=None), {"empty_trick": "nobody"}, ["tricks-total"]),
        # Marriages: no more than tricks taken, three per player, six in all.
        (deal(4, 2, 1, teams=None, marriages=[0, 0, 1]), {}, []),
        (deal(4, 2, 1, teams=None, marriages=[0, 0, 2]), {}, ["marriage"]),
        (deal(4, 3, 0, teams=None, marriages=[0, 0, 1]), {}, ["marriage"]),
        (deal(7, 0, 0, teams=None, marriages=[3, 0, 0]), {}, []),
        (deal(7, 0, 0, teams=None, marriages=[4, 0, 0]), {}, ["marriage"]),
        (deal(3, 3, 1, teams=None, marriages=[3, 3, 0]), {}, []),
        (deal(3, 3, 1, teams=None, marriages=[3, 2, 1]), {}, []),
        (deal(3, 3, 1, teams=None, marriages=[3, 3, 1]), {}, ["marriage"]),
        (deal(1, 1, 2, 3, teams=None, marriages=[1, 1, 2, 2]), {}, []),
        (deal(1, 1, 2, 3, teams=None, marriages=[1, 1, 2, 3]), {}, ["marriage"]),
        # Exchanged cards: at most six each, and no more than the stock has.
        (PLAIN | {"exchanged": [6, 6, 6]}, {}, []),
        (PLAIN | {"exchanged": [0, 7, 0]}, {}, ["exchange"]),
        (PLAIN | {"turned": ["2C"], "exchanged": [0, 0, 0]}, {}, []),
        (PLAIN | {"turned": ["2C"], "exchanged": [0, 0, 1]}, {}, ["two-turned"]),
        (PLAIN | {"turned": ["RJ", "2C"], "exchanged": [0, 0, 1]}, {}, ["two-turned"]),
        (PLAIN | {"turned": ["2C"], "exchanged": [7, 0, 0]}, {}, ["exchange", "two-turned"]),
        (PLAIN | {"turned": ["7C"], "exchanged": [0, 0, 1]}, {}, []),
        # Exposed cards: at most three each.
        (PLAIN | {"exposed": [3, 3, 3]}, {}, []),
        (PLAIN | {"exposed": [0, 4, 0]}, {}, ["expose"]),
        (PLAIN | {"turned": ["2C"], "exposed": [3, 0, 3]}, {}, []),
        # The multiplier.
        *((SIDES | {"multiplier": number}, {}, []) for number in (1, 2, 4, 8, 16)),
        *(
            (SIDES | {"multiplier": number}, {}, ["multiplier"])
            for number in (0, 3, 5, 6, 7, 9, 12, 15, 17, 32)
        ),
        # Turned-up cards: jokers, then one other card.
        *((PLAIN | {"turned": turned.split()}, {}, ["game-card"]) for turned in (
            "", "BJ", "RJ BJ", "BJ BJ RJ", "10H BJ", "BJ 10H BJ", "10H 9H", "BJ 10H 9H", "2C 10H",
        )),
        (SIDES | {"turned": ["SHEET", "10H"]}, {}, ["game-card"]),
        (PLAIN | {"turned": ["8H"], "null": True}, {}, []),
        (PLAIN | {"turned": ["8H"], "null": False}, {}, ["game-card"]),
        (PLAIN | {"null": False}, {}, []), (PLAIN | {"null": True}, {}, ["game-card"]),
        (PLAIN | {"turned": ["2H"], "null": True}, {}, ["game-card"]),
        (SIDES | {"turned": ["SHEET"], "null": False, "teams": None}, {}, ["game-card"]),
        (SIDES | {"turned": ["SHEET"], "null": True, "teams": None}, {}, []),
        (PLAIN | {"multiplier": 1}, {}, []), (PLAIN | {"multiplier": 2}, {}, ["game-card"]),
        (PLAIN | {"turned": ["RJ", "10H"], "multiplier": 4}, {}, []),
        (PLAIN | {"turned": ["RJ", "10H"], "multiplier": 1}, {}, ["game-card"]),
        (PLAIN | {"turned": ["RJ", "10H"], "multiplier": 8, "null": True}, {}, ["game-card"]),
        # Teams: recorded in only one of the two ways, and at most three.
        (PLAIN | {"teams": [0, 1, 2]}, {}, ["play"]), (PLAIN | {"teams": None}, {}, []),
        (deal(4, 2, 1), {}, ["play"]), (deal(4, 2, 1, turned=["10H"]), {}, ["play"]),
        (deal(4, 2, 1, null=True, multiplier=3), {}, ["multiplier", "play"]),
        (deal(4, 2, 1, 0, teams=[0, 1, 2, 2]), {}, []),
        (deal(4, 2, 1, 0, teams=[0, 1, 2, 3]), {}, ["teams"]),
        (deal(4, 2, 1, 0, 0, 0, teams=[0, 1, 2, 3, 0, 1]), {}, ["teams"]),
        (SIDES | {"marriages_at": [[1, 0]], "marriages": [1, 0, 0]}, {}, ["play"]),
        # All problems are reported, each rule once.
        (
            deal(4, 2, 2, upcards=["AH", "XX", "7S"], turned=["2C"], exchanged=[7, 7, 0],
                 exposed=[4, 4, 0], marriages=[4, 0, 0]),
            {}, ["exchange", "expose", "marriage", "pack", "tricks-total", "two-turned"],
        ),
    ]  # fmt: skip
    for entry, options, found in rows:
        sheet = sheet_of(entry, **options)
        assert broken(sheet) == [f"la-krap.{rule}" for rule in found], entry
        assert all(problem["severity"] == "error" for problem in sheet["problems"])
        if found:
            assert sheet["rows"][0]["cells"] == [None] * len(entry["tricks"])
            assert sheet["rows"][0]["why"] == [[]] * len(entry["tricks"])


def test_nobody_draws_from_an_empty_stock() -> None:
    rows: list[tuple[int, Json, int]] = [
        (3, {"turned": ["10H"]}, 18), (4, {"turned": ["10H"]}, 24), (5, {"turned": ["10H"]}, 30),
        (5, {"turned": ["RJ", "BJ", "BJ", "10H"]}, 30), (6, {"turned": ["10H"]}, 29),
        (6, {"turned": ["SHEET"]}, 29), (6, {"turned": ["BJ", "10H"]}, 28),
        (6, {"turned": ["BJ", "RJ", "10H"]}, 27), (6, {"turned": ["RJ", "BJ", "BJ", "10H"]}, 26),
        # The multiplier implies how many cards were turned up; 4 is one red or two black jokers.
        (6, {}, 29), (6, {"multiplier": 2}, 28), (6, {"multiplier": 8}, 27),
        (6, {"multiplier": 16}, 26),
    ]  # fmt: skip
    for seats, turned, most in rows:
        entry = deal(7, *[0] * (seats - 1), teams=None) | turned
        exchanged = [most // seats + (seat < most % seats) for seat in range(seats)]
        assert broken(sheet_of(entry | {"exchanged": exchanged})) == [], seats
        exchanged[-1] += 1
        assert broken(sheet_of(entry | {"exchanged": exchanged})) == ["la-krap.exchange"]


def test_no_card_turns_up_that_the_pack_does_not_hold() -> None:
    rows: list[tuple[str, str, bool]] = [
        ("AH 7S KC", "10H", True),
        *((f"AH 7S {card}", "10H", True) for card in ("RJ", "BJ", "2D", "SHEET", "th", "k♣")),
        *(
            (f"AH 7S {card}", "10H", False)
            for card in ("JK", "XX", "1H", "6H", "3D", "5C", "10", "RJH")
        ),
        ("AH AH KC", "10H", True), ("AH AH AH", "10H", False), ("AH AH KC", "AH", False),
        ("AH KH KC", "AH", True), ("10H TH 7S", "10h", False), ("BJ BJ 7S", "10H", True),
        ("BJ 7S 8S", "BJ 10H", True), ("BJ BJ 7S", "BJ 10H", False),
        ("BJ 7S 8S", "BJ BJ 10H", False), ("RJ BJ BJ", "10H", True), ("RJ RJ 7S", "10H", False),
        ("RJ 7S 8S", "RJ 10H", False), ("7S 8S 9S", "BJ BJ BJ 10H", False),
        ("7S 8S 9S", "RJ RJ 10H", False), ("2H 2S 8S", "2D", True), ("2H 2H 8S", "10H", False),
        ("2H 7S 8S", "2H", False), ("SHEET 7S 8S", "10H", True), ("SHEET 7S SHEET", "10H", False),
        ("SHEET 7S 8S", "SHEET", False),
    ]  # fmt: skip
    for upcards, turned, fits in rows:
        face_up = {"upcards": upcards.split(), "turned": turned.split()}
        assert broken(sheet_of(deal(4, 2, 1, **face_up))) == ([] if fits else ["la-krap.pack"])
        if fits:
            assert teams_asked(**face_up)["rulings"]
        else:
            assert is_refused(teams_asked, **face_up)
    for upcards, turned, blamed in (
        ("AH AH AH", "10H", "upcards"), ("AH AH KC", "AH", "turned"), ("AH 7S KC", "6H", "turned"),
    ):  # fmt: skip
        face_up = {"upcards": upcards.split(), "turned": turned.split()}
        read = read_record(record("la-krap", 3, [deal(4, 2, 1, **face_up)]))
        assert tally_of(read).sheet().rows[-1].problems[0].field == blamed
        with pytest.raises(NotARecord, match=f"^{blamed}: "):
            teams_asked(**face_up)


def test_a_turned_card_of_another_pack_is_refused() -> None:
    for turned in ("JK 10H", "XX", "6H", "JK", "BJ 3C", "BJ JK"):
        assert "la-krap.pack" in broken(sheet_of(PLAIN | {"turned": turned.split()})), turned
        assert is_refused(teams_asked, upcards=PLAIN["upcards"], turned=turned.split())


def test_upcards_and_turned_cards_that_cannot_be_are_no_question() -> None:
    rows: list[Json] = [
        {"turned": []}, {"turned": ["BJ"]}, {"turned": ["QS", "BJ"]}, {"turned": ["QS", "10S"]},
        {"upcards": ["AH", "7S"]}, {"upcards": ["AH", "7S", "8S", "9S"]}, {"upcards": "AH"},
        {"hand": ["AS"]},
    ]  # fmt: skip
    for change in rows:
        possible = {"upcards": ["AH", "7S", "SHEET"], "turned": ["QS"]}
        assert teams_asked(**possible)["answer"]["trump"] == "S", change
        assert is_refused(teams_asked, **possible | change)
