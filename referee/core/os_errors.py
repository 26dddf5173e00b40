"""Reasons for errors of the operating system, which itself gives them only in English."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from referee.core.text import Text, _

REASONS: Final[Mapping[int, Text]] = {
    errno.EACCES: _("access denied"),
    errno.EEXIST: _("it already exists"),
    errno.EISDIR: _("it’s a folder"),
    errno.ENOENT: _("no such file or folder"),
    errno.ENOSPC: _("the disk is full"),
    errno.ENOTDIR: _("not a folder"),
    errno.EPERM: _("access denied"),
    errno.EROFS: _("the disk is read-only"),
}
"""The usual ones; other reasons are in the system's words."""


def reason_of(error: OSError) -> str:
    return REASONS.get(error.errno or 0) or error.strerror or str(error)
