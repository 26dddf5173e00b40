"""A B leg of eight players of which one table is followed by cards, the other typed by figures."""

from __future__ import annotations

import pytest

from referee.core.sheet import score
from tests.games.card_triathlon.two_tables import EIGHT, Four, four, leg_of
from tests.games.records import Json
from tests.web.at_tables import (
    REVOKED,
    TABLES,
    begin_at,
    contract_typed,
    drop,
    entry_of,
    fallen_at,
    here,
    quick_phone,
    start_eight,
    ways,
)
from tests.web.followed import sent, undo
from tests.web.phones import Page, Phone, PlayedMatch

Typed = dict[str, str]


def typed_at(table: int, deal: Four) -> Typed:
    found = contract_typed(table, deal) | {f"unscored_{table}": str(deal.figures.unscored)}
    for at in range(4):
        found[f"tricks{4 * table + at}"] = str(deal.figures.tricks[at])
        found[f"points{4 * table + at}"] = str(deal.figures.points[at])
    return found


def followed_at(phone: Phone, table: int, cards: int = 52, *, jokers: bool = False) -> PlayedMatch:
    """A match in which so many cards have fallen at a table, and nothing is known of the other."""
    match = start_eight(phone, b_jokers=str(jokers))
    deal = four(21, jokers=True) if jokers else TABLES[table]
    begin_at(phone, match, table, deal)
    drop(phone, match, table, deal.cards[:cards])
    return match


def form_at(phone: Phone, match: PlayedMatch, table: int) -> Page:
    page = phone.open(f"{match.to_score}?table={table}")
    assert here(page) == table
    return page


def leg(table: int, by_cards: Json, by_figures: Json) -> Json:
    return leg_of(*((by_cards, by_figures) if table == 0 else (by_figures, by_cards)))


@pytest.mark.parametrize("by_htmx", [True, False])
@pytest.mark.parametrize("table", [0, 1])
def test_the_form_has_the_table_by_cards_and_asks_only_for_the_other(
    ann: Phone, table: int, by_htmx: bool
) -> None:
    phone = quick_phone(ann) if by_htmx else ann
    match, deal, other = followed_at(ann, table), TABLES[table], TABLES[1 - table]
    page = form_at(phone, match, 1 - table)
    fields = page.form("/entries").fields()
    for seat in range(8):
        assert (f"points{seat}" in fields) is (seat // 4 != table)
    figures = page.tree.one("dl", class_="outcome")
    shown = [each.all("dd")[0].text for each in figures.all("div")]
    assert shown == [*map(str, deal.figures.points), str(deal.figures.unscored)]

    page = phone.send(page, "/entries", **typed_at(1 - table, other))

    assert (page.status, page.is_whole) == (200, not by_htmx)
    assert entry_of(match) == leg(table, deal.part, other.by_figures)
    assert match.match.deals == {}
    record = match.match.record()
    (row,) = score(record | {"entries": [leg(table, deal.by_figures, other.by_figures)]})["rows"]
    assert list(match.match.sheet().rows[0].cells) == row["cells"]
    assert score(record)["problems"] == []


def test_with_jokers_the_cards_that_are_left_over_come_along(ann: Phone) -> None:
    match, deal, other = followed_at(ann, 0, jokers=True), four(21, jokers=True), four(25, True)
    page = ann.send(form_at(ann, match, 1), "/entries", **typed_at(1, other))
    assert (page.status, page.rules) == (200, [])
    assert entry_of(match) == leg_of(deal.part, other.by_figures)


def test_the_leg_waits_for_the_last_card_and_what_was_typed_stays(ann: Phone) -> None:
    for cards in [0, 1, 51]:
        match, typed = followed_at(ann, 0, cards), typed_at(1, TABLES[1])
        number = match.number
        page = form_at(ann, match, 1)
        assert page.tree.all("dl", class_="outcome") == []
        refused = ann.send(page, "/entries", **typed)
        assert (refused.status, set(refused.rules)) == (422, {"card-triathlon.play"})
        assert f"in trick {cards // 4 + 1} of 13" in refused.alert
        assert match.number == number
        assert typed.items() <= refused.form("/entries").fields().items()
        drop(ann, match, 0, TABLES[0].cards[cards:])
        assert ann.send(refused, "/entries", **typed).status == 200
        assert entry_of(match) == leg_of(TABLES[0].part, TABLES[1].by_figures)


def test_cards_that_fall_while_the_figures_are_typed_are_no_reason_to_send_them_again(
    ann: Phone, ben: Phone
) -> None:
    match = followed_at(ann, 1, 20)
    page = form_at(ben, match, 0)
    drop(ann, match, 1, TABLES[1].cards[20:])
    assert ben.send(page, "/entries", **typed_at(0, TABLES[0])).status == 200
    assert entry_of(match) == leg(1, TABLES[1].part, TABLES[0].by_figures)
    late = ben.send(page, "/entries", **typed_at(0, TABLES[1]))
    assert (late.status, len(match.entries)) == (409, 1)


def test_figures_of_a_table_that_has_begun_meanwhile_are_not_recorded(
    ann: Phone, ben: Phone
) -> None:
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


def test_a_table_that_leaves_its_cards_is_typed_by_figures_too(ann: Phone) -> None:
    match = followed_at(ann, 0, 20)
    page = ann.send(ann.open(f"{match.to_score}?table=0"), "/play/leave")
    typed = typed_at(0, TABLES[0]) | typed_at(1, TABLES[1])
    assert ann.send(page, "/entries", **typed).status == 200
    assert entry_of(match) == leg_of(*(deal.by_figures for deal in TABLES))


def test_undo_brings_the_cards_back_and_a_correction_keeps_them(ann: Phone) -> None:
    match = followed_at(ann, 1)
    ann.send(form_at(ann, match, 0), "/entries", **typed_at(0, TABLES[0]))
    before, number = entry_of(match), match.number
    page = ann.open(f"{match.to_score}e/{match.ids[0]}/edit")
    assert ann.send(page, match.ids[0]).status == 200
    assert (entry_of(match), match.number) == (before, number)
    begin_at_next = sent(ann, match, "play/", table="0", **contract_typed(0, TABLES[0]))
    assert begin_at_next.status == 422  # a C leg is due now
    assert all(name in page.text for name in EIGHT)

    match = followed_at(ann, 0)
    ann.send(form_at(ann, match, 1), "/entries", **typed_at(1, TABLES[1]))
    page = undo(ann, match)
    assert (match.entries, fallen_at(match, 0)) == ([], TABLES[0].cards)
    assert ways(page) == [("Table 1", "finished"), ("Table 2", "not begun")]
