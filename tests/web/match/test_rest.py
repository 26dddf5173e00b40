"""Deals that aren't followed to their last card: the rest goes to one player, or figures follow."""

from __future__ import annotations

import pytest

from tests.web.at_tables import TABLES, begun_at_both, contract_typed
from tests.web.followed import dealt, facts_typed, married
from tests.web.phones import Page, Phone, PlayedMatch


def given(phone: Phone, game: str, tricks: int, seat: int) -> tuple[PlayedMatch, Page]:
    """A deal whose rest has gone to a seat after this many tricks."""
    match, page = phone.play(dealt(game, 3), 3 * tricks)
    return match, phone.send(page, "/play/rest", seat=str(seat))


def log_lines(phone: Phone, match: PlayedMatch) -> str:
    return phone.open(match.to_score + "log/").tree.one("main").text


@pytest.mark.parametrize("game", ["tribello", "triathlon"])
def test_one_tap_ends_the_deal_and_undo_takes_it_back(quick: Phone, ann: Phone, game: str) -> None:
    deal = dealt(game, 3)
    match, page = given(quick, game, 9, 2)

    assert page.card_keys == {}
    assert f"{game}.table" in page.html
    refused = match.post("play/card", card=deal.cards[27])
    assert (refused.status, refused.rules) == (422, [f"{game}.play"])
    assert match.post("play/rest", seat="1").status == 422
    assert "The rest go to Cleo." in log_lines(ann, match)
    assert f"{game}.table" in ann.open(match.to_watch).html

    assert match.undo().card_keys
    assert "The rest no longer go to Cleo." in log_lines(ann, match)
    page = match.redo()
    page = ann.send(page, "/play/record")
    entry = deal.entry | {"play": deal.play[:9], "rest": 2}
    assert match.entries == [entry]
    receipt = ann.open(match.to_score + f"e/{match.ids[0]}").tree
    rest = receipt.one("table", class_="played").one("tbody").all("tr")[9]
    shown = [cell.text for cell in (rest.one("th"), *rest.all("td"))]
    assert shown == ["Trick 10–13", "", "", "the rest"]


def test_a_rest_is_given_only_between_two_tricks_of_a_game_that_has_one(ann: Phone) -> None:
    match, page = ann.play(dealt("tribello", 3), 0)
    for number, card in enumerate(dealt("tribello", 3).cards):
        assert bool(page.tree.all(action=f"{match.to_score}play/rest")) == (number % 3 == 0)
        page = ann.tap(page, card)
    match, page = ann.play(dealt("la-krap", 3), 0)
    assert match.post("play/rest", seat="0").status == 422
    match, page = ann.play(dealt("triathlon", 3), 0)
    for seat in ("3", "", "x"):
        assert match.post("play/rest", seat=seat).status == 422


def test_changing_the_start_leaves_who_gets_the_rest(ann: Phone) -> None:
    match, _ = given(ann, "tribello", 0, 1)
    page = ann.open(match.to_score + "play/")
    ann.send(page, "/play/", trump="S" if match.facts()["trump"] != "S" else "H")
    ann.send(ann.open(match.to_score), "/play/record")
    (entry,) = match.entries
    assert (entry["play"], entry["rest"]) == ([], 1)


@pytest.mark.parametrize("tricks", [0, 9])
@pytest.mark.parametrize("game", ["tribello", "triathlon"])
def test_a_correction_shows_keeps_and_changes_who_gets_the_rest(
    ann: Phone, game: str, tricks: int
) -> None:
    match, page = given(ann, game, tricks, 2)
    ann.send(page, "/play/record")
    before = match.entries
    edit = f"{match.to_score}e/{match.ids[0]}/edit"
    page = ann.open(edit)
    assert page.form(f"/e/{match.ids[0]}").fields()["rest"] == "2"
    ann.send(page, f"/e/{match.ids[0]}", note="Seen at once.")
    assert match.entries == [before[0] | {"note": "Seen at once."}]
    ann.send(ann.open(edit), f"/e/{match.ids[0]}", rest="0")
    assert match.entries[0]["rest"] == 0
    if tricks:
        page = ann.send(ann.open(edit), f"/e/{match.ids[0]}", rest="")
        assert (page.status, page.rules) == (422, [f"{game}.play"])


# Figures instead ----------------------------------------------------------------------------------


def filled(page: Page, **fields: str) -> bool:
    return fields.items() <= page.form("/entries").fields().items()


@pytest.mark.parametrize("game", ["tribello", "triathlon", "la-krap"])
def test_figures_instead_keep_what_is_known_on_every_phone(
    ann: Phone, ben: Phone, game: str
) -> None:
    deal = dealt(game, 5)
    match, page = ann.play(deal, 4 * deal.seats + 1)
    takers = deal.oracle.followed(deal.play[:4]).takers
    so_far = {f"tricks{seat}": str(takers.count(seat)) for seat in range(deal.seats)}
    for shown in (ann.send(page, "/play/figures"), ben.open(match.to_score)):
        assert filled(shown, **facts_typed(deal.facts), **so_far)
        assert "after 4 tricks" in shown.tree.one(id="due").one("h2").text
        checked = ann.post(match.to_score + "check", shown.form("/entries").fields())
        for each in (shown, checked):
            assert not each.tree.one(id="slips").all("button"), "the tricks aren't final"
    assert ben.send(shown, "/entries", tricks0="0", tricks1="0").status == 422
    assert match.by(ben).undo().card_keys
    page = ann.send(ann.open(match.to_score), "/play/figures")
    form = page.form("/entries").fields()
    page = ann.follow(ann.post(match.to_score + "play/", form))
    assert match.fallen() == deal.cards[: 4 * deal.seats + 1], "by cards again"
    page = ann.follow(match.post("play/leave"))  # deal again
    assert (match.fallen(), filled(page, tricks0="")) == (None, True)


def test_figures_instead_keep_marriages_and_the_last_trick(ann: Phone) -> None:
    deal, (trick, seat) = married()
    match, page = ann.play(deal, deal.seats * trick)
    page = ann.send(ann.send(page, "/play/say", act="0"), "/play/figures")
    marriages = {f"marriages{each}": str(int(each == seat)) for each in range(deal.seats)}
    assert filled(page, **marriages)

    match, page = given(ann, "triathlon", 9, 2)
    page = ann.send(page, "/play/figures")
    assert filled(page, last_trick="2")
    ann.send(page, "/entries")
    (entry,) = match.entries
    assert (sum(entry["tricks"]), entry["last_trick"], entry.get("play")) == (13, 2, None)


def test_tricks_so_far_are_not_recorded_by_chance(ann: Phone) -> None:
    deal = dealt("la-krap", 16, seats=5, empty_trick="nobody", twos="suit")
    for tricks, rules in ((4, ["la-krap.empty-trick"]), (7, [])):
        match, page = ann.play(deal, 5 * tricks)
        page = ann.send(ann.send(page, "/play/figures"), "/entries")
        assert (page.rules, len(match.entries)) == (rules, int(not rules))


def test_figures_at_one_of_two_tables_keep_its_contract_and_tricks(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    match.fall(*TABLES[0].cards[:20], table=0)
    match.fall(*TABLES[1].cards[:4], table=1)
    ann.send(ann.open(match.to_score + "?table=0"), "/play/figures")
    page = ben.open(match.to_score + "?table=0")
    assert filled(page, **contract_typed(0, TABLES[0]))
    fields = page.form("/entries").fields()
    assert sum(int(fields[f"tricks{seat}"]) for seat in range(4)) == 5
    assert ben.open(match.to_score + "?table=1").trick
