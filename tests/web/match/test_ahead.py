"""Forms for a phone that goes on recording without a connection."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest

from referee.core.registry import GAMES
from tests.web.markup import Element
from tests.web.phones import HTMX, Phone, PlayedMatch

NAMES = ("Ann", "Ben", "Cleo", "Dora")


def ahead(phone: Phone, match: PlayedMatch) -> tuple[list[Element], list[Element]]:
    """What is due next and after that, and the different forms."""
    tree = phone.open(match.to_score + "ahead").tree
    forms = [each for each in tree.one(id="ahead").children if isinstance(each, Element)]
    return tree.all("section"), [each for each in forms if each.tag == "template"]


def due(section: Element) -> str:
    return section.one("h2").text


def test_each_form_has_its_own_number_dealer_and_quotas_until_the_match_is_over(ann: Phone) -> None:
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.deal(8, 4, 1)
    sections, forms = ahead(ann, match)
    assert [each["data-name"] for each in sections] == [f"deal {n}" for n in range(2, 13)]
    assert due(sections[0]) == "Ben deals · cut for trumps"
    assert due(sections[-1]) == "Cleo deals · nullo: fewer is better"
    assert sections[1]["data-progress"] == "Tribello · deal 3 of 12"
    fields = [forms[int(each["data-fields"])] for each in sections]
    notes = [fields[-1].one("output", id=f"hint-tricks{seat}").text for seat in range(3)]
    assert notes == ["quota 4", "quota 6", "quota 3"]
    assert [bool(each.all("input", name="trump")) for each in fields] == [True] * 5 + [False] * 6


def test_legs_follow_their_sequence(ann: Phone) -> None:
    match = ann.start("card-triathlon", *NAMES, format="half-marathon")
    sections, _forms = ahead(ann, match)
    assert [each["data-kind"] for each in sections[:4]] == ["b-leg", "c-leg", "d-leg", "b-leg"]
    assert len(sections) == 60


def test_what_depends_on_figures_that_are_not_there_yet_is_left_out(ann: Phone) -> None:
    """In Thirty-One, they decide who deals and who has how many lives."""
    match = ann.start("thirty-one", *NAMES)
    sections, forms = ahead(ann, match)
    assert (due(sections[0]), due(sections[1])) == ("Ann deals · 4 still in", "Round 2")
    assert ["lives" in form.text for form in forms] == [True, False]


def test_few_bytes_have_them_all(ann: Phone) -> None:
    for name, game in GAMES.items():
        match = ann.start(name, *[*NAMES, "Emil"][: game.usual_players])
        with ann.client.get(
            match.to_score + "ahead", headers={"Accept-Encoding": "gzip"}
        ) as response:
            assert len(response.get_data()) <= 8_000, name


def test_nobody_who_only_watches_gets_any(ann: Phone, friday: PlayedMatch) -> None:
    assert ann.open(friday.to_watch + "ahead").status == 403


@pytest.mark.parametrize(("expected", "status"), [("c-leg", 409), ("b-leg", 422), ("", 422)])
def test_figures_for_another_kind_of_entry_are_refused(
    ann: Phone, expected: str, status: int
) -> None:
    match = ann.start("card-triathlon", *NAMES)
    form = ann.open(match.to_score).form("/entries").fields()
    answer = ann.client.post(
        match.to_score + "entries", data={**form, "due": expected}, headers=HTMX
    )
    assert answer.status_code == status
    assert answer.headers["Referee-Refused"] == form["id"]


def test_figures_after_the_end_are_refused(ann: Phone) -> None:
    match = ann.start("thirty-one", "Ann", "Ben", lives="0")
    form = ann.open(match.to_score).form("/entries").fields() | {"due": "round"}
    for values, status in (({"value0": "20", "value1": "30"}, 200), ({"value0": "25"}, 409)):
        number, id = match.number, form["id"].replace(form["id"][:8], f"0000000{status // 100}")
        sent = {**form, "number": str(number), "id": id, **values}
        with ann.client.post(match.to_score + "entries", data=sent, headers=HTMX) as answer:
            assert answer.status_code == status


def test_an_entry_sent_late_keeps_its_time_if_that_is_possible(
    ann: Phone, friday: PlayedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = friday.match.opened.at.replace(microsecond=0)
    arrives = begun + timedelta(hours=1)
    stopped = SimpleNamespace(now=lambda _zone: arrives)
    monkeypatch.setattr("referee.matches.store.datetime", stopped)
    for minutes, kept in ((20, 20), (10, 60), (70, 60)):  # before another entry, in the future
        form = ann.open(friday.to_score).form("/entries")
        at = (begun + timedelta(minutes=minutes)).timestamp()
        values = form.fields() | {"tricks0": "6", "tricks1": "4", "recorded": str(round(at * 1000))}
        for _again in range(2):  # sent again, it isn't another entry
            assert ann.post(form["action"], values).status == 303
        assert friday.match.row_entries()[-1].at == begun + timedelta(minutes=kept)
    assert len(friday.entries) == 3
