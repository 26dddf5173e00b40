"""Commands: their output and exit status, and the single line that they print when they refuse."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import __version__
from referee.__main__ import _parser, main
from referee.core.language import VARIABLES
from referee.core.registry import GAMES, record_schema
from referee.core.rulings import ask
from referee.core.sheet import score, whatif
from referee.core.text import ENGLISH
from referee.terminal import printable
from tests.games.expected import find_expected
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.games.test_cases import record_of

GOOD = tribello(deal(8, 4, 1))
BAD = tribello(deal(8, 4, 2))
QUOTA = {"game": "tribello", "question": "quota", "deal": 2}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command on some content, in a file or on standard input."""

    def run(command: str, content: Any, *flags: str, stdin: bool = False) -> tuple[int, str, str]:
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        name = "-"
        if stdin:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        else:
            name = str(tmp_path / "file.json")
            Path(name).write_bytes(raw)
        status = main([command, *flags, name])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


REVOKE = record_of("tribello-friday")["entries"][4]
SCORED: list[tuple[Json, int]] = [
    (GOOD, 0), (tribello(), 0), (BAD, 1), (thirty_one(2, figures(21, 30.5)), 0),
    (thirty_one(2, figures(21, 12)), 1), (tribello(*[deal(6, 4, 3)] * 12), 0),
    (tribello(*[deal(6, 4, 3)] * 13), 1),
    # A warning isn't an error, accepted or not.
    (record_of("tribello-friday"), 0), (tribello(REVOKE | {"accepted": []}, first_dealer=2), 0),
]  # fmt: skip


@pytest.mark.parametrize("stdin", [False, True])
def test_a_record_is_scored_and_a_question_answered(run: Run, stdin: bool) -> None:
    for record, status in SCORED:
        printed = json.dumps(score(record)) + "\n"
        assert run("score", record, "--json", stdin=stdin) == (status, printed, "")
        found, out, err = run("score", record, stdin=stdin)
        assert (found, err) == (status, "")
        rules = [problem["rule"] for problem in score(record)["problems"]]
        assert [text for text in (*record["players"], *rules) if text not in out] == []

    assert run("ask", QUOTA, "--json", stdin=stdin) == (0, json.dumps(ask(QUOTA)) + "\n", "")
    status, out, err = run("ask", QUOTA, stdin=stdin)
    assert (status, err, "tribello.quota" in out) == (0, "", True)


PICKUP = {"game": "tribello", "question": "pickup", "deal": 1}
TRICK = {"game": "tribello", "question": "trick"}
FEATS = {"game": "triathlon", "question": "feats", "tricks": [4, 2, 7], "last_trick": 2}


SAID = [
    (QUOTA, ["Seat 1", "3 for Seat 0", "Round 1"], ["quotas:", "INFO"]),
    (PICKUP | {"taken": [5]}, ["Legal: Seat 1"], ["next_seat", "at_most"]),
    (PICKUP | {"taken": [13]}, ["tribello.pickup"], ["None", "none"]),
    (TRICK | {"cards": []}, ["tribello.lead"], ["Playable", "none"]),
    (TRICK | {"cards": ["2S", "AS"]}, ["Seat 1", "A♠"], ["winner", "complete"]),
    (TRICK | {"cards": ["2S"], "hand": ["3S", "AH", "4S"]},
     ["Playable: 3♠ or 4♠.", "Illegal: You can’t play A♥."], ["playable"]),
    (FEATS, ["Points: 24 for Seat 0, 2 for Seat 1, 17 for Seat 2."], ["feats:"]),
    # The teams exchange their totals, so no player gets points.
    ({"game": "card-triathlon", "question": "deal", "entry": {
        "kind": "b-leg", "contract": {"level": 6, "strain": "C", "declarer": 0},
        "tricks": [3, 4, 3, 3], "points": [135, 100, 95, 110], "unscored": 0,
    }}, ["instead of 230"], ["Points:"]),
]  # fmt: skip


def test_an_answer_for_a_person_says_sentences_about_seats_and_cards(run: Run) -> None:
    for question, said, unsaid in SAID:
        out = run("ask", question)[1]
        assert [words for words in said if words not in out] == []
        assert [words for words in unsaid if words in out] == []

    for game, expected in find_expected().items():
        for question in expected.questions:
            status, out, _ = run("ask", {"game": game, **question})
            assert status == 0
            out = re.sub(r"\(option [^)]*\)", "", " ".join(out.split()))
            assert not re.search(r"[{}_']|\b(None|True|False)\b", out), out


