"""Random values, headers and bodies that no page would send."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final
from urllib.parse import quote_from_bytes
from uuid import UUID

MARK: Final = "<zq "
"""Start of an HTML element that some values contain; no page may show it unescaped."""
EXTREME: Final = (
    "", " ", "0", "00", "-0", "-1", "1", "2", "13", "14", "99", "1e9", "1e309", "NaN", "-inf", "½",
    "²", "٣", "0x10", "1_000", "+5", "5 ", "30.5", "0.5", "1,5", "9" * 9, "9" * 10, "9" * 30,
    "9" * 5000, "-" + "9" * 19, "18446744073709551616", "true", "True", "False", "None", "null",
    "[]", "{}", "['C']", '["B"', "on", "x", "\x00", "\n", "\r\nSet-Cookie: a=b", "\x1b[31m",
    "\u202e", "\u200b", "\ufeff", "\ufffd", "\U0001f0cf", "e\u0301" * 30, "A" * 41, "A" * 70_000,
    "ß", "ﬁ", "İ", "Ann", "Ben", "ann", "%s", "%(x)s", "{{7*7}}", "{0}", "${x}", "\\",
    f"{MARK}onload=x>", f'">{MARK}x>', f"'{MARK}x>", "</script>", "javascript:alert(1)",
    "//evil.example/", "http://evil.example/", "../../etc/passwd", "AS", "as", "AS AS", "AH KH 7S",
    "JK", "JK JK", "RJ 10H", "10H", "1H", "AS" * 200, "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S",
    "AS KS | QS", "| | |", "0.0", "0.99", "99.0", "n", "AS-KS", "1C 1D 1H P P P", "P P P P",
    "7NT X XX", "tribello.follow", "tribello.", ".", "triathlon.feats", "thirty-one.fire",
    "2026-02-30", "2025-03-01", "2025-03-01T20:00", "2025-03-01T20:00+99:00", "0001-01-01T00:00",
    "9999-12-31T23:59", "9999-12-31T23:59:59.999999+00:00", "0001-01-01T00:00:00+14:00", "24:00",
    "20:00", "score", "watch", "S", "H", "C-leg",
)  # fmt: skip
RAW: Final = ("%ff%fe", "%ed%a0%80", "%c0%af", "%", "%zz", "%f0%9f%83")
"""Bytes that aren't valid UTF-8, or no bytes at all."""
HEADS: Final[dict[str, tuple[str, ...]]] = {
    "HX-Request": ("true", "false", "TRUE", "", "1; URI-AutoEncoded=true"),
    "HX-Target": ("live", "entry", "main", "answer", "ways", "hints", "", "\xff", f"{MARK}x>",
        "#live"),
    "HX-Target-URI-AutoEncoded": ("true", "x"),
    "HX-Boosted": ("true", "false", "x"),
    "HX-History-Restore-Request": ("true", "x"),
    "HX-Current-URL": ("http://localhost/", "http://evil.example/", "http://[::1", "\xff", "//x",
        "javascript:x"),
    "HX-Current-URL-URI-AutoEncoded": ("true",),
    "HX-Trigger": ("entry", '{"a', "\xff"),
    "HX-Trigger-Name": ("undo", "x" * 5000),
    "HX-Prompt": ("yes", f"{MARK}x>"),
    "Accept-Language": ("", "de-DE,de;q=0.9", "*", "xx-YY;q=abc", "\xff", "en;q=1e999",
        ",;,;" * 50, f"{MARK}x>"),
    "Accept-Encoding": ("gzip", "gzip;q=0", "br", "gzip;q=x", "*", "", "gzip, gzip, gzip;q=-1"),
    "Accept": ("text/html", "*/*;q=x", "application/json", ""),
    "Range": ("bytes=0-1", "bytes=-5", "bytes=9-2", "x", "bytes=0-0,2-3"),
    "If-None-Match": ("*", '"x"', "x", 'W/"', '"' * 300),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday",
        "Thu, 99 Jan 99999 00:00:00 GMT"),
    "Last-Event-ID": ("1", "-1", "x", "9" * 40, ""),
    "Cookie": ("referee=x", "referee=", "=", "referee=eyJ4Ijp7fX0.aaaa.bbbb", "a=b; referee",
        "\xff=\xff", ";" * 300),
    "Host": ("evil.example", "localhost:99999", "[::1", "", "a b", "\xff", "localhost:x"),
    "X-Forwarded-For": ("1.2.3.4", "x", ","),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Proto": ("https", "gopher"),
    "X-Forwarded-Prefix": ("/x", "//evil.example"),
    "Forwarded": ("host=evil.example;proto=https",),
    "X-HTTP-Method-Override": ("DELETE",),
    "Sec-Fetch-Site": ("same-origin", "none", "cross-site", "same-site", "\xff"),
    "Origin": ("http://localhost", "null", "http://[::1", "http://evil.example", ""),
    "Referer": ("http://localhost/", "http://[", "http://[::1", "nonsense",
        "http://evil.example/\xff"),
    "User-Agent": ("", "\xff" * 100, f"{MARK}x>"),
    "Save-Data": ("on",),
    "Sec-CH-UA-Mobile": ("?1", "x"),
    "Time-Zone": ("Europe/Berlin", "x"),
    "Dies": ("1,before the write,0",),
}  # fmt: skip
"""Headers that the app or its libraries read, and some that they must ignore."""
SELDOM: Final = ("Sec-Fetch-Site", "Origin", "Referer", "Cookie", "Host")
METHODS: Final = (
    ("GET",) * 6 + ("POST",) * 6 + ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")
)
NAMES: Final = (
    "x", "", "[]", "number", "key", "question", "endpoint", "values", "query", "self", "table",
    "_method", "_scheme", "_external", "_anchor", "evening", "year", "shape", "after", "entry",
)  # fmt: skip
"""Names of fields, some of them those of parameters in the code."""
JSON: Final[tuple[Any, ...]] = (
    None, True, 0, 1, -1, 13, 99, 10**9, 10**9 + 1, 10**30, -(10**4000), 0.5, 1e308, "", " ", "AS",
    "x", "S", "\x00", "\u202e", "2025-03-01T20:00:00+01:00", "0001-01-01T00:00:00+14:00", [], {},
    [[]], [None], [0, 0], ["AS", "AS"], {"": {}}, {"kind": "deal"}, [1] * 10_001, [{}] * 10_000,
)  # fmt: skip
"""Values for any place in a record."""
TYPES: Final = (
    "", "text/plain", "application/json", "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded;", "multipart/form-data", "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x; boundary=y", "multipart/form-data; boundary=" + "x" * 300,
    "multipart/mixed; boundary=x", "x", ";", "text/html; charset=nonsense",
)  # fmt: skip

