"""Figures and times as the device writes them: thousands are parted as in its language."""

from __future__ import annotations

from typing import Final

from flask import has_request_context, request
from markupsafe import Markup

from referee.core.text import Figure, Moment, Said, said
from referee.web.http.times import agreed

COMMA, POINT, SPACE, APOSTROPHE = ",", ".", "\u202f", "’"
LANGUAGES: Final = {
    POINT: ("da", "de", "el", "es", "hr", "id", "is", "it", "nl", "pt", "ro", "sl", "sr", "tr"),
    SPACE: ("bg", "cs", "et", "fi", "fr", "hu", "lt", "lv", "nb", "no", "pl", "ru", "sk", "sv"),
}
"""What stands between thousands; in other languages a comma."""
COUNTRIES: Final = {
    APOSTROPHE: ("de-ch", "de-li", "it-ch"),
    SPACE: ("de-at",),
    COMMA: ("es-419", "es-mx", "es-us"),
}
"""Where a country does not as its language."""

WITHOUT_FIGURES: Final = frozenset({str, Markup, int})
"""Nearly all that a page writes, hundreds of times: it is seen at once that they stay."""


def in_device_language(value: object) -> object:
    """What a template writes; figures and times in it as the device writes them."""
    if type(value) in WITHOUT_FIGURES:
        return value
    if isinstance(value, Moment):
        return agreed(value)
    if not isinstance(value, Figure | Said) or COMMA not in value or not has_request_context():
        return value
    return _parted(value, thousands_sign())


def thousands_sign() -> str:
    """What the device that asks has between thousands."""
    return _between_thousands(request.accept_languages.best or "")


def _parted(value: object, sign: str) -> object:
    """The figure, or the sentence with its figures, thousands parted by this sign."""
    if isinstance(value, Figure):
        return value.replace(COMMA, sign)
    if not isinstance(value, Said) or not value.values:
        return value
    return said(
        value.template, **{name: _parted(each, sign) for name, each in value.values.items()}
    )


def _between_thousands(language: str) -> str:
    country = language.lower()
    for table, known in ((COUNTRIES, country), (LANGUAGES, country.partition("-")[0])):
        for sign, those in table.items():
            if known in those:
                return sign
    return COMMA
