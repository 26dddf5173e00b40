"""Problems merged by rule, and the rulebook parser."""

from __future__ import annotations

import pytest

from referee.core.findings import Problem, error, is_part, merge_by_rule, warning
from referee.core.rulebook import read_rulebook
from referee.core.text import _
from referee.core.word_search import Query, search_rules

BOOK = """# Whist

Four play.

More of it.

## Play

### `whist.follow` Follow suit
Use: judged, warned.

Play the suit led.

- If you can.

### `whist.trump` Trumps
Use: silent.
Option: trump, turned.

Choose a suit.

## Score

### `whist.b.score` A point a trick
Use: scores.

Follow the tricks above six.
"""


def test_a_rule_broken_twice_is_named_once_with_both_messages() -> None:
    found = merge_by_rule(
        [
            error("a", _("One."), field="hands", seats=[1, 3]),
            warning("b", _("Two.")),
            error("a", _("Three."), field="values"),
            error("a", _("One."), field="hands", seats=[2, 1]),
        ]
    )
    assert found == (
        Problem("a", "error", _("One. Three."), blames=("hands.1", "hands.3", "values", "hands.2")),
        Problem("b", "warning", _("Two.")),
    )
    assert merge_by_rule([]) == ()


def test_a_rulebook_is_read_rule_by_rule() -> None:
    book = read_rulebook(BOOK)
    assert (book.title, book.opening) == ("Whist", "Four play.\n\nMore of it.")
    assert [(law.id, law.title, law.section, law.uses, law.options) for law in book.laws] == [
        ("whist.follow", "Follow suit", "Play", ("judged", "warned"), ()),
        ("whist.trump", "Trumps", "Play", ("silent",), ("trump", "turned")),
        ("whist.b.score", "A point a trick", "Score", ("scores",), ()),
    ]
    assert book.laws[0].text == "Play the suit led.\n\n- If you can."
    assert book.laws[1].text == "Choose a suit."


def test_a_rule_is_found_by_its_id() -> None:
    book = read_rulebook(BOOK)
    assert book.law("whist.trump").title == "Trumps"
    with pytest.raises(KeyError):
        book.law("whist.trumps")


def test_the_sections_keep_their_order() -> None:
    sections = read_rulebook(BOOK).sections()
    assert {name: [law.id for law in laws] for name, laws in sections.items()} == {
        "Play": ["whist.follow", "whist.trump"],
        "Score": ["whist.b.score"],
    }


def test_a_rule_without_its_id_title_or_use_is_refused() -> None:
    rows: list[str] = [
        "### whist.follow Follow suit\nUse: judged.\n\nText.",
        "### `whist.follow`\nUse: judged.\n\nText.",
        "### `whist.follow` Follow suit\n\nText.",
        "### `whist.follow` Follow suit\nUse: judged\n\nText.",
        "### `Whist.Follow` Follow suit\nUse: judged.\n\nText.",
    ]
    for rule in rows:
        with pytest.raises(ValueError, match="not a rule"):
            read_rulebook(f"# Whist\n\n## Play\n\n{rule}\n")


def test_a_search_finds_the_rules_with_all_the_words_titles_first() -> None:
    rows: list[tuple[str, list[str]]] = [
        ("follow", ["whist.follow", "whist.b.score"]), ("FOLLOW suit", ["whist.follow"]),
        ("suit", ["whist.follow", "whist.trump"]), ("b.score", ["whist.b.score"]),
        ("choose point", []),
        ("", ["whist.follow", "whist.trump", "whist.b.score"]),
    ]  # fmt: skip
    for words, ids in rows:
        found = search_rules(read_rulebook(BOOK), Query.parse(words))
        assert [each.law.id for each in found] == ids, words


def test_what_a_seat_has_in_a_field_is_a_part_of_it() -> None:
    rows: list[tuple[str, str, bool]] = [
        ("tricks", "tricks", True), ("tricks.1", "tricks", True), ("tricks", "tricks.1", True),
        ("tricks.1", "tricks.2", False), ("tricks.1", "tricks.10", False),
        ("trick", "tricks", False),
    ]  # fmt: skip
    for name, of, expected in rows:
        assert is_part(name, of) is expected, name