Fields = list[tuple[str, str]]
Json = dict[str, Any]


def value(chance: Random, near: list[str]) -> str:
    """Return a random value for a field: an extreme one, or one based on those in `near`."""
    kind = chance.random()
    if kind < 0.35:
        return chance.choice(EXTREME)
    if kind < 0.6 and near:
        return chance.choice(near)
    if kind < 0.8:
        return str(chance.randrange(14))
    if kind < 0.9:
        return str(UUID(int=chance.getrandbits(128), version=4))
    whole = chance.choice([*near, *EXTREME]) or "x"
    cut = chance.randrange(len(whole) + 1)
    return whole[:cut] + chance.choice(EXTREME)[:40] + whole[cut + chance.randrange(3) :]


def changed(chance: Random, fields: Fields, near: list[str]) -> Fields:
    """Change some fields: their names, values or order; drop, add or repeat some."""
    fields = list(fields)
    for _ in range(chance.choice((0, 0, 1, 1, 1, 2, 3, 8))):
        place = chance.randrange(len(fields)) if fields else -1
        name, its = fields[place] if fields else ("", "")
        match chance.randrange(8):
            case 3:
                fields.append((chance.choice([*near, *NAMES]), value(chance, near)))
            case _ if not fields:
                pass
            case 0:
                fields.pop(place)
            case 1:
                fields.insert(chance.randrange(len(fields) + 1), (name, value(chance, near)))
            case 2:
                other = chance.randrange(len(fields))
                fields[place], fields[other] = (name, fields[other][1]), (fields[other][0], its)
            case 4:
                fields[place] = (name + chance.choice(("0", "1", "9", "_", "[]", "-1", "00")), its)
            case _:
                fields[place] = (name, value(chance, near))
    return fields


def changed_json(chance: Random, data: Json) -> Json:
    """Change some values of a record, at any depth: to others, away, or into many."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        places = [*_places(data)]
        if not places:
            break
        inside, place = chance.choice(places)
        what = chance.randrange(6)
        if what == 0:
            inside.pop(place)
        elif what == 1 and isinstance(inside, list):
            inside += [inside[place]] * chance.choice((1, 2, 200))
        elif what == 2 and isinstance(inside, dict):
            inside[chance.choice(NAMES)] = inside[place]
        else:
            inside[place] = deepcopy(chance.choice(JSON))
    return data


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list or object in a value, with each of its keys."""
    if isinstance(value, list | dict):
        for key in [*value] if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


def encoded(chance: Random, fields: Fields) -> str:
    """Encode the fields for a URL or form, sometimes with bytes that aren't text."""
    return "&".join(
        f"{quote_from_bytes(name.encode())}={quote_from_bytes(its.encode('utf-8', 'replace'))}"
        + (chance.choice(RAW) if chance.random() < 0.02 else "")
        for name, its in fields
    )


def in_parts(chance: Random, fields: Fields) -> tuple[bytes, str]:
    """Encode the fields as a multipart form, some as files; return the body and its type."""
    body = b""
    for name, its in fields:
        file = f'; filename="{chance.choice(EXTREME)[:60]}"' if chance.random() < 0.2 else ""
        head = re.sub(r"[\r\n]", " ", f'Content-Disposition: form-data; name="{name}"{file}')
        if chance.random() < 0.05:
            charset = f"{head}\r\nContent-Type: text/plain; charset=x"
            head = chance.choice(("", "Content-Disposition: x", charset, head * 3))
        body += f"--zq\r\n{head}\r\n\r\n{its}\r\n".encode("utf-8", "replace")
    end = b"--zq--\r\n" if chance.random() < 0.9 else b""
    return body + end, "multipart/form-data; boundary=zq"


def heads(chance: Random) -> dict[str, str]:
    """Return headers: mostly those of a browser with or without htmx, sometimes odd ones."""
    found: dict[str, str] = {"Host": "localhost"}
    if chance.random() < 0.5:
        found |= {"HX-Request": "true", "Sec-Fetch-Site": "same-origin"}
        found |= {"HX-Target": chance.choice(HEADS["HX-Target"])} if chance.random() < 0.8 else {}
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 5))):
        name = chance.choice([*HEADS])
        if name not in SELDOM or chance.random() < 0.3:
            found[name] = chance.choice(HEADS[name])
    return found
