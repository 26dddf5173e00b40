"""Questions about irregularities: what the rulebooks say, and what the table can do."""

from __future__ import annotations

from typing import Any, Final

import pytest

from referee.core.registry import GAMES
from referee.core.rulings import ask
from referee.core.validation import NotARecord
from tests.games.expected import find_expected

ACTS: Final = {
    "revoke": ["correct", "keep", "strike"], "misdeal": ["strike"],
    "lead-out-of-turn": ["correct", "keep", "strike"], "exposed-card": ["keep", "strike"],
    "wrong-count": ["correct", "strike"], "insufficient-bid": ["correct", "strike"],
    "wrong-meld": ["correct", "keep", "strike"], "drew-twice": ["correct", "keep", "strike"],
    "no-discard": ["correct", "keep", "strike"],
}  # fmt: skip
HAPPENS: Final = {name: each.irregularities for name, each in find_expected().items()}


def asked(game: str, kind: str | None, **more: Any) -> dict[str, Any]:
    return ask({"game": game, "question": "irregularity", "kind": kind, **more})


@pytest.mark.parametrize("game", GAMES)
def test_no_source_sets_a_penalty_and_the_acts_that_help_are_named(game: str) -> None:
    for kind in HAPPENS[game]:
        answered = asked(game, kind)
        assert answered["answer"] == {"penalty": None, "acts": ACTS[kind]}
        [ruling] = answered["rulings"]
        assert ruling["verdict"] == "silent"
        law = GAMES[game].rulebook.law(ruling["rule"])
        assert "penalt" in law.text  # the rule cited says so itself


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_happen_in_a_game_is_no_question(game: str) -> None:
    for kind in {*ACTS, "earthquake", None} - HAPPENS[game]:
        with pytest.raises(NotARecord, match="kind" if HAPPENS[game] else "question"):
            asked(game, kind)


def test_it_is_asked_with_any_number_of_players() -> None:
    for players in (4, 6, 8):
        assert asked("card-triathlon", "revoke", players=players) == asked(
            "card-triathlon", "revoke"
        )


BY_LEG: Final = [
    ("revoke", ["b.follow", None, None], "B"),
    ("lead-out-of-turn", ["b.lead", None, None], "B"),
    ("insufficient-bid", ["b.auction", None, None], "B"),
    ("misdeal", ["b.deal", "c.start", "d.start"], "B"),
    ("wrong-count", ["b.deal", "c.start", "d.start"], "B"),
    ("exposed-card", ["b.lead", "c.draw", "d.rounds"], "B"),
    ("wrong-meld", [None, "c.meld", None], "C"),
    ("drew-twice", [None, "c.draw", None], "C"),
    ("no-discard", [None, "c.draw", None], "C"),
]


@pytest.mark.parametrize(("kind", "rules", "usual"), BY_LEG)
def test_a_leg_of_card_triathlon_has_a_rule_of_its_own_or_is_refused(
    kind: str, rules: list[str | None], usual: str
) -> None:
    for leg, rule in zip("BCD", rules, strict=True):
        if rule is None:
            with pytest.raises(NotARecord, match="leg"):
                asked("card-triathlon", kind, leg=leg)
            continue
        answered = asked("card-triathlon", kind, leg=leg)
        assert answered["answer"] == {"penalty": None, "acts": ACTS[kind]}
        [ruling] = answered["rulings"]
        assert (ruling["rule"], ruling["verdict"]) == (f"card-triathlon.{rule}", "silent")
        assert "penalt" in GAMES["card-triathlon"].rulebook.law(ruling["rule"]).text
        assert ("Contract Bridge" in ruling["text"]) == (rules[1:] == [None, None])
    for none in ({}, {"leg": None}):
        assert asked("card-triathlon", kind, **none) == asked("card-triathlon", kind, leg=usual)


def test_other_games_have_no_leg_and_card_triathlon_has_three() -> None:
    rows: list[tuple[str, object]] = [
        ("tribello", "B"), ("thirty-one", "B"), ("card-triathlon", "E"), ("card-triathlon", 1),
    ]  # fmt: skip
    for game, leg in rows:
        with pytest.raises(NotARecord, match="leg"):
            asked(game, "misdeal", leg=leg)
