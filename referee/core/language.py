"""Translation catalogues, and the formats of figures, times and lists.

Babel takes time to load, so commands with English output don't load it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from decimal import localcontext
from functools import cache, lru_cache
from gettext import NullTranslations, translation
from importlib import resources
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import cycle
from typing import TYPE_CHECKING, Final
from unicodedata import category, normalize

from referee.core import text
from referee.core.text import Figure, Last, Moment, Translator, _p

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from babel import Locale

FOLDER: Final = resources.files("referee").joinpath("translations")
GAMES: Final = "referee.games"
"""Entry points of games in other packages; their texts are in a domain of the package’s name."""
CATALOGUE: Final = "LC_MESSAGES/referee.mo"
logger = logging.getLogger("referee")

ENGLISH: Final = "en"
BRITISH: Final = "en-GB"
"""Formats for `en` without a region: “22 November”, and lists without an Oxford comma."""
PSEUDO: Final = "en-XA"
"""Tag of the test pseudo-locale, whose texts are 40 % longer, accented and bracketed."""

ALPHABETS: Final = {"fi": str.maketrans("åäæöøü", "{||}}y")}
"""Replacements that sort letters as the language does: in Finnish, å, ä and ö come after z."""


class Language(Translator):
    """One language's words with one region's formats, and with one's own cards and time zone.

    For example: English words, Swiss figures, `D` for the queen, and the time in Zurich. Without a
    zone, times are in the one that they come with.
    """

    def __init__(
        self, tag: str, formats: str, letters: str = "", zone: tzinfo | None = None
    ) -> None:
        self.tag, self.formats, self.zone = tag, formats, zone
        self.letters = letters or LETTERS_IN.get(tag, ENGLISH_LETTERS)
        self.ranks = {
            rank: letter
            for rank, letter in zip(ENGLISH_LETTERS, self.letters, strict=True)
            if rank != letter
        }
        self._table = str.maketrans(self.ranks)
        self._catalogue = _catalogue(tag)

    @property
    def direction(self) -> str:
        return _locale(self.tag).text_direction

    @property
    def own_name(self) -> str:
        """The language's own name for itself: `Deutsch`."""
        return _locale(self.tag).get_display_name() or self.tag

    @property
    def has_german_suits(self) -> bool:
        return self.letters == GERMAN_SUITS

    def gettext(self, template: str, context: str = "") -> str:
        if not context:
            return self._catalogue.gettext(template)
        if context == "suit" and self.has_german_suits:
            template = GERMAN_SUIT_NAMES.get(template, template)
        return self._catalogue.pgettext(context, template)

    def ranked(self, text: str) -> str:
        return text.translate(self._table)

    def ngettext(self, one: str, many: str, n: float) -> str:
        whole = int(n)
        return self._catalogue.ngettext(one, many, whole if whole == n else whole + 2)

    @property
    def decimal_sign(self) -> str:
        from babel.numbers import get_decimal_symbol

        return get_decimal_symbol(_locale(self.formats))

    def figure(self, figure: Figure) -> str:
        return _format_figure(str(figure), self.formats)

    def moment(self, moment: Moment) -> str:
        from babel.dates import format_date, format_time

        at, locale = self.local(moment.at), _locale(self.formats)
        day = format_date(at, locale=locale)
        if moment.is_day:
            return day
        return f"{day}, {format_time(at, 'short', locale=locale)} {at:%Z}"

    def local(self, at: datetime) -> datetime:
        try:
            return at.astimezone(self.zone) if self.zone else at
        except OverflowError:  # in the first or last hours of the calendar
            return at

    def days(self, first: datetime, last: datetime) -> str:
        """Format a period as briefly as possible: `9 Jan – 27 Mar 2026`, `9–16 Jan 2026`."""
        from babel.dates import format_interval

        period = (self.local(first).date(), self.local(last).date())
        parts = "yMd" if self.formats.startswith("fi") else "yMMMd"  # as short as its dates
        text = format_interval(*period, parts, locale=_locale(self.formats))
        # No line ends at the dash.
        return text.replace("\u2009", "\u202f").replace(".–", ".–\u2060")

    def time_of_day(self, at: datetime) -> str:
        from babel.dates import format_time

        return format_time(self.local(at), "short", locale=_locale(self.formats))

    def sort_key(self, name: str) -> tuple[str, str]:
        """Key for sorting names by the language's alphabet, which decides before case and accents.

        Accents are dropped from letters that have no place of their own.
        """
        letters = normalize("NFC", name).casefold().translate(ALPHABETS.get(self.tag, {}))
        return "".join(char for char in normalize("NFD", letters) if category(char) != "Mn"), name

    def plurals(self, one: str, many: str) -> dict[str, str]:
        """Return a template for each CLDR plural category, named as in `Intl.PluralRules`."""
        category = _locale(self.tag).plural_form
        numbers = reversed(range(MOST_PLURALS))  # so the smallest of a category wins
        return {category(n): self.ngettext(one, many, n) for n in numbers}

    def list_of(self, items: Sequence[str], last: Last) -> str:
        from babel.lists import format_list

        locale = _locale(BRITISH if self.tag == ENGLISH else self.tag)
        return format_list(items, "standard" if last == "and" else "or", locale)


ENGLISH_LETTERS: Final = "KQJA"
GERMAN_LETTERS: Final = "KDBA"
GERMAN_SUITS: Final = "KOUA"
LETTERS: Final = (ENGLISH_LETTERS, GERMAN_LETTERS, GERMAN_SUITS)
"""The letters for king, queen, jack and ace that a pack may bear. In a pack with acorns, leaves,
hearts and bells, an Ober and an Unter stand for queen and jack."""
LETTERS_IN: Final = {"de": GERMAN_LETTERS}
"""The letters of the usual pack, by language; others have English letters."""
GERMAN_SUIT_NAMES: Final[Mapping[str, str]] = {
    "spades": _p("suit", "leaves"), "diamonds": _p("suit", "bells"), "clubs": _p("suit", "acorns"),
}  # fmt: skip

