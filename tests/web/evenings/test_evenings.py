"""Evenings: starting, pausing, ending, correcting and undoing, and the headings in log and pad."""

from __future__ import annotations

from typing import Any

import pytest

from referee.web.match import pad
from tests.games.records import Json, figures, thirty_one, tribello
from tests.web.conftest import At
from tests.web.phones import Page, Phone, PlayedMatch
from tests.web.site import HOSTILE, NOTE


def evenings(phone: Phone, match: PlayedMatch) -> Page:
    return phone.open(match.to_score + "evenings")


def say(phone: Phone, page: Page, word: str, **typed: str) -> Page:
    """Press the button whose value is `word`, with this input in its form."""
    for form in page.tree.all("form"):
        if any(button.get("value") == word for button in form.all("button")):
            return phone.post(form["action"], form.fields() | {"say": word} | typed)
    raise AssertionError(f"nobody can say {word}")


def said(phone: Phone, match: PlayedMatch, word: str, **typed: str) -> Page:
    page = say(phone, evenings(phone, match), word, **typed)
    assert page.status == 303, page.text
    return phone.follow(page)


def sessions(match: PlayedMatch) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = match.match.record().get("sessions", [])
    return found


def at_march(day: int, hour: int, minute: int) -> str:
    return f"2025-03-{day:02}T{hour:02}:{minute:02}:00+00:00"


def rounds(*evenings: tuple[int, int]) -> list[Json]:
    return [
        figures(21, 21, at=at_march(day, 20, number))
        for day, count in evenings
        for number in range(count)
    ]


def told(page: Page) -> list[str]:
    """The text of each evening on the page, newest first."""
    return [part.text for part in page.tree.all("section", class_="evening")]


@pytest.fixture
def match(ann: Phone, at: At) -> PlayedMatch:
    """A new match, started at 20:00 on 1 March."""
    at(1, 20, 0)
    return ann.start("tribello", "Ann", "Ben", "Cleo")


@pytest.fixture
def played(ann: Phone, match: PlayedMatch, at: At) -> PlayedMatch:
    """A match with three deals, in an evening that nobody began explicitly."""
    for minute in (0, 10, 20):
        at(1, 20, minute)
        match.deal(6, 4, 3)
    return match


def test_an_evening_is_begun_and_ended_with_one_tap(ann: Phone, match: PlayedMatch, at: At) -> None:
    assert "No evenings yet" in evenings(ann, match).text
    page = said(ann, match, "met")
    assert (page.address, len(told(page))) == (match.to_score + "evenings", 1)
    assert sessions(match) == [{"start": at_march(1, 20, 0)}]
    at(1, 23, 10)
    page = said(ann, match, "parted", note="Cards at Ben’s")
    assert page.address == match.to_score + "midnight"
    assert page.form("/midnight").fields()["note"] == "Cards at Ben’s"
    assert sessions(match) == [
        {"start": at_march(1, 20, 0), "end": at_march(1, 23, 10), "note": "Cards at Ben’s"}
    ]
    assert "20:00 UTC – 23:10 UTC · 0 deals" in told(evenings(ann, match))[0]


