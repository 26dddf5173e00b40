"""Matches against the clock: pages show when the match ends, and what can be entered then."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

import referee
from referee.web.match.clock import Clock
from tests.games.card_triathlon.legs import TIME
from tests.games.records import record
from tests.web.leg_forms import bid, c_typed
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch
from tests.web.timed import LEG, against_the_clock

STATIC = Path(referee.__file__).parent / "static"
RULE = "card-triathlon.clock"
MOST_BYTES = 2048
PARTIAL = LEG | {"partial": True}


def scripts(page: Page) -> list[str]:
    return [each["src"].rpartition("/")[2].partition("?")[0] for each in page.tree.all("script")]


def is_shown(element: Element) -> bool:
    """Whether an element is visible without scripts, so neither it nor an ancestor is hidden."""
    return not any("hidden" in each.attrs for each in (element, *element.ancestors()))


def key(page: Page) -> str:
    return page.form("/entries").fields()["clock"]


@pytest.fixture
def timed(ann: Phone) -> PlayedMatch:
    """A match with an hour left and 20 seconds per decision."""
    return ann.load(against_the_clock(ends=60, decision_seconds=20))


@pytest.fixture
def over(ann: Phone) -> PlayedMatch:
    """A match whose time is up but which nobody has ended."""
    return ann.load(against_the_clock(LEG, ends=-1))


def test_every_page_of_a_timed_match_says_when_it_ends(ann: Phone, timed: PlayedMatch) -> None:
    for role, leaf in (
        ("score", ""), ("score", "board"), ("score", "play/"), ("watch", ""), ("watch", "board"),
    ):  # fmt: skip
        page = ann.open((timed.to_score if role == "score" else timed.to_watch) + leaf)
        box = page.tree.one("section", id="clock")
        ends = datetime.fromisoformat(timed.match.options["finish_at"])
        assert f"ends at {ends:%H:%M} UTC" in box.text
        assert box.one("time")["datetime"] == ends.isoformat()
        assert int(box["data-ends"]) == ends.timestamp() * 1000
        assert abs(int(box["data-now"]) / 1000 - datetime.now(UTC).timestamp()) < 60
        assert is_shown(box.one("time"))
        assert not is_shown(box.one("div", class_="over"))
        assert not is_shown(box.one("div", id="decision"))
        assert box.one("div", id="decision")["data-seconds"] == "20"
        assert scripts(page)[-1] == "clock.js"

    for leaf in ("", "board"):
        part = ann.open(timed.to_score + leaf, HX_Request="true")
        assert not part.is_whole
        assert part.tree.all(id="clock") == []


def test_only_a_match_against_the_clock_has_one(ann: Phone, friday: PlayedMatch) -> None:
    friday.deal(6, 4, 3)
    free = ann.load(against_the_clock(LEG))
    places = [
        home + leaf
        for match in (friday, free)
        for home in (match.to_score, match.to_watch)
        for leaf in ("", "board")
    ]
    for place in ("/", "/new", *places, friday.to_score + "play/"):
        page = ann.open(place)
        assert page.tree.all(id="clock") == []
        assert "clock.js" not in scripts(page)


def test_seconds_alone_set_a_clock_without_an_end(ann: Phone) -> None:
    match = ann.load(against_the_clock(LEG, decision_seconds=30))
    box = ann.open(match.to_score).tree.one(id="clock")
    assert box.one(id="decision")["data-seconds"] == "30"
    assert box.all("time") == box.all(class_="over") == []
    assert "data-ends" not in box.attrs


NINE = datetime(2025, 3, 1, 21, 0, tzinfo=UTC)


ENDS: list[tuple[str, str, bool]] = [
    ("2025-03-01T21:30:00+00:00", "21:30 UTC", False),
    ("2025-03-01T22:30:00+01:00", "22:30 UTC+01:00", False),
    ("2025-03-02T00:30:00+00:00", "00:30 UTC", False),  # past midnight
    ("2025-03-02T08:59:59+00:00", "08:59 UTC", False),
    ("2025-03-02T09:00:00+00:00", "2 Mar 2025, 09:00 UTC", False),
    ("2025-03-02T00:30:00+03:00", "00:30 UTC+03:00", False),
    ("2025-03-01T21:00:01+00:00", "21:00 UTC", False),
    ("2025-03-01T21:00:00+00:00", "21:00 UTC", True),
    ("2025-02-28T21:30:00+00:00", "28 Feb 2025, 21:30 UTC", True),
]  # fmt: skip


def test_the_end_is_told_in_the_zone_of_the_record() -> None:
    for ends, words, is_up in ENDS:
        clock = Clock(RULE, NINE, datetime.fromisoformat(ends), None)
        assert clock.end_in_words == words
        assert clock.is_up is is_up


def test_after_the_time_a_partial_leg_is_offered(ann: Phone, over: PlayedMatch) -> None:
    page = ann.open(over.to_score)
    told = page.tree.one("div", class_="over")
    assert is_shown(told)
    assert not is_shown(page.tree.one("p", class_="until"))
    assert told.one("a", class_="rule")["href"].endswith(f"#{RULE}")
    assert key(page) == "partial"
    offers = [way for way in told.all("a", class_="button") if is_shown(way)]
    assert [key(ann.open(way["href"].partition("#")[0])) for way in offers] == ["partial", "time"]
    anchors = {way["href"].partition("#")[2] for way in offers}
    assert all(page.tree.all(id=anchor) for anchor in anchors)


def test_the_board_leads_to_the_form(ann: Phone, over: PlayedMatch) -> None:
    board, watched = ann.open(over.to_score + "board"), ann.open(over.to_watch)
    for page, ways in ((board, 2), (watched, 0), (ann.open(over.to_watch + "board"), 0)):
        told = page.tree.one("div", class_="over")
        assert is_shown(told)
        assert len(told.all("a", class_="button")) == ways
        for way in told.all("a", class_="button"):
            assert way["href"].startswith(over.to_score)


def test_typed_and_old_legs_stay_as_is(ann: Phone, over: PlayedMatch, timed: PlayedMatch) -> None:
    refused = ann.send(ann.open(over.to_score), "/entries", clock="")
    assert refused.status == 422
    assert key(refused) == ""
    assert key(ann.open(f"{over.to_score}?clock=nonsense")) == "partial"
    id = over.ids[0]
    edit = ann.open(f"{over.to_score}e/{id}/edit")
    assert edit.form(f"/e/{id}").fields()["clock"] == ""

    assert key(ann.open(timed.to_score)) == ""
    assert key(ann.open(timed.to_score + "?clock=partial")) == ""


def test_a_leg_recorded_after_the_end_leaves_none_under_way(ann: Phone, over: PlayedMatch) -> None:
    leg = c_typed([100] * 4, [0] * 4, unscored_0="600", clock="")
    page = ann.send(ann.open(over.to_score), "/entries", **leg)
    assert page.status == 200
    assert len(over.entries) == 2
    assert key(page) == "time"
    ann.send(page, "/entries")
    assert over.entries[-1] == TIME


def test_once_the_leg_is_cut_only_the_end_is_left_and_then_no_clock(ann: Phone) -> None:
    match = ann.load(against_the_clock(PARTIAL, ends=-1))
    page = ann.open(match.to_score)
    told = page.tree.one("div", class_="over")
    assert is_shown(told)
    assert not any(is_shown(way) for way in told.all("a", class_="button"))
    assert "clock" not in page.form("/entries").fields()
    assert "data-over" not in page.tree.one(id="live").attrs
    ann.send(page, "/entries")
    assert match.entries[-1] == TIME
    for leaf in ("", "board"):
        page = ann.open(match.to_score + leaf)
        assert not is_shown(page.tree.one(id="clock"))
        assert "data-over" in page.tree.one(id="live").attrs


def test_while_cards_fall_the_offer_leads_to_the_figures(ann: Phone) -> None:
    match = ann.load(against_the_clock(ends=-1))
    page = match.begin(**bid("1C", 0))
    told = page.tree.one("div", class_="over")
    assert {way["href"] for way in told.all("a", class_="button")} == {f"{match.to_score}#leave"}
    acts = page.tree.one("div", id="leave").all("form")
    assert [form["action"].rpartition("/")[2] for form in acts] == ["record", "figures"]
    match.post("play/leave")
    assert key(ann.open(match.to_score)) == "partial"


def test_the_script_of_the_clock_is_small() -> None:
    assert len(gzip.compress((STATIC / "match" / "clock.js").read_bytes(), 9)) <= MOST_BYTES


def test_a_deal_by_cards_is_cut_short_with_its_complete_tricks(ann: Phone) -> None:
    for cards in ["", "5C 6C", "5C 6C 7C AC KD 2D 3D 4D 9H"]:
        match = ann.load(against_the_clock(ends=-1))
        page = match.begin(**bid("1C", 0))
        fallen = cards.split()
        page = ann.tap_all(page, fallen)
        ann.send(page, "/play/record", partial="1")
        complete = [fallen[at : at + 4] for at in range(0, len(fallen) // 4 * 4, 4)]
        entry = match.entries[-1]
        assert (entry["partial"], entry["play"]) == (True, complete)
        assert not any(row.problems for row in match.match.sheet().rows)
        due = match.match.due_at(None)
        assert due is not None
        assert due.kind == "time"


def test_only_the_clock_cuts_a_deal_short(ann: Phone) -> None:
    match = ann.load(record("card-triathlon", 4, ()))
    page = match.begin(**bid("1C", 0))
    assert [b for b in page.tree.all("button") if b.get("name") == "partial"] == []
    assert match.post("play/record", partial="1").status == 422
    assert match.entries == []
