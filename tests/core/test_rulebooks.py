"""The rulebooks and the code agree: rules and options named in one exist in the other."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

import pytest

import referee.games
from referee.core.cards import RANKS, read_card
from referee.core.game import AnyGame
from referee.core.language import find_language
from referee.core.options import Choice, value_id
from referee.core.registry import GAMES
from referee.core.rulebook import Use, digest, read_rulebook, read_translation
from referee.core.validation import NotARecord
from tests.games.expected import find_expected

FOLDER = Path(referee.games.__file__).parent
SHARED = [FOLDER.parent / "core" / f"{name}.py" for name in ("tricks", "question", "played_deal")]
"""Modules shared by games with tricks; the rule ids in them are completed with the game's name."""
LAWS = [(game, law) for game in GAMES.values() for law in game.rulebook.laws]
OPTIONS = [(game, name) for game in GAMES.values() for name in game.spec.options.model_fields]
NAMES = re.compile(rf"(?<![\w.])(?:{'|'.join(GAMES)})(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")


def ids(text: str) -> set[str]:
    """The rule ids in a text, without file names."""
    return {name for name in NAMES.findall(text) if not name.endswith((".md", ".txt"))}


def code_of(game: AnyGame) -> str:
    spec = find_spec(game.spec.options.__module__)
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin)
    files = [path] if path.parent == FOLDER else sorted(path.parent.rglob("*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def used(game: AnyGame) -> set[str]:
    """The rule ids in a game's code, including those that shared modules build for it."""
    code = code_of(game)
    found = ids(code)
    if "referee.core.tricks" in code:
        shared = "".join(file.read_text(encoding="utf-8") for file in SHARED)
        generic = re.findall(r"\{(?:self\.)?(?:game|prefix)\}\.([a-z-]+)", shared)
        assert generic
        known = {law.id for law in game.rulebook.laws}
        own = {f"{prefix}.{rule}" for prefix in (game.name, f"{game.name}.b") for rule in generic}
        assert len(own & known) >= len(set(generic))
        found |= own & known
    return found


def extra(game: AnyGame, option: str) -> dict[str, Any]:
    declared = game.spec.options.model_fields[option].json_schema_extra
    assert isinstance(declared, dict)
    found = declared["x-option"]
    assert isinstance(found, dict)
    return found


def test_the_code_and_the_rulebook_of_a_game_name_the_same_rules() -> None:
    known = {law.id for game in GAMES.values() for law in game.rulebook.laws}
    for game in GAMES.values():
        own = [law.id for law in game.rulebook.laws]
        at_work = {law.id for law in game.rulebook.laws if set(law.uses) - {"advice", "silent"}}
        in_code = used(game)
        assert in_code - set(own) == set()
        assert at_work - in_code == set()
        text = (FOLDER / game.folder / "rulebook.md").read_text(encoding="utf-8")
        assert ids(text) - known == set()
        # No rule occurs twice, and each id starts with the game's name.
        assert len(own) == len(set(own))
        assert {id.partition(".")[0] for id in own} == {game.name}
        assert {f"{game.name}.{rule}" for rule in ("tie", "pack", "play")} <= set(own)
        assert game.rulebook.law(game.tie).uses == ("silent",)


def test_a_rule_has_a_short_heading_known_uses_and_a_text() -> None:
    for _, law in LAWS:
        assert 0 < len(law.title) <= 40, law.id
        assert law.uses, law.id
        assert len(law.uses) == len(set(law.uses)), law.id
        assert set(law.uses) <= set(get_args(Use)), law.id
        assert law.text, law.id
        assert not law.text.startswith(("Use:", "Option:")), law.id


def test_a_rule_names_declared_options_and_is_silent_where_they_are() -> None:
    for game, law in LAWS:
        assert set(law.options) <= set(game.spec.options.model_fields), law.id
        is_silent = [extra(game, option)["silent"] for option in law.options]
        assert is_silent == ["silent" in law.uses] * len(is_silent), law.id


def test_every_card_in_a_rulebook_can_be_read() -> None:
    for _, law in LAWS:
        for card in re.findall(r"\[([^\]]*)\](?!\()", law.text):
            assert card in RANKS or str(read_card(card)) == card, law.id


def test_an_option_rests_on_a_rule_that_names_it() -> None:
    for game, option in OPTIONS:
        assert option in game.rulebook.law(extra(game, option)["rule"]).options
        field = game.spec.options.model_fields[option]
        assert field.title, option
        assert field.description, option


def test_the_words_for_an_option_are_for_its_values() -> None:
    for game, option in OPTIONS:
        field = game.spec.options.model_fields[option]
        named = [value for value in get_args(field.annotation) if isinstance(value, str | int)]
        offered = extra(game, option)["offered"] or named or [field.default]
        values = {value_id(value) for value in offered}
        if field.annotation is bool:
            values = {"true", "false"}
        labels = next(each.labels for each in field.metadata if isinstance(each, Choice))
        in_figures = {value for value in values if value.isdecimal()}  # need no label
        assert labels == {} or values - in_figures <= set(labels), option
        assert len({labels[value] for value in values & set(labels)}) == len(values & set(labels))
        for value in set(labels) - values:  # a record may have values that no page offers
            assert is_played(game, option, json.loads(value)), option


def is_played(game: AnyGame, option: str, value: object) -> bool:
    """Whether this value is valid for at least one number of players."""
    for seats in range(game.spec.fewest, game.spec.most + 1):
        with suppress(NotARecord):
            game.spec.read_options({option: value}, seats)
            return True
    return False


def test_the_silent_options_are_those_of_the_rules() -> None:
    silent = {(game.name, option) for game, option in OPTIONS if extra(game, option)["silent"]}
    expected = find_expected()
    assert {pair for pair in silent if pair[0] in expected} == {
        (name, option) for name, each in expected.items() for option in each.silent
    }


ENGLISH = """# Short

A game.

## Start

### `game.one` First
Use: checked.
Option: lives.

All play.

### `game.two` Second
Use: advice.

New.

## End

### `game.three` Third
Use: advice.

It ends.
"""
TRANSLATED = """# Kurz
Translates: {opening}.

Ein Spiel.

## Anfang

### `game.one` Erstens
Translates: {one}.

Alle spielen.

### `game.two` Zweitens
Translates: 00000000.

Veraltet.
"""


def test_a_rule_that_changed_since_it_was_translated_is_shown_in_english() -> None:
    english = read_rulebook(ENGLISH)
    one = english.law("game.one").digest
    text = TRANSLATED.format(opening=digest(english.opening), one=one)
    book = read_translation(english, text, "de")
    assert [(law.id, law.section, law.title, law.text, law.language) for law in book.laws] == [
        ("game.one", "Anfang", "Erstens", "Alle spielen.", "de"),
        ("game.two", "Anfang", "Second", "New.", "en"),
        ("game.three", "End", "Third", "It ends.", "en"),
    ]
    assert book.law("game.one").options == ("lives",)
    assert (book.title, book.opening, book.opening_language) == ("Kurz", "Ein Spiel.", "de")
    old = read_translation(english, TRANSLATED.format(opening="0" * 8, one=one), "de")
    assert (old.title, old.opening, old.opening_language) == ("Kurz", "A game.", "en")
    with pytest.raises(ValueError, match=r"not a translated rule: '`game\.one` Erstens"):
        read_translation(english, text.replace("Translates: " + one, "Use: checked"), "de")


def test_translated_rulebooks_are_complete_and_up_to_date() -> None:
    for game in GAMES.values():
        for file in FOLDER.joinpath(game.folder).glob("rulebook.*.md"):
            language = file.suffixes[0].removeprefix(".")
            book = game.rulebook_in(language)
            assert [law.id for law in book.laws if law.language != language] == [], file
            assert book.opening_language == language
            assert book.title == find_language(language).render(game.title)
