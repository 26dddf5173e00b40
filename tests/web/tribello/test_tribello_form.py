"""What the form for a deal of Tribello refuses."""

from __future__ import annotations

from tests.games.records import tribello
from tests.web.leg_forms import HUGE, Refused, check_refused
from tests.web.phones import Phone, PlayedMatch

REFUSED: Refused = [
    ("nothing", {}, ["tricks-total"]),
    ("one of three", {"tricks0": "6"}, ["tricks-total"]),
    ("too many of two", {"tricks0": "9", "tricks1": "5"}, ["tricks-total"]),
    ("a word", {"tricks0": "six", "tricks1": "4", "tricks2": "3"}, ["tricks-total"]),
    ("far too much", {"tricks0": HUGE, "tricks1": "4", "tricks2": "3"}, ["tricks-total"]),
    ("the pickup twice", {"tricks0": "6", "tricks1": "4", "pickup0": "8", "pickup1": "6"},
     ["pickup"]),
    ("a pickup in words", {"tricks0": "6", "tricks1": "4", "pickup0": "two"}, ["pickup"]),
]  # fmt: skip


def test_wrong_deals_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, tribello(), REFUSED)


def test_hints_while_figures_are_typed(ann: Phone, friday: PlayedMatch) -> None:
    said = friday.hints({"tricks0": "8", "tricks1": "4"})
    assert said == {"tricks0": "+2", "tricks1": "0", "tricks2": "−2"}
    said = friday.hints({"tricks0": "8"})
    assert list(said.values()) == ["quota 6", "quota 4", "quota 3"]
    fresh = ann.open(friday.to_score)
    assert [fresh.tree.one(id=f"hint-{name}").text for name in said] == [*said.values()]
    assert fresh.tree.one("h2").text == "Ann deals · cut for trumps"
    assert friday.number == 1


def test_tricks_that_are_missing_are_marked(ann: Phone, friday: PlayedMatch) -> None:
    page = ann.send(ann.open(friday.to_score), "/entries", tricks0="6")
    marked = page.tree.one(id="entry").all("label", class_="blamed")
    assert [each["data-field"] for each in marked] == ["tricks.1", "tricks.2"]