def test_what_is_said_at_the_beginning_is_kept(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("tribello", *HOSTILE)
    typed = {"place": "<i>Ben’s", "note": NOTE, "start": "2025-03-01T19:30", "seat1": "</b>Dora"}
    page = said(ann, match, "met", **typed)
    players = [HOSTILE[0], "</b>Dora", HOSTILE[2]]
    assert sessions(match) == [
        {"start": at_march(1, 19, 30), "place": "<i>Ben’s", "players": players, "note": NOTE}
    ]
    (text,) = told(page)
    assert f"</b>Dora sat in for {HOSTILE[1]}" in text
    assert "<i>Ben’s" in text
    assert NOTE in text


def test_times_are_those_of_the_device(ann: Phone, match: PlayedMatch) -> None:
    assert "UTC" in evenings(ann, match).tree.one("details", id="more-said").text
    said(ann, match, "met", start="2025-03-01T20:45", start_offset="60")
    assert sessions(match) == [{"start": "2025-03-01T20:45:00+01:00"}]
    form = ann.open(match.to_score + "evenings/1").form("/evenings/1")
    ann.post(form["action"], form.fields() | {"forget": "1"})
    assert told(evenings(ann, match)) == []


def test_a_break_ends_also_by_an_entry(either: Phone, played: PlayedMatch, at: At) -> None:
    ann = Phone(either.app)
    said(ann, played, "paused")
    assert "Break since" in evenings(ann, played).text
    at(1, 20, 50)
    said(ann, played, "resumed")
    at(1, 21, 0)
    said(ann, played, "paused")
    at(1, 21, 30)
    assert evenings(ann, played).tree.all("div", class_="undo")
    played.deal(6, 4, 3)
    page = evenings(ann, played)
    assert "Break since" not in page.text
    assert page.tree.all("div", class_="undo") == [], "the last change is no evening's"
    (session,) = sessions(played)
    assert session["pauses"] == [
        {"start": at_march(1, 20, 20), "end": at_march(1, 20, 50)},
        {"start": at_march(1, 21, 0), "end": at_march(1, 21, 30)},
    ]
    assert "4 deals · about 40 min" in told(evenings(ann, played))[0]
    assert ' and <span class="gain">' in evenings(ann, played).html
    # When it began isn't known.
    assert told(evenings(ann, played))[0].startswith("Evening 1 1 Mar 2025 Since 20:00")
    said(ann, played, "parted")
    assert "Until 21:30" in told(evenings(ann, played))[0]


def test_on_the_page_of_the_match_too(either: Phone, played: PlayedMatch, at: At) -> None:
    assert played.by(either).open_form().tree.all("form", id="tonight") == []
    say(either, evenings(either, played), "paused")
    page = played.by(either).open_form()
    part = page.tree.one("form", id="tonight")
    assert "Break since" in part.text
    assert [button.text for button in part.all("button")] == ["Continue"]
    page = either.follow(either.post(part["action"], part.fields() | {"say": "resumed"}))
    assert page.tree.all("form", id="tonight") == []
    answer = say(either, evenings(either, played), "parted")
    way = answer.response.headers["HX-Redirect" if either.by_htmx else "Location"]
    assert way == played.to_score + "midnight"


def test_what_is_typed_stays_while_a_break_is_said(quick: Phone, played: PlayedMatch) -> None:
    page = played.by(quick).open_form()
    say(quick, evenings(quick, played), "paused")
    entry = played.by(quick).open_form().form("/entries")
    assert entry["data-draft"] == page.form("/entries")["data-draft"], "the draft finds its place"


@pytest.mark.parametrize(("answer", "until"), [("break", (21, 30)), ("none", (20, 20))])
def test_a_long_gap_is_asked_about(
    ann: Phone, played: PlayedMatch, at: At, answer: str, until: tuple[int, int]
) -> None:
    at(1, 21, 30)
    played.deal(6, 4, 3)
    page = played.open_form()
    form = page.tree.one("div", class_="dock").one("form", id="gap")
    assert "Was that a break?" in form.text
    assert "4 deals · about 30 min" in told(evenings(ann, played))[0], (
        "not while nobody has answered"
    )
    assert [button.text for button in form.all("button")] == ["Yes, 1 h 10 min", "No"]
    assert "was that a break?" in evenings(ann, played).text
    page = ann.follow(ann.post(form["action"], form.fields() | {"say": answer}))
    assert "Was that a break?" not in page.text
    assert "was that a break?" not in evenings(ann, played).text
    minutes = {"break": "about 30 min", "none": "about 2 h"}[answer]
    assert f"4 deals · {minutes}" in told(evenings(ann, played))[0]
    pause = {"start": at_march(1, 20, 20), "end": at_march(1, *until)}
    assert sessions(played)[0]["pauses"] == [pause]
    at(1, 21, 50)
    played.deal(6, 4, 3)
    assert "Was that a break?" not in played.open_form().text


def test_gaps_of_earlier_evenings_are_asked_about(ann: Phone, played: PlayedMatch, at: At) -> None:
    at(1, 21, 30)
    played.deal(6, 4, 3)
    at(9, 20, 0)
    played.deal(6, 4, 3)
    second, first = told(evenings(ann, played))
    assert "Ended automatically" in first
    assert "Since 20:00" in second
    assert "Was that a break?" not in played.open_form().text
    said(ann, played, "break")
    before, tonight = sessions(played)
    assert before["pauses"] == [{"start": at_march(1, 20, 20), "end": at_march(1, 21, 30)}]
    assert "pauses" not in tonight


def test_each_evening_has_its_winner_story_and_picture_and_tonight_a_way_on(
    ann: Phone, match: PlayedMatch, at: At
) -> None:
    said(ann, match, "met")
    match.deal(0, 3, 10)
    assert "won the evening" not in told(evenings(ann, match))[0], "it goes on"
    said(ann, match, "parted")
    at(8, 20, 0)
    page = said(ann, match, "met")
    (way,) = (each for each in page.tree.one("main").all("a", class_="button"))
    assert way.text == "Continue with deal 2"
    assert ann.open(way["href"]).form("/entries")
    tonight, first = page.tree.all("section", class_="evening")
    assert "Cleo won the evening by 8" in first.text
    assert [each.text[:4] for each in first.all("span", class_="gain")] == ["Cleo", "Ben ", "Ann "]
    story, picture, _correct = (each["href"] for each in first.all("a"))
    assert [each.removeprefix(match.to_score) for each in (story, picture)] == [
        "story/evening/1", "story/evening/1/share",
    ]  # fmt: skip
    assert [each.text.split()[0] for each in tonight.all("a")] == ["Evening", "Correct"]
    match.deal(6, 4, 3)
    now, before = told(evenings(ann, match))
    assert "Total: Cleo" in now
    assert "Total" not in before


def correct(phone: Phone, match: PlayedMatch, number: int = 1, /, **typed: str) -> Page:
    page = phone.open(f"{match.to_score}evenings/{number}")
    return phone.answer(page, f"/evenings/{number}", **typed)


def test_all_can_be_corrected_and_taken_back(ann: Phone, played: PlayedMatch) -> None:
    typed = {
        "start": "2025-03-01T19:30", "end": "2025-03-01T20:20", "pause_start0": "2025-03-01T20:05",
        "pause_end0": "2025-03-01T20:10", "place": "Ann’s", "note": "x", "seat0": "Dora",
    }  # fmt: skip
    page = ann.follow(correct(ann, played, **typed))
    pauses = [{"start": at_march(1, 20, 5), "end": at_march(1, 20, 10)}]
    assert sessions(played) == [
        {"start": at_march(1, 19, 30), "end": at_march(1, 20, 20), "pauses": pauses,
         "place": "Ann’s", "players": ["Dora", "Ben", "Cleo"], "note": "x"}
    ]  # fmt: skip
    assert "was corrected" in page.text
    ann.send(page, "/back")
    assert sessions(played) == [{"start": at_march(1, 20, 0)}]
    assert "was changed back" in ann.open(played.to_score + "log/").text


def test_what_is_not_touched_stays_to_the_second_and_writes_nothing(ann: Phone, at: At) -> None:
    record = tribello() | {"sessions": [{"start": "2025-03-01T20:00:41+01:00", "place": "x"}]}
    match = ann.load(record)
    before = match.number
    assert correct(ann, match).status == 303
    assert match.number == before
    page = ann.follow(correct(ann, match, note="y"))
    assert "The note for the evening of" in page.text, "no correction"
    assert sessions(match) == [{"start": "2025-03-01T20:00:41+01:00", "place": "x", "note": "y"}]


def test_a_wrong_time_is_refused_in_one_sentence(either: Phone, played: PlayedMatch) -> None:
    for typed, told in [
        ({"start": "soon"}, "“soon” isn’t a date and time. Enter one like"),
        ({"start": ""}, "Enter when the evening began."),
        ({"start": "0001-01-01T00:00", "start_offset": "600"}, "isn’t a date and time"),
        ({"start": "2025-03-01T20:10"}, "first entry was recorded on"),
        ({"start": "2025-03-01T13:00"}, "more than six hours before the first entry"),
        ({"end": "2025-03-01T20:10"}, "last entry was recorded on"),
        ({"end": "2025-03-01T19:00"}, "can’t end before it began"),
        ({"end": "2025-03-02T20:10"}, "That’s in the future"),
        ({"pause_end0": "2025-03-01T20:10"}, "Enter when the break began."),
        ({"pause_start0": "2025-03-01T20:10", "pause_end0": "2025-03-01T20:05"},
         "A break can’t end before it began."),
        ({"pause_start0": "2025-03-01T19:10", "pause_end0": "2025-03-01T20:05"},
         "A break can’t begin before the evening begins."),
    ]:  # fmt: skip
        page = correct(either, played, note="Kept", **typed)
        assert page.status == 422
        assert told in page.alert
        assert len(page.tree.all(role="alert")) == 1
        kept = page.form("/evenings/1").fields()
        assert {name: kept[name] for name in typed} == typed
        assert kept["note"] == "Kept"
        assert sessions(played) == [{"start": at_march(1, 20, 0)}]


def test_evenings_do_not_reach_into_each_other(ann: Phone, played: PlayedMatch, at: At) -> None:
    at(2, 20, 0)
    played.deal(6, 4, 3)
    page = correct(ann, played, 2, start="2025-03-01T20:10")
    assert "The previous evening lasted until" in page.alert
    page = correct(ann, played, 1, end="2025-03-02T21:00")
    assert page.status == 422
    page = say(ann, evenings(ann, played), "parted")
    at(5, 20, 0)
    page = say(ann, evenings(ann, played), "met", start="2025-03-02T19:00")
    assert "The previous evening lasted until" in page.alert
    page = say(ann, evenings(ann, played), "met", start="2025-03-05T13:00")
    assert "more than six hours ago" in page.alert


def test_a_second_phone_keeps_what_was_typed(ann: Phone, ben: Phone, match: PlayedMatch) -> None:
    page = evenings(ben, match)
    said(ann, match, "met", place="Ann’s")
    late = say(ben, page, "met", place="Ben’s", seat2="Dora")
    assert late.status == 409
    assert "Someone else changed" in late.alert
    form = next(form for form in late.tree.all("form") if "place" in form.fields())
    assert (form.fields()["place"], form.fields()["seat2"]) == ("Ben’s", "Dora")
    again = ben.post(form["action"], form.fields() | {"say": "met"})
    assert again.status == 303
    assert sessions(match) == [
        {"start": at_march(1, 20, 0), "place": "Ben’s", "players": ["Ann", "Ben", "Dora"]}
    ]
    late = ben.open(match.to_score + "evenings/1")
    said(ann, match, "paused")
    page = ben.answer(late, "/evenings/1", note="Mine")
    assert page.status == 409
    assert page.form("/evenings/1").fields()["note"] == "Mine"


def test_a_word_that_is_sent_twice_is_said_once(ann: Phone, played: PlayedMatch) -> None:
    page = evenings(ann, played)
    assert say(ann, page, "paused").status == 303
    number = played.number
    assert say(ann, page, "paused").status == 303
    assert played.number == number
    assert say(ann, page, "paused", say="met").status == 409
    assert ann.post(played.to_score + "evenings", {"say": "nonsense"}).status == 422


def test_who_watches_reads_only(ann: Phone, ben: Phone, played: PlayedMatch) -> None:
    page = ben.open(played.to_watch + "evenings")
    assert len(told(page)) == 1
    assert page.tree.one("main").all("form") == []
    assert ben.post(played.to_watch + "evenings", {"say": "met"}).status == 403
    assert ben.post(played.to_watch + "tonight", {"say": "met"}).status == 403
    assert ben.open(played.to_watch + "evenings/1").status == 403
    page = ben.open(played.to_watch)
    assert "Stop or end the evening" not in page.text
    assert page.tree.all("form", id="tonight") == []


def test_with_the_match_its_last_evening_is_over(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("thirty-one", "Ann", "Ben", lives="0")
    match.round("20", "20")
    at(1, 20, 10)
    assert "Since" in told(evenings(ann, match))[0]
    at(1, 21, 30)
    match.round("20", "21")
    assert "Was that a break?" not in match.open_form().text
    text = told(evenings(ann, match))[0]
    assert "21:30" in text
    assert [word for word in ("Since", "Ended automatically") if word in text] == []
    forms = evenings(ann, match).tree.one("main").all("form")
    assert [form for form in forms if "say" in form.fields()] == [], "nothing to begin or end"
    ann.send(ann.open(match.to_score + "midnight"), "/midnight", note="Ben won")
    assert sessions(match)[0]["note"] == "Ben won"


def test_a_substitute_signs_tonight(ann: Phone, match: PlayedMatch, at: At) -> None:
    ann.post(match.to_score + "phone", {"seat": "1"})
    said(ann, match, "met", seat1="Dora")
    match.deal(6, 4, 3)
    page = match.open_form()
    assert "Sitting in tonight: Dora instead of Ben." in page.text
    assert "Dora" not in page.tree.one(id="strip").text
    assert match.events[-1].by == "Dora"
    assert match.match.record()["entries"][0]["by"] == "Dora"
    at(9, 20, 0)
    match.deal(6, 4, 3)
    assert match.events[-1].by == "Ben"
    assert "Tonight" not in match.open_form().text


def test_a_match_without_any_evening_and_one_whose_clock_was_wrong(ann: Phone, at: At) -> None:
    match = ann.load(thirty_one(2, figures(20, 21)))
    assert "No evenings yet" in evenings(ann, match).text
    assert match.open_form().status == 200
    at(1, 20, 0)
    wrong = ann.start("thirty-one", "Ann", "Ben")
    wrong.round("20", "21")
    at(9, 20, 0)
    wrong.round("20", "21")
    at(1, 21, 0)  # the clock was corrected, so it goes back
    wrong.round("21", "20")
    at(1, 21, 20)
    said(ann, wrong, "paused")
    page = evenings(ann, wrong)
    assert len(told(page)) >= 2
    assert wrong.open_form().status == 200
    for number in range(1, len(told(page)) + 1):
        assert ann.open(f"{wrong.to_score}evenings/{number}").status == 200
    assert ann.open(f"{wrong.to_score}evenings/{len(told(page)) + 1}").status == 404


def test_what_was_said_of_evenings_is_the_heading_of_log_and_pad(ann: Phone, at: At) -> None:
    sessions = [{"start": at_march(1, 19, 0), "place": "Ann’s"}, {"start": at_march(8, 20, 0)}]
    three = thirty_one(2, *rounds((1, 8), (8, 8), (15, 8)), tied_lowest="none")
    match = ann.load(three | {"sessions": sessions})
    folds = ann.open(match.to_score + "?on=1").tree.one(id="pad").all("details", class_="fold")
    heads = [fold.one("summary") for fold in folds]
    starts = [head.one("time")["datetime"] for head in heads]
    assert starts == [at_march(8, 20, 0), at_march(1, 19, 0)]
    assert "Ann’s" in heads[1].text
    at(20, 20, 0)
    other = ann.start("tribello", "Ann", "Ben", "Cleo")
    said(ann, other, "met", place="Ben’s", start="2025-03-20T19:00")
    (part,) = ann.open(other.to_score + "log/").tree.one("main").all("section")
    assert "Ben’s" in part.one("h2").text


def test_home_tells_what_is_due_and_the_board_the_evening(ann: Phone, at: At) -> None:
    at(1, 20, 0)
    match = ann.start("card-triathlon", "Ann", "Ben", "Cleo", "Dora", format="half-marathon")
    said(ann, match, "met")
    at(1, 22, 10)
    said(ann, match, "paused")
    home = ann.open("/").text
    assert "Half-marathon · Ann+Cleo v Ben+Dora leg 1, B is next" in home
    assert "Evening 1 · 2 h 10 min" in ann.open(match.to_score + "board").text


def test_a_part_is_answered_to_htmx(quick: Phone, played: PlayedMatch) -> None:
    page = evenings(Phone(quick.app), played)
    forms = [form for form in page.tree.all("form") if "note" in form.fields()]
    fields = forms[-1].fields() | {"say": "paused"}
    here = {"HX-Target": "evenings"}
    late = quick.post(forms[-1]["action"], fields | {"number": "1"}, **here)
    assert (late.status, late.is_whole) == (409, False)
    assert late.tree.one(id="evenings")
    answer = quick.post(forms[-1]["action"], fields, **here)
    assert answer.response.headers["HX-Redirect"] == played.to_score + "evenings"


def test_the_log_has_a_part_for_each_evening_also_over_midnight(ann: Phone, at: At) -> None:
    at(1, 21, 0)
    match = ann.start("tribello", "Ann", "Ben", "Cleo")
    match.deal(6, 4, 3)
    at(2, 0, 30)
    match.deal(4, 6, 3)
    at(8, 20, 0)
    match.deal(3, 6, 4)
    page = ann.open(match.to_score + "log/")
    parts = page.tree.one("main").all("section")
    days = [part.one("h2").one("time")["datetime"][:10] for part in parts]
    assert days == ["2025-03-08", "2025-03-01"]
    numbers = [[line.text.split(" ")[0] for line in part.all("li")] for part in parts]
    assert numbers == [["5", "4"], ["3", "2", "1"]]


def test_older_rows_are_folded_by_the_evening_on_which_they_were_played(ann: Phone) -> None:
    match = ann.load(thirty_one(2, *rounds((1, 5), (8, 7), (15, 8)), tied_lowest="none"))
    for whole in [False, True]:
        page = ann.open(match.to_score + ("?all=1" if whole else "?on=1"))
        folds = page.tree.one(id="pad").all("details", class_="fold")
        told = [fold.one("summary") for fold in folds]
        assert [each.one("time")["datetime"][:10] for each in told] == ["2025-03-08", "2025-03-01"]
        assert [each.one("small").text for each in told] == ["7 rounds, 3 of them here", "5 rounds"]
        headings = page.tree.one(id="pad").all("tr", class_="evening")
        assert [each.text for each in headings] == ["8 Mar 2025 7 rounds"]
        rows = [len(fold.all("tbody")[0].all("tr")) if whole else 0 for fold in folds]
        assert rows == ([3, 5] if whole else [0, 0])
        assert len(page.labels) == (20 if whole else 12)


def test_older_rows_are_paged(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pad, "ROWS_A_PAGE", 20)
    match = ann.load(thirty_one(2, *rounds((1, 15), (8, 35), (15, 12)), tied_lowest="none"))
    page = ann.open(match.to_score + "?on=1")
    found, older = list[set[int]](), {*range(1, 51)}
    for words in ("Show entries", "Show earlier entries", "Show earlier entries"):
        (link, *_) = (each for each in page.tree.all("a") if each.text == words)
        page = ann.open(link["href"].partition("#")[0])
        assert len(page.labels) <= 12 + 20
        found.append({int(each.split()[-1]) for each in page.labels} & older)
    assert [len(each) for each in found] == [20, 20, 10]
    assert set().union(*found) == older
    page = ann.open(match.to_score + "?all=1&until=20")
    (later,) = (each for each in page.tree.all("a") if each.text == "Show later entries")
    assert "until=40" in later["href"]


def test_of_many_evenings_the_first_ones_share_a_fold(ann: Phone) -> None:
    every = rounds(*((day, 1) for day in range(1, 21)))
    match = ann.load(thirty_one(2, *every, tied_lowest="none"))
    pad = ann.open(match.to_score + "?on=1").tree.one(id="pad")
    told = [fold.one("summary") for fold in pad.all("details", class_="fold")]
    days = [[time["datetime"][8:10] for time in each.all("time")] for each in told]
    assert days == [["08"], ["07"], ["06"], ["05"], ["04"], ["01", "03"]]
    assert told[-1].one("small").text == "3 rounds"
