"""The midnight card: an evening's result, what is left, a note, and a date for the next one."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from referee.core.story.story import read_story
from referee.web.evenings.midnight_card import suggest_start
from tests.games.card_triathlon.marathon import marathon
from tests.games.records import deal, thirty_one, tribello
from tests.web.conftest import At
from tests.web.evenings.test_evenings import at_march, said, sessions
from tests.web.phones import Page, Phone, PlayedMatch, app_over
from tests.web.site import HOSTILE, NOTE
from tests.web.story.test_story import timed


def midnight(phone: Phone, match: PlayedMatch) -> Page:
    return phone.open(match.to_score + "midnight")


def table(page: Page) -> list[list[str]]:
    rows = page.tree.one("table").all("tr")[1:]
    return [[cell.text for cell in row.all("th") + row.all("td")] for row in rows]


@pytest.fixture
def match(ann: Phone, at: At) -> PlayedMatch:
    """A match with an evening of three deals, which Cleo won; it lasted from 20:10 to 21:10."""
    at(1, 20, 10)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    said(ann, match, "met", place="At Ben’s")
    for minute, tricks in ((20, (6, 4, 3)), (40, (3, 6, 4)), (59, (0, 3, 10))):
        at(1, 20, minute)
        match.deal(*tricks)
    at(1, 21, 10)
    return match


def test_the_end_of_an_evening_leads_to_its_card(ann: Phone, match: PlayedMatch) -> None:
    page = said(ann, match, "parted")
    assert page.address == match.to_score + "midnight"
    story = match.match.story()
    (evening,) = story.evenings
    assert evening.ended == "said"
    gains = dict(zip(story.sides, story.points_of(evening), strict=True))
    best = max(gains, key=gains.__getitem__)
    first, second, third = sorted(gains.values(), reverse=True)
    assert (
        page.tree.one("h2", class_="result").text
        == f"{best} won the evening by {first - second} points"
    )
    assert "3 deals · 1 h" in page.text
    assert table(page)[0][0] == best
    signed = [f"+{gain}" if gain > 0 else str(gain) for gain in (first, second, third)]
    assert [row[1].replace("−", "-") for row in table(page)] == signed
    assert "How it went" in page.text
    assert "9 deals to go." in page.text
    picture = page.tree.one("a", id="picture")
    assert picture["href"] == match.to_score + "story/evening/1/share"
    assert picture["data-picture"] == match.to_score + "story/picture?evening=1"
    assert {ann.open(picture[each]).status for each in ("href", "data-picture")} == {200}

    ann.press(page, "Undo")
    assert "end" not in sessions(match)[0]
    assert "Undo" not in [button.text for button in midnight(ann, match).tree.all("button")]


def test_the_last_evening_of_a_marathon_is_told_from_its_record(ann: Phone) -> None:
    made = marathon()
    page, story = midnight(ann, ann.load(made)), read_story(made)
    evening = story.evenings[-1]
    gains = story.points_of(evening)
    assert page.tree.one("h1").text == "A winter marathon"
    first, second = sorted(story.totals[-1], reverse=True)
    assert (
        page.tree.one("h2", class_="result").text
        == f"Ann and Cleo won by {first - second:,} points"
    )
    assert "120 legs · 9 evenings · 33 h" in page.text
    assert "took the lead in leg 41 and kept it" in page.text
    assert f"{gains[0]:,}" in page.text
    picture = page.tree.one("a", id="picture")
    assert picture["data-picture"].endswith("/story/picture"), "the match’s"
    assert f"{len(evening.rows)} legs" in page.text
    totals = {row[0]: row[1] for row in table(page)}
    assert totals == {
        side: f"{total:,}" for side, total in zip(story.side_names, story.totals[-1], strict=True)
    }
    assert "What’s left" not in page.text
    assert "Where we stopped" not in page.text
    assert "Next time" not in page.text
    assert [form["action"][-9:] for form in page.tree.one("main").all("form")] == ["/midnight"]


def test_of_a_match_that_is_over_the_totals_come_first(ann: Phone) -> None:
    made = timed(tribello(deal(0, 3, 10), deal(6, 4, 3)), evening=1, closed={})
    story = read_story(made)
    gains, totals = (
        dict(zip(story.sides, each, strict=True))
        for each in (story.points_of(story.evenings[1]), story.totals[-1])
    )
    names = [row[0] for row in table(midnight(ann, ann.load(made)))]
    assert names == sorted(totals, key=totals.__getitem__, reverse=True)
    assert names[0] != max(gains, key=gains.__getitem__)


def test_lives_are_counted_and_a_match_without_evenings_has_no_card(ann: Phone) -> None:
    round_ = {"kind": "round", "values": [31, 20], "at": at_march(1, 20, 0)}
    page = midnight(ann, ann.load(thirty_one(2, round_, lives=3)))
    assert "Lives left" in page.text
    assert page.tree.all("h2", class_="result") == []
    bare = ann.load(tribello(deal(6, 4, 3)))
    assert "No evenings yet" in midnight(ann, bare).text
    assert ann.open(bare.to_score + "next.ics").status == 303
    assert ann.post(bare.to_score + "midnight", {"note": "x"}).status == 404


def test_the_note_is_kept_for_next_time(ann: Phone, match: PlayedMatch) -> None:
    said(ann, match, "parted")
    ann.send(midnight(ann, match), "/midnight", note=NOTE)
    assert sessions(match) == [
        {"start": at_march(1, 20, 10), "place": "At Ben’s", "end": at_march(1, 21, 10),
         "note": NOTE}
    ]  # fmt: skip
    page = midnight(ann, match)
    assert "note for the evening of" in ann.open(match.to_score + "log/").text, "no correction"
    assert page.form("/midnight").fields()["note"] == NOTE
    assert NOTE in ann.open(match.to_score + "resume").text
    number = match.number
    ann.send(page, "/midnight")
    assert match.number == number, "nothing changed"
    ann.send(page, "/midnight", note="")
    assert "note" not in sessions(match)[0]


def test_another_phones_note_is_not_overwritten(ann: Phone, ben: Phone, match: PlayedMatch) -> None:
    page = midnight(ben, match)
    ann.send(midnight(ann, match), "/midnight", note="Ann’s")
    late = ben.answer(page, "/midnight", note="Ben’s")
    assert late.status == 409
    assert "Someone else changed" in late.alert
    assert late.form("/midnight").fields()["note"] == "Ben’s"
    assert sessions(match)[0]["note"] == "Ann’s"


def test_who_watches_reads_and_saves_the_date(ann: Phone, ben: Phone, match: PlayedMatch) -> None:
    ann.send(midnight(ann, match), "/midnight", note="Bring tea")
    said(ann, match, "parted")
    page = ben.open(match.to_watch + "midnight")
    assert "Bring tea" in page.text
    forms = page.tree.one("main").all("form")
    assert [form["action"] for form in forms] == [match.to_watch + "next.ics"]
    assert ben.open(match.to_watch + "next.ics?next=2025-03-08T20:00").status == 200
    assert ben.post(match.to_watch + "midnight", {"note": "x"}).status == 403


def test_hands_of_a_half_played_deal_are_kept_apart(ann: Phone, match: PlayedMatch) -> None:
    page = match.begin(trump="S")
    assert page.status == 200
    ann.tap_all(page, ["AS", "2S", "KS", "5D"])
    page = said(ann, match, "parted")
    first = page.tree.one("main").all("p")[0].text
    assert first.startswith("Keep each hand separate. Deal 4, trick 2: ")
    assert page.tree.one("h2", class_="result").text == "Cleo won the evening by 4 points"
    labels = page.tree.one("main").all("a")[0]
    assert labels["href"] == match.to_score + "resume#labels"
    assert len(ann.open(match.to_score + "resume").tree.one("ul", class_="labels").all("li")) == 3


def test_melds_that_the_next_leg_starts_with_are_kept(ann: Phone) -> None:
    made = marathon() | {"sessions": []}
    for legs, is_told in ((1, False), (2, True), (3, False)):  # then C, D and B are due
        page = midnight(ann, ann.load(made | {"entries": made["entries"][:legs]}))
        assert ("Keep each player’s melds and hand: the D leg" in page.text) == is_told


@pytest.mark.parametrize(("answer", "minutes"), [("break", "1 h"), ("none", "2 h 31 min")])
def test_the_card_asks_whether_a_gap_was_a_break(
    ann: Phone, match: PlayedMatch, at: At, answer: str, minutes: str
) -> None:
    at(1, 22, 30)
    match.deal(6, 4, 3)
    at(1, 22, 41)
    page = said(ann, match, "parted")
    assert "was that a break?" in page.text
    assert "4 deals · 1 h" in page.text
    at(5, 20, 0)
    form = next(form for form in page.tree.all("form") if "gap" in form.fields())
    page = ann.follow(ann.post(form["action"], form.fields() | {"say": answer}))
    assert page.address == match.to_score + "midnight"
    assert f"4 deals · {minutes}" in page.text
    assert "was that a break?" not in page.text


def test_the_next_date_is_a_calendar_file(ann: Phone, at: At) -> None:
    at(1, 20, 10)
    title = "Tea, \\ 2; <b>\r\nX:1"
    match = ann.start("tribello", *HOSTILE, title=title)
    said(ann, match, "met", place="At Ben’s; left", note="one, two")
    match.deal(6, 4, 3)
    form = midnight(ann, match).form("/next.ics")
    assert form.fields()["next"] == "2025-03-08T20:00"
    answer = ann.open(form["action"] + "?next=2025-03-09T20:15&next_offset=60").response
    assert answer.mimetype == "text/calendar"
    assert answer.headers["Content-Disposition"].endswith(".ics")
    lines = answer.get_data().decode().replace("\r\n ", "").split("\r\n")
    assert "DTSTART:20250309T191500Z" in lines
    assert "DTSTAMP:20250301T201000Z" in lines
    assert "DURATION:PT30M" in lines
    assert r"LOCATION:At Ben’s\; left" in lines
    assert r"DESCRIPTION:one\, two" in lines
    assert f"URL:http://localhost{match.to_score}" in lines
    (name,) = (line for line in lines if line.startswith("SUMMARY:"))
    assert name.startswith(r"SUMMARY:Tea\, \\ 2\; <b>")
    assert not any(line.startswith("X:") for line in lines)
    again = ann.open(form["action"] + "?next=2025-03-16T20:15").response.get_data().decode()
    assert next(line for line in lines if line.startswith("UID:")) in again, "replaces the first"


def test_the_first_matches_of_two_servers_are_different_events(tmp_path: Path) -> None:
    found = set()
    for server in ("one", "other"):
        (tmp_path / server).mkdir()
        phone = Phone(app_over(tmp_path / server))
        with closing(phone.store):
            match = phone.start("tribello", "Ann", "Ben", "Cleo")
            match.deal(6, 4, 3)
            assert match.link.match_id == 1
            data = phone.open(match.to_score + "next.ics?next=2025-03-09T20:15").html
            found |= {line for line in data.split("\r\n") if line.startswith("UID:")}
    assert len(found) == 2


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("next=soon", "“soon” isn’t a date and time"),
        ("next=", "Enter when you’ll meet next."),
        ("", "Enter when you’ll meet next."),
        ("next=0001-01-01T00:00&next_offset=600", "isn’t a date and time"),
    ],
)
def test_a_wrong_date_is_refused_in_place(
    ann: Phone, match: PlayedMatch, typed: str, message: str
) -> None:
    page = ann.open(f"{match.to_score}next.ics?{typed}")
    assert page.status == 422
    assert message in page.alert
    assert len(page.tree.all(role="alert")) == 1


@pytest.mark.parametrize(
    ("start", "at", "next_time"),
    [
        ((9, 19, 14), (9, 23, 0), (16, 19, 0)),
        ((9, 19, 15), (10, 1, 0), (16, 19, 30)),
        ((9, 19, 45), (9, 19, 45), (16, 20, 0)),
        ((9, 19, 0), (16, 18, 59), (16, 19, 0)),  # a week later, just before and just after
        ((9, 19, 0), (16, 19, 0), (23, 19, 0)),
        ((9, 19, 0), (8, 19, 0), (15, 19, 0)),  # a wrong clock
    ],
)
def test_the_next_evening_is_in_a_week(
    start: tuple[int, int, int], at: tuple[int, int, int], next_time: tuple[int, int, int]
) -> None:
    began, now, then = (
        datetime(2026, 1, day, hour, minute, tzinfo=UTC)
        for day, hour, minute in (start, at, next_time)
    )
    assert suggest_start(began, now) == then


def test_the_next_evening_is_at_the_same_time_of_day_after_the_clocks_change() -> None:
    began = datetime(2026, 3, 27, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    then = suggest_start(began, began + timedelta(hours=3))
    assert then.isoformat() == "2026-04-03T20:00:00+02:00"
