"""The story of a match: its charts, whose figures are also in tables, its page and its picture."""

from __future__ import annotations

import itertools
import json
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from referee.core.language import find_language, languages
from referee.core.registry import GAMES
from referee.core.sheet import score
from referee.core.story.story import read_story
from referee.core.story.story import story as told
from referee.core.text import _
from referee.web.story import story_page
from referee.web.story.charts import ROW, Chart, StoryCharts
from referee.web.story.story_page import find_renderer
from referee.web.story.svg import WIDTH, Mark, Scale, draw_lines, initials, scale_up, spread
from tests.games.card_triathlon.legs import c_leg
from tests.games.card_triathlon.marathon import FILE
from tests.games.free_pad.expected import pad
from tests.games.records import Json, deal, figures, record, thirty_one, tribello
from tests.web.phones import Page, Phone, PlayedMatch
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


def charts_of(record: Json, evening: int | None = None) -> dict[str, Chart]:
    """A record's charts by id; addresses are `e` and the entry's index, or `n` and the evening."""
    told = read_story(record)
    drawn = StoryCharts(
        told,
        None if evening is None else told.evenings[evening - 1],
        lambda entry=None, evening=None: f"e{entry}" if evening is None else f"n{evening}",
    ).draw_all()
    return {chart.id: chart for chart in drawn}


def of_class(style: str, *marks: Mark) -> list[Mark]:
    found = [mark for mark in marks if style in str(mark.attributes.get("class", "")).split()]
    return [*found, *(each for mark in marks for each in of_class(style, *mark.inside))]


def number(mark: Mark, name: str) -> float:
    return float(str(mark.attributes[name]))


DEALS = [deal(6, 4, 3), deal(5, 5, 3), deal(8, 2, 3)]
GAME = tribello(*DEALS * 4)
PENALTY = {"kind": "adjustment", "points": [-5, 0, 0]}
LEVEL = [deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)]


# Charts -------------------------------------------------------------------------------------------


def test_a_chart_is_drawn_if_it_has_something_to_show() -> None:
    lost = [c_leg(0, 0, 0, 0, held=[50, 50, 50, 50], unscored=800)]  # no shares of a whole
    rows = [*zip(*[iter(marathon(4, 9)["entries"])] * 3, strict=True)]
    for made, drawn in [
        (timed(tribello(*DEALS[:2])), []),
        (timed(GAME), ["race", "evenings"]),
        (timed(tribello(*DEALS * 2, PENALTY, *DEALS)), ["race", "evenings"]),
        (timed(tribello(*LEVEL * 3), evening=3), ["race"]),  # nobody wins an evening
        (timed(tribello(*LEVEL[:2] * 3), evening=2), ["race", "evenings"]),
        (timed(marathon(4, 30)), ["lead", "evenings", "kinds"]),
        (marathon(4, 9), ["lead", "kinds"]),
        (marathon(4, 9) | {"entries": [leg for b, _c, d in rows for leg in (b, *lost, d)]},
         ["lead"]),
    ]:  # fmt: skip
        assert [*charts_of(made)] == drawn


def test_what_stands_for_a_side_tells_it_from_all_others() -> None:
    six = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
    for sides, players, short in [
        (("Ann", "Ben", "Bo"), None, ["A", "Ben", "Bo"]),
        (("Max", "Maxi", "Li"), None, ["Max", "Maxi", "L"]),
        (("Name A", "Name B"), None, ["N…A", "N…B"]),
        (("Maximilian", "Maximiliane"), None, ["M…n", "M…e"]),
        (("Ann+Cleo", "Ben+Dora"), six, ["A+C", "B+D"]),
        (
            ("Hanna+Mira", "Harald+Mirko"),
            ("Hanna", "Mira", "Harald", "Mirko"),
            ["H…n+Mira", "H…r+M…k"],
        ),
        (("Ann+Cleo+Emil", "Ben+Dora+Fay"), six, ["ACE", "BDF"]),
    ]:
        assert initials(sides, players or sides) == short


