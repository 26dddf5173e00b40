"""The commands `backup`, `restore`, `check` and `copy`: what they print, and why they refuse."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec

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
P = ParamSpec("P")


def refusing(command: Callable[P, int]) -> Callable[P, int]:
    """Print one line and return 2 where a command raises UnusableDatabase or OSError."""

    @wraps(command)
    def guarded(*args: P.args, **options: P.kwargs) -> int:
        try:
            return command(*args, **options)
        except UnusableDatabase as refused:
            problem = str(refused)
        except BrokenPipeError:
            raise
        except OSError as error:
            problem = f"{error.filename}: {error.strerror}"
        print(f"referee: {printable(problem)}", file=sys.stderr)
        return REFUSED

    return guarded


@refusing
def backup(source: DatabaseAddress, file: Path, *, force: bool) -> int:
    if source.file is None:
        raise UnusableDatabase(f"of {source} a file is made by `referee copy`, or by pg_dump")
    _say(f"Saved {_contents(copy_of(source.file, file, force=force))} in {file}.")
    return OK


@refusing
def restore(data: Path, file: Path, *, force: bool) -> int:
    """Put a copy into an empty data folder; `force` also one with faults."""
    from referee.matches.database.checks import check

    found = len(check(file).faults)
    if found and not force:
        raise UnusableDatabase(
            f"{file} has {counted(found, 'fault')}: `referee check {file}` names what is wrong,"
            " --force puts it back all the same"
        )
    _say(f"Put {_contents(put_back(file, data))} from {file} into {data}.")
    return OK


@refusing
def check(address: DatabaseAddress) -> int:
    from referee.matches.database.checks import check, check_server

    found = check(address.file) if address.file else check_server(address)
    for fault in found.faults:
        _say(str(fault))
    faults = counted(len(found.faults), "fault") if found.faults else "No fault"
    _say(f"{faults} in {_matches(found)}.")
    return WITH_FAULTS if found.faults else OK


@refusing
def copy(source: DatabaseAddress, target: DatabaseAddress) -> int:
    """Copy everything into an empty database, of the same kind or of the other."""
    from referee.matches.database.copy import copy_all

    copied = copy_all(source, target, _Progress())
    circles = f", {counted(copied.circles, 'circle')}" if copied.circles else ""
    what = f"{_matches(copied)}{circles} and all links"
    _say(f"Copied {what} from {source} to {target}, and compared them.")
    return OK


class _Progress:
    """A line every few seconds."""

    EVERY = 5.0

    def __init__(self) -> None:
        self._next = monotonic() + self.EVERY

    def __call__(self, done: int, steps: int) -> None:
        if monotonic() > self._next:
            self._next = monotonic() + self.EVERY
            _say(f"{100 * done // steps} % ...")


def _contents(copied: Copied) -> str:
    return f"{_matches(copied)} ({counted(copied.bytes, 'byte')})"


def _matches(found: Copied | CopiedRows | Checked) -> str:
    matches = "1 match" if found.matches == 1 else f"{found.matches} matches"
    return f"{matches} with {counted(found.events, 'event')}"


def _say(text: str) -> None:
    # The name of a file or a title may hold what the character set of the terminal lacks.
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    print(printable(text), flush=True)
