"""Calendar files with one event, in the format of RFC 5545."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

OCTETS: Final = 75  # most in a line


def calendar_file(
    uid: str, *, now: datetime, start: datetime, minutes: int, texts: dict[str, str]
) -> str:
    """Return a file with one event; `texts` holds its properties such as `SUMMARY`."""
    texts = {name: _escape(text) for name, text in texts.items() if text}
    times = {"DTSTAMP": _utc(now), "DTSTART": _utc(start), "DURATION": f"PT{minutes}M"}
    lines = [f"{name}:{text}" for name, text in ({"UID": uid} | times | texts).items()]
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Referee//EN", "BEGIN:VEVENT"]
    return "\r\n".join([*head, *map(_fold, lines), "END:VEVENT", "END:VCALENDAR", ""])


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ").rjust(16, "0")


def _escape(text: str) -> str:
    lines = (re.sub(r"[\x00-\x1f\x7f-\x9f]", "", line) for line in text.splitlines())
    return "\\n".join(re.sub(r"([\\;,])", r"\\\1", line) for line in lines)


def _fold(line: str) -> str:
    folded, length = "", 0
    for sign in line:
        length += len(sign.encode())
        if length > OCTETS:
            folded, length = f"{folded}\r\n ", 1 + len(sign.encode())
        folded += sign
    return folded