def test_lines_have_labels_apart_and_axes_begin_at_0() -> None:
    for places, moved in [
        ([10, 12, 100], [10, 28, 100]), ([200, 195, 210], [192, 174, 210]), ([10, 10], [10, 28]),
        ([102, 100, 104], [102, 84, 120]),
    ]:  # fmt: skip
        assert spread(places, 10, 210) == moved
    for shown, low, high in [([5, 6], 0, 6), ([-3, 40], -20, 40), ([], 0, 1)]:
        assert scale_up(shown)[:2] == (low, high)
    x, y = Scale(0, 1_000, 0, 300), Scale(0, 1, 9, 0)
    line, leader, label = draw_lines([[0] * 1_001], ["A"], [0], x, y)
    assert leader.attributes["points"] == "300.0,9.0 311.0,9.0", "from the line to its label"
    assert len(str(line.attributes["points"]).split()) <= 201
    assert (label.text, label.attributes["x"]) == ("A", 313)


def test_the_figures_are_those_of_the_sheet() -> None:
    made = timed(marathon(4, 30))
    rows, charts = score(made)["rows"], charts_of(made)
    gains = [row["cells"][4:6] for row in rows]
    totals = [*itertools.accumulate(gains, lambda a, b: [a[0] + b[0], a[1] + b[1]])]
    assert [row[1] for row in charts["lead"].rows] == [f"{abs(a - b):,}" for a, b in totals]

    by_kind = {}
    for kind in ("b", "c", "d"):
        own = [
            gain for gain, row in zip(gains, made["entries"], strict=True) if row["kind"][0] == kind
        ]
        sums = [sum(side) for side in zip(*own, strict=True)]
        by_kind[f"{kind.upper()} leg"] = [f"{own:,}" for own in sums]
    assert {row[0]: row[1:] for row in charts["kinds"].rows} == by_kind
    assert [mark.text for mark in of_class("at", *charts["kinds"].marks)] == [
        f"{side} {cell}"
        for cells in by_kind.values()
        for side, cell in zip(("A+C", "B+D"), cells, strict=True)
    ]


CAPTIONS: Final = (
    "In each heart: the round it was lost in.", "No hearts left: out at the next loss.",
)  # fmt: skip


def test_lives_are_hearts_that_go_out() -> None:
    """Ann loses both lives and goes out, Ben loses both and swims, Cleo keeps them."""
    lost = [(10, 20, 30)] * 3 + [(None, 20, 30)] * 2
    race = charts_of(thirty_one(3, *[figures(*each) for each in lost], lives=2))["race"]
    hearts = of_class("heart", *race.marks)
    assert ["lost" in str(each.attributes["class"]) for each in hearts] == [True] * 4 + [False] * 2
    rounds = [mark.text for mark in race.marks if mark.attributes["class"] == "below"]
    assert rounds == ["1", "2", "4", "5"]
    assert [mark.text for mark in race.marks if mark.text and mark.text not in rounds] == [
        "Ann",
        "Round 3: out",
        "Ben",
        "swims",
        "Cleo",
        *CAPTIONS,
    ]
    last_heart = max(int(str(each.attributes["transform"])[10:].split()[0]) for each in hearts)
    out = _("{round}: out", round=_("Round {number}", number=12))
    words = GAMES["thirty-one"].total_label(0), GAMES["thirty-one"].total_label(-1), out
    for language, word in itertools.product(map(find_language, languages()), words):
        letters = len(language.render(word))
        assert last_heart + ROW + 6 + 8 * letters <= WIDTH, (language.tag, word)
    for language, mark in itertools.product(map(find_language, languages()), race.marks[-2:]):
        assert 8 * len(language.render(mark.text)) <= WIDTH, (language.tag, mark.text)
    assert [(tap.inside[0].text, tap.attributes["href"]) for tap in race.taps] == [
        ("Ann: Round 1", "e0"), ("Ann: Round 2", "e1"), ("Ann: Round 3", "e2"),
        ("Ben: Round 4", "e3"), ("Ben: Round 5", "e4"),
    ]  # fmt: skip
    assert race.rows[-1][1:] == ["out", "swims", "2"]
    level = thirty_one(2, figures(20, 20), figures(21, 21), figures(10, 20), lives=1)
    assert [mark.text for mark in charts_of(level)["race"].marks if mark.text] == [
        "Ben", "won", "1", "Ann", "Round 3: out", "1",
        *CAPTIONS,
    ]  # fmt: skip
    facts = [fact["text"] for fact in told(level)["facts"]]
    assert facts[0] == "All hands tied in round 1, so everyone lost a life."
    later = [figures(10, 20, 30)] * 2 + [figures(None, 20, 20)]
    facts = [fact["text"] for fact in told(thirty_one(3, *later, lives=1))["facts"]]
    assert "All hands tied in round 3, so everyone still in lost a life." in facts
    left = thirty_one(3, *[figures(10, 20, None)] * 3, lives=3)
    left["attendance"] = [{"from": 0, "player": "Cleo", "here": False}]
    race = charts_of(left)["race"]
    assert [mark.text for mark in race.marks if mark.text] == [
        "Ann", "swims", "1", "2", "3", "Ben", "Cleo", "out",
        *CAPTIONS,
    ]  # fmt: skip
    assert len(of_class("lost", *race.marks)) == 6
    without = charts_of(thirty_one(3, *[figures(20, 10 + n, 15) for n in range(3)], lives=0))
    assert not any(of_class("heart", *chart.marks) for chart in without.values())


