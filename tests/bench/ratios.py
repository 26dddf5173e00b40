"""How many times a bare Flask view the page of a match costs, and recording an entry.

The bare view stands on the same stack: the same Flask app with its heads, cookie and compression,
the same store on the same disk. It looks up a link, appends an event that is on the disk when it
is answered (of the page: appends nothing), and renders a table of 20 rows. What is compared is
done in turns in one run, so that all meet the same load; each by a phone that has its cookie. A
table records one entry after the other: each form is that of the last answer, and Tribello is
played to its last deal but one, again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Final
from uuid import uuid4

from flask import Flask, render_template, request

from referee.matches.store import Store
from tests.bench.acts import DEAL, ENTRIES, HTMX, ROUND, Answer, BenchPhone, call, match, the_app
from tests.bench.report import Report

RECORDING: Final = 1.5
"""So many times the bare view with its append."""
PAGE: Final = 2.0
"""So many times the bare view without."""
ROUNDS: Final = 100
DEALS: Final = 12
"""So many has a match of Tribello."""
TABLE: Final = """<!doctype html>
<title>{{ link.title }}</title>
<table>
{% for row in rows %}
<tr>
<th scope="row"><a href="e/{{ row.id }}">{{ row.label }}</a></th>
{% for cell in row.cells %}
<td>{{ cell }}</td>
{% endfor %}
</tr>
{% endfor %}
</table>
"""


@dataclass(frozen=True)
class BareRow:
    """A row of the bare table."""

    label: str
    cells: tuple[int, ...] = (21, 21, 21)
    id: str = field(default_factory=lambda: str(uuid4()))


def add_bare_view(app: Flask, store: Store) -> None:
    """Give the app a view that does the least that recording takes."""
    template = app.jinja_env.from_string(TABLE)
    rows = [BareRow(f"Round {number}") for number in range(1, 21)]

    def bare(key: str) -> str:
        link = store.find(key)
        assert link is not None
        if request.method == "POST":
            store.append(
                link.match_id,
                number=int(request.form["number"]),
                id=request.form["id"],
                kind="added",
                payload={"entry": ENTRIES["thirty-one"]},
                by=None,
            )
        return render_template(template, link=link, rows=rows)

    app.add_url_rule("/bare/<key>", view_func=bare, methods=["GET", "POST"])


def bare(phone: BenchPhone, number: int | None = None) -> Answer:
    """The bare view; with a number it appends this event."""
    address = f"/bare/{phone.link.score_key}"
    if number is None:
        return call(phone.app, address, headers=phone.heads)
    form = ROUND | {"id": str(uuid4()), "number": str(number)}
    return call(phone.app, address, form, HTMX | phone.heads)


def compare(report: Report, rounds: int = ROUNDS) -> None:
    """The ratios, against their budgets."""
    with the_app() as (app, store):
        add_bare_view(app, store)
        cost = _costs(app, store, rounds)
    page, recording = cost["bare"], cost["bare, appending"]
    print("\nBeside a bare Flask view on the same stack, in turns")
    report.line("the bare view, a table of 20 rows", f"{page:.2f} ms")
    report.line("the bare view that appends an event", f"{recording:.2f} ms")
    report.ratio("page of a match, 60 rows", cost["page"] / page, PAGE)
    report.ratio("recording a deal of Tribello", cost["deal"] / recording, RECORDING)
    report.ratio("recording behind 60 entries", cost["round"] / recording, RECORDING)


def _costs(app: Flask, store: Store, rounds: int) -> dict[str, float]:
    """What each act costs, the median in milliseconds."""
    written, sixty = BenchPhone(app, match(store, 60)), BenchPhone(app, match(store, 60))
    deals, playing = _deals(app, store), BenchPhone(app, match(store, 60))
    first = store.last_number(written.link.match_id) + 1
    acts: dict[str, Callable[[int], Answer]] = {
        "bare": lambda _: bare(written),
        "bare, appending": lambda turn: bare(written, first + turn),
        "page": lambda _: sixty.page(),
        "deal": lambda _: next(deals),
        "round": lambda _: playing.record(ROUND),
    }
    times: dict[str, list[float]] = {act: [] for act in acts}
    for turn in range(rounds):
        for act, do in acts.items():
            times[act].append(do(turn).time)
    return {act: median(each) for act, each in times.items()}


def _deals(app: Flask, store: Store) -> Iterator[Answer]:
    """The deals of one match of Tribello after the other."""
    while True:
        phone = BenchPhone(app, match(store, 0, "tribello"))
        for _ in range(DEALS - 1):
            yield phone.record(DEAL)
