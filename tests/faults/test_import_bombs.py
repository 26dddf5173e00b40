"""Malicious records are rejected with a message; they neither exhaust nor stop the server."""

from __future__ import annotations

import gzip
import html
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, get_args, get_origin

import pytest
from pydantic import BaseModel

from referee.core.registry import GAMES
from referee.core.sheet import read_record
from referee.core.validation import MOST_FAULTS, MOST_ITEMS, NotARecord
from tests.bench.phones import cpu_seconds
from tests.faults.conftest import IS_LONG, Tell
from tests.games.records import Json, deal, record, tribello
from tests.servers import Answer, Server, children, read, running

FORM: Final = "application/x-www-form-urlencoded"
PARTS: Final = "multipart/form-data; boundary=zq"
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
MOST: Final = 1_990_000
"""Just below the maximum size of a record in bytes."""


@dataclass(frozen=True)
class Bomb:
    """A request body with its headers."""

    body: bytes
    kind: str = PARTS
    packed: str = ""


def file(content: bytes | str | Json) -> Bomb:
    raw = json.dumps(content) if isinstance(content, dict) else content
    return part(raw.encode() if isinstance(raw, str) else raw, 'name="record"; filename="x.json"')


def part(content: bytes, name: str = 'name="text"') -> Bomb:
    head = f"--zq\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode()
    return Bomb(head + content + b"\r\n--zq--\r\n")


def inside(value: str, *, field: str = "note") -> Bomb:
    whole = json.dumps(tribello(deal(6, 4, 3, **{field: "HERE"})))
    return file(whole.replace('"HERE"', value))


def with_(**fields: Any) -> Bomb:
    return file(tribello(deal(6, 4, 3)) | fields)


