"""House rules, and options changed after the start."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.core.options import choices
from referee.core.registry import GAMES
from referee.core.sheet import WhatIf, read_record, score, whatif
from referee.matches.events.names_and_rules import OptionsChanged
from referee.matches.match import Match, replay
from tests.games.records import Json, deal, figures, record, records, thirty_one, tribello
from tests.matches.logs import (
    added,
    agreed,
    agreed_midway,
    begun,
    fell,
    gone_on,
    housed,
    log,
    opened,
    renamed,
    restored,
    returned,
    struck,
)

ROUNDS = (figures(30.5, 31, 20), figures(17, 17, 20))
TIED = thirty_one(3, *ROUNDS)


def match_of(data: Json) -> Match:
    return replay(log(data))


def test_the_entries_are_judged_anew_under_other_options() -> None:
    match = gone_on(match_of(TIED), agreed(tied_lowest="none"))
    assert match.sheet().totals == (3, 3, 2)
    assert match.record()["options"] == {"tied_lowest": "none"}
    assert match.change.totals == (("Ann", 2, 3), ("Ben", 2, 3))
    assert match.change.label == "Tied lowest hands: nobody"
    back = gone_on(match, returned(1))
    assert back.sheet().totals == (2, 2, 2)
    assert back.options == TIED["options"]


def test_rows_that_become_impossible_are_told_before_and_after() -> None:
    match = match_of(TIED)
    assert match.would_break(OptionsChanged(options={"valuation": "suit"})) == ("Round 1",)
    changed = gone_on(match, agreed(valuation="suit"))
    assert changed.change.broken == (0,)
    assert changed.sheet().totals == (2, 2, 3)
    assert gone_on(changed, renamed("Dora", "Emil", "Fay")).change.broken == ()


def test_other_teams_have_totals_of_their_own() -> None:
    legs = [{"kind": "b-leg", "contract": None}]
    match = match_of(record("card-triathlon", 6, legs, format="sprint"))
    teams = [0, 1, 2, 0, 1, 2]
    changed = gone_on(match, agreed(format="sprint", teams=teams))
    assert len(changed.sheet().columns) == len(match.sheet().columns) + 1
    assert changed.change.totals == ()  # nobody has points yet


@given(st.data())
def test_options_changed_and_back_give_the_same_sheet_and_a_preview_what_the_change_does(
    given: st.DataObject,
) -> None:
    data, other = given.draw(records()), given.draw(records())
    options = other["options"] if other["game"] == data["game"] else {}
    options = {name: value for name, value in options.items() if name != "first_dealer"}
    match = match_of(data)
    changed = gone_on(match, agreed(**options))
    preview = WhatIf(match.tally, changed.tally)
    assert changed.sheet().as_json() == score(data | {"options": options})
    assert preview.as_json() == whatif(data, dict.fromkeys(data["options"]) | options)
    assert list(changed.change.broken) == preview.broken
    back = gone_on(changed, agreed(**data["options"]))
    assert back.sheet() == match.sheet()
    assert gone_on(changed, returned(1)).record() == match.record()


def test_options_that_change_midway_judge_the_entries_after_them() -> None:
    match = gone_on(match_of(TIED), agreed_midway(tied_lowest="none"), added(ROUNDS[1]))
    assert match.sheet().totals == (2, 2, 2)
    assert match.record()["option_changes"] == [{"from": 2, "options": {"tied_lowest": "none"}}]
    assert score(match.record())["totals"] == [2, 2, 2]
    assert match.change.label == "Round 3"
    first, last = (entry.id for entry in (match.entries[0], match.entries[-1]))
    assert match.with_options_of(first).options == {}
    assert match.with_options_of(last).options == match.options == {"tied_lowest": "none"}
    assert gone_on(match, returned(1)).record() == match_of(TIED).record()


def test_a_change_midway_stays_with_its_entry_when_earlier_ones_are_struck() -> None:
    match = gone_on(match_of(TIED), agreed_midway(tied_lowest="none"), added(ROUNDS[1]))
    first, second = (entry.id for entry in match.entries[:2])
    once = gone_on(match, struck(first))
    assert once.record()["option_changes"] == [{"from": 1, "options": {"tied_lowest": "none"}}]
    assert once.sheet().totals == (2, 2, 3)
    twice = gone_on(once, struck(second))
    assert twice.record()["options"] == {"tied_lowest": "none"}
    assert twice.sheet().totals == (3, 3, 3)
    assert gone_on(twice, restored(second), restored(first)).record() == match.record()


def test_changes_before_one_entry_are_one_change() -> None:
    match = gone_on(match_of(TIED), agreed_midway(fire=False), agreed_midway(passing=False))
    change = {"from": 2, "options": {"fire": False, "passing": False}}
    assert match.record()["option_changes"] == [change]
    begun_with = gone_on(match_of(thirty_one(3)), agreed_midway(fire=False))
    assert begun_with.record()["options"] == {"fire": False}
    assert "option_changes" not in begun_with.record()


def test_options_for_the_whole_match_replace_only_their_own_changes() -> None:
    match = gone_on(match_of(TIED), agreed_midway(fire=False, tied_lowest="none"))
    cases: list[tuple[Json, Json, list[str]]] = [
        ({"fire": False, "tied_lowest": "none", "lives": 2}, {"lives": 2}, ["fire", "tied_lowest"]),
        ({"fire": False}, {}, ["fire"]),
        ({}, {}, []),
        ({"tied_lowest": "none", "passing": False}, {"passing": False}, ["tied_lowest"]),
    ]
    for options, whole, later in cases:
        event = OptionsChanged.of(match, options)
        assert event.options == whole
        assert [[*each["options"]] for each in event.option_changes] == ([later] if later else [])
        assert gone_on(match, (event.kind, event.payload)).options == options


@given(st.data())
def test_a_match_and_its_record_with_changes_come_to_the_same(given: st.DataObject) -> None:
    data = given.draw(records())
    every = choices(GAMES[data["game"]].spec.options, ())
    midway = {
        each.name: [value for value, _label in each.values] for each in every if each.is_midway
    }
    match = replay(log(data | {"entries": []}))
    changes = st.sampled_from([(name, value) for name in midway for value in midway[name]])
    for number, entry in enumerate(data["entries"]):
        if midway and number % 2 == given.draw(st.integers(0, 1)):
            name, value = given.draw(changes)
            match = gone_on(match, agreed_midway(**{name: value}))
        match = gone_on(match, added(entry))
        assert match.tally.setup_at(number) == match.setup
    assert match.sheet().as_json() == score(match.record())
    assert replay([opened(match.record())]).record() == match.record()


# House rules --------------------------------------------------------------------------------------


def test_a_house_rule_stands_beside_its_rule_in_the_record() -> None:
    match = gone_on(match_of(tribello(deal(6, 4, 3))), housed("tribello.lead", "Cut for it."))
    [rule] = match.record()["house"]
    assert (rule["rule"], rule["text"]) == ("tribello.lead", "Cut for it.")
    assert read_record(match.record()).as_json() == match.record()
    assert match.sheet() == match_of(tribello(deal(6, 4, 3))).sheet()  # it scores nothing
    assert match.change.label == "Who plays first"
    again = replay([opened(match.record())])
    assert again.house == match.house


def test_the_last_words_for_a_rule_are_its_words_and_none_take_it_away() -> None:
    acts = [("lead", "a"), ("deal", "b"), ("lead", "c")]
    match = gone_on(match_of(tribello()), *(housed(f"tribello.{at}", text) for at, text in acts))
    assert [(rule["rule"], rule["text"]) for rule in match.house] == [
        ("tribello.deal", "b"),
        ("tribello.lead", "c"),
    ]
    match = gone_on(match, housed("tribello.lead", ""), housed("tribello.deal", ""))
    assert match.house == ()
    assert "house" not in match.record()


def test_a_record_with_house_rules_is_exported_as_it_came() -> None:
    house = [{"rule": "tribello.follow", "text": "A revoke costs a round of drinks."}]
    for came in (house, [], [house[0], house[0] | {"text": "Not with Cleo."}]):
        data = tribello() | {"house": came}
        assert match_of(data).record()["house"] == came
    emptied = gone_on(match_of(tribello() | {"house": house}), housed("tribello.follow", ""))
    assert emptied.record()["house"] == []


def test_cards_that_are_followed_stay_when_options_change() -> None:
    match = replay(log(thirty_one(2)))
    assert gone_on(match, agreed(lives=1)).deals == {}
    playing = replay(log(tribello(), begun({"kind": "deal", "trump": "S"}), *fell("2S 3S")))
    assert gone_on(playing, agreed()).deals == playing.deals
