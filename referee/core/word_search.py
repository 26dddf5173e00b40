"""Search a game's rules and questions, with synonyms and tolerance for misspellings.

A search covers the rulebook of the page's language, then the English one. If neither has the words,
it covers the other languages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache, partial
from itertools import chain
from operator import itemgetter
from typing import Any, Final, NamedTuple, cast
from unicodedata import combining, normalize

from referee.core.game import AnyGame
from referee.core.language import ENGLISH, find_language
from referee.core.question import QuestionKind, question_name
from referee.core.rulebook import Law, Rulebook, split_sentences
from referee.core.text import Text

QUERY_LENGTH: Final = 200
"""Maximum query length; longer ones are truncated, because comparing each word takes time."""
MOST_WORDS: Final = 12  # later ones are ignored
CLOSE: Final = 2.5  # words of a query in the names of one rule; a similar word counts half
STEM: Final = 4  # words that share a prefix of this length may be forms of one word
SIMILAR: Final = 0.75
"""Minimum `SequenceMatcher` ratio for a word to be treated as a misspelling of another."""


@dataclass(frozen=True)
class FoundRule:
    law: Law
    sentence: str


@dataclass(frozen=True)
class Query:
    """A query: stems that must all occur, and question words that only affect the order."""

    words: tuple[str, ...]
    question_words: tuple[str, ...] = ()
    language: str = ENGLISH

    @classmethod
    def parse(cls, text: str, language: str = ENGLISH, names: Iterable[str] = ()) -> Query:
        """Parse a query. Stop words and names are ignored, unless there's nothing else."""
        *_, stop_words, question_words = _LANGUAGES[language]
        every = fold(text[:QUERY_LENGTH]).split()
        asking = [word for word in every if word in question_words]
        words = [word for word in every if word not in question_words | stop_words]
        people = {_stem(word, language) for word in fold(" ".join(names)).split()}
        nameless = [word for word in words if _stem(word, language) not in people]
        required = nameless or words or asking or every or text[:QUERY_LENGTH].split()
        stems = dict.fromkeys(_stem(word, language) for word in required[:MOST_WORDS])
        return cls(tuple(stems), tuple(dict.fromkeys(asking)), language)

    def lacking(self, text: str, synonyms: Collection[str] = ()) -> tuple[str, ...]:
        """Return the words that neither a text nor one of its synonyms has."""
        folded, forms = _stemmed(text, self.language), _forms(synonyms, self.language)
        return tuple(
            word
            for word in self.words
            if f" {word}" not in folded and not _is_among(word, forms, self.language)
        )

    def count(self, text: str, synonyms: Collection[str] = ()) -> tuple[int, int]:
        """Count the query's words and question words that match a text or one of its synonyms."""
        words = len(self.words) - len(self.lacking(text, synonyms))
        names = fold(" ".join((text, *synonyms)))
        return words, sum(f" {word} " in names for word in self.question_words)

    def rank(self, title: str, synonyms: Collection[str]) -> tuple[int, int, int]:
        """Return a key by which a rule or question with more of the words in its names is better.

        Of those with as many, the one with the longest name of which the query has all words is.
        """
        words, question_words = self.count(title, synonyms)
        asked = {*self.words, *self.question_words}
        names = (_words_in(each, self.language) for each in (title, *synonyms))
        return words, max((len(each) for each in names if each <= asked), default=0), question_words

    def matches(self, text: str, synonyms: Collection[str] = ()) -> bool:
        return not self.lacking(text, synonyms)

    def best_sentence(self, sentences: Sequence[str]) -> str:
        return max(sentences, key=self.count)

    def likeness(self, names: Sequence[str]) -> list[float]:
        """For each word: 1 if a name has it, ½ if one has a similar word, else 0."""
        forms = _forms(names, self.language)
        return [
            1.0
            if _is_among(word, forms, self.language)
            else any(_is_similar(word, form) for form in forms.split()) / 2
            for word in self.words
        ]