NO_RECORD: list[Any] = [
    b"", b"{", b"\xff\xfe{\x00}\x00", b"[" * 100_000,
    json.dumps(GOOD).replace("[8, 4, 1]", "[8, 4, NaN]").encode(),
    json.dumps(GOOD | {"title": "\ud800"}).encode(), tribello(deal(*[9 * 10**4299] * 3)), {},
    "text", GOOD | {"game": "line\nbreak"}, GOOD | {"line\u2028break\u2029and\x85more\x1b[2J\n": 1},
    GOOD | {"game": [[[]]]}, tribello(*[deal(1, 2, -3, x="y" * 1000)] * 50),
]  # fmt: skip
"""One example of each way to be invalid; the tests of records have more."""


@pytest.mark.parametrize("stdin", [False, True])
@pytest.mark.parametrize("command", ["score", "score --json", "score --csv", "ask", "ask --json"])
def test_what_is_no_record_is_refused_in_one_line(run: Run, command: str, stdin: bool) -> None:
    for content in NO_RECORD:
        name, *flags = command.split()
        status, out, err = run(name, content, *flags, stdin=stdin)
        assert (status, out) == (2, ""), content
        assert len(err.splitlines()) == 1, content
        assert "\x1b" not in err, content
        assert err.startswith("standard input: " if stdin else "/"), content
        assert "Traceback" not in err, content


CSV: list[tuple[bytes, list[str], list[list[Any]] | str, str]] = [
    (b"Ann,Ben\n1,2\n-3,0.5\n", [], [[1, 2], [-3, 0.5]], ""),
    (b"Ann,Ben\n1,2\n", ["--options", '{"rounds": 3}'], [[1, 2]], ""),
    (b"Ann;5;6\nBen;3;1\n", [], [[5, 3], [6, 1]], "swapped"),
    (b"Ann,Ben\n1,0\n1,1\n1,2\n", [], [[1, 0], [1, 1], [1, 2]], "--running"),
    (b"Ann,Ben\n1,0\n1,1\n1,2\n", ["--running"], [[1, 0], [0, 1], [0, 1]], "running totals"),
    (b"Ann,Ben\n1,2\n3,x\n", [], "line 3, Ben: “x”", ""),
    (b"", [], "No score", ""),
    (b"No,Ann,Ben\n1,1,2\nSum,1,3\n", [], "line 3, Ben: The rounds", ""),
    (b"Ann,Ben\n1,2\n", ["--options", "{"], "options: isn’t JSON", ""),
    (b"Ann,Ben\n1,2\n", ["--options", "[]"], "options", ""),
    (b"Ann,Ben\n1,2\n", ["--options", '{"mark": 0}'], "options.mark", ""),
]
"""Score sheets, with options of the command; the figures of their rounds or the start of the
refusal; and what the command says about them."""


@pytest.mark.parametrize("stdin", [False, True])
def test_a_score_sheet_is_scored_whatever_its_name(run: Run, stdin: bool) -> None:
    for raw, options, found, said in CSV:
        status, out, err = run("score", raw, "--json", *options, stdin=stdin)
        if isinstance(found, str):
            assert (status, out, len(err.splitlines())) == (2, "", 1), raw
            assert err.partition(": ")[2].startswith(found)
        else:
            assert (status, [row["cells"] for row in json.loads(out)["rows"]]) == (0, found), raw
            assert said in err if said else not err
    status, out, _err = run("score", b"Ann,Ben\n1000000,0\n", stdin=stdin)
    assert (status, "free-pad.round" in out) == (1, True)


def test_options_are_only_for_a_score_sheet(run: Run) -> None:
    for options in (["--options", "{}"], ["--running"]):
        status, out, err = run("score", GOOD, *options)
        assert (status, out) == (2, "")
        assert "whatif" in err


FEWER_LIVES = ("--options", '{"lives": 0}')
SUITS_ONLY = ("--options", '{"valuation": "suit"}')
ROUND = thirty_one(2, figures(21, 30.5))


@pytest.mark.parametrize("stdin", [False, True])
def test_what_if_is_printed(run: Run, stdin: bool) -> None:
    status, out, err = run("whatif", ROUND, *SUITS_ONLY, "--json", stdin=stdin)
    assert (status, json.loads(out), err) == (0, whatif(ROUND, {"valuation": "suit"}), "")
    status, out, err = run("whatif", ROUND, *SUITS_ONLY, stdin=stdin)
    assert (status, err) == (0, "")
    for words in ("Total, before", "Total, after", "Round 1, after", "30.5", "thirty-one.values"):
        assert words in out
    status, out, err = run("whatif", ROUND, *FEWER_LIVES, stdin=stdin)
    assert out.splitlines()[1].split() == ["Total,", "before", "2", "3"]
    assert out.splitlines()[2].split() == ["Total,", "after", "-1", "0"]
    assert "Round 1" not in out


