"""The `referee` command: run the server, back up matches, score records, look up rules."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from referee import __version__
from referee.core.text import counted

if TYPE_CHECKING:
    from referee.matches.database.address import DatabaseAddress
    from referee.matches.database.backup import Copied
    from referee.matches.database.checks import Checked
    from referee.matches.database.copy import CopiedRows

OK, WITH_ERRORS, REFUSED, INTERRUPTED = 0, 1, 2, 130
TO_PLAY = "To play with phones in your network: referee serve --host 0.0.0.0"
PROGRESS_SECONDS = 5.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Return the exit status: 0, 1 if a record or a database has errors, 2 for a refusal (one line on
    standard error), 130 after Ctrl-C.
    """
    try:
        # Commands import what they need when they run, so that each starts quickly.
        from referee.core.validation import NotARecord
        from referee.matches.database.address import UnusableDatabase

        parser = _parser()
        chosen = parser.parse_args(arguments)
        if chosen.run is None:
            parser.exit(REFUSED, parser.format_help())
        try:
            status: int = chosen.run(chosen)
            return status
        except BrokenPipeError:
            # The reader of our output, such as `head`, has closed it.
            sys.stderr.close()
            return OK
        except NotARecord as refused:
            name = getattr(chosen, "file", "-")
            source, problem = "standard input" if name == "-" else name, str(refused)
        except UnusableDatabase as refused:
            source, problem = "referee", str(refused)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            source, problem = "referee", f"{where}{error.strerror}"
        from referee.terminal import printable

        print(f"{printable(source)}: {printable(problem)}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:  # also while a command is still importing
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="referee", description=__doc__, epilog=TO_PLAY)
    parser.set_defaults(run=None)
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND")

    serve = commands.add_parser("serve", help="start the app for the browsers at the table")
    serve.add_argument(
        "--host", default="127.0.0.1",
        help="address to listen on: only this machine (%(default)s), or 0.0.0.0 for phones too",
    )  # fmt: skip
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (%(default)s)")
    _add_data(serve.add_mutually_exclusive_group())
    serve.add_argument("--workers", type=int, default=1, help="server processes (%(default)s)")
    serve.add_argument("--access-log", action="store_true", help="say what is asked for, not where")
    serve.add_argument("--no-limits", action="store_true", help="let one address ask for anything")
    serve.add_argument(
        "--url", default=os.environ.get("REFEREE_URL", ""),
        help="the address that others open, such as https://example.org/cards",
    )  # fmt: skip
    serve.add_argument(
        "--behind-proxy", nargs="?", metavar="FROM",
        const="loopback", default=os.environ.get("REFEREE_BEHIND_PROXY", ""),
        help="believe what proxies forward: on this machine, or at FROM (addresses, networks,"
        " “private”; with commas)",
    )  # fmt: skip
    serve.set_defaults(run=_serve)

    backup = commands.add_parser("backup", help="copy all matches into a file, while it runs too")
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy that is made")
    backup.add_argument("--force", action="store_true", help="replace the file that is there")
    _add_data(backup.add_mutually_exclusive_group())
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="put such a copy into an empty data folder")
    restore.add_argument("file", type=Path, metavar="FILE", help="the copy")
    restore.add_argument("--force", action="store_true", help="a copy with faults in matches too")
    _add_data(restore, database=False)
    restore.set_defaults(run=_restore)

    check = commands.add_parser("check", help="name what is wrong with the matches, or a copy")
    place = check.add_mutually_exclusive_group()
    place.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a copy")
    _add_data(place)
    check.set_defaults(run=_check)

    copy = commands.add_parser("copy", help="copy everything into another, empty database")
    for name, what in (("source", "FROM"), ("target", "TO")):
        of = "a file, a data folder, or postgresql://user@host/name"
        copy.add_argument(name, metavar=what, help=of)
    copy.set_defaults(run=_copy)

    for name, run, what in (
        ("score", _score, "print the sheet of a record"),
        ("story", _story, "tell how a record went, and where it goes"),
        ("ask", _ask, "answer a question about the rules"),
        ("whatif", _whatif, "score a record under other options"),
    ):
        command = commands.add_parser(name, help=what)
        command.add_argument("file", metavar="FILE", help="a JSON file, or - for standard input")
        if name == "whatif":
            help = "those that would differ"
            command.add_argument("--options", required=True, metavar="JSON", help=help)
        shape = command.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", help="print JSON, for programs")
        if name == "score":
            shape.add_argument("--csv", action="store_true", help="print CSV, for spreadsheets")
        command.set_defaults(run=run)

    rules = commands.add_parser("rules", help="show the rules, or search them")
    rules.add_argument("game", nargs="?", metavar="GAME", help="one game's rules")
    rules.add_argument("words", nargs="*", metavar="WORDS", help="only rules with these words")
    rules.set_defaults(run=_rules)

    schema = commands.add_parser("schema", help="print the JSON Schema of the record")
    schema.set_defaults(run=_schema)
    return parser


