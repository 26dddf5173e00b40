"""A correction costs what is to be judged again, however often was corrected before."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from referee.core.record import Entry
from referee.core.sheet import Tally
from tests.games.records import figures, thirty_one
from tests.web.phones import Phone, PlayedMatch, import_text, key_in, store_of

ENTRIES = 100


def test_the_thirtieth_correction_judges_no_more_rows_than_the_first(
    ann: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = thirty_one(2, *[figures(21, 21)] * ENTRIES, tied_lowest="none")
    page = import_text(ann, json.dumps(record))
    match = PlayedMatch(store_of(ann.app), key_in(page.response.headers["Location"]))
    ann.open(match.to_score)
    judged: list[int] = []
    with_entry = Tally.with_entry

    def counted(tally: Tally, entry: Entry) -> Tally:
        judged.append(1)
        return with_entry(tally, entry)

    monkeypatch.setattr(Tally, "with_entry", counted)
    id, costs = match.ids[0], []
    for number in range(30):
        judged.clear()
        value = str(24 + number % 5)
        form = {"number": str(1 + number), "id": str(uuid4()), "value0": value, "value1": value}
        assert ann.post(f"{match.to_score}e/{id}", form).status == 303
        ann.open(match.to_score)
        costs.append(len(judged))
    assert max(costs) <= 2 * ENTRIES
