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
from tests.web.phones import Page, Phone, PlayedMatch

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
            catalogue.add(english, text, context="page" if english == "Story" else None)
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


def choose_letters(phone: Phone, letters: str) -> None:
    form = phone.open("/language").form("/language")
    phone.post(form["action"], form.fields() | {"letters": letters})


def is_in(page: Page, tag: str, direction: str = "ltr") -> bool:
    top = page.tree.one("html")
    return (top["lang"], top["dir"]) == (tag, direction)


def languages_offered(page: Page) -> list[Element]:
    return [each for each in page.form("/language").all("button") if each["name"] == "language"]


@pytest.mark.usefixtures("translated")
def test_the_chosen_language_stays_on_the_device(app: Flask) -> None:
    ann = Phone(app)
    [link] = [each for each in ann.open("/").tree.all("a") if each["href"] == "/language"]
    assert link.text == "English · Deutsch · עברית"
    page = ann.open("/language")
    assert [(each["lang"], each.text) for each in languages_offered(page)] == [
        ("en", "English"), ("de", "Deutsch"), ("he", "עברית"),
    ]  # fmt: skip
    assert [each["value"] for each in languages_offered(page) if each.get("aria-current")] == ["en"]

    home = ann.follow(choose(ann, page, "he"))
    assert is_in(home, "he", "rtl")
    assert "משחק חדש" in home.text
    page = ann.open("/language")
    assert [each["value"] for each in languages_offered(page) if each.get("aria-current")] == ["he"]
    # It takes precedence over the browser's language; other devices keep theirs.
    assert is_in(ann.open("/", Accept_Language="de"), "he", "rtl")
    assert is_in(Phone(app).open("/", Accept_Language="de-AT"), "de")
    assert is_in(ann.follow(choose(ann, page, "en")), "en")
    assert is_in(ann.open("/", Accept_Language="de"), "en")


@pytest.mark.usefixtures("translated")
def test_the_switch_of_a_match_leads_back_to_the_same_page(ann: Phone, friday: PlayedMatch) -> None:
    story = ann.open(f"{friday.to_score}story")
    more = story.tree.one(id="more").one("a", class_="i-languages")
    answer = choose(ann, ann.open(more["href"]), "de")
    assert answer.location == f"{friday.to_score}story"
    page = ann.follow(answer)
    assert is_in(page, "de")
    assert page.tree.one("h1").text == "Geschichte"


@pytest.mark.usefixtures("translated")
def test_neither_an_unknown_language_nor_another_site_is_accepted(ann: Phone) -> None:
    page = ann.open("/language")
    for tag in ("xx", "", "../de", "en-XA", "DE"):
        assert choose(ann, page, tag).status == 303
        assert is_in(ann.open("/"), "en"), tag
    elsewhere = (
        "https://example.com/", "//example.com/", "/\\example.com/", "\\\\example.com",
        "example.com", "javascript:alert(1)", "/\t/example.com/", "/\n/example.com/", "",
    )  # fmt: skip
    for to in elsewhere:
        answer = choose(ann, page, "de", to=to)
        assert (answer.status, answer.location) == (303, "/"), ascii(to)


def test_the_letters_on_cards_are_chosen_apart_from_the_language(ann: Phone) -> None:
    for letters, in_thirty_one, in_tribello in (
        ("", "Q", "Q"), ("KDBA", "D", "D"), ("KOUA", "O", "D"), ("QQQQ", "O", "D"),
        ("KQJA", "Q", "Q"),
    ):  # fmt: skip
        choose_letters(ann, letters)
        for game, letter in (("thirty-one", in_thirty_one), ("tribello", in_tribello)):
            rulebook = ann.open(f"/rules/{game}")
            assert is_in(rulebook, "en")
            cards = {each.text.split()[0] for each in rulebook.tree.all("span", class_="card")}
            assert cards & {"Q", "D", "O"} == {letter}
            assert ("suits.css" in rulebook.html) == (letter == "O")


def test_cards_typed_in_german_letters_are_recorded_in_english(ann: Phone) -> None:
    choose_letters(ann, "KOUA")
    match = ann.start("thirty-one", "Ann", "Ben")
    match.round(cards0="OL 10L ASch", cards1="DH BH 7♥")
    record = ann.client.get(f"{match.to_score}record.json").get_json()
    assert record["entries"][0]["hands"] == [["QS", "10S", "AD"], ["QH", "JH", "7♥"]]
    receipt = ann.open(f"{match.to_score}e/{match.ids[0]}")
    cards = [each.text for each in receipt.tree.all("span", class_="card")]
    assert "7 ♠ of leaves" in cards  # in an example of the rulebook