def _add_data(command: argparse._ActionsContainer, *, database: bool = True) -> None:
    command.add_argument("--data", type=Path, help="folder of the database (your data folder)")
    if database:
        what = "another file, or postgresql://user@host/name (REFEREE_DATABASE)"
        command.add_argument("--database", metavar="URL", help=what)


def _data(chosen: argparse.Namespace) -> Path:
    from platformdirs import user_data_path

    return chosen.data or Path(os.environ.get("REFEREE_DATA") or user_data_path("referee"))


def _database(chosen: argparse.Namespace) -> DatabaseAddress | None:
    """The database named by `--database` or the environment, if any. Raises UnusableDatabase."""
    from referee.matches.database.address import SETTING, DatabaseAddress

    named = None if chosen.data else getattr(chosen, "database", None) or os.environ.get(SETTING)
    return DatabaseAddress.of(named) if named else None


def _serve(chosen: argparse.Namespace) -> int:
    from referee.serve import ACCESS_LOG, serve

    # The workers read these.
    os.environ |= {ACCESS_LOG: "on"} if chosen.access_log else {}
    os.environ |= {"REFEREE_LIMITS": "off"} if chosen.no_limits else {}
    return serve(
        host=chosen.host,
        port=chosen.port,
        data=_data(chosen),
        workers=chosen.workers,
        database=_database(chosen),
        url=chosen.url,
        proxies=chosen.behind_proxy,
    )


def _backup(chosen: argparse.Namespace) -> int:
    from referee.matches.database.address import DatabaseAddress, UnusableDatabase
    from referee.matches.database.backup import backup

    source = _database(chosen) or DatabaseAddress.in_folder(_data(chosen))
    if source.file is None:
        raise UnusableDatabase(f"of {source} a file is made by `referee copy`, or by pg_dump")
    saved = backup(source.file, chosen.file, force=chosen.force)
    _show_line(f"Saved {_matches(saved)} ({counted(saved.bytes, 'byte')}) in {chosen.file}.")
    return OK


def _restore(chosen: argparse.Namespace) -> int:
    from referee.matches.database.address import UnusableDatabase
    from referee.matches.database.backup import restore
    from referee.matches.database.checks import check

    if (database := _database(chosen)) is not None:
        raise UnusableDatabase(f"{database} is filled by `referee copy`; --data names a folder")
    data, file = _data(chosen), chosen.file
    found = len(check(file).faults)
    if found and not chosen.force:
        raise UnusableDatabase(
            f"{file} has {counted(found, 'fault')}: `referee check {file}` names what is wrong,"
            " --force puts it back all the same"
        )
    put = restore(file, data)
    _show_line(f"Put {_matches(put)} ({counted(put.bytes, 'byte')}) from {file} into {data}.")
    return OK


def _check(chosen: argparse.Namespace) -> int:
    from referee.matches.database.address import DatabaseAddress
    from referee.matches.database.checks import check, check_server

    address = (
        DatabaseAddress(chosen.file)
        if chosen.file
        else _database(chosen) or DatabaseAddress.in_folder(_data(chosen))
    )
    found = check(address.file) if address.file else check_server(address)
    for fault in found.faults:
        _show_line(str(fault))
    faults = counted(len(found.faults), "fault") if found.faults else "No fault"
    _show_line(f"{faults} in {_matches(found)}.")
    return WITH_ERRORS if found.faults else OK


