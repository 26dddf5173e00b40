"""What the form for a deal of Tribello refuses."""

from __future__ import annotations

from tests.games.records import tribello
from tests.web.followed import dealt
from tests.web.leg_forms import HUGE, Refused, by_seat, check_refused, form_of, hints
from tests.web.phones import Phone, PlayedMatch, opened

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


SOME = dealt("tribello", 3)


def test_wrong_deals_are_refused_by_rule_and_kept(ann: Phone) -> None:
    check_refused(ann, tribello(), REFUSED)


def test_hints_while_figures_are_typed(ann: Phone, friday: PlayedMatch) -> None:
    said = hints(ann, friday, {"tricks0": "8", "tricks1": "4"})
    assert said == {"tricks0": "+2", "tricks1": "0", "tricks2": "−2"}
    said = hints(ann, friday, {"tricks0": "8"})
    assert list(said.values()) == ["quota 6", "quota 4", "quota 3"]
    fresh = ann.open(friday.to_score)
    assert [fresh.tree.one(id=f"hint-{name}").text for name in said] == [*said.values()]
    assert fresh.tree.one("h2").text == "Ann deals · cut for trumps"
    assert friday.number == 1


def test_figures_beside_cards_are_refused(ann: Phone) -> None:
    match = opened(ann, tribello(SOME.entry))
    form = form_of(ann, match).form(match.ids[0])
    refused = ann.post(form["action"], form.fields() | by_seat("tricks", [0, 0, 13]))
    assert (refused.status, refused.rules) == (422, ["tribello.play"])
