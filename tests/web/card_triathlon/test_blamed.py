"""What the form of a leg marks as wrong: the figures of one player, or what is of one table."""

from __future__ import annotations

from tests.web.at_tables import start_eight
from tests.web.leg_forms import b_typed, send
from tests.web.phones import Page, Phone

FIRST = b_typed("4C", 0, [6, 1, 5, 1], [190, 40, 150, 35], 25)
SECOND = b_typed("4C", 0, [5, 2, 4, 2], [160, 80, 140, 60], place=1)


def marked(page: Page) -> list[str]:
    """The fields that are marked, or else what is to blame for a part of the form."""
    found: set[str] = set()
    for each in page.tree.one(id="entry").all(class_="blamed"):
        fields = [field["name"] for field in each.all("input") if each.tag == "label"]
        found |= set(fields or [each["data-field"].partition(".")[0]])
    return sorted(found)


def test_only_what_is_wrong_is_marked_where_two_tables_play(ann: Phone) -> None:
    cases: list[tuple[dict[str, str], list[str]]] = [
        ({"points6": "7x"}, ["points6"]),
        ({"points6": "", "points4": ""}, ["points4", "points6"]),
        ({"tricks5": "x"}, ["tricks5"]),
        ({"tricks4": "6"}, ["tricks4", "tricks5", "tricks6", "tricks7"]),
        ({"unscored_0": "y"}, ["unscored_0"]),
        ({"unscored_0": "35"}, ["points0", "points1", "points2", "points3"]),
        ({"level_1": ""}, ["contract"]),
    ]
    for typed, expected in cases:
        match = start_eight(ann)
        assert match.entries == []
        page = send(ann, match, FIRST | SECOND | typed)
        assert page.status == 422
        assert marked(page) == expected
        contracts = page.tree.all(class_="contract")
        assert "blamed" not in contracts[0]["class"].split()
