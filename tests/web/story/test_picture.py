"""The layout of a picture: everything is inside it, whatever the names and their number."""

from __future__ import annotations

import itertools

import pytest

from referee.core.story.ending import find_result
from referee.core.story.story import read_story
from referee.core.text import _
from referee.web.story.picture import (
    SIZE,
    ResultRow,
    Summary,
    TextLine,
    cut,
    draw_picture,
    draw_results,
    width_of,
    wrap,
    write,
)
from referee.web.story.svg import Mark
from tests.games.card_triathlon.marathon import marathon
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.web.story.test_story import number, of_class, timed


def of_players(number: int) -> Json:
    """A match of Thirty-One over two evenings, in which players lose lives in turn."""
    hands = [9, *[20, 25, 30, 21] * 4][:number]
    rounds = [[*hands[n % number :], *hands[: n % number]] for n in range(6)]
    made = thirty_one(number, *(figures(*each) for each in rounds), lives=5, deck=52)
    return timed(made, evening=4)


RECORDS = {
    "two": timed(marathon(), evening=20),
    "three": timed(tribello(*[deal(6, 4, 3), deal(5, 5, 3), deal(8, 2, 3)] * 4)),
    **{f"{number} with lives": of_players(number) for number in (2, 5, 6, 9, 16)},
}


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("letters", [3, 40])
def test_every_line_is_inside_its_picture(record: str, letters: int) -> None:
    made = RECORDS[record]
    names = [f"{chr(65 + n)}{'W' * (letters - 1)}" for n in range(len(made["players"]))]
    story = read_story(made | {"players": names})
    width, height = SIZE
    for evening in (None, story.evenings[0]):
        drawn = draw_picture(story, "T" * 80, evening)
        texts = {
            part: [Line(mark) for mark in drawn.get(part, ()) if mark.tag == "text"]
            for part in ("head", "rows", "turns")
        }
        for line in itertools.chain(*texts.values()):
            length = width_of(line.text, line.size, line.style)
            left = line.x - (length if "end" in line.style else 0)
            assert 0 <= left < left + length <= width, line.text
            assert line.size <= line.y <= height - 20, line.text
        assert not overlapping(texts["head"])
        assert not overlapping(texts["turns"])
        for curve in drawn.get("curve", ()):
            bottom = number(curve, "y") + number(curve, "height")
            assert bottom <= min([each.y - each.size for each in texts["turns"]], default=height)


@pytest.mark.parametrize("number", [2, 5, 6, 16])
def test_results_of_many_are_inside_their_picture_above_the_sentences(number: int) -> None:
    names = [f"{chr(65 + n)}{'W' * 39}" for n in range(number)]
    rows = [ResultRow(name, ("1,200⅓", "9,999"), n == 0) for n, name in enumerate(names)]
    heads, sentences = [_("Won"), _("Matches")], [_("{names} won", names=names[0])] * 6
    result = Summary(rows, sentences[0], sentences[0], [names[0]] * 3, names[0], heads)
    result = result._replace(notes=sentences[:2])
    drawn = draw_results(result, "T" * 80, sentences, names)
    rows_end = max(Line(mark).y for mark in drawn["rows"])
    lines = [Line(mark) for mark in drawn["turns"]]
    assert rows_end <= lines[0].y - lines[0].size
    assert not overlapping(lines)
    for mark in (*drawn["head"], *drawn["rows"], *drawn["turns"]):
        line = Line(mark)
        length = width_of(line.text, line.size, line.style)
        left = line.x - (length if "end" in line.style else 0)
        assert 0 <= left < left + length <= SIZE[0], line.text
        assert line.size <= line.y <= SIZE[1] - 20, line.text


class Line:
    """A line of text at its place."""

    def __init__(self, mark: Mark) -> None:
        self.text, self.style = mark.text, str(mark.attributes["class"])
        self.x, self.y, self.size = (number(mark, name) for name in ("x", "y", "font-size"))


def overlapping(lines: list[Line]) -> list[tuple[str, str]]:
    """Return the pairs of lines of which the second begins before the first has ended."""
    return [
        (a.text, b.text)
        for a, b in itertools.pairwise(lines)
        if a.y + 0.24 * a.size > b.y - 0.74 * b.size
    ]


def test_text_is_wrapped_and_truncated_by_its_width() -> None:
    for text, width, lines in (
        ("Ann and Cleo", 12, ["Ann and Cleo"]),
        ("Ann and Cleo", 6, ["Ann and", "Cleo"]),
        ("Ann\u00a0and Cleo", 6, ["Ann\u00a0and", "Cleo"]),
        ("Bartholomew", 3, ["Bartholomew"]),
    ):
        assert wrap(text, 1, width, "strong") == lines
    for width, shown in ((8, "Bartholomew"), (4, "Barth…"), (1, "B…")):
        found = cut("Bartholomew", 1, width)
        assert (found == shown) or (found.endswith("…") and width_of(found, 1) <= max(width, 1.8))


def test_text_is_as_large_as_fits_and_shortened_before_it_shrinks() -> None:
    for texts, width, shown in (
        (["Ann", "A"], 40 * 3, TextLine("Ann", 40)),
        (["Bartholomew", "B"], 40, TextLine("B", 40)),
        (["Bartholomew"], 10 * 11, TextLine("Bartholomew", 14)),
    ):
        assert write(texts, 40, width, 1) == [shown]


