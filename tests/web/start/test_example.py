"""The example: a marathon that a seed has made, opened by one tap where there is no match yet."""

from __future__ import annotations

import json

from referee import score, story
from tests.games.card_triathlon.marathon import FILE, LEGS, WEEKS, as_file, marathon
from tests.web.phones import Phone, start


def test_the_example_is_a_whole_marathon_that_its_generator_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == as_file(marathon())

    made = marathon()
    sheet = score(made)
    assert (sheet["finished"], len(sheet["rows"]), sheet["problems"]) == (True, LEGS, [])
    assert sheet["standings"][0]["score"] >= 42_200

    told = story(marathon())
    assert len(told["sessions"]) == len(WEEKS)
    assert [each["ended"] for each in told["sessions"]].count("itself") == 1
    assert sum(each["entries"] for each in told["sessions"]) == LEGS
    assert {each["kind"] for each in told["pace"]} == {"b-leg", "c-leg", "d-leg"}
    assert any(each["players"] for each in told["sessions"])


def test_it_is_offered_to_who_has_no_match_and_opens_by_one_tap(ann: Phone) -> None:
    home = ann.open("/")
    form = home.form("/example")
    first, again = (ann.post(form["action"], form.fields()) for _ in range(2))
    assert first.response.headers["Location"] == again.response.headers["Location"]
    page = ann.follow(first)
    assert "won" in page.tree.one(class_="finished").text
    story_page = ann.open(first.response.headers["Location"] + "story")
    assert len(story_page.tree.all("figure")) == 5
    assert "Dora" not in ann.open("/new?game=tribello").html

    out = json.loads(ann.client.get(first.response.headers["Location"] + "record.json").data)
    for entry in out["entries"]:
        del entry["id"]
    assert out == marathon()

    other = Phone(ann.app)
    start(other, "tribello", "Ann", "Ben", "Cleo")
    assert "Look at an example" not in other.open("/").text
