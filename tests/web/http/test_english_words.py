"""Pages in another language have no English words, and the test that reads them would find any."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.core.language import ENGLISH, languages
from referee.web.story import story_page
from tests.games.test_cases import record_of
from tests.web.english_words import as_texts, english_in, english_on, messages_in, words
from tests.web.phones import Page, Phone, PlayedMatch

OTHERS = [tag for tag in languages() if tag != ENGLISH]
NAMES = ("Liesl", "Jörg", "Käthe")
ABOUT = ("board", "log/", "story", "evenings", "rules", "ask/", "share/", "print", "law/")


@pytest.mark.parametrize("tag", OTHERS)
def test_an_english_text_is_found_by_its_words(tag: str) -> None:
    """All but the few short ones whose words are words of that language, too."""
    texts = [text for each in messages_in(tag) for text in as_texts(each.id) if words(text)]
    missed = [text for text in texts if not english_in([text], tag)]
    assert all(len(words(text)) <= 3 for text in missed), missed
    assert len(missed) < len(texts) / 50
    own = [text for each in messages_in(tag) for text in as_texts(each.string)]
    assert english_in(own, tag) == set()


@pytest.mark.parametrize("tag", OTHERS)
def test_columns_that_are_no_player_s_are_named_in_the_page_s_language(
    tag: str, ann: Phone
) -> None:
    match = ann.load(record_of("card-triathlon-sprint") | {"title": ""})
    for leaf in ("", "print", f"e/{match.ids[0]}", f"e/{match.ids[0]}/edit"):
        page = ann.open(match.to_score + leaf, Accept_Language=tag)
        assert english_on(page.tree, tag) & {"Unscored", "Total", "Uns", "Tot"} == set(), leaf


# In the middle of a match -------------------------------------------------------------------------


def choose(phone: Phone, tag: str, at: str) -> Page:
    """Choose a language; return the page `at` that the phone was on, which comes back."""
    form = phone.open(f"/language?to={at}").form("/language")
    return phone.follow(phone.post(form["action"], form.fields() | {"language": tag}))


def news(phone: Phone, match: PlayedMatch, known: int) -> Page:
    """The part that an open page fetches once the stream has announced a new number."""
    told = phone.open(f"{match.to_score}stream?after={known}").html
    assert f"data: {match.number}\n" in told
    return phone.open(f"{match.to_score}?known={known}", HX_Request="true")


def is_in(page: Page, tag: str) -> bool:
    shown, english = words(page.parsed[0].text, NAMES), english_on(page.parsed[0], "de", NAMES)
    return len(shown if tag == "de" else english) > 1 and (english == set()) == (tag == "de")


def test_the_language_changes_at_once_and_on_one_phone_alone(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story_page, "find_renderer", lambda: None)  # so the picture has words
    liesl, ben = Phone(app), Phone(app)
    match = liesl.start("tribello", *NAMES)
    match.deal(6, 4, 3)
    receipt = f"e/{match.ids[0]}"
    pages = ("", receipt, *ABOUT, "story/picture")

    def shown(phone: Phone) -> dict[str, Page]:
        return {leaf: phone.open(match.to_score + leaf) for leaf in pages}

    assert [leaf for leaf, page in shown(liesl).items() if not is_in(page, "en")] == []
    record = liesl.open(match.to_score + "record.json").html
    again = choose(liesl, "de", match.to_score + receipt)
    assert again.address == match.to_score + receipt
    assert is_in(again, "de")
    assert [leaf for leaf, page in shown(liesl).items() if not is_in(page, "de")] == []
    assert [leaf for leaf, page in shown(ben).items() if not is_in(page, "en")] == []
    for phone in (liesl, ben):
        assert phone.open(match.to_score + "record.json").html == record

    # What another phone records, and this phone's next answers.
    known = match.number
    match.by(ben).deal(5, 5, 3)
    assert is_in(news(liesl, match, known), "de")
    assert is_in(news(ben, match, known), "en")
    for phone, tag in ((liesl, "de"), (ben, "en")):
        form = match.by(phone).open_form().form("/entries")
        for tricks, status in (("9", 422), ("8", 200)):
            fields = form.fields() | {"tricks0": tricks, "tricks1": "5"}
            answer = phone.post(form["action"], fields, HX_Request="true", HX_Target="live")
            assert answer.status == status
            assert is_in(answer, tag)
