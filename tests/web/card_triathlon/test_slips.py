"""Likely slips beside the cross-check: a tap fills in the right figures, another puts them back."""

from __future__ import annotations

from urllib.parse import parse_qsl

from tests.games.records import Json
from tests.web.card_triathlon.test_crosscheck import C_FIRST, D_FIRST, MELDED, SCORED, SWAPPED
from tests.web.leg_forms import (
    HOSTILE,
    MADE,
    OTHER,
    Typed,
    broken,
    by_seat,
    counted,
    form_of,
    game,
    send,
)
from tests.web.markup import Element, faults
from tests.web.phones import Page, Phone, PlayedMatch, start

WHOLE = MADE | {"unscored_0": "25"}


def slips(page: Page) -> list[Element]:
    return page.tree.one(id="slips").all("button", name="slip")


def checked(phone: Phone, match: PlayedMatch, typed: Typed) -> list[Element]:
    return slips(phone.post(match.to_score + "check", typed))


def tap(typed: Typed, key: Element) -> Typed:
    return typed | dict(parse_qsl(key["value"], keep_blank_values=True))


OFFERED: list[tuple[str, Json, Typed, list[str]]] = [
    ("all is right", {}, WHOLE, []),
    ("figures are missing", {}, WHOLE | {"points3": ""}, []),
    ("no contract", {}, WHOLE | {"level_0": "", "points0": "180"}, []),
    ("nothing explains it", {}, WHOLE | {"unscored_0": "900"}, []),
    ("digits swapped in Unscored", {}, MADE | {"unscored_0": "52"},
     ["Unscored 52 → 25 digits swapped"]),
    ("a player’s digits swapped", {}, WHOLE | {"points2": "105"},
     ["Cleo 105 → 150 points · digits swapped"]),
    ("two players swapped", {}, SWAPPED | {"unscored_0": "25"}, ["Ben and Cleo swapped points"]),
    ("too many points for one trick", {}, WHOLE | {"points3": "75"},
     ["Dora 75 → 35 points · one digit wrong"]),
    ("digits swapped in a meld", C_FIRST, MELDED | {"melded1": "105", "unscored_0": "80"},
     ["Ben 105 → 150 melded · digits swapped"]),
    ("cards counted by value", {},
     WHOLE | {"points0": ""} | counted("points0", 0, 14, 2),
     ["Ann 180 → 190 points · a card worth 10 missing"]),
]  # fmt: skip


def test_what_is_offered_makes_everything_add_up(ann: Phone) -> None:
    for name, options, typed, said in OFFERED:
        match = game(ann, 4, **options)
        keys = checked(ann, match, typed)
        assert [each.text for each in keys][: len(said) or None] == said, name
        assert len(keys) <= 3
        for key in keys:
            page = send(ann, game(ann, 4, **options), tap(typed, key))
            assert page.status == 200, (name, key.text)


def test_an_ace_is_missing(ann: Phone) -> None:
    match = game(ann, 4, **D_FIRST)
    typed = SCORED | {"unscored_0": "775"}  # 795 would be right
    keys = checked(ann, match, typed)
    assert [each.text for each in keys] == [
        "Unscored 775 → 795 one ace missing",
        "Dora 0 → 20 one digit missing",
        "Ann 110 → 130 one ace missing",
    ]


def test_a_second_tap_takes_it_back(ann: Phone) -> None:
    match, typed = game(ann, 4, **D_FIRST), SCORED | {"unscored_0": "775"}
    first = checked(ann, match, typed)
    tried = tap(typed, first[1])
    again = checked(ann, match, tried)
    assert [each.text for each in again] == [each.text for each in first]
    assert [each["aria-pressed"] for each in again] == ["false", "true", "false"]
    other = checked(ann, match, tap(tried, again[0]))  # another instead
    assert [each["aria-pressed"] for each in other] == ["true", "false", "false"]
    assert tap(tap(tried, again[0]), other[0]) == typed | {"tried": ""}
    assert tap(tried, again[1]) == typed | {"tried": ""}
    # Once something else is typed, there is nothing to take back.
    later = checked(ann, match, tried | {"scored2": "50"})
    assert [each["aria-pressed"] for each in later] == ["false"] * 3


def test_without_scripts_each_key_submits_the_form(ann: Phone) -> None:
    match = game(ann, 4, names=HOSTILE, **D_FIRST)
    page = send(ann, match, SCORED | {"unscored_0": "775", "note": "kept"})
    assert (page.status, broken(page)) == (422, ["crosscheck"])
    for figures, pressed in ((("110", "795"), "true"), (("110", "775"), "false")):
        key = slips(page)[0]
        form = page.form("/entries").fields()
        page = ann.post(key["formaction"], form | {"slip": key["value"]})
        fields = page.form("/entries").fields()
        assert (page.status, faults(page.html), match.number) == (200, [], 1)
        assert (fields["scored0"], fields["unscored_0"]) == figures
        assert (fields["note"], slips(page)[0]["aria-pressed"]) == ("kept", pressed)
    key = slips(page)[0]
    page = ann.post(key["formaction"], page.form("/entries").fields() | {"slip": key["value"]})
    assert ann.send(page, "/entries").status == 200
    assert match.entries[0]["unscored"] == 795
    assert "accepted" not in match.entries[0]


def test_a_wrong_sum_that_was_recorded_can_still_be_put_right(ann: Phone) -> None:
    match = game(ann, 4, **D_FIRST)
    ann.send(send(ann, match, SCORED | {"unscored_0": "775"}), "/entries")
    page = form_of(ann, match)
    key = slips(page)[0]
    fields = page.form(match.ids[0]).fields()
    page = ann.post(key["formaction"], fields | {"slip": key["value"]})
    assert ann.send(page, match.ids[0]).status == 200
    assert match.entries[0]["unscored"] == 795


def test_at_two_tables_both_must_be_entered(ann: Phone) -> None:
    match = game(ann, 8)
    typed = MADE | OTHER | {"unscored_0": "52"}
    assert [each.text for each in checked(ann, match, typed)] == ["Unscored 52 → 25 digits swapped"]
    assert checked(ann, match, MADE | {"unscored_0": "52"}) == []


def test_tricks_are_checked_in_every_game(ann: Phone) -> None:
    match = start(ann, "tribello", "Ann", "Ben", "Cleo")
    form = ann.open(match.to_score).form("/entries")
    page = ann.post(form["action"], form.fields() | by_seat("tricks", [5, 5, 4]))
    assert page.rules == ["tribello.tricks-total"]
    key = slips(page)[1]
    assert key.text == "Ben 5 → 4 one trick too many"
    page = ann.post(key["formaction"], page.form("/entries").fields() | {"slip": key["value"]})
    # Every key leaves the last cell to be worked out, and Cleo's changes no other.
    assert [each["aria-pressed"] for each in slips(page)] == ["false", "true", "false"]
    assert ann.send(page, "/entries").status == 200
    assert match.entries[0]["tricks"] == [5, 4, 4]
