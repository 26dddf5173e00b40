"""Sentences, lists, counts and figures."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from copy import deepcopy

import pytest

from referee.core.text import (
    Said,
    counted,
    ended,
    joined,
    listed,
    plain,
    points,
    said,
    sentence,
    shares,
    signed,
    span,
    times,
    whole_number,
)

LEFT = "{name} has {lives}"


def refilled(text: Said) -> str:
    values = {
        name: refilled(value) if isinstance(value, Said) else value
        for name, value in text.values.items()
    }
    return text.template.format_map(values)


def test_a_sentence_knows_its_template_and_values() -> None:
    text = said(LEFT, name="Ann", lives=counted(2, "life"))
    assert (text, text.template) == ("Ann has 2 lifes", LEFT)
    assert text.values == {"name": "Ann", "lives": "2 lifes"}
    assert hash(text) == hash("Ann has 2 lifes")


def test_a_name_with_braces_stays_a_name() -> None:
    text = said("{outer}!", outer=said(LEFT, name="{lives}", lives=3))
    assert text == "{lives} has 3!"
    assert joined([text, "{x}"]) == "{lives} has 3! {x}"


def test_a_value_that_is_missing_is_a_mistake_of_the_rule() -> None:
    with pytest.raises(KeyError):
        said(LEFT, name="Ann")


def test_a_sentence_may_be_copied_and_kept() -> None:
    rows: list[object] = [deepcopy, lambda text: pickle.loads(pickle.dumps(text))]
    for copy in rows:
        text = said(LEFT, name="Ann", lives=3)
        assert callable(copy), copy
        again = copy(text)
        assert (again, again.template, again.values) == (text, text.template, text.values)
        assert json.dumps({"text": text}) == '{"text": "Ann has 3"}'


def test_names_are_listed() -> None:
    rows: list[tuple[Sequence[str], str, str]] = [
        ([], "", ""), (["Ann"], "Ann", "Ann"), (["Ann", "Ben"], "Ann and Ben", "Ann or Ben"),
        (["Ann", "Ben", "Cleo"], "Ann, Ben and Cleo", "Ann, Ben or Cleo"),
        (["", "x"], " and x", " or x"),
    ]  # fmt: skip
    for names, both, one in rows:
        assert (listed(names), listed(names, "or")) == (both, one), names


def test_numbers_are_said_as_a_span_where_they_are_one() -> None:
    rows: list[tuple[Sequence[int], str]] = [
        ([4], "4"), ([4, 8], "4 or 8"), ([4, 5], "4 or 5"), ([2, 3, 4], "2 to 4"),
        (range(2, 17), "2 to 16"), ([4, 6, 8], "4, 6 or 8"),
    ]  # fmt: skip
    for numbers, words in rows:
        assert span(numbers) == words, numbers


def test_things_and_times_are_counted_and_shares_are_listed() -> None:
    tricks = [counted(number, "trick") for number in (0, 1, 2, -1)]
    assert tricks == ["0 tricks", "1 trick", "2 tricks", "-1 tricks"]
    assert [*map(times, range(1, 5))] == ["once", "twice", "three times", "4 times"]
    assert shares(["Ann", "Ben"], [6, 4]) == "6 for Ann, 4 for Ben"


def test_a_sentence_begins_large_and_ends_with_a_stop() -> None:
    rows: list[tuple[str, str, str]] = [
        ("", "", "."), ("a card", "A card", "a card."), ("the end.", "The end.", "the end."),
        ("7♥", "7♥", "7♥."), ("the 9♦ JK", "The 9♦ JK", "the 9♦ JK."),
        (said("no {thing}", thing="trumps"), "No trumps", "no trumps."),
        (said("{suit} are trumps", suit="hearts"), "Hearts are trumps", "hearts are trumps."),
        (said("{number} left", number=3), "3 left", "3 left."),
        (said("{one} for {all}", one=said("{card}", card="a Joker"), all="hearts"),
         "A Joker for hearts", "a Joker for hearts."),
    ]  # fmt: skip
    for text, begun, with_stop in rows:
        assert (sentence(text), ended(text)) == (begun, with_stop), text
        assert refilled(sentence(text)) == begun


def test_a_sentence_can_be_filled_anew() -> None:
    rows: list[Said] = [
        said(LEFT, name="Ann", lives=counted(3, "trick")),
        joined([said("One."), said("{n}.", n=2)]), listed(["a", "b", "c"]),
        ended(said("{n} left", n=1)), shares(["Ann"], [3]),
    ]  # fmt: skip
    for text in rows:
        assert refilled(text) == text, text


def test_figures_stand_as_on_a_pad() -> None:
    rows: list[tuple[float | None, str, str, str]] = [
        (None, "", "", ""), (0, "0", "0", "0"), (7, "7", "7", "+7"), (-7, "−7", "−7", "−7"),
        (1234, "1,234", "1234", "+1,234"), (-1234, "−1,234", "−1234", "−1,234"),
        (30.5, "30½", "30½", "+30½"),
    ]  # fmt: skip
    for value, pad, narrow, with_sign in rows:
        assert (points(value), plain(value), signed(value)) == (pad, narrow, with_sign), value


def test_a_whole_number_is_digits_alone() -> None:
    for text, number in (
        ("0", 0), (" 07 ", 7), ("999", 999), ("1000", None), ("", None), ("-6", None),
        ("6.5", None), ("²", None), ("9" * 5000, None),
    ):  # fmt: skip
        assert whole_number(text) == number, text
    assert (whole_number("1" * 9, digits=9), whole_number("1" * 10, digits=9)) == (111111111, None)