def _copy(chosen: argparse.Namespace) -> int:
    from referee.matches.database.address import DatabaseAddress
    from referee.matches.database.copy import copy_all

    source, target = DatabaseAddress.of(chosen.source), DatabaseAddress.of(chosen.target)
    next_line = monotonic() + PROGRESS_SECONDS

    def show_progress(done: int, steps: int) -> None:
        nonlocal next_line
        if monotonic() > next_line:
            next_line = monotonic() + PROGRESS_SECONDS
            _show_line(f"{100 * done // steps} % ...")

    copied = copy_all(source, target, show_progress)
    circles = f", {counted(copied.circles, 'circle')}" if copied.circles else ""
    what = f"{_matches(copied)}{circles} and all links"
    _show_line(f"Copied {what} from {source} to {target}, and compared them.")
    return OK


def _matches(found: Copied | CopiedRows | Checked) -> str:
    matches = "1 match" if found.matches == 1 else f"{found.matches} matches"
    return f"{matches} with {counted(found.events, 'event')}"


def _score(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.sheet import read_record, tally_of

    tally = tally_of(read_record(_read(chosen.file)))
    sheet = tally.sheet()
    if chosen.csv:
        from referee.core.sheet import sheet_as_csv

        # Like writing a file: the same bytes on every system, in any terminal.
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        print(sheet_as_csv(sheet), end="", flush=True)
    else:
        _show(json.dumps(sheet.as_json()) if chosen.json else terminal.scorepad(sheet))
    return WITH_ERRORS if tally.first_error is not None else OK


def _story(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.story.story import read_story

    told = read_story(_read(chosen.file))
    _show(json.dumps(told.as_json()) if chosen.json else terminal.story(told))
    return WITH_ERRORS if told.tally.first_error is not None else OK


def _ask(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.rulings import ask

    answered = ask(_read(chosen.file))
    _show(json.dumps(answered) if chosen.json else terminal.answer(answered))
    return OK


def _whatif(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.sheet import compare
    from referee.core.validation import refuse

    record = _read(chosen.file)
    try:
        options = json.loads(chosen.options)
    except (ValueError, RecursionError):
        raise refuse("is not JSON", "options") from None
    compared = compare(record, options)
    _show(json.dumps(compared.as_json()) if chosen.json else terminal.whatif(compared))
    return OK


def _rules(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.registry import GAMES
    from referee.core.word_search import Query, search_rules

    words = list(chosen.words)
    games = list(GAMES.values())
    if chosen.game in GAMES:
        games = [GAMES[chosen.game]]
    elif chosen.game is not None:
        words.insert(0, chosen.game)
    if chosen.game is None:
        _show("\n".join(f"{game.name:12} {game.title}: {game.about}" for game in games))
        return OK
    wanted = Query.parse(" ".join(words))
    found = [each.law for game in games for each in search_rules(game.rulebook, wanted)]
    if not found:
        print(f"No rule has the words “{' '.join(words)}”.", file=sys.stderr)
        return WITH_ERRORS
    _show(terminal.rules(found))
    return OK


def _schema(_chosen: argparse.Namespace) -> int:
    from referee.core.registry import record_schema

    _show(json.dumps(record_schema(), indent=2))
    return OK


def _read(name: str) -> Any:
    """Parse JSON from a file, or from standard input. Raises NotARecord."""
    from referee.core.record import read_json
    from referee.core.validation import refuse

    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as missing:
        raise refuse(f"cannot be opened: {missing.strerror}") from None
    return read_json(raw)


def _show(text: str) -> None:
    """Print, replacing characters that the terminal cannot show."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    print(text, flush=True)


def _show_line(text: str) -> None:
    from referee.terminal import printable

    _show(printable(text))


if __name__ == "__main__":
    sys.exit(main())
