"""The rulebook that findings cite: rules with ids, parsed from a game's `rulebook.md`.

The English rulebook decides. A translation, such as `rulebook.de.md`, has the same rules, and each
names the English text that it translates by a short hash. If that text has changed since, the rule
is shown in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from typing import Literal

from referee.core.cards import RANKS, NotACard, Ranked, read_card, symbol
from referee.core.text import joined

Use = Literal["advice", "checked", "warned", "scores", "judged", "silent"]


@dataclass(frozen=True)
class Law:
    id: str
    title: str
    section: str
    uses: tuple[Use, ...]
    options: tuple[str, ...]
    text: str
    language: str = "en"

    @property
    def digest(self) -> str:
        """Short hash of the title and text, which a translation names."""
        return digest(f"{self.title}\n{self.text}")


@dataclass(frozen=True)
class Rulebook:
    title: str
    opening: str
    laws: tuple[Law, ...]
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Search synonyms, including foreign ones, by rule id or question name."""
    phrases: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Synonyms for one sentence of a rule, by rule id and a phrase from that sentence."""
    language: str = "en"
    opening_language: str = "en"
    original: Rulebook | None = None
    """The English rulebook of which this is a translation."""

    def find(self, rule: str) -> Law | None:
        return next((law for law in self.laws if law.id == rule), None)

    def law(self, rule: str) -> Law:
        law = self.find(rule)
        if law is None:
            raise KeyError(rule)
        return law

    def cite(self, rule: str) -> Law:
        """Return a rule that was cited; if it is in no rulebook any more, only its id is known."""
        return self.find(rule) or Law(rule, rule, section="", uses=(), options=(), text="")

    def sections(self) -> dict[str, list[Law]]:
        sections: dict[str, list[Law]] = {}
        for law in self.laws:
            sections.setdefault(law.section, []).append(law)
        return sections


_LAW = re.compile(
    r"^`(?P<id>[a-z0-9.-]+)` (?P<title>.+)\n+Use: (?P<uses>.+)\.\n"
    r"(?:Option: (?P<options>.+)\.\n)?(?P<text>[\s\S]*)$"
)


def read_rulebook(markdown: str, words: str = "") -> Rulebook:
    """Parse a rulebook: `#` is the game's title, `##` starts a section, and `###` a rule.

    `words` is TOML with a list of synonyms for each rule or question, or for a phrase in a rule.
    Raises ValueError if a rule isn't in the expected format.
    """
    head, *sections = re.split(r"^## ", markdown, flags=re.MULTILINE)
    title, _, opening = head.removeprefix("# ").partition("\n")
    laws = []
    for section, rule in _rules_of(sections):
        match = _LAW.match(rule)
        if match is None:
            raise ValueError(f"not a rule with its use: {rule[:60]!r}")
        uses, options = (
            tuple(word.strip() for word in (match[group] or "").split(",") if word.strip())
            for group in ("uses", "options")
        )
        law = Law(
            match["id"],
            match["title"].strip(),
            section,
            uses,  # type: ignore[arg-type]  # a test checks them against Use
            options,
            match["text"].strip(),
        )
        laws.append(law)
    synonyms = tomllib.loads(words)
    phrases = {target: each for target, each in synonyms.items() if isinstance(each, dict)}
    flat = {target: [*chain(*each.values())] for target, each in phrases.items()}
    return Rulebook(title.strip(), opening.strip(), tuple(laws), synonyms | flat, phrases)


def _rules_of(sections: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the Markdown of each rule, after the name of its section."""
    for section in sections:
        name, *rules = re.split(r"^### ", section, flags=re.MULTILINE)
        yield from ((name.partition("\n")[0].strip(), rule) for rule in rules)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


_TRANSLATED = re.compile(
    r"^`(?P<id>[a-z0-9.-]+)` (?P<title>.+)\n+"
    r"Translates: (?P<digest>[0-9a-f]{8})\.\n(?P<text>[\s\S]*)$"
)


def read_translation(book: Rulebook, markdown: str, language: str) -> Rulebook:
    """Put a translation in place of each part of the English rulebook that hasn't changed since.

    It has the headings of a rulebook. Below each rule, and below the title for the opening, a line
    such as `Translates: 3f9ac01d.` takes the place of the rule's uses and options.
    Raises ValueError if a rule isn't in the expected format.
    """
    head, *sections = re.split(r"^## ", markdown, flags=re.MULTILINE)
    title, _, opening = head.removeprefix("# ").partition("\n")
    of, _, opening = opening.strip().partition("\n")
    translated: dict[str, re.Match[str]] = {}
    names: dict[str, str] = {}  # of sections, by the ids of their rules
    for section, rule in _rules_of(sections):
        match = _TRANSLATED.match(rule)
        if match is None:
            raise ValueError(f"not a translated rule: {rule[:60]!r}")
        translated[match["id"]] = match
        names[match["id"]] = section
    headings = {law.section: names[law.id] for law in book.laws if law.id in names}
    laws = []
    for law in book.laws:
        law = replace(law, section=headings.get(law.section, law.section))
        match = translated.get(law.id)
        if match and match["digest"] == law.digest:
            title_of_law, text = match["title"].strip(), match["text"].strip()
            law = replace(law, title=title_of_law, text=text, language=language)
        laws.append(law)
    is_current = of == f"Translates: {digest(book.opening)}."
    return replace(
        book,
        title=title.strip(),
        opening=opening.strip() if is_current else book.opening,
        opening_language=language if is_current else "en",
        laws=tuple(laws),
        language=language,
        original=book,
    )


_CARD = re.compile(r"\[([^\]]+)\]")


@lru_cache(maxsize=512)
def split_sentences(markdown: str) -> tuple[str, ...]:
    """Split a rule's text into sentences without markup; if it has none, return it unchanged.

    A table row becomes a sentence that includes the column headings: `Card: Joker · Worth: 30`.
    """

    lines = list[str]()
    headings = list[str]()
    for line in markdown.splitlines():
        if line.startswith(("|--", "| --")):
            headings = _cells(lines.pop()) if lines else []
        elif headings and line.startswith("|"):
            pairs = zip(headings, _cells(line), strict=False)
            lines.append(" · ".join(f"{name}: {cell}" for name, cell in pairs if cell))
        elif not line.startswith("```"):
            headings = []
            lines.append(line)
    plain = (line.replace("*", "").replace("|", " ").strip("- ") for line in lines)
    sentences = (re.split(r"(?<=[.!?])\s+", line) for line in plain)
    return tuple(_with_cards(each) for line in sentences for each in line if each) or (markdown,)


def _with_cards(sentence: str) -> str:
    """Put `Q♥` for `[QH]`, and for `[Q]` the queen's letter."""
    parts = _CARD.split(sentence)
    for place in range(1, len(parts), 2):
        parts[place] = card_in_rulebook(parts[place]) or f"[{parts[place]}]"
    return joined(parts, "") if len(parts) > 1 else sentence


def card_in_rulebook(text: str) -> str:
    """Return the name of a card or rank written in brackets; empty if it is neither."""
    if text in RANKS:
        return Ranked(text)
    try:
        return symbol(read_card(text))
    except NotACard:
        return ""


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]