MOST_PLURALS: Final = 200
"""Trying all numbers below this finds every plural category except the one for millions, which is
worded like `other`."""


class Pseudo(Language):
    """Lengthened and accented English, in which texts that can't be translated stand out."""

    def __init__(self) -> None:
        super().__init__(ENGLISH, BRITISH)
        self.tag = PSEUDO

    @property
    def direction(self) -> str:
        return "ltr"

    @property
    def own_name(self) -> str:
        return self.render(_p("language", "English"))

    def gettext(self, template: str, context: str = "") -> str:  # noqa: ARG002
        return _pseudo(template)

    def ngettext(self, one: str, many: str, n: float) -> str:
        return _pseudo(one if n == 1 else many)

    def plurals(self, one: str, many: str) -> dict[str, str]:
        return {"one": _pseudo(one), "other": _pseudo(many)}

    def list_of(self, items: Sequence[str], last: Last) -> str:
        return Translator.list_of(self, items, last).replace(f" {last} ", f" {_pseudo(last)} ")


def languages() -> tuple[str, ...]:
    """Return the tags of the languages that have a catalogue, English first."""
    folders = FOLDER.iterdir() if FOLDER.is_dir() else ()
    names = (each.name for each in folders if each.joinpath(CATALOGUE).is_file())
    return (ENGLISH, *sorted(names))


@lru_cache(maxsize=256)
def find_language(*tags: str, letters: str = "", zone: tzinfo | None = None) -> Language:
    """Return the language for tags in order of preference: `find_language("de", "de-CH", "en")`.

    Words are in the first of these languages that is available. Figures and times are formatted as
    in the first tag's region; if it has none, another tag for the same language may supply one.
    `letters` is one of LETTERS; without it, cards have the letters of the language's usual pack.
    """
    if PSEUDO in tags[:1]:
        return Pseudo()
    known, wanted = languages(), [tag for tag in tags if _is_known(tag)] or [ENGLISH]
    tag = next((main for main in map(_main, wanted) if main in known), ENGLISH)
    alike = [each for each in wanted if _main(each) == _main(wanted[0])]
    formats = max(alike, key=len)
    return Language(tag, BRITISH if formats == ENGLISH else formats, letters, zone)


VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables for the language, in gettext's order: the first one set applies."""


def translator_of_environment(environment: Mapping[str, str]) -> Translator:
    """Return the language for commands (`LANG=de_CH.UTF-8`). For English, Babel isn't loaded."""
    values = next((value for name in VARIABLES if (value := environment.get(name))), "")
    tags = [re.split("[.@]", each)[0].replace("_", "-") for each in values.split(":")]
    known = [tag for tag in tags if _main(tag) in languages() or tag == PSEUDO]
    if not known or (_main(known[0]) == ENGLISH and known[0] != PSEUDO):
        return text.ENGLISH
    return find_language(*known)


def _main(tag: str) -> str:
    return tag.partition("-")[0].lower()


@cache
def _catalogue(tag: str) -> NullTranslations:
    if tag == ENGLISH:
        return NullTranslations()
    found = translation("referee", str(FOLDER), [tag])
    for package in sorted({point.module.partition(".")[0] for point in entry_points(group=GAMES)}):
        try:
            spec = find_spec(package)
            for place in (spec and spec.submodule_search_locations) or ():
                folder = f"{place}/{FOLDER.name}"
                found.add_fallback(translation(package, folder, [tag], fallback=True))
        except Exception as failure:
            logger.error("the translations of %s can’t be used: %r", package, failure)
    return found


@lru_cache(maxsize=64)
def _locale(tag: str) -> Locale:
    from babel import Locale

    return Locale.parse(tag, sep="-")


def _is_known(tag: str) -> bool:
    from babel import UnknownLocaleError

    try:
        _locale(tag)
    except (UnknownLocaleError, ValueError):
        return False
    return True


_NUMBER: Final = re.compile(r"[\d,]+(\.\d+)?")


@lru_cache(maxsize=4096)
def _format_figure(figure: str, formats: str) -> str:
    from babel.numbers import format_decimal

    def number(found: re.Match[str]) -> str:
        pattern = "#,##0.0" if found[1] else "#,##0"
        return format_decimal(found[0].replace(",", ""), pattern, locale=_locale(formats))

    with localcontext() as exact:
        exact.prec = len(figure) + 1  # Babel rounds, which fails beyond the context's precision
        return _NUMBER.sub(number, figure)


# The pseudo-locale --------------------------------------------------------------------------------

_KEPT: Final = re.compile(r"(\{[^}]*\}|%(?:\(\w+\))?[sr]|%%|<[^>]*>|&[#\w]+;)")
"""Matches the parts of a template that stay as they are: fields, tags and entities."""
_ACCENTS: Final = str.maketrans("AEIOUYaeiouycnsCNS", "ÀÉÎÕÜÝàéîõüýçñšÇÑŠ")
LONGER: Final = 0.4


@lru_cache(maxsize=4096)
def _pseudo(template: str) -> str:
    """Translate a template into the pseudo-locale: `{name} deals` becomes `[{name} déàlš~]`."""
    parts = _KEPT.split(template)
    letters = sum(map(len, parts[::2]))
    if not letters:
        return template
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    padding = "".join(char for char, _ in zip(cycle("~~~ "), range(round(letters * LONGER))))
    return f"[{''.join(parts)}{padding}]"
