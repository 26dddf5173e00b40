"""Figures and times are written as the device writes them."""

from __future__ import annotations

from tests.games.card_triathlon.legs import c_leg
from tests.games.records import record
from tests.web.phones import Phone
from tests.web.timed import LEG, against_the_clock, opened


def test_a_figure_is_written_as_the_device_writes_it(ann: Phone) -> None:
    cases: list[tuple[str, str]] = [
        ("", "1,000"),
        ("en-GB,en;q=0.9", "1,000"),
        ("de-DE,de;q=0.9,en;q=0.8", "1.000"),
        ("de-CH", "1’000"),
        ("fr", "1\u202f000"),
        ("es-MX,es;q=0.9", "1,000"),
        ("xx-YY", "1,000"),
        ("<b>", "1,000"),
    ]
    for languages, shown in cases:
        match = opened(ann, record("card-triathlon", 4, [LEG, c_leg(310, 150, 205, 180)]))
        page = ann.open(f"{match.to_score}e/{match.ids[1]}", Accept_Language=languages)
        assert f"<b>{shown}</b>" in page.html
        assert "Accept-Language" in page.response.headers["Vary"]


def test_figures_in_sentences_and_forms_are_written_like_the_others(ann: Phone) -> None:
    scored = (1310, 150, 205, 10, 20, 5, 15, 25)
    leg = c_leg(*scored, unscored=2000 - sum(scored))
    made = record("card-triathlon", 8, [leg], format="marathon", sequence=["C"])
    match = opened(ann, made)
    page = ann.open(f"{match.to_score}e/{match.ids[0]}", Accept_Language="de")
    assert any(each.text.startswith("1.310 + 205") for each in page.tree.all("dd"))
    assert "1,310" not in page.html

    match = opened(ann, record("card-triathlon", 4, [], format="marathon", sequence=["C"]))
    typed = {"melded0": "1310", "unscored_0": "20"}
    for language, bar in (
        ("de", "1.330 of 1.000: 330 too much"),
        ("en", "1,330 of 1,000: 330 too much"),
    ):
        told = ann.post(match.to_score + "check", typed, Accept_Language=language)
        assert bar in told.tree.one(id="hint-bar0").text
    fresh = ann.open(match.to_score, Accept_Language="de").tree.one(id="hint-bar0")
    assert fresh.text == "1.000 in all"


def test_when_the_match_ends_is_told_as_the_device_writes_times(ann: Phone) -> None:
    for leaf in ["print", "rules"]:
        match = opened(ann, against_the_clock(LEG, ends=60))
        page = ann.open(match.to_score + leaf)
        ends = match.match.options["finish_at"]
        assert ends in [each["datetime"] for each in page.tree.all("time")]
        assert any("times.js" in each.get("src", "") for each in page.tree.all("script"))