@pytest.mark.parametrize(
    ("rounds", "headline", "margin"),
    [
        ([deal(6, 4, 3), deal(5, 5, 3), deal(8, 2, 3)], "Ann leads", "by"),
        ([deal(6, 4, 3)], "Ann, Ben and Cleo are level", ""),
        ([deal(6, 4, 3), deal(3, 6, 4), deal(4, 3, 6)] * 4, "Ann, Ben and Cleo share the win", ""),
        ([deal(6, 4, 3), deal(5, 5, 3), deal(8, 2, 3)] * 4, "Ann won", "by 16 points"),
        ([], "Not started yet", ""),
    ],
)
def test_the_headline_says_who_won_or_leads(rounds: list[Json], headline: str, margin: str) -> None:
    result = find_result(read_story(tribello(*rounds)))
    assert result.headline == headline
    assert (result.margin or "").startswith(margin)
    assert bool(result.margin) == bool(margin)


def test_a_headline_breaks_no_names_unless_they_are_long() -> None:
    for names, lines in (
        (["Ann", "Cleo"], ["Ann and Cleo", "won"]),
        (["Bartholomew", "Maximiliane"], ["Bartholomew and", "Maximiliane won"]),
    ):
        made = marathon() | {"players": [names[0], "Ben", names[1], "Dora"], "sessions": []}
        head = draw_picture(read_story(made), "")["head"]
        texts = [mark.text.replace("\u00a0", " ") for mark in head]
        assert texts[: len(lines)] == lines
    story = read_story(marathon())
    head = draw_picture(story, "", story.evenings[-1])["head"]
    texts = [mark.text.replace("\u00a0", " ") for mark in head]
    assert texts[:2] == ["Ann and Cleo", "won the evening"]


def test_many_who_are_level_are_counted() -> None:
    story = read_story(timed(thirty_one(5, figures(9, 20, 21, 25, 30), lives=3)))
    for evening, ending in ((None, ""), (story.evenings[0], " for the evening")):
        result = find_result(story, evening)
        assert result.headline == "4 players are level" + ending
        assert result.leaders == result.ranking[:4]


def test_a_picture_says_how_far_a_match_is_and_that_it_was_stopped() -> None:
    made, half = marathon(), tribello(*[deal(6, 4, 3)] * 5)
    for record, told in (
        (made | {"entries": made["entries"][:53]}, "53 legs · target: 42,200"),
        (half, "5 of 12 deals"),
        (half | {"closed": {}}, "The match was stopped early."),
    ):
        head = draw_picture(read_story(record), "")["head"]
        texts = [mark.text.replace("\u00a0", " ") for mark in head]
        assert any(told in text for text in texts), texts
        assert not [text for text in texts if text.endswith("·")]
    story = read_story(made)
    head = draw_picture(story, "", story.evenings[-1])["head"]
    texts = [mark.text.replace("\u00a0", " ") for mark in head]
    assert "And the match, by 5,785 points!" in texts


def test_how_long_a_deal_took_is_no_turning_point() -> None:
    made = timed(tribello(*[deal(6, 4, 3)] * 6))
    made["entries"][4]["at"] = made["entries"][5]["at"]
    story = read_story(made)
    assert "Longest deal: 40 min in deal 5." in [fact.text for fact in story.facts]
    turns = [mark.text for mark in draw_picture(story, "")["turns"]]
    assert turns
    assert not any("Longest:" in text for text in turns)


def test_the_curve_numbers_the_turning_points_and_has_the_winner_s_lead_above() -> None:
    made = marathon()
    leads = [first - second for first, second in read_story(made).totals]
    for legs, closed in ((120, False), (leads.index(min(leads)), True)):
        record = made | {"entries": made["entries"][:legs]} | ({"closed": {}} if closed else {})
        (curve,) = draw_picture(read_story(record), "")["curve"]
        best = int(leads[legs] < 0)
        assert [mark.attributes["class"] for mark in of_class("area", *curve.inside)] == [
            f"area s{best}", f"area s{1 - best}",
        ]  # fmt: skip
        numbers = of_class("number", *curve.inside)
        assert [mark.text for mark in numbers] == ["1", "2"]
        assert max(number(mark, "y") for mark in numbers) < 0, "above the curve"
        line, label = (of_class(style, *curve.inside)[0] for style in ("lead", "at"))
        level = float(str(line.attributes["points"]).rsplit(",", 1)[1])
        assert number(label, "y") == level + 5, "beside the end of the line"
        assert "Lead" in [mark.text for mark in curve.inside]


def test_of_lives_the_winner_is_first_with_the_rounds_in_which_others_went_out() -> None:
    hands = [(10, 30, 20)] * 2 + [(None, 30, 20)] * 2
    story = read_story(thirty_one(3, *[figures(*each) for each in hands], lives=1))
    (hearts,) = draw_picture(story, "")["curve"]
    assert [mark.text for mark in hearts.inside if mark.text] == [
        "Ben", "Cleo", "Round 4: out", "3", "Ann", "Round 2: out", "1",
        "In each heart: the round it was lost in.", "No hearts left: out at the next loss.",
    ]  # fmt: skip
    many = thirty_one(6, *[figures(10, 30, 29, 28, 27, 26)] * 2, lives=1)
    rows = draw_picture(read_story(many), "")["rows"]
    assert [mark.text for mark in rows][-2:] == ["Ann", "out in round\u00a02"]
