"""The story of a match: what its page shows, with every charted figure also in a table."""

from __future__ import annotations

import itertools
import json
import re
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from xml.etree import ElementTree

import pytest

from referee.core.language import find_language, languages
from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.story.story import Pace, read_story
from referee.core.story.story import story as told
from referee.core.text import put_into_words
from referee.web.story import story_page
from referee.web.story.charts import Chart, StoryCharts, initials
from referee.web.story.story_page import describe_pace, find_renderer
from tests.games.card_triathlon.legs import c_leg
from tests.games.card_triathlon.marathon import FILE
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.web.phones import Page, Phone, PlayedMatch, opened, record_deal
from tests.web.timed import marathon

START = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


def timed(record: Json, minutes: float = 20, evening: int = 6, **more: Any) -> Json:
    at = [
        START + timedelta(weeks=n // evening, minutes=minutes * (n % evening))
        for n in range(len(record["entries"]))
    ]
    entries = [e | {"at": t.isoformat()} for e, t in zip(record["entries"], at, strict=True)]
    return record | {"entries": entries} | more


def story(phone: Phone, match: PlayedMatch, page: str = "") -> Page:
    return phone.open(f"{match.to_score}story{page}")


def questions(page: Page) -> list[str]:
    return [each.one("h2").text for each in page.tree.all("figure")]


GAME = tribello(*[deal(6, 4, 3), deal(5, 5, 3), deal(8, 2, 3)] * 4)


def test_times_that_are_alike_are_said_once() -> None:
    for minutes, text in [
        ((20, 20, 20), "20 min"),
        ((19.8, 20, 20.2), "20 min"),  # the same once rounded
        ((17, 24, 36), "24 min; half take between 17 min and 36 min"),
    ]:
        assert describe_pace(Pace("deal", 3, *minutes)) == text


def test_a_young_match_has_no_chart(ann: Phone, friday: PlayedMatch) -> None:
    page = story(ann, friday)
    assert "No story yet" in page.text
    assert questions(page) == []

    for deals in [1, 2]:
        match = opened(ann, timed(tribello(*[deal(6, 4, 3)] * deals)))
        assert questions(story(ann, match)) == []

    # Evenings without a winner have no chart either.
    won, level = [deal(6, 4, 3), deal(3, 6, 4)], [deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)]
    for deals_of_evening, is_drawn in ((won, True), (level, False)):
        made = timed(tribello(*deals_of_evening * 3), evening=len(deals_of_evening))
        page = story(ann, opened(ann, made))
        assert ("Who won each evening?" in questions(page)) is is_drawn


def test_each_chart_answers_the_question_above_it_and_says_what_the_sheet_does(ann: Phone) -> None:
    page = story(ann, opened(ann, timed(GAME)))
    assert questions(page) == [
        "Who was ahead?", "Who won each evening?", "How long does a deal take?",
    ]  # fmt: skip
    for figure in page.tree.all("figure"):
        (image,) = [*figure.all("svg", role="img"), *figure.all("g", role="img")]
        assert image.one("title").text == figure.one("h2").text
        assert image.one("desc").text == figure.all("p")[0].text
        assert len(figure.one("table").all("tr")) > 2

    match = opened(ann, timed(GAME))
    race = story(ann, match).tree.one("figure", id="race")
    *_, last = race.one("table").all("tr")
    assert [cell.text for cell in last.all("td")] == ann.open(match.to_score).totals


def test_two_sides_have_a_lead_and_a_mark(ann: Phone) -> None:
    page = story(ann, opened(ann, timed(marathon(4, 30))))
    assert questions(page)[:2] == ["Who is ahead?", "How did the totals grow?"]
    assert "Mark: 42,200" in page.tree.one("figure", id="race").one("svg").text
    assert "Where do the points come from?" in questions(page)
    assert "That takes at least" in page.text


