"""A B leg for eight players: two tables, each by cards on its own phone or in figures."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from referee.matches.store import Stale
from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.two_tables import EIGHT, Four, four, leg_of, mixed
from tests.web.at_tables import (
    REVOKED,
    TABLES,
    begin_at,
    begun_at_both,
    contract_typed,
    entry_of,
    fallen_at,
    here,
    last_line,
    quick_phone,
    start_eight,
    to_table,
    ways,
)
from tests.web.followed import in_question
from tests.web.leg_forms import b_typed
from tests.web.phones import Page, Phone, PlayedMatch, app_over, store_of

ONE, TWO = TABLES
LIVE = {"HX_Request": "true", "HX_Target": "live"}


def fallen(match: PlayedMatch) -> list[list[str] | None]:
    return [fallen_at(match, 0), fallen_at(match, 1)]


def at(phone: Phone, match: PlayedMatch, table: int) -> Page:
    page = phone.open(f"{match.to_score}?table={table}")
    assert here(page) == table
    return page


def typed_at(table: int, deal: Four) -> dict[str, str]:
    tricks, points, unscored = deal.figures
    made = deal.leg.contract
    bid = f"{made.level}{made.strain}"
    return b_typed(bid, made.declarer, tricks, points, unscored, place=table)


def followed_at(phone: Phone, table: int, cards: int = 52, deal: Four | None = None) -> PlayedMatch:
    """Start a match in which a table has played this many cards and the other none."""
    deal = deal or TABLES[table]
    match = start_eight(phone, b_jokers=str(bool(deal.leg.aside)))
    begin_at(phone, match, table, deal)
    match.fall(*deal.cards[:cards], table=table)
    return match


# Card by card -------------------------------------------------------------------------------------


def test_two_phones_follow_their_tables_at_once_and_record_one_leg(ann: Phone) -> None:
    tables = [four(21, True), four(25, True)]
    match = begun_at_both(ann, tables, b_jokers="True", sequence="['B', 'B', 'C', 'D', 'D']")
    phones = [ann, quick_phone(ann)]
    pages = [ann.take_seat(match.to_score, 2), phones[1].take_seat(match.to_score, 5)]
    fell: tuple[list[str], list[str]] = ([], [])
    for table, card in mixed(Random(1), tables[0].cards, tables[1].cards):
        turn = EIGHT[4 * table + tables[table].turns[len(fell[table])]]
        assert f"{turn}’s card" in pages[table].tree.one(id="play").text
        pages[table] = phones[table].tap(pages[table], card)
        fell[table].append(card)
        assert (pages[table].status, here(pages[table])) == (200, table)
        # A Joker is shown without the suit named for it.
        trick = [each.partition("=")[0] for each in fell[table][-(len(fell[table]) % 4) :]]
        assert not len(fell[table]) % 4 or pages[table].trick == trick
    assert (fallen(match), match.entries) == ([*fell], [])
    page = phones[1].open(match.to_score)
    assert [told for _, told in ways(page)] == ["finished", "finished"]
    page = phones[1].send(page, "/play/record")
    assert (page.status, page.rules) == (200, [])
    assert entry_of(match) == leg_of(*(table.part for table in tables))
    assert (match.match.deals, match.match.sheet().rows[0].problems) == ({}, ())

    # The next leg is dealt by the next at each table.
    assert "Fay" in page.tree.one("h2").text
    typed = {"bid_1": "calls", "auction_1": "1S P P P"}  # Fay deals, and so is declarer
    page = ann.send(ann.open(f"{match.to_score}play/?table=1"), "/play/", **typed)
    assert "Gina’s card" in page.tree.one(id="play").text


def test_the_leg_is_recorded_once_both_tables_have_ended(ann: Phone) -> None:
    match = begun_at_both(ann)
    match.fall(*TWO.cards, table=1)
    match.fall(*ONE.cards[:51], table=0)
    number = match.number
    for table in ("0", "1"):
        page = match.post("play/record", table=table)
        assert (page.status, match.number) == (422, number)
        assert page.tree.all("form", action=f"{match.to_score}play/record") == []
    waiting = at(ann, match, 1)
    assert (waiting.tree.all("button", name="card"), ways(waiting)[1][1]) == ([], "finished")
    match.fall(*ONE.cards[51:], table=0)
    assert ann.send(ann.open(match.to_score), "/play/record").status == 200
    assert entry_of(match) == leg_of(ONE.part, TWO.part)


def test_a_table_begins_while_the_other_plays(ann: Phone, ben: Phone) -> None:
    match = start_eight(ann)
    begin_at(ann, match, 0, ONE)
    form = ben.open(f"{match.to_score}play/?table=1")
    match.fall(*ONE.cards[:7], table=0)
    page = ben.send(form, "/play/", **contract_typed(1, TWO))
    assert (page.status, here(page), fallen(match)) == (200, 1, [ONE.cards[:7], []])
    assert here(ben.open(match.to_score)) == 1  # this phone has chosen it


def test_a_card_is_retried_after_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here_app, there_app = app_over(tmp_path), app_over(tmp_path)
    ann, ben = Phone(here_app), Phone(there_app)
    match = begun_at_both(ann)
    store = store_of(here_app)
    append, answers, left = store.append, [], [TWO.cards[0], TWO.cards[1]]

    def slow(*args: Any, **kwargs: Any) -> Any:
        if left:
            match.by(ben).fall(*[left.pop(0)], table=1)
        answers.append(append(*args, **kwargs))
        return answers[-1]

    monkeypatch.setattr(store, "append", slow)
    assert ann.send(at(ann, match, 0), "/play/card", card=ONE.cards[0]).status == 200
    assert [isinstance(answer, Stale) for answer in answers] == [True, True, False]
    assert fallen(match) == [ONE.cards[:1], TWO.cards[:2]]
    for app in (here_app, there_app):
        store_of(app).close()


def test_undo_is_of_the_whole_match_and_cards_are_taken_back_at_their_table(ann: Phone) -> None:
    match = begun_at_both(ann)
    for table, deal in enumerate(TABLES):
        match.fall(*deal.cards[:2], table=table)
    assert last_line(at(ann, match, 0)).startswith("Table 2: ")
    assert last_line(match.undo()).startswith("Table 2: ")
    assert fallen(match) == [ONE.cards[:2], TWO.cards[:1]]
    phone = quick_phone(ann)
    page = phone.send(at(phone, match, 0), "/play/lift")
    assert last_line(page).startswith("Table 1: ")
    assert (page.status, page.trick) == (200, ONE.cards[:1])
    assert fallen(match) == [ONE.cards[:1], TWO.cards[:1]]
    match.undo()
    assert fallen(match) == [ONE.cards[:2], TWO.cards[:1]]


def test_a_table_takes_back_and_leaves_only_its_own_cards(ann: Phone) -> None:
    match = followed_at(ann, 1, 5)
    begin_at(ann, match, 0, ONE)
    number = match.number
    assert match.post("play/lift", table="0").status == 422
    page = at(ann, match, 0)
    assert page.tree.all("form", action=f"{match.to_score}play/lift") == []
    assert match.number == number

    match.fall(*ONE.cards[:5], table=0)
    page = ann.send(at(ann, match, 0), "/play/figures")
    assert ways(page) == [("Table 1", "4♣ by Ann: 10 tricks needed"), ("Table 2", "trick 2 of 13")]
    assert fallen(match) == [ONE.cards[:5], TWO.cards[:5]]
    assert match.undo().status == 200
    assert fallen_at(match, 0) == ONE.cards[:5]

    ann.send(at(ann, match, 0), "/play/figures")
    page = ann.send(at(ann, match, 1), "/play/figures")
    assert ann.send(page, "/entries", **typed_at(0, ONE), **typed_at(1, TWO)).status == 200
    assert entry_of(match) == leg_of(ONE.by_figures, TWO.by_figures)


# One table by cards, the other in figures ---------------------------------------------------------


def test_the_form_asks_only_for_the_other_table(ann: Phone) -> None:
    jokers = four(21, True), four(25, True)
    for table, phone, tables in ((0, ann, jokers), (1, quick_phone(ann), TABLES)):
        deal, other = tables[table], tables[1 - table]
        match = followed_at(ann, table, deal=deal)
        page = at(phone, match, 1 - table)
        fields = page.form("/entries").fields()
        assert [f"points{seat}" in fields for seat in range(8)] == [
            seat // 4 != table for seat in range(8)
        ]
        figures = page.tree.one("dl", class_="outcome")
        shown = [each.all("dd")[0].text for each in figures.all("div")]
        assert shown == [*map(str, deal.figures.points), str(deal.figures.unscored)]
        told = ann.post(match.to_score + "check", fields | typed_at(1 - table, other))
        ids = {each["id"] for each in told.tree.all("output")}
        assert {f"hint-contract{1 - table}", f"hint-bar{1 - table}"} <= ids
        assert not ids & {f"hint-contract{table}", f"hint-bar{table}", f"hint-points{4 * table}"}

        page = phone.send(page, "/entries", **typed_at(1 - table, other))
        assert (page.status, page.rules, page.is_whole) == (200, [], phone is ann)
        parts = [deal.part, other.by_figures]
        assert entry_of(match) == leg_of(*(parts if table == 0 else reversed(parts)))
        assert (match.match.deals, match.match.sheet().rows[0].problems) == ({}, ())


def test_the_leg_waits_for_the_last_card_and_what_was_typed_stays(ann: Phone) -> None:
    match, typed = followed_at(ann, 0, 51), typed_at(1, TWO)
    number = match.number
    page = at(ann, match, 1)
    assert page.tree.all("dl", class_="outcome") == []
    refused = ann.send(page, "/entries", **typed)
    assert (refused.status, set(refused.rules)) == (422, {"card-triathlon.play"})
    assert "playing trick 13 of 13" in refused.alert
    assert match.number == number
    assert typed.items() <= refused.form("/entries").fields().items()
    match.fall(*ONE.cards[51:], table=0)  # no conflict, though the form is older
    assert ann.send(refused, "/entries", **typed).status == 200
    assert entry_of(match) == leg_of(ONE.part, TWO.by_figures)
    late = ann.send(page, "/entries", **typed_at(1, ONE))
    assert (late.status, len(match.entries)) == (409, 1)


def test_figures_of_a_table_that_has_begun_are_not_recorded(ann: Phone, ben: Phone) -> None:
    match = followed_at(ann, 1)
    page = at(ben, match, 0)
    begin_at(ann, match, 0, ONE)
    number = match.number
    late = ben.send(page, "/entries", **typed_at(0, ONE))
    assert (late.status, match.number, fallen_at(match, 0)) == (409, number, [])


def test_a_revoke_by_cards_is_asked_about_before_the_leg_is_recorded(ann: Phone) -> None:
    match = followed_at(ann, 0, deal=REVOKED)
    assert set(at(ann, match, 0).rules) == {"card-triathlon.b.follow"}
    page = ann.send(at(ann, match, 1), "/entries", **typed_at(1, TWO))
    assert (page.status, set(page.rules), match.entries) == (422, {"card-triathlon.b.follow"}, [])
    assert ann.send(page, "/entries").status == 200
    assert entry_of(match)["accepted"] == ["card-triathlon.b.follow"]


def test_undo_brings_the_cards_back_and_a_correction_keeps_them(ann: Phone) -> None:
    match = followed_at(ann, 0)
    ann.send(at(ann, match, 1), "/entries", **typed_at(1, TWO))
    match.check_untouched()
    # A C leg is due now.
    assert match.post("play/", table="0", **contract_typed(0, ONE)).status == 422
    page = match.undo()
    assert (match.entries, fallen_at(match, 0)) == ([], ONE.cards)
    assert ways(page) == [("Table 1", "finished"), ("Table 2", "not started")]


# Which table a phone shows ------------------------------------------------------------------------


def test_a_phone_shows_the_table_of_its_seat_or_the_one_chosen_last(ann: Phone) -> None:
    for seat, table in [(3, 0), (4, 1), (None, 0)]:
        match = begun_at_both(ann)
        phone = Phone(ann.app)
        for home in (match.to_score, match.to_watch):
            page = phone.open(home) if seat is None else phone.take_seat(home, seat)
            assert here(page) == table
            assert here(to_table(phone, page, 1 - table)) == 1 - table
            assert (here(phone.open(home)) == table) is (seat is not None)
    other = begun_at_both(ann)
    assert here(phone.open(other.to_score)) == 0  # each match by itself
    assert here(phone.open(match.to_watch)) == 1
    assert here(phone.take_seat(match.to_score, 0)) == 0

    to_table(ann, ann.open(match.to_score), 1)
    page = ann.open(match.to_score + "share/")
    form = next(f for f in page.tree.all("form") if f.fields().get("role") == "score")
    renewed = ann.follow(ann.post(form["action"], form.fields()))  # another link, the same table
    assert renewed.address.removesuffix("share/") != match.to_score
    assert here(ann.open(renewed.address.removesuffix("share/"))) == 1


def test_a_table_that_is_none_is_the_own_one(ann: Phone) -> None:
    match = begun_at_both(ann)
    ann.take_seat(match.to_score, 6)
    for number, asked in enumerate(["2", "-1", "x", "", "1" * 5000]):
        page = ann.open(f"{match.to_score}?{urlencode({'table': asked})}")
        assert (page.status, here(page)) == (200, 1)
        page = match.post("play/card", card=TWO.cards[number], table=asked)
        assert (page.status, fallen_at(match, 1)) == (303, TWO.cards[: number + 1])


def test_where_all_sit_at_one_table_there_is_no_other(ann: Phone) -> None:
    match = ann.start("card-triathlon", *EIGHT[:4], format="half-marathon")
    page = ann.open(f"{match.to_score}play/?table=1")
    page = ann.tap(ann.send(page, "/play/", **contract_typed(0, ONE)), ONE.cards[0])
    assert page.tree.all(id="ways") == page.tree.all("input", name="table") == []
    assert [event.payload.get("table") for event in match.events[1:]] == [None, None]


def test_a_start_is_told_refused_and_corrected_at_its_table(ann: Phone) -> None:
    for table in [0, 1]:
        match = start_eight(ann)
        page = ann.open(f"{match.to_score}play/?table={table}")
        assert ways(page) == [("Table 1", "not started"), ("Table 2", "not started")]
        text = page.tree.one("form", id="entry").text
        assert [name in text for name in EIGHT] == [seat // 4 == table for seat in range(8)]
        typed = page.form("/play/").fields() | contract_typed(1, TWO)
        told = ann.post(match.to_score + "check", typed)
        assert (f"by {EIGHT[4 + TWO.leg.contract.declarer]} needs" in told.html) is (table == 1)
    for text, rule in (("1C P P", "b.auction"), ("P P P P", "b.passed-out")):
        page = match.post("play/", table="1", facts="1", bid_1="calls", auction_1=text)
        assert (page.status, page.rules) == (422, [f"card-triathlon.{rule}"])
        assert (here(page), match.number) == (1, 1)

    match = begun_at_both(ann)
    match.fall(*TWO.cards[:5], table=1)
    page = ann.open(f"{match.to_score}play/?table=1")
    assert contract_typed(1, TWO).items() <= page.form("/play/").fields().items()
    page = ann.send(page, "/play/", level_1="7", strain_1="NT", declarer_1="2")
    assert "no trumps" in page.tree.one(id="play").text
    assert [deal.facts["contract"]["strain"] for deal in match.match.deals.values()] == ["C", "NT"]
    assert fallen_at(match, 1) == TWO.cards[:5]


def test_each_table_has_a_pack_of_its_own_which_ends(ann: Phone) -> None:
    match = begun_at_both(ann)
    match.fall(*["AS"], table=0)
    refused = match.post("play/card", card="AS", table="0")
    assert (refused.status, refused.rules) == (422, ["card-triathlon.pack"])
    assert f"{EIGHT[ONE.turns[0]]} played it" in refused.alert
    assert match.post("play/card", card="JK", table="1").rules == ["card-triathlon.pack"]
    assert [at(ann, match, table).card_keys["AS"] for table in (0, 1)] == [False, True]

    match.fall(*TWO.cards, table=1)
    number = match.number
    page = match.post("play/card", card=TWO.cards[0], table="1")
    assert (page.status, page.rules, match.number) == (422, ["card-triathlon.play"], number)


def test_the_own_hand_belongs_to_the_table_of_its_seat(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    ben.take_seat(match.to_score, 5)
    page = match.by(ben).post("play/hand", hand="AS KS", table="0")
    assert (page.status, bool(page.alert)) == (422, True)

    seat = TWO.turns[1]  # who plays second at the second table
    hand = TWO.followed.seats[seat]
    page = ben.take_seat(match.to_score, 4 + seat)
    page = ben.send(page, "/play/hand", hand=" ".join(hand))
    assert (page.status, here(page)) == (200, 1)
    match.fall(*TWO.cards[:1], table=1)
    match.fall(*ONE.cards[:1], table=0)
    page = ben.open(match.to_score)
    allowed = oracle.playable(hand, TWO.cards[:1], TWO.leg.contract.trump)
    assert page.card_keys == {card: card in allowed for card in hand}
    other = to_table(ben, page, 0)
    assert other.tree.all("form", action=f"{match.to_score}play/hand") == []
    assert len(other.card_keys) == len(at(Phone(ann.app), match, 1).card_keys) == 52
    refused = [card for card in hand if card not in allowed]
    assert not refused or ben.tap(page, refused[0]).rules == ["card-triathlon.b.follow"]
    assert ben.tap(page, TWO.cards[1]).status == 200
    assert fallen_at(match, 1) == TWO.cards[:2]


def test_the_desk_is_filled_from_the_table_that_is_looked_at(ann: Phone) -> None:
    match = begun_at_both(ann)
    match.fall(*ONE.cards[:6], table=0)
    match.fall(*TWO.cards[:7], table=1)
    for table, deal in enumerate(TABLES):
        cards = deal.cards[4 : 6 + table]
        ann.take_seat(match.to_score, 4 * table)
        found = in_question(ann, match.to_score, "trick")
        assert (found["cards"].split(), found["leader"]) == (cards, str(deal.turns[4]))
        assert found.get("trump") == deal.leg.contract.trump
        page = ann.open(f"{match.to_score}ask/trick?{urlencode(found | {'asked': '1'})}")
        place = oracle.winner(cards, deal.leg.contract.trump)
        assert EIGHT[4 * table + (deal.turns[4] + place) % 4] in page.tree.one(id="answer").text
        assert len(page.tree.all("input", name="leader")) == 4
        assert all(name in page.text for name in EIGHT[4 * table :][:4])
    *_, dispute = at(ann, match, 0).tree.one(id="last").all("a")
    links = [a["href"] for a in ann.open(dispute["href"]).tree.one("main").all("a")]
    (link,) = (link for link in links if "/ask/trick" in link)
    fields = ann.open(link).tree.one("form", class_="ask").fields()
    assert (fields["cards"].split(), fields["table"]) == (ONE.cards[4:6], "0")


def test_who_only_watches_sees_either_table_and_can_do_nothing(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    for table, deal in enumerate(TABLES):
        match.fall(*deal.cards[:5], table=table)
        page = ben.open(f"{match.to_watch}?table={table}")
        assert (here(page), page.trick) == (table, deal.cards[4:5])
        assert page.tree.all("button", name="card") == page.tree.one(id="live").all("form") == []
    match.fall(*ONE.cards[5:], table=0)
    board = ann.open(match.to_watch + "board")
    assert "Table 1: All tricks played" in board.text
    assert "Table 2: Trick 2 of 13" in board.text
    assert len(board.tree.all(class_="trick")) == 1
    items = ann.open(match.to_score + "log/").tree.one("ul", class_="fallen").all("li")
    assert [item.one("small").text for item in items[46:49]] == ["Table 1", "Table 2", "Table 2"]


# What the other table's cards change on the page --------------------------------------------------


def live(phone: Phone, match: PlayedMatch, table: int, known: int) -> Page:
    return phone.open(f"{match.to_score}?table={table}&known={known}", **LIVE)


def test_only_what_moves_the_own_table_is_the_whole_page(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    number = match.number
    match.fall(*TWO.cards[:5], table=1)
    page = live(ben, match, 0, number)
    assert page.response.headers["HX-Reswap"] == "none"
    assert {each["id"] for each in page.tree.walk() if each.get("id")} == {"ways", "last", "undo"}
    assert all(page.tree.one(id=id)["hx-swap-oob"] == "true" for id in ("ways", "last"))
    assert ways(page) == [("Table 1", "trick 1 of 13"), ("Table 2", "trick 2 of 13")]
    assert page.tree.one(id="ways")["data-number"] == str(match.number)
    assert last_line(page).startswith("Table 2: ")

    number = match.number
    match.fall(*TWO.cards[5:6], table=1)
    match.fall(*ONE.cards[:1], table=0)
    for known in (number + 1, 0, 99):
        page = live(ben, match, 0, known)
        assert "HX-Reswap" not in page.response.headers
        assert page.trick == ONE.cards[:1]
    assert "HX-Reswap" in live(ben, match, 0, number + 2).response.headers
    assert ben.open(f"{match.to_score}?table=0&known={match.number}").is_whole


def test_a_table_that_waits_hears_of_every_card_of_the_other(ann: Phone, ben: Phone) -> None:
    match = begun_at_both(ann)
    match.fall(*ONE.cards, table=0)
    match.fall(*TWO.cards[:-1], table=1)
    number = match.number
    assert "trick 13 of 13" in live(ben, match, 0, number).tree.one(id="play").text
    match.fall(*TWO.cards[-1:], table=1)
    assert live(ben, match, 0, number).form("/play/record")
    assert live(quick_phone(ben), match, 1, number).form("/play/record")


def test_cards_elsewhere_are_no_news_for_who_types(ann: Phone, ben: Phone) -> None:
    match = start_eight(ann)
    begin_at(ann, match, 0, ONE)
    number = match.number
    match.fall(*ONE.cards[:1], table=0)
    typing = f"{match.to_score}?known={number}&number={number}&tricks0=3"
    page = ben.open(f"{typing}&table=1", **LIVE)
    assert page.tree.all(role="alert") == []
    assert ways(page)[0] == ("Table 1", "trick 1 of 13")
    assert "Table 1" in ben.open(f"{typing}&table=0", **LIVE).alert
