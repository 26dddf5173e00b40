"""Commands in German and Finnish: no English word but ids, options, fields, commands and names."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from referee.__main__ import main
from referee.core.language import CATALOGUE, FOLDER, VARIABLES, languages
from referee.core.registry import GAMES
from referee.core.rulebook import Rulebook, read_translation
from referee.terminal import rules
from tests.games.expected import find_expected
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.games.test_cases import CASES, record_of

TRANSLATED = languages()[1:]
KEPT = Path(__file__).parent / "web" / "data" / "kept.sql"
WORD = re.compile(r"[^\W\d_]{2,}")
FIELD = re.compile(r"\{\w*\}|%\(\w+\)[sr]|%[sr]|<[^>]*>|&\w+;")
COMMANDS = ("serve", "backup", "restore", "check", "copy", "score", "story", "ask", "whatif",
            "rules", "schema")  # fmt: skip
NAMES = re.compile(
    rf"\[[\w.-]+\]|--?[a-z][\w-]*|\S*[/@_=]\S*|referee \w+|'\w+'|^ +(?:{'|'.join(COMMANDS)}) "
    rf"|\b(?:{'|'.join(GAMES)})\b|\b(?:null|format|players|tricks|entries)\b",
    re.MULTILINE,
)
"""Matches rule ids, options, paths, addresses, commands, games, and the fields of records."""

ENGLISH_FORM = re.compile(r"(?<![\w.])\d+\.\d\b(?!\.)|\b(None|True|False|AM|PM)\b|“\w")
"""Matches decimals, quotes, clock times and Python values that aren't in the language's form."""


def words_of(texts: Iterable[str]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(FIELD.sub(" ", text))}


def english_words(language: str) -> set[str]:
    """Words of our English texts that aren't in any text of this language."""
    with FOLDER.joinpath(language, CATALOGUE).open("rb") as file:
        catalogue = read_mo(file)
    english, own = list[str](), list[str]()
    for message in catalogue:
        if message.id:
            english += [message.id] if isinstance(message.id, str) else message.id
            text = message.string or ()
            own += [text] if isinstance(text, str) else text
    for game in GAMES.values():
        english += texts_of(game.rulebook)
        own += texts_of(game.rulebook_in(language))
    return words_of(english) - words_of(own)


def texts_of(book: Rulebook) -> Iterator[str]:
    yield from (book.title, book.opening)
    for law in book.laws:
        yield from (law.section, law.title, law.text)


CALLS: tuple[tuple[tuple[str, ...], int], ...] = (
    (("--help",), 0), *(((name, "--help"), 0) for name in COMMANDS),
    (("--bogus",), 2), (("bogus",), 2), (("score",), 2), (("score", "x", "--json", "--csv"), 2),
    (("score", "x", "y"), 2), (("serve", "--port"), 2), (("serve", "--port", "x"), 2),
    (("serve", "--access-log=1"), 2), (("serve", "--da"), 2), (("serve", "--port", "99999"), 2),
    (("ask", "r1.json"), 2), (("ask", "."), 2), (("check", "."), 2), (("check", "c3.db"), 2),
    (("backup", "d3/c1.db"), 2), (("backup", "c1.db"), 0), (("backup", "c1.db"), 2),
    (("check", "c1.db"), 0), (("restore", "c1.db", "--data", "d2"), 0),
    (("restore", "c1.db"), 2), (("restore", "r2.json"), 2), (("copy", "d1", "c2.db"), 0),
    (("copy", "d1", "c2.db"), 2), (("copy", "mysql://x", "./y"), 2),
    (("rules",), 0), *((("rules", name), 0) for name in GAMES), (("rules", "xyzzy"), 1),
    (("score", "r2.json"), 2), (("whatif", "r2.json", "--options", "{}"), 2),
    (("whatif", "r2.json", "--options", "{"), 2), (("score", "r3.csv"), 2),
)  # fmt: skip
RECORDS: tuple[Json, ...] = (
    {}, *map(record_of, CASES), tribello(deal(8, 4, 2)), tribello(deal(1, 2, -3, x=True)),
    thirty_one(2, figures(21, 30.5)) | {"x": 1}, thirty_one(2, {}),
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_DATA", "d1")
    monkeypatch.setenv("LANGUAGE", "en")  # `serve` sets it
    Path("d1").mkdir()
    with closing(sqlite3.connect("d1/referee.db")) as database:
        database.executescript(KEPT.read_text(encoding="utf-8"))
    Path("r2.json").write_text('{"game": "tribello"\n', encoding="utf-8")
    Path("r3.csv").write_text("Ann,Ben\n1,x\n", encoding="utf-8")
    return tmp_path


def status_of(arguments: Sequence[str]) -> int:
    try:
        return main(arguments)
    except SystemExit as end:  # by argparse
        return int(str(end.code))


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_command_prints_english(
    language: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    english = english_words(language)

    def check(*arguments: str, status: int | None = None) -> str:
        found = status_of([*arguments, "--language", language])
        printed = "".join(capsys.readouterr())
        assert status in (None, found), (arguments, printed)
        words = words_of([NAMES.sub(" ", printed)])
        assert words & english == set(), (arguments, printed)
        assert ENGLISH_FORM.search(printed) is None, (arguments, printed)
        return printed

    for arguments, status in CALLS:
        assert check(*arguments, status=status)
    for record in RECORDS:
        Path("r4.json").write_text(json.dumps(record), encoding="utf-8")
        check("score", "r4.json")
        check("story", "r4.json")
    for game, expected in find_expected().items():
        for question in expected.questions:
            Path("r5.json").write_text(json.dumps({"game": game, **question}))
            check("ask", "r5.json", status=0)
    Path("r4.json").write_text(json.dumps(record_of("thirty-one-fire")), encoding="utf-8")
    printed = check("whatif", "r4.json", "--options", '{"valuation": "suit"}', status=0)
    assert "30,5" in printed


def test_an_unknown_language_is_refused_in_that_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for variable, usage in (("de_AT.UTF-8", "Aufruf: "), ("C", "usage: ")):
        monkeypatch.setenv("LANG", variable)
        assert status_of(["rules", "--language", "tlh"]) == 2
        assert capsys.readouterr().err.startswith(usage)


def test_an_outdated_rule_is_printed_in_english_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    book = GAMES["tribello"].rulebook
    old = f"# Tribello\n\nTranslates: 00000000.\n\n## A\n\n### `{book.laws[0].id}` B\n\n" + (
        "Translates: 00000000.\n\nC.\n"
    )
    translated = read_translation(book, old, "de")
    for language, says_so in ((translated, True), (book, False)):
        printed = rules([(language, language.laws[0])])
        assert ("since it was translated" in printed) == says_so
        assert book.laws[0].title in printed
    title = GAMES["tribello"].rulebook_in("de").laws[0].title
    main(["rules", "tribello", *title.split(), "--language", "de"])
    printed = capsys.readouterr().out
    assert title in printed
    assert "seit der Übersetzung" not in printed