def queries_in_order(
    text: str, language: str, names: Sequence[str] = ()
) -> tuple[list[Query], list[Query]]:
    """Parse a query for the languages to search first, and for those to search if it's in vain.

    The names are those of the players: “Ben played a joker second” is about the joker.
    """
    first = dict.fromkeys(each for each in (language, ENGLISH) if each in _LANGUAGES)
    rest = [each for each in _LANGUAGES if each not in first]
    in_order = ([Query.parse(text, each, names) for each in some] for some in (first, rest))
    return next(in_order), next(in_order)


def search_game(
    game: AnyGame, kinds: Iterable[QuestionKind], queries: Iterable[Query], shown: str
) -> tuple[list[QuestionKind], list[FoundRule]]:
    """Search with one query a language; rules are from the rulebook in the language shown."""
    questions, rules = dict[str, QuestionKind](), dict[str, FoundRule]()
    for query in queries:
        for kind in search_questions(game, kinds, query):
            questions.setdefault(question_name(kind), kind)
        book = game.rulebook_in(query.language)
        for found in search_rules(book, query, game.rulebook_in(shown)):
            rules.setdefault(found.law.id, found)
    return [*questions.values()], [*rules.values()]


def find_rules(game: AnyGame, text: str, language: str = ENGLISH) -> list[FoundRule]:
    """Find the rules in which all words of a text are, in the first languages that have any."""
    in_order = queries_in_order(text, language)
    found = (search_game(game, (), queries, language)[1] for queries in in_order)
    return next(filter(None, found), [])


def search_questions(
    game: AnyGame, kinds: Iterable[QuestionKind], query: Query
) -> list[QuestionKind]:
    """Find questions that match all the words; matches in a title or synonym come first.

    The labels of a question's choices, such as “Showed a card”, are part of its title.
    """
    found = []
    for kind in kinds:
        title, synonyms = " ".join(_titles(kind, query.language)), synonyms_of(game, kind)
        if query.matches(f"{title} {_words_of(kind.about, query.language)}", synonyms):
            found.append((query.rank(title, synonyms), kind))
    return [kind for _, kind in sorted(found, key=itemgetter(0), reverse=True)]


def find_choice(game: AnyGame, kind: QuestionKind, queries: Iterable[Query]) -> dict[str, str]:
    """Return the field and value of a question's choice if only its label matches, else nothing.

    Such as `{"kind": "exposed-card"}`, for “showed a card”.
    """
    for query in queries:
        found = [
            {field: value}
            for (field, value), label in labels_of(kind).items()
            if query.matches(_words_of(label, query.language), synonyms_of(game, kind, value))
        ]
        if len(found) == 1:
            return found[0]
    return {}


def search_rules(book: Rulebook, query: Query, shown: Rulebook | None = None) -> list[FoundRule]:
    """Find rules that match all the words; matches in a heading or synonym come first."""
    ranked = []
    for law in book.laws:
        heading = " ".join((law.id, law.title, *book.phrases.get(law.id, ())))
        synonyms = book.words.get(law.id, ())
        rest = replace(query, words=query.lacking(heading, synonyms))
        if not rest.words or any(map(rest.matches, split_sentences(law.text))):
            sentences = _with_synonyms(book, law)
            counts = [query.count(*each) for each in sentences]
            order = query.rank(heading, [law.title, *synonyms]), max(counts)
            ranked.append((order, _found(law, counts, shown or book)))
    return [found for _, found in sorted(ranked, key=itemgetter(0), reverse=True)]


