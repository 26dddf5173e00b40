"""Facts entered before the first card: their page, what it refuses, and how they are shown."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from tests.games.records import NAMES, deal, tribello
from tests.web.followed import dealt, facts_typed
from tests.web.phones import HTMX, Page, Phone, PlayedMatch

Typed = dict[str, str]
KRAP = {"upcard0": "AH", "upcard1": "KS", "upcard2": "9D", "turned": "BJ 10H"}
KRAP_FACTS: dict[str, Any] = {"upcards": ["AH", "KS", "9D"], "turned": ["BJ", "10H"]}

READ: list[tuple[str, Typed, dict[str, Any]]] = [
    ("tribello", {"trump": "S"}, {"trump": "S"}),
    ("tribello", {"trump": "C", "pickup0": "5", "pickup2": "1"},
     {"trump": "C", "pickup": [5, 0, 1]}),
    ("triathlon", {"trump": "S"}, {"trump": "S"}),
    ("triathlon", {"trump": "S", "rejected0": "H", "rejected1": "C"},
     {"trump": "S", "rejected": ["H", "C"]}),
    ("la-krap", KRAP, KRAP_FACTS),
    ("la-krap", {"turned": "SHEET", "alone": "1"}, {"turned": ["SHEET"], "teams": None}),
    ("la-krap", {"turned": "2H", "team0": "1", "team1": "0", "team2": "1"},
     {"turned": ["2H"], "teams": [1, 0, 1]}),
    ("la-krap", KRAP | {"exchanged0": "6", "exchanged1": "2", "exposed2": "3"},
     KRAP_FACTS | {"exchanged": [6, 2, 0], "exposed": [0, 0, 3]}),
]  # fmt: skip

REFUSED: list[tuple[str, Typed, list[str]]] = [
    ("tribello", {}, ["tribello.trump"]),
    ("tribello", {"trump": "X"}, ["tribello.trump"]),
    ("tribello", {"trump": "S", "pickup0": "8", "pickup1": "6"}, ["tribello.pickup"]),
    ("tribello", {"pickup0": "-1"}, ["tribello.pickup", "tribello.trump"]),
    ("triathlon", {}, ["triathlon.rejection"]),
    ("triathlon", {"rejected0": "S", "rejected1": "H"}, ["triathlon.rejection"]),
    ("triathlon", {"trump": "S", "rejected0": "H", "rejected1": "S"}, ["triathlon.rejection"]),
    ("la-krap", {}, ["la-krap.play", "la-krap.play"]),
    ("la-krap", {"alone": "1"}, ["la-krap.play"]),
    ("la-krap", KRAP | {"upcard1": ""}, ["la-krap.play"]),
    ("la-krap", KRAP | {"alone": "1"}, ["la-krap.play"]),
    ("la-krap", KRAP | {"upcard1": "<b>"}, ["la-krap.pack"]),
    ("la-krap", KRAP | {"turned": "BJ"}, ["la-krap.game-card"]),
    ("la-krap", KRAP | {"null": "1"}, ["la-krap.game-card"]),
    ("la-krap", KRAP | {"exchanged0": "7"}, ["la-krap.exchange"]),
]  # fmt: skip


def test_what_is_known_before_the_first_card_is_kept_with_the_deal(ann: Phone) -> None:
    for game, typed, facts in READ:
        match = ann.start(game, "Ann", "Ben", "Cleo")
        page = match.begin(**typed)
        assert page.status == 200
        assert page.trick == []
        assert match.facts() == {"kind": "deal", **facts}
        assert match.fallen() == []


def test_a_start_that_cannot_be_is_refused_by_its_rule_and_stays_in_the_form(ann: Phone) -> None:
    for game, typed, rules in REFUSED:
        match = ann.start(game, "Ann", "Ben", "Cleo")
        form = ann.open(match.to_score + "play/").form("/play/")
        page = ann.post(match.to_score + "play/", form.fields() | typed)
        assert (page.status, page.is_whole) == (422, True)
        assert sorted(page.rules) == rules
        assert page.alert
        known = {item for item in typed.items() if item[1] != "X"}
        assert known <= set(page.form("/play/").fields().items())
        assert match.number == 1


def test_a_refused_start_can_be_mended_but_not_against_the_fallen_cards(ann: Phone) -> None:
    match = ann.start("la-krap", "Ann", "Ben", "Cleo")
    page = match.begin(**KRAP | {"turned": "BJ"})
    page = ann.send(page, "/play/", turned="BJ 10H")
    assert page.status == 200
    assert match.facts() == {"kind": "deal", **KRAP_FACTS}

    match = ann.start("la-krap", "Ann", "Ben", "Cleo")
    ann.tap(match.begin(**KRAP), "SHEET")
    page = corrected(ann, match, turned="SHEET")
    assert (page.status, page.rules) == (422, ["la-krap.pack"])
    assert page.form("/play/").fields()["turned"] == "SHEET"
    assert (match.number, match.facts()) == (3, {"kind": "deal", **KRAP_FACTS})


def test_typed_facts_come_along_from_the_match_page(ann: Phone, friday: PlayedMatch) -> None:
    (way,) = (
        button
        for button in ann.open(friday.to_score).tree.all("button", form="entry")
        if button.get("formaction").endswith("/play/")
    )
    assert way["formmethod"] == "get"
    typed = ann.open(friday.to_score).form("/entries").fields() | {"trump": "D", "pickup0": "5"}
    page = ann.open(f"{way['formaction']}?{urlencode(typed)}")
    fields = page.form("/play/").fields()
    assert (fields["trump"], fields["pickup0"]) == ("D", "5")
    assert ann.send(page, "/play/").status == 200
    assert friday.facts() == {"kind": "deal", "trump": "D", "pickup": [5, 0, 0]}


def test_a_round_without_trumps_asks_for_none(ann: Phone) -> None:
    match = ann.load(tribello(*[deal(6, 4, 3)] * 6))
    page = ann.open(match.to_score + "play/")
    assert "trump" not in page.form("/play/").fields()
    assert match.post("play/", trump="S").status == 303
    assert match.facts() == {"kind": "deal"}


def test_after_the_end_no_deal_is_begun(ann: Phone) -> None:
    match = ann.load(tribello(*[deal(6, 4, 3)] * 12))
    assert ann.open(match.to_score + "play/").status == 404
    page = match.post("play/", trump="S")
    assert page.status == 422
    assert page.alert
    assert match.number == 1


def hints(phone: Phone, match: PlayedMatch, **typed: str) -> dict[str, str]:
    page = phone.post(match.to_score + "check", {"facts": "1", **typed})
    assert page.status == 200
    return {each["id"]: each.text for each in page.tree.all("output") if each.text}


def test_teams_and_game_are_told_while_they_are_typed_and_nothing_of_trumps(ann: Phone) -> None:
    match = ann.start("la-krap", "Ann", "Ben", "Cleo", "Dora")
    assert hints(ann, match) == {}
    upcards = {"upcard0": "AH", "upcard1": "KS", "upcard2": "9D", "upcard3": "7C"}
    teams = {f"hint-upcard{seat}": team for seat, team in enumerate(["red", "black"] * 2)}
    assert hints(ann, match, **upcards) == teams
    both = hints(ann, match, **upcards, turned="RJ BJ 8D")
    assert both.keys() == {*teams, "hint-game"}
    for text in ("BJ", "3S", "<b>", "AH KS"):
        assert "hint-game" in hints(ann, match, turned=text)
    assert match.number == 1

    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    assert hints(ann, match, trump="S", rejected0="S", pickup0="99") == {}


def corrected(phone: Phone, match: PlayedMatch, **typed: str) -> Page:
    page = phone.open(match.to_score)
    (way,) = (a for a in page.tree.all("a") if a["href"] == match.to_score + "play/")
    return phone.send(phone.open(way["href"]), "/play/", **typed)


def test_a_start_that_comes_too_late_is_still_in_the_form(ann: Phone, ben: Phone) -> None:
    match = ann.start("la-krap", "Ann", "Ben", "Cleo")
    early = ben.open(match.to_score + "play/")
    ann.send(ann.open(match.to_score + "players/"), "/names", player0="Anna")
    late = ben.answer(early, "/play/", **KRAP)
    assert (late.status, match.number) == (409, 2)
    assert late.alert
    assert KRAP.items() <= late.form("/play/").fields().items()
    for _ in range(2):  # a double tap starts it only once
        assert ben.answer(late, "/play/").status == 303
    assert (match.number, match.facts()) == (3, {"kind": "deal", **KRAP_FACTS})


def test_a_start_sent_by_htmx_from_its_own_page_leads_to_the_match(ann: Phone) -> None:
    some = dealt("tribello", 1)
    match = ann.start_deal(some)
    quick = Phone(ann.app, headers=HTMX | {"HX-Target": "entry"})
    page = quick.answer(ann.open(match.to_score + "play/"), "/play/", **facts_typed(some.facts))
    assert (page.status, page.response.headers["HX-Redirect"]) == (204, match.to_score)
    assert match.fallen() == []


def test_the_declarer_plays_for_the_dummy(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], int, str]] = [
        ({"level_0": "1", "strain_0": "C", "declarer_0": "3"}, 1, "dummy, played by Dora"),
        ({"bid_0": "calls", "auction_0": "P 1C P 2C P P P"}, 3, "dummy, played by Ben"),
    ]
    for auction, dummy, words in cases:
        match = ann.start("card-triathlon", "Ann", "Ben", "Cleo", "Dora")
        page = match.begin(**auction)
        said = []
        for card in ("5C", "6C", "7C", "8C"):
            said.append(page.tree.one("fieldset", class_="whole").one("legend").text)
            page = ann.tap(page, card)
        leader = (dummy + 3) % 4
        order = [(leader + place) % 4 for place in range(4)]
        assert [words in text for text in said] == [seat == dummy for seat in order]


def sides(page: Page) -> list[str]:
    """What a screen reader says for each player's side, such as `Ann: red, 2 tricks.`"""
    (line,) = (each for each in page.tree.all("p") if "sides" in each.get("class").split())
    texts = [each.text for each in line.walk() if each.get("class") == "unseen"]
    return [f"{name} {words}" for name, words in zip(texts[::2], texts[1::2], strict=True)]


