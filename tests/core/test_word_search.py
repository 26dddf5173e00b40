"""The search over questions and rules, with foreign words and misspellings."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from referee.core.game import AnyGame
from referee.core.irregularity import IRREGULARITIES
from referee.core.question import QuestionKind, question_name
from referee.core.registry import GAMES
from referee.core.rulebook import split_sentences
from referee.core.rulings import question_kinds, ruled_kinds
from referee.core.word_search import (
    FoundRule,
    Query,
    find_choice,
    fold,
    is_close,
    queries_in_order,
    search_game,
    search_nearly,
    search_questions,
    search_rules,
    synonyms_of,
)
from tests.faults.conftest import amount
from tests.games.expected import find_expected

WITH_CARDS = {name: GAMES[name] for name, each in find_expected().items() if each.irregularities}
TYPED = tomllib.loads(Path(__file__).with_name("typed.toml").read_text(encoding="utf-8"))
PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def found(game: str, words: str) -> list[str]:
    wanted = Query.parse(words)
    laws = [each.law.id for each in search_rules(GAMES[game].rulebook, wanted)]
    return laws + [
        question_name(kind) for kind in search_questions(GAMES[game], kinds(game), wanted)
    ]


def kinds(game: str) -> tuple[QuestionKind, ...]:
    return ruled_kinds(GAMES[game])


def found_in(language: str, game: str, words: str) -> list[FoundRule]:
    """Search as on a page in this language, without the search for similar words."""
    in_order = (
        search_game(GAMES[game], kinds(game), queries, language)
        for queries in queries_in_order(words, language)
    )
    return next((rules for kinds, rules in in_order if kinds or rules), [])


Found = tuple[list[QuestionKind], list[FoundRule]]


def exact_for(language: str, game: AnyGame, words: str) -> Found | None:
    """Search as on a page for the questions and rules that have all the words."""
    in_order, asked = queries_in_order(words, language, PLAYERS), kinds(game.name)
    every = (search_game(game, asked, each, language) for each in in_order)
    return next((each for each in every if any(each)), None)


def shown_for(language: str, game: AnyGame, words: str) -> tuple[list[str], bool]:
    """Search as on a page: return questions, then rules, and whether none has all the words."""
    asked, exact = kinds(game.name), exact_for(language, game, words)
    found, rules = exact or search_nearly(game, asked, Query.parse(words, language, PLAYERS))
    laws = (each.law.id.removeprefix(f"{game.name}.") for each in rules)
    return [*map(question_name, found), *laws], exact is None


@every_game
def test_every_word_from_elsewhere_leads_to_a_rule_or_a_question(game: AnyGame) -> None:
    laws = {law.id for law in game.rulebook.laws}
    asked = {question_name(kind): kind for kind in kinds(game.name)}
    known = laws.union(*(map(question_name, question_kinds(each)) for each in GAMES.values()))
    assert game.rulebook.words.keys() <= known
    for target in game.rulebook.words.keys() & {*laws, *asked}:
        kind, words = asked.get(target), game.rulebook.words[target]
        if kind:
            words = synonyms_of(game, kind)
        assert len(words) == len(set(words)), target
        alone = replace(game.rulebook, laws=() if kind else (game.rulebook.law(target),))
        for word in words[:: amount(4, 1)]:
            wanted = Query.parse(word.upper())
            assert search_questions(game, filter(None, [kind]), wanted) or search_rules(
                alone, wanted
            ), word


@every_game
def test_a_phrase_with_synonyms_is_in_a_sentence_of_its_rule(game: AnyGame) -> None:
    for rule, phrases in game.rulebook.phrases.items():
        if rule == "irregularity":
            assert {*phrases} <= {*IRREGULARITIES, "went wrong", "what now"}
            continue
        sentences = split_sentences(game.rulebook.law(rule).text)
        for phrase in phrases:
            assert any(fold(phrase) in fold(sentence) for sentence in sentences), phrase


@pytest.mark.parametrize("game", WITH_CARDS.values(), ids=list(WITH_CARDS))
def test_misdeal_leads_to_the_silence_of_the_source(game: AnyGame) -> None:
    wanted = Query.parse("misdeal")
    assert "irregularity" in map(question_name, search_questions(game, kinds(game.name), wanted))
    [law] = search_rules(game.rulebook, wanted)
    assert "misdeal" in law.sentence
    assert "no penalty" in law.sentence


def test_words_of_german_and_finnish_tables_lead_to_the_right_rule() -> None:
    rows: list[tuple[str, str, str]] = [
        ("thirty-one", "Schwimmen", "thirty-one.swimming"),
        ("tribello", "valttia", "tribello.trump"),
        ("la-krap", "tikki", "la-krap.trick"), ("tribello", "quota deal", "tribello.quota"),
        ("triathlon", "praemie", "triathlon.game-bonus"),
        ("thirty-one", "ELAMA", "thirty-one.lowest"),
        ("card-triathlon", "strasse", "card-triathlon.d.straight-flush"),
        ("la-krap", "Koenig und Dame", "la-krap.marriage"),
        ("la-krap", "wer mit wem", "teams"),
    ]  # fmt: skip
    for game, words, first in rows:
        assert first in found(game, words), game


LEFT_TO_THE_TABLE = ("went home", "can we stop now", "player leaves", "penalty points", "guest")


def test_players_words_lead_to_the_right_rule_and_sentence() -> None:
    """The first rule found, and part of its sentence."""
    rows: list[tuple[str, str, str, str]] = [
        ("tribello", "renege", "follow", "called a revoke"),
        ("card-triathlon", "renege", "b.follow", "called a revoke"),
        ("tribello", "pelivirhe", "follow", "called a revoke"),
        ("tribello", "wer gibt", "rounds", "picks who deals first"),
        ("triathlon", "who deals?", "deal", "picks who deals first"),
        ("thirty-one", "Wer gibt", "deal", "picks the first one"),
        ("tribello", "do I have to beat", "follow", "never have to beat"),
        ("card-triathlon", "do I have to beat?", "b.follow", "never have to beat"),
        ("tribello", "must I trump", "follow", "never have to trump"),
        ("card-triathlon", "can I go out", "c.seven", "may go out"),
        ("tribello", "who starts", "lead", "dealer plays the first card"),
        ("card-triathlon", "going down", "b.defeated", "too few tricks"),
        ("card-triathlon", "1000", "values", "1,000"),
        ("card-triathlon", "42 200", "marathon", "42,200"),
        ("thirty-one", "30 1/2", "triple", "worth 30.5"),
        ("thirty-one", "30,5", "triple", "worth 30.5"),
        ("tribello", "mismatch", "tricks-total", "do not add up to 13"),
        ("card-triathlon", "insufficient bid", "b.auction", "bid that is too low"),
        ("tribello", "zero tricks", "score", "short of it"),
        ("tribello", "when does it end", "rounds", "the game is over"),
        ("tribello", "claim", "table", "all tricks that are left"),
        *((game, words, "table", "") for game in GAMES for words in LEFT_TO_THE_TABLE),
        ("thirty-one", "Dame", "values", "queen"), ("tribello", "Dame", "trick", "queen"),
        ("card-triathlon", "kuvakortti", "values", "queen"),
        ("triathlon", "court card", "trick", "queen"),
        ("tribello", "third joker", "pack", "with a joker"),
        ("card-triathlon", "joker worth", "values", "Card: Joker · Worth: 30"),
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
        assert (
            question_name(search_questions(GAMES[game], kinds(game), Query.parse(words))[0]) == name
        ), words


def test_stop_words_count_only_if_there_are_no_others() -> None:
    assert found("tribello", "what happens if a trick is drawn") == found("tribello", "trick drawn")
    assert found("la-krap", "who with whom") != []
    assert found("tribello", "the") != []


def test_the_names_of_the_players_count_only_if_there_is_nothing_else() -> None:
    rows: list[tuple[str, str, tuple[str, ...], str]] = [
        ("en", "Ben’s trick", ("Ann", "BEN"), "trick"),
        ("en", "did ann-marie revoke", ("Ann Marie",), "revoke"),
        ("de", "Bens Stich", ("Ben",), "Stich"), ("de", "Jörg bedient", ("joerg",), "bedient"),
        ("fi", "Benin tikki", ("Ben",), "tikki"),
        ("en", "who is Buck", ("Buck",), "Buck"), ("en", "Benjamin", ("Ben",), "Benjamin"),
    ]  # fmt: skip
    for language, words, names, rest in rows:
        wanted = Query.parse(rest, language).words
        assert queries_in_order(words, language, names)[0][0].words == wanted, words


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
        _, [law, *_] = search_nearly(GAMES[game], kinds(game), Query.parse(words))
        assert law.law.id == first


def test_a_slip_in_the_word_for_a_question_leads_to_it() -> None:
    [kind], laws = search_nearly(GAMES["tribello"], kinds("tribello"), Query.parse("misdeel"))
    assert (question_name(kind), laws) == ("irregularity", [])


def test_nothing_is_near_what_means_nothing() -> None:
    for words in ("xyzzy", "zz top", "tik", "earthquake", ""):
        assert search_nearly(GAMES["tribello"], kinds("tribello"), Query.parse(words)) == (
            [],
            [],
        ), words


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


# In German and Finnish ----------------------------------------------------------------------------

ASKED: dict[str, dict[str, dict[str, str]]] = {
    "de": {
        "tribello": {
            "Darf ich bedienen": "follow", "Muss ich bedienen?": "follow", "wer gibt": "rounds",
            "wie viele Karten bekommt jeder": "deal", "Wer spielt aus": "lead",
            "Karten tauschen": "pickup", "wann ist das Spiel zu Ende": "rounds",
            "falsch bedient": "follow", "Wie viele Stiche brauche ich": "quota",
            "höchste Karte": "trick", "Minuspunkte": "score",
        },
        "triathlon": {
            "Darf ich einen Athleten abwerfen": "athlete-discard", "den letzten Stich": "last",
            "Joker ausspielen": "athlete-lead", "keine Stiche": "multiple",
            "Wann ist Schluss": "end",
            "Wer hat gewonnen": "win", "eine Farbe ablehnen": "rejection",
        },
        "thirty-one": {
            "letzte Runde": "close", "Darf ich klopfen": "close", "darf ich schieben": "turn",
            "Wie viel zählt ein Bube": "values", "Wie viele Punkte hat das Ass": "values",
            "ich schwimme": "swimming", "Wer verliert ein Leben": "lowest", "drei Asse": "fire",
            "30,5": "triple", "zu zweit spielen": "players",
        },
        "la-krap": {
            "Was macht der Joker": "pack", "Hochzeit melden": "marriage",
            "verdoppelt": "multiplier", "zwei gleiche Karten": "neutralise",
            "wer spielt mit wem": "teams",
            "wie lange spielen wir": "rounds",
        },
        "card-triathlon": {
            "Darf ich ausmachen": "c.ask", "Ablagestapel nehmen": "c.pile", "Ass niedrig": "d.ace",
            "Wie viel ist ein Joker wert": "values", "Kontrakt verloren": "b.defeated",
            "schwarze Dreien": "c.stop", "Joker in der Straße": "d.joker",
        },
        "free-pad": {"Wer gibt": "dealer", "halbe Punkte": "round"},
    },
    "fi": {
        "tribello": {
            "pitääkö tunnustaa maata": "follow", "pitaako tunnustaa": "follow",
            "kuka jakaa": "rounds",
            "montako korttia": "deal", "montako korttia jaetaan": "deal", "kuka aloittaa": "lead",
            "vaihtaa kortteja": "pickup", "milloin peli päättyy": "rounds", "revokista": "follow",
            "korttien järjestys": "trick", "viimeinen kierros": "rounds",
        },
        "triathlon": {
            "saako urheilijan sakata": "athlete-discard", "viimeisestä tikistä": "last",
            "jokerilla aloittaminen": "athlete-lead", "nolla tikkiä": "multiple",
            "milloin peli loppuu": "end", "kuka voitti": "win", "kuka valitsee valtin": "rejection",
        },
        "thirty-one": {
            "viimeinen vuoro": "close", "saanko koputtaa": "close", "saako passata": "turn",
            "paljonko jätkä on": "values", "ässän arvo": "values", "uin": "swimming",
            "kuka menettää elämän": "lowest", "kolme ässää": "fire", "kolme samaa": "triple",
            "kahdella pelaajalla": "players",
        },
        "la-krap": {
            "jokerit": "pack", "avioliiton ilmoittaminen": "marriage", "kerroin": "multiplier",
            "kaksi samaa korttia": "neutralise", "tyhjä lappu": "sheet",
            "kauanko pelataan": "rounds",
        },
        "card-triathlon": {
            "saanko lopettaa": "c.out", "avopakan nostaminen": "c.pile", "ässä alhaalla": "d.ace",
            "mustat kolmoset": "c.stop", "sitoumus pietiin": "b.defeated",
            "jokeri suorassa": "d.joker", "kuka on lepääjä": "b.declarer",
        },
        "free-pad": {"kuka jakaa": "dealer", "puolikkaat pisteet": "round"},
    },
}  # fmt: skip
"""By language and game: what a player types, and the rule that comes first."""


@pytest.mark.parametrize("language", ASKED)
def test_inflected_words_lead_to_the_right_rule(language: str) -> None:
    wrong = {
        (game, words): ids
        for game, rows in ASKED[language].items()
        for words, rule in rows.items()
        if (ids := [each.law.id for each in found_in(language, game, words)])[:1]
        != [f"{game}.{rule}"]
    }
    assert wrong == {}


COME_AND_GO: dict[str, tuple[str, ...]] = {
    "en": (
        "Dora has to go home", "can we stop here", "someone leaves early", "last bus",
        "player drops out", "we want to quit", "one of us has to leave", "can we end early",
        "new player joins halfway", "can a friend join in later", "penalty for talking",
        "take away points for cheating", "fine", "it is midnight",
    ),
    "de": (
        "Dora muss nach Hause", "wer hört auf verliert?", "Strafpunkte", "letzter Bus",
        "können wir hier aufhören", "Spiel abbrechen", "jemand geht früher",
        "kann noch jemand einsteigen", "10 Punkte Abzug", "darf ein Gast mitspielen",
        "wer aussteigt verliert", "vorzeitig beenden", "Strafe für Schummeln", "Punkte abziehen",
        "es ist Mitternacht, wer gewinnt",
    ),
    "fi": (
        "voidaanko lopettaa kesken", "sakko", "viimeinen bussi", "Dora lähtee kotiin",
        "pelaaja lähtee kesken", "voiko joku tulla mukaan", "lopetetaan tähän",
        "saako pelin keskeyttää", "rangaistuspisteet", "täytyy lähteä", "miinusta huijaamisesta",
        "vieras mukaan peliin", "10 pisteen sakko", "joku luovuttaa", "kello on jo keskiyö",
    ),
}  # fmt: skip
"""What people type when somebody leaves or comes, when they stop, and about penalties."""


@every_game
def test_who_leaves_stops_or_is_fined_is_told_that_the_table_decides(game: AnyGame) -> None:
    wrong = {}
    for language, rows in COME_AND_GO.items():
        for words in rows:
            shown, _nearly = shown_for(language, game, words)
            if "table" not in shown[:2]:
                wrong[language, words] = shown
    assert wrong == {}


NEARLY = ("dubble", "marriage in the last trick", "leg adds up to 995")
"""Typed words of which no rule has them all."""


@pytest.mark.parametrize("language", ["en", "de", "fi"])
def test_what_people_type_finds_the_answer_among_the_first_two(language: str) -> None:
    wrong = {}
    for name, rows in TYPED[language].items():
        for words, answers in rows.items():
            shown, nearly = shown_for(language, GAMES[name], words)
            if {*answers.split()}.isdisjoint(shown[:2]) or nearly != (words in NEARLY):
                wrong[name, words] = shown, nearly
    assert wrong == {}


@every_game
def test_what_the_rules_do_not_answer_finds_no_rule_with_all_the_words(game: AnyGame) -> None:
    wrong = {}
    for language, rows in TYPED["silent"].items():
        for words in rows[:: amount(3, 1)]:
            if exact := exact_for(language, game, words):
                wrong[words] = exact
    assert wrong == {}


def test_of_what_the_rules_do_not_answer_at_most_one_question_seems_answered() -> None:
    close = [
        (game, words)
        for game, (language, rows) in product(GAMES, TYPED["silent"].items())
        for words in rows[:: amount(3, 1)]
        if is_close(GAMES[game], kinds(game), Query.parse(words, language, PLAYERS))
    ]
    assert len(close) <= 1, close


def test_the_rules_nearest_to_a_long_question_come_before_what_the_table_decides() -> None:
    rows: list[tuple[str, str, str, bool]] = [
        ("en", "tribello", "we saw three tricks later that Ben had a card to follow suit", True),
        ("en", "la-krap", "can I announce a marriage after I have already lost a trick", False),
        ("de", "thirty-one", "zwei haben gleich wenig auf der Hand wer verliert das Leben", True),
        ("fi", "thirty-one", "kahdella on yhtä huono käsi kumpi menettää elämän", True),
        ("en", "tribello", "quota zeppelin", False), ("en", "tribello", "xyzzy", False),
    ]  # fmt: skip
    for language, game, words, close in rows:
        query = Query.parse(words, language, PLAYERS)
        assert is_close(GAMES[game], kinds(game), query) == close, words


def test_a_slip_is_found_by_its_own_name() -> None:
    rows: list[tuple[str, str, str]] = [
        ("en", "Ben showed a card", "exposed-card"), ("de", "Karte gezeigt", "exposed-card"),
        ("fi", "näytti kortin", "exposed-card"), ("en", "renege penalty", "revoke"),
        ("de", "vergeben", "misdeal"), ("fi", "väärinjako", "misdeal"),
        ("de", "falsch ausgespielt", "lead-out-of-turn"), ("en", "penalty", ""), ("en", "card", ""),
        ("en", "drew twice", "drew-twice"), ("fi", "heitto unohtui", "no-discard"),
        ("de", "Zu niedrig geboten", "insufficient-bid"), ("en", "wrong meld", "wrong-meld"),
    ]  # fmt: skip
    game = GAMES["card-triathlon"]
    for language, words, value in rows:
        in_order = queries_in_order(words, language, PLAYERS)
        queries = next(each for each in in_order if search_game(game, kinds(game.name), each, "en"))
        [kind] = [each for each in kinds(game.name) if question_name(each) == "irregularity"]
        assert kind in search_game(game, kinds(game.name), queries, language)[0], words
        assert find_choice(game, kind, queries) == ({"kind": value} if value else {}), words


def test_the_words_of_each_language_lead_to_a_rule_in_every_language() -> None:
    rows: list[tuple[str, str, str]] = [
        ("tribello", "must I follow suit", "follow"), ("tribello", "Muss ich bedienen", "follow"),
        ("tribello", "pitääkö tunnustaa maata", "follow"),
        ("thirty-one", "three aces", "fire"), ("thirty-one", "drei Asse", "fire"),
        ("thirty-one", "kolmella ässällä", "fire"),
        ("card-triathlon", "wild cards", "c.meld"), ("card-triathlon", "wilde Karten", "c.meld"),
        ("card-triathlon", "mustista kolmosista", "c.stop"),
    ]  # fmt: skip
    for game, words, rule in rows:
        for language in ("en", "de", "fi"):
            rules = found_in(language, game, words)
            ids = [each.law.id for each in rules]
            assert f"{game}.{rule}" in ids[:3], (language, words)
            assert len(ids) == len(set(ids))
            assert {each.law.language for each in rules} == {language}


def test_the_sentence_is_in_the_language_shown_whatever_was_typed() -> None:
    rows: list[tuple[str, str, str, str]] = [
        ("de", "tribello", "renege", "bedient falsch"),
        ("de", "thirty-one", "kolme ässää", "drei Asse 33 wert"),
        ("fi", "card-triathlon", "Joker worth", "jokeri · Pistearvo: 30"),
        ("fi", "tribello", "vergeben", "väärinjaosta"),
        ("en", "thirty-one", "viimeinen vuoro", "one more turn"),
    ]  # fmt: skip
    for language, game, words, part in rows:
        assert part in found_in(language, game, words)[0].sentence, words


def test_slips_in_german_and_finnish_words_lead_near() -> None:
    rows: list[tuple[str, str, str, str]] = [
        ("de", "thirty-one", "klofen", "close"), ("de", "card-triathlon", "eingfroren", "c.frozen"),
        ("de", "tribello", "Stihc", "trick"), ("fi", "tribello", "tunustaa", "follow"),
        ("fi", "tribello", "jokkeri", "pack"),
    ]  # fmt: skip
    for language, game, words, rule in rows:
        assert found_in(language, game, words) == [], words
        _, [first, *_] = search_nearly(GAMES[game], kinds(game), Query.parse(words, language))
        assert (first.law.id, first.law.language) == (f"{game}.{rule}", language)
