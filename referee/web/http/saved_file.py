"""What a browser keeps as a file."""

from __future__ import annotations

from urllib.parse import quote

from flask import Response


def saved(response: Response, title: str, ending: str) -> Response:
    """The answer as a file that is kept, named by this title."""
    return named(response, title, ending, shown="attachment")


def named(response: Response, title: str, ending: str, *, shown: str) -> Response:
    """The answer as a file of this name, kept as an `attachment` or looked at `inline`."""
    name = "".join(c if c.isalnum() else "-" for c in title).strip("-") or "match"
    address = {"filename*": f"UTF-8''{quote(name)}.{ending}"}  # a header itself is ASCII only
    response.headers.set("Content-Disposition", shown, **address)
    return response


def saved_table(text: str, title: str) -> Response:
    """A table for a spreadsheet. Of a file in UTF-8 Excel must be told by its first sign."""
    return saved(Response(f"\ufeff{text}", mimetype="text/csv"), title, "csv")
