"""The rulebooks and the code: whatever one of them names, the other has."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast, get_args

import pytest

import referee.games
from referee.core.cards import read_card
from referee.core.game import AnyGame
from referee.core.options import ValueTexts, value_id
from referee.core.registry import GAMES
from referee.core.rulebook import Law, Use
from referee.core.validation import NotARecord

FOLDER = Path(referee.games.__file__).parent
SHARED = [
    FOLDER.parent / "core" / f"{name}.py" for name in ("tricks", "trick_question", "played_deal")
]
"""What games with tricks share: ids whose game is filled in."""
LAWS = [(game, law) for game in GAMES.values() for law in game.rulebook.laws]
OPTIONS = [(game, name) for game in GAMES.values() for name in game.spec.options.model_fields]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_law = pytest.mark.parametrize(("game", "law"), LAWS, ids=[law.id for _, law in LAWS])
every_option = pytest.mark.parametrize(
    ("game", "option"), OPTIONS, ids=[f"{game.name}-{name}" for game, name in OPTIONS]
)
KRAP_SILENT = ("first_lead", "twos", "sheet", "special_anytime", "empty_trick")
NAMES = re.compile(rf"(?<![\w.])(?:{'|'.join(GAMES)})(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")


def ids(text: str) -> set[str]:
    """The ids of rules in some text; names of files do not count."""
    return {name for name in NAMES.findall(text) if not name.endswith((".md", ".txt"))}


def code_of(game: AnyGame) -> str:
    """All code of one game: its module or package."""
    spec = find_spec(game.spec.options.__module__)
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin)
    files = [path] if path.parent == FOLDER else sorted(path.parent.rglob("*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def used(game: AnyGame) -> set[str]:
    """The ids in the code of a game, and the generic ones that it gets with its disputes."""
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
    field = game.spec.options.model_fields[option]
    return cast(dict[str, Any], cast(dict[str, Any], field.json_schema_extra)["x-option"])


@every_game
def test_every_id_in_the_code_is_in_the_rulebook(game: AnyGame) -> None:
    assert used(game) - {law.id for law in game.rulebook.laws} == set()


@every_game
def test_every_rule_that_the_program_knows_is_in_the_code(game: AnyGame) -> None:
    at_work = {law.id for law in game.rulebook.laws if set(law.uses) - {"advice", "silent"}}
    assert at_work - used(game) == set()


@every_game
def test_every_id_that_a_rulebook_mentions_has_its_rule(game: AnyGame) -> None:
    text = (FOLDER / game.folder / "rulebook.md").read_text(encoding="utf-8")
    known = {law.id for other in GAMES.values() for law in other.rulebook.laws}
    assert ids(text) - known == set()


@every_game
def test_no_rule_stands_twice_and_each_bears_the_name_of_its_game(game: AnyGame) -> None:
    found = [law.id for law in game.rulebook.laws]
    assert len(found) == len(set(found))
    assert {id.partition(".")[0] for id in found} == {game.name}
    assert {f"{game.name}.{rule}" for rule in ("tie", "pack", "play")} <= set(found)
    assert game.rulebook.law(game.tie).uses == ("silent",)


@every_law
def test_a_rule_has_a_short_heading_known_uses_and_a_text(game: AnyGame, law: Law) -> None:
    assert 0 < len(law.title) <= 40
    assert law.uses
    assert len(law.uses) == len(set(law.uses))
    assert set(law.uses) <= set(get_args(Use))
    assert law.text
    assert not law.text.startswith(("Use:", "Option:"))


@every_law
def test_a_rule_names_declared_options_and_is_silent_where_they_are(
    game: AnyGame, law: Law
) -> None:
    fields = game.spec.options.model_fields
    assert set(law.options) <= set(fields)
    for option in law.options:
        assert not extra(game, option)["silent"] or "silent" in law.uses
        if "silent" in law.uses:
            assert extra(game, option)["silent"]


@every_law
def test_every_card_in_a_rulebook_can_be_read(game: AnyGame, law: Law) -> None:
    for card in re.findall(r"\[([^\]]*)\](?!\()", law.text):
        assert str(read_card(card)) == card


@every_option
def test_an_option_rests_on_a_rule_that_names_it(game: AnyGame, option: str) -> None:
    law = game.rulebook.law(extra(game, option)["rule"])
    assert option in law.options
    field = game.spec.options.model_fields[option]
    assert field.title
    assert field.description


@every_option
def test_the_words_for_an_option_are_for_its_values(game: AnyGame, option: str) -> None:
    field = game.spec.options.model_fields[option]
    named = [value for value in get_args(field.annotation) if isinstance(value, str | int)]
    values = {
        value_id(value) for value in extra(game, option)["offered"] or named or [field.default]
    }
    if field.annotation is bool:
        values = {"true", "false"}
    labels = next(each.labels for each in field.metadata if isinstance(each, ValueTexts))
    assert labels == {} or values <= set(labels)
    assert len({labels[value] for value in values & set(labels)}) == len(values & set(labels))
    for value in set(labels) - values:  # a record may have what no page offers
        assert is_played(game, option, json.loads(value))


def is_played(game: AnyGame, option: str, value: object) -> bool:
    """Whether some number of players may play with this value."""
    for seats in range(game.spec.fewest, game.spec.most + 1):
        with suppress(NotARecord):
            game.spec.read_options({option: value}, seats)
            return True
    return False


def test_the_silent_options_are_those_of_the_rules() -> None:
    silent = {(game.name, option) for game, option in OPTIONS if extra(game, option)["silent"]}
    games = ("tribello", "thirty-one", "triathlon", "la-krap", "card-triathlon")
    assert {pair for pair in silent if pair[0] in games} == {
        ("thirty-one", "tied_lowest"),
        ("triathlon", "athlete_discard"),
        *(("la-krap", name) for name in KRAP_SILENT),
        *(("card-triathlon", name) for name in ("d_jokers", "d_flush_duplicates", "d_half")),
    }