UP = {"upcard0": "AH", "upcard1": "7S", "upcard2": "SHEET"}
CHOSEN = {"team0": "1", "team1": "0", "team2": "1"}
TO_4_HEARTS = {"level_0": "4", "strain_0": "H", "declarer_0": "2"}


def in_teams(*teams: str) -> list[str]:
    return [f"{name}: {team}, 0 tricks." for name, team in zip(NAMES, teams, strict=False)]


HEADS: list[tuple[str, int, Typed, str, str, list[str]]] = [
    ("tribello", 3, {"trump": "H"}, "", "♥ trumps",
     ["Ann: 0 tricks, quota 6.", "Ben: 0 tricks, quota 4.", "Cleo: 0 tricks, quota 3."]),
    ("tribello", 3, {"trump": "H"}, "AS 2S 3S", "♥ trumps",
     ["Ann: 1 trick, quota 6.", "Ben: 0 tricks, quota 4.", "Cleo: 0 tricks, quota 3."]),
    ("triathlon", 3, {"trump": "H", "rejected0": "S", "rejected1": "C"}, "",
     "♥ trumps · rejected ♠ ♣", [f"{name}: 0 tricks." for name in NAMES[:3]]),
    ("triathlon", 3, {"trump": "D"}, "", "♦ trumps",
     [f"{name}: 0 tricks." for name in NAMES[:3]]),
    ("la-krap", 3, UP | {"turned": "BJ 10H"}, "", "♥ trumps · × 2",
     in_teams("red", "black", "jokers")),
    ("la-krap", 3, UP | {"turned": "RJ 8D"}, "", "null ♦ · × 4",
     in_teams("red", "black", "jokers")),
    ("la-krap", 3, UP | {"turned": "2C"}, "", "♣ trumps · no exchange",
     in_teams("red", "black", "jokers")),
    ("la-krap", 3, UP | {"upcard2": "RJ", "turned": "SHEET"}, "", "null, with jokers as sheets",
     in_teams("alone", "alone", "alone")),
    ("la-krap", 3, CHOSEN | {"turned": "KS"}, "", "♠ trumps", in_teams("black", "red", "black")),
    ("la-krap", 3, {"alone": "1", "turned": "KS"}, "", "♠ trumps",
     in_teams("alone", "alone", "alone")),
    # Dora leads, as she sits to the declarer's left.
    ("card-triathlon", 4, TO_4_HEARTS, "AS KS 2S 3S", "4♥ Cleo · needs 10",
     ["Ann+Cleo: 0 tricks.", "Ben+Dora: 1 trick."]),
]  # fmt: skip


def test_what_is_played_and_who_has_what_stand_above_the_cards(ann: Phone) -> None:
    for game, seats, typed, cards, head, told in HEADS:
        match = ann.start(game, *NAMES[:seats])
        page = ann.tap_all(match.begin(**typed), cards.split())
        assert (page.tree.one("span", class_="game").text, sides(page)) == (head, told)


def test_a_save_of_a_start_that_changes_nothing_writes_nothing(ann: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.begin(trump="H", pickup0="2")
    number = match.number
    page = ann.open(match.to_score + "play/")
    answer = ann.answer(page, "/play/")
    assert (answer.status, match.number) == (303, number)
    assert ann.follow(answer).tree.one(id="play")
    assert ann.answer(page, "/play/", trump="S").status == 303
    assert (match.number, match.facts()["trump"]) == (number + 1, "S")