def search_nearly(
    game: AnyGame, kinds: Sequence[QuestionKind], query: Query
) -> tuple[list[QuestionKind], list[FoundRule]]:
    """Find the questions and rules whose titles and synonyms resemble the query most, best first.

    A word counts the less, the more rules have it: in “Dora must catch the last bus”, it's “bus”.
    """
    book, likeness = game.rulebook_in(query.language), _likeness(game, kinds, query)
    in_laws = [max(1, sum(each)) for each in zip(*likeness[len(kinds) :], strict=True)]
    scores = [sum(one / of for one, of in zip(each, in_laws, strict=True)) for each in likeness]
    half = max(scores) / 2

    def count_in_sentences(law: Law) -> list[float]:
        return [sum(query.likeness((each, *words))) for each, words in _with_synonyms(book, law)]

    near = [index for index, score in enumerate(scores) if score > half]
    best = sorted(near, key=scores.__getitem__, reverse=True)
    laws = [book.laws[index - len(kinds)] for index in best if index >= len(kinds)]
    return (
        [kinds[index] for index in best if index < len(kinds)],
        [_found(law, count_in_sentences(law), book) for law in laws],
    )


def is_close(game: AnyGame, kinds: Sequence[QuestionKind], query: Query) -> bool:
    """Whether the nearest question or rule has most of the words of a long query.

    Of 64 questions that no rule answers, in six games, 1 of 384 seems to be close.
    """
    return max(map(sum, _likeness(game, kinds, query))) >= CLOSE


def _likeness(game: AnyGame, kinds: Sequence[QuestionKind], query: Query) -> list[list[float]]:
    book = game.rulebook_in(query.language)
    names = [(*_titles(kind, query.language), *synonyms_of(game, kind)) for kind in kinds] + [
        (law.title, *book.words.get(law.id, ())) for law in book.laws
    ]
    return [query.likeness(each) for each in names]