def test_a_refusal_says_where_and_why(run: Run) -> None:
    cases: list[tuple[Json, str, str]] = [
        (ROUND, "{", "options"), (ROUND, "[]", "options"),
        (ROUND, '{"jokers": 1}', "options.jokers"), (ROUND | {"game": "whist"}, "{}", "game"),
    ]  # fmt: skip
    for record, options, place in cases:
        status, out, err = run("whatif", record, "--options", options)
        assert (status, out, len(err.splitlines())) == (2, "", 1)
        assert f": {place}: " in err

    _, _, err = run("score", GOOD | {"options": {"first_dealer": 3}})
    assert "file.json: options.first_dealer: " in err
    assert "3" in err.rpartition(":")[2]


def test_a_file_may_begin_with_a_byte_order_mark(run: Run) -> None:
    assert run("score", b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "--json")[0] == 0


@pytest.mark.parametrize("name", ["missing.json", ".", "missing/record.json"])
def test_a_missing_file(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(tmp_path / name)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


def test_the_rules_and_the_schema_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        ("", list(GAMES)), ("tribello", ["tribello.quota", "tribello.win"]),
        ("tribello nullo quota", ["tribello.quota"]), ("pickup", ["tribello.pickup"]),
        ("nosuchword", []),
    ):  # fmt: skip
        assert main(["rules", *arguments.split()]) == (not words)
        out = capsys.readouterr().out
        assert all(word in out for word in words)
        assert bool(out) == bool(words)

    for language, query, title in (
        ("de", "Darf ich klopfen", "Klopfen"), ("fi", "saanko koputtaa", "Koputtaminen"),
        ("de", "close the round", "Klopfen"), ("en", "Darf ich klopfen", "Closing the round"),
    ):  # fmt: skip
        assert main(["rules", "thirty-one", *query.split(), "--language", language]) == 0
        assert capsys.readouterr().out.startswith(f"{title} [thirty-one.close]\n")

    main(["schema"])
    assert json.loads(capsys.readouterr().out) == record_schema()


def test_a_command_that_does_not_exist_ends_with_status_2() -> None:
    for command in ("score", "shuffle", "score --xml -", "score --csv --json -", "ask --csv -"):
        with pytest.raises(SystemExit, match="2"):
            main(command.split())


def test_control_characters_never_reach_a_terminal() -> None:
    assert printable("a\x1b[2J\n\r\tb\u202ec\u2028d\x7f") == "a [2J   b c d "
    assert printable("Zoë ♠ 10½ −2") == "Zoë ♠ 10½ −2"