def test_what_stands_for_a_side_tells_it_from_all_others() -> None:
    for sides, short in [
        (("Ann", "Ben", "Bo"), ["A", "Be", "Bo"]), (("Max", "Maxi", "Li"), ["Max", "Maxi", "L"]),
        (("Name A", "Name B"), ["N…A", "N…B"]), (("Maximilian", "Maximiliane"), ["M…n", "M…e"]),
    ]:  # fmt: skip
        assert initials(sides, sides) == short

    for teams, short in [
        (("Ann+Cleo", "Ben+Dora"), ["A+C", "B+D"]),
        (("Ann+Cleo+Emil", "Ben+Dora+Fay"), ["ACE", "BDF"]),
    ]:
        assert initials(teams, ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")) == short


def test_where_each_side_has_its_points_from_is_drawn_as_shares(ann: Phone) -> None:
    record = marathon(4, 9)
    page = story(ann, opened(ann, record))
    gains: dict[str, list[list[int]]] = {}
    for row, entry in zip(score(record)["rows"], record["entries"], strict=True):
        gains.setdefault(entry["kind"], []).append(row["cells"][4:6])
    sums = {kind: [sum(side) for side in zip(*rows, strict=True)] for kind, rows in gains.items()}
    totals = [sum(side) for side in zip(*sums.values(), strict=True)]
    chart = page.tree.one("figure", id="kinds")
    told = {row.one("th").text: [cell.text for cell in row.all("td")]
            for row in chart.one("table").all("tr")[1:]}  # fmt: skip
    assert told == {
        f"{kind[0].upper()} leg": [
            f"{own:,} ({round(100 * own / whole)}%)"
            for own, whole in zip(each, totals, strict=True)
        ]
        for kind, each in sums.items()
    }
    drawn = [each.text for each in chart.one("svg").all("text", class_="at")]
    assert drawn == [
        f"{side} {cell.split('(')[1][:-1]}"
        for cells in told.values()
        for side, cell in zip(("A+C", "B+D"), cells, strict=True)
    ]


def test_points_that_were_lost_are_no_share_of_a_whole(ann: Phone) -> None:
    """In C legs in which everybody loses points, the sum of these legs is negative."""
    rows = zip(*[iter(marathon(4, 9)["entries"])] * 3, strict=True)
    entries = [
        each
        for b, _c, d in rows
        for each in (b, c_leg(0, 0, 0, 0, held=[50, 50, 50, 50], unscored=800), d)
    ]
    page = story(ann, opened(ann, marathon(4, 9) | {"entries": entries}))
    assert questions(page) == ["Who is ahead?", "How did the totals grow?"]


def test_lives_are_hearts_that_go_out(ann: Phone) -> None:
    """Ann loses both lives and goes out, Ben loses both and swims, Cleo keeps them."""
    lost = [(10, 20, 30)] * 3 + [(None, 20, 30)] * 2
    match = opened(ann, thirty_one(3, *[figures(*each) for each in lost], lives=2))
    race = story(ann, match).tree.one("figure", id="race")
    drawing = race.one("svg")
    hearts = drawing.all("path", class_="heart")
    lost_hearts = ["lost" in each["class"] for each in hearts]
    assert lost_hearts == [True, True, True, True, False, False]
    assert [each.text for each in drawing.all("text")] == ["Ann", "out", "Ben", "swims", "Cleo"]
    last_heart = max(int(re.findall(r"\d+", each["transform"])[0]) for each in hearts)
    words = GAMES["thirty-one"].total_label(0), GAMES["thirty-one"].total_label(-1)
    for language, word in itertools.product(map(find_language, languages()), words):
        letters = len(put_into_words(word, language))
        assert last_heart + 22 + 9 * letters <= Chart.width, (language.tag, word)
    taps = drawing.all("a")
    assert [each.one("title").text for each in taps] == [
        "Ann: Round 1", "Ann: Round 2", "Ann: Round 3", "Ben: Round 4", "Ben: Round 5",
    ]  # fmt: skip
    assert [each["href"] for each in taps] == [each["href"] for each in race.one("table").all("a")]
    *_, last = race.one("table").all("tr")
    assert [cell.text for cell in last.all("td")] == ["out", "swims", "2"]
    without = opened(ann, thirty_one(3, *[figures(20, 10 + n, 15) for n in range(3)], lives=0))
    assert not story(ann, without).tree.all("path", class_="heart")


def test_the_evenings_are_drawn_that_have_room_and_all_are_in_the_table(ann: Phone) -> None:
    page = story(ann, opened(ann, timed(marathon(4, 60), evening=4)))
    chart = page.tree.one("figure", id="evenings")
    drawn = chart.one("svg").all("rect", class_="box")
    assert len(drawn) == 15
    assert len(chart.one("table").all("tr")) == 16

    page = story(ann, opened(ann, timed(tribello(*[deal(6, 4, 3)] * 12), evening=1)))
    chart = page.tree.one("figure", id="evenings")
    headings = chart.one("svg").all("text", class_="group")
    assert [each.text[:2].strip() for each in headings] == [str(number) for number in range(5, 13)]
    assert len(chart.one("table").all("tr")) == 13


def test_the_evenings_of_two_sides_are_drawn_as_differences(ann: Phone) -> None:
    record = timed(marathon(4, 12), evening=4)
    page = story(ann, opened(ann, record))
    rows = score(record)["rows"]
    leads = []
    for first in (0, 4, 8):
        ours, theirs = (
            sum(row["cells"][side] for row in rows[first : first + 4]) for side in (4, 5)
        )
        leads.append(ours - theirs)
    drawing = page.tree.one("figure", id="evenings").one("svg")
    words = [each.text for each in drawing.all("text")]
    assert words[:2] == ["A+C", "B+D"]
    assert words[2::2] == [f"+{abs(lead)}" if lead else "0" for lead in leads]
    assert words[3::2] == ["1 · 9 Jan 2026", "2 · 16 Jan 2026", "3 · 23 Jan 2026"]
    for lead, bar in zip(leads, drawing.all("rect", class_="box"), strict=True):
        assert (float(bar["x"]) < 164) == (lead > 0)
    links = [each["href"] for each in drawing.all("a")]
    assert [link[-9:] for link in links] == ["evening/1", "evening/2", "evening/3"]
    assert all(ann.open(link).status == 200 for link in links)


def test_a_dot_leads_to_the_leg_that_the_highlights_name_or_that_moved_most(ann: Phone) -> None:
    record = timed(marathon(4, 60))
    match = opened(ann, record)
    page = story(ann, match)
    lead = page.tree.one("figure", id="lead")
    drawing = lead.one("svg")
    taps = drawing.all("a")
    assert len(taps) == len(drawing.all("circle"))
    assert min(float(each.one("rect")["width"]) for each in taps) >= 24
    rows = [each["href"] for each in lead.one("table").all("a")]
    assert len(rows) == 60
    facts = [fact for fact in told(record)["facts"] if " evening: " not in fact["text"]]
    named = [fact["entry"] for fact in facts if fact["entry"] is not None]

    def rank(number: int) -> tuple[int, int]:
        first = named.index(number) if number in named else len(named)
        return -first, abs(gains[number][0] - gains[number][1])

    gains = [row["cells"][4:6] for row in score(record)["rows"]]
    step = -(-60 // len(taps))
    for number, tap in enumerate(taps):
        part = range(number * step, 60 if number == len(taps) - 1 else (number + 1) * step)
        at = max(part, key=rank)
        assert tap["href"] == rows[at]
        label = score(record)["rows"][at]["label"]
        assert tap.one("title").text.startswith(f"{label}: Ann+Cleo:")
    assert ann.open(taps[0]["href"]).status == 200
    other = page.tree.one("figure", id="race").one("svg")
    assert other.all("a") == []


def test_thousands_of_entries_have_links_as_wide_as_a_finger() -> None:
    rounds = [{"kind": "round", "points": [number % 7, number % 5]} for number in range(4_800)]
    lead, *_others = StoryCharts(read_story(record("free-pad", 2, rounds))).draw_all()
    assert min(tap.area.width for tap in lead.taps) >= 24


def test_an_evening_has_its_own_race_from_nothing(ann: Phone) -> None:
    record = timed(marathon(4, 18))
    page = story(ann, opened(ann, record), "/evening/2")
    assert questions(page)[:2] == ["Who was ahead?", "How did the totals grow?"]
    gains = [row["cells"][4:6] for row in score(record)["rows"][6:12]]
    totals = [[f"{sum(side):,}" for side in zip(*gains[: n + 1], strict=True)] for n in range(6)]
    race = page.tree.one("figure", id="race")
    cells = [[cell.text for cell in row.all("td")] for row in race.one("table").all("tr")[1:]]
    assert cells == totals
    assert "Mark" not in race.text
    assert "What’s left" not in page.text  # only the latest evening tells of it
    whole = score(record | {"entries": record["entries"][:12]})["totals"][4:6]
    assert "Total: Ann+Cleo {:,} · Ben+Dora {:,}".format(*whole) in page.text
    assert "What’s left" in story(ann, opened(ann, record), "/evening/3").text


def test_a_leg_without_a_time_leaves_a_gap_among_the_minutes(ann: Phone) -> None:
    """An evening's first leg has no time; the bars of the others stay above their own numbers."""
    page = story(ann, opened(ann, timed(GAME)))
    bars = page.tree.one("figure", id="minutes").one("svg").all("rect", class_="box")
    places = [float(each["x"]) for each in bars]
    steps = [round(after - before) for before, after in itertools.pairwise(places)]
    assert steps[4] == 2 * steps[0]
    assert {*steps[:4], *steps[5:]} <= {steps[0], steps[0] - 1, steps[0] + 1}


def test_a_long_break_is_cut_off_and_its_length_is_in_the_table(ann: Phone) -> None:
    pause = {"start": (START + timedelta(minutes=20)).isoformat(),
             "end": (START + timedelta(minutes=39)).isoformat()}  # fmt: skip
    later = {"start": (START + timedelta(weeks=1)).isoformat(),
             "end": (START + timedelta(weeks=1, hours=5)).isoformat()}  # fmt: skip
    evening = {"start": START.isoformat(), "pauses": [pause]}
    made = timed(GAME, sessions=[evening, {"start": later["start"], "pauses": [later]}])
    made["entries"][7]["at"] = (START + timedelta(weeks=1, hours=5, minutes=10)).isoformat()
    chart = story(ann, opened(ann, made)).tree.one("figure", id="minutes")
    told = [[cell.text for cell in row.all("td")] for row in chart.one("table").all("tr")]
    assert told.count(["1 min", "19 min"]) == 1
    assert told.count(["10 min", "5 h"]) == 1
    top = min(float(bar["y"]) for bar in chart.one("svg").all("rect", class_="box"))
    assert top >= 10
    assert "hatched" in chart.one("p").text


def test_a_fact_leads_to_its_row(ann: Phone) -> None:
    match = opened(ann, timed(GAME))
    facts = story(ann, match).tree.one("ul", class_="facts")
    links = [link["href"] for link in facts.all("a")]
    assert links
    assert all(ann.open(link).status == 200 for link in links)


def test_a_name_is_a_text_wherever_it_stands(ann: Phone) -> None:
    record = timed(GAME) | {"players": ["<b>Ann</b>", 'B"en', "C'leo & co"]}
    page = story(ann, opened(ann, record))
    assert "<b>Ann" not in page.html
    assert questions(page)[0] == "Who was ahead?"


def test_who_only_watches_sees_it_too_and_it_goes_on_live(ann: Phone, friday: PlayedMatch) -> None:
    for _ in range(3):
        record_deal(ann, friday, 6, 4, 3)
    page = ann.open(f"{friday.to_watch}story")
    assert questions(page) == ["Who is ahead?"]
    part = ann.open(f"{friday.to_watch}story", HX_Request="true")
    assert not part.is_whole
    assert questions(part) == questions(page)


def test_a_table_need_not_read_who_is_likely_to_win_nor_how_right_that_was(ann: Phone) -> None:
    match = opened(ann, timed(marathon(4, 36)))
    page = story(ann, match, "/method")
    assert "Past forecasts" in page.text
    assert "Forecast after 10 legs: " in page.text
    young = opened(ann, timed(marathon(4, 3)))
    assert "After twenty legs" in story(ann, young, "/method").text

    def is_said() -> bool:
        text = story(ann, match).text
        return "ten times" in text or "anyone’s game" in text

    assert is_said()
    ann.send(story(ann, match, "/method"), "/method")
    assert not is_said()
    assert "chances" not in match.match.record()
    watched = ann.open(f"{match.to_watch}story/method")
    assert watched.tree.all("button", class_="button") == []
    ann.send(story(ann, match, "/method"), "/method")
    assert is_said()


def test_a_finished_marathon_sums_up_how_right_its_forecasts_were(ann: Phone) -> None:
    record = json.loads(FILE.read_text(encoding="utf-8"))
    page = story(ann, opened(ann, record), "/method")
    told = [each.text for each in page.tree.one("ul", class_="facts").all("li")]
    right = sum("That was right." in each for each in told)
    assert f"{right} of {len(told)} forecasts came true." in page.text


def test_a_fixed_number_of_deals_has_no_mark_to_be_reckoned_with(ann: Phone) -> None:
    match = opened(ann, timed(tribello(*[deal(6, 4, 3)] * 9)))
    told = story(ann, match).text + story(ann, match, "/method").text
    assert "3 deals to go." in told
    assert "what follows from the rules" in told
    assert [word for word in ("mark", "To go", "twenty") if word in told] == []


def test_an_evening_is_told_alone_too(ann: Phone) -> None:
    match = opened(ann, timed(marathon(4, 12)))
    links = [link["href"] for link in story(ann, match).tree.all("a")]
    first, second = sorted({link for link in links if "story/evening" in link})
    page = ann.open(second)
    assert "Evening 2, 16 Jan 2026" in [heading.text for heading in page.tree.all("h2")]
    assert "Evening 2" not in ann.open(first).text
    assert story(ann, match, "/evening/3").status == 404


def test_a_picture_has_the_size_of_a_post_or_of_a_preview(ann: Phone) -> None:
    home = opened(ann, timed(marathon(4, 12))).to_score
    for asked, shape in (
        ("", (1080, 1350)),
        ("?evening=2", (1080, 1350)),
        ("?shape=wide", (1200, 630)),
        ("?shape=x", (1080, 1350)),
    ):
        answer = ann.client.get(f"{home}story/picture{asked}")
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(answer.data[16:20]), int.from_bytes(answer.data[20:24])) == shape
    for evening, status in (("0", 404), ("9", 404), ("x", 200)):
        assert ann.client.get(f"{home}story/picture?evening={evening}").status_code == status


def test_the_page_of_a_picture_shows_both_shapes_and_leads_back(ann: Phone) -> None:
    match = opened(ann, timed(marathon(4, 12)))
    for page, back in (("/share", ""), ("/evening/2/share", "/evening/2")):
        shown = story(ann, match, page).tree
        assert shown.one("header").one("a")["href"] == f"{match.to_score}story{back}"
        for image, saved in zip(shown.all("img"), shown.one("main").all("a"), strict=True):
            assert image["src"] == saved["href"]
            drawn = ann.client.get(image["src"]).data
            size = (int.from_bytes(drawn[16:20]), int.from_bytes(drawn[20:24]))
            assert size == (int(image["width"]), int(image["height"]))
        assert [each["src"].count("evening=2") for each in shown.all("img")] == [bool(back)] * 2
        before = story(ann, match, back).tree
        assert before.all("a", href=f"{match.to_score}story{page}")
        assert before.one("meta", property="og:image")["content"].endswith(
            shown.all("img")[1]["src"]
        )
    assert story(ann, match, "/evening/3/share").status == 404


def texts_of(phone: Phone, address: str, language: str = "en") -> list[str]:
    answer = phone.client.get(address, headers={"Accept-Language": language})
    assert answer.mimetype == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.data)
    texts = [each.text or "" for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
    return [text.replace("\u00a0", " ").replace("\u2009", " ") for text in texts]


@pytest.fixture
def _without_resvg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)


