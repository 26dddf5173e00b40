"""The `referee` command: run the server, back up matches, score records, look up rules."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from referee import __version__
from referee.core.language import PSEUDO, languages, translator_of_environment
from referee.core.text import (
    ENGLISH,
    Text,
    Translator,
    _,
    _p,
    joined,
    listed,
    ngettext,
    quoted,
)

if TYPE_CHECKING:
    from referee.matches.database.address import DatabaseAddress
    from referee.matches.database.backup import Copied
    from referee.matches.database.checks import Checked
    from referee.matches.database.copy import CopiedRows

OK, WITH_ERRORS, REFUSED, INTERRUPTED = 0, 1, 2, 130
PROGRESS_SECONDS = 5.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    The status is 0 for success, 1 if a record or a database has errors, 2 if the command was
    refused (a line on standard error says why), and 130 after Ctrl-C.
    """
    try:
        # Commands import what they need when they run, so that each starts quickly.
        from referee.core.os_errors import reason_of
        from referee.matches.database.address import UnusableDatabase

        translator = _read_translator(arguments)
        parser = _parser(translator)
        chosen = parser.parse_args(arguments)
        chosen.translator = translator
        source, problem = "referee", ""
        try:
            status: int = chosen.run(chosen)
            return status
        except BrokenPipeError:
            # The reader of our output, such as `head`, has closed it.
            sys.stderr.close()
            return OK
        except ValueError as refused:
            # Imported only now: the server's main process needs no pydantic, and no memory for it.
            from referee.core.validation import NotARecord

            if not isinstance(refused, NotARecord):
                raise
            name = getattr(chosen, "file", "-")
            source = _("standard input") if name == "-" else name
            problem = refused.text
        except UnusableDatabase as refused:
            problem = refused.text
        except OSError as error:
            source = str(error.filename or source)
            problem = reason_of(error)
        from referee.terminal import printable

        line = ": ".join(printable(translator.render(each)) for each in (source, problem))
        print(line, file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:  # also while a command is still importing
        return INTERRUPTED


def _read_translator(arguments: Sequence[str] | None) -> Translator:
    """Return the output language, taken from `--language` or else from the environment."""
    translator = translator_of_environment(os.environ)

    def read_language(tag: str) -> Translator:
        main_tag = tag.replace("_", "-").partition("-")[0].lower()
        if main_tag not in languages() and tag != PSEUDO:
            known = listed(languages(), "or")
            text = _("there is no translation for “{tag}”: choose {known}", tag=tag, known=known)
            raise argparse.ArgumentTypeError(translator.render(text))
        return translator_of_environment({"LANGUAGE": tag})

    _translate_argparse(translator)
    parser = argparse.ArgumentParser(prog="referee", add_help=False, allow_abbrev=False)
    parser.add_argument("--language", metavar=translator.render(TAG), type=read_language)
    chosen: Translator = parser.parse_known_args(arguments)[0].language or translator
    return chosen


FILE: Final = _p("command", "FILE")
NUMBER: Final = _p("command", "NUMBER")
TAG: Final = _p("command", "TAG")
WORDS_OF_ARGPARSE: Final = (
    _p("command", "usage: "),
    _p("command", "positional arguments"),
    _p("command", "options"),
    _p("command", "show this help message and exit"),
    _p("command", "%(prog)s: error: %(message)s\n"),
    _p("command", "argument %(argument_name)s: %(message)s"),
    _p("command", "ambiguous option: %(option)s could match %(matches)s"),
    _p("command", "expected one argument"),
    _p("command", "ignored explicit argument %r"),
    _p("command", "invalid choice: %(value)r (choose from %(choices)s)"),
    _p("command", "not allowed with argument %s"),
    _p("command", "the following arguments are required: %s"),
    _p("command", "unrecognized arguments: %s"),
)
"""What argparse itself can say about our commands, for the catalogue."""


def _translate_argparse(translator: Translator) -> None:
    # argparse's only other way is gettext's global domain, which knows no language but the
    # environment's.
    argparse._ = partial(translator.gettext, context="command")  # type: ignore[attr-defined]


def _parser(translator: Translator = ENGLISH) -> argparse.ArgumentParser:
    def say(text: Text) -> str:
        return translator.render(text)

    def whole_number(text: str) -> int:
        if not text.isdecimal():
            message = _("{text} isn’t a whole number", text=quoted(text))
            raise argparse.ArgumentTypeError(say(message))
        return int(text)

    _translate_argparse(translator)
    parser = argparse.ArgumentParser(
        prog="referee",
        description=say(_("Run the server, back up matches, score records and look up rules.")),
        epilog=say(
            _("Without a command, Referee serves everyone on your network and opens your browser.")
        ),
    )
    parser.set_defaults(run=_start, data=None, https=False)
    parser.add_argument(
        "--version",
        action="version",
        version=f"referee {__version__}",
        help=say(_("show the version and exit")),
    )
    _add_https(parser, say)
    commands = parser.add_subparsers(metavar=say(_p("command", "COMMAND")))

    serve = commands.add_parser(
        "serve", help=say(_("start the server for phones and computers at your table"))
    )
    serve.add_argument(
        "--host", metavar=say(_p("command", "ADDRESS")), default="127.0.0.1",
        help=say(
            _("address to listen on: %(default)s for this computer only, 0.0.0.0 for phones too")
        ),
    )  # fmt: skip
    serve.add_argument(
        "--port", metavar=say(NUMBER), type=whole_number, default=8000,
        help=say(_("port to listen on (default: %(default)s)")),
    )  # fmt: skip
    _add_data(serve.add_mutually_exclusive_group(), say)
    serve.add_argument(
        "--workers", metavar=say(NUMBER), type=whole_number, default=1,
        help=say(_("number of server processes (default: %(default)s)")),
    )  # fmt: skip
    serve.add_argument(
        "--access-log",
        action="store_true",
        help=say(_("log requests, with page names in place of secret links")),
    )
    serve.add_argument(
        "--no-limits", action="store_true", help=say(_("turn off rate limits per client address"))
    )
    serve.add_argument(
        "--url", default=os.environ.get("REFEREE_URL", ""),
        help=say(_("public address of the app, such as https://example.org/cards")),
    )  # fmt: skip
    serve.add_argument(
        "--behind-proxy", nargs="?", metavar=say(_p("command", "ADDRESSES")),
        const="loopback", default=os.environ.get("REFEREE_BEHIND_PROXY", ""),
        help=say(
            _(
                "trust proxies on this computer, or those at ADDRESSES (also networks or"
                " “private”, separated by commas)"
            )
        ),
    )  # fmt: skip
    _add_https(serve, say)
    serve.set_defaults(run=_serve)

    backup = commands.add_parser(
        "backup", help=say(_("save all matches to a file, even while the server is running"))
    )
    backup.add_argument("file", type=Path, metavar=say(FILE), help=say(_("file to create")))
    backup.add_argument("--force", action="store_true", help=say(_("replace an existing file")))
    _add_data(backup.add_mutually_exclusive_group(), say)
    backup.set_defaults(run=_backup)

    restore = commands.add_parser(
        "restore", help=say(_("restore a backup into an empty data folder"))
    )
    restore.add_argument("file", type=Path, metavar=say(FILE), help=say(_("backup to restore")))
    restore.add_argument(
        "--force", action="store_true", help=say(_("restore even if some matches have problems"))
    )
    _add_data(restore, say, database=False)
    restore.set_defaults(run=_restore)

    check = commands.add_parser(
        "check", help=say(_("check the matches, or a backup, for problems"))
    )
    place = check.add_mutually_exclusive_group()
    place.add_argument(
        "file", type=Path, nargs="?", metavar=say(FILE), help=say(_("backup to check instead"))
    )
    _add_data(place, say)
    check.set_defaults(run=_check)

    copy = commands.add_parser("copy", help=say(_("copy everything into another, empty database")))
    for name, what in (
        ("source", _p("command", "FROM")),
        ("target", _p("command", "TO")),
    ):
        of = say(_("database file, data folder, or postgresql://user@host/name"))
        copy.add_argument(name, metavar=say(what), help=of)
    copy.set_defaults(run=_copy)

    for name, run, about in (
        ("score", _score, _("print a recorded match’s scorepad")),
        ("story", _story, _("print a recorded match’s story and forecast")),
        ("ask", _ask, _("answer a question about the rules")),
        ("whatif", _whatif, _("score a recorded match under other options")),
    ):
        command = commands.add_parser(name, help=say(about))
        help = say(_("a JSON file, or - for standard input"))
        if name == "score":
            help = say(_("a JSON file, a score sheet as CSV, or - for standard input"))
        command.add_argument("file", metavar=say(FILE), help=help)
        if name == "whatif":
            help = say(_("options to change, as a JSON object"))
            command.add_argument("--options", required=True, metavar="JSON", help=help)
        if name == "score":
            help = say(_("the options for a score sheet"))
            command.add_argument("--options", metavar="JSON", help=help)
            help = say(_("read its figures as running totals"))
            command.add_argument("--running", action="store_true", help=help)
        shape = command.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", help=say(_("print JSON, for programs")))
        if name == "score":
            help = say(_("print CSV, for spreadsheets"))
            shape.add_argument("--csv", action="store_true", help=help)
        command.set_defaults(run=run)

    rules = commands.add_parser("rules", help=say(_("show or search the rules")))
    rules.add_argument(
        "game",
        nargs="?",
        metavar=say(_p("command", "GAME")),
        help=say(_("game whose rules to show")),
    )
    rules.add_argument(
        "query", nargs="*", metavar=say(_p("command", "WORDS")),
        help=say(_("show only rules that contain these words")),
    )  # fmt: skip
    rules.set_defaults(run=_rules)

    schema = commands.add_parser("schema", help=say(_("print the JSON Schema of records")))
    schema.set_defaults(run=_schema)
    for each in (parser, *commands.choices.values()):
        help = say(_("output language, such as en (default: your system’s language)"))
        each.add_argument("--language", metavar=say(TAG), help=help)
    return parser


def _add_https(command: argparse.ArgumentParser, say: Callable[[Text], str]) -> None:
    # Suppressed, because the default of `serve` would override what stands before it.
    help = say(_("use https, with a certificate that this computer makes itself"))
    command.add_argument("--https", action="store_true", default=argparse.SUPPRESS, help=help)


def _add_data(
    command: argparse._ActionsContainer, say: Callable[[Text], str], *, database: bool = True
) -> None:
    folder = say(_("folder of the database (default: your data folder)"))
    command.add_argument("--data", metavar=say(_p("command", "FOLDER")), type=Path, help=folder)
    if database:
        what = say(_("database file, or postgresql://user@host/name (default: REFEREE_DATABASE)"))
        command.add_argument("--database", metavar="URL", help=what)


def _data(chosen: argparse.Namespace) -> Path:
    from platformdirs import user_data_path

    return chosen.data or Path(os.environ.get("REFEREE_DATA") or user_data_path("referee"))


def _database(chosen: argparse.Namespace) -> DatabaseAddress | None:
    """Return the address in `--database` or the environment, if any. Raises UnusableDatabase."""
    from referee.matches.database.address import SETTING, DatabaseAddress

    named = None if chosen.data else getattr(chosen, "database", None) or os.environ.get(SETTING)
    return DatabaseAddress.of(named) if named else None


def _start(chosen: argparse.Namespace) -> int:
    from referee.serve import start

    _set_language(chosen)
    return start("0.0.0.0", _data(chosen), _database(chosen), chosen.translator, https=chosen.https)


def _set_language(chosen: argparse.Namespace) -> None:
    """Pass the language to processes that this one starts."""
    os.environ |= {"LANGUAGE": chosen.language} if chosen.language else {}


def _serve(chosen: argparse.Namespace) -> int:
    from referee.serve import ACCESS_LOG, serve

    # The workers read these.
    os.environ |= {ACCESS_LOG: "on"} if chosen.access_log else {}
    os.environ |= {"REFEREE_LIMITS": "off"} if chosen.no_limits else {}
    _set_language(chosen)
    return serve(
        host=chosen.host,
        port=chosen.port,
        data=_data(chosen),
        workers=chosen.workers,
        database=_database(chosen),
        url=chosen.url,
        proxies=chosen.behind_proxy,
        translator=chosen.translator,
        https=chosen.https,
    )


def _backup(chosen: argparse.Namespace) -> int:
    from referee.matches.database.address import DatabaseAddress, UnusableDatabase
    from referee.matches.database.backup import backup

    source = _database(chosen) or DatabaseAddress.in_folder(_data(chosen))
    if source.file is None:
        raise UnusableDatabase(
            _(
                "{database} isn’t a file: back it up with `referee copy` or pg_dump",
                database=source.name,
            )
        )
    saved = backup(source.file, chosen.file, force=chosen.force)
    text = _("Saved {matches} with {events} ({bytes}) in {file}.")
    _show_line(
        text.format(**_counts(saved), bytes=_bytes(saved), file=chosen.file), chosen.translator
    )
    return OK


def _restore(chosen: argparse.Namespace) -> int:
    from referee.matches.database.address import UnusableDatabase
    from referee.matches.database.backup import restore
    from referee.matches.database.checks import check

    if (database := _database(chosen)) is not None:
        raise UnusableDatabase(
            _(
                "{database} isn’t a folder: use `referee copy`, or name a folder with --data",
                database=database.name,
            )
        )
    data, file = _data(chosen), chosen.file
    found = len(check(file).faults)
    if found and not chosen.force:
        raise UnusableDatabase(
            ngettext(
                "{file} has {n} problem: `referee check {file}` shows it, --force ignores it",
                "{file} has {n} problems: `referee check {file}` shows them, --force ignores them",
                found,
                file=file,
            )
        )
    put = restore(file, data)
    text = _("Restored {matches} with {events} ({bytes}) from {file} to {folder}.")
    values = _counts(put) | {"bytes": _bytes(put), "file": file, "folder": data}
    _show_line(text.format(**values), chosen.translator)
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
        _show_line(fault.text, chosen.translator)
    text = _("No problems in {matches} with {events}.", **_counts(found))
    if found.faults:
        text = ngettext(
            "{n} problem in {matches} with {events}.",
            "{n} problems in {matches} with {events}.",
            len(found.faults),
            **_counts(found),
        )
    _show_line(text, chosen.translator)
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
            _show_line(f"{100 * done // steps} % ...", chosen.translator)

    copied = copy_all(source, target, show_progress)
    text = (
        _("Copied {matches} with {events}, {circles} and all links from {source} to {target}.")
        if copied.circles
        else _("Copied {matches} with {events} and all links from {source} to {target}.")
    ).format(
        **_counts(copied),
        circles=ngettext("{n} circle", "{n} circles", copied.circles),
        source=source.name,
        target=target.name,
    )
    _show_line(joined([text, _("The copy was checked and is complete.")]), chosen.translator)
    return OK


def _counts(found: Copied | CopiedRows | Checked) -> dict[str, Text]:
    return {
        "matches": ngettext("{n} match", "{n} matches", found.matches),
        "events": ngettext("{n} event", "{n} events", found.events),
    }


def _bytes(copied: Copied) -> Text:
    return ngettext("{n} byte", "{n} bytes", copied.bytes)


def _score(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.sheet import read_record, tally_of

    data, notes = _read_scores(chosen)
    tally = tally_of(read_record(data))
    for note in notes:
        print(terminal.printable(chosen.translator.render(note)), file=sys.stderr)
    sheet = tally.sheet()
    if chosen.csv:
        from referee.core.sheet import sheet_as_csv

        # Write the same bytes on every system and in any terminal, as to a file.
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        print(sheet_as_csv(sheet, _data_translator(chosen)), end="", flush=True)
    elif chosen.json:
        _show_json(sheet.as_json(), chosen)
    else:
        _show(terminal.scorepad(sheet, chosen.translator))
    return WITH_ERRORS if tally.first_error is not None else OK


def _read_scores(chosen: argparse.Namespace) -> tuple[Any, Sequence[Text]]:
    """Parse a record, or a score sheet with notes on how it was understood. Raises NotARecord."""
    from referee.core.figures_csv import is_json, read_sheet
    from referee.core.record import read_json
    from referee.core.validation import NotARecord, RecordFault, refuse

    raw = _read_bytes(chosen.file)
    if is_json(raw):
        for option in ("options", "running"):
            if getattr(chosen, option) not in (None, False):
                message = _("is only for a score sheet: for a record, use `referee whatif`")
                raise refuse(message, f"--{option}")
        return read_json(raw), ()
    options = _read_options("{}" if chosen.options is None else chosen.options)
    sheet = read_sheet(raw, options, is_running=chosen.running)
    hint = _("If the figures are running totals, add --running.")
    if sheet.differences:
        raise NotARecord(*sheet.differences, RecordFault("", hint))
    return sheet.record, [*sheet.notes, *([hint] if sheet.may_be_running else [])]


def _story(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.story.story import read_story

    told = read_story(_read(chosen.file))
    if chosen.json:
        _show_json(told.as_json(), chosen)
    else:
        _show(terminal.story(told, chosen.translator))
    return WITH_ERRORS if told.tally.first_error is not None else OK


def _ask(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.rulings import ask

    answered = ask(_read(chosen.file))
    if chosen.json:
        _show_json(answered, chosen)
    else:
        _show(terminal.answer(answered, chosen.translator))
    return OK


def _whatif(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.sheet import compare

    compared = compare(_read(chosen.file), _read_options(chosen.options))
    if chosen.json:
        _show_json(compared.as_json(), chosen)
    else:
        _show(terminal.whatif(compared, chosen.translator))
    return OK


def _rules(chosen: argparse.Namespace) -> int:
    from referee import terminal
    from referee.core.registry import GAMES
    from referee.core.word_search import find_rules

    query = list(chosen.query)
    games = list(GAMES.values())
    if chosen.game in GAMES:
        games = [GAMES[chosen.game]]
    elif chosen.game is not None:
        query.insert(0, chosen.game)
    if chosen.game is None:
        lines = [_("{game}: {about}", game=game.title, about=game.about) for game in games]
        pairs = zip(games, lines, strict=True)
        _show("\n".join(f"{game.name:12} {chosen.translator.render(line)}" for game, line in pairs))
        return OK
    tag, text = chosen.translator.tag, " ".join(query)
    found = [
        (game.rulebook_in(tag), each.law) for game in games for each in find_rules(game, text, tag)
    ]
    if not found:
        text = _("No rule contains “{query}”.", query=joined(query))
        print(chosen.translator.render(text), file=sys.stderr)
        return WITH_ERRORS
    _show(terminal.rules(found, chosen.translator))
    return OK


def _schema(_chosen: argparse.Namespace) -> int:
    from referee.core.registry import record_schema

    _show(json.dumps(record_schema(), indent=2))
    return OK


def _read(name: str) -> Any:
    """Parse JSON from a file, or from standard input for `-`. Raises NotARecord."""
    from referee.core.record import read_json

    return read_json(_read_bytes(name))


def _read_bytes(name: str) -> bytes:
    from referee.core.os_errors import reason_of
    from referee.core.validation import refuse

    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as missing:
        raise refuse(_("can’t be opened: {reason}", reason=reason_of(missing))) from None


def _read_options(text: str) -> Any:
    from referee.core.validation import refuse

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise refuse(_("isn’t JSON"), "options") from None


def _show(text: str) -> None:
    """Print, replacing characters that the terminal cannot show."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    print(text, flush=True)


def _show_line(text: str, translator: Translator) -> None:
    from referee.terminal import printable

    _show(printable(translator.render(text)))


def _data_translator(chosen: argparse.Namespace) -> Translator:
    """Return the language of JSON and CSV output: English unless `--language` is given."""
    translator: Translator = chosen.translator if chosen.language else ENGLISH
    return translator


def _show_json(data: Any, chosen: argparse.Namespace) -> None:
    from referee.terminal import translate_json

    _show(json.dumps(translate_json(data, _data_translator(chosen))))


if __name__ == "__main__":
    sys.exit(main())
