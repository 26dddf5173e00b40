"""The newest rows of the pad: of those that a phone has already only their place is sent.

Each row bears a mark of its own text. A phone that asks for the match says in a header which rows
stand on its page, by their marks. Where those of them that are to stay are the rows below the new
ones, the answer has the new ones and leaves the others in place (`hx-preserve`); in any other case,
after an old row was corrected or one was taken back, it has all. So nothing need be known of what
a phone was sent before, by which process, or in which version of Referee.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from flask import request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from referee.web.http.rendered import kept
from referee.web.match.pad import Fold, PadRow

HEADER: Final = "Referee-Rows"
LENGTH: Final = 8
"""So many letters has a mark: 32 bits tell a corrected row from what it was."""
START: Final = "<tr"
BEARING: Final = f'{START} data-mark="'
ROWS: Final = '<tbody id="rows">'
NEW: Final = '<tbody hx-swap-oob="afterbegin:#rows">'
IN_PLACE: Final = '</tbody><tbody id="rows" hx-preserve="true"></tbody>'
TOO_OLD: Final = '<tbody hx-swap-oob="delete:#rows > tr:nth-child(n+{})"></tbody>'


def rows_known() -> str:
    """The marks of the rows that the phone says it has, the newest first."""
    return request.headers.get(HEADER, "")


@pass_context
def body_of(
    context: Context, fold: Fold, *place: str, caller: Callable[[PadRow], Markup]
) -> Markup:
    """The body of the table of these rows, each as the caller writes it; see above."""
    texts = [
        # A plain text: what is done with a Markup is escaped each time anew.
        str(kept(context, "row", each, each.written.id, *place, caller=_marked(caller, each)))
        for each in fold.rows
    ]
    if not fold.is_open:
        return Markup(f"<tbody>{''.join(texts)}</tbody>")
    marks, known = [text[len(BEARING) :][:LENGTH] for text in texts], rows_known().split()
    new = marks.index(known[0]) if known and known[0] in marks else len(marks)
    if new == len(marks) or marks[new:] != known[: len(marks) - new]:
        return Markup(f"{ROWS}{''.join(texts)}</tbody>")
    answer = f"{NEW}{''.join(texts[:new])}{IN_PLACE}"
    if new + len(known) > len(marks):
        answer += TOO_OLD.format(sum(text.count(START) for text in texts) + 1)
    return Markup(answer)


def _marked(write: Callable[[PadRow], Markup], row: PadRow) -> Callable[[], Markup]:
    """What writes this row, with its mark."""

    def make() -> Markup:
        text = str(write(row)).strip()
        mark = blake2b(text.encode(), digest_size=LENGTH // 2).hexdigest()
        return Markup(f'{BEARING}{mark}"{text.removeprefix(START)}')

    return make
