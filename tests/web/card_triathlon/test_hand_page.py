"""The page of a hand without scripts: its keys, its groups, and moving cards."""

from __future__ import annotations

from tests.games.card_triathlon.legs import d_leg
from tests.web.hands import (
    HANDS,
    SHOWN,
    address,
    due,
    fields,
    hand,
    key,
    pressed,
    sprint,
    state,
    titles,
    total,
    unused,
)
from tests.web.leg_forms import game
from tests.web.phones import Phone, start

LONG = "4C 5S 6H 7H 8H 2H 10H"
BEST = "6H 7H 8H 9H 10S"


def test_a_hand_has_its_page_only_while_a_d_leg_is_due(ann: Phone) -> None:
    match = sprint(ann)
    for seat in range(4):
        page = hand(ann, match, seat)
        assert page.status == 200
        assert page.tree.one("h1").text.endswith("’s hand")
    assert ann.open(address(match, 4)).status == 404
    assert ann.open(address(game(ann, 4))).status == 404
    tribello = start(ann, "tribello", "Ann", "Ben", "Cleo")
    assert ann.open(address(tribello)).status == 404
    assert ann.post(address(tribello), {"number": "1"}).status == 404
    assert ann.open(address(match).replace(match.score_key, match.watch_key)).status == 403

    match = sprint(ann, d_leg(10, 10, 10, 10))
    statuses = {id: ann.open(f"{match.to_score}e/{id}/hand/0").status for id in match.ids}
    assert list(statuses.values()) == [404, 404, 200]
    assert ann.open(f"{match.to_score}e/x/hand/0").status == 404
    assert ann.open(f"{match.to_score}e/{match.ids[-1]}/hand/4/extra").status == 404


def test_there_is_a_key_for_every_card_as_often_as_the_packs_hold_it(ann: Phone) -> None:
    for seats, copies in ((4, 2), (6, 3), (8, 4)):
        page = hand(ann, due(ann, seats))
        left = {each["value"]: int(each["data-left"]) for each in page.tree.all(name="add")}
        assert len(left) == 53
        assert left.pop("JK") == seats
        assert set(left.values()) == {copies}
    rows = [row["class"] for row in page.tree.one(class_="of13").all(role="group")]
    assert rows == ["S", "H", "D", "C", "JK"]


def test_a_hand_is_picked_and_taken_away_key_by_key_without_a_script(ann: Phone) -> None:
    match = sprint(ann)
    page = hand(ann, match)
    for number, card in enumerate(HANDS[0].split(), start=1):
        page = pressed(ann, page, "add", card)
        assert page.status == 200
        assert page.tree.one(id="count").text == f"{number} of 13 cards"
    assert fields(page)["cards"] == HANDS[0]
    assert key(page, "6H").text == "6♥ ×2"
    assert key(page, "6H")["class"].split()[-2:] == ["on", "off"]
    assert key(page, "7H")["class"].split()[-1] == "on"
    assert state(page)["cards"] == HANDS[0]
    assert "add" not in state(page)

    page = pressed(ann, hand(ann, match, cards="AS KS QS"), "take", "1")
    assert fields(page)["cards"] == "AS QS"
    assert [b["aria-label"] for b in page.tree.one(id="chosen").all("button")] == [
        "Remove A of spades",
        "Remove Q of spades",
    ]
    page = pressed(ann, page, "take", "last")
    assert fields(page)["cards"] == "AS"
    for nothing in ("last", "last", "7", "x"):
        page = pressed(ann, page, "take", nothing)
    assert fields(page)["cards"] == ""
    assert page.status == 200


def test_a_card_that_cannot_be_added_says_why(ann: Phone) -> None:
    cases: list[tuple[int, str, str, str, str]] = [
        (6, "6H 6H 6H", "6H", "6♥ is already taken: 3 in this hand.", "pack"),
        (4, HANDS[0], "AS", "Ann has 13 cards", "d.start"),
        (4, "", "<b>", "“<b>”", "pack"),
    ]
    for seats, cards, card, words, rule in cases:
        page = pressed(ann, hand(ann, due(ann, seats), cards=cards), "add", card)
        assert page.status == 422
        why = page.tree.one(id="why")
        assert words in why.text
        assert why.one("a", class_="rule")["href"].partition("#card-triathlon.")[2] == rule
        if "already taken" in words:
            assert key(page, card)["aria-disabled"] == "true"
        assert fields(page)["cards"] == cards


def test_cards_and_groups_in_their_fields_are_read_told_and_kept(ann: Phone) -> None:
    match = sprint(ann)
    for cards, rule in (("SHEET", "pack"), (f"{HANDS[0]} AS", "d.start"), ("<b> AS", "pack")):
        page = hand(ann, match, cards=cards)
        assert page.status == 422
        assert f"card-triathlon.{rule}" in page.rules
        assert fields(page)["cards"] == cards
        assert titles(page) == []
    page = hand(ann, match, cards=" 6h,7♥ TH rj ")
    assert fields(page)["cards"] == "6H 7H 10H JK"

    page = hand(ann, match, cards=SHOWN, groups="6H 7H 8H 9H 2D | ks <b> kd")
    assert titles(page) == ["No straight flush 0", "No straight flush 0", "Not used"]
    assert fields(page)["groups"] == "6H 7H 8H 9H 2D | KD"
    page = hand(ann, match, cards=SHOWN, groups=f"{BEST} JS")
    assert titles(page)[0] == "Hearts 6 to jack 30"
    assert total(page) == "30 same as the best score"
    page = hand(ann, match, cards=SHOWN, groups="|")
    assert total(page) == "0 30 below the best score (30)"


