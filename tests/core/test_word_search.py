"""The search over questions and rules, with foreign words and misspellings."""

from __future__ import annotations

import pytest

from referee.core.game import AnyGame
from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulebook import split_sentences
from referee.core.rulings import question_kinds
from referee.core.word_search import Query, fold, search_nearly, search_questions, search_rules
from tests.games.expected import find_expected

WITH_CARDS = {name: GAMES[name] for name, each in find_expected().items() if each.irregularities}
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
def test_a_phrase_with_synonyms_is_in_a_sentence_of_its_rule(game: AnyGame) -> None:
    for rule, phrases in game.rulebook.phrases.items():
        sentences = split_sentences(game.rulebook.law(rule).text)
        for phrase in phrases:
            assert any(fold(phrase) in fold(sentence) for sentence in sentences), phrase


@pytest.mark.parametrize("game", WITH_CARDS.values(), ids=list(WITH_CARDS))
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


def test_players_words_lead_to_the_right_rule_and_sentence() -> None:
    """The first rule found, and part of its sentence."""
    rows: list[tuple[str, str, str, str]] = [
        ("tribello", "renege", "follow", "called a revoke"),
        ("triathlon", "renege", "follow", "called a revoke"),
        ("la-krap", "Renege?", "follow", "is a revoke"),
        ("card-triathlon", "renege", "b.follow", "called a revoke"),
        ("tribello", "pelivirhe", "follow", "called a revoke"),
        ("tribello", "wer gibt", "rounds", "picks who deals first"),
        ("la-krap", "wer gibt", "rounds", "picks who deals first"),
        ("triathlon", "who deals?", "deal", "picks who deals first"),
        ("thirty-one", "Wer gibt", "deal", "picks the first one"),
        ("card-triathlon", "wer gibt", "b.deal", "picks the first dealer"),
        ("tribello", "do I have to beat", "follow", "never have to beat"),
        ("card-triathlon", "do I have to beat?", "b.follow", "never have to beat"),
        ("tribello", "must I trump", "follow", "never have to trump"),
        ("triathlon", "must I trump", "follow", "never have to trump"),
        ("la-krap", "must I trump", "follow", "never have to trump"),
        ("card-triathlon", "must I trump", "b.follow", "never have to trump"),
        ("card-triathlon", "can I go out", "c.seven", "may go out"),
        ("card-triathlon", "may I go out", "c.seven", "may go out"),
        ("thirty-one", "can I go out", "close", "close on your turn"),
        ("tribello", "who starts", "lead", "dealer plays the first card"),
        ("triathlon", "who starts", "lead", "dealer’s left plays the first card"),
        ("thirty-one", "who starts", "starter", "who the starting player is"),
        ("card-triathlon", "who starts", "b.lead", "left of declarer plays the first card"),
        ("card-triathlon", "going down", "b.defeated", "too few tricks"),
        ("card-triathlon", "go down", "b.defeated", "too few tricks"),
        ("card-triathlon", "down one", "b.defeated", "too few tricks"),
        ("card-triathlon", "1000", "values", "1,000"),
        ("card-triathlon", "1,000", "values", "1,000"),
        ("card-triathlon", "42200", "marathon", "42,200"),
        ("card-triathlon", "42 200", "marathon", "42,200"),
        ("thirty-one", "30 1/2", "triple", "worth 30.5"),
        ("thirty-one", "30½", "triple", "worth 30.5"),
        ("thirty-one", "30,5", "triple", "worth 30.5"),
        ("tribello", "mismatch", "tricks-total", "do not add up to 13"),
        ("thirty-one", "mismatch", "values", "must say the same"),
        ("card-triathlon", "mismatch", "crosscheck", "come to something else"),
        ("card-triathlon", "insufficient bid", "b.auction", "bid that is too low"),
        ("tribello", "zero tricks", "score", "short of it"),
        ("triathlon", "zero tricks", "multiple", "no trick at all"),
        ("la-krap", "zero tricks", "trick-points", "0: 0"),
        ("card-triathlon", "zero tricks", "b.range", "no tricks, no points"),
        ("tribello", "when does it end", "rounds", "the game is over"),
        ("thirty-one", "when does it end?", "end", "only one is left"),
        ("triathlon", "when does it end", "end", "third time"),
        ("la-krap", "when does it end", "rounds", "the game is over"),
        ("card-triathlon", "when does it end", "sequence", "after three legs"),
        ("tribello", "claim", "tricks-total", "thirteen tricks to win"),
        ("card-triathlon", "concede", "b.tricks-total", "thirteen tricks"),
        ("thirty-one", "Dame", "values", "queen"), ("tribello", "Dame", "trick", "queen"),
        ("card-triathlon", "Dame", "values", "queen"), ("la-krap", "Dame", "pack", "Q"),
        ("thirty-one", "kuvakortti", "values", "queen"),
        ("card-triathlon", "kuvakortti", "values", "queen"),
        ("triathlon", "court card", "trick", "queen"),
        ("tribello", "third joker", "pack", "with a joker"),
        ("triathlon", "third joker", "athlete-lead", "another Athlete"),
        ("la-krap", "third joker", "pack", "black jokers"),
        ("card-triathlon", "third joker", "b.two-cards", "two Jokers"),
        ("card-triathlon", "joker worth", "values", "Card: Joker · Worth: 30"),
        ("thirty-one", "Schwimmen", "swimming", "you swim"),
    ]  # fmt: skip
    for game, words, rule, part in rows:
        first = search_rules(GAMES[game].rulebook, Query.parse(words))[0]
        assert first.law.id == f"{game}.{rule}", (game, words)
        assert part.casefold() in first.sentence.casefold().replace("'", "’"), (game, words)


def test_players_words_lead_to_the_right_question() -> None:
    rows: list[tuple[str, str, str]] = [
        *((game, words, "irregularity")
          for game in WITH_CARDS for words in ("renege", "pelivirhe")),
        ("card-triathlon", "insufficient bid", "auction"), ("card-triathlon", "who starts", "buck"),
        ("card-triathlon", "can I go out", "go-out"), ("thirty-one", "can I close?", "close"),
        ("tribello", "must I trump", "trick"), ("tribello", "may I play this card", "trick"),
        ("la-krap", "can I announce a marriage", "marriage"),
    ]  # fmt: skip
    for game, words, name in rows:
        assert question_name(search_questions(GAMES[game], Query.parse(words))[0]) == name, words


def test_stop_words_count_only_if_there_are_no_others() -> None:
    assert found("tribello", "what happens if a trick is drawn") == found("tribello", "trick drawn")
    assert found("la-krap", "who with whom") != []
    assert found("tribello", "the") != []


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
    table = "| Card | Worth |\n| --- | --- |\n| [JK] | 30 |\n|  | 0 |\nText."
    assert split_sentences(table) == ("Card: Joker · Worth: 30", "Worth: 0", "Text.")


def test_of_a_search_that_is_longer_than_any_the_beginning_is_read() -> None:
    assert found("tribello", "misdeal" + " " * 193 + "zzz") == found("tribello", "misdeal")
    assert found("tribello", "misdeal" + " " * 190 + "zzz") == []
    assert Query.parse("x" * 70_000) == Query.parse("x" * 200)
