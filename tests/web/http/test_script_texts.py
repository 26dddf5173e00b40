"""Scripts have no texts of their own: the page supplies them in its language."""

from __future__ import annotations

import json
import re

from referee.core.language import BRITISH, ENGLISH, Language
from referee.core.registry import GAMES
from referee.web.forms.game_pages import pages_of
from referee.web.http import assets, script_texts
from referee.web.http.script_texts import PICKER, ScriptTexts
from tests.games.records import figures, thirty_one
from tests.web.markup import Element
from tests.web.phones import Phone, PlayedMatch
from tests.web.untranslated import IN_PSEUDO

TEXTS: ScriptTexts = {
    script: texts
    for part in (script_texts.TEXTS, *(pages_of(game).script_texts for game in GAMES.values()))
    for script, texts in part.items()
}
SCRIPTS = {
    path.relative_to(assets.FOLDER).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(assets.FOLDER.rglob("*.js"))
    if "vendor" not in path.parts
}
USED = re.compile(r'\btext(?:Parts)?\((?:[^()"]*\? )?"(\w+)"(?: : "(\w+)")?')
"""Matches the names of texts in `text("ok")` or `text(isPlayed ? "played" : "entries", { n })`."""
NAMED = re.compile(r'"(\w+)"')
LITERAL = re.compile(r'"([^"\n]*)"|`([^`\n]*)`')
SELECTOR = re.compile(r"[#.\[\]<>=()][a-z]")
LOOKS_LIKE_TEXT = re.compile(r"^[A-Z][a-z]+[.:!]?$|[A-Z][a-z]+ [a-z]|[a-z]{2,} [a-z]{2,} [a-z]{2,}")
NO_TEXT = {
    "Enter",
    "Escape",
    "Tab",
    "Event",
    "Referee",
    "Referee-Event",
    "Referee-Refused",
    "Content-Length",
}
PICKER_SCRIPTS = ("forms/card_picker", "forms/cards")
"""Scripts that pages with a card field load, so the form's texts include theirs."""
CARDS = {"S", "H", "D", "C", "JK"}


def used_in(text: str) -> set[str]:
    return {name for names in USED.findall(text) for name in names if name}


def test_every_text_that_a_script_uses_is_handed_over_with_it() -> None:
    for script, text in SCRIPTS.items():
        name = script.removesuffix(".js")
        own = {*(PICKER if name in PICKER_SCRIPTS else TEXTS.get(name, {}))}
        own |= {each for part in TEXTS if part.startswith(f"{name} of ") for each in TEXTS[part]}
        assert used_in(text) <= own, script


def test_every_text_that_is_handed_over_is_named_in_its_script() -> None:
    for script, texts in TEXTS.items():
        names = [script, *(PICKER_SCRIPTS if "takeBack" in texts else [])]
        source = "".join(SCRIPTS[f"{name.partition(' of ')[0]}.js"] for name in names)
        named = {*NAMED.findall(source)} | {f"{name}Of" for name in ("slot", "emptySlot")}
        assert {*texts} - CARDS <= named, script


def test_no_two_scripts_have_a_text_of_one_name() -> None:
    own = [{*texts} - {*PICKER} for script, texts in TEXTS.items() if " of " not in script]
    names = [*PICKER, *(name for each in own for name in each)]
    assert sorted(names) == sorted({*names})


def test_no_script_has_a_text() -> None:
    for script, source in SCRIPTS.items():
        code = re.sub(r"^\s*//.*$| // .*$", "", source, flags=re.MULTILINE)
        literals = {a or b for a, b in LITERAL.findall(code)} - NO_TEXT
        assert [each for each in literals if is_text(each)] == [], script
    assert is_text("Close")
    assert is_text("${count} more cards to go")


def is_text(literal: str) -> bool:
    return bool(LOOKS_LIKE_TEXT.search(literal)) and not SELECTOR.search(literal)


def handed_over(page: Element) -> dict[str, object]:
    found: dict[str, object] = {}
    for element in page.walk():
        found |= json.loads(element.get("data-texts", "{}"))
    return found


def test_a_page_hands_over_the_texts_of_its_scripts_in_its_language(
    ann: Phone, friday: PlayedMatch
) -> None:
    english = handed_over(ann.open(friday.to_score).tree)
    for script in ("connection", "match/said of deal", "match/offline of deal", "match/keypad"):
        assert TEXTS[script].keys() <= english.keys()
    assert english["allFilled"] == "All filled in."
    words = " saved on this phone and will be sent automatically."
    assert english["played"] == {"one": "{n} deal is" + words, "other": "{n} deals are" + words}

    pseudo = handed_over(ann.open(friday.to_score, **IN_PSEUDO).tree)
    assert pseudo.keys() == english.keys()
    assert pseudo["allFilled"] not in ("", english["allFilled"])
    assert handed_over(ann.open(friday.to_score).tree) == english


def test_a_page_hands_over_the_texts_of_the_card_picker_but_not_with_each_recording(
    ann: Phone, friday: PlayedMatch
) -> None:
    with_cards = ann.load(thirty_one(2, figures(21, 20)))
    page = ann.open(with_cards.to_score)
    assert any("data-picker" in element.attrs for element in page.tree.walk())
    assert "takeBack" in handed_over(page.tree)
    assert "takeBack" not in handed_over(page.tree.one("div", id="live"))


class Polish(Language):
    """A language with three plural forms for whole numbers."""

    def __init__(self) -> None:
        super().__init__(ENGLISH, BRITISH)
        self.tag = "pl"

    def ngettext(self, _one: str, _many: str, n: float) -> str:
        if n == 1:
            return "{n} karta"
        is_few = 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14
        return "{n} karty" if is_few else "{n} kart"


def test_a_text_with_a_number_has_a_template_for_each_plural_of_the_language() -> None:
    assert Polish().plurals("{n} card", "{n} cards") == {
        "one": "{n} karta", "few": "{n} karty", "many": "{n} kart",
    }  # fmt: skip