def many(one: Any, size: int = MOST) -> list[Any]:
    """As many copies as fit into `size` bytes of JSON."""
    return [one] * (size // (len(json.dumps(one)) + 2))


def at_random(game: str, seats: int, entry: Callable[[list[str]], Json], **options: Any) -> Bomb:
    """A record with as many entries as fit, each made from a pack in random order."""
    chance, pack = Random(1), [f"{rank}{suit}" for suit in "SHDC" for rank in RANKS]
    entries = [entry(chance.sample(pack, 52)) for _ in range(9_900)]
    size = len(json.dumps(entries[0])) + 22
    return file(record(game, seats, entries[: MOST // size], **options))


def hands_of(pack: list[str]) -> Json:
    return {"kind": "d-leg", "hands": [pack[at : at + 13] for at in range(0, 52, 13)]}


def cards_of(pack: list[str]) -> Json:
    return {"kind": "deal", "trump": "S", "play": [pack[at : at + 3] for at in range(0, 39, 3)]}


def sheet(players: int, lines: int) -> Bomb:
    """A score sheet that is opened without a look, with no figure twice."""
    names = [f"{chr(97 + n)}{chr(97 + n)}" for n in range(players)]
    rows = [range(n * players, (n + 1) * players) for n in range(lines - 1)]
    text = "\n".join(",".join(map(str, row)) for row in (names, *rows))[:MOST]
    anyway = b'--zq\r\nContent-Disposition: form-data; name="anyway"\r\n\r\n1\r\n'
    return Bomb(anyway + file(text).body)


def sheet_of_teams(players: int) -> str:
    """A score sheet with as many teams, each of nearly everyone."""
    names = [f"{n:x}x" for n in range(players)]
    teams = ["+".join(names[: -n or None]) for n in range(players)]
    return ",".join((*names, *teams)) + f"\n{',0' * (2 * players - 1)}" * 28


LONG: Final = json.dumps("x" * 1_900_000)
EVENING: Final = {"start": "0001-01-01T00:00:00+14:00", "end": "9999-12-31T23:59:59-14:00"}
ROUND: Final = {"kind": "round", "values": [21, 21]}
FIELD: Final = b'--zq\r\nContent-Disposition: form-data; name="record"'
BOMBS: Final[dict[str, Callable[[], Bomb]]] = {
    "a million brackets": lambda: file("[" * 1_900_000),
    "deep objects": lambda: file('{"a":' * 380_000),
    "deep, and closed again": lambda: file("[" * 900_000 + "]" * 900_000),
    "deep, so that it can just be read": lambda: inside("[" * 900 + "]" * 900),
    "deep objects that can be read": lambda: inside('{"a":' * 400 + "1" + "}" * 400),
    "a million entries": lambda: with_(entries=[0] * 600_000),
    "ten thousand wrong entries": lambda: with_(entries=[{"kind": "x", "a": 1}] * 10_000),
    "ten thousand entries with errors": lambda: with_(entries=[deal(99, 99, 99)] * 10_000),
    "ten thousand entries": lambda:
        file(record("thirty-one", 2, [ROUND] * 10_000, tied_lowest="none")),
    "hands to arrange": lambda:
        at_random("card-triathlon", 4, hands_of, format="marathon", sequence=["D"]),
    "cards to judge": lambda: at_random("tribello", 3, cards_of),
    "many unknown fields": lambda: with_(**{f"f{each}": 1 for each in range(120_000)}),
    "many unknown options": lambda: with_(options={f"f{each}": 1 for each in range(120_000)}),
    "the same field again and again": lambda:
        file("{" + ",".join(['"game":"tribello"'] * 100_000) + "}"),
    "a number of a million digits": lambda: inside("9" * 1_900_000),
    "numbers of four thousand digits": lambda:
        inside("[" + ",".join(["9" * 4000] * 400) + "]", field="tricks"),
    "numbers beyond all": lambda: inside("[1e999, -1e999, 1e-999]", field="tricks"),
    "no number": lambda: inside("[NaN, Infinity, -Infinity]", field="tricks"),
    "a title of two million letters": lambda: with_(title="x" * MOST),
    "a name of two million letters": lambda: with_(players=["x" * 1_900_000, "Ben", "Cleo"]),
    "a note of two million letters": lambda: inside(LONG),
    "an id of two million letters": lambda: inside(LONG, field="id"),
    "a kind of two million letters": lambda: inside(LONG, field="kind"),
    "the first and the last year": lambda: with_(sessions=[EVENING]),
    "half a character": lambda: with_(title="\ud800", players=["A\udfff", "Ben", "Cleo"]),
    "half a character in a note": lambda: inside('"\\ud800"'),
    "a full sheet": lambda: sheet(16, 1_875), "a long sheet": lambda: sheet(10, 3_000),
    "a sheet that is too long": lambda: sheet(2, 300_000),
    "a million separators": lambda: file(";" * MOST),
    "a million lines": lambda: file("1\n" * 900_000),
    "a million quotation marks": lambda: file('"' * MOST),
    "a quotation mark without end": lambda: file('a;b\n"' + "1\n" * 900_000),
    "a cell of two million digits": lambda: file("a;b\n1;" + "9" * 1_900_000),
    "a sheet of teams": lambda: file(sheet_of_teams(500)),
    "no text": lambda: file(b"\xff\xfe" * 900_000),
    "another encoding": lambda: file(json.dumps(tribello()).encode("utf-16")),
    "longer than it need be": lambda: file(b'{"format": "\xc0\xaf\xe0\x80\xaf"}'),
    "nothing but marks": lambda:
        with_(title="\u0301" * 400, players=["\u202e", "\u200b", "\u0301"]),
    "marks on a letter": lambda: inside(json.dumps("e" + "\u0301" * 300_000)),
    "names that are the same": lambda: with_(players=["ﬁ", "fi", "FI"]),
    "zeros": lambda: file(bytes(MOST)),
    "blanks": lambda: file(b" " * MOST),
    "a text of blanks": lambda: part(b" " * 900_000),
    "a text of ampersands": lambda: Bomb(b"&" * 3_000_000, FORM),
    "a million fields": lambda: Bomb(b"a&" * 1_500_000, FORM),
    "two hundred thousand fields": lambda:
        Bomb(b"&".join(b"f%d=1" % n for n in range(200_000)), FORM),
    "percents": lambda: Bomb(b"text=".ljust(192 * 1024, b"%"), FORM),
    "too many percents": lambda: Bomb(b"text=".ljust(2_900_000, b"%"), FORM),
    "packed": lambda: Bomb(gzip.compress(bytes(300_000_000)), PARTS, packed="gzip"),
    "packed text": lambda: Bomb(gzip.compress(b"text=" + b"[" * 30_000_000), FORM, packed="gzip"),
    "a packed file": lambda: file(gzip.compress(json.dumps(tribello()).encode())),
    "thousands of parts": lambda: Bomb((FIELD + b"\r\n\r\n\r\n") * 50_000 + b"--zq--\r\n"),
    "thousands of files": lambda:
        Bomb((FIELD + b'; filename="x"\r\n\r\n\r\n') * 900 + b"--zq--\r\n"),
    "a part with an endless head": lambda: Bomb(b"--zq\r\n" + b"X" * 2_900_000),
    "a part with many heads": lambda:
        Bomb(b"--zq\r\n" + b"X: y\r\n" * 280_000 + b"\r\n\r\n--zq--\r\n"),
    "a part that never begins": lambda: Bomb(b"\r\n" * 1_400_000),
    "lines that seem to end a part": lambda: part(b"\r\n--z" * 500_000),
    "a boundary that is none": lambda: Bomb(b"--" * 1_000_000, "multipart/form-data; boundary="),
    "a long boundary": lambda:
        Bomb(b"x" * 1_000_000, "multipart/form-data; boundary=" + "-" * 4000),
}  # fmt: skip


Steps = tuple[str | int, ...]


def lists_in(kind: Any, path: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    """Yield the path to every list or object of any length in a model; an item of a list is 0."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        for name, field in kind.model_fields.items():
            yield from lists_in(field.annotation, (*path, field.alias or name))
        return
    if get_origin(kind) in (list, dict):
        yield path, get_origin(kind)
        path = (*path, 0)
    for part in get_args(kind):
        yield from lists_in(part, path)


FIELDS: Final = {
    path: (game.name, kind) for game in GAMES.values() for path, kind in lists_in(game.spec.record)
}
"""The fields of records that can be a list or an object, each with a game that has it."""


def filled(path: Steps, items: list[Any]) -> Json:
    """A record that is valid but for what is at the path."""
    game, kind = FIELDS[path]
    value: Any = items if kind is list else {f"f{n}": item for n, item in enumerate(items)}
    for step in reversed(path):
        value = {step: value} if isinstance(step, str) else [value]
    return {**record(game, GAMES[game].spec.fewest, []), **value}


def full(path: Steps, item: Any) -> Callable[[], Bomb]:
    size = MOST if FIELDS[path][1] is list else MOST // 3
    return lambda: file(filled(path, many(item, size - 2000)))


for path, item in product(FIELDS, ({}, "AS", [0], {"": 0})):
    BOMBS[f"{' '.join(map(str, path))}, full of {item}"] = full(path, item)
QUICK: Final = (
    "a million brackets", "deep, so that it can just be read", "numbers of four thousand digits",
    "no number", "half a character", "names that are the same", "the first and the last year",
    "a packed file", "thousands of parts", "a part that never begins", "packed text",
    "a full sheet",
)  # fmt: skip


REFUSED = {400, 413, 422}
MEMORY = 50.0
"""Additional peak memory allowed, in MB."""
SECONDS = 0.6
"""CPU time allowed for each bomb, in seconds: 0.5, and 0.1 for the pages others get meanwhile."""
WAIT = 60.0
"""Seconds to wait for an answer, even on a busy machine."""
PATIENCE = 30.0
"""Seconds within which others must get a page meanwhile, even on a busy machine."""
SAID = re.compile(
    r'<(?:p|li|div)[^>]*(?:role="alert"|class="[^"]*(?:reason|problems|lead))[^>]*>(.*?)</',
    re.DOTALL,
)


@pytest.fixture(scope=lambda **_: "function" if IS_LONG else "module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as server:
        server.get("/import")
        yield server


@pytest.mark.parametrize("name", BOMBS if IS_LONG else QUICK)
def test_a_record_that_is_made_to_hurt_does_not(server: Server, name: str, tell: Tell) -> None:
    bomb = BOMBS[name]()
    (worker,) = children(server.process.pid)
    spent = cpu_seconds(server)
    Path(f"/proc/{worker}/clear_refs").write_text("5")  # resets the measured peak
    before = peak_of(worker)
    with others(server) as waited:
        answer = sent(server, bomb)
    (still,) = children(server.process.pid)
    peak, spent = peak_of(worker) - before, cpu_seconds(server) - spent
    tell(
        status=answer.status, seconds=answer.seconds, cpu_seconds=spent, more_mb=peak,
        bytes=len(bomb.body), bytes_back=len(answer.raw),
        slowest_page_meanwhile_ms=1000 * max(waited, default=0.0),
    )  # fmt: skip
    assert still == worker
    assert answer.status in REFUSED | {303}
    if answer.status != 303:
        assert any(said.strip() for said in SAID.findall(html.unescape(answer.text)))
    assert "Traceback" not in answer.text
    assert peak < MEMORY
    assert spent < SECONDS
    assert max(waited, default=0.0) < PATIENCE
    if answer.status == 303:
        opened(server, answer.location)


def sent(server: Server, bomb: Bomb) -> Answer:
    packed = f"Content-Encoding: {bomb.packed}\r\n" if bomb.packed else ""
    head = (
        "POST /import HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
        f"Content-Type: {bomb.kind}\r\n{packed}Content-Length: {len(bomb.body)}\r\n\r\n"
    )
    connection = server.connect()
    connection.settimeout(WAIT)
    connection.sendall(head.encode() + bomb.body)
    return read(connection)


PAGES: Final = (
    "", "story", "evenings", "resume", "midnight", "log/", "print", "record.json", "sheet.csv",
)  # fmt: skip


def opened(server: Server, address: str) -> None:
    """Open every page of the imported match, and check that they come."""
    for page in PAGES:
        connection = server.ask(address + page)
        connection.settimeout(WAIT)
        got = read(connection)
        assert got.status in (200, 302), page


@contextmanager
def others(server: Server) -> Iterator[list[float]]:
    waited: list[float] = []
    ends = threading.Event()

    def look() -> None:
        while not ends.wait(0.05):
            waited.append(server.get("/new").seconds)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield waited
    finally:
        ends.set()
        thread.join()


def peak_of(worker: int) -> float:
    """Peak memory of the process, in MB."""
    lines = Path(f"/proc/{worker}/status").read_text().splitlines()
    (size,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(size) / 1024


def test_no_list_of_a_record_is_checked_item_by_item_if_it_is_too_long() -> None:
    assert {("entries", 0, "play"), ("sessions", 0, "pauses"), ("rulings",)} <= FIELDS.keys()
    for path, item in product(FIELDS, ({}, "AS")):
        with pytest.raises(NotARecord) as refused:
            read_record(filled(path, [item] * (MOST_ITEMS + 1)))
        assert len(refused.value.faults) == 1, path


def test_of_many_faults_only_the_first_are_collected() -> None:
    with pytest.raises(NotARecord) as refused:
        read_record(filled(("rulings",), [{}] * MOST_ITEMS))
    assert len(refused.value.faults) == MOST_FAULTS + 1