def process(*arguments: str, stdin: bytes = b"", **env: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        input=stdin,
        capture_output=True,
        env={"PATH": "", "PYTHONPATH": str(Path(__file__).parents[1]), **env},
        timeout=30,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_a_terminal_without_the_characters_gets_others_instead() -> None:
    record = tribello(deal(8, 4, 1)) | {"players": ["Ann", "Zoë", "♠"]}
    code, out, err = process(
        "score", "-", stdin=json.dumps(record).encode(), PYTHONIOENCODING="ascii"
    )
    assert (code, err) == (0, b"")
    assert b"Zo?" in out


@pytest.mark.parametrize(("record", "status"), [(GOOD, 0), (BAD, 1), ({}, 2)])
def test_a_table_is_the_same_bytes_in_any_terminal(record: Json, status: int) -> None:
    raw = json.dumps(record and record | {"players": ["Ann", "Zoë", "♠"]}).encode()
    code, out, err = process("score", "--csv", "-", stdin=raw, PYTHONIOENCODING="ascii")
    assert (code, err.count(b"\n")) == (status, status == 2)
    assert out.startswith("label,Ann,Zoë,♠,problems\r\n".encode()) or status == 2


def test_the_version_is_printed() -> None:
    assert process("--version") == (0, f"referee {__version__}\n".encode(), b"")


def test_without_a_command_it_starts_for_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee import serve

    given: list[object] = []

    def noted(*settings: object, https: bool) -> int:
        given[:] = [*settings, https]
        return 0

    monkeypatch.setattr(serve, "start", noted)
    monkeypatch.setenv("REFEREE_DATA", "/a/folder")
    for arguments in ([], ["--https"]):
        assert main(arguments) == 0
        assert given == ["0.0.0.0", Path("/a/folder"), None, ENGLISH, bool(arguments)]


def test_the_environment_of_a_container_sets_options(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee import serve

    given: list[dict[str, object]] = []

    def noted(**settings: object) -> int:
        given.append(settings)
        return 0

    monkeypatch.setattr(serve, "serve", noted)
    monkeypatch.setenv("REFEREE_URL", "https://example.org")
    monkeypatch.setenv("REFEREE_BEHIND_PROXY", "private")
    main(["serve"])
    main(["--https", "serve", "--url", "https://other.example", "--behind-proxy"])
    assert [each["https"] for each in given] == [False, True]
    found = [(each["url"], each["proxies"]) for each in given]
    assert found == [("https://example.org", "private"), ("https://other.example", "loopback")]


def test_texts_are_in_the_language_of_the_option_or_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    english, pseudo = "Total", "[Tõtàl~~]"
    for variables, flags, total in (
        ({}, (), english), ({}, ("--language", "en"), english),
        ({}, ("--language", "en-XA"), pseudo), ({"LANG": "en_XA"}, (), pseudo),
        ({"LANG": "en_US.UTF-8"}, (), english), ({"LANG": "C.UTF-8"}, (), english),
        ({"LANG": "fi_FI.UTF-8"}, (), "Yhteensä"),
        ({"LANG": "fr_FR.UTF-8"}, (), english),  # no French translation
        ({"LANGUAGE": "fr:en_XA", "LANG": "en_GB"}, (), pseudo),
        ({"LC_ALL": "C", "LANG": "en_XA"}, (), english),
        ({"LANG": "en_XA"}, ("--language", "en"), english),
    ):  # fmt: skip
        with monkeypatch.context() as patched:
            for name, value in variables.items():
                patched.setenv(name, value)
            status, out, err = run("score", GOOD, *flags)
            assert (status, err) == (0, "")
            assert f"\n{total} " in out, (variables, flags)


def test_data_is_in_english_unless_another_language_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en_XA")
    assert json.loads(run("score", GOOD, "--json")[1]) == score(GOOD)
    assert run("score", GOOD, "--csv")[1].splitlines()[-1].startswith("Total,")
    translated = json.loads(run("score", GOOD, "--json", "--language", "en-XA")[1])
    assert translated["rows"][0]["label"] == "[Rõüñd 1, déàl 1~~~ ~]"
    assert translated["rows"][0]["why"] != score(GOOD)["rows"][0]["why"]
    assert translated["totals"] == score(GOOD)["totals"]
    assert run("score", GOOD, "--csv", "--language", "en-XA")[1].splitlines()[-1].startswith("[Tõt")


def test_help_and_refusals_are_in_that_language_too(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--help", "--language", "en-XA"])
    assert "šàvé àll màtçhéš" in capsys.readouterr().out
    status, out, err = run("score", {}, "--language", "en-XA")
    assert (status, out, "müšt bé" in err) == (2, "", True)
    with pytest.raises(SystemExit, match="2"):
        main(["score", "-", "--language", "tlh"])
    assert "there is no translation for “tlh”: choose en" in capsys.readouterr().err


def test_english_commands_start_without_babel() -> None:
    code = """
import io, sys
from referee.__main__ import _parser, main
sys.stdin = io.TextIOWrapper(io.BytesIO(sys.argv[1].encode()))
main(["score", "-", "--language", "en-GB"])
sys.exit("babel" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(GOOD)],
        capture_output=True,
        env={"PYTHONPATH": str(Path(__file__).parents[1]), "LANG": "en_US.UTF-8"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "deploy/commands.md").read_text("utf-8")


def test_the_page_of_commands_lists_all_and_shows_what_comes_out() -> None:
    (commands,) = (each.choices for each in _parser()._actions if isinstance(each.choices, dict))
    assert {*re.findall(r"^\| `referee (\w+)", PAGE, re.M)} == {*commands}
    shown = re.findall(r"^```\n\$ (.+)\n([^`]+)```", PAGE, re.M)
    assert shown
    for command, printed in shown:
        command = command.replace("referee ", f"{sys.executable} -m referee ")
        done = subprocess.run(
            ["sh", "-c", command], cwd=ROOT, env={"LANG": "C.UTF-8"}, capture_output=True, text=True
        )
        assert (done.stdout, done.stderr) == (printed, "")
