"""What stands above the cards of a deal, and what a proven revoke leaves to be done."""

from __future__ import annotations

import pytest

from tests.games.dealt import Dealt
from tests.games.records import REVOKED, tribello
from tests.web.followed import PLAYERS, begin, begun, dealt, irregular, married, sent, tap_all
from tests.web.match.test_play_course import REVOKES
from tests.web.phones import Page, Phone, start
from tests.web.timed import opened

UP = {"upcard0": "AH", "upcard1": "7S", "upcard2": "SHEET"}


def played_game(page: Page) -> str:
    (game,) = page.tree.all("span", class_="game")
    return game.text


def sides(page: Page) -> list[str]:
    """What is read out of each side: `Ann: red, 2 tricks.`"""
    (line,) = (each for each in page.tree.all("p") if "sides" in each.get("class").split())
    heard = (each for each in line.walk() if each.get("class") == "unseen")
    texts = [each.text for each in heard]
    return [f"{name} {words}" for name, words in zip(texts[::2], texts[1::2], strict=True)]


# What stands --------------------------------------------------------------------------------------


def test_in_tribello_trumps_quotas_and_tricks_stand_above_the_cards(ann: Phone) -> None:
    match = start(ann, "tribello", *PLAYERS[:3])
    page = begin(ann, match, trump="H")
    assert played_game(page) == "♥ trumps"
    assert [side.split(", ")[1] for side in sides(page)] == ["quota 6.", "quota 4.", "quota 3."]
    page = tap_all(ann, page, ["AS", "2S", "3S"])  # Ann deals and leads
    assert sides(page)[0] == "Ann: 1 trick, quota 6."


def test_in_triathlon_trumps_and_rejected_suits_stand_above_the_cards(ann: Phone) -> None:
    match = start(ann, "triathlon", *PLAYERS[:3])
    page = begin(ann, match, trump="H", rejected0="S", rejected1="C")
    assert played_game(page) == "♥ trumps · rejected ♠ ♣"
    assert sides(page) == [f"{name}: 0 tricks." for name in PLAYERS[:3]]
    page = begin(ann, match, trump="D", rejected0="", rejected1="")
    assert played_game(page) == "♦ trumps"


CHOSEN = {"team0": "1", "team1": "0", "team2": "1"}
KRAP = [
    (UP | {"turned": "BJ 10H"}, "♥ trumps · × 2", ["red", "black", "jokers"]),
    (UP | {"turned": "RJ 8D"}, "null ♦ · × 4", ["red", "black", "jokers"]),
    (UP | {"turned": "2C"}, "♣ trumps · no exchange", ["red", "black", "jokers"]),
    (UP | {"upcard2": "RJ", "turned": "SHEET"}, "null, jokers are sheets", ["alone"] * 3),
    (CHOSEN | {"turned": "KS"}, "♠ trumps", ["black", "red", "black"]),
    ({"alone": "1", "turned": "KS"}, "♠ trumps", ["alone"] * 3),
]


def test_in_la_krap_game_multiplier_and_teams_stand_above_the_cards(ann: Phone) -> None:
    for typed, game, teams in KRAP:
        match = start(ann, "la-krap", *PLAYERS[:3])
        page = begin(ann, match, **typed)
        assert played_game(page) == game
        shown = [f"{name}: {team}, 0 tricks." for name, team in zip(PLAYERS, teams, strict=False)]
        assert sides(page) == shown


def test_in_la_krap_marriages_stand_above_the_cards(ann: Phone) -> None:
    deal, (trick, seat) = married()
    _, page = begun(ann, deal)
    page = tap_all(ann, page, deal.cards[: trick * deal.seats])
    assert "marriages" not in played_game(page)
    page = ann.send(page, "/play/say", act="0")
    team = sides(page)[seat].split(": ")[1].split(",")[0]
    side = PLAYERS[seat] if team == "alone" else team
    assert played_game(page).endswith(f"marriages: {side} 1")


def test_in_a_b_leg_contract_needed_tricks_and_those_of_both_teams_stand_above_the_cards(
    ann: Phone,
) -> None:
    match = start(ann, "card-triathlon", *PLAYERS[:4], format="5000")
    page = begin(ann, match, level_0="4", strain_0="H", declarer_0="2")
    assert played_game(page) == "4♥ Cleo · needs 10"
    page = tap_all(ann, page, ["AS", "KS", "2S", "3S"])  # Dora leads, left of the declarer
    assert sides(page) == ["Ann+Cleo: 0 tricks.", "Ben+Dora: 1 trick."]


# What now? ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deal", "rule"), REVOKES, ids=[rule for _, rule in REVOKES])
def test_a_proven_revoke_says_what_the_table_may_do(
    ann: Phone, ben: Phone, deal: Dealt, rule: str
) -> None:
    made = irregular(deal, rule)
    match, page = begun(ann, deal)
    page = tap_all(ann, page, made.cards[: made.proven - 1])
    assert page.tree.all("details", class_="remedies") == []
    page = tap_all(ann, page, [made.cards[made.proven - 1]])
    for shown in (page, ben.open(match.to_score), ben.open(match.to_watch)):
        (now,) = shown.tree.all("details", class_="remedies")
        (ruling,) = now.all("a", class_="rule")
        assert ruling["href"].endswith("follow")
        assert "no penalty" in now.text
        assert len(now.all("li")) == 3
        may_write = f"/m/{match.watch_key}/" not in shown.address
        assert [bool(now.all("form")), bool(now.one("ul").all("a"))] == [may_write, may_write]
    whole = tap_all(ann, page, made.cards[made.proven :])
    assert len(whole.tree.all("details", class_="remedies")) == 1
    page = ann.press(whole, "Leave it and deal again")
    assert (match.entries, page.tree.all(id="play")) == ([], [])
    assert len(page.tree.all(id="entry")) == 1


def test_the_receipt_of_a_deal_with_a_revoke_says_what_the_table_may_do(ann: Phone) -> None:
    match = opened(ann, tribello(REVOKED))
    row = f"e/{match.ids[0]}"
    (now,) = ann.open(match.to_score + row).tree.all("details", class_="remedies")
    assert all(act in now.text for act in ("Correct", "Keep it marked", "Strike"))
    (now,) = ann.open(match.to_watch + row).tree.all("details", class_="remedies")
    assert "Strike" not in now.text
    lawful = dealt("tribello", 1)
    match = opened(ann, tribello(lawful.entry))
    receipt = ann.open(f"{match.to_score}e/{match.ids[0]}")
    assert receipt.tree.all("details", class_="remedies") == []
    assert sent(ann, match, f"e/{match.ids[0]}/strike").status == 303