def test_the_evenings_are_drawn_that_have_room_and_all_are_in_the_table() -> None:
    for made, drawn in [
        (timed(marathon(4, 12), evening=4), [1, 2, 3]),
        (timed(marathon(4, 160), evening=4), [*range(26, 41)]),
        (timed(tribello(*[deal(6, 4, 3)] * 12), evening=1), [*range(1, 13)]),
    ]:
        chart = charts_of(made)["evenings"]
        assert [tap.attributes["href"] for tap in chart.taps] == [f"n{n}" for n in drawn]
        assert len(of_class("box", *chart.marks)) == len(drawn)
        assert [row[0].split()[0] for row in chart.rows] == [str(n + 1) for n in range(drawn[-1])]
        assert chart.height <= 860


def test_an_evening_s_bar_is_its_margin_in_the_winner_s_colour() -> None:
    made = timed(marathon(4, 12), evening=4)
    rows, leads = score(made)["rows"], []
    for first in (0, 4, 8):
        ours, theirs = (
            sum(row["cells"][side] for row in rows[first : first + 4]) for side in (4, 5)
        )
        leads.append(ours - theirs)
    chart = charts_of(made)["evenings"]
    assert [mark.text for mark in of_class("at", *chart.marks)] == [
        f"{'A+C' if lead > 0 else 'B+D'} {abs(lead)}" if lead else "0" for lead in leads
    ]
    assert [mark.text for mark in of_class("group", *chart.marks)] == [
        "1 · 9 Jan 2026", "2 · 16 Jan 2026", "3 · 23 Jan 2026",
    ]  # fmt: skip
    for lead, bar in zip(leads, of_class("box", *chart.marks), strict=True):
        assert bar.attributes["class"] == f"box s{int(lead < 0) if lead else 4}"


