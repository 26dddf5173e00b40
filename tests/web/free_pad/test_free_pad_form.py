"""The form for a round of the free pad, and what its pages call the match."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.free_pad import form
from referee.web.forms.entry_form import CountsForm
from referee.web.forms.fields import CountsField
from tests.games.free_pad.expected import pad
from tests.games.records import record
from tests.web.phones import Page, Phone, PlayedMatch


def send(phone: Phone, match: PlayedMatch, *figures: str, **fields: str) -> Page:
    entry = phone.open(match.to_score).form("/entries")
    typed = {f"points{seat}": text for seat, text in enumerate(figures)}
    return phone.post(entry["action"], entry.fields() | typed | fields)


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        (("12", "-3"), [12, -3]), (("12½", "−.5"), [12.5, -0.5]), (("0.5", "12,5"), [0.5, 12.5]),
        ((" 7 ", "-"), [7, None]), (("–", "0"), [None, 0]), (("−999999.5", "3"), None),
        (("−999998.5", "999999"), [-999_998.5, 999_999]),
        (("12", ""), None), (("", ""), None), (("-", "-"), None), (("12", "x"), None),
        (("1-", "½-"), [-1, -0.5]), (("-1-", "2"), None), (("1.25", "2"), None),
    ],
)  # fmt: skip
def test_a_round_is_read_as_typed(ann: Phone, typed: tuple[str, str], points: Any) -> None:
    match = ann.start("free-pad", "Ann", "Ben", title="Go")
    page = send(ann, match, *typed)
    if points is None:
        assert (page.status, page.rules) == (422, ["free-pad.round"])
        assert match.entries == []
    else:
        assert page.status == 303
        assert match.entries[0]["points"] == points
        assert match.edit().status == 200
        assert match.entries[0]["points"] == points  # saved unchanged


def test_rows_of_figures_are_headed_and_all_are_needed(
    ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.start("free-pad", "Ann", "Ben", title="Bids")
    assert headed_rows(ann.open(match.to_score)) == ([], ["points"])
    bids = CountsField("bids", "free-pad.sum", "bids")
    monkeypatch.setattr(form, "FORM", CountsForm("round", bids, *form.FORM.rows))
    assert headed_rows(ann.open(match.to_score)) == (["bids", "points"], ["bids", "points"])
    page = send(ann, match, "1", "2", bids0="1")
    assert (page.status, page.rules) == (422, ["free-pad.sum"])
    blamed = [each["data-field"] for each in page.tree.all("label") if "blamed" in each["class"]]
    assert blamed == ["bids.1"]


def headed_rows(page: Page) -> tuple[list[str], list[str]]:
    """The headings of the rows of cells, and what screen readers call them."""
    entry = page.form("/entries")
    headings = [each.text for each in entry.all("p") if each.get("aria-hidden")]
    return headings, [each["aria-label"] for each in entry.all(class_="cells")]


def test_a_player_who_sat_out_has_a_dash_on_the_pad(ann: Phone) -> None:
    match = ann.load(record("free-pad", 4, [pad(1, None, -2.5, 0)], teams=True))
    cells = [each.text for each in ann.open(match.to_score).tree.one("table").all("td")]
    assert "–" in cells
    assert any(each.startswith("−2½") for each in cells)


def test_every_page_opens_below_zero_with_teams_and_at_the_end(ann: Phone) -> None:
    rounds = [pad(-12.5, 3, None, -4), pad(0, 0.5, -3, -8)] * 3
    for options in ({"mark": -45}, {"mark": -40}, {"teams": True, "rounds": 6}, {"teams": True}):
        match = ann.load(record("free-pad", 4, rounds, **options))
        for page in ("", "board", "log/", "print", "share/", "story", "story/method", "evenings",
                     "resume", "rules", "law/", "sheet.csv", f"e/{match.ids[0]}"):  # fmt: skip
            assert ann.open(match.to_score + page).status == 200, (options, page)
    progress = ann.open(ann.load(record("free-pad", 4, rounds, mark=-75)).to_score + "board")
    assert [each["value"] for each in progress.tree.all("progress")] == ["50", "0", "12", "48"]


def test_a_match_is_called_by_its_game(ann: Phone) -> None:
    match = ann.start("free-pad", "Ann", "Ben", title="Hearts", rounds="3")
    assert ann.open(match.to_score).tree.one("h1").text == "Hearts · round 1 of 3"
    nameless = ann.start("free-pad", "Ann", "Ben")
    page = ann.open(nameless.to_score)
    assert page.tree.one("h1").text == "Any other game · round 1"
    assert page.tree.one("title").text == "Any other game · Ann, Ben"


def test_its_numbers_are_typed_when_it_starts_and_later(ann: Phone) -> None:
    match = ann.start("free-pad", "Ann", "Ben", mark="−50", sum="4½", lowest_wins="true")
    assert match.match.options == {"mark": -50, "sum": 4.5, "lowest_wins": True}
    law = ann.open(match.to_score + "law/")
    fields = law.form("/law/").fields()
    assert (fields["mark"], fields["sum"], fields["rounds"]) == ("-50", "4.5", "")
    tried = ann.open(match.to_score + "law/?mark=ten")
    assert (tried.status, tried.rules) == (422, ["free-pad.end"])
    changed = ann.post(match.to_score + "law/", fields | {"mark": "", "rounds": "3"})
    assert changed.status == 303
    assert match.match.options == {"rounds": 3, "sum": 4.5, "lowest_wins": True}