def test_a_name_that_no_font_has_is_drawn_by_the_phone(
    ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    render = find_renderer()
    assert render is not None
    own_fonts_only = partial(render, skip_system_fonts=True)
    monkeypatch.setattr(story_page, "find_renderer", lambda: own_fonts_only)
    for name, kind in (("Żółć", "png"), ("Ζωή", "png"), ("李雷", "svg"), ("A\N{FOX FACE}", "svg")):
        match = opened(ann, timed(tribello(deal(6, 4, 3)) | {"players": [name, "Ben", "Cleo"]}))
        answer = ann.open(match.to_score + "story/picture").response
        assert answer.headers["Content-Type"].startswith(f"image/{kind}"), name
        assert answer.headers["Content-Disposition"].rstrip('"').endswith(f".{kind}"), name
        assert kind == "png" or name in answer.get_data(as_text=True)


@pytest.mark.usefixtures("_without_resvg")
def test_the_picture_says_the_result_its_length_and_two_turning_points(ann: Phone) -> None:
    record = json.loads(FILE.read_text(encoding="utf-8"))
    match = opened(ann, record | {"title": "<Friday> & co"})
    drawn = texts_of(ann, f"{match.to_score}story/picture")
    first, second = (f"{each['score']:,}" for each in score(record)["standings"])
    assert drawn[0] == "<Friday> & co · Marathon"
    for text in (
        "Ann and Cleo won",
        "by 5,785 points",
        "Ann and Cleo",
        first,
        "Ben and Dora",
        second,
    ):
        assert text in drawn
    assert "120 legs · 9 evenings · 33 h · 9 Jan – 27 Mar 2026" in drawn
    facts = " ".join(drawn[-6:])
    for fact in told(record)["facts"][:2]:
        assert fact["text"] in facts


@pytest.mark.usefixtures("_without_resvg")
def test_the_picture_of_an_evening_says_who_won_it_and_the_standing_after_it(ann: Phone) -> None:
    record = json.loads(FILE.read_text(encoding="utf-8"))
    match = opened(ann, record)
    for number, session in enumerate(told(record)["sessions"], start=1):
        until = record["entries"][: session["first"] + session["entries"]]
        totals = [f"{each['score']:,}" for each in score(record | {"entries": until})["standings"]]
        drawn = texts_of(ann, f"{match.to_score}story/picture?evening={number}")
        best, other = sorted(session["points"], reverse=True)
        for text in (f"+{best:,}", f"+{other:,}", *totals, f"by {best - other:,} points"):
            assert text in drawn


@pytest.mark.usefixtures("_without_resvg")
def test_the_picture_is_in_the_language_of_the_page(ann: Phone) -> None:
    address = f"{opened(ann, timed(marathon(4, 12))).to_score}story/picture?evening=2"
    assert "16 Jan 2026 · 6 legs · 1 h 40 min" in texts_of(ann, address)
    assert "16.01.2026 · 6 Etappen · 1 h 40 min" in texts_of(ann, address, "de")
    pseudo = texts_of(ann, address, "en-XA")
    assert any(text.startswith("[") for text in pseudo[:2])
    assert any(text.startswith("16 Jan 2026 · [6 ") for text in pseudo)


def test_on_paper_a_story_has_its_title_names_and_result(ann: Phone) -> None:
    match = opened(ann, timed(GAME) | {"title": "Friday"})
    (head,) = story(ann, match).tree.all(class_="on-paper")
    assert head.one("h2").text == "Friday"
    assert [each["datetime"][:10] for each in head.all("time")] == ["2026-01-09", "2026-01-16"]
    standings = score(match.match.record())["standings"]
    assert all(each["name"] in head.all("p")[1].text for each in standings)

    first = ann.open(f"{match.to_score}story/evening/1").tree.one(class_="on-paper")
    before = score(match.match.record() | {"entries": match.match.record()["entries"][:6]})
    named = [f"{each['rank']}. {each['name']}" for each in before["standings"]]
    assert all(each in first.all("p")[1].text for each in named)
    assert "Not over yet" in first.text