def test_a_hand_is_laid_out_with_its_reasons_by_the_options_of_the_table(ann: Phone) -> None:
    cases: list[tuple[str, list[str], str, list[str]]] = [
        (SHOWN, ["Hearts 6 to 10 30", "Not used"], "30 points", ["fives", "substitutes", "half"]),
        (HANDS[1], ["Spades 2 to 6 25", "Diamonds 7 to ace 85", "Not used"], "110 points",
         ["straight-flush", "straight-flush"]),
        ("2H 6H 7H 8H 9C", ["No straight flush"], "0 points", []),
    ]  # fmt: skip
    for cards, groups, points, rules in cases:
        page = hand(ann, sprint(ann), cards=cards)
        assert (titles(page), total(page)) == (groups, points)
        boxes = page.tree.all("section", class_="flush")
        cited = [link["href"].partition("#")[2] for box in boxes for link in box.all(class_="rule")]
        assert cited == [f"card-triathlon.d.{rule}" for rule in rules]

    for figure, options in ((0, {"d_flush_duplicates": False}), (30, {})):
        page = hand(ann, due(ann, **options), cards="6H 7H 8H 9H 9H")
        assert total(page) == f"{figure} points"


def test_a_group_stands_in_two_rows_place_under_place(ann: Phone) -> None:
    page = hand(ann, sprint(ann), cards=f"{LONG} AS", groups=LONG)
    places = page.tree.all("section", class_="flush")[0].all(class_="place")
    assert [each["aria-label"] for each in places] == [
        "4 of clubs as the 4, doesn’t score",
        "5 of spades as the 5, doesn’t score",
        "6 of hearts as the 6, scores 5",
        "7 of hearts as the 7, scores 5",
        "8 of hearts as the 8, scores 10",
        "2 of hearts as the 9, doesn’t score",
        "10 of hearts as the 10, scores 10",
    ]
    below = [each.all("span")[0]["class"] == "gap" for each in places]
    assert below == [True, True, False, False, False, True, False]
    assert unused(page) == ["A of spades"]


def test_a_card_that_is_tapped_waits_for_its_place(ann: Phone) -> None:
    page = pressed(ann, hand(ann, sprint(ann), cards=SHOWN), "tap", "0.4")
    assert state(page)["picked"] == "0.4"
    assert page.tree.one(id="moved").text == "10♠"
    assert "picking" in page.tree.one(id="arranged")["class"]
    assert "groups" not in state(page)
    for leave in ("0.4", "leave"):
        assert "picked" not in state(pressed(ann, page, "tap", leave))


def test_another_layout_says_what_it_is_worth_and_what_it_breaks(ann: Phone) -> None:
    for card, target, groups, figure, rule in (
        ("u.1", "0.4", "6H 7H 8H 9H KD", "0 30 below the best score (30)", "substitutes"),
        ("0.4", "u", "6H 7H 8H 9H", "0 30 below the best score (30)", "straight-flush"),
        ("u.1", "n", f"{BEST} | KD", "30 same as the best score", "straight-flush"),
        ("u.0", "0", f"{BEST} JS", "30 same as the best score", ""),
    ):
        page = pressed(ann, hand(ann, sprint(ann), cards=SHOWN), "tap", card)
        pressed_keys = page.tree.all("button", aria_pressed="true")
        assert [key["value"] for key in pressed_keys] == [card]
        page = pressed(ann, page, "tap", target)
        assert page.status == 200
        assert state(page)["groups"] == groups
        assert total(page) == figure
        breaches = [box for box in page.tree.all("section") if "bad" in box["class"].split()]
        assert [box.one("a", class_="rule")["href"].partition("#")[2] for box in breaches] == (
            [f"card-triathlon.d.{rule}"] if rule else []
        )
        back = pressed(ann, page, "tap", "best")
        assert (fields(back)["cards"], total(back)) == (SHOWN, "30 points")
        assert "groups" not in state(back)


def test_a_tap_that_leads_nowhere_changes_nothing(ann: Phone) -> None:
    match = sprint(ann)
    for target in ("u", "n", "0"):
        page = pressed(ann, hand(ann, match, cards=SHOWN), "tap", target)
        assert page.status == 422
        assert page.tree.one(id="why").text.startswith("Tap a card first")

    page = hand(ann, sprint(ann), cards=SHOWN, picked="0.0")
    for tap in ("0.9", "u.99", "9.0", "x", "<b>", "9", "0.0.0", "٣.٣"):
        after = pressed(ann, page, "tap", tap)
        assert after.status == 200
        assert (fields(after)["cards"], total(after)) == (SHOWN, "30 points")


def test_a_layout_goes_along_with_cards_that_come_and_go(ann: Phone) -> None:
    page = hand(ann, sprint(ann), cards="6H 7H 8H 9H 5D", groups="5D 6H 7H 8H 9H")
    page = pressed(ann, page, "add", "KS")
    assert fields(page)["groups"] == "5D 6H 7H 8H 9H"
    assert unused(page) == ["K of spades"]
    page = pressed(ann, page, "take", "0")
    assert fields(page)["groups"] == "5D 7H 8H 9H"


def test_htmx_gets_the_groups_alone_and_the_address_to_show(quick: Phone) -> None:
    match = sprint(quick)
    page = quick.open(address(match, 0, cards=SHOWN, picked="0.0", tap="0.1"))
    assert page.status == 200
    assert not page.is_whole
    assert page.tree.one(id="arranged")
    replaced = page.response.headers["HX-Replace-Url"]
    assert replaced.endswith("&groups=7H+6H+8H+9H+10S")
    assert quick.open(replaced).tree.one(id="save").fields()["groups"] == "7H 6H 8H 9H 10S"