def test_a_dot_leads_to_the_leg_that_the_highlights_name_or_that_moved_most() -> None:
    made = timed(marathon(4, 60))
    charts, sheet = charts_of(made), score(made)
    lead, gains = charts["lead"], [row["cells"][4:6] for row in sheet["rows"]]
    facts = [fact for fact in told(made)["facts"] if " evening: " not in fact["text"]]
    named = [fact["entry"] for fact in facts if fact["entry"] is not None]

    def rank(number: int) -> tuple[bool, int]:
        return number in named, abs(gains[number][0] - gains[number][1])

    step = -(-60 // len(lead.taps))
    for n, tap in enumerate(lead.taps):
        part = range(n * step, 60 if n == len(lead.taps) - 1 else (n + 1) * step)
        at = max(part, key=rank)
        assert tap.attributes["href"] == f"e{at}" == lead.links[at]
        assert tap.inside[0].text.startswith(f"{sheet['rows'][at]['label']}: Ann+Cleo:")
        assert of_class("dot", tap)
    assert len(lead.links) == 60
    rounds = [{"kind": "round", "points": [number % 7, number % 5]} for number in range(4_800)]
    for chart in (lead, charts_of(record("free-pad", 2, rounds))["lead"]):
        assert min(number(each, "width") for each in of_class("tap", *chart.taps)) >= 24


def test_the_line_of_a_guest_begins_where_they_joined() -> None:
    joined = [{"from": n, "player": "Cleo", "here": n > 0} for n in (0, 3)]
    rounds = [pad(5, 3, None)] * 3 + [pad(5, 3, 4)] * 3
    race = charts_of(record("free-pad", 3, rounds) | {"attendance": joined})["race"]
    lines = [str(line.attributes["points"]).split() for line in of_class("line", *race.marks)]
    assert sorted(map(len, lines)) == [3, 7, 7]


def test_an_evening_has_its_own_race_from_nothing() -> None:
    made = timed(marathon(4, 18))
    lead = charts_of(made, evening=2)["lead"]
    gains = [a - b for a, b in (row["cells"][4:6] for row in score(made)["rows"][6:12])]
    assert [row[1] for row in lead.rows] == [f"{abs(n):,}" for n in itertools.accumulate(gains)]
    assert not of_class("fan", *lead.marks)


# The page -----------------------------------------------------------------------------------------


def test_the_average_time_fits_the_whole_even_if_first_entries_have_no_time(ann: Phone) -> None:
    made = timed(tribello(*DEALS * 2), minutes=15, evening=3, closed={})
    made["entries"][5]["at"] = (START + timedelta(weeks=1, minutes=38)).isoformat()
    for start, average, tonight, whole in (
        ("18:52", "14 min", "15 min", " 1 h 24 min"),
        ("19:00", "17 min", "19 min", " about 1 h 40 min"),
    ):
        made["sessions"] = [{"start": f"2026-01-{day}T{start}:00Z"} for day in ("09", "16")]
        match = ann.load(made)
        times = story(ann, match).tree.all("table")[-1]
        assert [each.text for each in times.all("td")] == ["", average, tonight]
        assert f"2 evenings ·{whole}" in ann.open(match.to_score).text


def test_a_page_has_each_chart_with_its_answer_its_table_and_links(ann: Phone) -> None:
    match = ann.load(timed(GAME, players=["<b>Ann</b>", 'B"en', "C'leo & co"]))
    page = story(ann, match)
    assert questions(page) == ["Who was ahead?", "Who won each evening?"]
    assert "<b>Ann" not in page.html
    for figure in page.tree.all("figure"):
        (image,) = [*figure.all("svg", role="img"), *figure.all("g", role="img")]
        assert image.one("title").text == figure.one("h2").text
        assert image.one("desc").text == figure.all("p")[0].text
        assert len(figure.one("table").all("tr")) > 2
    race = page.tree.one("figure", id="race")
    *_, last = race.one("table").all("tr")
    assert [cell.text for cell in last.all("td")] == ann.open(match.to_score).totals
    evenings = page.tree.one("figure", id="evenings")
    for part in (race.one("svg"), race.one("table"), evenings.one("svg"), evenings.one("table"),
                 page.tree.one("ul", class_="facts")):  # fmt: skip
        links = [each["href"] for each in part.all("a")]
        assert links
        assert all(ann.open(link).status == 200 for link in {links[0], links[-1]})


def test_who_only_watches_sees_it_too_and_it_goes_on_live(ann: Phone, friday: PlayedMatch) -> None:
    page = story(ann, friday)
    assert ("No story yet" in page.text, questions(page)) == (True, [])
    for _number in range(3):
        friday.deal(6, 4, 3)
    page = ann.open(f"{friday.to_watch}story")
    assert questions(page) == ["Who is ahead?"]
    part = ann.open(f"{friday.to_watch}story", HX_Request="true")
    assert not part.is_whole
    assert questions(part) == questions(page)


def test_an_evening_is_told_alone_too(ann: Phone) -> None:
    record = timed(marathon(4, 18))
    match = ann.load(record)
    page = story(ann, match, "/evening/2")
    assert "Evening 2, 16 Jan 2026" in [heading.text for heading in page.tree.all("h2")]
    assert "What’s left" not in page.text  # only the latest evening tells of it
    whole = score(record | {"entries": record["entries"][:12]})["totals"][4:6]
    assert "Total: Ann and Cleo {:,} · Ben and Dora {:,}".format(*whole) in page.text
    assert "What’s left" in story(ann, match, "/evening/3").text
    assert story(ann, match, "/evening/4").status == 404


def test_a_story_begins_with_its_chronicle_which_chats_show_beside_a_link(ann: Phone) -> None:
    match = ann.load(json.loads(FILE.read_text(encoding="utf-8")))
    shown = story(ann, match).tree
    first = " ".join(each.text for each in shown.one(id="live").all("p", class_="chronicle"))
    assert first.startswith(
        "Ann and Cleo took the lead for good in leg 41 and won by 5,785 points."
    )
    assert (
        " Evening 1, at Ann’s: Ben and Dora won by 285 points. Ben and Dora won evening 2" in first
    )
    description = shown.one("meta", property="og:description")["content"]
    assert " ".join(description.split()) == first
    german = ann.open(f"{match.to_score}story", Accept_Language="de").tree
    assert german.one("meta", property="og:description")["content"].startswith(
        "Ann und Cleo gingen"
    )
    (of_evening,) = story(ann, match, "/evening/2").tree.all(class_="chronicle")
    assert of_evening.text.startswith("Ben and Dora won evening 2")


def test_a_table_need_not_read_who_is_likely_to_win_nor_how_right_that_was(ann: Phone) -> None:
    match = ann.load(timed(marathon(4, 36)))
    assert "Most likely " in story(ann, match).text
    assert "Forecast after 10 legs: " in story(ann, match, "/method").text
    young = ann.load(timed(marathon(4, 3)))
    assert "After twenty entries" in story(ann, young, "/method").text

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
    page = story(ann, ann.load(record), "/method")
    told = [each.text for each in page.tree.one("ul", class_="facts").all("li")]
    right = sum("That was right." in each for each in told)
    assert 0 < right < len(told)
    assert f"{right} of {len(told)} forecasts came true." in page.text
    assert "Forecast after 110 legs: 9 to 10 more; 10 played in the end." in " ".join(told)


def test_a_finished_marathon_tells_its_odds_unless_the_table_hides_them(ann: Phone) -> None:
    match = ann.load(json.loads(FILE.read_text(encoding="utf-8")))
    upset = "After evening 2 Ann and Cleo would have won only two times in ten."
    for is_shown in (True, False):
        page, method = story(ann, match), story(ann, match, "/method")
        assert ("Who was likely to win?" in questions(page)) == is_shown
        assert (upset in page.text) == is_shown
        assert ("Said “9 of 10” 7 times: 7 came true." in method.text) == is_shown
        ann.send(method, "/method")


def test_odds_are_drawn_for_two_sides_once_one_of_them_has_won() -> None:
    odds = charts_of(json.loads(FILE.read_text(encoding="utf-8")))["odds"]
    assert {int(first) + int(second) for _leg, first, second in odds.rows} == {10}
    assert (odds.rows[0][0], odds.rows[-1][0], len(odds.rows)) == ("Leg 12, D", "Leg 117, D", 36)
    (above, below) = of_class("area", *odds.marks)
    assert [each.attributes["class"] for each in (above, below)] == ["area s0", "area s1"]
    assert len(of_class("line", *odds.marks)) == 1
    three = timed(tribello(*DEALS * 4))
    assert "odds" not in charts_of(three)
    assert "odds" not in charts_of(timed(marathon(4, 60)))  # it goes on
    assert "odds" not in charts_of(timed(marathon(4, 60)) | {"closed": {}})


def test_odds_that_never_move_are_no_chart() -> None:
    for gain, drawn in ((10, {"lead"}), (0, {"lead", "odds"})):  # Ann always wins nine of ten
        rounds = [pad(9 + gain, 9 + n % 3) for n in range(15)] + [pad(40, 9)] * 15
        made = timed(record("free-pad", 2, rounds, lowest_wins=False, rounds=30))
        assert charts_of(made).keys() & {"lead", "odds"} == drawn


def test_a_fixed_number_of_deals_has_no_mark_to_be_reckoned_with(ann: Phone) -> None:
    match = ann.load(timed(tribello(*[deal(6, 4, 3)] * 9)))
    told = story(ann, match).text + story(ann, match, "/method").text
    assert "3 deals to go." in told
    assert "what follows from the rules" in told
    assert [word for word in ("mark", "To go", "twenty") if word in told] == []


def test_a_story_has_its_title_and_days_and_on_paper_its_names_and_result(ann: Phone) -> None:
    match = ann.load(timed(GAME) | {"title": "Friday"})
    page = story(ann, match).tree.one(id="live")
    assert page.all("h2")[0].text == "Friday · Tribello"
    assert page.all("p")[0].text.endswith(" · 2 evenings · about 4 h · 9 – 16 Jan 2026")
    standings = score(match.match.record())["standings"]
    assert all(each["name"] in page.one(class_="on-paper").text for each in standings)

    first = ann.open(f"{match.to_score}story/evening/1").tree.one(class_="on-paper")
    before = score(match.match.record() | {"entries": match.match.record()["entries"][:6]})
    named = [f"{each['rank']}. {each['name']}" for each in before["standings"]]
    assert all(each in first.text for each in named)
    assert "Not over yet" in first.text


# The picture --------------------------------------------------------------------------------------


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_picture_is_shown_shared_and_previewed_in_its_size(ann: Phone) -> None:
    match = ann.load(timed(marathon(4, 12)))
    for evening, status in (("0", 404), ("9", 404), ("x", 200)):
        address = f"{match.to_score}story/picture?evening={evening}"
        assert ann.client.get(address).status_code == status
    for page, back in (("/share", ""), ("/evening/2/share", "/evening/2")):
        shown = story(ann, match, page).tree
        assert shown.one("header").one("a")["href"] == f"{match.to_score}story{back}"
        image, link = shown.one("img"), shown.one("main").one("a")
        assert image["src"] == link["href"] == link["data-picture"]
        assert "download" in link.attrs, "saves it where nothing can share it"
        assert image["src"].count("evening=2") == bool(back)
        answer = ann.client.get(image["src"])
        assert (answer.mimetype, size_of(answer.data)) == ("image/png", (1080, 1350))
        assert (image["width"], image["height"]) == ("1080", "1350")
        before = story(ann, match, back).tree
        assert before.all("a", href=f"{match.to_score}story{page}")
        for name, value in (("", image["src"]), (":width", "1080"), (":height", "1350")):
            meta = before.one("meta", property=f"og:image{name}")
            assert meta["content"].endswith(value)
    assert story(ann, match, "/evening/3/share").status == 404


def test_a_name_that_no_font_has_is_drawn_by_the_phone(
    ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    render = find_renderer()
    assert render is not None
    own_fonts_only = partial(render, skip_system_fonts=True)
    monkeypatch.setattr(story_page, "find_renderer", lambda: own_fonts_only)
    for name, kind in (("Żółć", "png"), ("Ζωή", "png"), ("李雷", "svg"), ("A\N{FOX FACE}", "svg")):
        match = ann.load(timed(tribello(deal(6, 4, 3)) | {"players": [name, "Ben", "Cleo"]}))
        answer = ann.open(match.to_score + "story/picture").response
        assert answer.headers["Content-Type"].startswith(f"image/{kind}"), name
        assert answer.headers["Content-Disposition"].rstrip('"').endswith(f".{kind}"), name
        assert kind == "png" or name in answer.get_data(as_text=True)


def test_the_picture_says_the_result_and_two_sentences_in_the_page_s_language(
    ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    record = json.loads(FILE.read_text(encoding="utf-8"))
    match = ann.load(record | {"title": "<Friday> & co"})

    def texts_of(asked: str = "", language: str = "en") -> list[str]:
        address = f"{match.to_score}story/picture{asked}"
        answer = ann.client.get(address, headers={"Accept-Language": language})
        assert answer.mimetype == "image/svg+xml"
        drawing = ElementTree.fromstring(answer.data)
        texts = [each.text or "" for each in drawing.iter("{http://www.w3.org/2000/svg}text")]
        return [text.replace("\u00a0", " ").replace("\u202f", " ") for text in texts]

    drawn = texts_of()
    first, second = (f"{each['score']:,}" for each in score(record)["standings"])
    assert drawn[0] == "<Friday> & co · Marathon"
    assert "Ann and Cleo won" in " ".join(drawn[:3])
    assert {
        "by 5,785 points", "Ann and Cleo", first, "Ben and Dora", second,
        "120 legs · 9 evenings · 33 h · 9 Jan – 27 Mar 2026",
    } <= {*drawn}  # fmt: skip
    turn = read_story(record).turn()
    assert turn is not None
    assert turn.fact.text in " ".join(drawn[-6:])

    for number, session in enumerate(told(record)["sessions"], start=1):
        until = record["entries"][: session["first"] + session["entries"]]
        totals = [f"{each['score']:,}" for each in score(record | {"entries": until})["standings"]]
        best, other = sorted(session["points"], reverse=True)
        wanted = {f"+{best:,}", f"+{other:,}", *totals, f"by {best - other:,} points"}
        assert wanted <= {*texts_of(f"?evening={number}")}
    assert "16.01.2026 · 15 Etappen · 3 h 54 min" in texts_of("?evening=2", "de")
    pseudo = texts_of("?evening=2", "en-XA")
    assert any(text.startswith("[") for text in pseudo[:2])
