"""The commands that keep matches safe: what they say, and one line where they refuse."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from referee.core.text import counted
from referee.matches.database.address import DatabaseAddress, UnusableDatabase
from referee.matches.database.backup import Copied
from referee.matches.database.backup import backup as copy_of
from referee.matches.database.backup import restore as put_back
from referee.terminal import printable

if TYPE_CHECKING:
    from referee.matches.database.checks import Checked
    from referee.matches.database.copy import CopiedRows

OK, WITH_FAULTS, REFUSED = 0, 1, 2


def backup(source: DatabaseAddress, file: Path, *, force: bool) -> int:
    """Copy a database that is a file into another file."""

    def act() -> int:
        if source.file is None:
            raise UnusableDatabase(f"of {source} a file is made by `referee copy`, or by pg_dump")
        _say(f"Saved {_what_is_in(copy_of(source.file, file, force=force))} in {file}.")
        return OK

    return _or_refused(act)


def restore(data: Path, file: Path, *, force: bool) -> int:
    """Put a copy into an empty data folder, if all is right with it or `force` says so."""

    def act() -> int:
        from referee.matches.database.checks import check

        found = len(check(file).faults)
        if found and not force:
            raise UnusableDatabase(
                f"{file} has {counted(found, 'fault')}: `referee check {file}` names what is wrong,"
                " --force puts it back all the same"
            )
        _say(f"Put {_what_is_in(put_back(file, data))} from {file} into {data}.")
        return OK

    return _or_refused(act)


def check(address: DatabaseAddress) -> int:
    """Name what is wrong with a database, or with a copy."""

    def act() -> int:
        from referee.matches.database.checks import check, check_server

        found = check(address.file) if address.file else check_server(address)
        for fault in found.faults:
            _say(str(fault))
        faults = counted(len(found.faults), "fault") if found.faults else "No fault"
        _say(f"{faults} in {_matches(found)}.")
        return WITH_FAULTS if found.faults else OK

    return _or_refused(act)


def copy(source: DatabaseAddress, target: DatabaseAddress) -> int:
    """Copy everything into an empty database, of the same kind or of the other."""

    def act() -> int:
        from referee.matches.database.copy import copy_all

        copied = copy_all(source, target, _Progress())
        circles = f", {counted(copied.circles, 'circle')}" if copied.circles else ""
        what = f"{_matches(copied)}{circles} and all links"
        _say(f"Copied {what} from {source} to {target}, and compared them.")
        return OK

    return _or_refused(act)


class _Progress:
    """A line now and then, while something takes long."""

    EVERY = 5.0

    def __init__(self) -> None:
        self._next = monotonic() + self.EVERY

    def __call__(self, done: int, steps: int) -> None:
        if monotonic() > self._next:
            self._next = monotonic() + self.EVERY
            _say(f"{100 * done // steps} % ...")


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


def _matches(found: Copied | CopiedRows | Checked) -> str:
    matches = "1 match" if found.matches == 1 else f"{found.matches} matches"
    return f"{matches} with {counted(found.events, 'event')}"


def _say(text: str) -> None:
    # The name of a file or a title may hold what the character set of the terminal lacks.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    print(printable(text), flush=True)
