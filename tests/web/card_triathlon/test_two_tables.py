"""A B leg for eight players: each table records it by cards on its own phone, or in figures."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.matches.store import Stale
from tests.games.card_triathlon.two_tables import EIGHT, Four, four, leg_of, mixed
from tests.web.at_tables import (
    REVOKED,
    TABLES,
    begin_at,
    begun_at_both,
    contract_typed,
    drop,
    entry_of,
    fallen_at,
    here,
    last_line,
    quick_phone,
    stale,
    start_eight,
    ways,
)
from tests.web.followed import redo, sent, take_seat, tap, trick_shown, undo
from tests.web.leg_forms import check_untouched, form_of
from tests.web.phones import Page, Phone, PlayedMatch, app_over, store_of

ONE, TWO = TABLES


def open_trick(cards: list[str]) -> list[str]:
    """The unfinished trick after these cards; a Joker is shown without the suit named for it."""
    return [card.partition("=")[0] for card in cards[len(cards) - len(cards) % 4 :]]


def test_two_phones_follow_their_tables_at_once_and_record_one_leg(ann: Phone) -> None:
    tables = [four(21, True), four(25, True)]
    match = begun_at_both(ann, tables, b_jokers="True")
    phones = [ann, quick_phone(ann)]
    pages = [take_seat(ann, match.to_score, 2), take_seat(phones[1], match.to_score, 5)]
    fell: tuple[list[str], list[str]] = ([], [])
    for table, card in mixed(Random(1), tables[0].cards, tables[1].cards):
        turn = EIGHT[4 * table + tables[table].turns[len(fell[table])]]
        assert f"{turn}’s card" in pages[table].tree.one(id="play").text
        pages[table] = tap(phones[table], pages[table], card)
        assert pages[table].status == 200
        fell[table].append(card)
        assert here(pages[table]) == table
        if len(fell[table]) % 4:
            assert trick_shown(pages[table]) == open_trick(fell[table])
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [*fell]
    assert match.entries == []
    page = phones[1].open(match.to_score)
    assert [told for _, told in ways(page)] == ["finished", "finished"]

    page = phones[1].send(page, "/play/record")

    assert (page.status, page.rules) == (200, [])
    assert entry_of(match) == leg_of(*(table.part for table in tables))
    assert match.match.deals == {}
    assert match.match.sheet().rows[0].problems == ()


def test_once_both_tables_have_ended_the_leg_is_recorded_and_the_next_one_dealt(ann: Phone) -> None:
    match = begun_at_both(ann, sequence="['B', 'B', 'C', 'D', 'D']")
    drop(ann, match, 1, TWO.cards)
    drop(ann, match, 0, ONE.cards[:51])
    number = match.number
    for at in ("0", "1"):
        page = sent(ann, match, "play/record", table=at)
        assert (page.status, match.number) == (422, number)
        assert page.tree.all("form", action=f"{match.to_score}play/record") == []
    page = ann.open(f"{match.to_score}?table=1")
    assert page.tree.all("button", name="card") == []  # it waits
    assert ways(page)[1][1] == "finished"
    drop(ann, match, 0, ONE.cards[51:])
    page = ann.send(ann.open(match.to_score), "/play/record")
    assert (page.status, match.match.deals) == (200, {})
    assert entry_of(match) == leg_of(ONE.part, TWO.part)

    # The next leg is dealt by the next at each table.
    assert "Fay" in page.tree.one("h2").text
    typed = {"bid_1": "calls", "auction_1": "1S P P P"}  # Fay deals, and so is declarer
    page = ann.send(ann.open(f"{match.to_score}play/?table=1"), "/play/", **typed)
    assert "Gina’s card" in page.tree.one(id="play").text


def test_no_act_at_a_table_waits_for_the_other(ann: Phone) -> None:
    for act in ["card", "lift", "leave", ""]:
        match = begun_at_both(ann)
        drop(ann, match, 0, ONE.cards[:2])
        number = match.number
        drop(ann, match, 1, TWO.cards[:3])
        typed = {"change": "1", **contract_typed(0, TWO)} if act == "" else {"card": ONE.cards[2]}
        page = ann.post(f"{match.to_score}play/{act}", stale(number, 0, **typed))
        assert (page.status, match.number) == (303, number + 4)
        again = ann.post(f"{match.to_score}play/{act}", stale(number, 0, **typed))
        assert (again.status, match.number) == (303, number + 4)  # the same, so it counts once
        late = ann.post(f"{match.to_score}play/card", stale(number, 0, card=ONE.cards[3]))
        assert (late.status, match.number) == (409, number + 4)
        assert late.alert
        assert fallen_at(match, 1) == TWO.cards[:3]


def test_a_table_begins_while_the_other_plays(ann: Phone, ben: Phone) -> None:
    match = start_eight(ann)
    begin_at(ann, match, 0, ONE)
    form = ben.open(f"{match.to_score}play/?table=1")
    drop(ann, match, 0, ONE.cards[:7])
    page = ben.send(form, "/play/", **contract_typed(1, TWO))
    assert (page.status, here(page)) == (200, 1)
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [ONE.cards[:7], []]
    assert here(ben.open(match.to_score)) == 1  # this phone has chosen it


def test_a_card_is_retried_after_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here_app, there_app = app_over(tmp_path), app_over(tmp_path)
    ann, ben = Phone(here_app), Phone(there_app)
    match = begun_at_both(ann)
    store = store_of(here_app)
    append, answers, left = store.append, [], [TWO.cards[0], TWO.cards[1]]

    def slow(*args: Any, **kwargs: Any) -> Any:
        if left:
            drop(ben, match, 1, [left.pop(0)])
        answers.append(append(*args, **kwargs))
        return answers[-1]

    monkeypatch.setattr(store, "append", slow)
    page = ann.open(f"{match.to_score}?table=0")
    assert ann.send(page, "/play/card", card=ONE.cards[0]).status == 200
    assert [isinstance(answer, Stale) for answer in answers] == [True, True, False]
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [ONE.cards[:1], TWO.cards[:2]]
    for app in (here_app, there_app):
        store_of(app).close()


def test_undo_is_of_the_whole_match_and_says_whose_table_it_was(ann: Phone) -> None:
    match = begun_at_both(ann)
    for table, deal in enumerate(TABLES):
        drop(ann, match, table, deal.cards[:2])
    assert last_line(ann.open(f"{match.to_score}?table=0")).startswith("Table 2: ")
    page = undo(ann, match)
    assert last_line(page).startswith("Table 2: ")
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [ONE.cards[:2], TWO.cards[:1]]
    undo(ann, match)
    assert last_line(undo(ann, match)).startswith("Table 1: ")
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [ONE.cards[:1], []]
    redo(ann, match)
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [ONE.cards[:2], []]


def test_a_card_is_taken_back_at_its_own_table(ann: Phone) -> None:
    match = begun_at_both(ann)
    drop(ann, match, 0, [*ONE.cards[:2], ONE.cards[4]])
    drop(ann, match, 1, TWO.cards[:3])
    phone = quick_phone(ann)
    page = phone.send(phone.open(f"{match.to_score}?table=0"), "/play/lift")
    assert page.status == 200
    assert last_line(page).startswith("Table 1: ")
    assert trick_shown(page) == ONE.cards[:2]
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [ONE.cards[:2], TWO.cards[:3]]
    undo(ann, match)
    assert fallen_at(match, 0) == [*ONE.cards[:2], ONE.cards[4]]


def test_a_table_takes_back_and_leaves_only_its_own_cards(ann: Phone) -> None:
    match = begun_at_both(ann)
    drop(ann, match, 1, TWO.cards[:5])
    number = match.number
    assert sent(ann, match, "play/lift", table="0").status == 422
    page = ann.open(f"{match.to_score}?table=0")
    assert page.tree.all("form", action=f"{match.to_score}play/lift") == []
    assert match.number == number

    drop(ann, match, 0, ONE.cards[:5])
    page = ann.send(ann.open(f"{match.to_score}?table=0"), "/play/leave")
    assert ways(page) == [("Table 1", "not started"), ("Table 2", "trick 2 of 13")]
    assert [fallen_at(match, 0), fallen_at(match, 1)] == [None, TWO.cards[:5]]
    assert undo(ann, match).status == 200
    assert fallen_at(match, 0) == ONE.cards[:5]

    ann.send(ann.open(f"{match.to_score}?table=0"), "/play/leave")
    page = ann.send(ann.open(f"{match.to_score}?table=1"), "/play/leave")
    typed = typed_at(0, ONE) | typed_at(1, TWO)
    assert ann.send(page, "/entries", **typed).status == 200
    assert entry_of(match) == leg_of(ONE.by_figures, TWO.by_figures)


Typed = dict[str, str]


def typed_at(table: int, deal: Four) -> Typed:
    found = contract_typed(table, deal) | {f"unscored_{table}": str(deal.figures.unscored)}
    for at in range(4):
        found[f"tricks{4 * table + at}"] = str(deal.figures.tricks[at])
        found[f"points{4 * table + at}"] = str(deal.figures.points[at])
    return found


def followed_at(phone: Phone, table: int, cards: int = 52, *, jokers: bool = False) -> PlayedMatch:
    """Start a match in which a table has played this many cards and the other none."""
    match = start_eight(phone, b_jokers=str(jokers))
    deal = four(21, jokers=True) if jokers else TABLES[table]
    begin_at(phone, match, table, deal)
    drop(phone, match, table, deal.cards[:cards])
    return match


def form_at(phone: Phone, match: PlayedMatch, table: int) -> Page:
    page = phone.open(f"{match.to_score}?table={table}")
    assert here(page) == table
    return page


def test_the_form_asks_only_for_the_other_table(ann: Phone) -> None:
    for table, phone in enumerate((ann, quick_phone(ann))):
        match, deal, other = followed_at(ann, table), TABLES[table], TABLES[1 - table]
        page = form_at(phone, match, 1 - table)
        fields = page.form("/entries").fields()
        for seat in range(8):
            assert (f"points{seat}" in fields) is (seat // 4 != table)
        figures = page.tree.one("dl", class_="outcome")
        shown = [each.all("dd")[0].text for each in figures.all("div")]
        assert shown == [*map(str, deal.figures.points), str(deal.figures.unscored)]

        page = phone.send(page, "/entries", **typed_at(1 - table, other))

        assert (page.status, page.is_whole) == (200, phone is ann)
        parts = [deal.part, other.by_figures]
        assert entry_of(match) == leg_of(*(parts if table == 0 else reversed(parts)))
        assert match.match.deals == {}
        assert match.match.sheet().rows[0].problems == ()


def test_with_jokers_the_cards_that_are_left_over_come_along(ann: Phone) -> None:
    match, deal, other = followed_at(ann, 0, jokers=True), four(21, jokers=True), four(25, True)
    page = ann.send(form_at(ann, match, 1), "/entries", **typed_at(1, other))
    assert (page.status, page.rules) == (200, [])
    assert entry_of(match) == leg_of(deal.part, other.by_figures)


def test_the_leg_waits_for_the_last_card_and_what_was_typed_stays(ann: Phone) -> None:
    match, typed = followed_at(ann, 0, 51), typed_at(1, TWO)
    number = match.number
    page = form_at(ann, match, 1)
    assert page.tree.all("dl", class_="outcome") == []
    refused = ann.send(page, "/entries", **typed)
    assert (refused.status, set(refused.rules)) == (422, {"card-triathlon.play"})
    assert "playing trick 13 of 13" in refused.alert
    assert match.number == number
    assert typed.items() <= refused.form("/entries").fields().items()
    drop(ann, match, 0, ONE.cards[51:])
    assert ann.send(refused, "/entries", **typed).status == 200
    assert entry_of(match) == leg_of(ONE.part, TWO.by_figures)


def test_cards_that_fall_while_figures_are_typed_are_no_conflict(ann: Phone, ben: Phone) -> None:
    match = followed_at(ann, 1, 20)
    page = form_at(ben, match, 0)
    drop(ann, match, 1, TABLES[1].cards[20:])
    assert ben.send(page, "/entries", **typed_at(0, TABLES[0])).status == 200
    assert entry_of(match) == leg_of(ONE.by_figures, TWO.part)
    late = ben.send(page, "/entries", **typed_at(0, TABLES[1]))
    assert (late.status, len(match.entries)) == (409, 1)


def test_figures_of_a_table_that_has_begun_are_not_recorded(ann: Phone, ben: Phone) -> None:
    match = followed_at(ann, 1)
    page = form_at(ben, match, 0)
    begin_at(ann, match, 0, TABLES[0])
    number = match.number
    late = ben.send(page, "/entries", **typed_at(0, TABLES[0]))
    assert (late.status, match.number) == (409, number)
    assert fallen_at(match, 0) == []


def test_a_revoke_by_cards_is_asked_about_before_the_leg_is_recorded(ann: Phone) -> None:
    match = start_eight(ann)
    begin_at(ann, match, 0, REVOKED)
    drop(ann, match, 0, REVOKED.cards)
    rules = ann.open(f"{match.to_score}?table=0").rules
    assert set(rules) == {"card-triathlon.b.follow"}
    page = ann.send(form_at(ann, match, 1), "/entries", **typed_at(1, TABLES[1]))
    assert (page.status, set(page.rules), match.entries) == (422, {"card-triathlon.b.follow"}, [])
    assert ann.send(page, "/entries").status == 200
    assert entry_of(match)["accepted"] == ["card-triathlon.b.follow"]


def test_what_is_told_while_typing_is_of_the_table_that_is_typed(ann: Phone) -> None:
    match = followed_at(ann, 0)
    form = form_at(ann, match, 1).form("/entries").fields()
    page = ann.post(match.to_score + "check", form | typed_at(1, TABLES[1]))
    ids = {each["id"] for each in page.tree.all("output")}
    assert {"hint-contract1", "hint-bar1"} <= ids
    assert ids & {"hint-contract0", "hint-bar0", "hint-points0"} == set()
    assert page.tree.one(id="hint-contract1").text.startswith(str(TABLES[1].contract["level"]))


def test_undo_brings_the_cards_back_and_a_correction_keeps_them(ann: Phone) -> None:
    match = followed_at(ann, 0)
    ann.send(form_at(ann, match, 1), "/entries", **typed_at(1, TABLES[1]))
    check_untouched(ann, match)
    assert all(name in form_of(ann, match).text for name in EIGHT)
    begin_at_next = sent(ann, match, "play/", table="0", **contract_typed(0, TABLES[0]))
    assert begin_at_next.status == 422  # a C leg is due now
    page = undo(ann, match)
    assert (match.entries, fallen_at(match, 0)) == ([], TABLES[0].cards)
    assert ways(page) == [("Table 1", "finished"), ("Table 2", "not started")]
