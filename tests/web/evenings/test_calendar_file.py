"""Calendar files keep to RFC 5545: line ends, folding, escapes, and times in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest

from referee.web.evenings.midnight_card import OCTETS, calendar_file
from tests.web.site import HOSTILE, NOTE

AT = datetime(2026, 3, 27, 20, 30, tzinfo=timezone(timedelta(hours=1)))


def file(title: str = "Friday", start: datetime = AT) -> str:
    now = datetime(2026, 3, 20, 23, 59, 58, tzinfo=UTC)
    texts = {"SUMMARY": title, "URL": "http://here/?a=1,2;b", "X": ""}
    return calendar_file("a-b", now=now, start=start, minutes=210, texts=texts)


def title_line(data: str) -> str:
    unfolded = data.replace("\r\n ", "")
    (line,) = (line for line in unfolded.split("\r\n") if line.startswith("SUMMARY:"))
    return line.removeprefix("SUMMARY:")


def test_one_event_in_utc() -> None:
    assert file().split("\r\n") == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Referee//EN", "BEGIN:VEVENT", "UID:a-b",
        "DTSTAMP:20260320T235958Z", "DTSTART:20260327T193000Z", "DURATION:PT210M",
        "SUMMARY:Friday", "URL:http://here/?a=1,2;b", "BEGIN:VALARM", "ACTION:DISPLAY",
        "TRIGGER:-PT2H", "DESCRIPTION:Friday", "END:VALARM", "END:VEVENT", "END:VCALENDAR", "",
    ]  # fmt: skip
    assert "DTSTART:00010101T000000Z" in file(start=datetime(1, 1, 1, tzinfo=UTC))


TEXTS = [
    ("a, b; c", r"a\, b\; c"),
    ("back\\slash\\n", r"back\\slash\\n"),
    ("one\ntwo\r\nthree", r"one\ntwo\nthree"),
    ("x\r\nEND:VEVENT\r\nBEGIN:VALARM", r"x\nEND:VEVENT\nBEGIN:VALARM"),
    ("\u2028BEGIN:VALARM\x0b\x1e\x85", r"\nBEGIN:VALARM\n\n"),
    ("nul\x00 bell\x07 del\x7f", "nul bell del"),
    ("👩\u200d👩\u200d👧 café", "👩\u200d👩\u200d👧 café"),
    *((text, text.replace(",", r"\,").replace(";", r"\;")) for text in (*HOSTILE, NOTE)),
]


def test_texts_are_escaped() -> None:
    for title, escaped in TEXTS:
        assert title_line(file(title)) == escaped
        assert len(re.findall("\r\n(?! )", file(title))) == 17


@pytest.mark.parametrize("sign", ["x", "é", "€", "🂡", ",", "\u0301"])
def test_lines_have_at_most_75_octets_and_whole_characters(sign: str) -> None:
    for number in (*range(60, 80), 500):
        data = file(sign * number)
        assert max(len(line) for line in data.encode().split(b"\r\n")) <= OCTETS
        assert title_line(data).replace("\\", "") == sign * number
        assert [line.decode() for line in data.encode().split(b"\r\n")] == data.split("\r\n")
        size = len("SUMMARY:") + len(sign.encode()) * number
        if sign != ",":
            assert ("\r\n " in data.split("BEGIN:VALARM")[0]) == (size > OCTETS)