def _found(law: Law, counts: Sequence[Any], shown: Rulebook) -> FoundRule:
    """Return a rule with its best sentence, given each sentence's count, from the rulebook shown.

    A translation has a sentence for each one of the original, or nearly so.
    """
    law = shown.law(law.id)
    sentences = split_sentences(law.text)
    return FoundRule(law, sentences[counts.index(max(counts)) * len(sentences) // len(counts)])


def _with_synonyms(book: Rulebook, law: Law) -> list[tuple[str, list[str]]]:
    """Pair each sentence of a rule with the synonyms of its phrases, which are in English."""
    phrases = {fold(each): words for each, words in book.phrases.get(law.id, {}).items()}
    english = split_sentences((book.original or book).law(law.id).text)
    synonyms = [
        [word for phrase, words in phrases.items() if phrase in fold(each) for word in words]
        for each in english
    ]
    sentences = split_sentences(law.text)
    return [
        (each, synonyms[index * len(english) // len(sentences)])
        for index, each in enumerate(sentences)
    ]


def labels_of(kind: QuestionKind) -> dict[tuple[str, str], Text]:
    """Map the fields and values of a question's choices to their labels."""
    extras = ((name, each.json_schema_extra) for name, each in kind.model.model_fields.items())
    return {
        (name, value): label
        for name, extra in extras
        if isinstance(extra, dict)
        for value, label in cast(Mapping[str, Text], extra.get("x-labels", {})).items()
    }


def _titles(kind: QuestionKind, language: str) -> list[str]:
    return [_words_of(each, language) for each in (kind.title, *labels_of(kind).values())]


def synonyms_of(game: AnyGame, kind: QuestionKind, choice: str | None = None) -> list[str]:
    """List the synonyms of a question's title, and of one of its choices; by default, of all."""
    name, title = question_name(kind), str(kind.title)
    values = {value for _field, value in labels_of(kind)} if choice is None else {choice}
    by_phrase = game.rulebook.phrases.get(name, {"": game.rulebook.words.get(name, ())})
    listed = (each for at, each in by_phrase.items() if at in values or at in title)
    return [*chain.from_iterable(listed)]


def _words_of(text: Text, language: str) -> str:
    return str(text) if language == ENGLISH else find_language(language).render(text)


@lru_cache(maxsize=16384)  # a search compares a word with those of all rules, many of which recur
def _is_similar(word: str, name: str) -> bool:
    word, name = _without_prefix(word), _without_prefix(name)
    shorter, both = min(len(word), len(name)), len(word) + len(name)
    if shorter < STEM:
        return word == name
    if shorter > STEM and (word.endswith(name) or name.endswith(word)):
        return True  # compounds
    if 2 * shorter < SIMILAR * both:  # the ratio can't be more than that
        return False
    if 2 * (_letters(word) & _letters(name)).total() < SIMILAR * both:  # nor more than that
        return False
    return SequenceMatcher(None, word, name).ratio() >= SIMILAR


_letters = lru_cache(maxsize=4096)(Counter[str])


def _is_among(word: str, forms: str, language: str) -> bool:
    if f" {word} " in forms or len(word) < STEM:
        return f" {word} " in forms
    # Words of any language are listed as synonyms, and English stemming hardly changes them.
    least = max(STEM, len(word) - STEM)
    if f" {word[:least]}" not in forms:
        return False
    starts = (word[:length] for length in range(least, len(word)) if language == ENGLISH)
    return f" {word}" in forms or any(f" {each} " in forms for each in starts)


def _forms(synonyms: Iterable[str], language: str) -> str:
    return _stemmed_forms(" ".join(synonyms), language)


@lru_cache(maxsize=16384)
def _stemmed_forms(text: str, language: str) -> str:
    return f" {' '.join(_stem(word, language) for word in fold(text).split())} "


@lru_cache(maxsize=16384)
def _stemmed(text: str, language: str) -> str:
    """Fold a text, and stem its words unless it is English."""
    return fold(text) if language == ENGLISH else _stemmed_forms(text, language)


@lru_cache(maxsize=16384)
def _words_in(text: str, language: str) -> frozenset[str]:
    query = Query.parse(text, language)
    return frozenset((*query.words, *query.question_words))


@lru_cache(maxsize=16384)
def _stem(word: str, language: str) -> str:
    algorithm, ending, *_ = _LANGUAGES[language]
    if algorithm:
        from snowballstemmer import stemmer  # takes 10 ms to load

        word = str(stemmer(algorithm).stemWord(word))
    return ending.sub("", word)


_PARTICIPLE = re.compile(r"^(ab|an|auf|aus|ein|zu|)ge(?=\w{4})")  # `ausgespielt`, `geklopft`
_without_prefix = lru_cache(maxsize=4096)(partial(_PARTICIPLE.sub, r"\1"))
_UMLAUT = re.compile(r"(?<=[aou])e")
_SPELLINGS: Final = (
    (re.compile(r"(?<=\d)\s*(?:½|1/2)"), ".5"),  # `30 1/2`
    (re.compile(r"(?<=\d)[,.’'\s](?=\d{3}(?!\d))"), ""),  # `42,200`
    (re.compile(r"(?<=\d),(?=\d)"), "."),  # `30,5`
    (re.compile(r"(?<=\w)[’'](?=\w)"), ""),  # `doesn’t`
    (re.compile(r"(?<!\d)\.|\.(?!\d)|[?!,;:·()\"“”‘’'…*|/–—-]"), " "),
)
# In English, German and Finnish; accents are gone by then.
_MAY = re.compile(
    r"\b(?:can|could|allowed|darf(?:st)?|durf(?:en|t)|kann(?:st)?|konn(?:en|t)"
    r"|(?:saa|voi)(?:[nt]|mme|tte|vat|daan)?(?:ko)?)\b"
)
_MUST = re.compile(
    r"\b(?:ha(?:ve|s|d) to|needs? to|mus(?:st?|sen)|(?:pitaa|taytyy)(?:ko)?|pakko)\b"
)


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Convert to lower-case words with a space before and after each.

    `ä` and `ae` become `a`, so that any keyboard will do. `42,200` becomes `42200`, `can` becomes
    `may`, and `have to` becomes `must`.
    """
    text = text.casefold()
    for pattern, spelling in _SPELLINGS:
        text = pattern.sub(spelling, text)
    letters = "".join(each for each in normalize("NFKD", text) if not combining(each))
    words = _MUST.sub("must", _MAY.sub("may", _UMLAUT.sub("", letters)))
    return f" {' '.join(words.split())} "


class _Language(NamedTuple):
    algorithm: str
    """Name of its Snowball stemmer; empty for English, where the ending is all that is removed."""
    ending: re.Pattern[str]
    """Matches an ending that the stemmer leaves."""
    stop_words: frozenset[str]
    question_words: frozenset[str]


def _language(algorithm: str, ending: str, stop_words: str, question_words: str) -> _Language:
    """Add a language's words to those that are ignored in every language."""
    return _Language(
        algorithm,
        re.compile(ending),
        frozenset(fold(f"{_STOP_WORDS} {stop_words}").split()),
        frozenset(fold(f"{_QUESTION_WORDS} {question_words}").split()),
    )


_QUESTION_WORDS: Final = "who whom whose when where how many much may must wer wann kuka milloin"
_STOP_WORDS: Final = (
    "a an the i you he she it its we they his her their him them our my your me what which why is"
    " are was were be been do does did doesnt dont didnt cant will would should want wants wanted"
    " not of to in on at for from with about into than too and or but if that this there these"
    " those any anything some something both each other others though so then just only also still"
    " already as by because while during after before later have has had got get gets gave give"
    " given put puts says someone somebody happens rule rules ich du man das der die den ein eine"
    " ist onko"
)
_LANGUAGES: Final = {
    ENGLISH: _language("", r"(?<=[a-z]{3})(?:(?<!s)s|es|ed|ing)$", "", ""),
    "de": _language(
        "german",
        r"(?<=\w{3}e[lr])t$",  # `verdoppel-t`
        "er sie es wir ihr mir mich dir dich sich uns euch sein seine seinen mein meine meinen"
        " dein deine deinen unser dem des einen einem einer jemand jeder jede"
        " jeden jedem jedes was welche welcher welches welchen warum wieso sind bin bist war wird"
        " werden wurde habe hat haben hast habt im in am an auf bei beim für mit nach"
        " von vom vor zu zum zur um und oder aber wenn ob dass als auch noch schon nur so dann"
        " denn da hier nicht mal eigentlich passiert bedeutet heißt geht macht machen tut tun"
        " bekommt bekommen bekomme kriegt kriegen wieder über will wollen möchte hatte hatten wäre"
        " würde gilt erst später selbst dabei doch jetzt etwas weil obwohl bevor nachdem während"
        " liegt liegen legen lege legt diese dieser dieses diesen meinem deinem beide"
        " andere anderen anderer anderes überhaupt gar trotzdem obwohl Regel Regeln",
        "wem wen wessen wo wohin wie viele viel wieviel oft",
    ),
    "fi": _language(
        "finnish",
        r"(?<=\w{3})(?:(?<=t)tami[ns]|i?n|i?k?s|[ei]j?)$",  # `viimein-en`, `kakkos-en`, `tike-istä`
        "minä sinä hän me te he se ne tämä tuo ja tai vai jos kun että niin kuin mutta myös vain"
        " vielä jo on olla ovat oli olen olet onko ei en et emme ette eivät eikö minun sinun hänen"
        " minulla sinulla joku jokin jollain mikä mitä mitkä miten miksi mistä mihin tapahtuu"
        " tarkoittaa tekee tehdä sitten aina kanssa itse ole"
        " olisi oltiin sain sai saimme saivat minulle sinulle hänellä hänelle meillä teillä heillä"
        " haluaa haluan vaikka siis nyt myöhemmin jälkeen ennen aikana molemmat"
        " jollakin muut muiden muita vaikka ihan lainkaan yhtään sääntö säännöt",
        "kenen ketkä kenellä ketä missä montako monta kuinka paljonko koska",
    ),
}
