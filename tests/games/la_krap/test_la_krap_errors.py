"""La Krap by figures: what may be recorded, every bound on both sides."""

from __future__ import annotations

import pytest

from referee.core.rulings import ask
from referee.core.sheet import score
from tests.games.records import Json, broken, deal, is_refused, record

PLAIN = deal(4, 2, 1, upcards=["AH", "7S", "SHEET"], turned=["10H"])
SIDES = deal(4, 2, 1, teams=[0, 0, 1])
BAD_MULTIPLIER = {"null": True, "multiplier": 3}


def sheet_of(*entries: Json, **options: object) -> Json:
    """The sheet of a game of as many players as the first deal has numbers of tricks."""
    return score(record("la-krap", len(entries[0]["tricks"]), entries, **options))


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
        (deal(10**30, 0, 0, teams=None), {}, ["tricks-total"]),
        (deal(4, 2, 0, teams=None), {"empty_trick": "leader"}, ["tricks-total"]),
        (deal(4, 2, 0, teams=None), {"empty_trick": "nobody"}, []),
        (deal(0, 0, 0, teams=None), {"empty_trick": "nobody"}, []),
        (deal(4, 2, 1, teams=None), {"empty_trick": "nobody"}, []),
        (deal(4, 2, 2, teams=None), {"empty_trick": "nobody"}, ["tricks-total"]),
        # Marriages: as many as tricks, three, six together.
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
        # Exchanged: six each, and not more than the stock.
        (PLAIN | {"exchanged": [6, 6, 6]}, {}, []),
        (PLAIN | {"exchanged": [0, 7, 0]}, {}, ["exchange"]),
        (PLAIN | {"turned": ["2C"], "exchanged": [0, 0, 0]}, {}, []),
        (PLAIN | {"turned": ["2C"], "exchanged": [0, 0, 1]}, {}, ["two-turned"]),
        (PLAIN | {"turned": ["RJ", "2C"], "exchanged": [0, 0, 1]}, {}, ["two-turned"]),
        (PLAIN | {"turned": ["2C"], "exchanged": [7, 0, 0]}, {}, ["exchange", "two-turned"]),
        (PLAIN | {"turned": ["7C"], "exchanged": [0, 0, 1]}, {}, []),
        # Exposed: three each.
        (PLAIN | {"exposed": [3, 3, 3]}, {}, []),
        (PLAIN | {"exposed": [0, 4, 0]}, {}, ["expose"]),
        (PLAIN | {"turned": ["2C"], "exposed": [3, 0, 3]}, {}, []),
        # The multiplier.
        *((SIDES | {"multiplier": number}, {}, []) for number in (1, 2, 4, 8, 16)),
        *(
            (SIDES | {"multiplier": number}, {}, ["multiplier"])
            for number in (0, 3, 5, 6, 7, 9, 12, 15, 17, 32)
        ),
        # The turned cards: jokers, then one other.
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
        # Teams: one of the two ways to tell them, and three at most.
        (PLAIN | {"teams": [0, 1, 2]}, {}, ["play"]), (PLAIN | {"teams": None}, {}, []),
        (deal(4, 2, 1), {}, ["play"]), (deal(4, 2, 1, turned=["10H"]), {}, ["play"]),
        (deal(4, 2, 1, **BAD_MULTIPLIER), {}, ["multiplier", "play"]),
        (deal(4, 2, 1, 0, teams=[0, 1, 2, 2]), {}, []),
        (deal(4, 2, 1, 0, teams=[0, 1, 2, 3]), {}, ["teams"]),
        (deal(4, 2, 1, 0, 0, 0, teams=[0, 1, 2, 3, 0, 1]), {}, ["teams"]),
        (SIDES | {"marriages_at": [[1, 0]], "marriages": [1, 0, 0]}, {}, ["play"]),
        # All that is wrong is told, each rule once.
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


@pytest.mark.parametrize(
    ("seats", "turned", "most"),
    [
        (3, {"turned": ["10H"]}, 18), (4, {"turned": ["10H"]}, 24), (5, {"turned": ["10H"]}, 30),
        (5, {"turned": ["RJ", "BJ", "BJ", "10H"]}, 30), (6, {"turned": ["10H"]}, 29),
        (6, {"turned": ["SHEET"]}, 29), (6, {"turned": ["BJ", "10H"]}, 28),
        (6, {"turned": ["BJ", "RJ", "10H"]}, 27), (6, {"turned": ["RJ", "BJ", "BJ", "10H"]}, 26),
        # The multiplier tells how many cards were turned; 4 is one red joker or two black ones.
        (6, {}, 29), (6, {"multiplier": 2}, 28), (6, {"multiplier": 8}, 27),
        (6, {"multiplier": 16}, 26),
    ],
)  # fmt: skip
def test_nobody_draws_from_an_empty_stock(seats: int, turned: Json, most: int) -> None:
    entry = deal(7, *[0] * (seats - 1), teams=None) | turned
    exchanged = [most // seats + (seat < most % seats) for seat in range(seats)]
    assert broken(sheet_of(entry | {"exchanged": exchanged})) == []
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


# What is no record --------------------------------------------------------------------------------


def test_an_entry_of_another_shape_is_none() -> None:
    rows: list[Json] = [
        {"kind": "round"}, {"tricks": [4, 2, 1, 0]}, {"tricks": [4, 4, -1]}, {"teams": [0, 1]},
        {"teams": [0, 1, -1]}, {"upcards": ["AH", "7S"]}, {"upcards": [1, 2, 3]}, {"turned": "10H"},
        {"null": "yes"}, {"multiplier": -1}, {"marriages": [1, 0]}, {"marriages": [1, 0, -1]},
        {"exchanged": [1, 0]}, {"exchanged": [1, 0, -1]}, {"exposed": [1, 0, 0, 0]},
        {"exposed": [1, 0, -1]}, {"trump": "H"},
    ]  # fmt: skip
    for change in rows:
        entry = deal(4, 2, 1)
        if "upcards" not in change:
            entry["teams"] = None
        assert is_refused(score, record("la-krap", 3, [entry | change]))


def test_an_option_outside_its_values_is_none() -> None:
    rows: list[Json] = [
        {"first_dealer": 3}, {"first_lead": "right"}, {"twos": "all"}, {"sheet": "suit"},
        {"special_anytime": "true"}, {"empty_trick": "dealer"}, {"nines": "null"},
    ]  # fmt: skip
    for options in rows:
        assert is_refused(score, record("la-krap", 3, [SIDES], **options))
