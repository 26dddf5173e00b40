"""Thousands are parted as in the language of the device."""

from __future__ import annotations

import pytest

from tests.games.card_triathlon.legs import c_leg
from tests.games.records import record
from tests.web.phones import Phone
from tests.web.timed import LEG, opened


@pytest.mark.parametrize(
    ("languages", "shown"),
    [
        ("", "1,000"),
        ("en-GB,en;q=0.9", "1,000"),
        ("de-DE,de;q=0.9,en;q=0.8", "1.000"),
        ("de-CH", "1’000"),
        ("fr", "1\u202f000"),
        ("es-MX,es;q=0.9", "1,000"),
        ("xx-YY", "1,000"),
        ("<b>", "1,000"),
    ],
)
def test_a_figure_is_written_as_the_device_writes_it(
    ann: Phone, languages: str, shown: str
) -> None:
    match = opened(ann, record("card-triathlon", 4, [LEG, c_leg(310, 150, 205, 180)]))
    page = ann.open(f"{match.to_score}e/{match.ids[1]}", Accept_Language=languages)
    assert f"<b>{shown}</b>" in page.html
    assert "Accept-Language" in page.response.headers["Vary"]
