"""The search over questions and rules, with foreign words and misspellings."""

from __future__ import annotations

import pytest

from referee.core.game import AnyGame
from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulebook import split_sentences
from referee.core.rulings import question_kinds
from referee.core.word_search import Query, search_nearly, search_questions, search_rules

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def found(game: str, words: str) -> list[str]:
    wanted = Query.parse(words)
    laws = [each.law.id for each in search_rules(GAMES[game].rulebook, wanted)]
    return laws + [question_name(kind) for kind in search_questions(GAMES[game], wanted)]


@every_game
def test_every_word_from_elsewhere_leads_to_a_rule_or_a_question(game: AnyGame) -> None:
    known = {law.id for law in game.rulebook.laws} | set(map(question_name, question_kinds(game)))
    assert game.rulebook.words.keys() <= known
    for target, words in game.rulebook.words.items():
        assert len(words) == len(set(words))
        for word in words:
            assert target in found(game.name, word), word
            assert target in found(game.name, word.upper()), word


@every_game
def test_misdeal_leads_to_the_silence_of_the_source(game: AnyGame) -> None:
    wanted = Query.parse("misdeal")
    assert "irregularity" in map(question_name, search_questions(game, wanted))
    [law] = search_rules(game.rulebook, wanted)
    assert "misdeal" in law.sentence
    assert "no penalty" in law.sentence


def test_words_of_german_and_finnish_tables_lead_to_the_right_rule() -> None:
    rows: list[tuple[str, str, str]] = [
        ("thirty-one", "Schwimmen", "thirty-one.swimming"),
        ("thirty-one", "feuer", "thirty-one.fire"), ("thirty-one", "Schluss", "thirty-one.close"),
        ("tribello", "valttia", "tribello.trump"),
        ("card-triathlon", "hertta", "card-triathlon.pack"),
        ("la-krap", "tikki", "la-krap.trick"), ("tribello", "quota deal", "tribello.quota"),
        ("triathlon", "praemie", "triathlon.game-bonus"),
        ("triathlon", "hylkays", "triathlon.rejection"),
        ("thirty-one", "ELAMA", "thirty-one.lowest"),
        ("card-triathlon", "ueberstiche", "card-triathlon.b.overtricks"),
        ("card-triathlon", "strasse", "card-triathlon.d.straight-flush"),
        ("la-krap", "Koenig und Dame", "la-krap.marriage"),
        ("la-krap", "wer mit wem", "teams"),
    ]  # fmt: skip
    for game, words, first in rows:
        assert first in found(game, words), game


def test_words_that_mean_nothing_here_find_nothing() -> None:
    rows: list[tuple[str, str]] = [
        ("tribello", "xyzzy"), ("tribello", "xyzzy suit"), ("tribello", "tik"),
    ]  # fmt: skip
    for game, words in rows:
        assert found(game, words) == [], game


def test_slips_and_other_endings_lead_near() -> None:
    rows: list[tuple[str, str, str]] = [
        ("tribello", "nicht bedient", "tribello.follow"), ("tribello", "trumph", "tribello.trump"),
        ("tribello", "Geber wechsel", "tribello.deal"),
        ("thirty-one", "geklopft", "thirty-one.close"),
        ("triathlon", "abgeworfen", "triathlon.athlete-discard"),
        ("triathlon", "viimeisen", "triathlon.last"),
        ("la-krap", "verdoppelt", "la-krap.multiplier"),
        ("card-triathlon", "ausgemacht", "card-triathlon.c.out"),
    ]  # fmt: skip
    for game, words, first in rows:
        assert found(game, words) == [], game
        _, [law, *_] = search_nearly(GAMES[game], Query.parse(words))
        assert law.law.id == first


def test_a_slip_in_the_word_for_a_question_leads_to_it() -> None:
    [kind], laws = search_nearly(GAMES["tribello"], Query.parse("misdeel"))
    assert (question_name(kind), laws) == ("irregularity", [])


def test_nothing_is_near_what_means_nothing() -> None:
    for words in ("xyzzy", "zz top", "tik", "earthquake", ""):
        assert search_nearly(GAMES["tribello"], Query.parse(words)) == ([], []), words


def test_a_result_says_the_sentence_in_which_the_words_are() -> None:
    [first, *_] = search_rules(GAMES["tribello"].rulebook, Query.parse("last card belongs"))
    assert first.sentence == "The very last card belongs to the dealer."
    sheet = search_rules(GAMES["tribello"].rulebook, Query.parse("9♥"))
    assert any("9♥" in each.sentence for each in sheet)


def test_the_sentences_of_a_rule_have_none_of_its_marks() -> None:
    text = "One *two*. **Three**: [10H]?\n\n- four [x]\n```runs\nAH\n```\n| a | b |"
    assert split_sentences(text) == ("One two.", "Three: 10♥?", "four [x]", "AH", "a   b")
    assert split_sentences("| --") == ("| --",)


def test_of_a_search_that_is_longer_than_any_the_beginning_is_read() -> None:
    assert found("tribello", "misdeal" + " " * 193 + "zzz") == found("tribello", "misdeal")
    assert found("tribello", "misdeal" + " " * 190 + "zzz") == []
    assert Query.parse("x" * 70_000) == Query.parse("x" * 200)
