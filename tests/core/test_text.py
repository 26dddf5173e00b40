"""Texts and their translation: sentences, lists, plurals and figures."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Sequence
from copy import deepcopy

import pytest

from referee.core.language import find_language
from referee.core.text import (
    Figure,
    Text,
    Translator,
    _,
    ended,
    joined,
    listed,
    ngettext,
    plain,
    points,
    read_figure,
    replace_values,
    sentence,
    shares,
    signed,
    span,
    unbroken,
    whole_number,
)

LEFT = "{name} has {lives}"
TRICKS = "{n} trick", "{n} tricks"


class Shouted(Translator):
    """A made-up language whose templates are all in capitals."""

    def gettext(self, template: str, context: str = "") -> str:
        return re.sub(r"[^{}]+(?![^{]*})", lambda words: words[0].upper(), template)

    def ngettext(self, one: str, many: str, n: float) -> str:
        return self.gettext(super().ngettext(one, many, n))

    def figure(self, figure: Figure) -> str:
        return figure.replace(",", ".")


def shouted(text: str) -> str:
    return Shouted().render(text)


def test_a_text_is_put_into_other_words_with_its_values() -> None:
    for text, english, others in (
        (_("Undo"), "Undo", "UNDO"),
        (_(LEFT, name="Ann", lives=3), "Ann has 3", "Ann HAS 3"),
        (_(LEFT).format(name="Ann", lives=ngettext(*TRICKS, 1)), "Ann has 1 trick",
         "Ann HAS 1 TRICK"),
        (ngettext(*TRICKS, 1234), "1,234 tricks", "1.234 TRICKS"),
        (joined([_("One."), "Two."]), "One. Two.", "ONE. Two."),
        (listed([_("hearts"), "Ann"]), "hearts and Ann", "HEARTS and Ann"),
        (sentence(_("{suit} are trumps", suit=_("hearts"))), "Hearts are trumps",
         "HEARTS ARE TRUMPS"),
        (ended(_("no {thing}", thing="x")), "no x.", "NO x."),
    ):  # fmt: skip
        assert (text, shouted(text)) == (english, others)


def test_a_name_with_braces_stays_a_name() -> None:
    text = _("{outer}!", outer=_(LEFT, name="{lives}", lives=3))
    assert (text, shouted(text)) == ("{lives} has 3!", "{lives} HAS 3!")
    assert joined([text, "{x}"]) == "{lives} has 3! {x}"


def test_values_are_replaced_at_any_depth() -> None:
    text = ended(joined([_(LEFT, name="Ann", lives=3), listed(["Ann", "Ben"])]))
    assert replace_values(text, {"Ann": "A"}) == "A has 3 A and Ben."
    assert replace_values("Ann", {"Ann": "A"}) == "A"


def test_a_value_that_is_missing_is_a_mistake_of_the_rule() -> None:
    with pytest.raises(KeyError):
        _(LEFT, name="Ann")


def test_a_text_may_be_copied_and_kept() -> None:
    copies: list[Callable[[Text], Text]] = [deepcopy, lambda text: pickle.loads(pickle.dumps(text))]
    for copy in copies:
        again = copy(ended(_(LEFT, name="Ann", lives=points(1234))))
        assert (again, shouted(again)) == ("Ann has 1,234.", "Ann HAS 1.234.")
        assert json.dumps({"text": again}) == '{"text": "Ann has 1,234."}'


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
    tricks = [ngettext(*TRICKS, number) for number in (0, 1, 2, -1)]
    assert tricks == ["0 tricks", "1 trick", "2 tricks", "−1 tricks"]
    assert shares(["Ann", "Ben"], [6, 4]) == "6 for Ann, 4 for Ben"


def test_a_sentence_begins_large_and_ends_with_a_stop() -> None:
    rows: list[tuple[str, str, str]] = [
        ("", "", "."), ("a card", "A card", "a card."), ("the end.", "The end.", "the end."),
        ("7♥", "7♥", "7♥."), ("the 9♦ JK", "The 9♦ JK", "the 9♦ JK."),
        (_("{one} for {all}", one=_("{card}", card="a Joker"), all="hearts"),
         "A Joker for hearts", "a Joker for hearts."),
    ]  # fmt: skip
    for text, begun, with_stop in rows:
        assert (sentence(text), ended(text)) == (begun, with_stop), text


def test_a_figure_stays_on_the_line_of_its_unit() -> None:
    text = unbroken(_("about {n} h {m} min in all, {m}½ points after leg {n}", n=2, m=10))
    assert text == "about 2 h 10 min in all, 10½ points after leg 2", "plain in commands"
    assert find_language("en").render(text).replace("\xa0", "_") == (
        "about_2_h_10_min in all, 10½_points after leg_2"
    )


def test_figures_stand_as_on_a_pad() -> None:
    rows: list[tuple[float | None, str, str, str]] = [
        (None, "", "", ""), (0, "0", "0", "0"), (7, "7", "7", "+7"), (-7, "−7", "−7", "−7"),
        (1234, "1,234", "1234", "+1,234"), (-1234, "−1,234", "−1234", "−1,234"),
        (30.5, "30½", "30½", "+30½"), (0.5, "½", "½", "+½"), (-0.5, "−½", "−½", "−½"),
    ]  # fmt: skip
    for value, pad, narrow, with_sign in rows:
        assert (points(value), plain(value), signed(value)) == (pad, narrow, with_sign), value


def test_a_figure_is_whole_or_half_with_a_sign_before_or_after() -> None:
    for text, number in (
        ("0", 0), (" 07 ", 7), ("-12", -12), ("−12½", -12.5), ("12,5", 12.5), ("12.0", 12),
        (".5", 0.5), ("½", 0.5), ("5-", -5), ("9999999", 9_999_999), ("10000000", None),
        ("", None), ("-", None), ("--5", None), ("1.25", None), ("1½2", None), ("²", None),
        ("1e3", None), ("9" * 5000, None),
    ):  # fmt: skip
        assert repr(read_figure(text)) == repr(number), text


def test_a_whole_number_is_digits_alone() -> None:
    for text, number in (
        ("0", 0), (" 07 ", 7), ("999", 999), ("1000", None), ("", None), ("-6", None),
        ("6.5", None), ("²", None), ("9" * 5000, None),
    ):  # fmt: skip
        assert whole_number(text) == number, text
    assert (whole_number("1" * 9, digits=9), whole_number("1" * 10, digits=9)) == (111111111, None)
