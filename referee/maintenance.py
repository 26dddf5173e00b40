"""The commands that keep matches safe: what they say, and one line where they refuse."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.core.text import counted
from referee.matches.backup import Copied
from referee.matches.backup import backup as copy_of
from referee.matches.backup import restore as put_back
from referee.matches.database import NAME, UnusableDatabase
from referee.terminal import printable

if TYPE_CHECKING:
    from referee.matches.integrity import Checked

OK, WITH_FAULTS, REFUSED = 0, 1, 2


def backup(data: Path, file: Path, *, force: bool) -> int:
    """Copy the database of a data folder into a file."""

    def act() -> int:
        _say(f"Saved {_what_is_in(copy_of(data / NAME, file, force=force))} in {file}.")
        return OK

    return _or_refused(act)


def restore(data: Path, file: Path, *, force: bool) -> int:
    """Put a copy into an empty data folder, if all is right with it or `force` says so."""

    def act() -> int:
        from referee.matches.integrity import check

        found = len(check(file).faults)
        if found and not force:
            raise UnusableDatabase(
                f"{file} has {counted(found, 'fault')}: `referee check {file}` names what is wrong,"
                " --force puts it back all the same"
            )
        _say(f"Put {_what_is_in(put_back(file, data))} from {file} into {data}.")
        return OK

    return _or_refused(act)


def check(data: Path, file: Path | None) -> int:
    """Name what is wrong with a copy, or with the database of a data folder."""

    def act() -> int:
        from referee.matches.integrity import check

        found = check(file or data / NAME)
        for fault in found.faults:
            _say(str(fault))
        faults = counted(len(found.faults), "fault") if found.faults else "No fault"
        _say(f"{faults} in {_matches(found)}.")
        return WITH_FAULTS if found.faults else OK

    return _or_refused(act)


def _or_refused(act: Callable[[], int]) -> int:
    try:
        return act()
    except UnusableDatabase as refused:
        problem = str(refused)
    except BrokenPipeError:
        raise
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}"
    print(f"referee: {printable(problem)}", file=sys.stderr)
    return REFUSED


def _what_is_in(copied: Copied) -> str:
    return f"{_matches(copied)} ({counted(copied.bytes, 'byte')})"


def _matches(found: Copied | Checked) -> str:
    matches = "1 match" if found.matches == 1 else f"{found.matches} matches"
    return f"{matches} with {counted(found.events, 'event')}"


def _say(text: str) -> None:
    # The name of a file or a title may hold what the character set of the terminal lacks.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    print(printable(text), flush=True)
