"""Questions in a table's own words, which no rule answers."""

from __future__ import annotations

import pytest

from referee import NotARecord, ask
from referee.core.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_table_decides_what_it_asks_in_its_own_words(game: str) -> None:
    found = ask({"game": game, "question": "other", "text": "May I look at the last trick?"})
    assert found["answer"] == {"rules": []}
    assert [(each["rule"], each["verdict"]) for each in found["rulings"]] == [
        (f"{game}.table", "silent")
    ]


def test_the_answer_names_up_to_three_rules_that_mention_it() -> None:
    rows = [
        ("tribello", "who leads", ["tribello.lead", "tribello.trick"]),
        ("la-krap", "wer spielt aus", ["la-krap.lead"]),
    ]
    for game, text, rules in rows:
        answer = ask({"game": game, "question": "other", "text": text})["answer"]
        assert answer["rules"][: len(rules)] == rules, text
    every = ask({"game": "card-triathlon", "question": "other", "text": "cards"})["answer"]
    assert len(every["rules"]) == 3


def test_a_question_has_1_to_200_characters() -> None:
    question = {"game": "tribello", "question": "other"}
    for text, is_one in [("?", True), ("x" * 200, True), ("x" * 201, False), ("", False),
                         (" \n", False), (7, False), (None, False)]:  # fmt: skip
        if is_one:
            assert ask({**question, "text": text})["rulings"], text
        else:
            with pytest.raises(NotARecord):
                ask({**question, "text": text})
    with pytest.raises(NotARecord):
        ask(question)
