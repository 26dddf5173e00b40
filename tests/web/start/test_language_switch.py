"""The language switch: when it is shown, what it changes, and which page it returns to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from flask import Flask

from referee.core import language
from tests.web.markup import Element
from tests.web.phones import Page, Phone, PlayedMatch, at_match

TEXTS = {
    "de": {"New match": "Neues Spiel", "Story": "Geschichte"},
    "he": {"New match": "משחק חדש", "Story": "סיפור"},
}


@pytest.fixture
def translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install German and Hebrew translations of two texts each."""
    for tag, texts in TEXTS.items():
        catalogue = Catalog(locale=tag)
        for english, text in texts.items():
            catalogue.add(english, text)
        folder = tmp_path / "translations" / tag / "LC_MESSAGES"
        folder.mkdir(parents=True)
        with (folder / "referee.mo").open("wb") as file:
            write_mo(file, catalogue)
    monkeypatch.setattr(language, "FOLDER", tmp_path / "translations")
    forget_languages()
    yield
    monkeypatch.undo()
    forget_languages()


def forget_languages() -> None:
    for cached in (language.find_language, language._catalogue):
        cached.cache_clear()


def choose(phone: Phone, page: Page, tag: str, **typed: str) -> Page:
    form = page.form("/language")
    return phone.post(form["action"], form.fields() | {"language": tag} | typed)


def is_in(page: Page, tag: str, direction: str = "ltr") -> bool:
    top = page.tree.one("html")
    return (top["lang"], top["dir"]) == (tag, direction)


def languages_offered(page: Page) -> list[Element]:
    return page.form("/language").all("button")


def test_there_is_no_switch_with_english_alone(ann: Phone, friday: PlayedMatch) -> None:
    for page in (ann.open("/"), at_match(ann, friday)):
        assert page.tree.all("form", class_="languages") == []
        assert is_in(page, "en")
    assert ann.post("/language", {"language": "de", "to": "/"}).status == 303
    assert is_in(ann.open("/", Accept_Language="de"), "en")


@pytest.mark.usefixtures("translated")
def test_the_chosen_language_stays_on_the_device(app: Flask) -> None:
    ann = Phone(app)
    home = ann.open("/")
    assert [(each["lang"], each.text) for each in languages_offered(home)] == [
        ("en", "English"), ("de", "Deutsch"), ("he", "עברית"),
    ]  # fmt: skip
    assert [each["value"] for each in languages_offered(home) if each.get("aria-current")] == ["en"]

    home = ann.follow(choose(ann, home, "he"))
    assert is_in(home, "he", "rtl")
    assert "משחק חדש" in home.text
    assert [each["value"] for each in languages_offered(home) if each.get("aria-current")] == ["he"]
    # It takes precedence over the browser's language; other devices keep theirs.
    assert is_in(ann.open("/", Accept_Language="de"), "he", "rtl")
    assert is_in(Phone(app).open("/", Accept_Language="de-AT"), "de")
    assert is_in(ann.follow(choose(ann, home, "en")), "en")
    assert is_in(ann.open("/", Accept_Language="de"), "en")


@pytest.mark.usefixtures("translated")
def test_the_switch_of_a_match_leads_back_to_the_same_page(ann: Phone, friday: PlayedMatch) -> None:
    page = ann.open(f"{friday.to_score}story?x=1")
    answer = choose(ann, page, "de")
    assert answer.response.headers["Location"] == f"{friday.to_score}story?x=1"
    page = ann.follow(answer)
    assert is_in(page, "de")
    assert page.tree.one("h1").text == "Geschichte"


@pytest.mark.usefixtures("translated")
def test_neither_an_unknown_language_nor_another_site_is_accepted(ann: Phone) -> None:
    home = ann.open("/")
    for tag in ("xx", "", "../de", "en-XA", "DE"):
        assert choose(ann, home, tag).status == 303
        assert is_in(ann.open("/"), "en"), tag
    elsewhere = (
        "https://example.com/", "//example.com/", "/\\example.com/", "\\\\example.com",
        "example.com", "javascript:alert(1)", "/\t/example.com/", "/\n/example.com/", "",
    )  # fmt: skip
    for to in elsewhere:
        answer = choose(ann, home, "de", to=to)
        assert (answer.status, answer.response.headers["Location"]) == (303, "/"), ascii(to)
